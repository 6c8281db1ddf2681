"""What is read of small tables of games, of counted beads and of single cells: each as readable
text, with what was not read and why.
"""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from counting import at_least
from jobs import TEMPLATES, kit_of

from kitgen.errors import RecordError, TemplateError
from kitgen.reading.templates import Templates, shipped
from kitgen.record import game_lines
from kitgen.record.game_lines import HOW, NotedLine, NotedRow, name_of, read_text, without_game
from kitgen.record.games_table import (
    TABLE,
    GamesTable,
    named_game,
    parse_counts,
    read_row,
    read_table,
    row_from,
    write_table,
)
from kitgen.record.rows import GameRow, PickedBead
from kitgen.record.table_sheets import (
    CellSheet,
    SheetRow,
    as_cell,
    as_text,
    letter_of_column,
    rows_of_text,
    sheet_of,
)
from kitgen.record.table_words import (
    known_results,
    refusal_of_unclear_letter,
    vocabularies,
    vocabulary_of,
)

HER = kit_of("her")
WORDS = vocabularies(TEMPLATES)

#: Tables, by what is tried: the signs | between cells stand for commas, and / for a new line.
TABLES = {
    "plain": "game|A|B|result/1|A1 R|B1 U|L/2|A1 Y|B6 Y|W",
    "no numbers": "A|B|result/A1 R|B1 U|L/A1 Y|B6 Y|W",
    "beads in one cell": "game|moves|result/1|A1 R, B1 U|L/2|A1R;B1U|lost/3|A1-R B1:U|0",
    "beads in cells below a merged heading": (
        "game|moves|||result/1|A1 R|B1 U||L/2|A1 Y|B6 Y|C6 Y|W"
    ),
    "a column without a heading that holds words": "game|A||result/1|A1 R|well|L",
    "boxes beside beads": "game|box 1|bead 1|box 2|bead 2|result/1|A1|red|B1|blue|L",
    "ordinals": "game|first box|2nd box|result/1|A1 R|B1 U|L",
    "turns in another order": "game|B|A|result/1|B1 U|A1 R|L",
    "columns beyond Z and in small letters": "game|a|b|aa|result/1|A1 R|B1 U||L",
    "box letters left out": "game|A|B|result/1|1 R|1 U|L",
    "dashes for no bead": "game|A|B|C|result/1|A1 R|B1 U|-|L/2|A1 R|B1 U|–|L/3|A1 R|B1 U|—|L",
    "colours as words": "game|A|B|result/1|A1 red|B1 blu|L/2|A1 rosso|B1 Blau|L",
    "no such bead": "game|A|result/1|A1 Q|L/2|Z9 R|L/3|A1|L/4|B1 R|L",
    "no beads in the cell": "game|moves|result/1|A1 R, oops|L",
    "results": (
        "game|A|B|result/1|A1 R|B1 U|-1/2|A1 R|B1 U|−1/3|A1 R|B1 U|–1,0/4|A1 R|B1 U|L"
        "/5|A1 R|B1 U|lost"
        "/6|A1 R|B1 U|1.0/7|A1 R|B1 U|+1/8|A1 R|B1 U|0/9|A1 R|B1 U|her/10|A1 R|B1 U|2"
        "/11|A1 R|B1 U|/12|A1 R|B1 U|v"
    ),
    "won by name": (
        "game|opponent|A|B|winner/1|Anna|A1 R|B1 U|Anna/2|Anna|A1 R|B1 U|her"
        "/3|Anna|A1 R|B1 U|Bea"
        "/4|W|A1 R|B1 U|W/5|A|A1 R|B1 U|B"
    ),
    "two columns of winners": "game|A|B|winner|result/1|A1 R|B1 U|x|L",
    "results without a heading": "game|A|B|/1|A1 R|B1 U|L",
    "two columns that may be results": "game|A||/1|A1 R|L|W",
    "no results": "game|A|B/1|A1 R|B1 U",
    "a column twice": "game|A|A|result/1|A1 R|B1 U|L",
    "opponents twice": "game|opponent|opponent|A|B|result/1|Anna|Bea|A1 R|B1 U|L",
    "a typing error": "game|A|B|reslut/1|A1 R|B1 U|L",
    "a typing error in an empty column": "game|A|B|opponnet|result/1|A1 R|B1 U||L",
    "another column": "game|A|B|weather|result/1|A1 R|B1 U|sun|L",
    "a short other column": "game|A|B|gem|result/1|A1 R|B1 U|x|L",
    "remarks and sums": "game|A|B|result/1|A1 R|B1 U|L/so far||| /2|A1 R|B1 U|L/sum|||2",
    "a result below the numbers": "game|A|B|result/1|A1 R|B1 U|L/2|A1 R|B1 U|L/|||W",
    "a result without a number": "A|B|result/A1 R|B1 U|L/||W/||well",
    "a word in place of a number": "game|A|B|result/1|A1 R|B1 U|L/all|||W/77|||W",
    "rows without a number": "game|A|B|result/1|A1 R|B1 U|L/|A1 R|B1 U|L",
    "numbers that wait": "game|A|B|result/1|A1 R|B1 U|L/2|||/3|||",
    "a number amid that waits": "game|A|B|result/1|A1 R|B1 U|L/2|||/3|A1 R|B1 U|L",
    "numbers as people write them": (
        "game|A|B|result/#1|A1 R|B1 U|L/n. 2|A1 R|B1 U|L/Nr. 3|A1 R|B1 U|L"
        "/4.0|A1 R|B1 U|L"
        "/5)|A1 R|B1 U|L/game 6|A1 R|B1 U|L/0|A1 R|B1 U|L/x7|A1 R|B1 U|L/12345678|A1 R|B1 U|L"
    ),
    "a game that goes on": "game|A|B|result/1|A1 Y|B6 Y|W/+|C6 Y||/2|A1 R|B1 U|L",
    "one that goes on with nothing above": "game|A|B|result/+|C6 Y||/2|A1 R|B1 U|L",
    "one that goes on after a fault": "game|A|B|result/1|A1 Q|B6 Y|W/+|C6 Y||",
    "one that goes on wrongly": "game|A|B|result/1|A1 Y|B6 Y|W/+|C6 Q||",
    "titles above": "Our machine/Class 3b|May/game|A|B|result/1|A1 R|B1 U|L",
    "a long text above": "a|b|c/game|A|B|result/1|A1 R|B1 U|L",
    "four rows above": "a/b/c/d/game|A|B|result/1|A1 R|B1 U|L",
    "two tables": "May/game|A|B|result/1|A1 R|B1 U|L/June/game|A|B|result/2|A1 R|B1 U|L",
    "two tables with others between": (
        "game|A|B|result/1|A1 R|B1 U|L/x|y|z/game|A|B|result/2|A1 R|B1 U|L"
    ),
    "cells beyond the columns": "game|A|B|result/1|A1 R|B1 U|L|more",
    "empty cells beyond the columns": "game|A|B|result/1|A1 R|B1 U|L|| ",
    "without a heading": "1|A1 R|B1 U|L/2|A1 R|B1 U|L",
    "without a heading, with names": "1|Anna|A1 R|B1 U|L/2|Bea|A1 R|B1 U|L",
    "without a heading, names last": "1|A1 R|B1 U|L|Anna/2|A1 R|B1 U|L|Bea",
    "without a heading, two texts": "1|Anna|x y|A1 R|L/2|Bea|y z|A1 R|L",
    "without a heading, two results": "1|A1 R|L|W/2|A1 R|L|L",
    "without a heading, no result": "1|A1 R|B1 U/2|A1 R|B1 U",
    "without a heading, numbers that jump": "1|A1 R|B1 U|L/3|A1 R|B1 U|L",
    "headings that nobody knows": "spiel|wer|was/1|A1 R|L",
    "one word": "hello",
    "nothing": "",
    "follows from the others": "game|A|B|result|score|beads/1|A1 R|B1 U|L|-1|3",
    "beads that are picks": "game|beads|result/1|A1 R, B1 U|L",
    "results alone": "game|result/1|W/2|L",
    "who starts, when and a remark": (
        "game|when|starts|A|B|result|remark/1|2026-05-04|machine|A1 R|B1 U|L|'=1+1"
        "/2||opponent|A1 R|B1 U|L|well"
    ),
    "resigned": (
        "game|A|result|resigned|last_only/1|A1 R|L|yes|no/2|A1 R|L|no|/3|A1 R|L|perhaps|/4||L||yes"
    ),
    "marked rows": (
        "game|A|B|result|sheet|row|how/1|A1 R|B1 U|L|1|1|read/2||||1|2|void/3||||1|3|on"
        "/4|||W|1|4|read"
        "/5|A1 R|B1 U|L|||/6|A1 R|B1 U|L|1||read/7|A1 R|B1 U|L|1|7|seen"
        "/8|A1 R|B1 U|L|x|8|read/9|A1 R|B1 U|L|1|y|read"
    ),
    "in Italian": "partita|avversario|A|B|macchina/1|Anna|A1 r|B1 blu|Pe/2|Bea|A1 G|B6 G|vinta",
    "in German": (
        "Partie|Gegner|A|B|Ergebnis/1|Anna|A1 rot|B1 blau|verloren/2|Bea|A1 gelb|B6 gelb|G"
    ),
    "in French": "partie|adversaire|A|B|résultat/1|Anna|A1 rouge|B1 bleu|perdue/2|Bea|A1 R|B1 U|G",
    "letters of several meanings": "partita|A|B|esito/1|A1 R|B1 U|P/2|A1 R|B1 U|V",
    "letters with one beside them": "partita|A|B|esito/1|A1 R|B1 U|P/2|A1 R|B1 U|S",
    "an empty column below a merged heading": "game|A|||result/1|A1 Y||B6 Y|W",
    "four rows between two tables": (
        "game|A|B|result/1|A1 R|B1 U|L/a/b/c/d/game|A|B|result/2|A1 R|B1 U|L"
    ),
    "half of the games have a number": "game|A|result/1|A1 R|L/||W",
    "a typing error of four signs": "gmae|A|result/1|A1 R|L",
    "a typing error of three signs": "gme|A|result/1|A1 R|L",
    "a heading like several others": "gameno|A|result/1|A1 R|L",
    "one that goes on after a row without a game": (
        "game|A|result|sheet|row|how/1|||1|1|void/+|C6 Y||||/2|A1 R|L|||"
    ),
    "answers in capitals": "game|A|result|resigned/1|A1 R|L|YES/2|A1 R|L|No",
    "won or lost as a heading": "game|A|B|won/lost|/1|A1 R|B1 U|lost",
}


