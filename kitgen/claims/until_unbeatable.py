"""How many games it takes until nothing beats a machine any more: how long a lesson has to be.

Simulated with few machines, so that the same kit prints the same bytes; those of lessons that come
with kitgen are decided beforehand, with many.
"""

import math
from collections.abc import Iterator
from itertools import islice, pairwise
from statistics import fmean, median
from typing import NamedTuple

from kitgen.claims.decided import UnbeatableWithin, UntilUnbeatable
from kitgen.claims.unbeatable import SideGames, future_of, value_for_side
from kitgen.errors import KitgenError
from kitgen.kit.kit import Kit
from kitgen.machine.first_games import FirstGames, GameResult
from kitgen.machine.learning import flattened, starting_beads

#: The opponents of whom sheets tell.
UNTIL_OPPONENTS = ("perfect", "random")
#: Machines that are simulated for a print.
MACHINES = 200
#: The most positions, which are looked through after each lost game.
MAX_POSITIONS = 1_000
#: The most games of all machines together.
MAX_GAMES = 60_000
#: The first few machines, which show whether it is worth while, and the most games of theirs.
FIRST_MACHINES = 10
MAX_FIRST_GAMES = 5_000
#: The games of each machine whose rule also adds beads: ten lessons of 50.
GAMES_OF_ADDING = 500
#: Such machines that are simulated.
ADDING_MACHINES = 60


def until_unbeatable(
    kit: Kit, side: int, opponent: str, *, machines: int = MACHINES, most_games: int = MAX_GAMES
) -> UntilUnbeatable | None:
    """Return how long machines on a side take; None if they never do, or after too many games.

    Side 0 begins.

    >>> from kitgen.kit.build import build_kit
    >>> until = until_unbeatable(build_kit("nim:8"), 1, "perfect")
    >>> until.least, until.most, until.half
    (12, 12, 24.0)
    """
    if value_for_side(kit, side) < 0 or not kit.rule.only_takes or not future_of(kit).unbeatable:
        return None
    return _of_all(kit, side, opponent, machines, most_games)


def _of_all(
    kit: Kit, side: int, opponent: str, machines: int, most_games: int
) -> UntilUnbeatable | None:
    """Return how long all of some machines take; None if that is too many games."""
    try:
        side_games = SideGames(kit, side)
        results_of_machines = FirstGames(kit, opponent, side=side).machines()
    except KitgenError:
        return None
    if len(side_games.nodes) > MAX_POSITIONS:
        return None
    courses: list[_Course] = []
    played = 0
    for results in results_of_machines:
        bound = MAX_FIRST_GAMES if len(courses) < FIRST_MACHINES else most_games
        course = _course(kit, side_games, results, bound - played)
        if course is None:
            return None
        courses.append(course)
        played += course.games
        if len(courses) == machines:
            break
    lost = [course.lost for course in courses]
    lengths = [course.games for course in courses]
    return UntilUnbeatable(min(lost), max(lost), fmean(lengths), median(lengths))


def within_games(
    kit: Kit,
    side: int,
    opponent: str,
    *,
    machines: int = ADDING_MACHINES,
    games: int = GAMES_OF_ADDING,
    most_positions: int = MAX_POSITIONS,
) -> UnbeatableWithin | None:
    """Return how many machines of a rule that also adds beads become unbeatable within some games.

    None for other rules, where a machine can never become unbeatable, and for games that are too
    large.

    >>> from kitgen.kit.build import build_kit
    >>> from kitgen.kit.choices import Wish
    >>> stones = build_kit("nim:5,last=loses", Wish(rule="gardner-reward"))
    >>> within = within_games(stones, 1, "perfect", machines=20, games=50)
    >>> within.least, within.most, 50 < within.of_hundred < 100
    (6, 6, True)
    """
    if value_for_side(kit, side) < 0:
        return None
    if kit.rule.only_takes or kit.rule.learns != "beads":
        return None
    if future_of(kit).unbeatable is False:
        return None
    try:
        side_games = SideGames(kit, side)
        results_of_machines = FirstGames(kit, opponent, side=side).machines()
    except KitgenError:
        return None
    if len(side_games.nodes) > most_positions:
        return None
    courses = [
        _course(kit, side_games, results, games)
        for results in islice(results_of_machines, machines)
    ]
    finished = [course for course in courses if course is not None]
    half = None
    if 2 * len(finished) > machines:
        half = median([math.inf if course is None else course.games for course in courses])
    return UnbeatableWithin(
        games=games,
        of_hundred=100 * len(finished) // machines,
        least=min((course.lost for course in finished), default=0),
        most=max((course.lost for course in finished), default=0),
        half=half,
    )


class _Course(NamedTuple):
    """What a machine goes through until nothing beats it: the games that it plays and loses."""

    games: int
    lost: int


def _course(
    kit: Kit, side_games: SideGames, results: Iterator[GameResult], most: int
) -> _Course | None:
    """Return the course of a machine; None if something still beats it after ``most`` games."""
    slots, _, starts, _ = flattened(starting_beads(kit))
    lost = 0
    may_have_become_unbeatable = True
    for played, (outcome, changes) in enumerate(results):
        if may_have_become_unbeatable:
            beads = [slots[start:end] for start, end in pairwise(starts)]
            if not side_games.can_lose(beads, kit.rule.when_empty):
                return _Course(played, lost)
        if played >= most:
            return None
        may_have_become_unbeatable = False
        for slot, difference in changes:
            before = slots[slot]
            slots[slot] += difference
            # Only whether a bead is there at all can matter.
            if (before > 0) != (slots[slot] > 0):
                may_have_become_unbeatable = True
        if outcome < 0:
            lost += 1
    return None
