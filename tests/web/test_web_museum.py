"""The page in a museum: as at first for each visitor, or with one machine that they teach, whose
games are not lost.
"""

import re
from datetime import datetime
from itertools import cycle

import pytest
from browsers import READY, SAME_LUCK, counts, press_until_over
from counting import at_least
from jobs import EDITIONS, LANGUAGES, TEXTS
from sampling import sample

#: Time runs twenty times as fast.
HURRY = "const slowly = setTimeout; setTimeout = (work, time) => slowly(work, time / 20);"
WAITS = "body.attract"
#: Lets all copies of a keeper have been made an hour ago, but on the same day.
AN_HOUR_AGO = """() => {
  for (const [key, text] of Object.entries(localStorage)) {
    const copy = JSON.parse(text);
    if (copy.day) localStorage.setItem(key, JSON.stringify({ ...copy, at: copy.at - 3_600_000 }));
  }
}"""
#: The address of a page in a museum that has opened itself anew.
OPENED_ANEW = re.compile(r"her-en\.html\?[0-9]+#museum&idle=60$")
#: More than passes between a question about the time and the order to pause at a later one, on a
#: busy machine.
ENOUGH_SECONDS = 20


def play_a_game(page):
    """Come as a visitor, and play one game."""
    page.locator(WAITS).wait_for()
    page.mouse.click(20, 400)
    page.locator("#cells .can, #cells .any").first.wait_for()
    press_until_over(page)


def pause(page):
    """Let the page's time stand still, however slow the machine is, until the test lets some
    pass.
    """
    now = page.evaluate("Date.now()")
    page.clock.pause_at(now / 1000 + ENOUGH_SECONDS)


@pytest.mark.every
def test_everything_is_as_at_first_when_a_visitor_has_gone(opened):
    page = opened()
    page.clock.install()
    page.goto(f"{page.url}#museum&idle=60")
    page.reload()
    page.locator(WAITS).wait_for()
    assert page.locator("#menu-open:visible, #tabs:visible, #games:visible").count() == 0
    assert page.locator("#invite span").all_inner_texts() == [
        TEXTS[one]("web.invite") for one in LANGUAGES
    ]
    page.mouse.click(20, 300)
    page.locator("#cells .can").first.wait_for()
    assert page.locator(f"{WAITS}, #invite:visible").count() == 0
    page.click("#languages [lang=es]")
    page.get_by_text("Te toca").first.wait_for()
    pause(page)
    page.locator("summary", has_text=TEXTS["es"]("web.rules")).click()
    page.evaluate("scrollTo(0, 600)")
    page.clock.run_for(59_900)
    assert page.locator("#idle:visible").count() == 0
    page.clock.run_for(200)
    assert re.search("Se empieza de nuevo.* 10 ", page.inner_text("#idle"))
    assert page.locator(WAITS).count() == 0
    page.clock.run_for(10_000)
    page.locator(WAITS).wait_for()
    assert page.get_attribute("html", "lang") == "en"
    assert page.evaluate("scrollY") == 0
    assert page.locator("details[open]").evaluate_all("all => all.map((one) => one.id)") == [
        "known-box"
    ]
    assert page.locator("#idle:visible").count() == 0


@pytest.mark.every
@pytest.mark.parametrize("width", [320, 390])
def test_the_languages_of_a_museum_fit_a_telephone(opened, width):
    """They stood in one line, and the page was wider than its window."""
    page = opened(address="#museum", width=width, height=740)
    page.locator(WAITS).wait_for()
    assert page.locator("#languages button:visible").count() == len(LANGUAGES)
    assert page.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.every
@pytest.mark.parametrize("is_telephone", [True, False])
def test_the_page_is_as_large_as_at_first_when_a_visitor_has_gone(opened, is_telephone):
    page = opened(
        before=SAME_LUCK + HURRY,
        address="#museum&idle=60",
        has_touch=True,
        is_mobile=is_telephone,
    )
    page.mouse.click(20, 300)
    page.locator("#cells .can").first.wait_for()
    browser = page.context.new_cdp_session(page)
    browser.send("Input.synthesizePinchGesture", {"x": 300, "y": 300, "scaleFactor": 1.8})
    assert page.evaluate("visualViewport.scale") > 1.5
    if not is_telephone:
        page.wait_for_url(OPENED_ANEW)
    page.locator(WAITS).wait_for()
    page.locator("meta[name=viewport]:not([content*=maximum])").wait_for(state="attached")
    assert page.evaluate("visualViewport.scale") == 1


