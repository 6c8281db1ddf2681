"""Loads photographs and scans as grey pictures, a file after the other: in a process of its own, within bounds."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec
import numpy as np

from kitgen.check.pdf.child import PAGE
from kitgen.check.pdf.limits import LARGEST_FILE, MB
from kitgen.check.pdf.reading import ask, bounded_bytes
from kitgen.check.picture.scan.aligning import Grey
from kitgen.check.picture.scan.child import AGAIN, GreyPage, limits_of
from kitgen.errors import CameraError, KitFileError

#: What reads a picture there.
_READER = "kitgen.check.picture.scan.child"
#: How names of files end that a folder is searched for.
ENDINGS = frozenset((".jpg", ".jpeg", ".png", ".heic", ".heif", ".webp", ".tif", ".tiff", ".pdf"))
#: Not more files of a folder are read at once.
MOST_FILES = 500
_UNPACK = msgspec.msgpack.Decoder(GreyPage)


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture, or a page of a scan.

    Attributes:
        name: as a person is told of it: the file, and of a scan of several pages the page.
        grey: its dots.
        dpi: dots to an inch of paper, as the file says; 0 where it does not.
    """

    name: str
    grey: Grey
    dpi: float = 0.0


def pictures_of(paths: Iterable[Path]) -> Iterator[Picture | CameraError]:
    """Yield the pictures in some files and folders, in place of a file that cannot be read the reason.

    Raises:
        CameraError: a folder holds no pictures, or far too many.
    """
    for path in paths:
        for file in _files(path) if path.is_dir() else [path]:
            try:
                yield from _pictures(file)
            except KitFileError as why:
                yield CameraError(str(why))


def _files(folder: Path) -> list[Path]:
    """Return the pictures in a folder, by name.

    Raises:
        CameraError: there are none, or far too many.
    """
    try:
        found = sorted(file for file in folder.iterdir() if file.suffix.lower() in ENDINGS and not file.is_dir())
    except OSError as why:
        raise CameraError(f"{folder} cannot be read: {why.strerror or why}") from None
    if not found:
        raise CameraError(f"{folder} holds no pictures: give photographs (JPEG, PNG, HEIC) or scans (PDF)")
    if len(found) > MOST_FILES:
        raise CameraError(f"{folder} holds {len(found):,} pictures, and at most {MOST_FILES} are read at once")
    return found


def _pictures(path: Path) -> Iterator[Picture]:
    """Yield the picture in a file, or the pages of a scan.

    Raises:
        KitFileError: it cannot be read, or takes more than an honest one would.
    """
    data = bounded_bytes(path)
    if len(data) > LARGEST_FILE:
        raise KitFileError(f"{path} has more than {LARGEST_FILE // MB} MB: photograph smaller, or give a scan in parts")
    frames = ask(path, _READER, "", data, limits_of(data), advice=AGAIN)
    pages = [content for letter, content in frames if letter == PAGE]
    del data, frames
    for number in range(len(pages)):
        page = _UNPACK.decode(pages[number])
        pages[number] = b""  # a picture takes much room
        name = f"{path}, page {number + 1}" if len(pages) > 1 else str(path)
        yield Picture(name, np.frombuffer(page.dots, np.uint8).reshape(page.height, page.width), page.dpi)
