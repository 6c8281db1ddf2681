"""The log sheet can be found and named by a camera, and the curve sheet says where curves should
run.
"""

import re
from dataclasses import replace
from itertools import pairwise

import cv2
import numpy as np
import photographed_sheets
import pytest
from card_geometry import is_code, path_points
from click.testing import CliRunner
from counting import at_least
from ink_on_paper import page_image
from jobs import kit_of, make_job
from printed_words import texts_on
from prints import document
from sampling import few, sample

from kitgen.cli.main import main
from kitgen.kit.build import build_kit
from kitgen.kit.editions import Wish
from kitgen.kit.job_json import JobPart
from kitgen.machine.first_games import FirstGames, band_opponents, learning_band, most_picks
from kitgen.marked.sheet_reading import read_pictures
from kitgen.paper.declared import PartOptions
from kitgen.paper.game_sheets import BAND_EDGE, BAND_GREY
from kitgen.paper.job import Band
from kitgen.paper.make import run_parts
from kitgen.paper.marks.scene import Line, Path, Polygon, Text
from kitgen.paper.parts import PARTS, load_part, log, report
from kitgen.paper.style import text_width
from kitgen.press.print_job import simulate_for
from kitgen.record.log_codes import log_code
from kitgen.record.rows import sample_games
from kitgen.render import save
from kitgen.render.pdf import pdf_bytes

DPI = 150


def grey_page(pdf, index, dpi=DPI):
    columns, rows, data = page_image(pdf, index, dpi)
    return cv2.cvtColor(np.frombuffer(data, np.uint8).reshape(rows, columns, 3), cv2.COLOR_RGB2GRAY)


@pytest.mark.every
@pytest.mark.parametrize("name", ["her", "menace"])
def test_a_photo_of_a_handwritten_log_is_refused_with_what_to_do(tmp_path, name):
    """It has no corners, and its code tells what it is."""
    page = photographed_sheets.page_of(pdf_bytes(document(name, ("log",))))
    photo = photographed_sheets.photographed(page, "mild", np.random.default_rng(4))
    (tmp_path / "photo.jpg").write_bytes(photographed_sheets.jpeg(photo))
    (why,) = read_pictures([tmp_path / "photo.jpg"], kit_of(name))
    assert "shows a log written by hand, which no camera reads" in why
    assert "log-marks" in why


#: A log for every edition, on both papers, in all languages, of boxes and of cards.
LOGS = [
    ("her", "a4", "en", "matchbox"),
    ("him", "letter", "it", "poker"),
    ("gardner24", "letter", "en", "matchbox"),
    ("her-4x3", "a4", "it", "matchbox"),
    ("her-3x4", "letter", "es", "bridge"),
    ("menace", "a4", "it", "poker"),
    ("menace-second", "letter", "es", "matchbox"),
    ("awari-mini", "letter", "it", "matchbox"),
    ("awari-3x1", "a4", "en", "a7"),
    ("ladder", "letter", "it", "matchbox"),
    ("ladder", "a4", "es", "poker"),
]


def read_codes(path, document):
    """Yield the part of each page with a QR code, and what a reader finds in it at 100 dpi."""
    for index, sheet in enumerate(document.sheets):
        for mark in filter(is_code, sheet.scene.marks):
            (left, top), (right, bottom) = corners_of(mark)
            dots = [round(mm / 25.4 * 100) for mm in (left - 5, top - 5, right + 5, bottom + 5)]
            page = grey_page(path, index, 100)[dots[1] : dots[3], dots[0] : dots[2]]
            larger = cv2.resize(
                page, None, fx=3, fy=3, interpolation=cv2.INTER_CUBIC
            )  # as readers do
            found = [
                reader().detectAndDecode(larger)[0]
                for reader in (cv2.QRCodeDetectorAruco, cv2.QRCodeDetector)
            ]
            yield sheet.part, next(filter(None, found), "")


def corners_of(mark):
    xs, ys = zip(*path_points(mark), strict=True)
    return (min(xs), min(ys)), (max(xs), max(ys))


def written(path, document):
    save(document, path)
    return path, document


