"""Results of experiments in files: as CSV and Parquet, a row for each game of a machine's life."""

import csv
import io
from collections.abc import Iterable, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from kitgen.errors import UsageError, quoted
from kitgen.files import write_whole

if TYPE_CHECKING:
    from kitgen.lab.tally import Experiment, Tally

S = TypeVar("S", bound=msgspec.Struct)
#: The columns: what was tried, the number of the game, and how many machines won, drew and lost it.
COLUMNS = ("kit", "side", "rule", "opponent", "seed", "machines", "game", "wins", "draws", "losses")


def rows(results: Iterable[tuple["Experiment", "Tally"]]) -> Iterable[tuple[str | int, ...]]:
    """Yield the rows of experiments, in the order of ``COLUMNS``."""
    for experiment, tally in results:
        kit = experiment.match.kit
        head = (
            kit.name,
            kit.game.sides[experiment.match.side].name,
            kit.choices.rule,
            experiment.match.opponent_text,
        )
        games = zip(tally.wins, tally.draws, tally.losses, strict=True)
        for game, outcomes in enumerate(games, start=1):
            yield (*head, experiment.seed, tally.machines, game, *outcomes)


def write_csv(path: Path, results: Sequence[tuple["Experiment", "Tally"]]) -> None:
    """Write experiments as comma-separated values, with a heading."""
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\n").writerows(chain([COLUMNS], rows(results)))
    write_whole(path, text.getvalue().encode())


def write_parquet(path: Path, results: Sequence[tuple["Experiment", "Tally"]]) -> None:
    """Write experiments as Parquet."""
    columns = zip(*rows(results), strict=True)
    _save(path, dict(zip(COLUMNS, columns, strict=True)))


def check_table(path: Path, suffix: str) -> None:
    """Refuse a table whose name has another ending."""
    if path.suffix.lower() != suffix:
        raise UsageError(
            f"{quoted(path)} is written as {suffix[1:].upper()}: its name must end with {suffix}"
        )


def write_rows(path: Path, structs: Sequence[msgspec.Struct]) -> None:
    """Write rows of one kind, such as those of a sweep, as Parquet."""
    columns: dict[str, Iterable[Any]] = {}
    for name in structs[0].__struct_fields__:
        columns[name] = [getattr(row, name) for row in structs]
    _save(path, columns)


def _save(path: Path, columns: dict[str, Iterable[Any]]) -> None:
    """Write columns as a Parquet file."""
    import pyarrow as pa  # noqa: PLC0415 - it takes a while to load
    from pyarrow import parquet  # noqa: PLC0415

    # A seed may be any whole number, so it is text. A column in which all errors are missing has no
    # type of its own.
    data = {}
    for name, values in columns.items():
        if name == "seed":
            data[name] = pa.array(map(str, values))
        elif name.endswith("_error"):
            data[name] = pa.array(values, pa.float64())
        else:
            data[name] = pa.array(values)
    write_whole(path, lambda file: parquet.write_table(pa.table(data), file))


def read_rows(path: Path, kind: type[S]) -> list[S] | None:
    """Return the rows of a sweep in a file, or None when it is missing or damaged."""
    from pyarrow import ArrowException, parquet  # noqa: PLC0415 - as above

    try:
        data = parquet.ParquetFile(path).read().to_pylist()
        return [msgspec.convert(row | {"seed": int(row["seed"])}, kind) for row in data]
    except (OSError, ArrowException, KeyError, ValueError, msgspec.ValidationError):
        return None
