"""Sweets on arrows: the whole machine on a few sheets for a pair, with a ring for a sweet on each
arrow.

Nothing is cut. A game that the machine loses costs it a sweet, which is eaten: that is how it
learns.
"""

import math
from bisect import bisect
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

from kitgen.claims.claims import say
from kitgen.errors import UsageError
from kitgen.kit.kit import Kit
from kitgen.kit.rule import TAKES_LAST
from kitgen.model import only_mirror
from kitgen.paper.card.board import draw_box, fit_grid
from kitgen.paper.card.moves import CrowdedError, draw_badge, marking_of
from kitgen.paper.declared import PartOptions
from kitgen.paper.finder_index import without_box
from kitgen.paper.game_sheets import facts_in, who_begins
from kitgen.paper.job import BEAD_SIZES, Job, bead_totals, bead_width
from kitgen.paper.layout.frame import Column, line_height, new_page, room_below
from kitgen.paper.marks.scene import POINT, Scene, Text
from kitgen.paper.style import BODY, SMALL, fitted, in_rows, text_width
from kitgen.papers import Point, double

#: The width of a ring in sweets, and the widest sweets that are looked for where no width is given,
#: in mm.
WELL, LARGEST = 1.15, 16.0
#: The width of sweets that shops have in many colours, in mm; the numbers of boards in a row and in
#: a column to try for them.
USUAL_SWEET_MM = 14.0
IN_A_ROW = range(1, 6)
IN_A_COLUMN = range(1, 7)
#: On more sheets than these nobody finds a board in a game.
MAX_SHEETS = 8
#: Between two boards, between a board and its id, below the last row, and the lowest legible cell,
#: in mm.
GAP, UNDER, FOOT, LEAST = 3.5, 0.8, 1.5, 8.0
#: The size of ids, in points; the numbers of boards in a row to try.
ID, ACROSS = 11.0, range(2, 9)


def sheets(job: Job) -> list[Scene]:
    """Return as many sheets as usual sweets need, or the one that is asked for."""
    _check_kit(job.kit)
    if job.options.sweets_size == "several":
        return _several(job)
    return [_one(job)]


def _is_set(options: PartOptions) -> bool:
    """Return whether the width of a sweet is given."""
    return options.poster_bead != PartOptions().poster_bead


def _one(job: Job) -> Scene:
    """Return one sheet, with rings as wide as it has room for, or as given."""
    run = replace(job, page=double(job.page)) if job.options.sweets_size == "double" else job
    scene, column = new_page(run, job.texts("sweets.title"))
    needed = _words(run, column)
    layout = _layout(run, column)
    if layout is None:
        boxes = (
            f"{len(job.kit.boxes)} boxes of {job.kit.name} do not fit on one sheet of "
            f"{run.page.name} paper"
        )
        raise UsageError(f"the part sweets: {boxes}; {_advice(job)}")
    bead = bead_width(job.options)
    width = bead if _is_set(job.options) else _widest(run, column, layout)
    boards = _boards(run, column, layout, width) if width else None
    if boards is None:
        widest = _widest(run, column, layout)
        hint = f"choose --set poster.bead={widest:g}, or {_advice(job)}" if widest else _advice(job)
        raise UsageError(
            f"sweets of {bead:g} mm do not fit on the arrows on {run.page.name} paper; {hint}"
        )
    _needed(run, needed, width)
    scene.add(*boards.marks)
    return scene


def _several(job: Job) -> list[Scene]:
    """Return the fewest sheets with rings for usual sweets, or for those whose width is given."""
    width = bead_width(job.options) if _is_set(job.options) else USUAL_SWEET_MM
    scene, column = new_page(job, job.texts("sweets.title"))
    needed = _words(job, column)
    _needed(job, needed, width)
    for across, down in sorted(product(IN_A_ROW, IN_A_COLUMN), key=math.prod, reverse=True):
        pitch = (column.width + GAP) / across, (_whole_page(job) + GAP) / down
        pictures = _pictures(job, pitch[0] - GAP, pitch[1] - GAP - ID * POINT - UNDER, width)
        if pictures is not None:
            pages = _on_pages(job, scene, column, pictures, pitch)
            if len(pages) <= MAX_SHEETS:
                return pages
            boxes = f"{len(job.kit.boxes)} boxes of {job.kit.name} with sweets of {width:g} mm"
            raise UsageError(f"the part sweets: {boxes} take {len(pages)} sheets; {_advice(job)}")
    problem = f"sweets of {width:g} mm do not fit on the arrows on {job.page.name} paper"
    raise UsageError(f"{problem}; choose smaller ones with --set poster.bead")


