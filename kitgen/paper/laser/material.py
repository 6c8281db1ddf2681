"""What a laser cutter is told: colours, kerf, material and sizes, from ``templates/laser/``."""

import re

import msgspec

from kitgen.errors import TemplateError
from kitgen.paper.marks.scene import Stroke
from kitgen.templates import Templates


class Laser(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The schema of a file in ``templates/laser/``, and what it says.

    Attributes:
        source: whose map of colours it is.
        title: its name by language.
        cut, score, engrave: the colour of lines that go through, half through, and onto the surface.
        line: width of all lines, in mm.
        kerf: what the beam burns away, in mm.
        thickness: of the material, in mm.
        sheet: width and height of the largest sheet, in mm.
        cell: side of a cell of the board, in mm.
        token: diameter of a token that stands for a bead, in mm.
        gap: between two pieces, in mm.
    """

    source: str
    title: dict[str, str]
    cut: str
    score: str
    engrave: str
    line: float
    kerf: float
    thickness: float
    sheet: tuple[float, float]
    cell: float
    token: float
    gap: float

    def stroke(self, colour: str) -> Stroke:
        """Return the line in one of the colours."""
        return Stroke(colour, self.line)


def read_laser(name: str, templates: Templates) -> Laser:
    """Return a map of colours with its measures.

    Raises:
        UnknownNameError: there is no such map.
        TemplateError: its file is wrong.
    """
    laser = templates.read("laser", name, Laser)
    for key in ("cut", "score", "engrave"):
        if re.fullmatch("#[0-9A-Fa-f]{6}", getattr(laser, key)) is None:
            raise TemplateError(f"laser/{name}.toml: key {key!r} is not written as #RRGGBB")
    if len({laser.cut, laser.score, laser.engrave}) < 3:
        raise TemplateError(f"laser/{name}.toml: two of 'cut', 'score' and 'engrave' share a colour")
    limits = {"line": (0.001, 1), "kerf": (0, 1), "thickness": (1, 10), "cell": (10, 200), "token": (6, 60)}
    for key, (low, high) in limits.items():
        if not low <= getattr(laser, key) <= high:
            raise TemplateError(f"laser/{name}.toml: key {key!r} is not between {low:g} and {high:g} mm")
    if min(laser.sheet) < 100 or not laser.kerf <= laser.gap <= 50:
        raise TemplateError(f"laser/{name}.toml: 'sheet' is under 100 mm, or 'gap' under the kerf or over 50 mm")
    return laser
