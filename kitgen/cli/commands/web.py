"""``kitgen web``: the companion page of a kit."""

from pathlib import Path
from typing import Any

import click

from kitgen.cli.shared.kit_options import kit_argument, kit_options
from kitgen.cli.shared.progress import note, progress_options, working
from kitgen.door.journal.games import exported, without_names
from kitgen.door.loading import finished_at, load_kit
from kitgen.kit.kit import Kit
from kitgen.session import is_session
from kitgen.session.session import Session
from kitgen.templates import Templates
from kitgen.theory.ply_counts import Progress
from kitgen.web.build import write_page


@click.command(epilog="Example: kitgen web her -o her.html")
@kit_argument()
@kit_options
@click.option(
    "-o", "--output", "path", type=click.Path(path_type=Path), metavar="FILE", help="Where to; NAME.html if not said."
)
@click.option("--no-names", is_flag=True, help="Leave out of a session's games who played and what was remarked.")
@progress_options
def command(kit: str, choices: dict[str, Any], templates: Templates, path: Path | None, *, no_names: bool) -> None:
    """Write the machine of KIT as one page for a browser: it plays, learns and keeps the games.

    KIT is an edition, a game, or a path to a kit.json, a kit folder, a kit PDF or a session. With a session the page
    starts with its games, all that was noted among them, and the beads that are left. The page works from a memory
    stick and asks nobody for anything.
    """
    with working(f"making {kit}") as report:
        made, journal = _machine(kit, templates, report, choices)
    bare, named = without_names(journal) if journal else ("", 0)
    path = path or Path(f"{made.name}.html")
    with working(f"writing {path}"):
        size = write_page(made, path, templates, journal=bare if no_names else journal)
    if named and not no_names:
        note(f"warning: whoever gets the page reads the names and remarks of {named} games; --no-names leaves them out")
    click.echo(f"{path}: {size / 1000:.0f} kB. Open it in a browser; it works without the internet.")


def _machine(kit: str, templates: Templates, report: Progress, choices: dict[str, Any]) -> tuple[Kit, str]:
    """Return the machine that a user names, and what it has played: its journal, if it is a session."""
    finished = finished_at(kit, templates, choices)
    if finished is None or not is_session(finished):
        return load_kit(kit, templates=templates, progress=report, **choices), ""
    with Session(finished) as session:
        return session.kit, exported(session, "jsonl").decode()
