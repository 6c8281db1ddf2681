"""What a printed part is made from: the kit, the paper, the size of label, the words."""

from dataclasses import dataclass, field

from kitgen.kit.kit import Kit
from kitgen.paper.bead_totals import Bank
from kitgen.paper.layout.papers import Page
from kitgen.paper.layout.stock import Stock
from kitgen.paper.options import PartOptions
from kitgen.paper.texts import Texts
from kitgen.templates import Templates

#: How many games the curve sheet shows, and so for how many a job brings where curves are expected.
GAMES = 50


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
class Rank:
    """How a machine stands among others of its kind.

    Attributes:
        games: after how many of its games it is held against them: all, or the first of very many.
        worse, alike: of a hundred machines how many have a lower score after so many games, and how many the same.
        exact: whether these are worked out exactly, and not counted among simulated machines.
    """

    games: int
    worse: float
    alike: float
    exact: bool


@dataclass(frozen=True, slots=True)
class Past:
    """What a machine has come to, for the report on it.

    Attributes:
        new: the kit as its rule begins it, which knows nothing.
        opponent: against whom it is held.
        scores: wins minus losses after each game; none where it was taken over and has not played here.
        bands: where such curves are expected to run, the first against the opponent; none without games.
        rank: how unusual its course is; None without games.
        bad: the beads that are left and not the best of their box: ids of boxes and letters.
        bad_first: how many such beads there are in a new machine.
        line: the shortest line that beats the machine: its moves as the game writes them, the boxes and beads in it,
            and the box that is empty at its end, where it gives up; None where nothing beats it any more.
        walked: whether such lines could be looked for.
        to_go: how many games it plays until it never loses again, as expected; None where nobody can say.
        next_score: wins minus losses in its next ten games, as expected of simulated machines.
    """

    new: Kit
    opponent: str
    scores: tuple[int, ...]
    bands: tuple[Band, ...]
    rank: Rank | None
    bad: tuple[tuple[str, str], ...]
    bad_first: int
    line: tuple[tuple[str, ...], tuple[str, ...], str] | None
    walked: bool
    to_go: float | None
    next_score: float


@dataclass(frozen=True, slots=True)
class Entry:
    """A part in the list of contents.

    Attributes:
        title: what it is called.
        page: the one that it begins on, from 1.
        pages: how many it has.
        stock: the bought sheets of labels that it is printed on; empty for plain paper.
    """

    title: str
    page: int
    pages: int
    stock: str = ""


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
        bands: where learning curves are expected to run, for ``GAMES`` games, where a part asks for them.
        bank: the beads that the rule will add, for a kit whose rule adds any.
        parts: the names of the parts that are printed, in the order of use.
        past: what the machine has come to, where a part asks for it and it has played.
        contents: the other parts with their pages, for a part that lists them.
    """

    kit: Kit
    page: Page
    stock: Stock
    texts: Texts
    command: str
    options: PartOptions = field(default_factory=PartOptions)
    templates: Templates = field(default_factory=Templates)
    bands: tuple[Band, ...] = ()
    bank: Bank | None = None
    parts: tuple[str, ...] = ()
    contents: tuple[Entry, ...] = ()
    past: Past | None = None