def text_of(table):
    return (
        table.replace("won/lost", "won\0lost")
        .replace("/", "\n")
        .replace("\0", "/")
        .replace("|", "\t")
    )


def shown_game(line):
    """A line of a table as it was read."""
    parts = [line.place]
    if line.fault:
        return f"{line.place}: {line.fault}"
    game = line.row
    if game is None:
        parts.append("no game")
    else:
        parts.append(f"game {game.game}: {game.picks_text or 'no beads'}, {game.result:+d}")
        for name in ("opponent", "starts", "when", "remark"):
            if getattr(game, name):
                parts.append(f"{name} {getattr(game, name)!r}")
        if game.resigned is not None:
            parts.append(f"resigned {game.resigned}")
        if game.last_only:
            parts.append("last only")
    for row in line.marked:
        parts.append(f"sheet {row.sheet}, row {row.row}, game {row.game}, {row.how}")
    return "; ".join(parts)


def shown(kit, sheets):
    """What is read of some sheets, line by line."""
    try:
        reading = GamesTable(kit, WORDS).read(sheets)
    except RecordError as error:
        return [f"refused: {error}"]
    lines = [shown_game(line) for line in reading.lines]
    for part in reading.unread:
        lines.append(f"unread {part.kind} {part.name!r}, {part.cells} cells: {part.example}")
    if reading.titles:
        lines.append(f"titles {', '.join(map(repr, reading.titles))}")
    if reading.follows:
        lines.append(f"follows {', '.join(reading.follows)}")
    if reading.waiting:
        lines.append(f"waiting {', '.join(reading.waiting)}")
    tally = ", results alone" if reading.tally else ""
    return [*lines, f"{reading.cells} cells, {reading.tables} tables{tally}"]