@pytest.mark.parametrize("run", few(LOGS, one_in=6), ids="-".join)
def test_the_code_of_every_page_says_which_games_of_which_machine_it_holds(tmp_path, run):
    """Read from the printed PDF at 100 dpi: the pages together hold games 1 to 50, each once."""
    name, page, language, stock = run
    job = make_job(name, page, language, stock)
    games = []
    path, made = written(
        tmp_path / "kit.pdf", document(name, ("log",), page=page, language=language, stock=stock)
    )
    for part, text in at_least(len(made.sheets), read_codes(path, made)):
        first, last = map(int, text.split(" ")[-1].split("-"))
        assert (part, text) == ("log", log_code(job.kit, first, last))
        games += range(first, last + 1)
    assert games == list(range(1, 51))
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    for index in range(len(made.sheets)):
        _, ids, _ = detector.detectMarkers(grey_page(path, index, 150))
        assert ids is None, "corners would promise that a camera reads it"


#: Nearly every option that there is, and what a class types.
#: Parts that are for other kits, or for a class in groups.
NOT_FOR_HIM = ("lesson", "outline", "story", "always", "class-board")
LONG = (
    "kitgen print her --rule never-last --beads red:30,blue:20,yellow:10,green:10 --language it "
    "--page letter --stock 35x15 "
    "--parts cover,labels,finder,route,board,operator,log,curve,story,boxes,spinner,"
    "tactile,zero,demo,guide,museum "
    "--set boxes.size=53x36x15 --set tactile.braille=library-of-congress "
    "--set story.game=games/3b.csv:12 --set boxes.paper=160 "
    "--expect sensible --set poster.size=arch-e "
    "--set demo.size=page --set poster.tiled "
    "--set demo.show=A1,A2,B1,B4,B10,C1,C7 --laser blue-cuts --set beads.bank=80 -o "
    "prints/autumn/class-3b/her"
)


@pytest.mark.every
@pytest.mark.parametrize(
    ("length", "page"), few([16, 107, 181, 252, 331, len(LONG)], ["a4", "letter"], one_in=5)
)
def test_the_code_on_the_cover_holds_the_whole_command(tmp_path, length, page):
    job = replace(make_job("her", page), command=LONG[:length])
    path, made = written(tmp_path / "kit.pdf", run_parts(job, ("cover", "log")))
    codes = dict(read_codes(path, made))
    assert codes["cover"] == LONG[:length]
    (code,) = filter(is_code, made.sheets[0].scene.marks)
    (_, top), (_, bottom) = corners_of(Path(code.steps[:5]))
    assert bottom - top > 0.45, "a module is as wide as nearly two dots of a scan"


@pytest.mark.parametrize("more", [0, 1, 6])
def test_no_words_of_a_cover_lie_on_its_code(more):
    """Nor with more parts than there are today."""
    parts = [part for part in PARTS if part not in NOT_FOR_HIM]
    parts += parts[:more]
    listed = (
        JobPart(part, PARTS[part].name, 2 * number, 1, "nothing")
        for number, part in enumerate(parts, 1)
    )
    contents = tuple((part, "") for part in listed)
    job = replace(
        make_job("her", "letter", parts=tuple(parts)), command=LONG[:331], contents=contents
    )
    sheet, *_lists = load_part("cover").sheets(job)
    (code,) = filter(is_code, sheet.scene.marks)
    (left, top), (right, bottom) = corners_of(code)
    for mark in at_least(50, texts_on(sheet)):
        wide = text_width(mark.text, mark.size, bold=mark.bold)
        x = mark.at[0] - {"start": 0.0, "middle": 0.5, "end": 1.0}[mark.anchor] * wide
        outside = x > right or x + wide < left or mark.at[1] < top or mark.at[1] - 2 > bottom
        assert outside, mark.text


@pytest.mark.every
def test_the_cover_has_room_for_the_longest_command_beside_all_parts(tmp_path):
    """The kit with the longest words on the lower paper: the picture of the table keeps its
    words.
    """
    parts = [part for part in PARTS if part not in NOT_FOR_HIM]
    job = make_job("him", "letter", "it", "poker", poster_tiled=True)
    made = run_parts(replace(job, command=LONG), parts)
    path, made = written(tmp_path / "kit.pdf", replace(made, sheets=made.sheets[:1]))
    assert [text for _, text in read_codes(path, made)] == [LONG]


