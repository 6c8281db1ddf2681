"""Whatever may be a board or a move in somebody's table is compared or listed, so that no wrong move is right."""

import json
import time

import pytest
from click.testing import CliRunner
from jobs import kit_of
from sampling import few
from tables_of_others import written

from kitgen.cli.main import main
from kitgen.paper.texts import Texts
from kitgen.position_tables.data_forms import groups_of_data
from kitgen.position_tables.hints import TableHints
from kitgen.position_tables.nested_data import Pairs
from kitgen.reading.templates import Templates
from kitgen.verification.reference import walk
from kitgen.verification.tables.reading import match_table
from kitgen.verification.tables.table_check import say_not_read

ENGLISH = Texts("en", Templates())
#: A move that is never legal, and the entry of HER's table that has it.
BAD = "1-9"
AT = 9


def table_of_her():
    table = written(kit_of("her"))
    return [("".join(signs), list(moves)) for signs, moves in table.rows]


def lines(form, other):
    """The table with one entry in another form."""
    return "".join((other if n == AT else form)(board, moves) for n, (board, moves) in enumerate(table_of_her()))


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
    "a line below": ("txt", lambda: lines(colon, lambda b, m: colon(b, m) + f"    {BAD}\n"), "not decided"),
    "a line below, with a word": ("txt", lambda: lines(colon, lambda b, m: colon(b, m) + f"or {BAD}\n"),
                                  "not decided"),
    "one column more": ("csv", lambda: lines(comma, lambda b, m: f"{b},{' '.join(m)},{BAD}\n"), "not decided"),
    "a column before": ("csv", lambda: lines(lambda b, m: f",{comma(b, m)}", lambda b, m: f"{BAD},{comma(b, m)}"),
                        "not decided"),
    "another table below": ("csv", lambda: f"{lines(comma, comma)}\nbox,board,moves\nA1,{table_of_her()[0][0]},{BAD}\n",
                            "not decided"),
    "another field": ("json", lambda: objects({"more": [BAD]}), "not decided"),
    "another list of a field": ("json", lambda: objects({"moves": {"legal": table_of_her()[AT][1], "more": [BAD]}}),
                                "not decided"),
    "a field given twice": ("json", lambda: objects({}).replace(
        f'"{table_of_her()[AT][0]}", "moves"', f'"{table_of_her()[AT][0]}", "moves": ["{BAD}"], "moves"'), "wrong"),
    "objects with other names": ("json", lambda: objects(
        {"moves": [*({"from": m[0], "to": m[2]} for m in table_of_her()[AT][1]), {"src": 1, "dst": 9}]}), "wrong"),
    "beads below nothing": ("json", lambda: objects({"moves": dict.fromkeys(table_of_her()[AT][1], 3) | {BAD: -3}}),
                            "wrong"),
    "the same board in another list": ("json", lambda: json.dumps(
        {"boxes": dict(table_of_her()), "later": [{"board": table_of_her()[AT][0], "moves": [BAD]}]}), "not decided"),
    "a second array": ("json", lambda: json.dumps(
        {"boards": [board for board, _ in table_of_her()], "moves": [moves for _, moves in table_of_her()],
         "played": [[BAD] if n == AT else moves for n, (_, moves) in enumerate(table_of_her())]}), "not decided"),
    "an addition to a board's moves": ("py", lambda: python(f"T['BOARD'] += ['{BAD}']"), "not decided"),
    "an appended move": ("py", lambda: python(f"T['BOARD'].append('{BAD}')"), "not decided"),
    "other moves assigned": ("py", lambda: python(f"T['BOARD'] = ['{BAD}']"), "not decided"),
    "one argument more": ("java", lambda: "class T {\n" + lines(
        lambda b, m: put(b, m) + ");\n", lambda b, m: put(b, m) + ", new int[] {1, 9});\n") + "}\n", "not decided"),
    "one key more": ("yaml", lambda: lines(yaml, lambda b, m: yaml(b, m) + f"  extra: [{BAD}]\n"), "not decided"),
    "a list in two lines": ("yaml", lambda: lines(
        yaml, lambda b, m: f"- board: {b}\n  moves: [{', '.join(m)},\n    {BAD}]\n"), "wrong"),
    "a cell over two rows": ("html", lambda: "<table>" + lines(
        lambda b, m: f"<tr><td>{b}</td><td>{' '.join(m)}</td></tr>\n",
        lambda b, m: f"<tr><td rowspan=2>{b}</td><td>{' '.join(m)}</td></tr><tr><td>{BAD}</td></tr>\n") + "</table>",
        "not decided"),
}  # fmt: skip


def bars(table):
    return "| board | moves |\n|---|---|\n" + "".join(f"| {board} | {' '.join(moves)} |\n" for board, moves in table)


def rows_and_moves(table):
    return "".join(f"{board[:3]}\n{board[3:6]}\n{board[6:]}\n{' '.join(moves)}\n\n" for board, moves in table)


