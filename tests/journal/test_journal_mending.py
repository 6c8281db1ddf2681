"""Mending a journal at the command line, and what makes a lesson smooth: names, what now,
counting, views.
"""

import os
import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from command_answers import result_of
from jobs import TEMPLATES, kit_of
from journal_games import begun, rows_of
from workbooks import ods, xlsx, zipped

from kitgen.cli.commands.journal import curve_lines
from kitgen.cli.main import main
from kitgen.errors import OutputError, RecordError
from kitgen.installing.extras import MissingExtraError
from kitgen.journal.journal import Journal
from kitgen.journal.journal_words import what_now
from kitgen.reading import workbook
from kitgen.reading.texts import Texts
from kitgen.reading.workbook import workbook_text
from kitgen.record.games_table import read_table, write_table
from kitgen.record.rows import GameRow, PickedBead
from kitgen.record.table_words import vocabularies

HER = kit_of("her")
#: Games that Anna and Luca have lost and won against the machine.
ANNA = GameRow(1, (PickedBead("A1", "R"), PickedBead("B1", "U")), -1, "Anna")
LUCA = GameRow(2, (PickedBead("A1", "U"), PickedBead("B5", "Y")), -1)
WON = GameRow(3, (PickedBead("A1", "R"), PickedBead("B3", "R")), 1)


def run(*words, into=None, code=0):
    done = CliRunner().invoke(main, ["journal", *map(str, words)], input=into, prog_name="kitgen")
    assert done.exit_code == code, done.output
    return done


@pytest.fixture
def noted(tmp_path, monkeypatch):
    """A folder with one journal, of three games."""
    monkeypatch.chdir(tmp_path)
    return begun(tmp_path / "her.kitgen", HER, [ANNA, LUCA, WON])


# --- mending
# --------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("noted")
def test_an_entry_is_mended_and_the_log_tells_what_stood_there():
    done = run("edit", 1, "--picks", "a1 red, B1 r", "--opponent", "Eva", "--remark", "=1")
    assert (
        done.stdout == "game 1 is corrected: beads A1 R, B1 U → A1 R, B1 R, opponent Anna → Eva, "
        "remark – → =1\n"
    )
    assert run("edit", 3, "--result", "L", code=1).stderr.startswith(
        "kitgen: game 3: after B3 R it cannot be lost"
    )
    assert "is noted like that already" in run("edit", 3, "--result", "won", code=1).stderr
    assert "has no game 9; the nearest is game 3" in run("edit", 9, "--result", "W", code=1).stderr
    assert "say what the game should be" in run("edit", 3, code=2).stderr
    assert run("remove", 2).stdout == "game 2 taken out: A1 U, B5 Y, lost\n"
    assert run("insert", 1, "--picks", "A1 R, B3 R", "--result", "W").stdout == (
        "game 1 is noted: A1 R, B3 R, won\ngame 1 is now game 2\n"
    )
    assert [row["picks"] for row in result_of(run("show", "--json").stdout)] == [
        ["A1 R", "B3 R"], ["A1 R", "B1 R"], ["A1 R", "B3 R"],
    ]  # fmt: skip
    steps = result_of(run("log", "--json").stdout)
    assert [(step["step"], step["undone"]) for step in steps] == [
        ("add", False), ("edit", False), ("remove", False), ("insert", False),
    ]  # fmt: skip
    assert steps[2]["changes"] == ["game 2 taken out: A1 U, B5 Y, lost"]
    assert "beads A1 R, B1 U → A1 R, B1 R" in run("log").stdout
    assert run("undo").stdout == "game 1 taken out: A1 R, B3 R, won\ngame 2: number 2 → 1\n", (
        "one game, so no question"
    )
    assert run("undo").stdout == "game 2 noted: A1 U, B5 Y, lost\n"
    assert run("undo").stdout.startswith(
        "game 1: beads A1 R, B1 R → A1 R, B1 U, opponent Eva → Anna"
    )
    assert run("redo").stdout.startswith("game 1: beads A1 R, B1 U → A1 R, B1 R")
    assert run("undo", "--after", 2).stdout == "game 3 taken out: A1 R, B3 R, won\n"
    assert "remove (undone)" in run("log").stdout


def test_what_is_only_renamed_stays_as_it_was_noted(noted):
    with Journal(noted, write=True) as journal:
        journal.add(GameRow(4, (PickedBead("B1", "R"),), -1, starts="we", when="9 May"))
        journal.add(GameRow(5, (PickedBead("Z9", "Q"),), 0, resigned=True), as_written=True)
    run("edit", 4, "--opponent", "Eva")
    run("edit", 5, "--opponent", "Eva", "--as-written")
    with Journal(noted) as journal:
        four = journal.game(4)
        five = journal.game(5)
    assert (four.opponent, four.starts, four.when, four.last_only) == ("Eva", "we", "9 May", True)
    assert (five.picks_text, five.resigned) == ("Z9 Q", True)


