"""Solving a game by name, from its start or from its end, and its figures by turn and by size."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from functools import cache
from math import ceil, prod
from pathlib import Path
from typing import Any, ClassVar

from kitgen.errors import TooLargeError, UsageError, quoted, suggested
from kitgen.front_door import check_arguments
from kitgen.games import make_game
from kitgen.guests import ask_guest
from kitgen.installing.extras import installed
from kitgen.installing.installation import install_command
from kitgen.kit.editions import game_of
from kitgen.kit.kit import KitGiven, outcome_of
from kitgen.model import Game, Result
from kitgen.paper.layout.imposition import labels_per_page
from kitgen.paper.stock import read_stock
from kitgen.papers import PAGES
from kitgen.reading.templates import Templates
from kitgen.theory.explore import EXPLORE_LIMIT, FIGURES, SOON, Graph, Layer, Progress, explore
from kitgen.theory.large_boards import Endgames, need_compiled_search, solve_board
from kitgen.theory.memory import SPARE, free_bytes
from kitgen.theory.possible_games import PossibleGames, count_games
from kitgen.theory.solve import Value, solve_graph

#: The most positions of a game whose possible games are counted with its figures: up to here it
#: takes no time.
MAX_COUNTED_POSITIONS = 5_000
#: About the bytes that plain Python needs for a position.
PLAIN_BYTES = 1100
#: More positions than any memory holds.
NO_LIMIT = 2**62


@dataclass(frozen=True, slots=True, repr=False)
class Survey(Result):
    """A solved game in figures.

    ``layers`` are its positions by the plies in which they are first reached, ``worth`` is the
    value of the start to the side that starts, and ``compiled`` says whether a compiled kernel
    explored it. ``possible`` counts its games; it is None where they have no end, or where there
    are more positions than ``MAX_COUNTED_POSITIONS``.
    """

    game: Game
    layers: tuple[Layer, ...]
    worth: Value
    compiled: bool
    possible: PossibleGames | None = None

    row_labels: ClassVar = ("turn", "side")
    bar_columns: ClassVar = ("positions", "boxes")

    @property
    def positions(self) -> int:
        """The number of reachable positions, up to symmetry."""
        return sum(layer.positions for layer in self.layers)

    @property
    def winner(self) -> int | None:
        """The side that wins with best play, or None in a draw."""
        if self.worth.score == 0:
            return None
        return 0 if self.worth.score > 0 else 1

    def summary(self) -> str:
        """Return the figures in one line."""
        names = [side.name for side in self.game.sides]
        wins = "a draw" if self.winner is None else f"won by {names[self.winner]}"
        return f"{self.game.called}: {self.positions:,} positions, {wins} with best play"

    def table(self) -> list[dict[str, Any]]:
        """Return a row for each turn."""
        names = [side.name for side in self.game.sides]
        return [
            {"turn": layer.turn, "side": names[layer.side], **layer.figures()}
            for layer in self.layers
        ]

    def report(self) -> dict[str, Any]:
        """Return all figures as plain data."""
        game = self.game
        names = [side.name for side in game.sides]
        return {
            "game": game.spec,
            "start": game.text(game.start()),
            "to_move": names[0],
            "value": self.worth.score,
            "verdict": self.worth.verdict,
            "plies": self.worth.plies,
            "winner": None if self.winner is None else names[self.winner],
            "positions": self.positions,
            "sides": {name: self.side(side).figures() for side, name in enumerate(names)},
            "turns": self.table(),
            "possible_games": self.possible and asdict(self.possible),
        }

    @check_arguments
    def side(self, side: int) -> Layer:
        """Return the sums over all layers of one side, 0 or 1, as a layer."""
        if side not in (0, 1):
            raise UsageError(
                f"side: side is {side}; it must be 0 for {self.game.sides[0].name} or 1 "
                "for the other"
            )
        own = [layer.figures() for layer in self.layers if layer.side == side]
        return Layer(side, side, *(sum(figures[name] for figures in own) for name in FIGURES))


def survey(
    game: Game,
    *,
    no_limit: bool = False,
    limit: int | None = None,
    progress: Progress | None = None,
) -> Survey:
    """Return the figures of a game, by a compiled kernel where the game offers one; arguments are
    as in ``solve``.

    >>> from kitgen.games import make_game
    >>> figures = survey(make_game("nim:9,take=3"))
    >>> figures.worth, figures.positions, figures.side(1).boxes, figures.side(1).slots
    (Value(score=1, plies=5), 18, 8, 21)
    """
    if game.packed is not None:
        ranked = solve_board(game, limit=NO_LIMIT if no_limit else limit, progress=progress)
        worth = ranked.worth(game.start())
        assert worth is not None  # noqa: S101 - the start is the first position explored; this tells the type checker
        figures = Survey(game, ranked.layers, worth, compiled=True)
        if figures.positions > MAX_COUNTED_POSITIONS:
            return figures
        return replace(figures, possible=count_games(explore(game)))
    if no_limit:
        limit = NO_LIMIT
    elif limit is None:
        limit = EXPLORE_LIMIT
    graph = _explored(game, limit, progress)
    return Survey(
        game=game,
        layers=_layers(graph),
        worth=outcome_of(solve_graph(graph)),
        compiled=False,
        possible=count_games(graph) if len(graph.nodes) <= MAX_COUNTED_POSITIONS else None,
    )


def _explored(game: Game, limit: int, progress: Progress | None) -> Graph:
    memory_is_full = False

    def watch(_stage: str, done: int, _total: int | None) -> None:
        nonlocal memory_is_full
        if free_bytes() < SPARE:
            memory_is_full = True
            raise TooLargeError(
                f"{game.called} needs more memory than is available: it has over {done:,} positions"
            )
        if progress:
            progress("exploring", done, None)

    try:
        return explore(game, limit=limit, progress=watch)
    except TooLargeError:
        if memory_is_full:
            raise
        raise TooLargeError(
            f"{game.called} has more than {limit:,} positions up to symmetry; all of "
            f"them take over {PLAIN_BYTES * limit / 2**30:.1f} GiB of memory"
        ) from None


def _layers(graph: Graph) -> tuple[Layer, ...]:
    counts = defaultdict[tuple[int, int], Counter[str]](Counter)
    for node in graph.nodes:
        count = counts[node.depth, node.position.to_move]
        count["positions"] += 1
        count["boxes"] += bool(node.edges)
        count["slots"] += len(node.edges)
        count["choices"] += len(node.edges) > 1
    layers = []
    for (depth, side), count in sorted(counts.items()):
        layers.append(Layer(depth, side, *(count[key] for key in FIGURES)))
    return tuple(layers)


def solve(
    game: KitGiven,
    *,
    no_limit: bool = False,
    limit: int | None = None,
    templates: Templates | None = None,
    progress: Progress | None = None,
) -> Survey:
    """Return the value of a game, and how many positions and boxes each of its turns has.

    Args:
        game: a game written ``NAME[:SIZE][,option=value…]``, an edition, a kit, or a game as an
            object.
        no_limit: True to ignore the limit, as long as memory lasts.
        limit: the most positions, up to symmetry; when None, the number that fits into about 1 GiB.
        templates: where editions are read from; kitgen's own when None.
        progress: called with the name of the stage, how much of it is done, and the total or None.

    Returns:
        The figures: ``worth`` for the side that starts (1, 0 or -1, or points, and plies to the end
            with best play),
        ``layers`` of positions by the ply on which they are first reached.

    Raises:
        UsageError: there is no such game or edition.
        TooLargeError: it has more positions than the limit, and was not forced.

    >>> result = solve("tictactoe")
    >>> result.worth, result.positions, result.side(0).boxes
    (Value(score=0, plies=9), 765, 338)
    """
    game = game_of(game, templates)
    try:
        return survey(game, no_limit=no_limit, limit=limit, progress=progress)
    except TooLargeError as error:
        advice = "" if no_limit else "; --no-limit goes on as long as memory lasts"
        if not installed("numba", "numpy"):
            advice += f"; compiled code reaches farther: {install_command('lab')}"
        if game.levels is not None:
            command = suggested("kitgen", "solve", game.spec, "--levels", 12, "-o", "endgames.npz")
            advice += f"; {command} solves its endgames"
        raise TooLargeError(f"{error}{advice}") from None


def solve_endgames(
    game: Game | str,
    highest: int,
    file: Path | None = None,
    *,
    no_limit: bool = False,
    templates: Templates | None = None,
    progress: Progress | None = None,
) -> Endgames:
    """Return the value of every position of a game up to some level, reachable or not; with Awari,
    of so many seeds.

    Args:
        file: where the database is saved, with a name ending in ``.npz``; nowhere when None.
        no_limit: True to ignore the limit of 2 GiB, as long as memory lasts.

    Raises:
        TooLargeError: it needs too much memory, and was not forced.
        MissingExtraError: the compiled kernels are not installed.
    """
    work = "kitgen solve --levels"
    need_compiled_search(work)
    game = game_of(game, templates)
    if file is not None:
        ask_guest("search.check_place", work)(file)
    try:
        database: Endgames = ask_guest("search.build_database", work)(
            game, highest, no_limit=no_limit, progress=progress
        )
    except TooLargeError as error:
        advice = "" if no_limit else "; --no-limit builds it as long as memory lasts"
        raise TooLargeError(f"{error}{advice}") from None
    if file is not None:
        ask_guest("search.save_database", work)(database, file)
    return database


def database_file(path: Path) -> Path:
    """Return the path of a database: the given one, with a name ending in ``.npz``.

    >>> database_file(Path("endgames")).name, database_file(Path("awari.12.npz")).name
    ('endgames.npz', 'awari.12.npz')
    """
    if path.suffix == ".npz" or not path.name:
        return path
    return path.with_name(f"{path.name}.npz")


#: The largest size to try of one number. A game refuses the sizes that it does not have.
MAX_SINGLE_NUMBER = 24
#: The largest number in a size of two.
MAX_COLUMNS_OR_ROWS = 8
#: The most positions to count for the list with a compiled kernel.
MAX_LISTED_POSITIONS = 2_000_000
#: The most positions to count for it in plain Python.
MAX_LISTED_POSITIONS_PLAINLY = SOON


@dataclass(frozen=True, slots=True)
class SizeRow:
    """A machine on one size of board, the value of the game to the side that starts, and the side
    that should win.

    ``sheets`` are of matchbox labels; None when the game is too large for a kit.
    """

    game: str
    side: str
    boxes: int
    beads: int
    choices: int
    value: int
    plies: int | None
    winner: str | None
    sheets: int | None


def size_rows(name: str, progress: Progress | None = None) -> list[SizeRow]:
    """Return the figures of every size of a game that is counted quickly, a row for each side.

    ``name`` is such as ``hexapawn`` or ``awari,rules=simple``.

    >>> [(row.game, row.side, row.boxes) for row in size_rows("nim")][:2]
    [('nim:1', 'first', 1), ('nim:2', 'first', 1)]
    """
    if ":" in name:
        raise UsageError(f"--sizes lists all sizes; leave out the one in {quoted(name)}")
    make_game(name)
    rows: list[SizeRow] = []
    too_large: list[tuple[int, ...]] = []
    for spec, size in sizes(name):
        if any(_contains(size, other) for other in too_large):
            continue  # a board that contains a too large one is too large, too
        try:
            game = make_game(spec)
        except UsageError:  # the game has no board of this size
            continue
        limit = MAX_LISTED_POSITIONS_PLAINLY
        if game.packed is not None:
            limit = MAX_LISTED_POSITIONS
        try:
            rows += rows_of(survey(game, limit=limit, progress=progress))
        except TooLargeError:
            too_large.append(size)
    return rows


def _contains(size: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """Return whether a board of a size contains one of another size."""
    return len(size) == len(other) and all(map(int.__ge__, size, other))


def sizes(name: str) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield the sizes to try, as text and as numbers, small ones first.

    >>> [spec for spec, _ in sizes("hexapawn,x=1")][:3]
    ['hexapawn:1,x=1', 'hexapawn:1x1,x=1', 'hexapawn:1x2,x=1']
    """
    head, comma, options = name.partition(",")
    every_size: list[tuple[int, ...]] = []
    for number in range(1, MAX_SINGLE_NUMBER + 1):
        every_size.append((number,))
    for columns in range(1, MAX_COLUMNS_OR_ROWS + 1):
        for rows in range(1, MAX_COLUMNS_OR_ROWS + 1):
            every_size.append((columns, rows))
    for size in sorted(every_size, key=lambda size: (prod(size), size)):
        yield f"{head}:{'x'.join(map(str, size))}{comma}{options}", size


@cache
def labels_on_a_sheet(count: int) -> int:
    """Return the number of matchbox labels on a sheet of A4 when ``count`` labels are printed.

    >>> labels_on_a_sheet(18), labels_on_a_sheet(304)
    (18, 23)
    """
    return labels_per_page(PAGES["a4"], read_stock("matchbox", Templates()), count)


def rows_of(figures: Survey) -> Iterator[SizeRow]:
    """Yield a row for each side that has something to decide."""
    game = figures.game
    winner = None if figures.winner is None else game.sides[figures.winner].name
    for number, side in enumerate(game.sides):
        turns = figures.side(number)
        if not turns.boxes:
            continue
        sheets = None
        if figures.positions <= EXPLORE_LIMIT:
            sheets = ceil(turns.boxes / labels_on_a_sheet(turns.boxes))
        yield SizeRow(
            game=game.spec,
            side=side.name,
            boxes=turns.boxes,
            beads=turns.slots,
            choices=turns.choices,
            value=figures.worth.score,
            plies=figures.worth.plies,
            winner=winner,
            sheets=sheets,
        )
