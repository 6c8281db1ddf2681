"""What one board shows, and the card around it: pieces or seeds, moves, and the lines of the legend."""

from dataclasses import dataclass

from kitgen.check.pdf.drawn.badges import DrawnBadge, find_badges, read_legend, unreadable
from kitgen.check.pdf.drawn.boards import DrawnBoard
from kitgen.check.pdf.drawn.index import MarkIndex
from kitgen.check.pdf.drawn.marks import Bounds
from kitgen.check.pdf.drawn.moves import (
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
from kitgen.check.pdf.drawn.pieces import read_pieces, read_seeds
from kitgen.check.pdf.drawn.recognise import find_arrow
from kitgen.model import Diagram


@dataclass(frozen=True, slots=True)
class Drawing:
    """What one board and its card show.

    Attributes:
        cells: the content of each cell, in the game's code.
        moves: the coloured moves.
        twins: source and target of the moves drawn in grey.
        legend: the badges beside the board, with their numbers of beads.
        faults: what cannot be right.
    """

    cells: tuple[int, ...]
    moves: tuple[DrawnMove, ...]
    twins: tuple[Ends, ...]
    legend: tuple[tuple[DrawnBadge, int], ...]
    faults: tuple[str, ...]


def read_drawing(index: MarkIndex, board: DrawnBoard, diagram: Diagram, card: Bounds | None) -> Drawing:
    """Return what a board shows, and the card around it.

    Args:
        index: the page.
        board: where the board is.
        diagram: how the game marks pieces and moves.
        card: the rectangle of the card; None for a board on the bare page.
    """
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
        moves = placed_moves(board, badges, discs, arrows)
    else:
        moves = pointed_moves(board, arrows, badges, sown=diagram.moves == "sow")
    if diagram.seeds:
        cells, wrong = read_seeds(index, board, rest)
    else:
        cells, wrong = read_pieces(index, board, rest, diagram.pieces)
    faults += [*moves.faults, *unreadable(index, badges), *covered(index, board, arrows), *wrong]
    sources = [move.source for move in moves.coloured] + [source for source, _ in moves.twins]
    faults += [
        f"an arrow starts on {board.say(source)}, where nothing lies"
        for source in sources
        if source is not None and not cells[source]
    ]
    legend: list[tuple[DrawnBadge, int]] = []
    if card is not None:
        legend, wrong = read_legend(index, board.frame.bounds, card)
        faults += wrong
    return Drawing(tuple(cells), moves.coloured, moves.twins, tuple(legend), tuple(faults))
