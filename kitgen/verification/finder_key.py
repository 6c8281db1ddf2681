"""Reads the key of a box finder back: rows of pieces or numbers that lead to an id and to the box's
orientation.

A heading is a tinted bar with one row of the board in it. Below it, each line begins with the
second row, unless that is the same as on the line above; to the left of each id are the remaining
rows.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kitgen.model import Diagram, Game
from kitgen.papers import Bounds
from kitgen.sandbox.page_marks import Letters, MarkIndex, PageMark, PageMarks, in_lines
from kitgen.verification.recognise import find_piece, is_circle, is_rectangle

# The signs behind an id give the orientation of its box on the table: an arrow towards its upper
# edge; then whether left and right are swapped or, for a box on its side, top and bottom.

#: Quarter turns clockwise, by the arrow that points to the side of the picture's upper edge.
QUARTERS = {"": 0, "▶": 1, "▼": 2, "◀": 3}
SWAPPED, UPENDED = "⇄", "⇅"
#: Everything that can stand behind an id.
SIGNS = ("", "▶", "▼", "◀", SWAPPED, "▶" + UPENDED, "▼" + SWAPPED, "◀" + UPENDED)
SIGN_LETTERS = frozenset("".join(SIGNS))

#: Content where there is no cell.
NOWHERE = -1
#: The content of a board, row by row from above.
Rows = tuple[tuple[int, ...], ...]


def key_rows(diagram: Diagram, cells: Sequence[int], *, turned: bool = False) -> Rows:
    """Return the content of a board, row by row, ``turned`` by half or not; ``NOWHERE`` fills up
    shorter rows.
    """
    lying = dict(zip(diagram.centres, cells, strict=True))
    down, across = (
        sorted(set(places), reverse=turned)
        for places in zip(*((y, x) for x, y in lying), strict=True)
    )
    return tuple(tuple(lying.get((x, y), NOWHERE) for x in across) for y in down)


def laid(rows: Rows, sign: str) -> Rows:
    """Return the rows of a box's picture as a sign says: turned by quarters clockwise, then
    swapped.
    """
    for _ in range(QUARTERS[sign.rstrip(SWAPPED + UPENDED)]):
        rows = tuple(zip(*rows[::-1], strict=True))
    if sign.endswith(SWAPPED):
        rows = tuple(row[::-1] for row in rows)
    return rows[::-1] if sign.endswith(UPENDED) else rows


#: An id, and the signs behind it.
NAME = re.compile(r"([A-Z]{1,2}[0-9]{1,6})((?:[▶◀]⇅?)|▼?⇄?)")
NUMBER = re.compile(r"[0-9]{1,3}")
#: Boards with more symmetries than themselves and a mirror may have a key to their boxes.
MIRRORED = 2
#: Marks of one line lie no farther from one another up and down; a dot in an empty cell is no
#: wider; in mm.
LINE, DOT = 1.4, 1.0


@dataclass(frozen=True, slots=True)
class PrintedKey:
    """One entry of a key: its place (``down`` in mm), the id and sign of its box, its rows, and
    its faults.
    """

    page: int
    id: str
    sign: str
    rows: tuple[int, ...]
    faults: tuple[str, ...] = ()
    down: float = 0.0


def read_key(index: MarkIndex, number: int, game: Game) -> Iterator[PrintedKey]:
    """Yield the entries of the key on a page; none if there is no key."""
    diagram = game.diagram
    if len(game.symmetries) <= MIRRORED and not diagram.seeds:
        return
    contents = dict(_contents(index.page, diagram))
    columns, rows = (len({*places}) for places in zip(*diagram.centres, strict=True))

    def cells_in(bounds: Bounds) -> list[PageMark]:
        marks: list[PageMark] = [*index.shapes(bounds), *index.letters(bounds)]
        return sorted(
            (mark for mark in marks if mark.order in contents), key=lambda mark: mark.centre
        )

    heads = []
    for shape in index.page.shapes:
        if shape.fill is not None and shape.stroke is None and is_rectangle(shape):
            row = cells_in(shape.bounds)
            heights = [mark.centre[1] for mark in row]
            if len(row) == columns and max(heights) - min(heights) < LINE:
                heads.append((shape.bounds, row))
    for (x, _, right, bottom), top in heads:
        later = [other[1] for other, _ in heads if other[1] > bottom and abs(other[0] - x) < LINE]
        room = (x - LINE, bottom, right + LINE, min(later, default=index.page.height))
        second: list[PageMark] = []
        names = [text for text in index.letters(room) if NAME.fullmatch(text.text)]
        for line in in_lines([*cells_in(room), *names], LINE):
            run: list[PageMark] = []
            for mark in line:
                name = NAME.fullmatch(mark.text) if isinstance(mark, Letters) else None
                if name is None:
                    run.append(mark)
                    continue
                if len(run) == columns * (rows - 1):
                    second, run = run[:columns], run[columns:]
                faults = (
                    []
                    if len(run) == columns * (rows - 2)
                    else [f"{len(run)} cells stand before {name[0]}"]
                )
                cells = [*top, *second, *run]
                if any(index.hidden(cell.centre, cell.order) for cell in (*cells, mark)):
                    faults.append(f"what leads to {name[0]} is covered")
                content = tuple(contents[cell.order] for cell in cells)
                yield PrintedKey(number, name[1], name[2], content, tuple(faults), mark.centre[1])
                run = []


def _contents(page: PageMarks, diagram: Diagram) -> Iterator[tuple[int, int]]:
    """Yield the order and the content of each mark that may be a cell: a number, a piece, or an
    empty cell's dot.
    """
    if diagram.seeds:
        yield from (
            (text.order, int(text.text)) for text in page.letters if NUMBER.fullmatch(text.text)
        )
        return
    codes = {piece: code for code, piece in diagram.pieces.items()}
    for shape in page.shapes:
        if shape.fill is not None and max(shape.size) < DOT and is_circle(shape):
            yield shape.order, 0
        elif (piece := find_piece(shape, diagram.theme)) in codes:
            yield shape.order, codes[piece]


def key_cells(rows: Rows) -> tuple[int, ...]:
    """Return the content of all cells, row by row."""
    return tuple(content for row in rows for content in row if content != NOWHERE)
