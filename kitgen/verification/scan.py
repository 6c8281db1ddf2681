"""Verifies paper: each page of a scan, or a photograph, against the printed sheets of a kit."""

import cmath
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import msgspec
import numpy as np
import numpy.typing as npt
import pypdfium2

from kitgen.errors import many
from kitgen.kit.kit import Kit
from kitgen.papers import MM_PER_INCH, Bounds
from kitgen.pictures.alignment import (
    MIN_CORRELATION,
    Grey,
    SheetFound,
    find_sheet,
    scale_of,
    straightened,
    whitened,
)
from kitgen.pictures.picture_files import AGAIN, COLOURS, DPI, PicturePage, limits_of, page_dots
from kitgen.sandbox.child import PAGE
from kitgen.sandbox.page_marks import PageMarks
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
DOT = MM_PER_INCH / DPI

# How many right cards and planted faults are told apart with the numbers below, in simulated
# pictures: benchmarks/scans.py and docs/reliability.md. Those that decide are tried from both sides
# in tests/verification/test_scan_bounds.py.

# Light.
#: How light the darkest colour of a dot of the sheet is where it counts as paper, of 255.
PAPER_LIGHT = 225
#: So many dots across must be paper around a dot.
PAPER_MARGIN = 7
#: A shadow leaves more than this part of the light.
SHADOW = 0.5
#: Light is first measured in squares of so many dots, softened by so many squares.
LIGHT_SQUARE = 8
LIGHT_SQUARES_SOFTENED = 8.0
#: Then within so many dots.
LIGHT_NEAR = 21

# Inks.
#: How much a sheet and a scan are softened: the deviation in dots.
SOFT = 1.5
#: The mixtures of red, green and blue that may make a grey, in quarters.
_MIXTURES = [np.array([r, g, 4 - r - g]) / 4 for r, g in product(range(5), range(5)) if r + g <= 4]
#: The usual mixture of greys, as in ITU-R BT.601.
_USUAL_MIXTURE = np.array([0.299, 0.587, 0.114])
#: The misfit of another mixture, of 255, grows by so much for each part that differs.
_UNUSUAL_COST = 0.5
#: Red and blue against green, from red, green and blue: the colour differences of ITU-R BT.601.
_HUES = np.array([[0.5, -0.4187, -0.0813], [-0.1687, -0.3313, 0.5]])
#: A colour with less hue than this, of 128, is a grey.
_GREYISH = 6.0
#: One with more is an ink. Inks whose hues are nearer to each other than that are told apart by
#: brightness.
INK_HUE = 20.0
#: A scan whose hues have less than this share of the sheet's has none.
COLOURLESS = 0.2
#: No printer, lamp or lens turns hues by more than this, in radians; colours that are exchanged on
#: all cards would.
MAX_TURN = 0.5
#: A turn that stretches hues by less than this share of their actual stretch does not fit them.
FITTING_STRETCH = 0.5
#: Rounds in which the turn is found.
_TURN_ROUNDS = 8
#: A colour with fewer dots in a scan is not measured.
_MIN_DOTS_OF_A_COLOUR = 10
#: No more dots of a colour are measured.
_MAX_DOTS_OF_A_COLOUR = 4000
#: A grey farther from its curve than this, or a hue from its turn, bends them no further.
_STRAY = 12.0

# Differences.
#: How far a dot may lie outside the greys in reach of it, of 255.
MAX_OFF_TONE = 46
#: And as a share of what it has of ink, for toner runs out in streaks.
MAX_STREAK = 0.35
#: So many dots beyond these that lie together are a difference.
MIN_DOTS = 9
#: A dot of the sheet that has more than this share of an ink is drawn in it.
DRAWN_IN_INK = 0.5
#: What part of the way to another ink is too far.
NEARER_INK = 0.55
#: On so many dots, as sharp as on the sheet.
MIN_INK_DOTS = 8.0
#: How pale an ink may be, as a share of its hue.
PALEST_INK = 0.6
#: Dots by which edges may lie elsewhere.
EDGE_REACH = 1
#: Dots from its edge at which a card is compared: scissors may have cut off what lies outside.
CARD_RIM = 6

