"""Reads the key of a box finder back: rows of pieces or numbers that lead to an id and to the box's orientation.

A heading is a tinted bar with one row of the board in it. Below it, each line begins with the second row, unless that
is the same as on the line above; to the left of each id are the remaining rows.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kitgen.model import Diagram
from kitgen.papers import Bounds, Point
from kitgen.sandbox.page_marks import Letters, MarkIndex, Shape, in_lines
from kitgen.verification.recognise import find_piece, is_circle, is_rectangle

# The signs behind an id give the orientation of its box on the table: an arrow towards its upper edge; then whether
# left and right are swapped or, for a box on its side, top and bottom.

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


def key_board_rows(diagram: Diagram, cells: Sequence[int], *, turned: bool = False) -> Rows:
    """Return the content of a board, row by row, ``turned`` by half or not; ``NOWHERE`` fills up shorter rows."""
    lying = dict(zip(diagram.centres, cells, strict=True))
    down, across = (sorted(set(places), reverse=turned) for places in zip(*((y, x) for x, y in lying), strict=True))
    return tuple(tuple(lying.get((x, y), NOWHERE) for x in across) for y in down)


def laid(rows: Rows, sign: str) -> Rows:
    """Return the rows of a box's picture as a sign says: turned by quarters clockwise, then swapped."""
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
#: Marks of one line lie no farther from one another up and down; a dot in an empty cell is no wider; in mm.
LINE, DOT = 1.4, 1.0


@dataclass(frozen=True, slots=True)
class PrintedKey:
    """One entry of a key: its place (``down`` in mm), the id and sign of its box, its rows, and its faults."""

    page: int
    id: str
    sign: str
    rows: tuple[int, ...]
    faults: tuple[str, ...] = ()
    down: float = 0.0


@dataclass(frozen=True, slots=True)
class _Token:
    """A piece, the dot of an empty cell, or a number of seeds."""

    centre: Point
    content: int
    covered: bool


def read_key(index: MarkIndex, number: int, diagram: Diagram) -> Iterator[PrintedKey]:
    """Yield the entries of the key on a page; none if there is no key."""
    columns = len({x for x, _ in diagram.centres})
    below = len({y for _, y in diagram.centres}) - 2
    heads = []
    for shape in index.page.shapes:
        if shape.fill is not None and shape.stroke is None and is_rectangle(shape):
            tokens = _tokens(index, shape.bounds, diagram)
            if len(tokens) == columns and max(t.centre[1] for t in tokens) - min(t.centre[1] for t in tokens) < LINE:
                heads.append((shape.bounds, tokens))
    for (x, _, right, bottom), top in heads:
        later = [other[1] for other, _ in heads if other[1] > bottom and abs(other[0] - x) < LINE]
        room = (x - LINE, bottom, right + LINE, min(later, default=index.page.height))
        second: list[_Token] = []
        names = [text for text in index.letters(room) if NAME.fullmatch(text.text)]
        items: list[_Token | Letters] = [*_tokens(index, room, diagram), *names]
        for line in in_lines(items, LINE):
            run: list[_Token] = []
            for item in line:
                if not isinstance(item, Letters):
                    run.append(item)
                    continue
                if len(run) == columns * (below + 1):
                    second, run = run[:columns], run[columns:]
                faults = [] if len(run) == columns * below else [f"{len(run)} cells stand before {item.text}"]
                cells = [*top, *second, *run]
                if index.hidden(item.centre, item.order) or any(token.covered for token in cells):
                    faults.append(f"what leads to {item.text} is covered")
                box_id, sign = NAME.fullmatch(item.text).groups()  # type: ignore[union-attr] # tested above
                content = tuple(token.content for token in cells)
                yield PrintedKey(number, box_id, sign, content, tuple(faults), item.centre[1])
                run = []


def _tokens(index: MarkIndex, bounds: Bounds, diagram: Diagram) -> list[_Token]:
    tokens: list[tuple[Shape | Letters, int]] = []
    if diagram.seeds:
        tokens = [(text, int(text.text)) for text in index.letters(bounds) if NUMBER.fullmatch(text.text)]
    else:
        codes = {piece: code for code, piece in diagram.pieces.items()}
        for shape in index.shapes(bounds):
            if shape.fill is not None and max(shape.size) < DOT and is_circle(shape):
                tokens.append((shape, 0))
            elif (piece := find_piece(shape)) in codes:
                tokens.append((shape, codes[piece]))
    made = [_Token(mark.centre, content, index.hidden(mark.centre, mark.order)) for mark, content in tokens]
    return sorted(made, key=lambda token: token.centre)


def key_cells(rows: Rows) -> tuple[int, ...]:
    """Return the content of all cells, row by row."""
    return tuple(content for row in rows for content in row if content != NOWHERE)
