"""The sizes of paper."""

from dataclasses import dataclass

from kitgen.errors import UnknownNameError
from kitgen.papers import MARGIN, USUAL


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
    margin: float = MARGIN


#: The papers of a usual printer.
PAGES = {name: Page(name, *size) for name, size in USUAL.items()}
#: Papers for posters, which a copy shop prints, by the usual paper that they belong with, the smallest first.
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
    """Return the paper of a poster by its name; ``usual`` is the second smallest that belongs with a page.

    Raises:
        UnknownNameError: there is no such paper.

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
