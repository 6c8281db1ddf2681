"""What a print run brings beside kit, paper and words: the figures of the bank and of the learning curves.

They are worked out when something is printed, and again when it is checked, from the kit alone.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from hashlib import sha256

import msgspec

from kitgen.experiment.bank import OF_HUNDRED, simulate_bank
from kitgen.experiment.first_games import FirstGames
from kitgen.experiment.percentiles import band_opponents, learning_band
from kitgen.kit.kit import Kit
from kitgen.paper.bead_totals import Bank
from kitgen.paper.job import GAMES, Band
from kitgen.paper.options import PartOptions
from kitgen.paper.parts import PARTS

#: So many machines' first games are kept in a process: they are half of the work of a print.
KEPT = 12


@dataclass(frozen=True, slots=True)
class _Machine:
    """A machine, equal to any that plays the same games: language, paper and names change nothing.

    Attributes:
        digest: of all that its games hang on.
        kit: its kit.
    """

    digest: str
    kit: Kit = field(compare=False)

    @classmethod
    def of(cls, kit: Kit) -> "_Machine":
        """Return the machine of a kit."""
        choices = msgspec.structs.replace(kit.choices, language="")
        boxes = [(box.position, [(slot.moves, slot.colour.key, slot.beads) for slot in box.slots]) for box in kit.boxes]
        palette = [colour.key for colour in kit.palette]
        said = repr((kit.game_spec, choices, kit.rule, palette, boxes))
        return cls(sha256(said.encode()).hexdigest(), kit)


@lru_cache(maxsize=KEPT)
def _played(machine: _Machine, opponent: str) -> FirstGames:
    """Return the first games of machines like one, kept for whoever prints the same machine again."""
    return FirstGames(machine.kit, opponent)


def figures_of(kit: Kit, chosen: Sequence[str], options: PartOptions) -> tuple[tuple[Band, ...], Bank | None]:
    """Return where learning curves are expected to run, when a part shows it, and the bank of a rule that adds beads.

    Both are taken from the same games where they are about the same opponent.

    >>> from kitgen.kit.build import make_kit
    >>> figures_of(make_kit("her"), ["board"], PartOptions())
    ((), None)
    """
    played = partial(_played, _Machine.of(kit))
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
