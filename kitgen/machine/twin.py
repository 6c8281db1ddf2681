"""The machine for the other side of the table: made as a kit's own is, so that the two can learn from each other."""

from kitgen.kit.build import make_kit
from kitgen.kit.choices import Wish
from kitgen.kit.kit import Kit
from kitgen.machine.learning import with_rule


def twin_kit(kit: Kit, side: int) -> Kit:
    """Return the kit of the other side, with the same rule; the same kit where one serves both sides.

    Args:
        kit: a machine.
        side: the side that it plays.

    >>> twin_kit(make_kit("her"), 1).choices.side
    'white'
    """
    if len(kit.players) == 2:
        return kit
    choices = kit.choices
    other = kit.game.sides[1 - side].name
    wish = Wish(side=other, merged=choices.merged, forced=choices.forced, language=choices.language)
    return with_rule(make_kit(kit.game_spec, wish, oracle=kit.oracle), kit.rule, choices.rule)
