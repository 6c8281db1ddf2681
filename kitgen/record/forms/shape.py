"""How the bubbles of one row lie: side by side, in as many lines as they need. Lengths in mm."""

from collections.abc import Sequence
from dataclasses import dataclass

from kitgen.record.forms.asked import Block, Group
from kitgen.record.forms.form import Field

#: From one bubble to the next in a group, at least and at most; between groups, and between turns.
PITCH, WIDEST, GAP, APART = 5.0, 6.0, 1.2, 2.2
#: The least height of a line of bubbles, and what parts rows of several lines; the room for the letter of a turn.
LINE, BETWEEN, LETTER = 6.8, 1.6, 3.3


@dataclass(frozen=True, slots=True)
class RowBubble:
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
class RowShape:
    """How a row is laid out.

    Attributes:
        bubbles: of the row.
        groups: where groups of bubbles begin, their width, and their line.
        lines: how many lines it has.
        pitch: from one bubble to the next.
    """

    bubbles: tuple[RowBubble, ...]
    groups: tuple[tuple[Group, float, float, int], ...]
    lines: int
    pitch: float

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


def lay_row(
    first: Block, turns: Sequence[Block], last: Block, room: float, *, lettered: bool = False, widest: float = WIDEST
) -> RowShape:
    """Return a row: its turns from left to right, in as many lines as they need; what ends it at the right.

    Args:
        first: what is asked first; perhaps nothing.
        turns: what is asked then, and broken into lines.
        last: what is asked last.
        room: for all bubbles of a line.
        lettered: whether each turn has room for its letter also where there is only one line.
        widest: from one bubble to the next at most.

    >>> from kitgen.record.forms.asked import Group
    >>> void, bead = (Group("void", 0, ("",)),), (Group("bead", 1, ("red", "blue")),)
    >>> lay_row((), [bead] * 3, void, 60).lines, lay_row((), [bead] * 3, void, 40).lines
    (1, 2)
    """
    blocks = [block for block in (first, *turns) if block]
    letter, apart, lines = LETTER if lettered else 0.0, GAP if lettered else APART, [[*blocks, last]]
    if _pitch(lines, room, letter, apart) < PITCH:
        letter, lines = LETTER, _broken(blocks, room, apart)
        ends = [number for number, line in enumerate(lines) if _pitch([[*line, last]], room, letter, apart) >= PITCH]
        if ends:
            lines[ends[-1]].append(last)
        else:
            lines.append([last])
    pitch = min(widest, _pitch(lines, room, letter, apart))
    placed: list[RowBubble] = []
    groups: list[tuple[Group, float, float, int]] = []
    for number, line in enumerate(lines):
        x = 0.0
        for block in line:
            x = room - block_width(last, pitch) if block is last else x + _letter(block, letter)
            for index, group in enumerate(block):
                x += GAP if index else 0.0
                groups.append((group, round(x, 4), len(group.values) * pitch, number))
                for value in group.values:
                    placed.append(RowBubble(group.field, group.turn, value, round(x + pitch / 2, 4), number))
                    x += pitch
            x += apart
    return RowShape(tuple(placed), tuple(groups), len(lines), pitch)


def _letter(block: Block, letter: float) -> float:
    """Return the room for the letter of a block: of a turn, and of no other."""
    return letter if block[0].turn else 0.0


def _pitch(lines: Sequence[Sequence[Block]], room: float, letter: float, apart: float) -> float:
    """Return how far bubbles may stand from each other, so that all lines have room for theirs."""
    found = []
    for line in lines:
        fixed = sum(block_width(block, 0, _letter(block, letter)) for block in line) + (len(line) - 1) * apart
        found.append((room - fixed) / sum(len(group.values) for block in line for group in block))
    return min(found)


def _broken(blocks: Sequence[Block], room: float, apart: float) -> list[list[Block]]:
    """Return blocks in lines, as many in each as it has room for."""
    lines: list[list[Block]] = [[]]
    for block in blocks:
        if lines[-1] and _pitch([[*lines[-1], block]], room, LETTER, apart) < PITCH:
            lines.append([])
        lines[-1].append(block)
    return lines
