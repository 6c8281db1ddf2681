"""Sweets on arrows: the whole machine on one sheet for a pair, with a ring for a sweet on each arrow.

Nothing is cut. A game that the machine loses costs it a sweet, which is eaten: that is how it learns.
"""

from bisect import bisect
from collections.abc import Iterator
from dataclasses import replace

from kitgen.claims.claims import say
from kitgen.claims.facts import Facts
from kitgen.errors import UsageError
from kitgen.kit.kit import Kit
from kitgen.kit.rule import TAKES_LAST
from kitgen.model import only_mirror
from kitgen.paper.card.board import draw_box, fit_grid
from kitgen.paper.card.moves import CrowdedError, draw_badge, marking_of
from kitgen.paper.finder_index import without_box
from kitgen.paper.job import BEAD_SIZES, Job, PartOptions, bead_totals, bead_width, machine_side
from kitgen.paper.layout.frame import Column, line_height, new_page, room_below
from kitgen.paper.marks.scene import POINT, Scene, Text
from kitgen.paper.style import BODY, SMALL, fitted, in_rows, text_width
from kitgen.papers import double

#: The width of a ring in sweets, and the widest sweets that are looked for where no width is given, in mm.
WELL, LARGEST = 1.15, 16.0
#: Between two boards, between a board and its id, below the last row, and the lowest legible cell, in mm.
GAP, UNDER, FOOT, LEAST = 3.5, 0.8, 1.5, 8.0
#: The size of ids, in points; the numbers of boards in a row to try.
ID, ACROSS = 11.0, range(2, 9)


def sheets(job: Job) -> list[Scene]:
    """Return the sheet: one page."""
    _check_kit(job.kit)
    run = replace(job, page=double(job.page)) if job.options.sweets_size == "double" else job
    scene, column = new_page(run, job.texts("sweets.title"))
    needed = _words(run, column)
    layout = _layout(run, column)
    if layout is None:
        boxes = f"{len(job.kit.boxes)} boxes of {job.kit.name} do not fit on one sheet of {run.page.name} paper"
        raise UsageError(f"the part sweets: {boxes}; {_advice(job)}")
    bead, wanted = bead_width(job.options), job.options.poster_bead != PartOptions().poster_bead
    width = bead if wanted else _widest(run, column, layout)
    boards = _boards(run, column, layout, width) if width else None
    if boards is None:
        widest = _widest(run, column, layout)
        hint = f"choose --set poster.bead={widest:g}, or {_advice(job)}" if widest else _advice(job)
        raise UsageError(f"sweets of {bead:g} mm do not fit on the arrows on {run.page.name} paper; {hint}")
    _needed(run, needed, width)
    scene.add(*boards.marks)
    return [scene]


def _check_kit(kit: Kit) -> None:
    """Refuse a kit whose machine does more than take single sweets away from arrows."""
    rule = kit.rule
    if marking_of(kit.game.diagram).sign != "arrow":
        raise UsageError(f"in {kit.name} moves are not arrows from cell to cell, so sweets have no place on them")
    takes_last = rule.loss == TAKES_LAST and rule.win.nothing and rule.draw.nothing
    if rule.learns != "beads" or not takes_last or rule.when_empty.refills or rule.when_empty.draws:
        raise UsageError(f"the rule of {kit.name} does more than take the bead of a lost game's last move; no sweets")
    if kit.always:
        raise UsageError(f"{kit.name} is an express kit; this sheet takes all boxes, so leave out --express")
    if any(slot.beads != 1 for box in kit.boxes for slot in box.slots):
        raise UsageError(f"{kit.name} starts with more than one bead for a move, and an arrow has room for one sweet")


def _advice(job: Job) -> str:
    """Return the advice for too little room: paper of twice the size, if that is enough for the boards."""
    if job.options.sweets_size != "double":
        wide = replace(job, page=double(job.page), options=replace(job.options, sweets_size="double"))
        _, column = new_page(wide, job.texts("sweets.title"))
        _words(wide, column)
        if _layout(wide, column) is not None:
            return "choose --set sweets.size=double"
    return "leave the part out, or print a smaller kit"


