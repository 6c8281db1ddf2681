"""Classify the bubbles of a straightened sheet as marked, empty or unsure.

Darkness is relative: from 0, the paper around a place, to 1, the black printed on the sheet; so shadows and dim light
do not matter. A pencil leaves some dark dots, however few; a rubber leaves only grey, however much.
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
#: The share of a bubble's radius that is measured; its darkness is that of this share of its dots, the darkest.
WITHIN, DARKEST = 0.78, 0.08
#: A mark reaches the core of its bubble (share of the radius): this share of the core's dots has at least this share of
#: the bubble's darkness.
CORE, CROSSES, THERE = 0.5, 0.2, 0.55
#: Bubbles with the same letter seem empty if they are at most this much darker than the lightest, not darker than a
#: letter, and light in their median dot. From at least this many, the median picture of the letter is subtracted from
#: all; most of a column may be marked.
NEARLY, CLEAN, CLEAR, MODELS = 0.06, 0.4, 0.2, 3
#: At least this share of all bubbles is empty; the darkest of these tells how dark an empty bubble is.
LIGHTEST = 0.3
#: A bubble at most this much darker than an empty one is empty; or this much, if its median dot is lighter than the
#: third value: then its letter is printed slightly off its place.
EMPTY, BESIDE, BARE = 0.09, 0.15, 0.06
#: An even cover darker than the first is a mark, not a rubber's trace; a line in a mostly light bubble is a mark if it
#: is darker than the second, and than an empty bubble by the third.
COVERED, LINE, MORE = 0.38, 0.24, 0.15
#: In a row of faint marks, a mark is darker than this, and than this share of the median mark.
FAINT, ALIKE = 0.35, 0.8
#: The median dot of a bubble with a line is lighter than this share of its darkness.
LIGHT = 0.62
#: Anything lighter than a mark, and than this share of the darkest of its group, comes from a rubber or a neighbour.
RUBBED = 0.5
#: Fields that may have several marks: moves marked by two cells, and numbers that are added up.
SEVERAL = frozenset(("reply", "move", "count"))
#: White is the lightest paper within this distance, in mm.
PAPER = 8.0
_Tones = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Tones:
    """The darkness of a straightened sheet.

    Attributes:
        dark: from 0, the paper around a place, to 1, the printed black.
        white: the median of the paper, of 255.
        black: the median of the printed black, of 255.
    """

    dark: _Tones
    white: float
    black: float


def tones_of(straight: Grey, form: Form) -> Tones:
    """Return the darkness of each place of a straightened sheet."""
    few = cv2.resize(straight, None, fx=2 / SCALE, fy=2 / SCALE, interpolation=cv2.INTER_AREA)
    reach = round(2 * PAPER) | 1
    closed = cv2.morphologyEx(few, cv2.MORPH_CLOSE, np.ones((reach, reach), np.uint8), borderType=cv2.BORDER_REPLICATE)
    smooth = cv2.GaussianBlur(closed.astype(np.float32), (0, 0), 2.0)
    paper = cv2.resize(smooth, straight.shape[::-1], interpolation=cv2.INTER_LINEAR)
    inside = np.array([(at.x, at.y, at.side / 4) for at in form.squares] + [(x, y, 0.9) for x, y in form.full])
    black = float(np.median([_part(straight, *place).mean() for place in inside]))
    dark = (paper - straight) / np.maximum(paper - black, 8)
    soft = cv2.GaussianBlur(dark.astype(np.float32), (0, 0), 0.1 * SCALE)
    return Tones(np.asarray(soft, np.float32), float(np.median(smooth)), black)


def _part(picture: Grey, x: float, y: float, half: float) -> Grey:
    columns = slice(max(round((x - half) * SCALE), 0), round((x + half) * SCALE) + 1)
    return picture[max(round((y - half) * SCALE), 0) : round((y + half) * SCALE) + 1, columns]


def read_bubbles(tones: Tones, form: Form) -> dict[Bubble, ReadBubble]:
    """Return the reading of each bubble of a sheet."""
    disc, far = _disc(form.diameter)
    dots, known = _without_letters(_dots(tones, form, disc), form)
    darkest, middle = np.maximum(np.quantile(dots, (1 - DARKEST, 0.5), axis=1), 0)
    core = np.quantile(dots[:, far <= CORE], 1 - CROSSES, axis=1)
    most: dict[tuple[int, str, int], float] = defaultdict(float)
    for bubble, dark in zip(form.bubbles, darkest, strict=True):
        most[bubble.row, bubble.field, bubble.turn] = max(most[bubble.row, bubble.field, bubble.turn], float(dark))
    blank = float(np.quantile(darkest, LIGHTEST))
    hands = _hands(form, darkest)
    readings = {}
    for bubble, dark, mean, inside, corrected in zip(form.bubbles, darkest, middle, core, known, strict=True):
        rival = 0.0 if bubble.field in SEVERAL else most[bubble.row, bubble.field, bubble.turn]
        state = state_of(float(dark), float(mean), blank, rival, hands[bubble.row])
        if state == "marked" and (inside < THERE * dark or (not corrected and dark < CLEAN)):
            state = "unsure"  # it may be a neighbour's mark, or its letter
        readings[bubble] = ReadBubble(state, round(min(float(dark), 1.0), 3))
    return readings


def _hands(form: Form, darkest: npt.NDArray[np.float64]) -> dict[int, float]:
    """Return for each row the darkness from which a covered bubble is marked: some pencils are faint."""
    marks: dict[int, list[float]] = {row: [] for row in range(len(form.rows))}
    for bubble, dark in zip(form.bubbles, darkest, strict=True):
        if dark > FAINT:
            marks[bubble.row].append(float(dark))
    return {
        row: float(np.clip(ALIKE * np.median(dark), FAINT, COVERED)) if len(dark) >= MODELS else COVERED
        for row, dark in marks.items()
    }


def _disc(diameter: float) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float64]]:
    """Return the dots within a ring, as steps down and across from its middle, with their distance in radii."""
    reach = int(np.ceil(diameter / 2 * SCALE))
    down, across = np.meshgrid(*[np.arange(-reach, reach + 1)] * 2, indexing="ij")
    far = np.hypot(across, down) / (diameter / 2 * SCALE)
    return np.stack([down[far <= WITHIN], across[far <= WITHIN]]).astype(np.float32), far[far <= WITHIN]


def _dots(tones: Tones, form: Form, disc: npt.NDArray[np.float32]) -> _Tones:
    """Return the dots of each bubble, between those of the picture: a letter looks the same in every column."""
    middles = np.array([(bubble.y, bubble.x) for bubble in form.bubbles], np.float32) * SCALE
    rows, columns = middles[:, :1] + disc[0], middles[:, 1:] + disc[1]
    dots = cv2.remap(tones.dark, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(dots, np.float32)


def _without_letters(dots: _Tones, form: Form) -> tuple[_Tones, npt.NDArray[np.bool_]]:
    """Subtract the printed letters from the dots of bubbles; return them, and for which bubbles this was possible."""
    dark, middle = np.quantile(dots, (1 - DARKEST, 0.5), axis=1)
    alike: dict[tuple[str, str], list[int]] = defaultdict(list)
    for index, bubble in enumerate(form.bubbles):
        alike[bubble.field, bubble.value].append(index)
    clean, known = dots.copy(), np.zeros(len(dots), np.bool_)
    for mine in map(np.array, alike.values()):
        seems = (dark[mine] < min(CLEAN, float(dark[mine].min()) + NEARLY)) & (middle[mine] < CLEAR)
        if seems.sum() < MODELS:
            continue
        turns = np.array([form.bubbles[index].turn for index in mine])
        for turn in np.unique(turns):
            here = turns == turn  # a printer may set a letter a little off its place, in the whole column
            model = mine[seems & here] if (seems & here).sum() >= MODELS else mine[seems]
            letter = np.clip(np.median(dots[model], axis=0), 0, CLEAN)
            clean[mine[here]] = (dots[mine[here]] - letter) / (1 - letter)  # marks multiply with the letter below them
        known[mine] = True
    return clean, known


def state_of(dark: float, middle: float, blank: float, rival: float, covered: float = COVERED) -> State:
    """Return the state of a bubble.

    Args:
        dark: the darkness of its darkest dots.
        middle: the darkness of its median dot.
        blank: the darkness of an empty bubble.
        rival: the darkness of the darkest bubble of its group, if only one may be marked; otherwise 0.
        covered: the darkness from which an even cover is a mark.

    >>> state_of(0.9, 0.8, 0.1, 0.9), state_of(0.35, 0.1, 0.1, 0.35), state_of(0.12, 0.1, 0.1, 0.9)
    ('marked', 'marked', 'empty')
    >>> state_of(0.35, 0.3, 0.1, 0.35), state_of(0.35, 0.3, 0.1, 0.9)
    ('unsure', 'empty')
    """
    if dark < blank + (BESIDE if middle < BARE else EMPTY):
        return "empty"
    line = middle < LIGHT * dark and dark > max(LINE, blank + MORE)
    if (line or dark > covered) and dark >= RUBBED * rival:
        return "marked"
    return "empty" if dark < min(covered, RUBBED * rival) else "unsure"
