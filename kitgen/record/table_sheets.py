"""Sheets of a file with rows of cells: those of a workbook, or the one of a text."""

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass

from kitgen.errors import RecordError

#: The signs that may separate cells; the first of equally many is taken.
SEPARATORS = "\t;,"
#: The start of a cell that a spreadsheet would run as a formula, possibly after apostrophes that
#: prevent it.
_FORMULA = re.compile(r"'*[=+\-@\t\r]")


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A row that is not empty: the number of its line, and its cells."""

    line: int
    cells: Sequence[str]

    @property
    def filled(self) -> list[str]:
        """The cells with something in them, without blanks around it."""
        return [cell.strip() for cell in self.cells if cell.strip()]


def line_name(sheet: str, line: int) -> str:
    """Return the name of a line, of a sheet that has a name, as it stands before a reason.

    >>> line_name("", 16), line_name("May", 16)
    ('line 16', 'May, line 16')
    """
    return f"{sheet}, line {line}" if sheet else f"line {line}"


@dataclass(frozen=True, slots=True)
class CellSheet:
    """One sheet; ``name`` is empty if the file has no other with something in it."""

    name: str
    rows: Sequence[SheetRow]

    @property
    def cells(self) -> int:
        """The number of cells with something in them."""
        return sum(len(row.filled) for row in self.rows)

    def place(self, line: int, last: int = 0) -> str:
        """Return the name of a line, or of all lines up to a last one.

        >>> CellSheet("", ()).place(16), CellSheet("May", ()).place(16, 19)
        ('line 16', 'May lines 16-19')
        """
        lines = f"line {line}"
        if last:
            lines = f"lines {line}-{last}"
        return f"{self.name} {lines}".strip()


def sheet_of(name: str, rows: Sequence[Sequence[str]]) -> CellSheet:
    """Return a sheet of all its rows, without those that are empty."""
    numbered = [SheetRow(line, cells) for line, cells in enumerate(rows, 1)]
    return CellSheet(name, [row for row in numbered if row.filled])


def rows_of_text(text: str, separator: str, first_line: int = 1) -> list[SheetRow]:
    """Return the rows of a text that are not empty; ``RecordError`` names a line that cannot be
    cut into cells.
    """
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    rows = []
    try:
        for cells in reader:
            row = SheetRow(first_line - 1 + reader.line_num, cells)
            if row.filled:
                rows.append(row)
    except csv.Error as error:
        raise RecordError(f"line {first_line - 1 + reader.line_num}: {error}") from None
    return rows


def letter_of_column(index: int) -> str:
    """Return the letter of a spreadsheet's column.

    >>> letter_of_column(0), letter_of_column(27)
    ('A', 'AB')
    """
    letter = chr(ord("A") + index % 26)
    if index < 26:
        return letter
    return letter_of_column(index // 26 - 1) + letter


def as_text(cell: str) -> str:
    """Return a cell without the apostrophe that ``as_cell`` has put before it."""
    if cell.startswith("'") and _FORMULA.match(cell):
        return cell[1:]
    return cell


def as_cell(text: str) -> str:
    """Return a text as a cell that no spreadsheet runs as a formula."""
    return f"'{text}" if _FORMULA.match(text) else text
