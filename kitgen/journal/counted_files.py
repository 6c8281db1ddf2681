"""Counted beads in files: tables, and photos of count sheets, which the guest ``camera`` reads."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from kitgen.errors import RecordError, quoted
from kitgen.guests import ask_guest
from kitgen.journal.journal import Journal
from kitgen.reading.templates import Templates
from kitgen.reading.user_file import is_photo
from kitgen.record.games_table import OR_PHOTO, CountedBeads, counted_beads

#: What needs the camera, in messages.
WORK_ON_COUNTS = "kitgen journal check --counts with a photo"


@dataclass(frozen=True, slots=True)
class CountedFiles:
    """Counted beads, without unclear ones; notes about how they were read; and what could not be
    read, in words.
    """

    counts: CountedBeads
    notes: list[str]
    unread: list[str]


def read_counts(
    journal: Journal, paths: Sequence[Path], templates: Templates | None = None
) -> CountedFiles:
    """Return the counted beads of some files.

    ``paths`` are photos of count sheets, or tables with the columns box, bead and beads.

    Raises:
        RecordError: a file cannot be read, or two of them differ.
        CameraError: a photo shows no count sheet.
        MissingExtraError: there is a photo, and the extra ``camera`` is not installed.
    """
    counts: CountedBeads = {}
    photos = []
    for path in paths:
        if is_photo(path):
            photos.append(path)
            continue
        table = counted_beads(journal.printed, path, templates, OR_PHOTO)
        take_counts(counts, table, quoted(path))
    if not photos:
        return CountedFiles(counts, [], [])
    read_photos = ask_guest("camera.read_counts", WORK_ON_COUNTS)
    counted: CountedFiles = read_photos(journal, photos, counts, templates)
    return counted


def take_counts(counts: CountedBeads, more: CountedBeads, where: str) -> None:
    """Add counted beads to others; ``RecordError``, which says ``where``, if the same beads were
    counted otherwise.
    """
    for (box, bead), number in more.items():
        other = counts.setdefault((box, bead), number)
        if other != number:
            numbers = f"{number} for bead {bead} of box {box}, and another file {other}"
            raise RecordError(f"{where} says {numbers}; give only one of them")
