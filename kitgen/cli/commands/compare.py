"""``kitgen compare``: several learning rules on the same kit, in one table and one picture."""

from typing import Any

import click

from kitgen.cli.commands.simulate import report
from kitgen.cli.shared.experiment_options import Reports, report_options, tell_how_long, trial_options
from kitgen.cli.shared.progress import progress_bar, progress_options, working
from kitgen.cli.shared.show import show_json, show_table
from kitgen.door.trials import machine, play, trial
from kitgen.errors import UsageError, quoted
from kitgen.experiment.tally import Tally


@click.command(epilog="Example: kitgen compare her --rules gardner,gardner-reward --plot curves.svg")
@click.option("--rules", default="gardner,gardner-reward,michie", show_default=True, metavar="RULE,RULE,…",
              help="The learning rules, separated by commas.")  # fmt: skip
@trial_options("side", "against", "games", "machines", "seed")
@report_options
@progress_options
def command(asked: dict[str, Any], rules: str, reports: Reports, *, as_json: bool) -> None:
    """Compare learning rules on KIT, as many machines for each: one table, and one picture with --plot.

    KIT is an edition, a game, or a path to a kit.json, a kit folder or a kit PDF.
    """
    games, machines = asked["games"], asked["machines"]
    reports.check()
    tell_how_long(games * machines * len(rules.split(",")))
    names = [name.strip() for name in rules.split(",")]
    if not all(names) or len(set(names)) < len(names):
        raise UsageError(f"--rules {quoted(rules)} is not a list of different rules, such as gardner,michie")
    with working(f"making {asked['kit']}"):  # once, then taught each rule
        asked["kit"], _ = machine(asked["kit"], asked["side"], templates=asked["templates"])
    experiments = [trial(**asked, rule=name) for name in names]
    with progress_bar("games", games * machines * len(names)) as advance:
        results = [(experiment, play(experiment, advance)) for experiment in experiments]
    title = f"{experiments[0].kit.title}, against {experiments[0].opponent_text}"
    reports.write(results, title, [f"rule {name}" for name in names])
    if as_json:
        show_json([report(experiment, tally) for experiment, tally in results])
        return
    click.echo(f"{title}: {machines:,} machines for each rule, {games:,} games each, seed {asked['seed']}\n")
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
    for index in range(3):
        share, error = tally.share(index)
        cells.append(f"{share:.2%}" + ("" if error is None else f" ± {error:.2%}"))
    late = tally.wins[-max(1, tally.games // 10) :]
    lost, error = tally.lost
    cells.append(f"{sum(late) / len(late) / tally.machines:.2%}")
    cells.append(f"{lost:.4g}" + ("" if error is None else f" ± {error:.2g}"))
    return cells
