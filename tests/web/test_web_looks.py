"""How the companion page looks, on a few ways through it: see ``page_pictures.py``."""

import pytest
from browsers import READY, play_at_once, set_menu
from page_pictures import FARTHER, GOLDEN, far_off, hold_look, with_our_letters
from PIL import Image
from sampling import few


def new(page):
    """The page as it is opened."""


def asked_for_a_bead(page):
    page.click("#tab-table")
    page.click("#play")
    page.locator("#moves button").first.click()


def beads_to_take(page):
    page.click("#tab-table")
    page.click("#play")
    for _ in range(3):
        page.locator("#moves button").first.click()
    page.locator(READY).wait_for()
    page.evaluate("scrollTo(0, 0)")


def on_the_wall(page):
    play_at_once(page, 40)
    set_menu(page, "#theme", "dark")
    page.click("#menu-open")
    page.click("#large")
    page.click("#menu-close")
    page.evaluate("scrollTo(0, 0)")


def explained(page):
    play_at_once(page, 9)
    page.locator("#log button").first.click()
    page.locator("#why").evaluate("one => one.scrollIntoView()")


def in_the_middle(page):
    set_menu(page, "#pace", "0")
    page.locator("#cells .can").first.click()
    page.locator("#cells .to").first.click()
    page.locator("#cells .can").first.wait_for()


WAYS = {
    "new": ("her", "en", 1280, 800, new),
    "phone": ("her", "it", 360, 640, in_the_middle),
    "bead": ("her", "it", 1240, 800, asked_for_a_bead),
    "todo": ("her", "es", 360, 740, beads_to_take),
    "wall": ("ladder", "it", 1280, 800, on_the_wall),
    "why": ("him", "en", 360, 740, explained),
}


@pytest.mark.parametrize("way", few(WAYS, one_in=10))
def test_the_page_looks_as_it_did_when_it_was_looked_at(opened, request, way):
    name, language, width, height, go = WAYS[way]
    page = opened(name, language=language, width=width, height=height)
    with_our_letters(page)
    go(page)
    hold_look(page, f"web-{way}", request.config.getoption("--rewrite-golden"))


def test_what_lies_elsewhere_is_seen():
    picture = Image.open(GOLDEN / "web-new.png")
    moved = picture.copy()
    moved.paste(picture.crop((0, 60, 220, 270)), (0, 64))
    assert far_off(picture, picture) == 0
    assert far_off(picture, moved) > FARTHER
