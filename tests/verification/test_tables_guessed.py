"""How the writing of a table is found out, as readable text: its form, letters, way up, digits and
squares, and the field with its moves; and each name, sign and comment that tables may have.
"""

import math
from functools import partial
from itertools import product
from pathlib import Path

import pytest
from counting import at_least, at_least_one
from jobs import kit_of
from position_tables_of_others import written

from kitgen.errors import KitFileError, UsageError
from kitgen.games import make_game
from kitgen.position_tables import line_forms, records, table_search
from kitgen.position_tables.board_notation import Boards, Squares, moves_in
from kitgen.position_tables.hints import TableHints
from kitgen.position_tables.named_squares import squares_by_name
from kitgen.position_tables.nested_data import Literals, Pairs, plain
from kitgen.position_tables.records import Record, RecordGroup, table_text
from kitgen.position_tables.table_forms import read_groups
from kitgen.position_tables.table_search import TableFields, best_table, notation_of
from kitgen.position_tables.weights import is_number, weights_in
from kitgen.verification.tables.comparison import Truth

HER = kit_of("her")
OWN = notation_of(Truth(HER), TableHints())


def guessed(truth, text, kind, hints):
    """Return how a table was read, in lines."""
    table = best_table(truth, text, kind, notation_of(truth, hints), hints)
    boards = table.boards
    letters = " ".join(f"{sign}={own}" for sign, own in boards.letters.items())
    place = "lines" if table.group.lines else "entries"
    return (
        f"{table.group.form}, {len(table.group.records)} {place}, {table.known} known; "
        f"letters {letters}, upwards {boards.upwards}, digits {boards.digits!r}; "
        f"squares {table.squares.naming} upwards {table.squares.upwards}; "
        f"moves {table.moves!r}, {table.legal} legal; others "
        f"{', '.join(other.form for other in table.others)}"
    )


def runs_of(text):
    """Return a table in which digits count empty cells."""
    for length in (3, 2, 1):
        text = text.replace("." * length, str(length))
    return text


def numbers_of(rows):
    """Return a table in which an empty cell has its number."""
    lines = []
    for signs, moves in rows:
        board = "".join(str(n) if sign == "." else sign for n, sign in enumerate(signs, 1))
        lines.append(f"{board}: {' '.join(moves)}")
    return "\n".join(lines)


def test_the_writing_of_a_table_is_found_out(golden):
    truth = Truth(HER)  # its clock runs from now on
    lines = []
    for letters, naming, upwards, form in (
        (None, "1-9", False, "csv"),
        (".XO", "0-8", False, "json"),
        ("-BW", "7-9", True, "txt"),
        ("012", "0,0", False, "txt"),
        ("_xo", "a1-c3", True, "block"),
        ("0+-", "own", False, "toml"),
        (" XO", "1,1", False, "csv"),
    ):
        text = written(HER, letters, naming, upwards=upwards).text(form)
        kind = ".txt" if form == "block" else f".{form}"
        lines.append(f"{letters} {naming} {upwards} {form}")
        lines.append(f"    {guessed(truth, text, kind, TableHints())}")
    own = written(HER)
    text = own.text("txt")
    csv = own.text("csv")
    for name, changed, kind, hints in (
        ("runs of empty cells", runs_of(text), ".txt", TableHints()),
        ("numbers of empty cells", numbers_of(own.rows), ".txt", TableHints()),
        (
            "boards alone",
            "\n".join(line.partition(":")[0] for line in text.splitlines()),
            ".txt",
            TableHints(),
        ),
        ("two tables", f"{text}\n\nT = {own.text('json')}", ".txt", TableHints()),
        ("half of it", "".join(text.splitlines(keepends=True)[::2]), ".txt", TableHints()),
        ("said", csv, ".csv", TableHints(letters=".=.,b=b,w=w", squares="1-9", upside_down=False)),
        ("other squares", csv, ".csv", TableHints(squares="0-8")),
        ("said to be others", text, ".txt", TableHints(letters=".=.,b=w,w=b")),
    ):
        try:
            said = guessed(truth, changed, kind, hints)
        except KitFileError as error:
            said = f"refused: {error}"
        lines.append(f"{name}\n    {said}")
    for name in ("awari-mini", "ladder"):
        kit = kit_of(name)
        for form in ("csv", "txt"):
            text = written(kit, naming="own").text(form)
            lines.append(f"{name} {form}")
            lines.append(f"    {guessed(Truth(kit), text, f'.{form}', TableHints())}")
    golden("said/tables-guessed", "\n".join(lines))


