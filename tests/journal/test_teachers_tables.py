"""Tables of games as teachers keep them: read whole, or refused with all that was not read by name,
and what to do.

The files in ``teachers/`` were written by hand, with the same games in many forms.
"""

import datetime as dt
import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from counting import at_least, at_least_one
from jobs import TEMPLATES, kit_of
from journal_games import begun
from sampling import few
from workbooks import ods, xlsx

from kitgen.cli.main import main
from kitgen.errors import RecordError
from kitgen.journal.exchange import read_lines
from kitgen.journal.journal import Journal
from kitgen.record.table_words import WINNER, meanings_of_results, table_words, vocabularies

HERE = Path(__file__).with_name("teachers")
HER = kit_of("her")
#: All games of the tables by number: who played, the beads, the result.
GAMES = {
    1: ("Anna", "A1 U", -1),
    2: ("Luca", "A1 R B1 U C4 R", -1),
    3: ("Zoë", "A2 R", -1),
    4: ("Mehmet", "A1 R B1 R", -1),
    5: ("Eva", "A2 U B8 R", -1),
    6: ("Tim", "A2 U B2 R C2 U", 1),
    7: ("Ada", "A2 U B8 U", 1),
    8: ("Noah", "A1 Y B10 R", 1),
    9: ("Lea", "A1 Y B7 R", 1),
    10: ("Max", "A2 U B4 G", 1),
    11: ("Ida", "A2 U B4 U", -1),
    12: ("Finn", "A2 U B2 U", 1),
    13: ("Mia", "A1 R B1 U", -1),
    14: ("Ben", "A1 R B3 Y", -1),
}
ALL = (*GAMES,)
#: Tables that are read whole, with the numbers of their games.
READ = {
    "dates.csv": ALL,
    "heads_de.csv": ALL,
    "merged_heading_A.csv": ALL,
    "no_heading.csv": ALL,
    "num_hash.csv": ALL,
    "two_tables_one_sheet.csv": ALL,
    "winner_words.csv": ALL,
    "it_titolo.csv": (1, 2, 3, 6, 7),
    "it_vinto_perso.csv": (1, 2, 6, 7),
    "es_fechas.tsv": (1, 2, 6, 7),
    "es_ganador.csv": (1, 2, 6),
    "de_sieger.csv": (1, 2, 6, 7),
    "de_guv.tsv": (1, 6),
    "fr_gagne.csv": (1, 2, 6),
    "fr_gnp.csv": (1, 6),
    "fr_defaite.csv": (1, 6),
    "en_two_notes.csv": (1, 2, 6),
    "en_score.csv": (1, 2, 6),
    "en_prenumbered.csv": (1, 2),
    "en_turns.csv": (1, 2, 6),
    "en_result_unnamed.csv": (1, 2, 6),
    "de_schachtel_perle.csv": (1, 2, 6),
    "en_beads.csv": (
        1,
        2,
        6,
    ),  # in kitgen's own tables this column has numbers, which follow from the games
}
#: Tables of which something is no game: the parts that were not read, as ``--ignore`` takes them,
#: and the games.
UNREAD = {
    "extra_col.csv": (["weather"], ALL),
    "extra_col_nohead.csv": (["G"], ALL),
    "footnote.csv": (["line 16"], ALL),
    "sum_row.csv": (["line 16"], ALL),
    "de_summe.csv": (["line 4"], (1, 6)),
    "en_cover_above.csv": (["lines 1-4"], (1, 6)),
    "en_footnotes.csv": (["lines 5-6"], (1, 6)),
}
#: Tables that are refused, and why.
REFUSED = {
    "lost-nobead.csv": "line 2: a result and no beads, in a table with beads",
    "en_mixed.csv": "line 3, line 4: a result and no beads, in a table with beads",
    "it_vp_unclear.csv": "line 2: result 'P' can mean pari (drawn) or persa (lost); write the word",
    "en_half_noted.csv": "line 3: there is no result",
    "en_numbered_anew.csv": "game 1 is given twice, in line 3 and in line 7",
    "en_two_results_unnamed.csv": "line 1: there is no column 'result'",
    "en_typo.csv": "line 1: unknown column 'opponnent'; did you mean opponent?",
    "nohead_two_results.csv": "there is no heading, and 2 columns could be the result; write one "
    "above the games",
    "pl_naglowki.csv": "none of these headings is known: 'Gra', 'Przeciwnik', 'Wynik'; name "
    "the columns game",
}
#: Tables with results alone, and these.
TALLIES = {
    "tally.csv": ("her", [-1, -1, 1, -1, 1, 1]),
    "nohead_tally.csv": ("her", [-1, -1, 1, 1]),
    "it_menace_vps.csv": ("menace", [1, 0, -1, 1]),
}
HEADING = ["game", "opponent", "A", "B", "C", "result"]
LETTERS = {1: "W", 0: "D", -1: "L"}


