"""How the objects of a PDF are found, on files of four objects built here: each way in which a file
can be read in two ways has its words.
"""

import re
import zlib

import pytest
from counting import at_least

from kitgen.errors import KitgenError
from kitgen.sandbox import pdf_structure
from kitgen.sandbox.pdf_structure import PdfStructure
from kitgen.sandbox.pdf_syntax import ObjectNumber, StructureError

OBJECTS = {
    1: b"<</Type/Catalog/Pages 2 0 R>>",
    2: b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
    3: b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>",
    4: b"<</Length 3>>\nstream\nabc\nendstream",
}


def laid_out(objects, head=b"%PDF-1.7\n"):
    """The objects of a file, and where each begins."""
    data = bytearray(head)
    places = {}
    for number, content in objects.items():
        places[number] = len(data)
        data += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    return bytes(data), places


def whole(changes=None, trailer=b"/Root 1 0 R", size=None):
    """A file with a table of its objects, some of which are changed, added or (None) left out."""
    objects = {**OBJECTS, **(changes or {})}
    objects = {number: content for number, content in objects.items() if content is not None}
    data, places = laid_out(objects)
    table = b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    table += b"".join(b"%010d 00000 n \n" % places[number] for number in sorted(places))
    count = len(objects) + 1 if size is None else size
    end = b"trailer\n<</Size %d%s>>\nstartxref\n%d\n%%%%EOF\n" % (count, trailer, len(data))
    return data + table + end


def with_stream(widths=(1, 2, 1), rows=None, packed=(), **more):
    """A file whose index is a stream, object 5; ``packed`` are objects in a stream, object 6."""
    objects = {number: OBJECTS[number] for number in OBJECTS if number not in dict(packed)}
    if packed:
        places = []
        content = b""
        for number, text in packed:
            places.append(b"%d %d " % (number, len(content)))
            content += text + b" "
        head = b"".join(places)
        values = {b"Type": b"/ObjStm", b"N": b"%d" % len(packed), b"First": b"%d" % len(head)}
        values |= more.pop("stream", {})
        content = more.pop("content", head + content)
        values[b"Length"] = b"%d" % len(content)
        spelled = b"".join(b"/%s %s" % pair for pair in values.items())
        objects[6] = b"<<%s>>\nstream\n%s\nendstream" % (spelled, content)
    data, places = laid_out(objects)
    entries = [(0, 0, 0)]
    last = 6 if packed else 5
    for number in range(1, last + 1):
        if number == 5:
            entries.append((1, len(data), 0))
        elif number in places:
            entries.append((1, places[number], 0))
        else:
            entries.append((2, 6, [own for own, _ in packed].index(number)))
    for number, entry in more.pop("entries", {}).items():
        entries[number] = entry
    if rows is None:
        rows = b""
        for entry in entries:
            for value, width in zip(entry, widths, strict=True):
                rows += value.to_bytes(width)
    values = {
        b"Type": b"/XRef",
        b"Size": b"%d" % (last + 1),
        b"Root": b"1 0 R",
        b"W": b"[%s]" % b" ".join(b"%d" % width for width in widths),
    }
    rows = more.pop("pack", lambda content: content)(rows)
    values |= {b"Length": b"%d" % len(rows)} | more.pop("values", {})
    assert not more
    spelled = b"".join(b"/%s %s" % pair for pair in values.items() if pair[1])
    index = b"5 0 obj\n<<%s>>\nstream\n%s\nendstream\nendobj\n" % (spelled, rows)
    return data + index + b"startxref\n%d\n%%%%EOF\n" % len(data)


def differences(rows, width=4):
    """Rows, each as its difference from the one before."""
    before = bytes(width)
    packed = b""
    for start in range(0, len(rows), width):
        row = rows[start : start + width]
        packed += b"\2" + bytes((own - above) % 256 for own, above in zip(row, before, strict=True))
        before = row
    return zlib.compress(packed)


