"""Kits and prints: made as ``kitgen print`` makes them, within the bounds of the site."""

from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any

from kitgen.door.making import make_kit
from kitgen.door.print_report import report_of
from kitgen.door.printing import Printed, print_kit
from kitgen.errors import TooLargeError
from kitgen.kit.alike import look_alikes
from kitgen.kit.kit import Kit
from kitgen.serve.asked.address import Asked
from kitgen.serve.bounds import MOST_POSITIONS, MOST_SHEETS
from kitgen.serve.work.worker import Errand

#: The kits that are kept in a process: a change of paper or parts makes none anew.
KITS = 12


def kit_of(asked: Asked) -> Kit:
    """Return the kit that an address asks for.

    Raises:
        TooLargeError: its game is too large to be printed here.
        KitgenError: it cannot be made.
    """
    return _made(asked.kit, tuple(asked.chosen("kit").items()))


@lru_cache(maxsize=KITS)
def _made(name: str, choices: tuple[tuple[str, Any], ...]) -> Kit:
    try:
        return make_kit(name, limit=MOST_POSITIONS, **dict(choices))
    except TooLargeError:
        raise TooLargeError(
            f"{name} has more than {MOST_POSITIONS:,} positions: a kit of it takes minutes and hundreds of sheets; "
            "choose a smaller board, or print it with kitgen on a computer of your own"
        ) from None


def printed(asked: Asked, target: Path | BytesIO, *, write: bool = True) -> Printed:
    """Print what an address asks for.

    Raises:
        TooLargeError: it has too many sheets.
        KitgenError: it cannot be printed so.
    """
    return print_kit(
        kit_of(asked), target, write=write, approve=_approve, **asked.chosen("print"), **asked.chosen("part")
    )


def _approve(sheets: int, about: bool) -> None:
    """Refuse a print that is too large, by the estimate of ``kitgen print``, before its sheets are drawn.

    Raises:
        TooLargeError: it is.
    """
    if sheets > MOST_SHEETS:
        more = "more than " if about else ""
        raise TooLargeError(
            f"this print has {more}{sheets} sheets, and no more than {MOST_SHEETS} are made here; choose fewer parts "
            "or a smaller board, or print it with kitgen on a computer of your own"
        )


def figures(task: Errand) -> dict[str, Any]:
    """Return what a print comes to, as ``kitgen print --dry-run --json`` says it, and warnings."""
    report = report_of(printed(task.asked, BytesIO(), write=False), written=False)
    return report | {"warnings": list(look_alikes(kit_of(task.asked)))}


def warm(task: Errand) -> str:
    """Make ready for a kit: the games of its curve are played, and what draws its sheets is loaded."""
    printed(task.asked, BytesIO())
    return ""
