"""The marks in the rows of a sheet, and the games in them."""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from kitgen.forms.form import Bubble, Form

# The states of a bubble.

MARKED = "marked"
UNMARKED = "empty"
#: It has something in it that may be no mark: it is faint, or was rubbed out.
UNSURE = "unsure"
#: There is ink beside or around it that belongs to no mark.
TOUCHED = "touched"
#: Its printed ring does not show, so that there may be a mark below a sticker or a reflection.
UNSEEN = "unseen"
#: Nobody is sure whether such a bubble is marked.
UNCLEAR = (UNSURE, TOUCHED, UNSEEN)


@dataclass(frozen=True, slots=True)
class ReadBubble:
    """The state of a bubble, and its darkness from 0 (paper) to 1 (printed black)."""

    state: str
    darkness: float


@dataclass(frozen=True, slots=True)
class ReadSheet:
    """A sheet that was read from a photo.

    Attributes:
        picture: the file, and the page of a scan, for messages.
        strip: returns the straightened photo of a row, from 0, as PNG.
        inked: the rows with ink anywhere, from 0.
    """

    picture: str
    form: Form
    readings: Mapping[Bubble, ReadBubble]
    warnings: tuple[str, ...]
    strip: Callable[[int], bytes]
    inked: frozenset[int] = frozenset()

    @property
    def states(self) -> dict[Bubble, str]:
        """The states of its bubbles."""
        return {bubble: reading.state for bubble, reading in self.readings.items()}


class RowMark(NamedTuple):
    """The meaning of one bubble of a row; see ``Bubble``."""

    field: str
    turn: int
    value: str


class Misfit(NamedTuple):
    """How much a game differs from the marks of its row.

    Attributes:
        overruled: how many clear marks the game would not have.
        missing: how many marks it would have in clearly empty bubbles.
    """

    overruled: int = 0
    missing: int = 0

    @property
    def all(self) -> int:
        """How many bubbles would have to change."""
        return self.overruled + self.missing


class RowMarks:
    """The bubbles of one row with their states.

    Attributes:
        marked, unsure: such bubbles, in the order of the row.
        hidden: bubbles that are touched or unseen.
        groups: the states of the bubbles by value, for each field and turn.

    >>> beads = {RowMark("bead", 1, "red"): MARKED, RowMark("bead", 1, "blue"): UNSURE}
    >>> row = RowMarks({**beads, RowMark("result", 0, "win"): UNMARKED})
    >>> row.choosing("bead", 1, "blue"), row.choosing("result", 0, "win")
    (Misfit(overruled=1, missing=0), Misfit(overruled=0, missing=1))
    """

    def __init__(self, states: Mapping[RowMark, str]) -> None:
        self.states = states
        self.marked = [mark for mark, state in states.items() if state == MARKED]
        self.unsure = [mark for mark, state in states.items() if state == UNSURE]
        self.hidden = [mark for mark, state in states.items() if state in (TOUCHED, UNSEEN)]
        self.groups: dict[tuple[str, int], dict[str, str]] = {}
        for mark, state in states.items():
            self.groups.setdefault((mark.field, mark.turn), {})[mark.value] = state

    def group(self, field: str, turn: int) -> Mapping[str, str]:
        """Return the states of a group's bubbles by value; none if the row has no such group."""
        return self.groups.get((field, turn), {})

    def marked_in(self, field: str, turn: int) -> tuple[str, ...]:
        """Return the marked values of a group."""
        return tuple(value for value, state in self.group(field, turn).items() if state == MARKED)

    def alone(self, field: str) -> str:
        """Return the state of a bubble that is alone in its group, ``on`` or ``void``.

        It is empty if the row does not have it.
        """
        return self.group(field, 0).get("", UNMARKED)

    @property
    def crossed_out(self) -> bool:
        """Whether the row says that it is void, and no touched or unseen bubble casts doubt."""
        return self.alone("void") == MARKED and not self.hidden

    def choosing(self, field: str, turn: int, *values: str) -> Misfit | None:
        """Return the misfit if exactly these values of a group should be marked.

        It is None if one of them does not exist. If the row does not have the group, there is no
        misfit.
        """
        group = self.group(field, turn)
        if not group:
            return Misfit()
        if any(value not in group for value in values):
            return None
        missing = sum(group[value] == UNMARKED for value in values)
        return Misfit(self.besides(field, turn, *values), missing)

    def besides(self, field: str, turn: int, *values: str) -> int:
        """Return how many other values of a group are marked."""
        return sum(value not in values for value in self.marked_in(field, turn))


