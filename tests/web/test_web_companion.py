"""The companion page beside a class's machine: followed on the table, its games kept, read,
written, explained.
"""

import json
import re

import pytest
from browsers import (
    READY,
    as_shown,
    barriers,
    counts,
    load_games,
    numbers_in,
    page_of,
    play_at_once,
    press_until_over,
    saved,
    set_menu,
)
from counting import at_least_one
from jobs import TEMPLATES, TEXTS, kit_of, slots_of
from journal_games import begun, rows_of
from sampling import few, sample

from kitgen.journal.beads import RunningBeads
from kitgen.journal.exchange import add_file, exported, read_lines
from kitgen.journal.journal import Journal
from kitgen.machine.first_games import FirstGames, learning_band
from kitgen.record.machine_events import EventBead, MachineEvent
from kitgen.record.rows import GameRow, Passages
from kitgen.record.table_words import vocabularies
from kitgen.sources.journal_start import import_journal
from kitgen.web.page_build import build_page


def follow(page, presses=30):
    """Enter a game of the machine on the table: always the first that can be pressed."""
    page.click("#tab-table")
    page.click("#play")
    for _ in range(presses):
        if page.locator("#moves button:not(.none)").count() == 0:
            break
        page.locator("#moves button:not(.none)").first.click()
        page.wait_for_timeout(20)
    page.locator(READY).wait_for()


def beads_after(kit, rows):
    beads = RunningBeads(Passages(kit))
    for row in rows:
        beads.learn(row)
    return as_shown(kit, beads.all())


def rows_in(path, kit):
    lines = list(
        read_lines(path.read_text(encoding="utf-8"), path.name, kit, vocabularies(TEMPLATES))
    )
    assert [line.fault for line in lines if line.row is None] == []
    return [line.row for line in lines]


@pytest.mark.every
@pytest.mark.parametrize(("name", "language"), sample([("ladder", "es"), ("her", "en")], one_in=4))
def test_the_machine_on_the_table_is_followed(opened, tmp_path, name, language):
    kit = kit_of(name, language=language)
    page = opened(name, language=language)
    page.click("#tab-table")
    page.fill("#name", "Anna, 3B")
    before = counts(page)
    for _ in range(2):
        follow(page)
    rows = rows_in(saved(page, "#save-lines", tmp_path), kit)
    assert [(row.game, row.opponent, row.resigned) for row in rows] == [
        (1, "Anna, 3B", False),
        (2, "Anna, 3B", False),
    ]
    assert counts(page) == beads_after(kit, rows)
    told = page.locator("#todo-list li").all_inner_texts()
    moved = [
        kit.boxes[at].id
        for at, pair in enumerate(zip(beads_after(kit, rows[:1]), counts(page), strict=True))
        if len(set(pair)) > 1
    ]
    assert all(any(f" {box}:" in line for line in told) for box in moved)
    assert len(told) == max(1, len(moved))
    assert before != counts(page)


def press(page, name):
    page.get_by_role("button", name=name, exact=True).click()


@pytest.mark.every
def test_each_step_says_what_to_do_on_the_table(opened):
    page = opened()
    page.click("#tab-table")
    page.click("#play")
    press(page, "white pawn from a1 to a2")
    assert page.inner_text("#said").endswith(
        "Open box A1, shake it and pick a bead. Which one is it?"
    )
    assert (
        page.inner_text("#lies")
        == "⇄ It is the mirror image of the table: left and right are swapped."
    )
    assert page.inner_text("#holds") == "It should hold R 1, U 1, Y 1."
    press(page, "R (red)")
    assert "For red (R), move for the machine: black pawn from c3 to c2." in page.inner_text(
        "#said"
    )
    page.click("#back")
    assert "Open box A1," in page.inner_text("#said")
    page.click("#back")
    press(page, "white pawn from c1 to c2")
    assert page.inner_text("#lies") == "It lies as on the table."
    press(page, "Y (yellow)")
    assert "black pawn from b3 takes white pawn on c2" in page.inner_text("#said")
    press(page, "white pawn from b1 takes black pawn on c2")
    press(page, "the box is empty")
    page.locator(READY).wait_for()
    assert "should hold" in page.inner_text("#said"), "by the games noted the box was not empty"
    # Gardner's rule takes the last bead that was picked.
    assert page.locator("#todo-list li").all_inner_texts() == [
        "Box A1: take out 1 bead Y (yellow). It then holds R 1, U 1, Y 0."
    ]
    page.click("#play")
    press(page, "white pawn from c1 to c2")
    press(page, "Y (yellow)")
    assert "there is no bead Y in box A1; it should hold R 1, U 1, Y 0" in page.inner_text("#said")