def log_pages(name, page="a4"):
    return [list(sheet.scene.marks) for sheet in load_part("log").sheets(make_job(name, page))]


@pytest.mark.parametrize(
    ("name", "page"),
    few(
        ["her", "her-3x4", "menace", "awari-mini", "awari-3x1", "ladder"],
        ["a4", "letter"],
        one_in=8,
    ),
)
def test_a_row_has_cells_for_most_games(name, page):
    """At least 95 of 100 games of other machines than those that the log was laid out for fit
    into their row.
    """
    kit = build_kit(name)
    marks = log_pages(name, page)[0]
    numbers = {
        m.text: m.at[1] for m in marks if isinstance(m, Text) and re.fullmatch("[0-9]+|\\+", m.text)
    }
    row = numbers["2"] - numbers["1"]
    left, right = (
        m.at[0] for m in marks if isinstance(m, Text) and m.text in ("opponent", "machine")
    )
    head = next(m.at[1] for m in marks if isinstance(m, Text) and m.text == "machine")
    upright = {
        m.start[0]
        for m in marks
        if isinstance(m, Line) and m.start[0] == m.end[0] and m.end[1] > head
    }
    between = sorted(x for x in upright if left < x < right)
    starts = [m.at[0] for m in marks if isinstance(m, Text) and m.text == "starts"]
    between = between[bool(starts) :]
    lines = [
        m
        for m in marks
        if isinstance(m, Line) and m.start[1] == m.end[1] and m.stroke == log.CELL_LINE
    ]
    rows = 1 + len(lines) // len(numbers)
    cells = (len(between) - 1) * rows
    assert min(b - a for a, b in pairwise(between)) >= 10
    assert row / rows >= 6
    lengths = [len(game.picks) for game in sample_games(kit, 50, 40, "random")]
    assert sum(length <= cells for length in lengths) >= 0.95 * len(lengths)
    assert ("+" in numbers) is (
        any(box.later for box in kit.boxes) and (most_picks(kit) or cells + 1) > cells
    )


def curve_sheet(name, bands, language="en"):
    (sheet,) = load_part("curve").sheets(make_job(name, language=language, bands=bands))
    return sheet.scene


def test_a_band_is_drawn_where_its_figures_say():
    band = Band("random", tuple(range(-1, -51, -1)), (2,) * 50)
    scene = curve_sheet("her", (band,))
    (drawn,) = [
        mark for mark in scene.marks if isinstance(mark, Polygon) and mark.fill == BAND_GREY
    ]
    ys = [y for _, y in drawn.points]
    start_y = drawn.points[0][1]
    step = (start_y - drawn.points[1][1]) / 2
    assert min(ys) == pytest.approx(start_y - 2 * step)
    assert max(ys) == pytest.approx(start_y + 50 * step), "down to fifty losses in a row"
    words = " ".join(mark.text for mark in scene.marks if isinstance(mark, Text))
    assert "random moves" in words


def test_the_strong_opponent_is_told_by_dashed_lines():
    bands = (Band("random", (0,) * 50, (1,) * 50), Band("perfect", (-1,) * 50, (0,) * 50))
    dashed = [
        m
        for m in curve_sheet("menace", bands).marks
        if isinstance(m, Polygon) and m.stroke == BAND_EDGE
    ]
    assert len(dashed) == 2


AXIS_KITS = (
    "her",
    "him",
    "gardner24",
    "her-4x3",
    "her-3x4",
    "menace",
    "menace-second",
    "awari-mini",
    "ladder",
)
RULES = (None, "gardner-reward", "hexapawn-rl", "never-last", "michie")


