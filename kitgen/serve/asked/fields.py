"""What an address may say: a field for each declared choice of a kit and each declared option of its print.

A name stands for a file that comes with kitgen and is one of those that there are; a text has a pattern. So nothing
that somebody writes into an address is ever taken for a path.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from kitgen.errors import UnknownNameError, UsageError, quoted
from kitgen.kit.choices import WISHES
from kitgen.kit.offers import Offered
from kitgen.paper.layout.papers import PAGES
from kitgen.paper.options import PART_OPTIONS
from kitgen.paper.parts import PARTS
from kitgen.paper.texts import guide_names
from kitgen.templates import Templates

#: What a switch is set to, in an address.
YES, NO = "yes", "no"
_SIZE = r"\d{1,3}(\.\d{1,2})?x\d{1,3}(\.\d{1,2})?"
_SHIFT = r"[-+]?\d{1,3}(\.\d{1,2})?,[-+]?\d{1,3}(\.\d{1,2})?"
#: How the texts are written that are no names; everything else is refused before it is looked at.
_PATTERNS = {
    "beads": r"[\w '-]{1,40}:\d{1,7}(, ?[\w '-]{1,40}:\d{1,7}){0,30}",
    "side": r"\w{1,20}",
    "box": rf"{_SIZE}x\d{{1,3}}(\.\d{{1,2}})?",
    "paper": r"\d{1,4}",
    "show": r"all|[A-Z]{0,2}\d{1,5}(, ?[A-Z]{0,2}\d{1,5}){0,200}",
    "nudge": _SHIFT,
    "back_offset": _SHIFT,
    "stock": _SIZE,
}
#: A game with its size and options, such as ``hexapawn:4x3`` or ``awari:2x3,rules=simple``.
_GAME = re.compile(r"[\w-]{1,30}(:[\w.]{1,12})?(,[a-z]{1,12}=[\w.-]{1,12}){0,6}")
#: Sides that any game has; a side's own name can be written, too.
_SIDES = ("first", "second", "either")
#: Choices whose values are files in ``templates/``, by their kind.
FILES = {
    "rule": "rules",
    "palette": "palettes",
    "box": "boxes",
    "braille": "braille",
    "laser": "laser",
    "stock": "stock",
}
#: Numbers, by their type.
_NUMBERS = {int: "whole", float: "decimal"}
#: Options that an address cannot have: they name a file of the user's own.
LEFT_OUT = ("story",)
#: The parts that an address may name: not those about games that have been played, which a site does not know.
OFFERED = tuple(name for name, part in PARTS.items() if not part.past and not set(part.needs) & set(LEFT_OUT))


@dataclass(frozen=True, slots=True)
class Field:
    """One thing that an address may say.

    Attributes:
        key: what it is called in ``Choices`` or ``PartOptions``, or to ``print_kit``.
        name: what it is called in an address: as the option of the command.
        words: what it may be; empty where a pattern says it.
        pattern: what it may be beside the words; empty where they are all.
        usual: what it is when nothing is said, as an address has it; empty where the edition says it.
        switch: True when it is on or off.
        number: ``whole`` or ``decimal`` when it is a number; empty when it is none.
        several: True when it may be several of the words.
        about: whether it is about the ``kit``, its ``print``, or a ``part``.
    """

    key: str
    name: str
    words: tuple[str, ...] = ()
    pattern: str = ""
    usual: str = ""
    switch: bool = False
    number: str = ""
    several: bool = False
    about: str = "print"

    def read(self, text: str) -> object:
        """Return what an address says, as a value for whoever makes or prints the kit.

        Raises:
            UsageError: it may not be that.
        """
        if self.switch:
            if text not in (YES, NO):
                raise UnknownNameError(f"value of {self.name}", text, (YES, NO))
            return text == YES
        if self.number:
            return self._number(text)
        if self.several:
            return tuple(self._one(word.strip()) for word in text.split(",") if word.strip())
        return self._one(text)

    def _number(self, text: str) -> float | int:
        """Return a number: a whole one where the option has whole numbers."""
        text = text.replace(",", ".")  # as some languages write it
        if re.fullmatch(r"\d{1,5}(\.\d{1,3})?", text, re.ASCII) is None:
            raise UsageError(f"{self.name} {quoted(text)}: write a number, such as {self.usual}")
        return float(text) if self.number == "decimal" else int(float(text))

    def _one(self, text: str) -> str:
        """Return a word or a text that it may be."""
        if text in self.words or (self.pattern and re.fullmatch(self.pattern, text)):
            return text
        if self.words:
            raise UnknownNameError(self.name, text, self.words)
        raise UsageError(f"{self.name} cannot be {quoted(text)}")


def check_game(text: str) -> str:
    """Return the name of an edition or a game, if it is written like one.

    Raises:
        UsageError: it is not, and might be a path.
    """
    if _GAME.fullmatch(text) is None:
        raise UsageError(f"kit {quoted(text)}: write an edition such as her, or a game such as hexapawn:4x3")
    return text


@cache
def fields() -> dict[str, Field]:
    """Return everything that an address may say beside the kit, by name, in the order in which it is said.

    >>> [one for one in fields() if fields()[one].about == "kit"][:4]
    ['lang', 'side', 'rule', 'palette']
    """
    templates = Templates()
    every = [
        *sorted(_of_the_kit(templates), key=lambda one: one.key != "language"),
        Field("page", "page", tuple(PAGES)),
        Field("stock", "for", templates.names("stock"), _PATTERNS["stock"], "matchbox"),
        Field("parts", "parts", OFFERED, several=True),
        *_of_parts(templates),
    ]
    return {one.name: one for one in every}


def _of_the_kit(templates: Templates) -> Iterator[Field]:
    """Yield a field for each choice of a kit."""
    for one in WISHES.values():
        pattern = _PATTERNS.get(one.key, "")
        yield Field(one.key, _name(one), _words(one, templates), pattern, switch=one.is_switch, about="kit")


def _of_parts(templates: Templates) -> Iterator[Field]:
    """Yield a field for each option of single parts."""
    for one in PART_OPTIONS:
        if one.key in LEFT_OUT:
            continue
        number = "" if one.is_switch or one.key in _PATTERNS else _NUMBERS.get(type(one.default), "")
        usual = "" if one.is_switch else f"{one.default:g}" if number else str(one.default)
        about = "print" if one.key == "economy" else "part"
        yield Field(
            one.key, _name(one), _words(one, templates), _PATTERNS.get(one.key, ""), usual,
            switch=one.is_switch, number=number, about=about,
        )  # fmt: skip


def _words(one: Offered, templates: Templates) -> tuple[str, ...]:
    """Return what a choice may be, where it is one of some words or files."""
    if one.key == "guide":
        return guide_names(templates, "en")
    if one.key == "language":
        return templates.languages()
    if one.key == "side":
        return _SIDES
    return templates.names(FILES[one.key]) if one.key in FILES else one.words


def _name(one: Offered) -> str:
    """Return what a choice is called in an address.

    >>> [_name(WISHES[key]) for key in ("language", "colour_by", "merged")]
    ['lang', 'colour-by', 'merged']
    """
    return one.offer.option.partition("/")[0].removeprefix("--")
