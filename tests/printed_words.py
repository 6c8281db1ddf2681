"""The words on sheets, as they stand in their scenes: what is printed, before there is a PDF."""

from kitgen.paper.document import Sheet
from kitgen.paper.marks.scene import Text


def texts_on(*sheets: Sheet) -> list[Text]:
    """Return the marks with words on some sheets, in the order in which they are drawn."""
    marks = []
    for sheet in sheets:
        marks += [mark for mark in sheet.scene.marks if isinstance(mark, Text)]
    return marks


def lines_on(*sheets: Sheet) -> list[str]:
    """Return the words of each of these marks."""
    return [mark.text for mark in texts_on(*sheets)]


def words_on(*sheets: Sheet) -> str:
    """Return all words on some sheets, in one line."""
    return " ".join(lines_on(*sheets))
