"""Pictures of the machine: its boxes or cards with their own positions, beads, the bag, people, and
its character.

The character is a robot of two matchboxes, as on the companion page. Lengths are in mm.
"""

import math
from collections.abc import Sequence
from contextlib import suppress

from kitgen.kit.kit import Box, Kit, Slot
from kitgen.paper.card.board import draw_position
from kitgen.paper.card.faces import tint
from kitgen.paper.card.moves import CrowdedError, draw_badge
from kitgen.paper.marks.pieces import Piece
from kitgen.paper.marks.scene import (
    DARK,
    POINT,
    WHITE,
    Disc,
    Line,
    Path,
    Place,
    Polygon,
    Scene,
    Stroke,
    rectangle,
    rounded,
)
from kitgen.paper.style import LEAST_LETTERS, SMALL, STYLE, fitted, icon_lines, in_rows
from kitgen.papers import Point
from kitgen.reading.texts import CARDS, CARTONS, CUPS, DRAWERS, Texts

#: Height over width of a matchbox's top; the share of its width that its side and its top edge
#: take.
BOX_SHAPE = 0.68
BOX_DEPTH_SHARE = 0.07
#: The outlines of a bag of half the height 1, and of a person's shoulders in mm.
BAG = icon_lines(
    "M -0.3 0 L 0.3 0 L 0.16 0.3 C 1.15 0.9 1 2 0.6 2 L -0.6 2 C -1 2 -1.15 0.9 -0.16 0.3 Z"
)
SHOULDERS = icon_lines("M -6.5 0 C -6.5 -3.2 6.5 -3.2 6.5 0 C 6.5 2.4 -6.5 2.4 -6.5 0 Z")
#: How far down a bag its sign is printed, and how large, as shares of half its height.
BAG_SIGN_AT = 1.0
BAG_SIGN = 0.72
#: Boxes less wide than this show no board.
MIN_WIDTH_WITH_BOARD_MM = 13.0
#: The edge round what is on a box, as a share of its height.
PAD_SHARE = 0.06
#: How far a tray is pulled out, as a share of its box's width.
TRAY_OUT_SHARE = 0.42
#: The width and height of a badge as shares of its place, and the most columns of badges.
BADGE_ACROSS = 0.8
BADGE_DOWN = 0.9
MAX_BADGE_COLUMNS = 3
#: The least places for badges beside each other above a cup or in a drawer; how many times as high
#: as its letter a badge is.
MIN_BADGES_ACROSS = 3
BADGE_OF_LETTERS = 1.3


def draw_piece(
    kit: Kit, texts: Texts, box: Box, width: float, *, with_moves: bool = False
) -> Scene:
    """Return a closed box with its label, seen from above and a little from the side, or what
    serves as one.

    It is ``width`` mm wide; its board shows the moves only if asked to, and if they have room.
    """
    if texts.made_of == CUPS:
        return _draw_cup(kit, texts, box, width, with_moves=with_moves)
    if texts.made_of == CARTONS:
        return _draw_hollow(kit, box, width, box.slots, with_moves=with_moves)
    if texts.made_of == DRAWERS:
        return _draw_drawer(kit, texts, box, width, with_moves=with_moves)
    deep = 0.0
    if texts.made_of != CARDS:
        deep = BOX_DEPTH_SHARE * width
    wide = width - deep
    high = wide * BOX_SHAPE
    scene = Scene(width, high + deep)
    line = _edge_line(width)
    if deep:
        top = ((0, deep), (deep, 0), (width, 0), (wide, deep))
        side = ((wide, deep), (width, 0), (width, high), (wide, high + deep))
        scene.add(Polygon(top, STYLE.colours.card, line), Polygon(side, STYLE.colours.person, line))
    face = rectangle(0, deep, wide, high, tint(kit, box), line)
    _add_face(scene, face, with_moves=with_moves)
    if width < MIN_WIDTH_WITH_BOARD_MM:
        size = max(LEAST_LETTERS, min(9.0, 0.6 * high / POINT))
        middle = (wide / 2, deep + high / 2)
        scene.add(fitted(middle, box.id, size, wide - 0.6, "middle", bold=True, level=True))
        return scene
    pad = PAD_SHARE * high
    is_wide = _is_wide(kit)
    if is_wide:  # the board stands below the id
        room = (wide - 2 * pad, 0.62 * high)
    else:
        room = (0.62 * wide, high - 2 * pad)
    board = _draw_label_board(kit, box, room, with_moves=with_moves)
    scene.place(board, wide - pad - board.width, deep + high - pad - board.height)
    left = wide - board.width - 3 * pad
    if is_wide:
        left = 0.4 * wide
    size = max(LEAST_LETTERS, min(13.0, 0.27 * high / POINT))
    scene.add(fitted((pad, deep + pad + 0.7 * size * POINT), box.id, size, left, bold=True))
    if deep and not is_wide:
        draw_beads(scene, box.slots, (pad, deep + 0.42 * high), (left, 0.58 * high - pad))
    return scene


