"""The result of a print run: sheets, beads to buy, minutes to build, files. For people and for programs."""

from typing import Any

from kitgen.paper.job import BeadTotal, bead_totals, build_minutes
from kitgen.paper.texts import BOXES
from kitgen.press.print_run import Printed


def printed_report(printed: Printed, *, written: bool) -> dict[str, Any]:
    """Return the result as plain data, as ``kitgen print --json`` writes it; ``written`` is False for a trial.

    >>> from kitgen.press.print_run import print_kit
    >>> report = printed_report(print_kit("her", "output/her", parts=["labels"], write=False), written=False)
    >>> report["sheets"], report["boxes"], report["beads"], report["minutes"]
    (1, 19, 45, 10)
    """
    kit, boxes = printed.kit, printed.made_of == BOXES  # cards take no beads
    bank = printed.bank if boxes else None
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
        "bank": bank and {"games": bank.games, "opponent": bank.opponent, "of_hundred": bank.of_hundred},
        "to_buy": [_to_buy(row) for row in bead_totals(kit, bank)] if boxes else [],
        "minutes": build_minutes(kit),
    }


def _to_buy(row: BeadTotal) -> dict[str, Any]:
    colour = {"colour": row.colour.key, "name": row.colour.name, "letter": row.colour.letter}
    return colour | {key: getattr(row, key) for key in ("needed", "bank", "spare", "total", "hand", "to_buy")}
