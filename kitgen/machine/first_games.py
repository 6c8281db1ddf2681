"""The first games of many machines of a kit, for learning curves and for banks of beads.

Plain Python and few machines, so that printing compiles nothing; the same kit always plays the same
games.
"""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain, count, cycle, islice, pairwise
from statistics import fmean, pstdev
from typing import NamedTuple

from kitgen.errors import TooLargeError, UsageError
from kitgen.kit.kit import Box, Kit
from kitgen.kit.rule import Rule
from kitgen.machine.learning import (
    OUTCOMES,
    Pick,
    Update,
    flattened,
    schedule_of,
    starting_beads,
    teach,
)
from kitgen.machine.lines import Walk
from kitgen.machine.match import Adviser, Machine, Match, Needs, check_match, parse_policy, seats
from kitgen.machine.paper_machine import (
    GAMMA,
    MASK,
    LastGame,
    PaperMachine,
    Player,
    Rules,
    Shelf,
    SplitMix,
    mix,
    play_game,
)
from kitgen.model import Move, Position, Rng

#: Random seed of the machines.
SEED = 1962
#: Random numbers are kept in blocks of so many.
BLOCK_NUMBERS = 64
#: The most blocks that are kept.
KEPT_BLOCKS = 1024


#: How a game ended for a machine, and each change of its beads: of which slot, all boxes in one
#: row, and by how many.
GameResult = tuple[int, Sequence[tuple[int, int]]]


class FirstGames:
    """New machines, each against its own opponent; they play as many games as are needed.

    A machine that may play either side alternates, beginning with the first side, unless a ``side``
    is given. Its games do not depend on the number of machines, nor on whether it plays them at
    once or continues later. With ``first_bead`` they pick the first bead left in a box, not any.
    ``UsageError`` for rules, opponents and games with which one of these is not tried.
    """

    def __init__(
        self,
        kit: Kit,
        opponent: str,
        seed: int = SEED,
        *,
        side: int | None = None,
        first_bead: bool = False,
    ) -> None:
        match = Match(kit, parse_policy(opponent), kit.players[0])
        check_match(match)
        self.kit = kit
        self.opponent = opponent
        self._slots = _Slots(kit)
        if _is_plain(match):
            sides = kit.players if side is None else (side,)
            self._new = _quick_machines(match, sides, seed, self._slots, first_bead=first_bead)
        elif first_bead:
            raise UsageError(
                f"machines of {kit.name} that pick the first bead left are not tried "
                f"against {opponent}"
            )
        elif side is not None and kit.players != (side,):
            raise UsageError(
                f"machines of {kit.name} that play one side are not tried against {opponent}"
            )
        else:
            self._new = _machines(match, seed, self._slots)
        self._courses: list[tuple[list[AfterGame], Iterator[AfterGame]]] = []

    def machines(self) -> Iterator[Iterator[GameResult]]:
        """Yield further machines without end, each as the results of its games without end."""
        return self._new

    def courses(self, machines: int, games: int) -> list[list["AfterGame"]]:
        """Return the standing of each machine after each of its games."""
        for results in islice(self._new, max(0, machines - len(self._courses))):
            self._courses.append(([], _standings(self._slots, results)))
        for played, upcoming in self._courses[:machines]:
            played.extend(islice(upcoming, max(0, games - len(played))))
        return [played[:games] for played, _ in self._courses[:machines]]


class _Slots:
    """The slots of a kit in one row, box after box.

    Attributes:
        first: where the slots of each box start.
        beads, totals, box_of: as ``teach`` wants them, for a new machine.
        colours: the place in the palette of the colour of each.
        of_first: those of the boxes that can be the first of a game; none where a machine never
            stops learning.
    """

    def __init__(self, kit: Kit) -> None:
        self.beads, self.totals, self.first, self.box_of = flattened(starting_beads(kit))
        order = {colour.key: place for place, colour in enumerate(kit.palette)}
        self.colours: list[int] = []
        for box in kit.boxes:
            self.colours += [order[slot.colour.key] for slot in box.slots]
        self.of_first = frozenset[int]()
        if kit.rule.when_empty.outcome is not None and kit.rule.learns == "beads":
            first = {kit.indices[box.id] for box in first_boxes(kit)}
            of_first = [slot for slot, number in enumerate(self.box_of) if number in first]
            self.of_first = frozenset(of_first)


