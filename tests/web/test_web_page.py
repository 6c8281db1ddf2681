"""The companion page in a real browser: opened from a file, played by keyboard and by touch,
watched, saved.
"""

import re
from itertools import combinations, product

import pytest
from browsers import (
    READY,
    SAME_LUCK,
    as_shown,
    counts,
    numbers_in,
    play_at_once,
    press_until_over,
    saved,
    set_menu,
)
from counting import at_least, at_least_one
from jobs import LANGUAGES, TEMPLATES, TEXTS, kit_of
from sampling import few, sample

from kitgen.journal.exchange import read_lines
from kitgen.kit.rule import Change, Rule
from kitgen.machine.learning import with_rule
from kitgen.machine.match import Match, parse_policy, seats
from kitgen.machine.paper_machine import SplitMix, play_game
from kitgen.paper.spoken_game import Spoken, game_aim
from kitgen.record.table_words import vocabularies
from kitgen.sources.kit_sources import make_kit
from kitgen.web.page_build import build_page
from kitgen.web.page_data import signs


def quick(page):
    set_menu(page, "#pace", "0")
    return page


def test_the_board_is_alive_as_soon_as_the_page_is_there(opened):
    page = opened(width=360, height=640)
    for part in ("#board", "#said"):
        place = page.locator(part).bounding_box()
        assert place["y"] + place["height"] <= 640, f"{part} is below the fold"
    assert page.locator("#cells .can").count() == 3
    page.locator("#cells .can").first.click()
    page.locator("#cells .to").click()
    page.locator("#tray .picked").wait_for()
    assert "It picks" in page.inner_text("#said")


@pytest.mark.parametrize("language", few(LANGUAGES, one_in=6))
def test_a_game_is_played_by_keyboard_alone(opened, language):
    page = quick(opened(language=language))
    before = counts(page)
    page.evaluate("document.activeElement.blur()")
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.classList.contains('cell')"):
            break
    for _ in range(60):
        page.wait_for_function("document.activeElement.matches('.cell, #play')")
        if page.evaluate("document.activeElement.id") == "play":
            break
        # The first cell that can be pressed is where the keys are; a target is found by walking.
        if page.locator("#cells .to").count():
            walk_to(page, page.locator("#cells .to").first)
        page.keyboard.press("Enter")
        page.wait_for_timeout(30)
    assert page.evaluate("document.activeElement.id") == "play", (
        "after the game Enter plays the next one"
    )
    assert page.locator("#log tbody tr").count() == 1
    assert (counts(page) != before) == ("→" in page.inner_text("#said"))
    page.keyboard.press("Enter")
    page.locator("#cells .can").first.wait_for()
    for word in ("undefined", "{", "NaN"):
        assert word not in page.inner_text("body")


def walk_to(page, target):
    """Go to a cell by the arrow keys alone."""
    here = page.locator(":focus").bounding_box()
    there = target.bounding_box()
    while abs(here["x"] - there["x"]) > 5 or abs(here["y"] - there["y"]) > 5:
        if there["x"] > here["x"] + 5:
            key = "ArrowRight"
        elif there["x"] < here["x"] - 5:
            key = "ArrowLeft"
        elif there["y"] > here["y"]:
            key = "ArrowDown"
        else:
            key = "ArrowUp"
        page.keyboard.press(key)
        here = page.locator(":focus").bounding_box()


@pytest.mark.every
def test_a_move_is_made_by_touch_on_the_board(opened):
    page = quick(opened(width=360, height=740, has_touch=True))
    before = page.inner_html("#board")
    assert page.locator("#cells .can").count() == 3
    page.locator("#cells .can").first.tap()
    assert page.locator("#cells .from").count() == 1
    page.locator("#cells .to").tap()
    page.locator("#cells .can").first.wait_for()
    assert page.inner_html("#board") != before
    shown = page.inner_text("#said")
    assert "You: white pawn from a1 to a2." in shown or "It picks" in shown


