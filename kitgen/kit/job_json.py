"""``job.json``: the print run of a PDF, attached to it beside ``kit.json`` (see docs/kit-json.md).

It holds everything needed to print the same again anywhere, and to check it without guessing.
"""

from collections.abc import Sequence
from typing import Literal

import msgspec

from kitgen.errors import KitFileError
from kitgen.kit import frozen_formats
from kitgen.kit.format_fields import frozen, other_version, schema_of, thawed
from kitgen.kit.frozen_formats import FirstJobFile, JobPartFile, JobStockFile, SecondJobFile, ThirdJobFile
from kitgen.model import Diagram
from kitgen.schema import read_json

#: The current version, and the first, which does not hold everything that a print was made from.
JOB_SCHEMA, FIRST = frozen_formats.JOB_3, frozen_formats.JOB_1
#: All versions that can be read, with the structs of their files; the second is a kind of the first.
VERSIONS: dict[str, type[FirstJobFile | ThirdJobFile]] = {
    FIRST: FirstJobFile,
    frozen_formats.JOB_2: SecondJobFile,
    JOB_SCHEMA: ThirdJobFile,
}
#: The numbers of the contracts by which marks are drawn and read (docs/reading-a-card.md). The second one has lines
#: that lead one way or belong to one side, and closed places; drawings without these are those of the first.
PLAIN_CONTRACT = 1
LINES_CONTRACT = 2


def contract_of(diagram: Diagram) -> int:
    """Return the number of the contract by which boards of a diagram are drawn."""
    closed = "block" in diagram.pieces.values()
    return LINES_CONTRACT if closed or diagram.one_way or any(diagram.own_lines) else PLAIN_CONTRACT


#: Its name in a PDF.
JOB_FILE = "job.json"
#: The most parts that share a page: more titles would leave no room.
MOST_ON_A_PAGE = 8
#: The longest file that is read, in bytes; a job with a few dozen parts has a few thousand.
MOST_BYTES = 1_000_000
#: The longest file of a user to include, in characters.
LONGEST_FILE = 500_000
#: What a part shows of the kit's boxes: each on a ``cards`` card with its beads; each as ``boards`` with its id, beside
#: its mirror image; each once as a ``walls`` board alone; as ``always``, the fixed moves of an express machine; as
#: ``route``, the moves that follow; ``tiles`` of a wall, whose boards may lie across several pages; or ``nothing``.
Shows = Literal["cards", "boards", "walls", "always", "route", "tiles", "nothing"]


class JobStock(JobStockFile, frozen=True):
    """A size of label or card, in mm, with its name as typed after ``--for``."""


class JobPart(JobPartFile, frozen=True):
    """One part of a PDF.

    Attributes:
        name: as typed after ``--parts``.
        title: its heading and bookmark, in the language of the kit.
        first: its first page in this PDF, counted from 1.
        top: how far down its first page it begins, in mm; more than 0 where it shares the page with the part before.
    """

    @property
    def last(self) -> int:
        """Its last page."""
        return self.first + self.pages - 1


class JobFile(SecondJobFile, frozen=True):
    """A print run as ``job.json`` holds it.

    Attributes:
        command: the whole command that prints the same again.
        options: the settings of all parts, by the names of ``kitgen.paper.job.PartOptions``.
        printed: the names of all parts of the print run, of which this PDF may hold some; none in the first version.
        templates: the user's own templates that it was made from, by their paths.
        label, games: the user's own files of the label sheet and of games, if any.
        kitgen, writer: the versions of kitgen and of the library that wrote the PDF; empty before the third version.
        contract: the number of the contract by which its marks are drawn.
    """

    stock: JobStock
    parts: tuple[JobPart, ...]
    kitgen: str = ""
    writer: str = ""
    contract: int = 1

    @property
    def pages(self) -> int:
        """The number of pages."""
        return page_count(self.parts)


def part_at(parts: Sequence[JobPart], page: int, down: float) -> JobPart | None:
    """Return the part at a page, from 1, and a distance in mm from its top; None where there is none.

    >>> cover = JobPart("cover", "The cover", 1, 2, "nothing")
    >>> part_at([cover], 2, 0).name, part_at([cover], 3, 0)
    ('cover', None)
    """
    on_page = (part for part in parts if part.first <= page <= part.last)
    begun = [part for number, part in enumerate(on_page) if not number or part.first < page or part.top <= down]
    return begun[-1] if begun else None


def page_count(parts: Sequence[JobPart]) -> int:
    """Return the number of pages of all parts together.

    >>> page_count([JobPart("board", "Board", 1, 2, "nothing"), JobPart("beads", "Beads", 2, 1, "nothing", 150.0)])
    2
    """
    return parts[-1].last if parts else 0


def write_job(job: JobFile) -> bytes:
    """Return the bytes of a ``job.json``, always the same for a job; NewVersionDueError when a field has no place."""
    stock = frozen(job.stock, JobStockFile, job.schema)
    parts = tuple(frozen(part, JobPartFile, job.schema) for part in job.parts)
    file = frozen(job, VERSIONS[job.schema], job.schema, stock=stock, parts=parts)
    return msgspec.json.format(msgspec.json.encode(file), indent=1) + b"\n"


def read_job(data: bytes, where: str = JOB_FILE) -> JobFile:
    """Return the job in the bytes of a ``job.json``; ``where`` is the file's name, for errors.

    >>> stock = JobStock("matchbox", 53, 36)
    >>> job = JobFile(JOB_SCHEMA, "kitgen print her", "a4", stock, {}, (), ("log",), kitgen="1.0", writer="any")
    >>> read_job(write_job(job)) == job
    True
    """
    if len(data) > MOST_BYTES:
        raise KitFileError(f"{where} has more than {MOST_BYTES // 1_000_000} MB; no job is that large")
    schema = schema_of(data)
    if schema and schema not in VERSIONS:
        raise KitFileError(f"{where} {other_version(schema, VERSIONS)}")
    file = read_json(data, VERSIONS.get(schema, ThirdJobFile), where, KitFileError)
    parts = tuple(thawed(part, JobPart) for part in file.parts)
    job = thawed(file, JobFile, stock=thawed(file.stock, JobStock), parts=parts)
    if job.schema != FIRST and not job.printed:
        raise KitFileError(f"{where} is damaged: it does not say which parts were printed")
    last, top, sharing = 0, 0.0, 1  # the last page of the part before, its top there, and its number on that page
    for part in job.parts:
        shares = part.first == last and part.top > top and sharing < MOST_ON_A_PAGE
        if not shares and (part.first, part.top) != (last + 1, 0):
            raise KitFileError(f"{where} is damaged: part {part.name!r} does not follow the part before it")
        alone = part.pages > 1 or not shares
        last, top, sharing = part.last, 0.0 if part.pages > 1 else part.top, 1 if alone else sharing + 1
    return job
