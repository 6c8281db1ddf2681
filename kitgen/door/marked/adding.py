"""Games from marked sheets into a session: those that are clear, and those that somebody has decided on."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from kitgen.door.marked.photos import SheetSeen, states_of
from kitgen.errors import RecordError
from kitgen.record.rows import GameRow
from kitgen.session.beads import RunningBeads
from kitgen.session.marked.paths import Paths
from kitgen.session.marked.rows import ASKED, BLANK, COMPLETED, READ, VOID, Doubt, MarkedRow, understand_row
from kitgen.session.marked.sheets import Written, games_on
from kitgen.session.noted_rows import How, NotedRow
from kitgen.session.session import Session

#: What becomes of a row besides how it is noted: it was there, there is nothing in it, nobody has decided, or somebody
#: has decided to leave it out.
THERE, LEFT, LEFT_OUT = "there", "left", "left-out"


@dataclass(frozen=True, slots=True)
class RowAnswer:
    """What somebody says of a row.

    Attributes:
        state: ``confirmed``, ``corrected``, ``void`` or ``left-out``.
        game: the game, where it is one.
    """

    state: str
    game: GameRow | None = None


@dataclass(frozen=True, slots=True)
class SeenRow:
    """A game on a sheet, and what has come of it.

    Attributes:
        sheet: the sheet.
        written: the rows, and their bubbles.
        found: what was understood.
        state: ``read``, ``completed``, ``confirmed``, ``corrected``, ``void``, ``empty``, ``there``, ``left`` (it is to
            be asked for) or ``left-out`` (somebody has said so).
        game: the game that is noted.
    """

    sheet: SheetSeen
    written: Written
    found: MarkedRow
    state: str
    game: GameRow | None = None

    @property
    def number(self) -> int:
        """The number of its game."""
        return self.written.number


#: Says what a row is that is asked for; None where nobody does.
Ask = Callable[[SeenRow], RowAnswer | None]


@dataclass(frozen=True, slots=True)
class MarkedAdded:
    """What has come of photographs.

    Attributes:
        rows: all rows, in the order of their games.
        noted: the games that are new.
    """

    rows: tuple[SeenRow, ...]
    noted: tuple[GameRow, ...]

    def of(self, *states: str) -> list[SeenRow]:
        """Return the rows of which this has come."""
        return [row for row in self.rows if row.state in states]


def understood_rows(session: Session, sheets: Sequence[SheetSeen], ask: Ask | None = None) -> list[SeenRow]:
    """Return all games on some sheets, in the order of their numbers, and what has come of each; nothing is noted.

    Args:
        session: the session.
        sheets: the sheets, in any order, some perhaps twice.
        ask: says what a row is that is asked for; None to leave such rows.
    """
    seen: dict[int, list[tuple[SheetSeen, Written]]] = {}
    for sheet in sheets:
        for written in games_on(sheet.form, states_of(sheet)):
            seen.setdefault(written.number, []).append((sheet, written))
    course = _Judge(session)
    rows = []
    for number in sorted(seen):
        row = course.judge(seen[number])
        if row.state == LEFT and ask is not None:
            row = course.answered(row, ask(row))
        course.take(row)
        rows.append(row)
    return rows


def add_rows(session: Session, rows: Sequence[SeenRow]) -> MarkedAdded:
    """Note what has come of rows, in one transaction.

    Raises:
        RecordError: a game cannot have been played so.
        OutputError: it cannot be written.
    """
    noted = [one for row in rows for one in _noted_rows(row)]
    games = [row.game for row in rows if row.game is not None and row.state != THERE]
    decided = [row.number for row in rows if row.state in ("confirmed", "corrected", VOID)]
    return MarkedAdded(tuple(rows), session.add_marked(noted, games, instead=decided))


def left_out(rows: Sequence[SeenRow], *, keep_good: bool) -> None:
    """Refuse to note anything where a row is left that nobody has decided on, and all should be noted.

    Raises:
        RecordError: there is one.
    """
    left = [str(row.number) for row in rows if row.state == LEFT]
    if left and not keep_good:
        games = f"game {left[0]} has" if len(left) == 1 else f"games {', '.join(left)} have"
        raise RecordError(
            f"{games} to be decided on; nothing was noted. Say what they are on a terminal or with --answers, "
            "or note the others with --keep-good"
        )


def _noted_rows(row: SeenRow) -> Iterator[NotedRow]:
    """Yield what the journal keeps of the rows that a game takes."""
    states: dict[str, How] = {
        READ: "read", COMPLETED: "completed", VOID: "void", "confirmed": "confirmed", "corrected": "corrected"
    }  # fmt: skip
    how = states.get(row.state)
    if how is None:
        return
    code = row.sheet.form.code
    for index in row.written.rows:
        own = index == row.written.rows[0]
        yield NotedRow(code.sheet, index + 1, code.first + index, how if own or how == "void" else "on")


class _Judge:
    """A journal, gone through from its first game on, with the games of sheets among its own."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._paths = Paths(session.kit)
        self._there = {game.game: game for game in session.games()}
        marked = session.marked_rows()
        self._settled = {row.game for row in marked}
        self._numbers = {row.game for row in marked if not row.holds_a_game}
        self._games = dict(self._there)
        self._beads = RunningBeads(session.passages)
        self._learned = 0

    def judge(self, seen: Sequence[tuple[SheetSeen, Written]]) -> SeenRow:
        """Return what has come of a game that was seen once, or on several photographs."""
        full = self._full(seen[0][1].number)
        judged = [
            SeenRow(sheet, one, found, found.state, found.game)
            for sheet, one in seen
            for found in [understand_row(self._paths, one.marks, one.number, full=full, joined=one.joined)]
        ]
        clear = [row for row in judged if row.state in (READ, COMPLETED, VOID)]
        row = next((row for state in (READ, COMPLETED, VOID) for row in clear if row.state == state), None)
        row = row or next((row for row in judged if row.state == ASKED), judged[0])
        if len({_told(one.game) for one in clear}) > 1:
            games = tuple({_told(one.game): one.game for one in clear if one.game is not None}.values())
            row = self._asked(row, Doubt("photos"), games)
        return self._beside_journal(row)

    def _beside_journal(self, row: SeenRow) -> SeenRow:
        """Return what comes of a row when the journal has a game of its number already."""
        there = self._there.get(row.number)
        known = row.number in self._settled
        if row.state == ASKED:
            own = there is not None and _told(there) in map(_told, row.found.proposed)
            settled = known and (there is not None or row.number in self._numbers)
            return replace(row, state=THERE if own or settled else LEFT, game=there if own or settled else None)
        if row.state == VOID:
            if there is None:
                return replace(row, state=THERE) if known and row.number in self._numbers else row
            return self._asked(row, Doubt("changed-void"), (there,))
        if row.state == BLANK or row.game is None:
            return row
        if there is None:
            return row
        if _told(there) == _told(row.game):
            return replace(row, state=THERE, game=there)
        return self._asked(row, Doubt("changed"), (row.game, there))

    def _asked(self, row: SeenRow, doubt: Doubt, games: tuple[GameRow, ...]) -> SeenRow:
        """Return a row that is asked for."""
        found = replace(row.found, state=ASKED, game=None, doubt=doubt, proposed=games, more=0)
        return replace(row, found=found, state=LEFT, game=None)

    def answered(self, row: SeenRow, answer: RowAnswer | None) -> SeenRow:
        """Return a row after an answer."""
        if answer is None:
            return row
        there = self._there.get(row.number)
        if answer.game is not None and there is not None and _told(answer.game) == _told(there):
            return replace(row, state=THERE, game=there)
        return replace(row, state=answer.state, game=answer.game)

    def take(self, row: SeenRow) -> None:
        """Go on with what has come of a row."""
        if row.state == VOID:
            self._games.pop(row.number, None)
        elif row.game is not None:
            self._games[row.number] = row.game
        if row.state == VOID or row.game is not None:
            first, code = row.written.rows[0], row.sheet.form.code
            others = row.written.rows if row.state == VOID else row.written.rows[1:]
            self._numbers |= {code.first + index for index in others}
            assert code.first + first == row.number  # noqa: S101 - a game has the number of its first row

    def _full(self, number: int) -> list[str] | None:
        """Return the boxes that hold beads before a game; None where a game before it is missing."""
        for game in sorted(one for one in self._games if self._learned < one < number):
            self._beads.learn(self._games[game])
        self._learned = max(self._learned, number - 1)
        if any(one not in self._games and one not in self._numbers for one in range(1, number)):
            return None
        return [box.id for box in self._session.kit.boxes if not self._beads.empty(box.id)]


def _told(game: GameRow | None) -> object:
    """Return what a game is told apart by from another one of its number."""
    return None if game is None else (game.picks, game.result)
