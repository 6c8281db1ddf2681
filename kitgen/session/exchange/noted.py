"""A line of whatever somebody has written games into, and reading the bytes that it comes in."""

import sys
from dataclasses import dataclass
from pathlib import Path

from kitgen.errors import RecordError, quoted
from kitgen.record.rows import GameRow
from kitgen.session.noted_rows import NotedRow

#: The largest file that is read, in bytes.
MOST_BYTES = 20_000_000


@dataclass(frozen=True, slots=True)
class NotedLine:
    """One game as it stands in a file, or a row of a marked sheet without one.

    Attributes:
        line: the number of its line.
        row: the game; None where there is none, or it cannot be read.
        fault: why it cannot be read; empty where it can.
        marked: what is said of the rows of marked sheets.
    """

    line: int
    row: GameRow | None
    fault: str = ""
    marked: tuple[NotedRow, ...] = ()


def read_text(path: Path) -> str:
    """Return the text of a file that a spreadsheet or an editor has written; of ``-`` what comes in.

    Unicode in its usual forms is told by its mark; what is no UTF-8 comes from a spreadsheet of Windows.

    Raises:
        RecordError: it cannot be read, or is no text.
    """
    try:
        if str(path) == "-":
            data = sys.stdin.buffer.read(MOST_BYTES + 1)
        else:
            with path.open("rb") as file:
                data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise RecordError(f"games {quoted(str(path))} cannot be read: {error.strerror}") from None
    if len(data) > MOST_BYTES:
        raise RecordError(f"games {quoted(str(path))} has more than {MOST_BYTES:,} bytes, and is not read")
    wide = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    for coding in ("utf-16",) if wide else ("utf-8-sig", "cp1252"):
        try:
            text = data.decode(coding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text
    raise RecordError(f"games {quoted(str(path))} is no text; save it as CSV in UTF-8")
