"""Two boxes whose beads were exchanged."""

from collections.abc import Iterator, Mapping
from itertools import pairwise, product
from typing import NamedTuple

from kitgen.journal.course import Candidate
from kitgen.journal.slips.candidate_pool import NEAR, CandidatePool

#: With more wrong boxes than this, no exchanges of boxes are tried; with so few, all exchanges of
#: two of them.
MAX_WRONG_BOXES = 24
FEW_WRONG_BOXES = 5


class Exchange(NamedTuple):
    """The effect of an exchange of two boxes, and the games after which it has this effect."""

    times: range
    change: dict[int, int]


class BoxExchanges:
    """Exchanges of boxes that may explain a journal, put into a pool."""

    def __init__(self, pool: CandidatePool) -> None:
        self.pool = pool
        self.course = pool.course
        boxes = range(len(pool.letters))
        self._wrong = {self.course.box_of[slot] for slot in pool.wanted}
        #: Whether at least one slot of each box was counted.
        self._counted = [
            any(slot in pool.counted for slot in self.course.beads.slots_of(box)) for box in boxes
        ]
        #: How likely a box is exchanged with one certain other.
        self._share = 1 / len(boxes)

    def take(self) -> None:
        """Take the exchanges of a wrong box that explain some of what differs."""
        if len(self._wrong) > MAX_WRONG_BOXES:
            return
        boxes = range(len(self.pool.letters))
        pairs = {
            (min(box, other), max(box, other))
            for box, other in product(self._wrong, boxes)
            if box != other
        }
        for box, other in sorted(pairs):
            if self.pool.counted and not self._counted[box] and not self._counted[other]:
                continue
            for exchange in self._exchanges_of(box, other):
                self._take_exchange(box, other, exchange)

    def _take_exchange(self, box: int, other: int, exchange: Exchange) -> None:
        pool = self.pool
        if not pool.counted:
            self._take_of_boxes(box, other, exchange)
            return
        shown = pool.shown(exchange.change)
        both_wrong = box in self._wrong and other in self._wrong
        few_wrong = both_wrong and len(self._wrong) <= FEW_WRONG_BOXES
        if self._makes_worse(shown) and not few_wrong:
            return
        if self._counted[box] == self._counted[other]:
            self._take_of_boxes(box, other, exchange)
        elif shown:
            # Only one of them was counted: which other one it was exchanged with is open. In a box
            # of which only some colours were counted, perhaps none of them changes.
            pool.take(
                "boxes-exchanged",
                shown,
                exchange.times,
                slot=next(iter(shown)),
                share=self._share * (1 - NEAR),
            )

    def _take_of_boxes(self, box: int, other: int, exchange: Exchange) -> Candidate:
        return self.pool.take(
            "boxes-exchanged",
            exchange.change,
            exchange.times,
            share=self._share,
            exchanged=(box, other),
        )

    def _makes_worse(self, shown: Mapping[int, int]) -> bool:
        """Return whether more beads differ after a change than before it."""
        more = 0
        for slot, amount in shown.items():
            differing = self.pool.residual.get(slot, 0)
            more += abs(differing - amount) - abs(differing)
        return more > 0

    def completing(self, rest: Mapping[int, int]) -> list[Candidate]:
        """Return the exchange of two boxes that explains all remaining differences, if there is
        one that was not taken before.
        """
        boxes = sorted({self.course.box_of[slot] for slot in rest})
        if len(boxes) != 2:
            return []
        box, other = boxes
        if self.pool.known("boxes-exchanged", rest, exchanged=(box, other)) is not None:
            return []
        times: list[int] = []
        for exchange in self._exchanges_of(box, other):
            if exchange.change == rest:
                times += exchange.times
        if not times:
            return []
        candidate = self.pool.take(
            "boxes-exchanged", rest, times, share=self._share, exchanged=(box, other)
        )
        return [candidate]

    def _exchanges_of(self, box: int, other: int) -> Iterator[Exchange]:
        """Yield the effects of an exchange of two boxes at any time.

        At most one colour may end up in a box without a move for it.
        """
        course = self.course
        twins = course.beads.twins(box, other)
        without_twin = [slot for slot, twin in twins.items() if twin is None]
        starts = sorted({-1, *course.at[box], *course.at[other]})
        for start, end in pairwise([*starts, len(course.rows)]):
            beads = course.before[start + 1]
            change = {}
            for slot, twin in twins.items():
                if twin is not None and beads[twin] != beads[slot]:
                    change[slot] = beads[twin] - beads[slot]
            if change and sum(beads[slot] > 0 for slot in without_twin) <= 1:
                yield Exchange(range(start, end), change)
