"""Counted beads: a table with a line for each slot, ``box,bead,beads``."""

import csv
import io
import re
from collections.abc import Mapping, Sequence
from itertools import chain
from pathlib import Path

from kitgen.errors import RecordError, located, quoted
from kitgen.kit.kit import Kit
from kitgen.paper.texts import Texts
from kitgen.record.game_lines import read_text
from kitgen.record.rows import parse_bead
from kitgen.templates import Templates
from kitgen.workbook import WORKBOOKS

#: The columns in files that kitgen writes.
COLUMNS = ("box", "bead", "beads")
#: The names of such a file in messages.
COUNTS = "a table of counted beads: box,bead,beads"
OR_PHOTO = "a table of counted beads (box,bead,beads) or a photo of a count sheet"


def read_counts(
    path: Path, kit: Kit, words: Sequence[Mapping[str, str]] = (), wanted: str = COUNTS
) -> dict[tuple[str, str], int]:
    """Return the counted beads in a file, by box and letter.

    Args:
        words: other names of the columns, for each language.
        wanted: what the file should be, for the error.

    Raises:
        RecordError: the file, or a line in it, cannot be read; the error names the line.
    """
    text = read_text(path, wanted, ("text", *WORKBOOKS))
    with located(quoted(path)):
        return parse_counts(text, kit, words)


def counted_beads(kit: Kit, path: Path, templates: Templates | None = None) -> dict[tuple[str, str], int]:
    """Return the counted beads in a table with the columns box, bead and beads, named in any language.

    Raises:
        RecordError: the file cannot be read; the error names the line.
    """
    templates = templates or Templates()
    texts = [Texts(language, templates) for language in templates.languages()]
    words = [
        {column: text(f"audit.counts.{column}") for column in COLUMNS} for text in texts if text.has("audit.counts.box")
    ]
    return read_counts(path, kit, words, OR_PHOTO)


def parse_counts(text: str, kit: Kit, words: Sequence[Mapping[str, str]] = ()) -> dict[tuple[str, str], int]:
    r"""Return the counted beads in a table; see ``read_counts``.

    >>> from kitgen.kit.build import build_kit
    >>> parse_counts("box;bead;beads\nb4;red;1\nB4;U;0\n", build_kit("her"))
    {('B4', 'R'): 1, ('B4', 'U'): 0}
    """
    mark = max("\t;,", key=text.partition("\n")[0].count)
    lines = csv.reader(io.StringIO(text, newline=""), delimiter=mark)
    counts: dict[tuple[str, str], int] = {}
    try:
        first = next(lines, [])
        headless = len(first) == len(COLUMNS) and first[-1].strip().isdecimal()
        places = [0, 1, 2] if headless else _places(first, words)
        for cells in chain([first] * headless, lines):
            if not any(cell.strip() for cell in cells):
                continue
            _take(kit, [cells[at].strip() if at < len(cells) else "" for at in places], counts)
    except (RecordError, csv.Error) as error:
        raise RecordError(f"line {max(lines.line_num, 1)}: {error}") from None
    if not counts:
        raise RecordError("it contains no counted beads; write a line for each slot: box,bead,beads")
    return counts


def _take(kit: Kit, cells: Sequence[str], counts: dict[tuple[str, str], int]) -> None:
    box, bead, beads = cells
    pick = parse_bead(kit, f"{box} {bead}")
    number = re.fullmatch(r"([0-9]{1,6})(?:[.,]0*)?", beads)
    if number is None:
        raise RecordError(f"{quoted(beads)} is not a number of beads")
    if (pick.box, pick.bead) in counts:
        raise RecordError(f"bead {pick.bead} of box {pick.box} is counted twice")
    counts[pick.box, pick.bead] = int(number[1])


def _places(heading: Sequence[str], words: Sequence[Mapping[str, str]]) -> list[int]:
    titles = [" ".join(cell.casefold().split()) for cell in heading]
    for names in ({name: name for name in COLUMNS}, *words):
        wanted = [names[column].casefold() for column in COLUMNS]
        if all(title in titles for title in wanted):
            return [titles.index(title) for title in wanted]
    raise RecordError("the columns are not box,bead,beads")
