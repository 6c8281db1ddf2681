"""A report for whoever works on the camera: strips of rows and their figures, and nothing else of a photo."""

import io
import zipfile
from collections.abc import Sequence
from pathlib import Path

import msgspec

from kitgen.errors import CameraError, quoted
from kitgen.files import write_whole
from kitgen.forms.form import LOG
from kitgen.journal.journal import installed_version
from kitgen.kit.kit import Kit
from kitgen.marked.photos import read_photos
from kitgen.marked.row_games import understand_row
from kitgen.marked.row_marks import ReadPicture, ReadSheet, games_on
from kitgen.marked.table_paths import Paths

#: The version goes up when a key changes its meaning or is removed.
FORMAT = "kitgen/camera-report@1"
#: The date of all files in a zip, so that no clock is read.
_WHEN = (1980, 1, 1, 0, 0, 0)


def write_camera_report(paths: Sequence[Path], kit: Kit, path: Path) -> tuple[int, int]:
    """Write the strips and figures of all sheets in some photos to a zip; return the numbers of sheets and strips.

    The only parts of a photo in it are the straightened rows of sheets: no name, no place, no face.

    Raises:
        CameraError: the photos show no sheet.
        OutputError: it cannot be written.
    """
    pictures = list(read_photos("kitgen journal camera-report", paths, kit))
    sheets = [sheet for picture in pictures for sheet in picture.sheets]
    if not sheets:
        why = (refusal for picture in pictures for refusal in picture.refusals)
        raise CameraError(next(why, "there is no picture of a sheet"))
    files = {"report.json": _figures(pictures, sheets, kit, paths)}
    for number, sheet in enumerate(sheets, 1):
        strips = range(len(sheet.form.rows))
        files |= {f"sheet-{number}/row-{row + 1:02}.png": sheet.strip(row) for row in strips}
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in files.items():
            packed.writestr(zipfile.ZipInfo(name, _WHEN), content, zipfile.ZIP_DEFLATED)
    write_whole(path, lambda file: file.write(data.getvalue()))
    return len(sheets), len(files) - 1


def _figures(pictures: Sequence[ReadPicture], sheets: Sequence[ReadSheet], kit: Kit, paths: Sequence[Path]) -> bytes:
    refusals = [why for picture in pictures for why in picture.refusals]
    for path in sorted({str(path) for path in paths}, key=len, reverse=True):
        refusals = [why.replace(quoted(Path(path)), "photo").replace(path, "photo") for why in refusals]
    report = {
        "schema": FORMAT,
        "software": installed_version(),
        "refusals": refusals,
        "sheets": [_sheet(sheet, kit) for sheet in sheets],
    }
    return msgspec.json.encode(report) + b"\n"


def _sheet(sheet: ReadSheet, kit: Kit) -> dict[str, object]:
    bubbles: list[list[list[object]]] = [[] for _ in sheet.form.rows]
    for at, reading in sheet.readings.items():
        bubbles[at.row].append([at.field, at.turn, at.value, reading.state, round(reading.darkness, 3)])
    states: dict[int, str] = {}
    if sheet.form.code.part == LOG:
        paths = Paths(kit)
        for game in games_on(sheet.form, sheet.states):
            row = understand_row(paths, game.marks, game.number, joined=game.joined)
            states |= dict.fromkeys(game.rows, row.state)
    return {
        "code": sheet.form.code.text,
        "warnings": [warning.replace(sheet.picture, "photo") for warning in sheet.warnings],
        "rows": [
            {"name": row.name, "state": states.get(index, ""), "bubbles": bubbles[index]}
            for index, row in enumerate(sheet.form.rows)
        ],
    }
