"""PDFs made to do harm: each a few kilobytes that ask for gigabytes, hours or endless depth.

``HOSTILE`` maps a name to a function that returns the bytes; they are built here, and no such file
is kept.
"""

import json
from functools import partial

from jobs import kit_of
from raw_pdf import (
    A4,
    BOMB_BYTES,
    attachments,
    flate,
    hexadecimal,
    lzw,
    run_lengths,
    stream,
    with_table,
    wrap,
    zeros,
)

from kitgen.games import make_game
from kitgen.kit.kit_json import write_kit

# --- a kit
# --------------------------------------------------------------------------------------------------


def travellers(files):
    """Files by name, as they travel."""
    return {name: flate(data) for name, data in files.items()}


def endless_kit(game="awari:6x4"):
    """A small ``kit.json`` that says to be of a game with more positions than anybody can walk
    through.
    """
    said = json.loads(write_kit(kit_of("awari-mini")))
    start = make_game(game).start()
    box = {**said["boxes"][0], "position": make_game(game).text(start), "arrivals": []}
    return json.dumps({**said, "game": game, "boxes": [box]}).encode()


# --- drawing
# -------------------------------------------------------------------------------------------------


def form(content, resources=b""):
    """A form that draws what ``content`` says."""
    return stream(
        content, Type=b"/XObject", Subtype=b"/Form", BBox=A4, Resources=b"<<%s>>" % resources
    )


def forms(depth, calls):
    """Forms that call the next one several times, so deep."""
    made = {
        50 + n: form(b"/F Do " * calls, b"/XObject<</F %d 0 R>>" % (51 + n)) for n in range(depth)
    }  # fmt: skip
    made[50 + depth] = form(b"0 0 9 9 re S")
    return wrap(stream(b"/F Do"), resources=b"/XObject<</F 50 0 R>>", objects=made)


def drawn(content, times=1, kit="her"):
    """A page on which the same is drawn very often."""
    return wrap(flate(content * times), kit=kit)


def concentric(count, paint=b"S"):
    """Rectangles in one another, so that each holds all that are smaller."""
    sizes = ((n / 200, n / 200, 590 - n / 100, 800 - n / 100) for n in range(count))
    return b"".join(b"%.3f %.3f %.3f %.3f re " % size + paint + b"\n" for size in sizes)


def circles(count):
    """A frame full of circles, no two of a size."""
    out = bytearray(b"1 g 0 0 400 400 re S\n")
    for n in range(count):
        r = 2 + n / 100_000
        low = 100 - r
        far = 100 + 1.3 * r
        high = 100 + r
        right = b"%.5f 100 m %.5f %.5f %.5f %.5f %.5f 100 c " % (high, high, far, low, far, low)
        left = b"%.5f %.5f %.5f %.5f %.5f 100 c h B\n" % (low, 200 - far, high, 200 - far, high)
        out += right + left
    return bytes(out)


HELVETICA = b"/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>"


def text(content, font=HELVETICA, objects=None):
    return wrap(flate(b"BT /F 9 Tf 100 100 Td %s ET" % content), resources=font, objects=objects)


def own_font(proc, objects=None):
    """A font whose letters are drawn by the PDF itself."""
    font = (
        b"<</Type/Font/Subtype/Type3/FontBBox[0 0 9 9]/FontMatrix[.1 0 0 .1 0 0]/FirstChar "
        b"65/LastChar 65/Widths[9]"
        b"/Encoding<</Differences[65/A]>>/CharProcs<</A 51 0 R>>/Resources<</Font<</F 50 0 R>>>>>>"
    )
    made = {50: font, 51: stream(proc), **(objects or {})}
    return text(b"(AAAA) Tj", b"/Font<</F 50 0 R>>", made)


def letters_of(cmap):
    """A font that says by a table which letters its codes are."""
    font = (
        b"<</Type/Font/Subtype/Type0/BaseFont/X/Encoding/Identity-H/ToUnicode 51 0 "
        b"R/DescendantFonts[52 0 R]>>"
    )
    cid = (
        b"<</Type/Font/Subtype/CIDFontType2/BaseFont/X"
        b"/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/W[0 2147483647 500]>>"
    )
    return text(b"<00410042> Tj", b"/Font<</F 50 0 R>>", {50: font, 51: cmap, 52: cid})


def image(**items):
    usual = {
        "Type": b"/XObject",
        "Subtype": b"/Image",
        "Width": b"60000",
        "Height": b"60000",
        "BitsPerComponent": b"8",
        "ColorSpace": b"/DeviceRGB",
    }
    made = {50: zeros(**(usual | items))}
    return wrap(stream(b"/I Do"), resources=b"/XObject<</I 50 0 R>>", objects=made)


