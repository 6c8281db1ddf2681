"""Boxes to fold: their sizes and papers, flat panels hinged to one another, how these stand when
folded, and packing.

Lengths are in mm. A net is drawn with the printed side up, y down as on paper. Paper has a
thickness t, and a fold's line is the middle of the paper: two faces that are D apart on the outside
have their folds D - t apart. A part glued on the inside lies one more t further in.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate, chain, pairwise, product
from typing import Any, Literal, NamedTuple

import msgspec

from kitgen.errors import TemplateError, UnknownNameError, UsageError, quoted
from kitgen.paper.declared import INSIDE, PartOptions
from kitgen.paper.marks.scene import Place, Scene, area, direction, rectangle, sides, to_segment
from kitgen.papers import Point, read_lengths
from kitgen.reading.schema import Millimetres, TextLine, Words
from kitgen.reading.templates import Templates

Solid = tuple[float, float, float]

#: How far the free ends of a glue tab lean in, as a share of its depth.
LEAN = 0.25
#: The greatest width of a glue tab, in mm.
TAB = 10.0
#: The distance of a tray's glue tab from the base and from the rim, in mm.
FREE = 0.4


@dataclass(frozen=True, slots=True)
class BoxSize:
    """The outside of a closed box, in mm.

    Attributes:
        width: of its top, as the label on it is read.
        depth: of its top, from the upper to the lower edge of that label.
        height: between top and bottom.
    """

    width: float
    depth: float
    height: float

    @property
    def is_upright(self) -> bool:
        """Whether the label is higher than wide."""
        return self.width < self.depth

    def turned(self) -> "BoxSize":
        """Return the box after a quarter turn on the table."""
        return BoxSize(self.depth, self.width, self.height)

    def lengthwise(self) -> "BoxSize":
        """Return the box as its nets are drawn, with the longer side first: a tray slides out
        by the short end, as that of a matchbox does.

        >>> BoxSize(40, 60, 20).lengthwise()
        BoxSize(width=60, depth=40, height=20)
        """
        return self.turned() if self.is_upright else self


@dataclass(frozen=True, slots=True)
class Panel:
    """A flat piece of a net.

    Attributes:
        points: its corners, clockwise on paper.
        parent: the name of the panel it hangs on; None for the one that stays.
        hinge: where it is folded away from the printed side, upright: a side of its own on a side
            of its parent.
        glue: the number of a glue tab; None for a face.
    """

    name: str
    points: tuple[Point, ...]
    parent: str | None = None
    hinge: tuple[Point, Point] | None = None
    glue: int | None = None


@dataclass(frozen=True, slots=True)
class Seat:
    """The number of a glue tab, the panel it is glued behind, and where the number is printed on
    that panel.
    """

    number: int
    panel: str
    at: Point


@dataclass(frozen=True, slots=True)
class Net:
    """A piece to cut out and fold; its top left corner is 0, 0. Parents come before their
    children.
    """

    width: float
    height: float
    panels: tuple[Panel, ...]
    seats: tuple[Seat, ...]

    def panel(self, name: str) -> Panel:
        """Return a panel by its name."""
        return next(panel for panel in self.panels if panel.name == name)

    def folds(self) -> list[tuple[Point, Point]]:
        """Return both ends of each fold; all are mountain folds, which bend the paper away from
        the printed side.
        """
        return [panel.hinge for panel in self.panels if panel.hinge is not None]

    def outline(self) -> tuple[Point, ...]:
        """Return the line to cut along, closed: all sides of panels that are not folds."""
        hinges = self.folds()
        folds = {frozenset(map(_key, hinge)) for hinge in hinges}
        follow = {}
        for start, end in chain.from_iterable(sides(panel.points) for panel in self.panels):
            ends = [
                point
                for point in chain.from_iterable(hinges)
                if to_segment(point, start, end) < 1e-6
            ]
            for near, far in pairwise(sorted((start, *ends, end), key=partial(math.dist, start))):
                if math.dist(near, far) > 1e-6 and {_key(near), _key(far)} not in folds:
                    follow[_key(near)] = far
        first = min(follow)
        line = [follow[first]]
        while _key(line[-1]) != first:
            line.append(follow[_key(line[-1])])
        return tuple(line)


def _key(point: Point) -> Point:
    """Return a corner without the last digits, in which sums of the same lengths may differ."""
    return round(point[0], 6), round(point[1], 6)


def tray_size(box: BoxSize, paper: float, clearance: float) -> BoxSize:
    """Return the outside of the tray that slides in a box's sleeve.

    The box lies lengthwise. Across, the sleeve takes away its own two layers of paper and the
    clearance; in height also a third layer, the sleeve's glue tab. The tray is as long as the
    sleeve.

    >>> tray_size(BoxSize(53, 36, 15), 0.25, 0.75)
    BoxSize(width=53, depth=34.75, height=13.5)
    """
    return BoxSize(box.width, box.depth - 2 * paper - clearance, box.height - 3 * paper - clearance)


def tray_room(box: BoxSize, paper: float, clearance: float) -> BoxSize:
    """Return the room for beads in the tray of a box, given the box's outside.

    The tray's walls are one layer of paper, its ends are two, with the glue tabs of the walls.

    >>> tray_room(BoxSize(53, 36, 15), 0.25, 0.75)
    BoxSize(width=52.0, depth=34.25, height=13.25)
    >>> tray_room(BoxSize(36, 53, 15), 0.25, 0.75)
    BoxSize(width=34.25, depth=52.0, height=13.25)
    """
    if box.is_upright:
        return tray_room(box.turned(), paper, clearance).turned()
    outside = tray_size(box, paper, clearance)
    return BoxSize(outside.width - 4 * paper, outside.depth - 2 * paper, outside.height - paper)


def box_around(room: BoxSize, paper: float, clearance: float) -> BoxSize:
    """Return the outside of the box whose tray has some room inside.

    A box is wider than its tray by more than it is longer, so that round a room that is almost
    square it would open at its long side: it is made a square then, with room to spare.

    >>> box_around(BoxSize(52, 34.25, 13.25), 0.25, 0.75)
    BoxSize(width=53.0, depth=36.0, height=15.0)
    >>> box_around(BoxSize(34.25, 52, 13.25), 0.25, 0.75)
    BoxSize(width=36.0, depth=53.0, height=15.0)
    """
    if room.is_upright:
        return box_around(room.turned(), paper, clearance).turned()
    nothing = tray_room(BoxSize(0, 0, 0), paper, clearance)
    wide = round(room.depth - nothing.depth, 4)
    long = max(wide, round(room.width - nothing.width, 4))
    return BoxSize(long, wide, round(room.height - nothing.height, 4))


def sleeve(box: BoxSize, paper: float) -> Net:
    """Return the net of a box's outside: top, bottom and two sides in a ring, open at both ends
    of its width, which are the short ones of a box that lies lengthwise.
    """
    check_size(box, paper)
    width = box.width
    tab = min(TAB, 0.4 * box.depth)
    lean = min(LEAN * tab, width / 4)
    side, deep = box.height - paper, box.depth - paper
    first = side - paper  # the glue tab lies inside the bottom
    left, top, right, bottom, foot = accumulate((tab, first, deep, side, deep))

    def across(y: float) -> tuple[Point, Point]:
        return (0, y), (width, y)

    flap = ((lean, 0.0), (width - lean, 0.0), (width, tab), (0.0, tab))
    panels = (
        Panel("top", rectangle(0, top, width, deep).points),
        Panel("left", rectangle(0, left, width, first).points, "top", across(top)),
        Panel("right", rectangle(0, right, width, side).points, "top", across(right)),
        Panel("bottom", rectangle(0, bottom, width, deep).points, "right", across(bottom)),
        Panel("tab 1", flap, "left", across(left), glue=1),
    )
    return Net(width, foot, panels, (Seat(1, "bottom", (width / 2, foot - tab / 2)),))


def tray(size: BoxSize, paper: float) -> Net:
    """Return the net of a tray, open at the top; see ``tray_size`` for its outside."""
    check_size(size, paper)
    long, wide, wall = size.width - paper, size.depth - paper, size.height - paper / 2
    tab = min(TAB, 0.45 * wide, 0.25 * long, wall)
    lean = min(LEAN * tab, wall / 4)
    x, y = wall, wall  # where the base begins
    panels = [Panel("base", rectangle(x, y, long, wide).points)]
    for name, line, start in (("front", x, x - wall), ("back", x + long, x + long)):
        panels.append(
            Panel(
                name, rectangle(start, y, wall, wide).points, "base", ((line, y), (line, y + wide))
            )
        )
    # The side walls are shorter than the base: their glue tabs lie inside the ends.
    low, high = x + paper, x + long - paper
    for name, line, top in (("left", y, y - wall), ("right", y + wide, y + wide)):
        panels.append(
            Panel(
                name,
                rectangle(low, top, high - low, wall).points,
                "base",
                ((low, line), (high, line)),
            )
        )
    ends = (
        ("front", low, low - tab, x - wall / 2),
        ("back", high, high + tab, x + long + wall / 2),
    )
    walls = (("left", y, -1), ("right", y + wide, 1))
    seats = []
    for number, ((end, edge, away, middle), (name, line, out)) in enumerate(
        product(ends, walls), 1
    ):
        near, far = line + out * FREE, line + out * (wall - FREE)
        corners = ((edge, near), (away, near + out * lean), (away, far - out * lean), (edge, far))
        clockwise = corners if area(corners) > 0 else corners[::-1]
        panels.append(
            Panel(f"tab {number}", clockwise, name, ((edge, near), (edge, far)), glue=number)
        )
        seats.append(Seat(number, end, (middle, line - out * tab / 2)))
    return Net(long + 2 * wall, wide + 2 * wall, tuple(panels), tuple(seats))


def check_size(box: BoxSize, paper: float) -> None:
    """Refuse a box with a side under 5 mm, under ten times the thickness of the paper, or over
    400 mm.
    """
    least = max(5.0, 10 * paper)
    for name, length in (("width", box.width), ("depth", box.depth), ("height", box.height)):
        if not least <= length <= 400:
            raise UsageError(
                f"box {box.width:g}x{box.depth:g}x{box.height:g}: {name} {length:g} mm cannot be "
                "folded from paper "
                f"of {paper:g} mm; choose {least:g} to 400 mm"
            )


def fold(net: Net, share: float = 1.0) -> dict[str, tuple[Solid, ...]]:
    """Return the corners of each panel when the net is folded; z points to the reader of the flat
    net.

    ``share`` is how far each fold is bent: from 0, flat, to 1, upright.

    >>> corners = fold(sleeve(BoxSize(53, 36, 15), 0.2))["bottom"]
    >>> {round(z, 3) for _, _, z in corners}
    {-14.8}
    >>> flat = fold(sleeve(BoxSize(53, 36, 15), 0.2), share=0)["bottom"]
    >>> {abs(round(z, 3)) for _, _, z in flat}
    {0.0}
    """
    hinged: dict[str, tuple[Panel, ...]] = {}
    folded = {}
    for panel in net.panels:
        hinged[panel.name] = (panel, *hinged[panel.parent]) if panel.parent is not None else ()
        corners: list[Solid] = [(x, y, 0.0) for x, y in panel.points]
        for parent in hinged[
            panel.name
        ]:  # the innermost hinge first: each turn moves all that hangs on it
            corners = [_turned(corner, parent, share) for corner in corners]
        folded[panel.name] = tuple(corners)
    return folded


def _turned(point: Solid, panel: Panel, share: float) -> Solid:
    """Return a point turned about the hinge of a panel, by a share of a quarter turn."""
    assert panel.hinge is not None  # noqa: S101 - only panels with a parent are turned
    (ax, ay), (ux, uy) = panel.hinge[0], direction(*panel.hinge)
    # The flat direction across the hinge, out to the panel.
    nx, ny = -uy, ux
    if sum(nx * (x - ax) + ny * (y - ay) for x, y in panel.points) < 0:
        nx, ny = -nx, -ny
    px, py, height = point[0] - ax, point[1] - ay, point[2]
    along, out = ux * px + uy * py, nx * px + ny * py
    if share == 1:  # exactly upright, without the last digits of a sine
        across, depth = height, -out
    else:
        sine, cosine = math.sin(share * math.pi / 2), math.cos(share * math.pi / 2)
        across, depth = out * cosine + height * sine, height * cosine - out * sine
    return ax + ux * along + nx * across, ay + uy * along + ny * across, depth


#: The clearances that work, in mm: tighter and the tray sticks, looser and it falls out.
CLEARANCES = (0.5, 1.0)


class CartonFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The schema of a file in ``templates/boxes/``; lengths in mm as in ``BoxSize``, or of the
    room in its tray.
    """

    source: TextLine
    title: Words
    width: Millimetres
    depth: Millimetres
    height: Millimetres
    measured: Literal["outside", "inside"] = "outside"


class PaperEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One paper: its weight in g/m² as users write it, and its thickness in mm."""

    key: TextLine
    thickness: Millimetres


class PaperFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The schema of ``templates/tables/papers.toml``."""

    papers: tuple[PaperEntry, ...]


class Carton(NamedTuple):
    """A box to fold: its outside, and the weight of its paper, as users write it, and its
    thickness in mm.
    """

    size: BoxSize
    weight: str
    thickness: float


def read_carton(options: PartOptions, templates: Templates) -> Carton:
    """Return the box to fold that the options describe."""
    low, high = CLEARANCES
    if not low <= options.boxes_clearance <= high:
        raise UsageError(
            f"clearance {options.boxes_clearance:g} mm: a tray slides well with {low:g} "
            f"to {high:g} mm"
        )
    table = templates.read("tables", "papers", PaperFile)
    papers = {entry.key: entry.thickness for entry in table.papers}
    weight = options.boxes_paper.lower().removesuffix("g")
    if weight not in papers:
        raise UnknownNameError("paper weight", options.boxes_paper, papers)
    if not 0.05 <= papers[weight] <= 1:
        raise TemplateError(
            f"papers: thickness {papers[weight]:g} of {weight!r} is not between 0.05 and 1 mm"
        )
    lengths = options.boxes_size.removeprefix(INSIDE)
    inside = lengths != options.boxes_size
    if options.boxes_size in templates.names("boxes") or not (inside or lengths[:1].isdigit()):
        file = templates.read("boxes", options.boxes_size, CartonFile)
        size = BoxSize(file.width, file.depth, file.height)
        inside = file.measured == "inside"
    else:
        sides = read_lengths(lengths, 3)
        if sides is None:
            raise UsageError(
                f"box {quoted(options.boxes_size)}: write 3 lengths in mm, such as 53x36x15 for "
                "its outside, or inside:52x34x13 for the room in its tray"
            )
        size = BoxSize(*sides)
    if inside:
        size = box_around(size, papers[weight], options.boxes_clearance)
    check_size(size, papers[weight])
    return Carton(size, weight, papers[weight])