def test_a_table_that_differs_says_how_to_correct_and_replaces_if_wanted(noted, tmp_path):
    table = tmp_path / "games.csv"
    mended = GameRow(2, (PickedBead("A1", "R"), PickedBead("B1", "R")), -1)
    table.write_text(write_table([ANNA, mended, WON]))
    for option in ([], ["--as-written"]):
        message = run("add", table, *option, code=1).stderr
        assert (
            "game 2 is there already, as A1 U, B5 Y, lost; to correct it: kitgen journal "
            "edit her.kitgen 2" in message
        )
    assert run("add", table, "--replace").stdout.startswith("1 game noted, 2 there already\n")
    with Journal(noted) as journal:
        assert journal.games() == (ANNA, mended, WON)
    table.write_text(write_table([ANNA, LUCA, GameRow(3, ANNA.picks, -1)]))
    assert "this will replace 2 games (2 to 3)" in run("add", table, "--replace", code=1).stderr
    run(
        "add", table, "--replace", "--yes", "--keep-good"
    )  # line by line: no line takes another's game out
    with Journal(noted) as journal:
        assert [row.game for row in journal.games()] == [1, 2, 3]
    run("undo", "--yes")
    run("undo", "--yes")
    run("add", table, "--replace", "--yes")
    assert run("undo", "--yes").stdout.count("\n") == 2


# --- names, and what now
# -----------------------------------------------------------------------------------------


@pytest.mark.usefixtures("noted")
def test_the_only_journal_of_a_folder_need_not_be_named(tmp_path):
    assert run("status").stdout == run("status", "her.kitgen").stdout
    assert run("new", "her").stdout.startswith("her-2.kitgen: kit her")
    assert "several journals, name one: her-2.kitgen, her.kitgen" in run("status", code=2).stderr
    assert "missing argument 'GAME'" in run("edit", "her.kitgen", code=2).stderr
    assert "got unexpected extra argument (3)" in run("remove", "her.kitgen", 2, 3, code=2).stderr
    assert "'x' is not the number of a game" in run("remove", "her.kitgen", "x", code=2).stderr
    for path in tmp_path.glob("*.kitgen"):
        path.unlink()
    (tmp_path / "text.kitgen").write_text("no journal")
    assert "this folder has no journal" in run("status", code=2).stderr


@pytest.mark.parametrize("language", ["en", "it", "es"])
def test_what_now_says_what_comes_next(tmp_path, language):
    texts = Texts(language, TEMPLATES)
    with Journal.create(tmp_path / "her.kitgen", HER) as journal:
        lines = [what_now(journal, texts)]
        journal.add(ANNA)
        lines.append(what_now(journal, texts))
        journal.note_count({("A1", "R"): 1})
        lines.append(what_now(journal, texts))
        journal.add_all([LUCA, WON])
        lines.append(what_now(journal, texts))
        journal.edit(2, GameRow(2, (PickedBead("A1", "R"), PickedBead("B1", "R")), -1))
        lines.append(what_now(journal, texts))
    assert len(set(lines)) == 5
    commands = [re.findall(r"kitgen journal (\w+)", line) for line in lines]
    assert commands == [["add", "play"], ["count"], [], ["count"], ["count"]]
    if language == "en":
        assert lines[2] == "What now: the beads were counted after the last game"
        assert lines[4].startswith(
            "What now: 2 games since the beads were last counted; box B1 is empty; count again?"
        )


def test_a_count_is_out_of_date_once_another_game_was_played(tmp_path):
    rows = rows_of(HER, 6)
    with Journal.create(tmp_path / "her.kitgen", HER, rows=[*rows[:2], rows[3]]) as journal:
        journal.note_count({("A1", "R"): 1})

        def since():
            return journal.status().since_count

        assert (since(), dict(journal.last_count().beads)) == (0, {("A1", "R"): 1})
        journal.add(rows[2])
        journal.edit(2, GameRow(2, ANNA.picks, -1))
        journal.insert(1, rows[0])
        assert since() == 0, "games that were played before it"
        journal.add(GameRow(0, rows[5].picks, rows[5].result))
        assert since() == 1
        journal.undo()
        assert since() == 0
        journal.undo(4)
        journal.add(GameRow(0, rows[5].picks, rows[5].result))
        assert since() == 1, "a game that was noted for another"


