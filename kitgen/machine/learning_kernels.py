"""Compiled versions of learning, expecting and random numbers.

They have the same source as the plain functions, or are equal number for number. Only code that
runs many machines imports this file, because it loads Numba.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from kitgen.compiling.compiled import compiled
from kitgen.machine import game_graph, learning
from kitgen.machine.paper_machine import GAMMA

# The numbers of ``SplitMix`` as unsigned words: Numba makes floats of signed and unsigned ones.
#: What a generator's key is advanced by.
STEP = np.uint64(GAMMA)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_27 = np.uint64(27)
_30 = np.uint64(30)
_31 = np.uint64(31)
_32 = np.uint64(32)
_LOWER_HALF = np.uint64(0xFFFFFFFF)

fast_teach = compiled(learning.teach)
fast_amount = compiled(learning.position_amount)
fast_expect = compiled(game_graph.expect)


def ints(values: Any) -> NDArray[np.int32]:
    """Return an int32 array, as these functions take them."""
    return np.array(values, np.int32)


@compiled
def mix_word(value: Any) -> Any:
    """Return 64 bits that each depend on all bits of ``value``, as ``paper_machine.mix`` does."""
    value = (value ^ (value >> _30)) * _MIX_1
    value = (value ^ (value >> _27)) * _MIX_2
    return value ^ (value >> _31)


@compiled
def scaled(bits: Any, count: Any) -> Any:
    """Return 64 random bits scaled to a number below ``count``, itself below 2^32: the upper
    half of their product.
    """
    wide = np.uint64(count)
    upper = (bits >> _32) * wide
    carried = (bits & _LOWER_HALF) * wide >> _32
    return np.int64((upper + carried) >> _32)


@compiled
def below(luck: Any, count: Any) -> Any:
    """Return one of the numbers 0 to ``count - 1``, below 2^32, and advance the generator, as
    ``SplitMix.below`` does.

    ``luck`` is uint64[1]: the generator's key plus ``STEP`` times how many numbers it has given.
    """
    if count == 1:
        return 0
    luck[0] += STEP
    return scaled(mix_word(luck[0]), count)
