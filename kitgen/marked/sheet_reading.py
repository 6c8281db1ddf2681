"""Read the bubbles of sheets in photos and scans."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from pathlib import Path
from typing import Literal

import cv2
import msgspec
import numpy as np
import numpy.typing as npt

from kitgen.errors import CameraError, KitFileError, RecordError, quoted
from kitgen.forms.form import COUNT, LOG, PAPERS, Bubble, Form, FormCode, parse_form_code
from kitgen.forms.places import form_codes, make_form
from kitgen.kit.kit import Kit
from kitgen.marked.row_marks import ReadBubble, ReadSheet
from kitgen.marked.straight import (
    NAMES,
    SCALE,
    Corners,
    Points,
    Straightening,
    find_corners,
    through,
    view_of,
)
from kitgen.marked.stray_ink import stray_ink
from kitgen.pictures.alignment import Grey
from kitgen.pictures.picture_files import AGAIN, COLOURS, PicturePage, limits_of
from kitgen.sandbox.child import PAGE
from kitgen.sandbox.process import ask, picture_content

# Classify the bubbles of a straightened sheet as marked, empty or unsure.
#
# Darkness is from 0 (the paper around a place) to 1 (the black printed on the sheet), so shadows
# and dim light do not matter. A pencil leaves at least a few dark dots; a rubber leaves only grey.

State = Literal["marked", "empty", "unsure"]

# What is measured of a bubble.

#: The share of a bubble's radius that is measured.
WITHIN = 0.78
#: The share of a bubble's dots, the darkest, that gives its darkness.
DARKEST = 0.08
#: White is the lightest paper within this distance, in mm.
PAPER_WITHIN_MM = 8.0

# What a bubble is without a mark. With enough bubbles that seem empty, the median picture of those
# with the same letter is that letter, and is subtracted from all of them.

#: Bubbles with the same letter seem empty if they are at most this much darker than the lightest.
NEARLY_ALIKE = 0.06
#: Their darkest dots are not darker than a printed letter.
LETTER = 0.4
#: Their median dot is lighter than this.
LIGHT_MIDDLE = 0.2
#: The fewest alike that show what is usual: empty bubbles for a letter, marks for a pencil.
MIN_ALIKE = 3
#: At least this share of all bubbles is empty; the darkest of these has the darkness of an empty
#: bubble.
LIGHTEST = 0.3
#: A bubble is empty if it is at most this much darker than an empty one,
EMPTY = 0.09
#: or at most this much if its median dot is lighter than ``BARE``: its letter is then printed
#: slightly off its place.
EMPTY_BESIDE_LETTER = 0.15
BARE = 0.06

# What a mark is.

#: A mark reaches the core of its bubble, which has this share of its radius.
CORE = 0.5
#: At least this share of the core's dots is marked,
CROSSES = 0.2
#: which means that it has at least this share of the bubble's darkness.
IN_CORE = 0.55
#: An even cover is a mark, not a rubber's trace, if it is darker than this.
COVERED = 0.38
#: In a row of faint marks, one is darker than this, and than this share of the median mark.
FAINT = 0.35
SHARE_OF_MEDIAN_MARK = 0.8
#: A line in a mostly light bubble is a mark if it is darker than this,
LINE = 0.24
#: and than an empty bubble by this.
LINE_OVER_EMPTY = 0.15
#: The median dot of a bubble with a line is lighter than this share of its darkness.
LIGHT_BESIDE_LINE = 0.62
#: Anything lighter than a mark, and than this share of the darkest of its group, comes from a
#: rubber or a neighbour.
RUBBED = 0.5
#: Fields that may have several marks: moves marked by two cells, and numbers that are added up.
SEVERAL = frozenset(("reply", "move", "count"))

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
    few = cv2.resize(straight, None, fx=2 / SCALE, fy=2 / SCALE, interpolation=cv2.INTER_AREA)
    reach = round(2 * PAPER_WITHIN_MM) | 1
    closed = cv2.morphologyEx(
        few, cv2.MORPH_CLOSE, np.ones((reach, reach), np.uint8), borderType=cv2.BORDER_REPLICATE
    )
    smooth = cv2.GaussianBlur(closed.astype(np.float32), (0, 0), 2.0)
    paper = cv2.resize(smooth, straight.shape[::-1], interpolation=cv2.INTER_LINEAR)
    printed = [(square.x, square.y, square.side / 4) for square in form.squares]
    printed += [(x, y, 0.9) for x, y in form.full]
    black = float(np.median([_part(straight, *place).mean() for place in printed]))
    dark = (paper - straight) / np.maximum(paper - black, 8)
    soft = cv2.GaussianBlur(dark.astype(np.float32), (0, 0), 0.1 * SCALE)
    return Tones(np.asarray(soft, np.float32), float(np.median(smooth)), black)


def _part(picture: Grey, x: float, y: float, half: float) -> Grey:
    rows = slice(max(round((y - half) * SCALE), 0), round((y + half) * SCALE) + 1)
    columns = slice(max(round((x - half) * SCALE), 0), round((x + half) * SCALE) + 1)
    return picture[rows, columns]


def read_bubbles(tones: Tones, form: Form) -> dict[Bubble, ReadBubble]:
    """Return the reading of each bubble of a sheet."""
    dots, far = _dots(tones, form)
    dots, known = _without_letters(dots, form)
    darkest, middle = np.maximum(np.quantile(dots, (1 - DARKEST, 0.5), axis=1), 0)
    core = np.quantile(dots[:, far <= CORE], 1 - CROSSES, axis=1)
    darkest_of_group: dict[tuple[int, str, int], float] = defaultdict(float)
    for bubble, dark in zip(form.bubbles, darkest, strict=True):
        group = (bubble.row, bubble.field, bubble.turn)
        darkest_of_group[group] = max(darkest_of_group[group], float(dark))
    blank = float(np.quantile(darkest, LIGHTEST))
    rows = np.array([bubble.row for bubble in form.bubbles])
    covered = [_covered_from(darkest[rows == row]) for row in range(len(form.rows))]
    readings = {}
    for bubble, dark, mean, inside, corrected in zip(
        form.bubbles, darkest, middle, core, known, strict=True
    ):
        rival = 0.0
        if bubble.field not in SEVERAL:
            rival = darkest_of_group[bubble.row, bubble.field, bubble.turn]
        state = state_of(float(dark), float(mean), blank, rival, covered[bubble.row])
        may_be_neighbours = inside < IN_CORE * dark
        may_be_letter = not corrected and dark < LETTER
        if state == "marked" and (may_be_neighbours or may_be_letter):
            state = "unsure"
        readings[bubble] = ReadBubble(state, round(min(float(dark), 1.0), 3))
    return readings


def _covered_from(darkest: npt.NDArray[np.float64]) -> float:
    """Return the darkness from which an evenly covered bubble of a row is marked.

    It is less in a row whose marks are all faint, as those of some pencils are.
    """
    marks = darkest[darkest > FAINT].astype(np.float64)
    if len(marks) < MIN_ALIKE:
        return COVERED
    return float(np.clip(SHARE_OF_MEDIAN_MARK * np.median(marks), FAINT, COVERED))


def _dots(tones: Tones, form: Form) -> tuple[_Tones, npt.NDArray[np.float64]]:
    """Return the dots of each bubble, and their distances from its middle in radii.

    They are interpolated, so that a letter looks the same in every column.
    """
    reach = int(np.ceil(form.diameter / 2 * SCALE))
    down, across = np.meshgrid(*[np.arange(-reach, reach + 1)] * 2, indexing="ij")
    far = np.hypot(across, down) / (form.diameter / 2 * SCALE)
    disc = np.stack([down[far <= WITHIN], across[far <= WITHIN]]).astype(np.float32)
    middles = np.array([(bubble.y, bubble.x) for bubble in form.bubbles], np.float32) * SCALE
    rows = middles[:, :1] + disc[0]
    columns = middles[:, 1:] + disc[1]
    dots = cv2.remap(tones.dark, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(dots, np.float32), far[far <= WITHIN]


def _without_letters(dots: _Tones, form: Form) -> tuple[_Tones, npt.NDArray[np.bool_]]:
    """Subtract the printed letters from the dots of bubbles.

    Returns the dots, and for which bubbles this was possible.
    """
    dark, middle = np.quantile(dots, (1 - DARKEST, 0.5), axis=1)
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
            letter = np.clip(np.median(dots[models], axis=0), 0, LETTER)
            # marks multiply with the letter below them
            clean[mine[here]] = (dots[mine[here]] - letter) / (1 - letter)
        known[mine] = True
    return clean, known


def _seems_empty(dark: _Tones, middle: _Tones) -> npt.NDArray[np.bool_]:
    """Return which bubbles with the same letter seem empty.

    They are the lightest that are alike, since some bubbles may be covered.
    """
    light = (dark < LETTER) & (middle < LIGHT_MIDDLE)
    lightest = np.sort(dark[light])
    several_on = lightest[MIN_ALIKE - 1 :]
    apart = several_on - lightest[: len(lightest) - MIN_ALIKE + 1]
    alike = np.flatnonzero(apart <= NEARLY_ALIKE)
    if not len(alike):
        return np.zeros(len(dark), np.bool_)
    least = float(lightest[alike[0]])
    return np.asarray(light & (dark >= least) & (dark < least + NEARLY_ALIKE), np.bool_)


def state_of(
    dark: float, middle: float, blank: float, rival: float, covered: float = COVERED
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
    tolerated = EMPTY_BESIDE_LETTER if middle < BARE else EMPTY
    if dark < blank + tolerated:
        return "empty"
    line = middle < LIGHT_BESIDE_LINE * dark and dark > max(LINE, blank + LINE_OVER_EMPTY)
    if (line or dark > covered) and dark >= RUBBED * rival:
        return "marked"
    if dark < min(covered, RUBBED * rival):
        return "empty"
    return "unsure"


# Load photos and scans as grey pictures, one file after the other, each in a limited process of its
# own.

_READER = "kitgen.pictures.picture_files"
#: The endings of picture files in a folder.
ENDINGS = frozenset((".jpg", ".jpeg", ".png", ".heic", ".heif", ".webp", ".tif", ".tiff", ".pdf"))
#: The most files read from a folder.
MOST_FILES = 500


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture, or a page of a scan.

    Attributes:
        dpi: its dots per inch of paper, 0 if the file does not say.
        lowest: the darkest of the three colours of each dot; None for a grey picture.
    """

    name: str
    grey: Grey
    dpi: float = 0.0
    lowest: Grey | None = None


