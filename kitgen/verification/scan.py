"""Verifies paper: each page of a scan, or a photograph, against the printed sheets of a kit."""

import cmath
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import cv2
import msgspec
import numpy as np
import numpy.typing as npt
import pypdfium2

from kitgen.errors import many
from kitgen.kit.kit import Kit
from kitgen.papers import Bounds
from kitgen.pictures.alignment import (
    ALIKE,
    Grey,
    SheetFound,
    find_sheet,
    scale_of,
    straightened,
    whitened,
)
from kitgen.pictures.picture_files import (
    AGAIN,
    COLOURS,
    DPI,
    INCH,
    PicturePage,
    limits_of,
    page_dots,
)
from kitgen.sandbox.child import PAGE
from kitgen.sandbox.plain_page import PlainPdf
from kitgen.sandbox.process import ask, picture_content
from kitgen.verification.drawn_boxes import BoxReader
from kitgen.verification.picture_places import Thing, named, named_things
from kitgen.verification.remake import Remade
from kitgen.verification.report import (
    Check,
    Mismatch,
    Report,
    Witness,
    found_faults,
    not_decided,
    said_by,
)

# Printer, scanner, phone and light change a sheet: other colours, softer edges, a screen of dots,
# shadows.
#
# Light is taken out first. Paper is wherever the sheet is light, so each colour's light is what the
# scan has there as a share of what the sheet has. In colour, light changes slowly, with the lamp;
# in brightness also within a millimetre, where a fold throws a shadow.
#
# Then the sheet is given the inks of the scan: its greys make a curve, and each colour lies off it
# as on the whole sheet, unless the hues, as one turn and one stretch of the sheet's, say that it is
# another colour. A printer without colours makes a grey of each, all by one mixture of red, green
# and blue. So a colour that is wrong on one card, or exchanged on all, has no influence. Both
# pictures are softened alike, until all edges are equally soft.
#
# Cards are compared one at a time, each laid on its own place: paper bends, labels are glued. A dot
# may be as dark as any within reach of it, on a card whose black and white are stretched to those
# of the sheet; a difference must be as large as a stroke of a letter. Hues are compared where the
# sheet has an ink: all dots of one arrow or badge decide together, by least squares, whether they
# are nearer to another ink.

Tones = npt.NDArray[np.float32]
_Values = npt.NDArray[np.float64]
_Complex = npt.NDArray[np.complex128]
_Numbers = npt.NDArray[np.intp]
#: A sheet in its colours, three to a dot: red, green, blue.
Coloured = npt.NDArray[np.uint8]
#: A rectangle in dots: left, top, right, bottom.
Dots = tuple[int, int, int, int]
#: A dot of a sheet, in mm.
DOT = INCH / DPI

#: How much a sheet and a scan are softened: the deviation in dots.
SOFT = 1.5
#: How light the sheet is where it counts as paper, and so many dots around; what part of the light
#: a shadow leaves.
PAPER, MARGIN, SHADOW = 225, 7, 0.5
#: Light is first measured in squares of so many dots, softened by so many squares; then within so
#: many dots.
SQUARE, WIDE, NEAR = 8, 8.0, 21
#: The mixtures of red, green and blue that are tried, in quarters; the usual one of greys is
#: preferred by so much.
_MIXTURES = [np.array([r, g, 4 - r - g]) / 4 for r, g in product(range(5), range(5)) if r + g <= 4]
_USUAL, _RATHER = np.array([0.299, 0.587, 0.114]), 0.5
#: Red and blue against green, from red, green and blue: the colour differences of ITU-R BT.601.
_HUES = np.array([[0.5, -0.4187, -0.0813], [-0.1687, -0.3313, 0.5]])
#: A colour with less hue than the first, of 128, is a grey; one with more than the second is an
#: ink. Inks whose hues are nearer to each other than that are told apart by brightness.
_GREYISH, INK = 6.0, 20.0
#: A scan whose hues have less than this share of the sheet's has none.
COLOURLESS = 0.2
#: No printer, lamp or lens turns hues by more than this, in radians; colours that are exchanged on
#: all cards would.
TURNED = 0.5
#: A turn that stretches hues by less than this share of their actual stretch does not fit them.
FITTING = 0.5
#: A colour with fewer dots in a scan is not measured; no more than this many are.
_FEW, _MANY = 10, 4000
#: A grey farther from its curve than this, or a hue from its turn, bends them no further.
_STRAY = 12.0
#: How far a dot may lie outside the greys in reach of it, of 255, and as a share of what it has of
#: ink, for toner runs out in streaks; and how many dots beyond may lie together.
TONE, STREAK, DOTS = 46, 0.35, 9
#: How much of the way to another ink is too far, on how many dots as sharp as on the sheet; how
#: pale an ink may be.
NEARER, LEAST, PALER = 0.55, 8.0, 0.6
#: Dots by which edges may lie elsewhere, and by which a whole card may, where paper is bent or
#: labels are glued; and how far from its edge a card is compared, which scissors may have cut off.
REACH, SHIFT, RIM = 1, 20, 6
#: How a card is aligned: at most so many steps, until one is so small; softened within so many
#: dots, then fewer.
_ENDS, WITHIN = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 40, 1e-4), (21, 5)
#: The least light of the paper, the least contrast, and the least sharpness at edges as steep as
#: this, as a share of the sheet's own when both are softened a little.
DARK, PALE, BLURRED, STEEP, LITTLE = 110, 70, 0.45, 300.0, 0.6
TOO_DARK = "too dark; lay it in even light, or let the scanner make it lighter, and scan it again"
NO_COLOURS = "the scan has no colours; hues are not compared"
_AROUND = np.ones((3, 3), np.uint8)