def _edge_line(width: float) -> Stroke:
    """Return the line round a thing that is so many mm wide."""
    return Stroke(DARK, max(0.15, min(0.35, width / 80)))


def _open_line(width: float) -> Stroke:
    """Return the line round a tray, drawer or field of a thing that is so many mm wide."""
    return Stroke(DARK, max(0.2, width / 120))


def _is_wide(kit: Kit) -> bool:
    """Return whether a kit's board is too wide to stand beside an id or beads."""
    diagram = kit.game.diagram
    return diagram.width > 2 * diagram.height


def _add_face(scene: Scene, face: Polygon, *, with_moves: bool) -> None:
    """Draw a face; one that shows moves as its ground and the line round it, two marks.

    Readers of marks would take the two as one for a piece, and a ground of four corners for that of
    a card, which has a legend.
    """
    if not with_moves:
        scene.add(face)
        return
    (x, y), (x2, y2), *_ = face.points
    fifth_corner = ((x + x2) / 2, (y + y2) / 2)
    ground = (face.points[0], fifth_corner, *face.points[1:])
    scene.add(Polygon(ground, face.fill))
    scene.add(Polygon(face.points, None, face.stroke))


def _draw_label_board(kit: Kit, box: Box, room: Point, *, with_moves: bool) -> Scene:
    """Return the board on a label, with the box's moves if they are asked for and have room."""
    if with_moves:
        with suppress(CrowdedError):
            return draw_position(kit, box.position, *room, box.slots)
    return draw_position(kit, box.position, *room)


#: The label of a cup, as a share of its width; the height of its rim, and how far it narrows at the
#: foot, too.
CUP_LABEL = 0.76
CUP_RIM = 0.07
CUP_TAPER = 0.08
#: The room of a theme's sign below the label of a cup, as a share of the cup's width, and the part
#: of it that the sign takes.
CUP_SIGN = 0.24
CUP_SIGN_SHARE = 0.84


def _draw_cup(kit: Kit, texts: Texts, box: Box, width: float, *, with_moves: bool = False) -> Scene:
    """Return a cup with its label, seen from the side."""
    cards = texts.speaking_of(CARDS)
    label = draw_piece(kit, cards, box, CUP_LABEL * width, with_moves=with_moves)
    rim = CUP_RIM * width
    taper = CUP_TAPER * width
    sign: Piece | None = kit.game.diagram.pictures.get("cup")
    printed = 0.0
    if sign is not None:
        printed = CUP_SIGN * width
    scene = Scene(width, label.height + 3 * rim + printed)
    line = _edge_line(width)
    sides = (
        (rim / 2, rim),
        (width - rim / 2, rim),
        (width - taper, scene.height),
        (taper, scene.height),
    )
    face = Polygon(sides, STYLE.colours.card, line)
    _add_face(scene, face, with_moves=with_moves)
    scene.add(rectangle(0, 0, width, rim, STYLE.colours.card, line))
    scene.place(label, (width - label.width) / 2, 2 * rim)
    if sign is not None:
        low = scene.height - rim - printed / 2
        scene.add(sign.draw((width / 2, low), CUP_SIGN_SHARE * printed))
    return scene


