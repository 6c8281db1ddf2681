"""What both environments have in common: a game on a table, its actions in numbers, and its
positions as text.
"""

from operator import index
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Space
from numpy.typing import NDArray

from kitgen.errors import UsageError, quoted
from kitgen.front_door import shown_value, with_explained_calls
from kitgen.machine.paper_machine import Rules, Table, start_table
from kitgen.model import Game, Move
from kitgen.rl.numbered_game import NumberedGame

#: What an action that is not legal is worth to whoever takes it; the game is over then.
ILLEGAL_REWARD = -1.0


@with_explained_calls
class OnTable:
    """A game on a table; a base of environments, before the library's own."""

    def __init__(self, game: Game, render_mode: str | None) -> None:
        """Number the actions of a game; ``render_mode`` is ``ansi`` for positions as text, or
        None.
        """
        if render_mode not in (None, "ansi"):
            raise UsageError(
                f"render_mode {quoted(render_mode)}: a position is shown as text, 'ansi', "
                "or not at all"
            )
        self.render_mode = render_mode
        self.game = game
        self.numbered = NumberedGame(game)
        self._rules = Rules(game)
        self._table: Table | None = None

    @property
    def table(self) -> Table:
        """The game on the table; UsageError before the first ``reset``."""
        if self._table is None:
            raise UsageError("the environment has no game yet; call reset() first")
        return self._table

    def begin(self) -> Table:
        """Lay the first position on the table."""
        self._table = start_table(self.game, rules=self._rules)
        return self._table

    def move_of(self, action: Any) -> Move | None:
        """Return the move of an action; None if it is not legal now. UsageError if there is no
        such action.
        """
        try:
            number = index(action)
        except TypeError:
            number = -1
        if isinstance(action, bool) or not 0 <= number < len(self.numbered.moves):
            last = len(self.numbered.moves) - 1
            raise UsageError(
                f"step: action is {shown_value(action)}; it must be a whole number from 0 to {last}"
            )
        if not self.numbered.of(self.table.position).mask[number]:
            return None
        return self.numbered.moves[number]

    def cells_space(self) -> Space[NDArray[np.int16]]:
        """Return the space of the content of all cells."""
        cells = len(self.game.start().cells)
        return Box(self.numbered.least, self.numbered.most, (cells,), np.int16)

    def render(self) -> str | None:
        """Return the position as text, if ``render_mode`` is ``ansi``."""
        if self.render_mode != "ansi":
            return None
        return self.game.text(self.table.position)
