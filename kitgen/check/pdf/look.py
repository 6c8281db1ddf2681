"""How marks look beyond their outlines and colours, and what on a page is nothing that kitgen draws.

What a viewer may hide, cut off, see through or turn says nothing certain; and a font may draw other letters than it
says. So letters are drawn one line at a time and told by the dots alone.
"""

import ctypes
import hashlib
import io
import math
import re
from collections.abc import Iterator
from typing import Any

import pypdfium2
from pypdfium2 import raw

from kitgen.check.pdf.drawn.marks import Bounds

POINT = 25.4 / 72
#: Lengths in points that are the same.
SAME = 0.01
#: Marks that kitgen never draws, by the library's name of their kind.
KINDS = {
    raw.FPDF_PAGEOBJ_IMAGE: "a picture",
    raw.FPDF_PAGEOBJ_SHADING: "a shading",
}
#: Names in a PDF of what changes how pages look or how large they are, or hides what is on them.
CHANGING = {
    b"UserUnit": "a unit that is no point",
    b"OC": "something that a viewer may hide",
    b"OCProperties": "layers that a viewer may hide",
    b"Pattern": "a colour that is a pattern",
    b"SMask": "a mask",
    b"AcroForm": "a form to fill in",
    b"JavaScript": "a program",
    b"AA": "something that a viewer does by itself",
}
_STREAM = re.compile(rb"stream\r?\n.*?endstream", re.DOTALL)
_NAME = re.compile(rb"/([^\x00-\x20/()<>\[\]{}%]+)")
_ESCAPED = re.compile(rb"#([0-9A-Fa-f]{2})")
#: Letters are looked at this many dots high, and at most so many dots in all.
DOTS, MOST_DOTS = 24, 1_000_000


class NoMarkError(Exception):
    """Something on a page that is no mark on paper, or of which the library cannot say what it is."""


def need(answer: Any) -> None:
    """Go on only if the library has given an answer.

    Raises:
        NoMarkError: it has not.
    """
    if not answer:
        raise NoMarkError


def strange_names(pdf: pypdfium2.PdfDocument) -> Iterator[str]:
    """Yield what a PDF says anywhere that changes what is seen, and that the library does not tell of its pages.

    It is saved anew, unpacked and without a password, and what is no stream is looked through.
    """
    copy = io.BytesIO()
    pdf.save(copy, flags=raw.FPDF_REMOVE_SECURITY)
    plain = _STREAM.sub(b" ", copy.getvalue())
    names = {_ESCAPED.sub(lambda found: bytes([int(found[1], 16)]), name) for name in _NAME.findall(plain)}
    for name, what in CHANGING.items():
        if name in names:
            yield what


def strange_page(page: pypdfium2.PdfPage, width: float, height: float) -> Iterator[tuple[str, Bounds | None]]:
    """Yield what a page has that changes or covers what is drawn on it."""
    if raw.FPDFPage_GetAnnotCount(page) > 0:
        yield "an annotation", None
    whole = (0.0, 0.0, width, height)
    for box in (page.get_mediabox(fallback_ok=False), page.get_cropbox(fallback_ok=False)):
        if box is not None and any(abs(one - other) > SAME for one, other in zip(box, whole, strict=True)):
            yield "an edge that cuts or moves the page", None


def strange_look(item: Any, kind: int) -> Iterator[str]:
    """Yield what makes a mark look otherwise than its outline and colours say."""
    if raw.FPDFPageObj_HasTransparency(item):
        yield "a mark that is seen through"
    if kind == raw.FPDF_PAGEOBJ_TEXT and raw.FPDFTextObj_GetTextRenderMode(item) != raw.FPDF_TEXTRENDERMODE_FILL:
        yield "letters that are not plainly filled"
    names = _mark_names(item)
    if "OC" in names:
        yield "a mark that a viewer may hide"
    if _clipped(item):
        yield "a mark that is cut off"


