"""A file that only one process has open at a time, and that is free again however the process ends."""

import errno
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, cast

from kitgen.errors import OutputError, quoted
from kitgen.files import disk

#: How long to wait for another process, and between two looks, in seconds.
WAIT, PAUSE = 10.0, 0.05
#: Errors of a disk without locks, as on some clusters: then nobody is kept out.
_NO_LOCKS = {errno.ENOSYS, errno.ENOTSUP, errno.ENOLCK, errno.EINVAL}
#: Errors when another process holds the lock.
_BUSY = {errno.EWOULDBLOCK, errno.EACCES, errno.EDEADLK}


@contextmanager
def locked(path: Path, what: Path) -> Iterator[BinaryIO]:
    """Open a file, made if it is missing, that no other process opens with this function at the same time.

    Whoever holds it may move or remove it. ``what`` names in messages what it guards.
    """
    end = time.monotonic() + WAIT
    while (descriptor := _try(path)) is None:
        if time.monotonic() > end:
            raise OutputError(f"another kitgen is writing to {quoted(what)}; wait until it is done, then do this again")
        time.sleep(PAUSE)
    with os.fdopen(descriptor, "r+b") as file:
        yield cast("BinaryIO", file)


def _try(path: Path) -> int | None:
    # None when another process has it, or it has just been moved away.
    descriptor = disk.open_file(path)
    try:
        _lock(descriptor)
        there, mine = path.lstat(), os.fstat(descriptor)
        if (there.st_dev, there.st_ino) == (mine.st_dev, mine.st_ino):
            return descriptor
    except FileNotFoundError:
        pass
    except OSError as error:
        if error.errno in _NO_LOCKS:
            return descriptor
        if error.errno not in _BUSY:
            os.close(descriptor)
            raise
    os.close(descriptor)
    return None


if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> None:
        # Beyond any content, because on Windows nobody else may touch locked bytes.
        os.lseek(descriptor, 1 << 40, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        os.lseek(descriptor, 0, os.SEEK_SET)

else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
