"""Children at a machine of boxes and beads: what they do, and whether ``kitgen journal check`` puts
the machine right.

``python benchmarks/children.py --seed 1 --classes 40`` lets so many classes of each kind play with
each machine. The children draw, move, put back, note and count; each class does one of the things
below. Nothing here knows the kinds of slips that kitgen searches for. A class counts again what it
is asked to count, with the usual chance of a slip, and answers the one question. Games and lessons
are those of ``tests/simulated_classes.py``, written from docs/rules.md.

A class ends *right* if its boxes hold what the games that were really played should have left: at
once, by the first repair; or asked, by one of the cases that are offered. A story that is called
the only one is *false* if other games were played than it tells.
"""

import argparse
import json
import random
import sys
import time
from collections import defaultdict
from functools import cache
from itertools import chain, product
from multiprocessing import Pool
from pathlib import Path

from kitgen.journal.journal_check import check
from kitgen.record.rows import GameRow, Passages, PickedBead

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from simulated_classes import add, cards_of, first_board, kit_of, lesson, new_beads

#: Each machine with the games that a class plays.
GAMES = {"her": 25, "menace": 60, "awari-mini": 30, "ladder": 25, "told:hexapawn-misere": 25}
#: How likely a box is counted wrongly when it is counted again.
SLIP_OF_COUNTING = 0.04
#: How often a class counts again at most.
COUNTS_AGAIN = 3

KINDS = (
    "nothing",
    "bead rolled away",
    "bead put back elsewhere",
    "two beads put back crosswise",
    "punishment or reward forgotten",
    "bead noted wrongly",
    "two beads noted wrongly",
    "result noted wrongly",
    "game forgotten",
    "game noted twice",
    "two boxes exchanged",
    "box filled wrongly",
    "one count off by one",
    "colours confused",
    "two colours counted as one",
    "machine reset",
    "empty box refilled",
    "some boxes spilled and refilled",
    "games of another class",
    "moved otherwise than the bead",
    "two things at once",
)


class Room:
    """A machine on a table, the notes beside it, and the beads that it should hold."""

    def __init__(self, name, luck):
        self.name = name
        self.luck = luck
        self.kit = kit_of(name)
        self.beads = new_beads(self.kit)
        self.should = dict(self.beads)
        self.notes = []
        self.really = []
        self.did = False

    def letters(self, box):
        return cards_of(self.name)[box].letters

    def inside(self, box):
        beads = []
        for letter in self.letters(box):
            beads += [(box, letter)] * self.beads[box, letter]
        return beads

    def play(self, side, *, moving_otherwise=False):
        """Play a game; return the beads that were drawn, the result, and whether the machine
        gave up.
        """
        game = self.kit.game
        board = first_board(game)
        drawn = []
        while board.end(game, side) is None:
            position = board.position
            if position.to_move != side:
                board = board.after(game, self.luck.choice(self.kit.replies(position)))
                continue
            located = self.kit.locate(position)
            if located is None:
                move = self.kit.unboxed(position)
            else:
                box, symmetry = located
                beads = self.inside(box.id)
                if not beads:
                    return drawn, -1, True
                bead = self.luck.choice(beads)
                drawn.append(bead)
                slot = next(slot for slot in box.slots if slot.colour.letter == bead[1])
                others = [other for other in box.slots if other is not slot]
                if moving_otherwise and others and not self.did and self.luck.random() < 0.5:
                    slot = self.luck.choice(others)
                    self.did = True
                move = symmetry.inverse().move(slot.moves[0])
            board = board.after(game, move)
        return drawn, board.end(game, side), False

    def learn(self, drawn, result, gave_up):
        """Do at the table what the rule says; return what was changed."""
        changes = lesson(self.kit, drawn, result, gave_up=gave_up)
        add(self.should, changes)
        return add(self.beads, changes)

    def note(self, number, drawn, result):
        self.notes.append(GameRow(number, tuple(PickedBead(*bead) for bead in drawn), result))

    def move_bead(self, bead, there):
        self.beads[bead] -= 1
        self.beads[there] += 1

    def somewhere_else(self, bead, boxes):
        """Return a slot of the same colour in another of some boxes."""
        slots = [(box, bead[1]) for box in boxes if box != bead[0] and (box, bead[1]) in self.beads]
        return self.luck.choice(slots) if slots else None

    def fill_as_new(self, boxes):
        fresh = new_beads(self.kit)
        for bead, n in fresh.items():
            if bead[0] in boxes:
                self.beads[bead] = self.should[bead] = n


