"""The process that checks a kit and prints its document again: takes both on standard input, and may not grow.

What it gets comes from the process that asked, which has checked it; ``kitgen.check.pdf.child`` says how it answers.
"""

import pickle
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from io import BytesIO

import msgspec

from kitgen.check.kit.checks import kit_checks
from kitgen.check.pdf.child import blaming, restrain, send
from kitgen.check.remake.bounds import CHECKS, DATA, EXTRA, FILE, PARTS, Question, limits_of
from kitgen.check.remake.run import held, made
from kitgen.extras import MissingExtraError
from kitgen.kit.job_json import JobFile
from kitgen.kit.kit import Kit
from kitgen.paper.document import Document
from kitgen.paper.job import Job
from kitgen.render.pdf import write_pdf

#: Makes what is wanted beside the PDF, by its path in the folder, from a print run and its whole document.
More = Callable[[Job, Document], Mapping[str, bytes]]


def _nothing_more(_run: Job, _whole: Document) -> Mapping[str, bytes]:
    return {}


def main(wanted: str) -> None:
    """Do what is asked on standard input, and answer.

    Args:
        wanted: how many seconds of work it may take.
    """
    serve(int(wanted))


def serve(seconds: int, more: More = _nothing_more) -> None:
    """Do what is asked on standard input, with more files of the same print run, and answer."""
    data = sys.stdin.buffer.read()
    restrain(limits_of(seconds))
    # From the process that started this one, and nobody else.
    send(answer(pickle.loads(data), more))  # noqa: S301


def answer(task: Question, more: More = _nothing_more) -> Iterator[tuple[bytes, bytes]]:
    """Yield the frames of the answer: the checks of the kit, what the PDF should be, and further files.

    Args:
        task: what is asked.
        more: makes what is wanted beside the PDF from the run and its whole document.

    Raises:
        KitFileError: the kit cannot be checked, or nothing can be printed from what the run says.
    """
    if task.walk is not None:
        with blaming("cannot be checked"):
            yield CHECKS, msgspec.msgpack.encode(tuple(kit_checks(task.kit, task.walk)))
    if task.job is not None:
        yield from _document(task.kit, task.job, task.attached or {}, more)


def _document(kit: Kit, job: JobFile, attached: Mapping[str, bytes], more: More) -> Iterator[tuple[bytes, bytes]]:
    """Yield the frames of what a PDF should be, and of further files.

    Raises:
        KitFileError: nothing can be printed from what the run says.
    """

    def printed(run: Job, whole: Document) -> tuple[Document, Mapping[str, bytes]]:
        return replace(held(whole, job), attachments=attached), more(run, whole)

    try:
        with blaming("cannot be printed again"):
            document, files = made(kit, job, printed)
            stream = BytesIO()
            write_pdf(document, stream)
    except MissingExtraError as missing:
        yield EXTRA, msgspec.msgpack.encode((missing.what, missing.extra))
        return
    yield PARTS, msgspec.msgpack.encode(document.parts)
    yield DATA, stream.getvalue()
    for name, content in files.items():
        yield FILE, msgspec.msgpack.encode((name, content))
