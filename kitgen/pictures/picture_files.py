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
from kitgen.papers import MM_PER_INCH
from kitgen.sandbox.child import PAGE, blaming, screen
from kitgen.sandbox.limits import MB, Limits
from kitgen.sandbox.pdf_page import open_pdf

#: Millimetres in a point, the unit of PDF.
POINT = MM_PER_INCH / 72
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
    width, height = (round(side / MM_PER_INCH * dpi) for side in page_size(page))
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
#: What phones write to save room.
HEIC = "HEIF"
#: The plug-in with which Pillow reads it.
HEIC_PLUGIN = "pillow_heif"
#: The beginnings of the brands of HEIC files, in their first box.
_BRANDS = (b"heic", b"heix", b"hevc", b"heim", b"heis", b"mif1", b"msf1")
#: The most dots of a picture as it is unpacked.
MAX_DOTS = 64_000_000
#: The most dots of a JPEG, which is unpacked in half or a quarter of its size: phones have up to
#: 200 million.
MAX_DOTS_OF_JPEG = 220_000_000
#: The most dots along the longer side of what is handed on.
LONGEST_SIDE = 3_600
#: The most pages of a file.
MAX_PICTURE_PAGES = 40
#: The longest time for a page, in seconds.
TIME_FOR_PAGE = 2
#: The address space that unpacking a large picture needs, in bytes.
MEMORY = 768 * MB
#: What to ask of a process that shall hand on colours, too.
COLOURS = "colours"
#: Advice for a file that cannot be read.
AGAIN = "scan or photograph the sheet again"
#: Programs that know no resolution write one of these.
NO_RESOLUTION = (72, 96)
#: The longest side of a page that is a sheet of paper, in mm.
LONGEST_PAGE = 3_600
#: Modes of pictures with more than 8 bits a dot, which Pillow would cut off at 255.
MODES_OF_16_BITS = ("I", "I;16", "I;16B", "F")


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
        return cls(*picture.size, picture.tobytes(), dpi, colours=picture.mode == "RGB")


def limits_of(data: bytes) -> Limits:
    """Return the limits of reading a scan; its pictures are handed on, which needs room."""
    seconds = TIME_FOR_PAGE * MAX_PICTURE_PAGES
    return Limits(
        seconds=seconds,
        patience=2 * seconds,
        inflated=4 * MAX_DOTS + 60 * len(data),
        answer=MAX_PICTURE_PAGES * LONGEST_SIDE**2,
        memory=MEMORY,
    )


def frames(wanted: str, data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the frames of the answer: the pages, in colours if ``wanted`` is ``COLOURS``."""
    mode = "RGB" if wanted == COLOURS else "L"
    with blaming("cannot be read as a picture", AGAIN):
        for page in _of_pdf(data, mode) if b"%PDF-" in data[:1024] else _of_picture(data, mode):
            yield PAGE, msgspec.msgpack.encode(page)


def _of_pdf(data: bytes, mode: str) -> Iterator[PicturePage]:
    """Yield the pages of a PDF as pictures."""
    screen(data, limits_of(data).inflated, AGAIN)
    pdf = open_pdf(data, AGAIN)
    if len(pdf) > MAX_PICTURE_PAGES:
        raise KitFileError(
            f"has {len(pdf)} pages; at most {MAX_PICTURE_PAGES} are read; split the file"
        )
    for number, page in enumerate(pdf, 1):
        longer = max(page_size(page))
        if not 0 < longer < LONGEST_PAGE:
            raise KitFileError(f"has a page {number} that is not a sheet of paper; {AGAIN}")
        dpi = min(DPI, int(LONGEST_SIDE * MM_PER_INCH / longer))
        yield PicturePage.of(page_dots(page, dpi).convert(mode), dpi)


def _of_picture(data: bytes, mode: str) -> Iterator[PicturePage]:
    """Yield the only page of a picture, no larger than is needed."""
    Image.MAX_IMAGE_PIXELS = None  # bounded here, by what it is unpacked to
    with Image.open(BytesIO(data), formats=_kinds(data)) as picture:
        width_in_file = picture.width
        if picture.width * picture.height <= MAX_DOTS_OF_JPEG:
            # A JPEG is unpacked smaller from here on; for other kinds nothing happens.
            picture.draft(mode, (LONGEST_SIDE // 2, LONGEST_SIDE // 2))
        if picture.width * picture.height > MAX_DOTS:
            raise KitFileError(
                f"has more than {MAX_DOTS // MB} million dots; save it smaller: 200 dots per "
                "inch are enough"
            )
        dpi = float(picture.info.get("dpi", (0, 0))[0]) * picture.width / width_in_file
        image = _upright(picture, mode)
        smaller = min(1.0, LONGEST_SIDE / max(image.size))
        if smaller < 1:
            width, height = (round(side * smaller) for side in image.size)
            image = image.resize((width, height), Image.Resampling.LANCZOS)
    if round(dpi) in NO_RESOLUTION:
        yield PicturePage.of(image, 0.0)
    else:
        yield PicturePage.of(image, dpi * smaller)


def _upright(picture: Image.Image, mode: str) -> Image.Image:
    """Return a picture in a mode, or in grey, turned as its camera was held."""
    image = _in_mode(picture, mode)
    orientation = ExifTags.Base.Orientation
    image.getexif()[orientation] = picture.getexif().get(orientation, 1)
    ImageOps.exif_transpose(image, in_place=True)
    return image


def _in_mode(picture: Image.Image, mode: str) -> Image.Image:
    """Return a picture in a mode, or in grey; what is transparent becomes white."""
    if picture.mode in ("LA", "PA", "RGBA") or "transparency" in picture.info:
        clear = picture.convert("RGBA")
        image = Image.new(mode, clear.size, "white")
        image.paste(clear.convert(mode), mask=clear.getchannel("A"))
        return image
    if picture.mode in MODES_OF_16_BITS:
        return picture.convert("I").point(lambda dot: dot / 256).convert("L")
    if picture.mode == "1":
        return picture.convert("L")
    if picture.mode in ("L", mode):
        return picture  # and no copy: a large one takes 256 MB
    return picture.convert(mode)


def _kinds(data: bytes) -> tuple[str, ...]:
    """Return the kinds of pictures that these bytes may be.

    Raises:
        KitFileError: they are what some phones write, and nothing is installed that reads it.
    """
    if data[4:8] != b"ftyp" or data[8:12] not in _BRANDS:
        return KINDS
    if find_spec(HEIC_PLUGIN) is None:
        raise KitFileError("is a HEIC picture: install pillow-heif, or set the phone to save JPEG")
    import_module(HEIC_PLUGIN).register_heif_opener()
    return HEIC, *KINDS
