"""OpenSpiel's tabular Q-learning on a told game, beside a matchbox machine in the same games
against random moves.

It needs OpenSpiel (python -m pip install open_spiel) and the extra rl. Run it: python
examples/open_spiel_q.py [GAME]
"""

import sys
from statistics import fmean
from typing import Any

import numpy as np
from numpy.typing import NDArray
from open_spiel.python.algorithms.tabular_qlearner import QLearner
from open_spiel.python.rl_environment import StepType, TimeStep

import kitgen
from kitgen.rl.opponent_environment import OpponentEnvironment

GAMES = 300
LEARNERS = 20
#: Games of a window whose shares are shown.
WINDOW = 50


def time_step(
    cells: NDArray[np.int16], info: dict[str, Any], reward: float, kind: StepType
) -> TimeStep:
    """Return what OpenSpiel's learner wants to be told of a step."""
    legal = np.flatnonzero(info["action_mask"]).tolist()
    seen = {"info_state": [tuple(cells.tolist())], "legal_actions": [legal], "current_player": 0}
    return TimeStep(observations=seen, rewards=[reward], discounts=[1.0], step_type=kind)


def results_of_learner(environment: OpponentEnvironment, seed: int) -> list[float]:
    """Return the results of all games of a new learner."""
    np.random.seed(seed)  # noqa: NPY002 - the learner picks by this
    learner = QLearner(player_id=0, num_actions=int(environment.action_space.n), step_size=0.5)
    results = []
    cells, info = environment.reset(seed=seed)
    for _ in range(GAMES):
        step = time_step(cells, info, 0.0, StepType.FIRST)
        while not step.last():
            action = learner.step(step).action
            cells, reward, over, _, info = environment.step(action)
            step = time_step(cells, info, reward, StepType.LAST if over else StepType.MID)
        learner.step(step)  # it learns from the end
        results.append(step.rewards[0])
        cells, info = environment.reset()
    return results


def main() -> None:
    """Print the share of games won in each window by Q-learning and by boxes."""
    game = sys.argv[1] if len(sys.argv) > 1 else "told:hexapawn"
    kit = kitgen.make_kit(game)
    environment = kitgen.env(kit, opponent="random")
    learners = [results_of_learner(environment, seed) for seed in range(LEARNERS)]
    boxes = kitgen.simulate(kit, games=GAMES, machines=200)
    print(f"{kit.title}, against random moves: share of games won")
    print("games         Q-learning  matchboxes")
    for first in range(0, GAMES, WINDOW):
        window = slice(first, first + WINDOW)
        learned = fmean(result > 0 for results in learners for result in results[window])
        shaken = sum(boxes.wins[window]) / WINDOW / boxes.machines
        print(f"{first + 1:>3} to {first + WINDOW:>3}    {learned:>10.1%}  {shaken:>10.1%}")
    lost = fmean(sum(result < 0 for result in results) for results in learners)
    print(f"games lost    {lost:>10.1f}  {boxes.lost[0]:>10.1f}")


if __name__ == "__main__":
    main()
