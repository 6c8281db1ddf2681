"""The board that keeps itself: it says of keys what the board of a folder says, keeps them in the
browser, and takes them back.
"""

from functools import cache
from random import Random

import pytest
from browsers import barriers
from command_answers import run
from jobs import LANGUAGES, TEXTS, kit_of
from sampling import few

from kitgen.journal.class_board import BoardFolder, result_keys, shortest_keys
from kitgen.web.board_page import board_data, build_own_board
from kitgen.web.page_build import build_page, source
from kitgen.web.script import squeezed

#: The tile of a group as it is read out and shown.
TILES = """tiles => tiles.map(tile => ({
  number: Number(tile.dataset.number),
  leads: tile.classList.contains("leads"),
  name: tile.querySelector(".name").textContent,
  figures: tile.querySelector(".figures").textContent,
  learned: tile.querySelector(".learned").textContent,
  label: tile.querySelector("svg[role]").getAttribute("aria-label"),
}))"""


@cache
def written(name, language, groups):
    """Return the board of a kit, built once: to play its first games takes half a second."""
    return build_own_board(kit_of(name, language=language), groups, TEXTS[language])


@pytest.fixture
def visit(browser, tmp_path):
    """A function that opens the board of a kit from a file; the console has to stay empty, and
    nothing may be asked of others.
    """
    context = browser.new_context(viewport={"width": 1280, "height": 720})
    complaints = []

    def go(kit, groups=3, name="class3b.html"):
        path = tmp_path / name
        page_text = written(kit.name, kit.choices.language, groups)
        assert "{{" not in page_text
        path.write_text(page_text, encoding="utf-8")
        page = context.new_page()
        page.on("console", lambda said: complaints.append(said.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on(
            "request",
            lambda asked: asked.url.startswith(("file:", "data:")) or complaints.append(asked.url),
        )
        page.goto(path.as_uri())
        page.locator(".tile").first.wait_for()
        return page

    yield go
    context.close()
    assert complaints == []


def tiles(page):
    return page.locator(".tile").evaluate_all(TILES)


def said(page):
    return page.locator("#answer").inner_text()


def drop(page, place, name, content):
    """Drop a file on a group's tile, or beside all of them."""
    drop_together(page, place, {name: content})


def drop_together(page, place, contents):
    """Drop several files in one movement: contents by name, as text."""
    page.evaluate(
        """([place, contents]) => {
          const carried = new DataTransfer();
          for (const [name, content] of contents) carried.items.add(new File([content], name));
          const options = { dataTransfer: carried, bubbles: true, cancelable: true };
          document.querySelector(place).dispatchEvent(new DragEvent("drop", options));
        }""",
        [place, list(contents.items())],
    )


@pytest.mark.every
@pytest.mark.parametrize("language", few(LANGUAGES, one_in=5))
@pytest.mark.parametrize("name", few(["her", "menace", "ladder"], one_in=3))
def test_it_says_of_keys_what_the_board_of_a_folder_says(
    name, language, visit, tmp_path, monkeypatch
):
    """Some results at random, some taken back; more than curves have room for at first."""
    monkeypatch.chdir(tmp_path)
    made = run("print", name, "--language", language, "--parts", "board", "-o", "kit")
    assert made.exit_code == 0
    assert run("journal", "new", "kit", "--groups", "3", "-o", "made").exit_code == 0
    folder = BoardFolder(tmp_path / "made")
    texts = TEXTS[language]
    kit = kit_of(name, language=language)
    page = visit(kit)
    rng = Random(5)
    keys = list(shortest_keys(result_keys(kit, texts)))
    for games in (0, 1, 4, 60):
        typed = [f"{rng.randint(1, 3)}{rng.choice(keys)}" for _ in range(games)]
        typed += ["u"] * (games // 4)
        for number in range(0, len(typed), 20):
            folder.press(" ".join(typed[number : number + 20]))
        page.keyboard.type(" ".join(typed))
        expected = board_data(folder.board(), texts)
        shown = tiles(page)
        for group, tile in zip(expected["groups"], shown, strict=True):
            assert tile == {key: group[key] for key in tile}
        assert page.locator("#front").inner_text() == expected["front"]
        assert page.locator("#about").inner_text().split("\n") == expected["about"]
    curves = page.locator(".tile polyline").evaluate_all("all => all.length")
    assert curves >= 3
    assert barriers(page) == []


#: Games by their keys, and the groups that lead after them.
COMPARED = {
    "1l1w1l 2l2l2w 3w3l3l": [2],  # as few lost, and the last one earliest
    "1l1l 2w": [2],
    "1w1l 2w": [1, 2],  # after as many games as each group has
    "1w 3w": [1, 3],
}


@pytest.mark.every
def test_groups_are_compared_after_as_many_games(visit):
    page = visit(kit_of("her"))
    for keys, leading in COMPARED.items():
        page.keyboard.type(keys)
        assert [tile["number"] for tile in tiles(page) if tile["leads"]] == leading, keys
        games = keys.count("w") + keys.count("l")
        page.keyboard.type("u" * games)
        assert {tile["figures"] for tile in tiles(page)} == {"no games yet"}, keys


@pytest.mark.every
def test_results_and_names_are_kept_and_each_copy_of_the_page_is_a_class(visit):
    page = visit(kit_of("her"))
    page.keyboard.type("1l 2w 2l u")
    assert said(page) == "Taken back: Group 2, game 2: lost"
    page.locator("button.name").nth(1).click()
    page.keyboard.type("3l Owls")  # no key is noted while a name is typed
    page.keyboard.press("Enter")
    before = tiles(page)
    assert [tile["name"] for tile in before] == ["Group 1", "3l Owls", "Group 3"]
    assert [tile["figures"] for tile in before] == [
        "1 game, 1 lost",
        "1 game, 0 lost",
        "no games yet",
    ]
    page.reload()
    assert tiles(page) == before
    other = visit(kit_of("her"), name="class3c.html")
    assert {tile["figures"] for tile in tiles(other)} == {"no games yet"}
    page.keyboard.type("u")
    assert said(page) == "Taken back: 3l Owls, game 1: won"


def test_two_windows_of_the_page_show_the_same(visit):
    page = visit(kit_of("her"))
    other = visit(kit_of("her"))
    page.keyboard.type("3w")
    other.locator("[data-number='3'] .figures", has_text="1 game, 0 lost").wait_for()
    other.keyboard.type("3l")
    page.locator("[data-number='3'] .figures", has_text="2 games, 1 lost").wait_for()


@pytest.mark.every
def test_one_press_removes_names_and_results(visit):
    page = visit(kit_of("her"))
    page.keyboard.type("1l")
    page.locator("button.name").first.click()
    page.keyboard.type("Owls")
    page.keyboard.press("Enter")
    page.once("dialog", lambda dialog: dialog.dismiss())
    page.click("#clear")
    assert tiles(page)[0]["name"] == "Owls"
    page.once("dialog", lambda dialog: dialog.accept())
    page.click("#clear")
    assert tiles(page)[0]["name"] == "Group 1"
    assert page.evaluate("localStorage.length") == 0
    page.reload()
    assert {tile["figures"] for tile in tiles(page)} == {"no games yet"}


def test_what_cannot_be_is_said_and_changes_nothing(visit):
    page = visit(kit_of("her"))
    page.keyboard.type("u")
    assert said(page) == "There is no result to take back."
    page.keyboard.type("9l")
    assert said(page) == "There is no group 9; the groups are 1, 2, 3."
    page.keyboard.type("1d")
    assert "“1d” is no result" in said(page)
    assert {tile["figures"] for tile in tiles(page)} == {"no games yet"}


@pytest.mark.every
def test_games_of_a_saved_file_are_dropped_on_their_group(visit, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "g.csv").write_text(
        "game,picks,result\n1,A1 R B1 R,L\n2,A1 Y B7 R,W\n", encoding="utf-8"
    )
    for command in (
        ("journal", "new", "her", "-o", "j.kitgen"),
        ("journal", "add", "j.kitgen", "g.csv"),
        ("journal", "export", "j.kitgen", "-o", "j.jsonl"),
    ):
        assert run(*command).exit_code == 0
    lines = (tmp_path / "j.jsonl").read_text(encoding="utf-8")
    page = visit(kit_of("her"))
    page.keyboard.type("2l")  # the same as the first game
    drop(page, "[data-number='2']", "j.jsonl", lines)
    page.locator("#answer", has_text="Group 2: the games of the file are noted").wait_for()
    assert tiles(page)[1]["figures"] == "2 games, 1 lost"
    drop(page, "[data-number='2']", "j.jsonl", lines)  # once more adds nothing
    drop(page, "#front", "j.jsonl", lines)
    page.locator("#answer.refused", has_text="Drop the file on a group.").wait_for()
    page.keyboard.type("3w")
    drop(page, "[data-number='3']", "j.jsonl", lines)
    page.locator("#answer.refused", has_text="Game 1 of Group 3 is noted otherwise").wait_for()
    for other in ("", "game,result\n1,L\n", lines.replace('"kit_hash":"', '"kit_hash":"0')):
        drop(page, "[data-number='1']", "j.jsonl", other)
        page.locator("#answer.refused", has_text="no games of this machine").wait_for()
        page.keyboard.type("u1l")
    assert tiles(page)[1]["figures"] == "2 games, 1 lost"
    page.keyboard.type("u" * 5)
    assert [tile["figures"] for tile in tiles(page)] == ["no games yet"] * 3


def test_games_of_a_file_count_in_the_order_of_their_numbers(visit, exported):
    head, *games = exported["made-Owls.jsonl"].splitlines()
    page = visit(kit_of("her"))
    drop(page, "[data-number='1']", "j.jsonl", "\n".join([head, *reversed(games)]))
    page.locator("#answer", has_text="Group 1: the games of the file are noted").wait_for()
    assert tiles(page)[0]["learned"].startswith("Game 1, lost")


#: What stands in an exported journal, and what cannot stand there.
WRONG = (
    ('"kitgen/journal@2"', '"kitgen/journal@9"'),
    ('"kit_hash":"', '"kit_hash":"0'),
    ('"game":2', '"game":1'),
    ('"game":2', '"game":"2"'),
    ('"result":"W"', '"result":"X"'),
)


def test_a_file_with_a_line_that_is_wrong_is_refused_whole(visit, exported):
    lines = exported["made-Owls.jsonl"]
    page = visit(kit_of("her"))
    for number, (old, new) in enumerate(WRONG, 1):
        assert lines.count(old) == 1
        drop(page, "[data-number='1']", f"j{number}.jsonl", lines.replace(old, new))
        page.locator("#answer", has_text=f"j{number}.jsonl").wait_for()
        assert "has no games of this machine" in said(page), new
        assert tiles(page)[0]["figures"] == "no games yet", new


@pytest.fixture(scope="module")
def exported(tmp_path_factory):
    """Journals of a class as kitgen exports them, by the names of their files: the journals of
    groups 1 and 3, and of one that is called Owls, with one game more each.
    """
    folder = tmp_path_factory.mktemp("class")
    journals = str(folder / "class3b")
    assert run("journal", "new", "her", "--groups", "1,Owls,3", "-o", journals).exit_code == 0
    typed = "1l 2l 2w 3l 3w 3l"  # Owls have the number that is left
    assert run("journal", "board", journals, "--keys", typed).exit_code == 0
    assert run("journal", "export", journals, "-o", str(folder / "made.jsonl")).exit_code == 0
    return {path.name: path.read_text(encoding="utf-8") for path in folder.glob("made-*.jsonl")}


def test_exported_journals_dropped_together_go_each_to_its_group(visit, exported):
    page = visit(kit_of("her"))
    page.locator("button.name").nth(1).click()
    page.keyboard.type("Owls")
    page.keyboard.press("Enter")
    drop_together(page, "#front", exported)
    page.locator("#answer", has_text="the games of the files are noted").wait_for()
    assert sorted(said(page).split(":")[0].split(", ")) == ["Group 1", "Group 3", "Owls"]
    expected = ["1 game, 1 lost", "2 games, 1 lost", "3 games, 2 lost"]
    assert [tile["figures"] for tile in tiles(page)] == expected
    assert page.locator(".changed").count() == 3
    page.reload()
    assert [tile["figures"] for tile in tiles(page)] == expected


def test_of_files_dropped_together_those_that_name_no_group_are_named(visit, exported):
    """On a tile, too: which of several files would be its own, nobody has said."""
    lines = exported["made-3.jsonl"]
    page = visit(kit_of("her"))
    drop_together(page, "[data-number='1']", {"13.jsonl": lines, "made-2.jsonl": lines})
    page.locator("#answer.refused", has_text="“13.jsonl” names none of the groups").wait_for()
    figures = [tile["figures"] for tile in tiles(page)]
    assert figures == ["no games yet", "3 games, 2 lost", "no games yet"]


def test_files_that_are_refused_alike_are_answered_once(visit, exported):
    page = visit(kit_of("her"))
    files = {f"{number}.kitgen": "SQLite format 3" for number in (3, 1, 2)}
    drop_together(page, "#front", files | {"log.png": "…", "c-2.jsonl": exported["made-3.jsonl"]})
    page.locator("#answer.refused").wait_for()
    taken, journals, picture = said(page).split(" · ")
    assert taken == "Group 2: the games of the file are noted"
    assert journals.startswith("“3.kitgen” is a journal")
    assert journals.endswith("-o 3.jsonl (+2)")
    assert picture.startswith("“log.png” is a picture")
    assert not picture.endswith(")")


#: Where a file is dropped, its name, what is in it, and what is answered.
NOT_READ = (
    (
        "#front",
        "3.kitgen",
        "SQLite format 3\0…",
        (
            "“3.kitgen” is a journal that only kitgen opens. This writes what the board takes: "
            "kitgen journal export 3.kitgen -o 3.jsonl"
        ),
    ),
    (
        "[data-number='2']",
        "our owls.kitgen",
        "SQLite format 3\0…",
        (
            "“our owls.kitgen” is a journal that only kitgen opens. This writes what the board "
            'takes: kitgen journal export "our owls.kitgen" -o "our owls.jsonl"'
        ),
    ),
    (
        "[data-number='2']",
        "LOG.JPG",
        "…",
        (
            "“LOG.JPG” is a picture, and this page reads none. This board does: "
            "kitgen journal board class3b. So does a journal: "
            "kitgen journal add class3b/2 LOG.JPG"
        ),
    ),
    (
        "[data-number='2']",
        "games.csv",
        "game,result\n1,L\n",
        (
            "“games.csv” has no games of this machine. Drop games that the page to play on has "
            "saved, or what this writes: kitgen journal export class3b/2 -o 2.jsonl"
        ),
    ),
)


def test_a_file_that_the_page_cannot_read_gets_the_command_that_helps(visit):
    page = visit(kit_of("her"))
    for place, name, content, answer in NOT_READ:
        drop(page, place, name, content)
        page.locator("#answer.refused", has_text=f"“{name}”").wait_for()
        assert said(page) == answer
        assert {tile["figures"] for tile in tiles(page)} == {"no games yet"}


def test_the_commands_that_the_page_names_make_what_it_takes(visit, tmp_path, monkeypatch):
    """As typed from the answer, in the folder of the class."""
    monkeypatch.chdir(tmp_path)
    assert run("journal", "new", "her", "--groups", "3", "-o", "class3b").exit_code == 0
    assert run("journal", "board", "class3b", "--keys", "3l 3w").exit_code == 0
    monkeypatch.chdir(tmp_path / "class3b")
    page = visit(kit_of("her"))
    drop(page, "#front", "3.kitgen", "SQLite format 3")
    page.locator("#answer.refused").wait_for()
    command = said(page).partition(": kitgen ")[2]
    assert run(*command.split()).exit_code == 0
    made = (tmp_path / "class3b/3.jsonl").read_text(encoding="utf-8")
    drop(page, "#front", "3.jsonl", made)
    page.locator("#answer", has_text="Group 3: the games of the file are noted").wait_for()
    assert tiles(page)[2]["figures"] == "2 games, 1 lost"


@pytest.mark.every
@pytest.mark.parametrize("language", few(LANGUAGES, one_in=5))
@pytest.mark.parametrize("groups", few([2, 6, 12], one_in=3))
def test_nothing_of_the_own_board_is_cut_off(language, groups, visit):
    page = visit(kit_of("her", language=language), groups)
    lost = next(
        key
        for key, result in result_keys(kit_of("her", language=language), TEXTS[language]).items()
        if result < 0
    )
    page.keyboard.type("".join(f"{number}{lost} " for number in range(1, groups + 1)))
    cut = page.evaluate(
        "[document.documentElement, ...document.querySelectorAll('.tile, .learned, footer')]"
        ".filter((one) => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > "
        "one.clientWidth + 1)"
        ".map((one) => one.className || one.localName)"
    )
    assert cut == []


@pytest.mark.every
@pytest.mark.parametrize("build", ["board", "page"])
def test_the_board_and_the_page_of_a_machine_have_one_look(build):
    made = written("her", "en", 2) if build == "board" else build_page(kit_of("her"))
    assert f"<style>{squeezed(source('look.css'))}" in made
    assert 'id="robot"' in made


def test_a_board_is_white_by_night_too(visit):
    page = visit(kit_of("her"))
    day = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.emulate_media(color_scheme="dark")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == day
