"""Calls from outside: their arguments are checked against the types that are declared, and errors
speak of Python.

Commands and functions share their checks and messages. A message written for a command speaks of
its options, such as ``--page a4``; whoever calls a function is told of its arguments.
"""

import gc
import inspect
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, wraps
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
        if name.startswith("_") and name != "__init__":
            continue
        if isinstance(member, FunctionType):
            setattr(kind, name, check_arguments(member))
        elif isinstance(member, classmethod):
            setattr(kind, name, classmethod(check_arguments(member.__func__)))
    return kind


def with_explained_calls(kind: type[T]) -> type[T]:
    """Explain the arguments of what a class offers, as ``explain_arguments`` does; a decorator."""
    for name, member in list(vars(kind).items()):
        if isinstance(member, FunctionType) and not name.startswith("_"):
            setattr(kind, name, explain_arguments(member))
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

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> T:
        bound = _checked(function, args, kwargs)
        try:
            with fewer_collections():
                return function(*bound.args, **bound.kwargs)
        except KitgenError as error:
            error.args = (in_python(str(error)), *error.args[1:])
            raise

    return call


#: New objects until Python looks for cycles, of which kitgen makes hardly any: looking for them
#: after 700, Python's default, takes a tenth of the work of a small experiment. The command does
#: the same for its whole process.
LOOK_AGAIN = 50_000


@contextmanager
def fewer_collections() -> Iterator[None]:
    """Let Python look for cycles less often, unless it looks more seldom already, or never.

    >>> before = gc.get_threshold()
    >>> with fewer_collections():
    ...     gc.get_threshold()[0] >= LOOK_AGAIN
    True
    >>> gc.get_threshold() == before
    True
    """
    first, *others = gc.get_threshold()
    if not 0 < first < LOOK_AGAIN:
        yield
        return
    gc.set_threshold(LOOK_AGAIN, *others)
    try:
        yield
    finally:
        gc.set_threshold(first, *others)


def explain_arguments(function: Callable[P, T]) -> Callable[P, T]:
    """Return a function that looks at its arguments only where it fails: for small ones that are
    called often.

    >>> @explain_arguments
    ... def half(number: int) -> float:
    ...     return number / 2
    >>> half("7")
    Traceback (most recent call last):
    kitgen.errors.UsageError: half: number is '7'; it must be a whole number
    """

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return function(*args, **kwargs)
        except KitgenError:
            raise
        except Exception:
            _checked(function, args, kwargs)
            raise

    return call


def check_function(function: Callable[..., Any], what: str, arguments: Sequence[str]) -> None:
    """Refuse a function of the caller's own that cannot take the arguments that it will be given.

    >>> check_function(lambda picks: None, "rule", ("picks", "result"))
    Traceback (most recent call last):
    kitgen.errors.UsageError: rule '<lambda>' must take two arguments: picks, result
    """
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):  # functions written in C may have none
        return
    try:
        signature.bind(*arguments)
    except TypeError:
        name = quoted(getattr(function, "__name__", type(function).__name__))
        count = {2: "two", 3: "three"}[len(arguments)]
        names = ", ".join(arguments)
        raise UsageError(f"{what} {name} must take {count} arguments: {names}") from None


def _checked(
    function: Callable[..., Any], args: Sequence[object], kwargs: Mapping[str, object]
) -> inspect.BoundArguments:
    """Return arguments as a function's types have them, or refuse them."""
    name = function.__qualname__.removesuffix(".__init__")
    signature, known = _signature_of(function)
    bound = _bound(name, signature, known, args, kwargs)
    for key, given in bound.arguments.items():
        bound.arguments[key] = _argument(name, signature.parameters[key], given)
    return bound


@cache
def _signature_of(function: Callable[..., Any]) -> tuple[inspect.Signature, tuple[str, ...]]:
    """Return the parameters of a function, and the names of its arguments; looked up when it is
    first called.
    """
    signature = inspect.signature(function)
    return signature, _known_names(signature)


#: An option in a message, with the part whose setting it is, if any.
_OPTION = re.compile(r"(?<![\w-])--(set (?P<part>[a-z][\w-]*)\.)?(?P<name>[a-z][a-z-]*)")
#: Options that are written otherwise in Python.
_OTHERS = {"-o": "target", "--output": "target", "'--at 1'": "at=[1]"}


