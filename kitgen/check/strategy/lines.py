"""Every line that a game can take when the machine plays certain beads only: what comes of it at worst.

Nothing is solved here. The lines are walked from the rules to their ends, so that what is found holds whatever the code
that solves games may say. It is for games in which positions do not recur, where each line has an end.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from kitgen.check.report import Check, counted, found_faults, left_out
from kitgen.errors import TooLargeError
from kitgen.kit.kit import Box, Kit
from kitgen.model import Move, Position

#: From a box and the index of one of its slots to whether the machine may pick a bead there.
Allowed = Callable[[Box, int], bool]
#: The most positions that are walked.
LIMIT = 300_000


@dataclass(frozen=True, slots=True)
class LineTally:
    """What can come of a position.

    Attributes:
        worst: how the machine comes out at worst: 1, 0 or -1.
        lines: how many lines lead from here to an end.
        lost: how many of them the machine loses.
    """

    worst: int
    lines: int
    lost: int


@dataclass(frozen=True, slots=True)
class LostLine:
    """A game that the machine loses.

    Attributes:
        moves: all moves.
        boxes: the boxes that were opened, with the index of the slot that was picked.
        empty: the id of the box that was empty at the end, so that the machine gave up; or None.
    """

    moves: tuple[Move, ...]
    boxes: tuple[tuple[str, int], ...]
    empty: str | None


class Walk:
    """The lines of a machine that picks certain beads only, on one side.

    >>> from kitgen.kit.build import make_kit
    >>> kit = make_kit("her")
    >>> Walk(kit, 1, good_beads).outlook(kit.game.start())
    LineTally(worst=1, lines=38, lost=0)
    """

    def __init__(self, kit: Kit, side: int, allowed: Allowed) -> None:
        """Prepare to walk.

        Args:
            kit: the machine.
            side: the side that it plays: 0 begins.
            allowed: which beads it may pick; in a box where it may pick none it gives up.
        """
        self.kit, self.side = kit, side
        self._allowed = allowed
        self._known: dict[Position, LineTally] = {}

    def steps(self, position: Position) -> list[tuple[Move, Box | None, int]]:
        """Return the moves that can be made in a position, with box and slot where the machine picks a bead."""
        game = self.kit.game
        if game.result(position) is not None:
            return []
        if position.to_move != self.side:
            moves = game.legal_moves(position)
            if self.kit.choices.opponent != "any":
                moves = tuple(m for m in moves if game.result(game.play(position, m).position) == -1) or moves
            return [(move, None, -1) for move in moves]
        located = self.kit.locate(position)
        if located is None:
            move = self.kit.unboxed(position)
            return [] if move is None else [(move, None, -1)]
        box, symmetry = located
        back = symmetry.inverse()
        return [
            (back.move(slot.moves[0]), box, index) for index, slot in enumerate(box.slots) if self._allowed(box, index)
        ]

    def outlook(self, start: Position) -> LineTally:
        """Return what can come of a position.

        Raises:
            TooLargeError: there are too many positions.
        """
        waiting = [start]
        while waiting:
            position = waiting[-1]
            if position in self._known:
                waiting.pop()
                continue
            if len(self._known) + len(waiting) > LIMIT:
                raise TooLargeError(f"{self.kit.game_spec} has more than {LIMIT:,} positions to walk")
            children = [self.kit.game.play(position, move).position for move, _, _ in self.steps(position)]
            unknown = [child for child in children if child not in self._known]
            if unknown:
                waiting += unknown
                continue
            self._known[position] = self._joined(position, [self._known[child] for child in children])
        return self._known[start]

    def _joined(self, position: Position, after: list[LineTally]) -> LineTally:
        """Return the outlook of a position from those that follow; without any the line ends, or is given up."""
        if after:
            worst, lines, lost = zip(*((one.worst, one.lines, one.lost) for one in after), strict=True)
            return LineTally(min(worst), sum(lines), sum(lost))
        result = self.kit.game.result(position)
        end = -1 if result is None else result if position.to_move == self.side else -result
        return LineTally(end, 1, int(end < 0))

    def shortest(self) -> LostLine | None:
        """Return the first of the shortest lines that the machine loses; None where there is none.

        Raises:
            TooLargeError: there are too many positions.
        """
        game = self.kit.game
        lines = {game.start(): LostLine((), (), None)}
        for position, line in (waiting := list(lines.items())):
            if len(lines) > LIMIT:
                raise TooLargeError(f"{self.kit.game_spec} has more than {LIMIT:,} positions to walk")
            steps = self.steps(position)
            if not steps and self._joined(position, []).worst < 0:
                located = self.kit.locate(position) if game.result(position) is None else None
                return replace(line, empty=located[0].id if located else None)
            for move, box, slot in steps:
                after = game.play(position, move).position
                if after not in lines:
                    boxes = line.boxes if box is None else (*line.boxes, (box.id, slot))
                    lines[after] = LostLine((*line.moves, move), boxes, None)
                    waiting.append((after, lines[after]))
        return None

    def lost(self) -> Iterator[LostLine]:
        """Yield the lines that the machine loses, in the order of their moves."""
        waiting: list[tuple[Position, LostLine]] = [(self.kit.game.start(), LostLine((), (), None))]
        while waiting:
            position, line = waiting.pop()
            if not self.outlook(position).lost:
                continue
            steps = self.steps(position)
            if not steps:
                located = self.kit.locate(position) if self.kit.game.result(position) is None else None
                yield LostLine(line.moves, line.boxes, located[0].id if located else None)
            for move, box, slot in reversed(steps):
                boxes = line.boxes if box is None else (*line.boxes, (box.id, slot))
                waiting.append(
                    (self.kit.game.play(position, move).position, LostLine((*line.moves, move), boxes, None))
                )


def good_beads(box: Box, slot: int) -> bool:
    """Return whether the kit says that a slot is as good as any other in its box."""
    return _sign(box.slots[slot].value) == promised(box)


def promised(box: Box) -> int:
    """Return what the kit says of a box: 1 where it can be won, 0 where it can be drawn, -1 where it is lost."""
    return max(_sign(slot.value) for slot in box.slots)


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)


def policy(kit: Kit) -> Check:
    """Return whether no opponent does better than the kit says against one that picks only good beads."""
    name = "good beads keep what they promise"
    if kit.game.repetition is not None:
        return left_out(name, f"positions of {kit.game.name} recur, so that a line need not end")
    words = {1: "wins", 0: "draws at least", -1: "can be beaten"}
    faults, lines, ends = [], 0, []
    try:
        for side in kit.players:
            walk = Walk(kit, side, good_beads)
            outlook = walk.outlook(kit.game.start())
            lines += outlook.lines
            said = _sign(kit.outcome.score if side == 0 else -kit.outcome.score)
            ends.append(f"{kit.game.sides[side].name} {words[outlook.worst]}")
            if outlook.worst < said:
                faults.append(
                    f"with good beads only {kit.game.sides[side].name} {words[outlook.worst]}, not {words[said]}"
                )
            for box in kit.boxes:
                found = walk.outlook(Position(box.position.cells, side)).worst
                if found < promised(box):
                    faults.append(
                        f"box {box.id} ({kit.game.text(box.position)}) {words[promised(box)]}, the kit says, "
                        f"but with good beads only it {words[found]}"
                    )
    except TooLargeError as error:
        return left_out(name, str(error))
    return found_faults(
        name,
        "no opponent does better than the kit says, from the start and from every box",
        ", ".join(ends),
        faults,
        f"{counted(lines, 'line')} from the start walked to their ends; {tally(kit)}",
    )


def tally(kit: Kit) -> str:
    """Return in words how many beads of a kit win, draw and lose, and how boxes mix them.

    >>> from kitgen.kit.build import make_kit
    >>> tally(make_kit("her"))
    '29 beads win, 16 lose; of 19 boxes 7 only win, 2 only lose, 10 mix'
    """
    verbs = {1: "win", 0: "draw", -1: "lose"}
    beads = dict.fromkeys(verbs, 0)
    pure = dict.fromkeys(verbs, 0)
    for box in kit.boxes:
        signs = {_sign(slot.value) for slot in box.slots}
        for slot in box.slots:
            beads[_sign(slot.value)] += slot.beads
        if len(signs) == 1:
            pure[signs.pop()] += 1
    some = ", ".join(f"{count:,} {verbs[sign]}" for sign, count in beads.items() if count)
    first, _, rest = some.partition(" ")
    boxes = [f"{count:,} only {verbs[sign]}" for sign, count in pure.items() if count]
    mixed = len(kit.boxes) - sum(pure.values())
    return f"{first} beads {rest}; of {len(kit.boxes):,} boxes " + ", ".join(boxes + [f"{mixed:,} mix"] * (mixed > 0))
