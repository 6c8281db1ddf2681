"""No PDF passes that a program shows otherwise than kitgen prints it; ``benchmarks/fuzz_pdf.py``
tries thousands.
"""

from functools import cache
from io import BytesIO

import pytest
from browsers import needed
from fuzzed_pdfs import fuzzed, seen_by
from planted_faults import ELSEWHERE, with_index_stream
from sampling import few

from kitgen.press.print_run import print_kit
from kitgen.sandbox.pdf_syntax import StructureError
from kitgen.verification import same_objects
from kitgen.verification.same_objects import compared

#: What each repair says of the file that was the hole.
SAYS = {
    "an end in a comment": "has something after its end",
    "a generation in the index": "another generation of object",
    "a second index elsewhere": "has 'obj' at byte .*, which some programs take for a part of it",
    "an index with wide fields": r"fields of \[5, 4, 2\] bytes, which not every program reads",
    "a number beyond all": "has an index in several parts",
    "a catalog of a program": "has something else than a text as its /Producer",
    "an end far from its beginning": "has something at byte .* neither an object nor an index",
}


@cache
def printed() -> bytes:
    """Two pages."""
    stream = BytesIO()
    print_kit("her", stream, parts=["labels", "board"])
    return stream.getvalue()


class NoStructure:
    """A reader without any repair."""

    encrypted = False
    linearised = None

    def __init__(self, data: bytes) -> None:
        """Read nothing."""


@pytest.mark.parametrize("hole", ELSEWHERE)
def test_a_file_in_which_programs_find_other_objects_is_refused(hole):
    with pytest.raises(StructureError, match=SAYS[hole]):
        compared(ELSEWHERE[hole](printed()), printed())


@pytest.mark.every
@pytest.mark.parametrize(
    "hole", few([name for name in ELSEWHERE if name != "a catalog of a program"], one_in=3)
)
def test_without_its_repair_each_hole_would_be_a_fault(hole, monkeypatch):
    """Nothing else tells these files from the print, and poppler shows another page."""
    needed("pdftocairo")
    monkeypatch.setattr(same_objects, "PdfStructure", NoStructure)
    data = ELSEWHERE[hole](printed())
    assert compared(data, printed()) == []
    assert "poppler" in seen_by(data, printed())


def test_an_index_that_every_program_reads_passes():
    assert compared(with_index_stream(printed(), (1, 4, 2)), printed()) == []


@pytest.mark.parametrize(
    "share",
    [
        range(3),
        *(pytest.param(range(at, at + 20), marks=pytest.mark.every) for at in range(3, 100, 20)),
    ],
)
def test_no_changed_file_passes_that_a_program_shows_otherwise(share):
    needed("pdftocairo")
    assert [number for number in share if fuzzed(7, number).is_fault] == []
