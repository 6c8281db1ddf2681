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
#: A wrong value is quoted only from smaller files, because all of a file must be parsed to find it.
MAX_BYTES_TO_QUOTE = 1_000_000


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
        plain = None
        if len(data) < MAX_BYTES_TO_QUOTE:
            plain = _plain(data)
        if writer is not None:
            new = unknown(str(error), schema, plain)
            if new:
                known_by = f"this kitgen does not know {new}; {writer(data)}"
                raise error_type(f"{where}: {known_by}") from None
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
    place, kind, value = _follow(_STEP.findall(path), inspect.type_info(schema), data)
    inside = _in_place(place)
    unknown = re.search(r"unknown field `(.*)`", problem)
    if unknown is not None:
        return _explain_unknown(unknown[1], inside, keys_of(schema))
    missing = re.search(r"missing required field `(.+?)`", problem)
    if missing is not None:
        return f"key {missing[1]!r} is missing{inside}"
    is_key = path.startswith("key` in `")
    if is_key:
        return f"a key{inside} is not {allowed(getattr(bare(kind), 'key_type', kind))}"
    if place.endswith("[…]"):
        return f"a value in table {place.removesuffix('[…]')} is not {allowed(kind)}"
    actual = "holds something else"
    if value is not _NOTHING:
        actual = f"is {quoted(value)}"
    return f"{place or top} {actual}; it must be {allowed(kind)}{_did_you_mean(value, kind)}"


def _in_place(place: str) -> str:
    """Return the words on the table in which something is; empty at the top level."""
    if not place:
        return ""
    return f" in {place}"


def _did_you_mean(value: object, kind: Any) -> str:
    """Return advice on a text that is much like one of the few that a type allows."""
    kind = bare(kind)
    if not isinstance(kind, inspect.LiteralType) or not isinstance(value, str):
        return ""
    close = get_close_matches(value, map(str, kind.values), n=1)
    if not close:
        return ""
    return f"; did you mean {close[0]!r}?"


def _explain_unknown(key: str, inside: str, known: frozenset[str]) -> str:
    """Return the message on a key that a table does not know; ``inside`` says in which one."""
    if key in known:
        where = inside.strip() or "at the top level"
        return f"key {quoted(key)} does not belong {where}, but elsewhere"
    advice = ""
    close = get_close_matches(key, known, n=1, cutoff=0.5)
    if close:
        advice = f"; did you mean {close[0]!r}?"
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
        return f"key {quoted(key[1])}{_in_place(place)}"
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
    value = data
    if data is None:
        value = _NOTHING
    target = _Target("", kind, value)
    for name, number, _any_value in steps:
        if name:
            target = _with_key(target, name)
        elif number:
            target = _with_number(target, int(number))
        else:
            target = _with_misfit(target)
    return target


def _with_key(table: _Target, name: str) -> _Target:
    """Return the place of a key in a table."""
    kind = _part(table.kind, inspect.StructType)
    for field in kind.fields:
        if field.encode_name == name:
            kind = field.type
            break
    value: object = _NOTHING
    if isinstance(table.value, dict):
        value = table.value.get(name, _NOTHING)
    return _Target(_joined(table.place, name), kind, value)


def _with_number(row: _Target, index: int) -> _Target:
    """Return the place of an entry in a list; its number is from 0."""
    kind = bare(row.kind)
    kinds = getattr(kind, "item_types", None)
    if kinds:  # of a list whose entries have a type each
        kind = kinds[index]
    else:
        kind = getattr(kind, "item_type", kind)
    value: object = _NOTHING
    if isinstance(row.value, list | tuple) and index < len(row.value):
        value = row.value[index]
    return _Target(f"{row.place}[{index}]", kind, value)


def _with_misfit(table: _Target) -> _Target:
    """Return the place of the first value in a table that is not of the type of its values."""
    kind = getattr(_part(table.kind, inspect.DictType), "value_type", table.kind)
    if isinstance(table.value, dict):
        for key, value in table.value.items():
            if not _fits(value, kind):
                return _Target(_joined(table.place, str(key)), kind, value)
    return _Target(f"{table.place}[…]", kind, _NOTHING)


def _joined(place: str, key: str) -> str:
    """Return the place of a key in a table, which has its own place, empty at the top."""
    if not place:
        return key
    return f"{place}.{key}"


def _part(kind: Any, wanted: type) -> Any:
    """Return the part that is wanted, a table say, of a type that may also be something else,
    such as a text.
    """
    while isinstance(kind, inspect.Metadata):
        kind = kind.type
    parts: tuple[Any, ...] = (kind,)
    if isinstance(kind, inspect.UnionType):
        parts = kind.types
    for part in map(bare, parts):
        if isinstance(part, wanted):
            return part
    return bare(kind)


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
        if description:
            return str(description)
        return allowed(kind.type)
    match kind:
        case inspect.UnionType():
            parts = [part for part in kind.types if not isinstance(bare(part), inspect.NoneType)]
            return " or ".join(map(allowed, parts))
        case inspect.LiteralType():
            values = ", ".join(map(str, kind.values))
            if len(kind.values) == 1:
                return values
            return f"one of {values}"
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
            if least > 0:
                return "a list that is not empty"
            return "a list"
    return _WORDS.get(type(kind), "something else")


_WORDS: dict[type, str] = {
    inspect.BoolType: "true or false",
    inspect.StrType: "a text",
    **dict.fromkeys((inspect.DictType, inspect.StructType), "a table"),
}


def _range(kind: Any) -> str:
    """Return the range of a type of numbers, in words."""
    high = kind.le
    if high is None:
        high = kind.lt
    if kind.ge is not None:
        if high is None:
            return f" of at least {kind.ge:,}"
        return f" from {kind.ge:,} to {high:,}"
    if kind.gt is not None:
        if high is None:
            return f" above {kind.gt:,}"
        return f" above {kind.gt:,} up to {high:,}"
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
