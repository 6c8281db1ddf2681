"""``job.json``: what a print run was told and made, attached to every PDF so that it can be checked without guessing.

It lies beside ``kit.json`` (see docs/kit-json.md): the command, the paper, the size of label, what single parts were
told, and for each part where it begins and what it shows.
"""

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from kitgen.errors import KitFileError
from kitgen.fields import Millimetres, TextLine
from kitgen.schema import read_json

SCHEMA: Final = "kitgen/job@1"
#: The name under which it travels in a PDF.
JOB_FILE = "job.json"

#: The longest file that is read, in bytes; with a few dozen parts it has a few thousand.
MOST_BYTES = 1_000_000

#: What a part shows of the kit's boxes: each on a ``cards`` card with its beads; each as ``boards`` with its id, beside
#: its mirror image; each once as a ``walls`` board alone; as ``always``, what an express machine plays without a box;
#: ``route``, what follows on each; ``tiles`` of a wall, whose boards may lie across several pages; or ``nothing`` that
#: says all of every box.
Shows = Literal["cards", "boards", "walls", "always", "route", "tiles", "nothing"]


Pages = Annotated[int, Meta(ge=1, le=100_000)]


class JobStock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The size of label or card.

    Attributes:
        name: as typed after ``--for``.
        width, height: of one label, in mm.
    """

    name: TextLine
    width: Millimetres
    height: Millimetres


class JobPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One part of a PDF.

    Attributes:
        name: as typed after ``--parts``.
        title: its heading and bookmark, in the language of the kit.
        first: its first page in this PDF, counted from 1.
        pages: how many pages it has, all in a row.
        shows: what it shows of the kit's boxes.
    """

    name: TextLine
    title: TextLine
    first: Pages
    pages: Pages
    shows: Shows


class JobFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The schema of ``job.json``.

    Attributes:
        schema: ``kitgen/job@1``.
        command: the whole command that prints the same again.
        page: the name of the paper.
        stock: the size of label or card.
        options: what single parts were told, all of it, by the names of ``kitgen.paper.options.PartOptions``.
        parts: the parts of this PDF, in the order of its pages.
    """

    schema: Literal["kitgen/job@1"]
    command: TextLine
    page: TextLine
    stock: JobStock
    options: dict[TextLine, bool | int | float | str]
    parts: Annotated[tuple[JobPart, ...], Meta(max_length=1000)]

    def part_at(self, page: int) -> JobPart | None:
        """Return the part that a page belongs to, pages counted from 1; None where no part says so.

        >>> cover = JobPart("cover", "The cover", 1, 2, "nothing")
        >>> job = JobFile(SCHEMA, "kitgen print her", "a4", JobStock("matchbox", 53, 36), {}, (cover,))
        >>> job.part_at(2).name, job.part_at(3)
        ('cover', None)
        """
        return next((part for part in self.parts if part.first <= page < part.first + part.pages), None)


def write_job(job: JobFile) -> bytes:
    """Return a job as the bytes of ``job.json``; the same job always gives the same bytes."""
    return msgspec.json.format(msgspec.json.encode(job), indent=1) + b"\n"


def read_job(data: bytes, where: str = JOB_FILE) -> JobFile:
    """Return the job in the bytes of a ``job.json``.

    Args:
        data: the file's bytes.
        where: the file's name, for errors.

    Raises:
        KitFileError: it is no JSON, no job, a job of another version, or does not follow the schema.

    >>> job = JobFile(SCHEMA, "kitgen print her", "a4", JobStock("matchbox", 53, 36), {"bead": 6.0}, ())
    >>> read_job(write_job(job)) == job
    True
    """
    if len(data) > MOST_BYTES:
        raise KitFileError(f"{where} has more than {MOST_BYTES // 1_000_000} MB; no job is that large")
    job = read_json(data, JobFile, where, KitFileError)
    page = 1
    for part in job.parts:
        if part.first != page:
            raise KitFileError(f"{where} is damaged: part {part.name!r} does not follow the part before it")
        page += part.pages
    return job
