"""Which boxes can follow which in a game: what a record is held against, without a list of the other side's moves.

``follow.py`` finds the moves of one game. This finds only what can come next, and remembers it, so that thousands of
games are looked at in a moment, and so that somebody who notes a game can be shown what it may be.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from kitgen.kit.kit import EITHER, Box, Kit, Slot
from kitgen.machine.paper_machine import Table
from kitgen.model import Move, Position

#: A bead as the kit has it: its box, and its slot there.
Bead = tuple[Box, Slot]


class Stand(NamedTuple):
    """How a game may stand. Images of each other are one, unless a position may recur or has another box than they.

    Attributes:
        position: what lies on the table.
        side: the side that the machine plays.
        lead: points of the side that began, minus those of the other side.
        met: how often each position has occurred, in games where one can recur.
    """

    position: Position
    side: int
    lead: int = 0
    met: frozenset[tuple[Position, int]] = frozenset()


@dataclass(frozen=True, slots=True)
class Ahead:
    """What can come next without another bead.

    Attributes:
        boxes: the ids of the boxes that the machine may have to open next, each with the ways to stand before it.
        ends: the ways in which the game may end first: how it ends for the machine (1, 0, -1), and whether it gave up
            at a box that was empty.
    """

    boxes: Mapping[str, tuple[Stand, ...]]
    ends: frozenset[tuple[int, bool]]


class Passages:
    """What can follow what in the games of a kit.

    Attributes:
        kit: the kit.

    >>> from kitgen.kit.build import make_kit
    >>> passages = Passages(make_kit("her"))
    >>> sorted(passages.next_boxes(passages.start))
    ['A1', 'A2']
    """

    def __init__(self, kit: Kit) -> None:
        self.kit = kit
        self._ahead: dict[Stand, Ahead] = {}
        self._after: dict[tuple[Stand, str, str], tuple[Stand, ...]] = {}

    @cached_property
    def start(self) -> tuple[Stand, ...]:
        """How a game stands before its first move: one way, or one for each side that the machine may play."""
        table = Table(self.kit.game, self.kit.game.start())
        if self.kit.game.repetition is not None:
            table.met[table.position] += 1
        return tuple(self._stand(table, side) for side in self.kit.players)

    @cached_property
    def _has_mirrors(self) -> bool:
        """Whether some positions have another box than their mirror images: then these are not one."""
        return any(box.mirror_of is not None for box in self.kit.boxes)

    def before(self, box: Box) -> tuple[Stand, ...]:
        """Return how a game stands at a box, where nothing is known of what came before it."""
        cells, to_move = box.position.cells, box.position.to_move
        either = self.kit.choices.side == EITHER
        return tuple(Stand(Position(cells, side if either else to_move), side) for side in self.kit.players)

    def next_boxes(self, stands: Iterable[Stand]) -> dict[str, tuple[Stand, ...]]:
        """Return the boxes that may have to be opened next, each with the ways to stand before it."""
        found: dict[str, dict[Stand, None]] = {}
        for stand in stands:
            for box, there in self.ahead(stand).boxes.items():
                found.setdefault(box, {}).update(dict.fromkeys(there))
        return {box: tuple(there) for box, there in found.items()}

    def ends(self, stands: Iterable[Stand]) -> frozenset[tuple[int, bool]]:
        """Return the ways in which a game may end without another bead."""
        return frozenset[tuple[int, bool]]().union(*(self.ahead(stand).ends for stand in stands))

    def after(self, stands: Iterable[Stand], bead: Bead) -> tuple[Stand, ...]:
        """Return how a game may stand when a bead has been picked from its box; nothing where that cannot be."""
        box, slot = bead
        found: dict[Stand, None] = {}
        for stand in self.next_boxes(stands).get(box.id, ()):
            found.update(dict.fromkeys(self._picked(stand, box, slot)))
        return tuple(found)

    def follow(self, beads: Sequence[Bead], start: Iterable[Stand] | None = None) -> list[tuple[Stand, ...]]:
        """Return how a game may stand at its start and after each bead, as far as it can have gone so."""
        stands = [self.start if start is None else tuple(start)]
        for bead in beads:
            after = self.after(stands[-1], bead)
            if not after:
                break
            stands.append(after)
        return stands

    def ahead(self, stand: Stand) -> Ahead:
        """Return what can come next, without another bead."""
        found = self._ahead.get(stand)
        if found is None:
            boxes: dict[str, dict[Stand, None]] = {}
            ends = set()
            for table in self._reached(self._table(stand), stand.side):
                ended = table.ended()
                if ended is None:
                    located = self.kit.locate(table.position)
                    assert located is not None  # noqa: S101 - otherwise the game would have gone on
                    boxes.setdefault(located[0].id, {})[self._stand(table, stand.side)] = None
                    if (outcome := self.kit.rule.when_empty.outcome) is not None:
                        ends.add((outcome, True))
                else:
                    ends.add((ended if stand.side == 0 else -ended, False))
            found = Ahead({box: tuple(there) for box, there in boxes.items()}, frozenset(ends))
            self._ahead[stand] = found
        return found

    def _picked(self, stand: Stand, box: Box, slot: Slot) -> tuple[Stand, ...]:
        """Return how a game may stand after a move of a slot."""
        key = (stand, box.id, slot.colour.key)
        found = self._after.get(key)
        if found is None:
            located = self.kit.locate(stand.position)
            assert located is not None  # noqa: S101 - it stands before this box
            back = located[1].inverse()
            tables = [self._table(stand) for _ in slot.moves]
            for table, move in zip(tables, slot.moves, strict=True):
                table.play(back.move(move))
            found = self._after[key] = tuple(dict.fromkeys(self._stand(table, stand.side) for table in tables))
        return found

    def _reached(self, table: Table, side: int) -> Iterator[Table]:
        """Yield all tables at the machine's next box, or at the end of the game."""
        position = table.position
        if table.ended() is not None or (position.to_move == side and self.kit.locate(position) is not None):
            yield table
            return
        for move in without_a_box(self.kit, side, table):
            after = Table(table.game, position, table.lead, [], table.met.copy())
            after.play(move)
            yield from self._reached(after, side)

    def _stand(self, table: Table, side: int) -> Stand:
        """Return how a game on a table stands."""
        if self.kit.game.repetition is not None:
            return Stand(table.position, side, table.lead, frozenset(table.met.items()))
        if self._has_mirrors:
            return Stand(table.position, side, table.lead)
        return Stand(self.kit.symmetries.canonical(table.position), side, table.lead)

    def _table(self, stand: Stand) -> Table:
        """Return a table on which a game stands so."""
        return Table(self.kit.game, stand.position, stand.lead, [], Counter(dict(stand.met)))


def without_a_box(kit: Kit, side: int, table: Table) -> Sequence[Move]:
    """Return the moves that may be made in a position that the machine, which plays a side, has no box for."""
    game, position = kit.game, table.position
    if position.to_move == side:
        only = kit.unboxed(position)
        return () if only is None else (only,)
    moves = game.legal_moves(position)
    if kit.choices.opponent == "sensible":
        wins = [move for move in moves if game.result(game.play(position, move).position) == -1]
        return wins or moves
    return moves