@pytest.mark.every
def test_the_ladder_is_played_on_its_board(opened):
    """A press on the third counter from the end takes three."""
    page = quick(opened("ladder"))
    page.locator("#cells .any").first.click()
    page.locator("#cells .can").first.wait_for()
    before = page.locator("#cells .cell").evaluate_all(
        "all => all.filter((one) => one.ariaLabel !== 'empty').length"
    )
    free = page.locator("#cells .can").count()
    labels = page.locator("#cells .can").evaluate_all(
        "all => all.map((one) => one.getAttribute('aria-label'))"
    )
    several = [f"take {number} counters" for number in range(2, free + 1)]
    assert [label.split(". ")[1] for label in labels] == ["take 1 counter", *several]
    page.locator("#cells .can").last.click()
    page.wait_for_timeout(100)
    assert before >= free
    assert f"You: take {free} counters." in page.inner_text("#said")


#: Whether the picked bead of the open box stands where its piece is: near the tail of its arrow, or
#: on its cell.
LIES = """([from, to]) => {
  const size = document.getElementById('open').viewBox.baseVal;
  const bead = document.querySelector('#open .picked > g').transform.baseVal[0].matrix;
  const here = [100 * (bead.e - size.x) / size.width, 100 * (bead.f - size.y) / size.height];
  const away = (name) => {
    const cells = [...document.querySelectorAll('.cell')];
    const { style } = cells.find((one) => one.ariaLabel.startsWith(`${name}:`));
    const [left, top] = [style.left, style.top].map(parseFloat);
    const [wide, high] = [style.width, style.height].map(parseFloat);
    return Math.hypot(left + wide / 2 - here[0], top + high / 2 - here[1]) / wide;
  };
  return from ? away(from) < 0.4 && away(to) > 0.5 : away(to) < 0.05;
}"""


@pytest.mark.every
@pytest.mark.parametrize(
    ("name", "games"), sample([("her", 5), ("her", 12), ("menace", 4)], one_in=3)
)
def test_the_open_box_lies_as_the_table(opened, name, games):
    page = quick(opened(name))
    looked = 0
    for game in range(games):
        if game or name == "menace":
            page.locator("#play:visible, #cells .any").first.click()
        for _ in range(12):
            choices = page.locator("#cells .can")
            page.locator(READY).or_(choices).first.wait_for()
            if page.locator(READY).count():
                break
            choices.nth(game % choices.count()).click()
            if page.locator("#cells .to").count():
                page.locator("#cells .to").first.click()
            shown = page.inner_text("#said")
            told = re.search(
                r"It picks [^:]+: (?:black pawn from (\w\d) (?:to|takes .* on) |cross on )(\w\d)",
                shown,
            )
            if told and page.locator("#open .picked").count():
                assert page.evaluate(LIES, [told[1], told[2]]), shown
                looked += 1
    assert looked > games


#: Notes what lies on the board of each open box when a bead is picked, and when beads leave.
HOW_BOXES_LIE = """() => {
  const tray = document.getElementById('tray');
  window.lay = [];
  new MutationObserver(() => {
    if (!['done', 'learning'].includes(tray.className)) return;
    const box = document.getElementById('open-name').textContent;
    const pieces = [...document.querySelectorAll('#open > use, #open > :not(.choice)')];
    const faint = [...document.querySelectorAll('#open .choice.out')].length;
    window.lay.push([tray.className, box, pieces.map((one) => one.outerHTML).join(), faint]);
  }).observe(tray, { attributes: true });
}"""


@pytest.mark.every
def test_a_box_lies_as_it_lay_when_its_bead_leaves(opened):
    page = quick(opened(address="#start=1&loss=-1"))
    page.evaluate(HOW_BOXES_LIE)
    for game in range(4):
        if game:
            page.click("#play")
        press_until_over(page)
    picked = {}
    left = 0
    for way, box, lying, faint in page.evaluate("window.lay"):
        if way == "done":
            picked[box] = (lying, faint)
            continue
        assert lying == picked[box][0], box
        left += faint > picked[box][1]
    assert left >= 1, "the move of a bead that has left is faint"


#: Pieces that move as far as they like, so that some arrows go the same way.
ROOKS = """name = "Rooks"
board = "3x3"
start = ["b.b", "...", "w.w"]
[side.white]
slide = ["orthogonal"]
goal = "far"
[side.black]
slide = ["orthogonal"]
goal = "far"
"""


