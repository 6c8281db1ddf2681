"""A position as marks: board, pieces, arrows and badges, as docs/reading-a-card.md describes them;
and as text.

Nothing here knows a game; everything comes from its ``Diagram``.
"""

import math
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import groupby
from string import ascii_lowercase
from typing import NamedTuple

from kitgen.kit.kit import Box, Kit, Slot
from kitgen.model import Diagram, Game, Move, Position, Symmetry
from kitgen.paper.card.grid import Grid
from kitgen.paper.card.moves import (
    Arrow,
    CrowdedError,
    Marked,
    Setting,
    contrast,
    draw_badge,
    marking_of,
)
from kitgen.paper.card.styles import PieceCount, style_of
from kitgen.paper.marks.pieces import EMPTY_SIGN, PIECES, Piece
from kitgen.paper.marks.scene import (
    BLACK,
    DARK,
    WHITE,
    Body,
    Disc,
    Hull,
    Line,
    Scene,
    Stroke,
    body_of,
    rectangle,
    to_polygon,
    to_segment,
)
from kitgen.paper.style import LEAST_LETTERS
from kitgen.papers import Point

#: The sizes of pieces that give arrows more room where the usual ones leave too little, as shares
#: of these.
SMALLER = (0.8, 0.64)
#: Wells are rings round arrows, in which a bead or a sweet lies: the number of steps along an arrow
#: to try.
WELL_STEPS = 16
#: What a well may cover of a piece or another arrow, as a share of its radius; the least that
#: suffices is taken. Where two arrows cross, their beads lie at the tails, half on the pieces that
#: move.
COVERED_SHARES = (0.4, 0.7, 1.0)
#: The least room between two wells, in mm.
WELL_GAP_MM = 0.3


class _WellPlace(NamedTuple):
    """A place for a well.

    Attributes:
        cost: how much the place is worth avoiding.
        covered: the largest part of another thing that the well covers, as a share of its radius.
        middle: the middle of the well.
    """

    cost: float
    covered: float
    middle: Point


def _places(
    arrow: Arrow, arrows: Sequence[Arrow], pieces: Sequence[Body], radius: float
) -> list[_WellPlace]:
    """Return the places for a well of a radius in mm, the best first."""
    places = []
    others = [other for other in arrows if other is not arrow]
    tips = [other.at(other.length) for other in others]
    for step in range(WELL_STEPS + 1):
        share = step / WELL_STEPS
        middle = arrow.at(share * arrow.length)
        depths = []
        for piece in pieces:
            # Most pieces are so far away that it need not be measured how far.
            if math.dist(middle, piece.middle) < piece.radius + radius + WELL_GAP_MM:
                depths.append(radius - to_polygon(middle, piece.hull))
        for other, tip in zip(others, tips, strict=True):
            depths.append(radius + other.half - to_segment(middle, other.start, tip))
        covered = [depth for depth in depths if depth > 0]
        cost = sum(covered) / radius + 0.1 * abs(share - 0.6)
        places.append(_WellPlace(cost, max(covered, default=0.0) / radius, middle))
    return sorted(places)


def _choose(
    places: Sequence[Sequence[tuple[float, Point]]],
    apart: float,
    taken: tuple[Point, ...],
    limit: float,
) -> tuple[float, tuple[Point, ...]] | None:
    """Return the cheapest choice of one place each that keeps them all apart, if it costs less
    than a limit.
    """
    if len(taken) == len(places):
        return 0.0, taken
    best = None
    least = [row[0][0] if row else math.inf for row in places[len(taken) + 1 :]]
    for cost, middle in places[len(taken)]:
        if not _can_cost_less([cost, *least], limit):
            break
        if _is_apart(middle, taken, apart):
            rest = _choose(places, apart, (*taken, middle), limit - cost)
            if rest is not None:
                rest_cost, middles = rest
                best = (cost + rest_cost, middles)
                limit = cost + rest_cost
    return best


def _can_cost_less(costs: Sequence[float], limit: float) -> bool:
    """Return whether costs, taken off a limit one after the other as ``_choose`` does, leave
    something of it.
    """
    for cost in costs:
        if cost >= limit:
            return False
        limit -= cost
    return True


def _is_apart(middle: Point, taken: Sequence[Point], apart: float) -> bool:
    for other in taken:  # noqa: SIM110 - faster, and done many thousand times
        if math.dist(middle, other) < apart:
            return False
    return True


def fit_grid(diagram: Diagram, width: float, height: float, *, turned: bool = False) -> Grid:
    """Return the grid that fills a room in mm best, with cells of the style's proportions."""
    return style_of(diagram).fit(diagram, width, height, turned=turned)


