"""What comes after a bead: for each answer of the other side the next box and how it lies, or how the game has ended.

In play the next box can so be read off the present one; nothing has to be looked up.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kitgen.kit.kit import Kit, Slot
from kitgen.model import Move, Position
from kitgen.paper.find.views import View, view_at, views_of

#: So many times may the machine have but one move, without a box, before the route leaves it to the finder.
FORCED = 2


@dataclass(frozen=True, slots=True)
class Next:
    """What follows when the other side answers in one way.

    Attributes:
        answers: the moves of the other side, on the table: one; none where the machine's move has ended the game, and
            more where the machine has but one move in between and needs no box for it.
        view: the next box as it lies; None where no box follows.
        over: whether the game is over.
        result: how it has ended for the machine, 1, 0 or -1; None where it is not over or points have to be counted.
    """

    answers: tuple[Move, ...]
    view: View | None = None
    over: bool = False
    result: int | None = None


@dataclass(frozen=True, slots=True)
class Leg:
    """One bead, and all that can follow.

    Attributes:
        slot: what the bead stands for, its moves as they are drawn on the box.
        move: the move that is made on the table; None before the other side begins.
        nexts: what follows on each answer.
    """

    slot: Slot | None
    move: Move | None
    nexts: tuple[Next, ...]


def legs_of(kit: Kit, view: View) -> tuple[Leg, ...]:
    """Return for each bead of a box, as it lies, what can follow."""
    legs = []
    for slot in view.box.slots:
        move = view.symmetry.move(slot.moves[0])
        after = kit.game.play(view.position, move).position
        legs.append(Leg(slot, move, tuple(nexts_of(kit, after, 1 - after.to_move))))
    return tuple(legs)


def opening(kit: Kit) -> Leg | None:
    """Return what can follow on the first move of the other side; None where the machine always begins."""
    start = kit.game.start()
    if 1 - start.to_move not in kit.players:
        return None
    return Leg(None, None, tuple(nexts_of(kit, start, 1 - start.to_move)))


def nexts_of(kit: Kit, position: Position, machine: int, answers: tuple[Move, ...] = ()) -> Iterator[Next]:
    """Yield what follows in a position in which the other side is to move.

    Args:
        kit: the kit.
        position: what lies on the table.
        machine: the machine's side.
        answers: what the other side has answered before, since the last bead.
    """
    if kit.game.result(position) is not None:
        yield _end(kit, position, machine, answers)
        return
    for move in _answers(kit, position):
        child = kit.game.play(position, move).position
        line = (*answers, move)
        if kit.game.result(child) is not None:
            yield _end(kit, child, machine, line)
            continue
        view = view_at(kit, child)
        only = None if view is not None else kit.unboxed(child)
        if view is not None or only is None or len(line) > FORCED:
            yield Next(line, view)
        else:
            yield from nexts_of(kit, kit.game.play(child, only).position, machine, line)


def _answers(kit: Kit, position: Position) -> tuple[Move, ...]:
    """Return the moves of the other side, of which one that sees a win in one makes no other."""
    moves = kit.game.legal_moves(position)
    if kit.choices.opponent == "sensible":
        wins = [move for move in moves if kit.game.result(kit.game.play(position, move).position) == -1]
        return tuple(wins) or moves
    return moves


def _end(kit: Kit, position: Position, machine: int, answers: tuple[Move, ...]) -> Next:
    """Return how a game has ended; where points count, what was won before is not known here."""
    result = kit.game.result(position)
    if result is None:
        raise AssertionError("the game is over")
    won = result if position.to_move == machine else -result
    return Next(answers, None, over=True, result=None if kit.game.scoring else won)


def route_views(kit: Kit, *, turned: bool) -> Iterator[View]:
    """Yield the views that have a place in the route.

    Where the sheet is turned with the board, one picture stands for all its turns, and one more for its other hand.
    """
    for box in sorted((*kit.boxes, *kit.always), key=lambda box: (box.row, int(re.sub("[^0-9]", "", box.id)))):
        views = list(views_of(kit, box))
        yield from [view for view in views if view.sign in ("", "⇄")] if turned else views
