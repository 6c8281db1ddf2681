"""The rules of the games. A game is one file here and one line in ``GAMES``."""

import re
import sys
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from kitgen.errors import NotationError, UnknownNameError, UsageError, quoted
from kitgen.games.told import TOLD
from kitgen.model import (
    MIRRORS,
    Diagram,
    Game,
    GameLike,
    Move,
    Position,
    Side,
    Step,
    Symmetry,
    completed,
)
from kitgen.reading.templates import Templates

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

#: Game name to the module that holds its ``make(size, options)``; loaded on demand.
GAMES = {
    "awari": "kitgen.games.awari",
    "connect": "kitgen.games.connect",
    "dodgem": "kitgen.games.dodgem",
    "hexapawn": "kitgen.games.hexapawn",
    "nim": "kitgen.games.nim",
    "tictactoe": "kitgen.games.tictactoe",
}
#: The entry-point group in which installed packages offer games.
ENTRY_POINTS = "kitgen.games"


def game_names() -> tuple[str, ...]:
    """Return the names of all games, including those of other installed packages."""
    return tuple(sorted({*GAMES, *(entry.name for entry in _outside())}))


def standard_name(text: str) -> str:
    """Return the name of a game, or of an edition, in the one form that is written: small letters,
    ``x``, no blanks.

    >>> (
    ...     standard_name("Hexapawn: 3×3"),
    ...     standard_name("AWARI:2*3, rules = simple"),
    ...     standard_name(" HER"),
    ... )
    ('hexapawn:3x3', 'awari:2x3,rules=simple', 'her')
    """
    text = re.sub(r"\s*([:,=])\s*", r"\1", text.strip().lower())
    return re.sub(r"(?<=[0-9])\s*[x×*]\s*(?=[0-9])", "x", text)


def make_game(spec: str) -> Game:
    """Return the game of a text ``NAME[:SIZE][,option=value…]``, or ``told:`` with a game told as
    data.

    Every game whose boards can be turned or mirrored has the option ``mirrors`` of
    ``kitgen.games.unmirrored``.

    >>> make_game("hexapawn:4x3").spec, make_game("Hexapawn: 4×3").spec
    ('hexapawn:4x3', 'hexapawn:4x3')
    >>> make_game("hexapawn,mirrors=never").spec
    'hexapawn:3x3,mirrors=never'
    """
    if spec.startswith(TOLD):
        from kitgen.games.told.told_file import read_told  # noqa: PLC0415 - few games are told

        return read_told(spec.removeprefix(TOLD), Templates())
    head, *pairs = standard_name(spec).split(",")
    name, colon, size = head.partition(":")
    if colon and not size:
        raise NotationError(
            f"game {quoted(spec)} has a colon but no size; write it like '{name}' or '{name}:3x3'"
        )
    options: dict[str, str] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not (key and equals and value):
            raise NotationError(
                f"option {quoted(pair)} of game {quoted(spec)} is not written as name=value"
            )
        if key in options:
            raise NotationError(f"option {quoted(key)} of game {quoted(spec)} is given twice")
        options[key] = value
    if name in GAMES:
        make = import_module(GAMES[name]).make
    else:
        entries = [entry for entry in _outside() if entry.name.lower() == name]
        if not entries:
            raise UnknownNameError("game", name, game_names())
        make = entries[0].load()
    way = options.pop(MIRRORS, None)
    game = completed(make(size or None, options))
    if way is None:
        return game
    from kitgen.games.unmirrored import unmirrored  # noqa: PLC0415 - few games are played without mirrors

    return unmirrored(game, way)


def given_game(game: GameLike) -> Game:
    """Return a game that was given as an object, with all optional members.

    Members of other kinds than a game's are refused.

    >>> from kitgen.games._template import Gaps
    >>> given_game(Gaps(5)).start().to_move
    0
    """
    whole = completed(game)
    _check_member(whole, "name", isinstance(whole.name, str), "text")
    _check_member(whole, "spec", isinstance(whole.spec, str), "text")
    two_sides = len(whole.sides) == 2 and all(isinstance(side, Side) for side in whole.sides)
    _check_member(whole, "sides", two_sides, "two objects Side(name, letter)")
    symmetric = all(isinstance(symmetry, Symmetry) for symmetry in whole.symmetries)
    _check_member(whole, "symmetries", symmetric, "objects Symmetry(name, to), the identity first")
    _check_member(whole, "diagram", isinstance(whole.diagram, Diagram), "a Diagram")
    start = whole.start()
    _check_member(whole, "start()", isinstance(start, Position), "a Position")
    result = whole.result(start)
    _check_member(whole, "result(start)", result is None, "None")
    moves = whole.legal_moves(start)
    all_moves = bool(moves) and all(isinstance(move, Move) for move in moves)
    _check_member(whole, "legal_moves(start)", all_moves, "a tuple of objects Move(source, target)")
    step = whole.play(start, moves[0])
    _check_member(whole, "play(start, move)", isinstance(step, Step), "a Step(position, gain)")
    return whole


def _check_member(game: Game, member: str, fits: bool, wanted: str) -> None:
    if not fits:
        kind = type(game).__name__
        raise UsageError(f"game {kind}: {member} must be {wanted} (docs/adding-a-game.md)")


def check_installed(spec: str) -> None:
    """Refuse a game that no file can name: a class of the caller's own, which only the running
    program knows.

    >>> check_installed("gaps:5")
    Traceback (most recent call last):
    kitgen.errors.UsageError: game 'gaps:5' is not installed here; a package can offer it
    """
    name = re.split("[:,]", standard_name(spec))[0]
    if name not in GAMES and name not in game_names() and not spec.startswith(TOLD):
        raise UsageError(f"game {quoted(spec)} is not installed here; a package can offer it")


def _outside() -> "tuple[EntryPoint, ...]":
    if not _offered_on(tuple(sys.path)):
        return ()
    from importlib.metadata import entry_points  # noqa: PLC0415 - takes longer to load than to see that none is offered

    return tuple(entry_points(group=ENTRY_POINTS))


@cache
def _offered_on(path: tuple[str, ...]) -> bool:
    """Return whether an installed package may offer games; one in an archive may."""
    heading = f"[{ENTRY_POINTS}]".encode()
    for place in map(Path, path):
        if place.is_file():
            return True
        for file in place.glob("*-info/entry_points.txt"):
            with suppress(OSError):
                if heading in file.read_bytes():
                    return True
    return False
