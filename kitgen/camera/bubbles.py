"""Tells which bubbles of a straightened sheet are marked, which are empty, and of which nobody can be sure.

How dark a place is goes from 0, the paper about it, to 1, the black that is printed on the sheet: so neither shadows
nor dim light matter. What a pencil leaves is dark in some place, however little it covers; what a rubber leaves is a
shade of grey, however much.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np
import numpy.typing as npt

from kitgen.camera.straight import SCALE
from kitgen.check.picture.scan.aligning import Grey
from kitgen.record.forms.form import Bubble, Form

State = Literal["marked", "empty", "unsure"]
#: Below the first darkness a bubble is empty, above the second one marked.
EMPTY, MARKED = 0.2, 0.34
#: A bubble that is lighter than the darkest of its group by this factor was rubbed out.
RUBBED = 0.5
#: The share of a bubble's dots that are darker than its darkness.
COVERED = 0.08
#: Mm of paper about which the lightest is white.
PAPER = 8.0
_Tones = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Reading:
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


def darkness_of(tones: Tones, places: Sequence[tuple[float, float]], diameter: float) -> _Tones:
    """Return how dark the darkest dots are in a bubble at each place."""
    reach = int(np.ceil(diameter / 2 * SCALE))
    steps = np.arange(-reach, reach + 1)
    down, across = np.meshgrid(steps, steps, indexing="ij")
    disc = across**2 + down**2 <= (0.92 * diameter / 2 * SCALE) ** 2
    middles = np.round(np.asarray(places).reshape(-1, 2) * SCALE).astype(int)
    rows = np.clip(middles[:, 1, None] + down[disc], 0, tones.dark.shape[0] - 1)
    columns = np.clip(middles[:, 0, None] + across[disc], 0, tones.dark.shape[1] - 1)
    return np.asarray(np.quantile(tones.dark[rows, columns], 1 - COVERED, axis=1), np.float32)


def read_bubbles(tones: Tones, form: Form) -> dict[Bubble, Reading]:
    """Return what is read of each bubble of a sheet."""
    found = darkness_of(tones, [(one.x, one.y) for one in form.bubbles], form.diameter)
    blank = float(np.median(darkness_of(tones, form.empty, form.diameter)))
    dark = {bubble: max(0.0, float(value)) for bubble, value in zip(form.bubbles, found, strict=True)}
    most: dict[tuple[int, str, int], float] = {}
    for bubble, value in dark.items():
        group = bubble.row, bubble.field, bubble.turn
        most[group] = max(most.get(group, 0.0), value)
    return {
        bubble: Reading(_state(value, most[bubble.row, bubble.field, bubble.turn], blank), round(min(value, 1.0), 3))
        for bubble, value in dark.items()
    }


def _state(dark: float, most: float, blank: float) -> State:
    """Return what a bubble is, by its darkness, that of the darkest of its group, and of one that is empty."""
    if dark < max(EMPTY, blank + 0.05):
        return "empty"
    if dark > MARKED and dark > RUBBED * most:
        return "marked"
    return "unsure"
