"""The board of a class: keys are kept at once and taken back in order, and whoever leads leads
after as many games.
"""

import shutil

import pytest
from command_answers import run
from jobs import LANGUAGES, TEXTS, kit_of
from sampling import few

from kitgen.errors import RecordError, UsageError
from kitgen.journal.class_board import (
    BoardFolder,
    Key,
    Noted,
    board_of,
    last_learned,
    leaders,
    learned_words,
    numbers_of,
    read_keys,
    result_keys,
)
from kitgen.journal.journal import Journal
from kitgen.kit.kit_json import with_hash
from kitgen.kit.rule import Change, Rule
from kitgen.machine.first_games import LESSON
from kitgen.machine.learning import with_rule
from kitgen.reading.templates import Templates
from kitgen.reading.texts import Texts

#: Two games of HER, in the order of a log; the first loses, and takes the red bead out of B1.
TWO_GAMES = "game,picks,result\n1,A1 R B1 R,L\n2,A1 Y B7 R,W\n"


@pytest.fixture(scope="module")
def new_class(tmp_path_factory):
    """A class of three groups as it is made; tests copy it."""
    folder = tmp_path_factory.mktemp("new") / "class3b"
    assert run("journal", "new", "her", "--groups", "3", "-o", folder).exit_code == 0
    return folder


@pytest.fixture
def class3b(new_class, tmp_path, monkeypatch):
    """Make a class of three groups in the working folder."""
    monkeypatch.chdir(tmp_path)
    return BoardFolder(shutil.copytree(new_class, tmp_path / "class3b"))


def results(board):
    return {standing.group: list(standing.results) for standing in board.board().groups}


def test_keys_are_in_the_journals_at_once_and_taken_back_in_their_order(class3b):
    assert class3b.press("3 l 1w") == [Noted("3", 1, -1), Noted("1", 1, 1)]
    assert class3b.press("3 w") == [Noted("3", 2, 1)]
    assert results(class3b) == {"1": [1], "2": [], "3": [-1, 1]}
    with Journal(class3b.folder / "3.kitgen") as journal:
        assert [(row.game, row.result, row.picks, row.last_only) for row in journal.games()] == [
            (1, -1, (), True), (2, 1, (), True),
        ]  # fmt: skip
    again = BoardFolder(class3b.folder)  # as after a crash: nothing is known but the journals
    assert again.press("u") == [Noted("3", 2, 1, undone=True)]
    assert again.press("u u") == [Noted("1", 1, 1, undone=True), Noted("3", 1, -1, undone=True)]
    assert results(class3b) == {"1": [], "2": [], "3": []}
    with pytest.raises(RecordError, match="nothing to take back"):
        again.press("u")
    assert again.press("2 l") == [Noted("2", 1, -1)]
    assert again.press("u") == [Noted("2", 1, -1, undone=True)]


def test_a_key_is_not_taken_back_below_a_later_step_of_another_kind(class3b):
    class3b.press("2 l 3 l")
    assert run("journal", "edit", "class3b/3", "1", "--opponent", "Zoe").exit_code == 0
    with pytest.raises(RecordError, match="group '3' was changed after its last key"):
        class3b.press("u")
    assert results(class3b) == {"1": [], "2": [-1], "3": [-1]}


@pytest.mark.parametrize(
    "typed", ["4 l", "3", "3 x", "l", "3 l 2 x", "3 l 9 w", "3 d", "0 l", "-", "3 l" * 100, "²l"]
)
def test_other_keys_are_refused_in_one_line_and_nothing_of_them_is_noted(class3b, typed):
    with pytest.raises(UsageError) as refused:
        class3b.press(typed)
    assert "\n" not in str(refused.value)
    assert results(class3b) == {"1": [], "2": [], "3": []}


@pytest.mark.every
@pytest.mark.parametrize("language", few(LANGUAGES, one_in=2))
@pytest.mark.parametrize("name", few(["her", "menace"], one_in=2))
def test_results_are_typed_in_the_letters_of_the_language(name, language):
    texts = Texts(language, Templates())
    keys = result_keys(kit_of(name, language=language), texts)
    assert set(keys.values()) == ({1, 0, -1} if name == "menace" else {1, -1})
    assert read_keys(" ".join(f"3{key}" for key in keys), keys) == [
        Key(3, result) for result in keys.values()
    ]
    # Nobody who types a whole word takes a result back by its end.
    for key, result in keys.items():
        whole = next(
            word for word, of in keys.items() if of == result and len(word) == max(map(len, keys))
        )
        assert "u" not in whole[len(key) :]


