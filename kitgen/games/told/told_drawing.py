"""How the board of a told game is drawn: its lines, goals, shapes, and where ahead is."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kitgen.errors import UsageError
from kitgen.games.told.told_board import (
    COMMON,
    CONTENTS_OF,
    FACING,
    GROUPS,
    ToldBoard,
    read_links,
    read_ways,
)
from kitgen.games.told.told_keys import SHAPES
from kitgen.games.told.told_language import Pieces, Told, kinds_of, side_order
from kitgen.model import Diagram

#: The usual shape of pieces that belong to both sides.
COMMON_SHAPE = "counter"
#: The shape of a closed place.
CLOSED_SHAPE = "block"
#: The shapes of both sides' pieces by their word in the file.
SHAPES_OF = {
    "pawn": ("pawn-light", "pawn-dark"),
    "mark": ("cross", "ring"),
    "counter": ("ring", "counter"),
}
#: The name of a kind of pieces that wears a crown, and the shapes of these.
KING = "king"
KING_SHAPES = ("king-light", "king-dark")
#: Words for links of which a board of squares needs no lines.
UNDRAWN = frozenset({"orthogonal", "any", "all"})

#: A line from one point to another.
Pair = tuple[int, int]


def follows_links(pieces: Pieces) -> bool:
    """Return whether pieces move along links, or one of a side's two kinds of pieces does."""
    return any("links" in kind.ways for kind in kinds_of(pieces).values())


def looks_beside(pieces: Pieces) -> bool:
    """Return whether it matters what is next to the points where pieces are put, or enter."""
    return any((pieces.not_beside, pieces.only_beside, pieces.enter))


def links_of_board(told: Told) -> tuple[str, ...]:
    """Return the words and pairs that link the points of a board."""
    return told.links if isinstance(told.board, str) else told.board.links


@dataclass(frozen=True, slots=True)
class DrawnLines:
    """The lines of a board.

    Attributes:
        lines, one_way: those of the board, as in ``Diagram``.
        own: those of the first side, of the second, and of common pieces alone.
        joined: whether points are drawn, with or without lines, instead of squares.
    """

    lines: tuple[Pair, ...]
    one_way: frozenset[Pair]
    own: tuple[tuple[Pair, ...], ...]
    joined: bool


def drawn_lines(told: Told, board: ToldBoard, kinds: Sequence[Pieces | None]) -> DrawnLines:
    """Return the lines of a board; ``kinds`` are the pieces of the first side, of the second,
    and common ones.
    """
    present = [kind for kind in kinds if kind is not None]
    joined = _has_points(told, board, present)
    # Pieces that may go anywhere need no lines.
    go_anywhere = "all" in links_of_board(told)
    pairs: set[Pair] = set()
    if joined and not go_anywhere and _heeds_links(board, present):
        pairs.update(_pairs(board.links))
    one_way = frozenset((point, other) for point, other in pairs if (other, point) not in pairs)
    lines = tuple(sorted({(min(pair), max(pair)) for pair in pairs}))
    own: list[tuple[Pair, ...]] = []
    for kind in kinds:
        if kind is None or not joined:
            own.append(())
        else:
            own.append(_own_lines(board, kind))
    return DrawnLines(lines, one_way, tuple(own), joined)


def _has_points(told: Told, board: ToldBoard, kinds: Sequence[Pieces]) -> bool:
    """Return whether points are drawn instead of squares: where the board is no grid, or pieces
    move along links; or where it matters what pieces are beside, and squares do not show what that
    is.
    """
    if board.grid is None or any(map(follows_links, kinds)):
        return True
    squares_show_links = {*links_of_board(told)} <= UNDRAWN
    return any(map(looks_beside, kinds)) and not squares_show_links


def _heeds_links(board: ToldBoard, kinds: Sequence[Pieces]) -> bool:
    """Return whether the links of the board are to be seen: where it is no grid, where it matters
    what pieces are beside, or where pieces move along links and have none of their own.
    """
    if board.grid is None or any(map(looks_beside, kinds)):
        return True
    return any(follows_links(kind) and not kind.links for kind in kinds)


def _own_lines(board: ToldBoard, pieces: Pieces) -> tuple[Pair, ...]:
    """Return the links that only these pieces follow; none if they may go anywhere."""
    if not pieces.links or not follows_links(pieces) or "all" in pieces.links:
        return ()
    return tuple(sorted(_pairs(read_links(board, pieces.links))))


def _pairs(links: Sequence[frozenset[int]]) -> Iterator[Pair]:
    """Yield each point with each of those that it leads to."""
    for point, others in enumerate(links):
        for other in others:
            yield point, other


