"""Tables of others in many shapes: each passes as it is, and one typing error in it is one
finding that names it.
"""

import json
import random
import re
import time
from itertools import chain
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
from kitgen.position_tables.nested_data import Literals, plain
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
        rows = ["".join(signs[at : at + columns]) for at in range(0, len(signs), columns)]
        yield by.join(rows), list(moves)


def pairs(moves, by):
    """Moves with something else between their squares than a hyphen."""
    return [move.replace("-", by) for move in moves]


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


#: Other people's ways to write the same table: the ending of the file, and what writes it.
SHAPES = {}


def shape(name, ending, shapes=SHAPES):
    """Add a way to write a table: a function that yields the pieces of the file."""

    def added(pieces):
        shapes[name] = (ending, lambda table: "".join(pieces(table)))
        return pieces

    return added


@shape("a column for each cell", "csv")
def _(table):
    yield "a,b,c,d,e,f,g,h,i,moves\n"
    for signs, moves in table.rows:
        yield f"{','.join(signs)},{' '.join(moves)}\n"


@shape("a column for each row", "csv")
def _(table):
    yield "id,top,middle,bottom,m1,m2,m3,m4\n"
    for number, (board, moves) in enumerate(rows_of(table, ","), 1):
        yield f"{number},{board},{','.join(moves)}\n"


@shape("a box first, no heads", "csv")
def _(table):
    for number, (board, moves) in enumerate(rows_of(table)):
        yield f"A{number};{board};{' '.join(moves)}\n"


@shape("tabs, 24 for 2-4", "tsv")
def _(table):
    for board, moves in rows_of(table, ""):
        yield f"{board}\t{','.join(pairs(moves, ''))}\n"


@shape("quoted, bars, 2>4", "csv")
def _(table):
    yield "State;Moves\n"
    for board, moves in rows_of(table, "|"):
        yield f'"{board}";"{", ".join(pairs(moves, ">"))}"\n'


@shape("lists of lists", "json")
def _(table):
    boxes = []
    for board, moves in rows_of(table):
        rows = [list(row) for row in board.split("/")]
        boxes.append({"board": rows, "moves": [move.split("-") for move in moves]})
    yield json.dumps(boxes)


@shape("cells in a row", "json")
def _(table):
    boxes = []
    for number, (signs, moves) in enumerate(table.rows):
        boxes.append({"id": number, "cells": list(signs), "moves": list(moves)})
    yield json.dumps({"boxes": boxes})


@shape("each under its name", "json")
def _(table):
    boxes = {}
    for number, (board, moves) in enumerate(rows_of(table)):
        boxes[f"A{number}"] = {"position": board, "moves": moves}
    yield json.dumps(boxes)


@shape("from and to", "json")
def _(table):
    boxes = []
    for board, moves in rows_of(table):
        ends = [dict(zip(("from", "to"), move.split("-"), strict=False)) for move in moves]
        boxes.append({"position": board, "moves": ends})
    yield json.dumps(boxes)


@shape("blocks in TOML", "toml")
def _(table):
    for number, (board, moves) in enumerate(rows_of(table, "\n")):
        yield f'[A{number}]\nboard = """\n{board}\n"""\nmoves = {json.dumps(moves)}\n'


@shape("arrows", "txt")
def _(table):
    for board, moves in rows_of(table):
        yield f"{board} : {', '.join(pairs(moves, ' -> '))}\n"


@shape("numbered lines", "txt")
def _(table):
    for number, (board, moves) in enumerate(rows_of(table), 1):
        yield f"{number}. {board} {' '.join(moves)}\n"


@shape("named blocks", "txt")
def _(table):
    blocks = []
    for number, (board, moves) in enumerate(rows_of(table, "\n"), 1):
        blocks.append(f"Box {number}\n{board}\nmoves: {' '.join(moves)}\n")
    yield "\n".join(blocks)