@pytest.mark.parametrize(
    ("kit", "letters", "words"),
    [
        ("her", "X=b,O=w,-=.", None),
        ("her", "==.,X=b,O=w", None),
        ("her", "X=b,O=w,-=.,x=b", None),
        ("her", "X=b,O=w", "does not say what stands for each of . w b"),
        ("her", "X=b,O=w,-=q", "is not written like X=., with one of . w b"),
        ("her", "X=b,X=w,-=.", "is not written like X=., with one of . w b"),
        ("her", "=b,O=w,-=.", "is not written like X=., with one of . w b"),
        ("her", "X", "is not written like X=., with one of . w b"),
        ("ladder", "X=1", "boards of nim have no letters; leave out --letters"),
    ],
)
def test_letters_are_said_one_by_one(kit, letters, words):
    truth = Truth(kit_of(kit))
    hints = TableHints(letters=letters, upside_down=True)
    if words is None:
        boards = notation_of(truth, hints)
        assert {*boards.letters.values()} == {".", "b", "w"}
        assert ",".join(f"{sign}={own}" for sign, own in boards.letters.items()) == letters
        assert boards.upwards
        return
    with pytest.raises(UsageError) as caught:
        notation_of(truth, hints)
    message = str(caught.value)
    assert message in (words, f"--letters '{letters}' {words}")


def test_a_file_with_too_many_entries_is_refused(monkeypatch):
    text = "a\n" * 5
    monkeypatch.setattr(line_forms, "MAX_ENTRIES", 4)
    monkeypatch.setattr(table_search, "MAX_ENTRIES", 4)
    with pytest.raises(KitFileError, match=r"^has more than 4 entries; no kit is that large$"):
        best_table(Truth(HER), text, ".txt", OWN, TableHints())


def test_some_records_come_from_all_over_a_table():
    some = table_search._some
    assert list(some(range(199))) == list(range(199))
    assert list(some(range(200))) == list(range(0, 200, 2))
    assert list(some(range(1000))) == list(range(0, 1000, 6))


@pytest.mark.parametrize(
    ("letters", "alike"),
    [({}, 0), ({"b": "b", "w": "w"}, 2), ({"B": "b", "O": "w"}, 1), ({"w": "b", "b": "w"}, 0)],
)
def test_letters_that_a_game_has_itself_are_tried_first(letters, alike):
    assert table_search._count_alike(letters) == alike


@pytest.mark.parametrize(
    ("least", "letters", "more"),
    [
        (-1, {".": ".", "b": "b"}, True),
        (0, {".": ".", "b": "b"}, True),
        (2, {".": ".", "b": "b"}, True),
        (3, {".": ".", "b": "b"}, False),
        (0, {".": "b", "b": "."}, False),
        (0, {".": "."}, False),
        (9, {".": ".", "b": "."}, True),
        (9, {}, True),
    ],
)
def test_a_way_is_tried_only_where_it_may_know_more_boards(least, letters, more):
    kinds = {frozenset({(".", 2), ("b", 1)}): 3, frozenset({(".", 3), ("b", 0)}): 9}
    possible = frozenset({frozenset({(".", 2), ("b", 1)})})
    way = Boards(HER.game, 0, letters)
    assert table_search._may_be_more(least, way, kinds, possible) is more


