"""One file, written whole or not at all."""

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
