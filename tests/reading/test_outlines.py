"""Outlines in SVG: each command of a path, each shape and each transform, against points worked
out by hand or by the formula of the curve; and what is simplified or refused, in words.
"""

import math

import pytest

from kitgen.errors import TemplateError
from kitgen.reading.outline_svg import (
    LARGEST_COORDINATE,
    MAX_ELEMENTS,
    MAX_NESTING,
    MAX_POINTS,
    MAX_POINTS_OF_A_FILE,
    MAX_SVG_BYTES,
    Outline,
    bounds_of,
    outline_of,
    read_outline,
)


def svg(inside, attributes=""):
    return f'<svg xmlns="http://www.w3.org/2000/svg" {attributes}>{inside}</svg>'.encode()


def outline(inside):
    return outline_of(svg(inside), "it.svg")


def path(d, transform=""):
    moved = f' transform="{transform}"' if transform else ""
    return outline(f'<path d="{d}"{moved}/>')


def rounded(shape):
    """Return the steps of an outline, to a thousandth of its longer side."""
    return [
        (kind, *((round(x, 3) + 0.0, round(y, 3) + 0.0) for x, y in points))
        for kind, *points in shape.steps
    ]


#: The rectangle of 20 by 10 whose upper left corner comes first.
BOX = [
    ("M", (-0.5, -0.25)),
    ("L", (0.5, -0.25)),
    ("L", (0.5, 0.25)),
    ("L", (-0.5, 0.25)),
    ("L", (-0.5, -0.25)),
    ("Z",),
]


@pytest.mark.parametrize(
    "d",
    [
        "M0 0 L20 0 L20 10 L0 10 Z",
        "M0,0 20,0 20,10 0,10z",
        "m5 5 l20 0 l0 10 l-20 0 z",
        "m5 5 20 0 0 10-20 0z",
        "M0 0H20V10H0Z",
        "M3 3h20v10h-20z",
        "M0 0 L20 0 L20 10 L0 10 L0 0",
        "M0 0 L20 0 L20 10 L0 10",
        "M0 0 L2e1 0 L20 1.0e1 L0 10. L.0 0",
        "M+0 -0 20,0 20,10,0 10",
    ],
)
def test_a_box_is_the_same_however_it_is_written(d):
    assert rounded(path(d)) == BOX


@pytest.mark.parametrize(
    "inside",
    [
        '<rect width="20" height="10"/>',
        '<rect x="7" y="-3" width="20px" height="10px"/>',
        '<polygon points="0,0 20,0 20,10 0,10"/>',
        '<polyline points="0 0 20 0 20 10 0 10 0 0"/>',
        '<g><g transform="scale(2)"><rect width="20" height="10"/></g></g>',
        '<rect width="10" height="10" transform="scale(2 1)"/>',
        '<rect width="20" height="10" transform="translate(5)"/>',
        '<rect width="20" height="10" transform="translate(5,-6)"/>',
        '<rect width="10" height="5" transform="matrix(2 0 0 2 9 9)"/>',
        '<title>box</title><desc>it</desc><metadata/><defs/><rect width="20" height="10"/>',
    ],
)
def test_a_box_is_the_same_whatever_it_is_made_of(inside):
    assert rounded(outline(inside)) == BOX


@pytest.mark.parametrize(
    ("transform", "first"),
    [
        ("rotate(90)", (0.25, -0.5)),
        ("rotate(180)", (0.5, 0.25)),
        ("rotate(-90)", (-0.25, 0.5)),
        ("rotate(90 3 4)", (0.25, -0.5)),
        ("translate(3 4) rotate(90) translate(-3 -4)", (0.25, -0.5)),
        ("scale(-1 1)", (0.5, -0.25)),
        ("scale(1,-1)", (-0.5, 0.25)),
        ("matrix(0 1 1 0 0 0)", (-0.25, -0.5)),
    ],
)
def test_a_turned_or_mirrored_box_begins_elsewhere(transform, first):
    shape = outline(f'<rect width="20" height="10" transform="{transform}"/>')
    assert rounded(shape)[0] == ("M", first)


def test_transforms_are_done_from_the_right_and_places_kept_beside_others():
    both = outline(
        '<rect width="4" height="4"/>'
        '<rect width="2" height="2" transform="translate(6 0) scale(2) rotate(90 1 1)"/>'
    )
    assert rounded(both)[0] == ("M", (-0.5, -0.2))
    assert rounded(both)[6] == ("M", (0.5, -0.2))


