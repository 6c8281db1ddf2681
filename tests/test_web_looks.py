"""How the companion page looks, on a few ways through it: pictures that were looked at, and kept with a tolerance.

The letters are those of the sheets, which come with reportlab: what is installed on a machine changes nothing. After a
change that is meant: ``--rewrite-golden``, and look at ``tests/golden/web-*.png``.
"""

from base64 import b64encode
from io import BytesIO
from pathlib import Path

import pytest
import reportlab
from browsing import READY, play_at_once
from PIL import Image, ImageChops

GOLDEN = Path(__file__).parent / "golden"
FONTS = Path(reportlab.__file__).parent / "fonts"
#: A picture is kept at half its size; it is compared at an eighth, where the edges of letters blur.
KEPT, COMPARED = 2, 4
#: So far may a dot be from its reference, of 255, and so many of a thousand dots may be farther.
NEAR, FARTHER = 20, 6


def new(page):
    """The page as it is opened."""


def asked_for_a_bead(page):
    page.select_option("#mode", "real")
    page.click("#play")
    page.locator("#moves button").first.click()


def beads_to_take(page):
    page.select_option("#mode", "real")
    page.click("#play")
    for _ in range(3):
        page.locator("#moves button").first.click()
    page.locator(READY).wait_for()
    page.evaluate("scrollTo(0, 0)")


def on_the_wall(page):
    play_at_once(page, 40)
    page.click("#projector")
    page.click("#dark")


def explained(page):
    play_at_once(page, 9)
    page.locator("#log button").first.click()
    page.locator("#why").evaluate("one => one.scrollIntoView()")


WAYS = {
    "new": ("her", "en", 1280, 800, new),
    "bead": ("her", "it", 1280, 800, asked_for_a_bead),
    "todo": ("her", "es", 360, 740, beads_to_take),
    "wall": ("ladder", "it", 1280, 800, on_the_wall),
    "why": ("him", "en", 360, 740, explained),
}


def with_our_letters(page):
    """Load the letters of the sheets, in the names that the page asks for first."""
    for file, weight in (("Vera.ttf", "normal"), ("VeraBd.ttf", "bold")):
        page.evaluate(
            """async ([text, weight]) => {
              const bytes = Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
              const face = new FontFace("Bitstream Vera Sans", bytes.buffer, { weight });
              document.fonts.add(await face.load());
            }""",
            [b64encode((FONTS / file).read_bytes()).decode(), weight],
        )


def shrunk(picture, times):
    return picture.resize((picture.width // times, picture.height // times), Image.Resampling.BOX)


def far_off(one, other):
    """Return how many of a thousand dots differ."""
    if one.size != other.size:
        return 1000
    dots = ImageChops.difference(shrunk(one, COMPARED), shrunk(other, COMPARED)).histogram()
    return 1000 * sum(dots[NEAR:]) / sum(dots)


@pytest.mark.parametrize("way", WAYS)
def test_the_page_looks_as_it_did_when_it_was_looked_at(opened, request, way):
    name, language, width, height, go = WAYS[way]
    page = opened(name, language=language, width=width, height=height)
    with_our_letters(page)
    go(page)
    picture = shrunk(Image.open(BytesIO(page.screenshot(animations="disabled"))).convert("L"), KEPT)
    path = GOLDEN / f"web-{way}.png"
    if request.config.getoption("--rewrite-golden"):
        picture.save(path, optimize=True)
    assert far_off(picture, Image.open(path)) <= FARTHER, f"{path} differs; look at the page, then --rewrite-golden"


def test_what_lies_elsewhere_is_seen():
    picture = Image.open(GOLDEN / "web-new.png")
    moved = picture.copy()
    moved.paste(picture.crop((0, 160, 180, 340)), (0, 164))
    assert far_off(picture, picture) == 0
    assert far_off(picture, moved) > FARTHER