@pytest.mark.every
def test_a_step_back_goes_past_moves_that_need_no_box(opened):
    page = opened("her-skip", text=build_page(kit_of("her", forced="skip")))
    page.click("#tab-table")
    page.click("#play")
    for name in (
        "white pawn from c1 to c2",
        "R (red)",
        "white pawn from b1 takes black pawn on a2",
        "U (blue)",
        "white pawn from a1 takes black pawn on b2",
    ):
        shown = page.inner_html("#board")
        press(page, name)
    assert (
        "The machine has one move, without a box. Make it: black pawn from c3 takes "
        "white pawn on b2." in page.inner_text("#said")
    )
    page.click("#back")
    assert page.inner_html("#board") == shown
    assert page.locator("#moves button").all_inner_texts() == [
        "white pawn from a2 to a3", "white pawn from a1 takes black pawn on b2",
    ]  # fmt: skip


@pytest.mark.every
def test_the_table_and_the_screen_have_journals_of_their_own_and_all_is_remembered(opened):
    page = opened()
    set_menu(page, "#player", "Ada")
    new = counts(page)
    play_at_once(page, 30)
    on_screen = counts(page)
    page.click("#tab-table")
    assert counts(page) == new
    page.fill("#name", "Anna")
    follow(page)
    on_table = counts(page)
    assert page.locator("#log tbody tr").count() == 1
    page.click("#play")
    press(page, "white pawn from a1 to a2")
    press(page, "U (blue)")
    board = page.inner_html("#board")
    page.reload()
    page.get_by_text("begun to follow").wait_for()
    assert page.get_attribute("#tab-table", "aria-selected") == "true"
    assert page.inner_html("#board") == board
    assert page.input_value("#name") == "Anna"
    assert counts(page) == on_table
    page.click("#tab-watch")
    assert counts(page) == on_screen
    assert page.inner_text("#score").startswith("30 games")
    assert page.input_value("#player") == "Ada"


@pytest.mark.every
@pytest.mark.parametrize("name", few(["ladder", "him"], one_in=4))
def test_games_go_from_page_to_journal_and_back(opened, tmp_path, name):
    kit = kit_of(name)
    page = opened(name)
    play_at_once(page, 40, "3")
    page.click("#tab-play")
    files = [saved(page, button, tmp_path) for button in ("#save-lines", "#save-csv")]
    path = begun(tmp_path / "ours.kitgen", kit)
    with Journal(path, write=True) as journal:
        assert len(add_file(journal, files[0]).noted) == 40
        assert (len(add_file(journal, files[1]).noted), add_file(journal, files[1]).passed) == (
            0,
            40,
        )
        journal.add(
            GameRow(
                0,
                rows_of(kit, 1)[0].picks,
                rows_of(kit, 1)[0].result,
                "Łucja",
                remark='a "good" game, </script>',
            )
        )
        for form, file in zip(("jsonl", "csv"), files, strict=True):
            file.write_bytes(exported(journal, form))
        games = journal.games()
        text = build_page(journal.kit, journal=exported(journal, "jsonl").decode())
    # The games that have come are added, those that were there stay.
    for file in files:
        load_games(page, file)
        page.get_by_text("added").wait_for()
    assert counts(page) == beads_after(kit, games)
    assert saved(page, "#save-lines", tmp_path / "again").read_bytes() == files[0].read_bytes()
    # A page of the journal starts with its games and beads, and says the same.
    other = opened(f"{name}-journal", text=text)
    assert "41 games" in other.inner_text("#said")
    assert counts(other) == beads_after(kit, games)
    for button, file in zip(("#save-lines", "#save-csv"), files, strict=True):
        assert saved(other, button, tmp_path / "other").read_bytes() == file.read_bytes()


