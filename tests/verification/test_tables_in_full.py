"""All that is said and drawn of tables with mistakes of each kind, and what may hide boards."""

import json
from base64 import b64encode
from dataclasses import replace

import pytest
from counting import at_least
from jobs import TEMPLATES, kit_of
from scene_text import dump

from kitgen import render
from kitgen.errors import UnreadTableError
from kitgen.position_tables.hints import TableHints
from kitgen.position_tables.table_search import notation_of
from kitgen.verification.tables.comparison import Truth, best_pairs, reductions
from kitgen.verification.tables.encoded_texts import encoded_texts
from kitgen.verification.tables.reading import match_table, unread_table
from kitgen.verification.tables.table_check import (
    say_finding,
    say_not_read,
    say_reading,
    say_table_verdict,
    table_texts,
    write_findings,
)

HER = kit_of("her")
PLACED = kit_of("tictactoe:3x2")


def lines_of(kit):
    """A line for each box: its board, and its moves."""
    lines = []
    for box in kit.boxes:
        board, _, _ = kit.game.text(box.position).rpartition(" ")
        moves = [kit.game.move_text(slot.moves[0]) for slot in box.slots]
        lines.append(f"{board} {' '.join(moves)}")
    return lines


def with_lines(kit, **changed):
    """The table with other lines, by the ids of their boxes."""
    lines = dict(zip((box.id for box in kit.boxes), lines_of(kit), strict=True))
    lines |= changed
    return "\n".join(line for line in lines.values() if line)


def by_move(kit, change):
    """A table with a line for each move."""
    lines = []
    for line in lines_of(kit):
        board, *moves = line.split()
        lines += [f"{board} {move}" for move in moves]
    return "\n".join(change(lines))


def put(number, line):
    def change(lines):
        return [*lines[:number], *([line] if line else []), *lines[number + 1 :]]

    return change


TABLES = {
    "right": (HER, lines_of(HER)),
    "a wrong sign": (HER, with_lines(HER, B1=".bb/bwb/w.. a3b2 c3b2 c3c2")),
    "a wrong sign and a wrong move": (HER, with_lines(HER, A1="bbb/..w/w.. a3a2 b3b2 b3a2")),
    "moves": (HER, with_lines(HER, A1="bbb/..w/ww. a3a2 b3b2 b3b2 a3c1", A2="bbb/.w./w.w a3a2")),
    "twins": (HER, with_lines(HER, A2="bbb/.w./w.w a3a2 c3c2 a3b2")),
    "doubled": (HER, with_lines(HER, B3="bbb/..w/ww. a3a2 b3b2 b3c2")),
    "doubled with other moves": (HER, with_lines(HER, B3="bbb/..w/ww. a3a2 b3b2")),
    "mirrored": (HER, with_lines(HER, B3="bbb/w../.ww c3c2 b3b2 b3a2")),
    "over": (HER, with_lines(HER, C1="w.b/.../... c3c2")),
    "unreachable": (HER, with_lines(HER, C1="bbb/www/... c3c2")),
    "unreadable": (HER, with_lines(HER, C1="bbb/w/ c3c2")),
    "a board alone": (HER, with_lines(HER, C2="..b/.wb/...")),
    "many missing": (HER, "\n".join(lines_of(HER)[:7])),
    "some missing": (HER, "\n".join(lines_of(HER)[:-2])),
    "boards alone": (HER, "\n".join(line.split()[0] for line in lines_of(HER)[:-1])),
    "by move": (HER, by_move(HER, lambda lines: lines)),
    "by move, a wrong sign": (HER, by_move(HER, put(1, "bbb/..w/.w. b3b2"))),
    "by move, one left out": (HER, by_move(HER, put(1, ""))),
    "by move, one twice": (HER, by_move(HER, put(1, "bbb/..w/ww. a3a2"))),
    "by move, another board": (HER, by_move(HER, put(1, "bbb/.w./w.w b3b2"))),
    "by move, a wrong move": (HER, by_move(HER, put(1, "bbb/..w/ww. a3c1"))),
    "placements": (PLACED, lines_of(PLACED)),
    "placements, wrong": (
        PLACED,
        [
            line.replace("X", "O", 1) if n in (4, 9) else line
            for n, line in enumerate(lines_of(PLACED))
        ],
    ),
    "an entry elsewhere": (
        HER,
        "\n".join([*lines_of(HER)[:-1], "", "# see also " + lines_of(HER)[-1].replace(" ", " : ")]),
    ),
    "numbers beside": (
        HER,
        "\n".join(f"{line} ; {n} ; a{n % 3 + 1}c3" for n, line in enumerate(lines_of(HER))),
    ),
}


def report_of(tmp_path, kit, text, hints=None):
    path = tmp_path / "table.txt"
    path.write_text(text if isinstance(text, str) else "\n".join(text))
    return replace(match_table(path, kit, hints or TableHints()), subject="table.txt")


