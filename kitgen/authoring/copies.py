"""Copies all or single templates that come with kitgen, for users to change."""

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
    sources: dict[Path, Path] = {}
    for text in wanted:
        for name in _names_meant(text):
            sources[folder / name] = shipped() / name
    for path in sources:
        if os.path.lexists(path):
            raise OutputError(f"{quoted(path)} already exists; nothing was copied")
    for path, source in sources.items():
        write_new(path, source.read_bytes())
    return list(sources)


def write_new(path: Path, data: bytes) -> None:
    """Write a file, and make its folder if necessary."""
    with on_disk(path.parent, "made"):
        path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, data)


def all_names() -> tuple[str, ...]:
    """Return the paths of all templates that come with kitgen, except for earlier versions.

    They are those inside the folder of templates.

    >>> "editions/her.toml" in all_names()
    True
    """
    root = shipped()
    replaced = {root / folder for folder in EARLIER.values()}
    names = []
    for path in root.rglob("*"):
        if path.is_file() and path.parent not in replaced:
            names.append(path.relative_to(root).as_posix())
    return tuple(sorted(names))


def _names_meant(text: str) -> list[str]:
    """Return the paths of the templates that a user means by a name; refuse an unknown one."""
    wanted = text.replace("\\", "/").strip("/")
    names = all_names()
    matches = []
    for name in names:
        without_ending = str(PurePosixPath(name).with_suffix(""))
        if wanted in (name, without_ending) or name.startswith(f"{wanted}/"):
            matches.append(name)
    if matches:
        return matches
    same_stem = [name for name in names if PurePosixPath(name).stem == PurePosixPath(wanted).stem]
    raise UnknownNameError("template", text, same_stem or _folders_of(names))


def _folders_of(names: Sequence[str]) -> set[str]:
    folders: set[str] = set()
    for name in names:
        folders |= {str(parent) for parent in PurePosixPath(name).parents}
    return folders - {"."}
