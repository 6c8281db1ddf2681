"""Games in and out of a journal: tables as spreadsheets write them, JSON Lines, moves, and box
by box.
"""

from dataclasses import replace

import pytest
from click.testing import CliRunner
from command_answers import result_of
from counting import at_least, at_least_one
from jobs import TEMPLATES, kit_of
from journal_games import begun, row_of, rows_of
from sampling import few

from kitgen.cli.main import main
from kitgen.errors import JournalError, KitgenError, RecordError, UsageError
from kitgen.journal.exchange import add_file, exported, read_lines, read_moves
from kitgen.journal.journal import Journal
from kitgen.journal.understand import understood
from kitgen.kit.kit import row_letter
from kitgen.kit.kit_json import write_kit
from kitgen.kit.rule import Change, Rule
from kitgen.machine.learning import with_rule
from kitgen.record.games_table import read_table, write_table
from kitgen.record.rows import GameRow, Passages, PickedBead, sample_games
from kitgen.record.table_words import vocabularies
from kitgen.sources.journal_start import import_journal

WORDS = vocabularies(TEMPLATES)
HER = kit_of("her")
ONE = GameRow(1, (PickedBead("A1", "R"), PickedBead("B1", "U")), -1, "Anna")
TWO = GameRow(2, (PickedBead("A2", "U"),), 1)


def read(text, kit=HER):
    return list(read_table(text, kit, WORDS))


def run(*words, into=None, code=0):
    done = CliRunner().invoke(main, ["journal", *map(str, words)], input=into)
    assert done.exit_code == code, done.output
    return done


# --- tables
# --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "game,opponent,A,B,result\n1,Anna,A1 R,B1 U,L\n2,,A2 U,,W\n",
        "game;opponent;A;B;result\r\n1,0;Anna;A1 R;B1 U;L\r\n2,0;;A2 U;;W\r\n",
        "Game\tOpponent\tB\tA\tMachine\n1\tAnna\tb1 blue\tA1-R\tlost\n\n2\t\t\ta2u\twon\n",
        "partita;avversario;A;B;macchina;perline ±;punti\n1;Anna;1 R;1 U;Pe;-1;-1\n2;;2 U;–;Vi;;\n",
        "PARTITA;AVVERSARIO;SCATOLE E PERLINE;RISULTATO\n1;Anna;A1 R, B1 U;persa\n2;;A2 U;vinta\n",
        "game,opponent,boxes and beads,,,machine\n1,Anna,A1 R,B1 U,,-1\n2,,A2 U,,,1\n",
        (
            '"game","opponent","A","B","result"\n"1","Anna","A1 a3a2","B1 c3b2","-1,0"\n'
            '"2","","A2 c3b2","","+1"\n'
        ),
        "game,opponent,boxes and beads,machine\n1,Anna,A1 R,L\n+,,B1 U,\n2,,A2 U,W\n",
        "opponent,game,A,B,result\nAnna,1.0,A1 R,B1 U,L\n,2.,A2 U,,w\n",
    ],
    ids=[
        "commas",
        "semicolons and decimal commas",
        "tabs and words",
        "log sheet in Italian",
        "wide and in capitals",
        "wide over columns",
        "moves and figures",
        "a game that goes on",
        "in any order",
    ],
)
def test_a_table_is_read_however_a_spreadsheet_writes_it(text):
    assert [noted.row for noted in read(text)] == [ONE, TWO]


