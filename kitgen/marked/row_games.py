"""Find the game in a row of marks, or ask about it. Nothing is guessed.

A row is read if its marks are clear and make a game. It is completed if bubbles are unsure or one
mark is missing, and only one game fits, even if one mark were wrong. A game that overrules a clear
mark is only proposed, and so is one that leaves out an unsure bubble, unless its clear marks are
whole. A row is always asked about if one of its bubbles is touched or unseen.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from kitgen.forms.form import RESULT_NAMES, STARTS
from kitgen.forms.places import Moves
from kitgen.kit.kit import Box, Kit, Slot
from kitgen.machine.paper_machine import Table
from kitgen.marked.row_marks import MARKED, TOUCHED, UNMARKED, UNSEEN, UNSURE, Misfit, RowMarks
from kitgen.model import Move
from kitgen.record.rows import GameRow, Passages, PickedBead, Reached, Stand
from kitgen.record.table_side import TableSide


class Paths(Passages):
    """The possible courses of a kit's games on the table, with the marks of moves.

    Images of a position are separate states, because marked moves depend on how the board lies.

    >>> from kitgen.kit.build import build_kit
    >>> paths = Paths(build_kit("her"))
    >>> ahead = paths.reached(paths.start[0])
    >>> [(reached.box.id, paths.kit.game.move_text(reached.replies[0][1])) for reached in ahead]
    [('A1', 'a1a2'), ('A2', 'b1b2'), ('A1', 'c1c2')]
    """

    def __init__(self, kit: Kit) -> None:
        super().__init__(kit, as_it_lies=True)
        self.moves = Moves(kit)

    def onwards(self, table: Table, side: int) -> Sequence[Move]:
        """Return the moves without a box; the machine's own with their images: they are marked."""
        position = table.position
        if position.to_move != side:
            return super().onwards(table, side)
        move = self.kit.unboxed(position)
        if move is None:
            return super().onwards(table, side)
        images = []
        for symmetry in self.kit.symmetries.all:
            if symmetry.position(position) == position:
                images.append(symmetry.move(move))
        return tuple(dict.fromkeys(images))


#: The most games tried; a row with more possible games has too few marks.
MAX_GAMES_TRIED = 1_500

#: The possible stands of a game with the machine's next turn, and the misfit so far.
_Stands = dict[tuple[Stand, int], Misfit]


@dataclass(frozen=True, slots=True)
class Fit:
    """A game that a row may stand for.

    Attributes:
        result: for the machine.
        cost: how much it differs from the marks.
        at_empty: the box at which the machine would have given up; empty if the game may have ended
            on the board.
    """

    picks: tuple[PickedBead, ...]
    result: int
    cost: Misfit
    at_empty: str = ""


class TooManyError(Exception):
    """A row has so few marks that too many games would have to be tried."""


def fitting(
    paths: Paths, marks: RowMarks, most: int, *, full: Collection[str] | None = None
) -> list[Fit]:
    """Return the games that fit a row, the best first.

    ``most`` is how many marks are overruled or missed at most. ``full`` are the boxes that held
    beads, so that the machine did not give up there; None if unknown.

    Raises:
        TooManyError: there are too many to try.

    >>> from kitgen.kit.build import build_kit
    >>> from kitgen.marked.row_marks import UNMARKED, MARKED, UNSURE, RowMark
    >>> paths = Paths(build_kit("her"))
    >>> states = {
    ...     RowMark(f, t, v): UNMARKED
    ...     for f, t, v in (("box", 1, "A1"), ("box", 1, "A2"), ("result", 0, "loss"))
    ... }
    >>> states |= {RowMark("bead", 1, "red"): UNMARKED, RowMark("bead", 1, "blue"): UNSURE}
    >>> states |= {RowMark("box", 1, "A2"): MARKED, RowMark("result", 0, "loss"): MARKED}
    >>> [
    ...     [pick.text for pick in fit.picks] for fit in fitting(paths, RowMarks(states), 0)
    ... ]  # or was it empty?
    [['A2 U'], []]
    """
    fits: dict[tuple[tuple[PickedBead, ...], int], Fit] = {}
    games = _Search(paths, marks, most, frozenset(full or ())).games()
    for fit in sorted(games, key=lambda fit: (fit.cost.all, fit.cost, fit.at_empty)):
        fits.setdefault((fit.picks, fit.result), fit)

    def likeliness(fit: Fit) -> tuple[int, Misfit, int, list[str], int]:
        beads = [pick.text for pick in fit.picks]
        return fit.cost.all, fit.cost, -len(beads), beads, fit.result

    return sorted(fits.values(), key=likeliness)


