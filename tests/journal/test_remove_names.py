"""Names are removed for good: nothing of them is left in the files, and all else stays."""

import shutil
import sqlite3
from contextlib import closing

import pytest
from command_answers import run
from jobs import LANGUAGES
from sampling import few

from kitgen.errors import OutputError
from kitgen.journal import store
from kitgen.journal.class_journals import numbered
from kitgen.journal.journal import Journal
from kitgen.record.machine_events import MachineEvent

#: Games of pupils with remarks; the second is played by nobody who is named.
GAMES = (
    "game,opponent,picks,result,remark\n"
    "1,Zenobia,A1 R B1 R,L," + "Zenobia laughed " * 400 + "\n"
    "2,,A1 Y B7 R,W,\n"
    "3,Quentin,A1 Y B7 R,W,\n"
)


@pytest.fixture(scope="module")
def new_class(tmp_path_factory):
    """A class of two groups with names; the games of one name pupils, in its log, too."""
    folder = tmp_path_factory.mktemp("named") / "class3b"
    assert run("journal", "new", "her", "--groups", "Foxes,Owls", "-o", folder).exit_code == 0
    (folder.parent / "games.csv").write_text(GAMES, encoding="utf-8")
    foxes = folder / "Foxes"
    assert run("journal", "add", foxes, folder.parent / "games.csv").exit_code == 0
    assert run("journal", "edit", foxes, "2", "--opponent", "Wilhelmina").exit_code == 0
    assert run("journal", "remove", foxes, "3").exit_code == 0
    return folder


@pytest.fixture
def class3b(new_class, tmp_path, monkeypatch):
    """The class in the working folder, with an SQLite that leaves in a file what was deleted."""

    def careless(path, *, write):
        connection = connect(path, write=write)
        connection.execute("PRAGMA secure_delete = OFF")
        return connection

    connect = store.connect
    monkeypatch.setattr(store, "connect", careless)
    monkeypatch.chdir(tmp_path)
    return shutil.copytree(new_class, tmp_path / "class3b")


def games_of(path):
    with Journal(path) as journal:
        return journal.games()


def named_in(folder):
    """Return the names of pupils and groups that files or their names have anywhere."""
    everything = b"".join(
        path.name.encode() + path.read_bytes() for path in sorted(folder.iterdir())
    )
    names = ("Zenobia", "Quentin", "Wilhelmina", "Foxes", "Owls")
    return {name for name in names if name.encode() in everything}


def test_no_name_is_left_and_games_and_steps_are(class3b):
    assert named_in(class3b) == {"Zenobia", "Quentin", "Wilhelmina", "Foxes", "Owls"}
    with Journal(class3b / "Foxes.kitgen") as journal:
        before = [(row.game, row.picks, row.result) for row in journal.games()]
        steps = [entry.kind for entry in journal.log()]
    done = run("journal", "remove-names", "class3b", "--yes")
    assert done.exit_code == 0, done.output
    assert "Foxes becomes 1, Owls becomes 2" in done.output
    assert "3 games had names or remarks; they are removed" in done.output
    assert not named_in(class3b)
    assert sorted(path.name for path in class3b.iterdir()) == ["1.kitgen", "2.kitgen"]
    with Journal(class3b / "1.kitgen") as journal:
        assert [(row.game, row.picks, row.result) for row in journal.games()] == before
        assert [entry.kind for entry in journal.log()] == steps
        assert not any(row.opponent or row.remark for row in journal.games())
    assert (
        "game 2: only a name or a remark, since removed"
        in run("journal", "log", "class3b/1").output
    )
    assert run("journal", "check", "class3b/1").exit_code == 0
    assert "No names or remarks" in run("journal", "remove-names", "class3b").output


def test_steps_before_are_undone_as_ever(class3b):
    assert run("journal", "remove-names", "class3b", "--yes").exit_code == 0
    with Journal(class3b / "1.kitgen") as journal:
        assert [row.game for row in journal.games()] == [1, 2]
    assert "game 3 noted" in run("journal", "undo", "class3b/1").output
    assert "game 2: only a name" in run("journal", "undo", "class3b/1").output
    assert "3 games: 2 won by the machine, 1 lost" in run("journal", "status", "class3b/1").output


def test_one_journal_keeps_the_name_of_its_file(class3b):
    assert run("journal", "remove-names", "class3b/Foxes", "--yes").exit_code == 0
    assert named_in(class3b) == {"Foxes", "Owls"}


def test_nothing_changes_before_somebody_agrees(class3b):
    refused = run("journal", "remove-names", "class3b")
    assert refused.exit_code == 1
    assert "names and remarks from 3 games for good" in refused.output
    assert named_in(class3b) == {"Zenobia", "Quentin", "Wilhelmina", "Foxes", "Owls"}


def test_a_file_that_is_being_read_is_named(class3b):
    """A reader keeps the old pages in the log of the file."""
    path = class3b / "Foxes.kitgen"
    with Journal(path, write=True) as journal:
        journal.note_event(MachineEvent("reset", 2))
    with closing(sqlite3.connect(path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM game").fetchone()
        with Journal(path, write=True) as journal:
            journal._connection.execute("PRAGMA busy_timeout = 10")
            with pytest.raises(OutputError, match="another program is reading"):
                journal.remove_names()


@pytest.mark.parametrize(
    ("names", "numbers"),
    [
        (("1", "3"), {}),
        (("Foxes", "Owls"), {"Foxes": "1", "Owls": "2"}),
        (("0", "1", "Owls"), {"0": "2", "Owls": "3"}),
        (("2", "4", "Owls"), {"Owls": "1"}),
    ],
)
def test_groups_get_the_numbers_of_their_signs(names, numbers, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run("journal", "new", "her", "--groups", ",".join(names), "-o", "c").exit_code == 0
    run("journal", "board", "c", "--keys", "1l 3l")
    there = numbered(tmp_path / "c")
    assert {old.stem: new.stem for old, new in there.items()} == numbers
    first = next((path for path in there if there[path].stem == "1"), None)
    content = first and games_of(first)
    assert run("journal", "remove-names", "c", "--yes").exit_code == 0
    assert sorted(path.stem for path in (tmp_path / "c").iterdir()) == sorted(
        numbers.get(name, name) for name in names
    )
    assert content is None or games_of(tmp_path / "c" / "1.kitgen") == content


@pytest.mark.every
@pytest.mark.parametrize("language", few([one for one in LANGUAGES if one != "en"], one_in=2))
def test_it_is_asked_and_said_in_the_language_of_the_class(language, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    made = run("print", "her", "--language", language, "--parts", "board", "-o", "kit")
    assert made.exit_code == 0
    words = ("journal", "new", "kit", "--groups", "Foxes,Owls", "-o", "c")
    assert run(*words).exit_code == 0
    assert run("journal", "board", "c", "--keys", "u").exit_code == 1
    (tmp_path / "g.csv").write_text("game,opponent,result\n1,Zenobia,L\n", encoding="utf-8")
    assert run("journal", "add", "c/Foxes", "g.csv").exit_code == 0
    output = run("journal", "remove-names", "c", "--yes").output
    assert " remark" not in output
    assert " names" not in output
    assert "Foxes" in output
