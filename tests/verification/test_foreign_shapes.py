"""Tables of others in many shapes: each passes as it is, and one typing error in it is one
finding that names it.
"""

import json
import random
import re
import time
from pathlib import Path

import pytest
from click.testing import CliRunner
from counting import at_least
from jobs import kit_of
from position_tables_of_others import KINDS, mistyped, written
from sampling import few

from kitgen.cli.main import main
from kitgen.errors import KitFileError, UnreadTableError
from kitgen.position_tables.board_notation import reading_order
from kitgen.position_tables.hints import TableHints
from kitgen.position_tables.nested_data import Literals
from kitgen.reading.templates import Templates
from kitgen.reading.texts import Texts
from kitgen.verdict import Verdict
from kitgen.verification.reference import walk
from kitgen.verification.tables.comparison import (
    BoardsNearby,
    Truth,
    keeps_orientation,
    one_typing_error_apart,
)
from kitgen.verification.tables.reading import match_table
from kitgen.verification.tables.table_check import say_finding, say_reading, verify_table

ENGLISH = Texts("en", Templates())


def rows_of(table, by="/"):
    """For each position its board, with rows parted so, and its moves."""
    columns = table.boards.columns
    for signs, moves in table.rows:
        yield (
            by.join("".join(signs[i : i + columns]) for i in range(0, len(signs), columns)),
            list(moves),
        )


def pair(move, by="-"):
    return by.join(move.split("-"))


#: The names of the rows and columns of a move's squares.
COORDINATES = ("from_row", "from_col", "to_row", "to_col")


def coordinates(table, move):
    """The row and the column of each square of a move, as they stand on a board whose rows begin
    with the top one.
    """
    order = reading_order(table.kit.game, upwards=table.boards.upwards)
    places = {table.squares.names[cell]: divmod(number, 3) for number, cell in enumerate(order)}
    return [places[square] for square in move.split("-")]


def weighed(moves):
    """Moves, each with a value as a program prints it."""
    return [*zip(moves, ("0.5", "-0.25", "1e-05", "2.0", "0.125"), strict=False)]


