"""Commands about what a machine keeps: its boxes, or the positions that it has met."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kitgen.errors import UsageError, quoted
from kitgen.paper.pictures.signs import board_text
from kitgen.play.gallery import Exhibit, MetExhibit, filters_of, shown, size
from kitgen.play.learners.position_machine import PositionMachine
from kitgen.play.learners.side_machine import OpenBox
from kitgen.play.speech import signed

if TYPE_CHECKING:
    from kitgen.play.console import Console

#: Of how many games a box tells, the last ones first.
HISTORY = 20


def box_(console: "Console", rest: list[str]) -> Iterator[str]:
    """Show a box or a position: what is chosen from now, or one by its name, with the way to it and its history."""
    host, words = console.host, console.words
    if not rest:
        choice = host.sitting.open_box()
        if choice is None:
            yield words("no_box_here")
        elif isinstance(choice, OpenBox):
            yield words("box", box=choice.box.id, beads=words.chosen_from(choice))
        else:
            yield words("compares", side=words.side(host.sitting.to_move), numbers=words.chosen_from(choice))
        return
    side = words.parse_side(rest[1]) if len(rest) > 1 else host.side
    exhibit = next((one for one in shown(host.machine(side)) if one.name.casefold() == rest[0].casefold()), None)
    if exhibit is None:
        raise UsageError(words("no_box", said=quoted(rest[0])))
    yield board_text(host.sitting.game, exhibit.position, plain=console.plain)
    yield from _position(console, exhibit) if isinstance(exhibit, MetExhibit) else _box(console, exhibit, side)


def _box(console: "Console", exhibit: Exhibit, side: int) -> Iterator[str]:
    """Tell of a box: its beads, the way to it, its history."""
    host, words = console.host, console.words
    machine = host.machine(side)
    assert not isinstance(machine, PositionMachine)  # noqa: S101 - it has a box
    yield words("box", box=exhibit.name, beads=exhibit_text(console, exhibit))
    way = host.way(side, exhibit.number)
    if way:
        yield words("way", moves=" ".join(way))
    history = machine.history(exhibit.number)
    if history:
        yield words("opened_in", games=len(history))
    for game, pick, result in reversed(history[-HISTORY:]):
        yield words("history", game=game, letter=pick.bead, result=_result(console, result))


def _position(console: "Console", exhibit: MetExhibit) -> Iterator[str]:
    """Tell of a position: its number, the way to it when it was first met, its history."""
    words, met = console.words, exhibit.met
    yield words("position", name=exhibit.name, number=signed(exhibit.value))
    yield words("way", moves=words.moves(met.way))
    yield words("met_in", count=met.times)
    for game, result in reversed(met.games):
        yield words("met_game", game=game, result=_result(console, result))


def _result(console: "Console", result: int) -> str:
    """Return in a word how a game ended for a machine."""
    return console.words(f"result.{('drawn', 'won', 'lost')[result]}")


def exhibit_text(console: "Console", exhibit: Exhibit | MetExhibit) -> str:
    """Return what lies in a box now, and lay there at the start; or a position's number, and how often it was met."""
    if isinstance(exhibit, MetExhibit):
        return f"{signed(exhibit.value):>3}  ×{exhibit.met.times}"
    game = console.host.sitting.game
    return "  ".join(
        f"{slot.colour.letter} {game.move_text(slot.moves[0])} {slot.beads}→{count}"
        if count != slot.beads
        else f"{slot.colour.letter} {game.move_text(slot.moves[0])} ×{count}"
        for slot, count in zip(exhibit.box.slots, exhibit.beads, strict=True)
    )


def gallery_(console: "Console", rest: list[str]) -> Iterator[str]:
    """List the boxes, or the positions met, that pass some filters."""
    host, words = console.host, console.words
    known = filters_of(host.machine(host.side))
    side, turn, filters = host.side, 0, list[str]()
    own = {words(f"filter.{name}").casefold(): name for name in known}
    for word in rest:
        if word.isascii() and word.isdecimal() and len(word) < 4:
            turn = int(word)
        elif word.casefold() in own or word.casefold() in known:
            filters.append(own.get(word.casefold(), word.casefold()))
        else:
            side = words.parse_side(word)
    machine = host.machine(side)
    found = shown(machine, tuple(filters), turn)
    for exhibit in found:
        yield f"{exhibit.name:4} {host.sitting.game.text(exhibit.position)}  {exhibit_text(console, exhibit)}"
    yield counted(console, side, len(found))


def counted(console: "Console", side: int, found: int) -> str:
    """Return how many boxes or positions were found, of how many."""
    machine = console.host.machine(side)
    key = "gallery_met" if isinstance(machine, PositionMachine) else "gallery"
    return console.words(key, found=found, boxes=size(machine))
