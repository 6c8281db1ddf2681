"""The site's search finds pages in the language of the page before English ones, and none in
another; it offers the nearest word to one that no page has, and only then.
"""

import json
import re
import tomllib
from pathlib import Path, PurePath

import pytest
from browsers import in_node
from counting import at_least, at_least_one
from places import DOCS

from docs.build import GUIDE_BOOST
from docs.site.own_search import INDEX as INDEX_PATH
from docs.site.own_search import RENAMED_SCRIPT, THEME_SCRIPT, put_questions_before, split_search
from docs.site.words import SITE_LANGUAGES

DATA = Path(__file__).parent

#: How much a word of a guide counts.
GUIDE = GUIDE_BOOST
INDEX = {
    "config": {"lang": ["en", "fr"], "fields": {"title": {"boost": 1000}, "text": {"boost": 1}}},
    "docs": [
        {"location": "teachers.html", "title": "Hexapawn", "text": "Beads lie in a matchbox."},
        {"location": "docs/lasers.html", "title": "Laser", "text": "A tray.", "boost": GUIDE},
        {
            "location": "docs/lasers.html#fit",
            "title": "Fit",
            "text": "It fits.",
            "boost": GUIDE_BOOST,
        },
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
#: A theme's script that keeps what it hears, and has what the real one has of the words of
#: languages, in little.
THEME = """
  const isNone = (words) => (word) => (words.split(" ").includes(word) ? undefined : word);
  const cut = (ending) => ({ text }) => text.replace(/y$/, "i").replace(ending, "");
  globalThis.lunr = {
    Token: class { constructor(text) { this.text = text; } },
    stemmer: cut(/(ing|s)$/),
    stopWordFilter: isNone("how i is my the her own"),
    it: { stemmer: cut(/[aei]$/), stopWordFilter: isNone("come si le di") },
  };
  self.addEventListener("message", ({ data }) => heard.push(data.data));
"""
#: Asks a question of a script of the search; returns which script that has loaded, and what it was
#: told of the languages and of the question.
ASK = """([script, languages, question]) => {
  const listeners = [];
  globalThis.heard = [];
  globalThis.self = globalThis;
  self.addEventListener = (kind, listener) => listeners.push(listener);
  self.importScripts = (name) => {
    heard.push([name]);
    (0, eval)(THEME);
  };
  (0, eval)(script);
  const [listener] = listeners;
  listener({ data: { type: 0, data: { config: { lang: languages } } } });
  listener({ data: { type: 2, data: question } });
  const [loaded, setup, asked] = heard;
  return [loaded, setup.config.lang, asked];
}""".replace("THEME", json.dumps(THEME))


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
        {
            "teachers.html": 1,
            "docs/lasers.html": GUIDE,
            "docs/lasers.html#fit": GUIDE,
        },
    )
    languages, french = entries("fr")
    assert languages == ["fr", "en"]
    assert list(french) == ["teachers.html", "docs/lasers.html", "docs/lasers.html#fit"]
    assert french["teachers.html"] == 1, "the French page in place of the English one"
    assert french["docs/lasers.html"] <= 1, "a guide in English counts no more than a French page"


#: Languages of a page, a question, and what the theme's search is asked.
ASKED = [
    (["en"], "How is the printing?", "print"),
    (["en"], "beads?", "bead"),
    (["en"], "verify", "verif"),  # its stem is "verifi", which begins no word
    (["en"], "Gardner's rules", "gardner rule"),
    (["en"], "HER", "her"),
    (["en"], "my own rules", "own rule"),
    (["en"], "how is the", "how is the"),  # nothing but empty words
    (["en"], '"how is the"', '"how is the"'),
    (["en"], "+how printing", "+how printing"),
    (["en"], "", ""),
    (["it", "en"], "Come si piegano le scatole?", "piegano scatol"),
    (["it", "en"], "quante perline", "perlin"),
]


def test_the_search_is_asked_for_the_words_that_matter(tmp_path):
    folder = tmp_path / PurePath(THEME_SCRIPT).parent
    folder.mkdir(parents=True)
    (folder / "search.0a1b.min.js").write_text(THEME, encoding="utf-8")
    put_questions_before(tmp_path)
    assert (folder / RENAMED_SCRIPT).read_text(encoding="utf-8") == THEME
    script = (folder / "search.0a1b.min.js").read_text(encoding="utf-8")
    jobs = [[script, languages, question] for languages, question, _ in ASKED]
    assert in_node(ASK, jobs) == [
        [[RENAMED_SCRIPT], languages, asked] for languages, _, asked in ASKED
    ]


def test_questions_about_each_guide_are_asked_of_the_search():
    """What they find is looked up on the built site: ``.ci/browse_site.py``."""
    asked = tomllib.loads((DATA / "site_questions.toml").read_text(encoding="utf-8"))["questions"]
    numbers = [question["number"] for question in asked if "number" in question]
    for language in SITE_LANGUAGES:
        page = DOCS / "site" / "pages" / language / "questions.md"
        headings = re.findall("^## ", page.read_text(encoding="utf-8"), re.MULTILINE)
        assert [*dict.fromkeys(numbers)] == [*range(1, len(headings) + 1)], language
    for question in at_least(20, asked):
        assert len(question.keys() & set(SITE_LANGUAGES)) >= 2
        for name in at_least_one(question["pages"]):
            pages = DOCS.parent, DOCS / "site" / "pages" / "en"
            assert any((folder / f"{name}.md").is_file() for folder in pages), name


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


@pytest.mark.every
def test_nothing_is_offered_for_words_that_are_there_or_are_nonsense(search):
    _, typed = search("")
    for words in ("hexapawn", "hexa", "beads match", "xyzzyq", "qwrtplk zzz", "bds", ""):
        assert typed(words) == [], words


def test_a_page_offers_words_of_its_language(search):
    _, typed = search("fr/")
    assert typed("hexpion") == ["hexapion"]
    assert typed("morpoin") == ["morpion"]
    assert typed("matchbx") == [], "a word of English pages alone"
