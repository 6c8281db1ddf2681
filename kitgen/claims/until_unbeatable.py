"""How many games it takes until nothing beats a machine any more: how long a lesson has to be.

Simulated with few machines, so that the same kit prints the same bytes; those of lessons that come
with kitgen are decided beforehand, with many.
"""

import math
from collections.abc import Iterator
from itertools import islice, pairwise
from statistics import fmean, median

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
#: The most games of all machines together, and of the first few, which show whether it is worth
#: while.
MAX_GAMES = 60_000
FIRST_MACHINES = 10
MAX_FIRST_GAMES = 5_000
#: The games of each machine whose rule also adds beads, ten lessons of 50, and such machines that
#: are simulated.
GAMES_OF_ADDING = 500
ADDING_MACHINES = 60


def until_unbeatable(
    kit: Kit, side: int, opponent: str, *, machines: int = MACHINES, most_games: int = MAX_GAMES
) -> UntilUnbeatable | None:
    """Return how long machines on a side (0 begins) take; None if they never do, or that takes too
    many games.

    >>> from kitgen.kit.build import build_kit
    >>> found = until_unbeatable(build_kit("nim:8"), 1, "perfect")
    >>> found.least, found.most, found.half
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
        games = SideGames(kit, side)
        trained = FirstGames(kit, opponent, side=side).machines()
    except KitgenError:
        return None
    if len(games.nodes) > MAX_POSITIONS:
        return None
    courses: list[tuple[int, int]] = []
    played = 0
    for results in trained:
        bound = MAX_FIRST_GAMES if len(courses) < FIRST_MACHINES else most_games
        course = _course(kit, games, results, bound - played)
        if course is None:
            return None
        courses.append(course)
        played += course[0]
        if len(courses) == machines:
            break
    lost = [losses for _, losses in courses]
    lengths = [length for length, _ in courses]
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
    >>> found = within_games(stones, 1, "perfect", machines=20, games=50)
    >>> found.least, found.most, 50 < found.of_hundred < 100
    (6, 6, True)
    """
    learns = kit.rule.learns == "beads"
    if (
        value_for_side(kit, side) < 0
        or kit.rule.only_takes
        or not learns
        or future_of(kit).unbeatable is False
    ):
        return None
    try:
        nodes = SideGames(kit, side)
        trained = FirstGames(kit, opponent, side=side).machines()
    except KitgenError:
        return None
    if len(nodes.nodes) > most_positions:
        return None
    courses = [_course(kit, nodes, results, games) for results in islice(trained, machines)]
    done = [course for course in courses if course is not None]
    half = None
    if 2 * len(done) > machines:
        half = median([math.inf if course is None else course[0] for course in courses])
    return UnbeatableWithin(
        games=games,
        of_hundred=100 * len(done) // machines,
        least=min((lost for _, lost in done), default=0),
        most=max((lost for _, lost in done), default=0),
        half=half,
    )


def _course(
    kit: Kit, games: SideGames, results: Iterator[GameResult], most: int
) -> tuple[int, int] | None:
    """Return how many games a machine plays and loses until nothing beats it; None after
    ``most`` games.
    """
    slots, _, first, _ = flattened(starting_beads(kit))
    lost = 0
    changed = True
    for played, (outcome, changes) in enumerate(results):
        if changed:
            beads = [slots[start:end] for start, end in pairwise(first)]
            if not games.can_lose(beads, kit.rule.when_empty):
                return played, lost
        if played == most:
            return None
        changed = False
        for slot, difference in changes:  # only whether a bead is there at all can matter
            changed |= (slots[slot] > 0) != (slots[slot] + difference > 0)
            slots[slot] += difference
        lost += outcome < 0
    return None
