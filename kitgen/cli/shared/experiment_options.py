"""What commands that run machines share: their options, and the experiment that these describe."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from kitgen.cli.shared.kit_options import kit_argument, templates_option
from kitgen.cli.shared.offered_options import with_options
from kitgen.cli.shared.progress import note
from kitgen.errors import OutputError
from kitgen.experiment.experiment import Experiment
from kitgen.experiment.reports.curves import Curve, check_picture, draw_curves
from kitgen.experiment.reports.tables import check_table, write_csv, write_parquet
from kitgen.experiment.run import KERNEL
from kitgen.experiment.tally import Tally
from kitgen.extras import installed, need
from kitgen.machine.opponents import OPPONENTS

F = TypeVar("F", bound=Callable[..., Any])

#: Up to so many games the paper machine needs no apology; and how many it plays in a second, roughly.
PATIENT, PAPER_SPEED = 100_000, 20_000

OPPONENT_HELP = (
    f"{', '.join(OPPONENTS)}; a mixture such as random:0.3,perfect:0.7; script:MOVE,MOVE,…; or machine[:KIT], "
    "a second machine that learns at the same time."
)


def machine_options(function: F) -> F:
    """Add the options that choose a machine and its opponent: KIT, --side, --rule, --opponent …, and --templates."""
    decorators = [
        kit_argument(),
        click.option("--side", metavar="SIDE", help="The side that the machine plays: its name, 'first' or 'second'."),
        click.option(
            "--rule", metavar="RULE", help="The learning rule: a name, or a file of your own ending in .toml."
        ),
        click.option("--opponent", default="random", show_default=True, metavar="WHO", help=OPPONENT_HELP),
        click.option("--opponent-rule", metavar="RULE", help="The learning rule of a second machine."),
        templates_option,
    ]
    return with_options(function, decorators)


def report_options(function: F) -> F:
    """Add the options that say where results go: --plot, --csv, --parquet, --json."""
    decorators = [
        click.option(
            "--plot", type=click.Path(path_type=Path), metavar="FILE", help="Draw the curve: .svg, .png or .pdf."
        ),
        click.option(
            "--csv", "csv_file", type=click.Path(path_type=Path), metavar="FILE", help="Write each game as CSV."
        ),
        click.option("--parquet", type=click.Path(path_type=Path), metavar="FILE", help="The same as Parquet."),
        click.option("--json", "as_json", is_flag=True, help="Write the results as JSON."),
    ]
    return with_options(function, decorators)


def check_reports(plot: Path | None, csv_file: Path | None, parquet: Path | None) -> None:
    """Refuse places that results cannot be written to, before anything is played.

    Raises:
        UsageError: a file's name has a wrong ending.
        MissingExtraError: the libraries that write it are not installed.
        OutputError: its folder is not there.
    """
    if plot is not None:
        check_picture(plot)
        need("--plot", "matplotlib")
    if parquet is not None:
        need("--parquet", "pyarrow")
    for path, suffix in ((csv_file, ".csv"), (parquet, ".parquet")):
        if path is not None:
            check_table(path, suffix)
    for path in (plot, csv_file, parquet):
        if path is not None and not path.parent.is_dir():
            raise OutputError(f"{path} cannot be written: there is no folder {path.parent}")
        if path is not None and path.is_dir():
            raise OutputError(f"{path} cannot be written: it is a folder")


def tell_how_long(games: int) -> None:
    """Say on standard error that many games take long, where they have to be played without compiled code."""
    if games > PATIENT and not installed(*KERNEL):
        note(
            f"{games:,} games are played by the paper machine, some {PAPER_SPEED:,} a second; "
            "for millions: python -m pip install 'kitgen[lab]'"
        )


def write_reports(
    results: Sequence[tuple[Experiment, Tally]],
    title: str,
    names: Sequence[str],
    plot: Path | None,
    csv_file: Path | None,
    parquet: Path | None,
) -> None:
    """Write what was asked for of some experiments."""
    if plot is not None:
        draw_curves(plot, title, [Curve(name, tally) for name, (_, tally) in zip(names, results, strict=True)])
    if csv_file is not None:
        write_csv(csv_file, results)
    if parquet is not None:
        write_parquet(parquet, results)
