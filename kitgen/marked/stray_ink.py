"""Find what bubbles do not tell: rings that are not seen, and ink beside or around bubbles.

A printed ring that does not show is below a sticker or a reflection, so its bubble may have a mark
that nobody sees. Ink outside the bubbles is part of a mark if it is connected with one marked
bubble and stays near it, like the tail of a tick, and does not cross the whole height of a row. All
other ink is stray: a circle round a bubble, a highlighter, a stamp, a line through several.

Darkness is that of the darkest of a dot's three colours, because a yellow highlighter is nearly as
light as paper.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

import cv2
import numpy as np
import numpy.typing as npt

from kitgen.forms.form import COUNT, Bubble, Form
from kitgen.marked.row_marks import MARKED, TOUCHED, UNSEEN, UNSURE
from kitgen.marked.straight import SCALE

_Dots = npt.NDArray[np.float32]
_Mask = npt.NDArray[np.uint8]
_Floats = npt.NDArray[np.float64]
_Kind = TypeVar("_Kind", bound=np.generic)

# How many rows with stray, faint and hidden ink are asked about with the numbers below, and how
# many others: benchmarks/hands.py and docs/reliability.md. Those that decide are tried from both
# sides in tests/marked/test_reading_bounds.py.

# Rings. All lengths are in mm.

#: The places along a ring where its darkness is measured, and the parts of a ring that are looked
#: at by themselves.
RING_PLACES = 32
RING_PARTS = 8
#: How far a ring may lie from its place, and the step in which it is searched.
RING_ASIDE_MM = 0.45
RING_ASIDE_STEP_MM = 0.15
#: How far inside and outside a ring its paper is measured.
BESIDE_RING_MM = 0.45
#: The least share of the usual contrast of a ring that is seen, on the whole and in a part.
MIN_RING_SEEN = 0.6
MIN_PART_SEEN = 0.4
#: A part beside which it is darker than this many times the usual contrast has ink on it, and is
#: not hidden.
MIN_INK_BESIDE_PART = 0.6
#: With so many hidden parts, a ring is not seen.
MIN_HIDDEN_PARTS = 2
#: The least contrast that can be told from no ring.
MIN_RING_CONTRAST = 0.025

#: The usual contrast is a curved surface over the sheet, fitted so many times, to at least so many
#: rings, and each time without those that are off by this share.
SURFACE_FITS = 3
MIN_RINGS_FITTED = 20
MAX_APART_FROM_SURFACE = 0.25
#: How many median deviations make a usual deviation, as of a bell curve: about 1.48.
DEVIATION_OF_MEDIAN = 1.5

# Faint ink in bubbles.

#: How much of a bubble, from its middle, is looked at for faint ink, and the step from one place to
#: the next.
FAINT_WITHIN_MM = 1.35
FAINT_STEP_MM = 0.15
#: The darkest places of a bubble, as a share.
FAINT_DARKEST_SHARE = 0.06
#: Faint ink is so much darker than the same bubble usually is in other rows: on the whole, and at
#: its darkest places.
MIN_FAINT_WHOLE = 0.02
MIN_FAINT_DARKEST = 0.06
#: And by so many usual deviations.
MIN_FAINT_DEVIATIONS = 6
#: With so many bubbles of a column that are not marked, these alone say what is usual.
MIN_FREE_TO_COMPARE = 5
#: A row with several bubbles that are darker by this share of that has faint ink, too.
MIN_NEARLY_FAINT = 0.6
MIN_NEARLY_FAINT_BUBBLES = 2

# Ink outside bubbles.

#: The least darkness of ink on paper, also in deviations of the paper's own; and how much darker
#: than a ring it is.
MIN_INK = 0.13
MIN_INK_DEVIATIONS = 5
MIN_INK_OVER_RING = 0.17
#: How far beyond a ring it may darken the paper.
RING_REACH_MM = 0.35
#: How far from its bubble a mark may reach, from the middle, and the most of it outside the bubble,
#: in mm².
MAX_MARK_REACH_MM = 5.0
MAX_MARK_OUTSIDE_MM2 = 12.0
#: The least stray ink, in mm²; anything smaller is a speck.
MIN_STRAY_MM2 = 0.35
#: Stray ink touches a bubble if so much of it, in mm², is at most so far from its ring.
MIN_TOUCH_MM2 = 0.15
TOUCH_REACH_MM = 1.3
#: What is printed in a row beside bubbles: the paper left free around the name, a letter before
#: bubbles, and rules.
NAME_MM = 7.4
LETTER_WIDTH_MM = 3.6
LETTER_HEIGHT_MM = 3.4
RULE_MM = 0.5
#: How near to a rule ink reaches it.
EDGE_MM = 0.4


@dataclass(frozen=True, slots=True)
class Stray:
    """What a sheet shows beside its marks.

    Attributes:
        states: ``unseen`` or ``touched``, for the bubbles that are.
        rows: the rows with ink anywhere, from 0.
    """

    states: Mapping[Bubble, str]
    rows: frozenset[int]


def stray_ink(dark: _Dots, form: Form, states: Mapping[Bubble, str]) -> Stray:
    """Return the unseen and touched bubbles of a sheet, and its rows with ink.

    ``dark`` is the darkness of the straightened sheet, from 0 (paper) to 1 (printed black);
    ``states`` are those of the bubbles by their inside.
    """
    rings = _Rings(dark, form)
    marked = np.array([states[bubble] in (MARKED, UNSURE) for bubble in form.bubbles])
    unseen = rings.unseen()
    stray, touched = _touched(dark, form, rings, marked)
    unclear: dict[Bubble, str] = {}
    for index, bubble in enumerate(form.bubbles):
        if touched[index]:
            unclear[bubble] = TOUCHED
        elif unseen[index] and not marked[index]:
            unclear[bubble] = UNSEEN
    inked = _rows_with_faint_ink(form, _faintness(dark, form, rings, marked))
    for number, row in enumerate(form.rows):
        if _dots_of(stray, row.x, row.y, row.x + row.width, row.y + row.height).any():
            inked.add(number)
    for bubble, filled in zip(form.bubbles, marked, strict=True):
        if filled:
            inked.add(bubble.row)
    return Stray(unclear, frozenset(inked))


class _Rings:
    """The printed rings of a sheet.

    Attributes:
        middles: where they were found, in mm.
        contrast: how much darker each is than the paper beside it.
        usual: how much darker it should be at its place.
        darkness: the usual darkness of a ring.
    """

    def __init__(self, dark: _Dots, form: Form) -> None:
        self.radius = form.diameter / 2
        printed = np.array([(bubble.x, bubble.y) for bubble in form.bubbles], np.float32)
        last = RING_ASIDE_MM + RING_ASIDE_STEP_MM / 2
        asides = np.arange(-RING_ASIDE_MM, last, RING_ASIDE_STEP_MM)
        best = np.full(len(printed), -np.inf)
        self.middles = printed.astype(np.float64)
        self._parts = np.zeros((len(printed), RING_PARTS))
        self._beside = np.zeros((len(printed), RING_PARTS))
        rings = np.zeros(len(printed))
        for x in asides:
            for y in asides:
                middles = printed + np.array([x, y], np.float32)
                inside = self._along(dark, middles, -BESIDE_RING_MM)
                ring = self._along(dark, middles, 0.0)
                outside = self._along(dark, middles, BESIDE_RING_MM)
                beside = np.maximum(inside, outside)
                contrast = np.median(ring - beside, axis=1)
                better = contrast > best
                best[better] = contrast[better]
                self.middles[better] = middles[better]
                self._parts[better] = _by_parts(ring - beside)[better]
                self._beside[better] = _by_parts(beside)[better]
                rings[better] = np.median(ring, axis=1)[better]
        self.contrast = best
        self.usual = _smooth(printed, best)
        covered = best < MIN_RING_SEEN * self.usual
        self.middles[covered] = printed[covered]
        self.darkness = float(np.median(rings))

    def _along(self, dark: _Dots, middles: _Dots, beyond: float) -> _Dots:
        """Return the darkness along circles, each with so much more than the radius of a ring."""
        angles = np.arange(RING_PLACES, dtype=np.float32) * (2 * np.pi / RING_PLACES)
        columns = (middles[:, :1] + (self.radius + beyond) * np.cos(angles)) * SCALE
        rows = (middles[:, 1:] + (self.radius + beyond) * np.sin(angles)) * SCALE
        seen = cv2.remap(dark, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(seen, np.float32)

    def unseen(self) -> npt.NDArray[np.bool_]:
        """Return for each ring whether it, or a good part of it, does not show."""
        usual = np.maximum(self.usual, MIN_RING_CONTRAST)
        faint = self._parts < MIN_PART_SEEN * usual[:, None]
        inked = self._beside > MIN_INK_BESIDE_PART * usual[:, None]
        hidden = (faint & ~inked).sum(axis=1) >= MIN_HIDDEN_PARTS
        inked_around = np.median(self._beside, axis=1) > MIN_INK_BESIDE_PART * usual
        faint_all_around = self.contrast < MIN_RING_SEEN * usual
        return np.asarray(hidden | (faint_all_around & ~inked_around), np.bool_)


def _by_parts(along: _Dots) -> _Floats:
    """Return the mean darkness of each part of each ring."""
    parts = along.reshape(len(along), RING_PARTS, RING_PLACES // RING_PARTS)
    return np.asarray(parts.mean(axis=2), np.float64)


def _smooth(places: _Dots, contrast: _Floats) -> _Floats:
    """Return the usual contrast at each place.

    It changes slowly over a sheet, as its sharpness does.
    """
    x, y = (places - places.mean(axis=0)).T / 100  # in decimetres, so that no term is large
    terms = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=1).astype(np.float64)
    use = contrast > np.median(contrast) / 2
    usual = np.full(len(contrast), float(np.median(contrast)))
    for _ in range(SURFACE_FITS):
        if use.sum() < MIN_RINGS_FITTED:
            break
        factors, *_ = np.linalg.lstsq(terms[use], contrast[use], rcond=None)
        usual = terms @ factors
        most_apart = MAX_APART_FROM_SURFACE * np.maximum(usual, MIN_RING_CONTRAST)
        use = np.abs(contrast - usual) < most_apart
    return np.asarray(usual, np.float64)


def _rows_with_faint_ink(form: Form, faintness: _Floats) -> set[int]:
    """Return the rows with a bubble that has faint ink, or with several that nearly have."""
    nearly: dict[int, int] = defaultdict(int)
    rows = set()
    for bubble, faint in zip(form.bubbles, faintness, strict=True):
        if faint > MIN_NEARLY_FAINT:
            nearly[bubble.row] += 1
        if faint > 1 or nearly[bubble.row] >= MIN_NEARLY_FAINT_BUBBLES:
            rows.add(bubble.row)
    return rows


def _faintness(dark: _Dots, form: Form, rings: _Rings, marked: npt.NDArray[np.bool_]) -> _Floats:
    """Return how much darker each bubble is than the same one in most other rows.

    1 is the limit of faint ink. A bubble that is not marked is compared with the others that are
    not, too: where half of a column is marked, most of its darkness is that of marks.
    """
    steps = np.arange(-FAINT_WITHIN_MM, FAINT_WITHIN_MM + FAINT_STEP_MM / 2, FAINT_STEP_MM)
    down, across = np.meshgrid(steps, steps, indexing="ij")
    disc = np.stack([across, down], axis=-1)[np.hypot(down, across) <= FAINT_WITHIN_MM]
    places = ((rings.middles[:, None] + disc) * SCALE).astype(np.float32)
    dots = cv2.remap(
        dark, places[..., 0], places[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    whole = dots.mean(axis=1)
    darkest = np.quantile(dots, 1 - FAINT_DARKEST_SHARE, axis=1)
    columns: dict[tuple[str, int, str], list[int]] = defaultdict(list)
    for index, bubble in enumerate(form.bubbles):
        columns[bubble.field, bubble.turn, bubble.value].append(index)
    faintness = np.zeros(len(form.bubbles))
    for column in map(np.array, columns.values()):
        free = column[~marked[column]]
        compared = [column]
        if len(free) >= MIN_FREE_TO_COMPARE:
            compared.append(free)
        for alike in compared:
            on_the_whole = _above_usual(whole[alike], MIN_FAINT_WHOLE)
            at_the_darkest = _above_usual(darkest[alike], MIN_FAINT_DARKEST)
            faint = np.maximum(on_the_whole, at_the_darkest)
            faintness[alike] = np.maximum(faintness[alike], faint)
    return faintness


def _above_usual(figures: _Floats, least: float) -> _Floats:
    """Return how far figures are above their median, in shares of what is faint ink: ``least``, or
    more where they vary much.
    """
    apart = figures - np.median(figures)
    usual = DEVIATION_OF_MEDIAN * float(np.median(np.abs(apart)))
    return np.asarray(apart / max(least, MIN_FAINT_DEVIATIONS * usual), np.float64)


class _Ground:
    """The dots of a straightened sheet, and the bubble that is nearest to each.

    Attributes:
        nearest: the number of this bubble.
        far: the distance from its middle, in mm.
        middles: the middles of all bubbles, in dots: column and row.
    """

    def __init__(self, shape: tuple[int, int], middles: _Floats) -> None:
        self.middles = middles * SCALE
        columns, rows = np.round(self.middles).astype(int).T
        apart = np.ones(shape, np.uint8)
        apart[rows, columns] = 0
        far, places = cv2.distanceTransformWithLabels(
            apart, cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL
        )
        bubbles = np.zeros(int(places.max()) + 1, np.int32)
        bubbles[places[rows, columns]] = np.arange(len(middles))
        self.nearest = bubbles[places]
        self.far = far / SCALE


def _touched(
    dark: _Dots, form: Form, rings: _Rings, marked: npt.NDArray[np.bool_]
) -> tuple[_Mask, npt.NDArray[np.bool_]]:
    """Return the stray ink of a sheet, and for each bubble whether it touches it."""
    ground = _Ground(dark.shape, rings.middles)
    within = ground.far < rings.radius
    own = within & marked[ground.nearest]
    outside = _ink_outside(dark, form, rings, ground)
    _, pieces = cv2.connectedComponents(np.maximum(outside, own.astype(np.uint8)), connectivity=8)
    stray_pieces = _stray_pieces(pieces, outside, own, ground, rings.radius)
    stray_pieces[_across_rows(pieces, outside, form)] = True
    stray = (stray_pieces[pieces] & (outside > 0)).astype(np.uint8)
    close = (stray > 0) & (ground.far < rings.radius + TOUCH_REACH_MM)
    amount = np.bincount(ground.nearest[close], minlength=len(marked))
    touched = (amount >= MIN_TOUCH_MM2 * SCALE**2) & ~marked
    held = stray_pieces[pieces] & own
    touched[np.unique(ground.nearest[held])] = True  # its own mark is a part of stray ink
    return stray, touched


def _ink_outside(dark: _Dots, form: Form, rings: _Rings, ground: _Ground) -> _Mask:
    """Return the dots with ink that are neither inside a bubble nor printed."""
    free = _free_paper(dark.shape, form)
    paper = dark[(free > 0) & (ground.far > rings.radius + RING_REACH_MM)]
    middle = float(np.median(paper))
    deviation = DEVIATION_OF_MEDIAN * float(np.median(np.abs(paper - middle)))
    ink = dark > max(MIN_INK, middle + MIN_INK_DEVIATIONS * deviation)
    on_ring = ground.far < rings.radius + RING_REACH_MM
    ink &= ~on_ring | (dark > rings.darkness + MIN_INK_OVER_RING)
    ink &= ground.far > rings.radius - RING_REACH_MM
    return np.asarray(ink, np.uint8) & free


def _free_paper(shape: tuple[int, int], form: Form) -> _Mask:
    """Return where nothing is printed but bubbles.

    That is in the rows, without their names, letters and rules.
    """
    free = np.zeros(shape, np.uint8)
    for row in form.rows:
        right = row.x + row.width
        bottom = row.y + row.height - RULE_MM
        inside = _dots_of(free, row.x + NAME_MM, row.y + RULE_MM, right, bottom)
        inside[:] = 1
    lettered = form.code.part == COUNT or len({bubble.y for bubble in form.example}) > 1
    for label in form.labels:
        if lettered and label.turn:
            left = label.x - LETTER_WIDTH_MM
            top = label.y - LETTER_HEIGHT_MM / 2
            letter = _dots_of(free, left, top, label.x, label.y + LETTER_HEIGHT_MM / 2)
            letter[:] = 0
    return free


def _dots_of(
    dots: npt.NDArray[_Kind], left: float, top: float, right: float, bottom: float
) -> npt.NDArray[_Kind]:
    """Return the dots of a part of the sheet, which is given in mm; changes reach the sheet."""
    rows = slice(max(round(top * SCALE), 0), round(bottom * SCALE))
    columns = slice(max(round(left * SCALE), 0), round(right * SCALE))
    return dots[rows, columns]


def _across_rows(pieces: npt.NDArray[np.int32], outside: _Mask, form: Form) -> list[int]:
    """Return the pieces of ink from the top of a row to its bottom.

    They are parts of something larger.
    """
    across: list[int] = []
    ink = np.where(outside > 0, pieces, 0)
    for row in form.rows:
        right = row.x + row.width
        top = row.y + RULE_MM
        bottom = row.y + row.height - RULE_MM
        above = _dots_of(ink, row.x, top, right, top + EDGE_MM)
        below = _dots_of(ink, row.x, bottom - EDGE_MM, right, bottom)
        across += np.intersect1d(above[above > 0], below[below > 0]).tolist()
    return across


def _stray_pieces(
    pieces: npt.NDArray[np.int32],
    outside: _Mask,
    own: npt.NDArray[np.bool_],
    ground: _Ground,
    radius: float,
) -> npt.NDArray[np.bool_]:
    """Return for each piece of ink whether it is stray: not one bubble's mark, and no speck."""
    count = int(pieces.max()) + 1
    pairs = np.unique(np.stack([pieces[own], ground.nearest[own]]), axis=1)
    holders = np.bincount(pairs[0], minlength=count)
    holder = np.full(count, -1)
    holder[pairs[0]] = pairs[1]
    rows, columns = np.nonzero(outside)
    numbers = pieces[rows, columns]
    area = np.bincount(numbers, minlength=count) / SCALE**2
    apart = np.stack([columns, rows], axis=1) - ground.middles[holder[numbers]]
    away = np.hypot(apart[:, 0], apart[:, 1]) / SCALE
    reach = np.zeros(count)
    np.maximum.at(reach, numbers, away)
    beyond = np.bincount(numbers[away > radius], minlength=count) / SCALE**2
    far_off = (reach > MAX_MARK_REACH_MM) | (beyond > MAX_MARK_OUTSIDE_MM2)
    stray = (area >= MIN_STRAY_MM2) & ((holders != 1) | far_off)
    stray[0] = False
    return np.asarray(stray, np.bool_)
