"""Classes that make slips at a machine of boxes and beads, simulated for tests and benchmarks.

The class, its machine, the table and the notes are simulated here from docs/rules.md; only the
games and the boxes of a kit are kitgen's. So is the referee, which replays each story that is
shown, without the code that it judges.
"""

import random
from collections import Counter, defaultdict
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import combinations, product
from typing import NamedTuple

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


class Card(NamedTuple):
    """What people see of a box: the letters of its slots, its turn, and its neighbours in the
    tray.
    """

    letters: tuple[str, ...]
    turn: int
    neighbours: list[str]


@cache
def cards_of(name):
    """Return the card of each box of a kit."""
    boxes = kit_of(name).boxes
    cards = {}
    for at, box in enumerate(boxes):
        beside = [boxes[n] for n in (at - 1, at + 1) if 0 <= n < len(boxes)]
        letters = tuple(slot.colour.letter for slot in box.slots)
        neighbours = [other.id for other in beside if other.row == box.row]
        cards[box.id] = Card(letters, box.turn, neighbours)
    return cards


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
    # To give up counts as a pick of its own, from which nothing can be learned.
    last = 0
    if gave_up and rule.empty == "resign":
        last = 1
    for back, pick in enumerate(reversed(picks), last):
        amount = change.every
        if back < len(change.from_end):
            amount = change.from_end[back]
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
        lead = self.lead + for_the_first(gain, self.position.to_move)
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
        total = self.lead + for_the_first(result, self.position.to_move)
        winner = (total > 0) - (total < 0)
        if side == 0:
            return winner
        return -winner


def for_the_first(gain, side):
    """Return what a side has gained, as a gain of the side that began."""
    if side == 0:
        return gain
    return -gain


def first_board(game):
    start = game.start()
    met = frozenset()
    if game.repetition is not None:
        met = frozenset({(start, 1)})
    return Board(start, 0, met)


def play_one(kit, beads, side, luck, made=None):
    """Play one game; return the picks, the result for the machine, and whether it gave up at an
    empty box.

    ``made`` is a list for the beads whose moves are made; one of these is then perhaps not the one
    that was picked.
    """
    game = kit.game
    board = first_board(game)
    picks = []
    while board.end(game, side) is None:
        position = board.position
        if position.to_move != side:
            board = board.after(game, luck.choice(kit.replies(position)))
            continue
        located = kit.locate(position)
        if located is None:
            move = kit.unboxed(position)
        else:
            box, symmetry = located
            inside = []
            for slot in box.slots:
                inside += [slot] * beads[box.id, slot.colour.letter]
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
    return tuple(picks), board.end(game, side), False


@cache
def ends_of(name, picks):
    """Return how a game with these picks can end: the results, and the boxes that can come next."""
    kit = kit_of(name)
    game = kit.game
    results = set()
    boxes = set()
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
            return
        located = kit.locate(position)
        if located is None:
            go(board.after(game, kit.unboxed(position)), side, at)
            return
        box, symmetry = located
        if at == len(picks):
            boxes.add(box.id)
        elif box.id == picks[at][0]:
            slot = next(slot for slot in box.slots if slot.colour.letter == picks[at][1])
            for move in slot.moves:
                go(board.after(game, symmetry.inverse().move(move)), side, at + 1)

    for side in kit.players:
        go(first_board(game), side, 0)
    return frozenset(results), frozenset(boxes)