#: Other people's ways to write the same table: the ending of the file, and what is in it.
SHAPES = {
    "a column for each cell": (
        "csv",
        lambda t: (
            "a,b,c,d,e,f,g,h,i,moves\n"
            + "".join(f"{','.join(signs)},{' '.join(moves)}\n" for signs, moves in t.rows)
        ),
    ),
    "a column for each row": (
        "csv",
        lambda t: (
            "id,top,middle,bottom,m1,m2,m3,m4\n"
            + "".join(
                f"{n},{board},{','.join(moves)}\n"
                for n, (board, moves) in enumerate(rows_of(t, ","), 1)
            )
        ),
    ),
    "a box first, no heads": (
        "csv",
        lambda t: "".join(
            f"A{n};{board};{' '.join(moves)}\n" for n, (board, moves) in enumerate(rows_of(t))
        ),
    ),
    "tabs, 24 for 2-4": (
        "tsv",
        lambda t: "".join(
            f"{board}\t{','.join(pair(move, '') for move in moves)}\n"
            for board, moves in rows_of(t, "")
        ),
    ),
    "quoted, bars, 2>4": (
        "csv",
        lambda t: (
            "State;Moves\n"
            + "".join(
                f'"{board}";"{", ".join(pair(move, ">") for move in moves)}"\n'
                for board, moves in rows_of(t, "|")
            )
        ),
    ),
    "lists of lists": (
        "json",
        lambda t: json.dumps(
            [
                {"board": [list(row) for row in b.split("/")], "moves": [m.split("-") for m in ms]}
                for b, ms in rows_of(t)
            ]
        ),
    ),
    "cells in a row": (
        "json",
        lambda t: json.dumps(
            {
                "boxes": [
                    {"id": n, "cells": list(signs), "moves": list(moves)}
                    for n, (signs, moves) in enumerate(t.rows)
                ]
            }
        ),
    ),
    "each under its name": (
        "json",
        lambda t: json.dumps(
            {
                f"A{n}": {"position": board, "moves": moves}
                for n, (board, moves) in enumerate(rows_of(t))
            }
        ),
    ),
    "from and to": (
        "json",
        lambda t: json.dumps(
            [
                {
                    "position": board,
                    "moves": [dict(zip(("from", "to"), m.split("-"), strict=False)) for m in moves],
                }
                for board, moves in rows_of(t)
            ]
        ),
    ),
    "blocks in TOML": (
        "toml",
        lambda t: "".join(
            f'[A{n}]\nboard = """\n{board}\n"""\nmoves = {json.dumps(moves)}\n'
            for n, (board, moves) in enumerate(rows_of(t, "\n"))
        ),
    ),
    "arrows": (
        "txt",
        lambda t: "".join(
            f"{board} : {', '.join(pair(move, ' -> ') for move in moves)}\n"
            for board, moves in rows_of(t)
        ),
    ),
    "numbered lines": (
        "txt",
        lambda t: "".join(
            f"{n}. {board} {' '.join(moves)}\n" for n, (board, moves) in enumerate(rows_of(t), 1)
        ),
    ),
    "named blocks": (
        "txt",
        lambda t: "\n".join(
            f"Box {n}\n{board}\nmoves: {' '.join(moves)}\n"
            for n, (board, moves) in enumerate(rows_of(t, "\n"), 1)
        ),
    ),
    "a line for each move": (
        "csv",
        lambda t: (
            "box,position,colour,move\n"
            + "".join(
                f"A{n},{board},{colour},{move}\n"
                for n, (board, moves) in enumerate(rows_of(t))
                for colour, move in zip("rgbyk", moves, strict=False)
            )
        ),
    ),
    "a line for each move, from and to": (
        "csv",
        lambda t: (
            "position,from,to\n"
            + "".join(
                f"{board},{pair(move, ',')}\n" for board, moves in rows_of(t) for move in moves
            )
        ),
    ),
    "an entry for each move": (
        "json",
        lambda t: json.dumps(
            [{"position": board, "move": move} for board, moves in rows_of(t) for move in moves]
        ),
    ),
    "a line for each move, x and y": (
        "csv",
        lambda t: (
            "board,x1,y1,x2,y2,beads\n"
            + "".join(
                f"{board},{','.join(f'{x},{y}' for y, x in coordinates(t, move))},4\n"
                for board, moves in rows_of(t)
                for move in moves
            )
        ),
    ),
    "a line for each move, rows and columns under names": (
        "jsonl",
        lambda t: "".join(
            json.dumps(
                {"state": board}
                | dict(zip(COORDINATES, sum(coordinates(t, move), ()), strict=False))
            )
            + "\n"
            for board, moves in rows_of(t)
            for move in moves
        ),
    ),
    "a call for each move, rows and columns": (
        "js",
        lambda t: "".join(
            f"add('{board}', {', '.join(map(str, sum(coordinates(t, move), ())))});\n"
            for board, moves in rows_of(t)
            for move in moves
        ),
    ),
    "a key for each move": (
        "py",
        lambda t: (
            "Q = {\n"
            + "".join(
                f"    ({board!r}, {move!r}): {value},\n"
                for board, moves in rows_of(t)
                for move, value in weighed(moves)
            )
            + "}\n"
        ),
    ),
    "values with decimals": (
        "py",
        lambda t: (
            "Q = {\n"
            + "".join(
                f"    {board!r}: "
                f"{{{', '.join(f'{move!r}: {value}' for move, value in weighed(moves))}}},\n"
                for board, moves in rows_of(t)
            )
            + "}\n"
        ),
    ),
    "actions in JavaScript": (
        "js",
        lambda t: (
            "const boxes = [\n"
            + "".join(
                f"  {{board: '{board}', moves: "
                f"[{', '.join(f'{{move: {move!r}, p: 0.5}}' for move in moves)}]}},\n"
                for board, moves in rows_of(t)
            )
            + "];\n"
        ),
    ),
}
#: How they write letters and squares, and whether their rows begin with the bottom one.
WAYS = [(".WB", "1-9", False), ("-XO", "a1-c3", True), ("012", "0-8", False), ("_ab", "7-9", False)]


def lists(move, base=0):
    """A move as the row and the column of each of its squares, in lists."""
    return [[base + place for place in divmod(int(square) - 1, 3)] for square in move.split("-")]


def run_lengths(board):
    return re.sub(r"\.+", lambda match: str(len(match[0])), board)


def numbered(signs):
    return "".join(str(n) if sign == "." else sign for n, sign in enumerate(signs, 1))


def square_numbers(move):
    return f"({move.replace('-', ', ')})"


def fields(signs, by=","):
    return by.join(sign.replace(".", "") for sign in signs)


def mapping(pairs, form=json.dumps):
    """A JSON object, also with a key twice."""
    return "{" + ", ".join(f"{json.dumps(key)}: {form(value)}" for key, value in pairs) + "}"