@pytest.mark.parametrize("coding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_names_are_read_in_every_coding_that_spreadsheets_write(tmp_path, coding):
    path = tmp_path / "games.csv"
    path.write_bytes("game;opponent;A;B;result\n1;Nicolò;A1 R;B1 U;L\n".encode(coding))
    with Journal.create(tmp_path / "a.kitgen", HER) as journal:
        assert add_file(journal, path).noted == (replace(ONE, opponent="Nicolò"),)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("game,A,B\n1,A1 R,B1 U\n", "line 1: there is no column 'result'"),
        (
            "game,A,remarkk,result\n1,A1 R,x,L\n",
            "line 1: unknown column 'remarkk'; did you mean remark",
        ),
        ("game,A,A,result\n", "line 1: column 'A' is there twice"),
        (
            "partita,avversari,A,risultato\n",
            "line 1: unknown column 'avversari'; did you mean avversario?",
        ),
        ("partita,game,A,risultato\n", "line 1: column 'game' is there twice"),
    ],
)
def test_a_heading_that_cannot_be_read_is_refused(text, said):
    with pytest.raises(RecordError) as refused:
        read(text)
    assert str(refused.value).startswith(said)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("x,A1 R,,L", "'x' is not the number of a game"),
        ("0,A1 R,,L", "'0' is not the number of a game"),
        ("1,5,A1 R,,L", "it has 5 cells, and there are 4 columns"),
        ("1,A1 R,B1 U,", "there is no result"),
        ("1,A1 R,B1 U,V", "result 'V' is not one of W, D, L"),
        ('1,A1 R,B1 U,"0,5"', "result '0,5' is not one of"),
        ("1,A1 Q,B1 U,L", "box A1 has no bead 'Q'; it has R, U, Y"),
        ("1,A1 R,lost,L", "'lost' is not a box and a bead"),
    ],
)
def test_a_line_that_cannot_be_read_keeps_its_number(line, said):
    good = "7,A1 R,B1 U,L\n"
    first, second, third = read(f"game,A,B,result\n{good}{line}\n{good}")
    assert first.row == third.row
    assert (first.row is None, second.row, second.line) == (False, None, 3)
    assert said in second.fault


def test_letters_of_results_are_those_of_the_language_of_the_heading():
    table = "partita,A,macchina\n1,A2 U,Vi\n2,A1 R,pe\n3,A1 R,persa\n4,A1 R,L\n"
    assert [noted.row.result for noted in read(table)] == [1, -1, -1, -1]
    assert [noted.row for noted in read("game,A,machine\n1,A2 U,Vi\n")] == [None]


@pytest.mark.parametrize(
    "name",
    few(["her", "him", "gardner24", "menace", "awari-mini", "awari-3x1", "ladder"], one_in=3),
)
def test_tables_and_json_lines_go_both_ways_without_loss(name, tmp_path):
    kit = kit_of(name)
    rows = []
    for number, row in enumerate(at_least(40, rows_of(kit, 40))):
        told = replace(
            row,
            opponent=f'Ann, "a" {number}' * (number % 3),
            when="9 May; 10:15" if number % 2 else "",
            remark="=1+1",
            resigned=None if number % 5 else False,
            starts="we\nfirst" if number % 4 == 1 else "",
        )
        rows.append(told)
    rows[7] = replace(rows[7], last_only=True)
    assert [noted.row for noted in read_table(write_table(rows), kit, WORDS)] == rows
    with Journal.create(tmp_path / "a.kitgen", kit, rows=rows, software="9.9") as journal:
        data = exported(journal, "jsonl")
    (tmp_path / "a.jsonl").write_bytes(data)
    with import_journal(tmp_path / "a.jsonl", tmp_path / "b.kitgen") as copy:
        assert copy.games() == tuple(rows)
        assert (copy.software, write_kit(copy.printed)) == ("9.9", write_kit(kit))
        assert exported(copy, "jsonl") == data
        (tmp_path / "a.csv").write_bytes(exported(copy, "csv"))
    with import_journal(tmp_path / "a.csv", tmp_path / "c.kitgen", kit=name) as copy:
        assert copy.games() == tuple(rows)


def test_columns_go_on_after_z():
    text = write_table([GameRow(1, tuple(PickedBead("A1", "R") for _ in range(30)), 1)])
    assert text.partition("\n")[0].endswith("Y,Z,AA,AB,AC,AD,result")
    assert [len(noted.row.picks) for noted in read(text)] == [30]
    assert len({row_letter(number) for number in range(1, 701)}) == 700


# --- JSON Lines and moves
# ----------------------------------------------------------------------------------------


