"""The process that checks a kit and prints its document again: reads both on standard input, within bounds.

Its input comes from the process that started it, which has checked it; ``kitgen.sandbox.child`` explains the answer.
"""

import pickle
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from io import BytesIO

import msgspec

from kitgen.extras import MissingExtraError
from kitgen.paper.document import Document
from kitgen.paper.job import Job
from kitgen.press.reprint import held, made
from kitgen.render.pdf import write_pdf
from kitgen.sandbox.child import blaming, restrain, send
from kitgen.verification.kit_checks import kit_checks
from kitgen.verification.remake import (
    CHECKS_FRAME,
    DATA_FRAME,
    EXTRA_FRAME,
    FILE_FRAME,
    PARTS_FRAME,
    Question,
    remake_limits,
)


def main(wanted: str) -> None:
    """Do the task on standard input in ``wanted`` seconds of work, and answer."""
    data = sys.stdin.buffer.read()
    restrain(remake_limits(int(wanted)))
    # From the process that started this one, and nobody else.
    send(answer(pickle.loads(data)))  # noqa: S301


def answer(task: Question) -> Iterator[tuple[bytes, bytes]]:
    """Yield the frames of the answer: the checks of the kit, what the PDF should be, and further files."""
    if task.walk is not None:
        with blaming("cannot be checked"):
            yield CHECKS_FRAME, msgspec.msgpack.encode(tuple(kit_checks(task.kit, task.walk)))
    job = task.job
    if job is None:
        return

    def printed(run: Job, whole: Document) -> tuple[Document, Mapping[str, bytes]]:
        document = replace(held(whole, job), attachments=task.attached or {})
        if not task.more:
            return document, {}
        # Only folders need everything that makes their files.
        from kitgen.press.contents import kit_files  # noqa: PLC0415

        return document, kit_files(run, whole, svg=task.more == "svg", about=job)

    try:
        with blaming("cannot be printed again"):
            document, files = made(task.kit, job, printed)
            stream = BytesIO()
            write_pdf(document, stream)
    except MissingExtraError as missing:
        yield EXTRA_FRAME, msgspec.msgpack.encode((missing.what, missing.extra))
        return
    yield PARTS_FRAME, msgspec.msgpack.encode(document.parts)
    yield DATA_FRAME, stream.getvalue()
    for name, content in files.items():
        yield FILE_FRAME, msgspec.msgpack.encode((name, content))
