"""Who does the tasks of a sweep: threads of this computer, or the workers of a Dask cluster."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from kitgen.errors import KitgenError
from kitgen.experiment.sweep import Row, Task, do_task

#: How often a task is tried again when its worker is lost.
RETRIES = 5

#: Seconds that a scheduler has to answer in.
PATIENCE = 10


def results(tasks: Sequence[Task], scheduler: str | None) -> Iterator[Row]:
    """Yield what came of each task, as it is done.

    Args:
        tasks: what is to be done.
        scheduler: the address of a cluster's scheduler, as ``tcp://HOST:PORT``; this computer alone when None.

    Raises:
        KitgenError: no scheduler answers, or the cluster could not do a task.
    """
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
