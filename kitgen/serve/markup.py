"""The elements of a page. Texts in them are escaped: no input can become markup."""

from collections.abc import Iterable
from functools import cache, partial
from xml.etree.ElementTree import Element as Element  # noqa: PLC0414 - offered from here
from xml.etree.ElementTree import tostring

from kitgen.games import game_names
from kitgen.kit.editions import read_edition
from kitgen.paper.job import read_stock
from kitgen.paper.texts import Texts
from kitgen.serve.address_fields import FILES, Field
from kitgen.templates import Templates, title_in

#: A child of an element: a text or an element; None for nothing.
Child = Element | str | None


def tag(kind: str, /, *children: Child | Iterable[Child], **attributes: str | bool | None) -> Element:
    """Return an element.

    Attributes have ``_`` for ``-``, and at the end of Python's own words; True stands for an attribute without a value,
    False and None for none.

    >>> html(tag("p", "a < b ", tag("b", "c"), class_="x", hidden=False))
    '<p class="x">a &lt; b <b>c</b></p>'
    """
    element = Element(kind)
    for key, value in attributes.items():
        if value is not None and value is not False:
            element.set(key.rstrip("_").replace("_", "-"), key if value is True else value)
    for child in children:
        add(element, child)
    return element


def add(element: Element, child: Child | Iterable[Child]) -> None:
    """Append text, an element or several to an element."""
    if child is None:
        return
    if isinstance(child, Element):
        element.append(child)
    elif isinstance(child, str):
        if len(element):
            element[-1].tail = (element[-1].tail or "") + child
        else:
            element.text = (element.text or "") + child
    else:
        for part in child:
            add(element, part)


def html(element: Element) -> str:
    """Return an element as text."""
    return tostring(element, encoding="unicode", method="html")


# The names of kits, games, files and words in the language of a page.

#: Words of at most so many letters are written in capitals.
SHORT = 4


@cache
def texts_in(language: str) -> Texts:
    """Return the texts of a language, read once."""
    return Texts(language, Templates())


@cache
def editions_in(language: str) -> dict[str, str]:
    """Return the titles of all editions, by name."""
    templates = Templates()
    every = templates.each("editions", partial(read_edition, templates=templates))
    return {name: title_in(language, edition.title, name) for name, edition in every}


@cache
def games_in(language: str) -> dict[str, str]:
    """Return the games' titles, by name; games of other packages have no other title."""
    texts = texts_in(language)
    return {name: texts(f"games.{name}.name") if texts.has(f"games.{name}.name") else name for name in game_names()}


def kit_title(kit: str, language: str) -> str:
    """Return the title of a kit or a game."""
    return editions_in(language).get(kit, kit)


@cache
def word_in(language: str, field: Field, word: str) -> str:
    """Return the name of a field's word, from the texts or from the file of that name."""
    texts, templates = texts_in(language), Templates()
    if field.key == "language":
        return {"en": "English", "it": "Italiano", "es": "Español"}.get(word, word)
    if field.key == "parts":
        title = texts.title_key(word)
        return word if title is None else texts(title)
    if field.key == "stock":
        stock = read_stock(word, templates)
        return f"{word}, {texts.decimals(stock.width)} × {texts.decimals(stock.height)} mm"
    if field.key in FILES:
        return title_in(language, templates.read(FILES[field.key], word, dict).get("title", {}), word)
    key = f"serve.word.{field.name}.{word}"
    return texts(key) if texts.has(key) else _code(word)


def _code(word: str) -> str:
    """Return a word such as the name of a paper in its usual spelling.

    >>> _code("a4"), _code("tabloid"), _code("arch-c")
    ('A4', 'Tabloid', 'ARCH C')
    """
    return " ".join(part.upper() if len(part) <= SHORT else part.capitalize() for part in word.split("-"))


def side_in(language: str, game: str, side: str) -> str:
    """Return the name of a side of a game."""
    key, texts = f"games.{game}.side.{side}", texts_in(language)
    return texts(key) if texts.has(key) else side
