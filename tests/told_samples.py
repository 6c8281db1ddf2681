"""Games told as data: the first of the docs, and random ones of ``benchmarks/random_told.py``,
on small boards.
"""

import random
from importlib.util import module_from_spec, spec_from_file_location

import msgspec
from places import ROOT

from kitgen.errors import KitgenError
from kitgen.games.told.told_game import ToldGame
from kitgen.games.told.told_language import Told

#: The first file of the docs.
HENS = """\
name = "Hens and fox"
board = "3x3"
start = [".f.", "...", "hhh"]

[side.hens]
step = ["forward"]

[side.fox]
step = ["orthogonal"]
goal = "far"
"""

_SPEC = spec_from_file_location("random_told", ROOT / "benchmarks" / "random_told.py")
random_told = module_from_spec(_SPEC)
_SPEC.loader.exec_module(random_told)


def game_at_random(number):
    """Return a game as a kit could have it, perhaps with keys that change nothing; None where
    the data are refused.
    """
    try:
        return ToldGame(msgspec.convert(told_at_random(number), Told))
    except KitgenError:
        return None


def told_at_random(number):
    """Return the data of a game; many are refused, as nobody can move or their words do not fit
    each other.
    """
    return random_told.Game(f"Game {number}", random.Random(number)).data
