"""For how many turns a row of a marked log has to have room."""

import math

from kitgen.kit.kit import Kit
from kitgen.model import Position
from kitgen.record.samples import sample_games

#: Games of kits with more boxes are not all looked through.
MOST_BOXES = 500


def usual_turns(kit: Kit, share: float = 0.8) -> tuple[int, int]:
    """Return how many turns the machine has in most of its games, and in the longest of many.

    >>> from kitgen.kit.build import make_kit
    >>> usual_turns(make_kit("her"))
    (3, 3)
    """
    longest = max(box.turn for box in kit.boxes)
    if not any(box.later for box in kit.boxes):
        return longest, longest
    opponent = "random" if kit.choices.opponent == "any" else "winning-move"
    lengths = sorted(math.ceil(len(game.moves) / 2) for game in sample_games(kit, 20, 20, opponent))
    return (lengths[math.ceil(share * len(lengths)) - 1], lengths[-1]) if lengths else (longest, longest)


def most_turns(kit: Kit) -> int | None:
    """Return the last turn on which the machine may open a box in any game; None where nobody can say.

    >>> from kitgen.kit.build import make_kit
    >>> [most_turns(make_kit(name)) for name in ("her", "ladder", "awari-mini")]
    [3, 5, None]
    """
    if not any(box.later for box in kit.boxes):
        return max(box.turn for box in kit.boxes)
    if kit.game.repetition is not None or len(kit.boxes) > MOST_BOXES:
        return None
    known: dict[tuple[Position, int], int] = {}
    start = kit.symmetries.canonical(kit.game.start())
    return max(_turns_left(kit, start, side, known) for side in kit.players)


def _turns_left(kit: Kit, position: Position, side: int, known: dict[tuple[Position, int], int]) -> int:
    """Return how many turns the machine may still have, to the last with a box, when it plays a side."""
    found = known.get((position, side))
    if found is None:
        nexts = [kit.game.play(position, move).position for move in kit.game.legal_moves(position)]
        found = max((_turns_left(kit, kit.symmetries.canonical(after), side, known) for after in nexts), default=0)
        if position.to_move == side and (found or kit.locate(position) is not None):
            found += 1
        known[position, side] = found
    return found
