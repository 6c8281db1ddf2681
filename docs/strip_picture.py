"""The strip of four pictures in README: a kit is printed, built, played with, and learns.

Labels, boards, beads and the curve are those of a kit, so that the strip shows what one will have.
"""

from collections.abc import Sequence

import kitgen
from kitgen.kit.kit import Box, Kit
from kitgen.paper.card.faces import Cards
from kitgen.reading.templates import Templates
from kitgen.reading.texts import Texts
from kitgen.render.svg import mark_text

Spot = tuple[float, float]

#: A label, in mm, and the drawer of its box below it.
LABEL_WIDE = 53.0
LABEL_HIGH = 36.0
DRAWER_HIGH = 17.0
#: A picture of the strip, its caption below it, and the room between two, in mm.
PICTURE_WIDE = 92.0
PICTURE_HIGH = 71.0
CAPTION_HIGH = 20.0
GAP = 6.0
INK = "#1a1a1a"
PAPER = "#ffffff"
GROUND = "#f4f1ea"
WOOD = "#e3cfae"
DARK_WOOD = "#b79c74"
#: The pictures are drawn on a field as wide as they are, and this high; then made to fit.
FIELD_HIGH = 84.0
#: A square of the board, and the left and upper edges of the board in its picture, in mm.
SQUARE = 20.0
BOARD_LEFT = 16.0
BOARD_TOP = 10.0
BEAD_RADIUS = 3.6
#: What each picture is called, and what one does there.
CAPTIONS = (
    ("1 Print", "on an office printer, and cut"),
    ("2 Build", "a label on each box, beads into it"),
    ("3 Play", "pick a bead blind: it is the move"),
    ("4 Learn", "after a loss, its last bead leaves"),
)
#: The box that is built and opened.
OPEN = "C6"
#: The curve: how many games each of how many machines plays.
GAMES = 40
MACHINES = 1_000
SEED = 1


def moved(x: float, y: float, marks: Sequence[str], scale: float = 1.0) -> str:
    """Return a drawing in mm at a place."""
    return f'<g transform="translate({x:g} {y:g}) scale({scale:g})">{"".join(marks)}</g>'


def rectangle(x: float, y: float, wide: float, high: float, fill: str, more: str = "") -> str:
    """Return a rectangle with a thin line around it."""
    place = f'x="{x:g}" y="{y:g}" width="{wide:g}" height="{high:g}"'
    return f'<rect {place} fill="{fill}" stroke="{INK}" stroke-width="0.4" {more}/>'


def bead(x: float, y: float, fill: str) -> str:
    """Return a bead, with a hole as beads have one."""
    ring = f'<circle cx="{x:g}" cy="{y:g}" r="{BEAD_RADIUS}" fill="{fill}" stroke="{INK}"'
    hole = f'<circle cx="{x:g}" cy="{y:g}" r="0.9" fill="{GROUND}"/>'
    return f'{ring} stroke-width="0.4"/>{hole}'


def arrow(start: Spot, end: Spot, colour: str = INK) -> str:
    """Return an arrow from one place to another, which first goes up or down."""
    (x, y), (end_x, end_y) = start, end
    back = -3 if end_x > x else 3
    line = f'<path d="M{x:g} {y:g} Q{x:g} {end_y:g} {end_x:g} {end_y:g}" fill="none"'
    tip = f'<path d="M{end_x + back:g} {end_y - 2.4:g} l{-back} 2.4 l{back} 2.4" fill="none"'
    look = f'stroke="{colour}" stroke-width="1.1" stroke-linecap="round"'
    return f"{line} {look}/>{tip} {look}/>"


def open_box(label: Sequence[str], fills: Sequence[str], x: float, y: float) -> list[str]:
    """Return a box with its label, its drawer pulled out towards us, and beads in the drawer."""
    below = y + LABEL_HIGH
    drawer = rectangle(x + 2, below, LABEL_WIDE - 4, DRAWER_HIGH, WOOD, 'rx="1.5"')
    inside = rectangle(x + 4.5, below, LABEL_WIDE - 9, DRAWER_HIGH - 3, DARK_WOOD)
    beads = [bead(x + 13 + 9 * at, below + 7 + at % 2, fill) for at, fill in enumerate(fills)]
    lid = rectangle(x, y, LABEL_WIDE, LABEL_HIGH, PAPER)
    return [drawer, inside, *beads, lid, moved(x, y, label)]


def printed(labels: Sequence[Sequence[str]]) -> list[str]:
    """Return a sheet of labels, as it comes out of a printer."""
    scale = 0.5
    wide = scale * LABEL_WIDE
    high = scale * LABEL_HIGH
    left = 16.0
    top = 4.0
    marks = [rectangle(left, top, 2 * wide + 7, 3 * high + 9, PAPER)]
    for at, label in enumerate(labels):
        x = left + 3 + at % 2 * (wide + 1)
        y = top + 3 + at // 2 * (high + 1)
        cut = f'<rect x="{x:g}" y="{y:g}" width="{wide:g}" height="{high:g}" fill="none"'
        dashes = f'stroke="{INK}" stroke-width="0.3" stroke-dasharray="1.6 1"'
        marks += [moved(x, y, label, scale), f"{cut} {dashes}/>"]
    slot = rectangle(6, 70, 80, 12, "#8a8580", 'rx="3"')
    mouth = rectangle(left - 2, 68, 2 * wide + 11, 3.2, "#3a3734", 'rx="1.5"')
    return [slot, *marks, mouth]


def built(label: Sequence[str], fills: Sequence[str]) -> list[str]:
    """Return an open box, and the beads that fall into it."""
    falling = [bead(74, 14 + 13 * at, fill) for at, fill in enumerate(fills)]
    return [*open_box(label, fills, 8, 18), *falling, arrow((74, 52), (63, 62))]


