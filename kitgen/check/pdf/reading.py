"""Reads PDFs in a process of their own, which may take only so much memory and time.

What comes back is plain data: the marks of the pages and the attached files. A PDF that cannot be read to its end is
refused, whatever the reason: nothing of it is believed.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Timer
from typing import IO

import msgspec

from kitgen.check.pdf.child import END, HEAD, NO_MEMORY, PAGE, REFUSAL
from kitgen.check.pdf.drawn.marks import PageMarks
from kitgen.check.pdf.limits import LARGEST_FILE, MB, PRINT_AGAIN, Limits
from kitgen.errors import KitFileError
from kitgen.kit.job_json import JOB_FILE

#: The name under which a kit travels in its PDF.
KIT_FILE = "kit.json"
#: What starts a process: it imports from where this one does, and from nowhere else.
_START = "import sys; wanted, *sys.path = sys.argv[1:]; from MODULE import main; main(wanted)"
#: What reads a PDF there.
_READER = "kitgen.check.pdf.child"
#: How a process ends that has worked longer than it may, where the platform counts.
_NO_TIME = -getattr(signal, "SIGXCPU", 0) or None
#: Libraries that reckon on all cores take room for each, which there is not.
_ALONE = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "NUMBA_NUM_THREADS": "1", "MALLOC_ARENA_MAX": "2"}
_HARMFUL = "it is damaged or made to do harm"


@dataclass(frozen=True, slots=True)
class PrintedPdf:
    """What was read from a PDF.

    Attributes:
        path: where it lies, for messages.
        files: the kit and the print run that travel in it, by name, as far as they are there.
        pages: the marks of each page, packed; ``marks`` unpacks them.
        size: of the whole file, in bytes.
        seconds: of work that reading has taken.
    """

    path: Path
    files: Mapping[str, bytes]
    pages: tuple[bytes, ...]
    size: int = 0
    seconds: float = 0.0

    def marks(self) -> Iterator[PageMarks]:
        """Yield the marks of each page, one page at a time, for those of all pages take much room."""
        return (_UNPACK.decode(page) for page in self.pages)


_UNPACK = msgspec.msgpack.Decoder(PageMarks)


def read_pdf(path: Path, *, pages: bool = True) -> PrintedPdf:
    """Return what a PDF holds.

    Args:
        path: the PDF.
        pages: whether its pages are read, or only the files that travel in it.

    Raises:
        KitFileError: it cannot be read, is no PDF, is damaged, encrypted, or takes more than an honest one would.
    """
    data = pdf_content(path)
    wanted = ",".join([KIT_FILE, JOB_FILE, *["pages"] * pages])
    before = _worked()
    frames = ask(path, _READER, wanted, data, Limits.of(len(data)))
    files = msgspec.msgpack.decode(frames[0][1], type=dict[str, bytes])
    marks = tuple(content for letter, content in frames if letter == PAGE)
    return PrintedPdf(path, files, marks, len(data), _worked() - before)


def _worked() -> float:
    """Return the seconds of work that ended processes of this one have taken, as far as the platform counts them."""
    times = os.times()
    return times.children_user + times.children_system


def bounded_bytes(path: Path) -> bytes:
    """Return the bytes of a file; of one that is far too large one more than there may be.

    Raises:
        KitFileError: it cannot be read.
    """
    try:
        with path.open("rb") as file:
            return file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise KitFileError(f"{path} cannot be read: {error.strerror or error}") from None


def pdf_content(path: Path) -> bytes:
    """Return the bytes of a PDF.

    Raises:
        KitFileError: it cannot be read, is no PDF, or is far too large.
    """
    data = bounded_bytes(path)
    if b"%PDF-" not in data[:1024]:
        raise KitFileError(f"{path} is not a PDF; give a kit PDF, a kit.json or a kit folder")
    if len(data) > LARGEST_FILE:
        raise KitFileError(f"{path} has more than {LARGEST_FILE // MB} MB, more than any kit; give a kit PDF")
    return data


@dataclass(frozen=True, slots=True)
class Reply:
    """What a process of its own answers.

    Attributes:
        frames: the frames that came, each whole.
        refusal: why there are not all of them, in a line; empty when there are.
    """

    frames: tuple[tuple[bytes, bytes], ...]
    refusal: str = ""


def ask(
    path: Path,
    module: str,
    wanted: str,
    data: bytes,
    limits: Limits,
    *,
    what: str = "be read",
    advice: str = PRINT_AGAIN,
) -> tuple[tuple[bytes, bytes], ...]:
    """Let a process of its own read a file, and return the frames of its answer, which is complete.

    Args:
        path: of the file, for messages.
        module: what reads it: its ``main`` is called with what is wanted.
        wanted: what is to be read.
        data: what it gets to read.
        limits: what it may take.
        what: is done with the file, for messages.
        advice: what to do about a file that does harm.

    Raises:
        KitFileError: the file is refused, no process can be started, it breaks off, or it takes more memory or time
            than it may.
    """
    reply = asked(path, module, wanted, data, limits, what=what, advice=advice)
    if reply.refusal:
        raise KitFileError(reply.refusal)
    return reply.frames


def asked(
    path: Path,
    module: str,
    wanted: str,
    data: bytes,
    limits: Limits,
    *,
    what: str,
    advice: str = PRINT_AGAIN,
) -> Reply:
    """Return all that a process of its own answers before it ends or is ended, asked as ``ask`` does."""
    try:
        process = begin(module, wanted)
    except OSError as error:
        return Reply((), f"{path} cannot {what}: no process can be started for it ({error.strerror})")
    begun = time.monotonic()
    alarm = Timer(limits.patience, process.kill)
    alarm.start()
    try:
        _give(process.stdin, data)
        frames = tuple(frames_of(process.stdout, limits.answer))
    finally:
        alarm.cancel()
        process.kill()
        with process:  # closes its pipes and waits for its end
            pass
    if frames and frames[-1][0] == END:
        return Reply(frames)
    if frames and frames[-1][0] == REFUSAL:
        why = frames[-1][1].decode()
    elif process.returncode == _NO_TIME or time.monotonic() - begun >= limits.patience:
        why = f"takes longer to {what} than an honest file of its size: {_HARMFUL}; {advice}"
    elif process.returncode == NO_MEMORY:
        why = f"takes more than {limits.memory // MB} MB of memory to {what}: {_HARMFUL}; {advice}"
    else:
        why = f"cannot {what}, for it takes too much memory or breaks the reader: {_HARMFUL}; {advice}"
    return Reply(frames, f"{path} {why}")


def begin(module: str, wanted: str, *, leads: bool = False, **environment: str) -> "subprocess.Popen[bytes]":
    """Start a process of its own, with pipes to it and from it.

    Args:
        module: what runs there: its ``main`` is called with what is wanted.
        wanted: what it is told.
        leads: True to let it lead a group, so that all that it starts can be ended with it.
        environment: what it finds in its environment beside what is there already.

    Raises:
        OSError: no process can be started.
    """
    command = [sys.executable, "-I", "-c", _START.replace("MODULE", module), wanted, *sys.path]
    return subprocess.Popen(  # noqa: S603 - this very program
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=os.environ | _ALONE | environment,
        start_new_session=leads,
    )


def _give(stream: IO[bytes] | None, data: bytes) -> None:
    """Write a file to a process, which may already have gone: then it answers nothing."""
    if stream is None:
        raise AssertionError("the process was started with a pipe")
    for work in (lambda: stream.write(data), stream.close):
        with suppress(OSError):
            work()


def frames_of(stream: IO[bytes] | None, most: int) -> Iterator[tuple[bytes, bytes]]:
    """Yield the frames of one answer, as far as they are whole and hold no more bytes together than they may."""
    if stream is None:
        raise AssertionError("the process was started with a pipe")
    while len(head := stream.read(HEAD)) == HEAD:
        letter, length = head[:1], int.from_bytes(head[1:])
        most -= length
        if most < 0 or len(content := stream.read(length)) < length:
            return
        yield letter, content
        if letter in (END, REFUSAL):
            return
