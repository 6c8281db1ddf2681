"""What commands on kits share: the options that choose a kit, and those that say where templates are."""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem

from kitgen.cli.shared.offered_options import offered_option, with_options
from kitgen.door.templates.place import templates_in_force
from kitgen.errors import KitgenError
from kitgen.games import game_names
from kitgen.kit.choices import WISHES
from kitgen.templates import Templates

F = TypeVar("F", bound=Callable[..., Any])

#: Where a command remembers that it has told of a file that was left out.
_TOLD = "kitgen.left_out"


class KitName(click.ParamType):  # type: ignore[type-arg] # generic only in newer versions of click
    """A kit as a user names it: an edition, a game, or a path; a shell can finish its name."""

    name = "text"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Return the editions and games that begin so, then whatever files do."""
        templates = ctx.params.get("templates") or Templates()
        names = [*templates.names("editions"), *game_names()]
        named = [CompletionItem(name) for name in dict.fromkeys(names) if name.startswith(incomplete)]
        return named or click.Path().shell_complete(ctx, param, incomplete)


def kit_argument(name: str = "kit") -> Callable[[F], F]:
    """Return the argument that names a kit.

    Args:
        name: what the command's function calls it.
    """
    return click.argument(name, type=KitName())


def templates_option(function: F) -> F:
    """Add ``--templates`` to a command; its function gets the templates in force as ``templates``."""
    return click.option(
        "--templates",
        type=click.Path(path_type=Path),
        metavar="DIR",
        callback=_in_force,
        help="Your own editions, palettes, rules, texts …; your own folder when not said ('kitgen new' fills it).",
    )(function)


def _in_force(context: click.Context, _option: click.Parameter, folder: Path | None) -> Templates:
    """Return the templates in force; of the files that are left out of lists, the first is told of."""

    def left_out(path: Path, error: KitgenError) -> None:
        if not context.meta.setdefault(_TOLD, False):
            context.meta[_TOLD] = True
            why = str(error).removeprefix(f"{path}: ")
            click.echo(
                f"warning: {path} is left out: {why} ('kitgen templates check' names all that is wrong)", err=True
            )

    return templates_in_force(folder, left_out)


def kit_options(function: F) -> F:
    """Add the options that choose a kit to a command; its function gets them as ``choices``, a dict, and ``templates``.

    A command with an ``--opponent`` of its own, declared below this decorator, keeps it: there the word means
    who plays, and not for whom the kit is made.
    """
    own = {parameter.name for parameter in getattr(function, "__click_params__", ())}
    wishes = [one for key, one in WISHES.items() if key not in own]

    @wraps(function)
    def with_choices(*args: Any, **values: Any) -> Any:
        choices = {one.key: values.pop(one.key) for one in wishes}
        return function(*args, choices=choices, **values)

    wrapped: Any = with_choices
    return with_options(wrapped, [*(offered_option(one, usual=False) for one in wishes), templates_option])  # type: ignore[no-any-return] # click's decorators keep the function
