"""What can follow what on the table as it lies, not turned: so the other side's moves are marked.

``record/passages.py`` takes images of a position for one, for it asks for boxes alone.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from kitgen.kit.kit import Box, Kit, Slot
from kitgen.machine.paper_machine import Table
from kitgen.model import Move
from kitgen.record.forms.asked import Moves
from kitgen.record.passages import Stand, without_a_box


@dataclass(frozen=True, slots=True)
class Reached:
    """What a game comes to without another bead.

    Attributes:
        stand: how it stands there.
        replies: the moves of the other side on the way, each with the number of turns without a bead that the machine
            has had before it.
        own: the machine's own moves in such turns.
        box: the machine's next box; None where the game is over.
        result: how it ends there for the machine: 1, 0 or -1. At a box it is how a game ends that finds it empty; None
            where it does not end there.
    """

    stand: Stand
    replies: tuple[tuple[int, Move], ...]
    own: tuple[Move, ...]
    box: Box | None
    result: int | None


class Paths:
    """All ways that games of a kit can go, found when they are asked for and kept.

    Attributes:
        kit: the kit.
        moves: how moves on the table are marked.

    >>> from kitgen.kit.build import make_kit
    >>> paths = Paths(make_kit("her"))
    >>> ahead = paths.ahead(paths.start[0])
    >>> [(one.box.id, paths.kit.game.move_text(one.replies[0][1])) for one in ahead]
    [('A1', 'a1a2'), ('A2', 'b1b2'), ('A1', 'c1c2')]
    """

    def __init__(self, kit: Kit) -> None:
        self.kit = kit
        self.moves = Moves(kit)
        self._ahead: dict[Stand, tuple[Reached, ...]] = {}
        self._after: dict[tuple[Stand, str], tuple[tuple[Move, Stand], ...]] = {}

    @cached_property
    def start(self) -> tuple[Stand, ...]:
        """How a game stands before its first move: one way, or one for each side that the machine may play."""
        table = Table(self.kit.game, self.kit.game.start())
        if self.kit.game.repetition is not None:
            table.met[table.position] += 1
        return tuple(_stand(table, side) for side in self.kit.players)

    def ahead(self, stand: Stand) -> tuple[Reached, ...]:
        """Return all that a game can come to without another bead."""
        found = self._ahead.get(stand)
        if found is None:
            found = self._ahead[stand] = tuple(self._reached(self._table(stand), stand.side, (), ()))
        return found

    def after(self, stand: Stand, slot: Slot) -> tuple[tuple[Move, Stand], ...]:
        """Return how a game can stand when a bead has been picked from the box before which it stands, by the move."""
        key = (stand, slot.colour.key)
        found = self._after.get(key)
        if found is None:
            located = self.kit.locate(stand.position)
            assert located is not None  # noqa: S101 - it stands before a box
            back = located[1].inverse()
            moves = dict.fromkeys(back.move(move) for move in slot.moves)
            found = tuple((move, _stand(self._moved(self._table(stand), move), stand.side)) for move in moves)
            self._after[key] = found
        return found

    def _reached(
        self, table: Table, side: int, replies: tuple[tuple[int, Move], ...], own: tuple[Move, ...]
    ) -> Iterator[Reached]:
        """Yield what a game on a table can come to."""
        kit, ended = self.kit, table.ended()
        if ended is not None:
            yield Reached(_stand(table, side), replies, own, None, ended if side == 0 else -ended)
            return
        mine = table.position.to_move == side
        located = kit.locate(table.position) if mine else None
        if located is not None:
            yield Reached(_stand(table, side), replies, own, located[0], kit.rule.when_empty.outcome)
            return
        for move in self._alike(table) if mine else without_a_box(kit, side, table):
            after = self._moved(table, move)
            if mine:
                yield from self._reached(after, side, replies, (*own, move))
            else:
                yield from self._reached(after, side, (*replies, (len(own), move)), own)

    def _alike(self, table: Table) -> Sequence[Move]:
        """Return the moves of the machine in a position without a box: the one that it makes, and its images."""
        move = self.kit.unboxed(table.position)
        if move is None:
            return ()
        same = [one for one in self.kit.symmetries.all if one.position(table.position) == table.position]
        return tuple(dict.fromkeys(one.move(move) for one in same))

    def _moved(self, table: Table, move: Move) -> Table:
        """Return a table after a move more."""
        after = Table(table.game, table.position, table.lead, [], table.met.copy())
        after.play(move)
        return after

    def _table(self, stand: Stand) -> Table:
        """Return a table on which a game stands so."""
        return Table(self.kit.game, stand.position, stand.lead, [], Counter(dict(stand.met)))


def _stand(table: Table, side: int) -> Stand:
    """Return how a game on a table stands."""
    met = frozenset(table.met.items()) if table.game.repetition is not None else frozenset()
    return Stand(table.position, side, table.lead, met)
