"""Rows of marked sheets in the journal: noted once, corrected, kept through export and import."""

from dataclasses import replace

import pytest
from jobs import kit_of
from journal_games import begun, rows_of
from places import ROOT

from kitgen.errors import KitgenError, RecordError
from kitgen.journal.exchange import add_file, exported
from kitgen.journal.journal import Journal
from kitgen.reading.templates import Templates
from kitgen.record.game_lines import NotedRow
from kitgen.record.games_table import named_game
from kitgen.sources.journal_start import import_journal

HER = kit_of("her")
GAMES = rows_of(HER, 6)
ROWS = [NotedRow(1, number, number, "read") for number in range(1, 7)]


def test_rows_and_games_are_noted_together_and_never_twice(tmp_path):
    with Journal.create(tmp_path / "a.kitgen", HER) as journal:
        assert journal.add_marked(ROWS[:3], GAMES[:3]) == tuple(GAMES[:3])
        assert journal.add_marked(ROWS[:4], GAMES[:4]) == (GAMES[3],)
        assert journal.marked_rows() == tuple(ROWS[:4])
        other = replace(GAMES[0], game=2, opponent="Anna")
        with pytest.raises(RecordError, match="game 2 is there already, as "):
            journal.add_marked(
                [NotedRow(1, 5, 5, "read"), NotedRow(1, 2, 2, "read")], [GAMES[4], other]
            )
        assert (journal.games(), journal.marked_rows()) == (tuple(GAMES[:4]), tuple(ROWS[:4]))
        assert journal.add_marked([NotedRow(1, 2, 2, "corrected")], [other], instead=[2, 9]) == (
            other,
        )
        assert journal.games() == (GAMES[0], other, *GAMES[2:4])
        assert journal.marked_rows()[1].how == "corrected"


def test_a_game_that_is_noted_again_just_so_is_not_taken_back(tmp_path):
    with Journal.create(tmp_path / "a.kitgen", HER) as journal:
        journal.add_marked(ROWS[:3], GAMES[:3])
        assert journal.add_marked([NotedRow(1, 1, 1, "confirmed")], GAMES[:1], instead=[1]) == ()
        assert len(journal.log()) == 1, "no step"


def test_a_row_that_is_crossed_out_is_no_game_that_is_missing(tmp_path):
    with Journal.create(tmp_path / "a.kitgen", HER) as journal:
        journal.add_marked(
            [ROWS[0], NotedRow(1, 2, 2, "void"), NotedRow(1, 4, 4, "on")], [GAMES[0], GAMES[5]]
        )
        found = journal.check().problems
        assert [(one.kind, one.game, one.last) for one in found] == [
            ("game-missing", 3, 0),
            ("game-missing", 5, 0),
        ]
        journal.add_marked([NotedRow(1, 3, 3, "void"), NotedRow(1, 5, 5, "void")], [])
        assert journal.check().problems == ()


def test_rows_go_through_json_lines_and_an_impossible_one_is_refused(tmp_path):
    path = begun(tmp_path / "a.kitgen", HER, GAMES[:1])
    with Journal(path, write=True) as journal:
        journal.add_marked([ROWS[0], NotedRow(1, 2, 2, "void")], [])
        data = exported(journal, "jsonl")
    (tmp_path / "a.jsonl").write_bytes(data)
    with import_journal(tmp_path / "a.jsonl", tmp_path / "b.kitgen") as journal:
        assert journal.marked_rows() == (ROWS[0], NotedRow(1, 2, 2, "void"))
        assert exported(journal, "jsonl") == data
    for wrong in (b'"how":"guessed"', b'"how":"void","more":1'):
        (tmp_path / "c.jsonl").write_bytes(data.replace(b'"how":"void"', wrong))
        with pytest.raises(KitgenError, match="line 1: this kitgen does not know"):
            import_journal(tmp_path / "c.jsonl", tmp_path / "c.kitgen")
    assert not (tmp_path / "c.kitgen").exists()


#: Rows of all kinds beside games 1 to 6: of a game, of one that was taken back, crossed out,
#: crossed out beside a game of its number.
MANY = (
    *ROWS[:2], NotedRow(1, 3, 3, "completed"), NotedRow(1, 4, 4, "void"), NotedRow(1, 5, 5, "void"),
    NotedRow(1, 8, 8, "on"), NotedRow(2, 1, 9, "confirmed"), NotedRow(2, 2, 10, "void"),
)  # fmt: skip


