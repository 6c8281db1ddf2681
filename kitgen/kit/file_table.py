"""What kitgen writes to files, and reads again for good: how formats grow (docs/formats.md).

Every table of a file is a subclass of ``FileTable``. A key with a default is left out of file and
hash while it has it, so that a key can be added without changing what has been written before.
Version 1.0 did write some keys at their default; these are declared with ``as_in_1_0`` and always
written.
"""

import dataclasses
from collections.abc import Callable, Iterable
from copy import copy
from functools import cache
from typing import Any, ClassVar, TypeVar

import msgspec

from kitgen import __version__
from kitgen.errors import quoted
from kitgen.kit.releases import RELEASED, is_later
from kitgen.reading.schema import read_json

T = TypeVar("T")
S = TypeVar("S", bound="FileTable")


class FileTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A table of a file that kitgen writes.

    Attributes:
        live: the class whose objects it holds, if that is another one.
        without: the fields of these that it has no key for.
    """

    live: ClassVar[type | None] = None
    without: ClassVar[frozenset[str]] = frozenset()


def as_in_1_0(usual: T, *, key: str | None = None) -> T:
    """Return the default of a key that is always written, as version 1.0 did; never use it for a
    new key.

    ``key`` is its name in the file, if the field has another name now.

    >>> class Row(FileTable):
    ...     old: int = as_in_1_0(0)
    ...     new: int = 0
    >>> msgspec.json.encode(Row()), msgspec.json.encode(Row(new=1))
    (b'{"old":0}', b'{"old":0,"new":1}')
    """
    default: T = msgspec.field(default_factory=lambda: copy(usual), name=key)
    return default


@cache
def _fields(kind: Any) -> tuple[tuple[str, object], ...]:
    """Return the fields of a struct, a dataclass or a named tuple, each with its default;
    ``...`` if there is none.
    """
    if issubclass(kind, tuple):
        return tuple((name, kind._field_defaults.get(name, ...)) for name in kind._fields)
    is_struct = issubclass(kind, msgspec.Struct)
    none = msgspec.NODEFAULT if is_struct else dataclasses.MISSING
    fields = []
    declared: Any = msgspec.structs.fields(kind) if is_struct else dataclasses.fields(kind)
    for field in declared:
        default: object = ...
        if field.default is not none:
            default = field.default
        elif field.default_factory is not none:
            default = field.default_factory()
        fields.append((field.name, default))
    return tuple(fields)


@cache
def defaults_of(kind: type) -> dict[str, object]:
    """Return the defaults of a struct, a dataclass or a named tuple, of the fields that have
    one.
    """
    return {name: default for name, default in _fields(kind) if default is not ...}


@cache
def _names(source: type, kind: type, instead: frozenset[str]) -> tuple[str, ...]:
    """Return the fields that an object of one class takes from one of another."""
    names = [name for name, _ in _fields(kind)]
    lost = defaults_of(source).keys() - set(names) - getattr(kind, "without", frozenset())
    if lost:
        name = min(lost)
        raise TypeError(
            f"{kind.__name__} has no {name!r}, which {source.__name__} has: declare it in both"
        )
    return tuple(name for name in names if name not in instead)


def carried(source: object, kind: Callable[..., T], **instead: object) -> T:
    """Return an object with the fields of another, by name; those in ``instead`` have other values.

    >>> from kitgen.theory.solve import Value
    >>> class Worth(FileTable):
    ...     score: int
    ...     plies: int | None
    >>> carried(Value(1, 5), Worth, plies=3)
    Worth(score=1, plies=3)
    """
    names = _names(type(source), kind, frozenset(instead))  # type: ignore[arg-type] # a class is what makes its objects
    return kind(**{name: getattr(source, name) for name in names}, **instead)


#: Who has written what this kitgen does not know, if a file does not say.
NEWER_OR_CHANGED = "a newer kitgen has written it, or the file has been changed"


class _Head(msgspec.Struct):
    schema: str = ""
    kitgen: str = ""
    software: str = ""


def _head(data: bytes) -> _Head:
    try:
        return msgspec.json.decode(data, type=_Head)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return _Head()


def schema_of(data: bytes) -> str:
    """Return the format and version named in JSON; empty if it names none, or is not JSON.

    >>> schema_of(b'{"schema": "kitgen/kit@3", "hash": 7}'), schema_of(b"[")
    ('kitgen/kit@3', '')
    """
    return _head(data).schema


def other_version(schema: str, known: Iterable[str], before: str = "") -> str:
    """Return the message for a file of an unknown version; ``before`` is the beginning of an
    earlier name.

    >>> print(other_version("kitgen/kit@9", ["kitgen/kit@3", "kitgen/kit@4"]))
    is of version 'kitgen/kit@9', and this kitgen reads kitgen/kit@3 and 4; a newer kitgen is needed
    >>> other_version("kitgen/kit@2", ["kitgen/kit@3"])
    "is of version 'kitgen/kit@2', from before kitgen 1.0, and this kitgen reads kitgen/kit@3"
    """
    first, *more = known
    numbers = "".join(
        f"{' and' if name == more[-1] else ','} {name.rpartition('@')[2]}" for name in more
    )
    reads = f"this kitgen reads {first}{numbers}"
    if is_earlier(schema, first) or (before and schema.startswith(before)):
        return f"is of version {quoted(schema)}, from before kitgen 1.0, and {reads}"
    return f"is of version {quoted(schema)}, and {reads}; a newer kitgen is needed"


def is_earlier(schema: str, first: str) -> bool:
    """Return whether a version of a format is an earlier one than the first of kitgen 1.0.

    >>> is_earlier("kitgen/job@2", "kitgen/job@3"), is_earlier("kitgen/job@4", "kitgen/job@3")
    (True, False)
    """
    name, _, number = schema.rpartition("@")
    known, _, least = first.rpartition("@")
    return (
        name == known
        and number.isascii()
        and number.isdecimal()
        and 0 < int(number[:9]) < int(least)
    )


def read_written(
    data: bytes,
    kind: type[S],
    where: str,
    error_type: type[Exception],
    writer: Callable[[bytes], str] | None = None,
) -> S:
    """Return JSON that kitgen has written as an object of its table, as ``read_json`` does.

    A key or word that this version does not know is no mistake of the user's: the message says who
    has written it, in the words of ``writer``, or by the version that the file names.
    """
    return read_json(data, kind, where, error_type, writer or written_by)


def written_by(data: bytes) -> str:
    """Return who has written a key that this kitgen does not know into a file, as far as the file
    says.

    >>> written_by(b'{"kitgen": "9.0.0"}')
    'kitgen 9.0.0 has written it; use that'
    >>> written_by(b'{"kitgen": "1.0.0"}')
    'kitgen 1.0.0 does not either, so the file has been changed'
    >>> written_by(b"{}")
    'a newer kitgen has written it, or the file has been changed'
    """
    head = _head(data)
    version = head.kitgen or head.software  # of a journal it is the version that began it
    if is_later(version):
        return f"kitgen {version} has written it; use that"
    if head.kitgen in (*RELEASED, __version__):
        return f"kitgen {version} does not either, so the file has been changed"
    return NEWER_OR_CHANGED
