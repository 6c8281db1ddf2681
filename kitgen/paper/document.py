"""Sheets in order, with what the whole document says of itself: all that a writer needs to know."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import groupby

from kitgen.kit.job_json import JobPart, Shows
from kitgen.paper.marks.scene import BLACK, Scene


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
        found, first = [], 1
        for name, group in groupby(self.sheets, lambda sheet: sheet.part):
            sheets = list(group)
            found.append(JobPart(name, sheets[0].title, first, len(sheets), sheets[0].shows))
            first += len(sheets)
        return tuple(found)
