"""Plain data held to a schema, and one line for whatever does not fit it.

What a field allows is declared with it (``fields.py``), and from its type, range and description follows what a refusal
says. JSON is read straight into its schema, so that a file of anything else is refused at its first wrong byte, however
large or deep it is.
"""

import json
import re
from difflib import get_close_matches
from functools import cache
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta
from msgspec import inspect as kinds

from kitgen.errors import quoted

T = TypeVar("T")

#: Stands for what is not at hand.
_NOTHING = object()


def read_json(data: bytes, schema: type[T], where: str, error_type: type[Exception]) -> T:
    """Return JSON as an object of a schema.

    Args:
        data: the bytes; the caller has seen to it that they are not too many.
        schema: what they must be.
        where: the file's name, for errors.
        error_type: what is raised.

    Raises:
        error_type: it is no JSON, says a key twice, or does not follow the schema.

    >>> read_json(b'{"a": [1, 2]}', dict[str, tuple[int, ...]], "a file", ValueError)
    {'a': (1, 2)}
    """
    try:
        found = msgspec.json.decode(data, type=schema)
        json.loads(data, object_pairs_hook=_each_once)  # a second meaning of a key would be read by nobody
    except msgspec.ValidationError as error:
        # What stands there is quoted from small files only: to find it, all of it has to be taken apart.
        plain = _plain(data) if len(data) < 1_000_000 else None
        raise error_type(f"{where}: {explain(str(error), schema, plain)}") from None
    except _TwiceError as error:
        raise error_type(f"{where}: key {quoted(error.args[0])} stands twice in one table") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise error_type(f"{where} is not valid JSON: {error}") from None
    return found


class _TwiceError(Exception):
    """A key of an object that stands in it twice."""


def _each_once(pairs: list[tuple[str, object]]) -> None:
    """Refuse an object that says a key twice; nothing of it is kept."""
    keys = set()
    for key, _ in pairs:
        if key in keys:
            raise _TwiceError(key)
        keys.add(key)


def _plain(data: bytes) -> object:
    """Return JSON as plain data, or None where that cannot be had."""
    try:
        return msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def to_schema(data: object, schema: type[T], where: str, error_type: type[Exception]) -> T:
    """Return plain data as an object of a schema; a mistake becomes one line that names file and key.

    Raises:
        error_type: the data does not follow the schema.
    """
    try:
        return msgspec.convert(data, schema)
    except msgspec.ValidationError as error:
        raise error_type(f"{where}: {explain(str(error), schema, data)}") from None
    except RecursionError:
        raise error_type(f"{where}: its tables or lists lie too deep in each other") from None
    except UnicodeError:
        raise error_type(f"{where}: a key has half a letter in it (a lone surrogate)") from None


def explain(message: str, schema: Any, data: object = None, *, top: str = "it") -> str:
    """Return what a ``msgspec.ValidationError`` says in plain words: which key, what is there, what may be there.

    Args:
        message: of the error.
        schema: that the data was held to.
        data: what was held to it, to quote from; None where it is not at hand.
        top: what the data itself is called.

    >>> from kitgen.fields import Letter
    >>> class Badge(msgspec.Struct):
    ...     letter: Letter
    >>> explain("Expected `str` matching regex '…' - at `$.letter`", Badge, {"letter": "RED"})
    "letter is 'RED'; it must be a single letter or digit"
    >>> class Row(msgspec.Struct, forbid_unknown_fields=True):
    ...     badge: Badge
    >>> explain("Object contains unknown field `letter`", Row, {"letter": "R"})
    "key 'letter' does not belong at the top level, but elsewhere"
    """
    said, _, path = message.partition(" - at `")
    in_key = path.startswith("key` in `")
    steps = re.findall(r"\.([^.\[`]+)|\[(\d+)\]|(\[\.\.\.\])", path)
    place, kind, value = _follow(steps, kinds.type_info(schema), data)
    unknown = re.search(r"unknown field `(.*)`", said)
    inside = f" in {place}" if place else ""
    if unknown is not None:
        known = keys_of(schema)
        if unknown[1] in known:
            return f"key {quoted(unknown[1])} does not belong {inside.strip() or 'at the top level'}, but elsewhere"
        close = get_close_matches(unknown[1], known, n=1, cutoff=0.5)
        advice = f"; did you mean {close[0]!r}?" if close else ""
        return f"unknown key {quoted(unknown[1])}{inside}{advice}"
    missing = re.search(r"missing required field `(.+?)`", said)
    if missing is not None:
        return f"key {missing[1]!r} is missing{inside}"
    if in_key:
        return f"a key{inside} is not {allowed(getattr(bare(kind), 'key_type', kind))}"
    if place.endswith("[…]"):
        return f"a value in table {place.removesuffix('[…]')} is not {allowed(kind)}"
    there = "holds something else" if value is _NOTHING else f"is {quoted(value)}"
    close = get_close_matches(value, _literals(kind), n=1) if isinstance(value, str) else []
    advice = f"; did you mean {close[0]!r}?" if close else ""
    return f"{place or top} {there}; it must be {allowed(kind)}{advice}"


