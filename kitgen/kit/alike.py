"""Colours of a kit that look alike on paper: allowed, because letter and symbol differ, but worth a warning."""

from itertools import combinations

from kitgen.kit.kit import Kit
from kitgen.kit.palette import has_palette, read_palette
from kitgen.templates import Templates


def look_alikes(kit: Kit) -> list[str]:
    """Return a sentence for each two colours of a kit that are hard to distinguish, measured as by ``kitgen palette``.

    The palettes of kitgen are different enough for usual sight, and are not measured again.

    >>> from kitgen.kit.build import build_kit
    >>> look_alikes(build_kit("her"))
    []
    """
    shipped = Templates()
    name = kit.choices.palette
    known = read_palette(name, "en", shipped) if has_palette(name, shipped) else ()
    if {(colour.key, colour.fill) for colour in kit.palette} <= {(colour.key, colour.fill) for colour in known}:
        return []
    from kitgen.kit.colours import LEAST, difference  # noqa: PLC0415 - 0.1 s that only other palettes need

    sentences = []
    for first, second in combinations(kit.palette, 2):
        apart = difference(first.fill, second.fill)
        if apart < LEAST:
            same = first.fill == second.fill
            how = "are printed in the same colour" if same else f"differ by only {apart:.1f} (CIEDE2000)"
            sentences.append(
                f"{first.key} and {second.key} {how}; tell them apart by letter and symbol, or choose other fills"
            )
    return sentences
