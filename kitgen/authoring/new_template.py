"""A new template of a user's own: a file with every key explained, which is valid at once."""

import json
import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from kitgen.authoring.place import write_new
from kitgen.authoring.template_files import TemplateKey, keys_of, meanings
from kitgen.errors import OutputError, UnknownNameError, UsageError, quoted
from kitgen.games import game_names
from kitgen.kit.choices import Choices
from kitgen.kit.editions import EDITION_FILE, USUAL_LANGUAGE, EditionHead
from kitgen.kit.palette import PaletteFile
from kitgen.kit.rule import Rule
from kitgen.paper.parts.guide import GuideFigures
from kitgen.paper.texts import guide_names, guide_path
from kitgen.templates import Templates

#: The width of the file, in letters.
WIDTH = 100


def commented(head: str, keys: Sequence[TemplateKey], data: Mapping[str, object]) -> str:
    """Return plain data as TOML with a comment for every key of its schema, after a comment for the whole file.

    A key with its usual value, or without one, is commented out.

    >>> from kitgen.authoring.template_files import keys_of
    >>> from kitgen.kit.rule import Change
    >>> print(commented("Example.", keys_of(Change)[:1], {"every": 3}))
    # Example.
    <BLANKLINE>
    # Beads added to the slot of every move played; negative takes away.
    #   a whole number from -9,999 to 9,999; 0 if left out
    every = 3
    <BLANKLINE>
    """
    lines = [*_comment(head), ""]
    for key in keys:
        if not (key.inside or key.named):
            lines += [*_explained(key), _line(key, data.get(key.name, key.usual)), ""]
    explained: set[type | None] = set()
    for key in keys:
        if key.named:
            lines += [*_explained(key), f"[{key.name}]"]
            lines += [f"{_key_text(name)} = {_value(value)}" for name, value in _table(data, key).items()]
            lines.append("")
    for key in keys:
        if key.inside:
            lines += _tables(key, data, explain=key.kind not in explained)
            explained.add(key.kind)
    return "\n".join(lines)


def _tables(key: TemplateKey, data: Mapping[str, object], *, explain: bool) -> Iterator[str]:
    """Yield the lines of a table, or of a list of tables, whose keys are explained only once."""
    yield from _comment(key.about)
    if key.repeated:
        for inner in key.inside:
            yield from _explained(inner, "#   ", f"{inner.name}: ")
        rows = data.get(key.name, ())
        for row in rows if isinstance(rows, Sequence) else ():
            yield from ("", f"[[{key.name}]]")
            for inner in key.inside:
                if row.get(inner.name, inner.usual) != inner.usual:
                    yield _line(inner, row[inner.name])
        yield ""
        return
    yield f"[{key.name}]"
    table = _table(data, key)
    for inner in key.inside:
        if explain:
            yield from _explained(inner)
        yield _line(inner, table.get(inner.name, inner.usual))
    yield ""


def _explained(key: TemplateKey, indent: str = "# ", before: str = "") -> list[str]:
    """Return the meaning of a key and, below it, its allowed and its usual values, as comments."""
    if key.needed:
        usual = ""
    elif key.usual in (None, ()):
        usual = "; nothing if left out"
    else:
        usual = f"; {_value(key.usual)} if left out"
    return [*_comment(f"{before}{key.about}", indent), *_comment(f"{key.values}{usual}", f"{indent}  ")]


def _line(key: TemplateKey, value: object) -> str:
    """Return the line of a plain value; commented out if it is the usual one."""
    usual = not key.needed and value == key.usual
    return f"{'#' * usual}{key.name} = {_value(key.example if value is None else value)}"


def _table(data: Mapping[str, object], key: TemplateKey) -> Mapping[str, object]:
    table = data.get(key.name, {})
    return table if isinstance(table, Mapping) else {}


def _value(value: object) -> str:
    """Return a value as TOML; texts, numbers and lists are as in JSON.

    >>> _value(["a", 1, True]), _value({"en": "red"})
    ('["a", 1, true]', '{ en = "red" }')
    """
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key_text(name)} = {_value(item)}" for name, item in value.items()) + " }"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_value, value))}]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _key_text(name: str) -> str:
    return name if re.fullmatch("[A-Za-z0-9_-]+", name) else json.dumps(name, ensure_ascii=False)


def _comment(text: str, indent: str = "# ") -> list[str]:
    wrapper = textwrap.TextWrapper(WIDTH, initial_indent=indent, subsequent_indent=indent)
    return [line for part in text.splitlines() for line in wrapper.wrap(part)]


