"""What is measured on sheets, step by step on small pictures that are drawn here: where a bent
sheet lies, its squares and its code, how dark bubbles and rings are, and which ink is stray.
"""

from dataclasses import replace
from types import SimpleNamespace

import cv2
import numpy as np
import pytest
import segno
from counting import at_least
from filled_in_sheets import form_of
from jobs import kit_of

from kitgen.errors import CameraError, RecordError
from kitgen.forms.form import Bubble, FormSquare
from kitgen.marked import sheet_code, sheet_reading, straight
from kitgen.marked.bubble_states import _part, _without_letters, read_bubbles, tones_of
from kitgen.marked.print_warnings import pattern, scale_by_paper
from kitgen.marked.row_marks import MARKED, UNMARKED
from kitgen.marked.sheet_code import is_log, read_code
from kitgen.marked.sheet_reading import _code_of, _form_of, _models, _sheets_in, _strip
from kitgen.marked.straight import (
    Straightening,
    _between,
    _follow,
    _peak,
    _square_of,
    find_corners,
    through,
    view_of,
)
from kitgen.marked.stray_ink import (
    _across_rows,
    _faintness,
    _free_paper,
    _Rings,
    _smooth,
    stray_ink,
)

HER = kit_of("her")
FORM = form_of(HER)
DOTS_PER_MM = 8


def rounded(array, digits=2):
    """Return the numbers of an array as text, without a zero below nothing."""
    return np.array2string(
        np.round(np.asarray(array, np.float64), digits) + 0.0,
        separator=" ",
        threshold=10_000,
        max_line_width=10_000,
    )


# --- where a sheet lies
# --------------------------------------------------------------------------------------------------

#: A sheet that is turned, and seen a little from one side.
TURNED = np.array([[7.6, -1.2, 90.0], [1.1, 7.9, 40.0], [0.0002, 0.0001, 1.0]])
ROOM = (4.0, 5.0, 196.0, 285.0)


def bent():
    """A map of a sheet whose four edges are bent otherwise, but meet in the corners."""
    x_min, y_min, x_max, y_max = ROOM

    def upper(x):
        along = (x - x_min) / (x_max - x_min)
        return np.stack([2 * along, 3 + 8 * along * (1 - along)], axis=-1)

    def lower(x):
        along = (x - x_min) / (x_max - x_min)
        return np.stack([1 - 4 * along, -2 + 12 * along * (1 - along)], axis=-1)

    def west(y):
        along = (y - y_min) / (y_max - y_min)
        return np.stack([along + 6 * along * (1 - along), 3 - 5 * along], axis=-1)

    def east(y):
        along = (y - y_min) / (y_max - y_min)
        return np.stack([2 - 5 * along - 9 * along * (1 - along), 3 - 5 * along], axis=-1)

    place = Straightening.__new__(Straightening)
    place.view = TURNED
    place.room = ROOM
    place.edges = [upper, lower, west, east]
    return place


def test_a_bent_sheet_lies_along_its_edges_and_between_them():
    place = bent()
    x_min, y_min, x_max, y_max = ROOM
    upper, lower, west, east = place.edges
    for share in (0.0, 0.2, 0.5, 0.9, 1.0):
        x = x_min + share * (x_max - x_min)
        y = y_min + share * (y_max - y_min)
        for at, offset in (
            ((x, y_min), upper(np.array(x))),
            ((x, y_max), lower(np.array(x))),
            ((x_min, y), west(np.array(y))),
            ((x_max, y), east(np.array(y))),
        ):
            expected = through(TURNED, np.array(at)) + offset
            assert place(np.array(at)) == pytest.approx(expected), at
    # In the middle: the mean of both pairs of edges, without the mean of the corners.
    middle = np.array([(x_min + x_max) / 2, (y_min + y_max) / 2])
    pairs = upper(middle[0]) + lower(middle[0]) + west(middle[1]) + east(middle[1])
    corners = upper(np.array([x_min, x_max])).sum(0) + lower(np.array([x_min, x_max])).sum(0)
    expected = through(TURNED, middle) + pairs / 2 - corners / 4
    assert place(middle) == pytest.approx(expected)
    # Beyond the squares the offsets are those of the nearest place.
    beyond = np.array([x_max + 8, middle[1]])
    expected = through(TURNED, beyond) + east(middle[1])
    assert place(beyond) == pytest.approx(expected)


def test_a_bent_sheet_lies_where_it_lay_before(golden):
    place = bent()
    places = np.stack(np.meshgrid([0, 4, 50, 111, 196, 210], [0, 5, 99, 170, 285, 297]), axis=-1)
    lines = [rounded(row, 1) for row in place(places.astype(np.float64))]
    # Edges that differ where they meet are joined half way.
    place.edges[2] = lambda y: np.stack([y * 0 + 7, y * 0 - 3], axis=-1)
    lines += [rounded(row, 1) for row in place(places.astype(np.float64))]
    golden("measured/bent", "\n".join(lines))


