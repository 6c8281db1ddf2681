"""Says where on a sheet a mark lies and what it is, in the words of whoever cuts and reads it."""

import math
from collections.abc import Sequence

from kitgen.check.pdf.boxes import PrintedBox
from kitgen.check.pdf.drawn.marks import Bounds, Letters, Point, Shape, holds
from kitgen.check.pdf.drawn.recognise import find_arrow, find_piece, find_symbol, is_line, is_rectangle
from kitgen.check.sheets.differences import Differing, Mark, measures_of
from kitgen.kit.job_json import JobFile
from kitgen.kit.kit import Kit

#: How far round a card or board what lies there still belongs to it, in mm: its id, and the arrows that lead to it.
ROUND = 7.0
PIECES = {"pawn-dark": "the dark pawn", "pawn-light": "the light pawn", "counter": "the counter", "ring": "the ring",
          "cross": "the cross"}  # fmt: skip


class Names:
    """Names for what is on the pages of a print.

    Args:
        kit: the kit, whose colours have letters.
        job: the print run, which says what part a sheet belongs to.
        places: for each page which sheet it is, from 0; None for one that is none.
    """

    def __init__(self, kit: Kit, job: JobFile | None, places: Sequence[int | None]) -> None:
        self._kit, self._job, self._places = kit, job, places
        self._letters = {colour.fill.upper(): colour.letter for colour in kit.palette}

    def page(self, number: int, at: Point | None = None) -> str:
        """Return which sheet it is, and which part of the print."""
        place = self._places[number - 1]
        if place is None:
            return f"page {number}"
        said = f"page {number}" if place == number - 1 else f"page {number}, sheet {place + 1}"
        part = None if self._job is None else self._job.part_at(place + 1, 0.0 if at is None else at[1])
        return said if part is None else f"{said}, {part.name}"

    def place(self, number: int, bounds: Bounds, boxes: Sequence[PrintedBox]) -> str:
        """Return the sheet, the part, and the box that something belongs to, where it belongs to one."""
        centre = (bounds[0] + bounds[2]) / 2, (bounds[1] + bounds[3]) / 2
        where = self.page(number, centre)
        near = [box for box in boxes if box.id is not None and _belongs(box, centre)]
        best = min(near, key=lambda box: (not holds(box.bounds, centre), math.dist(box.at, centre)), default=None)
        return where if best is None else f"{where}, box {best.id}"

    def mark(self, mark: Mark) -> str:
        """Return what a mark is."""
        if isinstance(mark, Letters):
            return f"“{mark.text[:60]}”"
        letter = self._letters.get((mark.fill or mark.stroke or "").upper())
        of = f" of {letter}" if letter else ""
        if find_arrow(mark) is not None:
            return f"the arrow{of}" if of else "a grey arrow"
        if (piece := find_piece(mark)) is not None:
            return PIECES.get(piece, piece)
        if of and find_symbol(mark) is not None:
            return f"the badge{of}"
        if is_line(mark):
            return "a line"
        kind = "rectangle" if is_rectangle(mark) else "outline"
        return f"a {kind} of {_length(mark.size[0])} x {_length(mark.size[1])} mm"

    def change(self, change: Differing) -> str:
        """Return what is wrong with a mark."""
        expected, found = change.expected, change.found
        if expected is None:
            return f"{self.mark(found)} does not belong there" if found is not None else ""
        if found is None:
            return f"{self.mark(expected)} is not there"
        if change.covered:
            return f"{self.mark(expected)} is drawn in another order, over or under what lies there"
        return f"{self.mark(expected)} {_how(expected, found)}"


def _belongs(box: PrintedBox, centre: Point) -> bool:
    """Return whether a place is on a box's card, or close round its board."""
    if any(box.bounds):
        return holds(box.bounds, centre, ROUND)
    return math.dist(box.at, centre) < 4 * ROUND


def _how(expected: Mark, found: Mark) -> str:
    """Return in what a mark differs from the one that should be there."""
    if isinstance(expected, Letters) and isinstance(found, Letters):
        if expected.text != found.text:
            return f"is “{found.text[:60]}”"
        if abs(expected.size - found.size) > 0.05:
            return f"is {found.size / expected.size:.0%} as large"
        if expected.fill != found.fill:
            return f"is {found.fill} instead of {expected.fill}"
        if round(expected.turn) != round(found.turn):
            return f"is turned by {(found.turn - expected.turn) % 360:.0f}°"
        if expected.look != found.look:
            return "has letters that look otherwise than they should"
    if isinstance(expected, Shape) and isinstance(found, Shape):
        if expected.fill != found.fill:
            return f"is filled with {found.fill or 'nothing'} instead of {expected.fill or 'nothing'}"
        if (expected.stroke, expected.manner) != (found.stroke, found.manner):
            return f"has a line of {found.stroke or 'nothing'} instead of {expected.stroke or 'nothing'}"
        if expected.steps != found.steps or len(measures_of(expected)) != len(measures_of(found)):
            return "has another outline"
        size, other = max(expected.size), max(found.size)
        if size and abs(size - other) > 0.1:
            return f"is {other / size:.0%} as large"
    off = math.dist(expected.centre, found.centre)
    return f"lies {off:.1f} mm off" if off > 0.05 else "is changed in its line or outline"


def _length(length: float) -> str:
    return f"{length:.1f}".removesuffix(".0")
