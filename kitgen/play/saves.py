"""Named machines in the user's data folder, each a journal: a file that every command on
journals reads.
"""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from kitgen.errors import UsageError, on_disk, quoted
from kitgen.files import disk
from kitgen.files.tree import give_back, is_device, make_folders
from kitgen.journal.journal import Journal
from kitgen.kit.kit import Kit

#: The suffix of a machine's file, and the folder for deleted ones.
ENDING = ".kitgen"
DELETED = "deleted"
#: The most letters of a machine's name, and of what kitgen adds to it: the other side, a number.
LONGEST = 60
LONGEST_ADDED = 30


@dataclass(frozen=True, slots=True)
class Saved:
    """A saved machine: its name, kit and results, or the ``fault`` for which its file cannot be
    read.
    """

    name: str
    kit: str = ""
    won: int = 0
    drawn: int = 0
    lost: int = 0
    fault: str = ""


def check_name(name: str, option: str = "", *, longest: int = LONGEST) -> None:
    """Refuse a name that no file of a machine can have, on any system.

    >>> check_name("../x", "--as")  # doctest: +NORMALIZE_WHITESPACE
    Traceback (most recent call last):
    kitgen.errors.UsageError: --as '../x' is no name for a machine: it begins with '.';
    take letters and digits
    """
    fault = _fault_of(name, longest)
    if fault:
        what = f"{option} {quoted(name)}".lstrip()
        raise UsageError(f"{what} is no name for a machine: {fault}; take letters and digits")


def _fault_of(name: str, longest: int) -> str:
    """Return why no file of a machine can have a name; empty if one can."""
    if not name.strip():
        return "it is empty"
    if name.startswith((".", "-", " ")):
        return f"it begins with {quoted(name[:1])}"
    for sign in name:
        if not _can_be_in_a_name(sign):
            return f"it has {quoted(sign)} in it"
    if name.endswith((".", " ")):
        return f"it ends with {quoted(name[-1:])}"
    if is_device(name):
        return "it is the name of a device on Windows"
    if len(name) > longest or len(name.encode(errors="replace")) > 3 * longest:
        return "it is too long"
    return ""


def _can_be_in_a_name(sign: str) -> bool:
    return sign.isalnum() or sign in "-_ ."


def name_from(text: str) -> str:
    """Return the name for a machine from a file of any name, without the signs that it cannot have.

    >>> name_from("class (3b)"), name_from("..."), name_from("con")
    ('class 3b', 'machine', 'machine')
    """
    name = "".join(filter(_can_be_in_a_name, text))[:LONGEST].strip("-. ")
    if not name or is_device(name):
        return "machine"
    return name


def make_save_folder(folder: Path) -> None:
    """Create a folder for machines or games, if it does not exist."""
    with on_disk(folder, "made"):
        make_folders(folder)


class Saves:
    """The ``folder`` with a user's machines, which the first saved one creates."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @property
    def fault(self) -> str:
        """Why nothing can be saved in the folder; empty if it can, as far as can be seen without
        writing.
        """
        folder = next(
            place for place in (self.folder, *self.folder.resolve().parents) if place.exists()
        )
        if not folder.is_dir():
            return f"{quoted(folder)} is not a folder"
        if not os.access(folder, os.W_OK):
            return f"{quoted(folder)} is read-only"
        return ""

    def path(self, name: str) -> Path:
        """Return the path of a machine's file."""
        check_name(name, longest=LONGEST + LONGEST_ADDED)
        return self.folder / f"{name}{ENDING}"

    def has(self, name: str) -> bool:
        """Return whether a machine of this name is saved."""
        return self.path(name).exists()

    def open(self, name: str) -> Journal:
        """Return a machine's journal, open for writing."""
        return Journal(self.path(name), write=True)

    def free_name(self, name: str, kit: Kit | None = None) -> str:
        """Return the wanted name, or the first numbered one, that no machine has, or only one of
        this very ``kit``.
        """
        return next(
            free
            for free in _numbered(name)
            if not self.has(free) or (kit and self._holds(free, kit))
        )

    def _holds(self, name: str, kit: Kit) -> bool:
        with Journal(self.path(name)) as journal:
            return journal.kit.hash == kit.hash

    def begin(self, name: str, kit: Kit) -> Journal:
        """Create the journal of a new machine, with the wanted name or the first numbered one
        that is free.
        """
        make_save_folder(self.folder)
        return Journal.create(self.path(self.free_name(name)), kit)

    def list(self) -> list[Saved]:
        """Return all saved machines, by name."""
        machines = []
        for path in sorted(self.folder.glob(f"*{ENDING}"), key=lambda path: path.stem):
            try:
                with Journal(path) as journal:
                    status = journal.status()
                    machines.append(
                        Saved(path.stem, journal.kit.name, status.won, status.drawn, status.lost)
                    )
            except Exception as error:  # noqa: BLE001 - one damaged file must not hide the others
                machines.append(Saved(path.stem, fault=str(error)))
        return machines

    def delete(self, name: str) -> Callable[[], str]:
        """Put a machine aside, and return a function that restores it and returns its name."""
        path = self.path(name)
        folder = self.folder / DELETED
        with on_disk(path, "put aside"):
            make_folders(folder)
            places = (folder / f"{stem}{ENDING}" for stem in _numbered(name))
            place = next(place for place in places if not place.exists())
            disk.move(path, place)

        def restore() -> str:
            with on_disk(place, "brought back"):
                give_back(place, path)
            return name

        return restore


def _numbered(name: str) -> Iterator[str]:
    """Yield a name, then ``name-2``, ``name-3``, and so on.

    >>> from itertools import islice
    >>> list(islice(_numbered("her"), 3))
    ['her', 'her-2', 'her-3']
    """
    yield name
    for number in count(2):
        yield f"{name}-{number}"
