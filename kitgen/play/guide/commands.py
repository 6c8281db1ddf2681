"""What can be typed beside a real table, other than moves and beads."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from kitgen.errors import UsageError, quoted
from kitgen.paper.pictures.signs import board_text
from kitgen.play.learners.side_machine import OpenBox

if TYPE_CHECKING:
    from kitgen.play.guide.guide import Guide

#: The highest number that a game may have.
MOST_GAMES = 9_999_999


def help_(guide: "Guide", rest: list[str]) -> Iterator[str]:
    """Tell of all commands."""
    del rest
    yield guide.say("help.head")
    for command in COMMANDS:
        yield "  " + guide.say(f"help.{command}", command=guide.word(command))


def board_(guide: "Guide", rest: list[str]) -> Iterator[str]:
    """Show the board, and what is to be done."""
    del rest
    yield from guide.standing()


def moves_(guide: "Guide", rest: list[str]) -> Iterator[str]:
    """List the moves of the game so far, and the boxes and beads of the machine's."""
    del rest
    table, words = guide.table, guide.words
    if not table.plies:
        yield words("no_moves_yet")
    for number, ply in enumerate(table.plies, 1):
        bead = ""
        if isinstance(ply.opened, OpenBox) and ply.slot is not None:
            bead = f"  {ply.opened.box.id} {ply.opened.box.slots[ply.slot].colour.letter}"
        yield f"{number:3}  {words.side(ply.side)}  {table.game.move_text(ply.move)}{bead}"


def draw_(guide: "Guide", rest: list[str]) -> Iterator[str]:
    """Pick a bead for the class."""
    del rest
    if not guide.table.machine_moves:
        raise UsageError(guide.words("no_box_here"))
    yield from guide.draw()


def empty_(guide: "Guide", rest: list[str]) -> Iterator[str]:
    """Hear that the box is empty."""
    del rest
    yield from guide.give_up()


def back_(guide: "Guide", rest: list[str]) -> Iterator[str]:
    """Take the last move back, that of the other side or the machine's."""
    del rest
    if not guide.table.take_back():
        raise UsageError(guide.say("no_move_back", undo=guide.word("undo")))
    yield from guide.run_on()


def new_(guide: "Guide", rest: list[str]) -> Iterator[str]:
    """Leave the game at hand, and begin another."""
    del rest
    yield from _left(guide)
    guide.table.new_game()
    yield from guide.begin()


def undo_(guide: "Guide", rest: list[str]) -> Iterator[str]:
    """Take back the game that was noted last, or all after one, and say what that means for the boxes."""
    to = guide.number(rest, -1, MOST_GAMES, least=0)
    machine = guide.table.machine
    before = [list(box) for box in machine.beads]
    rows = guide.journal.undo(None if to < 0 else to)
    yield from _left(guide)
    machine.read_again()
    for row in rows:
        beads = ", ".join(pick.text for pick in row.picks)
        yield guide.say("taken_back", number=row.game, beads=beads)
    changes = guide.changes(
        (number, place, now - was)
        for number, (row, old) in enumerate(zip(machine.beads, before, strict=True))
        for place, (now, was) in enumerate(zip(row, old, strict=True))
        if now != was
    )
    yield guide.say("undone" if changes else "undone_nothing")
    yield from changes
    guide.table.new_game()
    yield from guide.begin()


def _left(guide: "Guide") -> Iterator[str]:
    """Say what to do with the beads of a game that is left."""
    if guide.table.plies:
        yield guide.say("left")


def box_(guide: "Guide", rest: list[str]) -> Iterator[str]:
    """Show a box by its name, with the beads that it should hold; the one that is open without a name."""
    if not rest:
        yield from guide.standing()
        return
    boxes, game = guide.journal.kit.boxes, guide.journal.kit.game
    found = next((number for number, box in enumerate(boxes) if box.id.casefold() == rest[0].casefold()), None)
    if found is None:
        raise UsageError(guide.words("no_box", said=quoted(rest[0])))
    box = boxes[found]
    yield board_text(game, box.position, plain=guide.plain)
    slots = zip(box.slots, guide.table.machine.beads[found], strict=True)
    beads = ", ".join(
        f"{now} {slot.colour.name} ({slot.colour.letter}) {game.move_text(slot.moves[0])}" for slot, now in slots
    )
    yield guide.words("box", box=box.id, beads=beads)


def opponent_(guide: "Guide", rest: list[str]) -> Iterator[str]:
    """Hear who sits opposite, as the journal is to name them."""
    name, side = " ".join(rest)[:40], 1 - guide.table.machine.side
    guide.table.names[side] = name
    yield guide.words("called", side=guide.words.side(side), name=name or "–")


def side_(guide: "Guide", rest: list[str]) -> Iterator[str]:
    """Let the machine play the other side, where one machine serves both, and set the pieces up."""
    players = guide.journal.kit.players
    now = guide.table.machine.side
    side = guide.words.parse_side(rest[0]) if rest else 1 - now
    if side not in players:
        raise UsageError(guide.say("one_side", side=guide.words.side(now)))
    yield from _left(guide)
    guide.table.seat_machine(side)
    yield from guide.begin()


def status_(guide: "Guide", rest: list[str]) -> Iterator[str]:
    """Say how the machine stands."""
    del rest
    now = guide.journal.status()
    yield guide.say("status", games=now.games, won=now.won, drawn=now.drawn, lost=now.lost, beads=now.beads)
    if now.empty:
        yield guide.say("empty_boxes", boxes=", ".join(now.empty))


def quit_(guide: "Guide", rest: list[str]) -> Iterator[str]:
    """Leave."""
    del rest
    guide.over = True
    yield guide.farewell


#: Each is told what was typed behind it, and answers in lines. A language has words of its own for them.
COMMANDS: "dict[str, Callable[[Guide, list[str]], Iterator[str]]]" = {
    "help": help_,
    "board": board_,
    "moves": moves_,
    "draw": draw_,
    "empty": empty_,
    "back": back_,
    "new": new_,
    "undo": undo_,
    "box": box_,
    "opponent": opponent_,
    "side": side_,
    "status": status_,
    "quit": quit_,
}
