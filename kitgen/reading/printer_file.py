"""What a printer makes of lengths: its scale and offset, measured once and kept as
``templates/printers/NAME.toml``.

The sheet ``printer`` shows a frame of a known size in a known place. Four lengths measured on the
printed sheet say how much the printer stretches a page across and down, and by how much it moves
it.
"""

import re
from collections.abc import Sequence
from typing import Annotated

import msgspec
from msgspec import Meta

from kitgen.errors import UnknownNameError, UsageError, quoted, suggested
from kitgen.papers import Point, listed_lengths
from kitgen.reading.templates import Templates

#: The folder of printers in a folder of templates.
PRINTERS = "printers"
#: The frame as it is drawn, in mm: its width and height, and how far its corner is from the left
#: and upper edge.
FRAME_WIDTH = 180.0
FRAME_HEIGHT = 230.0
FRAME_LEFT = 15.0
FRAME_TOP = 20.0
#: A printer stretches a page by at most this share; *Fit to page* shrinks it by more.
MAX_STRETCH = 0.03
#: It moves the frame by at most so many mm.
MAX_MOVE_MM = 10.0
#: A name of a printer: no number, which would be a measured length.
NAME = re.compile(r"[a-z][a-z0-9_-]{0,39}")
#: A length with a decimal point or comma, as people type it.
_LENGTH = re.compile(r"([0-9]{1,3})(?:[.,]([0-9]{1,2}))?\s*(?:mm)?")

Scale = Annotated[float, Meta(ge=1 - MAX_STRETCH, le=1 + MAX_STRETCH)]
Move = Annotated[float, Meta(ge=-MAX_MOVE_MM - 1, le=MAX_MOVE_MM + 1)]


class Printer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a printer scales a page from its upper left corner, across and down, and then moves it
    right and down, in mm.

    It is the schema of ``templates/printers/NAME.toml``, too.

    >>> printer = Printer(scale_x=0.99, scale_y=1, offset_x=0.5, offset_y=0)
    >>> printer.printed((100, 50)), printer.drawn((99.5, 50))
    ((99.5, 50), (100.0, 50.0))
    """

    scale_x: Scale
    scale_y: Scale
    offset_x: Move
    offset_y: Move

    def printed(self, point: Point) -> Point:
        """Return where a point of a page lies on the paper."""
        x, y = point
        return self.scale_x * x + self.offset_x, self.scale_y * y + self.offset_y

    def drawn(self, point: Point) -> Point:
        """Return the point of a page that must be drawn to lie in a place on the paper."""
        x, y = point
        return (x - self.offset_x) / self.scale_x, (y - self.offset_y) / self.scale_y


class MeasuredLength(msgspec.Struct, frozen=True):
    """One of the four lengths: its letter on the sheet, what it is, and its drawn, least and
    greatest length in mm.
    """

    letter: str
    about: str
    drawn: float
    least: float
    most: float

    def read(self, text: str) -> float:
        """Return a typed length in mm; ``UsageError`` with what is possible if it cannot be this
        one.

        >>> LENGTHS[0].read("178,5"), LENGTHS[0].read("178.5 mm")
        (178.5, 178.5)
        """
        match = _LENGTH.fullmatch(text.strip())
        possible = f"{self.least:g} to {self.most:g} mm are possible"
        if match is None:
            example = str(self.drawn - 0.5)
            with_comma = example.replace(".", ",")
            raise UsageError(
                f"{self.letter} {quoted(text)}: write {self.about} in mm, such as "
                f"{example} or {with_comma}; {possible}"
            )
        length = float(f"{match[1]}.{match[2] or 0}")
        if not self.least <= length <= self.most:
            raise UsageError(
                f"{self.letter} {length:g} mm: {self.about} is drawn {self.drawn:g} mm long, and "
                f"{possible}; print the sheet at 100%, not with 'Fit to page', and measure again"
            )
        return length


def _side(letter: str, about: str, drawn: float) -> MeasuredLength:
    least = round((1 - MAX_STRETCH) * drawn, 1)
    most = round((1 + MAX_STRETCH) * drawn, 1)
    return MeasuredLength(letter, about, drawn, least, most)


def _distance(letter: str, about: str, drawn: float) -> MeasuredLength:
    return MeasuredLength(letter, about, drawn, drawn - MAX_MOVE_MM, drawn + MAX_MOVE_MM)


#: The four lengths, in the order in which they are asked for.
LENGTHS = (
    _side("A", "the width of the frame", FRAME_WIDTH),
    _side("B", "the height of the frame", FRAME_HEIGHT),
    _distance("C", "the distance from the left edge of the paper to the frame", FRAME_LEFT),
    _distance("D", "the distance from the upper edge of the paper to the frame", FRAME_TOP),
)


def measured_printer(lengths: Sequence[float]) -> Printer:
    """Return the printer that makes these lengths of the frame: width, height, and distance from
    the left and the top.

    >>> measured_printer((178.2, 230, 15.35, 20))
    Printer(scale_x=0.99, scale_y=1.0, offset_x=0.5, offset_y=0.0)
    """
    width, height, left, top = lengths
    scale_x = round(width / FRAME_WIDTH, 5)
    scale_y = round(height / FRAME_HEIGHT, 5)
    return Printer(
        scale_x=scale_x,
        scale_y=scale_y,
        offset_x=round(left - scale_x * FRAME_LEFT, 2),
        offset_y=round(top - scale_y * FRAME_TOP, 2),
    )


def read_measured(text: str) -> Printer:
    """Return the printer of four measured lengths with commas between them.

    >>> read_measured("180, 230, 15, 20")
    Printer(scale_x=1.0, scale_y=1.0, offset_x=0.0, offset_y=0.0)
    """
    parts = listed_lengths(text).split(",")
    if len(parts) != len(LENGTHS):
        raise UsageError(
            f"measured {quoted(text)}: write the four lengths A,B,C,D in mm, such as "
            "178.5,228.5,15.5,20, or with decimal commas and blanks between them, such as "
            "'178,5 228,5 15,5 20'"
        )
    lengths = [length.read(part) for length, part in zip(LENGTHS, parts, strict=True)]
    return measured_printer(lengths)


def read_printer(text: str, templates: Templates) -> Printer:
    """Return a printer by its name, or that of four measured lengths.

    >>> read_printer("178.2,230,15,20", Templates()).scale_x
    0.99
    """
    if text[:1].isdigit():
        return read_measured(text)
    names = templates.names(PRINTERS)
    if not names:
        raise UsageError(
            f"there is no printer {quoted(text)}; measure it with "
            f"{suggested('kitgen', 'printer', 'new', text)}"
        )
    if text not in names:
        raise UnknownNameError(
            "printer", text, names, hint="'kitgen printer new NAME' measures another"
        )
    return templates.read(PRINTERS, text, Printer)
