"""The process that prints a document again: takes a kit and its print run on standard input, and may not grow.

What it gets comes from the process that asked, which has checked it; ``kitgen.check.pdf.child`` says how it answers.
"""

import pickle
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from io import BytesIO

import msgspec

from kitgen.check.pdf.child import blaming, restrain, send
from kitgen.check.remake.bounds import DATA, EXTRA, FILE, PARTS, limits_of
from kitgen.check.remake.run import held, made
from kitgen.extras import MissingExtraError
from kitgen.kit.job_json import JobFile
from kitgen.kit.kit import Kit
from kitgen.paper.document import Document
from kitgen.paper.job import Job
from kitgen.render.pdf import write_pdf


def main(wanted: str) -> None:
    """Print what is on standard input again, and answer.

    Args:
        wanted: how many pages the PDF has.
    """
    serve(int(wanted), lambda _run, _whole: {})


def serve(pages: int, more: Callable[[Job, Document], Mapping[str, bytes]]) -> None:
    """Print what is on standard input again, with more files of the same print run, and answer."""
    data = sys.stdin.buffer.read()
    restrain(limits_of(pages))
    kit, job, attached = pickle.loads(data)  # noqa: S301 - from the process that started this one, and nobody else
    send(answer(kit, job, attached, more))


def answer(
    kit: Kit,
    job: JobFile,
    attached: Mapping[str, bytes],
    more: Callable[[Job, Document], Mapping[str, bytes]] = lambda _run, _whole: {},
) -> Iterator[tuple[bytes, bytes]]:
    """Yield the frames of the answer: what the PDF should be, and further files.

    Args:
        kit: the kit.
        job: the print run.
        attached: the files that travel in the PDF.
        more: makes what is wanted beside the PDF from the run and its whole document.

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
