"""``job.json``: the print run of a PDF, attached to it beside ``kit.json`` (see docs/kit-json.md).

It holds everything needed to print the same again anywhere, and to check it without guessing.
"""

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from kitgen.errors import KitFileError
from kitgen.kit.file_table import FileTable, as_in_1_0, other_version, read_written, schema_of
from kitgen.model import Diagram
from kitgen.reading.schema import Millimetres, TextLine

#: The version that is written and read.
JOB_SCHEMA = "kitgen/job@3"
#: The numbers of the contracts by which marks are drawn and read (docs/reading-a-card.md). The
#: second one has lines that lead one way or belong to one side, and closed places; drawings without
#: these are those of the first. The third has pieces as a theme draws them, too.
PLAIN_CONTRACT = 1
LINES_CONTRACT = 2
THEMES_CONTRACT = 3
#: The fourth one has pages that are scaled and moved for a printer, too.
PRINTERS_CONTRACT = 4


def contract_of(diagram: Diagram, *, corrected: bool = False) -> int:
    """Return the number of the contract by which boards of a diagram are drawn, perhaps
    corrected for a printer.
    """
    if corrected:
        return PRINTERS_CONTRACT
    if diagram.theme:
        return THEMES_CONTRACT
    closed = "block" in diagram.pieces.values()
    if closed or diagram.one_way or any(diagram.own_lines):
        return LINES_CONTRACT
    return PLAIN_CONTRACT


#: Its name in a PDF.
JOB_FILE = "job.json"
#: The most parts that share a page: more titles would leave no room.
MAX_PARTS_ON_A_PAGE = 8
#: The longest file that is read, in bytes; a job with a few dozen parts has a few thousand.
MAX_JOB_BYTES = 1_000_000
#: The longest file of a user to include, in characters.
LONGEST_FILE = 500_000
#: What a part shows of the kit's boxes: each on a ``cards`` card with its beads; each as ``boards``
#: with its id, beside its mirror image; each once as a ``walls`` board alone; as ``always``, the
#: fixed moves of an express machine; as ``route``, the moves that follow; ``tiles`` of a wall,
#: whose boards may lie across several pages; or ``nothing``.
Shows = Literal["cards", "boards", "walls", "always", "route", "tiles", "nothing"]


#: A number of pages, or of a page.
Pages = Annotated[int, Meta(ge=1, le=100_000)]
#: The path of a file in a folder of templates; it cannot lead out of the folder.
TemplatePath = Annotated[
    str,
    Meta(
        pattern=r"^([A-Za-z0-9][\w-]{0,59}/){1,2}[\w][\w .-]{0,59}\.(toml|md|svg)\Z",
        description="a path in a folder of templates, such as texts/en/cover.toml",
    ),
]
#: The text of a user's own file.
Content = Annotated[str, Meta(max_length=LONGEST_FILE)]


class JobStock(FileTable, frozen=True):
    """A size of label or card, in mm, with its name as typed after ``--stock``."""

    name: TextLine
    width: Millimetres
    height: Millimetres


class JobPart(FileTable, frozen=True):
    """One part of a PDF.

    Attributes:
        name: as typed after ``--parts``.
        title: its heading and bookmark, in the language of the kit.
        first: its first page in this PDF, counted from 1.
        top: how far down its first page it begins, in mm; more than 0 where it shares the page with
            the part before.
    """

    name: TextLine
    title: TextLine
    first: Pages
    pages: Pages
    shows: Shows
    top: Annotated[float, Meta(ge=0, le=10_000)] = as_in_1_0(0.0)

    @property
    def last(self) -> int:
        """Its last page."""
        return self.first + self.pages - 1


