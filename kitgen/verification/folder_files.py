"""Checks every file in a kit's folder: each that belongs there, by the print run, is made again.

Files are compared byte by byte; a PDF that another program has saved passes if its sheets are the
same.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path

from kitgen.errors import KitFileError, OutOfBoundsError, OutputError, many, quoted
from kitgen.files.tree import digest, files_in, inside
from kitgen.kit.job_json import JobFile
from kitgen.kit.kit import Kit
from kitgen.kit.kit_json import KIT_FILE
from kitgen.paper.job import unusual_options
from kitgen.press.kit_folder import MANIFEST, Manifest, Run, read_manifest
from kitgen.sandbox.limits import LARGEST_FILE
from kitgen.sandbox.process import PrintedPdf, pdf_content
from kitgen.sources.kit_sources import KIT_PDF
from kitgen.verification.object_differences import object_differences
from kitgen.verification.pdf_proof import difference_faults, other_makers
from kitgen.verification.remake import Again
from kitgen.verification.report import Check, found_faults

NAME = "every file of the folder is as it was printed"
#: Folders for kitgen's own files.
KITGEN_FOLDERS = ("parts", "cards", "laser")
#: At most this many of the user's own files are named.
MAX_OWN_FILES_NAMED = 3
#: A warning about a folder that another kitgen has printed.
ONLY_LISTED = (
    f"not proven: files that this kitgen makes otherwise are only as {MANIFEST} lists them"
)


def _faults_in(
    folder: Path, names: Iterable[str], made: Mapping[str, bytes], listed: Mapping[str, str]
) -> tuple[list[str], list[str]]:
    """Return how files differ from those made again and from digests, and what was not read."""
    faults = list[str]()
    not_read = list[str]()
    for name in sorted(names):
        try:
            faults += _file_faults(folder, name, made.get(name), listed.get(name))
        except OutOfBoundsError as error:
            not_read.append(str(error))
    return faults, not_read


def check_printed_folder(
    folder: Path, kit: Kit, printed: PrintedPdf, *, marks: bool = False, proven: bool = False
) -> tuple[Again, Check]:
    """Print a folder again, and check that every file but ``kit.pdf`` is there and unchanged.

    ``kit.pdf`` itself is ``printed``. The answer has the print, with which it is checked elsewhere.
    """
    manifest = None
    damaged = f"{MANIFEST} is not there"
    try:
        manifest = _manifest(folder)
    except OutputError as error:
        damaged = str(error)
    svg = manifest.run.svg if manifest else (folder / "cards").is_dir()
    again = Again.of(
        kit,
        printed,
        checked=True,
        more="svg" if svg else "files",
        beside=_bytes_beside(folder),
        marks=marks,
    )
    # Another kitgen or writer may write other bytes than these here, and other files.
    elsewhere = again.job is not None and bool(other_makers(again.job))
    if again.job is None or (again.document is None and not (elsewhere and again.fault)):
        return again, again.refusal(NAME)
    made = {} if again.document is None else again.document.files
    listed = manifest.files if manifest else {}
    names = listed.keys() - {KIT_PDF} if elsewhere else made.keys()
    faults, not_read = _faults_in(folder, names, made, listed if elsewhere else {})
    if manifest is None:
        faults.append(damaged)
    elif elsewhere or again.document is None:
        faults += _manifest_faults_elsewhere(manifest, kit, again.job)
    else:
        faults += _manifest_faults(manifest, {KIT_PDF: again.document.data, **made}, kit, again.job)
    notes = []

    def is_made_here(name: str) -> bool:
        return name in made and digest(made[name]) == listed[name]

    if elsewhere and not all(map(is_made_here, names)):
        if proven:
            not_read.append(ONLY_LISTED)
        else:
            notes.append(ONLY_LISTED)
    own = _own_files(folder, {KIT_PDF, *listed, *made})
    if own:
        notes.append(own)
    expected = many(len(listed), "file")
    if not elsewhere:
        expected = f"{many(len(made) + 1, 'file')}, made again"
    actual = many(len(faults), "fault")
    return again, found_faults(
        NAME, expected, actual, faults, warning="; ".join(notes), not_read=not_read
    )


def _bytes_beside(folder: Path) -> int:
    """Return the bytes of all files in the folders for kitgen's own files."""
    total = 0
    for name in KITGEN_FOLDERS:
        for path in (folder / name).rglob("*"):
            if path.is_file():
                total += path.stat().st_size
    return total


