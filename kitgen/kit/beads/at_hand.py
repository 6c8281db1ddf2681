"""Beads at hand as a user states them: read, looked up in a palette, and written again."""

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from kitgen.errors import UnknownNameError, UsageError, quoted
from kitgen.fields import Key
from kitgen.kit.palette import Colour
from kitgen.templates import read_toml

#: The most beads of one colour that anyone is believed to own.
MOST = 1_000_000
Number = Annotated[int, Meta(ge=0, le=MOST)]

#: How many beads there are of each colour, by the colour's key.
BeadsAtHand = Annotated[tuple[tuple[Key, Number], ...], Meta(max_length=100)]


class BeadsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The schema of a user's file of beads.

    Attributes:
        beads: how many there are, by colour.
    """

    beads: dict[Key, Number]


def parse_beads(said: "str | Mapping[str, int] | BeadsAtHand") -> BeadsAtHand:
    """Return the beads that a user states: as ``red:60,blue:40``, as the name of a TOML file, or as a mapping.

    The colours are not looked up yet; ``known_beads`` does that.

    Raises:
        UsageError: the text is malformed, a number is none, or a colour is named twice.
        TemplateError: the file cannot be read or is not as ``BeadsFile`` says.

    >>> parse_beads("red:60, sky blue:40")
    (('red', 60), ('sky blue', 40))
    >>> parse_beads({"red": 60})
    (('red', 60),)
    """
    pairs = list(_pairs(said))
    for name, number in pairs:
        if re.fullmatch("[0-9]{1,9}", number, re.ASCII) is None or int(number) > MOST:
            raise UsageError(
                f"beads {quoted(f'{name}:{number}')}: the number must be a whole number from 0 to {MOST:,}"
            )
    return tuple((name, int(number)) for name, number in pairs)


def _pairs(said: "str | Mapping[str, int] | BeadsAtHand") -> Iterable[tuple[str, str]]:
    """Yield colours and numbers as they were written."""
    if isinstance(said, str) and not said.endswith(".toml"):
        for part in said.split(","):
            name, colon, number = part.partition(":")
            if not colon or not name.strip():
                raise UsageError(f"beads {quoted(part.strip())}: write colour and number, such as red:60,blue:40")
            yield name.strip(), number.strip()
        return
    if isinstance(said, str):
        said = read_toml(Path(said), BeadsFile).beads
    for name, count in said.items() if isinstance(said, Mapping) else said:
        yield name.strip(), str(count)


def beads_text(beads: BeadsAtHand) -> str:
    """Return beads as a user types them.

    >>> beads_text((("red", 60), ("blue", 40)))
    'red:60,blue:40'
    """
    return ",".join(f"{key}:{number}" for key, number in beads)


def known_beads(beads: BeadsAtHand, palette: Sequence[Colour], palette_name: str) -> BeadsAtHand:
    """Return the beads by the keys of a palette's colours and in its order.

    Raises:
        UsageError: the palette has no such colour, or a colour is named twice.
    """
    names = {colour.key.lower(): colour.key for colour in palette}
    names |= {colour.name.lower(): colour.key for colour in palette}
    counts: dict[str, int] = {}
    for name, number in beads:
        key = names.get(name.lower())
        if key is None:
            raise UnknownNameError(f"bead colour in palette {quoted(palette_name)}", name, names)
        if key in counts:
            raise UsageError(f"beads: colour {quoted(key)} is named twice")
        counts[key] = number
    return tuple((colour.key, counts[colour.key]) for colour in palette if colour.key in counts)
