"""Games noted by their beads, the boxes that can follow each other, and a game reconstructed
from its row.
"""

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import partial
from itertools import islice
from typing import Literal, NamedTuple, Self

from kitgen.errors import NotationError, RecordError, located, quoted
from kitgen.kit.kit import EITHER, Box, Kit, Slot
from kitgen.machine.first_games import SampleGame, opponents_of, simulated
from kitgen.machine.match import Match, parse_policy
from kitgen.machine.paper_machine import Table, start_table
from kitgen.model import Move, Position

#: Results for the machine by their letters in files, the same in every language.
RESULTS = {"W": 1, "D": 0, "L": -1}
RESULT_WORDS = {1: "won", 0: "drawn", -1: "lost"}
LETTERS: dict[int, Literal["W", "D", "L"]] = {1: "W", 0: "D", -1: "L"}


@dataclass(frozen=True, slots=True)
class PickedBead:
    """A bead that the machine picked, as noted: the id of its box, and the letter or key of its
    colour.
    """

    box: str
    bead: str

    @classmethod
    def of(cls, box: Box, slot: Slot) -> Self:
        """Return a bead from a slot of a box."""
        return cls(box.id, slot.colour.letter.upper())

    @property
    def text(self) -> str:
        """The bead as in a cell of the log."""
        return f"{self.box} {self.bead}"


@dataclass(frozen=True, slots=True)
class GameRow:
    """One game as it was noted.

    Attributes:
        result: for the machine: 1 won, 0 drawn, -1 lost.
        opponent: may be empty, like ``starts``, ``when`` and ``remark``.
        resigned: True if a side gave up: the machine at an empty box, or its opponent in a game
            that it won; False if the game ended on the table; None if unknown.
        last_only: True if these are only the last beads, because the rule needs no more.
    """

    game: int
    picks: tuple[PickedBead, ...]
    result: int
    opponent: str = ""
    starts: str = ""
    when: str = ""
    remark: str = ""
    resigned: bool | None = None
    last_only: bool = False

    @property
    def picks_text(self) -> str:
        """The picks in one line, as in ``A1 R B1 U``; see ``picks_in``."""
        return " ".join(pick.text for pick in self.picks)

    def ways(self, ends: Iterable[tuple[int, bool]]) -> set[bool]:
        """Return the ways in which the game may have had its result, of some ends: True if the
        machine gave up.
        """
        ways = {resigned for outcome, resigned in ends if outcome == self.result}
        if self.resigned is None:
            return ways
        return ways & {self.resigned}

    @property
    def conceded(self) -> bool:
        """Whether the machine has won because its opponent, another machine, met an empty box."""
        return bool(self.resigned) and self.result == 1


#: How alike the ids of two boxes are at least, from 0 to 1, if one may be a typing error.
MIN_LIKENESS_OF_BOXES = 0.5
#: Reads a bead of a kit from a cell and the heading of its column.
ReadBead = Callable[[Kit, str, str], PickedBead]
#: A box, perhaps only by its number, and what was picked from it: ``B4 R``, ``b4r``, ``4 R``,
#: ``B4: red``.
_CELL = re.compile(r"\s*([A-Za-z]{0,2})\s*([0-9]{1,6})\s*[-:/.]?\s*(\S.*?)\s*")


def picks_in(text: str) -> tuple[PickedBead, ...]:
    """Return the picks in ``picks_text``, without an incomplete one at its end."""
    words = text.split()
    pairs = zip(words[::2], words[1::2], strict=False)
    return tuple(PickedBead(box, bead) for box, bead in pairs)


#: A box of the kit, and the slot of a bead in it.
Bead = tuple[Box, Slot]


