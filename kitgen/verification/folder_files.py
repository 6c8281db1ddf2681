"""Checks every file in a kit's folder: the print run says which files belong there, and each is made again.

Files are compared byte by byte; a PDF that another program has saved passes if its sheets are the same.
"""

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

from kitgen.errors import KitFileError, OutputError, many, quoted
from kitgen.files.tree import digest, files_in, inside
from kitgen.kit.kit import Kit
from kitgen.kit_sources import KIT_PDF
from kitgen.paper.job import unusual_options
from kitgen.press.kit_folder import MANIFEST, Manifest, Run, read_manifest
from kitgen.sandbox.limits import LARGEST_FILE
from kitgen.sandbox.process import PrintedPdf, pdf_content
from kitgen.verification.pdf_proof import difference_faults, other_makers
from kitgen.verification.reference import LIMIT
from kitgen.verification.remake import Again
from kitgen.verification.report import Check, found_faults
from kitgen.verification.same_objects import object_differences

NAME = "every file of the folder is as it was printed"
#: Folders for kitgen's own files.
OWN = ("parts", "cards", "laser")
#: At most this many of the user's own files are named.
SHOWN = 3
#: A warning about a folder that another kitgen has printed.
ONLY_LISTED = f"not proven: files that this kitgen makes otherwise are only as {MANIFEST} lists them"


class CheckedFolder:
    """A kit's folder, and everything that its print run makes."""

    def __init__(self, folder: Path, kit: Kit, printed: PrintedPdf, *, marks: bool = False) -> None:
        """Print a folder again; ``printed`` is its ``kit.pdf``, which is checked elsewhere."""
        self._folder, self._kit, self._damaged = folder, kit, f"{MANIFEST} is not there"
        self._manifest: Manifest | None = None
        try:
            self._manifest = _manifest(folder)
        except OutputError as error:
            self._damaged = str(error)
        svg = self._manifest.run.svg if self._manifest else (folder / "cards").is_dir()
        own = (path for name in OWN for path in (folder / name).rglob("*") if path.is_file())
        beside = sum(path.stat().st_size for path in own)
        self.again = Again.of(kit, printed, walk=LIMIT, more="svg" if svg else "files", beside=beside, marks=marks)
        #: Whether the folder was printed by a kitgen or a writer that may write other bytes than these here.
        self._elsewhere = self.again.job is not None and bool(other_makers(self.again.job))
        self._listed = self._manifest.files if self._manifest else {}

    def check(self) -> Check:
        """Check that every printed file is there and unchanged."""
        if self.again.document is None:
            return self.again.refusal(NAME)
        files = {KIT_PDF: self.again.document.data, **self.again.document.files}
        faults = [fault for name, data in files.items() for fault in self._file_faults(name, data)]
        faults += self._manifest_faults(self._manifest, files) if self._manifest else [self._damaged]
        expected, actual = f"{many(len(files), 'file')}, made again", many(len(faults), "fault")
        notes = [*[ONLY_LISTED] * self._elsewhere, _own_files(self._folder, self._listed.keys() | files.keys())]
        return found_faults(NAME, expected, actual, faults, warning="; ".join(filter(None, notes)))

    def _file_faults(self, name: str, data: bytes) -> Iterator[str]:
        place, is_pdf = inside(self._folder, name), name.endswith(".pdf")
        try:
            size = place.stat().st_size
            if name == KIT_PDF:  # checked elsewhere
                return
            # A file of another size is different and need not be read, unless it may hold the same in other bytes.
            comparable = size == len(data) or ((is_pdf or self._elsewhere) and size <= LARGEST_FILE)
            content = place.read_bytes() if comparable and place.is_file() else None
        except OSError:
            yield f"{name} is not there"
            return
        if content is not None and (content == data or (self._elsewhere and digest(content) == self._listed.get(name))):
            return
        if not is_pdf:
            yield f"{name} is not what kitgen makes of this kit"
            return
        try:
            differences = object_differences(place, pdf_content(place), data)
        except KitFileError as error:
            yield str(error)
        else:
            pages = max((difference.page for difference in differences), default=0)
            yield from (f"{name}, {fault}" for fault in difference_faults(differences, pages))

    def _manifest_faults(self, manifest: Manifest, files: Mapping[str, bytes]) -> Iterator[str]:
        for name in sorted(files.keys() ^ manifest.files.keys()):
            yield f"{MANIFEST} {'names' if name in manifest.files else 'does not name'} {name}"
        job, run = self.again.job, manifest.run
        if job is None or self._elsewhere:
            return
        for name in sorted(files.keys() & manifest.files.keys()):
            if digest(files[name]) != manifest.files[name] and not name.endswith(".pdf"):
                yield f"{MANIFEST} has another SHA-256 of {name}"
        made = Run(job.page, job.stock, run.templates, job.printed, unusual_options(job.options), run.svg)
        listed, actual = (manifest.command, manifest.kit, run), (job.command, self._kit.hash, made)
        for what, own, other in zip(("command", "kit", "print run"), listed, actual, strict=True):
            if own != other:
                yield f"{MANIFEST} has another {what} than {KIT_PDF}"


def _manifest(folder: Path) -> Manifest | None:
    """Return a folder's manifest, None if it has none; raise ``OutputError`` for a damaged one."""
    place = folder / MANIFEST
    return read_manifest(place.read_bytes(), quoted(place)) if place.is_file() else None


def _own_files(folder: Path, names: Collection[str]) -> str:
    """Return a line about the user's own files in a folder, except hidden ones."""
    known = {*names, MANIFEST}
    own = sorted(name for name in files_in(folder) if name not in known and "/." not in f"/{name}")
    if not own:
        return ""
    shown = ", ".join(map(quoted, own[:SHOWN])) + (f" and {len(own) - SHOWN} more" if len(own) > SHOWN else "")
    return f"{many(len(own), 'file')} here not made by kitgen, and not checked: {shown}"


def without_pdf(folder: Path) -> Check | None:
    """Return the failed check of a folder whose ``kit.pdf`` is gone; None if nothing was ever printed there."""
    manifest = _manifest(folder)
    listed = set() if manifest is None else set(manifest.files)
    if KIT_PDF not in listed and not any((folder / name).is_dir() for name in OWN):
        return None
    missing = sorted(name for name in listed | {KIT_PDF} if not (folder / name).is_file())
    faults = [f"{name} is not there" for name in missing]
    return found_faults(NAME, many(len(listed) or 1, "file"), many(len(faults), "fault"), faults)
