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
from typing import NamedTuple

from kitgen.claims.claims import say
from kitgen.errors import UsageError
from kitgen.kit.kit import Kit
from kitgen.kit.rule import TAKES_LAST, Rule
from kitgen.model import only_mirror
from kitgen.paper.card.board import draw_box, fit_grid
from kitgen.paper.card.moves import CrowdedError, draw_badge, marking_of
from kitgen.paper.declared import PartOptions
from kitgen.paper.finder_index import has_twins, words_without_box
from kitgen.paper.game_sheets import facts_in, who_begins
from kitgen.paper.job import BEAD_SIZES, Job, bead_totals, bead_width
from kitgen.paper.layout.frame import BASELINE, Column, line_height, new_page, room_below
from kitgen.paper.marks.scene import POINT, Scene, Text
from kitgen.paper.style import BODY, SMALL, fitted, in_rows, text_width
from kitgen.papers import Point, double

#: The width of a ring, in sweets.
RING_SHARE = 1.15
#: The width of sweets that shops have in many colours, and of the widest that are looked for where
#: no width is given, in mm.
USUAL_SWEET_MM = 14.0
MAX_SWEET_MM = 16.0
#: The numbers of boards in a row and in a column to try for sweets of a width, on several sheets.
SEVERAL_ACROSS = range(1, 6)
SEVERAL_DOWN = range(1, 7)
#: On more sheets than these nobody finds a board in a game.
MAX_SHEETS = 8
#: The numbers of boards in a row to try, on one sheet, and the lowest legible cell there, in mm.
ONE_SHEET_ACROSS = range(2, 9)
MIN_CELL_MM = 8.0
#: Between two boards, between a board and its id, and below the last row, in mm.
BOARD_GAP_MM = 3.5
UNDER_ID_MM = 0.8
FOOT_MM = 1.5
#: The size of ids, in points, and the height of their line, in mm.
ID_PT = 11.0
ID_MM = ID_PT * POINT
#: What a rounding error may take from a row's room, as a share of it.
SLACK = 1e-6


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
    below_words = _words(run, column)
    layout = _layout(run, column)
    if layout is None:
        raise UsageError(
            f"the part sweets: {len(job.kit.boxes)} boxes of {job.kit.name} do not fit on one "
            f"sheet of {run.page.name} paper; {_advice(job)}"
        )
    wanted = bead_width(job.options)
    width = wanted if _is_set(job.options) else _widest(run, column, layout)
    boards = _boards(run, column, layout, width) if width else None
    if boards is None:
        hint = _advice(job)
        widest = _widest(run, column, layout)
        if widest:
            hint = f"choose --set poster.bead={widest:g}, or {hint}"
        raise UsageError(
            f"sweets of {wanted:g} mm do not fit on the arrows on {run.page.name} paper; {hint}"
        )
    _needed(run, below_words, width)
    scene.add(*boards.marks)
    return scene


def _several(job: Job) -> list[Scene]:
    """Return the fewest sheets with rings for usual sweets, or for those whose width is given."""
    width = bead_width(job.options) if _is_set(job.options) else USUAL_SWEET_MM
    scene, column = new_page(job, job.texts("sweets.title"))
    below_words = _words(job, column)
    _needed(job, below_words, width)
    high = _whole_page(job)
    for across, down in _grids_for_several():
        pitch = ((column.width + BOARD_GAP_MM) / across, (high + BOARD_GAP_MM) / down)
        board = (pitch[0] - BOARD_GAP_MM, pitch[1] - BOARD_GAP_MM - ID_MM - UNDER_ID_MM)
        pictures = _pictures(job, board, width)
        if pictures is None:
            continue
        pages = _on_pages(job, scene, column, pictures, pitch)
        if len(pages) <= MAX_SHEETS:
            return pages
        boxes = f"{len(job.kit.boxes)} boxes of {job.kit.name} with sweets of {width:g} mm"
        raise UsageError(f"the part sweets: {boxes} take {len(pages)} sheets; {_advice(job)}")
    problem = f"sweets of {width:g} mm do not fit on the arrows on {job.page.name} paper"
    raise UsageError(f"{problem}; choose smaller ones with --set poster.bead")