def run(*words, into=None, code=0):
    done = CliRunner().invoke(main, ["journal", *map(str, words)], input=into, prog_name="kitgen")
    assert done.exit_code == code, done.output
    return done


def games_in(path):
    with Journal(path) as journal:
        return {row.game: (row.opponent, row.picks_text, row.result) for row in journal.games()}


def some_games(numbers):
    return {number: GAMES[number] for number in numbers}


def as_rows(numbers):
    """Return games as rows of a workbook."""
    rows = []
    for number in numbers:
        opponent, beads, result = GAMES[number]
        words = beads.split()
        picks = [f"{box} {bead}" for box, bead in zip(words[::2], words[1::2], strict=True)]
        rows.append([number, opponent, *picks, *[""] * (3 - len(picks)), LETTERS[result]])
    return rows


def test_each_table_has_its_answer():
    assert {path.name for path in HERE.iterdir()} == {*READ, *UNREAD, *REFUSED, *TALLIES}
    assert len({*READ, *UNREAD, *REFUSED, *TALLIES}) >= 38


@pytest.mark.parametrize("name", READ)
def test_a_table_is_read_whole(name, tmp_path):
    done = run("import", HERE / name, "--kit", "her", "-o", tmp_path / "a.kitgen")
    assert games_in(tmp_path / "a.kitgen") == some_games(READ[name])
    assert "; nothing is left over\n" in done.stdout


@pytest.mark.parametrize("name", UNREAD)
def test_what_was_not_read_is_named_and_left_out_only_by_name(name, tmp_path):
    parts, games = UNREAD[name]
    refused = run("import", HERE / name, "--kit", "her", "-o", tmp_path / "a.kitgen", code=1).stderr
    assert not (tmp_path / "a.kitgen").exists()
    assert all(part in refused for part in parts)
    ignored = [word for part in parts for word in ("--ignore", part)]
    done = run("import", HERE / name, "--kit", "her", "-o", tmp_path / "a.kitgen", *ignored)
    assert games_in(tmp_path / "a.kitgen") == some_games(games)
    assert "not read, as you said: " in done.stdout
    begun(tmp_path / "b.kitgen", HER)
    assert run("add", tmp_path / "b.kitgen", HERE / name, code=1).stderr == refused.replace(
        "was made", "was noted"
    )
    run("add", tmp_path / "b.kitgen", HERE / name, *ignored)
    assert games_in(tmp_path / "b.kitgen") == some_games(games)


def test_with_keep_good_the_games_are_noted_and_the_rest_is_named(tmp_path):
    begun(tmp_path / "b.kitgen", HER)
    done = run("add", tmp_path / "b.kitgen", HERE / "footnote.csv", "--keep-good", code=1)
    assert done.stderr == "not read: line 16 ('* Zoë was ill')\n"
    assert games_in(tmp_path / "b.kitgen") == GAMES


def test_a_name_that_leaves_nothing_out_is_refused(tmp_path):
    words = (
        "import",
        HERE / "footnote.csv",
        "--kit",
        "her",
        "-o",
        tmp_path / "a.kitgen",
        "--ignore",
        "weather",
    )
    message = run(*words, code=1).stderr
    assert "--ignore 'weather'" in message
    assert "not read: line 16 ('* Zoë was ill')" in message


