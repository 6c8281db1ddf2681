"""Tell whether the bubbles of a straightened sheet are marked, empty or unsure.

Darkness is from 0 (the paper around a place) to 1 (the black printed on the sheet), so shadows
and dim light do not matter. A pencil leaves at least a few dark dots; a rubber leaves only grey.

How many bubbles are told right with the numbers below, in simulated photographs of marked sheets:
``benchmarks/photographs.py``, ``benchmarks/hands.py`` and ``docs/reliability.md``. Numbers that
decide are tried from both sides in ``tests/marked/test_reading_bounds.py``.
"""

from collections import defaultdict
from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np
import numpy.typing as npt

from kitgen.forms.form import Bubble, Form
from kitgen.marked.row_marks import ReadBubble
from kitgen.marked.straight import SCALE
from kitgen.pictures.alignment import Grey

State = Literal["marked", "empty", "unsure"]

# What is measured of a bubble.

#: The share of a bubble's radius that is measured.
MEASURED_SHARE = 0.78
#: The share of a bubble's dots, the darkest, that gives its darkness.
DARKEST_SHARE = 0.08
#: White is the lightest paper within this distance, seen with so many dots per mm.
PAPER_WITHIN_MM = 8.0
PAPER_DOTS_PER_MM = 2
#: How far the whites of neighbouring places are blended, as a deviation in dots of the paper.
PAPER_BLUR_DOTS = 2.0
#: How far neighbouring dots of the sheet are blended, as a deviation, so that noise is no ink.
TONES_BLUR_MM = 0.1
#: The least difference between paper and black that is divided by, of 255.
MIN_TONES = 8
#: Half the side of the inner part of a printed full bubble, which is black for certain.
HALF_FULL_MM = 0.9

# What a bubble is without a mark. With enough bubbles that seem empty, the median picture of those
# with the same letter is that letter, and is subtracted from all of them.

#: Bubbles with the same letter seem empty if they are at most this much darker than the lightest.
MAX_APART_ALIKE = 0.06
#: Their darkest dots are not darker than a printed letter.
MAX_LETTER = 0.4
#: Their median dot is lighter than this.
MAX_MIDDLE_OF_EMPTY = 0.2
#: The fewest alike that show what is usual: empty bubbles for a letter, marks for a pencil.
MIN_ALIKE = 3
#: At least this share of all bubbles is empty; the darkest of these has the darkness of an empty
#: bubble.
EMPTY_SHARE = 0.3
#: A bubble is empty if it is at most this much darker than an empty one,
MAX_OVER_EMPTY = 0.09
#: or at most this much if its median dot is lighter than ``MAX_MIDDLE_OF_BARE``: its letter is then
#: printed slightly off its place.
MAX_OVER_EMPTY_BESIDE_LETTER = 0.15
MAX_MIDDLE_OF_BARE = 0.06

# What a mark is.

#: A mark reaches the core of its bubble, which has this share of its radius.
CORE_SHARE = 0.5
#: At least this share of the core's dots is marked,
MIN_MARKED_IN_CORE = 0.2
#: which means that it has at least this share of the bubble's darkness.
MIN_DARKNESS_IN_CORE = 0.55
#: An even cover is a mark, not a rubber's trace, if it is darker than this.
MIN_COVER = 0.38
#: In a row of faint marks, one is darker than this, and than this share of the median mark.
MIN_FAINT_COVER = 0.35
SHARE_OF_MEDIAN_MARK = 0.8
#: A line in a mostly light bubble is a mark if it is darker than this,
MIN_LINE = 0.24
#: and than an empty bubble by this.
MIN_LINE_OVER_EMPTY = 0.15
#: The median dot of a bubble with a line is lighter than this share of its darkness.
MAX_MIDDLE_BESIDE_LINE = 0.62
#: Anything lighter than a mark, and than this share of the darkest of its group, comes from a
#: rubber or a neighbour.
MIN_SHARE_OF_RIVAL = 0.5
#: Fields that may have several marks: moves marked by two cells, and numbers that are added up.
FIELDS_WITH_SEVERAL = frozenset(("reply", "move", "count"))

_Tones = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Tones:
    """The darkness of a straightened sheet.

    Attributes:
        dark: of each dot, from 0 (paper) to 1 (printed black).
        white, black: the medians of the paper and of the printed black, from 0 to 255.
    """

    dark: _Tones
    white: float
    black: float


