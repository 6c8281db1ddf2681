"""How quickly kitgen looks ahead in Awari: compiled beside plain Python and a C program, in one
run.

Only the ratios travel to other computers. A C program that takes an algorithm (mm, ab or ns) and a
depth, and prints ``nodes N time T s``, may be named; it should search awari:6x4,rules=simple. Runs
of each are made in turn, and the best counts.

Run it from the project's folder: python benchmarks/bench_search.py [--quick] [PROGRAM]
"""

import re
import subprocess
import sys
import time

from kitgen.games import make_game
from kitgen.tree_search.plan import parse_plan
from kitgen.tree_search.scouts import make_scout

GAME = make_game("awari:6x4,rules=simple")
#: Algorithm, the C program's word for it, and how deep it goes: compiled and in C, and in plain
#: Python.
ALGORITHMS = (("minimax", "mm", 12, 6), ("alphabeta", "ab", 18, 9), ("negascout", "ns", 18, 9))
REFINED = ("ordering", "table", "deepening", "ordering,table", "quick")
RUNS = 3


def timed(text, depth, *, plain=False):
    """Return value, positions and seconds of a search; with deepening of all its steps."""
    algorithm, comma, refinements = text.partition(",")
    plan = parse_plan(f"{algorithm}:{depth}{comma}{refinements}")
    make_scout(GAME, plan, plain=plain).answer([GAME.start()], 3)  # compiled, and kept on disk
    scout = make_scout(GAME, plan, plain=plain)
    began = time.perf_counter()
    for step in range(1 if plan.has("deepening") else depth, depth + 1):
        answer = scout.answer([GAME.start()], step)
    return answer.value, scout.nodes, time.perf_counter() - began


def in_c(program, word, depth):
    """Return positions and seconds of the C program."""
    shown = subprocess.run(
        [program, word, str(depth)], capture_output=True, text=True, check=True
    ).stdout
    nodes = re.search(r"nodes\s+(\d+)", shown)[1]
    seconds = re.search(r"time\s+([\d.]+)", shown)[1]
    return int(nodes), float(seconds)


def line(what, depth, value, nodes, seconds, more=""):
    print(
        f"{what:34} {depth:5} {value:5} {nodes:15,} {seconds:9.2f} s "
        f"{nodes / seconds / 1e6:8.2f} M/s {more}",
        flush=True,
    )


def main():
    words = [word for word in sys.argv[1:] if word != "--quick"]
    less = 4 if "--quick" in sys.argv else 0
    print(f"{'':34} {'depth':>5} {'value':>5} {'positions':>15}")
    for algorithm, word, deepest, shallow in ALGORITHMS:
        depth = deepest - less
        runs = []
        rates = []
        for _ in range(RUNS):
            runs.append(timed(algorithm, depth))
            if words:
                _, own_nodes, own_seconds = runs[-1]
                nodes, seconds = in_c(words[0], word, depth)
                rates.append(f"{own_nodes / own_seconds / (nodes / seconds):.2f}")
        quickest = min(runs, key=lambda run: run[2])
        line(algorithm, depth, *quickest, f"times C: {', '.join(rates)}" if rates else "")
        line(f"{algorithm}, plain Python", shallow, *timed(algorithm, shallow, plain=True))
    for depth in (18 - less, 20 - less):
        value, plain, seconds = timed("alphabeta", depth)
        line("alphabeta", depth, value, plain, seconds)
        for algorithm in ("alphabeta", "negascout"):
            for refinements in REFINED if depth < 20 else REFINED[-2:]:
                found = timed(f"{algorithm},{refinements}", depth)
                line(
                    f"{algorithm},{refinements}",
                    depth,
                    *found,
                    f"{plain / found[1]:.1f} times fewer, {seconds / found[2]:.1f} times faster",
                )
        if words:
            nodes, there = in_c(words[0], "ab", depth)
            line("alphabeta in C", depth, 0, nodes, there)


if __name__ == "__main__":
    main()
