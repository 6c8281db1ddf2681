"""The worker process: it takes tasks on standard input, one by one, and answers on standard output.

Its memory and its processor time per task are limited; its starter ends it after too long on the clock. An answer has
the frames of ``kitgen.sandbox.child``.
"""

import os
import re
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from email.parser import BytesHeaderParser
from pathlib import Path
from traceback import format_exc
from typing import Any

import msgspec

from kitgen.errors import KitgenError, UsageError
from kitgen.extras import MissingExtraError
from kitgen.sandbox.child import HEAD, NO_MEMORY, restrain, write_frames
from kitgen.serve.bounds import LIMITS, MOST_PIECES
from kitgen.verification.remake import DATA_FRAME
from kitgen.web.tasks import FILE, WORK, SiteTask, TaskProgress, check_file

#: The first byte of a task's frame, and of that with the traceback of an unforeseen fault, for the log.
TASK, FAULT = b"t", b"!"


# An uploaded form with a file is parsed here, so that it can harm only one task.

_BOUNDARY = re.compile(r'boundary="?([\w\'()+,./:=?-]{1,70})"?(?:;|$)', re.ASCII)
#: The longest header of a piece, in bytes.
_HEAD = 2_000
_SPOILT = "what the browser sent cannot be read; choose the file again"


def pieces(body: bytes, form: str) -> dict[str, tuple[str, bytes]]:
    r"""Return the pieces of a form, by name: the file name, empty without a file, and the content.

    >>> body = b'--x\r\nContent-Disposition: form-data; name="a"; filename="k.pdf"\r\n\r\n%P\r\nDF\r\n--x--\r\n'
    >>> pieces(body, "multipart/form-data; boundary=x")
    {'a': ('k.pdf', b'%P\r\nDF')}
    """
    boundary = _BOUNDARY.search(form)
    if not form.startswith("multipart/form-data") or boundary is None:
        raise UsageError(_SPOILT)
    first, *inside = (b"\r\n" + body).split(b"\r\n--" + boundary[1].encode())
    if first or not inside or not inside[-1].startswith(b"--") or len(inside) > MOST_PIECES:
        raise UsageError(_SPOILT)
    by_name: dict[str, tuple[str, bytes]] = {}
    for piece in inside[:-1]:
        head, blank, content = piece.removeprefix(b"\r\n").partition(b"\r\n\r\n")
        if not blank or len(head) > _HEAD:
            raise UsageError(_SPOILT)
        header = BytesHeaderParser().parsebytes(head)
        name = header.get_param("name", header="content-disposition")
        if not isinstance(name, str) or name in by_name:
            raise UsageError(_SPOILT)
        by_name[name] = header.get_filename("") or "", content
    return by_name


def uploaded(task: SiteTask, _report: TaskProgress = None) -> dict[str, Any]:
    """Return the report on the file in an uploaded form."""
    try:
        form = pieces(Path(task.upload).read_bytes(), task.form)
    except FileNotFoundError:  # whoever sent it has not waited
        raise KitgenError("the file has been deleted") from None
    name, content = form.pop(FILE, ("", b""))
    fields = [(key, text.decode(errors="replace")) for key, (_, text) in form.items()]
    return check_file(name, content, fields, task.address.language)


#: The function for each kind of task.
SITE_WORK: Mapping[str, Callable[[SiteTask, TaskProgress], object]] = WORK | {"verify": uploaded}


def main(scratch: str) -> None:
    """Do tasks until the input ends; the starter empties the ``scratch`` folder for temporary files."""
    tempfile.tempdir = scratch
    decoder = msgspec.msgpack.Decoder(SiteTask)
    while len(head := sys.stdin.buffer.read(HEAD)) == HEAD:
        task = decoder.decode(sys.stdin.buffer.read(int.from_bytes(head[1:])))
        restrain(LIMITS[task.kind].longer(int(time.process_time()) + 1))
        try:
            write_frames(_answer(task))
        except MemoryError:
            os._exit(NO_MEMORY)


def _answer(task: SiteTask) -> Iterator[tuple[bytes, bytes]]:
    """Yield the answer to a task, a file or data as JSON; an unexpected error refuses it, too."""
    try:
        answer = SITE_WORK[task.kind](task, None)
        yield DATA_FRAME, answer if isinstance(answer, bytes) else msgspec.json.encode(answer)
    except MissingExtraError as error:
        raise KitgenError(error.elsewhere) from None
    except (KitgenError, MemoryError):
        raise
    except RecursionError:
        raise KitgenError("what was given is nested too deeply to be read") from None
    except Exception as error:  # the process stays, and the person is told
        yield FAULT, format_exc().encode()
        raise KitgenError(f"this is a fault of kitgen, please report it ({type(error).__name__})") from error
