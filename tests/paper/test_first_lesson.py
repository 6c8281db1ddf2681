"""What the cover says of time, material and a first lesson, for any choice of parts."""

import pytest
from counting import at_least_one
from jobs import TEMPLATES, make_job
from printed_words import words_on

from kitgen.paper.make import run_parts
from kitgen.paper.making import WorkMinutes, shared_minutes, work_for
from kitgen.paper.parts import PARTS, first_lesson

#: A machine for a lesson: it is made of one of these.
MACHINES = ("labels", "boxes", "cards", "zero", "sweets")


def cover_words(kit, parts, **choices):
    job = make_job(kit, parts=parts, **choices)
    (cover,) = [sheet for sheet in run_parts(job, parts).sheets if sheet.part == "cover"]
    return words_on(cover)


@pytest.mark.parametrize(
    ("parts", "needed", "lacks"),
    [
        ("cover labels finder board operator log curve", "labels finder board operator log", ""),
        ("cover labels boxes board beads operator log", "boxes board beads operator log", ""),
        ("cover labels", "labels", "board operator log"),
        ("cover finder", "", "labels board operator log"),
        ("cover zero log-marks", "zero log-marks", ""),
        ("cover zero board operator log guide", "zero board operator log", ""),
        ("cover sweets class-set log", "sweets class-set log", ""),
    ],
)
def test_a_first_lesson_takes_one_machine_and_all_that_it_needs(parts, needed, lacks):
    lesson = first_lesson(make_job(parts=tuple(parts.split())))
    assert set(lesson.parts) == set(needed.split())
    assert set(lesson.lacks) == set(lacks.split())


@pytest.mark.parametrize(
    ("stock", "parts", "needed", "lacks"),
    [
        ("cups", "labels board chips operator log curve", "labels board chips operator log", ""),
        ("chips", "labels board chips operator log curve", "labels board chips operator log", ""),
        ("matchbox", "labels board chips operator log", "labels board chips operator log", ""),
        ("cups", "labels board operator log", "labels board operator log", "chips"),
        ("chips", "boxes", "boxes", "chips board operator log"),
        ("cups", "sweets board log", "sweets board log", ""),
    ],
)
def test_a_first_lesson_with_chips_cuts_them_out(stock, parts, needed, lacks):
    lesson = first_lesson(make_job("ladder", stock=stock, parts=("cover", *parts.split())))
    assert set(lesson.parts) == set(needed.split())
    assert set(lesson.lacks) == set(lacks.split())


def test_with_every_part_one_machine_is_named():
    lesson = first_lesson(
        make_job(parts=tuple(name for name in PARTS if name not in ("story", "lesson")))
    )
    assert len([name for name in at_least_one(lesson.parts) if name in MACHINES]) == 1
    assert not lesson.lacks


def test_an_express_kit_needs_the_sheet_of_what_is_always_played():
    for kit, needs in (("her", False), ("express", True)):
        job = make_job(
            "her", express=kit == "express", parts=("cover", "labels", "board", "operator", "log")
        )
        assert ("always" in first_lesson(job).lacks) == needs


def test_the_cover_names_pages_or_the_parts_that_are_missing():
    usual = ("cover", "labels", "finder", "board", "beads", "operator", "log", "curve")
    assert "For a first lesson print only pages 2–9." in cover_words("her", usual)
    assert "For a first lesson print these parts as well: board, operator, log." in cover_words(
        "her", usual[:3]
    )
    without_log = [part for part in usual if part != "log"]
    assert "For a first lesson print this part as well: log." in cover_words("her", without_log)
    assert "first lesson" not in cover_words("her", usual[:-1])


@pytest.mark.parametrize(
    ("parts", "sheet"),
    [
        ("zero log", "The machine on paper"),
        ("sweets", "Sweets on arrows"),
        ("zero labels", ""),
        ("labels", ""),
    ],
)
def test_a_cover_says_which_sheet_needs_no_boxes_if_nothing_is_made_of_any(parts, sheet):
    words = cover_words("her", ("cover", *parts.split()))
    sentence = f"The sheet “{sheet}” is the machine without boxes, and lists what is needed."
    assert ("machine without boxes" in words) == bool(sheet)
    assert not sheet or sentence in words


def test_boxes_to_fold_need_their_paper_and_their_time():
    parts = ("cover", "labels", "boxes", "board")
    words = cover_words("her", parts)
    assert "19 boxes, to fold from 6 sheets of paper of 200 g/m²" in words
    assert "for labels" not in words
    assert "Fold the boxes as the sheet “Boxes to fold” says." in words
    assert "about 55 minutes" in words  # 19 of 10.5, 8 pieces of 1, four people
    assert "box to fold 10, box to fill 0.5, piece to fold 1." in words


@pytest.mark.parametrize(
    ("kit", "parts", "choices", "expected"),
    [
        ("her", ("labels",), {}, {"label": 19, "filled_box": 19}),
        ("her", ("labels",), {"stock": "L7160"}, {"bought_label": 19, "filled_box": 19}),
        ("ladder", ("board",), {}, {"label": 9, "filled_box": 9, "disc": 10}),
        (
            "ladder",
            ("board",),
            {"board_pieces": "square"},
            {"label": 9, "filled_box": 9, "square": 10},
        ),
        ("awari-mini", ("board",), {}, {"label": 155, "filled_box": 155}),
        ("her", ("cards",), {"stock": "poker"}, {"folded_card": 19}),
        ("her", ("cards",), {"stock": "poker", "cards_duplex": "long"}, {"cut_card": 19}),
    ],
)
def test_work_is_what_is_cut_folded_and_filled(kit, parts, choices, expected):
    work = work_for(make_job(kit, parts=parts, **choices))
    assert {task.kind: task.count for task in work.tasks} == expected
    assert shared_minutes(work.tasks) * 4 >= sum(task.count * task.each for task in work.tasks)


def test_what_is_bought_or_cut_straight_takes_less_time():
    minutes = TEMPLATES.read("tables", "work_minutes", WorkMinutes)
    assert minutes.bought_label < minutes.label < minutes.folded_box
    assert minutes.cut_card < minutes.folded_card
    assert minutes.square < minutes.disc


def test_boxes_come_beside_labels_in_the_order_of_use():
    order = [*PARTS]
    assert (
        order.index("labels") < order.index("boxes") < order.index("finder") < order.index("board")
    )
