"""Where a sheet lies on a page is found from its letters, however it was laid there, and its marks are put back."""

from dataclasses import replace

import pytest
from counting import some
from hypothesis import given
from hypothesis import strategies as st

from kitgen.paper.marks.scene import Place
from kitgen.sandbox.page_marks import Letters, PageMarks, Shape, between
from kitgen.verification.finding_places import PutBack, find_place

WIDTH, HEIGHT = 100.0, 140.0
CORNERS = ((10.0, 20.0), (30.0, 20.0), (30.0, 60.0))
SHAPE = Shape(0, CORNERS, CORNERS, "MLL", True, None, "#000000", 0.4, (2.0, 1.0))
#: Words here and there, some of them upright, and one that stands there too often to tell anything.
WORDS = [("A1", 12, 9, 0), ("B2", 70, 31, 0), ("x", 41, 87, 90), ("red", 18, 120, 0), ("draw", 88, 133, 270)]
LETTERS = tuple(
    Letters(number + 1, text, (x, y - 3, x + 8, y + 1), 9 + number, turn, "#000000", (float(x), float(y)))
    for number, (text, x, y, turn) in enumerate([*WORDS, *(("1", 5 * n, 7 * n, 0) for n in range(1, 9))])
)
SHEET = PageMarks(WIDTH, HEIGHT, (SHAPE,), LETTERS, ())


def laid(place, letters=LETTERS):
    """The page on which the sheet lies so."""
    moved = tuple(
        replace(one, at=place.point(one.at), size=one.size * place.scale, turn=(one.turn + place.turn) % 360,
                bounds=between(place.point(one.bounds[:2]), place.point(one.bounds[2:])))
        for one in letters
    )  # fmt: skip
    points = tuple(map(place.point, SHAPE.points))
    dash = tuple(length * place.scale for length in SHAPE.dash)
    shape = replace(SHAPE, points=points, corners=points, width=SHAPE.width * place.scale, dash=dash)
    return PageMarks(400, 400, (shape,), moved, ())


def close(one, other):
    assert one == pytest.approx(other, abs=0.01)


places = st.builds(
    Place,
    st.floats(-40, 300),
    st.floats(-40, 300),
    st.floats(0.4, 1.5).filter(lambda scale: abs(scale - 1) > 0.01),
    st.sampled_from([0, 90, 180, 270]),
)


@given(places)
def test_however_it_was_laid_it_is_found_and_put_back(place):
    page = laid(place)
    found = find_place(SHEET, page)
    assert found.place.turn == place.turn
    close((found.place.x, found.place.y, found.place.scale), (place.x, place.y, place.scale))
    close(found.area, between(place.point((0, 0)), place.point((WIDTH, HEIGHT))))
    assert not found.beyond
    back = PutBack(found.place)
    for one, there in zip(some(page.letters, 13), SHEET.letters, strict=True):
        again = back.letters(one)
        assert (again.text, again.turn) == (there.text, there.turn)
        close(again.at, there.at)
        close(again.bounds, there.bounds)
        close(again.size, there.size)
    (shape,) = map(back.shape, page.shapes)
    for point, there in zip(shape.points + shape.corners, CORNERS * 2, strict=True):
        close(point, there)
    close((shape.width, *shape.dash), (SHAPE.width, *SHAPE.dash))


def test_what_lies_where_it_should_is_said_to_lie_so_exactly():
    assert find_place(SHEET, laid(Place(0.02, -0.02, 1.0001))).place == Place()
    assert find_place(SHEET, laid(Place(0.2, 0))).place.x == pytest.approx(0.2)
    assert find_place(SHEET, laid(Place(turn=180))).place.turn == 180


@pytest.mark.parametrize(("there", "found"), [(0, False), (1, False), (2, True), (5, True)])
def test_two_lines_of_letters_are_needed_to_tell(there, found):
    page = laid(Place(30, 40), LETTERS[:there])
    assert (find_place(SHEET, page) is not None) is found


def test_letters_that_stand_everywhere_tell_nothing():
    assert find_place(SHEET, laid(Place(30, 40), LETTERS[len(WORDS) :])) is None


def test_a_sheet_with_something_beyond_its_edge_says_so():
    outside = replace(SHAPE, points=((10.0, 20.0), (101.0, 20.0)), corners=(), steps="ML")
    assert find_place(replace(SHEET, shapes=(SHAPE, outside)), laid(Place(30, 40))).beyond
