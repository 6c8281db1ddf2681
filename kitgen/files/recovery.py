"""What a killed process has left in its working folder, and putting it right: what was begun is undone or finished."""

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import msgspec

from kitgen.errors import OutputError
from kitgen.files import disk
from kitgen.files.inside import inside
from kitgen.files.tree import digest_of, give_back, put_away, remove_tree

#: In a working folder: what is locked, the new files, the old ones, and notes of what is going on.
LOCK, NEW, OLD = "lock", "new", "old"
EXCHANGING, MOVING, DONE = "exchanging.json", "moving.json", "done.json"


class Note(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is going on in a folder, for whoever comes after a kill.

    Attributes:
        old: the SHA-256 of the files that go, by their paths inside the folder.
        new: that of those that come.
        inode: the number by which the disk knows the new folder, wherever it is moved.
    """

    old: dict[str, str]
    new: dict[str, str]
    inode: int


def tidy(folder: Path, work: Path) -> None:
    """Put right what has been begun, and leave nothing in the working folder but the lock.

    Raises:
        OutputError: a note names what is not in the folder; somebody else has written it.
    """
    moving = read_note(work / MOVING)
    if moving is not None:
        try:
            _put_back(folder, work, moving)
        except OutputError as error:
            raise OutputError(f"{work} was not left there by kitgen ({error}); remove it") from None
    exchanging = read_note(work / EXCHANGING)
    new = work / NEW
    if exchanging is not None and new.exists() and new.stat().st_ino != exchanging.inode:
        put_away(new, folder, exchanging.old)  # it is the old one, for they have changed places
    done = read_note(work / DONE)
    if done is not None:
        put_away(work / OLD, folder, done.old)
    for part in (NEW, OLD):
        remove_tree(work / part)
    for name in (MOVING, EXCHANGING, DONE):
        with suppress(FileNotFoundError):
            disk.remove_file(work / name)


def read_note(path: Path) -> Note | None:
    """Return a note; None when there is none, or it was not written to its end, before which nothing is moved."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Note)
    except (FileNotFoundError, msgspec.DecodeError):
        return None


def _put_back(folder: Path, work: Path, note: Note) -> None:
    """Undo what has been moved, whatever it is, and end with no note of it."""
    for name, sha in note.new.items():
        place, origin = inside(folder, name), inside(work, f"{NEW}/{name}")
        if not os.path.lexists(origin) and digest_of(place) == sha:
            disk.move(place, origin)
    for name in note.old:
        place, aside = inside(folder, name), inside(work, f"{OLD}/{name}")
        if os.path.lexists(aside):
            give_back(aside, place)
    drop_empty(folder, note.new)
    disk.remove_file(work / MOVING)


def drop_empty(folder: Path, names: Mapping[str, str]) -> None:
    """Remove the folders of files that have gone, where nothing else is in them."""
    for name in sorted({Path(name).parent.as_posix() for name in names} - {"."}, reverse=True):
        with suppress(OSError):
            disk.remove_folder(folder / name)
