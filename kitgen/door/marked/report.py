"""What the camera has seen, for whoever works on it: strips of rows and their figures, and nothing else of a photo."""

import io
import zipfile
from collections.abc import Sequence
from pathlib import Path

import msgspec

from kitgen.door.marked.photos import PictureSeen, SheetSeen, read_photos, states_of
from kitgen.errors import CameraError
from kitgen.files import write_whole
from kitgen.kit.kit import Kit
from kitgen.record.forms.code import LOG
from kitgen.session.marked.paths import Paths
from kitgen.session.marked.rows import understand_row
from kitgen.session.marked.sheets import games_on
from kitgen.session.session import installed_version

#: The version that is written; it goes up when a key changes its meaning or goes.
FORMAT = "kitgen/camera-report@1"
#: A zip has to say when its files were made, and no clock is read.
_WHEN = (1980, 1, 1, 0, 0, 0)


def write_camera_report(paths: Sequence[Path], kit: Kit, path: Path) -> tuple[int, int]:
    """Write the strips and figures of all sheets on photographs to a zip; return how many sheets and strips are in it.

    Of a photograph there is nothing in it but the rows of the sheet, straightened: no name, no place, no face.

    Args:
        paths: photographs, scans, and folders of them.
        kit: whose sheets they are.
        path: the file to write.

    Raises:
        CameraError: there is no sheet on them.
        OutputError: it cannot be written.
    """
    pictures = list(read_photos("kitgen camera report", paths, kit))
    sheets = [sheet for one in pictures for sheet in one.sheets]
    if not sheets:
        raise CameraError(next((why for one in pictures for why in one.refusals), "there is no picture of a sheet"))
    files = {"report.json": _figures(pictures, sheets, kit, paths)}
    for number, sheet in enumerate(sheets, 1):
        files |= {_strip(number, row): sheet.strip(row) for row in range(len(sheet.form.rows))}
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in files.items():
            packed.writestr(zipfile.ZipInfo(name, _WHEN), content, zipfile.ZIP_DEFLATED)
    write_whole(path, lambda file: file.write(data.getvalue()))
    return len(sheets), len(files) - 1


def _strip(sheet: int, row: int) -> str:
    """Return the name of a strip."""
    return f"sheet-{sheet}/row-{row + 1:02}.png"


def _figures(pictures: Sequence[PictureSeen], sheets: Sequence[SheetSeen], kit: Kit, paths: Sequence[Path]) -> bytes:
    """Return all figures as JSON."""
    refusals = [why for one in pictures for why in one.refusals]
    for path in sorted({str(path) for path in paths}, key=len, reverse=True):
        refusals = [why.replace(path, "photo") for why in refusals]
    said = {
        "schema": FORMAT,
        "software": installed_version(),
        "refusals": refusals,
        "sheets": [_sheet(sheet, kit) for sheet in sheets],
    }
    return msgspec.json.encode(said) + b"\n"


def _sheet(sheet: SheetSeen, kit: Kit) -> dict[str, object]:
    """Return the figures of a sheet: of each row what was understood, and of each bubble how dark it is."""
    bubbles: list[list[list[object]]] = [[] for _ in sheet.form.rows]
    for one, reading in sheet.readings.items():
        bubbles[one.row].append([one.field, one.turn, one.value, reading.state, round(reading.darkness, 3)])
    states: dict[int, str] = {}
    if sheet.form.code.part == LOG:
        paths = Paths(kit)
        for game in games_on(sheet.form, states_of(sheet)):
            found = understand_row(paths, game.marks, game.number, joined=game.joined)
            states |= dict.fromkeys(game.rows, found.state)
    return {
        "code": sheet.form.code.text,
        "warnings": [one.replace(sheet.picture, "photo") for one in sheet.warnings],
        "rows": [
            {"name": row.name, "state": states.get(index, ""), "bubbles": bubbles[index]}
            for index, row in enumerate(sheet.form.rows)
        ],
    }
