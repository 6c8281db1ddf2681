"""The companion page in a real browser: opened from a file, played by keyboard and by touch, its games saved."""

import pytest
from browsing import counts, play_at_once, saved
from counting import some
from jobs import LANGUAGES, TEMPLATES, kit_of
from sampling import few, sample

from kitgen.journal.game_files import read_lines
from kitgen.machine.match import Match, parse_policy, seats
from kitgen.machine.paper_machine import SplitMix, play_game
from kitgen.record.games_table import vocabularies


@pytest.mark.parametrize("language", few(LANGUAGES, one_in=6))
def test_a_game_is_played_by_keyboard_alone(opened, language):
    page = opened(language=language)
    page.select_option("#pace", "0")
    before = counts(page)
    page.keyboard.press("Tab")
    for _ in range(40):
        if page.evaluate("document.activeElement.id") == "play":
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    for _ in range(5):
        if page.locator("#moves button").count() == 0:
            break
        assert page.evaluate("document.activeElement.parentElement.id") == "moves"
        assert page.locator("#moves button").first.inner_text() in page.inner_text("#said")
        page.keyboard.press("Enter")
        page.wait_for_timeout(60)
    assert page.evaluate("document.activeElement.id") == "play", "after the game Enter plays the next one"
    assert page.locator("#log tbody tr").count() == 1
    assert (counts(page) != before) == ("→" in page.inner_text("#said"))
    assert "undefined" not in page.inner_text("body")
    assert "{" not in page.inner_text("body")


def test_a_move_is_made_by_touch_on_the_board(opened):
    page = opened(width=360, height=740, has_touch=True)
    page.select_option("#pace", "0")
    page.tap("#play")
    assert page.locator("#moves button").all_inner_texts() == ["a1a2", "b1b2", "c1c2"]
    before = page.inner_html("#board")
    pieces = page.locator("#board .hit.can")
    assert pieces.count() == 3
    pieces.first.tap()
    assert page.locator("#board .hit.from").count() == 1
    page.locator("#board .hit.can:not(.from)").first.tap()
    page.locator("#moves button").first.wait_for()
    assert page.inner_html("#board") != before
    assert "a1a2" in page.inner_text("#said")


@pytest.mark.parametrize(("name", "opponent"), sample([("her", "winning-move"), ("menace", "random")], one_in=4))
def test_saved_games_are_those_of_the_paper_machine_and_kitgen_reads_them(opened, tmp_path, name, opponent):
    games, kit = 120, kit_of(name)
    page = opened(name)
    play_at_once(page, games, {"random": "0", "winning-move": "1"}[opponent])
    machine, players = seats(Match(kit, parse_policy(opponent), kit.players[0]), kit.oracle)()
    rng, outcomes = SplitMix(1), []
    for _ in range(games):
        played = play_game(kit.game, players, rng)
        outcomes.append(played.outcome if kit.players[0] == 0 else -played.outcome)
    left = [" ".join(f"{slot.colour.letter} {beads}" for slot, beads in zip(box.slots, row, strict=True))
            for box, row in zip(kit.boxes, machine.beads, strict=True)]  # fmt: skip
    assert counts(page) == left
    rows = {}
    for button in ("#save-csv", "#save-lines"):
        path = saved(page, button, tmp_path)
        lines = list(read_lines(path.read_text(encoding="utf-8"), path.name, kit, vocabularies(TEMPLATES)))
        assert [line.fault for line in lines if line.row is None] == []
        rows[button] = [line.row for line in lines]
        assert [row.result for row in some(rows[button], games)] == outcomes
        assert {row.opponent for row in rows[button]} == {opponent}
    assert rows["#save-csv"] == rows["#save-lines"]


def test_many_games_are_quick_and_can_then_not_be_saved(opened):
    page = opened()
    play_at_once(page, 30_000)
    assert "30,000" in page.inner_text("#score")
    assert page.is_disabled("#save-csv")
    assert "20,000" in page.inner_text("#cannot")
    assert page.locator("#curve polyline").count() == 1
    page.click("#reset")
    page.click("#ask-yes")
    assert page.inner_text("#score").startswith("0 games")


def test_a_game_can_be_stopped_and_nothing_is_learned_from_it(opened):
    page = opened("him")
    page.select_option("#pace", "0")
    before = counts(page)
    page.click("#play")
    page.locator("#moves button").first.wait_for()
    page.click("#stop")
    page.locator("#play:enabled").wait_for()
    assert page.locator("#moves button").count() == 0
    assert page.locator("#log tbody tr").count() == 0
    assert counts(page) == before


@pytest.mark.parametrize(
    ("name", "language"), sample([("ladder", "it"), *(("her", one) for one in LANGUAGES), ("menace", "en")], one_in=12)
)
def test_nothing_is_wider_than_a_telephone(opened, name, language):
    page = opened(name, width=360, height=740, language=language)
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    small = (
        "all => all.filter((one) => one.offsetParent && one.getBoundingClientRect().height < 44).map((one) => one.id)"
    )
    assert page.locator("button, select, input").evaluate_all(small) == []


@pytest.mark.every
def test_nothing_moves_where_somebody_wants_no_motion(opened):
    for motion, moving in (("reduce", "none"), ("no-preference", "shake")):
        page = opened(reduced_motion=motion)
        page.select_option("#opponent", "0")
        page.select_option("#pace", "600")
        page.click("#play")
        # Found and asked in one go: the tray stops being shaken before a second question could be answered.
        animation = page.wait_for_function(
            "() => { const bead = document.querySelector('#tray.shaken svg');"
            " return bead && getComputedStyle(bead).animationName; }"
        )
        assert animation.json_value() == moving