def turning_matters(pieces: Pieces) -> bool:
    """Return whether pieces move, or win, in another way if they face another way.

    >>> turning_matters(Pieces(step=("orthogonal",))), turning_matters(Pieces(step=("left",)))
    (False, True)
    """
    return pieces.goal == "far" or any(map(_has_front, kinds_of(pieces).values()))


def _has_front(pieces: Pieces) -> bool:
    """Return whether a word for a way of these pieces means another way if they are turned."""
    for words in (pieces.step, pieces.take, pieces.slide, pieces.jump):
        directions = [word for word in words if word != "links"]
        try:
            turned = {frozenset(read_ways(directions, faces)) for faces in FACING}
        except UsageError:
            # A word that is no direction: the game is refused when its moves are read.
            return False
        if len(turned) > 1:
            return True
    return False


def has_upright_ways(pieces: Pieces) -> bool:
    """Return whether common pieces have a way in the picture, such as up, and not only links and
    groups of ways, such as any.
    """
    directions = {*pieces.ways} - {"links", *GROUPS}
    return bool(directions)


def shapes(told: Told, kinds: Mapping[int, Pieces], *, moves: bool) -> dict[int, str]:
    """Return the shape of each kind of pieces, by content.

    ``moves`` says whether pieces move. Kinds look alike only if the file says so.
    """
    chosen = {content: pieces.looks for content, pieces in kinds.items() if pieces.looks}
    crowned = _crowned(told)
    for content, pieces in kinds.items():
        if content in chosen:
            continue
        if content in crowned:
            wanted = KING_SHAPES[crowned[content]]
        else:
            wanted = _usual_shape(content, pieces, moves=moves)
        free = [shape for shape in (wanted, *SHAPES) if shape not in chosen.values()]
        chosen[content] = free[0]
    return {content: chosen[content] for content in kinds}


def _crowned(told: Told) -> dict[int, int]:
    """Return the side of each kind that wears a crown: of a side's two kinds the one that is
    called king, or else the second.
    """
    crowned = {}
    for side, (name, contents) in enumerate(zip(side_order(told), CONTENTS_OF, strict=True)):
        names = [*kinds_of(told.side[name])]
        if len(names) > 1:
            king = 1
            if KING in names:
                king = names.index(KING)
            crowned[contents[king]] = side
    return crowned


def _usual_shape(content: int, pieces: Pieces, *, moves: bool) -> str:
    """Return the shape of a kind of pieces for which the file does not name one."""
    if content == COMMON:
        return COMMON_SHAPE
    word = pieces.piece if isinstance(pieces.piece, str) else ""
    if word not in SHAPES_OF:
        word = "pawn" if moves else "mark"
    side = next(number for number, contents in enumerate(CONTENTS_OF) if content in contents)
    return SHAPES_OF[word][side]


def point_centres(board: ToldBoard) -> tuple[tuple[float, float], ...]:
    """Return the middle of each point from the top left corner, y down."""
    left = min(x for x, _ in board.places)
    top = max(y for _, y in board.places)
    return tuple((x - left + 0.5, top - y + 0.5) for x, y in board.places)


def _can_turn(told: Told) -> bool:
    """Return whether a board that is turned by half, so that the machine sits at the top, plays as
    before: nothing falls, and no common piece has a way in the picture.
    """
    if told.falls:
        return False
    return told.common is None or not has_upright_ways(told.common)


def diagram_of(
    told: Told,
    board: ToldBoard,
    *,
    own: Sequence[Pieces],
    fronts: Sequence[str],
    goals: Sequence[frozenset[int]],
    pieces: Mapping[int, str],
    marking: str,
) -> Diagram:
    """Return the drawing of a game.

    ``own`` are the pieces of the first side and of the second, ``fronts`` where they look,
    ``goals`` what they try to reach; ``pieces`` are the shapes by content, and ``marking`` is
    ``Diagram.moves``.
    """
    common = told.common
    drawn = drawn_lines(told, board, (*own, common))
    cell = "open" if marking == "place" else "square"
    if drawn.joined:
        cell = "points"
    centres = point_centres(board)
    width = max(x for x, _ in centres) + 0.5
    height = max(y for _, y in centres) + 0.5
    has_front = [board.grid is not None and turning_matters(kind) for kind in own]
    # Half a turn puts each side in the seat of the other only if they look up and down.
    turns = any(has_front) and [*fronts] == ["up", "down"] and _can_turn(told)
    shown_fronts: list[str | None] = [None, None]
    if not turns:
        for side in (0, 1):
            if has_front[side]:
                shown_fronts[side] = fronts[side]
    return Diagram(
        width=width,
        height=height,
        centres=centres,
        cell=cell,
        moves=marking,
        pieces=pieces,
        lines=drawn.lines,
        one_way=drawn.one_way,
        own_lines=drawn.own,
        goals=tuple(goals),
        turns=turns,
        fronts=tuple(shown_fronts),
    )
