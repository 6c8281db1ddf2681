"""The choices that make a kit, each declared once.

``Choices`` gives the schema of editions, a user's wishes, the options of every command that makes a
kit, and the shortest command that makes the same kit again. A new choice is one field here, and the
code that uses it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from types import MappingProxyType
from typing import Annotated, Any, Literal, TypedDict, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta

from kitgen.errors import UnknownNameError, UsageError
from kitgen.kit.file_table import FileTable, as_in_1_0, defaults_of
from kitgen.kit.palette import USUAL_PALETTE, BeadsAtHand, beads_text, parse_beads
from kitgen.model import RowsBy
from kitgen.reading.schema import Key, Language, Notation, TextLine, explain
from kitgen.reading.templates import Templates


@dataclass(frozen=True, slots=True)
class Offer:
    """How one choice is offered: a field of a struct or dataclass is declared as
    ``Annotated[type, Offer(…)]``.

    Attributes:
        option: ``--page`` or ``--svg``, or ``--express/--no-express``; empty if the command line
            has no option for it.
        setting: its name after ``--set``, ``poster.size``, if it has no option of its own.
        written: the option in the command of a kit, which its hash covers, if it has another name
            now.
        file_key: the key in ``job.json`` of a setting that version 1.0 had, and always wrote.
        check: the function that refuses what its type allows but a print run cannot have, as
            ``module:function``.
        reads: other settings that it reads itself.
        folder: the folder in ``templates/`` whose files it names.
        pattern: what a text may be in an app's address; empty if it is one of the words, or a
            number.
        example: a value other than the default, as a user writes it.
        in_app: whether the app has a field for it: not for one that names a user's own file.
        metavar: the value in the help; empty if the help lists the words of a ``Literal``.
        what: the name of its words in errors.
        edition, wish: whether an edition may set it, and whether a user may choose another value.
        read, write: from a user's text to the value, or its refusal, and back.
    """

    option: str = ""
    help: str = ""
    metavar: str = ""
    what: str = ""
    edition: bool = True
    wish: bool = True
    read: Callable[[Any], object] | None = None
    write: Callable[[Any], str] = str
    setting: str = ""
    written: str = ""
    file_key: str = ""
    check: str = ""
    reads: tuple[str, ...] = ()
    folder: str = ""
    pattern: str = ""
    example: object = None
    in_app: bool = True


@dataclass(frozen=True, slots=True)
class Offered:
    """One field of a struct or dataclass with its offer; ``default`` may be
    ``msgspec.NODEFAULT``.
    """

    key: str
    kind: Any
    offer: Offer
    default: Any

    @property
    def words(self) -> tuple[str, ...]:
        """Its possible words; empty when its type has other values."""
        return get_args(self.kind) if get_origin(self.kind) is Literal else ()

    @property
    def is_switch(self) -> bool:
        """True for an option without a value."""
        return self.kind is bool

    @property
    def file_key(self) -> str:
        """Its key in ``job.json``."""
        return self.offer.file_key or self.key

    @property
    def typed(self) -> str:
        """Its name as a user types it, an option or a setting; empty when it is not offered."""
        if self.offer.setting:
            return f"--set {self.offer.setting}"
        return self.offer.option.partition("/")[0]

    @property
    def values(self) -> str:
        """Its possible values as a short text for the help."""
        if self.is_switch:
            return "yes|no"
        return self.offer.metavar or "|".join(self.words)

    @property
    def limits(self) -> str:
        """The least and the most number that it may be, in words; empty without limits."""
        metas = [extra for extra in get_args(self.kind) if isinstance(extra, msgspec.Meta)]
        least = metas[0].ge if metas else None
        most = metas[0].le if metas else None
        if least is None and most is None:
            return ""
        if least is None:
            return f"up to {most:g}"
        if most is None:
            return f"from {least:g} on"
        return f"{least:g} to {most:g}"

    def checked(self, value: object) -> object:
        """Return a user's value, converted to the right type."""
        if self.offer.read is not None:
            return self.offer.read(value)
        if self.words and value not in self.words:
            raise UnknownNameError(self.offer.what or self.key, str(value), self.words)
        try:
            read: object = msgspec.convert(value, self.kind)
        except msgspec.ValidationError as error:
            if self.kind is Language and isinstance(value, str):
                Templates().check_language(value)  # of a name, such as français, it knows the code
            raise UsageError(explain(str(error), self.kind, value, top=self.key)) from None
        if isinstance(read, float) and not isfinite(read):
            raise UsageError(f"{self.key} cannot be {read}; it needs a number")
        return read

    def arguments(self, value: object) -> list[str]:
        """Return the command-line arguments that set a value."""
        text = f"{value:g}" if isinstance(value, float) else self.offer.write(value)
        if self.offer.setting:
            if self.is_switch:
                text = "yes" if value else "no"
            return ["--set", f"{self.offer.setting}={text}"]
        if not self.is_switch:
            return [self.offer.option, text]
        on, _, off = self.offer.option.partition("/")
        option = on if value else off
        return [option] if option else []


