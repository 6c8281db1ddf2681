"""Pieces of HTML for forms and results: templates that are filled in safely; larger ones are in
``page/app``.
"""

import re
from collections.abc import Iterable, Mapping
from html import escape

from kitgen.reading.texts import texts_in
from kitgen.web.script import source


class Markup(str):
    """Text that is HTML already."""

    __slots__ = ()


def fill(template: str, language: str = "en", /, **values: object) -> Markup:
    """Return a template of HTML filled in: ``{name}`` is a value, or else the text of the site with
    that name or key.

    None and False leave the place empty; several values are joined. All but ``Markup`` is escaped.

    >>> fill('<p class="{kind}">{text} {skip}</p>', kind="x", text="a < b:")
    '<p class="x">a &lt; b: To the content</p>'
    """

    def shown(value: object) -> str:
        if isinstance(value, Markup):
            return value
        if isinstance(value, Iterable) and not isinstance(value, str):
            return "".join(map(shown, value))
        return "" if value is None or value is False else escape(str(value))

    def place(match: re.Match[str]) -> str:
        name = match[1]
        if name in values:
            return shown(values[name])
        return shown(_text_of_site(language, name))

    return Markup(re.sub(r"\{([\w.]+)\}", place, template))


def _text_of_site(language: str, name: str) -> str:
    """Return the text with a key, or with a name among those of the site."""
    texts = texts_in(language)
    if "." in name:
        return texts(name)
    if texts.has(f"serve.{name}"):
        return texts(f"serve.{name}")
    return texts(f"app.{name}")


def app_file(name: str) -> str:
    """Return a file of the folder ``page/app``."""
    return source(f"app/{name}")


def flag(name: str, on: object) -> Markup:
    """Return an attribute, if it is on."""
    return Markup(f" {name}" if on else "")


def each(template: str, values: Iterable[object]) -> Markup:
    """Return a template once for each value, which its place ``it`` takes."""
    return Markup("".join(fill(template, it=value) for value in values))


def option_list(words: Mapping[str, str], value: str) -> list[Markup]:
    """Return the options of a list, with a value chosen."""
    option = '<option value="{word}"{selected}>{title}</option>'
    return [
        fill(option, word=word, selected=flag("selected", word == value), title=title)
        for word, title in words.items()
    ]


def labelled(name: str, label: str, control: Markup, hint: Markup | None = None) -> Markup:
    """Return a control with its label, and perhaps a hint."""
    field = '<div class="field"><label for="{name}">{label}</label>{control}{hint}</div>'
    return fill(field, name=name, label=label, control=control, hint=hint)


def table(
    head: Iterable[str],
    rows: Iterable[Iterable[str]],
    caption: str = "",
    *,
    last_right: bool = False,
) -> Markup:
    """Return a table of texts; ``last_right`` if its last column has figures."""
    title = None
    if caption:
        title = fill("<caption>{caption}</caption>", caption=caption)
    cells = [each("<td>{it}</td>", row) for row in rows]
    return fill(
        "<table{right}>{caption}<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>",
        right=flag('class="figures-right"', last_right),
        head=each('<th scope="col">{it}</th>', head),
        rows=each("<tr>{it}</tr>", cells),
        caption=title,
    )
