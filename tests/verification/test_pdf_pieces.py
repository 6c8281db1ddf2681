"""The pieces of reading a PDF, each in this process on a few bytes: what is a scan, what it
carries, how an answer of a process ends, how values are spelled, and what is the same.
"""

import errno
import io
import zlib
from types import SimpleNamespace

import msgspec
import pikepdf
import pytest
from pikepdf import AttachedFileSpec, Dictionary, Name
from pypdf import generic as pdf

from kitgen.errors import KitFileError, OutOfBoundsError
from kitgen.pictures import picture_files
from kitgen.pictures.picture_files import PicturePage
from kitgen.sandbox import child, pdf_page, process
from kitgen.sandbox.child import END, FILES_FRAME, HEAD, NO_MEMORY, REFUSAL, SCAN_FRAME, blaming
from kitgen.sandbox.limits import Limits
from kitgen.sandbox.pdf_page import is_scan, open_pdf, read_attachments, without_password
from kitgen.sandbox.pdf_syntax import (
    ObjectNumber,
    StructureError,
    inflated,
    read_value,
    references,
    unpacked,
)
from kitgen.sandbox.process import Reply, ask, frames_of, reply_of
from kitgen.verification import same_objects

# --- PDFs of a few objects
# --------------------------------------------------------------------------------------------------

INVISIBLE = b"BT /F 12 Tf 3 Tr 10 10 Td (words) Tj ET\n"
VISIBLE = b"BT /F 12 Tf 0 Tr 10 10 Td (words) Tj ET\n"
OUTLINE = b"BT /F 12 Tf 1 Tr 10 10 Td (words) Tj ET\n"
CLIPPED = b"BT /F 12 Tf 7 Tr 10 10 Td (words) Tj ET\n"
PICTURE = b"q 50 0 0 50 0 0 cm /I Do Q\n"
PATH = b"10 10 20 20 re f\n"
LINE = b"10 10 m 20 20 l S\n"


def made(*contents, forms=(), size=(100, 100), files=(), **saved):
    """A PDF with a page for each content; ``forms`` are drawings that pages may show as /X0, /X1
    and so on, each of which shows the next.
    """
    stream = io.BytesIO()
    with pikepdf.new() as document:
        font = Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica)
        image = document.make_stream(
            bytes(1), Type=Name.XObject, Subtype=Name.Image, Width=1, Height=1
        )
        image.ColorSpace = Name.DeviceGray
        image.BitsPerComponent = 8
        drawn = Dictionary(I=image)
        for number, content in reversed([*enumerate(forms)]):
            form = document.make_stream(content, Type=Name.XObject, Subtype=Name.Form)
            form.BBox = [0, 0, *size]
            form.Resources = Dictionary(Font=Dictionary(F=font), XObject=drawn)
            drawn = Dictionary(I=image, **{f"X{number}": form})
        for content in contents:
            page = document.add_blank_page(page_size=size)
            page.Resources = Dictionary(Font=Dictionary(F=font), XObject=drawn)
            page.Contents = document.make_stream(content)
        for name, data in files:
            document.attachments[name] = AttachedFileSpec(document, data, filename=name)
        document.save(stream, **saved)
    return stream.getvalue()


@pytest.mark.parametrize(
    ("contents", "forms", "scan"),
    [
        ([PICTURE], [], True),
        ([b""], [], True),
        ([PICTURE + INVISIBLE], [], True),
        ([INVISIBLE], [], True),
        ([PICTURE + VISIBLE], [], False),
        ([PICTURE + OUTLINE], [], False),
        ([PICTURE + CLIPPED], [], False),
        ([PICTURE + PATH], [], False),
        ([PICTURE + LINE], [], False),
        ([PICTURE, PICTURE], [], True),
        ([PICTURE, PICTURE + VISIBLE], [], False),
        ([PICTURE + INVISIBLE, PATH], [], False),
        ([b"/X0 Do\n"], [PICTURE + INVISIBLE], True),
        ([b"/X0 Do\n"], [PICTURE + VISIBLE], False),
        ([b"/X0 Do\n"], [b"/X1 Do\n", PATH], False),
        ([b"/X0 Do\n"], [b"/X1 Do\n", b"/X2 Do\n", PATH], False),
        ([b"/X0 Do\n"], [b"/X%d Do\n" % number for number in range(1, 5)] + [PATH], True),
    ],
)
def test_a_scan_shows_pictures_and_at_most_words_that_nobody_sees(contents, forms, scan):
    """As programs write them that make a scan searchable."""
    data = made(*contents, forms=forms)
    assert is_scan(open_pdf(data)) is scan
    answered = dict(child.frames("kit.json,scan", data))
    assert (SCAN_FRAME in answered) is scan
    assert SCAN_FRAME not in dict(child.frames("kit.json", data))


