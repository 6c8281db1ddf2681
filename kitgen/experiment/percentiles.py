"""Where learning curves of real machines should run: between the 10th and the 90th percentile of simulated ones.

Curves are wins minus losses after each game, as drawn on the curve sheet. Plain Python and few machines, so that
printing needs nothing compiled; the same kit always gets the same band.
"""

from kitgen.experiment.experiment import new_machine
from kitgen.kit.kit import Kit
from kitgen.machine.paper_machine import PaperMachine, Shelf, play_game
from kitgen.machine.policies import Opponent, Theory, parse_policy
from kitgen.machine.rng import Draws

#: How many machines a band is taken from, and where their luck comes from.
MACHINES, SEED = 100, 1962


def band_opponents(kit: Kit, theory: Theory) -> tuple[str, ...]:
    """Return whom bands are worth drawing for: a random opponent, and the strongest that can be had.

    Where the other side is lost anyway, all its moves are of the same value, and one that takes its wins is stronger.
    """
    if kit.choices.opponent != "any":
        return ("winning-move",)
    start = theory.solution.values[0]
    other = -start if kit.players[-1] == 0 else start
    return ("random", "winning-move" if other < 0 and not kit.game.scoring else "perfect")


def learning_band(
    kit: Kit, theory: Theory, opponent: str, games: int, machines: int = MACHINES
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the 10th and the 90th percentile of wins minus losses after each game, from the first on.

    Raises:
        UsageError: the opponent cannot play the game.

    >>> from kitgen.kit.build import make_kit
    >>> kit = make_kit("ladder")
    >>> low, high = learning_band(kit, Theory(kit.game), "random", 10)
    >>> len(low), all(least <= most for least, most in zip(low, high))
    (10, True)
    """
    side = kit.players[-1]
    policy = parse_policy(opponent)
    shelf = Shelf(kit)
    scores: list[list[int]] = [[] for _ in range(games)]
    for number in range(machines):
        machine = new_machine(shelf)
        other = Opponent(policy, theory, machine if isinstance(machine, PaperMachine) else None)
        players = [machine, other] if side == 0 else [other, machine]
        stream = Draws(SEED, number)
        score = 0
        for place in range(games):
            outcome = play_game(kit.game, players, stream).outcome
            score += outcome if side == 0 else -outcome
            scores[place].append(score)
    ordered = [sorted(game) for game in scores]
    tenth = machines // 10
    return tuple(game[tenth] for game in ordered), tuple(game[-1 - tenth] for game in ordered)