def tones_of(straight: Grey, form: Form) -> Tones:
    """Return the darkness of a straightened sheet."""
    smaller = PAPER_DOTS_PER_MM / SCALE
    small = cv2.resize(straight, None, fx=smaller, fy=smaller, interpolation=cv2.INTER_AREA)
    reach = round(PAPER_DOTS_PER_MM * PAPER_WITHIN_MM) | 1  # an odd number, with one dot amid
    closed = cv2.morphologyEx(
        small, cv2.MORPH_CLOSE, np.ones((reach, reach), np.uint8), borderType=cv2.BORDER_REPLICATE
    )
    smooth = cv2.GaussianBlur(closed.astype(np.float32), (0, 0), PAPER_BLUR_DOTS)
    paper = cv2.resize(smooth, straight.shape[::-1], interpolation=cv2.INTER_LINEAR)
    printed = []
    for square in form.squares:
        printed.append(_part(straight, square.x, square.y, square.side / 4).mean())
    for x, y in form.full:
        printed.append(_part(straight, x, y, HALF_FULL_MM).mean())
    black = float(np.median(printed))
    dark = (paper - straight) / np.maximum(paper - black, MIN_TONES)
    soft = cv2.GaussianBlur(dark.astype(np.float32), (0, 0), TONES_BLUR_MM * SCALE)
    return Tones(np.asarray(soft, np.float32), float(np.median(smooth)), black)


def _part(picture: Grey, x: float, y: float, half: float) -> Grey:
    """Return the dots of a square around a place, of which ``half`` is half the side, all in mm."""
    rows = slice(max(round((y - half) * SCALE), 0), round((y + half) * SCALE) + 1)
    columns = slice(max(round((x - half) * SCALE), 0), round((x + half) * SCALE) + 1)
    return picture[rows, columns]


def read_bubbles(tones: Tones, form: Form) -> dict[Bubble, ReadBubble]:
    """Return the reading of each bubble of a sheet."""
    dots, far = _dots(tones, form)
    dots, known = _without_letters(dots, form)
    darkest, middle = np.maximum(np.quantile(dots, (1 - DARKEST_SHARE, 0.5), axis=1), 0)
    core = np.quantile(dots[:, far <= CORE_SHARE], 1 - MIN_MARKED_IN_CORE, axis=1)
    darkest_of_group: dict[tuple[int, str, int], float] = defaultdict(float)
    for bubble, dark in zip(form.bubbles, darkest, strict=True):
        group = (bubble.row, bubble.field, bubble.turn)
        darkest_of_group[group] = max(darkest_of_group[group], float(dark))
    blank = float(np.quantile(darkest, EMPTY_SHARE))
    rows = np.array([bubble.row for bubble in form.bubbles])
    covered = [_covered_from(darkest[rows == row]) for row in range(len(form.rows))]
    readings = {}
    for bubble, dark, mean, inside, corrected in zip(
        form.bubbles, darkest, middle, core, known, strict=True
    ):
        rival = 0.0
        if bubble.field not in FIELDS_WITH_SEVERAL:
            rival = darkest_of_group[bubble.row, bubble.field, bubble.turn]
        state = state_of(float(dark), float(mean), blank, rival, covered[bubble.row])
        may_be_neighbours = inside < MIN_DARKNESS_IN_CORE * dark
        may_be_letter = not corrected and dark < MAX_LETTER
        if state == "marked" and (may_be_neighbours or may_be_letter):
            state = "unsure"
        readings[bubble] = ReadBubble(state, round(min(float(dark), 1.0), 3))
    return readings


def _covered_from(darkest: npt.NDArray[np.float64]) -> float:
    """Return the darkness from which an evenly covered bubble of a row is marked.

    It is less in a row whose marks are all faint, as those of some pencils are.
    """
    marks = darkest[darkest > MIN_FAINT_COVER].astype(np.float64)
    if len(marks) < MIN_ALIKE:
        return MIN_COVER
    return float(np.clip(SHARE_OF_MEDIAN_MARK * np.median(marks), MIN_FAINT_COVER, MIN_COVER))


