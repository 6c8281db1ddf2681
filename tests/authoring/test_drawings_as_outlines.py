"""How drawings are read as outlines, point by point, and from where on they are too thin or too
much alike.
"""

import pytest
from counting import at_least

from kitgen.errors import TemplateError
from kitgen.reading.outline_checks import check_outlines, dots_of, shared_part, thin_part
from kitgen.reading.outline_svg import (
    MAX_ELEMENTS,
    MAX_NESTING,
    MAX_POINTS_OF_A_FILE,
    MAX_SVG_BYTES,
    outline_of,
    read_outline,
)

#: A drawing of 12 x 10 each, by what is particular to it.
DRAWINGS = {
    "a piece that goes on where the last began": "M0,0 L12,0 12,10 0,10 Z l4,0 0,4 -4,0 z",
    "two pieces, the first left open": "M0,0 H12 V10 H0 M3,3 h2 v2 h-2",
    "smooth after a line starts straight": "M0,0 L12,0 S12,10 6,10 L0,10 Z",
    "smooth twice": "M0,5 C0,0 4,0 4,5 S8,10 8,5 s4,-5 4,0 V10 H0 Z",
    "square after square": "M0,5 Q3,0 6,5 T12,5 t0,5 H0 Z",
    "square after a line": "M0,0 L12,0 T12,10 L0,10 Z",
    "a small arc": "M0,10 A12,12 0 0 1 12,10 V0 H0 Z",
    "a large arc": "M5,10 a6,5 0 1 1 2,0 z",
    "the other way round": "M5,10 a6,5 0 1 0 2,0 z",
    "a turned arc": "M0,8 A8,3 30 0 1 12,8 V0 H0 Z",
    "an arc that has to grow": "M0,5 A1,1 0 0 0 12,5 V0 H0 Z",
    "an arc without a radius": "M0,0 A0,4 0 0 1 12,0 L12,10 0,10 Z",
    "an arc that goes nowhere": "M0,0 A3,4 0 0 1 0,0 L12,0 12,10 0,10 Z",
    "numbers that lean on each other": "M0-0L12,.5.5 10-1,9z",
    "numbers with powers": "M0,0L1.2e1,0 12,1E1 0e0,10z",
}

#: Shapes, and groups that move them; a small square beside them shows how far.
SHAPES = {
    "moved, then turned": (
        '<g transform="translate(3,4) rotate(30)"><rect width="12" height="10"/></g>'
        '<rect width="2" height="2"/>'
    ),
    "turned, then moved": (
        '<g transform="rotate(30) translate(3,4)"><rect width="12" height="10"/></g>'
        '<rect width="2" height="2"/>'
    ),
    "turned about a place": (
        '<rect x="1" width="12" height="10" transform="rotate(60 5 -2)"/>'
        '<rect width="2" height="2"/>'
    ),
    "in groups": (
        '<g transform="scale(2)"><g transform="translate(1)"><rect y="2" width="6" height="3"/></g>'
        '<circle cx="3" cy="9" r="2"/></g>'
    ),
    "an ellipse": '<ellipse cx="2" cy="3" rx="6" ry="5"/>',
    "a matrix": (
        '<polygon points="0,0 6,0 6,5" transform="matrix(2 1 -1 3 4 5)"/>'
        '<rect width="2" height="2"/>'
    ),
    "beside words": '<title>A fox</title><desc>drawn</desc><rect width="12px" height="10"/>',
}


def svg(inside):
    return f'<svg xmlns="http://www.w3.org/2000/svg">{inside}</svg>'.encode()


def outline(inside):
    return outline_of(svg(inside), "piece.svg")


def corners(drawn):
    """Return the steps of an outline in thousandths of its longer side."""
    lines = []
    for letter, *points in drawn.steps:
        places = [f"{1000 * x:.0f},{1000 * y:.0f}" for x, y in points]
        lines.append(" ".join([letter, *places]))
    return "; ".join(lines).replace("-0,", "0,").replace(",-0", ",0")


def test_drawings_are_read_point_by_point_as_before(golden):
    read = {what: corners(outline(f'<path d="{path}"/>')) for what, path in DRAWINGS.items()}
    read |= {what: corners(outline(inside)) for what, inside in SHAPES.items()}
    golden("outlines", "\n".join(f"{what}: {steps}" for what, steps in read.items()))


def refusal(inside):
    with pytest.raises(TemplateError) as refused:
        outline(inside)
    return str(refused.value)


SQUARE = '<rect width="9" height="9"/>'


def in_groups(number):
    return "<g>" * number + SQUARE + "</g>" * number


def with_points(number):
    places = " ".join(f"{50 * (spot % 2)},{spot // 2 % 50}" for spot in range(number))
    return f'<polyline points="{places}"/>'


@pytest.mark.every
def test_there_may_be_so_many_elements_groups_and_points_and_no_more():
    others = MAX_ELEMENTS - 2  # than the picture itself and the square
    outline(SQUARE + "<g/>" * others)
    assert refusal(SQUARE + "<g/>" * (others + 1)) == (
        f"piece.svg has more than {MAX_ELEMENTS} elements; draw less"
    )
    outline(in_groups(MAX_NESTING))
    assert refusal(in_groups(MAX_NESTING + 1)) == (
        f"piece.svg has groups in more than {MAX_NESTING} groups; ungroup them"
    )
    most = MAX_POINTS_OF_A_FILE - 1  # and the one that closes it
    assert "too many small bends" in refusal(with_points(most))
    assert refusal(with_points(most + 1)) == (
        f"piece.svg has {MAX_POINTS_OF_A_FILE + 1} points; draw it with fewer"
    )