def refused(function, *words):
    with pytest.raises(KitFileError) as caught:
        function(*words)
    return str(caught.value)


def test_what_cannot_be_opened_says_why_and_what_to_do():
    encrypted = made(PATH, encryption=pikepdf.Encryption(user="u", owner="o"))
    assert refused(open_pdf, encrypted) == (
        "is encrypted; save it without a password, or print the kit again"
    )
    damaged = "is a damaged PDF and cannot be read; "
    for data in (b"", b"%PDF-1.7\n", made(PATH)[:60]):
        assert refused(open_pdf, data) == f"{damaged}print the kit again"
    assert refused(open_pdf, b"x", "scan it again") == f"{damaged}scan it again"


def test_an_empty_password_is_taken_away():
    locked = made(PATH, VISIBLE, encryption=pikepdf.Encryption(user="", owner="o"))
    with pikepdf.open(io.BytesIO(locked)) as opened:
        assert opened.is_encrypted
    with pikepdf.open(io.BytesIO(without_password(locked))) as opened:
        assert not opened.is_encrypted
        assert [page.Contents.read_bytes() for page in opened.pages] == [PATH, VISIBLE]


FILES = [("kit.json", b"{1}"), ("job.json", b"{2}"), ("notes.txt", b"mine")]


def test_of_what_a_pdf_carries_what_is_asked_for_is_read(monkeypatch):
    opened = open_pdf(made(PATH, files=FILES))
    assert sorted(read_attachments(opened, ["kit.json", "job.json"])) == sorted(FILES[:2])
    assert list(read_attachments(opened, ["other"])) == []
    monkeypatch.setattr(pdf_page, "LARGEST_ATTACHMENT", 3)
    assert list(read_attachments(opened, ["kit.json"])) == FILES[:1]
    message = refused(lambda: list(read_attachments(opened, ["notes.txt"])))
    assert message == "carries a notes.txt of more than 0 MB; print the kit again"
    monkeypatch.setattr(pdf_page, "MAX_ATTACHMENTS", 3)
    assert len(list(read_attachments(opened, ["kit.json"]))) == 1
    monkeypatch.setattr(pdf_page, "MAX_ATTACHMENTS", 2)
    message = refused(lambda: list(read_attachments(opened, ["kit.json"])))
    assert message == "carries 3 files, more than any kit; give a kit PDF"


def files_of(data, wanted="kit.json,job.json"):
    ((letter, content),) = child.frames(wanted, data)
    assert letter == FILES_FRAME
    return msgspec.msgpack.decode(content, type=dict[str, bytes])


def test_the_answer_about_a_pdf_has_its_files(monkeypatch):
    data = made(PATH, PATH, files=FILES)
    assert files_of(data) == dict(FILES[:2])
    assert files_of(data, "notes.txt") == dict(FILES[2:])
    assert files_of(made(PATH)) == {}
    monkeypatch.setattr(child, "MAX_PAGES", 2)
    assert files_of(data, "other") == {}
    monkeypatch.setattr(child, "MAX_PAGES", 1)
    assert refused(lambda: list(child.frames("kit.json", data))) == (
        "has 2 pages, more than the 1 that are read; give a kit PDF"
    )


def test_whatever_fails_while_a_pdf_is_read_is_told_of(monkeypatch):
    def fail(_data, most):
        raise ValueError(str(most))

    monkeypatch.setattr(child, "screen", fail)
    assert refused(lambda: list(child.frames("kit.json", b"x"))) == (
        "cannot be read (ValueError); print the kit again"
    )