def test_what_is_read_of_each_table(golden):
    table = GamesTable(HER, WORDS)
    lines = []
    for name in at_least(60, TABLES):
        text = text_of(TABLES[name])
        lines += [
            f"{name}:",
            *(f"  | {row}".rstrip() for row in text.replace("\t", " | ").split("\n")),
        ]
        try:
            sheets = table.sheets(text)
        except RecordError as error:
            lines.append(f"    refused: {error}")
            continue
        lines += [f"    {line}" for line in shown(HER, sheets)]
    golden("said/tables-as-read", "\n".join(lines))


def test_what_is_read_of_workbooks(golden):
    """Of several sheets those without a table are named, and lists without results are none."""
    games = [["game", "A", "B", "result"], ["1", "A1 R", "B1 U", "L"]]
    children = [["game", "opponent"], ["1", "Anna"]]
    notes = [["some"], ["words", "more"]]
    spoiled = [["game", "A", "A", "result"], ["1", "A1 R", "B1 U", "L"]]
    headless = [["7", "A1 R", "B1 U", "W"], ["8", "A1 R", "B1 U", "W"]]
    books = {
        "games, children, notes": {"May": games, "Children": children, "Notes": notes},
        "two of games": {"May": games, "June": headless},
        "notes alone": {"Notes": notes, "Children": children},
        "one that is spoiled": {"May": games, "June": spoiled},
        "none": {},
    }
    lines = []
    for name, sheets in books.items():
        lines.append(f"{name}:")
        read = [sheet_of(title, rows) for title, rows in sheets.items()]
        lines += [f"    {line}" for line in shown(HER, read)]
    golden("said/workbooks-as-read", "\n".join(lines))