def on_curve(shape, number=1):
    """Return where a curve is at its half."""
    (_, *_, start), (kind, one, two, end) = shape.steps[number - 1], shape.steps[number]
    assert kind == "C"
    return tuple(
        (a + 3 * b + 3 * c + d) / 8 for a, b, c, d in zip(start, one, two, end, strict=True)
    )


def test_a_circle_has_its_radius_everywhere():
    for inside in (
        '<circle cx="5" cy="6" r="10"/>',
        '<ellipse cx="5" cy="6" rx="10" ry="10"/>',
        '<path d="M15 6 A10 10 0 0 1 -5 6 A10 10 0 0 1 15 6"/>',
        '<path d="M15 6 a10,10 0 1 0 -20,0 10 10 0 1 0 20 0z"/>',
    ):
        shape = outline(inside)
        assert len(shape.steps) == 6
        for x, y in shape.polygons(16)[0]:
            assert math.hypot(x, y) == pytest.approx(0.5, abs=2e-4)


def test_an_ellipse_is_as_wide_and_high_as_it_says():
    for inside in (
        '<ellipse rx="10" ry="5"/>',
        '<path d="M10 0 A10 5 0 0 1 -10 0 A10 5 0 0 1 10 0"/>',
        '<path d="M0 10 A10 5 90 0 1 0 -10 A10 5 90 0 1 0 10" transform="rotate(90)"/>',
    ):
        left, top, right, bottom = bounds_of(outline(inside))
        assert (right - left, bottom - top) == (pytest.approx(1), pytest.approx(0.5, abs=1e-3))


@pytest.mark.parametrize(
    ("flags", "curves", "height"), [("0 1", 1, 0.207), ("0 0", 1, 0.207), ("1 0", 3, 0.854)]
)
def test_an_arc_takes_the_way_that_its_flags_say(flags, curves, height):
    shape = path(f"M0 0 A10 10 0 {flags} {10 * math.sqrt(2)} 0")
    assert [step[0] for step in shape.steps].count("C") == curves
    left, top, right, bottom = bounds_of(shape)
    ratio = (bottom - top) / (right - left)
    assert ratio == pytest.approx(height, abs=2e-3)


def test_an_arc_that_is_too_small_grows_and_one_without_radius_is_a_line():
    grown = path("M0 0 A1 1 0 0 1 20 0")
    assert bounds_of(grown) == pytest.approx((-0.5, -0.25, 0.5, 0.25), abs=1e-3)
    assert rounded(path("M0 0 A0 9 0 0 1 20 0 L20 10 L0 10")) == BOX
    assert rounded(path("M0 0 A9 9 0 0 1 0 0 L20 0 L20 10 L0 10")) == [
        BOX[0],
        ("L", BOX[0][1]),
        *BOX[1:],
    ]


@pytest.mark.parametrize(
    ("d", "middle"),
    [
        ("M0 0 C0 12 20 12 20 0", 9),
        ("M0 0 c0 12 20 12 20 0", 9),
        ("M0 0 Q10 12 20 0", 6),
        ("M0 0 q10,12 20,0", 6),
    ],
)
def test_a_curve_reaches_as_far_as_its_formula_says(d, middle):
    shape = path(d)
    left, top, right, bottom = bounds_of(shape)
    assert right - left == pytest.approx(1)
    assert bottom - top == pytest.approx(middle / 20, abs=1e-9)
    assert on_curve(shape) == (pytest.approx(0), pytest.approx(middle / 40))


@pytest.mark.parametrize(
    ("smooth", "plain"),
    [
        ("M0 0 C0 8 10 8 10 0 S20 -8 20 0", "M0 0 C0 8 10 8 10 0 C10 -8 20 -8 20 0"),
        ("M0 0 c0 8 10 8 10 0 s10 -8 10 0", "M0 0 C0 8 10 8 10 0 C10 -8 20 -8 20 0"),
        ("M0 0 Q5 8 10 0 T20 0", "M0 0 Q5 8 10 0 Q15 -8 20 0"),
        ("M0 0 q5 8 10 0 t10 0", "M0 0 Q5 8 10 0 Q15 -8 20 0"),
        ("M0 0 L10 5 S20 -8 20 0", "M0 0 L10 5 C10 5 20 -8 20 0"),
        ("M0 0 L10 5 T20 0", "M0 0 L10 5 Q10 5 20 0"),
        ("M0 0 Q5 8 10 1 S20 -8 20 0", "M0 0 Q5 8 10 1 C10 1 20 -8 20 0"),
        ("M0 0 C0 8 10 8 10 1 T20 0", "M0 0 C0 8 10 8 10 1 Q10 1 20 0"),
    ],
)
def test_a_smooth_curve_mirrors_the_handle_of_the_one_before_it(smooth, plain):
    assert rounded(path(smooth)) == rounded(path(plain))


