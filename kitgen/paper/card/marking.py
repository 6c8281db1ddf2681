"""How moves are marked on a board: by arrows between cells, by badges in cells, by arrows out of pits.

A way of marking is a class after ``Marking`` and an entry in ``MARKINGS``; which one a game has, its diagram says.
"""

import math
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Iterator, Sequence

from kitgen.kit.kit import Slot
from kitgen.model import Diagram, Move
from kitgen.paper.card.arrows import TWIN_FILL, TWIN_LINE, Arrow, Drawn, draw_arrows, tips_apart
from kitgen.paper.card.badge import badge_hull
from kitgen.paper.card.grid import Grid
from kitgen.paper.card.placing import GAP, CrowdedError, place_badges
from kitgen.paper.card.setting import Setting
from kitgen.paper.card.styles.style import CAPITAL, LEAST_LETTERS
from kitgen.paper.marks.fonts import text_width
from kitgen.paper.marks.geometry import clear
from kitgen.paper.marks.scene import DARK, POINT, WHITE, Disc, Mark, Point, Stroke, Text, rectangle


class Marking(ABC):
    """A way of marking moves.

    Attributes:
        share: the size of a badge's letters as a share of a cell.
        facing: True when the sides move towards each other, so that badges want room below the machine's pieces.
        arrows: True when a move is drawn as an arrow, False when it is a badge alone.
        sign: what the operator's texts call the mark: ``arrow`` or ``mark``.
    """

    share: float
    facing = False
    arrows = True
    sign = "mark"

    def letters(self, grid: Grid) -> tuple[float, ...]:
        """Return sizes of the badges' letters in points: the usual one; smaller, still legible ones if crowded."""
        usual = max(LEAST_LETTERS, min(14.0, self.share * grid.unit / POINT))
        return tuple(dict.fromkeys((usual, max(LEAST_LETTERS, 0.85 * usual), max(LEAST_LETTERS, 0.72 * usual))))

    def cells(self, move: Move) -> tuple[int, ...]:
        """Return the cells that tell a move to a reader: where it starts and ends, or the one that says all."""
        return (move.target,)

    def amount(self, move: Move) -> int | None:
        """Return how many pieces a move takes away, where that is what it does, or None."""
        del move
        return None

    def drawn(self, setting: Setting, slots: Sequence[Slot]) -> list[Drawn]:
        """Return the arrows of moves: all twins first, then one for each slot in order; none where there are none."""
        del setting, slots
        return []

    @abstractmethod
    def mark(self, setting: Setting, slots: Sequence[Slot], letters: float) -> tuple[list[Mark], list[Point]]:
        """Return the marks of moves, but for the badges, and where each slot's badge goes.

        Args:
            setting: the position.
            slots: the moves.
            letters: size of the badges' letters, in points.

        Raises:
            CrowdedError: there is no room for all badges.
        """


class Arrows(Marking):
    """Arrows from cell to cell."""

    share = 0.25
    facing = True
    sign = "arrow"

    def cells(self, move: Move) -> tuple[int, ...]:
        """Return the cell that a piece leaves, and the one that it comes to."""
        return super().cells(move) if move.source is None else (move.source, move.target)

    def source(self, move: Move) -> int:
        """Return the cell that a move's arrow leaves."""
        return move.target if move.source is None else move.source

    def end(self, diagram: Diagram, move: Move) -> int:
        """Return the cell that a move's arrow points to."""
        del diagram
        return move.target

    def mark(self, setting: Setting, slots: Sequence[Slot], letters: float) -> tuple[list[Mark], list[Point]]:
        """Return the arrows and where the badges go, near their tails."""
        drawn = self.drawn(setting, slots)
        obstacles = [*setting.hulls.values(), *setting.style.kept_free(setting.grid)]
        middles = place_badges(drawn, obstacles, letters, (0.0, 0.0, *setting.grid.size))
        return draw_arrows(drawn), middles

    def drawn(self, setting: Setting, slots: Sequence[Slot]) -> list[Drawn]:
        """Return the arrows: all twins first, then one for each slot in order."""
        moves = [(m, None if number else s.colour) for s in slots for number, m in enumerate(s.moves)]
        moves.sort(key=lambda move: move[1] is not None)
        ways: defaultdict[int, list[Point]] = defaultdict(list)
        for move, _ in moves:
            ways[self.end(setting.diagram, move)].append(self._way(setting, move))
        return [
            Drawn(self._arrow(setting, move, ways[self.end(setting.diagram, move)]), colour) for move, colour in moves
        ]

    def _way(self, setting: Setting, move: Move) -> Point:
        """Return a move's direction on paper, of length 1."""
        (x, y), (x2, y2) = setting.piece_at(self.source(move)), setting.piece_at(self.end(setting.diagram, move))
        length = math.hypot(x2 - x, y2 - y)
        return (x2 - x) / length, (y2 - y) / length

    def _arrow(self, setting: Setting, move: Move, ways: Sequence[Point]) -> Arrow:
        """Return the arrow of a move, from the edge of its piece to short of its target's middle.

        Raises:
            CrowdedError: it would be too short to be seen.
        """
        unit, way = setting.grid.unit, self._way(setting, move)
        source, end = self.source(move), self.end(setting.diagram, move)
        start, goal = setting.piece_at(source), setting.piece_at(end)
        half, barb = max(0.2, 0.05 * unit), max(0.42, 0.115 * unit)
        line = max(0.1, min(0.25, 0.018 * unit))
        leave = setting.edge(source, start, way) + 0.02 * unit
        stop = max(0.15, 0.06 * unit - 0.1) - setting.raised * way[1]
        if setting.edge(end, goal, way):
            stop = setting.edge(end, goal, (-way[0], -way[1])) + 0.04 * unit
        stop = max(stop, tips_apart(ways, barb))
        length = math.hypot(goal[0] - start[0], goal[1] - start[1]) - leave - stop
        head = min(max(0.5, min(0.21 * unit, 0.34 * unit - 0.9)), 0.42 * length)
        if length < 1.2:
            raise CrowdedError
        tail = (start[0] + leave * way[0], start[1] + leave * way[1])
        return Arrow(tail, way, length, half, head, barb, line)


