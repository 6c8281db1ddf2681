"""Boxes to fold: a page that says how, then sleeves and trays as nets, each with its box's label
in place.
"""

import math
from collections.abc import Iterator, Sequence
from functools import partial
from operator import attrgetter
from typing import NamedTuple

from kitgen.kit.kit import Box, Kit
from kitgen.paper.card.board import LINES
from kitgen.paper.card.box_words import on_side
from kitgen.paper.card.faces import Cards, row_tint
from kitgen.paper.card.moves import draw_way
from kitgen.paper.declared import PartOptions
from kitgen.paper.document import Sheet, Sign
from kitgen.paper.fold import (
    BoxSize,
    Laid,
    Net,
    Panel,
    Solid,
    fold,
    lay_out,
    read_carton,
    sleeve,
    tray,
    tray_room,
    tray_size,
)
from kitgen.paper.job import Job
from kitgen.paper.layout.frame import Column, content_area, new_page, room_below
from kitgen.paper.layout.group_signs import free_sign
from kitgen.paper.machine_pictures import draw_number
from kitgen.paper.marks.scene import (
    DARK,
    POINT,
    WHITE,
    Disc,
    Line,
    Place,
    Polygon,
    Scene,
    Stroke,
    Text,
    area,
    bounds,
    rectangle,
)
from kitgen.paper.style import BODY, GREY, LABEL, SMALL, SPACE, STYLE, fitted, text_width
from kitgen.papers import Bounds, Point
from kitgen.reading.texts import span

#: The outside of the paper by the way it faces, and its inside.
TOP, FRONT, SIDE, INSIDE = STYLE.greys.faces
#: The edges of a picture of paper.
EDGE = Stroke(DARK, 0.25)
#: The share of a box's width by which its tray is pulled out.
PULLED_OUT = 0.6
_centred = partial(fitted, anchor="middle", level=True)


class _Face(NamedTuple):
    """A face of a net as it is seen: the larger its depth, the nearer it is."""

    depth: float
    fill: str
    outline: list[Point]


class _Rectangle(NamedTuple):
    """A panel of a net as it is printed; in mm."""

    x: float
    y: float
    width: float
    height: float


def folded_picture(box: BoxSize, paper: float, clearance: float, width: float) -> Scene:
    """Return a picture of a box in parallel projection, most of its tray pulled out; lengths in
    mm.
    """
    box = box.lengthwise()
    outer = sleeve(box, paper)
    inner = tray(tray_size(box, paper, clearance), paper)
    sleeve_corners = fold(outer)
    tray_corners = _pulled_out(fold(inner), sleeve_corners, box, paper)
    # What shows its inside lies behind what shows its outside.
    faces = [
        *_faces(outer, sleeve_corners, far=True),
        *_faces(inner, tray_corners, far=True),
        *_faces(inner, tray_corners, far=False),
        *_faces(outer, sleeve_corners, far=False),
    ]
    least_x, _, most_x, _ = _extent(faces)
    return _drawn(faces, width / (most_x - least_x))


def _pulled_out(
    drawer: dict[str, tuple[Solid, ...]],
    ring: dict[str, tuple[Solid, ...]],
    box: BoxSize,
    paper: float,
) -> dict[str, tuple[Solid, ...]]:
    """Return the corners of a tray in its sleeve, pulled out at the front.

    It was folded face down: turned over about its length, it stands on the sleeve's bottom.
    """
    top_x, top_y, _ = _centre(ring["top"])
    _, _, bottom = _centre(ring["bottom"])
    base_x, base_y, _ = _centre(drawer["base"])

    def turn(corner: Solid) -> Solid:
        x, y, z = corner
        return (
            x - base_x + top_x - PULLED_OUT * box.width,
            base_y - y + top_y,
            bottom + 1.5 * paper - z,
        )

    return {name: tuple(map(turn, corners)) for name, corners in drawer.items()}


def _extent(faces: Sequence[_Face]) -> Bounds:
    """Return the bounds of all faces."""
    points: list[Point] = []
    for face in faces:
        points += face.outline
    return bounds(points)


