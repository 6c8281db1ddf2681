"""Games explored and solved once for all tests: hundreds of kits of a dozen games are made anew by commands.

What is kept is what ``make_kit`` would have found; what counts how often a game is explored lets it be done as users
do (``as_users_do``).
"""

from kitgen.kit import build

#: Larger games are not kept.
MOST = 20_000

_explore, _solve = build.explore, build.solve_graph
_graphs, _solutions = {}, {}


def explore(game, *, limit, progress=None):
    """Return all positions of a game, as they were found once."""
    key = type(game), game.spec
    graph = _graphs.get(key)
    if graph is not None and len(graph.nodes) <= limit:
        return graph
    graph = _explore(game, limit=limit, progress=progress)
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
