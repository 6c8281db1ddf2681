"""Games written down as rows of a file; the boxes that can follow each other; and the course of a game from its row.

The columns are ``game``, one for each turn of the machine (``A``, ``B``, ``C`` …), ``result``, and optionally
``opponent``, ``starts`` and ``remark``. Only the first row is the heading. See docs/games-csv.md.
"""

import csv
import io
import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Literal, NamedTuple, Self

from kitgen.errors import RecordError, quoted
from kitgen.kit.kit import EITHER, Box, Kit, Slot
from kitgen.machine.learning import Pick, Update
from kitgen.machine.match import Match, parse_policy, seats
from kitgen.machine.paper_machine import PaperMachine, Player, Rules, Shelf, SplitMix, Table, play_game, start_table
from kitgen.model import Move, Position
from kitgen.user_file import kind_of, not_wanted, read_user_file

#: Required columns, and optional ones besides the turns.
NEEDED, ALLOWED = ("game", "result"), ("opponent", "starts", "remark")
#: Columns of an export that a story does not use; of them, those of a row of a marked sheet.
MARKED = ("sheet", "row", "how")
PASSED = ("when", "resigned", "last_only", *MARKED)
#: Results for the machine by their letters in a file, the same in every language.
RESULTS = {"W": 1, "D": 0, "L": -1}
#: The same in words.
RESULT_WORDS = {1: "won", 0: "drawn", -1: "lost"}
LETTERS: dict[int, Literal["W", "D", "L"]] = {1: "W", 0: "D", -1: "L"}
#: The largest file that is read, in bytes.
MOST_BYTES = 5_000_000
#: The name of such a file in messages.
TABLE = "a table of games as CSV"


@dataclass(frozen=True, slots=True)
class PickedBead:
    """A bead that the machine picked, as written: the id of the box, and the letter or the key of the colour."""

    box: str
    bead: str

    @classmethod
    def of(cls, box: Box, slot: Slot) -> Self:
        """Return the pick of a bead from a slot of a box."""
        return cls(box.id, slot.colour.letter.upper())

    @property
    def text(self) -> str:
        """The bead as in a cell of the log."""
        return f"{self.box} {self.bead}"


@dataclass(frozen=True, slots=True)
class GameRow:
    """One game as it was written down.

    Attributes:
        result: for the machine: 1 won, 0 drawn, -1 lost.
        opponent: may be empty, as ``starts``, ``when`` and ``remark``.
        resigned: True when a side gave up: the machine at an empty box, or its opponent in a game that it won; False
            when the game ended on the table; None if unknown.
        last_only: True when these are only the last beads of the game, because its rule needs no more.
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

    def ways(self, ends: Iterable[tuple[int, bool]]) -> set[bool]:
        """Return how the game may have ended so, of some ends: by the machine's resigning (True), at the board."""
        ways = {resigned for outcome, resigned in ends if outcome == self.result}
        return ways if self.resigned is None else ways & {self.resigned}

    @property
    def conceded(self) -> bool:
        """True when the machine has won because its opponent, a machine as well, met an empty box."""
        return bool(self.resigned) and self.result == 1


def parse_row(cells: Mapping[str, str], turns: tuple[str, ...]) -> GameRow:
    """Return one game from its cells by column; ``turns`` are the columns of the machine's turns, in order.

    >>> row = parse_row({"game": "3", "A": "A2 R", "B": "b4 g", "C": "", "result": "L"}, ("A", "B", "C"))
    >>> row.game, [pick.text for pick in row.picks], row.result
    (3, ['A2 R', 'B4 G'], -1)
    """
    number = cells["game"].strip()
    if not re.fullmatch("[1-9][0-9]{0,6}", number):
        raise RecordError(f"{quoted(number)} is not the number of a game")
    result = cells["result"].strip().upper()
    if result not in RESULTS:
        raise RecordError(f"game {number}: result {quoted(result)} is not one of {', '.join(RESULTS)}")
    picks = []
    for turn in turns:
        cell = cells[turn].split()
        if len(cell) not in (0, 2):
            raise RecordError(
                f"game {number}, column {turn}: {quoted(cells[turn])} is not a box and a bead, such as B4 R"
            )
        if cell:
            picks.append(PickedBead(cell[0].upper(), cell[1].upper() if len(cell[1]) == 1 else cell[1].lower()))
    opponent, starts, remark = (cells.get(name, "").strip() for name in ALLOWED)
    return GameRow(int(number), tuple(picks), RESULTS[result], opponent, starts, remark=remark)