def test_two_files_of_one_name_are_refused(monkeypatch):
    twice = [("kit.json", b"1"), ("job.json", b"2"), ("kit.json", b"3")]
    monkeypatch.setattr(pdf_page, "read_attachments", lambda *_: iter(twice))
    assert refused(lambda: list(child.frames("kit.json,job.json", made(PATH)))) == (
        "carries two files kit.json; which one is right is unknown; print the kit again"
    )
    assert sorted(child._attachments_by_pypdf(made(PATH, files=FILES), ["kit.json"])) == FILES[:1]


def test_any_error_becomes_a_reason_but_want_of_memory():
    sentence = r"^cannot be read \(ValueError\); print the kit again$"
    with pytest.raises(KitFileError, match=sentence), blaming("cannot be read"):
        raise ValueError("secret")
    with (
        pytest.raises(KitFileError, match=r"^is odd \(KeyError\); scan it$"),
        blaming("is odd", "scan it"),
    ):
        raise KeyError
    with pytest.raises(KitFileError, match=r"^itself$"), blaming("cannot be read"):
        raise KitFileError("itself")
    with pytest.raises(MemoryError), blaming("cannot be read"):
        raise MemoryError


# --- pictures
# --------------------------------------------------------------------------------------------------


def pages(data, wanted=""):
    found = []
    for letter, content in picture_files.frames(wanted, data):
        assert letter == child.PAGE
        found.append(msgspec.msgpack.decode(content, type=PicturePage))
    return found


@pytest.mark.parametrize("before", [0, 1, 11, 900, 1019])
def test_a_pdf_is_known_by_its_head_though_something_stands_before_it(before):
    """Mail and some scanners put lines there; programs look for it in the first 1,024 bytes."""
    data = b"\n" * before + made(PICTURE, PATH)
    assert [(page.width, page.height, page.dpi) for page in pages(data)] == [(278, 278, 200)] * 2


def test_a_head_that_begins_later_is_none():
    """The last place at which it is looked for is the 1,019th byte."""
    for before in (1020, 1024, 5000):
        message = refused(pages, b"\n" * before + made(PATH))
        assert message == (
            "cannot be read as a picture (UnidentifiedImageError); "
            "scan or photograph the sheet again"
        )


def test_the_pages_of_a_pdf_are_grey_or_coloured_and_as_fine_as_their_size_allows(monkeypatch):
    data = made(b"1 0 0 rg 0 0 200 200 re f\n", b"", size=(72, 36))
    first, second = pages(data)
    assert (first.width, first.height, first.dpi, first.colours) == (200, 100, 200, False)
    assert {*first.dots} == {76}
    assert {*second.dots} == {255}
    first, _ = pages(data, "colours")
    assert first.colours
    assert first.dots[:6] == bytes([255, 0, 0] * 2)
    (wide,) = pages(made(b"", size=(72 * 36, 72)))
    assert (wide.width, wide.height, wide.dpi) == (3600, 100, 100)
    monkeypatch.setattr(picture_files, "MAX_PICTURE_PAGES", 2)
    assert len(pages(data)) == 2
    monkeypatch.setattr(picture_files, "MAX_PICTURE_PAGES", 1)
    assert refused(pages, data) == "has 2 pages; at most 1 are read; split the file"


@pytest.mark.parametrize(("points", "is_paper"), [(10_200, True), (10_210, False)])
def test_a_page_longer_than_any_sheet_is_refused(points, is_paper):
    """At most 3,600 mm, 10,205 points."""
    data = made(b"", b"", size=(10, points))
    if is_paper:
        assert len(pages(data)) == 2
    else:
        assert refused(pages, data) == (
            "has a page 1 that is not a sheet of paper; scan or photograph the sheet again"
        )


def test_the_limits_of_reading_a_picture_grow_with_it():
    small = picture_files.limits_of(b"")
    assert (small.seconds, small.patience, small.memory) == (80, 160, 768_000_000)
    assert small.answer == 40 * 3600**2
    assert small.inflated == 256_000_000
    assert picture_files.limits_of(bytes(1000)).inflated == 256_060_000


# --- answers of a process
# --------------------------------------------------------------------------------------------------


def framed(*frames):
    return b"".join(letter + len(data).to_bytes(HEAD - 1) + data for letter, data in frames)


