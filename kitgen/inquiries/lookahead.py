"""Looking ahead in a game by name: the value of a position, its best moves, and how the game
would continue.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from kitgen.errors import UsageError, quoted
from kitgen.kit.editions import game_of
from kitgen.kit.kit import KitGiven
from kitgen.model import Game, Position, Result
from kitgen.reading.templates import Templates
from kitgen.theory.explore import Progress
from kitgen.tree_search.analysis import Analyst, Prospect
from kitgen.tree_search.plan import DEEPEST, PLAYERS_ONLY, Plan, chosen_refinements
from kitgen.tree_search.scout import Scout
from kitgen.tree_search.scouts import make_scout, plan_database
from kitgen.tree_search.written_games import parse_record

#: How many plies are looked ahead where neither a depth nor a time is set.
USUAL_DEPTH = 8


@dataclass(frozen=True, slots=True, repr=False)
class Searched(Result):
    """The result of looking ahead in a position.

    Attributes:
        over: whether the game is over here.
        prospect: the result of the deepest finished search.
        complete: False when the user interrupted it.
    """

    game: Game
    position: Position
    plan: Plan
    over: bool
    prospect: Prospect
    complete: bool

    row_labels: ClassVar = ("move",)
    bar_columns: ClassVar = ("value",)

    def summary(self) -> str:
        """Return the result in one line."""
        prospect = self.prospect
        best = " or ".join(map(self.game.move_text, prospect.best)) or "none"
        return (
            f"{self.game.text(self.position)}: value {prospect.value} at depth {prospect.depth}, "
            f"best move {best}"
        )

    def table(self) -> list[dict[str, Any]]:
        """Return a row for each move that was rated."""
        best = self.prospect.best
        rated = self.prospect.moves
        return [
            {"move": self.game.move_text(move), "value": value, "best": move in best}
            for move, value in rated
        ]

    def report(self) -> dict[str, Any]:
        """Return it as plain data."""
        game = self.game
        text = game.move_text
        prospect = self.prospect
        return {
            "game": game.spec,
            "position": game.text(self.position),
            "to_move": game.sides[self.position.to_move].name,
            "over": self.over,
            "algorithm": self.plan.algorithm,
            "refinements": list(self.plan.refinements),
            "depth": prospect.depth,
            "complete": self.complete,
            "value": prospect.value,
            "best": [text(move) for move in prospect.best],
            "moves": [{"move": text(move), "value": value} for move, value in prospect.moves],
            "lines": [
                {"value": line.value, "moves": [text(move) for move in line.moves]}
                for line in prospect.lines
            ],
            "nodes": prospect.nodes,
            "seconds": round(prospect.seconds, 6),
            "extra_nodes": prospect.extra_nodes,
        }


@dataclass(frozen=True, slots=True)
class Seeker:
    """Looks ahead in positions of one game; its scout keeps results from one position to the
    next.
    """

    game: Game
    plan: Plan
    scout: Scout

    def search(
        self, record: str | None = None, *, lines: int = 1, progress: Progress | None = None
    ) -> Searched:
        """Search a position, or a game written on a line; the start when None.

        KeyboardInterrupt when the user interrupts it before anything is finished.
        """
        line: Sequence[Position] = [self.game.start()]
        if record is not None:
            line = parse_record(self.game, record).line
        over = self.scout.end(line, root=True) is not None
        analyst = Analyst(self.scout, line, lines)
        complete = analyst.run(progress)
        if not analyst.prospects:
            raise KeyboardInterrupt
        return Searched(self.game, line[-1], self.plan, over, analyst.prospects[-1], complete)


def make_seeker(
    game: KitGiven,
    algorithm: str = "negascout",
    depth: int | None = None,
    *,
    seconds: float | None = None,
    refinements: Sequence[str] = (),
    database: str | Path | None = None,
    plain: bool = False,
    templates: Templates | None = None,
) -> Seeker:
    """Return an object that looks ahead in positions of a game.

    Args:
        seconds: how long to search, instead of ``depth``.
        refinements: names of refinements; ``quick`` for those that change no value.
        database: a file with values of endgames; none when None.
        plain: True to search in plain Python, slowly.
    """
    game = game_of(game, templates)
    chosen = chosen_refinements(list(refinements))
    for name in chosen:
        if name in PLAYERS_ONLY:
            raise UsageError(
                f"refinement {quoted(name)} is for players, which make one move; a search "
                "rates all moves"
            )
    if depth is None:
        depth = USUAL_DEPTH if seconds is None else DEEPEST
    file = None if database is None else Path(database)
    plan = Plan(algorithm, depth, seconds, chosen, file)
    return Seeker(game, plan, make_scout(game, plan, plan_database(game, plan), plain=plain))


def search(
    game: KitGiven,
    position: str | None = None,
    algorithm: str = "negascout",
    depth: int | None = None,
    *,
    lines: int = 1,
    seconds: float | None = None,
    refinements: Sequence[str] = (),
    database: str | Path | None = None,
    plain: bool = False,
    templates: Templates | None = None,
    progress: Progress | None = None,
) -> Searched:
    """Return the value of a position by looking ahead, its best moves, and how the game would
    continue.

    Args:
        game: a game written ``NAME[:SIZE][,option=value…]``, an edition, a kit, or a game as an
            object.
        position: in the game's notation, or a game as a line: a position, a colon, and moves; the
            start when None.
        algorithm: ``minimax``, ``alphabeta`` or ``negascout``.
        depth: how many plies to look ahead; 8 when None and no time is set.
        lines: how many principal variations to find.
        progress: called with the depth, and the number of positions visited.
        seconds: how long to search, instead of ``depth``.
        refinements: names of refinements; ``quick`` for those that change no value.
        database: a file with values of endgames; none when None.
        plain: True to search in plain Python, slowly.
        templates: where editions are read from; kitgen's own when None.

    Raises:
        UsageError: something is unknown, or the game cannot be searched so.
        NotationError: the text is no position of the game.

    >>> result = search("hexapawn", "b.b/wb./..w w", depth=5)
    >>> result.prospect.value, [result.game.move_text(move) for move in result.prospect.best]
    (-1, ['c1b2', 'c1c2'])
    """
    seeker = make_seeker(
        game,
        algorithm,
        depth,
        seconds=seconds,
        refinements=refinements,
        database=database,
        plain=plain,
        templates=templates,
    )
    return seeker.search(position, lines=lines, progress=progress)
