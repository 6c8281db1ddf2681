"""Reads the key of a box finder back: rows of pieces or numbers that lead to a box as it lies.

A heading is a tinted bar with one row of the board in it. Below it, each line begins with the
second row, unless that is the same as on the line above; to the left of each id are the remaining
rows.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from kitgen.model import Diagram, Game
from kitgen.papers import Bounds
from kitgen.sandbox.page_marks import Letters, MarkIndex, PageMark, PageMarks, in_lines
from kitgen.verification.recognise import find_piece, is_circle, is_rectangle

# The signs behind an id give the orientation of its box on the table: an arrow towards its upper
# edge; then whether left and right are swapped or, for a box on its side, top and bottom.

#: Quarter turns clockwise, by the arrow that points to the side of the picture's upper edge.
QUARTERS = {"": 0, "▶": 1, "▼": 2, "◀": 3}
SWAPPED = "⇄"
UPENDED = "⇅"
#: Everything that can stand behind an id; ``▼⇄`` did in earlier prints, for the one step ``⇅``.
SIGNS = ("", "▶", "▼", "◀", SWAPPED, UPENDED, "▶" + UPENDED, "◀" + UPENDED, "▼" + SWAPPED)
SIGN_LETTERS = frozenset("".join(SIGNS))

#: The content where a board has no cell.
NOWHERE = -1
#: The content of a board, row by row from above.
Rows = tuple[tuple[int, ...], ...]


def key_rows(diagram: Diagram, cells: Sequence[int], *, turned: bool = False) -> Rows:
    """Return the content of a board, row by row, ``turned`` by half or not; ``NOWHERE`` fills up
    shorter rows.
    """
    content_at = dict(zip(diagram.centres, cells, strict=True))
    across = sorted({x for x, _ in content_at}, reverse=turned)
    down = sorted({y for _, y in content_at}, reverse=turned)
    rows = []
    for y in down:
        rows.append(tuple(content_at.get((x, y), NOWHERE) for x in across))
    return tuple(rows)


def laid(rows: Rows, sign: str) -> Rows:
    """Return the rows of a box's picture as a sign says: turned clockwise, then swapped."""
    for _ in range(QUARTERS[sign.rstrip(SWAPPED + UPENDED)]):
        rows = tuple(zip(*rows[::-1], strict=True))
    if sign.endswith(SWAPPED):
        rows = tuple(row[::-1] for row in rows)
    return rows[::-1] if sign.endswith(UPENDED) else rows


#: An id, and the signs behind it.
NAME = re.compile(r"([A-Z]{1,2}[0-9]{1,6})((?:[▶◀]?⇅)|[▶◀]|▼?⇄?)")
NUMBER = re.compile(r"[0-9]{1,3}")
#: The symmetries of a board that has a mirror and no turn; one with more may have a key to its
#: boxes.
MIRRORED = 2
#: Marks of one line lie no farther from one another up and down.
SAME_LINE_MM = 1.4
#: A dot in an empty cell is no wider.
MAX_DOT_MM = 1.0


@dataclass(frozen=True, slots=True)
class PrintedKey:
    """One entry of a key.

    Attributes:
        id, sign: of its box.
        rows: the content of all cells, row by row.
        down: its place on the page, in mm.
    """

    page: int
    id: str
    sign: str
    rows: tuple[int, ...]
    faults: tuple[str, ...] = ()
    down: float = 0.0


def read_key(index: MarkIndex, number: int, game: Game) -> Iterator[PrintedKey]:
    """Yield the entries of the key on a page; none if there is no key."""
    if len(game.symmetries) <= MIRRORED and not game.diagram.seeds:
        return
    reader = _KeyReader(index, number, game.diagram)
    headings = reader.headings()
    for heading in headings:
        yield from reader.entries(heading, headings)


class _KeyHeading(NamedTuple):
    """A heading of a key: its place, and the marks of the board's first row in it."""

    bounds: Bounds
    row: list[PageMark]