@pytest.mark.parametrize(
    ("sent", "most", "read"),
    [
        (b"", 10, []),
        (framed((b"f", b"abc")), 10, [(b"f", b"abc")]),
        (framed((b"f", b"abc"), (END, b"")), 10, [(b"f", b"abc"), (END, b"")]),
        (framed((END, b""), (b"f", b"abc")), 10, [(END, b"")]),
        (framed((REFUSAL, b"no"), (b"f", b"abc")), 10, [(REFUSAL, b"no")]),
        (framed((b"f", b"abc"))[:-1], 10, []),
        (framed((b"f", b""))[:-1], 10, []),
        (framed((b"f", b"abc"), (b"g", b"de")), 5, [(b"f", b"abc"), (b"g", b"de")]),
        (framed((b"f", b"abc"), (b"g", b"def")), 5, [(b"f", b"abc")]),
        (framed((b"f", b"abcdef"), (b"g", b"")), 5, []),
    ],
)
def test_whole_frames_are_read_up_to_so_many_bytes(sent, most, read):
    assert list(frames_of(io.BytesIO(sent), most)) == read


class Started:
    """Stands for a process that has sent something and ended with a code."""

    def __init__(self, sent, code):
        self.stdin = io.BytesIO()
        self.stdout = io.BytesIO(sent)
        self.returncode = code
        self.kills = 0

    def kill(self):
        """Count how often it is ended."""
        self.kills += 1

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stdout.close()


LIMITS = Limits(seconds=4, patience=80, answer=100, memory=512_000_000)
HARMFUL = "it is damaged or made to do harm; print the kit again"


@pytest.mark.parametrize(
    ("sent", "code", "reply"),
    [
        (framed((b"f", b"a"), (END, b"")), 0, Reply(((b"f", b"a"), (END, b"")))),
        (
            framed((b"f", b"a"), (REFUSAL, b"is odd")),
            0,
            Reply(((b"f", b"a"), (REFUSAL, b"is odd")), "'kit.pdf' is odd"),
        ),
        (
            framed((b"f", b"a")),
            process._NO_TIME,
            Reply(
                ((b"f", b"a"),),
                f"'kit.pdf' takes longer to be read than an honest file of its size: {HARMFUL}",
                cut_short=True,
            ),
        ),
        (
            b"",
            NO_MEMORY,
            Reply((), f"'kit.pdf' takes more than 512 MB of memory to be read: {HARMFUL}", True),
        ),
        (
            b"",
            -9,
            Reply(
                (),
                "'kit.pdf' cannot be read, because it takes too much memory or crashes the "
                f"reader: {HARMFUL}",
                cut_short=True,
            ),
        ),
    ],
)
def test_each_end_of_a_process_is_told_in_a_line(monkeypatch, sent, code, reply):
    started = []

    def begin(module, wanted):
        started.append(Started(sent, code))
        assert (module, wanted) == ("kitgen.sandbox.child", "some.module 4 512000000 a,b")
        return started[-1]

    monkeypatch.setattr(process, "begin", begin)
    path = process.Path("kit.pdf")
    assert reply_of(path, "some.module", "a,b", b"data", LIMITS) == reply
    assert started[0].kills == 1
    if reply.cut_short:
        with pytest.raises(OutOfBoundsError) as caught:
            ask(path, "some.module", "a,b", b"data", LIMITS)
        assert str(caught.value) == reply.refusal
    elif reply.refusal:
        with pytest.raises(KitFileError, match=r"^'kit\.pdf' is odd$"):
            ask(path, "some.module", "a,b", b"data", LIMITS)
    else:
        assert ask(path, "some.module", "a,b", b"data", LIMITS) == reply.frames


def test_what_was_asked_and_the_advice_stand_in_the_words(monkeypatch):
    monkeypatch.setattr(process, "begin", lambda *_: Started(b"", -9))
    message = reply_of(
        process.Path("a.jpg"), "m", "", b"", LIMITS, what="be compared", advice="scan it again"
    ).refusal
    assert message == (
        "'a.jpg' cannot be compared, because it takes too much memory or crashes the reader: it "
        "is damaged or made to do harm; scan it again"
    )


