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
from kitgen.sandbox.limits import MAX_PAGES, PRINT_AGAIN, Limits

# The letters of frames.

#: Attached files by name.
FILES_FRAME = b"f"
#: The PDF is a scan.
SCAN_FRAME = b"s"
#: A page of a picture.
PAGE = b"p"
#: Why the file is refused.
REFUSAL = b"r"
#: The end of a complete answer.
END = b"."
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
    limits = Limits.of(len(data))
    names = wanted.split(",")
    files: dict[str, bytes] = {}
    attached: Iterable[tuple[str, bytes]]
    with blaming("cannot be read"):
        screen(data, limits.inflated)
        if sys.platform == "emscripten":  # browsers do not have the library that draws a PDF
            attached = _attachments_by_pypdf(data, names)
        else:
            # The library is loaded only once the process is restrained.
            from kitgen.sandbox.pdf_page import is_scan, open_pdf, read_attachments  # noqa: PLC0415

            pdf = open_pdf(data)
            if len(pdf) > MAX_PAGES:
                raise KitFileError(
                    f"has {len(pdf)} pages, more than the {MAX_PAGES} that are read; give a kit PDF"
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


def _attachments_by_pypdf(data: bytes, names: Iterable[str]) -> Iterator[tuple[str, bytes]]:
    """Yield the name and content of each attached file with one of some names."""
    from pypdf import PdfReader  # noqa: PLC0415 - seldom needed

    inside = PdfReader(BytesIO(data)).attachments
    for name in names:
        for file in inside.get(name, ()):
            yield name, file


def restrain(seconds: int, memory: int) -> None:
    """Limit this process's seconds of work and bytes of memory, as far as the platform can."""
    try:
        import resource  # noqa: PLC0415 - not everywhere
    except ImportError:
        return
    for name, wanted in (("RLIMIT_AS", memory), ("RLIMIT_CPU", seconds), ("RLIMIT_CORE", 0)):
        try:
            kind = getattr(resource, name)
            _, hard = resource.getrlimit(kind)
            is_unlimited = hard < 0
            most = wanted if is_unlimited else min(wanted, hard)
            resource.setrlimit(kind, (most, hard))
        except (AttributeError, ValueError, OSError):
            continue  # this platform does not know or keep the limit; the others hold


#: Where the content of a stream begins, and how deflated content begins: 32 kB of window at most,
#: any level.
_STREAM = re.compile(rb"stream\r?\n(?=[\x08\x18\x28\x38\x48\x58\x68\x78][\x00-\xff])")
#: Streams deflated several times over are unpacked this often; no honest program makes deeper ones.
_MAX_LAYERS = 3
#: Content is unpacked in pieces of so many bytes.
_PIECE_BYTES = 65_536


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
        for _ in range(_MAX_LAYERS):
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
    # In pieces, as whatever follows the end is copied.
    for start in range(0, len(content), _PIECE_BYTES):
        piece = content[start : start + _PIECE_BYTES]
        try:
            unpacked += machine.decompress(piece, most + 1 - len(unpacked))
        except zlib.error:
            break
        if machine.eof or len(unpacked) > most:
            break
    return bytes(unpacked)
