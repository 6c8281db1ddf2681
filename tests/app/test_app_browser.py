"""The built app in real browsers: the same bytes as the command, without a server, and without a
network.

``KITGEN_APP`` names the folder that ``python -m docs.app`` has built; without it these tests are
skipped.
"""

import os
import shutil
import tomllib
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import pytest
from app_host import hosted
from browsers import barriers, fold_out, needed, play_at_once
from counting import at_least
from firefox_driver import FIREFOXES, started
from jobs import TEXTS, kit_of

from kitgen.inquiries.game_trial import try_game
from kitgen.press.print_run import print_kit
from kitgen.sources.attachments import attached_kit
from kitgen.verification.verify import verify

#: Milliseconds that a busy machine may take until kitgen runs in the browser, or has made
#: something.
PATIENCE = 120_000
#: What asks the engine in Firefox for a PDF, and leaves its hash in the page.
_IN_FIREFOX = """
  const [kit] = arguments;
  const { folder, engine } = document.body.dataset;
  const here = (path) => JSON.stringify(new URL(path, location).href);
  const start = `await import(${here(folder + "/worker.js")});`;
  const code = `globalThis.ENGINE = ${here(engine + "/")};\\n${start}`;
  const file = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
  const worker = new Worker(file, { type: "module" });
  worker.onmessage = async ({ data }) => {
    const request = JSON.stringify({ task: "pdf", kit, language: "en" });
    if (data.ready) worker.postMessage({ id: 1, request });
    if (data.broken) document.title = data.broken;
    if (!data.made) return;
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", data.made));
    document.title = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  };
"""


#: Holds the French page back until the test lets it come.
HELD_BACK = """
  const fetchNow = window.fetch;
  window.fetch = async (address, ...more) => {
    if (String(address).endsWith("/fr.html")) {
      await new Promise((come) => { window.release = come; });
    }
    return fetchNow(address, ...more);
  };
"""
#: Whether parts are wholly in the window.
IN_VIEW = """(parts) => parts.every((part) => {
  const { top, bottom } = document.querySelector(part).getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
})"""


@pytest.fixture(scope="module")
def built():
    """The folder of the app."""
    folder = os.environ.get("KITGEN_APP", "")
    if not folder:
        pytest.skip("KITGEN_APP names no built app; python -m docs.app builds one")
    return Path(folder)


@pytest.fixture(scope="module")
def home(built):
    """The address of the app."""
    with hosted(built) as address:
        yield address


