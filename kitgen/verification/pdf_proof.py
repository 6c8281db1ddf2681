"""Proves that a PDF is the file that kitgen prints: the same bytes, or the same objects.

It is made again from the print run in it. If both are equal, nothing below the surface can differ.
The marks on the pages are read if there is no such proof, or on request, to show that the code that
draws them is right.
"""

from collections.abc import Sequence
from dataclasses import replace

from kitgen import __version__
from kitgen.errors import KitFileError, OutOfBoundsError, many
from kitgen.kit.job_json import (
    JOB_FILE,
    PRINTERS_CONTRACT,
    THEMES_CONTRACT,
    JobFile,
    contract_of,
    page_count,
)
from kitgen.kit.kit import Kit
from kitgen.kit.kit_json import KIT_FILE
from kitgen.kit.releases import is_later, never_existed
from kitgen.sandbox.pdf_writer import other_writer
from kitgen.sandbox.process import PrintedPdf
from kitgen.sources.attachments import attached_kit
from kitgen.verdict import Verdict
from kitgen.verification.object_differences import (
    CONTENTS,
    PAGE_OBJECT,
    ObjectDifference,
    object_differences,
)
from kitgen.verification.remake import Again, Findings, Remade, read_marks
from kitgen.verification.report import (
    ELSE,
    PROOF,
    Check,
    Mismatch,
    Witness,
    does_not_apply,
    found_faults,
    not_decided,
    over_pages,
    said_by,
)

BELONGS = "the PDF belongs to the kit"
#: The check that names what a page shows instead.
READABLE = "the marks can be read"
SHOWN = "the marks are those that kitgen prints"
BYTES, OBJECTS = "the same bytes", "the same objects"
ORIGINAL = "verify and print the original"


def pdf_checks(
    kit: Kit,
    pdf: PrintedPdf,
    again: Again,
    bound: PrintedPdf,
    *,
    marks: bool = False,
    proven: bool = False,
) -> Findings:
    """Return the checks of a PDF, and where its marks differ from those that kitgen prints.

    ``again`` was printed from the files of ``bound``, which may differ from those in the PDF. The
    ``marks`` of a proven PDF are read only on request. Where ``proven`` asks for a proof, a PDF by
    another version, which has none, is not decided.
    """
    checks = [_belongs(kit, pdf)]
    proof, differences = _proof(pdf, again, stripped=bound.files != pdf.files, proven=proven)
    if again.job is not None:
        checks.append(_described(again.job, again.document))
    checks.append(proof)
    is_proven = proof.verdict is Verdict.RIGHT
    if is_proven and not marks and not any(check.faults for check in checks):
        return tuple(said_by(Witness.FILE, checks)), ()
    wanted = contract_of(kit.game.diagram)
    if again.job is not None and again.job.contract < wanted:
        old = (
            f"contract {again.job.contract} lacks lines of one side, one-way lines or closed "
            "places; print it again"
        )
        return (
            *said_by(Witness.FILE, checks),
            *said_by(Witness.MARKS, [not_decided(READABLE, old)]),
        ), ()
    drawn = again.drawn
    wrong = tuple[Mismatch, ...]()
    if not (is_proven and drawn):
        pages = {difference.page for difference in differences if difference.path == CONTENTS}
        drawn, wrong = read_marks(kit, pdf, again, pages)
    if any(ELSE not in mismatch.things for mismatch in wrong):
        faults = [str(mismatch) for mismatch in wrong]
        checks.append(found_faults(SHOWN, "on each page", many(len(faults), "difference"), faults))
    return (
        *said_by(Witness.FILE, checks),
        *said_by(Witness.MARKS, [_contract(again.job, wanted), *drawn]),
    ), wrong


def _belongs(kit: Kit, pdf: PrintedPdf) -> Check:
    if KIT_FILE not in pdf.files:
        return does_not_apply(BELONGS, f"it carries no {KIT_FILE}")
    inside = attached_kit(pdf, trust=True)
    faults = (
        []
        if inside.hash == kit.hash
        else [f"{pdf.path} carries the kit {inside.name} {inside.short_hash}"]
    )
    return found_faults(BELONGS, kit.short_hash, inside.short_hash, faults)


def _described(job: JobFile, document: Remade | None) -> Check:
    faults = []
    if job.kitgen and never_existed(job.kitgen):
        faults.append(f"{JOB_FILE} names kitgen {job.kitgen}, a version that was never released")
    parts = job.parts
    # Where another version has printed, its layout may differ from today's.
    if document is not None and document.parts != job.parts and not other_makers(job):
        parts = document.parts
        faults.append(f"{JOB_FILE} says otherwise which part begins on which page")
    own = [
        *job.templates,
        *["a size of label"] * bool(job.label),
        *["a file of games"] * bool(job.games),
    ]
    warning = f"made with somebody's own {', '.join(own)}" if own else ""
    should, is_ = (many(len(each), "part") for each in (parts, job.parts))
    return found_faults("the print run says what is printed", should, is_, faults, warning=warning)