# The places of cards.
#: Dots by which a whole card may lie elsewhere, where paper is bent or labels are glued.
CARD_SHIFT = 20
#: How a card is aligned: at most so many steps, until one is so small.
_ALIGNMENT_ENDS = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 40, 1e-4)
#: Softened within so many dots, then within fewer.
ALIGNED_WITHIN = (21, 5)

# Scans that cannot be judged.
#: So many of a hundred dots of a page are no lighter than its paper.
PERCENTILE_OF_PAPER = 90
#: The least light of the paper, of 255.
MIN_LIGHT = 110
#: The least contrast of ink and paper, of 255.
MIN_CONTRAST = 70
#: Ink is where the sheet is darker than this, of 255.
INK_LIGHT = 60
#: The least sharpness at steep edges, as a share of the sheet's own.
MIN_SHARPNESS = 0.45
#: An edge of the sheet is steep from here on: the gradient that Sobel's operator measures.
STEEP_EDGE = 300.0
#: How much both are softened before sharpness is measured: the deviation in dots.
SHARPNESS_SOFTENED = 0.6
TOO_DARK = "too dark; lay it in even light, or let the scanner make it lighter, and scan it again"
NO_COLOURS = "the scan has no colours; hues are not compared"
NO_SHEET = (
    "no sheet of this kit can be recognised; scan the whole sheet, flat, at 200 dots to an inch, "
    "and name the PDF or the folder that it was printed from with --kit"
)

#: A dot and those around it.
_AROUND = np.ones((3, 3), np.uint8)


