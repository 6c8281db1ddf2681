"""Where learning curves of real machines should run: between the 10th and the 90th percentile of simulated ones.

Curves are wins minus losses after each game, as drawn on the curve sheet.
"""

from kitgen.experiment.first_games import FirstGames
from kitgen.kit.kit import Kit

#: How many machines a band is taken from.
MACHINES = 100


def band_opponents(kit: Kit) -> tuple[str, ...]:
    """Return whom bands are worth drawing for: a random opponent, and the strongest that can be had.

    Where the other side is lost anyway, all its moves are of the same value, and one that takes its wins is stronger.
    A machine that plays both sides meets one that is lost in every other game at most.
    """
    if kit.choices.opponent != "any":
        return ("winning-move",)
    if len(kit.players) == 2:
        return ("random", "perfect")
    start = kit.oracle.solution.values[0]
    other = -start if kit.players == (0,) else start
    return ("random", "winning-move" if other < 0 and not kit.game.scoring else "perfect")


def learning_band(
    first_games: FirstGames, games: int, machines: int = MACHINES
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the 10th and the 90th percentile of wins minus losses after each game, from the first on.

    >>> from kitgen.kit.build import make_kit
    >>> low, high = learning_band(FirstGames(make_kit("ladder"), "random"), 10)
    >>> len(low), all(least <= most for least, most in zip(low, high))
    (10, True)
    """
    ordered = learning_scores(first_games, games, machines)
    tenth = machines // 10
    return tuple(game[tenth] for game in ordered), tuple(game[-1 - tenth] for game in ordered)


def learning_scores(first_games: FirstGames, games: int, machines: int = MACHINES) -> list[list[int]]:
    """Return wins minus losses of each machine after each game, from the first on, the lowest first."""
    return [sorted(game) for game in zip(*first_games.scores(machines, games), strict=True)]