#: Forms of tables that stand in public repositories; none of them has the machine's moves under a
#: heading of kitgen.
PUBLISHED = {
    "boards alone": ("txt", lambda t: "".join(f"{''.join(signs)}\n" for signs, _ in t.rows)),
    "boards alone, blanks": (
        "txt",
        lambda t: "".join(f"{''.join(signs).replace('.', ' ')}\n" for signs, _ in t.rows),
    ),
    "nine columns, empty fields": (
        "csv",
        lambda t: "".join(f"{fields(signs)}\n" for signs, _ in t.rows),
    ),
    "numbered blocks, empty fields": (
        "csv",
        lambda t: "".join(
            f"{n}\n{fields(signs[:3])}\n{fields(signs[3:6])}\n{fields(signs[6:])}\n\n\n"
            for n, (signs, _) in enumerate(t.rows)
        ),
    ),
    "chess digits": (
        "csv",
        lambda t: (
            "fen,moves\n"
            + "".join(f"{run_lengths(board)} b,{' '.join(moves)}\n" for board, moves in rows_of(t))
        ),
    ),
    "numbers in empty cells": (
        "json",
        lambda t: mapping(
            ((numbered(signs), mapping((move, 4) for move in moves)) for signs, moves in t.rows),
            str,
        ),
    ),
    "Markdown": (
        "md",
        lambda t: (
            "# Positions\n\nAll of them.\n\n| No. | Board | Moves |\n"
            "|---|:---:|---|\n"
            + "".join(
                f"| {n} | `{board}` | {', '.join(moves)} |\n"
                for n, (board, moves) in enumerate(rows_of(t), 1)
            )
            + "\nThe end.\n"
        ),
    ),
    "coordinates from 0": (
        "json",
        lambda t: json.dumps(
            [
                {"b": [[*row] for row in board.split("/")], "m": [lists(m) for m in moves]}
                for board, moves in rows_of(t)
            ]
        ),
    ),
    "coordinates from 1": (
        "json",
        lambda t: mapping((board, [lists(m, 1) for m in moves]) for board, moves in rows_of(t)),
    ),
    "actions and counts": (
        "json",
        lambda t: mapping(
            ("".join(signs).replace(".", " "), [{"action": lists(m), "count": 2} for m in moves])
            for signs, moves in t.rows
        ),
    ),
    "a Python dictionary": (
        "py",
        lambda t: (
            "import random\n\n# It's a "
            "machine.\nHER = {\n"
            + "".join(
                f"    {tuple(board.split('/'))}: "
                f"[{', '.join(map(square_numbers, moves))}],  # {n}\n"
                for n, (board, moves) in enumerate(rows_of(t))
            )
            + "}\n\ndef move(board):\n    return "
            "choice(HER[board])\n"
        ),
    ),
    "calls in Python": (
        "py",
        lambda t: (
            "import random\n\nclass Box:\n    pass\n"
            "\nboxes = [\n"
            + "".join(
                f"    Box([{', '.join(NUMBERS.get(sign, sign) for sign in signs)}], "
                f"[{', '.join(map(square_numbers, moves))}]),\n"
                for signs, moves in t.rows
            )
            + "]\n"
        ),
    ),
    "a map in Go": (
        "go",
        lambda t: (
            "package main\n\nvar boxes = map[string][][]int{\n"
            + "".join(
                f'\t"{"".join(signs)}": '
                f"{{{', '.join('{' + move.replace('-', ', ') + '}' for move in moves)}}},\n"
                for signs, moves in t.rows
            )
            + "}\n"
        ),
    ),
    "states in JavaScript": (
        "js",
        lambda t: (
            "const text = `\n{"
            + ", ".join(
                f'"{n}": {{"{n}": {json.dumps(signs)}}}' for n, (signs, _) in enumerate(t.rows)
            )
            + "}\n`;\nJSON.parse(text)\n"
        ),
    ),
    "a machine by steps": (
        "json",
        lambda t: json.dumps(
            {
                "file": "machine.json",
                "rows": 3,
                "steps": [
                    {"player": "B", "boxes": [{"state": board, "move_list": moves}]}
                    for board, moves in rows_of(t)
                ],
            }
        ),
    ),
    "lines with names": (
        "txt",
        lambda t: (
            "Start\n\n"
            + "".join(
                f"Added position: {''.join(signs)}, Player: B, Moves: [{' '.join(moves)}]\n"
                for signs, moves in t.rows
            )
        ),
    ),
    "a table in LaTeX": (
        "tex",
        lambda t: (
            "\\begin{tabular}{ll}\n"
            + "".join(f"{board} & {', '.join(moves)} \\\\\n" for board, moves in rows_of(t))
            + "\\end{tabular}\n"
        ),
    ),
    "arrays as Python prints them": (
        "txt",
        lambda t: "\n\n".join(
            "[["
            + "]\n [".join(
                " ".join({".": "0", "w": "1", "b": "-1"}.get(sign, sign) for sign in row)
                for row in board.split("/")
            )
            + "]]"
            for board, _ in rows_of(t)
        ),
    ),
    "statements in SQL": (
        "sql",
        lambda t: "".join(
            f"INSERT INTO boxes (board, moves) VALUES ('{board}', '{' '.join(moves)}');\n"  # noqa: S608 - nothing runs it
            for board, moves in rows_of(t)
        ),
    ),
}
NUMBERS = {".": "0", "w": "1", "b": "-1"}


def cells(signs):
    return ",".join(NUMBERS.get(sign, sign) for sign in signs)


def squares_of(move, first=0):
    """A move as the place of each of its squares, counted from ``first``."""
    return [int(square) - 1 + first for square in move.split("-")]


def filled_up(moves, width=4):
    """Moves as numbers of two digits, with zeros to a fixed length."""
    return ",".join([*(pair(move, "") for move in moves), *["0"] * (width - len(moves))])


def placed(move, names):
    """A move as two objects with coordinates."""
    ends = [dict(zip(names, divmod(square, 3), strict=True)) for square in squares_of(move)]
    return dict(zip(("from", "to"), ends, strict=False))


def state_and_actions(signs, moves):
    actions = [placed(move, ("row", "col")) for move in moves]
    return {"state": "".join(signs), "actions": actions}


