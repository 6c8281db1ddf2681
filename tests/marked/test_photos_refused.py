"""Which files of a folder are photos, which corner of a sheet is missing, and which bubbles may be
marked beside each other: each case from both sides, without a camera.
"""

from itertools import combinations
from types import SimpleNamespace

import cv2
import numpy as np
import pytest
from counting import at_least
from filled_in_sheets import form_of
from jobs import kit_of

from kitgen.errors import CameraError
from kitgen.forms.form import Bubble
from kitgen.marked import photo_faults, photo_files
from kitgen.marked.bubble_states import FIELDS_WITH_SEVERAL, Tones, read_bubbles
from kitgen.marked.photo_faults import (
    HANDWRITTEN,
    NO_CODE,
    NO_SHEET,
    TOO_BLURRED,
    TOO_DARK,
    missing_corners,
    no_code,
    no_sheet,
    quality,
)
from kitgen.marked.photo_files import picture_files_in
from kitgen.marked.straight import SCALE, _quad

FORM = form_of(kit_of("her"))


# --- files of a folder
# --------------------------------------------------------------------------------------------------

KINDS = (".jpg", ".jpeg", ".png", ".heic", ".heif", ".webp", ".tif", ".tiff", ".pdf")


@pytest.mark.parametrize("kind", KINDS)
def test_a_photo_is_known_by_its_ending_however_it_is_written(tmp_path, kind):
    names = [f"IMG_1{kind.upper()}", f"b{kind}", f"c{kind.title()}"]
    for name in names:
        (tmp_path / name).write_bytes(b"")
    for other in ("a.txt", "jpg", kind, f"a{kind}.part", f"a{kind}x"):
        (tmp_path / other).write_bytes(b"")
    (tmp_path / f"folder{kind}").mkdir()
    assert [path.name for path in picture_files_in(tmp_path)] == names


def test_photos_are_read_in_the_order_of_their_names(tmp_path):
    for name in ("b.jpg", "c.PNG", "a.pdf", "B.jpg", "10.jpg", "9.jpg"):
        (tmp_path / name).write_bytes(b"")
    files = picture_files_in(tmp_path)
    assert files == sorted(files)
    assert [path.name for path in files] == ["10.jpg", "9.jpg", "B.jpg", "a.pdf", "b.jpg", "c.PNG"]


def refused(folder):
    with pytest.raises(CameraError) as caught:
        picture_files_in(folder)
    return str(caught.value).replace(str(folder), "FOLDER")


def test_a_folder_without_photos_with_too_many_or_none_at_all_is_refused(tmp_path, monkeypatch):
    assert refused(tmp_path) == (
        "'FOLDER' contains no pictures: give photos (JPEG, PNG, HEIC) or scans (PDF)"
    )
    monkeypatch.setattr(photo_files, "MAX_FILES", 3)
    for number in range(3):
        (tmp_path / f"{number}.jpg").write_bytes(b"")
    (tmp_path / "notes.txt").write_bytes(b"")
    assert len(picture_files_in(tmp_path)) == 3
    (tmp_path / "4.jpg").write_bytes(b"")
    assert refused(tmp_path) == "'FOLDER' contains 4 pictures; at most 3 are read at once"
    assert refused(tmp_path / "4.jpg") == "'FOLDER' cannot be read: Not a directory"
    assert refused(tmp_path / "nothing") == "'FOLDER' cannot be read: No such file or directory"


# --- corners
# --------------------------------------------------------------------------------------------------


def seen(missing=(), left=0.0, top=0.0, dots_per_mm=4.0):
    """The markers of a sheet in a picture, without some of them: the sheet lies so many dots from
    the left and from the top.
    """
    return {
        number: _quad(corner) * dots_per_mm + [left, top]
        for number, corner in enumerate(FORM.corners)
        if number not in missing
    }


