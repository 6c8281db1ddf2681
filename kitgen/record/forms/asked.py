"""What is asked of a game or a box on a sheet to be marked: groups of bubbles, before they have their places."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from kitgen.kit.kit import Box, Kit
from kitgen.model import Move
from kitgen.record.forms.form import RESULTS, STARTS, Field
from kitgen.record.samples import sample_games

#: A turn with more boxes than this asks for the opponent's move; one bubble for each move is for so few.
MOST_BOXES = MOST_MOVES = 12
#: A turn with a larger share of boxes in which a bead stands for several moves asks for the move in place of the bead.
MOST_TWINS = 0.08
#: How many beads a box may come to hold of a colour where a rule adds beads, in numbers that are added up.
ADDED_UP = (0, 1, 2, 3, 5, 10, 20, 30, 50)


@dataclass(frozen=True, slots=True)
class Group:
    """Bubbles side by side that answer one question.

    Attributes:
        field, turn: as in ``Bubble``.
        values: the value of each bubble.
    """

    field: Field
    turn: int
    values: tuple[str, ...]


#: Groups that belong together: a turn of the machine, or what is said of a whole game.
Block = tuple[Group, ...]


class Moves:
    """How moves on the table are marked, of either side: one mark each, or one where it starts and one where it ends.

    Attributes:
        paired: whether a move takes two marks: the cell that it starts from, and the one that it ends on.

    >>> from kitgen.kit.build import make_kit
    >>> from kitgen.model import Move
    >>> Moves(make_kit("menace")).marks(Move(None, 0))
    ('a3',)
    >>> moves = Moves(make_kit("hexapawn:4x4"))
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
        """Return the values of the bubbles that are marked for a move: in one position no two moves have the same."""
        text = self._kit.game.move_text(move)
        return _halves(text) if self.paired else (text,)

    def replies(self, turn: int) -> tuple[str, ...]:
        """Return the values of all bubbles for what the opponent did before a turn of the machine."""
        return self._values(self._first if turn == 1 else self._replies)

    def own(self, boxes: Iterable[Box]) -> tuple[str, ...]:
        """Return the values of all bubbles for what the machine does at one of some boxes."""
        return self._values(self._images({move for box in boxes for slot in box.slots for move in slot.moves}))

    def _images(self, moves: Iterable[Move]) -> frozenset[Move]:
        """Return moves as they may be on a table that lies in any way."""
        return frozenset(symmetry.move(move) for move in moves for symmetry in self._kit.symmetries.all)

    def _values(self, moves: Iterable[Move]) -> tuple[str, ...]:
        """Return the values of the bubbles for some moves."""
        return tuple(sorted({mark for move in moves for mark in self.marks(move)}))


def _halves(text: str) -> tuple[str, str]:
    """Return both halves of a text."""
    return text[: len(text) // 2], text[len(text) // 2 :]


def _met(kit: Kit, turn: int) -> list[Box]:
    """Return the boxes that may be opened on a turn."""
    return [box for box in kit.boxes if box.turn == turn or (box.later and box.turn < turn)]


def _beads(kit: Kit, turn: int) -> Group:
    """Return the group for the bead of a turn."""
    found = {slot.colour.key for box in _met(kit, turn) for slot in box.slots}
    return Group("bead", turn, tuple(colour.key for colour in kit.palette if colour.key in found))


def box_turns(kit: Kit, turns: int) -> list[Block] | None:
    """Return what is asked of each turn by its box; None where a turn has too many."""
    blocks: list[Block] = []
    for turn in range(1, turns + 1):
        boxes = tuple(box.id for box in _met(kit, turn))
        if len(boxes) > MOST_BOXES:
            return None
        asked = (Group("box", turn, boxes),) if len(boxes) > 1 else ()
        blocks.append((*asked, _beads(kit, turn)))
    return blocks


def reply_turns(kit: Kit, turns: int) -> list[Block]:
    """Return what is asked of each turn by the opponent's move before it, and by the bead.

    Where a bead may stand for several moves that are alike, and these make a difference later on, by the machine's own
    move on the table: from it the bead follows, and what comes after it is told in the same cells.
    """
    moves, longest = Moves(kit), max(box.turn for box in kit.boxes)
    blocks: list[Block] = []
    for turn in range(1, turns + 1):
        values, met = moves.replies(turn), _met(kit, turn)
        asked = (Group("reply", turn, values),) if values else ()
        several = sum(any(len(slot.moves) > 1 for slot in box.slots) for box in met)
        told = turn < longest and several > MOST_TWINS * len(met)
        blocks.append((*asked, Group("move", turn, moves.own(met)) if told else _beads(kit, turn)))
    return blocks


def before_turns(kit: Kit, turns: int) -> Block:
    """Return what is asked first: whether the game goes on from the row above, and who starts."""
    on = (Group("on", 0, ("",)),) if turns < most_turns(kit) else ()
    return (*on, Group("starts", 0, STARTS)) if len(kit.players) == 2 else on


def after_turns(kit: Kit) -> Block:
    """Return what is asked last: the result, and whether the row is void."""
    results = tuple(name for name in RESULTS if name != "draw" or kit.draws)
    return Group("result", 0, results), Group("void", 0, ("",))


def counts(numbers: Iterable[int], slots: int) -> Block:
    """Return what is asked of a box: how many beads it holds in each slot, in numbers that are added up."""
    values = tuple(map(str, numbers))
    return *(Group("count", slot, values) for slot in range(1, slots + 1)), Group("void", 0, ("",))


def count_numbers(kit: Kit) -> tuple[int, ...]:
    """Return the numbers of beads that can be marked: of those that are marked the sum counts.

    >>> from kitgen.kit.build import make_kit
    >>> count_numbers(make_kit("her")), count_numbers(make_kit("menace"))
    ((0, 1), (0, 1, 2, 3, 5, 10, 20, 30, 50))
    """
    most = max((slot.beads for box in kit.boxes for slot in box.slots), default=0)
    return tuple(range(most + 1)) if kit.rule.only_takes and most < len(ADDED_UP) else ADDED_UP


def most_turns(kit: Kit) -> int:
    """Return on how many turns the machine may open a box; very many where a position may come on several."""
    return 999 if any(box.later for box in kit.boxes) else max(box.turn for box in kit.boxes)


def usual_turns(kit: Kit, share: float = 0.8) -> tuple[int, int]:
    """Return on how many turns the machine moves in most of its games, and in the longest.

    >>> from kitgen.kit.build import make_kit
    >>> usual_turns(make_kit("her"))
    (3, 3)
    """
    longest = max(box.turn for box in kit.boxes)
    if most_turns(kit) == longest:
        return longest, longest
    opponent = "random" if kit.choices.opponent == "any" else "winning-move"
    lengths = sorted(math.ceil(len(game.moves) / 2) for game in sample_games(kit, 20, 20, opponent))
    return (lengths[math.ceil(share * len(lengths)) - 1], lengths[-1]) if lengths else (longest, longest)
