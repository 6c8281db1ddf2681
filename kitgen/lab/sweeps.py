"""Sweeps: many experiments from one plan, each a task that any process can do, once or again.

A task holds everything it needs as plain bytes and numbers, kit and rule included, so a worker on another computer
needs no files. The same task always has the same key and the same result.
"""

import hashlib
from functools import lru_cache
from math import prod
from pathlib import Path
from typing import Annotated

import msgspec

from kitgen.errors import UsageError, quoted
from kitgen.games import make_game
from kitgen.kit.kit import Kit
from kitgen.kit.kit_json import read_kit, with_hash, write_kit
from kitgen.lab.experiment import Experiment
from kitgen.lab.runs import run
from kitgen.machine.match import Match, Policy, parse_policy
from kitgen.templates import read_toml
from kitgen.theory.oracle import Oracle

#: Windows of a learning curve that is kept for each experiment.
WINDOWS = 50
#: The most experiments of one plan.
MOST = 100_000
#: Changed when results would differ, so that old ones are not reused.
VERSION = 1

Positive = Annotated[int, msgspec.Meta(ge=1)]
#: Beads of a slot at the start, as many as a stock may have; and seeds as a task can hold them.
Beads = Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]
Seed = Annotated[int, msgspec.Meta(ge=-(2**63), le=2**63 - 1)]


class Sweep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The schema of a sweep's file: every combination of the lists is tried.

    Attributes:
        kits: editions, games or paths.
        rules: learning rules; empty for the kits' own.
        opponents: as for ``kitgen simulate --against``.
        beads: starting beads by turn, instead of those of the rule; empty for the rule's own.
    """

    kits: tuple[str, ...]
    rules: tuple[str, ...] = ()
    opponents: tuple[str, ...] = ("random",)
    beads: tuple[Annotated[tuple[Beads, ...], msgspec.Meta(min_length=1)], ...] = ()
    seeds: tuple[Seed, ...] = (1,)
    games: Positive = 200
    machines: Positive = 100


class Task(msgspec.Struct, frozen=True):
    """One experiment, ready to be sent anywhere.

    Attributes:
        kit: a ``kit.json``, with the rule and the beads to use.
        opponent: an opponent without boxes, or nothing when ``other`` is one.
        other: the ``kit.json`` of a second machine, or nothing.
        seed, games, machines: as in an experiment.
    """

    kit: bytes
    opponent: str
    other: bytes
    side: int
    seed: int
    games: int
    machines: int
    version: int = VERSION

    @property
    def key(self) -> str:
        """What tells this task from all others: 32 hexadecimal digits."""
        return hashlib.sha256(msgspec.msgpack.encode(self)).hexdigest()[:32]


class Row(msgspec.Struct, frozen=True):
    """What came of one experiment.

    Attributes:
        kit, side, rule, opponent, beads, seed, machines, games: what was tried.
        wins, draws, losses: games of all machines together.
        win_share, win_error: the share of won games and its standard error over machines.
        lost, lost_error: lost games of a machine, mean and standard error.
        last_loss: the mean number of a machine's last lost game.
        curve: the share of won games in each of at most 50 windows.
    """

    key: str
    kit: str
    side: str
    rule: str
    opponent: str
    beads: str
    seed: int
    machines: int
    games: int
    wins: int
    draws: int
    losses: int
    win_share: float
    win_error: float | None
    lost: float
    lost_error: float | None
    last_loss: float
    curve: tuple[float, ...]


def read_plan(path: Path) -> Sweep:
    """Return the plan in a file."""
    plan = read_toml(path, Sweep)
    for name in ("kits", "opponents", "seeds"):
        if not getattr(plan, name):
            raise UsageError(f"{quoted(path)}: key {quoted(name)} is an empty list; name at least one")
    count = prod(len(getattr(plan, name)) or 1 for name in ("kits", "rules", "opponents", "beads", "seeds"))
    if count > MOST:
        raise UsageError(f"{quoted(path)} asks for {count:,} experiments; ask for at most {MOST:,}")
    return plan


def make_task(experiment: Experiment) -> Task:
    """Return an experiment as a task."""
    other = experiment.opponent
    return Task(
        kit=write_kit(with_hash(experiment.kit)),
        opponent=other.text if isinstance(other, Policy) else "",
        other=write_kit(with_hash(other)) if isinstance(other, Kit) else b"",
        side=experiment.side,
        seed=experiment.seed,
        games=experiment.games,
        machines=experiment.machines,
    )


@lru_cache(maxsize=8)
def _oracle(game: str) -> Oracle:
    # Shared by all tasks of a process.
    return Oracle(make_game(game))


def do_task(task: Task) -> Row:
    """Do a task and return its result, the same wherever and however often it is done."""
    kit = read_kit(task.kit, "the kit of a task", trust=True)
    other = read_kit(task.other, "the second kit of a task", trust=True) if task.other else parse_policy(task.opponent)
    experiment = Experiment(Match(kit, other, task.side), task.games, task.machines, task.seed)
    tally = run(experiment, _oracle(kit.game_spec), threads=1)
    share, error = tally.share(0)
    lost, lost_error = tally.lost
    beads = dict(sorted({box.turn: box.slots[0].beads for box in kit.boxes}.items()))
    return Row(
        key=task.key,
        kit=kit.name,
        side=kit.game.sides[task.side].name,
        rule=kit.choices.rule,
        opponent=experiment.opponent_text,
        beads="-".join(map(str, beads.values())),
        seed=task.seed,
        machines=task.machines,
        games=task.games,
        wins=sum(tally.wins),
        draws=sum(tally.draws),
        losses=sum(tally.losses),
        win_share=share,
        win_error=error,
        lost=lost,
        lost_error=lost_error,
        last_loss=tally.last_loss[0],
        curve=tuple(window[2] for window in tally.windows(WINDOWS)),
    )
