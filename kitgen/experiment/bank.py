"""How many beads beyond those in the boxes a machine needs whose learning rule adds beads: its *bank*.

Of each of many machines is kept how many beads of each colour it ever had in its boxes beyond those of the start.
"""

import math
from collections.abc import Mapping, Sequence
from statistics import fmean, pstdev

from kitgen.experiment.first_games import FirstGames
from kitgen.kit.kit import Kit

#: How many machines a bank is taken from.
MACHINES = 200
#: Of 100 machines so many are not to run out of any colour; of those that are tried a few more, for they are a sample.
OF_HUNDRED, OF_THOSE_TRIED = 95, 98
#: A bank grows by so much of a standard deviation at a time, and so often at most: no 200 figures lie farther out.
STEP, MOST_STEPS = 0.05, 400


def simulate_bank(first_games: FirstGames, games: int) -> Mapping[str, int]:
    """Return, by the keys of the colours, the beads with which 95 of 100 machines do not run out of any colour.

    Args:
        first_games: of machines whose rule adds beads.
        games: how many of them the beads are for.

    >>> from kitgen.kit.build import make_kit
    >>> from kitgen.kit.editions import Wish
    >>> simulate_bank(FirstGames(make_kit("ladder", Wish(rule="gardner-reward")), "random"), 5)
    {'red': 9, 'blue': 6, 'yellow': 6}
    """
    return large_enough(first_games.kit, [most_added(course) for course in first_games.added(MACHINES, games)])


def most_added(course: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """Return the most beads of each colour that a machine ever needed beyond those of the start."""
    return tuple(max(0, *colour) for colour in zip(*course, strict=True))


def large_enough(kit: Kit, needs: Sequence[tuple[int, ...]]) -> Mapping[str, int]:
    """Return the smallest bank of its shape that is enough for nearly all of these machines.

    Each colour alone would run out in fewer of them; what counts to a class is that none does. Every colour has what a
    machine needs on average, and beyond that as many of its own standard deviations as every other: two figures that
    few machines tell well, which cannot be said of how the rarest of them fare.
    """
    usual = [(fmean(colour), pstdev(colour)) for colour in zip(*needs, strict=True)]
    bank: list[int] = []
    for step in range(MOST_STEPS):
        bank = [math.ceil(mean + step * STEP * deviation) for mean, deviation in usual]
        if sum(suffices(bank, need) for need in needs) * 100 >= OF_THOSE_TRIED * len(needs):
            break
    return dict(zip((colour.key for colour in kit.palette), bank, strict=True))


def suffices(bank: Sequence[int], need: Sequence[int]) -> bool:
    """Return whether a machine does not run out of any colour."""
    return all(there >= needed for there, needed in zip(bank, need, strict=True))
