"""A class: a folder with a journal for each group, and commands for one of them or for all."""

import json
import re
import sqlite3
from contextlib import closing

import pytest
from command_answers import run
from jobs import LANGUAGES, TEXTS, kit_of
from sampling import few

import kitgen.journal.journal
from kitgen.errors import KitFileError, UsageError
from kitgen.journal.class_journals import MAX_GROUPS, fared, group_names, journals_in
from kitgen.journal.journal import Journal
from kitgen.kit.build import build_kit
from kitgen.kit.kit_json import read_kit, write_kit
from kitgen.machine.first_games import FirstGames, learning_band

#: Games of HER that can be played, in the order of a log.
LOST = "game,picks,result\n1,A1 R B1 R,L\n"


@pytest.fixture
def class3b(tmp_path, monkeypatch):
    """Make a class of three groups in the working folder, of which the second has lost a game."""
    monkeypatch.chdir(tmp_path)
    assert run("journal", "new", "her", "--groups", "3", "-o", "class3b").exit_code == 0
    (tmp_path / "g.csv").write_text(LOST, encoding="utf-8")
    assert run("journal", "add", "class3b/2", "g.csv").exit_code == 0
    return tmp_path / "class3b"


def cells(path):
    with Journal(path) as journal:
        return [row.result for row in journal.games()]


@pytest.mark.parametrize("source", ["kit.json", "class3b/2.kitgen"])
def test_a_journal_without_a_name_is_called_as_its_machine_and_numbered(class3b, source):
    (class3b.parent / "kit.json").write_bytes(write_kit(kit_of("her")))
    for name in ("her.kitgen", "her-2.kitgen"):
        assert run("journal", "new", source).exit_code == 0
        assert (class3b.parent / name).exists()


def test_the_kit_of_a_class_is_read_once_and_that_of_another_class_anew(class3b, monkeypatch):
    assert run("journal", "new", "him", "-o", "other.kitgen").exit_code == 0
    read = []
    monkeypatch.setattr(
        kitgen.journal.journal,
        "read_kit",
        lambda data, where: read.append(where) or read_kit(data, where),
    )
    kitgen.journal.journal._kept_kit.cache_clear()
    names = []
    for path in (*sorted(class3b.glob("*.kitgen")), "other.kitgen"):
        with Journal(path) as journal:
            names.append(journal.kit.name)
    assert names == ["her", "her", "her", "him"]
    assert len(read) == 2


def test_a_kit_that_cannot_be_read_is_named_with_its_journal(class3b):
    for name in ("1", "2"):
        path = class3b / f"{name}.kitgen"
        with closing(sqlite3.connect(path)) as file, file:
            file.execute("UPDATE machine SET value = substr(value, 1, 900) WHERE key = 'kit'")
        with pytest.raises(KitFileError, match=re.escape(f"{name}.kitgen")):
            Journal(path)


def test_groups_come_by_their_letters_large_or_small_and_their_numbers(tmp_path):
    for name in ("Zebras", "apes 10", "Bees", "apes 2", "3"):
        (tmp_path / f"{name}.kitgen").touch()
    names = [path.stem for path in journals_in(tmp_path)]
    assert names == ["3", "apes 2", "apes 10", "Bees", "Zebras"]


def test_groups_are_numbered_or_named():
    assert group_names(" 12 ")[-1] == "12"
    assert group_names("Füchse, Nachteulen") == ("Füchse", "Nachteulen")
    assert len(group_names(str(MAX_GROUPS))) == MAX_GROUPS


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("0", "a class has 1 to 60 groups"),
        ("61", "a class has 1 to 60 groups"),
        ("9" * 5000, "1 to 60 groups"),
        ("", "cannot be a group's file"),
        ("a,,b", "cannot be a group's file"),
        ("../x", "cannot be a group's file"),
        ("-3", "cannot be a group's file"),
        ("a/b", "cannot be a group's file"),
        ("x" * 41, "1 to 40 letters"),
        ("Owls,owls", "named twice"),
        (",".join(f"g{n}" for n in range(61)), "names 61 groups"),
    ],
)
def test_names_that_cannot_be_files_are_refused_in_one_line(text, says):
    with pytest.raises(UsageError, match=says) as refused:
        group_names(text)
    assert "\n" not in str(refused.value)


def test_a_class_is_a_folder_of_journals_in_the_order_of_their_numbers(class3b):
    assert run("journal", "new", "her", "--groups", "10,11", "-o", "class3b").exit_code == 0
    assert [path.stem for path in journals_in(class3b)] == ["1", "2", "3", "10", "11"]
    done = run("journal", "new", "her", "--groups", "12,2", "-o", "class3b")
    assert done.exit_code == 2
    assert "has a group '2' already" in done.output
    assert not (class3b / "12.kitgen").exists()


def test_a_group_has_its_own_games(class3b):
    assert cells(class3b / "2.kitgen") == [-1]
    assert cells(class3b / "1.kitgen") == []
    assert run("journal", "edit", "class3b/2", "1", "--opponent", "Zoe").exit_code == 0
    assert "Zoe" in run("journal", "show", "class3b/2").output
    assert run("journal", "undo", "class3b/2.kitgen", "--after", "0", "--yes").exit_code == 0
    assert cells(class3b / "2.kitgen") == []


