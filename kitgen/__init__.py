"""Matchbox machines that learn: printed, played, simulated and verified.

This is the front door. What it offers is loaded when it is first asked for, so that ``import kitgen`` is quick:

=================  ==================================================================================
``kits``           the editions and games there are, with boxes, beads, colours and who should win
``make_kit``       a machine on paper, from an edition or a game and whatever is chosen otherwise
``load_kit``       the same, or a kit from a ``kit.json``, a kit folder or a kit PDF
``print_kit``      everything that a class needs, to a folder; or a PDF to a stream
``make_document``  the sheets of a kit, to be looked at or saved
``save``           a document as PDF, or its sheets as pictures
``find``           which box a position is, who should win, what each move leads to
``verify``         a kit, and its PDF, checked against the rules of the game
``simulate``       machines trained in many games
``exact``          what is exactly true of a machine that learns
``diff``           what differs between two kits
``solve``          the value of a game, and how many positions and boxes it has
``Session``        the journal of a real machine: its games, and the beads that are left
``new_session``    a session begun, from a kit by name or by path
``look_ahead``     what a position is worth when one looks ahead, and how the game would go on
``match``          players against each other: score, time and positions a move, and all games
=================  ==================================================================================

Every refusal is a ``kitgen.errors.KitgenError`` of one line.

>>> import kitgen
>>> kit = kitgen.make_kit("her")
>>> len(kit.boxes), kitgen.find(kit, "bbb/..w/ww. b").box.id
(19, 'A1')
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kitgen.door.ahead.matching import match
    from kitgen.door.ahead.searching import look_ahead
    from kitgen.door.differing import diff
    from kitgen.door.finding import find
    from kitgen.door.journal.beginning import new_session
    from kitgen.door.loading import load_kit
    from kitgen.door.making import kits, make_kit
    from kitgen.door.printing import make_document, print_kit
    from kitgen.door.solving import solve
    from kitgen.door.trials import exact, simulate
    from kitgen.door.verifying import verify
    from kitgen.render import save
    from kitgen.session.session import Session

__version__ = "0.1.0"

__all__ = [
    "Session",
    "diff",
    "exact",
    "find",
    "kits",
    "load_kit",
    "look_ahead",
    "make_document",
    "make_kit",
    "match",
    "new_session",
    "print_kit",
    "save",
    "simulate",
    "solve",
    "verify",
]

#: From each name to the module that holds it.
_ROOMS = {
    "Session": "kitgen.session.session",
    "diff": "kitgen.door.differing",
    "exact": "kitgen.door.trials",
    "find": "kitgen.door.finding",
    "kits": "kitgen.door.making",
    "load_kit": "kitgen.door.loading",
    "make_document": "kitgen.door.printing",
    "make_kit": "kitgen.door.making",
    "new_session": "kitgen.door.journal.beginning",
    "print_kit": "kitgen.door.printing",
    "save": "kitgen.render",
    "look_ahead": "kitgen.door.ahead.searching",
    "match": "kitgen.door.ahead.matching",
    "simulate": "kitgen.door.trials",
    "solve": "kitgen.door.solving",
    "verify": "kitgen.door.verifying",
}


def __getattr__(name: str) -> object:
    """Load what the front door offers when it is first asked for (PEP 562)."""
    if name not in _ROOMS:
        raise AttributeError(f"module 'kitgen' has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(_ROOMS[name]), name)
    return found


def __dir__() -> list[str]:
    """Return what the front door offers, loaded or not."""
    return sorted({*globals(), *__all__})