def statements(lines, first=100):
    return "".join(f"{first + 10 * n} DATA {line}\n" for n, line in enumerate(lines))


def two_in_a_line(lines):
    return [",".join(lines[n : n + 2]) for n in range(0, len(lines), 2)]


#: Forms in which boards and moves stand apart, or under names: programs of the time, settings,
#: pages, logs.
PUBLISHED |= {
    "DATA, moves in a later block": (
        "bas",
        lambda t: (
            "10 REM HEXAPAWN\n"
            + statements([cells(signs) for signs, _ in t.rows])
            + statements([filled_up(moves) for _, moves in t.rows], 900)
        ),
    ),
    "DATA, two boards in a line": (
        "bas",
        lambda t: (
            "10 REM HEXAPAWN\n"
            + statements(two_in_a_line([cells(signs) for signs, _ in t.rows]))
            + statements([filled_up(moves) for _, moves in t.rows], 900)
        ),
    ),
    "DATA, strings with moves in a later block": (
        "bas",
        lambda t: (
            statements(two_in_a_line([f'"{"".join(signs)}"' for signs, _ in t.rows]))
            + statements([filled_up(moves) for _, moves in t.rows], 900)
        ),
    ),
    "DATA, strings with moves behind": (
        "bas",
        lambda t: statements(
            [
                f'"{"".join(signs)}",{",".join(pair(move, "") for move in moves)}'
                for signs, moves in t.rows
            ]
        ),
    ),
    "DATA, strings of a board and of its moves, two in a line": (
        "bas",
        lambda t: statements(
            two_in_a_line([f'"{"".join(signs)}","{" ".join(moves)}"' for signs, moves in t.rows])
        ),
    ),
    "YAML, lists in a line": (
        "yaml",
        lambda t: (
            "# boxes\n"
            + "".join(
                f"- board: {''.join(signs)}\n  moves: [{', '.join(moves)}]\n"
                for signs, moves in t.rows
            )
        ),
    ),
    "YAML, lists of lines": (
        "yaml",
        lambda t: (
            "boxes:\n"
            + "".join(
                "  - position: "
                f'"{"".join(signs)}"\n    moves:\n' + "".join(f"      - {move}\n" for move in moves)
                for signs, moves in t.rows
            )
        ),
    ),
    "YAML, under its board": (
        "yaml",
        lambda t: "".join(
            f"{''.join(signs)}:\n  moves: [{', '.join(moves)}]\n" for signs, moves in t.rows
        ),
    ),
    "a table in HTML": (
        "html",
        lambda t: (
            "<table><tr><th>Board</th><th>Moves</th></tr>"
            + "".join(
                f"<tr>\n<td>{board.replace('/', '<br>')}</td>\n<td>{' '.join(moves)}</td></tr>\n"
                for board, moves in rows_of(t)
            )
            + "</table>"
        ),
    ),
    "lines of JSON": (
        "json",
        lambda t: "".join(
            f"{json.dumps({'board': ''.join(signs), 'moves': moves})}\n" for signs, moves in t.rows
        ),
    ),
    "lines of JSON, from and to": (
        "jsonl",
        lambda t: "".join(
            f"{json.dumps(state_and_actions(signs, moves))}\n" for signs, moves in t.rows
        ),
    ),
    "x and y": (
        "json",
        lambda t: json.dumps(
            [
                {"board": "".join(signs), "moves": [placed(move, ("y", "x")) for move in moves]}
                for signs, moves in t.rows
            ]
        ),
    ),
    "assignments in Python": (
        "py",
        lambda t: (
            "T = {}\n"
            + "".join(
                f'T["{"".join(signs)}"] = [{", ".join(map(square_numbers, moves))}]\n'
                for signs, moves in t.rows
            )
        ),
    ),
    "calls with lists": (
        "py",
        lambda t: (
            "import box\n\nhalf = (width // 2)\n"
            + "".join(
                f'box.add("{"".join(signs)}", [{", ".join(map(square_numbers, moves))}])\n'
                for signs, moves in t.rows
            )
        ),
    ),
    "calls with numbers": (
        "java",
        lambda t: (
            "class Table {\n  static {\n"
            + "".join(
                f'    put("{"".join(signs)}", '
                f"{', '.join(pair(move, '') for move in moves)}); // box {n}\n"
                for n, (signs, moves) in enumerate(t.rows)
            )
            + "  }\n}\n"
        ),
    ),
    "two arrays in JavaScript": (
        "js",
        lambda t: (
            "const boards = "
            f"{json.dumps([[*signs] for signs, _ in t.rows])};\n"
            "const moves = "
            f"{json.dumps([[squares_of(move) for move in moves] for _, moves in t.rows])};\n"
        ),
    ),
    "two arrays in JSON": (
        "json",
        lambda t: json.dumps(
            {
                "boards": ["".join(signs) for signs, _ in t.rows],
                "moves": [[int(pair(move, "")) for move in moves] for _, moves in t.rows],
            }
        ),
    ),
    "two arrays in TOML": (
        "toml",
        lambda t: (
            "boards = "
            f"{json.dumps([''.join(signs) for signs, _ in t.rows])}\n"
            f"moves = {json.dumps([moves for _, moves in t.rows])}\n"
        ),
    ),
    "LaTeX with a heading": (
        "tex",
        lambda t: (
            ("\\begin{tabular}{ll}\n\\toprule\nBoard & Moves \\\\ \\midrule\n")
            + "".join(f"{board} & {', '.join(moves)} \\\\ % a box\n" for board, moves in rows_of(t))
            + "\\bottomrule\n\\end{tabular}\n"
        ),
    ),
}
#: Forms in which all that follows moves up where a value is missing.
OF_FIXED_LENGTH = ("DATA, two boards in a line", "DATA, moves in a later block")
OF_FIXED_LENGTH += ("DATA, strings with moves in a later block",)
BOARDS_ALONE = (
    "boards alone",
    "boards alone, blanks",
    "nine columns, empty fields",
    "numbered blocks, empty fields",
    "states in JavaScript",
    "arrays as Python prints them",
)


