"""All games of a sheet, in the order of its rows: a game that goes on in another row has the bubbles of both."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from kitgen.record.forms.form import Bubble, Form
from kitgen.session.marked.marks import EMPTY, MARKED, UNSURE, Mark, RowMarks

#: The states of the bubbles of a sheet.
States = Mapping[Bubble, str]


@dataclass(frozen=True, slots=True)
class Written:
    """What belongs to one game on a sheet.

    Attributes:
        rows: the rows that it takes, from 0; the first one names the game.
        number: the number of the game.
        marks: its bubbles; those of a row that it goes on in are those of later turns.
        joined: False where nobody knows whether one of its rows belongs to it.
    """

    rows: tuple[int, ...]
    number: int
    marks: RowMarks
    joined: bool = True


def games_on(form: Form, states: States) -> list[Written]:
    """Return the games of a sheet, row by row, whatever is in them.

    >>> from kitgen.kit.build import make_kit
    >>> from kitgen.record.forms.make import form_codes, make_form
    >>> kit = make_kit("her")
    >>> form = make_form(kit, form_codes(kit, "log-marks", "a4")[1])
    >>> found = games_on(form, dict.fromkeys(form.bubbles, EMPTY))
    >>> len(found), found[0].rows, found[0].number
    (25, (0,), 26)
    """
    found: list[Written] = []
    for row, marks in enumerate(rows_of(form, states)):
        on = marks.state("on", 0, "")
        void = marks.state("void", 0, "") == MARKED
        before = next((at for at in reversed(range(len(found))) if not _void(found[at].marks)), None)
        goes_on = on == MARKED or (on == UNSURE and len(marks.marked) + len(marks.unsure) > 1)
        own = RowMarks({mark: state for mark, state in marks.states.items() if mark.field != "on"})
        if goes_on and not void and before is not None:
            one = found[before]
            longer = _joined(one.marks, own, len(one.rows) * form.code.turns)
            found[before] = replace(one, rows=(*one.rows, row), marks=longer, joined=one.joined and on == MARKED)
        else:
            found.append(Written((row,), form.code.first + row, own))
    return found


def rows_of(form: Form, states: States) -> Iterator[RowMarks]:
    """Yield the bubbles of each row."""
    rows: list[dict[Mark, str]] = [{} for _ in form.rows]
    for bubble in form.bubbles:
        rows[bubble.row][Mark(bubble.field, bubble.turn, bubble.value)] = states.get(bubble, EMPTY)
    yield from map(RowMarks, rows)


def _void(marks: RowMarks) -> bool:
    """Return whether a row is crossed out."""
    return marks.state("void", 0, "") == MARKED


def _joined(marks: RowMarks, more: RowMarks, turns: int) -> RowMarks:
    """Return the bubbles of a game that goes on in another row, whose turns are so many later.

    What is asked of the whole game may be marked in either row.
    """
    states = dict(marks.states)
    for mark, state in more.states.items():
        if mark.turn:
            states[mark._replace(turn=mark.turn + turns)] = state
        else:
            states[mark] = _either(states.get(mark, EMPTY), state)
    return RowMarks(states)


def _either(*states: str) -> str:
    """Return the state of what may be marked in several places."""
    return next((state for state in (MARKED, UNSURE) if state in states), EMPTY)
