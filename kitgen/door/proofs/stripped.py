"""Verifying what does not say itself what it is, against a kit that is named: stripped PDFs, and sheets on paper."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from kitgen.check import verify as checks
from kitgen.check.pdf.attached import attached_job, attached_kit
from kitgen.check.pdf.reading import KIT_FILE, PrintedPdf, read_pdf
from kitgen.check.report import Report
from kitgen.door.loading import KIT_PDF, finished_at, is_pdf, load_kit
from kitgen.door.verifying import verify_scan
from kitgen.errors import UsageError
from kitgen.kit.job_json import JOB_FILE
from kitgen.kit.kit import Kit
from kitgen.templates import Templates


def verify_with(
    path: Path | str, kit: Kit | str | Path, *, templates: Templates | None = None, **choices: Any
) -> Report:
    """Check a PDF that has lost what travels in it, or sheets that were printed and then scanned or photographed.

    A PDF of pictures alone is a scan. Any other one is checked as strictly as one that still says what it is: the kit
    takes the place of what is missing, and the hash at the foot of each sheet has to be that of the kit.

    Args:
        path: the PDF, or a picture of paper.
        kit: what was printed: best the PDF or the folder, which know all that was chosen; of a kit by name or alone,
            the sheets are those that are usual.
        templates: where editions are read from; those that come with kitgen when None.
        choices: what is chosen otherwise, where a name is given.

    Raises:
        UsageError: the kit, or the file, is unknown.
        KitFileError: a file cannot be read.
        MissingExtraError: it is a scan, and the extra ``camera`` is not installed.
    """
    templates, file = templates or Templates(), Path(path)
    if not file.is_file():
        raise UsageError(f"there is no file {path}; name a stripped PDF, or a scan, such as scan.pdf or photo.jpg")
    printed = read_pdf(file) if is_pdf(file) else None
    if printed is None or not _is_drawn(printed):
        return verify_scan(path, kit, templates=templates, **choices)
    named, files = _stand_in(kit, templates, choices)
    return checks.verify(str(path), named, replace(printed, files={**files, **printed.files}))


def _is_drawn(pdf: PrintedPdf) -> bool:
    """Return whether a PDF has any outline or letter, and is not made of pictures alone."""
    return any(page.shapes or page.letters for page in pdf.marks())


def _stand_in(kit: Kit | str | Path, templates: Templates, choices: dict[str, Any]) -> tuple[Kit, dict[str, bytes]]:
    """Return a kit that a user names, and what travels in a PDF of it."""
    file = None if isinstance(kit, Kit) else finished_at(kit, templates, choices)
    if file is not None and not is_pdf(file) and file.with_name(KIT_PDF).is_file():
        beside = read_pdf(file.with_name(KIT_PDF), pages=False)
        own = load_kit(file, trust=True)
        if attached_kit(beside, trust=True).hash == own.hash and attached_job(beside) is not None:
            return own, {KIT_FILE: file.read_bytes(), JOB_FILE: beside.files[JOB_FILE]}
    if file is not None and is_pdf(file):
        whole = read_pdf(file, pages=False)
        return attached_kit(whole, trust=True), dict(whole.files)
    # Only here is a document made of a kit alone.
    from kitgen.door.printing import make_document  # noqa: PLC0415

    if not isinstance(kit, Kit):
        kit = load_kit(file or kit, templates=templates, **({} if file else choices))
    return kit, dict(make_document(kit, templates=templates).attachments)