def read_games(path: Path) -> tuple[GameRow, ...]:
    """Return all games of a file, in order; a ``RecordError`` for a row names its line."""
    data = read_user_file(path, MOST_BYTES, TABLE, RecordError)
    if len(data) > MOST_BYTES:
        raise RecordError(f"{quoted(path)} has more than {MOST_BYTES:,} bytes and is not read")
    if kind_of(data) != "text":
        raise RecordError(not_wanted(path, data, TABLE))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise RecordError(f"{quoted(path)} is not written in UTF-8; save it as UTF-8") from None
    try:
        return tuple(_rows(text))
    except RecordError as error:
        raise RecordError(f"{quoted(path)}: {error}") from None


def named_game(text: str) -> GameRow:
    """Return the game that ``games.csv:3`` names by file and number; the last one without a number."""
    name, number = game_and_file(text)
    games = read_games(Path(name))
    try:
        return choose_game(games, int(number) if number else None)
    except RecordError as error:
        raise RecordError(f"{quoted(Path(name))}: {error}") from None


def game_and_file(text: str) -> tuple[str, str]:
    """Return the file and the number in the name of a game; the number may be empty.

    >>> game_and_file("games.csv:3"), game_and_file("games.csv")
    (('games.csv', '3'), ('games.csv', ''))
    """
    name, colon, number = text.rpartition(":")
    return (name, number) if colon and number.isdecimal() else (text, "")


def _rows(text: str) -> Iterator[GameRow]:
    heading = text.partition("\n")[0]
    # Where commas separate decimals, spreadsheets separate cells by semicolons.
    lines = csv.reader(io.StringIO(text, newline=""), delimiter=";" if heading.count(";") > heading.count(",") else ",")
    try:
        names = [name.strip() for name in next(lines, [])]
        turns = _turns(names)
        for cells in lines:
            row = _named(names, cells)
            if any(row[name].strip() for name in names if name not in ("game", *MARKED)):  # or it is crossed out
                yield parse_row(row, turns)
    except (RecordError, csv.Error) as error:
        raise RecordError(f"line {lines.line_num}: {error}") from None


def _named(names: list[str], cells: list[str]) -> dict[str, str]:
    """Return the cells of a row by their columns; missing ones at its end are empty."""
    if len(cells) > len(names):
        raise RecordError(f"it has {len(cells)} cells but {len(names)} columns")
    return dict(zip(names, [*cells, *[""] * (len(names) - len(cells))], strict=True))


def _turns(names: list[str]) -> tuple[str, ...]:
    """Return the columns of the machine's turns; refuse missing, unknown and repeated columns."""
    for name in NEEDED:
        if name not in names:
            raise RecordError(f"there is no column {quoted(name)}; columns are game, A, B, C … and result")
    for name in names:
        if names.count(name) > 1:
            raise RecordError(f"column {quoted(name)} appears twice")
        if name not in (*NEEDED, *ALLOWED, *PASSED) and not re.fullmatch("[A-Z]{1,2}", name):
            raise RecordError(f"unknown column {quoted(name)}; others may be {', '.join(ALLOWED)}")
    turns = [name for name in names if re.fullmatch("[A-Z]{1,2}", name)]
    return tuple(sorted(turns, key=lambda name: (len(name), name)))


