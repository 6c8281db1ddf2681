"""The files in a folder, and removing those that kitgen made there without ever removing any other."""

import hashlib
import os
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path

from kitgen.files import disk
from kitgen.files.inside import place_of


def digest(data: bytes) -> str:
    """Return the SHA-256 of bytes, as hexadecimal digits.

    >>> digest(b"")[:8]
    'e3b0c442'
    """
    return hashlib.sha256(data).hexdigest()


def digest_of(path: Path) -> str | None:
    """Return the SHA-256 of a file; None when nothing is there, or something else than a plain file."""
    try:
        if not stat.S_ISREG(path.lstat().st_mode):
            return None
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except (FileNotFoundError, NotADirectoryError):
        return None


def files_in(folder: Path) -> Iterator[str]:
    """Yield everything in a folder except folders, by its path inside; a link counts as a file, whatever its target."""
    for place, folders, files in os.walk(folder, onerror=_refuse):
        links = [name for name in folders if os.path.islink(os.path.join(place, name))]  # noqa: PTH114, PTH118 - quick
        for name in (*files, *links):
            yield Path(place, name).relative_to(folder).as_posix()


def _refuse(error: OSError) -> None:
    # A folder that cannot be read is not empty.
    raise error


def folders_in(folder: Path) -> Iterator[Path]:
    """Yield all folders in a folder, the inner ones first."""
    for place, folders, _ in os.walk(folder, topdown=False, onerror=_refuse):
        yield from (path for path in (Path(place, name) for name in folders) if not path.is_symlink())


def same_file(path: Path, other: Path) -> bool:
    """Return whether two paths name the same file."""
    try:
        first, second = path.lstat(), other.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    return (first.st_dev, first.st_ino) == (second.st_dev, second.st_ino)


def remove_tree(folder: Path) -> None:
    """Remove a folder with everything in it; the targets of links are not touched."""
    if folder.is_symlink():
        disk.remove_file(folder)
    if not folder.is_dir():
        return
    for name in files_in(folder):
        disk.remove_file(folder / name)
    for path in (*folders_in(folder), folder):
        disk.remove_folder(path)


def put_away(aside: Path, folder: Path, own: Mapping[str, str]) -> None:
    """Remove an obsolete folder but keep files kitgen did not create.

    Args:
        aside: the folder.
        folder: the one that replaced it; files of others that are missing there are moved there.
        own: the SHA-256 of kitgen's files in it, by path.
    """
    if not aside.is_dir() or aside.is_symlink():
        return
    for name in list(files_in(aside)):
        path = aside / name
        if own.get(name, "") == digest_of(path) or same_file(path, folder / name):
            disk.remove_file(path)
        else:
            give_back(path, place_of(folder, name))
    remove_tree(aside)


def give_back(path: Path, place: Path) -> None:
    """Move a file of the user's to its place, or beside it if something else is there now."""
    make_folders(place.parent)
    free, number = place, 1
    while os.path.lexists(free):
        free = place.with_stem(f"{place.stem} (kept{f' {number}' * (number > 1)})")
        number += 1
    disk.move(path, free)


def make_folders(folder: Path) -> list[Path]:
    """Make a folder and its missing parents; return those made, the outermost first."""
    made = [path for path in reversed((folder, *folder.parents)) if not path.exists()]
    for path in made:
        disk.make_folder(path)
    return made
