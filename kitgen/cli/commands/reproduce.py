"""``kitgen reproduce``: published results beside ours."""

from pathlib import Path

import click

from kitgen.cli.shared.progress import progress_bar, progress_options
from kitgen.cli.shared.show import show_json, show_table
from kitgen.errors import UnknownNameError, UsageError
from kitgen.extras import need
from kitgen.files import write_whole
from kitgen.published.page import HEADINGS, REPRODUCTIONS, cells, page


@click.command(epilog="Example: kitgen reproduce gardner")
@click.argument("name")
@click.option("--runs", default=50, show_default=True, metavar="N", help="Runs of each experiment.")
@click.option("--page", "page_file", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
              help="Write the results as a Markdown page.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Write the results as JSON.")
@progress_options
def command(name: str, runs: int, page_file: Path | None, *, as_json: bool) -> None:
    """Do a published experiment again: gardner, michie, hexapawn-rl, tris, mancala, or all of them."""
    if name not in (*REPRODUCTIONS, "all"):
        raise UnknownNameError("reproduction", name, [*REPRODUCTIONS, "all"])
    if runs < 2:
        raise UsageError(f"--runs {runs} gives no spread; ask for 2 or more")
    need("kitgen reproduce", "numba", "numpy", "scipy")
    names = list(REPRODUCTIONS) if name == "all" else [name]
    work = sum(runs * REPRODUCTIONS[chosen].games + REPRODUCTIONS[chosen].once for chosen in names)
    with progress_bar("searches" if name == "mancala" else "games", work) as advance:
        done = [REPRODUCTIONS[chosen].reproduce(runs, advance) for chosen in names]
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
                            "reference": line.reference,
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
        rows = [(line.what, *cells(line)) for line in one.lines]
        show_table(["", *HEADINGS], rows, right=HEADINGS[:-1])
        click.echo()
