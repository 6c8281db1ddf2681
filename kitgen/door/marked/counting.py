"""The beads of count sheets on photographs."""

from collections.abc import Sequence
from pathlib import Path

from kitgen.door.journal.auditing import counted_beads
from kitgen.door.marked.photos import is_photo, of_part, read_photos, states_of
from kitgen.door.marked.telling import marked_telling
from kitgen.errors import RecordError
from kitgen.record.forms.code import COUNT
from kitgen.session.marked.counts import counts_on
from kitgen.session.session import Session
from kitgen.templates import Templates


def counted(
    session: Session, paths: Sequence[Path], templates: Templates | None = None
) -> tuple[dict[tuple[str, str], int], list[str]]:
    """Return the beads that were found in the boxes, and what is to be said of how they were read.

    What is not clear counts as not counted: the boxes that are left explain as well what they can.

    Args:
        session: the session.
        paths: photographs of count sheets, or tables with the columns box, bead and beads.
        templates: where words are read from.

    Raises:
        RecordError: a file cannot be read, or two of them differ.
        CameraError: there is no count sheet on a photograph.
    """
    counts: dict[tuple[str, str], int] = {}
    said: list[str] = []
    photos = [path for path in paths if is_photo(path)]
    for path in paths:
        if path not in photos:
            _take(counts, counted_beads(session, path, templates), str(path))
    if photos:
        words = marked_telling(session.kit, templates)
        pictures = read_photos("kitgen session check --counts with a photo", photos, session.printed)
        sheets, others = of_part(pictures, COUNT)
        said += others
        for sheet in sheets:
            found = counts_on(session.kit, sheet.form, states_of(sheet))
            _take(counts, found.counts, sheet.picture)
            said += [f"{sheet.picture}: {one}" for one in sheet.warnings]
            said += [words.texts("marked.count.unsure", box=box, bead=bead) for box, bead in found.unsure]
            said += [words.texts("marked.count.void", box=box) for box in found.void]
            said.append(words.texts("marked.count.read", count=len(found.counts), picture=sheet.picture))
    return counts, said


def _take(counts: dict[tuple[str, str], int], more: dict[tuple[str, str], int], where: str) -> None:
    """Add counts to others.

    Raises:
        RecordError: they differ.
    """
    for (box, bead), number in more.items():
        if counts.setdefault((box, bead), number) != number:
            raise RecordError(
                f"{where} says {number} for bead {bead} of box {box}, and another file {counts[box, bead]}; "
                "give one of them alone"
            )
