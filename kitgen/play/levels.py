"""Levels of opponents that look ahead, by depth or time: ``level:4`` and ``seconds:3`` stand for search plans."""

import re

from kitgen.errors import UsageError, quoted
from kitgen.model import Game
from kitgen.search.plan import DEEPEST, LONGEST, PLAYERS_ONLY, QUICK, Plan, parse_plan

#: How many plies each level looks ahead, from level 1; the later ones need the compiled search.
PLIES = (1, 2, 3, 4, 6, 8, 10, 12, 14)
#: The number of levels in plain Python.
PLAIN_LEVELS = 5
#: The seconds for a move that can be chosen without typing.
SECONDS = (1.0, 3.0, 10.0)
#: The words for a level and for a time.
LEVEL, TIME = "level", "seconds"
_ALGORITHM = "negascout"


def levels(game: Game) -> range:
    """Return the numbers of a game's levels.

    >>> from kitgen.games import make_game
    >>> levels(make_game("tictactoe"))
    range(1, 6)
    """
    return range(1, (len(PLIES) if game.words is not None else PLAIN_LEVELS) + 1)


def plan_of(game: Game, text: str) -> str:
    """Return the plan that a level or a time stands for; any other player's text unchanged.

    >>> from kitgen.games import make_game
    >>> plan_of(make_game("tictactoe"), "level:3"), plan_of(make_game("tictactoe"), "random")
    ('negascout:3,single,preference', 'random')
    """
    kind, colon, figure = text.partition(":")
    if kind not in (LEVEL, TIME) or not colon:
        return text
    if kind == LEVEL:
        known = levels(game)
        if re.fullmatch("[0-9]{1,2}", figure) is None or int(figure) not in known:
            raise UsageError(f"there is no level {quoted(figure)} in {game.called}; say level:1 to level:{known[-1]}")
        return _plan(game, PLIES[int(figure) - 1], None)
    if re.fullmatch(r"[0-9]{1,4}(\.[0-9]{1,3})?", figure) is None or not 0 < float(figure) <= LONGEST:
        raise UsageError(f"{quoted(text)} is no time for a move, like 'seconds:3'")
    return _plan(game, DEEPEST, float(figure))


def level_of(game: Game, text: str) -> tuple[str, float] | None:
    """Return the name of a player's plan, ``level`` or ``seconds``, and its figure; None for any other player.

    >>> from kitgen.games import make_game
    >>> game = make_game("tictactoe")
    >>> level_of(game, plan_of(game, "level:3")), level_of(game, plan_of(game, "seconds:1.5"))
    (('level', 3), ('seconds', 1.5))
    """
    for number in levels(game):
        if text == _plan(game, PLIES[number - 1], None):
            return LEVEL, number
    if text.startswith(f"{_ALGORITHM},"):
        seconds = parse_plan(text).seconds
        if seconds is not None and text == _plan(game, DEEPEST, seconds):
            return TIME, seconds
    return None


def _plan(game: Game, depth: int, seconds: float | None) -> str:
    quick = QUICK if game.words is not None else ()
    return str(Plan(_ALGORITHM, depth, seconds, (*quick, *PLAYERS_ONLY)))
