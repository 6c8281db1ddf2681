"""A conversation line by line in any terminal or pipe, and the guide beside a real table, also on a screen."""

import os
import sys
from functools import partial
from typing import Any

import click

from kitgen.cli.options import options
from kitgen.cli.terminal import at_terminal, lines_of_input, note, working
from kitgen.cli.terminal_board import can_show
from kitgen.extras import EXTRA_OF, MissingExtraError, installed
from kitgen.play.console import Console
from kitgen.play.guide import Guide
from kitgen.play.letters import in_letters

#: Slow commands, with the words for their bar.
LONG = {"train": "games", "analyse": "moves", "hint": "looking ahead"}


#: The options of every conversation: ``plain``, ``ascii_only`` and ``seed``.
talk_options = options(
    click.option("--plain", is_flag=True, help="Line by line, for pipes, screen readers and slow connections."),
    click.option("--ascii", "ascii_only", is_flag=True, help="Draw boards with letters.",
                 callback=lambda _context, _option, value: value or not can_show("♟→×“”")),
    click.option("--seed", type=int, metavar="N", help="Random seed [default: a new one each time].",
                 callback=lambda _context, _option, seed: int.from_bytes(os.urandom(7)) if seed is None else seed),
)  # fmt: skip


def talk_on(conversation: Console | Guide, *, plain: bool) -> None:
    """Talk on a screen; or line by line if ``plain``, in a pipe, or, with a note, without the extra for screens."""
    plain = plain or not at_terminal()
    if not plain and not installed("textual"):
        note(f"line by line, since {MissingExtraError('the screen', EXTRA_OF['textual'])}")
        plain = True
    if plain:
        _say(conversation.greeting())
        for line in lines_of_input():
            _say(_answer(conversation, line or ""))
            if conversation.over:
                return
        _say([conversation.farewell])
        return
    from kitgen.play.screens.play_app import BesideApp, PlayApp  # noqa: PLC0415 - Textual is slow to load

    screen: Any = PlayApp if isinstance(conversation, Console) else BesideApp
    screen(conversation, sys.stdout.encoding or "utf-8").run()
    _say([conversation.farewell])


def _answer(conversation: Console | Guide, line: str) -> list[str]:
    """Answer a line, with a bar if that takes long."""
    if isinstance(conversation, Guide):
        return conversation.answer(line)
    command, *_ = conversation.read(line)
    what = LONG.get(command.name if command is not None else "", "at work")
    with working(what) as report:
        conversation.advance = partial(report, what)
        return conversation.answer(line)


def _say(lines: list[str]) -> None:
    click.echo(in_letters("\n".join(lines), sys.stdout.encoding or "utf-8"))
    sys.stdout.flush()