def draw_board(
    game: Game,
    position: Position,
    slots: Sequence[Slot],
    width: float,
    height: float,
    *,
    turned: bool = False,
    well: float = 0.0,
    least: float = LEAST_LETTERS,
    size: float = 1.0,
    try_all: bool = False,
) -> Scene:
    """Return a position with its moves, none for a bare one, as large as the board, which fills a
    room in mm.

    ``turned`` shows the board from the other side; ``well`` is the radius in mm of a ring round
    each arrow in which its bead lies, 0 for no rings; ``least`` is the smallest size of badges'
    letters, in points; ``size`` that of pieces, as a share of the usual one; ``try_all``
    tries every size of letters on a small board, too. ``CrowdedError`` if the moves find no room.
    """
    grid = fit_grid(game.diagram, width, height, turned=turned)
    marking = marking_of(game.diagram)
    setting = Setting(grid, position, _lift(grid), size)
    scene = Scene(*grid.size)
    scene.add(*setting.style.cells(grid, position), *setting.style.names(grid))
    if well:
        scene.add(*_wells(setting, slots, well))
    sizes = marking.letters(grid, least)
    try_all = try_all or sizes[-1] >= LARGE_LETTERS_PT
    letters, (marks, middles, _) = _mark_moves(setting, slots, sizes, try_all=try_all)
    scene.add(*marks, *setting.draw_pieces())
    for slot, middle in zip(slots, middles, strict=True):
        scene.add(*draw_badge(slot.colour, middle, letters))
    return scene


def _lift(grid: Grid) -> float:
    """Return how far pieces stand above the middle of their cells, as a share of a cell's height.

    In low cells pieces of facing sides stand a little high, so that badges find room below the
    machine's pieces.
    """
    if not grid.diagram.turns or not marking_of(grid.diagram).facing:
        return 0.0
    return 0.135 * min(1.4, max(0.0, (8 - grid.cell_height) / 3))


#: From this size of the smallest letters on, in points, each size is tried to keep badges on their
#: arrows; on small boards, of which a kit has hundreds, only the smallest.
LARGE_LETTERS_PT = 9.0


def _mark_moves(
    setting: Setting, slots: Sequence[Slot], sizes: Sequence[float], *, try_all: bool
) -> tuple[float, Marked]:
    """Return the size of the badges' letters, and the moves marked with it: the largest for which
    badges find room.

    If a badge then stands off its arrow or hides it, smaller ones are taken if they do not: the
    largest such with ``try_all``, otherwise the smallest. ``CrowdedError`` without room.
    """
    marking = marking_of(setting.grid.diagram)

    def try_sizes(*letters: float, tidy: bool) -> tuple[float, Marked] | None:
        for size in letters:
            with suppress(CrowdedError):
                return size, marking.mark(setting, slots, size, tidy=tidy)
        return None

    marked = try_sizes(*sizes, tidy=False)
    if marked is None:
        raise CrowdedError
    letters, (_, _, is_good) = marked
    if letters > sizes[-1] and not is_good:
        smaller = [sizes[-1]]
        if try_all:
            smaller = [size for size in sizes if size <= letters]
        marked = try_sizes(*smaller, tidy=True) or marked
    return marked


def has_room(kit: Kit, box: Box, width: float, height: float, least: float) -> bool:
    """Return whether a box's moves find room on a board in a room in mm, with pieces and badges
    as small as need be.
    """
    grid = fit_grid(kit.game.diagram, width, height, turned=machine_below(kit))
    marking = marking_of(kit.game.diagram)
    letters = marking.letters(grid, least)[-1]
    for size in (*reversed(SMALLER), 1.0):  # small pieces most likely leave room
        setting = Setting(grid, box.position, _lift(grid), size)
        with suppress(CrowdedError):
            marking.check_room(setting, box.slots, letters)
            return True
    return False


def _wells(setting: Setting, slots: Sequence[Slot], radius: float) -> list[Disc]:
    """Return a ring round the arrow of each slot: apart from the others, and covering as little
    as possible.
    """
    drawn = marking_of(setting.grid.diagram).drawn(setting, slots)
    coloured = [(arrow, colour.fill) for arrow, colour in drawn if colour]
    arrows = [arrow for arrow, _ in coloured]
    arrows += [arrow for arrow, colour in drawn if not colour]
    pieces = [body_of(hull) for hull in setting.hulls.values()]
    candidates = [_places(arrow, arrows, pieces, radius) for arrow, _ in coloured]
    for most in COVERED_SHARES:
        places = []
        for row in candidates:
            places.append([(place.cost, place.middle) for place in row if place.covered <= most])
        best = _choose(places, 2 * radius + WELL_GAP_MM, (), math.inf)
        if best is not None:
            _, middles = best
            break
    else:
        raise CrowdedError
    wells = []
    for middle, (_, fill) in zip(middles, coloured, strict=True):
        line = fill if contrast(fill, WHITE) > 2 else DARK
        wells.append(Disc(middle, radius, WHITE, Stroke(line, 0.4)))
    return wells