def is_empty(name, box, beads):
    """Return whether a box has no bead."""
    return not any(beads[box, letter] for letter in cards_of(name)[box].letters)


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
            is_one_empty = any(is_empty(name, box, beads) for box in boxes)
            if result not in results and not (result == -1 and is_one_empty):
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
        self.kit = kit_of(self.name)
        self.cards = cards_of(self.name)
        self.beads = new_beads(self.kit)
        self.ideal = new_beads(self.kit)
        self.facts = []
        self.rows = []
        self.counted = self.beads
        #: The number of the line that was noted last, or left out.
        self.number = 0
        #: The first of two lines that change places, until the second is noted.
        self.turn_round = None

    def teach(self, picks, result, *, gave_up):
        """Do what the rule says."""
        for beads in (self.beads, self.ideal):
            changes = add(beads, lesson(self.kit, picks, result, gave_up=gave_up))
        return changes

    def slip(self, kind, picks, result, should):
        """Make a slip of hands after a game that has been learned; return what it moved, or None
        without occasion.

        ``should`` is what the rule has moved after this game.
        """
        luck = self.luck
        match kind:
            case "bead-lost":
                boxes = set(self.cards)
                if luck.random() < 0.5:
                    boxes = {box for box, _ in picks}
                inside = self.inside(boxes)
                if not inside:
                    return None
                return {luck.choice(inside): -1}
            case "bead-found":
                return {luck.choice(list(self.beads)): 1}
            case "put-elsewhere":
                ways = []
                for slot in self.put_back(picks, should):
                    ways += [(slot, there) for there in self.elsewhere(slot, picks)]
                if not ways:
                    return None
                slot, there = luck.choice(ways)
                return {slot: -1, there: 1}
            case "beads-exchanged":
                return self.crosswise(self.put_back(picks, should))
            case "punishment-forgotten":
                return self.undone([slot for slot, n in should.items() if n < 0], should)
            case "reward-forgotten":
                return self.undone([slot for slot, n in should.items() if n >= 0], should)
            case "done-twice":
                slots = list(should)
                only_one = luck.random() >= 0.5
                if only_one and slots:
                    slots = [luck.choice(slots)]
                if any(self.beads[slot] + should[slot] < 0 for slot in slots):
                    return None
                return {slot: should[slot] for slot in slots}
            case "wrong-sign":
                if result == 0:
                    return None
                instead = lesson(self.kit, picks, -result, gave_up=False)
                moved = {}
                for slot in {*should, *instead}:
                    n = instead.get(slot, 0) - should.get(slot, 0)
                    if n:
                        moved[slot] = n
                return moved
            case "knocked-over":
                inside = self.inside([luck.choice(list(self.cards))])
                if not inside:
                    return None
                lost = luck.sample(inside, luck.randint(1, len(inside)))
                return {slot: -n for slot, n in Counter(lost).items()}
        if kind not in ELSEWHERE:
            raise NotImplementedError(f"let `slip` say what {kind} does to the beads")
        if not should:
            return None
        slot = luck.choice(list(should))
        others = self.mistaken(kind, slot, picks)
        if not others:
            return None
        return {slot: -should[slot], luck.choice(others): should[slot]}

    def inside(self, boxes):
        """Return the slot of each bead in some boxes."""
        slots = []
        for slot, n in self.beads.items():
            if slot[0] in boxes:
                slots += [slot] * n
        return slots

    def put_back(self, picks, should):
        """Return the slots of the beads that go back into their boxes after a game."""
        slots = dict.fromkeys(picks)
        return [slot for slot in slots if self.beads[slot] > 0 and should.get(slot, 0) >= 0]

    def crosswise(self, slots):
        """Put two beads each into the box of the other."""
        ways = []
        for one, other in product(slots, repeat=2):
            there = (one[0], other[1])
            beyond = (other[0], one[1])
            differ = one[0] < other[0] and one[1] != other[1]
            if differ and there in self.beads and beyond in self.beads:
                ways.append({one: -1, other: -1, there: 1, beyond: 1})
        if not ways:
            return None
        return self.luck.choice(ways)

    def undone(self, slots, should):
        """Forget what the rule does to some slots, or to one of several."""
        if len(slots) > 1 and self.luck.random() < 0.5:
            slots = [self.luck.choice(slots)]
        return {slot: -should[slot] for slot in slots} or None

    def elsewhere(self, slot, picks):
        """Return where a bead can go instead of its own box: likelier into a box at hand."""
        own, letter = slot
        boxes = list(self.cards)
        if self.luck.random() < 0.7:
            boxes = [*(box for box, _ in picks), *self.cards[own].neighbours]
        return [(box, letter) for box in boxes if box != own and (box, letter) in self.beads]

    def mistaken(self, kind, slot, picks):
        box, letter = slot
        if kind == "wrong-move":
            return [pick for pick in picks if pick[0] != box]
        if kind == "wrong-colour":
            return [(box, other) for other in self.cards[box].letters if other != letter]
        if kind == "neighbour-box":
            near = [(neighbour, letter) for neighbour in self.cards[box].neighbours]
            return [slot for slot in near if slot in self.beads]
        return self.mirrored(slot)

    def mirrored(self, slot):
        """Return the same move in the mirror image of a box, where that has a box of its own."""
        boxes = self.kit.boxes
        mine = next(box for box in boxes if box.id == slot[0])
        move = next(one for one in mine.slots if one.colour.letter == slot[1]).moves[0]
        found = []
        for box, symmetry in product(boxes, self.kit.symmetries.all):
            are_mirrors = box.id == mine.mirror_of or mine.id == box.mirror_of
            if are_mirrors and symmetry.position(mine.position) == box.position:
                slots = [one for one in box.slots if symmetry.move(move) in one.moves]
                found += [(box.id, one.colour.letter) for one in slots]
        return found

    def exchange(self, picks):
        """Exchange the beads of two boxes, of which one was in the game; return them, or None."""
        one = next(iter(self.cards))
        if picks:
            one, _ = self.luck.choice(picks)
        fits = []
        for other in self.cards:
            turned = turned_round(self.beads, one, other)
            strays = any(n for slot, n in turned.items() if slot not in self.beads)
            changes = any(n != self.beads.get(slot, 0) for slot, n in turned.items())
            if other != one and changes and not strays:
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
        before = dict(self.beads)
        fresh = new_beads(self.kit)
        if kind == "other-class":
            for number in range(self.luck.randint(3, 6)):
                side = self.kit.players[number % len(self.kit.players)]
                picks, result, gave_up = play_one(self.kit, self.beads, side, self.luck)
                self.teach(picks, result, gave_up=gave_up)
        elif kind not in ("machine-reset", "box-refilled", "boxes-refilled"):
            raise NotImplementedError(f"let `event` say what {kind} does to the machine")
        for box in self.refilled(kind, fresh):
            for letter in self.cards[box].letters:
                self.beads[box, letter] = self.ideal[box, letter] = fresh[box, letter]
        moved = {slot: n - before[slot] for slot, n in self.beads.items() if n != before[slot]}
        return moved or None

    def refilled(self, kind, fresh):
        """Return the boxes that are filled as at the beginning."""
        boxes = list(self.cards)
        if kind == "other-class":
            return []
        if kind == "box-refilled":
            empty = [box for box in boxes if is_empty(self.name, box, self.beads)]
            if not empty:
                return []
            return [self.luck.choice(empty)]
        if kind == "boxes-refilled":
            with_changes = {box for box, letter in fresh if self.is_changed(box, letter, fresh)}
            changed = [box for box in boxes if box in with_changes]
            if len(changed) < 2:
                return []
            return self.luck.sample(changed, 2)
        return boxes

    def is_changed(self, box, letter, fresh):
        """Return whether a slot holds other beads than at the beginning."""
        return self.beads[box, letter] != fresh[box, letter]

    def count(self, kind):
        """Count the beads with a slip; return what it seems to have moved, or None without
        occasion.
        """
        moved = {self.luck.choice(list(self.beads)): self.luck.choice((-1, 1))}
        if kind == "colours-confused":
            pairs = []
            for one, other in product(self.beads, repeat=2):
                if one[0] == other[0] and self.beads[one] > self.beads[other]:
                    pairs.append((one, other))
            one, other = self.luck.choice(pairs)
            n = self.beads[one] - self.beads[other]
            moved = {one: -n, other: n}
        elif kind != "miscounted":
            raise NotImplementedError(f"let `count` say what {kind} makes of the beads")
        self.counted = {slot: n + moved.get(slot, 0) for slot, n in self.beads.items()}
        if min(self.counted.values()) < 0:
            return None
        return moved

    def fill_wrongly(self):
        """Fill one box wrongly before the first game."""
        box = self.luck.choice(list(self.cards))
        turn = self.cards[box].turn
        slots = [(box, letter) for letter in self.cards[box].letters]
        way = self.luck.choice(("one-less", "one-more", "other-colour", "other-turn"))
        if way == "other-colour" and len(slots) > 1:
            out, instead = self.luck.sample(slots, 2)
            return add(self.beads, {out: -1, instead: 1})
        more = fill(self.kit, turn + 1) - fill(self.kit, turn)
        if way == "other-turn" and more:
            return add(self.beads, dict.fromkeys(slots, more))
        amount = -1
        if way == "one-more":
            amount = 1
        return add(self.beads, {self.luck.choice(slots): amount})

    def noted(self, picks):
        """Return picks with one bead noted wrongly, by another colour or another box; None
        without picks.
        """
        if not picks:
            return None
        at = self.luck.randrange(len(picks))
        box, letter = picks[at]
        colours = self.mistaken("wrong-colour", (box, letter), picks)
        near = self.mistaken("neighbour-box", (box, letter), picks)
        wrong = near
        if self.luck.random() < 0.6:
            wrong = colours
        if not wrong:
            return None
        return (*picks[:at], self.luck.choice(wrong), *picks[at + 1 :])

    def fact(self, kind, game):
        """Make a slip, or do something, after a game; return it, or None without an occasion."""
        luck = self.luck
        picks = game.picks
        as_played = (picks, game.result)
        if kind in PEN and not game.is_noted_rightly:
            return None  # one slip of the pen a game
        match kind:
            case "boxes-exchanged":
                pair = self.exchange(picks)
                if pair is not None:
                    return Fact(kind, self.number, what=pair)
            case _ if kind in HANDS:
                moved = self.slip(kind, picks, game.result, game.should)
                if moved and all(self.beads[slot] + n >= 0 for slot, n in moved.items()):
                    add(self.beads, moved)
                    return Fact(kind, self.number, moved)
            case _ if kind == MOVED:
                made = tuple(game.made or ())
                if made and made != picks and game.is_noted_rightly:
                    return Fact(kind, self.number, what=(made, game.result))
            case _ if kind in EVENTS:
                moved = self.event(kind)
                if moved is not None:
                    return Fact(kind, self.number, moved)
            case "wrong-beads" if len(picks) > 1:
                wrong = self.noted(self.noted(picks) or ())
                if wrong is not None:
                    different = sum(a != b for a, b in zip(wrong, picks, strict=True))
                    if different == 2:
                        game.noted_picks = wrong
                        return Fact(kind, self.number, what=as_played)
            case "wrong-bead":
                wrong = self.noted(picks)
                if wrong is not None:
                    game.noted_picks = wrong
                    return Fact(kind, self.number, what=as_played)
            case "wrong-result":
                results = [1, 0, -1]
                if not self.kit.draws:
                    results.remove(0)
                others = [result for result in results if result != game.result]
                game.noted_result = luck.choice(others)
                return Fact(kind, self.number, what=as_played)
            case _ if not game.is_noted or self.turn_round is not None:
                return None
            case "wrong-order" if not game.is_last:
                self.turn_round = self.number
                return Fact(kind, self.number)
            case "game-twice":
                self.note(game)
                self.number += 1
                return Fact(kind, self.number)
            case "game-missing" if picks:
                game.is_noted = False
                return Fact(kind, self.number, what=as_played)
        return None

    def note(self, game):
        """Note a game, rightly or not."""
        self.rows.append(row_of(self.number, game.noted_picks, game.noted_result))

    def turn_lines_round(self):
        """Let the last two lines change places."""
        first, second = self.rows[-2:]
        self.rows[-2:] = [
            row_of(self.turn_round, [(p.box, p.bead) for p in second.picks], second.result),
            row_of(self.number, [(p.box, p.bead) for p in first.picks], first.result),
        ]
        lines = (self.turn_round, self.number)
        for fact in self.facts:
            if fact.kind in PEN and fact.kind != "wrong-order" and fact.game in lines:
                fact.game = sum(lines) - fact.game
        self.turn_round = None


