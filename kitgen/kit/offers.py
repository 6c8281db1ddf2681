"""How a choice is offered to users: one declaration, from which files, options and commands follow.

A struct or dataclass declares its fields as ``Annotated[type, Offer(…)]``. From them come the strict schema of a file
that sets some of the fields, the options of the command line, and the words that say a value again.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from math import isfinite
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from kitgen.errors import UnknownNameError, UsageError
from kitgen.schema import explain


@dataclass(frozen=True, slots=True)
class Offer:
    """How one choice is offered.

    Attributes:
        option: as it is typed, ``--page`` or ``--svg``, or ``--express/--no-express`` where both can be said; empty
            where the command line does not offer it.
        help: what the option's help says.
        metavar: stands for the value in the help; empty where the words of a ``Literal`` do.
        what: what one of its words is called when another word is refused.
        edition: True when an edition may set it.
        wish: True when a user may wish it otherwise.
        read: turns what a user writes into the value; refuses what it cannot read.
        write: turns a value back into what a user would type.
    """

    option: str = ""
    help: str = ""
    metavar: str = ""
    what: str = ""
    edition: bool = True
    wish: bool = True
    read: Callable[[Any], object] | None = None
    write: Callable[[Any], str] = str


@dataclass(frozen=True, slots=True)
class Offered:
    """One field of a struct or dataclass with its offer.

    Attributes:
        key: the field's name.
        kind: its type.
        offer: how it is offered.
        default: its usual value; ``msgspec.NODEFAULT`` when there is none.
    """

    key: str
    kind: Any
    offer: Offer
    default: Any

    @property
    def words(self) -> tuple[str, ...]:
        """The words that it may be; none when it may be anything of its type."""
        return get_args(self.kind) if get_origin(self.kind) is Literal else ()

    @property
    def is_switch(self) -> bool:
        """True when it is on or off, and typed without a value."""
        return self.kind is bool

    def checked(self, value: object) -> object:
        """Return a value that a user gives, read and of the right type.

        Raises:
            UsageError: it is none that this choice can be.
        """
        if self.offer.read is not None:
            return self.offer.read(value)
        if self.words and value not in self.words:
            raise UnknownNameError(self.offer.what or self.key, str(value), self.words)
        try:
            read: object = msgspec.convert(value, self.kind)
        except msgspec.ValidationError as error:
            raise UsageError(explain(str(error), self.kind, value, top=self.key)) from None
        if isinstance(read, float) and not isfinite(read):
            raise UsageError(f"{self.key} cannot be {read}; it needs a number")
        return read

    def said(self, value: object) -> list[str]:
        """Return the words of a command line that choose a value."""
        if not self.is_switch:
            return [self.offer.option, f"{value:g}" if isinstance(value, float) else self.offer.write(value)]
        on, _, off = self.offer.option.partition("/")
        return [word for word in (on if value else off,) if word]


@cache
def offered(declared: type) -> tuple[Offered, ...]:
    """Return the fields of a struct or dataclass that are declared with an offer, in order.

    >>> from kitgen.kit.choices import Choices
    >>> [one.key for one in offered(Choices) if one.words]
    ['forced', 'colour_by', 'opponent', 'rows_by']
    """
    info = msgspec.inspect.type_info(declared)
    if not isinstance(info, (msgspec.inspect.StructType, msgspec.inspect.DataclassType)):
        raise TypeError(f"{declared} has no fields")
    hints = get_type_hints(declared, include_extras=True)
    found = []
    for field in info.fields:
        plain, *extras = get_args(hints[field.name]) if hasattr(hints[field.name], "__metadata__") else (None,)
        limits = tuple(extra for extra in extras if not isinstance(extra, Offer))
        kind = Annotated[(plain, *limits)] if limits else plain
        found += [Offered(field.name, kind, extra, field.default) for extra in extras if isinstance(extra, Offer)]
    return tuple(found)


def schema(name: str, fields: Iterable[Offered], base: type[msgspec.Struct]) -> type[msgspec.Struct]:
    """Return the strict schema of a file that has the fields of a base and sets the fields named, with their defaults.

    Args:
        name: of the schema, for errors.
        fields: what the file may set; what has no default, it must.
        base: the schema of all else in the file.
    """
    members = [
        (one.key, one.kind) if one.default is msgspec.NODEFAULT else (one.key, one.kind, one.default) for one in fields
    ]
    return msgspec.defstruct(name, members, bases=(base,), frozen=True, forbid_unknown_fields=True, kw_only=True)


def said(chosen: object, usual: object, fields: Sequence[Offered]) -> list[str]:
    """Return the shortest words of a command line that turn one set of choices into another.

    Args:
        chosen: the choices that are wanted.
        usual: those that hold when nothing is said; of the same type.
        fields: the fields of both; those without an option are left out.

    >>> from kitgen.kit.choices import CHOICES, Choices
    >>> said(Choices("white", merged=False, language="it"), Choices("black"), CHOICES)
    ['--side', 'white', '--unmerged', '--lang', 'it']
    """
    words: list[str] = []
    for one in fields:
        value, before = getattr(chosen, one.key), getattr(usual, one.key)
        if one.offer.option and value != before:
            words += one.said(value)
    return words
