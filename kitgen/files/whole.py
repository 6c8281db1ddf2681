"""One file, written completely or not at all; or extended by a line, completely or not at all."""

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from kitgen.errors import on_disk
from kitgen.files import disk
from kitgen.files.lock import locked


def write_whole(path: Path, write: Callable[[BinaryIO], object]) -> None:
    """Write a file beside its place and move it there when it is complete; until then the old one stays.

    The draft has one name for each place, so that the next process replaces the draft of a killed one.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     write_whole(Path(folder) / "a.txt", lambda file: file.write(b"whole"))
    ...     (Path(folder) / "a.txt").read_text()
    'whole'
    """
    draft = path.with_name(f".{path.name}.kitgen")
    with on_disk(path, "written"), locked(draft, path) as file:
        try:
            file.truncate(0)
            write(file)
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

    A line that a killed process left half-written is ended first, so that the new one begins on its own.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     for line in ("one", "two"):
    ...         add_line(Path(folder) / "a.txt", line)
    ...     (Path(folder) / "a.txt").read_text()
    'one\ntwo\n'
    """
    with on_disk(path, "written"), os.fdopen(disk.open_file(path), "r+b") as file:
        end = file.seek(0, os.SEEK_END)
        if end:
            file.seek(-1, os.SEEK_END)
        torn = bool(end) and file.read(1) != b"\n"
        file.seek(0, os.SEEK_END)
        file.write(b"\n" * torn + line.encode() + b"\n")
        file.flush()
        disk.sync_file(file)
