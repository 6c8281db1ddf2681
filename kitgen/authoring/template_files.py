"""Checks of TOML templates: everything that the schema refuses, then references to missing things; and their keys."""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from inspect import cleandoc
from pathlib import Path
from typing import Any

import msgspec
from msgspec.inspect import CollectionType, DictType, Field, IntType, LiteralType, StructType, Type, type_info

from kitgen.errors import KitgenError, NotationError, TemplateError, TooLargeError, quoted
from kitgen.games import make_game
from kitgen.journal.slip_candidates import SlipKind, slip_kinds
from kitgen.kit.build import build_kit
from kitgen.kit.editions import EDITION_FILE, USUAL_LANGUAGE
from kitgen.kit.palette import PaletteFile, newest_palette, palette_file, read_palette
from kitgen.kit.rule import Rule, read_rule
from kitgen.paper.exercises import PublishedFile
from kitgen.paper.fold.packing import CartonFile, PaperFile, read_carton
from kitgen.paper.job import PartOptions, StockFile, read_stock
from kitgen.paper.laser.material import Laser, read_laser
from kitgen.paper.marks.braille import SignFile, Standard, read_braille
from kitgen.paper.texts import PluralFile, Plurals
from kitgen.schema import allowed, bare, to_schema
from kitgen.templates import Templates, read_toml
from kitgen.theory.explore import SOON

#: The most faults of one file to report.
MOST = 20


def faults_of_data(kind: str, path: Path, templates: Templates) -> Iterator[str]:
    """Yield the faults of a file of data in a folder, most important first; it is the first of its name."""
    schema, use = _TABLES[path.stem] if kind == "tables" else _DATA[kind]
    try:
        data = read_toml(path, dict)
    except TemplateError as error:
        yield without_place(error, path)
        return
    faults = list(_against(schema, data))
    yield from faults
    if not faults:
        try:
            use(path.stem, templates)
        except KitgenError as error:
            yield without_place(error, path)


def table_names() -> tuple[str, ...]:
    """Return the tables that kitgen reads."""
    return tuple(_TABLES)


def without_place(error: Exception, path: Path) -> str:
    """Return the message of an error without the file's name at its beginning."""
    text = re.sub(rf"^{path.stem}: ", "", str(error).removeprefix(f"{quoted(path)}: "))
    return text.removeprefix(f"{path.parent.name}/{path.name}: ").removeprefix(f"{quoted(path)} ")


def _against(schema: Any, data: dict[str, Any]) -> Iterator[str]:
    """Yield what a schema refuses in some data: each unknown key, and the first other fault."""
    for _ in range(MOST):
        try:
            to_schema(data, schema, "", TemplateError)
        except TemplateError as error:
            yield str(error).removeprefix(": ")
            if _removed(data, schema):
                continue
        return


def _removed(data: Any, schema: Any) -> bool:
    """Remove the first unknown key, so that the next fault is found; return whether there was one."""
    wrong = ""
    try:
        msgspec.convert(data, schema)
    except msgspec.ValidationError as error:
        wrong = str(error)
    unknown = re.match(r"Object contains unknown field `(.+?)`", wrong)
    if unknown is None:
        return False
    place = data
    for name, number in re.findall(r"\.([^.\[`]+)|\[(\d+)\]", wrong.partition(" - at `$")[2]):
        place = place[name or int(number)]
    return isinstance(place, dict) and place.pop(unknown[1], None) is not None


def _use_edition(name: str, templates: Templates) -> None:
    """Make an edition's kit, unless its game is too large to be made quickly."""
    with suppress(TooLargeError):
        build_kit(name, templates=templates, limit=SOON)


def _use_palette(name: str, templates: Templates) -> None:
    """Read a palette in every language that it has words in."""
    name = newest_palette(name, templates)
    file = palette_file(name, templates)
    for language in sorted({language for colour in file.colours for language in colour.name} or {USUAL_LANGUAGE}):
        read_palette(name, language, templates)


def _use_published(name: str, templates: Templates) -> None:
    file = templates.read("errata", name, PublishedFile)
    game = make_game(file.game)
    for entry in file.entries:
        position = game.parse(entry.position)
        for move in entry.moves:
            try:
                game.parse_move(position, move)
            except NotationError as error:
                raise TemplateError(f"in {quoted(entry.position)}: {error}") from None