def _file_faults(folder: Path, name: str, data: bytes | None, listed: str | None) -> Iterator[str]:
    """Yield what is wrong with a file that should have some data, if it is made here, or else a
    ``listed`` digest.

    Raises:
        OutOfBoundsError: it cannot be compared in time.
    """
    place = inside(folder, name)
    is_pdf = name.endswith(".pdf")
    try:
        size = place.stat().st_size
        # A file of another size is different and need not be read, unless it may hold the same in
        # other bytes.
        same_size = data is not None and size == len(data)
        comparable = same_size or ((is_pdf or listed is not None) and size <= LARGEST_FILE)
        content = place.read_bytes() if comparable and place.is_file() else None
    except OSError:
        yield f"{name} is not there"
        return
    if content is not None and (content == data or digest(content) == listed):
        return
    if not is_pdf or data is None:
        yield f"{name} is not what kitgen makes of this kit"
        return
    try:
        differences = object_differences(place, pdf_content(place), data)
    except OutOfBoundsError:
        raise
    except KitFileError as error:
        yield str(error)
    else:
        pages = max((difference.page for difference in differences), default=0)
        yield from (f"{name}, {fault}" for fault in difference_faults(differences, pages))


def _manifest_faults(
    manifest: Manifest, files: Mapping[str, bytes], kit: Kit, job: JobFile
) -> Iterator[str]:
    """Yield what is wrong with the manifest of files that are made again."""
    for name in sorted(files.keys() ^ manifest.files.keys()):
        verb = "names" if name in manifest.files else "does not name"
        yield f"{MANIFEST} {verb} {name}"
    for name in sorted(files.keys() & manifest.files.keys()):
        if digest(files[name]) != manifest.files[name] and not name.endswith(".pdf"):
            yield f"{MANIFEST} has another SHA-256 of {name}"
    yield from _other_words(manifest, kit, job)
    made = Run(
        job.page,
        job.stock,
        manifest.run.templates,
        job.printed,
        unusual_options(job.options),
        manifest.run.svg,
    )
    if manifest.run != made:
        yield f"{MANIFEST} has another print run than {KIT_PDF}"


def _manifest_faults_elsewhere(manifest: Manifest, kit: Kit, job: JobFile) -> Iterator[str]:
    """Yield what is wrong with a manifest by another version, which may make other files and
    settings.
    """
    for name in sorted({KIT_PDF, KIT_FILE} - manifest.files.keys()):
        yield f"{MANIFEST} does not name {name}"
    yield from _other_words(manifest, kit, job)


def _other_words(manifest: Manifest, kit: Kit, job: JobFile) -> Iterator[str]:
    if manifest.command != job.command:
        yield f"{MANIFEST} has another command than {KIT_PDF}"
    if manifest.kit != kit.hash:
        yield f"{MANIFEST} has another kit than {KIT_PDF}"


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
    shown = ", ".join(map(quoted, own[:MAX_OWN_FILES_NAMED]))
    if len(own) > MAX_OWN_FILES_NAMED:
        shown += f" and {len(own) - MAX_OWN_FILES_NAMED} more"
    return f"{many(len(own), 'file')} here not made by kitgen, and not checked: {shown}"


def without_pdf(folder: Path) -> Check | None:
    """Return the failed check of a folder whose ``kit.pdf`` is gone; None if nothing was ever
    printed there.
    """
    manifest = _manifest(folder)
    listed = set() if manifest is None else set(manifest.files)
    if KIT_PDF not in listed and not any((folder / name).is_dir() for name in KITGEN_FOLDERS):
        return None
    missing = sorted(name for name in listed | {KIT_PDF} if not (folder / name).is_file())
    faults = [f"{name} is not there" for name in missing]
    return found_faults(NAME, many(len(listed) or 1, "file"), many(len(faults), "fault"), faults)