#: The height of a hollow with its picture, and of the front of a drawer, over their width.
HOLLOW_SHAPE = 0.7
DRAWER_SHAPE = 0.72
#: The radius of the hollow beside its picture, as a share of its width, and of one below a wide
#: picture.
HOLLOW = 0.2
LOW_HOLLOW = 0.13
#: The label of a drawer, as a share of its width; the radius of its knob, too.
DRAWER_LABEL = 0.84
KNOB = 0.035


def _draw_hollow(
    kit: Kit,
    box: Box,
    width: float,
    slots: Sequence[Slot],
    *,
    lettered: bool = False,
    with_moves: bool = False,
) -> Scene:
    """Return a hollow of an egg carton with its picture, seen from above; beads of slots lie in
    it.
    """
    high = HOLLOW_SHAPE * width
    scene = Scene(width, high)
    line = _edge_line(width)
    scene.add(rounded(0, 0, width, high, 0.14 * high, STYLE.colours.card, line))
    if width < MIN_WIDTH_WITH_BOARD_MM:
        middle = (width / 2, high / 2)
        scene.add(Disc(middle, 0.42 * high, tint(kit, box), line))
        size = max(LEAST_LETTERS, min(9.0, 0.5 * high / POINT))
        scene.add(fitted(middle, box.id, size, 0.8 * high, "middle", bold=True, level=True))
        return scene
    pad = PAD_SHARE * high
    is_wide = _is_wide(kit)
    if is_wide:
        room = (width - 2 * pad - pad, 0.4 * high - pad)
    else:
        room = (0.52 * width - pad, high - 2 * pad - pad)
    board = _draw_label_board(kit, box, room, with_moves=with_moves)
    paper = (board.width + pad, board.height + pad)
    left = width - pad - paper[0]
    top = high - pad - paper[1]
    scene.add(rectangle(left, top, *paper, tint(kit, box), line))
    scene.place(board, left + pad / 2, top + pad / 2)
    if is_wide:  # the hollow is above the board, beside the id
        radius = LOW_HOLLOW * width
        middle = (width - pad - radius, top - pad - radius)
        id_room = width - 2 * radius - 2 * pad
    else:  # below the id, beside the board
        radius = HOLLOW * width
        middle = (left / 2, high - pad - radius)
        id_room = left - 2 * pad
    size = max(LEAST_LETTERS, min(13.0, 0.24 * high / POINT))
    scene.add(fitted((1.4 * pad, pad + 0.7 * size * POINT), box.id, size, id_room, bold=True))
    scene.add(Disc(middle, radius, STYLE.colours.tray, line))
    within = 1.4 * radius
    corner = (middle[0] - within / 2, middle[1] - within / 2)
    if lettered:
        _draw_badges(scene, slots, corner, (within, within))
    else:
        draw_beads(scene, slots, corner, (within, within))
    return scene


def _draw_drawer(
    kit: Kit, texts: Texts, box: Box, width: float, *, with_moves: bool = False
) -> Scene:
    """Return the front of a drawer with its label and its knob."""
    cards = texts.speaking_of(CARDS)
    label = draw_piece(kit, cards, box, DRAWER_LABEL * width, with_moves=with_moves)
    high = DRAWER_SHAPE * width
    scene = Scene(width, high)
    line = _edge_line(width)
    face = rectangle(0, 0, width, high, STYLE.colours.card, line)
    _add_face(scene, face, with_moves=with_moves)
    edge = (width - label.width) / 2
    scene.place(label, edge, edge / 2)
    middle = (label.height + edge / 2 + high) / 2
    scene.add(Disc((width / 2, middle), KNOB * width, STYLE.colours.person, line))
    return scene


#: The largest radius of a bead on a box.
MAX_BEAD_RADIUS_MM = 2.4