def checked(table, shape, folder, **hints):
    ending, write = (SHAPES | PUBLISHED)[shape]
    path = folder / f"table.{ending}"
    path.write_text(write(table), encoding="utf-8")
    return match_table(path, table.kit, TableHints(**hints))


@pytest.mark.parametrize("times", [1, pytest.param(3, marks=pytest.mark.every)])
@pytest.mark.parametrize("shape", few(PUBLISHED, one_in=36))
def test_a_table_as_published_passes_and_a_typing_error_in_it_is_one_finding(
    shape, times, tmp_path
):
    table = written(kit_of("her"), ".wb")
    report = checked(table, shape, tmp_path)
    assert (report.findings, len(report.rows)) == ((), 19)
    alone = report.reading.boards_alone
    assert alone == (shape in BOARDS_ALONE)
    kinds = [
        kind
        for kind in KINDS
        if not (alone and kind in ("square", "turned", "move lost", "move twice"))
    ]
    if shape in OF_FIXED_LENGTH:
        kinds = [kind for kind in kinds if kind not in ("cell lost", "cell twice", "move twice")]
    count = 0
    for kind in kinds:
        for seed in range(times):
            changed = mistyped(table, kind, seed)
            if changed is not None:
                found = checked(changed[0], shape, tmp_path)
                words = [say_finding(found, finding, ENGLISH) for finding in found.findings]
                assert len(words) == 1, (kind, seed, words)
                count += 1
    assert count >= 4 * times


@pytest.mark.parametrize("shape", few(SHAPES, one_in=16))
def test_a_table_of_any_shape_passes_and_a_typing_error_in_it_is_one_finding(shape, tmp_path):
    number = list(SHAPES).index(shape)
    letters, naming, upwards = WAYS[number % len(WAYS)]
    table = written(kit_of("her"), letters, naming, upwards=upwards)
    assert checked(table, shape, tmp_path).findings == ()
    # Of a position with a line for each move, one board alone is mistyped in the test below.
    kinds = [
        kind
        for kind in KINDS
        if "each move" not in shape or kind in ("square", "turned", "move lost", "move twice")
    ]
    count = 0
    for kind in kinds:
        changed = mistyped(table, kind, number)
        if changed is not None:
            report = checked(changed[0], shape, tmp_path)
            words = [say_finding(report, finding, ENGLISH) for finding in report.findings]
            assert len(words) == 1, (kind, words)
            count += 1
    assert count >= 3


def test_a_list_of_menace_s_boards_of_54_kb_in_javascript_is_read_in_seconds(tmp_path):
    table = written(kit_of("menace"), ".XO")
    turns = {
        n: {i: signs for i, (signs, _) in enumerate(table.rows) if signs.count("X") == n}
        for n in range(4)
    }
    path = tmp_path / "states.js"
    path.write_text(
        f"const text = `\n{json.dumps(turns, indent=4)}\n`;\nconst states = JSON.parse(text)\n"
    )
    assert path.stat().st_size > 54_000
    start = time.process_time()
    report = match_table(path, table.kit, TableHints())
    assert (report.findings, len(report.rows), report.reading.boards_alone) == ((), 304, True)
    assert time.process_time() - start < 10


@pytest.mark.every
def test_beads_are_moves_and_a_move_without_beads_is_no_mistake(tmp_path):
    table = written(kit_of("menace"), " XO")
    beads = [
        ["".join(signs), [4 * (str(cell) in moves) for cell in range(1, 10)]]
        for signs, moves in table.rows
    ]
    path = tmp_path / "beads.json"
    board, counts = beads[100]
    counts[counts.index(4)] = 0
    path.write_text(mapping(beads))
    assert match_table(path, table.kit, TableHints()).findings == ()
    taken = next(cell for cell, sign in enumerate(board) if sign != " ")
    counts[taken] = 1
    path.write_text(mapping(beads))
    (finding,) = match_table(path, table.kit, TableHints()).findings
    assert (finding.kind, finding.places, finding.move) == ("move_illegal", (101,), str(taken))


