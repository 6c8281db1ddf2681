"""A game that has what a game must offer and nothing else, as somebody else would write it."""

import re
import sys
from importlib import import_module

from places import ROOT

PAGE = ROOT / "docs" / "adding-a-game.md"


def table(heading):
    """Return the table below a heading of the page: from each name to the cells behind it."""
    section = PAGE.read_text(encoding="utf-8").split(f"## {heading}\n")[1].split("\n## ")[0]
    rows = [
        line.strip("| ").split(" | ") for line in section.splitlines() if line.startswith("| `")
    ]
    return {
        name: cells
        for first, *cells in rows
        for name in re.findall(r"`(\w+)(?:\([\w, ]*\))?`", first)
    }


MUST = table("What a game must offer")
MAY = table("What a game may offer")

#: The package: a game of Hexapawn that has the members named in ``MUST`` and nothing else, not even
#: room for more.
PACKAGE = f"""
from kitgen.games.hexapawn import make as make_hexapawn

class Bare:
    __slots__ = {tuple(MUST)!r}

def make(size, options):
    game, bare = make_hexapawn(size, options), Bare()
    for name in Bare.__slots__:
        setattr(bare, name, getattr(game, name))
    bare.name, bare.spec = "bare", game.spec.replace("hexapawn", "bare")
    return bare
"""


def game_at_hand(folder, monkeypatch):
    """Return the game as an object, whose class nobody can find by a name."""
    (folder / "bare.py").write_text(PACKAGE, encoding="utf-8")
    monkeypatch.syspath_prepend(folder)
    monkeypatch.delitem(sys.modules, "bare", raising=False)
    game = import_module("bare").make("2x3", {})
    assert not hasattr(game, "words")
    return game
