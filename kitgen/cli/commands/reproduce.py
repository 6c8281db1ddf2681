"""``kitgen reproduce``: compare published results with ours."""

from pathlib import Path
from typing import Any

import click

from kitgen.cli.options import Word, options
from kitgen.cli.terminal import json_option, progress_bar, progress_options, show_table, wrote_json
from kitgen.errors import UsageError, command_line
from kitgen.files import write_whole
from kitgen.installing.extras import need
from kitgen.lab.reproductions import HEADINGS, REPRODUCTIONS, Reproduction, cells, results_page


@click.command(epilog="Example: kitgen reproduce gardner")
@click.argument("name", metavar="NAME", type=Word("reproduction", (*REPRODUCTIONS, "all")))
@click.option(
    "--runs", default=50, show_default=True, metavar="N", help="How often each experiment is run."
)
@click.option(
    "--markdown",
    "page_file",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Write the results as a Markdown page.",
)
@options(json_option, progress_options)
def command(name: str, runs: int, page_file: Path | None) -> None:
    """Repeat a published experiment and compare the figures.

    NAME is gardner, michie, hexapawn-rl, tris, mancala, or all.
    """
    if runs < 2:
        raise UsageError(f"--runs {runs} gives no spread; ask for 2 or more")
    need("kitgen reproduce", "numba", "numpy", "scipy")
    names = list(REPRODUCTIONS) if name == "all" else [name]
    work = sum(runs * REPRODUCTIONS[key].games + REPRODUCTIONS[key].once for key in names)
    with progress_bar("searches" if name == "mancala" else "games", work) as advance:
        results = [REPRODUCTIONS[key].reproduce(runs, advance) for key in names]
    if page_file is not None:
        command = command_line(
            "kitgen", "reproduce", name, "--runs", runs, "--markdown", page_file.as_posix()
        )
        write_whole(page_file, "\n".join([*results_page(results, command), ""]).encode())
    if wrote_json(lambda: [_data(result, runs) for result in results]):
        return
    for result in results:
        click.echo(f"{result.title}\n{result.source}\n\n{result.about}\n")
        rows = [(line.what, *cells(line)) for line in result.lines]
        show_table(["", *HEADINGS], rows, right=HEADINGS[:-1])
        click.echo()


def _data(result: Reproduction, runs: int) -> dict[str, Any]:
    figures = []
    for line in result.lines:
        figures.append(
            {
                "what": line.what,
                "published": line.published,
                "reference": line.reference,
                "ours": line.ours,
                "spread": line.spread,
                "verdict": line.verdict,
            }
        )
    return {"name": result.name, "source": result.source, "runs": runs, "figures": figures}