def parse_bead(kit: Kit, text: str, column: str = "") -> PickedBead:
    """Parse a bead; ``RecordError`` if there is no such box, or no such bead in it.

    Args:
        text: box and bead; the bead as its letter, colour name, colour key or move, as drawn on the
            box or turned.
        column: the heading of its column; below a row of boxes, the number of the box is enough.

    >>> from kitgen.kit.build import build_kit
    >>> kit = build_kit("her")
    >>> [
    ...     parse_bead(kit, *cell).text
    ...     for cell in (("b4r",), ("4 red", "B"), ("A1 a3a2",), ("A1 c3c2",))
    ... ]
    ['B4 R', 'B4 R', 'A1 R', 'A1 R']
    """
    match = _CELL.fullmatch(text)
    if match is None:
        example = f"{kit.boxes[-1].id} {kit.boxes[-1].slots[-1].colour.letter}"
        raise RecordError(f"{quoted(text.strip())} is not a box and a bead, such as {example}")
    letters = match[1].upper()
    number = match[2].lstrip("0")
    box = kit.by_id.get(letters + number)
    if box is None and not letters:
        box = kit.by_id.get(column + number)
    if box is None:
        named = letters + number
        refusal = f"kit {kit.name!r} has no box {quoted(named)}"
        near = get_close_matches(named, kit.by_id, n=2, cutoff=MIN_LIKENESS_OF_BOXES)
        if near:
            refusal += f"; did you mean {' or '.join(near)}?"
        raise RecordError(refusal)
    return PickedBead.of(box, _slot(kit, box, match[3]))


def bead_as_written(kit: Kit, text: str, column: str = "") -> PickedBead:
    """Parse a bead even if the kit does not have it; ``RecordError`` if it is not a box and a bead.

    >>> from kitgen.kit.build import build_kit
    >>> bead_as_written(build_kit("her"), "Z9 Q").text
    'Z9 Q'
    """
    try:
        return parse_bead(kit, text, column)
    except RecordError:
        if re.fullmatch(r"\S+ \S+", text) is None:
            raise
        return PickedBead(*text.split())


def _slot(kit: Kit, box: Box, text: str) -> Slot:
    """Return the slot of a box that a word names: by its colour, or by a move."""
    word = text.casefold()
    for slot in box.slots:
        colour = slot.colour
        if word in (colour.letter.casefold(), colour.key.casefold(), colour.name.casefold()):
            return slot
    try:
        move = kit.game.parse_move(box.position, text)
    except NotationError:
        for slot in box.slots:
            if word in (kit.game.move_text(move).casefold() for move in slot.moves):
                return slot
    else:
        drawn = [slot for slot in box.slots if move in slot.moves]
        turned = [slot for slot in box.slots if _is_turned(kit, slot, move)]
        if len(drawn) == 1:
            return drawn[0]
        if len(turned) == 1:
            return turned[0]
        if turned:
            letters = " or ".join(slot.colour.letter for slot in turned)
            raise RecordError(
                f"move {quoted(text)} in box {box.id} may be bead {letters}; name the bead"
            )
    letters = ", ".join(slot.colour.letter for slot in box.slots)
    raise RecordError(f"box {box.id} has no bead {quoted(text.upper())}; it has {letters}")


def _is_turned(kit: Kit, slot: Slot, move: Move) -> bool:
    """Return whether a move is one of a slot, with the board as it lies or turned."""
    return any(move in map(symmetry.move, slot.moves) for symmetry in kit.symmetries.all)


def beads_of(kit: Kit, row: GameRow) -> list[Bead]:
    """Return the kit's beads of a game; ``RecordError`` if the kit has no such box or bead."""
    return [bead_of(kit, pick) for pick in row.picks]


def bead_of(kit: Kit, pick: PickedBead) -> Bead:
    """Return the kit's bead that was picked; ``RecordError`` if the kit has no such box or bead."""
    box = kit.by_id.get(pick.box)
    if box is None:
        raise RecordError(f"kit {kit.name!r} has no box {quoted(pick.box)}")
    return box, _slot(kit, box, pick.bead)


def game_and_file(text: str) -> tuple[str, str]:
    """Return the file and the number in the name of a game; the number may be missing.

    >>> game_and_file("games.csv:3"), game_and_file("games.csv")
    (('games.csv', '3'), ('games.csv', ''))
    """
    name, colon, number = text.rpartition(":")
    if colon and number.isdecimal():
        return name, number
    return text, ""


# The boxes that can follow each other in a game, for checking records without the other side's
# moves. ``follow`` finds the moves of one game; ``Passages`` only what can come next, cached for
# thousands of games.


class Stand(NamedTuple):
    """A possible state of a game. Images of each other are one, unless a position may recur or its
    image has a box.

    Attributes:
        side: the side that the machine plays.
        lead: points of the side that began, minus those of the other side.
        met: how often each position has occurred, if one can recur.
    """

    position: Position
    side: int
    lead: int = 0
    met: frozenset[tuple[Position, int]] = frozenset()