def choose_game(games: tuple[GameRow, ...], number: int | None) -> GameRow:
    """Return a game by its number; the last one for None."""
    if not games:
        raise RecordError("it contains no games")
    if number is None:
        return games[-1]
    rows = [row for row in games if row.game == number]
    if len(rows) != 1:
        raise RecordError(f"it has no game {number}" if not rows else f"it has two games {number}")
    return rows[0]


# The boxes that can follow each other in a game: a record is checked against them without the other side's moves.
# ``follow`` finds the moves of one game; ``Passages`` only what can come next, cached for thousands of games.

#: A box of the kit, and the slot of a bead in it.
Bead = tuple[Box, Slot]


class Stand(NamedTuple):
    """A possible state of a game. Images of each other are one, unless a position may recur or its image has a box.

    Attributes:
        side: the side that the machine plays.
        lead: points of the side that began, minus those of the other side.
        met: how often each position has occurred, in games where one can recur.
    """

    position: Position
    side: int
    lead: int = 0
    met: frozenset[tuple[Position, int]] = frozenset()


@dataclass(frozen=True, slots=True)
class Ahead:
    """What can come next without another bead.

    Attributes:
        boxes: the ids of the boxes that the machine may open next, each with the states before it.
        ends: the possible ends before that: the result for the machine (1, 0, -1), and whether it gave up at an empty
            box.
    """

    boxes: Mapping[str, tuple[Stand, ...]]
    ends: frozenset[tuple[int, bool]]


class Passages:
    """What can follow what in the games of a kit.

    >>> from kitgen.kit.build import make_kit
    >>> passages = Passages(make_kit("her"))
    >>> sorted(passages.next_boxes(passages.start))
    ['A1', 'A2']
    """

    def __init__(self, kit: Kit) -> None:
        self.kit = kit
        self._ahead: dict[Stand, Ahead] = {}
        self._after: dict[tuple[Stand, str, str], tuple[Stand, ...]] = {}
        # Where positions have another box than their mirror images, these are not one state.
        self._has_mirrors = any(box.mirror_of is not None for box in kit.boxes)

    @cached_property
    def start(self) -> tuple[Stand, ...]:
        """The states before the first move: one for each side that the machine may play."""
        table = start_table(self.kit.game)
        return tuple(self._stand(table, side) for side in self.kit.players)

    def before(self, box: Box) -> tuple[Stand, ...]:
        """Return the states at a box when nothing is known of what came before."""
        cells, to_move = box.position.cells, box.position.to_move
        either = self.kit.choices.side == EITHER
        return tuple(Stand(Position(cells, side if either else to_move), side) for side in self.kit.players)

    def next_boxes(self, stands: Iterable[Stand]) -> dict[str, tuple[Stand, ...]]:
        """Return the boxes that may be opened next, each with the states before it."""
        boxes: dict[str, dict[Stand, None]] = {}
        for stand in stands:
            for box, there in self.ahead(stand).boxes.items():
                boxes.setdefault(box, {}).update(dict.fromkeys(there))
        return {box: tuple(there) for box, there in boxes.items()}

    def ends(self, stands: Iterable[Stand]) -> frozenset[tuple[int, bool]]:
        """Return the possible ends without another bead."""
        return frozenset[tuple[int, bool]]().union(*(self.ahead(stand).ends for stand in stands))

    def after(self, stands: Iterable[Stand], bead: Bead) -> tuple[Stand, ...]:
        """Return the states after a bead has been picked from its box; empty where that is impossible."""
        box, slot = bead
        stands_after: dict[Stand, None] = {}
        for stand in self.next_boxes(stands).get(box.id, ()):
            stands_after.update(dict.fromkeys(self._picked(stand, box, slot)))
        return tuple(stands_after)

    def follow(self, beads: Sequence[Bead], start: Iterable[Stand] | None = None) -> list[tuple[Stand, ...]]:
        """Return the states at the start and after each bead, as far as that is possible."""
        stands = [self.start if start is None else tuple(start)]
        for bead in beads:
            after = self.after(stands[-1], bead)
            if not after:
                break
            stands.append(after)
        return stands

    def ahead(self, stand: Stand) -> Ahead:
        """Return what can come next, without another bead."""
        ahead = self._ahead.get(stand)
        if ahead is None:
            boxes: dict[str, dict[Stand, None]] = {}
            ends = set()
            for table in _reached(self.kit, stand.side, self._table(stand)):
                ended = table.ended()
                if ended is None:
                    located = self.kit.locate(table.position)
                    assert located is not None  # noqa: S101 - otherwise the game would have gone on
                    boxes.setdefault(located[0].id, {})[self._stand(table, stand.side)] = None
                    if (outcome := self.kit.rule.when_empty.outcome) is not None:
                        ends.add((outcome, True))
                else:
                    ends.add((ended if stand.side == 0 else -ended, False))
            ahead = Ahead({box: tuple(there) for box, there in boxes.items()}, frozenset(ends))
            self._ahead[stand] = ahead
        return ahead

    def _picked(self, stand: Stand, box: Box, slot: Slot) -> tuple[Stand, ...]:
        key = (stand, box.id, slot.colour.key)
        if key not in self._after:
            located = self.kit.locate(stand.position)
            assert located is not None  # noqa: S101 - it stands before this box
            back, table = located[1].inverse(), self._table(stand)
            tables = [table.after(back.move(move)) for move in slot.moves]
            self._after[key] = tuple(dict.fromkeys(self._stand(table, stand.side) for table in tables))
        return self._after[key]

    def _stand(self, table: Table, side: int) -> Stand:
        if self.kit.game.repetition is not None:
            return Stand(table.position, side, table.lead, frozenset(table.met.items()))
        if self._has_mirrors:
            return Stand(table.position, side, table.lead)
        return Stand(self.kit.symmetries.canonical(table.position), side, table.lead)

    def _table(self, stand: Stand) -> Table:
        return Table(self.kit.game, stand.position, stand.lead, [], Counter(dict(stand.met)))