@pytest.mark.parametrize("separator", ["\t", ";", ","])
def test_a_table_is_cut_at_the_sign_of_its_heading(separator):
    text = f"A title, of two; parts\n\ngame{separator}A{separator}B{separator}result\n"
    text += f'1{separator}A1 R{separator}"B1 U"{separator}L\n'
    (sheet,) = GamesTable(HER, WORDS).sheets(text)
    assert [row.line for row in sheet.rows] == [1, 3, 4]
    assert sheet.rows[-1].cells == ["1", "A1 R", "B1 U", "L"]
    (line,) = read_table(text, HER, WORDS)
    assert (line.line, line.row.picks_text, line.row.result) == (4, "A1 R B1 U", -1)


def test_a_heading_is_looked_for_in_sixty_lines():
    table = GamesTable(HER, WORDS)
    assert table.heading_line("\n" * 59 + "game,A,result\n") == 59
    assert table.heading_line("\n" * 60 + "game,A,result\n") is None
    assert table.heading_line("game\n1\n") == 0
    assert table.heading_line("words\ngame\n") is None, "one known word may be anything"
    assert table.heading_line("1,game,result\n") is None, "it begins with a number"


# --- written and read again
# --------------------------------------------------------------------------------------------------

BEADS = (PickedBead("A1", "R"), PickedBead("B1", "U"))
GAMES = [
    GameRow(1, BEADS, -1),
    GameRow(2, BEADS, -1, "Anna", "machine", "2026-05-04", "=1+1"),
    GameRow(3, (), 1, last_only=True),
    GameRow(4, BEADS[:1], -1, resigned=True),
    GameRow(5, BEADS, -1, resigned=False, last_only=True),
    GameRow(6, BEADS, -1, "'=x", remark='-5, "quoted"; and\ttab'),
]
MARKED = [NotedRow(1, 1, 1, "read"), NotedRow(1, 3, 3, "corrected"), NotedRow(1, 7, 7, "void")]


@pytest.mark.parametrize("marked", [False, True])
@pytest.mark.parametrize("count", range(len(GAMES) + 1))
def test_what_is_written_is_read_again(count, marked):
    """Also a marked row with a result and no beads, and one that is no game."""
    games = GAMES[:count]
    notes = MARKED if marked else []
    lines = list(read_table(write_table(games, notes), HER, WORDS))
    assert [line.fault for line in lines] == [""] * len(lines)
    assert [line.row for line in lines if line.row is not None] == games
    assert [row for line in lines for row in line.marked] == notes


