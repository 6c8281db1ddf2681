"""What lies on the cells of a board: pieces, or seeds with their figure."""

import re
from collections.abc import Mapping, Sequence

from kitgen.check.pdf.drawn.badges import is_badge
from kitgen.check.pdf.drawn.boards import DrawnBoard
from kitgen.check.pdf.drawn.index import MarkIndex
from kitgen.check.pdf.drawn.marks import Shape
from kitgen.check.pdf.drawn.recognise import find_piece, is_circle, luminance

#: More seeds than this are told by their figure alone.
DOTS = 12
#: A number of seeds.
FIGURE = re.compile(r"[0-9]{1,3}")


def read_pieces(
    index: MarkIndex, board: DrawnBoard, shapes: Sequence[Shape], pieces: Mapping[int, str]
) -> tuple[list[int], list[str]]:
    """Return the content of each cell by the piece drawn on it, and what is wrong.

    Args:
        index: the page.
        board: the board.
        shapes: what lies on it, but for arrows and badges.
        pieces: the game's pieces by the content that they stand for, as in ``Diagram.pieces``.
    """
    codes = {piece: code for code, piece in pieces.items()}
    cells, faults = [0] * len(board.cells), []
    for shape in shapes:
        cell = board.cell_at(shape.centre)
        if cell is None:
            continue
        piece = find_piece(shape)
        if piece not in codes:
            if piece is not None or is_badge(shape):
                faults.append(f"a mark that is no piece lies on {board.say(cell)}")
            continue
        if index.hidden(shape.centre, shape.order):
            faults.append(f"the piece on {board.say(cell)} is covered")
        if board.off_centre(cell, shape.centre):
            faults.append(f"the piece on {board.say(cell)} lies off the middle of its cell")
        if cells[cell]:
            faults.append(f"two pieces lie on {board.say(cell)}")
        cells[cell] = codes[piece]
    return cells, faults


def read_seeds(index: MarkIndex, board: DrawnBoard, shapes: Sequence[Shape]) -> tuple[list[int], list[str]]:
    """Return the number of seeds in each pit, its figure, checked by its dots; and what is wrong.

    Args:
        index: the page.
        board: the board.
        shapes: what lies on it, but for arrows and badges.
    """
    pits = len(board.cells)
    dots, figures = [0] * pits, [list[int]() for _ in range(pits)]
    for shape in shapes:
        cell = board.cell_at(shape.centre)
        if cell is not None and is_circle(shape):
            dots[cell] += shape.fill is not None and luminance(shape.fill) < 0.3
    for text in index.letters(board.frame.bounds):
        cell = board.cell_at(text.centre)
        if cell is not None and FIGURE.fullmatch(text.text):
            figures[cell].append(int(text.text))
    counts, faults = [], []
    for cell in range(pits):
        if len(figures[cell]) != 1:
            faults.append(f"pit {board.say(cell)} has {len(figures[cell])} figures")
        count = figures[cell][-1] if figures[cell] else dots[cell]
        if dots[cell] != count and (count <= DOTS or dots[cell]):
            faults.append(f"pit {board.say(cell)} says {count} and shows {dots[cell]} seeds")
        counts.append(count)
    return counts, faults