def _reached(kit: Kit, side: int, table: Table) -> Iterator[Table]:
    """Yield all tables at the next box of the machine, which plays a side, or at the end of the game."""
    position = table.position
    if table.ended() is not None or (position.to_move == side and kit.locate(position) is not None):
        yield table
        return
    for move in without_a_box(kit, side, table):
        yield from _reached(kit, side, table.after(move))


def without_a_box(kit: Kit, side: int, table: Table) -> Sequence[Move]:
    """Return the possible moves in a position that the machine, which plays a side, has no box for."""
    if table.position.to_move != side:
        return kit.replies(table.position)
    only = kit.unboxed(table.position)
    return () if only is None else (only,)


# A game followed from its beads: positions and moves. Each box shows a position, so the other side's moves between two
# boxes can be deduced, or that there are none: then the row is impossible.


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn in which the machine picked a bead.

    Attributes:
        met: the position on the table: that of the box, or an image of it.
        move: the move on the table.
        since: the moves on the table between the machine's last bead and this one; None where there are several ways.
    """

    box: Box
    slot: Slot
    met: Position
    move: Move
    since: tuple[Move, ...] | None


@dataclass(frozen=True, slots=True)
class Story:
    """A game as far as it is known. Games that are images of each other are one.

    Attributes:
        turns: the turns in which the machine picked a bead.
        end: the moves after the last of them; None where there are several ways.
        last: the position in which the game ended; None where it may be one of several.
        resigned: True when the machine gave up at an empty box; None if unknown.
    """

    turns: tuple[Turn, ...]
    end: tuple[Move, ...] | None
    last: Position | None
    resigned: bool | None


@dataclass(frozen=True, slots=True)
class _Course:
    """One way in which a game may have gone so far: for each bead the moves before it, the position and the move."""

    table: Table
    turns: tuple[tuple[int, Position, Move], ...] = ()

    def moves_before(self, number: int) -> tuple[Move, ...]:
        """Return the moves before a bead since the one before, or those after the last."""
        start = self.turns[number - 1][0] + 1 if number else 0
        end = self.turns[number][0] if number < len(self.turns) else len(self.table.moves)
        return tuple(self.table.moves[start:end])


def follow(kit: Kit, row: GameRow) -> Story:
    """Return what is known of a game from its row; ``RecordError`` says where an impossible one goes wrong.

    >>> from kitgen.kit.build import make_kit
    >>> kit = make_kit("her")
    >>> story = follow(kit, GameRow(1, (PickedBead("A1", "R"),), -1))
    >>> [kit.game.text(turn.met) for turn in story.turns]
    ['bbb/..w/ww. b']
    """
    picks = [_bead(kit, pick, row.game) for pick in row.picks]
    faults = []
    for side in kit.players:
        try:
            return _story(kit, side, row, picks)
        except RecordError as error:
            faults.append(error)
    raise faults[-1]


def _bead(kit: Kit, pick: PickedBead, game: int) -> tuple[Box, Slot]:
    if pick.box not in kit.indices:
        raise RecordError(f"game {game}: kit {kit.name!r} has no box {quoted(pick.box)}")
    box = kit.boxes[kit.indices[pick.box]]
    for slot in box.slots:
        if pick.bead in (slot.colour.letter.upper(), slot.colour.key):
            return box, slot
    letters = ", ".join(slot.colour.letter for slot in box.slots)
    raise RecordError(f"game {game}: box {box.id} has no bead {quoted(pick.bead)}; it has {letters}")


def _story(kit: Kit, side: int, row: GameRow, picks: Sequence[tuple[Box, Slot]]) -> Story:
    """Return what is known of a game in which the machine played a side."""
    courses = [_Course(start_table(kit.game))]
    for number, (box, slot) in enumerate(picks):
        courses = [after for course in courses for after in _picked(kit, side, course, box, slot)]
        if not courses:
            where = f"cannot come after {row.picks[number - 1].text}" if number else "cannot be the machine's first"
            raise RecordError(f"game {row.game}: box {box.id} {where}")
    ends = [end for course in courses for end in _ends(kit, side, course, row.result)]
    if not ends:
        after = f"after {row.picks[-1].text}" if picks else "without a bead"
        raise RecordError(f"game {row.game}: {after} it cannot be {RESULT_WORDS[row.result]}")
    return _shared(kit, picks, ends)


def _picked(kit: Kit, side: int, course: _Course, box: Box, slot: Slot) -> Iterator[_Course]:
    """Yield every way to reach a box from a course and to make a slot's move there."""
    for table in _reached(kit, side, course.table):
        located = kit.locate(table.position) if table.ended() is None else None
        if located is not None and located[0] is box:
            back = located[1].inverse()
            for move in map(back.move, slot.moves):
                turn = (len(table.moves), table.position, move)
                yield _Course(table.after(move), (*course.turns, turn))