def test_only_columns_that_are_used_are_written(golden):
    parts = []
    for games, marked in (
        ([], []),
        (GAMES[:1], []),
        (GAMES[:2], []),
        (GAMES[2:3], []),
        (GAMES[3:4], []),
        (GAMES[4:5], []),
        (GAMES, MARKED),
        ([], MARKED),
        (GAMES[2:3], MARKED[1:2]),
    ):
        parts.append(write_table(games, marked))
    golden("said/tables-as-written", "\n".join(parts))


@pytest.mark.parametrize("how", HOW)
def test_rows_that_have_no_game_of_their_own(how):
    assert without_game([NotedRow(1, 2, 7, how)]) == ({7} if how in ("void", "on") else set())


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("plain", "plain"),
        ("=1", "'=1"),
        ("+1", "'+1"),
        ("-1", "'-1"),
        ("@a", "'@a"),
        ("\ta", "'\ta"),
        ("'=1", "''=1"),
        ("'s morgens", "'s morgens"),
        ("", ""),
    ],
)
def test_no_cell_is_run_as_a_formula_and_each_is_read_as_it_was(text, cell):
    assert as_cell(text) == cell
    assert as_text(cell) == text


def test_games_are_written_in_the_order_in_which_they_are_given():
    """Those beside rows without a game in that of their numbers."""
    later = GameRow(9, BEADS, -1)
    written = write_table([later, GAMES[0]]).splitlines()
    assert [line.partition(",")[0] for line in written] == ["game", "9", "1"]
    beside = write_table([later, GAMES[0]], [NotedRow(1, 1, 4, "void")]).splitlines()
    assert [line.partition(",")[0] for line in beside] == ["game", "1", "4", "9"]


def test_a_table_without_a_row_says_what_a_game_needs():
    assert read_row("game,A,result\n", HER, WORDS) == NotedLine(
        2, None, "there is no game; it needs its beads, or those that are known, and a result"
    )
    assert read_row("game,A,result\n7,A1 R,L\n", HER, WORDS).row.game == 7


@pytest.mark.parametrize("language", ["it", "de"])
def test_a_table_in_no_language_is_in_that_of_the_kit(language):
    tables = GamesTable(kit_of("her", language=language), WORDS)
    assert tables.others[0].language == language
    assert [words.language for words in tables.others[1:]] == [
        words.language for words in WORDS[1:] if words.language != language
    ]