def _drawn(faces: Sequence[_Face], scale: float) -> Scene:
    """Return a picture of faces at a scale, the first one behind the others."""
    left, top, right, bottom = _extent(faces)
    scene = Scene(scale * (right - left), scale * (bottom - top))
    for face in faces:
        points = tuple(((x - left) * scale, (y - top) * scale) for x, y in face.outline)
        scene.add(Polygon(points, face.fill, EDGE))
    return scene


def _faces(net: Net, corners: dict[str, tuple[Solid, ...]], *, far: bool) -> list[_Face]:
    """Return the faces of a net that show their inside (far) or their outside (near), the
    furthest first.
    """
    faces = []
    for panel in net.panels:
        solid = corners[panel.name]
        outline = [_seen(corner) for corner in solid]
        shows_inside = area(outline) < 0
        if shows_inside != far:
            continue
        if shows_inside:
            faces.append(_Face(_depth(solid), INSIDE, outline))
        elif panel.glue is None:  # others lie behind the face that they are glued to
            faces.append(_Face(_depth(solid), _tone(solid), outline))
    return sorted(faces, key=attrgetter("depth"))


def _tone(solid: tuple[Solid, ...]) -> str:
    """Return the grey of a face's outside, by the way it faces: it has no extent that way."""
    extents = [max(values) - min(values) for values in zip(*solid, strict=True)]
    return (FRONT, SIDE, TOP)[extents.index(min(extents))]


def _depth(solid: tuple[Solid, ...]) -> float:
    """Return how near a face is to the eye."""
    x, y, z = _centre(solid)
    return y + z - x


def _centre(corners: tuple[Solid, ...]) -> Solid:
    x, y, z = (sum(values) / len(corners) for values in zip(*corners, strict=True))
    return x, y, z


def _seen(corner: Solid) -> Point:
    """Project a corner: seen from the front left and from above; y down."""
    x, y, z = corner
    return (x + y) / math.sqrt(2), (y - x) / math.sqrt(6) - z * math.sqrt(2 / 3)


#: What is covered with glue.
GLUE = STYLE.greys.twin
#: Between two nets, in mm.
NET_GAP_MM = 1.0
#: The height at the foot of a sheet for what the lines mean, in mm.
LEGEND_MM = 13.0
#: Between a label and the folds round it, in mm.
LABEL_INSET_MM = 1.0
#: A group's sign on a tray, and the middle of it from the corner of the base, in mm.
SIGN_MM = 4.4
SIGN_CORNER_MM = 4.0
#: Kinds of nets, as the packing counts them.
SLEEVE = 0
TRAY = 1


class _Nets(NamedTuple):
    """Both nets of a box, by their kind."""

    sleeve: Net
    tray: Net


def _nets(job: Job, size: BoxSize, paper: float) -> _Nets:
    size = size.lengthwise()
    drawer = tray_size(size, paper, job.options.boxes_clearance)
    return _Nets(sleeve(size, paper), tray(drawer, paper))


class _Labels(NamedTuple):
    """The labels on the tops of sleeves.

    Attributes:
        cards: draw a label.
        height: of a label, in mm.
        corner: of its place on the net of a sleeve, in mm.
        is_turned: by a quarter, where labels are higher than wide: the nets lie lengthwise.
    """

    cards: Cards
    height: float
    corner: Point
    is_turned: bool

    def place(self) -> Place:
        """Return the place of a label on the net of a sleeve."""
        x, y = self.corner
        if self.is_turned:
            return Place(x + self.height, y, 1, 90)
        return Place(x, y)


def _labels(job: Job, net: Net, size: BoxSize) -> _Labels:
    """Return the labels for the net of a sleeve."""
    top = _rectangle(net.panel("top"))
    wide = top.width - 2 * LABEL_INSET_MM
    high = top.height - 2 * LABEL_INSET_MM
    if size.is_upright:
        wide, high = high, wide
    cards = Cards(job.kit, wide, high, job.texts)
    corner = (top.x + LABEL_INSET_MM, top.y + LABEL_INSET_MM)
    return _Labels(cards, high, corner, size.is_upright)


