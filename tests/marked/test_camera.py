"""Marked sheets on simulated photographs are read, or refused in words that tell what to do; files
may do harm.

How often bubbles are wrong in how many photographs is measured by ``benchmarks/photographs.py``.
Each run of the suite reads a sheet, and what is no sheet, in ``test_sheets_read_here.py``.
"""

import io
import re
import shutil
import struct
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import photographed_sheets
import pytest
from counting import at_least
from filled_in_sheets import form_of
from jobs import kit_of
from PIL import Image
from prints import document

from kitgen.errors import CameraError
from kitgen.marked import straight
from kitgen.marked.bubble_states import Tones, read_bubbles, state_of
from kitgen.marked.print_warnings import scale_by_paper
from kitgen.marked.row_marks import TOUCHED, UNSEEN, UNSURE
from kitgen.marked.sheet_reading import read_pictures
from kitgen.marked.straight import SCALE, find_corners
from kitgen.render.pdf import pdf_bytes

#: The states of bubbles of which nobody is sure.
ASKED = (UNSURE, TOUCHED, UNSEEN)
#: Dots to an inch of pages that are read as they are.
FLAT = 200


@cache
def pdf_of(name, part="log-marks"):
    return pdf_bytes(document(name, (part,)))


@cache
def page(name="her", sheet=1, dpi=photographed_sheets.DPI, part="log-marks"):
    return photographed_sheets.page_of(pdf_of(name, part), sheet - 1, dpi)


def read_sheets(path, kit):
    """Return all sheets in a picture; raise the first reason if none can be read."""
    sheets, refusals = sorted_out(read_pictures([path], kit))
    if not sheets:
        raise CameraError(refusals[0])
    return sheets


def sorted_out(read):
    """Return the sheets that were read, and why others were not."""
    read = list(read)
    return [one for one in read if not isinstance(one, str)], [
        one for one in read if isinstance(one, str)
    ]


def marked(form, rng, *, rubbed=0.1):
    """One bubble of each group but the last, and the state of all: by many hands."""
    groups = {}
    for bubble in form.bubbles:
        groups.setdefault((bubble.row, bubble.field, bubble.turn), []).append(bubble)
    marks = []
    truth = dict.fromkeys(form.bubbles, "empty")
    for (_, field, _), bubbles in groups.items():
        if field == "void":
            continue
        one, other = rng.permutation(len(bubbles))[:2]
        truth[bubbles[one]] = "marked"
        marks.append(
            photographed_sheets.any_mark(rng, bubbles[one].x, bubbles[one].y, form.diameter)
        )
        if rng.random() < rubbed:
            marks.append(
                photographed_sheets.Mark(
                    bubbles[other].x, bubbles[other].y, form.diameter, "erased"
                )
            )
    return marks, truth


@cache
def filled(name="her", sheet=1, dpi=photographed_sheets.DPI):
    """A sheet filled in, and the true states of its bubbles."""
    rng = np.random.default_rng(sheet)
    marks, truth = marked(form_of(kit_of(name), sheet=sheet), rng)
    return photographed_sheets.filled(page(name, sheet, dpi), marks, rng, dpi), truth


def saved(picture, path, kind="JPEG", **how):
    Image.fromarray(picture).save(path, kind, **how)
    return path


def compared(sheet, truth):
    """How many bubbles are read as what they are not, and of how many nobody is sure."""
    states = [(truth[bubble], one.state) for bubble, one in sheet.readings.items()]
    assert len(states) == len(truth) > 400
    wrong = sum(one not in (true, *ASKED) for true, one in states)
    return wrong, sum(one in ASKED for _, one in states)


def refusal(path, name="her"):
    (why,) = read_pictures([path], kit_of(name))
    assert why.startswith(f"'{path}'")
    assert "\n" not in why
    return why.removeprefix(f"'{path}'")


