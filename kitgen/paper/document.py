"""Sheets in order with the description of the whole document: everything a writer needs."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct, structs

from kitgen.errors import many
from kitgen.front_door import explain_arguments
from kitgen.kit.job_json import JobPart, Shows
from kitgen.model import Result
from kitgen.paper.marks.scene import BLACK, Place, Scene
from kitgen.papers import Point

if TYPE_CHECKING:
    from kitgen.reading.printer_file import Printer


@dataclass(frozen=True, slots=True)
class Beginning:
    """Where a part begins on a sheet: ``top`` mm from its head; the title is in the language of
    the kit.
    """

    part: str
    title: str
    shows: Shows = "nothing"
    top: float = 0.0


class Sign(Struct, frozen=True):
    """The place of a group's sign: its middle and its width in mm, and its turn in degrees."""

    at: Point
    width: float
    turn: float = 0

    def placed(self, place: Place) -> "Sign":
        """Return the sign in an outer scene."""
        return Sign(place.point(self.at), self.width * place.scale, self.turn + place.turn)


#: The foot of a sheet.
Foot = Literal["ruler", "line", "name", "none"]


@dataclass(frozen=True, slots=True)
class Sheet:
    """One printed page.

    It is ``framed`` where the strip at its foot is free for the frame; bought labels fill the page:
    name and ruler then stand where they leave room. The kit's name, hash and command are on a
    ``line`` at the foot, with a ``ruler`` too on sheets that are cut to size; only the ``name`` and
    the hash on a sheet to hang on a wall or to feel; of a page that is one label, the part itself
    writes the hash.
    """

    scene: Scene
    part: str
    title: str  # the name of the part in the language of the kit; the first one gives the bookmark
    framed: bool = True
    tile: bool = False  # a piece of a larger picture, which runs over the edges
    shows: Shows = "nothing"
    foot: Foot = "ruler"
    ink: str = BLACK  # of its foot
    stock: str = ""  # the bought labels that it is printed on; empty for plain paper
    below: tuple[Beginning, ...] = ()  # the parts that begin further down, in order
    group: int = 0  # the group of a class that gets it, from 1; 0 for a sheet that is printed once
    signs: tuple[Sign, ...] = ()  # where a group's sign is drawn on it, if it is for a group
    #: The printer for which its file is corrected; pictures show it as on paper.
    printer: "Printer | None" = None
    #: The sheets of this print that sentences of its parts name, as texts name sheets.
    names: tuple[str, ...] = ()

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the paper, in mm."""
        return self.scene.width, self.scene.height

    @property
    def beginnings(self) -> tuple[Beginning, ...]:
        """All parts on the sheet, from its head down."""
        return Beginning(self.part, self.title, self.shows), *self.below


def parts_of(sheets: Iterable[Sheet]) -> tuple[JobPart, ...]:
    """Return the parts in the order of their pages.

    >>> page = Scene(210, 297)
    >>> sheets = (
    ...     Sheet(page, "finder", "Finder"),
    ...     Sheet(page, "board", "Board", below=(Beginning("beads", "Beads"),)),
    ... )
    >>> [(part.name, part.first, part.pages) for part in parts_of(sheets)]
    [('finder', 1, 1), ('board', 2, 1), ('beads', 2, 1)]
    """
    parts: list[JobPart] = []
    group = 0
    for number, sheet in enumerate(sheets, 1):
        for begun in sheet.beginnings:
            if parts and parts[-1].name == begun.part and sheet.group == group:
                parts[-1] = structs.replace(parts[-1], pages=parts[-1].pages + 1)
            else:
                parts.append(JobPart(begun.part, begun.title, number, 1, begun.shows, begun.top))
            group = sheet.group
    return tuple(parts)


@dataclass(frozen=True, slots=True, repr=False)
class Document(Result):
    """Sheets in order, with the file's own description.

    ``attachments`` are files inside the document, by name; a kit's PDF carries its ``kit.json``.
    """

    title: str
    author: str
    subject: str
    language: str
    sheets: tuple[Sheet, ...]
    attachments: Mapping[str, bytes] = field(default_factory=dict)
    keywords: tuple[str, ...] = ()

    def summary(self) -> str:
        """Return the document in one line."""
        parts = ", ".join(part.name for part in self.parts)
        return f"{self.title}: {many(len(self.sheets), 'sheet')} ({parts})"

    def table(self) -> list[dict[str, Any]]:
        """Return a row for each sheet; widths and heights are in mm."""
        rows = []
        for number, sheet in enumerate(self.sheets, 1):
            width, height = sheet.size
            rows.append(
                {
                    "sheet": number,
                    "part": sheet.part,
                    "title": sheet.title,
                    "width": width,
                    "height": height,
                }
            )
        return rows

    def _repr_html_(self) -> str:
        """Return the document as a notebook shows it: its first sheets."""
        # Writers stand above: only a notebook asks for pictures.
        shown: str = import_module("kitgen.render.shown").document_html(self)
        return shown

    @property
    def parts(self) -> tuple[JobPart, ...]:
        """The parts in the order of their pages."""
        return parts_of(self.sheets)

    @explain_arguments
    def alone(self, part: JobPart) -> "Document":
        """Return the document of one part, without the others; of a class, the part's sheets of
        all groups.
        """
        sheets = []
        for each in self.parts:
            if each.name != part.name:
                continue
            for sheet in self.sheets[each.first - 1 : each.last]:
                alone = replace(sheet, part=each.name, title=each.title, shows=each.shows, below=())
                sheets.append(alone)
        title = f"{self.title} · {part.title}"
        return replace(self, title=title, sheets=tuple(sheets), keywords=(part.name,))

    @explain_arguments
    def by_paper(self) -> "list[Document]":
        """Return a document for each size of paper, in the order in which they come; itself if
        there is only one.
        """
        sizes = list(dict.fromkeys(sheet.size for sheet in self.sheets))
        if len(sizes) == 1:
            return [self]
        documents = []
        for size in sizes:
            sheets = tuple(sheet for sheet in self.sheets if sheet.size == size)
            names = set[str]()
            for sheet in sheets:
                names.update(begun.part for begun in sheet.beginnings)
            parts = [part for part in self.parts if part.name in names]
            if len({part.name for part in parts}) == 1:
                documents.append(self.alone(parts[0]))
            else:
                keywords = tuple(dict.fromkeys(part.name for part in parts))
                documents.append(replace(self, sheets=sheets, keywords=keywords))
        return documents
