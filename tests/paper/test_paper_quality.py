"""What holds for every printed page: legible, within the paper, usable without colour."""

import ctypes
import math
from dataclasses import replace
from itertools import product
from types import SimpleNamespace
from typing import get_args, get_type_hints

import msgspec
import numpy as np
import pypdfium2
import pytest
from card_geometry import inside, is_code, path_points
from counting import at_least, at_least_one
from covering_prints import BANDS, REAL, RUNS
from ink_on_paper import page_image
from jobs import TEMPLATES, make_job
from journal_games import rows_of
from prints import read_boxes
from pypdfium2 import raw
from sampling import few, sample

from kitgen.journal.beads import gone_on, played
from kitgen.paper.card.moves import contrast
from kitgen.paper.declared import PART_OPTIONS, PartOptions
from kitgen.paper.job import parse_shift
from kitgen.paper.layout.imposition import LABEL_DRIFT
from kitgen.paper.make import run_parts
from kitgen.paper.marks.scene import POINT, WHITE, Disc, Line, Path, Polygon, Scene, Stroke, Text
from kitgen.paper.parts import PARTS, usual_parts
from kitgen.paper.style import text_width
from kitgen.papers import PAGES
from kitgen.press.machine_figures import past_of
from kitgen.render import save
from kitgen.render.pdf import pdf_bytes

#: The smallest letters, in points.
LETTERS = 5.0
#: The thinnest line, in mm: a fifth of a point.
LINE = 0.0705
#: The white edge of the paper, in mm.
EDGE = 5.0
#: How far a length may be off, since floats are rounded.
FINE = 1e-6
#: The parts whose QR codes are read in ``tests/marked/test_log_camera.py`` and
#: ``tests/marked/test_forms.py``.
CODES = ("cover", "log", "log-marks", "count-marks")


# --- the runs ---


def met(part):
    """Return what a part is printed with: pairs of a choice and its value, of all runs."""
    pairs = set()
    for run in RUNS:
        if part in run.parts:
            own = {one.key: getattr(run.job.options, one.key) for one in PART_OPTIONS}
            pairs |= {("page", run.page), ("language", run.language), *own.items()}
    return pairs


def values(option):
    """Return the values of a switch or of an option with words; nothing for numbers and texts."""
    kind = get_type_hints(PartOptions)[option]
    return {True, False} if kind is bool else set(get_args(kind))


#: Options that name a user's own files, or are tried in ``tests/machine/test_bank.py``.
NOT_VARIED = {"story_game", "guide_name", "beads_bank", "beads_bank_opponent"}
#: Options of which the runs show some values, and not each.
NOT_EACH_VALUE = {"beads_bank_opponent", "poster_size"}


@pytest.mark.parametrize("part", few(PARTS, one_in=4))
def test_the_runs_show_each_part_with_each_value_of_what_it_reads(part):
    pairs = met(part)
    for wanted in at_least(2, product(["page"], PAGES)):
        assert wanted in pairs
    for wanted in at_least(2, product(["language"], TEMPLATES.languages())):
        assert wanted in pairs
    for option in PARTS[part].reads:
        found = {value for key, value in pairs if key == option}
        if option not in NOT_VARIED:
            assert len(found) > 1, option
        if option not in NOT_EACH_VALUE and values(option):
            assert found == values(option), option


def test_the_runs_show_each_edition_stock_poster_and_box():
    assert {run.kit for run in RUNS} == set(TEMPLATES.names("editions"))
    assert {run.stock for run in RUNS} >= set(TEMPLATES.names("stock"))
    assert {run.job.options.boxes_size for run in RUNS} == set(TEMPLATES.names("boxes"))
    assert {run.job.options.tactile_braille for run in RUNS} == set(TEMPLATES.names("braille"))
    assert {run.job.kit.rule.only_takes for run in RUNS} == {True, False}
    assert any(run.job.kit.always for run in RUNS)


# --- letters, lines and edges ---


