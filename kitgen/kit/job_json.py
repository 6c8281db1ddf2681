"""``job.json``: what a print run was told and made, attached to every PDF so that it can be checked without guessing.

It lies beside ``kit.json`` (see docs/kit-json.md): the command, the paper, the size of label, what single parts were
told, for each part where it begins and what it shows, and whatever else is needed to print the same again anywhere:
a user's own templates and the games that are told of.
"""

from collections.abc import Sequence
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from kitgen.errors import KitFileError
from kitgen.fields import Millimetres, TextLine
from kitgen.schema import read_json

SCHEMA: Final = "kitgen/job@2"
#: The version before, which does not say all that a print was made from.
FIRST: Final = "kitgen/job@1"
#: The name under which it travels in a PDF.
JOB_FILE = "job.json"

#: The most parts that share a page: below more titles than these nothing could stand.
MOST_ON_A_PAGE = 8
#: The longest file that is read, in bytes; with a few dozen parts it has a few thousand.
MOST_BYTES = 1_000_000
#: The longest file of a user's own that travels along, in letters, and the most of them.
LONGEST_FILE, MOST_FILES = 500_000, 100

#: What a part shows of the kit's boxes: each on a ``cards`` card with its beads; each as ``boards`` with its id, beside
#: its mirror image; each once as a ``walls`` board alone; as ``always``, what an express machine plays without a box;
#: ``route``, what follows on each; ``tiles`` of a wall, whose boards may lie across several pages; or ``nothing`` that
#: says all of every box.
Shows = Literal["cards", "boards", "walls", "always", "route", "tiles", "nothing"]


Pages = Annotated[int, Meta(ge=1, le=100_000)]
#: Where a file lies in a folder of templates; it can lead nowhere else.
TemplatePath = Annotated[
    str,
    Meta(
        pattern=r"^([A-Za-z0-9][\w-]{0,59}/){1,2}[\w][\w .-]{0,59}\.(toml|md)\Z",
        description="a path in a folder of templates, such as texts/en/cover.toml",
    ),
]
Content = Annotated[str, Meta(max_length=LONGEST_FILE)]


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
        top: how far down its first page it begins, in mm: where it shares this with the part before, more than 0.
    """

    name: TextLine
    title: TextLine
    first: Pages
    pages: Pages
    shows: Shows
    top: Annotated[float, Meta(ge=0, le=10_000)] = 0.0

    @property
    def last(self) -> int:
        """Its last page."""
        return self.first + self.pages - 1


class JobFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The schema of ``job.json``.

    Attributes:
        schema: ``kitgen/job@2``.
        command: the whole command that prints the same again.
        page: the name of the paper.
        stock: the size of label or card.
        options: what single parts were told, all of it, by the names of ``kitgen.paper.options.PartOptions``.
        parts: the parts of this PDF, in the order of its pages.
        printed: the names of all parts of the print run, of which this PDF may hold some; none in the version before.
        templates: those of the user's own templates that it was made from, by their paths; the rest came with kitgen.
        label: the user's own file that says where labels lie, where ``stock`` names one.
        games: the user's own file of games, where one of them is told.
    """

    schema: Literal["kitgen/job@1", "kitgen/job@2"]
    command: TextLine
    page: TextLine
    stock: JobStock
    options: dict[TextLine, bool | int | float | str]
    parts: Annotated[tuple[JobPart, ...], Meta(max_length=1000)]
    printed: Annotated[tuple[TextLine, ...], Meta(max_length=1000)] = ()
    templates: Annotated[dict[TemplatePath, Content], Meta(max_length=MOST_FILES)] = {}
    label: Content = ""
    games: Content = ""

    @property
    def pages(self) -> int:
        """How many pages there are."""
        return page_count(self.parts)

    def part_at(self, page: int, down: float) -> JobPart | None:
        """Return the part that a page belongs to, so many mm from its top; None where no part says so.

        Pages are counted from 1.

        >>> cover = JobPart("cover", "The cover", 1, 2, "nothing")
        >>> job = JobFile(SCHEMA, "kitgen print her", "a4", JobStock("matchbox", 53, 36), {}, (cover,))
        >>> job.part_at(2, 0).name, job.part_at(3, 0)
        ('cover', None)
        """
        return part_at(self.parts, page, down)


def part_at(parts: Sequence[JobPart], page: int, down: float) -> JobPart | None:
    """Return the part that a page belongs to, as ``JobFile.part_at`` does."""
    there = (part for part in parts if part.first <= page <= part.last)
    begun = [part for number, part in enumerate(there) if not number or part.first < page or part.top <= down]
    return begun[-1] if begun else None


def page_count(parts: Sequence[JobPart]) -> int:
    """Return how many pages parts have together, where each follows the one before.

    >>> page_count([JobPart("board", "Board", 1, 2, "nothing"), JobPart("beads", "Beads", 2, 1, "nothing", 150.0)])
    2
    """
    return parts[-1].last if parts else 0


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

    >>> job = JobFile(SCHEMA, "kitgen print her", "a4", JobStock("matchbox", 53, 36), {"bead": 6.0}, (), ("log",))
    >>> read_job(write_job(job)) == job
    True
    """
    if len(data) > MOST_BYTES:
        raise KitFileError(f"{where} has more than {MOST_BYTES // 1_000_000} MB; no job is that large")
    job = read_json(data, JobFile, where, KitFileError)
    if job.schema == SCHEMA and not job.printed:
        raise KitFileError(f"{where} is damaged: it does not say which parts were printed")
    last, top, sharing = 0, 0.0, 1  # where the part before ends and begins there, and which it is on that page
    for part in job.parts:
        shares = part.first == last and part.top > top and sharing < MOST_ON_A_PAGE
        if not shares and (part.first, part.top) != (last + 1, 0):
            raise KitFileError(f"{where} is damaged: part {part.name!r} does not follow the part before it")
        alone = part.pages > 1 or not shares
        last, top, sharing = part.last, 0.0 if part.pages > 1 else part.top, 1 if alone else sharing + 1
    return job
