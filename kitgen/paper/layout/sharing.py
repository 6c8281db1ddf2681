"""Short pages share a sheet: what ends half-way down is followed, on the same sheet, by what comes next.

A part is drawn as for pages of its own. Where its first page then finds room below the page before, it is moved there;
where it does not, and may be drawn smaller, it is drawn anew for a sheet as low as the room that is left. A print of
the fewest sheets gives up the order of use for it: there a part goes below any other, and all ways to do so are tried.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from kitgen.paper.document import Sheet
from kitgen.paper.layout.fewest import MOST, fewest_chains
from kitgen.paper.layout.frame import content_area
from kitgen.paper.layout.papers import Page
from kitgen.paper.layout.wall import extent
from kitgen.paper.marks.scene import Place

#: Between what ends and what begins on a sheet, in mm.
BETWEEN = 7.0
#: Less room than this share of a page is left as it is: nothing is drawn smaller for it.
LEAST = 0.15
#: Lengths that differ by less are the same, in mm.
TOLERANCE = 1e-6

#: Draws a part for lower paper; no sheets where it finds no room there.
Draw = Callable[[Page], Sequence[Sheet]]


class _Run:
    """Sheets that stay together: a part, or several of which one begins where the other ends.

    Args:
        sheets: in order.
        shares: whether they may lie below others, and others below them.
        smaller: draws them for lower paper; None where they are not to be drawn smaller.

    Attributes:
        lower: how they were drawn for a sheet on which so many mm are left; empty where they found no room.
        too_low: the most mm in which they found no room.
    """

    def __init__(self, sheets: Sequence[Sheet], shares: bool, smaller: Draw | None) -> None:
        self.sheets, self.shares, self.smaller = list(sheets), shares, smaller
        self.lower: dict[float, Sequence[Sheet]] = {}
        self.too_low = 0.0


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
        sharing = [run for run in self._runs if run.shares] if self.fewest else []
        for start in range(0, len(sharing), MOST):
            runs = sharing[start : start + MOST]
            ends = [used(run.sheets[-1], self.page) for run in runs]
            fits = partial(self._fits, runs)
            for first, *others in fewest_chains(ends, fits):
                for number in others:
                    self._join(runs[first], self._fitting(runs[first], runs[number]))
                    self._runs.remove(runs[number])
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

    def _fits(self, runs: Sequence[_Run], above: int, below: int, taken: float) -> tuple[float, bool] | None:
        """Return how much of a sheet is taken where a run lies below another, and whether it is drawn smaller."""
        run = runs[below]
        if not _alike(runs[above].sheets[-1], run.sheets[0]):
            return None
        sheets = self._below(run, taken)
        if not sheets:
            return None
        ends = used(sheets[-1], self.page)
        return (ends if len(sheets) > 1 else taken + BETWEEN + ends), sheets is not run.sheets

    def _fitting(self, above: _Run, below: _Run) -> Sequence[Sheet]:
        """Return the sheets of a run that find room below another, drawn smaller if need be; none if they do not."""
        ends = above.sheets[-1]
        if not (above.shares and below.shares and _alike(ends, below.sheets[0])):
            return ()
        return self._below(below, used(ends, self.page))

    def _below(self, run: _Run, taken: float) -> Sequence[Sheet]:
        """Return the sheets of a run of which the first finds room where so much is taken of a sheet, in mm."""
        left = content_area(self.page)[3] - taken - BETWEEN
        if used(run.sheets[0], self.page) <= left + TOLERANCE:
            return run.sheets
        low = round(left, 3)
        if run.smaller is None or len(run.sheets) > 1 or left < LEAST * self.page.height or low <= run.too_low:
            return ()
        if low not in run.lower:
            drawn = run.smaller(replace(self.page, height=self.page.height - taken - BETWEEN))
            run.lower[low] = drawn if len(drawn) == 1 and used(drawn[0], self.page) <= left + TOLERANCE else ()
            run.too_low = run.too_low if run.lower[low] else low
        return run.lower[low]

    def _join(self, run: _Run, sheets: Sequence[Sheet]) -> bool:
        """Add sheets at the end of a run, each on the one before where it finds room; return whether there are any."""
        for sheet in sheets:
            if run.shares and run.sheets and self._has_room(run.sheets[-1], sheet):
                run.sheets[-1] = _put_below(run.sheets[-1], sheet, self.page)
            else:
                run.sheets.append(sheet)
        return bool(sheets)

    def _has_room(self, sheet: Sheet, other: Sheet) -> bool:
        """Return whether a sheet has room below it for another one."""
        taken = used(sheet, self.page) + BETWEEN + used(other, self.page)
        return taken <= content_area(self.page)[3] + TOLERANCE and _alike(sheet, other)


def used(sheet: Sheet, page: Page) -> float:
    """Return how much of the height of a page a sheet takes that has no frame yet, in mm."""
    top = content_area(page)[1]
    return max((extent(mark)[3] for mark in sheet.scene.marks), default=top) - top


def _alike(one: Sheet, other: Sheet) -> bool:
    """Return whether two pages can be one: on the same paper, with the same foot."""

    def foot(sheet: Sheet) -> tuple[object, ...]:
        return sheet.framed, sheet.tile, sheet.ruler, sheet.ink, sheet.stock, sheet.scene.width

    return foot(one) == foot(other) and one.framed and not one.tile


def _put_below(sheet: Sheet, other: Sheet, page: Page) -> Sheet:
    """Return a sheet with another one drawn on it, below all that is there."""
    taken, top = used(sheet, page) + BETWEEN, content_area(page)[1]
    sheet.scene.add(*(mark.placed(Place(0, taken)) for mark in other.scene.marks))
    moved = [replace(begun, top=round(max(begun.top, top) + taken, 3)) for begun in other.beginnings]
    return replace(sheet, below=(*sheet.below, *moved[sheet.last_part == other.part :]))
