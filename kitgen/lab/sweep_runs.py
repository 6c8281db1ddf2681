"""Sweeps: all combinations of kits, rules, opponents, beads and seeds, run one by one and saved."""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kitgen.errors import KitgenError, first_line, on_disk
from kitgen.extras import need
from kitgen.kit.rule import read_rule
from kitgen.lab.experiment import Experiment, check_experiment
from kitgen.lab.result_tables import read_rows, write_rows
from kitgen.lab.sweeps import Row, Sweep, Task, do_task, make_task, read_plan
from kitgen.lab.trials import machine, opponent, with_beads
from kitgen.machine.learning import with_rule
from kitgen.machine.match import Match
from kitgen.templates import Templates

if TYPE_CHECKING:
    from kitgen.kit.kit import Kit

#: Retries of a task when its worker is lost.
RETRIES = 5
#: Seconds that a scheduler has to answer in.
PATIENCE = 10


def results(tasks: Sequence[Task], scheduler: str | None) -> Iterator[Row]:
    """Yield the result of each task, as it is done.

    ``scheduler`` is the address of a cluster's scheduler, as ``tcp://HOST:PORT``; None for this computer only.
    """
    if not tasks:
        return
    if scheduler is None:
        yield from _here(tasks)
        return
    with _client(scheduler) as (distributed, client):
        futures = [client.submit(do_task, task, key=task.key, retries=RETRIES) for task in tasks]
        for future in distributed.as_completed(futures):
            try:
                row: Row = future.result()
            except KitgenError:
                raise
            except Exception as error:  # noqa: BLE001 - whatever went wrong on a worker comes back here
                raise KitgenError(
                    f"the cluster could not do a task ({first_line(error)}); finished tasks are saved, "
                    "and the same command continues from there"
                ) from None
            yield row


def _here(tasks: Sequence[Task]) -> Iterator[Row]:
    dask: Any = import_module("dask")  # it takes a while to load
    cores = os.cpu_count() or 1
    work = dask.delayed(do_task, pure=True)
    for begin in range(0, len(tasks), cores):
        some = [work(task, dask_key_name=task.key) for task in tasks[begin : begin + cores]]
        yield from dask.compute(*some, scheduler="threads", num_workers=cores)


@contextmanager
def _client(address: str) -> Iterator[tuple[Any, Any]]:
    distributed: Any = import_module("distributed")  # most sweeps need none
    try:
        client = distributed.Client(address, timeout=PATIENCE)
    except (OSError, TimeoutError, ValueError, TypeError) as error:
        raise KitgenError(f"no Dask scheduler answers at {address} ({first_line(error)}); is it running?") from None
    try:
        yield distributed, client
    finally:
        client.close()


#: The file with all results in a sweep's folder, and the folder in it with one file for each experiment.
RESULTS, PARTS = "results.parquet", "parts"


@dataclass(frozen=True, slots=True)
class Swept:
    """The results of a sweep: rows in the plan's order, how many an earlier run had done, and the file with all."""

    rows: tuple[Row, ...]
    kept: int
    file: Path


def plan_sweep(
    path: Path, *, scheduler: str | None = None, templates: Templates | None = None
) -> tuple[Sweep, dict[str, Task]]:
    """Return the plan in a TOML file and its tasks by key, once everything that the work needs is installed."""
    need("kitgen sweep", "dask", "pyarrow")
    if scheduler is not None:
        need("--scheduler", "distributed")
    plan = read_plan(path)
    return plan, tasks_of(plan, templates=templates)


def sweep(
    tasks: dict[str, Task],
    folder: Path,
    *,
    scheduler: str | None = None,
    progress: Callable[[int], object] | None = None,
) -> Swept:
    """Do all tasks that have not been done before; each result is saved to the folder at once.

    ``scheduler`` is the address of a cluster's scheduler, None for this computer; ``progress`` gets the number of
    experiments done since its last call.
    """
    tell = progress or (lambda _more: None)
    parts = folder / PARTS
    with on_disk(parts, "made"):
        parts.mkdir(parents=True, exist_ok=True)
    done = {key: rows[0] for key in tasks if (rows := read_rows(parts / f"{key}.parquet", Row))}
    kept = len(done)
    tell(kept)
    for row in results([task for key, task in tasks.items() if key not in done], scheduler):
        if row.key not in done:
            write_rows(parts / f"{row.key}.parquet", [row])
            done[row.key] = row
            tell(1)
    every = tuple(done[key] for key in tasks)
    write_rows(folder / RESULTS, every)
    return Swept(every, kept, folder / RESULTS)


def tasks_of(plan: Sweep, *, templates: Templates | None = None) -> dict[str, Task]:
    """Return all tasks of a plan by key; tasks that cannot run are refused before any starts.

    >>> plan = Sweep(("her",), rules=("gardner", "michie"), seeds=(1, 2, 3), games=5, machines=2)
    >>> len(tasks_of(plan))
    6
    """
    templates = templates or Templates()
    made: dict[str, tuple[Kit, int]] = {}
    tasks = {}
    combinations = product(plan.kits, plan.rules or (None,), plan.opponents, plan.beads or (None,), plan.seeds)
    for name, rule, against, beads, seed in combinations:
        if name not in made:
            made[name] = machine(name, templates=templates)
        kit, side = made[name]
        if rule is not None:
            kit = with_rule(kit, read_rule(rule, templates), rule)
        if beads is not None:
            kit = with_beads(kit, beads)
        other = opponent(against, kit, side, templates=templates)
        experiment = Experiment(Match(kit, other, side), plan.games, plan.machines, seed)
        check_experiment(experiment)
        task = make_task(experiment)
        tasks[task.key] = task
    return tasks
