"""Six-dot Braille: signs from ``templates/tables/braille.toml``, measures from ``templates/braille/``."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

import msgspec

from kitgen.errors import TemplateError
from kitgen.fields import TextLine, Words
from kitgen.paper.marks.scene import BLACK, Disc, Point
from kitgen.templates import Templates

#: Where the dots 1 to 6 lie in a cell: columns and rows from the top left dot.
DOTS = {"1": (0, 0), "2": (0, 1), "3": (0, 2), "4": (1, 0), "5": (1, 1), "6": (1, 2)}
DIGITS = dict(zip("1234567890", "abcdefghij", strict=True))


#: A measure of dots, in mm: twice the largest that anybody's fingers read.
Dots = Annotated[float, msgspec.Meta(ge=0.5, le=30)]


class Standard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The schema of a file in ``templates/braille/``, and what it says.

    Attributes:
        source: the document that sets these measures.
        title: its name by language.
        dot: diameter of a dot, in mm.
        spacing: between the middles of two dots of a cell, in mm.
        cell: between the same dots of neighbouring cells, in mm.
        line: between the same dots of neighbouring lines, in mm.
    """

    source: TextLine
    title: Words
    dot: Dots
    spacing: Dots
    cell: Dots
    line: Dots


class SignFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The schema of ``templates/tables/braille.toml``: dots of each sign.

    Attributes:
        number: the sign before digits.
        capital: the sign before a capital, by language.
        letters: the letters that all languages write alike.
        own: by language, letters that it writes its own way; é is another sign in Italian than in Spanish.
    """

    number: str
    capital: dict[str, str]
    letters: dict[str, str]
    own: dict[str, dict[str, str]] = {}


@dataclass(frozen=True, slots=True)
class Braille:
    """Braille of one standard in one language.

    Attributes:
        standard: the measures.
        number: dots of the sign before digits.
        capital: dots of the sign before a capital.
        letters: dots by small letter.
    """

    standard: Standard
    number: str
    capital: str
    letters: dict[str, str]

    def cells(self, text: str) -> list[str]:
        """Return the dots of each cell of a text; a space is a cell without dots.

        A letter that follows a digit is set off by a space, so that it is not read as one.

        Raises:
            TemplateError: there is no sign for a letter of the text.

        >>> read_braille("marburg-medium", "en", Templates()).cells("B10")
        ['6', '12', '3456', '1', '245']
        """
        cells = []
        for run in re.findall(r"[0-9]+|[^0-9]+", re.sub(r"(?<=[0-9])(?=[^\W\d])", " ", text)):
            if run.isdigit():
                cells += [self.number, *(self.letters[DIGITS[digit]] for digit in run)]
                continue
            for letter in run:
                if letter == " ":
                    cells.append("")
                    continue
                if letter.lower() not in self.letters:
                    raise TemplateError(f"tables/braille.toml has no sign for {letter!r}, needed for {text!r}")
                cells += [self.capital] * letter.isupper() + [self.letters[letter.lower()]]
        return cells

    def width(self, text: str) -> float:
        """Return how wide a line of Braille is, in mm, from the edge of its first dots to that of its last."""
        return (len(self.cells(text)) - 1) * self.standard.cell + self.standard.spacing + self.standard.dot

    @property
    def height(self) -> float:
        """How high a line of Braille is, in mm."""
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
    """Return Braille with the measures of a standard and the signs of a language.

    Raises:
        UnknownNameError: there is no such standard.
        TemplateError: a file is wrong or lacks the language's capital sign.
    """
    standard = templates.read("braille", name, Standard)
    signs = templates.read("tables", "braille", SignFile)
    if language not in signs.capital:
        raise TemplateError(f"tables/braille.toml: table 'capital' has no {language!r}")
    letters = signs.letters | signs.own.get(language, {})
    for letter, dots in {"number": signs.number, **signs.capital, **letters}.items():
        if not dots or set(dots) - set(DOTS) or len(set(dots)) < len(dots):
            raise TemplateError(f"tables/braille.toml: {letter!r} has dots {dots!r}; write each of 1 to 6 at most once")
    for key in ("dot", "spacing", "cell", "line"):
        if not 0.5 <= getattr(standard, key) <= 30:
            raise TemplateError(f"braille/{name}.toml: key {key!r} is not between 0.5 and 30 mm")
    return Braille(standard, signs.number, signs.capital[language], letters)
