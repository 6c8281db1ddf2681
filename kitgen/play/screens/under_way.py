"""A move on its way over the board: what a hand does, one thing after the other."""

from collections.abc import Iterable

from kitgen.model import Position, Stage
from kitgen.play.sitting import Ply, Sitting

#: So many small things are done in the time of a step.
A_STEP = 3


class UnderWay:
    """The last move of a sitting, while it is being carried out on the screen.

    Attributes:
        hand: how many pieces are in the hand.
    """

    def __init__(self, sitting: Sitting) -> None:
        self._sitting = sitting
        self._rest: list[Stage] = []
        self._seen: tuple[int, Ply | None] = self._now()
        self.hand = 0

    @property
    def stage(self) -> Stage | None:
        """What the hand does now; None while nothing is under way."""
        return self._rest[0] if self._rest else None

    @property
    def position(self) -> Position:
        """What lies on the board now."""
        stage = self.stage
        return self._sitting.position if stage is None else Position(stage.cells, 1 - self._sitting.position.to_move)

    def notice(self, *, at_once: bool) -> bool:
        """Look whether a move has been made, one more than was seen last, and begin to carry it out.

        Args:
            at_once: True to show only what it has led to.

        Returns:
            Whether there is something to be carried out.
        """
        (before, _), (shown, ply) = self._seen, self._now()
        made = (shown, ply) != self._seen and shown == before + 1
        self._seen = shown, ply
        if made and ply is not None and not at_once:
            self._begin(self._sitting.game.stages(ply.position, ply.move))
        elif (shown, ply) != (before, ply):
            self.finish()
        return bool(self._rest)

    def go_on(self) -> bool:
        """Go on by one small thing, and return whether there are more."""
        self._rest = self._rest[1:]
        self._count()
        return bool(self._rest)

    def finish(self) -> None:
        """Leave out what is left."""
        self._rest = []

    def _begin(self, stages: Iterable[Stage]) -> None:
        self._rest, self.hand = list(stages), 0
        self._count()

    def _count(self) -> None:
        stage = self.stage
        if stage is not None:
            self.hand += {"lift": stage.count, "put": -stage.count, "take": 0}[stage.act]

    def _now(self) -> tuple[int, Ply | None]:
        shown = self._sitting.shown
        return shown, self._sitting.plies[shown - 1] if shown else None
