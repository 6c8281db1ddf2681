"""The beads that somebody has counted: a table with a line for each slot, ``box,bead,beads``."""

import csv
import io
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from kitgen.errors import RecordError, quoted
from kitgen.kit.kit import Kit
from kitgen.session.exchange.noted import read_text
from kitgen.session.understand import parse_bead

#: The columns, as kitgen itself calls them.
COLUMNS = ("box", "bead", "beads")


def read_counts(path: Path, kit: Kit, words: Sequence[Mapping[str, str]]) -> dict[tuple[str, str], int]:
    """Return the beads of a file: for each box and letter that it names how many there are.

    Args:
        path: the file.
        kit: the machine.
        words: what the columns may be called besides, for each language.

    Raises:
        RecordError: the file cannot be read, or a line of it cannot be; the error names the line.
    """
    try:
        return parse_counts(read_text(path), kit, words)
    except RecordError as error:
        raise RecordError(f"{path}: {error}") from None


def parse_counts(text: str, kit: Kit, words: Sequence[Mapping[str, str]] = ()) -> dict[tuple[str, str], int]:
    r"""Return the beads that a table says, as ``read_counts`` does.

    >>> from kitgen.kit.build import make_kit
    >>> parse_counts("box;bead;beads\nb4;red;1\nB4;L;0\n", make_kit("her"))
    {('B4', 'R'): 1, ('B4', 'L'): 0}
    """
    mark = max("\t;,", key=text.partition("\n")[0].count)
    lines = csv.reader(io.StringIO(text, newline=""), delimiter=mark)
    counts: dict[tuple[str, str], int] = {}
    try:
        places = _places(next(lines, []), words)
        for cells in lines:
            if not any(cell.strip() for cell in cells):
                continue
            _take(kit, [cells[at].strip() if at < len(cells) else "" for at in places], counts)
    except (RecordError, csv.Error) as error:
        raise RecordError(f"line {max(lines.line_num, 1)}: {error}") from None
    if not counts:
        raise RecordError("no beads are counted in it; write a line for each slot: box,bead,beads")
    return counts


def _take(kit: Kit, cells: Sequence[str], counts: dict[tuple[str, str], int]) -> None:
    """Take the beads of a line.

    Raises:
        RecordError: it cannot be read, or was there before.
    """
    box, bead, beads = cells
    pick = parse_bead(kit, f"{box} {bead}")
    number = re.fullmatch(r"([0-9]{1,6})(?:[.,]0*)?", beads)
    if number is None:
        raise RecordError(f"{quoted(beads)} is no number of beads")
    if (pick.box, pick.bead) in counts:
        raise RecordError(f"bead {pick.bead} of box {pick.box} was counted before")
    counts[pick.box, pick.bead] = int(number[1])


def _places(heading: Sequence[str], words: Sequence[Mapping[str, str]]) -> list[int]:
    """Return where the columns for box, bead and number are.

    Raises:
        RecordError: one is missing.
    """
    titles = [" ".join(cell.casefold().split()) for cell in heading]
    for names in ({name: name for name in COLUMNS}, *words):
        wanted = [names[column].casefold() for column in COLUMNS]
        if all(title in titles for title in wanted):
            return [titles.index(title) for title in wanted]
    raise RecordError("the columns are not box,bead,beads")
