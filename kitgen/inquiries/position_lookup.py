"""Finding a position's box: the value of the position, the box to open, and the bead for each
move.
"""

from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Unpack

from kitgen.errors import TooLargeError
from kitgen.guests import ask_guest
from kitgen.kit.choices import KitChoices, Wish
from kitgen.kit.editions import game_of, plan_kit
from kitgen.kit.kit import Box, Kit, KitGiven, Slot
from kitgen.model import Game, Move, Position, Result, Symmetry
from kitgen.reading.templates import Templates
from kitgen.sources.kit_sources import is_path, load_kit
from kitgen.theory.explore import Progress
from kitgen.theory.large_boards import Endgames, open_endgames
from kitgen.theory.oracle import Oracle
from kitgen.theory.solve import Value

if TYPE_CHECKING:
    from kitgen.paper.marks.scene import Scene

#: The width and the height of a picture of a position.
PICTURE_MM = (90.0, 90.0)


@dataclass(frozen=True, slots=True)
class Judgement:
    """The facts about one position of a game, reachable or not.

    Attributes:
        reachable, worth: whether it can occur in a game, and its value to the side to move; None
            when the game is too large to tell.
        winner: the number of the side that has won; None when there is none, or when points decide.
        moves: each legal move with its value to the side that makes it.
    """

    position: Position
    reachable: bool | None
    over: bool
    winner: int | None
    worth: Value | None
    moves: tuple[tuple[Move, Value | None], ...]


def judge(oracle: Oracle, position: Position) -> Judgement:
    """Return the facts about a position.

    >>> from kitgen.games import make_game
    >>> game = make_game("hexapawn")
    >>> judge(Oracle(game), game.parse("..b/w.b/w.. b")).reachable
    False
    """
    game = oracle.game
    result = game.result(position)
    winner = None
    if result and not game.scoring:
        winner = position.to_move if result > 0 else 1 - position.to_move
    moves = () if result is not None else game.legal_moves(position)
    values = tuple((move, oracle.worth_of(position, move)) for move in moves)
    return Judgement(
        position=position,
        reachable=oracle.reached(position),
        over=result is not None,
        winner=winner,
        worth=oracle.worth(position),
        moves=values,
    )


#: A game with more positions is not printed as a kit, and finding its boxes would take long.
MAX_PRINTABLE_POSITIONS = 40_000
#: Folders to search for a database: the current one, and the default folder for kits.
DATABASE_FOLDERS = (Path(), Path("output"))


@dataclass(frozen=True, slots=True, repr=False)
class Found(Result):
    """A position, the facts about it, and its box.

    Attributes:
        box: the box to open; None when there is none in this kit.
        symmetry: takes the position, as it is on the table, to the box; None without a box.
        slots: the slot of each move of the judgement, in order; None for a move without a bead.
        unboxed: the machine's move in a position that needs no box; None otherwise.
        finder: the finder that returned it, with its game and kit.
    """

    judgement: Judgement
    box: Box | None
    symmetry: Symmetry | None
    slots: tuple[Slot | None, ...]
    unboxed: Move | None
    finder: "Finder" = field(compare=False)

    row_labels: ClassVar = ("move",)
    bar_columns: ClassVar = ("value",)

    @property
    def position(self) -> Position:
        """The position."""
        return self.judgement.position

    def summary(self) -> str:
        """Return the position and its box in one line."""
        worth = self.judgement.worth
        verdict = "" if worth is None else f", the side to move {worth.verdict}"
        box = "no box" if self.box is None else f"box {self.box.id}"
        return f"{self.finder.game.text(self.position)}: {box}{verdict}"

    def table(self) -> list[dict[str, Any]]:
        """Return a row for each legal move: its value to the side that makes it, and its bead."""
        rows = []
        for (move, worth), slot in zip(self.judgement.moves, self.slots, strict=True):
            rows.append(
                {
                    "move": self.finder.game.move_text(move),
                    "value": None if worth is None else worth.score,
                    "plies": None if worth is None else worth.plies,
                    "bead": None if slot is None else slot.colour.letter,
                    "beads": None if slot is None else slot.beads,
                }
            )
        return rows

    def report(self) -> dict[str, Any]:
        """Return all of it as plain data."""
        game = self.finder.game
        judgement = self.judgement
        return {
            "position": game.text(self.position),
            "to_move": game.sides[self.position.to_move].name,
            "reachable": judgement.reachable,
            "over": judgement.over,
            "winner": None if judgement.winner is None else game.sides[judgement.winner].name,
            "legal_moves": [
                {
                    "move": game.move_text(move),
                    "verdict": None if worth is None else worth.verdict,
                    "plies": None if worth is None else worth.plies,
                }
                for move, worth in judgement.moves
            ],
            "value": None if judgement.worth is None else judgement.worth.score,
            "plies": None if judgement.worth is None else judgement.worth.plies,
            "box": None if self.box is None else self.box.id,
            "symmetry": None if self.symmetry is None else self.symmetry.name,
        }

    def _repr_html_(self) -> str:
        """Return the position as a notebook shows it: drawn with the moves of its box, and the
        value of each.
        """
        # Only a notebook asks for pictures, so drawing is loaded here.
        picture: str = import_module("kitgen.render.shown").scene_html(self.finder.draw(self))
        return picture + Result._repr_html_(self)


