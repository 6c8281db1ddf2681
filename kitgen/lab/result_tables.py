"""Results of experiments as tables for other programs: CSV and Parquet, one row for each game of a machine's life."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, TypeVar

import msgspec

from kitgen.errors import UsageError, quoted
from kitgen.files import write_whole

if TYPE_CHECKING:
    from kitgen.lab.experiment import Experiment, Tally

S = TypeVar("S", bound=msgspec.Struct)
#: The columns: what was tried, the number of the game, and how many machines won, drew and lost it.
COLUMNS = ("kit", "side", "rule", "opponent", "seed", "machines", "game", "wins", "draws", "losses")


def rows(results: Iterable[tuple["Experiment", "Tally"]]) -> Iterable[tuple[str | int, ...]]:
    """Yield the rows of experiments, in the order of ``COLUMNS``."""
    for experiment, tally in results:
        kit = experiment.match.kit
        head = (kit.name, kit.game.sides[experiment.match.side].name, kit.choices.rule, experiment.match.opponent_text)
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
    _save(path, dict(zip(COLUMNS, zip(*rows(results), strict=True), strict=True)))


def check_table(path: Path, suffix: str) -> None:
    """Refuse a table whose name has another ending."""
    if path.suffix.lower() != suffix:
        raise UsageError(f"{quoted(path)} is written as {suffix[1:].upper()}: its name must end with {suffix}")


#: Columns that are not text, and what they are; a seed is, because it may be any whole number.
_KINDS = {
    "machines": "int64", "games": "int64", "game": "int64", "wins": "int64", "draws": "int64", "losses": "int64",
    "win_share": "float64", "win_error": "float64", "lost": "float64", "lost_error": "float64",
    "last_loss": "float64", "curve": "list",
}  # fmt: skip


def write_rows(path: Path, some: Sequence[msgspec.Struct]) -> None:
    """Write rows of one kind, such as those of a sweep, as Parquet."""
    _save(path, {name: [getattr(row, name) for row in some] for name in some[0].__struct_fields__})


def _save(path: Path, columns: Mapping[str, Iterable[object]]) -> None:
    import pyarrow as pa  # noqa: PLC0415 - it takes a while to load
    from pyarrow import parquet  # noqa: PLC0415

    types = {"int64": pa.int64(), "float64": pa.float64(), "list": pa.list_(pa.float64())}
    data = {
        name: pa.array(values, types[_KINDS[name]]) if name in _KINDS else pa.array(map(str, values), pa.string())
        for name, values in columns.items()
    }
    write_whole(path, lambda file: parquet.write_table(pa.table(data), file))


def read_rows(path: Path, kind: type[S]) -> list[S] | None:
    """Return the rows of a sweep in a file, or None when it is missing or damaged."""
    from pyarrow import ArrowException, parquet  # noqa: PLC0415 - as above

    try:
        data = parquet.ParquetFile(path).read().to_pylist()
        return [msgspec.convert(row | {"seed": int(row["seed"])}, kind) for row in data]
    except (OSError, ArrowException, KeyError, ValueError, msgspec.ValidationError):
        return None
