"""How files with positions are cut into records, and what their boards, moves and weights mean:
each form on two or three entries, as readable text.
"""

import json

import pytest
from counting import at_least
from jobs import kit_of

from kitgen.errors import KitFileError, UnreadTableError
from kitgen.games import make_game
from kitgen.position_tables.board_notation import (
    Boards,
    Squares,
    alike,
    is_weight,
    moves_in,
    own_letters,
    reading_order,
    signs_of,
)
from kitgen.position_tables.hints import NAMINGS, TableHints
from kitgen.position_tables.line_forms import without_comments
from kitgen.position_tables.named_squares import squares_by_name
from kitgen.position_tables.nested_data import Literals, Pairs, texts_of
from kitgen.position_tables.table_forms import is_json_lines, read_groups
from kitgen.position_tables.table_search import best_table, is_words, notation_of
from kitgen.position_tables.weights import beads_one_by_one, weights_in
from kitgen.verification.tables.comparison import Truth
from kitgen.verification.tables.reading import match_table

HER = kit_of("her")
OWN = notation_of(Truth(HER), TableHints())

#: Files by their endings, each in a form of its own. There is a missing cell, a name too many, or
#: words between entries in some.
FILES = {
    "columns.csv": "position,moves\nbbbw...ww,2-4 2-5\nbbb.w.w.w,1-4 1-5\n",
    "semicolons.csv": "board;moves\nbbb/w../.ww;24 25\nbbb/.w./w.w;14 15\n",
    "a cell in each.csv": "a,b,c,d,e,f,g,h,i,m\nb,b,b,w,.,.,.,w,w,2-4\nb,b,b,.,w,.,w,.,w,1-4\n",
    "a cell missing.csv": "b,b,b,w,.,.,.,w,w,2-4\nb,b,b,.,w,.,w,.,1-4\nb,b,b,w,.,.,.,w,w,2-5\n",
    "a row in each.csv": "bbb,w..,.ww,2-4\nbbb,.w.,w.w,1-4\n",
    "a field for each square.csv": (
        "board,fr,fc,tr,tc,beads\nbbbw...ww,0,1,1,0,3\nbbb.w.w.w,0,0,1,0,2\n"
    ),
    "from and to.csv": "board,from,to\nbbbw...ww,2,4\nbbb.w.w.w,1,4\n",
    "quoted.csv": '"bbb\nw..\n.ww",2-4\n"bbb\n.w.\nw.w",1-4\n',
    "tabs.tsv": "bbbw...ww\t2-4\nbbb.w.w.w\t1-4\n",
    "colons.txt": "18993: 2-4\nbbbw...ww: 2-4 2-5\nbbb.w.w.w: 1-4\n",
    "blanks.txt": "bbbw...ww  2-4 2-5\nbbb.w.w.w  1-4\n",
    "equals.txt": "bbbw...ww = 2-4\nbbb.w.w.w = 1-4\n",
    "boards alone.txt": "bbbw...ww\nbbb.w.w.w\n",
    "blocks.txt": "bbb\nw..\n.ww\nMoves: 2-4\n\nbbb\n.w.\nw.w\nMoves: 1-4\n\n\nalone\n",
    "remarks.txt": "# a remark\nbbbw...ww: 2-4\n  # another\nbbb.w.w.w: 1-4\n",
    "bars.md": "| board | moves |\n|---|:--|\n| `bbbw...ww` | 2-4 |\n| bbb.w.w.w | **1-4** |\n",
    "wiki.txt": "{| class\n|-\n| bbbw...ww || 2-4\n|-\n| bbb.w.w.w || 1-4\n|}\n",
    "page.html": (
        "<table><tr><th>b<th>m</tr>\n<tr><td>bbb<br>w..<br>.ww</td><td>2-4</td></tr>\n"
        "<tr><td>bbb<br>.w.<br>w.w</td><td>1-4</td></tr></table>\n"
    ),
    "boards in heading cells.html": (
        "<table><tr><th>bbb<br>w..<br>.ww</th><td>2-4</td></tr>\n"
        "<tr><th>bbb<br>.w.<br>w.w</th><td>1-4</td></tr></table>\n"
    ),
    "latex.tex": (
        "\\begin{tabular}{ll}\n\\hline\nbbbw...ww & 2-4 \\\\ % first\n"
        "bbb.w.w.w & 1-4 \\\\ \\hline\n\\end{tabular}\n"
    ),
    "objects.json": (
        '[{"board": "bbbw...ww", "moves": ["2-4"]}, {"board": "bbb.w.w.w", "moves": []}]'
    ),
    "pairs.json": '{"bbbw...ww": ["2-4", "2-5"], "bbb.w.w.w": ["1-4"]}',
    "a board and a move.json": '{"bbbw...ww,2-4": 3, "bbbw...ww,2-5": 0, "bbb.w.w.w,1-4": 1}',
    "lists.json": '[["bbbw...ww", "2-4", "2-5"], ["bbb.w.w.w", "1-4", "x"]]',
    "side by side.json": '{"boards": ["bbbw...ww", "bbb.w.w.w"], "moves": [["2-4"], ["1-4"]]}',
    "nested rows.json": '[[["bbb", "w..", ".ww"], ["2-4"]], [["bbb", ".w.", "w.w"], ["1-4"]]]',
    "named squares.json": (
        '[{"board": "bbbw...ww", "row": 0, "col": 1, "row2": 1, "col2": 0, "n": 3},'
        ' {"board": "bbb.w.w.w", "row": 0, "col": 0, "row2": 1, "col2": 0, "n": 2}]'
    ),
    "given twice.json": '[{"b": "bbbw...ww", "b": "x"}, {"b": "bbb.w.w.w", "b": "y"}]',
    "deep.json": '{"a": {"b": [{"board": "bbbw...ww", "from": 2, "to": 4}]}}',
    "lines.json": '{"board": "bbbw...ww", "m": 1}\n{"board": "bbb.w.w.w", "m": 2}\n',
    "tables.toml": (
        '[[box]]\nboard = "bbbw...ww"\nmoves = "2-4"\n[[box]]\nboard = "bbb.w.w.w"\nmoves = "1"\n'
    ),
    "entries.yaml": (
        "- board: bbbw...ww\n  moves: [2-4,\n    2-5]\n- board: bbb.w.w.w\n  moves:\n    - 1-4\n"
    ),
    "boards as names.yaml": "bbbw...ww:\n  moves: [2-4]\nbbb.w.w.w:\n  moves: [1-4]\n",
    "data.bas": '10 DATA "bbbw...ww",2-4,2-5\n20 data "bbb.w.w.w",1-4\n30 PRINT\n',
    "cells of data.bas": "10 DATA b,b,b,w,.,.,.,w,w\n20 DATA b,b,b,.,w,.,w,.\n30 DATA 24,14\n",
    "program.py": (
        'T = {"bbbw...ww": ["2-4"], "bbb.w.w.w": ["1-4"]}  # two\nT["bbb..ww.w"] = ["1-4"]\n'
    ),
    "two lists.py": 'boards = ["bbbw...ww", "bbb.w.w.w"]\nmoves = [("2-4",), ("1-4",)]\n',
    "program.js": "const t = new Map([['bbbw...ww', [2, 4]], ['bbb.w.w.w', [1, 4]]]); // two\n",
    "arrays.py": "x = [[-1 -1 -1]\n [ 1  0  0]\n [ 0  1  1]]\n",
    "nothing.txt": "some words\nand more\n",
}


