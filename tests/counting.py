"""A loop that asserts has to have looked at something: ``for mark in some(marks): assert …``."""

from collections.abc import Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")


def some(things: Iterable[T], least: int = 1) -> Iterator[T]:
    """Yield things, and fail at the end when there were fewer than so many.

    >>> list(some("ab", 2))
    ['a', 'b']
    >>> list(some([]))
    Traceback (most recent call last):
    AssertionError: a loop that asserts saw 0 things, and 1 at least were expected
    """
    seen = 0
    for thing in things:
        seen += 1
        yield thing
    assert seen >= least, (
        f"a loop that asserts saw {seen} things, and {least} at least were expected"
    )
