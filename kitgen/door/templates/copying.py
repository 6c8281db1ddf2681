"""Copies of the templates that come with kitgen, to be changed: all of them, or single ones."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from kitgen.errors import OutputError, UnknownNameError
from kitgen.files import folder_update, write_whole
from kitgen.templates import shipped


def copy_all(folder: Path) -> None:
    """Copy all templates into a new folder: all of them, or none.

    Raises:
        OutputError: there is something in the folder already, or it cannot be written.
    """
    if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
        raise OutputError(f"{folder} is there already and no folder; name a new folder")
    try:
        if folder.is_dir() and any(folder.iterdir()):
            raise OutputError(f"{folder} is there already and not empty; name a new folder, or single files")
        files = {name: (shipped() / name).read_bytes() for name in all_names()}
    except OSError as error:
        raise OutputError(f"{error.filename or folder} cannot be read: {error.strerror or error}") from None
    with folder_update(folder) as update:
        update.put(files, {})


def copy_some(folder: Path, wanted: Sequence[str]) -> list[Path]:
    """Copy single templates into a folder of templates; none is written in place of another file.

    Args:
        folder: where to; made when it is not there.
        wanted: their names as ``all_names`` has them, the ending left out or not; or folders, such as ``texts/it``.

    Returns:
        The files that were made.

    Raises:
        UnknownNameError: there is no such template.
        OutputError: a file is there already, or cannot be written; those before it have been made.
    """
    names = [name for one in wanted for name in _meant(one)]
    for name in names:
        if (folder / name).exists() or (folder / name).is_symlink():
            raise OutputError(f"{folder / name} is there already and stays as it is; nothing was copied")
    made = []
    for name in dict.fromkeys(names):
        place = folder / name
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise OutputError(f"{place.parent} cannot be made: {error.strerror}") from None
        write_whole(place, partial(_copy, shipped() / name))
        made.append(place)
    return made


def _copy(path: Path, stream: BinaryIO) -> None:
    """Write what is in a file to a stream."""
    stream.write(path.read_bytes())


def all_names() -> tuple[str, ...]:
    """Return the names of all templates that come with kitgen, as paths inside the folder.

    >>> "editions/her.toml" in all_names()
    True
    """
    root = shipped()
    return tuple(sorted(path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file()))


def _meant(one: str) -> list[str]:
    """Return the templates that a user means: one by its name, or all in a folder.

    Raises:
        UnknownNameError: there are none.
    """
    wanted = one.replace("\\", "/").strip("/")
    names = all_names()
    found = [
        name for name in names
        if wanted in (name, str(PurePosixPath(name).with_suffix(""))) or name.startswith(f"{wanted}/")
    ]  # fmt: skip
    if not found:
        folders = {str(parent) for name in names for parent in PurePosixPath(name).parents} - {"."}
        near = [name for name in names if PurePosixPath(name).stem == PurePosixPath(wanted).stem]
        raise UnknownNameError("template", one, near or folders)
    return found
