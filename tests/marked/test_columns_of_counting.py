"""How many columns of boxes a sheet for counting beads has, and how near its bubbles lie."""

from itertools import product
from types import SimpleNamespace

from counting import at_least

from kitgen.forms.form import Area
from kitgen.forms.places import _Counting


def counting(page, boxes, slots, beads, *, only_takes):
    """Return the layout of so many boxes, the first with so many slots, the others with one."""
    slot = SimpleNamespace(beads=beads)
    first = SimpleNamespace(slots=[slot] * slots)
    others = [SimpleNamespace(slots=[slot])] * (boxes - 1)
    kit = SimpleNamespace(boxes=[first, *others], rule=SimpleNamespace(only_takes=only_takes))
    return _Counting(kit, Area(page), 2)


def test_boxes_stand_in_as_many_columns_as_have_room(golden):
    lines = []
    for page, boxes in product(("a4", "letter"), (29, 30, 31, 300)):
        found = []
        for slots, beads, only_takes in product((1, 2, 3, 4, 5, 8), (1, 2, 4), (True, False)):
            layout = counting(page, boxes, slots, beads, only_takes=only_takes)
            lines_of_first = layout.shapes[0].lines
            fitting = layout.fitting(0)
            found.append(
                f"{layout.columns}:{layout.shapes[0].pitch:.2f}:{lines_of_first}:{fitting}"
            )
        lines.append(f"{page} {boxes}")
        lines += [f"    {' '.join(found[at : at + 6])}" for at in range(0, len(found), 6)]
    golden("forms/columns-of-counting", "\n".join(at_least(50, lines)))
