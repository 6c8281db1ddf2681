"""Whatever may be a board or a move in somebody's table is compared or listed, so that no wrong
move is right.
"""

import json
import time
from base64 import b64encode
from hashlib import sha256
from random import Random
from textwrap import wrap
from zlib import compress

import pytest
from click.testing import CliRunner
from jobs import kit_of
from position_tables_of_others import written
from sampling import few

from kitgen.cli.main import main
from kitgen.position_tables.data_forms import groups_of_data
from kitgen.position_tables.hints import TableHints
from kitgen.position_tables.nested_data import Pairs
from kitgen.reading.templates import Templates
from kitgen.reading.texts import Texts
from kitgen.verification.reference import walk
from kitgen.verification.tables.reading import match_table
from kitgen.verification.tables.table_check import say_not_read, verify_table

ENGLISH = Texts("en", Templates())
#: A move that is never legal, and the entry of HER's table that has it.
BAD = "1-9"
AT = 9


def table_of_her():
    table = written(kit_of("her"))
    return [("".join(signs), list(moves)) for signs, moves in table.rows]


def table_of_menace():
    table = written(kit_of("menace"), ".XO")
    return [("".join(signs), list(moves)) for signs, moves in table.rows]


def lines(form, other):
    """The table with one entry in another form."""
    return "".join(
        (other if n == AT else form)(board, moves)
        for n, (board, moves) in enumerate(table_of_her())
    )


def colon(board, moves):
    return f"{board}: {' '.join(moves)}\n"


def yaml(board, moves):
    return f"- board: {board}\n  moves: [{', '.join(moves)}]\n"


def comma(board, moves):
    return f"{board},{' '.join(moves)}\n"


def put(board, moves):
    return f'put("{board}", new String[] {{{", ".join(map(json.dumps, moves))}}}'


def objects(more):
    """A list of objects, one of them with more fields."""
    entries = [{"board": board, "moves": moves} for board, moves in table_of_her()]
    entries[AT] |= more
    return json.dumps(entries)


def python(then):
    board = table_of_her()[AT][0]
    return f"T = {dict(table_of_her())}\n{then.replace('BOARD', board)}\n"


#: Where a wrong move may stand: the ending of the file, its text, and the verdict.
PLACES = {
    "a line below": (
        "txt",
        lambda: lines(colon, lambda b, m: colon(b, m) + f"    {BAD}\n"),
        "not decided",
    ),
    "a line below, with a word": (
        "txt",
        lambda: lines(colon, lambda b, m: colon(b, m) + f"or {BAD}\n"),
        "not decided",
    ),
    "one column more": (
        "csv",
        lambda: lines(comma, lambda b, m: f"{b},{' '.join(m)},{BAD}\n"),
        "not decided",
    ),
    "a column before": (
        "csv",
        lambda: lines(lambda b, m: f",{comma(b, m)}", lambda b, m: f"{BAD},{comma(b, m)}"),
        "not decided",
    ),
    "another table below": (
        "csv",
        lambda: f"{lines(comma, comma)}\nbox,board,moves\nA1,{table_of_her()[0][0]},{BAD}\n",
        "not decided",
    ),
    "another field": ("json", lambda: objects({"more": [BAD]}), "not decided"),
    "another list of a field": (
        "json",
        lambda: objects({"moves": {"legal": table_of_her()[AT][1], "more": [BAD]}}),
        "not decided",
    ),
    "a field given twice": (
        "json",
        lambda: objects({}).replace(
            f'"{table_of_her()[AT][0]}", "moves"',
            f'"{table_of_her()[AT][0]}", "moves": ["{BAD}"], "moves"',
        ),
        "wrong",
    ),
    "objects with other names": (
        "json",
        lambda: objects(
            {
                "moves": [
                    *({"from": m[0], "to": m[2]} for m in table_of_her()[AT][1]),
                    {"src": 1, "dst": 9},
                ]
            }
        ),
        "wrong",
    ),
    "beads below nothing": (
        "json",
        lambda: objects({"moves": dict.fromkeys(table_of_her()[AT][1], 3) | {BAD: -3}}),
        "wrong",
    ),
    "the same board in another list": (
        "json",
        lambda: json.dumps(
            {
                "boxes": dict(table_of_her()),
                "later": [{"board": table_of_her()[AT][0], "moves": [BAD]}],
            }
        ),
        "not decided",
    ),
    "a second array": (
        "json",
        lambda: json.dumps(
            {
                "boards": [board for board, _ in table_of_her()],
                "moves": [moves for _, moves in table_of_her()],
                "played": [
                    [BAD] if n == AT else moves for n, (_, moves) in enumerate(table_of_her())
                ],
            }
        ),
        "not decided",
    ),
    "an addition to a board's moves": (
        "py",
        lambda: python(f"T['BOARD'] += ['{BAD}']"),
        "not decided",
    ),
    "an appended move": ("py", lambda: python(f"T['BOARD'].append('{BAD}')"), "not decided"),
    "other moves assigned": ("py", lambda: python(f"T['BOARD'] = ['{BAD}']"), "not decided"),
    "one argument more": (
        "java",
        lambda: (
            "class T {\n"
            + lines(
                lambda b, m: put(b, m) + ");\n", lambda b, m: put(b, m) + ", new int[] {1, 9});\n"
            )
            + "}\n"
        ),
        "not decided",
    ),
    "one key more": (
        "yaml",
        lambda: lines(yaml, lambda b, m: yaml(b, m) + f"  extra: [{BAD}]\n"),
        "not decided",
    ),
    "a list in two lines": (
        "yaml",
        lambda: lines(yaml, lambda b, m: f"- board: {b}\n  moves: [{', '.join(m)},\n    {BAD}]\n"),
        "wrong",
    ),
    "a cell over two rows": (
        "html",
        lambda: (
            "<table>"
            + lines(
                lambda b, m: f"<tr><td>{b}</td><td>{' '.join(m)}</td></tr>\n",
                lambda b, m: (
                    "<tr><td "
                    f"rowspan=2>{b}</td><td>{' '.join(m)}</td></tr><tr><td>{BAD}</td></tr>\n"
                ),
            )
            + "</table>"
        ),
        "not decided",
    ),
}