def evenly_lit(straight: Coloured, sheet: Coloured) -> tuple[Coloured, Tones]:
    """Return a straightened scan with white paper and no shadows, and how much, of 255, light
    changes at each dot.
    """
    paper = cv2.erode(
        np.asarray(sheet.min(axis=2) >= PAPER, np.uint8), np.ones((MARGIN, MARGIN), np.uint8)
    )
    small = (sheet.shape[1] // SQUARE, sheet.shape[0] // SQUARE)

    def of_paper(picture: npt.NDArray[Any]) -> Tones:
        on_paper = picture.astype(np.float32) * paper.reshape(
            *paper.shape, *[1] * (picture.ndim - 2)
        )
        return softened(
            np.asarray(cv2.resize(on_paper, small, interpolation=cv2.INTER_AREA), np.float32), WIDE
        )

    slow = of_paper(straight) / np.maximum(of_paper(sheet), 1e-3)
    light = cv2.resize(slow, sheet.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    even = straight.astype(np.float32) / np.maximum(light, 0.1)
    share = _grey(even) / np.maximum(_grey(sheet), 1)
    seen = np.asarray((paper > 0) & (share > SHADOW) & (share < 2 - SHADOW), np.float32)
    around = cv2.GaussianBlur(seen * share, (0, 0), NEAR / 2) + 1e-4
    filled = np.where(seen > 0, share, around / (cv2.GaussianBlur(seen, (0, 0), NEAR / 2) + 1e-4))
    near = (
        cv2.medianBlur(np.clip(filled * 128, 0, 255).astype(np.uint8), NEAR).astype(np.float32)
        / 128
    )
    whole, reach = near * _grey(light), np.ones((2 * NEAR, 2 * NEAR), np.uint8)
    doubt = 255 * (1 - cv2.erode(whole, reach) / np.maximum(cv2.dilate(whole, reach), 1e-3))
    return np.clip(even / near[..., None], 0, 255).astype(np.uint8), np.asarray(doubt, np.float32)


def _grey(picture: npt.NDArray[Any]) -> Tones:
    return np.asarray(cv2.transform(picture.astype(np.float32), _USUAL[None]), np.float32)


def softened(tones: Tones, by: float) -> Tones:
    """Return a picture softened with a deviation of ``by`` dots."""
    return np.asarray(cv2.GaussianBlur(tones, (0, 0), by), np.float32)


#: A colour: the share that each dot of a sheet has of it, its hues in a scan, and how those of
#: others differ.
Ink = tuple[Tones, _Values, _Values]


@dataclass(frozen=True, slots=True)
class Likeness:
    """A sheet and an evenly lit scan of it in the same inks, both softened; a dot has a grey and
    two hues.

    ``strength`` is that of the scan's hues, as a share of the sheet's.
    """

    sheet: Tones
    scan: Tones
    inks: tuple[Ink, ...]
    strength: float


def likened(scan: Coloured, sheet: Coloured, fills: Collection[str]) -> Likeness:
    """Return the likeness of a sheet that is drawn in some colours, ``#RRGGBB``, and an evenly
    lit scan of it.
    """
    colours = np.array([list(bytes.fromhex(fill[1:])) for fill in sorted(fills)], np.float64)
    tones = np.asarray(
        cv2.transform(scan.astype(np.float32), np.vstack([_USUAL, _HUES])), np.float32
    )
    smooth, dots = softened(tones, 1.0), [cv2.inRange(sheet, colour, colour) for colour in colours]
    inner = [smooth[cv2.erode(own, _AROUND) > 0] for own in dots]
    weights = np.array([min(len(own), _MANY) ** 0.5 * (len(own) >= _FEW) for own in inner])
    actual = np.array(
        [
            np.median(own[:: len(own) // _MANY + 1], axis=0) if len(own) else np.zeros(3)
            for own in inner
        ]
    )
    hues = colours @ _HUES.T
    strong = np.hypot(*hues.T)
    inks, at = list[Ink](), np.flatnonzero(strong > INK)

    greys = np.flatnonzero((strong < _GREYISH) & (weights > 0))
    greys = _rising(greys[np.argsort(colours[greys, 0])], actual[:, 0], weights)
    curve = np.column_stack(
        [np.interp(range(256), colours[greys, 0], part) for part in actual[greys].T]
    )
    mixture = _mixture(colours[at], actual[at, 0], weights[at], curve[:, 0])
    grey = curve[np.rint(colours @ mixture).astype(int)]
    turn = _turn(hues[at] @ [1, 1j], (actual - grey)[at, 1:] @ [1, 1j], weights[at])
    turned = np.array([[0, 0], [turn.real, -turn.imag], [turn.imag, turn.real]])
    fitted = grey + hues @ turned.T
    away = np.linalg.norm(actual[:, None] - fitted, axis=2)
    own = (weights > 0) & (away.diagonal() <= away.min(axis=1, where=weights > 0, initial=np.inf))
    known = np.where(own[:, None], actual, fitted)

    should = np.asarray(cv2.transform(sheet.astype(np.float32), turned @ _HUES), np.float32)
    should += curve.astype(np.float32)[np.rint(sheet @ mixture.astype(np.float32)).astype(np.uint8)]
    sheet_hues = cv2.transform(sheet.astype(np.float32), _HUES)
    for number in at:
        much = sheet_hues @ (hues[number] / strong[number] ** 2).astype(np.float32)
        share = np.asarray(
            np.clip(much, 0, 1) * cv2.dilate(dots[number], _AROUND) / 255, np.float32
        )
        should += share[..., None] * (known - fitted)[number].astype(np.float32)
        hue = (known - grey)[number, 1:]
        others = np.vstack([(known - grey)[at, 1:], [0, 0]]) - hue
        inks.append((share, hue, others[np.hypot(*others.T) > INK * abs(turn)]))
    for picture in (should, tones):
        picture[..., 0] = (picture[..., 0] - curve[0, 0]) * 255 / max(curve[-1, 0] - curve[0, 0], 1)
    return Likeness(
        softened(should, SOFT), softened(tones, SOFT), tuple(inks), abs(turn) if inks else 1.0
    )


def _rising(greys: _Numbers, actual: _Values, weights: _Values) -> _Numbers:
    # Black may be measured on paper, where marks beside cards have moved: of two in a wrong order
    # the less seen goes.
    while (over := np.flatnonzero(np.diff(actual[greys]) < 0)).size:
        greys = np.delete(greys, over[0] + (weights[greys[over[0]]] > weights[greys[over[0] + 1]]))
    return greys


def _mixture(colours: _Values, actual: _Values, weights: _Values, curve: _Values) -> _Values:
    def misfit(mixture: _Values) -> float:
        off = np.abs(curve[np.rint(colours @ mixture).astype(int)] - actual)
        unusual = _RATHER * np.abs(mixture - _USUAL).sum()
        return float(weights @ np.minimum(off, 4 * _STRAY) / max(weights.sum(), 1) + unusual)

    return min((_USUAL, *_MIXTURES), key=misfit)


def _turn(should: _Complex, actual: _Complex, weights: _Values) -> complex:
    """Return how much hues, as complex numbers, are turned and stretched in a scan; 0 if none is
    measured.

    Hues that fit no common turn, as when colours are exchanged on all cards, are treated as only
    stretched.
    """
    if not weights.any():
        return 0
    turn, stretch = complex(1), float(weights @ np.abs(actual) / (weights @ np.abs(should)))
    for _ in range(8):
        near = weights * np.sqrt(
            np.minimum(1, _STRAY / np.maximum(np.abs(actual - turn * should), 1e-6))
        )
        turn = complex(np.sum(near * actual * should.conj()) / np.sum(near * np.abs(should) ** 2))
    if abs(turn) < FITTING * stretch:
        return complex(stretch)
    return turn if abs(cmath.phase(turn)) < TURNED else complex(abs(turn))


def refusal(straight: Grey, sheet: Grey) -> str:
    """Return why a scan cannot be judged, and what to do about it; empty for one that can."""
    ink = straight[sheet < 60]
    contrast = 255 - float(np.median(ink)) if ink.size else 0.0
    if contrast < PALE:
        return "too pale; scan it again with more contrast, or print it again with more ink"
    steep, should = (
        _steepness(softened(picture.astype(np.float32), LITTLE)) for picture in (straight, sheet)
    )
    edges = should > STEEP
    # As a share of the sharpness of the sheet drawn as sharply as can be.
    sharpness = float(steep[edges].mean() / should[edges].mean()) if edges.any() else 0.0
    if sharpness * 255 / contrast < BLURRED:
        return "blurred; hold the camera still and near, or scan it at 200 dots to an inch"
    return ""


def _steepness(tones: Tones) -> Tones:
    across, down = cv2.Sobel(tones, cv2.CV_32F, 1, 0), cv2.Sobel(tones, cv2.CV_32F, 0, 1)
    return np.asarray(cv2.magnitude(across, down), np.float32)


def mismatches(both: Likeness, doubt: Tones, card: Dots) -> Iterator[Bounds]:
    """Yield where a card of a scan differs from the sheet, in mm from its top left corner."""
    x0, y0, x1, y1 = card[0] + RIM, card[1] + RIM, card[2] - RIM, card[3] - RIM
    inside = np.s_[y0:y1, x0:x1]
    should, actual = both.sheet[inside], both.scan[inside]
    grey = np.ascontiguousarray(should[..., 0])
    own = _in_tone(np.ascontiguousarray(actual[..., 0]), grey)
    outside = np.maximum(_outside(grey, own), _outside(own, grey))
    over = outside > np.maximum(TONE, STREAK * (255 - grey)) + doubt[inside]
    wide = cv2.dilate(over.astype(np.uint8), np.ones((5, 5), np.uint8))
    places = [place for place, dots in _joined(wide) if over[dots].sum() >= DOTS]
    for share, ink, others in both.inks if both.strength >= COLOURLESS else ():
        for place, dots in _joined(share[inside] > 0.5):
            much = softened(share[inside] * cv2.dilate(dots.astype(np.uint8), _AROUND), SOFT)
            evidence = float((much**2).sum())
            hue = ink + np.tensordot(much, (actual - should)[..., 1:], 2) / max(evidence, LEAST)
            pale = np.clip(hue @ ink / (ink @ ink), PALER, 1 / PALER)
            nearer = others @ (hue - pale * ink) > NEARER * pale * (others**2).sum(axis=1)
            if evidence >= LEAST and nearer.any():
                places.append(place)
    for left, top, right, bottom in places:
        yield (x0 + left) * DOT, (y0 + top) * DOT, (x0 + right) * DOT, (y0 + bottom) * DOT


def _joined(dots: npt.NDArray[Any]) -> Iterator[tuple[Dots, npt.NDArray[np.bool_]]]:
    _, labels, stats, _ = cv2.connectedComponentsWithStats(dots.astype(np.uint8))
    for number, (x, y, wide, high, _) in enumerate(stats[1:].tolist(), 1):
        yield (x, y, x + wide, y + high), labels == number


def _in_tone(card: Tones, should: Tones) -> Tones:
    spread = float(card.std())
    slope = float(
        np.clip(np.mean((card - card.mean()) * should) / spread**2 if spread > 1 else 1, 0.7, 2.5)
    )
    return np.asarray(
        np.clip(slope * (card - np.median(card)) + np.median(should), 0, 255), np.float32
    )


def _outside(picture: Tones, other: Tones) -> Tones:
    reach = np.ones((2 * REACH + 1, 2 * REACH + 1), np.uint8)
    return np.asarray(
        np.maximum(picture - cv2.dilate(other, reach), cv2.erode(other, reach) - picture),
        np.float32,
    )


def aligned(straight: Coloured, white: Grey, sheet: Grey, cards: Sequence[Dots]) -> Coloured:
    """Return a straightened scan with each card moved to its exact place; ``white`` is the same
    with white paper.
    """
    made = straight.copy()
    for x0, y0, x1, y1 in cards:
        top, left = max(y0 - SHIFT, 0), max(x0 - SHIFT, 0)
        around = np.s_[top : y1 + SHIFT, left : x1 + SHIFT]
        start = move = np.array([[1, 0, x0 - left], [0, 1, y0 - top]], np.float32)
        corners = np.array(
            [[0, 0, 1], [x1 - x0, 0, 1], [0, y1 - y0, 1], [x1 - x0, y1 - y0, 1]], np.float32
        )
        everywhere = np.full(white[around].shape, 255, np.uint8)
        own, affine = sheet[y0:y1, x0:x1], cv2.MOTION_AFFINE
        for within in WITHIN:
            try:
                _, bent = cv2.findTransformECC(
                    own, white[around], move.copy(), affine, _ENDS, everywhere, within
                )
            except cv2.error:  # it is too different, which the comparison will show
                break
            move = np.asarray(
                bent if np.abs(corners @ (bent - start).T).max() <= SHIFT else start, np.float32
            )
        flags, edge = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, cv2.BORDER_REPLICATE
        made[y0:y1, x0:x1] = cv2.warpAffine(
            straight[around], move, own.shape[::-1], flags=flags, borderMode=edge
        )
    return made


#: A print that is larger or smaller by more than this share has the wrong scale.
SCALE = 0.015
#: The share of a card that may be beyond the edge of a scan.
MISSING = 0.002


def check_scan(subject: str, path: Path, kit: Kit, document: Remade) -> Report:
    """Return the report on a scan or photo, named ``subject`` by the user, of sheets as they
    should look.
    """
    data = picture_content(path, "scan at 200 dots to an inch")
    frames = ask(
        path, "kitgen.pictures.picture_files", COLOURS, data, limits_of(data), advice=AGAIN
    )
    pages = [content for letter, content in frames if letter == PAGE]
    decoder, sheets = msgspec.msgpack.Decoder(PicturePage), SheetsOnPaper(kit, document)
    judged = [sheets.judge(decoder.decode(page), number) for number, page in enumerate(pages, 1)]
    checks = [page.check for page in judged]
    checks.append(_all_compared(sheets.boxes(), {box for page in judged for box in page.compared}))
    wrong = tuple(difference for page in judged for difference in page.wrong)
    return Report(
        subject,
        kit.name,
        kit.hash,
        tuple(said_by(Witness.PAPER, checks)),
        wrong,
        kit.choices.language,
    )


def _all_compared(boxes: Sequence[str], compared: Collection[str]) -> Check:
    """Return the check that the scan shows a card of each box."""
    name = "the scan shows boxes of the kit"
    if not compared:
        return not_decided(
            name, "no page shows a card of a box; scan sheets of labels or of the finder"
        )
    missing = [box for box in boxes if box not in compared]
    not_read = [f"the scan shows no card of {', '.join(missing)}"] if missing else []
    return found_faults(
        name, many(len(boxes), "box"), many(len(compared), "box"), [], not_read=not_read
    )


@dataclass(frozen=True, slots=True)
class PageOnPaper:
    """A page of a scan: its check, the differences, and the boxes whose cards were compared."""

    check: Check
    wrong: Sequence[Mismatch] = ()
    compared: Collection[str] = ()


class SheetsOnPaper:
    """The sheets of a kit as they should look."""

    def __init__(self, kit: Kit, document: Remade) -> None:
        self._document, self._reader = document, BoxReader(kit)
        self._pdf, self._marks = pypdfium2.PdfDocument(document.data), PlainPdf(document.data)
        self._pictures = [np.asarray(page_dots(page).convert("L"), np.uint8) for page in self._pdf]

    def boxes(self) -> list[str]:
        """Return the ids of the boxes whose cards are on the sheets, in the order of the sheets."""
        sheets = (self._marks.page(number) for number in range(len(self._pictures)))
        cards = (card for marks in sheets for card, _ in _cards(named_things(self._reader, marks)))
        return list(dict.fromkeys(card.box for card in cards))

    def judge(self, page: PicturePage, number: int) -> PageOnPaper:
        """Return whether a page of a scan shows a sheet as it should be, and each difference."""
        name = f"page {number} of the scan is as it was to be printed"
        raw = _dots_of(page)
        grey = np.asarray(cv2.cvtColor(raw, cv2.COLOR_RGB2GRAY), np.uint8)
        if float(np.percentile(grey, 90)) < DARK:  # how light the paper is
            return PageOnPaper(not_decided(name, f"it is {TOO_DARK}"))
        white, paper = whitened(grey)
        match = find_sheet(white, self._pictures, paper)
        if match is None or match.alike < ALIKE:
            why = (
                "no sheet of this kit can be recognised; scan the whole sheet, flat, at 200 "
                "dots to an inch, "
                "and name the PDF or the folder that it was printed from with --kit"
            )
            return PageOnPaper(not_decided(name, why))
        sheet = self._pictures[match.sheet]
        whitest, scanned = straightened(white, match.to_scan, sheet.shape)
        what, warning = self._words(match, page)
        marks = self._marks.page(match.sheet)
        things = named_things(self._reader, marks)
        cards = list(_cards(things))
        if not cards:
            return PageOnPaper(not_decided(name, f"{what} shows no boxes, and was not compared"))
        cut = [
            card.box
            for card, (x0, y0, x1, y1) in cards
            if np.mean(scanned[y0:y1, x0:x1] == 0) > MISSING
        ]
        if cut:
            return PageOnPaper(
                not_decided(name, f"the scan cuts off {', '.join(cut)}; scan the whole sheet")
            )
        coloured = np.asarray(page_dots(self._pdf[match.sheet]).convert("RGB"), np.uint8)
        straight, _ = straightened(raw, match.to_scan, sheet.shape)
        even, doubt = evenly_lit(
            aligned(straight, whitest, sheet, [area for _, area in cards]), coloured
        )
        if fault := refusal(np.asarray(cv2.cvtColor(even, cv2.COLOR_RGB2GRAY), np.uint8), sheet):
            return PageOnPaper(not_decided(name, f"{what}: it is {fault}"))
        fills = {text.fill for text in marks.letters} | {
            shape.fill or "#FFFFFF" for shape in marks.shapes
        }
        both = likened(even, coloured, fills | {"#FFFFFF"})
        part, wrong = self._document.part_at(match.sheet + 1), list[Mismatch]()
        for card, area in cards:
            own = [thing for thing in things if thing.box == card.box]
            places = tuple(mismatches(both, doubt, area))
            names = dict.fromkeys((named(own, place) or card).name for place in places)
            if places:
                wrong.append(Mismatch(number, part, card.box, tuple(names), places))
        if both.strength < COLOURLESS:
            warning = "; ".join(filter(None, (warning, NO_COLOURS)))
        what = f"{what}, {len(cards) - len(wrong)} of {len(cards)} cards alike"
        check = found_faults(
            name, f"{len(cards)} cards", what, list(map(str, wrong)), warning=warning
        )
        return PageOnPaper(check, wrong, {card.box for card, _ in cards})

    def _words(self, match: SheetFound, page: PicturePage) -> tuple[str, str]:
        what = (
            f"sheet {match.sheet + 1} of {len(self._pictures)} "
            f"({self._document.part_at(match.sheet + 1)})"
        )
        if not page.dpi:
            return what, ""
        scale = scale_of(match.to_scan, self._pictures[match.sheet].shape) * DPI / page.dpi
        if abs(scale - 1) <= SCALE:
            return f"{what} at {scale:.0%}", ""
        why = "printed with fit to page" if scale < 1 else "printed larger"
        return (
            f"{what} at {scale:.0%}",
            f"{scale:.0%}: {why}; print it at 100 % where it has to fit a box",
        )


def _dots_of(page: PicturePage) -> Coloured:
    dots = np.frombuffer(page.dots, np.uint8).reshape(page.height, page.width, -1)
    return dots if page.colours else dots.repeat(3, axis=2)


def _cards(things: Sequence[Thing]) -> Iterator[tuple[Thing, Dots]]:
    """Yield the card of each box among the named things of a page, or else its board, with its
    place in dots.
    """
    whole = {thing.box for thing in things if thing.name == "the card"}
    for thing in things:
        if thing.box and thing.name == ("the card" if thing.box in whole else "the board"):
            x0, y0, x1, y1 = (round(side / DOT) for side in thing.bounds)
            yield thing, (x0, y0, x1, y1)
