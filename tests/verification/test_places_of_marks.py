"""Where the marks of a page lie: their bounds and outlines, which are found at a place, line by
line, and what becomes of them when the page is turned.
"""

import pytest
from counting import at_least

from kitgen.sandbox.page_marks import (
    NO_CORRECTION,
    SQUARE_MM,
    Correction,
    Letters,
    MarkIndex,
    PageMarks,
    Shape,
    holds,
    in_lines,
    turn_page,
    turn_point,
    within,
)

WIDTH = 100.0
HEIGHT = 50.0


def square(order, x, y, side=2.0, fill="#000000"):
    """A square with its middle at a place."""
    x0 = x - side / 2
    y0 = y - side / 2
    points = ((x0, y0), (x0 + side, y0), (x0 + side, y0 + side), (x0, y0 + side))
    return Shape(order, points, points, "MLLL", closed=True, fill=fill, stroke=None, width=0.1)


def word(order, text, x, y, turn=0.0):
    """A word with its middle at a place, 4 mm wide and 2 mm high."""
    return Letters(order, text, (x - 2, y - 1, x + 2, y + 1), 9, turn, "#000000", (x - 2, y + 1))


def page(shapes=(), letters=()):
    return PageMarks(WIDTH, HEIGHT, tuple(shapes), tuple(letters))


def test_a_shape_has_the_bounds_of_its_points_and_follows_its_curves():
    shape = Shape(
        0,
        points=((0, 0), (0, 8), (8, 8), (8, 0), (4, -2)),
        corners=((0, 0), (8, 0), (4, -2)),
        steps="MCL",
        closed=True,
        fill=None,
        stroke="#000000",
        width=1,
    )
    assert shape.bounds == (0, -2, 8, 8)
    assert shape.centre == (4, 3)
    assert shape.size == (8, 10)
    assert (shape.curves, shape.subpaths) == (1, 1)
    curve = ((1.25, 4.5), (4.0, 6.0), (6.75, 4.5), (8.0, 0.0))
    assert shape.outline == ((0, 0), *curve, (4, -2))
    round_back = Shape(
        0, ((1, 2), (3, 2), (3, 4)), (), "MC", closed=True, fill=None, stroke=None, width=1
    )
    # The last side comes back to the first point.
    assert round_back.outline[-1] == (1.0, 2.0)
    assert round_back.outline[1] == (2.125, 2.28125)


def test_a_curve_begins_where_the_side_before_it_ends():
    points = ((9, 9), (0, 0), (0, 8), (8, 8), (8, 0))
    shape = Shape(0, points, (), "MLC", closed=False, fill=None, stroke=None, width=1)
    curve = ((1.25, 4.5), (4.0, 6.0), (6.75, 4.5), (8.0, 0.0))
    assert shape.outline == ((9, 9), (0, 0), *curve)


@pytest.mark.parametrize(
    ("change", "near"),
    [
        ((0, 0, 0, 0), True),
        ((0.000004, -0.000004, 0.0004, -0.0004), True),
        ((0.000011, 0, 0, 0), False),
        ((0, -0.000011, 0, 0), False),
        ((0.000006, 0.000006, 0, 0), False),
        ((0, 0, 0.0011, 0), False),
        ((0, 0, 0, -0.0011), False),
        ((0, 0, 0.0006, -0.0006), False),
    ],
)
def test_corrections_are_the_same_as_exactly_as_a_pdf_has_them(change, near):
    own = (1.01, 0.99, 2.0, 3.0)
    other = Correction(*(value + by for value, by in zip(own, change, strict=True)))
    assert Correction(*own).is_near(other) is near
    assert other.is_near(Correction(*own)) is near


@pytest.mark.parametrize(
    ("point", "slack", "inside"),
    [
        ((1, 2), 0, True),
        ((3, 5), 0, True),
        ((0.9, 3), 0, False),
        ((3.1, 3), 0, False),
        ((2, 1.9), 0, False),
        ((2, 5.1), 0, False),
        ((0.5, 1.5), 0.5, True),
        ((3.5, 5.5), 0.5, True),
        ((0.4, 3), 0.5, False),
        ((2, 5.6), 0.5, False),
    ],
)
def test_a_rectangle_holds_what_lies_on_its_sides_or_near(point, slack, inside):
    assert holds((1, 2, 3, 5), point, slack) is inside
    assert within((*point, *point), (1, 2, 3, 5), slack) is inside
    assert within((2, 3, *point), (1, 2, 3, 5), slack) is inside
    assert within((*point, 2, 3), (1, 2, 3, 5), slack) is inside


@pytest.mark.parametrize(
    ("turn", "place"),
    [(0, (30, 10)), (90, (10, 70)), (180, (70, 40)), (270, (40, 30)), (-90, (40, 30))],
)
def test_a_point_is_turned_with_its_page(turn, place):
    assert turn_point(page(), turn, (30, 10)) == place
    turned = turn_page(page(), turn % 360)
    assert turn_point(turned, -turn, place) == (30, 10)