def machine_below(kit: Kit) -> bool:
    """Return whether the board must be turned so that the machine sits at the top."""
    return kit.game.diagram.turns and kit.players == (0,)


def cell_rows(kit: Kit) -> Sequence[Sequence[int]]:
    """Return the cells of the board as a kit prints it, row by row from above, each from left to
    right.

    >>> from kitgen.kit.build import build_kit
    >>> from kitgen.kit.editions import Wish
    >>> cell_rows(build_kit("her")), cell_rows(build_kit("her", Wish(side="white")))
    ([[0, 1, 2], [3, 4, 5], [6, 7, 8]], [[8, 7, 6], [5, 4, 3], [2, 1, 0]])
    """
    way = -1 if machine_below(kit) else 1
    cells = sorted((way * y, way * x, cell) for cell, (x, y) in enumerate(kit.game.diagram.centres))
    return [[cell for _, _, cell in row] for _, row in groupby(cells, key=lambda cell: cell[0])]


def draw_position(
    kit: Kit,
    position: Position,
    width: float,
    height: float,
    slots: Sequence[Slot] = (),
    *,
    size: float = 1.0,
) -> Scene:
    """Return a position, and moves if there are any, as a kit prints it: with the machine at the
    top; ``size`` is that of pieces, as a share of the usual one.
    """
    turned = machine_below(kit)
    return draw_board(kit.game, position, slots, width, height, turned=turned, size=size)


def full_board_hulls(diagram: Diagram, grid: Grid, size: float) -> list[Hull]:
    """Return the outlines of all kinds of pieces on every cell, as ``draw_position`` draws them;
    ``size`` is a share of the usual one.
    """
    hulls: list[Hull] = []
    for content in diagram.pieces:
        full = Position((content,) * len(grid.centres), 0)
        hulls += Setting(grid, full, _lift(grid), size).hulls.values()
    return hulls


def draw_box(
    kit: Kit,
    box: Box,
    width: float,
    height: float,
    symmetry: Symmetry | None = None,
    *,
    try_all: bool = False,
    **sizes: float,
) -> Scene:
    """Return the board of a box, or its image under a symmetry; ``sizes`` are ``well``,
    ``least`` and ``size``, and ``try_all`` is as in ``draw_board``.
    """
    position = box.position
    slots = box.slots
    if symmetry:
        position, slots = image(position, slots, symmetry)
    turned = machine_below(kit)
    return draw_board(
        kit.game, position, slots, width, height, turned=turned, try_all=try_all, **sizes
    )


def draw_full_box(
    kit: Kit,
    box: Box,
    width: float,
    height: float,
    symmetry: Symmetry | None = None,
    *,
    try_all: bool = False,
) -> Scene:
    """Return the board of a box with pieces as large as its moves leave room for; ``try_all`` is
    as in ``draw_board``.
    """
    for size in (1.0, *SMALLER):
        with suppress(CrowdedError):
            return draw_box(kit, box, width, height, symmetry, size=size, try_all=try_all)
    raise CrowdedError


def image(
    position: Position, slots: Sequence[Slot], symmetry: Symmetry
) -> tuple[Position, tuple[Slot, ...]]:
    """Return a position and its slots as a symmetry shows them; colours stay with their moves."""
    images = tuple(replace(slot, moves=tuple(map(symmetry.move, slot.moves))) for slot in slots)
    return symmetry.position(position), images


#: Lines on things to cut out and fold; dashes and gaps in mm.
CUT = Stroke(BLACK, 0.25)
MOUNTAIN = Stroke(BLACK, 0.2, (2.4, 0.8, 0.3, 0.8))
VALLEY = Stroke(BLACK, 0.2, (1.6, 1.0))
#: Where to cut and to fold, by what a legend calls it.
LINES = {"cut": CUT, "mountain": MOUNTAIN, "valley": VALLEY}
#: Height of the feet of a tent, in mm.
FOOT = 6.0


def piece_counts(game: Game) -> list[PieceCount]:
    """Return the number of pieces of each kind that a game takes, spares included.

    >>> from kitgen.games import make_game
    >>> [(piece.kind, piece.count) for piece in piece_counts(make_game("hexapawn:3x3"))]
    [('pawn-light', 4), ('pawn-dark', 4)]
    """
    return [*style_of(game.diagram).piece_counts(game)]


def tent(piece: Piece, width: float, face: float) -> Scene:
    """Return a piece as a strip ``width`` mm wide that folds into a tent: foot, front, back
    ``face`` mm high, foot.
    """
    scene = Scene(width, 2 * face + 2 * FOOT)
    picture = Scene(0, 0, [piece.draw((0, 0), min(0.8 * face, width))])
    scene.place(picture, width / 2, FOOT + 0.5 * face, turn=180)
    scene.place(picture, width / 2, FOOT + 1.5 * face)
    scene.add(rectangle(0, 0, width, scene.height, None, CUT))
    for y, fold in ((FOOT, VALLEY), (FOOT + face, MOUNTAIN), (FOOT + 2 * face, VALLEY)):
        scene.add(Line((0, y), (width, y), fold))
    return scene