UP = {b"Filter": b"/FlateDecode", b"DecodeParms": b"<</Predictor 12/Columns 4>>"}
PACKED = [(2, OBJECTS[2]), (3, OBJECTS[3])]
GOOD = {
    "a table": whole(),
    "with a length of its own": whole({4: OBJECTS[4].replace(b"3>>", b"5 0 R>>"), 5: b"3"}),
    "ends of lines of Windows": whole().replace(b" f \n", b" f\r\n").replace(b" n \n", b" n\r\n"),
    "a stream": with_stream(),
    "a packed one": with_stream(pack=zlib.compress, values={b"Filter": b"/FlateDecode"}),
    "as differences": with_stream(pack=differences, values=UP),
    "packed objects": with_stream(packed=PACKED),
    "blanks after the end": whole() + b"\n" * 99,
    "an older version": whole().replace(b"1.7", b"1.0"),
    "a newer version": whole().replace(b"1.7", b"2.0"),
    "wide fields": with_stream(widths=(1, 4, 2)),
    "blanks about the end": whole()
    .replace(b"startxref\n", b"startxref" + b"\n" * 100)
    .replace(b"\n%%EOF", b"\n" * 100 + b"%%EOF"),
    "a trailer without a blank": whole().replace(b"trailer\n<<", b"trailer<<"),
}


@pytest.mark.parametrize("name", GOOD)
def test_a_file_in_one_of_the_ways_that_all_programs_read_alike(name):
    found = PdfStructure(GOOD[name])
    assert not found.encrypted
    assert found.linearised is None
    assert found.catalog == {"Type": "Catalog", "Pages": ObjectNumber(2)}
    assert found.attributes_of(3).keys() == {"Type", "MediaBox", "Contents"}
    assert found.content_of(4) == b"abc"
    assert found.first_object == 1
    assert found.object_at(found.places[1]) == (1, found.catalog)
    assert found.object_at(1) is None
    assert found.reached([3]) - {5} == {2, 3, 4}
    assert found.reached([1], avoiding=[3]) == {1, 2}


def test_a_stream_may_hold_nothing():
    found = PdfStructure(whole({4: b"<</Length 0>>\nstream\nendstream"}))
    assert found.content_of(4) == b""


def test_what_another_program_writes_anew_is_not_compared():
    """Of a decrypted copy: indexes, object streams, the password's, and lengths of streams."""
    lengths = {4: OBJECTS[4].replace(b"3>>", b"5 0 R>>"), 5: b"3", 6: b"<</Filter/Other>>"}
    secret = PdfStructure.__new__(PdfStructure)
    plain = PdfStructure(whole(lengths, trailer=b"/Root 1 0 R/Info 6 0 R"))
    secret.__dict__.update(plain.__dict__)
    secret.indexes[0].values["Encrypt"] = ObjectNumber(6)
    assert secret._not_compared() == {5, 6}
    packed = PdfStructure(with_stream(packed=PACKED))
    packed.indexes[0].values["Encrypt"] = {}
    assert packed._not_compared() == {5, 6}
    secret.linearised = {"H": [secret.places[2], 1]}
    assert secret._not_compared() == {1, 2, 5, 6}
    secret.linearised = {"H": [1, 1]}
    assert secret._not_compared() == {1, 5, 6}


def swapped(data, old, new, count=1):
    assert old in data
    return data.replace(old, new, count)


def moved(data):
    """The file with an entry of its table a byte farther."""
    place = re.search(rb"(\d{10}) 00000 n", data)
    return swapped(data, place[1], b"%010d" % (int(place[1]) + 1))