def test_offsets_are_interpolated_along_an_edge_and_kept_beyond_it():
    along = np.array([10.0, 20.0, 40.0])
    apart = np.array([[0.0, 1.0], [2.0, 3.0], [4.0, -1.0]])
    found = _between(along, apart, np.array([0.0, 10.0, 15.0, 30.0, 99.0]))
    assert found.tolist() == [[0, 1], [0, 1], [1, 2], [3, 1], [4, -1]]


@pytest.mark.parametrize(
    ("three", "peak"),
    [
        ((0, 1, 0), 0.0),
        ((0, 2, 1), 1 / 6),
        ((1, 2, 0), -1 / 6),
        ((0, 1, 1), 0.5),
        ((1, 1, 0), -0.5),
        ((0, 1, 1.5), 0.5),
        ((1, 1, 1), 0.0),
        ((1, 0, 1), 0.0),
        ((0, 1, 2), 0.0),
    ],
)
def test_three_values_are_highest_on_a_parabola(three, peak):
    assert _peak(np.array(three, np.float32)) == pytest.approx(peak)


def test_a_square_that_is_searched_is_black_within_its_white():
    square = _square_of(2.6)
    assert square.shape == (32, 32)
    assert (square == square.T).all()
    assert (square == square[::-1]).all()
    assert [int(tone) for tone in square[16, :9]] == [255, 255, 254, 243, 208, 138, 62, 17, 2]


@pytest.mark.parametrize(
    ("aside", "black", "found"),
    [
        ((0.0, 0.0), 0, True),
        ((1.0, -1.0), 0, True),
        ((1.5, 0.0), 0, False),
        ((0.0, -1.5), 0, False),
        ((0.5, 0.5), 229, True),
        ((0.5, 0.5), 231, False),
        (None, 0, False),
    ],
)
def test_a_square_is_found_near_its_place_where_it_can_be_seen(aside, black, found):
    """So many mm from there, on white paper; or a round spot in its place."""
    grey = np.full((240, 240), 255, np.uint8)
    if aside is None:
        cv2.circle(grey, (120, 120), 26, black, -1)
    else:
        x, y = (round(8 * (15 + mm)) for mm in aside)
        grey[y - 10 : y + 11, x - 10 : x + 11] = black
    square = np.array([15.0, 15.0, 2.6])
    at = straight._find_square(grey, np.diag([8.0, 8.0, 1.0]), square, np.zeros(2))
    assert (at is not None) is found
    if found:
        assert at == pytest.approx(8 * np.array(aside), abs=0.6)


#: Where squares of an edge are found, by number, in dots from their places: as on a sheet that is
#: bent, with one that is covered.
FOUND = {0: (0, 0), 1: (1, 2), 3: (5, 7), 4: (6, 8), 6: (6, 9)}


def test_each_square_is_looked_for_where_those_before_it_lead(monkeypatch):
    calls = []

    def find(_grey, _view, square, expected):
        number = int(square[2])
        calls.append((number, *np.round(expected, 3).tolist()))
        return np.array(FOUND[number], np.float64) if number in FOUND else None

    monkeypatch.setattr(straight, "_find_square", find)
    places = [0, 10, 20, 30, 40, 70, 71, 72]
    squares = np.array([(at, 5.0, number) for number, at in enumerate(places)], np.float64)
    found = _follow(None, None, squares, 0)
    assert [None if one is None else (*one.tolist(),) for one in found] == [
        FOUND.get(number) for number in range(8)
    ]
    assert calls == [
        (0, 0, 0),
        (1, 0, 0),
        (2, 2, 4),
        (3, 2.5, 5),
        (4, 7.0, 9.5),
        (5, 7.5, 9.5),
        (6, 7.5, 9.5),
        (7, 6.0, 9.032),
    ]
    # Back from the end the way between two squares is against it.
    calls.clear()
    _follow(None, None, squares[::-1], 0)
    assert calls[:4] == [(7, 0, 0), (6, 0, 0), (5, 6, 9), (4, 6, 9)]


def made(monkeypatch, found, seen=(0, 1, 2, 3)):
    """Return what is known of a sheet with some corners, where the squares at these numbers of each
    edge are found one dot to the right.
    """
    view = np.diag([8.0, 8.0, 1.0])

    def apart(_grey, _view, squares, axis, ends):
        ends_seen.append(ends)
        kept = squares[[number for number in found if number < len(squares)]]
        return kept[:, axis], np.tile([1.0, 0.0], (len(kept), 1))

    ends_seen = []
    monkeypatch.setattr(straight, "_apart", apart)
    corners = {}
    for number in seen:
        corner = FORM.corners[number]
        half = corner.side / 2 * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
        corners[number] = 8 * (np.array([corner.x, corner.y]) + half)
    place = Straightening(np.zeros((9, 9), np.uint8), corners, FORM)
    assert np.allclose(place.view / place.view[2, 2], view)
    return place, ends_seen


