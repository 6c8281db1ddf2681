"""The rules of the games. A game is one file here and one line in ``GAMES``."""

from collections.abc import Callable, Mapping
from dataclasses import MISSING
from importlib import import_module
from inspect import getattr_static
from typing import TYPE_CHECKING

from kitgen.errors import NotationError, UnknownNameError, quoted
from kitgen.model import Game

if TYPE_CHECKING:
    from importlib.metadata import EntryPoints

#: Game name to the module that holds its ``make(size, options)``; loaded only when it is asked for.
GAMES = {
    "awari": "kitgen.games.awari",
    "connect": "kitgen.games.connect",
    "dodgem": "kitgen.games.dodgem",
    "hexapawn": "kitgen.games.hexapawn",
    "nim": "kitgen.games.nim",
    "tictactoe": "kitgen.games.tictactoe",
}

#: Installed packages add games of their own in this entry-point group.
ENTRY_POINTS = "kitgen.games"

#: What a game of another package need not have, even when it is no subclass of ``Game``, and what it has then.
OPTIONAL = {"points": "points", "packed": None, "levels": None, "words": None}

Maker = Callable[[str | None, Mapping[str, str]], Game]


def game_names() -> tuple[str, ...]:
    """Return the names of all games there are, those of other installed packages included."""
    return tuple(sorted({*GAMES, *(entry.name for entry in _outside())}))


def make_game(spec: str) -> Game:
    """Return the game that ``NAME[:SIZE][,option=value…]`` says.

    Raises:
        UsageError: the name, the size or an option is unknown or malformed.

    >>> make_game("hexapawn:4x3").spec
    'hexapawn:4x3'
    """
    head, *pairs = spec.split(",")
    name, colon, size = head.partition(":")
    if colon and not size:
        raise NotationError(f"game {quoted(spec)} has a colon but no size; write it like '{name}' or '{name}:3x3'")
    options: dict[str, str] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not (key and equals and value):
            raise NotationError(f"option {quoted(pair)} of game {quoted(spec)} is not written as name=value")
        if key in options:
            raise NotationError(f"option {quoted(key)} of game {quoted(spec)} is given twice")
        options[key] = value
    game = _maker(name)(size or None, options)
    for attribute, usual in OPTIONAL.items():
        if getattr_static(game, attribute, MISSING) is MISSING:  # asking the game itself may load Numba
            setattr(game, attribute, usual)
    return game


def _outside() -> "EntryPoints":
    """Return the games of other installed packages."""
    from importlib.metadata import entry_points  # noqa: PLC0415 - games of the house are found without

    return entry_points(group=ENTRY_POINTS)


def _maker(name: str) -> Maker:
    """Return the function that makes the game of this name."""
    if name in GAMES:
        maker: Maker = import_module(GAMES[name]).make
        return maker
    for entry in _outside().select(name=name):
        outside: Maker = entry.load()
        return outside
    raise UnknownNameError("game", name, game_names())
