"""Pieces to cut out: pawns that fold into tents, discs, and how many of each a game takes."""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from kitgen.model import Game
from kitgen.paper.marks.scene import BLACK, Disc, Line, Scene, Stroke, rectangle
from kitgen.paper.marks.shapes import DARK, draw_piece

#: The looks of lines on things to cut and fold; dashes and gaps in mm.
CUT = Stroke(BLACK, 0.25)
MOUNTAIN = Stroke(BLACK, 0.2, (2.4, 0.8, 0.3, 0.8))
VALLEY = Stroke(BLACK, 0.2, (1.6, 1.0))
#: The key of seeds among the pieces.
SEED = "seed"
#: Height of the feet of a tent, in mm.
FOOT = 6.0


@dataclass(frozen=True, slots=True)
class PieceCount:
    """How many pieces of one kind to cut out.

    Attributes:
        kind: the shape, as in ``Diagram.pieces``, or ``seed``.
        needed: the most that can lie on the board at once.
        count: with spares.
    """

    kind: str
    needed: int
    count: int


def piece_counts(game: Game) -> list[PieceCount]:
    """Return how many pieces a game takes, one of each kind more than it needs; of seeds a tenth, at least two.

    >>> from kitgen.games import make_game
    >>> [(piece.kind, piece.count) for piece in piece_counts(make_game("hexapawn:3x3"))]
    [('pawn-light', 4), ('pawn-dark', 4)]
    """
    start, diagram = game.start().cells, game.diagram
    if diagram.seeds:
        seeds = sum(start)
        return [PieceCount(SEED, seeds, seeds + max(2, math.ceil(seeds / 10)))]
    lying = Counter(start)
    # On a board that fills up from nothing, the two sides put their pieces in turn.
    most = math.ceil(len(start) / len(diagram.pieces)) if diagram.pieces else 0
    needed = [(kind, lying[content] or most) for content, kind in sorted(diagram.pieces.items())]
    return [PieceCount(kind, number, number + 1) for kind, number in needed]


def tent(kind: str, width: float, face: float) -> Scene:
    """Return a piece as a strip that folds into a tent: foot, front, back, foot.

    Args:
        kind: the shape, as in ``Diagram.pieces``.
        width: of the strip, in mm.
        face: height of the front and of the back, in mm.
    """
    scene = Scene(width, 2 * face + 2 * FOOT)
    size = min(0.8 * face, width)
    for middle, turn in ((FOOT + 0.5 * face, 180), (FOOT + 1.5 * face, 0)):
        picture = Scene(0, 0)
        picture.add(draw_piece(kind, (0, 0), size))
        scene.place(picture, width / 2, middle, turn=turn)
    scene.add(rectangle(0, 0, width, scene.height, None, CUT))
    for y, look in ((FOOT, VALLEY), (FOOT + face, MOUNTAIN), (FOOT + 2 * face, VALLEY)):
        scene.add(Line((0, y), (width, y), look))
    return scene


def disc(kind: str, size: float) -> Scene:
    """Return a piece as a disc to cut out, with a diameter in mm."""
    scene = Scene(size, size)
    middle = (size / 2, size / 2)
    scene.add(Disc(middle, size / 2, None, CUT))
    if kind == SEED:
        scene.add(Disc(middle, 0.3 * size, DARK))
    else:
        scene.add(draw_piece(kind, middle, 0.66 * size))
    return scene


def is_tent(kind: str) -> bool:
    """Return whether a piece stands on the board as a tent; others lie on it as discs."""
    return kind.startswith("pawn-")


def rows_of(cutouts: Sequence[Scene], width: float, gap: float) -> list[list[tuple[float, Scene]]]:
    """Return cut-outs in rows that fit a width: each with its place from the left, in mm."""
    rows: list[list[tuple[float, Scene]]] = []
    x = 0.0
    for cutout in cutouts:
        if not rows or x + cutout.width > width + 1e-9:
            rows.append([])
            x = 0.0
        rows[-1].append((x, cutout))
        x += cutout.width + gap
    return rows
