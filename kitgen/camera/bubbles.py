"""Tells which bubbles of a straightened sheet are marked, which are empty, and of which nobody can be sure.

How dark a place is goes from 0, the paper about it, to 1, the black that is printed on the sheet: so neither shadows
nor dim light matter. What a pencil leaves is dark in some place, however little it covers; what a rubber leaves is a
shade of grey, however much.
"""

from collections import defaultdict
from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np
import numpy.typing as npt

from kitgen.camera.straight import SCALE
from kitgen.check.picture.scan.aligning import Grey
from kitgen.record.forms.form import Bubble, Form

State = Literal["marked", "empty", "unsure"]
#: A bubble is looked at within so much of its ring, and is as dark as this share of its dots, the darkest ones.
WITHIN, DARKEST = 0.78, 0.08
#: What is meant for a bubble reaches its core, so large, with so many of its dots at least, about as dark as elsewhere.
CORE, CROSSES, THERE = 0.5, 0.2, 0.55
#: Bubbles with the same letter that are about as dark as the lightest of them, no darker than a letter is, and light in
#: their middle dot, seem empty. What the middle one of at least so many looks like is taken off all of them; a column
#: may be marked for the most part.
NEARLY, CLEAN, CLEAR, MODELS = 0.06, 0.4, 0.2, 3
#: This share of all bubbles is empty, and how dark they are is told by the darkest of these.
LIGHTEST = 0.3
#: A bubble darker than an empty one by no more than this is empty.
EMPTY = 0.09
#: What covers a bubble evenly is a mark, and no trace of a rubber, where it is darker than the first; a line, whose
#: bubble is light for the most part, where it is darker than the second, and than an empty bubble by the third.
COVERED, LINE, MORE = 0.38, 0.24, 0.15
#: In a row whose marks are all faint, those are marks that are darker than this, and than this share of the middle one.
FAINT, ALIKE = 0.31, 0.75
#: The middle dot of a bubble with a line in it is lighter than this share of the darkest.
LIGHT = 0.62
#: What is lighter than a mark, and than this share of the darkest of its group, is what a rubber or a neighbour left.
RUBBED = 0.5
#: Fields whose groups may have several marks: moves that are told by two cells, numbers that are added up.
SEVERAL = frozenset(("reply", "move", "count"))
#: Mm of paper about which the lightest is white.
PAPER = 8.0
_Tones = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class ReadBubble:
    """What was read of one bubble.

    Attributes:
        state: ``marked``, ``empty`` or ``unsure``.
        darkness: from 0, paper, to 1, printed black.
    """

    state: State
    darkness: float


@dataclass(frozen=True, slots=True)
class Tones:
    """A straightened sheet as darkness.

    Attributes:
        dark: from 0, the paper about a place, to 1, the printed black.
        white: of the paper, of 255, in the middle of the sheet's tones.
        black: of what is printed black, of 255.
    """

    dark: _Tones
    white: float
    black: float


def tones_of(straight: Grey, form: Form) -> Tones:
    """Return how dark each place of a straightened sheet is."""
    few = cv2.resize(straight, None, fx=2 / SCALE, fy=2 / SCALE, interpolation=cv2.INTER_AREA)
    reach = round(2 * PAPER) | 1
    closed = cv2.morphologyEx(few, cv2.MORPH_CLOSE, np.ones((reach, reach), np.uint8), borderType=cv2.BORDER_REPLICATE)
    smooth = cv2.GaussianBlur(closed.astype(np.float32), (0, 0), 2.0)
    paper = cv2.resize(smooth, straight.shape[::-1], interpolation=cv2.INTER_LINEAR)
    inside = np.array([(one.x, one.y, one.side / 4) for one in form.squares] + [(x, y, 0.9) for x, y in form.full])
    black = float(np.median([_part(straight, *one).mean() for one in inside]))
    dark = (paper - straight) / np.maximum(paper - black, 8)
    soft = cv2.GaussianBlur(dark.astype(np.float32), (0, 0), 0.1 * SCALE)
    return Tones(np.asarray(soft, np.float32), float(np.median(smooth)), black)


def _part(picture: Grey, x: float, y: float, half: float) -> Grey:
    left, top, right, bottom = (round(one * SCALE) for one in (x - half, y - half, x + half, y + half))
    return picture[max(top, 0) : bottom + 1, max(left, 0) : right + 1]


