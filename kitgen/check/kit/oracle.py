"""What positions are worth, found without the code that solves kits: depth first, one position after another.

Only where positions recur, so that a search has no end, is retrograde analysis asked instead.
"""

from kitgen.errors import TooLargeError
from kitgen.model import Game, Move, Position
from kitgen.theory.explore import LIMIT, explore
from kitgen.theory.solve import solve
from kitgen.theory.symmetry import Symmetries
from kitgen.theory.value import Value, best_of


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
            limit: the largest number of unknown positions to look at for one question.
        """
        self.game = game
        self._limit = limit
        self._symmetries = Symmetries(game)
        self._found: dict[Position, Value] = {}

    def worth(self, position: Position) -> Value | None:
        """Return what a position is worth to the side to move; None when that is too much to find out."""
        canonical = self._symmetries.canonical(position)
        if canonical not in self._found:
            try:
                if self.game.repetition is None:
                    self._search(canonical)
                else:
                    solution = solve(explore(self.game, position, limit=self._limit))
                    for node, score, plies in zip(solution.graph.nodes, solution.values, solution.plies, strict=True):
                        self._found[node.position] = Value(score, plies)
            except TooLargeError:
                return None
        return self._found[canonical]

    def moves(self, position: Position) -> dict[Move, Value | None]:
        """Return what each legal move of a position is worth to the side that makes it."""
        values = {}
        for move in self.game.legal_moves(position):
            step = self.game.play(position, move)
            after = self.worth(step.position)
            values[move] = None if after is None else after.before(step.gain)
        return values

    def _search(self, start: Position) -> None:
        """Find the value of a canonical position, stopping at what is known.

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
            children = [self._symmetries.canonical(step.position) for step in steps]
            unknown = [child for child in children if child not in self._found]
            if unknown:
                waiting += unknown
                continue
            after = [self._found[child].before(step.gain) for step, child in zip(steps, children, strict=True)]
            self._found[position] = best_of(after)
