"""Writing all or nothing, for everybody: a file, or a set of files in a folder, complete or as it was before."""

import os
import shutil
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from tempfile import NamedTemporaryFile, TemporaryDirectory
from typing import BinaryIO, cast

from kitgen.errors import OutputError


def write_whole(path: Path, write: Callable[[BinaryIO], object]) -> None:
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
            write(cast("BinaryIO", file))  # what it is, whatever its wrapper is called
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


def write_all(folder: Path, files: Mapping[str, bytes], own: Collection[str]) -> None:
    """Write files to a folder, in place of everything there that is its own.

    All is written to a temporary folder on the same disk first and then moved, so that whatever goes wrong leaves
    the folder as it was.

    Args:
        folder: where to; made when it is not there.
        files: contents by path inside the folder, such as ``parts/01-cover.pdf``.
        own: the files and folders in it that go when they are not among the new ones.

    Raises:
        OutputError: the folder cannot be written.
    """
    made: list[Path] = []
    try:
        for missing in reversed([path for path in (folder, *folder.parents) if not path.exists()]):
            missing.mkdir()
            made.append(missing)
        with TemporaryDirectory(prefix=".kitgen-", dir=folder) as name:
            _replace(folder, Path(name), files, own)
    except BaseException as error:
        for path in reversed(made):
            shutil.rmtree(path, ignore_errors=True)
        if isinstance(error, OSError):
            raise OutputError(f"{folder} cannot be written: {error.strerror or error}; nothing was changed") from None
        raise


def _replace(folder: Path, work: Path, files: Mapping[str, bytes], own: Collection[str]) -> None:
    """Write the files to a working folder, then exchange them for those that are there."""
    new, old = work / "new", work / "old"
    new.mkdir()
    old.mkdir()
    for name, content in files.items():
        path = new / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    taken: list[str] = []
    given: list[str] = []
    try:
        for name in own:
            if (folder / name).exists():
                (folder / name).rename(old / name)
                taken.append(name)
        for path in sorted(new.iterdir()):
            path.rename(folder / path.name)
            given.append(path.name)
    except BaseException:
        for name in given:
            (folder / name).rename(new / name)
        for name in taken:
            (old / name).rename(folder / name)
        raise