def sheets(job: Job) -> list[Scene | Sheet]:
    """Return the page of instructions and the sheets of nets."""
    size, weight, paper = read_carton(job.options, job.templates)
    boxes = job.kit.boxes
    nets = _nets(job, size, paper)
    inside = content_area(job.page)
    sizes = [(net.width, net.height) for net in nets]
    room = inside.height - LEGEND_MM
    layouts = lay_out(sizes, [len(boxes)] * len(nets), inside.width, room, NET_GAP_MM)
    # The packing fills each sheet with whatever fits; each kind of piece takes its boxes in the
    # order of the kit.
    waiting = [iter(boxes) for _ in nets]
    labels = _labels(job, nets.sleeve, size)
    pages: list[Scene | Sheet] = [_how(job, size, weight, paper, len(layouts))]
    signs = _signs(job, nets, labels) if job.options.groups else None
    for spots in layouts:
        placed = [(spot, next(waiting[spot.kind])) for spot in spots]
        scene = _page(job, nets, labels, placed)
        if signs is None:
            pages.append(scene)
            continue
        on_pieces = []
        for spot in spots:
            place = spot.of(nets[spot.kind].height, inside.x, inside.y)
            on_pieces.append(signs[spot.kind].placed(place))
        pages.append(Sheet(scene, "boxes", job.texts("boxes.title"), signs=tuple(on_pieces)))
    return pages


def _page(job: Job, nets: _Nets, labels: _Labels, placed: Sequence[tuple[Laid, Box]]) -> Scene:
    """Return a sheet of nets, each for its box, with what the lines mean at its foot."""
    inside = content_area(job.page)
    scene = Scene(job.page.width, job.page.height)
    ids: list[list[str]] = [[], []]
    for spot, box in placed:
        ids[spot.kind].append(box.id)
        if spot.kind == TRAY:
            piece = _tray(job, nets.tray, box)
        else:
            piece = _sleeve(job, nets.sleeve, box, labels)
        spot.place(scene, piece, inside.x, inside.y)
    _legend(job, scene, ids[SLEEVE], ids[TRAY])
    return scene


def _signs(job: Job, nets: _Nets, labels: _Labels) -> tuple[Sign, Sign]:
    """Return the places of a group's sign on a sleeve, on its label if there is room, and on the
    base of a tray.
    """
    on_tray = _corner_sign(nets.tray.panel("base"))
    on_label = free_sign([labels.cards.draw(box) for box in job.kit.boxes])
    if on_label is None:
        return _corner_sign(nets.sleeve.panel("bottom")), on_tray
    return on_label.placed(labels.place()), on_tray


def _corner_sign(panel: Panel) -> Sign:
    """Return the place for a group's sign at the upper left corner of a panel."""
    place = _rectangle(panel)
    return Sign((place.x + SIGN_CORNER_MM, place.y + SIGN_CORNER_MM), SIGN_MM)


def _how(job: Job, size: BoxSize, weight: str, paper: float, count: int) -> Scene:
    """Return the page that says how a box is folded."""
    texts = job.texts
    clearance = job.options.boxes_clearance
    room = tray_room(size, paper, clearance)
    width, depth, height = (
        texts.decimals(round(side, 1)) for side in (room.width, room.depth, room.height)
    )
    scene, column = new_page(job, texts("boxes.title"))
    for words in (
        texts("boxes.count", count=len(job.kit.boxes), sheets=count),
        texts("boxes.size", width=size.width, depth=size.depth, height=size.height),
        texts("boxes.inside", width=width, depth=depth, height=height),
    ):
        column.paragraph(words, gap=SPACE.near)
    column.paragraph(texts("boxes.paper", weight=weight, thickness=paper, clearance=clearance))
    column.heading(texts("boxes.how"), gap=SPACE.near)
    _draw_steps(job, column, size, paper)
    return scene


