"""Verifies a kit against the rules of its game, and its PDF against both: a report of named checks."""

from pathlib import Path

from kitgen.check.kit.checks import kit_checks
from kitgen.check.kit.reference import LIMIT
from kitgen.check.pdf.attached import attached_kit
from kitgen.check.pdf.checks import drawing_checks
from kitgen.check.pdf.reading import PrintedPdf, read_pdf
from kitgen.check.remake.again import Again, checked_apart
from kitgen.check.report import Check, Mismatch, Report, Witness, found_faults, said_by
from kitgen.kit.kit import Kit


def verify(
    subject: str,
    kit: Kit,
    pdf: Path | PrintedPdf | None = None,
    *,
    source: Path | None = None,
    limit: int = LIMIT,
    again: Again | None = None,
) -> Report:
    """Return what is right and wrong about a kit, and about its PDF when there is one.

    Args:
        subject: what is verified, as the user named it.
        kit: the kit, which may be damaged as long as it can be read.
        pdf: a PDF of it, or what was read from one, pages and all.
        source: the file that the kit was read from, where somebody else may have made it: then it is checked in a
            process that may take only so much, as is every kit with a PDF.
        limit: the largest number of positions to walk through.
        again: the PDF as it is printed again with the checks of its kit, where that has been done.

    Raises:
        KitFileError: the PDF is none, is damaged, or carries no kit.

    >>> from kitgen.kit.build import make_kit
    >>> verify("her", make_kit("her")).passed
    True
    """
    printed = read_pdf(pdf) if isinstance(pdf, Path) else pdf
    if printed is None:
        checks = tuple(kit_checks(kit, limit)) if source is None else checked_apart(kit, source, limit)
        return Report(subject, kit.name, kit.hash, checks)
    again = again or Again.of(kit, printed, walk=limit)
    drawn, mismatches = _pdf_checks(kit, printed, again)
    return Report(subject, kit.name, kit.hash, again.checks + drawn, mismatches)


def _pdf_checks(kit: Kit, pdf: PrintedPdf, again: Again) -> tuple[tuple[Check, ...], tuple[Mismatch, ...]]:
    """Return what the marks on the pages of a PDF say, and what their pictures do, with each difference of these."""
    # Needed only here, and takes a while to load.
    from kitgen.check.laid import LaidPdf  # noqa: PLC0415
    from kitgen.check.picture.witness import alike, look_at  # noqa: PLC0415
    from kitgen.check.sheets.checks import sheet_checks  # noqa: PLC0415
    from kitgen.check.sheets.order import Order  # noqa: PLC0415

    laid = LaidPdf.of(pdf, again)
    order = Order.of(kit, laid)
    looks, mismatches = look_at(kit, laid, again, order.places)
    prints = [page.fingerprint for page in order.pages]
    laid = laid.with_letters_of(order.places, alike(order.places, mismatches), prints)
    inside = attached_kit(pdf, trust=True)
    faults = [] if inside.hash == kit.hash else [f"{pdf.path} carries the kit {inside.name} {inside.short_hash}"]
    marks = [
        found_faults("the PDF belongs to the kit", kit.short_hash, inside.short_hash, faults),
        laid.check(),
        *drawing_checks(kit, laid.pdf),
        *sheet_checks(kit, laid, again, order),
    ]
    return (*said_by(Witness.MARKS, marks), *said_by(Witness.PICTURE, [looks])), mismatches
