"""Boxes to fold: a page that says how, then sleeves and trays as nets, each with its box's label
in place.
"""

import math
from collections.abc import Iterator, Sequence
from functools import partial
from operator import itemgetter

from kitgen.kit.kit import Box, Kit
from kitgen.paper.card.board import LINES
from kitgen.paper.card.box_words import on_side
from kitgen.paper.card.faces import Cards, row_tint
from kitgen.paper.card.moves import draw_way
from kitgen.paper.declared import PartOptions
from kitgen.paper.document import Sheet, Sign
from kitgen.paper.fold import (
    BoxSize,
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
from kitgen.papers import Point
from kitgen.reading.texts import span

#: The outside of the paper by the way it faces, its inside, and its edges.
TOP, FRONT, SIDE, INSIDE = STYLE.greys.faces
EDGE = Stroke(DARK, 0.25)
_centred = partial(fitted, anchor="middle", level=True)


def folded_picture(box: BoxSize, paper: float, clearance: float, width: float) -> Scene:
    """Return a picture of a box in parallel projection, most of its tray pulled out; lengths in
    mm.
    """
    outer, inner = sleeve(box, paper), tray(tray_size(box, paper, clearance), paper)
    ring, drawer = fold(outer), fold(inner)
    top, (_, _, bottom), base = (
        _centre(ring["top"]),
        _centre(ring["bottom"]),
        _centre(drawer["base"]),
    )

    # The tray was folded face down: turned over about its length, it stands on the sleeve's bottom.
    def turn(corner: Solid) -> Solid:
        x, y, z = corner
        return (
            x - base[0] + top[0] - 0.6 * box.width,
            base[1] - y + top[1],
            bottom + 1.5 * paper - z,
        )

    turned = {name: tuple(map(turn, corners)) for name, corners in drawer.items()}
    layers = [
        (outer, ring, True),
        (inner, turned, True),
        (inner, turned, False),
        (outer, ring, False),
    ]
    faces = [face for net, corners, far in layers for face in _faces(net, corners, far=far)]
    least_x, least_y, most_x, most_y = bounds([point for _, outline in faces for point in outline])
    scale = width / (most_x - least_x)
    scene = Scene(width, scale * (most_y - least_y))
    for fill, outline in faces:
        scene.add(
            Polygon(
                tuple(((x - least_x) * scale, (y - least_y) * scale) for x, y in outline),
                fill,
                EDGE,
            )
        )
    return scene


def _faces(
    net: Net, corners: dict[str, tuple[Solid, ...]], *, far: bool
) -> list[tuple[str, list[Point]]]:
    """Return the faces of a net that show their inside (far) or their outside (near), the
    furthest first.
    """
    faces = []
    for panel in net.panels:
        solid = corners[panel.name]
        outline = [_seen(corner) for corner in solid]
        hidden = panel.glue is not None and not far  # behind the face that it is glued to
        if (area(outline) < 0) == far and not hidden:
            x, y, z = _centre(solid)
            spans = [max(values) - min(values) for values in zip(*solid, strict=True)]
            tone = (FRONT, SIDE, TOP)[spans.index(min(spans))]  # by the way it faces
            faces.append((y + z - x, INSIDE if far else tone, outline))
    return [(fill, outline) for _, fill, outline in sorted(faces, key=itemgetter(0))]


def _centre(corners: tuple[Solid, ...]) -> Solid:
    x, y, z = (sum(values) / len(corners) for values in zip(*corners, strict=True))
    return x, y, z


def _seen(corner: Solid) -> Point:
    """Project a corner: seen from the front left and from above; y down."""
    x, y, z = corner
    return (x + y) / math.sqrt(2), (y - x) / math.sqrt(6) - z * math.sqrt(2 / 3)


GLUE = STYLE.greys.twin
#: Between two nets, at the foot of a sheet for what the lines mean, and between a label and the
#: folds round it, in mm.
GAP, LEGEND, INSET = 1.0, 13.0, 1.0
#: A group's sign on a tray, and the middle of it from the corner of the base, in mm.
SIGN_MM = 4.4
SIGN_CORNER_MM = 4.0


def sheets(job: Job) -> list[Scene | Sheet]:
    """Return the page of instructions and the sheets of nets."""
    size, weight, paper = read_carton(job.options, job.templates)
    boxes, drawer = job.kit.boxes, tray_size(size, paper, job.options.boxes_clearance)
    nets = (sleeve(size, paper), tray(drawer, paper))
    x, y, width, height = content_area(job.page)
    layouts = lay_out(
        [(net.width, net.height) for net in nets], [len(boxes)] * 2, width, height - LEGEND, GAP
    )
    # The packing fills each sheet with whatever fits; each kind of piece takes its boxes in the
    # order of the kit.
    waiting = (iter(boxes), iter(boxes))
    _, _, wide, high = _bounds(nets[0].panel("top"))
    cards = Cards(job.kit, wide - 2 * INSET, high - 2 * INSET, job.texts)
    pages: list[Scene | Sheet] = [_how(job, size, weight, paper, len(layouts))]
    signs = _signs(job, nets, cards) if job.options.groups else None
    for spots in layouts:
        chosen = [(spot, next(waiting[spot.kind])) for spot in spots]
        scene = Scene(job.page.width, job.page.height)
        for spot, box in chosen:
            spot.place(
                scene,
                _tray(job, nets[1], box) if spot.kind else _sleeve(job, nets[0], box, cards),
                x,
                y,
            )
        _legend(
            job, scene, [[box.id for spot, box in chosen if spot.kind == kind] for kind in (0, 1)]
        )
        if signs is None:
            pages.append(scene)
            continue
        places = [spot.of(nets[spot.kind].height, x, y) for spot, _ in chosen]
        on_pieces = tuple(
            signs[spot.kind].placed(place) for (spot, _), place in zip(chosen, places, strict=True)
        )
        pages.append(Sheet(scene, "boxes", job.texts("boxes.title"), signs=on_pieces))
    return pages


def _signs(job: Job, nets: tuple[Net, Net], cards: Cards) -> tuple[Sign, Sign]:
    """Return the places of a group's sign on a sleeve, on its label if there is room, and on the
    base of a tray.
    """
    x, y, _, _ = _bounds(nets[0].panel("top"))
    on_label = free_sign([cards.draw(box) for box in job.kit.boxes])
    if on_label is None:
        left, top, _, _ = _bounds(nets[0].panel("bottom"))
        on_sleeve = Sign((left + SIGN_CORNER_MM, top + SIGN_CORNER_MM), SIGN_MM)
    else:
        on_sleeve = on_label.placed(Place(x + INSET, y + INSET))
    left, top, _, _ = _bounds(nets[1].panel("base"))
    return on_sleeve, Sign((left + SIGN_CORNER_MM, top + SIGN_CORNER_MM), SIGN_MM)


def _how(job: Job, size: BoxSize, weight: str, paper: float, count: int) -> Scene:
    texts, clearance = job.texts, job.options.boxes_clearance
    scene, column = new_page(job, texts("boxes.title"))
    column.paragraph(texts("boxes.count", count=len(job.kit.boxes), sheets=count), gap=SPACE.near)
    column.paragraph(
        texts("boxes.size", width=size.width, depth=size.depth, height=size.height), gap=SPACE.near
    )
    room = tray_room(size, paper, clearance)
    inside = [texts.decimals(round(side, 1)) for side in (room.width, room.depth, room.height)]
    column.paragraph(
        texts("boxes.inside", width=inside[0], depth=inside[1], height=inside[2]), gap=SPACE.near
    )
    column.paragraph(texts("boxes.paper", weight=weight, thickness=paper, clearance=clearance))
    column.heading(texts("boxes.how"), gap=SPACE.near)
    _draw_steps(job, column, size, paper)
    return scene


#: Steps side by side, the room between two, and the number before each, in mm.
ACROSS = 2
STEP_GAP = 6.0
STEP_NUMBER = 7.0
#: The lowest and the highest picture of a step, in mm.
STEP_PICTURE = (14.0, 44.0)
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
    drawer = tray_size(size, paper, job.options.boxes_clearance)
    outer, inner = sleeve(size, paper), tray(drawer, paper)
    wide = (column.width - STEP_GAP) / ACROSS
    words = []
    for number in range(1, 7):
        text = Column(Scene(1, 1), STEP_NUMBER + 2, 0, wide - STEP_NUMBER - 2)
        text.paragraph(job.texts(f"boxes.step.{number}"))
        words.append(text)
    rows = len(words) // ACROSS
    lines = sum(max(text.y for text in words[row * ACROSS :][:ACROSS]) for row in range(rows))
    low, highest = STEP_PICTURE
    room = (room_below(job, column) - lines) / rows - STEP_GAP - 2
    high = max(low, min(highest, room))
    accent = STYLE.readers["maker"].accent
    for row in range(rows):
        steps = [*enumerate(words, 1)][row * ACROSS :][:ACROSS]
        for place, (number, text) in enumerate(steps):
            x = column.x + place * (wide + STEP_GAP)
            picture = _step_picture(number, outer, inner, (wide, high))
            if number == len(words):
                picture = folded_picture(size, paper, job.options.boxes_clearance, wide)
            scale = min(1.0, high / picture.height)
            left = x + (wide - scale * picture.width) / 2
            column.scene.place(picture, left, column.y, scale=scale)
            below = column.y + high + 2
            middle = (x + STEP_NUMBER / 2, below + STEP_NUMBER / 2 - 0.5)
            draw_number(column.scene, number, middle, STEP_NUMBER, accent)
            column.scene.place(text.scene, x, below)
        column.gap(high + 2 + max(text.y for _, text in steps) + STEP_GAP)


def _step_picture(number: int, outer: Net, inner: Net, room: Point) -> Scene:
    """Return what a step does to sleeve and tray: crease, cut, bend, glue the one, put up the
    other; of two, each takes half of the room.
    """
    wide, high = room
    half = ((wide - WAY_MM) / 2, high)
    match number:
        case 1:
            pictures = [_net_picture(net, half, cut=False) for net in (outer, inner)]
        case 2:
            pictures = [_net_picture(net, half, cut=True) for net in (outer, inner)]
        case 3:
            pictures = [
                _bent_picture(outer, BENT, half),
                _bent_picture(inner, BENT, half),
            ]
        case 4:
            pictures = [
                _bent_picture(outer, GLUED, half, turned=True),
                _bent_picture(outer, 1.0, half, turned=True),
            ]
        case _:
            pictures = [
                _bent_picture(inner, PUT_UP, half, turned=True),
                _bent_picture(inner, 1.0, half, turned=True),
            ]
    scene = Scene(wide, high)
    for place, picture in enumerate(pictures):
        x = place * (half[0] + WAY_MM) + (half[0] - picture.width) / 2
        scene.place(picture, x, (high - picture.height) / 2)
    if number > BENDING:  # one net before and after
        level = high / 2
        scene.add(draw_way(((wide - WAY_MM) / 2 + 2, level), ((wide + WAY_MM) / 2 - 2, level)))
    return scene


def _net_picture(net: Net, room: Point, *, cut: bool) -> Scene:
    """Return a flat net, with dark folds to crease, or on grey paper with a dark edge to cut."""
    scale = min(room[0] / net.width, room[1] / net.height)
    flat = Scene(net.width, net.height)
    thick, thin = 0.7 / scale, 0.2 / scale
    if cut:
        flat.add(rectangle(0, 0, net.width, net.height, INSIDE))
    edge = Stroke(DARK if cut else GREY, thick if cut else thin)
    flat.add(Polygon(net.outline(), WHITE, edge))
    folds = Stroke(GREY, thin) if cut else Stroke(DARK, thick, (2.4 / scale, 1.2 / scale))
    flat.add(*(Line(start, end, folds) for start, end in net.folds()))
    scene = Scene(scale * net.width, scale * net.height)
    scene.place(flat, scale=scale)
    return scene


def _bent_picture(net: Net, share: float, room: Point, *, turned: bool = False) -> Scene:
    """Return a net whose folds are bent by a share, in parallel projection; ``turned`` lays it on
    its printed side.
    """
    corners = fold(net, share)
    if turned:
        corners = {name: tuple((x, -y, -z) for x, y, z in solid) for name, solid in corners.items()}
    faces = []
    for panel in net.panels:
        solid = corners[panel.name]
        outline = [_seen(corner) for corner in solid]
        x, y, z = _centre(solid)
        fill = TOP
        if area(outline) < 0:
            fill = INSIDE
        elif panel.glue is not None:
            if share == 1:  # behind the face that it is glued to
                continue
            fill = GLUE
        faces.append((y + z - x, fill, outline))
    faces.sort(key=itemgetter(0))
    least_x, least_y, most_x, most_y = bounds([point for *_, line in faces for point in line])
    scale = min(room[0] / (most_x - least_x), room[1] / (most_y - least_y))
    scene = Scene(scale * (most_x - least_x), scale * (most_y - least_y))
    for _, fill, outline in faces:
        points = tuple(((x - least_x) * scale, (y - least_y) * scale) for x, y in outline)
        scene.add(Polygon(points, fill, EDGE))
    return scene


def _flat(net: Net) -> Scene:
    scene = Scene(net.width, net.height)
    for panel in net.panels:
        if panel.glue is not None:
            scene.add(
                Polygon(panel.points, fill=GLUE),
                _centred(_middle(panel), str(panel.glue), SMALL, bold=True),
            )
    scene.add(*(Line(start, end, LINES["mountain"]) for start, end in net.folds()))
    scene.add(Polygon(net.outline(), stroke=LINES["cut"]))
    return scene


def _bottom(job: Job, net: Net, box: Box, panel: str, room: float) -> Iterator[Disc | Text]:
    words = job.texts("boxes.bottom", id=box.id, kit=job.kit.name)
    yield _centred(_middle(net.panel(panel)), words, SMALL, room, fill=GREY)
    for seat in net.seats:
        yield Disc(seat.at, 2.0, stroke=Stroke(GREY, 0.15))
        yield _centred(seat.at, str(seat.number), LABEL, fill=GREY)


def _sleeve(job: Job, net: Net, box: Box, cards: Cards) -> Scene:
    scene, name = _flat(net), on_side(job.kit, job.texts, box)
    x, y, _, _ = _bounds(net.panel("top"))
    scene.place(cards.draw(box), x + INSET, y + INSET)
    for side, turn in (("left", 180), ("right", 0)):
        panel = net.panel(side)
        size = min(14.0, 0.6 * _bounds(panel)[3] / POINT)
        scene.add(_centred(_middle(panel), name, size, 0.9 * net.width, bold=True, turn=turn))
    scene.add(*_bottom(job, net, box, "bottom", net.width - 4))
    return scene


def _tray(job: Job, net: Net, box: Box) -> Scene:
    scene, name = Scene(net.width, net.height), on_side(job.kit, job.texts, box)
    scene.add(*(Polygon(net.panel(end).points, fill=row_tint(box)) for end in ("front", "back")))
    scene.place(_flat(net))
    for end, turn in (("front", 270), ("back", 90)):
        panel = net.panel(end)
        _, _, high, wide = _bounds(panel)
        size, room = (
            min(22.0, 0.65 * high / POINT),
            max(wide - 17, 0.4 * wide),
        )  # between the numbers at both ends
        scene.add(_centred(_middle(panel), name, size, room, bold=True, turn=turn))
    scene.add(*_bottom(job, net, box, "base", net.width / 2))
    return scene


def _legend(job: Job, scene: Scene, ids: Sequence[Sequence[str]]) -> None:
    x, y, width, height = content_area(job.page)
    texts = job.texts
    top = y + height - LEGEND
    sleeves, trays = (span(run[0], run[-1]) if run else "" for run in ids)
    key = "pieces" if all(ids) else "sleeves" if ids[0] else "trays"
    title = f"{texts('boxes.title')} · {texts(f'boxes.legend.{key}', sleeves=sleeves, trays=trays)}"
    scene.add(fitted((x, top + 5.5), title, BODY, width, bold=True))
    entries = [(key, texts(f"boxes.legend.{key}")) for key in ("cut", "mountain", "glue")]
    sample, size = 13.0, LABEL
    while (
        sum(sample + 1.5 + text_width(words, size) + 5 for _, words in entries) > width + 5
        and size > 5
    ):
        size -= 0.25
    base = top + 11
    for key, words in entries:
        if key == "glue":
            scene.add(
                rectangle(x, base - 3.2, sample, 4.2, GLUE),
                _centred((x + sample / 2, base - 1.1), "1", LABEL),
            )
        else:
            scene.add(Line((x, base - 1), (x + sample, base - 1), LINES[key]))
        scene.add(Text((x + sample + 1.5, base), words, size))
        x += sample + 1.5 + text_width(words, size) + 5


def _bounds(panel: Panel) -> tuple[float, float, float, float]:
    """Return left, top, width and height of a panel, in mm."""
    left, top, right, bottom = bounds(panel.points)
    return left, top, right - left, bottom - top


def _middle(panel: Panel) -> Point:
    x, y, width, height = _bounds(panel)
    return x + width / 2, y + height / 2


def check_carton(job: Job) -> None:
    """Refuse a box that cannot be folded."""
    read_carton(job.options, job.templates)


def work(kit: Kit, _options: PartOptions, _bought: bool) -> Iterator[tuple[str, int]]:
    """Yield what is made: boxes to fold and to fill."""
    yield "folded_box", len(kit.boxes)
    yield "filled_box", len(kit.boxes)