def bars(table):
    return "| board | moves |\n|---|---|\n" + "".join(
        f"| {board} | {' '.join(moves)} |\n" for board, moves in table
    )


def rows_and_moves(table):
    return "".join(
        f"{board[:3]}\n{board[3:6]}\n{board[6:]}\n{' '.join(moves)}\n\n" for board, moves in table
    )


def insert(board, moves):
    return f"INSERT INTO boxes (board, moves) VALUES ('{board}', '{' '.join(moves)}');\n"  # noqa: S608 - nothing runs it


def each_line(mark, text):
    return "".join(f"{mark}{line}\n" for line in text.splitlines())


def notebook(*sources):
    return json.dumps(
        {"cells": [{"cell_type": kind, "source": text.splitlines(True)} for kind, text in sources]},
        indent=1,
    )


#: A second table, where readers of forms pass over it: the ending of the file, and its text below
#: the first table.
PASSED_OVER = {
    "a text of Python": ("py", lambda text: f"{python('')}'''\n{text}'''\n"),
    "a comment of Python": ("py", lambda text: python("") + each_line("# ", text)),
    "comments of C": ("c", lambda text: f"{python('')}/*\n{text}*/\n"),
    "lines of comments of JavaScript": ("js", lambda text: python("") + each_line("// ", text)),
    "comments of SQL": ("sql", lambda text: lines(insert, insert) + each_line("-- ", text)),
    "comments of YAML": ("yaml", lambda text: lines(yaml, yaml) + each_line("# ", text)),
    "an example in Markdown": ("md", lambda text: f"{bars(table_of_her())}\n```\n{text}```\n"),
    "a comment of a page": ("md", lambda text: f"{bars(table_of_her())}\n<!--\n{text}-->\n"),
    "another cell": (
        "ipynb",
        lambda text: notebook(("markdown", bars(table_of_her())), ("code", text)),
    ),
    "a note in JSON": (
        "json",
        lambda text: json.dumps({"boxes": dict(table_of_her()), "note": text}),
    ),
}
WAYS_TO_WRITE = {
    "a line each": lambda table: "".join(colon(board, moves) for board, moves in table),
    "a dictionary": lambda table: f"T = {dict(table)}\n",
    "rows": rows_and_moves,
}


