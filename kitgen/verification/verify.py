"""Verifies a kit by name, by path, or as an object, and its PDF: a report of named checks."""

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
        proven: whether a PDF that cannot be proven, as another version has printed it, is not
            decided.
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
    marks = marks or kit.game_spec.startswith(TOLD)
    again = again or Again.of(kit, bound, checked=True, marks=marks)
    from kitgen.verification.pdf_proof import pdf_checks  # noqa: PLC0415 - a kit alone needs no reader of PDFs

    about, mismatches = pdf_checks(kit, printed, again, bound, marks=marks, proven=proven)
    return Report(
        subject, kit.name, kit.hash, again.checks + about, mismatches, kit.choices.language
    )


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


_TABLE = (
    "for a table of positions name its game with --game, for a kit a kit.json, its "
    "folder or a kit.pdf"
)
_PICTURE = "name with --kit what was printed, to compare a photo or a scan with it"
#: What a scan is compared by, in messages.
SCANS = "kitgen verify on a scan"
#: Files that are not kits, and how to verify them.
OTHERS = {"text": _TABLE, "JSON": _TABLE, "a picture": _PICTURE}


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
    are checked, too. ``pdf`` belongs to a kit given as an object or by name. With ``marks`` the
    drawing itself is read back, even if the PDF is proven. A PDF by another version of kitgen is
    right if its kit and its marks are; with ``proven`` it is then not decided.

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
        return _journal(file, pdf, proven=proven, templates=templates)
    kind = kind_of_file(file)
    if kind in OTHERS:
        raise KitFileError(f"{quoted(file)} is {kind}, not a kit; {OTHERS[kind]}")
    if is_pdf(file):  # read once, for the kit in it and for its drawing
        printed = read_pdf(file)
        own = attached_kit(printed, trust=True)
        return verify_kit(str(kit), own, pdf or printed, marks=marks, proven=proven)
    beside = file.with_name(KIT_PDF)
    if pdf is None and Path(kit).is_dir():
        inside = read_pdf(beside) if beside.is_file() else None
        return _folder(Path(kit), file, inside, marks=marks, proven=proven, templates=templates)
    own = load_kit(file, trust=True)
    return verify_kit(
        str(kit), own, pdf, source=file, marks=marks, proven=proven, templates=templates
    )


def _folder(
    folder: Path,
    file: Path,
    printed: PrintedPdf | None,
    *,
    marks: bool,
    proven: bool,
    templates: Templates,
) -> Report:
    from kitgen.verification.folder_files import check_printed_folder, without_pdf  # noqa: PLC0415 - only for folders

    kit = load_kit(file, trust=True)
    if printed is None:
        report = verify_kit(str(folder), kit, None, source=file, templates=templates)
        lost_pdf = without_pdf(folder)
        if lost_pdf is None:
            return report
        return report.with_check(replace(lost_pdf, witness=Witness.FILES))
    marks = marks or kit.game_spec.startswith(TOLD)
    again, files = check_printed_folder(folder, kit, printed, marks=marks, proven=proven)
    report = verify_kit(str(folder), kit, printed, again=again, marks=marks, proven=proven)
    return report.with_check(replace(files, witness=Witness.FILES))


def write_report(report: Report, path: Path, page: str = "a4") -> None:
    """Write a report as a PDF, whole or not at all."""
    from kitgen.render import save  # noqa: PLC0415 - drawing is needed only here

    save(report_document(report, PAGES[page]), path)


def write_junit(report: Report, path: Path) -> None:
    """Write a report as JUnit XML, whole or not at all."""
    write_whole(path, junit(report))


def _journal(file: Path, pdf: Path | None, *, proven: bool, templates: Templates) -> Report:
    from kitgen.journal.journal import Journal  # noqa: PLC0415 - a journal needs much that most kits do not
    from kitgen.verification.kit_checks import games_agree  # noqa: PLC0415 - as above

    with Journal(file) as journal:
        report = verify_kit(
            str(file), journal.printed, pdf, source=file, proven=proven, templates=templates
        )
        checked = journal.check()
    faults = [problem.message for problem in checked.faults]
    agree = games_agree(checked.games, faults, [problem.message for problem in checked.missing])
    return report.with_check(replace(agree, witness=Witness.JOURNAL))


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

    A PDF of pictures only is a scan. Any other is checked as strictly as one with its files: the
    kit replaces them, and its hash must be at the foot of each sheet. A PDF or a folder as the kit
    holds all choices; a kit by name or alone has the usual sheets. ``proven`` is as for ``verify``;
    paper is compared, never proven.

    Raises:
        UsageError: the kit is unknown.
        KitFileError: a file cannot be read, or is something else.
        MissingExtraError: it is a scan, and the extra ``camera`` is not installed.
    """
    templates = templates or Templates()
    file = Path(path)
    wanted = "a stripped PDF, or a scan, such as scan.pdf or photo.jpg"
    read_user_file(file, BEGIN, wanted, KitFileError, kinds=("a picture", "a PDF"), pipes=False)
    printed = read_pdf(file, scan=True) if is_pdf(file) else None
    stripped = printed is not None and not printed.is_scan
    if not stripped:
        require("camera", SCANS)
        need(SCANS, "cv2")
    named, bound = _binding(kit, templates, choices, trust=stripped)
    if printed is not None and stripped:
        if bound is not None:
            attached = bound.files
        else:
            attached = dict(_usual(named, templates).attachments)
            if JOB_FILE in printed.files:
                attached[JOB_FILE] = printed.files[JOB_FILE]
        return verify_kit(str(path), named, printed, attached=attached, proven=proven)
    from kitgen.render.pdf import pdf_bytes  # noqa: PLC0415 - most checks draw nothing

    again = Again.of(named, bound) if bound else Again(None)
    if why := again.fault or again.cut_short:
        raise KitFileError(why)
    document = again.document
    if document is None:
        usual = _usual(named, templates)
        document = Remade(pdf_bytes(usual), usual.parts)
    report: Report = ask_guest("camera.check_scan", SCANS)(
        str(path), file, as_printed(named, again.job), document
    )
    return report


def _usual(kit: Kit, templates: Templates) -> Document:
    from kitgen.press.print_run import make_document  # noqa: PLC0415 - takes a while to load

    return make_document(kit, templates=templates)


def _binding(
    kit: KitGiven, templates: Templates, choices: dict[str, Any], *, trust: bool
) -> tuple[Kit, PrintedPdf | None]:
    """Return the kit that the user names, with ``trust`` even a damaged one, and the content of
    its PDF, if any.
    """
    file = finished_at(kit, templates, choices) if isinstance(kit, str | Path) else None
    if file is not None and is_pdf(file):
        whole = read_pdf(file)
        return attached_kit(whole, trust=trust), whole
    if file is not None and file.with_name(KIT_PDF).is_file():
        beside = read_pdf(file.with_name(KIT_PDF))
        own = load_kit(file, trust=trust)
        if attached_kit(beside, trust=trust).hash == own.hash and attached_job(beside) is not None:
            files = {KIT_FILE: file.read_bytes(), JOB_FILE: beside.files[JOB_FILE]}
            return own, replace(beside, files=files)
    if file is not None:
        return load_kit(file, templates=templates), None
    return load_kit(kit, templates=templates, **choices), None
