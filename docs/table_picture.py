"""A picture of a kit on a table: every box of HER with its label, one of them open, and the board
beside them.

It is drawn as a camera would see it, with the labels that are printed, so that it shows what one
will have.
"""

from collections.abc import Sequence
from math import cos, hypot, sin, tau

from kitgen.kit.kit import Kit
from kitgen.paper.card.faces import Cards
from kitgen.reading.templates import Templates
from kitgen.reading.texts import Texts
from kitgen.render.svg import mark_text

Place = tuple[float, float, float]
Spot = tuple[float, float]

#: A matchbox: how wide, deep and high it is, in mm, as it lies on the table.
WIDE = 53.0
DEEP = 36.0
HIGH = 15.0
#: What the camera sees, in dots.
SIZE = (1600.0, 860.0)
#: What is shown of it: from where, how wide and how high.
SHOWN = (80, 100, 1440, 640)
#: The camera: how far in front of the boxes, how high, and how far behind their front it aims, in
#: mm; and how many dots are seen at once.
BACK = 380.0
UP = 620.0
AIM = 118.0
ZOOM = 2150.0
#: A square of the board, and its front left corner on the table, in mm.
SIDE = 34.0
BOARD = (124.0, 100.0)
#: The box that is open.
OPEN = "C6"
#: How deep on the table the rows of boxes lie, from the first turns on, in mm.
ROWS = (218, 158, 98, 38)
#: A row has at most so many boxes.
ROW_BOXES = 7
#: A pawn's body and head, in mm from the middle of its foot, and how high it is.
PAWN = (
    'path d="M-8 0 C-8 -4 -3 -5.6 -2.4 -15 L2.4 -15 C3 -5.6 8 -4 8 0 A8 3.4 0 0 1 -8 0 Z"',
    'circle cy="-18" r="5.2"',
)
PAWN_HIGH = 22.0

LIGHTS = """\
<filter id="grain" x="0" y="0" width="100%" height="100%">
<feTurbulence type="fractalNoise" baseFrequency="0.004 0.16" numOctaves="4" seed="3"/>
<feColorMatrix values="0 0 0 0 0.28  0 0 0 0 0.16  0 0 0 0 0.07  0.9 0 0 0 -0.22"/></filter>
<filter id="soft" x="-30%" y="-30%" width="160%" height="160%">
<feGaussianBlur stdDeviation="9"/></filter>
<filter id="close" x="-30%" y="-30%" width="160%" height="160%">
<feGaussianBlur stdDeviation="2.5"/></filter>
<linearGradient id="wood" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#8a5d38"/>
<stop offset="0.5" stop-color="#b98656"/><stop offset="1" stop-color="#c9986a"/></linearGradient>
<radialGradient id="lamp" cx="0.42" cy="0.3" r="0.85">
<stop offset="0.35" stop-color="#fff" stop-opacity="0.13"/>
<stop offset="0.7" stop-color="#000" stop-opacity="0"/>
<stop offset="1" stop-color="#000" stop-opacity="0.42"/>
</radialGradient>
<radialGradient id="shine" cx="0.35" cy="0.28" r="0.8">
<stop offset="0" stop-color="#fff" stop-opacity="0.95"/>
<stop offset="0.22" stop-color="#fff" stop-opacity="0.25"/>
<stop offset="0.6" stop-color="#000" stop-opacity="0"/>
<stop offset="1" stop-color="#000" stop-opacity="0.5"/></radialGradient>"""


def seen(place: Place) -> Spot:
    """Return where the camera sees a place on the table: x to the right, y away from it, z up,
    in mm.
    """
    x, y, z = place
    away = y + BACK
    down = UP - z
    # The direction in which the camera looks, of length 1: ahead and down.
    aim = hypot(BACK + AIM, UP)
    look_ahead = (BACK + AIM) / aim
    look_down = UP / aim
    depth = away * look_ahead + down * look_down
    lower = down * look_ahead - away * look_down
    return SIZE[0] / 2 + ZOOM * x / depth, SIZE[1] / 2 + ZOOM * lower / depth


def polygon(places: Sequence[Place], fill: str, more: str = "") -> str:
    """Return a flat shape on or above the table."""
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in map(seen, places))
    return f'<polygon points="{points}" fill="{fill}" {more}/>'


