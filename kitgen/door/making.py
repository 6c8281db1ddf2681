"""The kits there are, and making one."""

from dataclasses import dataclass
from typing import Any

from kitgen.errors import TooLargeError
from kitgen.games import game_names, make_game
from kitgen.kit import build
from kitgen.kit.choices import Wish
from kitgen.kit.editions import read_edition
from kitgen.kit.kit import Kit
from kitgen.model import Game
from kitgen.templates import Templates
from kitgen.theory.explore import LIMIT, SOON
from kitgen.theory.oracle import Oracle
from kitgen.theory.ply_counts import Progress


@dataclass(frozen=True, slots=True)
class ListedKit:
    """One line of the list of kits. What cannot be counted in a moment is None.

    Attributes:
        name: as typed by a user.
        kind: ``edition`` or ``game``.
        game: the game with its size and options.
        side: the machine's side.
        boxes, beads, colours: of the kit.
        value: of the game, for the side that starts: 1, 0 or -1, or points, own minus other.
        plies: to its end with best play.
        winner: the side that should win; None for a draw too.
        about: what it is, in a sentence.
    """

    name: str
    kind: str
    game: str
    side: str | None
    boxes: int | None
    beads: int | None
    colours: int | None
    value: int | None
    plies: int | None
    winner: str | None
    about: str


def make_kit(
    name: str,
    *,
    templates: Templates | None = None,
    limit: int = LIMIT,
    progress: Progress | None = None,
    **choices: Any,
) -> Kit:
    """Return the kit for an edition or a game, with whatever is chosen otherwise.

    Args:
        name: an edition such as ``her``, or a game written ``NAME[:SIZE][,option=value…]``.
        templates: where editions, palettes, rules and texts are read from; those that come with kitgen when None.
        limit: the largest number of positions, up to symmetry, that the game may have.
        progress: told now and then how many positions have been explored.
        choices: ``side``, ``rule``, ``palette``, ``language``, ``merged``, ``forced``, ``colour_by``, ``express``,
            ``opponent``, ``beads``: see ``kitgen.kit.choices.Choices``. None leaves a choice to the edition.

    Raises:
        UsageError: the name or a choice is unknown, or the palette has too few colours.
        TooLargeError: the game has more positions than ``limit``.
        BeadsError: the beads at hand cannot fill the boxes.

    >>> kit = make_kit("hexapawn:3x3", side="black", express=True)
    >>> len(kit.boxes), kit.beads, kit.command
    (12, 31, 'kitgen print hexapawn:3x3 --express')
    """
    return build.make_kit(name, Wish(**choices), templates, limit=limit, progress=progress)


def kits(templates: Templates | None = None) -> tuple[ListedKit, ...]:
    """Return a line for each edition and each game of the usual size, with boxes, beads, colours and who should win.

    Args:
        templates: where editions are read from; those that come with kitgen when None.

    >>> {line.name: line.boxes for line in kits() if line.kind == "edition"}["menace"]
    304
    """
    templates = templates or Templates()
    oracles: dict[str, Oracle] = {}

    def line(name: str) -> ListedKit:
        edition = read_edition(name, templates)
        return _line(name, "edition", make_game(edition.game), edition.about.get("en", ""), oracles, templates)

    lines = [made for _, made in templates.each("editions", line)]
    for name in game_names():
        game = make_game(name)
        about = (type(game).__doc__ or "").strip().partition("\n")[0]
        lines.append(_line(name, "game", game, about, oracles, templates))
    return tuple(lines)


def _line(name: str, kind: str, game: Game, about: str, oracles: dict[str, Oracle], templates: Templates) -> ListedKit:
    """Return the line of one edition or game; games that are solved for one serve the others."""
    try:
        kit = build.make_kit(name, templates=templates, limit=SOON, oracle=oracles.get(game.spec))
    except TooLargeError:
        return ListedKit(name, kind, game.spec, None, None, None, None, None, None, None, about)
    oracles[game.spec] = kit.oracle
    value, plies = kit.outcome
    winner = None if not value else game.sides[0 if value > 0 else 1].name
    side, boxes, colours = kit.choices.side, len(kit.boxes), len(kit.palette)
    return ListedKit(name, kind, game.spec, side, boxes, kit.beads, colours, value, plies, winner, about)