def _files(folder: Path) -> list[Path]:
    try:
        found = sorted(folder.iterdir())
        files = [file for file in found if file.suffix.lower() in ENDINGS and not file.is_dir()]
    except OSError as why:
        raise CameraError(f"{quoted(folder)} cannot be read: {why.strerror or why}") from None
    if not files:
        raise CameraError(
            f"{quoted(folder)} contains no pictures: give photos (JPEG, PNG, HEIC) or scans (PDF)"
        )
    if len(files) > MOST_FILES:
        raise CameraError(
            f"{quoted(folder)} contains {len(files):,} pictures; at most {MOST_FILES} "
            "are read at once"
        )
    return files


def _pictures(path: Path) -> Iterator[Picture]:
    data = picture_content(path, "take smaller photos, or give a scan in parts")
    frames = ask(path, _READER, COLOURS, data, limits_of(data), advice=AGAIN)
    pages = [content for letter, content in frames if letter == PAGE]
    del data, frames
    for number in range(len(pages)):
        page = msgspec.msgpack.decode(pages[number], type=PicturePage)
        pages[number] = b""  # pictures need much memory
        name = quoted(path)
        if len(pages) > 1:
            name = f"{name}, page {number + 1}"
        dots = np.frombuffer(page.dots, np.uint8).reshape(page.height, page.width, -1)
        if page.colours:
            grey = np.asarray(cv2.cvtColor(dots, cv2.COLOR_RGB2GRAY), np.uint8)
            yield Picture(name, grey, page.dpi, dots.min(axis=2))
        else:
            yield Picture(name, dots[..., 0], page.dpi)