@pytest.mark.parametrize("sign", ["", "-"])
def test_a_coordinate_may_be_a_hundred_thousand(sign):
    outline(f'<rect x="{sign}100000" width="9" height="9"/>')
    assert refusal(f'<rect x="{sign}100001" width="9" height="9"/>') == (
        f"piece.svg has the number '{sign}100001', which is too large"
    )


@pytest.mark.parametrize(("high", "is_line"), [(5.0, True), (5.1, False)])
def test_what_is_twenty_times_as_long_as_high_is_a_line(high, is_line):
    inside = f'<rect width="100" height="{high}"/>'
    if is_line:
        assert refusal(inside) == "piece.svg is a line; draw a figure"
    else:
        assert outline(inside).letters == "MLLLL"


def test_a_file_may_have_a_hundred_kilobytes(tmp_path):
    path = tmp_path / "piece.svg"
    data = svg(SQUARE)
    path.write_bytes(data + b" " * (MAX_SVG_BYTES - len(data)))
    assert read_outline(path).letters == "MLLLL"
    path.write_bytes(data + b" " * (MAX_SVG_BYTES + 1 - len(data)))
    with pytest.raises(TemplateError, match="has more than 100 kB; an outline cannot be that long"):
        read_outline(path)


# Figures at 6 mm: 60 dots a side.


def figure(*rectangles):
    """Return a figure of rectangles in dots, on a square of 60 whose corners it has."""
    return outline("".join(_rectangle(*each) for each in rectangles))


def _rectangle(x, y, wide, high):
    return f'<rect x="{x}" y="{y}" width="{wide}" height="{high}"/>'


def alone(drawn):
    """Return why an outline is refused whatever else there is; empty if it is not."""
    try:
        check_outlines({"fox": drawn})
    except TemplateError as error:
        return str(error)
    return ""


def test_dots_are_those_that_a_figure_covers_and_holes_are_filled_unless_asked_for():
    ring = figure((0, 0, 60, 60), (20, 20, 20, 20))
    assert len(dots_of(ring)) == 3600
    assert len(dots_of(ring, holes=True)) == 3600 - 400
    half = dots_of(figure((0, 0, 60, 30)))
    assert half == {(column, row) for column in range(-30, 30) for row in range(-15, 15)}


#: Where a thin bar stands out of a square of 40 dots, as columns and rows, by the words for it.
BARS = {
    "at the top": (28, 0, 3, 20),
    "at the bottom": (28, 40, 3, 20),
    "on the left": (-8, 28, 20, 3),
    "on the right": (50, 28, 18, 3),
    "at the top on the left": (10, 0, 3, 20),
    "at the bottom on the right": (46, 40, 3, 20),
}


@pytest.mark.parametrize("where", BARS)
def test_a_part_that_is_too_thin_is_said_to_lie_where_it_does(where):
    x, y, wide, high = BARS[where]
    body = {(column, row) for column in range(-20, 20) for row in range(-10, 10)}
    bar = {
        (column - 30, row - 30) for column in range(x, x + wide) for row in range(y, y + high)
    } - body
    assert thin_part(frozenset(body | bar)) == where


def test_what_is_four_dots_thick_is_thick_enough_and_tips_may_be_thin():
    body = {(column, row) for column in range(-20, 20) for row in range(-10, 10)}

    def with_bar(thick, long):
        bar = {(column, row) for column in range(thick) for row in range(10, 10 + long)}
        return thin_part(frozenset(body | bar))

    assert with_bar(4, 20) == ""
    assert with_bar(3, 20) == "at the bottom"
    assert with_bar(2, 20) == ""  # a tip of forty dots
    assert with_bar(2, 21) == "at the bottom"


def test_a_thin_middle_is_said_to_be_in_the_middle():
    ends = {
        (column, row) for column in (*range(-30, -15), *range(15, 30)) for row in range(-10, 10)
    }
    bridge = {(column, row) for column in range(-15, 15) for row in range(2)}
    assert thin_part(frozenset(ends | bridge)) == "in the middle"


def test_a_figure_covers_at_least_fifteen_in_a_hundred():
    assert alone(figure((0, 0, 60, 9))) == ""
    assert alone(figure((0, 0, 60, 8))) == (
        "fox covers too little of its place at 6 mm; draw it thicker"
    )


def test_two_figures_share_at_most_eighty_in_a_hundred_however_they_are_laid():
    wide = figure((0, 0, 60, 50))
    lower = figure((0, 0, 60, 40))
    assert shared_part(dots_of(wide), dots_of(lower)) == 0.8
    check_outlines({"fox": wide, "hen": lower})
    nearer = figure((0, 0, 60, 41))
    with pytest.raises(TemplateError) as refused:
        check_outlines({"fox": wide, "egg": figure((0, 0, 30, 60)), "hen": nearer})
    assert str(refused.value) == (
        "fox and hen look alike at 6 mm: 82% is the same; make their outlines differ more"
    )
    body = dots_of(lower)
    for across, down in at_least(4, [(4, 0), (-4, 2), (0, -4), (2, 2)]):
        moved = frozenset((column + across, row + down) for column, row in body)
        assert shared_part(body, moved) == 1
    further = frozenset((column + 6, row) for column, row in body)
    assert shared_part(body, further) < 1
