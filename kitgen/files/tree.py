"""What lies in a folder, and taking away what kitgen made there without ever taking away anything else."""

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
    """Return the SHA-256 of a file; None when nothing is there, or no plain file."""
    try:
        if not stat.S_ISREG(path.lstat().st_mode):
            return None
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except (FileNotFoundError, NotADirectoryError):
        return None


def files_in(folder: Path) -> Iterator[str]:
    """Yield all that is in a folder but folders, by its path inside; a link is a file, whatever it leads to."""
    for place, folders, files in os.walk(folder, onerror=_refuse):
        links = [name for name in folders if os.path.islink(os.path.join(place, name))]  # noqa: PTH114, PTH118 - quick
        for name in (*files, *links):
            yield Path(place, name).relative_to(folder).as_posix()


def _refuse(error: OSError) -> None:
    """Let nobody take a folder that cannot be read for an empty one."""
    raise error


def folders_in(folder: Path) -> Iterator[Path]:
    """Yield all folders in a folder, the inner ones first."""
    for place, folders, _ in os.walk(folder, topdown=False, onerror=_refuse):
        yield from (path for path in (Path(place, name) for name in folders) if not path.is_symlink())


def same_file(path: Path, other: Path) -> bool:
    """Return whether two places are names of one file."""
    try:
        one, two = path.lstat(), other.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    return (one.st_dev, one.st_ino) == (two.st_dev, two.st_ino)


def remove_tree(folder: Path) -> None:
    """Remove a folder with all that is in it; where links lead is not touched."""
    if folder.is_symlink():
        disk.remove_file(folder)
    if not folder.is_dir():
        return
    for name in files_in(folder):
        disk.remove_file(folder / name)
    for path in (*folders_in(folder), folder):
        disk.remove_folder(path)


def put_away(aside: Path, folder: Path, own: Mapping[str, str]) -> None:
    """Remove a folder that has had its day, but nothing of anybody else's that is in it.

    Args:
        aside: the folder.
        folder: the one that took its place; what is somebody's own and not there as well is moved there.
        own: the SHA-256 of what kitgen made in it, by its path inside.
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
    """Move somebody's own file to its place, or beside it when something else has come there."""
    make_folders(place.parent)
    free, number = place, 1
    while os.path.lexists(free):
        free = place.with_stem(f"{place.stem} (kept{f' {number}' * (number > 1)})")
        number += 1
    disk.move(path, free)


def make_folders(folder: Path) -> list[Path]:
    """Make a folder and those that it lies in, where they are not there; return those made, the outermost first."""
    made = [path for path in reversed((folder, *folder.parents)) if not path.exists()]
    for path in made:
        disk.make_folder(path)
    return made
