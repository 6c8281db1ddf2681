"""A kit in an address: read from one, checked, and written again in the one way that stands for it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any
from urllib.parse import urlencode

from kitgen.errors import UnknownNameError, UsageError
from kitgen.extras import need
from kitgen.serve.asked.fields import check_game, fields
from kitgen.session.session import installed_version

#: The kit when nothing is said; the names in an address for the kit, for a board of one's own, and for the language.
KIT, NAMED, SIZE, LANGUAGE = "her", "kit", "size", "lang"
#: A size of label or card that somebody writes, beside those that have a name.
OWN = "own"
#: Letters of the digest that stands for a kit in a path.
DIGEST = 16


@dataclass(frozen=True, slots=True)
class Asked:
    """A kit and its print, as an address asks for them.

    Attributes:
        kit: an edition or a game.
        said: what is chosen otherwise, as text, by the names of ``fields``, in their order; the language always.
    """

    kit: str
    said: tuple[tuple[str, str], ...]

    @property
    def language(self) -> str:
        """The language of the kit, and of the page."""
        return dict(self.said)[LANGUAGE]

    @property
    def query(self) -> str:
        """Everything, as the one address says it that stands for this kit."""
        return urlencode([(NAMED, self.kit), *self.said], safe=":,")

    @property
    def digest(self) -> str:
        """What stands for this kit in a path: the same for the same choices, so that a balancer can go by it."""
        return sha256(f"{installed_version()} {self.query}".encode()).hexdigest()[:DIGEST]

    def chosen(self, about: str) -> dict[str, Any]:
        """Return what is chosen about the ``kit``, its ``print`` or its ``part``, by key, as values."""
        known = fields()
        return {known[name].key: known[name].read(text) for name, text in self.said if known[name].about == about}


def read_address(pairs: Iterable[tuple[str, str]], language: str) -> tuple[Asked, dict[str, str]]:
    """Return the kit in an address, and what else the address says, by name.

    Args:
        pairs: names and values of the address; of several parts each may have a pair of its own.
        language: when none is said.

    Raises:
        UsageError: something in it is unknown, or written otherwise than it may be.

    >>> asked, more = read_address([("kit", "hexapawn"), ("size", "4x3"), ("rule", ""), ("position", "x")], "it")
    >>> asked.query, more
    ('kit=hexapawn:4x3&lang=it', {'position': 'x'})
    """
    known, found, more = fields(), dict[str, str](), dict[str, str]()
    for name, value in pairs:
        text = value.strip()
        if not text:
            continue
        if name in found and known[name].several:
            found[name] += f",{text}"
        elif name in known:
            found[name] = text
        else:
            more[name] = text
    kit = _kit(more.pop(NAMED, KIT), more.pop(SIZE, ""))
    own = more.pop(OWN, "")
    if own:
        found["for"] = own.replace("×", "x").replace(" ", "").replace(",", ".")
    if found.get("laser"):
        need("--laser", "shapely", "fontTools")
    return Asked(kit, tuple(_said(found, language))), more


def _kit(name: str, size: str) -> str:
    """Return the kit: a game with the board that somebody writes beside it."""
    name = check_game(name)
    if not size:
        return name
    game, comma, options = name.partition(",")
    return check_game(f"{game.partition(':')[0]}:{size.replace('×', 'x').replace(' ', '')}{comma}{options}")


def _said(found: Mapping[str, str], language: str) -> Iterable[tuple[str, str]]:
    """Yield what is said and is not usual, checked, in the one order."""
    for name, one in fields().items():
        text = found.get(name, language if name == LANGUAGE else "")
        value = one.read(text) if text else None
        if one.several and isinstance(value, tuple):
            text = ",".join(word for word in one.words if word in value)
        if one.number and isinstance(value, int | float):
            text = f"{value:g}"
        usual = text == one.usual or (one.switch and one.about != "kit" and value is False)
        if text and not usual:
            yield name, text


def refuse_unknown(more: Mapping[str, str], known: Iterable[str] = ()) -> None:
    """Refuse what an address says beside what it may.

    Raises:
        UsageError: there is something that nobody knows; it would be passed over without a word.
    """
    known = tuple(known)
    for name in more:
        if name not in known:
            raise UnknownNameError("part of the address", name, (*known, NAMED, SIZE, *fields()))


__all__ = ["Asked", "UsageError", "read_address", "refuse_unknown"]