class _Search:
    """A search for the games that a row may stand for, bead by bead; see ``fitting``."""

    def __init__(self, paths: Paths, marks: RowMarks, most: int, full: frozenset[str]) -> None:
        self._paths = paths
        self._marks = marks
        self._most = most
        self._full = full
        self._tried = 0

    def games(self) -> Iterator[Fit]:
        """Yield the games that fit, some of them several times."""
        side = TableSide(self._paths)
        start: _Stands = {}
        for stand in side.stands:
            starts = self._marks.choosing("starts", 0, STARTS[stand.side])
            self._keep(start, (stand, 1), self._sum(starts))
        yield from self._from(side, start)

    def _from(self, side: TableSide, stands: _Stands) -> Iterator[Fit]:
        """Yield the games that go on from a side of a table, whose states the marks allow with
        so much misfit.
        """
        self._tried += 1
        if self._tried > MAX_GAMES_TRIED:
            raise TooManyError
        side.leave_only(stand for stand, _ in stands)
        picks = tuple(side.picks)
        # The boxes that can come next, with the stands before each.
        boxes: dict[str, tuple[Box, _Stands]] = {}
        for (stand, turn), misfit in stands.items():
            for reached in side.ways_from(stand):
                cost = self._sum(misfit, self._passed(reached, turn))
                if cost is None:
                    continue
                next_turn = turn + len(reached.own)
                ended = self._ended(reached, next_turn, cost)
                if ended is not None and reached.result is not None:
                    at_empty = "" if reached.box is None else reached.box.id
                    yield Fit(picks, reached.result, ended, at_empty)
                if reached.box is not None:
                    _, before = boxes.setdefault(reached.box.id, (reached.box, {}))
                    moves = self._moves(reached, len(reached.own))
                    reply = self._marks.choosing("reply", next_turn, *moves)
                    self._keep(before, (reached.stand, next_turn), self._sum(cost, reply))
        for box, before in boxes.values():
            if not before:
                continue
            for slot in box.slots:
                after = self._picked(box, slot, before)
                if after:
                    side.pick(PickedBead.of(box, slot))
                    yield from self._from(side, after)
                    side.undo()

    def _passed(self, reached: Reached, turn: int) -> Misfit:
        """Count the wrong marks in turns without a bead.

        Moves on the table may be marked or not.
        """
        over = 0
        for passed, move in enumerate(reached.own):
            at = turn + passed
            over += self._marks.besides("move", at, *self._paths.moves.marks(move))
            over += self._marks.besides("reply", at, *self._moves(reached, passed))
            over += len(self._marks.marked_in("box", at))
            over += len(self._marks.marked_in("bead", at))
        return Misfit(over)

    def _moves(self, reached: Reached, passed: int) -> list[str]:
        """Return the marks of the other side's moves after so many moves without a bead."""
        marks: list[str] = []
        for at, move in reached.replies:
            if at == passed:
                marks += self._paths.moves.marks(move)
        return marks

    def _picked(self, box: Box, slot: Slot, before: _Stands) -> _Stands:
        """Return the stands after a bead of a box is picked."""
        stands: _Stands = {}
        for (stand, turn), cost in before.items():
            if not self._marks.group("bead", turn) and not self._marks.group("move", turn):
                continue  # the row has no room for so long a game
            bead = self._marks.choosing("bead", turn, slot.colour.key)
            own = self._sum(cost, self._marks.choosing("box", turn, box.id), bead)
            if own is None:
                continue
            for move, after in self._paths.moves_for(stand, slot):
                made = self._marks.choosing("move", turn, *self._paths.moves.marks(move))
                self._keep(stands, (after, turn + 1), self._sum(own, made))
        return stands

    def _ended(self, reached: Reached, turn: int, cost: Misfit) -> Misfit | None:
        """Return the misfit of a game that ends here; None if it cannot.

        The moves after the last bead, and a box that was empty, may be marked or not.
        """
        box = reached.box.id if reached.box else ""
        if reached.result is None or box in self._full:
            return None
        over = self._marks.besides("reply", turn, *self._moves(reached, len(reached.own)))
        over += self._marks.besides("box", turn, box)
        for mark in self._marks.marked:
            if mark.turn > turn or (mark.turn == turn and mark.field not in ("reply", "box")):
                over += 1
        result = self._marks.choosing("result", 0, RESULT_NAMES[reached.result])
        return self._sum(cost, Misfit(over), result)

    def _sum(self, *costs: Misfit | None) -> Misfit | None:
        """Return the misfits together; None if one is None, or they are too many."""
        total = Misfit()
        for cost in costs:
            if cost is None:
                return None
            total = Misfit(total.overruled + cost.overruled, total.missing + cost.missing)
        if total.all > self._most:
            return None
        return total

    @staticmethod
    def _keep(stands: _Stands, at: tuple[Stand, int], cost: Misfit | None) -> None:
        """Keep a stand, unless it is there with less misfit, or there is too much."""
        if cost is None:
            return
        known = stands.get(at)
        if known is None or (cost.all, cost) < (known.all, known):
            stands[at] = cost


