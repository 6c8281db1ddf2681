"""The compiled twins of what a machine does by hand: learning, hoping, and taking random numbers.

They are the same source as the plain functions, or equal to them number for number; only what runs many machines
imports this file, which loads Numba.
"""

from typing import Any

import numpy as np

from kitgen.compiled import compiled
from kitgen.machine import foresight, schedule
from kitgen.machine.rng import GAMMA

STEP, _MIX_1, _MIX_2 = np.uint64(GAMMA), np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_27, _30, _31, _32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)

teach = compiled(schedule.teach)
expect = compiled(foresight.expect)


@compiled
def mix(value: Any) -> Any:
    """Return 64 bits that each depend on all bits of ``value``, as ``rng.mix`` does."""
    value = (value ^ (value >> _30)) * _MIX_1
    value = (value ^ (value >> _27)) * _MIX_2
    return value ^ (value >> _31)


@compiled
def scaled(bits: Any, count: Any) -> Any:
    """Return 64 random bits scaled to a number below ``count``, itself below 2^32: the upper half of their product."""
    wide = np.uint64(count)
    return np.int64(((bits >> _32) * wide + ((bits & _LOW) * wide >> _32)) >> _32)


@compiled
def below(luck: Any, count: Any) -> Any:
    """Return one of the numbers 0 to ``count - 1`` and move the generator on, as ``rng.SplitMix.below`` does.

    Args:
        luck: uint64[1]; the generator's key plus how many numbers it has given, times ``STEP``.
        count: how many numbers there are, below 2^32.
    """
    if count == 1:
        return 0
    luck[0] += STEP
    return scaled(mix(luck[0]), count)
