"""Photos and scans of marked sheets: reading them, counted beads, and a report on the reading."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import msgspec

from kitgen.errors import CameraError, quoted
from kitgen.files import write_whole
from kitgen.files.tree import zipped
from kitgen.forms.form import COUNT, LOG, Form
from kitgen.forms.places import counts_add_up
from kitgen.installing.extras import need
from kitgen.journal.counted_files import WORK_ON_COUNTS, CountedFiles, take_counts
from kitgen.journal.journal import Journal, installed_version
from kitgen.kit.kit import Kit
from kitgen.marked.marked_games import SheetWords
from kitgen.marked.row_games import Paths, understand_row
from kitgen.marked.row_marks import MARKED, UNCLEAR, ReadSheet, States, games_on, sheet_rows
from kitgen.reading.templates import Templates
from kitgen.record.games_table import CountedBeads

#: The sheets of other parts, and how they are read.
_OTHERS = {
    COUNT: "sheet of counted beads; read it with 'kitgen journal check JOURNAL --counts'",
    LOG: "log of games; read it with 'kitgen journal add'",
}


def read_photos(what: str, paths: Iterable[Path], kit: Kit) -> Iterator[ReadSheet | str]:
    """Yield the sheets in photos and scans, or the reason why one cannot be read.

    ``what`` is the command.

    Raises:
        MissingExtraError: the extra ``camera`` is not installed.
        CameraError: a folder contains no pictures.
    """
    need(what, "cv2", "numpy")
    from kitgen.marked.sheet_reading import read_pictures  # noqa: PLC0415 - it loads OpenCV

    yield from read_pictures(paths, kit)


def numbered_from(sheet: ReadSheet, first: int) -> ReadSheet:
    """Return a sheet of a further set, whose first game has the number ``first`` in the journal."""
    code = sheet.form.code
    later = replace(code, first=code.first + first - 1, last=code.last + first - 1)
    return replace(sheet, form=replace(sheet.form, code=later))


def sheets_and_notes(
    read: Iterable[ReadSheet | str], *parts: str
) -> tuple[list[ReadSheet], list[str]]:
    """Return the sheets of some parts, and notes about all others.

    ``CameraError`` if there are no such sheets.
    """
    sheets: list[ReadSheet] = []
    notes: list[str] = []
    for item in read:
        if isinstance(item, str):
            notes.append(item)
        elif item.form.code.part in parts:
            sheets.append(item)
        else:
            notes.append(f"{item.picture} shows a {_OTHERS[item.form.code.part]}")
    if not sheets:
        raise CameraError(notes[0] if notes else "there is no picture of a sheet")
    return sheets, notes


# Counted beads, from count sheets.


class MarkedCounts(NamedTuple):
    """The beads marked on a count sheet.

    Attributes:
        counts: the beads of each slot that is clear.
        unclear: the slots that are not, by box and letter.
        void: the boxes that are crossed out.
    """

    counts: CountedBeads
    unclear: list[tuple[str, str]]
    void: list[str]


def counts_on(kit: Kit, form: Form, states: States, inked: Collection[int] = ()) -> MarkedCounts:
    """Return the beads marked on a sheet.

    The beads of a slot are the sum of its marks where the sheet says so; a slot without marks is
    not counted. ``inked`` are the rows with ink anywhere: if nothing is marked in such a row, all
    its slots are unclear.

    >>> from kitgen.marked.row_marks import UNMARKED
    >>> from kitgen.kit.build import build_kit
    >>> from kitgen.forms.places import form_codes, make_form
    >>> kit = build_kit("her")
    >>> form = make_form(kit, form_codes(kit, "count-marks", "a4")[0])
    >>> marked = {
    ...     bubble: MARKED
    ...     for bubble in form.bubbles
    ...     if (bubble.row, bubble.turn, bubble.value) == (1, 2, "1")
    ... }
    >>> counts_on(kit, form, dict.fromkeys(form.bubbles, UNMARKED) | marked).counts
    {('A2', 'U'): 1}
    """
    on_sheet = MarkedCounts({}, [], [])
    may_add_up = counts_add_up(kit, form.code.version)
    for index, (row, marks) in enumerate(zip(form.rows, sheet_rows(form, states), strict=True)):
        if marks.crossed_out:
            on_sheet.void.append(row.name)
            continue
        perhaps_void = marks.alone("void") in (MARKED, *UNCLEAR)
        only_ink = index in inked and not (marks.marked or marks.unsure or marks.hidden)
        for turn, slot in enumerate(kit.by_id[row.name].slots, 1):
            numbers = [int(value) for value in marks.marked_in("count", turn)]
            faint = any(state in UNCLEAR for state in marks.group("count", turn).values())
            add_up = may_add_up and 0 not in numbers
            contradicting = len(numbers) > 1 and not add_up
            name = (row.name, slot.colour.letter)
            if faint or contradicting or only_ink or (numbers and perhaps_void):
                on_sheet.unclear.append(name)
            elif numbers:
                on_sheet.counts[name] = sum(numbers)
    return on_sheet


def read_count_photos(
    journal: Journal,
    photos: Sequence[Path],
    counts: CountedBeads,
    templates: Templates | None = None,
) -> CountedFiles:
    """Return the counted beads of some photos of count sheets beside those of tables, ``counts``.

    Raises:
        RecordError: two files differ.
        CameraError: a photo shows no count sheet.
    """
    together = dict(counts)
    notes: list[str] = []
    words = SheetWords(journal.kit, templates)
    sheets, unread = sheets_and_notes(read_photos(WORK_ON_COUNTS, photos, journal.printed), COUNT)
    for sheet in sheets:
        marked = counts_on(journal.kit, sheet.form, sheet.states, sheet.inked)
        take_counts(together, marked.counts, sheet.picture)
        notes += [f"{sheet.picture}: {warning}" for warning in sheet.warnings]
        for box, bead in marked.unclear:
            unread.append(words.texts("marked.count.unsure", box=box, bead=bead))
        for box in marked.void:
            notes.append(words.texts("marked.count.void", box=box))
        read = len(marked.counts)
        notes.append(words.texts("marked.count.read", count=read, picture=sheet.picture))
    return CountedFiles(together, notes, unread)


# A report for developers: strips of rows with their figures, and nothing else of a photo.

#: The version goes up when a key changes its meaning or is removed.
FORMAT = "kitgen/camera-report@1"


def write_camera_report(paths: Sequence[Path], kit: Kit, path: Path) -> tuple[int, int]:
    """Write the strips and figures of all sheets in some photos to a zip.

    Returns the numbers of sheets and strips. Of a photo the zip contains only the straightened rows
    of sheets: no name, no place, no face.

    Raises:
        CameraError: the photos show no sheet.
        OutputError: it cannot be written.
    """
    read = read_photos("kitgen journal camera-report", paths, kit)
    sheets, refusals = sheets_and_notes(read, LOG, COUNT)
    # No name of a file leaves this machine; the longest first, since one may be a part of another.
    for name in sorted({str(photo) for photo in paths}, key=len, reverse=True):
        refusals = [
            why.replace(quoted(Path(name)), "photo").replace(name, "photo") for why in refusals
        ]
    report = {
        "schema": FORMAT,
        "software": installed_version(),
        "refusals": refusals,
        "sheets": [_figures(sheet, kit) for sheet in sheets],
    }
    files = {"report.json": msgspec.json.encode(report) + b"\n"}
    for number, sheet in enumerate(sheets, 1):
        for row in range(len(sheet.form.rows)):
            files[f"sheet-{number}/row-{row + 1:02}.png"] = sheet.strip(row)
    write_whole(path, zipped(files))
    return len(sheets), len(files) - 1


def _figures(sheet: ReadSheet, kit: Kit) -> dict[str, object]:
    """Return what was measured on a sheet, row by row."""
    bubbles: list[list[list[object]]] = [[] for _ in sheet.form.rows]
    for bubble, reading in sheet.readings.items():
        darkness = round(reading.darkness, 3)
        bubbles[bubble.row].append(
            [bubble.field, bubble.turn, bubble.value, reading.state, darkness]
        )
    states: dict[int, str] = {}
    if sheet.form.code.part == LOG:
        paths = Paths(kit)
        for game in games_on(sheet.form, sheet.states, sheet.inked):
            row = understand_row(
                paths, game.marks, game.number, joined=game.joined, inked=game.inked
            )
            states |= dict.fromkeys(game.rows, row.state)
    warnings = [warning.replace(sheet.picture, "photo") for warning in sheet.warnings]
    rows = []
    for number, printed in enumerate(sheet.form.rows):
        state = states.get(number, "")
        rows.append({"name": printed.name, "state": state, "bubbles": bubbles[number]})
    return {"code": sheet.form.code.text, "warnings": warnings, "rows": rows}