def offered(declared: type) -> tuple[Offered, ...]:
    """Return the fields of a struct or dataclass that are declared with an offer, in order.

    >>> from kitgen.kit.choices import Choices
    >>> [field.key for field in offered(Choices) if field.words]
    ['forced', 'colour_by', 'expect', 'rows_by']
    """
    info: Any = msgspec.inspect.type_info(declared)
    hints = get_type_hints(declared, include_extras=True)
    defaults = defaults_of(declared)
    offers = []
    for field in info.fields:
        hint = hints[field.name]
        if not hasattr(hint, "__metadata__"):
            continue
        plain, *extras = get_args(hint)
        limits = tuple(extra for extra in extras if not isinstance(extra, Offer))
        kind = Annotated[(plain, *limits)] if limits else plain
        usual = defaults.get(field.name, msgspec.NODEFAULT)
        for extra in extras:
            if isinstance(extra, Offer):
                offers.append(Offered(field.name, kind, extra, usual))
    return tuple(offers)


def schema(
    name: str, fields: Iterable[Offered], base: type[msgspec.Struct]
) -> type[msgspec.Struct]:
    """Return the strict schema, with a name for errors, of a file with the fields of a base and
    some others.
    """
    members = [(field.key, field.kind, field.default) for field in fields]
    return msgspec.defstruct(
        name, members, bases=(base,), frozen=True, forbid_unknown_fields=True, kw_only=True
    )


def arguments_for(chosen: object, usual: object, fields: Sequence[Offered]) -> list[str]:
    """Return the fewest command-line arguments that turn the usual choices into the chosen ones, of
    the same type.

    Fields without an option are ignored.

    >>> from kitgen.kit.choices import CHOICES, Choices
    >>> arguments_for(Choices("white", merged=False, language="it"), Choices("black"), CHOICES)
    ['--side', 'white', '--unmerged', '--language', 'it']
    """
    words = []
    for field in fields:
        value = getattr(chosen, field.key)
        if field.typed and value != getattr(usual, field.key):
            words += field.arguments(value)
    return words


class Choices(FileTable, frozen=True):
    """The choices that made a kit, in the order of the kit's command.

    Attributes:
        side: the name of the machine's side, or ``either``.
        rule: the name of the learning rule.
        palette: the name of the palette.
        forced: ``box`` when positions with one distinct move have a box, ``skip`` when they have
            none.
        colour_by: ``slot`` when each box uses the colours in order, ``cell`` when each target cell
            has its own.
        mirrors: positions whose mirror images have boxes of their own.
        expect: the play that the kit expects of the other side: ``any``, or ``sensible`` when boxes
            are left out that are met only after it has passed up an immediate win.
        beads: the beads that the user owns, as colour key and number in the order of the palette;
            empty when they are bought to fit the kit.
        express: True to leave out boxes that have nothing to learn and need not run empty; a sheet
            lists the moves of these positions.
        merged: True when moves that a box's own symmetries exchange share a slot.
        language: the language of all that is printed.
        rows_by: how the boxes are laid out and named, which the game decides: in rows by ``turn``,
            or by what is ``lying`` on the board; by ``none`` in a single row, in which the number
            of what lies there names the box.
    """

    side: Annotated[
        Key, Offer("--side", "The machine's side: its name, 'first' or 'second'.", "SIDE")
    ]
    rule: Annotated[
        TextLine, Offer("--rule", "The learning rule, such as gardner or michie.", "RULE")
    ] = as_in_1_0("gardner")
    palette: Annotated[
        TextLine, Offer("--palette", "The bead colours; see 'kitgen palette'.", "NAME")
    ] = as_in_1_0(USUAL_PALETTE)
    forced: Annotated[
        Literal["box", "skip"],
        Offer(
            "--forced", "Whether positions with only one move get a box.", what="way of --forced"
        ),
    ] = as_in_1_0("box")
    colour_by: Annotated[
        Literal["slot", "cell"],
        Offer(
            "--colour-by",
            "Colours in order in each box, or one per target cell.",
            what="way of --colour-by",
        ),
    ] = as_in_1_0("slot")
    mirrors: Annotated[tuple[Notation, ...], Meta(max_length=10_000), Offer(wish=False)] = (
        as_in_1_0(())
    )
    expect: Annotated[
        Literal["any", "sensible"],
        Offer(
            "--expect",
            "Boxes for any play, or only for play that never misses an immediate win.",
            what="way of --expect",
            written="--opponent",
        ),
    ] = as_in_1_0("any", key="opponent")
    beads: Annotated[
        BeadsAtHand,
        Offer(
            "--beads",
            "Fit the kit to the beads you own.",
            "COLOUR:N,…|FILE.toml",
            edition=False,
            read=parse_beads,
            write=beads_text,
        ),
    ] = as_in_1_0(())
    express: Annotated[
        bool,
        Offer(
            "--express/--no-express", "Only boxes that can learn; a sheet lists the other moves."
        ),
    ] = as_in_1_0(False)
    merged: Annotated[
        bool, Offer("--merged/--unmerged", "Whether mirrored moves share a bead colour.")
    ] = as_in_1_0(True)
    language: Annotated[
        Language,
        Offer(
            "--language",
            "The language, such as it, or your own.",
            "LANGUAGE",
            edition=False,
            written="--lang",
        ),
    ] = as_in_1_0("en")
    rows_by: Annotated[RowsBy, Offer(edition=False, wish=False)] = as_in_1_0("turn")