@pytest.mark.parametrize("name", REFUSED)
def test_a_table_is_refused_with_what_to_do(name, tmp_path):
    message = run("import", HERE / name, "--kit", "her", "-o", tmp_path / "a.kitgen", code=1).stderr
    assert REFUSED[name] in message
    assert message.count("\n") == 1
    assert not (tmp_path / "a.kitgen").exists()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("won,lost\n3,5\n", "a table needs a line of headings, such as game, A, B and result"),
        (
            "game,player,A,B,winner\n1,Anna,A1 R,B1 U,Carl\n",
            "is not one of W, D, L, nor the opponent 'Anna'",
        ),
        (
            "game,A,result,,game,A,result\n1,A1 R,L,,2,A1 U,L\n",
            "column 'game' is there twice; put tables below each",
        ),
    ],
)
def test_a_refusal_says_what_would_be_read(text, said, tmp_path):
    (tmp_path / "games.csv").write_text(text, encoding="utf-8")
    assert (
        said
        in run(
            "import", tmp_path / "games.csv", "--kit", "her", "-o", tmp_path / "a.kitgen", code=1
        ).stderr
    )


# --- results alone
# ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", few(TALLIES, one_in=3))
def test_a_table_without_beads_is_a_tally(name, tmp_path):
    kit, results = TALLIES[name]
    path = tmp_path / "a.kitgen"
    output = run("import", HERE / name, "--kit", kit, "-o", path).stdout
    assert f"a tally: {len(results)} games with a result and without beads" in output
    assert [result for _, _, result in games_in(path).values()] == results
    assert "score" in run("curve", path).stdout
    status = run("status", path).stdout
    assert (
        f"{len(results)} games have a result and no beads, so nobody knows what is in the boxes"
        in status
    )
    assert "last beads" not in status
    checked = run("check", path, code=3).stdout
    assert checked.splitlines()[0].endswith(
        "have a result and no beads, so nobody knows what is in the boxes"
    )
    for command in ("beads", "report"):
        assert "so nobody knows what is in the boxes" in run(command, path, code=1).stderr


