"""Faults planted in a printed PDF: recipes that once were holes, and changes at random in objects,
operators and bytes.

They work as another program or another hand would, on objects, operators and bytes, and know
nothing of how a PDF is checked: what is changed at random is drawn from the file itself.
"""

import random
import re
from collections.abc import Callable
from io import BytesIO

import pikepdf
from pikepdf import Array, Dictionary, Name, Stream

Change = Callable[[pikepdf.Pdf], object]


def changed(data: bytes, change: Change) -> bytes:
    """Return a PDF with its objects changed, as another program saves it."""
    stream = BytesIO()
    with pikepdf.open(BytesIO(data)) as pdf:
        change(pdf)
        pdf.save(stream, static_id=True)
    return stream.getvalue()


def _page(pdf: pikepdf.Pdf) -> pikepdf.Page:
    return pdf.pages[len(pdf.pages) // 2]


def _resource(kind: str, name: str, value: Callable[[pikepdf.Pdf], object]) -> Change:
    def put(pdf: pikepdf.Pdf) -> None:
        resources = _page(pdf).Resources
        resources[Name("/" + kind)] = Dictionary()
        resources[Name("/" + kind)][Name("/" + name)] = value(pdf)

    return put


def _drawn(old: bytes, new: bytes) -> Change:
    """Change the operators of a page once."""

    def put(pdf: pikepdf.Pdf) -> None:
        contents = _page(pdf).Contents
        data = contents.read_bytes()
        assert re.search(old, data), old
        contents.write(re.sub(old, new, data, count=1))

    return put


def _swapped(pdf: pikepdf.Pdf) -> Array:
    """Return a colour space that exchanges red and blue."""
    program = Stream(pdf, b"{3 1 roll exch 3 1 roll exch}")
    program.update({"/FunctionType": 4, "/Domain": Array([0, 1] * 3), "/Range": Array([0, 1] * 3)})
    names = Array([Name("/Red"), Name("/Green"), Name("/Blue")])
    return Array([Name("/DeviceN"), names, Name("/DeviceRGB"), pdf.make_indirect(program)])


def _profile(pdf: pikepdf.Pdf) -> Array:
    stream = Stream(pdf, b"no profile")
    stream.N = 3
    return Array([Name("/ICCBased"), pdf.make_indirect(stream)])


def _in_fonts(old: bytes, new: bytes) -> Change:
    """Change the file of each font."""

    def put(pdf: pikepdf.Pdf) -> None:
        for item in pdf.objects:
            if isinstance(item, Dictionary) and "/FontFile2" in item:
                item.FontFile2.write(item.FontFile2.read_bytes().replace(old, new, 1))

    return put


def _root(**values: object) -> Change:
    return lambda pdf: [pdf.Root.__setitem__("/" + key, value) for key, value in values.items()]


def _of_page(**values: object) -> Change:
    return lambda pdf: [
        _page(pdf).obj.__setitem__("/" + key, value) for key, value in values.items()
    ]


def _preference(**values: object) -> Change:
    return lambda pdf: [
        pdf.Root.ViewerPreferences.__setitem__("/" + key, value) for key, value in values.items()
    ]


def _layer(pdf: pikepdf.Pdf) -> None:
    """Put a page on a layer that is shown and not printed."""
    group = pdf.make_indirect(Dictionary(Type=Name.OCG, Name="x"))
    off = Array([Dictionary(Event=Name.Print, OCGs=Array([group]), Category=Array([Name.Print]))])
    pdf.Root.OCProperties = Dictionary(OCGs=Array([group]), D=Dictionary(AS=off))
    page = _page(pdf)
    page.Resources.Properties = Dictionary(L=group)
    page.Contents.write(b"/OC /L BDC " + page.Contents.read_bytes() + b" EMC")
    hiding = Stream(
        pdf, b"endstream endobj 1 0 obj << /Names 1 >> endobj"
    )  # from a search through the bytes
    pdf.Root.Hiding = pdf.make_indirect(hiding)


_ACTION = Dictionary(S=Name.JavaScript, JS="app.alert(1)")
_NOTE = Dictionary(
    Type=Name.Annot, Subtype=Name.Square, Rect=Array([0, 0, 99, 99]), C=Array([1, 0, 0])
)
#: Holes that there were, each as a change of objects.
HOLES: dict[str, Change] = {
    "a colour space for all reds and blues": _resource("ColorSpace", "DefaultRGB", _swapped),
    "a profile for all colours": _resource("ColorSpace", "DefaultRGB", _profile),
    "a layer that is not printed": _layer,
    "a unit": _of_page(UserUnit=2),
    "a turn by 45 degrees": _of_page(Rotate=45),
    "a turn": _of_page(Rotate=180),
    "an edge that cuts": _of_page(CropBox=Array([0, 0, 300, 300])),
    "a thumbnail": lambda pdf: _of_page(Thumb=pdf.make_indirect(Stream(pdf, b"\0")))(pdf),
    "a transparent page": _of_page(Group=Dictionary(S=Name.Transparency, K=True)),
    "a note": _of_page(Annots=Array([_NOTE])),
    "something done when a page is shown": _of_page(AA=Dictionary(O=_ACTION)),
    "another title in a viewer's window": lambda pdf: pdf.docinfo.__setitem__(
        "/Title", pikepdf.String("MENACE")
    ),
    "something more about the file": lambda pdf: pdf.docinfo.__setitem__(
        "/Checked", pikepdf.String("by nobody")
    ),
    "something done at opening": _root(OpenAction=_ACTION),
    "a program that is started": _root(OpenAction=Dictionary(S=Name.Launch, F="x")),
    "scripts by name": lambda pdf: pdf.Root.Names.__setitem__(
        "/JavaScript", Dictionary(Names=Array(["x", _ACTION]))
    ),
    "a form": _root(AcroForm=Dictionary(Fields=Array([]))),
    "a collection": _root(Collection=Dictionary(View=Name.D)),
    "numbers of pages": _root(PageLabels=Dictionary(Nums=Array([0, Dictionary(S=Name.D, St=7)]))),
    "an intent": _root(OutputIntents=Array([Dictionary(S=Name("/GTS_PDFX"))])),
    "some pages to print": _preference(PrintPageRange=Array([1, 1])),
    "several copies": _preference(NumCopies=5),
    "both sides": _preference(Duplex=Name.DuplexFlipShortEdge),
    "a scale": _preference(PrintScaling=Name.AppDefault),
    "a state with adjusted lines": _resource("ExtGState", "G", lambda _: Dictionary(SA=True, LJ=2)),
    "a state with coarse curves": _resource("ExtGState", "G", lambda _: Dictionary(FL=100)),
    "a glued operator": _drawn(rb"^", b"1 0 0 1 9 0cm "),
    "a glued fill": _drawn(rb"\bf\b", b"0f"),
    "a number beyond all": _drawn(rb"^", b"1 0 0 1 4294967305 0 cm "),
    "a clip without a path": _drawn(rb"^", b"W n "),
    "too few numbers": _drawn(rb"^", b"9 9 re f "),
    "a state put back too often": _drawn(rb"^", b"Q "),
    "a flatness": _drawn(rb"^", b"100 i "),
    "other letters": _drawn(rb"\(([^()\\])", b"(\\1\\1"),
    "a table that no font has": _in_fonts(b"maxp", b"maxq"),
    "a table of letters for another system": _in_fonts(b"cmap", b"cmaq"),
    "a stream elsewhere": lambda pdf: _page(pdf).Contents.__setitem__("/F", "elsewhere.txt"),
    "a page less": lambda pdf: pdf.pages.__delitem__(0),
    "a page more": lambda pdf: pdf.add_blank_page(),
    "pages exchanged": lambda pdf: pdf.pages.reverse(),
}


def indexed(data: bytes) -> bytes:
    """Return an honest PDF of kitgen, of which bytes were changed, with its index made anew."""
    body, _, rest = data.partition(b"xref\n")
    places = {
        int(match[1]): match.start()
        for match in re.finditer(rb"^(\d+) \d+ obj\b", body, re.MULTILINE)
    }
    rows = [
        b"0000000000 65535 f \n",
        *(b"%010d 00000 n \n" % places.get(number, 0) for number in range(1, max(places) + 1)),
    ]
    trailer = rest[rest.index(b"trailer") : rest.index(b"startxref")]
    index = b"xref\n0 %d\n" % len(rows) + b"".join(rows)
    return body + index + trailer + b"startxref\n%d\n%%%%EOF\n" % len(body)


def _again(data: bytes, old: bytes, new: bytes) -> bytes:
    assert old in data, old
    return indexed(data.replace(old, new, 1))


def _updated(data: bytes) -> bytes:
    """Return a PDF to which a second catalog with the number of the first is added, as editors
    save changes.
    """
    root = re.search(rb"/Root (\d+) 0 R", data)
    start = int(data[data.rindex(b"startxref") + 9 : data.rindex(b"%%EOF")])
    body = re.search(rb"^%s 0 obj\b(.*?)endobj" % root[1], data, re.MULTILINE | re.DOTALL)
    added = b"%s 0 obj%sendobj\n" % (root[1], body[1])
    index = b"xref\n%s 1\n%010d 00000 n \n" % (root[1], len(data))
    size = re.search(rb"/Size \d+", data)[0]
    tail = b"trailer\n<< %s /Root %s 0 R /Prev %d >>\nstartxref\n%d\n%%%%EOF\n"
    return data + added + index + tail % (size, root[1], start, len(data) + len(added))


def _index_before(data: bytes, index: bytes) -> bytes:
    """Put an index before the file's own, to which its end still leads."""
    at = data.rindex(b"xref\n0")
    assert data.endswith(b"startxref\n%d\n%%%%EOF\n" % at)
    return (
        data[:at]
        + index
        + data[at:].replace(b"startxref\n%d" % at, b"startxref\n%d" % (at + len(index)))
    )


#: Files that programs read in different ways, each as a change of the bytes that kitgen writes.
AMBIGUOUS: dict[str, Callable[[bytes], bytes]] = {
    "a key given twice": lambda data: _again(data, b"/Rotate 0", b"/Rotate 0 /Rotate 90"),
    "a key spelled otherwise, too": lambda data: _again(
        data, b"/Rotate 0", b"/Rotate 0 /Rot#61te 90"
    ),
    "a number that runs on": lambda data: _again(data, b"/Rotate 0", b"/Rotate 0f"),
    "an object that is given twice": _updated,
    "a generation": lambda data: _again(data, b"\n2 0 obj", b"\n2 1 obj"),
    "something between two objects": lambda data: _again(
        data, b"endobj\n3 0 obj", b"endobj\n<< /A 1 >>\n3 0 obj"
    ),
    "an object in no index": lambda data: data.replace(
        b"xref\n0", b"999 0 obj\nnull\nendobj\nxref\n0", 1
    ),
    "an index that leads elsewhere": lambda data: re.sub(
        rb"\n00000000(\d\d) 00000 n", b"\n0000000999 00000 n", data, count=1
    ),
    "a stream that is longer than it says": lambda data: re.sub(
        rb"/Length (\d)", lambda found: b"/Length %d" % (int(found[1]) - 1 or 9), data, count=1
    ),
    "a stream with a wrong sum": lambda data: re.sub(
        rb"(.)(\s*endstream)",
        lambda found: bytes([found[1][0] ^ 1]) + found[2],
        data,
        count=1,
        flags=re.DOTALL,
    ),
    "bytes before the file": lambda data: b"junk\n" + data,
    "bytes after the file": lambda data: data + b"junk",
    "a second end": lambda data: data + b"startxref\n9\n%%EOF\n",
    "an index beside the index": lambda data: data.replace(b"/Size", b"/XRefStm 9 /Size", 1),
    "an index to which nothing leads": lambda data: _index_before(
        data, b"xref\n0 0\ntrailer\n<< /Size 999 >>\n"
    ),
    "more objects than it says": lambda data: re.sub(
        rb"/Size \d+(?=\s+>>\s+startxref)", b"/Size 9", data
    ),
    "an object that nothing needs": lambda data: with_hidden(data, lambda _begin: b"q Q"),
    "null where a page inherits": lambda data: _again(
        _again(data, b"/Type /Pages", b"/CropBox [ 0 0 9 9 ] /Type /Pages"),
        b"/Rotate 0",
        b"/CropBox null /Rotate 0",
    ),
}


def changed_at_random(data: bytes, rng: random.Random) -> bytes:
    """Return a PDF with one object, one operator or one byte of it changed, picked from the file
    itself.
    """
    way = rng.choice((_one_value, _one_operator, _one_byte_of_a_stream))
    return changed(data, lambda pdf: way(pdf, rng))


def _values(pdf: pikepdf.Pdf) -> list[tuple[object, object]]:
    """Return every value in a PDF that a page or the catalog can reach: what holds it, and its
    key there.
    """
    values = []
    waiting = [pdf.Root]
    seen = set()
    while waiting:
        holder = waiting.pop()
        if holder.is_indirect:
            if holder.objgen in seen:
                continue
            seen.add(holder.objgen)
        keys = range(len(holder)) if isinstance(holder, Array) else sorted(holder.keys())
        for key in keys:
            if key in ("/Length", "/Filter", "/DecodeParms"):  # the writer's own
                continue
            values.append((holder, key))
            if isinstance(holder[key], Array | Dictionary | Stream):
                waiting.append(holder[key])
    return values


def _one_value(pdf: pikepdf.Pdf, rng: random.Random) -> None:
    values = _values(pdf)
    holder, key = rng.choice(values)
    other_holder, other = rng.choice(values)
    value = other_holder[other]
    if (
        isinstance(value, Array | Dictionary | Stream) and not value.is_indirect
    ):  # it might hold itself
        value = Name("/New")
    if isinstance(holder, Array) or rng.random() < 0.5:
        holder[key] = value if not isinstance(value, int | float) else value + 1
    elif rng.random() < 0.5:
        del holder[key]
    else:
        holder[other if isinstance(other, str) else "/New"] = value


def _one_operator(pdf: pikepdf.Pdf, rng: random.Random) -> None:
    page = rng.choice(list(pdf.pages))
    steps = [list(step) for step in pikepdf.parse_content_stream(page)]
    at = rng.randrange(len(steps))
    other = rng.randrange(len(steps))
    kind = rng.randrange(4)
    if kind == 0:
        del steps[at]
    elif kind == 1:
        steps.insert(at, steps[other])
    elif kind == 2:
        steps[at], steps[other] = steps[other], steps[at]
    else:
        operands = [list(step[0]) for step in steps]
        steps[at] = [operands[other], steps[at][1]]
    page.Contents.write(pikepdf.unparse_content_stream([tuple(step) for step in steps]))


def _one_byte_of_a_stream(pdf: pikepdf.Pdf, rng: random.Random) -> None:
    stream = rng.choice([item for item in pdf.objects if isinstance(item, Stream)])
    data = bytearray(stream.read_bytes())
    data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    stream.write(bytes(data))


#: The ways in which another program may save a PDF that change nothing on paper, with pikepdf's
#: options for each.
WAYS: dict[str, dict[str, object]] = {
    "as it is": {},
    "compressed anew": {"recompress_flate": True},
    "uncompressed": {
        "compress_streams": False,
        "stream_decode_level": pikepdf.StreamDecodeLevel.all,
    },
    "for editors": {"qdf": True},
    "for the web": {"linearize": True},
    "objects packed": {"object_stream_mode": pikepdf.ObjectStreamMode.generate},
    "packed for the web": {
        "object_stream_mode": pikepdf.ObjectStreamMode.generate,
        "linearize": True,
    },
    "with an old empty password": {
        "encryption": pikepdf.Encryption(owner="x", R=3, aes=False, metadata=False)
    },
    "with an empty password": {"encryption": pikepdf.Encryption(owner="x", R=6)},
}


def saved_as(data: bytes, way: str) -> bytes:
    """Return a PDF as another program saves it in one of the ``WAYS``."""
    stream = BytesIO()
    with pikepdf.open(BytesIO(data)) as pdf:
        pdf.save(stream, **WAYS[way])
    return stream.getvalue()


def saved_anew(data: bytes) -> dict[str, bytes]:
    """Return a PDF as another program saves it, in each of the ``WAYS``."""
    return {way: saved_as(data, way) for way in WAYS}


# Files in which some program finds other objects than the end of the file leads to.


def with_hidden(data: bytes, content: Callable[[int], bytes]) -> bytes:
    """Return a PDF of kitgen with one object more, to which nothing refers.

    Args:
        content: makes the bytes of its stream, of the place in the file where they begin.
    """
    at = data.rindex(b"xref\n0 ")
    size = int(re.search(rb"xref\n0 (\d+)", data[at:])[1])
    length = len(content(10**6))
    head = b"%d 0 obj\n<< /Length %d >>\nstream\n" % (size, length)
    hidden = content(at + len(head)).ljust(length)
    added = head + hidden + b"\nendstream\nendobj\n"
    index = data[at:].replace(b"xref\n0 %d\n" % size, b"xref\n0 %d\n" % (size + 1), 1)
    index = index.replace(b"trailer", b"%010d 00000 n \ntrailer" % at, 1)
    index = index.replace(b"/Size %d" % size, b"/Size %d" % (size + 1), 1)
    index = index.replace(b"startxref\n%d\n" % at, b"startxref\n%d\n" % (at + len(added)), 1)
    return data[:at] + added + index


#: What a page shows in the place of its own: the whole of it black.
BLACK = b"0 0 2000 2000 re f"


def _number_of_contents(data: bytes) -> int:
    return int(re.search(rb"/Contents (\d+) 0 R", data)[1])


def _black_contents(number: int) -> bytes:
    return b"%d 0 obj\n<< /Length %d >>\nstream\n%s\nendstream\nendobj\n" % (
        number,
        len(BLACK),
        BLACK,
    )


def _end_in_a_comment(data: bytes) -> bytes:
    """Lead some programs by a comment after the end to an index within a stream, with a page
    tree of its own.
    """
    index_of: list[int] = []

    def content(begin: int) -> bytes:
        objects = [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Count 1 /Kids [ 3 0 R ] >>",
            b"<< /Type /Page /Parent 2 0 R /MediaBox [ 0 0 595 842 ] /Contents 4 0 R >>",
            b"<< /Length %d >>\nstream\n%s\nendstream" % (len(BLACK), BLACK),
        ]
        body = b""
        table = b"xref\n0 5\n0000000000 65535 f \n"
        for number, item in enumerate(objects, 1):
            table += b"%010d 00000 n \n" % (begin + len(body))
            body += b"%d 0 obj\n%s\nendobj\n" % (number, item)
        index_of[:] = [begin + len(body)]
        return body + table + b"trailer\n<< /Size 5 /Root 1 0 R >>\n"

    data = with_hidden(data, content)
    return data + b"%% startxref %d\n" % index_of[0]


def _generation_in_the_index(data: bytes) -> bytes:
    """Give the generation 1 to a page's contents in the index alone, and hide other contents
    with its number.
    """
    number = _number_of_contents(data)
    data = with_hidden(data, lambda _begin: b"\n" + _black_contents(number))
    place = re.search(rb"^%d 0 obj" % number, data, re.MULTILINE).start()
    old = b"%010d 00000 n" % place
    assert old in data
    return data.replace(old, b"%010d 00001 n" % place)


def _linearised_elsewhere(data: bytes) -> bytes:
    """Lead programs that begin at the beginning to another second index, within a stream, for a
    page's contents.

    The first index gets an entry more for the object with that stream, in the place of blanks
    before it.
    """
    data = saved_as(data, "for the web")
    main = data.rindex(b"xref\n0 ")
    count = int(re.search(rb"xref\n0 (\d+)", data[main:])[1])
    size = int(re.search(rb"/Size (\d+)", data)[1])
    others = [n for n in map(int, re.findall(rb"/Contents (\d+) 0 R", data)) if n < count]
    if not others:
        raise ValueError("it has only a first page")
    number = others[0]
    black = _black_contents(number)
    entries = data[main:][len(b"xref\n0 %d\n" % count) :][: 20 * count]
    head = b"%d 0 obj\n<< /Length %d >>\nstream\n" % (size, len(black) + 1 + len(entries))
    fake_at = main + len(head)
    fake = entries[: 20 * number] + b"%010d 00000 n \n" % fake_at + entries[20 * number + 20 :]
    added = head + black + b"\n" + fake + b"\nendstream\nendobj\n"
    first = data.index(b"xref")
    before = data[: first - 20]
    after = data[first:main]
    assert data[first - 20 : first].isspace()
    after = after.replace(
        b"xref\n%d %d\n" % (count, size - count), b"xref\n%d %d\n" % (count, size - count + 1), 1
    )
    after = after.replace(b"trailer", b"%010d 00000 n \ntrailer" % main, 1)
    after = after.replace(b"/Size %d" % size, b"/Size %d" % (size + 1), 1)
    after = after.replace(b"/Prev %d" % main, b"/Prev %d" % (main + len(added)), 1)
    tail = data[main:].replace(b"startxref\n%d\n" % first, b"startxref\n%d\n" % (first - 20))
    whole = before + after + added + tail
    assert len(before + after) == main
    old = re.search(rb"/L \d+ (.*)/T \d+ >>", whole)
    new = b"/L %d %b/T %d >>" % (len(whole), old[1], fake_at + len(black))
    assert len(new) == len(old[0])
    return whole.replace(old[0], new, 1)


def with_index_stream(data: bytes, widths: tuple[int, int, int]) -> bytes:
    """Return a PDF of kitgen whose index is a stream, with fields of so many bytes each."""
    at = data.rindex(b"xref\n0 ")
    size = int(re.search(rb"xref\n0 (\d+)", data[at:])[1])
    places = [int(place) for place in re.findall(rb"(\d{10}) \d{5} [nf]", data[at:])]
    keys = b" ".join(re.findall(rb"/(?:Root|Info) \d+ 0 R", data[at:]))
    rows = [(0, 0, 255), *((1, place, 0) for place in [*places[1:], at])]
    content = b"".join(
        value.to_bytes(width)
        for row in rows
        for value, width in zip(row, widths, strict=True)
        if width
    )
    head = b"%d 0 obj\n<< /Type /XRef /W [ %d %d %d ] /Size %d /Length %d %b >>\nstream\n"
    head %= (size, *widths, size + 1, len(content), keys)
    return data[:at] + head + content + b"\nendstream\nendobj\nstartxref\n%d\n%%%%EOF\n" % at


def _number_beyond_all(data: bytes) -> bytes:
    """Give a page's contents a number that no program keeps an index for."""
    number = _number_of_contents(data)
    new = 3_000_000_000
    data = re.sub(rb"(?m)^%d 0 obj" % number, b"%d 0 obj" % new, data, count=1)
    data = data.replace(b"/Contents %d 0 R" % number, b"/Contents %d 0 R" % new)
    places = {int(found[1]): found.start() for found in re.finditer(rb"(?m)^(\d+) 0 obj", data)}
    at = data.rindex(b"xref\n0 ")
    trailer = data[data.index(b"trailer", at) : data.rindex(b"startxref")]
    table = b"xref\n0 1\n0000000000 65535 f \n"
    table += b"".join(b"%d 1\n%010d 00000 n \n" % place for place in sorted(places.items()))
    trailer = re.sub(rb"/Size \d+", b"/Size %d" % (new + 1), trailer)
    return data[:at] + table + trailer + b"startxref\n%d\n%%%%EOF\n" % at


def _catalog_of_a_program(data: bytes) -> bytes:
    """Hang a second catalog on what a program says of itself, which is not compared."""

    def change(pdf: pikepdf.Pdf) -> None:
        contents = pdf.make_stream(BLACK)
        page = Dictionary(Type=Name.Page, MediaBox=Array([0, 0, 595, 842]), Contents=contents)
        page = pdf.make_indirect(page)
        pages = pdf.make_indirect(Dictionary(Type=Name.Pages, Count=1, Kids=Array([page])))
        page.Parent = pages
        pdf.docinfo["/Producer"] = pdf.make_indirect(Dictionary(Type=Name.Catalog, Pages=pages))

    return changed(data, change)


def _end_far_from_its_beginning(data: bytes) -> bytes:
    """Programs look for the last index in the last bytes alone; poppler finds none then."""
    packed = saved_as(data, "objects packed")
    return packed.replace(b"startxref\n", b"startxref\n" + b"\n" * 1100)


#: Files in which some program finds other objects, each as a change of the bytes that kitgen
#: writes.
ELSEWHERE: dict[str, Callable[[bytes], bytes]] = {
    "an end in a comment": _end_in_a_comment,
    "a generation in the index": _generation_in_the_index,
    "a second index elsewhere": _linearised_elsewhere,
    "an index with wide fields": lambda data: with_index_stream(data, (5, 4, 2)),
    "a number beyond all": _number_beyond_all,
    "a catalog of a program": _catalog_of_a_program,
    "an end far from its beginning": _end_far_from_its_beginning,
}
