"""Guests: what kitgen can do without, each declared in a file of this folder.

The core, all of kitgen that no guest has, imports no guest. Where it has work for one it asks for
an offer by its name, ``lab.exact``; where one has a command, this finds its module. A guest whose
files have been taken out is missed only by who asks for it, in one line that names its extra.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from kitgen.errors import KitgenError
from kitgen.installing.extras import MissingExtraError, explained

PACKAGE = Path(__file__).parents[1]


@dataclass(frozen=True, slots=True)
class GuestCommand:
    """A command that a guest adds to ``kitgen``, or to a group such as ``kitgen journal``.

    Attributes:
        name: its words, such as ``exact`` or ``journal play``.
        guest: the name of its guest.
        block: the heading of the group's help that it stands below; ``before`` names the command
            that it stands before, empty for the last place.
        line: the first line of its help.
        module: the module whose ``command`` it is.
        extra: the extra that its guest is installed with.
        here: whether its guest has not been taken out.
    """

    name: str
    guest: str
    block: str
    line: str
    module: str
    extra: str
    here: bool
    before: str = ""

    def load(self) -> Any:
        """Return the command; ``MissingExtraError`` if its guest has been taken out."""
        if not self.here:
            raise MissingExtraError(f"kitgen {self.name}", self.extra)
        return import_module(self.module).command


@dataclass(frozen=True, slots=True)
class Guest:
    """What a guest is made of, and what it adds.

    Attributes:
        about: what it does.
        extra: the extra of pyproject.toml that its libraries come with.
        files: its files and, ending in ``/``, its folders, inside the package; they are taken out
            together. The first is its room, or else what no part of it can do without.
        needs: other guests that it imports.
        commands: the name of each command, with its ``block``, ``line`` and ``module``, perhaps
            ``before``.
        offers: what others may ask for: a module, or as ``module:name`` a member of one.
    """

    about: str
    extra: str
    files: tuple[str, ...]
    needs: tuple[str, ...] = ()
    commands: Mapping[str, Mapping[str, str]] | None = None
    offers: Mapping[str, str] | None = None

    @property
    def here(self) -> bool:
        """Whether it, and the guests that it needs, have not been taken out: its first file or
        folder stands for all.

        The app in a browser has the rooms of some guests without their commands.
        """
        return (PACKAGE / self.files[0]).exists() and all(map(is_here, self.needs))


def guest_names() -> list[str]:
    """Return the names of all guests that are declared.

    >>> guest_names()
    ['camera', 'lab', 'laser', 'play', 'rl', 'search', 'serve', 'web']
    """
    return sorted(path.stem for path in Path(__file__).parent.glob("*.toml"))


@cache
def guest(name: str) -> Guest:
    """Return a guest by name; ``KitgenError`` if none is declared by that name.

    >>> guest("serve").extra, guest("serve").needs
    ('web', ('web',))
    """
    path = Path(__file__).with_name(f"{name}.toml")
    if not path.is_file():
        raise KitgenError(f"this kitgen has no guest {name!r}")
    declared = tomllib.loads(path.read_text(encoding="utf-8"))
    for key in ("files", "needs"):
        declared[key] = tuple(declared.get(key, ()))
    return Guest(**declared)


@cache
def owners() -> dict[str, str]:
    """Return the guest of each file and, ending in ``/``, each folder that a guest has.

    >>> owners()["lab/"], owners()["compiling/compiled.py"]
    ('lab', 'search')
    """
    return {file: name for name in guest_names() for file in guest(name).files}


def owner(file: str) -> str:
    """Return the guest of a file inside the package; empty for a file of the core.

    >>> owner("lab/chain.py"), owner("kit/kit.py")
    ('lab', '')
    """
    for own, name in owners().items():
        if file == own or (own.endswith("/") and file.startswith(own)):
            return name
    return ""


@cache
def is_here(name: str) -> bool:
    """Return whether a guest is declared and has not been taken out.

    >>> is_here("lab"), is_here("nobody")
    (True, False)
    """
    return name in guest_names() and guest(name).here


def require(name: str, what: str) -> None:
    """Raise ``MissingExtraError`` for some work, such as ``kitgen exact``, if its guest has been
    taken out.

    >>> require("lab", "kitgen exact")
    """
    if not is_here(name):
        raise MissingExtraError(what, guest(name).extra)


def ask_guest(offer: str, what: str) -> Any:
    """Return what a guest offers, such as ``lab.exact``.

    ``MissingExtraError`` for ``what`` if it has been taken out, or a library that it is made with
    is not installed.

    >>> ask_guest("lab.losses_in_the_end", "kitgen verify --exact").__name__
    'learning_check'
    """
    name, _, key = offer.partition(".")
    require(name, what)
    module, _, member = (guest(name).offers or {})[key].partition(":")
    try:
        loaded = import_module(module)
    except ModuleNotFoundError as error:
        missing = explained(error)
        if missing is None:
            raise
        raise MissingExtraError(what, missing.extra) from None
    return getattr(loaded, member) if member else loaded


def added_commands(group: str = "") -> Iterator[tuple[str, GuestCommand]]:
    """Yield the commands that guests add to a group, ``""`` for ``kitgen`` itself, each with its
    last word.

    >>> [name for name, _ in added_commands("journal")]
    ['camera-report', 'play', 'board']
    """
    for name in guest_names():
        own = guest(name)
        for words, entry in (own.commands or {}).items():
            before, _, word = words.rpartition(" ")
            if before == group:
                yield word, GuestCommand(words, name, **entry, extra=own.extra, here=is_here(name))
