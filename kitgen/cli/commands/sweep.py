"""``kitgen sweep``: every combination of kits, rules, opponents, beads and seeds, on this computer or a cluster."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

import click
import msgspec

from kitgen.cli.shared.progress import progress_bar
from kitgen.cli.shared.show import show_json, show_table
from kitgen.door.sweeps import tasks_of
from kitgen.errors import KitgenError, OutputError
from kitgen.experiment.reports.tables import read_rows, write_rows
from kitgen.experiment.sweep import Row, Task, do_task, read_plan
from kitgen.extras import need

#: How often a task is tried again when its worker is lost.
RETRIES = 5

#: Seconds that a scheduler has to answer in.
PATIENCE = 10


@click.command(epilog="Example: kitgen sweep rules.toml -o output/rules")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="DIR",
              help="Where results go [default: output/NAME of the file].")  # fmt: skip
@click.option("--scheduler", metavar="tcp://HOST:PORT", help="A Dask cluster's scheduler; this computer when left out.")
@click.option("--json", "as_json", is_flag=True, help="Write the results as JSON.")
def command(file: Path, output: Path | None, scheduler: str | None, *, as_json: bool) -> None:
    """Run every experiment that FILE asks for; go on where an earlier run was stopped.

    FILE is TOML: kits, rules, opponents, beads and seeds are lists, games and machines are numbers. Each finished
    experiment is kept at once in DIR/parts; all of them together are in DIR/results.parquet.
    """
    need("kitgen sweep", "dask", "pyarrow")
    if scheduler is not None:
        need("--scheduler", "distributed")
    plan = read_plan(file)
    tasks = tasks_of(plan)
    folder = output or Path("output") / file.stem
    parts = folder / "parts"
    try:
        parts.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"folder {parts} cannot be made: {error.strerror}") from None
    done = {key: rows[0] for key in tasks if (rows := read_rows(parts / f"{key}.parquet", Row))}
    left = [task for key, task in tasks.items() if key not in done]
    with progress_bar("experiments", len(tasks)) as advance:
        advance(len(done))
        for row in _results(left, scheduler):
            if row.key not in done:
                write_rows(parts / f"{row.key}.parquet", [row])
                done[row.key] = row
                advance(1)
    results = [done[key] for key in tasks]
    write_rows(folder / "results.parquet", results)
    if as_json:
        show_json([msgspec.to_builtins(row) for row in results])
        return
    columns = ["kit", "rule", "opponent", "beads", "seed"]
    show_table(
        [*columns, "wins", "losses of a machine"],
        [
            (*(str(getattr(row, name)) for name in columns), _figure(100 * row.win_share, row.win_error, 100, " %"),
             _figure(row.lost, row.lost_error, 1, ""))
            for row in results
        ],
        right=["seed", "wins", "losses of a machine"],
    )  # fmt: skip
    click.echo(
        f"\n{len(results)} experiments ({len(results) - len(left)} from an earlier run), {plan.machines:,} machines of "
        f"{plan.games:,} games each\nresults: {folder / 'results.parquet'}"
    )


def _figure(figure: float, error: float | None, scale: float, unit: str) -> str:
    """Return a figure with its standard error."""
    return f"{figure:.2f}{unit}" + ("" if error is None else f" ± {scale * error:.2f}{unit}")


def _results(tasks: Sequence[Task], scheduler: str | None) -> Iterator[Row]:
    """Yield what came of each task, as it is done."""
    if not tasks:
        return
    if scheduler is None:
        yield from _here(tasks)
        return
    with _client(scheduler) as (distributed, client):
        futures = [client.submit(do_task, task, key=task.key, retries=RETRIES) for task in tasks]
        for future in distributed.as_completed(futures):
            yield _result(future)


def _here(tasks: Sequence[Task]) -> Iterator[Row]:
    """Do tasks on this computer, a few at a time, so that each result is kept before the next few begin."""
    dask: Any = import_module("dask")  # it takes a while to load
    cores = os.cpu_count() or 1
    work = dask.delayed(do_task, pure=True)
    for begin in range(0, len(tasks), cores):
        some = [work(task, dask_key_name=task.key) for task in tasks[begin : begin + cores]]
        yield from dask.compute(*some, scheduler="threads", num_workers=cores)


@contextmanager
def _client(address: str) -> Iterator[tuple[Any, Any]]:
    """Connect to a scheduler, and give the library with the connection.

    Raises:
        KitgenError: no scheduler answers.
    """
    distributed: Any = import_module("distributed")  # most sweeps need none
    try:
        client = distributed.Client(address, timeout=PATIENCE)
    except (OSError, TimeoutError, ValueError, TypeError) as error:
        raise KitgenError(f"no Dask scheduler answers at {address} ({_first_line(error)}); is it running?") from None
    try:
        yield distributed, client
    finally:
        client.close()


def _result(future: Any) -> Row:
    """Return the result of a task on a cluster.

    Raises:
        KitgenError: it could not be done there.
    """
    try:
        row: Row = future.result()
    except KitgenError:
        raise
    except Exception as error:  # noqa: BLE001 - whatever went wrong on a worker comes back here
        raise KitgenError(
            f"the cluster could not do a task ({_first_line(error)}); what was finished is kept, "
            "and the same command goes on from there"
        ) from None
    return row


def _first_line(error: Exception) -> str:
    """Return what an error of another library says, in one line."""
    return (str(error).splitlines() or [type(error).__name__])[0]
