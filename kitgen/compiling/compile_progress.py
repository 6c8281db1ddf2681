"""Progress of compiling, for screens and progress bars.

``compiled.py`` reports here. This loads neither Numba nor anything else.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

#: Takes the number of functions that this process has compiled, and the total; both are 0 when
#: compiling ends. Called in the compiling thread.
Listener = Callable[[int, int], object]
#: Its title in progress bars.
COMPILING = "compiling (once per computer)"

_listeners: list[Listener] = []


@contextmanager
def listening(listener: Listener) -> Iterator[None]:
    """Report to a listener within a block.

    >>> with listening(print):
    ...     report(1, 3)
    1 3
    >>> report(2, 3)
    """
    _listeners.append(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)


def report(done: int, total: int) -> None:
    """Report to all listeners."""
    for listener in tuple(_listeners):
        listener(done, total)
