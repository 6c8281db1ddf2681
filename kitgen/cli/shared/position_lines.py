"""Positions as a command takes them: one among its words, or many, one a line of standard input."""

import json
from collections.abc import Callable
from typing import Any

import click

from kitgen.cli.streams import LINE, lines_of_input
from kitgen.errors import NotationError


class PositionCommand(click.Command):
    """A command with a position among its words, which may begin with a dash without being taken for an option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the words of the command; what looks like a board is none of its options."""
        boards = [word for word in args if word.startswith("-") and set(word) & set("/ ") and "=" not in word]
        if boards and "--" not in args:
            args = [*(word for word in args if word not in boards), "--", *boards]
        return super().parse_args(ctx, args)


def answer_lines(answer: Callable[[str], dict[str, Any]]) -> bool:
    """Answer each line of standard input with a JSON object, and return whether all of them were positions.

    Args:
        answer: returns what is true of a position as plain data, or refuses with a ``NotationError``.
    """
    good = True
    for number, line in enumerate(lines_of_input(), 1):
        try:
            if _whole(line).strip():
                click.echo(json.dumps(answer(_whole(line)), ensure_ascii=False))
        except NotationError as error:
            good = False
            click.echo(f"kitgen: line {number}: {error}", err=True)
    return good


def _whole(line: str | None) -> str:
    """Return a line.

    Raises:
        NotationError: it is None, which stands for one that is too long to be a position.
    """
    if line is None:
        raise NotationError(f"it is longer than {LINE:,} signs, as no position is")
    return line