def seen(sheet):
    """Return the marks of a page that are seen: of a piece of a larger picture, what its four white
    margins leave, which are drawn over it.
    """
    marks = sheet.scene.marks
    if not sheet.tile:
        return marks
    masks = [number for number, mark in enumerate(marks) if beyond(mark, sheet.scene)]
    top, bottom, left, right = (extent(marks[number]) for number in masks[-4:])
    _, _, _, end_of_top = top
    _, _, end_of_left, _ = left
    _, begin_of_bottom, _, _ = bottom
    begin_of_right, _, _, _ = right
    assert min(end_of_top, end_of_left) > EDGE
    assert sheet.scene.height - begin_of_bottom > EDGE
    assert sheet.scene.width - begin_of_right > EDGE
    return marks[masks[-1] + 1 :]


def beyond(mark, scene):
    """Return whether a mark is a margin of a piece: white, and out over the edge of the paper."""
    if not isinstance(mark, Polygon) or mark.fill != WHITE or mark.stroke is not None:
        return False
    left, top, right, bottom = extent(mark)
    return (left < 0 and right > scene.width) or (top < 0 and bottom > scene.height)


def extent(mark):
    """Return left, top, right and bottom of a mark, in mm; half of its line lies outside its
    points.
    """
    half = mark.stroke.width / 2 if getattr(mark, "stroke", None) else 0
    match mark:
        case Text():
            points = turned_corners(mark)
        case Disc(centre=(x, y), radius=radius):
            points = ((x - radius, y - radius), (x + radius, y + radius))
        case Path():  # a curve lies within its control points
            points = path_points(mark)
        case Line():
            points = (mark.start, mark.end)
        case Polygon():
            points = mark.points
    xs, ys = zip(*points, strict=True)
    return min(xs) - half, min(ys) - half, max(xs) + half, max(ys) + half


#: How far letters reach above their baseline and below it, in ems.
ABOVE_BASELINE_EM = 0.78
BELOW_BASELINE_EM = 0.24


def turned_corners(text):
    """Return the corners of a box round the letters of a text, whichever way it runs: a little
    larger than their ink.

    Their ink itself takes long to measure.
    """
    width = text_width(text.text, text.size, bold=text.bold)
    em = text.size * POINT
    left = -{"start": 0, "middle": width / 2, "end": width}[text.anchor]
    x, y = text.at
    angle = math.radians(text.turn)
    cos = math.cos(angle)
    sin = math.sin(angle)
    corners = product((left, left + width), (-ABOVE_BASELINE_EM * em, BELOW_BASELINE_EM * em))
    return [(x + cos * a - sin * b, y + sin * a + cos * b) for a, b in corners]


def white_edge(run, sheet):
    """Return how much of the paper's edge stays white on a page, in mm.

    Bought labels lie where they were cut, and their outlines with them; who moves them
    (``--nudge``) makes up for a printer that misses them by as much.
    """
    stock = run.job.stock
    if sheet.part == "labels" and run.job.options.labels_one_a_page:
        return LABEL_DRIFT  # a roll is a row of labels, and drifts as a sheet of them does
    if stock.page is None or sheet.framed:
        return EDGE
    moved = max(map(abs, parse_shift(run.job.options.labels_nudge, "--set labels.nudge")))
    right = stock.left + (stock.columns - 1) * stock.pitch_x + stock.width
    low = stock.top + (stock.rows - 1) * stock.pitch_y + stock.height
    least = min(stock.left, stock.top, run.job.page.width - right, run.job.page.height - low)
    if sheet.part == "outline":
        least -= 0.1  # half of its line
    else:
        least += 2.0  # labels keep free of their own edge
    return min(EDGE, least - moved)


def trained(name, page, language):
    """Return a run of what is printed of a machine that has played: labels, curve, report and
    reset sheet.
    """
    job = make_job(name, page, language=language, bands=BANDS)
    kit = gone_on(job.kit, played(rows_of(job.kit, 12)))
    past = past_of(kit, ("labels", "curve", "report", "reset"))
    parts = ("labels", "curve", "report", "reset")
    return SimpleNamespace(document=run_parts(replace(job, kit=kit, past=past), parts), job=job)


def fewest(name, page, language):
    """Return a run of the fewest sheets, on which parts share a page or are drawn smaller."""
    job = make_job(name, page, language=language, stock="39x26", economy=True)
    return SimpleNamespace(
        document=run_parts(job, usual_parts(job.stock.kind, economy=True)), job=job
    )


