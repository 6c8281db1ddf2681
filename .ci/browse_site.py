"""Walks the built site as a person would, in the system's Chromium:
``python .ci/browse_site.py SITE``.

Some pages are held against pictures of them that were looked at; ``--rewrite-golden`` keeps how
they look now. ``--firefox`` walks its pages in Firefox instead: in each language, at four widths,
by day and by night.
"""

import json
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import product
from pathlib import Path
from threading import Thread
from typing import Any

from playwright.sync_api import Browser, Page, Request
from playwright.sync_api import TimeoutError as LateError

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from browsers import axe, barriers, chromium, needed
from firefox_driver import FIREFOXES, started
from page_pictures import hold_look, with_our_letters

#: The pages in which axe-core looks for barriers: one of each kind.
KINDS = (
    "index",
    "gallery/index",
    "gallery/her",
    "teachers",
    "lessons/her",
    "commands/print",
    "python",
)
#: What is asked of the search, and at least how many.
QUESTIONS = Path(__file__).parents[1] / "tests" / "web" / "site_questions.toml"
MIN_QUESTIONS = 45
#: The pages that each language has, and the widths, in Firefox.
IN_EACH = ("index", "teachers", "museums", "gallery/index", "gallery/her", "lessons/her")
WIDTHS = (360, 768, 1024, 1440)
#: Opens a page in a frame of a width, and says what is wrong with it: no window of Firefox is as
#: narrow as a telephone.
_FRAME = """
  const [address, width] = arguments;
  document.body.innerHTML = "<iframe></iframe>";
  const frame = document.querySelector("iframe");
  Object.assign(frame, { width, height: 900, src: address });
  frame.addEventListener("load", () => (window.come = address));
  return true;
"""
#: Asks the script of the search some questions; returns the first three pages of each, and of each
#: the three best sections.
_ASK = """async (questions) => {
  const config = JSON.parse(document.getElementById("__config").textContent);
  const worker = new Worker(new URL(config.search, location.href));
  const answered = (type, data) => new Promise((done) => {
    worker.onmessage = (event) => done(event.data.data);
    worker.postMessage({ type, data });
  });
  const index = await fetch(new URL(`${config.base}/search/search_index.json`, location.href));
  await answered(0, { ...(await index.json()), options: {} });
  const found = [];
  for (const question of questions) {
    const { items } = await answered(2, question);
    const places = [];
    for (const sections of items.slice(0, 3)) {
      sections.sort((one, other) => other.score - one.score);
      places.push(sections[0].location.split("#")[0]);
      places.push(...sections.slice(0, 3).map(({ location }) => location));
    }
    found.push(places);
  }
  return found;
}"""
_AXE = """
  const [axe] = arguments, page = document.querySelector("iframe").contentWindow;
  const { scrollWidth, clientWidth } = page.document.documentElement;
  const wrong = scrollWidth > clientWidth ? [`${scrollWidth} wide`] : [];
  const pictures = [...page.document.querySelectorAll("article img")];
  wrong.push(...pictures.filter(({ naturalWidth }) => !naturalWidth).map(({ src }) => src));
  window.found = null;
  page.eval(axe);
  page.axe.run(page.document, { resultTypes: ["violations"] }).then(({ violations }) => {
    const said = ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target)}`;
    window.found = [...wrong, ...violations.map(said)];
  });
  return true;
"""
WIDE = {"width": 1280, "height": 900}
NARROW = {"width": 360, "height": 740}
#: The heading of the teachers' page in the other languages; Italian is the last that is read.
HEADINGS = {
    "de": "Für die Schule",
    "es": "Para docentes",
    "fr": "Pour la classe",
    "it": "Per insegnanti",
}
#: How often a word is typed until something is found.
TRIES = 6
#: What is held against a picture: the name of that, the page, the window, day or night.
LOOKS = (
    ("home", "index", WIDE, "light"),
    ("gallery", "gallery/index", NARROW, "dark"),
    ("kit", "gallery/her", WIDE, "light"),
    ("teachers", "it/teachers", WIDE, "light"),
    ("lesson", "lessons/her", NARROW, "light"),
    ("command", "commands/print", WIDE, "dark"),
)


