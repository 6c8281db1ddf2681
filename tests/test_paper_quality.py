"""What holds for every printed page: legible, within the paper, usable without colour."""

import math
from dataclasses import fields, replace
from functools import cache
from io import BytesIO

import numpy as np
import pytest
from counting import some
from ink import page_image
from jobs import make_job
from seeing import inside

from kitgen.check.pdf.boxes import read_boxes
from kitgen.paper.card.badge import contrast
from kitgen.paper.card.marking import marking_of
from kitgen.paper.make import make_document
from kitgen.paper.marks.scene import WHITE, Disc, Polygon, Text
from kitgen.paper.parts import PARTS
from kitgen.render.pdf import write_pdf
from kitgen.templates import Templates

TEMPLATES = Templates()
#: The poster is as large as its name says, and made for a plotter; it is looked at tiled.
RUNS = [
    ("her", "a4", "en", "matchbox"),
    ("her", "letter", "it", "35x15"),
    ("gardner24", "a4", "it", "L7160"),
    ("ladder", "letter", "en", "5160"),
    ("awari-mini", "a4", "it", "poker"),
]


@cache
def document(name, page, language, stock, parts=None):
    job = make_job(name, page, language, stock, tiled=True)
    wanted = [part for part in PARTS if part not in ("outline", "poster", "calibration")] if parts is None else parts
    if parts is None and marking_of(job.kit.game.diagram).sign != "arrow":
        wanted.remove("sweets")  # they lie on arrows
    if stock not in ("poker", "matchbox") and parts is None:
        wanted.remove("cards")  # cards to fold are larger than these labels
    return job.kit, make_document(job, wanted)


def marks(run):
    for number, sheet in enumerate(document(*run)[1].sheets, 1):
        for mark in sheet.scene.marks:
            yield f"{sheet.part}, page {number}", mark


@pytest.mark.parametrize("run", RUNS, ids="-".join)
def test_letters_and_lines_are_large_enough(run):
    for place, mark in some(marks(run), 500):
        if isinstance(mark, Text):
            assert mark.size >= 5 - 1e-9, (place, mark)
        elif mark.stroke is not None:
            assert mark.stroke.width >= 0.07, (place, mark)


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


@pytest.mark.parametrize("run", RUNS[:2], ids="-".join)
def test_letters_stand_out_from_what_lies_under_them(run):
    seen = 0
    for sheet in document(*run)[1].sheets:
        under = []
        for mark in sheet.scene.marks:
            if isinstance(mark, Text) and mark.text.strip():
                turn = math.radians(mark.turn)  # half a small letter above the baseline, whichever way it runs
                above = (mark.at[0] + 0.12 * mark.size * math.sin(turn), mark.at[1] - 0.12 * mark.size * math.cos(turn))
                back = ground(above, under)
                assert contrast(mark.fill, back) >= 4.5, (sheet.part, mark, back)
                seen += 1
            elif isinstance(mark, (Disc, Polygon)):
                under.append(mark)
    assert seen > 500


@pytest.mark.parametrize("run", RUNS, ids="-".join)
def test_nothing_is_drawn_near_the_edge_of_the_paper(run, tmp_path):
    path = tmp_path / "kit.pdf"
    write_pdf(document(*run)[1], path)
    dpi = 40
    edge = int(5 / 25.4 * dpi)
    for index in some(range(len(document(*run)[1].sheets)), 10):
        columns, rows, data = page_image(path, index, dpi)
        page = np.frombuffer(data, np.uint8).reshape(rows, columns, 3)
        inner = page[edge : rows - edge, edge : columns - edge]
        assert inner.min() < 128, "the page is blank"
        frame = page.copy()
        frame[edge : rows - edge, edge : columns - edge] = 255
        assert frame.min() > 240, f"page {index + 1} has something within 5 mm of the paper's edge"


def greyed(colour):
    if colour is None:
        return None
    red, green, blue = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return "#" + f"{round(0.299 * red + 0.587 * green + 0.114 * blue):02X}" * 3


def without_colour(mark):
    changes = {}
    for field in fields(mark):
        value = getattr(mark, field.name)
        if field.name == "fill":
            changes["fill"] = greyed(value)
        elif field.name == "stroke" and value is not None:
            changes["stroke"] = replace(value, colour=greyed(value.colour))
    return replace(mark, **changes)


@pytest.mark.parametrize("name", ["her", "menace", "awari-mini", "ladder"])
@pytest.mark.parametrize("palette", ["okabe-ito", "grey"])
def test_labels_can_be_read_when_printed_without_colour(name, palette, tmp_path):
    job = make_job(name, stock="poker", palette=palette)
    kit, made = job.kit, make_document(job, ["labels"])
    for sheet in made.sheets:
        sheet.scene.marks[:] = [without_colour(mark) for mark in sheet.scene.marks]
    path = tmp_path / "grey.pdf"
    write_pdf(made, path)
    found = {box.id: box for box in read_boxes(path, kit) if box.id is not None}
    for box in some(kit.boxes):
        printed = found[box.id]
        assert printed.position == box.position
        assert not printed.faults
        assert {(s.move, s.letter, s.symbol, s.beads) for s in printed.slots} == {
            (s.moves[0], s.colour.letter, s.colour.symbol, s.beads) for s in box.slots
        }


def test_the_same_document_has_the_same_bytes():
    one, other = BytesIO(), BytesIO()
    write_pdf(document(*RUNS[0])[1], one)
    write_pdf(document(*RUNS[0])[1], other)
    assert one.getvalue() == other.getvalue()
