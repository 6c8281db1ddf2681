"""Results of experiments as tables for other programs: CSV and Parquet, one row for each game of a machine's life."""

import csv
import io
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING

from kitgen.errors import UsageError, quoted
from kitgen.files import write_whole

if TYPE_CHECKING:
    from kitgen.lab.experiment import Experiment
    from kitgen.lab.sweeps import Row
    from kitgen.lab.tally import Tally

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
    """Write experiments as comma-separated values, with a heading."""

    def write(file: IO[bytes]) -> None:
        text = io.TextIOWrapper(file, encoding="utf-8", newline="")
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(rows(results))
        text.detach()  # leaves the file open, and everything written

    write_whole(path, write)


def write_parquet(path: Path, results: Sequence[tuple["Experiment", "Tally"]]) -> None:
    """Write experiments as Parquet."""
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
    """Refuse a table whose name has another ending."""
    if path.suffix.lower() != suffix:
        raise UsageError(f"{quoted(path)} is written as {suffix[1:].upper()}: its name must end with {suffix}")


#: Columns of a sweep's rows that are not text, and what they are.
_KINDS = {
    "machines": "int64", "games": "int64", "wins": "int64", "draws": "int64", "losses": "int64",
    "win_share": "float64", "win_error": "float64", "lost": "float64", "lost_error": "float64",
    "last_loss": "float64", "curve": "list",
}  # fmt: skip


def write_rows(path: Path, some: Sequence["Row"]) -> None:
    """Write the rows of a sweep as Parquet."""
    import pyarrow as pa  # noqa: PLC0415 - it takes a while to load
    from pyarrow import parquet  # noqa: PLC0415

    types = {"int64": pa.int64(), "float64": pa.float64(), "list": pa.list_(pa.float64())}
    fields = [(name, types.get(_KINDS.get(name, ""), pa.string())) for name in some[0].__struct_fields__]
    data = {
        name: pa.array(
            [str(value) if kind == pa.string() else value for value in (getattr(row, name) for row in some)], kind
        )
        for name, kind in fields
    }
    write_whole(path, lambda file: parquet.write_table(pa.table(data), file))


def read_rows(path: Path, kind: type["Row"]) -> list["Row"] | None:
    """Return the rows of a sweep in a file, or None when it is missing or damaged."""
    import msgspec  # noqa: PLC0415 - with the one below
    from pyarrow import ArrowException, parquet  # noqa: PLC0415 - as above

    try:
        data = parquet.ParquetFile(path).read().to_pylist()
        return [msgspec.convert(row | {"seed": int(row["seed"])}, kind) for row in data]
    except (OSError, ArrowException, KeyError, ValueError, msgspec.ValidationError):
        return None