def pattern():
    """A pattern that is painted with itself."""
    tile = stream(
        b"/Pattern cs /P scn 0 0 9 9 re f",
        Type=b"/Pattern",
        PatternType=b"1",
        PaintType=b"1",
        TilingType=b"1",
        BBox=b"[0 0 9 9]",
        XStep=b".0001",
        YStep=b".0001",
        Resources=b"<</Pattern<</P 50 0 R>>>>",
    )
    paint = stream(b"/Pattern cs /P scn 0 0 595 842 re f")
    return wrap(paint, resources=b"/Pattern<</P 50 0 R>>", objects={50: tile})


# --- structure
# -----------------------------------------------------------------------------------------------


def tree_of_names(*nodes):
    """The kit's files hidden below nodes of a tree of names, numbered from 50."""
    return wrap(objects={4: b"<</Kids[50 0 R]>>", **{50 + n: node for n, node in enumerate(nodes)}})


def chain(count, node):
    """Nodes, each with the next one as its only child."""
    return {n: node % (n + 1) for n in range(10_000, 10_000 + count)}


def table_before_itself():
    """A file whose table says that it lies before itself."""
    made = wrap(trailer=b"/Prev 0000000000")
    return made.replace(b"/Prev 0000000000", b"/Prev %010d" % made.index(b"xref"))


def packed(content, count=b"1", first=b"4", inside=2, **items):
    """A file whose pages lie in a stream of objects."""
    return with_table(
        {
            1: b"<</Type/Catalog/Pages 2 0 R>>",
            5: flate(content, Type=b"/ObjStm", N=count, First=first, **items),
        },
        {inside: (2, 5, 0)},
    )


def many_updates(count):
    """A file with very many tables, each of which names the one before it."""
    out = wrap()
    for _ in range(count):
        before = out[out.rindex(b"startxref") :].split()[1]
        start = len(out)
        out += (
            b"xref\n0 0\ntrailer\n<</Size 2000/Root 1 0 R/Prev %s>>\nstartxref\n%d\n%%%%EOF\n"
            % (before, start)
        )
    return out


PAGES = b"<</Type/Pages/Count %s/Kids[%s]>>"
SELF_FORM = partial(form, b"/F Do /F Do /F Do", b"/XObject<</F 50 0 R>>")
MANY_PARTS = b',{"name":"a","title":"a","first":%d,"pages":1,"shows":"cards"}'


def many_parts(count):
    """A print run of a hundred thousand parts."""
    job = attachments()["job.json"].rstrip().removesuffix(b"}").rstrip().removesuffix(b"]")
    job += b"".join(MANY_PARTS % n for n in range(2, count)) + b"]}"
    return wrap(files={"kit.json": flate(attachments()["kit.json"]), "job.json": flate(job)})