@dataclass(frozen=True, slots=True)
class Reached:
    """A stand that a game can reach without another bead.

    Attributes:
        replies: the moves of the other side on the way, each with the number of own moves before
            it.
        own: the machine's own moves, in turns without a bead.
        box: the machine's next box; None if the game is over.
        result: the end for the machine: 1, 0 or -1; at a box, the end if it is empty, or None.
    """

    stand: Stand
    replies: tuple[tuple[int, Move], ...]
    own: tuple[Move, ...]
    box: Box | None
    result: int | None

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves of both sides on the way, in order."""
        # A reply after as many own moves as its number comes before the next own move.
        in_order: list[tuple[float, Move]] = list(self.replies)
        for number, move in enumerate(self.own):
            in_order.append((number + 0.5, move))
        in_order.sort(key=lambda numbered: numbered[0])
        return tuple(move for _, move in in_order)


class _Ahead(NamedTuple):
    """What can come without another bead.

    Attributes:
        boxes: the boxes that may be opened next, each with the state before it.
        ends: how the game may end: the result for the machine, and whether it gave up.
    """

    boxes: tuple[tuple[str, Stand], ...]
    ends: frozenset[tuple[int, bool]]


class Passages:
    """The possible courses of a kit's games: which box may follow which.

    ``start`` has the states before the first move, one for each side that the machine may play.

    >>> from kitgen.kit.build import build_kit
    >>> passages = Passages(build_kit("her"))
    >>> sorted(passages.next_boxes(passages.start))
    ['A1', 'A2']
    """

    def __init__(self, kit: Kit, *, as_it_lies: bool = False) -> None:
        """``as_it_lies`` makes the images of a position separate states."""
        self.kit = kit
        self._ahead: dict[Stand, _Ahead] = {}
        self._reached: dict[Stand, tuple[Reached, ...]] = {}
        self._after: dict[tuple[Stand, str], tuple[tuple[Move, Stand], ...]] = {}
        # Mirror images with boxes of their own are separate states.
        self._as_it_lies = as_it_lies or any(box.mirror_of is not None for box in kit.boxes)
        self.start = tuple(self._stand(start_table(kit.game), side) for side in kit.players)

    def before(self, box: Box) -> tuple[Stand, ...]:
        """Return the states at a box if nothing is known of the game before."""
        stands = []
        for side in self.kit.players:
            to_move = side if self.kit.choices.side == EITHER else box.position.to_move
            stands.append(Stand(Position(box.position.cells, to_move), side))
        return tuple(stands)

    def next_boxes(self, stands: Iterable[Stand]) -> dict[str, tuple[Stand, ...]]:
        """Return the boxes that may be opened next, with the states before each."""
        boxes: dict[str, dict[Stand, None]] = {}
        for stand in stands:
            for box, before in self._next(stand).boxes:
                boxes.setdefault(box, {})[before] = None
        return {box: tuple(before) for box, before in boxes.items()}

    def ends(self, stands: Iterable[Stand]) -> frozenset[tuple[int, bool]]:
        """Return the possible ends without another bead: the result for the machine, and whether
        it gave up.
        """
        ends = [self._next(stand).ends for stand in stands]
        return frozenset[tuple[int, bool]]().union(*ends)

    def after(
        self, stands: Iterable[Stand], bead: Bead, move: Move | None = None
    ) -> tuple[Stand, ...]:
        """Return the states after a bead, perhaps with the move that was made for it; none if it
        is impossible.
        """
        box, slot = bead
        states: dict[Stand, None] = {}
        for before in self.next_boxes(stands).get(box.id, ()):
            for made, after in self.moves_for(before, slot):
                if move is None or made == move:
                    states[after] = None
        return tuple(states)

    def moved(self, stands: Iterable[Stand], move: Move) -> tuple[Stand, ...]:
        """Return the states after a move without a bead; none if nobody can make it, or the
        machine has no answer.
        """
        states = []
        for before in stands:
            table = self._table(before)
            by_machine = table.position.to_move == before.side
            if by_machine and self.kit.locate(table.position) is not None:
                continue  # it needs a bead
            if table.ended() is not None or move not in self.onwards(table, before.side):
                continue
            after = self._stand(table.after(move), before.side)
            ahead = self._next(after)
            if ahead.boxes or ahead.ends:
                states.append(after)
        return tuple(states)

    def is_over(self, stand: Stand) -> bool:
        """Return whether the game has ended in a state."""
        return self._table(stand).ended() is not None

    def follow(
        self, beads: Sequence[Bead], start: Iterable[Stand] | None = None
    ) -> list[tuple[Stand, ...]]:
        """Return the states at the start and after each bead, as far as possible."""
        stands = [self.start if start is None else tuple(start)]
        for bead in beads:
            after = self.after(stands[-1], bead)
            if not after:
                break
            stands.append(after)
        return stands

    def noted(self, row: GameRow, beads: Sequence[Bead]) -> tuple[list[tuple[Stand, ...]], bool]:
        """Return the states of a noted game, as ``follow`` does, and whether the last ones tell how
        it may have ended.

        They do not if the game is impossible, or if only its last beads are known and others count
        for its end.
        """
        start = self.before(beads[0][0]) if row.last_only and beads else None
        stands = self.follow(beads, start)
        return stands, len(stands) > len(beads) and self.tell_end(row)

    def tell_end(self, row: GameRow) -> bool:
        """Return whether the beads of a possible game tell how it may have ended."""
        game = self.kit.game
        others_count = game.scoring or game.repetition is not None
        return not row.last_only or (bool(row.picks) and not others_count)

    def _next(self, stand: Stand) -> _Ahead:
        if stand not in self._ahead:
            boxes: dict[tuple[str, Stand], None] = {}
            ends: set[tuple[int, bool]] = set()
            for reached in self._walk(self._table(stand), stand.side):
                if reached.box is not None:
                    boxes[reached.box.id, reached.stand] = None
                if reached.result is not None:
                    ends.add((reached.result, reached.box is not None))
            self._ahead[stand] = _Ahead(tuple(boxes), frozenset(ends))
        return self._ahead[stand]

    def reached(self, stand: Stand) -> tuple[Reached, ...]:
        """Return the stands that a game can reach without another bead, once for each way."""
        if stand not in self._reached:
            self._reached[stand] = tuple(self._walk(self._table(stand), stand.side))
        return self._reached[stand]

    def moves_for(self, stand: Stand, slot: Slot) -> tuple[tuple[Move, Stand], ...]:
        """Return the possible moves for a bead at a stand, with the stand after each."""
        key = (stand, slot.colour.key)
        if key not in self._after:
            at_box = self.kit.locate(stand.position)
            assert at_box is not None  # noqa: S101 - it stands before a box
            _, to_box = at_box
            to_table = to_box.inverse()
            table = self._table(stand)
            moves = dict.fromkeys(map(to_table.move, slot.moves))
            self._after[key] = tuple(
                (move, self._stand(table.after(move), stand.side)) for move in moves
            )
        return self._after[key]

    def _walk(
        self,
        table: Table,
        side: int,
        replies: tuple[tuple[int, Move], ...] = (),
        own: tuple[Move, ...] = (),
    ) -> Iterator[Reached]:
        """Yield each way from a table to the machine's next box or to the end, after the moves on
        the way so far.
        """
        ended = table.ended()
        if ended is not None:
            result = ended if side == 0 else -ended
            yield Reached(self._stand(table, side), replies, own, None, result)
            return
        by_machine = table.position.to_move == side
        at_box = self.kit.locate(table.position) if by_machine else None
        if at_box is not None:
            box, _ = at_box
            if_empty = self.kit.rule.when_empty.outcome
            yield Reached(self._stand(table, side), replies, own, box, if_empty)
            return
        for move in self.onwards(table, side):
            after = table.after(move)
            if by_machine:
                yield from self._walk(after, side, replies, (*own, move))
            else:
                yield from self._walk(after, side, (*replies, (len(own), move)), own)

    def onwards(self, table: Table, side: int) -> Sequence[Move]:
        """Return the possible moves in a position without a box for the machine, which plays a
        side.
        """
        if table.position.to_move != side:
            return self.kit.replies(table.position)
        only = self.kit.unboxed(table.position)
        return () if only is None else (only,)

    def _stand(self, table: Table, side: int) -> Stand:
        if self.kit.game.repetition is not None:
            return Stand(table.position, side, table.lead, frozenset(table.met.items()))
        position = table.position
        if not self._as_it_lies:
            position = self.kit.symmetries.canonical(position)
        return Stand(position, side, table.lead)

    def _table(self, stand: Stand) -> Table:
        return Table(self.kit.game, stand.position, stand.lead, [], Counter(dict(stand.met)))


# A game reconstructed from its beads. Each box shows a position, so the other side's moves between
# two boxes can be deduced; if there are none, the row is impossible.


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn in which the machine picked a bead.

    Attributes:
        met, move: the position on the table, an image of that of the box, and the move there.
        since: the moves since the machine's last bead; None if there are several ways.
    """

    box: Box
    slot: Slot
    met: Position
    move: Move
    since: tuple[Move, ...] | None


