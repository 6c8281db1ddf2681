"""Named machines in the user's data folder, each a session: a file that every command on sessions reads."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from kitgen.errors import OutputError, UsageError, quoted
from kitgen.files import disk
from kitgen.files.tree import give_back, make_folders
from kitgen.kit.kit import Kit
from kitgen.session.session import Session

#: How the file of a machine ends, and where those lie that were deleted.
ENDING, DELETED = ".kitgen", "deleted"
#: The most letters of a machine's name.
LONGEST = 60


@dataclass(frozen=True, slots=True)
class Saved:
    """A machine that is kept.

    Attributes:
        name: what it is called.
        kit: the name of its kit.
        won, drawn, lost: how its games ended; all 0 where its file cannot be read.
        fault: why it cannot be read; empty when it can.
    """

    name: str
    kit: str = ""
    won: int = 0
    drawn: int = 0
    lost: int = 0
    fault: str = ""


class Saves:
    """The folder with a user's machines.

    Attributes:
        folder: the folder; it is made when the first machine is kept.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._deleted: list[tuple[str, Path]] = []

    def path(self, name: str) -> Path:
        """Return where a machine is kept.

        Raises:
            UsageError: no file can have this name.
        """
        if (
            not name
            or len(name) > LONGEST
            or name[0] in ".-"
            or not all(one.isalnum() or one in "-_ ." for one in name)
        ):
            raise UsageError(f"{quoted(name)} is no name for a machine: letters, digits, '-', '_', up to {LONGEST}")
        return self.folder / f"{name}{ENDING}"

    def has(self, name: str) -> bool:
        """Return whether a machine of this name is kept."""
        return self.path(name).exists()

    def open(self, name: str) -> Session:
        """Return the journal of a machine, to be written.

        Raises:
            SessionError: there is none, or it cannot be read.
        """
        return Session(self.path(name), write=True)

    def name_for(self, name: str, kit: Kit) -> str:
        """Return the name that a machine made of a kit is kept by: the one that is wished for, or the next after it.

        A machine of this very kit is gone on with; one of another kit keeps its name.
        """
        free, number = name, 1
        while self.has(free):
            with Session(self.path(free)) as journal:
                if journal.kit.hash == kit.hash:
                    return free
            number += 1
            free = f"{name}-{number}"
        return free

    def free_name(self, name: str) -> str:
        """Return a name that no machine has: the one that is wished for, or the next after it."""
        free, number = name, 1
        while self.has(free):
            number += 1
            free = f"{name}-{number}"
        return free

    def beginner(self, name: str) -> Callable[[Kit], Session]:
        """Return what begins the journal of a machine when it is first called."""

        def begin(kit: Kit) -> Session:
            try:
                make_folders(self.folder)
            except OSError as error:
                raise OutputError(f"{self.folder} cannot be made: {error.strerror or error}") from None
            return Session.create(self.path(self.free_name(name)), kit)

        return begin

    def list(self) -> list[Saved]:
        """Return all machines that are kept, by name."""
        found = []
        for path in sorted(self.folder.glob(f"*{ENDING}"), key=lambda path: path.stem):
            try:
                with Session(path) as journal:
                    now = journal.status()
                    found.append(Saved(path.stem, journal.kit.name, now.won, now.drawn, now.lost))
            except Exception as error:  # noqa: BLE001 - one damaged file must not hide the others
                found.append(Saved(path.stem, fault=str(error)))
        return found

    def delete(self, name: str) -> None:
        """Put a machine aside; ``undelete`` brings it back, in this sitting or a later one.

        Raises:
            UsageError: there is no such machine.
            OutputError: it cannot be moved.
        """
        path = self.path(name)
        if not path.exists():
            raise UsageError(f"there is no machine {quoted(name)}")
        try:
            make_folders(self.folder / DELETED)
            place, number = self.folder / DELETED / path.name, 1
            while place.exists():
                number += 1
                place = place.with_stem(f"{name}-{number}")
            disk.move(path, place)
        except OSError as error:
            raise OutputError(f"{path} cannot be put aside: {error.strerror or error}") from None
        self._deleted.append((name, place))

    def undelete(self) -> str:
        """Bring back the machine that was deleted last, and return its name.

        Raises:
            UsageError: none was deleted.
        """
        if not self._deleted:
            raise UsageError("no machine was deleted in this sitting")
        name, place = self._deleted.pop()
        try:
            give_back(place, self.path(name))
        except OSError as error:
            raise OutputError(f"{place} cannot be brought back: {error.strerror or error}") from None
        return name