@pytest.mark.every
@pytest.mark.parametrize(
    ("grade", "unsure"), [("middle", 18), ("scanner", 16), ("mild", 16), ("rough", 60)]
)
def test_a_sheet_is_read_whole_from_a_scanner_to_a_bad_photograph(tmp_path, grade, unsure):
    picture, truth = filled()
    rng = np.random.default_rng(15)
    photo = photographed_sheets.photographed(picture, grade, rng)
    (tmp_path / "photo.jpg").write_bytes(
        photographed_sheets.jpeg(photo, photographed_sheets.GRADES[grade].quality)
    )
    (sheet,) = read_sheets(tmp_path / "photo.jpg", kit_of())
    wrong, asked = compared(sheet, truth)
    assert (wrong, sheet.warnings) == (0, ())
    assert asked <= unsure


@pytest.mark.every
def test_what_is_too_bad_is_refused_and_not_read_wrongly(tmp_path):
    picture, truth = filled()
    path = tmp_path / "photo.jpg"
    read = []
    for seed in range(2):
        photo = photographed_sheets.photographed(picture, "bad", np.random.default_rng(seed))
        path.write_bytes(photographed_sheets.jpeg(photo, 50))
        sheets, refusals = sorted_out(read_pictures([path], kit_of()))
        read += [compared(sheet, truth)[0] for sheet in sheets] or [len(refusals) == 0]
    assert read == [0, 0]


def on_table(picture, around=150, table=70):
    """A page as it lies on a table, seen from straight above."""
    return cv2.copyMakeBorder(picture, *[around] * 4, cv2.BORDER_CONSTANT, value=table)


HALVES = {
    "upper": np.s_[900:, :],
    "lower": np.s_[:1500, :],
    "left": np.s_[:, 900:],
    "right": np.s_[:, :1000],
}


@pytest.mark.every
@pytest.mark.parametrize("half", HALVES)
def test_half_a_sheet_is_named(tmp_path, half):
    photo = on_table(filled(dpi=FLAT)[0])[HALVES[half]]
    assert f"its {half} half is missing; take the photo from" in refusal(
        saved(photo, tmp_path / "a.jpg")
    )


@pytest.mark.every
def test_a_corner_beyond_the_picture_is_named_by_where_it_is_on_the_sheet(tmp_path):
    turned = photographed_sheets.photographed(
        filled()[0],
        photographed_sheets.Grade(turn=(25, 25), fill=(0.9, 0.9)),
        np.random.default_rng(1),
        quarters=0,
    )
    # Turned so far to the right, the lower left corner is the one farthest to the left.
    dark = np.argwhere(turned[::8, ::8] > 200)[:, 1] * 8
    photo = turned[:, int(np.quantile(dark, 0.08)) :]
    why = refusal(saved(photo, tmp_path / "a.jpg"))
    assert (
        why
        == ": the lower left corner of the sheet is missing: take the photo from a little higher"
    )


def covered(picture, *places, dpi=FLAT):
    """A picture with white paper laid on some places: left, top, right and bottom in mm."""
    made = picture.copy()
    for place in places:
        left, top, right, bottom = (round(mm / 25.4 * dpi) for mm in place)
        made[top:bottom, left:right] = 255
    return on_table(made)


@pytest.mark.every
def test_a_hand_on_a_corner_is_told_and_one_corner_that_is_not_seen_does_no_harm(tmp_path):
    picture, truth = filled(dpi=FLAT)
    (sheet,) = read_sheets(saved(covered(picture, (10, 10, 22, 22)), tmp_path / "a.jpg"), kit_of())
    assert compared(sheet, truth)[0] == 0
    why = refusal(saved(covered(picture, (0, 0, 22, 100)), tmp_path / "a.jpg"))
    assert "does not show the upper left corner of the sheet: move hand" in why
    why = refusal(saved(covered(picture, (0, 60, 18, 160)), tmp_path / "a.jpg"))
    assert "keep hands off its edges" in why


