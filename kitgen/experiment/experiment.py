"""Experiments: many machines, each learning through many games, and what came of it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import sqrt

from kitgen.errors import UsageError
from kitgen.kit.kit import Kit
from kitgen.kit.rule import check_rule
from kitgen.machine.game_graph import list_plays
from kitgen.machine.paper_machine import PaperMachine, Shelf, play_game
from kitgen.machine.policies import Opponent, Policy, Theory, check_policy
from kitgen.machine.position_learner import PositionLearner
from kitgen.machine.rng import Draws

#: How many machines are kept game by game, to be shown as single curves.
TRACKS = 5

#: The most machines times games that one experiment may have: more cannot be waited for.
MOST = 10**12


@dataclass(frozen=True)
class Experiment:
    """What is to be tried.

    Attributes:
        kit: the machine.
        opponent: a player without boxes, or a second machine that learns at the same time.
        games: games that each machine plays.
        machines: machines, each new at first and with luck of its own.
        seed: where all luck comes from.
        side: the side that the machine plays.
    """

    kit: Kit
    opponent: Policy | Kit
    games: int
    machines: int
    seed: int
    side: int

    @property
    def opponent_text(self) -> str:
        """The opponent, in a word or two."""
        return self.opponent.text if isinstance(self.opponent, Policy) else f"machine:{self.opponent.name}"


@dataclass
class Tally:
    """What came of an experiment.

    Attributes:
        games, machines: as in the experiment.
        wins, draws, losses: for each game of a machine's life, how many machines won, drew or lost it.
        by_machine: for each machine its wins, draws and losses, and the number of its last lost game (0 for none).
        beads: for each box and slot of the kit the beads that lie there at the end, all machines together.
        emptied: for each box, how many machines have emptied it.
        tracks: the outcomes of the first few machines, game by game: 1, 0 or -1.
    """

    games: int
    machines: int
    wins: list[int]
    draws: list[int]
    losses: list[int]
    by_machine: list[tuple[int, int, int, int]] = field(default_factory=list)
    beads: list[list[int]] = field(default_factory=list)
    emptied: list[int] = field(default_factory=list)
    tracks: list[list[int]] = field(default_factory=list)

    def share(self, place: int) -> tuple[float, float | None]:
        """Return the share of games with an outcome, and its standard error over machines (None for one machine).

        Args:
            place: 0 for wins, 1 for draws, 2 for losses.
        """
        mean, error = mean_and_error([machine[place] for machine in self.by_machine])
        return mean / self.games, None if error is None else error / self.games

    @property
    def lost(self) -> tuple[float, float | None]:
        """The mean number of lost games of a machine, and its standard error."""
        return mean_and_error([machine[2] for machine in self.by_machine])

    @property
    def last_loss(self) -> tuple[float, float | None]:
        """The mean number of a machine's last lost game, and its standard error."""
        return mean_and_error([machine[3] for machine in self.by_machine])

    def windows(self, most: int) -> Iterator[tuple[int, int, float, float, float]]:
        """Yield the learning curve in at most so many windows of games.

        Yields:
            The first and last game of each window, and the shares of wins, draws and losses in it.
        """
        count = min(most, self.games)
        for number in range(count):
            first, last = number * self.games // count, (number + 1) * self.games // count
            total = (last - first) * self.machines
            shares = (sum(games[first:last]) / total for games in (self.wins, self.draws, self.losses))
            yield (first + 1, last, *shares)  # type: ignore[misc] # three shares


def mean_and_error(figures: list[int]) -> tuple[float, float | None]:
    """Return the mean of some figures and its standard error, None where there is but one figure.

    >>> mean_and_error([1, 3])
    (2.0, 1.0)
    """
    count = len(figures)
    mean = sum(figures) / count
    if count < 2:
        return mean, None
    return mean, sqrt(sum((figure - mean) ** 2 for figure in figures) / (count - 1) / count)


