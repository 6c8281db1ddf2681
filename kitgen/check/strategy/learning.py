"""What a learning rule makes of a machine in the end, whatever its opponent does: from the exact chain of its beads."""

from collections.abc import Mapping

from kitgen.check.report import Check, left_out
from kitgen.kit.kit import Kit

NAME = "what the machine can come to"


def learning(kit: Kit, losses: Mapping[int, tuple[int | None, int | None]]) -> Check:
    """Return what is exactly true of a machine that only loses beads.

    Args:
        kit: the machine.
        losses: for each side that it plays the fewest and the most games that it can lose, whatever its opponent does,
            until it can never lose again; None where there is no such number.
    """
    if not kit.rule.only_takes:
        return left_out(NAME, f"the rule {kit.choices.rule} gives beads back, so that losses have no bound")
    said = [_said(kit, side, *bounds) for side, bounds in losses.items()]
    return Check(NAME, passed=True, expected="what follows from the rule", found="; ".join(said), reason="exactly",
                 warning="; ".join(said))  # fmt: skip


def _said(kit: Kit, side: int, fewest: int | None, most: int | None) -> str:
    """Return what becomes of a machine on one side.

    >>> from kitgen.kit.build import make_kit
    >>> _said(make_kit("her"), 1, 9, 16)
    'black becomes unbeatable, after 9 to 16 lost games'
    """
    name = kit.game.sides[side].name
    if fewest is None:
        return f"{name} can always be beaten"
    if most is None:
        return f"{name} can become unbeatable, after {fewest} lost games at the least, but may also lose for ever"
    between = fewest if fewest == most else f"{fewest} to {most}"
    return f"{name} becomes unbeatable, after {between} lost games"
