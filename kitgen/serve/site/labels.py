"""What kits, games, files and words are called on a page, in its language."""

from functools import cache, partial

from kitgen.games import game_names
from kitgen.kit.editions import read_edition
from kitgen.paper.layout.stock import read_stock
from kitgen.paper.texts import Texts
from kitgen.serve.asked.fields import FILES, Field
from kitgen.templates import Templates, title_in

#: Words of no more letters are written in capitals.
SHORT = 4


@cache
def texts_in(language: str) -> Texts:
    """Return the words of a language, read once."""
    return Texts(language, Templates())


@cache
def editions_in(language: str) -> dict[str, str]:
    """Return the titles of all editions, by name."""
    templates = Templates()
    every = templates.each("editions", partial(read_edition, templates=templates))
    return {name: title_in(language, edition.title, name) for name, edition in every}


@cache
def games_in(language: str) -> dict[str, str]:
    """Return what each game is called, by name; those of other packages have no name but their own."""
    texts = texts_in(language)
    return {name: texts(f"games.{name}.name") if texts.has(f"games.{name}.name") else name for name in game_names()}


def kit_title(kit: str, language: str) -> str:
    """Return what a kit or a game is called."""
    return editions_in(language).get(kit, kit)


@cache
def word_in(language: str, one: Field, word: str) -> str:
    """Return what a word of a choice is called: as the texts say, or as the file of that name calls itself."""
    texts, templates = texts_in(language), Templates()
    if one.key == "language":
        return {"en": "English", "it": "Italiano", "es": "Español"}.get(word, word)
    if one.key == "parts":
        title = texts.title_key(word)
        return word if title is None else texts(title)
    if one.key == "stock":
        stock = read_stock(word, templates)
        return f"{word}, {texts.decimals(stock.width)} × {texts.decimals(stock.height)} mm"
    if one.key in FILES:
        return title_in(language, templates.read(FILES[one.key], word, dict).get("title", {}), word)
    key = f"serve.word.{one.name}.{word}"
    return texts(key) if texts.has(key) else _code(word)


def _code(word: str) -> str:
    """Return a word that says itself as people write it, such as the name of a paper.

    >>> _code("a4"), _code("tabloid"), _code("arch-c")
    ('A4', 'Tabloid', 'ARCH C')
    """
    return " ".join(one.upper() if len(one) <= SHORT else one.capitalize() for one in word.split("-"))


def side_in(language: str, game: str, side: str) -> str:
    """Return what a side of a game is called."""
    key, texts = f"games.{game}.side.{side}", texts_in(language)
    return texts(key) if texts.has(key) else side
