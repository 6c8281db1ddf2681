"""The site's search finds pages in the language of the page before English ones, and none in
another; it offers the nearest word to one that no page has, and only then.
"""

import json

import pytest
from places import DOCS

from docs.site.own_search import INDEX as INDEX_PATH
from docs.site.own_search import split_search

INDEX = {
    "config": {"lang": ["en", "fr"]},
    "docs": [
        {"location": "teachers.html", "title": "Hexapawn", "text": "Beads lie in a matchbox."},
        {"location": "docs/lasers.html", "title": "Laser", "text": "A tray.", "boost": 1000},
        {"location": "docs/lasers.html#fit", "title": "Fit", "text": "It fits.", "boost": 1000},
        {"location": "fr/teachers.html", "title": "Hexapion", "text": "Le morpion et ses perles."},
        {"location": "it/teachers.html", "title": "Hexapawn", "text": "Il tris e le perline."},
    ],
}
LANGUAGES = ("en", "fr", "it")
PAGE = """<!doctype html><html lang="{language}"><body>
<script id="__config" type="application/json">{{"a": null, "base": "{base}", "b": "../x"}}</script>
<div class="md-search"><input class="md-search__input" aria-label="Search">
<div class="md-search-result__meta">No matching documents</div></div>
<script src="/site.js"></script></body></html>"""
SITE = "http://site.example"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The folder of a small site whose search was split by language."""
    folder = tmp_path_factory.mktemp("site")
    (folder / "search").mkdir()
    (folder / INDEX_PATH).write_text(json.dumps(INDEX), encoding="utf-8")
    for language in LANGUAGES:
        is_usual = language == "en"
        own = folder if is_usual else folder / language
        own.mkdir(exist_ok=True)
        page = PAGE.format(language=language, base="." if is_usual else "..")
        (own / "teachers.html").write_text(page, encoding="utf-8")
    split_search(folder, LANGUAGES)
    return folder


def test_a_question_is_answered_in_its_language_and_then_in_english(site):
    def entries(folder):
        index = json.loads((site / folder / INDEX_PATH).read_text(encoding="utf-8"))
        return index["config"]["lang"], {
            entry["location"]: entry.get("boost", 1) for entry in index["docs"]
        }

    assert entries("") == (
        ["en"],
        {"teachers.html": 1, "docs/lasers.html": 1000, "docs/lasers.html#fit": 1000},
    )
    languages, french = entries("fr")
    assert languages == ["fr", "en"]
    assert list(french) == ["teachers.html", "docs/lasers.html", "docs/lasers.html#fit"]
    assert french["teachers.html"] == 1, "the French page in place of the English one"
    assert french["docs/lasers.html"] <= 1, "a guide in English counts no more than a French page"


@pytest.fixture
def search(browser, site):
    """A function that opens a page of a small site in a language, and returns another that types
    into its search and returns the words that are offered.
    """
    context = browser.new_context()

    def answer(route):
        path = route.request.url.removeprefix(SITE)
        is_script = path == "/site.js"
        route.fulfill(path=DOCS / "site" / "site.js" if is_script else site / path[1:])

    def open_in(folder):
        page = context.new_page()
        page.route("**/*", answer)
        page.goto(f"{SITE}/{folder}teachers.html")
        field = page.locator("input")

        # The words of all pages are asked for once; what comes after does not wait.
        field.fill("perlez" if folder else "beadz")
        field.press("End")
        page.locator("#near").wait_for()

        def typed(words):
            field.fill(words)
            field.press("End")
            page.evaluate("new Promise((done) => setTimeout(done))")
            return page.locator("#near").all_inner_texts()

        return page, typed

    yield open_in
    context.close()


def test_the_nearest_word_is_offered_for_one_that_no_page_has(search):
    page, typed = search("")
    assert typed("hexpawn") == ["hexapawn"]
    assert typed("matchbx baeds") == ["matchbox beads"]
    assert typed("Hexpawn") == ["hexapawn"]
    typed("hexpawn")
    page.click("#near")
    assert page.input_value("input") == "hexapawn"
    assert page.locator("#near").count() == 0


def test_nothing_is_offered_for_words_that_are_there_or_are_nonsense(search):
    _, typed = search("")
    for words in ("hexapawn", "hexa", "beads match", "xyzzyq", "qwrtplk zzz", "bds", ""):
        assert typed(words) == [], words


def test_a_page_offers_words_of_its_language(search):
    _, typed = search("fr/")
    assert typed("hexpion") == ["hexapion"]
    assert typed("morpoin") == ["morpion"]
    assert typed("matchbx") == [], "a word of English pages alone"
