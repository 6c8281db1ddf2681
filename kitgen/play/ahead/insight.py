"""What looking ahead tells whoever plays: the best moves with their lines, and a game walked again."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from threading import Lock

from kitgen.errors import KitgenError
from kitgen.model import Game, Position
from kitgen.search.analysis import Analyst, Prospect
from kitgen.search.plan import QUICK, Plan
from kitgen.search.record import GameRecord
from kitgen.search.review import Judged, review
from kitgen.search.scout import Scout, make_scout

#: How far is looked ahead, in the compiled search and in plain Python, and seconds for a position at most.
COMPILED, PLAIN, SECONDS = 14, 9, 2.0


class Insight:
    """Looks ahead for whoever sits at the table.

    Attributes:
        game: the game.
        plan: how far, and how long at most.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        swift = game.words is not None
        self.plan = Plan("negascout", COMPILED if swift else PLAIN, SECONDS, QUICK if swift else ())
        self._scout: Scout | None = None
        self._alone = Lock()  # a scout does one thing at a time

    def look(self, depth: int) -> None:
        """Look so many plies ahead from now on, however long that takes."""
        self.plan = replace(self.plan, depth=depth, seconds=None)
        self._scout = None

    def hint(self, line: Sequence[Position], lines: int) -> Prospect:
        """Return what the moves of a position are worth, and how the game would go on after the best.

        Args:
            line: the game so far; the position is its last one, and the game is not over.
            lines: after how many of the best moves.

        Raises:
            KitgenError: it was stopped before anything was found.
        """
        with self._alone:
            analyst = Analyst(self._ready(), line, lines)
            analyst.run()
        if not analyst.prospects:
            raise KitgenError(f"looking ahead in {self.game.spec} was stopped")
        return analyst.prospects[-1]

    def review(self, record: GameRecord) -> Iterator[Judged]:
        """Yield the moves of a game, judged one after the other."""
        walk = review(self._ready(), record)
        while True:
            with self._alone:
                judged = next(walk, None)
            if judged is None:
                return
            yield judged

    def stop(self) -> None:
        """Leave off, from another thread."""
        if self._scout is not None:
            self._scout.stop()

    def _ready(self) -> Scout:
        """Return who searches; made when it is first asked for, since code has to be loaded then."""
        if self._scout is None:
            self._scout = make_scout(self.game, self.plan)
        return self._scout