class AfterGame(NamedTuple):
    """The standing of a machine after a game.

    Attributes:
        score: its wins minus its losses.
        added: the beads of each colour minus those at the start, in the order of the palette.
        stopped: whether all its first boxes are empty, which they remain: it learns no more.
    """

    score: int
    added: tuple[int, ...]
    stopped: bool


def _standings(slots: _Slots, results: Iterator[GameResult]) -> Iterator[AfterGame]:
    """Yield the standing of a machine after each of its games."""
    colours = slots.colours
    of_first = slots.of_first
    score = 0
    added = [0] * (max(colours) + 1)
    in_first = sum(slots.beads[slot] for slot in of_first)
    for outcome, changes in results:
        score += outcome
        for slot, difference in changes:
            added[colours[slot]] += difference
            if slot in of_first:
                in_first += difference
        yield AfterGame(score, tuple(added), bool(of_first) and not in_first)


def _machines(match: Match, seed: int, slots: _Slots) -> Iterator[Iterator[GameResult]]:
    """Yield new machines without end, each as the results of its games."""
    for games in simulated(match, seed):
        yield ((game.outcome, [*_changes(game, slots)]) for game in games)


def _changes(game: "SampleGame", slots: _Slots) -> Iterator[tuple[int, int]]:
    for box in game.refilled:
        for slot in range(slots.first[box], slots.first[box + 1]):
            yield slot, slots.beads[slot]
    for update in game.updates:
        yield slots.first[update.box] + update.slot, update.after - update.before


# Most games of a print are played by machines with beads against opponents that know no beads, in
# games without points where no position recurs. These need no table: each position is worked out
# once, for all machines.


class _Spot:
    """A position as a machine meets it.

    Attributes:
        outcome: how the game has ended for the machine; None where it goes on.
        ways: the index of the box that the machine opens, or None, and what follows each slot of
            that box, or each equally likely move; None until needed.
    """

    def __init__(self, position: Position, outcome: int | None) -> None:
        self.position = position
        self.outcome = outcome
        self.ways: tuple[int | None, Sequence[_Spot]] | None = None


class _Spots:
    """The positions of all games in which the machine of a match plays one side."""

    def __init__(self, match: Match, side: int) -> None:
        self._game = match.kit.game
        self._side = side
        self._shelf = Shelf(match.kit)
        self._adviser = Adviser(match.kit.oracle)
        self._name = match.opponent_text
        self._at = cache(self._spot)
        self.start = self._at(self._game.start())

    def ways(self, spot: _Spot) -> tuple[int | None, Sequence[_Spot]]:
        """Return the box and the spots that follow a position, and remember them there."""
        position = spot.position
        box = None
        if position.to_move == self._side:
            box, moves = self._shelf.find(position)
        else:
            moves = self._adviser.choices(self._name, position, 0)
        spot.ways = (box, [self._decision_after(position, move) for move in moves])
        return spot.ways

    def _decision_after(self, position: Position, move: Move) -> _Spot:
        """Return where a move leads: to the next spot where the machine decides, or luck does,
        or the game is over.
        """
        spot = self._at(self._game.play(position, move).position)
        if spot.outcome is not None or spot.position.to_move == self._side:
            return spot
        _, after = spot.ways or self.ways(spot)
        return spot if len(after) > 1 else after[0]

    def _spot(self, position: Position) -> _Spot:
        result = self._game.result(position)
        if result is not None and position.to_move != self._side:
            result = -result
        return _Spot(position, result)


