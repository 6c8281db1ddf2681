"""Results of experiments in files: as CSV and Parquet, a row for each game of a machine's life, and as pictures."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from math import sqrt
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
        head = (kit.name, kit.game.sides[experiment.match.side].name, kit.choices.rule, experiment.match.opponent_text)
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
    _save(path, dict(zip(COLUMNS, zip(*rows(results), strict=True), strict=True)))


def check_table(path: Path, suffix: str) -> None:
    """Refuse a table whose name has another ending."""
    if path.suffix.lower() != suffix:
        raise UsageError(f"{quoted(path)} is written as {suffix[1:].upper()}: its name must end with {suffix}")


def write_rows(path: Path, structs: Sequence[msgspec.Struct]) -> None:
    """Write rows of one kind, such as those of a sweep, as Parquet."""
    _save(path, {name: [getattr(row, name) for row in structs] for name in structs[0].__struct_fields__})


def _save(path: Path, columns: dict[str, Iterable[Any]]) -> None:
    import pyarrow as pa  # noqa: PLC0415 - it takes a while to load
    from pyarrow import parquet  # noqa: PLC0415

    # A seed may be any whole number, so it is text; all errors may be missing, which has no type.
    columns = columns | {"seed": map(str, columns["seed"])}
    data = {
        name: pa.array(values, pa.float64() if name.endswith("_error") else None) for name, values in columns.items()
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


# Learning curves as pictures: SVG, PNG or PDF, the same bytes for the same figures. The only user of Matplotlib.

#: Formats of pictures by file suffix, each with the metadata that keeps the clock out of the file.
FORMATS = {".svg": {"Date": None}, ".png": {"Software": None}, ".pdf": {"CreationDate": None}}
#: Points of a curve at most.
POINTS = 50
#: Colours that colour-blind readers tell apart (Okabe and Ito), each with a line style of its own.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
STYLES = ("-", "--", "-.", ":", (0, (5, 1)), (0, (3, 1, 1, 1)), (0, (1, 1)))


def check_picture(path: Path) -> None:
    """Refuse an unknown kind of picture, before anything is played."""
    if path.suffix.lower() not in FORMATS:
        raise UsageError(f"{quoted(path)} cannot be drawn: its name must end with {', '.join(FORMATS)}")


def draw_curves(path: Path, title: str, curves: Mapping[str, "Tally"]) -> None:
    """Draw the share of won games: the mean of all machines, and a band of two standard errors.

    A single curve also shows a few machines alone. The ending of the path decides whether it is SVG, PNG or PDF.
    """
    import matplotlib as mpl  # noqa: PLC0415 - it takes a second to load

    mpl.use("Agg")
    from matplotlib.figure import Figure  # noqa: PLC0415

    with mpl.rc_context({"svg.hashsalt": "kitgen", "svg.fonttype": "none", "font.size": 11}):
        figure = Figure(figsize=(8, 5), layout="constrained")
        axes = figure.subplots()
        for number, (name, tally) in enumerate(curves.items()):
            _draw(axes, name, tally, number, alone=len(curves) == 1)
        axes.set_title(title)
        axes.set_xlabel("game")
        axes.set_ylabel("share of games won")
        axes.set_ylim(0, 1.02)
        axes.set_xlim(1, max(2, *(tally.games for tally in curves.values())))
        axes.grid(visible=True, alpha=0.3)
        axes.legend(loc="lower right")
        suffix = path.suffix.lower()
        write_whole(path, lambda file: figure.savefig(file, format=suffix[1:], metadata=FORMATS[suffix], dpi=150))


def _draw(axes: Any, name: str, tally: "Tally", number: int, *, alone: bool) -> None:
    firsts, lasts, means, _, _ = zip(*tally.windows(POINTS), strict=True)
    middles = [(first + last) / 2 for first, last in zip(firsts, lasts, strict=True)]
    colour, style = COLOURS[number % len(COLOURS)], STYLES[number % len(STYLES)]
    if alone:
        for track in tally.tracks[:3]:
            shares = [trailing_share(track, last, max(10, tally.games // 10)) for last in lasts]
            axes.plot(lasts, shares, color="#999999", linewidth=0.8, alpha=0.8)
        axes.plot([], [], color="#999999", linewidth=0.8, label="single machines, share of their last games")
    # Games of one machine are not independent, so a window counts as one game of each: the band is rather too wide.
    errors = [2 * sqrt(mean * (1 - mean) / tally.machines) for mean in means]
    low = [max(0.0, mean - error) for mean, error in zip(means, errors, strict=True)]
    high = [min(1.0, mean + error) for mean, error in zip(means, errors, strict=True)]
    axes.fill_between(middles, low, high, color=colour, alpha=0.2, linewidth=0)
    axes.plot(middles, means, color=colour, linestyle=style, linewidth=2, label=f"{name} (± 2 s.e.)")


def trailing_share(track: Sequence[int], last: int, count: int) -> float:
    """Return the share of won games among the last so many up to a game.

    >>> trailing_share([1, -1, 1, 1], 3, 2)
    0.5
    """
    games = track[max(0, last - count) : last]
    return sum(outcome == 1 for outcome in games) / len(games)
