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
from msgspec.inspect import CollectionType, DictType, Field, IntType, LiteralType, StructType, Type, type_info

from kitgen.schema import allowed, bare


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
    ['one of beads, positions']
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
    kind = bare(field.type)
    usual = field.default
    if field.default_factory is not msgspec.NODEFAULT:
        usual = field.default_factory()
    values, example = _values(field.type), _example(kind) if usual in (msgspec.NODEFAULT, None) else usual
    inner = bare(kind.item_type) if isinstance(kind, CollectionType) else kind
    if isinstance(inner, StructType):
        inside = keys_of(inner.cls)
        return Key(field.name, about, values, usual, example, inside, repeated=inner is not kind, kind=inner.cls)
    return Key(field.name, about, values, usual, example, named=isinstance(kind, DictType))


def _values(kind: Type) -> str:
    """Return in words what may stand where a type is asked for.

    >>> from typing import Annotated
    >>> _values(type_info(tuple[Annotated[int, msgspec.Meta(ge=1, le=9)], ...]))
    'a list, each a whole number from 1 to 9'
    """
    inner = bare(kind)
    if isinstance(inner, CollectionType):
        return f"{allowed(kind)}, each {_values(inner.item_type)}"
    if isinstance(inner, DictType):
        return f"for each name {_values(inner.value_type)}"
    return allowed(kind)


def _example(kind: Type) -> object:
    """Return something that may stand where a type is asked for."""
    if isinstance(kind, LiteralType):
        return kind.values[0]
    return 100 if isinstance(kind, IntType) else ""
