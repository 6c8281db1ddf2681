"""One printed sheet with drawn marks, read in this process as it is, turned, and with parts of it
hidden; what is warned of; and the report for developers. Photographs, which take seconds each, are
read in ``test_camera.py``.
"""

import json
from dataclasses import replace
from functools import cache
from io import BytesIO
from types import SimpleNamespace
from zipfile import ZipFile

import cv2
import numpy as np
import photographed_sheets
import pytest
from counting import at_least
from filled_in_sheets import filled_in, form_of, sheet_on_table
from jobs import kit_of
from PIL import Image
from prints import document

from kitgen.errors import CameraError
from kitgen.marked import photos, print_warnings
from kitgen.marked.photo_files import Picture
from kitgen.marked.photos import numbered_from, sheets_and_notes, write_camera_report
from kitgen.marked.print_warnings import hints, scale_by_dots
from kitgen.marked.row_marks import MARKED, UNMARKED
from kitgen.marked.sheet_reading import _models, _sheets_in
from kitgen.pictures.alignment import whitened
from kitgen.record.rows import sample_games
from kitgen.render.pdf import pdf_bytes

HER = kit_of("her")
FORM = form_of(HER)
DPI = 150
TABLE = 70


def dots(mm):
    return round(mm / 25.4 * DPI)


@cache
def page():
    """The first sheet as it is printed, with the marks of some games, and the states of all
    bubbles.
    """
    states, _ = filled_in(HER, list(sample_games(HER, 20, 1)), FORM, void=(3,))
    grey = photographed_sheets.page_of(pdf_bytes(document("her", ("log-marks",))), 0, DPI).copy()
    for bubble, state in states.items():
        if state == MARKED:
            middle = (dots(bubble.x), dots(bubble.y))
            cv2.circle(grey, middle, dots(0.42 * FORM.diameter), 60, -1)
    return grey, states


def read(grey, dpi=0.0, lowest=None, kit=HER):
    picture = Picture("'photo.jpg'", np.ascontiguousarray(grey), dpi, lowest)
    return list(_sheets_in(picture, kit, _models(kit)))


def hidden(*places, tone=255):
    """The sheet with paper on some places: left, top, right and bottom in mm."""
    grey = page()[0].copy()
    for left, top, right, bottom in places:
        grey[dots(top) : dots(bottom), dots(left) : dots(right)] = tone
    return grey


def on_table(grey):
    return cv2.copyMakeBorder(grey, *[60] * 4, cv2.BORDER_CONSTANT, value=TABLE)


#: What is said of a sheet by a scanner that has three dots more in a hundred than it should.
SMALLER = (
    "the sheet was printed smaller, perhaps to fit the page: at 97%; it was read, but print the "
    "next ones at 100%"
)


@pytest.mark.parametrize(
    ("laid", "dpi", "warnings"),
    [
        (lambda grey: grey, DPI, ()),
        (lambda grey: np.rot90(on_table(grey)), DPI * 1.03, (SMALLER,)),
    ],
)
def test_a_sheet_is_read_however_it_lies_bubble_by_bubble(laid, dpi, warnings):
    grey, states = page()
    (sheet,) = read(laid(grey), dpi)
    assert sheet.form == FORM
    assert sheet.states == states
    assert sheet.warnings == warnings
    assert sheet.picture == "'photo.jpg'"
    assert sheet.inked == {bubble.row for bubble, state in states.items() if state == MARKED}
    darkness = {state: [] for state in (MARKED, UNMARKED)}
    for bubble, one in sheet.readings.items():
        darkness[states[bubble]].append(one.darkness)
    assert min(darkness[MARKED]) > 0.6
    assert max(darkness[UNMARKED]) < 0.2
    strip = Image.open(BytesIO(sheet.strip(2)))
    row = FORM.rows[2]
    assert strip.width == pytest.approx(row.width * 8, abs=1)
    assert strip.height == pytest.approx((row.height + 1) * 8, abs=1)