@pytest.mark.every
@pytest.mark.parametrize("rules", [ROOKS, "told:hare-hounds-end"])
def test_arrows_that_go_the_same_way_and_those_of_small_cells_are_told_apart(
    opened, tmp_path, rules
):
    """The badges of an open box do not lie on each other."""
    path = tmp_path / "rooks.toml"
    path.write_text(rules, encoding="utf-8")
    page = quick(opened(text=build_page(make_kit(str(path) if rules == ROOKS else rules))))
    page.locator("#cells .can").first.click()
    page.locator("#cells .to").last.click()
    page.locator("#open .choice").first.wait_for()
    badges = page.locator("#open .choice > g").evaluate_all(
        "all => all.map((badge) => badge.getBoundingClientRect()).map(({x, y, width, height}) => "
        "[x, y, width, height])"
    )
    for (x, y, width, height), (x2, y2, *_) in combinations(at_least(2, badges), 2):
        assert abs(x - x2) > 0.8 * width or abs(y - y2) > 0.8 * height


@pytest.mark.every
@pytest.mark.parametrize(
    ("name", "opponent"), sample([("her", "winning-move"), ("menace", "random")], one_in=4)
)
def test_saved_games_are_those_of_the_paper_machine_and_kitgen_reads_them(
    opened, tmp_path, name, opponent
):
    games = 120
    kit = kit_of(name)
    page = opened(name)
    play_at_once(page, games, {"random": "0", "winning-move": "1"}[opponent])
    machine, players = seats(Match(kit, parse_policy(opponent), kit.players[0]), kit.oracle)()
    rng = SplitMix(1)
    outcomes = []
    for _ in range(games):
        played = play_game(kit.game, players, rng)
        outcomes.append(played.outcome if kit.players[0] == 0 else -played.outcome)
    assert counts(page) == as_shown(kit, machine.beads)
    rows = {}
    for button in ("#save-csv", "#save-lines"):
        path = saved(page, button, tmp_path)
        lines = list(
            read_lines(path.read_text(encoding="utf-8"), path.name, kit, vocabularies(TEMPLATES))
        )
        assert [line.fault for line in lines if line.row is None] == []
        rows[button] = [line.row for line in lines]
        assert [row.result for row in at_least(games, rows[button])] == outcomes
        assert {row.opponent for row in rows[button]} == {opponent}
    assert rows["#save-csv"] == rows["#save-lines"]


@pytest.mark.every
def test_many_games_are_quick_and_can_then_not_be_saved(opened):
    page = opened()
    play_at_once(page, 30_000)
    assert "30,000" in page.inner_text("#score")
    assert page.locator("#save-csv").is_disabled()
    assert "20,000" in page.inner_text("#cannot")
    assert page.locator("#curve polyline").count() == 1
    assert {"0%", "50%", "100%"} <= {*page.locator("#curve text").all_text_contents()}
    page.click("#menu-open")
    page.click("#reset")
    page.click("#ask-yes")
    page.get_by_text("0 games", exact=False).first.wait_for()
    assert page.inner_text("#score").startswith("0 games")


@pytest.mark.every
def test_moves_are_taken_back_and_a_game_is_given_up_for_nothing(opened):
    page = quick(opened())
    before = counts(page)
    start = page.inner_html("#board")
    assert page.locator("#play:visible, #back:visible").count() == 0, "nothing was played"
    page.locator("#cells .can").nth(1).click()
    page.locator("#cells .to").first.click()
    page.locator("#cells .can").first.wait_for()
    assert page.inner_html("#board") != start
    page.click("#back")
    assert page.inner_html("#board") == start
    page.locator("#cells .can").first.click()
    page.locator("#cells .to").first.click()
    page.locator("#cells .can").first.wait_for()
    page.click("#play")
    page.wait_for_timeout(100)
    assert page.inner_html("#board") == start
    assert counts(page) == before
    assert page.locator("#log tbody tr").count() == 0


@pytest.mark.every
@pytest.mark.parametrize("name", few(["her", "menace", "ladder", "awari-mini"], one_in=4))
def test_it_says_why_a_game_ended_and_who_won(opened, name):
    page = quick(opened(name))
    said = press_until_over(page)
    reasons = (
        "far row",
        "no pawns left",
        "cannot move",
        "a line",
        "full",
        "last counter",
        "no seeds",
        "too often",
        "empty",
    )
    assert any(reason in said[-1] for reason in reasons), said[-1]
    assert re.search("You win: the machine loses|The machine wins|A draw", said[-1])
    rules = page.locator("#rules li").all_text_contents()
    assert len(rules) > 1
    assert page.locator("#learning dt").count() >= 2


