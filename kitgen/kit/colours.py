"""How different the colours of a palette look, for usual and for colour-deficient sight.

Colour-deficient sight is simulated with the model of H. Brettel, F. Viénot and J. Mollon, Computerized simulation of
color appearance for dichromats, J. Opt. Soc. Am. A 14(10), 1997, which covers all three kinds; differences are
CIEDE2000 (CIE 142-2001). Both come from the library coloraide.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from coloraide import Color

from kitgen.kit.palette import Colour

#: Kinds of sight with the library's name of the deficiency.
SIGHTS = {"normal": None, "protan": "protan", "deutan": "deutan", "tritan": "tritan"}
#: Below this difference (CIEDE2000) two small beads or arrows are hard to tell apart.
LEAST = 10.0


@dataclass(frozen=True, slots=True)
class Closest:
    """The two colours of a palette that look most alike to a kind of sight.

    ``difference`` is in CIEDE2000; 0 is the same colour, 100 black and white.
    """

    sight: str
    difference: float
    first: str
    second: str


def seen(fill: str, sight: str) -> Color:
    """Return a colour as it looks to a kind of sight.

    >>> seen("#D55E00", "normal").to_string(hex=True)
    '#d55e00'
    """
    colour = Color(fill)
    lacks = SIGHTS[sight]
    if lacks is not None:
        colour = colour.filter(lacks, method="brettel").convert("srgb").clip()
    return colour


def difference(first: str, second: str, sight: str = "normal") -> float:
    """Return the difference of two colours, in CIEDE2000.

    >>> round(difference("#000000", "#FFFFFF"))
    100
    """
    return float(seen(first, sight).delta_e(seen(second, sight), method="2000"))


def closest(palette: Sequence[Colour]) -> tuple[Closest, ...]:
    """Return for each kind of sight the two colours of a palette that look most alike; none for a single colour."""
    pairs = list(combinations(palette, 2))
    return tuple(
        min(
            (Closest(sight, difference(a.fill, b.fill, sight), a.key, b.key) for a, b in pairs),
            key=lambda pair: pair.difference,
        )
        for sight in SIGHTS
        if pairs
    )