@shape("a line for each move", "csv")
def _(table):
    yield "box,position,colour,move\n"
    for number, (board, moves) in enumerate(rows_of(table)):
        for colour, move in zip("rgbyk", moves, strict=False):
            yield f"A{number},{board},{colour},{move}\n"


@shape("a line for each move, from and to", "csv")
def _(table):
    yield "position,from,to\n"
    for board, moves in rows_of(table):
        for ends in pairs(moves, ","):
            yield f"{board},{ends}\n"


@shape("an entry for each move", "json")
def _(table):
    entries = []
    for board, moves in rows_of(table):
        entries += [{"position": board, "move": move} for move in moves]
    yield json.dumps(entries)


@shape("a line for each move, x and y", "csv")
def _(table):
    yield "board,x1,y1,x2,y2,beads\n"
    for board, moves in rows_of(table):
        for move in moves:
            ends = [f"{x},{y}" for y, x in coordinates(table, move)]
            yield f"{board},{','.join(ends)},4\n"


@shape("a line for each move, rows and columns under names", "jsonl")
def _(table):
    for board, moves in rows_of(table):
        for move in moves:
            ends = zip(COORDINATES, chain(*coordinates(table, move)), strict=False)
            yield json.dumps({"state": board, **dict(ends)}) + "\n"


@shape("a call for each move, rows and columns", "js")
def _(table):
    for board, moves in rows_of(table):
        for move in moves:
            ends = map(str, chain(*coordinates(table, move)))
            yield f"add('{board}', {', '.join(ends)});\n"


@shape("a key for each move", "py")
def _(table):
    yield "Q = {\n"
    for board, moves in rows_of(table):
        for move, value in weighed(moves):
            yield f"    ({board!r}, {move!r}): {value},\n"
    yield "}\n"


@shape("values with decimals", "py")
def _(table):
    yield "Q = {\n"
    for board, moves in rows_of(table):
        values = [f"{move!r}: {value}" for move, value in weighed(moves)]
        yield f"    {board!r}: {{{', '.join(values)}}},\n"
    yield "}\n"


@shape("actions in JavaScript", "js")
def _(table):
    yield "const boxes = [\n"
    for board, moves in rows_of(table):
        actions = [f"{{move: {move!r}, p: 0.5}}" for move in moves]
        yield f"  {{board: '{board}', moves: [{', '.join(actions)}]}},\n"
    yield "];\n"


#: How they write letters and squares, and whether their rows begin with the bottom one.
WAYS = [(".WB", "1-9", False), ("-XO", "a1-c3", True), ("012", "0-8", False), ("_ab", "7-9", False)]


def lists(move, base=0):
    """A move as the row and the column of each of its squares, in lists."""
    ends = []
    for square in move.split("-"):
        row, column = divmod(int(square) - 1, 3)
        ends.append([base + row, base + column])
    return ends


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
PUBLISHED = {}


def published(name, ending):
    return shape(name, ending, PUBLISHED)


@published("boards alone", "txt")
def _(table):
    for signs, _moves in table.rows:
        yield "".join(signs) + "\n"


@published("boards alone, blanks", "txt")
def _(table):
    for signs, _moves in table.rows:
        yield "".join(signs).replace(".", " ") + "\n"


@published("nine columns, empty fields", "csv")
def _(table):
    for signs, _moves in table.rows:
        yield f"{fields(signs)}\n"


@published("numbered blocks, empty fields", "csv")
def _(table):
    for number, (signs, _moves) in enumerate(table.rows):
        rows = [fields(signs[:3]), fields(signs[3:6]), fields(signs[6:])]
        yield "\n".join([str(number), *rows]) + "\n\n\n"


@published("chess digits", "csv")
def _(table):
    yield "fen,moves\n"
    for board, moves in rows_of(table):
        yield f"{run_lengths(board)} b,{' '.join(moves)}\n"


@published("numbers in empty cells", "json")
def _(table):
    boxes = []
    for signs, moves in table.rows:
        boxes.append((numbered(signs), mapping((move, 4) for move in moves)))
    yield mapping(boxes, str)