def test_all_positions_of_a_game_hold_the_table_of_a_machine(tmp_path):
    """Positions of the other side or the end, and repeats, are left out where there are many;
    the report says so.
    """
    kit = kit_of("her")
    game = kit.game
    positions = {
        min(symmetry.position(p) for symmetry in game.symmetries) for p in walk(game, 1000)
    }
    moves = {
        p: " ".join(map(game.move_text, game.legal_moves(p)))
        for p in sorted(positions)
        if game.result(p) is None
    }
    lines = [
        f"Position: {game.text(p).partition(' ')[0]}, Side: {p.to_move}, Moves: [{moves[p]}]"
        for p in moves
    ]
    path = tmp_path / "log.txt"
    path.write_text("\n".join(["After each move", *lines, *lines]))
    report = match_table(path, kit, TableHints())
    assert (report.findings, len(report.rows), report.left_out) == ((), 19, 2 * len(lines) - 19)
    assert say_reading(report, ENGLISH)["without"].startswith(
        f"{2 * len(lines) - 19} entries are repeats or positions"
    )


def test_boards_nearby_are_those_that_one_typing_error_makes_others():
    rng = random.Random(4)
    boards = {n: tuple(rng.choices("XO.", k=rng.choice((5, 6, 6, 7)))) for n in range(300)}
    near = BoardsNearby(boards)
    for typed in at_least(300, list(boards.values())):
        expected = [n for n, meant in boards.items() if one_typing_error_apart(typed, meant)]
        assert near.boards(typed) == expected


@pytest.mark.every
def test_a_large_table_with_a_line_for_each_move_is_compared_in_time(tmp_path):
    """Noughts and crosses with all images, which takes 4 s of CPU and would take a minute."""
    kit = kit_of("tictactoe", side="x", forced="box")
    lines = ["board,row,col\n"]
    for position in sorted(Truth(kit).least_of):
        board = kit.game.text(position).split()[0]
        cells = board.replace("/", "")
        lines += [f"{board},{n // 3},{n % 3}\n" for n, sign in enumerate(cells) if sign == "."]
    path = tmp_path / "all.csv"
    path.write_text("".join(lines))
    start = time.process_time()
    report = verify_table(path, "tictactoe", side="x", forced="box")
    assert (report.verdict, len(report.rows)) == ("right", 2423)
    assert time.process_time() - start < 8


def test_work_on_a_table_ends_in_time(tmp_path, monkeypatch):
    path = tmp_path / "quotes.js"
    path.write_text('"' + '\\"' * 900_000)  # each quotation mark could begin a text
    monkeypatch.setattr("kitgen.verification.tables.comparison.SECONDS", 0.3)
    start = time.process_time()
    with pytest.raises(KitFileError, match="takes too long") as refusal:
        match_table(path, kit_of("her"), TableHints())
    assert time.process_time() - start < 3
    assert "\n" not in str(refusal.value)


def test_moves_that_are_not_legal_are_refused_and_notes_are_no_moves(tmp_path):
    table = written(kit_of("her"))
    path = tmp_path / "table.csv"
    path.write_text(
        "position,moves\n" + "".join(f"{board},1-9 9-1\n" for board, _ in rows_of(table))
    )
    with pytest.raises(
        KitFileError, match="has moves of which most are not legal whatever the names of squares"
    ):
        match_table(path, table.kit, TableHints())
    table = written(kit_of("menace"))
    path.write_text(
        "position,best\n" + "".join(f"{board},{moves[0]}\n" for board, moves in rows_of(table))
    )
    report = match_table(path, table.kit, TableHints())
    assert (report.findings, say_reading(report, ENGLISH)["squares"]) == (
        (),
        "moves are not compared",
    )


def per_move(kit):
    """A line for each move, as board and move."""
    table = written(kit)
    return [(table.board(signs), move) for signs, moves in table.rows for move in moves]


def found_in(lines, kit, folder):
    path = folder / "table.csv"
    path.write_text("position,move\n" + "".join(f'"{board}",{move}\n' for board, move in lines))
    return match_table(path, kit, TableHints(merged=kit.choices.merged))


@pytest.mark.every
@pytest.mark.parametrize("name", ["her", "him", "gardner24", "ladder", "her-4x3", "awari-mini"])
def test_a_typing_error_in_one_line_of_a_move_is_one_finding_with_that_line(name, tmp_path):
    kit = kit_of(name)
    lines = per_move(kit)
    report = found_in(lines, kit, tmp_path)
    assert (report.findings, len(report.rows)) == ((), len(kit.boxes))
    assert "a line for each move" in say_reading(report, ENGLISH)["lines"]
    rng = random.Random(name)
    pool = sorted({sign for board, _ in lines for sign in board if sign.isalnum() or sign == "."})
    count = 0
    for _ in range(20 if len(lines) < 60 else 6):
        at = rng.randrange(len(lines))
        board, move = lines[at]
        place = rng.choice([index for index, sign in enumerate(board) if sign in pool])
        sign = rng.choice([one for one in [*pool, "q"] if one != board[place]])
        wrong = [*lines[:at], (board[:place] + sign + board[place + 1 :], move), *lines[at + 1 :]]
        report = found_in(wrong, kit, tmp_path)
        words = [say_finding(report, finding, ENGLISH) for finding in report.findings]
        assert len(words) == 1, (at + 2, words)
        assert at + 2 in report.findings[0].places, words
        count += 1
    assert count >= 6


