"""Paper sizes of usual printers and posters, and the margins of every printed sheet; in mm."""

import re
from dataclasses import dataclass
from fractions import Fraction
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
#: Papers for posters, which a copy shop prints, by the usual paper that they belong to, the
#: smallest first.
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


#: One length: digits, with a decimal point or comma, or with a fraction such as ``2 5/8``.
_LENGTH = r"(?:[0-9]{1,4}\s+)?[0-9]{1,4}/[0-9]{1,4}|[0-9]{1,9}(?:[.,][0-9]{1,4})?"
MM_PER_INCH = 25.4


def read_lengths(text: str, count: int) -> tuple[float, ...] | None:
    """Return the lengths in mm that a text gives, as people write them; None if it is written
    otherwise.

    >>> read_lengths("53 x 36", 2), read_lengths("53*36", 2), read_lengths("63,5×38,1Mm", 2)
    ((53.0, 36.0), (53.0, 36.0), (63.5, 38.1))
    >>> read_lengths("2.625x1in", 2), read_lengths("2 5/8 x 1 in", 2), read_lengths("53x36x15", 2)
    ((66.675, 25.4), (66.675, 25.4), None)
    """
    unit = r"\s*(?P<unit>mm|in|inch|inches|\"|″)?"
    lengths = r"\s*[x×*]\s*".join([f"({_LENGTH})"] * count)
    match = re.fullmatch(rf"\s*{lengths}{unit}\s*", text, re.IGNORECASE)
    if match is None:
        return None
    unit_typed = (match["unit"] or "mm").lower()
    factor = 1.0 if unit_typed == "mm" else MM_PER_INCH
    try:
        numbers = [
            sum(Fraction(part.replace(",", ".")) for part in side.split())
            for side in match.groups()[:count]
        ]
    except ZeroDivisionError:
        return None
    return tuple(round(float(number) * factor, 4) for number in numbers)


#: Lengths with decimal points or commas, and blanks or semicolons between them.
_SEPARATED_BY_BLANKS = re.compile(
    r"[0-9]{1,3}(?:[.,][0-9]{1,2})?(?:[; ]+[0-9]{1,3}(?:[.,][0-9]{1,2})?)+"
)


def listed_lengths(text: str) -> str:
    """Return a list of lengths in the one form that is written; any other text as it is, without
    blanks around it.

    Where blanks or semicolons stand between them, a length may have a decimal comma.

    >>> (
    ...     listed_lengths("178,2 230 15,5 20"),
    ...     listed_lengths("178.2, 230, 15.5, 20"),
    ...     listed_lengths(" office "),
    ... )
    ('178.2,230,15.5,20', '178.2,230,15.5,20', 'office')
    """
    text = text.strip()
    if _SEPARATED_BY_BLANKS.fullmatch(text):
        return ",".join(part.replace(",", ".") for part in re.split("[; ]+", text))
    if text[:1].isdigit():
        return re.sub(r",\s+", ",", text)
    return text


def page_named(name: str) -> Page:
    """Return a paper of a usual printer by its name, in small or capital letters.

    >>> page_named("A4").name
    'a4'
    """
    page = PAGES.get(name.strip().lower())
    if page is None:
        raise UnknownNameError("page", name, PAGES)
    return page


def double(page: Page) -> Page:
    """Return the paper of two usual pages side by side.

    >>> double(PAGES["letter"]).name
    'tabloid'
    """
    return FAMILIES[page.name][0]


def paper_name(width: float, height: float) -> str:
    """Return the name of a paper by its sides in mm, or the sides themselves.

    >>> paper_name(297, 420), paper_name(100, 150)
    ('a3', '100x150')
    """
    for page in (*PAGES.values(), *POSTERS.values()):
        if (page.width, page.height) == (width, height):
            return page.name
    return f"{width:g}x{height:g}"


def pdf_of_paper(width: float, height: float) -> str:
    """Return the name of the PDF with the sheets of a print that are on another paper than the
    first.

    >>> pdf_of_paper(297, 420)
    'kit-a3.pdf'
    """
    return f"kit-{paper_name(width, height)}.pdf"


def poster_page(name: str, page: Page) -> Page:
    """Return the paper of a poster by its name; ``usual`` is the second smallest that belongs to a
    page.

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
