"""The process that reads a PDF on standard input and answers on standard output, within bounds on
memory and time.

Whatever a PDF does to the library that reads it happens here, not in the process that started this
one (``process``). An answer is a row of frames: a letter, the length of the content as eight bytes,
and the content.
"""

import os
import re
import sys
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from io import BytesIO
from typing import NoReturn

import msgspec

from kitgen.errors import KitFileError, KitgenError
from kitgen.sandbox.limits import MOST_PAGES, PRINT_AGAIN, Limits

#: The letters of frames: attached files by name; the PDF is a scan; a page of a picture; why the
#: file is refused; the end of a complete answer.
FILES_FRAME, SCAN_FRAME, PAGE, REFUSAL, END = b"f", b"s", b"p", b"r", b"."
#: The word that asks whether a PDF is a scan.
SCAN = "scan"
#: Bytes of a frame before its content.
HEAD = 9
#: Exit code of a process that ran out of memory and could still say so.
NO_MEMORY = 3


def main(wanted: str) -> NoReturn:
    """Let a module answer about the file on standard input, then end the process.

    ``wanted`` is the name of the module, seconds of work, bytes of memory, and a word for the
    module.
    """
    module, seconds, memory, words = wanted.split(" ")
    data = sys.stdin.buffer.read()
    restrain(int(seconds), int(memory))
    try:
        write_frames(import_module(module).frames(words, data))
    except MemoryError:
        os._exit(NO_MEMORY)
    os._exit(0)  # without the cleanup of the library


def write_frames(frames: Iterable[tuple[bytes, bytes]]) -> None:
    """Write the frames of an answer as they come, then its end, or a refusal if a
    ``KitgenError`` cuts it short.
    """

    def write(letter: bytes, content: bytes) -> None:
        sys.stdout.buffer.write(letter + len(content).to_bytes(HEAD - 1) + content)
        sys.stdout.buffer.flush()  # so that results arrive before time runs out

    try:
        for letter, content in frames:
            write(letter, content)
    except KitgenError as refusal:
        write(REFUSAL, str(refusal).encode())
    else:
        write(END, b"")


@contextmanager
def blaming(what: str, advice: str = PRINT_AGAIN) -> Iterator[None]:
    """Turn any error other than running out of memory into a ``KitFileError`` that says
    ``what``.
    """
    try:
        yield
    except (KitFileError, MemoryError):
        raise
    except Exception as error:
        raise KitFileError(f"{what} ({type(error).__name__}); {advice}") from error


def frames(wanted: str, data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the frames of the answer about a PDF; ``wanted`` has the names of attached files and
    perhaps ``SCAN``.
    """
    limits, names = Limits.of(len(data)), wanted.split(",")
    files: dict[str, bytes] = {}
    with blaming("cannot be read"):
        screen(data, limits.inflated)
        if sys.platform == "emscripten":  # browsers do not have the library that draws a PDF
            from pypdf import PdfReader  # noqa: PLC0415 - seldom needed

            inside = PdfReader(BytesIO(data)).attachments
            attached: Iterable[tuple[str, bytes]] = (
                (name, file) for name in names for file in inside.get(name, ())
            )
        else:
            # The library is loaded only once the process is restrained.
            from kitgen.sandbox.pdf_page import is_scan, open_pdf, read_attachments  # noqa: PLC0415

            pdf = open_pdf(data)
            if len(pdf) > MOST_PAGES:
                raise KitFileError(
                    f"has {len(pdf)} pages, more than the {MOST_PAGES} that are read; "
                    "give a kit PDF"
                )
            attached = read_attachments(pdf, names)
            if SCAN in names and is_scan(pdf):
                yield SCAN_FRAME, b""
        for name, file in attached:
            if name in files:
                raise KitFileError(
                    f"carries two files {name}; which one is right is unknown; {PRINT_AGAIN}"
                )
            files[name] = file
    yield FILES_FRAME, msgspec.msgpack.encode(files)


def restrain(seconds: int, memory: int) -> None:
    """Limit this process's seconds of work and bytes of memory, as far as the platform can."""
    try:
        import resource  # noqa: PLC0415 - not everywhere
    except ImportError:
        return
    for kind, most in (("RLIMIT_AS", memory), ("RLIMIT_CPU", seconds), ("RLIMIT_CORE", 0)):
        try:
            hard = resource.getrlimit(getattr(resource, kind))[1]
            resource.setrlimit(
                getattr(resource, kind), (most if hard < 0 else min(most, hard), hard)
            )
        except (AttributeError, ValueError, OSError):
            continue  # this platform does not know or keep the limit; the others hold


#: Where the content of a stream begins, and how deflated content begins: 32 kB of window at most,
#: any level.
_STREAM = re.compile(rb"stream\r?\n(?=[\x08\x18\x28\x38\x48\x58\x68\x78][\x00-\xff])")
#: Streams deflated several times over are unpacked this often; no honest program makes deeper ones.
_LAYERS = 3
_PIECE = 65_536


def screen(data: bytes, most: int, advice: str = PRINT_AGAIN) -> None:
    """Refuse a PDF whose deflated streams, which can grow a thousandfold, unpack to more than
    ``most`` bytes together.

    >>> bomb = zlib.compress(bytes(2_000_000))
    >>> screen(b"stream" + bytes([10]) + bomb, 2_000_000)
    >>> screen(b"stream" + bytes([10]) + bomb, 1_999_999)  # doctest: +NORMALIZE_WHITESPACE
    Traceback (most recent call last):
    kitgen.errors.KitFileError: unpacks to far more than an honest file of its size;
    print the kit again
    """
    remaining = most
    for match in _STREAM.finditer(data):
        content = memoryview(data)[match.end() :]
        for _ in range(_LAYERS):
            content = memoryview(_inflated(content, remaining))
            remaining -= len(content)
            if remaining < 0:
                raise KitFileError(f"unpacks to far more than an honest file of its size; {advice}")
            if not _STREAM.match(b"stream\n" + content[:2]):
                break


def _inflated(content: memoryview, most: int) -> bytes:
    """Return deflated content up to its end or first damage, at most one byte more than
    ``most``.
    """
    machine = zlib.decompressobj()
    unpacked = bytearray()
    try:
        for start in range(
            0, len(content), _PIECE
        ):  # in pieces, as whatever follows the end is copied
            unpacked += machine.decompress(
                content[start : start + _PIECE], most + 1 - len(unpacked)
            )
            if machine.eof or len(unpacked) > most:
                break
    except zlib.error:
        pass
    return bytes(unpacked)
