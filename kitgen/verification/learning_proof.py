"""Proves what a learning rule makes of a machine in the end, and whether it can unlearn a good move."""

from collections.abc import Mapping

from kitgen.errors import TooLargeError
from kitgen.kit.kit import Kit
from kitgen.lab.safety import losing_beads_only
from kitgen.machine.learning import as_new, schedule_of
from kitgen.verification.report import Check, found_faults, left_out

NAME, SAFE = "what the machine can come to", "learning never removes a winning bead"


def exact_learning(kit: Kit, losses: Mapping[int, tuple[int | None, int | None]]) -> Check:
    """Return what is exactly true of a machine that only loses beads.

    ``losses`` has for each side that it plays the fewest and the most games that it can lose, whatever its opponent
    does, until it can never lose again; None where there is no such number.
    """
    if not kit.rule.only_takes:
        return left_out(NAME, f"the rule {kit.choices.rule} gives beads back, so that losses have no bound")
    ends = "; ".join(_end(kit, side, *bounds) for side, bounds in losses.items())
    return Check(NAME, passed=True, expected="what follows from the rule", found=ends, reason="exactly", warning=ends)


def _end(kit: Kit, side: int, fewest: int | None, most: int | None) -> str:
    """Return what becomes of a machine on one side.

    >>> from kitgen.kit.build import build_kit
    >>> _end(build_kit("her"), 1, 9, 16)
    'black becomes unbeatable, after 9 to 16 lost games'
    """
    name = kit.game.sides[side].name
    if fewest is None:
        return f"{name} can always be beaten"
    if most is None:
        return f"{name} can become unbeatable, after {fewest} lost games at the least, but may also lose for ever"
    between = fewest if fewest == most else f"{fewest} to {most}"
    return f"{name} becomes unbeatable, after {between} lost games"


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