def test_the_squares_of_each_edge_and_its_corners_say_where_it_is(monkeypatch):
    place, ends = made(monkeypatch, range(99))
    assert ends == [[True, True]] * 4
    assert not place.gap
    x_min, y_min, x_max, y_max = place.room
    assert (x_min, y_min) == (min(s.x for s in FORM.squares), min(s.y for s in FORM.squares))
    assert (x_max, y_max) == (max(s.x for s in FORM.squares), max(s.y for s in FORM.squares))
    upper, _, west, _ = place.edges
    assert upper(np.array([100.0]))[0].tolist() == [1.0, 0.0]
    assert west(np.array([100.0]))[0].tolist() == [1.0, 0.0]
    # The corners lie where they should: their own places along the edge have no offset.
    corner = FORM.corners[0]
    own = np.array([corner.x - corner.side / 2, corner.x + corner.side / 2])
    assert upper(own) == pytest.approx(np.zeros((2, 2)), abs=1e-6)
    own = np.array([FORM.corners[3].y - corner.side / 2, FORM.corners[3].y + corner.side / 2])
    assert west(own) == pytest.approx(np.zeros((2, 2)), abs=1e-6)


@pytest.mark.parametrize(
    ("found", "gap"),
    [
        (range(99), False),
        ([], True),
        ([n for n in range(99) if not 4 < n < 9], False),
        ([n for n in range(99) if not 4 < n < 10], True),
        (range(4, 99), False),
        (range(5, 99), True),
    ],
)
def test_a_long_stretch_without_squares_is_a_gap(monkeypatch, found, gap):
    assert made(monkeypatch, [*found])[0].gap is gap


def test_edges_are_followed_from_the_corners_that_are_seen(monkeypatch):
    _, ends = made(monkeypatch, range(99), seen=(0, 1, 2))
    assert ends == [[True, True], [False, True], [True, False], [True, True]]
    _, ends = made(monkeypatch, range(99), seen=(1, 2, 3))
    assert ends == [[False, True], [True, True], [False, True], [True, True]]


def test_a_straightened_sheet_shows_its_picture_and_other_dots_of_it(monkeypatch):
    place, _ = made(monkeypatch, range(99))
    place.edges = [lambda at: np.zeros((*np.shape(at), 2))] * 4
    place._form = SimpleNamespace(width=60.0, height=40.0)
    place._grey = np.full((320, 480), 200, np.uint8)
    place._grey[100:180, 300:380] = 10
    flat = place.picture()
    assert flat.shape == (320, 480)
    assert (flat[102:178, 302:378] == 10).all()
    assert (flat[2:98, 2:478] == 200).all()
    other = np.full((320, 480), 99, np.uint8)
    assert (place.picture(other)[2:-2, 2:-2] == 99).all()
    place._grey = place._grey[:200]
    assert (place.picture()[202:] == 255).all()


def test_a_view_needs_corners_that_can_be_seen_so(monkeypatch):
    corners = {2: np.array([[0, 0], [9, 0], [9, 9], [0, 9]], np.float64)}
    view = view_of(corners, FORM)
    corner = FORM.corners[2]
    at = through(view, np.array([corner.x - corner.side / 2, corner.y - corner.side / 2]))
    assert at == pytest.approx([0, 0], abs=1e-6)
    monkeypatch.setattr(cv2, "findHomography", lambda *_: (None, None))
    with pytest.raises(cv2.error, match="no view"):
        view_of(corners, FORM)


@pytest.mark.parametrize(
    ("quick", "small", "sheets", "searched"),
    [
        ([4], [], [4], 1),
        ([4, 3], [4, 4], [4, 4], 2),
        ([2, 3], [3, 1], [3, 2], 2),
        ([], [2], [2], 2),
        ([], [], [], 2),
    ],
)
def test_small_markers_are_looked_for_where_some_are_missing(
    monkeypatch, quick, small, sheets, searched
):
    """The quick search counts where the other finds no more; sheets with more markers first."""
    sizes = []

    def markers(_grey, longest):
        sizes.append(longest)
        return []

    monkeypatch.setattr(straight, "_markers", markers)
    answers = iter([quick, small])
    monkeypatch.setattr(
        straight, "_sheets", lambda *_: [dict.fromkeys(range(of)) for of in next(answers)]
    )
    assert [len(sheet) for sheet in find_corners(np.zeros((9, 9)), 10, 20)] == sheets
    assert sizes == [1600, 3600][:searched]


# --- its code
# --------------------------------------------------------------------------------------------------