@pytest.mark.parametrize(
    ("make", "kit", "page", "language"),
    sample(
        [
            (trained, "ladder", "letter", "it"),
            (trained, "ladder", "a4", "es"),
            (fewest, "ladder", "letter", "es"),
        ],
        one_in=3,
    ),
)
def test_a_machine_that_has_played_and_pages_that_share_are_as_legible(make, kit, page, language):
    assert_legible(make(kit, page, language))


@pytest.mark.parametrize("run", few(RUNS, one_in=24), ids=str)
def test_letters_and_lines_are_large_enough_and_off_the_edge_of_the_paper(run):
    """On every page of every part: in boards, badges and fields, Braille's words and the foot of
    a page as well.
    """
    assert_legible(run)


def assert_legible(run):
    """Assert that letters and lines of all pages are large enough, and nothing is at the edge."""
    for number, sheet in enumerate(at_least_one(run.document.sheets), 1):
        assert sheet.part in CODES or not any(map(is_code, sheet.scene.marks)), (
            "a code that no test reads"
        )
        white = white_edge(run, sheet) - FINE
        width = sheet.scene.width
        height = sheet.scene.height
        for mark in at_least(3, seen(sheet)):
            place = (sheet.part, f"page {number}", mark)
            if isinstance(mark, Text):
                assert mark.size >= LETTERS - FINE, place
            elif mark.stroke is not None:
                assert mark.stroke.width >= LINE, place
            elif mark.fill == WHITE:
                continue  # seen by nobody
            left, top, right, bottom = extent(mark)
            assert min(left, top, width - right, height - bottom) >= white, place


@pytest.mark.every
@pytest.mark.parametrize("run", few(REAL, one_in=4), ids=str)
def test_the_printed_file_has_no_smaller_letters_and_no_ink_at_the_edge(run, tmp_path):
    """As a printer has it: the sizes of letters in the PDF, and what falls on the paper."""
    path = tmp_path / "kit.pdf"
    sheets = run.document.sheets
    save(run.document, path)
    dpi = 40  # quick, and the edge has seven dots
    edge = int(EDGE / 25.4 * dpi)
    with pypdfium2.PdfDocument(path) as pdf:
        for page, sheet in zip(pdf, at_least(10, sheets), strict=True):
            lines = list(page.get_objects(filter=[raw.FPDF_PAGEOBJ_TEXT]))
            assert len(lines) >= sum(
                bool(mark.text.strip()) for mark in seen(sheet) if isinstance(mark, Text)
            )
            for line in lines:
                matrix = line.get_matrix()
                assert raw_size(line) * math.hypot(matrix.c, matrix.d) >= LETTERS - 1e-3, (
                    sheet.part,
                    line,
                )
    for index in range(len(sheets)):
        columns, rows, data = page_image(path, index, dpi)
        page = np.frombuffer(data, np.uint8).reshape(rows, columns, 3)
        inner = page[edge : rows - edge, edge : columns - edge]
        assert inner.min() < 128, "the page is blank"
        frame = page.copy()
        frame[edge : rows - edge, edge : columns - edge] = 255
        assert frame.min() > 240, f"page {index + 1} has something within 5 mm of the paper's edge"


def raw_size(line):
    """Return the size of letters in the PDF before its matrix is applied, in points."""
    size = ctypes.c_float()
    assert raw.FPDFTextObj_GetFontSize(line.raw, size)
    return size.value