def main() -> None:
    """Walk the site; stop at the first thing that is wrong."""
    if "--firefox" in sys.argv:
        with served(Path(sys.argv[1])) as home:
            in_firefox(home)
        return
    with served(Path(sys.argv[1])) as home, chromium() as browser:
        for way in (gallery, languages, search, questions, keyboard):
            with visit(browser, home) as page:
                way(page, home)
            print(f"{way.__name__}: well")
        for scheme, size in (("light", WIDE), ("dark", NARROW)):
            with visit(browser, home, size, scheme) as page:
                everybody(page, home)
            print(f"{len(KINDS)} pages, {scheme}, {size['width']} px wide: nobody is kept out")
        for name, kind, size, scheme in LOOKS:
            with visit(browser, home, size, scheme) as page:
                looks(page, home, name, kind)
        print(f"{len(LOOKS)} pages look as they did")


def in_firefox(home: str) -> None:
    """Look for what keeps people out, for pictures that are not there, and for pages that are
    too wide.
    """
    folders = ("", *(f"{language}/" for language in HEADINGS))  # English has none of its own
    for scheme, number in (("light", 1), ("dark", 0)):
        override = {"layout__css__prefers-color-scheme__content-override": number}
        with started(needed(*FIREFOXES), **override) as firefox:
            for folder, kind, width in product(folders, IN_EACH, WIDTHS):
                address = f"{home}{folder}{kind}.html"
                firefox.tell("WebDriver:Navigate", url=f"{home}404.html")
                firefox.run(_FRAME, address, width)
                firefox.wait(f"window.come === {json.dumps(address)}")
                firefox.run(_AXE, axe())
                firefox.wait("window.found")
                found = firefox.run("return window.found")
                held(found == [], f"{folder}{kind}, {scheme}, {width} px wide: {found}")
        views = len(folders) * len(IN_EACH) * len(WIDTHS)
        print(f"{views} views in Firefox, {scheme}: nobody is kept out")


def gallery(page: Page, home: str) -> None:
    """Come from the home to a kit; download it, and play it."""
    page.goto(home)
    held(page.locator(".strip img").count() >= 3, "the home shows sheets")
    pictures_are_there(page)
    page.click("nav.md-tabs >> text=Gallery")
    page.click(".kits img")
    pictures_are_there(page)
    # Some browsers show a PDF, others save it: it is asked for as either would.
    link = page.locator("a", has_text="The whole kit").first
    told = page.request.get(link.evaluate("(link) => link.href"))
    content = told.body()
    held(told.headers["content-type"] == "application/pdf", "a PDF is said to be one")
    held(content[:5] == b"%PDF-" and b"%%EOF" in content[-32:], "what is downloaded is a whole PDF")
    page.locator("article a", has_text="Play").first.click()
    page.locator("#said:not(:empty)").wait_for()
    page.click("#tab-watch")
    page.select_option("#opponent", "0")
    page.fill("#many", "3")
    page.click("#play-many")
    page.locator("#log tbody tr").first.wait_for()


def languages(page: Page, home: str) -> None:
    """Read the teachers' page in each language; what is in English alone says so."""
    page.goto(home)
    page.click("nav.md-tabs >> text=Start")
    page.locator("h1", has_text="For teachers").wait_for()
    held(page.locator(".figures tbody tr").count() >= 1, "teachers are told what a kit takes")
    for language, heading in HEADINGS.items():
        page.hover(".md-select button")
        page.click(f"a[hreflang={language}]")
        page.locator("h1", has_text=heading).wait_for()
        held(
            page.get_attribute("html", "lang") == language,
            f"the page says that its language is {language}",
        )
        pictures_are_there(page)
    page.click("nav.md-tabs >> text=Riferimento")
    held(page.get_attribute("article", "lang") == "en", "the reference says that it is in English")


def search(page: Page, home: str) -> None:
    """Find a page by a word."""
    page.goto(home)
    first = page.locator(".md-search-result__item a").first
    field = page.locator("input[name=query]")
    for _ in range(TRIES):  # it hears keys, and those before it has begun to listen are lost
        field.fill("")
        field.press_sequentially("matchbox")
        with suppress(LateError):
            first.wait_for(timeout=5_000)
            break
    first.click()
    page.wait_for_url("**?h=*")
    held("matchbox" in page.inner_text("article").lower(), "what is found has the word")