@published("Markdown", "md")
def _(table):
    yield "# Positions\n\nAll of them.\n\n| No. | Board | Moves |\n|---|:---:|---|\n"
    for number, (board, moves) in enumerate(rows_of(table), 1):
        yield f"| {number} | `{board}` | {', '.join(moves)} |\n"
    yield "\nThe end.\n"


@published("coordinates from 0", "json")
def _(table):
    boxes = []
    for board, moves in rows_of(table):
        rows = [[*row] for row in board.split("/")]
        boxes.append({"b": rows, "m": [lists(move) for move in moves]})
    yield json.dumps(boxes)


@published("coordinates from 1", "json")
def _(table):
    yield mapping((board, [lists(move, 1) for move in moves]) for board, moves in rows_of(table))


@published("actions and counts", "json")
def _(table):
    boxes = []
    for signs, moves in table.rows:
        board = "".join(signs).replace(".", " ")
        boxes.append((board, [{"action": lists(move), "count": 2} for move in moves]))
    yield mapping(boxes)


@published("a Python dictionary", "py")
def _(table):
    yield "import random\n\n# It's a machine.\nHER = {\n"
    for number, (board, moves) in enumerate(rows_of(table)):
        actions = ", ".join(map(square_numbers, moves))
        yield f"    {tuple(board.split('/'))}: [{actions}],  # {number}\n"
    yield "}\n\ndef move(board):\n    return choice(HER[board])\n"


@published("calls in Python", "py")
def _(table):
    yield "import random\n\nclass Box:\n    pass\n\nboxes = [\n"
    for signs, moves in table.rows:
        numbers = ", ".join(NUMBERS.get(sign, sign) for sign in signs)
        actions = ", ".join(map(square_numbers, moves))
        yield f"    Box([{numbers}], [{actions}]),\n"
    yield "]\n"


@published("a map in Go", "go")
def _(table):
    yield "package main\n\nvar boxes = map[string][][]int{\n"
    for signs, moves in table.rows:
        actions = ["{" + ends + "}" for ends in pairs(moves, ", ")]
        yield f'\t"{"".join(signs)}": {{{", ".join(actions)}}},\n'
    yield "}\n"


@published("states in JavaScript", "js")
def _(table):
    states = []
    for number, (signs, _moves) in enumerate(table.rows):
        states.append(f'"{number}": {{"{number}": {json.dumps(signs)}}}')
    yield f"const text = `\n{{{', '.join(states)}}}\n`;\nJSON.parse(text)\n"


@published("a machine by steps", "json")
def _(table):
    steps = []
    for board, moves in rows_of(table):
        steps.append({"player": "B", "boxes": [{"state": board, "move_list": moves}]})
    yield json.dumps({"file": "machine.json", "rows": 3, "steps": steps})


@published("lines with names", "txt")
def _(table):
    yield "Start\n\n"
    for signs, moves in table.rows:
        yield f"Added position: {''.join(signs)}, Player: B, Moves: [{' '.join(moves)}]\n"


@published("a table in LaTeX", "tex")
def _(table):
    yield "\\begin{tabular}{ll}\n"
    for board, moves in rows_of(table):
        yield f"{board} & {', '.join(moves)} \\\\\n"
    yield "\\end{tabular}\n"


@published("arrays as Python prints them", "txt")
def _(table):
    arrays = []
    for board, _moves in rows_of(table):
        rows = [" ".join(NUMBERS.get(sign, sign) for sign in row) for row in board.split("/")]
        arrays.append("[[" + "]\n [".join(rows) + "]]")
    yield "\n\n".join(arrays)


@published("statements in SQL", "sql")
def _(table):
    for board, moves in rows_of(table):
        values = f"('{board}', '{' '.join(moves)}')"
        yield f"INSERT INTO boxes (board, moves) VALUES {values};\n"  # noqa: S608 - nothing runs it


