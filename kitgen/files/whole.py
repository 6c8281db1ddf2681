"""Writing a file, adding a line to it, or changing files in a folder: completely or not at all.

One process at a time does so, and if it is killed, everything is new or unchanged.
"""

import errno
import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import BinaryIO, cast

import msgspec

from kitgen.errors import OutputError, on_disk, quoted
from kitgen.files import disk, tree

#: How long to wait for another process, in seconds.
MAX_WAIT_SECONDS = 10.0
#: How long to wait between two looks, in seconds.
PAUSE_SECONDS = 0.05
#: Errors of a disk without locks, as on some clusters: then nobody is kept out.
_NO_LOCKS = {errno.ENOSYS, errno.ENOTSUP, errno.ENOLCK, errno.EINVAL}
#: Errors when another process holds the lock.
_BUSY = {errno.EWOULDBLOCK, errno.EACCES, errno.EDEADLK}


@contextmanager
def locked(path: Path, what: Path) -> Iterator[BinaryIO]:
    """Open a file, made if missing, which only one process can do at a time; the holder may move or
    remove it.

    ``what`` is the path that messages name.
    """
    end = time.monotonic() + MAX_WAIT_SECONDS
    descriptor = _try(path)
    while descriptor is None:
        if time.monotonic() > end:
            raise OutputError(
                f"another kitgen is writing to {quoted(what)}; wait until it is done, then "
                "do this again"
            )
        time.sleep(PAUSE_SECONDS)
        descriptor = _try(path)
    with os.fdopen(descriptor, "r+b") as file:
        yield cast("BinaryIO", file)


def _try(path: Path) -> int | None:
    """Return the descriptor of a file that is locked now; None if another process holds it, or has
    just moved it away.
    """
    descriptor = disk.open_file(path)
    try:
        _lock(descriptor)
        if os.path.samestat(path.lstat(), os.fstat(descriptor)):
            return descriptor
    except FileNotFoundError:
        pass
    except OSError as error:
        if error.errno in _NO_LOCKS:
            return descriptor
        if error.errno not in _BUSY:
            os.close(descriptor)
            raise
    os.close(descriptor)
    return None