@dataclass
class PlayedGame:
    """A game, and how it is noted.

    Attributes:
        picks: the beads that were picked.
        result: for the machine.
        should: what the rule has moved after it.
        made: the beads whose moves were made, if the class is about to make other moves.
        is_last: whether no game follows.
        noted_picks, noted_result: as they are noted.
        is_noted: whether it is.
    """

    picks: tuple
    result: int
    should: dict
    made: list | None
    is_last: bool
    noted_picks: tuple = ()
    noted_result: int = 0
    is_noted: bool = True

    def __post_init__(self):
        self.noted_picks = self.picks
        self.noted_result = self.result

    @property
    def is_noted_rightly(self):
        return (self.noted_picks, self.noted_result) == (self.picks, self.result)


def turned_round(beads, one, other):
    """Return the beads in two boxes after these have been exchanged, also where a box has no slot
    of a colour.
    """
    letters = {letter for box, letter in beads if box in (one, other)}
    turned = {}
    for letter in letters:
        turned[one, letter] = beads.get((other, letter), 0)
        turned[other, letter] = beads.get((one, letter), 0)
    return turned


def exchanged(one, other):
    """Return what exchanges the beads of two boxes; a bead without a slot in the other box is
    left out.
    """

    def act(beads):
        turned = turned_round(beads, one, other)
        beads.update({slot: n for slot, n in turned.items() if slot in beads})

    return act