@pytest.mark.parametrize(
    "damage",
    [
        lambda scene: scene.add(Text((50, 50), "tiny", 4.7)),
        lambda scene: scene.add(Text((4.5, 50), "off", 9)),
        lambda scene: scene.add(Text((4, 50), "up", 9, turn=90, anchor="end")),
        lambda scene: scene.add(Text((60, 4), "d", 9, turn=180)),
        lambda scene: scene.add(Line((5, 20), (5, 30), Stroke(width=0.2))),
        lambda scene: scene.add(Line((50, 20), (50, 30), Stroke(width=0.05))),
        lambda scene: scene.add(Disc((50, scene.height - 6), 1.2, "#000000")),
        lambda scene: scene.add(
            Path((("M", (20, 20)), ("C", (30, 20), (scene.width, 30), (20, 40)), ("Z",)), "#000000")
        ),
    ],
)
def test_what_is_too_small_or_too_near_the_edge_is_found(damage):
    run = REAL[0]
    drawn = replace(run.document, sheets=tuple(run.document.sheets[:2]))
    scene = Scene(
        drawn.sheets[1].scene.width, drawn.sheets[1].scene.height, list(drawn.sheets[1].scene.marks)
    )
    damage(scene)
    drawn = replace(drawn, sheets=(drawn.sheets[0], replace(drawn.sheets[1], scene=scene)))
    damaged = SimpleNamespace(document=drawn, job=run.job)
    with pytest.raises(AssertionError):
        assert_legible(damaged)


def ground(point, under):
    """Return the colour that lies under a point, from the marks drawn before."""
    for mark in reversed(under):
        if mark.fill is not None and covers(mark, point):
            return mark.fill
    return WHITE


def covers(mark, point):
    x, y = point
    if isinstance(mark, Disc):
        return (x - mark.centre[0]) ** 2 + (y - mark.centre[1]) ** 2 <= mark.radius**2
    xs, ys = zip(*mark.points, strict=True)
    near = min(xs) <= x <= max(xs) and min(ys) <= y <= max(ys)  # quick, and enough for most
    return near and inside(point, mark.points)


#: As WCAG 2.2 asks of letters, level AA.
LEAST_CONTRAST = 4.5


@pytest.mark.parametrize("run", few(REAL, one_in=2), ids=str)
def test_letters_stand_out_from_what_lies_under_them(run):
    looked = 0
    for sheet in run.document.sheets:
        under = []
        for mark in sheet.scene.marks:
            if isinstance(mark, Text) and mark.text.strip():
                # Half a small letter above the baseline, whichever way it runs.
                turn = math.radians(mark.turn)
                above = (
                    mark.at[0] + 0.12 * mark.size * math.sin(turn),
                    mark.at[1] - 0.12 * mark.size * math.cos(turn),
                )
                back = ground(above, under)
                assert contrast(mark.fill, back) >= LEAST_CONTRAST, (sheet.part, mark, back)
                looked += 1
            elif isinstance(mark, (Disc, Polygon)):
                under.append(mark)
    assert looked > 500


def greyed(colour):
    if colour is None:
        return None
    red, green, blue = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return "#" + f"{round(0.299 * red + 0.587 * green + 0.114 * blue):02X}" * 3


def without_colour(mark):
    changes = {}
    for name in mark.__struct_fields__:
        value = getattr(mark, name)
        if name == "fill":
            changes["fill"] = greyed(value)
        elif name == "stroke" and value is not None:
            changes["stroke"] = msgspec.structs.replace(value, colour=greyed(value.colour))
    return msgspec.structs.replace(mark, **changes)


@pytest.mark.parametrize(
    ("palette", "name"),
    few(["okabe-ito", "grey"], ["her", "menace", "ladder", "awari-mini"], one_in=10),
)
def test_labels_can_be_read_when_printed_without_colour(name, palette, tmp_path):
    job = make_job(name, stock="poker", palette=palette)
    kit = job.kit
    made = run_parts(job, ["labels"])
    for sheet in made.sheets:
        sheet.scene.marks[:] = [without_colour(mark) for mark in sheet.scene.marks]
    path = tmp_path / "grey.pdf"
    save(made, path)
    found = {box.id: box for box in read_boxes(path, kit) if box.id is not None}
    for box in at_least_one(kit.boxes):
        printed = found[box.id]
        assert printed.position == box.position
        assert not printed.faults
        assert {(s.move, s.letter, s.symbol, s.beads) for s in printed.slots} == {
            (s.moves[0], s.colour.letter, s.colour.symbol, s.beads) for s in box.slots
        }


@pytest.mark.every
def test_the_same_document_has_the_same_bytes():
    assert pdf_bytes(RUNS[0].document) == pdf_bytes(RUNS[0].document)
