"""A game for two learners: an environment of PettingZoo, in which agents take turns (its AEC
interface).

J. K. Terry and others, PettingZoo: Gym for Multi-Agent Reinforcement Learning, NeurIPS 2021.
"""

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv

from kitgen.errors import UsageError
from kitgen.front_door import check_arguments, shown_value, with_explained_calls
from kitgen.model import Game
from kitgen.rl.on_table import ILLEGAL_REWARD, OnTable


@with_explained_calls
class TurnEnvironment(OnTable, AECEnv):  # type: ignore[misc] # PettingZoo says nothing of its types
    """Both sides of a game as agents, by the names of the sides; a win is worth 1, a loss -1, a
    draw 0.

    An observation has the content of each cell (``observation``) and the legal actions
    (``action_mask``).
    """

    def __init__(self, game: Game, *, render_mode: str | None = None) -> None:
        """Number the actions of a game; ``render_mode`` is ``ansi`` for positions as text, or
        None.
        """
        super().__init__(game, render_mode)
        self.metadata = {"name": game.spec, "render_modes": ["ansi"], "is_parallelizable": False}
        self.possible_agents = [side.name for side in game.sides]
        mask = Box(0, 1, (len(self.numbered.moves),), np.int8)
        seen = Dict({"observation": self.cells_space(), "action_mask": mask})
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {}
        for agent in self.possible_agents:
            self.action_spaces[agent] = Discrete(len(self.numbered.moves))

    def observation_space(self, agent: str) -> Dict:
        """Return the space of an agent's observations; always the same object."""
        return self.observation_spaces[self._known(agent)]

    def action_space(self, agent: str) -> Discrete:
        """Return the space of an agent's actions; always the same object."""
        return self.action_spaces[self._known(agent)]

    def _known(self, agent: str) -> str:
        if agent not in self.possible_agents:
            known = ", ".join(self.possible_agents)
            raise UsageError(f"agent {shown_value(agent)} is unknown; there are {known}")
        return agent

    @check_arguments
    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; there is no chance in it, so a seed changes nothing."""
        del seed, options
        table = self.begin()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[table.position.to_move]

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent sees; only the agent whose turn it is has legal actions."""
        seen = self.numbered.of(self.table.position)
        mask = seen.mask.copy()
        if self._known(agent) != self.agent_selection:
            mask[:] = 0
        return {"observation": seen.cells.copy(), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Make the move of an action for the agent whose turn it is; an illegal one loses the
        game.
        """
        table = self.table
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            if action is not None:
                raise UsageError(
                    f"step: the game is over for {agent}; its only action is None, or call reset()"
                )
            self._was_dead_step(action)
            return
        move = None if action is None else self.move_of(action)
        side = table.position.to_move
        other = self.possible_agents[1 - side]
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.agent_selection = other
        if move is None:
            self.rewards[agent] = ILLEGAL_REWARD
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            table.play(move)
            outcome = table.ended()
            if outcome is None:
                self.agent_selection = self.possible_agents[table.position.to_move]
            else:
                first, second = self.possible_agents
                self.rewards = {first: float(outcome), second: float(-outcome)}
                self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()

    def close(self) -> None:
        """Do nothing: no window was opened."""
