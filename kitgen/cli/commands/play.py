"""``kitgen play``: play with a machine on a screen, or line by line."""

import os
import sys
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from kitgen.cli.options import (
    OPPONENT_NAME,
    kit_argument,
    language_option,
    options,
    rule_option,
    templates_option,
    theme_option,
)
from kitgen.cli.terminal import at_terminal, lines_of_input, note, progress_options, working
from kitgen.cli.terminal_board import can_show
from kitgen.installing.extras import EXTRA_OF, MissingExtraError, installed
from kitgen.reading.own_folders import machines_folder
from kitgen.reading.templates import Templates

# Functions import what they play with: it is slow to load, and help and completion need none of it.
if TYPE_CHECKING:
    from kitgen.play.console import Console
    from kitgen.play.guide import Guide
    from kitgen.play.host import Host
    from kitgen.reading.texts import Texts

# A conversation, line by line in any terminal or pipe, or on a screen.

#: Slow commands, with the words for their bar.
LONG = {"train": "games", "analyse": "moves", "hint": "looking ahead"}


#: The options of every conversation: ``plain``, ``ascii_only`` and ``seed``.
talk_options = options(
    click.option(
        "--plain",
        is_flag=True,
        help="Line by line, for pipes, screen readers and slow connections.",
    ),
    click.option(
        "--ascii",
        "ascii_only",
        is_flag=True,
        help="Draw boards with letters.",
        callback=lambda _context, _option, value: value or not can_show("♟→×“”"),
    ),
    click.option(
        "--seed",
        type=int,
        metavar="N",
        help="Random seed [default: a new one each time].",
        callback=lambda _context, _option, seed: (
            int.from_bytes(os.urandom(7)) if seed is None else seed
        ),
    ),
)


def talk_on(conversation: "Console | Guide", *, plain: bool) -> None:
    """Talk on a screen, or line by line if ``plain``, in a pipe, or without the extra 'play'."""
    plain = plain or not at_terminal()
    if not plain and not installed("textual"):
        note(f"line by line, since {MissingExtraError('the screen', EXTRA_OF['textual'])}")
        plain = True
    if plain:
        _say(conversation.greeting())
        for line in lines_of_input():
            _say(_answer(conversation, line or ""))
            if conversation.over:  # somebody has said that it ends
                return
    else:
        from kitgen.play.console import Console
        from kitgen.play.screens.play_app import BesideApp, PlayApp

        screen: Any = PlayApp if isinstance(conversation, Console) else BesideApp
        screen(conversation, sys.stdout.encoding or "utf-8").run()
    _say([conversation.farewell])


def _answer(conversation: "Console | Guide", line: str) -> list[str]:
    """Answer a line, with a bar if that takes long."""
    from kitgen.play.guide import Guide

    if isinstance(conversation, Guide):
        return conversation.answer(line)
    command, *_ = conversation.read(line)
    what = LONG.get(command.name if command is not None else "", "at work")
    with working(what) as report:
        conversation.advance = partial(report, what)
        return conversation.answer(line)


def _say(lines: list[str]) -> None:
    from kitgen.play.letters import in_letters

    click.echo(in_letters("\n".join(lines), sys.stdout.encoding or "utf-8"))
    sys.stdout.flush()


def _dressed(host: "Host", texts: "Texts", theme: str) -> "Texts":
    """Show the game of a sitting as a theme has it, and return its words.

    The machine knows nothing of it.
    """
    from kitgen.paper.theme import check_words, game_in_theme, signed_in_letters, texts_in_theme

    templates = host.templates
    texts = texts_in_theme(texts, theme, templates)
    game = host.sitting.game
    players = (1 - host.opposite,)
    themed = game_in_theme(game, players, theme, templates)
    check_words(game, texts)
    host.sitting.game = signed_in_letters(themed, texts)
    return texts


@click.command(epilog="Example: kitgen play her --opponent random")
@kit_argument()
@click.option(
    "--opponent",
    "opponent",
    default="human",
    show_default=True,
    metavar="WHO",
    type=OPPONENT_NAME,
    help="The opponent: human, random, perfect, machine; level:4 or seconds:3, which look ahead; "
    "or any that 'kitgen simulate' takes.",
)
@click.option(
    "--record",
    default="",
    metavar="FILE[:N]",
    help="A recorded game to look at: the N-th in a file of games.",
)
@click.option(
    "--side", metavar="SIDE", help="The side that the machine plays [default: the kit's]."
)
@rule_option("The machine's learning rule [default: the kit's].")
@click.option("--as", "name", metavar="NAME", help="The name of the machine to continue or start.")
@click.option("--no-save", is_flag=True, help="Save nothing.")
@language_option("The language [default: the kit's].", default="")
@theme_option("Call the pieces as the theme NAME does, and show each as a letter.")
@options(talk_options, templates_option, progress_options)
def command(
    kit: str,
    opponent: str,
    record: str,
    side: str | None,
    rule: str | None,
    name: str | None,
    language: str,
    theme: str,
    seed: int,
    templates: Templates,
    *,
    no_save: bool,
    plain: bool,
    ascii_only: bool,
) -> None:
    """Play against a machine, or watch it learn.

    KIT is an edition, a game, or a path to a kit, a PDF or a journal. Every finished game is saved
    at once, in a journal in your own folder. For a real machine of matchboxes use 'kitgen journal
    play'.
    """
    from kitgen.play.console import Console
    from kitgen.play.host import sit_down
    from kitgen.reading.texts import Texts

    if language:
        Texts(language, templates)  # fails early for an unknown language
    with working(f"making {kit}"):
        host = sit_down(
            kit,
            seed=seed,
            folder=None if no_save else machines_folder(),
            name=name,
            side=side,
            rule=rule,
            language=language or None,
            templates=templates,
        )
    try:
        host.sitting.seat(host.opposite, opponent)
        if record:
            host.open_game(record)
        if not language:
            language = "en" if host.kit is None else host.kit.choices.language
        texts = Texts(language, templates)
        if theme:
            texts = _dressed(host, texts, theme)
        talk_on(Console(host, texts, plain=ascii_only), plain=plain)
    finally:
        host.close()