def test_a_line_too_many_or_too_few_is_named(tmp_path):
    kit = kit_of("her")
    lines = per_move(kit)
    twice = found_in([*lines[:9], lines[8], *lines[9:]], kit, tmp_path)
    assert [(finding.kind, finding.places) for finding in twice.findings] == [
        ("move_doubled", (11,))
    ]
    lost = found_in([*lines[:8], *lines[9:]], kit, tmp_path)
    assert [finding.kind for finding in lost.findings] == ["move_missing"]
    board = lines[8][0]
    without = found_in([line for line in lines if line[0] != board], kit, tmp_path)
    assert [finding.kind for finding in without.findings] == ["missing"]


@pytest.mark.parametrize("first", [0, 1, 2])
def test_a_cell_that_is_missing_in_a_row_of_columns_is_one_finding_with_that_line(first, tmp_path):
    """What stands after the board has moved up there, not what stands before it."""
    kit = kit_of("her")
    rows = [
        [*["box", f"A{number}"][:first], *board.replace("/", ""), " ".join(moves)]
        for number, (board, moves) in enumerate(rows_of(written(kit)), 1)
    ]
    del rows[6][first + 4]
    path = tmp_path / "cells.csv"
    path.write_text("".join(",".join(row) + "\n" for row in rows))
    report = match_table(path, kit, TableHints())
    assert [finding.places for finding in report.findings] == [(7,)], [
        str(finding) for finding in report.findings
    ]


def test_a_table_that_cannot_be_read_is_refused_with_an_example(tmp_path):
    """Without any empty cell in it nothing stands for one; an entry is named, and one that can
    be read.
    """
    path = Path(tmp_path / "few.txt")
    path.write_text("bbb/bww/www: 1-4\nbbb/wbb/www: 2-4\n")
    done = CliRunner().invoke(main, ["verify", str(path), "--game", "her"])
    assert (done.exit_code, done.stderr) == (3, "")
    assert done.stdout.splitlines() == [
        f"{path}: 0 entries, for hexapawn:3x3, black",
        "",
        "  ?   no table was found in it; an entry that can be read: bbb/..w/ww.: 1-4 2-5 2-6",
        "  ?   line 1 was not read: bbb/bww/www: 1-4",
        "  ?   line 2 was not read: bbb/wbb/www: 2-4",
        "not decided: nothing wrong was found, but 3 things were not read or decided",
    ]
    with pytest.raises(UnreadTableError) as refusal:
        match_table(path, kit_of("her"), TableHints())
    line = str(refusal.value)
    mixed = Path(tmp_path / "mixed.txt")
    mixed.write_text("bbb/w../.ww: 2-4 2-5 3-6\nb.b/wwb/www: 1-4\nbwb/wbb/www: 2-4\n")
    with pytest.raises(
        KitFileError, match=r"2 of 3 are no positions .* in line 2; an entry that can be read"
    ):
        match_table(mixed, kit_of("her"), TableHints())
    assert "read as lines" in line
    assert (
        "2 of 2 are no positions of hexapawn:3x3 with black to move, such as "
        "'bbb/bww/www' in line 1" in line
    )
    path.write_text(line.rpartition("read: ")[2])
    report = match_table(path, kit_of("her"), TableHints())
    assert [say_finding(report, finding, ENGLISH) for finding in report.findings] == [
        "18 of 19 positions are missing, such as bbb/.w./w.w"
    ]


@pytest.mark.parametrize(
    ("kept", "lost"), few(["turned", "mirrored", "one", "all"], [0, 1, 7], one_in=8)
)
def test_a_table_may_leave_out_images_by_turns_or_by_one_mirror(kept, lost, tmp_path):
    """However images are left out, a complete table is right, and what is lost from it is all
    that is missing.
    """
    kit = kit_of("menace")
    game = kit.game
    symmetries = game.symmetries
    group = {
        "turned": [symmetry for symmetry in symmetries if keeps_orientation(game, symmetry)],
        "mirrored": [
            symmetries[0],
            next(symmetry for symmetry in symmetries if symmetry.name == "mirror"),
        ],
        "one": symmetries,
        "all": symmetries[:1],
    }[kept]
    images = {symmetry.position(box.position) for box in kit.boxes for symmetry in symmetries}
    listed = sorted({min(symmetry.position(position) for symmetry in group) for position in images})
    lines = []
    for position in listed:
        moves = " ".join(str(move.target + 1) for move in game.legal_moves(position))
        lines.append(f"{game.text(position).rpartition(' ')[0]},{moves}\n")
    path = tmp_path / "menace.csv"
    random.Random(lost).shuffle(lines)
    path.write_text("".join(lines[lost:]))
    report = match_table(path, kit, TableHints())
    assert [finding.kind for finding in report.findings] == ["missing"] * lost
    assert len(report.reading.reduction) == len(group)
    assert report.decisions == len(listed)
    assert say_reading(report, ENGLISH)["images"]


