"""Games explored and solved, kits made, and templates parsed, once for all tests: commands make
hundreds of kits of a dozen games.

What is kept is what ``make_kit`` would have found; what counts how often a game is explored lets it
be done as users do (``as_users_do``).
"""

import pickle

from kitgen.errors import TooLargeError
from kitgen.kit import build
from kitgen.kit.palette import read_palette
from kitgen.kit.rule import in_languages, read_rule
from kitgen.reading import templates
from kitgen.theory.explore import EXPLORE_LIMIT

#: Larger games are not kept.
MOST = 20_000

_explore = build.explore
_solve = build.solve_graph
_build = build.build
_graphs = {}
_solutions = {}
_refusals = {}
_kits = {}
_parsed = templates._parsed
_tables = {}


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


def built(
    plan, templates, *, limit=EXPLORE_LIMIT, oracle=None, progress=None, rule=None, palette=None
):
    """Return the kit of a plan, as it was made once of the same game, choices, rule and palette."""
    choices = plan.choices
    more = {"limit": limit, "oracle": oracle, "progress": progress}
    if oracle is not None or build.explore is not explore:
        return _build(plan, templates, rule=rule, palette=palette, **more)
    rule = rule or in_languages(read_rule(choices.rule, templates), choices.language)
    palette = palette or read_palette(choices.palette, choices.language, templates)
    about = plan.name, plan.title, plan.command, choices, rule, palette
    key = type(plan.game), plan.game.spec, repr(about)
    kit = _kits.get(key)
    if kit is None or len(kit.oracle.solution.graph.nodes) > limit:
        kit = _build(plan, templates, rule=rule, palette=palette, **more)
    elif progress is not None:
        for step in ("solving", "making the boxes of"):
            progress(f"{step} {plan.game.called}", 0, None)
    if len(kit.oracle.solution.graph.nodes) <= MOST:
        _kits[key] = kit
    return kit


def parsed(data, path):
    """Return what is in a file of TOML with such bytes, anew each time; what cannot be read is
    refused each time.
    """
    if (data, path) not in _tables:
        _tables[data, path] = pickle.dumps(_parsed(data, path))
    return pickle.loads(_tables[data, path])  # noqa: S301 - what this process has written


def install():
    """Let kits be made of what is kept."""
    build.explore, build.solve_graph, build.build = explore, solve, built
    templates._parsed = parsed


def as_users_do(monkeypatch):
    """Let games be explored and solved, and kits made, by each command that needs it."""
    monkeypatch.setattr(build, "explore", _explore)
    monkeypatch.setattr(build, "solve_graph", _solve)