@pytest.mark.every
def test_a_code_that_is_not_seen_is_told(tmp_path):
    left, top, side = form_of(kit_of()).code_at
    photo = covered(filled(dpi=FLAT)[0], (left, top, left + side, top + side))
    assert "code at the upper right cannot be read: photograph it from nearer" in refusal(
        saved(photo, tmp_path / "a.jpg")
    )


def test_another_code_is_named(tmp_path):
    """A log to be written by hand has the same markers."""
    left, top, side = form_of(kit_of()).code_at
    picture = filled(dpi=FLAT)[0].copy()
    code = cv2.QRCodeEncoder.create().encode("KITGEN-LOG:1 HER C0FFEE12 GARDNER 26-50")
    at = [round(mm / 25.4 * FLAT) for mm in (left, top, side)]
    picture[at[1] : at[1] + at[2], at[0] : at[0] + at[2]] = cv2.resize(
        code, (at[2],) * 2, interpolation=cv2.INTER_NEAREST
    )
    why = refusal(saved(on_table(picture), tmp_path / "a.jpg"))
    assert (
        "'KITGEN-LOG:1 HER C0FFEE12 GARDNER 26-50' is not the code of a sheet to be marked" in why
    )


@pytest.mark.every
def test_another_kits_sheet_is_named(tmp_path):
    path = saved(on_table(filled("menace", dpi=FLAT)[0]), tmp_path / "a.jpg")
    assert f"a sheet of kit 'menace' ({kit_of('menace').short_hash}), not of 'her'" in refusal(path)


DULL = {
    "dark": (
        lambda photo: (photo * 0.12).astype(np.uint8),
        "is too dark: photograph the sheet in even light",
    ),
    "blurred": (
        lambda photo: cv2.GaussianBlur(photo, (0, 0), 4.5),
        "is blurred: hold the camera still",
    ),
    "very blurred": (
        lambda photo: cv2.GaussianBlur(photo, (0, 0), 14),
        "is blurred: hold the camera still",
    ),
    "empty": (
        lambda photo: np.full_like(photo, 230),
        "shows no sheet to be marked: photograph one whole sheet",
    ),
}


@pytest.mark.every
@pytest.mark.parametrize("kind", DULL)
def test_dark_and_blurred_pictures_are_refused_in_words(tmp_path, kind):
    harm, words = DULL[kind]
    assert words in refusal(saved(harm(on_table(filled(dpi=FLAT)[0])), tmp_path / "a.jpg"))


def smaller(picture, scale):
    high, wide = picture.shape
    move = cv2.getRotationMatrix2D((wide / 2, high / 2), 0, scale)
    return cv2.warpAffine(picture, move, (wide, high), flags=cv2.INTER_AREA, borderValue=255)


@pytest.mark.every
def test_a_sheet_printed_to_fit_the_page_is_read_with_a_warning(tmp_path):
    """By the paper's edges in a photograph, by the dots to an inch in a scan."""
    picture, truth = filled()
    photo = photographed_sheets.photographed(
        smaller(picture, 0.97), "middle", np.random.default_rng(2)
    )
    scan = smaller(filled(dpi=FLAT)[0], 0.97)
    for path in (
        saved(photo, tmp_path / "a.jpg"),
        saved(scan, tmp_path / "b.png", "PNG", dpi=(200, 200)),
    ):
        (sheet,) = read_sheets(path, kit_of())
        (said,) = sheet.warnings
        assert "at 97%" in said
        assert compared(sheet, truth)[0] == 0


@pytest.mark.every
def test_a_photo_of_a_screen_is_told(tmp_path):
    photo = photographed_sheets.photographed(filled()[0], "mild", np.random.default_rng(3))
    shown = saved(photographed_sheets.of_a_screen(photo), tmp_path / "a.jpg", quality=90)
    (sheet,) = read_sheets(shown, kit_of())
    assert any("photo of a screen: photograph the sheet itself" in said for said in sheet.warnings)