def played(kit: Kit, box: Box) -> list[str]:
    """Return the board with the move of the bead that was picked, which lies beside it."""
    marks = [rectangle(14, 8, 3 * SQUARE + 4, 3 * SQUARE + 4, PAPER)]
    for row, contents in enumerate(kit.game.text(box.position).split()[0].split("/")):
        for column, content in enumerate(contents):
            x = BOARD_LEFT + SQUARE * column
            y = BOARD_TOP + SQUARE * row
            ground = "#dcdcda" if (row + column) % 2 == 0 else PAPER
            marks.append(rectangle(x, y, SQUARE, SQUARE, ground))
            if content in "bw":
                marks.append(pawn(x + SQUARE / 2, y + SQUARE - 3, black=content == "b"))
    slot = box.slots[0]
    fill = slot.colour.fill
    x, y = centre(slot.moves[0].source)
    end_x, end_y = centre(slot.moves[0].target)
    way = f'<path d="M{x:g} {y:g} L{end_x:g} {end_y:g}" stroke="{fill}" stroke-width="1.8"/>'
    head = f'<circle cx="{end_x:g}" cy="{end_y:g}" r="2.6" fill="{fill}"/>'
    words = f'<text x="83" y="79" font-size="5.4" text-anchor="middle">{slot.colour.name}</text>'
    return [*marks, way, head, bead(83, 68, fill), words]


def centre(cell: int) -> Spot:
    """Return the middle of a cell of the board that is played on."""
    row, column = divmod(cell, 3)
    return BOARD_LEFT + SQUARE * (column + 0.5), BOARD_TOP + SQUARE * (row + 0.5)


def pawn(x: float, y: float, *, black: bool) -> str:
    """Return a pawn that stands on a place."""
    fill = "#2b2724" if black else "#f4ead6"
    body = f"M{x - 5:g} {y:g} q0 -3 3.4 -8.4 h3.2 q3.4 5.4 3.4 8.4 z"
    look = f'fill="{fill}" stroke="{INK}" stroke-width="0.5"'
    return f'<path d="{body}" {look}/><circle cx="{x:g}" cy="{y - 10.5:g}" r="3.4" {look}/>'


def learned(lost: Sequence[float], fill: str) -> list[str]:
    """Return the bead that leaves for the bag, and how many machines lose each of their games."""
    left = 12.0
    base = 76.0
    wide = 72.0
    high = 44.0
    axes = f'<path d="M{left} {base - high} V{base} H{left + wide}" fill="none" stroke="{INK}"'
    points = " ".join(
        f"{left + wide * at / (len(lost) - 1):.1f},{base - high * share:.1f}"
        for at, share in enumerate(lost)
    )
    curve = f'<polyline points="{points}" fill="none" stroke="#D55E00" stroke-width="1.6"'
    bag = "M66 28 q-4 -14 3 -18 h12 q7 4 3 18 z"
    letters = f'font-size="5.4" fill="{INK}"'
    games = f"game {len(lost)}"
    return [
        f'<path d="{bag}" fill="{DARK_WOOD}" stroke="{INK}" stroke-width="0.5"/>',
        f'<path d="M68 10 h14" stroke="{INK}" stroke-width="1.4"/>',
        bead(34, 16, fill),
        arrow((41, 16), (60, 16.1)),
        f'{axes} stroke-width="0.6"/>{curve} stroke-linejoin="round"/>',
        f'<text x="{left + 15}" y="{base - high + 9}" {letters}>lost games of each 100</text>',
        f'<text x="{left + wide}" y="{base + 5.8}" text-anchor="end" {letters}>{games}</text>',
    ]


def strip(kit: Kit) -> str:
    """Return the strip as SVG."""
    cards = Cards(kit, LABEL_WIDE, LABEL_HIGH, Texts(kit.choices.language, Templates()))
    labels = {box.id: [mark_text(mark) for mark in cards.draw(box).marks] for box in kit.boxes}
    box = next(box for box in kit.boxes if box.id == OPEN)
    fills = [slot.colour.fill for slot in box.slots]
    result = kitgen.simulate(kit, games=GAMES, machines=MACHINES, seed=SEED)
    lost = [count / MACHINES for count in result.losses]
    loser = min(box.slots, key=lambda slot: slot.value)
    pictures = (
        printed(list(labels.values())[:6]),
        built(labels[OPEN], fills),
        played(kit, box),
        learned(lost, loser.colour.fill),
    )
    things = []
    for at, (marks, (name, does)) in enumerate(zip(pictures, CAPTIONS, strict=True)):
        middle = PICTURE_WIDE / 2
        card = rectangle(0, 0, PICTURE_WIDE, PICTURE_HIGH + CAPTION_HIGH, GROUND, 'rx="4"')
        words = (
            f'<text x="{middle:g}" y="{PICTURE_HIGH + 8:g}" font-size="7.5" font-weight="bold"'
            f' text-anchor="middle">{name}</text>'
            f'<text x="{middle:g}" y="{PICTURE_HIGH + 15.5:g}" font-size="5.4"'
            f' text-anchor="middle">{does}</text>'
        )
        scale = PICTURE_HIGH / FIELD_HIGH
        picture = moved(middle * (1 - scale), 0, marks, scale)
        things.append(moved(at * (PICTURE_WIDE + GAP) + 1, 1, [card, picture, words]))
    whole = len(pictures) * (PICTURE_WIDE + GAP) - GAP + 2
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole:g}'
        f' {PICTURE_HIGH + CAPTION_HIGH + 2:g}"'
        ' font-family="Source Sans 3, Source Sans Pro, Open Sans, Arial, sans-serif"'
        f' fill-rule="evenodd">{"".join(things)}</svg>'
    )
