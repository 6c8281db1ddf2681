"""A kit whose beads have changed in play, against the games that it says it has played.

The games are replayed by the journal itself: what is held here is that beads and games fit each other and the rule.
"""

from collections.abc import Iterator

from kitgen.check.kit.wording import say_box, say_move
from kitgen.check.report import Check, counted, found_faults
from kitgen.kit.kit import Kit
from kitgen.record.passages import Passages
from kitgen.session.check import check
from kitgen.session.past import at_first, games_of, gone_on


def journal_checks(kit: Kit) -> Iterator[Check]:
    """Yield the checks of a kit that has played."""
    first = at_first(kit)
    yield _beads(kit, gone_on(first, kit.played))
    yield _games(kit, first)


def _beads(kit: Kit, should: Kit) -> Check:
    """Return whether each slot holds the beads that its games have left there."""
    faults = []
    for box, other in zip(kit.boxes, should.boxes, strict=True):
        for slot, right in zip(box.slots, other.slots, strict=True):
            if slot.beads != right.beads:
                moves, has = say_move(kit, slot.moves[0]), counted(slot.beads, "bead")
                faults.append(f"{say_box(kit, box)}: {moves} has {has} instead of {right.beads}")
    name = "beads are those that the games have left"
    return found_faults(name, counted(should.beads, "bead"), counted(kit.beads, "bead"), faults)


def _games(kit: Kit, first: Kit) -> Check:
    """Return whether the games can have been."""
    said = counted(len(kit.played), "game")
    problems = check(Passages(first), games_of(kit)).problems
    faults = [problem.message for problem in problems if problem.kind != "game-missing"]  # a row may be crossed out
    found = f"{said} replayed, {counted(len(faults), 'problem')}"
    return found_faults("the journal agrees with the rules", said, found, faults)