@pytest.mark.every
def test_two_sheets_in_one_picture_are_both_read_any_way_round(tmp_path):
    one, first = filled(dpi=FLAT)
    other, second = filled(sheet=2, dpi=FLAT)
    photo = on_table(
        np.hstack([one, np.full((one.shape[0], 60), 70, np.uint8), np.rot90(other, 2)])
    )
    sheets = sorted(
        read_sheets(saved(photo, tmp_path / "a.jpg"), kit_of()),
        key=lambda sheet: sheet.form.code.sheet,
    )
    assert [sheet.form.code.sheet for sheet in sheets] == [1, 2]
    assert [
        compared(sheet, truth)[0] for sheet, truth in zip(sheets, (first, second), strict=True)
    ] == [0, 0]


@pytest.mark.every
def test_a_sheet_beside_half_a_sheet_is_read_and_the_other_told(tmp_path):
    one = filled(dpi=FLAT)[0]
    photo = on_table(np.hstack([one, np.full((one.shape[0], 60), 70, np.uint8), one[:, :900]]))[
        :, :-150
    ]
    sheets, refusals = sorted_out(read_pictures([saved(photo, tmp_path / "a.jpg")], kit_of()))
    assert len(sheets) == 1
    assert ["its right half is missing" in why for why in refusals] == [True]


@pytest.mark.every
def test_what_looks_like_a_marker_beside_a_sheet_is_no_sheet(tmp_path):
    one = on_table(filled(dpi=FLAT)[0], around=200)
    lone = cv2.aruco.generateImageMarker(
        cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), 2, 60
    )
    one[20:120, 20:120] = cv2.copyMakeBorder(lone, *[20] * 4, cv2.BORDER_CONSTANT, value=255)
    sheets, refusals = sorted_out(read_pictures([saved(one, tmp_path / "a.jpg")], kit_of()))
    assert (len(sheets), refusals) == (1, [])


@pytest.mark.parametrize("longest", [400, 600, 3600])
def test_only_the_four_markers_of_a_sheet_are_found(longest):
    """Other programs print others of the same kind, also the next one after these."""
    markers = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    grey = np.full((300, 600), 255, np.uint8)
    for place, number in enumerate((0, 4, 1, 5, 2, 49, 3)):
        drawn = cv2.aruco.generateImageMarker(markers, number, 60)
        grey[60:120, 10 + 84 * place : 70 + 84 * place] = drawn
    found = {marker.number: marker.quad for marker in straight._markers(grey, longest)}
    assert sorted(found) == [0, 1, 2, 3]
    for number, left in ((0, 10), (1, 178), (2, 346), (3, 514)):
        corners = [(left, 60), (left + 59, 60), (left + 59, 119), (left, 119)]
        assert np.abs(found[number] - np.array(corners)).max() < 2


#: The middles of a sheet's markers are ten sides apart across, and fourteen down.
APART = np.array([10.0, 14.0])


def marker(number, x, y, side=1.0, turned=0):
    """Return a marker whose middle is at a place; turned by so many quarters to the right."""
    corners = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)]
    for _ in range(turned):
        corners = [(-down, right) for right, down in corners]
    return straight.Marker(number, np.array([x, y]) + side * np.array(corners))


@pytest.mark.parametrize(
    ("first", "second", "share"),
    [
        (marker(0, 0, 0), marker(1, 10, 0), 0),
        (marker(0, 0, 0), marker(2, 10, 14), 0),
        (marker(3, 5, 19), marker(0, 5, 5), 0),
        (marker(0, 0, 0, side=3), marker(1, 30, 0, side=3), 0),
        (marker(0, 0, 0, turned=1), marker(1, 0, 10, turned=1), 0),
        (marker(0, 0, 0, turned=2), marker(3, 0, -14, turned=2), 0),
        (marker(0, 0, 0), marker(1, 13, 0), 0.3),
        (marker(0, 0, 0), marker(1, 10, 5), 0.5),
        (marker(0, 0, 0), marker(3, 0, 0), 1),
        (marker(0, 0, 0), marker(1, -10, 0), 2),
    ],
)
def test_a_marker_is_astray_by_a_share_of_the_way_to_where_it_belongs(first, second, share):
    assert straight._astray(first, second, APART) == pytest.approx(share)


