"""Matches by name: players against each other, sides swapped and openings varied; and the
standings.
"""

import multiprocessing
import re
import signal
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import combinations
from math import log, sqrt
from multiprocessing.connection import Connection, wait
from operator import add
from typing import Any, ClassVar

from kitgen.errors import KitgenError, UsageError, quoted
from kitgen.front_door import check_arguments
from kitgen.games import make_game
from kitgen.kit.editions import game_of
from kitgen.kit.kit import Kit, KitGiven
from kitgen.lab.experiment import OpponentGiven, processors
from kitgen.machine.match import (
    Adviser,
    LookingPlayer,
    Match,
    Policy,
    PolicyPlayer,
    check_match,
    check_policy,
    looks_ahead,
    parse_policy,
    twin_kit,
)
from kitgen.machine.paper_machine import (
    OwnOpponent,
    PaperMachine,
    Player,
    Shelf,
    SplitMix,
    start_table,
)
from kitgen.model import Game, Move, Result, Rng
from kitgen.reading.templates import Templates
from kitgen.sources.kit_sources import load_kit
from kitgen.theory.oracle import Oracle
from kitgen.tree_search.plan import Plan, parse_plan
from kitgen.tree_search.scouts import SearchPlayer, plan_database
from kitgen.tree_search.written_games import RESULT_SIGNS, write_record

