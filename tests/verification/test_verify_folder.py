"""``kitgen verify DIR``: every file that was printed to a folder is made again and compared."""

import json
import shutil
from hashlib import sha256
from pathlib import Path

import msgspec
import pikepdf
import pytest
from report_text import all_faults
from sampling import few

from kitgen.errors import KitFileError
from kitgen.kit.job_json import read_job, write_job
from kitgen.kit.kit_json import write_kit
from kitgen.press.print_run import print_kit
from kitgen.sandbox.process import Reply, read_pdf
from kitgen.sources.attachments import attached_kit
from kitgen.sources.journal_start import new_journal
from kitgen.verification import remake
from kitgen.verification import verify as verify_module
from kitgen.verification.folder_files import check_printed_folder
from kitgen.verification.pdf_proof import PROOF
from kitgen.verification.verify import verify

NAME = "every file of the folder is as it was printed"


@pytest.fixture(scope="module")
def printed(tmp_path_factory):
    folder = tmp_path_factory.mktemp("printed") / "ladder"
    print_kit("ladder", folder, parts=["labels", "zero"], svg=True, laser="usual")
    return folder


def faults(folder):
    pdf = read_pdf(folder / "kit.pdf")
    return check_printed_folder(folder, attached_kit(pdf), pdf)[1].faults


def test_a_folder_has_more_time_the_more_lies_in_it_within_bounds(printed, tmp_path, monkeypatch):
    """Drawings for a laser cutter take a second a MB, and nothing of them is in the PDF."""
    folder = shutil.copytree(printed, tmp_path / "kit")
    seconds = []

    def reply_of(*arguments, **_):
        seconds.append(arguments[4].seconds)
        return Reply((), "not printed")

    monkeypatch.setattr(remake, "reply_of", reply_of)
    for size in (0, 15_000_000, 10**12):
        with (folder / "laser" / "more.svg").open("wb") as file:
            file.truncate(size)  # which takes no room on the disk
        assert faults(folder) == ("not printed",)
    little, more, most = seconds
    assert more - little == pytest.approx(45, abs=1)
    assert most < 400


def edited(path, old, new):
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


def saved_anew(path, change=repr):
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        change(pdf)
        pdf.save(path)


def a_cut(folder):
    path = min((folder / "laser").glob("*.svg"))
    edited(path, 'points="', 'points="9,9 ')
    return path.relative_to(folder).as_posix()


def other_manifest(folder):
    data = json.loads((folder / "manifest.json").read_text())
    del data["files"]["cards/1.svg"]
    (folder / "manifest.json").write_text(json.dumps(data))
    return "manifest.json does not name cards/1.svg"


def drawn(folder):
    path = folder / "cards" / "3.svg"
    path.write_text(path.read_text().replace("</svg>", '<circle r="9"/></svg>'))
    return "cards/3.svg is not what kitgen makes"


def gone(folder):
    (folder / "parts" / "02-zero.pdf").unlink()
    return "parts/02-zero.pdf is not there"


def emptied(folder):
    saved_anew(
        folder / "parts" / "01-labels.pdf", lambda pdf: pdf.pages[0].contents_add(b"0 0 99 99 re f")
    )
    return "parts/01-labels.pdf, it is not kitgen's file"


def other_claims(folder):
    """The list of files is right, and what is said beside it of what was printed is not."""
    data = json.loads((folder / "manifest.json").read_text())
    data |= {"command": "kitgen print him", "kit": 64 * "0"}
    data["run"]["parts"] = ["zero"]
    (folder / "manifest.json").write_text(json.dumps(data))
    return [
        f"manifest.json has another {what} than kit.pdf" for what in ("command", "kit", "print run")
    ]


CHANGES = [a_cut, other_manifest, drawn, gone, emptied]


@pytest.mark.every
def test_a_folder_as_it_was_printed_passes(printed):
    report = verify(printed)
    assert report.passed, [check for check in report.checks if check.verdict == "wrong"]
    assert any(check.name == NAME and check.verdict == "right" for check in report.checks)


def test_a_folder_made_with_own_files_passes_wherever_these_are_now(tmp_path):
    """The part on its own says by which path its games were read, as the whole PDF does."""
    games = tmp_path / "games.csv"
    label = tmp_path / "mine.toml"
    games.write_text("game,A,result\n1,A1 R,L\n", encoding="utf-8")
    label.write_text('source = "mine"\nwidth = 60\nheight = 40\n')
    print_kit(
        "her", tmp_path / "her", parts=["labels", "story"], story_game=str(games), stock=str(label)
    )
    games.unlink()
    label.unlink()
    saved_anew(tmp_path / "her" / "parts" / "02-story.pdf")
    assert faults(tmp_path / "her") == ()


@pytest.mark.every
def test_a_fault_in_any_file_is_named(printed, tmp_path):
    folder = tmp_path / "ladder"
    shutil.copytree(printed, folder)
    lines = [change(folder) for change in CHANGES]
    found = faults(folder)
    assert [says for says in lines if not any(says in fault for fault in found)] == []
    assert (
        len(found) <= len(CHANGES) + 4
    )  # the manifest's own word of what was changed or taken out comes on top


@pytest.mark.every
def test_a_manifest_that_tells_of_another_print_is_a_fault(printed, tmp_path):
    folder = shutil.copytree(printed, tmp_path / "ladder")
    said = other_claims(folder)
    assert list(faults(folder)) == said


@pytest.mark.every
def test_one_part_is_not_the_whole_print(printed, tmp_path):
    """A part alone is an honest file of the same print run, but the folder's own has all parts."""
    folder = shutil.copytree(printed, tmp_path / "ladder")
    shutil.copy(folder / "parts" / "01-labels.pdf", folder / "kit.pdf")
    (proof,) = (check for check in verify(folder).checks if check.name == PROOF)
    assert any("the page is missing" in fault for fault in proof.faults)


