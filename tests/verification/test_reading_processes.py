"""The process that reads a PDF: how it is started, bounded and asked, what it writes, and how far
it unpacks. Each step is run here, without another process.
"""

import io
import os
import struct
import sys
import zlib
from types import SimpleNamespace

import msgspec
import pytest

from kitgen.errors import KitFileError
from kitgen.sandbox import child, limits, plain_page, process
from kitgen.sandbox.child import END, FILES_FRAME, HEAD, NO_MEMORY, REFUSAL, SCAN_FRAME
from kitgen.sandbox.limits import Limits
from kitgen.sandbox.plain_page import _box_of, _Font

# --- asking
# --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("leads", [False, True])
def test_a_process_is_started_alone_and_quietly(monkeypatch, leads):
    """With pipes, one thread, and the folders from which this process imports."""
    started = []

    def popen(arguments, **named):
        started.append((arguments, named))

    monkeypatch.setattr(process.subprocess, "Popen", popen)
    process.begin("some.module", "wanted", leads=leads)
    [(arguments, named)] = started
    program, isolated, option, code, word, *places = arguments
    assert (program, isolated, option) == (sys.executable, "-I", "-c")
    assert code == (
        "import gc, sys; gc.set_threshold(500_000); wanted, *sys.path = sys.argv[1:]; "
        "from some.module import main; main(wanted)"
    )
    assert (word, places) == ("wanted", sys.path)
    alone = {
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "NUMBA_NUM_THREADS": "1",
        "MALLOC_ARENA_MAX": "2",
    }
    assert named.pop("env") == os.environ | alone
    assert named == {
        "stdin": process.subprocess.PIPE,
        "stdout": process.subprocess.PIPE,
        "stderr": process.subprocess.DEVNULL,
        "start_new_session": leads,
    }


@pytest.mark.parametrize("scan", [False, True])
@pytest.mark.parametrize("found_scan", [False, True])
def test_a_pdf_is_asked_for_its_files_and_whether_it_is_a_scan(
    monkeypatch, tmp_path, scan, found_scan
):
    path = tmp_path / "kit.pdf"
    content = b"%PDF-1.7\n"
    path.write_bytes(content)
    calls = []
    files = {"kit.json": b"{}"}
    times = [SimpleNamespace(children_user=1.0, children_system=2.0)]

    def ask(*words):
        calls.append(words)
        times.append(SimpleNamespace(children_user=1.5, children_system=2.25))
        frames = [(FILES_FRAME, msgspec.msgpack.encode(files)), (END, b"")]
        if found_scan:
            frames.insert(0, (SCAN_FRAME, b""))
        return frames

    monkeypatch.setattr(process, "ask", ask)
    monkeypatch.setattr(process.os, "times", lambda: times[-1])
    found = process.read_pdf(path, scan=scan)
    seconds = (1.5 - 1.0) + (2.25 - 2.0)
    assert found == process.PrintedPdf(path, files, content, seconds, found_scan)
    wanted = "kit.json,job.json,scan" if scan else "kit.json,job.json"
    bounds = Limits.of(len(content))
    assert calls == [(path, "kitgen.sandbox.child", wanted, content, bounds)]


def refused(function, *words):
    with pytest.raises(KitFileError) as caught:
        function(*words)
    return str(caught.value)


def test_a_file_that_is_far_too_large_is_not_read(monkeypatch, tmp_path):
    """The advice for a picture is another than that for a PDF."""
    assert limits.LARGEST_FILE == 24_000_000
    monkeypatch.setattr(process, "LARGEST_FILE", 2_000_000)
    pdf = tmp_path / "kit.pdf"
    pdf.write_bytes(b"%PDF-1.7\n".ljust(2_000_000, b"\n"))
    assert len(process.pdf_content(pdf)) == len(process.picture_content(pdf, "")) == 2_000_000
    pdf.write_bytes(b"%PDF-1.7\n".ljust(2_000_001, b"\n"))
    assert refused(process.pdf_content, pdf) == (
        f"'{pdf}' has more than 2 MB, which is more than is read; give a kit PDF as it was "
        "printed, or that of a part"
    )
    assert refused(process.picture_content, pdf, "cut it") == f"'{pdf}' has more than 2 MB; cut it"


