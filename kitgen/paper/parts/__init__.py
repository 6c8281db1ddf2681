"""The printed parts, one file each. A part is a module with ``sheets(job)``; a new one gets a line in ``PARTS``."""

from collections.abc import Sequence
from importlib import import_module
from typing import Protocol, cast

from kitgen.errors import UnknownNameError
from kitgen.paper.document import Sheet
from kitgen.paper.job import Job

#: Part name to its module, in the order of use; loaded only when it is printed.
PARTS = {
    "cover": "kitgen.paper.parts.cover",
    "outline": "kitgen.paper.parts.outline",
    "labels": "kitgen.paper.parts.labels",
    "calibration": "kitgen.paper.parts.calibration",
    "cards": "kitgen.paper.parts.cards",
    "finder": "kitgen.paper.parts.finder",
    "always": "kitgen.paper.parts.always",
    "board": "kitgen.paper.parts.board",
    "beads": "kitgen.paper.parts.beads",
    "operator": "kitgen.paper.parts.operator",
    "log": "kitgen.paper.parts.log",
    "curve": "kitgen.paper.parts.curve",
    "boxes": "kitgen.paper.parts.boxes",
    "spinner": "kitgen.paper.parts.spinner",
    "tactile": "kitgen.paper.parts.tactile",
    "map": "kitgen.paper.parts.map",
    "poster": "kitgen.paper.parts.poster",
    "zero": "kitgen.paper.parts.strike_out",
    "guide": "kitgen.paper.parts.guide",
    "worksheet": "kitgen.paper.parts.worksheet",
    "errata": "kitgen.paper.parts.errata",
    "museum": "kitgen.paper.parts.museum",
    "certificate": "kitgen.paper.parts.certificate",
}

#: What is printed when no parts are named: all that a first lesson needs.
DEFAULT = ("cover", "labels", "finder", "always", "board", "beads", "operator", "log", "curve")


#: The same for a machine of cards: they bring their own instructions, and nothing goes into boxes.
DEFAULT_CARDS = ("cards", "finder", "always", "board", "operator", "log", "curve")


def usual_parts(kind: str) -> tuple[str, ...]:
    """Return the parts to print when none are named, for a kind of stock: ``label``, ``card`` or ``any``."""
    return DEFAULT_CARDS if kind == "card" else DEFAULT


class Part(Protocol):
    """What the module of a part must offer."""

    def sheets(self, job: Job) -> list[Sheet]:
        """Return the part's pages, drawn inside the content area, without the frame."""


def load_part(name: str) -> Part:
    """Return the module of a part.

    Raises:
        UnknownNameError: there is no such part.
    """
    if name not in PARTS:
        raise UnknownNameError("part", name, PARTS)
    return cast("Part", import_module(PARTS[name]))


def in_order(names: Sequence[str]) -> tuple[str, ...]:
    """Return the named parts once each, in the order of use.

    Raises:
        UnknownNameError: one of them is no part.

    >>> in_order(["beads", "cover", "beads"])
    ('cover', 'beads')
    """
    for name in names:
        if name not in PARTS:
            raise UnknownNameError("part", name, PARTS)
    return tuple(name for name in PARTS if name in names)