@pytest.mark.parametrize(
    ("where", "way", "letters"), few(list(PASSED_OVER), WAYS_TO_WRITE, ["b.w", "X-O"], one_in=7)
)
def test_a_second_table_in_a_comment_or_a_text_is_named(where, way, letters, tmp_path):
    """Of one wrong entry, and in other letters, too."""
    ending, text = PASSED_OVER[where]
    board = table_of_her()[AT][0].translate(str.maketrans("b.w", letters))
    report = checked(tmp_path, ending, text(WAYS_TO_WRITE[way]([(board, [BAD])])))
    assert report.verdict == "not decided"
    own = table_of_her()[AT][0]
    assert any(board[:3] in line or own[:3] in line for line in say_not_read(report, ENGLISH))


@pytest.mark.parametrize("where", few(list(PASSED_OVER), one_in=3))
def test_legal_moves_in_a_comment_or_a_text_are_nothing_to_decide(where, tmp_path):
    ending, text = PASSED_OVER[where]
    board, moves = table_of_her()[AT]
    assert checked(tmp_path, ending, text(f"{board}: {' '.join(moves)}\n")).verdict == "right"


def in_base_64(text):
    return b64encode(text.encode()).decode()


def in_digits(board, digits="012"):
    return board.translate(str.maketrans(".wb", digits))


def code(board, radix=3, digits="012"):
    return int(in_digits(board, digits), radix)


def masks(board):
    return [sum(1 << n for n, sign in enumerate(board) if sign == side) for side in "wb"]


def packed(table):
    return b"".join(code(board).to_bytes(2, "big") for board, _ in table)


def in_lines(table):
    return "".join(colon(board, moves) for board, moves in table)


#: A second table of which nothing can be seen as a board, as the value of a note in JSON.
UNSEEN = {
    "base64": lambda t: in_base_64(in_lines(t)),
    "base64 in lines": lambda t: "\n".join(wrap(in_base_64(in_lines(t)), 76)),
    "base64, packed": lambda t: b64encode(compress(in_lines(t).encode())).decode(),
    "base64 of each board": lambda t: {in_base_64(board): moves for board, moves in t},
    "hexadecimal digits": lambda t: in_lines(t).encode().hex(),
    "lines of digits": lambda t: in_lines([(in_digits(board), moves) for board, moves in t]),
    "rows of digits": lambda t: rows_and_moves([(in_digits(board), moves) for board, moves in t]),
    "digits apart": lambda t: in_lines([(" ".join(in_digits(board)), moves) for board, moves in t]),
    "rows as numbers": lambda t: [
        [[int(row) for row in wrap(in_digits(b), 3)], moves] for b, moves in t
    ],
    "codes in base 3": lambda t: {code(board): moves for board, moves in t},
    "codes in base 3, other digits": lambda t: [
        [code(board, 3, "120"), moves] for board, moves in t
    ],
    "codes in base 3, from the end": lambda t: [
        {"state": code(b[::-1]), "moves": moves} for b, moves in t
    ],
    "codes in base 4": lambda t: {code(board, 4): moves for board, moves in t},
    "digits from -1 to 1": lambda t: {code(board, 3, "120") - 9841: moves for board, moves in t},
    "numbers with lost zeros": lambda t: {code(board, 10): moves for board, moves in t},
    "a mask for each side": lambda t: [
        dict(zip("xo", masks(b), strict=True)) | {"m": m} for b, m in t
    ],
}
#: Of these a single one may be anything.
ONLY_WHOLE = ("base64, packed", "rows as numbers", "digits from -1 to 1", "a mask for each side")
WHOLE = range(19)
SECOND_TABLES = [(way, WHOLE) for way in UNSEEN] + [
    (way, [AT]) for way in UNSEEN if way not in ONLY_WHOLE
]


@pytest.mark.parametrize("second", few(SECOND_TABLES, one_in=4))
def test_a_second_table_that_cannot_be_seen_as_boards_is_named(second, tmp_path):
    table = table_of_her()
    table[AT] = (table[AT][0], [BAD])
    way, entries = second
    note = UNSEEN[way]([table[n] for n in entries])
    report = checked(tmp_path, "json", json.dumps({"boxes": dict(table_of_her()), "note": note}))
    assert report.verdict == "not decided"
    assert say_not_read(report, ENGLISH)


