"""Printed PDFs with anything changed in them: they pass, fail or are refused in one line, and
nothing else.
"""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
import pytest
from changed_pdfs import (
    BYTES,
    MARKS,
    OBJECTS,
    SOURCES,
    UNCHANGEABLE,
    WORDS,
    bytes_changed,
    marks_changed,
    objects_changed,
    source,
)
from click.testing import CliRunner
from counting import at_least_one
from hypothesis import example, given, settings
from hypothesis import strategies as st
from sampling import examples, few

from kitgen.cli.main import main
from kitgen.games import make_game
from kitgen.sandbox.page_marks import Letters, MarkIndex, PageMarks, Shape, turn_page
from kitgen.sandbox.plain_page import PlainPdf
from kitgen.sandbox.process import read_pdf
from kitgen.sources.attachments import attached_job, attached_kit
from kitgen.verification.drawn_boards import DrawnBoard, _find_name
from kitgen.verification.drawn_boxes import BoxReader, CardReader
from kitgen.verification.pdf_checks import box_faults, complete_part
from kitgen.verification.recognise import find_piece

#: The same changes in every run, so that the suite says the same twice; `benchmarks/mangle.py`
#: tries others.
SAME = settings(derandomize=True, deadline=None, database=None)


def changes(kinds, most):
    """Some changes: a kind, a place and a value each, whose meaning the changers know."""
    return st.lists(
        st.tuples(st.sampled_from(kinds), st.integers(0, 2**17), st.integers(0, 2**16)),
        min_size=1,
        max_size=most,
    )


def verify(path, data):
    """Verify a PDF; its exit code and what is said on standard output."""
    path.write_bytes(data)
    done = CliRunner().invoke(main, ["verify", str(path)])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    assert done.exit_code in (0, 1)
    assert done.stderr == "" or (
        done.exit_code == 1 and done.stdout == "" and done.stderr.count("\n") == 1
    )
    assert "Traceback" not in done.output
    return done.exit_code, done.stdout


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    return tmp_path_factory.mktemp("mangled") / "kit.pdf"


@pytest.mark.parametrize("name", few(SOURCES, one_in=8))
def test_unchanged_they_pass(path, name):
    assert verify(path, source(name))[0] == 0


@pytest.mark.every
@given(name=st.sampled_from(list(SOURCES)), made=changes(BYTES, 4))
@example(name="squares", made=[("cut", 0, 0)])
@example(name="squares", made=[("cut", 9, 0)])
@example(name="squares", made=[("drop", 0, 2000)])
@example(name="pits", made=[("splice", 30_000, 1)])
@example(name="rungs", made=[("double", 10_000, 30_000)])
@settings(SAME, max_examples=examples(15))
def test_whatever_bytes_are_changed(path, name, made):
    verify(path, bytes_changed(source(name), made))


@pytest.mark.every
@given(name=st.sampled_from(list(SOURCES)), made=changes(OBJECTS, 20))
@example(name="squares", made=[("extract", 0, 0)])
@example(name="squares", made=[("extract", 1, 0)])
@example(name="squares", made=[("turn", 0, 2), ("turn", 1, 1)])
@example(name="pits", made=[("repeat", 0, 0)])
@example(name="spaces", made=[("stretch", 50, 50)])
@settings(SAME, max_examples=examples(10))
def test_whatever_objects_are_changed(path, name, made):
    try:
        data = objects_changed(source(name), made)
    except UNCHANGEABLE:  # what the other program itself will not write
        return
    verify(path, data)


@pytest.mark.every
def test_pages_taken_out_of_a_good_pdf_fail_and_are_missed(path):
    for number in at_least_one(range(2)):
        code, said = verify(path, objects_changed(source("squares"), [("extract", number, 0)]))
        assert code == 1
        assert "1 of 2 pages missing" in said


