"""All lines of a game in which the machine picks only certain beads, and their worst outcome.

The lines are walked from the rules to their ends, so the result does not depend on the code that
solves games. Positions must not recur, so that each line has an end.
"""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeAlias

from kitgen.errors import TooLargeError
from kitgen.kit.kit import Box, Kit
from kitgen.model import Move, Position

#: From a box and the index of one of its slots to whether the machine may pick a bead there.
Allowed = Callable[[Box, int], bool]
#: A move, with the box and the index of the slot where the machine picks a bead for it.
Step: TypeAlias = tuple[Move, Box | None, int]
#: The most positions that are walked.
MAX_POSITIONS_TO_WALK = 300_000


class LineTally(NamedTuple):
    """The lines from a position.

    Attributes:
        worst: the worst outcome for the machine: 1, 0 or -1.
        lines, lost: how many lines there are, and how many of them it loses.
        picks: the most beads that it picks in one.
    """

    worst: int
    lines: int
    lost: int
    picks: int


@dataclass(frozen=True, slots=True)
class LostLine:
    """A game that the machine loses: moves, boxes opened, by id, with the index of the slot picked
    in each.

    ``empty`` is the id of the empty box where the machine resigned, or None.
    """

    moves: tuple[Move, ...] = ()
    boxes: tuple[tuple[str, int], ...] = ()
    empty: str | None = None

    def then(self, move: Move, box: Box | None, slot: int) -> "LostLine":
        """Return the line with one more move."""
        boxes = self.boxes if box is None else (*self.boxes, (box.id, slot))
        return LostLine((*self.moves, move), boxes)


class Walk:
    """The lines of a machine on one side (0 begins) that picks only allowed beads, and resigns
    where it may pick none.

    If not told, it may pick all.

    >>> from kitgen.kit.build import build_kit
    >>> kit = build_kit("her")
    >>> Walk(kit, 1, good_beads).outlook(kit.game.start())
    LineTally(worst=1, lines=38, lost=0, picks=3)
    """

    def __init__(self, kit: Kit, side: int, allowed: Allowed = lambda _box, _slot: True) -> None:
        self.kit = kit
        self.side = side
        self._allowed = allowed
        self._known: dict[Position, LineTally] = {}

    def steps(self, position: Position) -> list[Step]:
        """Return the possible moves in a position, with box and slot where the machine picks a
        bead.
        """
        game = self.kit.game
        if game.result(position) is not None:
            return []
        if position.to_move != self.side:
            return [(move, None, -1) for move in self.kit.replies(position)]
        located = self.kit.locate(position)
        if located is None:
            move = self.kit.unboxed(position)
            return [] if move is None else [(move, None, -1)]
        box, symmetry = located
        back = symmetry.inverse()
        return [
            (back.move(slot.moves[0]), box, index)
            for index, slot in enumerate(box.slots)
            if self._allowed(box, index)
        ]

    def from_the_ends(
        self, start: Position, known: Collection[Position], most: int = MAX_POSITIONS_TO_WALK
    ) -> Iterator[tuple[Position, list[Step], list[Position]]]:
        """Yield the positions of all lines from a start that are not known, each after those that
        may follow it.

        With each come its steps, and the position after each of them. Whoever asks makes it known
        before the next one. TooLargeError when more than ``most`` positions are known or waiting.
        """
        waiting = [start]
        # The steps and next positions of those that wait for what follows them.
        begun: dict[Position, tuple[list[Step], list[Position]]] = {}
        while waiting:
            position = waiting[-1]
            if position in known:
                waiting.pop()
                continue
            if len(known) + len(waiting) > most:
                raise TooLargeError(
                    f"{self.kit.game.called} has more than {most:,} positions to walk"
                )
            if position in begun:
                steps, children = begun.pop(position)
            else:
                steps, children = self._followed(position)
            unknown = [child for child in children if child not in known]
            if unknown:
                begun[position] = steps, children
                waiting += unknown
            else:
                yield position, steps, children

    def _followed(self, position: Position) -> tuple[list[Step], list[Position]]:
        steps = self.steps(position)
        return steps, [self.kit.game.play(position, move).position for move, _, _ in steps]

    def outlook(self, start: Position) -> LineTally:
        """Return the tally of all lines from a position; TooLargeError when there are too many
        positions.
        """
        for position, steps, children in self.from_the_ends(start, self._known):
            if not children:
                end = self._end(position)
                self._known[position] = LineTally(end, lines=1, lost=int(end < 0), picks=0)
                continue
            after = [self._known[child] for child in children]
            _, box, _ = steps[0]
            picks_here = 0 if box is None else 1
            self._known[position] = LineTally(
                worst=min(tally.worst for tally in after),
                lines=sum(tally.lines for tally in after),
                lost=sum(tally.lost for tally in after),
                picks=max(tally.picks for tally in after) + picks_here,
            )
        return self._known[start]

    def _end(self, position: Position) -> int:
        """Return the outcome for the machine of a line that ends here: it has resigned where the
        rules go on.
        """
        result = self.kit.game.result(position)
        if result is None:
            return -1
        return result if position.to_move == self.side else -result

    def shortest(self) -> LostLine | None:
        """Return the first of the shortest lines that the machine loses; None without one.
        TooLargeError as above.
        """
        game = self.kit.game
        lines = {game.start(): LostLine()}
        waiting = [*lines.items()]
        for position, line in waiting:  # which grows
            if len(lines) > MAX_POSITIONS_TO_WALK:
                raise TooLargeError(
                    f"{self.kit.game.called} has more than {MAX_POSITIONS_TO_WALK:,} positions to "
                    "walk"
                )
            steps = self.steps(position)
            if not steps and self._end(position) < 0:
                return self._ended(position, line)
            for move, box, slot in steps:
                after = game.play(position, move).position
                if after not in lines:
                    lines[after] = line.then(move, box, slot)
                    waiting.append((after, lines[after]))
        return None

    def lost(self) -> Iterator[LostLine]:
        """Yield the lines that the machine loses, in the order of their moves."""
        waiting = [(self.kit.game.start(), LostLine())]
        while waiting:
            position, line = waiting.pop()
            if not self.outlook(position).lost:
                continue
            steps = self.steps(position)
            if not steps:
                yield self._ended(position, line)
            for move, box, slot in reversed(steps):
                after = self.kit.game.play(position, move).position
                waiting.append((after, line.then(move, box, slot)))

    def _ended(self, position: Position, line: LostLine) -> LostLine:
        """Return a line that ends here, with the empty box where the machine has resigned."""
        if self.kit.game.result(position) is not None:
            return replace(line, empty=None)
        located = self.kit.locate(position)
        return replace(line, empty=located[0].id if located else None)


def good_beads(box: Box, slot: int) -> bool:
    """Return whether the kit rates a slot as good as the best in its box."""
    return sign(box.slots[slot].value) == promised(box)


def promised(box: Box) -> int:
    """Return the kit's verdict on a box: 1 where it can be won, 0 where it can be drawn, -1
    where it is lost.
    """
    return max(sign(slot.value) for slot in box.slots)


def sign(value: int) -> int:
    """Return the sign of a value: 1, 0 or -1."""
    return (value > 0) - (value < 0)
