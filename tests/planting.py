"""Faults planted in a printed PDF, one at a time: each kind is a function that changes one page in one place.

They work on the objects of the PDF, as another program or another hand would, and know nothing of kitgen but which
operators draw a line of letters and which an outline. Each returns the page that a report has to name, from 1; None
where the place that was picked is not one where it would be seen.
"""

import random
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pikepdf
from pikepdf import Array, Dictionary, Name, Operator, Stream

Ops = list[tuple[list, Operator]]
FAULTS: dict[str, Callable[[pikepdf.Pdf, int, random.Random], int | None]] = {}
PAINTS = {"f", "f*", "B", "B*", "S", "s", "b", "b*"}
#: In points: letters that are moved, or drawn elsewhere, are moved by so much.
OFF = 9


def planted(data: bytes, kind: str, seed: int, pages: int | None = None) -> tuple[bytes, int] | None:
    """Return a PDF with one fault, and the page that has it; None where the seed's place shows nothing of it."""
    rng = random.Random(f"{kind} {seed}")
    with pikepdf.open(BytesIO(data)) as pdf:
        page = FAULTS[kind](pdf, rng.randrange(pages or len(pdf.pages)), rng)
        stream = BytesIO()
        pdf.save(stream)
    return None if page is None else (stream.getvalue(), page)


def fault(name):
    def keep(function):
        FAULTS[name] = function
        return function

    return keep


def ops_of(page) -> Ops:
    return [(list(operands), operator) for operands, operator in pikepdf.parse_content_stream(page)]


def put(pdf, page, ops) -> None:
    page.Contents = Stream(pdf, pikepdf.unparse_content_stream(ops))


def op(name, *operands):
    return ([*operands], Operator(name))


def raw(text: str) -> Ops:
    """Operators as they are written in a content stream."""
    pdf = pikepdf.new()
    return [(list(a), b) for a, b in pikepdf.parse_content_stream(Stream(pdf, text.encode()))]


def texts(ops: Ops, least: int = 1) -> list[tuple[int, int]]:
    """Where lines of letters begin and end, those that show something."""
    found, start = [], 0
    for number, (operands, operator) in enumerate(ops):
        if str(operator) == "BT":
            start = number
        if str(operator) == "Tj" and len(bytes(operands[0]).strip()) >= least:
            end = next(n for n in range(number, len(ops)) if str(ops[n][1]) == "ET")
            found.append((start, end + 1))
    return found


def outlines(ops: Ops) -> list[tuple[int, int]]:
    """Where outlines begin and end."""
    found, start = [], None
    for number, (_, operator) in enumerate(ops):
        name = str(operator)
        if name == "m" and start is None:
            start = number
        elif name in PAINTS or name == "n":
            if start is not None and name != "n":
                found.append((start, number + 1))
            start = None
    return found


def spot(ops: Ops, span: tuple[int, int]) -> tuple[float, float]:
    """A place in an outline, or where letters begin, in points, before what is turned around it."""
    for operands, operator in ops[slice(*span)]:
        if str(operator) == "m":
            return float(operands[0]), float(operands[1])
        if str(operator) == "Tm":
            return float(operands[4]), float(operands[5])
    return 0.0, 0.0


def around(kind, before: str, after: str = "", pick=texts):
    """A fault that puts operators round one line of letters or one outline; ``x`` and ``y`` stand for its place."""

    def change(pdf, index, rng):
        page = pdf.pages[index]
        ops = ops_of(page)
        spans = pick(ops)
        if not spans:
            return None
        span = rng.choice(spans)
        x, y = spot(ops, span)
        first = raw("q " + before.format(x=x, y=y, x2=2 * x, y2=2 * y, x9=0.9 * x, y9=0.9 * y))
        put(pdf, page, [*ops[: span[0]], *first, *ops[slice(*span)], *raw(after + " Q"), *ops[span[1] :]])
        return index + 1

    FAULTS[kind] = change


for what, pick in (("letters", texts), ("outline", outlines)):
    around(f"{what} a tenth as large", "0.1 0 0 0.1 {x9} {y9} cm", pick=pick)
    around(f"{what} moved", f"1 0 0 1 {OFF} 0 cm", pick=pick)
    around(f"{what} cut off", "0 0 1 1 re W n", pick=pick)
    around(f"{what} half cut off", "{x} {y} 300 300 re W n 1 1 2 2 re W n", pick=pick)
around("letters mirrored", "-1 0 0 1 {x2} 0 cm")
around("letters upside down", "-1 0 0 -1 {x2} {y2} cm")
around("outline turned", "0.9 0.436 -0.436 0.9 0 0 cm", pick=outlines)


