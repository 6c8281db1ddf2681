"""The log sheet can be found and named by a camera, and the curve sheet says where curves should run."""

import re

import cv2
import numpy as np
import pytest
from click.testing import CliRunner
from ink import page_image
from jobs import make_job

from kitgen.cli.main import main
from kitgen.experiment.percentiles import band_opponents, learning_band
from kitgen.kit.build import make_kit
from kitgen.paper.job import Band
from kitgen.paper.marks.scene import Polygon, Text
from kitgen.paper.parts import curve
from kitgen.theory.oracle import Oracle

DPI = 150


def grey_page(pdf, index):
    columns, rows, data = page_image(pdf, index, DPI)
    return cv2.cvtColor(np.frombuffer(data, np.uint8).reshape(rows, columns, 3), cv2.COLOR_RGB2GRAY)


@pytest.mark.parametrize("name", ["her", "menace"])
def test_a_camera_finds_the_corners_and_the_code(tmp_path, name):
    result = CliRunner().invoke(main, ["print", name, "--parts", "log", "-o", str(tmp_path / "kit")])
    assert result.exit_code == 0, result.output
    page = grey_page(tmp_path / "kit" / "kit.pdf", 1)
    # As a photograph has it: turned a little, and not quite sharp.
    turn = cv2.getRotationMatrix2D((page.shape[1] / 2, page.shape[0] / 2), 3, 0.9)
    photo = cv2.GaussianBlur(cv2.warpAffine(page, turn, page.shape[::-1], borderValue=255), (5, 5), 0)
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    corners, ids, _ = detector.detectMarkers(photo)
    middles = {int(number): found[0].mean(axis=0) for number, found in zip(ids.ravel(), corners, strict=True)}
    assert sorted(middles) == [0, 1, 2, 3]
    assert middles[0][0] < middles[1][0]
    assert middles[3][0] < middles[2][0]
    assert middles[0][1] < middles[3][1]
    assert middles[1][1] < middles[2][1]
    said, *_ = cv2.QRCodeDetector().detectAndDecode(page)
    kit = make_kit(name)
    assert said == f"kitgen log {kit.short_hash} 26-50"


def curve_sheet(name, bands, language="en"):
    (sheet,) = curve.sheets(make_job(name, language=language, bands=bands))
    return sheet.scene


def test_a_band_is_drawn_where_its_figures_say():
    band = Band("random", tuple(range(-1, -51, -1)), (2,) * 50)
    scene = curve_sheet("her", (band,))
    (drawn,) = [mark for mark in scene.marks if isinstance(mark, Polygon) and mark.fill == curve.BAND_GREY]
    ys = [y for _, y in drawn.points]
    start_y = drawn.points[0][1]
    square = (start_y - drawn.points[1][1]) / 2
    assert min(ys) == pytest.approx(start_y - 2 * square)
    assert max(ys) == pytest.approx(start_y + curve.BELOW * square), "cut off where the squares end"
    words = " ".join(mark.text for mark in scene.marks if isinstance(mark, Text))
    assert "random moves" in words


def test_the_strong_opponent_is_told_by_dashed_lines():
    bands = (Band("random", (0,) * 50, (1,) * 50), Band("perfect", (-1,) * 50, (0,) * 50))
    dashed = [m for m in curve_sheet("menace", bands).marks if isinstance(m, Polygon) and m.stroke == curve.BAND_EDGE]
    assert len(dashed) == 2


def test_bands_hold_about_eight_machines_of_ten():
    kit = make_kit("her")
    oracle = Oracle(kit.game)
    low, high = learning_band(kit, oracle, "random", 30)
    more_low, more_high = learning_band(kit, oracle, "random", 30, machines=1000)
    # The 10th and 90th percentile of 100 machines lie within three squares of those of 1,000 others.
    assert all(abs(a - b) <= 3 for a, b in zip(low + high, more_low + more_high, strict=True))
    assert learning_band(kit, oracle, "random", 30) == (low, high)


@pytest.mark.parametrize(
    ("name", "opponents"),
    [("her", ("random", "winning-move")), ("him", ("random", "perfect")), ("menace", ("random", "perfect")),
     ("awari-mini", ("random", "perfect"))],
)  # fmt: skip
def test_the_strong_opponent_is_the_strongest(name, opponents):
    kit = make_kit(name)
    assert band_opponents(kit, Oracle(kit.game)) == opponents


def test_her_against_one_who_takes_every_win_loses_nine_times():
    kit = make_kit("her")
    low, high = learning_band(kit, Oracle(kit.game), "winning-move", 800, machines=20)
    assert low[-1] == high[-1] == 800 - 2 * 9


def test_a_kit_for_sensible_opponents_has_a_band_too(tmp_path):
    words = ["print", "her", "--opponent", "sensible", "--parts", "curve", "-o", str(tmp_path / "kit")]
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 0, result.output
    assert re.search("1 sheet", result.output)