def flat(x: float, y: float, z: float, wide: float, deep: float) -> list[Place]:
    """Return the corners of a rectangle that lies level, from its front left one."""
    return [(x, y, z), (x + wide, y, z), (x + wide, y + deep, z), (x, y + deep, z)]


def shadow(x: float, y: float, wide: float, deep: float, high: float) -> str:
    """Return the shadow of a block: the lamp stands at the left, behind it."""
    cast = [
        (x, y, 0),
        (x + 0.5 * high, y - 0.5 * high, 0),
        (x + wide + 0.5 * high, y - 0.5 * high, 0),
        (x + wide + 0.5 * high, y + deep - 0.5 * high, 0),
        (x + wide, y + deep, 0),
        (x, y + deep, 0),
    ]
    touching = flat(x - 0.5, y - 1, 0, wide + 1, deep)
    soft = polygon(cast, "#1a0d04", 'opacity="0.5" filter="url(#soft)"')
    return soft + polygon(touching, "#1a0d04", 'opacity="0.6" filter="url(#close)"')


def block(
    x: float, y: float, wide: float, deep: float, high: float, colours: tuple[str, str, str]
) -> list[str]:
    """Return the faces of a block that are seen: top, front, and its side towards the middle."""
    top, front, side = colours
    edge = x if x > 0 else x + wide
    return [
        polygon([(edge, y, 0), (edge, y + deep, 0), (edge, y + deep, high), (edge, y, high)], side),
        polygon([(x, y, 0), (x + wide, y, 0), (x + wide, y, high), (x, y, high)], front),
        polygon(flat(x, y, high, wide, deep), top),
    ]


def laid(marks: Sequence[str], corners: Sequence[Place], wide: float, deep: float) -> str:
    """Return a drawing in mm, laid on a level rectangle, whose corners come front left first."""
    front_left, front_right, _, back_left = map(seen, corners)
    # The drawing begins at its upper left corner, which lies at the back.
    across_x = (front_right[0] - front_left[0]) / wide
    across_y = (front_right[1] - front_left[1]) / wide
    down_x = (front_left[0] - back_left[0]) / deep
    down_y = (front_left[1] - back_left[1]) / deep
    numbers = (across_x, across_y, down_x, down_y, *back_left)
    matrix = " ".join(f"{number:.5f}" for number in numbers)
    return f'<g transform="matrix({matrix})">{"".join(marks)}</g>'


def ball(place: Place, radius: float, colour: str) -> str:
    """Return a ball that lies at a place."""
    x, y = seen((place[0], place[1], place[2] + radius))
    edge, _ = seen((place[0] + radius, place[1], place[2] + radius))
    circle = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{edge - x:.1f}"'
    return f'{circle} fill="{colour}"/>{circle} fill="url(#shine)"/>'


def matchbox(label: Sequence[str], x: float, y: float) -> list[str]:
    """Return a closed box with its label."""
    strip = [(x + 2, y, 3), (x + WIDE - 2, y, 3), (x + WIDE - 2, y, HIGH - 3), (x + 2, y, HIGH - 3)]
    return [
        *block(x, y, WIDE, DEEP, HIGH, ("#fdfbf5", "#d8b183", "#a97f52")),
        polygon(strip, "#6b3f2a"),
        laid(label, flat(x, y, HIGH, WIDE, DEEP), WIDE, DEEP),
    ]


def drawer(x: float, y: float, out: float) -> list[str]:
    """Return the drawer of a box, pulled out to the front."""
    front = y - out
    floor = 2.0
    return [
        shadow(x + 1, front, WIDE - 2, out, HIGH - 4),
        *block(x + 1, front, WIDE - 2, out, HIGH - 3, ("#f3ead8", "#e3cfae", "#c9b08a")),
        polygon(flat(x + 3, front + 2, HIGH - 3, WIDE - 6, out - 2), "#b79c74"),
        polygon(
            flat(x + 3, front + 2, floor, WIDE - 6, out - 2), "#8d744f", 'filter="url(#close)"'
        ),
    ]