def disc(piece: Piece, size: float) -> Scene:
    """Return a piece as a disc to cut out, with a diameter in mm."""
    middle = (size / 2, size / 2)
    return Scene(size, size, [Disc(middle, size / 2, None, CUT), piece.cutout(middle, size)])


def square_piece(piece: Piece, size: float) -> Scene:
    """Return a piece as a square to cut out, with a side in mm."""
    middle = (size / 2, size / 2)
    return Scene(size, size, [rectangle(0, 0, size, size, None, CUT), piece.cutout(middle, size)])


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


# A board as text, cell by cell, for terminals.

#: The signs of boards in ASCII, for terminals that show no others.
PLAIN = str.maketrans({piece.sign: piece.plain for piece in PIECES.values()} | {EMPTY_SIGN: "."})


class CellSign(NamedTuple):
    """A cell's index and its sign, which begins with the name of a pit or a point; neither where
    a row has no cell.
    """

    cell: int | None = None
    text: str = ""


def point_name(game: Game, cell: int) -> str:
    """Return what a point is called that is joined to others by lines; nothing for the cells of
    other boards.
    """
    return game.move_text(Move(None, cell)) if game.diagram.cell == "points" else ""


def board_rows(game: Game, position: Position, *, plain: bool = False) -> list[list[CellSign]]:
    """Return the cells row by row from the top, a place for each column of the board; ``plain`` for
    ASCII signs only.

    >>> from kitgen.games import make_game
    >>> game = make_game("tictactoe")
    >>> [sign.cell for sign in board_rows(game, game.start())[0]]
    [0, 1, 2]
    """
    diagram = game.diagram
    style = style_of(diagram)
    # Points of a wheel are in line but for the last digits.
    centres = [(round(x, 3), round(y, 3)) for x, y in diagram.centres]
    columns = sorted({x for x, _ in centres})
    rows = {y: [CellSign()] * len(columns) for y in sorted({y for _, y in centres})}
    for cell, ((x, y), content) in enumerate(zip(centres, position.cells, strict=True)):
        text = point_name(game, cell) + style.sign(diagram, cell, content)
        if plain:
            text = text.translate(PLAIN)
        rows[y][columns.index(x)] = CellSign(cell, text)
    return [*rows.values()]


def is_lettered(game: Game) -> bool:
    """Return whether the edges of a board name its cells, as in chess."""
    return style_of(game.diagram).lettered and len({y for _, y in game.diagram.centres}) > 1


def counted_edges(game: Game) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """Return the numbers of the cells along the upper and the lower edge, as its player counts
    them; None without.

    >>> from kitgen.games import make_game
    >>> counted_edges(make_game("awari:3x2"))
    (('3', '2', '1'), ('1', '2', '3'))
    """
    numbers = game.diagram.counted
    if not numbers:
        return None
    upper, *_, lower = board_rows(game, game.start())
    above = tuple(numbers[cell] for cell, _ in upper if cell is not None)
    below = tuple(numbers[cell] for cell, _ in lower if cell is not None)
    return above, below


def named_board_text(
    game: Game, position: Position, *, plain: bool = False, counted: bool = False
) -> str:
    """Return a position as rows of signs, cells named at the edges; ``plain`` for ASCII signs only.

    ``counted`` writes the numbers of the cells along the edges, if they have any.

    >>> from kitgen.games import make_game
    >>> game = make_game("hexapawn")
    >>> print(named_board_text(game, game.start(), plain=True))
    3  b b b
    2  . . .
    1  w w w
       a b c
    >>> game = make_game("told:pong-hau-ki")
    >>> print(named_board_text(game, game.start(), plain=True))
       1w    4w
          5.
       2b    3b
    """
    rows = board_rows(game, position, plain=plain)
    named = is_lettered(game)
    widest = max(len(sign.text) for row in rows for sign in row)

    def line(texts: Iterable[str], head: str = " ") -> str:
        return f"{head}  {' '.join(text.rjust(widest) for text in texts)}".rstrip()

    lines = []
    for number, row in zip(range(len(rows), 0, -1), rows, strict=True):
        head = str(number) if named else " "
        lines.append(line((sign.text for sign in row), head))
    if named:
        lines.append(line(ascii_lowercase[: len(rows[0])]))
    edges = counted_edges(game) if counted else None
    if edges:
        above, below = edges
        lines = [line(above), *lines, line(below)]
    return "\n".join(lines)