def test_codes_beside_their_own_boards_are_compared_with_them(tmp_path):
    rows = [[code(board), board, " ".join(moves)] for board, moves in table_of_her()]
    assert (
        checked(tmp_path, "csv", "".join(f"{','.join(map(str, row))}\n" for row in rows)).verdict
        == "right"
    )
    rows[AT][0] += 1
    report = checked(tmp_path, "csv", "".join(f"{','.join(map(str, row))}\n" for row in rows))
    assert report.verdict == "not decided"
    assert say_not_read(report, ENGLISH) == [
        f"line {AT + 1}: 1 number ({rows[AT][0]}) may be a board, and was not compared"
    ]


#: What is no board, beside a table: numbers of any other kind, fingerprints, addresses and long
#: names.
NO_BOARDS = {
    "numbers of lines": lambda n: 100 + 10 * n,
    "counts": lambda n: Random(n).randrange(20_000),
    "pages of a year": lambda n: f"1976, page {Random(n).randrange(900)}",
    "a fingerprint": lambda n: sha256(str(n).encode()).hexdigest(),
    "an address": lambda n: f"https://www.example.org/Some/LongPath1234/withManyWords{n}AndLonger",
    "a long name": lambda n: f"getTheBestMoveForThisPosition{n}",
}


@pytest.mark.parametrize("kit", ["her", pytest.param("menace", marks=pytest.mark.every)])
@pytest.mark.parametrize("what", few(list(NO_BOARDS), one_in=3))
def test_numbers_and_words_that_are_no_boards_leave_a_table_right(kit, what, tmp_path):
    entries = []
    for n, (signs, moves) in enumerate(written(kit_of(kit)).rows):
        entries.append({"board": "".join(signs), "moves": moves, "note": NO_BOARDS[what](n)})
    assert checked(tmp_path, "json", json.dumps(entries), kit).verdict == "right"


@pytest.mark.parametrize("most", [9, 60])
def test_the_beads_of_a_machine_that_has_learned_are_no_moves(most, tmp_path):
    luck = Random(most)
    entries = [
        {"board": board, "moves": {move: luck.randint(1, most) for move in moves}}
        for board, moves in table_of_her()
    ]
    assert checked(tmp_path, "json", json.dumps(entries)).verdict == "right"


def checked(folder, ending, text, kit="her"):
    path = folder / f"table.{ending}"
    path.write_text(text, encoding="utf-8")
    return match_table(path, kit_of(kit), TableHints())


@pytest.mark.parametrize("place", few(list(PLACES), one_in=2))
def test_a_wrong_move_outside_what_is_read_is_never_said_to_be_right(place, tmp_path):
    ending, text, verdict = PLACES[place]
    report = checked(tmp_path, ending, text())
    assert report.verdict == verdict
    says = say_not_read(report, ENGLISH)
    assert verdict == "wrong" or len(says) == 1, says
    same = (
        text().replace(BAD, table_of_her()[AT][1][0])
        if verdict == "not decided" and "board" in place
        else None
    )
    assert same is None or checked(tmp_path, ending, same).verdict == "right"


def test_notes_numbers_and_counts_beside_moves_are_no_moves(tmp_path):
    rows = "".join(
        f"{n},{board},{' '.join(moves)},{len(moves)},see page {n + 20}\n"
        for n, (board, moves) in enumerate(table_of_her(), 1)
    )
    assert checked(tmp_path, "csv", "box,board,moves,beads,note\n" + rows).verdict == "right"


def test_counts_beside_all_positions_of_a_game_are_no_moves(tmp_path):
    """Those of the other side, and of the end, are left out."""
    kit = kit_of("tictactoe:3x2")
    rows = []
    for position in walk(kit.game, 1000):
        moves = [str(move.target + 1) for move in kit.game.legal_moves(position)]
        rows.append(
            f"{kit.game.text(position).rpartition(' ')[0]},{' '.join(moves)},{2 * len(moves)}\n"
        )
    report = checked(tmp_path, "csv", "".join(rows), "tictactoe:3x2")
    assert (report.verdict, report.left_out > 0) == ("right", True)


