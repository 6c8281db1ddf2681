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
WIDE, DEEP, HIGH = 53.0, 36.0, 15.0
#: What the camera sees, in dots, and what is shown of it: from where, how wide and how high.
SIZE, SHOWN = (1600.0, 860.0), (80, 100, 1440, 640)
#: The camera: how far in front of the boxes, how high, its zoom, and how far behind their front it
#: aims.
BACK, UP, ZOOM = 380.0, 620.0, 2150.0
AIM = 118.0
SIDE = 34.0  # of a square of the board, in mm
BOARD = 124.0, 100.0  # its front left corner
OPEN = "C6"
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
    away, down = y + BACK, UP - z
    long = hypot(BACK + AIM, UP)
    ahead, below = (BACK + AIM) / long, UP / long
    depth = away * ahead + down * below
    return SIZE[0] / 2 + ZOOM * x / depth, SIZE[1] / 2 + ZOOM * (
        down * ahead - away * below
    ) / depth


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
    return polygon(cast, "#1a0d04", 'opacity="0.5" filter="url(#soft)"') + polygon(
        flat(x - 0.5, y - 1, 0, wide + 1, deep), "#1a0d04", 'opacity="0.6" filter="url(#close)"'
    )


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
    (left, low), (right, same), _, (far, high) = map(seen, corners)
    across, up = (
        ((right - left) / wide, (same - low) / wide),
        ((left - far) / deep, (low - high) / deep),
    )
    matrix = " ".join(f"{number:.5f}" for number in (*across, *up, far, high))
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
    front, floor = y - out, 2.0
    return [
        shadow(x + 1, front, WIDE - 2, out, HIGH - 4),
        *block(x + 1, front, WIDE - 2, out, HIGH - 3, ("#f3ead8", "#e3cfae", "#c9b08a")),
        polygon(flat(x + 3, front + 2, HIGH - 3, WIDE - 6, out - 2), "#b79c74"),
        polygon(
            [
                (x + 3, front + 2, floor),
                (x + WIDE - 3, front + 2, floor),
                (x + WIDE - 3, y, floor),
                (x + 3, y, floor),
            ],
            "#8d744f",
            'filter="url(#close)"',
        ),
    ]


def pawn(x: float, y: float, *, black: bool) -> str:
    """Return a pawn as it is turned from wood."""
    fill, line = ("#2b2724", "#000") if black else ("#f4ead6", "#8a7656")
    foot, top = seen((x, y, 0)), seen((x, y, PAWN_HIGH))
    scale = (foot[1] - top[1]) / PAWN_HIGH
    round_it = [
        (x + 9 * cos(turn / 12 * tau) + 5, y + 6 * sin(turn / 12 * tau) - 4, 0)
        for turn in range(12)
    ]
    shapes = "".join(
        f'<{shape} fill="{fill}"/><{shape} fill="url(#shine)" stroke="none" opacity="0.9"/>'
        for shape in PAWN
    )
    return (
        polygon(round_it, "#1a0d04", 'opacity="0.5" filter="url(#close)"')
        + f'<g transform="translate({foot[0]:.1f} {foot[1]:.1f}) scale({scale:.3f})" '
        f'stroke="{line}"' + f' stroke-width="0.3">{shapes}</g>'
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
    squares = [
        polygon(
            flat(x + SIDE * column, y + SIDE * row, 1, SIDE, SIDE),
            "#fff" if (row + column) % 2 else "#dcdcda",
            'stroke="#444" stroke-width="1.2"',
        )
        for row in range(3)
        for column in range(3)
    ]
    pieces = [
        pawn(x + SIDE * (column + 0.5), y + SIDE * (2 - row) + 9, black=content == "b")
        for row, contents in enumerate(rows)
        for column, content in enumerate(contents)
        if content in "bw"
    ]
    return [*sheet, *squares, *pieces]


def grouped(names: Sequence[str]) -> list[list[str]]:
    """Return names by their turns, those of a long turn in two rows."""
    turns = [
        [name for name in names if name[0] == turn] for turn in sorted({name[0] for name in names})
    ]
    return [
        row
        for turn in turns
        for row in ([turn] if len(turn) < 8 else [turn[: len(turn) // 2], turn[len(turn) // 2 :]])
    ]


def table(kit: Kit) -> str:
    """Return the picture as SVG."""
    cards = Cards(kit, WIDE, DEEP, Texts(kit.choices.language, Templates()))
    labels = {box.id: [mark_text(mark) for mark in cards.draw(box).marks] for box in kit.boxes}
    opened = next(box for box in kit.boxes if box.id == OPEN)
    beads = [slot.colour.fill for slot in opened.slots]
    things = board(*BOARD, kit.game.text(opened.position).split()[0].split("/"))
    for y, names in zip((218, 158, 98, 38), grouped(list(labels)), strict=True):
        for column, name in enumerate(names):
            x = 66 * column - 228 + 2.5 * sin(7 * column + y)
            things += [shadow(x, y, WIDE, DEEP, HIGH), *matchbox(labels[name], x, y)]
            if name == OPEN:
                things += drawer(x, y, 30)
                things += [
                    ball((x + 13 + 14 * at, y - 12 - 5 * (at % 2), 2), 4.6, fill)
                    for at, fill in enumerate(beads)
                ]
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
