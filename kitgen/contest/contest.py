"""A contest: who plays whom, from which openings, and one pair of its games."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from kitgen.contest.entrant import Entrant, LookingPlayer, Usher
from kitgen.errors import UsageError
from kitgen.games import make_game
from kitgen.machine.paper_machine import Player, Table
from kitgen.machine.rng import Rng, SplitMix
from kitgen.model import Game, Move
from kitgen.theory.oracle import Oracle

#: The most games of a pairing, and the most plies of an opening, that can be asked for.
MOST_GAMES, MOST_OPENING = 1_000_000, 100
#: Seeds for each pair of games: that of its opening, and that of either game.
SEEDS = 3


@dataclass(frozen=True, slots=True)
class Cost:
    """What a player's moves in a game have taken.

    Attributes:
        moves: how many moves it made.
        seconds: how long they took.
        nodes: how many positions it visited; None for one who does not look ahead.
    """

    moves: int = 0
    seconds: float = 0.0
    nodes: int | None = None

    @property
    def seconds_per_move(self) -> float | None:
        """How long a move took; None where none was made."""
        return self.seconds / self.moves if self.moves else None

    @property
    def nodes_per_move(self) -> float | None:
        """How many positions were visited for a move; None where that is not known."""
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
        opening: how many moves were made for the players.
        outcome: 1 when the side that began won, 0 for a draw, -1 when it lost.
        resigned: the side that gave up, or None.
        costs: of each side.
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
        game_spec: the game.
        entrants: two players, or more: then everybody plays everybody.
        games: games of each pairing.
        opening: how many moves are made by chance before the players take over.
        seed: where all luck comes from.
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
        """Everybody against everybody, by number."""
        return list(combinations(range(len(self.entrants)), 2))

    @property
    def pairs(self) -> int:
        """How many pairs of games each pairing plays."""
        return self.games // 2


class Arena:
    """Where pairs of games are played, each from an opening of its own: one such place in every process.

    What a pair comes to depends on the seed and its number alone, unless somebody plays by the clock.

    Attributes:
        contest: the contest.
        game: its game.
    """

    def __init__(self, contest: Contest) -> None:
        self.contest = contest
        self.game: Game = make_game(contest.game_spec)

    @cached_property
    def _ushers(self) -> list[Usher]:
        oracle = Oracle(self.game)
        return [entrant.usher(self.game, oracle) for entrant in self.contest.entrants]

    def play_pair(self, couple: tuple[int, int], number: int) -> tuple[Bout, Bout]:
        """Return the two games of a pair: in the second the players have swapped sides.

        Args:
            couple: the two entrants, by number.
            number: which pair it is, from 0; all pairings have the same openings.
        """
        opening = list(self.opening(SplitMix(self.contest.seed, SEEDS * number)))
        swapped = (couple[1], couple[0])
        first, second = (
            self._play(players, opening, SplitMix(self.contest.seed, SEEDS * number + 1 + game))
            for game, players in enumerate((couple, swapped))
        )
        return first, second

    def opening(self, rng: Rng) -> Iterator[Move]:
        """Yield moves made by chance, none of which ends the game."""
        table = self._set()
        for _ in range(self.contest.opening):
            moves = [move for move in self.game.legal_moves(table.position) if not self._ends(table, move)]
            if not moves:
                return
            move = moves[rng.below(len(moves))]
            table.play(move)
            yield move

    def _ends(self, table: Table, move: Move) -> bool:
        """Return whether a move ends the game at once."""
        after = Table(self.game, table.position, table.lead, [], table.met.copy())
        after.play(move)
        return after.ended() is not None

    def _set(self) -> Table:
        """Return a table with a new game."""
        table = Table(self.game, self.game.start())
        if self.game.repetition is not None:
            table.met[table.position] += 1
        return table

    def _play(self, players: tuple[int, int], opening: list[Move], rng: Rng) -> Bout:
        """Return one game."""
        table = self._set()
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
    """Return how many positions a player has visited; None for one who does not look ahead."""
    return player.searcher.nodes if isinstance(player, LookingPlayer) else None