def said_of(report):
    texts = table_texts(report, TEMPLATES)
    lines = [f"  {say_table_verdict(report, texts)}"]
    lines += [f"  {key}: {words}" for key, words in say_reading(report, texts).items()]
    lines += [f"  - {line}" for line in say_not_read(report, texts)]
    lines += [f"  ! {say_finding(report, finding, texts)}" for finding in report.findings]
    lines += [f"  {row}" for row in report.table()]
    counted = (len(report.rows), report.decisions, report.lines, report.left_out)
    return [*lines, f"  rows {counted} {report.summary().partition(': ')[2]}"]


def test_all_that_is_said_of_tables(golden, tmp_path):
    lines = []
    for name, (kit, text) in at_least(20, TABLES.items()):
        lines += [name, *said_of(report_of(tmp_path, kit, text))]
    golden("verify/tables", "\n".join(lines))


def as_objects(change, *others):
    """A table in JSON, in which one record is changed, and what else stands in the file."""
    records = []
    for line in lines_of(HER):
        board, *moves = line.split()
        records.append({"board": board, "moves": moves})
    change(records)
    return json.dumps({"positions": records, **dict(others)}, indent=1)


def codes(kit, contents=".wb"):
    """The boards as numbers in base 3."""
    numbers = []
    for line in lines_of(kit):
        board = line.split()[0].replace("/", "")
        numbers.append(str(int("".join(str(contents.index(sign)) for sign in board), 3)))
    return numbers


RIGHT = "\n".join(lines_of(HER))
LAST = lines_of(HER)[-1].split()[0]
WITHOUT_LAST = "\n".join(lines_of(HER)[:-1])
UNREAD = {
    "a heading": f"board moves\n{RIGHT}",
    "words with moves": f"{RIGHT}\nnothing a3-a2",
    "words without moves": f"{RIGHT}\nnothing here",
    "another board in a comment": f"{WITHOUT_LAST}\n# {LAST} b3c2 b2b1",
    "a known board with other moves in a comment": f"{RIGHT}\n# {LAST} b3c1 b2b1",
    "a known board with its moves in a comment": f"{RIGHT}\n# {LAST} b3c2 b2b1",
    "a board in capitals": f"{WITHOUT_LAST}\n# {LAST.upper()} b3c2",
    "boards in other letters": f"{RIGHT}\n# "
    + "\n# ".join(line.translate(str.maketrans("wb.", "xo-")) for line in lines_of(HER)[:6]),
    "boards as codes": f"{RIGHT}\n# {' '.join(codes(HER))}",
    "boards as codes with their moves": f"{RIGHT}\n# "
    + ", ".join(f"{code}: [1, 5]" for code in codes(HER)[:3]),
    "boards as other codes": f"{RIGHT}\n# {' '.join(codes(HER, 'bw.'))}",
    "digits": f"{RIGHT}\n# "
    + " ".join(
        line.split()[0].translate(str.maketrans(".wb", "012", "/")) for line in lines_of(HER)
    ),
    "other numbers": f"{RIGHT}\n# 1000 2000 30000 1234 9999 777 31415",
    "an encoded board": f"{RIGHT}\n# {b64encode(RIGHT.encode()).decode()[:60]}",
    "objects": as_objects(lambda _: None),
    "objects with a wrong move beside": as_objects(lambda records: records[0].update(best="a3c1")),
    "objects with right moves beside": as_objects(
        lambda records: [record.update(best=record["moves"][0]) for record in records]
    ),
    "objects with one wrong move beside right ones": as_objects(
        lambda records: [
            record.update(best=record["moves"][0] if number else "a3c1")
            for number, record in enumerate(records)
        ]
    ),
    "objects with another group": as_objects(
        lambda records: records.pop(), ("more", [{"board": LAST, "moves": ["b3c2"]}])
    ),
    "objects with notes": as_objects(lambda records: records[0].update(note="opened 12 times")),
}


def test_all_that_was_not_read_of_tables(golden, tmp_path):
    lines = []
    for name, text in at_least(15, UNREAD.items()):
        report = report_of(tmp_path, HER, text)
        texts = table_texts(report, TEMPLATES)
        lines.append(f"{name}: {say_table_verdict(report, texts)}")
        lines += [f"  - {line}" for line in say_not_read(report, texts)]
        lines += [f"  ! {say_finding(report, finding, texts)}" for finding in report.findings]
    refusal = UnreadTableError("is no table", "entries")
    for number, text in enumerate(
        ("one line\n\n--\n# none\nanother", "7 " * 50 + " ".join(codes(HER)))
    ):
        path = tmp_path / f"{number}.txt"
        path.write_text(text)
        report = unread_table(path, HER, TableHints(), refusal)
        lines.append(f"no table {number}: {report.verdict} {len(report.unread)}")
        lines += [f"  {entry}" for entry in report.unread[:8]]
    golden("verify/tables-unread", "\n".join(lines))


