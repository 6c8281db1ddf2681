"""The signs of the groups of a class, on their sheets and labels: a number in a shape, told apart
without colour.

What groups need is drawn once. Each group gets a copy of the sheet with its sign stamped on it.
"""

import math
from collections.abc import Sequence
from dataclasses import replace

from kitgen.paper.document import Sheet, Sign
from kitgen.paper.layout.frame import extent
from kitgen.paper.marks.scene import BLACK, POINT, WHITE, Disc, Mark, Polygon, Scene, Stroke, Text
from kitgen.papers import Page, Point

#: The sign at the head of a sheet: its width, and how far its middle is from the paper's upper
#: edge, in mm.
HEAD_SIGN_MM = 4.6
HEAD_MIDDLE_MM = 7.4
#: The widths to try for a sign on a label, in mm: each takes fewer squares of the grid than the one
#: before, without which it would be tried in vain.
LABEL_SIGNS_MM = (4.4, 3.6, 3.0)
#: The free room round a sign, in mm.
ROOM_MM = 0.5
#: The side of the squares of the grid on which room is looked for, in mm.
GRID_MM = 0.5
#: The ground of a label, its first mark, takes at least this share of it.
GROUND_SHARE = 0.5
#: The height of the letters in a sign, as a share of its width.
LETTER_SHARE = 0.56


def _star(points: int, inner: float) -> tuple[Point, ...]:
    """Return the corners of a star in a circle of radius 1, whose inner corners are so far from
    the middle.
    """
    corners = []
    for corner in range(2 * points):
        angle = math.pi * corner / points - math.pi / 2
        far = inner if corner % 2 else 1.0
        corners.append((far * math.cos(angle), far * math.sin(angle)))
    return tuple(corners)


def _arch() -> tuple[Point, ...]:
    """Return the corners of a gate: level below, round above."""
    angles = [math.pi * step / 16 for step in range(17)]
    round_top = [(-0.85 * math.cos(angle), -0.15 - 0.85 * math.sin(angle)) for angle in angles]
    return (*round_top, (0.85, 0.9), (-0.85, 0.9))


#: The outlines in turn, as corners within one unit of the middle; none for a circle. A usual class
#: has up to eight groups.
OUTLINES: tuple[tuple[Point, ...], ...] = (
    (),
    ((-0.85, -0.85), (0.85, -0.85), (0.85, 0.85), (-0.85, 0.85)),
    ((0, -1), (1, 0), (0, 1), (-1, 0)),
    ((-0.9, 0.95), (-0.9, -0.2), (0, -1), (0.9, -0.2), (0.9, 0.95)),
    _star(8, 0.7),
    ((-1, -0.75), (0.3, -0.75), (1, 0), (0.3, 0.75), (-1, 0.75)),
    _arch(),
    (
        *((-0.45, -1), (0.45, -1), (0.45, -0.45), (1, -0.45), (1, 0.45), (0.45, 0.45)),
        *((0.45, 1), (-0.45, 1), (-0.45, 0.45), (-1, 0.45), (-1, -0.45), (-0.45, -0.45)),
    ),
)


def draw_sign(group: int, sign: Sign) -> list[Mark]:
    """Return the marks of a group's sign."""
    x, y = sign.at
    radius = sign.width / 2
    round_number, outline_number = divmod(group - 1, len(OUTLINES))
    corners = OUTLINES[outline_number]
    fill = WHITE
    ink = BLACK
    if round_number % 2 == 1:  # after the last outline they come again, filled
        fill = BLACK
        ink = WHITE
    outline = Stroke(BLACK, 0.3)
    turn = math.radians(sign.turn)
    shape: Mark
    if corners:
        cosine = radius * math.cos(turn)
        sine = radius * math.sin(turn)
        points = []
        for right, down in corners:
            points.append((x + right * cosine - down * sine, y + right * sine + down * cosine))
        shape = Polygon(tuple(points), fill, outline)
    else:
        shape = Disc(sign.at, radius, fill, outline)
    size = LETTER_SHARE * sign.width / POINT
    if group >= 10:
        size *= 0.8
    drop = 0.36 * size * POINT
    baseline = (x - drop * math.sin(turn), y + drop * math.cos(turn))
    return [shape, Text(baseline, f"{group}", size, "middle", bold=True, turn=sign.turn, fill=ink)]


def for_group(sheet: Sheet, group: int, page: Page) -> Sheet:
    """Return a group's copy of a sheet, with its sign at the head and where else the sheet has a
    place for it.
    """
    scene = sheet.scene.copy()
    signs = list(sheet.signs)
    if sheet.framed and not sheet.tile:
        middle = (scene.width - page.margin - HEAD_SIGN_MM / 2, HEAD_MIDDLE_MM)
        signs.append(Sign(middle, HEAD_SIGN_MM))
    for sign in signs:
        scene.add(*draw_sign(group, sign))
    below = tuple(replace(begun, title=f"{begun.title} · {group}") for begun in sheet.below)
    return replace(sheet, scene=scene, title=f"{sheet.title} · {group}", below=below, group=group)


def free_sign(cards: Sequence[Scene]) -> Sign | None:
    """Return a place for a sign that is free on all cards, as large as possible; None if there
    is no room.
    """
    if not all(_is_ground(card.marks[0], card) for card in cards):
        return None
    taken = _taken_cells(cards)
    rows = len(taken)
    columns = len(taken[0])
    left, top, right, bottom = extent(cards[0].marks[0])
    for wide in LABEL_SIGNS_MM:
        cells = math.ceil(wide / GRID_MM)
        for row in range(math.ceil((top + ROOM_MM) / GRID_MM), rows - cells):
            if (row + cells) * GRID_MM > bottom - ROOM_MM:
                break
            for column in range(math.ceil((left + ROOM_MM) / GRID_MM), columns - cells):
                if (column + cells) * GRID_MM > right - ROOM_MM:
                    break
                under = (line[column : column + cells] for line in taken[row : row + cells])
                if not any(map(any, under)):
                    middle = ((column + cells / 2) * GRID_MM, (row + cells / 2) * GRID_MM)
                    return Sign(middle, wide)
    return None


def _taken_cells(cards: Sequence[Scene]) -> list[bytearray]:
    """Return the cells of a grid over the cards, row by row: 1 where any card has a mark in or
    near it besides its ground.
    """
    columns = math.ceil(cards[0].width / GRID_MM)
    rows = math.ceil(cards[0].height / GRID_MM)
    taken = [bytearray(columns) for _ in range(rows)]
    for card in cards:
        for mark in card.marks[1:]:
            left, top, right, bottom = extent(mark)
            first = max(0, math.floor((left - ROOM_MM) / GRID_MM))
            last = min(columns, math.ceil((right + ROOM_MM) / GRID_MM))
            highest = max(0, math.floor((top - ROOM_MM) / GRID_MM))
            lowest = min(rows, math.ceil((bottom + ROOM_MM) / GRID_MM))
            for row in range(highest, lowest):
                taken[row][first:last] = b"\1" * max(0, last - first)
    return taken


def _is_ground(mark: Mark, card: Scene) -> bool:
    """Return whether a mark is the tint on which all of a card lies."""
    if not isinstance(mark, Polygon) or mark.fill is None:
        return False
    left, top, right, bottom = extent(mark)
    return (right - left) * (bottom - top) > GROUND_SHARE * card.width * card.height
