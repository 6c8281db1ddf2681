"""Pieces to cut out: tents that stand on the board, discs that lie on it, and how many of each a game takes."""

from collections.abc import Sequence

from kitgen.model import Game
from kitgen.paper.card.styles import style_of
from kitgen.paper.card.styles.style import PieceCount
from kitgen.paper.marks.pieces import PIECES
from kitgen.paper.marks.scene import BLACK, Disc, Line, Scene, Stroke, rectangle

#: The looks of lines on things to cut and fold; dashes and gaps in mm.
CUT = Stroke(BLACK, 0.25)
MOUNTAIN = Stroke(BLACK, 0.2, (2.4, 0.8, 0.3, 0.8))
VALLEY = Stroke(BLACK, 0.2, (1.6, 1.0))
#: Height of the feet of a tent, in mm.
FOOT = 6.0


def piece_counts(game: Game) -> list[PieceCount]:
    """Return how many pieces of each kind a game takes, spares included.

    >>> from kitgen.games import make_game
    >>> [(piece.kind, piece.count) for piece in piece_counts(make_game("hexapawn:3x3"))]
    [('pawn-light', 4), ('pawn-dark', 4)]
    """
    return style_of(game.diagram).piece_counts(game)


def tent(kind: str, width: float, face: float) -> Scene:
    """Return a piece as a strip that folds into a tent: foot, front, back, foot.

    Args:
        kind: the shape, one of ``PIECES``.
        width: of the strip, in mm.
        face: height of the front and of the back, in mm.
    """
    scene = Scene(width, 2 * face + 2 * FOOT)
    size = min(0.8 * face, width)
    for middle, turn in ((FOOT + 0.5 * face, 180), (FOOT + 1.5 * face, 0)):
        picture = Scene(0, 0)
        picture.add(PIECES[kind].draw((0, 0), size))
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
    scene.add(PIECES[kind].cutout(middle, size))
    return scene


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
