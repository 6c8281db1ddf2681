"""Pairing at the best price, against trying every pairing."""

import random
from itertools import permutations

import pytest

from kitgen.verification.tables.comparison import best_pairs


def best_by_trying(gains, rows, columns):
    places = [*columns, *[None] * len(rows)]
    return max(
        sum(gains.get(pair, 0) for pair in zip(rows, some, strict=True))
        for some in permutations(places, len(rows))
    )


@pytest.mark.parametrize("seed", range(150))
def test_no_other_pairing_gains_more(seed):
    rng = random.Random(seed)
    rows, columns = range(rng.randint(1, 4)), range(rng.randint(1, 4))
    gains = {
        (row, column): rng.choice((0.5, 0.8, 1.0, 1.5, 2.0))
        for row in rows
        for column in columns
        if rng.random() < 0.7
    }
    pairs = best_pairs(gains)
    assert len(set(pairs.values())) == len(pairs)
    assert pairs.items() <= gains.keys()
    assert sum(gains[pair] for pair in pairs.items()) == pytest.approx(
        best_by_trying(gains, rows, columns)
    )
