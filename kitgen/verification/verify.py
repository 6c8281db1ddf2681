"""Verifies a kit by name, by path, or as an object, and its PDF: a report of named checks.

Here is decided what is to be verified, and with what; the checks themselves are those of
``kit_checks``, ``pdf_proof`` and ``folder_files``, and of the guest ``camera``.
"""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Unpack

from kitgen.errors import KitFileError, TemplateError, quoted
from kitgen.files import write_whole
from kitgen.games.told import TOLD
from kitgen.guests import ask_guest, require
from kitgen.installing.extras import need
from kitgen.kit.choices import KitChoices
from kitgen.kit.job_json import JOB_FILE
from kitgen.kit.kit import Kit, KitGiven
from kitgen.kit.kit_json import KIT_FILE
from kitgen.paper.document import Document
from kitgen.papers import PAGES
from kitgen.reading.templates import MAX_TEMPLATE_BYTES, Templates
from kitgen.reading.user_file import BEGIN, is_journal, kind_of_file, read_user_file
from kitgen.sandbox.process import PrintedPdf, read_pdf
from kitgen.sources.attachments import attached_job, attached_kit
from kitgen.sources.kit_sources import KIT_PDF, finished_at, is_pdf, load_kit
from kitgen.verification.print_theme import as_printed
from kitgen.verification.remade_kit import colour_file
from kitgen.verification.remake import Again, Remade, checked_apart
from kitgen.verification.report import Report, Witness, junit, report_document


def verify_kit(
    subject: str,
    kit: Kit,
    pdf: Path | PrintedPdf | None = None,
    *,
    source: Path | None = None,
    again: Again | None = None,
    marks: bool = False,
    proven: bool = False,
    attached: Mapping[str, bytes] | None = None,
    templates: Templates | None = None,
) -> Report:
    """Return the report on a kit, which may be damaged but readable, and on its PDF, if any.

    Args:
        subject: the name that the user gave.
        source: the file of a kit that somebody else may have made: like every kit with a PDF, it is
            checked in a process with bounds.
        again: the PDF printed again with the checks of its kit, if that has been done.
        marks: whether to read the marks of a proven PDF, too; those of told games are always read.
        proven: whether to leave a PDF undecided that cannot be proven, because another version has
            printed it.
        attached: the attached files of a PDF that may have lost its own.
        templates: with the user's own names of colours; a PDF brings those that it was printed
            with.

    >>> from kitgen.kit.build import build_kit
    >>> verify_kit("her", build_kit("her")).passed
    True
    """
    printed = read_pdf(pdf) if isinstance(pdf, Path) else pdf
    if printed is None:
        from kitgen.verification.kit_checks import kit_checks  # noqa: PLC0415 - mostly another process needs it

        own_words = _colour_words(kit, templates) if templates else None
        if source:
            checks = checked_apart(kit, source, own_words)
        else:
            checks = kit_checks(kit, own_words=own_words)
        return Report(subject, kit.name, kit.hash, checks, language=kit.choices.language)
    bound = printed if attached is None else replace(printed, files=attached)
    marks = marks or _is_told(kit)
    again = again or Again.of(kit, bound, checked=True, marks=marks)
    from kitgen.verification.pdf_proof import pdf_checks  # noqa: PLC0415 - a kit alone needs no reader of PDFs

    of_pdf, mismatches = pdf_checks(kit, printed, again, bound, marks=marks, proven=proven)
    return Report(
        subject=subject,
        kit=kit.name,
        hash=kit.hash,
        checks=again.checks + of_pdf,
        mismatches=mismatches,
        language=kit.choices.language,
    )


def _is_told(kit: Kit) -> bool:
    """Return whether the game of a kit is told as data."""
    return kit.game_spec.startswith(TOLD)


def _colour_words(kit: Kit, templates: Templates) -> str | None:
    """Return the content of a user's own file of words for colours, in the language of a kit."""
    if kit.choices.language not in templates.languages():
        return None
    for root in templates.roots[:-1]:  # the last is kitgen's
        path = root / colour_file(kit.choices.language)
        if path.is_file():
            data = read_user_file(
                path, MAX_TEMPLATE_BYTES, "a file in TOML", TemplateError, pipes=False
            )
            return data.decode("utf-8-sig", errors="replace")
    return None


