"""Classes that make mistakes, and whether ``kitgen journal check`` finds them.

``python benchmarks/classrooms.py --seed 1 --journals 2000`` plays so many journals with paper machines and real beads,
plants slips by hand, counts the beads, and asks for an explanation. It knows nothing of how explanations are found: it
moves beads. With ``--write`` the tables go to ``docs/reliability.md``.
"""

import argparse
import json
import random
import time
from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import cache
from multiprocessing import Pool
from pathlib import Path

from kitgen.journal.audit import audit
from kitgen.kit.build import build_kit
from kitgen.machine.learning import learn, starting_beads
from kitgen.machine.match import Match, parse_policy, seats
from kitgen.machine.paper_machine import PaperMachine, Shelf, SplitMix, play_game
from kitgen.record.rows import GameRow, Passages, PickedBead

KITS = ("her", "him", "gardner24", "her-3x4", "her-4x3", "menace", "menace-second", "awari-mini", "awari-3x1", "ladder")
GAMES = (10, 30, 60, 120, 200)
AT_THE_TABLE = (
    "not-removed", "removed-twice", "reward-forgotten", "wrong-box", "neighbour-box", "wrong-colour", "wrong-sign",
    "mirror-box", "boxes-exchanged",
)  # fmt: skip
OF_THE_PEN = ("wrong-result", "game-missing", "game-twice")
KINDS = AT_THE_TABLE + OF_THE_PEN
PAGE = Path(__file__).parents[1] / "docs" / "reliability.md"
BEGIN, END = "<!-- classrooms -->\n", "<!-- end of classrooms -->\n"


@cache
def kit_of(name):
    return build_kit(name)


@cache
def passages_of(name):
    return Passages(kit_of(name))


@cache
def shelf_of(name):
    return Shelf(kit_of(name))


@dataclass
class Planted:
    """A slip as it was made: its game, its kind, and what lies otherwise than it should because of it."""

    game: int
    kind: str
    moved: frozenset = frozenset()


