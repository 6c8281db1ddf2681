"""What commands on kits share: the options that choose a kit, and those that say where templates are."""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click

from kitgen.cli.shared.offered_options import offered_option, with_options
from kitgen.door.templates.place import templates_in_force
from kitgen.errors import KitgenError
from kitgen.kit.choices import WISHES
from kitgen.templates import Templates

F = TypeVar("F", bound=Callable[..., Any])

#: Where a command remembers that it has told of a file that was left out.
_TOLD = "kitgen.left_out"


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
