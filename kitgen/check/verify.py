"""Verifies a kit against the rules of its game, and its PDF against both: a report of named checks."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from kitgen.check.kit.checks import kit_checks
from kitgen.check.kit.reference import LIMIT, Reference
from kitgen.check.pdf.attached import attached_kit
from kitgen.check.pdf.checks import drawing_checks
from kitgen.check.pdf.reading import PrintedPdf, read_pdf
from kitgen.check.report import Check, Mismatch, Report, Witness, found_faults, left_out, said_by
from kitgen.errors import TooLargeError
from kitgen.kit.kit import Kit
from kitgen.markov.safety import blames_last_only, losing_beads_only
from kitgen.session.past import at_first

if TYPE_CHECKING:
    from kitgen.check.remake.again import Again


def verify(
    subject: str, kit: Kit, pdf: Path | PrintedPdf | None = None, *, limit: int = LIMIT, again: "Again | None" = None
) -> Report:
    """Return what is right and wrong about a kit, and about its PDF when there is one.

    Args:
        subject: what is verified, as the user named it.
        kit: the kit, which may be damaged as long as it can be read.
        pdf: a PDF of it, or what was read from one, pages and all.
        limit: the largest number of positions to walk through.
        again: the PDF as it is printed again, where that has been done.

    Raises:
        KitFileError: the PDF is none, is damaged, or carries no kit.

    >>> from kitgen.kit.build import make_kit
    >>> verify("her", make_kit("her")).passed
    True
    """
    printed = read_pdf(pdf) if isinstance(pdf, Path) else pdf
    checks = tuple(_checks(kit, limit))
    if printed is None:
        return Report(subject, kit.name, kit.hash, checks)
    drawn, mismatches = _pdf_checks(kit, printed, again)
    return Report(subject, kit.name, kit.hash, checks + drawn, mismatches)


def _checks(kit: Kit, limit: int) -> Iterator[Check]:
    reference: Reference | None
    try:
        reference = Reference(kit, limit=limit)
    except TooLargeError:
        reference = None
    against_rules = list(kit_checks(kit, reference))
    yield from against_rules
    yield _learning(kit, sound=all(check.passed is not False for check in against_rules))


def _pdf_checks(kit: Kit, pdf: PrintedPdf, again: "Again | None") -> tuple[tuple[Check, ...], tuple[Mismatch, ...]]:
    """Return what the marks on the pages of a PDF say, and what their pictures do, with each difference of these."""
    # Needed only here, and takes a while to load.
    from kitgen.check.laid import LaidPdf  # noqa: PLC0415
    from kitgen.check.picture.witness import look_at  # noqa: PLC0415
    from kitgen.check.remake.again import Again  # noqa: PLC0415
    from kitgen.check.sheets.checks import sheet_checks  # noqa: PLC0415

    again = again or Again.of(kit, pdf)
    laid = LaidPdf.of(pdf, again)
    inside = attached_kit(pdf, trust=True)
    faults = [] if inside.hash == kit.hash else [f"{pdf.path} carries the kit {inside.name} {inside.short_hash}"]
    marks = [
        found_faults("the PDF belongs to the kit", kit.short_hash, inside.short_hash, faults),
        laid.check(),
        *drawing_checks(kit, laid.pdf),
        *sheet_checks(kit, laid, again),
    ]
    looks, mismatches = look_at(kit, laid, again)
    return (*said_by(Witness.MARKS, marks), *said_by(Witness.PICTURE, [looks])), mismatches


def _learning(kit: Kit, *, sound: bool) -> Check:
    """Return whether the learning rule can ever take a winning or drawing bead for good."""
    name = "learning never removes a winning bead"
    if not sound:
        return left_out(name, "the kit has faults; mend them first")
    try:
        safety = losing_beads_only(at_first(kit) if kit.played else kit)
    except TooLargeError as error:
        return left_out(name, str(error))
    if not safety.proved and not blames_last_only(kit.rule):
        return left_out(name, f"the rule {kit.choices.rule} does not promise it: {safety.how}")
    if not safety.proved and kit.game.scoring:
        return left_out(name, f"who is behind in points may lose by a good move: {safety.how}")
    if not safety.proved and safety.counterexample is None:
        return left_out(name, safety.how)
    faults = [] if safety.proved else [f"{safety.how}: {' '.join(safety.counterexample or ())}"]
    return found_faults(name, "none can ever go", "none" if safety.proved else "one can", faults, safety.how)