@pytest.mark.usefixtures("class3b")
def test_the_status_of_all_is_a_row_for_each():
    lines = run("journal", "status", "class3b").output.splitlines()
    assert lines[0].startswith("kit her (c8a83c0e), rule gardner")
    assert [line.split()[:5] for line in lines[2:5]] == [
        ["1", "0", "0", "0", "–"], ["2", "1", "0", "1", "−1"], ["3", "0", "0", "0", "–"],
    ]  # fmt: skip
    assert "kitgen journal count class3b/2.kitgen" in lines[3]
    assert "kitgen journal add class3b/3 games.csv" in lines[4]
    assert lines[-1].startswith("A band holds at least 8 of 10 simulated machines")
    data = json.loads(run("journal", "status", "class3b", "--json").stdout)
    assert [row["group"] for row in data["result"]] == ["1", "2", "3"]
    assert data["result"][1]["score"] == -1
    assert [beside["opponent"] for beside in data["result"][1]["beside"]] == [
        "random",
        "winning-move",
    ]


@pytest.mark.parametrize("games", [1, 12])
def test_a_score_is_compared_with_as_many_games_of_machines_of_its_kit(class3b, games):
    low, high = learning_band(FirstGames(build_kit("her"), "random"), games)
    table = class3b.parent / "lost.csv"
    rows = (f"{number},A1 R B1 R,L\n" for number in range(1, games + 1))
    table.write_text("game,picks,result\n" + "".join(rows), encoding="utf-8")
    run("journal", "add", "class3b/3", str(table), "--as-written")
    with Journal(class3b / "3.kitgen") as journal:
        (row,) = fared([journal])
    assert row.score == -games
    beside = row.beside[0]
    assert (beside.opponent, beside.low, beside.high) == ("random", low[-1], high[-1])
    assert beside.where == ("below" if games == 12 else "within")


@pytest.mark.parametrize("words", [["show"], ["beads"], ["log"], ["check"], ["export"]])
@pytest.mark.usefixtures("class3b")
def test_commands_that_look_do_so_for_each_group(words):
    done = run("journal", *words, "class3b")
    assert [line for line in done.output.splitlines() if line in ("1:", "2:", "3:")] == [
        "1:",
        "2:",
        "3:",
    ]
    assert done.exit_code == run("journal", *words, "class3b/2").exit_code


def test_what_befalls_a_class_is_noted_in_each_group(class3b):
    assert run("journal", "was-reset", "class3b").exit_code == 0
    for path in journals_in(class3b):
        with Journal(path) as journal:
            assert [event.what for event in journal.events()] == ["reset"]
    done = run("journal", "curve", "class3b")  # two groups have no curve yet
    assert done.exit_code == 1
    assert "class3b/1: there are no games yet" in done.stderr
    assert "-1 |*" in done.stdout


def test_a_file_for_each_group(class3b):
    done = run("journal", "export", "class3b", "-o", "all.csv")
    assert done.exit_code == 0
    assert done.stdout == "1: all-1.csv\n2: all-2.csv\n3: all-3.csv\n"
    assert (class3b.parent / "all-2.csv").read_text(encoding="utf-8").count("\n") == 2


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (
            ("edit", "class3b", "1"),
            "is a class of 3 groups; name one: class3b/1, class3b/2, class3b/3",
        ),
        (
            ("add", "class3b", "g.csv"),
            "is a class of 3 groups; name one: class3b/1, class3b/2, class3b/3",
        ),
        (("undo", "class3b"), "is a class of 3 groups; name one"),
        (("status", "class3b/7"), "has no group '7'; there are: class3b/1, class3b/2, class3b/3"),
        (
            ("check", "class3b", "--counts", "g.csv"),
            "counts in a file are those of one group; name it: class3b/1",
        ),
        (("edit", "class3b/2"), "missing argument 'GAME'"),
        (
            ("new", "her", "--groups", "2", "-o", "g.csv"),
            "--groups makes a folder, and 'g.csv' is a file",
        ),
    ],
)
def test_a_command_for_one_group_says_which_there_are(class3b, words, says):
    done = run("journal", *words)
    assert done.exit_code == 2
    assert says in done.output
    assert cells(class3b / "2.kitgen") == [-1]


def test_groups_come_stop_and_change_hands_as_files_do(class3b):
    (class3b / "1.kitgen").unlink()
    (class3b / "2.kitgen").rename(class3b / "Owls.kitgen")
    assert run("journal", "new", "class3b/Owls.kitgen", "-o", "class3b/4.kitgen").exit_code == 0
    data = json.loads(run("journal", "status", "class3b", "--json").stdout)
    assert [row["group"] for row in data["result"]] == ["3", "4", "Owls"]


@pytest.mark.parametrize("language", few(LANGUAGES, one_in=3))
def test_a_class_is_told_of_in_the_language_of_its_kit(tmp_path, monkeypatch, language):
    monkeypatch.chdir(tmp_path)
    run("print", "her", "--language", language, "--parts", "board", "-o", "kit")
    assert run("journal", "new", "kit", "--groups", "2", "-o", "c").exit_code == 0
    shown = run("journal", "status", "c").output
    assert TEXTS[language]("journal.class.group") in shown
    assert TEXTS[language]("journal.class.begin", add="kitgen journal add c/1 games.csv") in shown
