"""Photographs of printed sheets that somebody has filled in, made from the page that is printed:
pencil, paper, lens.

Five steps from an office scanner to a phone in bad hands. The same seed gives the same picture;
tests and ``benchmarks/photographs.py`` take theirs from here.
"""

import io
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import cv2
import numpy as np
import pypdfium2
from PIL import Image

INCH = 25.4
#: Dots to an inch of the page that is filled in: about what a phone sees.
DPI = 300
#: Dots of a photograph of 12 megapixels, the long side first.
LONG = 4000
SHORT = 3000


@dataclass(frozen=True)
class Mark:
    """What a hand has done to a bubble.

    Attributes:
        x, y: the middle of the bubble, in mm.
        diameter: of the bubble, in mm.
        kind: one of ``KINDS``.
        tool: one of ``TOOLS``.
    """

    x: float
    y: float
    diameter: float
    kind: str = "full"
    tool: str = "pencil"


#: How often a mark is of each kind; an erased one is none.
KINDS = {"full": 60, "tick": 10, "cross": 14, "half": 6, "stroke": 5, "outside": 5, "erased": 0}
#: How dark what a tool leaves may be, how broad its line in mm, and how often it is used.
TOOLS = {
    "pencil": (0.45, 0.75, 0.6, 60),
    "hard pencil": (0.32, 0.5, 0.5, 15),
    "pen": (0.75, 0.95, 0.55, 25),
}


@dataclass(frozen=True)
class Grade:
    """How badly a sheet is photographed: each pair is the least and the most of it.

    Attributes:
        dots: how many the picture has on its longer side; a scanner has them from its resolution.
        tilt: of the camera, in degrees.
        turn: of the sheet, in degrees, beside quarter turns.
        fill: of the picture that the sheet takes.
        blur: of the lens, as a deviation in dots.
        shake: of the hand, in dots.
        uneven: by how much of the light one side has less.
        shadow: by how much of the light is taken by a hand.
        white: how light paper is, of 255.
        noise: as a deviation of 255.
        curl: by how many mm the sheet rises.
        crease: by how many mm its folds rise.
        quality: of the JPEG.
        scanned: True for a scanner, which has no table, lens or hand.
    """

    dots: int = LONG
    tilt: tuple[float, float] = (0, 0)
    turn: tuple[float, float] = (-2, 2)
    fill: tuple[float, float] = (0.85, 0.95)
    blur: tuple[float, float] = (0.4, 0.7)
    shake: tuple[float, float] = (0, 0)
    uneven: tuple[float, float] = (0, 0)
    shadow: tuple[float, float] = (0, 0)
    white: tuple[float, float] = (225, 250)
    noise: tuple[float, float] = (1, 3)
    curl: tuple[float, float] = (0, 0)
    crease: tuple[float, float] = (0, 0)
    quality: int = 85
    scanned: bool = False


GRADES: Mapping[str, Grade] = {
    "scanner": Grade(dots=2400, turn=(-2, 2), quality=80, scanned=True),
    "mild": Grade(
        tilt=(0, 8),
        turn=(-5, 5),
        blur=(0.6, 1.0),
        uneven=(0, 0.2),
        white=(190, 240),
        noise=(2, 4),
        curl=(0, 2),
    ),
    "middle": Grade(
        tilt=(5, 18),
        turn=(-10, 10),
        fill=(0.75, 0.95),
        blur=(0.8, 1.5),
        shake=(0, 2),
        uneven=(0.3, 0.5),
        shadow=(0, 0.3),
        white=(150, 235),
        noise=(3, 6),
        curl=(0, 8),
        crease=(0, 0.6),
        quality=80,
    ),
    "rough": Grade(
        tilt=(12, 26),
        turn=(-20, 20),
        fill=(0.65, 0.9),
        blur=(1.5, 2.4),
        shake=(1, 5),
        uneven=(0.4, 0.65),
        shadow=(0.2, 0.5),
        white=(110, 220),
        noise=(5, 9),
        curl=(5, 16),
        crease=(0.5, 1.6),
        quality=70,
    ),
    "bad": Grade(
        tilt=(20, 36),
        turn=(-40, 40),
        fill=(0.5, 0.8),
        blur=(2.4, 4.5),
        shake=(4, 12),
        uneven=(0.5, 0.75),
        shadow=(0.4, 0.7),
        white=(80, 200),
        noise=(8, 14),
        curl=(10, 25),
        crease=(1.5, 4),
        quality=50,
    ),
}