@dataclass(frozen=True, slots=True)
class KnownGame:
    """A game as far as it is known; images of each other are one game.

    Attributes:
        turns: the turns in which the machine picked a bead.
        end: the moves after the last of them; None if there are several ways.
        last: the last position; None if it may be one of several.
        resigned: whether the machine gave up at an empty box; None if unknown.
    """

    turns: tuple[Turn, ...]
    end: tuple[Move, ...] | None
    last: Position | None
    resigned: bool | None


class _BeadPlayed(NamedTuple):
    """A bead in a possible course of a game: the moves before it, the position and its move."""

    since: tuple[Move, ...]
    met: Position
    move: Move


#: A possible course of a game, bead by bead.
_Course = tuple[_BeadPlayed, ...]


def follow(kit: Kit, row: GameRow) -> KnownGame:
    """Reconstruct a game from its row; ``RecordError`` says where it is impossible.

    >>> from kitgen.kit.build import build_kit
    >>> kit = build_kit("her")
    >>> story = follow(kit, GameRow(1, (PickedBead("A1", "R"),), -1))
    >>> [kit.game.text(turn.met) for turn in story.turns]
    ['bbb/..w/ww. b']
    """
    with located(f"game {row.game}"):
        picks = beads_of(kit, row)
    faults = []
    for side in kit.players:
        try:
            return _story(kit, side, row, picks)
        except RecordError as error:
            faults.append(error)
    raise faults[-1]


