"""The printed parts, one file each. A new one is a file that makes a ``PART``, a line here, and its texts."""

from collections.abc import Sequence
from importlib import import_module

from kitgen.errors import UnknownNameError
from kitgen.paper.part import Part

#: The files of this folder, in the order of use.
FILES = (
    "cover", "outline", "labels", "calibration", "cards", "finder", "always", "board", "beads", "operator", "log",
    "curve", "boxes", "spinner", "tactile", "map", "poster", "strike_out", "guide", "worksheet", "errata", "museum",
    "certificate",
)  # fmt: skip

_ALL: tuple[Part, ...] = tuple(import_module(f"{__name__}.{file}").PART for file in FILES)
#: The parts by name, in the order of use.
PARTS = {part.name: part for part in _ALL}


def usual_parts(kind: str) -> tuple[str, ...]:
    """Return the names of the parts to print when none are named, for a kind of stock: ``label``, ``card``, ``any``.

    >>> usual_parts("card")
    ('cards', 'finder', 'always', 'board', 'operator', 'log', 'curve')
    """
    return tuple(part.name for part in PARTS.values() if kind in part.usual)


def load_part(name: str) -> Part:
    """Return a part by its name.

    Raises:
        UnknownNameError: there is no such part.
    """
    if name not in PARTS:
        raise UnknownNameError("part", name, PARTS)
    return PARTS[name]


def in_order(names: Sequence[str]) -> tuple[str, ...]:
    """Return the named parts once each, in the order of use.

    Raises:
        UnknownNameError: one of them is no part.

    >>> in_order(["beads", "cover", "beads"])
    ('cover', 'beads')
    """
    wanted = {load_part(name).name for name in names}
    return tuple(name for name in PARTS if name in wanted)