@pytest.mark.every
@pytest.mark.parametrize("language", few(LANGUAGES, one_in=5))
def test_the_language_changes_by_a_press_and_letters_stay_as_printed(opened, language):
    page = quick(opened("her", language="it"))
    letters = counts(page)
    page.click(f"#languages [lang={language}]")
    words = {name: TEXTS[name]("web.turn_arrow") for name in LANGUAGES}
    page.get_by_text(words[language]).first.wait_for()
    assert page.get_attribute("html", "lang") == language
    assert counts(page) == letters
    press_until_over(page)
    text = page.inner_text("body")
    others = [word for name, word in words.items() if name != language]
    assert not any(word in text for word in others)
    page.reload()
    page.get_by_text(words[language]).first.wait_for()


@pytest.mark.every
def test_it_learns_while_somebody_watches_at_any_speed(opened):
    page = opened()
    page.click("#tab-watch")
    page.evaluate("document.getElementById('pace').value = '300'")
    page.click("#watch-play")
    page.locator("#tray .picked").first.wait_for()
    page.click("#watch-play")
    games = []
    for place, most in ((2, 12), (4, 110), (7, 10**9)):
        page.locator("#speed").evaluate(
            "(one, at) => { one.value = at; one.dispatchEvent(new Event('input')); }", place
        )
        before = shown_games(page)
        page.click("#watch-play")
        page.wait_for_timeout(1000)
        page.click("#watch-play")
        page.wait_for_timeout(100)
        games.append(shown_games(page) - before)
        assert games[-1] <= 3 * most
    assert games[0] < games[1] < games[2]
    assert games[2] > 3000


def shown_games(page):
    return int(re.match(r"[\d,]+", page.inner_text("#score"))[0].replace(",", ""))


@pytest.mark.every
def test_a_machine_of_another_rule_learns_beside_it(opened):
    page = opened()
    play_at_once(page, 60)
    page.select_option("#beside", "reward")
    assert "The machine beside it:" in page.inner_text("#score-rival")
    assert page.locator("#curve .rival").count() == 1
    assert page.locator("#known table").count() == 2
    # The same rule beside it, from the same luck, is the same machine.
    page.select_option("#beside", "printed")
    _, *own_score = re.findall(r"\d+", page.inner_text("#score"))  # the games come first
    assert own_score == re.findall(r"\d+", page.inner_text("#score-rival"))
    # More games than the sum of their results is drawn for: then the shares of won games.
    play_at_once(page, 2000)
    rival_curve = page.get_attribute("#curve .rival", "points")
    assert rival_curve == page.get_attribute("#curve .own", "points")
    page.click("#rival-box summary")
    heaps = (
        "all => all.map((box) => [...box.querySelectorAll('.spoken')].map((one) => "
        "one.textContent).join(' '))"
    )
    assert page.locator("#boxes-rival .count").evaluate_all(heaps) == counts(page)
    page.select_option("#beside", "reward")
    assert page.locator("#boxes-rival .count").evaluate_all(heaps) != counts(page)


@pytest.mark.every
def test_beads_that_have_left_are_named(opened):
    page = opened()
    play_at_once(page, 60)
    gone = []
    for box, line in zip(kit_of("her").boxes, counts(page), strict=True):
        for slot, count in zip(box.slots, numbers_in(line), strict=True):
            if count == 0:
                gone.append(f"{box.id} {slot.colour.letter}")
    names = ", ".join(at_least(3, gone))
    assert f"Colours that have left their boxes: {names}." in page.inner_text("#known")


@pytest.mark.every
def test_numbers_out_of_range_are_refused_where_they_stand(opened):
    page = opened()
    page.click("#tab-watch")
    for wrong in ("-5", "0", "99999999", "2.5"):
        page.fill("#many", wrong)
        page.click("#play-many")
        assert page.evaluate("document.activeElement.id") == "many", wrong
        assert page.inner_text("#score").startswith("0 games"), wrong
    page.click("#menu-open")
    page.fill("#rule-win", "40")
    page.click("#rule-apply")
    assert page.evaluate("document.activeElement.id") == "rule-win"
    assert "#" not in page.url


