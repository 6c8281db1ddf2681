"""Plain data checked against a schema, with a one-line message for whatever does not fit.

JSON is read straight into its schema, so that a file of anything else is refused at its first wrong
byte.
"""

import codecs
import json
import re
from collections.abc import Callable
from difflib import get_close_matches
from functools import cache
from typing import Annotated, Any, NamedTuple, TypeVar

import msgspec
from msgspec import Meta, inspect

from kitgen.errors import quoted

T = TypeVar("T")
#: A missing value.
_NOTHING = object()


def refuse_mark(data: bytes, where: str, error_type: type[Exception]) -> None:
    """Refuse JSON with a byte order mark, at which most programs that read it fail."""
    if data.startswith(codecs.BOM_UTF8):
        raise error_type(
            f"{where} begins with a byte order mark, which some editors add; save it as "
            "UTF-8 without one"
        )


def read_json(
    data: bytes,
    schema: type[T],
    where: str,
    error_type: type[Exception],
    writer: Callable[[bytes], str] | None = None,
) -> T:
    """Return JSON, of a size that the caller has checked, as an object of a schema.

    If it is not, or has a key twice in a table, ``error_type`` is raised, with the file's name
    ``where``. A key or word that the schema does not know is the user's mistake, unless ``writer``
    says of the data who has written it.

    >>> read_json(b'{"a": [1, 2]}', dict[str, tuple[int, ...]], "a file", ValueError)
    {'a': (1, 2)}
    """

    def each_once(pairs: list[tuple[str, object]]) -> None:
        """Refuse a second value of a key, which would be ignored."""
        keys = set()
        for key, _ in pairs:
            if key in keys:
                raise error_type(f"{where}: key {quoted(key)} is twice in one table")
            keys.add(key)

    refuse_mark(data, where, error_type)
    try:
        value = msgspec.json.decode(data, type=schema)
        json.loads(data, object_pairs_hook=each_once)
    except msgspec.ValidationError as error:
        # The value is quoted only from small files, because all of the file must be parsed to find
        # it.
        plain = _plain(data) if len(data) < 1_000_000 else None
        new = unknown(str(error), schema, plain) if writer else ""
        if writer and new:
            raise error_type(f"{where}: this kitgen does not know {new}; {writer(data)}") from None
        raise error_type(f"{where}: {explain(str(error), schema, plain)}") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise error_type(f"{where} is not valid JSON: {error}") from None
    return value


def _plain(data: bytes) -> object:
    try:
        return msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def to_schema(data: object, schema: type[T], where: str, error_type: type[Exception]) -> T:
    """Return plain data as an object of a schema, or raise ``error_type`` with a line that names
    file and key.
    """
    try:
        return msgspec.convert(data, schema)
    except msgspec.ValidationError as error:
        raise error_type(f"{where}: {explain(str(error), schema, data)}") from None
    except RecursionError:
        raise error_type(f"{where}: its tables or lists are nested too deeply") from None
    except UnicodeError:
        raise error_type(f"{where}: a key contains a lone surrogate") from None


def explain(message: str, schema: Any, data: object = None, *, top: str = "it") -> str:
    """Return the message of a ``msgspec.ValidationError`` about ``data``, if known, in plain words.

    >>> from kitgen.reading.schema import Letter
    >>> class Badge(msgspec.Struct):
    ...     letter: Letter
    >>> explain("Expected `str` matching regex '…' - at `$.letter`", Badge, {"letter": "RED"})
    "letter is 'RED'; it must be a single letter or digit"
    >>> class Row(msgspec.Struct, forbid_unknown_fields=True):
    ...     badge: Badge
    >>> explain("Object contains unknown field `letter`", Row, {"letter": "R"})
    "key 'letter' does not belong at the top level, but elsewhere"
    """
    problem, _, path = message.partition(" - at `")
    in_key = path.startswith("key` in `")
    place, kind, value = _follow(_STEP.findall(path), inspect.type_info(schema), data)
    bare_kind = bare(kind)
    unknown = re.search(r"unknown field `(.*)`", problem)
    inside = f" in {place}" if place else ""
    if unknown is not None:
        return _explain_unknown(unknown[1], inside, keys_of(schema))
    missing = re.search(r"missing required field `(.+?)`", problem)
    if missing is not None:
        return f"key {missing[1]!r} is missing{inside}"
    if in_key:
        return f"a key{inside} is not {allowed(getattr(bare_kind, 'key_type', kind))}"
    if place.endswith("[…]"):
        return f"a value in table {place.removesuffix('[…]')} is not {allowed(kind)}"
    actual = "holds something else" if value is _NOTHING else f"is {quoted(value)}"
    advice = ""
    if isinstance(bare_kind, inspect.LiteralType) and isinstance(value, str):
        close = get_close_matches(value, map(str, bare_kind.values), n=1)
        if close:
            advice = f"; did you mean {close[0]!r}?"
    return f"{place or top} {actual}; it must be {allowed(kind)}{advice}"