def test_a_path_goes_on_where_its_piece_began_and_a_further_piece_stands_where_it_says():
    assert rounded(path("M0 0 H20 V10 H0 Z L20 10 L0 10")) == [
        *BOX,
        ("M", (-0.5, -0.25)),
        ("L", (0.5, 0.25)),
        ("L", (-0.5, 0.25)),
        ("L", (-0.5, -0.25)),
        ("Z",),
    ]
    assert rounded(path("m0 0 h20 v10 h-20 z m5 2 h10 v6 h-10 z"))[6] == ("M", (-0.25, -0.15))


@pytest.mark.parametrize(
    ("inside", "said"),
    [
        ("", "it.svg has no path or shape"),
        (
            "<text>a</text>",
            "it.svg has <text>; an outline is made of paths and simple shapes alone",
        ),
        (
            '<rect width="2" height="1"><title/></rect>',
            "it.svg has <rect>; an outline is made of paths and simple shapes alone",
        ),
        ('<path d="M0 0 L9"/>', "it.svg: too few numbers after L in a path"),
        ('<path d="M0 0 L9 L9 9"/>', "it.svg: too few numbers after L in a path"),
        ('<path d="9 9"/>', "it.svg: a path has a number before its letter"),
        ('<path d="M0 0 Z 9 9"/>', "it.svg: a path has a number before its letter"),
        ('<path d="M0 0 B9 9"/>', "it.svg: a path has 'B', which is no command"),
        ('<path d="M0 0 L9 9 ?? L1"/>', "it.svg: a path has ' ?? L1', which is no number"),
        ('<path d="M0 0 L9 999999"/>', "it.svg has the number '999999', which is too large"),
        ('<path d="M0 0 L9 0"/>', "it.svg is a line; draw a figure"),
        ('<rect width="20" height="1"/>', "it.svg is a line; draw a figure"),
        ('<rect width="a" height="1"/>', "it.svg: width is 'a', which is no number"),
        ('<rect width="1cm" height="1"/>', "it.svg: width is '1cm', which is no number"),
        ('<polygon points="0 0 1"/>', "it.svg: a polygon has an odd number of coordinates"),
        ('<polyline points="0 0 1"/>', "it.svg: a polyline has an odd number of coordinates"),
        ('<polygon points="0 0 1 x"/>', "it.svg has 'x', which is no number"),
        (
            '<rect width="2" height="1" transform="skewX(3)"/>',
            "it.svg: transform 'skewX' cannot be read; use matrix, translate, scale and rotate",
        ),
        (
            '<rect width="2" height="1" transform="rotate(1 2)"/>',
            "it.svg: transform 'rotate' cannot be read; use matrix, translate, scale and rotate",
        ),
        (
            '<rect width="2" height="1" transform="rotate"/>',
            "it.svg: transform 'rotate' cannot be read",
        ),
        (
            '<rect width="2" height="1" onclick="x"/>',
            "it.svg: <rect> has 'onclick' that leads elsewhere; leave it out",
        ),
        (
            '<rect width="2" height="1" href="x"/>',
            "it.svg: <rect> has 'href' that leads elsewhere; leave it out",
        ),
        (
            '<g style="fill:url(#a)"/>',
            "it.svg: <g> has 'style' that leads elsewhere; leave it out",
        ),
        (
            '<defs><rect/></defs><rect width="2" height="1"/>',
            "it.svg has definitions in <defs>; save it as plain SVG, without colours that run",
        ),
        (
            "<g>" * (MAX_NESTING + 1) + "</g>" * (MAX_NESTING + 1),
            f"it.svg has groups in more than {MAX_NESTING} groups; ungroup them",
        ),
        (
            '<rect width="2" height="1"/>' * MAX_ELEMENTS,
            f"it.svg has more than {MAX_ELEMENTS} elements; draw less",
        ),
    ],
)
def test_what_is_no_plain_outline_is_refused_in_words(inside, said):
    with pytest.raises(TemplateError) as refused:
        outline(inside)
    assert str(refused.value) == said


