"""A new template of a user's own: a file with every key explained, which is valid at once."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from kitgen.door.templates.commented import commented
from kitgen.door.templates.keys import keys_of, meanings
from kitgen.errors import OutputError, UnknownNameError, UsageError
from kitgen.files import write_whole
from kitgen.games import game_names
from kitgen.kit.choices import Choices
from kitgen.kit.editions import EDITION_FILE, USUAL_LANGUAGE, EditionHead
from kitgen.kit.palette import PaletteFile
from kitgen.kit.rule import Rule
from kitgen.paper.parts.guide import GuideFigures
from kitgen.paper.texts import guide_names, guide_path
from kitgen.templates import Templates

#: What a template may be called: it becomes the name of a file, and is typed in commands.
NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class TomlKind:
    """A kind of template that is a TOML file with a schema.

    Attributes:
        folder: where such files are, inside a folder of templates.
        schema: reads them.
        documented: the classes whose docstrings explain its keys.
        like: the one that a new file begins as, when nothing else is said.
        head: what the file is, with ``{name}`` for its name.
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
#: Every kind of template that can be begun.
NEW_KINDS = (*TOML_KINDS, "guide")

HOW = (
    "A line that begins with # and a key shows what holds when nothing is said: take the # away to say something else. "
    "'kitgen templates check' tells whether all is right."
)


@dataclass(frozen=True, slots=True)
class NewTemplate:
    """A template that was begun.

    Attributes:
        path: its file.
        like: the template that it begins as.
        try_it: the command that tries it.
    """

    path: Path
    like: str
    try_it: str


def new_template(
    kind: str, name: str, folder: Path, templates: Templates, *, like: str | None = None, language: str = USUAL_LANGUAGE
) -> NewTemplate:
    """Begin a template: write a file that is valid at once and explains every key.

    Args:
        kind: ``edition``, ``rule``, ``palette`` or ``guide``.
        name: what it is to be called.
        folder: the folder of templates that it goes to; made when it is not there.
        templates: where the one that it begins as is read from.
        like: the one that it begins as; the usual one of the kind when None.
        language: of a guide.

    Raises:
        UsageError: the kind, the name, the language, or the one to begin as is unknown, or kitgen has one of the name.
        OutputError: there is such a file already, or it cannot be written.
        TemplateError: the file of the one to begin as is wrong.
    """
    if kind not in NEW_KINDS:
        raise UnknownNameError("kind of template that can be begun", kind, NEW_KINDS)
    if NAME.fullmatch(name) is None:
        raise UsageError(f"{name[:40]!r} cannot be a name; take up to 40 of the letters a to z, digits, '-' and '_'")
    if kind == "guide":
        like = like or "teacher"
        path, text = guide_path(folder, language, name), _guide(name, like, language, templates)
        try_it = f"kitgen print her --parts guide --guide {name}"
        taken = guide_names(Templates(), language)
    else:
        about = TOML_KINDS[kind]
        like = like or about.like
        path, text = folder / about.folder / f"{name}.toml", _toml(about, name, like, templates)
        try_it = about.try_it.format(name=name)
        taken = (*Templates().names(about.folder), *(game_names() if kind == "edition" else ()))
    if name.lower() in {one.lower() for one in taken}:
        raise UsageError(f"{name!r} comes with kitgen; take another name, or 'kitgen templates copy' that one")
    _write(path, text)
    return NewTemplate(path, like, try_it)


def _toml(about: TomlKind, name: str, like: str, templates: Templates) -> str:
    """Return the text of a new TOML file that begins as another one."""
    data: dict[str, Any] = msgspec.to_builtins(templates.read(about.folder, like, about.schema))
    title = re.sub("[-_]+", " ", name).strip().capitalize()
    data["title"] = dict.fromkeys(data["title"], title or name)
    if "source" in data:
        data["source"] = f"our own, begun as {like}"
    head = f"{about.head.format(name=name)}\n{HOW}"
    return commented(head, keys_of(about.schema, *about.documented), data)


def _guide(name: str, like: str, language: str, templates: Templates) -> str:
    """Return the text of a new guide, headed by a comment that names all figures that it may ask for."""
    if language not in templates.languages():
        raise UnknownNameError("language", language, templates.languages())
    known = guide_names(templates, language)
    if like not in known:
        raise UnknownNameError("guide", like, known)
    source = next(path for root in templates.roots if (path := guide_path(root, language, like)).is_file())
    figures = "\n".join(f"{{{figure}}}  {about}" for figure, about in meanings(GuideFigures))
    return (
        f"<!--\nA guide for teachers, in Markdown. 'kitgen print KIT --parts guide --guide {name}' prints it.\n"
        "Headings, paragraphs, **bold** words, lists, tables and quotations are drawn; --- begins a new page.\n"
        "Names in braces are filled in with the kit's own figures. There are:\n\n"
        f"{figures}\n-->\n\n{_without_comment(source.read_text(encoding='utf-8'))}"
    )


def _without_comment(text: str) -> str:
    """Return a guide without the comment that it begins with, if it does."""
    return re.sub(r"\A\s*<!--.*?-->\s*", "", text, flags=re.DOTALL)


def _write(path: Path, text: str) -> None:
    """Write a new file, never in place of another.

    Raises:
        OutputError: there is such a file already, or it cannot be written.
    """
    if path.exists() or path.is_symlink():
        raise OutputError(f"{path} is there already and stays as it is; take another name")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"{path.parent} cannot be made: {error.strerror}") from None
    write_whole(path, lambda stream: stream.write(text.encode()))
