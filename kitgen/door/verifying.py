"""Verifying a kit by name, by path, or as an object."""

from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kitgen.check import verify as checks
from kitgen.check.pdf.attached import attached_kit
from kitgen.check.pdf.reading import PrintedPdf, read_pdf
from kitgen.check.report import Report, Witness, counted, found_faults
from kitgen.door.loading import KIT_PDF, finished_at, is_pdf, load_kit
from kitgen.errors import KitFileError, UsageError
from kitgen.extras import need
from kitgen.files import write_whole
from kitgen.kit.kit import Kit
from kitgen.session import is_session
from kitgen.templates import Templates

if TYPE_CHECKING:
    from kitgen.check.remake.again import Remade


def verify(
    kit: Kit | str | Path, pdf: Path | None = None, *, templates: Templates | None = None, **choices: Any
) -> Report:
    """Check a kit against the rules of its game, and its PDF against both.

    Args:
        kit: a kit, an edition or game by name, or a path to a ``kit.json``, a kit folder, a kit PDF or a session. Where
            a path leads to a PDF, the drawing itself is read back; of a session the games are checked, too.
        pdf: the PDF of a kit that is given as an object or by name.
        templates: where editions are read from; those that come with kitgen when None.
        choices: what is chosen otherwise, where a name is given.

    Returns:
        The checks in order, each with what was expected and found; ``passed`` says whether none failed.

    Raises:
        UsageError: the kit is unknown.
        KitFileError: a file is damaged so that it cannot be read, or none of kitgen's.

    >>> report = verify("her")
    >>> report.passed, report.checks[0].passed
    (True, True)
    """
    templates = templates or Templates()
    if isinstance(kit, Kit):
        return checks.verify(kit.name, kit, pdf)
    file = finished_at(kit, templates, choices)
    if file is None:
        return checks.verify(str(kit), load_kit(kit, templates=templates, **choices), pdf)
    if is_session(file):
        return _session(file, pdf)
    if is_pdf(file):  # which is read once, for the kit in it and for its drawing
        printed = read_pdf(file)
        return checks.verify(str(kit), attached_kit(printed, trust=True), pdf or printed)
    beside = file.with_name(KIT_PDF)
    if pdf is None and Path(kit).is_dir() and beside.is_file():
        return _folder(Path(kit), file, read_pdf(beside))
    return checks.verify(str(kit), load_kit(file, trust=True), pdf, source=file)


def _folder(folder: Path, file: Path, printed: PrintedPdf) -> Report:
    """Check the kit in a folder, its PDF, and every other file that was printed with it."""
    # What prints all files again is loaded only where there is a folder of them.
    from kitgen.door.folder.checked import CheckedFolder  # noqa: PLC0415

    kit = load_kit(file, trust=True)
    found = CheckedFolder.of(folder, kit, printed)
    report = checks.verify(str(folder), kit, printed, again=found.again)
    return report.with_check(replace(found.check(), witness=Witness.FILES))


def verify_scan(
    path: Path | str, kit: Kit | str | Path, *, templates: Templates | None = None, **choices: Any
) -> Report:
    """Check sheets that were printed and then scanned or photographed, card by card.

    Args:
        path: the scan: a PDF, JPEG, PNG, TIFF or WebP.
        kit: what they were printed from: best the PDF or the folder, which know all that was chosen; of a kit by name
            or alone, the sheets are those that are usual.
        templates: where editions are read from; those that come with kitgen when None.
        choices: what is chosen otherwise, where a name is given.

    Raises:
        UsageError: the kit is unknown.
        KitFileError: a file cannot be read.
        MissingExtraError: the extra ``camera`` is not installed.
    """
    need("kitgen verify on a scan", "cv2")
    # All this needs much that most checks do not.
    from kitgen.check.picture.scan.verify import verify_scan as scanned  # noqa: PLC0415
    from kitgen.check.remake.again import Again  # noqa: PLC0415

    templates = templates or Templates()
    if not Path(path).is_file():
        raise UsageError(f"there is no file {path}; name a scan, such as scan.pdf or photo.jpg")
    file = None if isinstance(kit, Kit) else finished_at(kit, templates, choices)
    if file is not None and not is_pdf(file) and file.with_name(KIT_PDF).is_file():
        file = file.with_name(KIT_PDF)
    if file is not None and is_pdf(file):
        printed = read_pdf(file)
        made = attached_kit(printed)
        again = Again.of(made, printed)
        if again.fault:
            raise KitFileError(again.fault)
        document = again.document or _usual(made, templates)
    else:
        made = (
            load_kit(file or kit, templates=templates, **({} if file else choices)) if not isinstance(kit, Kit) else kit
        )
        document = _usual(made, templates)
    return scanned(str(path), Path(path), made, document)


def _usual(kit: Kit, templates: Templates) -> "Remade":
    """Return the usual sheets of a kit, as they are printed."""
    from kitgen.check.remake.again import Remade  # noqa: PLC0415 - as above
    from kitgen.door.printing import make_document  # noqa: PLC0415 - as above
    from kitgen.render.pdf import write_pdf  # noqa: PLC0415 - as above

    document, stream = make_document(kit, templates=templates), BytesIO()
    write_pdf(document, stream)
    return Remade(stream.getvalue(), document.parts)


def write_report(report: Report, path: Path, page: str = "a4") -> None:
    """Write a report as a PDF, whole or not at all.

    Raises:
        UsageError: the file has another ending.
        OutputError: it cannot be written.
    """
    # Drawing is needed only here.
    from kitgen.check.on_paper import report_document  # noqa: PLC0415
    from kitgen.paper.layout.papers import PAGES  # noqa: PLC0415
    from kitgen.render import save  # noqa: PLC0415

    save(report_document(report, PAGES[page]), path)


def write_junit(report: Report, path: Path) -> None:
    """Write a report as JUnit XML, whole or not at all.

    Raises:
        OutputError: it cannot be written.
    """
    # Its writer is needed only here.
    from kitgen.check.junit import junit  # noqa: PLC0415

    write_whole(path, lambda stream: stream.write(junit(report)))


def _session(file: Path, pdf: Path | None) -> Report:
    """Check the kit of a session as it was printed, and that its games can have been."""
    # A session needs much that most kits do not.
    from kitgen.session.session import Session  # noqa: PLC0415

    with Session(file) as session:
        report = checks.verify(str(file), session.printed, pdf, source=file)
        checked = session.check()
    games = counted(checked.games, "game")
    faults = [problem.message for problem in checked.problems]
    found = f"{games} replayed, {counted(len(faults), 'problem')}"
    agree = found_faults("the journal agrees with the rules", games, found, faults)
    return report.with_check(replace(agree, witness=Witness.JOURNAL))