def read_bubbles(tones: Tones, form: Form) -> dict[Bubble, ReadBubble]:
    """Return what is read of each bubble of a sheet."""
    disc, far = _disc(form.diameter)
    dots, known = _without_letters(_dots(tones, form, disc), form)
    darkest, middle = np.maximum(np.quantile(dots, (1 - DARKEST, 0.5), axis=1), 0)
    core = np.quantile(dots[:, far <= CORE], 1 - CROSSES, axis=1)
    most: dict[tuple[int, str, int], float] = defaultdict(float)
    for bubble, dark in zip(form.bubbles, darkest, strict=True):
        most[bubble.row, bubble.field, bubble.turn] = max(most[bubble.row, bubble.field, bubble.turn], float(dark))
    blank = float(np.quantile(darkest, LIGHTEST))
    hands = _hands(form, darkest)
    found = {}
    for bubble, dark, mean, inside, told in zip(form.bubbles, darkest, middle, core, known, strict=True):
        rival = 0.0 if bubble.field in SEVERAL else most[bubble.row, bubble.field, bubble.turn]
        state = state_of(float(dark), float(mean), blank, rival, hands[bubble.row])
        if state == "marked" and (inside < THERE * dark or (not told and dark < CLEAN)):
            state = "unsure"  # it may be a neighbour's mark, or its letter
        found[bubble] = ReadBubble(state, round(min(float(dark), 1.0), 3))
    return found


def _hands(form: Form, darkest: npt.NDArray[np.float64]) -> dict[int, float]:
    """Return for each row from which darkness on what covers a bubble is a mark: some hands and pencils are faint."""
    marks: dict[int, list[float]] = {row: [] for row in range(len(form.rows))}
    for bubble, dark in zip(form.bubbles, darkest, strict=True):
        if dark > FAINT:
            marks[bubble.row].append(float(dark))
    return {
        row: float(np.clip(ALIKE * np.median(found), FAINT, COVERED)) if len(found) >= MODELS else COVERED
        for row, found in marks.items()
    }


def _disc(diameter: float) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.float64]]:
    """Return the dots within a ring, as steps down and across from its middle, and how far each lies from there."""
    reach = int(np.ceil(diameter / 2 * SCALE))
    down, across = np.meshgrid(*[np.arange(-reach, reach + 1)] * 2, indexing="ij")
    far = np.hypot(across, down) / (diameter / 2 * SCALE)
    return np.stack([down[far <= WITHIN], across[far <= WITHIN]]), far[far <= WITHIN]


def _dots(tones: Tones, form: Form, disc: npt.NDArray[np.intp]) -> _Tones:
    """Return how dark the dots within the ring of each bubble are, each bubble a row."""
    middles = np.round(np.array([(one.y, one.x) for one in form.bubbles]) * SCALE).astype(int)
    rows = np.clip(middles[:, :1] + disc[0], 0, tones.dark.shape[0] - 1)
    columns = np.clip(middles[:, 1:] + disc[1], 0, tones.dark.shape[1] - 1)
    return np.asarray(tones.dark[rows, columns], np.float32)


def _without_letters(dots: _Tones, form: Form) -> tuple[_Tones, npt.NDArray[np.bool_]]:
    """Return the dots of bubbles as if no letters were printed in them, and of which bubbles enough tell the letter."""
    dark, middle = np.quantile(dots, (1 - DARKEST, 0.5), axis=1)
    alike: dict[tuple[str, str], list[int]] = defaultdict(list)
    for index, bubble in enumerate(form.bubbles):
        alike[bubble.field, bubble.value].append(index)
    left, known = dots.copy(), np.zeros(len(dots), np.bool_)
    for mine in map(np.array, alike.values()):
        seems = (dark[mine] < min(CLEAN, float(dark[mine].min()) + NEARLY)) & (middle[mine] < CLEAR)
        if seems.sum() >= MODELS:
            letter = np.clip(np.median(dots[mine[seems]], axis=0), 0, CLEAN)
            left[mine] = (dots[mine] - letter) / (1 - letter)  # what lies on a letter lets less light through
            known[mine] = True
    return left, known


def state_of(dark: float, middle: float, blank: float, rival: float, covered: float = COVERED) -> State:
    """Return what a bubble is.

    Args:
        dark: how dark its darkest dots are.
        middle: how dark its middle one is, by darkness.
        blank: how dark the darkest dots of an empty one are.
        rival: how dark the darkest bubble of its group is, where only one may be marked; else 0.
        covered: from which darkness on what covers it is a mark.

    >>> state_of(0.9, 0.8, 0.1, 0.9), state_of(0.35, 0.1, 0.1, 0.35), state_of(0.12, 0.1, 0.1, 0.9)
    ('marked', 'marked', 'empty')
    >>> state_of(0.35, 0.3, 0.1, 0.35), state_of(0.35, 0.3, 0.1, 0.9)
    ('unsure', 'empty')
    """
    if dark < blank + EMPTY:
        return "empty"
    line = middle < LIGHT * dark and dark > max(LINE, blank + MORE)
    if (line or dark > covered) and dark >= RUBBED * rival:
        return "marked"
    return "empty" if dark < min(covered, RUBBED * rival) else "unsure"