def _grids_for_several() -> list[tuple[int, int]]:
    """Return the numbers of boards in a row and in a column to try, the most boards first."""
    return sorted(product(SEVERAL_ACROSS, SEVERAL_DOWN), key=math.prod, reverse=True)


def _whole_page(job: Job) -> float:
    """Return the height of the room for boards on a page without words, in mm."""
    _, column = new_page(job, job.texts("sweets.title"))
    return room_below(job, column) - FOOT_MM


def _pictures(job: Job, size: tuple[float, float], width: float) -> list[Scene] | None:
    """Return the boards of all boxes, no larger than a size, with rings for sweets of a width;
    None where these do not fit. Lengths in mm.
    """
    pictures = []
    for box in job.kit.boxes:
        try:
            board = draw_box(job.kit, box, *size, well=RING_SHARE * width / 2)
        except CrowdedError:
            return None
        picture = Scene(board.width, board.height + ID_MM + UNDER_ID_MM)
        picture.add(Text((0, BASELINE * ID_PT * POINT), box.id, ID_PT, bold=True))
        picture.place(board, 0, ID_MM + UNDER_ID_MM)
        pictures.append(picture)
    return pictures


def _on_pages(
    job: Job, scene: Scene, column: Column, pictures: Sequence[Scene], pitch: Point
) -> list[Scene]:
    """Return pictures on a page below its words, and on further pages; ``pitch`` is from one to
    the next, in mm.
    """
    pages = [scene]
    wide, high = pitch
    across = round((column.width + BOARD_GAP_MM) / wide)
    waiting = list(pictures)
    while waiting:
        down = int((room_below(job, column) - FOOT_MM + BOARD_GAP_MM) / high + SLACK)
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
    if not _only_takes_last(kit.rule):
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
    for box in kit.boxes:
        if any(slot.beads != 1 for slot in box.slots):
            raise UsageError(
                f"{kit.name} starts with more than one bead for a move, and an arrow has room "
                "for one sweet"
            )


def _only_takes_last(rule: Rule) -> bool:
    """Return whether a machine learns with beads, and only by the last move of a lost game."""
    if rule.learns != "beads" or rule.when_empty.refills or rule.when_empty.draws:
        return False
    return rule.loss == TAKES_LAST and rule.win.nothing and rule.draw.nothing


def _advice(job: Job) -> str:
    """Return the advice for too little room: paper of twice the size, if that is enough for the
    boards.
    """
    if job.options.sweets_size != "double":
        options = replace(job.options, sweets_size="double")
        on_double = replace(job, page=double(job.page), options=options)
        _, column = new_page(on_double, job.texts("sweets.title"))
        _words(on_double, column)
        if _layout(on_double, column) is not None:
            return "choose --set sweets.size=double"
    return "leave the part out, or print a smaller kit"


def _letters(job: Job) -> float:
    """Return the size of the words, in points: larger on paper of twice the size."""
    return BODY if job.options.sweets_size == "double" else SMALL


def _words(job: Job, column: Column) -> Column:
    """Write the steps; return the column for the line below them, which says what sweets are
    needed.
    """
    size = _letters(job)
    column.paragraph(who_begins(job), size, bold=True)
    for number, step in enumerate(_steps(job), 1):
        column.item(f"{number}.", step, size, indent=5.5)
    below_words = replace(column)
    column.gap(line_height(size) + 2.5)
    return below_words


