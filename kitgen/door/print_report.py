"""What a print run comes to: sheets, beads to buy, minutes to build, files. For people and for programs."""

from typing import Any

from kitgen.door.printing import Printed
from kitgen.paper.bead_totals import Bank, BeadTotal, bead_totals, build_minutes
from kitgen.paper.texts import BOXES


def report_of(printed: Printed, *, written: bool) -> dict[str, Any]:
    """Return what was made, or would be, as plain data: what ``kitgen print --json`` writes.

    Args:
        printed: what was made.
        written: False when nothing was written.

    >>> from kitgen.door.printing import print_kit
    >>> report = report_of(print_kit("her", "output/her", parts=["labels"], write=False), written=False)
    >>> report["sheets"], report["boxes"], report["beads"], report["minutes"]
    (1, 19, 45, 10)
    """
    kit, bank = printed.kit, printed.bank if printed.made_of == BOXES else None  # cards take no beads
    return {
        "kit": kit.name,
        "title": kit.title,
        "hash": kit.hash,
        "game": kit.game_spec,
        "language": kit.choices.language,
        "command": printed.command,
        "written": written,
        "folder": None if printed.folder is None else str(printed.folder),
        "files": list(printed.files),
        "sheets": printed.sheets,
        "parts": [{"name": part.name, "first": part.first, "pages": part.pages} for part in printed.parts],
        "label_pages": {name: list(pages) for name, pages in printed.label_pages.items()},
        "made_of": printed.made_of,
        "boxes": len(kit.boxes),
        "beads": kit.beads,
        "bank": _bank(bank),
        "to_buy": [_to_buy(row) for row in bead_totals(kit, bank)] if printed.made_of == BOXES else [],
        "minutes": build_minutes(kit),
    }


def _bank(bank: Bank | None) -> dict[str, Any] | None:
    """Return what a bank is for as plain data."""
    if bank is None:
        return None
    return {"games": bank.games, "opponent": bank.opponent, "of_hundred": bank.of_hundred}


def _to_buy(row: BeadTotal) -> dict[str, Any]:
    """Return the beads of one colour as plain data."""
    colour = row.colour
    return {
        "colour": colour.key,
        "name": colour.name,
        "letter": colour.letter,
        "needed": row.needed,
        "bank": row.bank,
        "spare": row.spare,
        "total": row.total,
        "hand": row.hand,
        "to_buy": row.to_buy,
    }
