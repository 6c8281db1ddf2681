"""A game for one learner against an opponent: an environment of Gymnasium.

M. Towers and others, Gymnasium: A Standard Interface for Reinforcement Learning Environments, 2024.
"""

from typing import Any

import numpy as np
from gymnasium import Env
from gymnasium.spaces import Discrete
from numpy.typing import NDArray

from kitgen.errors import UsageError, quoted
from kitgen.front_door import check_arguments, with_explained_calls
from kitgen.machine.match import Adviser, Needs, Policy, PolicyPlayer, check_policy
from kitgen.machine.own_players import OwnPlayer
from kitgen.machine.paper_machine import OwnOpponent, Player, SplitMix
from kitgen.model import Game
from kitgen.rl.on_table import ILLEGAL_REWARD, OnTable
from kitgen.theory.oracle import Oracle

Cells = NDArray[np.int16]


@with_explained_calls
class OpponentEnvironment(OnTable, Env[Cells, np.int64]):
    """One side of a game against an opponent; a win is worth 1, a loss -1, a draw 0.

    An observation is the content of each cell; the legal actions are in the info, as
    ``action_mask``.
    """

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012 - as Gymnasium asks for it

    def __init__(
        self,
        game: Game,
        side: int,
        opponent: Policy | OwnOpponent,
        oracle: Oracle,
        *,
        render_mode: str | None = None,
    ) -> None:
        """Number the actions of a game, of which the learner plays a side: 0 begins, 1 follows."""
        super().__init__(game, render_mode)
        if isinstance(opponent, Policy):
            check_policy(opponent, game)
            if opponent.needs & Needs.BEADS:
                raise UsageError(
                    f"opponent {quoted(opponent.text)} needs to know beads, which your "
                    "learner has not"
                )
        self.side = side
        self.opponent = opponent
        self.observation_space = self.cells_space()
        self.action_space = Discrete(len(self.numbered.moves))
        self._adviser = Adviser(oracle)
        self._player: Player | None = None
        self._luck = SplitMix(0)

    @check_arguments
    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Cells, dict[str, Any]]:
        """Begin a game; with a seed the opponent's luck begins anew. The opponent moves first if
        it begins.
        """
        if seed is not None and seed < 0:
            raise UsageError(f"reset: seed is {quoted(seed)}; it must be 0 or more")
        super().reset(seed=seed, options=options)
        if seed is not None or self._player is None:
            self._luck = SplitMix(int(self.np_random.integers(2**62)))
            self._player = self._seated()
        if self.begin().position.to_move != self.side:
            self._answer()
        return self._seen()

    def _seated(self) -> Player:
        if isinstance(self.opponent, Policy):
            return PolicyPlayer(self.opponent, self._adviser)
        return OwnPlayer(self.opponent)

    def step(self, action: np.int64 | int) -> tuple[Cells, float, bool, bool, dict[str, Any]]:
        """Make the move of an action, and let the opponent answer; an illegal action loses the
        game.
        """
        table = self.table
        if table.ended() is not None:
            raise UsageError("the game is over; call reset() to begin another")
        move = self.move_of(action)
        if move is None:
            cells, info = self._seen()
            return cells, ILLEGAL_REWARD, True, False, info
        table.play(move)
        while table.ended() is None and table.position.to_move != self.side:
            self._answer()
        outcome = table.ended()
        cells, info = self._seen()
        reward = 0.0
        if outcome is not None:
            reward = float(outcome if self.side == 0 else -outcome)
        return cells, reward, outcome is not None, False, info

    def _answer(self) -> None:
        assert self._player is not None  # noqa: S101 - reset seats it; this tells the type checker
        move = self._player.move(self.table, self._luck)
        assert move is not None  # noqa: S101 - a player without boxes never resigns
        self.table.play(move)

    def _seen(self) -> tuple[Cells, dict[str, Any]]:
        seen = self.numbered.of(self.table.position)
        mask = seen.mask.copy()
        if self.table.ended() is not None:
            mask[:] = 0
        return seen.cells.copy(), {"action_mask": mask}
