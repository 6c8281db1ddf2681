"""What has a name on a printed page and where it lies, which of these names a place, and how a page
may be scaled and moved as a whole.
"""

from types import SimpleNamespace

import pytest
from counting import at_least
from jobs import kit_of
from prints import document

from kitgen.kit.job_json import JobPart
from kitgen.render.pdf import pdf_bytes
from kitgen.sandbox.page_marks import NO_CORRECTION, Correction
from kitgen.sandbox.plain_page import PlainPdf
from kitgen.verification.drawn_boxes import BoxReader
from kitgen.verification.picture_places import Thing, named, named_things
from kitgen.verification.printer_correction import correction_of, wrong_correction

SCALED = Correction(1.01, 0.99, 2.0, 3.0)


@pytest.mark.parametrize(("kit", "part"), [("her", "labels"), ("her", "board")])
def test_all_that_has_a_name_on_a_page(golden, kit, part):
    """Of the first boxes everything, in the order in which it names places; of all else how
    much.
    """
    marks = PlainPdf(pdf_bytes(document(kit, (part,)))).page(0)
    things = named_things(BoxReader(kit_of(kit)), marks)
    boxes = sorted({thing.box for thing in things})
    lines = [f"{len(things)} things of {len(boxes)} boxes: {' '.join(boxes)}"]
    for thing in at_least(5, things):
        if thing.box in boxes[:2]:
            place = " ".join(f"{side:.1f}" for side in thing.bounds)
            lines.append(f"{thing.box or '-'} {thing.name}: {place}")
    golden(f"verify/things-{kit}-{part}", "\n".join(lines))


SMALL = Thing("the id", (10.0, 10.0, 12.0, 12.0), "A1")
CARD = Thing("the card", (0.0, 0.0, 50.0, 40.0), "A1")
WORDS = Thing("“words”", (0.0, 0.0, 60.0, 60.0), "")


@pytest.mark.parametrize(
    ("bounds", "found"),
    [
        ((10.5, 10.5, 11.5, 11.5), SMALL),
        ((10.5, 10.5, 14.0, 11.5), CARD),
        ((55.0, 55.0, 56.0, 56.0), WORDS),
        ((-20.0, -20.0, 70.0, 60.0), CARD),
        ((-20.0, 70.0, 70.0, 80.0), None),
    ],
)
def test_the_smallest_thing_around_a_place_names_it(bounds, found):
    assert named([SMALL, CARD, WORDS], bounds) is found


def test_a_place_that_no_card_is_around_and_none_in_its_middle_has_no_name():
    assert named([], (0.0, 0.0, 1.0, 1.0)) is None
    assert named([WORDS], (-5.0, 0.0, 65.0, 1.0)) is None


def job(**options):
    parts = (JobPart("labels", "Labels", 2, 2, "cards"), JobPart("log", "Log", 4, 2, "a4"))
    return SimpleNamespace(options=options, page="a4", parts=parts, templates={})


def page(correction, width=210.0, height=297.0):
    return SimpleNamespace(width=width, height=height, correction=correction)


@pytest.mark.parametrize(
    ("number", "correction", "size", "wrong"),
    [
        (2, SCALED, (210, 297), ""),
        (3, SCALED, (210, 297), ""),
        (2, NO_CORRECTION, (210, 297), "a page that is not corrected for its printer"),
        (2, Correction(1.02, 0.99, 2.0, 3.0), (210, 297), "a page that is not corrected"),
        (1, NO_CORRECTION, (210, 297), ""),
        (1, SCALED, (210, 297), "a scale or a shift of the whole page"),
        (4, NO_CORRECTION, (210, 297), ""),
        (4, SCALED, (210, 297), "a scale or a shift of the whole page"),
        (2, SCALED, (210.4, 297.5), ""),
        (2, SCALED, (210.6, 297.5), "a scale or a shift of the whole page"),
        (2, NO_CORRECTION, (100, 150), ""),
    ],
)
def test_what_is_cut_out_or_stuck_on_is_corrected_and_nothing_else(number, correction, size, wrong):
    """On sheets of the print's paper: labels are, a log is not."""
    found = wrong_correction(page(correction, *size), number, job(), SCALED)
    assert found.startswith(wrong)
    assert bool(found) is bool(wrong)


def test_a_print_without_a_job_or_a_printer_is_not_corrected():
    assert wrong_correction(page(NO_CORRECTION), 2, None, SCALED) == ""
    assert wrong_correction(page(SCALED), 2, None, SCALED) == "a scale or a shift of the whole page"
    assert correction_of(None) == NO_CORRECTION
    for options in ({}, {"printer": ""}, {"printer": 7}, {"printer": "that there is not"}):
        assert correction_of(job(**options)) == NO_CORRECTION


def test_the_printer_of_a_job_is_read_from_what_it_carries():
    """For one that shrinks a page and moves it left it is drawn larger, and moved right."""
    carried = job(printer="office")
    text = "scale_x = 0.99\nscale_y = 1.02\noffset_x = -2.0\noffset_y = 0.51\n"
    carried.templates = {"printers/office.toml": text, "editions/a.toml": "= none"}
    found = correction_of(carried)
    assert found.is_near(Correction(1 / 0.99, 1 / 1.02, 2 / 0.99, -0.5))
