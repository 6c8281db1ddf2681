"""The marks in the rows of a sheet, and the games in them."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from kitgen.forms.form import Bubble, Form

#: The states of a bubble.
MARKED, EMPTY, UNSURE = "marked", "empty", "unsure"


@dataclass(frozen=True, slots=True)
class ReadBubble:
    """The state of a bubble, and its darkness from 0, paper, to 1, printed black."""

    state: str
    darkness: float


@dataclass(frozen=True, slots=True)
class ReadSheet:
    """A sheet that was read from a photo.

    Attributes:
        picture: the file, with the page of a scan, for messages.
        form: the printed form; its code says which sheet it is.
        readings: the reading of each bubble.
        warnings: warnings about the sheet.
        strip: returns the straightened photo of a row, from 0, as PNG.
    """

    picture: str
    form: Form
    readings: Mapping[Bubble, ReadBubble]
    warnings: tuple[str, ...]
    strip: Callable[[int], bytes]

    @property
    def states(self) -> dict[Bubble, str]:
        """The states of its bubbles."""
        return {bubble: reading.state for bubble, reading in self.readings.items()}


class RowMark(NamedTuple):
    """The meaning of one bubble of a row.

    Attributes:
        field: ``box``, ``bead``, ``reply``, ``result``, ``void`` …
        turn: the machine's turn, from 1; 0 if it is about the whole row.
        value: a box's id, the key of a colour, a move, ``win``, ``draw`` or ``loss``.
    """

    field: str
    turn: int
    value: str


class Misfit(NamedTuple):
    """How much a game differs from the marks of its row.

    Attributes:
        overruled: the number of clear marks that the game would not have.
        missing: the number of marks it would have whose bubbles are clearly empty.
    """

    overruled: int = 0
    missing: int = 0

    @property
    def all(self) -> int:
        """How many bubbles would have to change."""
        return self.overruled + self.missing


@dataclass(frozen=True)
class RowMarks:
    """The bubbles of one row with their states.

    >>> beads = {RowMark("bead", 1, "red"): MARKED, RowMark("bead", 1, "blue"): UNSURE}
    >>> row = RowMarks({**beads, RowMark("result", 0, "win"): EMPTY})
    >>> row.choosing("bead", 1, "blue"), row.choosing("result", 0, "win"), row.last
    (Misfit(overruled=1, missing=0), Misfit(overruled=0, missing=1), 1)
    """

    states: Mapping[RowMark, str]

    @cached_property
    def marked(self) -> tuple[RowMark, ...]:
        """The marked bubbles in the order of the row."""
        return tuple(mark for mark, state in self.states.items() if state == MARKED)

    @cached_property
    def unsure(self) -> tuple[RowMark, ...]:
        """The unsure bubbles."""
        return tuple(mark for mark, state in self.states.items() if state == UNSURE)

    @cached_property
    def last(self) -> int:
        """The last turn with a marked or unsure bubble; 0 if there is none."""
        return max((mark.turn for mark in (*self.marked, *self.unsure)), default=0)

    @cached_property
    def _groups(self) -> dict[tuple[str, int], dict[str, str]]:
        groups: dict[tuple[str, int], dict[str, str]] = {}
        for mark, state in self.states.items():
            groups.setdefault((mark.field, mark.turn), {})[mark.value] = state
        return groups

    def group(self, field: str, turn: int) -> Mapping[str, str]:
        """Return the states of the bubbles of a kind by their values."""
        return self._groups.get((field, turn), {})

    def marked_in(self, field: str, turn: int) -> tuple[str, ...]:
        """Return the marked values of a kind."""
        return tuple(value for value, state in self.group(field, turn).items() if state == MARKED)

    def state(self, field: str, turn: int, value: str) -> str:
        """Return the state of a bubble; one that does not exist is empty."""
        return self.group(field, turn).get(value, EMPTY)

    def choosing(self, field: str, turn: int, *values: str) -> Misfit | None:
        """Return the misfit if exactly these bubbles of a kind were marked; None if one does not exist.

        If the row has no bubbles of the kind, there is no misfit.
        """
        group = self.group(field, turn)
        if not group:
            return Misfit()
        if any(value not in group for value in values):
            return None
        return Misfit(self.besides(field, turn, *values), sum(group[value] == EMPTY for value in values))

    def besides(self, field: str, turn: int, *values: str) -> int:
        """Return how many bubbles of a kind are marked, not counting some values."""
        return sum(value not in values for value in self.marked_in(field, turn))


# The games of a sheet in the order of its rows; a game that continues in another row has the bubbles of both.

#: The states of the bubbles of a sheet.
States = Mapping[Bubble, str]


@dataclass(frozen=True, slots=True)
class Written:
    """One game on a sheet.

    Attributes:
        rows: its rows, from 0.
        number: the number of the game, that of its first row.
        marks: its bubbles; those of further rows are those of later turns.
        joined: False if it is unclear whether one of its rows belongs to it.
    """

    rows: tuple[int, ...]
    number: int
    marks: RowMarks
    joined: bool = True


def games_on(form: Form, states: States) -> list[Written]:
    """Return the games of a sheet, row by row, including empty rows.

    >>> from kitgen.kit.build import build_kit
    >>> from kitgen.forms.places import form_codes, make_form
    >>> kit = build_kit("her")
    >>> form = make_form(kit, form_codes(kit, "log-marks", "a4")[1])
    >>> games = games_on(form, dict.fromkeys(form.bubbles, EMPTY))
    >>> len(games), games[0].rows, games[0].number
    (25, (0,), 26)
    """
    games: list[Written] = []
    for row, marks in enumerate(sheet_rows(form, states)):
        on = marks.state("on", 0, "")
        before = next((at for at in reversed(range(len(games))) if not _void(games[at].marks)), None)
        continues = on == MARKED or (on == UNSURE and len(marks.marked) + len(marks.unsure) > 1)
        own = RowMarks({mark: state for mark, state in marks.states.items() if mark.field != "on"})
        if continues and not _void(marks) and before is not None:
            game = games[before]
            longer = _joined(game.marks, own, len(game.rows) * form.code.turns)
            games[before] = replace(game, rows=(*game.rows, row), marks=longer, joined=game.joined and on == MARKED)
        else:
            games.append(Written((row,), form.code.first + row, own))
    return games


def sheet_rows(form: Form, states: States) -> Iterator[RowMarks]:
    """Yield the bubbles of each row."""
    rows: list[dict[RowMark, str]] = [{} for _ in form.rows]
    for bubble in form.bubbles:
        rows[bubble.row][RowMark(bubble.field, bubble.turn, bubble.value)] = states.get(bubble, EMPTY)
    yield from map(RowMarks, rows)


def _void(marks: RowMarks) -> bool:
    return marks.state("void", 0, "") == MARKED


def _joined(marks: RowMarks, more: RowMarks, turns: int) -> RowMarks:
    """Add a further row, some turns later; bubbles about the whole game may be marked in either row."""
    states = dict(marks.states)
    for mark, state in more.states.items():
        if mark.turn:
            states[mark._replace(turn=mark.turn + turns)] = state
        else:
            states[mark] = min(states.get(mark, EMPTY), state, key=(MARKED, UNSURE, EMPTY).index)
    return RowMarks(states)
