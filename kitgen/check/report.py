"""What a verification found: named checks, each with what was expected and what was found."""

from collections.abc import Sequence
from dataclasses import dataclass

#: This many faults of one check are named; the others are counted.
NAMED = 10


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at.

    Attributes:
        name: what is claimed, in a few words.
        passed: whether it holds; None when it could not be looked at or does not apply.
        expected: what must be, in words.
        found: what is, in words.
        faults: each thing that is wrong, in plain words, at most ``NAMED`` and a last line that counts the rest.
        reason: why it was not looked at, or how it was proved.
    """

    name: str
    passed: bool | None
    expected: str
    found: str
    faults: tuple[str, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Report:
    """What was found out about one kit.

    Attributes:
        subject: what was verified, as the user named it.
        kit: the kit's name.
        hash: the kit's hash.
        checks: all checks, in order.
    """

    subject: str
    kit: str
    hash: str
    checks: tuple[Check, ...]

    @property
    def passed(self) -> bool:
        """Whether no check failed."""
        return all(check.passed is not False for check in self.checks)


def found_faults(name: str, expected: str, found: str, faults: Sequence[str], reason: str = "") -> Check:
    """Return a check that passes when there are no faults.

    >>> found_faults("ids", "all different", "19 ids", []).passed
    True
    >>> found_faults("ids", "all different", "19 ids", ["box A1 twice"]).faults
    ('box A1 twice',)
    """
    named = tuple(faults[:NAMED])
    if len(faults) > NAMED:
        named += (f"and {len(faults) - NAMED} more",)
    return Check(name, not faults, expected, found, named, reason)


def left_out(name: str, reason: str) -> Check:
    """Return a check that was not made, with the reason."""
    return Check(name, None, "", "not looked at", (), reason)