@pytest.mark.usefixtures("noted")
def test_counting_asks_box_by_box_shows_the_box_and_checks():
    done = run("count", into="1 1 1\nback\n0 1 1\n1\n1 0\nend\n", code=3)
    assert (
        "3  ♟ ♟ ♟\n2  · · ♙\n1  ♙ ♙ ·\n   a b c\nbox A1 (1 of 4): R red, U blue, Y yellow?"
        in done.stdout
    )
    assert done.stderr == "'1' is not 2 numbers, one for each of R red, U blue\n"
    assert "2 boxes counted\n" in done.stdout
    again = run("check", code=3)
    assert again.stderr == "with the beads that were counted after game 3\n"
    assert done.stdout.endswith(again.stdout)
    run("count", "--boxes", "b1", into="1 1\n", code=3)
    with Journal(Path("her.kitgen")) as journal:
        assert journal.last_count().beads == {
            ("A1", "R"): 0, ("A1", "U"): 1, ("A1", "Y"): 1, ("B1", "R"): 1, ("B1", "U"): 1,
        }, "one box is counted again"  # fmt: skip
    run("add", "-", into="A1 R, B1 R, L\n")
    assert "not compared with the beads that were counted after game 3" in run("check").stderr
    assert "no box was counted" in run("count", into="\n\n\n\n", code=1).stderr
    assert "the machine has no box 'Q1'" in run("count", "--boxes", "A1,Q1", code=2).stderr
    assert "(1 of 1)" in run("count", "--boxes", "b5", into="1 1\n", code=1).stdout


# --- views
# --------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("noted")
def test_a_story_is_told_and_printed(tmp_path):
    told = run("story", 1).stdout
    assert told.startswith("Game 1 · ")
    assert "Turn 2: box B1, blue" in told
    assert told.count("   a b c") == 2
    assert run("story", 1, "-o", "one.pdf").stdout == "one.pdf: printed from one.csv\n"
    assert (tmp_path / "one.pdf").read_bytes().startswith(b"%PDF")
    assert (tmp_path / "one.csv").read_text() == "game,opponent,A,B,result\n1,Anna,A1 R,B1 U,L\n"
    assert "exists" in run("story", 2, "-o", "one.pdf", code=2).stderr
    assert "does not end in .pdf" in run("story", 2, "-o", "two.png", code=2).stderr
    assert not (tmp_path / "two.csv").exists()


@pytest.mark.every
@pytest.mark.usefixtures("noted")
def test_curve_and_report_are_shown_with_and_without_the_extra(monkeypatch):
    drawing = "".join(f"{line}\n" for line in curve_lines([-1, -1, 1]))
    assert run("curve").stdout == f"{drawing}      3 games: 1 won, 2 lost; score -1\n"
    whole = run("report").stdout
    assert drawing in whole
    assert "score" not in whole, "it says so itself, in the language of the kit"
    assert "IS ITS LINE A USUAL ONE?" in whole
    monkeypatch.setattr("kitgen.installing.extras._found", lambda module: module != "scipy")
    without = run("report").stdout
    assert drawing in without
    assert (
        "Left out: how this machine compares with others. That needs more than is installed: "
        in without
    )
    assert "IS ITS LINE A USUAL ONE?" not in without
    assert "[lab]" in without
    assert "WHAT STILL BEATS IT?" in without
    run("undo", "--after", 0, "--yes")
    for name in ("curve", "report"):
        assert "there are no games yet" in run(name, code=1).stderr


def test_a_long_curve_keeps_its_ends_within_the_room():
    lines = list(curve_lines([1, -1, 1] * 200))
    assert len(lines) <= 15
    assert max(map(len, lines)) <= 70
    assert lines[0].endswith("*")


# --- tables, workbooks
# -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@x", "'=1", "''-x", "\t=1", "'plain", "a=1"])
def test_no_cell_is_run_by_a_spreadsheet_and_each_is_read_back(text):
    row = GameRow(1, (PickedBead("A1", "R"),), -1, opponent=text)
    table = write_table([row])
    cell = table.splitlines()[1].split(",")[1].strip('"')
    assert cell[0] not in "=+-@\t"
    [noted] = read_table(table, HER, vocabularies(TEMPLATES))
    assert noted.row.opponent == text.strip()


