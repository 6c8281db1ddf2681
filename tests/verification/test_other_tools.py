"""What other programs make of a printed PDF: it is valid without a warning, and they find the files in it."""

import subprocess

import pikepdf
import pytest
from browsing import needed
from counting import some
from jobs import kit_of
from planting import planted
from prints import document, write_print
from sampling import few, sample
from valid import qpdf_check

import kitgen
from kitgen.kit.job_json import read_job
from kitgen.kit.kit_json import read_kit
from kitgen.verification.verifying import verify_with


@pytest.mark.parametrize(
    ("name", "language"), sample([("her", "en"), ("ladder", "it"), ("awari-mini", "es"), ("menace", "en")], one_in=4)
)
def test_prints_are_valid_without_a_warning(tmp_path, caplog, name, language):
    """As ``.ci/editions.py`` looks at every edition in every language."""
    made = kitgen.print_kit(kit_of(name, language=language), tmp_path / "kit")
    for path in some(sorted(made.folder.rglob("*.pdf"))):
        assert qpdf_check(path) == (0, False), caplog.text


def test_a_fault_is_noticed(tmp_path, caplog):
    """As kit.pdf was once: a slash within a name ends the name."""
    path = write_print(tmp_path / "kit.pdf", document("her"))
    path.write_bytes(path.read_bytes().replace(b"/application#2Fjson", b"/application/jso#6E"))
    assert qpdf_check(path) == (3, True)
    assert "dictionary ended prematurely" in caplog.text


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


#: Programs that write letters and outlines anew: what they are called, and how they are asked.
WRITERS = {
    "Ghostscript": ("gs", "-q", "-sDEVICE=pdfwrite", "-o", "{to}", "{of}"),
    "Ghostscript, for printing": ("gs", "-q", "-sDEVICE=pdfwrite", "-dPDFSETTINGS=/printer", "-o", "{to}", "{of}"),
    "pdftocairo": ("pdftocairo", "-pdf", "{of}", "{to}"),
}


def printed(folder, name, *parts):
    """The PDF of some parts of a kit."""
    return kitgen.print_kit(kit_of(name), folder / "print", parts=list(parts)).folder / "kit.pdf"


def written_anew(path, writer):
    """The file that a program has made of a PDF."""
    anew = path.with_name("anew.pdf")
    words = [word.format(of=path, to=anew) for word in WRITERS[writer]]
    subprocess.run([needed(words[0]), *words[1:]], check=True, capture_output=True)
    return anew


@pytest.mark.every
@pytest.mark.parametrize("writer", WRITERS)
@pytest.mark.parametrize("name", ["her", "awari-mini", "ladder"])
def test_letters_that_another_program_has_written_anew_are_known_by_their_look(tmp_path, writer, name):
    path = printed(tmp_path, name, "cover", "cards" if name == "ladder" else "labels")
    report = verify_with(written_anew(path, writer), path)
    assert report.passed, report.text()
    warnings = " ".join(check.warning for check in report.checks)
    assert "another program has written the letters of " in warnings
    assert ("printed at 99.9% of its size" in warnings) == (writer == "pdftocairo")  # it fits pages to whole points


@pytest.mark.parametrize(
    "kind",
    few(["letters exchanged for others", "a digit put beside others", "a white patch", "outline moved"], one_in=4),
)
def test_what_another_program_has_written_anew_hides_no_fault(tmp_path, kind):
    path = printed(tmp_path, "her", "labels")
    data, page = next(found for seed in range(20) if (found := planted(path.read_bytes(), kind, seed)))
    faulty = tmp_path / "faulty.pdf"
    faulty.write_bytes(data)
    report = verify_with(written_anew(faulty, "Ghostscript"), path)
    assert not report.passed
    assert any(f"page {page}" in fault for check in report.checks for fault in check.faults)
