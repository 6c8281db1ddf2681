"""Circles, highlighters, stickers and reflections on a marked sheet: each bubble that they
concern is asked about.
"""

from functools import cache

import cv2
import numpy as np
import photographed_sheets
import pytest
from counting import at_least_one
from filled_in_sheets import form_of
from jobs import kit_of
from PIL import Image
from prints import document
from sampling import sample

from kitgen.marked.row_games import BLANK, DOUBTFUL, Paths, understand_row
from kitgen.marked.row_marks import MARKED, TOUCHED, UNMARKED, UNSEEN, games_on
from kitgen.marked.sheet_reading import read_pictures
from kitgen.marked.stray_ink import stray_ink
from kitgen.render.pdf import pdf_bytes

DPI = 200
MM = DPI / 25.4
HER = kit_of()
FORM = form_of(HER)
PENCIL = (80, 80, 85)
#: As light as paper in grey.
YELLOW = (255, 245, 90)


@cache
def printed():
    """The first log of her, in colours."""
    return np.stack(
        [photographed_sheets.page_of(pdf_bytes(document("her", ("log-marks",))), 0, DPI)] * 3,
        axis=-1,
    )


def bubble(row, field, turn, value):
    return next(
        one
        for one in FORM.bubbles
        if (one.row, one.field, one.turn, one.value) == (row, field, turn, value)
    )


def dots(*mm):
    return tuple(round(length * MM) for length in mm)


def circle(picture, one, radius=2.9):
    cv2.circle(picture, dots(one.x, one.y), round(radius * MM), PENCIL, 4, cv2.LINE_AA)


def fill(picture, one):
    cv2.circle(picture, dots(one.x, one.y), round(1.7 * MM), PENCIL, -1, cv2.LINE_AA)


def highlight(picture, one):
    over = np.full_like(picture, 255)
    cv2.line(over, dots(one.x - 1.5, one.y), dots(one.x + 1.5, one.y), YELLOW, round(4 * MM))
    np.minimum(picture, over, out=picture)


def underline(picture, one):
    cv2.line(picture, dots(one.x - 2, one.y + 2.6), dots(one.x + 2, one.y + 2.6), PENCIL, 4)


def cover(picture, one):
    cv2.circle(picture, dots(one.x, one.y), round(2.4 * MM), (255, 255, 255), -1)


def tick(picture, one):
    path = [dots(one.x - 1, one.y), dots(one.x - 0.2, one.y + 1.1), dots(one.x + 2.4, one.y - 2.6)]
    cv2.polylines(picture, [np.array(path)], False, PENCIL, 4, cv2.LINE_AA)


def read(picture, path):
    """Return the sheet in a picture, and how its first rows are understood."""
    Image.fromarray(picture).save(path)
    (sheet,) = read_pictures([path], HER)
    paths = Paths(HER)
    rows = {}
    for game in games_on(sheet.form, sheet.states, sheet.inked):
        rows[game.number] = understand_row(paths, game.marks, game.number, inked=game.inked)
    return sheet, rows


GAME = (
    ("box", 1, "A1"),
    ("bead", 1, "red"),
    ("box", 2, "B1"),
    ("bead", 2, "blue"),
    ("result", 0, "loss"),
)


@pytest.mark.every
@pytest.mark.parametrize(
    ("draw", "state"),
    sample(
        [(circle, TOUCHED), (highlight, TOUCHED), (underline, TOUCHED), (cover, UNSEEN)], one_in=6
    ),
)
def test_ink_round_a_bubble_and_a_hidden_ring_are_asked_about_and_never_completed(
    tmp_path, draw, state
):
    """One row is marked so throughout, another is filled in but for one bubble, and no other row
    is concerned.
    """
    picture = printed().copy()
    for field, turn, value in GAME:
        draw(picture, bubble(3, field, turn, value))
    for field, turn, value in GAME[:-1]:
        fill(picture, bubble(8, field, turn, value))
    draw(picture, bubble(8, *GAME[-1]))
    sheet, rows = read(picture, tmp_path / "scan.png")
    for row in (3, 8):
        assert sheet.states[bubble(row, *GAME[-1])] == state
        assert (rows[row + 1].state, rows[row + 1].doubt.kind) == (DOUBTFUL, state)
    assert {sheet.states[bubble(3, *mark)] for mark in GAME} == {state}
    assert {rows[number].state for number in rows if number not in (4, 9)} == {BLANK}
    assert sheet.inked == ({8} if draw is cover else {3, 8})


@pytest.mark.every
def test_filled_bubbles_and_ticks_beyond_their_ring_are_marks_and_no_stray_ink(tmp_path):
    picture = printed().copy()
    for number, (field, turn, value) in enumerate(GAME):
        (tick if number % 2 else fill)(picture, bubble(3, field, turn, value))
    sheet, rows = read(picture, tmp_path / "scan.png")
    assert {mark for mark, state in sheet.states.items() if state != UNMARKED} == {
        bubble(3, *mark) for mark in GAME
    }
    assert {sheet.states[bubble(3, *mark)] for mark in GAME} == {MARKED}
    assert sheet.inked == {3}
    assert [rows[4].game.picks[1].text, rows[4].game.result] == ["B1 U", -1]


