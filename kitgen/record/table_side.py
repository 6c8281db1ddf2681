"""One side of a real table: the beads that the machine has picked in a game, and what can come
next.

No words and no screens: whoever asks at a table, or reads what was noted there, keeps only its
questions. The page has the same in ``web/page/core/table_side.js``;
``tests/web/table_side_cases.toml`` holds both to the same answers.
"""

from collections.abc import Callable, Collection, Iterable
from typing import Literal, NamedTuple

from kitgen.kit.kit import View, view_at
from kitgen.model import Move
from kitgen.record.rows import GameRow, Passages, PickedBead, Reached, Stand, bead_of

#: Why something is refused: a box cannot be the machine's first, cannot come after its last one, or
#: the game is over; nobody can make this move, or the machine has no answer to it; no box is open
#: at which the machine could give up.
Refusal = Literal["not_first", "not_next", "not_after_end", "not_answered", "no_box"]


class _Act(NamedTuple):
    """A bead or a move.

    Attributes:
        move: as it was made on the table; None if nobody knows.
        asked: whether somebody had to tell it: the machine's only move is known without that.
        stands: the states in which the game can be after it.
    """

    pick: PickedBead | None
    move: Move | None
    asked: bool
    stands: tuple[Stand, ...]


class TableSide:
    """The machine's side of one game.

    Where only its beads are known, the game can be in several states after each of them. Whoever
    knows more says so: moves of the table are reported, or some states are left out. Moves on the
    table need ``Passages`` with the board as it lies.

    Args:
        may_be_last: whether a first bead that no game can begin with may be its last, as some rules
            need no others.
        last_only: whether only the last beads are known, even if a game can begin with the first of
            them.
        side: the side that the machine plays; None for any of its kit.

    >>> from kitgen.kit.build import build_kit
    >>> kit = build_kit("her")
    >>> side = TableSide(Passages(kit))
    >>> side.boxes(), side.pick(PickedBead("B1", "U")), side.pick(PickedBead("A1", "R"))
    (['A1', 'A2'], 'not_first', None)
    >>> side.boxes()[:2], side.ends(), side.undo(), side.undo()
    (['B1', 'B3'], {-1}, True, False)
    >>> side = TableSide(Passages(kit, as_it_lies=True))
    >>> side.report(kit.game.parse_move(kit.game.start(), "a1a2")), side.open_box().name
    (None, 'A1⇄')
    """

    def __init__(
        self,
        passages: Passages,
        may_be_last: Callable[[PickedBead], bool] | None = None,
        *,
        last_only: bool = False,
        side: int | None = None,
    ) -> None:
        self.passages = passages
        #: Whether the machine has given up, at a box that is empty on the table.
        self.resigned = False
        #: Whether only the last beads of the game are known.
        self.starts_late = last_only
        self._may_be_last = may_be_last
        self._last_only = last_only
        self._start = tuple(stand for stand in passages.start if side in (None, stand.side))
        self._acts: list[_Act] = []

    @property
    def picks(self) -> list[PickedBead]:
        """The beads, in the order of play."""
        return [act.pick for act in self._acts if act.pick is not None]

    @property
    def moves(self) -> list[Move]:
        """The moves on the table, as far as they are known."""
        return [act.move for act in self._acts if act.move is not None]

    @property
    def stands(self) -> tuple[Stand, ...]:
        """The states in which the game can be."""
        return self._acts[-1].stands if self._acts else self._start

    @property
    def is_over(self) -> bool:
        """Whether the game has ended on the table, or because the machine gave up."""
        return self.resigned or all(self.passages.is_over(stand) for stand in self.stands)

    @property
    def machine_moves(self) -> bool:
        """Whether the machine is to move."""
        return not self.is_over and all(
            stand.position.to_move == stand.side for stand in self.stands
        )

    def open_box(self) -> View | None:
        """Return the box that is open now, as it lies on the table; None where none is, or
        several may be.
        """
        if not self.machine_moves or len(self.stands) > 1:
            return None
        view = view_at(self.passages.kit, self.stands[0].position)
        return view if view is not None and view.box.id in self.boxes() else None

    def only_move(self) -> Move | None:
        """Return the move that the machine makes now without a bead; None where it does not."""
        if not self.machine_moves or len(self.stands) > 1:
            return None
        return self.passages.kit.unboxed(self.stands[0].position)

    def boxes(self) -> list[str]:
        """Return the boxes that can be opened next, in the order of the kit."""
        if self.resigned:
            return []
        possible = self.passages.next_boxes(self.stands)
        return [box.id for box in self.passages.kit.boxes if box.id in possible]

    def ends(self, empty: Collection[str] | None = None) -> set[int]:
        """Return the results with which the game can end now.

        ``empty`` are the boxes without beads, at which the machine gives up; None if that is not
        known.
        """
        gave_up = self.passages.kit.rule.when_empty.outcome
        if self.resigned and gave_up is not None:
            return {gave_up}
        next_boxes = self.passages.next_boxes(self.stands)
        can_give_up = empty is None or any(box in next_boxes for box in empty)
        ends = self.passages.ends(self.stands)
        return {result for result, resigned in ends if can_give_up or not resigned}

    def ways_from(self, stand: Stand) -> tuple[Reached, ...]:
        """Return each way from a state of the game to the machine's next box or to the end."""
        return self.passages.reached(stand)

    def pick(self, pick: PickedBead, move: Move | None = None) -> Refusal | None:
        """Take a picked bead, and the move that was made for it, if it is known; or return why
        it is refused.
        """
        after = self._after(pick, move)
        if after:
            self._acts.append(_Act(pick, move, True, after))
            return None
        if self.resigned:
            return "not_after_end"
        if not self.picks:
            return "not_first"
        return "not_next" if self.boxes() else "not_after_end"

    def _after(self, pick: PickedBead, move: Move | None) -> tuple[Stand, ...]:
        """Return the states after a bead; none if it cannot come now."""
        if self.resigned:
            return ()
        passages = self.passages
        bead = bead_of(passages.kit, pick)
        if self.picks:
            return passages.after(self.stands, bead, move)
        self.starts_late = self._last_only
        if not self._last_only:
            after = passages.after(self.stands, bead, move)
            if after or self._may_be_last is None or not self._may_be_last(pick):
                return after
        self.starts_late = True
        return passages.after(passages.before(bead[0]), bead)

    def report(self, move: Move) -> Refusal | None:
        """Take a move that was made on the table without a bead; or return why it is refused."""
        by_machine = self.machine_moves
        after = () if self.resigned else self.passages.moved(self.stands, move)
        if not after:
            return "not_answered"
        self._acts.append(_Act(None, move, not by_machine, after))
        return None

    def give_up(self) -> Refusal | None:
        """Let the machine give up at the open box, which is empty on the table; or return why it
        cannot.
        """
        gave_up = self.passages.kit.rule.when_empty.outcome
        if gave_up is None or self.open_box() is None:
            return "no_box"
        self.resigned = True
        return None

    def leave_only(self, stands: Iterable[Stand]) -> None:
        """Leave out all states of the game but some, as those do who know more than the beads."""
        wanted = frozenset(stands)
        kept = tuple(stand for stand in self.stands if stand in wanted)
        if self._acts:
            self._acts[-1] = self._acts[-1]._replace(stands=kept)
        else:
            self._start = kept

    def undo(self) -> bool:
        """Take back the last bead, reported move or giving up, and what followed; return whether
        there was one.
        """
        if self.resigned:
            self.resigned = False
            return True
        last_asked = None
        for number, act in enumerate(self._acts):
            if act.asked:
                last_asked = number
        if last_asked is None:
            return False
        del self._acts[last_asked:]
        return True

    def row(self, result: int) -> GameRow:
        """Return the game with a result for the machine, as it is noted."""
        return GameRow(0, tuple(self.picks), result, resigned=True if self.resigned else None)
