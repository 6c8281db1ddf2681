"""What can follow on a bead: the next box for each answer of the other side, or the end of the
game.

The route prints it, and the guide says how much of looking up it saves.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from kitgen.kit.kit import Kit, Slot, View, view_at, views_of
from kitgen.model import Move, Position

#: Signs for the end of a game: won, drawn and lost by the machine.
WON = "+"
DRAWN = "="
LOST = "–"
#: The same where points are counted: the game is over.
OVER = "■"
#: The sign where it is not known what follows.
UNKNOWN = "?"
#: The most moves without a box in a row, each the machine's only one, that the route follows.
MAX_FORCED_MOVES = 2


@dataclass(frozen=True, slots=True)
class Next:
    """What follows one answer of the other side.

    There is no answer where the machine's move has ended the game, and several where the machine
    has only one move in between and needs no box for it. Without a next box and a sign for the end
    of the game, the box has to be looked up.
    """

    answers: tuple[Move, ...]
    view: View | None = None  # the next box, if there is one
    end: str = ""  # the sign for the end of the game, if it is over

    @property
    def goal(self) -> str:
        """The printed sign of what follows."""
        if self.view is not None:
            return self.view.name
        return self.end or UNKNOWN


@dataclass(frozen=True, slots=True)
class Leg:
    """A bead's slot as drawn on the box, its move on the table, and what can follow each answer.

    There is no slot or move before the other side begins.
    """

    slot: Slot | None
    move: Move | None
    nexts: tuple[Next, ...]


def legs_of(kit: Kit, view: View) -> tuple[Leg, ...]:
    """Return what each bead of a box leads to, as the box lies."""
    legs = []
    for slot in view.box.slots:
        move = view.symmetry.move(slot.moves[0])
        after = kit.game.play(view.position, move).position
        legs.append(Leg(slot, move, merged_nexts(kit, after)))
    return tuple(legs)


def merged_nexts(kit: Kit, position: Position) -> tuple[Next, ...]:
    """Return what follows on each answer, once.

    Where the machine's only move can be made on either side, the same answers may lead to a box in
    two orientations: then the box has to be looked up.
    """
    merged: dict[tuple[Move, ...], Next] = {}
    for following in nexts_of(kit, position, 1 - position.to_move):
        if merged.setdefault(following.answers, following) != following:
            merged[following.answers] = Next(following.answers)
    return tuple(merged.values())


def nexts_of(
    kit: Kit, position: Position, machine: int, answers: tuple[Move, ...] = ()
) -> Iterator[Next]:
    """Yield what follows in a position with the other side to move, after its answers since the
    last bead.
    """
    end = _end(kit, position, machine)
    if end:
        yield Next(answers, end=end)
        return
    for move in kit.replies(position):
        child = kit.game.play(position, move).position
        line = (*answers, move)
        end = _end(kit, child, machine)
        if end:
            yield Next(line, end=end)
            continue
        view = view_at(kit, child)
        only = None if view is not None else kit.unboxed(child)
        if only is None or len(line) > MAX_FORCED_MOVES:
            yield Next(line, view)
            continue
        # The move that the machine makes without a box; its images are as good and may be made
        # instead.
        orbits = kit.symmetries.orbits(child, kit.game.legal_moves(child))
        for move_or_image in next(orbit for orbit in orbits if only in orbit):
            yield from nexts_of(kit, kit.game.play(child, move_or_image).position, machine, line)


def _end(kit: Kit, position: Position, machine: int) -> str:
    """Return the sign for the end of a game, empty while it goes on; points won before are not
    known here.
    """
    result = kit.game.result(position)
    if result is None:
        return ""
    if kit.game.scoring:
        return OVER
    for_machine = result if position.to_move == machine else -result
    return {1: WON, 0: DRAWN, -1: LOST}[for_machine]


def names_each_next(kit: Kit) -> bool:
    """Return whether the next box, or the end of the game, is known after each bead and answer.

    >>> from kitgen.kit.build import build_kit
    >>> names_each_next(build_kit("her")), names_each_next(build_kit("awari-mini"))
    (True, False)
    """
    if kit.choices.forced != "skip" and not kit.always:
        return True  # each position with the machine to move has its box
    game = kit.game
    boxed = set[Position]()
    for box in kit.all_boxes:
        boxed.update(view.position for view in views_of(kit, box))

    def is_known(position: Position) -> bool:
        return position in boxed or game.result(position) is not None

    for box in kit.all_boxes:
        for slot in box.slots:
            position = game.play(box.position, slot.moves[0]).position
            if game.result(position) is not None:
                continue
            # Most answers lead to a box at once: only the others are followed further.
            if all(is_known(game.play(position, move).position) for move in kit.replies(position)):
                continue
            if any(following.goal == UNKNOWN for following in merged_nexts(kit, position)):
                return False
    return True
