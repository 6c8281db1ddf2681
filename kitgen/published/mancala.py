"""The mancala programs of Ferrando, Bonanno and Repetto: how long their searches for the first move take."""

import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor

from kitgen.games import make_game
from kitgen.model import Game
from kitgen.published.common import Figure, Progress, Reproduction
from kitgen.search.plan import parse_plan
from kitgen.search.scout import Scout, make_scout

#: Seconds for the first move, by algorithm and plies, on a Core 2 Quad of 2.5 GHz.
SECONDS: Mapping[str, Mapping[int, int]] = {
    "minimax": {8: 2, 9: 4, 10: 21, 11: 105, 12: 480, 13: 2640},
    "alphabeta": {13: 2, 14: 3, 15: 9, 16: 19, 17: 45, 18: 94},
    "negascout": {13: 1, 14: 2, 15: 6, 16: 12, 17: 29, 18: 63},
}
#: Positions visited from the start, by algorithm and plies, found by independent programs.
POSITIONS: Mapping[str, Mapping[int, int]] = {
    "alphabeta": {8: 6_429, 12: 228_685},
    "negascout": {8: 6_325, 12: 223_229},
}
#: What they say of how a search grows with each ply.
GROWTH, TOLD = 5, "about 5"
#: What is added to their quickest program, one thing at a time and then all that change no value.
BASE, REFINED = "negascout", ("ordering", "table", "deepening", "quick", "quiescence")

#: The most plies of all.
DEEPEST = max(SECONDS[BASE])

#: Positions and seconds, by plies.
Costs = dict[int, tuple[int, float]]


def searches() -> int:
    """Return how many searches are made in all."""
    return sum(len(depths_of(name)) for name in SECONDS) + len(REFINED) * len(SECONDS[BASE])


def depths_of(algorithm: str) -> list[int]:
    """Return how many plies an algorithm looks ahead, one search after another."""
    return sorted({*SECONDS[algorithm], *POSITIONS.get(algorithm, ())})


def mancala(runs: int, progress: Progress | None = None, *, deepest: int = DEEPEST) -> Reproduction:
    """Search for the first move with each of their programs, then with what can be added to the quickest.

    Args:
        runs: makes no difference; nothing is left to chance.
        progress: is told of every search.
        deepest: the most plies; deeper searches are left out.
    """
    del runs
    game = make_game("awari:6x4")
    lines: list[Figure] = []
    for algorithm, published in SECONDS.items():
        depths = [depth for depth in depths_of(algorithm) if depth <= deepest]
        costs = measure(game, f"{algorithm}:{DEEPEST}", depths, progress)
        told = TOLD if algorithm == "minimax" else ""  # said of trying everything, as their seconds show
        lines += _figures(algorithm, costs, published, POSITIONS.get(algorithm, {}), told)
    for refinement in REFINED:
        depths = [depth for depth in SECONDS[BASE] if depth <= deepest]
        costs = measure(game, f"{BASE}:{DEEPEST},{refinement}", depths, progress)
        lines += _figures(f"{BASE} with {refinement}", costs, SECONDS[BASE], {})
    about = (
        "Published are the seconds that the search for the first move took, on a Core 2 Quad of 2.5 GHz, and that it "
        "grows by about 5 with each ply, which is so where everything is tried. How many positions were visited is not "
        "published; the reference figures were found by independent programs. Ours are seconds on the computer at "
        "hand, one run each, so that they are never the same twice; the others are. With deepening, alone or in quick, "
        "all steps are counted. Beside the refinements stand the seconds of their program without any."
    )
    source = "Ferrando, Bonanno and Repetto, their mancala programs: minimax, alpha-beta and negascout"
    return Reproduction("mancala", "Looking ahead in mancala", source, about, tuple(lines))


def measure(game: Game, plan: str, depths: Sequence[int], progress: Progress | None = None) -> Costs:
    """Return positions and seconds of searches from the start.

    Args:
        game: the game.
        plan: how to look ahead.
        depths: how many plies, one search after another; with deepening all steps are searched and counted.
        progress: is told of every search that is asked for.
    """
    chosen = parse_plan(plan)
    _search(make_scout(game, chosen), 2)  # compiled by now
    scout, stepwise, costs = make_scout(game, chosen), chosen.has("deepening"), Costs()
    nodes, seconds = 0, 0.0
    for depth in range(1, max(depths, default=0) + 1) if stepwise else depths:
        visited, taken = _search(scout, depth)
        nodes, seconds = (nodes + visited, seconds + taken) if stepwise else (visited, taken)
        if depth in depths:
            costs[depth] = nodes, seconds
            if progress is not None:
                progress(1)
    return costs


def _search(scout: Scout, depth: int) -> tuple[int, float]:
    """Return positions and seconds of one search; it works in a thread, so that an interrupt is heard."""
    began = time.perf_counter()
    with ThreadPoolExecutor(1) as pool:
        answer = pool.submit(scout.answer, [scout.game.start()], depth)
        try:
            return answer.result().nodes, time.perf_counter() - began
        except KeyboardInterrupt:
            scout.stop()
            raise


def _figures(
    name: str, costs: Costs, published: Mapping[int, int], reference: Mapping[int, int], told: str = ""
) -> Iterator[Figure]:
    """Yield for each number of plies the positions, how many times those of a ply less they are, and the seconds.

    Args:
        name: what searches.
        costs: what its searches took.
        published: how long theirs took, by plies.
        reference: how many positions other programs have counted.
        told: what they say of how it grows, or nothing.
    """
    for depth, (nodes, seconds) in costs.items():
        where = f"{name}, depth {depth}"
        yield Figure(f"{where}: positions", None, nodes, 0, 0, reference.get(depth), unit="")
        if depth - 1 in costs:
            growth = nodes / costs[depth - 1][0]
            holds = round(growth) == GROWTH if told else None
            what = f"{where}: times the positions of depth {depth - 1}"
            yield Figure(what, None, growth, 0, 2, words=told, holds=holds, unit="")
        if depth in published:
            yield Figure(f"{where}: seconds", published[depth], seconds, 0, 0, unit="s", timed=True)
