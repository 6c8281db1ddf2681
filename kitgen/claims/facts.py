"""What is true of a kit's machines: the computations that decide claims.

Each is bounded by the games and positions it may play, never by a clock, so that the same kit
prints the same bytes.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import islice, pairwise
from statistics import fmean, pstdev
from typing import TYPE_CHECKING, Any

from kitgen.claims.decided import (
    DecidedKit,
    FirstBead,
    Trained,
    UnbeatableWithin,
    UntilUnbeatable,
    decided,
    decided_until,
)
from kitgen.claims.ranking import LessonResult, best, best_first
from kitgen.claims.same_machine import SameMachine
from kitgen.claims.unbeatable import (
    Future,
    Mend,
    future_of,
    mend_of,
    value_for_machine,
    value_for_side,
)
from kitgen.errors import KitgenError
from kitgen.kit.kit import Box, Kit
from kitgen.machine.first_games import (
    CLEAR,
    LESSON,
    SHORTER,
    STRETCH,
    FirstGames,
    Forecast,
    first_boxes,
    forecast,
    opponents_of,
)
from kitgen.machine.learning import Schedule, as_new, schedule_of
from kitgen.machine.lines import Walk, good_beads, sign

if TYPE_CHECKING:
    from kitgen.model import Position

#: Machines that try what happens if the first bead is picked.
FIRST_BEAD_MACHINES = 60
#: Machines that try whether they get worse, and the most boxes of one: trying takes less than a
#: second.
TRIED_MACHINES = 60
MAX_TRIED_BOXES = 120
#: Machines whose boxes are looked into after a short lesson.
OPENED_MACHINES = 30
#: Of ten of these, those that must have in their boxes what a class is told to find.
MIN_FOUND_OF_TEN = 8
#: The most positions that chances are worked out for.
MAX_CHANCES = 20_000


class Facts:
    """What is true of a kit's machines.

    Args:
        kit: a kit with the beads of a new machine.
        forecasts: what machines do against each opponent in a lesson, where it was simulated.
        figures: others that a sentence needs, and that were computed for the sheet it stands on.
    """

    def __init__(
        self, kit: Kit, forecasts: Sequence[Forecast] = (), figures: Mapping[str, Any] | None = None
    ) -> None:
        self.kit = kit
        self.forecasts = forecasts
        self.figures: Mapping[str, Any] = figures or {}

    @cached_property
    def decided(self) -> DecidedKit | None:
        """The figures that are known beforehand."""
        return decided(self.kit)

    @cached_property
    def schedule(self) -> Schedule | None:
        """The rule as numbers; None for one without beads."""
        return schedule_of(self.kit.rule) if self.kit.rule.learns == "beads" else None

    @cached_property
    def future(self) -> Future:
        """What a new machine of the kit can become."""
        return future_of(as_new(self.kit) if self.kit.trained else self.kit)

    @cached_property
    def still_learns(self) -> bool:
        """Whether any game can still change the beads that are now in the boxes."""
        return future_of(self.kit).learns

    @cached_property
    def mend(self) -> Mend | None:
        """The choice with which a machine that can never become unbeatable could."""
        return mend_of(self.kit, self.future)

    @cached_property
    def value(self) -> int | None:
        """How the game ends for the machine with best play: 1, 0 or -1; None for a machine of
        both sides.
        """
        if len(self.kit.players) == 2:
            return None
        return sign(value_for_machine(self.kit))

    # Opponents.

    @cached_property
    def _trained(self) -> Mapping[str, Trained]:
        """How machines fare against each opponent: decided beforehand, or simulated for a print."""
        known = {} if self.decided is None else self.decided.against
        if not self.forecasts:
            return known
        trained = {}
        for simulated in self.forecasts:
            opponent = simulated.opponent
            trained[opponent] = known.get(opponent) or trained_by(simulated)
        return trained

    @cached_property
    def results(self) -> Mapping[str, LessonResult]:
        """The figures by which opponents are ranked."""
        return {opponent: trained.result for opponent, trained in self._trained.items()}

    @cached_property
    def gains(self) -> Mapping[str, int]:
        """By how much a machine's last games against each opponent are better than its first.

        In wins minus losses of 100 games.
        """
        return {opponent: trained.gain for opponent, trained in self._trained.items()}

    @cached_property
    def teachers(self) -> list[str]:
        """The opponents of whom a class sees a machine learn, those to be recommended first."""
        teaching = [opponent for opponent in self.results if self.gains[opponent] >= CLEAR]
        return best_first({opponent: self.results[opponent] for opponent in teaching})

    @cached_property
    def best_teachers(self) -> list[str]:
        """Those of them that are recommended."""
        if not self.teachers:
            return []
        return best({opponent: self.results[opponent] for opponent in self.teachers})

    @cached_property
    def spoilers(self) -> list[str]:
        """The opponents against whom a machine clearly gets worse."""
        return [opponent for opponent, gain in self.gains.items() if gain <= -CLEAR]

    @cached_property
    def only_gets_worse(self) -> bool:
        """Whether a class sees a new machine get worse against somebody, and never better."""
        new = as_new(self.kit) if self.kit.trained else self.kit
        known = decided(new)
        gains: Mapping[str, int]
        if known is None:
            gains = self.gains or _gains_of_lost_game(SameMachine.of(new))
        else:
            gains = {opponent: trained.gain for opponent, trained in known.against.items()}
        if not gains:
            return False
        return min(gains.values()) <= -CLEAR and max(gains.values()) <= 0

    @cached_property
    def wins_some(self) -> bool:
        """Whether some machine was seen to win a game."""
        return any(forecast.first[0] or forecast.last[0] for forecast in self.forecasts)

    @cached_property
    def luck_fades(self) -> bool:
        """Whether machines differ less in their last games than in their first, whoever plays."""
        if not self.forecasts:
            return False
        for simulated in self.forecasts:
            spread_first, spread_last = simulated.spread
            if spread_last >= spread_first:
                return False
        return True

    # Boxes.

    @property
    def sides(self) -> tuple[int, ...]:
        """The sides that the machine plays: those of its kit, or the one that the figures name."""
        side = self.figures.get("side")
        return self.kit.players if side is None else (side,)

    @cached_property
    def first_boxes(self) -> tuple[Box, ...]:
        """The boxes that can be the first of a game."""
        return first_boxes(self.kit, self.sides)

    @cached_property
    def stops(self) -> bool:
        """Whether a machine with empty first boxes gives up, so that it picks no bead any more."""
        return self.kit.rule.learns == "beads" and self.kit.rule.when_empty.outcome is not None

    @cached_property
    def stops_losing(self) -> bool:
        """Whether such a machine loses every game.

        It does if each game comes to a first box, and giving up there is a loss.
        """
        game = self.kit.game
        if not self.stops or not self.kit.rule.when_empty.resigns:
            return False
        if game.scoring or game.repetition is not None:
            return False
        empty_boxes = {box.id for box in self.first_boxes}

        def has_beads(box: Box, _slot: int) -> bool:
            return box.id not in empty_boxes

        try:
            outlooks = [
                Walk(self.kit, side, has_beads).outlook(game.start()) for side in self.sides
            ]
        except KitgenError:
            return False
        return all(outlook.lines == outlook.lost for outlook in outlooks)

    @cached_property
    def weighs(self) -> bool:
        """Whether a change is a number of beads, so that it matters less in a fuller box."""
        return self.schedule is not None and self.schedule.by_numbers

    @property
    def one_colour_left(self) -> bool:
        """Whether a class finds a box that has one of its several colours left, whoever plays."""
        new = as_new(self.kit) if self.kit.trained else self.kit
        return _finds_one_colour_left(SameMachine.of(new))

    # A lesson.

    @property
    def lesson_side(self) -> int:
        """The side that the machine plays in a lesson: as the figures say, or its only one."""
        side: int = self.figures.get("side", self.kit.players[0])
        return side

    @property
    def lesson_value(self) -> int:
        """How its games end with best play, for the machine: 1, 0 or -1."""
        return sign(value_for_side(self.kit, self.lesson_side))

    @cached_property
    def until(self) -> Mapping[str, UntilUnbeatable]:
        """How long a machine takes until nothing beats it, by opponent; empty if unknown."""
        known = decided_until(self.kit, self.lesson_side)
        if known is not None:
            return known.against
        # Few sheets tell of it, and shipped lessons know it.
        from kitgen.claims.until_unbeatable import UNTIL_OPPONENTS, until_unbeatable  # noqa: PLC0415

        by_opponent = {}
        for opponent in UNTIL_OPPONENTS:
            until = until_unbeatable(self.kit, self.lesson_side, opponent)
            if until is None:
                return {}
            by_opponent[opponent] = until
        return by_opponent

    @cached_property
    def within(self) -> Mapping[str, UnbeatableWithin]:
        """How many machines get there within some games, by opponent; empty if unknown.

        These are machines of a rule that also adds beads.
        """
        known = decided_until(self.kit, self.lesson_side)
        if known is not None:
            return known.within
        from kitgen.claims.until_unbeatable import UNTIL_OPPONENTS, within_games  # noqa: PLC0415

        by_opponent = {}
        for opponent in UNTIL_OPPONENTS:
            within = within_games(self.kit, self.lesson_side, opponent)
            if within is None:
                return {}
            by_opponent[opponent] = within
        return by_opponent

    # Experiments.

    @cached_property
    def first_bead(self) -> FirstBead | None:
        """What happens if the operator always picks the first bead left; None if not decided."""
        if self.decided is not None:
            return self.decided.first_bead
        if self.schedule is None or self.kit.game.repetition is not None or self.kit.game.scoring:
            return None
        return compare_first_bead(self.kit, self.first_bead_opponent, FIRST_BEAD_MACHINES)

    @cached_property
    def first_bead_opponent(self) -> str:
        """The opponent against whom that is tried: the first of a class."""
        return opponents_of(self.kit)[0]

    @cached_property
    def poor_lose_more(self) -> bool | None:
        """Whether a new machine loses more often after poor moves, against chance."""
        if self.decided is not None:
            return self.decided.poor_lose_more
        return poor_moves_lose_more(self.kit)


@lru_cache(maxsize=8)  # several sheets of a print ask
def _gains_of_lost_game(machine: SameMachine) -> Mapping[str, int]:
    """Return by how much a machine gets better in a lesson, by opponent; empty if not tried.

    It is tried where a machine could get worse: its opponent can win every game, and its rule takes
    beads alone.
    """
    kit = machine.kit
    if not kit.rule.only_takes or len(kit.boxes) > MAX_TRIED_BOXES:
        return {}
    if not future_of(kit).lost_game:
        return {}
    gains = {}
    for opponent in opponents_of(kit):
        try:
            gains[opponent] = forecast(FirstGames(kit, opponent), TRIED_MACHINES).gain
        except KitgenError:
            return {}
    return gains


@lru_cache(maxsize=8)  # the guide asks, and the worksheet
def _finds_one_colour_left(machine: SameMachine) -> bool:
    """Return whether nearly all machines have such a box after a short lesson, whoever plays.

    False where that is not tried.
    """
    kit = machine.kit
    if not kit.rule.only_takes:
        return False
    least = OPENED_MACHINES * MIN_FOUND_OF_TEN / 10
    try:
        return all(
            machines_with_one_colour_left(kit, opponent, OPENED_MACHINES) >= least
            for opponent in opponents_of(kit)
        )
    except KitgenError:
        return False


def machines_with_one_colour_left(kit: Kit, opponent: str, machines: int) -> int:
    """Return how many machines have, after a short lesson, a box with one of its colours left.

    It began with several colours.

    >>> from kitgen.kit.build import build_kit
    >>> machines_with_one_colour_left(build_kit("her"), "perfect", 10)
    10
    """
    at_first = []
    for box in kit.boxes:
        at_first += [slot.beads for slot in box.slots]
    with_such_a_box = 0
    for results in islice(FirstGames(kit, opponent).machines(), machines):
        beads = at_first.copy()
        for _, changes in islice(results, SHORTER):
            for slot, difference in changes:
                beads[slot] += difference
        boxes = zip(_by_box(kit, at_first), _by_box(kit, beads), strict=True)
        if any(_colours(before) > 1 and _colours(after) == 1 for before, after in boxes):
            with_such_a_box += 1
    return with_such_a_box


def _by_box(kit: Kit, beads: Sequence[int]) -> Iterator[Sequence[int]]:
    start = 0
    for box in kit.boxes:
        yield beads[start : start + len(box.slots)]
        start += len(box.slots)


def _colours(beads: Sequence[int]) -> int:
    return sum(count > 0 for count in beads)


def trained_by(seen: Forecast) -> Trained:
    """Return the figures of a forecast."""
    return Trained(seen.lost, seen.lost_error, seen.last_loss, seen.gain)


def compare_first_bead(kit: Kit, opponent: str, machines: int) -> FirstBead | None:
    """Return how many of a lesson's last ten games are lost by either way of picking.

    None where that is not tried.
    """
    try:
        by_chance = FirstGames(kit, opponent, first_bead=False)
        by_first = FirstGames(kit, opponent, first_bead=True)
    except KitgenError:
        return None
    any_bead = _late_losses(by_chance, machines)
    first_bead = _late_losses(by_first, machines)
    return FirstBead(
        opponent=opponent,
        any_bead=fmean(any_bead),
        any_error=pstdev(any_bead) / math.sqrt(machines),
        first_bead=fmean(first_bead),
        first_error=pstdev(first_bead) / math.sqrt(machines),
    )


def _late_losses(games: FirstGames, machines: int) -> list[int]:
    """Return how many of a lesson's last ten games each machine loses."""
    losses = []
    for course in games.courses(machines, LESSON):
        scores = [after.score for after in course]
        late = scores[-STRETCH - 1 :]
        losses.append(sum(after < before for before, after in pairwise(late)))
    return losses