def test_a_process_that_took_too_long_by_the_clock_is_said_to(monkeypatch):
    monkeypatch.setattr(process, "begin", lambda *_: Started(b"", -9))
    for late, words in ((79.9, "crashes the reader"), (80, "takes longer to be read")):
        times = iter([100.0, 100.0 + late])
        monkeypatch.setattr(process, "time", SimpleNamespace(monotonic=lambda t=times: next(t)))
        reply = reply_of(process.Path("kit.pdf"), "m", "", b"", LIMITS)
        assert words in reply.refusal
        assert reply.cut_short


def test_a_process_is_ended_when_its_patience_is_over_and_not_afterwards(monkeypatch):
    steps = []

    class Alarm:
        def __init__(self, seconds, act):
            steps.append((seconds, act.__name__))

        def start(self):
            steps.append("start")

        def cancel(self):
            steps.append("cancel")

    monkeypatch.setattr(process, "Timer", Alarm)
    monkeypatch.setattr(process, "begin", lambda *_: Started(framed((END, b"")), 0))
    assert reply_of(process.Path("kit.pdf"), "m", "", b"", LIMITS).refusal == ""
    assert steps == [(80, "kill"), "start", "cancel"]


def test_where_no_process_can_be_started_that_is_said(monkeypatch):
    def refuse(*_):
        raise OSError(errno.EAGAIN, "Resource temporarily unavailable")

    monkeypatch.setattr(process, "begin", refuse)
    assert reply_of(process.Path("kit.pdf"), "m", "", b"", LIMITS) == Reply(
        (),
        "'kit.pdf' cannot be read: no process can be started for it (Resource temporarily "
        "unavailable)",
        cut_short=True,
    )


def test_in_a_browser_a_module_answers_in_this_process(monkeypatch):
    def answering(wanted, data):
        yield b"f", wanted.encode() + data
        if data == b"odd":
            raise KitFileError("is odd")

    monkeypatch.setattr(
        process, "import_module", lambda name: SimpleNamespace(frames=answering, name=name)
    )
    path = process.Path("kit.pdf")
    assert process._reply_from_here(path, "m", "a", b"1") == Reply(((b"f", b"a1"), (END, b"")))
    assert process._reply_from_here(path, "m", "a", b"odd") == Reply(
        ((b"f", b"aodd"),), "'kit.pdf' is odd"
    )


def test_a_browser_has_neither_processes_nor_the_library_that_draws(monkeypatch):
    browser = SimpleNamespace(platform="emscripten")
    monkeypatch.setattr(child, "sys", browser)
    monkeypatch.setattr(process, "sys", browser)
    monkeypatch.setattr(process, "begin", None)
    monkeypatch.setattr(pdf_page, "open_pdf", None)
    path = process.Path("kit.pdf")
    data = made(PATH, files=FILES)
    reply = reply_of(path, "kitgen.sandbox.child", "job.json,scan", data, LIMITS)
    ((letter, content), end) = reply.frames
    assert (letter, end, reply.refusal) == (FILES_FRAME, (END, b""), "")
    assert msgspec.msgpack.decode(content) == {"job.json": b"{2}"}


@pytest.mark.parametrize(
    ("size", "seconds", "inflated_bytes"),
    [
        (0, 4, 16_000_000),
        (249_999, 4, 30_999_940),
        (250_000, 5, 31_000_000),
        (24 * 10**6, 100, 1456 * 10**6),
    ],
)
def test_the_limits_of_a_pdf_grow_with_it(size, seconds, inflated_bytes):
    found = Limits.of(size)
    assert (found.seconds, found.inflated) == (seconds, inflated_bytes)
    assert found.patience == seconds * 20
    assert (found.answer, found.memory) == (64_000_000, 512_000_000)


# --- how values are spelled
# --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spelled", "value"),
    [
        (b"12", 12),
        (b"-1.5", -1.5),
        (b"+.5", 0.5),
        (b"7.", 7.0),
        (b" % a remark\n 3", 3),
        (b"/Name", "Name"),
        (b"/A#20B", "A B"),
        (b"/", ""),
        (b"12 0 R", ObjectNumber(12)),
        (b"12 0\n R", ObjectNumber(12)),
        (b"[1 2 0 R]", [1, ObjectNumber(2)]),
        (b"[1 2 3 0 R]", [1, 2, ObjectNumber(3)]),
        (b"[]", []),
        (b"[ [/A] (x) ]", [["A"], b"(x)"]),
        (b"<</A 1/B<</C[true]>>>>", {"A": 1, "B": {"C": [b"true"]}}),
        (b"<< >>", {}),
        (b"(a(b)c)", b"(a(b)c)"),
        (rb"(a\)b)", rb"(a\)b)"),
        (b"()", b"()"),
        (b"<4a4B>", b"<4a4B>"),
        (b"<>", b"<>"),
        (b"null", b"null"),
        (b"false", b"false"),
    ],
)
def test_a_value_is_read_to_its_end(spelled, value):
    for after in (b"", b" 5", b"\n%\n", b"]", b">>", b"/X"):
        found, end = read_value(spelled + after, 0)
        assert found == value
        assert type(found) is type(value)
        assert end == len(spelled)


