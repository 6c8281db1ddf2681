"""Files in a folder, changed together: afterwards all are new or all as they were, also when the process is killed.

The new files are written to a working folder beside the folder. Where the disk can exchange two folders in one step,
what else is in the folder gets a second name in the new one, and the two change places: at each moment the folder is
whole. Elsewhere, file by file, the old ones are moved aside and the new ones to their places, and a note says which, so
that after a kill the next run puts all back. Nobody else's file is ever moved.
"""

import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import msgspec

from kitgen.errors import OutputError
from kitgen.files import disk
from kitgen.files.inside import check_names
from kitgen.files.lock import locked
from kitgen.files.recovery import DONE, EXCHANGING, LOCK, MOVING, NEW, OLD, Note, drop_empty, tidy
from kitgen.files.tree import digest, files_in, folders_in, make_folders

#: Files of others in a folder, up to which it is exchanged whole; with more, a second name for each takes too long.
MOST_KEPT = 1000


@dataclass(frozen=True, slots=True)
class FolderUpdate:
    """A folder that nobody else changes as long as this is at work.

    Attributes:
        folder: the folder, which need not be there yet.
        work: the working folder.
    """

    folder: Path
    work: Path

    def put(self, files: Mapping[str, bytes], old: Mapping[str, str]) -> None:
        """Put files in place of old ones, all or none.

        Args:
            files: contents by path inside the folder, such as ``parts/01-cover.pdf``.
            old: the SHA-256 of those that go, by path; nothing else is touched, and where another file is in the way
                of a new one, nothing is changed.

        Raises:
            OutputError: a name leads out of the folder, or something is in the way.
            OSError: the disk refuses.
        """
        check_names(self.folder, files)
        check_names(self.folder, old)
        new = self.work / NEW
        disk.make_folder(new)
        for name, data in files.items():
            make_folders((new / name).parent)
            disk.write_file(new / name, data)
        if not self.folder.exists():
            _sync(new)
            disk.move(new, self.folder)
            disk.sync_folder(self.folder.parent)
            return
        for name in files:
            if name not in old and os.path.lexists(self.folder / name):
                raise OutputError(f"{self.folder / name} is in the way; move it away, or choose another folder with -o")
        note = Note(dict(old), {name: digest(data) for name, data in files.items()}, new.stat().st_ino)
        if not (self._carry(note) and self._exchange(note)):
            self._move(note)

    def _carry(self, note: Note) -> bool:
        """Give what is somebody else's a second name in the new folder; return whether all of it has one."""
        if self.work.parent == self.folder:
            return False
        new = self.work / NEW
        try:
            if _owner(new) != _owner(self.folder) or Path.cwd().is_relative_to(self.folder):
                return False  # whoever stands in the folder would be left in the old one
            found = islice(files_in(self.folder), MOST_KEPT + len(note.old))
            others = [name for name in found if name not in note.old]
            if len(others) >= MOST_KEPT:
                return False
            for path in folders_in(self.folder):
                if not _holds_only(path, self.folder, note.old):
                    place = new / path.relative_to(self.folder)
                    make_folders(place)
                    shutil.copystat(path, place)
            for name in others:
                disk.link(self.folder / name, new / name)
            shutil.copystat(self.folder, new)
        except OSError:
            return False
        return True

    def _exchange(self, note: Note) -> bool:
        """Exchange the folder and the new one in one step; return False when it cannot be done here."""
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
        """Move the old files aside and the new ones to their places, one by one; ``tidy`` undoes it when it fails."""
        _sync(self.work / NEW)
        disk.make_folder(self.work / OLD)
        self._write(MOVING, note)
        for name in note.old:
            if os.path.lexists(self.folder / name):
                make_folders((self.work / OLD / name).parent)
                disk.move(self.folder / name, self.work / OLD / name)
        for name in note.new:
            make_folders((self.folder / name).parent)
            disk.move(self.work / NEW / name, self.folder / name)
        drop_empty(self.folder, note.old)
        _sync(self.folder, files=note.new)
        disk.move(self.work / MOVING, self.work / DONE)

    def _write(self, name: str, note: Note) -> None:
        disk.write_file(self.work / name, msgspec.json.encode(note))
        disk.sync_folder(self.work)


@contextmanager
def folder_update(folder: Path) -> Iterator[FolderUpdate]:
    """Begin to change a folder: keep others out, and put right what a killed process has left.

    Args:
        folder: the folder, which need not be there; folders that it lies in are made.

    Raises:
        OutputError: another process is changing it, or the disk refuses, with nothing changed.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as place:
    ...     with folder_update(Path(place) / "kit") as update:
    ...         update.put({"parts/01-cover.pdf": b"%PDF"}, {})
    ...     sorted(path.name for path in Path(place).rglob("*"))
    ['01-cover.pdf', 'kit', 'parts']
    """
    folder = Path(os.path.realpath(folder))
    made: list[Path] = []
    try:
        made += make_folders(folder.parent)
        work = _work(folder)
        if work.is_symlink():
            raise OutputError(f"{work} is a link; remove it, for it is where kitgen works")
        with _locked_work(work, folder):
            tidy(folder, work)
            try:
                yield FolderUpdate(folder, work)
            finally:
                tidy(folder, work)
    except OSError as error:
        raise OutputError(f"{folder} cannot be written: {error.strerror or error}; nothing was changed") from None
    finally:
        for path in reversed(made):
            with suppress(OSError):  # it holds what was written
                disk.remove_folder(path)


def recover(folder: Path) -> None:
    """Put right what a killed process has left of a folder, where it has left anything.

    Raises:
        OutputError: another process is changing it, or the disk refuses.
    """
    folder = Path(os.path.realpath(folder))
    if folder.parent.is_dir() and os.path.lexists(_work(folder)):
        with folder_update(folder):
            pass


def _work(folder: Path) -> Path:
    """Return where to work: beside the folder, or in it where nothing can be moved there from beside it."""
    if os.access(folder.parent, os.W_OK | os.X_OK) and not folder.is_mount():
        return folder.with_name(f".{folder.name}.kitgen")
    return folder / ".kitgen"


@contextmanager
def _locked_work(work: Path, folder: Path) -> Iterator[None]:
    """Hold the working folder, and remove it at the end."""
    with ExitStack() as held:
        while True:
            with suppress(FileExistsError):
                disk.make_folder(work)
            with suppress(FileNotFoundError):  # whoever held it has just removed it
                file = held.enter_context(locked(work / LOCK, folder))
                break
        try:
            yield
        finally:
            if os.name == "nt":  # which removes no open file
                file.close()
            with suppress(OSError):  # somebody waits for it already
                disk.remove_file(work / LOCK)
                disk.remove_folder(work)


def _owner(folder: Path) -> tuple[int, int, int]:
    """Return whose a folder is, and on which disk."""
    about = folder.stat()
    return about.st_uid, about.st_gid, about.st_dev


def _holds_only(path: Path, folder: Path, names: Mapping[str, str]) -> bool:
    """Return whether a folder holds nothing but what is named."""
    found = [(path / name).relative_to(folder).as_posix() for name in files_in(path)]
    return bool(found) and all(name in names for name in found)


def _sync(folder: Path, files: Mapping[str, str] | None = None) -> None:
    """Have the names in a folder and in those inside it on the disk."""
    inner = {(folder / name).parent for name in files} if files is not None else set(folders_in(folder))
    for path in sorted({*inner, folder}):
        disk.sync_folder(path)
