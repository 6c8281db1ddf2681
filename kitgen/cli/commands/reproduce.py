"""``kitgen reproduce``: published results beside ours."""

from pathlib import Path

import click

from kitgen.cli.shared.progress import progress_bar
from kitgen.cli.shared.show import show_json, show_table
from kitgen.errors import UnknownNameError, UsageError
from kitgen.extras import need
from kitgen.files import write_whole
from kitgen.published.reproduce import REPRODUCTIONS, figure_text, page, published_text, spread_text

#: Games that are played in all for each run, for the progress bar; about.
GAMES = {"gardner": 0, "michie": 50_000, "hexapawn-rl": 50_000, "tris": 900_000}


@click.command(epilog="Example: kitgen reproduce gardner")
@click.argument("name")
@click.option("--runs", default=50, show_default=True, metavar="N", help="Runs of each experiment.")
@click.option("--page", "page_file", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
              help="Write the results as a Markdown page.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Write the results as JSON.")
def command(name: str, runs: int, page_file: Path | None, *, as_json: bool) -> None:
    """Do a published experiment again: gardner, michie, hexapawn-rl, tris, or all of them."""
    if name not in (*REPRODUCTIONS, "all"):
        raise UnknownNameError("reproduction", name, [*REPRODUCTIONS, "all"])
    if runs < 2:
        raise UsageError(f"--runs {runs} gives no spread; ask for 2 or more")
    need("kitgen reproduce", "numba", "numpy", "scipy")
    names = list(REPRODUCTIONS) if name == "all" else [name]
    with progress_bar("games", runs * sum(GAMES[chosen] for chosen in names) + 1) as advance:
        done = [REPRODUCTIONS[chosen](runs, advance) for chosen in names]
    if page_file is not None:
        text = "\n".join(page(done, f"kitgen reproduce {name} --runs {runs} --page {page_file.as_posix()}")) + "\n"
        write_whole(page_file, lambda file: file.write(text.encode()))
    if as_json:
        show_json(
            [
                {
                    "name": one.name,
                    "source": one.source,
                    "runs": runs,
                    "figures": [
                        {
                            "what": line.what,
                            "published": line.published,
                            "ours": line.ours,
                            "spread": line.spread,
                            "verdict": line.verdict,
                        }
                        for line in one.lines
                    ],
                }
                for one in done
            ]
        )
        return
    for one in done:
        click.echo(f"{one.title}\n{one.source}\n\n{one.about}\n")
        rows = [
            (line.what, published_text(line), figure_text(line, line.ours), spread_text(line), line.verdict)
            for line in one.lines
        ]
        show_table(["", "published", "ours", "spread", "verdict"], rows, right=["published", "ours", "spread"])
        click.echo()
