"""Checks every file in a kit's folder: which should be there follows from the print run, and each is made again.

A drawing for a laser cutter or a card as SVG is compared in every byte, as is ``kit.json``; a PDF that somebody has
saved anew is read, and passes when its sheets are the same.
"""

from collections.abc import Iterator
from pathlib import Path

from kitgen.check.again import Again, CannotRemakeError, made
from kitgen.check.laid import LaidPdf
from kitgen.check.pdf.attached import attached_job
from kitgen.check.pdf.reading import PrintedPdf, read_pdf
from kitgen.check.report import Check, counted, found_faults, left_out
from kitgen.check.sheets.checks import sheet_checks
from kitgen.door.folder.contents import kit_files
from kitgen.door.folder.manifest import MANIFEST, Manifest, read_manifest
from kitgen.door.loading import KIT_PDF
from kitgen.errors import KitFileError, OutputError
from kitgen.extras import MissingExtraError
from kitgen.files.inside import inside
from kitgen.files.tree import digest
from kitgen.kit.kit import Kit

NAME = "every file of the folder is as it was printed"
#: Folders in which nothing else lies.
OWN = ("parts", "cards", "laser")


def folder_check(folder: Path, kit: Kit, printed: PrintedPdf) -> Check:
    """Return whether every file that was printed to a folder is there, and as it was.

    Args:
        folder: the folder.
        kit: the kit in it.
        printed: its ``kit.pdf``, which is checked elsewhere.
    """
    try:
        job = attached_job(printed)
    except KitFileError:
        job = None
    if job is None:
        return left_out(NAME, f"{KIT_PDF} does not say what was printed")
    try:
        manifest = _manifest(folder)
        svg = (folder / "cards").is_dir() if manifest is None else manifest.run.svg
        files = made(kit, job, lambda run, whole: kit_files(run, whole, svg=svg))
    except (CannotRemakeError, MissingExtraError) as error:
        return left_out(NAME, str(error))
    except (KitFileError, OutputError) as error:
        return found_faults(NAME, "the files of the print run", "none", [str(error)])
    faults = [fault for name, data in files.items() for fault in _file_faults(folder, name, data, kit)]
    faults += _others(folder, set(files))
    if manifest is None:
        faults.append(f"{MANIFEST} is not there")
    else:
        faults += _listed(folder, manifest, set(files))
    return found_faults(NAME, f"{counted(len(files), 'file')}, made again", counted(len(faults), "fault"), faults)


def _manifest(folder: Path) -> Manifest | None:
    """Return what a folder says of itself; None where it says nothing.

    Raises:
        OutputError: that is damaged.
    """
    place = folder / MANIFEST
    return read_manifest(place.read_bytes(), str(place)) if place.is_file() else None


def _file_faults(folder: Path, name: str, data: bytes, kit: Kit) -> Iterator[str]:
    """Yield what is wrong with one file."""
    place = inside(folder, name)
    try:
        found = place.read_bytes()
    except OSError:
        yield f"{name} is not there"
        return
    if found == data or name == KIT_PDF:
        return
    if place.suffix != ".pdf":
        yield f"{name} is not what kitgen makes of this kit"
        return
    try:
        pdf = read_pdf(place)
        again = Again.of(kit, pdf)
        for check in sheet_checks(kit, LaidPdf.of(pdf, again), again):
            yield from (f"{name}, {fault}" for fault in check.faults)
    except KitFileError as error:
        yield str(error)


def _others(folder: Path, names: set[str]) -> Iterator[str]:
    """Yield the files in folders of kitgen's that are none of this print."""
    for own in OWN:
        for path in sorted((folder / own).rglob("*")):
            name = path.relative_to(folder).as_posix()
            if path.is_file() and not path.name.startswith(".") and name not in names:
                yield f"{name} is none of this print"


def _listed(folder: Path, manifest: Manifest, names: set[str]) -> Iterator[str]:
    """Yield where the manifest and the files do not fit each other."""
    for name in sorted(names ^ manifest.files.keys()):
        yield f"{MANIFEST} {'names' if name in manifest.files else 'does not name'} {name}"
    for name in sorted(names & manifest.files.keys()):
        place = inside(folder, name)
        if place.is_file() and digest(place.read_bytes()) != manifest.files[name] and place.suffix != ".pdf":
            yield f"{MANIFEST} has another SHA-256 of {name}"