TABLE = whole()
BAD = {
    "no head": swapped(TABLE, b"%PDF-1.7", b"%PDX-1.7"),
    "a later head": swapped(TABLE, b"1.7", b"1.8"),
    "words between objects": swapped(TABLE, b"endobj\n2", b"endobj\nwords\n2"),
    "an object without an end": swapped(TABLE, b"endobj\n2", b"\n2"),
    "a stream of another length": whole({4: OBJECTS[4].replace(b"3>>", b"2>>")}),
    "a stream without a length": whole({4: OBJECTS[4].replace(b"/Length 3", b"")}),
    "a stream whose length is none": whole({4: OBJECTS[4].replace(b"3>>", b"1 0 R>>")}),
    "a stream whose length is not there": whole({4: OBJECTS[4].replace(b"3>>", b"9 0 R>>")}),
    "linearised later": whole({2: OBJECTS[2].replace(b"/Count 1", b"/Count 1/Linearized 1")}),
    "an object twice": swapped(TABLE, b"xref\n0", b"1 0 obj\n1\nendobj\nxref\n0"),
    "a table of nothing": swapped(TABLE, b"xref\n0 5\n", b"xref\n"),
    "a wrong entry": swapped(TABLE, b" 65535 f \n", b" 65535 f\n"),
    "too many entries": swapped(TABLE, b"0 5\n", b"0 6\n"),
    "too few entries": swapped(TABLE, b"0 5\n", b"0 4\n"),
    "another part": swapped(TABLE, b"trailer", b"7 0\ntrailer"),
    "a blank before the trailer": swapped(TABLE, b"trailer", b"\ntrailer"),
    "no trailer": swapped(TABLE, b"trailer", b"trail"),
    "a strange key": whole(trailer=b"/Root 1 0 R/Other 1"),
    "no root": whole(trailer=b""),
    "no size": swapped(TABLE, b"/Size 5", b""),
    "another size": whole(size=6),
    "a lesser size": whole(size=4),
    "a generation": swapped(TABLE, b" 00000 n", b" 00001 n"),
    "an object elsewhere": moved(TABLE),
    "an object that is free": swapped(TABLE, b" 00000 n", b" 00000 f"),
    "no object 0": swapped(TABLE, b"0000000000 65535 f", b"0000000009 00000 n"),
    "a gap in the numbers": whole({4: None, 5: OBJECTS[4], 3: OBJECTS[3].replace(b"4 0", b"5 0")}),
    "an object that nothing needs": whole({5: b"<<>>"}),
    "one that is not there": whole({2: OBJECTS[2].replace(b"Kids[3 0 R]", b"Kids[3 0 R 9 0 R]")}),
    "a word in a text": whole({1: OBJECTS[1].replace(b">>", b"/X(endobj)>>")}),
    "an object in a text": whole({1: OBJECTS[1].replace(b">>", b"/X(7 0 obj )>>")}),
    "an end in a stream": whole({4: b"<</Length 9>>\nstream\nstartxref\nendstream"}),
    "an end that leads elsewhere": re.sub(rb"startxref\n\d+", b"startxref\n7", TABLE),
    "two ends": swapped(TABLE, b"startxref", b"startxref\n0\n%%EOF\nstartxref"),
    "no end": TABLE[: TABLE.index(b"startxref")],
    "words after the end": TABLE + b"words",
    "many blanks after the end": TABLE + b"\n" * 101,
    "an earlier index": whole(trailer=b"/Root 1 0 R/Prev 9"),
    "a key twice": whole({1: OBJECTS[1].replace(b">>", b"/Pages 2 0 R>>")}),
    "fields of no bytes": with_stream(widths=(1, 0, 1), rows=bytes(12)),
    "fields of many bytes": with_stream(widths=(1, 5, 1)),
    "a wide kind": with_stream(widths=(2, 2, 1)),
    "a wide index in a stream": with_stream(widths=(1, 2, 3)),
    "many blanks before the place": swapped(TABLE, b"startxref\n", b"startxref" + b"\n" * 101),
    "many blanks after the place": swapped(TABLE, b"\n%%EOF", b"\n" * 101 + b"%%EOF"),
    "a version that is none": swapped(TABLE, b"1.7", b"2.1"),
    "two fields": with_stream(widths=(1, 2), rows=bytes(18)),
    "a row too few": with_stream(rows=bytes(20)),
    "a strange range": with_stream(values={b"Index": b"[0 6 1]"}),
    "a strange kind": with_stream(entries={1: (3, 9, 0)}),
    "a generation in a stream": with_stream(entries={1: (1, 9, 1)}),
    "the last object in no index": re.sub(rb"0 5(\n(?s:.*))\d{10} 00000 n \n", rb"0 4\1", whole()),
    "more than it says": with_stream(
        pack=lambda rows: rows + bytes(4), values={b"Index": b"[0 6 9 1]"}
    ),
    "listed twice": with_stream(values={b"Index": b"[0 5 0 1]"}),
    "a strange key of a stream": with_stream(values={b"Other": b"1"}),
    "a strange packing": with_stream(values={b"Filter": b"/LZWDecode"}),
    "strange differences": with_stream(
        pack=differences, values=UP | {b"DecodeParms": b"<</Predictor 15/Columns 4>>"}
    ),
    "a strange row": with_stream(pack=lambda rows: zlib.compress(b"\1" + rows[:4]), values=UP),
    "half a row": with_stream(pack=lambda rows: zlib.compress(b"\2" + rows[:3]), values=UP),
    "a damaged packing": with_stream(
        pack=lambda rows: b"x" + rows, values={b"Filter": b"/FlateDecode"}
    ),
    "packed where they are not": with_stream(packed=PACKED, content=b"2 x 3 1 <<>> <<>>"),
    "packed in a strange way": with_stream(packed=PACKED, stream={b"Extends": b"1"}),
    "packed without a number": with_stream(packed=PACKED, stream={b"N": b"/N"}),
    "fewer than it says": with_stream(packed=PACKED, stream={b"N": b"3"}),
    "a packed object that is elsewhere": with_stream(packed=PACKED, entries={2: (2, 6, 1)}),
    "a strange password": whole(trailer=b"/Root 1 0 R/Encrypt<</Filter/Other>>"),
    "a password that forbids printing": whole(
        trailer=b"/Root 1 0 R/Encrypt<</Filter/Standard/V 2/R 3/Length 128/P -3904>>"
    ),
    "one that allows a coarse print": whole(
        trailer=b"/Root 1 0 R/Encrypt<</Filter/Standard/V 2/R 3/Length 128/P -3900>>"
    ),
}