#: Commands, each with the function that does the same.
FUNCTIONS = {
    name: f"kitgen.{name}"
    for name in ("compare", "diff", "exact", "find", "kits", "match", "reproduce", "search")
} | {
    "play": "kitgen.play_with",
    "print": "kitgen.print_kit",
    "simulate": "kitgen.simulate",
    "solve": "kitgen.solve",
    "sweep": "kitgen.sweep",
    "verify": "kitgen.verify",
}
#: A command that a message advises to run.
_COMMAND = re.compile(r"'kitgen (?P<name>[a-z]+)(?: [^']*)?'")


def in_python(message: str) -> str:
    """Return a message with the names of functions and arguments instead of commands and options.

    >>> in_python("--set poster.bead=9: leave out --page a4, or choose --opponent-rule")
    'poster_bead=9: leave out page a4, or choose opponent_rule'
    >>> in_python("'kitgen simulate her --rule michie' gives an answer")
    'kitgen.simulate gives an answer'
    """
    message = _COMMAND.sub(lambda found: FUNCTIONS.get(found["name"], found[0]), message)
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
    """A value is of another type; the message says what it lacks, if it nearly fits."""


def _fitted(what: str, value: Any, kind: Any) -> Any:
    if isinstance(value, str | Path) and not _writable(str(value)):
        raise UsageError(f"{what} is {quoted(value)}; it has a sign that no name or text can have")
    try:
        return fitted(value, kind)
    except _Misfit as misfit:
        words = " or ".join(dict.fromkeys(_words(kind)))
        lacking = f"; {misfit}" if misfit.args else ""
        raise UsageError(f"{what} is {shown_value(value)}; it must be {words}{lacking}") from None


def _writable(text: str) -> bool:
    """Return whether a text can be written to a file, and can be the name of one."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return "\0" not in text


def shown_value(value: object) -> str:
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
    if origin in (Iterable, Collection):
        return _fitted_collection(value, origin, get_args(kind)[0])
    if origin is Mapping:
        return _fitted_table(value, *get_args(kind))
    if origin is not None:
        kind = origin
    return _fitted_plain(value, kind)


def _fitted_to_one(value: Any, kinds: Sequence[Any]) -> Any:
    nearest = _Misfit()
    for kind in kinds:
        try:
            return fitted(value, kind)
        except _Misfit as misfit:
            if misfit.args:
                nearest = misfit
    raise nearest


def _fitted_list(value: Any, kind: Any) -> Any:
    """Return a list; text is none, although Python could read it letter by letter."""
    if isinstance(value, str | bytes) or not (
        isinstance(value, Sequence) or hasattr(value, "tolist")
    ):
        raise _Misfit
    return [fitted(one, kind) for one in value]


def _fitted_collection(value: Any, origin: Any, kind: Any) -> Any:
    """Return whatever can be gone through, as a list; text and tables are not meant."""
    if isinstance(value, str | bytes | Mapping) or not isinstance(value, origin):
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
        return _fulfilling(value, kind)
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


def _fulfilling(value: Any, protocol: type) -> Any:
    """Return an object that has all that a protocol asks for."""
    wanted = tuple(_members(protocol))
    if isinstance(value, type):
        lacking: tuple[str, ...] = wanted
    else:
        lacking = tuple(name for name in wanted if not hasattr(value, name))
    if not lacking:
        return value
    name = protocol.__name__
    if isinstance(value, type) and any(hasattr(value, one) for one in wanted):
        raise _Misfit(f"it is a class, not an object; for a {name} call it")
    if 2 * len(lacking) < len(wanted):
        raise _Misfit(f"for a {name} it lacks {', '.join(lacking)}")
    raise _Misfit


def _members(protocol: type) -> Iterator[str]:
    """Yield what a protocol asks for: attributes without a value, and its own methods."""
    for name in protocol.__annotations__:
        if not hasattr(protocol, name):
            yield name
    for name, member in vars(protocol).items():
        if isinstance(member, FunctionType | property) and not name.startswith("_"):
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
    elif origin in (Sequence, Iterable, Collection):
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