@dataclass
class Class(PaperMachine):
    """A machine in the hands of people."""

    def __init__(self, shelf, luck):
        super().__init__(shelf)
        self.luck = luck
        self.kit = shelf.kit
        self.slip = None
        self.made = None
        self.ideal = starting_beads(self.kit)
        self.last = ()
        self.taught = False

    def finish(self, outcome):
        """Do to the beads what the rule says; or not quite."""
        should = {(u.box, u.slot): u.after - u.before for u in self.lesson(self.beads, outcome)}
        for update in self.lesson(self.ideal, outcome):
            self.ideal[update.box][update.slot] = update.after
        done = dict(should)
        self.taught = bool(should)
        self.made = None
        if self.slip in AT_THE_TABLE and self.slip != "boxes-exchanged":
            done = self.wrongly(self.slip, should, outcome) or should
        if any(self.beads[box][slot] + amount < 0 for (box, slot), amount in done.items()):
            done = should
        for (box, slot), amount in done.items():
            self.beads[box][slot] += amount
        extra = {at: done.get(at, 0) - should.get(at, 0) for at in done.keys() | should.keys()}
        moved = frozenset((at, n) for at, n in extra.items() if n)
        if self.slip == "boxes-exchanged":
            moved = self.exchange()
        if moved:
            self.made = moved
        self.last = (tuple(self.picked), outcome)
        self.picked.clear()
        self._resigned = False
        return []

    def lesson(self, beads, outcome):
        return learn(self.shelf.schedule, beads, self.picked, outcome, resigned=self._resigned)

    def wrongly(self, kind, should, outcome):
        """Return what is done by mistake; None where the game gives no occasion."""
        out = [at for at, n in should.items() if n < 0]
        put = [at for at, n in should.items() if n > 0]
        if kind in ("not-removed", "reward-forgotten"):
            mine = out if kind == "not-removed" else put
            if not mine:
                return None
            if len(mine) > 1 and self.luck.random() < 0.5:
                return dict.fromkeys(should, 0)
            return should | {self.luck.choice(mine): 0}
        if kind == "removed-twice":
            at = self.luck.choice(out) if out else None
            return at and should | {at: 2 * should[at]}
        if kind == "wrong-sign":
            if not outcome:
                return None
            other = {(u.box, u.slot): u.after - u.before for u in self.lesson(self.beads, -outcome)}
            return other or None
        if not should:
            return None
        box, slot = self.luck.choice(sorted(should))
        if (box, slot) not in self.picked:
            return None
        there = self.elsewhere(kind, box, slot)
        if there is None or (there in should and kind != "wrong-box"):
            return None
        return should | {(box, slot): 0, there: should.get(there, 0) + should[box, slot]}

    def elsewhere(self, kind, box, slot):
        """Return where a hand goes that goes wrong."""
        boxes = self.kit.boxes
        key = boxes[box].slots[slot].colour.key

        def same_colour(other):
            return next(((other, n) for n, one in enumerate(boxes[other].slots) if one.colour.key == key), None)

        if kind == "wrong-colour":
            others = [(box, n) for n in range(len(boxes[box].slots)) if n != slot]
        elif kind == "wrong-box":
            others = [at for at in self.picked if at[0] != box]
        elif kind == "neighbour-box":
            near = [n for n in (box - 1, box + 1) if 0 <= n < len(boxes) and boxes[n].row == boxes[box].row]
            others = [at for at in map(same_colour, near) if at is not None]
        else:
            others = self.mirrored(box, slot)
        return self.luck.choice(others) if others else None

    def mirrored(self, box, slot):
        """Return the same move in the mirror image of a box, where that has a box of its own."""
        boxes = self.kit.boxes
        for n, other in enumerate(boxes):
            if boxes[box].id != other.mirror_of and boxes[box].mirror_of != other.id:
                continue
            for symmetry in self.kit.symmetries.all:
                if symmetry.position(boxes[box].position) == other.position:
                    move = symmetry.move(boxes[box].slots[slot].moves[0])
                    return [(n, at) for at, one in enumerate(other.slots) if move in one.moves]
        return []

    def exchange(self):
        """Exchange the beads of two boxes that have beads of the same colours; return what lies otherwise now."""
        played = sorted({box for box, _ in self.picked})
        one = self.luck.choice(played) if played else 0
        rows = {
            box: {slot.colour.key: n for slot, n in zip(self.kit.boxes[box].slots, self.beads[box], strict=True)}
            for box in range(len(self.beads))
        }
        fits = [
            box for box, row in rows.items()
            if box != one and row != rows[one]
            and all(key in rows[one] for key, n in row.items() if n)
            and all(key in row for key, n in rows[one].items() if n)
        ]  # fmt: skip
        if not fits:
            return frozenset()
        other = self.luck.choice(fits)
        for box, row in ((one, rows[other]), (other, rows[one])):
            self.beads[box] = [row.get(slot.colour.key, 0) for slot in self.kit.boxes[box].slots]
        return frozenset({("exchanged", frozenset((one, other)))})


def play(name, games, kinds, luck, seed):
    """Play a journal; return the class, its journal, and the slips that were made."""
    kit, shelf = kit_of(name), shelf_of(name)
    machine = Class(shelf, luck)
    sides = kit.players
    _, players = seats(Match(kit, parse_policy("random"), sides[0]), kit.oracle)()
    other, rng = players[1 - sides[0]], SplitMix(seed)
    plan = dict(zip(sorted(luck.sample(range(games), len(kinds))), kinds, strict=True))
    waiting, planted, rows, number = [], [], [], 0
    for game in range(games):
        if game in plan:
            waiting.append(plan[game])
        side = sides[game % len(sides)]
        machine.slip = waiting[0] if waiting else None
        play_game(kit.game, (machine, other) if side == 0 else (other, machine), rng)
        picks, outcome = machine.last
        noted = tuple(PickedBead(kit.boxes[b].id, kit.boxes[b].slots[s].colour.letter) for b, s in picks)
        number += 1
        if machine.slip == "wrong-result":
            results = [one for one in (1, 0, -1) if one != outcome and (one or kit.draws)]
            wrong = luck.choice(results)
            planted.append(Planted(number, waiting.pop(0), frozenset({wrong})))
            rows.append(GameRow(number, noted, wrong))
        elif machine.slip == "game-missing":
            kind = waiting.pop(0)
            if machine.taught:  # otherwise it leaves no trace
                planted.append(Planted(number, kind, frozenset({(picks[-1], outcome)})))
            if luck.random() < 0.5:
                number -= 1  # nobody left a line free
        elif machine.slip == "game-twice":
            rows.append(GameRow(number, noted, outcome))
            number += 1
            kind = waiting.pop(0)
            if machine.taught:
                planted.append(Planted(number, kind))
            rows.append(GameRow(number, noted, outcome))
        else:
            if machine.made:
                planted.append(Planted(number, waiting.pop(0), machine.made))
            rows.append(GameRow(number, noted, outcome))
    return machine, rows, planted


