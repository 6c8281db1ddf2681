"""Matchbox machines that learn: printed, played, simulated and verified.

This is the front door. Each name is loaded when it is first used, so that ``import kitgen`` is quick:

=================  ==================================================================================
``kits``           all editions and games, with boxes, beads, colours and who should win
``make_kit``       a machine on paper, from an edition or a game and your own choices
``load_kit``       the same, or a kit from a ``kit.json``, a kit folder or a kit PDF
``print_kit``      everything that a class needs, in a folder; or a PDF in a stream
``make_document``  the sheets of a kit, to look at or to save
``save``           a document as PDF, or its sheets as pictures
``find``           the box of a position, who should win, and the value of each move
``verify``         a kit, and its PDF, checked against the rules of the game
``simulate``       machines trained in many games
``exact``          exact figures of a machine that learns
``diff``           the differences between two kits
``solve``          the value of a game, and how many positions and boxes it has
``Journal``        the journal of a real machine: its games, and the beads that are left
``new_journal``    starts a journal for a kit, by name or by path
``search``         the value of a position some moves ahead, and how the game would continue
``match``          players against each other: the score, the cost per move, and all games
=================  ==================================================================================

Every error is a ``kitgen.errors.KitgenError`` with a message of one line.

>>> import kitgen
>>> kit = kitgen.make_kit("her")
>>> len(kit.boxes), kitgen.find(kit, "bbb/..w/ww. b").box.id
(19, 'A1')
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kitgen.differences import diff
    from kitgen.game_solution import solve
    from kitgen.journal.journal import Journal
    from kitgen.journal_start import new_journal
    from kitgen.kit_sources import kits, load_kit, make_kit
    from kitgen.lab.experiment import exact, simulate
    from kitgen.lab.matches import match
    from kitgen.lookahead import search
    from kitgen.position_lookup import find
    from kitgen.press.print_run import make_document, print_kit
    from kitgen.render import save
    from kitgen.verification.verify import verify

__version__ = "1.1.dev0"

__all__ = [
    "Journal", "diff", "exact", "find", "kits", "load_kit", "make_document", "make_kit", "match",
    "new_journal", "print_kit", "save", "search", "simulate", "solve", "verify",
]  # fmt: skip
#: From each name to the module that holds it.
_ROOMS = {
    **dict.fromkeys(("kits", "load_kit", "make_kit"), "kitgen.kit_sources"),
    **dict.fromkeys(("make_document", "print_kit"), "kitgen.press.print_run"),
    "Journal": "kitgen.journal.journal",
    "diff": "kitgen.differences",
    "find": "kitgen.position_lookup",
    "search": "kitgen.lookahead",
    "new_journal": "kitgen.journal_start",
    "save": "kitgen.render",
    "solve": "kitgen.game_solution",
    "verify": "kitgen.verification.verify",
}
#: Names that a guest offers.
_OFFERED = {"exact": "lab.exact", "match": "lab.match", "simulate": "lab.simulate"}


def __getattr__(name: str) -> object:
    """Load a name when it is first used (PEP 562)."""
    if name in _ROOMS:
        member = getattr(import_module(_ROOMS[name]), name)
    elif name in _OFFERED:
        member = _offered(name)
    else:
        raise AttributeError(f"module 'kitgen' has no attribute {name!r}")
    globals()[name] = member
    return member


def _offered(name: str) -> object:
    from kitgen.guests import ask_guest  # noqa: PLC0415 - few scripts need it

    return ask_guest(_OFFERED[name], f"kitgen.{name}")


def __dir__() -> list[str]:
    """Return all names of the front door, loaded or not."""
    return sorted({*globals(), *__all__})
