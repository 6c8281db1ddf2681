"""Proves whether a learning rule can unlearn a good move; apart from the checks, for it uses the code that solves."""

from kitgen.errors import TooLargeError
from kitgen.kit.kit import Kit
from kitgen.lab.safety import losing_beads_only
from kitgen.machine.learning import as_new, schedule_of
from kitgen.verification.report import Check, found_faults, left_out

SAFE = "learning never removes a winning bead"


def safe(kit: Kit, *, sound: bool) -> Check:
    """Check that the learning rule can never take the last winning or drawing bead.

    Nothing can be proved of a kit that is not ``sound``: one that has other faults.
    """
    if not sound:
        return left_out(SAFE, "the kit has faults; mend them first")
    try:
        safety = losing_beads_only(as_new(kit) if kit.trained else kit)
    except TooLargeError as error:
        return left_out(SAFE, str(error))
    if not safety.proved and not schedule_of(kit.rule).blames_last_only:
        return left_out(SAFE, f"the rule {kit.choices.rule} does not promise it: {safety.how}")
    if not safety.proved and kit.game.scoring:
        return left_out(SAFE, f"who is behind in points may lose by a good move: {safety.how}")
    if not safety.proved and safety.counterexample is None:
        return left_out(SAFE, safety.how)
    faults = [] if safety.proved else [f"{safety.how}: {' '.join(safety.counterexample or ())}"]
    return found_faults(SAFE, "none can ever go", "none" if safety.proved else "one can", faults, safety.how)
