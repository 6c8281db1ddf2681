"""Verifies paper: each page of a scan, or a photograph, against the sheets that a kit is printed on."""

import cmath
import math
from collections.abc import Iterator, Sequence
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
from kitgen.pictures.aligning import ALIKE, Grey, SheetFound, find_sheet, scale_of, straightened, whitened
from kitgen.pictures.picture_files import AGAIN, COLOURS, PicturePage, limits_of
from kitgen.pictures.pixels import DPI, INCH, page_dots
from kitgen.sandbox.child import PAGE
from kitgen.sandbox.limits import Allowance, Limits
from kitgen.sandbox.pdf_page import page_marks
from kitgen.sandbox.process import ask, picture_content
from kitgen.verification.picture_places import Places, Thing, named
from kitgen.verification.remake import Remade
from kitgen.verification.report import Check, Mismatch, Report, Witness, found_faults, left_out, said_by

# Printer, scanner, phone and light change a sheet: other colours, softer edges, a screen of dots, shadows.
#
# Light is taken out first. Paper is wherever the sheet is light, so each colour's light is what the scan has there as a
# share of what the sheet has. In colour light changes slowly, with the lamp; in brightness also within a millimetre,
# where a fold throws a shadow.
#
# Then the sheet is given the colours of the scan. A printer without colours and a scanner in grey turn each colour into
# a grey of their own: a scanner that looks through green glass sees red as black. But they do so alike on the whole
# sheet. So the greys of a scan are fitted once, over all colours together, as one mixture of red, green and blue on one
# curve; and its hues as one turn and one stretch of those of the sheet. A colour on one card alone has no influence, so
# that what is wrong there stays wrong. Both pictures are brought to the same softness.


Tones = npt.NDArray[np.float32]
_Values = npt.NDArray[np.float64]
_Mask = npt.NDArray[np.bool_]
#: A sheet in its colours, three to a dot: red, green, blue.
Coloured = npt.NDArray[np.uint8]

#: How much a sheet and a scan are softened at least, as deviations in dots: as a scanner blurs, and against noise.
BLUR, NOISE = 1.1, 0.6
#: What more both are softened by, where a printer's dots show, until greys of one colour deviate by no more than this.
MORE, CALM = (0.0, 0.7, 1.1, 1.5), 9.0
#: Softnesses of a sheet that are tried.
_BLURS = (0.4, 0.6, 0.8, 0.95, 1.1, 1.25, 1.4, 1.6, 1.8)
#: The sums of red, green and blue between which a colour is neither black nor white.
_DARK, _LIGHT = 120, 700
#: The least steepness of an edge of a sheet; the largest spread of colours of a place that counts as even.
STEEP, _EVEN = 300.0, 6
_WHITE = 0xFFFFFF
#: Colours with fewer even dots do not count, and no more than this many dots of one.
_FEW, _MANY = 30, 4000
#: Greys farther from the curve than this, of 255, are faults or dust and do not bend it.
_STRAY = 12.0
#: The mixtures of red, green and blue that are tried, in quarters; the usual one of greys is preferred by so much.
_MIXTURES = [np.array([r, g, 4 - r - g]) / 4 for r, g in product(range(5), range(5)) if r + g <= 4]
_USUAL, _RATHER = np.array([0.299, 0.587, 0.114]), 2.0
#: How light the sheet is where it counts as paper, and so many dots around; what part of the light a shadow leaves.
PAPER, MARGIN, SHADOW = 225, 7, 0.5
#: Light is first measured in squares of so many dots, softened by so many squares; then within so many dots.
SQUARE, WIDE, NEAR = 8, 8.0, 21
#: Red and blue against green, from red, green and blue: the colour differences of ITU-R BT.601.
_HUES = np.array([[0.5, -0.4187, -0.0813], [-0.1687, -0.3313, 0.5]])
#: Colours with less than this, of 128, are greys; a scan whose colours have less than this share of it has none.
_GREYISH, COLOURLESS = 12.0, 0.2
#: No printer, lamp or lens turns hues by more than this, in radians; colours that are exchanged on all cards would.
TURNED = 0.5