def another_note(room, drawn):
    """Return beads of which one is written down wrongly: another colour of the box, or the box
    beside it.
    """
    if not drawn:
        return None
    place = room.luck.randrange(len(drawn))
    box, letter = drawn[place]
    wrong = [(box, other) for other in room.letters(box) if other != letter]
    if room.luck.random() < 0.3:
        beside = [
            (near, letter)
            for near in cards_of(room.name)[box].neighbours
            if (near, letter) in room.beads
        ]
        wrong = beside or wrong
    if not wrong:
        return None
    return [*drawn[:place], room.luck.choice(wrong), *drawn[place + 1 :]]


def after_game(room, kind, drawn, changed):
    """Do the thing of a class after a game, if there is an occasion."""
    luck = room.luck
    beads = room.beads
    back = [bead for bead in dict.fromkeys(drawn) if changed.get(bead, 0) >= 0 and beads[bead] > 0]
    boxes = list(dict.fromkeys(box for box, _ in drawn))
    everything = list(cards_of(room.name))
    match kind:
        case "bead rolled away":
            inside = [bead for box in boxes for bead in room.inside(box)]
            if inside:
                beads[luck.choice(inside)] -= 1
                room.did = True
        case "bead put back elsewhere" if back:
            bead = luck.choice(back)
            near = [*boxes, *cards_of(room.name)[bead[0]].neighbours]
            there = room.somewhere_else(bead, near if luck.random() < 0.7 else everything)
            if there is not None:
                room.move_bead(bead, there)
                room.did = True
        case "two beads put back crosswise" if len(back) > 1:
            one, other = luck.sample(back, 2)
            there = (other[0], one[1])
            beyond = (one[0], other[1])
            if one[0] != other[0] and one[1] != other[1] and there in beads and beyond in beads:
                room.move_bead(one, there)
                room.move_bead(other, beyond)
                room.did = True
        case "punishment or reward forgotten" if changed:
            for bead, n in changed.items():
                beads[bead] -= n
            room.did = True
        case "two boxes exchanged" if boxes:
            one = luck.choice(boxes)
            same = [
                box for box in everything if box != one and room.letters(box) == room.letters(one)
            ]
            other = luck.choice(same) if same else None
            if other is not None and any(
                beads[one, sign] != beads[other, sign] for sign in room.letters(one)
            ):
                for sign in room.letters(one):
                    beads[one, sign], beads[other, sign] = beads[other, sign], beads[one, sign]
                room.did = True
        case "machine reset":
            room.fill_as_new(everything)
            room.did = True
        case "some boxes spilled and refilled":
            room.fill_as_new(luck.sample(everything, min(len(everything), luck.randint(2, 4))))
            room.did = True
        case "empty box refilled":
            empty = [box for box in everything if not room.inside(box)]
            if empty:
                room.fill_as_new([luck.choice(empty)])
                room.did = True
        case "games of another class":
            for number in range(luck.randint(3, 8)):
                side = room.kit.players[number % len(room.kit.players)]
                drawn, result, gave_up = room.play(side)
                room.learn(drawn, result, gave_up)
                room.really.append((tuple(drawn), result))
            room.did = True