def told(value):
    """A value in few letters."""
    if isinstance(value, Pairs):
        return "{" + ", ".join(f"{name}: {told(inner)}" for name, inner in value) + "}"
    if isinstance(value, list):
        return "[" + " ".join(map(told, value)) + "]"
    return value.replace("\n", "\\n") if value.strip() else repr(value)


def shown_groups(text, kind, fits=OWN.fits):
    """Each group of records of which most boards fit, and its first records."""
    for group in read_groups(text, kind, lambda: None, 3, 9, fits):
        fitting = sum(fits(record.board) for record in group.records)
        if not fitting or 2 * fitting < len(group.records):
            continue
        unit = "line" if group.lines else "entry"
        yield f"{group.form}: {fitting} of {len(group.records)} are boards"
        for record in group.records[:3]:
            fields = ", ".join(f"{name}={told(value)}" for name, value in record.fields.items())
            squares = f" ({', '.join(sorted(record.squares))})" if record.squares else ""
            yield f"  {unit} {record.place}: {told(record.board)} | {fields}{squares}".rstrip(" |")


def test_each_form_of_a_file_is_cut_into_records(golden):
    lines = []
    for name in at_least(35, FILES):
        lines.append(f"{name}:")
        try:
            groups = list(shown_groups(FILES[name], f".{name.rpartition('.')[2]}"))
        except KitFileError as error:
            groups = [f"refused: {error}"]
        lines += [f"    {line}" for line in groups or ["nothing"]]
    golden("said/position-tables", "\n".join(lines))


