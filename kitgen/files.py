"""Writing files whole or not at all."""

import os
from collections.abc import Callable
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import IO

from kitgen.errors import OutputError


def write_whole(path: Path, write: Callable[[IO[bytes]], object]) -> None:
    """Write a file beside its place and move it there when it is complete; what was there before stays until then.

    Args:
        path: the file's place.
        write: writes its content.

    Raises:
        OutputError: it cannot be written; nothing half-written is left.
    """
    draft: Path | None = None
    try:
        with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
            draft = Path(file.name)
            write(file)
            file.flush()
            os.fsync(file.fileno())
        draft.chmod(0o666 & ~_umask())
        draft.replace(path)
    except OSError as error:
        if draft is not None:
            draft.unlink(missing_ok=True)
        raise OutputError(f"{path} cannot be written: {error.strerror or error}") from None
    except BaseException:
        if draft is not None:
            draft.unlink(missing_ok=True)
        raise


def _umask() -> int:
    """Return the permissions that new files do not get."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
