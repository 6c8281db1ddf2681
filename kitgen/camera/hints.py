"""What is to be said of a sheet although it can be read: that it was printed at another size, or shown by a screen."""

import cv2
import numpy as np
import numpy.typing as npt

from kitgen.camera.corners import Points
from kitgen.camera.pictures import Picture
from kitgen.camera.straight import Straightening, through
from kitgen.check.picture.scan.aligning import Grey
from kitgen.record.forms.form import Form

#: A sheet printed larger or smaller by more than this is told of; the paper's sides have to agree as well as this.
SIZE, AGREE = 0.012, 0.007
#: How far from where it should be the edge of the paper is looked for, in mm, and from how many places of each side.
INSIDE, OUTSIDE, STEP, LINES = 4.0, 13.0, 0.25, 24
#: The table is darker, or lighter, than the paper by so much.
TABLE = 18
#: Dots of a square in which the dots of a screen are looked for; by how much more of one pattern there is than usual.
PATCH, PATTERN = 256, 100.0
#: The dots of a screen are finer than this, in dots of the picture.
FINE = 7.0
A_SCREEN = "this looks like a photo of a screen: photograph the sheet itself"
INCH = 25.4


def hints(picture: Picture, place: Straightening, form: Form) -> tuple[str, ...]:
    """Return what is to be said of a sheet that was read.

    Args:
        picture: where it was found.
        place: where each place of the sheet is in it.
        form: what is printed on it.
    """
    said = []
    size = scale_by_dots(picture, place, form) if picture.dpi else scale_by_paper(picture.grey, place, form)
    if size and abs(size - 1) > SIZE:
        why = "was printed smaller, perhaps to fit the page" if size < 1 else "was printed larger"
        said.append(f"the sheet {why}: at {size:.0%}; it is read all the same, but print the next ones at 100 %")
    if not picture.dpi and pattern(picture.grey, place, form) > PATTERN:
        said.append(A_SCREEN)
    return tuple(said)


def scale_by_dots(picture: Picture, place: Straightening, form: Form) -> float:
    """Return at what size a sheet was printed, by the dots that a scanner puts into an inch."""
    (first, _, third, fourth) = (np.array([corner.x, corner.y]) for corner in form.corners)
    ends = through(place.view, np.array([first, fourth, fourth, third]))
    seen = np.linalg.norm(ends[1] - ends[0]) + np.linalg.norm(ends[3] - ends[2])
    meant = np.linalg.norm(fourth - first) + np.linalg.norm(third - fourth)
    return float(seen / meant * INCH / picture.dpi)


def scale_by_paper(grey: Grey, place: Straightening, form: Form) -> float:
    """Return at what size a sheet was printed, by the edges of its paper; 0 where these cannot be told."""
    wide, high = form.width, form.height
    left, right = (_edge(grey, place, 0, level, out, high) for level, out in ((0.0, -1), (wide, 1)))
    top, bottom = (_edge(grey, place, 1, level, out, wide) for level, out in ((0.0, -1), (high, 1)))
    if left is None or right is None or top is None or bottom is None:
        return 0.0
    across, down = wide / (right - left), high / (bottom - top)
    return (across + down) / 2 if abs(across - down) < AGREE else 0.0


def _edge(grey: Grey, place: Straightening, axis: int, level: float, out: int, length: float) -> float | None:
    """Return where an edge of the paper is, in mm as the sheet was meant; None where it cannot be told.

    Args:
        grey: the picture.
        place: where each place of the sheet is in it.
        axis: across the edge: 0 for left and right.
        level: where it should be.
        out: 1 where the table lies at larger numbers, else -1.
        length: of the edge.
    """
    along = np.linspace(0.12, 0.88, LINES) * length
    away = np.arange(-INSIDE, OUTSIDE, STEP)
    points = np.empty((LINES, len(away), 2))
    points[..., axis] = level + out * away
    points[..., 1 - axis] = along[:, None]
    seen = place(points).astype(np.float32)
    inside = (seen >= 0).all(axis=-1) & (seen[..., 0] < grey.shape[1] - 1) & (seen[..., 1] < grey.shape[0] - 1)
    tones = cv2.remap(grey, seen[..., 0], seen[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    steep = np.abs(np.diff(cv2.GaussianBlur(tones.astype(np.float32), (9, 1), 2.0), axis=1))
    steep[~inside[:, 1:]] = 0
    best = steep.argmax(axis=1)
    wide = 8
    found = []
    for line, index in enumerate(best):
        if wide <= index < steep.shape[1] - wide and inside[line].all():
            before, after = tones[line, : index - wide + 1].mean(), tones[line, index + wide :].mean()
            if abs(float(before) - float(after)) > TABLE:
                found.append(level + out * (away[index] + STEP / 2))
    if len(found) < LINES / 2 or float(np.subtract(*np.quantile(found, (0.75, 0.25)))) > 1.0:
        return None
    return float(np.median(found))


def pattern(grey: Grey, place: Straightening, form: Form) -> float:
    """Return by how much more of one fine pattern there is on a sheet than of others: a screen has its dots."""
    wide, high = form.width, form.height
    middles = place(np.array([(wide * x, high * y) for x in (0.3, 0.5, 0.7) for y in (0.35, 0.5, 0.65)]))
    power = np.zeros((PATCH, PATCH))
    for x, y in np.round(middles).astype(int):
        part = grey[max(y - PATCH // 2, 0) : y + PATCH // 2, max(x - PATCH // 2, 0) : x + PATCH // 2]
        if part.shape == (PATCH, PATCH):
            tones = part.astype(np.float32) - cv2.GaussianBlur(part.astype(np.float32), (0, 0), 3.0)
            power += np.abs(np.fft.fftshift(np.fft.fft2(tones * _WINDOW))) ** 2
    # What is printed has waves of all kinds, each about as strong as those next to it; a screen has one of its own.
    strong: npt.NDArray[np.float32] = np.log(power + 1).astype(np.float32)
    usual = np.asarray(cv2.medianBlur(strong, 5), np.float32)
    return float(np.exp((strong - usual)[_FINE].max()))


def _fine() -> npt.NDArray[np.bool_]:
    """Return which waves are fine, and not those across or down alone, which JPEG's own squares have."""
    away = np.arange(PATCH) - PATCH // 2
    far = np.hypot(*np.meshgrid(away, away)) > PATCH / FINE
    far[np.abs(away) <= 1, :] = False
    far[:, np.abs(away) <= 1] = False
    return np.asarray(far, np.bool_)


_FINE = _fine()
_WINDOW: Points = np.outer(np.hanning(PATCH), np.hanning(PATCH))