@pytest.mark.every
def test_each_visitor_of_a_museum_meets_a_machine_of_its_own_luck(opened):
    page = opened(before="", address="#museum")
    seeds = set()
    for _ in range(3):
        page.reload()
        page.locator("body.attract").wait_for()
        seeds.add(page.text_content("#seed-now"))
    assert len(seeds) == 3


@pytest.mark.every
def test_copies_of_two_machines_of_a_day_are_told_apart(opened):
    page = opened(before=HURRY, address="#museum&keep")
    for machines in (1, 2):
        play_a_game(page)
        page.keyboard.press("F9")
        labels = page.locator("#keeper-copies button").all_inner_texts()
        assert len(set(labels)) == machines
        page.evaluate(AN_HOUR_AGO)
        page.click("#keeper-reset")


@pytest.mark.every
def test_visitors_teach_one_machine_that_only_its_keeper_begins_anew(opened, tmp_path):
    page = opened(
        "her", before=SAME_LUCK + HURRY, address="#museum&keep=swan&start=2&win=1&loss=-1"
    )
    for visitor in (1, 2):
        play_a_game(page)
        sentence = TEXTS["en"].raw_under("web.")[f"taught.{'one' if visitor == 1 else 'other'}"]
        assert page.inner_text("#taught") == sentence.format(count=visitor)
        learned = counts(page)
        page.reload()
        page.locator(WAITS).wait_for()
        assert counts(page) == learned
    assert "2 games" in page.inner_text("#score")
    page.keyboard.press("F9")
    page.fill("#keeper-key", "goose")
    page.keyboard.press("Enter")
    assert page.inner_text("#keeper-said") == TEXTS["en"]("web.keeper_wrong")
    assert page.locator("#keeper-reset:visible").count() == 0
    page.fill("#keeper-key", "swan")
    page.keyboard.press("Enter")
    today = datetime.now().astimezone()
    sentence = f"{today:%b} {today.day}, {today.year}: 2 games"
    assert page.inner_text("#keeper-copies button") == sentence, "a date as the language writes it"
    with page.expect_download() as download:
        page.locator("#keeper-copies button").click()
    assert today.date().isoformat() in download.value.suggested_filename
    download.value.save_as(tmp_path / "copy.csv")
    rows = (tmp_path / "copy.csv").read_text(encoding="utf-8").splitlines()
    assert [re.search("visitor [0-9]+", row)[0] for row in rows[1:]] == ["visitor 1", "visitor 2"]
    page.click("#keeper-reset")
    page.locator("#score", has_text="0 games").wait_for()
    assert counts(page) != learned
    assert sum(int(count) for box in counts(page) for count in box.split()[1::2]) == 2 * sum(
        len(box.split()) // 2 for box in counts(page)
    ), "the address says how many beads there are at first"


#: What a visitor's screen shows without scrolling.
IN_VIEW = """(parts) => parts.filter((part) => {
  const place = document.querySelector(part).getBoundingClientRect();
  if (place.width < 8 || place.height < 8 || place.left < -1 || place.top < -1) return true;
  return place.right > innerWidth + 1 || place.bottom > innerHeight + 1;
})"""


@pytest.mark.every
@pytest.mark.parametrize(
    ("name", "language"),
    sample(zip(EDITIONS, cycle(LANGUAGES), strict=False), one_in=len(EDITIONS)),
)
def test_board_box_and_curve_are_on_one_screen(opened, name, language):
    page = opened(
        name, language=language, before=SAME_LUCK + HURRY, address="#museum&keep&idle=3600"
    )
    for width, height in at_least(3, [(1920, 1080), (1366, 768), (1280, 720)]):
        page.set_viewport_size({"width": width, "height": height})
        if page.locator(WAITS).count():
            page.mouse.click(20, 400)
        page.locator("#cells .can, #cells .any").or_(page.locator(READY)).first.wait_for()
        if page.locator(READY).count():
            page.click(READY)
        press_until_over(page)
        parts = ["#board", "#open", "#tray", "#curve", "#taught", "#score", "#said"]
        assert page.evaluate(IN_VIEW, parts) == [], (width, height)
