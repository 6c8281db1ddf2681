"""The games of a sheet in the order of its rows; a game that continues in another row has the bubbles of both."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from kitgen.forms.form import Bubble, Form
from kitgen.marked.row_marks import EMPTY, MARKED, UNSURE, RowMark, RowMarks

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
