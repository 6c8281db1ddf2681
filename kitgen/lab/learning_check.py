"""A check of a kit: what its learning rule makes of the machine in the end, calculated exactly."""

from kitgen.errors import KitgenError
from kitgen.installing.extras import need
from kitgen.kit.kit import Kit
from kitgen.lab.experiment import reckon
from kitgen.machine.match import Match, parse_policy
from kitgen.verification.report import Check, does_not_apply, found_faults, not_decided

NAME = "what the machine can come to"


def learning_check(kit: Kit) -> Check:
    """Return what the learning rule makes of a machine in the end, whatever its opponent does."""
    need("kitgen verify --exact", "numba", "numpy", "scipy")
    rule = kit.rule
    if not rule.only_takes:
        reason = "gives beads back, so that losses have no bound"
        if rule.learns == "positions":
            reason = "learns numbers of positions and has no beads"
        return does_not_apply(NAME, f"the rule {kit.choices.rule} {reason}")
    ends = []
    for side in kit.players:
        try:
            answers = reckon(Match(kit, parse_policy("random"), side), [1])
        except KitgenError as error:
            return not_decided(NAME, str(error))
        fewest, most = answers.any_opponent
        ends.append(_end(kit, side, fewest, most))
    words = "; ".join(ends)
    return found_faults(NAME, "what follows from the rule", words, [], "exactly", warning=words)


def _end(kit: Kit, side: int, fewest: int | None, most: int | None) -> str:
    name = kit.game.sides[side].name
    if fewest is None:
        return f"{name} can always be beaten"
    if most is None:
        return (
            f"{name} can become unbeatable, after {fewest} lost games at the least, but may also "
            "lose for ever"
        )
    games = f"{fewest} to {most} lost games"
    if fewest == most:
        games = "1 lost game" if most == 1 else f"{most} lost games"
    return f"{name} becomes unbeatable, after {games}"
