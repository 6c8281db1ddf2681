"""PDFs compared object by object with the same as kitgen prints them: no fault passes, and nothing harmless fails."""

import random
from functools import cache
from io import BytesIO

import pytest
from planting import AMBIGUOUS, HOLES, changed, changed_at_random, saved_anew

from kitgen.errors import KitFileError
from kitgen.press.printing import print_kit
from kitgen.verification.pdf_proof import PROOF
from kitgen.verification.pdf_structure import StructureError
from kitgen.verification.same_objects import ObjectDifference, compared, object_differences
from kitgen.verification.verifying import verify


@cache
def printed() -> bytes:
    """Four pages that differ, with two fonts."""
    stream = BytesIO()
    print_kit("her", stream, parts=["labels", "beads", "log"])
    return stream.getvalue()


@cache
def copies() -> dict[str, bytes]:
    return saved_anew(printed())


def faults(data: bytes) -> list[str]:
    """All that is wrong with a PDF, in words."""
    try:
        return list(map(str, compared(data, printed())))
    except StructureError as error:
        return [str(error)]


def test_the_same_bytes_are_the_same_objects():
    assert compared(printed(), printed()) == []


@pytest.mark.parametrize("way", copies())
def test_what_another_program_saves_anew_is_the_same(way):
    assert copies()[way] != printed()
    assert compared(copies()[way], printed()) == []


@pytest.mark.parametrize("hole", HOLES)
def test_a_hole_that_there_was_is_closed(hole):
    assert faults(changed(printed(), HOLES[hole]))


@pytest.mark.parametrize("way", AMBIGUOUS)
def test_a_file_that_can_be_read_in_two_ways_is_refused(way):
    data = AMBIGUOUS[way](printed())
    assert data != printed()
    with pytest.raises(StructureError):
        compared(data, printed())


def test_a_difference_names_its_page_and_its_kind():
    data = changed(printed(), HOLES["a unit"])
    assert compared(data, printed()) == [ObjectDifference(3, "UserUnit", "added")]
    data = changed(printed(), HOLES["a glued fill"])
    assert [str(difference) for difference in compared(data, printed())] == ["what is drawn is different"]
    data = changed(printed(), lambda pdf: pdf.Root.ViewerPreferences.__delitem__("/PrintScaling"))
    assert compared(data, printed()) == [ObjectDifference(0, "ViewerPreferences/PrintScaling", "missing")]


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.every) for seed in range(2, 22))])
def test_every_change_at_random_is_found(seed):
    """Unless it changes nothing: one of two equal operators in the place of the other."""
    rng, same = random.Random(seed), changed(printed(), lambda _: None)
    for _ in range(30):
        data = changed_at_random(printed(), rng)
        assert faults(data) or data == same


def test_the_process_that_compares_says_the_same(tmp_path):
    path = tmp_path / "kit.pdf"
    data = changed(printed(), HOLES["a note"])
    assert object_differences(path, data, printed()) == compared(data, printed())
    with pytest.raises(KitFileError, match=r"kit\.pdf' gives /Rotate twice"):
        object_differences(path, AMBIGUOUS["a key given twice"](printed()), printed())


def test_a_file_with_a_fault_below_the_surface_fails_and_one_saved_anew_is_proven(tmp_path):
    path = tmp_path / "kit.pdf"
    path.write_bytes(changed(printed(), HOLES["a colour space for all reds and blues"]))
    faults = [fault for check in verify(path).checks for fault in check.faults]
    assert faults == ["page 3: Resources/ColorSpace is added"]
    path.write_bytes(copies()["with an empty password"])
    proof = next(check for check in verify(path).checks if check.name == PROOF)
    assert (proof.passed, proof.found) == (True, "the same objects")