def insert(board, moves):
    return f"INSERT INTO boxes (board, moves) VALUES ('{board}', '{' '.join(moves)}');\n"  # noqa: S608 - nothing runs it


def each_line(mark, text):
    return "".join(f"{mark}{line}\n" for line in text.splitlines())


def notebook(*sources):
    return json.dumps(
        {"cells": [{"cell_type": kind, "source": text.splitlines(True)} for kind, text in sources]}, indent=1
    )


#: A second table, where readers of forms pass over it: the ending of the file, and its text below the first table.
PASSED_OVER = {
    "a text of Python": ("py", lambda text: f"{python('')}'''\n{text}'''\n"),
    "a comment of Python": ("py", lambda text: python("") + each_line("# ", text)),
    "comments of C": ("c", lambda text: f"{python('')}/*\n{text}*/\n"),
    "lines of comments of JavaScript": ("js", lambda text: python("") + each_line("// ", text)),
    "comments of SQL": ("sql", lambda text: lines(insert, insert) + each_line("-- ", text)),
    "comments of YAML": ("yaml", lambda text: lines(yaml, yaml) + each_line("# ", text)),
    "an example in Markdown": ("md", lambda text: f"{bars(table_of_her())}\n```\n{text}```\n"),
    "a comment of a page": ("md", lambda text: f"{bars(table_of_her())}\n<!--\n{text}-->\n"),
    "another cell": ("ipynb", lambda text: notebook(("markdown", bars(table_of_her())), ("code", text))),
    "a note in JSON": ("json", lambda text: json.dumps({"boxes": dict(table_of_her()), "note": text})),
}
WAYS_TO_WRITE = {
    "a line each": lambda table: "".join(colon(board, moves) for board, moves in table),
    "a dictionary": lambda table: f"T = {dict(table)}\n",
    "rows": rows_and_moves,
}


@pytest.mark.parametrize(("where", "way", "letters"), few(list(PASSED_OVER), WAYS_TO_WRITE, ["b.w", "X-O"], one_in=7))
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
    same = text().replace(BAD, table_of_her()[AT][1][0]) if verdict == "not decided" and "board" in place else None
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
        rows.append(f"{kit.game.text(position).rpartition(' ')[0]},{' '.join(moves)},{2 * len(moves)}\n")
    report = checked(tmp_path, "csv", "".join(rows), "tictactoe:3x2")
    assert (report.verdict, report.left_out > 0) == ("right", True)


def test_the_names_of_columns_with_a_number_for_each_cell_are_no_moves(tmp_path):
    """As programs save values: a column for each square, a 0 where nothing can be played."""
    game = "tictactoe:3x2"
    table = written(kit_of(game))
    rows = [["".join(signs), *("4" if f"{n}" in moves else "0" for n in range(1, 7))] for signs, moves in table.rows]
    rows.insert(0, ["state", *"012345"])
    assert checked(tmp_path, "csv", "".join(f"{','.join(row)}\n" for row in rows), game).verdict == "right"
    taken = next(n for n, sign in enumerate(rows[7][0], 1) if sign in "XO")
    rows[7][taken] = "4"
    assert checked(tmp_path, "csv", "".join(f"{','.join(row)}\n" for row in rows), game).verdict == "wrong"


def test_a_table_of_a_wiki_has_no_lines_too_many(tmp_path):
    rows = lines(
        lambda board, moves: f"|-\n| {board} || {' '.join(moves)}\n", lambda board, _: f"|-\n| {board} || {BAD}\n"
    )
    text = f'{{| class="wikitable"\n! Board !! Moves\n{rows}'
    report = checked(tmp_path, "txt", text + "|}\n")
    assert {finding.places for finding in report.findings} == {(2 * AT + 4,)}


def test_weights_below_zero_are_of_moves_too(tmp_path):
    values = {board: {move: -0.5 - n for n, move in enumerate(moves)} for board, moves in table_of_her()}
    assert checked(tmp_path, "json", json.dumps(values)).verdict == "right"


def test_a_file_in_which_no_table_is_found_is_not_decided(tmp_path):
    path = tmp_path / "states.json"
    path.write_text(json.dumps({f"{board}-b": moves for board, moves in table_of_her()}))
    done = CliRunner().invoke(main, ["verify", str(path), "--game", "her"])
    assert (done.exit_code, done.stdout) == (3, "")
    assert done.stderr.startswith("kitgen: not decided: ")


def test_a_name_that_is_given_very_often_takes_no_time():
    pairs = Pairs([("position", "1-4")] * 5_000)
    begun = time.process_time()
    groups = list(groups_of_data([pairs], check=lambda: None, fits=lambda _: False))
    assert time.process_time() - begun < 2
    assert len(groups) == len(pairs)


def test_letters_of_full_width_are_read_as_letters(tmp_path):
    board = "".join(chr(ord(sign) + 0xFEE0) for sign in table_of_her()[AT][0])
    assert checked(tmp_path, "py", python(f"# {board}: {BAD}")).verdict == "not decided"
