"""Short pages share a sheet: what ends half-way down is followed, on the same sheet, by what comes next.

A part is drawn as for pages of its own. Where its first page then finds room below the page before, it is moved there;
where it does not, and may be drawn smaller, it is drawn anew for a sheet as low as the room that is left.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from kitgen.paper.document import Beginning, Sheet
from kitgen.paper.layout.frame import content_area
from kitgen.paper.layout.papers import Page
from kitgen.paper.layout.wall import extent
from kitgen.paper.marks.scene import Place

#: Between what ends and what begins on a sheet, in mm.
BETWEEN = 7.0
#: Less room than this share of a page is left as it is: nothing is drawn smaller for it.
LEAST = 0.2


class Sharing:
    """The sheets of a document, part after part.

    Args:
        page: the paper.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.sheets: list[Sheet] = []
        self._open = False

    def add(
        self, sheets: Sequence[Sheet], *, shares: bool, smaller: Callable[[Page], Sequence[Sheet]] | None = None
    ) -> None:
        """Add the sheets of a part.

        Args:
            sheets: as they are on pages of their own.
            shares: whether they may lie below others, and others below them.
            smaller: draws the part for lower paper; None where it is not to be drawn smaller.
        """
        if shares and smaller is not None and len(sheets) == 1 and self._taken(sheets[0]) is None:
            sheets = self._smaller(sheets, smaller)
        for sheet in sheets:
            taken = self._taken(sheet) if shares else None
            if taken is None:
                self.sheets.append(sheet)
            else:
                self.sheets[-1] = _below(self.sheets[-1], sheet, taken)
            self._open = shares

    def _taken(self, sheet: Sheet) -> float | None:
        """Return how far a sheet is moved down below the last one, in mm; None where it finds no room there."""
        if not self._open or not self.sheets or not _alike(self.sheets[-1], sheet):
            return None
        taken = used(self.sheets[-1], self.page) + BETWEEN
        return taken if taken + used(sheet, self.page) <= content_area(self.page)[3] else None

    def _smaller(self, sheets: Sequence[Sheet], draw: Callable[[Page], Sequence[Sheet]]) -> Sequence[Sheet]:
        """Return a part drawn for the room that the last sheet leaves, where it then finds room there."""
        if not self._open or not self.sheets or not _alike(self.sheets[-1], sheets[0]):
            return sheets
        taken = used(self.sheets[-1], self.page) + BETWEEN
        if content_area(self.page)[3] - taken < LEAST * self.page.height:
            return sheets
        drawn = draw(replace(self.page, height=self.page.height - taken))
        return drawn if len(drawn) == 1 and self._taken(drawn[0]) is not None else sheets


def used(sheet: Sheet, page: Page) -> float:
    """Return how much of the height of a page a sheet takes that has no frame yet, in mm."""
    top = content_area(page)[1]
    return max((extent(mark)[3] for mark in sheet.scene.marks), default=top) - top


def _alike(one: Sheet, other: Sheet) -> bool:
    """Return whether two pages can be one: on the same paper, with the same foot."""

    def foot(sheet: Sheet) -> tuple[object, ...]:
        return sheet.framed, sheet.tile, sheet.ruler, sheet.ink, sheet.stock, sheet.scene.width

    return foot(one) == foot(other) and one.framed and not one.tile


def _below(sheet: Sheet, other: Sheet, taken: float) -> Sheet:
    """Return a sheet with another one drawn on it, so many mm further down."""
    place = Place(0, taken)
    sheet.scene.add(*(mark.placed(place) for mark in other.scene.marks))
    if sheet.last_part == other.part:
        return sheet
    return replace(sheet, below=(*sheet.below, Beginning(other.part, other.title, other.shows, round(taken, 3))))