def corners_at(x, y):
    """Return the four markers of a sheet whose upper left one is at a place."""
    places = [(0, 0), (10, 0), (10, 14), (0, 14)]
    return [marker(number, x + right, y + down) for number, (right, down) in enumerate(places)]


@pytest.mark.parametrize(
    ("markers", "sheets"),
    [
        ([], []),
        ([marker(2, 0, 0)], [{2}]),
        (corners_at(0, 0), [{0, 1, 2, 3}]),
        (corners_at(0, 0)[1:], [{1, 2, 3}]),
        ([*corners_at(0, 0), *corners_at(20, 0)], [{0, 1, 2, 3}, {0, 1, 2, 3}]),
        ([*corners_at(0, 0), marker(2, 50, 50)], [{0, 1, 2, 3}, {2}]),
        ([marker(0, 0, 0), marker(0, 10, 0)], [{0}, {0}]),
        ([marker(0, 0, 0), marker(1, 13.4, 0)], [{0, 1}]),
        ([marker(0, 0, 0), marker(1, 13.6, 0)], [{0}, {1}]),
        ([marker(0, 0, 0), marker(1, 10, 0, turned=1)], [{0}, {1}]),
        ([marker(0, 0, 0, turned=1), marker(1, 10, 0)], [{0}, {1}]),
        # Of two that might be the second, the one that lies better is.
        ([marker(0, 0, 0), marker(1, 12, 0), marker(1, 10, 0)], [{0, 1}, {1}]),
    ],
)
def test_markers_that_lie_as_on_a_sheet_are_one(markers, sheets):
    found = straight._sheets(markers, APART)
    assert sorted(map(sorted, found)) == sorted(map(sorted, sheets))
    for sheet in found:
        if 1 in sheet and len(sheet) == 2 and len(markers) == 3:
            assert sheet[1].mean(axis=0).tolist() == [10, 0]


def test_a_picture_without_markers_has_none():
    assert [*straight._markers(np.full((300, 600), 255, np.uint8), 600)] == []
    assert find_corners(np.full((300, 600), 255, np.uint8), 10, 10) == []


@pytest.mark.parametrize(
    "order", [list, lambda markers: [*markers][::-1]], ids=["as seen", "the other way round"]
)
def test_a_sheet_comes_before_what_looks_like_its_markers_whatever_is_seen_first(
    monkeypatch, order
):
    one = on_table(filled(dpi=FLAT)[0], around=200)
    lone = cv2.aruco.generateImageMarker(
        cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), 2, 60
    )
    one[20:120, 20:120] = cv2.copyMakeBorder(lone, *[20] * 4, cv2.BORDER_CONSTANT, value=255)
    original = straight._markers
    monkeypatch.setattr(straight, "_markers", lambda *how: order(original(*how)))
    first, _, third, _ = form_of(kit_of()).corners
    sheets = find_corners(one, (third.x - first.x) / first.side, (third.y - first.y) / first.side)
    assert [len(sheet) for sheet in sheets] == [4, 1]


@pytest.mark.parametrize("aside", [(0.0, 0.0), (3.0, -2.0)])
def test_a_square_is_found_to_a_fraction_of_a_dot(aside):
    """Dots 131 to 170 are dark: their middle is half a dot from where mm 15 is."""
    grey = np.full((300, 300), 255, np.uint8)
    grey[131:171, 131:171] = 0
    found = straight._find_square(
        grey, np.diag([10.0, 10.0, 1.0]), np.array([15.0, 15.0, 4.0]), np.array(aside)
    )
    assert found == pytest.approx([0.5, 0.5], abs=0.1)