def journal_with_sheets(path):
    """Return the journal of a class with marked sheets, two games of one number, and one that
    was taken back.
    """
    named = replace(GAMES[1], opponent='Anna, "B"', resigned=False)
    rows = [GAMES[0], named, *GAMES[2:4], GAMES[5], replace(GAMES[5], game=2)]
    journal = Journal.create(path, HER, rows=rows)
    journal.add_marked(MANY, [replace(GAMES[0], game=9)])
    journal.undo()
    return journal


def test_rows_go_through_a_table_without_loss(tmp_path):
    with journal_with_sheets(tmp_path / "a.kitgen") as journal:
        data = exported(journal, "csv")
        problems = journal.check().problems
        assert journal.marked_rows() == MANY
        rows = journal.games()
    assert data.count(b",void\n") == 3
    assert b"\n5,,,,,,1,5,void\n6," in data
    (tmp_path / "a.csv").write_bytes(data)
    with import_journal(tmp_path / "a.csv", tmp_path / "b.kitgen", kit="her") as journal:
        assert journal.marked_rows() == MANY
        assert journal.games() == rows
        assert journal.check().problems == problems
        assert exported(journal, "csv") == data
    story = named_game(f"{tmp_path / 'a.csv'}", kit_of("her"), Templates())
    assert story.game == 6, "a story is told of the games alone"


def test_the_table_in_the_docs_is_what_is_written(tmp_path):
    text = (ROOT / "docs" / "games-csv.md").read_text(encoding="utf-8")
    table = text.partition("```text\ngame,")[2].partition("```")[0]
    (tmp_path / "a.csv").write_text("game," + table)
    with import_journal(tmp_path / "a.csv", tmp_path / "b.kitgen", kit="her") as journal:
        assert exported(journal, "csv").decode() == "game," + table
        assert [one.how for one in journal.marked_rows()] == ["read", "void", "completed"]


@pytest.mark.parametrize("form", ["csv", "jsonl"])
@pytest.mark.parametrize("keep_good", [False, True])
def test_rows_of_a_file_are_added_and_those_that_are_there_stay(form, keep_good, tmp_path):
    file = tmp_path / f"a.{form}"
    with Journal.create(tmp_path / "a.kitgen", HER) as journal:
        journal.add_marked([ROWS[0], NotedRow(1, 2, 2, "void"), ROWS[2]], [GAMES[0], GAMES[2]])
        file.write_bytes(exported(journal, form))
    with Journal.create(tmp_path / "b.kitgen", HER) as journal:
        journal.add_marked([NotedRow(9, 9, 1, "corrected")], [GAMES[0]])
        added = add_file(journal, file, keep_good=keep_good)
        assert ([row.game for row in added.noted], added.passed, added.refused) == ([3], 1, ())
        assert journal.marked_rows() == (
            NotedRow(9, 9, 1, "corrected"),
            NotedRow(1, 2, 2, "void"),
            ROWS[2],
        )
        assert journal.check().problems == ()


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("1,A1 R,L,1,1,guessed", "how 'guessed' is not one of read, completed"),
        ("1,A1 R,L,1,1,", "how '' is not one of"),
        ("1,A1 R,L,1,,void", "a row of a marked sheet needs its game, sheet and row"),
        (",,,1,1,void", "a row of a marked sheet needs its game, sheet and row"),
        ("1,,,x,1,void", "'x' is not the number of a sheet"),
        ("1,A1 R,,1,1,read", "there is no result"),
        ("1,,,1,1,void\n+,A1 R,,,,", "the row above holds no game that could go on"),
    ],
)
def test_what_a_table_says_wrongly_of_a_row_is_refused(line, why, tmp_path):
    (tmp_path / "a.csv").write_text(f"game,A,result,sheet,row,how\n{line}\n")
    with pytest.raises(KitgenError, match=why):
        import_journal(tmp_path / "a.csv", tmp_path / "b.kitgen", kit="her")
    assert not (tmp_path / "b.kitgen").exists()