#: Signs as numbers, where they are written so.
NUMBERS = {".": "0", "w": "1", "b": "-1"}


def cells(signs):
    return ",".join(NUMBERS.get(sign, sign) for sign in signs)


def squares_of(move, first=0):
    """A move as the place of each of its squares, counted from ``first``."""
    return [int(square) - 1 + first for square in move.split("-")]


def filled_up(moves, width=4):
    """Moves as numbers of two digits, with zeros to a fixed length."""
    return ",".join([*pairs(moves, ""), *["0"] * (width - len(moves))])


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


# Forms in which boards and moves stand apart, or under names: programs of the time, settings,
# pages, logs.


@published("DATA, moves in a later block", "bas")
def _(table):
    yield "10 REM HEXAPAWN\n"
    yield statements([cells(signs) for signs, _moves in table.rows])
    yield statements([filled_up(moves) for _signs, moves in table.rows], 900)


@published("DATA, two boards in a line", "bas")
def _(table):
    yield "10 REM HEXAPAWN\n"
    yield statements(two_in_a_line([cells(signs) for signs, _moves in table.rows]))
    yield statements([filled_up(moves) for _signs, moves in table.rows], 900)


@published("DATA, strings with moves in a later block", "bas")
def _(table):
    yield statements(two_in_a_line([f'"{"".join(signs)}"' for signs, _moves in table.rows]))
    yield statements([filled_up(moves) for _signs, moves in table.rows], 900)


@published("DATA, strings with moves behind", "bas")
def _(table):
    lines = []
    for signs, moves in table.rows:
        lines.append(f'"{"".join(signs)}",{",".join(pairs(moves, ""))}')
    yield statements(lines)


@published("DATA, strings of a board and of its moves, two in a line", "bas")
def _(table):
    lines = [f'"{"".join(signs)}","{" ".join(moves)}"' for signs, moves in table.rows]
    yield statements(two_in_a_line(lines))


@published("YAML, lists in a line", "yaml")
def _(table):
    yield "# boxes\n"
    for signs, moves in table.rows:
        yield f"- board: {''.join(signs)}\n  moves: [{', '.join(moves)}]\n"


@published("YAML, lists of lines", "yaml")
def _(table):
    yield "boxes:\n"
    for signs, moves in table.rows:
        yield f'  - position: "{"".join(signs)}"\n    moves:\n'
        for move in moves:
            yield f"      - {move}\n"


@published("YAML, under its board", "yaml")
def _(table):
    for signs, moves in table.rows:
        yield f"{''.join(signs)}:\n  moves: [{', '.join(moves)}]\n"


@published("a table in HTML", "html")
def _(table):
    yield "<table><tr><th>Board</th><th>Moves</th></tr>"
    for board, moves in rows_of(table):
        lines = board.replace("/", "<br>")
        yield f"<tr>\n<td>{lines}</td>\n<td>{' '.join(moves)}</td></tr>\n"
    yield "</table>"


@published("lines of JSON", "json")
def _(table):
    for signs, moves in table.rows:
        yield json.dumps({"board": "".join(signs), "moves": moves}) + "\n"


@published("lines of JSON, from and to", "jsonl")
def _(table):
    for signs, moves in table.rows:
        yield json.dumps(state_and_actions(signs, moves)) + "\n"


@published("x and y", "json")
def _(table):
    boxes = []
    for signs, moves in table.rows:
        ends = [placed(move, ("y", "x")) for move in moves]
        boxes.append({"board": "".join(signs), "moves": ends})
    yield json.dumps(boxes)


@published("assignments in Python", "py")
def _(table):
    yield "T = {}\n"
    for signs, moves in table.rows:
        yield f'T["{"".join(signs)}"] = [{", ".join(map(square_numbers, moves))}]\n'


@published("calls with lists", "py")
def _(table):
    yield "import box\n\nhalf = (width // 2)\n"
    for signs, moves in table.rows:
        yield f'box.add("{"".join(signs)}", [{", ".join(map(square_numbers, moves))}])\n'


