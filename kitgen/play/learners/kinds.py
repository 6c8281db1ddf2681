"""The machines that can sit at the table, by what their rule has them keep: beads in boxes, or numbers of positions."""

from collections.abc import Callable

from kitgen.kit.kit import Kit
from kitgen.play.learners.position_machine import Comparison, PositionMachine
from kitgen.play.learners.side_machine import OpenBox, SideMachine
from kitgen.session.session import Session

#: A machine at the table.
Learner = SideMachine | PositionMachine
#: What a machine chooses from in a position.
Choice = OpenBox | Comparison


def can_be_kept(kit: Kit) -> bool:
    """Return whether a journal can hold the machine of a kit: journals hold beads."""
    return kit.rule.learns == "beads"


def new_learner(
    kit: Kit, side: int, journal: Session | None = None, begin: Callable[[Kit], Session] | None = None
) -> Learner:
    """Return a machine of the kind that its kit's rule asks for.

    Args:
        kit: what it is made of.
        side: the side that it plays.
        journal: the journal that it goes on from, or None.
        begin: begins a journal when the first game is noted; None where nothing is to be saved.
    """
    return SideMachine(kit, side, journal, begin) if can_be_kept(kit) else PositionMachine(kit, side)
