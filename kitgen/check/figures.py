"""What a print run brings beside kit, paper and words: the figures of the bank and of the learning curves.

They are worked out when something is printed, and again when it is checked, from the kit alone.
"""

from collections.abc import Sequence
from functools import partial

from kitgen.experiment.bank import OF_HUNDRED, simulate_bank
from kitgen.experiment.percentiles import band_opponents, learning_band
from kitgen.kit.kit import Kit
from kitgen.paper.bead_totals import Bank
from kitgen.paper.job import GAMES, Band
from kitgen.paper.options import PartOptions
from kitgen.paper.parts import PARTS


def bands_of(kit: Kit, chosen: Sequence[str]) -> tuple[Band, ...]:
    """Return where learning curves are expected to run, when a curve sheet is printed."""
    if not any(PARTS[name].bands for name in chosen):
        return ()
    return tuple(
        Band(opponent, *learning_band(kit, kit.oracle, opponent, GAMES)) for opponent in band_opponents(kit, kit.oracle)
    )


def bank_of(kit: Kit, options: PartOptions) -> Bank | None:
    """Return the bank of a kit; None where the rule adds no beads, or knows none.

    A kit for opponents that take every win at once has no boxes for others: it is tried against such a one.

    >>> from kitgen.kit.build import make_kit
    >>> bank_of(make_kit("her"), PartOptions()) is None
    True
    """
    if kit.rule.only_takes or kit.rule.learns != "beads":
        return None
    opponent = options.bank_opponent if kit.choices.opponent == "any" else "winning-move"
    return Bank(options.bank, opponent, OF_HUNDRED, partial(simulate_bank, kit, opponent, options.bank))
