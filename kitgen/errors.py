"""Every refusal a user can meet: what is wrong, where, and what to do about it."""

from collections.abc import Iterable
from difflib import get_close_matches


class KitgenError(Exception):
    """Work that could not be done. The command line prints the message and exits with ``exit_code``."""

    exit_code = 1


class UsageError(KitgenError):
    """A request that makes no sense as it was asked: a wrong name, size, option or notation."""

    exit_code = 2


class UnknownNameError(UsageError):
    """A name that is not known, with the nearest ones that are.

    >>> print(UnknownNameError("palette", "okabe-itto", ["okabe-ito", "grey"]))
    unknown palette 'okabe-itto'; did you mean 'okabe-ito'?
    >>> print(UnknownNameError("palette", "xyz", ["okabe-ito", "grey"]))
    unknown palette 'xyz'; there are: grey, okabe-ito
    """

    def __init__(self, what: str, name: str, known: Iterable[str]) -> None:
        names = sorted(known)
        lowered = {known_name.lower(): known_name for known_name in names}
        close = [lowered[match] for match in get_close_matches(name.lower(), lowered, n=2, cutoff=0.6)]
        advice = f"did you mean {' or '.join(map(repr, close))}?" if close else f"there are: {', '.join(names)}"
        super().__init__(f"unknown {what} {name!r}; {advice}")


class NotationError(UsageError):
    """A position, move or game written in a way the game cannot read."""


class TooLargeError(KitgenError):
    """A game with more positions than the caller allowed for."""


class BeadsError(KitgenError):
    """Beads at hand that cannot fill the boxes of a kit."""


class TemplateError(KitgenError):
    """A file in ``templates/`` that does not follow its schema."""


class KitFileError(KitgenError):
    """A ``kit.json``, kit folder or PDF that is damaged or was not made by kitgen."""


class DatabaseError(KitgenError):
    """An endgame database that cannot be read or written, is damaged, or belongs to another game."""


class OutputError(KitgenError):
    """A place that cannot be written to, or that holds something else."""
