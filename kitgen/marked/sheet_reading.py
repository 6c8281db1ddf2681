"""Read the bubbles of sheets in photos and scans."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
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
#: The share of a bubble's radius that is measured, and the share of its darkest dots that gives its
#: darkness.
WITHIN, DARKEST = 0.78, 0.08
#: A mark reaches the core of its bubble (a share of the radius), where this share of the dots has
#: at least this share of the bubble's darkness.
CORE, CROSSES, THERE = 0.5, 0.2, 0.55
#: Bubbles with the same letter seem empty if they are at most this much darker than the lightest of
#: them, not darker than a letter, and their median dot is light. With at least so many, their
#: median picture, the letter, is subtracted from all of them.
NEARLY, CLEAN, CLEAR, MODELS = 0.06, 0.4, 0.2, 3
#: At least this share of all bubbles is empty; the darkest of these has the darkness of an empty
#: bubble.
LIGHTEST = 0.3
#: A bubble is empty if it is at most this much darker than an empty one; or this much if its median
#: dot is lighter than the third value, because its letter is then printed slightly off its place.
EMPTY, BESIDE, BARE = 0.09, 0.15, 0.06
#: An even cover is a mark, not a rubber's trace, if it is darker than the first; a line in a mostly
#: light bubble is a mark if it is darker than the second, and than an empty bubble by the third.
COVERED, LINE, MORE = 0.38, 0.24, 0.15
#: In a row of faint marks, a mark is darker than this, and than this share of the median mark.
FAINT, ALIKE = 0.35, 0.8
#: The median dot of a bubble with a line is lighter than this share of its darkness.
LIGHT = 0.62
#: Anything lighter than a mark, and than this share of the darkest of its group, comes from a
#: rubber or a neighbour.
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
        dark: of each dot, from 0 (paper) to 1 (printed black).
        white, black: the medians of the paper and of the printed black, from 0 to 255.
    """

    dark: _Tones
    white: float
    black: float


def tones_of(straight: Grey, form: Form) -> Tones:
    """Return the darkness of a straightened sheet."""
    few = cv2.resize(straight, None, fx=2 / SCALE, fy=2 / SCALE, interpolation=cv2.INTER_AREA)
    reach = round(2 * PAPER) | 1
    closed = cv2.morphologyEx(
        few, cv2.MORPH_CLOSE, np.ones((reach, reach), np.uint8), borderType=cv2.BORDER_REPLICATE
    )
    smooth = cv2.GaussianBlur(closed.astype(np.float32), (0, 0), 2.0)
    paper = cv2.resize(smooth, straight.shape[::-1], interpolation=cv2.INTER_LINEAR)
    inside = [(square.x, square.y, square.side / 4) for square in form.squares] + [
        (x, y, 0.9) for x, y in form.full
    ]
    black = float(np.median([_part(straight, *place).mean() for place in inside]))
    dark = (paper - straight) / np.maximum(paper - black, 8)
    soft = cv2.GaussianBlur(dark.astype(np.float32), (0, 0), 0.1 * SCALE)
    return Tones(np.asarray(soft, np.float32), float(np.median(smooth)), black)


def _part(picture: Grey, x: float, y: float, half: float) -> Grey:
    columns = slice(max(round((x - half) * SCALE), 0), round((x + half) * SCALE) + 1)
    return picture[max(round((y - half) * SCALE), 0) : round((y + half) * SCALE) + 1, columns]


def read_bubbles(tones: Tones, form: Form) -> dict[Bubble, ReadBubble]:
    """Return the reading of each bubble of a sheet."""
    dots, far = _dots(tones, form)
    dots, known = _without_letters(dots, form)
    darkest, middle = np.maximum(np.quantile(dots, (1 - DARKEST, 0.5), axis=1), 0)
    core = np.quantile(dots[:, far <= CORE], 1 - CROSSES, axis=1)
    most: dict[tuple[int, str, int], float] = defaultdict(float)
    for bubble, dark in zip(form.bubbles, darkest, strict=True):
        most[bubble.row, bubble.field, bubble.turn] = max(
            most[bubble.row, bubble.field, bubble.turn], float(dark)
        )
    blank = float(np.quantile(darkest, LIGHTEST))
    rows = np.array([bubble.row for bubble in form.bubbles])
    hands = [_hand(darkest[rows == row]) for row in range(len(form.rows))]
    readings = {}
    for bubble, dark, mean, inside, corrected in zip(
        form.bubbles, darkest, middle, core, known, strict=True
    ):
        rival = 0.0 if bubble.field in SEVERAL else most[bubble.row, bubble.field, bubble.turn]
        state = state_of(float(dark), float(mean), blank, rival, hands[bubble.row])
        if state == "marked" and (inside < THERE * dark or (not corrected and dark < CLEAN)):
            state = "unsure"  # it may be a neighbour's mark, or its letter
        readings[bubble] = ReadBubble(state, round(min(float(dark), 1.0), 3))
    return readings