def _follow(steps: list[tuple[str, str, str]], kind: Any, data: object) -> tuple[str, Any, object]:
    """Return the place that the steps of a path lead to, as a user would write it, its type, and what is there."""
    place, value = "", _NOTHING if data is None else data
    for name, number, some in steps:
        kind = bare(kind)
        if name:
            place += f".{name}" if place else name
            kind = next((field.type for field in kind.fields if field.encode_name == name), kind)
            value = value.get(name, _NOTHING) if isinstance(value, dict) else _NOTHING
        elif number:
            place += f"[{number}]"
            row = value if isinstance(value, list | tuple) else ()
            value = row[int(number)] if int(number) < len(row) else _NOTHING
            parts = getattr(kind, "item_types", None)
            kind = parts[int(number)] if parts else getattr(kind, "item_type", kind)
        elif some:
            kind = getattr(kind, "value_type", kind)
            table = value if isinstance(value, dict) else {}
            key = next((key for key, one in table.items() if not _fits(one, kind)), None)
            place += "[…]" if key is None else f".{key}" if place else str(key)
            value = _NOTHING if key is None else table[key]
    return place, kind, value


def bare(kind: Any) -> Any:
    """Return a type without its description, and of one that may be left out the rest."""
    while isinstance(kind, kinds.Metadata):
        kind = kind.type
    if isinstance(kind, kinds.UnionType):
        return next((bare(one) for one in kind.types if not isinstance(bare(one), kinds.NoneType)), kind)
    return kind


_SIMPLE: dict[type, type] = {kinds.StrType: str, kinds.IntType: int, kinds.FloatType: float}


def _fits(value: object, kind: Any) -> bool:
    """Return whether a text, a number or a table is what its type allows, as far as that is easily seen."""
    kind = bare(kind)
    if isinstance(kind, kinds.DictType | kinds.StructType):
        return isinstance(value, dict)
    simple: Any = next((one for name, one in _SIMPLE.items() if isinstance(kind, name)), None)
    if simple is None:
        return True
    limits = {key: getattr(kind, key, None) for key in ("ge", "gt", "le", "lt", "min_length", "max_length", "pattern")}
    meta: Any = Meta(**{key: limit for key, limit in limits.items() if limit is not None})
    try:
        msgspec.convert(value, Annotated[simple, meta])
    except (msgspec.ValidationError, RecursionError, UnicodeError):
        return False
    return True


def _literals(kind: Any) -> tuple[str, ...]:
    """Return the words that a type allows; none where it is not a choice of words."""
    kind = bare(kind)
    return tuple(map(str, kind.values)) if isinstance(kind, kinds.LiteralType) else ()


def allowed(kind: Any) -> str:
    """Return in words what a type allows."""
    if isinstance(kind, kinds.Metadata):
        said = (kind.extra_json_schema or {}).get("description")
        return str(said) if said else allowed(kind.type)
    match kind:
        case kinds.UnionType():
            return " or ".join(allowed(one) for one in kind.types if not isinstance(bare(one), kinds.NoneType))
        case kinds.LiteralType():
            return ("one of " * (len(kind.values) > 1)) + ", ".join(map(str, kind.values))
        case kinds.BoolType():
            return "true or false"
        case kinds.IntType():
            return f"a whole number{_range(kind)}"
        case kinds.FloatType():
            return f"a number{_range(kind)}"
        case kinds.StrType():
            return "a text"
        case kinds.TupleType():
            return f"a list of {len(kind.item_types)} entries"
        case kinds.CollectionType():
            least, most = kind.min_length or 0, kind.max_length
            return "a list" + (f" of {least:,} to {most:,} entries" if most else " that is not empty" * (least > 0))
        case kinds.DictType() | kinds.StructType():
            return "a table"
    return "something else"


def _range(kind: Any) -> str:
    """Return the range of a number in words."""
    low = kind.ge if kind.ge is not None else kind.gt
    high = kind.le if kind.le is not None else kind.lt
    if low is not None and high is not None:
        return f" {'above' if kind.ge is None else 'from'} {low:,} {'up to' if kind.ge is None else 'to'} {high:,}"
    if low is not None:
        return f" above {low:,}" if kind.ge is None else f" of at least {low:,}"
    return f" of at most {high:,}" if high is not None else ""


@cache
def keys_of(schema: Any) -> frozenset[str]:
    """Return every key that may stand anywhere in a schema."""
    keys: set[str] = set()
    waiting, seen = [kinds.type_info(schema)], set()
    while waiting:
        info: Any = waiting.pop()
        if id(info) in seen:
            continue
        seen.add(id(info))
        for field in getattr(info, "fields", ()):
            keys.add(field.encode_name)
            waiting.append(field.type)
        parts = [getattr(info, part, None) for part in ("type", "item_type", "key_type", "value_type")]
        waiting += [part for part in (*parts, *getattr(info, "types", ()), *getattr(info, "item_types", ())) if part]
    return frozenset(keys)