def _is_plain(match: Match) -> bool:
    policy = match.policy
    if policy is None or len(policy.parts) != 1 or policy.script or policy.needs & Needs.BEADS:
        return False
    game = match.kit.game
    return match.kit.rule.learns == "beads" and game.repetition is None and not game.scoring


def _quick_machines(
    match: Match, sides: Sequence[int], seed: int, slots: _Slots, *, first_bead: bool = False
) -> Iterator[Iterator[GameResult]]:
    seated = [_Spots(match, side) for side in sides]
    for number in count():
        rng = _KeptNumbers(seed, number)
        picking = _FirstBead() if first_bead else rng
        yield _quick_games(match.kit.rule, seated, slots, rng, picking)


class _KeptNumbers:
    """The random numbers of a machine as ``SplitMix`` has them, kept for its games with other
    rules and opponents.
    """

    def __init__(self, seed: int, machine: int) -> None:
        key = SplitMix(seed, machine).key
        blocks = (_mixed(key, block) for block in count())
        self._next = chain.from_iterable(blocks).__next__

    def below(self, count: int) -> int:
        """Return one of the numbers 0 to ``count - 1``; a single choice takes no number."""
        if count == 1:
            return 0
        return self._next() * count >> 64


@lru_cache(maxsize=KEPT_BLOCKS)
def _mixed(key: int, block: int) -> tuple[int, ...]:
    """Return a block of the 64-bit numbers of a generator with a key."""
    first = 1 + block * BLOCK_NUMBERS
    numbers = range(first, first + BLOCK_NUMBERS)
    return tuple(mix((key + number * GAMMA) & MASK) for number in numbers)


class _FirstBead:
    """Luck that always picks the first bead of a box."""

    def below(self, _count: int) -> int:
        return 0


def _quick_games(
    rule: Rule, sides: Sequence[_Spots], slots: _Slots, rng: Rng, picking: Rng
) -> Iterator[GameResult]:
    """Yield the results of one machine's games; ``PaperMachine`` plays the same at a table,
    easier to follow.
    """
    beads = slots.beads.copy()
    totals = slots.totals.copy()
    first = slots.first
    box_of = slots.box_of
    schedule = schedule_of(rule)
    empty = rule.when_empty
    row = schedule.row
    whole_boxes = any(map(schedule.clears, OUTCOMES))
    below = rng.below
    pick_below = picking.below
    for spots in cycle(sides):
        spot = spots.start
        picks: list[int] = []
        changes: list[tuple[int, int]] = []
        resigned = False
        while (outcome := spot.outcome) is None:
            box, after = spot.ways or spots.ways(spot)
            if box is None:
                spot = after[below(len(after))]
                continue
            if not totals[box]:
                if not empty.refills:
                    resigned = True
                    outcome = 0 if empty.draws else -1
                    break
                totals[box] = slots.totals[box]
                for slot in range(first[box], first[box + 1]):
                    beads[slot] = slots.beads[slot]
                    changes.append((slot, beads[slot]))
            slot = first[box]
            bead = pick_below(totals[box]) - beads[slot]
            while bead >= 0:
                slot += 1
                bead -= beads[slot]
            picks.append(slot)
            spot = after[slot - first[box]]
        may_change: Iterable[int] = dict.fromkeys(picks)
        if whole_boxes:
            boxes = dict.fromkeys(box_of[pick] for pick in picks)
            may_change = chain.from_iterable(range(first[box], first[box + 1]) for box in boxes)
        before = [(slot, beads[slot]) for slot in may_change]
        teach(row, outcome, resigned, beads, totals, first, box_of, picks, len(picks))
        changes += [(slot, beads[slot] - had) for slot, had in before if beads[slot] != had]
        yield outcome, changes


