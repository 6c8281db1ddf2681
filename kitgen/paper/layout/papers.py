"""The sizes of paper."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Page:
    """A size of paper.

    Attributes:
        name: as on the command line.
        width, height: in mm.
        margin: what stays free on every side, in mm.
    """

    name: str
    width: float
    height: float
    margin: float = 10


#: The papers of a usual printer.
PAGES = {page.name: page for page in (Page("a4", 210, 297), Page("letter", 215.9, 279.4))}
#: Papers for posters, which a copy shop prints.
POSTERS = {
    page.name: page
    for page in (Page("a3", 297, 420), Page("a2", 420, 594), Page("a1", 594, 841), Page("a0", 841, 1189))
}