def test_a_short_key_is_enough_where_it_tells_results_apart():
    assert result_keys(kit_of("her", language="it"), Texts("it", Templates())) == {
        "v": 1,
        "vi": 1,
        "p": -1,
        "pe": -1,
    }
    of_menace = result_keys(kit_of("menace", language="it"), Texts("it", Templates()))
    assert of_menace == {"v": 1, "vi": 1, "pa": 0, "pe": -1}
    french = result_keys(kit_of("menace", language="fr"), Texts("fr", Templates()))
    assert french == {"g": 1, "ga": 1, "nu": 0, "p": -1, "pe": -1}
    german = result_keys(kit_of("menace", language="de"), Texts("de", Templates()))
    assert read_keys("3u u 2un", german) == [Key(3, 0), Key(), Key(2, 0)]


def test_whoever_leads_has_lost_the_fewest_after_as_many_games_and_the_earliest():
    assert leaders({"1": [], "2": []}) == (0, [])
    assert leaders({"1": [-1, 1, -1], "2": [-1, -1, 1], "3": []}) == (3, ["2"])
    assert leaders({"1": [-1, 1, -1, -1], "2": [-1, 1]}) == (2, ["1", "2"])
    # Later games than those of a lesson do not count, as for opponents and rules.
    assert leaders({"1": [1] * LESSON + [-1], "2": [-1] + [1] * LESSON}) == (LESSON, ["1"])


def test_numbers_are_the_names_or_those_that_are_free():
    assert numbers_of(["2", "10"]) == {"2": 2, "10": 10}
    assert numbers_of(["Foxes", "Owls"]) == {"Foxes": 1, "Owls": 2}
    assert numbers_of(["2", "Owls", "Rats"]) == {"2": 2, "Owls": 1, "Rats": 3}
    assert numbers_of(["02", "3"]) == {"02": 1, "3": 3}


def test_a_machine_that_changes_hands_keeps_its_number_and_so_do_the_others(class3b):
    """Groups type their keys on, and find the sign that is on their boxes."""
    class3b.press("1l 2w 3l")
    shutil.move(class3b.folder / "2.kitgen", class3b.folder / "Owls.kitgen")
    assert class3b.press("3w 2w 1w") == [Noted("3", 2, 1), Noted("Owls", 2, 1), Noted("1", 2, 1)]
    assert {one.group: one.number for one in class3b.board().groups} == {"1": 1, "3": 3, "Owls": 2}


def test_what_was_learned_last_is_said_of_beads_and_of_results_alone(class3b, tmp_path):
    (tmp_path / "g.csv").write_text(TWO_GAMES, encoding="utf-8")
    assert run("journal", "add", "class3b/2", "g.csv").exit_code == 0
    class3b.press("1l 1w")
    texts = class3b.texts()
    said = {standing.group: learned_words(standing, texts) for standing in class3b.board().groups}
    assert said["1"].startswith("Game 1, lost: The bead of its last move goes into the bag")
    assert said["2"] == "Game 1, lost: B1: never again red (R)"
    assert said["3"] == ""


@pytest.mark.every
@pytest.mark.parametrize("language", few(LANGUAGES, one_in=3))
def test_what_was_learned_is_said_in_each_language(tmp_path, monkeypatch, language):
    monkeypatch.chdir(tmp_path)
    assert (
        run("print", "her", "--language", language, "--parts", "board", "-o", "printed").exit_code
        == 0
    )
    assert run("journal", "new", "printed", "--groups", "2", "-o", "other").exit_code == 0
    board = BoardFolder(tmp_path / "other")
    words = TEXTS[language]
    key = next(
        key
        for key, result in result_keys(kit_of("her", language=language), words).items()
        if result < 0
    )
    board.press(f"2 {key}")
    (said,) = [
        learned_words(standing, words) for standing in board.board().groups if standing.results
    ]
    begun, _, what = said.partition(
        words("class-board.learned.lost", game=1, what="|").partition("|")[0]
    )
    assert begun == ""
    assert len(what) > 20


def test_a_reward_is_said_in_beads(tmp_path):
    kit = kit_of("ladder", rule="gardner-reward")
    with Journal.create(tmp_path / "1.kitgen", kit) as journal:
        (tmp_path / "g.csv").write_text("game,picks,result\n1,9 R 6 U 3 Y,W\n", encoding="utf-8")
        done = run("journal", "add", tmp_path / "1.kitgen", tmp_path / "g.csv")
        assert done.exit_code == 0, done.output
        learned = last_learned(journal)
        assert all(change.after > change.before for change in learned.changes)
        (standing,) = board_of([journal]).groups
        assert "+1" in learned_words(standing, TEXTS["en"])


