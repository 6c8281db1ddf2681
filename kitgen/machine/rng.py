"""Chance for machines: numbers that depend only on a seed, a machine's number and how many were taken before.

It is SplitMix64 (G. Steele, D. Lea and C. Flood, Fast Splittable Pseudorandom Number Generators, OOPSLA 2014), used
by counter: number ``i`` of a generator mixes ``key + (i + 1) * GAMMA``. No generator depends on another, so that many
machines pick the same on any number of threads.
"""

from typing import Protocol

MASK = (1 << 64) - 1

#: The odd number nearest to 2^64 divided by the golden ratio: the step between two numbers.
GAMMA = 0x9E3779B97F4A7C15


class Rng(Protocol):
    """Where a machine's luck comes from; anything that offers this can be put in its place."""

    def below(self, count: int) -> int:
        """Return one of the numbers 0 to ``count - 1``, each as likely as the others."""


def mix(value: int) -> int:
    """Return 64 bits that each depend on all bits of ``value``.

    >>> hex(mix(GAMMA))
    '0xe220a8397b1dcdaf'
    """
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9 & MASK
    value = (value ^ (value >> 27)) * 0x94D049BB133111EB & MASK
    return value ^ (value >> 31)


def rng_key(seed: int, machine: int) -> int:
    """Return the key of a machine's own generator.

    Args:
        seed: the seed of the whole simulation, any whole number; taken modulo 2^64.
        machine: the machine's number, from 0.
    """
    return mix((mix(seed & MASK) + (machine + 1) * GAMMA) & MASK)


class SplitMix:
    """The generator of one machine.

    Attributes:
        key: what tells this generator from others.
        taken: how many numbers have been taken.

    >>> rng = SplitMix(1)
    >>> [rng.below(6) for _ in range(10)]
    [2, 5, 2, 2, 0, 3, 4, 0, 2, 1]
    """

    def __init__(self, seed: int, machine: int = 0) -> None:
        self.key = rng_key(seed, machine)
        self.taken = 0

    def below(self, count: int) -> int:
        """Return one of the numbers 0 to ``count - 1``; for one choice nothing is taken.

        The 64 bits are scaled, not divided: no number is likelier than another by more than ``count / 2^64``.
        """
        if count == 1:
            return 0
        self.taken += 1
        return mix((self.key + self.taken * GAMMA) & MASK) * count >> 64