def evenly_lit(straight: Coloured, sheet: Coloured) -> tuple[Coloured, Tones]:
    """Return a straightened scan with white paper, without shadows and the colour of the light, and its doubts.

    The doubt of a dot is by how much, of 255, the light changes around it, as at the edge of a shadow.
    """
    paper = cv2.erode(np.asarray(sheet.min(axis=2) >= PAPER, np.uint8), np.ones((MARGIN, MARGIN), np.uint8))
    small = (sheet.shape[1] // SQUARE, sheet.shape[0] // SQUARE)

    def of_paper(picture: npt.NDArray[Any]) -> Tones:
        on_paper = picture.astype(np.float32) * paper.reshape(*paper.shape, *[1] * (picture.ndim - 2))
        few = cv2.resize(on_paper, small, interpolation=cv2.INTER_AREA)
        return np.asarray(cv2.GaussianBlur(few, (0, 0), WIDE), np.float32)

    slow = of_paper(straight) / np.maximum(of_paper(sheet), 1e-3)
    light = cv2.resize(slow, sheet.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    even = straight.astype(np.float32) / np.maximum(light, 0.1)
    share = _grey(even) / np.maximum(_grey(sheet), 1)
    seen = np.asarray((paper > 0) & (share > SHADOW) & (share < 2 - SHADOW), np.float32)
    around = cv2.GaussianBlur(seen * share, (0, 0), NEAR / 2) + 1e-4
    filled = np.where(seen > 0, share, around / (cv2.GaussianBlur(seen, (0, 0), NEAR / 2) + 1e-4))
    near = cv2.medianBlur(np.clip(filled * 128, 0, 255).astype(np.uint8), NEAR).astype(np.float32) / 128
    whole, reach = near * _grey(light), np.ones((2 * NEAR, 2 * NEAR), np.uint8)
    doubt = 255 * (1 - cv2.erode(whole, reach) / np.maximum(cv2.dilate(whole, reach), 1e-3))
    return np.clip(even / near[..., None], 0, 255).astype(np.uint8), np.asarray(doubt, np.float32)


def _grey(picture: npt.NDArray[Any]) -> Tones:
    return np.asarray(cv2.transform(picture.astype(np.float32), _USUAL[None]), np.float32)


def likened(scan: Coloured, sheet: Coloured) -> tuple[Tones, Tones, float]:
    """Return a sheet and an evenly lit scan of it with the same greys, hues and edges.

    A dot has a grey and two hues, as strong as the sheet's. Also returned is how strong the colours of the scan are
    themselves, as a share of the sheet's.
    """
    around = np.ones((3, 3), np.uint8)  # small labels have no larger places of one colour
    apart = cv2.subtract(cv2.dilate(sheet, around), cv2.erode(sheet, around))
    even = np.asarray(apart.max(axis=2) <= _EVEN, np.bool_)  # where a sheet has one colour around a dot
    colours, actual, weights = _colours(scan, sheet, even)
    mixture, curve = _greys(colours, actual @ _USUAL, weights)
    black, white = (float(np.polyval(curve, grey)) for grey in (0.0, 255.0))
    should = _stretched(np.polyval(curve, sheet @ np.asarray(mixture, np.float32)), black, white)
    grey = _stretched(_grey(scan), black, white)
    blur, noise = _softness(should, grey)
    sums = sheet.sum(axis=2, dtype=np.int16)
    inner = even & (sums > _DARK) & (sums < _LIGHT)
    more = next((more for more in MORE if _unrest(softened(grey, math.hypot(noise, more)), inner) <= CALM), MORE[-1])
    soft = np.clip(softened(grey, math.hypot(noise, more)), 0, 255)
    turn = _turn(colours @ _HUES.T, actual @ _HUES.T, weights)
    strength = float(np.hypot(*turn[0]))
    if strength < COLOURLESS:
        hues = scan_hues = np.zeros((*sheet.shape[:2], 2), np.float32)
    else:
        fitted = np.column_stack([np.polyval(curve, colours @ mixture), colours @ _HUES.T @ turn.T])
        there = np.column_stack([actual @ _USUAL, actual @ _HUES.T])
        hues = _hues(sheet, turn)
        for colour, off in zip(colours, _known(there, fitted), strict=True):
            hues[np.all(sheet == colour, axis=2)] += off[1:]
        hues, scan_hues = (softened(tones, HUE_BLUR) / strength for tones in (hues, _hues(scan, np.eye(2))))
    return np.dstack([softened(should, math.hypot(blur, more)), hues]), np.dstack([soft, scan_hues]), strength


def _known(there: _Values, fitted: _Values) -> _Values:
    """Return how far each colour of a scan lies off its fit; nothing for one that another colour fits better."""
    away = np.linalg.norm(there[:, None] - fitted[None], axis=2)
    own = away.diagonal() <= away.min(axis=1) + 1e-6
    return np.asarray(np.where(own[:, None], there - fitted, 0), np.float64)


def _hues(picture: Coloured, turn: _Values) -> Tones:
    return np.asarray(cv2.transform(picture.astype(np.float32), turn @ _HUES), np.float32)


def _turn(hues: _Values, actual: _Values, weights: _Values) -> _Values:
    """Return the matrix that turns and stretches the hues of a sheet to those of a scan."""
    should, there = (values[:, 0] + 1j * values[:, 1] for values in (hues, actual))
    own = weights * (np.abs(should) > _GREYISH)
    if not own.any():
        return np.eye(2)
    turn = 1 + 0j
    for _ in range(8):
        strays = np.abs(there - turn * should)
        near = own * np.sqrt(np.minimum(1, _STRAY / np.maximum(strays, 1e-6)))
        turn = complex(np.sum(near * there * should.conj()) / np.sum(near * np.abs(should) ** 2))
    if abs(cmath.phase(turn)) > TURNED:
        turn = complex(abs(turn))
    return np.array([[turn.real, -turn.imag], [turn.imag, turn.real]])


def _stretched(tones: npt.ArrayLike, black: float, white: float) -> Tones:
    return np.asarray((np.asarray(tones, np.float32) - black) * (255 / max(white - black, 1.0)), np.float32)


def softened(tones: Tones, by: float) -> Tones:
    """Return a picture softened by so many dots."""
    return np.asarray(cv2.GaussianBlur(tones, (0, 0), by), np.float32)


def steepness(tones: Tones) -> Tones:
    """Return how steeply a picture changes at each dot."""
    across, down = cv2.Sobel(tones, cv2.CV_32F, 1, 0), cv2.Sobel(tones, cv2.CV_32F, 0, 1)
    return np.asarray(cv2.magnitude(across, down), np.float32)


def _colours(scan: Coloured, sheet: Coloured, even: _Mask) -> tuple[_Values, _Values, _Values]:
    """Return the colours of a sheet, what they are in a scan, and how much each counts."""
    numbers = sheet[even].astype(np.int32) @ np.array([1 << 16, 1 << 8, 1], np.int32)
    dots = softened(scan.astype(np.float32), 1.0)[even]
    paper = numbers == _WHITE
    known, parts = [_WHITE], [dots[paper][:: max(1, int(paper.sum()) // _MANY)]]
    for number, count in zip(*np.unique(numbers[~paper], return_counts=True), strict=True):
        if count >= _FEW:
            known.append(int(number))
            parts.append(dots[numbers == number])
    colours = np.array([(number >> 16, number >> 8 & 255, number & 255) for number in known], np.float64)
    there = np.array([np.median(part, axis=0) for part in parts], np.float64)
    return colours, there, np.sqrt([min(len(part), _MANY) for part in parts])


def _greys(colours: _Values, there: _Values, weights: _Values) -> tuple[_Values, _Values]:
    """Return the mixture of a sheet's colours that a scan is, and the curve on which its greys lie."""
    fits = []
    for mixture in (_USUAL, *_MIXTURES):
        curve, off = _curve(colours @ mixture, there, weights)
        cost = float(np.average(np.minimum(np.abs(off), 4 * _STRAY), weights=weights))
        fits.append((cost + _RATHER * float(np.abs(mixture - _USUAL).sum()), mixture, curve))
    _, mixture, curve = min(fits, key=lambda fit: fit[0])
    return mixture, curve


def _curve(greys: _Values, there: _Values, weights: _Values) -> tuple[_Values, _Values]:
    """Return the parabola that rises with greys and lies nearest to their values in the scan, and each distance."""
    for degree in (2, 1):
        own = weights.copy()
        if len(np.unique(np.round(greys / 8))) <= degree + 1:
            continue
        for _ in range(4):
            curve = np.asarray(np.polyfit(greys, there, degree, w=own), np.float64)
            off = np.asarray(there - np.polyval(curve, greys), np.float64)
            own = weights * np.sqrt(np.minimum(1, _STRAY / np.maximum(np.abs(off), 1e-6)))
        if np.all(np.polyval(np.polyder(curve), [0, 128, 255]) > 0.15):
            return curve, off
    return np.array([1.0, 0.0]), there - greys


def _softness(should: Tones, scan: Tones) -> tuple[float, float]:
    own = steepness(softened(scan, NOISE))
    edges = steepness(softened(should, _BLURS[0])) > STEEP
    if not edges.any():
        return BLUR, NOISE
    there = float(own[edges].mean())
    blur = min(_BLURS, key=lambda blur: abs(float(steepness(softened(should, blur))[edges].mean()) - there))
    if blur >= BLUR:
        return blur, NOISE
    return BLUR, float(np.sqrt(NOISE**2 + BLUR**2 - blur**2))


def _unrest(scan: Tones, inner: npt.NDArray[np.bool_]) -> float:
    return float(np.sqrt(np.mean(np.square((scan - softened(scan, 4.0))[inner])))) if inner.any() else 0.0


# A scan is compared with its sheet one card at a time, each card laid on its own place: paper bends, labels are glued.
#
# A scan is blurred, noisy, and has its own darkness; so a dot may be as dark as any within reach of it, on a card whose
# black and white are stretched to those of the sheet. The remaining difference must be as large as a stroke of a
# letter. Hues are compared in the same way, over larger areas: JPEG keeps them coarsely.

#: How far a dot may lie outside the greys in reach of it, of 255, and how many dots beyond may lie together.
TONE, DOTS = 46, 9
#: The same for hues, of 128; and how much they are softened.
HUE, AREA, HUE_BLUR = 26, 20, 2.0
#: Dots by which edges may lie elsewhere, and by which a whole card may, where paper is bent or labels are glued; and
#: how far from its edge a card is compared, which scissors may have cut off.
REACH, SHIFT, RIM = 1, 20, 6
#: How a card is aligned: at most so many steps, until one is so small; softened by so many dots first.
STEPS, STEP, SOFT = 40, 1e-4, 5
#: The least light of the paper, the least contrast, and the least sharpness, as a share of the sheet's own.
DARK, PALE, BLURRED = 110, 70, 0.45
TOO_DARK = "too dark; lay it in even light, or let the scanner make it lighter, and scan it again"
NO_COLOURS = "the scan has no colours; hues are not compared"
#: A rectangle in dots: left, top, right, bottom.
Dots = tuple[int, int, int, int]


def refusal(straight: Grey, sheet: Grey) -> str:
    """Return why a scan cannot be judged, and what to do about it; empty for one that can."""
    ink = straight[sheet < 60]
    contrast = 255 - float(np.median(ink)) if ink.size else 0.0
    if contrast < PALE:
        return "too pale; scan it again with more contrast, or print it again with more ink"
    steep, should = (steepness(softened(picture.astype(np.float32), NOISE)) for picture in (straight, sheet))
    edges = should > STEEP
    # As a share of the sharpness of the sheet drawn as sharply as can be.
    sharpness = float(steep[edges].mean() / should[edges].mean()) if edges.any() else 0.0
    if sharpness * 255 / max(contrast, 1.0) < BLURRED:
        return "blurred; hold the camera still and near, or scan it at 200 dots to an inch"
    return ""


def mismatches(sheet: Tones, scan: Tones, doubt: Tones, card: Dots) -> list[Dots]:
    """Return where a card of a scan differs from the sheet, in dots of the sheet."""
    x0, y0, x1, y1 = card[0] + RIM, card[1] + RIM, card[2] - RIM, card[3] - RIM
    should, actual = sheet[y0:y1, x0:x1], scan[y0:y1, x0:x1]
    grey = np.ascontiguousarray(should[..., 0])
    tones = _apart(grey, _in_tone(np.ascontiguousarray(actual[..., 0]), grey))
    red, blue = (_apart(np.ascontiguousarray(should[..., n]), np.ascontiguousarray(actual[..., n])) for n in (1, 2))
    places = [*_spots(tones > TONE + doubt[y0:y1, x0:x1], DOTS), *_spots(np.hypot(red, blue) > HUE, AREA)]
    return [(x0 + left, y0 + top, x0 + right, y0 + bottom) for left, top, right, bottom in places]


def _spots(over: _Mask, least: int) -> Iterator[Dots]:
    """Yield the rectangles around dots that lie together, at least so many of them."""
    near = cv2.dilate(over.astype(np.uint8), np.ones((5, 5), np.uint8))
    _, labels, stats, _ = cv2.connectedComponentsWithStats(near)
    for number, (x, y, wide, high, _) in enumerate(stats[1:], 1):
        if int(over[labels == number].sum()) >= least:
            yield int(x), int(y), int(x + wide), int(y + high)


def laid(straight: Coloured, white: Grey, sheet: Grey, cards: Sequence[Dots]) -> Coloured:
    """Return a straightened scan with each card on its exact place.

    Args:
        straight: the scan.
        white: the same in grey with white paper.
        sheet: as it should look.
        cards: their places on the sheet.
    """
    made = straight.copy()
    for x0, y0, x1, y1 in cards:
        top, left = max(y0 - SHIFT, 0), max(x0 - SHIFT, 0)
        around = np.s_[top : y1 + SHIFT, left : x1 + SHIFT]
        place = x0 - left, y0 - top, x1 - left, y1 - top
        move = _move(white[around].astype(np.float32), sheet[around].astype(np.float32), place)
        flags, size = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, (x1 - x0, y1 - y0)
        edge = cv2.BORDER_REPLICATE
        made[y0:y1, x0:x1] = cv2.warpAffine(straight[around], move, size, flags=flags, borderMode=edge)
    return made


def _move(around: Tones, should: Tones, card: Dots) -> Tones:
    """Return what takes dots of a card to those of a scan around it, as bent paper or glue has moved and turned it.

    ``should`` is the sheet around the card, and ``card`` is where the card is in it.
    """
    left, top, right, bottom = card
    (across, down), _ = cv2.phaseCorrelate(should, around, cv2.createHanningWindow(should.shape[::-1], cv2.CV_32F))
    if max(abs(across), abs(down)) > SHIFT:
        across = down = 0.0
    move = np.array([[1, 0, left + across], [0, 1, top + down]], np.float32)
    ends = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, STEPS, STEP)
    everywhere = np.full(around.shape, 255, np.uint8)
    own = np.ascontiguousarray(should[top:bottom, left:right])
    try:
        _, bent = cv2.findTransformECC(own, around, move.copy(), cv2.MOTION_AFFINE, ends, everywhere, SOFT)
    except cv2.error:  # it is not alike enough, which the comparison shows
        return move
    wide, high = right - left, bottom - top
    corners = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
    away = corners @ (bent[:, :2] - np.eye(2)).T + bent[:, 2] - (left, top)
    return move if np.abs(away).max() > SHIFT else np.asarray(bent, np.float32)


def _in_tone(card: Tones, should: Tones) -> Tones:
    spread = float(card.std())
    slope = float(np.clip(np.mean((card - card.mean()) * should) / spread**2 if spread > 1 else 1, 0.7, 2.5))
    start = float(np.median(should) - slope * np.median(card))
    return np.asarray(np.clip(slope * card + start, 0, 255), np.float32)


def _apart(picture: Tones, other: Tones) -> Tones:
    """Return by how much each dot of either picture lies above or below all dots in reach of it in the other."""
    return np.asarray(np.maximum(_outside(picture, other), _outside(other, picture)), np.float32)


def _outside(picture: Tones, other: Tones) -> Tones:
    reach = np.ones((2 * REACH + 1, 2 * REACH + 1), np.uint8)
    above, below = picture - cv2.dilate(other, reach), cv2.erode(other, reach) - picture
    return np.asarray(np.maximum(np.maximum(above, below), 0), np.float32)


_READER = "kitgen.pictures.picture_files"
#: How the expectation of a page ends whose cards were compared.
_CARDS = " cards"
#: A print that is larger or smaller by more than this was not printed as it should be.
SCALE = 0.015
#: So much of a card may lie beyond the edge of a scan.
MISSING = 0.002


def verify_scan(subject: str, path: Path, kit: Kit, document: Remade) -> Report:
    """Return the report on a scan or photo, named ``subject`` by the user, of sheets as they should look."""
    data = picture_content(path, "scan at 200 dots to an inch")
    frames = ask(path, _READER, COLOURS, data, limits_of(data), advice=AGAIN)
    pages = [content for letter, content in frames if letter == PAGE]
    decoder, sheets = msgspec.msgpack.Decoder(PicturePage), SheetsOnPaper(kit, document)
    judged = [sheets.judge(decoder.decode(page), number) for number, page in enumerate(pages, 1)]
    checks = [check for check, _ in judged]
    compared = sum(check.expected.endswith(_CARDS) for check in checks)
    faults = [] if compared else ["no page shows a card of a box; scan sheets of labels or of the finder"]
    checks.append(found_faults("the scan shows boxes of the kit", "a page at least", many(compared, "page"), faults))
    wrong = tuple(mismatch for _, mismatches_ in judged for mismatch in mismatches_)
    return Report(subject, kit.name, kit.hash, tuple(said_by(Witness.PAPER, checks)), wrong)


class SheetsOnPaper:
    """The sheets of a kit as they should look."""

    def __init__(self, kit: Kit, document: Remade) -> None:
        self._document, self._places = document, Places(kit)
        self._pdf = pypdfium2.PdfDocument(document.data)
        self._pictures = [np.asarray(page_dots(page).convert("L"), np.uint8) for page in self._pdf]

    def judge(self, page: PicturePage, number: int) -> tuple[Check, list[Mismatch]]:
        """Return whether a page of a scan shows a sheet as it should be, and each difference."""
        name = f"page {number} of the scan is as it was to be printed"
        raw = _dots_of(page)
        grey = np.asarray(cv2.cvtColor(raw, cv2.COLOR_RGB2GRAY), np.uint8)
        if float(np.percentile(grey, 90)) < DARK:  # how light the paper is
            return found_faults(name, "a scan that can be read", "a dark one", [f"it is {TOO_DARK}"]), []
        white, paper = whitened(grey)
        match = find_sheet(white, self._pictures, paper)
        if match is None or match.alike < ALIKE:
            why = (
                "no sheet of this kit can be recognised; scan the whole sheet, flat, at 200 dots to an inch, "
                "and name the PDF or the folder that it was printed from with --kit"
            )
            return found_faults(name, "a sheet of the kit", "none", [why]), []
        sheet = self._pictures[match.sheet]
        whitest, there = straightened(white, match.to_scan, sheet.shape)
        what, warning = self._words(match, page)
        marks = page_marks(self._pdf, match.sheet, Allowance(Limits.of(1_000_000)))
        things = self._places.things(marks, match.sheet + 1)
        cards = list(_cards(things))
        if not cards:
            return left_out(name, f"{what} shows no boxes"), []
        areas = [(card, _dots(card)) for card in cards]
        cut = [card.box for card, (x0, y0, x1, y1) in areas if np.mean(there[y0:y1, x0:x1] == 0) > MISSING]
        if cut:
            faults = [f"the scan cuts off {', '.join(cut)}; scan the whole sheet"]
            return found_faults(name, f"{len(cards)}{_CARDS}", what, faults), []
        coloured = np.asarray(page_dots(self._pdf[match.sheet]).convert("RGB"), np.uint8)
        straight, _ = straightened(raw, match.to_scan, sheet.shape)
        even, doubt = evenly_lit(laid(straight, whitest, sheet, [area for _, area in areas]), coloured)
        if fault := refusal(np.asarray(cv2.cvtColor(even, cv2.COLOR_RGB2GRAY), np.uint8), sheet):
            return found_faults(name, "a scan that can be read", what, [f"it is {fault}"]), []
        should, actual, strength = likened(even, coloured)
        part, wrong = self._document.part_at(match.sheet + 1), list[Mismatch]()
        for card, area in areas:
            places = [
                (x0 * INCH / DPI, y0 * INCH / DPI, x1 * INCH / DPI, y1 * INCH / DPI)
                for x0, y0, x1, y1 in mismatches(should, actual, doubt, area)
            ]
            own = [thing for thing in things if thing.box == card.box]
            names = tuple(dict.fromkeys((named(own, place) or card).name for place in places))
            if places:
                wrong.append(Mismatch(number, part, card.box, names, tuple(places)))
        if strength < COLOURLESS:
            warning = "; ".join(filter(None, (warning, NO_COLOURS)))
        what = f"{what}, {len(cards) - len(wrong)} of {len(cards)} cards alike"
        return found_faults(name, f"{len(cards)}{_CARDS}", what, list(map(str, wrong)), warning=warning), wrong

    def _words(self, match: SheetFound, page: PicturePage) -> tuple[str, str]:
        part = self._document.part_at(match.sheet + 1)
        what = f"sheet {match.sheet + 1} of {len(self._pictures)} ({part})"
        if not page.dpi:
            return what, ""
        scale = scale_of(match.to_scan, self._pictures[match.sheet].shape) * DPI / page.dpi
        if abs(scale - 1) <= SCALE:
            return f"{what} at {scale:.0%}", ""
        why = "printed with fit to page" if scale < 1 else "printed larger"
        return f"{what} at {scale:.0%}", f"{scale:.0%}: {why}; print it at 100 % where it has to fit a box"


def _dots_of(page: PicturePage) -> Coloured:
    dots = np.frombuffer(page.dots, np.uint8)
    if page.colours:
        return dots.reshape(page.height, page.width, 3)
    return np.asarray(cv2.cvtColor(dots.reshape(page.height, page.width), cv2.COLOR_GRAY2RGB), np.uint8)


def _cards(things: Sequence[Thing]) -> Iterator[Thing]:
    """Yield the cards of a sheet, or the boards that lie on the bare page."""
    whole = {thing.box for thing in things if thing.name == "the card"}
    for thing in things:
        if thing.box and (thing.name == "the card" or (thing.name == "the board" and thing.box not in whole)):
            yield thing


def _dots(thing: Thing) -> Dots:
    x0, y0, x1, y1 = (round(side / INCH * DPI) for side in thing.bounds)
    return x0, y0, x1, y1
