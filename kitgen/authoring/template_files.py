"""TOML templates: their keys, checks against their schemas, and new ones."""

import re
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from inspect import cleandoc
from itertools import chain
from pathlib import Path
from typing import Any, cast

import msgspec
from msgspec.inspect import (
    CollectionType,
    DictType,
    Field,
    IntType,
    LiteralType,
    StructType,
    Type,
    type_info,
)

from kitgen.authoring.copies import write_new
from kitgen.errors import (
    KitgenError,
    OutputError,
    TemplateError,
    TooLargeError,
    UnknownNameError,
    UsageError,
    quoted,
)
from kitgen.games import game_names, make_game
from kitgen.games.told.told_board import DIRECTIONS, DIRECTIONS_IN_PICTURE, GROUPS
from kitgen.games.told.told_file import read_told
from kitgen.games.told.told_game_words import GameWords
from kitgen.games.told.told_keys import KEYS, KEYS_OF_KINDS, PLACES
from kitgen.games.told.told_language import Told
from kitgen.guests import ask_guest, is_here
from kitgen.journal.slips.slip_kinds import SlipKind, slip_kinds
from kitgen.kit.bead_names import OwnBeadsFile, read_own_beads
from kitgen.kit.build import build_kit
from kitgen.kit.choices import Choices, Wish
from kitgen.kit.editions import EDITION_FILE, EditionHead
from kitgen.kit.palette import PaletteFile, newest_palette, palette_file, read_palette
from kitgen.kit.rule import Rule, read_rule
from kitgen.paper.declared import PartOptions
from kitgen.paper.fold import CartonFile, PaperFile, read_carton
from kitgen.paper.lesson_file import LessonFile
from kitgen.paper.making import WorkMinutes
from kitgen.paper.marks.braille import SignFile, Standard, read_braille
from kitgen.paper.parts.errata import PublishedFile
from kitgen.paper.parts.guide import figures
from kitgen.paper.stock import StockFile, read_stock
from kitgen.paper.style import SheetStyle, icon_lines
from kitgen.press.lessons import plan_lesson
from kitgen.reading.glossary import GLOSSARIES, Glossary, read_glossary
from kitgen.reading.printer_file import PRINTERS, Printer, read_printer
from kitgen.reading.schema import allowed, bare, to_schema
from kitgen.reading.templates import (
    USUAL_LANGUAGE,
    Templates,
    capitalised,
    read_toml,
    shipped,
    toml_key,
    toml_value,
)
from kitgen.reading.texts import PluralFile, Plurals, Texts, did_you_mean, guide_names, guide_path
from kitgen.reading.theme_file import (
    MAX_SIZE,
    MAX_SIZE_ON_A_CELL,
    MIN_SIZE,
    THEMES,
    ThemeFile,
    read_theme,
    theme_files,
)
from kitgen.reading.user_file import plain_text
from kitgen.record.table_words import LanguageWords, table_words
from kitgen.theory.explore import SOON

#: The most faults of one file to report.
MAX_FAULTS = 20
#: How msgspec begins its message about a key that a schema does not have.
_UNKNOWN_FIELD = re.compile(r"Object contains unknown field `(.+?)`")
#: A step of the path in such a message, such as ``.pieces``, ``[2]``, or ``[...]`` into any of the
#: tables that a file names itself.
_STEP = re.compile(r"\[(\.\.\.)\]|\.([^.\[`]+)|\[(\d+)\]")
#: The width of a new file, in letters.
FILE_WIDTH = 100


def faults_of_data(kind: str, path: Path, templates: Templates) -> Iterator[str]:
    """Yield the faults of a file of data, the most important first; or raise the last one."""
    if kind == "tables" and path.stem not in TEMPLATE_TABLES:
        raise TemplateError(f"kitgen has no such table{did_you_mean(path.stem, TEMPLATE_TABLES)}")
    schema, use = TEMPLATE_TABLES[path.stem] if kind == "tables" else DATA[kind]
    faults = list(_against(schema, read_toml(path, dict)))
    yield from faults
    if not faults:
        use(path.stem, templates)


def without_place(error: Exception, path: Path) -> str:
    """Return the message of an error without the file's name at its beginning."""
    text = re.sub(rf"^{path.stem}: ", "", str(error).removeprefix(f"{quoted(path)}: "))
    return text.removeprefix(f"{path.parent.name}/{path.name}: ").removeprefix(f"{quoted(path)} ")