@pytest.mark.every
def test_a_file_of_another_size_is_different_without_being_read(printed, tmp_path, monkeypatch):
    folder = shutil.copytree(printed, tmp_path / "kit")
    read = Path.read_bytes
    names = ["cards/1.svg", "parts/01-labels.pdf"]
    for name in names:
        with (folder / name).open("ab") as file:
            file.truncate(10**9)  # which takes no room on the disk

    def bounded(path):
        assert path.stat().st_size < 10**9, path
        return read(path)

    monkeypatch.setattr(Path, "read_bytes", bounded)
    found = faults(folder)
    assert [fault for fault in found if any(name in fault for name in names)] == list(found)
    assert len(found) == len(names)


@pytest.mark.every
def test_a_part_saved_anew_passes_and_a_folder_without_manifest_fails(printed, tmp_path):
    folder = tmp_path / "ladder"
    shutil.copytree(printed, folder)
    saved_anew(folder / "parts" / "01-labels.pdf")
    assert faults(folder) == ()
    (folder / "manifest.json").unlink()
    assert faults(folder) == ("manifest.json is not there",)


@pytest.mark.every
def test_files_of_ones_own_are_named_in_a_line_and_pass(printed, tmp_path):
    """Whatever ``print`` lets be in a kit's folder fails no check, in kitgen's own folders
    neither.
    """
    folder = shutil.copytree(printed, tmp_path / "ladder")
    (folder / "notes.txt").write_text("mine")
    (folder / ".hidden").write_text("a file manager's")
    shutil.copy(folder / "cards" / "3.svg", folder / "cards" / "33.svg")
    for number in range(3):
        (folder / "parts" / f"mine-{number}.pdf").write_text("no PDF at all")
    report = verify(folder)
    assert report.passed
    shown = "'cards/33.svg', 'notes.txt', 'parts/mine-0.pdf' and 2 more"
    assert report.warnings == (f"5 files here not made by kitgen, and not checked: {shown}",)


@pytest.mark.every
def test_of_a_folder_by_another_kitgen_the_manifest_is_believed_and_that_is_said(
    printed, tmp_path, monkeypatch
):
    """It cannot be made again: what anybody could have changed, in the file and in the list, is
    no proof.
    """
    monkeypatch.setattr("kitgen.kit.releases.RELEASED", ("0.9.0", "1.0.0"))
    folder = shutil.copytree(printed, tmp_path / "ladder")

    def older(pdf):
        job = read_job(pdf.attachments["job.json"].get_file().read_bytes())
        pdf.attachments["job.json"] = write_job(msgspec.structs.replace(job, kitgen="0.9.0"))

    saved_anew(folder / "kit.pdf", older)
    card = folder / "cards" / "1.svg"
    manifest = folder / "manifest.json"
    before = card.read_bytes()
    card.write_bytes(before.replace(b"<svg", b"<svg ", 1))
    assert faults(folder) == ("cards/1.svg is not what kitgen makes of this kit",)
    digests = [sha256(data).hexdigest() for data in (before, card.read_bytes())]
    manifest.write_text(manifest.read_text().replace(*digests))
    report = verify(folder)
    assert report.passed
    assert (
        "not proven: files that this kitgen makes otherwise are only as manifest.json lists them"
        in report.warnings
    )
    assert verify(folder, proven=True).verdict == "not decided"


@pytest.mark.parametrize("name", few(["kit.pdf", "kit.json", "parts/01-labels.pdf"], one_in=3))
def test_a_file_that_was_printed_has_to_be_there(name, printed, tmp_path):
    folder = shutil.copytree(printed, tmp_path / "ladder")
    (folder / name).unlink()
    if name == "kit.json":
        with pytest.raises(
            KitFileError,
            match=r"kit\.json is missing in folder '.*ladder', which has a printed kit",
        ):
            verify(folder)
    else:
        report = verify(folder)
        assert not report.passed
        assert all_faults(report.checks) == [f"{name} is not there"]


def test_a_folder_with_cards_needs_its_pdf(printed, tmp_path):
    """Without the PDF nothing says what was printed, so nothing else in the folder is believed."""
    folder = shutil.copytree(printed, tmp_path / "ladder")
    for name in ("kit.pdf", "manifest.json"):
        (folder / name).unlink()
    drawn(folder)
    assert all_faults(verify(folder).checks) == ["kit.pdf is not there"]


def test_a_kit_alone_in_a_folder_needs_no_pdf(printed, tmp_path):
    shutil.copy(printed / "kit.json", tmp_path)
    assert verify(tmp_path).passed


@pytest.mark.parametrize("marks", [False, True])
@pytest.mark.parametrize("proven", [False, True])
def test_what_is_asked_of_a_check_is_handed_on_whatever_brings_the_kit(
    tmp_path, monkeypatch, marks, proven
):
    """An object, a name, a journal, a kit.json."""
    with new_journal("ladder", tmp_path / "class.kitgen") as journal:
        kit = journal.printed
    (tmp_path / "kit.json").write_bytes(write_kit(kit))
    calls = []
    check = verify_module.verify_kit

    def note(name, _kit, pdf, **more):
        calls.append((pdf, more["marks"], more["proven"]))
        return check(name, kit, None)

    monkeypatch.setattr(verify_module, "verify_kit", note)
    pdf = tmp_path / "kit.pdf"
    for one in (kit, "ladder", tmp_path / "class.kitgen", tmp_path / "kit.json"):
        verify(one, pdf, marks=marks, proven=proven)
    assert calls == [(pdf, marks, proven)] * 4
