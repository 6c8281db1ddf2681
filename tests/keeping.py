"""Games explored and solved once for all tests: hundreds of kits of a dozen games are made anew by commands.

What is kept is what ``make_kit`` would have found; what counts how often a game is explored lets it be done as users
do (``as_users_do``).
"""

from kitgen.errors import TooLargeError
from kitgen.kit import build

#: Larger games are not kept.
MOST = 20_000

_explore, _solve = build.explore, build.solve_graph
_graphs, _solutions, _refusals = {}, {}, {}


def explore(game, *, limit, progress=None):
    """Return all positions of a game, as they were found once; of one that was too large say so again."""
    key = type(game), game.spec
    graph = _graphs.get(key)
    if graph is not None and len(graph.nodes) <= limit:
        return graph
    if (*key, limit) in _refusals:
        raise TooLargeError(*_refusals[*key, limit])
    try:
        graph = _explore(game, limit=limit, progress=progress)
    except TooLargeError as error:
        _refusals[*key, limit] = error.args
        raise
    if len(graph.nodes) <= MOST:
        _graphs[key] = graph
    return graph


def solve(graph):
    """Return what the positions of a game are worth, as it was found once."""
    if _graphs.get((type(graph.game), graph.game.spec)) is not graph:
        return _solve(graph)
    if graph not in _solutions:
        _solutions[graph] = _solve(graph)
    return _solutions[graph]


def install():
    """Let kits be made of what is kept."""
    build.explore, build.solve_graph = explore, solve


def as_users_do(monkeypatch):
    """Let games be explored and solved by each command that needs it."""
    monkeypatch.setattr(build, "explore", _explore)
    monkeypatch.setattr(build, "solve_graph", _solve)
