"""The figures of a machine that are always in sight, and its curve."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from kitgen.play.atlas import Atlas
from kitgen.play.learners.kinds import Learner
from kitgen.play.learners.position_machine import PositionMachine
from kitgen.record.passages import Passages
from kitgen.session.beads import RunningBeads

#: Signs of a curve from low to high, and the same in ASCII.
BLOCKS, PLAIN = "▁▂▃▄▅▆▇█", "_.-=*#%@"
#: The most changes of its beads that are looked at, back from the last, to find out since when a machine is perfect.
LOOKED_AT = 2000


@dataclass(frozen=True, slots=True)
class Figures:
    """How a machine stands.

    Attributes:
        level: as HexapawnRL counts it; None for a machine without beads.
        won, drawn, lost: games that it has learned from.
        perfect: True when it can never lose again, as its beads are; None where that is not known.
        perfect_since: the number of the game after which that was so for good; 0 when it is not, or nobody knows.
        positions: how many it has met; None for a machine with beads.
    """

    level: int | None
    won: int
    drawn: int
    lost: int
    perfect: bool | None
    perfect_since: int
    positions: int | None = None

    @property
    def games(self) -> int:
        """How many games it has learned from."""
        return self.won + self.drawn + self.lost

    @property
    def rate(self) -> str:
        """The share of games that it has won; all and none are said only of all and none. Empty before the first.

        >>> [Figures(1, won, 0, lost, None, 0).rate for won, lost in ((2, 1), (2588, 13), (1, 999), (0, 9), (9, 0))]
        ['67%', '99%', '1%', '0%', '100%']
        """
        if not self.games:
            return ""
        share = round(100 * self.won / self.games)
        if 0 < self.won < self.games:
            share = min(max(share, 1), 99)
        return f"{share}%"


class Watch:
    """Keeps the figures of one machine up to date; what takes time is asked only when beads have changed.

    Attributes:
        machine: the machine.
        atlas: its games.
    """

    def __init__(self, machine: Learner) -> None:
        self.machine = machine
        self.atlas = Atlas(machine.kit, machine.side)
        self._games = -1
        self._perfect: bool | None = None
        self._since = 0

    def figures(self) -> Figures:
        """Return the figures as they are now."""
        results = self.machine.results
        if self._games != len(results):
            more = len(results) - self._games
            perfect = self._is_perfect_now()
            if not perfect:
                self._since = 0
            elif more != 1:
                self._since = self._found_out()
            elif not self._perfect:
                self._since = len(results)
            self._games, self._perfect = len(results), perfect
        level, positions = None, None
        if isinstance(self.machine, PositionMachine):
            positions = len(self.machine.met)
        else:
            level = self.machine.level
        return Figures(
            level, results.count(1), results.count(0), results.count(-1), self._perfect, self._since, positions
        )

    def _is_perfect_now(self) -> bool | None:
        if not isinstance(self.machine, PositionMachine):
            return self._is_perfect(self.machine.beads)
        can_lose = self.machine.can_lose()
        return None if can_lose is None else not can_lose

    def _is_perfect(self, beads: Sequence[Sequence[int]]) -> bool | None:
        can_lose = self.atlas.can_lose(beads)
        return None if can_lose is None else not can_lose

    def _found_out(self) -> int:
        """Return since which game of its journal the machine is perfect; 0 without one, or where too much has changed.

        Between two changes of its beads nothing needs to be asked, and a machine that cannot lose seldom changes.
        """
        rows = () if self.machine.journal is None else self.machine.journal.games()
        if not rows:
            return 0
        beads = RunningBeads(Passages(self.machine.kit))
        changes = deque([(1, beads.all())], maxlen=LOOKED_AT)
        for number, row in enumerate(rows, 1):
            before = list(beads.counts)
            beads.learn(row)
            if before != beads.counts:
                changes.append((number, beads.all()))
        since = 0
        for number, counts in reversed(changes):
            if not self._is_perfect(counts):
                return since
            since = number
        return since if changes[0][0] == 1 else 0


def curve(results: Sequence[int], width: int, height: int = 1, *, plain: bool = False) -> list[str]:
    """Return the share of won games, from the first to the last, as lines of signs.

    Args:
        results: how each game ended: 1 won, 0 drawn, -1 lost.
        width: the most columns; each stands for as many games as are needed, and of many games for five at least.
        height: how many lines.
        plain: True for signs of ASCII alone.

    >>> curve([-1, -1, 1, 1], 4, plain=True)
    ['__@@']
    """
    if not results:
        return [""] * height
    signs = PLAIN if plain else BLOCKS
    each = max(-(-len(results) // width), min(5, len(results) // 5), 1)
    parts = [results[start : start + each] for start in range(0, len(results), each)]
    shares = [part.count(1) / len(part) for part in parts]
    lines = []
    for line in range(height, 0, -1):
        steps = (round((share * height - line + 1) * (len(signs) - 1)) for share in shares)
        lines.append(
            "".join(" " if step < 0 or (step <= 0 and line > 1) else signs[min(step, len(signs) - 1)] for step in steps)
        )
    return lines