@pytest.mark.every
def test_a_changed_machine_is_carried_by_its_address(opened):
    page = opened()
    page.click("#menu-open")
    page.fill("#rule-start", "3")
    page.fill("#rule-win", "2")
    page.fill("#rule-loss", "-2")
    page.click("#rule-apply")
    page.locator("#menu").wait_for(state="hidden")
    assert set(counts(page)[0].split()[1::2]) == {"3"}
    address = page.url
    assert address.endswith("#start=3&win=2&loss=-2")
    against = opened(beside=page)
    against.goto(f"{address}&opponent=winning-move")
    against.reload()
    assert against.input_value("#opponent") == "1"
    play_at_once(page, 30)
    beads = counts(page)
    rule = Rule("", {}, start=(3,), win=Change(every=2), loss=Change(every=-2))
    kit = with_rule(kit_of("her"), rule, "ours")
    machine, players = seats(Match(kit, parse_policy("random"), kit.players[0]), kit.oracle)()
    rng = SplitMix(1)
    for _ in range(30):
        play_game(kit.game, players, rng)
    assert [numbers_in(line) for line in beads] == [list(held) for held in machine.beads]
    assert page.locator("#save-lines").is_disabled()
    assert "changed rule" in page.inner_text("#cannot")
    other = opened(beside=page)
    other.goto(address)
    other.reload()
    assert counts(other) == beads, "its games are kept under its rule"
    assert counts(opened(beside=page)) != beads, "the printed machine has games of its own"


@pytest.mark.every
def test_a_position_is_set_up_and_played_from(opened):
    page = quick(opened())
    page.locator("summary", has_text="Ask it").click()
    page.click("#setup-open")
    assert "no box" in page.inner_text("#said"), "White is to move at the start"
    # a2 gets the pawn of a1: the first reply.
    for cell, presses in (("a1", 1), ("a2", 1)):
        for _ in range(3):
            if page.locator(
                f"[aria-label^='{cell}: {'empty' if cell == 'a1' else 'white pawn'}']"
            ).count():
                break
            page.locator(f"[aria-label^='{cell}:']").click()
        assert presses
    assert page.inner_text("#said") == "Here the machine opens box A1."
    before = counts(page)
    page.click("#setup-play")
    page.locator("#cells .can").first.wait_for()
    press_until_over(page)
    assert "nothing is learned" in page.inner_text("#said")
    assert counts(page) == before
    assert page.locator("#log tbody tr").count() == 0


@pytest.mark.every
def test_screen_readers_hear_positions_and_moves(opened):
    page = quick(opened())
    assert page.inner_text("#position") == (
        "On the board: black pawn on a3, b3, c3; white pawn on a1, b1, c1."
    )
    labels = page.locator(".cell").evaluate_all(
        "all => all.map((one) => one.getAttribute('aria-label'))"
    )
    assert labels[:4] == ["a3: black pawn", "b3: black pawn", "c3: black pawn", "a2: empty"]
    assert labels[6] == "a1: white pawn. Press to choose it"
    page.locator(".cell.can").first.click()
    assert (
        page.locator(".cell.to").get_attribute("aria-label")
        == "a2: empty. white pawn from a1 to a2"
    )
    page.locator("summary", has_text="Moves as a list").click()
    assert page.locator("#moves button").all_inner_texts()[0] == "white pawn from a1 to a2"


@pytest.mark.every
@pytest.mark.parametrize(
    ("name", "language"),
    sample([("ladder", "it"), *(("her", one) for one in LANGUAGES), ("menace", "en")], one_in=12),
)
def test_nothing_is_wider_than_a_telephone(opened, name, language):
    page = opened(name, width=360, height=740, language=language)
    for tab in ("#tab-play", "#tab-watch", "#tab-table"):
        page.click(tab)
        page.wait_for_timeout(50)
        assert page.evaluate("document.documentElement.scrollWidth") == 360, tab
        small = (
            "all => all.filter((one) => one.offsetParent && "
            "one.getBoundingClientRect().height < 43)"
            ".map((one) => one.id || one.className)"
        )
        assert page.locator("button, select, input:not([type=range])").evaluate_all(small) == []