@published("calls with numbers", "java")
def _(table):
    yield "class Table {\n  static {\n"
    for number, (signs, moves) in enumerate(table.rows):
        yield f'    put("{"".join(signs)}", {", ".join(pairs(moves, ""))}); // box {number}\n'
    yield "  }\n}\n"


@published("two arrays in JavaScript", "js")
def _(table):
    boards = [[*signs] for signs, _moves in table.rows]
    moves = [list(map(squares_of, own)) for _signs, own in table.rows]
    yield f"const boards = {json.dumps(boards)};\nconst moves = {json.dumps(moves)};\n"


@published("two arrays in JSON", "json")
def _(table):
    boards = ["".join(signs) for signs, _moves in table.rows]
    moves = [list(map(int, pairs(own, ""))) for _signs, own in table.rows]
    yield json.dumps({"boards": boards, "moves": moves})


@published("two arrays in TOML", "toml")
def _(table):
    boards = ["".join(signs) for signs, _moves in table.rows]
    moves = [own for _signs, own in table.rows]
    yield f"boards = {json.dumps(boards)}\nmoves = {json.dumps(moves)}\n"


@published("LaTeX with a heading", "tex")
def _(table):
    yield "\\begin{tabular}{ll}\n\\toprule\nBoard & Moves \\\\ \\midrule\n"
    for board, moves in rows_of(table):
        yield f"{board} & {', '.join(moves)} \\\\ % a box\n"
    yield "\\bottomrule\n\\end{tabular}\n"


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


@pytest.mark.every
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
    of_moves = ("square", "turned", "move lost", "move twice")
    kinds = [kind for kind in KINDS if not alone or kind not in of_moves]
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


@pytest.mark.every
@pytest.mark.parametrize("shape", few(SHAPES, one_in=16))
def test_a_table_of_any_shape_passes_and_a_typing_error_in_it_is_one_finding(shape, tmp_path):
    number = list(SHAPES).index(shape)
    letters, naming, upwards = WAYS[number % len(WAYS)]
    table = written(kit_of("her"), letters, naming, upwards=upwards)
    assert checked(table, shape, tmp_path).findings == ()
    # Of a position with a line for each move, one board alone is mistyped in the test below.
    of_moves = ("square", "turned", "move lost", "move twice")
    kinds = [kind for kind in KINDS if "each move" not in shape or kind in of_moves]
    count = 0
    for kind in kinds:
        changed = mistyped(table, kind, number)
        if changed is not None:
            report = checked(changed[0], shape, tmp_path)
            words = [say_finding(report, finding, ENGLISH) for finding in report.findings]
            assert len(words) == 1, (kind, words)
            count += 1
    assert count >= 3


@pytest.mark.every
def test_a_list_of_menace_s_boards_of_54_kb_in_javascript_is_read_in_seconds(tmp_path):
    table = written(kit_of("menace"), ".XO")
    turns = {turn: {} for turn in range(4)}
    for number, (signs, _moves) in enumerate(table.rows):
        turns[signs.count("X")][number] = signs
    path = tmp_path / "states.js"
    path.write_text(
        f"const text = `\n{json.dumps(turns, indent=4)}\n`;\nconst states = JSON.parse(text)\n"
    )
    assert path.stat().st_size > 54_000
    start = time.process_time()
    report = match_table(path, table.kit, TableHints())
    assert report.findings == ()
    assert len(report.rows) == 304
    assert report.reading.boards_alone
    assert time.process_time() - start < 10


