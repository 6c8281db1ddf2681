"""Sizes and papers of boxes to fold, and packing of their nets on sheets."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import msgspec

from kitgen.errors import TemplateError, UnknownNameError, UsageError, quoted
from kitgen.paper.fold.net import BoxSize, check_size
from kitgen.paper.job import PartOptions
from kitgen.paper.marks.scene import Scene
from kitgen.schema import Millimetres, TextLine, Words
from kitgen.templates import Templates

#: The clearances that work, in mm: tighter and the tray sticks, looser and it falls out.
CLEARANCES = (0.5, 1.0)


class CartonFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The schema of a file in ``templates/boxes/``; lengths in mm as in ``BoxSize``."""

    source: TextLine
    title: Words
    width: Millimetres
    depth: Millimetres
    height: Millimetres


class PaperEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One paper: its weight in g/m² as users write it, and its thickness in mm."""

    key: TextLine
    thickness: Millimetres


class PaperFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The schema of ``templates/tables/papers.toml``."""

    papers: tuple[PaperEntry, ...]


@dataclass(frozen=True, slots=True)
class Carton:
    """A box to fold: its outside, the weight of its paper as users write it; in mm its thickness, and the clearance."""

    size: BoxSize
    weight: str
    paper: float
    clearance: float


def read_carton(options: PartOptions, templates: Templates) -> Carton:
    """Return the box to fold that the options describe."""
    low, high = CLEARANCES
    if not low <= options.clearance <= high:
        raise UsageError(f"clearance {options.clearance:g} mm: a tray slides well with {low:g} to {high:g} mm")
    papers = {entry.key: entry.thickness for entry in templates.read("tables", "papers", PaperFile).papers}
    weight = options.paper.lower().removesuffix("g")
    if weight not in papers:
        raise UnknownNameError("paper weight", options.paper, papers)
    if not 0.05 <= papers[weight] <= 1:
        raise TemplateError(f"papers: thickness {papers[weight]:g} of {weight!r} is not between 0.05 and 1 mm")
    if options.box in templates.names("boxes") or not options.box[:1].isdigit():
        file = templates.read("boxes", options.box, CartonFile)
        size = BoxSize(file.width, file.depth, file.height)
    else:
        side = r"([0-9]{1,4}(?:\.[0-9]+)?)"
        sides = re.fullmatch(rf"\s*{side}\s*x\s*{side}\s*x\s*{side}\s*", options.box.lower().replace("×", "x"))
        if sides is None:
            raise UsageError(f"box {quoted(options.box)}: write 3 lengths in mm, such as 53x36x15")
        size = BoxSize(*map(float, sides.groups()))
    check_size(size, papers[weight])
    return Carton(size, weight, papers[weight], options.clearance)


@dataclass(frozen=True, slots=True)
class Laid:
    """The place of a piece of one kind on a sheet: its top left corner in mm, and whether it lies on its side."""

    kind: int
    x: float
    y: float
    turned: bool

    def place(self, scene: Scene, piece: Scene, x: float, y: float) -> None:
        """Draw the piece on a sheet whose top left corner is at x, y."""
        shift, turn = (piece.height, 90) if self.turned else (0, 0)
        scene.place(piece, x + self.x + shift, y + self.y, turn=turn)


def lay_out(
    pieces: Sequence[tuple[float, float]], counts: Sequence[int], width: float, height: float, gap: float
) -> list[list[Laid]]:
    """Return the pieces of each sheet from the top left: few sheets, and then as many pieces upright as possible.

    ``pieces`` are the width and height of each kind, ``counts`` their numbers, ``gap`` is between two; all in mm.

    >>> [len(sheet) for sheet in lay_out([(40, 100), (60, 30)], [3, 3], 190, 260, 2)]
    [6]
    """
    for wide, high in pieces:
        if min(wide, high) > min(width, height) or max(wide, high) > max(width, height):
            raise UsageError(
                f"a piece of {wide:.0f} x {high:.0f} mm is too large for the paper, which has room for "
                f"{width:.0f} x {height:.0f} mm; choose a smaller box or larger paper"
            )
    import rectpack  # noqa: PLC0415 - only nets and lasers need it

    # The library counts in hundredths of a mm.
    sizes = [tuple(math.ceil(100 * (length + gap)) for length in piece) for piece in pieces]

    def pack(algorithm: Any, turns: Sequence[bool] | None) -> list[list[Laid]]:
        packer = rectpack.newPacker(pack_algo=algorithm, rotation=turns is None)
        for kind, count in enumerate(counts):
            for _ in range(count):
                packer.add_rect(*(sizes[kind][::-1] if turns and turns[kind] else sizes[kind]), rid=kind)
        packer.add_bin(*(math.floor(100 * (length + gap)) for length in (width, height)), count=float("inf"))
        packer.pack()
        sheets: dict[int, list[Laid]] = {}
        for number, x, y, wide, high, kind in packer.rect_list():
            # A piece as wide as it is high is the same either way.
            sheets.setdefault(number, []).append(Laid(kind, x / 100, y / 100, (wide, high) != sizes[kind]))
        return [sorted(sheets[number], key=lambda laid: (laid.y, laid.x)) for number in sorted(sheets)]

    # The library turns each piece greedily; often all of one kind lie better the same way, so both are tried.
    ways: list[Sequence[bool] | None] = [None]
    for turns in product((False, True), repeat=len(pieces)):
        lying = (piece[::-1] if turned else piece for piece, turned in zip(pieces, turns, strict=True))
        if all(wide <= width and high <= height for wide, high in lying):
            ways.append(turns)
    packings = [pack(algorithm, turns) for algorithm in (rectpack.MaxRectsBl, rectpack.MaxRectsBssf) for turns in ways]
    return min(packings, key=lambda sheets: (len(sheets), sum(laid.turned for sheet in sheets for laid in sheet)))