@pytest.mark.every
@pytest.mark.parametrize(
    ("motion", "scheme"), [*product(("reduce", "no-preference"), ("dark", "light"))]
)
def test_motion_and_light_are_as_the_system_has_them(opened, motion, scheme):
    page = opened(reduced_motion=motion, color_scheme=scheme)
    paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (paper == "rgb(22, 24, 29)") == (scheme == "dark")
    page.locator("#cells .can").first.click()
    page.locator("#cells .to").first.click()
    animation = page.wait_for_function(
        "() => { const bead = document.querySelector('#tray.shaken .bead');"
        " return bead && getComputedStyle(bead).animationName; }"
    )
    assert animation.json_value() == ("none" if motion == "reduce" else "shake")
    set_menu(page, "#theme", "light" if scheme == "dark" else "dark")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != paper


@pytest.mark.every
def test_a_machine_whose_first_boxes_are_empty_can_learn_no_more(opened):
    """Gardner's HIM loses from the start: against perfect play its only first box is soon empty."""
    page = quick(opened("him"))
    play_at_once(page, 60, "2")
    assert page.locator("#boxes .card.empty .id").first.inner_text() == "A1"
    page.click("#tab-play")
    page.locator("#cells .any").first.click()
    page.locator(READY).wait_for()
    shown = page.inner_text("#said")
    assert "Box A1 is empty. The machine gives up." in shown
    assert "it can learn no more" in shown


@pytest.mark.every
def test_the_menu_leads_to_the_app_where_there_is_one(opened):
    alone = opened(width=360)
    alone.click("#menu-open")
    assert alone.locator("#app-link:visible").count() == 0
    page = opened(text=build_page(kit_of("her"), app="https://example.org/app/"), width=360)
    page.click("#menu-open")
    link = page.locator("#app-link:visible")
    assert link.get_attribute("href") == "https://example.org/app/#kit=her&language=en"
    english = link.inner_text()
    page.click("#menu-languages button[lang=es]")
    assert "tablero" in link.inner_text() != english


def chance_of_same_game(kit, position, memory):
    """Return a bound of the chance that two machines with the same beads play games that open the
    same boxes.

    The opponent plays at random. The machines' own picks are taken to agree always, and replies
    that lead to the same box count as one.
    """
    game = kit.game
    if position not in memory:
        children = [game.play(position, move).position for move in game.legal_moves(position)]
        chances = [chance_of_same_game(kit, child, memory) for child in children]
        if game.result(position) is not None or not children:
            memory[position] = 1.0
        elif position.to_move == kit.players[0]:
            memory[position] = max(chances)
        else:
            by_box = {}
            for child, chance in zip(children, chances, strict=True):
                located = kit.locate(child)
                by_box.setdefault(located[0].id if located else "", []).append(chance)
            memory[position] = sum(
                (len(same) / len(children)) ** 2 * max(same) for same in by_box.values()
            )
    return memory[position]


@pytest.mark.every
def test_fresh_visits_see_different_games_and_a_seed_in_the_address_the_same_ones(opened, tmp_path):
    kit = kit_of("menace")
    games = 10
    assert chance_of_same_game(kit, kit.game.start(), {}) ** games < 1e-9, (
        "two visits would differ by chance alone"
    )

    def games_of(page):
        play_at_once(page, games)
        return saved(page, "#save-csv", tmp_path).read_text(encoding="utf-8")

    first = opened("menace", before="")
    visits = [games_of(first), games_of(opened("menace", before=""))]
    assert visits[0] != visits[1]
    first.click("#menu-open")
    seed = re.search("[0-9]+", first.inner_text("#seed-now"))[0]
    first.click("#menu-close")
    lesson = opened("menace", before="", address=f"#seed={seed}")
    assert games_of(lesson) == visits[0]
    lesson.reload()
    lesson.click("#menu-open")
    assert lesson.input_value("#seed") == seed
    assert seed in lesson.inner_text("#seed-now")