@pytest.mark.every
def test_in_a_photo_with_colours_stray_ink_is_looked_for_in_the_darkest_of_them():
    """A red line is light in grey; beside an empty row it is ink that nobody may overlook."""
    grey, states = page()
    row = FORM.rows[22]
    lowest = grey.copy()
    y = dots(row.y + row.height / 2)
    cv2.line(lowest, (dots(row.x + 20), y), (dots(row.x + 90), y), 40, 3)
    (sheet,) = read(grey, DPI, lowest)
    assert 22 in sheet.inked
    assert all(states[one] == state for one, state in sheet.states.items() if one.row != 22)


def test_why_a_sheet_cannot_be_read(golden):
    """Each with the line that somebody sees."""
    left, top, side = FORM.code_at
    cases = {
        "nothing": np.full((900, 700), 230, np.uint8),
        "a hand on the code": hidden((left, top, left + side, top + side)),
        "two corners hidden": hidden((8, 8, 24, 24), (186, 8, 202, 24)),
        "three corners hidden": hidden((8, 8, 24, 24), (186, 8, 202, 24), (8, 260, 24, 276)),
        "the left edge hidden": hidden((0, 60, 14, 160)),
        "a corner and the edge beside it": hidden((0, 0, 24, 120)),
        "in the dark": (page()[0] * 0.12).astype(np.uint8),
        "blurred": np.asarray(cv2.GaussianBlur(page()[0], (0, 0), 5), np.uint8),
    }
    lines = []
    for name, grey in at_least(8, cases.items()):
        lines.append(f"{name}:")
        for found in read(on_table(grey)):
            said = found if isinstance(found, str) else f"read, {found.warnings}"
            lines.append(f"    {said}")
    for found in read(page()[0], kit=kit_of("him")):
        lines += ["the sheet of another kit:", f"    {found}"]
    golden("said/sheets-not-read", "\n".join(lines))


@pytest.mark.every
def test_a_corner_that_is_hidden_alone_does_no_harm():
    (sheet,) = read(on_table(hidden((8, 8, 24, 24))))
    assert sheet.states == page()[1]


# --- warnings
# --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dpi", "by_dots", "by_paper", "pattern", "said"),
    [
        (200, 1.0, None, None, ()),
        (200, 1.0119, None, None, ()),
        (200, 1.0121, None, None, ("larger: at 101%",)),
        (200, 0.9881, None, None, ()),
        (200, 0.9879, None, None, ("smaller, perhaps to fit the page: at 99%",)),
        (0, None, 1.0, 100, ()),
        (0, None, 0.0, 100, ()),
        (0, None, 0.0, 101, ("screen",)),
        (0, None, 0.9, 101, ("smaller, perhaps to fit the page: at 90%", "screen")),
        (0, None, 1.1, 1, ("larger: at 110%",)),
    ],
)
def test_a_sheet_of_another_size_or_on_a_screen_is_warned_of(
    monkeypatch, dpi, by_dots, by_paper, pattern, said
):
    """A scan says its size by its dots and shows no screen; a photo by the edges of its paper."""
    monkeypatch.setattr(print_warnings, "scale_by_dots", lambda *_: by_dots)
    monkeypatch.setattr(print_warnings, "scale_by_paper", lambda *_: by_paper)
    monkeypatch.setattr(print_warnings, "pattern", lambda *_: pattern)
    found = hints(SimpleNamespace(dpi=dpi, grey=None), None, FORM)
    expected = []
    for one in said:
        if one == "screen":
            expected.append("this looks like a photo of a screen: photograph the sheet itself")
        else:
            after = "; it was read, but print the next ones at 100%"
            expected.append(f"the sheet was printed {one}{after}")
    assert found == tuple(expected)


@pytest.mark.parametrize(("across", "down", "scale"), [(8, 8, 1.016), (8, 4, None), (4, 4, 0.508)])
def test_the_scale_of_a_scan_is_that_of_its_left_edge_and_its_foot(across, down, scale):
    place = SimpleNamespace(view=np.diag([across, down, 1.0]))
    found = scale_by_dots(SimpleNamespace(dpi=200), place, FORM)
    wide = FORM.corners[2].x - FORM.corners[3].x
    high = FORM.corners[3].y - FORM.corners[0].y
    expected = (across * wide + down * high) / (wide + high) * 25.4 / 200
    assert found == pytest.approx(expected)
    if scale:
        assert found == pytest.approx(scale)