def draw_beads(scene: Scene, slots: Sequence[Slot], at: Point, room: Point) -> None:
    """Draw a bead for each slot, two beside each other, in a room with its top left corner at a
    point.
    """
    rows = math.ceil(len(slots) / 2)
    # From one bead to the next are 2.2 of their radii.
    radius = min(room[0] / 4.4, room[1] / rows / 2.2, MAX_BEAD_RADIUS_MM)
    for number, slot in enumerate(slots):
        row, place = divmod(number, 2)
        x = at[0] + (1.1 + 2.2 * place) * radius
        y = at[1] + (1.1 + 2.2 * row) * radius
        scene.add(Disc((x, y), radius, slot.colour.fill, Stroke(width=0.15)))


def draw_tray(
    kit: Kit,
    texts: Texts,
    box: Box,
    width: float,
    lacks: Slot | None = None,
    *,
    with_moves: bool = False,
) -> Scene:
    """Return a picture, ``width`` mm wide, of a box whose tray is pulled out at its short side.

    The beads with their letters lie in it, but not the one that it ``lacks``. Of a card, the slots'
    letters stand in its fields. Its label shows the moves only if asked to.
    """
    inside = [slot for slot in box.slots if slot is not lacks]
    if texts.made_of == CARDS:
        return _draw_fields(kit, texts, box, width, inside, with_moves=with_moves)
    if texts.made_of == CUPS:
        return _draw_filled_cup(kit, texts, box, width, inside, with_moves=with_moves)
    if texts.made_of == CARTONS:
        return _draw_hollow(kit, box, width, inside, lettered=True, with_moves=with_moves)
    if texts.made_of == DRAWERS:
        return _draw_open_drawer(kit, texts, box, width, inside, with_moves=with_moves)
    wide = width / (1 + TRAY_OUT_SHARE)
    cover = draw_piece(kit, texts, box, wide, with_moves=with_moves)
    out = TRAY_OUT_SHARE * wide
    deep = BOX_DEPTH_SHARE * wide
    high = cover.height - deep
    scene = Scene(width, cover.height)
    line = _open_line(wide)
    rim = 0.04 * wide
    scene.add(rectangle(0, deep + rim, out + deep, high - 2 * rim, STYLE.colours.tray, line))
    scene.add(rectangle(rim, deep + 2 * rim, out + deep, high - 4 * rim, WHITE, line))
    _draw_badges(scene, inside, (2 * rim, deep + 2 * rim), (out - 3 * rim, high - 4 * rim))
    scene.place(cover, out)
    return scene


def _draw_filled_cup(
    kit: Kit,
    texts: Texts,
    box: Box,
    width: float,
    slots: Sequence[Slot],
    *,
    with_moves: bool,
) -> Scene:
    """Return a cup, ``width`` mm wide, with its chips above it."""
    cup = draw_piece(kit, texts, box, 0.72 * width, with_moves=with_moves)
    above = 0.2 * width
    scene = Scene(width, cup.height + above)
    across = max(MIN_BADGES_ACROSS, len(slots))
    _draw_badges(scene, slots, (0, 0), (cup.width, above), across)
    scene.place(cup, 0, above)
    return scene


def _draw_open_drawer(
    kit: Kit,
    texts: Texts,
    box: Box,
    width: float,
    slots: Sequence[Slot],
    *,
    with_moves: bool,
) -> Scene:
    """Return a drawer, ``width`` mm wide, that is pulled out: its beads are seen behind its
    front.
    """
    front = _draw_drawer(kit, texts, box, 0.8 * width, with_moves=with_moves)
    inside = 0.22 * width
    rim = 0.03 * width
    scene = Scene(width, front.height + inside)
    line = _open_line(width)
    left = (width - front.width) / 2
    scene.add(rectangle(left + rim, 0, front.width - 2 * rim, inside, STYLE.colours.tray, line))
    scene.add(rectangle(left + 2 * rim, rim, front.width - 4 * rim, inside - rim, WHITE, line))
    across = max(MIN_BADGES_ACROSS, len(slots))
    room = (front.width - 4 * rim, inside - rim)
    _draw_badges(scene, slots, (left + 2 * rim, rim), room, across)
    scene.place(front, left, inside)
    return scene