def test_a_minus_stands_for_standard_output_where_that_is_the_default(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    run("import", HERE / "tally.csv", "--kit", "her", "-o", "a.kitgen")
    assert run("export", "a.kitgen", "-o", "-").stdout == run("export", "a.kitgen").stdout
    assert "'-' is neither; choose a name" in run("new", "her", "-o", "-", code=2).stderr
    assert [path.name for path in tmp_path.iterdir()] == ["a.kitgen"]


def test_a_tally_goes_out_and_in(tmp_path):
    run("import", HERE / "tally.csv", "--kit", "her", "-o", tmp_path / "a.kitgen")
    for form in ("csv", "jsonl"):
        run("export", tmp_path / "a.kitgen", "-o", tmp_path / f"b.{form}")
        kit = ("--kit", "her") if form == "csv" else ()
        run("import", tmp_path / f"b.{form}", *kit, "-o", tmp_path / f"{form}.kitgen")
        with Journal(tmp_path / "a.kitgen") as one, Journal(tmp_path / f"{form}.kitgen") as other:
            assert one.games() == other.games()


def test_beads_and_results_alone_do_not_meet_in_a_journal(tmp_path):
    path = tmp_path / "a.kitgen"
    run("import", HERE / "tally.csv", "--kit", "her", "-o", path)
    assert "others have beads" in run("add", path, "-", into="A1 U, L\n", code=1).stderr
    run("import", HERE / "dates.csv", "--kit", "her", "-o", tmp_path / "b.kitgen")
    (tmp_path / "later.csv").write_text("game,result\n15,L\n16,W\n")
    assert (
        "game 15 has a result and no beads"
        in run("add", tmp_path / "b.kitgen", tmp_path / "later.csv", code=1).stderr
    )


def test_a_game_is_lost_without_a_bead_only_at_an_empty_first_box(tmp_path):
    """Of box A2 two games take the two beads; then the machine may give up there."""
    (tmp_path / "games.csv").write_text("game,A,B,result\n1,A2 R,,L\n2,A2 U,,L\n3,,,L\n4,A1 U,,L\n")
    run("import", tmp_path / "games.csv", "--kit", "her", "-o", tmp_path / "a.kitgen")
    (tmp_path / "games.csv").write_text("game,A,B,result\n3,,,L\n1,A2 R,,L\n4,A1 U,,L\n")
    message = run(
        "import", tmp_path / "games.csv", "--kit", "her", "-o", tmp_path / "b.kitgen", code=1
    ).stderr
    assert "line 2: a result and no beads" in message


# --- workbooks
# --------------------------------------------------------------------------------------------------


def test_a_list_of_children_beside_the_games_is_named_and_can_be_left_out(tmp_path):
    children = [["name", "birthday"], ["Anna", "1 May"], ["Luca", "3 June"]]
    book = tmp_path / "class.xlsx"
    book.write_bytes(xlsx({"Games": [HEADING, *as_rows(ALL)], "Children": children}))
    words = ("import", book, "--kit", "her", "-o", tmp_path / "a.kitgen")
    assert "6 cells not read: sheet 'Children'" in run(*words, code=1).stderr
    run(*words, "--ignore", "Children")
    assert games_in(tmp_path / "a.kitgen") == GAMES


@pytest.mark.parametrize("write", [xlsx, ods])
def test_a_cover_sheet_first_is_named_and_the_games_are_read(write, tmp_path):
    sheets = {
        "Cover": [["Class 3b"], ["Teacher", "M. Rossi"]],
        "Games": [HEADING, *as_rows(ALL)],
        "Empty": [],
    }
    (tmp_path / "class.xlsx").write_bytes(write(sheets))
    words = ("import", tmp_path / "class.xlsx", "--kit", "her", "-o", tmp_path / "a.kitgen")
    assert (
        "3 cells not read: sheet 'Cover' (3 cells, such as 'Class 3b')"
        in run(*words, code=1).stderr
    )
    run(*words, "--ignore", "cover")
    assert games_in(tmp_path / "a.kitgen") == GAMES


@pytest.mark.parametrize("write", [xlsx, ods])
def test_the_games_of_all_sheets_are_read(write, tmp_path):
    sheets = {
        "Lesson 1": [HEADING, *as_rows(range(1, 8))],
        "Lesson 2": [["May"], HEADING, *as_rows(range(8, 15))],
    }
    (tmp_path / "class.ods").write_bytes(write(sheets))
    run("import", tmp_path / "class.ods", "--kit", "her", "-o", tmp_path / "a.kitgen")
    assert games_in(tmp_path / "a.kitgen") == GAMES


def test_games_that_are_numbered_anew_on_each_sheet_are_refused_with_both_places(tmp_path):
    sheets = {"Lesson 1": [HEADING, *as_rows([1, 2])], "Lesson 2": [HEADING, *as_rows([6, 2])]}
    (tmp_path / "class.xlsx").write_bytes(xlsx(sheets))
    message = run(
        "import", tmp_path / "class.xlsx", "--kit", "her", "-o", tmp_path / "a.kitgen", code=1
    ).stderr
    assert "game 2 is given twice, in Lesson 1, line 3 and in Lesson 2, line 3" in message


def test_a_line_of_a_sheet_is_named_with_the_sheet(tmp_path):
    sheets = {
        "May": [HEADING, *as_rows([1, 2])],
        "June": [HEADING, [3, "Zoë", "what", "", "", "L"]],
    }
    (tmp_path / "class.xlsx").write_bytes(xlsx(sheets))
    message = run(
        "import", tmp_path / "class.xlsx", "--kit", "her", "-o", tmp_path / "a.kitgen", code=1
    ).stderr
    assert "June, line 2: 'what' is not a box and a bead" in message


@pytest.mark.parametrize("write", [xlsx, ods])
def test_dates_and_columns_without_a_heading_in_a_workbook(write, tmp_path):
    day = dt.date(2026, 9, 14)
    rows = [[*row, day] for row in as_rows([1, 6])]
    (tmp_path / "class.xlsx").write_bytes(write([[*HEADING, "Datum"], *rows]))
    run("import", tmp_path / "class.xlsx", "--kit", "her", "-o", tmp_path / "a.kitgen")
    with Journal(tmp_path / "a.kitgen") as journal:
        assert [row.when for row in journal.games()] == ["2026-09-14"] * 2
    (tmp_path / "class.xlsx").write_bytes(write([HEADING, *rows]))
    message = run(
        "import", tmp_path / "class.xlsx", "--kit", "her", "-o", tmp_path / "b.kitgen", code=1
    ).stderr
    assert "column 'G' (2 cells, such as '2026-09-14')" in message


def test_cells_that_are_merged_downwards_count_for_each_row(tmp_path):
    rows = [
        [*row, day] for row, day in zip(as_rows([1, 2, 3]), ["Monday", "", "Tuesday"], strict=True)
    ]
    (tmp_path / "class.xlsx").write_bytes(xlsx([[*HEADING, "when"], *rows], merged=["G2:G3"]))
    run("import", tmp_path / "class.xlsx", "--kit", "her", "-o", tmp_path / "a.kitgen")
    with Journal(tmp_path / "a.kitgen") as journal:
        assert [row.when for row in journal.games()] == ["Monday", "Monday", "Tuesday"]


def test_a_heading_that_is_merged_over_the_turns(tmp_path):
    heading = ["game", "opponent", "boxes and beads", "", "", "result"]
    (tmp_path / "class.xlsx").write_bytes(xlsx([heading, *as_rows(ALL)], merged=["C1:E1"]))
    run("import", tmp_path / "class.xlsx", "--kit", "her", "-o", tmp_path / "a.kitgen")
    assert games_in(tmp_path / "a.kitgen") == GAMES


def test_a_workbook_without_a_table_says_what_it_holds(tmp_path):
    (tmp_path / "class.xlsx").write_bytes(
        xlsx({"Cover": [["Class 3b"]], "Names": [["Anna"], ["Luca"]]})
    )
    message = run(
        "import", tmp_path / "class.xlsx", "--kit", "her", "-o", tmp_path / "a.kitgen", code=1
    ).stderr
    assert "no table of games; write a heading above it" in message


# --- words
# --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "used", "meanings"),
    [
        ("it", "v p s", {"v": 1, "p": 0, "s": -1}),
        ("it", "v n p", {"v": 1, "n": 0, "p": -1}),
        ("it", "v p", {"v": 1}),
        ("it", "p", {}),
        ("it", "vi pa pe", {"vi": 1, "pa": 0, "pe": -1}),
        ("it", "vinto perso", {"vinto": 1, "perso": -1}),
        ("de", "g u v", {"g": 1, "u": 0, "v": -1}),
        ("de", "s r n", {"s": 1, "r": 0, "n": -1}),
        ("es", "p", {"p": -1}),
        ("de", "si un ni", {"si": 1, "un": 0, "ni": -1}),
        ("fr", "d", {}),
        ("fr", "ga nu pe", {"ga": 1, "nu": 0, "pe": -1}),
        ("fr", "v d", {"v": 1, "d": -1}),
        ("en", "w d l", {"w": 1, "d": 0, "l": -1}),
    ],
)
def test_a_letter_has_one_meaning_beside_the_others_or_is_refused_with_all(
    language, used, meanings
):
    languages = vocabularies(TEMPLATES)
    best = next(one for one in languages if one.language == language)
    words = meanings_of_results(used.split(), best, languages)
    assert {word: words.words[word] for word in used.split() if word in words.words} == meanings
    for word in set(used.split()) - meanings.keys():
        with pytest.raises(
            RecordError, match=r"can mean .*\(drawn\) or .*\(lost\); write the word"
        ):
            words.result(word)