def lesson_of(name, kind, luck):
    """Let a class play, in which one thing happens; return its room, or None if there was no
    occasion.
    """
    room = Room(name, luck)
    games = GAMES[name]
    kinds = [kind]
    if kind == "two things at once":
        kinds = luck.sample(
            ["bead rolled away", "punishment or reward forgotten", "bead put back elsewhere"], 2
        )
    if kind == "box filled wrongly":
        box = luck.choice(list(cards_of(name)))
        full = room.inside(box)
        room.beads[luck.choice(full)] -= 1
        if luck.random() < 0.5:
            room.beads[box, luck.choice(room.letters(box))] += 1
    when = {one: luck.randrange(games // 4, games) for one in kinds}
    left = set(kinds)
    number = 0
    for game in range(games):
        due = [one for one in kinds if one in left and when[one] <= game]
        room.did = False
        side = room.kit.players[game % len(room.kit.players)]
        otherwise = "moved otherwise than the bead" in due
        drawn, result, gave_up = room.play(side, moving_otherwise=otherwise)
        if otherwise and room.did:
            left.discard("moved otherwise than the bead")
        changed = room.learn(drawn, result, gave_up)
        room.really.append((tuple(drawn), result))
        number += 1
        written = drawn
        told = result
        lines = 1
        for one in due:
            match one:
                case "bead noted wrongly":
                    wrong = another_note(room, drawn)
                case "two beads noted wrongly" if len(drawn) > 1:
                    once = another_note(room, drawn)
                    wrong = None if once is None else another_note(room, once)
                    if wrong is not None:
                        different = sum(a != b for a, b in zip(wrong, drawn, strict=True))
                        wrong = wrong if different > 1 else None
                case _:
                    wrong = None
            if wrong is not None:
                written = wrong
                left.discard(one)
            if one == "result noted wrongly":
                results = (1, 0, -1) if room.kit.draws else (1, -1)
                told = luck.choice([other for other in results if other != result])
                left.discard(one)
            if one == "game forgotten":
                lines = 0
                left.discard(one)
            if one == "game noted twice":
                lines = 2
                left.discard(one)
            room.did = False
            after_game(room, one, drawn, changed)
            if room.did:
                left.discard(one)
        for line in range(lines):
            number += bool(line)
            room.note(number, written, told)
        if not lines and luck.random() < 0.5:
            number -= 1  # nobody left a line free
    in_time = {
        "nothing",
        "box filled wrongly",
        "one count off by one",
        "colours confused",
        "two colours counted as one",
    }
    return room if left <= in_time else None


def counted(room, boxes, kind=None):
    """Count some boxes, with the slip of counting of a class; return the counts."""
    luck = room.luck
    counts = {bead: n for bead, n in room.beads.items() if bead[0] in boxes}
    if kind == "one count off by one":
        bead = luck.choice(list(counts))
        counts[bead] = max(0, counts[bead] + luck.choice((-1, 1)))
    mixed = []
    for box in boxes:
        if len({counts[box, letter] for letter in room.letters(box)}) > 1:
            mixed.append(box)
    if kind == "colours confused" and mixed:
        _confuse(counts, luck.choice(mixed), room)
    if kind == "two colours counted as one" and mixed:
        box = luck.choice(mixed)
        one, other = luck.sample(room.letters(box), 2)
        counts[box, one] += counts[box, other]
        counts[box, other] = 0
    return counts


def _confuse(counts, box, room):
    pairs = []
    for one, other in product(room.letters(box), repeat=2):
        if counts[box, one] != counts[box, other]:
            pairs.append((one, other))
    one, other = room.luck.choice(pairs)
    counts[box, one], counts[box, other] = counts[box, other], counts[box, one]


def counted_again(room, boxes):
    """Count some boxes again, with the usual chance of a slip in each."""
    counts = counted(room, boxes)
    for box in boxes:
        if room.luck.random() < SLIP_OF_COUNTING:
            bead = (box, room.luck.choice(room.letters(box)))
            counts[bead] = max(0, counts[bead] + room.luck.choice((-1, 1)))
    return counts


@cache
def passages_of(name):
    return Passages(kit_of(name))


def one_class(what):
    """Let one class play and have its record checked; say what came of it."""
    seed, name, kind, number = what
    luck = random.Random(f"{seed}/{name}/{kind}/{number}")
    room = None
    for _ in range(50):
        room = room or lesson_of(name, kind, luck)
    if room is None:
        return None
    opened = {pick.box for row in room.notes for pick in row.picks}
    boxes = [box for box in cards_of(name) if box in opened or luck.random() < 0.5]
    if kind in (
        "nothing",
        "machine reset",
        "some boxes spilled and refilled",
        "games of another class",
    ):
        boxes = list(cards_of(name))
    passages = passages_of(name)
    first = counted(room, boxes, kind)
    began = time.process_time()
    checked, took, asked = judged(room, passages, first)
    took = max(took, time.process_time() - began - took)
    found = checked.audit
    after = dict(room.beads)
    repair = found.repair if found is not None else ()
    cases = found.cases if found is not None else ()
    stories = found.stories if found is not None else ()
    put_right(after, repair)
    at_once = not cases and right(room, after, boxes)
    once_asked = False
    for case in cases:
        answered = dict(after)
        put_right(answered, case.repair)
        once_asked = once_asked or right(room, answered, boxes)
    only = bool(found and found.wrong and found.unique and found.proven)
    false = only and told_games(room.notes, found.stories[0]) != room.really
    return {
        "false": false,
        "kit": name,
        "kind": kind,
        "number": number,
        "at_once": at_once,
        "asked": once_asked,
        "took": took,
        "counted_again": asked,
        "verdict": str(checked.verdict),
        "unique": bool(found and found.unique and found.wrong),
        "proven": bool(found and found.proven and found.wrong),
        "told": [slip.kind for slip in stories[0]] if stories else [],
        "stories": len(stories),
    }


def judged(room, passages, counts):
    """Check the record, and count again what is asked; return the last check, its time, and how
    often was asked.
    """
    took = 0.0
    sure = set()
    seen = [counts]
    for again in range(COUNTS_AGAIN + 1):
        began = time.process_time()
        known = {"sure": sure} if HAS_SURE else {}
        checked = check(passages, room.notes, counts, **known)
        took = max(took, time.process_time() - began)
        if not HAS_SURE or not checked.recount:
            return checked, took, again
        second = counted_again(room, checked.recount)
        for box in checked.recount:
            letters = [letter for letter in room.letters(box) if (box, letter) in counts]
            sure.discard(box)
            for before in seen:
                if all(before[box, letter] == second[box, letter] for letter in letters):
                    sure.add(box)
        counts = counts | second
        seen.append(counts)
    return checked, took, again


def told_games(notes, story):
    """Return the games that were played if a story is true."""
    # What was played at each note, and before the first.
    games = [[], *([game_of(row)] for row in notes)]
    for slip in story:
        at = slip.after + 1
        if slip.kind == "wrong-order":
            games[at], games[at + 1] = games[at + 1], games[at]
        elif slip.kind == "game-twice":
            games[at] = []
        elif slip.kind.startswith("wrong-") and slip.row is not None:
            games[at] = [game_of(slip.row)]
    for slip in story:
        if slip.kind == "game-missing":
            games[slip.after + 1].append(game_of(slip.row))
    return [*chain(*games)]


def game_of(row):
    """Return the beads of a note and its result."""
    return tuple((pick.box, pick.bead) for pick in row.picks), row.result


def put_right(beads, repair):
    for one in repair:
        beads[one.box, one.bead] += one.put


def right(room, beads, boxes):
    return all(beads[bead] == n for bead, n in room.should.items() if bead[0] in boxes)


#: Whether ``check`` can be told that some boxes were counted twice.
HAS_SURE = "sure" in check.__code__.co_varnames


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--classes", type=int, default=40)
    parser.add_argument("--kits", default=",".join(GAMES))
    parser.add_argument("--kinds", default=",".join(KINDS))
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument(
        "--keep", type=Path, help="a file for the result of each class, one line each"
    )
    args = parser.parse_args()
    kits = args.kits.split(",")
    kinds = args.kinds.split(",")
    work = [*product([args.seed], kits, kinds, range(args.classes))]
    groups = defaultdict(list)
    with Pool(args.workers) as pool:
        for one in pool.imap(one_class, work, chunksize=2):
            if one is None:
                continue
            groups[one["kit"], one["kind"]].append(one)
            if args.keep:
                with args.keep.open("a") as file:
                    file.write(json.dumps(one) + "\n")
    print(
        "| machine | kind | classes | at once | asked | wrong | counted again | unique | false "
        "| slowest, s |"
    )
    print("|---|---|--:|--:|--:|--:|--:|--:|--:|--:|")
    for (kit, kind), ones in groups.items():
        at_once = sum(one["at_once"] for one in ones)
        asked = sum(one["asked"] for one in ones)
        again = sum(one["counted_again"] > 0 for one in ones)
        unique = sum(one["unique"] for one in ones)
        false = sum(one["false"] for one in ones)
        slowest = max(one["took"] for one in ones)
        wrong = len(ones) - at_once - asked
        figures = [len(ones), at_once, asked, wrong, again, unique, false, f"{slowest:.1f}"]
        print(f"| {kit} | {kind} | {' | '.join(map(str, figures))} |")


if __name__ == "__main__":
    main()
