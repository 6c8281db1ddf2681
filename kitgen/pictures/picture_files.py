"""Turns a scan or a photograph into pictures, in a process of its own: such files may be made to do
harm.

``kitgen.sandbox.child`` says how it answers: a frame for each page.
"""

from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from io import BytesIO

import msgspec
import pypdfium2
from PIL import ExifTags, Image, ImageOps
from pypdfium2 import raw

from kitgen.errors import KitFileError
from kitgen.sandbox.child import PAGE, blaming, screen
from kitgen.sandbox.limits import MB, Limits
from kitgen.sandbox.pdf_page import open_pdf

INCH, POINT = 25.4, 25.4 / 72
#: Dots to an inch at which sheets are compared.
DPI = 200


def page_size(page: pypdfium2.PdfPage) -> tuple[float, float]:
    """Return the width and height of a page as it is seen, in mm."""
    width, height = page.get_size()
    return width * POINT, height * POINT


def page_dots(page: pypdfium2.PdfPage, dpi: int = DPI) -> Image.Image:
    """Return a page as its ink falls on paper, with everything that is printed of it, and
    ``dpi`` dots to an inch.
    """
    width, height = (round(side / INCH * dpi) for side in page_size(page))
    bitmap = pypdfium2.PdfBitmap.new_native(width, height, raw.FPDFBitmap_BGR, rev_byteorder=False)
    bitmap.fill_rect((255, 255, 255, 255), 0, 0, width, height)
    raw.FPDF_RenderPageBitmap(
        bitmap, page, 0, 0, width, height, 0, raw.FPDF_PRINTING | raw.FPDF_ANNOT
    )
    # A copy, because the bitmap is closed.
    picture: Image.Image = bitmap.to_pil().copy()
    return picture


#: Kinds of pictures that are read; each by a reader of its own, and no others are tried.
KINDS = ("JPEG", "PNG", "TIFF", "WEBP")
#: What phones write to save room; Pillow reads it with this plug-in.
HEIC, PLUGIN = "HEIF", "pillow_heif"
#: The beginnings of the brands of HEIC files, in their first box.
_BRANDS = (b"heic", b"heix", b"hevc", b"heim", b"heis", b"mif1", b"msf1")
#: The most dots of a picture as it is unpacked, pages of a file, and dots along the longer side of
#: what is handed on.
LARGEST, PAGES, LONGEST = 64_000_000, 40, 3_600
#: A JPEG is unpacked in half or a quarter of its size, so that it may have more dots: phones have
#: up to 200 million.
LARGEST_JPEG = 220_000_000
#: The longest time for a page, in seconds, and the address space that unpacking a large picture
#: needs.
A_PAGE, MEMORY = 2, 768 * MB
#: What to ask of a process that shall hand on colours, too.
COLOURS = "colours"
#: Advice for a file that cannot be read.
AGAIN = "scan or photograph the sheet again"
#: Programs that know no resolution write one of these.
NO_RESOLUTION = (72, 96)


class PicturePage(msgspec.Struct, frozen=True):
    """A page, row by row, a byte of grey for each dot or three of colours; ``dpi`` is 0 where
    the file has none.
    """

    width: int
    height: int
    dots: bytes
    dpi: float
    colours: bool = False

    @classmethod
    def of(cls, picture: Image.Image, dpi: float) -> "PicturePage":
        """Return a page with the dots of a picture in grey or in colours.

        >>> list(PicturePage.of(Image.new("RGB", (1, 1), "red"), 200).dots)
        [255, 0, 0]
        """
        return cls(*picture.size, picture.tobytes(), dpi, picture.mode == "RGB")


def limits_of(data: bytes) -> Limits:
    """Return the limits of reading a scan; its pictures are handed on, which needs room."""
    return Limits(
        A_PAGE * PAGES, 2 * A_PAGE * PAGES, 4 * LARGEST + 60 * len(data), PAGES * LONGEST**2, MEMORY
    )


def frames(wanted: str, data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the frames of the answer: the pages, in colours if ``wanted`` is ``COLOURS``."""
    mode = "RGB" if wanted == COLOURS else "L"
    with blaming("cannot be read as a picture", AGAIN):
        for page in _of_pdf(data, mode) if b"%PDF-" in data[:1024] else _of_picture(data, mode):
            yield PAGE, msgspec.msgpack.encode(page)


def _of_pdf(data: bytes, mode: str) -> Iterator[PicturePage]:
    screen(data, limits_of(data).inflated, AGAIN)
    pdf = open_pdf(data, AGAIN)
    if len(pdf) > PAGES:
        raise KitFileError(f"has {len(pdf)} pages; at most {PAGES} are read; split the file")
    for number, page in enumerate(pdf, 1):
        width, height = page_size(page)
        if not 0 < max(width, height) < LONGEST:
            raise KitFileError(f"has a page {number} that is not a sheet of paper; {AGAIN}")
        dpi = min(DPI, int(LONGEST * INCH / max(width, height)))
        yield PicturePage.of(page_dots(page, dpi).convert(mode), dpi)


def _of_picture(data: bytes, mode: str) -> Iterator[PicturePage]:
    Image.MAX_IMAGE_PIXELS = None  # bounded here, by what it is unpacked to
    with Image.open(BytesIO(data), formats=_kinds(data)) as picture:
        dots, wide = picture.width * picture.height, picture.width
        if dots <= LARGEST_JPEG:
            picture.draft(mode, (LONGEST // 2, LONGEST // 2))
        if picture.width * picture.height > LARGEST:
            raise KitFileError(
                f"has more than {LARGEST // MB} million dots; save it smaller: 200 dots per "
                "inch are enough"
            )
        dpi = float(picture.info.get("dpi", (0, 0))[0]) * picture.width / wide
        image = _upright(picture, mode)
        smaller = min(1.0, LONGEST / max(image.size))
        if smaller < 1:
            width, height = (round(side * smaller) for side in image.size)
            image = image.resize((width, height), Image.Resampling.LANCZOS)
    yield PicturePage.of(image, 0.0 if round(dpi) in NO_RESOLUTION else dpi * smaller)


def _upright(picture: Image.Image, mode: str) -> Image.Image:
    if picture.mode in ("LA", "PA", "RGBA") or "transparency" in picture.info:
        clear = picture.convert("RGBA")
        image = Image.new(mode, clear.size, "white")
        image.paste(clear.convert(mode), mask=clear.getchannel("A"))
    elif picture.mode in (
        "I",
        "I;16",
        "I;16B",
        "F",
    ):  # 16 bits a dot, which Pillow would cut off at 255
        image = picture.convert("I").point(lambda dot: dot / 256).convert("L")
    elif picture.mode == "1":
        image = picture.convert("L")
    else:  # no copy of a picture that is as wanted: a large one takes 256 MB
        image = picture if picture.mode in ("L", mode) else picture.convert(mode)
    orientation = ExifTags.Base.Orientation
    image.getexif()[orientation] = picture.getexif().get(orientation, 1)
    ImageOps.exif_transpose(image, in_place=True)
    return image


def _kinds(data: bytes) -> tuple[str, ...]:
    if data[4:8] != b"ftyp" or data[8:12] not in _BRANDS:
        return KINDS
    if find_spec(PLUGIN) is None:
        raise KitFileError("is a HEIC picture: install pillow-heif, or set the phone to save JPEG")
    import_module(PLUGIN).register_heif_opener()
    return HEIC, *KINDS
