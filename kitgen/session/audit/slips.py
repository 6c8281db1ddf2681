"""The slips that people make at the table, each with what it does to the beads."""

import math
from dataclasses import dataclass

#: How likely each kind is against the others, where a game gives occasion for it. Only the order matters: it says
#: which of several stories that explain everything is told first.
LIKELY = {
    "not-removed": 1.0,
    "reward-forgotten": 0.9,
    "game-twice": 0.6,
    "mirror-box": 0.5,
    "wrong-colour": 0.4,
    "wrong-box": 0.35,
    "neighbour-box": 0.3,
    "wrong-sign": 0.25,
    "removed-twice": 0.2,
    "reward-twice": 0.2,
    "wrong-result": 0.15,
    "game-missing": 0.1,
    "boxes-exchanged": 0.05,
    "unexplained": 0.001,
}
#: The slips of the pen: the beads are right, and the journal is not.
ON_RECORD = frozenset({"game-twice", "wrong-result", "game-missing"})


@dataclass(frozen=True, slots=True)
class Lesson:
    """What a game really teaches, where the journal has it otherwise.

    Attributes:
        slots: the slots of its beads, in the order of play.
        outcome: how it ended for the machine.
        resigned: whether the machine gave up.
    """

    slots: tuple[int, ...]
    outcome: int
    resigned: bool


@dataclass(frozen=True, slots=True, eq=False)
class Slip:
    """One thing that went wrong. Each is made once, so that it is equal to nothing but itself.

    Attributes:
        game: the number of the game; of one that is not noted the number that it would have; 0 where none is known.
        kind: what went wrong: one of ``LIKELY``.
        box, bead: where a bead was taken or put, left or forgotten; empty where it is about a whole game.
        other_box, other_bead: where it should have been; of two exchanged boxes the other one; else empty.
        after: the index of the game after which it happened; -1 is before the first.
        adds: slots and how many beads more than by the rule and the journal they got.
        swap: the indexes of two boxes whose beads were exchanged; or None.
        lesson: the game as it really was, of a slip of the pen; None where there was none.
        before: whether the game is the noted one before which one was played that is not noted, and has no number.
        weight: the logarithm of how likely it is.
    """

    game: int
    kind: str
    box: str
    bead: str
    after: int
    adds: tuple[tuple[int, int], ...] = ()
    other_box: str = ""
    other_bead: str = ""
    swap: tuple[int, int] | None = None
    lesson: Lesson | None = None
    before: bool = False
    weight: float = 0.0

    @property
    def on_record(self) -> bool:
        """Whether the journal is wrong, and not the beads."""
        return self.kind in ON_RECORD

    @property
    def settles(self) -> int | None:
        """The index of the noted game that was not as it is noted; None where all noted games stand."""
        return self.after if self.kind in ("game-twice", "wrong-result") else None

    @property
    def order(self) -> tuple[object, ...]:
        """What slips are sorted by: when they happened, then what they are. No two of a journal have the same."""
        really = (self.lesson.slots, self.lesson.outcome, self.lesson.resigned) if self.lesson else ()
        where = (self.box, self.bead, self.other_box, self.other_bead)
        return self.after, self.game, self.kind, *where, self.adds, really


def weight(kind: str, share: float = 1.0) -> float:
    """Return the logarithm of how likely a kind is.

    Args:
        kind: one of ``LIKELY``.
        share: how much less likely this one is than others of its kind.
    """
    return math.log(LIKELY[kind] * share)