@pytest.mark.parametrize("images", ["one", "turned", "all"])
def test_the_images_that_a_table_lists_are_said(golden, tmp_path, images):
    lines = []
    for kit in (HER, PLACED):
        report = report_of(tmp_path, kit, lines_of(kit), TableHints(images=images))
        lines += said_of(report)[:8]
    golden(f"verify/tables-images-{images}", "\n".join(lines))


def test_findings_are_drawn_with_their_boards(golden, tmp_path, monkeypatch):
    saved = []
    monkeypatch.setattr(render, "save", lambda document, path: saved.append((document, path.name)))
    monkeypatch.setattr("kitgen.verification.tables.table_check.MAX_FINDINGS_DRAWN", 5)
    wanted = with_lines(
        HER,
        A1="bbb/..w/ww. a3a2 b3b2 b3a2",
        B1=".bb/bwb/w.. a3b2 c3b2 c3c2",
        B3="bbb/w../.ww c3c2 b3b2 b3a2",
        C1="bbb/w/ c3c2",
        C2="",
    )
    for kit, text in ((HER, wanted), (PLACED, TABLES["placements, wrong"][1])):
        write_findings(
            report_of(tmp_path, kit, text), tmp_path / "out.pdf", "a4", templates=TEMPLATES
        )
    lines = []
    for document, name in saved:
        lines.append(
            f"{name} {document.title} {document.author} {document.subject} {document.language}"
        )
        for sheet in document.sheets:
            # Without the outlines of pieces, which other tests hold.
            drawn = [line for line in dump(sheet.scene).splitlines() if line[:5] != "path "]
            lines += [f"{sheet.part} {sheet.title}", *drawn]
    golden("verify/tables-drawn", "\n".join(lines))


# --- encoded texts ---


def encoded(text):
    return b64encode(text.encode()).decode()


ENCODED = [
    encoded("bbb/..w/ww. a3a2"),
    encoded("bbb"),
    f"# {encoded('bbb/..w/ww. a3a2')}\nx = 1\n\n'{encoded('bbb/.w./w.w')}'",
    f"'{encoded('bbb/..w/ww. a3a2')[:12]}'\n  + '{encoded('bbb/..w/ww. a3a2')[12:]}'",
    b"bbb/..w/ww. a3a2".hex(),
    "0x" + b"bbb/..w/ww. a3a2".hex(),
    "00ff" * 5,
    "00ff" * 6,
    "00ff" * 8,
    "00ff" * 16,
    "00ff" * 17,
    "123456789012345678901234",
    "bbb..wwwbbbb",
    "ThisIsJustALongNameOfAProgram",
    "ThisIsJustALongName2OfAProgram",
    "aGVsbG8gd29ybGQxMjM0NTY3ODkw",
    "QUJDREVGR0hJSktMTU5PUFFSU1Q=",
    "QZ3xK9vPq2LmN8rT5wYb7cFd",
    "qz3xk9vpq2lmn8rt5wyb7cfd",
    "QZxKvPqLmNrTwYbcFdQZxKvP",
    "QZxKvPqLmNrTwYbcFdQZxKv+",
    "a/b/QZ3xK9vPq2LmN8rT5wYb7cFd-x",
    "https://example.org/QZ3xK9vPq2LmN8rT5wYb7cFd",
]


def test_texts_in_which_boards_may_stand_are_found(golden):
    boards = notation_of(Truth(HER), TableHints())
    lines = []
    for text in at_least(20, ENCODED):
        found = encoded_texts(text, boards, lambda: None)
        lines.append(f"{text!r}: {[tuple(each) for each in found]}")
    golden("verify/encoded-texts", "\n".join(lines))


def test_pairs_have_the_greatest_sum():
    gains = {
        ("a", 1): 1.0,
        ("a", 2): 0.9,
        ("b", 1): 0.9,
        ("c", 2): 0.5,
        ("c", 3): 0.1,
        ("d", 3): 0.2,
    }
    assert best_pairs(gains) == {"a": 2, "b": 1, "d": 3}
    assert best_pairs({("a", 1): 1.0, ("b", 1): 1.0}) == {"a": 1}
    assert best_pairs({("a", 1): 1.0, ("b", 1): 1.5}) == {"b": 1}
    questions = []
    best_pairs(gains, lambda: questions.append(1))
    assert len(questions) >= 4


def test_groups_of_symmetries_come_the_largest_first():
    groups = reductions(PLACED.game.symmetries)
    assert [[symmetry.name for symmetry in group] for group in groups] == [
        ["identity", "mirror", "upside-down", "half-turn"],
        ["identity", "mirror"],
        ["identity", "upside-down"],
        ["identity", "half-turn"],
        ["identity"],
    ]
