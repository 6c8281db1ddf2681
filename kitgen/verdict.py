"""The three verdicts of everything that is checked, each with its exit code; 2 is left to
commands that are not understood.
"""

from collections.abc import Iterable
from enum import StrEnum


class Verdict(StrEnum):
    """The result of a check.

    Attributes:
        RIGHT: everything was read, and no fault was found.
        NOT_DECIDED: no fault is proven, but something could not be read or decided, or has to be
            counted again.
        WRONG: a fault is proven.
    """

    RIGHT = "right"
    NOT_DECIDED = "not decided"
    WRONG = "wrong"

    @property
    def exit_code(self) -> int:
        """The exit code of a command with this verdict.

        >>> [verdict.exit_code for verdict in Verdict]
        [0, 3, 1]
        """
        match self:
            case Verdict.RIGHT:
                return 0
            case Verdict.NOT_DECIDED:
                return 3
            case Verdict.WRONG:
                return 1

    @classmethod
    def of(cls, *, faults: bool, not_read: bool) -> "Verdict":
        """Return the verdict on something with or without faults, of which something may not have
        been read.

        >>> Verdict.of(faults=False, not_read=True)
        <Verdict.NOT_DECIDED: 'not decided'>
        """
        if faults:
            return cls.WRONG
        if not_read:
            return cls.NOT_DECIDED
        return cls.RIGHT

    @classmethod
    def of_all(cls, verdicts: Iterable["Verdict"]) -> "Verdict":
        """Return the verdict on a whole from those on its parts; without parts nothing is decided.

        >>> Verdict.of_all([Verdict.RIGHT, Verdict.WRONG, Verdict.NOT_DECIDED])
        <Verdict.WRONG: 'wrong'>
        >>> Verdict.of_all([])
        <Verdict.NOT_DECIDED: 'not decided'>
        """
        parts = set(verdicts)
        all_right = parts == {cls.RIGHT}
        return cls.of(faults=cls.WRONG in parts, not_read=not all_right)
