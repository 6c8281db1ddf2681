"""Read counted beads from count sheets."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from kitgen.errors import RecordError, quoted
from kitgen.forms.form import COUNT, Form
from kitgen.journal.counts import counted_beads
from kitgen.journal.journal import Journal
from kitgen.kit.kit import Kit
from kitgen.marked.marked_games import marked_telling
from kitgen.marked.photos import is_photo, of_part, read_photos
from kitgen.marked.row_marks import MARKED, UNSURE, States, sheet_rows
from kitgen.templates import Templates


@dataclass(frozen=True, slots=True)
class MarkedCounts:
    """The marks on a count sheet.

    Attributes:
        counts: the clear numbers of beads, by box and letter.
        unsure: the boxes and letters with unclear numbers.
        void: the boxes that are crossed out.
    """

    counts: dict[tuple[str, str], int]
    unsure: tuple[tuple[str, str], ...]
    void: tuple[str, ...]


def counts_on(kit: Kit, form: Form, states: States) -> MarkedCounts:
    """Return the beads marked on a sheet: for a slot, the sum of its marks; a slot without marks is not counted.

    >>> from kitgen.marked.row_marks import EMPTY
    >>> from kitgen.kit.build import build_kit
    >>> from kitgen.forms.places import form_codes, make_form
    >>> kit = build_kit("her")
    >>> form = make_form(kit, form_codes(kit, "count-marks", "a4")[0])
    >>> marked = {bubble: MARKED for bubble in form.bubbles if (bubble.row, bubble.turn, bubble.value) == (1, 2, "1")}
    >>> counts_on(kit, form, dict.fromkeys(form.bubbles, EMPTY) | marked).counts
    {('A2', 'U'): 1}
    """
    boxes = {box.id: box for box in kit.boxes}
    counts: dict[tuple[str, str], int] = {}
    unsure, void = [], []
    for row, marks in zip(form.rows, sheet_rows(form, states), strict=True):
        if marks.state("void", 0, "") == MARKED:
            void.append(row.name)
            continue
        crossed = marks.state("void", 0, "") == UNSURE
        for turn, slot in enumerate(boxes[row.name].slots, 1):
            group = marks.group("count", turn)
            numbers = [int(value) for value in marks.marked_in("count", turn)]
            name = row.name, slot.colour.letter
            if not numbers and UNSURE not in group.values():
                continue
            if crossed or UNSURE in group.values() or (0 in numbers and len(numbers) > 1):
                unsure.append(name)
            else:
                counts[name] = sum(numbers)
    return MarkedCounts(counts, tuple(unsure), tuple(void))


def read_count_sheets(
    journal: Journal, paths: Sequence[Path], templates: Templates | None = None
) -> tuple[dict[tuple[str, str], int], list[str]]:
    """Return the counted beads, and notes about how they were read. Unclear numbers count as not counted.

    ``paths`` are photos of count sheets, or tables with the columns box, bead and beads.

    Raises:
        RecordError: a file cannot be read, or two of them differ.
        CameraError: a photo shows no count sheet.
    """
    counts: dict[tuple[str, str], int] = {}
    notes: list[str] = []
    photos = [path for path in paths if is_photo(path)]
    for path in paths:
        if path not in photos:
            _take(counts, counted_beads(journal.printed, path, templates), quoted(path))
    if photos:
        words = marked_telling(journal.kit, templates)
        pictures = read_photos("kitgen journal check --counts with a photo", photos, journal.printed)
        sheets, notes = of_part(pictures, COUNT)
        for sheet in sheets:
            marked = counts_on(journal.kit, sheet.form, sheet.states)
            _take(counts, marked.counts, sheet.picture)
            notes += [f"{sheet.picture}: {warning}" for warning in sheet.warnings]
            notes += [words.texts("marked.count.unsure", box=box, bead=bead) for box, bead in marked.unsure]
            notes += [words.texts("marked.count.void", box=box) for box in marked.void]
            notes.append(words.texts("marked.count.read", count=len(marked.counts), picture=sheet.picture))
    return counts, notes


def _take(counts: dict[tuple[str, str], int], more: dict[tuple[str, str], int], where: str) -> None:
    for (box, bead), number in more.items():
        if counts.setdefault((box, bead), number) != number:
            raise RecordError(
                f"{where} says {number} for bead {bead} of box {box}, and another file {counts[box, bead]}; "
                "give only one of them"
            )
