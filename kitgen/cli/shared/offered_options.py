"""Options of the command line from what is offered: one declaration, one option (see ``kitgen.kit.offers``)."""

from collections.abc import Callable, Iterable
from typing import Annotated, Any, TypeVar, get_args, get_origin

import click
import msgspec
from click.shell_completion import CompletionItem

from kitgen.errors import UnknownNameError
from kitgen.kit.offers import Offered

F = TypeVar("F", bound=Callable[..., Any])


class Word(click.ParamType):  # type: ignore[type-arg] # generic only in newer versions of click
    """One of a few words; a word near one of them is answered with it."""

    name = "word"

    def __init__(self, what: str, known: Iterable[str]) -> None:
        self.what = what
        self.known = tuple(known)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the word as it is known, whatever its case.

        Raises:
            UnknownNameError: it is none of the known words.
        """
        del param, ctx
        for word in self.known:
            if str(value).lower() == word.lower():
                return word
        raise UnknownNameError(self.what, str(value), self.known)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Return the words that begin so."""
        del ctx, param
        return [CompletionItem(word) for word in self.known if word.lower().startswith(incomplete.lower())]

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        """Return the words as they stand in the help."""
        del param, ctx
        return "|".join(self.known)


def with_options(function: F, options: Iterable[Callable[[F], F]]) -> F:
    """Add options to a command, in the order in which its help lists them."""
    wrapped = function
    for option in reversed(list(options)):
        wrapped = option(wrapped)
    return wrapped


def offered_option(one: Offered, *, usual: bool) -> Callable[[F], F]:
    """Return the option for what is offered.

    Args:
        one: what is offered.
        usual: True when the option has the usual value when it is not said, False when it then has none.
    """
    default = one.default if usual and one.default is not msgspec.NODEFAULT else None
    if one.is_switch:
        return click.option(one.offer.option, one.key, is_flag=True, default=default, help=one.offer.help)
    if one.words:
        kind: Any = Word(one.offer.what, one.words)
        return click.option(one.offer.option, one.key, default=default, type=kind, help=one.offer.help)
    plain = get_args(one.kind)[0] if get_origin(one.kind) is Annotated else one.kind  # its limits are checked later
    kind = plain if plain in (int, float) else str
    return click.option(
        one.offer.option, one.key, default=default, type=kind, metavar=one.offer.metavar, help=one.offer.help
    )
