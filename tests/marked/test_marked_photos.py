"""A whole lesson's log: printed, filled in, photographed, and in the journal; and what is sent
of the photo.
"""

import io
import json
import zipfile

import numpy as np
import photographed_sheets
import pytest
from click.testing import CliRunner
from filled_in_sheets import filled_in, form_of
from jobs import kit_of
from journal_games import begun, row_of
from PIL import Image
from prints import document

from kitgen.cli.main import main
from kitgen.journal.journal import Journal
from kitgen.kit.kit_json import write_kit
from kitgen.record.rows import sample_games
from kitgen.render.pdf import pdf_bytes


@pytest.fixture(scope="module")
def lesson(tmp_path_factory):
    """A folder with a journal of MENACE and a photo of twelve games, one of them crossed out."""
    kit = kit_of("menace")
    folder = tmp_path_factory.mktemp("lesson")
    form = form_of(kit)
    rng = np.random.default_rng(7)
    games = list(sample_games(kit, len(form.rows) - 1, 1))
    states, _ = filled_in(kit, games, form, void=(3,))
    sheets = pdf_bytes(document("menace", ("log-marks",)))
    marks = [
        photographed_sheets.any_mark(rng, one.x, one.y, form.diameter)
        for one, state in states.items()
        if state == "marked"
    ]
    page = photographed_sheets.filled(photographed_sheets.page_of(sheets), marks, rng)
    (folder / "photo.jpg").write_bytes(
        photographed_sheets.jpeg(photographed_sheets.photographed(page, "mild", rng))
    )
    begun(folder / "a.kitgen", kit)
    numbers = [number for number in range(1, len(form.rows) + 1) if number != 4]
    return folder, [row_of(kit, game, number) for number, game in zip(numbers, games, strict=True)]


def run(*words):
    done = CliRunner().invoke(main, [*map(str, words)])
    assert done.exit_code == 0, done.output
    return done.output


@pytest.mark.every
def test_a_photo_of_a_printed_sheet_becomes_its_games(lesson):
    folder, rows = lesson
    done = run("journal", "add", folder / "a.kitgen", folder / "photo.jpg")
    with Journal(folder / "a.kitgen") as journal:
        assert [(row.game, row.picks, row.result) for row in journal.games()] == [
            (row.game, row.picks, row.result) for row in rows
        ]
        assert [row.game for row in journal.marked_rows() if row.how == "void"] == [4]
    assert "Game 4 is crossed out.\n" in done
    assert "0 asked, 0 left out, 1 crossed out" in done
    assert f"right: {len(rows)} games replayed, everything agrees\n" in done


@pytest.mark.every
def test_what_is_sent_of_a_photo_is_its_rows_alone(lesson):
    folder, rows = lesson
    (folder / "kit.json").write_bytes(write_kit(kit_of("menace")))
    for kit in (folder / "a.kitgen", folder / "kit.json"):
        said = run(
            "journal", "camera-report", kit, folder / "photo.jpg", "-o", folder / "report.zip"
        )
    count = len(rows) + 1
    assert said == f"{folder / 'report.zip'}: sheets: 1, strips: {count}\n"
    form = form_of(kit_of("menace"))
    with zipfile.ZipFile(folder / "report.zip") as packed:
        names = packed.namelist()
        assert names == [
            "report.json",
            *(f"sheet-1/row-{row:02}.png" for row in range(1, count + 1)),
        ]
        strips = [Image.open(io.BytesIO(packed.read(name))) for name in names[1:]]
        data = packed.read("report.json")
    assert all(
        strip.height / strip.width < 1.5 * form.rows[0].height / form.rows[0].width
        for strip in strips
    )
    assert not any(strip.getexif() or strip.info.get("exif") for strip in strips)
    assert str(folder).encode() not in data
    assert b"photo.jpg" not in data
    said = json.loads(data)
    assert set(said) == {"schema", "software", "refusals", "sheets"}
    [sheet] = said["sheets"]
    assert sheet["code"] == form.code.text
    states = [row["state"] for row in sheet["rows"]]
    assert states.pop(3) == "void"
    assert set(states) <= {"read", "completed"}
    assert sum(len(row["bubbles"]) for row in sheet["rows"]) == len(form.bubbles)
    assert sum(one[3] == "marked" for row in sheet["rows"] for one in row["bubbles"]) > 4 * count
