"""A contest: who plays whom, from which openings, and one pair of its games."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations

from kitgen.errors import UsageError
from kitgen.games import make_game
from kitgen.kit.kit import Kit
from kitgen.machine.match import Adviser, Policy, PolicyPlayer
from kitgen.machine.paper_machine import PaperMachine, Player, Shelf, SplitMix, Table, start_table
from kitgen.model import Game, Move, Position, Rng
from kitgen.search.analysis import line_of
from kitgen.search.plan import Plan
from kitgen.search.player import SearchPlayer
from kitgen.search.scout import plan_database
from kitgen.theory.oracle import Oracle


class LookingPlayer(Player):
    """A player that looks ahead; it knows all positions of the game since its ``start``, so that repetitions count."""

    def __init__(self, searcher: SearchPlayer, start: Callable[[], Position]) -> None:
        self.searcher = searcher
        self._start = start

    def move(self, table: Table, rng: Rng) -> Move:
        """Return the move that looking ahead finds."""
        return self.searcher.choose(line_of(table.game, self._start(), table.moves), rng)


#: Seats a player at a side, new for each game: then no game depends on those before it.
Usher = Callable[[int], Player]


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player for either side: by a plan, by a policy, or the machines of both sides, which learn nothing here.

    ``text`` is how a user wrote it.
    """

    text: str
    player: Plan | Policy | tuple[Kit, Kit]

    def usher(self, game: Game, oracle: Oracle) -> Usher:
        """Return a function that seats this entrant; loading and compiling code does not count as thinking time."""
        player = self.player
        if isinstance(player, Plan):
            plan, database = player, plan_database(game, player)
            first: list[Position] = [game.start()]
            SearchPlayer(game, replace(plan, depth=1, seconds=None), database).choose(first, SplitMix(0))
            return lambda _side: LookingPlayer(SearchPlayer(game, plan, database), game.start)
        if isinstance(player, Policy):
            policy, adviser = player, Adviser(oracle)
            return lambda _side: PolicyPlayer(policy, adviser)
        shelves = [Shelf(kit) for kit in player]
        return lambda side: PaperMachine(shelves[side])


#: The most games of a pairing, and the most plies of an opening, that can be asked for.
MOST_GAMES, MOST_OPENING = 1_000_000, 100
#: Seeds for each pair of games: that of its opening, and that of either game.
SEEDS = 3


@dataclass(frozen=True, slots=True)
class Cost:
    """Moves, seconds and visited positions of a player in a game; ``nodes`` is None for players without a search."""

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
        return None if self.nodes is None or not self.moves else self.nodes / self.moves

    def __add__(self, other: "Cost") -> "Cost":
        """Return both together."""
        nodes = None if self.nodes is None and other.nodes is None else (self.nodes or 0) + (other.nodes or 0)
        return Cost(self.moves + other.moves, self.seconds + other.seconds, nodes)


@dataclass(frozen=True, slots=True)
class Bout:
    """One game of a contest.

    Attributes:
        players: the number of the entrant on each side, the side that begins first.
        moves: all moves, those of the opening first.
        opening: how many moves the opening has.
        outcome: 1 when the side that began won, 0 for a draw, -1 when it lost.
        resigned: the side that gave up, or None.
    """

    players: tuple[int, int]
    moves: tuple[Move, ...]
    opening: int
    outcome: int
    resigned: int | None
    costs: tuple[Cost, Cost]


@dataclass(frozen=True, slots=True)
class Contest:
    """Who plays whom, and how often.

    Attributes:
        entrants: two or more players; each plays every other.
        opening: random moves before the players take over.
    """

    game_spec: str
    entrants: tuple[Entrant, ...]
    games: int = 100
    opening: int = 4
    seed: int = 1

    def __post_init__(self) -> None:
        if len(self.entrants) < 2:
            raise UsageError("a match needs two players or more, such as 'negascout:6 random'")
        if not 2 <= self.games <= MOST_GAMES or self.games % 2:
            raise UsageError(
                f"--games {self.games}: both play both sides of every opening; ask for an even number from 2 to "
                f"{MOST_GAMES:,}"
            )
        if not 0 <= self.opening <= MOST_OPENING:
            raise UsageError(f"--opening {self.opening} is not a number of moves from 0 to {MOST_OPENING}")

    @property
    def couples(self) -> list[tuple[int, int]]:
        """All pairs of entrants, by number."""
        return list(combinations(range(len(self.entrants)), 2))

    @property
    def pairs(self) -> int:
        """Pairs of games in each pairing."""
        return self.games // 2


class Arena:
    """Plays pairs of games, each from its own opening; every process has one.

    The result of a pair depends only on the seed and its number, unless a player plays by the clock.
    """

    def __init__(self, contest: Contest) -> None:
        self.contest = contest
        self.game: Game = make_game(contest.game_spec)

    @cached_property
    def _ushers(self) -> list[Usher]:
        oracle = Oracle(self.game)
        return [entrant.usher(self.game, oracle) for entrant in self.contest.entrants]

    def play_pair(self, couple: tuple[int, int], number: int) -> tuple[Bout, Bout]:
        """Return the two games of a pair: in the second the players swap sides.

        All pairings have the same openings; ``number`` counts pairs from 0.
        """
        opening = list(self.opening(SplitMix(self.contest.seed, SEEDS * number)))
        swapped = (couple[1], couple[0])
        first, second = (
            self._play(players, opening, SplitMix(self.contest.seed, SEEDS * number + 1 + game))
            for game, players in enumerate((couple, swapped))
        )
        return first, second

    def opening(self, rng: Rng) -> Iterator[Move]:
        """Yield random moves, none of which ends the game."""
        table = start_table(self.game)
        for _ in range(self.contest.opening):
            moves = [move for move in self.game.legal_moves(table.position) if table.after(move).ended() is None]
            if not moves:
                return
            move = moves[rng.below(len(moves))]
            table.play(move)
            yield move

    def _play(self, players: tuple[int, int], opening: list[Move], rng: Rng) -> Bout:
        table = start_table(self.game)
        for move in opening:
            table.play(move)
        seats = [self._ushers[player](side) for side, player in enumerate(players)]
        counts, seconds, resigned = [0, 0], [0.0, 0.0], None
        while (outcome := table.ended()) is None:
            side = table.position.to_move
            began = time.perf_counter()
            chosen = seats[side].move(table, rng)
            seconds[side] += time.perf_counter() - began
            counts[side] += 1
            if chosen is None:
                resigned = side
                outcome = 0 if seats[side].gives_up_in_draw() else (-1, 1)[side]
                break
            table.play(chosen)
        costs = (Cost(counts[0], seconds[0], _nodes(seats[0])), Cost(counts[1], seconds[1], _nodes(seats[1])))
        return Bout(players, tuple(table.moves), len(opening), outcome, resigned, costs)


def _nodes(player: Player) -> int | None:
    return player.searcher.nodes if isinstance(player, LookingPlayer) else None