def _explain_unknown(key: str, inside: str, known: frozenset[str]) -> str:
    """Return the message on a key that a table does not know; ``inside`` says in which one."""
    if key in known:
        where = inside.strip() or "at the top level"
        return f"key {quoted(key)} does not belong {where}, but elsewhere"
    close = get_close_matches(key, known, n=1, cutoff=0.5)
    advice = f"; did you mean {close[0]!r}?" if close else ""
    return f"unknown key {quoted(key)}{inside}{advice}"


#: The steps to a value in the message of a ``msgspec.ValidationError``: a key, a number in a list,
#: or any value.
_STEP = re.compile(r"\.([^.\[`]+)|\[(\d+)\]|(\[\.\.\.\])")


def unknown(message: str, schema: Any, data: object = None) -> str:
    """Return the key or the word that a schema does not know, by the message about it; empty if
    that is no fault.

    >>> from typing import Literal
    >>> class Row(msgspec.Struct, forbid_unknown_fields=True):
    ...     end: Literal["won", "lost"]
    >>> (
    ...     unknown("Object contains unknown field `draws`", Row),
    ...     unknown("Invalid enum value 'even' - at `$.end`", Row),
    ... )
    ("key 'draws'", "'even' as end")
    >>> unknown("Expected `str`, got `int` - at `$.end`", Row)
    ''
    """
    problem, _, path = message.partition(" - at `")
    place, _, _ = _follow(_STEP.findall(path), inspect.type_info(schema), data)
    key = re.search(r"unknown field `(.*)`", problem)
    if key is not None:
        inside = f" in {place}" if place else ""
        return f"key {quoted(key[1])}{inside}"
    word = re.search(r"Invalid enum value (.*)", problem)
    if word is not None:
        return f"{word[1]} as {place or 'its value'}"
    return ""


class _Target(NamedTuple):
    """A place in data, in words, with the type that it should have and its value, if known."""

    place: str
    kind: Any
    value: object


def _follow(steps: list[tuple[str, str, str]], kind: Any, data: object) -> _Target:
    """Return the place to which steps lead."""
    place = ""
    value = _NOTHING if data is None else data
    for name, number, some in steps:
        if name:
            kind = _part(kind, inspect.StructType)
            kind = next((field.type for field in kind.fields if field.encode_name == name), kind)
            value = value.get(name, _NOTHING) if isinstance(value, dict) else _NOTHING
            place = _joined(place, name)
        elif number:
            kind = bare(kind)
            index = int(number)
            parts = getattr(kind, "item_types", None)
            kind = parts[index] if parts else getattr(kind, "item_type", kind)
            row = value if isinstance(value, list | tuple) else ()
            value = row[index] if index < len(row) else _NOTHING
            place = f"{place}[{number}]"
        elif some:
            kind = getattr(_part(kind, inspect.DictType), "value_type", kind)
            table = value if isinstance(value, dict) else {}
            key = next((key for key, item in table.items() if not _fits(item, kind)), None)
            if key is None:
                value = _NOTHING
                place = f"{place}[…]"
            else:
                value = table[key]
                place = _joined(place, str(key))
        else:
            kind = bare(kind)
    return _Target(place, kind, value)


def _joined(place: str, key: str) -> str:
    """Return the place of a key in a table, which has its own place, empty at the top."""
    return f"{place}.{key}" if place else key


def _part(kind: Any, wanted: type) -> Any:
    """Return the part that is wanted, a table say, of a type that may also be something else,
    such as a text.
    """
    while isinstance(kind, inspect.Metadata):
        kind = kind.type
    parts = map(bare, kind.types if isinstance(kind, inspect.UnionType) else (kind,))
    return next((part for part in parts if isinstance(part, wanted)), bare(kind))


def bare(kind: Any) -> Any:
    """Return a type without its description, and without None."""
    while isinstance(kind, inspect.Metadata):
        kind = kind.type
    if isinstance(kind, inspect.UnionType):
        for part in kind.types:
            if not isinstance(bare(part), inspect.NoneType):
                return bare(part)
    return kind


_SIMPLE: dict[type, type] = {inspect.StrType: str, inspect.IntType: int, inspect.FloatType: float}


def _fits(value: object, kind: Any) -> bool:
    """Return whether a value is of a type, as far as that can be told without its parts."""
    kind = bare(kind)
    if isinstance(kind, inspect.DictType | inspect.StructType):
        return isinstance(value, dict)
    simple: Any = _SIMPLE.get(type(kind))
    if simple is None:
        return True
    limits = msgspec.structs.asdict(kind)
    meta: Any = Meta(**{key: limit for key, limit in limits.items() if limit is not None})
    try:
        msgspec.convert(value, Annotated[simple, meta])
    except (msgspec.ValidationError, RecursionError, UnicodeError):
        return False
    return True


