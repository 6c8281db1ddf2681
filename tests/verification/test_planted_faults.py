"""Faults of every kind, planted in a print one at a time: each is found and named by its page; harmless ones pass."""

from functools import cache
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
import pikepdf
import pytest
from jobs import kit_of
from planting import FAULTS, harmless, planted
from sampling import few

from kitgen.attached import attached_kit
from kitgen.press.printing import print_kit
from kitgen.sandbox.limits import Allowance, Limits
from kitgen.sandbox.pdf_page import attachments, open_pdf, page_marks
from kitgen.sandbox.process import PrintedPdf, read_pdf
from kitgen.verification.laid import LaidPdf
from kitgen.verification.remake import Again
from kitgen.verification.report import Check
from kitgen.verification.sheet_checks import SAME, sheet_checks
from kitgen.verification.sheet_order import Order
from kitgen.verification.verifying import verify

PARTS = ["labels", "beads", "zero", "certificate"]


@cache
def printed() -> bytes:
    stream = BytesIO()
    print_kit("ladder", stream, parts=PARTS)
    return stream.getvalue()


def read(path, data) -> PrintedPdf:
    """What ``read_pdf`` reads, in this process."""
    path.write_bytes(data)
    pdf = open_pdf(data)
    budget = Allowance(Limits.of(len(data)))
    pages = tuple(msgspec.msgpack.encode(page_marks(pdf, number, budget)) for number in range(len(pdf)))
    return PrintedPdf(path, attachments(pdf, ["kit.json", "job.json"]), pages)


@cache
def whole() -> tuple[PrintedPdf, Again]:
    """The print as it should be, printed again once for all faults that are not in what travels in it."""
    with TemporaryDirectory() as folder:
        pdf = read(Path(folder) / "kit.pdf", printed())
        return pdf, Again.of(attached_kit(pdf), pdf)


def found_in(pdf) -> list[Check]:
    good, again = whole()
    kit = attached_kit(pdf)
    again = again if pdf.files == good.files else Again.of(kit, pdf)
    laid = LaidPdf.of(pdf, again)
    return [laid.check(), *sheet_checks(kit, laid, again, Order.of(kit, laid))]


def faults_of(pdf) -> list[str]:
    return [fault for check in found_in(pdf) if check.passed is False for fault in check.faults]


def test_there_are_faults_of_many_kinds():
    assert len(FAULTS) >= 40


@pytest.mark.parametrize("kind", few(FAULTS, one_in=16))
def test_a_fault_is_found_and_named(kind, tmp_path):
    data, page = next(found for seed in range(20) if (found := planted(printed(), kind, seed)))
    faults = faults_of(read(tmp_path / "kit.pdf", data))
    assert faults
    assert not page or any(f"page {page}" in fault or f"sheet {page}" in fault for fault in faults), faults


@pytest.mark.parametrize("way", few(harmless(), one_in=3))
def test_what_changes_nothing_on_paper_passes(way, tmp_path):
    (tmp_path / "kit.pdf").write_bytes(printed())
    harmless()[way](tmp_path / "kit.pdf", tmp_path / "other.pdf")
    pdf = read_pdf(tmp_path / "other.pdf")
    found = found_in(pdf)
    assert [check.name for check in found if check.passed is not True] == []
    assert len(found) == 5


def test_a_file_that_is_gone_since_it_was_read_is_held_against_its_marks(tmp_path):
    pdf = read(tmp_path / "kit.pdf", printed())
    pdf.path.unlink()
    last = found_in(pdf)[-1]
    assert (last.name, last.passed, last.reason) == (SAME, True, "made again, and their marks compared")


def test_sheets_of_another_kit_and_sheets_that_are_missing_are_named(tmp_path):
    stream = BytesIO()
    print_kit("her", stream, parts=["zero"])
    with pikepdf.open(BytesIO(printed())) as pdf, pikepdf.open(stream) as other:
        pdf.pages[1] = other.pages[0]
        pdf.save(tmp_path / "mixed.pdf")
    faults = faults_of(read(tmp_path / "kit.pdf", (tmp_path / "mixed.pdf").read_bytes()))
    assert f"page 2 is of another kit, {kit_of('her').short_hash}" in faults
    assert any(fault.startswith("sheet 2 (") and fault.endswith(" is not there") for fault in faults)


def test_a_kit_of_which_nothing_says_what_was_printed_is_not_passed_over(tmp_path):
    with pikepdf.open(BytesIO(printed())) as pdf:
        del pdf.attachments["job.json"]
        pdf.save(tmp_path / "kit.pdf")
    report = verify(tmp_path / "kit.pdf")
    assert report.passed is False
    left = [check for check in report.checks if check.name == SAME]
    assert [check.passed for check in left] == [None]
    assert "job.json" in left[0].reason
