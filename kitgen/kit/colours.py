"""How different the colours of a palette or a kit look, for usual and for colour-deficient sight.

Colour-deficient sight is simulated as by H. Brettel, F. Viénot and J. Mollon, Computerized
simulation of color appearance for dichromats, J. Opt. Soc. Am. A 14(10), 1997; differences are
CIEDE2000 (CIE 142-2001).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from kitgen.kit.kit import Kit
from kitgen.kit.palette import Colour, has_palette, read_palette
from kitgen.reading.templates import Templates

#: Kinds of sight; deficient ones by the names that the library of colours has for them.
SIGHTS = ("normal", "protan", "deutan", "tritan")
#: Below this difference (CIEDE2000) two small beads or arrows are hard to tell apart.
MIN_DIFFERENCE = 10.0


@dataclass(frozen=True, slots=True)
class Closest:
    """The two colours of a palette that look most alike to a kind of sight; 100 is as different
    as black and white.
    """

    sight: str
    difference: float
    first: str
    second: str


def difference(first: str, second: str, sight: str = "normal") -> float:
    """Return the difference of two colours, in CIEDE2000, as they look to a kind of sight.

    >>> round(difference("#000000", "#FFFFFF"))
    100
    """
    from coloraide import Color  # noqa: PLC0415 - 0.1 s that only few kits need

    colours = [Color(first), Color(second)]
    if sight != "normal":
        colours = [
            colour.filter(sight, method="brettel").convert("srgb").clip() for colour in colours
        ]
    return float(colours[0].delta_e(colours[1], method="2000"))


def fill_called(name: str) -> str | None:
    """Return the fill that CSS has for an English name of a colour, or None.

    >>> fill_called("crimson"), fill_called("nonsense")
    ('#dc143c', None)
    """
    from coloraide import Color  # noqa: PLC0415 - as above

    try:
        return Color(name).to_string(hex=True, alpha=False)
    except ValueError:
        return None


def closest(palette: Sequence[Colour]) -> tuple[Closest, ...]:
    """Return for each kind of sight the two colours of a palette that look most alike; none for
    a single colour.
    """
    pairs = list(combinations(palette, 2))
    if not pairs:
        return ()
    most_alike = []
    for sight in SIGHTS:
        measured = [
            Closest(sight, difference(first.fill, second.fill, sight), first.key, second.key)
            for first, second in pairs
        ]
        most_alike.append(min(measured, key=lambda pair: pair.difference))
    return tuple(most_alike)


def look_alikes(kit: Kit) -> list[str]:
    """Return a sentence for each pair of colours of a kit that are hard to tell apart.

    The colours of kitgen's own palettes are different enough for usual sight, and are not measured
    again.

    >>> from kitgen.kit.build import build_kit
    >>> look_alikes(build_kit("her"))
    []
    """
    shipped = Templates()
    name = kit.choices.palette
    known = read_palette(name, "en", shipped) if has_palette(name, shipped) else ()
    if _fills(kit.palette) <= _fills(known):
        return []
    sentences = []
    for first, second in combinations(kit.palette, 2):
        apart = difference(first.fill, second.fill)
        if apart >= MIN_DIFFERENCE:
            continue
        how = f"differ by only {apart:.1f} (CIEDE2000)"
        if first.fill == second.fill:
            how = "are printed in the same colour"
        advice = "tell them apart by letter and symbol, or choose other fills"
        sentences.append(f"{first.key} and {second.key} {how}; {advice}")
    return sentences


def _fills(palette: Sequence[Colour]) -> set[tuple[str, str]]:
    return {(colour.key, colour.fill) for colour in palette}
