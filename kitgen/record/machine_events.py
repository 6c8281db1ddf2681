"""What happened to a real machine beside its games: a reset, a refilled box, games of others, a
trusted count.
"""

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

import msgspec

from kitgen.kit.file_table import FileTable
from kitgen.reading.schema import MAX_GAME_NUMBER
from kitgen.record.rows import GameRow

#: What can happen: the whole machine was filled again as at the start; a box was; others played
#: with it, and nobody noted their games; beads were counted, and are right as they are.
What = Literal["reset", "refilled", "others", "counted"]


class EventBead(FileTable, frozen=True):
    """How many beads were counted in a slot."""

    box: str
    bead: str
    beads: Annotated[int, msgspec.Meta(ge=0)]


class MachineEvent(FileTable, frozen=True):
    """One thing that happened to a machine beside its games.

    Attributes:
        after: the number of the last game before it; 0 before the first game.
        box: the box that was refilled.
        games: how many games others have played; 0 if nobody knows.
        beads: the beads that were counted.
    """

    what: What
    after: Annotated[int, msgspec.Meta(ge=0, le=MAX_GAME_NUMBER)]
    box: str = ""
    games: Annotated[int, msgspec.Meta(ge=0, le=MAX_GAME_NUMBER)] = 0
    beads: tuple[EventBead, ...] = ()

    @property
    def begins_anew(self) -> bool:
        """Whether nothing before it can be found out from the beads that are counted later."""
        return self.what in ("reset", "counted")


def games_and_events(
    rows: Sequence[GameRow], events: Sequence[MachineEvent]
) -> Iterator[GameRow | MachineEvent]:
    """Yield games and events in the order in which they happened; events of one moment as they were
    noted.

    >>> games = [GameRow(1, (), 1), GameRow(2, (), 1)]
    >>> [
    ...     getattr(step, "what", "game")
    ...     for step in games_and_events(games, [MachineEvent("reset", 1)])
    ... ]
    ['game', 'reset', 'game']
    """
    waiting = sorted(events, key=lambda event: event.after)
    for row in rows:
        while waiting and waiting[0].after < row.game:
            yield waiting.pop(0)
        yield row
    yield from waiting