#: The number of steps, and how many stand side by side.
STEPS = 6
STEPS_ACROSS = 2
#: Between two steps, between a picture and its words, and the number before these, in mm.
STEP_GAP_MM = 6.0
STEP_WORDS_GAP_MM = 2.0
STEP_NUMBER_MM = 7.0
#: The lowest and the highest picture of a step, in mm.
MIN_STEP_PICTURE_MM = 14.0
MAX_STEP_PICTURE_MM = 44.0
#: Between the two pictures of a step, with room for an arrow, in mm.
WAY_MM = 10.0
#: The last step that shows sleeve and tray side by side.
BENDING = 3
#: How far the folds of a net are bent while it is folded, glued and put up.
BENT = 0.45
GLUED = 0.82
PUT_UP = 0.7


def _draw_steps(job: Job, column: Column, size: BoxSize, paper: float) -> None:
    """Draw each step of folding: a picture of both nets as they then are, and its sentence."""
    nets = _nets(job, size, paper)
    wide = (column.width - STEP_GAP_MM) / STEPS_ACROSS
    rows = _words_of_steps(job, wide)
    lines = sum(max(text.y for _, text in row) for row in rows)
    room = (room_below(job, column) - lines) / len(rows) - STEP_GAP_MM - STEP_WORDS_GAP_MM
    high = max(MIN_STEP_PICTURE_MM, min(MAX_STEP_PICTURE_MM, room))
    accent = STYLE.readers["maker"].accent
    for row in rows:
        below = column.y + high + STEP_WORDS_GAP_MM
        for place, (number, text) in enumerate(row):
            x = column.x + place * (wide + STEP_GAP_MM)
            if number == STEPS:
                picture = folded_picture(size, paper, job.options.boxes_clearance, wide)
            else:
                picture = _step_picture(number, nets, (wide, high))
            scale = min(1.0, high / picture.height)
            left = x + (wide - scale * picture.width) / 2
            column.scene.place(picture, left, column.y, scale=scale)
            middle = (x + STEP_NUMBER_MM / 2, below + STEP_NUMBER_MM / 2 - 0.5)
            draw_number(column.scene, number, middle, STEP_NUMBER_MM, accent)
            column.scene.place(text.scene, x, below)
        highest_words = max(text.y for _, text in row)
        column.gap(high + STEP_WORDS_GAP_MM + highest_words + STEP_GAP_MM)


def _words_of_steps(job: Job, wide: float) -> list[list[tuple[int, Column]]]:
    """Return the rows of steps, each with its number and its words in a width in mm."""
    rows: list[list[tuple[int, Column]]] = []
    indent = STEP_NUMBER_MM + 2
    for number in range(1, STEPS + 1):
        text = Column(Scene(1, 1), indent, 0, wide - STEP_NUMBER_MM - 2)
        text.paragraph(job.texts(f"boxes.step.{number}"))
        if (number - 1) % STEPS_ACROSS == 0:
            rows.append([])
        rows[-1].append((number, text))
    return rows


def _step_picture(number: int, nets: _Nets, room: Point) -> Scene:
    """Return what a step does to sleeve and tray: crease, cut, bend, glue the one, put up the
    other; of two, each takes half of the room.
    """
    wide, high = room
    half = ((wide - WAY_MM) / 2, high)
    match number:
        case 1:
            pictures = [_net_picture(net, half, cut=False) for net in nets]
        case 2:
            pictures = [_net_picture(net, half, cut=True) for net in nets]
        case 3:
            pictures = [_bent_picture(net, BENT, half) for net in nets]
        case 4:
            pictures = [
                _bent_picture(nets.sleeve, GLUED, half, turned=True),
                _bent_picture(nets.sleeve, 1.0, half, turned=True),
            ]
        case _:
            pictures = [
                _bent_picture(nets.tray, PUT_UP, half, turned=True),
                _bent_picture(nets.tray, 1.0, half, turned=True),
            ]
    scene = Scene(wide, high)
    for place, picture in enumerate(pictures):
        x = place * (half[0] + WAY_MM) + (half[0] - picture.width) / 2
        scene.place(picture, x, (high - picture.height) / 2)
    if number > BENDING:  # one net before and after
        start = ((wide - WAY_MM) / 2 + 2, high / 2)
        end = ((wide + WAY_MM) / 2 - 2, high / 2)
        scene.add(draw_way(start, end))
    return scene