@pytest.mark.every
def test_what_cannot_be_is_refused_and_nothing_is_added(opened, tmp_path):
    page = opened()
    good = "game,A,B,result\n1,A1 R,B1 U,L\n"
    for number, (text, said) in enumerate([
        (good + "2,A1 R,C1 R,L\n", "Line 3: C1 R cannot come there. Nothing was added."),
        (good + "2,A1 R,B1 U,W\n", "Line 3: the game cannot end so after B1 U."),
        (good + "2,A1 R,B1 U,D\n", "Line 3: the game cannot end so after B1 U."),
        (good + "1,A1 U,B5 Y,L\n", "Game 1 is there already, and is not the same."),
        ('{"game": 1}', "Line 1 is not a game."),
    ]):  # fmt: skip
        path = tmp_path / f"{number}.csv"
        path.write_text(text, encoding="utf-8")
        load_games(page, path)
        page.get_by_text(said).wait_for()
    assert page.inner_text("#score").startswith("0 games")


@pytest.mark.every
def test_a_table_with_words_of_another_language_is_read(opened, tmp_path):
    page = opened("her", language="en")
    path = tmp_path / "spiele.csv"
    path.write_text("Spiel,A,B,Ergebnis\n1,A1 R,B1 U,Niederlage\n", encoding="utf-8")
    load_games(page, path)
    page.get_by_text("added").wait_for()
    assert page.inner_text("#score").startswith("1 game")


@pytest.mark.every
def test_games_are_kept_taken_back_and_begun_again(opened):
    page = opened()
    new = counts(page)
    play_at_once(page, 30)
    after = counts(page)
    page.reload()
    page.get_by_text("30 games").first.wait_for()
    assert counts(page) == after
    play_at_once(page, 5)
    whole = counts(page)
    rows = page.locator("#log tbody tr").all_inner_texts()
    for _ in range(5):
        page.click("#undo")
        page.wait_for_timeout(30)
    assert counts(page) == after
    assert page.inner_text("#said").startswith("Game 31 is taken back")
    page.click("#menu-open")
    page.click("#reset")
    assert page.evaluate("document.activeElement.id") == "ask-no"
    page.keyboard.press("Enter")
    assert counts(page) == after
    page.click("#menu-open")
    page.click("#reset")
    page.click("#ask-yes")
    page.locator("#said", has_text="A new machine").wait_for()
    assert counts(page) == new
    # Luck goes on where it was, so that all is as if the page had never been closed.
    play_at_once(page, 35)
    assert counts(page) == whole
    assert page.locator("#log tbody tr").all_inner_texts() == rows


