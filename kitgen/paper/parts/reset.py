"""Reset sheet: the beads to put into each box, or to take out, so that the machine is new again."""

from kitgen.paper.card.moves import draw_badge
from kitgen.paper.job import Job
from kitgen.paper.layout.frame import new_page, room_below
from kitgen.paper.marks.scene import POINT, Line, Scene, Stroke, Text
from kitgen.paper.style import BODY, MIDDLE, PALE, SMALL, SPACE

#: The height of a row, the width of a column of boxes and the room for its box's name, in mm.
ROW, WIDE, ID = 6.4, 46.0, 13.0
RULE = Stroke(PALE, 0.15)


def sheets(job: Job) -> list[Scene]:
    """Return the list, box by box, on as many pages as it needs; none for a machine that is new."""
    if job.past is None:
        return []
    pages: list[Scene] = []
    boxes = zip(job.kit.boxes, job.past.new.boxes, strict=True)
    slots = ((box, *pair) for box, new in boxes for pair in zip(box.slots, new.slots, strict=True))
    # How many beads to put in; negative to take out.
    changes = [(box, slot, first.beads - slot.beads) for box, slot, first in slots if slot.beads != first.beads]
    while changes or not pages:
        scene, column = new_page(job, job.texts("reset.title"))
        pages.append(scene)
        column.paragraph(job.texts("reset.how" if changes else "reset.nothing"))
        if len(pages) == 1:
            put = sum(amount for _, _, amount in changes if amount > 0)
            out = -sum(amount for _, _, amount in changes if amount < 0)
            column.paragraph(job.texts("reset.sums", put=put, out=out), SMALL)
        column.gap(SPACE.block)
        high, across = int(room_below(job, column) / ROW), int(column.width / WIDE)
        shown, changes = changes[: high * across], changes[high * across :]
        high, width = min(high, -(-len(shown) // across)), column.width / across
        for number, (box, slot, amount) in enumerate(shown):
            x, y = column.x + number // high * width, column.y + number % high * ROW
            line = y + ROW - 2.0
            if number % high == 0 or shown[number - 1][0] is not box:
                scene.add(Text((x, line), box.id, BODY, bold=True))
            scene.add(*draw_badge(slot.colour, (x + ID + 2, line - MIDDLE * BODY * POINT), BODY * 0.9))
            words = job.texts("reset.in" if amount > 0 else "reset.out", amount=abs(amount))
            scene.add(Text((x + ID + 7, line), words, BODY))
            scene.add(Line((x, y + ROW), (x + width - 4, y + ROW), RULE))
    return pages