class Sowing(Arrows):
    """An arrow out of a pit to the next one, where sowing begins. Between pits there is least room."""

    share = 0.2
    facing = False
    sign = "mark"

    def cells(self, move: Move) -> tuple[int, ...]:
        """Return the pit that is sown from."""
        return (self.source(move),)

    def end(self, diagram: Diagram, move: Move) -> int:
        """Return the next pit."""
        return (self.source(move) + 1) % len(diagram.centres)


class Placing(Marking):
    """A badge in the cell that is filled; grey discs for its twins. In an empty cell there is most room.

    Where pieces are taken away instead, the badge is at the last of them, and above it stands how many they are.
    """

    share = 0.36
    arrows = False

    def amount(self, move: Move) -> int | None:
        """Return how many pieces lie from the first that is taken to the last; None for a piece that is placed."""
        return None if move.source is None else abs(move.target - move.source) + 1

    def mark(self, setting: Setting, slots: Sequence[Slot], letters: float) -> tuple[list[Mark], list[Point]]:
        """Return the discs of the twins, and the middles of the cells for the badges."""
        middles, twins = [], []
        amounts: list[Mark] = []
        bodies = list(setting.hulls.values())
        for slot in slots:
            # On a ladder counters and badges share a cell, one above the other.
            centres = [setting.grid.centre(move.target) for move in slot.moves]
            (x, y), *others = [(x, y + setting.raised) for x, y in centres]
            hull = tuple((x + dx, y + dy) for dx, dy in badge_hull(slot.colour.symbol, letters))
            if not all(clear(hull, other, GAP) for other in bodies):
                raise CrowdedError
            middles.append((x, y))
            bodies.append(hull)
            twins += others
            amounts += self._amount(setting, slot.moves[0], min(dy for _, dy in hull), letters)
        radius, line = 0.5 * letters * POINT, Stroke(TWIN_LINE, setting.grid.thin)
        return [*amounts, *(Disc(twin, radius, TWIN_FILL, line) for twin in twins)], middles

    def _amount(self, setting: Setting, move: Move, above: float, letters: float) -> Iterator[Mark]:
        """Yield how many pieces a move takes, between the last of them and the badge, where there is room for it."""
        amount, (x, y) = self.amount(move), setting.grid.centre(move.target)
        high = CAPITAL * letters * POINT
        low = max(dy for _, dy in setting.hulls[move.target]) if move.target in setting.hulls else y
        if amount is not None and above - low > high + GAP:
            foot = (low + above + high) / 2
            wide = text_width(str(amount), letters)
            yield rectangle(x - wide / 2, foot - high - GAP / 2, wide, high + GAP, WHITE)
            yield Text((x, foot), str(amount), letters, "middle", fill=DARK)


#: The ways of marking by the words that stand in ``Diagram.moves``.
MARKINGS: dict[str, Marking] = {"arrow": Arrows(), "place": Placing(), "sow": Sowing()}


def marking_of(diagram: Diagram) -> Marking:
    """Return how moves are marked on boards of a diagram."""
    return MARKINGS[diagram.moves]