def _against(schema: Any, data: dict[str, Any]) -> Iterator[str]:
    """Yield what a schema refuses in some data: each unknown key, and the first other fault.

    An unknown key is removed from the data, so that the next fault is seen.
    """
    for _ in range(MAX_FAULTS):
        try:
            to_schema(data, schema, "", TemplateError)
        except TemplateError as error:
            yield str(error).removeprefix(": ")
            message = str(error.__context__)
        else:
            return
        unknown = _UNKNOWN_FIELD.match(message)
        if unknown is None:
            return
        tables = _tables_at(data, message.partition(" - at `$")[2])
        with_unknown = [table for table in tables if unknown[1] in table]
        if not with_unknown:
            return
        del with_unknown[0][unknown[1]]


def _tables_at(data: dict[str, Any], path: str) -> list[dict[str, Any]]:
    """Return the tables that a path in a message may mean: several where the file names them."""
    parts: list[Any] = [data]
    for any_name, name, number in _STEP.findall(path):
        if any_name:
            named = [part for part in parts if isinstance(part, dict)]
            parts = list(chain.from_iterable(table.values() for table in named))
        else:
            parts = [part[name or int(number)] for part in parts]
    return [part for part in parts if isinstance(part, dict)]


def _use_edition(name: str, templates: Templates) -> None:
    with suppress(TooLargeError):  # made only if that is quick
        build_kit(name, templates=templates, limit=SOON)


def _use_lesson(name: str, templates: Templates) -> None:
    plan = plan_lesson(name, templates)
    with suppress(TooLargeError):
        build_kit(plan.kit, Wish(**plan.choices), templates, limit=SOON)


def _use_palette(name: str, templates: Templates) -> None:
    name = newest_palette(name, templates)
    languages: set[str] = set()
    for colour in palette_file(name, templates).colours:
        languages |= colour.name.keys()
    for language in sorted(languages or {USUAL_LANGUAGE}):
        read_palette(name, language, templates)


def _use_published(name: str, templates: Templates) -> None:
    file = templates.read("errata", name, PublishedFile)
    game = make_game(file.game)
    for entry in file.entries:
        position = game.parse(entry.position)
        for move in entry.moves:
            try:
                game.parse_move(position, move)
            except KitgenError as error:
                raise TemplateError(f"in {quoted(entry.position)}: {error}") from None


#: For each kind of data: the schema of its files, and a function that refuses an unusable one.
DATA: dict[str, tuple[Any, Callable[[str, Templates], object]]] = {
    "boxes": (
        CartonFile,
        lambda name, templates: read_carton(PartOptions(boxes_size=name), templates),
    ),
    "braille": (Standard, lambda name, templates: read_braille(name, USUAL_LANGUAGE, templates)),
    "editions": (EDITION_FILE, _use_edition),
    GLOSSARIES: (Glossary, read_glossary),
    "errata": (PublishedFile, _use_published),
    "lessons": (LessonFile, _use_lesson),
    "palettes": (PaletteFile, _use_palette),
    PRINTERS: (Printer, read_printer),
    "games": (Told, read_told),
    "reviewed": (
        dict[str, str],
        lambda name, templates: templates.read("reviewed", name, dict[str, str]),
    ),
    "rules": (Rule, read_rule),
    "stock": (StockFile, read_stock),
    THEMES: (ThemeFile, read_theme),
}
if is_here("laser"):
    DATA["laser"] = (ask_guest("laser.schema", "templates"), ask_guest("laser.reader", "templates"))


def _use_style(name: str, templates: Templates) -> object:
    return [
        icon_lines(reader.icon)
        for reader in templates.read("tables", name, SheetStyle).readers.values()
    ]


#: The same for each table that kitgen reads.
TEMPLATE_TABLES: dict[str, tuple[Any, Callable[[str, Templates], object]]] = {
    "braille": (
        SignFile,
        lambda _, templates: read_braille(PartOptions().tactile_braille, USUAL_LANGUAGE, templates),
    ),
    "game_words": (
        GameWords,
        lambda _, templates: templates.read("tables", "game_words", GameWords),
    ),
    "work_minutes": (
        WorkMinutes,
        lambda name, templates: templates.read("tables", name, WorkMinutes),
    ),
    "own_beads": (OwnBeadsFile, lambda _, templates: read_own_beads(templates)),
    "papers": (PaperFile, lambda _, templates: read_carton(PartOptions(), templates)),
    "slips": (dict[str, SlipKind], lambda _, templates: slip_kinds(templates)),
    "sheet_style": (SheetStyle, _use_style),
    "table_words": (dict[str, LanguageWords], lambda _, templates: table_words(templates)),
    "plurals": (
        PluralFile,
        lambda _, templates: [Plurals(name, templates) for name in templates.languages()],
    ),
}