@pytest.mark.parametrize(
    ("kind", "text", "why"),
    [
        (".json", "[1", "is not valid JSON: Expecting ',' delimiter: line 1 column 3 (char 2)"),
        (".json", "[" * 100_000, "is not valid JSON: its tables or lists are nested too deeply"),
        (".toml", "a = ", "is not valid TOML: Invalid value (at end of document)"),
        (".csv", "x" * 2001, "is not valid CSV: it has a line of more than 2,000 signs"),
        (".csv", 'a,"b\n' + "x,y\n" * 40_000, "is not valid CSV: line 32769: field larger than"),
    ],
)
def test_a_damaged_file_is_refused_with_its_place(kind, text, why):
    with pytest.raises(KitFileError) as caught:
        list(read_groups(text, kind, lambda: None, 3, 9, OWN.fits))
    assert str(caught.value).startswith(why)


@pytest.mark.parametrize(
    ("text", "kind", "are_lines"),
    [
        ("{}\n{}", ".json", True),
        ("[1]\n\n[2]\nx", ".json", True),
        ("{}\n1", ".json", False),
        ("{}", ".json", False),
        ("{\n}", ".json", False),
        ("{}\n{}", ".txt", False),
    ],
)
def test_whether_each_line_of_a_file_is_json(text, kind, are_lines):
    assert is_json_lines(text, kind) is are_lines


def test_remarks_are_no_lines():
    text = "a # b\n # c\n\nd \\\\\n%e\nf%g\n"
    assert without_comments(text) == [(1, "a # b"), (3, ""), (4, "d"), (5, "%e"), (6, "f%g")]
    latex = "\\begin{x}\na \\\\ \\hline\n\\% b % c\n\\caption{x}\n"
    assert without_comments(latex, ".tex") == [(2, "a"), (3, "\\% b ")]


def test_what_a_table_is_said_to_lack(golden):
    """The refusal of a file in which no table of the machine is found."""
    files = {
        "no positions": "some words\nand more\n",
        "another machine's": "www...bbb: 1\nbbb...www: 2\nwwb...bww: 3\n",
        "moves that are not legal": "position,moves\nbbbw...ww,7-9\nbbb.w.w.w,9-9\n",
    }
    lines = []
    for name, text in at_least(3, files.items()):
        with pytest.raises(UnreadTableError) as caught:
            best_table(Truth(HER), text, ".txt", OWN, TableHints())
        lines.append(f"{name}:\n    {caught.value.why}: {caught.value}\n    {caught.value.words}")
    golden("said/no-position-table", "\n".join(lines))


# --- weights and moves
# --------------------------------------------------------------------------------------------------

