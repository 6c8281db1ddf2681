"""The bank of a kit: what its learning rule will add to the boxes, worked out when somebody asks for it."""

from functools import partial

from kitgen.experiment.bank import OF_HUNDRED, simulate_bank
from kitgen.kit.kit import Kit
from kitgen.paper.bead_totals import Bank
from kitgen.paper.options import PartOptions


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
