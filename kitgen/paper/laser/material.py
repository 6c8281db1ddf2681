"""Settings of a laser cutter: colours, kerf, material and sizes, from ``templates/laser/``."""

from typing import Annotated

import msgspec
from msgspec import Meta

from kitgen.errors import TemplateError
from kitgen.paper.job import Job
from kitgen.paper.marks.scene import Stroke
from kitgen.reading.schema import Fill, TextLine, Words
from kitgen.reading.templates import Templates

#: A side of the largest sheet, in mm.
SheetSide = Annotated[float, Meta(ge=100, le=5000)]


class Laser(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The schema of a file in ``templates/laser/``; lengths in mm.

    Attributes:
        source: whose map of colours it is.
        title: its name by language.
        cut, score, engrave: the colour of lines that go through, half through, and onto the
            surface.
        line: width of all lines.
        kerf: what the beam burns away.
        thickness: of the material.
        sheet: width and height of the largest one.
        cell, token: the side of a cell of the board, and the diameter of a token that stands for a
            bead.
        gap: between two pieces.
    """

    source: TextLine
    title: Words
    cut: Fill
    score: Fill
    engrave: Fill
    line: Annotated[float, Meta(ge=0.001, le=1)]
    kerf: Annotated[float, Meta(ge=0, le=1)]
    thickness: Annotated[float, Meta(ge=1, le=10)]
    sheet: tuple[SheetSide, SheetSide]
    cell: Annotated[float, Meta(ge=10, le=200)]
    token: Annotated[float, Meta(ge=6, le=60)]
    gap: Annotated[float, Meta(ge=0, le=50)]

    def stroke(self, colour: str) -> Stroke:
        """Return the line in one of the colours."""
        return Stroke(colour, self.line)


def read_laser(name: str, templates: Templates) -> Laser:
    """Return a map of colours with its measures."""
    laser = templates.read("laser", name, Laser)
    if len({laser.cut, laser.score, laser.engrave}) < 3:
        raise TemplateError(
            f"laser/{name}.toml: two of 'cut', 'score' and 'engrave' share a colour"
        )
    if laser.gap < laser.kerf:
        raise TemplateError(f"laser/{name}.toml: key 'gap' is {laser.gap:g} mm, under the kerf")
    return laser


def check_laser(job: Job) -> None:
    """Refuse a map of colours that cannot be used."""
    read_laser(job.options.laser, job.templates)
