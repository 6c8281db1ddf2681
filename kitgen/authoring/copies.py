"""Copies of the templates that come with kitgen, for users to change: all of them, or single
ones.
"""

import os
from collections.abc import Sequence
from pathlib import Path, PurePosixPath

from kitgen.errors import OutputError, UnknownNameError, on_disk, quoted
from kitgen.files import folder_update, write_whole
from kitgen.reading.templates import EARLIER, shipped


def copy_all(folder: Path) -> None:
    """Copy all templates into a new folder, completely or not at all."""
    if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
        raise OutputError(f"{quoted(folder)} exists and is not a folder; name a new folder")
    try:
        if folder.is_dir() and any(folder.iterdir()):
            raise OutputError(
                f"{quoted(folder)} exists and is not empty; name a new folder, or single files"
            )
        files = {name: (shipped() / name).read_bytes() for name in all_names()}
    except OSError as error:
        raise OutputError(
            f"{quoted(error.filename or folder)} cannot be read: {error.strerror or error}"
        ) from None
    with folder_update(folder) as update:
        update.put(files, {})


def copy_some(folder: Path, wanted: Sequence[str]) -> list[Path]:
    """Copy single templates into a folder of templates, never over another file, and return the new
    files.

    Names are those of ``all_names``, with or without the ending, or folders, such as ``texts/it``.
    If a file cannot be written, those before it stay.
    """
    places = {folder / name: shipped() / name for text in wanted for name in _meant(text)}
    for place in places:
        if os.path.lexists(place):
            raise OutputError(f"{quoted(place)} already exists; nothing was copied")
    for place, source in places.items():
        write_new(place, source.read_bytes())
    return list(places)


def write_new(path: Path, data: bytes) -> None:
    """Write a file, and make its folder if necessary."""
    with on_disk(path.parent, "made"):
        path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, data)


def all_names() -> tuple[str, ...]:
    """Return the paths inside their folder of all templates that come with kitgen, except for
    earlier versions.

    >>> "editions/her.toml" in all_names()
    True
    """
    root = shipped()
    replaced = {root / folder for folder in EARLIER.values()}
    paths = (path for path in root.rglob("*") if path.is_file() and path.parent not in replaced)
    return tuple(sorted(path.relative_to(root).as_posix() for path in paths))


def _meant(text: str) -> list[str]:
    wanted = text.replace("\\", "/").strip("/")
    names = all_names()
    stems = {name: str(PurePosixPath(name).with_suffix("")) for name in names}
    matches = [
        name for name in names if wanted in (name, stems[name]) or name.startswith(f"{wanted}/")
    ]
    if not matches:
        folders = {str(parent) for name in names for parent in PurePosixPath(name).parents} - {"."}
        near = [name for name in names if PurePosixPath(name).stem == PurePosixPath(wanted).stem]
        raise UnknownNameError("template", text, near or folders)
    return matches
