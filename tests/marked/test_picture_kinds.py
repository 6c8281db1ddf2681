"""Which kinds of pictures are read, and how their dots become a page, on pictures of a few dots."""

import io
from types import SimpleNamespace

import msgspec
import pytest
from PIL import Image

from kitgen.errors import KitFileError
from kitgen.pictures import picture_files
from kitgen.pictures.picture_files import COLOURS, PicturePage, frames
from kitgen.pictures.picture_files import _kinds as kinds

USUAL = ("JPEG", "PNG", "TIFF", "WEBP")
HEIC_BRANDS = ("heic", "heix", "hevc", "heim", "heis", "mif1", "msf1")


def boxed(brand, kind="ftyp"):
    """The first bytes of a file whose first box has a kind and a brand."""
    return b"\0\0\0\x18" + kind.encode() + brand.encode() + bytes(12)


@pytest.mark.parametrize("brand", HEIC_BRANDS)
def test_pictures_of_phones_want_a_plug_in(monkeypatch, brand):
    monkeypatch.setattr(picture_files, "find_spec", lambda _: None)
    with pytest.raises(KitFileError) as caught:
        kinds(boxed(brand))
    assert str(caught.value) == (
        "is a HEIC picture: install pillow-heif, or set the phone to save JPEG"
    )


def test_with_the_plug_in_they_are_read_first_and_others_too(monkeypatch):
    begun = []
    plugin = SimpleNamespace(register_heif_opener=lambda: begun.append("opener"))
    monkeypatch.setattr(picture_files, "find_spec", lambda name: name == "pillow_heif")
    monkeypatch.setattr(picture_files, "import_module", {"pillow_heif": plugin}.get)
    assert kinds(boxed("heic")) == ("HEIF", *USUAL)
    assert begun == ["opener"]


@pytest.mark.parametrize(
    "data",
    [
        boxed("avif"),
        boxed("isom"),
        boxed("HEIC"),
        boxed("heic", "free"),
        b"ftypheic" + bytes(16),
        b"\xff\xd8\xff\xe0" + bytes(20),
        b"\x89PNG\r\n\x1a\n" + bytes(16),
        b"",
    ],
)
def test_no_other_file_is_taken_for_one_of_them(monkeypatch, data):
    """Not even another kind in such boxes, such as AVIF, or a film."""
    monkeypatch.setattr(picture_files, "find_spec", lambda _: None)
    assert kinds(data) == USUAL


def page_of(picture, wanted="", form="PNG", **saved):
    """Return the page that a picture becomes."""
    stream = io.BytesIO()
    picture.save(stream, form, **saved)
    ((_, content),) = frames(wanted, stream.getvalue())
    return msgspec.msgpack.decode(content, type=PicturePage)


@pytest.mark.parametrize(
    ("mode", "dot", "grey", "colours"),
    [
        ("1", 1, [255], [255]),
        ("L", 90, [90], [90]),
        ("LA", (0, 0), [255], [255] * 3),
        ("LA", (90, 255), [90], [90] * 3),
        ("RGB", (255, 0, 0), [76], [255, 0, 0]),
        ("RGBA", (255, 0, 0, 0), [255], [255] * 3),
        ("RGBA", (255, 0, 0, 255), [76], [255, 0, 0]),
        ("I;16", 256 * 90, [90], [90]),
    ],
)
def test_a_dot_becomes_grey_or_a_colour_and_what_is_clear_white(mode, dot, grey, colours):
    """Sixteen bits a dot become eight; pictures without colours stay grey."""
    picture = Image.new(mode, (1, 1), dot)
    assert list(page_of(picture).dots) == grey
    page = page_of(picture, COLOURS)
    assert list(page.dots) == colours
    assert page.colours is (len(colours) == 3)


@pytest.mark.parametrize(
    ("dpi", "read"), [(None, 0), (72, 0), (96, 0), (71, 71), (97, 97), (200, 200), (300, 300)]
)
def test_a_resolution_that_no_scanner_has_is_none(dpi, read):
    """Programs that know none write 72 or 96."""
    saved = {} if dpi is None else {"dpi": (dpi, dpi)}
    assert page_of(Image.new("L", (4, 4)), **saved).dpi == pytest.approx(read, abs=0.1)


def test_a_picture_is_no_larger_than_is_needed_and_its_resolution_goes_with_it():
    page = page_of(Image.new("1", (7200, 10)), dpi=(600, 600))
    assert (page.width, page.height) == (3600, 5)
    assert page.dpi == pytest.approx(300, abs=0.1)
    page = page_of(Image.new("1", (10, 3600)), dpi=(600, 600))
    assert (page.width, page.height) == (10, 3600)
    assert page.dpi == pytest.approx(600, abs=0.1)


def test_a_picture_stands_as_its_camera_was_held():
    turned = Image.new("L", (2, 1))
    turned.putdata([10, 200])
    exif = Image.Exif()
    exif[0x0112] = 6  # to be turned by a quarter clockwise
    page = page_of(turned, form="PNG", exif=exif)
    assert (page.width, page.height, list(page.dots)) == (1, 2, [10, 200])
    exif[0x0112] = 3  # by half
    page = page_of(turned, form="PNG", exif=exif)
    assert (page.width, page.height, list(page.dots)) == (2, 1, [200, 10])


@pytest.mark.parametrize(
    ("jpeg_dots", "size", "dpi"),
    [(10_000, (25, 25), 50), (9_999, (40, 40), 80)],
)
def test_a_jpeg_is_unpacked_smaller_unless_it_is_far_too_large(monkeypatch, jpeg_dots, size, dpi):
    """No smaller than half of what is handed on; another picture is only made smaller."""
    monkeypatch.setattr(picture_files, "LONGEST_SIDE", 40)
    monkeypatch.setattr(picture_files, "MAX_DOTS_OF_JPEG", jpeg_dots)
    picture = Image.new("L", (100, 100), 255)
    page = page_of(picture, form="JPEG", dpi=(200, 200))
    assert ((page.width, page.height), page.dpi) == (size, pytest.approx(dpi))
    page = page_of(picture, form="PNG", dpi=(200, 200))
    assert ((page.width, page.height), page.dpi) == ((40, 40), pytest.approx(80, abs=0.1))


def test_a_picture_has_dots_up_to_a_bound(monkeypatch):
    monkeypatch.setattr(picture_files, "MAX_DOTS", 3_000_000)
    assert page_of(Image.new("1", (2000, 1500))).width == 2000
    with pytest.raises(KitFileError) as refused:
        page_of(Image.new("1", (2000, 1501)))
    assert str(refused.value) == (
        "has more than 3 million dots; save it smaller: 200 dots per inch are enough"
    )
