"""What a printed part is made from: the kit, the paper, the size of label, the words."""

from dataclasses import dataclass, field

from kitgen.kit.kit import Kit
from kitgen.paper.layout.stock import Stock
from kitgen.paper.options import PartOptions
from kitgen.paper.texts import Texts
from kitgen.templates import Templates


@dataclass(frozen=True, slots=True)
class Page:
    """A size of paper.

    Attributes:
        name: as on the command line.
        width, height: in mm.
        margin: what stays free on every side, in mm.
    """

    name: str
    width: float
    height: float
    margin: float = 10


#: The papers of a usual printer.
PAGES = {page.name: page for page in (Page("a4", 210, 297), Page("letter", 215.9, 279.4))}
#: Papers for posters, which a copy shop prints.
POSTERS = {
    page.name: page
    for page in (Page("a3", 297, 420), Page("a2", 420, 594), Page("a1", 594, 841), Page("a0", 841, 1189))
}


@dataclass(frozen=True, slots=True)
class Band:
    """Where most learning curves run, for the curve sheet.

    Attributes:
        opponent: whom the machines played, a key of the texts ``curve.band``.
        low, high: wins minus losses after each game, from the first on.
    """

    opponent: str
    low: tuple[int, ...]
    high: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Job:
    """One print run.

    Attributes:
        kit: the kit.
        page: the paper.
        stock: the size of label or card, and where they lie on the page.
        texts: the words, in the language of the kit.
        command: the whole command that prints the same again.
        options: settings of single parts.
        templates: where parts read their data from.
        bands: where learning curves are expected to run, for as many games as ``Part.bands`` says.
        contents: the titles of the other parts and the pages they begin on, for a part that lists them.
    """

    kit: Kit
    page: Page
    stock: Stock
    texts: Texts
    command: str
    options: PartOptions = field(default_factory=PartOptions)
    templates: Templates = field(default_factory=Templates)
    bands: tuple[Band, ...] = ()
    contents: tuple[tuple[str, int], ...] = ()
