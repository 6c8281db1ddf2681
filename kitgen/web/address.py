"""A kit in an address: read, checked, and written in its one standard form.

An address has a field for each declared choice of a kit and each declared option of its print. A
name must be that of a file that comes with kitgen, and a text must match a pattern: nothing in an
address is ever used as a path.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from typing import Any
from urllib.parse import urlencode

from kitgen.errors import UnknownNameError, UsageError, quoted
from kitgen.games import make_game, standard_name
from kitgen.games.told import TOLD
from kitgen.installing.extras import need
from kitgen.journal.journal import installed_version
from kitgen.kit.choices import WISHES, Offered
from kitgen.kit.editions import read_edition
from kitgen.kit.kit import Kit
from kitgen.paper.declared import PART_OPTIONS, SIZE_PATTERN
from kitgen.paper.job import address_name, spoken_choices
from kitgen.paper.parts import PARTS
from kitgen.paper.stock import read_stock
from kitgen.papers import PAGES, read_lengths
from kitgen.reading.templates import Templates
from kitgen.reading.texts import guide_names

#: The values of a switch in an address.
YES = "yes"
NO = "no"
#: The settings of parts by key.
_SETTINGS = {option.key: option for option in PART_OPTIONS}
#: The patterns of texts besides those that settings declare; everything else is refused before it
#: is used.
_PATTERNS = {
    "beads": r"[\w '-]{1,40}:\d{1,7}(, ?[\w '-]{1,40}:\d{1,7}){0,30}",
    "side": r"\w{1,20}",
    "stock": SIZE_PATTERN,
    **{option.key: option.offer.pattern for option in PART_OPTIONS if option.offer.pattern},
}
#: Choices whose values are files in ``templates/``, by their kind.
FILES = {
    "rule": "rules",
    "palette": "palettes",
    "stock": "stock",
    **{option.key: option.offer.folder for option in PART_OPTIONS if option.offer.folder},
}
#: A text as a field wants it, for fields that have a pattern alone.
WRITTEN_LIKE = {
    "beads": "red:20, blue:20",
    **{
        key: str(_SETTINGS[key].offer.example)
        for key in _PATTERNS
        if key in _SETTINGS and key not in FILES
    },
}
#: A game with its size and options, such as ``hexapawn:4x3`` or ``awari:2x3,rules=simple``, or an
#: earlier version of an edition, such as ``gardner24@1``.
_GAME = re.compile(r"[\w-]{1,30}(@[0-9]{1,3})?(:[\w.]{1,12})?(,[a-z]{1,12}=[\w.-]{1,12}){0,6}")
#: The size of a board in the name of a game.
_BOARD = re.compile(r"[\w.]{1,12}")
#: The names of fields in addresses of version 1.0, which stand in the codes of its covers. Codes
#: lead to the app, whose script reads these names; to a server some of them mean something else.
NAMES_IN_1_0 = {
    "lang": "language",
    "opponent": "expect",
    "for": "stock",
    "box": "boxes-size",
    "paper": "boxes-paper",
    "clearance": "boxes-clearance",
    "bead": "poster-bead",
    "bank": "beads-bank",
    "bank-opponent": "beads-bank-opponent",
    "poster": "poster-size",
    "tiled": "poster-tiled",
    "braille": "tactile-braille",
    "eye": "tactile-eye",
    "demo": "demo-size",
    "show": "demo-show",
    "sweets": "sweets-size",
    "start-at": "labels-start-at",
    "nudge": "labels-nudge",
    "duplex": "cards-duplex",
    "back-offset": "cards-back-offset",
    "guide": "guide-name",
    "address": "cover-address",
}
#: What separates the parts of such a name.
_SEPARATORS = re.compile("[:,=]")
#: A label or card as the field for its size wants it.
WRITTEN_LABEL = "35x15"
#: The sides of any game; a side's own name works, too.
_SIDES = ("first", "second", "either")
#: Numbers, by their type.
_NUMBERS = {int: "whole", float: "decimal"}
#: Options that an address cannot have: they name a user's file.
LEFT_OUT = frozenset(option.key for option in PART_OPTIONS if not option.offer.in_app)
#: The parts that an address may name: none about played games, which the site does not know.
OFFERED = tuple(
    name for name, part in PARTS.items() if not part.past and not LEFT_OUT & set(part.needs)
)


@dataclass(frozen=True, slots=True)
class Field:
    """A field of an address.

    Attributes:
        key: its name in ``Choices`` or ``PartOptions``, or for ``print_kit``.
        name: its name in an address: its keyword in Python, with ``-`` for ``_``.
        words, pattern: the allowed words, and the pattern of other allowed texts; one of them may
            be empty.
        usual: the default in an address; empty if the edition has one.
        number: ``whole`` or ``decimal`` for a number, else empty.
        several: True if it may be several of the words.
        about: ``kit``, ``print`` or ``part``.
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
        """Return a checked text of an address as a value."""
        if self.switch:
            if text not in (YES, NO):
                raise UnknownNameError(f"value of {self.name}", text, (YES, NO))
            return text == YES
        if self.number:
            text = text.replace(",", ".")  # the decimal comma of some languages
            if re.fullmatch(r"\d{1,5}(\.\d{1,3})?", text, re.ASCII) is None:
                raise UsageError(
                    f"{self.name} {quoted(text)}: write a number, such as {self._example}"
                )
            number = float(text)
            if self.number == "decimal":
                return number
            if not number.is_integer():
                raise UsageError(
                    f"{self.name} {quoted(text)}: write a whole number, such as {self._example}"
                )
            return int(number)
        if self.several:
            return tuple(self._checked(word.strip()) for word in text.split(",") if word.strip())
        return self._checked(text)

    def _checked(self, text: str) -> str:
        for word in self.words:
            if text.lower() == word.lower():
                return word
        if self.pattern and re.fullmatch(self.pattern, text):
            return text
        is_measured = bool(self.pattern) and text[:1].isdigit()
        if self.words and not is_measured:
            raise UnknownNameError(self.name, text, self.words)
        raise UsageError(f"{self.name} cannot be {quoted(text)}; write it like {self._example}")

    @property
    def _example(self) -> str:
        """A text or a number that the field takes."""
        if self.key in WRITTEN_LIKE:
            return WRITTEN_LIKE[self.key]
        option = _SETTINGS.get(self.key)
        if option is None or option.offer.example is None:
            return self.usual
        if self.number:
            return f"{option.offer.example:g}"
        return str(option.offer.example)