def test_the_names_of_columns_with_a_number_for_each_cell_are_no_moves(tmp_path):
    """As programs save values: a column for each square, a 0 where nothing can be played."""
    game = "tictactoe:3x2"
    table = written(kit_of(game))
    rows = [
        ["".join(signs), *("4" if f"{n}" in moves else "0" for n in range(1, 7))]
        for signs, moves in table.rows
    ]
    rows.insert(0, ["state", *"012345"])
    assert (
        checked(tmp_path, "csv", "".join(f"{','.join(row)}\n" for row in rows), game).verdict
        == "right"
    )
    taken = next(n for n, sign in enumerate(rows[7][0], 1) if sign in "XO")
    rows[7][taken] = "4"
    assert (
        checked(tmp_path, "csv", "".join(f"{','.join(row)}\n" for row in rows), game).verdict
        == "wrong"
    )


def test_a_table_of_a_wiki_has_no_lines_too_many(tmp_path):
    rows = lines(
        lambda board, moves: f"|-\n| {board} || {' '.join(moves)}\n",
        lambda board, _: f"|-\n| {board} || {BAD}\n",
    )
    text = f'{{| class="wikitable"\n! Board !! Moves\n{rows}'
    report = checked(tmp_path, "txt", text + "|}\n")
    assert {finding.places for finding in report.findings} == {(2 * AT + 4,)}


def test_weights_below_zero_are_of_moves_too(tmp_path):
    values = {
        board: {move: -0.5 - n for n, move in enumerate(moves)} for board, moves in table_of_her()
    }
    assert checked(tmp_path, "json", json.dumps(values)).verdict == "right"


def test_a_file_in_which_no_table_is_found_is_not_decided(tmp_path):
    path = tmp_path / "states.json"
    path.write_text(json.dumps({f"{board}-b": moves for board, moves in table_of_her()}))
    report = verify_table(path, "her")
    assert (report.verdict, report.passed, report.rows, report.findings) == (
        "not decided",
        False,
        (),
        (),
    )
    assert say_not_read(report, ENGLISH)[0].startswith(
        "no table was found in it; an entry that can be read: "
    )


def code_in_base_3(board):
    return int(board.replace(".", "0").replace("w", "1").replace("b", "2"), 3)


def test_each_board_that_is_a_number_has_a_line(tmp_path):
    """In one line, as a program saves them; all else is told by its line."""
    codes = {code_in_base_3(board): moves for board, moves in table_of_her()}
    many = tmp_path / "menace.json"
    opened = {
        code_in_base_3(board.replace("X", "w").replace("O", "b")): moves
        for board, moves in table_of_menace()
    }
    many.write_text(json.dumps(opened))
    assert min(opened) == 0
    assert len(say_not_read(verify_table(many, "menace"), ENGLISH)) == 1 + 304
    path = tmp_path / "codes.json"
    path.write_text(json.dumps(codes))
    done = CliRunner().invoke(main, ["verify", str(path), "--game", "her", "--json"])
    result = json.loads(done.stdout)["result"]
    assert (done.exit_code, result["verdict"], result["passed"]) == (3, "not decided", False)
    lines = [f"line 1: 1 number ({code}) may be a board, and was not compared" for code in codes]
    assert result["not_read"][1:] == lines
    path = tmp_path / "codes.csv"
    path.write_text("".join(f"{code},{' '.join(moves)}\n" for code, moves in codes.items()))
    message = say_not_read(verify_table(path, "her"), ENGLISH)
    assert message[1:] == [
        f"line {n} was not read: {line}" for n, line in enumerate(path.read_text().splitlines(), 1)
    ]


def test_moves_that_cannot_be_understood_are_not_decided(tmp_path):
    path = tmp_path / "words.csv"
    path.write_text("board,moves\n" + "".join(f"{board},9-9 8-8\n" for board, _ in table_of_her()))
    message = say_not_read(verify_table(path, "her"), ENGLISH)
    assert message[0].startswith(
        "moves were found, but most are not legal; an entry that can be read: "
    )
    assert message[2] == f"line 2 was not read: {table_of_her()[0][0]},9-9 8-8"
    assert len(message) == 21


def test_a_name_that_is_given_very_often_takes_no_time():
    pairs = Pairs([("position", "1-4")] * 5_000)
    begun = time.process_time()
    groups = list(groups_of_data([pairs], check=lambda: None, fits=lambda _: False))
    assert time.process_time() - begun < 2
    assert len(groups) == len(pairs)


def test_letters_of_full_width_are_read_as_letters(tmp_path):
    board = "".join(chr(ord(sign) + 0xFEE0) for sign in table_of_her()[AT][0])
    assert checked(tmp_path, "py", python(f"# {board}: {BAD}")).verdict == "not decided"
