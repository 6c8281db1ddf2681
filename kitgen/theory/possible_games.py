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
    """All ways in which a game can go on from a position: their number, who wins, and their
    plies.
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
        mover = node.position.to_move
        result = node.result or 0
        winner = mover if result > 0 else 1 - mover
        won = (int(bool(result) and winner == 0), int(bool(result) and winner == 1))
        return _Rest(1, won, 0, 0, 0)
    games = first = second = plies = 0
    shortest = longest = -1
    for edge in node.edges:
        after = rests[edge.child]
        images = len(edge.moves)
        games += images * after.games
        first += images * after.won[0]
        second += images * after.won[1]
        plies += images * (after.plies + after.games)
        longest = max(longest, after.longest + 1)
        shortest = after.shortest + 1 if shortest < 0 else min(shortest, after.shortest + 1)
    return _Rest(games, (first, second), plies, shortest, longest)
