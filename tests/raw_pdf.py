"""PDFs built object by object, whatever their objects say, and packings that unpack to very much.

``wrap`` puts pages, resources and other objects around a real kit, so that a reader gets as far as
what is wrong.
"""

import zlib
from functools import cache

from jobs import make_job
from prints import attached

from kitgen.kit.job_json import JobPart

A4 = b"[0 0 595 842]"
#: As many zeros as a bomb unpacks to.
MANY = 200_000_000


def dictionary(**items):
    """A dictionary in the language of PDF."""
    return (
        b"<<" + b"".join(b"/%s %s " % (key.encode(), value) for key, value in items.items()) + b">>"
    )


def stream(content, **items):
    """A stream, its dictionary filled up with its length."""
    return (
        dictionary(**{"Length": b"%d" % len(content)} | items)
        + b"\nstream\n"
        + content
        + b"\nendstream"
    )


def flate(content, **items):
    return stream(zlib.compress(content), Filter=b"/FlateDecode", **items)


def _laid_out(objects):
    """The head of a file and its numbered objects, and where each of them lies."""
    out = bytearray(b"%PDF-1.7\n")
    places = {}
    for number, content in objects.items():
        places[number] = len(out)
        out += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    return bytes(out), places


def assemble(objects, trailer=b""):
    """A whole file of numbered objects with a table of where they lie; object 1 is the
    catalogue.
    """
    out, places = _laid_out(objects)
    table = b"".join(b"%d 1\n%010d 00000 n \n" % place for place in places.items())
    end = b"trailer\n<</Size %d/Root 1 0 R%s>>\nstartxref\n%d\n%%%%EOF\n" % (
        max(objects) + 1,
        trailer,
        len(out),
    )
    return out + b"xref\n" + table + end


@cache
def travelling(pages=1, kit="her"):
    """The kit and the print run that travel in the PDFs, of so many pages that show labels."""
    return attached(make_job(kit), [JobPart("labels", "Labels", 1, pages, "cards")])


def wrap(
    content=b"",
    *,
    pages=1,
    page=b"",
    resources=b"",
    files=None,
    objects=None,
    catalogue=b"",
    trailer=b"",
    kit="her",
):
    """A PDF with a real kit inside.

    Args:
        content: of its pages: the bytes of an object, a whole stream; nothing else is drawn.
        pages: how many there are.
        page: further entries of each page.
        resources: entries of the pages' resources.
        files: attached streams by name, in place of the kit's own.
        objects: further objects by number, from 50 on; they replace what is there.
        catalogue: further entries of the catalogue.
        trailer: further entries of the trailer.
        kit: the name of the kit.
    """
    if files is None:
        files = {
            name: flate(data, Type=b"/EmbeddedFile")
            for name, data in travelling(pages, kit).items()
        }
    made = {}
    names = b""
    for number, (name, data) in enumerate(sorted(files.items())):
        made[10 + 2 * number] = data
        made[11 + 2 * number] = b"<</Type/Filespec/F(%s)/UF(%s)/EF<</F %d 0 R>>>>" % (
            name.rstrip("+").encode(), name.rstrip("+").encode(), 10 + 2 * number,
        )  # fmt: skip
        names += b"(%s) %d 0 R " % (name.rstrip("+").encode(), 11 + 2 * number)
    first = 1000
    kids = b" ".join(b"%d 0 R" % number for number in range(first, first + pages))
    base = {
        1: b"<</Type/Catalog/Pages 2 0 R/Names<</EmbeddedFiles 4 0 R>>%s>>" % catalogue,
        2: b"<</Type/Pages/Count %d/Kids[%s]>>" % (pages, kids),
        3: content or stream(b""),
        4: b"<</Names[%s]>>" % names,
        **made,
        **dict.fromkeys(
            range(first, first + pages),
            b"<</Type/Page/Parent 2 0 R/MediaBox %s/Contents 3 0 R/Resources<<%s>>%s>>"
            % (A4, resources, page),
        ),
        **(objects or {}),
    }
    return assemble(base, trailer)


# --- packings that unpack
# ------------------------------------------------------------------------------------


@cache
def deflated_zeros(size=MANY, times=1):
    """So many zeros, deflated so many times over."""
    if times > 1:
        return zlib.compress(deflated_zeros(size, times - 1), 9)
    machine = zlib.compressobj(9)
    return (
        b"".join(machine.compress(bytes(1_000_000)) for _ in range(size // 1_000_000))
        + machine.flush()
    )


def zeros(filters=b"/FlateDecode", times=1, size=MANY, **items):
    return stream(deflated_zeros(size, times), Filter=filters, **items)


def run_lengths():
    """Zeros as run lengths, 64 to 1, and these deflated."""
    return stream(
        zlib.compress(b"\x81\0" * (MANY // 128) + b"\x80"), Filter=b"[/FlateDecode/RunLengthDecode]"
    )


def lzw_zeros(size):
    """Zeros packed by LZW: each code stands for one zero more than the code before it; 12 bits
    are the longest.
    """
    bits = []
    while size > 0:
        bits.append((256, 9))
        code = 0
        width = 9
        length = 1
        while size > 0 and code < 4093:
            bits.append((code, width))
            size -= length
            length += 1
            code = 258 + length - 2
            width = 9 if code < 510 else 10 if code < 1022 else 11 if code < 2046 else 12
    number = total = 0
    out = bytearray()
    for code, width in bits:
        number, total = number << width | code, total + width
        while total >= 8:
            total -= 8
            out.append(number >> total & 255)
            number &= (1 << total) - 1
    return bytes(out) + b"\0\0"


@cache
def lzw():
    return stream(zlib.compress(lzw_zeros(MANY)), Filter=b"[/FlateDecode/LZWDecode]")


def hexadecimal(layers=12):
    data = b"0 0 9 9 re S "
    for _ in range(layers):
        data = data.hex().encode() + b">"
    return flate(data).replace(
        b"/Filter /FlateDecode", b"/Filter[/FlateDecode%s]" % (b"/ASCIIHexDecode" * layers)
    )


def with_table(objects, entries, **items):
    """A file whose table of objects is itself a stream, as are objects in streams; ``entries``
    are by number.
    """
    out, places = _laid_out(objects)
    start = len(out)
    rows = {n: (1, place, 0) for n, place in places.items()} | entries | {900: (1, start, 0)}
    size = max(rows) + 1
    table = b"".join(
        kind.to_bytes(1) + place.to_bytes(4) + index.to_bytes(2)
        for kind, place, index in (rows.get(n, (0, 0, 0)) for n in range(size))
    )
    head = {"Type": b"/XRef", "Size": b"%d" % size, "W": b"[1 4 2]", "Root": b"1 0 R"} | items
    head = {key: value.replace(b"START", b"%d" % start) for key, value in head.items()}
    return out + b"900 0 obj\n%s\nendobj\nstartxref\n%d\n%%%%EOF\n" % (flate(table, **head), start)