def test_moves_of_a_record_are_those_of_its_field_but_not_its_board():
    board = "bbbw...ww"
    table = TableFields(RecordGroup("lines", True, []), OWN, Squares(HER.game, "1-9"))
    record = Record(1, board, {"0": board, "1": "2-4", "2": ["4", "0", "4", *["0"] * 6]})
    fields = {name: table_search.replace(table, moves=name) for name in ("0", "1", "2", "3")}
    assert table.moves_of(record) == ("", "")
    found = {name: way.moves_of(record) for name, way in fields.items()}
    assert found == {
        "0": ("", ""),
        "1": ("2-4", ""),
        "2": ("0 2", "1 3 4 5 6 7 8"),
        "3": ("", ""),
    }


# --- boards
# --------------------------------------------------------------------------------------------------


def test_boards_are_spelled_and_read_again_in_each_notation(golden):
    lines = []
    for spec, signs in (
        ("hexapawn:3x4", (".XO", ("-1", "0", "1"))),
        ("nim:9", ("",)),
        ("awari:2x3", ("",)),
    ):
        game = make_game(spec)
        start = game.start()
        after = game.play(start, game.legal_moves(start)[-1]).position
        own = table_search.own_letters(game, [start])
        for letters, upwards in product(signs, (False, True)):
            boards = Boards(
                game, 0, dict(zip(letters, own, strict=True)) if own else {}, own, upwards
            )
            lines.append(
                f"{spec} {' '.join(letters)}, upwards {upwards}: {boards.size} by {boards.columns}"
            )
            for position in (start, after):
                spelled = boards.spelled(position)
                laid_out = boards.laid_out(spelled)
                read = boards.position(boards.signs(laid_out))
                assert read.cells == position.cells
                assert read.to_move == 0 or not own
                lines.append(f"    {game.text(position)}: {' '.join(spelled)}: {laid_out}")
            lines.append(f"    short: {boards.laid_out(spelled[:-1])}")
            assert boards.position(spelled[:-1]) is None
            assert boards.position(("q", *spelled[1:])) is None
            assert not boards.fits("x" * 2001)
    golden("said/boards-spelled", "\n".join(lines))


@pytest.mark.parametrize(
    ("text", "signs"),
    [
        ("X2O456789", "X.O......"),
        ("123456789", "........."),
        ("X1O456789", "X.O......"),
        ("XXXXXXXXX", "XXXXXXXXX"),
        ("12345678910", ".........."),
        ("9X", "9X"),
    ],
)
def test_an_empty_cell_may_have_its_number_or_by_mistake_the_last_one(text, signs):
    boards = Boards(make_game("tictactoe"), 0, dict.fromkeys("XO.", "x"), digits="numbers")
    assert "".join(boards.signs(text)) == signs


def test_the_side_to_move_is_no_sign_of_a_board_but_another_one_is():
    nim = make_game("nim:9")
    for mover, own, other in ((0, "F", "S"), (1, "S", "F")):
        boards = Boards(nim, mover)
        for text in ("9", f"9 {own}", f" 9  {own.lower()}", f"9 {own} "):
            assert boards.signs(text) == ("9",)
        assert boards.signs(f"9 {other}") == ("9", other)
        letters = {"b": "b", "w": "w", ".": "."}
        hexapawn = Boards(HER.game, mover, letters)
        mine, theirs = ("w", "b") if mover == 0 else ("b", "w")
        assert len(hexapawn.signs(f" bbb/w../.ww {mine}")) == 9
        assert hexapawn.signs(f"bbb/w../.ww {theirs}")[9:] == (theirs,)


def test_of_two_signs_for_the_same_the_first_is_written():
    letters = {"x": "b", "X": "b", "o": "w", "-": "."}
    boards = Boards(HER.game, 0, letters)
    assert "".join(boards.spelled(HER.game.start())) == "xxx---ooo"
    without = Boards(HER.game, 0, {"x": "b", "-": "."})
    assert "".join(without.spelled(HER.game.start())) == "xxx---???"


