"""Where learning curves of real machines should run: between the 10th and the 90th percentile of simulated ones.

Curves are wins minus losses after each game, as drawn on the curve sheet. Plain Python and few machines, so that
printing needs nothing compiled; the same kit always gets the same band.
"""

from kitgen.kit.kit import Kit
from kitgen.machine.match import Match, seats
from kitgen.machine.paper_machine import play_game
from kitgen.machine.policies import parse_policy
from kitgen.machine.rng import SplitMix
from kitgen.theory.oracle import Oracle

#: How many machines a band is taken from, and where their luck comes from.
MACHINES, SEED = 100, 1962


def band_opponents(kit: Kit, oracle: Oracle) -> tuple[str, ...]:
    """Return whom bands are worth drawing for: a random opponent, and the strongest that can be had.

    Where the other side is lost anyway, all its moves are of the same value, and one that takes its wins is stronger.
    A machine that plays both sides meets one that is lost in every other game at most.
    """
    if kit.choices.opponent != "any":
        return ("winning-move",)
    if len(kit.players) == 2:
        return ("random", "perfect")
    start = oracle.solution.values[0]
    other = -start if kit.players == (0,) else start
    return ("random", "winning-move" if other < 0 and not kit.game.scoring else "perfect")


def learning_band(
    kit: Kit, oracle: Oracle, opponent: str, games: int, machines: int = MACHINES
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the 10th and the 90th percentile of wins minus losses after each game, from the first on.

    A machine that may play either side starts every other game, the first among them, as its kit asks for.

    Raises:
        UsageError: the opponent cannot play the game.

    >>> from kitgen.kit.build import make_kit
    >>> kit = make_kit("ladder")
    >>> low, high = learning_band(kit, Oracle(kit.game), "random", 10)
    >>> len(low), all(least <= most for least, most in zip(low, high))
    (10, True)
    """
    ordered = learning_scores(kit, oracle, opponent, games, machines)
    tenth = machines // 10
    return tuple(game[tenth] for game in ordered), tuple(game[-1 - tenth] for game in ordered)


def learning_scores(kit: Kit, oracle: Oracle, opponent: str, games: int, machines: int = MACHINES) -> list[list[int]]:
    """Return wins minus losses of each machine after each game, from the first on, the lowest first.

    Raises:
        UsageError: the opponent cannot play the game.
    """
    sides = kit.players
    sit = seats(Match(kit, parse_policy(opponent), sides[0]), oracle)
    scores: list[list[int]] = [[] for _ in range(games)]
    for number in range(machines):
        _, players = sit()
        rng = SplitMix(SEED, number)
        score = 0
        for index in range(games):
            side = sides[index % len(sides)]
            seated = players if side == sides[0] else (players[1], players[0])
            outcome = play_game(kit.game, seated, rng).outcome
            score += outcome if side == 0 else -outcome
            scores[index].append(score)
    return [sorted(game) for game in scores]
