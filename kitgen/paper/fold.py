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
from itertools import accumulate, pairwise, product
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
LEAN_SHARE = 0.25
#: The greatest width of a glue tab, in mm.
MAX_TAB_MM = 10.0
#: The distance of a tray's glue tab from the base and from the rim, in mm.
TAB_FREE_MM = 0.4
#: The least and greatest side of a box, and the least as a multiple of the paper's thickness.
MIN_SIDE_MM = 5.0
MAX_SIDE_MM = 400
MIN_SIDE_THICKNESSES = 10
#: The thicknesses of paper that a table may hold, in mm.
MIN_THICKNESS_MM = 0.05
MAX_THICKNESS_MM = 1
#: Lengths that differ by less are the same, in mm.
SAME_MM = 1e-6


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
        folds = {frozenset(map(_key, hinge)) for hinge in self.folds()}
        next_corner = {}  # along the line, by the key of the corner before
        for panel in self.panels:
            for start, end in sides(panel.points):
                for near, far in pairwise(self._corners_on(start, end)):
                    is_fold = {_key(near), _key(far)} in folds
                    if math.dist(near, far) > SAME_MM and not is_fold:
                        next_corner[_key(near)] = far
        first = min(next_corner)
        line = [next_corner[first]]
        while _key(line[-1]) != first:
            line.append(next_corner[_key(line[-1])])
        return tuple(line)

    def _corners_on(self, start: Point, end: Point) -> list[Point]:
        """Return both ends of a side and the ends of all folds that lie on it, in order."""
        corners = [start]
        for hinge in self.folds():
            corners += [point for point in hinge if to_segment(point, start, end) < SAME_MM]
        corners.append(end)
        return sorted(corners, key=partial(math.dist, start))


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
    tab = min(MAX_TAB_MM, 0.4 * box.depth)
    lean = min(LEAN_SHARE * tab, width / 4)
    side = box.height - paper
    deep = box.depth - paper
    first = side - paper  # the glue tab lies inside the bottom
    # Where each panel ends and the next begins, from the tab down.
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
    long = size.width - paper
    wide = size.depth - paper
    wall = size.height - paper / 2
    tab = min(MAX_TAB_MM, 0.45 * wide, 0.25 * long, wall)
    x = wall  # where the base begins, and y
    y = wall
    base = Panel("base", rectangle(x, y, long, wide).points)
    front = _wall_across("front", x, rectangle(x - wall, y, wall, wide).points)
    back = _wall_across("back", x + long, rectangle(x + long, y, wall, wide).points)
    # The side walls are shorter than the base: their glue tabs lie inside the ends.
    low = x + paper
    high = x + long - paper
    left = _wall_along("left", y, rectangle(low, y - wall, high - low, wall).points)
    right = _wall_along("right", y + wide, rectangle(low, y + wide, high - low, wall).points)
    ends = (
        _TabEnd("front", low, low - tab, x - wall / 2),
        _TabEnd("back", high, high + tab, x + long + wall / 2),
    )
    sides_out = (("left", y, -1), ("right", y + wide, 1))
    tabs: list[Panel] = []
    seats = []
    for end in ends:
        for name, line, out in sides_out:
            number = len(tabs) + 1
            near = line + out * TAB_FREE_MM
            far = line + out * (wall - TAB_FREE_MM)
            lean = out * min(LEAN_SHARE * tab, wall / 4)
            corners = (
                (end.edge, near),
                (end.away, near + lean),
                (end.away, far - lean),
                (end.edge, far),
            )
            clockwise = corners if area(corners) > 0 else corners[::-1]
            hinge = ((end.edge, near), (end.edge, far))
            tabs.append(Panel(f"tab {number}", clockwise, name, hinge, glue=number))
            seats.append(Seat(number, end.name, (end.middle, line - out * tab / 2)))
    panels = (base, front, back, left, right, *tabs)
    return Net(long + 2 * wall, wide + 2 * wall, panels, tuple(seats))


class _TabEnd(NamedTuple):
    """The end of a tray at which tabs are glued; three places along the tray.

    Attributes:
        name: of the panel behind which they are glued.
        edge: where they are folded.
        away: where they end in the flat net.
        middle: of that panel, where their numbers are printed.
    """

    name: str
    edge: float
    away: float
    middle: float


