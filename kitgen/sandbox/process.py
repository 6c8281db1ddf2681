"""Reads PDFs in a child process with bounded memory and time; one that cannot be read to its end
is refused.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from threading import Timer
from typing import IO

import msgspec

from kitgen.errors import KitFileError, KitgenError, OutOfBoundsError, quoted
from kitgen.kit.job_json import JOB_FILE
from kitgen.kit.kit_json import KIT_FILE
from kitgen.reading.user_file import read_user_file
from kitgen.sandbox.child import END, FILES_FRAME, HEAD, NO_MEMORY, REFUSAL, SCAN, SCAN_FRAME
from kitgen.sandbox.limits import LARGEST_FILE, MB, PRINT_AGAIN, Limits

#: The usual words for a picture of paper.
PICTURE = "a photo (JPEG, PNG, HEIC) or a scan (PDF)"
#: The program of a process: it imports from the same places as this one, and like the command line
#: it seldom collects cycles of objects, which takes a quarter of all work on a finder of 2 MB.
_START = (
    "import gc, sys; gc.set_threshold(500_000); wanted, *sys.path = sys.argv[1:]; from MODULE "
    "import main; main(wanted)"
)
#: The module that reads a PDF there.
_READER = "kitgen.sandbox.child"
#: Exit code of a process that used up its processor time; None where the platform does not count.
_NO_TIME = -signal.SIGXCPU if hasattr(signal, "SIGXCPU") else None
#: Numeric libraries that use all cores reserve more memory for each than there is.
_ALONE = {
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "NUMBA_NUM_THREADS": "1",
    "MALLOC_ARENA_MAX": "2",
}
_HARMFUL = "it is damaged or made to do harm"
#: The frames of an answer: a letter and the content of each.
Frames = tuple[tuple[bytes, bytes], ...]


@dataclass(frozen=True, slots=True)
class PrintedPdf:
    """A PDF: its attached kit and print run by name, the seconds of work to read it, and whether
    it is a scan.
    """

    path: Path
    files: Mapping[str, bytes]
    data: bytes = b""
    seconds: float = 0.0
    is_scan: bool = False


def read_pdf(path: Path, *, scan: bool = False) -> PrintedPdf:
    """Return a PDF with its attached files, and with ``scan`` whether it is one;
    ``KitFileError`` for a bad PDF.
    """
    wanted = [KIT_FILE, JOB_FILE]
    if scan:
        wanted.append(SCAN)
    data = pdf_content(path)
    before = _worked()
    frames = dict(ask(path, _READER, ",".join(wanted), data, Limits.of(len(data))))
    return PrintedPdf(
        path,
        files=msgspec.msgpack.decode(frames[FILES_FRAME], type=dict[str, bytes]),
        data=data,
        seconds=_worked() - before,
        is_scan=SCAN_FRAME in frames,
    )


def _worked() -> float:
    """Return the seconds of work of this process's ended children, as far as the platform counts
    them.
    """
    times = os.times()
    return times.children_user + times.children_system


def _content(path: Path, kinds: tuple[str, ...], wanted: str, too_large: str) -> bytes:
    data = read_user_file(path, LARGEST_FILE, wanted, KitFileError, kinds=kinds)
    if len(data) > LARGEST_FILE:
        raise KitFileError(f"{quoted(path)} has more than {LARGEST_FILE // MB} MB{too_large}")
    return data


def picture_content(path: Path, too_large: str) -> bytes:
    """Return the bytes of a picture or a scan; ``too_large`` is the advice for a file that is
    far too large.
    """
    return _content(path, ("a picture", "a PDF"), PICTURE, f"; {too_large}")


def pdf_content(path: Path) -> bytes:
    """Return the bytes of a PDF; raise ``KitFileError`` for any other file and for one that is
    far too large.
    """
    advice = ", which is more than is read; give a kit PDF as it was printed, or that of a part"
    return _content(path, ("a PDF",), "a kit PDF", advice)


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer of a child process.

    Attributes:
        frames: those that are complete.
        refusal: in one line, why some are missing; empty if none are.
        cut_short: whether the process was ended before it could say why.
    """

    frames: Frames
    refusal: str = ""
    cut_short: bool = False


