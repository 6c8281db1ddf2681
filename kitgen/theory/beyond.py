"""Beyond what plain Python can solve: compiled kernels and endgame databases; NumPy and Numba only when asked."""

from typing import TYPE_CHECKING

from kitgen.errors import TooLargeError
from kitgen.extras import need
from kitgen.model import Game, Position
from kitgen.theory.value import Value

if TYPE_CHECKING:
    from kitgen.theory.database import Database
    from kitgen.theory.packed import RankedSolution

#: What a game may offer beside its rules (``games/kernels/packed.py``).
KERNELS = ("packed", "levels")
#: The most positions that are explored by a compiled kernel: some seconds' work.
MOST = 4_000_000
#: The most positions for which a database is made on the spot, in about a second.
AT_ONCE = 1_000_000


class Beyond:
    """Values of a game that is too large for plain Python, as far as the game offers kernels for it.

    Attributes:
        game: the game.
    """

    def __init__(self, game: Game, database: "Database | None" = None) -> None:
        """Prepare to look things up.

        Args:
            game: the game.
            database: values of endgames that are at hand.
        """
        self.game = game
        self._whole: RankedSolution | None = None
        self._others: list[RankedSolution] = []
        self._database = database
        self._databases: list[Database] | None = None
        self._tried_whole = False
        self._in_vain: set[tuple[int, int]] = set()

    def reached(self, position: Position) -> bool | None:
        """Return whether a position occurs in a game from the start; None when that is too much to find out."""
        if not self._tried_whole:
            self._tried_whole = True
            self._whole = self._solve(None)
        return None if self._whole is None else self._whole.worth(position) is not None

    @property
    def offered(self) -> bool:
        """Whether the game offers kernels, which reach farther than plain Python."""
        return self.game.packed is not None or self.game.levels is not None

    def refuse_without_kernels(self) -> None:
        """Refuse what plain Python cannot answer where kernels could, were their libraries installed.

        Raises:
            MissingExtraError: the game offers kernels, and Numba is missing.
        """
        offers = (getattr(type(self.game), kernel, None) not in (None, getattr(Game, kernel)) for kernel in KERNELS)
        if any(offers):
            need(f"a position of {self.game.spec} from which so many follow", "numba", "numpy")

    def learn(self, position: Position) -> None:
        """Find out the worth of a position and of all that follow, if that can be done."""
        solution = self._solve(position)
        if solution is not None:
            self._others.append(solution)

    def worth(self, position: Position) -> Value | None:
        """Return what a position is worth, or None when it is not at hand; learns nothing new but databases."""
        for solution in (*self._others, *((self._whole,) if self._whole else ())):
            found: Value | None = solution.worth(position)
            if found is not None:
                return found
        for database in self._open():
            found = database.worth(position)
            if found is not None:
                return found
        return None

    def _solve(self, start: Position | None) -> "RankedSolution | None":
        """Return all that can be reached from a position, solved by a compiled kernel, or None.

        What is too much is tried once, for a position and its mirror images.
        """
        packed, first = self.game.packed, start or self.game.start()
        if packed is None or (place := (packed.rank(first), packed.key(first))) in self._in_vain:
            return None
        from kitgen.theory.packed import solve_packed  # noqa: PLC0415 - NumPy and Numba only when needed

        try:
            return solve_packed(self.game, start, limit=MOST)
        except TooLargeError:
            self._in_vain.add(place)
            return None

    def _open(self) -> "list[Database]":
        """Return the database that is at hand, and one made on the spot where that goes farther."""
        if self._databases is None:
            self._databases = [] if self._database is None else [self._database]
            if self.game.levels is not None:
                from kitgen.theory.database import levels_of  # noqa: PLC0415 - as above
                from kitgen.theory.endgames import build_database  # noqa: PLC0415 - as above

                levels, highest = levels_of(self.game), 0
                size = levels.size(0)
                while highest < levels.highest and size + levels.size(highest + 1) <= AT_ONCE:
                    highest += 1
                    size += levels.size(highest)
                if self._database is None or self._database.highest < highest:
                    self._databases.append(build_database(self.game, highest))
        return self._databases