@pytest.mark.parametrize(
    "above", ["Class 3b\n", "Class 3b, 9 May,,\n\n,,,\n", "Giochi; 3b\n", "\n\n"]
)
def test_titles_above_the_headings_are_skipped(above):
    mark = ";" if ";" in above else ","
    table = above + "game,opponent,A,B,result\n1,Anna,A1 R,B1 U,L\n2,,A1 U,B5 Q,L\n".replace(
        ",", mark
    )
    good, bad = read_table(table, HER, vocabularies(TEMPLATES))
    assert good.row == ANNA
    assert bad.line == above.count("\n") + 3
    with pytest.raises(
        RecordError, match=f"line {above.count(chr(10)) + 1}: unknown column 'oponent'"
    ):
        list(read_table(table.replace("opponent", "oponent"), HER, vocabularies(TEMPLATES)))


SHEET = [
    ["Class 3b"],
    ["game", "opponent", "A", "B", "result"],
    [1, "Anna", "A1 R", "B1 U", "L"],
    [2, "", "A1 U", "B5 Y", "L"],
]


@pytest.mark.parametrize("write", [xlsx, ods])
def test_a_workbook_is_read(write, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    begun(tmp_path / "her.kitgen", HER)
    (tmp_path / f"games.{write.__name__}").write_bytes(write(SHEET))
    (tmp_path / "counts").write_bytes(
        write([["box", "bead", "beads"], ["A1", "R", 1], ["B1", "U", 0]])
    )
    assert run("add", f"games.{write.__name__}").stdout.startswith("2 games noted\n")
    with Journal(tmp_path / "her.kitgen") as journal:
        assert journal.games() == (ANNA, LUCA)
    assert run("check", "--counts", "counts").exit_code == 0


def test_what_is_no_workbook_too_large_or_without_the_extra_is_refused(monkeypatch):
    with pytest.raises(
        RecordError, match=r"x.xlsx cannot be read as a workbook .*; save it as CSV"
    ):
        workbook_text(xlsx(SHEET)[:-100], "x.xlsx")
    with pytest.raises(RecordError, match="cannot be read as a workbook"):
        workbook_text(zipped({"[Content_Types].xml": "<Types/>"}), "x.docx")
    assert workbook.MAX_WORKBOOK_BYTES == 200_000_000  # to pack as many takes seconds
    monkeypatch.setattr(workbook, "MAX_WORKBOOK_BYTES", 1_000_000)
    assert workbook_text(xlsx(SHEET, " " * 900_000), "x.xlsx")
    with pytest.raises(RecordError, match="is too large"):
        workbook_text(xlsx(SHEET, " " * 1_000_001), "x.xlsx")
    assert workbook_text(xlsx([]), "x.xlsx") == ""
    monkeypatch.setattr(
        "kitgen.installing.extras._found", lambda module: module != "python_calamine"
    )
    with pytest.raises(MissingExtraError, match=r"reading a workbook needs more .*\[workbook\]"):
        workbook_text(xlsx(SHEET), "x.xlsx")


# --- where nothing can be written
# --------------------------------------------------------------------------------


def test_a_journal_is_read_where_nothing_can_be_written(noted, tmp_path):
    """Files that can grow no more are what a full disk is, for this process alone."""
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        with Journal(noted) as journal:
            seen = (journal.games(), journal.status().games)
        with pytest.raises(
            OutputError,
            match=r"cannot be written: .*; nothing was noted, games noted before are safe",
        ):
            Journal(noted, write=True).add(GameRow(4, ANNA.picks, -1))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert seen == ((ANNA, LUCA, WON), 3)
    with Journal(noted) as journal:
        assert len(journal.games()) == 3
    assert [path.name for path in tmp_path.iterdir()] == ["her.kitgen"]


@pytest.mark.skipif(
    not hasattr(os, "seteuid") or os.geteuid() != 0, reason="needs another user's rights"
)
def test_games_in_an_unfinished_log_are_read_in_a_read_only_folder(noted, tmp_path):
    with Journal(noted, write=True) as journal:
        journal.add(GameRow(4, ANNA.picks, -1))
        copy = tmp_path / "copy"
        copy.mkdir()
        for path in (noted, noted.with_name("her.kitgen-wal")):
            (copy / path.name).write_bytes(path.read_bytes())
    copy.chmod(0o555)
    for folder in (copy, *tmp_path.parents[:3]):
        folder.chmod(folder.stat().st_mode | 0o055)
    tmp_path.chmod(0o755)
    os.seteuid(65534)
    try:
        with Journal(copy / "her.kitgen") as journal:
            assert len(journal.games()) == 4
        with pytest.raises(OutputError, match="cannot be written: it is read-only"):
            Journal(copy / "her.kitgen", write=True).remove(1)
    finally:
        os.seteuid(0)