def _hand(darkest: npt.NDArray[np.float64]) -> float:
    """Return the darkness from which a covered bubble of a row is marked: some pencils are
    faint.
    """
    marks = darkest[darkest > FAINT].astype(np.float64)
    return (
        float(np.clip(ALIKE * np.median(marks), FAINT, COVERED))
        if len(marks) >= MODELS
        else COVERED
    )


def _dots(tones: Tones, form: Form) -> tuple[_Tones, npt.NDArray[np.float64]]:
    """Return the dots of each bubble, and their distances from its middle in radii.

    They are interpolated, so that a letter looks the same in every column.
    """
    reach = int(np.ceil(form.diameter / 2 * SCALE))
    down, across = np.meshgrid(*[np.arange(-reach, reach + 1)] * 2, indexing="ij")
    far = np.hypot(across, down) / (form.diameter / 2 * SCALE)
    disc = np.stack([down[far <= WITHIN], across[far <= WITHIN]]).astype(np.float32)
    middles = np.array([(bubble.y, bubble.x) for bubble in form.bubbles], np.float32) * SCALE
    rows, columns = middles[:, :1] + disc[0], middles[:, 1:] + disc[1]
    dots = cv2.remap(tones.dark, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(dots, np.float32), far[far <= WITHIN]


def _without_letters(dots: _Tones, form: Form) -> tuple[_Tones, npt.NDArray[np.bool_]]:
    """Subtract the printed letters from the dots of bubbles; return them, and for which bubbles
    this was possible.
    """
    dark, middle = np.quantile(dots, (1 - DARKEST, 0.5), axis=1)
    alike: dict[tuple[str, str], list[int]] = defaultdict(list)
    for index, bubble in enumerate(form.bubbles):
        alike[bubble.field, bubble.value].append(index)
    clean, known = dots.copy(), np.zeros(len(dots), np.bool_)
    for mine in map(np.array, alike.values()):
        seems = _seems_empty(dark[mine], middle[mine])
        if seems.sum() < MODELS:
            continue
        turns = np.array([form.bubbles[index].turn for index in mine])
        for turn in np.unique(turns):
            here = turns == turn  # a printer may shift a letter a little in a whole column
            model = mine[seems & here] if (seems & here).sum() >= MODELS else mine[seems]
            letter = np.clip(np.median(dots[model], axis=0), 0, CLEAN)
            clean[mine[here]] = (dots[mine[here]] - letter) / (
                1 - letter
            )  # marks multiply with the letter below them
        known[mine] = True
    return clean, known


def _seems_empty(dark: _Tones, middle: _Tones) -> npt.NDArray[np.bool_]:
    """Return which bubbles with the same letter seem empty: the lightest that are alike, since
    some may be covered.
    """
    seems = (dark < CLEAN) & (middle < CLEAR)
    lightest = np.sort(dark[seems])
    alike = np.flatnonzero(
        lightest[MODELS - 1 :] - lightest[: len(lightest) - MODELS + 1] <= NEARLY
    )
    if not len(alike):
        return np.zeros(len(dark), np.bool_)
    least = float(lightest[alike[0]])
    return np.asarray(seems & (dark >= least) & (dark < least + NEARLY), np.bool_)


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
    if dark < blank + (BESIDE if middle < BARE else EMPTY):
        return "empty"
    line = middle < LIGHT * dark and dark > max(LINE, blank + MORE)
    if (line or dark > covered) and dark >= RUBBED * rival:
        return "marked"
    return "empty" if dark < min(covered, RUBBED * rival) else "unsure"


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
        files = sorted(
            file
            for file in folder.iterdir()
            if file.suffix.lower() in ENDINGS and not file.is_dir()
        )
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
        name = f"{quoted(path)}, page {number + 1}" if len(pages) > 1 else quoted(path)
        dots = np.frombuffer(page.dots, np.uint8).reshape(page.height, page.width, -1)
        if page.colours:
            grey = np.asarray(cv2.cvtColor(dots, cv2.COLOR_RGB2GRAY), np.uint8)
            yield Picture(name, grey, page.dpi, dots.min(axis=2))
        else:
            yield Picture(name, dots[..., 0], page.dpi)


# Read the code at its place between the corners, so that even small and blurred codes are read.

#: The width of paper around the code, in mm, and the dots per mm, tried in this order.
CODE_AROUND, TRIED = 1.5, (10, 6, 14)
#: The longer sides, in dots, of the pictures in which the code of a handwritten log is searched;
#: its beginning.
CODE_SEARCHED = (1800, 2600, 3600)
LOG_CODE = "kitgen-log:"


def read_code(grey: Grey, view: Points, form: Form) -> FormCode | None:
    """Return the code on a sheet; None if it cannot be read, ``CameraError`` for a code of
    something else.

    ``view`` is the perspective, from mm of the sheet to dots of the picture; ``form`` is any sheet
    on the same paper.
    """
    readers = cv2.QRCodeDetector(), cv2.QRCodeDetectorAruco()
    for patch, reader in (
        (patch, reader) for patch in _patches(grey, view, form) for reader in readers
    ):
        text = ""
        with suppress(cv2.error, UnicodeDecodeError):  # OpenCV fails now and then
            text = str(reader.detectAndDecode(patch)[0])
        if text:
            try:
                return parse_form_code(text)
            except RecordError as why:
                raise CameraError(f"shows another sheet: {why}") from None
    return None


def _patches(grey: Grey, view: Points, form: Form) -> Iterator[Grey]:
    x, y, side = form.code_at
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    for scale in TRIED:
        size = round((side + 2 * CODE_AROUND) * scale)
        to_sheet = np.array(
            [[1 / scale, 0, x - CODE_AROUND], [0, 1 / scale, y - CODE_AROUND], [0, 0, 1]]
        )
        patch = cv2.warpPerspective(
            grey, view @ to_sheet, (size, size), flags=flags, borderValue=255
        )
        paper = cv2.morphologyEx(
            cv2.GaussianBlur(patch, (0, 0), scale / 4), cv2.MORPH_CLOSE, np.ones((5 * scale,) * 2)
        )
        even = np.asarray(cv2.divide(patch, np.maximum(paper, 1), scale=255), np.uint8)
        yield even
        soft = cv2.GaussianBlur(even, (0, 0), scale / 6)
        yield np.asarray(cv2.addWeighted(even, 2.5, soft, -1.5, 0), np.uint8)
        yield np.asarray(
            cv2.threshold(soft, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)[1], np.uint8
        )


# Warnings about a sheet that was read: it was printed at another size, or photographed from a
# screen.

#: The tolerated error of a sheet's scale, and the tolerated difference between its scales by width
#: and by height.
SIZE, AGREE = 0.012, 0.007
#: How far inside and outside its expected place the paper's edge is searched, and the steps, in mm;
#: at how many places.
INSIDE, OUTSIDE, STEP, LINES = 4.0, 13.0, 0.25, 24
#: The least difference in tone between the table and the paper.
TABLE = 18
#: The side of the squares in which a screen's pattern is searched, its longest wave, in dots of the
#: picture, and how many times stronger than usual it is.
PATCH, FINE, PATTERN = 256, 7.0, 100.0
INCH = 25.4


def hints(picture: Picture, place: Straightening, form: Form) -> tuple[str, ...]:
    """Return the warnings about a sheet that was read."""
    warnings = []
    size = (
        scale_by_dots(picture, place, form)
        if picture.dpi
        else scale_by_paper(picture.grey, place, form)
    )
    if size and abs(size - 1) > SIZE:
        why = "was printed smaller, perhaps to fit the page" if size < 1 else "was printed larger"
        warnings.append(
            f"the sheet {why}: at {size:.0%}; it was read, but print the next ones at 100 %"
        )
    if not picture.dpi and pattern(picture.grey, place, form) > PATTERN:
        warnings.append("this looks like a photo of a screen: photograph the sheet itself")
    return tuple(warnings)


def scale_by_dots(picture: Picture, place: Straightening, form: Form) -> float:
    """Return the scale at which a sheet was printed, by the scanner's dots per inch."""
    printed = np.array([(corner.x, corner.y) for corner in form.corners])[
        [0, 3, 2]
    ]  # the left edge and the foot
    lines = (through(place.view, printed), printed)
    dots, mm = (np.linalg.norm(np.diff(line, axis=0), axis=1).sum() for line in lines)
    return float(dots / mm * INCH / picture.dpi)


def scale_by_paper(grey: Grey, place: Straightening, form: Form) -> float:
    """Return the scale at which a sheet was printed, by the edges of its paper; 0 if these are
    not found.
    """
    scales = []
    for axis, size, length in ((0, form.width, form.height), (1, form.height, form.width)):
        near, far = (
            _edge(grey, place, axis, level, out, length) for level, out in ((0.0, -1), (size, 1))
        )
        if near is None or far is None:
            return 0.0
        scales.append(size / (far - near))
    return sum(scales) / 2 if abs(scales[0] - scales[1]) < AGREE else 0.0


def _edge(
    grey: Grey, place: Straightening, axis: int, level: float, out: int, length: float
) -> float | None:
    """Return the place of an edge of the paper, in mm of the form; None if it is not found.

    ``axis`` is 0 for the left and right edge; ``level`` is the expected place; ``out`` is 1 if the
    table is at larger numbers, otherwise -1; ``length`` is that of the edge.
    """
    along = np.linspace(0.12, 0.88, LINES) * length
    away = np.arange(-INSIDE, OUTSIDE, STEP)
    points = np.empty((LINES, len(away), 2))
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
    best = steep.argmax(axis=1)
    wide = 8
    edges = []
    for line, index in enumerate(best):
        if wide <= index < steep.shape[1] - wide and inside[line].all():
            before, after = (
                tones[line, : index - wide + 1].mean(),
                tones[line, index + wide :].mean(),
            )
            if abs(float(before) - float(after)) > TABLE:
                edges.append(level + out * (away[index] + STEP / 2))
    if len(edges) < LINES / 2 or float(np.subtract(*np.quantile(edges, (0.75, 0.25)))) > 1.0:
        return None
    return float(np.median(edges))


def pattern(grey: Grey, place: Straightening, form: Form) -> float:
    """Return how many times stronger the strongest fine wave on a sheet is than its neighbours."""
    wide, high = form.width, form.height
    middles = place(
        np.array([(wide * x, high * y) for x in (0.3, 0.5, 0.7) for y in (0.35, 0.5, 0.65)])
    )
    power = np.zeros((PATCH, PATCH))
    for x, y in np.round(middles).astype(int):
        part = grey[
            max(y - PATCH // 2, 0) : y + PATCH // 2, max(x - PATCH // 2, 0) : x + PATCH // 2
        ]
        if part.shape == (PATCH, PATCH):
            tones = part.astype(np.float32) - cv2.GaussianBlur(part.astype(np.float32), (0, 0), 3.0)
            power += np.abs(np.fft.fftshift(np.fft.fft2(tones * _WINDOW))) ** 2
    # in print, neighbouring waves are about equally strong; the dots of a screen make one that
    # stands out
    strong: npt.NDArray[np.float32] = np.log(power + 1).astype(np.float32)
    usual = np.asarray(cv2.medianBlur(strong, 5), np.float32)
    return float(np.exp((strong - usual)[_FINE].max()))


#: The fine waves, except those straight across or down, which JPEG's blocks cause.
_AWAY = np.abs(np.arange(PATCH) - PATCH // 2)
_FINE = (np.hypot(*np.meshgrid(_AWAY, _AWAY)) > PATCH / FINE) & np.logical_and.outer(
    _AWAY > 1, _AWAY > 1
)
_WINDOW: Points = np.outer(np.hanning(PATCH), np.hanning(PATCH))


# Why a picture cannot be read, and what to do about it.

#: The least tone of paper, of 255, and its least difference from the printed black.
DARK, PALE = 60, 35
#: The most blur of printed edges, as a deviation in mm.
BLURRED = 0.33
#: Two blurs, in dots, to measure the sharpness of a picture; the least sharpness.
SOFTENED, SOFT = (1.5, 4.0), 1.75
#: The number of bands in which a picture is measured, and the share of dots with the steepest
#: edges.
BANDS, GREAT = 6, 0.01
TOO_DARK = (
    "is too dark: photograph the sheet in even light, by a window, and without a shadow on it"
)
TOO_BLURRED = (
    "is blurred: hold the camera still and near, let it focus on the sheet, and photograph it again"
)
NO_SHEET = (
    "shows no sheet to be marked: photograph one whole sheet from straight above, with the black "
    "markers in all four "
    "corners"
)
NO_CODE = (
    "shows a sheet whose code at the upper right cannot be read: photograph it from nearer, "
    "sharp, and with no shadow "
    "on the code"
)
HANDWRITTEN = (
    "shows a log written by hand, which no camera reads: type its games with 'kitgen journal add "
    "-', or print the part "
    "log-marks for the next ones"
)
PARTLY_HIDDEN = (
    "lies too bent or hidden: flatten the sheet, keep hands off its edges, and photograph "
    "it from above"
)


def no_sheet(grey: Grey) -> str:
    """Return why no sheet was found in a picture."""
    if _is_log(grey):
        return HANDWRITTEN
    if float(np.percentile(grey, 95)) < DARK:
        return TOO_DARK
    return TOO_BLURRED if sharpness(grey) < SOFT else NO_SHEET


def _is_log(grey: Grey) -> bool:
    """Return whether a picture shows the code of a log that is filled in by hand, anywhere."""
    readers = cv2.QRCodeDetector(), cv2.QRCodeDetectorAruco()
    for longest, reader in product(CODE_SEARCHED, readers):
        smaller = min(1.0, longest / max(grey.shape))
        few = cv2.resize(grey, None, fx=smaller, fy=smaller, interpolation=cv2.INTER_AREA)
        with suppress(cv2.error, UnicodeDecodeError):
            text = str(reader.detectAndDecode(few)[0])
            if text:
                return text.casefold().startswith(LOG_CODE)
    return False


def sharpness(grey: Grey) -> float:
    """Return how much steeper the steepest edges of a picture are than after blurring it: 2.4 or so
    if it is sharp.

    >>> sharp = np.full((200, 200), 255, np.uint8)
    >>> sharp[:, :100] = 0
    >>> soft = np.asarray(cv2.GaussianBlur(sharp, (0, 0), 4), np.uint8)
    >>> f"{sharpness(sharp):.1f} {sharpness(soft):.1f}"
    '2.4 1.3'
    """
    edges: list[npt.NDArray[np.float32]] = []
    for band in np.array_split(grey, BANDS):  # a whole picture needs much memory
        little, much = (_steepness(band, by) for by in SOFTENED)
        great = much >= max(float(np.quantile(much, 1 - GREAT)), 1.0)
        edges.append(np.stack([little[great], much[great]]))
    both = np.concatenate(edges, axis=1)
    if not both.size:
        return 3.0
    both = both[:, both[1] >= np.quantile(both[1], 1 - 1 / BANDS)]
    return float(np.median(both[0] / both[1]))


def _steepness(grey: Grey, softened: float) -> npt.NDArray[np.float32]:
    soft = cv2.GaussianBlur(grey, (0, 0), softened).astype(np.float32)
    return np.asarray(
        cv2.magnitude(cv2.Sobel(soft, cv2.CV_32F, 1, 0), cv2.Sobel(soft, cv2.CV_32F, 0, 1)),
        np.float32,
    )


def no_code(grey: Grey, corners: Corners, form: Form) -> str:
    """Return why the code on a sheet with at least three visible corners cannot be read."""
    if _is_log(grey):  # those of kitgen 1.0 have corners, too
        return HANDWRITTEN
    straight = Straightening(grey, corners, form).picture()
    refusal = quality(tones_of(straight, form), straight, form)
    return refusal or (missing_corners(corners, form, grey.shape) if len(corners) < 4 else NO_CODE)


def missing_corners(corners: Corners, form: Form, shape: Sequence[int]) -> str:
    """Return the advice about missing corners of a sheet; ``shape`` is the height and width of
    the picture.
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
    name, corner = NAMES[gone[0]], form.corners[gone[0]]
    x, y = through(view_of(corners, form), np.array([corner.x, corner.y]))
    if 0 <= x < shape[1] and 0 <= y < shape[0]:
        return (
            f"does not show the {name} corner of the sheet: move hand or shadow off it, and lay "
            "the sheet flat"
        )
    return f"the {name} corner of the sheet is missing: take the photo from a little higher"


def quality(tones: Tones, straight: Grey, form: Form) -> str:
    """Return why a straightened sheet cannot be read; empty if it can."""
    if tones.white < DARK or tones.white - tones.black < PALE:
        return TOO_DARK
    return TOO_BLURRED if blur_of(straight, form) > BLURRED else ""


def blur_of(straight: Grey, form: Form) -> float:
    """Return the blur of the squares' edges as a deviation, in mm."""
    blurs = []
    for square in form.squares:
        reach = round((square.side / 2 + 0.8) * SCALE)
        x, y = round(square.x * SCALE), round(square.y * SCALE)
        across = straight[y - 3 : y + 4, max(x - reach, 0) : x + reach + 1].mean(axis=0)
        down = straight[max(y - reach, 0) : y + reach + 1, x - 3 : x + 4].mean(axis=1)
        for line in (across, down):
            tall = float(line.max() - line.min())
            if tall > PALE / 2 and len(line) > reach:
                blurs.append(
                    tall
                    / max(float(np.abs(np.diff(line)).max()), 1e-3)
                    / np.sqrt(2 * np.pi)
                    / SCALE
                )
    return float(np.median(blurs)) if blurs else 1.0


#: Paper shown above and below a row, in mm.
AROUND = 0.5
#: The perspective from mm of a sheet to dots of its straightened picture.
FLAT = np.diag([SCALE, SCALE, 1.0])


def read_pictures(paths: Iterable[Path], kit: Kit) -> Iterator[ReadSheet | str]:
    """Yield the sheets in some pictures, or the reason why one cannot be read, one at a time to
    save memory.

    ``CameraError`` if a folder contains no pictures, or too many.
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
    wide, high = (third.x - first.x) / first.side, (third.y - first.y) / first.side
    corners = find_corners(picture.grey, wide, high)
    if not corners:
        yield f"{picture.name} {no_sheet(picture.grey)}"
    elif len(corners[0]) > 2:  # a single marker beside a sheet is none
        corners = [sheet for sheet in corners if len(sheet) > 1]
    for markers in corners:
        try:
            yield _read(picture, markers, kit, models)
        except cv2.error:  # markers that cannot belong to a sheet
            yield f"{picture.name} {NO_SHEET}"
        except CameraError as why:
            yield (
                f"{picture.name} {why}"
                if not str(why).startswith("the ")
                else f"{picture.name}: {why}"
            )


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
    grey, model = picture.grey, models[0]
    if len(corners) < 3:
        why = no_sheet(grey)
        raise CameraError(why if why != NO_SHEET else missing_corners(corners, model, grey.shape))
    code = next(
        (code for form in models if (code := read_code(grey, view_of(corners, form), form))), None
    )
    if code is None:  # the sheet may be bent at the code
        straight_forms = ((Straightening(grey, corners, form).picture(), form) for form in models)
        code = next(
            (code for flat, form in straight_forms if (code := read_code(flat, FLAT, form))), None
        )
    if code is None:
        raise CameraError(no_code(grey, corners, model))
    if code.hash != kit.short_hash:
        kits = f"kit {code.kit!r} ({code.hash}), not of {kit.name!r} ({kit.short_hash})"
        raise CameraError(f"shows a sheet of {kits}: read it for that machine")
    try:
        form = make_form(kit, code)
    except RecordError as why:
        raise CameraError(f"shows a sheet that this kitgen does not print: {why}") from None
    place = Straightening(grey, corners, form)
    if place.gap:
        raise CameraError(
            missing_corners(corners, form, grey.shape) if len(corners) < 4 else PARTLY_HIDDEN
        )
    straight = place.picture()
    tones = tones_of(straight, form)
    if refusal := quality(tones, straight, form):
        raise CameraError(refusal)

    def strip(index: int) -> bytes:
        row = form.rows[index]
        columns = slice(max(round(row.x * SCALE), 0), round((row.x + row.width) * SCALE))
        top, bottom = round((row.y - AROUND) * SCALE), round((row.y + row.height + AROUND) * SCALE)
        return bytes(cv2.imencode(".png", straight[max(top, 0) : bottom, columns])[1])

    readings = read_bubbles(tones, form)
    if picture.lowest is not None:
        tones = tones_of(place.picture(picture.lowest), form)
    stray = stray_ink(
        tones.dark, form, {bubble: reading.state for bubble, reading in readings.items()}
    )
    for bubble, state in stray.states.items():
        readings[bubble] = replace(readings[bubble], state=state)
    return ReadSheet(picture.name, form, readings, hints(picture, place, form), strip, stray.rows)