def test_columns_have_letters():
    letters = [letter_of_column(index) for index in (0, 25, 26, 51, 52, 701, 702)]
    assert letters == ["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]


def test_empty_rows_are_left_out_and_a_row_that_cannot_be_cut_is_named():
    rows = rows_of_text('a;"b\nc"\n\n ; \nd;e\n', ";", 5)
    assert rows == [SheetRow(6, ["a", "b\nc"]), SheetRow(9, ["d", "e"])]
    with pytest.raises(RecordError, match=r"^line 8: .*field larger than field limit"):
        rows_of_text("a\nb\n\n" + "x" * 200_000, ";", 5)
    sheet = sheet_of("May", [["", " "], ["a", "", " b "], []])
    assert sheet == CellSheet("May", [SheetRow(2, ["a", "", " b "])])
    assert (sheet.cells, sheet.rows[0].filled) == (2, ["a", "b"])


# --- cells, counts and names
# --------------------------------------------------------------------------------------------------

CELLS = [
    {"moves": "a1 r, B1 blue", "result": "lost"},
    {"moves": "a1 r, B1 blue", "result": "2"},
    {"moves": "a1 r", "result": ""},
    {"moves": "", "result": "won"},
    {"game": "7", "opponent": "=Anna", "moves": "a1 r, B1 blue", "result": "L", "remark": "-x"},
    {"game": "x", "moves": "a1 r, B1 blue", "result": "L"},
    {"moves": "a9 r", "result": "lost"},
    {},
]
COUNTS = [
    "box,bead,beads\nA1,R,3\nA1,blue,0\n",
    "A1,R,3\n",
    "A1;R;3,0\nB1;U;12.\n",
    "caja;cuenta;cuentas\nA1;R;3\n",
    "scatola\tperlina\tperline\nA1\tR\t3\n",
    "beads,box,bead\n3,A1,R\n",
    "box,bead,beads\nA1,R,3\nA1,r,4\n",
    "box,bead,beads\nA1,R,x\n",
    "box,bead,beads\nA1,R,1234567\n",
    "box,bead,beads\nA1,R\n",
    "box,bead,beads\nZ1,R,1\n",
    "box,bead,beads\n",
    "box,bead\nA1,R\n",
    "a,b,c\nA1,R,1\n",
    "",
]


def outcome(function, *words):
    try:
        return function(*words)
    except RecordError as error:
        return f"refused: {error}"


def test_what_is_read_of_cells_and_of_counted_beads(golden):
    lines = []
    for cells in CELLS:
        found = outcome(row_from, cells, HER, TEMPLATES)
        lines.append(f"{cells}\n    {found}")
    for text in COUNTS:
        lines.append(f"{text!r}\n    {outcome(parse_counts, text, HER, TEMPLATES)}")
    golden("said/cells-as-read", "\n".join(lines))


GAMES_FILE = "game,A,B,result\n1,A1 R,B1 U,L\n2,A1 Y,B6 Y,W\n2,A1 R,B1 U,L\n4,A1 Q,,L\n"


@pytest.mark.parametrize(
    ("text", "place", "said"),
    [
        (GAMES_FILE, ":1", "A1 R B1 U"),
        (GAMES_FILE, "", "A1 R B1 U"),
        (GAMES_FILE, ":2", ": it has two games 2"),
        (GAMES_FILE, ":3", ", line 5: box A1 has no bead"),
        (GAMES_FILE, ":4", ", line 5: box A1 has no bead"),
        (GAMES_FILE[:30], ":7", ": it has no game 7"),
        (GAMES_FILE[:16], "", ": it contains no games"),
        ("game,A,B\n1,A1 R,B1 U\n", "", ", line 1: there is no column 'result'"),
    ],
)
def test_a_game_is_named_by_its_file_and_its_number(tmp_path, text, place, said):
    path = tmp_path / "games.csv"
    path.write_text(text)
    found = outcome(named_game, f"{path}{place}", HER, TEMPLATES)
    if isinstance(found, GameRow):
        assert found.picks_text == said
    else:
        assert found.startswith(f"refused: '{path}'{said}")


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"a,b\n", "a,b\n"),
        (b"\xef\xbb\xbfa,b\n", "a,b\n"),
        ("é,b\n".encode(), "é,b\n"),
        ("é,b\n".encode("cp1252"), "é,b\n"),
        ("é,b\n".encode("utf-16"), "é,b\n"),
        (b"\xfe\xff" + "é,b\n".encode("utf-16-be"), "é,b\n"),
        (b"a\0b", None),
        (b"\xff\xfea", None),
        (b"\x81", None),
    ],
)
def test_a_text_is_read_in_the_coding_that_fits(tmp_path, data, text):
    path = tmp_path / "a.csv"
    path.write_bytes(data)
    if text is None:
        with pytest.raises(RecordError) as caught:
            game_lines._decoded(data, path)
        assert str(caught.value) == f"'{path}' is not text; save it as CSV in UTF-8"
    else:
        assert read_text(path) == text


def test_a_workbook_is_named_and_read_where_it_is_wanted(tmp_path, monkeypatch):
    path = tmp_path / "a.xlsx"
    path.write_bytes(b"PK")
    monkeypatch.setattr(game_lines, "kind_of", lambda _: game_lines.GAMES_KINDS[-1])
    monkeypatch.setattr(game_lines, "workbook_text", lambda *words: words)
    assert read_text(path) == (b"PK", f"'{path}'")
    with pytest.raises(RecordError, match="a table of games as CSV"):
        read_text(path, TABLE, ("text",))
    assert name_of(Path("-")) == "standard input"
    assert name_of(Path("-.csv")) == "'-.csv'"


