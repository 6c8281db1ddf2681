"""Printing a machine as a class has trained it."""

from collections.abc import Sequence
from pathlib import Path

from kitgen.door.printing import STOCK, Printed, print_kit
from kitgen.errors import UsageError
from kitgen.paper.layout.stock import read_stock
from kitgen.session.session import Session
from kitgen.templates import Templates


def print_session(
    session: Session | Path,
    folder: Path,
    *,
    page: str | None = None,
    stock: str = STOCK,
    parts: Sequence[str] | None = None,
    force: bool = False,
    templates: Templates | None = None,
) -> Printed:
    """Print a machine as it is now: a report, a reset sheet, and its boxes with the beads that are left.

    Args:
        session: the session, or its file.
        folder: where to.
        page: ``a4`` or ``letter``; as for ``print_kit`` when None.
        stock: the size of label or card.
        parts: names of parts; the report, the reset sheet, labels or cards, and the poster when None.
        force: True to replace what kitgen has made in the folder.
        templates: where texts and all else are read from.

    Raises:
        UsageError: no game is noted yet, or a name is unknown.
        OutputError: the folder holds something else, or cannot be written.
    """
    templates = templates or Templates()
    if not isinstance(session, Session):
        with Session(session) as opened:
            return print_session(
                opened, folder, page=page, stock=stock, parts=parts, force=force, templates=templates
            )  # fmt: skip
    kit = session.kit_now()
    if not kit.trained:
        raise UsageError(f"{session.path} has no game yet: its machine is as it was printed; use 'kitgen print'")
    if parts is None:
        pieces = ("cards",) if read_stock(stock, templates).kind == "card" else ("labels", "reset")
        parts = (*pieces, "poster", "report")
    return print_kit(kit, folder, page=page, stock=stock, parts=parts, force=force, templates=templates)
