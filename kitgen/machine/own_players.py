"""Players of somebody's own: an opponent as a function, and a learning rule as a function."""

import random
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from kitgen.errors import NotationError, UsageError, quoted
from kitgen.machine.learning import Update
from kitgen.machine.paper_machine import (
    OwnOpponent,
    OwnRule,
    PaperMachine,
    PickedMove,
    Player,
    Shelf,
    Table,
)
from kitgen.model import Game, Move, Position, Rng


class Luck(random.Random):
    """Python's own source of luck, which takes its numbers from that of a machine: games repeat by
    their seed.

    >>> from kitgen.machine.paper_machine import SplitMix
    >>> Luck(SplitMix(1)).choice("abc"), Luck(SplitMix(1)).choice("abc")
    ('b', 'b')
    """

    def __init__(self, rng: Rng) -> None:
        super().__init__(0)
        self._rng = rng

    def random(self) -> float:
        """Return a number from 0 up to, not including, 1."""
        return self._rng.below(1 << 53) / (1 << 53)

    def getrandbits(self, count: int, /) -> int:
        """Return a whole number of so many bits."""
        bits = 0
        for start in range(0, count, 32):
            wanted = min(32, count - start)
            bits |= self._rng.below(1 << wanted) << start
        return bits

    def seed(self, *_args: Any, **_kwargs: Any) -> None:
        """Do nothing: the seed is that of the machine."""


class OwnPlayer(Player):
    """Sits at the table for a function."""

    def __init__(self, opponent: OwnOpponent) -> None:
        self.opponent = opponent
        self._luck: Luck | None = None
        self._rng: Rng | None = None

    def move(self, table: Table, rng: Rng) -> Move:
        """Return the move that the function chooses; UsageError if there is no such move."""
        if self._luck is None or rng is not self._rng:
            self._rng = rng
            self._luck = Luck(rng)
        position = table.position
        legal = table.game.legal_moves(position)
        chosen = self.opponent.choose(position, legal, self._luck)
        if isinstance(chosen, Move) and chosen in legal:
            return chosen
        return self._meant(table.game, position, legal, chosen)

    def _meant(self, game: Game, position: Position, legal: Sequence[Move], chosen: object) -> Move:
        """Return the move that a text says."""
        if isinstance(chosen, str):
            with suppress(NotationError):
                move = game.parse_move(position, chosen)
                if move in legal:
                    return move
        moves = ", ".join(map(game.move_text, legal))
        raise UsageError(
            f"opponent {quoted(self.opponent.text)} chose {quoted(chosen)} in position "
            f"{quoted(game.text(position))}; "
            f"the legal moves are {moves}"
        )


class OwnLearner(PaperMachine):
    """A paper machine whose beads a function changes; at an empty box it does as its kit's rule
    says.
    """

    def __init__(self, shelf: Shelf, rule: OwnRule) -> None:
        super().__init__(shelf)
        self.own_rule = rule

    def changes(self, outcome: int) -> list[Update]:
        """Return the changes that the function makes."""
        return own_changes(self, self.own_rule, outcome)


def own_changes(machine: PaperMachine, rule: OwnRule, outcome: int) -> list[Update]:
    """Return the changes that a function makes after a machine's game; a slot never has fewer
    beads than none.
    """
    picks = tuple(machine.picked)
    returned = rule.teach(tuple(_shown(machine, box, slot) for box, slot in picks), outcome)
    is_list = hasattr(returned, "__len__") and not isinstance(returned, str | Mapping)
    if not is_list or len(returned) != len(picks):
        raise UsageError(
            f"rule {quoted(rule.text)} returned {quoted(returned)}; it must return "
            f"a list of {len(picks)} whole numbers, one for each bead that was picked"
        )
    now: dict[tuple[int, int], int] = {}
    for (box, slot), change in zip(picks, returned, strict=True):
        before = now.get((box, slot), machine.beads[box][slot])
        now[box, slot] = max(0, before + _whole(rule, change))
    return [
        Update(box, slot, machine.beads[box][slot], after)
        for (box, slot), after in now.items()
        if after != machine.beads[box][slot]
    ]


def _whole(rule: OwnRule, change: Any) -> int:
    if isinstance(change, bool) or not hasattr(change, "__index__"):
        raise UsageError(
            f"rule {quoted(rule.text)} returned {quoted(change)} for a bead; it must be "
            "a whole number"
        )
    return int(change)


def _shown(machine: PaperMachine, box: int, slot: int) -> PickedMove:
    shown = machine.shelf.kit.boxes[box]
    return PickedMove(shown, shown.slots[slot], machine.beads[box][slot])