def test_a_square_that_lies_elsewhere_seen_from_either_end_of_its_edge_is_left_out(monkeypatch):
    """Something beside it looks like it: nobody can say which it is. Where but one end sees a
    square, that counts.
    """
    dots = [np.array([away, 0.0]) for away in (0.0, 1.0, 0.0, 2.0, 0.0)]
    back = [
        dots[0],
        dots[1],
        np.array([0.6 * straight.SCALE, 0.0]),
        np.array([2.0 + 0.3 * straight.SCALE, 0.0]),
        None,
    ]
    ways = iter([dots, back[::-1]])
    monkeypatch.setattr(straight, "_follow", lambda *_: next(ways))
    squares = np.array([(10.0 * number, 5.0, 2.0) for number in range(5)])
    view = np.diag([straight.SCALE, straight.SCALE, 1.0])
    along, apart = straight._apart(np.zeros((9, 9), np.uint8), view, squares, 0, (True, True))
    assert along.tolist() == [0.0, 10.0, 30.0, 40.0]
    assert apart[:, 0].tolist() == [0.0, 1.0, 2.0, 0.0]


@pytest.mark.parametrize(
    ("beyond", "seen", "size"),
    [(0.0, 20.0, 1.0), (-2.125, 20.0, 0.0), (11.125, 20.0, 0.0), (0.0, 1.0, 0.0)],
    ids=["told", "too far inside", "too far outside", "cut off by the picture"],
)
def test_the_size_of_a_print_is_told_only_where_all_edges_of_its_paper_are_seen(beyond, seen, size):
    """The paper reaches so many mm beyond where its left edge should be, and the picture so many
    mm beyond that.
    """
    form = form_of(kit_of())
    dots = 4
    left = beyond + seen
    around = 20.0
    wide, high = (
        round(dots * mm) for mm in (left + form.width + around, around + form.height + around)
    )
    grey = np.full((high, wide), 70, np.uint8)
    top = round(dots * around)
    side = round(dots * around)
    grey[top : high - side, round(dots * seen) : wide - side] = 230
    told = scale_by_paper(grey, lambda mm: mm * dots + np.array([left, around]) * dots, form)
    assert told == pytest.approx(size, abs=0.004)


def darkened(form, *places, dark=0.0):
    """Return the tones of a sheet that is white but for some discs: middle and radius in mm, and
    how dark they are.
    """
    tones = np.full((round(form.height * SCALE), round(form.width * SCALE)), dark, np.float32)
    for x, y, radius, black in places:
        cv2.circle(tones, (round(x * SCALE), round(y * SCALE)), round(radius * SCALE), black, -1)
    return Tones(tones, 255.0, 0.0)


def test_a_mark_that_only_reaches_into_a_bubble_is_not_taken_for_its_own():
    """A neighbour's mark may reach over the ring: what is meant for a bubble reaches its middle."""
    form = form_of(kit_of())
    one, other = (
        next(one for one in form.bubbles if (one.row, one.field) == (row, "result"))
        for row in (3, 8)
    )
    radius = form.diameter / 2
    inside = (one.x, one.y, 0.6 * radius, 1.0)
    outside = (other.x, other.y + radius, 0.55 * radius, 1.0)
    read = read_bubbles(darkened(form, inside, outside), form)
    assert (read[one].state, read[other].state) == ("marked", "unsure")
    assert {read[bubble].state for bubble in form.bubbles if bubble not in (one, other)} == {
        "empty"
    }


