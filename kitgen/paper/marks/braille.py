"""Six-dot Braille: signs from ``templates/tables/braille.toml``, measures from
``templates/braille/``.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

import msgspec

from kitgen.errors import TemplateError
from kitgen.paper.marks.scene import BLACK, Disc
from kitgen.papers import Point
from kitgen.reading.schema import TextLine, Words
from kitgen.reading.templates import Templates

#: Columns and rows of the dots 1 to 6 from the top left dot.
DOTS = {"1": (0, 0), "2": (0, 1), "3": (0, 2), "4": (1, 0), "5": (1, 1), "6": (1, 2)}
DIGITS = dict(zip("1234567890", "abcdefghij", strict=True))
#: A measure of dots, in mm; the most is twice the largest that fingers read.
Dots = Annotated[float, msgspec.Meta(ge=0.5, le=30)]


class Standard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The schema of a file in ``templates/braille/``: measures in mm, with their source and the
    title by language.

    Attributes:
        dot: diameter of a dot.
        spacing: between the middles of two dots of a cell.
        cell: between the same dots of neighbouring cells.
        line: between the same dots of neighbouring lines.
    """

    source: TextLine
    title: Words
    dot: Dots
    spacing: Dots
    cell: Dots
    line: Dots


class SignFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The schema of ``templates/tables/braille.toml``: dots of each sign.

    ``number`` is the sign before digits, ``capital`` that before a capital, by language; ``own``
    are letters that differ by language: é is another sign in Italian than in Spanish. A language
    with a sign of its own before digits has it in ``own_number``, and digits other than the letters
    a to j among its ``own``.
    """

    number: str
    capital: dict[str, str]
    letters: dict[str, str]
    own: dict[str, dict[str, str]] = {}
    own_number: dict[str, str] = {}


@dataclass(frozen=True, slots=True)
class Braille:
    """Braille of one standard in one language: dots of the signs before digits and capitals, and
    by small letter.
    """

    standard: Standard
    number: str
    capital: str
    letters: dict[str, str]

    def cells(self, text: str) -> list[str]:
        """Return the dots of each cell of a text, none for a space.

        A letter after a digit is set off by a space, so that it is not read as a digit.

        >>> read_braille("marburg-medium", "en", Templates()).cells("B10")
        ['6', '12', '3456', '1', '245']
        >>> read_braille("marburg-medium", "fr", Templates()).cells("B10")
        ['46', '12', '6', '16', '3456']
        """
        cells = []
        for run in re.findall(r"[0-9]+|[^0-9]+", re.sub(r"(?<=[0-9])(?=[^\W\d])", " ", text)):
            if run.isdigit():
                digits = (digit if digit in self.letters else DIGITS[digit] for digit in run)
                cells += [self.number, *(self.letters[digit] for digit in digits)]
                continue
            for letter in run:
                if letter.lower() not in self.letters:
                    raise TemplateError(
                        f"tables/braille.toml has no sign for {letter!r}, needed for {text!r}"
                    )
                cells += [self.capital] * letter.isupper() + [self.letters[letter.lower()]]
        return cells

    def width(self, text: str) -> float:
        """Return the width of a line of Braille, in mm, from the edge of its first dots to that
        of its last.
        """
        return (
            (len(self.cells(text)) - 1) * self.standard.cell
            + self.standard.spacing
            + self.standard.dot
        )

    @property
    def height(self) -> float:
        """The height of a line of Braille, in mm."""
        return 2 * self.standard.spacing + self.standard.dot

    def draw(self, text: str, at: Point) -> Iterator[Disc]:
        """Yield the dots of a line with its top left corner at ``at``."""
        half = self.standard.dot / 2
        for index, dots in enumerate(self.cells(text)):
            for dot in dots:
                across, down = DOTS[dot]
                x = at[0] + half + index * self.standard.cell + across * self.standard.spacing
                yield Disc((x, at[1] + half + down * self.standard.spacing), half, BLACK)


def read_braille(name: str, language: str, templates: Templates) -> Braille:
    """Return Braille with the measures of a standard and the signs of a language."""
    standard = templates.read("braille", name, Standard)
    signs = templates.read("tables", "braille", SignFile)
    if language not in signs.capital:
        raise TemplateError(f"tables/braille.toml: table 'capital' has no {language!r}")
    letters = signs.letters | signs.own.get(language, {})
    number = signs.own_number.get(language, signs.number)
    for letter, dots in {"number": number, **signs.capital, **letters}.items():
        if not dots or set(dots) - set(DOTS) or len(set(dots)) < len(dots):
            raise TemplateError(
                f"tables/braille.toml: {letter!r} has dots {dots!r}; write each of 1 to "
                "6 at most once"
            )
    return Braille(standard, number, signs.capital[language], letters | {" ": ""})