@pytest.mark.every
def test_an_entry_is_changed_put_in_taken_out_and_all_of_it_taken_back(opened, tmp_path):
    kit = kit_of("her")
    page = opened()
    page.click("#tab-table")
    path = tmp_path / "games.csv"
    path.write_text(
        "game,A,B,result\n1,A1 R,B1 U,L\n2,A1 U,B5 Y,L\n3,A2 U,B8 U,W\n", encoding="utf-8"
    )
    load_games(page, path)
    page.get_by_text("3 games added").wait_for()

    def change(game, button="#edit-save", **fields):
        page.get_by_role("button", name=f"Change game {game}", exact=True).click()
        if button == "#edit-insert":
            page.click("#edit-insert")
            button = "#edit-save"
        for field, value in fields.items():
            (page.select_option if field == "result" else page.fill)(f"#edit-{field}", value)
        page.click(button)

    def beads_of_games():
        return beads_after(kit, rows_in(saved(page, "#save-csv", tmp_path / "now"), kit))

    whole = counts(page)
    change(2, beads="A1 U, C1 R")
    assert "cannot come there" in page.inner_text("#edit-fault")
    page.fill("#edit-beads", "A1 U, B5 R")
    page.click("#edit-save")
    page.get_by_text("Game 2 is changed").wait_for()
    changed = counts(page)
    assert changed == beads_of_games() != whole
    change(2, "#edit-insert", beads="A1 Y, B10 R", result="W", name="Zoë")
    page.get_by_text("Zoë").wait_for()
    assert page.locator("#log tbody tr").count() == 4
    change(4, "#edit-remove")
    page.get_by_text("Game 4 is removed").wait_for()
    assert counts(page) == beads_of_games()
    for left in (4, 3, 3):
        page.click("#undo")
        page.wait_for_timeout(30)
        assert page.locator("#log tbody tr").count() == left
    assert counts(page) == whole


@pytest.mark.every
def test_counted_beads_are_held_against_the_games(opened):
    page = opened()
    follow(page)
    page.locator("summary", has_text="Count what lies").click()
    held = dict(zip([box.id for box in kit_of("her").boxes], counts(page), strict=True))
    fields = page.locator("#count-boxes fieldset")
    for number, box in ((0, "A1"), (1, "A2")):
        for field, beads in zip(
            fields.nth(number).locator("input").all(), held[box].split()[1::2], strict=True
        ):
            field.fill(beads)
    page.click("#count-compare")
    assert page.inner_text("#count-said") == "2 boxes hold what the games say."
    fields.nth(1).locator("input").first.fill("7")
    page.click("#count-compare")
    assert "Box A2, R (red): 7 counted, by the games there should be 1." in page.inner_text(
        "#count-said"
    )
    assert page.locator("#count-boxes .off legend").all_inner_texts() == ["A2"]


def note(page, what, **fields):
    """Note on the page what happened to the machine on the table."""
    page.locator("#happened details").evaluate("details => (details.open = true)")
    page.select_option("#happened-what", what)
    for field, value in fields.items():
        box = page.locator(f"#happened-{field}")
        (box.select_option if field == "box" else box.fill)(value)
    page.click("#happened-note")
    page.wait_for_timeout(30)


LOST = """game,A,B,result
1,A1 R,B1 R,L
2,A1 R,B1 U,L
3,A1 U,,L
"""


@pytest.mark.every
def test_what_happened_to_the_machine_is_noted_taken_back_saved_and_read_again(opened, tmp_path):
    (tmp_path / "lost.csv").write_text(LOST, encoding="utf-8")
    page = opened()
    page.click("#tab-table")
    load_games(page, tmp_path / "lost.csv")
    page.get_by_text("3 games added").wait_for()
    box = [box.id for box in kit_of("her").boxes].index("B1")
    seen = [counts(page)[box]]
    note(page, "reset", after="1")
    seen.append(counts(page)[box])
    page.click("#undo")
    page.get_by_text("The last change of the games is taken back").wait_for()
    seen.append(counts(page)[box])
    note(page, "refilled", box="B1")
    seen.append(counts(page)[box])
    assert seen == ["R 0 U 0", "R 1 U 0", "R 0 U 0", "R 1 U 1"]
    note(page, "reset", after="2")
    page.get_by_role("button", name="Take this back: After game 2: all boxes").click()
    page.wait_for_timeout(30)
    assert page.locator("#happened-list li").all_inner_texts() == [
        "After game 3: a box was filled again as at the start (B1) Take this back"
    ]
    lines = saved(page, "#save-lines", tmp_path)
    with import_journal(lines, tmp_path / "class.kitgen") as journal:
        assert journal.events() == (MachineEvent("refilled", 3, box="B1"),)
        assert counts(page) == as_shown(journal.kit, journal.beads())
        text = exported(journal, "jsonl")
        assert lines.read_bytes() == text
        other = opened("her-happened", text=build_page(journal.kit, journal=text.decode()))
    other.click("#tab-table")
    assert counts(other) == counts(page)
    page.reload()
    page.locator("#happened-list li").wait_for(state="attached")
    assert counts(page) == counts(other)