class Finder:
    """Finds positions of one kit, or of a game that is too large for one; then ``kit`` is None."""

    def __init__(self, game: Game, kit: Kit | None, database: Endgames | None = None) -> None:
        self.game = game
        self.kit = kit
        if kit is None:
            self.oracle = Oracle(game, too_large=True, database=database)
        elif database is None:
            self.oracle = kit.oracle
        else:
            self.oracle = Oracle(game, solution=kit.oracle.solution, database=database)

    def find(self, position: Position | str) -> Found:
        """Return the facts about a position, and its box."""
        if isinstance(position, str):
            position = self.game.parse(position)
        judgement = judge(self.oracle, position)
        located = self.kit.locate(position) if self.kit else None
        unboxed = self.kit.unboxed(position) if self.kit and not judgement.over else None
        if located is None:
            return Found(judgement, None, None, (None,) * len(judgement.moves), unboxed, self)
        box, symmetry = located
        slots = tuple(_slot_of(box, symmetry.move(move)) for move, _ in judgement.moves)
        return Found(judgement, box, symmetry, slots, unboxed, self)

    def draw(self, place: Found) -> "Scene":
        """Return a picture of a position, with the moves of its box in their colours."""
        from kitgen.paper.card.board import draw_board, image, machine_below  # noqa: PLC0415 - few finders draw

        slots: tuple[Slot, ...] = ()
        if place.box is not None and place.symmetry is not None:
            _, slots = image(place.box.position, place.box.slots, place.symmetry.inverse())
        turned = self.kit is not None and machine_below(self.kit)
        width, height = PICTURE_MM
        return draw_board(self.game, place.position, slots, width, height, turned=turned)


def _slot_of(box: Box, move: Move) -> Slot | None:
    """Return the slot with a move, as it is drawn on the box."""
    return next((slot for slot in box.slots if move in slot.moves), None)


def make_finder(
    kit: KitGiven,
    *,
    database: str | Path | None = None,
    templates: Templates | None = None,
    progress: Progress | None = None,
    **choices: Unpack[KitChoices],
) -> Finder:
    """Return a finder for a kit, or for a game that is too large for one.

    Args:
        database: a file with the values of endgames; when None and the game is too large for a kit,
            the current folder and ``output`` are searched for one.
    """
    templates = templates or Templates()
    try:
        loaded = load_kit(
            kit,
            templates=templates,
            limit=MAX_PRINTABLE_POSITIONS,
            progress=progress,
            **choices,
        )
    except TooLargeError:
        if isinstance(kit, str | Path) and is_path(kit, templates):
            raise
        if isinstance(kit, str | Path):
            game = plan_kit(str(kit), Wish(**choices), templates).game
        else:
            game = game_of(kit, templates)
        return Finder(game, None, _database(game, database, search=True))
    return Finder(loaded.game, loaded, _database(loaded.game, database, search=False))


def find(
    kit: KitGiven,
    position: Position | str,
    *,
    database: str | Path | None = None,
    templates: Templates | None = None,
) -> Found:
    """Return the box of a position, reachable or not, who should win, and the value of each move.

    Args:
        kit: a kit, an edition or game by name, a path to a ``kit.json``, a kit folder or a kit
            PDF, a told game's text, or a game as an object.
        position: in the game's notation, such as ``bbb/w../.ww b``.
        database: a file of endgames that ``kitgen solve --levels`` has saved, for games of points.
        templates: where editions are read from; kitgen's own when None.

    Raises:
        NotationError: the text is not a position of the game.
        UsageError: the kit is unknown, or its game has no databases.
        DatabaseError: the database is damaged, or of another game.
        KitFileError: the kit's file is damaged or not made by kitgen.

    >>> result = find("her", "bbb/w../.ww b")
    >>> result.box.id, result.symmetry.name, result.judgement.worth
    ('A1', 'mirror', Value(score=1, plies=3))
    >>> [slot.colour.key for slot in result.slots]
    ['yellow', 'blue', 'red']
    """
    return make_finder(kit, database=database, templates=templates).find(position)


def _database(game: Game, path: str | Path | None, *, search: bool) -> "Endgames | None":
    """Return the database in a file, or else one that is searched for; None without one."""
    if path is not None:
        return open_endgames(game, Path(path))
    if not search or game.levels is None:
        return None
    find_database = ask_guest("search.find_database", "an endgame database")
    database: Endgames | None = find_database(game, DATABASE_FOLDERS)
    return database