def _net_picture(net: Net, room: Point, *, cut: bool) -> Scene:
    """Return a flat net, with dark folds to crease, or on grey paper with a dark edge to cut."""
    wide, high = room
    scale = min(wide / net.width, high / net.height)
    thick = 0.7 / scale
    thin = 0.2 / scale
    flat = Scene(net.width, net.height)
    if cut:
        flat.add(rectangle(0, 0, net.width, net.height, INSIDE))
        edge = Stroke(DARK, thick)
        folds = Stroke(GREY, thin)
    else:
        edge = Stroke(GREY, thin)
        folds = Stroke(DARK, thick, (2.4 / scale, 1.2 / scale))
    flat.add(Polygon(net.outline(), WHITE, edge))
    flat.add(*(Line(start, end, folds) for start, end in net.folds()))
    scene = Scene(scale * net.width, scale * net.height)
    scene.place(flat, scale=scale)
    return scene


def _bent_picture(net: Net, share: float, room: Point, *, turned: bool = False) -> Scene:
    """Return a net whose folds are bent by a share, in parallel projection; ``turned`` lays it on
    its printed side.
    """
    wide, high = room
    corners = fold(net, share)
    faces = []
    for panel in net.panels:
        solid = corners[panel.name]
        if turned:
            solid = tuple((x, -y, -z) for x, y, z in solid)
        outline = [_seen(corner) for corner in solid]
        fill = TOP
        if area(outline) < 0:
            fill = INSIDE
        elif panel.glue is not None:
            if share == 1:  # behind the face that it is glued to
                continue
            fill = GLUE
        faces.append(_Face(_depth(solid), fill, outline))
    faces.sort(key=attrgetter("depth"))
    least_x, least_y, most_x, most_y = _extent(faces)
    return _drawn(faces, min(wide / (most_x - least_x), high / (most_y - least_y)))


def _flat(net: Net) -> Scene:
    """Return a net to cut out and fold, with the numbers of what is glued."""
    scene = Scene(net.width, net.height)
    for panel in net.panels:
        if panel.glue is not None:
            scene.add(Polygon(panel.points, fill=GLUE))
            scene.add(_centred(_middle(panel), str(panel.glue), SMALL, bold=True))
    scene.add(*(Line(start, end, LINES["mountain"]) for start, end in net.folds()))
    scene.add(Polygon(net.outline(), stroke=LINES["cut"]))
    return scene


def _bottom(job: Job, net: Net, box: Box, panel: str, room: float) -> Iterator[Disc | Text]:
    """Yield the words on the bottom of a net, and the places where others are glued."""
    words = job.texts("boxes.bottom", id=box.id, kit=job.kit.name)
    yield _centred(_middle(net.panel(panel)), words, SMALL, room, fill=GREY)
    for seat in net.seats:
        yield Disc(seat.at, 2.0, stroke=Stroke(GREY, 0.15))
        yield _centred(seat.at, str(seat.number), LABEL, fill=GREY)


def _sleeve(job: Job, net: Net, box: Box, labels: _Labels) -> Scene:
    """Return the net of a box's sleeve with its label on top and its name on both sides."""
    scene = _flat(net)
    name = on_side(job.kit, job.texts, box)
    at = labels.place()
    scene.place(labels.cards.draw(box), at.x, at.y, turn=at.turn)
    for side, turn in (("left", 180), ("right", 0)):
        panel = net.panel(side)
        size = min(14.0, 0.6 * _rectangle(panel).height / POINT)
        scene.add(_centred(_middle(panel), name, size, 0.9 * net.width, bold=True, turn=turn))
    scene.add(*_bottom(job, net, box, "bottom", net.width - 4))
    return scene