@pytest.mark.every
def test_a_line_through_several_marks_and_bubbles_belongs_to_none(tmp_path):
    picture = printed().copy()
    for mark in GAME:
        fill(picture, bubble(3, *mark))
    first = bubble(3, *GAME[0])
    last = bubble(3, *GAME[-1])
    cv2.line(picture, dots(first.x, first.y), dots(last.x, last.y), PENCIL, 4)
    sheet, rows = read(picture, tmp_path / "scan.png")
    assert {sheet.states[bubble(3, *mark)] for mark in GAME} == {TOUCHED}
    assert rows[4].state == DOUBTFUL


@pytest.mark.every
def test_the_edge_of_a_stamp_across_a_row_makes_it_void_no_more_than_it_is_a_mark(tmp_path):
    picture = printed().copy()
    for mark in GAME:
        fill(picture, bubble(3, *mark))
    void = bubble(3, "void", 0, "")
    cv2.circle(picture, dots(void.x - 7, void.y), round(7 * MM), PENCIL, 5, cv2.LINE_AA)
    sheet, rows = read(picture, tmp_path / "scan.png")
    assert sheet.states[void] == TOUCHED
    assert rows[4].state == DOUBTFUL


@pytest.mark.every
def test_ink_where_no_bubble_is_and_faint_dots_are_asked_about_in_a_row_without_marks(tmp_path):
    picture = printed().copy()
    one = bubble(3, "bead", 2, "green")
    other = bubble(8, "box", 1, "A1")
    middle = (one.x + bubble(3, "box", 3, "C1").x) / 2
    cv2.line(picture, dots(middle, one.y - 1.5), dots(middle, one.y + 1.5), PENCIL, 4)
    cv2.circle(picture, dots(other.x, other.y), 3, (150, 150, 150), -1, cv2.LINE_AA)
    sheet, rows = read(picture, tmp_path / "scan.png")
    assert sheet.inked == {3, 8}
    assert (rows[4].state, rows[9].state) == (DOUBTFUL, DOUBTFUL)


def with_dots(darkness):
    """Return the darkness of a sheet with rings, and a dot in the middle of each bubble."""
    dark = np.zeros((round(FORM.height * 8), round(FORM.width * 8)), np.float32)
    ys, xs = np.mgrid[: dark.shape[0], : dark.shape[1]] / 8
    radius = FORM.diameter / 2
    for one in FORM.bubbles:
        box = np.s_[
            round((one.y - 4) * 8) : round((one.y + 4) * 8),
            round((one.x - 4) * 8) : round((one.x + 4) * 8),
        ]
        far = np.hypot(xs[box] - one.x, ys[box] - one.y)
        dark[box][abs(far - radius) < 0.15] = 0.5
        dark[box][far < 0.45] += darkness(one)
    return dark


@pytest.mark.every
def test_a_row_of_marks_that_are_each_too_faint_is_not_taken_for_a_free_row():
    def faint(one):
        """In row 3 a game is marked so faintly, in row 8 only its first bead."""
        marks = {3: GAME, 8: GAME[:1]}.get(one.row, ())
        return 0.05 if (one.field, one.turn, one.value) in marks else 0

    dark = with_dots(faint)
    assert stray_ink(dark, FORM, dict.fromkeys(FORM.bubbles, UNMARKED)).rows == {3}


@pytest.mark.every
def test_a_faint_mark_is_found_where_half_of_its_column_is_marked():
    """What is usual for a bubble is what those are that are not marked."""
    filled = {bubble(row, *GAME[0]) for row in range(12)}

    def darkness(one):
        if one in filled:
            return 0.8
        return 0.1 if one == bubble(20, *GAME[0]) else 0

    states = {one: MARKED if one in filled else UNMARKED for one in FORM.bubbles}
    assert stray_ink(with_dots(darkness), FORM, states).rows == {*range(12), 20}


@pytest.mark.every
@pytest.mark.parametrize(
    ("name", "part"),
    sample([("her", "count-marks"), ("menace", "log-marks"), ("menace", "count-marks")], one_in=3),
)
def test_nothing_that_is_printed_is_stray_ink(tmp_path, name, part):
    """Nor are letters beside bubbles, names and rules."""
    (tmp_path / "sheets.pdf").write_bytes(pdf_bytes(document(name, (part,), language="it")))
    for sheet in at_least_one(
        list(read_pictures([tmp_path / "sheets.pdf"], kit_of(name, language="it")))
    ):
        assert set(sheet.states.values()) == {UNMARKED}
        assert sheet.inked == frozenset()


def test_a_sheet_on_which_no_ring_shows_has_only_unseen_bubbles():
    white = np.zeros((round(FORM.height * 8), round(FORM.width * 8)), np.float32)
    found = stray_ink(white, FORM, dict.fromkeys(FORM.bubbles, UNMARKED))
    assert set(found.states.values()) == {UNSEEN}
    assert len(found.states) == len(FORM.bubbles)
    assert found.rows == frozenset()
