"""What is wrong with a TOML file of a kind: all that its schema refuses, then what it speaks of that is not there."""

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import msgspec

from kitgen.errors import KitgenError, NotationError, TemplateError, TooLargeError, quoted
from kitgen.games import make_game
from kitgen.kit.build import make_kit
from kitgen.kit.editions import EDITION_FILE, USUAL_LANGUAGE
from kitgen.kit.palette import PaletteFile, read_palette
from kitgen.kit.rule import Rule, read_rule
from kitgen.paper.exercises import PublishedFile
from kitgen.paper.fold.packing import CartonFile, PaperFile, read_carton
from kitgen.paper.laser.material import Laser, read_laser
from kitgen.paper.layout.stock import StockFile, read_stock
from kitgen.paper.marks.braille import SignFile, Standard, read_braille
from kitgen.paper.options import PartOptions
from kitgen.paper.plurals import PluralFile, Plurals
from kitgen.schema import to_schema
from kitgen.templates import Templates, read_toml
from kitgen.theory.explore import SOON

#: How many faults of one file are told of.
MOST = 20


def faults_of_data(kind: str, path: Path, templates: Templates) -> Iterator[str]:
    """Yield what is wrong with a file of data, most important first.

    Args:
        kind: the folder that it is in.
        path: the file.
        templates: in which it is the first of its name.
    """
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


def nearest(name: str, known: Iterable[str]) -> str:
    """Return advice for a name that is not known; empty when nothing is near it.

    >>> nearest("edition", ["editions", "texts"]), nearest("xyz", ["editions"])
    ("; did you mean 'editions'?", '')
    """
    close = get_close_matches(name, sorted(known), n=1, cutoff=0.5)
    return f"; did you mean {close[0]!r}?" if close else ""


def without_place(error: Exception, path: Path) -> str:
    """Return what an error says without the name of the file, which stands before it anyway."""
    said = re.sub(rf"^{path.stem}: ", "", str(error).removeprefix(f"{path}: "))
    return said.removeprefix(f"{path.parent.name}/{path.name}: ").removeprefix(f"{path} ")


def _against(schema: Any, data: dict[str, Any]) -> Iterator[str]:
    """Yield what a schema refuses in some data: each unknown key, and the first thing besides."""
    for _ in range(MOST):
        try:
            to_schema(data, schema, "", TemplateError)
        except TemplateError as error:
            yield str(error).removeprefix(": ")
            if _removed(data, schema):
                continue
        return


def _removed(data: Any, schema: Any) -> bool:
    """Remove the unknown key that a schema refuses first, so that what it refuses next is found; return whether."""
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
    """Make an edition's kit, unless its game is too large to be made in a moment."""
    with suppress(TooLargeError):
        make_kit(name, templates=templates, limit=SOON)


def _use_palette(name: str, templates: Templates) -> None:
    """Read a palette in every language that it has words in."""
    file = templates.read("palettes", name, PaletteFile)
    for language in sorted({language for colour in file.colours for language in colour.name} or {USUAL_LANGUAGE}):
        read_palette(name, language, templates)


def _use_published(name: str, templates: Templates) -> None:
    """Read the positions and moves of a published table."""
    file = templates.read("errata", name, PublishedFile)
    game = make_game(file.game)
    for entry in file.entries:
        position = game.parse(entry.position)
        for move in entry.moves:
            try:
                game.parse_move(position, move)
            except NotationError as error:
                raise TemplateError(f"in {quoted(entry.position)}: {error}") from None


#: For each kind of data the schema of its files, and what uses one of them, which refuses what cannot be used.
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
#: The same for each of the tables, which are one of a kind.
_TABLES: dict[str, tuple[Any, Callable[[str, Templates], object]]] = {
    "braille": (SignFile, lambda _, templates: read_braille(PartOptions().braille, USUAL_LANGUAGE, templates)),
    "papers": (PaperFile, lambda _, templates: read_carton(PartOptions(), templates)),
    "plurals": (PluralFile, lambda _, templates: [Plurals(one, templates) for one in templates.languages()]),
}