def _mark_names(item: Any) -> set[str]:
    """Return the names under which a mark is put in the structure of a page."""
    found = set()
    for number in range(max(0, raw.FPDFPageObj_CountMarks(item))):
        buffer, needed = ctypes.create_string_buffer(64), ctypes.c_ulong()
        mark = raw.FPDFPageObj_GetMark(item, number)
        letters = ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort))
        need(raw.FPDFPageObjMark_GetName(mark, letters, len(buffer), needed))
        found.add(buffer.raw[: max(0, needed.value - 2)].decode("utf-16-le", errors="replace"))
    return found


def _clipped(item: Any) -> bool:
    """Return whether a mark may be cut off: by anything but upright rectangles that it lies in whole."""
    clip = raw.FPDFPageObj_GetClipPath(item)
    count = raw.FPDFClipPath_CountPaths(clip) if clip else 0
    if count <= 0:
        return False
    sides = [ctypes.c_float() for _ in range(4)]
    need(raw.FPDFPageObj_GetBounds(item, *sides))
    left, bottom, right, top = (side.value for side in sides)
    x, y = ctypes.c_float(), ctypes.c_float()
    for path in range(count):
        points = []
        for number in range(raw.FPDFClipPath_CountPathSegments(clip, path)):
            segment = raw.FPDFClipPath_GetPathSegment(clip, path, number)
            need(raw.FPDFPathSegment_GetPoint(segment, x, y))
            points.append((x.value, y.value))
        if len(points) not in (4, 5) or len(set(points)) != 4:
            return True
        xs, ys = sorted({x for x, _ in points}), sorted({y for _, y in points})
        upright = len(xs) == len(ys) == 2
        if not upright or xs[0] > left or xs[1] < right or ys[0] > bottom or ys[1] < top:
            return True
    return False


def look_of(item: Any, page: pypdfium2.PdfPage, size: float) -> tuple[str, bool]:
    """Return a digest of how letters look, drawn by themselves, and whether anything of them is seen.

    They are drawn upright and at one height, for they look the same on a page that is turned or made smaller.

    Args:
        item: the letters.
        page: where they are.
        size: theirs in points, before anything makes them larger.
    """
    own, upright = raw.FS_MATRIX(), raw.FS_MATRIX()
    need(raw.FPDFPageObj_GetMatrix(item, own))
    grown, turn = math.sqrt(abs(own.a * own.d - own.b * own.c)), math.atan2(own.b, own.a)
    if min(grown, size) <= 0:
        return "", False
    cos, sin = math.cos(turn) / grown, math.sin(turn) / grown
    upright.a, upright.b = round(own.a * cos + own.b * sin, 3), round(own.b * cos - own.a * sin, 3)
    upright.c, upright.d = round(own.c * cos + own.d * sin, 3), round(own.d * cos - own.c * sin, 3)
    need(raw.FPDFPageObj_SetMatrix(item, upright))
    try:
        return _drawn_alone(item, page, size)
    finally:
        need(raw.FPDFPageObj_SetMatrix(item, own))


def _drawn_alone(item: Any, page: pypdfium2.PdfPage, size: float) -> tuple[str, bool]:
    """Return a digest of letters as they are, and whether anything of them is seen."""
    sides = [ctypes.c_float() for _ in range(4)]
    need(raw.FPDFPageObj_GetBounds(item, *sides))
    left, bottom, right, top = (side.value for side in sides)
    if min(right - left, top - bottom) <= 0:
        return "", False
    scale = min(DOTS / size, math.sqrt(MOST_DOTS / ((right - left) * (top - bottom))))
    bitmap = raw.FPDFTextObj_GetRenderedBitmap(page.pdf, page, item, scale)
    if not bitmap:
        return "", False
    try:
        count = raw.FPDFBitmap_GetHeight(bitmap) * raw.FPDFBitmap_GetStride(bitmap)
        dots = ctypes.string_at(raw.FPDFBitmap_GetBuffer(bitmap), count)
    finally:
        raw.FPDFBitmap_Destroy(bitmap)
    digest = hashlib.blake2b(dots, digest_size=8)
    return digest.hexdigest(), any(dots)
