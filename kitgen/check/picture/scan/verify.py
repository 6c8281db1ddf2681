"""Verifies paper: each page of a scan, or a photograph, against the sheets that a kit is printed on."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
import numpy as np
import pypdfium2
from PIL import Image

from kitgen.check.pdf.child import PAGE
from kitgen.check.pdf.limits import LARGEST_FILE, MB, Allowance, Limits
from kitgen.check.pdf.page import page_marks
from kitgen.check.pdf.reading import ask, bounded_bytes
from kitgen.check.picture.compare import DPI
from kitgen.check.picture.pixels import INCH, DotGrid, page_size, strip_of
from kitgen.check.picture.places import Places, Thing, named
from kitgen.check.picture.scan.aligning import ALIKE, Grey, SheetFound, find_sheet, scale_of, straightened, whitened
from kitgen.check.picture.scan.child import AGAIN, GreyPage, limits_of
from kitgen.check.picture.scan.judging import DARK, TOO_DARK, light_of, mismatches, quality_of
from kitgen.check.picture.scan.likening import Likened, likened
from kitgen.check.remake.again import Remade
from kitgen.check.report import Check, Mismatch, Report, Witness, counted, found_faults, left_out, said_by
from kitgen.errors import KitFileError
from kitgen.kit.kit import Kit

_READER = "kitgen.check.picture.scan.child"
#: What is expected of a page whose cards were looked at.
_CARDS = " cards"
#: A print that is larger or smaller by more than this was not printed as it should be.
SCALE = 0.015
#: So much of a card may lie beyond the edge of a scan.
MISSING = 0.002


def verify_scan(subject: str, path: Path, kit: Kit, document: Remade) -> Report:
    """Return what is right and wrong about sheets that were printed and then scanned or photographed.

    Args:
        subject: what is verified, as the user named it.
        path: a PDF, or a picture.
        kit: the kit that they are of.
        document: how its sheets should look.

    Raises:
        KitFileError: the file cannot be read, or is no scan.
    """
    data = _content(path)
    frames = ask(path, _READER, "", data, limits_of(data), advice=AGAIN)
    pages = [content for letter, content in frames if letter == PAGE]
    checks: list[Check] = []
    found: list[Mismatch] = []
    sheets = SheetsOnPaper(kit, document)
    for number, content in enumerate(pages, 1):
        check, wrong = sheets.judge(msgspec.msgpack.decode(content, type=GreyPage), number)
        checks.append(check)
        found += wrong
    compared = sum(check.expected.endswith(_CARDS) for check in checks)
    faults = [] if compared else ["no page shows a card of a box; scan sheets of labels or of the finder"]
    checks.append(found_faults("the scan shows boxes of the kit", "a page at least", counted(compared, "page"), faults))
    return Report(subject, kit.name, kit.hash, tuple(said_by(Witness.PAPER, checks)), tuple(found))


def _content(path: Path) -> bytes:
    """Return the bytes of a scan.

    Raises:
        KitFileError: it cannot be read, or is far too large.
    """
    data = bounded_bytes(path)
    if len(data) > LARGEST_FILE:
        raise KitFileError(f"{path} has more than {LARGEST_FILE // MB} MB; scan in grey, at 200 dots to an inch")
    return data


class SheetsOnPaper:
    """The sheets of a kit as they should look.

    Args:
        kit: the kit.
        document: its sheets.
    """

    def __init__(self, kit: Kit, document: Remade) -> None:
        self._document, self._places = document, Places(kit)
        self._pdf = pypdfium2.PdfDocument(document.data)
        self._pictures = [self._picture(index) for index in range(len(self._pdf))]

    def _picture(self, index: int) -> Grey:
        return np.asarray(self._drawn(index).convert("L"), np.uint8)

    def _drawn(self, index: int) -> Image.Image:
        grid = DotGrid.of(*page_size(self._pdf[index]), DPI)
        return strip_of(self._pdf[index], grid, 0, grid.height)

    def judge(self, page: GreyPage, number: int) -> tuple[Check, list[Mismatch]]:
        """Return whether a page of a scan shows a sheet as it should be, and what is wrong on it."""
        name = f"page {number} of the scan is as it was to be printed"
        raw = np.frombuffer(page.dots, np.uint8).reshape(page.height, page.width)
        if light_of(raw) < DARK:
            return found_faults(name, "a scan that can be read", "a dark one", [f"it is {TOO_DARK}"]), []
        white, paper = whitened(raw)
        found = find_sheet(white, self._pictures, paper)
        if found is None or found.alike < ALIKE:
            why = (
                "no sheet of this kit can be recognised; scan the whole sheet, flat, in grey, at 200 dots to an inch, "
                "and name the PDF or the folder that it was printed from with --kit"
            )
            return found_faults(name, "a sheet of the kit", "none", [why]), []
        sheet = self._pictures[found.sheet]
        straight, there = straightened(white, found.to_scan, sheet.shape)
        what, warning = self._words(found, page)
        refusal = quality_of(straight, sheet).refusal
        if refusal:
            return found_faults(name, "a scan that can be read", what, [f"it is {refusal}"]), []
        things = self._things(found.sheet)
        cards = list(_cards(things))
        if not cards:
            return left_out(name, f"{what} shows no boxes"), []
        cut = [card.box for card in cards if np.mean(_part(there, card) == 0) > MISSING]
        if cut:
            faults = [f"the scan cuts off {', '.join(cut)}; scan the whole sheet"]
            return found_faults(name, f"{len(cards)}{_CARDS}", what, faults), []
        both = likened(straight, np.asarray(self._drawn(found.sheet).convert("RGB"), np.uint8))
        wrong = [one for card in cards if (one := self._on_card(found.sheet, both, card, things, number))]
        what = f"{what}, {len(cards) - len(wrong)} of {len(cards)} cards alike"
        return found_faults(name, f"{len(cards)}{_CARDS}", what, [str(one) for one in wrong], warning=warning), wrong

    def _words(self, found: SheetFound, page: GreyPage) -> tuple[str, str]:
        """Return which sheet was found, and what is to be said of its scale."""
        part = self._document.part_at(found.sheet + 1)
        what = f"sheet {found.sheet + 1} of {len(self._pictures)} ({part})"
        if not page.dpi:
            return what, ""
        scale = scale_of(found.to_scan, self._pictures[found.sheet].shape) * DPI / page.dpi
        if abs(scale - 1) <= SCALE:
            return f"{what} at {scale:.0%}", ""
        why = "printed with fit to page" if scale < 1 else "printed larger"
        return f"{what} at {scale:.0%}", f"{scale:.0%}: {why}; print it at 100 % where it has to fit a box"

    def _things(self, index: int) -> list[Thing]:
        marks = page_marks(self._pdf, index, Allowance(Limits.of(1_000_000)))
        return self._places.things(marks, index + 1)

    def _on_card(self, index: int, both: Likened, card: Thing, things: Sequence[Thing], number: int) -> Mismatch | None:
        """Return what differs on one card, or None."""
        places = [
            (left * INCH / DPI, top * INCH / DPI, right * INCH / DPI, bottom * INCH / DPI)
            for left, top, right, bottom in mismatches(both, _dots(card))
        ]
        own = [thing for thing in things if thing.box == card.box]
        names = [(named(own, place) or card).name for place in places]
        part = self._document.part_at(index + 1)
        return Mismatch(number, part, card.box, tuple(dict.fromkeys(names)), tuple(places)) if places else None


def _cards(things: Sequence[Thing]) -> Iterator[Thing]:
    """Yield the cards of a sheet; where boards lie on the bare page, these."""
    whole = {thing.box for thing in things if thing.name == "the card"}
    for thing in things:
        if thing.box and (thing.name == "the card" or (thing.name == "the board" and thing.box not in whole)):
            yield thing


def _dots(thing: Thing) -> tuple[int, int, int, int]:
    left, top, right, bottom = (round(side / INCH * DPI) for side in thing.bounds)
    return left, top, right, bottom


def _part(picture: Grey, thing: Thing) -> Grey:
    left, top, right, bottom = _dots(thing)
    return picture[top:bottom, left:right]
