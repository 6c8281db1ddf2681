"""The pages of a PDF as they should be, from the document that was made again."""

from functools import cached_property

from kitgen.check.pdf.drawn.marks import PageMarks
from kitgen.check.pdf.limits import Allowance, Limits
from kitgen.check.remake.again import Remade
from kitgen.check.sheets.differences import fingerprint


class Expected:
    """The document as it should be, and the marks of its pages, each read when it is asked for."""

    def __init__(self, document: Remade) -> None:
        # The library is loaded where pages are read, and not by whoever only asks for a kit.
        from kitgen.check.pdf.page import open_pdf  # noqa: PLC0415

        self.document = document
        self._allowed = Limits.of(len(document.data))
        self._pdf = open_pdf(document.data)

    def __len__(self) -> int:
        return len(self._pdf)

    def page(self, index: int) -> PageMarks:
        """Return the marks of a page, counted from 0."""
        from kitgen.check.pdf.page import page_marks  # noqa: PLC0415

        return page_marks(self._pdf, index, Allowance(self._allowed))

    @cached_property
    def fingerprints(self) -> list[int]:
        """A number for each page that the very same pages have in common."""
        return [fingerprint(self.page(index)) for index in range(len(self))]
