"""A machine in many bead states at once: one row of beads for each, learning and hoping as every machine does."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kitgen.compiled import compiled
from kitgen.kit.kit import Kit
from kitgen.machine.foresight import make_outlook
from kitgen.machine.game_graph import GameGraph
from kitgen.machine.kernels import expect, teach
from kitgen.machine.learning import Pick, starting_beads
from kitgen.machine.schedule import flattened, schedule_of

Beads = NDArray[np.int32]


@compiled
def teach_rows(
    row: Any, outcome: Any, resigned: Any, beads: Any, totals: Any, slots: Any, slot_box: Any, picks: Any
) -> None:
    """Do to the beads of many machines what a schedule says after the same game of each; see ``teach``.

    Beads and totals have a row for each machine: int32[N, s] and int32[N, b], changed in place.
    """
    for machine in range(len(beads)):
        teach(row, outcome, resigned, beads[machine], totals[machine], slots, slot_box, picks, len(picks))


@compiled
def expect_rows(outlook: Any, beads: Any, totals: Any, hopes: Any) -> None:
    """Fill in what many machines can expect; see ``expect``.

    Beads, totals and hopes have a row for each machine: int32[N, s], int32[N, b] and float64[N, n].
    """
    for machine in range(len(beads)):
        expect(outlook, beads[machine], totals[machine], hopes[machine])


def _ints(values: Any) -> NDArray[np.int32]:
    """Return numbers as an array."""
    return np.array(values, np.int32)


class Rows:
    """The boxes, the rule and the games of a machine, for many bead states.

    Args:
        kit: the machine.
        graph: the situations of its games, with leads in games of points.
        side: the side that it plays.
    """

    def __init__(self, kit: Kit, graph: GameGraph, side: int) -> None:
        self._kit, self._graph, self._side = kit, graph, side
        self._schedule = schedule_of(kit.rule)
        self._row = _ints(self._schedule.row)
        start, _, slots, slot_box = flattened(starting_beads(kit))
        self._start, self._slots, self._slot_box = map(_ints, (start, slots, slot_box))

    def columns(self, picks: Sequence[Pick]) -> NDArray[np.int32]:
        """Return the columns of slots in rows of beads."""
        return _ints([self._slots[box] + slot for box, slot in picks])

    def beads(self, slots: Sequence[Pick], counts: NDArray[np.int16]) -> Beads:
        """Return the beads in all slots, int32[N, s], from those in the slots that can change, int16[N, k]."""
        beads = np.tile(self._start, (len(counts), 1))
        beads[:, self.columns(slots)] = counts
        return beads

    def by_box(self, beads: Beads) -> list[NDArray[np.int64]]:
        """Return the columns of each box."""
        return [beads[:, first:end].astype(np.int64) for first, end in zip(self._slots, self._slots[1:], strict=False)]

    def taken(
        self, beads: Beads, totals: Beads, slots: Sequence[Pick], picked: Sequence[Pick], outcome: int, resigned: bool
    ) -> NDArray[np.int64]:
        """Return how many beads the rule takes from slots after a game, int64[N, k].

        Args:
            beads: the beads before, int32[N, s].
            totals: those in each box, int32[N, b].
            slots: all that it can take from.
            picked: the beads picked in the game, in order: as many of the last ones as the rule looks at.
            outcome: how the game ended for the machine.
            resigned: True when it met an empty box.
        """
        after, columns = beads.copy(), self.columns(slots)
        teach_rows(
            self._row, outcome, resigned, after, totals.copy(), self._slots, self._slot_box, self.columns(picked)
        )
        return beads[:, columns].astype(np.int64) - after[:, columns]

    def hopes(self, beads: Beads) -> NDArray[np.float64]:
        """Return what machines with these beads can expect in each situation against the worst, float64[N, n]."""
        outlook = make_outlook(self._graph, self._kit, self._schedule, self._side).with_sequences(_ints)
        hopes = np.empty((len(beads), len(self._graph.positions)))
        expect_rows(outlook, beads, self.totals(beads), hopes)
        return hopes

    def totals(self, beads: Beads) -> Beads:
        """Return the beads in each box, int32[N, b]."""
        return np.add.reduceat(beads, self._slots[:-1], axis=1, dtype=np.int32)
