"""Short pages share a sheet: what ends half-way down is followed, on the same sheet, by what comes next.

A part is drawn as for pages of its own. Where its first page then finds room below the page before, it is moved there;
where it does not, and may be drawn smaller, it is drawn anew for a sheet as low as the room that is left. A print of
the fewest sheets gives up the order of use for it: there a part goes below any other, until no two can share a sheet.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import permutations

from kitgen.paper.document import Sheet
from kitgen.paper.layout.frame import content_area
from kitgen.paper.layout.papers import Page
from kitgen.paper.layout.wall import extent
from kitgen.paper.marks.scene import Place

#: Between what ends and what begins on a sheet, in mm.
BETWEEN = 7.0
#: Less room than this share of a page is left as it is: nothing is drawn smaller for it.
LEAST = 0.15

#: Draws a part for lower paper; no sheets where it finds no room there.
Draw = Callable[[Page], Sequence[Sheet]]


class _Run:
    """Sheets that stay together: a part, or several of which one begins where the other ends.

    Args:
        sheets: in order.
        shares: whether they may lie below others, and others below them.
        smaller: draws them for lower paper; None where they are not to be drawn smaller.
    """

    def __init__(self, sheets: Sequence[Sheet], shares: bool, smaller: Draw | None) -> None:
        self.sheets, self.shares, self.smaller = list(sheets), shares, smaller


class Sharing:
    """The sheets of a document, part after part.

    Args:
        page: the paper.
        fewest: True where parts may leave the order of use, so that the fewest sheets are needed.
    """

    def __init__(self, page: Page, *, fewest: bool = False) -> None:
        self.page = page
        self.fewest = fewest
        self._runs: list[_Run] = []

    def joined(self) -> list[Sheet]:
        """Return the sheets of all parts that were added; those of the fewest are put together now."""
        while self.fewest and self._join_two():
            pass
        return [sheet for run in self._runs for sheet in run.sheets]

    def add(self, sheets: Sequence[Sheet], *, shares: bool, smaller: Draw | None = None) -> None:
        """Add the sheets of a part.

        Args:
            sheets: as they are on pages of their own.
            shares: whether they may lie below others, and others below them.
            smaller: draws the part for lower paper; None where it is not to be drawn smaller.
        """
        run = _Run(sheets, shares, smaller)
        if not run.sheets:
            return
        if self.fewest or not self._runs or not self._join(self._runs[-1], self._fitting(self._runs[-1], run)):
            self._runs.append(_Run([], shares, smaller))
            self._join(self._runs[-1], run.sheets)

    def _join_two(self) -> bool:
        """Put one run below another, and return whether any found room: as it is, or else drawn smaller."""
        pairs = list(permutations(self._runs, 2))
        as_is = [pair for pair in pairs if self._room(*pair) is not None]
        if as_is:  # the tightest first: what is left is then of most use to others
            above, below = min(as_is, key=lambda pair: self._room(*pair) or 0.0)
            sheets: Sequence[Sheet] = below.sheets
        else:
            drawn = ((above, below, self._fitting(above, below)) for above, below in pairs)
            found = next((one for one in drawn if one[2]), None)
            if found is None:
                return False
            above, below, sheets = found
        self._runs.remove(below)
        return self._join(above, sheets)

    def _fitting(self, above: _Run, below: _Run) -> Sequence[Sheet]:
        """Return the sheets of a run that find room below another, drawn smaller if need be; none if they do not."""
        if self._room(above, below) is not None:
            return below.sheets
        ends, begins = above.sheets[-1], below.sheets[0]
        draws = below.smaller is not None and len(below.sheets) == 1 and not begins.below
        if below.smaller is None or not draws or not (above.shares and below.shares and _alike(ends, begins)):
            return ()
        taken = used(ends, self.page) + BETWEEN
        if content_area(self.page)[3] - taken < LEAST * self.page.height:
            return ()
        drawn = below.smaller(replace(self.page, height=self.page.height - taken))
        return drawn if len(drawn) == 1 and self._left(ends, drawn[0]) is not None else ()

    def _join(self, run: _Run, sheets: Sequence[Sheet]) -> bool:
        """Add sheets at the end of a run, each on the one before where it finds room; return whether there are any."""
        for sheet in sheets:
            if run.shares and run.sheets and self._left(run.sheets[-1], sheet) is not None:
                run.sheets[-1] = _below(run.sheets[-1], sheet, used(run.sheets[-1], self.page) + BETWEEN)
            else:
                run.sheets.append(sheet)
        return bool(sheets)

    def _room(self, above: _Run, below: _Run) -> float | None:
        """Return what is left of a sheet where a run begins below another, in mm; None where it finds no room there."""
        return self._left(above.sheets[-1], below.sheets[0]) if above.shares and below.shares else None

    def _left(self, sheet: Sheet, other: Sheet) -> float | None:
        """Return what is left of a sheet with another one drawn on it, in mm; None where that finds no room there."""
        left = content_area(self.page)[3] - used(sheet, self.page) - BETWEEN - used(other, self.page)
        return left if left >= 0 and _alike(sheet, other) else None


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
    moved = [replace(begun, top=round(begun.top + taken, 3)) for begun in other.beginnings]
    return replace(sheet, below=(*sheet.below, *moved[sheet.last_part == other.part :]))