def test_the_letters_of_the_log_sheet_are_never_unclear():
    """Paper and tables have the same letters in each language that is printed."""
    languages = vocabularies(TEMPLATES)
    for language in at_least(3, TEMPLATES.languages()):
        vocabulary = next(one for one in languages if one.language == language)
        for letters in at_least_one([one for one in vocabulary.letters if len(one) == 3]):
            for letter in at_least(3, letters):
                words = meanings_of_results(letters, vocabulary, languages)
                assert words.words[letter] == letters[letter]


def test_each_language_names_every_column_that_a_teacher_writes():
    for language, words in at_least(5, table_words(TEMPLATES).items()):
        assert {
            "game",
            "opponent",
            "when",
            "remark",
            "moves",
            "result",
            WINNER,
        } <= words.columns.keys(), language
        assert words.colours.keys() == {
            "red",
            "blue",
            "yellow",
            "green",
            "sky",
            "pink",
            "orange",
            "black",
            "clear",
        }


# --- at the keyboard
# ----------------------------------------------------------------------------------------------


def test_results_are_typed_in_words_and_in_the_letters_of_the_log(tmp_path):
    begun(tmp_path / "a.kitgen", kit_of("her", language="it"))
    typed = "A1 blu, perso\nA1 U, Pe\nA1 U, lost\nA1 rosso, B3 rosso, vinto\n"
    done = run("add", tmp_path / "a.kitgen", "-", into=typed)
    assert "alla fine Vi, Pa o Pe" in done.stdout
    assert [result for _, _, result in games_in(tmp_path / "a.kitgen").values()] == [-1, -1, -1, 1]
    message = run("add", tmp_path / "a.kitgen", "-", into="A1 U, P\nend\n", code=1).stderr
    assert message == "result 'P' can mean pari (drawn) or persa (lost); write the word\n"