@pytest.mark.every
def test_after_games_of_others_the_page_asks_for_all_boxes_and_goes_on_from_the_count(
    opened, tmp_path
):
    (tmp_path / "lost.csv").write_text(LOST, encoding="utf-8")
    page = opened(language="it")
    page.click("#tab-table")
    load_games(page, tmp_path / "lost.csv")
    note(page, "others", games="5")
    assert "Dopo la partita 3: altri hanno giocato" in page.inner_text("#happened-list")
    assert "(5)" in page.inner_text("#happened-list")
    assert page.is_visible("#unknown")
    assert not page.is_visible("#boxes")
    page.click("#play")
    assert "nessuno sa che cosa c'è nelle scatole" in page.inner_text("#said")
    assert page.locator("#moves button").count() == 0
    page.locator("#counting details").evaluate("details => (details.open = true)")
    page.click("#count-compare")
    assert page.inner_text("#count-said").startswith(
        "Conta prima tutte le scatole. Mancano ancora: A1, A2, B1"
    )
    assert not page.is_visible("#count-accept")
    page.evaluate(
        "for (const field of document.querySelectorAll('#count-boxes input')) field.value = '1'"
    )
    page.click("#count-compare")
    page.click("#count-accept")
    page.locator("#boxes").wait_for()
    assert set(" ".join(counts(page)).split()[1::2]) == {"1"}
    lines = saved(page, "#save-lines", tmp_path)
    with import_journal(lines, tmp_path / "class.kitgen") as journal:
        others, counted = journal.events()
        assert others == MachineEvent("others", 3, games=5)
        assert (counted.what, counted.after) == ("counted", 3)
        assert EventBead("A1", "R", 1) in counted.beads
        assert exported(journal, "jsonl") == lines.read_bytes()
        assert journal.others_played() is None


@pytest.mark.every
def test_two_files_are_two_machines(opened):
    page = opened()
    play_at_once(page, 30)
    assert opened(beside=page).inner_text("#score").startswith("30 games")
    assert (
        opened("her-3b", text=page_of("her"), beside=page)
        .inner_text("#score")
        .startswith("0 games")
    )


#: Makes a window deaf to what others keep, as one is that plays just then.
DEAF = (
    "const hear = addEventListener; addEventListener = (kind, ...more) => kind === 'storage' || "
    "hear(kind, ...more);"
)


#: How many games the storage holds, as a window sees it.
KEPT = """() => {
  const key = Object.keys(localStorage).find((key) => key.endsWith(" screen"));
  return JSON.parse(localStorage.getItem(key) ?? '{"rows": []}').rows.length;
}"""


def wait_for_kept(page, games: int) -> None:
    """Wait until what another window has saved has reached a window: browsers hand it over in
    their own time.
    """
    page.wait_for_function(f"games => ({KEPT})() === games", arg=games)


@pytest.mark.every
def test_two_windows_lose_no_game(opened):
    first = opened()
    play_at_once(first, 20)
    second = opened(beside=first)
    deaf = opened(beside=first, before=DEAF)
    for page in (second, deaf):
        page.click("#tab-watch")
        assert page.inner_text("#score").startswith("20 games")
    play_at_once(first, 5)
    second.get_by_text("25 games").first.wait_for()
    assert deaf.inner_text("#score").startswith("20 games")
    # Both have played since they last agreed: their games are put together, under other numbers
    # where these are taken.
    wait_for_kept(deaf, 25)
    deaf.fill("#many", "4")
    deaf.click("#play-many")
    for page in (deaf, first, second):
        page.get_by_text("29 games").first.wait_for()
    assert counts(first) == counts(second) == counts(deaf)
    numbers = [line.split("\t")[0] for line in deaf.locator("#log tbody tr").all_inner_texts()]
    assert sorted(map(int, numbers)) == [*range(1, 30)]