# The games of a sheet, row by row; a game that continues in another row has the bubbles of both.

States = Mapping[Bubble, str]


@dataclass(frozen=True, slots=True)
class Written:
    """One game on a sheet.

    Attributes:
        rows: its rows, from 0.
        number: the number of the game, which is that of its first row.
        marks: its bubbles; those of further rows belong to later turns.
        joined: False if it is unclear whether one of the rows belongs to it.
        inked: whether there is ink anywhere in its rows.
    """

    rows: tuple[int, ...]
    number: int
    marks: RowMarks
    joined: bool = True
    inked: bool = False


def games_on(form: Form, states: States, inked: Collection[int] = ()) -> list[Written]:
    """Return the games of a sheet, row by row, including empty rows.

    >>> from kitgen.kit.build import build_kit
    >>> from kitgen.forms.places import form_codes, make_form
    >>> kit = build_kit("her")
    >>> form = make_form(kit, form_codes(kit, "log-marks", "a4")[1])
    >>> games = games_on(form, dict.fromkeys(form.bubbles, UNMARKED))
    >>> len(games), games[0].rows, games[0].number
    (25, (0,), 26)
    """
    games: list[Written] = []
    for row, marks in enumerate(sheet_rows(form, states)):
        of_game = {mark: state for mark, state in marks.states.items() if mark.field != "on"}
        own = RowMarks(of_game)
        continued = _last_valid(games)
        if continued is None or not _continues(marks):
            games.append(Written((row,), form.code.first + row, own, inked=row in inked))
            continue
        game = games[continued]
        turns_before = len(game.rows) * form.code.turns
        games[continued] = replace(
            game,
            rows=(*game.rows, row),
            marks=_joined(game.marks, own, turns_before),
            joined=game.joined and marks.alone("on") == MARKED,
            inked=game.inked or row in inked,
        )
    return games


def _last_valid(games: list[Written]) -> int | None:
    """Return the index of the last game that is not crossed out; None if there is none."""
    for index in reversed(range(len(games))):
        if not games[index].marks.crossed_out:
            return index
    return None


def _continues(marks: RowMarks) -> bool:
    """Return whether a row continues the game above it, or perhaps does."""
    if marks.crossed_out:
        return False
    on = marks.alone("on")
    if on in (MARKED, UNMARKED):
        return on == MARKED
    # Nobody is sure. A row in which nothing else may be marked is an empty one.
    may_be_marked = len(marks.marked) + len(marks.unsure) + len(marks.hidden)
    return may_be_marked > 1


def sheet_rows(form: Form, states: States) -> Iterator[RowMarks]:
    """Yield the marks of each row."""
    rows: list[dict[RowMark, str]] = [{} for _ in form.rows]
    for bubble in form.bubbles:
        mark = RowMark(bubble.field, bubble.turn, bubble.value)
        rows[bubble.row][mark] = states.get(bubble, UNMARKED)
    yield from map(RowMarks, rows)


#: The states of a bubble in several rows, those that say most first.
_CLEAREST = (MARKED, TOUCHED, UNSURE, UNSEEN, UNMARKED)


def _joined(marks: RowMarks, more: RowMarks, turns: int) -> RowMarks:
    """Add the marks of a further row, some turns later.

    Those of the whole game, such as its result, have turn 0 and may be in either row.
    """
    states = dict(marks.states)
    for mark, state in more.states.items():
        if mark.turn:
            later = mark._replace(turn=mark.turn + turns)
            states[later] = state
        else:
            above = states.get(mark, UNMARKED)
            states[mark] = min(above, state, key=_CLEAREST.index)
    return RowMarks(states)
