"""Results of experiments as tables for other programs: CSV and Parquet, one row for each game of a machine's life."""

import csv
import io
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING

from kitgen.errors import UsageError
from kitgen.render.writing import write_whole

if TYPE_CHECKING:
    from kitgen.machine.lab import Experiment, Tally

#: The columns: what was tried, the number of the game, and how many machines won, drew and lost it.
COLUMNS = ("kit", "side", "rule", "opponent", "seed", "machines", "game", "wins", "draws", "losses")


def rows(results: Iterable[tuple["Experiment", "Tally"]]) -> Iterable[tuple[str | int, ...]]:
    """Yield the rows of experiments, in the order of ``COLUMNS``."""
    for experiment, tally in results:
        kit = experiment.kit
        head = (kit.name, kit.game.sides[experiment.side].name, kit.choices.rule, experiment.opponent_text)
        games = zip(tally.wins, tally.draws, tally.losses, strict=True)
        for game, outcomes in enumerate(games, start=1):
            yield (*head, experiment.seed, tally.machines, game, *outcomes)


def write_csv(path: Path, results: Sequence[tuple["Experiment", "Tally"]]) -> None:
    """Write experiments as comma-separated values, with a heading.

    Raises:
        OutputError: the file cannot be written.
    """

    def write(file: IO[bytes]) -> None:
        text = io.TextIOWrapper(file, encoding="utf-8", newline="")
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(rows(results))
        text.detach()  # leaves the file open, and everything written

    write_whole(path, write)


def write_parquet(path: Path, results: Sequence[tuple["Experiment", "Tally"]]) -> None:
    """Write experiments as Parquet.

    Raises:
        OutputError: the file cannot be written.
    """
    import pyarrow as pa  # noqa: PLC0415 - it takes a while to load
    from pyarrow import parquet  # noqa: PLC0415

    columns = list(zip(*rows(results), strict=True))
    text = {"kit", "side", "rule", "opponent"}
    # A seed may be any whole number; a string keeps it whole.
    values = {
        name: pa.array(map(str, column), pa.string())
        if name in text or name == "seed"
        else pa.array(column, pa.int64())
        for name, column in zip(COLUMNS, columns, strict=True)
    }
    write_whole(path, lambda file: parquet.write_table(pa.table(values), file))


def check_table(path: Path, suffix: str) -> None:
    """Refuse a table under a name that says something else.

    Raises:
        UsageError: the name ends otherwise.
    """
    if path.suffix.lower() != suffix:
        raise UsageError(f"{path} is written as {suffix[1:].upper()}: its name has to end with {suffix}")
