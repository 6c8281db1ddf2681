"""Scans and photographs in colours: what wear does to paper is no fault, and what is exchanged on it is named."""

from dataclasses import replace
from functools import cache

import damage
import msgspec
import numpy as np
import pytest
import wear
from jobs import kit_of
from prints import document
from test_picture import pdf_of

from kitgen.paper.marks.scene import Scene
from kitgen.pictures.picture_files import COLOURS, PicturePage, answer, limits_of
from kitgen.verification.remake import Remade
from kitgen.verification.scan import NO_COLOURS, SheetsOnPaper


@cache
def judge():
    drawn = document("her", ("labels",))
    return SheetsOnPaper(kit_of("her"), Remade(pdf_of(drawn), drawn.parts))


def labels():
    """The places of the labels."""
    boxes = [box.id for box in kit_of("her").boxes]
    corners = [np.array(damage.Card(document("her"), box).ground.points) for box in boxes]
    return [(*points.min(axis=0), *points.max(axis=0)) for points in corners]


def judged(drawn, way, seed=1):
    """The check of a picture of labels, and the boxes that it names."""
    data, _ = wear.taken(pdf_of(drawn), 0, labels(), way, np.random.default_rng(seed))
    ((_, frame),) = answer(data, limits_of(data), COLOURS)
    check, wrong = judge().judge(msgspec.msgpack.decode(frame, type=PicturePage), 1)
    assert check.expected == "19 cards", check
    return check, {mismatch.box: mismatch.things for mismatch in wrong}


def exchanged():
    """The labels with a blue arrow for a red one, a pawn of the other side, and two labels in each other's place."""
    drawn = damage.recolour_arrow(document("her"), "A1", 0, "#0072B2")
    drawn = damage.swap_piece(drawn, "B3", (0, 0))
    return damage.exchange_labels(drawn, "C2", "C3")


def test_a_fold_and_labels_that_are_glued_askew_are_no_faults():
    check, named = judged(document("her"), wear.Wear(fold=0.35, glued=(0.7, 1)))
    assert (check.passed, named) == (True, {})
    assert NO_COLOURS not in check.warning


@pytest.mark.parametrize(
    "way", [wear.Wear(), wear.Wear(taken="mild", light="yellowish", fold=0.2)], ids=["scan", "phone"]
)
def test_an_exchanged_colour_pawn_or_label_is_named(way):
    _, named = judged(exchanged(), way)
    assert set(named) == {"A1", "B3", "C2", "C3"}
    assert any("arrow" in thing for thing in named["A1"])


def test_a_scan_in_grey_is_compared_without_hues_and_says_so():
    check, named = judged(document("her"), wear.Wear(taken="grey flatbed"))
    assert (check.passed, named) == (True, {})
    assert NO_COLOURS in check.warning


def test_a_print_in_black_is_compared_without_hues_and_says_so():
    check, named = judged(damage.swap_piece(document("her"), "B3", (0, 0)), wear.Wear(colours=False))
    assert set(named) == {"B3"}
    assert NO_COLOURS in check.warning


@pytest.mark.every
def test_two_colours_that_are_exchanged_on_all_cards_are_named_on_all():
    """What is wrong everywhere is no habit of a printer."""
    other = {"#D55E00": "#0072B2", "#0072B2": "#D55E00"}
    drawn = document("her")
    first = drawn.sheets[0]
    marks = [replace(m, fill=other[m.fill]) if getattr(m, "fill", "") in other else m for m in first.scene.marks]
    drawn = replace(drawn, sheets=(replace(first, scene=Scene(first.scene.width, first.scene.height, marks)),))
    _, named = judged(drawn, wear.Wear())
    assert len(named) == 19