if is_here("web"):
    shelf_schema = ask_guest("web.shelf", "templates")
    TEMPLATE_TABLES["shelf"] = (
        shelf_schema,
        lambda name, templates: templates.read("tables", name, shelf_schema),
    )


@dataclass(frozen=True, slots=True)
class TemplateKey:
    """One key of a file, in words from its schema and the docstrings of its fields.

    Attributes:
        about: its meaning, a sentence.
        values: the allowed values.
        usual: the value when it is omitted; ``msgspec.NODEFAULT`` if it is required.
        inside: the keys of its table or tables; none for a plain value.
        repeated: True for a list.
        named: True for a table with the file's own keys, such as languages.
    """

    name: str
    about: str
    values: str
    usual: Any
    example: Any
    inside: tuple["TemplateKey", ...]
    repeated: bool
    named: bool


def keys_of(schema: type[msgspec.Struct]) -> tuple[TemplateKey, ...]:
    """Return the keys of a file in the order of its schema, explained by the schema's docstring.

    >>> from kitgen.kit.rule import Rule
    >>> [key.values for key in keys_of(Rule) if key.name == "learns"]
    ['one of beads, positions']
    """
    info = cast("StructType", type_info(schema))
    documented = (Choices, EditionHead) if schema is EDITION_FILE else (schema,)
    about = dict(chain.from_iterable(map(meanings, documented)))
    return tuple(_key(field, about[field.name]) for field in info.fields)


def meanings(documented: object) -> Iterator[tuple[str, str]]:
    """Yield the attributes or keys in a docstring, each with its description as one sentence.

    >>> from kitgen.kit.rule import Change
    >>> dict(meanings(Change))["every"]
    'Beads added to the slot of every move played; a negative number takes beads away.'
    """
    section = re.search(r"(?:Attributes|Keys):\n((?:.+\n?)*)", cleandoc(documented.__doc__ or ""))
    if section is None:
        return
    entries = re.findall(r"^    (\w[\w, ]*): (.*(?:\n {5,}.*)*)", section[1], re.MULTILINE)
    for names, description in entries:
        sentence = re.sub(r"``(.*?)``", r"'\1'", " ".join(description.split()))
        for name in names.split(", "):
            yield name, capitalised(sentence)


def _key(field: Field, about: str) -> TemplateKey:
    kind = bare(field.type)
    usual = field.default
    if field.default_factory is not msgspec.NODEFAULT:
        usual = field.default_factory()
    example = usual
    if usual in (msgspec.NODEFAULT, None):
        example = _example(kind)
    is_list = isinstance(kind, CollectionType)
    inner = bare(kind.item_type) if isinstance(kind, CollectionType) else kind
    inside = keys_of(inner.cls) if isinstance(inner, StructType) else ()
    return TemplateKey(
        name=field.name,
        about=about,
        values=_values(field.type),
        usual=usual,
        example=example,
        inside=inside,
        repeated=is_list,
        named=isinstance(kind, DictType),
    )


def _example(kind: Type) -> Any:
    """Return a value for a key that has no usual one."""
    if isinstance(kind, LiteralType):
        return kind.values[0]
    if isinstance(kind, IntType):
        return 100
    return ""


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


