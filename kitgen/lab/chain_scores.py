"""How likely each score is, wins minus losses, after some games of a machine that learns."""

from math import prod

import numpy as np

from kitgen.errors import TooLargeError
from kitgen.lab.chain import build_chain, changeable
from kitgen.machine.match import Match

#: The most bead states that a machine may have whose scores are worked out.
MAX_STATES_FOR_SCORES = 300_000
#: The most of its states that it can reach, times games.
MAX_STATES_TIMES_GAMES = 4_000_000


def score_chances(match: Match, games: int) -> dict[int, float]:
    """Return the chance of each score after so many games of a new machine.

    Raises:
        TooLargeError: there is more to work out than the limits above allow, or the rule changes
            beads after games that are not lost.

    >>> from kitgen.kit.build import build_kit
    >>> from kitgen.machine.match import parse_policy
    >>> her = Match(build_kit("her"), parse_policy("random"), side=1)
    >>> chances = score_chances(her, 1)  # it wins 173 of 432 first games
    >>> {score: round(chance, 6) for score, chance in chances.items()}
    {-1: 0.599537, 1: 0.400463}
    """
    kit = match.kit
    chain = None
    if prod(changeable(kit).values()) <= MAX_STATES_FOR_SCORES:
        chain = build_chain(match)
    if chain is None or len(chain) * games > MAX_STATES_TIMES_GAMES:
        raise TooLargeError(f"{kit.name} has too many bead states to work out {games:,} games")
    if not chain.lost.all():
        raise TooLargeError(
            f"{kit.name} changes its beads after games that it does not lose, so that its scores "
            "are not worked out exactly"
        )
    # From each state into others, by a lost game, as has just been made sure.
    changes = chain.matrix(chain.chances).T
    # A row for each state and a column for each score, from as many losses as games to as many
    # wins: the chance to be in that state with that score.
    chances = np.zeros((len(chain), 2 * games + 1))
    zero = games  # the column of the score 0
    chances[0, zero] = 1
    for _ in range(games):
        lost = chain.lost_again[:, None] * chances + changes @ chances
        won = chain.wins[:, None] * chances
        chances = chain.draws[:, None] * chances
        chances[:, 1:] += won[:, :-1]
        chances[:, :-1] += lost[:, 1:]
    in_any_state = chances.sum(axis=0)
    return {
        column - zero: float(chance) for column, chance in enumerate(in_any_state) if chance > 0
    }