@pytest.mark.every
def test_a_game_that_is_put_with_others_is_learned_from_once(opened):
    first = opened("menace")  # each of its games changes beads
    deaf = opened("menace", beside=first, before=DEAF)
    play_at_once(first, 3)
    wait_for_kept(deaf, 3)
    set_menu(deaf, "#pace", "0")
    press_until_over(deaf)
    for page in (deaf, first):
        page.get_by_text("4 games").first.wait_for()
    assert counts(first) == counts(deaf)


@pytest.mark.every
def test_a_window_waits_while_another_one_saves(opened):
    first = opened()
    play_at_once(first, 20)
    second = opened(beside=first)
    lock = second.evaluate(
        """async () => {
          const screen = Object.keys(localStorage).find((key) => key.endsWith(" screen"));
          const key = screen.replace(" screen", "");
          await new Promise((held) => void navigator.locks.request(key, () => {
            held();
            return new Promise((free) => (window.free = free));
          }));
          return key;
        }"""
    )
    assert lock
    first.fill("#many", "5")
    first.click("#play-many")
    first.get_by_text("25 games").first.wait_for()
    assert second.evaluate(KEPT) == 20
    second.evaluate("free()")
    second.get_by_text("25 games").first.wait_for()
    wait_for_kept(second, 25)


@pytest.mark.every
def test_what_another_window_has_overwritten_unseen_is_put_back(opened):
    # Storage has no turns: two windows that save in the same instant may each see what was there
    # before both.
    first = opened()
    play_at_once(first, 20)
    second = opened(beside=first)
    before = second.evaluate(
        "Object.entries(localStorage).find(([key]) => key.endsWith(' screen'))",
    )
    play_at_once(first, 5)
    second.get_by_text("25 games").first.wait_for()
    saved = json.loads(before[1])
    saved["rows"].append(
        {"game": 21, "picks": ["A1 R", "B1 U"], "result": "L", "opponent": "Łucja"}
    )
    saved["line"].append("unseen")
    second.evaluate(
        "([key, text]) => localStorage.setItem(key, text)", [before[0], json.dumps(saved)]
    )
    for page in (first, second):
        page.get_by_text("26 games").first.wait_for()
    wait_for_kept(second, 26)
    assert "Łucja" in first.inner_text("#log")
    assert counts(first) == counts(second)


@pytest.mark.every
def test_games_that_a_page_of_1_0_kept_go_on(opened):
    page = opened()
    key = page.evaluate("Object.keys(localStorage).find((key) => key.endsWith(' screen'))")
    rows = [{"game": 1, "picks": ["A1 R", "B1 U"], "result": "L", "opponent": "Łucja"}]
    kept = json.dumps({"rows": rows, "luck": [1, 2], "line": ["b1x"]})
    page.evaluate(
        "([key, text]) => { localStorage.clear(); localStorage.setItem(key, text); }", [key, kept]
    )
    page.reload()
    page.locator("#said", has_text="1 game").wait_for()
    assert "Łucja" in page.inner_text("#log")
    assert page.text_content("#seed-now") == "", "it did not note its seed"


@pytest.mark.every
def test_what_cannot_be_read_is_put_aside_and_never_written_over(opened):
    page = opened()
    key = page.evaluate("Object.keys(localStorage).find((key) => key.endsWith(' screen'))")
    page.evaluate("(key) => localStorage.setItem(key, 'half a jour')", key)
    page.reload()
    page.get_by_text("put aside").wait_for()
    play_at_once(page, 3)
    kept = page.evaluate("Object.values(localStorage)")
    assert "half a jour" in kept
    page.reload()
    page.get_by_text("3 games").first.wait_for()