def commented(head: str, keys: Sequence[TemplateKey], data: Mapping[str, Any]) -> str:
    """Return plain data as TOML with a comment for every key of its schema.

    ``head`` becomes the comment for the whole file. A key with its usual value, or without one, is
    commented out.

    >>> from kitgen.authoring.template_files import keys_of
    >>> from kitgen.kit.rule import Change
    >>> print(commented("Example.", keys_of(Change)[:1], {"every": 3}))
    # Example.
    <BLANKLINE>
    # Beads added to the slot of every move played; a negative number takes beads away.
    #   a whole number from -9,999 to 9,999; 0 if left out
    every = 3
    <BLANKLINE>
    """
    lines = [*_comment(head), ""]
    explained: list[tuple[TemplateKey, ...]] = []
    plain_keys = [key for key in keys if not key.inside and not key.named]
    keys_with_names = [key for key in keys if not key.inside and key.named]
    tables = [key for key in keys if key.inside]
    tables.sort(key=lambda key: key.named)
    for key in plain_keys:
        lines += [*_explained(key), _line(key, data.get(key.name, key.usual)), ""]
    for key in keys_with_names:
        lines += [*_explained(key), f"[{key.name}]"]
        for name, value in data.get(key.name, {}).items():
            lines.append(f"{toml_key(name)} = {toml_value(value)}")
        lines.append("")
    for key in tables:
        if key.repeated:
            lines += _list_of_tables(key, data)
        else:
            lines += _table(key, data, explain=key.inside not in explained)
        explained.append(key.inside)
    return "\n".join(lines)


