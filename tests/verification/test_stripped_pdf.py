"""A PDF that has lost what travels in it is checked as strictly as a whole one, once the kit is
named.
"""

from functools import cache
from io import BytesIO

import pikepdf
import pytest
from click.testing import CliRunner
from jobs import kit_of
from report_text import all_faults
from sampling import few

from kitgen.cli.main import main
from kitgen.kit.kit_json import write_kit
from kitgen.press.print_run import print_kit
from kitgen.verification.verify import verify, verify_with


@cache
def printed(name="ladder", parts=("labels", "zero")) -> bytes:
    stream = BytesIO()
    print_kit(name, stream, parts=parts)
    return stream.getvalue()


def stripped(data, more=b"") -> bytes:
    stream = BytesIO()
    with pikepdf.open(BytesIO(data)) as pdf:
        for name in list(pdf.attachments):
            del pdf.attachments[name]
        if more:
            pdf.pages[0].contents_add(more)
        pdf.save(stream)
    return stream.getvalue()


@pytest.fixture
def folder(tmp_path):
    """The folder of a print, with its stripped PDF beside it."""
    (tmp_path / "ladder").mkdir()
    (tmp_path / "ladder" / "kit.pdf").write_bytes(printed())
    (tmp_path / "ladder" / "kit.json").write_bytes(write_kit(kit_of("ladder")))
    (tmp_path / "mail.pdf").write_bytes(stripped(printed()))
    return tmp_path


@pytest.mark.parametrize("kit", few(["ladder", "ladder/kit.json", "ladder/kit.pdf"], one_in=6))
def test_a_stripped_pdf_passes_with_its_folder_kit_or_pdf(kit, folder):
    report = verify_with(folder / "mail.pdf", folder / kit)
    assert report.passed, [check for check in report.checks if check.verdict == "wrong"]
    assert {check.witness for check in report.checks} == {"kit", "file"}


@pytest.mark.every
def test_without_a_folder_the_usual_sheets_are_expected(folder):
    report = verify_with(folder / "mail.pdf", "ladder")
    faults = all_faults(report.checks)
    assert any("the page is missing" in fault for fault in faults)


@pytest.mark.every
def test_what_differs_is_named_and_the_hash_at_the_foot_binds(folder):
    (folder / "mail.pdf").write_bytes(stripped(printed(), b"\n1 0 0 rg 300 400 9 9 re f"))
    done = CliRunner().invoke(
        main, ["verify", str(folder / "mail.pdf"), "--kit", str(folder / "ladder")]
    )
    assert done.exit_code == 1
    assert "page 1, labels" in done.stdout
    (folder / "mail.pdf").write_bytes(stripped(printed("her", ("zero",))))
    report = verify_with(folder / "mail.pdf", folder / "ladder")
    faults = all_faults(report.checks)
    assert f"pages 1-2 do not carry the hash {kit_of('ladder').short_hash}" in faults


@pytest.mark.every
def test_the_print_run_of_the_folder_binds_and_not_that_in_the_pdf(folder):
    """A forged file brings its own print run along."""
    (folder / "mail.pdf").write_bytes(printed("ladder", ("zero",)))
    assert verify(folder / "mail.pdf").passed
    report = verify_with(folder / "mail.pdf", folder / "ladder")
    assert "page 2: the page is missing" in all_faults(report.checks)


@pytest.mark.every
def test_a_kit_by_name_binds_and_the_print_run_in_the_pdf_says_what_was_printed(folder):
    (folder / "mail.pdf").write_bytes(printed("ladder", ("zero",)))
    assert verify_with(folder / "mail.pdf", "ladder").passed
    report = verify_with(folder / "mail.pdf", "her")
    assert any("carries the kit ladder" in fault for fault in all_faults(report.checks))