LETTERS_OF_NO_RESULT = [
    ("en", "Y", "result 'Y' is not one of W, D, L"),
    ("en", "V", "it means ganada or gagné or vinta (won), or verloren (lost); write the word"),
    ("en", "G", "it means gewonnen or ganada or gagné (won); write the word"),
    ("es", "Y", "is not one of W, D, L, G, E, P"),
    ("es", "S", "it means gewonnen (won), or persa (lost); write the word"),
    ("it", "Y", "is not one of W, D, L, Vi, Pa, Pe"),
    ("it", "T", "it means drawn; write the word"),
    ("it", "P", "can mean pari (drawn) or persa (lost); write the word"),
]  # fmt: skip


@pytest.mark.parametrize(("language", "letter", "said"), LETTERS_OF_NO_RESULT)
def test_a_letter_that_is_no_result_is_refused_with_what_it_means_elsewhere(
    language, letter, said, tmp_path
):
    kit = kit_of("her", language=language)
    languages = vocabularies(TEMPLATES)
    spelled = {"en": "result", "es": "resultado", "it": "esito"}
    [noted] = read_lines(f"A,{spelled[language]}\nA1 R,{letter}\n", "", kit, languages)
    assert noted.fault.endswith(said)
    [moved] = read_lines(f"1: a1a2 b3a2 b1a2 c3c2 {letter}\n", "", kit, languages)
    # Beside moves, which say how the game ended, a letter with one meaning anywhere is enough.
    assert said in moved.fault or letter in "YGT"
    begun(tmp_path / "a.kitgen", kit)
    typed = run("add", tmp_path / "a.kitgen", "-", into=f"A1 R, {letter}\nend\n", code=1).stderr
    assert typed.endswith(f"{said}\n") or letter == "Y"


def test_a_letter_that_is_neither_bead_nor_result_is_answered_with_both(tmp_path):
    for language, letters in at_least(3, {"en": "W, L", "it": "Vi, Pe", "de": "Si, Ni"}.items()):
        begun(tmp_path / f"{language}.kitgen", kit_of("her", language=language))
        typed = run("add", tmp_path / f"{language}.kitgen", "-", into="Y\nend\n", code=1).stderr
        assert "A1 R" in typed
        assert typed.endswith(f"{letters}\n")