@cache
def printed(name):
    """The marks of the pages, the kit and the parts of a source."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "kit.pdf"
        path.write_bytes(source(name))
        pdf = read_pdf(path)
    return tuple(PlainPdf(pdf.data)), attached_kit(pdf), attached_job(pdf).parts


def judge(name, number, made):
    """Read a page with some marks changed as ``verify`` does; what is wrong with its boxes."""
    pages, kit, parts = printed(name)
    marks = marks_changed(pages[number % len(pages)], made)
    boxes = [*BoxReader(kit).read_page(MarkIndex(marks), 1)]
    for part in parts:
        complete_part(kit, part, boxes)
    found = []
    for box in boxes:
        found += box_faults(kit, box)
    return found


@pytest.mark.every
@given(name=st.sampled_from(list(SOURCES)), number=st.integers(0, 9), made=changes(MARKS, 60))
@settings(SAME, max_examples=examples(50))
def test_whatever_marks_are_changed(name, number, made):
    faults = judge(name, number, made)  # of no change there are none
    assert all(fault.startswith(("box ", "page ")) and len(fault) < 300 for fault in faults)


@pytest.mark.parametrize("by", [0, 1], ids=["flat", "all but flat"])
def test_pieces_may_be_squeezed_flat(by):
    """A piece without height stopped the reader once."""
    pages, _, _ = printed("squares")
    pieces = [number for number, shape in enumerate(pages[1].shapes) if find_piece(shape)]
    faults = judge("squares", 1, [("squeeze", number, by) for number in at_least_one(pieces)])
    assert any("the pieces stand as" in fault for fault in faults)


@pytest.mark.parametrize("word", few(range(len(WORDS)), one_in=6))
@pytest.mark.parametrize("name", ["squares", "pits", "spaces"])
def test_every_text_may_say_anything(name, word):
    """Numbers of 5,000 digits, ids that are none, letters that are digits elsewhere."""
    pages, _, _ = printed(name)
    for number, page in at_least_one(list(enumerate(pages))):
        for least in (1, 2):  # all texts, and those that stand in no badge
            texts = [at for at, text in enumerate(page.letters) if len(text.text) >= least]
            faults = judge(name, number, [("word", at, 2 * word) for at in at_least_one(texts)])
            assert all(len(fault) < 300 for fault in faults)


def test_marks_between_the_cells_of_a_board_are_faults_and_no_moves():
    """Where the lines of a board are spoilt, its cells no longer fill it."""
    corners = (0.0, 0.0), (90.0, 0.0), (90.0, 90.0), (0.0, 90.0)
    frame = Shape(0, corners, corners, "MLLL", closed=True, fill=None, stroke="#000000", width=1)
    board = DrawnBoard(frame, ((50.0, 50.0), (80.0, 50.0)), (2.0, 2.0), frozenset([0]))
    shapes = (frame, disc(1, 9.0, "#FFFFFF", "#000000"), disc(3, 30.0, "#DDDDDD", "#999999"))
    letters = (Letters(2, "A", (8.0, 8.0, 10.0, 10.0), 9, 0, "#000000"),)
    index = MarkIndex(PageMarks(90.0, 90.0, shapes, letters))
    drawing = CardReader(index, board, make_game("tictactoe"), 0).drawing(None)
    faults = ("badge A is not in the middle of a cell", "a grey disc lies on no cell")
    assert (drawing.slots, drawing.twins, drawing.faults) == ((), (), faults)


def disc(order, middle, fill, stroke):
    """A circle of four curves, 4 mm wide, as far from the left as from the top."""
    a = middle - 2
    b = middle
    c = middle + 2
    corners = ((a, b), (b, a), (c, b), (b, c))
    points = (
        (a, b),
        (a, a),
        (b, a),
        (b, a),
        (c, a),
        (c, b),
        (c, b),
        (c, c),
        (b, c),
        (b, c),
        (a, c),
        (a, b),
    )
    return Shape(order, points, corners, "MCCCC", closed=True, fill=fill, stroke=stroke, width=1)


def test_an_id_beside_a_board_is_its_own_rather_than_a_nearer_one_at_a_corner():
    corners = (10.0, 10.0), (20.0, 10.0), (20.0, 20.0), (10.0, 20.0)
    frame = Shape(0, corners, corners, "MLLL", closed=True, fill=None, stroke="#000000", width=1)
    board = DrawnBoard(frame, ((15.0, 15.0),), (5.0, 5.0), frozenset([0]))
    beside = Letters(1, "A1", (24.0, 12.0, 28.0, 15.0), 9, 0, "#000000")
    cornered = Letters(2, "A2", (20.5, 6.0, 23.0, 9.5), 9, 0, "#000000")
    assert _find_name([beside, cornered], board, [board]) == beside
    assert _find_name([cornered], board, [board]) == cornered


@pytest.mark.parametrize("turn", [90, 180, 270])
def test_letters_of_a_turned_page_become_level(turn):
    letters = Letters(0, "A1", (10.0, 20.0, 12.0, 21.0), 9, turn, "#000000")
    turned = turn_page(
        PageMarks(100.0, 200.0, (), (letters, msgspec.structs.replace(letters, turn=0))), turn
    )
    assert [text.turn for text in turned.letters] == [0, 360 - turn]