def _contract(job: JobFile | None, wanted: int) -> Check:
    number = wanted if job is None else job.contract
    if number in (THEMES_CONTRACT, PRINTERS_CONTRACT):
        wanted = number  # which a print may always have
    faults = (
        []
        if number <= PRINTERS_CONTRACT
        else [f"they are drawn by contract {number}, which a newer kitgen reads"]
    )
    return found_faults(READABLE, f"contract {wanted}", f"contract {number}", faults)


def _proof(
    pdf: PrintedPdf, again: Again, *, stripped: bool, proven: bool
) -> tuple[Check, list[ObjectDifference]]:
    if again.document is not None and pdf.data == again.document.data:
        return found_faults(PROOF, BYTES, BYTES, [], "made again; this is a proof"), []
    makers = "" if again.job is None else other_makers(again.job)
    if again.document is None and again.job is not None:
        if again.missing:
            return _refused(pdf) or _unproven(again.missing, proven=proven), []
        if again.fault and is_later(again.job.kitgen):
            return _refused(pdf) or not_decided(PROOF, again.fault), []
        if again.fault and makers:
            return _refused(pdf) or _by_another(again.job, makers, proven=proven), []
    if again.document is None:
        return again.refusal(PROOF), []
    try:
        differences = object_differences(pdf.path, pdf.data, again.document.data, stripped=stripped)
    except OutOfBoundsError as error:
        return not_decided(PROOF, str(error)), []
    except (
        KitFileError
    ) as error:  # whichever kitgen has printed it, programs may show something else
        return found_faults(
            PROOF, OBJECTS, "a file that cannot be compared", [f"{error}; {ORIGINAL}"]
        ), []
    else:
        faults = difference_faults(
            differences, page_count(again.document.parts), other_writer(pdf.data)
        )
    if not faults:
        return found_faults(PROOF, OBJECTS, OBJECTS, [], "made again; this is a proof"), []
    if again.job is not None and makers:
        return _by_another(again.job, makers, proven=proven), []
    return found_faults(PROOF, OBJECTS, many(len(differences), "difference"), faults), differences


def _refused(pdf: PrintedPdf) -> Check | None:
    """Return the check of a PDF in which programs could find other objects; None for one that
    all read alike.
    """
    try:
        object_differences(pdf.path, pdf.data, pdf.data)
    except OutOfBoundsError as error:
        return not_decided(PROOF, str(error))
    except KitFileError as error:
        return found_faults(
            PROOF, OBJECTS, "a file that cannot be read safely", [f"{error}; {ORIGINAL}"]
        )
    return None


def _by_another(job: JobFile, makers: str, *, proven: bool) -> Check:
    """Return the check of a PDF by another kitgen or writer, which this one prints otherwise or
    not at all.
    """
    if is_later(job.kitgen):
        return not_decided(PROOF, f"it was printed by {makers}, which is later than this one")
    return _unproven(f"it was printed by {makers}, which alone can print it again", proven=proven)


def _unproven(reason: str, *, proven: bool) -> Check:
    """Return the check of a PDF without a proof: its kit and its marks decide, unless a proof
    was asked for.
    """
    if proven:
        return not_decided(PROOF, reason)
    return replace(
        does_not_apply(PROOF, reason), warning=f"not proven, only its marks are read: {reason}"
    )


def other_makers(job: JobFile) -> str:
    """Return the kitgen and the writer that made a PDF, as far as they differ from those here."""
    from kitgen.render.pdf import WRITER  # noqa: PLC0415 - takes a while to load

    kitgen = "" if job.kitgen == __version__ else f"kitgen {job.kitgen}"
    writer = "" if job.writer == WRITER else job.writer
    return " with ".join(maker for maker in (kitgen, writer) if maker)


def difference_faults(
    differences: Sequence[ObjectDifference], pages: int, writer: str = ""
) -> list[str]:
    r"""Return the differences of a PDF with ``pages`` pages in words: in one line if every page
    differs.

    ``writer`` is the other program that has written it, if it says so.

    >>> notes = [ObjectDifference(page, "Annots", "added") for page in (1, 2)]
    >>> difference_faults(notes, 3)
    ['pages 1-2: Annots is added']
    >>> for fault in difference_faults([ObjectDifference(1, "Contents", "different")], 1):
    ...     print(*fault.split("; "), sep="\n")
    it is not kitgen's file: another program has written every page anew
    verify and print the original
    """
    whole = [
        f"the file as a whole: {difference}" for difference in differences if not difference.page
    ]
    gone = [difference for difference in differences if difference.path == PAGE_OBJECT]
    other = [
        difference
        for difference in differences
        if difference.page and difference.path != PAGE_OBJECT
    ]
    same = set(range(1, pages + 1)) - {difference.page for difference in differences}
    if other and not same:
        whole = [
            (
                f"it is not kitgen's file: {writer or 'another program'} has written every page "
                f"anew; {ORIGINAL}"
            )
        ]
        other = []
    return over_pages((difference.page, str(difference)) for difference in (*gone, *other)) + whole