def test_as_many_groups_elements_and_coordinates_as_may_be_are_read():
    box = '<rect width="20" height="10"/>'
    assert rounded(outline("<g>" * MAX_NESTING + box + "</g>" * MAX_NESTING)) == BOX
    assert len(outline(box * 20).steps) == 120
    assert outline(f'<rect width="{LARGEST_COORDINATE:.0f}" height="9999"/>')
    assert outline('<rect width="20" height="1.01"/>')


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"<!DOCTYPE svg>" + svg(""), "it.svg declares more than a picture; save it as plain SVG"),
        (b"<?xml-stylesheet?>", "it.svg declares more than a picture; save it as plain SVG"),
        (b"<svg><rect/></svg>", "it.svg is not SVG: its first element is 'svg'"),
        (b"<svg", "it.svg is not SVG: unclosed token: line 1, column 0"),
    ],
)
def test_what_is_no_svg_is_refused_in_words(data, said):
    with pytest.raises(TemplateError) as refused:
        outline_of(data, "it.svg")
    assert str(refused.value) == said


def wheel(number, wave=0.0):
    """Return a path of so many corners on a circle, each other one a wave further out."""
    corners = []
    for corner in range(number):
        angle = math.tau * corner / number
        radius = 100 + wave * (corner % 2)
        corners.append(f"{radius * math.cos(angle):.4f} {radius * math.sin(angle):.4f}")
    return path("M" + " L".join(corners) + "Z")


def test_an_outline_with_too_many_points_follows_it_closely_with_fewer():
    assert len(wheel(MAX_POINTS - 1).points) == MAX_POINTS
    simple = wheel(400)
    assert 20 < len(simple.points) <= MAX_POINTS
    assert simple.letters == "M" + "L" * (len(simple.points) - 1)
    for x, y in simple.points:
        assert math.hypot(x, y) == pytest.approx(0.5, abs=3e-3)
    with pytest.raises(TemplateError, match="too many small bends; draw it with smoother lines"):
        wheel(400, wave=20)
    with pytest.raises(TemplateError, match=f"it.svg has {MAX_POINTS_OF_A_FILE + 1} points"):
        wheel(MAX_POINTS_OF_A_FILE)


def test_each_piece_of_an_outline_with_too_many_points_is_simplified():
    corners = []
    for corner in range(300):
        angle = math.tau * corner / 300
        corners.append((math.cos(angle), math.sin(angle)))
    pieces = []
    for middle in (100, 400, 700):
        points = [f"{middle + 99 * x:.3f} {99 * y:.3f}" for x, y in corners]
        pieces.append(f"M{' L'.join(points)}Z")
    dot = "M900 0 L900.01 0 L900 0.01Z"
    simple = path("".join([*pieces, dot]))
    assert simple.letters.count("M") == 3, "and what is no more than a dot is left out"
    assert len(simple.points) <= MAX_POINTS
    assert min(map(len, simple.letters.split("M")[1:])) > 10


def test_a_file_is_read_up_to_its_longest(tmp_path):
    file = tmp_path / "box.svg"
    box = svg('<rect width="20" height="10"/>')
    file.write_bytes(box + b" " * (MAX_SVG_BYTES - len(box)))
    assert rounded(read_outline(file)) == BOX
    file.write_bytes(box + b" " * (MAX_SVG_BYTES - len(box) + 1))
    with pytest.raises(TemplateError, match="has more than 100 kB; an outline cannot be that long"):
        read_outline(file)


def test_the_letters_and_points_of_an_outline_leave_out_what_closes():
    shape = Outline((("M", (0, 0)), ("C", (1, 0), (1, 1), (0, 1)), ("L", (0, 0)), ("Z",)))
    assert shape.letters == "MCL"
    assert shape.points == ((0, 0), (1, 0), (1, 1), (0, 1), (0, 0))
    assert shape.polygons(2) == [[(0, 0), (0.75, 0.5), (0, 1), (0, 0)]]
