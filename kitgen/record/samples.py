"""Games of new machines, for sheets that show one or must have room for them: the same games for the same kit."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kitgen.kit.kit import Kit
from kitgen.machine.learning import Pick, Update
from kitgen.machine.match import Match, seats
from kitgen.machine.paper_machine import PaperMachine, Player, Rules, Shelf, play_game
from kitgen.machine.policies import parse_policy
from kitgen.machine.rng import SplitMix
from kitgen.model import Move

#: How many machines play, and where their luck comes from.
MACHINES, SEED = 60, 1961


@dataclass(frozen=True, slots=True)
class SampleGame:
    """A game that a simulated machine has played.

    Attributes:
        side: the side that the machine played.
        picks: the beads that it picked, in order.
        moves: all moves of both sides.
        outcome: 1 when the machine won, 0 for a draw, -1 when it lost.
        resigned: True when it gave up at an empty box.
        updates: what was done to its beads.
    """

    side: int
    picks: tuple[Pick, ...]
    moves: tuple[Move, ...]
    outcome: int
    resigned: bool
    updates: tuple[Update, ...]


class _Watched(PaperMachine):
    """A machine that keeps the beads of its last game in mind."""

    def __init__(self, shelf: Shelf) -> None:
        super().__init__(shelf)
        self.last_picks: tuple[Pick, ...] = ()
        self.last_updates: tuple[Update, ...] = ()

    def finish(self, outcome: int) -> list[Update]:
        """Learn, and keep what was picked and done."""
        self.last_picks = tuple(self.picked)
        updates = super().finish(outcome)
        self.last_updates = tuple(updates)
        return updates


def sample_games(kit: Kit, games: int, machines: int = MACHINES, opponent: str = "random") -> Iterator[SampleGame]:
    """Yield the first games of some new machines, machine after machine; none where the rule keeps no beads.

    A machine that may play either side starts every other game.

    Args:
        kit: the machine.
        games: how many each plays.
        machines: how many machines.
        opponent: who sits opposite, as ``parse_policy`` reads it; one who can do without the solved game.
    """
    if kit.rule.learns != "beads":
        return
    sides, shelf, rules = kit.players, Shelf(kit), Rules(kit.game)
    sit = seats(Match(kit, parse_policy(opponent), sides[0]), kit.oracle)
    for number in range(machines):
        _, players = sit()
        other, machine = players[1 - sides[0]], _Watched(shelf)
        rng = SplitMix(SEED, number)
        for index in range(games):
            side = sides[index % len(sides)]
            seated: Sequence[Player] = (machine, other) if side == 0 else (other, machine)
            played = play_game(kit.game, seated, rng, rules)
            outcome = played.outcome if side == 0 else -played.outcome
            yield SampleGame(
                side, machine.last_picks, played.moves, outcome, played.resigned is not None, machine.last_updates
            )


def usual_length(kit: Kit, games: int, share: float = 0.95) -> int:
    """Return how many beads the machine picks at most in most of its games.

    Args:
        kit: the machine.
        games: how many games each of the simulated machines plays.
        share: how many of all games are not longer.

    >>> from kitgen.kit.build import make_kit
    >>> usual_length(make_kit("her"), 50)
    3
    """
    longest = max(box.turn for box in kit.boxes)
    if not any(box.later for box in kit.boxes):
        return longest  # no game has more turns
    opponent = "random" if kit.choices.opponent == "any" else "winning-move"
    lengths = sorted(len(game.picks) for game in sample_games(kit, games, opponent=opponent))
    return lengths[math.ceil(share * len(lengths)) - 1] if lengths else longest