def _draw_badges(
    scene: Scene, slots: Sequence[Slot], at: Point, room: Point, across: int = 0
) -> None:
    """Draw the badges of slots in a room with its top left corner at a point: so many across, or
    else in as many columns as make them largest.
    """

    def pitch_of(columns: int) -> Point:
        rows = max(1, math.ceil(len(slots) / columns))
        return room[0] / columns, room[1] / rows

    def high_of(columns: int) -> float:
        pitch = pitch_of(columns)
        return min(BADGE_ACROSS * pitch[0], BADGE_DOWN * pitch[1])

    if not across:
        across = max(range(1, MAX_BADGE_COLUMNS + 1), key=high_of)
    pitch = pitch_of(across)
    size = max(LEAST_LETTERS, high_of(across) / POINT / BADGE_OF_LETTERS)
    for slot, x, y in in_rows(slots, across, at, pitch):
        scene.add(*draw_badge(slot.colour, (x + pitch[0] / 2, y + pitch[1] / 2), size))


def _draw_fields(
    kit: Kit,
    texts: Texts,
    box: Box,
    width: float,
    slots: Sequence[Slot],
    *,
    with_moves: bool,
) -> Scene:
    """Return a card, ``width`` mm wide, with a field below it for each slot that has one left."""
    cover = draw_piece(kit, texts, box, width, with_moves=with_moves)
    out = 0.34 * width
    scene = Scene(width, cover.height + out)
    line = _open_line(width)
    scene.add(rectangle(0.04 * width, cover.height, 0.92 * width, out, STYLE.colours.tray, line))
    scene.add(rectangle(0.08 * width, cover.height, 0.84 * width, out - 0.04 * width, WHITE, line))
    corner = (0.1 * width, cover.height + 0.13 * out)
    _draw_badges(scene, slots, corner, (0.8 * width, 0.62 * out), max(1, len(slots)))
    scene.place(cover)
    return scene


def draw_bag(kit: Kit, size: float) -> Scene:
    """Return the bag with the sign of a theme, and a bead of each colour before it."""
    palette = kit.palette
    scene = Scene(1.2 * size, size)
    half = size / 2
    x = 0.6 * size
    outline = Path(BAG, STYLE.colours.tray, Stroke(width=0.25 / half))
    scene.add(outline.placed(Place(x, 0, half)))
    sign: Piece | None = kit.game.diagram.pictures.get("bag")
    if sign is not None:
        scene.add(sign.draw((x, BAG_SIGN_AT * half), BAG_SIGN * half))
    string = 0.3 * half
    scene.add(Line((x - 0.24 * half, string), (x + 0.24 * half, string), Stroke(width=0.5)))
    radius = min(0.13 * half, 0.8 * half / len(palette))
    middle = (len(palette) - 1) / 2
    for number, colour in enumerate(palette):
        bead_at = (x + (number - middle) * radius * 2.4, size - 2 * radius)
        scene.add(Disc(bead_at, radius, colour.fill, Stroke(width=0.15)))
    return scene


#: The longer side of what a theme's operator wears, in mm.
HAT_MM = 6.4


def draw_person(scene: Scene, at: Point, words: str, room: float, hat: Piece | None = None) -> None:
    """Draw a person from above, at a table, with words below; a hat hides the head."""
    x, y = at
    scene.add(Path(SHOULDERS, STYLE.colours.person, Stroke(width=0.25)).placed(Place(x, y)))
    if hat is None:
        scene.add(Disc((x, y - 1.0), 2.1, WHITE, Stroke(width=0.25)))
    else:
        scene.add(hat.draw((x, y - 1.2), HAT_MM))
    scene.add(fitted((x, y + 6), words, SMALL, room, "middle", bold=True))


