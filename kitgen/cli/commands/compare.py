"""``kitgen compare``: several learning rules on the same kit, in one table and one picture."""

from pathlib import Path

import click

from kitgen.cli.commands.simulate import report
from kitgen.cli.shared.experiment_options import (
    OPPONENT_HELP,
    check_reports,
    report_options,
    tell_how_long,
    write_reports,
)
from kitgen.cli.shared.kit_options import kit_argument, templates_option
from kitgen.cli.shared.progress import progress_bar, progress_options, working
from kitgen.cli.shared.show import show_json, show_table
from kitgen.door.trials import machine, play, trial
from kitgen.errors import UsageError, quoted
from kitgen.experiment.tally import Tally
from kitgen.templates import Templates


@click.command(epilog="Example: kitgen compare her --rules gardner,gardner-reward --plot curves.svg")
@kit_argument()
@templates_option
@click.option("--rules", default="gardner,gardner-reward,michie", show_default=True, metavar="RULE,RULE,…",
              help="The learning rules, separated by commas.")  # fmt: skip
@click.option("--side", metavar="SIDE", help="The side that the machine plays: its name, 'first' or 'second'.")
@click.option("--opponent", default="random", show_default=True, metavar="WHO", help=OPPONENT_HELP)
@click.option("--games", default=200, show_default=True, metavar="N", help="Games that each machine plays.")
@click.option("--machines", default=100, show_default=True, metavar="N", help="Machines for each rule.")
@click.option("--seed", default=1, show_default=True, metavar="N", help="Where all luck comes from.")
@report_options
@progress_options
def command(
    kit: str,
    rules: str,
    side: str | None,
    opponent: str,
    games: int,
    machines: int,
    seed: int,
    templates: Templates,
    plot: Path | None,
    csv_file: Path | None,
    parquet: Path | None,
    *,
    as_json: bool,
) -> None:
    """Compare learning rules on KIT: one table, and one picture with --plot.

    KIT is an edition, a game, or a path to a kit.json, a kit folder or a kit PDF.
    """
    check_reports(plot, csv_file, parquet)
    tell_how_long(games * machines * len(rules.split(",")))
    names = [name.strip() for name in rules.split(",")]
    if not all(names) or len(set(names)) < len(names):
        raise UsageError(f"--rules {quoted(rules)} is not a list of different rules, such as gardner,michie")
    with working(f"making {kit}"):
        made, _ = machine(kit, side, templates=templates)  # made once, then taught each rule
    experiments = [
        trial(made, side=side, rule=name, against=opponent, games=games, machines=machines, seed=seed,
              templates=templates)
        for name in names
    ]  # fmt: skip
    with progress_bar("games", games * machines * len(names)) as advance:
        results = [(experiment, play(experiment, advance)) for experiment in experiments]
    title = f"{experiments[0].kit.title}, against {experiments[0].opponent_text}"
    write_reports(results, title, [f"rule {name}" for name in names], plot, csv_file, parquet)
    if as_json:
        show_json([report(experiment, tally) for experiment, tally in results])
        return
    click.echo(f"{title}: {machines:,} machines for each rule, {games:,} games each, seed {seed}\n")
    show_table(
        ["rule", "wins", "draws", "losses", "wins in the last tenth", "losses of a machine"],
        [(name, *_row(tally)) for name, (_, tally) in zip(names, results, strict=True)],
        right=["wins", "draws", "losses", "wins in the last tenth", "losses of a machine"],
    )
    if machines > 1:
        click.echo("(±: one standard error, over machines)")


def _row(tally: Tally) -> list[str]:
    """Return the figures of one rule as texts."""
    cells = []
    for place in range(3):
        share, error = tally.share(place)
        cells.append(f"{share:.2%}" + ("" if error is None else f" ± {error:.2%}"))
    late = tally.wins[-max(1, tally.games // 10) :]
    lost, error = tally.lost
    cells.append(f"{sum(late) / len(late) / tally.machines:.2%}")
    cells.append(f"{lost:.4g}" + ("" if error is None else f" ± {error:.2g}"))
    return cells