def test_a_file_that_is_too_large_is_not_read(tmp_path, monkeypatch):
    path = tmp_path / "a.csv"
    path.write_bytes(b"12345")
    monkeypatch.setattr(game_lines, "MAX_FILE_BYTES", 5)
    assert read_text(path) == "12345"
    monkeypatch.setattr(game_lines, "MAX_FILE_BYTES", 4)
    with pytest.raises(RecordError, match="has more than 4 bytes"):
        read_text(path)


def test_what_each_letter_and_word_means_in_each_language(golden):
    """Known results, letters that are unclear, headings, and words for yes and no."""
    lines = []
    for language in ("en", "it", "es", "fr", "de", "xx"):
        known = known_results(language, WORDS)
        lines.append(f"{language}:")
        for result, name in ((1, "won"), (0, "drawn"), (-1, "lost")):
            words = sorted(word for word in known if known[word] == result)
            lines.append(f"    {name}: {', '.join(words)}")
        for letter in "ABDEGLNPRSTUVWX01":
            message = refusal_of_unclear_letter(letter, language, WORDS)
            if message:
                lines.append(f"    {letter}: {message}")
        own = vocabulary_of(language, TEMPLATES)
        columns = {}
        for title, column in own.columns.items():
            columns.setdefault(column, []).append(title)
        for column in sorted(columns):
            lines.append(f"    {column}: {', '.join(columns[column])}")
        answers = [f"{word} {'yes' if own.answers[word] else 'no'}" for word in own.answers]
        lines.append(f"    answers: {', '.join(answers)}")
    golden("said/table-words", "\n".join(lines))


def test_letters_in_a_heading_name_the_results_below_it():
    (german,) = [words for words in WORDS if words.language == "de"]
    tables = GamesTable(HER, WORDS)
    for title in ("g/v", "g / v / u", "gewonnen/verloren"):
        assert tables._name(title, german) == "result"
    for title in ("g", "g/x", "g v"):
        assert tables._name(title, german) != "result"


def own_templates(tmp_path, name, text):
    path = tmp_path / name
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8")
    return Templates(tmp_path)


def test_letters_of_ones_own_log_stand_before_those_of_kitgen(tmp_path):
    """Also where they are no set of letters that the table of words has."""
    letters = '[letter]\nwin = "P"\ndraw = "Y"\nloss = "X"\n[column]\nresult = "Ende"\n'
    own = vocabulary_of("it", own_templates(tmp_path, "texts/it/log.toml", letters))
    known = vocabulary_of("it", TEMPLATES)
    assert {letter: own.letters[-1][letter] for letter in "pyx"} == {"p": 1, "y": 0, "x": -1}
    assert own.letters[:-1] == known.letters
    assert {*own.log_letters} == {*known.log_letters, *"pyx"}
    assert own.columns == {**known.columns, "ende": "result"}


def test_an_unknown_column_of_the_table_of_words_is_refused(tmp_path):
    words = (shipped() / "tables" / "table_words.toml").read_text(encoding="utf-8")
    start, winner, rest = words.partition("winner = ")
    assert winner
    templates = own_templates(tmp_path, "tables/table_words.toml", f"{start}winer = {rest}")
    with pytest.raises(TemplateError) as caught:
        vocabularies(templates)
    assert re.fullmatch(
        r"tables/table_words\.toml: \w\w has a column 'winer', not game, opponent, starts, when, "
        "remark, moves, result, resigned, last_only, sheet, row, how, beads, score, winner",
        str(caught.value),
    )


def test_a_game_that_goes_on_keeps_all_else_of_its_row():
    text = "game,opponent,A,B,result\n1,Anna,A1 Y,B6 Y,W\n+,,C6 Y,,\n"
    (line,) = read_table(text, HER, WORDS)
    first = GameRow(1, (PickedBead("A1", "Y"), PickedBead("B6", "Y")), 1, "Anna")
    assert line.row == replace(first, picks=(*first.picks, PickedBead("C6", "Y")))
    assert line.line == 2