@dataclass(frozen=True, slots=True)
class SampleGame:
    """A game of a simulated machine.

    Attributes:
        side: the side that the machine played.
        moves: those of both sides.
        outcome: for the machine: 1 won, 0 drawn, -1 lost.
        resigned: True when it gave up at an empty box.
        picks, refilled, updates: its beads, the boxes that it filled again, and what it learned;
            none without beads.
    """

    side: int
    moves: tuple[Move, ...]
    outcome: int
    resigned: bool
    picks: tuple[Pick, ...]
    refilled: tuple[int, ...]
    updates: tuple[Update, ...]


def simulated(match: Match, seed: int, sides: Sequence[int] = ()) -> Iterator[Iterator[SampleGame]]:
    """Yield new machines without end, each as its games without end; one that may play either side
    alternates.

    A machine may play some ``sides`` alone, of which the first is its side in the match; by default
    all of its kit.
    """
    sit = seats(match, match.kit.oracle)
    rules = Rules(match.kit.game)
    own_sides = sides or match.kit.players
    for number in count():
        machine, players = sit()
        yield _games(match.kit, own_sides, machine, players, SplitMix(seed, number), rules)


def _games(
    kit: Kit,
    sides: Sequence[int],
    machine: Machine,
    players: Sequence[Player],
    rng: Rng,
    rules: Rules,
) -> Iterator[SampleGame]:
    """Yield the games of one machine, on its sides in turn."""
    for side, seated in cycle(zip(sides, (players, players[::-1]), strict=False)):
        played = play_game(kit.game, seated, rng, rules)
        beads = machine.last if isinstance(machine, PaperMachine) else LastGame()
        yield SampleGame(
            side=side,
            moves=played.moves,
            outcome=played.outcome if side == 0 else -played.outcome,
            resigned=played.resigned is not None,
            picks=beads.picks,
            refilled=beads.refilled,
            updates=beads.updates,
        )


# Where learning curves of real machines should run: between the 10th and the 90th percentile of
# wins minus losses of simulated machines after each game, as drawn on the curve sheet.

#: Machines of a band.
MACHINES = 100


def band_opponents(kit: Kit) -> tuple[str, ...]:
    """Return the opponents for bands: a random one, and the strongest.

    Where the other side is lost anyway, all its moves have the same value, and a player that takes
    immediate wins is stronger. A machine for both sides meets a lost opponent in at most every
    other game.
    """
    if kit.choices.expect != "any":
        return ("winning-move",)
    if len(kit.players) == 2:
        return ("random", "perfect")
    start = kit.oracle.solution.values[0]
    other = -start if kit.players == (0,) else start  # the value to the other side
    if other < 0 and not kit.game.scoring:
        return ("random", "winning-move")
    return ("random", "perfect")


