"""Always play this: the positions of an express kit that need no box, on one sheet if they fit.

Where the game has one mirror image of each position, it stands beside it, with the move already mirrored.
"""

from kitgen.errors import KitgenError
from kitgen.kit.kit import Box
from kitgen.model import Symmetry, only_mirror
from kitgen.paper.card.board import draw_box, fit_grid
from kitgen.paper.card.moves import CrowdedError
from kitgen.paper.finder_index import id_tells
from kitgen.paper.job import Job
from kitgen.paper.layout.frame import line_height, new_page, room_below
from kitgen.paper.marks.scene import Line, Scene, Stroke, Text
from kitgen.paper.style import GREY, LABEL, PALE, SMALL, SPACE, fit, in_rows

#: Widths of a board to try, in mm, until all of them fit on one page.
WIDTHS = (44.0, 39.0, 34.0, 30.0, 27.0, 24.0, 21.5, 19.0, 17.0, 15.0, 13.5, 12.0, 10.6)
#: Between entries, between the two boards of an entry, and between a line of words and its board, in mm.
GAP, BETWEEN, UNDER = 5.0, 2.0, 1.0
CAPTION = LABEL


def sheets(job: Job) -> list[Scene]:
    """Return the sheets, usually one."""
    pages: list[Scene] = []
    for width in WIDTHS:
        try:
            pages = _pages(job, width)
        except CrowdedError:
            if pages:
                break  # the size before is the smallest legible one; it takes more than one page
        if len(pages) == 1:
            break
    if not pages:
        raise KitgenError(f"the sheet of what is always played cannot show {job.kit.game.called} at any size")
    return pages


def images(job: Job, box: Box) -> list[Symmetry]:
    """Return the views of a position to draw: itself, and its mirror image where that is the game's only one."""
    mirror, itself = only_mirror(job.kit.game), job.kit.game.symmetries[0]
    return [itself] if mirror is None or mirror.position(box.position) == box.position else [itself, mirror]


def _pages(job: Job, widest: float) -> list[Scene]:
    """Return the sheets with boards of at most a width in mm; CrowdedError if moves cannot be drawn at this size."""
    kit, pages = job.kit, list[Scene]()
    width, height = fit_grid(kit.game.diagram, widest, widest).size
    boards = max(len(images(job, box)) for box in kit.always)
    entry = boards * width + (boards - 1) * BETWEEN  # a position with its images
    heads = [f"{box.id}  {kit.game.move_text(box.slots[0].moves[0])}" for box in kit.always]
    letters = min(fit(head, CAPTION, width, bold=True) for head in heads)
    high = height + line_height(CAPTION) + UNDER
    waiting = kit.always
    while waiting:
        scene, column = new_page(job, job.texts("always.title"))
        column.paragraph(job.texts("always.what"), SMALL)
        if len(kit.game.symmetries) > 1:
            how = job.texts("always.mirror" if only_mirror(kit.game) else "always.turned")
            column.paragraph(f"{how} {id_tells(kit, job.texts)}", SMALL)
        column.gap(SPACE.block)
        columns = max(1, int((column.width + GAP) / (entry + GAP)))
        rows = max(1, int((room_below(job, column) + GAP) / (high + GAP)))
        step = entry + min((column.width - columns * entry) / max(1, columns - 1), 2.5 * GAP)
        for box, x, y in in_rows(waiting[: rows * columns], columns, (column.x, column.y), (step, high + GAP)):
            baseline = y + 0.78 * line_height(CAPTION)
            scene.add(Text((x, baseline), box.id, letters, bold=True))
            for count, symmetry in enumerate(images(job, box)):
                board_x = x + count * (width + BETWEEN)
                move = kit.game.move_text(symmetry.move(box.slots[0].moves[0]))
                scene.add(Text((board_x + width, baseline), move, letters, "end", fill=GREY))
                scene.place(draw_box(kit, box, width, height, symmetry), board_x, y + high - height)
            if x > column.x:
                rule = x - (step - entry) / 2
                scene.add(Line((rule, y), (rule, y + high), Stroke(PALE, 0.15)))
        waiting = waiting[rows * columns :]
        pages.append(scene)
    return pages