def _steps(job: Job) -> Iterator[str]:
    """Yield what to do, in sentences."""
    texts = job.texts
    kit = job.kit
    empty = kit.rule.when_empty
    yield texts("sweets.fill")
    if only_mirror(kit.game):
        yield texts("sweets.find_mirror")
    elif len(kit.game.symmetries) > 1:
        yield texts("sweets.find_turned")
    else:
        yield texts("sweets.find")
    if has_twins(kit):
        yield texts("sweets.twin_mirror" if only_mirror(kit.game) else "sweets.twin_turned")
    yield from words_without_box(kit, texts, "sweets")
    yield texts("sweets.pick")
    yield say(texts, "sweets", facts_in(job))
    if not empty.resigns:
        return
    if empty.blames_last:
        yield f"{texts('sweets.empty_blames')} {say(texts, 'finished_sweets', facts_in(job))}"
    else:
        yield texts("sweets.empty")


def _needed(job: Job, column: Column, width: float) -> None:
    """Write how many sweets of a width are needed, and how many of each colour."""
    size = _letters(job)
    x = column.x
    middle = column.y + 0.6 * line_height(size)
    words = job.texts("sweets.needed", count=job.kit.beads, width=width)
    column.scene.add(fitted((x, middle), words, size, bold=True, level=True))
    x += text_width(words, size, bold=True) + 4
    for row in bead_totals(job.kit):
        column.scene.add(*draw_badge(row.colour, (x + 2, middle), size))
        words = f"{row.colour.name} {row.needed}"
        column.scene.add(fitted((x + 5.5, middle), words, size, level=True))
        x += 5.5 + text_width(words, size) + 5


class _SweetRows(NamedTuple):
    """Boards in a row, and the greatest width and height of each, in mm."""

    across: int
    width: float
    height: float


def _layout(job: Job, column: Column) -> _SweetRows | None:
    """Return the layout with the largest cells; None when they would be too small."""
    best = None
    best_cell = 0.0
    for across in ONE_SHEET_ACROSS:
        down = math.ceil(len(job.kit.boxes) / across)
        width = (column.width + BOARD_GAP_MM) / across - BOARD_GAP_MM
        pitch = (room_below(job, column) - FOOT_MM + BOARD_GAP_MM) / down
        height = pitch - BOARD_GAP_MM - ID_MM - UNDER_ID_MM
        if width <= 0 or height <= 0:
            continue
        cell = fit_grid(job.kit.game.diagram, width, height).unit
        if cell > best_cell:
            best = _SweetRows(across, width, height)
            best_cell = cell
    return best if best_cell >= MIN_CELL_MM else None


def _boards(job: Job, column: Column, layout: _SweetRows, width: float) -> Scene | None:
    """Return all boards, a ring on each arrow; None where rings for sweets of this width do not
    fit.
    """
    scene = Scene(job.page.width, job.page.height)
    pitch = (layout.width + BOARD_GAP_MM, layout.height + BOARD_GAP_MM + ID_MM + UNDER_ID_MM)
    ring = RING_SHARE * width / 2
    for box, x, y in in_rows(job.kit.boxes, layout.across, (column.x, column.y), pitch):
        try:
            board = draw_box(job.kit, box, layout.width, layout.height, well=ring)
        except CrowdedError:
            return None
        scene.add(Text((x, y + BASELINE * ID_PT * POINT), box.id, ID_PT, bold=True))
        scene.place(board, x, y + ID_MM + UNDER_ID_MM)
    return scene


def _widest(job: Job, column: Column, layout: _SweetRows) -> float:
    """Return the width of the widest sweet that fits, to half a millimetre; 0 if none does."""
    least = int(2 * BEAD_SIZES[0])
    most = int(2 * max(MAX_SWEET_MM, job.options.poster_bead))
    widths = [halves / 2 for halves in range(least, most + 1)]

    def is_too_wide(width: float) -> bool:
        return _boards(job, column, layout, width) is None

    fitting = bisect(widths, False, key=is_too_wide)
    return widths[fitting - 1] if fitting else 0.0