def inside(kind, where, words):
    """A fault that puts operators inside a line of letters or before an outline is painted."""

    def change(pdf, index, rng):
        page = pdf.pages[index]
        ops = ops_of(page)
        spans = (texts if where == "Tj" else outlines)(ops)
        if not spans:
            return None
        start, end = rng.choice(spans)
        place = next(n for n in range(start, end) if where == "path" or str(ops[n][1]) == where)
        put(
            pdf, page, [*ops[:start], *raw("q"), *ops[start:place], *raw(words), *ops[place:end], *raw("Q"), *ops[end:]]
        )
        return index + 1

    FAULTS[kind] = change


inside("letters in white", "Tj", "1 1 1 rg")
inside("letters in red", "Tj", "1 0 0 rg")
inside("letters that are not painted", "Tj", "3 Tr")
inside("letters painted as outlines", "Tj", "1 Tr")
inside("letters half as wide", "Tj", "50 Tz")
inside("letters set higher", "Tj", "4 Ts")
inside("outline in another colour", "path", "0.2 0.7 0.1 rg 0.2 0.7 0.1 RG")
inside("outline in white", "path", "1 1 1 rg 1 1 1 RG")
inside("outline of another width", "path", "9 w 0 1 1 RG 0 1 1 rg")


def with_state(kind, state, pick):
    """A fault of how a mark is mixed with what lies below it."""

    def change(pdf, index, rng):
        page = pdf.pages[index]
        resources = page.obj.Resources = Dictionary(dict(page.obj.Resources.items()))
        resources.ExtGState = Dictionary(Odd=Dictionary(Type=Name.ExtGState, **state))
        ops = ops_of(page)
        spans = pick(ops)
        if not spans:
            return None
        start, end = rng.choice(spans)
        put(pdf, page, [*ops[:start], *raw("q /Odd gs"), *ops[start:end], *raw("Q"), *ops[end:]])
        return index + 1

    FAULTS[kind] = change


with_state("letters at 1 % opacity", {"ca": 0.01, "CA": 0.01}, texts)
with_state("outline at 1 % opacity", {"ca": 0.01, "CA": 0.01}, outlines)
with_state("outline mixed with its ground", {"BM": Name.Multiply}, outlines)


@fault("letters taken out")
def _(pdf, index, rng):
    page = pdf.pages[index]
    ops = ops_of(page)
    start, end = rng.choice(texts(ops))
    put(pdf, page, ops[:start] + ops[end:])
    return index + 1


@fault("letters exchanged for others")
def _(pdf, index, rng):
    page = pdf.pages[index]
    ops = ops_of(page)
    lines = [n for n, (_, operator) in enumerate(ops) if str(operator) == "Tj"]
    one, other = rng.choice(lines), rng.choice(lines)
    if bytes(ops[one][0][0]) == bytes(ops[other][0][0]):
        return None
    ops[one] = ops[other]
    put(pdf, page, ops)
    return index + 1


@fault("a digit put beside others")
def _(pdf, index, rng):
    page = pdf.pages[index]
    ops = ops_of(page)
    start, end = rng.choice(texts(ops))
    put(pdf, page, [*ops[:end], *raw(f"q 1 0 0 1 {OFF} 0 cm"), *ops[start:end], *raw("Q"), *ops[end:]])
    return index + 1


@fault("letters under the ground of the page")
def _(pdf, index, rng):
    page = pdf.pages[index]
    ops = ops_of(page)
    start, end = rng.choice(texts(ops))
    x, y = spot(ops, (start, end))
    patch = raw(f"q 1 1 1 rg {x - 20} {y - 20} 60 60 re f Q")
    put(pdf, page, [*ops[:end], *patch, *ops[end:]])
    return index + 1


@fault("letters drawn before what they lie on")
def _(pdf, index, rng):
    page = pdf.pages[index]
    ops = ops_of(page)
    grounds = [n for n, (_, operator) in enumerate(ops) if str(operator) in ("f", "f*", "B*", "B")]
    lines = [span for span in texts(ops) if grounds and span[0] > grounds[0]]
    if not lines:
        return None
    start, end = rng.choice(lines)
    x, y = spot(ops, (start, end))
    first = raw(f"q 1 1 1 rg {x - 20} {y - 20} 60 60 re f Q")
    put(pdf, page, [*ops[:start], *ops[start:end], *first, *ops[end:]])
    return index + 1