def check_game(text: str) -> str:
    """Return the name of an edition or a game, or a whole game, in its standard form; refuse
    what might be a path.
    """
    if text.startswith(TOLD):
        make_game(text)  # finds names among those that come with kitgen
        return text
    text = standard_name(text)
    if _GAME.fullmatch(text) is None:
        raise UsageError(
            f"kit {quoted(text)}: write an edition such as her, or a game such as hexapawn:4x3"
        )
    return text


@cache
def fields() -> dict[str, Field]:
    """Return all fields of an address besides the kit, by name, in the standard order.

    >>> [name for name, field in fields().items() if field.about == "kit"][:4]
    ['language', 'side', 'rule', 'palette']
    """
    templates = Templates()
    language_first = sorted(WISHES.values(), key=lambda wish: wish.key != "language")
    in_order = [_field(wish, templates, "kit") for wish in language_first]
    in_order += [
        Field("page", "page", tuple(PAGES)),
        Field("stock", "stock", templates.names("stock"), _PATTERNS["stock"], "matchbox"),
        Field("parts", "parts", OFFERED, several=True),
    ]
    for option in PART_OPTIONS:
        if option.key not in LEFT_OUT:
            about = "print" if option.key == "economy" else "part"
            in_order.append(_field(option, templates, about))
    return {field.name: field for field in in_order}


def _field(option: Offered, templates: Templates, about: str) -> Field:
    """Return the field of a choice or an option; an edition has the defaults of its kit."""
    key = option.key
    usual = ""
    number = ""
    if about != "kit" and not option.is_switch:
        usual = str(option.default)
        if key not in _PATTERNS:
            number = _NUMBERS.get(type(option.default), "")
        if number:
            usual = f"{option.default:g}"
    return Field(
        key,
        address_name(option),
        words=_words_of(option, templates),
        pattern=_PATTERNS.get(key, ""),
        usual=usual,
        switch=option.is_switch,
        number=number,
        about=about,
    )


def _words_of(option: Offered, templates: Templates) -> tuple[str, ...]:
    """Return the words that a choice or an option may be."""
    if option.key in FILES:
        return templates.names(FILES[option.key])
    match option.key:
        case "guide_name":
            return guide_names(templates, "en")
        case "language":
            return templates.languages()
        case "side":
            return _SIDES
    return option.words


#: The usual kit.
USUAL_KIT = "her"
#: The names in an address for the kit, a board size, and the language.
KIT_FIELD = "kit"
SIZE = "size"
LANGUAGE = "language"
#: The name in an address for a size of label or card that is not in the list.
OWN = "own"
#: The length of a kit's digest in a path.
DIGEST = 16


@dataclass(frozen=True, slots=True)
class KitAddress:
    """A kit, which is an edition or a game, and its print in an address.

    ``choices`` are the others as text, by the names of ``fields`` and in their order; always with
    the language.
    """

    kit: str
    choices: tuple[tuple[str, str], ...]

    @property
    def language(self) -> str:
        """The language of the kit, and of the page."""
        return dict(self.choices)[LANGUAGE]

    @property
    def query(self) -> str:
        """The query of the standard address for this kit."""
        return urlencode([(KIT_FIELD, self.kit), *self.choices], safe=":,")

    @property
    def digest(self) -> str:
        """The kit's digest in a path, the same for the same choices, which a balancer can use."""
        return sha256(f"{installed_version()} {self.query}".encode()).hexdigest()[:DIGEST]

    def chosen(self, about: str) -> dict[str, Any]:
        """Return the choices about the ``kit``, its ``print`` or a ``part``, by key, as values."""
        known = fields()
        return {
            known[name].key: known[name].read(text)
            for name, text in self.choices
            if known[name].about == about
        }


