"""Nets: faces have the box's size, the tray fits, no flaps overlap, and one line goes round."""

import math
from itertools import chain, combinations

import pytest
from counting import at_least, at_least_one
from hypothesis import given, settings
from hypothesis import strategies as st
from sampling import examples
from shapely.geometry import LineString, Polygon
from shapely.ops import unary_union

from kitgen.errors import UsageError
from kitgen.paper.fold import TAB_FREE_MM, BoxSize, Net, Panel, fold, sleeve, tray, tray_size

UK = BoxSize(53, 36, 15)
SIZES = st.builds(BoxSize, st.floats(12, 200), st.floats(12, 200), st.floats(8, 120))
PAPERS = st.floats(0.1, 0.5)


def nets(box: BoxSize, paper: float, clearance: float = 0.7) -> tuple[Net, Net]:
    return sleeve(box, paper), tray(tray_size(box, paper, clearance), paper)


def span(net: Net, *names: str) -> tuple[float, float, float]:
    """Return how far the named panels reach when folded, between the middles of the paper."""
    folded = fold(net)
    faces = [folded[name] for name in names or folded]
    low, high = bounds(faces)
    return tuple(most - least for least, most in zip(low, high, strict=True))


def bounds(faces):
    """Return the least and the greatest place of the corners of faces, along each axis."""
    axes = list(zip(*chain.from_iterable(faces), strict=True))
    return [min(places) for places in axes], [max(places) for places in axes]


@given(SIZES, PAPERS)
@settings(max_examples=examples(50), deadline=None)
def test_no_panels_overlap_and_one_line_goes_round_all(box, paper):
    for net in at_least(2, nets(box, paper)):
        shapes = {panel.name: Polygon(panel.points) for panel in net.panels}
        assert all(shape.is_valid for shape in shapes.values())
        for one, other in combinations(shapes, 2):
            assert shapes[one].intersection(shapes[other]).area < 1e-6, (one, other)
        whole = unary_union(list(shapes.values()))
        outline = Polygon(net.outline())
        assert outline.is_valid
        assert whole.symmetric_difference(outline).area < 1e-6
        assert whole.bounds == pytest.approx((0, 0, net.width, net.height))


@given(SIZES, PAPERS)
@settings(max_examples=examples(50), deadline=None)
def test_a_fold_lies_on_sides_of_both_its_panels(box, paper):
    for net in at_least(2, nets(box, paper)):
        for panel in at_least_one(panel for panel in net.panels if panel.hinge is not None):
            for side in (panel, net.panel(panel.parent)):
                edge = Polygon(side.points).exterior
                assert LineString(panel.hinge).difference(edge.buffer(1e-6)).length < 1e-6


@given(SIZES, PAPERS)
@settings(max_examples=examples(50), deadline=None)
def test_folded_boxes_have_the_size_they_should(box, paper):
    wide, deep, high = span(sleeve(box, paper))
    assert (wide, deep + paper, high + paper) == pytest.approx((box.width, box.depth, box.height))
    size = tray_size(box, paper, 0.7)
    long, across, up = span(tray(size, paper))
    # The rim is cut, so that only the base adds half a paper to the height.
    assert (long + paper, across + paper, up + paper / 2) == pytest.approx(
        (size.width, size.depth, size.height)
    )


@given(SIZES, PAPERS, st.floats(0.5, 1))
@settings(max_examples=examples(50), deadline=None)
def test_the_tray_fits_with_the_stated_clearance_plus_twice_the_paper(box, paper, clearance):
    net, inner = nets(box, paper, clearance)
    _, across, high = span(net, "top", "bottom", "left", "right")
    _, tray_across, tray_high = span(inner)
    # Middles of paper: inside is one paper less; the tray's outside is one paper more, but for its
    # cut rim.
    assert across - paper - (tray_across + paper) == pytest.approx(clearance)
    assert across + paper - (tray_across + paper) == pytest.approx(clearance + 2 * paper)
    # In height the sleeve's glue tab takes a third paper.
    assert high - paper - paper - (tray_high + paper / 2) == pytest.approx(clearance)


