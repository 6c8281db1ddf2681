"""Workbooks of spreadsheets (xlsx, xls, ods), as the texts of their cells."""

import csv
import io
import zipfile
from collections.abc import Iterable
from datetime import date, time

from kitgen.errors import RecordError
from kitgen.installing.extras import need

#: The kinds of files that may be workbooks, by their first bytes.
WORKBOOKS = ("a spreadsheet", "an Office document")
#: The most bytes of a workbook once it is unpacked.
MAX_WORKBOOK_BYTES = 200_000_000


def workbook_text(data: bytes, where: str) -> str:
    """Return the first sheet that is not empty, as CSV; raises as ``workbook_sheets``."""
    out = io.StringIO()
    for _, rows in workbook_sheets(data, where):
        is_empty = not any(map(any, rows))
        if not is_empty:
            csv.writer(out, lineterminator="\n").writerows(rows)
            break
    return out.getvalue()


def workbook_sheets(data: bytes, where: str) -> list[tuple[str, list[list[str]]]]:
    """Return all sheets by name, each with the texts of its rows.

    The text of cells that are merged downwards is in each of their rows.

    Raises:
        MissingExtraError: the extra ``workbook`` is not installed.
        RecordError: it cannot be read.
    """
    need("reading a workbook", "python_calamine")
    from python_calamine import CalamineError, CalamineWorkbook  # noqa: PLC0415 - of an extra

    sheets = []
    try:
        if zipfile.is_zipfile(io.BytesIO(data)):
            size = sum(entry.file_size for entry in zipfile.ZipFile(io.BytesIO(data)).infolist())
            if size > MAX_WORKBOOK_BYTES:
                raise RecordError(f"{where} is too large for a table of games; save it as CSV")
        workbook = CalamineWorkbook.from_filelike(io.BytesIO(data))
        for name in workbook.sheet_names:
            sheet = workbook.get_sheet_by_name(name)
            rows = []
            for cells in sheet.to_python(skip_empty_area=False):
                rows.append([*map(_text, cells)])
            _fill_down(rows, sheet.merged_cell_ranges or ())
            sheets.append((name, rows))
    except (CalamineError, zipfile.BadZipFile, OSError, ValueError) as error:
        raise RecordError(
            f"{where} cannot be read as a workbook ({error}); save it as CSV"
        ) from None
    return sheets


def _fill_down(
    rows: list[list[str]], merged: Iterable[tuple[tuple[int, int], tuple[int, int]]]
) -> None:
    """Repeat the text of cells that are merged over several rows in the first column of each of
    them.
    """
    for (top, left), (bottom, _) in merged:
        for row in rows[top + 1 : bottom + 1]:
            if left < len(row) and not row[left]:
                row[left] = rows[top][left]


def _text(cell: object) -> str:
    if isinstance(cell, bool):
        if cell:
            return "yes"
        return "no"
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    if isinstance(cell, date | time):
        return cell.isoformat()
    return str(cell)
