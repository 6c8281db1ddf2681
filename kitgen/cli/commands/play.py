"""``kitgen play``: plays with a machine on the screen, or line by line."""

import os
import sys
from functools import partial

import click

from kitgen.cli.shared.board import can_show
from kitgen.cli.shared.kit_options import kit_argument, templates_option
from kitgen.cli.shared.progress import progress_options, working
from kitgen.cli.shared.talking import talk
from kitgen.cli.streams import at_terminal
from kitgen.door.journal.playing import sit_down
from kitgen.door.templates.place import machines_folder
from kitgen.extras import need
from kitgen.paper.texts import Texts
from kitgen.play.console import Console
from kitgen.templates import Templates

#: Commands that take long, and what their bar counts.
LONG = {"train": "games", "analyse": "moves", "hint": "looking ahead"}


@click.command(epilog="Example: kitgen play her --opponent random")
@kit_argument()
@click.option(
    "--opponent",
    default="human",
    metavar="WHO",
    help="Who sits opposite: human (usual), machine, level:4, seconds:3, or a name as for simulate.",
)
@click.option(
    "--game", "record", default="", metavar="FILE[:N]", help="A written game to look at: the N-th of a file with games."
)
@click.option("--side", metavar="SIDE", help="The side that the machine plays; the kit's own if not said.")
@click.option("--rule", metavar="RULE", help="The machine's learning rule; the kit's own if not said.")
@click.option(
    "--as", "name", default="", metavar="NAME", help="The machine that is gone on with, or begun, by its name."
)
@click.option("--no-save", is_flag=True, help="Keep nothing.")
@click.option("--plain", is_flag=True, help="Line by line, for pipes, screen readers and slow connections.")
@click.option("--ascii", "ascii_only", is_flag=True, help="Boards in letters.")
@click.option(
    "--lang", "language", default="", metavar="LANGUAGE", help="The language of words; the kit's own if not said."
)
@click.option("--seed", type=int, metavar="N", help="Where luck comes from; another one each time if not said.")
@templates_option
@progress_options
def command(
    kit: str, opponent: str, record: str, side: str | None, rule: str | None, name: str, language: str,
    seed: int | None, templates: Templates, *, no_save: bool, plain: bool, ascii_only: bool,
) -> None:  # fmt: skip
    """Play with the machine of KIT: against it, for it, or looking on while it learns.

    KIT is an edition, a game, or a path to a kit, a PDF or a session. Every finished game is kept at once, in a
    session in your own folder.
    """
    plain = plain or not at_terminal()
    if not plain:
        need("kitgen play without --plain", "textual")
    if language:
        Texts(language, templates)  # refuses a language that is not there before any work
    with working(f"making {kit}"):
        host = sit_down(
            kit,
            seed=int.from_bytes(os.urandom(7)) if seed is None else seed,
            folder=None if no_save else machines_folder(),
            name=name,
            side=side,
            rule=rule,
            templates=templates,
        )
    try:
        host.sitting.seat(host.opposite, opponent)
        if record:
            host.open_game(record)
        spoken = language or (host.kit.choices.language if host.kit is not None else "en")
        console = Console(host, Texts(spoken, templates), plain=ascii_only or not can_show("♟→×“”"))
        if plain:
            talk(console, partial(_answer, console))
        else:
            # Textual takes a while to load, and talking line by line does without.
            from kitgen.play.screens.app import PlayApp  # noqa: PLC0415

            PlayApp(console, sys.stdout.encoding or "utf-8").run()
    finally:
        host.close()


def _answer(console: Console, line: str) -> list[str]:
    """Return the answer to a line, with a bar while much is done."""
    words = line.split()
    what = LONG.get(console.command_named(words[0]) or "") if words else None
    if what is None:
        return console.answer(line)
    with working(what) as report:
        console.advance = lambda done, most: report(what, done, most)
        return console.answer(line)