#: The cells of a small board, a sign for each, put together from the shapes that are drawn on it.
CELLS_DRAWN = """(picture) => {
  const data = JSON.parse(document.getElementById('data').textContent);
  const { parts, centres } = data.pictures;
  const uses = [...document.querySelectorAll(`${picture} > use`)].map((use) =>
    [use.getAttribute('href').slice(2), use.getAttribute('x'), use.getAttribute('y')].join());
  const lies = (key) => parts[key].every((part) => uses.includes(part.join()));
  return centres.map((_, cell) => {
    const seen = (each) => parts[`${cell}:${each}`] && lies(`${cell}:${each}`);
    const content = [...Array(60).keys()].reverse().find(seen);
    return String.fromCharCode(48 + (content ?? 0));
  }).join('');
}"""


@pytest.mark.every
@pytest.mark.parametrize(
    "name", few(["him", "menace", "her", "misere", "awari-mini", "ladder"], one_in=6)
)
def test_the_picture_of_your_move_shows_yours(opened, name):
    page = opened(name)
    kit = kit_of(name)
    machine = kit.players[0]
    cells = page.evaluate(CELLS_DRAWN, "#picture-play")
    your_moves = first_moves_of_the_other_side(kit.game, kit.game.start(), machine)
    arrows = kit.game.diagram.moves == "arrow"
    shown = {signs(before if arrows else after) for before, after in your_moves}
    assert cells in at_least_one(shown)
    figures = page.locator("#story figure:first-child")
    assert figures.locator("#picture-pick").count() == (kit.game.start().to_move == machine)


def first_moves_of_the_other_side(game, start, machine):
    """Return the cells before and after each first move of the machine's opponent."""
    starts = [start]
    if start.to_move == machine:
        starts = [game.play(start, move).position for move in game.legal_moves(start)]
    found = []
    for before in starts:
        for move in game.legal_moves(before):
            found.append((before.cells, game.play(before, move).position.cells))
    return found


@pytest.mark.every
@pytest.mark.parametrize("language", few(LANGUAGES, one_in=5))
def test_the_page_says_how_to_win_and_where_to_press_next(opened, language):
    page = opened(language=language)
    kit = kit_of("her", language=language)
    texts = TEXTS[language]
    assert page.locator("#aim p").all_inner_texts() == game_aim(Spoken(kit, texts))
    asked = page.inner_text("#said")
    page.locator("#cells .can").first.click()
    assert page.inner_text("#said") == texts("web.press_target")
    page.locator("#cells .from").click()
    assert page.inner_text("#said") == asked


@pytest.mark.every
@pytest.mark.parametrize(
    ("rule", "meaning"),
    sample(
        [
            ("#start=1&win=-1&loss=-1", "web.meaning_never"),
            ("#start=3&win=-1&loss=-1", "web.meaning_less"),
            ("#start=1&win=1&loss=1", "web.meaning_more"),
        ],
        one_in=3,
    ),
)
def test_it_says_what_a_changed_bead_means_for_the_next_games(opened, rule, meaning):
    page = quick(opened(address=rule))
    press_until_over(page)
    shown = page.inner_text("#said")
    meanings = [key for key in TEXTS["en"].raw_under("web.") if key.startswith("meaning_")]
    assert {
        f"web.{key}" for key in at_least(4, meanings) if TEXTS["en"](f"web.{key}") in shown
    } == {meaning}


@pytest.mark.every
def test_a_bead_of_the_only_colour_changes_nothing_for_the_next_games(opened):
    page = quick(opened("her", address="#start=2&win=-1&loss=-1"))
    for _ in range(12):
        press_until_over(page)
        changes = re.findall(
            r"Box (\w+), \w+ \((\w)\): (\d+) → (\d+)\. ?([^→]*?)(?=Box|$)", page.inner_text("#said")
        )
        for box, letter, _before, after, meaning in at_least(
            0, changes
        ):  # not every game changes a box
            if after != "0" and held_of(page, box).keys() == {letter}:
                assert "often" not in meaning
                return
        page.click("#play")
    raise AssertionError("no box with one colour was opened")


def held_of(page, box):
    """Return the beads of a box that are left, by their letters."""
    card = page.locator(
        "#boxes .card", has=page.get_by_role("button", name=re.compile(rf"^{box}\b"))
    )
    heaps = [heap.split() for heap in card.locator(".spoken").all_text_contents()]
    return {letter: int(count) for letter, count in heaps if count != "0"}