#: How to verify a table, which is text or JSON, and a picture.
_HOW_A_TABLE = (
    "for a table of positions name its game with --game, for a kit a kit.json, its "
    "folder or a kit.pdf"
)
_HOW_A_PICTURE = "name with --kit what was printed, to compare a photo or a scan with it"
#: Kinds of files that are no kits, and how to verify them.
OTHER_FILES = {"text": _HOW_A_TABLE, "JSON": _HOW_A_TABLE, "a picture": _HOW_A_PICTURE}
#: The work that needs an extra, in the message that it is missing.
SCANS = "kitgen verify on a scan"


def verify(
    kit: KitGiven,
    pdf: str | Path | None = None,
    *,
    marks: bool = False,
    proven: bool = False,
    templates: Templates | None = None,
    **choices: Unpack[KitChoices],
) -> Report:
    """Check a kit against the rules of its game, and that its PDF is the one that kitgen prints of
    it.

    The kit is an object, an edition, a game by name or as an object, made with ``choices`` from
    ``templates``, or a path to a ``kit.json``, a kit folder, a kit PDF or a journal, whose games
    are checked, too. ``pdf`` is the PDF of a kit that has none where it is, or is checked in place
    of that. With ``marks`` the drawing itself is read back, even if the PDF is proven. A PDF by
    another version of kitgen is right if its kit and its marks are; with ``proven`` it is then not
    decided.

    Raises:
        UsageError: the kit is unknown.
        KitFileError: a file is damaged so that it cannot be read, or is not kitgen's.

    >>> report = verify("her")
    >>> report.passed, report.verdict
    (True, <Verdict.RIGHT: 'right'>)
    """
    templates = templates or Templates()
    if isinstance(pdf, str):
        pdf = Path(pdf)
    if not isinstance(kit, str | Path):
        made = load_kit(kit, templates=templates, **choices)
        return verify_kit(made.name, made, pdf, marks=marks, proven=proven, templates=templates)
    file = finished_at(kit, templates, choices)
    if file is None:
        made = load_kit(kit, templates=templates, **choices)
        return verify_kit(str(kit), made, pdf, marks=marks, proven=proven, templates=templates)
    if is_journal(file):
        return _verify_journal(file, pdf, marks=marks, proven=proven, templates=templates)
    kind = kind_of_file(file)
    if kind in OTHER_FILES:
        raise KitFileError(f"{quoted(file)} is {kind}, not a kit; {OTHER_FILES[kind]}")
    if is_pdf(file):  # read once, for the kit in it and for its drawing
        printed = read_pdf(file)
        inside = attached_kit(printed, trust=True)
        return verify_kit(str(kit), inside, pdf or printed, marks=marks, proven=proven)
    if pdf is None and Path(kit).is_dir():
        return _verify_folder(Path(kit), file, marks=marks, proven=proven, templates=templates)
    read = load_kit(file, trust=True)
    return verify_kit(
        str(kit), read, pdf, source=file, marks=marks, proven=proven, templates=templates
    )


def _verify_folder(
    folder: Path, file: Path, *, marks: bool, proven: bool, templates: Templates
) -> Report:
    """Return the report on a kit folder: its ``kit.json``, its PDF if it has one, and whether its
    other files are as they were printed.
    """
    from kitgen.verification.folder_files import check_printed_folder, without_pdf  # noqa: PLC0415 - only for folders

    path = file.with_name(KIT_PDF)
    # Before its kit, so that of two damaged files the PDF is named.
    printed = read_pdf(path) if path.is_file() else None
    kit = load_kit(file, trust=True)
    if printed is None:
        report = verify_kit(str(folder), kit, None, source=file, templates=templates)
        lost_pdf = without_pdf(folder)
        if lost_pdf is None:
            return report
        return report.with_check(replace(lost_pdf, witness=Witness.FILES))
    marks = marks or _is_told(kit)
    again, files = check_printed_folder(folder, kit, printed, marks=marks, proven=proven)
    report = verify_kit(str(folder), kit, printed, again=again, marks=marks, proven=proven)
    return report.with_check(replace(files, witness=Witness.FILES))


def _verify_journal(
    file: Path, pdf: Path | None, *, marks: bool, proven: bool, templates: Templates
) -> Report:
    """Return the report on the kit of a journal, and on whether its games agree with it."""
    from kitgen.journal.journal import Journal  # noqa: PLC0415 - a journal needs much that most kits do not
    from kitgen.verification.kit_checks import games_agree  # noqa: PLC0415 - as above

    with Journal(file) as journal:
        report = verify_kit(
            str(file),
            journal.printed,
            pdf,
            source=file,
            marks=marks,
            proven=proven,
            templates=templates,
        )
        checked = journal.check()
    faults = [problem.message for problem in checked.faults]
    agree = games_agree(checked.games, faults, [problem.message for problem in checked.missing])
    return report.with_check(replace(agree, witness=Witness.JOURNAL))