class JobFile(FileTable, frozen=True, kw_only=True):
    """A print run as ``job.json`` holds it.

    Attributes:
        kitgen, writer: the versions of kitgen and of the library that wrote the PDF.
        contract: the number of the contract by which its marks are drawn.
        command: the whole command that prints the same again.
        options: the settings of all parts, by the names that ``kitgen.paper.declared.PartOptions``
            declares for files.
        printed: the names of all parts of the print run, of which this PDF may hold some.
        templates: the user's own templates that it was made from, by their paths.
        label, games: the user's own files of the label sheet and of games, if any.
    """

    schema: TextLine
    kitgen: TextLine
    writer: TextLine
    contract: Annotated[int, Meta(ge=1, le=1000)]
    command: TextLine
    page: TextLine
    stock: JobStock
    options: dict[TextLine, bool | int | float | str]
    parts: Annotated[tuple[JobPart, ...], Meta(max_length=1000)]
    printed: Annotated[tuple[TextLine, ...], Meta(min_length=1, max_length=1000)]
    templates: Annotated[dict[TemplatePath, Content], Meta(max_length=100)] = as_in_1_0({})
    label: Content = as_in_1_0("")
    games: Content = as_in_1_0("")

    @property
    def pages(self) -> int:
        """The number of pages."""
        return page_count(self.parts)


def part_at(parts: Sequence[JobPart], page: int, down: float) -> JobPart | None:
    """Return the part at a page, from 1, and a distance in mm from its top; None where there is
    none.

    >>> cover = JobPart("cover", "The cover", 1, 2, "nothing")
    >>> part_at([cover], 2, 0).name, part_at([cover], 3, 0)
    ('cover', None)
    """
    on_page = [part for part in parts if part.first <= page <= part.last]
    begun = on_page[:1]  # what is above the first part of a page belongs to it
    for part in on_page[1:]:
        if part.first < page or part.top <= down:
            begun.append(part)
    return begun[-1] if begun else None


def page_count(parts: Sequence[JobPart]) -> int:
    """Return the number of pages of all parts together.

    >>> page_count(
    ...     [
    ...         JobPart("board", "Board", 1, 2, "nothing"),
    ...         JobPart("beads", "Beads", 2, 1, "nothing", 150.0),
    ...     ]
    ... )
    2
    """
    return parts[-1].last if parts else 0


def write_job(job: JobFile) -> bytes:
    """Return the bytes of a ``job.json``, always the same for a job."""
    return msgspec.json.format(msgspec.json.encode(job), indent=1) + b"\n"


def read_job(data: bytes, where: str = JOB_FILE) -> JobFile:
    """Return the job in the bytes of a ``job.json``; ``where`` is the file's name, for errors.

    >>> job = JobFile(
    ...     schema=JOB_SCHEMA,
    ...     kitgen="1.0.0",
    ...     writer="any",
    ...     contract=1,
    ...     command="kitgen print her",
    ...     page="a4",
    ...     stock=JobStock("matchbox", 53, 36),
    ...     options={},
    ...     parts=(),
    ...     printed=("log",),
    ... )
    >>> read_job(write_job(job)) == job
    True
    """
    if len(data) > MAX_JOB_BYTES:
        raise KitFileError(
            f"{where} has more than {MAX_JOB_BYTES // 1_000_000} MB; no job is that large"
        )
    schema = schema_of(data)
    if schema and schema != JOB_SCHEMA:
        raise KitFileError(f"{where} {other_version(schema, [JOB_SCHEMA])}")
    job = read_written(data, JobFile, where, KitFileError)
    _check_places(job.parts, where)
    return job


def _check_places(parts: Sequence[JobPart], where: str) -> None:
    """Refuse parts that do not lie one after the other: on the next page, or below on the same."""
    last_page = 0
    top = 0.0
    on_this_page = 1
    for part in parts:
        shares = part.first == last_page and part.top > top and on_this_page < MAX_PARTS_ON_A_PAGE
        begins_next_page = part.first == last_page + 1 and part.top == 0
        if not shares and not begins_next_page:
            raise KitFileError(
                f"{where} is damaged: part {part.name!r} does not follow the part before it"
            )
        last_page = part.last
        if part.pages > 1:
            top = 0.0
            on_this_page = 1
        else:
            top = part.top
            on_this_page = on_this_page + 1 if shares else 1
