"""All games of a machine that fit what is marked in a row, or nearly."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from kitgen.kit.kit import Box, Slot
from kitgen.record.forms.form import RESULT_NAMES, STARTS
from kitgen.record.passages import Stand
from kitgen.record.rows import PickedBead
from kitgen.session.marked.marks import Misfit, RowMarks
from kitgen.session.marked.paths import Paths, Reached

#: So many ways are tried at most; a row in which more are possible has too little in it.
MOST_TRIED = 1_500

#: How a game may stand, each with the machine's next turn, and with what it has cost to come there.
_Stands = dict[tuple[Stand, int], Misfit]


@dataclass(frozen=True, slots=True)
class Fit:
    """A game that may be meant by a row.

    Attributes:
        picks: the beads.
        result: how it ended for the machine.
        cost: by how much the row would have to be otherwise.
        at_empty: the box at which the machine would have given up; empty where the game can have ended on the table.
    """

    picks: tuple[PickedBead, ...]
    result: int
    cost: Misfit
    at_empty: str = ""


class TooManyError(Exception):
    """So little is marked that too many games would have to be tried."""


def fitting(
    paths: Paths, marks: RowMarks, most: Misfit, together: int, *, full: Collection[str] | None = None
) -> list[Fit]:
    """Return the games that fit a row, those first that fit best.

    Args:
        paths: what can follow what in the games of the machine.
        marks: the row.
        most: how many clear marks a game may overrule, and how many it may have that are not there.
        together: how many of both.
        full: the boxes that held beads, so that the machine did not give up there; None where nobody knows.

    Raises:
        TooManyError: there are too many to be tried.

    >>> from kitgen.kit.build import make_kit
    >>> from kitgen.session.marked.marks import EMPTY, MARKED, UNSURE, Mark
    >>> paths = Paths(make_kit("her"))
    >>> states = {Mark(f, t, v): EMPTY for f, t, v in (("box", 1, "A1"), ("box", 1, "A2"), ("result", 0, "loss"))}
    >>> states |= {Mark("bead", 1, box): EMPTY for box in ("red", "blue")}
    >>> states |= {Mark("box", 1, "A2"): MARKED, Mark("bead", 1, "blue"): UNSURE, Mark("result", 0, "loss"): MARKED}
    >>> [[pick.text for pick in fit.picks] for fit in fitting(paths, RowMarks(states), Misfit(), 0)]  # or was it empty?
    [['A2 L'], []]
    """
    found: dict[tuple[tuple[PickedBead, ...], int], Fit] = {}
    for fit in _Search(paths, marks, most, together, frozenset(full or ())).games():
        before = found.get((fit.picks, fit.result))
        if before is None or _better(fit) < _better(before):
            found[fit.picks, fit.result] = fit
    return sorted(
        found.values(),
        key=lambda fit: (fit.cost.all, fit.cost, -len(fit.picks), [pick.text for pick in fit.picks], fit.result),
    )


def _better(fit: Fit) -> tuple[int, Misfit, str]:
    """Return what fits are compared by: the better ones have less."""
    return fit.cost.all, fit.cost, fit.at_empty


class _Search:
    """One search."""

    def __init__(self, paths: Paths, marks: RowMarks, most: Misfit, together: int, full: frozenset[str]) -> None:
        self._paths, self._marks, self._most, self._together, self._full = paths, marks, most, together, full
        self._tried = 0

    def games(self) -> Iterator[Fit]:
        """Yield each game that fits, some more than once."""
        start: _Stands = {}
        for stand in self._paths.start:
            starts = self._marks.choosing("starts", 0, STARTS[stand.side])
            self._keep(start, (stand, 1), self._sum(starts))
        yield from self._from((), start)

    def _from(self, picks: tuple[PickedBead, ...], stands: _Stands) -> Iterator[Fit]:
        """Yield how games that have gone so far can go on."""
        self._tried += 1
        if self._tried > MOST_TRIED:
            raise TooManyError
        boxes: dict[str, tuple[Box, _Stands]] = {}
        for (stand, turn), before in stands.items():
            for reached in self._paths.ahead(stand):
                cost = self._sum(before, self._passed(reached, turn))
                ended = None if cost is None else self._ended(reached, turn + len(reached.own), cost)
                if ended is not None and reached.result is not None:
                    yield Fit(picks, reached.result, ended, reached.box.id if reached.box else "")
                if cost is not None and reached.box is not None:
                    there = boxes.setdefault(reached.box.id, (reached.box, {}))[1]
                    at = turn + len(reached.own)
                    self._keep(there, (reached.stand, at), self._sum(cost, self._reply(reached, at)))
        for box, there in boxes.values():
            for slot in box.slots if there else ():
                after = self._picked(box, slot, there)
                if after:
                    yield from self._from((*picks, PickedBead(box.id, slot.colour.letter.upper())), after)

    def _passed(self, reached: Reached, turn: int) -> Misfit:
        """Return what is marked in turns without a bead that should not be; moves on the table may be, or not."""
        over = 0
        for passed, move in enumerate(reached.own):
            at = turn + passed
            over += self._marks.besides("move", at, *self._paths.moves.marks(move))
            over += self._marks.besides("reply", at, *self._moves(reached, passed))
            over += sum(len(self._marks.marked_in(field, at)) for field in ("box", "bead"))
        return Misfit(over)

    def _moves(self, reached: Reached, passed: int) -> tuple[str, ...]:
        """Return the marks for what the other side did before a turn."""
        return tuple(mark for at, move in reached.replies if at == passed for mark in self._paths.moves.marks(move))

    def _picked(self, box: Box, slot: Slot, before: _Stands) -> _Stands:
        """Return how games stand after a bead, as far as it can be meant."""
        found: _Stands = {}
        for (stand, turn), cost in before.items():
            asked = [field for field in ("bead", "move") if self._marks.group(field, turn)]
            own = self._sum(
                cost, self._marks.choosing("box", turn, box.id), self._marks.choosing("bead", turn, slot.colour.key)
            )
            if own is None or not asked:
                continue  # the row has no room for so long a game
            for move, after in self._paths.after(stand, slot):
                made = self._marks.choosing("move", turn, *self._paths.moves.marks(move))
                self._keep(found, (after, turn + 1), self._sum(own, made))
        return found

    def _ended(self, reached: Reached, turn: int, cost: Misfit) -> Misfit | None:
        """Return what it costs when a game ends there, before another bead; None where it cannot.

        Whether the moves after the last bead, and a box that was found empty, are marked as well is left to the class.
        """
        box = reached.box.id if reached.box else ""
        if reached.result is None or box in self._full:
            return None
        over = self._marks.besides("reply", turn, *self._moves(reached, len(reached.own)))
        over += self._marks.besides("box", turn, box)
        over += sum(
            mark.turn > turn or (mark.turn == turn and mark.field not in ("reply", "box"))
            for mark in self._marks.marked
        )
        return self._sum(cost, Misfit(over), self._marks.choosing("result", 0, RESULT_NAMES[reached.result]))

    def _reply(self, reached: Reached, turn: int) -> Misfit | None:
        """Return what the move of the other side just before a box costs."""
        return self._marks.choosing("reply", turn, *self._moves(reached, len(reached.own)))

    def _sum(self, *costs: Misfit | None) -> Misfit | None:
        """Return what several things cost together; None where that is too much, or one of them cannot be."""
        total = Misfit()
        for cost in costs:
            if cost is None:
                return None
            total = total.plus(cost)
        within = total.overruled <= self._most.overruled and total.missing <= self._most.missing
        return total if within and total.all <= self._together else None

    @staticmethod
    def _keep(stands: _Stands, at: tuple[Stand, int], cost: Misfit | None) -> None:
        """Keep how a game may stand, with the least that it costs."""
        if cost is not None and (at not in stands or (cost.all, cost) < (stands[at].all, stands[at])):
            stands[at] = cost
