"""Classes that make slips at a machine of boxes and beads, simulated for tests and benchmarks.

The class, its machine, the table and the notes are simulated here from docs/rules.md; only the
games and the boxes of a kit are kitgen's. So is the referee, which replays each story that is
shown, without the code that it judges.
"""

import random
from collections import Counter, defaultdict
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import combinations

from jobs import slots_of

from kitgen.kit.build import build_kit
from kitgen.model import Position
from kitgen.record.rows import GameRow, PickedBead

HANDS = (
    "bead-lost",
    "bead-found",
    "put-elsewhere",
    "beads-exchanged",
    "punishment-forgotten",
    "reward-forgotten",
    "done-twice",
    "wrong-move",
    "wrong-colour",
    "neighbour-box",
    "mirror-box",
    "wrong-sign",
    "boxes-exchanged",
    "knocked-over",
)
#: Slips of hands by which what was meant for one slot is done to another.
ELSEWHERE = ("wrong-move", "wrong-colour", "neighbour-box", "mirror-box")
PEN = ("wrong-bead", "wrong-beads", "wrong-result", "wrong-order", "game-twice", "game-missing")
#: What a class does on purpose, and does not note.
EVENTS = ("machine-reset", "box-refilled", "boxes-refilled", "other-class")
COUNTING = ("miscounted", "colours-confused")
MOVED = "moved-otherwise"
KINDS = (*HANDS, "filled-wrongly", *PEN, MOVED, *EVENTS, *COUNTING)
#: The kinds of ``templates/tables/slips.toml`` that a slip here is one of, where the names differ.
NAMES_OF_SLIPS = {
    "punishment-forgotten": ("not-removed",),
    "done-twice": ("removed-twice", "reward-twice"),
    "wrong-move": ("wrong-box",),
}


@cache
def kit_of(name):
    return build_kit(name)


@cache
def cards_of(name):
    """Return each box of a kit: the letters of its slots, its turn, and its neighbours in the
    tray.
    """
    boxes = kit_of(name).boxes
    return {
        box.id: (
            tuple(slot.colour.letter for slot in box.slots),
            box.turn,
            [
                boxes[n].id
                for n in (at - 1, at + 1)
                if 0 <= n < len(boxes) and boxes[n].row == box.row
            ],
        )
        for at, box in enumerate(boxes)
    }


# --- the rules of learning, from docs/rules.md
# --------------------------------------------------------------------


def lesson(kit, picks, result, *, gave_up):
    """Return what is added to which slot after a game."""
    rule = kit.rule
    change = (rule.draw, rule.win, rule.loss)[result]
    assert change.last is None
    if change.last is not None or rule.floor or rule.ceiling is not None:
        raise ValueError(f"this class does not know rule {kit.choices.rule}")
    added = Counter()
    for back, pick in enumerate(reversed(picks), 1 if gave_up and rule.empty == "resign" else 0):
        amount = change.from_end[back] if back < len(change.from_end) else change.every
        if amount:
            added[pick] += amount
    return added


def fill(kit, box_turn):
    start = kit.rule.start
    return start[min(box_turn, len(start)) - 1]


def new_beads(kit):
    return {(box.id, slot.colour.letter): fill(kit, box.turn) for box, slot in slots_of(kit)}


def add(beads, changes):
    """Change beads; no slot goes below zero. Return what was really changed."""
    done = {}
    for slot, n in changes.items():
        after = max(0, beads[slot] + n)
        if after != beads[slot]:
            done[slot] = after - beads[slot]
            beads[slot] = after
    return done


# --- the table
# --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Board:
    """A game under way; the lead is that of the side that began."""

    position: Position
    lead: int
    met: frozenset

    def after(self, game, move):
        position, gain = game.play(self.position, move)
        lead = self.lead + (gain if self.position.to_move == 0 else -gain)
        met = Counter(dict(self.met))
        if game.repetition is not None:
            met[position] += 1
        return Board(position, lead, frozenset(met.items()))

    def end(self, game, side):
        """Return the result for a side, or None."""
        result = game.result(self.position)
        if result is None:
            if game.repetition is None or dict(self.met)[self.position] < game.repetition:
                return None
            result = game.repeated(self.position)
        total = self.lead + (result if self.position.to_move == 0 else -result)
        total = (total > 0) - (total < 0)
        return total if side == 0 else -total


