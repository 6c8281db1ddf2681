"""A report on paper: what was verified, and each check with what was expected and found."""

from itertools import groupby

from kitgen.check.report import Check, Report, summed
from kitgen.paper.document import Document, Sheet
from kitgen.paper.layout.frame import BODY, GREY, HEADING, SMALL, TITLE, Column, text_height
from kitgen.paper.layout.papers import Page
from kitgen.paper.marks.fonts import legible
from kitgen.paper.marks.scene import BLACK, Line, Scene, Stroke, Text

HEAD = "What was verified"
RED, GREEN = "#B00020", "#1B7837"
#: The sign before a check that passed, failed, or was left out, with its colour: told apart also without colours.
_SIGNS = {True: ("✓", GREEN), False: ("✗", RED), None: ("–", GREY)}
#: How far words hang behind the sign, and the faults behind these, in mm.
_HANGING, _FAULTS = 6.0, 10.0


def report_document(report: Report, page: Page) -> Document:
    """Return a report as pages; in English, as checks are.

    >>> from kitgen.check.report import found_faults
    >>> from kitgen.paper.layout.papers import PAGES
    >>> ids = found_faults("ids", "all different", "19 ids", [])
    >>> [sheet.title for sheet in report_document(Report("her", "her", "00", (ids,)), PAGES["a4"]).sheets]
    ['What was verified']
    """
    pages = _Pages(page)
    column = pages.column
    column.line(HEAD, TITLE, bold=True)
    column.scene.add(Line((column.x, column.y + 1), (column.x + column.width, column.y + 1), Stroke(BLACK, 0.4)))
    column.gap(3)
    column.paragraph(legible(f"{report.subject} · kit {report.kit} · hash {report.hash[:8]}"), bold=True)
    verdict, ink = ("passes", GREEN) if report.passed else ("fails", RED)
    column.paragraph(f"It {verdict}: {summed(report.checks)}.", fill=ink, bold=True)
    for warning in report.warnings:
        pages.words(f"To be known: {warning}", SMALL)
    if not report.passed:
        pages.heading("what is wrong")
        for check in report.checks:
            if check.passed is False:
                _check(pages, check)
                for fault in check.faults:
                    pages.words(fault, SMALL, indent=_FAULTS, ink=RED)
    for witness, checks in groupby(report.checks, key=lambda check: check.witness):
        pages.heading(witness.looks_at)
        for check in checks:
            _check(pages, check)
    return pages.document(report)


def _check(pages: "_Pages", check: Check) -> None:
    """Write a check."""
    sign, ink = _SIGNS[check.passed]
    pages.words(check.name, BODY, indent=_HANGING, sign=sign, ink=ink)
    said = f"left out: {check.reason}" if check.passed is None else f"expected {check.expected}; found {check.found}"
    pages.words(said + f" ({check.reason})" * bool(check.passed is not None and check.reason), SMALL, indent=_HANGING)


class _Pages:
    """Words that go on from page to page.

    Attributes:
        column: the page that is written on.
    """

    def __init__(self, page: Page) -> None:
        self._page = page
        self._scenes: list[Scene] = []
        self.column = self._begun()

    def _begun(self) -> Column:
        """Begin a page."""
        page = self._page
        self._scenes.append(Scene(page.width, page.height))
        return Column(self._scenes[-1], page.margin, page.margin, page.width - 2 * page.margin)

    def _room(self, height: float) -> None:
        """Go on to the next page where this has no more room above its foot."""
        if self.column.y + height > self._page.height - self._page.margin - 8:
            self.column = self._begun()

    def heading(self, words: str) -> None:
        """Write a heading, never at the foot of a page."""
        self._room(30)
        self.column.heading(words[0].upper() + words[1:], HEADING)

    def words(self, words: str, size: float, *, indent: float = 0, sign: str = "", ink: str = BLACK) -> None:
        """Write a paragraph, which stays on one page, behind a sign."""
        words = legible(words)
        self._room(text_height(words, size, self.column.width - indent))
        if sign:
            self.column.scene.add(Text((self.column.x, self.column.y + 4), sign, size, bold=True, fill=ink))
        self.column.paragraph(words, size, indent=indent, fill=BLACK if sign else ink, bold=bool(sign))

    def document(self, report: Report) -> Document:
        """Return all pages, each with its number."""
        for number, scene in enumerate(self._scenes, 1):
            at = (self._page.width - self._page.margin, self._page.height - self._page.margin)
            scene.add(Text(at, f"{report.hash[:8]} · page {number} of {len(self._scenes)}", SMALL, "end", fill=GREY))
        sheets = tuple(Sheet(scene, "report", HEAD) for scene in self._scenes)
        return Document(HEAD, "kitgen", legible(report.subject), "en", sheets)
