"""Both languages are complete, say the same, fit their places, and never meet on one page."""

import re
import string
from functools import cache

import pytest
from counting import some
from jobs import TEXTS, make_job

from kitgen.kit.palette import read_palette
from kitgen.paper.layout.papers import PAGES
from kitgen.paper.make import make_document
from kitgen.paper.marks.fonts import text_width
from kitgen.paper.marks.scene import POINT, Text
from kitgen.paper.parts import usual_parts
from kitgen.templates import Templates

TEMPLATES = Templates()
LANGUAGES = ("en", "it")
KITS = ("her", "him", "gardner24")


def catalogue(language):
    return {key: TEXTS[language]._texts[key] for key in TEXTS[language].keys()}  # noqa: SIM118 - a method of Texts


def places(text):
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@cache
def document(kit, page, language):
    return make_document(make_job(kit, page, language), usual_parts("label"))


def test_there_are_both_languages():
    assert TEMPLATES.languages() == LANGUAGES


def test_every_text_exists_in_both_languages_with_the_same_places():
    english, italian = catalogue("en"), catalogue("it")
    assert sorted(english) == sorted(italian)
    assert len(english) > 150
    for key, text in english.items():
        assert places(text) == places(italian[key]), key
        assert text, key
        assert italian[key], key


def test_numbers_have_both_forms():
    for language in LANGUAGES:
        keys = catalogue(language)
        for key in some((key for key in keys if key.endswith(".one")), 5):
            assert key.removesuffix("one") + "other" in keys, key
        for key in some((key for key in keys if key.endswith(".other") and "{count}" in keys[key]), 5):
            assert key.removesuffix("other") + "one" in keys, key


def test_italian_is_written_with_its_accents():
    for key, text in some(catalogue("it").items(), 200):
        assert not re.search(r"\b(e'|perche|piu|puo|cosi|gia|sara|verra|citta|meta'|liberta)(?!\w)", text), key


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", ["editions", "rules", "palettes"])
def test_data_is_named_in_every_language(language, kind):
    for name in some(TEMPLATES.names(kind)):
        data = TEMPLATES.read(kind, name, dict)
        assert data["title"].get(language), (kind, name)
        if kind == "palettes":
            assert read_palette(name, language, TEMPLATES)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", sorted(PAGES))
@pytest.mark.parametrize("kit", KITS)
def test_no_text_leaves_the_margins(kit, page, language):
    paper = PAGES[page]
    for number, sheet in enumerate(some(document(kit, page, language).sheets, 8), 1):
        assert (sheet.scene.width, sheet.scene.height) == (paper.width, paper.height)
        for mark in some(sheet.scene.marks, 3):
            if isinstance(mark, Text):
                width, high = text_width(mark.text, mark.size, bold=mark.bold), mark.size * POINT
                start = {"start": 0, "middle": -width / 2, "end": -width}[mark.anchor]
                along = {0: (1, 0), 90: (0, 1), 180: (-1, 0), 270: (0, -1)}[round(mark.turn) % 360]
                for way in (start, start + width):
                    x, y = mark.at[0] + way * along[0], mark.at[1] + way * along[1]
                    where = (number, sheet.part, mark.text)
                    assert paper.margin - 0.1 <= x <= paper.width - paper.margin + 0.1, where
                    assert paper.margin + 0.5 * high * along[0] <= y <= paper.height - paper.margin + 0.1, where


def fragments(text):
    """Return the runs of words of a text between its places, longer than three letters."""
    runs = [before.strip(" .,:;!?()\n") for before, *_ in string.Formatter().parse(text)]
    return [run for line in runs for run in line.splitlines() if len(re.sub(r"\W", "", run)) > 3]


def words_of(kit, page, language):
    made = document(kit, page, language)
    words = " ".join(mark.text for sheet in made.sheets for mark in sheet.scene.marks if isinstance(mark, Text))
    return re.sub(r"kitgen print [\w:.-]+( --[\w-]+ \S+)*", "", words)  # the command is no English text


@pytest.mark.parametrize(("here", "other"), [("en", "it"), ("it", "en")])
@pytest.mark.parametrize("kit", [*KITS, "ladder"])
def test_no_words_of_the_other_language_on_a_page(kit, here, other):
    words = words_of(kit, "a4", here)
    own = "\n".join(catalogue(here).values())
    foreign = catalogue(other)
    looked = 0
    for key, text in foreign.items():
        for fragment in fragments(text):
            if text != catalogue(here)[key] and not re.search(rf"\b{re.escape(fragment)}\b", own):
                looked += 1
                assert not re.search(rf"(?<!\w){re.escape(fragment)}(?!\w)", words), (key, fragment)
    for palette in TEMPLATES.names("palettes"):
        names = {colour.key: colour.name for colour in read_palette(palette, here, TEMPLATES)}
        for colour in read_palette(palette, other, TEMPLATES):
            if colour.name not in names.values():
                looked += 1
                assert not re.search(rf"\b{colour.name}\b", words), colour.name
    assert looked > 150


def test_the_search_for_foreign_words_finds_its_own():
    """The same search, turned on its own language, finds most of what the pages say."""
    words = words_of("her", "a4", "it")
    own = [
        fragment
        for key, text in catalogue("it").items()
        if key.startswith("operator.step") and not key.endswith("deck")
        for fragment in fragments(text)
    ]
    found = [fragment for fragment in own if re.search(rf"(?<!\w){re.escape(fragment)}(?!\w)", words)]
    assert len(found) >= len(own) / 2