def sheet_with_code(text, scale=6.0):
    """A white page, seen with so many dots per mm, with a code at the place of a sheet's."""
    page = np.full((round(FORM.height * scale), round(FORM.width * scale)), 235, np.uint8)
    x, y, side = FORM.code_at
    code = np.array([*segno.make(text, micro=False, error="m").matrix_iter(border=4)], np.uint8)
    dots = cv2.resize(
        np.where(code, 30, 235).astype(np.uint8),
        (round(side * scale), round(side * scale)),
        interpolation=cv2.INTER_NEAREST,
    )
    top = round(y * scale)
    left = round(x * scale)
    page[top : top + len(dots), left : left + len(dots)] = dots
    return page, np.diag([scale, scale, 1.0])


def test_the_code_of_a_sheet_is_read_at_its_place():
    page, view = sheet_with_code(FORM.code.text)
    assert read_code(page, view, FORM) == FORM.code
    turned = np.ascontiguousarray(np.rot90(page))
    back = np.array([[0.0, 1, 0], [-1, 0, page.shape[1] - 1], [0, 0, 1]])
    assert read_code(turned, back @ view, FORM) == FORM.code
    assert read_code(np.full_like(page, 235), view, FORM) is None
    other, view = sheet_with_code("https://example.org/")
    with pytest.raises(CameraError, match=r"^shows another sheet: .*is not the code of a sheet"):
        read_code(other, view, FORM)