def learning_band(
    first_games: FirstGames, games: int, machines: int = MACHINES
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the 10th and the 90th percentile of wins minus losses after each game, from the first
    on.

    >>> from kitgen.kit.build import build_kit
    >>> low, high = learning_band(FirstGames(build_kit("ladder"), "random"), 10)
    >>> len(low), all(least <= most for least, most in zip(low, high))
    (10, True)
    """
    return percentiles(learning_scores(first_games, games, machines))


def percentiles(scores: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the 10th and the 90th percentile of each game's scores, the lowest first."""
    low = tuple(game[len(game) // 10] for game in scores)
    high = tuple(game[-1 - len(game) // 10] for game in scores)
    return low, high


def least_inside(machines: int = MACHINES) -> int:
    """Return how many of 100 machines are inside their own band after each game, at least.

    >>> least_inside()
    80
    """
    outside_on_a_side = machines // 10
    return 100 * (machines - 2 * outside_on_a_side) // machines


def learning_scores(
    first_games: FirstGames, games: int, machines: int = MACHINES
) -> list[list[int]]:
    """Return wins minus losses of each machine after each game, from the first on, the lowest
    first.
    """
    courses = first_games.courses(machines, games)
    scores = []
    for after_game in zip(*courses, strict=True):
        scores.append(sorted(standing.score for standing in after_game))
    return scores


def first_boxes(kit: Kit, sides: Sequence[int] = ()) -> tuple[Box, ...]:
    """Return the boxes that can be the first of a game, in the order of the kit.

    A machine that gives up at an empty box can learn no more when all of these are empty. The
    machine may play some ``sides`` alone; by default all of its kit.

    >>> from kitgen.kit.build import build_kit
    >>> [box.id for box in first_boxes(build_kit("her"))]
    ['A1', 'A2']
    >>> ladder = build_kit("ladder")
    >>> [box.id for box in first_boxes(ladder)], [box.id for box in first_boxes(ladder, [0])]
    (['9', '8', '7', '6'], ['9'])
    """
    first = set[str]()
    for side in sides or kit.players:
        walk = Walk(kit, side)
        seen = set[Position]()
        waiting = [kit.game.start()]
        while waiting:
            position = waiting.pop()
            if position in seen:
                continue
            seen.add(position)
            for move, box, _ in walk.steps(position):
                if box is None:
                    waiting.append(kit.game.play(position, move).position)
                else:
                    first.add(box.id)
    return tuple(box for box in kit.boxes if box.id in first)


def most_picks(kit: Kit) -> int | None:
    """Return the most beads that a machine picks in a game; None where positions recur, or are too
    many to walk.

    >>> from kitgen.kit.build import build_kit
    >>> [most_picks(build_kit(name)) for name in ("her", "ladder", "awari-mini")]
    [3, 5, None]
    """
    if kit.game.repetition is None:
        with suppress(TooLargeError):
            return max(Walk(kit, side).outlook(kit.game.start()).picks for side in kit.players)
    return None


# What a class can expect: results of the first games and of later ones, and how many machines learn
# no more.

#: The games of a lesson.
LESSON = 50
#: The games counted at its beginning and at its end.
STRETCH = 10
#: The games of a shorter lesson.
SHORTER = 20
#: Machines whose games are counted.
COUNTED = 200
#: Machines whose games are shown as figures, in steps of five of 100 games. With 200 their luck
#: would be seen: HIM lost 78 against random moves in place of 73.
SHOWN = 1000
#: A gain of 100 games that a class can see.
CLEAR = 10


@dataclass(frozen=True, slots=True)
class Forecast:
    """How machines of a kit do against an opponent.

    Attributes:
        first, last: games won, drawn and lost of a lesson's first ten, and of its last ten, in per
            cent.
        stopped: machines that learn no more after the shorter lesson and after the lesson, in per
            cent.
        lost, lost_error: games that a machine loses in the lesson: the mean, and its standard
            error.
        last_loss: the number of the last game that a machine loses in the lesson, 0 without one:
            the mean.
        spread: how much machines differ, as the standard deviation of the games lost of the first
            ten, and of the last.
    """

    opponent: str
    first: tuple[int, int, int]
    last: tuple[int, int, int]
    stopped: tuple[int, int]
    lost: float
    lost_error: float
    last_loss: float
    spread: tuple[float, float]

    @property
    def gain(self) -> int:
        """How much better the last games are than the first, in wins minus losses per 100 games."""
        return self.last[0] - self.last[2] - (self.first[0] - self.first[2])


def forecast(first_games: FirstGames, machines: int = COUNTED) -> Forecast:
    """Return what a class can expect of a machine against an opponent.

    >>> from kitgen.kit.build import build_kit
    >>> forecast(FirstGames(build_kit("ladder"), "random")).stopped
    (0, 0)
    """
    courses = first_games.courses(machines, LESSON)
    scores = [[0, *(standing.score for standing in course)] for course in courses]

    def share(start: int) -> tuple[int, int, int]:
        results = Counter[int]()
        for course in scores:
            stretch = course[start : start + STRETCH + 1]
            results.update(
                (after > before) - (after < before) for before, after in pairwise(stretch)
            )
        won = round(100 * results[1] / results.total())
        lost = round(100 * results[-1] / results.total())
        return won, 100 - won - lost, lost

    def stopped(games: int) -> int:
        return round(100 * sum(course[games - 1].stopped for course in courses) / machines)

    lost_games = [_lost_games(course) for course in scores]
    lost = [len(games) for games in lost_games]
    early = []
    at_last = []
    for games in lost_games:
        early.append(sum(game <= STRETCH for game in games))
        at_last.append(sum(game > LESSON - STRETCH for game in games))
    return Forecast(
        opponent=first_games.opponent,
        first=share(0),
        last=share(LESSON - STRETCH),
        stopped=(stopped(SHORTER), stopped(LESSON)),
        lost=fmean(lost),
        lost_error=pstdev(lost) / math.sqrt(machines),
        last_loss=fmean(max(games, default=0) for games in lost_games),
        spread=(pstdev(early), pstdev(at_last)),
    )


def _lost_games(scores: Sequence[int]) -> list[int]:
    """Return the numbers of the games, from 1, after which a score is lower."""
    return [game for game, (before, after) in enumerate(pairwise(scores), 1) if after < before]


def opponents_of(kit: Kit) -> tuple[str, ...]:
    """Return the opponents that a class can play like: at random, taking every win at once, as
    well as possible.
    """
    if kit.choices.expect != "any":
        return ("winning-move",)
    return ("random", "perfect") if kit.game.scoring else ("random", "winning-move", "perfect")


# The *bank*: beads that a machine needs beyond those in its boxes, where its learning rule adds
# beads.

#: Machines whose games determine a bank.
BANK_MACHINES = 200
#: Per cent of machines that must not run out of any colour.
OF_HUNDRED = 95
#: The same among the machines that are tried: a few more, because they are a sample.
OF_THOSE_TRIED = 98
#: A bank grows in steps of so much of a standard deviation.
STEP_OF_A_BANK = 0.05
#: The most steps: no 200 figures lie farther out.
MAX_STEPS_OF_A_BANK = 400


def simulate_bank(first_games: FirstGames, games: int) -> Mapping[str, int]:
    """Return, by the keys of the colours, the beads with which 95 of 100 machines do not run out of
    any colour.

    >>> from kitgen.kit.build import build_kit
    >>> from kitgen.kit.editions import Wish
    >>> simulate_bank(FirstGames(build_kit("ladder", Wish(rule="gardner-reward")), "random"), 5)
    {'red': 9, 'blue': 6, 'yellow': 6}
    """
    courses = first_games.courses(BANK_MACHINES, games)
    return large_enough(first_games.kit, [most_added(course) for course in courses])


def most_added(course: Sequence[AfterGame]) -> tuple[int, ...]:
    """Return the most beads of each colour that a machine ever needed beyond those at the start."""
    by_colour = zip(*(standing.added for standing in course), strict=True)
    return tuple(max(0, *added) for added in by_colour)


def large_enough(kit: Kit, needs: Sequence[tuple[int, ...]]) -> Mapping[str, int]:
    """Return the smallest bank of its shape that is enough for nearly all of these machines.

    Each colour gets the mean of the machines' needs plus the same number of its own standard
    deviations: few machines determine these two figures well, unlike the rarest needs.
    """
    usual = [(fmean(colour), pstdev(colour)) for colour in zip(*needs, strict=True)]
    bank: list[int] = []
    for step in range(MAX_STEPS_OF_A_BANK):
        bank = [math.ceil(mean + step * STEP_OF_A_BANK * deviation) for mean, deviation in usual]
        enough_for = sum(suffices(bank, need) for need in needs)
        if enough_for * 100 >= OF_THOSE_TRIED * len(needs):
            break
    colours = [colour.key for colour in kit.palette]
    return dict(zip(colours, bank, strict=True))


def suffices(bank: Sequence[int], need: Sequence[int]) -> bool:
    """Return whether a machine does not run out of any colour."""
    return all(stock >= needed for stock, needed in zip(bank, need, strict=True))
