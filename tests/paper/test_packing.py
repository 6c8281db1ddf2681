"""Boxes to fold on sheets: everything once, nothing over anything else, few sheets."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sampling import examples

from kitgen.errors import TemplateError, UnknownNameError, UsageError
from kitgen.paper.declared import PartOptions
from kitgen.paper.fold import BoxSize, lay_out, read_carton, sleeve, tray, tray_size
from kitgen.reading.templates import Templates


@given(
    st.lists(st.tuples(st.floats(10, 180), st.floats(10, 180)), min_size=1, max_size=3),
    st.integers(1, 12),
    st.floats(0, 3),
)
@settings(max_examples=examples(40), deadline=None)
def test_every_piece_lies_once_inside_a_sheet_and_apart(pieces, count, gap):
    laid = lay_out(pieces, [count] * len(pieces), 190, 250, gap)
    assert Counter(piece.kind for sheet in laid for piece in sheet) == dict.fromkeys(
        range(len(pieces)), count
    )
    for sheet in laid:
        places = []
        for piece in sheet:
            wide, high = pieces[piece.kind][::-1] if piece.turned else pieces[piece.kind]
            places.append((piece.x, piece.y, piece.x + wide, piece.y + high))
            assert piece.x >= 0
            assert piece.y >= 0
            assert piece.x + wide <= 190 + 0.03
            assert piece.y + high <= 250 + 0.03
        for one, other in combinations(places, 2):
            assert (
                one[2] + gap <= other[0] + 1e-6
                or other[2] + gap <= one[0] + 1e-6
                or one[3] + gap <= other[1] + 1e-6
                or other[3] + gap <= one[1] + 1e-6
            )


@pytest.mark.every
def test_little_paper_is_wasted():
    nets = [
        sleeve(BoxSize(53, 36, 15), 0.24),
        tray(tray_size(BoxSize(53, 36, 15), 0.24, 0.7), 0.24),
    ]
    pieces = [(net.width, net.height) for net in nets]
    laid = lay_out(pieces, [304, 304], 190, 252, 1)
    used = 304 * sum(wide * high for wide, high in pieces) / (len(laid) * 190 * 252)
    assert used > 0.8


def test_too_large_a_piece_is_refused():
    with pytest.raises(UsageError, match="a piece of 100 x 300 mm is too large for the paper"):
        lay_out([(100, 300)], [1], 190, 250, 1)
    with pytest.raises(UsageError, match="a piece of 200 x 220 mm"):
        lay_out([(200, 220)], [1], 190, 250, 1)


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"boxes_clearance": 0.4}, UsageError, "a tray slides well with 0.5 to 1 mm"),
        ({"boxes_clearance": 1.1}, UsageError, "a tray slides well"),
        ({"boxes_paper": "170"}, UnknownNameError, "unknown paper weight '170'"),
        ({"boxes_size": "matchbix"}, UnknownNameError, "did you mean 'matchbox'"),
        ({"boxes_size": "53x36"}, UsageError, "write 3 lengths"),
        ({"boxes_size": "53x36x-1"}, UsageError, "write 3 lengths"),
        ({"boxes_size": "53x36x1"}, UsageError, "height 1 mm cannot be folded"),
    ],
)
def test_what_cannot_be_folded_is_refused(options, error, words):
    with pytest.raises(error, match=words):
        read_carton(PartOptions(**options), Templates())


def test_sizes_by_name_and_by_figures():
    assert read_carton(PartOptions(), Templates()).size == BoxSize(53, 36, 15)
    slim = PartOptions(boxes_size="slim", boxes_paper="160g")
    assert read_carton(slim, Templates()).thickness == 0.19
    assert read_carton(PartOptions(boxes_size="60x40x20.5"), Templates()).size == BoxSize(
        60, 40, 20.5
    )
    for name in Templates().names("boxes"):
        read_carton(PartOptions(boxes_size=name), Templates())


def test_a_thickness_that_is_none_names_its_file(tmp_path):
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / "papers.toml").write_text('papers = [{ key = "200", thickness = 24 }]\n')
    with pytest.raises(TemplateError, match="papers: thickness 24"):
        read_carton(PartOptions(), Templates(tmp_path))
