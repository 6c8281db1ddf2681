"""Sheets printed and scanned, simulated: a printer of 600 dots to an inch with or without colours,
and a grey scanner.

A printer without colours makes greys of black dots, 106 to an inch along a slant; a scanner sees
colours through a glass of its own, softens, brightens, adds noise, and writes JPEG.
"""

import cv2
import numpy as np
import pypdfium2

PRINTED = 600
SCANNED = 200
#: What a scanner sees of red, green and blue.
GLASSES = {
    "all": (0.299, 0.587, 0.114),
    "red": (1, 0, 0),
    "green": (0, 1, 0),
    "bluish": (0.2, 0.4, 0.4),
}
#: How far the dots of a grey lie apart, in dots of the printer along the edges of the paper.
SCREEN = 8


def printed(pdf: bytes, index: int = 0, *, colours: bool = True) -> np.ndarray:
    """Return a page of a PDF on paper: red, green and blue, in dots of the printer."""
    document = pypdfium2.PdfDocument(pdf)
    page = np.asarray(document[index].render(scale=PRINTED / 72).to_pil().convert("RGB"))
    if colours:
        return page
    high, wide = page.shape[:2]
    screen = np.tile(_screen(), (high // SCREEN + 1, wide // SCREEN + 1))[:high, :wide]
    return cv2.merge([np.where(_seen(page, "all") > screen, 255, 0).astype(np.uint8)] * 3)


def _screen() -> np.ndarray:
    """Return from which grey on each dot of a square of the screen is white: dots grow, and each
    grey has its share.
    """
    y, x = np.mgrid[:SCREEN, :SCREEN]
    turn = 2 * np.pi / SCREEN
    height = (
        np.cos(turn * (x + y)) + np.cos(turn * (x - y)) + (0.3 * x + 0.2 * y) / SCREEN
    )  # none as high as another
    order = np.empty(SCREEN**2)
    order[np.argsort(height, axis=None)] = np.arange(SCREEN**2)
    return (255 * (order + 0.5) / SCREEN**2).reshape(SCREEN, SCREEN).astype(np.uint8)


def scanned(
    paper, *, glass="all", turn=0.0, scale=1.0, blur=0.6, gamma=1.0, noise=4.0, margin=0, seed=1
):
    """Return what a scanner makes of a sheet of paper, grey, 200 dots to an inch.

    Args:
        paper: the sheet.
        glass: of ``GLASSES``.
        turn, scale: how it lies, in degrees, and how large it was printed.
        blur: how soft, in dots of the scanner.
        gamma: more than 1 makes greys darker.
        noise: how uneven, of 255.
        margin: how much more than the sheet is scanned, in dots of the scanner.
        seed: where the noise comes from.
    """
    grey = _seen(paper, glass)
    high, wide = grey.shape
    times = PRINTED // SCANNED
    move = cv2.getRotationMatrix2D((wide / 2 + 1.3, high / 2 - 0.9), turn, scale) / times
    move[:, 2] += margin
    size = wide // times + 2 * margin, high // times + 2 * margin
    sharp = cv2.GaussianBlur(grey, (0, 0), max(0.4, blur) * times)
    small = cv2.warpAffine(sharp, move, size, flags=cv2.INTER_LINEAR, borderValue=255).astype(
        np.float32
    )
    light = 255 * (small / 255) ** gamma * 0.85 + 25
    noisy = np.clip(
        light + np.random.default_rng(seed).normal(0, noise, light.shape), 0, 255
    ).astype(np.uint8)
    return cv2.imdecode(
        cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, 80])[1], cv2.IMREAD_GRAYSCALE
    )


def _seen(page: np.ndarray, glass: str) -> np.ndarray:
    """Return a picture in the greys that a scanner sees."""
    return cv2.transform(page, np.array([GLASSES[glass]]))