def _story(kit: Kit, side: int, row: GameRow, picks: Sequence[tuple[Box, Slot]]) -> KnownGame:
    """Reconstruct a game in which the machine played a side."""
    passages = Passages(kit, as_it_lies=True)
    courses: list[tuple[Stand, _Course]] = []
    for stand in passages.start:
        if stand.side == side:
            courses.append((stand, ()))
    for number, (box, slot) in enumerate(picks):
        courses = list(_longer_courses(passages, courses, box, slot))
        if not courses:
            where = "cannot be the machine's first"
            if number:
                where = f"cannot come after {row.picks[number - 1].text}"
            raise RecordError(f"game {row.game}: box {box.id} {where}")
    ends = []
    for stand, course in courses:
        for end in passages.reached(stand):
            if end.result == row.result:
                ends.append((course, end))
    if not ends:
        after = f"after {row.picks[-1].text}" if picks else "without a bead"
        raise RecordError(f"game {row.game}: {after} it cannot be {RESULT_WORDS[row.result]}")
    return _shared(kit, picks, ends)


def _longer_courses(
    passages: Passages, courses: Sequence[tuple[Stand, _Course]], box: Box, slot: Slot
) -> Iterator[tuple[Stand, _Course]]:
    """Yield the courses that go on with a bead of a box."""
    for stand, course in courses:
        for reached in passages.reached(stand):
            if reached.box is not box:
                continue
            for move, after in passages.moves_for(reached.stand, slot):
                bead = _BeadPlayed(reached.moves, reached.stand.position, move)
                yield after, (*course, bead)


def _shared(kit: Kit, picks: Sequence[Bead], ends: Sequence[tuple[_Course, Reached]]) -> KnownGame:
    """Return one of the possible courses of a game, with what all share, images aside.

    Of images it is the one in which the table looks like the boxes for longest.
    """
    boxes = [box.position.cells for box, _ in picks]

    def as_printed(course_and_end: tuple[_Course, Reached]) -> list[bool]:
        course, _ = course_and_end
        return [bead.met.cells == cells for bead, cells in zip(course, boxes, strict=True)]

    chosen, last = max(ends, key=as_printed)
    # For each course that is the same on the table, the moves before each bead and at the end.
    moves_of_courses = []
    for course, end in ends:
        if _on_table(course) == _on_table(chosen):
            moves_of_courses.append([*(bead.since for bead in course), end.moves])
    shared = []
    for moves in zip(*moves_of_courses, strict=True):
        shared.append(moves[0] if len(set(moves)) == 1 else None)
    *since_beads, at_end = shared
    turns = []
    for (box, slot), bead, since in zip(picks, chosen, since_beads, strict=True):
        turns.append(Turn(box, slot, bead.met, bead.move, since))
    last_positions = {kit.symmetries.canonical(end.stand.position) for _, end in ends}
    gave_up = {end.box is not None for _, end in ends}
    return KnownGame(
        turns=tuple(turns),
        end=at_end,
        last=last.stand.position if len(last_positions) == 1 else None,
        resigned=gave_up.pop() if len(gave_up) == 1 else None,
    )


