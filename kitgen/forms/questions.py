"""The questions about a game or a box on a sheet to be marked: groups of bubbles, before they have places."""

from collections.abc import Iterable
from dataclasses import dataclass

from kitgen.forms.form import RESULT_VALUES, STARTS, BubbleField
from kitgen.kit.kit import Box, Kit
from kitgen.model import Move

#: The most boxes of a turn for a bubble each, and the most moves; with more, the opponent's move is asked.
MOST_BOXES = MOST_MOVES = 12
#: The largest share of boxes in a turn with beads for several moves; above it, the move is asked, not the bead.
MOST_TWINS = 0.08
#: Numbers of beads, to be added up, for boxes whose beads a rule adds.
ADDED_UP = (0, 1, 2, 3, 5, 10, 20, 30, 50)


@dataclass(frozen=True, slots=True)
class Group:
    """Bubbles side by side that answer one question."""

    field: BubbleField
    turn: int
    values: tuple[str, ...]


#: Groups that belong together: a turn of the machine, or questions about the whole game.
Block = tuple[Group, ...]


class Moves:
    """The marks of moves on the table: one each or, if ``paired``, one where it starts and one where it ends.

    >>> from kitgen.kit.build import build_kit
    >>> from kitgen.model import Move
    >>> Moves(build_kit("menace")).marks(Move(None, 0))
    ('a3',)
    >>> moves = Moves(build_kit("hexapawn:4x4"))
    >>> moves.marks(Move(12, 8)), len(moves.replies(2))
    (('a1', 'a2'), 12)
    """

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        start = kit.game.start()
        self._first = kit.game.legal_moves(start) if start.to_move not in kit.players or len(kit.players) == 2 else ()
        self._replies = self._images(
            {move for box in (*kit.boxes, *kit.always) for move in box.arrivals} | {*self._first}
        )
        own = {move for box in kit.boxes for slot in box.slots for move in slot.moves}
        moves = self._replies | self._images(own)
        texts = {kit.game.move_text(move) for move in moves}
        halves = {half for text in texts for half in _halves(text)}
        two_cells = all(move.source not in (None, move.target) for move in moves)
        even = all(len(text) % 2 == 0 for text in texts)
        self.paired = two_cells and even and len(texts) > MOST_MOVES and len(halves) < len(texts)

    def marks(self, move: Move) -> tuple[str, ...]:
        """Return the values of the bubbles for a move; in one position no two moves have the same."""
        text = self._kit.game.move_text(move)
        return _halves(text) if self.paired else (text,)

    def replies(self, turn: int) -> tuple[str, ...]:
        """Return the values of all bubbles for the opponent's move before a turn of the machine."""
        return self._values(self._first if turn == 1 else self._replies)

    def own(self, boxes: Iterable[Box]) -> tuple[str, ...]:
        """Return the values of all bubbles for the machine's moves at some boxes."""
        return self._values(self._images({move for box in boxes for slot in box.slots for move in slot.moves}))

    def _images(self, moves: Iterable[Move]) -> frozenset[Move]:
        """Return moves in all orientations of the table."""
        return frozenset(symmetry.move(move) for move in moves for symmetry in self._kit.symmetries.all)

    def _values(self, moves: Iterable[Move]) -> tuple[str, ...]:
        return tuple(sorted({mark for move in moves for mark in self.marks(move)}))


def _halves(text: str) -> tuple[str, str]:
    return text[: len(text) // 2], text[len(text) // 2 :]


def _met(kit: Kit, turn: int, *, longer: bool) -> list[Box]:
    """Return the boxes that may be opened on a turn; on any turn where games continue in other rows."""
    return [box for box in kit.boxes if longer or box.turn == turn or (box.later and box.turn < turn)]


def _beads(kit: Kit, turn: int, boxes: Iterable[Box]) -> Block:
    """Return the group for the bead of a turn; empty without boxes."""
    colours = {slot.colour.key for box in boxes for slot in box.slots}
    return (Group("bead", turn, tuple(c.key for c in kit.palette if c.key in colours)),) if colours else ()


def box_turns(kit: Kit, turns: int, *, longer: bool) -> list[Block] | None:
    """Return the questions about each turn by its box; None where a turn has too many boxes."""
    blocks: list[Block] = []
    for turn in range(1, turns + 1):
        met = _met(kit, turn, longer=longer)
        if len(met) > MOST_BOXES:
            return None
        choice = (Group("box", turn, tuple(box.id for box in met)),) if len(met) > 1 else ()
        blocks.append((*choice, *_beads(kit, turn, met)))
    return blocks


def reply_turns(kit: Kit, turns: int, *, longer: bool) -> list[Block]:
    """Return the questions about each turn by the opponent's move before it and the bead.

    Where a bead may stand for several similar moves that matter later, the machine's own move on the table replaces it:
    it determines the bead, and the next moves refer to the same cells.
    """
    moves, last = Moves(kit), max(box.turn for box in kit.boxes)
    blocks: list[Block] = []
    for turn in range(1, turns + 1):
        values, met = moves.replies(0 if longer else turn), _met(kit, turn, longer=longer)
        reply = (Group("reply", turn, values),) if values else ()
        several = sum(any(len(slot.moves) > 1 for slot in box.slots) for box in met)
        by_move = (longer or turn < last) and several > MOST_TWINS * len(met)
        blocks.append((*reply, *((Group("move", turn, moves.own(met)),) if by_move else _beads(kit, turn, met))))
    return blocks


def before_turns(kit: Kit, *, longer: bool) -> Block:
    """Return the first questions: whether the game continues from the row above, and who starts."""
    on = (Group("on", 0, ("",)),) if longer else ()
    return (*on, Group("starts", 0, STARTS)) if len(kit.players) == 2 else on


def after_turns(kit: Kit) -> Block:
    """Return the last questions: the result, and whether the row is void."""
    results = tuple(name for name in RESULT_VALUES if name != "draw" or kit.draws)
    return Group("result", 0, results), Group("void", 0, ("",))


def counts(numbers: Iterable[int], slots: int) -> Block:
    """Return the questions about a box: how many beads each slot holds, in numbers to be added up."""
    values = tuple(map(str, numbers))
    return *(Group("count", slot, values) for slot in range(1, slots + 1)), Group("void", 0, ("",))


def count_numbers(kit: Kit) -> tuple[int, ...]:
    """Return the numbers of beads that can be marked; the marked ones are added up.

    >>> from kitgen.kit.build import build_kit
    >>> count_numbers(build_kit("her")), count_numbers(build_kit("menace"))
    ((0, 1), (0, 1, 2, 3, 5, 10, 20, 30, 50))
    """
    most = max((slot.beads for box in kit.boxes for slot in box.slots), default=0)
    return tuple(range(most + 1)) if kit.rule.only_takes and most < len(ADDED_UP) else ADDED_UP
