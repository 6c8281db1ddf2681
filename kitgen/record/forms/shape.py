"""How the bubbles of one row lie: side by side, in as many lines as they need. Lengths in mm."""

from collections.abc import Sequence
from dataclasses import dataclass

from kitgen.record.forms.asked import Block, Group
from kitgen.record.forms.form import Field

#: From one bubble to the next in a group, at least and at most; between groups, and between turns.
PITCH, WIDEST, GAP, APART = 5.0, 6.0, 1.2, 2.2
#: The least height of a line of bubbles, and what parts rows of several lines; the room for the letter of a turn.
LINE, BETWEEN, LETTER = 6.8, 1.6, 3.6


@dataclass(frozen=True, slots=True)
class Placed:
    """A bubble in its row.

    Attributes:
        field, turn, value: as in ``Bubble``.
        x: its middle, from where the bubbles of the row begin.
        line: the line that it stands in, from 0.
    """

    field: Field
    turn: int
    value: str
    x: float
    line: int


@dataclass(frozen=True, slots=True)
class Shape:
    """How a row is laid out.

    Attributes:
        bubbles: of the row.
        groups: where groups of bubbles begin, their width, and their line.
        lines: how many lines it has.
    """

    bubbles: tuple[Placed, ...]
    groups: tuple[tuple[Group, float, float, int], ...]
    lines: int

    @property
    def least(self) -> float:
        """The least height of the row."""
        return self.lines * LINE + self.between

    @property
    def between(self) -> float:
        """How much of that parts it from its neighbours."""
        return BETWEEN if self.lines > 1 else 0.0


def block_width(block: Block, pitch: float = PITCH, letter: float = 0.0) -> float:
    """Return how wide the groups of a block are together."""
    return letter + sum(len(group.values) for group in block) * pitch + (len(block) - 1) * GAP


def lay_row(first: Block, turns: Sequence[Block], last: Block, room: float) -> Shape:
    """Return a row: its turns from left to right, in as many lines as they need; what ends it at the right.

    >>> from kitgen.record.forms.asked import Group
    >>> void, bead = (Group("void", 0, ("",)),), (Group("bead", 1, ("red", "blue")),)
    >>> lay_row((), [bead] * 3, void, 60).lines, lay_row((), [bead] * 3, void, 40).lines
    (1, 2)
    """
    blocks = [block for block in (first, *turns, last) if block]
    bubbles = sum(len(group.values) for block in blocks for group in block)
    gaps = (len(blocks) - 1) * APART + sum(len(block) - 1 for block in blocks) * GAP
    pitch, letter, tail = min(WIDEST, (room - gaps) / bubbles), 0.0, 0
    lines = [blocks[:-1]]
    if pitch < PITCH:
        pitch, letter = PITCH, LETTER
        lines = _broken(blocks[:-1], room)
        tail = _line_with_room(lines, last, room)
        lines += [[]] * (tail == len(lines))
    placed: list[Placed] = []
    groups: list[tuple[Group, float, float, int]] = []
    for number, line in enumerate(lines):
        x = 0.0
        for block in [*line, *([last] if number == tail else [])]:
            if block is last:
                x = room - block_width(last, pitch)
            elif block[0].turn:
                x += letter
            for index, group in enumerate(block):
                x += GAP if index else 0.0
                groups.append((group, x, len(group.values) * pitch, number))
                middles = [round(x + pitch * (at + 0.5), 4) for at in range(len(group.values))]
                placed += [
                    Placed(group.field, group.turn, value, at, number)
                    for value, at in zip(group.values, middles, strict=True)
                ]
                x += len(group.values) * pitch
            x += APART
    return Shape(tuple(placed), tuple(groups), len(lines))


def _broken(blocks: Sequence[Block], room: float) -> list[list[Block]]:
    """Return blocks in lines, as many in each as it has room for."""
    lines: list[list[Block]] = [[]]
    x = 0.0
    for block in blocks:
        width = block_width(block, PITCH, LETTER)
        if lines[-1] and x + width > room:
            lines.append([])
            x = 0.0
        lines[-1].append(block)
        x += width + APART
    return lines


def _line_with_room(lines: Sequence[Sequence[Block]], last: Block, room: float) -> int:
    """Return the last line that has room for what ends a row; or one more."""
    for number in reversed(range(len(lines))):
        used = sum(block_width(block, PITCH, LETTER) + APART for block in lines[number])
        if used + block_width(last) <= room:
            return number
    return len(lines)
