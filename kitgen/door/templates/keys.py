"""The keys of a template file in words: what each means, what may stand there, what holds when it is left out.

All of it comes from the schema that reads the file and from the docstrings of its fields, so that what a user is told
is what is read.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from inspect import cleandoc
from typing import Any

import msgspec
from msgspec.inspect import (
    BoolType,
    CollectionType,
    DictType,
    Field,
    FloatType,
    IntType,
    LiteralType,
    Metadata,
    NoneType,
    StrType,
    StructType,
    Type,
    UnionType,
    VarTupleType,
    type_info,
)


@dataclass(frozen=True, slots=True)
class Key:
    """One key of a file.

    Attributes:
        name: the key.
        about: what it means, a sentence.
        values: what may stand there, in words.
        usual: what holds when it is left out; ``msgspec.NODEFAULT`` where it has to be there.
        example: what may stand there.
        inside: the keys of the table, or of each of the tables, that stand there; none where it is a plain value.
        repeated: True for a list of tables.
        named: True for a table whose keys are the file's own, such as languages.
        kind: the schema of the table, or of each of the tables, that stand there; None where it is a plain value.
    """

    name: str
    about: str
    values: str
    usual: Any
    example: Any
    inside: tuple["Key", ...] = ()
    repeated: bool = False
    named: bool = False
    kind: type | None = None

    @property
    def needed(self) -> bool:
        """True when it has to be there."""
        return self.usual is msgspec.NODEFAULT


def keys_of(schema: type[msgspec.Struct], *documented: type) -> tuple[Key, ...]:
    """Return the keys of a file in the order of its schema.

    Args:
        schema: reads the file.
        documented: the classes whose docstrings say what the keys mean; the schema itself when none are named.

    >>> from kitgen.kit.rule import Rule
    >>> [key.values for key in keys_of(Rule) if key.name == "learns"]
    ['"beads" or "positions"']
    """
    info = type_info(schema)
    if not isinstance(info, StructType):
        raise TypeError(f"{schema} has no keys")
    about = dict(pair for one in documented or (schema,) for pair in meanings(one))
    return tuple(_key(field, about[field.name]) for field in info.fields)


def meanings(documented: type) -> Iterator[tuple[str, str]]:
    """Yield what a class's docstring says of each of its attributes, as one sentence.

    >>> from kitgen.kit.rule import Change
    >>> dict(meanings(Change))["every"]
    'Beads added to the slot of every move played; negative takes away.'
    """
    _, _, section = cleandoc(documented.__doc__ or "").partition("Attributes:\n")
    for entry in re.findall(r"^    (\w[\w, ]*): (.*(?:\n {5,}.*)*)", section.partition("\n\n")[0], re.MULTILINE):
        sentence = re.sub(r"``(.*?)``", r"'\1'", " ".join(entry[1].split()))
        for name in entry[0].split(", "):
            yield name, sentence[:1].upper() + sentence[1:]


def _key(field: Field, about: str) -> Key:
    """Return one field of a schema as a key."""
    kind = _bare(field.type)
    usual = field.default
    if field.default_factory is not msgspec.NODEFAULT:
        usual = field.default_factory()
    values, example = _values(field.type), _example(kind) if usual in (msgspec.NODEFAULT, None) else usual
    inner = _bare(kind.item_type) if isinstance(kind, VarTupleType) else kind
    if isinstance(inner, StructType):
        inside = keys_of(inner.cls)
        return Key(field.name, about, values, usual, example, inside, repeated=inner is not kind, kind=inner.cls)
    return Key(field.name, about, values, usual, example, named=isinstance(kind, DictType))


def _bare(kind: Type) -> Type:
    """Return a type without its description, and without the ``None`` that stands for a key that is left out."""
    if isinstance(kind, Metadata):
        return _bare(kind.type)
    if isinstance(kind, UnionType):
        others = [one for one in kind.types if not isinstance(_bare(one), NoneType)]
        return _bare(others[0]) if len(others) == 1 else kind
    return kind


def _values(kind: Type) -> str:
    """Return in words what may stand where a type is asked for.

    >>> from typing import Annotated
    >>> _values(type_info(Annotated[int, msgspec.Meta(ge=1, le=9)]))
    'a whole number from 1 to 9'
    >>> _values(type_info(Annotated[str, msgspec.Meta(pattern="^[A-Z]$", description="a capital letter")] | None))
    'a capital letter'
    """
    if isinstance(kind, Metadata):
        said = (kind.extra_json_schema or {}).get("description")
        return str(said) if said else _values(kind.type)
    if isinstance(kind, UnionType):
        return " or ".join(_values(one) for one in kind.types if not isinstance(_bare(one), NoneType))
    match kind:
        case BoolType():
            return "true or false"
        case LiteralType():
            words = [_quoted(value) for value in kind.values]
            return f"{', '.join(words[:-1])} or {words[-1]}" if len(words) > 1 else words[0]
        case IntType() | FloatType():
            return f"a {'whole ' if isinstance(kind, IntType) else ''}number{_range(kind)}"
        case StrType():
            return f"a text{_length(kind.min_length, kind.max_length, 'letter')}" + (
                f" of the form {kind.pattern}" if kind.pattern else ""
            )
        case DictType():
            return f"{_values(kind.value_type)} for each"
        case VarTupleType() | CollectionType():
            many = _length(kind.min_length, kind.max_length, "item")
            return f"a list{many}, in it {_values(kind.item_type)} each"
        case StructType():
            return "a table"
        case _:
            return type(kind).__name__


def _range(kind: IntType | FloatType) -> str:
    """Return the range of a number in words."""
    low = kind.ge if kind.ge is not None else kind.gt
    high = kind.le if kind.le is not None else kind.lt
    if low is not None and high is not None:
        return f" from {low:g} to {high:g}"
    if low is not None:
        return f", {low:g} or more" if kind.ge is not None else f" over {low:g}"
    return "" if high is None else f", {high:g} or less" if kind.le is not None else f" under {high:g}"


def _length(low: int | None, high: int | None, what: str) -> str:
    """Return in words how long something may be."""
    if low is None and high is None:
        return ""
    if high is None:
        return f" of at least {low} {what}{'s' * (low != 1)}"
    if low == high:
        return f" of {high} {what}{'s' * (high != 1)}"
    return f" of {low} to {high} {what}s" if low else f" of at most {high} {what}s"


def _quoted(value: object) -> str:
    """Return a word as it stands in a file."""
    return f'"{value}"' if isinstance(value, str) else str(value)


def _example(kind: Type) -> object:
    """Return something that may stand where a type is asked for."""
    if isinstance(kind, LiteralType):
        return kind.values[0]
    return 100 if isinstance(kind, IntType) else ""