@pytest.mark.every
def test_what_is_no_darker_than_a_letter_is_no_mark_where_no_empty_bubble_tells_the_letter():
    """The bubbles of one letter are covered in all rows but two, as a bold letter might cover
    them.
    """
    form = form_of(kit_of())
    alike = [one for one in form.bubbles if one.value == "win"]
    for covered, state in ((alike[2:], "unsure"), (alike[3:], "marked")):
        tones = darkened(form, *((one.x, one.y, form.diameter / 2, 0.39) for one in covered))
        assert {read_bubbles(tones, form)[one].state for one in covered} == {state}


@pytest.mark.every
def test_a_column_that_is_marked_in_every_row_is_not_taken_for_empty(tmp_path):
    form = form_of(kit_of())
    rng = np.random.default_rng(4)
    wins = [one for one in form.bubbles if one.value == "win"]
    marks = [
        photographed_sheets.Mark(one.x, one.y, form.diameter, "full", "hard pencil") for one in wins
    ]
    picture = photographed_sheets.filled(page(dpi=FLAT), marks, rng, FLAT)
    (sheet,) = read_sheets(saved(picture, tmp_path / "a.png", "PNG"), kit_of())
    seen = {bubble for bubble, one in sheet.readings.items() if one.state == "marked"}
    assert len(wins) == 25
    assert seen == set(wins)
    assert {one.state for bubble, one in sheet.readings.items() if bubble not in seen} == {
        "empty"
    }, "letters are none"
    assert (
        max(one.darkness for bubble, one in sheet.readings.items() if bubble not in seen) < 0.07
    ), "nor half a dot off"


def test_what_a_rubber_left_is_no_mark_and_never_one_beside_a_clear_one():
    assert state_of(0.3, 0.25, 0.03, 0.3) == "unsure"
    assert state_of(0.3, 0.25, 0.03, 0.7) == "empty"
    assert state_of(0.3, 0.05, 0.03, 0.3) == "marked", "as dark, but a line"
    assert state_of(0.45, 0.4, 0.03, 0.9) == "marked"
    assert state_of(0.45, 0.4, 0.03, 1.0) == "unsure", "not half as dark as the mark beside it"
    assert state_of(0.3, 0.05, 0.03, 0.7) == "empty", "neither is a line"


