"""Boards for the terminal, and positions from the command line or standard input."""

import json
import sys
from collections.abc import Callable
from typing import Any

import click

from kitgen.cli.sections import Command
from kitgen.cli.terminal import LINE, lines_of_input
from kitgen.errors import NotationError
from kitgen.model import Game, Position


def board_text(game: Game, position: Position) -> str:
    """Return a position as rows of signs that the terminal can show.

    >>> from kitgen.games import make_game
    >>> game = make_game("hexapawn")
    >>> print(board_text(game, game.start()))
    3  ♟ ♟ ♟
    2  · · ·
    1  ♙ ♙ ♙
       a b c
    """
    from kitgen.paper.card.board import named_board_text  # noqa: PLC0415 - completion shows no board

    text = named_board_text(game, position)
    return text if can_show(text) else named_board_text(game, position, plain=True)


def can_show(text: str) -> bool:
    """Return whether standard output can encode a text."""
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


class PositionCommand(Command):
    """A command with a position as an argument, which may begin with a dash."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments; words that look like a board are not options."""
        boards = [word for word in args if _looks_like_board(word)]
        if boards and "--" not in args:
            others = [word for word in args if word not in boards]
            args = [*others, "--", *boards]
        return super().parse_args(ctx, args)


def _looks_like_board(word: str) -> bool:
    """Return whether a word that begins with a dash has rows, or a side after a blank."""
    return word.startswith("-") and ("/" in word or " " in word) and "=" not in word


def answer_lines(answer: Callable[[str], dict[str, Any]]) -> int:
    """Answer each line of standard input with a JSON object, and return the exit code.

    It is 2 if a line is not a position. ``answer`` returns plain data about a position, or raises
    ``NotationError``.
    """
    code = 0
    for number, line in enumerate(lines_of_input(), 1):
        try:
            if line is None:
                raise NotationError(f"a position cannot have more than {LINE:,} characters")  # noqa: TRY301
            if line.strip():
                click.echo(json.dumps(answer(line), ensure_ascii=False))
        except NotationError as error:
            code = error.exit_code
            click.echo(f"kitgen: line {number}: {error}", err=True)
    return code
