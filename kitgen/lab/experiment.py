"""Experiments: many machines, each learning through many games; and running them on paper machines, one by one."""

from collections.abc import Callable
from dataclasses import dataclass

from kitgen.errors import UsageError
from kitgen.kit.kit import Kit
from kitgen.lab.tally import Running, Tally
from kitgen.machine.match import Match, Policy, check_match, seats
from kitgen.machine.paper_machine import PaperMachine, Rules, SplitMix, play_game
from kitgen.theory.oracle import Oracle

#: How many machines are kept game by game, to be shown as single curves.
TRACKS = 5
#: The most machines times games that one experiment may have: more cannot be waited for.
MOST = 10**12


@dataclass(frozen=True, slots=True)
class Experiment:
    """A match and how often it is played.

    Attributes:
        machines: how many machines, each new at first and with its own luck.
    """

    match: Match
    games: int
    machines: int
    seed: int

    @property
    def kit(self) -> Kit:
        """The machine."""
        return self.match.kit

    @property
    def side(self) -> int:
        """The side that the machine plays."""
        return self.match.side

    @property
    def opponent(self) -> Policy | Kit:
        """The opponent."""
        return self.match.opponent

    @property
    def opponent_text(self) -> str:
        """The opponent as a short text."""
        return self.match.opponent_text


def check_experiment(experiment: Experiment) -> None:
    """Refuse an experiment that makes no sense, before anything is played."""
    for what, figure in (("games", experiment.games), ("machines", experiment.machines)):
        if figure < 1:
            raise UsageError(f"{figure} {what} cannot be played; ask for 1 or more")
    if experiment.games * experiment.machines > MOST:
        raise UsageError(f"{experiment.games:,} games of {experiment.machines:,} machines would take too long")
    check_match(experiment.match)


def new_tally(experiment: Experiment) -> Tally:
    """Return a tally before the first game."""
    blank = [0] * experiment.games
    boxes = experiment.kit.boxes
    return Tally(
        experiment.games,
        0,
        blank,
        blank.copy(),
        blank.copy(),
        beads=[[0] * len(box.slots) for box in boxes],
        emptied=[0] * len(boxes),
    )


def run_on_paper(
    experiment: Experiment, oracle: Oracle | None = None, progress: Callable[[int], object] | None = None
) -> Tally:
    """Run an experiment with plain Python machines, one after the other.

    ``oracle`` is the kit's own when None; ``progress`` gets the number of games played since its last call.
    """
    game = experiment.kit.game
    oracle = oracle or experiment.kit.oracle
    check_experiment(experiment)
    sit = seats(experiment.match, oracle)
    rules = Rules(game)
    tally = new_tally(experiment)
    counts = (tally.draws, tally.wins, tally.losses)
    for number in range(experiment.machines):
        machine, players = sit()
        rng = SplitMix(experiment.seed, number)
        track = []
        for index in range(experiment.games):
            outcome = play_game(game, players, rng, rules).outcome
            if experiment.side == 1:
                outcome = -outcome
            counts[outcome][index] += 1
            track.append(outcome)
        _enter(tally, track, machine.beads if isinstance(machine, PaperMachine) else [])
        if progress is not None:
            progress(experiment.games)
    return tally


def _enter(tally: Tally, track: list[int], beads: list[list[int]]) -> None:
    lost = [index + 1 for index, outcome in enumerate(track) if outcome == -1]
    of = Running.of
    tally.count((of(track.count(1)), of(track.count(0)), of(len(lost)), of(lost[-1] if lost else 0)))
    for number, box in enumerate(beads):
        tally.emptied[number] += not any(box)
        for slot, count in enumerate(box):
            tally.beads[number][slot] += count
    if len(tally.tracks) < TRACKS:
        tally.tracks.append(track)