def first_board(game):
    start = game.start()
    return Board(start, 0, frozenset({(start, 1)} if game.repetition is not None else ()))


def play_one(kit, beads, side, luck, made=None):
    """Play one game; return the picks, the result for the machine, and whether it gave up at an
    empty box.

    ``made`` is a list for the beads whose moves are made; one of these is then perhaps not the one
    that was picked.
    """
    game, board, picks = kit.game, first_board(kit.game), []
    while (end := board.end(game, side)) is None:
        position = board.position
        if position.to_move != side:
            move = luck.choice(kit.replies(position))
        elif (located := kit.locate(position)) is None:
            move = kit.unboxed(position)
        else:
            box, symmetry = located
            inside = [slot for slot in box.slots for _ in range(beads[box.id, slot.colour.letter])]
            if not inside:
                return tuple(picks), -1, True
            slot = luck.choice(inside)
            picks.append((box.id, slot.colour.letter))
            if made is not None:
                others = [other for other in box.slots if other is not slot]
                if made == picks[:-1] and others and luck.random() < 0.5:
                    slot = luck.choice(others)
                made.append((box.id, slot.colour.letter))
            move = symmetry.inverse().move(slot.moves[0])
        board = board.after(game, move)
    return tuple(picks), end, False


@cache
def ends_of(name, picks):
    """Return how a game with these picks can end: the results, and the boxes that can come next."""
    kit = kit_of(name)
    game, results, boxes = kit.game, set(), set()
    seen = set()

    def go(board, side, at):
        if (board, side, at) in seen:
            return
        seen.add((board, side, at))
        end = board.end(game, side)
        if end is not None:
            if at == len(picks):
                results.add(end)
            return
        position = board.position
        if position.to_move != side:
            for move in kit.replies(position):
                go(board.after(game, move), side, at)
        elif (located := kit.locate(position)) is None:
            go(board.after(game, kit.unboxed(position)), side, at)
        elif at == len(picks):
            boxes.add(located[0].id)
        elif located[0].id == picks[at][0]:
            slot = next(one for one in located[0].slots if one.colour.letter == picks[at][1])
            for move in slot.moves:
                go(board.after(game, located[1].inverse().move(move)), side, at + 1)

    for side in kit.players:
        go(first_board(game), side, 0)
    return frozenset(results), frozenset(boxes)


def referee(name, games, acts):
    """Replay games, each as picks and result, with what hands did after each; return the beads, or
    what is wrong.

    A game may have a third item, the picks whose moves were made.
    """
    kit = kit_of(name)
    beads = new_beads(kit)
    for number in range(len(games) + 1):
        if number:
            picks, result, *made = games[number - 1]
            if any(pick not in beads or beads[pick] < 1 for pick in picks):
                return f"game {number}: a bead is not there"
            results, boxes = ends_of(name, *made or [picks])
            empty = [
                box
                for box in boxes
                if not any(beads[box, letter] for letter in cards_of(name)[box][0])
            ]
            if result not in results and not (result == -1 and empty):
                return f"game {number}: it cannot end so"
            for slot, n in lesson(kit, picks, result, gave_up=result not in results).items():
                beads[slot] = max(0, beads[slot] + n)
        for act in acts.get(number, ()):
            if callable(act):
                act(beads)
                continue
            for slot, n in act.items():
                beads[slot] += n
            if any(beads[slot] < 0 for slot in act):
                return f"after game {number}: a bead is not there"
    return beads


# --- the class
# --------------------------------------------------------------------------------------------------


@dataclass
class Fact:
    """A slip as it was made.

    Attributes:
        kind: one of ``KINDS``.
        game: the noted number of the game; 0 before the first.
        moved: for slips of hands, what they put into which slot.
        what: for others: the boxes exchanged, the true row, or the last pick and the result.
    """

    kind: str
    game: int
    moved: dict = field(default_factory=dict)
    what: object = None


