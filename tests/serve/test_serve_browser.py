"""A few ways through the site of ``kitgen serve``, as a person would go them, in the system's
Chromium.
"""

import re
import signal
import socket
import subprocess
import sys
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import httpx
import pytest
from browsers import barriers, fold_out, needed, play_at_once
from counting import at_least
from firefox_driver import FIREFOXES, started
from jobs import TEXTS, kit_of
from page_pictures import hold_look, with_our_letters
from sampling import sample
from served_site import served

from kitgen.press.print_run import print_kit
from kitgen.reading.templates import capitalised

#: What a browser says of a page that is refused: nothing else may stand in its console.
REFUSED = "422"


@pytest.fixture(scope="module")
def server():
    """A server of its own; yields its address."""
    with served() as (address, _):
        yield address


@pytest.fixture
def visit(browser, server):
    """A function that opens an address of the site; what the console says in the end has to be
    nothing.
    """
    contexts = []
    complaints = []

    def complain(said):
        if REFUSED not in said.text:
            complaints.append(said.text)

    def complain_of_others(asked):
        if not asked.url.startswith(server):
            complaints.append(asked.url)

    def go(path, *, width=1280, height=900, **context):
        contexts.append(browser.new_context(viewport={"width": width, "height": height}, **context))
        page = contexts[-1].new_page()
        page.on("console", complain)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", complain_of_others)
        page.goto(server + path)
        return page

    yield go
    for context in contexts:
        context.close()
    assert complaints == []


def printed(name, page="a4", **choices):
    stream = BytesIO()
    print_kit(kit_of(name, **choices), stream, page=page)
    return stream.getvalue()


def download(page, button):
    with page.expect_download() as done:
        page.click(button)
    return Path(done.value.path()).read_bytes()


def test_a_kit_is_chosen_looked_at_and_downloaded(visit):
    page = visit("/?kit=ladder&language=en")
    page.locator("#figures dl").wait_for()
    assert page.locator("noscript button").count() == 0, (
        "what the script does at each change needs no button"
    )
    before = page.get_attribute("#sheet", "src")
    fold_out(page)
    page.select_option("#page", "letter")
    page.wait_for_url("**/#kit=ladder&language=en&page=letter")
    page.locator("#figures code", has_text="--page letter").wait_for()
    assert page.get_attribute("#sheet", "src") != before
    page.fill("#own", "3x3")
    page.locator("#refusal .warning, #figures .warning", has_text="cannot be drawn").wait_for()
    page.fill("#own", "60x40")
    page.locator("#figures code", has_text="--stock 60x40").wait_for()
    assert barriers(page) == []
    page.fill("#own", "")
    page.wait_for_url("**/#kit=ladder&language=en&page=letter")
    assert download(page, "[data-made=pdf]") == printed("ladder", "letter")
    assert download(page, "[data-made=zip]")[:2] == b"PK"
    assert b"<svg" in download(page, "[data-made=card]")


#: Whether parts are wholly in the window, which is scrolled by whole pixels.
IN_VIEW = """(parts) => parts.every((part) => {
  const { top, bottom } = document.querySelector(part).getBoundingClientRect();
  return top > -1 && bottom < innerHeight + 1;
})"""


@pytest.mark.every
def test_what_can_be_done_with_a_kit_is_in_view_beside_its_picture(visit):
    for width, height in at_least(4, [(1920, 1080), (1280, 720), (390, 844), (360, 740)]):
        page = visit("/", width=width, height=height, locale="en-GB")
        page.click("[data-kit='kit=her&language=en']")
        page.locator("#figures dl").wait_for()
        page.wait_for_function(IN_VIEW, arg=["[data-made=pdf]", "#play", "#change-do"])
        card = page.locator("#card").bounding_box()
        assert card["y"] + card["height"] > height / 4, "the picture of a card is seen, too"
        page.close()


