"""The possible courses of games on the table, without symmetry, because marked moves depend on how the board lies.

``Passages`` merge the images of a position, because journals only need boxes.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kitgen.forms.places import Moves
from kitgen.kit.kit import Box, Kit, Slot
from kitgen.machine.paper_machine import Table
from kitgen.model import Move
from kitgen.record.rows import Passages, Stand, without_a_box


@dataclass(frozen=True, slots=True)
class Reached:
    """A stand that a game can reach without another bead.

    Attributes:
        stand: the stand.
        replies: the moves of the other side on the way, each after how many of the machine's turns without a bead.
        own: the machine's own moves in such turns.
        box: the machine's next box; None if the game is over.
        result: the end there for the machine: 1, 0 or -1. At a box, the end if the box is empty; None if there is none.
    """

    stand: Stand
    replies: tuple[tuple[int, Move], ...]
    own: tuple[Move, ...]
    box: Box | None
    result: int | None


class Paths(Passages):
    """All possible courses of a kit's games, cached; ``moves`` has the marks of moves on the table.

    >>> from kitgen.kit.build import build_kit
    >>> paths = Paths(build_kit("her"))
    >>> ahead = paths.reached(paths.start[0])
    >>> [(reached.box.id, paths.kit.game.move_text(reached.replies[0][1])) for reached in ahead]
    [('A1', 'a1a2'), ('A2', 'b1b2'), ('A1', 'c1c2')]
    """

    def __init__(self, kit: Kit) -> None:
        super().__init__(kit, as_it_lies=True)
        self.moves = Moves(kit)
        self._all_reached: dict[Stand, tuple[Reached, ...]] = {}
        self._moves_after: dict[tuple[Stand, str], tuple[tuple[Move, Stand], ...]] = {}

    def reached(self, stand: Stand) -> tuple[Reached, ...]:
        """Return all stands that a game can reach without another bead."""
        if stand not in self._all_reached:
            self._all_reached[stand] = tuple(self._reached(self._table(stand), stand.side, (), ()))
        return self._all_reached[stand]

    def moves_for(self, stand: Stand, slot: Slot) -> tuple[tuple[Move, Stand], ...]:
        """Return the possible moves for a bead from the box of a stand, each with the stand after it."""
        key = (stand, slot.colour.key)
        if key not in self._moves_after:
            located = self.kit.locate(stand.position)
            assert located is not None  # noqa: S101 - it stands before a box
            back = located[1].inverse()
            moves = dict.fromkeys(back.move(move) for move in slot.moves)
            self._moves_after[key] = tuple(
                (move, self._stand(self._table(stand).after(move), stand.side)) for move in moves
            )
        return self._moves_after[key]

    def _reached(
        self, table: Table, side: int, replies: tuple[tuple[int, Move], ...], own: tuple[Move, ...]
    ) -> Iterator[Reached]:
        kit, ended = self.kit, table.ended()
        if ended is not None:
            yield Reached(self._stand(table, side), replies, own, None, ended if side == 0 else -ended)
            return
        mine = table.position.to_move == side
        located = kit.locate(table.position) if mine else None
        if located is not None:
            yield Reached(self._stand(table, side), replies, own, located[0], kit.rule.when_empty.outcome)
            return
        for move in self._alike(table) if mine else without_a_box(kit, side, table):
            after = table.after(move)
            if mine:
                yield from self._reached(after, side, replies, (*own, move))
            else:
                yield from self._reached(after, side, (*replies, (len(own), move)), own)

    def _alike(self, table: Table) -> Sequence[Move]:
        move = self.kit.unboxed(table.position)
        if move is None:
            return ()
        symmetries = [some for some in self.kit.symmetries.all if some.position(table.position) == table.position]
        return tuple(dict.fromkeys(symmetry.move(move) for symmetry in symmetries))
