"""The points of a board, what connects them, and where they are drawn."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, product
from math import cos, dist, pi, sin
from string import ascii_lowercase

from kitgen.errors import UsageError, many, quoted
from kitgen.games.told.told_language import MAX_POINTS, OwnBoard, Told
from kitgen.papers import Point

#: The contents of a point: nothing, a piece of the side that begins or of the other, a common one,
#: or no entry; then a piece of the second kind of either side.
EMPTY, FIRST, SECOND, COMMON, BLOCK, OTHER_OF_FIRST, OTHER_OF_SECOND = range(7)
#: The contents that a side's pieces can have, those of its first or only kind first.
CONTENTS_OF = ((FIRST, OTHER_OF_FIRST), (SECOND, OTHER_OF_SECOND))
#: The eight directions, seen by a side that faces up.
DIRECTIONS = {
    "forward": (0, 1),
    "back": (0, -1),
    "left": (-1, 0),
    "right": (1, 0),
    "forward-left": (-1, 1),
    "forward-right": (1, 1),
    "back-left": (-1, -1),
    "back-right": (1, -1),
}
#: The same in the picture.
DIRECTIONS_IN_PICTURE = {
    word.replace("forward", "up").replace("back", "down"): way for word, way in DIRECTIONS.items()
}
#: Words for several directions.
GROUPS = {
    "side": ("left", "right"),
    "orthogonal": ("forward", "back", "left", "right"),
    "diagonal": ("forward-left", "forward-right", "back-left", "back-right"),
    "forward-diagonal": ("forward-left", "forward-right"),
    "back-diagonal": ("back-left", "back-right"),
    "any": tuple(DIRECTIONS),
}
#: How each front of a side turns a direction.
FACING: dict[str, Callable[[int, int], tuple[int, int]]] = {
    "up": lambda x, y: (x, y),
    "down": lambda x, y: (-x, -y),
    "right": lambda x, y: (y, -x),
    "left": lambda x, y: (-y, x),
}


@dataclass(frozen=True, slots=True)
class ToldBoard:
    """The points of a game.

    Attributes:
        names: of the points in the order of ``Position.cells``: of a grid row by row from the top.
        places: where each is drawn, in cells to the right and up.
        links: the neighbours of each point.
        grid: columns and rows; None on other boards.
        at: the point at each place of a grid, columns and rows counted from 0 at the bottom left.
    """

    names: tuple[str, ...]
    places: tuple[Point, ...]
    links: tuple[frozenset[int], ...]
    grid: tuple[int, int] | None
    at: dict[tuple[int, int], int]

    def point(self, name: str) -> int:
        """Return the number of a point."""
        if name not in self.names:
            raise UsageError(
                f"there is no point {quoted(name)} on the board; its points are "
                f"{', '.join(self.names)}"
            )
        return self.names.index(name)

    def points(self, names: Iterable[str]) -> frozenset[int]:
        """Return the numbers of several points."""
        return frozenset(self.point(name) for name in names)

    def ray(self, point: int, way: tuple[int, int]) -> tuple[int, ...]:
        """Return the points of a grid in a direction from one of them, the nearest first, up to
        the first gap.
        """
        x, y = (round(number) for number in self.places[point])
        step_x, step_y = way
        ray = []
        place = (x + step_x, y + step_y)
        while place in self.at:
            ray.append(self.at[place])
            x, y = place
            place = (x + step_x, y + step_y)
        return tuple(ray)

    def straight(self, count: int) -> list[frozenset[int]]:
        """Return every straight row of ``count`` points of a grid: across, upwards and
        diagonally.
        """
        rows = []
        for point, way in product(range(len(self.names)), ((1, 0), (0, 1), (1, 1), (1, -1))):
            row = (point, *self.ray(point, way))[:count]
            if len(row) == count:
                rows.append(frozenset(row))
        return rows


def make_board(told: Told) -> ToldBoard:
    """Return the board of a game.

    >>> from kitgen.games.told.told_language import OwnPieces
    >>> board = make_board(
    ...     Told(name="x", board="wheel 4", side={"a": OwnPieces(), "b": OwnPieces()})
    ... )
    >>> board.names, sorted(board.links[4])
    (('1', '2', '3', '4', '5'), [0, 1, 2, 3])
    """
    grid = grid_of(told.board) if isinstance(told.board, str) else None
    at: dict[tuple[int, int], int] = {}
    if isinstance(told.board, OwnBoard):
        names = [*told.board.points]
        places = [*told.board.points.values()]
        links = [*told.board.links]
    elif grid is not None:
        at = {place: number for number, place in enumerate(_cells(*grid, told))}
        names = [f"{ascii_lowercase[column]}{row + 1}" for column, row in at]
        places = [(float(x), float(y)) for x, y in at]
        links = [*told.links] or ["orthogonal"]
    else:
        names, places, links = _round(told.board)
    _check_distances(names, places)
    board = ToldBoard(tuple(names), tuple(places), (frozenset(),) * len(places), grid, at)
    return replace(board, links=read_links(board, links))


def _check_distances(names: Sequence[str], places: Sequence[Point]) -> None:
    for point, place in enumerate(places):
        for other in range(point):
            if dist(place, places[other]) < 0.5:
                raise UsageError(
                    f"points {names[other]} and {names[point]} lie less than half a cell apart"
                )


def grid_of(board: str) -> tuple[int, int] | None:
    """Return the columns and rows of ``3x4``; None for another board."""
    grid = re.fullmatch(r"(\d{1,2})x(\d{1,2})", board)
    return None if grid is None else (int(grid[1]), int(grid[2]))


def check_grid(columns: int, rows: int, holes: int = 0) -> None:
    """Refuse a grid with too many points, or fewer than two beside its holes."""
    has_letters = 0 < columns <= len(ascii_lowercase)
    too_few = columns * rows - holes < 2
    too_many = columns * rows > MAX_POINTS
    if not has_letters or too_few or too_many:
        raise UsageError(f"board {columns}x{rows}: a board has 2 to {MAX_POINTS} points")


def _cells(columns: int, rows: int, told: Told) -> list[tuple[int, int]]:
    """Return the columns and rows of the points of a grid, row by row from the top, counted from
    the bottom left.
    """
    check_grid(columns, rows)
    picture = told.start or ("." * columns,) * rows
    if len(picture) != rows or any(len(row) != columns for row in picture):
        shape = ", ".join(str(len(row)) for row in picture)
        size = f"{many(rows, 'row')} of {many(columns, 'sign')}"
        raise UsageError(f"start is not {size} (its rows have {shape})")
    check_grid(columns, rows, sum(row.count("#") for row in picture))
    cells = product(reversed(range(rows)), range(columns))
    return [(column, row) for row, column in cells if picture[rows - 1 - row][column] != "#"]


def _round(board: str) -> tuple[list[str], list[Point], list[str]]:
    """Return the names, places and links of a path, ring or wheel."""
    known = re.fullmatch(r"(path|ring|wheel) (\d{1,2})", board)
    if known is None:
        raise UsageError(
            f"board {quoted(board)}: write 3x3, path 9, ring 8, wheel 8, or [board] with points"
        )
    kind = known[1]
    count = int(known[2])
    least = 2 if kind == "path" else 3
    if not least <= count <= MAX_POINTS - 1:
        raise UsageError(f"board {kind} {count}: there are {least} to {MAX_POINTS - 1}")
    names = [str(number + 1) for number in range(count)]
    links = [f"{name}-{following}" for name, following in pairwise(names)]
    if kind == "path":
        return names, [(float(number), 0.0) for number in range(count)], links
    reach = max(1.0, 0.5 / sin(pi / count))  # neighbours on the ring are a cell apart
    turns = [2 * pi * number / count for number in range(count)]
    places = [(reach + reach * sin(turn), reach + reach * cos(turn)) for turn in turns]
    links.append(f"{names[-1]}-{names[0]}")
    if kind == "wheel":
        links += [f"{count + 1}-{name}" for name in names]
        names.append(str(count + 1))
        places.append((reach, reach))
    return names, places, links


def read_links(board: ToldBoard, links: Iterable[str]) -> tuple[frozenset[int], ...]:
    """Return the points that each point leads to, from pairs of points or a word for many."""
    reach: list[set[int]] = [set() for _ in board.names]
    for link in links:
        if link == "all":
            for point, others in enumerate(reach):
                others.update({*range(len(reach))} - {point})
        elif link in ("orthogonal", "any"):
            if board.grid is None:
                raise UsageError(
                    f"links {quoted(link)} is for grids; write pairs of points, such as 1-2"
                )
            for point, word in product(range(len(reach)), GROUPS[link]):
                reach[point].update(board.ray(point, DIRECTIONS[word])[:1])
        else:
            first, sign, second = re.split("([->])", link)
            source = board.point(first)
            target = board.point(second)
            if source == target:
                raise UsageError(f"link {quoted(link)} joins a point to itself")
            reach[source].add(target)
            if sign == "-":
                reach[target].add(source)
    return tuple(frozenset(others) for others in reach)


def read_ways(words: Iterable[str], faces: str | None) -> list[tuple[int, int]]:
    """Return directions on the drawn board; ``faces`` is None for pieces without a front."""
    turned = {word: FACING[faces or "up"](*way) for word, way in DIRECTIONS.items()}
    if faces is None:
        single = DIRECTIONS_IN_PICTURE
        groups: Iterable[str] = ("orthogonal", "diagonal", "any")
    else:
        single = turned
        groups = GROUPS
    known = {word: [way] for word, way in single.items()}
    for group in groups:
        known[group] = [turned[word] for word in GROUPS[group]]
    ways: dict[tuple[int, int], None] = {}  # for its keys: each way once, in order
    for word in words:
        if word not in known:
            raise UsageError(f"there is no direction {quoted(word)}; there are {', '.join(known)}")
        ways.update(dict.fromkeys(known[word]))
    return [*ways]


def across(lines: Sequence[str]) -> tuple[str, ...]:
    """Return the columns of a picture instead of its rows."""
    return tuple(map("".join, zip(*lines, strict=True)))


def resized(lines: Sequence[str], by: int) -> tuple[str, ...] | None:
    """Return the lines of a picture (rows, or columns) with one more or one fewer; None if there is
    no such picture.

    A chequered picture stays chequered. In any other, a single piece stays single and kinds with
    equally many pieces keep equally many. The line that makes it most symmetrical is doubled or
    left out, the nearest to the middle first.

    >>> resized(["bbb", "...", "www"], 1), resized(["bbb", "www"], 1), resized(["wb", "bw"], 1)
    (('bbb', '...', '...', 'www'), None, ('wb', 'bw', 'wb'))
    >>> "".join(resized(".f..", 1)), resized(["bbb", ".#.", "www"], 1), resized([".x"], 1)
    ('..f..', None, None)
    """
    if len(lines) + by < 2:
        return None
    if len(lines) >= 2 and _is_chequered(lines):
        return (*lines, lines[-2]) if by > 0 else (*lines[:-1],)
    from_middle = sorted(range(len(lines)), key=lambda place: abs(2 * place - len(lines) + 1))
    pictures = []
    for place in from_middle:
        picture = (*lines[:place], *(lines[place],) * (1 + by), *lines[place + 1 :])
        if _has_same_pieces(lines, picture):
            pictures.append(picture)
    return min(pictures, key=_unevenness, default=None)


def _is_chequered(lines: Sequence[str]) -> bool:
    """Return whether a picture has two signs, one on white squares and the other on black ones."""
    signs = set()
    signs_by_colour = set()
    for y, line in enumerate(lines):
        for x, sign in enumerate(line):
            signs.add(sign)
            signs_by_colour.add((sign, (x + y) % 2))
    return len(signs) == len(signs_by_colour) == 2


def _has_same_pieces(lines: Sequence[str], resized_lines: Sequence[str]) -> bool:
    """Return whether a picture has the same kinds of pieces, a single one still single, and all
    equally many if they were.
    """
    before = Counter("".join(lines))
    del before["."]
    after = Counter("".join(resized_lines))
    for kind, count in before.items():
        if after[kind] == 0 or (after[kind] == 1) != (count == 1):
            return False
    pieces = before.keys() - {"#"}
    were_equal = len({before[kind] for kind in pieces}) <= 1
    are_equal = len({after[kind] for kind in pieces}) <= 1
    return are_equal or not were_equal


def _unevenness(picture: Sequence[str]) -> int:
    """Return in how many lines a picture differs from its mirror image."""
    pairs = zip(picture, reversed(picture), strict=True)
    return sum(line != opposite for line, opposite in pairs)
