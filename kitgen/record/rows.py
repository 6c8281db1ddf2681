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
        return ways if self.resigned is None else ways & {self.resigned}

    @property
    def conceded(self) -> bool:
        """Whether the machine has won because its opponent, another machine, met an empty box."""
        return bool(self.resigned) and self.result == 1


#: Reads a bead of a kit from a cell and the heading of its column.
ReadBead = Callable[[Kit, str, str], PickedBead]
#: A box, perhaps only by its number, and what was picked from it: ``B4 R``, ``b4r``, ``4 R``,
#: ``B4: red``.
_CELL = re.compile(r"\s*([A-Za-z]{0,2})\s*([0-9]{1,6})\s*[-:/.]?\s*(\S.*?)\s*")


def picks_in(text: str) -> tuple[PickedBead, ...]:
    """Return the picks in ``picks_text``, without an incomplete one at its end."""
    words = text.split()
    return tuple(PickedBead(box, bead) for box, bead in zip(words[::2], words[1::2], strict=False))


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
        raise RecordError(f"{quoted(text)} is not a box and a bead, such as {example}")
    named = match[1].upper() + match[2].lstrip("0")
    box = kit.by_id.get(named, None if match[1] else kit.by_id.get(column + named))
    if box is None:
        near = get_close_matches(named, kit.by_id, n=2, cutoff=0.5)
        advice = f"; did you mean {' or '.join(near)}?" if near else ""
        raise RecordError(f"kit {kit.name!r} has no box {quoted(named)}{advice}")
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
    word = text.casefold()
    for slot in box.slots:
        if word in (
            slot.colour.letter.casefold(),
            slot.colour.key.casefold(),
            slot.colour.name.casefold(),
        ):
            return slot
    try:
        move = kit.game.parse_move(box.position, text)
    except NotationError:
        for slot in box.slots:
            if word in (kit.game.move_text(move).casefold() for move in slot.moves):
                return slot
    else:
        drawn = [slot for slot in box.slots if move in slot.moves]
        turned = [
            slot
            for slot in box.slots
            if any(move in map(s.move, slot.moves) for s in kit.symmetries.all)
        ]
        for slots in (drawn, turned):
            if len(slots) == 1:
                return slots[0]
        if turned:
            letters = " or ".join(slot.colour.letter for slot in turned)
            raise RecordError(
                f"move {quoted(text)} in box {box.id} may be bead {letters}; name the bead"
            )
    letters = ", ".join(slot.colour.letter for slot in box.slots)
    raise RecordError(f"box {box.id} has no bead {quoted(text.upper())}; it has {letters}")


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
    return (name, number) if colon and number.isdecimal() else (text, "")


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
        own = ((number + 0.5, move) for number, move in enumerate(self.own))
        return tuple(move for _, move in sorted([*self.replies, *own], key=lambda pair: pair[0]))


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
        self._ahead: dict[
            Stand, tuple[tuple[tuple[str, Stand], ...], frozenset[tuple[int, bool]]]
        ] = {}
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
            for box, there in self._next(stand)[0]:
                boxes.setdefault(box, {})[there] = None
        return {box: tuple(there) for box, there in boxes.items()}

    def ends(self, stands: Iterable[Stand]) -> frozenset[tuple[int, bool]]:
        """Return the possible ends without another bead: the result for the machine, and whether
        it gave up.
        """
        return frozenset[tuple[int, bool]]().union(*(self._next(stand)[1] for stand in stands))

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
            needs_bead = (
                table.position.to_move == before.side
                and self.kit.locate(table.position) is not None
            )
            if (
                needs_bead
                or table.ended() is not None
                or move not in self.onwards(table, before.side)
            ):
                continue
            after = self._stand(table.after(move), before.side)
            if any(self._next(after)):
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

    def _next(
        self, stand: Stand
    ) -> tuple[tuple[tuple[str, Stand], ...], frozenset[tuple[int, bool]]]:
        """Return the boxes that may be opened next, with the states before them, and the ends
        without another bead.
        """
        if stand not in self._ahead:
            ways = list(self._walk(self._table(stand), stand.side))
            boxes = dict.fromkeys((way.box.id, way.stand) for way in ways if way.box is not None)
            ends = frozenset(
                (way.result, way.box is not None) for way in ways if way.result is not None
            )
            self._ahead[stand] = tuple(boxes), ends
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
            located = self.kit.locate(stand.position)
            assert located is not None  # noqa: S101 - it stands before a box
            back, table = located[1].inverse(), self._table(stand)
            moves = dict.fromkeys(map(back.move, slot.moves))
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
        kit, ended = self.kit, table.ended()
        if ended is not None:
            yield Reached(
                self._stand(table, side), replies, own, None, ended if side == 0 else -ended
            )
            return
        mine = table.position.to_move == side
        located = kit.locate(table.position) if mine else None
        if located is not None:
            yield Reached(
                self._stand(table, side), replies, own, located[0], kit.rule.when_empty.outcome
            )
            return
        for move in self.onwards(table, side):
            longer = (replies, (*own, move)) if mine else ((*replies, (len(own), move)), own)
            yield from self._walk(table.after(move), side, *longer)

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
        own = table.position if self._as_it_lies else self.kit.symmetries.canonical(table.position)
        return Stand(own, side, table.lead)

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


