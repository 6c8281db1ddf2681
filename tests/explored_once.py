"""Games explored and solved, and templates parsed, once for all tests: commands make hundreds of
kits of a dozen games.

What is kept is what ``make_kit`` would have found; what counts how often a game is explored lets it
be done as users do (``as_users_do``).
"""

import pickle

from kitgen.errors import TooLargeError
from kitgen.kit import build
from kitgen.reading import templates

#: Larger games are not kept.
MOST = 20_000

_explore, _solve = build.explore, build.solve_graph
_graphs, _solutions, _refusals = {}, {}, {}
_parsed, _tables = templates._parsed, {}


def explore(game, *, limit, progress=None):
    """Return all positions of a game, as they were found once; of one that was too large say so
    again.
    """
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


def parsed(data, path):
    """Return what is in a file of TOML with such bytes, anew each time; what cannot be read is
    refused each time.
    """
    if (data, path) not in _tables:
        _tables[data, path] = pickle.dumps(_parsed(data, path))
    return pickle.loads(_tables[data, path])  # noqa: S301 - what this process has written


def install():
    """Let kits be made of what is kept."""
    build.explore, build.solve_graph = explore, solve
    templates._parsed = parsed


def as_users_do(monkeypatch):
    """Let games be explored and solved by each command that needs it."""
    monkeypatch.setattr(build, "explore", _explore)
    monkeypatch.setattr(build, "solve_graph", _solve)
