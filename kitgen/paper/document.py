"""Sheets in order, with what the whole document says of itself: all that a writer needs to know."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from kitgen.kit.job_json import JobPart, Shows
from kitgen.paper.marks.scene import BLACK, Scene


@dataclass(frozen=True, slots=True)
class Beginning:
    """Where a part begins on a sheet.

    Attributes:
        part: its name.
        title: what it is called in the language of the kit.
        shows: what it shows of the kit's boxes there.
        top: how far down the sheet it begins, in mm; 0 at the head.
    """

    part: str
    title: str
    shows: Shows = "nothing"
    top: float = 0.0


@dataclass(frozen=True, slots=True)
class Sheet:
    """One printed page.

    Attributes:
        scene: the page with everything on it.
        part: the name of the part that it belongs to, such as ``labels``.
        title: what the part is called in the language of the kit; the first sheet of a part gives the bookmark.
        framed: True when the sheet leaves the strip at its foot to the frame; False for bought label sheets,
            whose labels fill the page: name and ruler then stand in what the labels leave free.
        tile: True when the sheet is a piece of a larger picture, which runs on over its edges.
        shows: what it shows of the kit's boxes.
        ruler: False for a sheet to hang on a wall or to feel, on which nothing is measured: its foot then holds the
            kit's name and hash alone.
        ink: the colour of the words and lines of its foot.
        stock: the bought sheets of labels that it is printed on; empty for plain paper.
        below: the parts that begin further down, on what the first one leaves of the sheet, in order.
    """

    scene: Scene
    part: str
    title: str
    framed: bool = True
    tile: bool = False
    shows: Shows = "nothing"
    ruler: bool = True
    ink: str = BLACK
    stock: str = ""
    below: tuple[Beginning, ...] = ()

    @property
    def beginnings(self) -> tuple[Beginning, ...]:
        """All parts on the sheet, from its head down."""
        return Beginning(self.part, self.title, self.shows), *self.below

    @property
    def last_part(self) -> str:
        """The name of the part that ends the sheet."""
        return self.beginnings[-1].part

    def alone(self, part: JobPart) -> "Sheet":
        """Return the sheet as it is printed for one of its parts alone: of the others nothing is said."""
        return replace(self, part=part.name, title=part.title, shows=part.shows, below=())


def parts_of(sheets: Iterable[Sheet]) -> tuple[JobPart, ...]:
    """Return the parts of sheets in the order of their pages, with where each begins and what it shows.

    >>> page = Scene(210, 297)
    >>> sheets = Sheet(page, "finder", "Finder"), Sheet(page, "board", "Board", below=(Beginning("beads", "Beads"),))
    >>> [(part.name, part.first, part.pages) for part in parts_of(sheets)]
    [('finder', 1, 1), ('board', 2, 1), ('beads', 2, 1)]
    """
    found: list[JobPart] = []
    for number, sheet in enumerate(sheets, 1):
        for begun in sheet.beginnings:
            if found and found[-1].name == begun.part:
                first = found.pop()
                found.append(JobPart(first.name, first.title, first.first, first.pages + 1, first.shows, first.top))
            else:
                found.append(JobPart(begun.part, begun.title, number, 1, begun.shows, begun.top))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Document:
    """Sheets in order.

    Attributes:
        title, author, subject, language: for the file's own description; language as in ``en``.
        sheets: the pages.
        attachments: files that travel inside the document, by name; a kit's PDF carries its ``kit.json``.
        keywords: words to find the file by.
    """

    title: str
    author: str
    subject: str
    language: str
    sheets: tuple[Sheet, ...]
    attachments: Mapping[str, bytes] = field(default_factory=dict)
    keywords: tuple[str, ...] = ()

    @property
    def parts(self) -> tuple[JobPart, ...]:
        """The parts in the order of their pages, with where each begins and what it shows.

        >>> page = Scene(210, 297)
        >>> document = Document("", "", "", "en", (Sheet(page, "cover", "Cover"), Sheet(page, "log", "Log")))
        >>> [(part.name, part.first, part.pages) for part in document.parts]
        [('cover', 1, 1), ('log', 2, 1)]
        """
        return parts_of(self.sheets)
