"""One file, written whole or not at all; or longer by a line, which is there whole or not at all."""

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from kitgen.errors import OutputError
from kitgen.files import disk
from kitgen.files.lock import locked


def write_whole(path: Path, write: Callable[[BinaryIO], object]) -> None:
    """Write a file beside its place and move it there when it is complete; what was there before stays until then.

    The draft has one name for each place, so that what a killed process has left is used up by the next one.

    Args:
        path: the file's place.
        write: writes its content.

    Raises:
        OutputError: it cannot be written, or another process is writing it; nothing half-written is left.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     write_whole(Path(folder) / "a.txt", lambda file: file.write(b"whole"))
    ...     (Path(folder) / "a.txt").read_text()
    'whole'
    """
    draft = path.with_name(f".{path.name}.kitgen")
    try:
        with locked(draft, path) as file:
            try:
                file.truncate(0)
                write(file)
                file.flush()
                disk.sync_file(file)
                if sys.platform == "win32":  # which moves no open file
                    file.close()
                disk.replace(draft, path)
            except BaseException:
                if sys.platform == "win32":
                    file.close()
                with suppress(FileNotFoundError):
                    disk.remove_file(draft)
                raise
    except OSError as error:
        raise OutputError(f"{path} cannot be written: {error.strerror or error}") from None


def add_line(path: Path, line: str) -> None:
    r"""Add a line to a file, which is made where there is none; when this returns it is on the disk.

    A line that a kill has left half-written is ended first, so that the new one begins on its own.

    Args:
        path: the file's place.
        line: the line, without its end.

    Raises:
        OutputError: it cannot be written.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     for line in ("one", "two"):
    ...         add_line(Path(folder) / "a.txt", line)
    ...     (Path(folder) / "a.txt").read_text()
    'one\ntwo\n'
    """
    try:
        with os.fdopen(disk.open_file(path), "r+b") as file:
            end = file.seek(0, os.SEEK_END)
            if end:
                file.seek(-1, os.SEEK_END)
            torn = bool(end) and file.read(1) != b"\n"
            file.seek(0, os.SEEK_END)
            file.write(b"\n" * torn + line.encode() + b"\n")
            file.flush()
            disk.sync_file(file)
    except OSError as error:
        raise OutputError(f"{path} cannot be written: {error.strerror or error}") from None