def test_a_file_of_another_kind_is_refused_with_the_kind_that_is_wanted(tmp_path):
    picture = tmp_path / "a.png"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n")
    assert process.picture_content(picture, "") == picture.read_bytes()
    assert refused(process.pdf_content, picture) == f"'{picture}' is a picture; name a kit PDF"
    words = tmp_path / "a.txt"
    words.write_text("words\n")
    assert refused(process.picture_content, words, "").endswith(
        "; name a photo (JPEG, PNG, HEIC) or a scan (PDF)"
    )


def test_no_more_is_read_than_an_honest_kit_needs():
    assert (limits.LARGEST_ATTACHMENT, limits.MAX_ATTACHMENTS) == (16_000_000, 64)
    assert (limits.MAX_PAGES, limits.PRINT_AGAIN) == (2_000, "print the kit again")
    assert Limits.working(7, memory=9) == Limits(7, 7 * limits.CLOCK_FACTOR, memory=9)
    assert Limits(1, 2) == Limits(1, 2, inflated=0, answer=64_000_000, memory=512_000_000)


# --- answering
# --------------------------------------------------------------------------------------------------


class Pipe(io.BytesIO):
    """Standard output, which counts how often it is flushed."""

    flushes = 0

    def flush(self):
        self.flushes += 1


@pytest.fixture
def pipe(monkeypatch):
    out = Pipe()
    streams = SimpleNamespace(
        stdout=SimpleNamespace(buffer=out), stdin=SimpleNamespace(buffer=io.BytesIO(b"data"))
    )
    monkeypatch.setattr(child, "sys", streams)
    return out


def frame(letter, content=b""):
    return letter + len(content).to_bytes(HEAD - 1) + content


def test_each_frame_is_sent_at_once_then_the_end_or_a_refusal(pipe):
    child.write_frames([(b"f", b"abc"), (b"g", b"")])
    assert pipe.getvalue() == frame(b"f", b"abc") + frame(b"g") + frame(END)
    assert pipe.flushes == 3
    assert (HEAD, NO_MEMORY, END, REFUSAL) == (9, 3, b".", b"r")

    def refusing():
        yield b"f", b"abc"
        raise KitFileError("is ödd")

    pipe.seek(0)
    pipe.truncate()
    child.write_frames(refusing())
    assert pipe.getvalue() == frame(b"f", b"abc") + frame(REFUSAL, "is ödd".encode())


class Ended(BaseException):
    """Stands for the end of a process."""


@pytest.mark.parametrize("full", [False, True])
def test_a_process_answers_within_its_bounds_and_ends(monkeypatch, pipe, full):
    steps = []

    def frames(words, data):
        steps.append((words, data))
        if full:
            raise MemoryError
        yield b"f", b"abc"

    def end(code):
        steps.append(code)
        raise Ended

    monkeypatch.setattr(child, "restrain", lambda *bounds: steps.append(bounds))
    modules = {"some.module": SimpleNamespace(frames=frames)}
    monkeypatch.setattr(child, "import_module", modules.__getitem__)
    monkeypatch.setattr(child.os, "_exit", end)
    with pytest.raises(Ended):
        child.main("some.module 4 5000 a,b")
    assert steps == [(4, 5000), ("a,b", b"data"), NO_MEMORY if full else 0]
    assert pipe.getvalue() == (b"" if full else frame(b"f", b"abc") + frame(END))