def test_so_many_signs_of_a_text_of_runs_are_read():
    boards = Boards(HER.game, 0, dict.fromkeys("bw.", "x"), digits="runs")
    assert boards.signs("bbb/w2/1ww") == tuple("bbbw...ww")
    assert boards.signs("bbbw3ww") == tuple("bbbw3ww")
    assert boards.signs("12/") == (".",) * 12
    assert len(boards.signs("/" + "b" * 100)) == 80


# --- names
# --------------------------------------------------------------------------------------------------


def test_each_name_of_a_list_of_moves_or_weights_is_known():
    actions = ["moves", "actions", "cells", "squares", "legal_moves", "valid_moves"]
    weights = [
        "weights",
        "beads",
        "counts",
        "visits",
        "q_values",
        "qvalues",
        "values",
        "probs",
        "probabilities",
        "policy",
    ]
    for action, weight in at_least(60, product(actions, weights)):
        value = Pairs([(action.upper(), ["4", "8"]), (weight.title(), ["3", "1"])])
        assert weights_in(value, 9) == [("4", 3.0), ("8", 1.0)]
    assert weights_in(Pairs([("others", ["4"]), ("beads", ["3"])]), 9) == []


def test_each_name_of_a_move_or_a_weight_is_known():
    actions = [
        "moves",
        "move",
        "action",
        "action_index",
        "a",
        "cell",
        "square",
        "index",
        "position",
    ]
    weights = [
        "weight",
        "beads",
        "count",
        "n",
        "visits",
        "q",
        "q_value",
        "value",
        "v",
        "p",
        "prob",
        "probability",
        "score",
    ]
    for action, weight in at_least(100, product(actions, weights)):
        value = [Pairs([(action.upper(), "4"), (weight.title(), "3")])]
        assert weights_in(value, 9) == [("4", 3.0)]
    for weight in at_least_one(weights):
        assert moves_in([Pairs([("note", "x"), ("cell", "4"), (weight, "many")])])[0] == "4"
    assert weights_in([Pairs([("other", "4"), ("n", "3")])], 9) == []


@pytest.mark.parametrize(
    "keys", [("row", "col"), ("row", "column"), ("r", "c"), ("y", "x"), ("i", "j")]
)
def test_each_pair_of_names_is_a_square(keys):
    row, column = keys
    assert weights_in([Pairs([(column, "2"), (row, "0"), ("n", "3")])], 9) == [("0,2", 3.0)]
    assert moves_in(Pairs([(column, "2"), (row, "0")])) == ("0,2", "")
    assert squares_by_name([column, row]) == [(row, column)]


def test_each_name_of_a_coordinate_says_which_square_and_axis_it_is_of():
    pairs = [("row", "col"), ("row", "column"), ("r", "c"), ("y", "x"), ("i", "j")]
    befores = ("from", "source", "src", "start", "f")
    afters = ("to", "target", "dest", "dst", "end", "t")
    for (row, column), before, after, by in at_least(
        300, product(pairs, befores, afters, ("", "_", " ", ".", "-"))
    ):
        names = [f"{which}{by}{axis}" for which in (before, after) for axis in (row, column)]
        if max(map(len, names)) > 12:
            continue
        first = (names[0], names[1])
        assert squares_by_name(names) == [first, (names[2], names[3])]
        assert squares_by_name(names[2:]) == []
    for (row, column), (before, after) in product(pairs, (("from", "to"), ("1", "2"), ("", "2"))):
        names = [f"{axis}{which}" for which in (before, after) for axis in (row, column)]
        assert squares_by_name(names) == [(names[0], names[1]), (names[2], names[3])]


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("4", True),
        (" 4 ", True),
        ("+4", True),
        (".5", True),
        ("4.", True),
        ("-1e-05", True),
        ("inf", True),
        ("-Infinity", True),
        ("NaN", True),
        ("", False),
        (".", False),
        ("1e", False),
        ("1,5", False),
        ("4 5", False),
    ],
)
def test_what_is_a_number(text, is_one):
    assert is_number(text) is is_one