def test_the_journal_of_another_machine_is_refused(tmp_path):
    with Journal.create(tmp_path / "him.kitgen", kit_of("him")) as other:
        (tmp_path / "him.jsonl").write_bytes(exported(other, "jsonl"))
    with Journal.create(tmp_path / "her.kitgen", HER) as journal:
        with pytest.raises(
            JournalError,
            match=r"is the journal of kit 'him' \(........\), and this is one of 'her'",
        ):
            add_file(journal, tmp_path / "him.jsonl")
        newer = (tmp_path / "him.jsonl").read_text().replace("journal@2", "journal@3", 1)
        (tmp_path / "him.jsonl").write_text(newer)
        with pytest.raises(
            JournalError, match=r"is of version .kitgen.journal@3., .* a newer kitgen is needed"
        ):
            add_file(journal, tmp_path / "him.jsonl")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"game":1}', "key 'picks' is missing"),
        ('{"game":-1,"picks":[],"result":"L"}', "-1 is not the number"),
        ('{"game":1,"picks":["A1 R"],"result":"X"}', "result 'X' is not one of"),
        ("{", "truncated"),
        ('{"game":1,"picks":["Z1 R"],"result":"L"}', "no box 'Z1'"),
        ('{"game":1,"x":1}', "does not know key 'x'"),
        ("[" * 5000, ""),
    ],
)
def test_a_line_of_json_that_cannot_be_read_is_named(line, said):
    text = f'{{"game":1,"picks":["A1 R"],"result":"L"}}\n{line}\n'
    first, second = read_lines(text, "x.jsonl", HER, WORDS)
    assert first.row is not None
    assert (second.row, second.line) == (None, 2)
    assert said in second.fault


@pytest.mark.parametrize(
    ("number", "good"), [(-1, False), (0, True), (9_999_999, True), (10_000_000, False)]
)
def test_numbers_of_games_in_json_have_bounds(number, good):
    (noted,) = read_lines(
        f'{{"game":{number},"picks":["A1 R"],"result":"L"}}\n', "x.jsonl", HER, WORDS
    )
    assert (noted.row is not None) == good
    assert good or noted.fault == f"{number} is not the number of a game"


@pytest.mark.parametrize("name", ["her", "him", "gardner24", "menace", "awari-mini", "ladder"])
def test_moves_give_the_beads_however_the_board_lies(name):
    """Of simulated games the moves alone, and those of a mirrored or turned board, give the same
    row.
    """
    kit = kit_of(name)
    text = kit.game.move_text
    passages = Passages(kit)
    letters = {1: "W", 0: "D", -1: "L"}
    for number, game in enumerate(at_least(40, sample_games(kit, 20, machines=2)), 1):
        row = replace(row_of(kit, game, number), resigned=game.resigned or None)
        symmetries = kit.game.symmetries[:1] if kit.choices.mirrors else kit.game.symmetries
        for symmetry in at_least_one(symmetries):
            moves = " ".join(text(symmetry.move(move)) for move in game.moves)
            says_result = len(kit.players) == 2 or number % 2 or game.resigned
            end = letters[game.outcome] if says_result else ""
            (noted,) = read_moves(f"{number}: {moves} {end} # on the mat\n", kit, WORDS[:1])
            assert noted.row == replace(row, remark="on the mat"), (noted, moves)
            assert understood(passages, noted.row) == noted.row


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            "a1a2",
            (
                "the game does not end there; write its moves to the end, or L if the machine "
                "found an empty box"
            ),
        ),
        ("a1a2 b3b2", "the game does not end there; write its moves to the end"),
        ("a1a3", "'a1a3' is not a legal move; legal moves: a1a2, b1b2"),
        ("a1a2 b3a2 b1a2 c3c2 L", "these moves end as W, not as L"),
        ("a1a2 b3a2 b1a2 c3c2 W W", "'W' is not a legal move"),
        ("a1a2 b3a2 b1a2 c3c2 a2a3", "the game is over"),
    ],
)
def test_moves_that_cannot_be_are_refused(line, said):
    (noted,) = read_moves(line, HER, WORDS[:1])
    assert noted.row is None
    assert said in noted.fault


def test_a_machine_for_either_side_must_be_told_from_its_moves():
    (noted,) = read_moves("3 3 3\n", kit_of("nim:9", side="either"), WORDS[:1])
    assert noted.row is None
    assert "the machine may have played either side" in noted.fault


def test_of_a_machine_for_either_side_the_one_that_has_to_move_has_given_up():
    (noted,) = read_moves("3 L\n", kit_of("nim:9", side="either"), WORDS[:1])
    assert noted.row == GameRow(0, (), -1, resigned=True)


def test_a_machine_does_not_give_up_where_it_needs_no_box():
    """A machine always takes the ninth cell, the last one that is free: the game has to be
    written to its end.
    """
    menace = kit_of("menace")
    game = next(game for game in sample_games(menace, 60, machines=2) if len(game.moves) == 9)
    moves = " ".join(map(menace.game.move_text, game.moves[:-1]))
    for end in ("", " L"):
        (noted,) = read_moves(f"{moves}{end}\n", menace, WORDS[:1])
        assert noted.row is None
        assert noted.fault == "the game does not end there; write its moves to the end"