@pytest.fixture
def visit(browser, home):
    """A function that opens the app; nothing is complained of in the end, nor asked from
    elsewhere.
    """
    contexts = []
    complaints = []

    def go(
        address="#kit=her&language=en",
        *,
        where=home,
        width=1280,
        ready=True,
        before="",
        breaks=False,
        **context,
    ):
        contexts.append(browser.new_context(viewport={"width": width, "height": 900}, **context))
        page = contexts[-1].new_page()
        page.set_default_timeout(PATIENCE)
        page.add_init_script(before)
        if not breaks:
            page.on("console", lambda said: complaints.append(said.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        own = (home, where, "data:", "blob:")
        page.on("request", lambda asked: asked.url.startswith(own) or complaints.append(asked.url))
        page.goto(f"{where}{address}")
        if ready:
            page.locator("#figures dl").wait_for(state="attached")
            page.locator("#where:not([hidden])").wait_for(state="attached")
        return page

    yield go
    for context in contexts:
        context.close()
    assert complaints == []


def printed(name, **choices):
    stream = BytesIO()
    print_kit(kit_of(name, **choices), stream)
    return stream.getvalue()


def printed_on(page, name, **choices):
    stream = BytesIO()
    print_kit(kit_of(name, **choices), stream, page=page)
    return stream.getvalue()


def download(page, button):
    with page.expect_download() as done:
        page.click(button)
    return Path(done.value.path()).read_bytes()


def test_the_code_on_a_cover_of_1_0_leads_to_its_kit(visit):
    page = visit("#kit=him&lang=it&opponent=sensible&for=5160")
    assert page.get_attribute("html", "lang") == "it"
    form = page.locator("#kit-form")
    assert form.locator("[name=kit]").input_value() == "him"
    assert form.locator("[name=expect]").input_value() == "sensible"
    assert form.locator("[name=stock]").input_value() == "5160"
    assert page.locator("#unread").is_hidden()


def test_a_kit_is_chosen_and_printed_as_by_the_command(visit):
    page = visit("#kit=her&language=en")
    fold_out(page)
    page.select_option("#kit", "ladder")
    page.select_option("#language", "es")
    page.wait_for_url("**#kit=ladder&language=es")
    assert page.get_attribute("html", "lang") == "es"
    page.locator("#figures h3", has_text=kit_of("ladder", language="es").title).wait_for()
    assert download(page, "[data-made=pdf]") == printed("ladder", language="es")
    assert b'"kitgen/kit@' in download(page, "[data-made=kit]")
    assert download(page, "[data-made=zip]")[:2] == b"PK"
    assert b"<svg" in download(page, "[data-made=card]")
    # The link, opened elsewhere, is the same kit.
    again = visit(f"#{page.url.partition('#')[2]}", locale="it-IT")
    assert again.get_attribute("html", "lang") == "es"
    assert download(again, "[data-made=pdf]") == printed("ladder", language="es")


def test_first_pictures_are_there_before_the_engine(visit):
    page = visit("#kit=her&language=en", ready=False)
    page.locator("#card").wait_for()
    assert "ready/her-en-a4" in page.get_attribute("#card", "src")
    page.locator("#figures dl").wait_for()


def test_it_works_without_a_network_after_one_visit(visit, built, tmp_path):
    site = tmp_path / "site"
    shutil.copytree(built, site)
    with hosted(site) as address:
        page = visit(where=address)
        page.locator("#state", has_text=TEXTS["en"]("app.offline")).wait_for()
    page.goto("about:blank")  # its host is gone
    page.goto(f"{address}#kit=ladder&language=it")
    page.locator("#figures h3", has_text=kit_of("ladder", language="it").title).wait_for()
    assert download(page, "[data-made=pdf]") == printed("ladder", language="it")


def test_a_position_is_set_up_machines_learn_and_a_print_is_checked(visit, tmp_path):
    page = visit("#kit=her&language=en")
    page.click("[data-place=find]")
    page.locator("#cells .cell").nth(8).click()  # the pawn on c1 becomes black, then none
    page.locator("#cells .cell").nth(8).click()
    page.locator("#cells .cell").nth(5).click()  # and stands on c2
    page.select_option("#to-move", "1")
    page.click("#find-form button.main")
    page.locator("#find-result strong", has_text="Open box").wait_for()
    assert barriers(page) == []
    page.click("[data-place=try]")
    page.fill("#games", "20")
    page.click("#try-form button.main")
    page.locator("#try-result img.curve").wait_for()
    page.click("[data-place=verify]")
    (tmp_path / "kit.pdf").write_bytes(printed("her"))
    page.set_input_files("#file", tmp_path / "kit.pdf")
    page.click("#verify-form button.main")
    page.locator("#verify-result .right", has_text="the same bytes").wait_for()
    spoilt = bytearray(printed("her"))
    at = spoilt.index(b"/MediaBox") + len(b"/MediaBox [ 0 0 ")
    spoilt[at] ^= 1
    (tmp_path / "spoilt.pdf").write_bytes(spoilt)
    page.set_input_files("#file", tmp_path / "spoilt.pdf")
    page.click("#verify-form button.main")
    page.locator("#verify-result .wrong").first.wait_for()


def test_work_is_cancelled_and_the_next_is_done(visit):
    page = visit("#kit=her&language=en")
    page.click("[data-place=try]")
    page.fill("#games", "1000")
    page.click("#try-form button.main")
    page.locator("#cancel").click()
    page.fill("#games", "10")
    page.click("#try-form button.main")
    page.locator("#try-result img.curve").wait_for()
    fold_out(page)
    page.fill("#own", "3x3")
    page.locator("#refusal .warning, #figures .warning").first.wait_for()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nobody_is_kept_out_and_nothing_is_wider_than_a_telephone(visit, scheme):
    page = visit("#kit=ladder&language=it", width=360, color_scheme=scheme)
    page.locator("details").evaluate_all("all => all.forEach((one) => { one.open = true; })")
    for place in ("shelf", "make", "invent", "find", "try", "verify"):
        page.click(f"[data-place={place}]")
        if place == "invent":
            counted(page)
            page.locator("#game details").evaluate_all(
                "all => all.forEach((one) => { one.open = true; })"
            )
        assert page.evaluate("document.documentElement.scrollWidth") == 360, place
        assert barriers(page) == [], place
    assert "undefined" not in page.inner_text("body")


@pytest.mark.parametrize("language", ["de", "fr"])
@pytest.mark.parametrize("width", [360, 1280])
def test_the_moves_of_each_side_stay_within_its_frame(visit, language, width):
    page = visit(f"#kit=her&language={language}", width=width, ready=False)
    page.click("[data-place=invent]")
    tables = page.locator("#game .moves")
    tables.first.wait_for()
    beyond = "all => all.map((one) => one.offsetWidth - one.parentElement.clientWidth)"
    assert all(excess <= 0 for excess in at_least(2, tables.evaluate_all(beyond)))


@pytest.mark.parametrize("address", ["#kit=her&language=fr", "#language=fr"])
def test_nothing_is_pressed_on_a_page_that_waits_for_its_language(visit, address):
    """The page that comes would undo it."""
    page = visit(address, ready=False, before=HELD_BACK)
    page.wait_for_function("window.release !== undefined")
    invent = page.locator("[data-place=invent]")
    invent.click(force=True)
    assert invent.get_attribute("aria-current") is None
    page.evaluate("window.release()")
    invent.click()
    page.locator("html[lang=fr]").wait_for()
    page.locator("#game .moves").first.wait_for()
    assert invent.get_attribute("aria-current") == "page"


def test_a_page_whose_language_does_not_come_can_be_pressed_on(visit):
    gone = "fetch = ((now) => (...all) => /fr.html$/.test(all[0]) ? Promise.reject() : now(...all))"
    page = visit("#kit=her&language=fr", ready=False, before=f"window.{gone}(window.fetch);")
    page.click("[data-place=invent]")
    page.locator("#game .moves").first.wait_for()
    assert page.get_attribute("html", "lang") == "en"


def test_a_teacher_at_a_tablet_without_a_network_prints_finds_trains_and_plays(
    visit, built, tmp_path
):
    """After one visit: a kit of one's own beads in Spanish on Letter; its link gives the same
    bytes.
    """
    site = tmp_path / "site"
    shutil.copytree(built, site)
    with hosted(site) as address:
        page = visit("", where=address, width=820, has_touch=True, locale="es-MX")
        page.locator("#state", has_text=TEXTS["es"]("app.offline")).wait_for()
    fold_out(page)
    page.select_option("#kit", "ladder")
    page.select_option("#page", "letter")
    page.locator("summary", has_text=TEXTS["es"]("serve.more")).tap()
    page.fill("#beads", "rojo:30, azul:30, verde:20")
    page.wait_for_url("**#kit=ladder&language=es&beads=**&page=letter")
    kit = download(page, "[data-made=pdf]")
    stream = BytesIO()
    print_kit(
        kit_of("ladder", language="es", beads="rojo:30, azul:30, verde:20"), stream, page="letter"
    )
    assert kit == stream.getvalue()
    page.tap("[data-place=find]")
    page.locator("#cells .cell").first.wait_for()
    page.tap("#find-form button.main")
    page.locator("#find-result .found").wait_for()
    page.tap("[data-place=try]")
    page.fill("#games", "30")
    page.tap("#try-form button.main")
    page.locator("#try-result img.curve").wait_for()
    page.tap("[data-place=make]")
    page.tap("#play")
    page.wait_for_url("**/play/ladder-es.html")
    assert (
        page.locator("#app-link")
        .get_attribute("href")
        .endswith("#kit=ladder&language=es&beads=red:30,blue:30,green:20")
    )
    play_at_once(page, 5)
    page.go_back()
    page.wait_for_url("**#kit=ladder&language=es&beads=**&page=letter")
    query = page.url.partition("#")[2]
    assert download(visit(f"#{query}"), "[data-made=pdf]") == kit


def counted(page, language="it"):
    """The table of what machines make of a game, once all is counted: the cells of each row."""
    page.locator(f"html[lang={language}] #trial:not([inert])").wait_for()
    page.locator("#counting", has_not_text=TEXTS[language]("app.counting")).and_(
        page.locator(":not(:empty)")
    ).wait_for()
    table = page.locator("#trial tr")
    rows = table.evaluate_all(
        "all => all.map((row) => Array.from(row.cells, (cell) => cell.innerText))"
    )
    return {head: cells for head, *cells in rows}


#: Press a control, and write in another before what the first changes has been answered.
WRITE_WHILE_ASKING = """() => {
  document.getElementById("game.side.black.take.side").click();
  const rows = document.getElementById("game.size.rows");
  rows.focus();
  rows.value = "5";
  rows.dispatchEvent(new Event("input", { bubbles: true }));
}"""


def test_a_game_is_invented_counted_printed_and_passed_on(visit, tmp_path):
    page = visit("#kit=her&language=en", accept_downloads=True)
    page.click("[data-place=invent]")
    assert counted(page, "en")["Boxes"] == ["18", "19"]
    assert page.get_attribute("#game\\.square\\.0", "aria-label") == "a3: black pawn"

    # A square by the keyboard, three presses at once: none is lost, and the focus stays.
    page.focus("#game\\.square\\.4")
    for _ in range(3):
        page.keyboard.press("Enter")
    page.locator("[aria-label='b2: hole']").wait_for()
    page.locator("[aria-label='b2: hole']:focus").wait_for()
    page.fill("#game\\.name", "Hexapawn round a pond")
    page.keyboard.press("Tab")
    page.evaluate(WRITE_WHILE_ASKING)
    while '"side"' not in page.input_value("#game-text"):
        page.wait_for_timeout(50)
    assert page.input_value("#game\\.size\\.rows:focus") == "5"
    page.fill("#game\\.size\\.rows", "4")
    page.keyboard.press("Tab")
    page.locator("[aria-label='c4: black pawn']").wait_for()
    rows = counted(page, "en")

    # What is counted is what kitgen makes of the same text.
    text = page.input_value("#game-text")
    (tmp_path / "pond.toml").write_text(text, encoding="utf-8")
    assert 'start = ["bbb", "...", ".#.", "www"]' in text
    kits = [kit_of(str(tmp_path / "pond.toml"), side=side) for side in ("white", "black")]
    assert rows["Boxes"] == [str(len(kit.boxes)) for kit in kits]
    assert rows["Beads"] == [str(kit.beads) for kit in kits]
    trial = try_game(str(tmp_path / "pond.toml"))
    shares = [side.forecasts[1] for side in trial.sides]
    assert rows["Against perfect play"] == [
        " → ".join("/".join(map(str, each)) for each in (share.first, share.last))
        for share in shares
    ]
    assert download(page, "#game-save").decode() == text

    # A mistake is said with its line; the board waits, and nothing can be printed.
    page.fill("#game-text", text.replace('"forward"', '"ahead"', 1))
    line = 1 + text[: text.index('"forward"')].count("\n")
    page.locator("#game-refusal", has_text=f"Line {line}: side.white.step is").wait_for()
    page.locator("#trial[inert]").wait_for()
    assert page.input_value("#game-link") == ""
    page.fill("#game-text", text.replace("]", "", 1))
    page.locator("#game[inert]").wait_for()
    assert barriers(page) == []
    commented = f"# Ours.\n{text}"
    (tmp_path / "pond.toml").write_text(commented, encoding="utf-8")
    page.set_input_files("#game-open", tmp_path / "pond.toml")
    assert counted(page, "en") == rows
    assert page.input_value("#game-text") == commented
    link = page.input_value("#game-link")

    # The machine that learns it is printed as any other, and proven.
    page.click("[data-print=second]")
    page.locator("#figures h3", has_text="Hexapawn round a pond").wait_for()
    page.locator("#kit option:checked", has_text="Hexapawn round a pond").wait_for(state="attached")
    (tmp_path / "kit.pdf").write_bytes(download(page, "[data-made=pdf]"))
    report = verify(tmp_path / "kit.pdf")
    assert report.passed
    assert attached_kit(tmp_path / "kit.pdf").boxes == kits[1].boxes
    assert barriers(page) == []
    page.reload()
    page.click("[data-place=invent]")
    counted(page, "en")
    assert page.input_value("#game-text") == commented

    # The link is the kit, and the editor has the game.
    other = visit(f"#{link.partition('#')[2]}&side=second", locale="it-IT")
    assert download(other, "[data-made=pdf]") == (tmp_path / "kit.pdf").read_bytes()
    other.click("[data-place=invent]")
    assert counted(other, "en") == rows
    assert other.get_attribute("#game\\.square\\.7", "aria-label") == "b2: hole"
    other.click("[data-language=es]")
    assert counted(other, "es")[TEXTS["es"]("invent.boxes")] == rows["Boxes"]


def test_an_invented_game_that_cannot_be_played_says_why(visit):
    """A choice of the kit before is refused for it, in a place that is not open."""
    page = visit("#kit=her&language=en")
    fold_out(page)
    page.locator("#change details").evaluate_all(
        "all => all.forEach((one) => { one.open = true; })"
    )
    page.fill("#groups", "many")
    page.click("[data-place=invent]")
    page.locator("#trial [data-play]").first.click()
    page.locator("#refusal .warning:visible", has_text="many").wait_for(timeout=PATIENCE / 4)


def test_a_link_to_a_game_opens_it_where_nobody_has_been_before(visit):
    """On a first visit the service worker answers for the page only after some time."""
    page = visit("#kit=told:hens-on-guard&language=en&view=play", ready=False)
    page.wait_for_url("**/play/*.html")
    page.locator("#said:not(:empty)").wait_for()
    page.locator("#cells .can").first.wait_for()


def test_two_kinds_of_pieces_are_changed_by_their_own_choices(visit):
    page = visit("#kit=her&language=it")
    page.click("[data-place=invent]")
    page.select_option("#begin", "told:chess-3x3")
    page.click("#begin-do")
    before = counted(page)[TEXTS["it"]("invent.boxes")]
    for way in ("back", "back-diagonal"):
        text = page.input_value("#game-text")
        page.uncheck(f"#game\\.side\\.black\\.piece\\.king\\.step\\.{way}")
        # A box is unticked at once, and the text changes when the engine has answered.
        page.wait_for_function(
            "before => document.getElementById('game-text').value !== before", arg=text
        )
        page.locator(f"#game\\.side\\.black\\.piece\\.king\\.step\\.{way}:not(:checked)").wait_for()
    boxes = counted(page)[TEXTS["it"]("invent.boxes")]
    text = page.input_value("#game-text")
    assert set(tomllib.loads(text)["side"]["black"]["piece"]["king"]["step"]) == {
        "forward",
        "forward-diagonal",
        "side",
    }
    assert boxes != before
    assert TEXTS["it"]("invent.two_kinds") in page.inner_text("#hint-game-text")
    assert barriers(page) == []


def test_work_that_no_engine_can_do_is_refused_and_the_next_is_done(visit, tmp_path):
    page = visit("#kit=her&language=it", breaks=True)
    (tmp_path / "kit.json").write_bytes(b'{"schema": "kitgen/kit@1", "boxes": ' + b"[" * 1_000_000)
    page.click("[data-place=verify]")
    page.set_input_files("#file", tmp_path / "kit.json")
    page.click("#verify-form button.main")
    page.locator("#verify-result .warning").wait_for()
    page.click("[data-place=make]")
    fold_out(page)
    assert download(page, "[data-made=kit]")[:1] == b"{"


def test_what_lies_ready_can_be_had_without_javascript(visit):
    page = visit("", ready=False, java_script_enabled=False)
    link = page.locator("noscript a[download='her-en-a4.pdf']")
    texts = TEXTS["en"]
    assert texts("app.no_script") in page.inner_text("noscript")
    assert texts("app.starting") not in page.inner_text("body"), "nothing starts without it"
    assert texts("serve.no_script") not in page.inner_text("body"), "it has no button to show"
    assert page.request.get(link.evaluate("link => link.href")).body() == printed("her")


def test_a_browser_that_keeps_nothing_says_so(visit):
    page = visit("#kit=her&language=es", before="delete Navigator.prototype.serviceWorker")
    page.locator("#state", has_text=TEXTS["es"]("app.no_storage")).wait_for()
    assert download(page, "#play")[:15] == b"<!doctype html>"


@pytest.mark.parametrize(
    ("before", "why"),
    [
        ("delete window.Worker", "no_workers"),
        ("delete window.WebAssembly", "no_webassembly"),
        ("delete window.DecompressionStream", "too_old"),
        ("delete window.structuredClone", "too_old"),
        ("Object.defineProperty(navigator, 'deviceMemory', { value: 0.25 })", "no_memory"),
        ("WebAssembly.Module = () => { throw new Error('forbidden'); }", "no_webassembly"),
    ],
)
def test_a_browser_that_cannot_run_it_offers_what_lies_ready(visit, before, why):
    page = visit("#kit=her&language=en", ready=False, before=before)
    page.locator("#state:visible, #old:visible", has_text=TEXTS["en"](f"app.{why}")).wait_for()
    assert page.locator("#ready a").first.is_visible()
    assert download(page, "#ready a[download='her-en-a4.pdf']") == printed("her")
    assert download(page, "[data-made=pdf]") == printed("her")
    fold_out(page)
    page.click("[data-made=zip]")
    page.locator("#refusal .warning", has_text=TEXTS["en"]("app.not_ready_made")).wait_for()


def test_firefox_prints_the_same_bytes(home):
    with started(needed(*FIREFOXES)) as firefox:
        firefox.tell("WebDriver:Navigate", url=f"{home}#kit=her&language=en")
        for name in ("her", "menace"):
            firefox.run(_IN_FIREFOX, f"kit={name}&language=en")
            wanted = sha256(printed(name)).hexdigest()
            firefox.wait("document.title.length > 30")
            assert firefox.run("return document.title") == wanted
            firefox.run("document.title = ''")


def test_the_shelf_comes_first_and_one_press_shows_the_sheets(visit):
    page = visit("", width=360, locale="de-DE")
    assert page.locator("#shelf:visible").count() == 1
    assert page.locator("#make:visible").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert barriers(page) == []
    page.click("[data-kit='kit=ladder&language=de']")
    page.locator("#figures h3", has_text=kit_of("ladder", language="de").title).wait_for()
    assert page.locator("#shelf:visible").count() == 0
    assert page.evaluate("document.activeElement.closest('#make') !== null")
    seen = [
        page.locator(part).bounding_box()["y"] for part in ("#card", "[data-made=pdf]", "#sheet")
    ]
    assert seen == sorted(seen), "what can be done stands below the picture of a card"
    page.wait_for_function(IN_VIEW, arg=["[data-made=pdf]", "#play", "#change-do"])
    assert page.locator("#play:visible, #change-do:visible").count() == 2
    assert page.locator("#kit:visible").count() == 0
    page.click("#change-do")
    page.select_option("#page", "letter")
    page.wait_for_url("**#kit=ladder&language=de&page=letter")
    assert download(page, "[data-made=pdf]") == printed_on("letter", "ladder", language="de")
