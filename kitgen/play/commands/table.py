"""Commands about the game on the table: each is a function from the words typed behind it to lines of text."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kitgen.errors import UsageError
from kitgen.play.learners.side_machine import OpenBox
from kitgen.play.sitting import HUMAN, MACHINE

if TYPE_CHECKING:
    from kitgen.play.console import Console

#: The most games that are watched, a line each, after one command.
MOST_WATCHED = 1000
#: After so many moves without an end a watched game is left: positions that recur end it long before.
MOST_MOVES = 10_000


def help_(console: "Console", rest: list[str]) -> Iterator[str]:
    """Tell of all commands."""
    del rest
    yield console.words("help.head")
    for command in console.commands:
        yield "  " + console.words(f"help.{command}", command=console.words(f"word.{command}"))


def board_(console: "Console", rest: list[str]) -> Iterator[str]:
    """Show the board."""
    del rest
    yield from console.standing()


def moves_(console: "Console", rest: list[str]) -> Iterator[str]:
    """List the moves of the game so far."""
    del rest
    sitting, game = console.host.sitting, console.host.sitting.game
    if not sitting.plies:
        yield console.words("no_moves_yet")
    for number, ply in enumerate(sitting.plies, 1):
        box = f"  {ply.opened.box.id}" if isinstance(ply.opened, OpenBox) else ""
        yield f"{number:3}  {console.words.side(ply.side)}  {game.move_text(ply.move)}{box}"


def go_(console: "Console", rest: list[str]) -> Iterator[str]:
    """Let the next move be made; after the end begin the next game."""
    del rest
    sitting = console.host.sitting
    if sitting.looks_back:
        yield from _look(console, 1 if sitting.opened else len(sitting.plies))
        return
    if sitting.ended is not None:
        sitting.new_game()
        yield console.words("new_game")
        yield from console.run_on()
    elif sitting.waits:
        yield from console.standing()
    else:
        yield from console.step()
        yield from console.run_on()


def watch_(console: "Console", rest: list[str]) -> Iterator[str]:
    """Let whole games be played, a line for each."""
    host, words = console.host, console.words
    sitting = host.sitting
    games = console.number(rest, 1, MOST_WATCHED)
    if HUMAN in sitting.players:
        raise UsageError(words("watch_whom"))
    for _ in range(games):
        if sitting.ended is not None:
            sitting.new_game()
        while sitting.ended is None and len(sitting.plies) < MOST_MOVES:
            sitting.make()
        if sitting.ended is None:
            break
        line = words.moves([ply.move for ply in sitting.plies])
        yield f"{len(sitting.outcomes)}: {line}: {words.outcome(sitting.ended)}"
    console.heard()
    if host.kit is not None:
        yield words.figures(host.side, host.figures(host.side))


def back_(console: "Console", rest: list[str]) -> Iterator[str]:
    """Look at the game some moves earlier."""
    yield from _look(console, -console.number(rest, 1, MOST_MOVES))


def forward_(console: "Console", rest: list[str]) -> Iterator[str]:
    """Look at the game some moves later."""
    yield from _look(console, console.number(rest, 1, MOST_MOVES))


def _look(console: "Console", steps: int) -> Iterator[str]:
    sitting = console.host.sitting
    if not sitting.look(steps):
        yield console.words("no_further")
        return
    if sitting.shown:
        yield from console.words.ply(sitting.plies[sitting.shown - 1])
    yield from console.standing()


def new_(console: "Console", rest: list[str]) -> Iterator[str]:
    """Set the pieces up; with ``machine`` behind it begin new machines."""
    if rest and rest[0].casefold() in (MACHINE, console.words(f"player.{MACHINE}").casefold()):
        console.host.begin_anew()
        host = console.host
        yield console.words("new_machine", name=host.name) if host.keeps else console.words("new_machine_unkept")
    console.host.sitting.new_game()
    yield console.words("new_game")
    yield from console.run_on()


def take_(console: "Console", rest: list[str]) -> Iterator[str]:
    """Take a side over."""
    side = console.side(rest)
    console.host.sitting.seat(side, HUMAN)
    yield console.words("taken", side=console.words.side(side))
    yield from console.run_on()


def give_(console: "Console", rest: list[str]) -> Iterator[str]:
    """Hand a side back to its machine."""
    side = console.side(rest)
    console.host.sitting.seat(side, MACHINE)
    yield console.words("given", side=console.words.side(side))
    yield from console.run_on()


def player_(console: "Console", rest: list[str]) -> Iterator[str]:
    """Say who plays a side."""
    words = console.words
    if len(rest) != 2:
        raise UsageError(words("say_player"))
    side, who = words.parse_side(rest[0]), rest[1]
    for known in (HUMAN, MACHINE):
        if who.casefold() == words.player(known).casefold():
            who = known
    console.host.sitting.seat(side, who)
    yield words.seated(side, console.host.sitting.players[side])
    yield from console.run_on()
