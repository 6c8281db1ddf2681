"""What was played in a row: read, completed by the rules, unsure and to be asked for, void, or empty.

Nothing is guessed. A row is read where its marks are clear and a game; it is completed where bubbles are unsure, or one
mark is missing, and one game alone fits, even if one mark were too many. A game that overrules a clear mark is only
proposed.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from kitgen.record.rows import GameRow
from kitgen.session.marked.marks import MARKED, UNSURE, Misfit, RowMarks
from kitgen.session.marked.paths import Paths
from kitgen.session.marked.search import Fit, TooManyError, fitting

#: What may come of a row.
READ, COMPLETED, ASKED, VOID, BLANK = "read", "completed", "asked", "void", "empty"
#: So many games are proposed at most for a row that is asked for.
PROPOSED = 4
#: So many bubbles may be otherwise in a game that is proposed: ever more, until there is one.
_STEPS = (1, 2, 3)


@dataclass(frozen=True, slots=True)
class Doubt:
    """Why a row is asked for.

    Attributes:
        kind: ``two`` (several bubbles of a kind are marked), ``void`` (perhaps the row is crossed out), ``missing``
            (one is not marked that has to be), ``empty-box`` (the game may have ended at a box that was empty),
            ``faint`` (several games fit, for marks are unsure), ``faint-alone`` (there is no clear mark), ``open``
            (several games fit), ``on`` (perhaps the game goes on in another row), or ``impossible`` (none fits).
        field: the kind of bubble; empty where it is about several.
        turn: the machine's turn, 0 where it is about the whole row.
        values: what the bubbles say that are marked, or the box.
    """

    kind: str
    field: str = ""
    turn: int = 0
    values: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MarkedRow:
    """One row of a sheet.

    Attributes:
        number: the number of its game.
        state: ``read``, ``completed``, ``asked``, ``void`` or ``empty``.
        game: the game, where it is read or completed.
        marks: its bubbles.
        doubt: why it is asked for; None where it is not.
        proposed: games that may be meant, those first that fit best.
        more: how many others there are that fit as well.
    """

    number: int
    state: str
    game: GameRow | None
    marks: RowMarks
    doubt: Doubt | None = None
    proposed: tuple[GameRow, ...] = ()
    more: int = 0


def understand_row(
    paths: Paths, marks: RowMarks, number: int, *, full: Collection[str] | None = None, joined: bool = True
) -> MarkedRow:
    """Return what was played in a row.

    Args:
        paths: what can follow what in the games of the machine.
        marks: the bubbles of the row.
        number: the number of its game.
        full: the boxes that held beads then, all others being empty; None where nobody knows.
        joined: False where nobody knows whether all its bubbles belong to one game.

    >>> from kitgen.kit.build import make_kit
    >>> from kitgen.session.marked.marks import EMPTY, Mark
    >>> bubbles = [Mark("box", 1, "A1"), Mark("bead", 1, "red"), Mark("result", 0, "loss")]
    >>> understand_row(Paths(make_kit("her")), RowMarks(dict.fromkeys(bubbles, EMPTY)), 7).state
    'empty'
    """
    if not marks.marked and not marks.unsure:
        return MarkedRow(number, BLANK, None, marks)
    void = marks.state("void", 0, _only(marks.group("void", 0)))
    if void == MARKED:
        return MarkedRow(number, VOID, None, marks)
    try:
        fits = fitting(paths, marks, Misfit(), 0, full=full)
        if not fits:
            fits = fitting(paths, marks, Misfit(1, 1), 1, full=full)
    except TooManyError:
        return MarkedRow(number, ASKED, None, marks, Doubt("open"))
    told = any(fit.picks for fit in fits) and len(marks.unsure) > 1
    if not marks.marked and not told and void != UNSURE:
        return MarkedRow(number, BLANK, None, marks)  # specks and smudges: no game has so few marks
    alone = len(fits) == 1 and not fits[0].cost.overruled and (not fits[0].at_empty or full is not None)
    if alone and joined and marks.marked and void != UNSURE:
        state = COMPLETED if marks.unsure or fits[0].cost.all else READ
        return MarkedRow(number, state, _game(marks, fits[0], number), marks)
    doubt = _doubt(paths, marks, fits) if joined else Doubt("on")
    best = fits
    if doubt.kind in ("empty-box", "impossible", "missing") or not fits:
        best = [*fits, *(fit for fit in _nearest(paths, marks, full) if fit not in fits)]
    games = tuple(_game(marks, fit, number) for fit in best[:PROPOSED])
    return MarkedRow(number, ASKED, None, marks, doubt, games, max(0, len(best) - PROPOSED))


def _only(group: Collection[str]) -> str:
    """Return the value of the only bubble of a kind; nothing where there is none."""
    return next(iter(group), "")


def _game(marks: RowMarks, fit: Fit, number: int) -> GameRow:
    """Return a game as it stands in the journal."""
    opponents = marks.marked_in("opponent", 0)
    return GameRow(number, fit.picks, fit.result, opponents[0] if len(opponents) == 1 else "")


def _nearest(paths: Paths, marks: RowMarks, full: Collection[str] | None) -> list[Fit]:
    """Return the games that fit best of those that fit no better than with some bubbles otherwise."""
    for together in _STEPS:
        try:
            fits = fitting(paths, marks, Misfit(together, together), together, full=full)
        except TooManyError:
            break
        if fits:
            return [fit for fit in fits if fit.cost.all <= max(1, fits[0].cost.all)]
    return []


def _doubt(paths: Paths, marks: RowMarks, fits: Sequence[Fit]) -> Doubt:
    """Return the first thing in a row, in the order of play, for which it is asked."""
    void = marks.group("void", 0)
    if UNSURE in void.values():
        return Doubt("void", "void")
    if not marks.marked:
        return Doubt("faint-alone")
    for field, turn in _kinds(marks):
        values = marks.marked_in(field, turn)
        if len(values) > (2 if paths.moves.paired and field in ("reply", "move") else 1):
            return Doubt("two", field, turn, values)
    fits = [fit for fit in fits if not fit.cost.all]
    if fits and fits[0].at_empty:
        return Doubt("empty-box", "box", len(fits[0].picks) + 1, (fits[0].at_empty,))
    if len(fits) > 1:
        return Doubt("faint" if marks.unsure else "open")
    for field, turn in _kinds(marks):
        needed = field == "result" or (field in ("box", "bead", "move") and turn <= _last_clear(marks))
        needed = needed or (field == "reply" and bool(marks.marked_in("bead", turn) or marks.marked_in("move", turn)))
        if needed and not any(state in (MARKED, UNSURE) for state in marks.group(field, turn).values()):
            return Doubt("missing", field, turn)
    return Doubt("impossible")


def _last_clear(marks: RowMarks) -> int:
    """Return the last turn in which something is surely marked."""
    return max((mark.turn for mark in marks.marked), default=0)


def _kinds(marks: RowMarks) -> list[tuple[str, int]]:
    """Return the kinds of bubbles of a row, in the order of play; what is about the whole row comes last."""
    kinds = dict.fromkeys((mark.field, mark.turn) for mark in marks.states)
    return sorted((kind for kind in kinds if kind[0] not in ("void", "opponent")), key=lambda kind: kind[1] or 10_000)
