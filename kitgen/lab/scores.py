"""How likely each score is after some games of a machine that learns: wins minus losses, without sampling."""

from math import prod

import numpy as np
from scipy.sparse import csr_array

from kitgen.errors import TooLargeError
from kitgen.lab.chain import build_chain, changeable
from kitgen.machine.match import Match

#: The most bead states that there could be, and the most of them times games, that are worked through.
STATES, MOST = 300_000, 4_000_000


def score_chances(match: Match, games: int) -> dict[int, float]:
    """Return the chance of each score after so many games of a new machine.

    Raises:
        TooLargeError: there are too many bead states, or games in them.

    >>> from kitgen.kit.build import build_kit
    >>> from kitgen.machine.match import parse_policy
    >>> her = Match(build_kit("her"), parse_policy("random"), side=1)
    >>> {score: round(chance, 6) for score, chance in score_chances(her, 1).items()}  # it wins 173 of 432 first games
    {-1: 0.599537, 1: 0.400463}
    """
    kit = match.kit
    large = prod(kit.boxes[box].slots[slot].beads + 1 for box, slot in changeable(kit)) > STATES
    chain = None if large else build_chain(match, kit.oracle)
    if chain is None or len(chain) * games > MOST or not chain.lost.all():
        raise TooLargeError(f"{kit.name} has too many bead states to work out {games:,} games")
    size = (len(chain), len(chain))
    changes = csr_array((chain.chances, (chain.columns, chain.rows)), size)
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