@dataclass
class Class:
    """A machine in the hands of people; ``ideal`` holds the beads that the rule would have left."""

    name: str
    luck: random.Random

    def __post_init__(self):
        self.kit, self.cards = kit_of(self.name), cards_of(self.name)
        self.beads, self.ideal = new_beads(self.kit), new_beads(self.kit)
        self.facts, self.rows = [], []
        self.counted = self.beads

    def teach(self, picks, result, *, gave_up):
        """Do what the rule says."""
        for beads in (self.beads, self.ideal):
            changes = add(beads, lesson(self.kit, picks, result, gave_up=gave_up))
        return changes

    def slip(self, kind, picks, result, should):
        """Make a slip of hands after a game that has been learned; return what it moved, or None
        without occasion.
        """
        luck, beads = self.luck, self.beads
        out, put = (
            [slot for slot, n in should.items() if (n < 0) is less] for less in (True, False)
        )
        back = [
            pick for pick in dict.fromkeys(picks) if beads[pick] > 0 and should.get(pick, 0) >= 0
        ]
        if kind == "bead-lost":
            near = {box for box, _ in picks} if luck.random() < 0.5 else set(self.cards)
            some = [slot for slot, n in beads.items() for _ in range(n) if slot[0] in near]
            return {luck.choice(some): -1} if some else None
        if kind == "bead-found":
            return {luck.choice(list(beads)): 1}
        if kind == "put-elsewhere":
            ways = [(slot, there) for slot in back for there in self.elsewhere(slot, picks)]
            return dict(zip(luck.choice(ways), (-1, 1), strict=True)) if ways else None
        if kind == "beads-exchanged":
            ways = [(a, b) for a in back for b in back if a[0] < b[0] and a[1] != b[1]]
            ways = [(a, b) for a, b in ways if (a[0], b[1]) in beads and (b[0], a[1]) in beads]
            if not ways:
                return None
            a, b = luck.choice(ways)
            return {a: -1, b: -1, (a[0], b[1]): 1, (b[0], a[1]): 1}
        if kind in ("punishment-forgotten", "reward-forgotten"):
            some = out if kind == "punishment-forgotten" else put
            if some and len(some) > 1 and luck.random() < 0.5:
                some = [luck.choice(some)]
            return {slot: -should[slot] for slot in some} or None
        if kind == "done-twice":
            some = (
                list(should)
                if luck.random() < 0.5
                else [luck.choice(list(should))]
                if should
                else []
            )
            return (
                {slot: should[slot] for slot in some}
                if all(beads[s] + should[s] >= 0 for s in some)
                else None
            )
        if kind == "wrong-sign":
            if not result:
                return None
            instead = lesson(self.kit, picks, -result, gave_up=False)
            return {
                s: n for s in {*should, *instead} if (n := instead.get(s, 0) - should.get(s, 0))
            }
        if kind == "knocked-over":
            box = luck.choice(list(self.cards))
            inside = [
                (box, letter) for letter in self.cards[box][0] for _ in range(beads[box, letter])
            ]
            lost = luck.sample(inside, luck.randint(1, len(inside))) if inside else []
            return {slot: -n for slot, n in Counter(lost).items()} or None
        if kind not in ELSEWHERE:
            raise NotImplementedError(f"let `slip` say what {kind} does to the beads")
        if not should:
            return None
        slot = luck.choice(list(should))
        others = self.mistaken(kind, slot, picks)
        if not others:
            return None
        return {slot: -should[slot], luck.choice(others): should[slot]}

    def elsewhere(self, slot, picks):
        """Return where a bead can go instead of its own box: likelier into a box at hand."""
        near = [*(box for box, _ in picks), *self.cards[slot[0]][2]]
        boxes = near if self.luck.random() < 0.7 else list(self.cards)
        return [(box, slot[1]) for box in boxes if box != slot[0] and (box, slot[1]) in self.beads]

    def mistaken(self, kind, slot, picks):
        box, letter = slot
        if kind == "wrong-move":
            return [pick for pick in picks if pick[0] != box]
        if kind == "wrong-colour":
            return [(box, other) for other in self.cards[box][0] if other != letter]
        if kind == "neighbour-box":
            return [(near, letter) for near in self.cards[box][2] if (near, letter) in self.beads]
        return self.mirrored(slot)

    def mirrored(self, slot):
        """Return the same move in the mirror image of a box, where that has a box of its own."""
        boxes = self.kit.boxes
        mine = next(box for box in boxes if box.id == slot[0])
        move = next(one for one in mine.slots if one.colour.letter == slot[1]).moves[0]
        return [
            (box.id, one.colour.letter)
            for box in boxes
            if box.id == mine.mirror_of or mine.id == box.mirror_of
            for symmetry in self.kit.symmetries.all
            if symmetry.position(mine.position) == box.position
            for one in box.slots
            if symmetry.move(move) in one.moves
        ]

    def exchange(self, picks):
        """Exchange the beads of two boxes, of which one was in the game; return them, or None."""
        one = self.luck.choice(picks)[0] if picks else next(iter(self.cards))
        fits = []
        for other in self.cards:
            slots = {
                (box, letter)
                for box in (one, other)
                for letter in {*self.cards[one][0], *self.cards[other][0]}
            }
            turned = {
                (box, letter): self.beads.get((other if box == one else one, letter), 0)
                for box, letter in slots
            }
            strays = any(n for slot, n in turned.items() if slot not in self.beads)
            if (
                other != one
                and not strays
                and any(n != self.beads.get(slot, 0) for slot, n in turned.items())
            ):
                fits.append(other)
        if not fits:
            return None
        other = self.luck.choice(fits)
        exchanged(one, other)(self.beads)
        return frozenset((one, other))

    def event(self, kind):
        """Do something to the machine beside its games, on purpose; return what it moved, or
        None without occasion.
        """
        before, fresh = dict(self.beads), new_beads(self.kit)
        if kind == "other-class":
            for number in range(self.luck.randint(3, 6)):
                side = self.kit.players[number % len(self.kit.players)]
                picks, result, gave_up = play_one(self.kit, self.beads, side, self.luck)
                self.teach(picks, result, gave_up=gave_up)
        elif kind not in ("machine-reset", "box-refilled", "boxes-refilled"):
            raise NotImplementedError(f"let `event` say what {kind} does to the machine")
        boxes = list(self.cards)
        if kind == "box-refilled":
            empty = [
                box
                for box in boxes
                if not any(self.beads[box, letter] for letter in self.cards[box][0])
            ]
            boxes = [self.luck.choice(empty)] if empty else []
        if kind == "boxes-refilled":
            less = [
                box
                for box in boxes
                if any(self.beads[slot] != fresh[slot] for slot in fresh if slot[0] == box)
            ]
            boxes = self.luck.sample(less, 2) if len(less) > 1 else []
        for slot in fresh if kind != "other-class" else ():
            if slot[0] in boxes:
                self.beads[slot] = self.ideal[slot] = fresh[slot]
        return {
            slot: n - before[slot] for slot, n in self.beads.items() if n != before[slot]
        } or None

    def count(self, kind):
        """Count the beads with a slip; return what it seems to have moved, or None without
        occasion.
        """
        moved = {self.luck.choice(list(self.beads)): self.luck.choice((-1, 1))}
        if kind == "colours-confused":
            pairs = [
                (a, b)
                for a in self.beads
                for b in self.beads
                if a[0] == b[0] and self.beads[a] > self.beads[b]
            ]
            one, other = self.luck.choice(pairs)
            n = self.beads[one] - self.beads[other]
            moved = {one: -n, other: n}
        elif kind != "miscounted":
            raise NotImplementedError(f"let `count` say what {kind} makes of the beads")
        self.counted = {slot: n + moved.get(slot, 0) for slot, n in self.beads.items()}
        return moved if min(self.counted.values()) >= 0 else None

    def fill_wrongly(self):
        """Fill one box wrongly before the first game."""
        box = self.luck.choice(list(self.cards))
        letters, turn, _ = self.cards[box]
        slots = [(box, letter) for letter in letters]
        way = self.luck.choice(("one-less", "one-more", "other-colour", "other-turn"))
        if way == "other-colour" and len(slots) > 1:
            out, instead = self.luck.sample(slots, 2)
            return add(self.beads, {out: -1, instead: 1})
        if way == "other-turn" and fill(self.kit, turn) != fill(self.kit, turn + 1):
            return add(
                self.beads, dict.fromkeys(slots, fill(self.kit, turn + 1) - fill(self.kit, turn))
            )
        return add(self.beads, {self.luck.choice(slots): 1 if way == "one-more" else -1})

    def noted(self, picks):
        """Return picks with one bead noted wrongly, by another colour or another box; None
        without picks.
        """
        if not picks:
            return None
        at = self.luck.randrange(len(picks))
        box, letter = picks[at]
        colours = [(box, other) for other in self.cards[box][0] if other != letter]
        near = [(other, letter) for other in self.cards[box][2] if (other, letter) in self.beads]
        some = colours if self.luck.random() < 0.6 else near
        return (*picks[:at], self.luck.choice(some), *picks[at + 1 :]) if some else None


