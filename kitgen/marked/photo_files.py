"""Load photos and scans as grey pictures, one file after the other, each in a limited process of
its own.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import msgspec
import numpy as np

from kitgen.errors import CameraError, quoted
from kitgen.pictures.alignment import Grey
from kitgen.pictures.picture_files import AGAIN, COLOURS, PicturePage, limits_of
from kitgen.sandbox.child import PAGE
from kitgen.sandbox.process import ask, picture_content

_READER = "kitgen.pictures.picture_files"
#: The endings of picture files in a folder.
ENDINGS = frozenset((".jpg", ".jpeg", ".png", ".heic", ".heif", ".webp", ".tif", ".tiff", ".pdf"))
#: The most files read from a folder.
MAX_FILES = 500


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


def picture_files_in(folder: Path) -> list[Path]:
    """Return the picture files in a folder; ``CameraError`` if there are none, or too many."""
    files = []
    try:
        for path in sorted(folder.iterdir()):
            if path.suffix.lower() in ENDINGS and not path.is_dir():
                files.append(path)
    except OSError as why:
        raise CameraError(f"{quoted(folder)} cannot be read: {why.strerror or why}") from None
    if not files:
        raise CameraError(
            f"{quoted(folder)} contains no pictures: give photos (JPEG, PNG, HEIC) or scans (PDF)"
        )
    if len(files) > MAX_FILES:
        raise CameraError(
            f"{quoted(folder)} contains {len(files):,} pictures; at most {MAX_FILES} "
            "are read at once"
        )
    return files


def pictures_in(path: Path) -> Iterator[Picture]:
    """Yield the pictures in a file, one after the other; ``KitFileError`` if it is none."""
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