#: The pattern of a template's name, which becomes a file name and is typed in commands.
NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class TomlKind:
    """A kind of template that is a TOML file with a schema.

    Attributes:
        folder: inside a folder of templates.
        documented: the classes whose docstrings explain its keys.
        like: the template that a new file begins as, by default.
        head: the first comment, with ``{name}`` for the file's name.
        try_it: the command that tries it.
    """

    folder: str
    schema: type[msgspec.Struct]
    documented: tuple[type, ...]
    like: str
    head: str
    try_it: str


TOML_KINDS = {
    "edition": TomlKind(
        "editions", EDITION_FILE, (Choices, EditionHead), "her",
        "An edition: a kit with everything chosen. 'kitgen print {name}' prints it.", "kitgen print {name}",
    ),
    "rule": TomlKind(
        "rules", Rule, (Rule,), "michie",
        "A learning rule: what happens to the beads after a game. Any kit takes it: --rule {name}.",
        "kitgen simulate her --rule {name}",
    ),
    "palette": TomlKind(
        "palettes", PaletteFile, (PaletteFile,), "okabe-ito",
        "A palette: the colours of the beads, in the order in which a box uses them. Any kit takes it: "
        "--palette {name}.", "kitgen palette {name}",
    ),
}  # fmt: skip
#: Every kind of new template.
NEW_KINDS = (*TOML_KINDS, "guide")

HOW = (
    "A line with # before a key shows its default: to change it, remove the # and edit the value. "
    "'kitgen templates check' finds mistakes."
)


@dataclass(frozen=True, slots=True)
class NewTemplate:
    """A new template: its file, the template that it begins as, and the command that tries it."""

    path: Path
    like: str
    try_it: str


def new_template(
    kind: str, name: str, folder: Path, templates: Templates, *, like: str | None = None, language: str = USUAL_LANGUAGE
) -> NewTemplate:
    """Write a new template, which is valid at once and explains every key.

    ``folder`` is made if necessary; ``like`` is the template to begin as, from ``templates``, None for the kind's usual
    one; ``language`` is a guide's.

    Raises:
        UsageError: the kind, the name, the language, or the template to begin as is unknown, or kitgen has this name.
        OutputError: there is such a file already, or it cannot be written.
        TemplateError: the file of the template to begin as is wrong.
    """
    if kind not in NEW_KINDS:
        raise UnknownNameError("kind of template that can be begun", kind, NEW_KINDS)
    if NAME.fullmatch(name) is None:
        raise UsageError(f"{quoted(name)} cannot be a name; take up to 40 of the letters a to z, digits, '-' and '_'")
    if kind == "guide":
        like = like or "teacher"
        path, text = guide_path(folder, language, name), _guide(name, like, language, templates)
        try_it = f"kitgen print her --parts guide --set guide.name={name}"
        taken = guide_names(Templates(), language)
    else:
        about = TOML_KINDS[kind]
        like = like or about.like
        path, text = folder / about.folder / f"{name}.toml", _toml(about, name, like, templates)
        try_it = about.try_it.format(name=name)
        taken = (*Templates().names(about.folder), *(game_names() if kind == "edition" else ()))
    if name.lower() in {other.lower() for other in taken}:
        raise UsageError(f"{quoted(name)} comes with kitgen; take another name, or 'kitgen templates copy' that one")
    if path.exists() or path.is_symlink():
        raise OutputError(f"{quoted(path)} already exists; take another name")
    write_new(path, text.encode())
    return NewTemplate(path, like, try_it)


def _toml(about: TomlKind, name: str, like: str, templates: Templates) -> str:
    data: dict[str, Any] = msgspec.to_builtins(templates.read(about.folder, like, about.schema))
    title = re.sub("[-_]+", " ", name).strip().capitalize()
    data["title"] = dict.fromkeys(data["title"], title or name)
    if "source" in data:
        data["source"] = f"our own, begun as {like}"
    head = f"{about.head.format(name=name)}\n{HOW}"
    return commented(head, keys_of(about.schema, *about.documented), data)


def _guide(name: str, like: str, language: str, templates: Templates) -> str:
    if language not in templates.languages():
        raise UnknownNameError("language", language, templates.languages())
    known = guide_names(templates, language)
    if like not in known:
        raise UnknownNameError("guide", like, known)
    source = next(path for root in templates.roots if (path := guide_path(root, language, like)).is_file())
    text = re.sub(r"\A\s*<!--.*?-->\s*", "", source.read_text(encoding="utf-8"), flags=re.DOTALL)  # its own comment
    figures = "\n".join(f"{{{figure}}}  {about}" for figure, about in meanings(GuideFigures))
    return (
        "<!--\nA guide for teachers, in Markdown. To print it: "
        f"kitgen print KIT --parts guide --set guide.name={name}\n"
        "Headings, paragraphs, **bold** words, lists, tables and quotations are drawn; --- begins a new page.\n"
        "Names in braces are filled in with the kit's own figures. There are:\n\n"
        f"{figures}\n-->\n\n{text}"
    )
