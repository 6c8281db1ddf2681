"""Sweeps: every combination of kits, rules, opponents, beads and seeds, done one by one and kept."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from kitgen.door.trials import machine, opponent, with_beads
from kitgen.errors import OutputError
from kitgen.experiment.experiment import Experiment, check_experiment
from kitgen.experiment.reports.tables import read_rows, write_rows
from kitgen.experiment.sweep import Row, Sweep, Task, choices, make_task, read_plan
from kitgen.experiment.workers import results
from kitgen.extras import need
from kitgen.kit.rule import read_rule
from kitgen.machine.learning import with_rule
from kitgen.machine.match import Match
from kitgen.templates import Templates

if TYPE_CHECKING:
    from kitgen.kit.kit import Kit

#: The file with all results in a sweep's folder, and the folder in it with one file for each experiment.
RESULTS, PARTS = "results.parquet", "parts"


@dataclass(frozen=True, slots=True)
class Swept:
    """What came of a sweep.

    Attributes:
        rows: what came of each experiment, in the plan's order.
        kept: how many of them an earlier run had done.
        file: where all of them are.
    """

    rows: tuple[Row, ...]
    kept: int
    file: Path


def plan_sweep(
    path: Path, *, scheduler: str | None = None, templates: Templates | None = None
) -> tuple[Sweep, dict[str, Task]]:
    """Return the plan in a file and its tasks by their keys, once everything that the work needs is at hand.

    Args:
        path: a TOML file; see ``kitgen.experiment.sweep.Sweep``.
        scheduler: the address of the cluster's scheduler that is to do them; this computer when None.
        templates: where editions and rules are read from; those that come with kitgen when None.

    Raises:
        KitgenError: something is not installed, or the plan cannot be read or makes no sense.
    """
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
    """Do all tasks that have not been done before; each result is kept as soon as there is one.

    Args:
        tasks: what is to be done, by key.
        folder: where results are kept, and looked for first.
        scheduler: the address of a cluster's scheduler; this computer when None.
        progress: is told how many more experiments are done.

    Raises:
        KitgenError: the folder cannot be written, or the cluster cannot do the work; what is done stays.
    """
    tell = progress or (lambda _more: None)
    parts = folder / PARTS
    try:
        parts.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"folder {parts} cannot be made: {error.strerror}") from None
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
    """Return all tasks of a plan by their keys; what cannot be run is refused before anything is.

    Args:
        plan: what is to be tried, as ``kitgen.experiment.sweep.read_plan`` reads it.
        templates: where editions and rules are read from; those that come with kitgen when None.

    Raises:
        KitgenError: a kit, a rule or an opponent is unknown, or they do not fit each other.

    >>> plan = Sweep(("her",), rules=("gardner", "michie"), seeds=(1, 2, 3), games=5, machines=2)
    >>> len(tasks_of(plan))
    6
    """
    templates = templates or Templates()
    made: dict[str, tuple[Kit, int]] = {}
    tasks = {}
    for choice in choices(plan):
        if choice.kit not in made:
            made[choice.kit] = machine(choice.kit, templates=templates)
        kit, side = made[choice.kit]
        if choice.rule is not None:
            kit = with_rule(kit, read_rule(choice.rule, templates), choice.rule)
        if choice.beads is not None:
            kit = with_beads(kit, choice.beads)
        other = opponent(choice.opponent, kit, side, templates=templates)
        experiment = Experiment(Match(kit, other, side), plan.games, plan.machines, choice.seed)
        check_experiment(experiment)
        task = make_task(experiment)
        tasks[task.key] = task
    return tasks
