"""Checks every file in a kit's folder: which should be there follows from the print run, and each is made again.

A drawing for a laser cutter or a card as SVG is compared in every byte, as is ``kit.json``; a PDF that somebody has
saved anew is read, and passes when its sheets are the same.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec

from kitgen.check.kit.reference import LIMIT
from kitgen.check.laid import LaidPdf
from kitgen.check.pdf.reading import PrintedPdf, read_pdf
from kitgen.check.remake.again import Again, Remade
from kitgen.check.report import Check, counted, found_faults
from kitgen.check.sheets.checks import sheet_checks
from kitgen.check.sheets.order import Order
from kitgen.door.folder.contents import part_path
from kitgen.door.folder.manifest import MANIFEST, Manifest, read_manifest
from kitgen.door.loading import KIT_FILE, KIT_PDF
from kitgen.errors import KitFileError, OutputError
from kitgen.files.inside import inside
from kitgen.files.tree import digest
from kitgen.kit.job_json import JOB_FILE, write_job
from kitgen.kit.kit import Kit

NAME = "every file of the folder is as it was printed"
#: What prints all files of a folder again.
_PRINTER = "kitgen.door.folder.printer"
#: Folders in which nothing else lies.
OWN = ("parts", "cards", "laser")


@dataclass(frozen=True, slots=True)
class CheckedFolder:
    """A kit's folder, and all that its print run makes.

    Attributes:
        folder: where it lies.
        kit: the kit in it.
        again: its ``kit.pdf`` as it is printed again, with all other files.
        manifest: what the folder says of itself; None where it says nothing.
        damaged: what is wrong with that; empty where it can be read.
    """

    folder: Path
    kit: Kit
    again: Again
    manifest: Manifest | None
    damaged: str = ""

    @classmethod
    def of(cls, folder: Path, kit: Kit, printed: PrintedPdf) -> "CheckedFolder":
        """Print a folder again.

        Args:
            folder: the folder.
            kit: the kit in it.
            printed: its ``kit.pdf``, which is checked elsewhere.

        Raises:
            MissingExtraError: what some sheet needs is not installed.
        """
        manifest, damaged = None, ""
        try:
            manifest = _manifest(folder)
        except OutputError as error:
            damaged = str(error)
        svg = (folder / "cards").is_dir() if manifest is None else manifest.run.svg
        beside = sum(path.stat().st_size for path in _in_own_folders(folder))
        again = Again.of(kit, printed, walk=LIMIT, printer=_PRINTER, told=",svg" if svg else "", beside=beside)
        return cls(folder, kit, again, manifest, damaged)

    def check(self) -> Check:
        """Return whether every file that was printed to the folder is there, and as it was."""
        if self.again.document is None:
            return self.again.refusal(NAME)
        files = self.again.document.files
        faults = [fault for name, data in files.items() for fault in self._file_faults(name, data)]
        faults += _others(self.folder, set(files))
        if self.manifest is None:
            faults.append(self.damaged or f"{MANIFEST} is not there")
        else:
            faults += _listed(self.manifest, files)
        return found_faults(NAME, f"{counted(len(files), 'file')}, made again", counted(len(faults), "fault"), faults)

    def _file_faults(self, name: str, data: bytes) -> Iterator[str]:
        """Yield what is wrong with one file, that should hold such bytes."""
        place = inside(self.folder, name)
        try:
            same = place.stat().st_size == len(data) and place.read_bytes() == data
        except OSError:
            yield f"{name} is not there"
            return
        if same or name == KIT_PDF:
            return
        if place.suffix != ".pdf":
            yield f"{name} is not what kitgen makes of this kit"
            return
        try:
            yield from (f"{name}, {fault}" for fault in self._part_faults(name, data, read_pdf(place)))
        except KitFileError as error:
            yield str(error)

    def _part_faults(self, name: str, data: bytes, pdf: PrintedPdf) -> Iterator[str]:
        """Yield what is wrong with the PDF of a part that somebody has saved anew, and that should hold such bytes."""
        document, job = self.again.document, self.again.job
        if document is None or job is None:
            raise AssertionError("the folder has been printed again")
        alone = {part_path(number, part): part for number, part in enumerate(document.parts, 1)}[name]
        parts = (msgspec.structs.replace(alone, first=1, top=0.0),)
        own = msgspec.structs.replace(job, parts=parts)
        carried = {
            KIT_FILE: document.files[KIT_FILE],
            JOB_FILE: write_job(own),
        }
        yield from (f"the {file} in it is another" for file in carried if pdf.files.get(file) != carried[file])
        again = Again(own, Remade(data, parts))
        laid = LaidPdf.of(pdf, again)
        for check in sheet_checks(self.kit, laid, again, Order.of(self.kit, laid)):
            yield from check.faults


def _manifest(folder: Path) -> Manifest | None:
    """Return what a folder says of itself; None where it says nothing.

    Raises:
        OutputError: that is damaged.
    """
    place = folder / MANIFEST
    return read_manifest(place.read_bytes(), str(place)) if place.is_file() else None


def _others(folder: Path, names: set[str]) -> Iterator[str]:
    """Yield the files in folders of kitgen's that are none of this print."""
    for path in _in_own_folders(folder):
        name = path.relative_to(folder).as_posix()
        if not path.name.startswith(".") and name not in names:
            yield f"{name} is none of this print"


def _in_own_folders(folder: Path) -> Iterator[Path]:
    """Yield the files in folders in which only kitgen's lie."""
    return (path for own in OWN for path in sorted((folder / own).rglob("*")) if path.is_file())


def _listed(manifest: Manifest, files: Mapping[str, bytes]) -> Iterator[str]:
    """Yield where the manifest and the files as they should be do not fit each other."""
    for name in sorted(files.keys() ^ manifest.files.keys()):
        yield f"{MANIFEST} {'names' if name in manifest.files else 'does not name'} {name}"
    for name in sorted(files.keys() & manifest.files.keys()):
        if digest(files[name]) != manifest.files[name] and not name.endswith(".pdf"):
            yield f"{MANIFEST} has another SHA-256 of {name}"