@dataclass(frozen=True)
class GameChoices:
    """What users choose of the game itself: a kit has it in its game, as in
    ``hexapawn:3x3,mirrors=never``.

    Attributes:
        mirroring: whether an operator looks for a board as it lies and for its images
            (``allowed``), or has a box for each board as it lies; with ``left`` or ``right`` for
            fewer, as ``kitgen.games.unmirrored`` explains.
    """

    mirroring: Annotated[
        Literal["allowed", "never", "left", "right"],
        Offer(
            "--mirrors",
            "Whether a box also stands for mirror images; left, right: no, and where the board "
            "is its own mirror image, everybody moves on that side.",
            what="way of --mirrors",
            edition=False,
        ),
    ] = "allowed"


#: Every choice with its offer, in order.
CHOICES = offered(Choices)
#: The choices of users, by name.
WISHES = {choice.key: choice for choice in (*CHOICES, *offered(GameChoices)) if choice.offer.wish}
#: Today's options of choices that the commands in files call otherwise.
_WRITTEN = {choice.offer.option: choice.offer.written for choice in CHOICES if choice.offer.written}


def written_command(command: str) -> str:
    """Return the command of a kit as its file has it, whose hash covers it: in the words of version
    1.0.

    >>> written_command("kitgen print her --expect sensible --language it")
    'kitgen print her --opponent sensible --lang it'
    """
    return _with_options(command, _WRITTEN)


def todays_command(written: str) -> str:
    """Return the command in a kit's file in today's words.

    >>> todays_command("kitgen print her --opponent sensible --lang it")
    'kitgen print her --expect sensible --language it'
    """
    return _with_options(written, {before: now for now, before in _WRITTEN.items()})


def _with_options(command: str, names: Mapping[str, str]) -> str:
    return " ".join(names.get(word, word) for word in command.split(" "))


class KitChoices(TypedDict, total=False):
    """The choices of users as arguments of functions, see ``Choices``; None leaves one to the
    edition.
    """

    side: str | None
    rule: str | None
    palette: str | None
    forced: Literal["box", "skip"] | None
    colour_by: Literal["slot", "cell"] | None
    expect: Literal["any", "sensible"] | None
    beads: str | Mapping[str, int] | Sequence[tuple[str, int]] | None
    express: bool | None
    merged: bool | None
    language: str | None
    mirroring: Literal["allowed", "never", "left", "right"] | None


class Wish:
    """A user's choices by name, as in ``Choices``; the edition makes all others, and the usual
    language is English.

    ``beads`` may also be text (``red:40,blue:40``) or a mapping.

    >>> Wish(side="white", merged=None)
    Wish(side='white')
    >>> Wish(langauge="it")
    Traceback (most recent call last):
    kitgen.errors.UnknownNameError: unknown choice 'langauge'; did you mean 'language'?
    """

    __slots__ = ("chosen",)

    def __init__(self, **choices: object) -> None:
        """Check the choices; None leaves a choice open."""
        wishes: dict[str, Any] = {}
        for key, value in choices.items():
            if key not in WISHES:
                raise UnknownNameError("choice", key, WISHES)
            if value is not None:
                wishes[key] = WISHES[key].checked(value)
        self.chosen = MappingProxyType(wishes)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Wish):
            return NotImplemented
        return self.chosen == other.chosen

    def __hash__(self) -> int:
        return hash(tuple(sorted(self.chosen.items())))

    def __repr__(self) -> str:
        return f"Wish({', '.join(f'{key}={value!r}' for key, value in self.chosen.items())})"
