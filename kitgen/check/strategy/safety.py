"""Whether a machine can unlearn a good move: what is proved of its rule, as a check."""

from kitgen.check.report import Check, found_faults, left_out
from kitgen.errors import TooLargeError
from kitgen.kit.kit import Kit
from kitgen.markov.safety import blames_last_only, losing_beads_only
from kitgen.session.past import as_new


def safe(kit: Kit, *, sound: bool) -> Check:
    """Return whether the learning rule can ever take a winning or drawing bead for good.

    Args:
        kit: the kit.
        sound: whether it has no other faults, without which nothing can be proved of it.
    """
    name = "learning never removes a winning bead"
    if not sound:
        return left_out(name, "the kit has faults; mend them first")
    try:
        safety = losing_beads_only(as_new(kit) if kit.trained else kit)
    except TooLargeError as error:
        return left_out(name, str(error))
    if not safety.proved and not blames_last_only(kit.rule):
        return left_out(name, f"the rule {kit.choices.rule} does not promise it: {safety.how}")
    if not safety.proved and kit.game.scoring:
        return left_out(name, f"who is behind in points may lose by a good move: {safety.how}")
    if not safety.proved and safety.counterexample is None:
        return left_out(name, safety.how)
    faults = [] if safety.proved else [f"{safety.how}: {' '.join(safety.counterexample or ())}"]
    return found_faults(name, "none can ever go", "none" if safety.proved else "one can", faults, safety.how)