def test_a_bead_is_gone_for_ever_only_where_no_box_is_filled_again(tmp_path):
    refilling = Rule("a source", {"en": "refilled"}, empty="refill", loss=Change(from_end=(-1,)))
    lines = []
    for name, kit in {
        "1": kit_of("ladder"),
        "2": with_hash(with_rule(kit_of("ladder"), refilling, "own")),
    }.items():
        with Journal.create(tmp_path / f"{name}.kitgen", kit) as journal:
            (tmp_path / "g.csv").write_text(
                "game,picks,result\n1,9 R 7 Y 2 R,L\n", encoding="utf-8"
            )
            done = run("journal", "add", tmp_path / f"{name}.kitgen", tmp_path / "g.csv")
            assert done.exit_code == 0, done.output
            (standing,) = board_of([journal]).groups
            lines.append(learned_words(standing, TEXTS["en"]))
    assert lines[0] == "Game 1, lost: 2: never again red (R)"
    assert lines[1] == "Game 1, lost: 2: red (R) −1"


def test_games_of_a_file_replace_results_that_ended_alike(class3b, tmp_path):
    table = tmp_path / "g.csv"
    table.write_text(TWO_GAMES, encoding="utf-8")
    class3b.press("2 l 2 w")
    assert class3b.take_file(table, 2) == "2"
    with Journal(class3b.folder / "2.kitgen") as journal:
        assert [row.picks_text for row in journal.games()] == ["A1 R B1 R", "A1 Y B7 R"]
    class3b.press("3 w 3 w")
    with pytest.raises(RecordError, match="game 1 of group '3' is noted otherwise"):
        class3b.take_file(table, 3)
    class3b.press("1 l 1 w 1 l")
    with pytest.raises(RecordError, match="game 3 has a result and no beads"):
        class3b.take_file(table, 1)
    assert results(class3b) == {"1": [-1, 1, -1], "2": [-1, 1], "3": [1, 1]}
    with Journal(class3b.folder / "3.kitgen") as journal:
        assert all(row.last_only for row in journal.games())


def test_a_journal_and_an_export_are_files_too(class3b, tmp_path):
    table = tmp_path / "g.csv"
    table.write_text(TWO_GAMES, encoding="utf-8")
    class3b.take_file(table, 1)
    shutil.copy(class3b.folder / "1.kitgen", tmp_path / "copy.kitgen")
    class3b.take_file(tmp_path / "copy.kitgen", 2)
    assert run("journal", "export", "class3b/1", "-o", "games.jsonl").exit_code == 0
    class3b.take_file(tmp_path / "games.jsonl", 3)
    assert results(class3b) == {"1": [-1, 1], "2": [-1, 1], "3": [-1, 1]}


def test_groups_come_stop_and_change_hands_by_their_files(class3b):
    class3b.press("1 l 3 w")
    (class3b.folder / "2.kitgen").rename(class3b.folder.parent / "gone.kitgen")
    assert results(class3b) == {"1": [-1], "3": [1]}
    assert class3b.press("3 l") == [Noted("3", 2, -1)]
    (class3b.folder / "3.kitgen").rename(class3b.folder / "Owls.kitgen")
    assert [(one.group, one.number) for one in class3b.board().groups] == [("1", 1), ("Owls", 2)]
    assert class3b.press("2 w") == [Noted("Owls", 3, 1)]
    with pytest.raises(UsageError, match="no group 3; its groups are 1, 2"):
        class3b.press("3 w")


def test_the_command_notes_keys_and_answers_with_json(class3b):
    done = run("journal", "board", "class3b", "--keys", "3 l 1 w")
    assert done.output == "Group 3, game 1: lost; Group 1, game 1: won\n"
    answer = run("journal", "board", "class3b", "--json")
    assert answer.exit_code == 0
    assert '"compared": 1' in answer.output
    assert answer.output.count('"leads": true') == 1
    assert run("journal", "board", "class3b", "-o", "board.html").exit_code == 0
    page = (class3b.folder.parent / "board.html").read_text(encoding="utf-8")
    assert "http" not in page.replace("http-equiv", "").replace("http://www.w3.org/", "")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("class3b/2", "name the class, the folder that has it: 'class3b'"),
        (
            "nowhere",
            (
                "is not a class with journals of groups; begin one with: kitgen journal new her "
                "--groups 6 -o nowhere"
            ),
        ),
        (".", "is not a class with journals of groups"),
        ("class3b -o board.png", "does not end in .html or .pdf"),
        ("class3b --port 70000", "there is no port 70000"),
        ("class3b --keys 3", "is no result of a group"),
    ],
)
@pytest.mark.usefixtures("class3b")
def test_a_command_that_cannot_be_is_refused_in_one_line(words, says):
    done = run("journal", "board", *words.split())
    assert done.exit_code in (1, 2)
    assert says in done.output
    assert done.output.count("\n") <= 1
