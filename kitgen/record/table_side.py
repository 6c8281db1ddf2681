"""One side of a real table: the beads that the machine has picked in a game, and what can come
next.

No words and no screens: whoever asks at a table, or reads what was noted there, keeps only its
questions. The page has the same in ``web/page/core/table_side.js``;
``tests/web/table_side_cases.toml`` holds both to the same answers.
"""

from collections.abc import Callable, Collection
from typing import Literal

from kitgen.record.rows import Bead, GameRow, Passages, PickedBead, Stand, beads_of

#: Why a bead is refused: its box cannot be the machine's first, cannot come after the last one, or
#: the game is over.
Refusal = Literal["not_first", "not_next", "not_after_end"]


class TableSide:
    """The machine's side of one game, of whose moves only the machine's beads are known.

    Args:
        may_be_last: whether a first bead that no game can begin with may be its last, as some rules
            need no others.
        last_only: whether only the last beads are known, even if a game can begin with the first of
            them.

    >>> from kitgen.kit.build import build_kit
    >>> side = TableSide(Passages(build_kit("her")))
    >>> side.boxes(), side.pick(PickedBead("B1", "U")), side.pick(PickedBead("A1", "R"))
    (['A1', 'A2'], 'not_first', None)
    >>> side.boxes()[:2], side.ends(), side.undo(), side.undo()
    (['B1', 'B3'], {-1}, True, False)
    """

    def __init__(
        self,
        passages: Passages,
        may_be_last: Callable[[PickedBead], bool] | None = None,
        *,
        last_only: bool = False,
    ) -> None:
        self.passages = passages
        self.picks: list[PickedBead] = []
        self._may_be_last = may_be_last
        self._last_only = last_only

    def boxes(self) -> list[str]:
        """Return the boxes that can be opened next, in the order of the kit."""
        possible = self.passages.next_boxes(self._stands())
        return [box.id for box in self.passages.kit.boxes if box.id in possible]

    def ends(self, empty: Collection[str] | None = None) -> set[int]:
        """Return the results with which the game can end now.

        ``empty`` are the boxes without beads, at which the machine gives up; None if that is not
        known.
        """
        stands = self._stands()
        can_give_up = empty is None or not self.passages.next_boxes(stands).keys().isdisjoint(empty)
        return {
            result for result, gave_up in self.passages.ends(stands) if can_give_up or not gave_up
        }

    def pick(self, pick: PickedBead) -> Refusal | None:
        """Take a picked bead, or return why it is refused."""
        refusal = self._refusal(pick, self._beads((*self.picks, pick))[-1])
        if refusal is None:
            self.picks.append(pick)
        return refusal

    def undo(self) -> bool:
        """Take the last bead back; return whether there was one."""
        if not self.picks:
            return False
        self.picks.pop()
        return True

    def row(self, result: int) -> GameRow:
        """Return the game with a result for the machine, as it is noted."""
        return GameRow(0, tuple(self.picks), result)

    def _refusal(self, pick: PickedBead, bead: Bead) -> Refusal | None:
        if self._last_only and not self.picks:
            return None
        stands = self._stands()
        if self.passages.after(stands, bead):
            return None
        if not self.picks:
            may_be_last = self._may_be_last is not None and self._may_be_last(pick)
            return None if may_be_last else "not_first"
        return "not_next" if self.passages.next_boxes(stands) else "not_after_end"

    def _beads(self, picks: Collection[PickedBead]) -> list[Bead]:
        return beads_of(self.passages.kit, GameRow(0, tuple(picks), 0))

    def _stands(self) -> tuple[Stand, ...]:
        """Return the states in which the game can be."""
        beads = self._beads(self.picks)
        if not beads:
            return self.passages.start
        starts_late = self._last_only or not self.passages.after(self.passages.start, beads[0])
        start = self.passages.before(beads[0][0]) if starts_late else None
        return self.passages.follow(beads, start)[-1]