VALUES = [
    "1-4 2-5",
    "a3-a2: 3, b3-b2: 1",
    "{4: 0.5; 8: 2}",
    "4=1 8=x",
    "1 2 3 4 5 6 7 8 9",
    "1 2 3",
    "[0, 0, 1, 0, 0, 2, 0, 0, 0]",
    "",
    ["4", "0", "4", "0", "", "0", "0", "0", "1.5"],
    ["1", "2", "3", "4", "5", "6", "7", "8", "9"],
    ["0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7", "0.8", "0.9"],
    ["1-4", "2-5", "1-4"],
    ["4", "8"],
    ["4", "inf"],
    [["4", "2"], ["8", "1"]],
    [["1", "4"], ["2", "5"]],
    [[["0", "1"], "2"], [["1", "1"], "0"]],
    [["0", "1"], [["0", "1"], ["1", "1"]]],
    [["4", "2"], "x"],
    Pairs([("4", "0.5"), ("8", "2")]),
    Pairs([("4", "0"), ("8", "-0.0"), ("2", "-1")]),
    Pairs([("4", ""), ("8", "2")]),
    Pairs([("a", "4"), ("n", "2")]),
    Pairs([("action", ["0", "1"]), ("count", "2")]),
    Pairs([("moves", ["4", "8"]), ("beads", ["3", "1"])]),
    Pairs([("moves", ["4", "8"]), ("beads", ["3"])]),
    Pairs([("actions", ["4", "8"]), ("q_values", ["3", "x"])]),
    Pairs([("row", "0"), ("col", "1"), ("weight", "2")]),
    Pairs([("From", "2"), ("to", "4"), ("Beads", "5")]),
    Pairs([("To", "b2"), ("From", "b1")]),
    Pairs([("x", "0"), ("y", "1")]),
    Pairs([("beads", [["4", "2"], ["8", "1"]])]),
    Pairs([("moves", "1-4"), ("note", "x")]),
    Pairs([("one", "2-4"), ("two", "x")]),
    [Pairs([("action", "4"), ("q", "-1")]), Pairs([("action", "8"), ("q", "nan")])],
    [Pairs([("action", "4"), ("q", "-1")]), Pairs([("action", "8")])],
    [Pairs([("from", ["0", "1"]), ("to", ["1", "1"])])],
]


def test_each_value_has_its_weights_and_its_moves(golden):
    lines = []
    for value in at_least(30, VALUES):
        weights = ", ".join(f"{move} {weight:g}" for move, weight in weights_in(value, 9))
        one_by_one = ", ".join(f"{move} {weight:g}" for move, weight in beads_one_by_one(value))
        with_beads, without = moves_in(value, 9)
        lines.append(f"{told(value)}")
        lines.append(f"    weights: {weights}".rstrip())
        if one_by_one:
            lines.append(f"    one by one: {one_by_one}")
        lines.append(f"    moves: {with_beads}; without beads: {without}".rstrip())
    golden("said/weights-of-moves", "\n".join(lines))


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("4", True),
        ("-4", True),
        ("0.5", True),
        ("4.", True),
        ("1e5", True),
        ("1e-05", True),
        ("--4", False),
        ("+4", False),
        (".5", False),
        ("a1", False),
        ("1-4", False),
        ("", False),
    ],
)
def test_what_is_a_weight(text, is_one):
    assert is_weight(text) is is_one


@pytest.mark.parametrize(
    ("names", "squares"),
    [
        ([], []),
        (["board", "x"], []),
        (["x", "y"], [("y", "x")]),
        (["i", "j"], [("i", "j")]),
        (["Row", "Column"], [("Row", "Column")]),
        (["r", "c", "R2", "C2"], [("r", "c"), ("R2", "C2")]),
        (["x1", "y1", "x2", "y2"], [("y1", "x1"), ("y2", "x2")]),
        (
            ["from_row", "from_col", "to_row", "to_col"],
            [("from_row", "from_col"), ("to_row", "to_col")],
        ),
        (["row_from", "col_from"], [("row_from", "col_from")]),
        (["to_row", "to_col"], []),
        (["src x", "src y", "dst.x", "dst-y"], [("src y", "src x"), ("dst-y", "dst.x")]),
        (["sx", "sy"], []),
        (["from", "to", "row", "col"], [("from",), ("to",)]),
        (["from", "row", "col"], [("row", "col")]),
        (["row", "y"], []),
        (["row", "col", "column"], [("row", "col")]),
        (["a row too long", "col"], []),
    ],
)
def test_squares_are_known_by_the_names_of_their_fields(names, squares):
    assert squares_by_name(names) == squares


