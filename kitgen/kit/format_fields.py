"""Converts objects to the structs of released formats and back, field by field, by name.

A field that was added after a format's release is left out while it has its default value, so that older files stay as
they are, with their hashes. Another value needs a new version of the format (docs/kit-json.md explains how).
"""

import dataclasses
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, TypeVar

import msgspec

from kitgen.errors import quoted

S = TypeVar("S", bound=msgspec.Struct)
L = TypeVar("L")

#: No default.
_NONE = (msgspec.NODEFAULT, dataclasses.MISSING)


class NewVersionDueError(Exception):
    """No version of a format has a place for a value: a mistake in kitgen's own code."""


@cache
def _later(kind: type, known: tuple[str, ...]) -> tuple[tuple[str, object], ...]:
    """Return the fields of a struct, a dataclass or a named tuple that a format was not released with.

    Each is given with its default; ``...`` where there is none.
    """
    if issubclass(kind, tuple):
        usual: Mapping[str, object] = kind._field_defaults  # type: ignore[attr-defined] # of a named tuple
        return tuple((name, usual.get(name, ...)) for name in kind._fields if name not in known)  # type: ignore[attr-defined]
    listed: Any = msgspec.structs.fields if issubclass(kind, msgspec.Struct) else dataclasses.fields
    later = []
    for field in listed(kind):
        if field.name not in known:
            default = ... if field.default in _NONE else field.default
            later.append((field.name, default if field.default_factory in _NONE else field.default_factory()))
    return tuple(later)


def must_fit(objects: Iterable[object], known: tuple[str, ...], schema: str) -> None:
    """Raise NewVersionDueError for a value that is not the default of a field that a format was not released with."""
    for each in objects:
        kind: type = type(each)
        for name, usual in _later(kind, known):
            if (value := getattr(each, name)) != usual:
                raise NewVersionDueError(
                    f"{schema} has no place for {kind.__name__}.{name} = {value!r}; "
                    "it needs a new version of the format: see 'New keys' in docs/kit-json.md"
                )


def frozen(live: object, kind: type[S], schema: str, **otherwise: object) -> S:
    """Return an object as a struct of a format, after ``must_fit``; ``otherwise`` are fields with other values."""
    names = kind.__struct_fields__
    must_fit((live,), names, schema)
    return kind(**{name: otherwise[name] if name in otherwise else getattr(live, name) for name in names})


def thawed(file: msgspec.Struct, kind: Callable[..., L], **otherwise: object) -> L:
    """Return a struct of a format as an object of kitgen's own class; ``otherwise`` are fields with other values."""
    return kind(**(msgspec.structs.asdict(file) | otherwise))


class _Schema(msgspec.Struct):
    schema: str = ""


def schema_of(data: bytes) -> str:
    """Return the format and version named in JSON; empty if it names none, or is not JSON.

    >>> schema_of(b'{"schema": "kitgen/kit@3", "hash": 7}'), schema_of(b"[")
    ('kitgen/kit@3', '')
    """
    try:
        return msgspec.json.decode(data, type=_Schema).schema
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return ""


def other_version(schema: str, known: Iterable[str]) -> str:
    """Return the message for a file of an unknown version.

    >>> other_version("kitgen/kit@9", ["kitgen/kit@1", "kitgen/kit@2"])
    "is of version 'kitgen/kit@9', and this kitgen reads kitgen/kit@1 and 2; a newer kitgen is needed"
    """
    first, *more = known
    numbers = "".join(f"{' and' if name == more[-1] else ','} {name.rpartition('@')[2]}" for name in more)
    return f"is of version {quoted(schema)}, and this kitgen reads {first}{numbers}; a newer kitgen is needed"
