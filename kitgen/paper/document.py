"""Sheets in order, with what the whole document says of itself: all that a writer needs to know."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from kitgen.paper.marks.scene import Scene


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
    """

    scene: Scene
    part: str
    title: str
    framed: bool = True
    tile: bool = False


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