def told(course_names, slip):
    """Return a slip of an explanation as the one that was planted would be told."""
    if slip.kind in OF_THE_PEN:
        return slip.kind, slip.game if slip.kind != "game-missing" else None
    if slip.swap is not None:
        return slip.game, frozenset({("exchanged", frozenset(slip.swap))})
    return slip.game, frozenset((course_names[slot], n) for slot, n in slip.adds)


def was(slip):
    if slip.kind in OF_THE_PEN:
        return slip.kind, slip.game if slip.kind != "game-missing" else None
    return slip.game, slip.moved


def same(names, story, planted):
    return Counter(told(names, one) for one in story) == Counter(map(was, planted))


def one_journal(what):
    """Play one journal, have it explained, and say what came of it."""
    seed, number = what
    luck = random.Random(f"{seed}/{number}")
    name = luck.choice(KITS)
    games = luck.choice(GAMES)
    many = luck.choice((0, 1, 1, 1, 2, 2, 3, 4))
    kinds = [luck.choice(KINDS) for _ in range(min(many, games))]
    machine, rows, planted = play(name, games, kinds, luck, luck.getrandbits(60))
    kit = kit_of(name)
    all_counted = luck.random() < 0.6
    opened = {pick.box for row in rows for pick in row.picks}
    counts = {
        (box.id, slot.colour.letter): n
        for box, beads in zip(kit.boxes, machine.beads, strict=True)
        for slot, n in zip(box.slots, beads, strict=True)
        if all_counted or box.id in opened
    }
    began = time.process_time()
    found = audit(passages_of(name), rows, counts)
    took = time.process_time() - began
    names = [(b, s) for b, box in enumerate(kit.boxes) for s in range(len(box.slots))]
    result = {"number": number, "kit": name, "games": games, "kinds": sorted(one.kind for one in planted),
              "took": took, "counted": all_counted}  # fmt: skip
    stories = found.explanations
    fewest = len(stories[0]) if stories else 0
    hit = any(same(names, story, planted) for story in stories) or (not stories and not planted)
    result |= {
        "unique": found.unique, "proven": found.proven, "hit": hit, "fewest": fewest, "more": found.more,
        "first": same(names, stories[0], planted) if stories else not planted, "stories": len(stories) + found.more,
    }  # fmt: skip
    beads = [list(row) for row in machine.beads]
    index = {box.id: n for n, box in enumerate(kit.boxes)}
    put_right(kit, beads, found.repair)
    result["asked"] = bool(found.cases)
    pens = [one for one in planted if one.kind in OF_THE_PEN]
    answer = next((case for case in found.cases if any(fits(names, way, pens) for way in case.pens)), None)
    if answer is not None:
        put_right(kit, beads, answer.repair)
    named = {index[box] for box in opened} if not all_counted else set(range(len(beads)))
    result["right"] = all(beads[n] == machine.ideal[n] for n in named)
    result["whole"] = beads == machine.ideal or bool(found.count)
    return result


def fits(names, way, pens):
    """Return whether a class would say that its games were played so; of one not noted it knows the last bead."""
    missing = Counter((names[one.lesson.slots[-1]], one.lesson.outcome) for one in way if one.kind == "game-missing")
    really = Counter(what for one in pens if one.kind == "game-missing" for what in one.moved)
    return same(names, way, pens) and missing == really