def poor_moves_lose_more(kit: Kit) -> bool | None:
    """Return whether a new machine loses more often after moves that are not the best.

    On average over its boxes. The chances are exact, against an opponent that moves at random. None
    where positions recur, are too many, or where no box has better and worse moves.
    """
    if kit.rule.learns != "beads" or kit.game.repetition is not None or kit.game.scoring:
        return None
    differences = []
    for side in kit.players:
        try:
            differences += _differences(kit, side)
        except KitgenError:
            return None
    return fmean(differences) > 0 if differences else None


def _differences(kit: Kit, side: int) -> list[float]:
    """Return by how much a loss is likelier after the poor moves of each box that has some."""
    walk = Walk(kit, side)
    loss_chance: dict[Position, float] = {}
    differences: dict[str, float] = {}
    for position, steps, children in walk.from_the_ends(kit.game.start(), loss_chance, MAX_CHANCES):
        if not steps:
            loss_chance[position] = float(walk.outlook(position).worst < 0)
            continue
        box = steps[0][1]
        chances_after = [loss_chance[child] for child in children]
        if box is None:
            loss_chance[position] = fmean(chances_after)
            continue
        beads = [slot.beads for slot in box.slots]
        weighted = sum(n * chance for n, chance in zip(beads, chances_after, strict=True))
        loss_chance[position] = weighted / max(1, sum(beads))
        after_good = []
        after_poor = []
        for slot, chance in enumerate(chances_after):
            if good_beads(box, slot):
                after_good.append(chance)
            else:
                after_poor.append(chance)
        if after_poor:
            differences[box.id] = fmean(after_poor) - fmean(after_good)
    return list(differences.values())
