"""``kitgen print``: what it makes, that it makes it whole or not at all, and that it never
writes over anything.
"""

import hashlib
import json
from pathlib import Path

import pypdfium2
import pytest
from click.testing import CliRunner

from kitgen.cli.main import main
from kitgen.files import disk
from kitgen.kit.build import build_kit

PARTS = ["cover", "labels", "finder", "board", "beads", "operator", "log", "curve"]


def run(*words, text=None):
    return CliRunner().invoke(main, ["print", *map(str, words)], input=text)


def contents(folder: Path) -> dict[str, str]:
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in files
    }


@pytest.fixture(scope="module")
def printed(tmp_path_factory):
    folder = tmp_path_factory.mktemp("print") / "her"
    done = run("her", "-o", folder, "--svg")
    assert done.exit_code == 0, done.output
    return folder, done.stdout


def test_the_folder_holds_the_kit_its_parts_its_data_and_its_cards(printed):
    folder, _ = printed
    kit = build_kit("her")
    names = {"kit.pdf", "kit.json", "manifest.json", *(f"cards/{box.id}.svg" for box in kit.boxes)}
    names |= {f"parts/{number:02}-{part}.pdf" for number, part in enumerate(PARTS, 1)}
    assert set(contents(folder)) == names
    assert json.loads((folder / "kit.json").read_text())["hash"] == kit.hash


def test_it_says_what_it_made_and_what_to_do_next(printed):
    folder, said = printed
    pages = len(pypdfium2.PdfDocument(folder / "kit.pdf"))
    assert f"{pages} sheets, 19 boxes, 45 beads" in said
    assert str(folder / "kit.pdf") in said
    assert "Next: print kit.pdf at 100%" in said
    assert "kitgen verify" in said


