"""The lists of all kits, with their figures, and of all palettes."""

from dataclasses import asdict, dataclass
from typing import Any, ClassVar

from kitgen.errors import TooLargeError, many
from kitgen.games import game_names, make_game
from kitgen.games.told import TOLD
from kitgen.kit.build import draft
from kitgen.kit.choices import Wish
from kitgen.kit.editions import plan_kit, read_edition
from kitgen.kit.palette import Colour, newest_palette, read_palette
from kitgen.model import Game, Result
from kitgen.reading.templates import Templates
from kitgen.theory.oracle import Oracle


@dataclass(frozen=True, slots=True)
class ListedKit:
    """A line of the list of kits. Figures that take long to compute are None.

    Attributes:
        kind: ``edition``, ``game`` or ``told``.
        value: of the game, for the side that starts: 1, 0 or -1, or points, own minus other.
        plies: moves to the end with best play.
        winner: the side that should win; also None for a draw.
    """

    name: str
    kind: str
    game: str
    side: str | None = None
    boxes: int | None = None
    beads: int | None = None
    colours: int | None = None
    value: int | None = None
    plies: int | None = None
    winner: str | None = None
    about: str = ""


class KitList(Result, tuple[ListedKit, ...]):
    """The list of kits: a tuple of lines."""

    __slots__ = ()
    row_labels: ClassVar = ("name",)
    bar_columns: ClassVar = ("boxes",)

    def summary(self) -> str:
        """Return the list in one line."""
        editions = sum(line.kind == "edition" for line in self)
        return f"{editions} editions and {len(self) - editions} games"

    def table(self) -> list[dict[str, Any]]:
        """Return a row for each kit."""
        return [asdict(line) for line in self]


#: The most positions of a game whose kit is made for the list: a game has to be known as too large
#: soon.
MAX_LISTED_POSITIONS = 2500
#: Games told as data that come with kitgen to be solved and searched: a box of theirs has more
#: moves than palettes have colours, so no kit of them can be printed.
WITHOUT_KIT = ("clobber-4x3", "queen-5x8")


def kits(templates: Templates | None = None) -> KitList:
    """Return a line for each edition and each game of the usual size, with boxes, beads, colours
    and who should win.

    Editions are read from ``templates``, or from kitgen's own. Games of which no kit can be printed
    are left out.

    >>> {line.name: line.boxes for line in kits() if line.kind == "edition"}["menace"]
    304
    """
    templates = templates or Templates()
    oracles: dict[str, Oracle] = {}

    def line(name: str) -> ListedKit:
        edition = read_edition(name, templates)
        game = make_game(edition.game)
        about = edition.about.get("en", "")
        return _line(name, "edition", game, about, oracles, templates)

    lines = [made for _, made in templates.each("editions", line)]
    for name in game_names():
        game = make_game(name)
        first_paragraph = (type(game).__doc__ or "").strip().partition("\n\n")[0]
        about = " ".join(first_paragraph.split())
        lines.append(_line(name, "game", game, about, oracles, templates))
    from kitgen.games.told.told_language import read_game  # noqa: PLC0415 - printing loads no told games

    told = templates.each("games", lambda name: read_game(templates.path("games", name)))
    for name, file in told:
        if name not in WITHOUT_KIT:
            # The figures of all these would take too long; ``try_game`` computes those of one.
            lines.append(ListedKit(f"{TOLD}{name}", "told", file.name))
    return KitList(lines)


def _line(
    name: str, kind: str, game: Game, about: str, oracles: dict[str, Oracle], templates: Templates
) -> ListedKit:
    try:
        plan = plan_kit(name, Wish(), templates)
        kit = draft(plan, templates, limit=MAX_LISTED_POSITIONS, oracle=oracles.get(game.spec))
    except TooLargeError:
        return ListedKit(name, kind, game.called, about=about)
    oracles[game.spec] = kit.oracle
    value, plies = kit.outcome
    winner = None
    if value:
        winner = game.sides[0 if value > 0 else 1].name
    return ListedKit(
        name=name,
        kind=kind,
        game=game.called,
        side=kit.choices.side,
        boxes=len(kit.boxes),
        beads=kit.beads,
        colours=len(kit.palette),
        value=value,
        plies=plies,
        winner=winner,
        about=about,
    )


@dataclass(frozen=True, slots=True)
class ListedPalette:
    """A palette in the list: its colours, and how different the two nearest are (CIEDE2000) to
    any eyes.
    """

    name: str
    colours: tuple[Colour, ...]
    least_difference: float


class PaletteList(Result, tuple[ListedPalette, ...]):
    """The list of palettes: a tuple of lines."""

    __slots__ = ()
    row_labels: ClassVar = ("palette",)
    bar_columns: ClassVar = ("least_difference",)

    def summary(self) -> str:
        """Return the list in one line."""
        return many(len(self), "palette")

    def table(self) -> list[dict[str, Any]]:
        """Return a row for each palette."""
        return [
            {
                "palette": line.name,
                "colours": ", ".join(colour.name for colour in line.colours),
                "least_difference": line.least_difference,
            }
            for line in self
        ]


def palettes(language: str = "en", *, templates: Templates | None = None) -> PaletteList:
    """Return all palettes of bead colours, with how well their colours are told apart.

    Args:
        language: of the names of colours.
        templates: where palettes are read from; kitgen's own when None.

    Raises:
        UsageError: the language is unknown.

    >>> [line.name for line in palettes()][:2]
    ['beads', 'colour-in']
    """
    from kitgen.kit.colours import closest  # noqa: PLC0415 - few lists need its library of colours

    templates = templates or Templates()
    templates.check_language(language)

    def line(name: str) -> ListedPalette:
        colours = read_palette(newest_palette(name, templates), language, templates)
        least = min((measure.difference for measure in closest(colours)), default=100.0)
        return ListedPalette(name, colours, least)

    return PaletteList(made for _, made in templates.each("palettes", line))