def test_each_set_of_missing_corners_has_its_advice(golden):
    """With the whole sheet in the picture: one corner alone is then hidden, and not cut off."""
    names = ("upper left", "upper right", "lower right", "lower left")
    lines = []
    for count in (1, 2, 3):
        for missing in at_least(4, combinations(range(4), count)):
            said = missing_corners(seen(missing), FORM, (1200, 900))
            lines.append(f"{', '.join(names[number] for number in missing)}:\n    {said}")
    golden("said/missing-corners", "\n".join(lines))


@pytest.mark.parametrize("corner", range(4))
@pytest.mark.parametrize("shape", [(1188, 840), (1188, 840, 3), (1188, 2000), (3000, 840)])
def test_a_corner_is_cut_off_where_the_picture_ends_before_it(corner, shape):
    """The sheet is 210 by 297 mm, 840 by 1188 dots; the picture may be longer or wider."""
    middle = np.array([FORM.corners[corner].x, FORM.corners[corner].y]) * 4
    height, width = shape[:2]
    name = ("upper left", "upper right", "lower right", "lower left")[corner]
    hidden = f"does not show the {name} corner of the sheet: move hand or shadow off it, and "
    cut_off = f"the {name} corner of the sheet is missing: take the photo from a little higher"
    for x, y, said in (
        (1, 1, hidden),
        (width - 1, 1, hidden),
        (1, height - 1, hidden),
        (width - 1, height - 1, hidden),
        (-1, 1, cut_off),
        (1, -1, cut_off),
        (width + 1, 1, cut_off),
        (1, height + 1, cut_off),
        (width + 1, height + 1, cut_off),
        (-1, -1, cut_off),
    ):
        left, top = np.array([x, y]) - middle
        found = missing_corners(seen((corner,), left, top), FORM, shape)
        assert found.startswith(said), (x, y)


# --- why nothing was read
# --------------------------------------------------------------------------------------------------


def half_black(sharp=True, white=255):
    picture = np.full((400, 400), white, np.uint8)
    picture[:, :200] = 0
    return picture if sharp else np.asarray(cv2.GaussianBlur(picture, (0, 0), 6), np.uint8)


@pytest.mark.parametrize(
    ("picture", "is_log", "why"),
    [
        (half_black(), False, NO_SHEET),
        (half_black(), True, HANDWRITTEN),
        (half_black(white=60), False, NO_SHEET),
        (half_black(white=59), False, TOO_DARK),
        (half_black(white=59), True, HANDWRITTEN),
        (half_black(sharp=False), False, TOO_BLURRED),
        (half_black(sharp=False, white=50), False, TOO_DARK),
        (np.full((400, 400), 200, np.uint8), False, NO_SHEET),
    ],
)
def test_a_picture_without_a_sheet_is_dark_blurred_or_of_something_else(
    monkeypatch, picture, is_log, why
):
    monkeypatch.setattr(photo_faults, "is_log", lambda _: is_log)
    assert no_sheet(picture) == why


def sheet(white=255, black=0, blur=0.0):
    """A straightened sheet with nothing on it but its squares, and their tones."""
    picture = np.full((round(FORM.height * SCALE), round(FORM.width * SCALE)), white, np.uint8)
    for square in FORM.squares:
        half = square.side / 2
        rows = slice(round((square.y - half) * SCALE), round((square.y + half) * SCALE))
        columns = slice(round((square.x - half) * SCALE), round((square.x + half) * SCALE))
        picture[rows, columns] = black
    if blur:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), blur * SCALE), np.uint8)
    return picture


@pytest.mark.parametrize(
    ("white", "black", "why"),
    [
        (60, 0, ""),
        (59, 0, TOO_DARK),
        (255, 220, ""),
        (255, 221, TOO_DARK),
        (95, 60, ""),
        (94, 60, TOO_DARK),
    ],
)
def test_a_sheet_is_too_dark_by_its_paper_or_by_its_contrast(monkeypatch, white, black, why):
    monkeypatch.setattr(photo_faults, "blur_of", lambda *_: 0.33)
    tones = SimpleNamespace(white=white, black=black)
    assert quality(tones, None, FORM) == why
    monkeypatch.setattr(photo_faults, "blur_of", lambda *_: 0.34)
    assert quality(tones, None, FORM) == why or TOO_BLURRED


