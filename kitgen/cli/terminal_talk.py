"""A conversation line by line in any terminal or pipe, and the guide beside a real table, also on a screen."""

import os
import sys
from collections.abc import Callable
from typing import Any, TypeVar

import click

from kitgen.cli.options import with_options
from kitgen.cli.streams import at_terminal, lines_of_input
from kitgen.cli.terminal_board import can_show
from kitgen.extras import installed
from kitgen.play.conversation import Conversation
from kitgen.play.guide import Guide
from kitgen.play.letters import in_letters

F = TypeVar("F", bound=Callable[..., Any])


def talk_options(function: F) -> F:
    """Add the options of every conversation, with their defaults: ``plain``, ``ascii_only`` and ``seed``."""
    options: list[Callable[[F], F]] = [
        click.option("--plain", is_flag=True, help="Line by line, for pipes, screen readers and slow connections."),
        click.option("--ascii", "ascii_only", is_flag=True, help="Draw boards with letters.",
                     callback=lambda _context, _option, value: value or not can_show("♟→×“”")),
        click.option("--seed", type=int, metavar="N", help="Random seed [default: a new one each time].",
                     callback=lambda _context, _option, seed: int.from_bytes(os.urandom(7)) if seed is None else seed),
    ]  # fmt: skip
    return with_options(function, options)


def talk(conversation: Conversation, answer: Callable[[str], list[str]] | None = None) -> None:
    """Answer line after line until the input or the conversation ends; ``answer`` replaces the conversation's own."""
    answer = answer or conversation.answer
    _say(conversation.greeting())
    for line in lines_of_input():
        _say(answer(line or ""))
        if conversation.over:
            return
    _say([conversation.farewell])


def talk_beside(guide: Guide, *, plain: bool) -> None:
    """Guide on a screen; or line by line if ``plain``, in a pipe, or without the extra for screens."""
    if plain or not (at_terminal() and installed("textual")):
        talk(guide)
        return
    # Textual is slow to load
    from kitgen.play.screens.beside import BesideApp  # noqa: PLC0415

    BesideApp(guide, sys.stdout.encoding or "utf-8").run()
    _say([guide.farewell])


def _say(lines: list[str]) -> None:
    click.echo(in_letters("\n".join(lines), sys.stdout.encoding or "utf-8"))
    sys.stdout.flush()