@pytest.mark.every
def test_it_says_so_where_the_browser_keeps_nothing(opened):
    page = opened()
    page.locator("#storage:not(:empty)").wait_for(state="attached")
    assert "keeps the games" in page.inner_text("#storage")
    off = (
        "Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('off', "
        "'SecurityError'); }})"
    )
    page = opened(before=off)
    page.locator("#storage:not(:empty)").wait_for(state="attached")
    assert "does not keep the games" in page.inner_text("#storage")
    play_at_once(page, 3)
    assert page.inner_text("#score").startswith("3 games")


@pytest.mark.every  # visits in Node see the same
@pytest.mark.parametrize(
    ("name", "draws"), sample([("awari-mini", True), ("ladder", False)], one_in=2)
)
def test_draws_are_counted_only_where_a_game_can_be_drawn(opened, name, draws):
    page = opened(name)
    play_at_once(page, 3)
    assert ("drawn" in page.inner_text("#score")) == draws
    assert ("= drawn" in page.inner_text("#results-key")) == draws


@pytest.mark.every
def test_it_says_why_a_bead_was_picked(opened):
    page = opened()
    play_at_once(page, 12)
    row = page.locator("#log tbody tr").first
    assert row.locator("td").nth(1).inner_text() == TEXTS["en"]("web.against_0")
    picks = re.findall(r"([A-C]\d+) ([A-Z])", row.inner_text())
    row.get_by_role("button").click()
    assert page.evaluate("document.activeElement.id") == "why-title"
    assert page.inner_text("#why-title") == "Why the machine played as it did in game 12"
    steps = page.locator("#why-list > li")
    assert steps.count() == len(list(at_least_one(picks)))
    for step, (box, letter) in zip(steps.all(), picks, strict=True):
        assert step.locator("b").inner_text() == f"Box {box}"
        lines = step.locator("li").all_inner_texts()
        assert [line[0] for line in lines if "Picked." in line] == [letter]
        beads = [int(re.search(r": (\d+) bead", line)[1]) for line in lines]
        assert [int(re.search(r"(\d+)%", line)[1]) for line in lines] == [
            round(100 * n / sum(beads)) for n in beads
        ]
    first = next(box for box in kit_of("her").boxes if box.id == picks[0][0])
    page.click("#why-close")
    assert (
        page.evaluate("document.activeElement.getAttribute('aria-label')")
        == "Why the machine played as it did in game 12"
    )
    # What it held then is what the games before it leave, which are there when this one is taken
    # back.
    page.locator("#log tbody tr").first.get_by_role("button").click()
    shown = [
        re.match(r"(\w) .*: (\d+) bead", line).groups()
        for line in steps.first.locator("li").all_inner_texts()
    ]
    page.click("#undo")
    page.wait_for_timeout(50)
    assert counts(page)[kit_of("her").boxes.index(first)] == " ".join(
        " ".join(pair) for pair in shown
    )


def across(page, line):
    return [float(place.partition(",")[0]) for place in page.get_attribute(line, "points").split()]


@pytest.mark.every
def test_the_curve_runs_over_the_band(opened):
    kit = kit_of("her")
    page = opened()
    play_at_once(page, 20, "1")
    low, high = learning_band(FirstGames(kit, "winning-move"), 20)
    label = page.get_attribute("#curve", "aria-label")
    assert label.endswith(
        f"At least 8 out of 10 simulated machines have {low[-1]} to {high[-1]} there."
    )
    assert page.locator("#curve .band").count() == 1
    own, band = (across(page, f"#curve .{line}") for line in ("own", "band"))
    assert len(own) == 21
    assert own[-1] == max(band) == float(page.locator("#curve .level").first.get_attribute("x2"))
    left = [int(text) for text in page.locator("#known td").all_inner_texts()]
    winning = sum(slot.beads for _, slot in slots_of(kit) if slot.value == 1)
    losing = sum(slot.beads for _, slot in slots_of(kit) if slot.value == -1)
    assert left[1::2] == [winning, losing]
    shown = sum(sum(numbers_in(line)) for line in counts(page))
    assert sum(left[::2]) == shown


