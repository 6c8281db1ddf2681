"""Pairing at the best price, against trying every pairing."""

import random
from itertools import permutations, product

import pytest

from kitgen.verification.tables.comparison import best_pairs


def best_by_trying(gains, rows, columns):
    """Return the most that can be gained when each row has a column of its own, or none."""
    places = [*columns, *[None] * len(rows)]
    best = 0
    for chosen in permutations(places, len(rows)):
        gained = sum(gains.get(pair, 0) for pair in zip(rows, chosen, strict=True))
        best = max(best, gained)
    return best


@pytest.mark.parametrize("seed", range(150))
def test_no_other_pairing_gains_more(seed):
    rng = random.Random(seed)
    rows = range(rng.randint(1, 4))
    columns = range(rng.randint(1, 4))
    gains = {}
    for pair in product(rows, columns):
        if rng.random() < 0.7:
            gains[pair] = rng.choice((0.5, 0.8, 1.0, 1.5, 2.0))
    pairs = best_pairs(gains)
    assert len(set(pairs.values())) == len(pairs)
    assert pairs.items() <= gains.keys()
    assert sum(gains[pair] for pair in pairs.items()) == pytest.approx(
        best_by_trying(gains, rows, columns)
    )
