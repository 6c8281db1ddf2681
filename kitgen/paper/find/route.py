"""What comes after a bead: for each answer of the other side the next box and how it lies, or how the game has ended.

In play the next box can so be read off the present one; nothing has to be looked up.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kitgen.kit.kit import Box, Kit, Slot
from kitgen.model import Move, Position
from kitgen.paper.find.views import SWAPPED, View, view_at, views_of

#: So many times may the machine have but one move, without a box, before the route leaves it to the finder.
FORCED = 2
#: How often each position is met in which a box lies, by the box and its hand, on a sheet that is not turned again.
Arrivals = defaultdict[tuple[str, bool], defaultdict[Position, float]]


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
        legs.append(Leg(slot, move, _told_once(nexts_of(kit, after, 1 - after.to_move))))
    return tuple(legs)


def opening(kit: Kit) -> Leg | None:
    """Return what can follow on the first move of the other side; None where the machine always begins."""
    start = kit.game.start()
    if 1 - start.to_move not in kit.players:
        return None
    return Leg(None, None, _told_once(nexts_of(kit, start, 1 - start.to_move)))


def _told_once(nexts: Iterable[Next]) -> tuple[Next, ...]:
    """Return what follows on each answer, once.

    Where the machine's only move can be made on either side, the same answers may lead to a box that lies in one way
    or in another: then it has to be found.
    """
    found: dict[tuple[Move, ...], Next] = {}
    for one in nexts:
        if found.setdefault(one.answers, one) != one:
            found[one.answers] = Next(one.answers)
    return tuple(found.values())


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
            for way in _images(kit, child, only):
                yield from nexts_of(kit, kit.game.play(child, way).position, machine, line)


def _images(kit: Kit, position: Position, only: Move) -> tuple[Move, ...]:
    """Return a move that the machine makes without a box, and its images, which are as good and may be made instead."""
    orbits = kit.symmetries.orbits(position, kit.game.legal_moves(position))
    return next(orbit for orbit in orbits if only in orbit)


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


def route_places(kit: Kit, *, turned: bool) -> Iterator[tuple[View, tuple[Leg, ...]]]:
    """Yield the views that have a place in the route, in order of their boxes, and what can follow on each.

    Where the sheet is turned with the board, one picture stands for all turns of a box, and one more for its other
    hand. It is drawn as the box lies most often on a sheet that still lies as it did for the box before, so that the
    sheet seldom has to be turned again.
    """
    arrivals: Arrivals = defaultdict(lambda: defaultdict(float))

    def arrive(leg: Leg, weight: float) -> None:
        for following in leg.nexts:
            if following.view is not None:
                arrivals[_hand(following.view)][following.view.position] += weight / len(leg.nexts)

    first = opening(kit)
    if first is not None:
        arrive(first, 1.0)
    for box in sorted((*kit.boxes, *kit.always), key=lambda box: (box.row, int(re.sub("[^0-9]", "", box.id)))):
        for view in _hands(kit, box, arrivals) if turned else views_of(kit, box):
            legs = legs_of(kit, view)
            yield view, legs
            weight = sum(arrivals[_hand(view)].values(), start=0.0) or 1.0  # nothing leads to the first box
            for leg in legs:
                arrive(leg, weight / len(legs))


def _hands(kit: Kit, box: Box, arrivals: Arrivals) -> Iterator[View]:
    """Yield a box as it lies most often, and as it does with its sides swapped, where no turn makes these the same."""
    ways: defaultdict[tuple[str, bool], list[View]] = defaultdict(list)
    for view in views_of(kit, box):  # the plainest first
        ways[_hand(view)].append(view)
    for hand, views in ways.items():
        yield max(views, key=lambda view: round(arrivals[hand][view.position], 9))


def _hand(view: View) -> tuple[str, bool]:
    """Return what a view has in common with those to which it can be turned."""
    return view.box.id, SWAPPED in view.sign
