"""Figures of shipped kits and rules that take long to compute, as data; tests hold them against the computation."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from pathlib import Path

import msgspec

from kitgen.claims.ranking import LessonResult
from kitgen.kit.kit import Kit

#: The file; ``python .ci/claims.py`` writes it.
DECIDED = Path(__file__).parent / "decided.json"
#: The digits of a machine's digest.
DIGITS = 16


class Trained(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How machines fare against an opponent in a lesson, as in ``LessonResult``; ``lost_error`` is 0 if it is exact.

    Attributes:
        gain: by how much the last ten games are better than the first ten, in wins minus losses of 100 games.
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
    """Games lost of a lesson's last ten by machines that pick any bead, and by those that pick the first one left.

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
        poor_lose_more: whether machines lose more games after poor moves; None where that is not worked out.
    """

    kit: str
    rule: str
    machine: str
    against: dict[str, Trained]
    first_bead: FirstBead | None = None
    poor_lose_more: bool | None = None


class DecidedFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The schema of ``decided.json``."""

    decided: tuple[DecidedKit, ...]


def machine_digest(kit: Kit) -> str:
    """Return a digest of all that a machine's games depend on: kits with the same one play the same games."""
    choices = msgspec.structs.replace(kit.choices, language="")
    boxes = [(box.position, [(slot.moves, slot.colour.key, slot.beads) for slot in box.slots]) for box in kit.boxes]
    text = repr((kit.game_spec, choices, kit.rule, [colour.key for colour in kit.palette], boxes))
    return sha256(text.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class SameMachine:
    """A machine, equal to any that plays the same games: language, paper and names do not matter."""

    digest: str
    kit: Kit = field(compare=False)

    @classmethod
    def of(cls, kit: Kit) -> "SameMachine":
        """Return the machine of a kit."""
        return cls(machine_digest(kit), kit)


@cache
def all_decided() -> Mapping[str, DecidedKit]:
    """Return all kits that the file has, by the digests of their machines."""
    file = msgspec.json.decode(DECIDED.read_bytes(), type=DecidedFile)
    return {each.machine: each for each in file.decided}


def decided(kit: Kit) -> DecidedKit | None:
    """Return what is known of a kit; None for one that is not among the shipped ones."""
    return all_decided().get(machine_digest(kit)[:DIGITS])