#: Seats a player at a side, new for each game: then no game depends on those before it.
Usher = Callable[[int], Player]


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player for either side: by a plan, by a policy, or the machines of both sides, which learn
    nothing here.

    ``text`` is how a user wrote it.
    """

    text: str
    player: Plan | Policy | OwnOpponent | tuple[Kit, Kit]

    def usher(self, game: Game, adviser: Adviser) -> Usher:
        """Return a function that seats this entrant; loading and compiling code does not count
        as thinking time.
        """
        match self.player:
            case Plan() as plan:
                database = plan_database(game, plan)
                shallow = SearchPlayer(game, replace(plan, depth=1, seconds=None), database)
                shallow.choose([game.start()], SplitMix(0))  # compiled by now
                return lambda _side: LookingPlayer(SearchPlayer(game, plan, database))
            case Policy() as policy:
                return lambda _side: PolicyPlayer(policy, adviser)
            case OwnOpponent() as own:
                from kitgen.machine.own_players import OwnPlayer  # noqa: PLC0415 - few players are functions

                return lambda _side: OwnPlayer(own)
            case kits:
                shelves = [Shelf(kit) for kit in kits]
                return lambda side: PaperMachine(shelves[side])


#: The most games of a pairing.
MAX_GAMES_OF_A_PAIRING = 1_000_000
#: The most plies of an opening.
MAX_OPENING_PLIES = 100
#: Random games that tell how long a game is.
SAMPLE_GAMES = 20
#: The plies after which a random game is long enough for the longest usual opening.
LONG_GAME_PLIES = 40
#: An opening has one random move for so many plies of a random game.
PLIES_FOR_AN_OPENING_MOVE = 8
#: The most random moves of a usual opening.
MAX_USUAL_OPENING_PLIES = 4
#: Seeds for each pair of games: that of its opening, and that of either game.
SEEDS_OF_A_PAIR = 3


@dataclass(frozen=True, slots=True)
class Cost:
    """Moves, seconds and visited positions of a player in a game; ``nodes`` is None for players
    without a search.
    """

    moves: int = 0
    seconds: float = 0.0
    nodes: int | None = None

    @property
    def seconds_per_move(self) -> float | None:
        """None without moves."""
        return self.seconds / self.moves if self.moves else None

    @property
    def nodes_per_move(self) -> float | None:
        """None where the number of positions is not known, or without moves."""
        if self.nodes is None or not self.moves:
            return None
        return self.nodes / self.moves

    def __add__(self, other: "Cost") -> "Cost":
        nodes = None
        if self.nodes is not None or other.nodes is not None:
            nodes = (self.nodes or 0) + (other.nodes or 0)
        return Cost(self.moves + other.moves, self.seconds + other.seconds, nodes)


@dataclass(frozen=True, slots=True)
class Bout:
    """One game of a contest.

    Attributes:
        players: the number of the entrant on each side, the side that begins first.
        moves: all moves; the first ``opening`` are random.
        outcome: 1 when the side that began won, 0 for a draw, -1 when it lost.
        resigned: the side that gave up, or None.
    """

    players: tuple[int, int]
    moves: tuple[Move, ...]
    opening: int
    outcome: int
    resigned: int | None
    costs: tuple[Cost, ...]


@dataclass(frozen=True, slots=True)
class Contest:
    """Each entrant plays every other; ``opening`` is how many random moves come before the players
    take over.

    ``own_game`` is the game itself where no other process can make it from ``game_spec``.
    """

    game_spec: str
    entrants: tuple[Entrant, ...]
    games: int = 100
    opening: int = 4
    seed: int = 1
    own_game: Game | None = None

    def __post_init__(self) -> None:
        if len(self.entrants) < 2:
            raise UsageError("a match needs two players or more, such as 'negascout:6 random'")
        if not 2 <= self.games <= MAX_GAMES_OF_A_PAIRING or self.games % 2:
            raise UsageError(
                f"--games {self.games}: both play both sides of every opening; ask for an even "
                "number from 2 to "
                f"{MAX_GAMES_OF_A_PAIRING:,}"
            )
        if not 0 <= self.opening <= MAX_OPENING_PLIES:
            raise UsageError(
                f"--opening {self.opening} is not a number of moves from 0 to {MAX_OPENING_PLIES}"
            )

    @property
    def couples(self) -> list[tuple[int, int]]:
        """All pairs of entrants, by number."""
        return list(combinations(range(len(self.entrants)), 2))


class Arena:
    """Plays pairs of games, each from its own opening; every process has one.

    The result of a pair depends only on the seed and its number, unless a player plays by the
    clock.
    """

    def __init__(self, contest: Contest) -> None:
        self.contest = contest
        self.game = contest.own_game or make_game(contest.game_spec)
        adviser = Adviser(Oracle(self.game))
        self._ushers = [entrant.usher(self.game, adviser) for entrant in contest.entrants]

    def play_pair(self, couple: tuple[int, int], number: int) -> tuple[Bout, Bout]:
        """Return the two games of a pair: in the second the players swap sides.

        All pairings have the same openings; ``number`` counts pairs from 0.
        """
        seed = self.contest.seed
        for_opening, for_first, for_second = (
            SplitMix(seed, SEEDS_OF_A_PAIR * number + use) for use in range(SEEDS_OF_A_PAIR)
        )
        opening = list(self.opening(for_opening))
        first = self._play(couple, opening, for_first)
        second = self._play(couple[::-1], opening, for_second)
        return first, second

    def opening(self, rng: Rng) -> Iterator[Move]:
        """Yield random moves, none of which ends the game."""
        table = start_table(self.game)
        for _ in range(self.contest.opening):
            moves = [
                move
                for move in self.game.legal_moves(table.position)
                if table.after(move).ended() is None
            ]
            if not moves:
                return
            move = moves[rng.below(len(moves))]
            table.play(move)
            yield move

    def _play(self, players: tuple[int, int], opening: list[Move], rng: Rng) -> Bout:
        """Return a game of two players after an opening, with what each of them needed."""
        table = start_table(self.game)
        for move in opening:
            table.play(move)
        seats = [self._ushers[player](side) for side, player in enumerate(players)]
        counts = [0, 0]
        seconds = [0.0, 0.0]
        resigned = None
        outcome = table.ended()
        while outcome is None:
            side = table.position.to_move
            began = time.perf_counter()
            chosen = seats[side].move(table, rng)
            seconds[side] += time.perf_counter() - began
            counts[side] += 1
            if chosen is None:
                resigned = side
                resignation = seats[side].resignation
                outcome = resignation if side == 0 else -resignation
            else:
                table.play(chosen)
                outcome = table.ended()
        nodes = [seat.searcher.nodes if isinstance(seat, LookingPlayer) else None for seat in seats]
        return Bout(
            players=players,
            moves=tuple(table.moves),
            opening=len(opening),
            outcome=outcome,
            resigned=resigned,
            costs=tuple(map(Cost, counts, seconds, nodes)),
        )


# The score of a pairing, counted by pairs: both games of a pair begin alike, so they are not
# independent samples.

#: Half points of a pair of games for the first player.
PAIR_POINTS = range(5)


@dataclass(frozen=True, slots=True)
class Score:
    """The score of a player against another.

    ``pairs`` counts the pairs of games that gave 0, 1, 2, 3 and 4 half points.

    >>> score = Score().with_pair((1, -1)).with_pair((1, 0))
    >>> score.wins, score.draws, score.losses, score.pairs
    (2, 1, 1, (0, 0, 1, 1, 0))
    >>> score.share, score.error
    (0.625, 0.125)
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0
    pairs: tuple[int, ...] = (0, 0, 0, 0, 0)

    def with_pair(self, outcomes: Sequence[int]) -> "Score":
        """Return the score after one more pair, whose outcomes are 1, 0 or -1 for this player."""
        half_points = sum(outcome + 1 for outcome in outcomes)
        pairs = tuple(int(points == half_points) for points in PAIR_POINTS)
        return self + Score(outcomes.count(1), outcomes.count(0), outcomes.count(-1), pairs)

    def reversed(self) -> "Score":
        """Return the score as the other player sees it."""
        return Score(self.losses, self.draws, self.wins, self.pairs[::-1])

    def __add__(self, other: "Score") -> "Score":
        pairs = tuple(map(add, self.pairs, other.pairs))
        return Score(
            self.wins + other.wins, self.draws + other.draws, self.losses + other.losses, pairs
        )

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """A point for each game won, and a half for each that was drawn."""
        return self.wins + self.draws / 2

    @property
    def share(self) -> float:
        """Points as a share of the games; a half where none was played."""
        return self.points / self.games if self.games else 0.5

    @property
    def error(self) -> float | None:
        """The standard error of the share, from how pairs differ; None for fewer than two pairs."""
        count = sum(self.pairs)
        if count < 2:
            return None
        spread = sum(
            n * (points / 4 - self.share) ** 2
            for points, n in zip(PAIR_POINTS, self.pairs, strict=True)
        )
        return sqrt(spread / (count - 1) / count)


