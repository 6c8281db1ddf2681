"""``kitgen compare``: compare learning rules on the same kit."""

from typing import Any

import click

from kitgen.cli.experiment_options import Reports, note_slow_games, report_options, trial_options
from kitgen.cli.options import RULE_NAMES, options
from kitgen.cli.terminal import progress_options, show_table, with_error, working, wrote_json
from kitgen.errors import UsageError, many, quoted
from kitgen.lab.experiment import machine, trial
from kitgen.lab.rules_compared import RulesCompared


@click.command(
    epilog="Example: kitgen compare her --rules gardner,gardner-reward --plot curves.svg"
)
@click.option(
    "--rules",
    default="gardner,gardner-reward,michie",
    show_default=True,
    metavar="RULE,RULE,…",
    type=RULE_NAMES,
    help="The learning rules, separated by commas.",
)
@options(
    trial_options("side", "opponent", "games", "machines", "seed"), report_options, progress_options
)
def command(settings: dict[str, Any], rules: str, reports: Reports) -> None:
    """Compare learning rules on one kit.

    Each rule trains the same number of machines; the result is one table and, with --plot, one
    picture. KIT is an edition such as her, a game with its board such as hexapawn:4x3 (4 wide, 3
    high), or a path to a kit.json, a kit folder, a kit PDF or a journal; 'kitgen kits' lists the
    names.
    """
    games = settings["games"]
    machines = settings["machines"]
    reports.check()
    names = [name.strip() for name in rules.split(",")]
    note_slow_games(games * machines * len(names))
    if not all(names) or len(set(names)) < len(names):
        raise UsageError(
            f"--rules {quoted(rules)} is not a list of different rules, such as gardner,michie"
        )
    with working(f"making {settings['kit']}"):  # once for all rules
        settings["kit"], _ = machine(
            settings["kit"], settings["side"], templates=settings["templates"]
        )
    title, results = reports.carry_out([trial(**settings, rule=name) for name in names])
    tallies = dict(zip(names, [tally for _, tally in results], strict=True))
    comparison = RulesCompared(tallies)
    if wrote_json(comparison.report):
        return
    click.echo(
        f"{title}: {many(machines, 'machine')} for each rule, {many(games, 'game')} each, seed "
        f"{settings['seed']}\n"
    )
    columns = ["rule", "wins", "draws", "losses", "wins in the last tenth", "losses of a machine"]
    rows = []
    for name, tally in tallies.items():
        wins, draws, losses = [with_error(tally.share(index), ".2%") for index in range(3)]
        late_wins = f"{tally.late_share(tally.wins):.2%}"
        rows.append((name, wins, draws, losses, late_wins, with_error(tally.lost, ".4g", ".2g")))
    show_table(columns, rows, right=columns[1:])
    click.echo(
        f"\nFewest lost games, then the earliest last one: {' or '.join(comparison.recommended)}"
    )
    if machines > 1:
        click.echo("(±: one standard error, over machines)")
