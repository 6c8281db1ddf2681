"""A few ways through the site of ``kitgen serve``, as a person would go them, in the system's Chromium."""

import re
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from browsing import barriers
from looks import hold_look, with_our_letters
from sampling import sample
from serving import served

from kitgen.press.print_run import print_kit

#: What a browser says of a page that is refused: nothing else may stand in its console.
REFUSED = "422"


@pytest.fixture(scope="module")
def server():
    """A server of its own; yields its address."""
    with served() as (address, _):
        yield address


@pytest.fixture
def visit(browser, server):
    """A function that opens an address of the site; what the console says in the end has to be nothing."""
    contexts, complaints = [], []

    def go(path, *, width=1280, height=900, **context):
        contexts.append(browser.new_context(viewport={"width": width, "height": height}, **context))
        page = contexts[-1].new_page()
        page.on("console", lambda said: REFUSED in said.text or complaints.append(said.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda asked: asked.url.startswith(server) or complaints.append(asked.url))
        page.goto(server + path)
        return page

    yield go
    for context in contexts:
        context.close()
    assert complaints == []


def test_a_kit_is_chosen_looked_at_and_downloaded(visit):
    page = visit("/?kit=ladder&lang=en")
    page.locator("#figures dl").wait_for()
    before = page.get_attribute("img.card", "src")
    assert page.is_hidden("#show"), "what the script does at each change needs no button"
    page.select_option("#page", "letter")
    page.wait_for_url("**page=letter**")
    assert page.get_attribute("img.card", "src") != before
    page.locator("#figures code", has_text="--page letter").wait_for()
    page.fill("#own", "3x3")
    page.locator("#figures .warning").wait_for()
    assert "cannot be drawn" in page.inner_text("#figures .warning")
    page.fill("#own", "60x40")
    page.locator("#figures code", has_text="--for 60x40").wait_for()
    assert barriers(page) == []
    chosen = page.url
    with page.expect_download() as download:
        page.click("button.main")
    assert Path(download.value.path()).read_bytes()[:5] == b"%PDF-"
    assert "page=letter" in download.value.url
    assert "for=60x40" in download.value.url
    page.goto(chosen)  # on a busy machine the page that asks for patience is there now
    page.select_option("#lang", "it")
    page.wait_for_url("**lang=it**")
    assert page.get_attribute("html", "lang") == "it"


def test_the_main_way_works_without_javascript_on_a_telephone(visit):
    page = visit("/", width=360, height=740, java_script_enabled=False, locale="es-ES", has_touch=True)
    assert page.get_attribute("html", "lang") == "es"
    page.select_option("#kit", "ladder")
    page.tap("#show")
    page.wait_for_url("**kit=ladder**")
    assert page.locator("img.card").count() == 1
    assert page.locator("#figures dl, #figures #late").count() == 1
    with page.expect_download() as download:
        page.tap("button.main")
    assert Path(download.value.path()).read_bytes()[:5] == b"%PDF-"
    assert download.value.suggested_filename == "ladder-es.pdf"


def test_a_print_is_checked_by_dropping_it(visit, tmp_path):
    print_kit("ladder", tmp_path / "kit", parts=["board"])
    page = visit("/verify?lang=it", width=360, height=740)
    content = list((tmp_path / "kit" / "kit.pdf").read_bytes())
    page.evaluate(
        """(bytes) => {
          const held = new DataTransfer();
          held.items.add(new File([new Uint8Array(bytes)], "kit.pdf", { type: "application/pdf" }));
          document.querySelector("#drop").dispatchEvent(new DragEvent("drop", { dataTransfer: held, bubbles: true }));
        }""",
        content,
    )
    page.locator(".result.right").wait_for()
    assert "È tutto giusto" in page.inner_text(".result h2")
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert barriers(page) == []


@pytest.mark.parametrize(
    ("name", "path", "seen"),
    sample(
        [
            ("make", "/?kit=ladder&lang=it&parts=board", "#figures dl"),
            ("find", "/find?kit=ladder&lang=es&position=9 F", ".found table"),
            ("try", "/simulate?kit=ladder&lang=en&games=20&machines=10", "img.curve"),
        ],
        one_in=6,
    ),
)
def test_no_page_is_wider_than_a_telephone_or_keeps_anybody_out(visit, request, name, path, seen):
    page = visit(path, width=360, height=740, color_scheme="dark")
    page.locator(seen).wait_for()
    with_our_letters(page)
    page.wait_for_load_state("networkidle")
    page.evaluate("Promise.all([...document.images].map((one) => one.decode()))")
    page.locator(seen).evaluate("(one) => one.scrollIntoView()")
    if name != "make":  # whose pictures and figures come when they are ready
        hold_look(page, f"serve-{name}", request.config.getoption("--rewrite-golden"))
    page.locator("details").evaluate_all("all => all.forEach((one) => { one.open = true; })")
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert barriers(page) == []
    assert "undefined" not in page.inner_text("body")


@pytest.mark.every
def test_the_companion_page_plays_at_once(visit):
    page = visit("/kit/-/play.html?kit=ladder&lang=en")
    page.locator("#said:not(:empty)").wait_for()
    page.click("#tab-watch")
    page.select_option("#opponent", "0")
    page.fill("#many", "30")
    page.click("#play-many")
    page.locator("#rate:not(:empty)").wait_for()


def test_a_server_says_where_it_is_and_ends_cleanly(tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    with served(warm=True) as (address, server):
        assert re.fullmatch(r"http://localhost:\d+", address)
        kit = httpx.get(f"{address}/kit/-/card.svg?kit=ladder", follow_redirects=True)
        assert kit.status_code == 200
        assert list(tmp_path.glob("kitgen-serve-*"))
        server.send_signal(2)
        assert server.wait(60) == 0
        assert server.stderr.read() == "The site is closed.\n"
    assert list(tmp_path.iterdir()) == []


def test_a_port_that_is_in_use_is_refused_in_one_line():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = subprocess.run(
            [sys.executable, "-m", "kitgen", "serve", "--port", port], capture_output=True, text=True, check=False
        )
    assert done.returncode == 1
    assert done.stderr == (
        f"kitgen: cannot serve at 127.0.0.1, port {port}: Address already in use; choose another with --port, "
        "or 0 for any that is free\n"
    )