class Bounds(SimpleNamespace):
    """Stands for the module ``resource``: ``hard`` bounds by kind, a kind whose setting it
    ``refuses``, and the bounds that were ``kept``.
    """

    RLIMIT_AS = "memory"
    RLIMIT_CPU = "seconds"
    RLIMIT_CORE = "core"

    def getrlimit(self, kind):
        soft = 7  # which plays no part
        return soft, self.hard[kind]

    def setrlimit(self, kind, bounds):
        if kind == self.refuses:
            raise ValueError
        self.kept[kind] = bounds


@pytest.mark.parametrize(
    ("hard", "refuses", "kept"),
    [
        (
            {"memory": -1, "seconds": -1, "core": -1},
            "",
            {"memory": (5000, -1), "seconds": (4, -1), "core": (0, -1)},
        ),
        (
            {"memory": 4000, "seconds": 3, "core": 0},
            "",
            {"memory": (4000, 4000), "seconds": (3, 3), "core": (0, 0)},
        ),
        (
            {"memory": 6000, "seconds": 5, "core": -1},
            "memory",
            {"seconds": (4, 5), "core": (0, -1)},
        ),
        (
            {"memory": -1, "core": -1, "seconds": 0},
            "core",
            {"memory": (5000, -1), "seconds": (0, 0)},
        ),
    ],
)
def test_bounds_are_kept_as_far_as_the_platform_can(monkeypatch, hard, refuses, kept):
    """-1 stands for no hard bound."""
    bounds = Bounds(hard=hard, refuses=refuses, kept={})
    monkeypatch.setitem(sys.modules, "resource", bounds)
    child.restrain(4, 5000)
    assert bounds.kept == kept


def test_a_platform_without_bounds_has_none_to_keep(monkeypatch):
    monkeypatch.setitem(sys.modules, "resource", None)
    child.restrain(4, 5000)


# --- unpacking
# --------------------------------------------------------------------------------------------------


def packed(content, times=1):
    """Return content deflated so many times over."""
    for _ in range(times):
        content = zlib.compress(content)
    return content


@pytest.mark.parametrize("begin", [b"stream\n", b"stream\r\n"])
@pytest.mark.parametrize("times", [1, 2, 3])
def test_what_streams_unpack_to_is_counted_together(begin, times):
    content = bytes(5000)
    unpacked = sum(len(packed(content, layer)) for layer in range(times)) + len(b"ab")
    data = b"words " + begin + packed(content, times) + b"\nendstream " + begin + packed(b"ab")
    child.screen(data, unpacked)
    with pytest.raises(KitFileError) as caught:
        child.screen(data, unpacked - 1, "scan it again")
    assert str(caught.value) == (
        "unpacks to far more than an honest file of its size; scan it again"
    )


def test_no_more_than_three_layers_are_unpacked_and_nothing_that_is_no_stream():
    deep = packed(bytes(5000), 4)
    layers = [len(packed(bytes(5000), layer)) for layer in (1, 2, 3)]
    child.screen(b"stream\n" + deep, sum(layers))
    # A stream begins after a line's end, and deflated content with one of a few bytes.
    child.screen(b"stream\rX" + packed(bytes(5000)), 0)
    child.screen(b"stream\n\x77" + packed(bytes(5000))[1:], 0)


def test_content_is_unpacked_to_its_end_or_its_first_damage_or_a_byte_too_far():
    content = os.urandom(100_000)  # which deflates to about as many bytes
    whole = packed(content)
    for most in (100_000, 99_999, 50_000, 0):
        length = min(most + 1, len(content))
        assert child._inflated(memoryview(whole), most) == content[:length]
    assert child._inflated(memoryview(whole + b"more"), 10**6) == content
    damaged = whole[:66_000] + bytes(40_000)
    undamaged = 60_000  # at least: content is unpacked block by block
    cut = child._inflated(memoryview(damaged), 10**6)
    assert content.startswith(cut[:undamaged])
    assert len(cut) >= undamaged
    assert child._inflated(memoryview(b"words"), 10**6) == b""


# --- the letters of a font
# --------------------------------------------------------------------------------------------------