def _ends(kit: Kit, side: int, course: _Course, result: int) -> Iterator[tuple[_Course, bool]]:
    """Yield every way in which a course may end with a result, without another bead; and whether at an empty box."""
    for table in _reached(kit, side, course.table):
        ended = table.ended()
        own = None if ended is None else ended if side == 0 else -ended
        if result == (kit.rule.when_empty.outcome if own is None else own):
            yield _Course(table, course.turns), ended is None


def _shared(kit: Kit, picks: Sequence[tuple[Box, Slot]], ends: Sequence[tuple[_Course, bool]]) -> Story:
    """Return one of the ways that a game may have gone, with what all ways share, images aside.

    Of images it is the one in which the table looks like the boxes for longest.
    """
    as_printed = [
        [met.cells == box.position.cells for (_, met, _), (box, _) in zip(course.turns, picks, strict=True)]
        for course, _ in ends
    ]
    chosen, _ = ends[as_printed.index(max(as_printed))]
    alike = [(course, resigned) for course, resigned in ends if course.turns == chosen.turns]

    def shared(number: int) -> tuple[Move, ...] | None:
        return chosen.moves_before(number) if len({course.moves_before(number) for course, _ in alike}) == 1 else None

    turns = [
        Turn(box, slot, met, move, shared(number))
        for number, ((box, slot), (_, met, move)) in enumerate(zip(picks, chosen.turns, strict=True))
    ]
    lasts = {kit.symmetries.canonical(course.table.position) for course, _ in ends}
    gave_up = {resigned for _, resigned in ends}
    return Story(
        turns=tuple(turns),
        end=shared(len(turns)),
        last=chosen.table.position if len(lasts) == 1 else None,
        resigned=gave_up.pop() if len(gave_up) == 1 else None,
    )


