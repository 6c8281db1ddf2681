"""Always play this: the positions of an express kit that need no box, on one sheet if they fit.

Where the game has one mirror image of each position, it stands beside it, with the move already mirrored.
"""

from dataclasses import dataclass

from kitgen.errors import KitgenError
from kitgen.kit.kit import Box
from kitgen.model import Symmetry, only_mirror
from kitgen.paper.card.board import draw_box, fit_grid
from kitgen.paper.card.moves import CrowdedError
from kitgen.paper.finder_index import id_tells
from kitgen.paper.job import Job
from kitgen.paper.layout.frame import Column, line_height, new_page, room_below
from kitgen.paper.marks.fonts import fit
from kitgen.paper.marks.scene import Line, Scene, Stroke, Text
from kitgen.paper.style import GREY, LABEL, PALE, SMALL, SPACE, in_rows

#: Widths of a board to try, in mm, until all of them fit on one page.
WIDTHS = (44.0, 39.0, 34.0, 30.0, 27.0, 24.0, 21.5, 19.0, 17.0, 15.0, 13.5, 12.0, 10.6)
#: Between entries, between the two boards of an entry, and between a line of words and its board, in mm.
GAP, BETWEEN, UNDER = 5.0, 2.0, 1.0
CAPTION = LABEL


def sheets(job: Job) -> list[Scene]:
    """Return the sheets, usually one."""
    drawn = None
    for width in WIDTHS:
        layout = _Layout.at(job, width)
        if layout.draws(job):
            drawn = layout
            if len(job.kit.always) <= layout.rows * layout.columns:
                break
        elif drawn is not None:
            break  # the size before is the smallest legible one; it takes more than one page
    if drawn is None:
        raise KitgenError(f"the sheet of what is always played cannot show {job.kit.game.called} at any size")
    per_page = drawn.rows * drawn.columns
    groups = [job.kit.always[first : first + per_page] for first in range(0, len(job.kit.always), per_page)]
    return [_page(job, drawn, group) for group in groups]


def images(job: Job, box: Box) -> list[Symmetry]:
    """Return the views of a position to draw: itself, and its mirror image where that is the game's only one."""
    mirror, itself = only_mirror(job.kit.game), job.kit.game.symmetries[0]
    return [itself] if mirror is None or mirror.position(box.position) == box.position else [itself, mirror]


@dataclass(frozen=True, slots=True)
class _Layout:
    """Lengths in mm, ``letters`` in points; ``entry`` is the width of a position with its images."""

    width: float
    height: float
    entry: float
    columns: int
    rows: int
    letters: float

    @classmethod
    def at(cls, job: Job, width: float) -> "_Layout":
        width, height = fit_grid(job.kit.game.diagram, width, width).size
        boards = max(len(images(job, box)) for box in job.kit.always)
        entry = boards * width + (boards - 1) * BETWEEN
        _, column = new_page(job, job.texts("always.title"))
        _words(job, column)
        heads = [(box.id, job.kit.game.move_text(box.slots[0].moves[0])) for box in job.kit.always]
        letters = min(fit(f"{name}  {move}", CAPTION, width, bold=True) for name, move in heads)  # above a board
        columns = max(1, int((column.width + GAP) / (entry + GAP)))
        rows = max(1, int((room_below(job, column) + GAP) / (height + line_height(CAPTION) + UNDER + GAP)))
        return cls(width, height, entry, columns, rows, letters)

    def draws(self, job: Job) -> bool:
        try:
            for box in job.kit.always:
                draw_box(job.kit, box, self.width, self.height)
        except CrowdedError:
            return False
        return True


def _words(job: Job, column: Column) -> None:
    column.paragraph(job.texts("always.what"), SMALL)
    if len(job.kit.game.symmetries) > 1:
        how = job.texts("always.mirror" if only_mirror(job.kit.game) else "always.turned")
        column.paragraph(f"{how} {id_tells(job.kit, job.texts)}", SMALL)
    column.gap(SPACE.block)


def _page(job: Job, layout: _Layout, group: tuple[Box, ...]) -> Scene:
    scene, column = new_page(job, job.texts("always.title"))
    _words(job, column)
    step = layout.entry + min((column.width - layout.columns * layout.entry) / max(1, layout.columns - 1), 2.5 * GAP)
    high = layout.height + line_height(CAPTION) + UNDER
    for box, x, y in in_rows(group, layout.columns, (column.x, column.y), (step, high + GAP)):
        baseline = y + 0.78 * line_height(CAPTION)
        scene.add(Text((x, baseline), box.id, layout.letters, bold=True))
        for count, symmetry in enumerate(images(job, box)):
            board_x = x + count * (layout.width + BETWEEN)
            move = job.kit.game.move_text(symmetry.move(box.slots[0].moves[0]))
            scene.add(Text((board_x + layout.width, baseline), move, layout.letters, "end", fill=GREY))
            board = draw_box(job.kit, box, layout.width, layout.height, symmetry)
            scene.place(board, board_x, y + high - layout.height)
        if x > column.x:
            rule = x - (step - layout.entry) / 2
            scene.add(Line((rule, y), (rule, y + high), Stroke(PALE, 0.15)))
    return scene