def _wall_across(name: str, x: float, points: tuple[Point, ...]) -> Panel:
    """Return a wall at an end of the base, hinged all along its upright side at x."""
    _, top = min(points)
    _, bottom = max(points)
    return Panel(name, points, "base", ((x, top), (x, bottom)))


def _wall_along(name: str, y: float, points: tuple[Point, ...]) -> Panel:
    """Return a wall at a side of the base, hinged all along its level side at y."""
    left, _ = min(points)
    right, _ = max(points)
    return Panel(name, points, "base", ((left, y), (right, y)))


def check_size(box: BoxSize, paper: float) -> None:
    """Refuse a box with a side under 5 mm, under ten times the thickness of the paper, or over
    400 mm.
    """
    least = max(MIN_SIDE_MM, MIN_SIDE_THICKNESSES * paper)
    for name, length in (("width", box.width), ("depth", box.depth), ("height", box.height)):
        if not least <= length <= MAX_SIDE_MM:
            raise UsageError(
                f"box {box.width:g}x{box.depth:g}x{box.height:g}: {name} {length:g} mm cannot be "
                f"folded from paper of {paper:g} mm; choose {least:g} to {MAX_SIDE_MM} mm"
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
    turning: dict[str, tuple[Panel, ...]] = {}  # whose hinges move a panel: its own first
    folded = {}
    for panel in net.panels:
        turning[panel.name] = ()
        if panel.parent is not None:
            turning[panel.name] = (panel, *turning[panel.parent])
        corners: list[Solid] = [(x, y, 0.0) for x, y in panel.points]
        # Its own hinge first: each turn moves all that hangs on it.
        for hinged in turning[panel.name]:
            corners = [_turned(corner, hinged, share) for corner in corners]
        folded[panel.name] = tuple(corners)
    return folded


def _turned(point: Solid, panel: Panel, share: float) -> Solid:
    """Return a point turned about the hinge of a panel, by a share of a quarter turn."""
    assert panel.hinge is not None  # noqa: S101 - only panels with a parent are turned
    start_x, start_y = panel.hinge[0]
    hinge_x, hinge_y = direction(*panel.hinge)
    # The flat direction across the hinge, out to the panel.
    out_x = -hinge_y
    out_y = hinge_x
    if sum(out_x * (x - start_x) + out_y * (y - start_y) for x, y in panel.points) < 0:
        out_x = -out_x
        out_y = -out_y
    x, y, height = point
    x -= start_x
    y -= start_y
    along = hinge_x * x + hinge_y * y
    out = out_x * x + out_y * y
    if share == 1:  # exactly upright, without the last digits of a sine
        across = height
        depth = -out
    else:
        sine = math.sin(share * math.pi / 2)
        cosine = math.cos(share * math.pi / 2)
        across = out * cosine + height * sine
        depth = height * cosine - out * sine
    turned_x = start_x + hinge_x * along + out_x * across
    turned_y = start_y + hinge_y * along + out_y * across
    return turned_x, turned_y, depth


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
            f"clearance {options.boxes_clearance:g} mm: a tray slides well with "
            f"{low:g} to {high:g} mm"
        )
    weight = options.boxes_paper.lower().removesuffix("g")
    thickness = _thickness_of(weight, options.boxes_paper, templates)
    size, is_inside = _read_size(options.boxes_size, templates)
    if is_inside:
        size = box_around(size, thickness, options.boxes_clearance)
    check_size(size, thickness)
    return Carton(size, weight, thickness)


def _thickness_of(weight: str, written: str, templates: Templates) -> float:
    """Return the thickness of paper of a weight, in mm; ``written`` is how the user wrote it."""
    table = templates.read("tables", "papers", PaperFile)
    papers = {entry.key: entry.thickness for entry in table.papers}
    if weight not in papers:
        raise UnknownNameError("paper weight", written, papers)
    thickness = papers[weight]
    if not MIN_THICKNESS_MM <= thickness <= MAX_THICKNESS_MM:
        raise TemplateError(
            f"papers: thickness {thickness:g} of {weight!r} is not between "
            f"{MIN_THICKNESS_MM} and {MAX_THICKNESS_MM} mm"
        )
    return thickness


