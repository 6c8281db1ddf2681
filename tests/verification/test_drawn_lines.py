"""Lines on a board as a page has them, each drawn here by hand: which are there, which lead one
way, and whose they are.
"""

from types import SimpleNamespace

import pytest

from kitgen.sandbox.page_marks import Shape
from kitgen.verification.drawn_lines import line_faults

#: Five points, 10 mm apart: four at corners, and one in the middle of the upper edge.
CELLS = [(0.0, 0.0), (10.0, 0.0), (20.0, 0.0), (0.0, 20.0), (20.0, 20.0)]
GREY = "#999999"
DARK = "#202020"


def line(start, end, stroke=GREY, width=0.4, off=(0.0, 0.0)):
    """An open line from one point to another, perhaps beside them."""
    places = [CELLS[start], CELLS[end]]
    corners = tuple((x + off[0], y + off[1]) for x, y in places)
    return Shape(0, corners, corners, "ML", False, None, stroke, width)


def bent(start, middle, end, stroke=GREY):
    corners = (CELLS[start], middle, CELLS[end])
    return Shape(0, corners, corners, "MLL", False, None, stroke, 0.4)


def curve(start, end):
    corners = (CELLS[start], CELLS[end])
    points = (CELLS[start], (5.0, 5.0), (6.0, 6.0), CELLS[end])
    return Shape(0, points, corners, "MC", False, None, GREY, 0.4)


def head(at, way, fill=GREY):
    """An arrowhead: a slim triangle whose tip points some way, (1, 0) to the right."""
    x, y = at
    across, down = way
    corners = (
        (x + 1.5 * across, y + 1.5 * down),
        (x - across + 0.5 * down, y - down + 0.5 * across),
        (x - across - 0.5 * down, y - down - 0.5 * across),
    )
    return Shape(0, corners, corners, "MLL", True, fill, None, 0.0)


def tie(at, way=(0.0, 1.0)):
    """A short dark stroke across a line."""
    x, y = at
    corners = ((x - way[0], y - way[1]), (x + way[0], y + way[1]))
    return Shape(0, corners, corners, "ML", False, None, DARK, 0.3)


def faults(shapes, lines=(), one_way=(), own_lines=((), ())):
    diagram = SimpleNamespace(lines=lines, one_way=one_way, own_lines=own_lines)
    return list(line_faults(shapes, CELLS, 10.0, diagram))


def missing(what, start, end):
    return f"the {what} from point {start} to {end} is missing"


def too_many(what, start, end):
    return f"there is a {what} from point {start} to {end} that the game does not have"


@pytest.mark.parametrize(
    ("shapes", "found"),
    [
        ([line(0, 1)], []),
        ([line(1, 0)], []),
        ([line(0, 1), line(0, 1)], []),
        ([], [missing("line", 1, 2)]),
        ([line(0, 3)], [missing("line", 1, 2), too_many("line", 1, 4)]),
        ([line(0, 1), line(4, 2)], [too_many("line", 3, 5)]),
        ([bent(0, (5.0, 5.0), 1)], []),
        ([curve(0, 1)], [missing("line", 1, 2)]),
        ([line(0, 1, off=(2.4, 0.0))], []),
        ([line(0, 1, off=(2.6, 0.0))], [missing("line", 1, 2)]),
        ([line(0, 1, stroke=DARK)], [missing("line", 1, 2)]),
        ([line(0, 1), bent(3, (5.0, 5.0), 3)], []),
    ],
)
def test_plain_lines_join_their_points_whichever_way_they_are_drawn(shapes, found):
    """Nearer to a point than a quarter of a cell; a dark one is a side's own."""
    assert faults(shapes, lines=[(0, 1)]) == found


@pytest.mark.parametrize(
    ("shapes", "found"),
    [
        ([line(0, 1), head((5, 0), (1, 0))], []),
        ([line(1, 0), head((5, 0), (1, 0))], []),
        ([line(0, 1)], [missing("arrowhead", 1, 2)]),
        (
            [line(0, 1), head((5, 0), (-1, 0))],
            [missing("arrowhead", 1, 2), too_many("arrowhead", 2, 1)],
        ),
        ([line(0, 1), head((5, 0), (1, 0), "#FFFFFF")], [missing("arrowhead", 1, 2)]),
        ([line(0, 1), head((5, 0), (1, 0), DARK)], [missing("arrowhead", 1, 2)]),
        (
            [line(0, 1), line(0, 3), head((5, 0), (1, 0)), head((0, 10), (0, 1))],
            [too_many("line", 1, 4), too_many("arrowhead", 1, 4)],
        ),
        ([head((5, 0), (1, 0))], [missing("line", 1, 2), missing("arrowhead", 1, 2)]),
    ],
)
def test_a_line_that_leads_one_way_has_a_grey_head_that_points_there(shapes, found):
    assert faults(shapes, lines=[(0, 1)], one_way=[(0, 1)]) == found


def test_a_head_belongs_to_the_stretch_of_a_bent_line_on_which_it_lies():
    shapes = [bent(0, (10.0, 10.0), 2), head((15, 5), (0.7, -0.7))]
    assert faults(shapes, lines=[(0, 2)], one_way=[(0, 2)]) == []
    back = [bent(2, (10.0, 10.0), 0), head((15, 5), (0.7, -0.7))]
    assert faults(back, lines=[(0, 2)], one_way=[(0, 2)]) == []


RAILS = [line(0, 3, DARK, off=(-0.3, 0.0)), line(0, 3, DARK, off=(0.3, 0.0))]


@pytest.mark.parametrize(
    ("shapes", "own", "found"),
    [
        (RAILS, [(0, 3), (3, 0)], []),
        (RAILS[:1], [(0, 3), (3, 0)], [missing("double line", 1, 4)]),
        ([*RAILS, head((0, 10), (0, 1), "#FFFFFF")], [(0, 3)], []),
        (RAILS, [(0, 3)], [missing("white arrowhead", 1, 4)]),
        ([*RAILS, head((0, 10), (0, 1))], [(0, 3)], [missing("white arrowhead", 1, 4)]),
        (
            [*RAILS, head((0, 10), (0, -1), "#FFFFFF")],
            [(0, 3)],
            [missing("white arrowhead", 1, 4), too_many("white arrowhead", 4, 1)],
        ),
        (RAILS, [], [too_many("double line", 1, 4)]),
    ],
)
def test_lines_of_the_first_side_are_double_with_a_white_head_where_they_lead_one_way(
    shapes, own, found
):
    assert faults(shapes, own_lines=(own, ())) == found


@pytest.mark.parametrize(
    ("shapes", "own", "found"),
    [
        ([tie((7, 20)), tie((13, 20))], [(3, 4), (4, 3)], []),
        ([tie((7, 20))], [(3, 4), (4, 3)], ["4 and 5"]),
        ([], [(3, 4), (4, 3)], ["4 and 5"]),
        ([tie((7, 20.1)), tie((13, 19.9))], [(3, 4)], []),
        ([tie((7, 20.2)), tie((13, 19.8))], [(3, 4)], ["4 and 5"]),
        ([tie((7, 20), (0.0, 1.3)), tie((13, 20))], [(3, 4)], ["4 and 5"]),
        ([], [(0, 2)], []),
        ([], [(4, 3)], []),
    ],
)
def test_lines_of_the_second_side_have_ties_where_no_point_lies_between(shapes, own, found):
    """Each is looked for once, from its first point; one with a point between is two."""
    lines = [f"the line with cross-strokes between points {points} is missing" for points in found]
    assert faults(shapes, own_lines=((), own)) == lines