@pytest.mark.every
@pytest.mark.parametrize("language", few(LANGUAGES, one_in=5))
@pytest.mark.parametrize(
    ("rules", "sentences"),
    sample([("told:hexapawn", 1), ("told:ttt", 1), ("told:hens-on-guard", 3)], one_in=3),
)
def test_a_told_game_has_an_aim_and_its_end_a_reason(opened, rules, sentences, language):
    page = quick(opened(text=build_page(make_kit(rules, language=language))))
    lines = page.locator("#aim p").all_inner_texts()
    assert len(lines) == sentences
    assert set(lines) <= set(page.locator("#rules li").all_text_contents())
    press_until_over(page)
    shown = page.inner_text("#said")
    reasons = TEXTS[language].raw_under("told.ending.")
    assert [
        key for key in at_least(4, reasons) if TEXTS[language](f"told.ending.{key}") in shown
    ] != []


@pytest.mark.every  # visits in Node see the same
@pytest.mark.parametrize("name", few(["her", "menace"], one_in=2))
def test_a_reload_is_no_way_out_of_a_game(opened, name):
    page = quick(opened(name))
    page.locator("#cells .can, #cells .any").first.click()
    if page.locator("#cells .to").count():
        page.locator("#cells .to").first.click()
    page.locator("#cells .can").first.wait_for()
    board = page.inner_text("#position")
    page.reload()
    page.locator("#said", has_text="Going on with your game.").wait_for()
    page.locator("#cells .can").first.wait_for()
    assert page.inner_text("#position") == board
    press_until_over(page)
    assert page.locator("#log tbody tr").count() == 1
    page.reload()
    page.locator("#cells .can, #cells .any").first.wait_for()
    assert "Going on with your game." not in page.inner_text("#said"), (
        "the game that is over is not played again"
    )
    assert page.locator("#log tbody tr").count() == 1


@pytest.mark.every
def test_a_move_is_made_once_it_is_seen_also_if_the_page_is_opened_anew(opened):
    page = opened()
    page.locator("#cells .can").first.click()
    page.locator("#cells .to").first.click()
    page.locator("#said", has_text="You:").wait_for()
    page.reload()
    page.locator("#said", has_text="The machine opens box").wait_for(timeout=5_000)


#: Time stands still once a game is over, until the window's name says that it may go on.
STANDS_STILL = """const slowly = setTimeout;
setTimeout = (work, time) => {
  const over = /happy|sad/.test(document.getElementById('robot').className.baseVal);
  return slowly(work, over && window.name !== 'go on' ? 1e7 : time / 20);
};
"""


@pytest.mark.every
def test_a_reload_between_the_last_move_and_the_lesson_loses_neither(opened):
    page = opened(before=SAME_LUCK + STANDS_STILL)
    over = page.locator("#robot.happy, #robot.sad")
    while not over.count():
        target = page.locator("#cells .to")
        pieces = page.locator("#cells .can")
        over.or_(pieces).first.wait_for()
        if pieces.count():
            (target if target.count() else pieces).first.click()
    assert page.locator("#log tbody tr").count() == 0, "it is not noted yet"
    end = page.inner_text("#said")
    page.evaluate("window.name = 'go on'")
    page.reload()
    page.locator(READY).wait_for()
    assert page.locator("#log tbody tr").count() == 1
    assert end in page.inner_text("#said")


def test_a_new_visit_begins_with_play_and_a_reload_stays(opened):
    page = opened()
    page.click("#tab-watch")
    page.reload()
    page.locator("#watch-play:visible").wait_for()
    other = opened(beside=page)
    assert other.get_attribute("#tab-play", "aria-selected") == "true"


@pytest.mark.every
@pytest.mark.parametrize("language", few(LANGUAGES, one_in=5))
def test_box_buttons_are_named_by_what_they_show(opened, language):
    page = opened(language=language)
    names = page.locator("#boxes button").evaluate_all("all => all.map((one) => one.ariaLabel)")
    assert len(names) == len(set(names)) == 19
    kit = kit_of("her", language=language)
    for name, box in zip(names, kit.boxes, strict=True):
        assert name.startswith(f"{box.id}. ")
        pawns = sum(cell != 0 for cell in box.position.cells)
        assert len(re.findall(r"\b[abc][123]\b", name.partition(". ")[2])) == pawns
