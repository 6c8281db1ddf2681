"""What all reproductions share: a figure that is known beside ours, and machines without symmetry."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kitgen.experiment.tally import Tally
from kitgen.kit.choices import Choices
from kitgen.kit.findings import can_be_drawn, outcome_of
from kitgen.kit.kit import Box, Kit, always_slot
from kitgen.kit.rule import Rule
from kitgen.machine.game_graph import list_situations
from kitgen.machine.learning import with_rule
from kitgen.model import Game
from kitgen.theory.oracle import Oracle

#: How many spreads a figure of one run may lie away from the mean of our runs.
WIDE = 3.0

#: Told the number of games played since it was last told.
Progress = Callable[[int], object]


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure that is known beside ours.

    Attributes:
        what: what was measured.
        published: the figure in the publication; None where it gives none, or only words.
        ours: the mean of our runs.
        spread: the standard deviation over runs, or the standard error of a mean; 0 for an exact figure.
        digits: decimals of the known figure: it may be off by half a unit of the last.
        reference: a figure that the publication does not give, and that independent programs have found.
        words: what the publication says, where it gives no figure.
        holds: whether our figures bear out these words.
        unit: ``%``, ``s`` or nothing.
        timed: True for a time, which depends on the computer: it is shown to the millisecond, and neither agrees nor
            differs.
    """

    what: str
    published: float | None
    ours: float
    spread: float
    digits: int
    reference: float | None = None
    words: str = ""
    holds: bool | None = None
    unit: str = "%"
    timed: bool = False

    @property
    def known(self) -> float | None:
        """The figure to compare ours with: the published one, or else the reference."""
        return self.reference if self.published is None else self.published

    @property
    def verdict(self) -> str:
        """``agrees``, ``differs``, or ``new`` where nothing was known; ``quicker`` or ``slower`` of a time."""
        if self.timed and self.known is not None:
            return "quicker" if self.ours < self.known else "slower"
        if self.known is None:
            return "new" if self.holds is None else "agrees" if self.holds else "differs"
        slack = 0.5000001 * 10**-self.digits
        return "agrees" if abs(self.known - self.ours) <= WIDE * self.spread + slack else "differs"


@dataclass(frozen=True, slots=True)
class Reproduction:
    """A publication and what became of its figures.

    Attributes:
        name: what a user types.
        title: whose result it is.
        source: where it was published.
        about: how it was done again, in a few sentences.
        lines: the figures.
    """

    name: str
    title: str
    source: str
    about: str
    lines: tuple[Figure, ...]


def shares(tally: Tally, index: int) -> tuple[float, float]:
    """Return mean and spread over machines of the share of games with an outcome, in per cent.

    Args:
        tally: what came of an experiment.
        index: 0 for wins, 1 for draws, 2 for losses.
    """
    figure = tally.by_machine[index]
    return 100 * figure.mean / tally.games, 100 * figure.deviation / tally.games


def in_games(tally: Tally, counts: Sequence[int], first: int, last: int) -> float:
    """Return the share of some games of all machines that a count says, in per cent.

    Args:
        tally: what came of an experiment.
        counts: its wins, draws or losses by game.
        first: the first of these games, counted from 1.
        last: the last one.
    """
    return 100 * sum(counts[first - 1 : last]) / (last - first + 1) / tally.machines


def free_kit(game: Game, side: int, rule: Rule, name: str) -> Kit:
    """Return a machine that knows no symmetry: a box for each position as it comes, a slot for each move."""
    graph = list_situations(game, (None, None))
    depth = [0] * len(graph.positions)
    for index, branches in enumerate(graph.branches):
        for branch in branches:
            if branch.child and not depth[branch.child]:
                depth[branch.child] = depth[index] + 1
    boxes: list[Box] = []
    for index, position in enumerate(graph.positions):
        if position.to_move == side and graph.branches[index]:
            slots = tuple(always_slot((branch.move,), 0, None) for branch in graph.branches[index])
            boxes.append(Box(f"P{len(boxes) + 1}", position, depth[index] // 2 + 1, later=False, slots=slots))
    choices = Choices(game.sides[side].name, merged=False)
    oracle = Oracle(game)
    outcome, draws = outcome_of(oracle.solution), can_be_drawn(game, oracle.solution.graph)
    kit = Kit(f"{game.spec}-{side}", game.spec, game.spec, choices, rule, (), tuple(boxes), "", outcome, draws, oracle)
    return with_rule(kit, rule, name)