def test_a_machine_that_fills_its_boxes_again_does_not_give_up():
    kit = with_rule(
        HER, Rule("a source", {"en": "a title"}, empty="refill", loss=Change(every=-1)), "own"
    )
    (noted,) = read_moves("a1a2\n", kit, WORDS[:1])
    assert (noted.row, noted.fault) == (
        None,
        "the game does not end there; write its moves to the end",
    )


# --- the commands
# ------------------------------------------------------------------------------------------------


def test_all_or_nothing_and_keep_good(tmp_path):
    path = begun(tmp_path / "a.kitgen", HER)
    table = tmp_path / "games.csv"
    table.write_text(
        "game,A,B,result\n1,A1 R,B1 U,L\n2,A1 R,A2 R,L\n1,A1 R,B1 R,L\n4,A1 R,B1 R,L\n5,B1 R,,L\n"
    )
    message = run("add", path, table, code=1).stderr
    where = f"kitgen: '{table}', line 3: game 2: "
    assert message == f"{where}box A2 cannot come after A1 R; B1 or B3 could; nothing was noted\n"
    assert "0 games" in run("status", path).stdout
    done = run("add", path, table, "--keep-good", code=1)
    assert done.stderr.splitlines() == [
        "line 3 was not noted: game 2: box A2 cannot come after A1 R; B1 or B3 could",
        (
            "line 4 was not noted: game 1 is there already, as A1 R, B1 U, lost; "
            f"to correct it: kitgen journal edit {path} 1"
        ),
    ]
    assert done.stdout.splitlines() == [
        "game 5 is noted by its last beads; the rule needs no more",
        "3 games noted",
        (
            "What now: 3 games, and the beads were never counted; box B1 is empty; "
            f"count them? kitgen journal count {path}"
        ),
    ]
    assert "game 2 and 3" not in run("check", path, code=1).stdout
    table.write_text("game,A,B,result\n1,A1 R,B1 U,L\n2,A1 R,B3 R,W\n")
    assert run("add", path, table).stdout.startswith(
        "1 game noted, 1 there already\n12 cells read; nothing is left over\nWhat now: 4 games"
    )


def test_a_game_is_asked_for_box_by_box_off_a_terminal_too(tmp_path):
    path = begun(tmp_path / "a.kitgen", HER)
    answers = "A1 R\nback\nA1 R\nA2 R\nb1u\nC4 U, W\nB1 R\nL\nA1 Y\nend\n"
    done = run("add", path, "-", into=answers, code=1)
    lines = done.stdout.splitlines()
    assert lines[2] == "game 1, bead 1: A1 (R U Y), A2 (R U)"
    assert lines[3].startswith("game 1, bead 2: B1 (R U), B3 (R U Y)")
    assert [line for line in lines if "noted" in line] == [
        "game 1 is noted: A1 R, B1 U, C4 U, won",
        "game 2 is noted: …, B1 R, lost (by its last beads; the rule needs no more)",
        "the last game was not finished, and is not noted: A1 Y",
    ]
    assert done.stderr == "box A2 cannot come after A1 R; it can be B1 or B3\n"
    with Journal(path) as journal:
        assert [len(row.picks) for row in journal.games()] == [3, 1]


def test_of_the_ends_that_are_possible_a_win_is_named_first(tmp_path):
    path = begun(tmp_path / "a.kitgen", kit_of("menace"))
    done = run("add", path, "-", into="A1 Y\nB7 Y\nC13 G\nD129 U\nW\nend\n")
    assert "game 1, bead 5: W/L" in done.stdout.splitlines()


def test_asking_ends_where_the_input_does(tmp_path):
    path = begun(tmp_path / "a.kitgen", HER)
    assert run("add", path, "-", into="").exit_code == 0
    assert "cannot be lost" in run("add", path, "-", into="A1 R, B3 R, L", code=1).stderr