def allowed(kind: Any) -> str:
    """Return a description of the values that a type allows.

    >>> allowed(inspect.LiteralType(("a4", "letter"))), allowed(inspect.LiteralType(("a4",)))
    ('one of a4, letter', 'a4')
    """
    if isinstance(kind, inspect.Metadata):
        description = (kind.extra_json_schema or {}).get("description")
        return str(description) if description else allowed(kind.type)
    match kind:
        case inspect.UnionType():
            parts = [part for part in kind.types if not isinstance(bare(part), inspect.NoneType)]
            return " or ".join(map(allowed, parts))
        case inspect.LiteralType():
            values = ", ".join(map(str, kind.values))
            return f"one of {values}" if len(kind.values) > 1 else values
        case inspect.IntType():
            return f"a whole number{_range(kind)}"
        case inspect.FloatType():
            return f"a number{_range(kind)}"
        case inspect.TupleType():
            return f"a list of {len(kind.item_types)} entries"
        case inspect.CollectionType():
            least = kind.min_length or 0
            if kind.max_length:
                return f"a list of {least:,} to {kind.max_length:,} entries"
            return "a list that is not empty" if least > 0 else "a list"
    return _WORDS.get(type(kind), "something else")


_WORDS: dict[type, str] = {
    inspect.BoolType: "true or false",
    inspect.StrType: "a text",
    **dict.fromkeys((inspect.DictType, inspect.StructType), "a table"),
}


def _range(kind: Any) -> str:
    """Return the range of a type of numbers, in words."""
    above = kind.ge is None
    low = kind.gt if above else kind.ge
    high = kind.le if kind.le is not None else kind.lt
    if low is not None and high is not None:
        return f" above {low:,} up to {high:,}" if above else f" from {low:,} to {high:,}"
    if low is not None:
        return f" above {low:,}" if above else f" of at least {low:,}"
    if high is not None:
        return f" of at most {high:,}"
    return ""


@cache
def keys_of(schema: Any) -> frozenset[str]:
    """Return every key anywhere in a schema."""
    keys: set[str] = set()
    waiting = [inspect.type_info(schema)]
    seen = set()
    while waiting:
        info: Any = waiting.pop()
        if id(info) in seen:
            continue
        seen.add(id(info))
        for field in getattr(info, "fields", ()):
            keys.add(field.encode_name)
            waiting.append(field.type)
        for name in ("type", "item_type", "key_type", "value_type"):
            part = getattr(info, name, None)
            if part:
                waiting.append(part)
        for name in ("types", "item_types"):
            waiting += getattr(info, name, ())
    return frozenset(keys)


# Types of fields in files: a range for each number, a length and a pattern for each text, with a
# description.

#: A visible letter or a blank: no control character, none that changes the direction of writing, no
#: lone surrogate.
_SEEN = r"[^\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff]"
#: One line of words. Its longest is far more than any place on paper has room for.
TextLine = Annotated[
    str,
    Meta(
        pattern=rf"^{_SEEN}*\Z",
        max_length=1000,
        description="one line of at most 1,000 printable letters",
    ),
]
#: A position or a move, in the notation of a game.
Notation = Annotated[
    str,
    Meta(
        pattern=rf"^{_SEEN}+\Z",
        max_length=1000,
        description="a position or a move in the notation of its game",
    ),
]
#: A title: two lines of the largest letters on a cover.
Title = Annotated[
    str,
    Meta(
        pattern=rf"^{_SEEN}+\Z",
        max_length=120,
        description="one line of 1 to 120 printable letters",
    ),
]
#: What a file or a user calls a colour.
Key = Annotated[
    str,
    Meta(
        pattern=r"^[^\W_][\w -]{0,39}\Z",
        description="a word of at most 40 letters, digits, blanks, '-' or '_'",
    ),
]
#: A language, as its folder in ``templates/texts`` is called.
Language = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8}){0,3}\Z",
        description="the code of a language, such as en",
    ),
]
#: A printed colour.
Fill = Annotated[str, Meta(pattern=r"^#[0-9A-Fa-f]{6}\Z", description="written as #RRGGBB")]
#: A badge has room for one letter.
Letter = Annotated[str, Meta(pattern=r"^[^\W_]\Z", description="a single letter or digit")]
#: Words by language.
Words = dict[Language, TextLine]
#: A length in mm, no longer than anything that is printed.
Millimetres = Annotated[float, Meta(ge=0, le=2000)]
#: How many beads: far more than any box holds.
MAX_BEADS = 9999
#: The highest number of a game of a machine.
MAX_GAME_NUMBER = 9_999_999
Beads = Annotated[int, Meta(ge=0, le=MAX_BEADS)]
