"""The companion page in Firefox: the same machine, the same games, kept and read there too."""

import json
import re

import pytest
from browsers import as_shown, needed, page_of
from counting import at_least
from firefox_driver import FIREFOXES, started
from jobs import TEMPLATES, kit_of

from kitgen.journal.exchange import read_lines
from kitgen.machine.match import Match, parse_policy, seats
from kitgen.machine.paper_machine import SplitMix, play_game
from kitgen.record.table_words import vocabularies

#: Beads as the page shows them, and what it says.
COUNTS = (
    "return Array.from(document.querySelectorAll('#boxes .count'),"
    " (box) => Array.from(box.querySelectorAll('.spoken'), (one) => one.textContent).join(' '))"
)
TAB = "\ue004"
ENTER = "\ue007"
UP = "\ue013"


@pytest.fixture(scope="module")
def firefox():
    with started(needed(*FIREFOXES)) as browser:
        yield browser


@pytest.fixture
def opened(firefox, tmp_path):
    """The page of her, opened from a file."""
    path = tmp_path / "her.html"
    path.write_text(page_of("her"), encoding="utf-8", newline="")
    firefox.open(path, "#seed=1")
    firefox.wait("document.querySelector('#said').textContent")
    return firefox


def choose(browser, field, value):
    browser.run(
        "const [field, value] = arguments; const one = document.querySelector(field); "
        "one.value = value;"
        "one.dispatchEvent(new Event('change', {bubbles: true}))",
        field,
        value,
    )


@pytest.mark.every
def test_games_are_those_of_the_paper_machine_and_are_kept(opened):
    games = 150
    kit = kit_of("her")
    opened.run("document.querySelector('#tab-watch').click()")
    choose(opened, "#opponent", "0")
    choose(opened, "#many", str(games))
    opened.run("document.querySelector('#play-many').click()")
    opened.wait("document.querySelector('#rate').textContent")
    machine, players = seats(Match(kit, parse_policy("random"), kit.players[0]), kit.oracle)()
    rng = SplitMix(1)
    outcomes = [-play_game(kit.game, players, rng).outcome for _ in range(games)]
    left = as_shown(kit, machine.beads)
    assert opened.run(COUNTS) == left
    # What it keeps is a journal that kitgen reads.
    kept = json.loads(
        opened.run(
            "return localStorage.getItem(Object.keys(localStorage).find((key) => "
            "key.includes(' screen')))"
        )
    )
    lines = "\n".join(json.dumps({"result": "D", "picks": []} | row) for row in kept["rows"])
    rows = [line.row for line in read_lines(lines, "", kit, vocabularies(TEMPLATES))]
    assert [row.result for row in at_least(games, rows)] == outcomes
    opened.tell("WebDriver:Refresh")
    opened.wait("document.querySelector('#said').textContent.includes('150 games')")
    assert opened.run(COUNTS) == left


@pytest.mark.every
def test_fresh_visits_see_different_games_and_a_seed_in_the_address_the_same_ones(
    firefox, tmp_path
):
    """By chance alone ten games are the same in one of a thousand million visits at most, as
    test_web_page.py finds out.
    """

    def games_of_a_visit(visit, address=""):
        path = tmp_path / f"visit-{visit}.html"  # each file has a machine of its own
        path.write_text(page_of("menace"), encoding="utf-8", newline="")
        firefox.open(path, address)
        firefox.wait("document.querySelector('#said').textContent")
        firefox.run("document.querySelector('#tab-watch').click()")
        choose(firefox, "#opponent", "0")
        choose(firefox, "#many", "10")
        firefox.run("document.querySelector('#play-many').click()")
        firefox.wait("document.querySelector('#rate').textContent")
        kept = firefox.run(
            "return Object.entries(localStorage).filter(([key]) => key.includes(' screen'))"
        )
        rows = next(json.loads(text)["rows"] for key, text in kept if path.name in key)
        seed = firefox.run("return document.querySelector('#seed-now').textContent")
        return [row["picks"] for row in at_least(10, rows)], re.search("[0-9]+", seed)[0]

    first, seed = games_of_a_visit(1)
    second, other_seed = games_of_a_visit(2)
    assert first != second
    assert seed != other_seed
    assert games_of_a_visit(3, f"#seed={seed}") == (first, seed)


@pytest.mark.every
def test_a_game_is_played_by_keyboard_alone(opened):
    choose(opened, "#pace", "0")
    opened.press(TAB)
    for _ in range(40):
        if opened.run("return document.activeElement.classList.contains('cell')"):
            break
        opened.press(TAB)
    for _ in range(60):
        if opened.run("return document.activeElement.id") == "play":
            break
        if opened.run("return document.activeElement.classList.contains('from')"):
            opened.press(UP)  # a pawn can step ahead, as it is the first that can be pressed
        opened.press(ENTER)
    assert opened.run("return document.querySelectorAll('#log tbody tr').length") > 0