@pytest.mark.every
def test_a_refused_kit_leaves_no_old_link_and_one_press_mends_it(visit):
    texts = TEXTS["en"]
    page = visit("/?kit=her&language=en&page=a9&lang=it", width=360)
    page.locator("#figures dl").wait_for()
    assert page.inner_text("#unread") == texts("app.unread", parts="page=a9, lang=it")
    assert page.locator("#kit:visible").count() == 0, (
        "choices are folded away until somebody changes something"
    )
    fold_out(page)
    tops = [
        page.locator(part).bounding_box()["y"]
        for part in ("#card", "[data-made=pdf]", "#change-do", "#kit")
    ]
    assert tops == sorted(tops), "on a telephone the picture comes first, and the choices last"
    page.fill("#size", "4x3")
    page.locator("#refusal .warning", has_text="choose the game hexapawn").wait_for()
    assert page.locator("#where:visible").count() == 0
    page.click("#mend")
    page.locator("#where:visible").wait_for()
    assert page.input_value("#size") == ""
    assert page.locator("#refusal .warning:visible, #mend:visible, #unread:visible").count() == 0
    # Its card can be drawn, but it cannot be printed.
    page.eval_on_selector_all("details", "all => all.forEach((fold) => { fold.open = true; })")
    page.fill("#groups", "300")
    page.locator("#refusal .warning", has_text="from 2 to 20").wait_for()
    assert page.locator("#where:visible").count() == 0
    page.click("#mend")
    page.locator("#where:visible").wait_for()
    assert page.input_value("#groups") == "0"
    assert page.locator("#refusal .warning:visible, #mend:visible").count() == 0


#: The buttons that make something of the kit that is chosen, by whether they can be pressed.
MAKING = "all => all.map((key) => !key.disabled)"


@pytest.mark.every
def test_nothing_is_made_of_a_refused_kit_and_why_stays_in_view(visit):
    page = visit("/?kit=her&language=en", width=360, height=740)
    page.locator("#figures dl").wait_for()
    fold_out(page)
    keys = page.locator("[data-made], #play")
    assert all(at_least(3, keys.evaluate_all(MAKING)))
    page.locator("#own").evaluate("field => field.scrollIntoView({ block: 'center' })")
    for wrong in at_least(2, ["4x", "3x3"]):
        page.fill("#own", wrong)
        page.locator("#refusal .warning", has_text=wrong).wait_for()
        assert not any(keys.evaluate_all(MAKING))
        for part in ("#own", "#refusal .warning", "#mend"):
            assert page.evaluate(IN_VIEW, [part]), part
        assert barriers(page) == []
    page.click("#mend")
    page.locator("#where:visible").wait_for()
    assert all(keys.evaluate_all(MAKING))


@pytest.mark.every
@pytest.mark.parametrize(("width", "height"), [(360, 740), (740, 360)])
def test_a_long_reason_leaves_room_for_the_choices_and_what_mends_it(visit, width, height):
    page = visit("/#kit=told:nonsense&language=en", width=width, height=height)
    page.locator("#refusal .warning", has_text="tapatan").wait_for()
    fold_out(page)
    page.locator("#beads").evaluate("field => field.scrollIntoView({ block: 'end' })")
    page.evaluate("scrollBy(0, 8)")
    for part in ("#beads", "#mend"):
        assert page.evaluate(IN_VIEW, [part]), part
    reason = page.locator(".refused").bounding_box()
    assert reason["height"] <= height / 2 + 1, "half of the window is for the choices"
    assert barriers(page) == []


@pytest.mark.every
@pytest.mark.parametrize(
    ("link", "unread"),
    [
        ("tongue=it", "tongue=it"),
        ("constructor=it", "constructor=it"),
        ("page=a9", "page=a9"),
        ("language=xx", "language=xx"),
        ("kit=her&parts=cover,nonsense", "parts=cover,nonsense"),
        ("kit=her&economy=perhaps", "economy=perhaps"),
    ],
)
def test_a_link_is_answered_in_words_wherever_it_leads(visit, link, unread):
    page = visit(f"/#{link}", locale="es-ES")
    page.locator("#figures dl").wait_for(state="attached")
    words = page.locator("#unread:visible")
    assert words.inner_text() == TEXTS["es"]("app.unread", parts=unread)
    assert page.get_attribute("html", "lang") == "es", "a language of this browser"


@pytest.mark.every
def test_a_link_may_be_written_in_other_letters_and_have_parts_each_for_itself(visit):
    page = visit("/#kit=her&page=Letter&parts=cover&parts=board", locale="en-GB")
    page.wait_for_url("**/#kit=her&language=en&page=letter&parts=cover,board")
    assert page.locator("#unread:visible").count() == 0
    page = visit("/#stock=nonsense", locale="en-GB")
    page.locator("#refusal .warning:visible", has_text="nonsense").wait_for()