@pytest.mark.parametrize(
    "options",
    [
        ("--parts", "guide"),
        ("--parts", "cover,log"),
        ("--parts", "guide,board"),
        ("--parts", "cover,labels", "--one-a-page"),
        ("--parts", "poster,operator"),
        ("--parts", "poster", "--set", "poster.tiled=yes"),
    ],
)
def test_a_ruler_is_to_be_checked_only_where_a_sheet_has_one(options, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    output = run("her", *options, "-o", "made").output
    pages = pypdfium2.PdfDocument(tmp_path / "made" / "kit.pdf")
    words = [" ".join(page.get_textpage().get_text_range().split()) for page in pages]
    has_ruler = any("this ruler is 100 mm long" in text for text in words)
    assert has_ruler == ("guide,board" in options or "poster.tiled=yes" in options)
    assert "without part" not in output
    assert ("check the ruler at the foot of a sheet" in output) == has_ruler
    if "cover" in options[1]:
        assert "measure the ruler" not in words[0]


def test_the_parts_together_are_the_kit(printed):
    folder, _ = printed
    singly = sum(len(pypdfium2.PdfDocument(path)) for path in (folder / "parts").iterdir())
    assert singly == len(pypdfium2.PdfDocument(folder / "kit.pdf"))


def test_the_same_kit_again_gives_the_same_bytes_in_the_same_place(printed):
    folder, _ = printed
    before = contents(folder)
    done = run("her", "-o", folder, "--svg")
    assert done.exit_code == 0, done.output
    assert contents(folder) == before


def test_a_kit_can_be_printed_from_its_data_and_its_pdf(printed, tmp_path):
    folder, _ = printed
    for number, source in enumerate((folder, folder / "kit.json", folder / "kit.pdf")):
        done = run(source, "-o", tmp_path / str(number), "--parts", "labels")
        assert done.exit_code == 0, done.output
        assert (tmp_path / str(number) / "kit.json").read_bytes() == (
            folder / "kit.json"
        ).read_bytes()


def test_parts_are_chosen_and_come_in_the_order_of_use(tmp_path):
    done = run("her", "-o", tmp_path / "kit", "--parts", "beads,labels")
    assert done.exit_code == 0, done.output
    assert sorted(path.name for path in (tmp_path / "kit" / "parts").iterdir()) == [
        "01-labels.pdf",
        "02-beads.pdf",
    ]


def test_without_a_place_it_goes_to_output(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run("hexapawn:2x3", "--parts", "labels").exit_code == 0
    assert (tmp_path / "output" / "hexapawn-2x3-black" / "kit.pdf").is_file()


def test_another_kit_is_never_written_over(tmp_path):
    folder = tmp_path / "kit"
    assert run("her", "-o", folder, "--parts", "labels").exit_code == 0
    before = contents(folder)
    for words in (["him"], ["her", "--palette", "grey"], ["her", "--language", "it"]):
        done = run(*words, "-o", folder)
        assert done.exit_code == 1
        assert "holds another kit (her" in done.stderr
        assert "-o" in done.stderr
    assert contents(folder) == before


@pytest.mark.parametrize("name", ["thesis.txt", "photos", "kit.pdf", "output.zip"])
def test_anybodys_own_files_are_never_written_over(tmp_path, name):
    folder = tmp_path / "kit"
    folder.mkdir()
    if name == "photos":
        (folder / name).mkdir()
    else:
        (folder / name).write_text("mine")
    before = contents(tmp_path)
    done = run("her", "-o", folder)
    assert done.exit_code == 1
    assert name in done.stderr
    assert contents(tmp_path) == before


def test_a_damaged_kit_json_is_not_written_over(tmp_path):
    (tmp_path / "kit.json").write_text("{")
    done = run("her", "-o", tmp_path)
    assert done.exit_code == 1
    assert "damaged" in done.stderr
    assert (tmp_path / "kit.json").read_text() == "{"


def test_what_file_managers_leave_behind_is_let_be(tmp_path):
    (tmp_path / ".DS_Store").write_text("x")
    assert run("her", "-o", tmp_path, "--parts", "log").exit_code == 0
    assert (tmp_path / ".DS_Store").read_text() == "x"


@pytest.mark.parametrize("place", ["file", "file/below", "/proc/nowhere/kit", "/dev/null"])
def test_a_place_that_is_no_folder_is_refused(tmp_path, place):
    (tmp_path / "file").write_text("mine")
    done = run("her", "-o", tmp_path / place)
    assert done.exit_code == 1
    assert done.stderr.startswith("kitgen: ")
    assert done.stderr.count("\n") == 1
    assert (tmp_path / "file").read_text() == "mine"


@pytest.mark.parametrize("there_before", [False, True])
def test_a_full_disk_leaves_nothing_half_written(tmp_path, monkeypatch, there_before):
    folder = tmp_path / "new" / "kit"
    if there_before:
        assert run("her", "-o", folder, "--parts", "log").exit_code == 0
    before = contents(tmp_path)
    written = []

    def write(path, data):
        written.append(path)
        if len(written) == 2:
            raise OSError(28, "No space left on device")
        return original(path, data)

    original = disk.write_file
    monkeypatch.setattr(disk, "write_file", write)
    done = run("her", "-o", folder, "--parts", "board")
    assert done.exit_code == 1
    assert (
        done.stderr
        == f"kitgen: '{folder}' cannot be written: No space left on device; nothing was changed\n"
    )
    assert len(written) == 2
    assert contents(tmp_path) == before
    assert (tmp_path / "new").exists() == there_before


@pytest.mark.every
def test_many_sheets_are_asked_about_first(tmp_path):
    done = run("hexapawn:4x4", "-o", tmp_path / "kit")
    assert done.exit_code == 1
    assert "2791 boxes" in done.stderr
    assert "--yes" in done.stderr
    assert not (tmp_path / "kit").exists()


@pytest.mark.every
def test_the_paper_the_language_and_the_palette_reach_the_sheets(tmp_path):
    done = run(
        "him",
        "-o",
        tmp_path / "k",
        "--page",
        "letter",
        "--language",
        "it",
        "--palette",
        "grey",
        "--stock",
        "35x15",
    )
    assert done.exit_code == 0, done.output
    pdf = pypdfium2.PdfDocument(tmp_path / "k" / "kit.pdf")
    width, height = pdf.get_page_size(0)
    assert (round(width), round(height)) == (612, 792)
    assert pdf.get_metadata_value("Title").startswith("HIM: le scatole")
    text = "".join(page.get_textpage().get_text_range() for page in pdf)
    assert "kitgen print him --palette grey --language it --page letter --stock 35x15" in text
