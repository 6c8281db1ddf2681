"""The options that set single parts: boxes to fold, wells, posters, Braille, labels, cards."""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from kitgen.cli.shared.offered_options import offered_option, with_options
from kitgen.paper.options import PART_OPTIONS

F = TypeVar("F", bound=Callable[..., Any])


def part_options(function: F) -> F:
    """Add the options that set single parts to a command; its function gets those said as ``options``, a dict."""

    @wraps(function)
    def with_dict(*args: Any, **values: Any) -> Any:
        origin = click.get_current_context().get_parameter_source
        given = {one.key: values.pop(one.key) for one in PART_OPTIONS}
        options = {key: value for key, value in given.items() if origin(key) is not ParameterSource.DEFAULT}
        return function(*args, options=options, **values)

    wrapped: Any = with_dict
    return with_options(wrapped, [offered_option(one, usual=True) for one in PART_OPTIONS])  # type: ignore[no-any-return] # click's decorators keep the function
