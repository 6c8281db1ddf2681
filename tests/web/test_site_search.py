"""The site's search offers the nearest word to one that no page has, and only then."""

import json

import pytest
from places import DOCS

INDEX = {
    "config": {"lang": ["en", "fr"]},
    "docs": [
        {"location": "teachers.html", "title": "Hexapawn", "text": "Beads lie in a matchbox."},
        {"location": "fr/teachers.html", "title": "Hexapion", "text": "Le morpion et ses perles."},
    ],
}
PAGE = """<!doctype html><html lang="{language}"><body>
<script id="__config" type="application/json">{{"base": "{base}"}}</script>
<div class="md-search"><input class="md-search__input" aria-label="Search">
<div class="md-search-result__meta">No matching documents</div></div>
<script src="/site.js"></script></body></html>"""
SITE = "http://site.example"


@pytest.fixture
def search(browser):
    """A function that opens a page of a small site in a language, and returns another that types
    into its search and returns the words that are offered.
    """
    context = browser.new_context()

    def answer(route):
        path = route.request.url.removeprefix(SITE)
        if path == "/search/search_index.json":
            route.fulfill(body=json.dumps(INDEX), content_type="application/json")
        elif path == "/site.js":
            route.fulfill(path=DOCS / "site" / "site.js")
        else:
            language = "fr" if path.startswith("/fr/") else "en"
            base = ".." if language == "fr" else "."
            page = PAGE.format(language=language, base=base)
            route.fulfill(body=page, content_type="text/html")

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