@pytest.mark.parametrize(
    ("move", "other", "one_error"),
    [
        ("1-4", "1-4", True),
        ("1-4", "1-5", True),
        ("1-4", "2-4", True),
        ("1-4", "4-1", True),
        ("1-4", "2-5", False),
        ("1-4", "4-2", False),
        ("1", "2", True),
        ("1", "2-4", True),
        ("1-4-7", "2-7", True),
        ("1-4-7", "2-3", False),
    ],
)
def test_two_moves_are_one_typing_error_apart_or_not(move, other, one_error):
    assert alike(move, other) is one_error
    assert alike(other, move) is one_error


# --- boards and squares
# --------------------------------------------------------------------------------------------------

BOARDS = [
    "bbbw...ww",
    "bbb/w../.ww",
    "bbb|w..|.ww",
    "bbb\nw..\n.ww",
    "bbb w.. .ww",
    "b,b,b,w,.,.,.,w,w",
    "b;b;b;w;;;;w;w",
    "b b b w . . . w w",
    "bbb/w../.ww b",
    "bbb/w../.ww w",
    "bbbw...ww b",
    "bbbw...wwb",
    "['b', 'b', 'b', 'w', '.', '.', '.', 'w', 'w']",
    "[[b b b] [w . .] [. w w]]",
    "-1 -1 -1/1 0 0/0 1 1",
    "bbb/w2/1ww",
    "bbbw567ww",
    "bbb/w../.w",
    "bbb/w../.www",
    "   /bbb/w  ",
    "",
    ["bbb", "w..", ".ww"],
    ["b", "b", "b", "w", "", "", "", "w", "w"],
    [["b", "b", "b"], ["w", "", ""], ["", "w", "w"]],
    Pairs([("b", "b")]),
]


def test_each_spelling_of_a_board_has_its_signs(golden):
    """As a board of three by three, with a blank for an empty cell, and where digits count empty
    cells or are their numbers.
    """
    lines = []
    for board in at_least(20, BOARDS):
        lines.append(told(board) if not isinstance(board, str) else repr(board))
        plain = signs_of(board, 3, 9, ("b", "w"))
        lines.append(f"    {' '.join(plain)}   ({len(plain)})")
        blank = signs_of(board, 3, 9, ("b", "w"), blank=True)
        if blank != plain:
            lines.append(f"    with blanks: {' '.join(map(repr, blank))}")
        for digits in ("runs", "numbers"):
            written = Boards(OWN.game, OWN.mover, OWN.letters, OWN.contents, digits=digits)
            signs = written.signs(board)
            if signs != plain:
                lines.append(f"    {digits}: {' '.join(signs)}")
        lines.append(f"    fits: {OWN.fits(board)}, a position: {OWN.position(plain) is not None}")
    golden("said/boards-as-read", "\n".join(lines))


@pytest.mark.parametrize("game", ["hexapawn", "hexapawn:3x4", "tictactoe", "nim:9", "awari:2x3"])
def test_squares_have_their_names_and_moves_are_spelled_and_read_again(game, golden):
    made = make_game(game)
    start = made.start()
    moves = made.legal_moves(start)
    lines = [
        f"reading order: {' '.join(map(str, reading_order(made)))}",
        f"from the bottom: {' '.join(map(str, reading_order(made, upwards=True)))}",
        f"letters: {own_letters(made, [start])}",
    ]
    for naming in NAMINGS:
        for upwards in (False, True):
            squares = Squares(made, naming, upwards)
            spelled = [squares.spell(move) for move in moves]
            names = " ".join(squares.names[cell] for cell in sorted(squares.names))
            way = "upwards" if upwards else "downwards"
            lines.append(f"{naming}, {way}: {names} | {' '.join(spelled)}")
            split = squares.split(" ".join(spelled))
            assert list(split) == spelled
            if naming != "own":
                cells = [squares.cells(move) for move in spelled]
                assert len({*cells}) == len({*spelled})
                assert all(cells)
                assert squares.cells("nothing-1") == ()
    golden(f"said/squares-{game.replace(':', '-')}", "\n".join(lines))


