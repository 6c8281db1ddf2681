"""The pages of the key: small pictures of rows, and the ids they lead to."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from kitgen.model import Diagram
from kitgen.paper.find.key import KeyBlock, KeyEntry, KeyLine, Row, key_of
from kitgen.paper.find.views import views_of
from kitgen.paper.job import Job
from kitgen.paper.layout.frame import GREY, PALE, SMALL, Column, new_page, room_below
from kitgen.paper.marks.fonts import text_width
from kitgen.paper.marks.pieces import PIECES
from kitgen.paper.marks.scene import DARK, POINT, Disc, Line, Scene, Stroke, Text, rectangle
from kitgen.paper.words.rows import row_title

#: Columns on a page and the room between them, in mm.
COLUMNS, GUTTER = 3, 5.0
#: The side of a cell in a heading and in a line, in mm, and how much of it a piece takes.
LARGE, SMALL_CELL, PIECE = 4.6, 2.0, 0.76
#: Heights of a heading and of a line, and what is free between runs of lines and between blocks, in mm.
HEAD, PITCH, RUN, GAP = 6.4, 3.2, 1.2, 2.4
#: Letters of ids and headings, in points, and what is free after a row of an entry and after the whole, in mm.
LETTERS, WORDS, APART, AFTER = 6.0, 7.5, 0.6, 1.2
#: A heading stands with so many lines at least.
TOGETHER = 3


@dataclass(frozen=True, slots=True)
class Placed:
    """A block or a piece of one, where it stands.

    Attributes:
        block: all of it.
        lines: those that stand here.
        y: the top of its heading, in mm from the top of the column.
    """

    block: KeyBlock
    lines: tuple[KeyLine, ...]
    y: float


@dataclass(slots=True)
class KeyPage:
    """What stands on a page, column by column."""

    columns: list[list[Placed]] = field(default_factory=lambda: [[]])


def key_pages(job: Job) -> list[Scene]:
    """Return the pages of the key."""
    return [_draw(job, page) for page in lay_out_key(job)]


def lay_out_key(job: Job) -> list[KeyPage]:
    """Return what stands on which page."""
    _, column = _new_page(job)
    room, per_line = room_below(job, column), entries_in_line(job)
    pages, y = [KeyPage()], 0.0
    for block in key_of(job.kit):
        rest = list(block.lines)
        while rest:
            count = _fitting(rest, room - y - HEAD, per_line)
            if count < min(TOGETHER, len(rest)):
                if not pages[-1].columns[-1]:
                    raise AssertionError("an empty column holds some lines")
                y = 0.0
                if len(pages[-1].columns) == COLUMNS:
                    pages.append(KeyPage())
                else:
                    pages[-1].columns.append([])
                continue
            now, rest = tuple(rest[:count]), rest[count:]
            pages[-1].columns[-1].append(Placed(block, now, y))
            y += HEAD + _height(now, per_line) + GAP
    return pages


def entries_in_line(job: Job) -> int:
    """Return how many entries stand side by side."""
    across = len(_top(job.kit.game.diagram))
    room = _width(job) - across * SMALL_CELL - AFTER
    return max(1, int((room + AFTER) // _entry_width(job)))


def runs(lines: Sequence[KeyLine]) -> list[list[KeyLine]]:
    """Return lines by what lies on the left of their row; some room keeps these runs apart."""
    return [list(run) for _, run in groupby(lines, key=lambda line: line.row[:1])]


def _top(diagram: Diagram) -> list[int]:
    first = min(y for _, y in diagram.centres)
    return [cell for cell, (_, y) in enumerate(diagram.centres) if y == first]


def _width(job: Job) -> float:
    return (job.page.width - 2 * job.page.margin - (COLUMNS - 1) * GUTTER) / COLUMNS


def _entry_width(job: Job) -> float:
    """Return the room of the widest entry: its rows, id and sign."""
    across, down = len(_top(job.kit.game.diagram)), len({y for _, y in job.kit.game.diagram.centres})
    names = {view.name for box in job.kit.boxes for view in views_of(job.kit, box)}
    return (
        (down - 2) * (across * SMALL_CELL + APART) + max(text_width(name, LETTERS, bold=True) for name in names) + AFTER
    )


def _line_height(line: KeyLine, per_line: int) -> float:
    return PITCH * -(-len(line.entries) // per_line)


def _wrapped(line: KeyLine, per_line: int) -> Iterator[Sequence[KeyEntry]]:
    for start in range(0, len(line.entries), per_line):
        yield line.entries[start : start + per_line]


def _height(lines: Sequence[KeyLine], per_line: int) -> float:
    return sum(_line_height(line, per_line) for line in lines) + RUN * (len(runs(lines)) - 1)


def _fitting(lines: Sequence[KeyLine], room: float, per_line: int) -> int:
    """Return how many lines fit."""
    count = 0
    while count < len(lines) and _height(lines[: count + 1], per_line) <= room:
        count += 1
    return count


def _new_page(job: Job) -> tuple[Scene, Column]:
    scene, column = new_page(job, job.texts("finder.title"), aside=job.texts("finder.aside"))
    column.paragraph(job.texts("finder.key"), SMALL)
    column.paragraph(job.texts("finder.signs"), SMALL)
    column.gap(2)
    return scene, column


def _draw(job: Job, page: KeyPage) -> Scene:
    """Return a page."""
    scene, column = _new_page(job)
    width, per_line, entry_width = _width(job), entries_in_line(job), _entry_width(job)
    for number, placed in enumerate(page.columns):
        x = column.x + number * (width + GUTTER)
        if number:
            rule = x - GUTTER / 2
            below = column.y + room_below(job, column)
            scene.add(Line((rule, column.y), (rule, below), Stroke(PALE, 0.15)))
        for piece in placed:
            _draw_block(job, scene, piece, (x, column.y + piece.y, width), per_line, entry_width)
    return scene


def _draw_block(
    job: Job, scene: Scene, piece: Placed, at: tuple[float, float, float], per_line: int, entry_width: float
) -> None:
    """Draw a heading with the upper row, and the lines below it."""
    x, y, width = at
    diagram, block = job.kit.game.diagram, piece.block
    scene.add(rectangle(x, y, width, HEAD - 1.0, "#EDEDED"))
    middle = y + (HEAD - 1.0) / 2
    _draw_row(scene, diagram, block.row, x + 0.6, middle, LARGE)
    words = row_title(job.kit, job.texts, block.lines[0].entries[0].view.box)
    base = middle + 0.36 * WORDS * POINT
    scene.add(Text((x + width - 1, base), words, WORDS, "end", fill=GREY))
    y += HEAD
    for run in runs(piece.lines):
        for line in run:
            _draw_row(scene, diagram, line.row, x, y + PITCH / 2, SMALL_CELL)
            for entries in _wrapped(line, per_line):
                for number, entry in enumerate(entries):
                    left = x + (len(block.row) * SMALL_CELL + AFTER) + number * entry_width
                    _draw_entry(scene, diagram, entry, left, y)
                y += PITCH
        y += RUN


def _draw_entry(scene: Scene, diagram: Diagram, entry: KeyEntry, x: float, y: float) -> None:
    """Draw the rows that are left, side by side, and the id."""
    for row in entry.rows:
        _draw_row(scene, diagram, row, x, y + PITCH / 2, SMALL_CELL)
        x += len(row) * SMALL_CELL + APART
    base = y + PITCH / 2 + 0.36 * LETTERS * POINT
    scene.add(Text((x, base), entry.view.name, LETTERS, bold=True, fill=DARK))


def _draw_row(scene: Scene, diagram: Diagram, row: Row, x: float, middle: float, cell: float) -> None:
    """Draw a row of cells: pieces, and a small dot where there is none."""
    for number, content in enumerate(row):
        at = (x + (number + 0.5) * cell, middle)
        kind = diagram.pieces.get(content)
        scene.add(PIECES[kind].draw(at, PIECE * cell) if kind else Disc(at, 0.09 * cell, GREY))