def _words(job: Job, column: Column) -> Column:
    """Write the steps; return the column for the line below them, which says what sweets are needed."""
    texts, kit = job.texts, job.kit
    size = BODY if job.options.sweets_size == "double" else SMALL
    column.paragraph(machine_side(job), size, bold=True)
    for number, key in enumerate(_steps(kit), 1):
        words = texts(f"sweets.{key}")
        if key == "empty_blames":
            words = f"{words} {say(texts, 'finished_sweets', Facts(kit))}"
        column.item(f"{number}.", words, size, indent=5.5)
    needed = replace(column)
    column.gap(line_height(size) + 2.5)
    return needed


def _steps(kit: Kit) -> Iterator[str]:
    yield "fill"
    yield "find_mirror" if only_mirror(kit.game) else "find_turned" if len(kit.game.symmetries) > 1 else "find"
    yield from without_box(kit)
    yield "pick"
    yield "learn_kept" if kit.rule.when_empty.keeps_last else "learn"
    if kit.rule.when_empty.resigns:
        yield "empty_blames" if kit.rule.when_empty.blames_last else "empty"


def _needed(job: Job, column: Column, width: float) -> None:
    size = BODY if job.options.sweets_size == "double" else SMALL
    x, middle = column.x, column.y + 0.6 * line_height(size)
    words = job.texts("sweets.needed", count=job.kit.beads, width=width)
    column.scene.add(fitted((x, middle), words, size, bold=True, level=True))
    x += text_width(words, size, bold=True) + 4
    for row in bead_totals(job.kit):
        column.scene.add(*draw_badge(row.colour, (x + 2, middle), size))
        words = f"{row.colour.name} {row.needed}"
        column.scene.add(fitted((x + 5.5, middle), words, size, level=True))
        x += 5.5 + text_width(words, size) + 5


#: Boards in a row, and their width and height in mm.
Rows = tuple[int, float, float]


def _layout(job: Job, column: Column) -> Rows | None:
    """Return the layout with the largest cells; None when they would be too small."""
    boxes, diagram = job.kit.boxes, job.kit.game.diagram
    layouts = []
    for across in ACROSS:
        down = -(-len(boxes) // across)
        width = (column.width + GAP) / across - GAP
        height = (room_below(job, column) - FOOT + GAP) / down - GAP - ID * POINT - UNDER
        if width > 0 and height > 0:
            layouts.append((fit_grid(diagram, width, height).unit, (across, width, height)))
    unit, layout = max(layouts, key=lambda pair: pair[0], default=(0.0, None))
    return layout if unit >= LEAST else None


def _boards(job: Job, column: Column, layout: Rows, width: float) -> Scene | None:
    """Return all boards, a ring on each arrow; None where rings for sweets of this width do not fit."""
    scene, (across, wide, high) = Scene(job.page.width, job.page.height), layout
    pitch = (wide + GAP, high + GAP + ID * POINT + UNDER)
    for box, x, y in in_rows(job.kit.boxes, across, (column.x, column.y), pitch):
        try:
            board = draw_box(job.kit, box, wide, high, well=WELL * width / 2)
        except CrowdedError:
            return None
        scene.add(Text((x, y + 0.78 * ID * POINT), box.id, ID, bold=True))
        scene.place(board, x, y + ID * POINT + UNDER)
    return scene


def _widest(job: Job, column: Column, layout: Rows) -> float:
    """Return the width of the widest sweet that fits, to half a millimetre; 0 if none does."""
    widths = [half / 2 for half in range(int(2 * BEAD_SIZES[0]), int(2 * max(LARGEST, job.options.poster_bead)) + 1)]
    fitting = bisect(widths, 0, key=lambda width: int(_boards(job, column, layout, width) is None))
    return widths[fitting - 1] if fitting else 0.0
