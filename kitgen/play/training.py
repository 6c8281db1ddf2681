"""Automatic learning: many games at once, each recorded; very many on the compiled kernel."""

from collections.abc import Iterator, Sequence

from kitgen.errors import KitgenError, UsageError
from kitgen.extras import installed
from kitgen.lab.experiment import Experiment
from kitgen.lab.runs import KERNEL, MANY, run
from kitgen.machine.learning import with_counts
from kitgen.machine.match import Match, parse_policy
from kitgen.machine.paper_machine import play_game
from kitgen.play.learners import Learner, SideMachine
from kitgen.play.sitting import HUMAN, MACHINE, Sitting

#: How many games are recorded in one transaction, and the most that can be played at once.
CHUNK, MOST = 100, 10_000_000


def check_training(sitting: Sitting, games: int) -> None:
    """Refuse a bad number of games, or a table where no machine learns."""
    if not 1 <= games <= MOST:
        raise UsageError(f"{games:,} games cannot be played at once; ask for 1 to {MOST:,}")
    if not any(machine.learns for machine in _playing(sitting)):
        raise UsageError("no machine that learns plays here; let one play, or switch its learning on")


def by_kernel(sitting: Sitting, games: int) -> bool:
    """Return whether so many games go to the compiled kernel, which plays alike but records no single game."""
    return (
        games >= MANY
        and installed(*KERNEL)
        and all(isinstance(m, SideMachine) and not m.rule.when_empty.refills for m in sitting.known_machines())
        and not any(player.startswith("script") for player in sitting.players)
        and all(machine.learns for machine in _playing(sitting))
    )


def train(sitting: Sitting, games: int) -> Iterator[int]:
    """Play many games, fewer than the kernel takes; yield how many were played whenever some are saved.

    The current game is left. A person's machine plays for them.
    """
    check_training(sitting, games)
    sitting.new_game()
    players = [sitting.player(side, _player_of(sitting, side)) for side in (0, 1)]
    for machine in sitting.known_machines():
        machine.opponent = _player_of(sitting, 1 - machine.side)
    for first in range(0, games, CHUNK):
        chunk = min(CHUNK, games - first)
        for _ in range(chunk):
            played_game = play_game(sitting.game, players, sitting.rng)
            sitting.outcomes.append(played_game.outcome)
            if played_game.resigned is not None:
                winner = players[1 - played_game.resigned]
                if isinstance(winner, Learner) and winner.learns:
                    winner.conceded()
        try:
            for machine in sitting.known_machines():
                machine.note()
        except KitgenError:
            sitting.unsaved += chunk
            raise
        yield first + chunk


def train_by_kernel(sitting: Sitting, games: int) -> list[Sequence[Sequence[int]] | None]:
    """Play very many games on the compiled kernel, and return each side's trained beads; None for no machine.

    The kernel plays as the paper machine does, but records no single game: the caller begins new journals from these
    beads. Only the sitting's score changes.
    """
    check_training(sitting, games)
    seed = sitting.rng.below(1 << 31)
    seated = [_player_of(sitting, side) for side in (0, 1)]
    kits = [
        with_counts(machine.kit, machine.beads) if isinstance(machine, SideMachine) and player == MACHINE else None
        for machine, player in zip(sitting.machines, seated, strict=True)
    ]
    trained: list[Sequence[Sequence[int]] | None] = [None, None]
    counted = False
    for side, kit in enumerate(kits):
        if kit is None:
            continue
        # With two machines the same seed plays the same games, once to get each machine's beads.
        opponent = kits[1 - side] or parse_policy(seated[1 - side])
        tally = run(Experiment(Match(kit, opponent, side), games, 1, seed), kit.oracle, engine="kernel")
        trained[side] = tally.beads
        if not counted:
            wins, losses = (tally.wins, tally.losses) if side == 0 else (tally.losses, tally.wins)
            sitting.outcomes += [won - lost for won, lost in zip(wins, losses, strict=True)]
            counted = True
    return trained


def _player_of(sitting: Sitting, side: int) -> str:
    if sitting.players[side] != HUMAN:
        return sitting.players[side]
    if sitting.machines[side] is None:
        raise UsageError("somebody has to play both sides; choose an opponent")
    return MACHINE


def _playing(sitting: Sitting) -> list[Learner]:
    """Return the machines that play in training."""
    return [
        machine
        for machine, player in zip(sitting.machines, sitting.players, strict=True)
        if machine is not None and player in (HUMAN, MACHINE)
    ]