@pytest.mark.parametrize(
    ("value", "weights"),
    [
        ("4: 0.5, 8 = 2; 2:1", "4 0.5, 8 2, 2 1"),
        ("(4: 1)", "(4 1"),
        ("4:--1 8:2", "8 2"),
        ("1|2|3", "0 1, 1 2, 2 3"),
        ("1;2,3", "0 1, 1 2, 2 3"),
        ("[1 2 3]", "0 1, 1 2, 2 3"),
        ("1 2", ""),
        ("1 2 x", ""),
        (["1", "", " "], ""),
        (["1", "", "2"], "0 1, 1 nan, 2 2"),
        (["4", "2"], "4 2"),
        (["4", "x"], ""),
        ([["4", "2", "1"]], "0 4, 1 2, 2 1"),
        ([["4", "2", "1", "1"]], ""),
        (Pairs([("a", [["4", "2"], ["8", "x"]]), ("b", [["4", "1"]])]), "4 1"),
        (Pairs([("a", "words"), ("b", Pairs([("4", "2")]))]), "4 2"),
        (Pairs([]), ""),
        (Pairs([("from", "1"), ("to", "4"), ("n", "x")]), ""),
        (Pairs([("moves", ["4"]), ("beads", [["3"]])]), ""),
    ],
)
def test_weights_are_found_in_a_value(value, weights):
    found = weights_in(value, 3)
    assert ", ".join(f"{move} {weight:g}" for move, weight in found) == weights
    assert all(isinstance(weight, float) for _, weight in found)
    assert weights != "0 1, 1 nan, 2 2" or math.isnan(found[1][1])


# --- files
# --------------------------------------------------------------------------------------------------

#: Comments of all languages, with a list in each, and lists between them.
REMARKS = (
    "a = [1] # [2]\nb = [3] // [4]\nc = [5] /* [6]\n[7] */ + [8] % [9]\nd = [10] REM [11]\n"
    "e = [12] -- [13]\nf = [14] \\% [15]\n"
)
SUFFIXES = [
    ".py",
    ".rb",
    ".r",
    ".jl",
    ".pl",
    ".sh",
    ".yaml",
    ".yml",
    ".js",
    ".ts",
    ".mjs",
    ".c",
    ".h",
    ".cc",
    ".cpp",
    ".hpp",
    ".cs",
    ".go",
    ".java",
    ".kt",
    ".rs",
    ".swift",
    ".scala",
    ".dart",
    ".tex",
    ".m",
    ".erl",
    ".bas",
    ".basic",
    ".sql",
    ".lua",
    ".hs",
    ".txt",
]


def test_the_comments_of_each_language_are_skipped(golden):
    lines = []
    for suffix in at_least(30, SUFFIXES):
        read = Literals(REMARKS, suffix).outermost
        lines.append(f"{suffix}: {' '.join(item[0] for item in read)}")
    golden("said/comments-of-languages", "\n".join(lines))


@pytest.mark.parametrize(
    ("text", "outermost"),
    [
        ("[None, null, nil, undefined, NULL, Nothing]", [["", "", "", "", "", "Nothing"]]),
        ("['a' 1 b]", [["a", "1", "b"]]),
        ("[1 2 -3 4.5]", [["1", "2", "-3", "4.5"]]),
        ("[a b]", [["b"]]),
        ("[1, [2], 3, (4, {5})]", [["1", ["2"], "3", ["4", ["5"]]]]),
        ("{a: 1, b => 2}", [Pairs([("a", "1"), ("b", "2")])]),
        ("{[1, 2]: 3}", [Pairs([("1,2", "3")])]),
        ("{: 3}", [["3"]]),
        ("['''a''', \"\"\"b\"\"\", '', \"\"]", [["a", "b", "", ""]]),
        (r"['\'a', 'b\\']", [["'a", "b\\"]]),
        ("[1;2]", [["1", "2"]]),
        ("[]", [[]]),
        ("x", []),
    ],
)
def test_brackets_hold_words_numbers_texts_and_names(text, outermost):
    assert Literals(text).outermost == outermost


