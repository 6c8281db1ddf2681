"""What positions are worth, found without the code that solves kits: by looking ahead, one position after another.

Positions are not gathered by symmetry here, so that a mistake in a symmetry cannot hide itself. Where positions recur,
so that looking ahead has no end, ``recurring`` is asked instead.
"""

from collections.abc import Iterable

from kitgen.check.kit.recurring import settle
from kitgen.check.kit.reference import LIMIT
from kitgen.errors import TooLargeError
from kitgen.model import Game, Move, Position
from kitgen.theory.value import Value


class Searcher:
    """Values of positions of one game, as far as they have been asked for.

    >>> from kitgen.games import make_game
    >>> game = make_game("hexapawn")
    >>> {game.move_text(move): value.score for move, value in Searcher(game).moves(game.start()).items()}
    {'a1a2': -1, 'b1b2': -1, 'c1c2': -1}
    """

    def __init__(self, game: Game, *, limit: int = LIMIT) -> None:
        """Prepare to search.

        Args:
            game: the game.
            limit: the largest number of unknown positions to look at for one question, mirror images counted as one.
        """
        self.game = game
        self._limit = limit * len(game.symmetries)
        self._found: dict[Position, Value] = {}

    def worth(self, position: Position) -> Value | None:
        """Return what a position is worth to the side to move; None when that is too much to find out."""
        if position not in self._found:
            try:
                if self.game.repetition is None:
                    self._search(position)
                else:
                    self._found |= settle(self.game, position, limit=self._limit)
            except TooLargeError:
                return None
        return self._found[position]

    def moves(self, position: Position) -> dict[Move, Value | None]:
        """Return what each legal move of a position is worth to the side that makes it."""
        values = {}
        for move in self.game.legal_moves(position):
            step = self.game.play(position, move)
            after = self.worth(step.position)
            values[move] = None if after is None else after.before(step.gain)
        return values

    def _search(self, start: Position) -> None:
        """Find the value of a position, depth first, stopping at what is known.

        Raises:
            TooLargeError: more than the limit of unknown positions follow from it.
        """
        limit = len(self._found) + self._limit
        waiting = [start]
        while waiting:
            position = waiting[-1]
            if position in self._found:
                waiting.pop()
                continue
            if len(self._found) + len(waiting) > limit:
                raise TooLargeError(f"{self.game.spec} has more than {self._limit:,} positions from here on")
            result = self.game.result(position)
            if result is not None:
                self._found[position] = Value(result, None if self.game.scoring else 0)
                continue
            steps = [self.game.play(position, move) for move in self.game.legal_moves(position)]
            unknown = [step.position for step in steps if step.position not in self._found]
            if unknown:
                waiting += unknown
            else:
                self._found[position] = _best(self._found[step.position].before(step.gain) for step in steps)


def _best(values: Iterable[Value]) -> Value:
    """Return the value that the side to move chooses: the highest, by the shortest way, or by the longest to a loss.

    >>> _best([Value(1, 5), Value(1, 3), Value(-1, 2)]), _best([Value(-1, 2), Value(-1, 4)])
    (Value(score=1, plies=3), Value(score=-1, plies=4))
    """
    return max(values, key=lambda value: (value.score, (value.plies or 0) * (1 if value.score < 0 else -1)))