# When enough games have been played: the sequential probability ratio test.
#
# Each hypothesis is a share of the points that the first player can expect. After each pair of
# games their likelihoods are compared, and the match ends once one is far enough ahead (A. Wald,
# Sequential Tests of Statistical Hypotheses, The Annals of Mathematical Statistics 16(2), 1945, pp.
# 117-186). How often pairs give each of their five scores is not part of a hypothesis: of all
# distributions with its share, the one is taken under which the games are likeliest (the
# generalised test, as for chess programs; each pair is one sample).

#: Added to each count, so that an unseen score is unlikely but not impossible.
UNSEEN = 1e-3
#: Halvings of an interval: full floating-point precision.
HALVINGS = 60


@dataclass(frozen=True, slots=True)
class Sprt:
    """The test of two hypotheses about the share of points: that it is ``low``, or that it is
    ``high``.

    ``alpha`` is the chance to accept ``high`` although ``low`` is true, ``beta`` the chance of the
    opposite mistake.

    >>> test = parse_sprt("50,60")
    >>> (
    ...     test.decision((0, 0, 3, 2, 1)),
    ...     test.decision((0, 0, 3, 9, 30)),
    ...     test.decision((30, 9, 3, 0, 0)),
    ... )
    (None, 'high', 'low')
    """

    low: float
    high: float
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        """The logarithms of the ratio that end the test, for ``low`` and for ``high``."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def ratio(self, pairs: Sequence[int]) -> float:
        """Return the logarithm of the likelihood ratio of ``high`` to ``low``; pairs are counted
        as in ``Score``.
        """
        counts = [count + UNSEEN for count in pairs]
        shares = [points / PAIR_POINTS[-1] for points in PAIR_POINTS]
        low_tilt = _tilt(counts, shares, self.low)
        high_tilt = _tilt(counts, shares, self.high)
        logarithms = []
        for count, share in zip(counts, shares, strict=True):
            # The chance of a score is in inverse proportion to these.
            low = 1 + low_tilt * (share - self.low)
            high = 1 + high_tilt * (share - self.high)
            logarithms.append(count * log(low / high))
        return sum(logarithms)

    def decision(self, pairs: Sequence[int]) -> str | None:
        """Return ``low`` or ``high`` when that hypothesis is accepted, None while more games are
        needed.
        """
        ratio = self.ratio(pairs)
        low, high = self.bounds
        if ratio <= low:
            return "low"
        return "high" if ratio >= high else None


def _tilt(counts: Sequence[float], shares: Sequence[float], mean: float) -> float:
    """Return the tilt of chances that makes their mean the given one."""
    # Chances are count / (1 + tilt * (share - mean)), all divided by the same: tilt is Lagrange's
    # multiplier.
    lowest = -1 / (shares[-1] - mean)
    highest = 1 / (mean - shares[0])
    for _ in range(HALVINGS):
        tilt = (lowest + highest) / 2
        slope = sum(
            n * (share - mean) / (1 + tilt * (share - mean))
            for n, share in zip(counts, shares, strict=True)
        )
        if slope > 0:
            lowest = tilt
        else:
            highest = tilt
    return (lowest + highest) / 2


def parse_sprt(text: str) -> Sprt:
    """Return the test of two shares in per cent, such as ``50,60``."""
    match = re.fullmatch(r"([0-9]{1,2}(?:\.[0-9]{1,3})?),([0-9]{1,2}(?:\.[0-9]{1,3})?)", text)
    if match is not None:
        low = float(match[1]) / 100
        high = float(match[2]) / 100
        if 0 < low < high < 1:
            return Sprt(low, high)
    raise UsageError(
        f"--sprt {quoted(text)} needs two shares of the points in per cent, such as '50,60'"
    )


@dataclass(frozen=True, slots=True)
class Pairing:
    """The standing of two entrants, by number; ratio and decision are those of the test, where
    there is one.
    """

    players: tuple[int, int]
    score: Score
    ratio: float | None = None
    decision: str | None = None


class Standings:
    """The standings of all pairings, in the order of ``contest.couples``, and the cost of each
    entrant.

    The test decides when enough games have been played; without one all are played.
    """

    def __init__(self, contest: Contest, test: Sprt | None = None) -> None:
        self.contest = contest
        self.test = test
        self.pairings = [Pairing(players, Score()) for players in contest.couples]
        self.costs = [Cost()] * len(contest.entrants)
        self._bouts: list[list[Bout]] = [[] for _ in self.pairings]
        self._early: dict[tuple[int, int], tuple[Bout, Bout]] = {}

    @property
    def bouts(self) -> list[Bout]:
        """All games that count, in order of pairing and pair."""
        return [bout for bouts in self._bouts for bout in bouts]

    @property
    def complete(self) -> bool:
        """Whether every pairing is decided, or has played all its games."""
        return not any(self.wanted(index) for index in range(len(self.pairings)))

    def wanted(self, pairing: int) -> bool:
        """Return whether a pairing must continue."""
        standing = self.pairings[pairing]
        return standing.decision is None and standing.score.games < self.contest.games

    def take(self, pairing: int, number: int, pair: tuple[Bout, Bout]) -> None:
        """Take the two games of a pair. An early pair waits for its turn; one after the decision
        does not count.
        """
        self._early[pairing, number] = pair
        while self.wanted(pairing):
            following = self._early.pop((pairing, len(self._bouts[pairing]) // 2), None)
            if following is None:
                return
            self._count(pairing, following)

    def _count(self, pairing: int, pair: tuple[Bout, Bout]) -> None:
        """Count the next pair of games of a pairing."""
        first, second = pair
        players = self.pairings[pairing].players
        score = self.pairings[pairing].score.with_pair((first.outcome, -second.outcome))
        ratio = None
        decision = None
        if self.test is not None:
            ratio = self.test.ratio(score.pairs)
            decision = self.test.decision(score.pairs)
        costs = list(self.costs)
        for bout in pair:
            for player, cost in zip(bout.players, bout.costs, strict=True):
                costs[player] += cost
        # An interrupt hardly ever comes between these lines.
        self.costs = costs
        self._bouts[pairing] += pair
        self.pairings[pairing] = Pairing(players, score, ratio, decision)

    def total(self, entrant: int) -> Score:
        """Return the score of an entrant against all others."""
        others = (other for other in range(len(self.contest.entrants)) if other != entrant)
        return sum((self.against(entrant, other) for other in others), Score())

    def against(self, entrant: int, other: int) -> Score:
        """Return the score of an entrant against another."""
        index = self.contest.couples.index((min(entrant, other), max(entrant, other)))
        score = self.pairings[index].score
        return score if entrant < other else score.reversed()


# A contest played by several processes.

#: Called with the number of games played and the total.
GamesPlayed = Callable[[int, int], object]
#: A pair of games to play: the numbers of its pairing and of the pair.
Task = tuple[int, int]
#: Seconds of play in this process before others are started, which takes about as long.
ALONE_S = 2.0
#: The message when the system ended a process, perhaps for lack of memory.
PROCESS_ENDED = "a process that played for this match was ended; play it with --jobs 1"


def play_contest(
    contest: Contest,
    test: Sprt | None = None,
    *,
    jobs: int | None = None,
    progress: GamesPlayed | None = None,
) -> Standings:
    """Return the standings after a contest; after an interrupt, as by Ctrl-C, those so far; see
    ``match``.

    The same games count whatever the number of processes. An interrupt before the end of the first
    pair of games is raised again.
    """
    standings = Standings(contest, test)
    played = 0
    tasks = _tasks(standings)

    def take(task: Task, pair: tuple[Bout, Bout]) -> None:
        nonlocal played
        standings.take(*task, pair)
        played += len(pair)
        if progress is not None:
            progress(played, contest.games * len(contest.couples))

    jobs = jobs or processors()
    began = time.monotonic()
    arena = Arena(contest)
    try:
        for task in tasks:
            pairing, number = task
            take(task, arena.play_pair(contest.couples[pairing], number))
            if jobs > 1 and time.monotonic() - began > ALONE_S:
                break
        _share_out(standings, tasks, jobs, take)
    except KeyboardInterrupt:
        if not standings.bouts:
            raise
    return standings


def _tasks(standings: Standings) -> Iterator[Task]:
    """Yield the pairs of games to play; none of a pairing that is decided by then."""
    contest = standings.contest
    for pairing in range(len(contest.couples)):
        for number in range(contest.games // 2):
            if standings.wanted(pairing):
                yield pairing, number


def _share_out(
    standings: Standings,
    tasks: Iterator[Task],
    jobs: int,
    take: Callable[[Task, tuple[Bout, Bout]], None],
) -> None:
    """Let processes play tasks, one for each until it is done; ``take`` gets the games of each."""
    # Spawning is the same on every system, and safe with threads.
    context = multiprocessing.get_context("spawn")
    processes = []
    workers: dict[Connection, Task] = {}
    try:
        for task in tasks:
            if len(workers) < jobs:
                worker, theirs = context.Pipe()
                process = context.Process(
                    target=_work, args=(theirs, standings.contest), daemon=True
                )
                process.start()
                processes.append(process)
                theirs.close()
            else:
                worker = _collect(workers, take)
            try:
                worker.send(task)
            except OSError:
                raise KitgenError(PROCESS_ENDED) from None
            workers[worker] = task
        while workers and not standings.complete:  # no need to wait for games after a decision
            _collect(workers, take)
    finally:
        for process in processes:
            process.terminate()
            process.join()


def _collect(
    workers: dict[Connection, Task], take: Callable[[Task, tuple[Bout, Bout]], None]
) -> Connection:
    """Wait for a process to finish its task, take its games, and return the process."""
    ready = wait(list(workers))
    worker = next(worker for worker in workers if worker in ready)
    task = workers.pop(worker)
    try:
        pair = worker.recv()
    except (EOFError, OSError):
        raise KitgenError(PROCESS_ENDED) from None
    if isinstance(pair, str):
        raise KitgenError(pair)
    take(task, pair)
    return worker


def _work(parent: Connection, contest: Contest) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all processes; the parent decides
    arena = Arena(contest)
    while True:
        try:
            pairing, number = parent.recv()
        except EOFError:
            return
        try:
            parent.send(arena.play_pair(contest.couples[pairing], number))
        except KitgenError as error:
            parent.send(str(error))


#: The game where neither an option nor a machine names one.
USUAL_GAME = "awari:6x4"


@dataclass(frozen=True, slots=True, repr=False)
class Matched(Result):
    """A match with its standings and games."""

    game: Game
    standings: Standings

    row_labels: ClassVar = ("player", "against")
    bar_columns: ClassVar = ("wins", "draws", "losses")

    @property
    def names(self) -> list[str]:
        """The players, as the user wrote them."""
        return [entrant.text for entrant in self.standings.contest.entrants]

    @check_arguments
    def record(self) -> str:
        """Return all games as ``kitgen search`` reads them, one per line, with the players after
        a ``;``.
        """
        lines = []
        for bout in self.standings.bouts:
            players = " - ".join(self.names[player] for player in bout.players)
            ending = ""
            if bout.resigned is not None:
                ending = f", {self.game.sides[bout.resigned].name} resigned"
            moves = write_record(self.game, self.game.start(), bout.moves)
            lines.append(
                f"{moves} ; {players} {RESULT_SIGNS[bout.outcome]}, {bout.opening} moves by "
                f"chance{ending}\n"
            )
        return "".join(lines)

    def summary(self) -> str:
        """Return the match in one line."""
        first = self.standings.pairings[0]
        score = first.score
        players = " against ".join(self.names[player] for player in first.players)
        others = len(self.standings.pairings) - 1
        more = f", and {others} pairings more" if others else ""
        return f"{self.game.called}: {players}, {score.points:g} of {score.games} points{more}"

    def table(self) -> list[dict[str, Any]]:
        """Return a row for each pairing."""
        return [
            {
                "player": self.names[pairing.players[0]],
                "against": self.names[pairing.players[1]],
                **_score(pairing.score),
            }
            for pairing in self.standings.pairings
        ]

    def report(self) -> dict[str, Any]:
        """Return plain data, as ``kitgen match --json`` writes it."""
        standings = self.standings
        contest = standings.contest
        test = standings.test
        return {
            "game": self.game.spec,
            "games": contest.games,
            "opening": contest.opening,
            "seed": contest.seed,
            "complete": standings.complete,
            "players": [self._player_report(number) for number in range(len(self.names))],
            "pairings": [self._pairing_report(pairing) for pairing in standings.pairings],
            "sprt": None if test is None else asdict(test) | {"bounds": list(test.bounds)},
        }

    def _player_report(self, number: int) -> dict[str, Any]:
        cost = self.standings.costs[number]
        return {
            "player": self.names[number],
            **_score(self.standings.total(number)),
            "moves": cost.moves,
            "seconds_per_move": cost.seconds_per_move,
            "nodes_per_move": cost.nodes_per_move,
        }

    def _pairing_report(self, pairing: Pairing) -> dict[str, Any]:
        player, against = pairing.players
        return {
            "player": self.names[player],
            "against": self.names[against],
            **_score(pairing.score),
            "pairs": list(pairing.score.pairs),
            "log_ratio": pairing.ratio,
            "decision": pairing.decision,
        }


def _score(score: Score) -> dict[str, Any]:
    return {
        "played": score.games,
        "wins": score.wins,
        "draws": score.draws,
        "losses": score.losses,
        "points": score.points,
        "score": score.share if score.games else None,
        "error": score.error,
    }


def match(
    *players: OpponentGiven,
    game: KitGiven | None = None,
    games: int = 100,
    opening: int | None = None,
    seed: int = 1,
    sprt: Sprt | None = None,
    jobs: int | None = None,
    templates: Templates | None = None,
    progress: GamesPlayed | None = None,
) -> Matched:
    """Let players play each other, every opening twice with sides swapped, and return the
    standings.

    Args:
        players: two or more: plans to look ahead such as ``negascout:8``, opponents such as
            ``random``, machines such as ``machine:menace``, or functions as for ``simulate``. With
            more than two each plays every other.
        game: a game written ``NAME[:SIZE][,option=value…]``, an edition, a kit, or a game as an
            object; that of the first machine when None, and without one ``awari:6x4``.
        games: games of each pairing, an even number.
        opening: random moves before the players take over; as ``usual_opening`` for the game when
            None.
        sprt: decides when enough games have been played; None to play all.
        jobs: how many processes play; one for each processor when None. They import the calling
            script, which must therefore do its own work under ``if __name__ == "__main__":``, or
            pass 1. With a function, or a game class of yours, it is always 1.
        templates: where editions are read from; those that come with kitgen when None.
        progress: called with the number of games played and the total.

    Raises:
        KitgenError: a player is unknown, or cannot play the game.

    >>> result = match("perfect", "random", game="hexapawn", games=10, opening=0)
    >>> result.standings.pairings[0].score.games
    10
    """
    templates = templates or Templates()
    texts = [player for player in players if isinstance(player, str)]
    if "machine" in texts or "machine:" in texts:
        raise UsageError("player 'machine' needs a kit, such as 'machine:menace'")
    kits = {}
    for text in texts:
        if text.startswith("machine:"):
            kits[text] = load_kit(text.removeprefix("machine:"), templates=templates)
    if game is None:
        game = next((kit.game_spec for kit in kits.values()), USUAL_GAME)
    given = game_of(game, templates)
    remade = _remade(given)
    game = remade or given
    entrants = tuple(_entrant(player, game, kits) for player in players)
    if len(texts) < len(players) or remade is None:
        jobs = 1  # another process may not have the function or the game
    contest = Contest(
        game_spec=game.spec,
        entrants=entrants,
        games=games,
        opening=usual_opening(game) if opening is None else opening,
        seed=seed,
        own_game=given if remade is None else None,
    )
    return Matched(game, play_contest(contest, sprt, jobs=jobs, progress=progress))


def _remade(game: Game) -> Game | None:
    """Return the game as every process makes it from its spec; None if it is a class of the
    caller's own.
    """
    try:
        remade = make_game(game.spec)
    except UsageError:
        return None
    return remade if type(remade) is type(game) else None


def _entrant(player: OpponentGiven, game: Game, kits: Mapping[str, Kit]) -> Entrant:
    if isinstance(player, str):
        return Entrant(player, _player(player, game, kits.get(player)))
    own = OwnOpponent(player)
    return Entrant(own.text, own)


def usual_opening(game: Game) -> int:
    """Return how many random moves begin a game: an eighth of a random game, so that the players
    decide it.

    >>> usual_opening(make_game("hexapawn")), usual_opening(make_game("awari"))
    (0, 4)
    """
    rng = SplitMix(0)
    plies = 0
    for _ in range(SAMPLE_GAMES):
        table = start_table(game)
        while table.ended() is None and len(table.moves) < LONG_GAME_PLIES:
            moves = game.legal_moves(table.position)
            table.play(moves[rng.below(len(moves))])
        plies += len(table.moves)
    return min(MAX_USUAL_OPENING_PLIES, plies // (SAMPLE_GAMES * PLIES_FOR_AN_OPENING_MOVE))


def _player(text: str, game: Game, kit: Kit | None) -> Plan | Policy | tuple[Kit, Kit]:
    """Return who plays for a text: a plan, an opponent, or a machine's kits for both sides."""
    if kit is not None:
        if kit.game_spec != game.spec:
            raise UsageError(f"player {quoted(text)} plays {kit.game.called}, not {game.called}")
        side = kit.players[0]
        check_match(Match(kit, parse_policy("random"), side))
        twin = twin_kit(kit, side)
        return (kit, twin) if side == 0 else (twin, kit)
    if looks_ahead(text):
        return parse_plan(text)
    policy = parse_policy(text)
    check_policy(policy, game)
    return policy
