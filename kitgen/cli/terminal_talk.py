"""A conversation line by line in any terminal or pipe, and the guide beside a real table, also on a screen."""

import os
import sys
from collections.abc import Callable
from typing import Any

import click

from kitgen.cli.options import with_options
from kitgen.cli.progress import note
from kitgen.cli.streams import at_terminal, lines_of_input
from kitgen.cli.terminal_board import can_show
from kitgen.extras import EXTRA_OF, MissingExtraError, installed
from kitgen.play.conversation import Conversation
from kitgen.play.guide import Guide
from kitgen.play.letters import in_letters

#: Answers a typed line.
Answer = Callable[[str], list[str]]


def talk_options(function: Any) -> Any:
    """Add the options of every conversation, with their defaults: ``plain``, ``ascii_only`` and ``seed``."""
    options = [
        click.option("--plain", is_flag=True, help="Line by line, for pipes, screen readers and slow connections."),
        click.option("--ascii", "ascii_only", is_flag=True, help="Draw boards with letters.",
                     callback=lambda _context, _option, value: value or not can_show("♟→×“”")),
        click.option("--seed", type=int, metavar="N", help="Random seed [default: a new one each time].",
                     callback=lambda _context, _option, seed: int.from_bytes(os.urandom(7)) if seed is None else seed),
    ]  # fmt: skip
    return with_options(function, options)


def _talk(conversation: Conversation, answer: Answer) -> None:
    """Answer line after line until the input or the conversation ends."""
    _say(conversation.greeting())
    for line in lines_of_input():
        _say(answer(line or ""))
        if conversation.over:
            return
    _say([conversation.farewell])


def talk_on(
    conversation: Conversation, screen: Callable[[], Any], *, plain: bool, answer: Answer | None = None
) -> None:
    """Talk on a screen; or line by line if ``plain``, in a pipe, or, with a note, without the extra for screens.

    Args:
        conversation: the conversation.
        screen: returns the class of its application; Textual is slow to load.
        plain: True for lines.
        answer: answers lines instead of the conversation, if given.
    """
    plain = plain or not at_terminal()
    if not plain and not installed("textual"):
        note(f"line by line, since {MissingExtraError('the screen', EXTRA_OF['textual'])}")
        plain = True
    if plain:
        _talk(conversation, answer or conversation.answer)
    else:
        screen()(conversation, sys.stdout.encoding or "utf-8").run()
        _say([conversation.farewell])


def talk_beside(guide: Guide, *, plain: bool) -> None:
    """Guide beside a real table."""

    def screen() -> Any:
        from kitgen.play.screens.beside import BesideApp  # noqa: PLC0415

        return BesideApp

    talk_on(guide, screen, plain=plain)


def _say(lines: list[str]) -> None:
    click.echo(in_letters("\n".join(lines), sys.stdout.encoding or "utf-8"))
    sys.stdout.flush()