@given(SIZES, PAPERS)
@settings(max_examples=examples(50), deadline=None)
def test_glue_tabs_lie_behind_their_seats_one_paper_further_in(box, paper):
    for net in at_least(2, nets(box, paper)):
        folded = fold(net)
        middle = [sum(ends) / 2 for ends in zip(*bounds(folded.values()), strict=True)]
        tabs = [panel for panel in net.panels if panel.glue is not None]
        assert sorted(tab.glue for tab in tabs) == sorted(seat.number for seat in net.seats)
        for tab in tabs:
            seat = next(seat for seat in net.seats if seat.number == tab.glue)
            face = folded[seat.panel]
            flap = folded[tab.name]
            low, high = bounds([face])
            flap_low, flap_high = bounds([flap])
            across = next(axis for axis in range(3) if high[axis] - low[axis] < 1e-6)
            place = low[across]
            inside = flap_low[across]
            assert flap_high[across] == pytest.approx(inside)
            assert abs(place - inside) == pytest.approx(paper)
            assert abs(inside - middle[across]) < abs(place - middle[across])
            for along in {0, 1, 2} - {across}:
                assert low[along] - paper <= flap_low[along]
                assert flap_high[along] <= high[along] + paper


@given(SIZES, PAPERS)
@settings(max_examples=examples(50), deadline=None)
def test_flaps_inside_a_tray_do_not_meet(box, paper):
    net = nets(box, paper)[1]
    folded = fold(net)

    def in_its_plane(name):
        return Polygon([(y, z) for _, y, z in folded[name]])

    assert in_its_plane("tab 1").distance(in_its_plane("tab 2")) > 0
    assert in_its_plane("tab 3").distance(in_its_plane("tab 4")) > 0
    # They stay off the base and under the rim.
    rim = min(z for _, _, z in folded["left"])
    for name in ("tab 1", "tab 2", "tab 3", "tab 4"):
        heights = [z for _, _, z in folded[name]]
        assert max(heights) <= -TAB_FREE_MM + 1e-6
        assert min(heights) >= rim + TAB_FREE_MM - 1e-6


def test_uk_matchbox():
    net = sleeve(UK, 0.24)
    top = Polygon(net.panel("top").points)
    assert top.bounds[2] - top.bounds[0] == 53
    assert top.bounds[3] - top.bounds[1] == pytest.approx(35.76)
    assert len(list(net.folds())) == 4


def test_a_panel_is_folded_away_from_the_reader():
    base = Panel("base", ((0, 0), (10, 0), (10, 10), (0, 10)))
    flap = Panel("flap", ((10, 0), (15, 0), (15, 10), (10, 10)), "base", ((10, 0), (10, 10)))
    net = Net(15, 10, (base, flap), ())
    assert net.folds() == [((10, 0), (10, 10))]
    assert min(z for _, _, z in fold(net)["flap"]) == pytest.approx(-5)
    assert math.isclose(Polygon(net.outline()).area, 150)


@pytest.mark.parametrize("box", [BoxSize(53, 36, 4.9), BoxSize(401, 36, 15), BoxSize(53, -1, 15)])
def test_sizes_that_cannot_be_folded_are_refused(box):
    with pytest.raises(UsageError, match="cannot be folded"):
        sleeve(box, 0.24)
    with pytest.raises(UsageError, match="cannot be folded"):
        tray(box, 0.24)


@given(SIZES, PAPERS, st.floats(0, 1))
@settings(max_examples=examples(50), deadline=None)
def test_panels_keep_their_shape_and_hang_together_however_far_they_are_bent(box, paper, share):
    for net in at_least(2, nets(box, paper)):
        bent = fold(net, share)
        for panel in at_least_one(net.panels):
            solid = bent[panel.name]
            for one, other in at_least(3, combinations(range(len(solid)), 2)):
                flat = math.dist(panel.points[one], panel.points[other])
                assert math.dist(solid[one], solid[other]) == pytest.approx(flat)
        unfolded = fold(net, 0)
        for panel in at_least_one(net.panels):
            corners = zip(unfolded[panel.name], panel.points, strict=True)
            for (x, y, _), point in at_least(3, corners):
                assert (x, y) == pytest.approx(point)
