"""One scene: board, box and bead are in view together, from the picking of a bead until it
leaves its box.
"""

import pytest
from browsers import READY, SAME_LUCK, press_until_over, set_menu
from counting import at_least, at_least_one
from jobs import EDITIONS, LANGUAGES
from sampling import few

SIZES = [(320, 568), (360, 740), (390, 844), (740, 360), (768, 1024), (1280, 720), (1920, 1080)]
#: The sizes at which letters may be twice as large.
LARGE = [size for size in SIZES if min(size) >= 720]
#: A rule by which a bead leaves after every game, and boxes that do not become empty so soon.
ALWAYS_LEAVES = "#start=8&win=-1&draw=-1&loss=-1"
#: Waits until what follows from another size of the window has been drawn.
NEXT_FRAME = "new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
#: The least size of a bead that can be seen, of 24 in a box.
LEAST_BEAD_PX = 8
#: Waits are ten times shorter: what stands where does not depend on them.
HURRY = "const slowly = setTimeout; setTimeout = (work, time) => slowly(work, time / 10);"
#: Notes what is not wholly in the window, or lies over another part, whenever a bead is picked or
#: leaves.
WATCH = """() => {
  const tray = document.getElementById('tray');
  window.seen = [];
  const look = () => {
    const bead = document.querySelector('#tray .picked');
    if (!bead || document.getElementById('open-box').hidden) return;
    const leaves = tray.className === 'learning';
    const parts = { board: '#board', box: '#open', bead: '#tray .picked', said: '#said' };
    if (leaves) parts.bag = '#bag';
    const faults = [];
    const placeOf = (at) => document.querySelector(at).getBoundingClientRect();
    const places = Object.entries(parts).map(([name, at]) => [name, placeOf(at)]);
    for (const [name, { left, top, right, bottom, width, height }] of places) {
      if (width < 8 || height < 8) faults.push(`${name} is ${width} x ${height}`);
      if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1)
        faults.push(`${name} is out of the window: ${[left, top, right, bottom].map(Math.round)}`);
    }
    for (const [at, [name, one]] of places.entries()) {
      for (const [other, two] of places.slice(at + 1)) {
        const across = Math.min(one.right, two.right) - Math.max(one.left, two.left);
        const down = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top);
        if (across > 1 && down > 1) faults.push(`${name} lies over ${other}`);
      }
    }
    const { width, height } = places[0][1];
    if (Math.max(width, height) < 90) faults.push(`the board is ${width} x ${height}`);
    window.seen.push([leaves ? 'leaving' : 'picked', ...faults]);
  };
  new MutationObserver(look).observe(tray, { attributes: true, childList: true, subtree: true });
}"""


def hold_scene(page, size, letters):
    """Play a game at a size, and hold that board, box and bead are seen together."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate("scrollTo(0, 0); window.seen.length = 0")
    if page.locator(READY).count():
        page.click(READY)
    press_until_over(page)
    seen = page.evaluate("window.seen")
    assert {what for what, *_ in seen} == {"picked", "leaving"}, seen
    for what, *faults in at_least_one(seen):
        assert faults == [], (
            f"{size}, letters of {letters} px, when a bead is {what}: {'; '.join(faults)}"
        )


def watched(opened, name, language):
    """Return a page that notes what cannot be seen while a bead is picked or leaves."""
    page = opened(name, language=language, before=SAME_LUCK + HURRY, address=ALWAYS_LEAVES)
    set_menu(page, "#pace", "300")
    page.evaluate(WATCH)
    return page


@pytest.mark.every
@pytest.mark.parametrize("size", few([(740, 360), (360, 740), (768, 1024)], one_in=3), ids=str)
def test_on_a_telephone_either_way_and_on_a_tablet_board_box_and_bead_are_seen_together(
    opened, size
):
    hold_scene(watched(opened, "her", "en"), size, 16)


@pytest.mark.every
def test_beads_are_laid_anew_when_a_telephone_is_turned(opened):
    page = opened("ladder", width=360, height=740, before=SAME_LUCK + HURRY, address=ALWAYS_LEAVES)
    pieces = page.locator("#cells .can, #cells .any")
    pieces.first.click()
    pieces.first.wait_for()
    bead = page.locator("#tray .picked")
    upright = bead.bounding_box()
    page.set_viewport_size({"width": 740, "height": 360})
    page.evaluate(NEXT_FRAME)
    lying = bead.bounding_box()
    for place in (upright, lying):
        assert place["width"] >= LEAST_BEAD_PX
        assert place["height"] >= LEAST_BEAD_PX
    assert lying["y"] + lying["height"] <= 360


@pytest.mark.every
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", [*EDITIONS, "misere"])
def test_board_box_and_bead_are_seen_together_at_every_size(opened, name, language):
    page = watched(opened, name, language)
    for size in at_least(7, SIZES):
        hold_scene(page, size, 16)
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 32}})
    for size in at_least(3, LARGE):
        hold_scene(page, size, 32)