@pytest.mark.parametrize("blur", [0.2, 0.3])
def test_the_blur_of_a_sheet_is_measured_at_its_squares(blur):
    assert photo_faults.blur_of(sheet(blur=blur), FORM) == pytest.approx(blur, rel=0.08)


def test_a_sheet_without_squares_is_as_blurred_as_can_be():
    assert photo_faults.blur_of(sheet(black=255), FORM) == 1.0
    assert photo_faults.blur_of(sheet(), FORM) < 0.1


@pytest.mark.parametrize(
    ("is_log", "refusal", "missing", "said"),
    [
        (True, TOO_DARK, (), HANDWRITTEN),
        (False, TOO_DARK, (0,), TOO_DARK),
        (False, "", (), NO_CODE),
        (False, "", (1,), "does not show the upper right corner of the sheet"),
    ],
)
def test_a_code_that_cannot_be_read_has_the_first_reason_that_is_found(
    monkeypatch, is_log, refusal, missing, said
):
    grey = np.full((1200, 900), 255, np.uint8)
    monkeypatch.setattr(photo_faults, "is_log", lambda _: is_log)
    monkeypatch.setattr(photo_faults, "tones_of", lambda *_: None)
    monkeypatch.setattr(
        photo_faults, "Straightening", lambda *_: SimpleNamespace(picture=lambda: grey)
    )
    monkeypatch.setattr(photo_faults, "quality", lambda *_: refusal)
    assert no_code(grey, seen(missing), FORM).startswith(said)


# --- marks beside each other
# --------------------------------------------------------------------------------------------------

#: The radius of a bubble in mm, and its middle.
RADIUS_MM = 1.5
MIDDLE_MM = 5.0


def states_of(field, first, second):
    """The states of two bubbles of a group that are covered so darkly, beside twenty that are
    empty.
    """
    bubbles = [
        Bubble(0, field, 1, f"{number}", MIDDLE_MM * (number + 1), MIDDLE_MM)
        for number in range(22)
    ]
    form = SimpleNamespace(bubbles=bubbles, rows=["row"], diameter=2 * RADIUS_MM)
    dark = np.zeros((10 * SCALE, round(MIDDLE_MM * 24 * SCALE)), np.float32)
    for bubble, tone in zip(bubbles, (first, second), strict=False):
        middle = (round(bubble.x * SCALE), round(bubble.y * SCALE))
        cv2.circle(dark, middle, round(RADIUS_MM * SCALE), tone, -1)
    readings = read_bubbles(Tones(dark, 255.0, 0.0), form)
    return [readings[bubble].state for bubble in bubbles[:2]]


@pytest.mark.parametrize(
    "field", ["box", "reply", "bead", "move", "starts", "result", "count", "on", "void"]
)
def test_a_fainter_mark_beside_another_counts_where_several_may_be_marked(field):
    """Moves are marked by two cells, and numbers are added up; of other groups one is marked, and
    half as dark a trace beside it was rubbed out. A faint one that is no mark by itself is asked
    about where it may be one, and is none beside a rival that is twice as dark.
    """
    may_be_several = field in ("reply", "move", "count")
    assert (field in FIELDS_WITH_SEVERAL) is may_be_several
    assert states_of(field, 0.95, 0.45) == ["marked", "marked" if may_be_several else "unsure"]
    assert states_of(field, 0.95, 0.3) == ["marked", "unsure" if may_be_several else "empty"]
    assert states_of(field, 0.85, 0.45) == ["marked", "marked"]
    assert states_of(field, 0.95, 0.0) == ["marked", "empty"]