#: The states of a row.
READ = "read"
COMPLETED = "completed"
DOUBTFUL = "asked"
VOID = "void"
BLANK = "empty"
#: The most games proposed for an unclear row.
MAX_PROPOSED = 4
#: How many bubbles may differ in a proposed game, tried in this order.
_DIFFERING = (1, 2, 3)


@dataclass(frozen=True, slots=True)
class Doubt:
    """Why a row is unclear.

    Attributes:
        kind: ``two`` (several bubbles of a group are marked), ``void`` (the row may be crossed
            out), ``missing`` (a necessary mark is missing), ``empty-box`` (the game may have ended
            at an empty box), ``faint`` (several games fit, because marks are unsure),
            ``faint-alone`` (no mark is clear), ``open`` (several games fit), ``on`` (the game may
            continue in another row), ``impossible`` (no game fits), ``touched`` (there is ink
            beside or around bubbles), ``unseen`` (bubbles do not show), ``ink`` (there is only ink
            beside all bubbles), ``photos`` (two photos differ), ``changed`` or ``changed-void``
            (photo and journal differ).
        field: the field of the group; empty if it is about several.
        turn: the machine's turn; 0 for the whole row.
        values: the marked values, or the box.
    """

    kind: str
    field: str = ""
    turn: int = 0
    values: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MarkedRow:
    """One row of a sheet.

    Attributes:
        state: ``read``, ``completed``, ``asked``, ``void`` or ``empty``.
        game: the game, if it is read or completed.
        doubt: why it is unclear, if it is.
        proposed: possible games, the best first.
        more: how many other games fit.
    """

    state: str
    game: GameRow | None
    marks: RowMarks
    doubt: Doubt | None = None
    proposed: tuple[GameRow, ...] = ()
    more: int = 0


def understand_row(
    paths: Paths,
    marks: RowMarks,
    number: int,
    *,
    full: Collection[str] | None = None,
    joined: bool = True,
    inked: bool = False,
) -> MarkedRow:
    """Return the game in a row, or why it is unclear.

    ``full`` are the boxes that held beads; None if unknown. ``joined`` is False if it is unclear
    whether all its bubbles belong to one game. ``inked`` tells whether there is ink anywhere in the
    row.

    >>> from kitgen.kit.build import build_kit
    >>> from kitgen.marked.row_marks import UNMARKED, RowMark
    >>> bubbles = [RowMark("box", 1, "A1"), RowMark("bead", 1, "red"), RowMark("result", 0, "loss")]
    >>> understand_row(Paths(build_kit("her")), RowMarks(dict.fromkeys(bubbles, UNMARKED)), 7).state
    'empty'
    """
    if not marks.marked and not marks.unsure and not marks.hidden:
        if inked:
            return MarkedRow(DOUBTFUL, None, marks, Doubt("ink"))
        return MarkedRow(BLANK, None, marks)
    if marks.crossed_out:
        return MarkedRow(VOID, None, marks)
    try:
        fits = fitting(paths, marks, 0, full=full) or fitting(paths, marks, 1, full=full)
    except TooManyError:
        return MarkedRow(DOUBTFUL, None, marks, _hidden(marks) or Doubt("open"))
    clear = marks.marked and not marks.hidden and marks.alone("void") != UNSURE
    certain = _is_certain(fits, full)
    left_out = certain and _leaves_out_a_mark(paths, marks, fits[0], full)
    if joined and clear and certain and not left_out:
        state = COMPLETED if marks.unsure or fits[0].cost.all else READ
        return MarkedRow(state, GameRow(number, fits[0].picks, fits[0].result), marks)
    doubt = _hidden(marks)
    if doubt is None:
        doubt = _doubt(paths, marks, fits) if joined else Doubt("on")
    best = list(fits)
    if left_out:
        best = _with_others(best, _nearest(paths, _if_unsure_are(MARKED, marks), full))
    if doubt.kind in ("empty-box", "impossible", "missing") or not fits:
        best = _with_others(best, _nearest(paths, marks, full))
    proposed = tuple(GameRow(number, fit.picks, fit.result) for fit in best[:MAX_PROPOSED])
    more = max(0, len(best) - MAX_PROPOSED)
    return MarkedRow(DOUBTFUL, None, marks, doubt, proposed, more)