def row_of(number, picks, result):
    return GameRow(number, tuple(PickedBead(*pick) for pick in picks), result)


def play(name, games, kinds, luck):
    """Play a journal with some slips, each at a random game or at the first one after it that
    has an occasion.
    """
    people = Class(name, luck)
    kit = people.kit
    plan = []
    for kind in kinds:
        if kind not in ("filled-wrongly", *COUNTING):
            plan.append((luck.randrange(games), kind))
    plan.sort()
    for kind in kinds:
        if kind == "filled-wrongly":
            moved = people.fill_wrongly()
            if moved:
                people.facts.append(Fact(kind, 0, moved))
    for number in range(games):
        due = [(at, kind) for at, kind in plan if at <= number]
        made = None
        if any(kind == MOVED for _, kind in due):
            made = []
        side = kit.players[number % len(kit.players)]
        picks, result, gave_up = play_one(kit, people.beads, side, luck, made)
        should = people.teach(picks, result, gave_up=gave_up)
        game = PlayedGame(picks, result, should, made, is_last=number + 1 == games)
        people.number += 1
        for at, kind in due:
            fact = people.fact(kind, game)
            if fact is not None:
                people.facts.append(fact)
                plan.remove((at, kind))
        if game.is_noted:
            people.note(game)
        elif luck.random() < 0.5:
            people.number -= 1  # nobody left a line free
        follows = people.turn_round is not None and people.number == people.turn_round + 1
        if follows and len(people.rows) > 1:
            people.turn_lines_round()
    people.counted = dict(people.beads)
    for kind in [kind for kind in kinds if kind in COUNTING][:1]:
        last = 0
        if people.rows:
            last = people.rows[-1].game
        for _ in range(20):
            moved = people.count(kind)
            if moved is not None:
                people.facts.append(Fact(kind, last, moved))
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
        made, _ = fact.what
        names_a_move = (slip.other_box, slip.other_bead) in made
        return slip.kind == MOVED and fact.game in slip.games and names_a_move
    if fact.kind not in PEN:
        if slip.kind in PEN or slip.exchanged or fact.game not in slip.games:
            return False
        seen = {slot: n for slot, n in fact.moved.items() if slot in counted}
        told = {slot: n for slot, n in slip.moved if slot in counted}
        return seen == told
    if slip.kind != fact.kind:
        return False
    if fact.kind == "game-twice":
        return {fact.game, fact.game - 1} & set(slip.games) != set()
    if fact.kind == "game-missing":
        # Of the game itself only its last bead from a counted box is told, and its end.
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
    if len(story) != len(facts):
        return False
    if not facts:
        return True
    first, *other_facts = facts
    for at, slip in enumerate(story):
        others = [*story[:at], *story[at + 1 :]]
        if is_it(first, slip, counted) and fits(others, other_facts, counted):
            return True
    return False


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
    last_before = fact.game
    if fact.kind == "game-missing":
        last_before -= 1
    after = max((at for at, row in enumerate(rows) if row.game <= last_before), default=-1)
    exchanged = ()
    row = None
    if fact.kind == "boxes-exchanged":
        exchanged = tuple(fact.what)
    elif fact.kind in (*PEN, MOVED) and fact.what:
        row = row_of(fact.game, *fact.what)
    return Told(fact.kind, after, tuple(fact.moved.items()), exchanged, row)


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
    games = []
    acts = defaultdict(list)
    for at, played in enumerate(real):
        games += played
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
    if any(beads[slot] != n for slot, n in counts.items()):
        return "other beads are left"
    return ""