@pytest.mark.parametrize(
    ("spelled", "why"),
    [
        (b"", "has something at byte 0 that cannot be read"),
        (b"  )", "has something at byte 2 that cannot be read"),
        (b"1x", "has something at byte 0 that cannot be read"),
        (b"truex", "has something at byte 0 that cannot be read"),
        (b"[1", "has something at byte 2 that cannot be read"),
        (b"/A#2", "has something at byte 0 that cannot be read"),
        (b"<4g>", "has something at byte 0 that cannot be read"),
        (b"<< 1 2 >>", "has something at byte 3 that is no name"),
        (b"<< /A 1 /A 2 >>", "gives /A twice, at byte 8"),
        (b"<< /A 1 /#41 2 >>", "gives /A twice, at byte 8"),
        (b"(a(b)", "has a text without an end"),
        (b"(a\\)", "has a text without an end"),
    ],
)
def test_what_is_no_value_is_refused_with_its_place(spelled, why):
    with pytest.raises(StructureError) as caught:
        read_value(spelled, 0)
    assert str(caught.value) == why


def test_an_object_of_another_generation_is_no_reference():
    assert read_value(b"[12 1 R2]".replace(b"R2", b"2"), 0)[0] == [12, 1, 2]
    for spelled in (b"[12 1 R]", b"[0 0 R]", b"[012 0 R]"):
        with pytest.raises(StructureError):
            read_value(spelled, 0)


def test_all_that_a_value_refers_to_is_found():
    value = read_value(b"<</A[1 0 R<</B 2 0 R>>]/C 3 0 R/D(4 0 R)/E 5>>", 0)[0]
    assert sorted(references(value)) == [1, 2, 3]


def test_a_stream_has_to_end_where_it_says():
    packed = zlib.compress(b"content")
    assert inflated(packed, 7) == b"content"
    assert inflated(packed, 3) == b"cont", "one byte more than allowed"
    assert inflated(packed + b"\r\n ", 100) == b"content"
    with pytest.raises(StructureError, match="does not end where it should"):
        inflated(packed + b"x", 7)
    for damaged, why in (
        (packed[:-1], "a damaged stream, which does not end where it should"),
        (packed + b"x", "a damaged stream, which does not end where it should"),
        (b"x" + packed, r"a damaged stream \("),
    ):
        with pytest.raises(StructureError, match=why):
            inflated(damaged, 100)


# --- what is the same
# --------------------------------------------------------------------------------------------------


def number(value):
    return pdf.NumberObject(value)


def array(*members):
    return pdf.ArrayObject(members)


def entries(**values):
    return pdf.DictionaryObject({pdf.NameObject(f"/{key}"): values[key] for key in values})


def text(words):
    return pdf.create_string_object(words)


def a_stream(data, **values):
    made_stream = pdf.DecodedStreamObject()
    made_stream.set_data(data)
    made_stream.update(entries(**values))
    return made_stream


DIFFERENT = [("X", "different")]