@pytest.mark.parametrize("naming", [naming for naming in NAMINGS if naming != "own"])
@pytest.mark.parametrize("upwards", [False, True])
def test_a_table_of_sowing_is_read_whatever_its_pits_are_called(tmp_path, naming, upwards):
    """A move is one pit, also number 0, which fills up lists of moves of two squares."""
    kit = kit_of("awari-mini")
    squares = Squares(kit.game, naming, upwards)
    lines = ["position,moves"]
    for box in kit.boxes:
        moves = " ".join(map(squares.spell, kit.game.legal_moves(box.position)))
        lines.append(f'"{kit.game.text(box.position).rpartition(" ")[0]}",{moves}')
    path = tmp_path / "table.csv"
    path.write_text("\n".join(lines))
    report = match_table(path, kit, TableHints(squares=naming))
    assert (report.verdict, report.findings) == ("right", ())


@pytest.mark.parametrize(
    ("naming", "text", "moves"),
    [
        ("1-9", "1-4, 15 2 -> 4 and 1:5", ("1-4", "1-5", "2-4", "and", "1-5")),
        ("1-9", "1x5; 2>4|3→6 1–4 1—4 1 to 4 (2=>5)", None),
        ("1-9", "0 00 14 0", ("1-4",)),
        ("1-9", "123 12345", ("123", "12345")),
        ("1-9", "1 - 4", ("1-4",)),
        ("1-9", "", ()),
        ("a1-c3", "a3b2 b3xa2 c1-c2 a3", ("a3-b2", "b3-a2", "c1-c2", "a3")),
        ("0,0", "(0, 0) -> (1, 0) 0-1 1-1", ("0,0-1,0", "0,1-1,1")),
        ("0,0", "0,0-1,0 0,1-1,1", ("0,0-1,0", "0,1-1,1")),
        ("0,0", "0 0 1 0", ("0-0", "1-0")),
        ("own", "a3a2; b3b2|c3xb2", ("a3a2", "b3b2", "c3xb2")),
    ],
)
def test_moves_are_found_in_a_text(naming, text, moves):
    if moves is None:
        moves = ("1-5", "2-4", "3-6", "1-4", "1-4", "1-4", "2-5")
    assert Squares(HER.game, naming).split(text) == moves


@pytest.mark.parametrize(
    ("signs", "words"),
    [
        ("bbbw...ww", False),
        ("position", True),
        ("bxy", True),
        ("bbxy", False),
        ("x", False),
        ("[", True),
        ("[]});,", True),
        ("", False),
    ],
)
def test_a_heading_or_a_remark_is_no_board(signs, words):
    assert is_words(OWN, tuple(signs)) is words


# --- programs
# --------------------------------------------------------------------------------------------------

PROGRAMS = {
    "x = [1, 2.5, -3, 1e-05, None, True, \"a\", 'b', `c`]": "",
    'x = {"a": [1], b: {"c": 2}}': "",
    'm["X.O"] = [1]\nm["X.."].append(2)\nput("O..", new int[] {1, 2});': ".java",
    "a = [1] # [2]\nb = [3] // [4]\nc = [5] /* [6] */": ".py",
    "a = [1]; // [2]\nb = [3]; /* [4] */\nc = [5]; # [6]": ".js",
    "x = [\n1\n2\n3]": "",
    "[[-1 -1 0]\n [1 0 0]]": "",
    'x = [[1, 2], [3]]; y = (4, "five")': "",
    "x = '''[1, 2]'''": ".py",
    'x = "[1, 2, 3, 4, 5, 6, 7, 8]"': "",
    "x = [1, [2": "",
    "]} x = [1]": "",
    "a => [1], b == [2], c: [3]": "",
    r'x = ["a\"b", "c\\d", "\n"]': "",
}


def test_the_data_in_a_program_are_found(golden):
    lines = []
    for text in at_least(10, PROGRAMS):
        read = Literals(text, PROGRAMS[text])
        lines.append(f"{PROGRAMS[text]} {json.dumps(text)}".strip())
        lines += [f"    {told(value)}" for value in read.outermost]
        lines += [f"    {name} = {told(value)}" for name, value in read.assigned]
    golden("said/data-in-programs", "\n".join(lines))


def test_texts_of_nested_lists_are_all_but_those_of_objects():
    nested = ["a", ["b", ["c", Pairs([("d", "e")])]], []]
    assert texts_of(nested) == ["a", "b", "c"]
    assert texts_of("a") == ["a"]
    assert texts_of(Pairs([("a", "b")])) == []