def exchanged(one, other):
    """Return what exchanges the beads of two boxes; a bead without a slot in the other box is
    left out.
    """

    def act(beads):
        letters = {letter for box, letter in beads if box in (one, other)}
        turned = {
            (box, letter): beads.get((other if box == one else one, letter), 0)
            for box in (one, other)
            for letter in letters
        }
        beads.update({slot: n for slot, n in turned.items() if slot in beads})

    return act


def row_of(number, picks, result):
    return GameRow(number, tuple(PickedBead(*pick) for pick in picks), result)


def play(name, games, kinds, luck):
    """Play a journal with some slips, each at a random game or at the first one after it that
    has an occasion.
    """
    people = Class(name, luck)
    kit, number = people.kit, 0
    later = [kind for kind in kinds if kind in COUNTING]
    plan = sorted(
        (luck.randrange(games), kind) for kind in kinds if kind not in ("filled-wrongly", *COUNTING)
    )
    for kind in kinds:
        if kind == "filled-wrongly" and (moved := people.fill_wrongly()):
            people.facts.append(Fact(kind, 0, moved))
    turn_round = None
    for game in range(games):
        made = [] if any(at <= game and kind == MOVED for at, kind in plan) else None
        picks, result, gave_up = play_one(
            kit, people.beads, kit.players[game % len(kit.players)], luck, made
        )
        should = people.teach(picks, result, gave_up=gave_up)
        number += 1
        noted, note, seen = (picks, result), True, result
        for at, kind in plan.copy():
            if at > game:
                break
            if kind in PEN and noted != (picks, seen):
                continue  # one slip of the pen a game
            fact = None
            if kind == "boxes-exchanged":
                if (pair := people.exchange(picks)) is not None:
                    fact = Fact(kind, number, what=pair)
            elif kind in HANDS:
                moved = people.slip(kind, picks, result, should)
                if moved and all(people.beads[slot] + n >= 0 for slot, n in moved.items()):
                    add(people.beads, moved)
                    fact = Fact(kind, number, moved)
            elif kind == MOVED:
                if made and tuple(made) != picks and noted == (picks, seen):
                    fact = Fact(kind, number, what=(tuple(made), result))
            elif kind in EVENTS:
                if (moved := people.event(kind)) is not None:
                    fact = Fact(kind, number, moved)
            elif kind == "wrong-beads" and len(picks) > 1:
                wrong = people.noted(people.noted(picks) or ())
                if (
                    wrong is not None
                    and sum(a != b for a, b in zip(wrong, picks, strict=True)) == 2
                ):
                    noted, fact = (wrong, noted[1]), Fact(kind, number, what=(picks, result))
            elif kind == "wrong-bead" and (wrong := people.noted(picks)) is not None:
                noted, fact = (wrong, noted[1]), Fact(kind, number, what=(picks, result))
            elif kind == "wrong-result":
                wrong = luck.choice(
                    [other for other in (1, 0, -1) if other != result and (other or kit.draws)]
                )
                noted, fact = (noted[0], wrong), Fact(kind, number, what=(picks, result))
            elif kind == "wrong-order" and game + 1 < games and turn_round is None and note:
                turn_round, fact = number, Fact(kind, number)
            elif kind == "game-twice" and note and turn_round is None:
                people.rows.append(row_of(number, *noted))
                number += 1
                fact = Fact(kind, number)
            elif kind == "game-missing" and note and picks and turn_round is None:
                note, fact = False, Fact(kind, number, what=(picks, result))
            if fact is not None:
                people.facts.append(fact)
                plan.remove((at, kind))
        if note:
            people.rows.append(row_of(number, *noted))
        elif luck.random() < 0.5:
            number -= 1  # nobody left a line free
        if turn_round is not None and number == turn_round + 1 and len(people.rows) > 1:
            first, second = people.rows[-2:]
            people.rows[-2:] = [
                row_of(turn_round, [(p.box, p.bead) for p in second.picks], second.result),
                row_of(number, [(p.box, p.bead) for p in first.picks], first.result),
            ]
            for fact in people.facts:
                if (
                    fact.kind in PEN
                    and fact.kind != "wrong-order"
                    and fact.game in (turn_round, number)
                ):
                    fact.game = turn_round + number - fact.game
            turn_round = None
    people.counted = dict(people.beads)
    for kind in later[:1]:
        for _ in range(20):
            if (moved := people.count(kind)) is not None:
                people.facts.append(Fact(kind, people.rows[-1].game if people.rows else 0, moved))
                break
    return people


