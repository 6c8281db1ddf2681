"""Minimax, alpha-beta and negascout in plain Python over any game: the reference for all that is compiled.

They are the three programs of Ferrando, Bonanno and Repetto, as they print them. All stop at depth 0 or at a finished
game, and return the store of the side to move minus the other's. Two things are added, which the rules demand: moves
that are not legal are skipped (their loops end at the first one), and a position that is met as often as ends the game
ends it. In a game that is only won or lost nothing is stored before the end: the horizon is worth 0.
"""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from kitgen.model import Game, Move, Position

if TYPE_CHECKING:
    from kitgen.theory.database import Database

#: No value comes near it.
INFINITY = 1 << 12


class Answer(NamedTuple):
    """What a search has found.

    Attributes:
        value: what the position is worth to the side to move: points won from here within the horizon, own minus
            other's; in a game without points 1, 0 or -1.
        move: the move that the algorithm settles on, the first of its value; None where the game is over.
        nodes: how many positions were visited, the first one and those at the horizon among them.
    """

    value: int
    move: Move | None
    nodes: int


class StoppedSearchError(Exception):
    """A search was given up from outside; what it had found so far is worth nothing."""


class PlainTree:
    """One search: the game's tree down to a horizon, walked by any of the algorithms.

    Attributes:
        nodes: positions visited so far.
        stopped: set to True, from another thread, to give up.
    """

    def __init__(
        self,
        game: Game,
        before: Sequence[Position] = (),
        *,
        quiescence: bool = False,
        database: "Database | None" = None,
    ) -> None:
        """Prepare to search.

        Args:
            game: the game.
            before: the positions of the game that came before the one that is searched.
            quiescence: True to go on past the horizon as long as points can be won at once.
            database: values of endgames, which are not searched any more.
        """
        self.game = game
        self.nodes = 0
        self.stopped = False
        self._met = Counter(before)
        self._quiescence = quiescence
        self._database = database
        self._move: Move | None = None

    def minimax(self, position: Position, depth: int, *, lead: int = 0, root: bool = True) -> int:
        """Return the value of a position by trying everything.

        Args:
            position: the position.
            depth: how many plies to look ahead.
            lead: the store of the side to move minus the other's.
            root: True where the search begins: this move is the one to remember.
        """
        leaf = self._enter(position, depth, lead, root=root)
        if leaf is not None:
            return leaf
        best = -INFINITY
        for move, after, own in self._moves(position, lead):
            value = -self.minimax(after, depth - 1, lead=-own, root=False)
            if value > best:
                best = value
                self._remember(move, root=root)
        self._leave(position)
        return best

    def alphabeta(
        self, position: Position, depth: int, a: int = -INFINITY, b: int = INFINITY, *, lead: int = 0, root: bool = True
    ) -> int:
        """Return the value of a position within the bounds ``a`` and ``b``: fail-hard."""
        leaf = self._enter(position, depth, lead, root=root)
        if leaf is not None:
            return leaf
        for move, after, own in self._moves(position, lead):
            value = -self.alphabeta(after, depth - 1, -b, -a, lead=-own, root=False)
            if value > a:
                a = value
                self._remember(move, root=root)
                if a >= b:
                    break
        self._leave(position)
        return a

    def negascout(
        self, position: Position, depth: int, a: int = -INFINITY, b: int = INFINITY, *, lead: int = 0, root: bool = True
    ) -> int:
        """Return the value of a position: moves after the first are asked only whether they are better."""
        leaf = self._enter(position, depth, lead, root=root)
        if leaf is not None:
            return leaf
        best, bound = -INFINITY, b
        for move, after, own in self._moves(position, lead):
            value = -self.negascout(after, depth - 1, -bound, -max(a, best), lead=-own, root=False)
            if value > best:
                if bound == b or depth <= 2:
                    best = value
                else:
                    best = -self.negascout(after, depth - 1, -b, -value, lead=-own, root=False)
                self._remember(move, root=root)
            if best >= b:
                break
            bound = max(a, best) + 1
        self._leave(position)
        return best

    def answer(self, algorithm: str, position: Position, depth: int) -> Answer:
        """Return what an algorithm finds in a position.

        Args:
            algorithm: ``minimax``, ``alphabeta`` or ``negascout``.
            position: the position.
            depth: how many plies to look ahead.

        Raises:
            StoppedSearchError: it was given up from outside.

        >>> from kitgen.games import make_game
        >>> game = make_game("awari:6x4")
        >>> [PlainTree(game).answer(name, game.start(), 5).nodes for name in ("minimax", "negascout")]
        [6466, 285]
        """
        self.nodes, self._move = 0, None
        value: int = {"minimax": self.minimax, "alphabeta": self.alphabeta, "negascout": self.negascout}[algorithm](
            position, depth
        )
        return Answer(value, self._move, self.nodes)

    def _moves(self, position: Position, lead: int) -> list[tuple[Move, Position, int]]:
        """Return each move, what it leads to, and the lead after it, all of the side to move."""
        steps = [(move, self.game.play(position, move)) for move in self.game.legal_moves(position)]
        return [(move, step.position, lead + step.gain) for move, step in steps]

    def _enter(self, position: Position, depth: int, lead: int, *, root: bool) -> int | None:
        """Count a position as visited; return its value where the search ends there, otherwise None."""
        self.nodes += 1
        if self.stopped:
            raise StoppedSearchError
        end = self._end(position, root=root)
        if end is not None:
            return lead + end
        if depth == 0:
            return self._horizon(position, lead)
        self._met[position] += 1
        return None

    def _end(self, position: Position, *, root: bool) -> int | None:
        """Return what is known of a position without looking on: the game is over, or a database holds it."""
        end = self.game.result(position)
        if end is None and self.game.repetition is not None and self._met[position] + 1 >= self.game.repetition:
            end = self.game.repeated(position)
        if end is None and self._database is not None and not root:
            worth = self._database.worth(position)
            end = None if worth is None else worth.score
        return end

    def _horizon(self, position: Position, lead: int) -> int:
        """Return the value of a position at the horizon: what is stored, unless points can still be won at once.

        With quiescence the side to move may stop, or go on with a move that wins points; then the other may.
        """
        best = lead
        if self._quiescence:
            for _, after, own in self._moves(position, lead):
                if own > lead:
                    self.nodes += 1
                    end = self._end(after, root=False)
                    best = max(best, -self._horizon(after, -own) if end is None else own - end)
        return best

    def _leave(self, position: Position) -> None:
        """Take a position off the way that leads to the next one."""
        self._met[position] -= 1

    def _remember(self, move: Move, *, root: bool) -> None:
        """Keep a move, where the search began."""
        if root:
            self._move = move