def test_each_file_that_can_be_read_in_two_ways_has_its_words(golden):
    lines = []
    for name, data in at_least(50, BAD.items()):
        try:
            PdfStructure(data)
            said = "read"
        except KitgenError as error:
            said = re.sub(r"stream \(.*\)", "stream (…)", str(error))
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            said = f"{type(error).__name__}, which refuses it as well"
        lines.append(f"{name}: {said}")
    golden("said/pdf-structures", "\n".join(lines))


def standard(**changes):
    return {"Filter": "Standard", "V": 2, "R": 3, "Length": 128} | changes


def crypt(filters, **changes):
    return {
        "Filter": "Standard",
        "V": 4,
        "R": 4,
        "Length": 128,
        "StmF": "StdCF",
        "StrF": "StdCF",
        "CF": {"StdCF": filters},
    } | changes


AES = {"CFM": "AESV2", "Length": 16, "AuthEvent": "DocOpen"}
STRONG = {"V": 5, "R": 6, "Length": 256}


@pytest.mark.parametrize(
    ("values", "is_usual"),
    [
        (standard(), True),
        (standard(Length=40), True),
        (standard(Length=120), True),
        (standard(Length=124), False),
        (standard(Length=136), False),
        ({"Filter": "Standard", "V": 1, "R": 2}, True),
        ({"Filter": "Standard", "V": 1, "R": 2, "Length": 40}, True),
        ({"Filter": "Standard", "V": 1, "R": 3}, False),
        (standard(R=5), False),
        (standard(Filter="Other"), False),
        (standard(Other=1), False),
        (standard(StmF="StdCF"), False),
        (standard(StrF="StdCF"), False),
        (standard(CF={}), False),
        (crypt(AES), True),
        (crypt({"CFM": "V2"}), True),
        (crypt(AES | {"Length": 128}), True),
        (crypt(AES | {"Length": 32}), False),
        (crypt(AES | {"AuthEvent": "EFOpen"}), False),
        (crypt(AES | {"Type": "CryptFilter"}), True),
        (crypt(AES | {"Type": "Other"}), False),
        (crypt(AES | {"Other": 1}), False),
        (crypt(AES | {"CFM": "AESV3"}), False),
        (crypt(AES, StmF="Identity"), False),
        (crypt(AES, StrF="Identity"), False),
        (crypt(AES, CF={"StdCF": AES, "Other": AES}), False),
        (crypt({"CFM": "AESV3", "Length": 32}, **STRONG), True),
        (crypt({"CFM": "AESV3", "Length": 16}, **STRONG), False),
        (crypt({"CFM": "AESV2", "Length": 32}, **STRONG), False),
        ([], False),
    ],
)
def test_the_ways_to_encrypt_that_all_programs_read_alike(values, is_usual):
    assert pdf_structure._is_usual_password(values) is is_usual