@pytest.mark.parametrize(
    ("kind", "line"),
    [
        (".py", "half = (width // 2)  # a (half"),
        (".js", "// a (half"),
        (".c", "/* a (half */"),
        (".bas", "10 REM a (half"),
        (".tex", "% a (half"),
        (".sql", "-- a (half"),
    ],
)
def test_comments_are_those_of_the_language_of_a_file(kind, line):
    """A bracket that was read in a comment, or lost with half a line, would hold all that
    follows.
    """
    assert Literals(f'{line}\nboxes = ["X.O"]\n', kind).outermost[-1:] == [["X.O"]]


def test_captions_and_comments_of_latex_are_not_read(tmp_path):
    kit = kit_of("her")
    lines = []
    for box in kit.boxes:
        moves = " ".join(kit.game.move_text(slot.moves[0]) for slot in box.slots)
        lines.append(f"{kit.game.text(box.position).split()[0]} & {moves} % & a1a3 \\\\\n")
    path = tmp_path / "her.tex"
    path.write_text("\\caption{HER & her moves a3-a2, b3-b2}\n" + "".join(lines))
    assert match_table(path, kit, TableHints()).verdict is Verdict.RIGHT


@pytest.mark.parametrize("wrong", few([None, "x", "o"], one_in=3))
def test_a_table_for_both_sides_is_right_if_it_is_for_both(wrong, tmp_path):
    """A move onto a piece, in the part of one side, must not be hidden by the other part."""
    lines = ["board,moves\n"]
    for side in ("x", "o"):
        kit = kit_of("tictactoe", side=side)
        for number, box in enumerate(kit.boxes):
            board, _ = kit.game.text(box.position).split()
            cells = board.replace("/", "")
            moves = [str(cell) for cell, sign in enumerate(cells, 1) if sign == "."]
            if wrong == side and number == 20:
                moves.append(str(1 + max(cells.find("X"), cells.find("O"))))
            lines.append(f"{board},{' '.join(moves)}\n")
    path = tmp_path / "both.csv"
    path.write_text("".join(lines))
    report = verify_table(path, "tictactoe", forced="skip")
    assert report.verdict == ("right" if wrong is None else "wrong")
    assert report.kit.choices.side == (wrong or report.kit.choices.side)
    assert len(report.findings) == (wrong is not None)


def test_positions_with_one_move_are_found_where_they_have_no_box(tmp_path):
    """HER's table has some of them; the report says why they are not in a table of
    ``--forced skip``.
    """
    whole = kit_of("her")
    game = whole.game
    path = tmp_path / "her.csv"
    lines = []
    for box in whole.boxes:
        moves = " ".join(game.move_text(slot.moves[0]) for slot in box.slots)
        lines.append(f"{game.text(box.position).split()[0]},{moves}\n")
    path.write_text("".join(lines))
    with_boxes = match_table(path, kit_of("her", forced="box"), TableHints())
    without = match_table(path, kit_of("her", forced="skip"), TableHints())
    one_move = sum(len(box.slots) == 1 for box in whole.boxes)
    assert one_move > 1
    assert with_boxes.findings == ()
    assert [finding.kind for finding in without.findings] == ["forced"] * one_move
    assert "forced" not in say_reading(with_boxes, ENGLISH)
    assert say_reading(without, ENGLISH)["forced"] == "a position with only one move has no box"


def test_missing_and_doubled_positions_are_counted_one_by_one(tmp_path):
    """Five positions are missing and two stand twice, one of them as its mirror image."""
    kit = kit_of("her")
    game = kit.game
    mirror = game.symmetries[1]

    def line(position):
        return (
            f"{game.text(position).split()[0]}: "
            f"{' '.join(map(game.move_text, game.legal_moves(position)))}\n"
        )

    positions = [box.position for box in kit.boxes[5:]]
    unlike = next(position for position in positions if mirror.position(position) != position)
    twice = [positions[-1], mirror.position(unlike)]
    path = tmp_path / "table.txt"
    path.write_text("".join(map(line, [*positions, *twice])))
    report = match_table(path, kit, TableHints())
    assert len(report.reading.reduction) == 2
    assert (
        sum(finding.count for finding in report.findings) == 7
    )  # a mirror image may be mistaken for one missing
    assert ("doubled", (15, 14)) in [(finding.kind, finding.places) for finding in report.findings]


@pytest.mark.parametrize("side", few("xo", one_in=2))
def test_the_side_of_a_table_is_found_out_if_nobody_says_it(side, tmp_path):
    name = {"x": "menace", "o": "menace-second"}[side]
    path = written(kit_of(name)).save(tmp_path, "csv")
    report = verify_table(path, "tictactoe", forced="skip" if side == "x" else None)
    assert (report.findings, report.kit.choices.side) == ((), side)
