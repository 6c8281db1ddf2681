"""A kit in an address: read, checked, and written in its one standard form."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any
from urllib.parse import urlencode

from kitgen.errors import UnknownNameError
from kitgen.extras import need
from kitgen.journal.journal import installed_version
from kitgen.serve.address_fields import check_game, fields

#: The usual kit, and the names in an address for the kit, a board size, and the language.
KIT, NAMED, SIZE, LANGUAGE = "her", "kit", "size", "lang"
#: The name in an address for a size of label or card that is not in the list.
OWN = "own"
#: The length of a kit's digest in a path.
DIGEST = 16


@dataclass(frozen=True, slots=True)
class Asked:
    """A kit and its print in an address.

    Attributes:
        kit: an edition or a game.
        said: the other choices as text, by the names of ``fields`` and in their order; always with the language.
    """

    kit: str
    said: tuple[tuple[str, str], ...]

    @property
    def language(self) -> str:
        """The language of the kit, and of the page."""
        return dict(self.said)[LANGUAGE]

    @property
    def query(self) -> str:
        """The query of the standard address for this kit."""
        return urlencode([(NAMED, self.kit), *self.said], safe=":,")

    @property
    def digest(self) -> str:
        """The kit's digest in a path: the same for the same choices, so that a balancer can use it."""
        return sha256(f"{installed_version()} {self.query}".encode()).hexdigest()[:DIGEST]

    def chosen(self, about: str) -> dict[str, Any]:
        """Return the choices about the ``kit``, its ``print`` or a ``part``, by key, as values."""
        known = fields()
        return {known[name].key: known[name].read(text) for name, text in self.said if known[name].about == about}


def read_address(pairs: Iterable[tuple[str, str]], language: str) -> tuple[Asked, dict[str, str]]:
    """Return the kit in an address, and the rest of the address by name.

    Args:
        pairs: names and values; each of several parts may have its own pair.
        language: the default.

    >>> asked, rest = read_address([("kit", "hexapawn"), ("size", "4x3"), ("rule", ""), ("position", "x")], "it")
    >>> asked.query, rest
    ('kit=hexapawn:4x3&lang=it', {'position': 'x'})
    """
    known, choices, rest = fields(), {LANGUAGE: language}, dict[str, str]()
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
    kit, size = check_game(rest.pop(NAMED, KIT)), rest.pop(SIZE, "")
    if size:
        game, comma, options = kit.partition(",")
        kit = check_game(f"{game.partition(':')[0]}:{size.replace('×', 'x').replace(' ', '')}{comma}{options}")
    own = rest.pop(OWN, "")
    if own:
        choices["for"] = own.replace("×", "x").replace(" ", "").replace(",", ".")
    if choices.get("laser"):
        need("--laser", "shapely", "fontTools")
    return Asked(kit, tuple(_unusual(choices))), rest


def _unusual(choices: Mapping[str, str]) -> Iterable[tuple[str, str]]:
    """Yield the choices that are not the default, checked, in the standard order."""
    for name, field in fields().items():
        text = choices.get(name, "")
        value = field.read(text) if text else None
        if field.several and isinstance(value, tuple):
            text = ",".join(word for word in field.words if word in value)
        if field.number and isinstance(value, int | float):
            text = f"{value:g}"
        usual = text == field.usual or (field.switch and field.about != "kit" and value is False)
        if text and not usual:
            yield name, text


def refuse_unknown(rest: Mapping[str, str], known: Iterable[str] = ()) -> None:
    """Refuse names in the rest of an address that are not known."""
    known = tuple(known)
    for name in rest:
        if name not in known:
            raise UnknownNameError("part of the address", name, (*known, NAMED, SIZE, *fields()))