def _on_table(course: _Course) -> list[tuple[int, Position, Move]]:
    """Return what of a course is seen on the table: how many moves were made before each bead, the
    position and its move.
    """
    return [(len(bead.since), bead.met, bead.move) for bead in course]


#: How many machines are simulated for sample games.
MACHINES = 60
#: The seed of their luck.
SEED = 1961
#: The share of games in which a machine picks no more beads than in a game of usual length.
USUAL_SHARE = 0.95


def sample_games(
    kit: Kit,
    games: int,
    machines: int = MACHINES,
    opponent: str | None = None,
    *,
    sides: Sequence[int] = (),
) -> Iterator[SampleGame]:
    """Yield the first games of some new machines, machine after machine; none if the rule keeps no
    beads.

    A machine that may play either side starts every other game, unless ``sides`` are given. The
    opponent, as in ``parse_policy``, must not need the solved game; by default it is the weakest
    for which the kit has boxes.
    """
    if kit.rule.learns != "beads":
        return
    sides = sides or kit.players
    match = Match(kit, parse_policy(opponent or opponents_of(kit)[0]), sides[0])
    for machine in islice(simulated(match, SEED, sides), machines):
        yield from islice(machine, games)


def usual_length(kit: Kit, games: int) -> int:
    """Return the most beads that the machine picks in 95% of its games.

    >>> from kitgen.kit.build import build_kit
    >>> usual_length(build_kit("her"), 50)
    3
    """
    longest = max(box.turn for box in kit.boxes)
    if not any(box.later for box in kit.boxes):
        return longest  # no game has more turns
    lengths = sorted(len(game.picks) for game in sample_games(kit, games))
    if not lengths:
        return longest
    return lengths[math.ceil(USUAL_SHARE * len(lengths)) - 1]


# A game that a new machine loses, as an example of how it learns.

#: How many first games are searched for the best example, and for any where these have none.
BEST_OF_GAMES = 60
ANY_OF_GAMES = 300
#: The most beads of a game that can be drawn.
MAX_BEADS_DRAWN = 6


@dataclass(frozen=True, slots=True)
class LostGame:
    """A lost game, its row on the log, and for each turn how many more beads of its colour its
    box then has.
    """

    story: KnownGame
    row: GameRow
    changes: tuple[int, ...]


def lost_game(kit: Kit, sides: Sequence[int] = ()) -> LostGame | None:
    """Return a short game that a new machine loses and learns from; None if there is none among the
    first games.

    The machine plays one of ``sides`` in it; by default any of its kit.
    """
    games = sample_games(kit, 1, ANY_OF_GAMES, sides=sides)
    candidates = list(filter(_can_be_drawn, islice(games, BEST_OF_GAMES)))
    if not candidates:
        candidates = list(filter(_can_be_drawn, games))
    if not candidates:
        return None
    game = min(candidates, key=partial(_fitness, kit))
    picks = []
    for box_number, slot_number in game.picks:
        box = kit.boxes[box_number]
        picks.append(PickedBead(box.id, box.slots[slot_number].colour.letter))
    row = GameRow(1, tuple(picks), game.outcome)
    changes = {(update.box, update.slot): update.after - update.before for update in game.updates}
    return LostGame(follow(kit, row), row, tuple(changes.get(pick, 0) for pick in game.picks))


def _can_be_drawn(game: SampleGame) -> bool:
    """Return whether a game was lost and not given up, has few beads, and opened no box twice."""
    if game.outcome >= 0 or game.resigned:
        return False
    boxes = [box for box, _ in game.picks]
    return 1 <= len(boxes) <= MAX_BEADS_DRAWN and len(boxes) == len(set(boxes))


def _fitness(kit: Kit, game: SampleGame) -> tuple[bool, bool, bool, int]:
    """Return the sort key of examples: something is learned, few turns but at least two, a
    choice in the last.
    """
    last = kit.boxes[game.picks[-1][0]]
    return not game.updates, len(game.picks) < 2, len(last.slots) < 2, len(game.picks)
