"""Sweeps: many experiments from one plan, each a task that any process can do, once or again.

A task holds everything it needs as plain bytes and numbers, kit and rule included, so a worker on
another computer needs no files. The same task always has the same key and the same result.
"""

import hashlib
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from itertools import product
from math import prod
from pathlib import Path
from typing import Annotated, Any, ClassVar

import msgspec

from kitgen.errors import KitgenError, UsageError, first_line, many, on_disk, quoted
from kitgen.games import make_game
from kitgen.installing.extras import need
from kitgen.kit.kit import Kit
from kitgen.kit.kit_json import read_kit, with_hash, write_kit
from kitgen.kit.rule import read_rule
from kitgen.lab.experiment import check_experiment, machine, named_opponent, run, with_beads
from kitgen.lab.result_tables import read_rows, write_rows
from kitgen.lab.tally import Experiment
from kitgen.machine.learning import with_rule
from kitgen.machine.match import Match, Policy, parse_policy
from kitgen.model import Result
from kitgen.reading.schema import to_schema
from kitgen.reading.templates import Templates, read_toml
from kitgen.theory.oracle import Oracle

#: Windows of a learning curve that is kept for each experiment.
WINDOWS = 50
#: The most experiments of one plan.
MAX_EXPERIMENTS = 100_000
#: Changed when results would differ, so that old ones are not reused.
VERSION = 1

Positive = Annotated[int, msgspec.Meta(ge=1)]
Names = Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]
#: Beads of a slot at the start, up to the largest stock.
Beads = Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]
#: A seed that fits into a task.
Seed = Annotated[int, msgspec.Meta(ge=-(2**63), le=2**63 - 1)]


class Sweep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The schema of a sweep's file: every combination of the lists is tried.

    Attributes:
        kits: editions, games or paths.
        rules: learning rules; empty for the kits' own.
        opponents: as for ``kitgen simulate --opponent``.
        beads: starting beads by turn, instead of those of the rule; empty for the rule's own.
    """

    kits: Names
    rules: tuple[str, ...] = ()
    opponents: Names = ("random",)
    beads: tuple[Annotated[tuple[Beads, ...], msgspec.Meta(min_length=1)], ...] = ()
    seeds: Annotated[tuple[Seed, ...], msgspec.Meta(min_length=1)] = (1,)
    games: Positive = 200
    machines: Positive = 100


class Task(msgspec.Struct, frozen=True):
    """One experiment, ready to be sent anywhere.

    Attributes:
        kit: a ``kit.json``, with the rule and the beads to use.
        opponent: an opponent without boxes, or nothing when ``other`` is one.
        other: the ``kit.json`` of a second machine, or nothing.
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
        """The key of this task and of no other: 32 hexadecimal digits."""
        return hashlib.sha256(msgspec.msgpack.encode(self)).hexdigest()[:32]