#: A possible course of a game: for each bead the moves before it, the position and the move.
_Way = tuple[tuple[tuple[Move, ...], Position, Move], ...]


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
    ways: list[tuple[Stand, _Way]] = [(stand, ()) for stand in passages.start if stand.side == side]
    for number, (box, slot) in enumerate(picks):
        ways = list(_longer_ways(passages, ways, box, slot))
        if not ways:
            where = (
                f"cannot come after {row.picks[number - 1].text}"
                if number
                else "cannot be the machine's first"
            )
            raise RecordError(f"game {row.game}: box {box.id} {where}")
    ends = [
        (way, end)
        for stand, way in ways
        for end in passages.reached(stand)
        if end.result == row.result
    ]
    if not ends:
        after = f"after {row.picks[-1].text}" if picks else "without a bead"
        raise RecordError(f"game {row.game}: {after} it cannot be {RESULT_WORDS[row.result]}")
    return _shared(kit, picks, ends)


def _longer_ways(
    passages: Passages, ways: Sequence[tuple[Stand, _Way]], box: Box, slot: Slot
) -> Iterator[tuple[Stand, _Way]]:
    """Yield the courses that go on with a bead of a box."""
    for stand, way in ways:
        for reached in passages.reached(stand):
            if reached.box is not box:
                continue
            for move, after in passages.moves_for(reached.stand, slot):
                yield after, (*way, (reached.moves, reached.stand.position, move))


def _shared(kit: Kit, picks: Sequence[Bead], ends: Sequence[tuple[_Way, Reached]]) -> KnownGame:
    """Return one of the possible courses of a game, with what all share, images aside.

    Of images it is the one in which the table looks like the boxes for longest.
    """
    boxes = [box.position.cells for box, _ in picks]

    def as_printed(end: tuple[_Way, Reached]) -> list[bool]:
        return [met.cells == cells for (_, met, _), cells in zip(end[0], boxes, strict=True)]

    chosen, last = max(ends, key=as_printed)

    def on_table(way: _Way) -> list[tuple[int, Position, Move]]:
        return [(len(moves), met, move) for moves, met, move in way]

    alike = [
        (*(moves for moves, _, _ in way), end.moves)
        for way, end in ends
        if on_table(way) == on_table(chosen)
    ]
    shared = [moves[0] if len(set(moves)) == 1 else None for moves in zip(*alike, strict=True)]
    ways = zip(picks, chosen, shared, strict=False)
    turns = tuple(Turn(box, slot, met, move, since) for (box, slot), (_, met, move), since in ways)
    lasts = {kit.symmetries.canonical(end.stand.position) for _, end in ends}
    gave_up = {end.box is not None for _, end in ends}
    position = last.stand.position if len(lasts) == 1 else None
    return KnownGame(turns, shared[-1], position, gave_up.pop() if len(gave_up) == 1 else None)


#: How many machines are simulated for sample games.
MACHINES = 60
SEED = 1961


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
    return lengths[math.ceil(0.95 * len(lengths)) - 1] if lengths else longest


# A game that a new machine loses, as an example of how it learns.

#: How many first games are searched for the best example, and for any where these have none.
BEST_OF_GAMES = 60
ANY_OF_GAMES = 300
#: The most beads of a game that can be drawn.
MAX_BEADS = 6


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
    first = [*filter(_can_be_drawn, islice(games, BEST_OF_GAMES))]
    game = min(first or filter(_can_be_drawn, games), key=partial(_fitness, kit), default=None)
    if game is None:
        return None
    picks = tuple(
        PickedBead(kit.boxes[box].id, kit.boxes[box].slots[slot].colour.letter)
        for box, slot in game.picks
    )
    row = GameRow(1, picks, game.outcome)
    changes = {(update.box, update.slot): update.after - update.before for update in game.updates}
    return LostGame(follow(kit, row), row, tuple(changes.get(pick, 0) for pick in game.picks))


def _can_be_drawn(game: SampleGame) -> bool:  # lost, not given up, and no box opened twice
    boxes = [box for box, _ in game.picks]
    return game.outcome < 0 and not game.resigned and 0 < len(boxes) == len(set(boxes)) <= MAX_BEADS


def _fitness(kit: Kit, game: SampleGame) -> tuple[bool, bool, bool, int]:
    """Return the sort key of examples: something is learned, few turns but at least two, a
    choice in the last.
    """
    last = kit.boxes[game.picks[-1][0]]
    return not game.updates, len(game.picks) < 2, len(last.slots) < 2, len(game.picks)
