"""Figures of shipped kits and rules that take long to compute, as data; tests hold them against
the computation.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import msgspec

from kitgen.claims.ranking import LessonResult
from kitgen.claims.same_machine import machine_digest
from kitgen.kit.kit import Kit

#: The file; ``python .ci/claims.py`` writes it.
DECIDED = Path(__file__).parent / "decided.json"
#: The digits of a machine's digest.
DIGITS = 16


class UntilUnbeatable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What machines go through until nothing beats them any more.

    Attributes:
        least, most: the fewest and the most games that one of them lost.
        mean, half: the games that they played: the mean, and the number that half of them do not
            exceed.
    """

    least: int
    most: int
    mean: float
    half: float


class UnbeatableWithin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many machines nothing beats any more within some games, by a rule that also adds beads.

    It adds beads of bad moves, too, so that some machines take very long, and a mean says little.

    Attributes:
        games: after how many games each machine stops.
        of_hundred: how many of 100 machines nothing beats by then.
        least, most: the fewest and the most games that one of these had lost; 0 if there are none.
        half: the number of games that half of all machines do not exceed; None if fewer than half
            get there.
    """

    games: int
    of_hundred: int
    least: int
    most: int
    half: float | None


class Trained(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How machines fare against an opponent in a lesson, as in ``LessonResult``; ``lost_error`` is
    0 if it is exact.

    Attributes:
        gain: by how much the last ten games are better than the first ten, in wins minus losses of
            100 games.
    """

    lost: float
    lost_error: float
    last_loss: float
    gain: int

    @property
    def result(self) -> LessonResult:
        """The figures by which opponents are ranked."""
        return LessonResult(self.lost, self.lost_error, self.last_loss)


class FirstBead(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Games lost of a lesson's last ten by machines that pick any bead, and by those that pick the
    first one left.

    Attributes:
        any_bead, any_error, first_bead, first_error: the means, and their standard errors.
    """

    opponent: str
    any_bead: float
    any_error: float
    first_bead: float
    first_error: float


class DecidedKit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is known of a kit with a rule.

    Attributes:
        machine: the digest of the machine that the figures are of.
        against: how it fares, by opponent.
        first_bead: None where that is not tried.
        poor_lose_more: whether machines lose more games after poor moves; None where that is not
            worked out.
    """

    kit: str
    rule: str
    machine: str
    against: dict[str, Trained]
    first_bead: FirstBead | None = None
    poor_lose_more: bool | None = None


class DecidedLesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How long the machine of a lesson that comes with kitgen takes until nothing beats it.

    Attributes:
        machine: the digest of the machine.
        side: the one that it plays: 0 begins.
        against: the figures by opponent, where all machines get there.
        within: the figures by opponent, where the rule also adds beads.
    """

    lesson: str
    machine: str
    side: int
    against: dict[str, UntilUnbeatable] = {}
    within: dict[str, UnbeatableWithin] = {}


class DecidedFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The schema of ``decided.json``."""

    decided: tuple[DecidedKit, ...]
    lesson: tuple[DecidedLesson, ...] = ()


@cache
def _file() -> DecidedFile:
    return msgspec.json.decode(DECIDED.read_bytes(), type=DecidedFile)


@cache
def all_decided() -> Mapping[str, DecidedKit]:
    """Return all kits that the file has, by the digests of their machines."""
    return {known.machine: known for known in _file().decided}


def decided_lessons() -> tuple[DecidedLesson, ...]:
    """Return all lessons that the file has."""
    return _file().lesson


def decided(kit: Kit) -> DecidedKit | None:
    """Return what is known of a kit; None for one that is not among the shipped ones."""
    return all_decided().get(machine_digest(kit)[:DIGITS])


def decided_until(kit: Kit, side: int) -> DecidedLesson | None:
    """Return how long a machine on a side takes until nothing beats it; None if not known."""
    machine = machine_digest(kit)[:DIGITS]
    for lesson in decided_lessons():
        if lesson.machine == machine and lesson.side == side:
            return lesson
    return None