# --- what is made of sheets
# --------------------------------------------------------------------------------------------------


def test_sheets_of_a_further_set_count_on():
    sheet = sheet_on_table(FORM, page()[1])
    later = numbered_from(sheet, 51)
    assert (later.form.code.first, later.form.code.last) == (51, 75)
    assert replace(later, form=FORM) == sheet
    assert numbered_from(sheet, 1) == sheet


def test_sheets_of_other_parts_are_noted_and_of_none_refused():
    log = sheet_on_table(FORM, page()[1], "a.jpg")
    count = sheet_on_table(form_of(HER, part="count-marks"), {}, "b.jpg")
    other = (
        "b.jpg shows a sheet of counted beads; read it with 'kitgen journal check JOURNAL --counts'"
    )
    found = sheets_and_notes(["c.jpg is dark", log, count], "log-marks")
    assert found == ([log], ["c.jpg is dark", other])
    assert sheets_and_notes([log, count], "count-marks") == (
        [count],
        ["a.jpg shows a log of games; read it with 'kitgen journal add'"],
    )
    assert sheets_and_notes([log, count], "log-marks", "count-marks") == ([log, count], [])
    for pictures, said in (
        ([], "there is no picture of a sheet"),
        (["c.jpg is dark", "d.jpg is blurred"], "c.jpg is dark"),
        ([count], other),
    ):
        with pytest.raises(CameraError) as caught:
            sheets_and_notes(pictures, "log-marks")
        assert str(caught.value).startswith(said)


def test_the_report_for_developers_names_no_file(tmp_path, monkeypatch):
    """Neither in refusals nor in warnings, also where one name is a part of another."""
    paths = [tmp_path / "anna.jpg", tmp_path / "anna.jpg.png"]
    log = sheet_on_table(FORM, page()[1], f"'{paths[0]}'", [f"'{paths[0]}' is odd"])
    count_form = form_of(HER, part="count-marks")
    states = dict.fromkeys(count_form.bubbles, UNMARKED)
    count = sheet_on_table(count_form, states, f"'{paths[1]}', page 2")
    found = [log, f"'{paths[1]}', page 1 is dark", f"{paths[0]} is blurred", count]
    monkeypatch.setattr(photos, "read_photos", lambda *_: iter(found))
    rows = len(FORM.rows) + len(count_form.rows)
    assert write_camera_report(paths, HER, tmp_path / "report.zip") == (2, rows)
    with ZipFile(tmp_path / "report.zip") as packed:
        assert len(packed.namelist()) == rows + 1
        assert packed.read("sheet-1/row-02.png") == b"\x89PNG strip of row 1"
        text = packed.read("report.json").decode()
    assert "anna" not in text
    assert text.endswith("\n")
    report = json.loads(text)
    assert report["schema"] == "kitgen/camera-report@1"
    assert report["refusals"] == ["photo, page 1 is dark", "photo is blurred"]
    first, second = report["sheets"]
    assert (first["code"], second["code"]) == (FORM.code.text, count_form.code.text)
    assert (first["warnings"], second["warnings"]) == (["photo is odd"], [])
    assert [row["name"] for row in second["rows"]] == [row.name for row in count_form.rows]
    assert {row["state"] for row in second["rows"]} == {""}
    of_rows = [row["state"] for row in first["rows"]]
    assert (of_rows[3], of_rows[-1]) == ("void", "empty")
    assert {*of_rows[:20]} <= {"read", "void", "asked"}
    bubble = next(one for one in FORM.bubbles if one.row == 0)
    said = first["rows"][0]["bubbles"][0]
    assert said == [bubble.field, bubble.turn, bubble.value, page()[1][bubble], 0.5]


def test_the_table_around_a_sheet_becomes_white_in_a_picture_of_its_own():
    picture = np.full((400, 300), 40, np.uint8)
    picture[60:340, 50:250] = 230
    before = picture.copy()
    white, corners = whitened(picture)
    assert corners is not None
    assert white.min() > 200
    assert (picture == before).all()