def pawn(x: float, y: float, *, black: bool) -> str:
    """Return a pawn as it is turned from wood."""
    fill = "#2b2724" if black else "#f4ead6"
    line = "#000" if black else "#8a7656"
    foot_x, foot_y = seen((x, y, 0))
    _, top_y = seen((x, y, PAWN_HIGH))
    scale = (foot_y - top_y) / PAWN_HIGH
    shadow_edge = []
    for corner in range(12):
        turn = corner / 12 * tau
        shadow_edge.append((x + 9 * cos(turn) + 5, y + 6 * sin(turn) - 4, 0))
    shapes = ""
    for shape in PAWN:
        shapes += f'<{shape} fill="{fill}"/>'
        shapes += f'<{shape} fill="url(#shine)" stroke="none" opacity="0.9"/>'
    place = f"translate({foot_x:.1f} {foot_y:.1f}) scale({scale:.3f})"
    return (
        polygon(shadow_edge, "#1a0d04", 'opacity="0.5" filter="url(#close)"')
        + f'<g transform="{place}" stroke="{line}" stroke-width="0.3">{shapes}</g>'
    )


def board(x: float, y: float, rows: Sequence[str]) -> list[str]:
    """Return the board with pawns, ``b``, ``w`` or none in each square of its rows, the farthest
    first.
    """
    whole = 3 * SIDE
    sheet = [
        shadow(x - 6, y - 6, whole + 12, whole + 12, 1.5),
        polygon(flat(x - 6, y - 6, 1, whole + 12, whole + 12), "#fbf9f4"),
    ]
    squares = []
    for row in range(3):
        for column in range(3):
            square = flat(x + SIDE * column, y + SIDE * row, 1, SIDE, SIDE)
            fill = "#fff" if (row + column) % 2 else "#dcdcda"
            squares.append(polygon(square, fill, 'stroke="#444" stroke-width="1.2"'))
    pieces = []
    for row, contents in enumerate(rows):
        for column, content in enumerate(contents):
            if content in "bw":
                foot_x = x + SIDE * (column + 0.5)
                foot_y = y + SIDE * (2 - row) + 9
                pieces.append(pawn(foot_x, foot_y, black=content == "b"))
    return [*sheet, *squares, *pieces]


def grouped(names: Sequence[str]) -> list[list[str]]:
    """Return names by their turns, those of a long turn in two rows."""
    rows = []
    for turn in sorted({name[0] for name in names}):
        boxes = [name for name in names if name[0] == turn]
        if len(boxes) <= ROW_BOXES:
            rows.append(boxes)
        else:
            middle = len(boxes) // 2
            rows += [boxes[:middle], boxes[middle:]]
    return rows


def table(kit: Kit) -> str:
    """Return the picture as SVG."""
    cards = Cards(kit, WIDE, DEEP, Texts(kit.choices.language, Templates()))
    labels = {box.id: [mark_text(mark) for mark in cards.draw(box).marks] for box in kit.boxes}
    opened = next(box for box in kit.boxes if box.id == OPEN)
    beads = [slot.colour.fill for slot in opened.slots]
    things = board(*BOARD, kit.game.text(opened.position).split()[0].split("/"))
    for y, names in zip(ROWS, grouped(list(labels)), strict=True):
        for column, name in enumerate(names):
            # Boxes that somebody has laid down do not stand in line.
            x = 66 * column - 228 + 2.5 * sin(7 * column + y)
            things += [shadow(x, y, WIDE, DEEP, HIGH), *matchbox(labels[name], x, y)]
            if name == OPEN:
                things += drawer(x, y, 30)
                for at, fill in enumerate(beads):
                    place = (x + 13 + 14 * at, y - 12 - 5 * (at % 2), 2)
                    things.append(ball(place, 4.6, fill))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{" ".join(map(str, SHOWN))}"'
        ' font-family="Source Sans 3, Source Sans Pro, Open Sans, Arial, sans-serif" '
        'stroke-linejoin="round"'
        ' fill-rule="evenodd">'
        f"<defs>{LIGHTS}</defs>"
        + _everywhere('fill="url(#wood)"')
        + _everywhere('filter="url(#grain)"')
        + "".join(things)
        + _everywhere('fill="url(#lamp)"')
        + "</svg>"
    )


def _everywhere(look: str) -> str:
    """Return a rectangle over all that is shown."""
    x, y, wide, high = SHOWN
    return f'<rect x="{x}" y="{y}" width="{wide}" height="{high}" {look}/>'
