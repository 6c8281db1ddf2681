"""How many games are possible: every path from the start to an end, mirror images apart."""

from dataclasses import dataclass

from kitgen.theory.explore import Graph


@dataclass(frozen=True, slots=True)
class PossibleGames:
    """All games that can be played.

    Attributes:
        games: how many.
        won: how many each side wins, the side that begins first; None where points decide.
        shortest, longest: plies of the shortest and the longest.
        mean: plies of a game, where every game counts once.
    """

    games: int
    won: tuple[int, int] | None
    shortest: int
    longest: int
    mean: float

    @property
    def drawn(self) -> int | None:
        """How many nobody wins; None where points decide."""
        return None if self.won is None else self.games - sum(self.won)


@dataclass(frozen=True, slots=True)
class _Rest:
    """All ways in which a game can go on from a position.

    Attributes:
        games: how many.
        won: how many each side wins.
        plies: of all together.
        shortest, longest: plies of the shortest and the longest.
    """

    games: int
    won: tuple[int, int]
    plies: int
    shortest: int
    longest: int


def count_games(graph: Graph) -> PossibleGames | None:
    """Return how many games are possible; None where positions recur, so that they have no end.

    >>> from kitgen.games import make_game
    >>> from kitgen.theory.explore import explore
    >>> counted = count_games(explore(make_game("tictactoe")))
    >>> counted.games, counted.won, counted.drawn, counted.shortest, counted.longest
    (255168, (131184, 77904), 46080, 5, 9)
    """
    game = graph.game
    if game.repetition is not None:
        return None
    rests: dict[int, _Rest] = {}
    waiting = [0]
    open_nodes: set[int] = set()
    while waiting:
        number = waiting[-1]
        node = graph.nodes[number]
        if number in rests:
            waiting.pop()
            continue
        missing = [edge.child for edge in node.edges if edge.child not in rests]
        if not missing:
            rests[number] = _rest(graph, number, rests)
            open_nodes.discard(number)
            waiting.pop()
            continue
        if number in open_nodes:
            return None  # a position leads back to itself
        open_nodes.add(number)
        waiting += missing
    whole = rests[0]
    won = None if game.scoring else whole.won
    return PossibleGames(whole.games, won, whole.shortest, whole.longest, whole.plies / whole.games)


def _rest(graph: Graph, number: int, rests: dict[int, _Rest]) -> _Rest:
    node = graph.nodes[number]
    if not node.edges:
        won = [0, 0]
        if node.result:
            mover = node.position.to_move
            winner = mover if node.result > 0 else 1 - mover
            won[winner] = 1
        return _Rest(games=1, won=(won[0], won[1]), plies=0, shortest=0, longest=0)
    games = 0
    won_by_first = 0
    won_by_second = 0
    plies = 0
    for edge in node.edges:
        after = rests[edge.child]
        images = len(edge.moves)
        games += images * after.games
        won_by_first += images * after.won[0]
        won_by_second += images * after.won[1]
        plies += images * (after.plies + after.games)
    children = [rests[edge.child] for edge in node.edges]
    return _Rest(
        games=games,
        won=(won_by_first, won_by_second),
        plies=plies,
        shortest=1 + min(after.shortest for after in children),
        longest=1 + max(after.longest for after in children),
    )
