"""``kitgen sweep``: run every combination of kits, rules, opponents, beads and seeds."""

from pathlib import Path

import click
import msgspec

from kitgen.cli.options import FILE_PATH, options, output_option, templates_option
from kitgen.cli.terminal import (
    json_option,
    progress_bar,
    progress_options,
    show_table,
    with_error,
    working,
    wrote_json,
)
from kitgen.errors import many
from kitgen.lab.sweeps import RESULTS_FILE, do_tasks, plan_sweep
from kitgen.reading.templates import Templates


@click.command(epilog="Example: kitgen sweep rules.toml -o output/rules")
@click.argument("file", type=FILE_PATH)
@output_option("DIR", "The folder for the results [default: output/NAME].")
@click.option(
    "--scheduler",
    metavar="tcp://HOST:PORT",
    help="A Dask cluster's scheduler [default: this computer].",
)
@options(json_option, templates_option, progress_options)
def command(file: Path, output: Path | None, scheduler: str | None, templates: Templates) -> None:
    """Run every combination of kits, rules and opponents in a file.

    A stopped run is continued. FILE is TOML: kits, rules, opponents, beads and seeds are lists,
    games and machines are numbers. Each finished experiment is saved at once in DIR/parts; all of
    them together are in DIR/results.parquet.
    """
    with working("making the kits"):
        plan, tasks = plan_sweep(file, scheduler=scheduler, templates=templates)
    folder = output or Path("output") / file.stem
    with progress_bar("experiments", len(tasks)) as advance:
        rows, reused = do_tasks(tasks, folder, scheduler=scheduler, progress=advance)
    if wrote_json(lambda: [msgspec.to_builtins(row) for row in rows]):
        return
    columns = ["kit", "rule", "opponent", "beads", "seed", "wins", "losses of a machine"]
    cells = []
    for row in rows:
        wins = with_error((row.win_share, row.win_error), ".2%")
        lost = with_error((row.lost, row.lost_error), ".2f")
        task = (row.kit, row.rule, row.opponent, str(row.beads), str(row.seed))
        cells.append((*task, wins, lost))
    show_table(columns, cells, right=["seed", "wins", "losses of a machine"])
    size = f"{many(plan.machines, 'machine')} of {many(plan.games, 'game')} each"
    click.echo(
        f"\n{many(len(rows), 'experiment')} ({reused} from an earlier run), {size}\n"
        f"results: {folder / RESULTS_FILE}"
    )
