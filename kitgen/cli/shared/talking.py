"""A conversation line by line, in any terminal or pipe; and the guide beside a real table, on a screen as well."""

import sys
from collections.abc import Callable

import click

from kitgen.cli.streams import at_terminal, lines_of_input
from kitgen.extras import installed
from kitgen.play.conversation import Conversation
from kitgen.play.guide.guide import Guide
from kitgen.play.letters import in_letters


def talk(conversation: Conversation, answer: Callable[[str], list[str]] | None = None) -> None:
    """Answer line after line until there are no more, or somebody asks to leave.

    Args:
        conversation: who answers.
        answer: answers in its place; the conversation itself when None.
    """
    answer = answer or conversation.answer
    _say(conversation.greeting())
    for line in lines_of_input():
        _say(answer(line or ""))
        if conversation.over:
            return
    _say([conversation.farewell])


def talk_beside(guide: Guide, *, plain: bool) -> None:
    """Guide on a screen; line by line in a pipe, where the extra for screens is not installed, or where that is asked.

    Args:
        guide: who answers.
        plain: True for line by line.
    """
    if plain or not (at_terminal() and installed("textual")):
        talk(guide)
        return
    # Textual takes a while to load, and talking line by line does without.
    from kitgen.play.screens.beside.app import BesideApp  # noqa: PLC0415

    BesideApp(guide, sys.stdout.encoding or "utf-8").run()
    _say([guide.farewell])


def _say(lines: list[str]) -> None:
    """Write some lines, at once, so that whoever reads a pipe need not wait."""
    click.echo(in_letters("\n".join(lines), sys.stdout.encoding or "utf-8"))
    sys.stdout.flush()
