"""A route against the rules: each box as it lies, each bead, each answer of the other side, and what follows on it.

What follows is worked out here from the rules and the boxes alone, without the code that made the route.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from kitgen.check.pdf.find.key import MIRRORED
from kitgen.check.pdf.find.lying import SIGNS, board_rows, laid
from kitgen.check.pdf.find.route import ID, PrintedBlock, PrintedEntry, PrintedLeg
from kitgen.check.report import Check, counted, found_faults
from kitgen.kit.kit import Box, Kit
from kitgen.model import Move, Position, Symmetry

#: What stands for the end of a game: by its value for the machine; and where points are counted.
ENDS, OVER = {1: "+", 0: "=", -1: "–"}, "■"
#: What stands where a box has to be looked up: after so many answers without one.
UNKNOWN, ANSWERS = "?", 3
#: Between the answers of a line.
BETWEEN = "·"

#: What follows on a line of answers: what then lies on the board, or a sign for the end or for what is not said.
Follows = tuple[int, ...] | str
#: A box, None before the first one, and what then lies on the board.
Place = tuple[str | None, tuple[int, ...]]


def route_check(kit: Kit, name: str, printed: Sequence[PrintedBlock]) -> Check:
    """Return whether a route says of each box and bead what follows on each answer, and nothing else."""
    walk = _Walk(kit)
    wanted = dict(walk.places())
    faults, seen = [], set[Place]()
    for block in printed:
        place = "the start" if block.id is None else f"box {block.id}{block.sign}"
        place = f"{place} (page {block.page})"
        faults += [f"{place}: {fault}" for fault in (*block.faults, *walk.faults(block))]
        key = walk.place(block.id, () if block.id is None else block.cells or ())
        if key in seen:
            faults.append(f"{place}: it is there twice")
        elif key not in wanted:
            faults.append(f"{place}: nothing follows on it, or it lies like another entry")
        seen.add(key)
    faults += [f"{words} is not there" for key, words in wanted.items() if key not in seen]
    count = sum(len(leg.entries) for block in printed for leg in block.legs)
    return found_faults(
        name, f"{counted(len(wanted), 'box')} as they lie, each answer", counted(count, "answer"), faults
    )


class _Walk:
    """Walks from boxes to boxes by the rules alone."""

    def __init__(self, kit: Kit) -> None:
        self.kit = kit
        # Answers are named by the cells in the picture where boards have many symmetries.
        self._by_cells = len(kit.game.symmetries) > MIRRORED and kit.game.diagram.moves == "place"
        self._boxes = _boxes(kit)

    # --- what has to be there ----------------------------------------------------------------------------------

    def places(self) -> Iterator[tuple[Place, str]]:
        """Yield each id and how its board lies, where a box may follow, with words for it."""
        kit, start = self.kit, self.kit.game.start()
        if 1 - start.to_move in kit.players:
            yield (None, ()), "the start"
        for box in (*kit.boxes, *kit.always):
            for symmetry in self._ways(box):
                position = symmetry.position(box.position)
                if any(self._goes_on(position, symmetry.move(slot.moves[0])) for slot in box.slots):
                    yield self.place(box.id, position.cells), f"box {box.id} as {kit.game.text(position)}"

    def place(self, box_id: str | None, cells: tuple[int, ...]) -> Place:
        """Return what stands for a box as it lies; where the sheet is turned with the board, for all its turns."""
        if not self._by_cells or not cells:
            return box_id, cells
        rows = board_rows(self.kit.game.diagram, cells)
        turns = [rows]
        for _ in range(3):
            turns.append(tuple(zip(*turns[-1][::-1], strict=True)))
        return box_id, tuple(chain.from_iterable(min(turns)))

    def _ways(self, box: Box) -> Sequence[Symmetry]:
        """Return how a box may lie, but for ways that are those of another box."""
        images = {symmetry.position(box.position).cells: symmetry for symmetry in self.kit.game.symmetries}
        return [symmetry for cells, symmetry in images.items() if self._boxes.get(cells) is box]

    def _goes_on(self, position: Position, move: Move) -> bool:
        """Return whether the game may go on until a box is needed after a move of the machine."""
        ends = {*ENDS.values(), OVER}
        return any(follows not in ends for _, follows in self.lines(position, move))

    # --- what is there -----------------------------------------------------------------------------------------

    def faults(self, block: PrintedBlock) -> Iterator[str]:
        """Yield what is wrong in a block."""
        kit = self.kit
        if block.id is None:
            if len(block.legs) != 1 or block.legs[0].badge is not None:
                yield "there are beads before the first box"
            else:
                yield from self._leg_faults(block, block.legs[0], kit.game.start(), None, "")
            return
        box = next((box for box in (*kit.boxes, *kit.always) if box.id == block.id), None)
        if box is None:
            yield "the kit has no such box"
            return
        if block.cells is None:
            yield "it has no picture, or several"
            return
        if block.sign not in SIGNS or board_rows(kit.game.diagram, block.cells) != laid(
            kit.game.diagram, box, block.sign
        ):
            yield f"its picture is not the box as {block.sign or 'its id'} says"
            return
        position = Position(block.cells, box.position.to_move)
        legs = {leg.badge.letter: leg for leg in block.legs if leg.badge is not None}
        if len(legs) < len(block.legs):
            yield "two lines have the same badge, or one has none"
        for slot in box.slots:
            letter, leg = slot.colour.letter, legs.pop(slot.colour.letter, None)
            move = self._move(position, *block.moves.get(letter, (None, None)))
            if leg is None or leg.badge is None:
                yield f"there is no line for bead {letter}"
            elif (leg.badge.fill.upper(), leg.badge.symbol) != (slot.colour.fill.upper(), slot.colour.symbol):
                yield f"the badge of line {letter} is not that of its bead"
            elif move is None:
                yield f"its picture shows no move for bead {letter}"
            else:
                yield from self._leg_faults(block, leg, position, move, f"bead {letter}, ")
        yield from (f"there is a line for bead {letter}, which the box has not" for letter in legs)

    def _move(self, position: Position, source: int | None, target: int | None) -> Move | None:
        """Return the legal move with the ends that a mark shows."""
        if source is None and target is None:
            return None
        fitting = (
            move
            for move in self.kit.game.legal_moves(position)
            if source in (None, move.source) and target in (None, move.target)
        )
        return next(fitting, None)

    def _leg_faults(
        self, block: PrintedBlock, leg: PrintedLeg, position: Position, move: Move | None, where: str
    ) -> Iterator[str]:
        """Yield what is wrong in the line of a bead, or in that of the start of the game."""
        names = {cell: name for name, cell in block.names.items()}
        expected: dict[str, Follows] = {}
        for answers, follows in self.lines(position, move):
            said = BETWEEN.join(self._answer(answer, names) for answer in answers)
            if expected.setdefault(said, follows) != follows:  # a move of the machine between them has several images
                expected[said] = UNKNOWN
        printed: dict[str, PrintedEntry] = {}
        for entry in leg.entries:
            said = entry.answer or "no answer"
            if entry.answer in printed:
                yield f"{where}{said}: it is there twice"
            elif entry.answer not in expected:
                yield f"{where}{said}: it leads to {entry.goal}, but the other side has no such answer"
            elif (wanted := self._amiss(entry.goal, expected[entry.answer])) is not None:
                yield f"{where}{said}: it leads to {entry.goal or 'nothing'} instead of {wanted}"
            printed[entry.answer] = entry
        yield from (f"{where}{answer or 'no answer'}: it is not there" for answer in expected.keys() - printed.keys())

    def _answer(self, move: Move, names: Mapping[int, str]) -> str:
        """Return a move of the other side as it is printed."""
        if not self._by_cells or move.target is None:
            return self.kit.game.move_text(move)
        return names.get(move.target, f"cell {move.target}")

    def _amiss(self, goal: str, follows: Follows) -> str | None:
        """Return what should stand there instead of a goal; None where it is right."""
        if isinstance(follows, str):
            return None if goal == follows else follows
        box, rows = self._boxes[follows], board_rows(self.kit.game.diagram, follows)
        fitting = [box.id + sign for sign in SIGNS if laid(self.kit.game.diagram, box, sign) == rows]
        found = re.fullmatch(rf"({ID.pattern})(.*)", goal)
        right = found is not None and found[1] == box.id and goal in fitting
        return None if right else " or ".join(fitting)

    # --- the walk ----------------------------------------------------------------------------------------------

    def lines(self, position: Position, move: Move | None) -> Iterator[tuple[tuple[Move, ...], Follows]]:
        """Yield each line of answers to a move of the machine, and what follows: a position with a box, or a sign.

        Args:
            position: what lies on the board.
            move: of the machine; None where the other side begins.
        """
        if move is not None:
            position = self.kit.game.play(position, move).position
        yield from self._after(position, 1 - position.to_move, ())

    def _after(
        self, position: Position, machine: int, answers: tuple[Move, ...]
    ) -> Iterator[tuple[tuple[Move, ...], Follows]]:
        game = self.kit.game
        result = game.result(position)
        if result is not None:
            yield answers, OVER if game.scoring else ENDS[result if position.to_move == machine else -result]
        elif position.to_move != machine:
            for answer in self._answers(position):
                yield from self._after(game.play(position, answer).position, machine, (*answers, answer))
        elif position.cells in self._boxes:
            yield answers, position.cells
        else:
            own, moves = [s for s in game.symmetries if s.position(position) == position], game.legal_moves(position)
            if len({frozenset(s.move(move) for s in own) for move in moves}) > 1 or len(answers) >= ANSWERS:
                yield answers, UNKNOWN
                return
            for move in moves:
                yield from self._after(game.play(position, move).position, machine, answers)

    def _answers(self, position: Position) -> Sequence[Move]:
        """Return the answers of the other side; where it is sensible and can win at once, those that do."""
        moves = self.kit.game.legal_moves(position)
        if self.kit.choices.opponent != "sensible":
            return moves
        return [m for m in moves if self.kit.game.result(self.kit.game.play(position, m).position) == -1] or moves


def _boxes(kit: Kit) -> dict[tuple[int, ...], Box]:
    """Return the box of each position, images included: a box's own position is no image of another."""
    boxes = (*kit.boxes, *kit.always)
    found: dict[tuple[int, ...], Box] = {}
    for symmetry in reversed(kit.game.symmetries):  # the identity comes last and so counts most
        found.update((symmetry.position(box.position).cells, box) for box in reversed(boxes))
    return found