def page_of(pdf: bytes, index: int = 0, dpi: int = DPI) -> np.ndarray:
    """A page as it is printed, grey."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        picture = document[index].render(scale=dpi / 72, grayscale=True).to_pil()
        return np.asarray(picture.convert("L")).copy()
    finally:
        document.close()


def picked(rng: np.random.Generator, weights: Mapping[str, float]) -> str:
    """One of several, as often as their weights say."""
    names = list(weights)
    shares = np.array([weights[name] for name in names], float)
    return names[int(rng.choice(len(names), p=shares / shares.sum()))]


def any_mark(rng: np.random.Generator, x: float, y: float, diameter: float) -> Mark:
    """A mark as some pupil makes it."""
    kind = picked(rng, KINDS)
    tool = picked(rng, {name: one[3] for name, one in TOOLS.items()})
    return Mark(x, y, diameter, kind, tool)


def filled(
    page: np.ndarray, marks: Iterable[Mark], rng: np.random.Generator, dpi: int = DPI
) -> np.ndarray:
    """A page with marks made on it."""
    made = page.copy()
    for mark in marks:
        _make(made, mark, rng, dpi / INCH)
    return made


def _make(page: np.ndarray, mark: Mark, rng: np.random.Generator, scale: float) -> None:
    """Make one mark on a page."""
    low, high, broad, _ = TOOLS[mark.tool]
    dark = rng.uniform(low, high)
    radius = mark.diameter / 2
    x = mark.x + rng.normal(0, 0.12) * radius
    y = mark.y + rng.normal(0, 0.12) * radius
    if mark.kind == "outside":
        angle = rng.uniform(0, 2 * math.pi)
        far = rng.uniform(0.5, 0.9) * radius
        x += far * math.cos(angle)
        y += far * math.sin(angle)
    reach = math.ceil(2.2 * radius * scale)
    left = round(mark.x * scale) - reach
    top = round(mark.y * scale) - reach
    size = 2 * reach + 1
    if left < 0 or top < 0 or left + size > page.shape[1] or top + size > page.shape[0]:
        raise ValueError(f"a mark at {mark.x}, {mark.y} lies off the page")
    ink = np.zeros((size, size), np.uint8)
    middle = np.array([x * scale - left, y * scale - top])
    thick = max(1, round(broad * rng.uniform(0.8, 1.2) * scale))
    for line in _lines(mark.kind, rng, broad / radius):
        points = np.round((middle + np.asarray(line) * radius * scale) * 16).astype(np.int32)
        cv2.polylines(ink, [points], False, 255, thick, cv2.LINE_AA, 4)
    cover = cv2.GaussianBlur(ink, (0, 0), 0.06 * scale).astype(np.float32) / 255
    if mark.kind == "erased":  # a smear, with what the rubber has left of the strokes
        smear = cv2.GaussianBlur(cover, (0, 0), rng.uniform(0.2, 0.5) * scale)
        cover = smear * rng.uniform(0.08, 0.22) + cover * rng.uniform(0.02, 0.14)
        cover = cover * (0.6 if dark < 0.45 else 1)
    else:
        noise = rng.normal(0, 1, cover.shape).astype(np.float32)
        grain = cv2.GaussianBlur(noise, (0, 0), 0.12 * scale)
        rough = 0.05 if mark.tool == "pen" else 0.22
        cover = cover * dark * np.clip(1 + rough * grain / max(float(grain.std()), 1e-6), 0.3, 1.2)
    part = page[top : top + size, left : left + size]
    marked = part * (1 - np.clip(cover, 0, 1))
    page[top : top + size, left : left + size] = marked.astype(np.uint8)


def _lines(kind: str, rng: np.random.Generator, broad: float) -> list[list[tuple[float, float]]]:
    """The strokes of a mark, with the radius of the bubble as 1."""

    def near(x: float, y: float) -> tuple[float, float]:
        return x + rng.normal(0, 0.1), y + rng.normal(0, 0.1)

    if kind == "tick":
        return [[near(-0.6, -0.05), near(-0.15, 0.5), near(0.9, -0.85)]]
    if kind == "cross":
        return [[near(-0.75, -0.75), near(0.75, 0.75)], [near(0.75, -0.75), near(-0.75, 0.75)]]
    if kind == "stroke":
        angle = rng.uniform(0, math.pi)
        across = 0.95 * math.cos(angle)
        down = 0.95 * math.sin(angle)
        return [[near(-across, -down), near(across, down)]]
    # To and fro, aslant, from one side of the bubble or from its middle.
    angle = rng.uniform(0, math.pi)
    reach = rng.uniform(0.8, 1.0)
    step = broad * rng.uniform(0.65, 1.05)
    first = 0.0 if kind == "half" else -reach
    line = []
    way = 1
    for place in np.arange(first, reach, step):
        half = math.sqrt(max(reach**2 - place**2, 0.01))
        for along, aside in [(place, -half), (place + step / 2, half)][::way]:
            x = along * math.cos(angle) - aside * math.sin(angle)
            y = along * math.sin(angle) + aside * math.cos(angle)
            line.append(near(x, y))
        way = -way
    return [line]


class _Sheet:
    """A sheet of paper that is not flat, and a camera above it."""

    def __init__(
        self, size: tuple[float, float], grade: Grade, rng: np.random.Generator, turn: float
    ) -> None:
        self.size = size
        self.middle = np.array(size) / 2
        self._curl = rng.uniform(*grade.curl) * rng.choice([-1, 1])
        self._along = rng.choice([0, math.pi / 2, rng.uniform(0, math.pi)])
        self._bent = rng.uniform(0.8, 1.6)
        self._phase = rng.uniform(-0.5, 0.5)
        self._creases = []
        for _ in range(5):
            angle = rng.uniform(0, math.pi)
            offset = rng.uniform(-0.4, 0.4) * size[0]
            rise = rng.uniform(*grade.crease) * rng.choice([-1, 1])
            self._creases.append((angle, offset, rise, rng.uniform(10, 40)))
        tilt = math.radians(rng.uniform(*grade.tilt))
        towards = rng.uniform(0, 2 * math.pi)
        axis = np.array([math.cos(towards), math.sin(towards), 0]) * tilt
        around = np.array([0, 0, math.radians(turn)])
        self._turned = cv2.Rodrigues(axis)[0] @ cv2.Rodrigues(around)[0]
        self._far = rng.uniform(380, 520) * max(size) / 297

    def height(self, points: np.ndarray) -> np.ndarray:
        """How far points of the paper lie above the table, in mm."""
        at = points - self.middle
        along = at[..., 0] * math.cos(self._along) + at[..., 1] * math.sin(self._along)
        high = self._curl * np.cos(math.pi * self._bent * along / max(self.size) + self._phase)
        for angle, offset, rise, wide in self._creases:
            away = at[..., 0] * math.cos(angle) + at[..., 1] * math.sin(angle) - offset
            high = high + rise * np.exp(-np.abs(away) / wide)
        return high

    def seen(self, points: np.ndarray) -> np.ndarray:
        """Where points of the paper are in the picture, in mm of an upright view from its
        middle.
        """
        flat = points - self.middle
        along = np.array([math.cos(self._along), math.sin(self._along)])
        s = flat @ along
        rate = math.pi * self._bent / max(self.size)
        # The paper keeps its length: where it rises, it reaches less far.
        bow = s / 2 - np.sin(2 * (rate * s + self._phase)) / (4 * rate)
        short = (self._curl * rate) ** 2 / 2 * bow
        flat = flat - short[..., None] * along
        space = np.concatenate([flat, -self.height(points)[..., None]], axis=-1) @ self._turned.T
        return space[..., :2] * self._far / (self._far + space[..., 2:])

    def shade(self, points: np.ndarray) -> np.ndarray:
        """How much of the light that falls on flat paper falls on each point."""
        dx = np.array([1.0, 0.0])
        dy = np.array([0.0, 1.0])
        slope_x = self.height(points + dx) - self.height(points - dx)
        slope_y = self.height(points + dy) - self.height(points - dy)
        return np.clip(1 + 0.35 * slope_x + 0.25 * slope_y, 0.5, 1.3)


def photographed(
    page: np.ndarray,
    grade: Grade | str,
    rng: np.random.Generator,
    dpi: int = DPI,
    quarters: int | None = None,
) -> np.ndarray:
    """A page as a camera or a scanner has it, grey or in colours as the page is.

    Args:
        page: the page, perhaps filled in.
        grade: how badly, or its name in ``GRADES``.
        rng: where all accidents come from.
        dpi: of the page.
        quarters: turns by 90 degrees; any when None.
    """
    grade = GRADES[grade] if isinstance(grade, str) else grade
    quarters = int(rng.choice([0, 0, 0, 1, 2, 3])) if quarters is None else quarters
    turn = rng.uniform(*grade.turn) + 90 * quarters
    size = page.shape[1] / dpi * INCH, page.shape[0] / dpi * INCH
    sheet = _Sheet(size, grade, rng, turn)
    grid = np.stack(np.meshgrid(np.linspace(0, size[0], 20), np.linspace(0, size[1], 20)), axis=-1)
    there = sheet.seen(grid)
    low = there.min(axis=(0, 1))
    high = there.max(axis=(0, 1))
    extent = high - low
    long_side = grade.dots
    short_side = long_side * SHORT // LONG
    is_upright = extent[1] >= extent[0]
    dots = np.array([short_side, long_side] if is_upright else [long_side, short_side])
    scale = float((dots / extent).min()) * rng.uniform(*grade.fill)
    if grade.scanned:
        dots = np.round(extent * 200 / INCH + 40).astype(int)
        scale = 200 / INCH
    centred = dots / 2 - (low + high) / 2 * scale
    shift = centred + rng.uniform(-0.3, 0.3, 2) * np.maximum(dots - extent * scale, 0)
    # Where each dot comes from, and how light it is, is worked out for every eighth.
    few = 8
    across, down = (math.ceil(d / few) + 1 for d in dots)
    knots = np.meshgrid(np.arange(across) * few, np.arange(down) * few)
    want = np.stack(knots, axis=-1).astype(float)
    source = _came_from(sheet, (want - shift) / scale, grid, there)
    light = _light(sheet, source, grade, rng, (across, down))
    grow = (across * few, down * few)

    def large(few_dots: np.ndarray) -> np.ndarray:
        # Knots lie at multiples of ``few``; resize takes them as middles of squares, half a square
        # further on.
        ahead = np.float32([[few, 0, 0], [0, few, 0]])
        how = {"flags": cv2.INTER_LINEAR, "borderMode": cv2.BORDER_REPLICATE}
        grown = cv2.warpAffine(few_dots.astype(np.float32), ahead, grow, **how)
        return grown[: dots[1], : dots[0]]

    place = [large(source[..., axis] * dpi / INCH - 0.5) for axis in (0, 1)]
    sharp = page
    if scale * INCH < 0.9 * dpi:
        sharp = cv2.GaussianBlur(page, (0, 0), 0.45 * dpi / INCH / scale)
    seen = cv2.remap(sharp, *place, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=0)
    whole = np.full(page.shape[:2], 255, np.uint8)
    there_is = cv2.remap(whole, *place, cv2.INTER_LINEAR, borderValue=0).astype(np.float32) / 255
    del place
    table = 255.0 if grade.scanned else float(rng.uniform(40, 150))
    grain = rng.normal(table, 8, (dots[1] // 16, dots[0] // 3)).astype(np.float32)
    grain = cv2.resize(grain, tuple(map(int, dots)))
    shining = large(light)
    if page.ndim == 3:
        there_is = there_is[..., None]
        grain = grain[..., None]
        shining = shining[..., None]
    picture = seen.astype(np.float32) * there_is + grain * (1 - there_is)
    del grain, there_is
    black = rng.uniform(8, 30)
    white = rng.uniform(*grade.white)
    picture = black + picture * shining * ((white - black) / 255)
    picture = cv2.GaussianBlur(picture, (0, 0), rng.uniform(*grade.blur))
    shake = rng.uniform(*grade.shake)
    if shake > 1:
        picture = cv2.filter2D(picture, -1, _shaken(shake, rng.uniform(0, math.pi)))
    noise = rng.standard_normal(picture.shape, np.float32)
    picture += noise * rng.uniform(*grade.noise)
    return np.clip(picture, 0, 255).astype(np.uint8)


def _came_from(
    sheet: _Sheet, wanted: np.ndarray, grid: np.ndarray, there: np.ndarray
) -> np.ndarray:
    """Which points of the paper are seen at some places of the picture."""
    flat, _ = cv2.findHomography(there.reshape(-1, 2), grid.reshape(-1, 2))
    back = np.linalg.inv(flat)

    def through(points: np.ndarray, matrix: np.ndarray) -> np.ndarray:
        moved = cv2.perspectiveTransform(points.reshape(-1, 1, 2).astype(float), matrix)
        return moved.reshape(points.shape)

    points = through(wanted, flat)
    room = np.array(sheet.size)
    for _ in range(12):
        inside = np.clip(points, -room * 0.2, room * 1.2)
        points = through(through(inside, back) + wanted - sheet.seen(inside), flat)
    return np.clip(points, -room, 2 * room)


def _light(
    sheet: _Sheet, source: np.ndarray, grade: Grade, rng: np.random.Generator, size: tuple[int, int]
) -> np.ndarray:
    """How much light there is at each knot of the picture."""
    x, y = np.meshgrid(np.linspace(-0.5, 0.5, size[0]), np.linspace(-0.5, 0.5, size[1]))
    angle = rng.uniform(0, 2 * math.pi)
    along = x * math.cos(angle) + y * math.sin(angle)
    along = (along - along.min()) / (along.max() - along.min())
    light = (1 - rng.uniform(*grade.uneven) * along) * (1 if grade.scanned else sheet.shade(source))
    depth = rng.uniform(*grade.shadow)
    if depth > 0.02:  # a hand and its arm, from some edge
        mask = np.zeros((size[1], size[0]), np.uint8)
        edge = np.array([rng.choice([0, size[0]]), rng.uniform(0.2, 1) * size[1]])
        reach = edge + (np.array([0.5, 0.5]) * size - edge) * rng.uniform(0.4, 1.1)
        wide = int(min(size) * rng.uniform(0.1, 0.2))
        ends = [tuple(int(one) for one in point) for point in (edge, reach)]
        cv2.line(mask, *ends, 255, wide)
        for finger in np.linspace(-0.5, 0.5, 4):
            tip = reach + (reach - edge) * 0.35 + finger * wide * np.array([1.2, -1.2])
            cv2.line(mask, ends[1], tuple(int(one) for one in tip), 255, max(2, wide // 4))
        soft = (
            cv2.GaussianBlur(mask, (0, 0), min(size) * rng.uniform(0.012, 0.05)).astype(float) / 255
        )
        light = light * (1 - depth * soft)
    return light


def _shaken(length: float, angle: float) -> np.ndarray:
    """What a hand that moves by so many dots does to a point."""
    half = math.ceil(length / 2) + 1
    kernel = np.zeros((2 * half + 1, 2 * half + 1), np.float32)
    for step in np.linspace(-length / 2, length / 2, 4 * half + 1):
        x = half + step * math.cos(angle)
        y = half + step * math.sin(angle)
        kernel[round(y), round(x)] += 1
    return kernel / kernel.sum()


def of_a_screen(picture: np.ndarray, dots: float = 2.7, strength: float = 0.25) -> np.ndarray:
    """A picture as if what it shows were shown by a screen, whose own dots are seen."""
    y, x = np.mgrid[: picture.shape[0], : picture.shape[1]]
    across = x + 0.03 * y
    down = y - 0.03 * x
    grid = np.cos(2 * np.pi * across / dots) + np.cos(2 * np.pi * down / dots)
    return np.clip(picture * (1 + strength * grid / 2), 0, 255).astype(np.uint8)


def jpeg(picture: np.ndarray, quality: int = 85, **saving: object) -> bytes:
    """A picture as JPEG."""
    stream = io.BytesIO()
    Image.fromarray(picture).save(stream, "JPEG", quality=quality, **saving)
    return stream.getvalue()