def _read_size(written: str, templates: Templates) -> tuple[BoxSize, bool]:
    """Return a size that is written as lengths or as the name of a file, and whether it is the
    room inside.
    """
    lengths = written.removeprefix(INSIDE)
    is_inside = lengths != written
    has_lengths = is_inside or lengths[:1].isdigit()
    if written in templates.names("boxes") or not has_lengths:
        file = templates.read("boxes", written, CartonFile)
        return BoxSize(file.width, file.depth, file.height), file.measured == "inside"
    three = read_lengths(lengths, 3)
    if three is None:
        raise UsageError(
            f"box {quoted(written)}: write 3 lengths in mm, such as 53x36x15 for "
            "its outside, or inside:52x34x13 for the room in its tray"
        )
    return BoxSize(*three), is_inside


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
        if self.turned:  # about its top left corner, which comes to the right
            return Place(x + self.x + height, y + self.y, 1, 90)
        return Place(x + self.x, y + self.y, 1, 0)


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
                f"a piece of {wide:.0f} x {high:.0f} mm is too large for the paper, which has room "
                f"for {width:.0f} x {height:.0f} mm; choose a smaller box or larger paper"
            )
    import rectpack  # noqa: PLC0415 - only nets and lasers need it

    # The library turns each piece greedily; often all of one kind lie better the same way, so both
    # are tried.
    ways: list[Sequence[bool] | None] = [None]
    for turns in product((False, True), repeat=len(pieces)):
        lying = [_laid_size(piece, turned) for piece, turned in zip(pieces, turns, strict=True)]
        if all(wide <= width and high <= height for wide, high in lying):
            ways.append(turns)
    sizes = [(_hundredths(wide + gap), _hundredths(high + gap)) for wide, high in pieces]
    room = (math.floor(100 * (width + gap)), math.floor(100 * (height + gap)))
    packings = []
    for algorithm in (rectpack.MaxRectsBl, rectpack.MaxRectsBssf):
        for way in ways:
            packer = rectpack.newPacker(pack_algo=algorithm, rotation=way is None)
            packings.append(_pack(packer, sizes, counts, room, way))
    return min(packings, key=_badness)


#: The width and height of a piece.
_Sides = tuple[float, float]


def _laid_size(piece: _Sides, turned: bool) -> _Sides:
    """Return the width and height that a piece takes, as it lies."""
    wide, high = piece
    return (high, wide) if turned else (wide, high)


def _hundredths(length: float) -> int:
    """Return a length in mm as the packing library counts it: in hundredths of a mm, rounded up."""
    return math.ceil(100 * length)


def _pack(
    packer: Any,
    sizes: Sequence[tuple[int, int]],
    counts: Sequence[int],
    room: tuple[int, int],
    turns: Sequence[bool] | None,
) -> list[list[Laid]]:
    """Return the pieces of each sheet as a packer lays them: each kind turned or not, or, without
    ``turns``, each piece as the packer likes it.
    """
    for kind, count in enumerate(counts):
        wide, high = sizes[kind]
        if turns is not None and turns[kind]:
            wide, high = high, wide
        for _ in range(count):
            packer.add_rect(wide, high, rid=kind)
    packer.add_bin(*room, count=float("inf"))
    packer.pack()
    sheets: dict[int, list[Laid]] = {}
    for number, x, y, wide, high, kind in packer.rect_list():
        # A piece as wide as it is high is the same either way.
        is_turned = (wide, high) != sizes[kind]
        sheets.setdefault(number, []).append(Laid(kind, x / 100, y / 100, is_turned))
    return [sorted(sheets[number], key=lambda laid: (laid.y, laid.x)) for number in sorted(sheets)]


def _badness(sheets: Sequence[Sequence[Laid]]) -> tuple[int, int]:
    """Return the number of sheets, and how many pieces lie on their side."""
    turned = 0
    for sheet in sheets:
        turned += sum(laid.turned for laid in sheet)
    return len(sheets), turned
