"""What paper goes through before it is compared: a printer's inks, toner that runs out, glue,
folds, light, a phone.

Inks are mixed by the Neugebauer equations (H. E. J. Neugebauer, Die theoretischen Grundlagen des
Mehrfarbenbuchdrucks, 1937) from the colours that offset inks have on coated paper (ISO 12647-2).
Everything else is what scanners and phones do to a page; nothing here knows how kitgen compares.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import photographed_sheets
import pypdfium2
from simulated_scans import GLASSES, PRINTED, printed

Page = np.ndarray
INCH = 25.4
#: Dots to an inch of the paper.
DPI = photographed_sheets.DPI
#: White, cyan, magenta, yellow; then red, green, blue and black, which two or three of them make;
#: sRGB.
_PRIMARIES = {
    (0, 0, 0): (255, 255, 255),
    (1, 0, 0): (0, 158, 224),
    (0, 1, 0): (229, 0, 125),
    (0, 0, 1): (255, 237, 0),
    (0, 1, 1): (227, 6, 19),
    (1, 0, 1): (0, 150, 64),
    (1, 1, 0): (49, 39, 131),
    (1, 1, 1): (35, 31, 32),
}
#: What a phone makes of white paper under lamps of several kinds after its white balance, as
#: shares.
LIGHTS = {
    "daylight": (1, 1, 1),
    "cold": (0.93, 0.98, 1),
    "lamp": (1, 0.93, 0.78),
    "yellowish": (1, 0.9, 0.62),
}


@dataclass(frozen=True)
class Wear:
    """How a sheet is printed, treated, and taken.

    Attributes:
        colours: whether the printer has colours.
        taken: "flatbed", "grey flatbed", or a grade of ``photographed_sheets``.
        toner: by how much of its ink the palest streak of the print has less.
        glued: by how many mm each label lies off its place, and by how many degrees it is turned.
        fold: by how much of the light the shadow of a fold is darker.
        texture: how uneven the paper is, as a share of its light.
        light: of ``LIGHTS``; any daylight when empty.
    """

    colours: bool = True
    taken: str = "flatbed"
    toner: float = 0.0
    glued: tuple[float, float] = (0.0, 0.0)
    fold: float = 0.0
    texture: float = 0.0
    light: str = "daylight"


Card = tuple[float, float, float, float]


def taken(
    pdf: bytes, index: int, cards: Sequence[Card], wear: Wear, rng: np.random.Generator
) -> tuple[bytes, int]:
    """Return a page of a PDF as a JPEG from a scanner or a phone, and its dots per inch, 0 if it
    does not say.

    Args:
        pdf: the file.
        index: of the page.
        cards: the left, top, right and bottom of each label, in mm.
        wear: what happens to it.
        rng: where all accidents come from.
    """
    page = _inked(_in_colours(pdf, index), rng) if wear.colours else _in_black(pdf, index)
    if wear.toner:
        page = _low(page, wear.toner, rng)
    if wear.glued != (0, 0):
        page = _glued(page, cards, wear.glued, rng)
    if wear.texture:
        page = _rough(page, wear.texture, rng)
    if wear.fold:
        page = _folded(page, cards, wear.fold, rng)
    if wear.taken in photographed_sheets.GRADES:
        return _phone(page, wear, rng), 0
    return _scanner(page, wear, rng)


def _in_colours(pdf: bytes, index: int) -> Page:
    """Return a page in colours, ``DPI`` dots to an inch."""
    return np.asarray(
        pypdfium2.PdfDocument(pdf)[index].render(scale=DPI / 72).to_pil().convert("RGB")
    )


def _in_black(pdf: bytes, index: int) -> Page:
    page = printed(pdf, index, colours=False)
    return cv2.resize(page, None, fx=DPI / PRINTED, fy=DPI / PRINTED, interpolation=cv2.INTER_AREA)


def _inked(page: Page, rng: np.random.Generator) -> Page:
    """Return a page in the colours of a printer: between those of the screen and those of its
    raw inks.
    """
    levels = np.linspace(0, 1, 32)
    colours = np.stack(np.meshgrid(levels, levels, levels, indexing="ij"), axis=-1).reshape(-1, 3)
    gain = rng.uniform(0.9, 1.25, 3)  # dots of ink grow on paper, each ink's by its own
    cover = np.clip((1 - colours) ** (1 / gain) * rng.uniform(0.88, 1.0, 3), 0, 1)
    inks = np.zeros_like(colours)
    for (c, m, y), colour in _PRIMARIES.items():
        share = np.ones(len(colours))
        for ink, there in enumerate((c, m, y)):
            share = share * (cover[:, ink] if there else 1 - cover[:, ink])
        inks += share[:, None] * (np.array(colour) / 255) ** 2.2
    inks **= 1 / 2.2
    managed = rng.uniform(0.3, 1.0)  # how far the driver corrects its inks
    black = rng.uniform(0.05, 0.15)
    made = (managed * colours + (1 - managed) * inks) * (1 - black) + black
    made[-1] = 1  # paper stays white
    table = (255 * made).round().astype(np.uint8)
    few = page >> 3
    index = (
        (few[..., 0].astype(np.uint16) << 10) | (few[..., 1].astype(np.uint16) << 5) | few[..., 2]
    )
    return table[index]


def _low(page: Page, least: float, rng: np.random.Generator) -> Page:
    """Return a page whose ink is paler in streaks down the sheet."""
    knots = rng.uniform(0, least, 12).astype(np.float32)
    streaks = 1 - cv2.resize(knots[None], (page.shape[1], 1), interpolation=cv2.INTER_CUBIC)[
        0
    ].clip(0, least)
    return (255 - (255 - page) * streaks[None, :, None]).astype(np.uint8)


def _glued(
    page: Page, cards: Iterable[Card], off: tuple[float, float], rng: np.random.Generator
) -> Page:
    """Return a page with its labels cut out and glued on blank paper, each a little off, with a
    shadow at its edge.
    """
    made = page.copy()
    scale = DPI / INCH
    cut = [tuple(round(side * scale) for side in card) for card in cards]
    for x0, y0, x1, y1 in cut:
        made[y0:y1, x0:x1] = 255
    for x0, y0, x1, y1 in cut:
        angle = rng.uniform(0, 2 * math.pi)
        far = rng.uniform(0.6, 1) * off[0] * scale
        move = cv2.getRotationMatrix2D(
            ((x1 - x0) / 2, (y1 - y0) / 2), rng.uniform(-1, 1) * off[1], 1
        )
        move[:, 2] += (20 + far * math.cos(angle), 20 + far * math.sin(angle))
        size = x1 - x0 + 40, y1 - y0 + 40
        place = np.s_[y0 - 20 : y0 - 20 + size[1], x0 - 20 : x0 - 20 + size[0]]
        label = cv2.warpAffine(
            page[y0:y1, x0:x1], move, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        there = cv2.warpAffine(np.full((y1 - y0, x1 - x0), 255, np.uint8), move, size).astype(
            np.float32
        )[..., None]
        shadow = (
            cv2.GaussianBlur(np.roll(there[..., 0], (2, 2), (0, 1)), (0, 0), 2)[..., None] / 255
        )
        under = made[place] * (1 - 0.25 * shadow)
        made[place] = (there / 255 * label + (1 - there / 255) * under).astype(np.uint8)
    return made


def _rough(page: Page, share: float, rng: np.random.Generator) -> Page:
    """Return a page on recycled paper: fibres and clouds."""
    high, wide = page.shape[:2]
    made = np.zeros((high, wide), np.float32)
    for size in (3, 12, 60):
        few = rng.standard_normal((high // size + 1, wide // size + 1), np.float32)
        made += cv2.resize(few, (wide, high), interpolation=cv2.INTER_LINEAR)
    return np.clip(page * (1 - share * np.abs(made / 2))[..., None], 0, 255).astype(np.uint8)


def _folded(page: Page, cards: Sequence[Card], depth: float, rng: np.random.Generator) -> Page:
    """Return a page with the shadow of a fold across a row of labels: a step of light, fading
    away from a crease.
    """
    high, wide = page.shape[:2]
    x0, y0, x1, y1 = cards[int(rng.integers(len(cards)))]
    upright = rng.random() < 0.3
    middle = (rng.uniform(x0, x1) if upright else rng.uniform(y0, y1)) * DPI / INCH
    y, x = np.mgrid[:high, :wide].astype(np.float32)
    along, across = (y, x) if upright else (x, y)
    away = (
        (across - middle + math.tan(math.radians(rng.uniform(-3, 3))) * (along - along.mean()))
        * INCH
        / DPI
    )
    away = away * rng.choice([-1, 1])
    light = 1 - np.where(away > 0, depth * (0.3 + 0.7 * np.exp(-away / rng.uniform(3, 15))), 0)
    light = cv2.GaussianBlur(light.astype(np.float32), (0, 0), rng.uniform(0.1, 0.5) * DPI / INCH)
    crease = rng.uniform(-0.15, 0.25) * np.exp(-((away / rng.uniform(0.1, 0.2)) ** 2))
    return np.clip(page * (light * (1 - crease))[..., None], 0, 255).astype(np.uint8)


def _scanner(page: Page, wear: Wear, rng: np.random.Generator) -> tuple[bytes, int]:
    """Return what a scanner makes of a page, and its dots per inch."""
    dpi = int(rng.choice([200, 300]))
    high, wide = page.shape[:2]
    turn = rng.uniform(-3, 3) + rng.choice([0, 0, 180])
    move = cv2.getRotationMatrix2D((wide / 2, high / 2), turn, rng.uniform(0.95, 1.03)) * dpi / DPI
    move[:, 2] += 60
    size = round(wide * dpi / DPI) + 120, round(high * dpi / DPI) + 120
    soft = cv2.GaussianBlur(page, (0, 0), math.hypot(rng.uniform(0.2, 0.8), 0.4) * DPI / dpi)
    seen = cv2.warpAffine(soft, move, size, flags=cv2.INTER_LINEAR, borderValue=(255, 255, 255))
    if wear.taken == "grey flatbed":
        seen = cv2.transform(seen, np.array([GLASSES[str(rng.choice(list(GLASSES)))]]))
    gamma = rng.uniform(0.85, 1.25)
    values = 255 * (seen.astype(np.float32) / 255) ** gamma * rng.uniform(0.8, 0.95) + rng.uniform(
        5, 25
    )
    if values.ndim == 3:
        values = _saturated(values, rng.uniform(0.75, 1.15)) * rng.uniform(0.96, 1, 3).astype(
            np.float32
        )
    values += rng.standard_normal(values.shape, np.float32) * rng.uniform(2, 6)
    picture = np.clip(values, 0, 255).astype(np.uint8)
    return photographed_sheets.jpeg(picture, int(rng.integers(70, 92)), dpi=(dpi, dpi)), dpi


def _phone(page: Page, wear: Wear, rng: np.random.Generator) -> bytes:
    """Return what a phone makes of a page on a table: aslant, uneven light, its own idea of
    white, darker corners.
    """
    seen = photographed_sheets.photographed(page, wear.taken, rng).astype(np.float32)
    high, wide = seen.shape[:2]
    y, x = np.ogrid[-1 : 1 : high * 1j, -1 : 1 : wide * 1j]
    seen *= (1 - rng.uniform(0.05, 0.3) * (x * x + y * y) / 2).astype(np.float32)[..., None]
    share = np.array(LIGHTS[wear.light]) * rng.uniform(0.97, 1.0, 3)
    seen = _saturated(seen, rng.uniform(0.8, 1.25)) * share.astype(np.float32)
    return photographed_sheets.jpeg(
        np.clip(seen, 0, 255).astype(np.uint8), int(rng.integers(75, 92))
    )


def _saturated(picture: Page, by: float) -> Page:
    grey = picture.mean(axis=2, keepdims=True)
    return grey + (picture - grey) * np.float32(by)