#: Where each kind of slip is tried: some kits give no occasion for it.
WHERE = dict.fromkeys(KINDS, "her") | {
    "reward-forgotten": "menace",
    "done-twice": "menace",
    "mirror-box": "gardner24@1",
    "wrong-order": "ladder",
    "game-twice": "menace",
    "wrong-sign": "menace",
    "game-missing": "menace",
}


def lesson_of(name, games, kinds, seed):
    """Return the notes of a class, the slips that it has made, and the beads that it has
    counted.
    """
    people = play(name, games, list(kinds), random.Random(seed))
    return people, people.rows, people.facts, dict(people.counted)


def lessons_with(kind, name, games, seeds=400):
    """Yield the lessons, of so many, in which a slip was made and left a trace."""
    for seed in range(seeds):
        people, rows, facts, counts = lesson_of(name, games, [kind], f"{kind}/{seed}")
        if facts and () not in seen(name, rows, facts, counts):
            yield people, rows, facts, counts


# --- the judgement
# ------------------------------------------------------------------------------------------------


def is_it(fact, slip, counted):
    """Return whether a slip that is shown is the one that was made, as far as it can be seen in
    the counted boxes.
    """
    if fact.kind == "boxes-exchanged":
        if slip.kind == fact.kind and not slip.exchanged:  # with a box that nobody has counted
            hidden = {box for box in fact.what if not any(slot[0] == box for slot in counted)}
            return fact.game in slip.games and hidden == fact.what - {slip.box}
        return fact.game in slip.games and set(slip.exchanged) == fact.what
    if fact.kind == MOVED:
        return (
            slip.kind == MOVED
            and fact.game in slip.games
            and (slip.other_box, slip.other_bead) in fact.what[0]
        )
    if fact.kind not in PEN:
        seen = {slot: n for slot, n in fact.moved.items() if slot in counted}
        told = {slot: n for slot, n in slip.moved if slot in counted}
        return (
            slip.kind not in PEN and not slip.exchanged and fact.game in slip.games and seen == told
        )
    if slip.kind != fact.kind:
        return False
    if fact.kind == "game-twice":
        return {fact.game, fact.game - 1} & set(slip.games) != set()
    if (
        fact.kind == "game-missing"
    ):  # of the game itself only its last bead from a counted box is told, and its end
        picks, result = fact.what
        last = next((pick for pick in reversed(picks) if pick in counted), picks[-1])
        return (slip.box, slip.bead) == last and slip.row.result == result
    if fact.game not in slip.games:
        return False
    picks, result = fact.what or ((), 0)
    if fact.kind == "wrong-beads":
        return tuple((pick.box, pick.bead) for pick in slip.row.picks) == tuple(picks)
    if fact.kind == "wrong-bead":
        return (slip.other_box, slip.other_bead) in picks
    return fact.kind == "wrong-order" or slip.row.result == result