def test_marks_are_turned_with_their_page():
    whole = page([square(0, 30, 10)], [word(1, "A1", 80, 40, 90), word(2, "B1", 20, 5, 0)])
    assert turn_page(whole, 0) is whole
    places = {90: ((10, 70), (40, 20)), 180: ((70, 40), (20, 10)), 270: ((40, 30), (10, 80))}
    for turn, (of_shape, of_word) in places.items():
        turned = turn_page(whole, turn)
        size = (WIDTH, HEIGHT) if turn == 180 else (HEIGHT, WIDTH)
        assert (turned.width, turned.height) == size
        assert (turned.strange, turned.correction) == ((), NO_CORRECTION)
        (shape,) = turned.shapes
        assert (shape.centre, shape.size) == (of_shape, (2, 2))
        assert shape.corners == shape.points
        first, second = turned.letters
        assert first.centre == of_word
        wide = (4, 2) if turn == 180 else (2, 4)
        x0, y0, x1, y1 = first.bounds
        assert (x1 - x0, y1 - y0) == wide
        assert (first.turn, second.turn) == ((90 - turn) % 360, -turn % 360)
    assert whole.marks == [*whole.shapes, *whole.letters]


def orders(marks):
    return [mark.order for mark in marks]


#: Places of marks: about the lines between the squares of an index, beyond the page, and at its
#: edges.
PLACES = [
    (14.9, 14.9),
    (15.0, 15.0),
    (15.1, 30.0),
    (50.0, 25.0),
    (99.9, 49.9),
    (100.0, 50.0),
    (105.0, 60.0),
    (500.0, 25.0),
    (0.0, 0.0),
    (-1.0, -1.0),
    (-400.0, 25.0),
    (50.0, -300.0),
    (50.0, 900.0),
]


@pytest.mark.parametrize("side", [0.2, 8.0, 40.0, 2000.0])
def test_an_index_finds_all_marks_in_a_rectangle_and_no_others(side):
    """In the order in which they are drawn, also off the page."""
    last = len(PLACES) - 1
    shapes = [square(last - at, x, y) for at, (x, y) in enumerate(PLACES)]
    letters = [word(100 - at, "w", x, y) for at, (x, y) in enumerate(PLACES)]
    index = MarkIndex(page(shapes, letters))
    for x, y in at_least(10, PLACES):
        bounds = (x - side / 2, y - side / 2, x + side / 2, y + side / 2)
        for found, marks in ((index.shapes(bounds), shapes), (index.letters(bounds), letters)):
            inside = [mark for mark in marks if holds(bounds, mark.centre)]
            assert orders(found) == sorted(orders(inside))
    assert index.page.width == WIDTH


def test_marks_are_kept_in_squares_of_fifteen_millimetres():
    index = MarkIndex(page())
    assert SQUARE_MM == 15.0
    squares = [
        index._square_of(point)
        for point in ((0, 0), (14.9, 15), (99, 49), (104.9, 59.9), (105, 60), (900, -0.1))
    ]
    assert squares == [(0, 0), (0, 1), (6, 3), (6, 3), (7, 4), (7, -1)]
    assert [*index._squares((10, 10, 20, 40))] == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]


@pytest.mark.parametrize(
    ("point", "order", "hidden"),
    [
        ((20, 20), 0, True),
        ((20, 20), 4, True),
        ((20, 20), 5, False),
        ((20, 20), 9, False),
        ((39, 39), 0, True),
        ((41, 20), 0, False),
        ((20, 41), 0, False),
        ((70, 20), 0, False),
        ((90, 25), 6, True),
        ((81, 39), 6, False),
    ],
)
def test_a_later_filled_shape_hides_what_lies_under_it(point, order, hidden):
    """All that lies in its outline, in whatever squares; one without a fill hides nothing."""
    triangle = Shape(
        7,
        ((80, 20), (95, 20), (95, 40)),
        (),
        "MLL",
        closed=True,
        fill="#FFFFFF",
        stroke=None,
        width=0,
    )
    covers = [square(5, 20, 20, 40), square(6, 70, 20, 6, fill=None), triangle]
    assert MarkIndex(page(covers)).hidden(point, order) is hidden


def test_marks_lie_in_lines_each_from_the_left():
    places = [(30, 10), (10, 10.5), (20, 11), (5, 11.1), (9, 30), (8, 12.1)]
    marks = [square(at, x, y) for at, (x, y) in enumerate(places)]
    assert [orders(line) for line in in_lines(marks, 1)] == [[1, 2, 0], [3, 5], [4]]
    assert [orders(line) for line in in_lines(marks, 0.4)] == [[0], [1], [3, 2], [5], [4]]
    assert in_lines([], 1) == []
    same = [word(1, "b", 20, 5), word(0, "a", 10, 5)]
    assert [orders(line) for line in in_lines(same, 0)] == [[0, 1]]