def put_right(kit, beads, repair):
    """Do what a repair list says."""
    index = {box.id: n for n, box in enumerate(kit.boxes)}
    for one in repair:
        box = index[one.box]
        slot = [s.colour.letter for s in kit.boxes[box].slots].index(one.bead)
        beads[box][slot] += one.put


def outcome(one):
    """Return what came of a journal in a word."""
    if one["kinds"] and not one["stories"]:
        return "hidden" if one["right"] else "missed"
    if one["unique"]:
        return "true" if one["hit"] else "false"
    if one["hit"]:
        return "among"
    return "other"


def shares(journals):
    """Return a row of figures: how many journals, what came of them, how the boxes were put right."""
    seen = Counter(map(outcome, journals))
    unique = seen["true"] + seen["false"]
    figures = [len(journals), *(seen[word] for word in ("true", "false", "among", "other", "hidden"))]
    percent = f"{100 * seen['true'] / unique:.1f}" if unique else "–"
    right = Counter((one["right"], one["asked"]) for one in journals)
    made = right[True, False], right[True, True], right[False, True], right[False, False]
    return [*map(str, figures), percent, *map(str, made)]


def table(first, groups):
    heading = [first, "journals", "the one shortest is true", "it is not", "true one among equals", "other story",
               "no trace", "% true of the unique", "boxes right", "right once asked", "no answer fits",
               "wrong"]  # fmt: skip
    lines = [heading, ["---"] * len(heading), *([name, *shares(group)] for name, group in groups)]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def report(done, seed):
    """Return the text of the page, and two more tables, by games and by kit, that are only printed."""
    one_slip, games, kits, slips = defaultdict(list), defaultdict(list), defaultdict(list), defaultdict(list)
    for one in done:
        if len(one["kinds"]) == 1:
            one_slip[one["kinds"][0]].append(one)
        if one["kinds"]:
            games[one["games"]].append(one)
            kits[one["kit"]].append(one)
        slips[len(one["kinds"])].append(one)
    slow = sorted(one["took"] for one in done)
    return (
        f"{len(done):,} journals, `python benchmarks/classrooms.py --seed {seed} --journals {len(done)} --write`; "
        f"each took {slow[len(slow) // 2]:.2f} s of a processor in the middle, "
        f"{slow[len(slow) * 99 // 100]:.1f} s in 99 of 100, "
        f"{slow[-1]:.1f} s at most.\n\n"
        + table("one slip of this kind", [(f"`{kind}`", one_slip[kind]) for kind in KINDS if one_slip[kind]])
        + "\n"
        + table("slips", [(str(n), slips[n]) for n in sorted(slips)]),
        table("games", [(str(n), games[n]) for n in GAMES if games[n]])
        + "\n"
        + table("kit", [(name, kits[name]) for name in KITS if kits[name]]),
    )


def read(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--journals", type=int, default=2000)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--show", action="store_true", help="name the journals that went wrong")
    parser.add_argument("--write", action="store_true", help="write the tables to docs/reliability.md")
    parser.add_argument("--keep", type=Path, help="a file that journals are kept in, so that a run can be gone on with")
    args = parser.parse_args()
    done = read(args.keep) if args.keep and args.keep.exists() else []
    there = {one["number"] for one in done}
    work = [(args.seed, number) for number in range(args.journals) if number not in there]
    # What a process has learned of what can follow what stays in its memory: gigabytes after thousands of journals.
    with Pool(args.workers, maxtasksperchild=200) as pool:
        for one in pool.imap(one_journal, work, chunksize=4):
            done.append(one)
            if args.keep:
                with args.keep.open("a") as file:
                    file.write(json.dumps(one) + "\n")
    done.sort(key=lambda one: one["number"])
    if args.show:
        for one in done:
            if not one["right"] or outcome(one) in ("false", "missed"):
                print(outcome(one), one)
    text, more = report(done, args.seed)
    print(text)
    print(more)
    if args.write:
        page = PAGE.read_text(encoding="utf-8")
        before, _, rest = page.partition(BEGIN)
        PAGE.write_text(before + BEGIN + text + END + rest.partition(END)[2], encoding="utf-8")


if __name__ == "__main__":
    main()
