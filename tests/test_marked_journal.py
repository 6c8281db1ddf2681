"""Rows of marked sheets in the journal: noted once, corrected, kept through export and import."""

from dataclasses import replace

import pytest
from jobs import kit_of
from journals import begun, rows_of

from kitgen.door.journal.beginning import import_session
from kitgen.door.journal.games import exported
from kitgen.errors import KitgenError, RecordError
from kitgen.session.noted_rows import NotedRow
from kitgen.session.session import Session

HER = kit_of("her")
GAMES = rows_of(HER, 6)
ROWS = [NotedRow(1, number, number, "read") for number in range(1, 7)]


def test_rows_and_games_are_noted_together_and_never_twice(tmp_path):
    with Session.create(tmp_path / "a.kitgen", HER) as session:
        assert session.add_marked(ROWS[:3], GAMES[:3]) == tuple(GAMES[:3])
        assert session.add_marked(ROWS[:4], GAMES[:4]) == (GAMES[3],)
        assert session.marked_rows() == tuple(ROWS[:4])
        other = replace(GAMES[0], game=2, opponent="Anna")
        with pytest.raises(RecordError, match="game 2 is there already, as "):
            session.add_marked([NotedRow(1, 5, 5, "read"), NotedRow(1, 2, 2, "read")], [GAMES[4], other])
        assert (session.games(), session.marked_rows()) == (tuple(GAMES[:4]), tuple(ROWS[:4]))
        assert session.add_marked([NotedRow(1, 2, 2, "corrected")], [other], instead=[2, 9]) == (other,)
        assert session.games() == (GAMES[0], other, *GAMES[2:4])
        assert session.marked_rows()[1].how == "corrected"


def test_a_row_that_is_crossed_out_is_no_game_that_is_missing(tmp_path):
    with Session.create(tmp_path / "a.kitgen", HER) as session:
        session.add_marked([ROWS[0], NotedRow(1, 2, 2, "void"), NotedRow(1, 4, 4, "on")], [GAMES[0], GAMES[5]])
        found = session.check().problems
        assert [(one.kind, one.game, one.last) for one in found] == [("game-missing", 3, 0), ("game-missing", 5, 0)]
        session.add_marked([NotedRow(1, 3, 3, "void"), NotedRow(1, 5, 5, "void")], [])
        assert session.check().problems == ()


def test_rows_go_through_json_lines_and_an_impossible_one_is_refused(tmp_path):
    path = begun(tmp_path / "a.kitgen", HER, GAMES[:1])
    with Session(path, write=True) as session:
        session.add_marked([ROWS[0], NotedRow(1, 2, 2, "void")], [])
        data = exported(session, "jsonl")
    (tmp_path / "a.jsonl").write_bytes(data)
    with import_session(tmp_path / "a.jsonl", tmp_path / "b.kitgen") as session:
        assert session.marked_rows() == (ROWS[0], NotedRow(1, 2, 2, "void"))
        assert exported(session, "jsonl") == data
    for wrong in (b'"how":"guessed"', b'"how":"void","more":1'):
        (tmp_path / "c.jsonl").write_bytes(data.replace(b'"how":"void"', wrong))
        with pytest.raises(KitgenError, match="line 1 cannot be read"):
            import_session(tmp_path / "c.jsonl", tmp_path / "c.kitgen")
    assert not (tmp_path / "c.kitgen").exists()