def _is_certain(fits: Sequence[Fit], full: Collection[str] | None) -> bool:
    """Return whether only one game fits, overrules no mark, and can have ended as it did."""
    if len(fits) != 1 or fits[0].cost.overruled:
        return False
    return not fits[0].at_empty or full is not None


def _leaves_out_a_mark(
    paths: Paths, marks: RowMarks, fit: Fit, full: Collection[str] | None
) -> bool:
    """Return whether a game has no mark for a bubble that is unsure, and is not whole without
    the other unsure ones.

    Then nobody knows which of them are marks: a stamp on a bubble is taken for one, and a faint
    mark of the true game for none. If the clear marks alone make the game, the bubble that is left
    out was rubbed out, or is smudged.
    """
    if not marks.unsure:
        return False
    try:
        if _is_among(fitting(paths, _if_unsure_are(MARKED, marks), fit.cost.all, full=full), fit):
            return False
        return not _is_among(fitting(paths, _if_unsure_are(UNMARKED, marks), 0, full=full), fit)
    except TooManyError:
        return True


def _if_unsure_are(state: str, marks: RowMarks) -> RowMarks:
    """Return the marks of a row if each unsure bubble has another state."""
    states = dict(marks.states)
    for mark in marks.unsure:
        states[mark] = state
    return RowMarks(states)


def _is_among(fits: Sequence[Fit], fit: Fit) -> bool:
    """Return whether some games have one with the beads and the result of another, which
    overrules no mark.
    """
    for other in fits:
        same_game = other.picks == fit.picks and other.result == fit.result
        if same_game and not other.cost.overruled:
            return True
    return False


def _with_others(fits: Sequence[Fit], more: Sequence[Fit]) -> list[Fit]:
    """Return some games, and those of others that are not among them."""
    games = {(fit.picks, fit.result) for fit in fits}
    return [*fits, *(fit for fit in more if (fit.picks, fit.result) not in games)]


def _hidden(marks: RowMarks) -> Doubt | None:
    """Return the doubt about the first touched bubbles or, if there are none, the first unseen."""
    for state in (TOUCHED, UNSEEN):
        for (field, turn), group in marks.groups.items():
            values = tuple(value for value, its_state in group.items() if its_state == state)
            if values:
                return Doubt(state, field, turn, values)
    return None


def _nearest(paths: Paths, marks: RowMarks, full: Collection[str] | None) -> list[Fit]:
    """Return the games that differ least from the marks."""
    for most in _DIFFERING:
        try:
            fits = fitting(paths, marks, most, full=full)
        except TooManyError:
            break
        if fits:
            return [fit for fit in fits if fit.cost.all <= max(1, fits[0].cost.all)]
    return []


def _doubt(paths: Paths, marks: RowMarks, fits: Sequence[Fit]) -> Doubt:
    """Return the first doubt about a row, in the order of play."""
    if marks.alone("void") == UNSURE:
        return Doubt("void", "void")
    if not marks.marked:
        return Doubt("faint-alone")
    groups = [(field, turn) for field, turn in marks.groups if field != "void"]
    groups.sort(key=_order_of_play)
    for field, turn in groups:
        values = marks.marked_in(field, turn)
        most = 2 if paths.moves.paired and field in ("reply", "move") else 1
        if len(values) > most:
            return Doubt("two", field, turn, values)
    fits = [fit for fit in fits if not fit.cost.all]
    if fits and fits[0].at_empty:
        return Doubt("empty-box", "box", len(fits[0].picks) + 1, (fits[0].at_empty,))
    if fits:
        return Doubt("faint" if marks.unsure else "open")
    for field, turn in groups:
        if _is_missing(marks, field, turn):
            return Doubt("missing", field, turn)
    return Doubt("impossible")


def _order_of_play(group: tuple[str, int]) -> tuple[bool, int]:
    """Return what orders the groups of a row: those about the whole row have turn 0, and come
    last.
    """
    _, turn = group
    return turn == 0, turn


def _is_missing(marks: RowMarks, field: str, turn: int) -> bool:
    """Return whether a group needs a mark, by the other marks of its row, and has none."""
    if any(state in (MARKED, UNSURE) for state in marks.group(field, turn).values()):
        return False
    match field:
        case "result":
            return True
        case "box" | "bead" | "move":
            last = max((mark.turn for mark in marks.marked), default=0)
            return turn <= last
        case "reply":
            return bool(marks.marked_in("bead", turn) or marks.marked_in("move", turn))
    return False