def test_a_long_text_with_brackets_holds_data_itself():
    inner = "[1, 2, " + "3, " * 40 + "4]"
    assert len(inner) >= 100
    (read,) = Literals(f"x = '{inner}'").outermost
    assert read[:3] == ["1", "2", "3"]
    short = "[" + "1" * 97 + "]"
    assert Literals(f"x = '{short}'").outermost == []
    assert Literals(f"x = '{short}{' ' * 1}'").outermost == [["1" * 97]]


def test_nested_data_of_parsers_are_texts():
    assert plain({"a": [1, 2.5, None, True, "x"], "b": {}}) == Pairs(
        [("a", ["1", "2.5", "", "True", "x"]), ("b", Pairs([]))]
    )
    deep = []
    for _ in range(50):
        deep = [deep]
    plain(deep)
    with pytest.raises(RecursionError):
        plain([deep])


def test_a_file_that_holds_no_text_is_refused(tmp_path, monkeypatch):
    path = tmp_path / "table.txt"
    monkeypatch.setattr(records, "MAX_TABLE_BYTES", 2_000_000)
    path.write_bytes(b"\xef\xbb\xbfa board\n")
    assert table_text(path) == "a board\n"

    def refused(data):
        path.write_bytes(data)
        with pytest.raises(KitFileError) as caught:
            table_text(path)
        return str(caught.value)

    with pytest.raises(KitFileError, match=r"^'/dev/null' is not a plain file; name a table of "):
        table_text(Path("/dev/null"))
    assert refused(b"a\xff" * 9) == f"'{path}' is not written in UTF-8; save it as UTF-8"
    assert refused(b"a" * 2_000_001) == f"'{path}' has more than 2 MB; no table is that large"
    path.write_bytes(b"a" * 2_000_000)
    assert len(table_text(path)) == 2_000_000


