"""Available memory: work that would not fit is refused before the system ends it."""

import os
from contextlib import suppress
from pathlib import Path

from kitgen.errors import TooLargeError

#: Bytes that are reserved for other programs and for the interpreter: 256 MiB.
SPARE = 256 << 20
#: Where Linux says how much memory is free.
_MEMINFO = Path("/proc/meminfo")
#: How much this process has.
_STATM = Path("/proc/self/statm")
#: How much its group may use and uses (versions 2, 1).
_GROUPS = (
    (Path("/sys/fs/cgroup/memory.max"), Path("/sys/fs/cgroup/memory.current")),
    (
        Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"),
        Path("/sys/fs/cgroup/memory/memory.usage_in_bytes"),
    ),
)


def free_bytes() -> int:
    """Return how many bytes this process can still use: the least that the system tells.

    It may tell the free memory of the computer, of the process's group (a container) and of its
    limit (``ulimit -v``); otherwise all of the computer's memory counts.
    """
    free = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    if _MEMINFO.exists():
        for line in _MEMINFO.read_text().splitlines():
            if line.startswith("MemAvailable:"):  # in kB
                free = int(line.split()[1]) << 10
    for limit, used in _GROUPS:
        with suppress(OSError, ValueError):  # there is no such group, or no limit
            free = min(free, int(limit.read_text()) - int(used.read_text()))
    with suppress(ImportError):
        import resource  # noqa: PLC0415 - not everywhere

        limit_of_process, _ = resource.getrlimit(resource.RLIMIT_AS)
        if limit_of_process != resource.RLIM_INFINITY and _STATM.exists():
            pages = int(_STATM.read_text().split()[0])
            free = min(free, limit_of_process - pages * resource.getpagesize())
    return max(0, free)


class Budget:
    """The memory of a piece of work: ``most`` bytes, or all that is free when it begins but
    ``SPARE``.

    ``what`` names the work in messages. Memory not yet written to counts as taken.

    >>> budget = Budget("awari:6x4")
    >>> budget.take(1 << 20)
    >>> budget.taken
    1048576
    """

    def __init__(self, what: str, *, most: int | None = None) -> None:
        self.what = what
        self.most = max(0, free_bytes() - SPARE) if most is None else most
        self.taken = 0

    def take(self, size: int) -> None:
        """Count bytes that are about to be taken."""
        if self.taken + size > self.most:
            raise TooLargeError(
                f"{self.what} needs more memory than is available: "
                f"{gib(self.taken + size)} needed, {gib(self.most)} available"
            )
        self.taken += size

    def give(self, size: int) -> None:
        """Count bytes as free again."""
        self.taken -= size


def gib(size: int) -> str:
    """Return a size as text.

    >>> gib(3 << 29)
    '1.5 GiB'
    """
    return f"{size / 2**30:.1f} GiB"
