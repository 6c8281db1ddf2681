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
BYTES = "the same bytes"
OBJECTS = "the same objects"
#: Why a proof holds.
MADE_AGAIN = "made again; this is a proof"
#: What the user can do about a PDF that another program has changed.
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
        return _by_witness(checks, [not_decided(READABLE, old)]), ()
    drawn = again.drawn
    wrong = tuple[Mismatch, ...]()
    if not (is_proven and drawn):
        pages = {difference.page for difference in differences if difference.path == CONTENTS}
        drawn, wrong = read_marks(kit, pdf, again, pages)
    if any(ELSE not in mismatch.things for mismatch in wrong):
        faults = [str(mismatch) for mismatch in wrong]
        checks.append(found_faults(SHOWN, "on each page", many(len(faults), "difference"), faults))
    return _by_witness(checks, [_contract(again.job, wanted), *drawn]), wrong


def _by_witness(of_file: Sequence[Check], of_marks: Sequence[Check]) -> tuple[Check, ...]:
    return (*said_by(Witness.FILE, of_file), *said_by(Witness.MARKS, of_marks))


def _belongs(kit: Kit, pdf: PrintedPdf) -> Check:
    if KIT_FILE not in pdf.files:
        return does_not_apply(BELONGS, f"it carries no {KIT_FILE}")
    inside = attached_kit(pdf, trust=True)
    faults = []
    if inside.hash != kit.hash:
        faults.append(f"{pdf.path} carries the kit {inside.name} {inside.short_hash}")
    return found_faults(BELONGS, kit.short_hash, inside.short_hash, faults)


def _described(job: JobFile, document: Remade | None) -> Check:
    """Check the version and the parts that a print run names against those of the document that was
    printed again.
    """
    faults = []
    if job.kitgen and never_existed(job.kitgen):
        faults.append(f"{JOB_FILE} names kitgen {job.kitgen}, a version that was never released")
    parts = job.parts
    # Where another version has printed, its layout may differ from today's.
    if document is not None and document.parts != job.parts and not other_makers(job):
        parts = document.parts
        faults.append(f"{JOB_FILE} says otherwise which part begins on which page")
    own = [*job.templates]
    if job.label:
        own.append("a size of label")
    if job.games:
        own.append("a file of games")
    return found_faults(
        "the print run says what is printed",
        many(len(parts), "part"),
        many(len(job.parts), "part"),
        faults,
        warning=f"made with somebody's own {', '.join(own)}" if own else "",
    )


def _contract(job: JobFile | None, wanted: int) -> Check:
    """Check that marks are drawn as they must be to show a game, and as this version reads them."""
    number = wanted if job is None else job.contract
    if number in (THEMES_CONTRACT, PRINTERS_CONTRACT):
        wanted = number  # which a print may always have
    faults = []
    if number > PRINTERS_CONTRACT:
        faults.append(f"they are drawn by contract {number}, which a newer kitgen reads")
    return found_faults(READABLE, f"contract {wanted}", f"contract {number}", faults)


def _proof(
    pdf: PrintedPdf, again: Again, *, stripped: bool, proven: bool
) -> tuple[Check, list[ObjectDifference]]:
    """Return the check that proves a PDF, and the differences that refute it."""
    if again.document is None:
        return _proof_without_document(pdf, again, proven=proven), []
    if pdf.data == again.document.data:
        return found_faults(PROOF, BYTES, BYTES, [], MADE_AGAIN), []
    try:
        differences = object_differences(pdf.path, pdf.data, again.document.data, stripped=stripped)
    except OutOfBoundsError as error:
        return not_decided(PROOF, str(error)), []
    except KitFileError as error:
        # Whichever kitgen has printed it, programs may show something else.
        return found_faults(
            PROOF, OBJECTS, "a file that cannot be compared", [f"{error}; {ORIGINAL}"]
        ), []
    pages = page_count(again.document.parts)
    faults = difference_faults(differences, pages, other_writer(pdf.data))
    if not faults:
        return found_faults(PROOF, OBJECTS, OBJECTS, [], MADE_AGAIN), []
    if again.job is not None:
        makers = other_makers(again.job)
        if makers:
            return _by_another(again.job, makers, proven=proven), []
    return found_faults(PROOF, OBJECTS, many(len(differences), "difference"), faults), differences


def _proof_without_document(pdf: PrintedPdf, again: Again, *, proven: bool) -> Check:
    """Return the check of a PDF that could not be printed again."""
    if again.job is None:
        return again.refusal(PROOF)
    if again.missing:
        return _refused(pdf) or _unproven(again.missing, proven=proven)
    if again.fault and is_later(again.job.kitgen):
        return _refused(pdf) or not_decided(PROOF, again.fault)
    makers = other_makers(again.job)
    if again.fault and makers:
        return _refused(pdf) or _by_another(again.job, makers, proven=proven)
    return again.refusal(PROOF)


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
    of_pages = [difference for difference in differences if difference.path == PAGE_OBJECT]
    on_pages = [
        difference
        for difference in differences
        if difference.page and difference.path != PAGE_OBJECT
    ]
    same = set(range(1, pages + 1)) - {difference.page for difference in differences}
    if on_pages and not same:
        on_pages = []
        program = writer or "another program"
        whole = [
            f"it is not kitgen's file: {program} has written every page anew; {ORIGINAL}",
        ]
    listed = [*of_pages, *on_pages]
    return over_pages((difference.page, str(difference)) for difference in listed) + whole
