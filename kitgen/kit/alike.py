"""Colours of a kit that look alike on paper: not refused, for letter and symbol still differ, but told of."""

from itertools import combinations

from kitgen.kit.kit import Kit
from kitgen.kit.palette import read_palette
from kitgen.templates import Templates


def look_alikes(kit: Kit) -> list[str]:
    """Return a sentence for each two colours of a kit that are hard to tell apart, as ``kitgen palette`` measures them.

    Palettes that come with kitgen are known to be far enough apart for usual sight, and are not measured again.

    >>> from kitgen.kit.build import make_kit
    >>> look_alikes(make_kit("her"))
    []
    """
    shipped = Templates()
    name = kit.choices.palette
    known = read_palette(name, "en", shipped) if name in shipped.names("palettes") else ()
    if {(colour.key, colour.fill) for colour in kit.palette} <= {(colour.key, colour.fill) for colour in known}:
        return []
    from kitgen.kit.colours import LEAST, difference  # noqa: PLC0415 - 0.1 s that only other palettes need

    said = []
    for one, other in combinations(kit.palette, 2):
        apart = difference(one.fill, other.fill)
        if apart < LEAST:
            how = (
                "are printed in the same colour"
                if one.fill == other.fill
                else f"differ by only {apart:.1f} (CIEDE2000)"
            )
            said.append(f"{one.key} and {other.key} {how}; tell them apart by letter and symbol, or choose other fills")
    return said
