"""Paper sizes of usual printers and posters, and the margins of every printed sheet; in mm."""

from dataclasses import dataclass
from typing import Final

from kitgen.errors import UnknownNameError

#: A place on a page: from the left and from the top, in mm.
Point = tuple[float, float]
#: Left, top, right and bottom, in mm.
Bounds = tuple[float, float, float, float]
#: The white edge on every side, and the strip at the foot that identifies the sheet.
MARGIN: Final = 10
FOOT: Final = 22.0
#: A kit of more sheets than this is printed only after a question.
MANY_SHEETS: Final = 40


@dataclass(frozen=True, slots=True)
class Page:
    """A size of paper, in mm; the margin stays free on every side."""

    name: str
    width: float
    height: float
    margin: float = MARGIN


#: The papers of a usual printer.
PAGES = {"a4": Page("a4", 210, 297), "letter": Page("letter", 215.9, 279.4)}
#: Papers for posters, which a copy shop prints, by the usual paper that they belong to, the smallest first.
FAMILIES = {
    "a4": (Page("a3", 297, 420), Page("a2", 420, 594), Page("a1", 594, 841), Page("a0", 841, 1189)),
    "letter": (
        Page("tabloid", 279.4, 431.8),
        Page("arch-c", 457.2, 609.6),
        Page("arch-d", 609.6, 914.4),
        Page("arch-e", 914.4, 1219.2),
    ),
}
#: All of these by name.
POSTERS = {page.name: page for family in FAMILIES.values() for page in family}


def double(page: Page) -> Page:
    """Return the paper of two usual pages side by side.

    >>> double(PAGES["letter"]).name
    'tabloid'
    """
    return FAMILIES[page.name][0]


def poster_page(name: str, page: Page) -> Page:
    """Return the paper of a poster by its name; ``usual`` is the second smallest that belongs to a page.

    >>> poster_page("usual", PAGES["a4"]).name
    'a2'
    """
    if name == "usual":
        return FAMILIES[page.name][1]
    if name not in POSTERS:
        raise UnknownNameError("poster size", name, POSTERS)
    return POSTERS[name]


def larger_poster(page: Page) -> Page | None:
    """Return the next larger paper for posters of the same family; None when there is none.

    >>> larger_poster(POSTERS["arch-c"]).name
    'arch-d'
    """
    family = next(family for family in FAMILIES.values() if page in family)
    return next((other for other in family if other.width > page.width), None)
