"""Options that commands on experiments share, and the words for an experiment."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from kitgen.cli.options import (
    FILE_PATH,
    OPPONENT_NAME,
    RULE_NAME,
    kit_argument,
    options_as,
    rule_option,
    templates_option,
)
from kitgen.cli.sections import Decorator
from kitgen.cli.terminal import json_option, note, progress_bar
from kitgen.errors import OutputError, quoted
from kitgen.installing.extras import installed, need
from kitgen.installing.installation import install_command
from kitgen.lab.curves import check_picture, draw_curves
from kitgen.lab.experiment import KERNEL, run
from kitgen.lab.result_tables import check_table, write_csv, write_parquet
from kitgen.lab.tally import Experiment, Tally
from kitgen.machine.match import OPPONENTS

#: More games than this take long in plain Python, without compiled code.
MAX_QUICK_GAMES = 100_000
#: The games a second that are then played by the paper machine, which is plain Python; roughly.
GAMES_A_SECOND = 20_000

_OPPONENTS = ", ".join(f"{name} ({opponent.help})" for name, opponent in OPPONENTS.items())

#: The options of a trial, by their keyword of ``kitgen.lab.experiment.trial``.
TRIAL: dict[str, Decorator] = {
    "side": click.option(
        "--side", metavar="SIDE", help="The machine's side: its name, 'first' or 'second'."
    ),
    "rule": rule_option(
        "The learning rule, such as gardner or michie, or a file of your own ending in .toml."
    ),
    "opponent": click.option(
        "--opponent",
        default="random",
        show_default=True,
        metavar="WHO",
        type=OPPONENT_NAME,
        help=f"The opponent: {_OPPONENTS}; a mixture such as random:0.3,perfect:0.7; "
        "script:MOVE,MOVE,…; a search plan such as negascout:6; or machine[:KIT], a second "
        "machine that learns at the same time.",
    ),
    "opponent_rule": click.option(
        "--opponent-rule",
        metavar="RULE",
        type=RULE_NAME,
        help="The learning rule of a second machine.",
    ),
    "games": click.option(
        "--games", default=200, show_default=True, metavar="N", help="Games of each machine."
    ),
    "machines": click.option(
        "--machines", default=100, show_default=True, metavar="N", help="Machines to train."
    ),
    "seed": click.option("--seed", default=1, show_default=True, metavar="N", help="Random seed."),
}


def trial_options(*keys: str) -> Decorator:
    """Add KIT, ``--templates`` and options of ``TRIAL``, by default all, to a command.

    Its function gets them as ``settings``, the keyword arguments of
    ``kitgen.lab.experiment.trial``.
    """
    chosen = [TRIAL[key] for key in keys or tuple(TRIAL)]
    return options_as("settings", kit_argument(), *chosen, templates_option)


@dataclass(frozen=True, slots=True)
class Reports:
    """Files for results: a picture of the curves, and each game as CSV and Parquet."""

    plot: Path | None
    csv: Path | None
    parquet: Path | None

    def check(self) -> None:
        """Refuse files that cannot be written, before anything is played."""
        if self.plot is not None:
            check_picture(self.plot)
            need("--plot", "matplotlib")
        if self.parquet is not None:
            need("--parquet", "pyarrow")
            check_table(self.parquet, ".parquet")
        if self.csv is not None:
            check_table(self.csv, ".csv")
        for path in filter(None, (self.plot, self.csv, self.parquet)):
            if not path.parent.is_dir():
                raise OutputError(
                    f"{quoted(path)} cannot be written: there is no folder {quoted(path.parent)}"
                )
            if path.is_dir():
                raise OutputError(f"{quoted(path)} cannot be written: it is a folder")

    def carry_out(
        self, experiments: Sequence[Experiment]
    ) -> tuple[str, list[tuple[Experiment, Tally]]]:
        """Run experiments on one kit, write the files, and return their title and the results.

        All have the same opponent and each another rule, by which its curve is named.
        """
        games = sum(experiment.games * experiment.machines for experiment in experiments)
        results = []
        with progress_bar("games", games) as advance:
            for experiment in experiments:
                results.append((experiment, run(experiment, progress=advance)))
        match = experiments[0].match
        title = f"{match.kit.title}, against {match.opponent_text}"
        if self.plot is not None:
            curves = {}
            for experiment, tally in results:
                curves[f"rule {experiment.match.kit.choices.rule}"] = tally
            draw_curves(self.plot, title, curves)
        if self.csv is not None:
            write_csv(self.csv, results)
        if self.parquet is not None:
            write_parquet(self.parquet, results)
        return title, results


#: The options for files of results, and ``--json``; the command's function gets the files as
#: ``reports``.
report_options = options_as(
    "reports",
    click.option(
        "--plot", type=FILE_PATH, metavar="FILE", help="Draw the curve as .svg, .png or .pdf."
    ),
    click.option("--csv", type=FILE_PATH, metavar="FILE", help="Write each game as CSV."),
    click.option("--parquet", type=FILE_PATH, metavar="FILE", help="Write each game as Parquet."),
    json_option,
    make=Reports,
)


def note_slow_games(games: int) -> None:
    """Note on standard error that many games take long without compiled code."""
    has_compiled_code = installed(*KERNEL)
    if games <= MAX_QUICK_GAMES or has_compiled_code:
        return
    note(
        f"{games:,} games are played by the paper machine, some {GAMES_A_SECOND:,} a second; for "
        f"millions: {install_command('lab')}"
    )