def evenly_lit(straight: Coloured, sheet: Coloured) -> tuple[Coloured, Tones]:
    """Return a straightened scan with white paper and no shadows, and the doubt at each dot.

    The doubt is how much light changes there, of 255.
    """
    margin = np.ones((PAPER_MARGIN, PAPER_MARGIN), np.uint8)
    paper = cv2.erode(np.asarray(sheet.min(axis=2) >= PAPER_LIGHT, np.uint8), margin)
    slow = _light_of(straight, paper) / np.maximum(_light_of(sheet, paper), 1e-3)
    light = cv2.resize(slow, sheet.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    even = straight.astype(np.float32) / np.maximum(light, 0.1)
    near = _light_near(even, sheet, paper)
    whole = near * _grey(light)
    reach = np.ones((2 * LIGHT_NEAR, 2 * LIGHT_NEAR), np.uint8)
    doubt = 255 * (1 - cv2.erode(whole, reach) / np.maximum(cv2.dilate(whole, reach), 1e-3))
    return np.clip(even / near[..., None], 0, 255).astype(np.uint8), np.asarray(doubt, np.float32)


def _light_of(picture: npt.NDArray[Any], paper: npt.NDArray[Any]) -> Tones:
    """Return how light a picture is on paper, in squares of dots."""
    height, width = paper.shape
    small = (width // LIGHT_SQUARE, height // LIGHT_SQUARE)
    each_colour = paper.reshape(height, width, *[1] * (picture.ndim - 2))
    on_paper = picture.astype(np.float32) * each_colour
    squares = cv2.resize(on_paper, small, interpolation=cv2.INTER_AREA)
    return softened(np.asarray(squares, np.float32), LIGHT_SQUARES_SOFTENED)


def _light_near(even: npt.NDArray[Any], sheet: Coloured, paper: npt.NDArray[Any]) -> Tones:
    """Return how light an evenly lit scan is near each dot, as a share of the sheet.

    Near is within a millimetre. Where no paper is seen, it is as light as around it.
    """
    share = _grey(even) / np.maximum(_grey(sheet), 1)
    seen = np.asarray((paper > 0) & (share > SHADOW) & (share < 2 - SHADOW), np.float32)
    deviation = LIGHT_NEAR / 2
    around = cv2.GaussianBlur(seen * share, (0, 0), deviation) + 1e-4
    seen_around = cv2.GaussianBlur(seen, (0, 0), deviation) + 1e-4
    filled = np.where(seen > 0, share, around / seen_around)
    # A median is taken of bytes: 128 is the light of the sheet.
    coarse = np.clip(filled * 128, 0, 255).astype(np.uint8)
    return np.asarray(cv2.medianBlur(coarse, LIGHT_NEAR).astype(np.float32) / 128, np.float32)


def _grey(picture: npt.NDArray[Any]) -> Tones:
    return np.asarray(cv2.transform(picture.astype(np.float32), _USUAL_MIXTURE[None]), np.float32)


def softened(tones: Tones, by: float) -> Tones:
    """Return a picture softened with a deviation of ``by`` dots."""
    return np.asarray(cv2.GaussianBlur(tones, (0, 0), by), np.float32)


class Ink(NamedTuple):
    """A colour of a sheet.

    Attributes:
        share: how much each dot of the sheet has of it.
        hue: its hues in the scan.
        others: by how much those of other inks, and of none, differ from it.
    """

    share: Tones
    hue: _Values
    others: _Values


@dataclass(frozen=True, slots=True)
class Likeness:
    """A sheet and an evenly lit scan of it in the same inks, both softened.

    Attributes:
        sheet, scan: a grey and two hues for each dot.
        inks: the colours of the sheet.
        strength: that of the scan's hues, as a share of the sheet's.
    """

    sheet: Tones
    scan: Tones
    inks: tuple[Ink, ...]
    strength: float


def likened(scan: Coloured, sheet: Coloured, fills: Collection[str]) -> Likeness:
    """Return the likeness of a sheet and an evenly lit scan of it; ``fills`` are its colours."""
    colours = np.array([list(bytes.fromhex(fill[1:])) for fill in sorted(fills)], np.float64)
    hues = colours @ _HUES.T
    strong = np.hypot(*hues.T)
    of_inks = np.flatnonzero(strong > INK_HUE)
    grey_and_hues = np.vstack([_USUAL_MIXTURE, _HUES])
    tones = np.asarray(cv2.transform(scan.astype(np.float32), grey_and_hues), np.float32)
    dots = [cv2.inRange(sheet, colour, colour) for colour in colours]
    weights, actual = _seen(tones, dots)

    # What each colour should be in the inks of the scan: a grey, and hues beside it.
    curve = _grey_curve(colours, strong, actual, weights)
    mixture = _mixture(colours[of_inks], actual[of_inks, 0], weights[of_inks], curve[:, 0])
    grey = curve[np.rint(colours @ mixture).astype(int)]
    turn = _turn(hues[of_inks] @ [1, 1j], (actual - grey)[of_inks, 1:] @ [1, 1j], weights[of_inks])
    turned = np.array([[0, 0], [turn.real, -turn.imag], [turn.imag, turn.real]])
    fitted = grey + hues @ turned.T
    # A colour that is nearer to itself than to all others is as it was measured.
    away = np.linalg.norm(actual[:, None] - fitted, axis=2)
    nearest = away.min(axis=1, where=weights > 0, initial=np.inf)
    is_itself = (weights > 0) & (away.diagonal() <= nearest)
    known = np.where(is_itself[:, None], actual, fitted)

    # The sheet in these inks.
    should = np.asarray(cv2.transform(sheet.astype(np.float32), turned @ _HUES), np.float32)
    should += curve.astype(np.float32)[np.rint(sheet @ mixture.astype(np.float32)).astype(np.uint8)]
    sheet_hues = cv2.transform(sheet.astype(np.float32), _HUES)
    inks = list[Ink]()
    for number in of_inks:
        much = sheet_hues @ (hues[number] / strong[number] ** 2).astype(np.float32)
        around = cv2.dilate(dots[number], _AROUND)
        share = np.asarray(np.clip(much, 0, 1) * around / 255, np.float32)
        should += share[..., None] * (known - fitted)[number].astype(np.float32)
        hue = (known - grey)[number, 1:]
        others = np.vstack([(known - grey)[of_inks, 1:], [0, 0]]) - hue
        inks.append(Ink(share, hue, others[np.hypot(*others.T) > INK_HUE * abs(turn)]))

    # Black and white become 0 and 255 in both.
    black = curve[0, 0]
    contrast = max(curve[-1, 0] - black, 1)
    for picture in (should, tones):
        picture[..., 0] = (picture[..., 0] - black) * 255 / contrast
    strength = abs(turn) if inks else 1.0
    return Likeness(softened(should, SOFT), softened(tones, SOFT), tuple(inks), strength)


def _seen(tones: Tones, dots: Sequence[npt.NDArray[Any]]) -> tuple[_Values, _Values]:
    """Return how much each colour of a sheet counts, and its grey and hues in a scan; ``dots`` are
    where the sheet has it.
    """
    smooth = softened(tones, 1.0)
    weights = []
    actual = []
    for own in dots:
        inner = smooth[cv2.erode(own, _AROUND) > 0]
        count = len(inner)
        is_measured = count >= _MIN_DOTS_OF_A_COLOUR
        weights.append(min(count, _MAX_DOTS_OF_A_COLOUR) ** 0.5 if is_measured else 0.0)
        step = count // _MAX_DOTS_OF_A_COLOUR + 1
        actual.append(np.median(inner[::step], axis=0) if count else np.zeros(3))
    return np.array(weights), np.array(actual)


def _grey_curve(colours: _Values, strong: _Values, actual: _Values, weights: _Values) -> _Values:
    """Return the grey and hues in a scan of each of the 256 greys of a sheet."""
    greys = np.flatnonzero((strong < _GREYISH) & (weights > 0))
    greys = _rising(greys[np.argsort(colours[greys, 0])], actual[:, 0], weights)
    parts = [np.interp(range(256), colours[greys, 0], part) for part in actual[greys].T]
    return np.column_stack(parts)


def _rising(greys: _Numbers, actual: _Values, weights: _Values) -> _Numbers:
    """Return greys without those that are lighter in a scan than the next lighter one."""
    # Black may be measured on paper, where marks beside cards have moved: of two in a wrong order
    # the less seen goes.
    while True:
        falls = np.flatnonzero(np.diff(actual[greys]) < 0)
        if not falls.size:
            return greys
        darker = falls[0]
        lighter = darker + 1
        is_darker_seen_more = weights[greys[darker]] > weights[greys[lighter]]
        greys = np.delete(greys, lighter if is_darker_seen_more else darker)


def _mixture(colours: _Values, actual: _Values, weights: _Values, curve: _Values) -> _Values:
    """Return the mixture of red, green and blue whose greys explain those of inks best."""

    def misfit(mixture: _Values) -> float:
        off = np.abs(curve[np.rint(colours @ mixture).astype(int)] - actual)
        unusual = _UNUSUAL_COST * np.abs(mixture - _USUAL_MIXTURE).sum()
        return float(weights @ np.minimum(off, 4 * _STRAY) / max(weights.sum(), 1) + unusual)

    return min((_USUAL_MIXTURE, *_MIXTURES), key=misfit)


def _turn(should: _Complex, actual: _Complex, weights: _Values) -> complex:
    """Return how much hues, as complex numbers, are turned and stretched in a scan; 0 if none is
    measured.

    Hues that fit no common turn, as when colours are exchanged on all cards, are treated as only
    stretched.
    """
    if not weights.any():
        return 0
    stretch = float(weights @ np.abs(actual) / (weights @ np.abs(should)))
    turn = complex(1)
    for _ in range(_TURN_ROUNDS):
        off = np.abs(actual - turn * should)
        near = weights * np.sqrt(np.minimum(1, _STRAY / np.maximum(off, 1e-6)))
        turn = complex(np.sum(near * actual * should.conj()) / np.sum(near * np.abs(should) ** 2))
    if abs(turn) < FITTING_STRETCH * stretch:
        return complex(stretch)
    if abs(cmath.phase(turn)) < MAX_TURN:
        return turn
    return complex(abs(turn))


def refusal(straight: Grey, sheet: Grey) -> str:
    """Return why a scan cannot be judged, and what to do about it; empty for one that can."""
    ink = straight[sheet < INK_LIGHT]
    contrast = 255 - float(np.median(ink)) if ink.size else 0.0
    if contrast < MIN_CONTRAST:
        return "too pale; scan it again with more contrast, or print it again with more ink"
    steep = _steepness(straight)
    should = _steepness(sheet)
    edges = should > STEEP_EDGE
    # As a share of the sharpness of the sheet drawn as sharply as can be.
    sharpness = float(steep[edges].mean() / should[edges].mean()) if edges.any() else 0.0
    if sharpness * 255 / contrast < MIN_SHARPNESS:
        return "blurred; hold the camera still and near, or scan it at 200 dots to an inch"
    return ""


def _steepness(picture: Grey) -> Tones:
    tones = softened(picture.astype(np.float32), SHARPNESS_SOFTENED)
    across = cv2.Sobel(tones, cv2.CV_32F, 1, 0)
    down = cv2.Sobel(tones, cv2.CV_32F, 0, 1)
    return np.asarray(cv2.magnitude(across, down), np.float32)


def mismatches(both: Likeness, doubt: Tones, card: Dots) -> Iterator[Bounds]:
    """Yield where a card of a scan differs from the sheet, in mm from its top left corner."""
    left, top, right, bottom = card
    x = left + CARD_RIM
    y = top + CARD_RIM
    inside = np.s_[y : bottom - CARD_RIM, x : right - CARD_RIM]
    should = both.sheet[inside]
    actual = both.scan[inside]
    places = [*_off_tone(should[..., 0], actual[..., 0], doubt[inside])]
    if both.strength >= COLOURLESS:
        for ink in both.inks:
            own_ink = ink._replace(share=ink.share[inside])
            places += _in_another_ink(actual - should, own_ink)
    for left, top, right, bottom in places:
        yield (x + left) * DOT, (y + top) * DOT, (x + right) * DOT, (y + bottom) * DOT


def _off_tone(should: Tones, actual: Tones, doubt: Tones) -> Iterator[Dots]:
    """Yield where the greys of a card lie outside those of the sheet in reach."""
    grey = np.ascontiguousarray(should)
    own = _in_tone(np.ascontiguousarray(actual), grey)
    outside = np.maximum(_outside(grey, own), _outside(own, grey))
    over = outside > np.maximum(MAX_OFF_TONE, MAX_STREAK * (255 - grey)) + doubt
    wide = cv2.dilate(over.astype(np.uint8), np.ones((5, 5), np.uint8))
    for place, dots in _joined(wide):
        if over[dots].sum() >= MIN_DOTS:
            yield place


def _in_another_ink(difference: Tones, ink: Ink) -> Iterator[Dots]:
    """Yield where what is drawn in an ink is nearer to another one.

    All dots of a mark decide together, by least squares.
    """
    for place, dots in _joined(ink.share > DRAWN_IN_INK):
        much = softened(ink.share * cv2.dilate(dots.astype(np.uint8), _AROUND), SOFT)
        evidence = float((much**2).sum())
        if evidence < MIN_INK_DOTS:
            continue
        hue = ink.hue + np.tensordot(much, difference[..., 1:], 2) / evidence
        pale = np.clip(hue @ ink.hue / (ink.hue @ ink.hue), PALEST_INK, 1 / PALEST_INK)
        towards_others = ink.others @ (hue - pale * ink.hue)
        too_far = NEARER_INK * pale * (ink.others**2).sum(axis=1)
        if (towards_others > too_far).any():
            yield place


def _joined(dots: npt.NDArray[Any]) -> Iterator[tuple[Dots, npt.NDArray[np.bool_]]]:
    """Yield each group of dots that touch: its rectangle, and the dots."""
    _, labels, stats, _ = cv2.connectedComponentsWithStats(dots.astype(np.uint8))
    for number, (x, y, wide, high, _) in enumerate(stats[1:].tolist(), 1):
        yield (x, y, x + wide, y + high), labels == number


def _in_tone(card: Tones, should: Tones) -> Tones:
    """Return a card with its black and white stretched to those of the sheet."""
    spread = float(card.std())
    slope = 1.0
    if spread > 1:
        slope = float(np.clip(np.mean((card - card.mean()) * should) / spread**2, 0.7, 2.5))
    stretched = slope * (card - np.median(card)) + np.median(should)
    return np.asarray(np.clip(stretched, 0, 255), np.float32)


def _outside(picture: Tones, other: Tones) -> Tones:
    """Return how far each dot of a picture lies outside those of another in reach of it."""
    width = 2 * EDGE_REACH + 1
    reach = np.ones((width, width), np.uint8)
    lighter = picture - cv2.dilate(other, reach)
    darker = cv2.erode(other, reach) - picture
    return np.asarray(np.maximum(lighter, darker), np.float32)


def aligned(straight: Coloured, white: Grey, sheet: Grey, cards: Sequence[Dots]) -> Coloured:
    """Return a straightened scan with each card moved to its exact place; ``white`` is the same
    with white paper.
    """
    moved = straight.copy()
    for x0, y0, x1, y1 in cards:
        top = max(y0 - CARD_SHIFT, 0)
        left = max(x0 - CARD_SHIFT, 0)
        around = np.s_[top : y1 + CARD_SHIFT, left : x1 + CARD_SHIFT]
        own = sheet[y0:y1, x0:x1]
        start = np.array([[1, 0, x0 - left], [0, 1, y0 - top]], np.float32)
        moved[y0:y1, x0:x1] = cv2.warpAffine(
            straight[around],
            _move_to(own, white[around], start),
            own.shape[::-1],
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
    return moved


def _move_to(card: Grey, around: Grey, start: Tones) -> Tones:
    """Return the affine move from a card to its image in a part of a scan.

    It is ``start`` if none is found within ``CARD_SHIFT``.
    """
    high, wide = card.shape
    corners = np.array([[0, 0, 1], [wide, 0, 1], [0, high, 1], [wide, high, 1]], np.float32)
    everywhere = np.full(around.shape, 255, np.uint8)
    move = start
    for within in ALIGNED_WITHIN:
        try:
            _, bent = cv2.findTransformECC(
                card,
                around,
                move.copy(),
                cv2.MOTION_AFFINE,
                _ALIGNMENT_ENDS,
                everywhere,
                within,
            )
        except cv2.error:  # it is too different, which the comparison will show
            break
        is_near = np.abs(corners @ (bent - start).T).max() <= CARD_SHIFT
        move = np.asarray(bent if is_near else start, np.float32)
    return move


#: A print that is larger or smaller by more than this share has the wrong scale.
MAX_OFF_SCALE = 0.015
#: The share of a card that may be beyond the edge of a scan.
MAX_MISSING = 0.002


def check_scan(subject: str, path: Path, kit: Kit, document: Remade) -> Report:
    """Return the report on a scan or photo of sheets, which the user has named ``subject``."""
    data = picture_content(path, "scan at 200 dots to an inch")
    frames = ask(
        path, "kitgen.pictures.picture_files", COLOURS, data, limits_of(data), advice=AGAIN
    )
    pages = [content for letter, content in frames if letter == PAGE]
    decoder = msgspec.msgpack.Decoder(PicturePage)
    sheets = SheetsOnPaper(kit, document)
    checks = list[Check]()
    wrong = list[Mismatch]()
    compared = set[str]()
    for number, page in enumerate(pages, 1):
        judged = sheets.judge(decoder.decode(page), number)
        checks.append(judged.check)
        wrong += judged.wrong
        compared.update(judged.compared)
    checks.append(_all_compared(sheets.boxes(), compared))
    return Report(
        subject=subject,
        kit=kit.name,
        hash=kit.hash,
        checks=tuple(said_by(Witness.PAPER, checks)),
        mismatches=tuple(wrong),
        language=kit.choices.language,
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
        self._document = document
        self._reader = BoxReader(kit)
        self._pdf = pypdfium2.PdfDocument(document.data)
        self._marks = PlainPdf(document.data)
        self._pictures = [np.asarray(page_dots(page).convert("L"), np.uint8) for page in self._pdf]

    def boxes(self) -> list[str]:
        """Return the ids of the boxes whose cards are on the sheets, in the order of the sheets."""
        boxes = dict[str, None]()
        for number in range(len(self._pictures)):
            things = named_things(self._reader, self._marks.page(number))
            boxes |= dict.fromkeys(card.box for card, _ in _cards(things))
        return list(boxes)

    def judge(self, page: PicturePage, number: int) -> PageOnPaper:
        """Return whether a page of a scan shows a sheet as it should be, and each difference."""
        name = f"page {number} of the scan is as it was to be printed"

        def refused(reason: str) -> PageOnPaper:
            return PageOnPaper(not_decided(name, reason))

        raw = _dots_of(page)
        grey = np.asarray(cv2.cvtColor(raw, cv2.COLOR_RGB2GRAY), np.uint8)
        light_of_paper = float(np.percentile(grey, PERCENTILE_OF_PAPER))
        if light_of_paper < MIN_LIGHT:
            return refused(f"it is {TOO_DARK}")
        white, paper = whitened(grey)
        match = find_sheet(white, self._pictures, paper)
        if match is None or match.alike < MIN_CORRELATION:
            return refused(NO_SHEET)
        sheet = self._pictures[match.sheet]
        whitest, scanned = straightened(white, match.to_scan, sheet.shape)
        what, warning = self._words(match, page)
        marks = self._marks.page(match.sheet)
        things = named_things(self._reader, marks)
        cards = list(_cards(things))
        if not cards:
            return refused(f"{what} shows no boxes, and was not compared")
        cut = _cut_off(cards, scanned)
        if cut:
            return refused(f"the scan cuts off {', '.join(cut)}; scan the whole sheet")
        coloured = np.asarray(page_dots(self._pdf[match.sheet]).convert("RGB"), np.uint8)
        straight, _ = straightened(raw, match.to_scan, sheet.shape)
        in_place = aligned(straight, whitest, sheet, [area for _, area in cards])
        even, doubt = evenly_lit(in_place, coloured)
        fault = refusal(np.asarray(cv2.cvtColor(even, cv2.COLOR_RGB2GRAY), np.uint8), sheet)
        if fault:
            return refused(f"{what}: it is {fault}")
        both = likened(even, coloured, _fills_of(marks))
        part = self._document.part_at(match.sheet + 1)
        wrong = list[Mismatch]()
        for card, area in cards:
            places = tuple(mismatches(both, doubt, area))
            if places:
                own = [thing for thing in things if thing.box == card.box]
                names = dict.fromkeys((named(own, place) or card).name for place in places)
                wrong.append(Mismatch(number, part, card.box, tuple(names), places))
        warnings = [warning] if warning else []
        if both.strength < COLOURLESS:
            warnings.append(NO_COLOURS)
        check = found_faults(
            name,
            f"{len(cards)} cards",
            f"{what}, {len(cards) - len(wrong)} of {len(cards)} cards alike",
            [str(mismatch) for mismatch in wrong],
            warning="; ".join(warnings),
        )
        return PageOnPaper(check, wrong, {card.box for card, _ in cards})

    def _words(self, match: SheetFound, page: PicturePage) -> tuple[str, str]:
        """Return which sheet a page shows, and a warning if it was printed in another scale."""
        number = match.sheet + 1
        what = f"sheet {number} of {len(self._pictures)} ({self._document.part_at(number)})"
        if not page.dpi:
            return what, ""
        scale = scale_of(match.to_scan, self._pictures[match.sheet].shape) * DPI / page.dpi
        if abs(scale - 1) <= MAX_OFF_SCALE:
            return f"{what} at {scale:.0%}", ""
        why = "printed with fit to page" if scale < 1 else "printed larger"
        return (
            f"{what} at {scale:.0%}",
            f"{scale:.0%}: {why}; print it at 100% where it has to fit a box",
        )


def _cut_off(cards: Sequence[tuple[Thing, Dots]], scanned: Grey) -> list[str]:
    """Return the boxes whose cards are beyond the edge of a scan; ``scanned`` is 0 there."""
    boxes = []
    for card, (x0, y0, x1, y1) in cards:
        if np.mean(scanned[y0:y1, x0:x1] == 0) > MAX_MISSING:
            boxes.append(card.box)
    return boxes


def _fills_of(marks: PageMarks) -> set[str]:
    """Return the colours in which a sheet is drawn, and that of its paper."""
    fills = {text.fill for text in marks.letters}
    fills |= {shape.fill for shape in marks.shapes if shape.fill}
    return {*fills, "#FFFFFF"}


def _dots_of(page: PicturePage) -> Coloured:
    dots = np.frombuffer(page.dots, np.uint8).reshape(page.height, page.width, -1)
    return dots if page.colours else dots.repeat(3, axis=2)


def _cards(things: Sequence[Thing]) -> Iterator[tuple[Thing, Dots]]:
    """Yield the card of each box on a page, or else its board, with its place in dots."""
    with_card = {thing.box for thing in things if thing.name == "the card"}
    for thing in things:
        wanted = "the card" if thing.box in with_card else "the board"
        if thing.box and thing.name == wanted:
            x0, y0, x1, y1 = (round(side / DOT) for side in thing.bounds)
            yield thing, (x0, y0, x1, y1)
