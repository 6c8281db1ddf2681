"""Calls from outside: their arguments are checked against the types that are declared, and errors
speak of Python.

Commands and functions share their checks and messages. A message written for a command speaks of
its options, such as ``--page a4``; whoever calls a function is told of its arguments.
"""

import inspect
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import wraps
from operator import index
from os import PathLike, fspath
from pathlib import Path
from types import FunctionType, NoneType, UnionType
from typing import (
    Annotated,
    Any,
    BinaryIO,
    Literal,
    ParamSpec,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from kitgen.errors import KitgenError, UnknownNameError, UsageError, quoted

P = ParamSpec("P")
T = TypeVar("T")

#: What a value must be, in words, by its type.
_KINDS = {
    str: "text",
    int: "a whole number",
    float: "a number",
    bool: "True or False",
    NoneType: "None",
    Path: "a path",
    BinaryIO: "a stream open for bytes",
}


def with_checked_calls(kind: type[T]) -> type[T]:
    """Check the arguments of what a class offers, as ``check_arguments`` does; a decorator."""
    for name, member in list(vars(kind).items()):
        if isinstance(member, FunctionType) and (name == "__init__" or not name.startswith("_")):
            setattr(kind, name, check_arguments(member))
    return kind


def check_arguments(function: Callable[P, T]) -> Callable[P, T]:
    """Return a function that refuses arguments of the wrong type, before anything is done.

    The types are those of its parameters; those behind ``**`` are the keys of a ``TypedDict``.

    >>> @check_arguments
    ... def play(kit: str, *, games: int = 1) -> int:
    ...     return games
    >>> play("her", games=2)
    2
    >>> play("her", games="2")
    Traceback (most recent call last):
    kitgen.errors.UsageError: play: games is '2'; it must be a whole number
    >>> play("her", gams=2)
    Traceback (most recent call last):
    kitgen.errors.UnknownNameError: play has no argument 'gams'; did you mean 'games'?
    """
    signature = inspect.signature(function)
    name = function.__qualname__.removesuffix(".__init__")
    known = _known_names(signature)

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> T:
        bound = _bound(name, signature, known, args, kwargs)
        for key, given in bound.arguments.items():
            bound.arguments[key] = _argument(name, signature.parameters[key], given)
        try:
            return function(*bound.args, **bound.kwargs)
        except KitgenError as error:
            error.args = (in_python(str(error)), *error.args[1:])
            raise

    return call


#: An option in a message, with the part whose setting it is, if any.
_OPTION = re.compile(r"(?<![\w-])--(set (?P<part>[a-z][\w-]*)\.)?(?P<name>[a-z][a-z-]*)")
#: Short options, and options that have another name in Python.
_OTHERS = {"-o": "target", "--output": "target"}


def in_python(message: str) -> str:
    """Return a message with the names of arguments instead of options.

    >>> in_python("--set poster.bead=9: leave out --page a4, or choose --opponent-rule")
    'poster_bead=9: leave out page a4, or choose opponent_rule'
    """
    for option, name in _OTHERS.items():
        message = re.sub(rf"(?<!\S){option}(?![\w-])", name, message)
    return _OPTION.sub(_argument_name, message)


def _argument_name(option: re.Match[str]) -> str:
    name = option["name"].replace("-", "_")
    if option["part"] is None:
        return name
    return f"{option['part'].replace('-', '_')}_{name}"


def _bound(
    name: str,
    signature: inspect.Signature,
    known: Sequence[str],
    args: Sequence[object],
    kwargs: Mapping[str, object],
) -> inspect.BoundArguments:
    """Return the arguments by parameter; UsageError if some are missing, too many or unknown."""
    for key in kwargs:
        if key not in known:
            raise UnknownNameError("argument", key, known, owner=name)
    try:
        return signature.bind(*args, **kwargs)
    except TypeError as error:
        raise UsageError(f"{name}: {error}; its arguments are {', '.join(known)}") from None


def _known_names(signature: inspect.Signature) -> tuple[str, ...]:
    """Return the names of all arguments, in order."""
    names: list[str] = []
    for parameter in signature.parameters.values():
        if parameter.annotation is parameter.empty:  # the object itself
            continue
        if parameter.kind is parameter.VAR_KEYWORD:
            names += keys_behind(parameter)
        else:
            names.append(parameter.name)
    return tuple(names)


def keys_behind(parameter: inspect.Parameter) -> dict[str, Any]:
    """Return the keys of the ``TypedDict`` behind ``**`` with their types."""
    (declared,) = get_args(parameter.annotation)
    return get_type_hints(declared)


def _argument(name: str, parameter: inspect.Parameter, given: Any) -> Any:
    """Return the argument of a parameter, or refuse it."""
    if parameter.annotation is parameter.empty:
        return given
    if parameter.kind is parameter.VAR_KEYWORD:
        kinds = keys_behind(parameter)
        return {key: _fitted(f"{name}: {key}", value, kinds[key]) for key, value in given.items()}
    if parameter.kind is parameter.VAR_POSITIONAL:
        return tuple(
            _fitted(f"{name}: {parameter.name}", value, parameter.annotation) for value in given
        )
    return _fitted(f"{name}: {parameter.name}", given, parameter.annotation)


class _Misfit(Exception):  # noqa: N818 - it says that a value does not fit, and is always caught
    """A value is of another type."""


def _fitted(what: str, value: Any, kind: Any) -> Any:
    if isinstance(value, str | Path) and not _writable(str(value)):
        raise UsageError(f"{what} is {quoted(value)}; it has a sign that no name or text can have")
    try:
        return fitted(value, kind)
    except _Misfit:
        words = " or ".join(dict.fromkeys(_words(kind)))
        raise UsageError(f"{what} is {_shown(value)}; it must be {words}") from None


def _writable(text: str) -> bool:
    """Return whether a text can be written to a file, and can be the name of one."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return "\0" not in text


def _shown(value: object) -> str:
    """Return a value as messages show it; only its kind if it cannot be written."""
    try:
        return quoted(value)
    except Exception:  # noqa: BLE001 - whatever an outsider's object does when it is written
        return f"of the kind {type(value).__name__}"


def fitted(value: Any, kind: Any) -> Any:
    """Return a value as a type has it: whole numbers and paths of other libraries become Python's
    own.

    >>> fitted("1", int | str), fitted(1, float)
    ('1', 1.0)
    """
    origin = get_origin(kind)
    if origin in (Union, UnionType):
        return _fitted_to_one(value, get_args(kind))
    if origin is Annotated:
        return fitted(value, get_args(kind)[0])
    if origin is Literal:
        if isinstance(
            value, str
        ):  # which words there are is known further in, with the nearest one
            return value
        raise _Misfit
    if kind in (Any, object):
        return value
    if origin is Sequence:
        return _fitted_list(value, get_args(kind)[0])
    if origin is Mapping:
        return _fitted_table(value, *get_args(kind))
    if origin is not None:
        kind = origin
    return _fitted_plain(value, kind)


def _fitted_to_one(value: Any, kinds: Sequence[Any]) -> Any:
    for kind in kinds:
        try:
            return fitted(value, kind)
        except _Misfit:
            continue
    raise _Misfit


def _fitted_list(value: Any, kind: Any) -> Any:
    """Return a list; text is none, although Python could read it letter by letter."""
    if isinstance(value, str | bytes) or not (
        isinstance(value, Sequence) or hasattr(value, "tolist")
    ):
        raise _Misfit
    return [fitted(one, kind) for one in value]


def _fitted_table(value: Any, key_kind: Any, kind: Any) -> Any:
    if not isinstance(value, Mapping):
        raise _Misfit
    return {fitted(key, key_kind): fitted(one, kind) for key, one in value.items()}


def _fitted_plain(value: Any, kind: Any) -> Any:
    if kind is Callable:
        fits = callable(value)
    elif kind is BinaryIO:
        fits = hasattr(value, "write")
    elif kind is int:
        return _whole(value)
    elif kind is float:
        return value if isinstance(value, float) else float(_whole(value))
    elif kind is Path:
        fits = isinstance(value, PathLike) and isinstance(fspath(value), str)
    elif getattr(kind, "_is_protocol", False):
        fits = all(hasattr(value, name) for name in _members(kind))
    else:
        fits = isinstance(value, kind)
    if not fits:
        raise _Misfit
    return Path(value) if kind is Path else value


def _whole(value: Any) -> int:
    """Return a whole number as Python's own; True and False are none."""
    if isinstance(value, bool):
        raise _Misfit
    try:
        return index(value)
    except TypeError:
        raise _Misfit from None


def _members(protocol: type) -> Iterator[str]:
    """Yield the attributes that a protocol asks for and gives no value."""
    for name in protocol.__annotations__:
        if not hasattr(protocol, name):
            yield name


def _words(kind: Any) -> Iterator[str]:
    """Yield what a value may be, in words."""
    origin = get_origin(kind)
    if origin in (Union, UnionType):
        for one in get_args(kind):
            yield from _words(one)
    elif origin is Annotated:
        yield from _words(get_args(kind)[0])
    elif origin is Literal:
        yield from map(repr, get_args(kind))
    elif origin is Sequence:
        yield "a list"
    elif origin is Mapping:
        yield "a dictionary"
    elif origin is Callable or kind is Callable:
        yield "a function"
    elif (origin or kind) in _KINDS:
        yield _KINDS[origin or kind]
    else:
        name = (origin or kind).__name__
        yield f"{'an' if name[0] in 'AEIOU' else 'a'} {name}"
