"""Figures of a whole game: its value, and how many positions and boxes each turn has."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from kitgen.errors import TooLargeError
from kitgen.model import Game
from kitgen.theory.explore import EXPLORE_LIMIT, FIGURES, Graph, Layer, Progress, explore
from kitgen.theory.memory import SPARE, free_bytes
from kitgen.theory.solve import Value, solve_graph

#: Bytes that plain Python takes for a position, about.
PLAIN_BYTES = 1100


@dataclass(frozen=True, slots=True)
class Survey:
    """A solved game in figures.

    ``layers`` are its positions by the plies in which they are first reached, ``worth`` is the value of the start to
    the side that starts, and ``compiled`` is True when a compiled kernel explored it.
    """

    game: Game
    layers: tuple[Layer, ...]
    worth: Value
    compiled: bool

    @property
    def positions(self) -> int:
        """The number of reachable positions, up to symmetry."""
        return sum(layer.positions for layer in self.layers)

    @property
    def winner(self) -> int | None:
        """The side that wins with best play, or None in a draw."""
        first = self.game.start().to_move
        return None if self.worth.score == 0 else first if self.worth.score > 0 else 1 - first

    def report(self) -> dict[str, Any]:
        """Return all figures as plain data, for ``kitgen solve --json``."""
        game, start = self.game, self.game.start()
        names = [side.name for side in game.sides]
        return {
            "game": game.spec,
            "start": game.text(start),
            "to_move": names[start.to_move],
            "value": self.worth.score,
            "verdict": self.worth.verdict,
            "plies": self.worth.plies,
            "winner": None if self.winner is None else names[self.winner],
            "positions": self.positions,
            "sides": {name: self.side(side).figures() for side, name in enumerate(names)},
            "turns": [{"turn": layer.turn, "side": names[layer.side], **layer.figures()} for layer in self.layers],
        }

    def side(self, side: int) -> Layer:
        """Return the sums over all layers of one side, as a layer."""
        own = [layer.figures() for layer in self.layers if layer.side == side]
        return Layer(side, side, *(sum(figures[name] for figures in own) for name in FIGURES))


def survey(game: Game, *, force: bool = False, limit: int | None = None, progress: Progress | None = None) -> Survey:
    """Return the figures of a game, by a compiled kernel where the game offers one.

    Args:
        force: True to ignore the limit.
        limit: the most positions; TooLargeError beyond. As many as fit into about 1 GiB when None.

    >>> from kitgen.games import make_game
    >>> figures = survey(make_game("nim:9,take=3"))
    >>> figures.worth, figures.positions, figures.side(1).boxes, figures.side(1).slots
    (Value(score=1, plies=5), 18, 8, 21)
    """
    if game.packed is not None:
        from kitgen.theory import packed_solver  # noqa: PLC0415 - NumPy and Numba only when needed

        ranked = packed_solver.solve_packed(game, limit=_most(force, limit, packed_solver.LIMIT), progress=progress)
        worth = ranked.worth(game.start())
        assert worth is not None  # noqa: S101 - the start is the first position explored; this tells the type checker
        return Survey(game, ranked.layers, worth, compiled=True)
    solution = solve_graph(_explored(game, _most(force, limit, EXPLORE_LIMIT), progress))
    worth = Value(solution.values[0], solution.plies[0])
    return Survey(game, _layers(solution.graph), worth, compiled=False)


def _most(force: bool, limit: int | None, usual: int) -> int:
    return 2**62 if force else usual if limit is None else limit


def _explored(game: Game, limit: int, progress: Progress | None) -> Graph:
    full = False

    def watch(_stage: str, done: int, _total: int | None) -> None:
        nonlocal full
        if free_bytes() < SPARE:
            full = True
            raise TooLargeError(f"{game.spec} needs more memory than is available: it has over {done:,} positions")
        if progress:
            progress("exploring", done, None)

    try:
        return explore(game, limit=limit, progress=watch)
    except TooLargeError:
        if full:
            raise
        raise TooLargeError(
            f"{game.spec} has more than {limit:,} positions up to symmetry; all of them take over "
            f"{PLAIN_BYTES * limit / 2**30:.1f} GiB of memory"
        ) from None


def _layers(graph: Graph) -> tuple[Layer, ...]:
    counts: dict[tuple[int, int], Counter[str]] = {}
    for node in graph.nodes:
        count = counts.setdefault((node.depth, node.position.to_move), Counter())
        count["positions"] += 1
        count["boxes"] += bool(node.edges)
        count["slots"] += len(node.edges)
        count["choices"] += len(node.edges) > 1
    return tuple(Layer(*place, *(counts[place][key] for key in FIGURES)) for place in sorted(counts))