def seen(name, rows, facts, counts):
    """Return what can be found of the slips that were made: some of them that explain all; the
    others left no trace.

    Where the slips themselves do not explain it, since one of them cannot be told in the numbers of
    the notes, all. Where two games are noted in the wrong order and nothing shows it, each has the
    number under which it is noted.
    """
    good = []
    for size in range(len(facts)):
        for few in combinations(facts, size):
            for told in (few, as_noted(few, facts)):
                story = [as_told(fact, rows) for fact in told]
                if not explains(name, rows, story, counts):
                    good.append(told)
        if good:
            break
    return [*good, tuple(facts)]


def as_noted(few, facts):
    """Return slips of hands at games that are noted in the wrong order as they are seen if this
    is not found.
    """
    orders = [fact.game for fact in facts if fact.kind == "wrong-order" and fact not in few]
    if not orders:
        return few
    first = orders[0]
    numbers = {first: first + 1, first + 1: first}
    noted = []
    for fact in few:
        if fact.kind not in PEN:
            fact = replace(fact, game=numbers.get(fact.game, fact.game))  # noqa: PLW2901
        noted.append(fact)
    return tuple(noted)


def put_right(beads, repair):
    """Do what a repair list says."""
    for one in repair:
        beads[one.box, one.bead] += one.put
