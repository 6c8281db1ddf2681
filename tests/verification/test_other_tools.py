"""What other programs make of a printed PDF: it is valid without a warning, and they find the
files in it.
"""

import re
import subprocess

import pikepdf
import pytest
from browsers import needed
from counting import at_least_one
from jobs import kit_of
from pdf_validity import qpdf_check
from prints import document, write_print
from sampling import few, sample

import kitgen
from kitgen.errors import KitFileError
from kitgen.kit.job_json import read_job
from kitgen.kit.kit_json import read_kit
from kitgen.verification.pdf_proof import PROOF
from kitgen.verification.verify import verify_with


@pytest.mark.parametrize(
    ("name", "language"),
    sample([("her", "en"), ("ladder", "it"), ("awari-mini", "es"), ("menace", "en")], one_in=8),
)
def test_prints_are_valid_without_a_warning(tmp_path, logged, name, language):
    """As ``.ci/editions.py`` looks at every edition in every language."""
    made = kitgen.print_kit(kit_of(name, language=language), tmp_path / "kit")
    for path in at_least_one(sorted(made.folder.rglob("*.pdf"))):
        assert qpdf_check(path) == (0, False), logged.getvalue()


def test_a_fault_is_noticed(tmp_path, logged):
    """As kit.pdf was once: a slash within a name ends the name."""
    path = write_print(tmp_path / "kit.pdf", document("her"))
    path.write_bytes(path.read_bytes().replace(b"/application#2Fjson", b"/application/jso#6E"))
    assert qpdf_check(path) == (3, True)
    assert "dictionary ended prematurely" in logged.getvalue()


def test_other_programs_find_kit_and_print_run(tmp_path):
    path = write_print(tmp_path / "kit.pdf", document("her"))
    with pikepdf.open(path) as pdf:
        files = {name: spec.get_file() for name, spec in pdf.attachments.items()}
        assert {name: file.mime_type for name, file in files.items()} == {
            "kit.json": "application/json",
            "job.json": "application/json",
        }
        assert read_kit(files["kit.json"].read_bytes(), "kit.json") == kit_of("her")
        assert read_job(files["job.json"].read_bytes()).parts[0].name == "labels"


def test_what_another_program_has_written_anew_still_verifies(tmp_path):
    """Streams of objects, a table that is a stream, other compression: the drawing is the same."""
    path = write_print(tmp_path / "kit.pdf", document("her", ("labels", "finder")))
    anew = tmp_path / "anew.pdf"
    with pikepdf.open(path) as pdf:
        pdf.save(anew, object_stream_mode=pikepdf.ObjectStreamMode.generate, recompress_flate=True)
    assert kitgen.verify(anew).passed


#: Programs that draw every page anew: what they call themselves, and how they are started.
WRITERS = {
    "GPL Ghostscript": ("gs", "-q", "-sDEVICE=pdfwrite", "-o", "{to}", "{of}"),
    "cairo": ("pdftocairo", "-pdf", "{of}", "{to}"),
}


@pytest.mark.every
@pytest.mark.parametrize("writer", few(WRITERS, one_in=2))
def test_what_another_program_has_drawn_anew_is_not_the_file_of_kitgen(tmp_path, writer):
    folder = kitgen.print_kit(kit_of("her"), tmp_path / "print", parts=["labels"]).folder
    words = [
        word.format(of=folder / "kit.pdf", to=tmp_path / "anew.pdf") for word in WRITERS[writer]
    ]
    subprocess.run([needed(words[0]), *words[1:]], check=True, capture_output=True)
    report = verify_with(tmp_path / "anew.pdf", folder)
    proof = next(check for check in report.checks if check.name == PROOF)
    (fault,) = proof.faults
    assert re.fullmatch(
        rf"it is not kitgen's file: {writer} [\d.]+ has written every page anew; verify and "
        rf"print the original",
        fault,
    )
    assert {check.witness for check in report.checks} == {"kit", "file", "marks"}
    assert [
        check.name
        for check in report.checks
        if check.witness == "file" and check.verdict == "wrong"
    ] == [PROOF]
    assert not report.passed


def test_a_pdf_that_has_lost_its_files_names_the_program_that_has_written_it(tmp_path):
    path = write_print(tmp_path / "kit.pdf", document("her"))
    subprocess.run(
        [needed("pdftocairo"), "-pdf", path, tmp_path / "anew.pdf"], check=True, capture_output=True
    )
    says = (
        r"it carries no kit\.json; if cairo [\d.]+ has written it anew, verify and print "
        r"the original$"
    )
    with pytest.raises(KitFileError, match=says):
        kitgen.verify(tmp_path / "anew.pdf")


def test_a_pdf_that_pdfunite_has_written_names_what_it_does(tmp_path):
    path = kitgen.print_kit(kit_of("her"), tmp_path / "print", parts=["labels"]).folder / "kit.pdf"
    subprocess.run(
        [needed("pdfunite"), path, tmp_path / "anew.pdf"], check=True, capture_output=True
    )
    proof = next(
        check for check in kitgen.verify(tmp_path / "anew.pdf").checks if check.name == PROOF
    )
    assert proof.verdict == "wrong"
    says = (
        r".*has \d+ objects, but one with the number \d+, as after pdfunite; verify and "
        r"print the original"
    )
    assert re.fullmatch(says, proof.faults[0])


def test_a_pdf_that_mutool_has_written_names_what_it_does(tmp_path):
    path = kitgen.print_kit(kit_of("her"), tmp_path / "print", parts=["labels"]).folder / "kit.pdf"
    subprocess.run([needed("mutool"), "clean", path, tmp_path / "anew.pdf"], check=True)
    proof = next(
        check for check in kitgen.verify(tmp_path / "anew.pdf").checks if check.name == PROOF
    )
    assert proof.verdict == "wrong"
    says = "has a blank line before its trailer, as after mutool; verify and print the original"
    assert proof.faults[0].endswith(says)
