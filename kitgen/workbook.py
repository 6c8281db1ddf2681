"""Workbooks of spreadsheets (xlsx, xls, ods), as the text of their first sheet."""

import csv
import io
import zipfile
from datetime import date, time

from kitgen.errors import RecordError
from kitgen.extras import need

#: The kinds of files that may be workbooks, by their first bytes.
WORKBOOKS = ("a spreadsheet", "an Office document")
#: The most bytes of a workbook once it is unpacked.
MOST_BYTES = 200_000_000


def workbook_text(data: bytes, where: str) -> str:
    """Return the first sheet that is not empty, as CSV.

    Raises:
        MissingExtraError: the extra ``workbook`` is not installed.
        RecordError: it cannot be read.
    """
    need("reading a workbook", "python_calamine")
    from python_calamine import CalamineError, CalamineWorkbook  # noqa: PLC0415 - of an extra

    try:
        if zipfile.is_zipfile(io.BytesIO(data)):
            size = sum(entry.file_size for entry in zipfile.ZipFile(io.BytesIO(data)).infolist())
            if size > MOST_BYTES:
                raise RecordError(f"{where} is too large for a table of games; save it as CSV")
        workbook = CalamineWorkbook.from_filelike(io.BytesIO(data))
        sheets = [workbook.get_sheet_by_name(name).to_python(skip_empty_area=False) for name in workbook.sheet_names]
    except (CalamineError, zipfile.BadZipFile, OSError, ValueError) as error:
        raise RecordError(f"{where} cannot be read as a workbook ({error}); save it as CSV") from None
    texts = ([[_text(cell) for cell in row] for row in sheet] for sheet in sheets)
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(next((sheet for sheet in texts if any(map(any, sheet))), []))
    return out.getvalue()


def _text(cell: object) -> str:
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return cell.isoformat() if isinstance(cell, date | time) else str(cell)