# Read the code at its place between the corners, so that even small and blurred codes are read.

#: The width of paper around the code that is read with it.
CODE_AROUND_MM = 1.5
#: The dots per mm at which it is read, tried in this order.
CODE_SCALES = (10, 6, 14)
#: The longer sides, in dots, of the pictures in which the code of a handwritten log is searched.
LOG_CODE_SIDES = (1800, 2600, 3600)
#: How the code of a handwritten log begins.
LOG_CODE = "kitgen-log:"


def read_code(grey: Grey, view: Points, form: Form) -> FormCode | None:
    """Return the code on a sheet; None if it cannot be read.

    ``view`` is the perspective, from mm of the sheet to dots of the picture; ``form`` is any sheet
    on the same paper.

    Raises:
        CameraError: it is the code of something else.
    """
    text = _code_text(_patches(grey, view, form))
    if not text:
        return None
    try:
        return parse_form_code(text)
    except RecordError as why:
        raise CameraError(f"shows another sheet: {why}") from None


def _code_text(pictures: Iterable[Grey]) -> str:
    """Return the text of the first code that can be read in pictures; empty if there is none."""
    readers = cv2.QRCodeDetector(), cv2.QRCodeDetectorAruco()
    for picture in pictures:
        for reader in readers:
            with suppress(cv2.error, UnicodeDecodeError):  # OpenCV fails now and then
                text = str(reader.detectAndDecode(picture)[0])
                if text:
                    return text
    return ""


