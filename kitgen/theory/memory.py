"""How much memory there is, and keeping within it: what would not fit is refused in words, not killed."""

import os
import resource
from pathlib import Path

from kitgen.errors import TooLargeError

#: What is left to others, and to the interpreter itself.
SPARE = 256 << 20

#: Where Linux says how much memory there is, and how much a group of processes may have (versions 2 and 1).
_MEMINFO = Path("/proc/meminfo")
_STATM = Path("/proc/self/statm")
_GROUPS = (
    (Path("/sys/fs/cgroup/memory.max"), Path("/sys/fs/cgroup/memory.current")),
    (
        Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"),
        Path("/sys/fs/cgroup/memory/memory.usage_in_bytes"),
    ),
)


def free_bytes() -> int:
    """Return how many bytes this process can still take, as far as the system tells.

    The least of what is free on the computer, in the process's group (a container) and under its own limit
    (``ulimit -v``). Where a system tells nothing, all of its memory counts as free.
    """
    free = _free_here()
    for limit, used in _GROUPS:
        most, now = _number(limit), _number(used)
        if most is not None and now is not None:
            free = min(free, most - now)
    most = resource.getrlimit(resource.RLIMIT_AS)[0]
    if most != resource.RLIM_INFINITY and _STATM.exists():
        free = min(free, most - int(_STATM.read_text().split()[0]) * resource.getpagesize())
    return max(0, free)


def _free_here() -> int:
    """Return how many bytes are free on the computer."""
    if _MEMINFO.exists():
        for line in _MEMINFO.read_text().splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) << 10
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def _number(path: Path) -> int | None:
    """Return the number that a file says, or None when there is no file or no limit."""
    try:
        return int(path.read_text())
    except (OSError, ValueError):
        return None


class Budget:
    """What a piece of work may take, decided when it begins; memory that is not yet written to counts as taken.

    >>> budget = Budget("awari:6x4")
    >>> budget.take(1 << 20)
    >>> budget.taken
    1048576
    """

    def __init__(self, what: str, *, most: int | None = None) -> None:
        """Look how much memory there is.

        Args:
            what: what is worked on, for the refusal.
            most: the most bytes to take; when None, what is free but for ``SPARE``.
        """
        self.what = what
        self.most = max(0, free_bytes() - SPARE) if most is None else most
        self.taken = 0

    def take(self, size: int, known: str = "") -> None:
        """Count bytes as taken, before they are.

        Args:
            size: how many.
            known: how far the work is, for the refusal.

        Raises:
            TooLargeError: there are not so many.
        """
        if self.taken + size > self.most:
            raise TooLargeError(
                f"{self.what} needs more memory than there is: {known}{gib(self.taken + size)} now, "
                f"where {gib(self.most)} can be had"
            )
        self.taken += size

    def give(self, size: int) -> None:
        """Count bytes as free again."""
        self.taken -= size


def gib(size: int) -> str:
    """Return a size in words.

    >>> gib(3 << 29)
    '1.5 GiB'
    """
    return f"{size / 2**30:.1f} GiB"
