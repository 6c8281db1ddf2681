"""The marks in one row of a sheet."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

#: The states of a bubble.
MARKED, EMPTY, UNSURE = "marked", "empty", "unsure"


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

    def plus(self, other: "Misfit") -> "Misfit":
        """Return the sum of both."""
        return Misfit(self.overruled + other.overruled, self.missing + other.missing)

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