@pytest.mark.every
def test_a_strip_shows_its_row(tmp_path):
    form = form_of(kit_of())
    one = next(bubble for bubble in form.bubbles if bubble.row == 6)
    mark = photographed_sheets.Mark(one.x, one.y, form.diameter, "full", "pen")
    picture = photographed_sheets.filled(page(dpi=FLAT), [mark], np.random.default_rng(5), FLAT)
    (sheet,) = read_sheets(saved(on_table(np.rot90(picture)), tmp_path / "a.jpg"), kit_of())
    strips = [
        cv2.imdecode(np.frombuffer(sheet.strip(row), np.uint8), cv2.IMREAD_GRAYSCALE)
        for row in (5, 6)
    ]
    assert strips[0].shape[1] > 10 * strips[0].shape[0]
    left = strips[1][:, : strips[1].shape[1] // 4]
    assert (left < 60).sum() > (strips[0][:, : left.shape[1]] < 60).sum() + 400


@pytest.mark.every
def test_beads_are_counted_on_letter_paper(tmp_path):
    """A sheet of another part and paper is found by the same corners."""
    sheet = pdf_bytes(document("her", ("count-marks",), page="letter"))
    form = form_of(kit_of(), "letter", "count-marks")
    rng = np.random.default_rng(6)
    marks, truth = marked(form, rng, rubbed=0)
    picture = photographed_sheets.filled(photographed_sheets.page_of(sheet), marks, rng)
    photo = photographed_sheets.photographed(picture, "middle", rng)
    (sheet,) = read_sheets(saved(photo, tmp_path / "a.jpg"), kit_of())
    assert sheet.form == form
    states = [(truth[bubble], one.state) for bubble, one in sheet.readings.items()]
    assert [pair for pair in at_least(40, states) if pair[1] not in (pair[0], *ASKED)] == []


def png_of(wide, high):
    """A PNG of a few bytes that says how many dots it has."""
    stream = io.BytesIO()
    Image.new("1", (8, 8)).save(stream, "PNG")
    data = stream.getvalue()
    return data[:16] + struct.pack(">II", wide, high) + data[24:]


def test_pictures_made_to_do_harm_end_in_one_line(tmp_path):
    stream = io.BytesIO()
    Image.new("1", (10_000, 10_000)).save(stream, "PNG")
    whole = photographed_sheets.jpeg(on_table(filled(dpi=FLAT)[0]))
    harmful = {
        "bomb.png": (stream.getvalue(), "has more than 64 million dots"),
        "lie.png": (png_of(2**31 - 1, 2**31 - 1), "cannot be read as a picture"),
        "cut.jpg": (whole[: len(whole) // 2], "cannot be read as a picture"),
        "none.jpg": (b"", " is empty; name a photo"),
        "text.jpg": (b"no picture", " is text; name a photo"),
        "scan.pdf": (b"%PDF-1.4 nothing", "scan or photograph the sheet again"),
        "phone.heic": (b"\0\0\0\x18ftypheic" + bytes(64), "pillow-heif"),
    }
    for name, (data, words) in harmful.items():
        path = tmp_path / name
        path.write_bytes(data)
        assert words in refusal(path), name
    with pytest.raises(CameraError, match=r"there is no file .*nowhere\.jpg'; name a photo"):
        read_sheets(tmp_path / "nowhere.jpg", kit_of())
    (tmp_path / "folder").mkdir()
    with pytest.raises(CameraError, match="contains no pictures: give photos"):
        read_sheets(tmp_path / "folder", kit_of())


def test_pictures_of_a_folder_are_reported_in_the_order_of_their_names(tmp_path, monkeypatch):
    """However the disk lists them."""
    names = ["1.jpg", "10.png", "2.pdf", "b.jpg"]
    for name in names:
        (tmp_path / name).write_bytes(b"no picture")
    listed = sorted(tmp_path.iterdir(), reverse=True)
    monkeypatch.setattr(Path, "iterdir", lambda _: iter(listed))
    refusals = list(read_pictures([tmp_path], kit_of()))
    assert [next(name for name in names if f"{name}'" in refusal) for refusal in refusals] == names


@pytest.mark.every
def test_odd_pictures_scans_of_many_pages_and_folders_are_read(tmp_path):
    picture, truth = filled(dpi=FLAT)
    photo = Image.fromarray(on_table(picture))
    turned = Image.Exif()
    turned[0x112] = 6
    folder = tmp_path / "photos"
    folder.mkdir()
    photo.rotate(90, expand=True).save(folder / "1-turned.jpg", exif=turned)
    photo.convert("CMYK").save(folder / "2-cmyk.jpg")
    clear = Image.fromarray(np.where(on_table(picture) > 250, 0, on_table(picture))).convert("RGBA")
    clear.putalpha(Image.fromarray(np.where(on_table(picture) > 250, 0, 255).astype(np.uint8)))
    clear.save(folder / "3-clear.png")
    Image.fromarray(on_table(picture).astype(np.uint16) * 257).save(folder / "4-deep.png")
    photo.resize((photo.width * 4, photo.height * 4), Image.Resampling.NEAREST).save(
        folder / "5-huge.jpg", quality=60
    )
    photo.save(
        folder / "6-scan.pdf", save_all=True, append_images=[photo.rotate(180)], resolution=200
    )
    (folder / "notes.txt").write_text("no picture")
    shutil.copy(folder / "2-cmyk.jpg", folder / "7.JPEG")
    found = list(read_pictures([folder], kit_of()))
    assert [compared(sheet, truth)[0] for sheet in found] == [0] * 8
    numbers = [re.search(r"([1-7])[-.]", sheet.picture)[1] for sheet in found]
    assert "".join(numbers) == "12345667"
