"""A loop that asserts has to have looked at something.

``for mark in at_least_one(marks): assert …`` fails when there are no marks, and
``for row in at_least(20, rows): assert …`` when there are fewer than 20 rows.
"""

from collections.abc import Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")


def at_least_one(things: Iterable[T]) -> Iterator[T]:
    """Yield things, and fail at the end when there were none.

    >>> list(at_least_one("ab"))
    ['a', 'b']
    >>> list(at_least_one([]))
    Traceback (most recent call last):
    AssertionError: expected at least 1 to look at, but there were 0
    """
    return at_least(1, things)


def at_least(number: int, things: Iterable[T]) -> Iterator[T]:
    """Yield things, and fail at the end when there were fewer than a number.

    >>> list(at_least(2, "ab"))
    ['a', 'b']
    >>> list(at_least(3, "ab"))
    Traceback (most recent call last):
    AssertionError: expected at least 3 to look at, but there were 2
    """
    seen = 0
    for thing in things:
        seen += 1
        yield thing
    if seen < number:
        raise AssertionError(f"expected at least {number} to look at, but there were {seen}")