def read_address(
    pairs: Iterable[tuple[str, str]], language: str
) -> tuple[KitAddress, dict[str, str]]:
    """Return the kit in an address, and the rest of the address by name.

    ``language`` is the default; each of several parts may have its own pair of name and value.

    >>> asked, rest = read_address(
    ...     [("kit", "hexapawn"), ("size", "4x3"), ("rule", ""), ("position", "x")], "it"
    ... )
    >>> asked.query, rest
    ('kit=hexapawn:4x3&language=it', {'position': 'x'})
    """
    known = fields()
    choices = {LANGUAGE: language}
    rest: dict[str, str] = {}
    for name, value in pairs:
        text = value.strip()
        if not text:
            continue
        if name in choices and known[name].several:
            choices[name] += f",{text}"
        elif name in known:
            choices[name] = text
        else:
            rest[name] = text
    kit = check_game(rest.pop(KIT_FIELD, USUAL_KIT))
    size = rest.pop(SIZE, "")
    if size:
        kit = _of_size(kit, size)
    own = rest.pop(OWN, "")
    if own:
        choices["stock"] = _own_label(own)
    elif "stock" in choices:
        choices["stock"] = _standard_size(choices["stock"])
    if choices.get("laser"):
        need("--laser", "shapely", "fontTools")
    return KitAddress(kit, tuple(_unusual(choices))), rest


def _of_size(kit: str, size: str) -> str:
    """Return a game on a board of a size, with its options."""
    game, comma, options = kit.partition(",")
    _check_sized(game)
    name = game.partition(":")[0]
    size = standard_name(size)
    if _BOARD.fullmatch(size) is None:
        # The game says how its sizes are written.
        make_game(f"{name}:{_SEPARATORS.sub(' ', size)}")
    return check_game(f"{name}:{size}{comma}{options}")


def _check_sized(kit: str) -> None:
    """Refuse a size for a kit with everything chosen, and for a game told as data."""
    if kit.startswith(TOLD):
        raise UsageError("this game has a board of its own; leave the size empty")
    templates = Templates()
    if kit in templates.names("editions"):
        game = read_edition(kit, templates).game.partition(":")[0]
        raise UsageError(f"kit {kit} has a size of its own; for another one choose the game {game}")


def _own_label(text: str) -> str:
    """Return a size of label or card that somebody has typed, or the name of a stock.

    >>> _own_label("53 x 36"), _own_label("L7160")
    ('53x36', 'L7160')
    """
    size = _standard_size(text)
    stock = fields()["stock"]
    is_name = size.lower() in {word.lower() for word in stock.words}
    if is_name or re.fullmatch(stock.pattern, size):
        return size
    if read_lengths(text, 2) is not None:
        read_stock(size, Templates())  # refuses it, and says which sizes can be drawn
    raise UsageError(
        f"size {quoted(text)} is not written like {WRITTEN_LABEL} (width x height in mm)"
    )


def _standard_size(text: str) -> str:
    """Return a size in the one form that is written, however it was typed; any other text as it
    is.
    """
    lengths = read_lengths(text, 2)
    if lengths is None:
        return text
    return "x".join(f"{length:.2f}".rstrip("0").rstrip(".") for length in lengths)


def _unusual(choices: Mapping[str, str]) -> Iterable[tuple[str, str]]:
    """Yield the choices that are not the default, checked, in the standard order."""
    for name, field in fields().items():
        if choices.get(name):
            text = _standard(field, choices[name])
            off_as_usual = field.switch and field.about != "kit" and text == NO
            if text and text != field.usual and not off_as_usual:
                yield name, text


def _standard(field: Field, text: str) -> str:
    """Return a text of an address, checked, in the one form that is written."""
    value = field.read(text)
    if isinstance(value, str):
        return value  # in the letters of the word, however it was typed
    if field.several and isinstance(value, tuple):
        return ",".join(word for word in field.words if word in value)
    if field.number and isinstance(value, int | float):
        return f"{value:g}"
    return text


def address_of(kit: Kit) -> KitAddress:
    """Return the address of a kit, from the command that makes it.

    Raises:
        UsageError: for a choice that no address has, such as a user's own palette.

    >>> from kitgen.kit.build import build_kit
    >>> from kitgen.kit.choices import Wish
    >>> address_of(build_kit("her", Wish(rule="michie", merged=False, language="it"))).query
    'kit=her&language=it&rule=michie&merged=no'
    """
    (_, named), *choices = spoken_choices(kit.command, kit.choices.language)
    if kit.game_spec.startswith(TOLD):
        comes_with_kitgen = named.startswith(TOLD) and make_game(named).spec == kit.game_spec
        if not comes_with_kitgen:
            named = kit.game_spec
    return read_address([(KIT_FIELD, named), *choices], kit.choices.language)[0]


def refuse_unknown(rest: Mapping[str, str], known: Sequence[str] = ()) -> None:
    """Refuse names in the rest of an address that are not known."""
    for name in rest:
        if name not in known:
            raise UnknownNameError(
                "part of the address", name, (*known, KIT_FIELD, SIZE, *fields())
            )
