"""The geometry of drawing against shapely, which it does not use: on polygons of every kind,
convex or not.
"""

import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from shapely.geometry import LineString, MultiPoint, Point, Polygon

from kitgen.paper.marks.scene import (
    apart,
    area,
    clear,
    convex_hull,
    exit_distance,
    sides,
    to_segment,
    within_polygon,
)

#: How far figures of the two may differ, by rounding alone.
NEAR = 1e-6
#: Farther than any polygon reaches.
FAR = 1000
#: Coordinates on a raster of eighths, which is coarse: rounding decides nothing.
EIGHTHS = st.integers(-400, 400).map(lambda eighths: eighths / 8)
PLACES = st.tuples(EIGHTHS, EIGHTHS)


@st.composite
def polygons(draw):
    """A star of 3 to 9 corners about a point, most of them not convex, in either direction."""
    x, y = draw(PLACES)
    count = draw(st.integers(3, 9))
    radii = draw(st.lists(st.integers(4, 160), min_size=count, max_size=count))
    corners = []
    for number, eighths in enumerate(radii):
        radius = eighths / 8
        angle = 2 * math.pi * number / count
        corners.append((x + radius * math.cos(angle), y + radius * math.sin(angle)))
    if draw(st.booleans()):
        corners.reverse()
    return tuple(corners)


@given(polygons())
def test_the_area_is_signed_by_the_way_round(polygon):
    shape = Polygon(polygon)
    assert abs(area(polygon)) == pytest.approx(shape.area)
    # Shapely's y goes up, so that its counterclockwise is clockwise on paper.
    assert (area(polygon) > 0) == shape.exterior.is_ccw


@given(polygons(), PLACES)
def test_inside(polygon, point):
    shape = Polygon(polygon)
    assume(shape.exterior.distance(Point(point)) > NEAR)
    assert within_polygon(point, polygon) == shape.contains(Point(point))


@given(PLACES, PLACES, PLACES)
def test_to_segment(point, start, end):
    line = LineString([start, end]) if start != end else Point(start)
    assert to_segment(point, start, end) == pytest.approx(line.distance(Point(point)), abs=NEAR)


@given(polygons(), polygons())
def test_apart(one, other):
    assert apart(one, other) == pytest.approx(Polygon(one).distance(Polygon(other)), abs=NEAR)
    assert apart(one, other) == pytest.approx(apart(other, one), abs=NEAR)


@given(st.lists(PLACES, min_size=1, max_size=20))
def test_the_hull_is_the_smallest_convex_outline_and_runs_clockwise(points):
    hull = convex_hull(points)
    shape = MultiPoint(points).convex_hull
    if shape.geom_type == "Polygon":  # points on one line have no area
        assert Polygon(hull).symmetric_difference(shape).area == pytest.approx(0, abs=NEAR)
        assert area(hull) > 0
    assert set(hull) <= set(points)


@given(polygons(), polygons(), st.integers(0, 40))
def test_hulls_keep_a_gap_when_they_are_as_far_apart(one, other, eighths):
    hull = convex_hull(one)
    other_hull = convex_hull(other)
    gap = eighths / 8
    distance = Polygon(hull).distance(Polygon(other_hull))
    assume(abs(distance - gap) > NEAR)  # otherwise rounding decides
    assert clear(hull, other_hull, gap) == (distance > gap)


@given(polygons(), st.floats(0, 2 * math.pi))
def test_a_ray_leaves_a_hull_at_its_last_crossing(polygon, angle):
    hull = convex_hull(polygon)
    start = Polygon(hull).centroid.coords[0]
    way = math.cos(angle), math.sin(angle)
    end = (start[0] + FAR * way[0], start[1] + FAR * way[1])
    within = LineString([start, end]).intersection(Polygon(hull))
    assert exit_distance(hull, start, way) == pytest.approx(within.length, abs=10 * NEAR)


def test_sides_close_the_outline():
    assert list(sides([(0, 0), (1, 0), (1, 1)]))[-1] == ((1, 1), (0, 0))