class _KeyReader:
    def __init__(self, index: MarkIndex, number: int, diagram: Diagram) -> None:
        self._index = index
        self._number = number
        #: The content of each mark that may be a cell, by its order.
        self._contents = dict(_contents(index.page, diagram))
        self._columns = len({x for x, _ in diagram.centres})
        self._rows = len({y for _, y in diagram.centres})

    def _cells_in(self, bounds: Bounds) -> list[PageMark]:
        marks: list[PageMark] = [*self._index.shapes(bounds), *self._index.letters(bounds)]
        cells = [mark for mark in marks if mark.order in self._contents]
        return sorted(cells, key=lambda mark: mark.centre)

    def headings(self) -> list[_KeyHeading]:
        """Return the tinted bars of the page that hold a row of cells."""
        headings = []
        for shape in self._index.page.shapes:
            if shape.fill is None or shape.stroke is not None or not is_rectangle(shape):
                continue
            row = self._cells_in(shape.bounds)
            if len(row) != self._columns:
                continue
            heights = [mark.centre[1] for mark in row]
            if max(heights) - min(heights) < SAME_LINE_MM:
                headings.append(_KeyHeading(shape.bounds, row))
        return headings

    def entries(
        self, heading: _KeyHeading, headings: Sequence[_KeyHeading]
    ) -> Iterator[PrintedKey]:
        """Yield the entries between a heading and the next one of its column."""
        room = self._room_below(heading, headings)
        names = [text for text in self._index.letters(room) if NAME.fullmatch(text.text)]
        second_row: list[PageMark] = []
        for line in in_lines([*self._cells_in(room), *names], SAME_LINE_MM):
            before: list[PageMark] = []  # the cells since the last id
            for mark in line:
                name = NAME.fullmatch(mark.text) if isinstance(mark, Letters) else None
                if name is None:
                    before.append(mark)
                    continue
                if len(before) == self._columns * (self._rows - 1):
                    second_row = before[: self._columns]
                    before = before[self._columns :]
                faults = []
                if len(before) != self._columns * (self._rows - 2):
                    faults.append(f"{len(before)} cells stand before {name[0]}")
                cells = [*heading.row, *second_row, *before]
                if any(self._index.hidden(each.centre, each.order) for each in (*cells, mark)):
                    faults.append(f"what leads to {name[0]} is covered")
                yield PrintedKey(
                    page=self._number,
                    id=name[1],
                    sign=name[2],
                    rows=tuple(self._contents[cell.order] for cell in cells),
                    faults=tuple(faults),
                    down=mark.centre[1],
                )
                before = []

    def _room_below(self, heading: _KeyHeading, headings: Sequence[_KeyHeading]) -> Bounds:
        left, _, right, bottom = heading.bounds
        later = []
        for other in headings:
            other_left, other_top, _, _ = other.bounds
            if other_top > bottom and abs(other_left - left) < SAME_LINE_MM:
                later.append(other_top)
        end = min(later, default=self._index.page.height)
        return (left - SAME_LINE_MM, bottom, right + SAME_LINE_MM, end)


def _contents(page: PageMarks, diagram: Diagram) -> Iterator[tuple[int, int]]:
    """Yield the order and the content of each mark that may be a cell: number, piece or dot."""
    if diagram.seeds:
        for text in page.letters:
            if NUMBER.fullmatch(text.text):
                yield text.order, int(text.text)
        return
    codes = {piece: code for code, piece in diagram.pieces.items()}
    for shape in page.shapes:
        if shape.fill is not None and max(shape.size) < MAX_DOT_MM and is_circle(shape):
            yield shape.order, 0
            continue
        piece = find_piece(shape, diagram.theme)
        if piece in codes:
            yield shape.order, codes[piece]


def key_cells(rows: Rows) -> tuple[int, ...]:
    """Return the content of all cells, row by row."""
    cells: list[int] = []
    for row in rows:
        cells += [content for content in row if content != NOWHERE]
    return tuple(cells)