#: The number of simulated machines, and the random seed: a kit's sheets always show the same games.
MACHINES, SEED = 60, 1961


@dataclass(frozen=True, slots=True)
class SampleGame:
    """A game of a simulated machine.

    Attributes:
        side: the side that the machine played.
        moves: all moves of both sides.
        outcome: for the machine: 1 won, 0 drawn, -1 lost.
        resigned: True when it gave up at an empty box.
    """

    side: int
    picks: tuple[Pick, ...]
    moves: tuple[Move, ...]
    outcome: int
    resigned: bool
    updates: tuple[Update, ...]


class _Watched(PaperMachine):
    """A machine that remembers the beads of its last game."""

    def __init__(self, shelf: Shelf) -> None:
        super().__init__(shelf)
        self.last_picks: tuple[Pick, ...] = ()
        self.last_updates: tuple[Update, ...] = ()

    def finish(self, outcome: int) -> list[Update]:
        self.last_picks = tuple(self.picked)
        updates = super().finish(outcome)
        self.last_updates = tuple(updates)
        return updates


def sample_games(kit: Kit, games: int, machines: int = MACHINES, opponent: str = "random") -> Iterator[SampleGame]:
    """Yield the first games of some new machines, machine after machine; none where the rule keeps no beads.

    A machine that may play either side starts every other game. The opponent, as in ``parse_policy``, must be one that
    does without the solved game.
    """
    if kit.rule.learns != "beads":
        return
    sides, shelf, rules = kit.players, Shelf(kit), Rules(kit.game)
    sit = seats(Match(kit, parse_policy(opponent), sides[0]), kit.oracle)
    for number in range(machines):
        _, players = sit()
        other, machine = players[1 - sides[0]], _Watched(shelf)
        rng = SplitMix(SEED, number)
        for index in range(games):
            side = sides[index % len(sides)]
            seated: Sequence[Player] = (machine, other) if side == 0 else (other, machine)
            played = play_game(kit.game, seated, rng, rules)
            outcome = played.outcome if side == 0 else -played.outcome
            yield SampleGame(
                side, machine.last_picks, played.moves, outcome, played.resigned is not None, machine.last_updates
            )


def usual_length(kit: Kit, games: int, share: float = 0.95) -> int:
    """Return how many beads at most the machine picks in this share of its games.

    >>> from kitgen.kit.build import make_kit
    >>> usual_length(make_kit("her"), 50)
    3
    """
    longest = max(box.turn for box in kit.boxes)
    if not any(box.later for box in kit.boxes):
        return longest  # no game has more turns
    opponent = "random" if kit.choices.opponent == "any" else "winning-move"
    lengths = sorted(len(game.picks) for game in sample_games(kit, games, opponent=opponent))
    return lengths[math.ceil(share * len(lengths)) - 1] if lengths else longest
