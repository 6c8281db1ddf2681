"""What there is to know of a whole game: its value, and how many positions and boxes each turn has."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from kitgen.errors import TooLargeError
from kitgen.extras import installed
from kitgen.model import Game, Move, Position
from kitgen.theory import explore as plain
from kitgen.theory.explore import Graph, explore
from kitgen.theory.ply_counts import Layer, Progress
from kitgen.theory.solve import solve

#: Up to so many positions plain Python solves sooner than Numba is loaded.
SMALL = 20_000

#: Plain Python takes about so many bytes a position.
PLAIN_BYTES = 1100


@dataclass(frozen=True, slots=True)
class Survey:
    """A solved game in figures.

    Attributes:
        game: the game.
        layers: its positions by the plies in which they are first reached.
        value: of the start, for the side that starts.
        plies: to the end of the game with best play; None where that has no meaning.
        compiled: True when positions were explored by a compiled kernel.
    """

    game: Game
    layers: tuple[Layer, ...]
    value: int
    plies: int | None
    compiled: bool

    @property
    def positions(self) -> int:
        """How many positions can be reached, up to symmetry."""
        return sum(layer.positions for layer in self.layers)

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
    >>> found.value, found.plies, found.positions, found.side(1).boxes, found.side(1).slots
    (1, 5, 18, 8, 21)
    """
    if getattr(game, "packed", None) is not None:
        from kitgen.theory import packed  # noqa: PLC0415 - NumPy and Numba only when needed

        answers = packed.solve_packed(game, limit=_most(force, limit, packed.LIMIT), progress=progress)
        worth = answers.worth(game.start())
        assert worth is not None  # noqa: S101 - the start is the first position explored; this tells the type checker
        return Survey(game, answers.layers, *worth, compiled=True)
    graph = _explored(game, _most(force, limit, plain.LIMIT), progress)
    value, plies = _start_worth(graph)
    return Survey(game, _layers(graph), value, plies, compiled=False)


def _most(force: bool, limit: int | None, usual: int) -> int:
    """Return the largest number of positions to take in."""
    return 2**62 if force else usual if limit is None else limit


def _explored(game: Game, limit: int, progress: Progress | None) -> Graph:
    """Explore in plain Python, telling how far it is."""
    done = 0

    def choice(position: Position, moves: Sequence[Move]) -> Sequence[Move]:
        nonlocal done
        del position
        done += 1
        if progress and done % 1000 == 0:
            progress("exploring", done, None)
        return moves

    try:
        return explore(game, limit=limit, choice=choice)
    except TooLargeError:
        raise TooLargeError(
            f"{game.spec} has more than {limit:,} positions up to symmetry; all of them take over "
            f"{PLAIN_BYTES * limit / 2**30:.1f} GiB of memory"
        ) from None


def _start_worth(graph: Graph) -> tuple[int, int | None]:
    """Return value and plies of the start."""
    if len(graph.nodes) <= SMALL or not installed("numba", "numpy"):
        solution = solve(graph)
        return solution.values[0], solution.plies[0]
    from kitgen.theory.sentinels import NO_PLIES  # noqa: PLC0415 - NumPy and Numba only when needed
    from kitgen.theory.table import solve_table, table_of  # noqa: PLC0415 - NumPy and Numba only when needed

    table = solve_table(table_of(graph))
    assert table.values is not None  # noqa: S101 - a solved table has both; this tells the type checker
    assert table.plies is not None  # noqa: S101
    plies = int(table.plies[0])
    return int(table.values[0]), None if plies == NO_PLIES else plies


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
