"""Automatic learning: many games at once, each noted as if somebody had looked on; very many on the compiled kernel."""

from collections.abc import Callable, Sequence

from kitgen.errors import UsageError
from kitgen.experiment.experiment import Experiment
from kitgen.experiment.run import KERNEL, MANY, run
from kitgen.extras import installed
from kitgen.kit.kit import Kit
from kitgen.machine.match import Match
from kitgen.machine.paper_machine import play_game
from kitgen.machine.policies import Policy, parse_policy
from kitgen.play.learners.kinds import Learner
from kitgen.play.learners.side_machine import SideMachine
from kitgen.play.sitting import HUMAN, MACHINE, Sitting
from kitgen.session.beads import with_counts

#: How many games are noted in one transaction, and the most that may be asked for at once.
CHUNK, MOST = 100, 10_000_000


def check_training(sitting: Sitting, games: int) -> None:
    """Refuse training that cannot be.

    Raises:
        UsageError: there is no machine that learns, or the number makes no sense.
    """
    if not 1 <= games <= MOST:
        raise UsageError(f"{games:,} games cannot be played at once; ask for 1 to {MOST:,}")
    if not any(machine.learns for side, machine in enumerate(sitting.machines) if machine and _plays(sitting, side)):
        raise UsageError("no machine that learns plays here; let one play, or switch its learning on")


def by_kernel(sitting: Sitting, games: int) -> bool:
    """Return whether so many games go to the compiled kernel, which plays alike but notes no single game."""
    machines = list(sitting.known_machines())
    boxes = all(isinstance(one, SideMachine) and not one.rule.when_empty.refills for one in machines)
    script = any(player.startswith("script") for player in sitting.players)
    all_learn = all(m.learns for side, m in enumerate(sitting.machines) if m and _plays(sitting, side))
    return games >= MANY and installed(*KERNEL) and boxes and not script and all_learn


def train(
    sitting: Sitting,
    games: int,
    progress: Callable[[int], object] | None = None,
    stop: Callable[[], bool] = lambda: False,
) -> int:
    """Play many games; where somebody sits at the keyboard, that side's machine plays for them.

    What the bar counts is on the disk: games are noted a hundred at a time.

    Args:
        sitting: the table; the game at hand is left.
        games: how many, fewer than the kernel takes.
        progress: is told the number of games played since it was last told.
        stop: is asked now and then whether to leave off.

    Returns:
        How many games were played.

    Raises:
        KitgenError: it makes no sense, or a game cannot be noted.
    """
    check_training(sitting, games)
    sitting.new_game()
    players = [sitting.player(side, _who(sitting, side)) for side in (0, 1)]
    for machine in sitting.known_machines():
        machine.opponent = _who(sitting, 1 - machine.side)
    played = 0
    while played < games and not stop():
        chunk = min(CHUNK, games - played)
        for _ in range(chunk):
            played_game = play_game(sitting.game, players, sitting.rng)
            sitting.outcomes.append(played_game.outcome)
            if played_game.resigned is not None:
                winner = players[1 - played_game.resigned]
                if isinstance(winner, Learner) and winner.learns:
                    winner.conceded()
        for machine in sitting.known_machines():
            machine.note()
        played += chunk
        if progress is not None:
            progress(chunk)
    sitting.new_game()
    return played


def train_by_kernel(
    sitting: Sitting, games: int, progress: Callable[[int], object] | None = None
) -> list[Sequence[Sequence[int]] | None]:
    """Play very many games on the compiled kernel, and return the beads that each side's machine is left with.

    The kernel plays as the paper machine does, but tells of no single game: nothing can be noted. Whoever asks begins
    new journals from these beads.

    Args:
        sitting: the table; it stays as it is but for the counted games.
        games: how many.
        progress: is told the number of games played since it was last told.
    """
    check_training(sitting, games)
    seed = sitting.rng.below(1 << 31)
    who = [_who(sitting, side) for side in (0, 1)]
    kits = [_kit_now(machine) if who[side] == MACHINE else None for side, machine in enumerate(sitting.machines)]
    left: list[Sequence[Sequence[int]] | None] = [None, None]
    counted = False
    for side, kit in enumerate(kits):
        if kit is None:
            continue
        # With two machines the same seed plays the same games; each time one of them is looked at.
        opponent: Policy | Kit = kits[1 - side] or parse_policy(who[1 - side])
        tally = run(Experiment(Match(kit, opponent, side), games, 1, seed), kit.oracle, engine="kernel")
        left[side] = tally.beads
        if not counted:
            wins, losses = (tally.wins, tally.losses) if side == 0 else (tally.losses, tally.wins)
            sitting.outcomes += [won - lost for won, lost in zip(wins, losses, strict=True)]
            counted = True
            if progress is not None:
                progress(games)
    return left


def _who(sitting: Sitting, side: int) -> str:
    """Return who plays a side in training."""
    if sitting.players[side] != HUMAN:
        return sitting.players[side]
    if sitting.machines[side] is None:
        raise UsageError("somebody has to play both sides; choose an opponent")
    return MACHINE


def _plays(sitting: Sitting, side: int) -> bool:
    """Return whether a side's machine plays in training."""
    return sitting.players[side] in (HUMAN, MACHINE)


def _kit_now(machine: Learner | None) -> Kit | None:
    """Return a machine's kit with the beads that are left."""
    return with_counts(machine.kit, machine.beads) if isinstance(machine, SideMachine) else None
