"""The first five games as a story: it is true of the game at hand, and can be left for good."""

import re
from itertools import cycle

import pytest
from browsers import READY, set_menu
from counting import at_least
from jobs import EDITIONS, LANGUAGES, TEXTS
from sampling import few

from kitgen.sources.kit_sources import make_kit
from kitgen.web.page_build import build_page

GAMES = 5
#: Notes each line of the story, with the beads in the open box, the colour picked then, and the
#: move pointed at.
LISTEN = """() => {
  const line = document.getElementById('guide-words');
  window.told = [];
  new MutationObserver(() => {
    const held = [...document.querySelectorAll('#tray .bead')].map((bead) => bead.dataset.slot);
    const said = document.getElementById('said').textContent;
    window.told.push({ line: line.textContent, held, said });
  }).observe(line, { childList: true });
}"""
#: What a place in a text can hold.
PLACE = re.compile(r"\\\{\w+\\\}")


def line_of(key, language):
    """Return a pattern of a line of the story, with a group for each place."""
    return re.compile(PLACE.sub("(.+?)", re.escape(TEXTS[language].raw_under("web.")[key])))


def play_as_advised(page):
    """Play a game, the moves that are pointed at where there are any."""
    pieces = page.locator("#cells .advised").or_(page.locator("#cells .can, #cells .any"))
    for _ in range(60):
        page.locator(READY).or_(pieces).first.wait_for()
        if page.locator(READY).count():
            return
        for choice in ("#cells .advised", "#cells .to", "#cells .can, #cells .any"):
            if page.locator(choice).count():
                page.locator(choice).first.click()
                break
    raise AssertionError("the game does not end")


def hold_story(page, language):
    """Play the five games as advised; return how often each line was said, and all that was."""
    set_menu(page, "#pace", "0")
    page.evaluate(LISTEN)
    for game in range(GAMES):
        if game:
            page.click("#play")
        play_as_advised(page)
    told = page.evaluate("window.told")
    keys = [key for key in TEXTS[language].raw_under("web.") if key.startswith("guide_")]
    found = []
    for one in at_least(GAMES, told):
        found.append([key for key in keys if line_of(key, language).search(one["line"])])
    for one, here, after in zip(told, found, [*found[1:], []], strict=True):
        assert here, one["line"]
        assert not re.search(r"[{}]|undefined|NaN", one["line"])
        if "guide_chance" in here:
            chance = line_of("guide_chance", language).search(one["line"])
            assert len(one["held"]) == int(chance[2]), one
        if "guide_gone" in here:
            assert "guide_same" not in after, "the machine has done what it cannot do any more"
    heard = dict.fromkeys(keys, 0)
    for here in found:
        for key in here:
            heard[key] += 1
    assert heard["guide_print"] == 1, "the last game ends the story"
    assert heard["guide_over"] == GAMES, "nobody is to play on in a game that is over"
    assert heard["guide_curve"] + heard["guide_curve_draws"] == 1
    return heard, told


@pytest.mark.every  # visits in Node see the same
@pytest.mark.parametrize("language", few(LANGUAGES, one_in=5))
def test_the_first_games_show_what_a_lost_game_has_taught(opened, language):
    heard, told = hold_story(opened(language=language), language)
    for key in ("guide_blind", "guide_never", "guide_same", "guide_gone", "guide_other"):
        assert heard[key], key
    box = ""
    for one in at_least(GAMES, told):
        if lesson := line_of("guide_never", language).search(one["line"]):
            box = lesson[1]
        if line_of("guide_gone", language).search(one["line"]):
            opened_box = line_of("opens", language).search(one["said"])[1]
            assert opened_box == box, "the box that the story named has lost its bead"


@pytest.mark.every
@pytest.mark.parametrize(
    ("name", "language"),
    [
        *zip(EDITIONS, cycle(LANGUAGES), strict=False),
        ("told:hens-on-guard", "en"),
        ("told:ttt", "es"),
    ],
)
@pytest.mark.parametrize("rule", ["", "#start=3&win=1&draw=1&loss=-1"])
def test_the_story_is_true_of_each_game_and_rule(opened, name, language, rule):
    text = build_page(make_kit(name, language=language)) if name.startswith("told:") else ""
    hold_story(opened(name.replace(":", "-"), language=language, text=text, address=rule), language)


@pytest.mark.every
def test_the_story_is_left_for_good(opened):
    page = opened()
    assert page.locator("#guide:visible").count() == 1
    page.click("#guide-leave")
    assert page.locator("#guide:visible").count() == 0
    page.reload()
    page.locator("#cells .can").first.wait_for()
    assert page.locator("#guide:visible").count() == 0
    assert page.evaluate("Object.values(localStorage).join()").count('"left":true') == 1


@pytest.mark.every
@pytest.mark.parametrize("name", EDITIONS)
def test_a_picture_shows_how_you_win(opened, name):
    page = opened(name)
    assert page.locator("#aim-picture").is_visible()
    assert page.locator("#aim-picture use").count() > 1


@pytest.mark.every
def test_a_visitor_is_told_which_side_is_theirs_while_they_play(opened):
    page = opened()
    sentence = TEXTS["en"]("web.you_oppose")
    assert page.inner_text("#sides").endswith("plays White and starts.")
    assert page.locator("#closed .for-play:visible").inner_text() == sentence
    page.click("#tab-watch")
    assert page.locator("#closed .for-play:visible").count() == 0, "chance plays here"