def _list_of_tables(key: TemplateKey, data: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of a list of tables, whose keys are explained before the first."""
    yield from _comment(key.about)
    for inner in key.inside:
        yield from _explained(inner, "#   ", f"{inner.name}: ")
    for row in data.get(key.name, ()):
        yield from ("", f"[[{key.name}]]")
        for inner in key.inside:
            if row.get(inner.name, inner.usual) != inner.usual:
                yield _line(inner, row[inner.name])
    yield ""


def _table(key: TemplateKey, data: Mapping[str, Any], *, explain: bool) -> Iterator[str]:
    """Yield the lines of a table; the keys of several that are alike are explained only once."""
    yield from _comment(key.about)
    yield f"[{key.name}]"
    for inner in key.inside:
        if explain:
            yield from _explained(inner)
        yield _line(inner, data.get(key.name, {}).get(inner.name, inner.usual))
    yield ""


def _explained(key: TemplateKey, indent: str = "# ", before: str = "") -> list[str]:
    if key.usual is msgspec.NODEFAULT:
        usual = ""
    elif key.usual in (None, ()):
        usual = "; nothing if left out"
    else:
        usual = f"; {toml_value(key.usual)} if left out"
    return [
        *_comment(f"{before}{key.about}", indent),
        *_comment(f"{key.values}{usual}", f"{indent}  "),
    ]


def _line(key: TemplateKey, value: object) -> str:
    written = toml_value(key.example if value is None else value)
    line = f"{key.name} = {written}"
    return f"#{line}" if value == key.usual else line


def _comment(text: str, indent: str = "# ") -> list[str]:
    wrapper = textwrap.TextWrapper(FILE_WIDTH, initial_indent=indent, subsequent_indent=indent)
    return [line for part in text.splitlines() for line in wrapper.wrap(part)]


#: The pattern of a template's name, which becomes a file name and is typed in commands.
NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}", re.IGNORECASE)


#: For each kind of template that is a TOML file with a schema the first comment, with ``{name}``
#: for the file's name.
TOML_KINDS = {
    "lesson": "A lesson: a kit and its parts for a class, and what is done when. "
    "'kitgen print lesson:{name}' prints it.",
    "edition": "An edition: a kit with everything chosen. 'kitgen print {name}' prints it.",
    "rule": "A learning rule: what happens to the beads after a game. Any kit takes it: "
    "--rule {name}.",
    "palette": "A palette: the colours of the beads, in the order in which a box uses them. Any "
    "kit takes it: --palette {name}.",
}
#: Every kind of new template: the one that is copied by default, and the command that tries the new
#: one.
NEW_KINDS = {
    "edition": ("her", "kitgen print {name}"),
    "rule": ("michie", "kitgen simulate her --rule {name}"),
    "palette": ("okabe-ito", "kitgen palette {name}"),
    "guide": ("teacher", "kitgen print her --parts guide --set guide.name={name}"),
    "game": ("hexapawn", "kitgen games try told:{name}"),
    "lesson": ("ladder-15", "kitgen print lesson:{name}"),
    "theme": ("crocodiles", "kitgen print her --theme {name}"),
}


@dataclass(frozen=True, slots=True)
class NewTemplate:
    """A template that was just written.

    Attributes:
        path: its file.
        source: the name of the template that it copies.
        try_it: a command to try it.
    """

    path: Path
    source: str
    try_it: str


def new_template(
    kind: str, name: str, folder: Path, templates: Templates, *, like: str | None, language: str
) -> NewTemplate:
    """Write a new template, which is valid at once.

    It explains every key. ``kind`` is one of ``NEW_KINDS``; ``like`` is the template to copy, from
    ``templates``, None for the kind's usual one; ``language`` is a guide's.

    Raises:
        UsageError: the name, the language, or the template to copy is unknown, or kitgen has this
            name.
        OutputError: the file exists already, or cannot be written.
        TemplateError: the file of the template to copy is wrong.
    """
    if NAME.fullmatch(name) is None:
        raise UsageError(
            f"{quoted(name)} cannot be a name; take up to 40 of the letters a to z, "
            "digits, '-' and '_'"
        )
    usual, try_it = NEW_KINDS[kind]
    like = like or usual
    if kind == "guide":
        path = guide_path(folder, language, name)
        text = _guide(name, like, language, templates)
        taken = guide_names(Templates(), language)
    else:
        path = folder / f"{kind}s" / f"{name}.toml"
        text = _new_text(kind, name, like, templates, language)
        taken = Templates().names(f"{kind}s")
        if kind == "edition":
            taken += game_names()
    if name.lower() in {other.lower() for other in taken}:
        file = path.relative_to(folder).with_name(f"{name.lower()}{path.suffix}")
        raise _name_taken(name, file)
    new_paths = [path]
    pictures = path.with_suffix("")
    if kind == "theme":
        new_paths.append(pictures)
    for new_path in new_paths:
        if new_path.exists() or new_path.is_symlink():
            raise OutputError(f"{quoted(new_path)} already exists; take another name")
    write_new(path, text.encode())
    if kind == "theme":
        _copy_pictures(like, pictures, templates)
        try_it = try_it.replace(" her ", f" {KIT_OF_A_GAME[_game_of(like, templates)]} ")
    return NewTemplate(path, like, try_it.format(name=name))


def _name_taken(name: str, file: Path) -> UsageError:
    """Return the error for a name that kitgen has, for a template ``file`` or for a game."""
    hint = ""
    if (shipped() / file).exists():
        hint = f", or change that one: 'kitgen templates copy --only {file.as_posix()}' copies it"
    return UsageError(f"{quoted(name)} comes with kitgen; take another name{hint}")


def _copy_pictures(like: str, folder: Path, templates: Templates) -> None:
    """Copy the pictures of a theme's pieces to the folder of a new one, to be drawn over."""
    _, *pictures = theme_files(like, templates)
    pictures_of_pieces = pictures[: len(read_theme(like, templates).pieces)]
    for name, picture in zip(PICTURES_OF_A_THEME, pictures_of_pieces, strict=False):
        write_new(folder / f"{name}.svg", picture.read_bytes())


def _new_text(kind: str, name: str, like: str, templates: Templates, language: str) -> str:
    if kind == "game":
        return _game(name, like, templates)
    if kind == "theme":
        return _theme(name, like, templates, language)
    return _toml(kind, name, like, templates)


#: The pictures of a new theme: of the side that starts, and of the other.
PICTURES_OF_A_THEME = ("first", "second")


#: The game of a new theme, by how the shapes begin that its pieces replace.
GAME_OF_PIECES = {"pawn": "hexapawn", "cross": "tictactoe", "ring": "tictactoe", "counter": "nim"}
#: The kit with which a new theme of each game is tried.
KIT_OF_A_GAME = {"hexapawn": "her", "tictactoe": "menace", "nim": "ladder"}


def _game_of(theme: str, templates: Templates) -> str:
    """Return the game of a theme; ``UsageError`` for one for which classes draw no theme."""
    first = next(iter(read_theme(theme, templates).pieces))
    for start, game in GAME_OF_PIECES.items():
        if first.startswith(start):
            return game
    raise UsageError(
        f"--like {theme}: a theme of your own is for Hexapawn, noughts and crosses or Nim; "
        "copy crocodiles, stars or pens"
    )


def _theme(name: str, like: str, templates: Templates, language: str) -> str:
    """Return the file of a new theme, whose pieces have the names of those of ``like``."""
    templates.check_language(language)
    texts = Texts(language, templates)
    pieces = read_theme(like, templates).pieces
    game = _game_of(like, templates)
    largest = MAX_SIZE if game == "nim" else MAX_SIZE_ON_A_CELL
    drawn_over = f"{name}/first.svg"
    if len(pieces) > 1:
        drawn_over += f", for the side that starts, and {name}/second.svg"
    head = (
        f"A theme: other pictures of the pieces. Prints take it: --theme {name}. Draw over "
        f"{drawn_over} in a drawing program, as filled shapes, and save as plain SVG. "
        "A shape within another is a hole. Write below what one and several of them are called. "
        "'kitgen templates check' says what to draw thicker."
    )
    lines = [*_comment(head), "", "[title]", f"{language} = {toml_value(_title(name))}"]
    for picture, (kind, piece) in zip(PICTURES_OF_A_THEME, pieces.items(), strict=False):
        key = f"themes.{like}.{game}"
        singular = texts.get(f"{key}.piece.{kind}", piece.name)
        plural = piece.plural
        if not plural:
            plural = texts(f"{key}.pieces.{kind}", count=9).removeprefix("9 ")
        lines += [
            "",
            f"[pieces.{kind}]",
            f"outline = {toml_value(picture)}",
            f"dark = {toml_value(piece.dark)}",
            f"# Its longer side as a share of a cell: {MIN_SIZE} to {largest}.",
            f"size = {toml_value(piece.size)}",
            f"name = {toml_value(singular)}",
            f"plural = {toml_value(plural)}",
        ]
    return "\n".join(lines) + "\n"


def _toml(kind: str, name: str, like: str, templates: Templates) -> str:
    schema, _ = DATA[f"{kind}s"]
    data: dict[str, Any] = msgspec.to_builtins(templates.read(f"{kind}s", like, schema))
    data["title"] = dict.fromkeys(data["title"], _title(name))
    if "source" in data:
        data["source"] = f"our own, begun as {like}"
    how = (
        "A line with # before a key shows its default: to change it, remove the # and "
        "edit the value."
    )
    head = f"{TOML_KINDS[kind].format(name=name)}\n{how} 'kitgen templates check' finds mistakes."
    return commented(head, keys_of(schema), data)


def _title(name: str) -> str:
    return re.sub("[-_]+", " ", name).strip().capitalize() or name


def _game(name: str, like: str, templates: Templates) -> str:
    text = plain_text(templates.path("games", like))
    body = re.sub(
        r"^(names? = .*\n)+",
        f"name = {toml_value(_title(name))}\n",
        text,
        count=1,
        flags=re.MULTILINE,
    )
    head = (
        f"A game told as data. 'kitgen games try told:{name}' tries it, 'kitgen print "
        f"told:{name}' prints it."
    )
    lines = [*_comment(head), "", body.rstrip(), "", "", *_comment("All keys that there are:")]
    for table, place in PLACES.items():
        lines += ["#", *_comment(capitalised(place))]
        for key in KEYS:
            if key.table == table:
                lines += _comment(f"{key.name}: {key.about}", "#   ")
                lines.append(f"#     {key.example}")
    lines.append("#")
    lines += _comment("Below [side.NAME.piece.NAME], for each kind instead of for the side")
    lines += _comment(", ".join(KEYS_OF_KINDS), "#   ")
    lines.append("#")
    lines += _comment("Directions, as the side itself sees them")
    lines += _comment(", ".join((*DIRECTIONS, *GROUPS)), "#   ")
    lines += _comment("Directions of common pieces, in the picture")
    lines += _comment(", ".join(DIRECTIONS_IN_PICTURE), "#   ")
    return "\n".join(lines) + "\n"


def _guide(name: str, like: str, language: str, templates: Templates) -> str:
    templates.check_language(language)
    known = guide_names(templates, language)
    if like not in known:
        raise UnknownNameError("guide", like, known)
    paths = [guide_path(root, language, like) for root in templates.roots]
    source = next(path for path in paths if path.is_file())
    whole = source.read_text(encoding="utf-8")
    text = re.sub(r"\A\s*<!--.*?-->\s*", "", whole, flags=re.DOTALL)  # without its own comment
    places = "\n".join(f"{{{figure}}}  {about}" for figure, about in meanings(figures))
    return (
        "<!--\nA guide for teachers, in Markdown. To print it: "
        f"kitgen print KIT --parts guide --set guide.name={name}\n"
        "Headings, paragraphs, **bold** words, lists, tables and quotations are drawn; --- begins "
        "a new page.\n"
        "Names in braces are filled in with the kit's own figures. There are:\n\n"
        f"{places}\n-->\n\n{text}"
    )