def test_a_lost_game_without_a_bead_is_asked_about_at_the_keyboard(tmp_path):
    begun(tmp_path / "a.kitgen", HER)
    done = run("add", tmp_path / "a.kitgen", "-", into="lost\nend\n", code=1)
    assert (
        done.stderr
        == "which beads were picked? no first box is empty, so the machine picked at least one\n"
    )
    done = run("add", tmp_path / "a.kitgen", "-", into="A2 R, L\nA2 U, L\nL\nend\n")
    assert games_in(tmp_path / "a.kitgen")[3] == ("", "", -1)


def test_more_beads_than_games_can_leave_are_asked_about_and_still_more_refused(tmp_path):
    begun(tmp_path / "a.kitgen", HER)
    words = ("count", tmp_path / "a.kitgen", "--boxes", "A1")
    done = run(*words, into="9 1 4\n3 1 1\n1 1 1\n")
    refused, asked = done.stderr.splitlines()
    over = "9 R, but the games leave at most 1; 4 Y, but the games leave at most 1"
    assert refused == f"box A1 has {over}; count box A1 again"
    again = "if it is so, type the same again, or else the right number"
    assert asked == f"box A1 has 3 R, but the games leave at most 1; {again}"
    run(*words, into="3 1 1\n3 1 1\n", code=3)
    with Journal(tmp_path / "a.kitgen") as journal:
        assert journal.last_count().beads["A1", "R"] == 3


def test_a_rule_that_adds_beads_allows_as_many_as_it_has_added(tmp_path):
    """MENACE with Michie's rule gets three beads for a win."""
    path = tmp_path / "a.kitgen"
    begun(path, kit_of("menace"))
    run("add", path, "-", into="A1 Y, B7 Y, C13 G, D129 U, W\nend\n")
    with Journal(path) as journal:
        box = journal.kit.by_id["A1"]
        start = [slot.beads for slot in box.slots]
    letters = [slot.colour.letter for slot in box.slots]
    won = [beads + 3 * (letter == "Y") for beads, letter in zip(start, letters, strict=True)]
    done = run("count", path, "--boxes", "A1", into=" ".join(map(str, won)))
    assert done.stderr == ""
    over = [beads + (letter == "Y") for beads, letter in zip(won, letters, strict=True)]
    done = run(
        "count",
        path,
        "--boxes",
        "A1",
        into=f"{' '.join(map(str, over))}\n{' '.join(map(str, won))}\n",
    )
    assert "if it is so, type the same again" in done.stderr


ENGLISH = (
    "game",
    "won",
    "lost",
    "beads",
    "boxes",
    "rule",
    "empty",
    "opponent",
    "result",
    "when",
    "remark",
)


@pytest.mark.parametrize(
    ("language", "shown", "row"),
    [("it", "partita  avversario  scatole e perline  risultato  quando  nota", "Pe"),
     ("es", "partida  rival  cajas y bolitas    resultado  cuándo  nota", "P")],
)  # fmt: skip
def test_status_and_games_are_wholly_in_the_language_of_the_journal(language, shown, row, tmp_path):
    path = tmp_path / "a.kitgen"
    begun(path, kit_of("her", language=language))
    (tmp_path / "games.csv").write_text(
        "game,opponent,A,B,result\n1,Anna,A1 red,B1 blue,L\n2,Luca,B1 red,,L\n"
    )
    run("add", path, tmp_path / "games.csv")
    status = run("status", path).stdout
    lines = run("show", path).stdout.splitlines()
    assert lines[0].split() == shown.split()
    assert lines[1].split()[-1] == row
    own = status.replace(str(path), "").replace("kitgen journal count", "").casefold()
    words = {*re.findall(r"\w+", f"{own} {lines[0]}")}
    assert words & {*ENGLISH} == set()
