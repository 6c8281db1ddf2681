"""What single parts may be told: boxes, paper, beads, posters, labels, cards. Everything has a usual value."""

import re
from dataclasses import dataclass
from shlex import quote
from typing import Annotated, Literal

from msgspec import Meta

from kitgen.errors import UsageError, quoted
from kitgen.kit.offers import Offer, offered

#: The most games that a bank is worked out for: it is a matter of seconds.
MOST_GAMES = 500


@dataclass(frozen=True, slots=True)
class PartOptions:
    """Settings of single parts, as written on the command line.

    Attributes:
        box: the box to fold: a name from ``templates/boxes/`` or its outside, WxDxH in mm.
        paper: the weight of the paper for it in g/m², a key of ``templates/tables/papers.toml``.
        clearance: between tray and sleeve, in mm.
        bead: the diameter of a bead, in mm.
        bank: for how many games a rule that adds beads has them in its bank.
        bank_opponent: whom the machine plays in these games.
        poster: the size of the poster, one of ``kitgen.paper.layout.papers.POSTERS``; ``usual`` for A2 where the
            other pages are A4, and for ARCH C where they are Letter.
        tiled: True to print what is larger than the page over many pages.
        eye: what is only for the eye on sheets for fingers: in a ``colour`` that stays flat on swell paper, or ``none``
            for printers without colours.
        laser: the map of colours for a laser cutter, a name from ``templates/laser/``; empty for no such files.
        braille: the standard of the Braille dots, a name from ``templates/braille/``.
        demo: whether a label for the front of a class fills ``half`` a page or a whole ``page``.
        show: the boxes that these labels are printed of: ids with commas between, or ``all``; one a turn when empty.
        sweets: whether the sheet of sweets on arrows is one ``page`` or as large as two, ``double``: A3 or Tabloid.
        start_at: the first label of the first bought sheet to print on, from 1, row by row.
        nudge: how far labels on bought sheets are moved right and down, ``dx,dy`` in mm.
        duplex: the edge over which the printer turns the paper to print the backs of cards: ``long`` or ``short``;
            ``none`` prints fronts and backs side by side, to be folded.
        back_offset: how far the backs of cards are moved right and down, ``dx,dy`` in mm.
        guide: the teacher's guide, a name from ``templates/guides/`` in the language of the kit.
        story: the game that is told, a file of games and its number there, as in ``games.csv:3``; the last without one.
    """

    box: Annotated[str, Offer("--box", "The box to fold: a name, or mm outside.", "NAME|WxDxH")] = "matchbox"
    paper: Annotated[str, Offer("--paper", "The paper for it, in g/m².", "WEIGHT")] = "200"
    clearance: Annotated[float, Offer("--clearance", "Between its tray and sleeve.", "MM")] = 0.7
    bead: Annotated[float, Offer("--bead", "How wide a bead is, for the poster's wells.", "MM")] = 6.0
    bank: Annotated[
        int, Meta(ge=1, le=MOST_GAMES), Offer("--bank", "For how many games beads to add are at hand.", "GAMES")
    ] = 50
    bank_opponent: Annotated[
        Literal["random", "winning-move", "perfect"],
        Offer("--bank-opponent", "Whom the machine plays in these games.", what="opponent of a bank"),
    ] = "random"
    poster: Annotated[
        Literal["usual", "a3", "a2", "a1", "a0", "tabloid", "arch-c", "arch-d", "arch-e"],
        Offer("--poster", "The poster's paper; usual: A2, or ARCH C.", what="poster size"),
    ] = "usual"
    tiled: Annotated[bool, Offer("--tiled", "The poster over many pages, to be glued.")] = False
    braille: Annotated[str, Offer("--braille", "The standard of Braille dots.", "NAME")] = "marburg-medium"
    eye: Annotated[
        Literal["colour", "none"],
        Offer("--eye", "Words on sheets for fingers: in blue, or none.", what="kind of words"),
    ] = "colour"
    laser: Annotated[
        str,
        Offer("--laser", "Also SVG for a laser cutter, its colours as in NAME: usual, blue-cuts or your own.", "NAME"),
    ] = ""
    demo: Annotated[
        Literal["half", "page"], Offer("--demo", "How large a label for the class is.", what="size of demo label")
    ] = "half"
    show: Annotated[str, Offer("--show", "The boxes on them: IDS or all; else one a turn.", "IDS")] = ""
    sweets: Annotated[
        Literal["page", "double"], Offer("--sweets", "The sheet of sweets; double: A3.", what="size of sheet")
    ] = "page"
    start_at: Annotated[int, Offer("--start-at", "The first label to print on.", "N")] = 1
    nudge: Annotated[str, Offer("--nudge", "Move labels on bought sheets, in mm.", "DX,DY")] = "0,0"
    duplex: Annotated[
        Literal["none", "long", "short"], Offer("--duplex", "Backs of cards: which flip.", what="edge")
    ] = "none"
    back_offset: Annotated[str, Offer("--back-offset", "Move the backs, in mm.", "DX,DY")] = "0,0"
    guide: Annotated[str, Offer("--guide", "The teacher's guide: teacher, or your own.", "NAME")] = "teacher"
    story: Annotated[
        str, Offer("--story", "The game to tell: a file of games, and its number.", "FILE[:N]", write=quote)
    ] = ""


#: The least and the most that a bead can be wide, in mm.
BEADS = (3.0, 20.0)
#: Every option with its offer, in order.
PART_OPTIONS = offered(PartOptions)


def parse_lengths(text: str, count: int, what: str) -> tuple[float, ...]:
    """Return the lengths in a text such as ``53x36x15``.

    Raises:
        UsageError: there are more or fewer than ``count``, or one is not a positive number.

    >>> parse_lengths("53x36x15.5", 3, "box")
    (53.0, 36.0, 15.5)
    """
    parts = text.lower().replace("×", "x").split("x")
    if len(parts) != count or not all(re.fullmatch(r"[0-9]{1,4}(\.[0-9]+)?", part.strip()) for part in parts):
        example = "x".join(["53", "36", "15"][:count])
        raise UsageError(f"{what} {quoted(text)}: write {count} lengths in mm, such as {example}")
    return tuple(float(part) for part in parts)


def parse_shift(text: str, option: str) -> tuple[float, float]:
    """Return the two lengths in a text such as ``1.5,-0.5``: how far to the right and how far down, in mm.

    Raises:
        UsageError: these are not two numbers.

    >>> parse_shift("1.5,-0.5", "--nudge")
    (1.5, -0.5)
    """
    parts = text.split(",")
    if len(parts) != 2 or not all(re.fullmatch(r"[-+]?[0-9]{1,3}(\.[0-9]+)?", part.strip()) for part in parts):
        raise UsageError(
            f"{option} {quoted(text)}: write how far to the right and how far down, in mm, such as 1.5,-0.5"
        )
    return float(parts[0]), float(parts[1])


def bead_width(options: PartOptions) -> float:
    """Return how wide a bead is, in mm.

    Raises:
        UsageError: no bead is so wide.

    >>> bead_width(PartOptions())
    6.0
    """
    low, high = BEADS
    if not low <= options.bead <= high:
        raise UsageError(f"bead {options.bead:g} mm: beads are {low:g} to {high:g} mm wide")
    return options.bead