@pytest.mark.parametrize(
    ("value", "other", "alike"),
    [
        (1, 1, True),
        (1, 2, False),
        (1, 1.0, False),
        (1.0, 1.0000001, True),
        (1.0, 1.00001, False),
        (b"(a)", b"<61>", True),
        (b"(a)", b"(b)", True),
        (b"true", b"true", True),
        (b"true", b"null", False),
        (b"(a)", b"null", False),
        ("A", "A", True),
        ([1, [2]], [1, [2]], True),
        ([1], [1, 2], False),
        ({"A": 1}, {"A": 1}, True),
        ({"A": 1}, {"B": 1}, False),
        ({"A": 1, "Length": 1}, {"A": 1, "Length": 2}, False),
        (ObjectNumber(1), ObjectNumber(1), True),
        (ObjectNumber(1), 1, False),
    ],
)
def test_values_are_alike_but_for_texts_and_the_precision_of_numbers(value, other, alike):
    assert pdf_structure._is_alike(value, other) is alike
    assert pdf_structure._is_alike(other, value) is alike


def test_a_key_may_be_left_out_where_values_are_compared():
    one = {"A": 1, "Length": 1}
    assert pdf_structure._is_alike(one, {"A": 1, "Length": 2}, but="Length")
    assert pdf_structure._is_alike(one, {"A": 1}, but="Length")
    assert not pdf_structure._is_alike(one, {"A": 2}, but="Length")


@pytest.mark.parametrize(
    ("data", "start"),
    [
        (b"12 0 obj", 0),
        (b"x 12 0 obj", 2),
        (b"12  0\nobj", 0),
        (b"12 0obj", 0),
        (b"12 obj", None),
        (b"120 obj", None),
        (b"an obj", None),
        (b"obj", None),
        (b"1 2 3 obj", 2),
    ],
)
def test_where_an_object_begins_is_found_backwards_from_its_word(data, start):
    assert pdf_structure._start_of_object(data, data.index(b"obj")) == start


@pytest.mark.parametrize(
    ("kind", "place", "rest", "found"),
    [(0, 7, 7, None), (1, 7, 0, 7), (2, 7, 3, (7, 3)), (1, 7, 1, ""), (3, 7, 0, "")],
)
def test_what_an_entry_of_an_index_says(kind, place, rest, found):
    if found == "":
        with pytest.raises(StructureError, match="an entry for object 9 that cannot be read"):
            pdf_structure._place_in_stream(9, kind, place, rest)
    else:
        assert pdf_structure._place_in_stream(9, kind, place, rest) == found
