"""What commands that run machines share: their options, and the experiment that these describe."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
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

#: What a trial can be told, by the keyword of ``kitgen.door.trials.trial`` that it becomes.
TRIAL: dict[str, Callable[[Any], Any]] = {
    "side": click.option(
        "--side", metavar="SIDE", help="The side that the machine plays: its name, 'first' or 'second'."
    ),
    "rule": click.option(
        "--rule", metavar="RULE", help="The learning rule: a name, or a file of your own ending in .toml."
    ),
    "against": click.option(
        "--opponent", "against", default="random", show_default=True, metavar="WHO",
        help=f"{', '.join(OPPONENTS)}; a mixture such as random:0.3,perfect:0.7; script:MOVE,MOVE,…; "
        "negascout:6 or another plan to look ahead; or machine[:KIT], a second machine that learns at the same time.",
    ),
    "opponent_rule": click.option("--opponent-rule", metavar="RULE", help="The learning rule of a second machine."),
    "games": click.option(
        "--games", default=200, show_default=True, metavar="N", help="Games that each machine plays."
    ),
    "machines": click.option(
        "--machines", default=100, show_default=True, metavar="N", help="Machines, each new at first."
    ),
    "seed": click.option("--seed", default=1, show_default=True, metavar="N", help="Where all luck comes from."),
}  # fmt: skip


def trial_options(*keys: str) -> Callable[[F], F]:
    """Add KIT, ``--templates`` and options of a trial to a command.

    Its function gets them as ``asked``, the keyword arguments of ``kitgen.door.trials.trial``.

    Args:
        keys: which options, by their keys in ``TRIAL``; all of them when none is named.
    """
    own = keys or tuple(TRIAL)

    def add(function: F) -> F:
        @wraps(function)
        def with_trial(**values: Any) -> Any:
            asked = {key: values.pop(key) for key in ("kit", "templates", *own)}
            return function(asked=asked, **values)

        wrapped: Any = with_trial
        return with_options(wrapped, [kit_argument(), *(TRIAL[key] for key in own), templates_option])  # type: ignore[no-any-return] # click's decorators keep the function

    return add


@dataclass(frozen=True, slots=True)
class Reports:
    """Where results go, besides the terminal.

    Attributes:
        plot: a picture of the curves, or None.
        csv: each game as CSV, or None.
        parquet: the same as Parquet, or None.
    """

    plot: Path | None
    csv: Path | None
    parquet: Path | None

    def check(self) -> None:
        """Refuse places that results cannot be written to, before anything is played.

        Raises:
            UsageError: a file's name has a wrong ending.
            MissingExtraError: the libraries that write it are not installed.
            OutputError: its folder is not there.
        """
        if self.plot is not None:
            check_picture(self.plot)
            need("--plot", "matplotlib")
        if self.parquet is not None:
            need("--parquet", "pyarrow")
        for path, suffix in ((self.csv, ".csv"), (self.parquet, ".parquet")):
            if path is not None:
                check_table(path, suffix)
        for path in (self.plot, self.csv, self.parquet):
            if path is not None and not path.parent.is_dir():
                raise OutputError(f"{path} cannot be written: there is no folder {path.parent}")
            if path is not None and path.is_dir():
                raise OutputError(f"{path} cannot be written: it is a folder")

    def write(self, results: Sequence[tuple[Experiment, Tally]], title: str, names: Sequence[str]) -> None:
        """Write what was asked for of some experiments.

        Args:
            results: the experiments and what came of them.
            title: what stands above the picture.
            names: what each one's curve is called.
        """
        if self.plot is not None:
            draw_curves(self.plot, title, [Curve(name, tally) for name, (_, tally) in zip(names, results, strict=True)])
        if self.csv is not None:
            write_csv(self.csv, results)
        if self.parquet is not None:
            write_parquet(self.parquet, results)


def report_options(function: F) -> F:
    """Add the options that say where results go; the function gets --plot, --csv and --parquet as ``reports``."""

    @wraps(function)
    def with_reports(**values: Any) -> Any:
        reports = Reports(*(values.pop(key) for key in ("plot", "csv", "parquet")))
        return function(reports=reports, **values)

    file = click.Path(path_type=Path)
    decorators = [
        click.option("--plot", type=file, metavar="FILE", help="Draw the curve: .svg, .png or .pdf."),
        click.option("--csv", type=file, metavar="FILE", help="Write each game as CSV."),
        click.option("--parquet", type=file, metavar="FILE", help="The same as Parquet."),
        click.option("--json", "as_json", is_flag=True, help="Write the results as JSON."),
    ]
    wrapped: Any = with_reports
    return with_options(wrapped, decorators)  # type: ignore[no-any-return] # as above


def tell_how_long(games: int) -> None:
    """Say on standard error that many games take long, where they have to be played without compiled code."""
    if games > PATIENT and not installed(*KERNEL):
        note(
            f"{games:,} games are played by the paper machine, some {PAPER_SPEED:,} a second; "
            "for millions: python -m pip install 'kitgen[lab]'"
        )


def about(experiment: Experiment) -> dict[str, Any]:
    """Return what was tried, as plain data: how each command's ``--json`` begins."""
    kit = experiment.kit
    return {
        "kit": kit.name,
        "game": kit.game_spec,
        "side": kit.game.sides[experiment.side].name,
        "rule": kit.choices.rule,
        "opponent": experiment.opponent_text,
    }


def headline(experiment: Experiment) -> str:
    """Return what was tried, in a line for people."""
    kit = experiment.kit
    side = kit.game.sides[experiment.side].name
    return f"{kit.title} ({side}), rule {kit.choices.rule}, against {experiment.opponent_text}"
