"""Opponents without boxes: each says its name, what it needs to know, and among which moves it chooses.

To add one, write a class here and decorate it: the command line, mixtures, the paper machine, the kernel's tables and
exact answers take it from ``OPPONENTS``.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from enum import Flag, auto
from typing import ClassVar, NamedTuple

from kitgen.errors import UsageError
from kitgen.machine.foresight import NEARLY
from kitgen.model import Game, Move, Position
from kitgen.theory.value import Value


class Needs(Flag):
    """What an opponent needs to know, besides the position.

    ``VALUES`` of moves, from the solved game; ``LEADS``: the points won so far; ``BEADS`` in the machine's boxes. The
    kernel and exact answers know beads by what the machine hopes for only: see ``only_hopes``.
    """

    NOTHING = 0
    VALUES = auto()
    LEADS = auto()
    BEADS = auto()


class Seen(NamedTuple):
    """What an opponent sees when it has to move.

    Attributes:
        game: the game.
        position: what lies on the board; the game is not over.
        legal: the moves among which it can choose.
        lead: its own points minus the machine's.
        worth: returns what a move is worth to it; for opponents that need ``VALUES``.
        hopes: for each move what the machine can expect after it; empty for opponents that do not need ``BEADS``.
    """

    game: Game
    position: Position
    legal: tuple[Move, ...]
    lead: int
    worth: Callable[[Move], Value]
    hopes: Sequence[float]


class Opponent(ABC):
    """An opponent.

    Attributes:
        name: what a user types.
        help: what it does, in the words of the command line's help.
        needs: what it needs to know.
    """

    name: ClassVar[str]
    help: ClassVar[str]
    needs: ClassVar[Needs] = Needs.NOTHING

    @abstractmethod
    def choices(self, seen: Seen) -> Sequence[Move]:
        """Return the moves among which it picks, each as likely."""


#: All opponents without boxes, by name.
OPPONENTS: dict[str, Opponent] = {}


def opponent(kind: type[Opponent]) -> type[Opponent]:
    """Make an opponent known by its name."""
    OPPONENTS[kind.name] = kind()
    return kind


@opponent
class Random(Opponent):
    """Chance."""

    name = "random"
    help = "any legal move, each as likely"

    def choices(self, seen: Seen) -> Sequence[Move]:
        """Return all moves."""
        return seen.legal


@opponent
class Perfect(Opponent):
    """Perfect play."""

    name = "perfect"
    help = "any of the moves of best value, however long they take"
    needs = Needs.VALUES

    def choices(self, seen: Seen) -> Sequence[Move]:
        """Return the moves of best value."""
        scores = [seen.worth(move).score for move in seen.legal]
        return [move for move, score in zip(seen.legal, scores, strict=True) if score == max(scores)]


@opponent
class Fastest(Perfect):
    """Perfect play in a hurry."""

    name = "fastest"
    help = "of the moves of best value any of those with the fewest plies to the end"

    def choices(self, seen: Seen) -> Sequence[Move]:
        """Return the moves of best value that end the game soonest."""
        best = super().choices(seen)
        plies = [seen.worth(move).plies or 0 for move in best]
        return [move for move, count in zip(best, plies, strict=True) if count == min(plies)]


@opponent
class WinningMove(Opponent):
    """Chance that does not miss a win."""

    name = "winning-move"
    help = "random, but takes an immediate win"
    needs = Needs.LEADS

    def choices(self, seen: Seen) -> Sequence[Move]:
        """Return the moves that win at once, or all moves when none does."""
        winning = []
        for move in seen.legal:
            step = seen.game.play(seen.position, move)
            result = seen.game.result(step.position)
            if result is not None and seen.lead + step.gain - result > 0:
                winning.append(move)
        return winning or seen.legal


@opponent
class Adversary(Opponent):
    """The worst that can sit opposite."""

    name = "adversary"
    help = "knows the beads, and makes the move that is worst for the machine"
    needs = Needs.BEADS

    def choices(self, seen: Seen) -> Sequence[Move]:
        """Return the moves with the least expected result for the machine."""
        least = min(seen.hopes) + NEARLY
        return [move for move, hope in zip(seen.legal, seen.hopes, strict=True) if hope < least]


def only_hopes(name: str) -> bool:
    """Return whether an opponent knows the beads, and makes one of the moves that leave the machine least to hope for.

    Those that need no beads have their moves listed before games begin. The kernel and exact answers play no others.

    Raises:
        UsageError: it knows the beads, and chooses in a way of its own.
    """
    own = OPPONENTS.get(name)
    if own is None or not own.needs & Needs.BEADS:  # those that look ahead are not in the list, and need no beads
        return False
    if type(own).choices is not Adversary.choices:
        raise UsageError(f"opponent {name!r} knows the beads in a way of its own: only paper machines can meet it")
    return True