@pytest.mark.every
def test_a_second_machine_learns_opposite(opened):
    page = opened("him")
    set_menu(page, "#pace", "0")
    play_at_once(page, 60, "3")
    page.click("#other summary")
    other = page.locator("#boxes-other .count")
    assert other.count() == 19
    assert page.locator("#boxes-other .none").count() > 3
    learned = other.all_text_contents()
    assert page.locator("#known table").count() == 2
    page.click("#watch-play")
    page.locator("#tray.shaken").wait_for()
    page.click("#watch-play")
    # The browser keeps what the second one has learned, too.
    page.reload()
    page.click("#tab-watch")
    page.wait_for_timeout(100)
    while page.locator("#log tbody tr").count() and not page.inner_text("#score").startswith(
        "60 games"
    ):
        page.click("#undo")
        page.wait_for_timeout(30)
    assert other.all_text_contents() == learned


@pytest.mark.every
def test_nothing_keeps_anybody_out(opened):
    page = opened()
    found = barriers(page)
    play_at_once(page, 7, "3")
    page.locator("#log button").first.click()
    page.click("#other summary")
    found += barriers(page)
    set_menu(page, "#theme", "dark")
    page.click("#menu-open")
    found += barriers(page)
    page.click("#large")
    page.click("#menu-close")
    page.set_viewport_size({"width": 360, "height": 740})
    follow(page)
    page.locator("summary", has_text="Count what lies").click()
    found += barriers(page)
    page.get_by_role("button", name="Change game 1", exact=True).click()
    found += barriers(page)
    page.click("#edit-cancel")
    page.click("#play")
    page.locator("#moves button").first.click()
    found += barriers(page)
    set_menu(page, "#theme", "light")
    page.click("#tab-play")
    page.locator("summary", has_text="Ask it").click()
    page.click("#setup-open")
    assert found + barriers(page) == []


@pytest.mark.every
def test_axe_finds_what_is_planted(opened):
    page = opened()
    page.click("#tab-watch")
    page.evaluate(
        "document.querySelector('#many').closest('label').replaceWith(document.querySelector('#many'))"
    )
    assert [line.partition(":")[0] for line in barriers(page)] == ["label"]


@pytest.mark.every
@pytest.mark.parametrize(("name", "language", "width", "scale"), [
    ("ladder", "es", 360, 1), ("her", "en", 640, 2), ("her", "it", 320, 1),
])  # fmt: skip
def test_all_of_it_fits_a_narrow_window(opened, name, language, width, scale):
    """Half the viewport at scale 2 is what 200 % zoom does."""
    page = opened(name, language=language, width=width, height=740, device_scale_factor=scale)
    follow(page)
    page.locator("#log button").first.click()
    page.click("#counting summary")
    page.click("#happened summary")
    note(page, "others", games="5")
    for button in ("#menu-open", "#large", "#menu-close"):
        assert page.evaluate("document.documentElement.scrollWidth") == width, button
        page.click(button)
    assert page.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.every
def test_the_games_are_printed_as_a_table(opened):
    page = opened()
    play_at_once(page, 70)
    assert page.locator("#log tbody tr").count() == 50
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator("#log tbody tr").count() == 70
    assert (
        page.locator("#log button:visible, #board:visible, #boxes:visible, #moves:visible").count()
        == 0
    )
    assert page.locator("#log").evaluate("log => log.scrollHeight - log.clientHeight") == 0
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator("#log tbody tr").count() == 50
