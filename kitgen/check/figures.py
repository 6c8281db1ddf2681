"""What a print run brings beside kit, paper and words: the figures of the bank and of the learning curves.

They are worked out when something is printed, and again when it is checked, from the kit alone.
"""

from collections.abc import Callable, Sequence
from functools import cache, partial

from kitgen.experiment.bank import OF_HUNDRED, simulate_bank
from kitgen.experiment.first_games import FirstGames
from kitgen.experiment.percentiles import band_opponents, learning_band
from kitgen.kit.kit import Kit
from kitgen.paper.bead_totals import Bank
from kitgen.paper.job import GAMES, Band
from kitgen.paper.options import PartOptions
from kitgen.paper.parts import PARTS


def figures_of(kit: Kit, chosen: Sequence[str], options: PartOptions) -> tuple[tuple[Band, ...], Bank | None]:
    """Return where learning curves are expected to run, when a part shows it, and the bank of a rule that adds beads.

    Both are taken from the same games where they are about the same opponent.

    >>> from kitgen.kit.build import make_kit
    >>> figures_of(make_kit("her"), ["board"], PartOptions())
    ((), None)
    """
    played = cache(partial(FirstGames, kit))
    opponents = band_opponents(kit) if any(PARTS[name].bands for name in chosen) else ()
    bands = tuple(Band(opponent, *learning_band(played(opponent), GAMES)) for opponent in opponents)
    return bands, _bank(kit, options, played)


def _bank(kit: Kit, options: PartOptions, played: Callable[[str], FirstGames]) -> Bank | None:
    """Return the bank of a kit; None where the rule adds no beads, or knows none.

    A kit for opponents that take every win at once has no boxes for others: it is tried against such a one.
    """
    if kit.rule.only_takes or kit.rule.learns != "beads":
        return None
    opponent = options.bank_opponent if kit.choices.opponent == "any" else "winning-move"
    return Bank(options.bank, opponent, OF_HUNDRED, lambda: simulate_bank(played(opponent), options.bank))