HOSTILE = {
    # packings
    "content-deflated": lambda: wrap(zeros()),
    "content-deflated-twice": lambda: wrap(zeros(b"[/FlateDecode/FlateDecode]", 2)),
    "content-deflated-thrice": lambda: wrap(zeros(b"[/Fl/Fl/Fl]", 3)),
    "content-run-lengths": lambda: wrap(run_lengths()),
    "content-lzw": lambda: wrap(lzw()),
    "content-hexadecimal-twelvefold": lambda: wrap(hexadecimal()),
    "content-a-thousand-filters": lambda: wrap(zeros(b"[%s]" % (b"/FlateDecode" * 1000), 2)),
    "content-a-predictor-with-huge-columns": lambda: wrap(
        zeros(
            size=1_000_000,
            DecodeParms=b"<</Predictor 15/Columns 2147483647/Colors 32/BitsPerComponent 16>>",
        )
    ),
    "content-a-thousand-times": lambda: wrap(
        zeros(size=10_000_000),
        objects={
            1000: b"<</Type/Page/Parent 2 0 R/MediaBox %s/Contents[%s]>>" % (A4, b"3 0 R " * 1000)
        },
    ),
    "kit-deflated": lambda: wrap(files={"kit.json": zeros()}),
    "kit-deflated-twice": lambda: wrap(files={"kit.json": zeros(b"[/FlateDecode/FlateDecode]", 2)}),
    "kit-run-lengths": lambda: wrap(files={"kit.json": run_lengths()}),
    "kit-lzw": lambda: wrap(files={"kit.json": lzw()}),
    "kit-large": lambda: wrap(files={"kit.json": zeros(size=17_000_000)}),
    "kit-twice": lambda: wrap(files={"kit.json": flate(b"{}"), "kit.json+": flate(b"{}")}),
    "kit-of-brackets": lambda: wrap(files={"kit.json": flate(b"[" * 15_000_000)}),
    "kit-of-lists": lambda: wrap(
        files={"kit.json": flate(b'{"schema":[' + b"[]," * 5_000_000 + b"0]}")}
    ),
    "job-of-brackets": lambda: wrap(
        files={"kit.json": flate(attachments()["kit.json"]), "job.json": flate(b"[" * 9_999_999)}
    ),
    "job-of-parts": lambda: many_parts(100_000),
    "objects-deflated": lambda: packed(b"2 0 " + bytes(BOMB_BYTES // 2)),
    # what is drawn
    "form-of-itself": lambda: wrap(
        stream(b"/F Do"), resources=b"/XObject<</F 50 0 R>>", objects={50: SELF_FORM()}
    ),
    "forms-ten-times-ten": lambda: forms(10, 10),
    "forms-twice-thirty": lambda: forms(30, 2),
    "forms-five-hundred-deep": lambda: forms(500, 1),
    "marks": lambda: drawn(b"1 1 9 9 re S\n", 2_000_000),
    "marks-of-very-many-pages": lambda: wrap(flate(b"1 1 9 9 re S\n" * 500), pages=1900),
    "marks-more-than-any-kit": lambda: drawn(b"1 1 9 9 re S\n", 60_000),
    "points-more-than-any-kit": lambda: drawn(b"0 0 m " + b"9 9 l 1 2 l\n" * 300_000 + b"S"),
    "points": lambda: drawn(b"0 0 m " + b"9 9 l 1 2 l\n" * 3_000_000 + b"S"),
    "curves-that-do-not-end": lambda: drawn(
        b"0 0 m 1 1 2 2 3 3 c 4 4 5 5 v\n" * 100 + b"S 1 2 3 4 5 6 c S"
    ),
    "saved-states": lambda: drawn(b"q ", 4_000_000),
    "operands": lambda: drawn(b"1 " * 8_000_000),
    "dashes": lambda: drawn(b"[" + b"1 2 " * 500_000 + b"] 0 d 0 0 9 9 re S"),
    "clips": lambda: drawn(b"0 0 99 99 re W n 1 1 9 9 re S\n", 20_000),
    "marks-far-away": lambda: drawn(b"90000000 90000000 9 9 re f\n", 1000),
    "marks-that-are-no-numbers": lambda: drawn(
        b"30000 0 0 30000 0 0 cm\n" * 20 + b"1 1 2 2 re f\n"
    ),
    "frames-in-frames": lambda: drawn(concentric(20_000)),
    "covers-over-covers": lambda: drawn(concentric(20_000, b"f")),
    "circles-of-all-sizes": lambda: drawn(circles(20_000), kit="awari-mini"),
    "letters": lambda: text(b"(%s) Tj" % (b"A" * 5_000_000)),
    "letters-one-by-one": lambda: text(b"(A) Tj 1 1 Td " * 300_000),
    "letters-in-arrays": lambda: text(b"[" * 400_000 + b"(A)" + b"]" * 400_000 + b" TJ"),
    "a-long-id": lambda: text(b"(A%s) Tj" % (b"9" * 100_000)),
    "font-of-itself": lambda: own_font(b"9 0 0 0 9 9 d1 BT /F 9 Tf (AAAA) Tj ET"),
    "font-deflated": lambda: own_font(b"", {51: zeros()}),
    "font-with-a-table-of-all-codes": lambda: letters_of(
        flate(
            b"begincmap "
            + b"1 beginbfrange <0000> <FFFFFFFF> <0041> endbfrange " * 1000
            + b"endcmap"
        )
    ),
    "font-with-a-deflated-table": lambda: letters_of(zeros()),
    "image-of-ten-gigabytes": image,
    "image-in-one-colour": partial(
        image, BitsPerComponent=b"1", ColorSpace=b"/DeviceGray", Width=b"2147483647"
    ),
    "pattern-of-itself": pattern,
    "colours-of-themselves": lambda: wrap(
        stream(b"/C cs 1 sc 0 0 9 9 re f"),
        resources=b"/ColorSpace<</C 50 0 R>>",
        objects={50: b"[/Indexed 50 0 R 255 50 0 R]"},
    ),
    "mask-of-itself": lambda: wrap(
        stream(b"/G gs 0 0 9 9 re f"),
        resources=b"/ExtGState<</G 50 0 R>>",
        objects={
            50: b"<</SMask<</S/Luminosity/G 51 0 R>>>>",
            51: form(b"/G gs 0 0 9 9 re f", b"/ExtGState<</G 50 0 R>>"),
        },
    ),
    # structure
    "no-pages": lambda: wrap(objects={2: PAGES % (b"0", b"")}),
    "two-billion-pages": lambda: wrap(objects={2: PAGES % (b"2147483647", b"1000 0 R")}),
    "less-than-no-pages": lambda: wrap(objects={2: PAGES % (b"-5", b"1000 0 R")}),
    "nine-thousand-pages": lambda: wrap(pages=9000),
    "pages-of-themselves": lambda: wrap(objects={2: PAGES % (b"9", b"2 0 R " * 9)}),
    "pages-of-each-other": lambda: wrap(
        objects={
            2: PAGES % (b"99", b"50 0 R " * 50),
            50: PAGES % (b"99", b"51 0 R " * 50),
            51: PAGES % (b"99", b"2 0 R 1000 0 R"),
        }
    ),
    "pages-a-thousand-deep": lambda: wrap(
        objects={2: PAGES % (b"1", b"10000 0 R")}
        | chain(20_000, b"<</Type/Pages/Count 1/Kids[%d 0 R]>>")
    ),
    "a-page-of-itself": lambda: wrap(
        objects={1000: b"<</Type/Page/Parent 1000 0 R/Contents 1000 0 R/Resources 1000 0 R>>"}
    ),
    "a-page-as-wide-as-the-world": lambda: wrap(
        objects={1000: b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 1e30 1e30]>>"}
    ),
    "a-page-as-wide-as-the-hall": lambda: wrap(
        objects={1000: b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 9000 90]>>"}
    ),
    "names-of-themselves": lambda: tree_of_names(b"<</Kids[%s]>>" % (b"50 0 R " * 20)),
    "names-of-each-other": lambda: tree_of_names(
        b"<</Kids[%s]>>" % (b"51 0 R " * 50),
        b"<</Kids[%s]>>" % (b"52 0 R " * 50),
        b"<</Kids[50 0 R 50 0 R 4 0 R]>>",
    ),
    "names-very-deep": lambda: wrap(
        objects={4: b"<</Kids[10000 0 R]>>"} | chain(20_000, b"<</Kids[%d 0 R]>>")
    ),
    "a-hundred-thousand-names": lambda: wrap(
        objects={4: b"<</Names[%s]>>" % (b"(a) 11 0 R " * 100_000)}
    ),
    "a-length-of-itself": lambda: wrap(objects={3: b"<</Length 3 0 R>>\nstream\nq\nendstream"}),
    "a-length-beyond-the-end": lambda: wrap(
        objects={3: b"<</Length 9223372036854775807>>\nstream\nq\nendstream"}
    ),
    "a-reference-to-itself": lambda: wrap(objects={3: b"3 0 R"}),
    "arrays-very-deep": lambda: wrap(
        objects={50: b"[" * 500_000 + b"]" * 500_000}, catalogue=b"/X 50 0 R"
    ),
    "arrays-very-deep-in-the-catalogue": lambda: wrap(
        catalogue=b"/X " + b"[" * 500_000 + b"]" * 500_000
    ),
    "dictionaries-very-deep": lambda: wrap(
        catalogue=b"/X " + b"<</X" * 300_000 + b" 1" + b">>" * 300_000
    ),
    "arrays-very-deep-in-the-trailer": lambda: wrap(
        trailer=b"/X " + b"[" * 500_000 + b"]" * 500_000
    ),
    "numbers-very-long": lambda: wrap(
        catalogue=b"/X[" + b"9" * 3_000_000 + b" -" + b"9" * 3_000_000 + b"]"
    ),
    "a-table-before-itself": table_before_itself,
    "a-table-stream-before-itself": lambda: with_table(
        {1: b"<</Type/Catalog/Pages 2 0 R>>"}, {}, Prev=b"START"
    ),
    "a-table-of-two-billion": lambda: with_table(
        {1: b"<</Type/Catalog/Pages 2 0 R>>"}, {}, Size=b"2147483647", Index=b"[0 2147483647]"
    ),
    "a-table-of-wide-columns": lambda: with_table(
        {1: b"<</Type/Catalog/Pages 2 0 R>>"}, {}, W=b"[2147483647 2147483647 2147483647]"
    ),
    "five-thousand-tables": lambda: many_updates(5000),
    "objects-in-themselves": lambda: packed(b"5 0 <</Type/Pages/Count 1/Kids[]>>", inside=5),
    "objects-that-extend-themselves": lambda: packed(
        b"2 0 <</Type/Pages/Count 1/Kids[2 0 R]>>", Extends=b"5 0 R"
    ),
    "two-billion-objects": lambda: packed(b"2 0 <<>>", count=b"2147483647", first=b"2147483647"),
    "outlines-of-themselves": lambda: wrap(
        catalogue=b"/Outlines 50 0 R",
        objects={50: b"<</First 50 0 R/Last 50 0 R/Next 50 0 R/Count 99>>"},
    ),
    "no-pdf-but-its-first-words": lambda: b"%PDF-1.7\n" + b"1 0 obj\n" * 500_000,
    "nothing-but-streams": lambda: b"%PDF-1.7\n" + b"stream\nx\x9c" * 500_000,
    "thirty-megabytes": lambda: wrap() + bytes(30_000_000),
    "kit-of-an-endless-game": lambda: wrap(
        files={**travellers(attachments()), "kit.json": flate(endless_kit())}
    ),
}