def ask(path: Path, module: str, wanted: str, data: bytes, limits: Limits, **words: str) -> Frames:
    """Return the frames of the complete answer about a file, as ``reply_of`` does.

    Raises:
        OutOfBoundsError: the process was ended, or crashed.
        KitFileError: it refused the file.
    """
    reply = reply_of(path, module, wanted, data, limits, **words)
    if reply.cut_short:
        raise OutOfBoundsError(reply.refusal)
    if reply.refusal:
        raise KitFileError(reply.refusal)
    return reply.frames


def reply_of(
    path: Path,
    module: str,
    wanted: str,
    data: bytes,
    limits: Limits,
    what: str = "be read",
    advice: str = PRINT_AGAIN,
) -> Reply:
    """Return everything that ``frames(wanted, data)`` of a module yields in a child process until
    it ends or is ended.

    In a browser, which has no other processes and bounds this one, it is called here; ``wanted`` is
    a word. ``path``, ``what`` (a passive verb for the work on the file) and ``advice`` are for
    messages.
    """
    if sys.platform == "emscripten":
        return _reply_from_here(path, module, wanted, data)
    try:
        process = begin(_READER, f"{module} {limits.seconds} {limits.memory} {wanted}")
    except OSError as error:
        why = f"cannot {what}: no process can be started for it ({error.strerror})"
        return Reply((), f"{quoted(path)} {why}", cut_short=True)
    begun = time.monotonic()
    alarm = Timer(limits.patience, process.kill)
    alarm.start()
    with process:  # at the end closes its pipes and waits for its end
        try:
            assert process.stdin is not None  # noqa: S101 - it was started with a pipe
            with suppress(OSError), process.stdin as stream:
                stream.write(data)
            frames = tuple(frames_of(process.stdout, limits.answer))
        finally:
            alarm.cancel()
            process.kill()
    letter, content = frames[-1] if frames else (b"", b"")
    if letter == END:
        return Reply(frames)
    if letter == REFUSAL:
        return Reply(frames, f"{quoted(path)} {content.decode()}")
    if process.returncode == _NO_TIME or time.monotonic() - begun >= limits.patience:
        why = f"takes longer to {what} than an honest file of its size: {_HARMFUL}; {advice}"
    elif process.returncode == NO_MEMORY:
        why = f"takes more than {limits.memory // MB} MB of memory to {what}: {_HARMFUL}; {advice}"
    else:
        why = (
            f"cannot {what}, because it takes too much memory or crashes the reader: "
            f"{_HARMFUL}; {advice}"
        )
    return Reply(frames, f"{quoted(path)} {why}", cut_short=True)


def _reply_from_here(path: Path, module: str, wanted: str, data: bytes) -> Reply:
    """Return the answer of a module that is called in this process."""
    frames = list[tuple[bytes, bytes]]()
    try:
        frames.extend(import_module(module).frames(wanted, data))
    except KitgenError as refusal:
        return Reply(tuple(frames), f"{quoted(path)} {refusal}")
    return Reply((*frames, (END, b"")))


def begin(module: str, wanted: str, *, leads: bool = False) -> "subprocess.Popen[bytes]":
    """Start a child process with pipes: ``main(wanted)`` of a module, in a group of its own if
    it ``leads`` one.
    """
    return subprocess.Popen(  # noqa: S603 - this very program
        [sys.executable, "-I", "-c", _START.replace("MODULE", module), wanted, *sys.path],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=os.environ | _ALONE,
        start_new_session=leads,
    )


def frames_of(stream: IO[bytes] | None, most: int) -> Iterator[tuple[bytes, bytes]]:
    """Yield the complete frames of one answer, up to ``most`` bytes together."""
    assert stream is not None  # noqa: S101 - as above
    while True:
        head = stream.read(HEAD)
        if len(head) < HEAD:
            return
        letter = head[:1]
        length = int.from_bytes(head[1:])
        most -= length
        if most < 0:
            return
        content = stream.read(length)
        if len(content) < length:
            return
        yield letter, content
        if letter in (END, REFUSAL):
            return