def write_report(report: Report, path: Path, page: str = "a4") -> None:
    """Write a report as a PDF, whole or not at all."""
    from kitgen.render import save  # noqa: PLC0415 - drawing is needed only here

    save(report_document(report, PAGES[page]), path)


def write_junit(report: Report, path: Path) -> None:
    """Write a report as JUnit XML, whole or not at all."""
    write_whole(path, junit(report))


def verify_with(
    path: Path | str,
    kit: KitGiven,
    *,
    proven: bool = False,
    templates: Templates | None = None,
    **choices: Any,
) -> Report:
    """Check a PDF that has lost its attached files, or sheets that were printed and then scanned or
    photographed.

    A PDF of pictures only is a scan. Any other is checked as strictly as one with its files: those
    of the kit replace them, and its hash must be at the foot of each sheet. Given as a PDF or a
    folder, the kit brings all choices of its print; given by name, as an object or as a
    ``kit.json`` alone, it is taken to have the usual sheets. ``proven`` is as for ``verify``; paper
    is compared, never proven.

    Raises:
        UsageError: the kit is unknown.
        KitFileError: a file cannot be read, or is something else.
        MissingExtraError: it is a scan, and the extra ``camera`` is not installed.
    """
    templates = templates or Templates()
    file = Path(path)
    wanted = "a stripped PDF, or a scan, such as scan.pdf or photo.jpg"
    # Refuses all other kinds of files, before any of them is read whole.
    read_user_file(file, BEGIN, wanted, KitFileError, kinds=("a picture", "a PDF"), pipes=False)
    printed = read_pdf(file, scan=True) if is_pdf(file) else None
    if printed is not None and not printed.is_scan:
        named, original = _named_kit(kit, templates, choices, trust=True)
        if original is not None:
            attached = original.files
        else:
            attached = _usual_files(named, printed, templates)
        return verify_kit(str(path), named, printed, attached=attached, proven=proven)
    require("camera", SCANS)
    need(SCANS, "cv2")
    named, original = _named_kit(kit, templates, choices, trust=False)
    return _verify_scan(str(path), named, original, templates)


def _verify_scan(path: str, kit: Kit, original: PrintedPdf | None, templates: Templates) -> Report:
    """Return the report on scanned sheets, compared with those of the original PDF, or with the
    usual ones where there is none.
    """
    from kitgen.render.pdf import pdf_bytes  # noqa: PLC0415 - most checks draw nothing

    again = Again.of(kit, original) if original else Again(None)
    why_not = again.fault or again.cut_short
    if why_not:
        raise KitFileError(why_not)
    document = again.document
    if document is None:
        usual = _usual_document(kit, templates)
        document = Remade(pdf_bytes(usual), usual.parts)
    check_scan = ask_guest("camera.check_scan", SCANS)
    report: Report = check_scan(path, Path(path), as_printed(kit, again.job), document)
    return report


def _usual_files(kit: Kit, printed: PrintedPdf, templates: Templates) -> dict[str, bytes]:
    """Return what a kit's PDF with the usual sheets has attached, and of a printed one what was
    asked for, if it still says so.
    """
    files = dict(_usual_document(kit, templates).attachments)
    if JOB_FILE in printed.files:
        files[JOB_FILE] = printed.files[JOB_FILE]
    return files


def _usual_document(kit: Kit, templates: Templates) -> Document:
    from kitgen.press.print_run import make_document  # noqa: PLC0415 - takes a while to load

    return make_document(kit, templates=templates)


def _named_kit(
    kit: KitGiven, templates: Templates, choices: dict[str, Any], *, trust: bool
) -> tuple[Kit, PrintedPdf | None]:
    """Return the kit that the user names, and its original PDF, if there is one that says what was
    printed.

    With ``trust`` a kit with a PDF may be damaged: it is checked later.
    """
    file = finished_at(kit, templates, choices) if isinstance(kit, str | Path) else None
    if file is None:
        return load_kit(kit, templates=templates, **choices), None
    if is_pdf(file):
        original = read_pdf(file)
        return attached_kit(original, trust=trust), original
    beside = file.with_name(KIT_PDF)
    if beside.is_file():
        original = read_pdf(beside)
        own = load_kit(file, trust=trust)
        is_its_own = attached_kit(original, trust=trust).hash == own.hash
        if is_its_own and attached_job(original) is not None:
            files = {KIT_FILE: file.read_bytes(), JOB_FILE: original.files[JOB_FILE]}
            return own, replace(original, files=files)
    return load_kit(file, templates=templates), None