def _patches(grey: Grey, view: Points, form: Form) -> Iterator[Grey]:
    """Yield upright pictures of the code, in several sizes, each even, sharpened, and in black
    and white.
    """
    x, y, side = form.code_at
    left = x - CODE_AROUND_MM
    top = y - CODE_AROUND_MM
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    for scale in CODE_SCALES:
        size = round((side + 2 * CODE_AROUND_MM) * scale)
        to_sheet = np.array([[1 / scale, 0, left], [0, 1 / scale, top], [0, 0, 1]])
        patch = cv2.warpPerspective(
            grey, view @ to_sheet, (size, size), flags=flags, borderValue=255
        )
        blurred = cv2.GaussianBlur(patch, (0, 0), scale / 4)
        paper = cv2.morphologyEx(blurred, cv2.MORPH_CLOSE, np.ones((5 * scale,) * 2))
        even = np.asarray(cv2.divide(patch, np.maximum(paper, 1), scale=255), np.uint8)
        yield even
        soft = cv2.GaussianBlur(even, (0, 0), scale / 6)
        yield np.asarray(cv2.addWeighted(even, 2.5, soft, -1.5, 0), np.uint8)
        _, black_and_white = cv2.threshold(soft, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
        yield np.asarray(black_and_white, np.uint8)


# Warnings about a sheet that was read: it was printed at another size, or photographed from a
# screen.

#: The tolerated error of a sheet's scale.
SCALE_ERROR = 0.012
#: The tolerated difference between its scales by width and by height.
SCALES_APART = 0.007
MM_PER_INCH = 25.4

# The edge of the paper is searched on lines across its expected place.

#: How far these lines reach into the sheet, and onto the table, in mm.
EDGE_INSIDE_MM = 4.0
EDGE_OUTSIDE_MM = 13.0
EDGE_STEP_MM = 0.25
EDGE_LINES = 24
#: How many steps on either side of an edge must be seen, so that both tones can be told.
EDGE_BESIDE_STEPS = 8
#: The most difference between the edges found on the middle half of the lines, in mm.
EDGES_APART_MM = 1.0
#: The least difference in tone between the table and the paper, of 255.
TABLE_CONTRAST = 18

# A screen is told by its pattern.

#: The side of the squares in which the pattern is searched, in dots of the picture.
PATCH = 256
#: The longest of its waves, in dots of the picture.
LONGEST_WAVE = 7.0
#: How many times stronger than usual it is.
SCREEN_PATTERN = 100.0


def hints(picture: Picture, place: Straightening, form: Form) -> tuple[str, ...]:
    """Return the warnings about a sheet that was read."""
    warnings = []
    if picture.dpi:
        size = scale_by_dots(picture, place, form)
    else:
        size = scale_by_paper(picture.grey, place, form)
    if size and abs(size - 1) > SCALE_ERROR:
        why = "was printed smaller, perhaps to fit the page" if size < 1 else "was printed larger"
        warnings.append(
            f"the sheet {why}: at {size:.0%}; it was read, but print the next ones at 100 %"
        )
    if not picture.dpi and pattern(picture.grey, place, form) > SCREEN_PATTERN:
        warnings.append("this looks like a photo of a screen: photograph the sheet itself")
    return tuple(warnings)


def scale_by_dots(picture: Picture, place: Straightening, form: Form) -> float:
    """Return the scale at which a sheet was printed, by the scanner's dots per inch."""
    left_and_foot = (form.corners[0], form.corners[3], form.corners[2])
    printed = np.array([(corner.x, corner.y) for corner in left_and_foot])
    mm = _length(printed)
    dots = _length(through(place.view, printed))
    return float(dots / mm * MM_PER_INCH / picture.dpi)


def _length(line: Points) -> float:
    return float(np.linalg.norm(np.diff(line, axis=0), axis=1).sum())


def scale_by_paper(grey: Grey, place: Straightening, form: Form) -> float:
    """Return the scale at which a sheet was printed, by the edges of its paper.

    It is 0 if these are not found.
    """
    scales = []
    for axis, size, length in ((0, form.width, form.height), (1, form.height, form.width)):
        near = _edge(grey, place, axis, 0.0, -1, length)
        far = _edge(grey, place, axis, size, 1, length)
        if near is None or far is None:
            return 0.0
        scales.append(size / (far - near))
    if abs(scales[0] - scales[1]) >= SCALES_APART:
        return 0.0
    return sum(scales) / 2


def _edge(
    grey: Grey, place: Straightening, axis: int, level: float, out: int, length: float
) -> float | None:
    """Return the place of an edge of the paper, in mm of the form; None if it is not found.

    ``axis`` is 0 for the left and right edge; ``level`` is the expected place; ``out`` is 1 if the
    table is at larger numbers, otherwise -1; ``length`` is that of the edge.
    """
    along = np.linspace(0.12, 0.88, EDGE_LINES) * length
    away = np.arange(-EDGE_INSIDE_MM, EDGE_OUTSIDE_MM, EDGE_STEP_MM)
    points = np.empty((EDGE_LINES, len(away), 2))
    points[..., axis] = level + out * away
    points[..., 1 - axis] = along[:, None]
    seen = place(points).astype(np.float32)
    inside = (
        (seen >= 0).all(axis=-1)
        & (seen[..., 0] < grey.shape[1] - 1)
        & (seen[..., 1] < grey.shape[0] - 1)
    )
    tones = cv2.remap(
        grey, seen[..., 0], seen[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    steep = np.abs(np.diff(cv2.GaussianBlur(tones.astype(np.float32), (9, 1), 2.0), axis=1))
    steep[~inside[:, 1:]] = 0
    edges = []
    for line, index in enumerate(steep.argmax(axis=1)):
        if not inside[line].all():
            continue
        if not EDGE_BESIDE_STEPS <= index < steep.shape[1] - EDGE_BESIDE_STEPS:
            continue
        before = tones[line, : index - EDGE_BESIDE_STEPS + 1].mean()
        after = tones[line, index + EDGE_BESIDE_STEPS :].mean()
        if abs(float(before) - float(after)) > TABLE_CONTRAST:
            edges.append(level + out * (away[index] + EDGE_STEP_MM / 2))
    if len(edges) < EDGE_LINES / 2:
        return None
    upper, lower = np.quantile(edges, (0.75, 0.25))
    if float(upper - lower) > EDGES_APART_MM:
        return None
    return float(np.median(edges))


def pattern(grey: Grey, place: Straightening, form: Form) -> float:
    """Return how many times stronger the strongest fine wave on a sheet is than its neighbours."""
    shares = product((0.3, 0.5, 0.7), (0.35, 0.5, 0.65))
    middles = place(np.array([(form.width * x, form.height * y) for x, y in shares]))
    half = PATCH // 2
    power = np.zeros((PATCH, PATCH))
    for x, y in np.round(middles).astype(int):
        part = grey[max(y - half, 0) : y + half, max(x - half, 0) : x + half]
        if part.shape == (PATCH, PATCH):
            tones = part.astype(np.float32)
            fine = tones - cv2.GaussianBlur(tones, (0, 0), 3.0)
            power += np.abs(np.fft.fftshift(np.fft.fft2(fine * _WINDOW))) ** 2
    # in print, neighbouring waves are about equally strong; the dots of a screen make one that
    # stands out
    strong: npt.NDArray[np.float32] = np.log(power + 1).astype(np.float32)
    usual = np.asarray(cv2.medianBlur(strong, 5), np.float32)
    return float(np.exp((strong - usual)[_FINE].max()))


#: The fine waves, except those straight across or down, which JPEG's blocks cause.
_AWAY = np.abs(np.arange(PATCH) - PATCH // 2)
_OBLIQUE = np.logical_and.outer(_AWAY > 1, _AWAY > 1)
_FINE = (np.hypot(*np.meshgrid(_AWAY, _AWAY)) > PATCH / LONGEST_WAVE) & _OBLIQUE
_WINDOW: Points = np.outer(np.hanning(PATCH), np.hanning(PATCH))


# Why a picture cannot be read, and what to do about it.

#: The least tone of paper, of 255.
MIN_PAPER_TONE = 60
#: The least difference of paper from the printed black, of 255.
MIN_CONTRAST = 35
#: The most blur of printed edges, as a deviation in mm.
MAX_BLUR_MM = 0.33
#: Two blurs, in dots, between which the sharpness of a picture is measured.
SOFTENED = (1.5, 4.0)
#: The least sharpness of a picture that is not blurred.
MIN_SHARPNESS = 1.75
#: The sharpness of a picture without edges.
NO_EDGES = 3.0
#: The number of bands in which a picture is measured, one after the other to save memory.
BANDS = 6
#: The share of dots of a band with the steepest edges, which are measured.
STEEPEST = 0.01
TOO_DARK = (
    "is too dark: photograph the sheet in even light, by a window, and without a shadow on it"
)
TOO_BLURRED = (
    "is blurred: hold the camera still and near, let it focus on the sheet, and photograph it again"
)
NO_SHEET = (
    "shows no sheet to be marked: photograph one whole sheet from straight above, with the black "
    "markers in all four corners"
)
NO_CODE = (
    "shows a sheet whose code at the upper right cannot be read: photograph it from nearer, "
    "sharp, and with no shadow on the code"
)
HANDWRITTEN = (
    "shows a log written by hand, which no camera reads: type its games with 'kitgen journal add "
    "-', or print the part log-marks for the next ones"
)
PARTLY_HIDDEN = (
    "lies too bent or hidden: flatten the sheet, keep hands off its edges, and photograph "
    "it from above"
)


def no_sheet(grey: Grey) -> str:
    """Return why no sheet was found in a picture."""
    if _is_log(grey):
        return HANDWRITTEN
    if float(np.percentile(grey, 95)) < MIN_PAPER_TONE:
        return TOO_DARK
    if sharpness(grey) < MIN_SHARPNESS:
        return TOO_BLURRED
    return NO_SHEET


def _is_log(grey: Grey) -> bool:
    """Return whether a picture shows the code of a log that is filled in by hand, anywhere."""
    return _code_text(_smaller(grey)).casefold().startswith(LOG_CODE)


def _smaller(grey: Grey) -> Iterator[Grey]:
    for longest in LOG_CODE_SIDES:
        scale = min(1.0, longest / max(grey.shape))
        few = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        yield np.asarray(few, np.uint8)


def sharpness(grey: Grey) -> float:
    """Return how much steeper the steepest edges of a picture are than after blurring it.

    It is 2.4 or so if the picture is sharp.

    >>> sharp = np.full((200, 200), 255, np.uint8)
    >>> sharp[:, :100] = 0
    >>> soft = np.asarray(cv2.GaussianBlur(sharp, (0, 0), 4), np.uint8)
    >>> f"{sharpness(sharp):.1f} {sharpness(soft):.1f}"
    '2.4 1.3'
    """
    edges: list[npt.NDArray[np.float32]] = []
    for band in np.array_split(grey, BANDS):
        little, much = (_steepness(band, by) for by in SOFTENED)
        steepest = much >= max(float(np.quantile(much, 1 - STEEPEST)), 1.0)
        edges.append(np.stack([little[steepest], much[steepest]]))
    little, much = np.concatenate(edges, axis=1)
    if not much.size:
        return NO_EDGES
    steepest = much >= np.quantile(much, 1 - 1 / BANDS)
    return float(np.median(little[steepest] / much[steepest]))


def _steepness(grey: Grey, softened: float) -> npt.NDArray[np.float32]:
    soft = cv2.GaussianBlur(grey, (0, 0), softened).astype(np.float32)
    across = cv2.Sobel(soft, cv2.CV_32F, 1, 0)
    down = cv2.Sobel(soft, cv2.CV_32F, 0, 1)
    return np.asarray(cv2.magnitude(across, down), np.float32)


def no_code(grey: Grey, corners: Corners, form: Form) -> str:
    """Return why the code on a sheet with at least three visible corners cannot be read."""
    if _is_log(grey):  # those of kitgen 1.0 have corners, too
        return HANDWRITTEN
    straight = Straightening(grey, corners, form).picture()
    refusal = quality(tones_of(straight, form), straight, form)
    if refusal:
        return refusal
    if len(corners) < 4:
        return missing_corners(corners, form, grey.shape)
    return NO_CODE


def missing_corners(corners: Corners, form: Form, shape: Sequence[int]) -> str:
    """Return the advice about missing corners of a sheet.

    ``shape`` is the height and width of the picture.
    """
    gone = tuple(number for number in range(4) if number not in corners)
    halves = {(0, 1): "upper", (1, 2): "right", (2, 3): "lower", (0, 3): "left"}
    if gone in halves:
        return (
            f"shows half a sheet: its {halves[gone]} half is missing; take the photo from a "
            "little higher"
        )
    if len(gone) == 2:
        return (
            f"shows a sheet without its {NAMES[gone[0]]} and {NAMES[gone[1]]} corners: photograph "
            "the whole sheet"
        )
    if len(gone) == 3:
        return (
            f"shows one corner of a sheet, the {NAMES[next(iter(corners))]} one: photograph "
            "the whole sheet"
        )
    name = NAMES[gone[0]]
    corner = form.corners[gone[0]]
    x, y = through(view_of(corners, form), np.array([corner.x, corner.y]))
    height, width = shape[:2]
    if 0 <= x < width and 0 <= y < height:
        return (
            f"does not show the {name} corner of the sheet: move hand or shadow off it, and lay "
            "the sheet flat"
        )
    return f"the {name} corner of the sheet is missing: take the photo from a little higher"


def quality(tones: Tones, straight: Grey, form: Form) -> str:
    """Return why a straightened sheet cannot be read; empty if it can."""
    if tones.white < MIN_PAPER_TONE or tones.white - tones.black < MIN_CONTRAST:
        return TOO_DARK
    if blur_of(straight, form) > MAX_BLUR_MM:
        return TOO_BLURRED
    return ""


def blur_of(straight: Grey, form: Form) -> float:
    """Return the blur of the squares' edges as a deviation, in mm; 1 if no square is seen."""
    blurs = []
    for square in form.squares:
        reach = round((square.side / 2 + 0.8) * SCALE)
        x = round(square.x * SCALE)
        y = round(square.y * SCALE)
        across = straight[y - 3 : y + 4, max(x - reach, 0) : x + reach + 1].mean(axis=0)
        down = straight[max(y - reach, 0) : y + reach + 1, x - 3 : x + 4].mean(axis=1)
        for line in (across, down):
            height = float(line.max() - line.min())
            if height > MIN_CONTRAST / 2 and len(line) > reach:
                steepest = max(float(np.abs(np.diff(line)).max()), 1e-3)
                blurs.append(height / steepest / np.sqrt(2 * np.pi) / SCALE)
    if not blurs:
        return 1.0
    return float(np.median(blurs))


#: Paper shown above and below a row.
AROUND_ROW_MM = 0.5
#: The perspective from mm of a sheet to dots of its straightened picture.
FLAT = np.diag([SCALE, SCALE, 1.0])


def read_pictures(paths: Iterable[Path], kit: Kit) -> Iterator[ReadSheet | str]:
    """Yield the sheets in some pictures, or the reason why one cannot be read.

    One picture is read at a time, to save memory.

    Raises:
        CameraError: a folder contains no pictures, or too many.
    """
    models = _models(kit)
    for path in paths:
        for file in _files(path) if path.is_dir() else [path]:
            try:
                for picture in _pictures(file):
                    yield from _sheets_in(picture, kit, models)
            except KitFileError as why:
                yield str(why)


def _sheets_in(picture: Picture, kit: Kit, models: Sequence[Form]) -> Iterator[ReadSheet | str]:
    first, _, third, _ = models[0].corners
    across = (third.x - first.x) / first.side
    down = (third.y - first.y) / first.side
    sheets = find_corners(picture.grey, across, down)
    if not sheets:
        yield f"{picture.name} {no_sheet(picture.grey)}"
    elif len(sheets[0]) > 2:  # a single marker beside a sheet is none
        sheets = [corners for corners in sheets if len(corners) > 1]
    for corners in sheets:
        try:
            yield _read(picture, corners, kit, models)
        except cv2.error:  # markers that cannot belong to a sheet
            yield f"{picture.name} {NO_SHEET}"
        except CameraError as why:
            colon = ":" if str(why).startswith("the ") else ""
            yield f"{picture.name}{colon} {why}"


def _models(kit: Kit) -> list[Form]:
    """Return one sheet of a kit for each paper: corners and code are in the same places on all."""
    forms: dict[str, Form] = {}
    for page, part in product(PAPERS, (LOG, COUNT)):
        if page not in forms:
            with suppress(RecordError):
                forms[page] = make_form(kit, form_codes(kit, part, page)[0])
    if not forms:
        raise CameraError(f"kit {kit.name!r} has no sheets to mark")
    return list(forms.values())


def _read(picture: Picture, corners: Corners, kit: Kit, models: Sequence[Form]) -> ReadSheet:
    form = _form_of(picture.grey, corners, kit, models)
    place = Straightening(picture.grey, corners, form)
    if place.gap and len(corners) < 4:
        raise CameraError(missing_corners(corners, form, picture.grey.shape))
    if place.gap:
        raise CameraError(PARTLY_HIDDEN)
    straight = place.picture()
    tones = tones_of(straight, form)
    refusal = quality(tones, straight, form)
    if refusal:
        raise CameraError(refusal)
    readings = read_bubbles(tones, form)
    if picture.lowest is not None:
        tones = tones_of(place.picture(picture.lowest), form)
    states = {bubble: reading.state for bubble, reading in readings.items()}
    stray = stray_ink(tones.dark, form, states)
    for bubble, state in stray.states.items():
        readings[bubble] = replace(readings[bubble], state=state)
    return ReadSheet(
        picture=picture.name,
        form=form,
        readings=readings,
        warnings=hints(picture, place, form),
        strip=partial(_strip, straight, form),
        inked=stray.rows,
    )


def _form_of(grey: Grey, corners: Corners, kit: Kit, models: Sequence[Form]) -> Form:
    """Return the sheet that a picture shows, by its code; ``CameraError`` if it is none of the
    kit's.
    """
    if len(corners) < 3:
        why = no_sheet(grey)
        if why == NO_SHEET:
            why = missing_corners(corners, models[0], grey.shape)
        raise CameraError(why)
    code = _code_of(grey, corners, models)
    if code is None:
        raise CameraError(no_code(grey, corners, models[0]))
    if code.hash != kit.short_hash:
        kits = f"kit {code.kit!r} ({code.hash}), not of {kit.name!r} ({kit.short_hash})"
        raise CameraError(f"shows a sheet of {kits}: read it for that machine")
    try:
        return make_form(kit, code)
    except RecordError as why:
        raise CameraError(f"shows a sheet that this kitgen does not print: {why}") from None


def _code_of(grey: Grey, corners: Corners, models: Sequence[Form]) -> FormCode | None:
    for form in models:
        code = read_code(grey, view_of(corners, form), form)
        if code is not None:
            return code
    for form in models:  # the sheet may be bent at the code
        straight = Straightening(grey, corners, form).picture()
        code = read_code(straight, FLAT, form)
        if code is not None:
            return code
    return None


def _strip(straight: Grey, form: Form, index: int) -> bytes:
    """Return a row of a straightened sheet, as PNG."""
    row = form.rows[index]
    left = max(round(row.x * SCALE), 0)
    right = round((row.x + row.width) * SCALE)
    top = max(round((row.y - AROUND_ROW_MM) * SCALE), 0)
    bottom = round((row.y + row.height + AROUND_ROW_MM) * SCALE)
    _, png = cv2.imencode(".png", straight[top:bottom, left:right])
    return bytes(png)
