"""Matchbox machines that learn: printed, played, simulated and verified.

This is the front door. Each name is loaded when it is first used, so that ``import kitgen`` is
quick:

=================  =================================================================================
``kits``           all editions and games, with boxes, beads, colours and who should win
``make_kit``       a machine on paper, from an edition or a game and your own choices
``load_kit``       the same, or a kit from a ``kit.json``, a kit folder or a kit PDF
``print_kit``      everything that a class needs, in a folder; or a PDF in a stream
``make_document``  the sheets of a kit, to look at or to save
``save``           a document as PDF, or its sheets as pictures
``draw``           a picture of a box or a position, which notebooks show
``find``           the box of a position, who should win, and the value of each move
``verify``         a kit, and its PDF, checked against the rules of the game
``simulate``       machines trained in many games
``compare``        learning rules side by side on one kit
``exact``          exact figures of a machine that learns
``diff``           the differences between two kits
``env``            a game as an environment for learners, by the conventions of PettingZoo or
                   Gymnasium
``solve``          the value of a game, and how many positions and boxes it has
``Journal``        the journal of a real machine: its games, and the beads that are left
``new_journal``    starts a journal for a kit, by name or by path
``search``         the value of a position some moves ahead, and how the game would continue
``play_with``      a machine at a table: play with it, or let a function of yours play with it
``match``          players against each other: the score, the cost per move, and all games
``sweep``          every combination of kits, rules, opponents, beads and seeds
``reproduce``      a published experiment repeated, our figures beside its own
``try_game``       whether a game is good for a machine of boxes
``verify_table``   a table of positions and moves checked against a game
``policy``         a machine's policy as an array; ``with_policy`` fills boxes as an array says
``palettes``       all palettes of bead colours
``KitgenError``    the kind of every error, with a message of one line
=================  =================================================================================

>>> import kitgen
>>> kit = kitgen.make_kit("her")
>>> len(kit.boxes), kitgen.find(kit, "bbb/..w/ww. b").box.id
(19, 'A1')
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kitgen.errors import KitgenError
    from kitgen.inquiries.differences import diff
    from kitgen.inquiries.game_solution import solve
    from kitgen.inquiries.game_trial import try_game
    from kitgen.inquiries.lookahead import search
    from kitgen.inquiries.position_lookup import find
    from kitgen.journal.journal import Journal
    from kitgen.lab.experiment import exact, simulate
    from kitgen.lab.matches import match
    from kitgen.lab.policies import policy, with_policy
    from kitgen.lab.reproductions import reproduce
    from kitgen.lab.rules_compared import compare
    from kitgen.lab.sweeps import sweep
    from kitgen.play.from_python import play_with
    from kitgen.press.print_run import make_document, print_kit
    from kitgen.render import save
    from kitgen.render.shown import draw
    from kitgen.rl.environments import env
    from kitgen.sources.journal_start import new_journal
    from kitgen.sources.kit_list import kits, palettes
    from kitgen.sources.kit_sources import load_kit, make_kit
    from kitgen.verification.tables.table_check import verify_table
    from kitgen.verification.verify import verify

__version__ = "1.1.0"

__all__ = [
    "Journal",
    "KitgenError",
    "compare",
    "diff",
    "draw",
    "env",
    "exact",
    "find",
    "kits",
    "load_kit",
    "make_document",
    "make_kit",
    "match",
    "new_journal",
    "palettes",
    "play_with",
    "policy",
    "print_kit",
    "reproduce",
    "save",
    "search",
    "simulate",
    "solve",
    "sweep",
    "try_game",
    "verify",
    "verify_table",
    "with_policy",
]
#: From each name to the module that holds it.
_ROOMS = {
    **dict.fromkeys(("load_kit", "make_kit"), "kitgen.sources.kit_sources"),
    "kits": "kitgen.sources.kit_list",
    **dict.fromkeys(("make_document", "print_kit"), "kitgen.press.print_run"),
    "Journal": "kitgen.journal.journal",
    "KitgenError": "kitgen.errors",
    "diff": "kitgen.inquiries.differences",
    "draw": "kitgen.render.shown",
    "find": "kitgen.inquiries.position_lookup",
    "search": "kitgen.inquiries.lookahead",
    "new_journal": "kitgen.sources.journal_start",
    "palettes": "kitgen.sources.kit_list",
    "save": "kitgen.render",
    "solve": "kitgen.inquiries.game_solution",
    "try_game": "kitgen.inquiries.game_trial",
    "verify": "kitgen.verification.verify",
    "verify_table": "kitgen.verification.tables.table_check",
}
#: Names that a guest offers.
_OFFERED = {
    "compare": "lab.compare",
    "env": "rl.env",
    "exact": "lab.exact",
    "match": "lab.match",
    "play_with": "play.play_with",
    "policy": "lab.policy",
    "reproduce": "lab.reproduce",
    "simulate": "lab.simulate",
    "sweep": "lab.sweep",
    "with_policy": "lab.with_policy",
}


def __getattr__(name: str) -> object:
    """Load a name when it is first used (PEP 562)."""
    if name not in _ROOMS and name not in _OFFERED:
        raise AttributeError(f"module 'kitgen' has no attribute {name!r}")
    from kitgen.front_door import check_arguments, fewer_collections  # noqa: PLC0415 - few imports use a name at once

    with fewer_collections():
        member = getattr(import_module(_ROOMS[name]), name) if name in _ROOMS else _offered(name)
    if not isinstance(member, type):  # a class checks its arguments itself
        member = check_arguments(member)
    globals()[name] = member
    return member


def _offered(name: str) -> Any:
    from kitgen.guests import ask_guest  # noqa: PLC0415 - few scripts need it

    return ask_guest(_OFFERED[name], f"kitgen.{name}")


def __dir__() -> list[str]:
    """Return all names of the front door, loaded or not."""
    return sorted({*globals(), *__all__})
