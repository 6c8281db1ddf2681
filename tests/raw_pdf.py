"""PDFs built object by object, however wrong their objects are, and small streams that unpack to
very many bytes.

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
BOMB_BYTES = 200_000_000
#: The numbers of the objects that ``wrap`` makes: the first attachment, the first page.
FIRST_ATTACHMENT = 10
FIRST_PAGE = 1000
#: The number of the table of objects where this is a stream.
TABLE_STREAM = 900


def dictionary(**items):
    """A dictionary in the language of PDF."""
    entries = [b"/%s %s " % (key.encode(), value) for key, value in items.items()]
    return b"<<" + b"".join(entries) + b">>"


def stream(content, **items):
    """A stream; its dictionary has its length, unless ``items`` give a wrong one."""
    length = b"%d" % len(content)
    head = dictionary(**{"Length": length} | items)
    return head + b"\nstream\n" + content + b"\nendstream"


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
    # Each object is a section of its own, as their numbers need not follow each other.
    table = b"".join(b"%d 1\n%010d 00000 n \n" % place for place in places.items())
    end = b"trailer\n<</Size %d/Root 1 0 R%s>>\nstartxref\n%d\n%%%%EOF\n" % (
        max(objects) + 1,
        trailer,
        len(out),
    )
    return out + b"xref\n" + table + end


@cache
def attachments(pages=1, kit="her"):
    """The kit and the print run that the PDFs carry, by name; of so many pages that show labels."""
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
        files: attached streams by name, in place of the kit's own; one whose name ends with ``+``
            has the name without it, so that two can have the same.
        objects: further objects by number, from 50 on; they replace what is there.
        catalogue: further entries of the catalogue.
        trailer: further entries of the trailer.
        kit: the name of the kit.
    """
    if files is None:
        files = {
            name: flate(data, Type=b"/EmbeddedFile")
            for name, data in attachments(pages, kit).items()
        }
    made, names = _attached(files)
    page_numbers = range(FIRST_PAGE, FIRST_PAGE + pages)
    kids = b" ".join(b"%d 0 R" % number for number in page_numbers)
    base = {
        1: b"<</Type/Catalog/Pages 2 0 R/Names<</EmbeddedFiles 4 0 R>>%s>>" % catalogue,
        2: b"<</Type/Pages/Count %d/Kids[%s]>>" % (pages, kids),
        3: content or stream(b""),
        4: b"<</Names[%s]>>" % names,
        **made,
        **dict.fromkeys(
            page_numbers,
            b"<</Type/Page/Parent 2 0 R/MediaBox %s/Contents 3 0 R/Resources<<%s>>%s>>"
            % (A4, resources, page),
        ),
        **(objects or {}),
    }
    return assemble(base, trailer)


def _attached(files):
    """The objects of attached streams, and their entries in the tree of names."""
    made = {}
    names = b""
    for place, (name, data) in enumerate(sorted(files.items())):
        content = FIRST_ATTACHMENT + 2 * place
        about = content + 1
        named = name.rstrip("+").encode()
        made[content] = data
        made[about] = b"<</Type/Filespec/F(%s)/UF(%s)/EF<</F %d 0 R>>>>" % (named, named, content)
        names += b"(%s) %d 0 R " % (named, about)
    return made, names


# --- bombs
# ------------------------------------------------------------------------------------


@cache
def deflated_zeros(size=BOMB_BYTES, times=1):
    """So many zeros, deflated so many times over."""
    if times > 1:
        return zlib.compress(deflated_zeros(size, times - 1), 9)
    packer = zlib.compressobj(9)
    piece = bytes(1_000_000)  # all zeros at once would take as much memory
    packed = [packer.compress(piece) for _ in range(size // len(piece))]
    return b"".join(packed) + packer.flush()


def zeros(filters=b"/FlateDecode", times=1, size=BOMB_BYTES, **items):
    return stream(deflated_zeros(size, times), Filter=filters, **items)


def run_lengths():
    """Zeros as run lengths, 64 to 1, and these deflated."""
    zeros_128_times = b"\x81\0"  # a byte above 128 says how often the next one is repeated
    end = b"\x80"
    runs = zeros_128_times * (BOMB_BYTES // 128) + end
    return stream(zlib.compress(runs), Filter=b"[/FlateDecode/RunLengthDecode]")


#: The code of LZW that empties the table, and the first and the last code for more than a byte.
LZW_CLEAR = 256
FIRST_LZW_CODE = 258
LAST_LZW_CODE = 4093


def lzw_zeros(size):
    """Zeros packed by LZW: each code stands for one zero more than the code before it.

    The codes begin anew when the table is nearly full.
    """
    codes = []
    while size > 0:
        codes.append((LZW_CLEAR, 9))
        code = 0  # a single zero
        length = 1
        while size > 0 and code < LAST_LZW_CODE:
            codes.append((code, _lzw_width(code)))
            size -= length
            length += 1
            code = FIRST_LZW_CODE + length - 2
    return _in_bytes(codes) + b"\0\0"


def _lzw_width(code):
    """The bits of a code: as many as the table's next code needs, at most 12."""
    if code < 510:
        return 9
    if code < 1022:
        return 10
    if code < 2046:
        return 11
    return 12


def _in_bytes(codes):
    """Codes of so many bits each, one after the other; the last bits that fill no byte are left
    out.
    """
    out = bytearray()
    waiting = 0
    bits = 0
    for code, width in codes:
        waiting = waiting << width | code
        bits += width
        while bits >= 8:
            bits -= 8
            out.append(waiting >> bits & 255)
            waiting &= (1 << bits) - 1
    return bytes(out)


@cache
def lzw():
    return stream(zlib.compress(lzw_zeros(BOMB_BYTES)), Filter=b"[/FlateDecode/LZWDecode]")


def hexadecimal(layers=12):
    data = b"0 0 9 9 re S "
    for _ in range(layers):
        data = data.hex().encode() + b">"
    filters = b"[/FlateDecode%s]" % (b"/ASCIIHexDecode" * layers)
    return stream(zlib.compress(data), Filter=filters)


def with_table(objects, entries, **items):
    """A file whose table of objects is itself a stream, as is needed for objects in streams.

    Args:
        objects: by number.
        entries: of the table, by number: of an object in a stream, 2, the number of the stream, and
            its place in it. That of an object outside is 1, where it begins, and 0.
        items: entries of the stream's dictionary; START in them is where the table begins.
    """
    out, places = _laid_out(objects)
    start = len(out)
    rows = {number: (1, place, 0) for number, place in places.items()}
    rows |= entries
    rows[TABLE_STREAM] = (1, start, 0)
    size = max(rows) + 1
    no_object = (0, 0, 0)
    table = b""
    for number in range(size):
        kind, place, index = rows.get(number, no_object)
        table += kind.to_bytes(1) + place.to_bytes(4) + index.to_bytes(2)
    head = {"Type": b"/XRef", "Size": b"%d" % size, "W": b"[1 4 2]", "Root": b"1 0 R"} | items
    head = {key: value.replace(b"START", b"%d" % start) for key, value in head.items()}
    table_object = b"%d 0 obj\n%s\nendobj\n" % (TABLE_STREAM, flate(table, **head))
    return out + table_object + b"startxref\n%d\n%%%%EOF\n" % start