def check_experiment(experiment: Experiment, theory: Theory) -> None:
    """Refuse an experiment that makes no sense, before anything is played.

    Raises:
        UsageError: there is nothing to play, the opponent cannot play the game, or the rule does not suit it.
    """
    for what, figure in (("games", experiment.games), ("machines", experiment.machines)):
        if figure < 1:
            raise UsageError(f"{figure} {what} cannot be played; ask for 1 or more")
    if experiment.games * experiment.machines > MOST:
        raise UsageError(f"{experiment.games:,} games of {experiment.machines:,} machines are too many to wait for")
    if isinstance(experiment.opponent, Kit):
        other = experiment.opponent
        if other.game_spec != experiment.kit.game_spec:
            raise UsageError(f"opponent {other.name!r} plays {other.game_spec}, not {experiment.kit.game_spec}")
        if 1 - experiment.side not in other.players:
            raise UsageError(
                f"opponent {other.name!r} plays {other.choices.side}, as the machine does; choose the other side's kit"
            )
    else:
        check_policy(experiment.opponent, experiment.kit.game)
        _check_script(experiment, experiment.opponent)
        if experiment.opponent.knows_beads and experiment.kit.rule.learns != "beads":
            raise UsageError(
                f"opponent {experiment.opponent.text!r} needs beads to know, "
                f"and rule {experiment.kit.choices.rule!r} has none"
            )
    for kit in (experiment.kit, experiment.opponent):
        if isinstance(kit, Kit) and kit.rule.needs_draws:
            check_rule(kit.choices.rule, kit.rule, kit.game_spec, draws=draws_possible(theory))


def _check_script(experiment: Experiment, policy: Policy) -> None:
    """Refuse a script with a move that its side could never make."""
    if not policy.script:
        return
    game = experiment.kit.game
    shelf = Shelf(experiment.kit) if experiment.kit.rule.learns == "beads" else None
    plays = list_plays(game, [shelf if side == experiment.side else None for side in (0, 1)])
    turns = [place for place, position in enumerate(plays.positions) if position.to_move != experiment.side]
    possible = {(way.move, plays.positions[place]) for place in turns for way in plays.ways[place]}
    for text in policy.script:
        if not any(
            (game.parse_move(plays.positions[place], text), plays.positions[place]) in possible for place in turns
        ):
            raise UsageError(f"opponent {policy.text!r}: its side can never make the move {text!r} in {game.spec}")


def draws_possible(theory: Theory) -> bool:
    """Return whether a game can end in a draw.

    Games of points are taken to have draws, and so are games that a repetition can end.
    """
    game = theory.game
    if game.scoring or game.repetition is not None:
        return True
    return any(node.result == 0 for node in theory.solution.graph.nodes)


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
    experiment: Experiment, theory: Theory | None = None, progress: Callable[[int], object] | None = None
) -> Tally:
    """Run an experiment with plain Python machines, one after the other.

    Args:
        experiment: what is to be tried.
        theory: what opponents know of the game; found out when None.
        progress: is told the number of games played since it was last told.
    """
    game = experiment.kit.game
    theory = theory or Theory(game)
    check_experiment(experiment, theory)
    shelf, seat = Shelf(experiment.kit), _opposite(experiment.opponent, theory)
    tally = new_tally(experiment)
    counts = (tally.draws, tally.wins, tally.losses)
    for number in range(experiment.machines):
        machine = new_machine(shelf)
        opponent = seat(machine)
        players = [machine, opponent] if experiment.side == 0 else [opponent, machine]
        stream = Draws(experiment.seed, number)
        track = []
        for place in range(experiment.games):
            outcome = play_game(game, players, stream).outcome
            if experiment.side == 1:
                outcome = -outcome
            counts[outcome][place] += 1
            track.append(outcome)
        add_machine(tally, track, machine.beads if isinstance(machine, PaperMachine) else [])
        if progress is not None:
            progress(experiment.games)
    return tally


def _opposite(
    opponent: Policy | Kit, theory: Theory
) -> Callable[[PaperMachine | PositionLearner], PaperMachine | PositionLearner | Opponent]:
    """Return what seats the opponent of a machine."""
    if isinstance(opponent, Kit):
        shelf = Shelf(opponent)
        return lambda _: new_machine(shelf)
    return lambda machine: Opponent(opponent, theory, machine if isinstance(machine, PaperMachine) else None)


def new_machine(shelf: Shelf) -> PaperMachine | PositionLearner:
    """Return a new machine of the kind that its kit's rule asks for."""
    if shelf.kit.rule.learns == "positions":
        return PositionLearner(shelf.kit.game, shelf.kit.rule)
    return PaperMachine(shelf)


def add_machine(tally: Tally, track: list[int], beads: list[list[int]]) -> None:
    """Enter one machine's games and the beads that it has left, its games by place aside."""
    lost = [place + 1 for place, outcome in enumerate(track) if outcome == -1]
    tally.by_machine.append((track.count(1), track.count(0), len(lost), lost[-1] if lost else 0))
    tally.machines += 1
    for number, box in enumerate(beads):
        tally.emptied[number] += not any(box)
        for slot, count in enumerate(box):
            tally.beads[number][slot] += count
    if len(tally.tracks) < TRACKS:
        tally.tracks.append(track)
