"""What there is to know of a whole game: its value, and how many positions and boxes each turn has."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kitgen.errors import TooLargeError
from kitgen.model import Game, Move, Position
from kitgen.theory import explore as plain
from kitgen.theory.explore import Graph, explore
from kitgen.theory.memory import SPARE, free_bytes
from kitgen.theory.ply_counts import Layer, Progress
from kitgen.theory.solve import solve
from kitgen.theory.value import Value

#: Plain Python takes about so many bytes a position.
PLAIN_BYTES = 1100


@dataclass(frozen=True, slots=True)
class Survey:
    """A solved game in figures.

    Attributes:
        game: the game.
        layers: its positions by the plies in which they are first reached.
        worth: what the start is worth to the side that starts.
        compiled: True when positions were explored by a compiled kernel.
    """

    game: Game
    layers: tuple[Layer, ...]
    worth: Value
    compiled: bool

    @property
    def positions(self) -> int:
        """How many positions can be reached, up to symmetry."""
        return sum(layer.positions for layer in self.layers)

    @property
    def winner(self) -> int | None:
        """The number of the side that wins with best play, or None when nobody does."""
        first = self.game.start().to_move
        return None if self.worth.score == 0 else first if self.worth.score > 0 else 1 - first

    def report(self) -> dict[str, Any]:
        """Return all figures as plain data, as ``kitgen solve --json`` writes them."""
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
        """Return the figures of all layers of one side together, as those of its first."""
        own = [layer for layer in self.layers if layer.side == side]
        return Layer(
            side,
            side,
            sum(layer.positions for layer in own),
            sum(layer.boxes for layer in own),
            sum(layer.slots for layer in own),
            sum(layer.choices for layer in own),
        )


def survey(game: Game, *, force: bool = False, limit: int | None = None, progress: Progress | None = None) -> Survey:
    """Return the figures of a game, by a compiled kernel where the game offers one.

    Args:
        game: the game.
        force: True to go on however many positions there are.
        limit: the largest number of positions to take in; as many as fit into about 1 GiB if not said.
        progress: told now and then how far the work is.

    Raises:
        TooLargeError: the game has more positions than the limit, and was not forced.

    >>> from kitgen.games import make_game
    >>> found = survey(make_game("nim:9,take=3"))
    >>> found.worth, found.positions, found.side(1).boxes, found.side(1).slots
    (Value(score=1, plies=5), 18, 8, 21)
    """
    if game.packed is not None:
        from kitgen.theory import packed  # noqa: PLC0415 - NumPy and Numba only when needed

        ranked = packed.solve_packed(game, limit=_most(force, limit, packed.LIMIT), progress=progress)
        worth = ranked.worth(game.start())
        assert worth is not None  # noqa: S101 - the start is the first position explored; this tells the type checker
        return Survey(game, ranked.layers, worth, compiled=True)
    solution = solve(_explored(game, _most(force, limit, plain.LIMIT), progress))
    worth = Value(solution.values[0], solution.plies[0])
    return Survey(game, _layers(solution.graph), worth, compiled=False)


def _most(force: bool, limit: int | None, usual: int) -> int:
    """Return the largest number of positions to take in."""
    return 2**62 if force else usual if limit is None else limit


def _explored(game: Game, limit: int, progress: Progress | None) -> Graph:
    """Explore in plain Python, telling how far it is."""
    done, full = 0, False

    def choice(position: Position, moves: Sequence[Move]) -> Sequence[Move]:
        nonlocal done, full
        del position
        done += 1
        if done % 1000 == 0:
            if free_bytes() < SPARE:
                full = True
                raise TooLargeError(f"{game.spec} needs more memory than there is, for it has over {done:,} positions")
            if progress:
                progress("exploring", done, None)
        return moves

    try:
        return explore(game, limit=limit, choice=choice)
    except TooLargeError:
        if full:
            raise
        raise TooLargeError(
            f"{game.spec} has more than {limit:,} positions up to symmetry; all of them take over "
            f"{PLAIN_BYTES * limit / 2**30:.1f} GiB of memory"
        ) from None


def _layers(graph: Graph) -> tuple[Layer, ...]:
    """Count the positions of a graph by plies and side."""
    counts: dict[tuple[int, int], Counter[str]] = {}
    for node in graph.nodes:
        count = counts.setdefault((node.depth, node.position.to_move), Counter())
        count["positions"] += 1
        count["boxes"] += bool(node.edges)
        count["slots"] += len(node.edges)
        count["choices"] += len(node.edges) > 1
    keys = ("positions", "boxes", "slots", "choices")
    return tuple(Layer(*place, *(counts[place][key] for key in keys)) for place in sorted(counts))
