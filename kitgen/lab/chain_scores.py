"""How likely each score is, wins minus losses, after some games of a machine that learns."""

from math import prod

import numpy as np

from kitgen.errors import TooLargeError
from kitgen.lab.chain import build_chain, changeable
from kitgen.machine.match import Match

#: The most bead states that a machine may have whose scores are worked out.
MAX_STATES_FOR_SCORES = 300_000
#: The most of them times games.
MAX_STATES_TIMES_GAMES = 4_000_000


def score_chances(match: Match, games: int) -> dict[int, float]:
    """Return the chance of each score after so many games of a new machine; TooLargeError beyond
    the limits above.

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
    changes = chain.matrix(chain.chances).T  # each a lost game
    # For each state the chance of each score, in the column of the score and as many as games.
    mass = np.zeros((len(chain), 2 * games + 1))
    mass[0, games] = 1
    for _ in range(games):
        lost = chain.lost_again[:, None] * mass + changes @ mass
        won = chain.wins[:, None] * mass
        mass = chain.draws[:, None] * mass
        mass[:, 1:] += won[:, :-1]
        mass[:, :-1] += lost[:, 1:]
    total = mass.sum(axis=0)
    return {score - games: float(chance) for score, chance in enumerate(total) if chance > 0}