def test_a_journal_is_shown_exported_imported_and_undone(tmp_path):
    path = tmp_path / "class 3b.kitgen"
    assert "rule gardner, no games yet" in run("new", "her", "-o", path).stdout
    assert "already exists" in run("new", "her", "-o", path, code=1).stderr
    games = tmp_path / "games.csv"
    won = GameRow(2, (PickedBead("A1", "R"), PickedBead("B3", "R")), 1)
    games.write_text(write_table([ONE, won]))
    run("add", path, games)
    assert result_of(run("show", path, "--json").stdout)[0]["picks"] == ["A1 R", "B1 U"]
    assert {"box": "B1", "bead": "U", "beads": 0} in result_of(run("beads", path, "--json").stdout)
    assert "Anna" in run("show", path).stdout
    assert "U 0" in run("beads", path).stdout
    status = result_of(run("status", path, "--json").stdout)
    assert (status["games"], status["won"], status["lost"], status["beads"]) == (2, 1, 1, 44)
    assert run("export", path).stdout == games.read_text()
    run("export", path, "-o", tmp_path / "x.jsonl")
    assert "2 games" in run("import", tmp_path / "x.jsonl", "-o", tmp_path / "b.kitgen").stdout
    assert "does not end in" in run("export", path, "-o", tmp_path / "x.txt", code=2).stderr
    assert "this will change 2 games (1 to 2)" in run("undo", path, code=1).stderr
    assert "nothing was changed" in run("undo", path, code=1, into="n\n").stderr
    assert run("undo", path, into="y\n").stdout == (
        "game 1 taken out: A1 R, B1 U, lost\ngame 2 taken out: A1 R, B3 R, won\n"
    )
    assert "0 games:" in run("status", path).stdout, "a table is taken back whole"


def test_an_import_says_which_machine_has_played_once(tmp_path):
    (tmp_path / "a.csv").write_text(write_table([ONE]))
    with Journal.create(tmp_path / "a.kitgen", HER, rows=[ONE]) as journal:
        (tmp_path / "a.jsonl").write_bytes(exported(journal, "jsonl"))
    for name, kit, said in (
        ("a.csv", None, "name it with --kit"),
        ("a.jsonl", "her", "omit --kit"),
    ):
        with pytest.raises(UsageError, match=said):
            import_journal(tmp_path / name, tmp_path / "b.kitgen", kit=kit)
    (tmp_path / "a.csv").write_text("game,A,result\n1,what,L\n")
    with pytest.raises(RecordError, match=r"line 2: .*; nothing was made"):
        import_journal(tmp_path / "a.csv", tmp_path / "b.kitgen", kit="her")
    assert not (tmp_path / "b.kitgen").exists()


def test_games_without_a_number_are_counted_on_from_the_one_before(tmp_path):
    (tmp_path / "a.csv").write_text(
        "game,A,B,result\n,A1 R,B1 U,L\n5,A1 R,B1 R,L\n,A1 R,B3 R,W\n,A1 U,B6 R,L\n"
    )
    with import_journal(tmp_path / "a.csv", tmp_path / "a.kitgen", kit="her") as journal:
        assert [row.game for row in journal.games()] == [1, 5, 6, 7]


@pytest.mark.parametrize("form", ["csv", "jsonl"])
def test_a_bead_that_the_kit_has_not_is_noted_as_written_exported_and_read_back(tmp_path, form):
    (tmp_path / "a.csv").write_text("game,A,B,result\n1,A1 R,B1 Q,L\n2,a1 r,Z9 R,L\n")
    with Journal.create(tmp_path / "a.kitgen", HER) as journal:
        with pytest.raises(RecordError, match="box B1 has no bead 'Q'"):
            add_file(journal, tmp_path / "a.csv")
        assert len(add_file(journal, tmp_path / "a.csv", as_written=True).noted) == 2
        said = exported(journal, form)
        problems = journal.check().problems
        rows = journal.games()
    (tmp_path / f"b.{form}").write_bytes(said)
    import_journal(
        tmp_path / f"b.{form}", tmp_path / "b.kitgen", kit="her" if form == "csv" else None
    ).close()
    with Journal(tmp_path / "b.kitgen") as again:
        assert (again.games(), again.check().problems, exported(again, form)) == (
            rows,
            problems,
            said,
        )
        assert [row.picks[1].text for row in again.games()] == ["B1 Q", "Z9 R"]


def test_no_file_of_games_is_a_fault(tmp_path):
    (tmp_path / "nul").write_bytes(b"\0\1\2")
    (tmp_path / "empty").write_bytes(b"")
    with Journal.create(tmp_path / "a.kitgen", HER) as journal:
        for name in ("nul", "empty", "none", "."):
            with pytest.raises(KitgenError):
                add_file(journal, tmp_path / name)
