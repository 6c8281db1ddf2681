"""The worker process: it takes tasks on standard input, one by one, and answers on standard output.

Its memory and its processor time per task are limited; its starter also watches the clock. An
answer has the frames of ``kitgen.sandbox.child``.
"""

import os
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from traceback import format_exc

import msgspec
from msgspec.structs import replace

from kitgen.errors import KitgenError, UsageError
from kitgen.sandbox.child import HEAD, NO_MEMORY, restrain, write_frames
from kitgen.serve.bounds import LIMITS
from kitgen.verification.remake import DATA_FRAME
from kitgen.web.address import refuse_unknown
from kitgen.web.engine import REQUESTS, is_fault, page_answer, reason_of
from kitgen.web.tasks import WORK, SiteTask

#: The first byte of a frame with a task.
TASK = b"t"
#: The first byte of a frame with the traceback of an unforeseen fault, for the log.
FAULT = b"!"


def received(task: SiteTask) -> SiteTask:
    """Return a task about a file that was sent, behind a line of JSON with what else was said."""
    path = Path(task.upload)
    try:
        line, _, content = path.read_bytes().partition(b"\n")
        more = msgspec.json.decode(line, type=dict[str, str])
        path.write_bytes(content)
    except FileNotFoundError:  # whoever sent it has not waited
        raise KitgenError("the file has been deleted") from None
    except msgspec.DecodeError:
        raise UsageError("what the browser sent cannot be read; choose the file again") from None
    refuse_unknown(more, REQUESTS[task.kind])
    return replace(task, more=more)


def main(scratch: str) -> None:
    """Do tasks until the input ends.

    The folder ``scratch`` is for temporary files; the starter empties it.
    """
    tempfile.tempdir = scratch
    decoder = msgspec.msgpack.Decoder(SiteTask)
    tasks = sys.stdin.buffer
    head = tasks.read(HEAD)
    while len(head) == HEAD:
        size = int.from_bytes(head[1:])
        task = decoder.decode(tasks.read(size))
        limits = LIMITS[task.kind]
        spent = int(time.process_time()) + 1
        restrain(spent + limits.seconds, limits.memory)
        try:
            write_frames(_answer(task))
        except MemoryError:
            os._exit(NO_MEMORY)
        head = tasks.read(HEAD)


def _answer(task: SiteTask) -> Iterator[tuple[bytes, bytes]]:
    try:
        if task.upload:
            task = received(task)
        answer = page_answer(task) if task.shown else WORK[task.kind](task, None)
        yield DATA_FRAME, answer if isinstance(answer, bytes) else msgspec.json.encode(answer)
    except MemoryError:
        raise
    except Exception as error:  # the process stays, and the person is told
        if is_fault(error):
            yield FAULT, format_exc().encode()
        raise KitgenError(reason_of(error)) from error
