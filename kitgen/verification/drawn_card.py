"""Reads one board and the card around it: pieces or seeds, moves, and the lines of the legend."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kitgen.model import Diagram
from kitgen.papers import Bounds
from kitgen.sandbox.page_marks import Shape
from kitgen.verification.drawn_badges import DrawnBadge, find_badges, is_badge, read_legend, unreadable
from kitgen.verification.drawn_boards import DrawnBoard
from kitgen.verification.drawn_moves import (
    DrawnMove,
    Ends,
    covered,
    is_placed_twin,
    on_arrow,
    placed_moves,
    pointed_moves,
    wells_amiss,
    wells_on,
)
from kitgen.verification.mark_index import MarkIndex
from kitgen.verification.recognise import find_arrow, find_piece, is_circle, luminance

#: More seeds than this are shown by their figure alone.
DOTS = 12
#: A number of seeds.
FIGURE = re.compile(r"[0-9]{1,3}")


def read_pieces(
    index: MarkIndex, board: DrawnBoard, shapes: Sequence[Shape], pieces: Mapping[int, str]
) -> tuple[list[int], list[str]]:
    """Return the content of each cell by the piece drawn on it, and what is wrong.

    ``shapes`` are the marks on the board except arrows and badges; ``pieces`` is ``Diagram.pieces``.
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
                faults.append(f"a mark that is not a piece lies on {board.say(cell)}")
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
    """Return the number of seeds in each pit, its figure, checked by its dots; and what is wrong."""
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


@dataclass(frozen=True, slots=True)
class Drawing:
    """One board and its card as drawn; ``twins`` are the sources and targets of the moves drawn in grey."""

    cells: tuple[int, ...]
    moves: tuple[DrawnMove, ...]
    twins: tuple[Ends, ...]
    legend: tuple[tuple[DrawnBadge, int], ...]
    faults: tuple[str, ...]


def read_drawing(index: MarkIndex, board: DrawnBoard, diagram: Diagram, card: Bounds | None) -> Drawing:
    """Return what a board and the card around it show; ``card`` is None for a board on the bare page."""
    shapes = [shape for shape in index.shapes(board.frame.bounds) if shape.order not in board.parts]
    arrows = [arrow for arrow in map(find_arrow, shapes) if arrow is not None]
    used = {arrow.shape.order for arrow in arrows}
    outlines = [shape for shape in shapes if shape.order not in used]
    badges, faults = find_badges(outlines, index.letters(board.frame.bounds), index.effort)
    used |= {badge.shape.order for badge in badges}
    index.effort.spend(len(arrows) * (len(shapes) + sum(len(badge.shape.points) for badge in badges)))
    rest = [shape for shape in shapes if shape.order not in used and not on_arrow(shape, arrows)]
    wells = wells_on(rest, arrows)
    rest = [shape for shape in rest if all(shape is not well for well, _ in wells)]
    faults += wells_amiss(wells, arrows)
    if diagram.moves == "place":
        discs = [shape for shape in rest if is_placed_twin(shape)]
        rest = [shape for shape in rest if not is_placed_twin(shape)]
        coloured, twins, wrong = placed_moves(board, badges, discs, arrows)
    else:
        coloured, twins, wrong = pointed_moves(board, arrows, badges, sown=diagram.moves == "sow")
    faults += [*wrong, *unreadable(index, badges), *covered(index, board, arrows)]
    if diagram.seeds:
        cells, wrong = read_seeds(index, board, rest)
    else:
        cells, wrong = read_pieces(index, board, rest, diagram.pieces)
    faults += wrong
    sources = [move.source for move in coloured] + [source for source, _ in twins]
    faults += [
        f"an arrow starts on {board.say(source)}, where nothing lies"
        for source in sources
        if source is not None and not cells[source]
    ]
    legend: list[tuple[DrawnBadge, int]] = []
    if card is not None:
        legend, wrong = read_legend(index, board.frame.bounds, card)
        faults += wrong
    return Drawing(tuple(cells), tuple(coloured), tuple(twins), tuple(legend), tuple(faults))
