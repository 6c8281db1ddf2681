"""Options that commands on kits share: those that choose a kit, and the folder of templates."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem

from kitgen.authoring.place import templates_in_force
from kitgen.cli.offered_options import offered_option, options_as
from kitgen.cli.sections import section
from kitgen.errors import KitgenError, quoted
from kitgen.games import game_names
from kitgen.kit.choices import WISHES
from kitgen.templates import Templates

F = TypeVar("F", bound=Callable[..., Any])

#: The key of a context under which a command remembers that it has warned of a skipped file.
_WARNED = "kitgen.left_out"


class KitName(click.ParamType):  # type: ignore[type-arg] # generic only in newer versions of click
    """A kit as a user names it: an edition, a game, or a path."""

    name = "text"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Complete editions and games, otherwise files."""
        templates = ctx.params.get("templates") or Templates()
        names = [*templates.names("editions"), *game_names()]
        named = [CompletionItem(name) for name in dict.fromkeys(names) if name.startswith(incomplete)]
        return named or click.Path().shell_complete(ctx, param, incomplete)


def kit_argument(name: str = "kit") -> Callable[[F], F]:
    """Return the argument that names a kit, and the name of its parameter."""
    return click.argument(name, type=KitName())


def templates_option(function: F) -> F:
    """Add ``--templates`` to a command; its function gets the templates in force as ``templates``."""
    return click.option(
        "--templates",
        type=click.Path(path_type=Path),
        metavar="DIR",
        callback=_in_force,
        help="The folder of your editions, palettes, rules, texts … [default: your own, see 'kitgen new'].",
    )(function)


def _in_force(context: click.Context, _option: click.Parameter, folder: Path | None) -> Templates:
    def left_out(path: Path, error: KitgenError) -> None:
        if not context.meta.setdefault(_WARNED, False):
            context.meta[_WARNED] = True
            why = str(error).removeprefix(f"{quoted(path)}: ")
            click.echo(
                f"warning: {quoted(path)} is skipped: {why} ('kitgen templates check' lists all mistakes)", err=True
            )

    return templates_in_force(folder, left_out)


def kit_options(function: F) -> F:
    """Add the options that choose a kit to a command; its function gets ``choices``, a dict, and ``templates``.

    The help of a ``kitgen.cli.sections.Command`` lists them in a section of their own.
    """
    options: list[Callable[[Any], Any]] = [
        *(offered_option(wish, usual=False) for wish in WISHES.values()),
        templates_option,
    ]
    return options_as("choices", WISHES, [section("Kit", option) for option in options])(function)
