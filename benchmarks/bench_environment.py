"""How quick a step in an environment is, beside PettingZoo's own noughts and crosses in the same
run.

Random games of both, in turn, as the median of five pairs, in CPU seconds. PettingZoo's own needs
one library more: pip install pygame. Run it from the project's folder: python
benchmarks/bench_environment.py. Returns 1 if kitgen's is slower.
"""

import sys
import time
import warnings
from statistics import median
from typing import Any

import numpy as np

import kitgen

GAMES = 500
PAIRS = 5


def steps_in_a_second(environment: Any) -> float:
    """Return how many moves of random games are made in one CPU second, asking for observation
    and mask before each.
    """
    rng = np.random.default_rng(1)
    moves = 0
    began = time.process_time()
    for _ in range(GAMES):
        environment.reset()
        for _ in environment.agent_iter():
            observation, _reward, terminated, truncated, _info = environment.last()
            if terminated or truncated:
                environment.step(None)
                continue
            legal = np.flatnonzero(observation["action_mask"])
            environment.step(int(legal[rng.integers(len(legal))]))
            moves += 1
    return moves / (time.process_time() - began)


def main() -> int:
    """Print the moves in a second of both, and their ratio."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        from pettingzoo.classic import tictactoe_v3  # noqa: PLC0415 - where its warnings are silenced
    ours = kitgen.env("menace")
    theirs = tictactoe_v3.raw_env()
    steps_in_a_second(ours)  # warm-up: our positions are looked up only the first time
    pairs = [(steps_in_a_second(ours), steps_in_a_second(theirs)) for _ in range(PAIRS)]
    our_speed = median(mine for mine, _ in pairs)
    their_speed = median(other for _, other in pairs)
    ratio = median(mine / other for mine, other in pairs)
    print(
        f"kitgen {our_speed:,.0f} steps a second, PettingZoo {their_speed:,.0f}, ratio {ratio:.2f}"
    )
    if ratio < 1:
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
