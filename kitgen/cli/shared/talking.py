"""A conversation line by line, in any terminal or pipe."""

import sys
from collections.abc import Callable

import click

from kitgen.cli.streams import lines_of_input
from kitgen.play.conversation import Conversation
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


def _say(lines: list[str]) -> None:
    """Write some lines, at once, so that whoever reads a pipe need not wait."""
    click.echo(in_letters("\n".join(lines), sys.stdout.encoding or "utf-8"))
    sys.stdout.flush()