@pytest.mark.every
def test_an_invented_game_is_played_at_once_and_by_its_link(visit):
    page = visit("/?language=en")
    page.click("[data-place=invent]")
    page.locator("#trial [data-play=second]").click()
    page.locator("#cells .can").first.wait_for()
    game = page.title()
    page.go_back()
    page.click("[data-place=invent]")
    page.locator("#trial [data-play=second]").wait_for()
    link = page.input_value("#game-link").partition("/#")[2]
    again = visit(f"/#{link}&view=play")
    again.locator("#cells .can").first.wait_for()
    assert again.title() == game


@pytest.mark.every
@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("language", ["es", "it", "en"])
def test_the_page_does_all_that_the_app_does(visit, tmp_path, language, width):
    """A teacher chooses a kit of her own beads, finds, trains, checks and plays; the link is the
    kit.
    """
    texts = TEXTS[language]
    page = visit("/", width=width, locale=language)
    assert page.get_attribute("html", "lang") == language
    assert texts("serve.footer") in page.inner_text("footer")
    fold_out(page)
    page.select_option("#kit", "ladder")
    page.select_option("#page", "letter")
    page.fill("#beads", "red:30, blue:30, green:20")
    page.wait_for_url(f"**/#kit=ladder&language={language}&beads=*&page=letter")
    page.locator("#figures h3", has_text=kit_of("ladder", language=language).title).wait_for()
    kit = download(page, "[data-made=pdf]")
    assert kit == printed("ladder", "letter", language=language, beads="red:30,blue:30,green:20")
    page.click("[data-place=find]")
    page.locator("#cells .cell").first.wait_for()
    page.click("#find-form button.main")
    page.locator("#find-result .found").wait_for()
    page.click("[data-place=try]")
    page.fill("#games", "20")
    page.click("#try-form button.main")
    page.locator("#try-result img.curve").wait_for()
    page.click("[data-place=verify]")
    (tmp_path / "kit.pdf").write_bytes(kit)
    page.set_input_files("#file", tmp_path / "kit.pdf")
    page.click("#verify-form button.main")
    page.locator("#verify-result .right").wait_for()
    assert capitalised(texts("verdict.kit.right", count=2)).split(":")[0] in page.inner_text(
        "#verify-result h2"
    )
    for place in ("shelf", "make", "invent", "find", "try", "verify"):
        page.click(f"[data-place={place}]")
        assert page.evaluate("document.documentElement.scrollWidth") == width, place
        assert barriers(page) == [], place
    assert "undefined" not in page.inner_text("body")
    query = page.url.partition("#")[2]
    other = visit(f"/#{query}", locale="en")
    other.locator("#figures dl").wait_for()
    assert download(other, "[data-made=pdf]") == kit
    page.click("[data-place=make]")
    page.click("#play")
    page.wait_for_url("**/play.html?kit=ladder**")
    play_at_once(page, 5)


@pytest.mark.every
@pytest.mark.parametrize(
    ("place", "address", "seen"),
    sample(
        [
            ("find", "#kit=ladder&language=es", ".found table"),
            ("try", "#kit=ladder&language=en", "img.curve"),
        ],
        one_in=2,
    ),
)
def test_answers_look_as_they_did_when_somebody_looked(visit, request, place, address, seen):
    page = visit(f"/{address}", width=360, height=740, color_scheme="dark")
    page.locator("#figures dl").wait_for()
    page.click(f"[data-place={place}]")
    filled_in = {"find": {"position": "9 F"}, "try": {"games": "20", "machines": "10"}}
    for field, value in filled_in[place].items():
        page.fill(f"#{field}", value)
    page.click(f"#{place}-form button.main")
    page.locator(f"#{place}-result {seen}").wait_for()
    with_our_letters(page)
    page.evaluate(
        "Promise.all([...document.querySelectorAll('.result img, .found img')].map((one) => "
        "one.decode()))"
    )
    page.locator(f"#{place}-result").evaluate("(one) => one.scrollIntoView()")
    hold_look(page, f"serve-{place}", request.config.getoption("--rewrite-golden"))


@pytest.mark.every
def test_long_work_is_cancelled_and_the_next_is_done(visit):
    page = visit("/#kit=her&language=en")
    page.locator("#figures dl").wait_for()
    page.click("[data-place=try]")
    page.fill("#games", "1000")
    page.click("#try-form button.main")
    page.click("#cancel")
    page.locator("#state", has_text=TEXTS["en"]("app.ready")).wait_for()
    assert page.locator("#try-result img").count() == 0
    page.fill("#games", "10")
    page.click("#try-form button.main")
    page.locator("#try-result img.curve").wait_for()