def questions(page: Page, home: str) -> None:
    """Ask what people ask, of the search of each language: the page that answers is among the first
    three.
    """
    asked = tomllib.loads(QUESTIONS.read_text(encoding="utf-8"))["questions"]
    count = 0
    for folder in ("", "it/", "es/", "fr/", "de/"):
        own = [question for question in asked if (folder[:2] or "en") in question]
        typed = [question[folder[:2] or "en"] for question in own]
        page.goto(f"{home}{folder}questions.html")
        sections = page.locator("article h2").evaluate_all("all => all.map(({ id }) => id)")
        for question, text, found in zip(own, typed, page.evaluate(_ASK, typed), strict=True):
            answers = {f"{name}.html" for name in question["pages"]}
            if "number" in question:
                answers.add(f"questions.html#{sections[question['number'] - 1]}")
            held(answers.intersection(found), f"{text!r} is answered by {answers}, not {found}")
        count += len(own)
    held(count >= MIN_QUESTIONS, f"{count} questions were asked")


def keyboard(page: Page, home: str) -> None:
    """Skip to what the page says, and follow its first link, without a mouse."""
    page.goto(home)
    page.keyboard.press("Tab")
    focused = page.evaluate("document.activeElement.textContent.trim()")
    held(focused == "Skip to content", "the first link skips to what the page says")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    is_in_article = page.evaluate("document.activeElement.closest('article') !== null")
    held(is_in_article, "after skipping, the next link is one of the article")


def everybody(page: Page, home: str) -> None:
    """Look for what keeps people out; and for pages that are wider than a telephone."""
    for kind in KINDS:
        page.goto(f"{home}{kind}.html")
        found = [*barriers(page)]
        held(found == [], f"{kind}: {found}")
        width, window = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        held(width <= window, f"{kind} is {width} wide in a window of {window}")


def looks(page: Page, home: str, name: str, kind: str) -> None:
    """Hold that a page looks as it did when somebody looked at it."""
    page.goto(f"{home}{kind}.html")
    with_our_letters(page)
    page.add_style_tag(
        content="body { --md-text-font-family: Bitstream Vera Sans; --md-code-font-family: "
        "Bitstream Vera Sans }"
    )
    page.add_style_tag(content="iframe { visibility: hidden }")  # a machine plays in it
    pictures_are_there(page)
    hold_look(page, f"site-{name}", "--rewrite-golden" in sys.argv)


def pictures_are_there(page: Page) -> None:
    """Hold that each picture of a page has come."""
    page.wait_for_load_state("load")
    empty = "all => all.filter((one) => !one.naturalWidth).map((one) => one.src)"
    gone = page.locator("article img").evaluate_all(empty)
    held(gone == [], f"pictures are there: {gone}")


def held(right: object, what: str) -> None:
    """Stop where something is not as it has to be."""
    if not right:
        raise SystemExit(f"the site is wrong; this does not hold: {what}")


@contextmanager
def visit(
    browser: Browser, home: str, size: dict[str, int] = WIDE, scheme: str = "light"
) -> Iterator[Page]:
    """Open a window; its console says nothing, and it asks nobody else for anything."""
    context = browser.new_context(viewport=size, color_scheme=scheme, has_touch=size is NARROW)
    page = context.new_page()
    complaints = []

    def note_if_elsewhere(request: Request) -> None:
        if not request.url.startswith((home, "blob:", "data:")):
            complaints.append(request.url)

    page.set_default_timeout(30_000)
    page.on("console", lambda said: complaints.append(said.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("request", note_if_elsewhere)
    yield page
    context.close()
    held(complaints == [], f"said on the way: {complaints}")


@contextmanager
def served(site: Path) -> Iterator[str]:
    """Serve a folder on this machine; yield its address."""

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

        def copyfile(self, *what: Any) -> None:
            with suppress(ConnectionError):  # somebody goes on before all has come
                super().copyfile(*what)

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=site)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


if __name__ == "__main__":
    main()