@pytest.mark.parametrize(("name", "rule"), few(AXIS_KITS, RULES, one_in=14))
def test_the_axes_follow_the_prediction(name, rule):
    """The bands lie between the lowest and the highest line, with five scores to spare, or as
    far as scores can go.
    """
    kit = build_kit(name, Wish() if rule is None else Wish(rule=rule))
    bands = tuple(
        Band(one, *learning_band(FirstGames(kit, one), 50, 20)) for one in band_opponents(kit)
    )
    (sheet,) = load_part("curve").sheets(make_job(kit, "letter", bands=bands))
    marks = sheet.scene.marks
    (grey,) = [mark for mark in marks if isinstance(mark, Polygon) and mark.fill == BAND_GREY]
    edges = [mark for mark in marks if isinstance(mark, Polygon) and mark.stroke == BAND_EDGE]
    across = [
        m
        for m in marks
        if isinstance(m, Line) and m.start[1] == m.end[1] and m.stroke == report.BOLD
    ]
    top = min(line.start[1] for line in across)
    bottom = max(line.start[1] for line in across)
    drawn = [y for mark in (grey, *edges) for _, y in mark.points]
    assert top <= min(drawn) <= max(drawn) <= bottom
    axis = grey.points[0][1]
    figures = {
        m.text: m.at[1]
        for m in marks
        if isinstance(m, Text) and re.fullmatch("[+−]?[0-9]+", m.text)
    }
    step = (figures["−10"] - figures["0"]) / 10
    lowest = min(score for band in bands for score in band.low)
    drawn_lowest = min(score for band in bands if not band.lost for score in band.low)
    assert max(drawn) == pytest.approx(axis + step * max(0, -drawn_lowest))
    assert (bottom - axis) / step >= min(50, 5 - lowest) - 0.01
    assert sheet.scene.width - 2 * 5 > max(line.end[0] for line in across)


def test_a_machine_that_takes_turns_at_starting_does_so_in_the_band_too():
    """The ladder of nine can be won by whoever starts: in the end it wins those games that it
    starts, and no others.
    """
    kit = build_kit("ladder")
    low, high = learning_band(FirstGames(kit, "perfect"), 300, machines=20)
    assert high[-1] == high[-101], "won and lost in turn"
    assert low[-1] > -200
    sentence = "every other game, the first one included"
    assert sentence in curve_words("ladder")
    assert sentence not in curve_words("her")


def curve_words(name):
    scene = curve_sheet(name, (Band("random", (0,) * 50, (1,) * 50),))
    return " ".join(mark.text for mark in scene.marks if isinstance(mark, Text))


@pytest.mark.parametrize(
    ("name", "opponents"),
    sample(
        [("him", ["random", "perfect", "winning-move"]), ("misere", ["random", "perfect"])],
        one_in=3,
    ),
)
def test_where_all_games_are_lost_a_band_lies_between_unless_it_is_that_of_chance(name, opponents):
    """No move of misère wins at once, so that one who takes wins plays as chance does."""
    bands = simulate_for(kit_of(name), ("curve",), PartOptions()).bands
    assert bands[1].lost
    assert [band.opponent for band in bands] == opponents


def test_bands_hold_about_eight_machines_of_ten():
    kit = build_kit("her")
    low, high = learning_band(FirstGames(kit, "random"), 30)
    more_low, more_high = learning_band(FirstGames(kit, "random"), 30, machines=1000)
    # The 10th and 90th percentile of 100 machines lie within three squares of those of 1,000
    # others.
    assert all(abs(a - b) <= 3 for a, b in zip(low + high, more_low + more_high, strict=True))
    assert learning_band(FirstGames(kit, "random"), 30) == (low, high)


@pytest.mark.parametrize(
    ("name", "opponents"),
    [
        ("her", ("random", "winning-move")),
        ("him", ("random", "perfect")),
        ("menace", ("random", "perfect")),
        ("awari-mini", ("random", "perfect")),
    ],
)
def test_the_strong_opponent_is_the_strongest(name, opponents):
    kit = build_kit(name)
    assert band_opponents(kit) == opponents


def test_her_against_one_who_takes_every_win_loses_nine_times():
    kit = build_kit("her")
    low, high = learning_band(FirstGames(kit, "winning-move"), 800, machines=20)
    assert low[-1] == high[-1] == 800 - 2 * 9


def test_a_kit_for_sensible_opponents_has_a_band_too(tmp_path):
    words = [
        "print",
        "her",
        "--expect",
        "sensible",
        "--parts",
        "curve",
        "-o",
        str(tmp_path / "kit"),
    ]
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 0, result.output
    assert re.search("1 sheet", result.output)
