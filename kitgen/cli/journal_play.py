"""``kitgen journal play``: the operator's guide at a real table."""

from typing import TYPE_CHECKING

import click

from kitgen.cli.commands.journal import on_journal
from kitgen.cli.commands.play import talk_on, talk_options
from kitgen.cli.options import options, templates_option
from kitgen.reading.templates import Templates

# The function imports what it plays with: it is slow to load, and help and completion need none of
# it.
if TYPE_CHECKING:
    from kitgen.journal.journal import Journal


@on_journal("play", write=True)
@click.option("--side", metavar="SIDE", help="The machine's side, if it plays both.")
@options(talk_options, templates_option)
def play(
    journal: "Journal",
    side: str | None,
    seed: int,
    templates: Templates,
    *,
    plain: bool,
    ascii_only: bool,
) -> None:
    """Guide the operator at a real table, box by box.

    It names each box, asks for the picked bead, and says what to do after the game. With the extra
    "play" there is a screen with a board to click; otherwise it works line by line. Every finished
    game is noted at once.
    """
    from kitgen.play.guide import sit_beside

    talk_on(
        sit_beside(journal, seed=seed, side=side, plain=ascii_only, templates=templates),
        plain=plain,
    )


#: As guests/play.toml has it.
command = play
