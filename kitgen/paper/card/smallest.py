"""The smallest label on which all boxes of a kit can still be read."""

from bisect import bisect_left

from kitgen.errors import KitgenError
from kitgen.kit.kit import Kit
from kitgen.paper.card.front import Cards
from kitgen.paper.layout.stock import Stock, read_stock
from kitgen.paper.texts import Texts
from kitgen.templates import Templates

#: The least width that is tried, and from one to the next, in mm.
NARROWEST, STEP = 17, 1


def smallest_label(kit: Kit, usual: Stock, texts: Texts, templates: Templates) -> Stock:
    """Return the smallest label of the usual one's shape that holds every box in letters that can be read.

    Args:
        kit: the kit.
        usual: the size that a label has otherwise; it is returned where nothing smaller will do.
        texts: the words on the labels.
        templates: where sizes are read from.
    """

    def label(width: int) -> Stock:
        return read_stock(f"{width}x{round(width * usual.height / usual.width)}", templates)

    widths = range(NARROWEST, int(usual.width), STEP)
    # The larger a label, the more of them can be drawn: the first that can be is found by halving.
    first = bisect_left(widths, True, key=lambda width: _drawn(kit, label(width), texts))
    return usual if first == len(widths) else label(widths[first])


def _drawn(kit: Kit, label: Stock, texts: Texts) -> bool:
    """Return whether all boxes can be drawn on a label."""
    try:
        cards = Cards(kit, label.width, label.height, texts)
        for box in kit.boxes:
            cards.draw(box)
    except KitgenError:
        return False
    return True