def test_a_code_is_tried_in_nine_ways_at_its_place(golden):
    page, view = sheet_with_code(FORM.code.text)
    patches = [*sheet_code._patches(page, view, FORM)]
    lines = []
    for patch in at_least(9, patches):
        tones = [int(tone) for tone in np.percentile(patch, (1, 25, 50, 75, 99))]
        inside = int(patch[len(patch) // 3 : -len(patch) // 3].mean())
        lines.append(f"{patch.shape} {tones}, {inside}, {len(np.unique(patch)) > 2}")
    golden("measured/code-patches", "\n".join(lines))


def test_a_handwritten_log_is_known_by_its_code_in_any_size_and_case(monkeypatch):
    sizes = [picture.shape for picture in sheet_code._smaller(np.zeros((3000, 2000), np.uint8))]
    assert sizes == [(1800, 1200), (2600, 1733), (3000, 2000)]
    for text, answer in (
        ("kitgen-log:1 HER", True),
        ("KITGEN-LOG:1 HER", True),
        ("KITGEN-FORM:1", False),
        ("x kitgen-log:", False),
        ("", False),
    ):
        monkeypatch.setattr(sheet_code, "_code_text", lambda _pictures, of=text: of)
        assert is_log(np.zeros((9, 9), np.uint8)) is answer


def test_the_first_reader_that_reads_a_code_is_believed(monkeypatch):
    class Reader:
        def __init__(self, texts):
            self.texts = texts

        def detectAndDecode(self, picture):  # noqa: N802 - as in OpenCV
            text = self.texts[picture]
            if text is None:
                raise cv2.error("now and then")
            return text, None, None

    monkeypatch.setattr(cv2, "QRCodeDetector", lambda: Reader(["", None, "c", ""]))
    monkeypatch.setattr(cv2, "QRCodeDetectorAruco", lambda: Reader(["", "b", "d", ""]))
    assert sheet_code._code_text([0]) == ""
    assert sheet_code._code_text([0, 1, 2]) == "b"
    assert sheet_code._code_text([3, 2]) == "c"


# --- which sheet it is
# --------------------------------------------------------------------------------------------------

SEEN = dict.fromkeys(range(3), np.zeros((4, 2)))


def form_found(monkeypatch, code=None, corners=SEEN, why="none"):
    monkeypatch.setattr(sheet_reading, "_code_of", lambda *_: code)
    monkeypatch.setattr(sheet_reading, "no_sheet", lambda _: why)
    monkeypatch.setattr(sheet_reading, "no_code", lambda *_: "has no code")
    monkeypatch.setattr(sheet_reading, "missing_corners", lambda *_: "lacks corners")
    try:
        return _form_of(np.zeros((9, 9), np.uint8), corners, HER, [FORM])
    except CameraError as error:
        return str(error)


def test_a_sheet_is_that_of_its_code_or_there_is_a_reason(monkeypatch):
    code = FORM.code
    assert form_found(monkeypatch, code) == FORM
    assert form_found(monkeypatch) == "has no code"
    other = replace(code, kit="him", hash="0" * 8)
    assert form_found(monkeypatch, other) == (
        f"shows a sheet of kit 'him' (00000000), not of 'her' ({HER.short_hash}): read it for that "
        "machine"
    )
    said = form_found(monkeypatch, replace(code, turns=9))
    assert said.startswith("shows a sheet that this kitgen does not print: ")
    two = {number: SEEN[number] for number in (0, 1)}
    assert form_found(monkeypatch, code, two, "is dark") == "is dark"
    assert form_found(monkeypatch, code, two, sheet_reading.NO_SHEET) == "lacks corners"


def test_a_code_is_read_in_the_picture_or_on_the_straightened_sheet(monkeypatch):
    tried = []
    codes = {}

    def read(picture, view, form):
        tried.append((picture, view if isinstance(view, str) else "flat", form))
        return codes.get(tried[-1])

    monkeypatch.setattr(sheet_reading, "read_code", read)
    monkeypatch.setattr(sheet_reading, "view_of", lambda _corners, form: f"view of {form}")
    monkeypatch.setattr(
        sheet_reading,
        "Straightening",
        lambda _grey, _corners, form: SimpleNamespace(picture=lambda: f"straight {form}"),
    )
    models = ["a4", "letter"]
    assert _code_of("grey", None, models) is None
    assert tried == [
        ("grey", "view of a4", "a4"),
        ("grey", "view of letter", "letter"),
        ("straight a4", "flat", "a4"),
        ("straight letter", "flat", "letter"),
    ]
    for number, place in enumerate([*tried]):
        tried.clear()
        codes = {place: "code"}
        assert _code_of("grey", None, models) == "code"
        assert len(tried) == number + 1
    assert np.array_equal(sheet_reading.FLAT, np.diag([8, 8, 1]))


def test_a_sheet_that_lies_badly_or_is_none_is_told(monkeypatch):
    picture = SimpleNamespace(name="'p.jpg'", grey=np.zeros((90, 60), np.uint8), lowest=None)
    four = dict.fromkeys(range(4), np.zeros((4, 2)))
    models = _models(HER)
    found = []
    apart = []

    def corners(_grey, across, down):
        apart.append((across, down))
        return found

    monkeypatch.setattr(sheet_reading, "find_corners", corners)
    monkeypatch.setattr(sheet_reading, "no_sheet", lambda _: "is none")
    assert [*_sheets_in(picture, HER, models)] == ["'p.jpg' is none"]
    first = models[0].corners
    assert apart == [
        ((first[2].x - first[0].x) / first[0].side, (first[2].y - first[0].y) / first[0].side)
    ]
    gap = SimpleNamespace(gap=True)
    monkeypatch.setattr(sheet_reading, "_form_of", lambda *_: FORM)
    monkeypatch.setattr(sheet_reading, "Straightening", lambda *_: gap)
    monkeypatch.setattr(sheet_reading, "missing_corners", lambda *_: "the left corner is missing")
    found[:] = [four]
    assert [*_sheets_in(picture, HER, models)] == [f"'p.jpg' {sheet_reading.PARTLY_HIDDEN}"]
    one = {0: four[0]}
    three = {number: four[number] for number in range(3)}
    found[:] = [three, one]
    assert [*_sheets_in(picture, HER, models)] == ["'p.jpg': the left corner is missing"]
    two = {number: four[number] for number in range(2)}
    found[:] = [two, one]
    assert len([*_sheets_in(picture, HER, models)]) == 2

    def none(*_):
        raise cv2.error("no view")

    monkeypatch.setattr(sheet_reading, "_form_of", none)
    found[:] = [four]
    assert [*_sheets_in(picture, HER, models)] == [f"'p.jpg' {sheet_reading.NO_SHEET}"]


def test_a_kit_without_sheets_to_mark_cannot_be_read(monkeypatch):
    assert [model.code.page for model in _models(HER)] == ["a4", "letter"]
    assert {model.code.part for model in _models(HER)} == {"log-marks"}

    def none(*_):
        raise RecordError("none")

    monkeypatch.setattr(sheet_reading, "form_codes", none)
    with pytest.raises(CameraError, match=r"^kit 'her' has no sheets to mark$"):
        _models(HER)


def test_a_strip_has_a_row_and_a_little_paper_round_it():
    numbers = np.arange(round(FORM.height * 8), dtype=np.float64) % 251
    straight_sheet = np.tile(numbers.astype(np.uint8)[:, None], (1, round(FORM.width * 8)))
    row = FORM.rows[4]
    png = np.frombuffer(_strip(straight_sheet, FORM, 4), np.uint8)
    shown = cv2.imdecode(png, cv2.IMREAD_GRAYSCALE)
    top = round((row.y - 0.5) * 8)
    assert shown.shape == (
        round((row.y + row.height + 0.5) * 8) - top,
        round((row.x + row.width) * 8) - round(row.x * 8),
    )
    assert int(shown[0, 0]) == top % 251
    # All four sides are rounded: 24.8 and 185.6 dots across, 76.8 and 125.6 down.
    between = replace(FORM, rows=(replace(row, x=3.1, width=20.1, y=10.1, height=5.1),))
    shown = cv2.imdecode(np.frombuffer(_strip(straight_sheet, between, 0), np.uint8), 0)
    assert (shown.shape, int(shown[0, 0])) == ((126 - 77, 186 - 25), 77)
    edge = replace(FORM, rows=(replace(row, x=-3.0, y=-3.0),))
    shown = cv2.imdecode(np.frombuffer(_strip(straight_sheet, edge, 0), np.uint8), 0)
    assert int(shown[0, 0]) == 0


# --- how dark it is
# --------------------------------------------------------------------------------------------------

#: Three columns of bubbles in eight rows on a small sheet.
COLUMNS = {"A": 10.0, "B": 16.0, "C": 22.0}
ROWS = [
    SimpleNamespace(name=f"{n}", x=2.0, y=3.0 + 6 * n, width=30.0, height=6.0) for n in range(8)
]
SMALL = SimpleNamespace(
    bubbles=[
        Bubble(row, "bead", 1, value, x, 6.0 + 6 * row)
        for row in range(8)
        for value, x in COLUMNS.items()
    ],
    rows=ROWS,
    diameter=3.4,
    squares=[FormSquare(1.5, 1.5, 2.4), FormSquare(33.0, 52.0, 2.4)],
    full=[(30.0, 2.0)],
    code=SimpleNamespace(part="log-marks"),
    example=[SimpleNamespace(y=1.0)],
    labels=[],
)
HIGH = 54 * DOTS_PER_MM
WIDE = 35 * DOTS_PER_MM
#: How each bubble is filled: how dark, and with which share of its radius.
FILLED = {(1, "A"): (0.9, 0.9), (2, "B"): (0.5, 0.7), (3, "C"): (0.3, 0.5), (5, "A"): (0.12, 0.9)}
FILLED |= {(5, "C"): (0.45, 0.95), (6, "B"): (0.34, 0.9), (7, "A"): (0.25, 0.4)}


def drawn(rings=0.5, letters=0.25, filled=FILLED, aside=()):
    """The darkness of a small sheet with rings, letters and marks."""
    dark = np.zeros((HIGH, WIDE), np.float32)
    steps = np.arange(-24, 24) / DOTS_PER_MM
    columns, rows = np.meshgrid(steps, steps)
    letter = letters * ((np.abs(columns) < 0.2) & (np.abs(rows) < 0.8))
    for one in SMALL.bubbles:
        right, down = dict(aside).get((one.row, one.value), (0.0, 0.0))
        far = np.hypot(columns - right, rows - down)
        black, share = filled.get((one.row, one.value), (0.0, 0.0))
        mark = black * (far < share * 1.7)
        ring = rings * np.clip(1.6 - np.abs(far - 1.7) * 8, 0, 1)
        top = round(one.y * DOTS_PER_MM) - 24
        left = round(one.x * DOTS_PER_MM) - 24
        here = dark[top : top + 48, left : left + 48]
        np.maximum(here, np.maximum.reduce([letter, mark, ring]), out=here)
    return dark


def test_bubbles_are_measured_as_before(golden):
    tones = SimpleNamespace(dark=drawn(rings=0.0), white=230.0, black=20.0)
    lines = []
    for name, dark in {
        "as it is": tones.dark,
        "shifted": np.roll(tones.dark, 1, axis=1),
        "faint": tones.dark * 0.6,
        "grey": np.clip(tones.dark + 0.05, 0, 1),
        "blurred": cv2.GaussianBlur(tones.dark, (0, 0), 3),
        "no empty ones": drawn(rings=0.0, filled=dict.fromkeys(FILLED | EVERY, (0.5, 0.9))),
    }.items():
        readings = read_bubbles(SimpleNamespace(dark=dark), SMALL)
        lines.append(name)
        for row in range(8):
            of_row = [(one, found) for one, found in readings.items() if one.row == row]
            lines.append(
                "  " + " ".join(f"{one.value} {of.state} {of.darkness:.2f}" for one, of in of_row)
            )
    golden("measured/bubbles", "\n".join(lines))


EVERY = {(row, value): (0.5, 0.9) for row in range(8) for value in COLUMNS}


def test_letters_are_taken_out_of_bubbles_where_enough_are_empty():
    dots = np.full((24, 50), 0.02, np.float32)
    dots[:, :6] = 0.3  # the letter
    dots[3] = 0.7  # a mark over it
    clean, known = _without_letters(dots, SMALL)
    assert known.all()
    assert clean[0].max() == pytest.approx(0, abs=1e-6)
    assert clean[3, 0] == pytest.approx((0.7 - 0.3) / 0.7, abs=1e-6)
    assert clean[3, 9] == pytest.approx((0.7 - 0.02) / 0.98, abs=1e-6)
    assert dots[0, 0] == np.float32(0.3), "what was given is left as it was"
    _, known = _without_letters(np.full((24, 50), 0.7, np.float32), SMALL)
    assert not known.any()


def test_tones_are_those_between_paper_and_printed_black(golden):
    sheet = np.tile(np.linspace(230, 150, WIDE), (HIGH, 1))
    for square in SMALL.squares:
        at = np.s_[
            round((square.y - 1.2) * 8) : round((square.y + 1.2) * 8),
            round((square.x - 1.2) * 8) : round((square.x + 1.2) * 8),
        ]
        sheet[at] = 30
    sheet[8:24, 232:248] = 24  # the full bubble
    sheet[200:216, 100:116] = 100
    sheet[300:303, 40:200] = 60
    tones = tones_of(sheet.astype(np.uint8), SMALL)
    lines = [f"white {tones.white:.1f}, black {tones.black:.1f}"]
    for row in (16, 150, 208, 301, 420):
        lines.append(rounded(tones.dark[row, 4::24]))
    flat = tones_of(np.full((HIGH, WIDE), 200, np.uint8), SMALL)
    lines.append(f"flat {flat.white:.1f} {flat.black:.1f} {float(np.abs(flat.dark).max()):.2f}")
    golden("measured/tones", "\n".join(lines))
    numbers = np.arange(100).reshape(10, 10)
    assert _part(numbers, 0.5, 0.5, 0.25).tolist() == numbers[2:7, 2:7].tolist()
    assert _part(numbers, 0.0, 0.0, 0.25).tolist() == numbers[0:3, 0:3].tolist()
    # Both ends are rounded, across and down: 2.8 to 6.8 dots, and 1.6 to 5.6.
    assert _part(numbers, 0.6, 0.45, 0.25).tolist() == numbers[2:7, 3:8].tolist()


# --- rings and stray ink
# --------------------------------------------------------------------------------------------------

ASIDE = {(2, "A"): (0.3, 0.0), (2, "C"): (-0.15, 0.3), (4, "B"): (0.0, -0.45)}


def test_rings_are_found_and_measured_as_before(golden):
    dark = drawn(aside=ASIDE.items())
    dark[280:330, 60:100] = 0.0  # a sticker
    dark[150:170, 120:140] += 0.5
    rings = _Rings(dark, SMALL)
    printed = np.array([(one.x, one.y) for one in SMALL.bubbles])
    lines = [
        f"darkness {rings.darkness:.3f}, radius {rings.radius:.2f}",
        f"contrast {rounded(rings.contrast)}",
        f"usual {rounded(rings.usual)}",
        f"aside {rounded(rings.middles - printed)}",
        f"unseen {rings.unseen().astype(int).tolist()}",
        f"parts {rounded(rings._parts[6])} {rounded(rings._parts[17])}",
        f"beside {rounded(rings._beside[6])} {rounded(rings._beside[17])}",
    ]
    marked = np.array([(one.row, one.value) in FILLED for one in SMALL.bubbles])
    lines.append(f"faint {rounded(_faintness(dark, SMALL, rings, marked))}")
    lines.append(f"faint {rounded(_faintness(dark, SMALL, rings, marked & False))}")
    golden("measured/rings", "\n".join(lines))


def test_the_usual_contrast_is_a_surface_over_the_sheet(golden):
    across, down = np.meshgrid(np.arange(6.0) * 30, np.arange(8.0) * 30)
    places = np.stack([across.ravel(), down.ravel()], axis=1).astype(np.float32)
    contrast = 0.4 - 0.001 * across.ravel() + 0.0000045 * down.ravel() ** 2
    contrast[7] = 0.05
    contrast[30] = 0.9
    few = _smooth(places[:19], contrast[:19])
    lines = [rounded(_smooth(places, contrast), 3), rounded(few, 3)]
    golden("measured/usual-contrast", "\n".join(lines))


def states_with(*marked):
    return {one: MARKED if (one.row, one.value) in marked else UNMARKED for one in SMALL.bubbles}


#: What somebody has drawn on a small sheet: lines from one place to another, in mm, with a width.
STROKES = {
    "nothing": [],
    "a line between bubbles": [((13, 10.5), (13, 13.5), 0.5)],
    "a speck": [((13, 12), (13, 12.1), 0.2)],
    "a circle's side": [((8, 9.6), (12, 9.6), 0.4)],
    "a tick's tail": [((10, 12), (12.4, 9.4), 0.5)],
    "across a row": [((27, 8.6), (27, 16), 0.5)],
    "through two marks": [((10, 12), (16, 12), 0.4)],
    "outside all rows": [((5, 1), (20, 1), 0.5)],
    "over the name": [((3, 12), (8, 12), 0.5)],
}


def test_stray_ink_is_found_as_before(golden):
    lines = []
    for name, strokes in at_least(9, STROKES.items()):
        for marked in ((), ((1, "A"), (1, "B")))[: 1 + ("mark" in name or "tail" in name)]:
            dark = drawn(filled=dict.fromkeys(marked, (0.9, 0.9)), letters=0.0)
            for start, end, width in strokes:
                ends = [tuple(round(8 * mm) for mm in place) for place in (start, end)]
                cv2.line(dark, *ends, 0.8, round(width * 8))
            found = stray_ink(dark, SMALL, states_with(*marked))
            unclear = [f"{one.row}{one.value} {state}" for one, state in found.states.items()]
            lines.append(
                f"{name}, {len(marked)} marks: {', '.join(unclear) or '-'}; rows "
                f"{sorted(found.rows)}"
            )
    golden("measured/stray", "\n".join(lines))


def test_paper_is_free_where_nothing_is_printed(golden):
    lines = []
    label = SimpleNamespace(x=15.0, y=6.0, turn=1)
    of_row = SimpleNamespace(x=15.0, y=12.0, turn=0)
    for name, form in {
        "a log": SMALL,
        "with letters, but a log": changed(labels=[label]),
        "a log of two lines": changed(
            labels=[label, of_row], example=[SimpleNamespace(y=1.0), SimpleNamespace(y=2.0)]
        ),
        "counted": changed(labels=[label, of_row], code=SimpleNamespace(part="count-marks")),
    }.items():
        free = _free_paper((HIGH, WIDE), form)
        rows = np.flatnonzero(free.any(axis=1))
        columns = np.flatnonzero(free.any(axis=0))
        bounds = [int(of) for of in (rows[0], rows[-1], columns[0], columns[-1])]
        lines.append(
            f"{name}: {int(free.sum())} dots, {bounds}, at a letter {free[48, 86:126].sum()}"
        )
    ink = np.zeros((HIGH, WIDE), np.uint8)
    pieces = np.zeros((HIGH, WIDE), np.int32)
    for number, (top, bottom) in enumerate(((28, 68), (28, 60), (80, 116), (76, 110)), 1):
        ink[top:bottom, 100 + 20 * number] = 1
        pieces[top:bottom, 100 + 20 * number] = number
    lines.append(f"across {sorted(_across_rows(pieces, ink, SMALL))}")
    golden("measured/free-paper", "\n".join(lines))


def changed(**more):
    return SimpleNamespace(**{**vars(SMALL), **more})


# --- of which size, and on what
# --------------------------------------------------------------------------------------------------

PAGE = SimpleNamespace(width=105.0, height=148.0)


def on_table(across=1.0, down=1.0, table=70, paper=230, askew=0.0):
    """A sheet of paper on a table, with four dots per mm, that is so much larger than it should be;
    its left edge runs so many mm aside.
    """
    scale = 4
    grey = np.full((round(188 * scale), round(145 * scale)), table, np.uint8)
    left = 20 + PAGE.width / 2 * (1 - across)
    top = 20 + PAGE.height / 2 * (1 - down)
    corners = [
        (left, top),
        (left + PAGE.width * across, top),
        (left + PAGE.width * across, top + PAGE.height * down),
        (left + askew, top + PAGE.height * down),
    ]
    # The outline that is drawn is one dot wide itself.
    inset = np.array([(1, 1), (-1, 1), (-1, -1), (1, -1)]) / 2
    outline = (np.array(corners) * scale - 0.5 + inset) * 16
    cv2.fillPoly(grey, [np.round(outline).astype(np.int32)], paper, shift=4)
    return grey


@pytest.mark.parametrize(
    ("drawn_as", "scale"),
    [
        ({}, 1.0),
        ({"across": 0.98, "down": 0.98}, 1 / 0.98),
        ({"across": 1.03, "down": 1.03}, 1 / 1.03),
        ({"across": 1.005, "down": 1.0}, 0.9975),
        ({"across": 1.012, "down": 1.0}, 0.0),
        ({"table": 205}, 1.0),
        ({"table": 215}, 0.0),
        ({"table": 255, "paper": 120}, 1.0),
        ({"askew": 1.5}, 1.0025),
        ({"askew": 4.0}, 0.0),
    ],
)
def test_the_scale_of_a_sheet_is_told_by_the_edges_of_its_paper(drawn_as, scale):
    def place(points):
        return (points + 20) * 4 - 0.5

    found = scale_by_paper(on_table(**drawn_as), place, PAGE)
    assert found == pytest.approx(scale, abs=0.0025)


@pytest.mark.parametrize(
    ("wave", "strength"),
    [
        (None, 3.146),
        ((5.0, 3.0), 658.97),
        ((4.0, -4.0), 46379),
        ((3.0, 0.0), 3.201),
        ((0.0, 3.0), 3.104),
        ((13.0, 13.0), 3.146),
    ],
)
def test_a_screen_is_told_by_a_fine_wave_that_is_not_straight(wave, strength):
    """By how many dots it goes on across and down in one wave; 0 is none. Above 100 it is one."""
    rng = np.random.default_rng(3)
    grey = rng.normal(180, 4, (900, 700))
    if wave is not None:
        down, across = np.mgrid[:900, :700]
        x, y = wave
        phase = (across / x if x else 0) + (down / y if y else 0)
        grey += 12 * np.sin(2 * np.pi * phase)
    found = pattern(
        np.clip(grey, 0, 255).astype(np.uint8),
        lambda points: points * 5.0,
        SimpleNamespace(width=140.0, height=180.0),
    )
    assert found == pytest.approx(strength, rel=0.003)