@fault("letters of a font that says other letters")
def _(pdf, index, rng):
    page = pdf.pages[index]
    fonts = page.obj.Resources.Font
    ops = ops_of(page)
    place = rng.choice([n for n, (_, operator) in enumerate(ops) if str(operator) == "Tj"])
    name = next(str(ops[n][0][0]) for n in range(place, -1, -1) if str(ops[n][1]) == "Tf")
    if "/ToUnicode" not in fonts[name]:
        return None
    code = bytes(ops[place][0][0])
    drawn = code[0] + 1 if code[0] < 60 else code[0] - 1
    meant = fonts[name].ToUnicode.read_bytes().decode()
    said = [line for line in meant.splitlines() if line.startswith(f"<{code[0]:02X}>")]
    if not said:  # a table in ranges or one column: the map is written anew
        columns = [word.strip("<>") for word in meant.split() if word.startswith("<") and len(word) == 6]
        if not columns or len(columns) <= max(code[0], drawn):
            return None
        columns[drawn] = columns[code[0]]
        rows = "\n".join(f"<{n:02X}> <{column}>" for n, column in enumerate(columns))
        head = "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CMapType 2 def\n"
        body = f"1 begincodespacerange\n<00> <FF>\nendcodespacerange\n{len(columns)} beginbfchar\n{rows}\nendbfchar\n"
        meant = f"{head}{body}endcmap\nend\nend"
    copied = pdf.make_indirect(Dictionary(dict(fonts[name].items())))
    copied.ToUnicode = Stream(pdf, meant.encode())
    fonts["/Odd"] = copied
    ops[place] = op("Tj", pikepdf.String(bytes([drawn]) + code[1:]))
    size = next(ops[n][0][1] for n in range(place, -1, -1) if str(ops[n][1]) == "Tf")
    put(pdf, page, [*ops[:place], op("Tf", Name("/Odd"), size), *ops[place:]])
    return index + 1


@fault("an outline taken out")
def _(pdf, index, rng):
    page = pdf.pages[index]
    ops = ops_of(page)
    spans = outlines(ops)
    if not spans:
        return None
    start, end = rng.choice(spans)
    put(pdf, page, ops[:start] + ops[end:])
    return index + 1


def added(kind, words, **resources):
    """A fault that draws something more at a random place."""

    def change(pdf, index, rng):
        page = pdf.pages[index]
        ops = ops_of(page)
        width, height = (float(side) for side in page.mediabox[2:])
        x, y = rng.uniform(60, width - 90), rng.uniform(60, height - 90)
        own = page.obj.Resources = Dictionary(dict(page.obj.Resources.items()))
        for name, make in resources.items():
            own[f"/{name}"] = Dictionary(Odd=make(pdf))
        put(pdf, page, [*ops, *raw(words.format(x=x, y=y))] if "BI" not in words else ops)
        if "BI" in words:
            page.Contents = Stream(pdf, page.Contents.read_bytes() + b"\n" + words.format(x=x, y=y).encode())
        return index + 1

    FAULTS[kind] = change


def form(pdf):
    return Stream(pdf, b"0 0 0 rg 0 0 20 20 re f", Type=Name.XObject, Subtype=Name.Form, BBox=Array([0, 0, 20, 20]))


def picture(pdf):
    return Stream(
        pdf, b"\0" * 4, Type=Name.XObject, Subtype=Name.Image, Width=2, Height=2, BitsPerComponent=8,
        ColorSpace=Name.DeviceGray,
    )  # fmt: skip


def shading(_pdf):
    ends = Dictionary(FunctionType=2, Domain=Array([0, 1]), C0=Array([1]), C1=Array([0]), N=1)
    return Dictionary(ShadingType=2, ColorSpace=Name.DeviceGray, Coords=Array([0, 0, 99, 99]), Function=ends)


added("a rectangle too many", "q 0 0 0 rg {x} {y} 20 20 re f Q")
added("a white patch", "q 1 1 1 rg {x} {y} 80 80 re f Q")
added("a line too many", "q {x} {y} m {x} 9 l S Q")
added("an outline in two parts too many", "q 0 0 0 rg {x} {y} 9 9 re {x} 20 9 9 re f Q")
added("an outline within the drawing", "q 1 0 0 1 {x} {y} cm /Odd Do Q", XObject=form)
added("a picture", "q 20 0 0 20 {x} {y} cm /Odd Do Q", XObject=picture)
added("a picture written inline", "q 20 0 0 20 {x} {y} cm BI /W 1 /H 1 /BPC 8 /CS /G ID \x01 EI Q")
added("a shading", "q {x} {y} 20 20 re W n /Odd sh Q", Shading=shading)


@fault("an outline filled with a pattern")
def _(pdf, index, rng):
    page = pdf.pages[index]
    ops = ops_of(page)
    spans = [span for span in outlines(ops) if str(ops[span[1] - 1][1]) in ("f", "f*", "B", "B*")]
    if not spans:
        return None
    start, end = rng.choice(spans)
    own = page.obj.Resources = Dictionary(dict(page.obj.Resources.items()))
    own.Pattern = Dictionary(Odd=Dictionary(PatternType=2, Shading=shading(pdf)))
    put(pdf, page, [*ops[:start], *raw("q /Pattern cs /Odd scn"), *ops[start:end], *raw("Q"), *ops[end:]])
    return 1