#: The boxes around the ink of four glyphs, in units; of the second there is none.
BOXES = [(1, -2, 30, 40), None, (5, 6, 7, 8), (-9, 0, 10, 11)]


def truetype(*, long_places, kind=6, first=0):
    """Return a font file of 100 units with four glyphs, and where its tables begin.

    Its codes 0, 1 and 2 show the third glyph, the first, and the second. ``kind`` and ``first`` are
    those of the table of codes; ``long_places`` is how the places of glyphs are written.
    """
    glyphs = b""
    places = [0]
    for box in BOXES:
        if box is not None:
            glyphs += struct.pack(">5h2x", 1, *box)
        places.append(len(glyphs))
    if not long_places:
        places = [place // 2 for place in places]
    tables = {
        b"cmap": bytes(12) + struct.pack(">H4xHH", kind, first, 3) + struct.pack(">3H", 2, 0, 1),
        b"glyf": glyphs,
        b"head": bytes(18) + struct.pack(">H", 100) + bytes(31) + bytes([long_places]),
        b"loca": struct.pack(">5I" if long_places else ">5H", *places),
    }
    content_start = 12 + 16 * len(tables)
    head = struct.pack(">4xH6x", len(tables))
    content = b""
    starts = {}
    for name, table in tables.items():
        starts[name] = content_start + len(content)
        head += name + struct.pack(">4xI4x", starts[name])
        content += table
    return head + content, starts


class Stream(SimpleNamespace):
    def get_data(self):
        return self.data


def font(in_file=(), in_pdf=()):
    """Return a font of a PDF, with changes in its file and in what the PDF says of it."""
    file, _ = truetype(long_places=True, **dict(in_file))
    codes = b"<00> <0041>\n<01> <0062>\n<02> <0020>\n"
    return {
        "/ToUnicode": Stream(data=codes),
        "/FontDescriptor": {"/FontFile2": Stream(data=file)},
        "/Widths": [500, 250, 100],
        "/FirstChar": 0,
        **dict(in_pdf),
    }


@pytest.mark.parametrize("long_places", [False, True])
def test_the_ink_of_a_glyph_is_found_in_either_kind_of_font(long_places):
    file, tables = truetype(long_places=long_places)
    found = [_box_of(file, tables, glyph) for glyph in range(4)]
    assert found == [box or (0, 0, 0, 0) for box in BOXES]


def test_a_line_of_letters_has_the_ink_of_all_of_them():
    """Widths are thousandths of the size of letters, boxes hundredths.

    A is the third glyph, half as wide as the size; b is the first.
    """
    letters = _Font(font())
    line = letters.line(b"\x00\x01")
    assert line.text == "Ab"
    assert line == ("Ab", 0.05, -0.02, 0.5 + 0.3, 0.4)
    assert letters.line(b"\\000\\001") == line
    assert letters.line(b"\x01").text == "b"
    # A blank is no text, but its width counts.
    assert letters.line(b"\x02\x00") == ("A", 0.0, 0.0, pytest.approx(0.1 + 0.07), 0.08)
    assert letters.line(b"\x00\x01") is line
    with pytest.raises(ValueError, match="letters that say nothing"):
        letters.line(b"\x02")


@pytest.mark.parametrize(
    "changes",
    [{"in_file": {"kind": 4}}, {"in_file": {"first": 1}}, {"in_pdf": {"/FirstChar": 1}}],
    ids=str,
)
def test_a_font_with_other_codes_is_not_read(changes):
    with pytest.raises(ValueError, match="a font with codes of another kind"):
        _Font(font(**changes))


@pytest.mark.parametrize(
    ("spelled", "byte"), [(rb"\101", b"A"), (rb"\(", b"("), (rb"\\", b"\\"), (rb"\377", b"\xff")]
)
def test_an_escaped_byte_stands_for_one(spelled, byte):
    assert plain_page._ESCAPED.sub(plain_page._unescaped, spelled) == byte
