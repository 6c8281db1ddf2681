"""The smallest label on which all boxes of a kit can still be read."""

from bisect import bisect_left

from kitgen.kit.kit import Kit
from kitgen.paper.card.front import would_do
from kitgen.paper.card.measures import CardFace
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

    def face(width: int) -> CardFace:
        return CardFace(kit, texts, label(width).width, label(width).height)

    fullest = max(kit.boxes, key=lambda box: len(box.slots))
    widths = range(NARROWEST, int(usual.width), STEP)
    # The larger a label, the more of them can be drawn: the first that can be is found by halving.
    first = bisect_left(widths, True, key=lambda width: would_do(face(width), fullest))
    return usual if first == len(widths) else label(widths[first])
