"""``kitgen play``: play with a machine on a screen, or line by line."""

import click

from kitgen.authoring.place import machines_folder
from kitgen.cli.options import kit_argument, options, templates_option
from kitgen.cli.terminal import progress_options, working
from kitgen.cli.terminal_talk import talk_on, talk_options
from kitgen.paper.texts import Texts
from kitgen.play.console import Console
from kitgen.play.host import sit_down
from kitgen.templates import Templates


@click.command(epilog="Example: kitgen play her --against random")
@kit_argument()
@click.option("--against", "opponent", default="human", show_default=True, metavar="WHO", help="The opponent: human, "
              "random, perfect, machine, level:4, seconds:3, or any that 'kitgen simulate' takes.")  # fmt: skip
@click.option("--record", default="", metavar="FILE[:N]",
              help="A recorded game to look at: the N-th in a file of games.")  # fmt: skip
@click.option("--side", metavar="SIDE", help="The side that the machine plays [default: the kit's].")
@click.option("--rule", metavar="RULE", help="The machine's learning rule [default: the kit's].")
@click.option("--as", "name", metavar="NAME", help="The name of the machine to continue or start.")
@click.option("--no-save", is_flag=True, help="Save nothing.")
@click.option("--lang", "language", default="", metavar="LANGUAGE", help="The language [default: the kit's].")
@options(talk_options, templates_option, progress_options)
def command(
    kit: str, opponent: str, record: str, side: str | None, rule: str | None, name: str | None, language: str,
    seed: int, templates: Templates, *, no_save: bool, plain: bool, ascii_only: bool,
) -> None:  # fmt: skip
    """Play against a machine, or watch it learn.

    KIT is an edition, a game, or a path to a kit, a PDF or a journal. Every finished game is saved at once, in a
    journal in your own folder. For a real machine of matchboxes use 'kitgen journal play'.
    """
    if language:
        Texts(language, templates)  # fails early for an unknown language
    with working(f"making {kit}"):
        host = sit_down(
            kit, seed=seed, folder=None if no_save else machines_folder(), name=name, side=side, rule=rule,
            language=language or None, templates=templates,
        )  # fmt: skip
    try:
        host.sitting.seat(host.opposite, opponent)
        if record:
            host.open_game(record)
        spoken = language or (host.kit.choices.language if host.kit is not None else "en")
        talk_on(Console(host, Texts(spoken, templates), plain=ascii_only), plain=plain)
    finally:
        host.close()