class Row(msgspec.Struct, frozen=True):
    """What was tried, and the result.

    Attributes:
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
    return _of_bearable_size(read_toml(path, Sweep), quoted(path))


def _of_bearable_size(plan: Sweep, name: str) -> Sweep:
    choices = (plan.kits, plan.rules, plan.opponents, plan.beads, plan.seeds)
    count = prod(len(some) or 1 for some in choices)  # an empty list stands for the usual
    if count > MAX_EXPERIMENTS:
        raise UsageError(
            f"{name} asks for {count:,} experiments; ask for at most {MAX_EXPERIMENTS:,}"
        )
    return plan


def make_task(experiment: Experiment) -> Task:
    """Return an experiment as a task."""
    other = experiment.match.opponent
    return Task(
        kit=write_kit(with_hash(experiment.match.kit)),
        opponent=other.text if isinstance(other, Policy) else "",
        other=write_kit(with_hash(other)) if isinstance(other, Kit) else b"",
        side=experiment.match.side,
        seed=experiment.seed,
        games=experiment.games,
        machines=experiment.machines,
    )


@lru_cache(maxsize=8)
def _oracle(game: str) -> Oracle:
    # Shared by all tasks of a process.
    return Oracle(make_game(game))


def do_task(task: Task) -> Row:
    """Return the result of a task, always the same wherever it is done."""
    kit = read_kit(task.kit, "the kit of a task", trust=True)
    other: Kit | Policy
    if task.other:
        other = read_kit(task.other, "the second kit of a task", trust=True)
    else:
        other = parse_policy(task.opponent)
    experiment = Experiment(Match(kit, other, task.side), task.games, task.machines, task.seed)
    tally = run(experiment, _oracle(kit.game_spec), threads=1)
    share, error = tally.share(0)
    lost, lost_error = tally.lost
    beads_by_turn = {box.turn: box.slots[0].beads for box in kit.boxes}
    beads = [beads_by_turn[turn] for turn in sorted(beads_by_turn)]
    return Row(
        key=task.key,
        kit=kit.name,
        side=kit.game.sides[task.side].name,
        rule=kit.choices.rule,
        opponent=experiment.match.opponent_text,
        beads="-".join(map(str, beads)),
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


#: Retries of a task when its worker is lost.
RETRIES = 5
#: Seconds that a scheduler has to answer in.
SCHEDULER_TIMEOUT_S = 10


def results(tasks: Sequence[Task], scheduler: str | None) -> Iterator[Row]:
    """Yield the result of each task, as it is done.

    ``scheduler`` is the address of a cluster's scheduler, as ``tcp://HOST:PORT``; None for this
    computer.
    """
    if not tasks:
        return
    if scheduler is None:
        yield from _results_here(tasks)
    else:
        yield from _results_of_cluster(tasks, scheduler)


def _results_here(tasks: Sequence[Task]) -> Iterator[Row]:
    dask: Any = import_module("dask")  # it takes a while to load
    cores = os.cpu_count() or 1
    work = dask.delayed(do_task, pure=True)
    for begin in range(0, len(tasks), cores):
        batch = [work(task, dask_key_name=task.key) for task in tasks[begin : begin + cores]]
        yield from dask.compute(*batch, scheduler="threads", num_workers=cores)


def _results_of_cluster(tasks: Sequence[Task], scheduler: str) -> Iterator[Row]:
    """Yield the rows of tasks that a cluster of Dask does, as they come."""
    distributed: Any = import_module("distributed")  # most sweeps need none
    try:
        client = distributed.Client(scheduler, timeout=SCHEDULER_TIMEOUT_S)
    except (OSError, TimeoutError, ValueError, TypeError) as error:
        reason = first_line(error)
        raise KitgenError(
            f"no Dask scheduler answers at {quoted(scheduler)} ({reason}); is it running?"
        ) from None
    with client:
        futures = [client.submit(do_task, task, key=task.key, retries=RETRIES) for task in tasks]
        for future in distributed.as_completed(futures):
            try:
                row: Row = future.result()
            except KitgenError:
                raise
            except Exception as error:  # noqa: BLE001 - whatever went wrong on a worker comes back here
                raise KitgenError(
                    f"the cluster could not do a task ({first_line(error)}); finished "
                    "tasks are saved, and the same command continues from there"
                ) from None
            yield row


#: The file with all results in a sweep's folder.
RESULTS_FILE = "results.parquet"
#: The folder in it with one file for each experiment.
PARTS_FOLDER = "parts"


def plan_sweep(
    path: Path, *, scheduler: str | None = None, templates: Templates | None = None
) -> tuple[Sweep, dict[str, Task]]:
    """Return the plan in a TOML file and its tasks by key; refuse it if a library is missing."""
    need("kitgen sweep", "dask", "pyarrow")
    if scheduler is not None:
        need("--scheduler", "distributed")
    plan = read_plan(path)
    return plan, tasks_of(plan, templates=templates)


def do_tasks(
    tasks: dict[str, Task],
    folder: Path,
    *,
    scheduler: str | None = None,
    progress: Callable[[int], object] | None = None,
) -> tuple[tuple[Row, ...], int]:
    """Do the tasks that have not been done before.

    Return all results in order, and how many were there before. Each result is saved to the folder
    at once. ``scheduler`` is as for ``results``; ``progress`` gets the number of experiments done
    since its last call.
    """
    report_progress = progress or (lambda _done: None)
    parts = folder / PARTS_FOLDER
    with on_disk(parts, "made"):
        parts.mkdir(parents=True, exist_ok=True)
    done = {}
    for key in tasks:
        rows = read_rows(parts / f"{key}.parquet", Row)
        if rows:
            done[key] = rows[0]
    done_before = len(done)
    report_progress(done_before)
    to_do = [task for key, task in tasks.items() if key not in done]
    for row in results(to_do, scheduler):
        write_rows(parts / f"{row.key}.parquet", [row])
        done[row.key] = row
        report_progress(1)
    in_order = tuple(done[key] for key in tasks)
    write_rows(folder / RESULTS_FILE, in_order)
    return in_order, done_before


@dataclass(frozen=True, repr=False)
class Swept(Result):
    """The results of a sweep, a row for each experiment, and how many had been done before."""

    rows: tuple[Row, ...]
    done_before: int

    row_labels: ClassVar = ("kit", "rule", "opponent", "beads", "seed")
    bar_columns: ClassVar = ("lost", "last_loss")

    def summary(self) -> str:
        """Return the result in one line."""
        return f"{many(len(self.rows), 'experiment')}, {self.done_before} from an earlier run"

    def table(self) -> list[dict[str, Any]]:
        """Return a row for each experiment."""
        return [msgspec.structs.asdict(row) for row in self.rows]


def sweep(
    plan: Mapping[str, object] | str | Path,
    folder: str | Path,
    *,
    scheduler: str | None = None,
    templates: Templates | None = None,
    progress: Callable[[int], object] | None = None,
) -> Swept:
    """Run every combination of kits, rules, opponents, beads and seeds of a plan.

    A stopped run is continued.

    Args:
        plan: a file of ``kitgen sweep``, or the same as data, with ``kits`` and any of ``rules``,
            ``opponents``, ``beads``, ``seeds``, ``games`` and ``machines``.
        folder: where each finished experiment is saved at once, and all together in
            ``results.parquet``.
        scheduler: a Dask cluster's scheduler; this computer when None.
        templates: where editions and rules are read from; kitgen's own when None.
        progress: called with the number of experiments done since its last call.

    Raises:
        UsageError: the plan is wrong, or a name in it unknown.
        MissingExtraError: Dask or pyarrow is not installed.
        OutputError: the folder cannot be written.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     sweep({"kits": ["her"], "seeds": [1, 2], "games": 5, "machines": 2}, folder)
    <2 experiments, 0 from an earlier run>
    """
    need("sweep()", "dask", "pyarrow")
    if isinstance(plan, Mapping):
        whole = to_schema(dict(plan), Sweep, "the plan", UsageError)
        tasks = tasks_of(_of_bearable_size(whole, "the plan"), templates=templates)
    else:
        _, tasks = plan_sweep(Path(plan), scheduler=scheduler, templates=templates)
    rows, before = do_tasks(tasks, Path(folder), scheduler=scheduler, progress=progress)
    return Swept(rows, before)


def tasks_of(plan: Sweep, *, templates: Templates | None = None) -> dict[str, Task]:
    """Return all tasks of a plan by key; tasks that cannot run are refused before any starts.

    >>> plan = Sweep(("her",), rules=("gardner", "michie"), seeds=(1, 2, 3), games=5, machines=2)
    >>> len(tasks_of(plan))
    6
    """
    templates = templates or Templates()
    kits = {name: machine(name, templates=templates) for name in plan.kits}
    tasks = {}
    combinations = product(
        plan.kits, plan.rules or (None,), plan.opponents, plan.beads or (None,), plan.seeds
    )
    for name, rule, opponent_name, beads, seed in combinations:
        kit, side = kits[name]
        if rule is not None:
            kit = with_rule(kit, read_rule(rule, templates), rule)
        if beads is not None:
            kit = with_beads(kit, beads)
        opponent = named_opponent(opponent_name, kit, side, None, templates)
        experiment = Experiment(Match(kit, opponent, side), plan.games, plan.machines, seed)
        check_experiment(experiment)
        task = make_task(experiment)
        tasks[task.key] = task
    return tasks