@dataclass(frozen=True, slots=True)
class Laid:
    """The place of a piece of one kind on a sheet: its top left corner in mm, and whether it
    lies on its side.
    """

    kind: int
    x: float
    y: float
    turned: bool

    def place(self, scene: Scene, piece: Scene, x: float, y: float) -> None:
        """Draw the piece on a sheet whose top left corner is at x, y."""
        place = self.of(piece.height, x, y)
        scene.place(piece, place.x, place.y, turn=place.turn)

    def of(self, height: float, x: float, y: float) -> Place:
        """Return the place of the piece, so many mm high, on a sheet whose top left corner is at
        x, y.
        """
        shift, turn = (height, 90) if self.turned else (0, 0)
        return Place(x + self.x + shift, y + self.y, 1, turn)


def lay_out(
    pieces: Sequence[tuple[float, float]],
    counts: Sequence[int],
    width: float,
    height: float,
    gap: float,
) -> list[list[Laid]]:
    """Return the pieces of each sheet from the top left: few sheets, and then as many pieces
    upright as possible.

    ``pieces`` are the width and height of each kind, ``counts`` their numbers, ``gap`` is between
    two; all in mm.

    >>> [len(sheet) for sheet in lay_out([(40, 100), (60, 30)], [3, 3], 190, 260, 2)]
    [6]
    """
    for wide, high in pieces:
        if min(wide, high) > min(width, height) or max(wide, high) > max(width, height):
            raise UsageError(
                f"a piece of {wide:.0f} x {high:.0f} mm is too large for the paper, which "
                "has room for "
                f"{width:.0f} x {height:.0f} mm; choose a smaller box or larger paper"
            )
    import rectpack  # noqa: PLC0415 - only nets and lasers need it

    # The library counts in hundredths of a mm.
    sizes = [tuple(math.ceil(100 * (length + gap)) for length in piece) for piece in pieces]

    def pack(algorithm: Any, turns: Sequence[bool] | None) -> list[list[Laid]]:
        packer = rectpack.newPacker(pack_algo=algorithm, rotation=turns is None)
        for kind, count in enumerate(counts):
            for _ in range(count):
                packer.add_rect(
                    *(sizes[kind][::-1] if turns and turns[kind] else sizes[kind]), rid=kind
                )
        packer.add_bin(
            *(math.floor(100 * (length + gap)) for length in (width, height)), count=float("inf")
        )
        packer.pack()
        sheets: dict[int, list[Laid]] = {}
        for number, x, y, wide, high, kind in packer.rect_list():
            # A piece as wide as it is high is the same either way.
            sheets.setdefault(number, []).append(
                Laid(kind, x / 100, y / 100, (wide, high) != sizes[kind])
            )
        return [
            sorted(sheets[number], key=lambda laid: (laid.y, laid.x)) for number in sorted(sheets)
        ]

    # The library turns each piece greedily; often all of one kind lie better the same way, so both
    # are tried.
    ways: list[Sequence[bool] | None] = [None]
    for turns in product((False, True), repeat=len(pieces)):
        lying = (
            piece[::-1] if turned else piece for piece, turned in zip(pieces, turns, strict=True)
        )
        if all(wide <= width and high <= height for wide, high in lying):
            ways.append(turns)
    packings = [
        pack(algorithm, turns)
        for algorithm in (rectpack.MaxRectsBl, rectpack.MaxRectsBssf)
        for turns in ways
    ]
    return min(
        packings,
        key=lambda sheets: (len(sheets), sum(laid.turned for sheet in sheets for laid in sheet)),
    )