@pytest.mark.every
def test_a_server_that_has_gone_is_said_to_have_gone(browser):
    with served() as (address, _):
        page = browser.new_page()
        page.goto(f"{address}/#kit=ladder&language=it")
        page.locator("#figures dl").wait_for()
    fold_out(page)
    page.select_option("#page", "letter")
    page.locator("#refusal .warning", has_text=TEXTS["it"]("serve.unreachable")).wait_for()
    page.close()


@pytest.mark.every
def test_the_main_way_works_without_javascript_on_a_telephone(visit):
    page = visit(
        "/", width=360, height=740, java_script_enabled=False, locale="es-ES", has_touch=True
    )
    assert page.get_attribute("html", "lang") == "es"
    page.tap("[data-kit='kit=ladder&language=es']")
    page.wait_for_url("**kit=ladder&language=es")
    page.tap("#change > summary")
    assert page.input_value("#kit") == "ladder"
    page.select_option("#page", "letter")
    page.tap("noscript button")
    page.wait_for_url("**kit=ladder**page=letter**")
    assert page.locator("#card:visible").count() == 1
    assert page.evaluate("document.querySelector('#card').naturalWidth") > 0
    with page.expect_download() as done:
        page.tap("[data-made=pdf]")
    assert Path(done.value.path()).read_bytes() == printed("ladder", "letter", language="es")
    assert done.value.suggested_filename == "ladder-es.pdf"


@pytest.mark.every
def test_a_print_is_checked_by_dropping_it(visit, tmp_path):
    print_kit("ladder", tmp_path / "kit", parts=["board"])
    page = visit("/?language=it", width=360, height=740)
    page.click("[data-place=verify]")
    content = list((tmp_path / "kit" / "kit.pdf").read_bytes())
    page.evaluate(
        """(bytes) => {
          const held = new DataTransfer();
          held.items.add(new File([new Uint8Array(bytes)], "kit.pdf", { type: "application/pdf" }));
          const dropped = new DragEvent("drop", { dataTransfer: held, bubbles: true });
          document.querySelector("#drop").dispatchEvent(dropped);
        }""",
        content,
    )
    page.locator(".result.right", has_text="Giusto: ").wait_for()


#: Asks in Firefox for the file of a button, as the page does, and leaves its hash in the title.
_IN_FIREFOX = """
  const make = URL.createObjectURL;
  URL.createObjectURL = (content) => {
    content.arrayBuffer().then(async (bytes) => {
      const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
      document.title = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
    });
    return make(content);
  };
  document.querySelector("[data-made=pdf]").click();
"""


@pytest.mark.every
def test_a_kit_is_chosen_printed_and_found_in_firefox(server):
    with started(needed(*FIREFOXES)) as firefox:
        firefox.tell("WebDriver:Navigate", url=f"{server}/#kit=her&language=es")
        firefox.wait("document.querySelector('#figures dl') !== null")
        firefox.run(
            "document.querySelector('#kit').value = 'ladder'; "
            "document.querySelector('#kit-form').requestSubmit()"
        )
        firefox.wait("location.hash === '#kit=ladder&language=es'")
        firefox.run(_IN_FIREFOX)
        firefox.wait("document.title.length > 30")
        assert (
            firefox.run("return document.title")
            == sha256(printed("ladder", language="es")).hexdigest()
        )
        firefox.run("document.querySelector('[data-place=find]').click()")
        firefox.wait("document.querySelector('#cells .cell') !== null")
        firefox.run("document.querySelector('#find-form').requestSubmit()")
        firefox.wait("document.querySelector('#find-result .found') !== null")


@pytest.mark.every
def test_a_server_says_where_it_is_and_ends_cleanly(tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    with served(warm=True) as (address, process):
        assert re.fullmatch(r"http://localhost:\d+", address)
        kit = httpx.get(f"{address}/kit/-/card.svg?kit=ladder", follow_redirects=True)
        assert kit.status_code == 200
        assert list(tmp_path.glob("kitgen-serve-*"))
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 0
        assert process.stderr.read() == "The site is closed.\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.every
def test_a_port_that_is_in_use_is_refused_in_one_line():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = subprocess.run(
            [sys.executable, "-m", "kitgen", "serve", "--port", port],
            capture_output=True,
            text=True,
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr == (
        f"kitgen: cannot serve at 127.0.0.1, port {port}: Address already in use; choose another "
        "with --port, or 0 for any that is free\n"
    )