def _tray(job: Job, net: Net, box: Box) -> Scene:
    """Return the net of a box's tray with its name on both ends, which are tinted by its row."""
    scene = Scene(net.width, net.height)
    name = on_side(job.kit, job.texts, box)
    for end in ("front", "back"):
        scene.add(Polygon(net.panel(end).points, fill=row_tint(box)))
    scene.place(_flat(net))
    for end, turn in (("front", 270), ("back", 90)):
        panel = net.panel(end)
        place = _rectangle(panel)
        size = min(22.0, 0.65 * place.width / POINT)
        room = max(place.height - 17, 0.4 * place.height)  # between the numbers at both ends
        scene.add(_centred(_middle(panel), name, size, room, bold=True, turn=turn))
    scene.add(*_bottom(job, net, box, "base", net.width / 2))
    return scene


#: What a line looks like, between it and its meaning, and between two of them, in mm.
SAMPLE_MM = 13.0
SAMPLE_GAP_MM = 1.5
ENTRY_GAP_MM = 5.0
#: The smallest letters of the meanings, and a step towards them, in points.
MIN_MEANING_PT = 5
MEANING_STEP_PT = 0.25


def _legend(job: Job, scene: Scene, sleeves: Sequence[str], trays: Sequence[str]) -> None:
    """Write at the foot of a sheet which boxes are on it, and what its lines mean."""
    texts = job.texts
    inside = content_area(job.page)
    top = inside.y + inside.height - LEGEND_MM
    title = f"{texts('boxes.title')} · {_pieces_on_sheet(job, sleeves, trays)}"
    scene.add(fitted((inside.x, top + 5.5), title, BODY, inside.width, bold=True))
    entries = {key: texts(f"boxes.legend.{key}") for key in ("cut", "mountain", "glue")}
    size = _size_of_meanings([*entries.values()], inside.width)
    x = inside.x
    base = top + 11
    for key, words in entries.items():
        if key == "glue":
            scene.add(rectangle(x, base - 3.2, SAMPLE_MM, 4.2, GLUE))
            scene.add(_centred((x + SAMPLE_MM / 2, base - 1.1), "1", LABEL))
        else:
            scene.add(Line((x, base - 1), (x + SAMPLE_MM, base - 1), LINES[key]))
        scene.add(Text((x + SAMPLE_MM + SAMPLE_GAP_MM, base), words, size))
        x += _entry_width(words, size)


def _pieces_on_sheet(job: Job, sleeves: Sequence[str], trays: Sequence[str]) -> str:
    """Return for which boxes a sheet has sleeves, trays, or both."""
    key = "pieces"
    if not trays:
        key = "sleeves"
    elif not sleeves:
        key = "trays"
    return job.texts(f"boxes.legend.{key}", sleeves=_run(sleeves), trays=_run(trays))


def _run(ids: Sequence[str]) -> str:
    """Return the first and the last of some ids."""
    return span(ids[0], ids[-1]) if ids else ""


def _size_of_meanings(meanings: Sequence[str], width: float) -> float:
    """Return the size of letters in points, the usual one or so much smaller that all meanings fit
    a width in mm.
    """
    size = LABEL
    while size > MIN_MEANING_PT:
        if sum(_entry_width(words, size) for words in meanings) <= width + ENTRY_GAP_MM:
            break
        size -= MEANING_STEP_PT
    return size


def _entry_width(words: str, size: float) -> float:
    """Return the width in mm of a line's sample and meaning, with the gap behind them."""
    return SAMPLE_MM + SAMPLE_GAP_MM + text_width(words, size) + ENTRY_GAP_MM


def _rectangle(panel: Panel) -> _Rectangle:
    left, top, right, bottom = bounds(panel.points)
    return _Rectangle(left, top, right - left, bottom - top)


def _middle(panel: Panel) -> Point:
    x, y, width, height = _rectangle(panel)
    return x + width / 2, y + height / 2


def check_carton(job: Job) -> None:
    """Refuse a box that cannot be folded."""
    read_carton(job.options, job.templates)


def work(kit: Kit, _options: PartOptions, _bought: bool) -> Iterator[tuple[str, int]]:
    """Yield what is made: boxes to fold and to fill."""
    yield "folded_box", len(kit.boxes)
    yield "filled_box", len(kit.boxes)