def draw_number(scene: Scene, number: int, middle: Point, width: float, fill: str) -> None:
    """Draw a number in white on a disc."""
    size = 0.62 * width / POINT
    scene.add(Disc(middle, width / 2, fill))
    scene.add(fitted(middle, f"{number}", size, anchor="middle", bold=True, fill=WHITE, level=True))


#: Width and height of the robot as it is drawn; it is scaled where it is placed.
ROBOT_WIDTH_MM = 40.0
ROBOT_HEIGHT_MM = 44.0
#: How far its mouth hangs below its ends, by the machine's last game.
MOUTH_MM = {"won": 2.7, "drawn": 0.0, "lost": -2.3}
#: How high its hands are: usually, and by that game if a theme has given it another head, which has
#: no mouth to show it.
HANDS_AT_MM = 19.0
HANDS_BY_MOOD_MM = {"won": 19.0, "drawn": 27.0, "lost": 34.0}
#: The longer side of that head.
THEME_HEAD_MM = 21.0


def robot(kit: Kit, mood: str = "won") -> Scene:
    """Return the robot with beads of a kit in its drawer; it looks as after a game that was won,
    drawn or lost.

    >>> from kitgen.kit.build import build_kit
    >>> len(robot(build_kit("her"), "lost").marks)
    19
    """
    head: Piece | None = kit.game.diagram.pictures.get("machine")
    card = STYLE.colours.card
    scene = Scene(ROBOT_WIDTH_MM, ROBOT_HEIGHT_MM)
    line = Stroke(DARK, 1.1)
    hands_at = HANDS_AT_MM
    if head is not None:
        hands_at = HANDS_BY_MOOD_MM[mood]
    for shoulder, hand in ((8, 2), (32, 38)):
        scene.add(Line((shoulder, 26), (hand, hands_at + 1), line))
        scene.add(Disc((hand, hands_at), 2, WHITE, line))
    for foot in (13, 27):
        scene.add(Line((foot, 38), (foot, ROBOT_HEIGHT_MM), line))
    scene.add(rectangle(8, 21, 24, 17, card, line))  # the lower box, and its drawer
    scene.add(rectangle(11, 25, 18, 9, WHITE, line))
    for x, colour in zip((15.5, 20.5, 25.5), kit.palette, strict=False):
        scene.add(Disc((x, 29.5), 2, colour.fill, Stroke(DARK, 0.5)))
    if head is None:
        _draw_head(scene, line, MOUTH_MM[mood])
    else:
        scene.add(head.draw((20, 10.6), THEME_HEAD_MM))
    return scene


def _draw_head(scene: Scene, line: Stroke, mouth: float) -> None:
    """Draw the robot's upper box with its lamp, its eyes and its mouth, which hangs some mm below
    its ends.
    """
    scene.add(rectangle(11, 5, 18, 14, STYLE.colours.card, line))
    scene.add(Line((20, 5), (20, 3), line))
    scene.add(Disc((20, 1.7), 1.5, STYLE.colours.lamp, Stroke(DARK, 0.5)))
    for eye in (16, 24):
        scene.add(Disc((eye, 11), 2.2, WHITE, line))
        scene.add(Disc((eye, 11), 0.7, DARK))
    low = 15 + mouth
    scene.add(Path((("M", (16, 15)), ("C", (18, low), (22, low), (24, 15))), None, line))


def robot_width(height: float) -> float:
    """Return the width of the robot of a height, in mm."""
    return height * ROBOT_WIDTH_MM / ROBOT_HEIGHT_MM


def greet(
    scene: Scene, kit: Kit, right: float, foot: float, height: float, mood: str = "won"
) -> None:
    """Draw the robot of a height in mm, which stands on a line and ends at a place on the right."""
    scale = height / ROBOT_HEIGHT_MM
    left = right - ROBOT_WIDTH_MM * scale
    scene.place(robot(kit, mood), left, foot - height, scale=scale)
