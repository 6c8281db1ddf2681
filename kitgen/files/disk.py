"""All calls that change a disk, so that a test can end the process before each one.

Each does one thing and may raise ``OSError``. It then has changed nothing, except that
``write_file`` may leave a file with a part of its data.
"""

import errno
import os
import sys
from pathlib import Path
from typing import Any, BinaryIO

#: Flags that not every system has: do not follow links, close in child processes, do not convert
#: line endings.
_FLAGS = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
#: AT_FDCWD of Linux: paths are relative to the current folder.
_LINUX_AT_FDCWD = -100
#: RENAME_EXCHANGE of Linux, and RENAME_SWAP of macOS: exchange the two paths.
_LINUX_EXCHANGE = 2
_MACOS_SWAP = 2


def make_folder(path: Path) -> None:
    """Make a folder in an existing one."""
    path.mkdir()


def write_file(path: Path, data: bytes) -> None:
    """Write a new file and wait until it is on the disk."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _FLAGS, 0o666)
    with os.fdopen(descriptor, "wb") as file:
        file.write(data)
        file.flush()
        sync_file(file)


def open_file(path: Path) -> int:
    """Open a file for reading and writing, made if missing, and return its descriptor."""
    return os.open(path, os.O_RDWR | os.O_CREAT | _FLAGS, 0o666)


def move(path: Path, place: Path) -> None:
    """Move a file or folder to a free place on the same disk."""
    path.rename(place)


def replace(path: Path, place: Path) -> None:
    """Move a file over another in one step."""
    path.replace(place)


def link(path: Path, place: Path) -> None:
    """Give a file, or a link itself, a second name on the same disk."""
    if not hasattr(os, "link"):  # as in WebAssembly
        raise OSError(errno.EOPNOTSUPP, os.strerror(errno.EOPNOTSUPP))
    os.link(path, place, follow_symlinks=False)


def remove_file(path: Path) -> None:
    """Remove a file or a link."""
    path.unlink()


def remove_folder(path: Path) -> None:
    """Remove an empty folder."""
    path.rmdir()


def sync_file(file: BinaryIO) -> None:
    """Wait until an open file is on the disk."""
    os.fsync(file.fileno())


def sync_folder(path: Path) -> None:
    """Wait until the names in a folder are on the disk, if the system supports it."""
    if sys.platform == "win32":
        return
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def exchange(path: Path, place: Path) -> None:
    """Exchange two folders in one step; OSError, with nothing changed, if the system or the disk
    cannot.
    """
    import ctypes  # noqa: PLC0415 - few commands replace a folder

    name = os.fsencode(path)
    other = os.fsencode(place)
    libc: Any = None
    if sys.platform != "win32":
        libc = ctypes.CDLL(None, use_errno=True)
    if hasattr(libc, "renameat2"):
        failed = libc.renameat2(_LINUX_AT_FDCWD, name, _LINUX_AT_FDCWD, other, _LINUX_EXCHANGE)
    elif hasattr(libc, "renamex_np"):
        failed = libc.renamex_np(name, other, _MACOS_SWAP)
    else:
        raise OSError(errno.ENOTSUP, "folders cannot be exchanged here")
    if failed:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code), str(place))