#: More files, each of which is cut in its own way.
FILES = {
    "bars.txt": "board | moves\n---|---\nbbbw...ww | 2-4\nbbb.w.w.w | 1-4\n\t|\t\n",
    "columns.tex": (
        "\\begin{tabular}\n\\toprule\nbbbw...ww & 2-4 \\\\ \\midrule\n"
        "  \\hline\nbbb.w.w.w & 1-4 \\\\\n\\bottomrule % bbb\n\\caption{bbbw...ww & 1}\n"
    ),
    "moves of columns.csv": "bbbw...ww,2-4,2-5\nbbb.w.w.w,1-4,1-5\n",
    "moves before.csv": "moves,board\n2-4,bbbw...ww\n1-4,bbb.w.w.w\n",
    "labels.txt": "Board: bbbw...ww  Moves: 2-4\nBoard: bbb.w.w.w  Moves: 1-4\n",
    "an empty row.csv": "bbbw...ww,2-4\n,\n\nbbb.w.w.w,1-4\n",
    "one of two.csv": "a,b\nbbbw...ww\nbbb.w.w.w\n",
    "rows of a cell.html": "<tr><td>bbb<br>w..<br> .ww</td><td>1-4\n</td><tr><td>bbb.w.w.w<td>2",
    "blanks.txt": "  bbbw...ww: 2-4\n  bbb.w.w.w: 1-4  \n",
    "many.json": "[" + ", ".join(['"bbbw...ww"', '["bbb", "w..", ".ww"]'] + ["1"] * 12) + "]",
    "sides.txt": "bbbw...ww b: 2-4\nbbb.w.w.w b: 1-4\n",
    "header cells.htm": "<tr><td>x<table><tr><th>bbbw...ww</th><td> 2-4 </td></tr></table>",
    "words in a page.html": "<p>bbbw...ww<td>bbb.w.w.w",
    "no lines.json": '{"board": "bbbw...ww"}\nwords\n{"board": "bbb.w.w.w"}\n',
    "lines.txt": '{"board": "bbbw...ww", "m": 1}\nwords\n{"board": "bbb.w.w.w", "m": 2}\n',
    "a damaged line.txt": '{"board": "bbbw...ww"}\n{"board": "bbb.w.w.w"\n',
    "words of data.bas": "10 DATA bbbw...ww, 24 15 , bbb.w.w.w,14\n",
    "boards then moves.bas": '10 DATA "bbbw...ww","bbb.w.w.w"\n20 DATA 2-4,1-4,1-5,2-5\n',
    "odd moves.bas": '10 DATA "bbbw...ww","bbb.w.w.w"\n20 DATA 2-4,1-4,1-5\n',
    "two in a line.bas": f"10 DATA {','.join('bbbw...ww')},{','.join('bbb.w.w.w')}\n20 DATA 1,2\n",
    "open lists.yaml": "- board: bbbw...ww\n  moves: [2-4,\n2-5\n- board: bbb.w.w.w\n",
    "names.yaml": "a:\n  board: bbbw...ww\n  'm n': 1\nb:\n  board: bbb.w.w.w\n  - x\n",
    "lists.yaml": (
        "board: bbbw...ww\nmoves: [[2, 4], [2, 5]]\nboard: bbb.w.w.w\nmoves:\n- 1-4\n- 1-5\n"
    ),
    "keys.py": '{("bbbw...ww", 4): 2, ("bbb.w.w.w", 1): 0}',
    "assigned.py": 't["bbbw...ww"] = ["2-4"]\nt["bbb.w.w.w"] = []\nx = [1]\n',
    "lists.js": "a = ['bbbw...ww', 'bbb.w.w.w']; b = [[1], [2]]; c = [3]",
    "short lists.json": '[["bbbw...ww", "1"], ["bbb.w.w.w"], ["x", "bbb.w.w.w", "y", "z"]]',
    "from and to.json": '[{"b": "bbbw...ww", "to": 4, "from": 2}, {"b": "bbb.w.w.w"}]',
    "three times.json": '[{"b": "bbbw...ww", "b": "x", "b": "y"}]',
}


def shown(value):
    """Return a value in few letters."""
    if isinstance(value, Pairs):
        return "{" + ", ".join(f"{name}: {shown(inner)}" for name, inner in value) + "}"
    if isinstance(value, list):
        return "[" + " ".join(map(shown, value)) + "]"
    return repr(value)


def test_files_of_other_forms_are_cut_into_records(golden):
    lines = []
    for name, text in at_least(20, FILES.items()):
        lines.append(f"{name}:")
        kind = f".{name.rpartition('.')[2]}"
        try:
            groups = list(read_groups(text, kind, lambda: None, 3, 9, OWN.fits))
        except KitFileError as error:
            lines.append(f"    refused: {error}")
            continue
        for group in groups:
            if not any(OWN.fits(record.board) for record in group.records):
                continue
            lines.append(f"    {group.form}, lines {group.lines}")
            for record in group.records[:4]:
                fields = " ".join(f"{key}={shown(inner)}" for key, inner in record.fields.items())
                lines.append(f"      {record.place}: {shown(record.board)} | {fields}".rstrip(" |"))
    golden("said/position-tables-cut", "\n".join(lines))


def test_the_clock_is_looked_at_while_a_file_is_read():
    """Whatever is read: so that a hostile file ends in time."""
    for name, text in at_least(20, FILES.items()):
        calls = []
        kind = f".{name.rpartition('.')[2]}"
        try:
            list(read_groups(text, kind, partial(calls.append, name), 3, 9, OWN.fits))
        except KitFileError:
            continue
        assert calls, name


@pytest.mark.parametrize("key", ["moves", "Moves", "MOVES", "move", "Move"])
def test_moves_in_an_object_are_found_by_their_name_in_any_case(key):
    assert moves_in(Pairs([(key, "1-4 2-5"), ("note", "x")]))[0] == "1-4 2-5"