#: For each kind of data the schema of its files, and a function that refuses an unusable one.
_DATA: dict[str, tuple[Any, Callable[[str, Templates], object]]] = {
    "boxes": (CartonFile, lambda name, templates: read_carton(PartOptions(box=name), templates)),
    "braille": (Standard, lambda name, templates: read_braille(name, USUAL_LANGUAGE, templates)),
    "editions": (EDITION_FILE, _use_edition),
    "errata": (PublishedFile, _use_published),
    "laser": (Laser, read_laser),
    "palettes": (PaletteFile, _use_palette),
    "rules": (Rule, read_rule),
    "stock": (StockFile, read_stock),
}
#: The same for each of the tables.
_TABLES: dict[str, tuple[Any, Callable[[str, Templates], object]]] = {
    "braille": (SignFile, lambda _, templates: read_braille(PartOptions().braille, USUAL_LANGUAGE, templates)),
    "papers": (PaperFile, lambda _, templates: read_carton(PartOptions(), templates)),
    "slips": (dict[str, SlipKind], lambda _, templates: slip_kinds(templates)),
    "plurals": (PluralFile, lambda _, templates: [Plurals(name, templates) for name in templates.languages()]),
}


# The keys of a template file in words, from the schema that reads the file and the docstrings of its fields.


@dataclass(frozen=True, slots=True)
class TemplateKey:
    """One key of a file.

    Attributes:
        about: its meaning, a sentence.
        values: the allowed values, in words.
        usual: the value when it is omitted; ``msgspec.NODEFAULT`` if it is required.
        inside: the keys of its table or tables; none for a plain value.
        repeated: True for a list of tables.
        named: True for a table with the file's own keys, such as languages.
        kind: the schema of its table or tables; None for a plain value.
    """

    name: str
    about: str
    values: str
    usual: Any
    example: Any
    inside: tuple["TemplateKey", ...] = ()
    repeated: bool = False
    named: bool = False
    kind: type | None = None

    @property
    def needed(self) -> bool:
        """True when it is required."""
        return self.usual is msgspec.NODEFAULT


def keys_of(schema: type[msgspec.Struct], *documented: type) -> tuple[TemplateKey, ...]:
    """Return the keys of a file in the order of its schema, explained by the docstrings of classes, by default its own.

    >>> from kitgen.kit.rule import Rule
    >>> [key.values for key in keys_of(Rule) if key.name == "learns"]
    ['one of beads, positions']
    """
    info = type_info(schema)
    if not isinstance(info, StructType):
        raise TypeError(f"{schema} has no keys")
    about = dict(pair for cls in documented or (schema,) for pair in meanings(cls))
    return tuple(_key(field, about[field.name]) for field in info.fields)


def meanings(documented: type) -> Iterator[tuple[str, str]]:
    """Yield the attributes in a class's docstring, each with its description as one sentence.

    >>> from kitgen.kit.rule import Change
    >>> dict(meanings(Change))["every"]
    'Beads added to the slot of every move played; negative takes away.'
    """
    _, _, section = cleandoc(documented.__doc__ or "").partition("Attributes:\n")
    for entry in re.findall(r"^    (\w[\w, ]*): (.*(?:\n {5,}.*)*)", section.partition("\n\n")[0], re.MULTILINE):
        sentence = re.sub(r"``(.*?)``", r"'\1'", " ".join(entry[1].split()))
        for name in entry[0].split(", "):
            yield name, sentence[:1].upper() + sentence[1:]


def _key(field: Field, about: str) -> TemplateKey:
    kind = bare(field.type)
    usual = field.default
    if field.default_factory is not msgspec.NODEFAULT:
        usual = field.default_factory()
    values, example = _values(field.type), usual
    if usual in (msgspec.NODEFAULT, None):
        example = kind.values[0] if isinstance(kind, LiteralType) else 100 if isinstance(kind, IntType) else ""
    inner = bare(kind.item_type) if isinstance(kind, CollectionType) else kind
    if isinstance(inner, StructType):
        inside = keys_of(inner.cls)
        return TemplateKey(field.name, about, values, usual, example, inside, inner is not kind, kind=inner.cls)
    return TemplateKey(field.name, about, values, usual, example, named=isinstance(kind, DictType))


def _values(kind: Type) -> str:
    """Return the allowed values of a type, in words.

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