@fault("a mark that a viewer hides")
def _(pdf, index, rng):
    page = pdf.pages[index]
    ops = ops_of(page)
    start, end = rng.choice(texts(ops))
    layer = pdf.make_indirect(Dictionary(Type=Name.OCG, Name="odd"))
    pdf.Root.OCProperties = Dictionary(OCGs=Array([layer]), D=Dictionary(OFF=Array([layer])))
    own = page.obj.Resources = Dictionary(dict(page.obj.Resources.items()))
    own.Properties = Dictionary(Odd=layer)
    put(pdf, page, [*ops[:start], *raw("/OC /Odd BDC"), *ops[start:end], *raw("EMC"), *ops[end:]])
    return index + 1


@fault("an annotation")
def _(pdf, index, _rng):
    box = Array([100, 100, 200, 200])
    note = Dictionary(Type=Name.Annot, Subtype=Name.Square, Rect=box, IC=Array([0, 0, 0]), F=4)
    pdf.pages[index].obj.Annots = Array([pdf.make_indirect(note)])
    return index + 1


@fault("a page turned")
def _(pdf, index, rng):
    if len(pdf.pages) < 3:
        return None
    pdf.pages[index].rotate(rng.choice([90, 180, 270]), relative=False)
    return index + 1


@fault("a page cropped")
def _(pdf, index, _rng):
    pdf.pages[index].cropbox = Array([60, 60, 400, 500])
    return index + 1


@fault("a page on other paper")
def _(pdf, index, _rng):
    pdf.pages[index].mediabox = Array([0, 0, 700, 900])
    return index + 1


@fault("a page moved on its paper")
def _(pdf, index, _rng):
    box = [float(side) for side in pdf.pages[index].mediabox]
    pdf.pages[index].mediabox = Array([side + 30 for side in box])
    return index + 1


@fault("a page in a unit that is no point")
def _(pdf, index, _rng):
    pdf.pages[index].obj.UserUnit = 0.6
    return 1


@fault("a page at 60 %")
def _(pdf, index, _rng):
    page = pdf.pages[index]
    put(pdf, page, [*raw("q 0.6 0 0 0.6 90 90 cm"), *ops_of(page), *raw("Q")])
    return index + 1


@fault("a page without its marks")
def _(pdf, index, _rng):
    put(pdf, pdf.pages[index], [])
    return index + 1


@fault("a page taken out")
def _(pdf, index, _rng):
    del pdf.pages[index]
    return index + 1


@fault("a page doubled")
def _(pdf, index, _rng):
    pdf.pages.append(pdf.pages[index])
    return len(pdf.pages)


@fault("two pages exchanged")
def _(pdf, index, _rng):
    other = (index + 1) % len(pdf.pages)
    one, two = pdf.pages[index], pdf.pages[other]
    contents = one.obj.Contents, two.obj.Contents
    one.obj.Contents, two.obj.Contents = contents[1], contents[0]
    return 0


@fault("half of a page taken out")
def _(pdf, index, _rng):
    page = pdf.pages[index]
    ops = ops_of(page)
    put(pdf, page, ops[: len(ops) // 2])
    return index + 1


def harmless() -> dict[str, Callable[[Path, Path], None]]:
    """Ways to save a PDF anew that change nothing on paper."""

    def save(**how):
        def change(source, target):
            with pikepdf.open(source) as pdf:
                pdf.save(target, **how)

        return change

    def turned(source, target):
        with pikepdf.open(source) as pdf:
            for page in pdf.pages:
                page.rotate(90, relative=True)
            pdf.save(target)

    def without_words(source, target):
        with pikepdf.open(source) as pdf:
            del pdf.docinfo
            for key in ("/Outlines", "/PageLabels", "/PageMode", "/ViewerPreferences"):
                if key in pdf.Root:
                    del pdf.Root[key]
            pdf.save(target)

    def by_pdfium(source, target):
        import pypdfium2  # noqa: PLC0415

        pdf = pypdfium2.PdfDocument(source)
        pdf.save(target)
        pdf.close()

    streams = pikepdf.ObjectStreamMode
    return {
        "saved anew": save(),
        "linearised": save(linearize=True),
        "objects packed": save(object_stream_mode=streams.generate),
        "packed anew": save(recompress_flate=True, compress_streams=True),
        "unpacked": save(stream_decode_level=pikepdf.StreamDecodeLevel.all, compress_streams=False),
        "content laid out anew": save(normalize_content=True),
        "an empty password": save(encryption=pikepdf.Encryption(owner="x", user="")),
        "turned as a whole": turned,
        "without bookmarks and keywords": without_words,
        "saved by PDFium": by_pdfium,
    }
