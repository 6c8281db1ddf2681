"""Writing a file, or adding a line to it: completely or not at all, and by one process at a time."""

import errno
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, cast

from kitgen.errors import OutputError, on_disk, quoted
from kitgen.files import disk

#: How long to wait for another process, and between two looks, in seconds.
WAIT, PAUSE = 10.0, 0.05
#: Errors of a disk without locks, as on some clusters: then nobody is kept out.
_NO_LOCKS = {errno.ENOSYS, errno.ENOTSUP, errno.ENOLCK, errno.EINVAL}
#: Errors when another process holds the lock.
_BUSY = {errno.EWOULDBLOCK, errno.EACCES, errno.EDEADLK}


@contextmanager
def locked(path: Path, what: Path) -> Iterator[BinaryIO]:
    """Open a file, made if missing, which only one process can do at a time; the holder may move or remove it.

    ``what`` is the path that messages name.
    """
    end = time.monotonic() + WAIT
    while (descriptor := _try(path)) is None:
        if time.monotonic() > end:
            raise OutputError(f"another kitgen is writing to {quoted(what)}; wait until it is done, then do this again")
        time.sleep(PAUSE)
    with os.fdopen(descriptor, "r+b") as file:
        yield cast("BinaryIO", file)


def _try(path: Path) -> int | None:
    # None if another process holds it, or if it has just been moved away.
    descriptor = disk.open_file(path)
    try:
        _lock(descriptor)
        if os.path.samestat(path.lstat(), os.fstat(descriptor)):
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


def write_whole(path: Path, content: bytes | Callable[[BinaryIO], object]) -> None:
    """Write a file, given its bytes or what writes them, beside its place, and move it there when it is complete.

    Until then the old one stays. The draft has one name for each place, so that the next process replaces the draft of
    a killed one.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     write_whole(Path(folder) / "a.txt", b"whole")
    ...     (Path(folder) / "a.txt").read_text()
    'whole'
    """
    draft = path.with_name(f".{path.name}.kitgen")
    with on_disk(path, "written"), locked(draft, path) as file:
        try:
            file.truncate(0)
            if isinstance(content, bytes):
                file.write(content)
            else:
                content(file)
            file.flush()
            disk.sync_file(file)
            if sys.platform == "win32":  # which does not move open files
                file.close()
            disk.replace(draft, path)
        except BaseException:
            if sys.platform == "win32":
                file.close()
            with suppress(FileNotFoundError):
                disk.remove_file(draft)
            raise


def add_line(path: Path, line: str) -> None:
    r"""Add a line to a file, which may be new; when this returns it is on the disk.

    If a killed process left half a line, it is ended first, so that the new line stands on its own.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     for line in ("one", "two"):
    ...         add_line(Path(folder) / "a.txt", line)
    ...     (Path(folder) / "a.txt").read_text()
    'one\ntwo\n'
    """
    with on_disk(path, "written"), os.fdopen(disk.open_file(path), "r+b") as file:
        file.seek(max(0, file.seek(0, os.SEEK_END) - 1))
        torn = file.read() not in (b"", b"\n")
        file.write(b"\n" * torn + line.encode() + b"\n")
        file.flush()
        disk.sync_file(file)
