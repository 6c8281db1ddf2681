"""What is marked in one row of a sheet."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

#: What a bubble may be: surely filled in, surely not, or nobody knows.
MARKED, EMPTY, UNSURE = "marked", "empty", "unsure"


class Mark(NamedTuple):
    """What one bubble of a row says when it is filled in.

    Attributes:
        field: what it is about: ``box``, ``bead``, ``reply``, ``result``, ``void`` …
        turn: the machine's turn, from 1; 0 where it is about the whole row.
        value: a box's id, the key of a colour, a move, ``win``, ``draw`` or ``loss``.
    """

    field: str
    turn: int
    value: str


class Misfit(NamedTuple):
    """By how much a game and the marks of its row part.

    Attributes:
        overruled: how many clear marks it would not have.
        missing: how many marks it would have that are clearly not there.
    """

    overruled: int = 0
    missing: int = 0

    def plus(self, other: "Misfit") -> "Misfit":
        """Return both together."""
        return Misfit(self.overruled + other.overruled, self.missing + other.missing)

    @property
    def all(self) -> int:
        """How many bubbles would have to be otherwise."""
        return self.overruled + self.missing


@dataclass(frozen=True)
class RowMarks:
    """The bubbles of one row.

    Attributes:
        states: whether each is marked, empty or unsure.

    >>> beads = {Mark("bead", 1, "red"): MARKED, Mark("bead", 1, "blue"): UNSURE}
    >>> row = RowMarks({**beads, Mark("result", 0, "win"): EMPTY})
    >>> row.choosing("bead", 1, "blue"), row.choosing("result", 0, "win"), row.last
    (Misfit(overruled=1, missing=0), Misfit(overruled=0, missing=1), 1)
    """

    states: Mapping[Mark, str]

    @cached_property
    def marked(self) -> tuple[Mark, ...]:
        """All that are surely filled in, in the order of the row."""
        return tuple(mark for mark, state in self.states.items() if state == MARKED)

    @cached_property
    def unsure(self) -> tuple[Mark, ...]:
        """All of which nobody knows."""
        return tuple(mark for mark, state in self.states.items() if state == UNSURE)

    @cached_property
    def last(self) -> int:
        """The last turn in which something may be marked; 0 where there is none."""
        return max((mark.turn for mark in (*self.marked, *self.unsure)), default=0)

    @cached_property
    def _groups(self) -> dict[tuple[str, int], dict[str, str]]:
        """The bubbles of which one is to be filled in, by what they say."""
        found: dict[tuple[str, int], dict[str, str]] = {}
        for mark, state in self.states.items():
            found.setdefault((mark.field, mark.turn), {})[mark.value] = state
        return found

    def group(self, field: str, turn: int) -> Mapping[str, str]:
        """Return the bubbles of which one is to be filled in; nothing where the row has none."""
        return self._groups.get((field, turn), {})

    def marked_in(self, field: str, turn: int) -> tuple[str, ...]:
        """Return what is surely marked in one of them."""
        return tuple(value for value, state in self.group(field, turn).items() if state == MARKED)

    def state(self, field: str, turn: int, value: str) -> str:
        """Return the state of a bubble; one that is not there is empty."""
        return self.group(field, turn).get(value, EMPTY)

    def choosing(self, field: str, turn: int, *values: str) -> Misfit | None:
        """Return what it would cost if just these bubbles of a kind were filled in; None where one is not there.

        Where the row asks for nothing of the kind it costs nothing.
        """
        group = self.group(field, turn)
        if not group:
            return Misfit()
        if any(value not in group for value in values):
            return None
        return Misfit(self.besides(field, turn, *values), sum(group[value] == EMPTY for value in values))

    def besides(self, field: str, turn: int, *values: str) -> int:
        """Return how many bubbles of a kind are surely marked besides some that may be, or not."""
        return sum(value not in values for value in self.marked_in(field, turn))