def fits(story, facts, counted):
    """Return whether the slips of a story are the ones that were made, one for one."""
    story, facts = list(story), list(facts)
    if len(story) != len(facts):
        return False
    if not facts:
        return True
    return any(
        is_it(facts[0], slip, counted) and fits([*story[:at], *story[at + 1 :]], facts[1:], counted)
        for at, slip in enumerate(story)
    )


@dataclass
class Told:
    """What was made, as the slip of a story."""

    kind: str
    after: int
    moved: tuple
    exchanged: tuple
    row: object


def as_told(fact, rows):
    """Return a slip that was made as one of a story."""
    pen, exchanged = fact.kind in (*PEN, MOVED), fact.kind == "boxes-exchanged"
    first = fact.game - 1 if fact.kind == "game-missing" else fact.game
    after = max((at for at, row in enumerate(rows) if row.game <= first), default=-1)
    row = row_of(fact.game, *fact.what) if pen and fact.what else None
    return Told(
        fact.kind, after, tuple(fact.moved.items()), tuple(fact.what) if exchanged else (), row
    )


def replayed(name, rows, story):
    """Replay a story by the referee: each slip at the game that it is told of first."""

    def line(row):
        return tuple((pick.box, pick.bead) for pick in row.picks), row.result

    real = [[], *([line(row)] for row in rows)]  # before the first game, and at each line
    for slip in story:
        at = slip.after + 1
        if slip.kind == "wrong-order":
            real[at], real[at + 1] = real[at + 1], real[at]
        elif slip.kind == "game-twice":
            real[at] = []
        elif slip.kind in PEN and slip.kind != "game-missing":
            real[at] = [line(slip.row)]
        elif slip.kind == MOVED:
            real[at] = [(*line(rows[slip.after]), line(slip.row)[0])]
    for slip in story:
        if slip.kind == "game-missing":
            real[slip.after + 1].append(line(slip.row))
    games, acts = [], defaultdict(list)
    for at, some in enumerate(real):
        games += some
        hands = [slip for slip in story if slip.kind not in (*PEN, MOVED) and slip.after + 1 == at]
        for slip in sorted(hands, key=lambda slip: slip.kind in COUNTING):
            acts[len(games)].append(act_of(name, slip))
    return referee(name, games, acts)