if sys.platform == "win32":
    import msvcrt

    #: Where no file has content.
    BEYOND_CONTENT_BYTES = 1 << 40

    def _lock(descriptor: int) -> None:
        # Beyond any content, because on Windows nobody else may touch locked bytes.
        os.lseek(descriptor, BEYOND_CONTENT_BYTES, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        os.lseek(descriptor, 0, os.SEEK_SET)

else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


def write_whole(path: Path, content: bytes | Callable[[BinaryIO], object]) -> None:
    """Write a file, given its bytes or what writes them, beside its place, and move it there when
    it is complete.

    Until then the old one stays. The draft has one name for each place, so that the next process
    replaces the draft of a killed one.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     write_whole(Path(folder) / "a.txt", b"whole")
    ...     (Path(folder) / "a.txt").read_text()
    'whole'
    """
    draft = path.with_name(f".{path.name}.kitgen")
    with on_disk(path, "written"), locked(draft, path) as file:
        try:
            file.truncate(0)
            if isinstance(content, bytes):
                file.write(content)
            else:
                content(file)
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

    If a killed process left half a line, it is ended first, so that the new line stands on its own.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     for line in ("one", "two"):
    ...         add_line(Path(folder) / "a.txt", line)
    ...     (Path(folder) / "a.txt").read_text()
    'one\ntwo\n'
    """
    with on_disk(path, "written"), os.fdopen(disk.open_file(path), "r+b") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - 1))
        last_byte = file.read()
        if last_byte not in (b"", b"\n"):
            file.write(b"\n")
        file.write(line.encode() + b"\n")
        file.flush()
        disk.sync_file(file)


# Files in a folder.
#
# The new files are written to a working folder beside the folder. If the disk can exchange two
# folders in one step, all other files in the folder get a second name in the new one, and the two
# are exchanged: the folder is complete at every moment. Otherwise the old files are moved aside and
# the new ones to their places, one by one, and a note lists them, so that after a kill the next run
# moves all of them back. Files of others are never moved.

# What is in a working folder: the lock, the new files, the old ones, and notes of unfinished
# changes.
LOCK = "lock"
NEW = "new"
OLD = "old"
EXCHANGING = "exchanging.json"
MOVING = "moving.json"
DONE = "done.json"


class Note(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An unfinished change of a folder, for the next run after a kill.

    Attributes:
        old, new: the SHA-256 of the files to remove, and of the new ones, by their paths inside the
            folder.
        inode: the number of the new folder on the disk, which it keeps when moved.
    """

    old: dict[str, str]
    new: dict[str, str]
    inode: int


def tidy(folder: Path, work: Path) -> None:
    """Undo or finish an unfinished change, and leave only the lock in the working folder."""
    moving = read_note(work / MOVING)
    if moving is not None:
        try:
            _put_back(folder, work, moving)
        except OutputError as error:
            raise OutputError(
                f"{quoted(work)} was not left there by kitgen ({error}); remove it"
            ) from None
    exchanging = read_note(work / EXCHANGING)
    new = work / NEW
    if exchanging is not None and new.exists() and new.stat().st_ino != exchanging.inode:
        tree.put_away(new, folder, exchanging.old)  # it is the old one: they have been exchanged
    done = read_note(work / DONE)
    if done is not None:
        tree.put_away(work / OLD, folder, done.old)
    for part in (NEW, OLD):
        tree.remove_tree(work / part)
    for name in (MOVING, EXCHANGING, DONE):
        with suppress(FileNotFoundError):
            disk.remove_file(work / name)


def read_note(path: Path) -> Note | None:
    """Return a note; None if it is missing or incomplete, because then nothing has been moved
    yet.
    """
    if not path.is_file():
        return None
    try:
        return msgspec.json.decode(path.read_bytes(), type=Note)
    except (FileNotFoundError, msgspec.DecodeError):
        return None


def _put_back(folder: Path, work: Path, note: Note) -> None:
    """Move new files out of a folder again, and the old ones back to their places."""
    for name, sha in note.new.items():
        place = tree.inside(folder, name)
        origin = tree.inside(work, f"{NEW}/{name}")
        if not os.path.lexists(origin) and tree.digest_of(place) == sha:
            disk.move(place, origin)
    for name in note.old:
        place = tree.inside(folder, name)
        aside = tree.inside(work, f"{OLD}/{name}")
        if os.path.lexists(aside):
            tree.give_back(aside, place)
    drop_empty(folder, note.new)
    disk.remove_file(work / MOVING)


def drop_empty(folder: Path, names: Mapping[str, str]) -> None:
    """Remove the folders of removed files if nothing else is in them."""
    folders = {Path(name).parent.as_posix() for name in names} - {"."}
    for name in sorted(folders, reverse=True):  # the inner ones first
        with suppress(OSError):
            disk.remove_folder(folder / name)


#: The most files of others in a folder that is exchanged as a whole; giving more of them second
#: names takes too long.
MAX_FILES_OF_OTHERS = 1000


@dataclass(frozen=True, slots=True)
class FolderUpdate:
    """A folder that is locked for other processes, even if it does not exist yet, and its
    working folder.
    """

    folder: Path
    work: Path

    def put(self, files: Mapping[str, bytes], old: Mapping[str, str]) -> None:
        """Replace old files with new ones, all or none; OSError if the disk refuses.

        Args:
            files: contents by path inside the folder, such as ``parts/01-cover.pdf``.
            old: the SHA-256 of the files to remove, by path; if another file is in the way, nothing
                is changed.
        """
        tree.check_names(self.folder, files)
        tree.check_names(self.folder, old)
        new = self.work / NEW
        disk.make_folder(new)
        for name, data in files.items():
            tree.make_folders((new / name).parent)
            disk.write_file(new / name, data)
        if not self.folder.exists():
            _sync(new)
            disk.move(new, self.folder)
            disk.sync_folder(self.folder.parent)
            return
        for name in files:
            place = self.folder / name
            if name not in old and os.path.lexists(place):
                raise OutputError(
                    f"{quoted(place)} is in the way; move it away or choose another folder with -o"
                )
        note = Note(
            old=dict(old),
            new={name: tree.digest(data) for name, data in files.items()},
            inode=new.stat().st_ino,
        )
        if not (self._carry(note) and self._exchange(note)):
            self._move(note)

    def _carry(self, note: Note) -> bool:
        """Give the files of others a second name in the new folder; return whether that was
        possible.
        """
        if self.work.parent == self.folder:
            return False
        new = self.work / NEW
        try:
            if _owner(new) != _owner(self.folder):
                return False
            if Path.cwd().is_relative_to(self.folder):
                return False  # a process with this working directory would stay in the old one
            names = islice(tree.files_in(self.folder), MAX_FILES_OF_OTHERS + len(note.old))
            others = [name for name in names if name not in note.old]
            if len(others) >= MAX_FILES_OF_OTHERS:
                return False
            self._carry_folders(note)
            for name in others:
                disk.link(self.folder / name, new / name)
            shutil.copystat(self.folder, new)
        except OSError:
            return False
        return True

    def _carry_folders(self, note: Note) -> None:
        """Make those folders in the new one that are empty, or hold files of others."""
        for path in tree.folders_in(self.folder):
            inner = []
            for name in tree.files_in(path):
                inner.append((path / name).relative_to(self.folder).as_posix())
            if inner and all(name in note.old for name in inner):
                continue
            place = self.work / NEW / path.relative_to(self.folder)
            tree.make_folders(place)
            shutil.copystat(path, place)

    def _exchange(self, note: Note) -> bool:
        """Exchange the folder and the new one in one step; return whether that was possible."""
        _sync(self.work / NEW)
        self._write(EXCHANGING, note)
        try:
            disk.exchange(self.work / NEW, self.folder)
        except OSError:
            disk.remove_file(self.work / EXCHANGING)
            return False
        disk.sync_folder(self.folder.parent)
        return True

    def _move(self, note: Note) -> None:
        """Move the old files aside and the new ones to their places; ``tidy`` undoes it when it
        fails.
        """
        _sync(self.work / NEW)
        disk.make_folder(self.work / OLD)
        self._write(MOVING, note)
        for name in note.old:
            if os.path.lexists(self.folder / name):
                tree.make_folders((self.work / OLD / name).parent)
                disk.move(self.folder / name, self.work / OLD / name)
        for name in note.new:
            tree.make_folders((self.folder / name).parent)
            disk.move(self.work / NEW / name, self.folder / name)
        drop_empty(self.folder, note.old)
        _sync(self.folder, files=note.new)
        disk.move(self.work / MOVING, self.work / DONE)

    def _write(self, name: str, note: Note) -> None:
        disk.write_file(self.work / name, msgspec.json.encode(note))
        disk.sync_folder(self.work)


@contextmanager
def folder_update(folder: Path) -> Iterator[FolderUpdate]:
    """Lock a folder, making its parents, to change it, after undoing or finishing the changes of a
    killed process.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as place:
    ...     with folder_update(Path(place) / "kit") as update:
    ...         update.put({"parts/01-cover.pdf": b"%PDF"}, {})
    ...     sorted(path.name for path in Path(place).rglob("*"))
    ['01-cover.pdf', 'kit', 'parts']
    """
    folder = Path(os.path.realpath(folder))
    new_folders: list[Path] = []
    try:
        new_folders += tree.make_folders(folder.parent)
        work = _work(folder)
        if work.is_symlink():
            raise OutputError(f"{quoted(work)} is a link; remove it: kitgen works there")
        with _locked_work(work, folder):
            tidy(folder, work)
            try:
                yield FolderUpdate(folder, work)
            finally:
                tidy(folder, work)
    except OSError as error:
        raise OutputError(
            f"{quoted(folder)} cannot be written: {error.strerror or error}; nothing was changed"
        ) from None
    finally:
        for path in reversed(new_folders):
            with suppress(OSError):  # it holds new files
                disk.remove_folder(path)


def recover(folder: Path) -> None:
    """Undo or finish the changes of a killed process in a folder, if there are any."""
    folder = Path(os.path.realpath(folder))
    if folder.parent.is_dir() and os.path.lexists(_work(folder)):
        with folder_update(folder):
            pass


def _work(folder: Path) -> Path:
    """Return the working folder of a folder: beside it, or inside where nothing else can be
    written.
    """
    if os.access(folder.parent, os.W_OK | os.X_OK) and not folder.is_mount():
        return folder.with_name(f".{folder.name}.kitgen")
    return folder / ".kitgen"


@contextmanager
def _locked_work(work: Path, folder: Path) -> Iterator[None]:
    """Make and lock a working folder, and remove it in the end if it is empty."""
    with ExitStack() as stack:
        while True:
            with suppress(FileExistsError):
                disk.make_folder(work)
            with suppress(FileNotFoundError):  # its owner has just removed it
                file = stack.enter_context(locked(work / LOCK, folder))
                break
        try:
            yield
        finally:
            if os.name == "nt":  # which does not remove open files
                file.close()
            with suppress(OSError):  # another process is waiting for it
                disk.remove_file(work / LOCK)
                disk.remove_folder(work)


def _owner(folder: Path) -> tuple[int, int, int]:
    about = folder.stat()
    return about.st_uid, about.st_gid, about.st_dev


def _sync(folder: Path, files: Mapping[str, str] | None = None) -> None:
    """Wait until the names in a folder are on the disk: those of some files, or all."""
    folders = {folder}
    if files is None:
        folders.update(tree.folders_in(folder))
    else:
        folders.update((folder / name).parent for name in files)
    for path in sorted(folders):
        disk.sync_folder(path)
