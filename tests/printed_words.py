"""The marks and the words on sheets, as they stand in their scenes: what is printed, before there
is a PDF.
"""

from kitgen.paper.document import Sheet
from kitgen.paper.marks.scene import Mark, Text


def marks_on(*sheets: Sheet) -> list[Mark]:
    """Return all marks on some sheets, in the order in which they are drawn."""
    marks = []
    for sheet in sheets:
        marks += sheet.scene.marks
    return marks


def texts_on(*sheets: Sheet) -> list[Text]:
    """Return the marks with words on some sheets, in the order in which they are drawn."""
    return [mark for mark in marks_on(*sheets) if isinstance(mark, Text)]


def lines_on(*sheets: Sheet) -> list[str]:
    """Return the words of each of these marks."""
    return [mark.text for mark in texts_on(*sheets)]


def words_on(*sheets: Sheet) -> str:
    """Return all words on some sheets, in one line."""
    return " ".join(lines_on(*sheets))