def act_of(name, slip):
    """Return what a slip does to beads: a function, or what it moves."""
    if slip.exchanged:
        return exchanged(*slip.exchanged)
    if slip.kind == "machine-reset":
        return lambda beads: beads.update(new_beads(kit_of(name)))
    return dict(slip.moved)


def explains(name, rows, story, counts):
    """Return what is wrong with a story; nothing if it is possible and leaves the counted beads."""
    beads = replayed(name, rows, story)
    if isinstance(beads, str):
        return beads
    return "" if all(beads[slot] == n for slot, n in counts.items()) else "other beads are left"


def seen(name, rows, facts, counts):
    """Return what can be found of the slips that were made: some of them that explain all; the
    others left no trace.

    Where the slips themselves do not explain it, since one of them cannot be told in the numbers of
    the notes, all. Where two games are noted in the wrong order and nothing shows it, each has the
    number under which it is noted.
    """
    some = [few for size in range(len(facts)) for few in combinations(facts, size)]
    some = [few for made in some for few in (made, as_noted(made, facts))]
    good = [
        few
        for few in some
        if not explains(name, rows, [as_told(fact, rows) for fact in few], counts)
    ]
    return [*(few for few in good if len(few) == len(good[0])), tuple(facts)]


def as_noted(few, facts):
    """Return slips of hands at games that are noted in the wrong order as they are seen if this
    is not found.
    """
    orders = [fact.game for fact in facts if fact.kind == "wrong-order" and fact not in few]
    if not orders:
        return few
    numbers = {orders[0]: orders[0] + 1, orders[0] + 1: orders[0]}
    return tuple(
        fact if fact.kind in PEN else replace(fact, game=numbers.get(fact.game, fact.game))
        for fact in few
    )


def put_right(beads, repair):
    """Do what a repair list says."""
    for one in repair:
        beads[one.box, one.bead] += one.put