@pytest.mark.parametrize(
    ("own", "model", "found"),
    [
        (number(1), number(1), []),
        (number(1), pdf.FloatObject("1.0"), []),
        (number(1), number(2), DIFFERENT),
        (number(1), pdf.BooleanObject(True), DIFFERENT),
        (pdf.BooleanObject(True), pdf.BooleanObject(False), DIFFERENT),
        (pdf.NameObject("/A"), pdf.NameObject("/A"), []),
        (pdf.NameObject("/A"), pdf.NameObject("/B"), DIFFERENT),
        (pdf.NameObject("/A"), text("/A"), DIFFERENT),
        (text("a"), text("a"), []),
        (text("a"), text("b"), DIFFERENT),
        (text("a"), pdf.ByteStringObject(b"a"), []),
        (array(), array(), []),
        (array(number(1), number(2)), array(number(1), number(2)), []),
        (array(number(1), number(2)), array(number(2), number(1)), DIFFERENT * 2),
        (array(number(1)), array(number(1), number(2)), DIFFERENT),
        (array(number(1), number(2)), array(number(1)), DIFFERENT),
        (array(number(1)), array(), DIFFERENT),
        (array(), array(number(1)), DIFFERENT),
        (array(array(number(1))), array(array(number(1), number(1))), DIFFERENT),
        (array(number(1)), number(1), DIFFERENT),
        (array(), entries(), DIFFERENT),
        (entries(A=number(1)), entries(A=number(1)), []),
        (entries(A=number(1)), entries(A=number(2)), [("X/A", "different")]),
        (entries(A=number(1), B=number(1)), entries(A=number(1)), [("X/B", "added")]),
        (entries(A=number(1)), entries(A=number(1), B=number(1)), [("X/B", "missing")]),
        (entries(A=pdf.NullObject()), entries(), []),
        (entries(), entries(A=pdf.NullObject()), []),
        (entries(A=pdf.NullObject()), entries(A=number(1)), [("X/A", "missing")]),
        (entries(A=number(1)), entries(A=pdf.NullObject()), [("X/A", "added")]),
        (
            entries(A=entries(B=array())),
            entries(A=entries(B=array(number(1)))),
            [("X/A/B", "different")],
        ),
        (a_stream(b"a"), a_stream(b"a"), []),
        (a_stream(b"a"), a_stream(b"b"), DIFFERENT),
        (a_stream(b"a"), a_stream(b"ab"), DIFFERENT),
        (a_stream(b"ab"), a_stream(b"a"), DIFFERENT),
        (a_stream(b"a", K=number(1)), a_stream(b"b"), [("X/K", "added"), *DIFFERENT]),
        (a_stream(b"a").flate_encode(), a_stream(b"a"), []),
        (a_stream(b"a", Length=number(5)), a_stream(b"a"), []),
        (a_stream(b"a"), entries(), DIFFERENT),
    ],
)
def test_two_values_are_the_same_or_differ_somewhere(own, model, found):
    assert list(same_objects._values(own, model, "/X", set())) == found


def test_a_pair_of_objects_is_compared_once():
    """Objects refer to each other round and round."""
    holder = SimpleNamespace(get_object=lambda _: round_and_round)
    reference = pdf.IndirectObject(7, 0, holder)
    round_and_round = entries(Next=reference, A=number(1))
    seen = set()
    found = list(same_objects._values(reference, reference, "/X", seen))
    assert found == []
    assert seen == {(7, 7)}


@pytest.mark.parametrize(
    ("value", "is_plain"),
    [
        (text("a"), True),
        (array(text("a"), array()), True),
        (entries(A=number(1)), True),
        (pdf.IndirectObject(1, 0, None), False),
        (array(pdf.IndirectObject(1, 0, None)), False),
        (entries(A=array(pdf.IndirectObject(1, 0, None))), False),
    ],
)
def test_what_refers_to_another_object_is_not_plain(value, is_plain):
    assert same_objects._is_plain(value) is is_plain


def test_a_stream_is_unpacked_in_the_one_way_that_kitgen_packs():
    packed = a_stream(b"content").flate_encode()
    assert unpacked(packed, 100) == b"content"
    assert unpacked(a_stream(b"content"), 3) == b"content"
    packed[pdf.NameObject("/Filter")] = array(pdf.NameObject("/FlateDecode"))
    assert unpacked(packed, 100) == b"content"
    for key, value in (
        ("/Filter", pdf.NameObject("/LZWDecode")),
        ("/Filter", array(pdf.NameObject("/FlateDecode"), pdf.NameObject("/FlateDecode"))),
        ("/DecodeParms", entries()),
    ):
        other = a_stream(b"content").flate_encode()
        other[pdf.NameObject(key)] = value
        with pytest.raises(StructureError, match="packed in a way that kitgen does not know"):
            unpacked(other, 100)
