"""The pages of the site in other languages say what the English ones say: the same commands, links
and numbers, in the same order.
"""

import re

import pytest
from counting import at_least_one
from places import ROOT

from docs.site.words import SITE_LANGUAGES

PAGES = sorted(path.name for path in (ROOT / "docs/site/pages/en").glob("*.md"))
#: Each page in each language but English.
TRANSLATED = [(language, name) for language in SITE_LANGUAGES[1:] for name in PAGES]

BLOCK = re.compile(r"```.*?```", re.DOTALL)
CODE = re.compile(r"`([^`]+)`")
TARGET = re.compile(r"\]\(([^)\s]+)\)")
#: Also in the name of a paper.
NUMBER = re.compile(r"(?<![\w.])A?\d+(?:[.,]\d+)*(?!\w)")

#: The numbers from two to twenty, then thirty, forty and fifty.
VALUES = [*range(2, 21), 30, 40, 50]
NUMERALS = {
    "en": "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen twenty thirty forty fifty",
    "it": "due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici "
    "quindici sedici diciassette diciotto diciannove venti trenta quaranta cinquanta",
    "es": "dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince "
    "dieciséis diecisiete dieciocho diecinueve veinte treinta cuarenta cincuenta",
    "fr": "deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize "
    "dix-sept dix-huit dix-neuf vingt trente quarante cinquante",
    "de": "zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn "
    "sechzehn siebzehn achtzehn neunzehn zwanzig dreißig vierzig fünfzig",
}


def page(language: str, name: str) -> str:
    return (ROOT / "docs/site/pages" / language / name).read_text(encoding="utf-8")


def in_words(text: str) -> str:
    """Return a text without its commands and the targets of its links."""
    return CODE.sub("", TARGET.sub("]", BLOCK.sub("", text)))


def commands(language: str, name: str) -> list[str]:
    """Return what stands as code on a page, as it would be without the option for its language,
    which also ends the name of a folder.
    """
    text = page(language, name)
    found = [*BLOCK.findall(text), *CODE.findall(BLOCK.sub("", text))]
    usual = []
    for code in found:
        plain = code.replace(f" --language {language}\n", "\n")
        plain = plain.replace(f"/her-{language}/", "/her/")
        if plain != f"--language {language}":
            usual.append(plain)
    return usual


def numbers(language: str, name: str) -> list[str]:
    return [figure.replace(",", ".") for figure in NUMBER.findall(in_words(page(language, name)))]


def numerals(language: str, name: str) -> list[int]:
    """Return the values of the numbers that a page writes as words."""
    values = dict(zip(NUMERALS[language].split(), VALUES, strict=True))
    words = re.findall(r"[\w-]+", in_words(page(language, name)).lower())
    return [values[word] for word in words if word in values]


@pytest.mark.parametrize(("language", "name"), TRANSLATED)
def test_a_page_has_the_commands_of_the_english_one(language, name):
    assert commands(language, name) == commands("en", name)


@pytest.mark.parametrize("language", SITE_LANGUAGES[1:])
def test_a_first_print_is_in_the_language_of_its_page(language):
    text = page(language, "index.md")
    assert f"kitgen print her --language {language}\n" in text
    assert f"`output/her-{language}/kit.pdf`" in text


@pytest.mark.parametrize(("language", "name"), TRANSLATED)
def test_links_of_a_page_lead_where_those_of_the_english_one_lead(language, name):
    assert TARGET.findall(page(language, name)) == TARGET.findall(page("en", name))


@pytest.mark.parametrize(("language", "name"), TRANSLATED)
def test_a_page_has_the_numbers_of_the_english_one(language, name):
    """A language may change the order of two numbers in one sentence, so that they are sorted."""
    assert sorted(numbers(language, name)) == sorted(numbers("en", name))


@pytest.mark.parametrize(("language", "name"), TRANSLATED)
def test_a_page_has_the_numbers_in_words_of_the_english_one(language, name):
    """Some languages have more of them: "one of the two", "sei" for "you are"."""
    theirs = iter(numerals(language, name))
    missing = [value for value in numerals("en", name) if value not in theirs]
    assert missing == [], f"{language}/{name} lacks a number, or has them in another order"


def test_pages_have_commands_links_and_numbers():
    for language in at_least_one(SITE_LANGUAGES):
        assert len(commands(language, "questions.md")) >= 20
        assert len(numbers(language, "questions.md")) >= 15
        assert numerals(language, "index.md").count(19) == 2
        for name in at_least_one(PAGES):
            assert TARGET.findall(page(language, name))