def _dots(tones: Tones, form: Form) -> tuple[_Tones, npt.NDArray[np.float64]]:
    """Return the dots of each bubble, and their distances from its middle in radii.

    They are interpolated, so that a letter looks the same in every column.
    """
    reach = int(np.ceil(form.diameter / 2 * SCALE))
    down, across = np.meshgrid(*[np.arange(-reach, reach + 1)] * 2, indexing="ij")
    far = np.hypot(across, down) / (form.diameter / 2 * SCALE)
    disc = np.stack([down[far <= MEASURED_SHARE], across[far <= MEASURED_SHARE]]).astype(np.float32)
    middles = np.array([(bubble.y, bubble.x) for bubble in form.bubbles], np.float32) * SCALE
    rows = middles[:, :1] + disc[0]
    columns = middles[:, 1:] + disc[1]
    dots = cv2.remap(tones.dark, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(dots, np.float32), far[far <= MEASURED_SHARE]


def _without_letters(dots: _Tones, form: Form) -> tuple[_Tones, npt.NDArray[np.bool_]]:
    """Subtract the printed letters from the dots of bubbles.

    Returns the dots, and for which bubbles this was possible.
    """
    dark, middle = np.quantile(dots, (1 - DARKEST_SHARE, 0.5), axis=1)
    same_letter: dict[tuple[str, str], list[int]] = defaultdict(list)
    for index, bubble in enumerate(form.bubbles):
        same_letter[bubble.field, bubble.value].append(index)
    clean = dots.copy()
    known = np.zeros(len(dots), np.bool_)
    for mine in map(np.array, same_letter.values()):
        empty = _seems_empty(dark[mine], middle[mine])
        if empty.sum() < MIN_ALIKE:
            continue
        turns = np.array([form.bubbles[index].turn for index in mine])
        for turn in np.unique(turns):
            here = turns == turn  # a printer may shift a letter a little in a whole column
            models = mine[empty]
            if (empty & here).sum() >= MIN_ALIKE:
                models = mine[empty & here]
            letter = np.clip(np.median(dots[models], axis=0), 0, MAX_LETTER)
            # marks multiply with the letter below them
            clean[mine[here]] = (dots[mine[here]] - letter) / (1 - letter)
        known[mine] = True
    return clean, known


def _seems_empty(dark: _Tones, middle: _Tones) -> npt.NDArray[np.bool_]:
    """Return which bubbles with the same letter seem empty.

    They are the lightest that are alike, since some bubbles may be covered.
    """
    light = (dark < MAX_LETTER) & (middle < MAX_MIDDLE_OF_EMPTY)
    lightest = np.sort(dark[light])
    several_on = lightest[MIN_ALIKE - 1 :]
    apart = several_on - lightest[: len(lightest) - MIN_ALIKE + 1]
    alike = np.flatnonzero(apart <= MAX_APART_ALIKE)
    if not len(alike):
        return np.zeros(len(dark), np.bool_)
    least = float(lightest[alike[0]])
    return np.asarray(light & (dark >= least) & (dark < least + MAX_APART_ALIKE), np.bool_)


def state_of(
    dark: float, middle: float, blank: float, rival: float, covered: float = MIN_COVER
) -> State:
    """Return the state of a bubble.

    Args:
        dark, middle: the darkness of its darkest dots, and of its median dot.
        blank: the darkness of an empty bubble.
        rival: the darkness of the darkest bubble of its group, if only one may be marked; otherwise
            0.
        covered: the darkness from which an even cover is a mark.

    >>> state_of(0.9, 0.8, 0.1, 0.9), state_of(0.35, 0.1, 0.1, 0.35), state_of(0.12, 0.1, 0.1, 0.9)
    ('marked', 'marked', 'empty')
    >>> state_of(0.35, 0.3, 0.1, 0.35), state_of(0.35, 0.3, 0.1, 0.9)
    ('unsure', 'empty')
    """
    tolerated = MAX_OVER_EMPTY_BESIDE_LETTER if middle < MAX_MIDDLE_OF_BARE else MAX_OVER_EMPTY
    if dark < blank + tolerated:
        return "empty"
    mostly_light = middle < MAX_MIDDLE_BESIDE_LINE * dark
    is_line = mostly_light and dark > max(MIN_LINE, blank + MIN_LINE_OVER_EMPTY)
    if (is_line or dark > covered) and dark >= MIN_SHARE_OF_RIVAL * rival:
        return "marked"
    if dark < min(covered, MIN_SHARE_OF_RIVAL * rival):
        return "empty"
    return "unsure"