@pytest.mark.every
def test_beads_are_moves_and_a_move_without_beads_is_no_mistake(tmp_path):
    table = written(kit_of("menace"), " XO")
    beads = []
    for signs, moves in table.rows:
        beads.append(["".join(signs), [4 if str(cell) in moves else 0 for cell in range(1, 10)]])
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
    positions = set()
    for position in walk(game, 1000):
        positions.add(min(symmetry.position(position) for symmetry in game.symmetries))
    lines = []
    for position in sorted(positions):
        if game.result(position) is None:
            board, _ = game.text(position).split(" ")
            moves = " ".join(map(game.move_text, game.legal_moves(position)))
            lines.append(f"Position: {board}, Side: {position.to_move}, Moves: [{moves}]")
    path = tmp_path / "log.txt"
    path.write_text("\n".join(["After each move", *lines, *lines]))
    report = match_table(path, kit, TableHints())
    assert report.findings == ()
    assert len(report.rows) == 19
    assert report.left_out == 2 * len(lines) - 19
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


@pytest.mark.every
def test_work_on_a_table_ends_in_time(tmp_path, monkeypatch):
    path = tmp_path / "quotes.js"
    path.write_text('"' + '\\"' * 900_000)  # each quotation mark could begin a text
    monkeypatch.setattr("kitgen.verification.tables.comparison.SECONDS", 0.3)
    start = time.process_time()
    with pytest.raises(KitFileError, match="takes too long") as refusal:
        match_table(path, kit_of("her"), TableHints())
    assert time.process_time() - start < 3
    assert "\n" not in str(refusal.value)


@pytest.mark.every
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
    lines = []
    for signs, moves in table.rows:
        lines += [(table.board(signs), move) for move in moves]
    return lines


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
    rows = []
    for number, (board, moves) in enumerate(rows_of(written(kit)), 1):
        before = ["box", f"A{number}"][:first]
        rows.append([*before, *board.replace("/", ""), " ".join(moves)])
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


@pytest.mark.every
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
    mirror = next(symmetry for symmetry in symmetries if symmetry.name == "mirror")
    group = {
        "turned": [symmetry for symmetry in symmetries if keeps_orientation(game, symmetry)],
        "mirrored": [symmetries[0], mirror],
        "one": symmetries,
        "all": symmetries[:1],
    }[kept]
    images = set()
    for box in kit.boxes:
        images |= {symmetry.position(box.position) for symmetry in symmetries}
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


def nested(depth, brackets="[]"):
    return brackets[0] * depth + "1" + brackets[1] * depth


@pytest.mark.parametrize("brackets", ["[]", "()"])
def test_data_are_read_up_to_50_brackets_deep_and_what_is_deeper_is_none(brackets):
    for depth in (1, 2, 49, 50):
        (found,) = Literals(nested(depth, brackets)).outermost
        for _ in range(depth - 1):
            (found,) = found
        assert found == ["1"]
    assert Literals(nested(51, brackets)).outermost == []
    assert Literals(f"a = [2]\n{nested(51, brackets)}\nb = [3]").outermost == [["2"]]


def test_json_is_read_as_deep_and_no_deeper():
    for depth in (1, 49, 50):
        assert plain(json.loads(nested(depth)))
    with pytest.raises(RecursionError):
        plain(json.loads(nested(51)))


def test_captions_and_comments_of_latex_are_not_read(tmp_path):
    kit = kit_of("her")
    lines = []
    for box in kit.boxes:
        moves = " ".join(kit.game.move_text(slot.moves[0]) for slot in box.slots)
        lines.append(f"{kit.game.text(box.position).split()[0]} & {moves} % & a1a3 \\\\\n")
    path = tmp_path / "her.tex"
    path.write_text("\\caption{HER & her moves a3-a2, b3-b2}\n" + "".join(lines))
    assert match_table(path, kit, TableHints()).verdict is Verdict.RIGHT


@pytest.mark.every
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


@pytest.mark.every
@pytest.mark.parametrize("side", few("xo", one_in=2))
def test_the_side_of_a_table_is_found_out_if_nobody_says_it(side, tmp_path):
    name = {"x": "menace", "o": "menace-second"}[side]
    path = written(kit_of(name)).save(tmp_path, "csv")
    report = verify_table(path, "tictactoe", forced="skip" if side == "x" else None)
    assert (report.findings, report.kit.choices.side) == ((), side)