def _whole_page(job: Job) -> float:
    """Return the height of the room for boards on a page without words, in mm."""
    _, column = new_page(job, job.texts("sweets.title"))
    return room_below(job, column) - FOOT


def _pictures(job: Job, wide: float, high: float, width: float) -> list[Scene] | None:
    """Return the boards of all boxes with rings for sweets of a width; None where these do not
    fit. Lengths in mm.
    """
    pictures = []
    for box in job.kit.boxes:
        try:
            board = draw_box(job.kit, box, wide, high, well=WELL * width / 2)
        except CrowdedError:
            return None
        picture = Scene(board.width, board.height + ID * POINT + UNDER)
        picture.add(Text((0, 0.78 * ID * POINT), box.id, ID, bold=True))
        picture.place(board, 0, ID * POINT + UNDER)
        pictures.append(picture)
    return pictures


def _on_pages(
    job: Job, scene: Scene, column: Column, pictures: Sequence[Scene], pitch: Point
) -> list[Scene]:
    """Return pictures on a page below its words, and on further pages; ``pitch`` is from one to
    the next, in mm.
    """
    pages = [scene]
    across = round((column.width + GAP) / pitch[0])
    waiting = list(pictures)
    while waiting:
        down = int((room_below(job, column) - FOOT + GAP) / pitch[1] + 1e-6)
        here = waiting[: across * down]
        for picture, x, y in in_rows(here, across, (column.x, column.y), pitch):
            scene.place(picture, x, y)
        waiting = waiting[len(here) :]
        if waiting:
            scene, column = new_page(job, job.texts("sweets.title"))
            pages.append(scene)
    return pages


def _check_kit(kit: Kit) -> None:
    """Refuse a kit whose machine does more than take single sweets away from arrows."""
    rule = kit.rule
    takes_last = rule.loss == TAKES_LAST and rule.win.nothing and rule.draw.nothing
    if rule.learns != "beads" or not takes_last or rule.when_empty.refills or rule.when_empty.draws:
        raise UsageError(
            f"the rule of {kit.name} does more than take the bead of a lost game's last "
            "move; no sweets"
        )
    if marking_of(kit.game.diagram).sign != "arrow":
        raise UsageError(
            f"in {kit.name} moves are not arrows from cell to cell, so sweets have no "
            "place on them; "
            "print the part one-sheet, with paper chips, or labels and chips if it has no room"
        )
    if kit.always:
        raise UsageError(
            f"{kit.name} is an express kit; this sheet takes all boxes, so leave out --express"
        )
    if any(slot.beads != 1 for box in kit.boxes for slot in box.slots):
        raise UsageError(
            f"{kit.name} starts with more than one bead for a move, and an arrow has room "
            "for one sweet"
        )


def _advice(job: Job) -> str:
    """Return the advice for too little room: paper of twice the size, if that is enough for the
    boards.
    """
    if job.options.sweets_size != "double":
        wide = replace(
            job, page=double(job.page), options=replace(job.options, sweets_size="double")
        )
        _, column = new_page(wide, job.texts("sweets.title"))
        _words(wide, column)
        if _layout(wide, column) is not None:
            return "choose --set sweets.size=double"
    return "leave the part out, or print a smaller kit"


def _words(job: Job, column: Column) -> Column:
    """Write the steps; return the column for the line below them, which says what sweets are
    needed.
    """
    texts, kit = job.texts, job.kit
    size = BODY if job.options.sweets_size == "double" else SMALL
    column.paragraph(who_begins(job), size, bold=True)
    for number, key in enumerate(_steps(kit), 1):
        words = say(texts, "sweets", facts_in(job)) if key == "learn" else texts(f"sweets.{key}")
        if key == "empty_blames":
            words = f"{words} {say(texts, 'finished_sweets', facts_in(job))}"
        column.item(f"{number}.", words, size, indent=5.5)
    needed = replace(column)
    column.gap(line_height(size) + 2.5)
    return needed


def _steps(kit: Kit) -> Iterator[str]:
    yield "fill"
    yield (
        "find_mirror"
        if only_mirror(kit.game)
        else "find_turned"
        if len(kit.game.symmetries) > 1
        else "find"
    )
    yield from without_box(kit)
    yield "pick"
    yield "learn"
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
    """Return all boards, a ring on each arrow; None where rings for sweets of this width do not
    fit.
    """
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
    widths = [
        half / 2
        for half in range(
            int(2 * BEAD_SIZES[0]), int(2 * max(LARGEST, job.options.poster_bead)) + 1
        )
    ]
    fitting = bisect(widths, 0, key=lambda width: int(_boards(job, column, layout, width) is None))
    return widths[fitting - 1] if fitting else 0.0
