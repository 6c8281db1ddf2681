"""The places of everything on a sheet to be marked, for drawing and for reading. Lengths in mm."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kitgen.errors import RecordError
from kitgen.forms.code import LOG, FormCode, form_code
from kitgen.forms.form import INSET, RIGHT, SQUARE, STRIP, Area, Bubble, BubbleField, Form, FormRow, Label
from kitgen.forms.questions import (
    Block,
    Group,
    after_turns,
    before_turns,
    box_turns,
    count_numbers,
    counts,
    reply_turns,
)
from kitgen.kit.kit import Kit
from kitgen.model import Position
from kitgen.record.rows import sample_games

#: The least and the greatest pitch of bubbles in a group; the gap between groups, and between turns.
PITCH, WIDEST, GAP, APART = 5.0, 6.0, 1.2, 2.2
#: The least height of a line of bubbles, and the gap between rows of several lines; the room for the letter of a turn.
LINE, BETWEEN, LETTER = 6.8, 1.6, 3.3


@dataclass(frozen=True, slots=True)
class RowBubble:
    """A bubble in its row: its middle from the start of the row's bubbles, and its line, from 0."""

    field: BubbleField
    turn: int
    value: str
    x: float
    line: int


@dataclass(frozen=True, slots=True)
class RowShape:
    """The layout of a row; groups of bubbles have a start, a width and a line; ``pitch`` is between bubbles."""

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
        """The part of it that separates the row from its neighbours."""
        return BETWEEN if self.lines > 1 else 0.0


def block_width(block: Block, pitch: float = PITCH, letter: float = 0.0) -> float:
    """Return the width of a block's groups."""
    return letter + sum(len(group.values) for group in block) * pitch + (len(block) - 1) * GAP


def lay_row(
    first: Block, turns: Sequence[Block], last: Block, room: float, *, lettered: bool = False, widest: float = WIDEST
) -> RowShape:
    """Return a row: its first block and its turns in as many lines as they need, and its last block at the right.

    ``room`` is for all bubbles of a line, ``widest`` the greatest pitch; ``lettered`` gives each turn room for its
    letter even in a single line.

    >>> from kitgen.forms.questions import Group
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
    """Return the room for the letter of a block: only turns have one."""
    return letter if block[0].turn else 0.0


def _pitch(lines: Sequence[Sequence[Block]], room: float, letter: float, apart: float) -> float:
    """Return the greatest pitch of bubbles at which all lines have room for theirs."""
    pitches = []
    for line in lines:
        fixed = sum(block_width(block, 0, _letter(block, letter)) for block in line) + (len(line) - 1) * apart
        pitches.append((room - fixed) / sum(len(group.values) for block in line for group in block))
    return min(pitches)


def _broken(blocks: Sequence[Block], room: float, apart: float) -> list[list[Block]]:
    """Return blocks in lines, as many in each as fit."""
    lines: list[list[Block]] = [[]]
    for block in blocks:
        if lines[-1] and _pitch([[*lines[-1], block]], room, LETTER, apart) < PITCH:
            lines.append([])
        lines[-1].append(block)
    return lines


#: Games of kits with more boxes are not searched.
MOST_BOXES = 500


def usual_turns(kit: Kit, share: float = 0.8) -> tuple[int, int]:
    """Return the number of the machine's turns in most of its games, and in the longest of many.

    >>> from kitgen.kit.build import build_kit
    >>> usual_turns(build_kit("her"))
    (3, 3)
    """
    longest = max(box.turn for box in kit.boxes)
    if not any(box.later for box in kit.boxes):
        return longest, longest
    opponent = "random" if kit.choices.opponent == "any" else "winning-move"
    lengths = sorted(math.ceil(len(game.moves) / 2) for game in sample_games(kit, 20, 20, opponent))
    return (lengths[math.ceil(share * len(lengths)) - 1], lengths[-1]) if lengths else (longest, longest)


def most_turns(kit: Kit) -> int | None:
    """Return the last turn on which the machine may open a box in any game; None if unknown.

    >>> from kitgen.kit.build import build_kit
    >>> [most_turns(build_kit(name)) for name in ("her", "ladder", "awari-mini")]
    [3, 5, None]
    """
    if not any(box.later for box in kit.boxes):
        return max(box.turn for box in kit.boxes)
    if kit.game.repetition is not None or len(kit.boxes) > MOST_BOXES:
        return None
    known: dict[tuple[Position, int], int] = {}
    start = kit.symmetries.canonical(kit.game.start())
    return max(_turns_left(kit, start, side, known) for side in kit.players)


def _turns_left(kit: Kit, position: Position, side: int, known: dict[tuple[Position, int], int]) -> int:
    """Return how many turns with a box the machine, which plays a side, may still have."""
    most = known.get((position, side))
    if most is None:
        nexts = [kit.game.play(position, move).position for move in kit.game.legal_moves(position)]
        most = max((_turns_left(kit, kit.symmetries.canonical(after), side, known) for after in nexts), default=0)
        if position.to_move == side and (most or kit.locate(position) is not None):
            most += 1
        known[position, side] = most
    return most


#: The diameter of a bubble, and the greatest height of a row of one line.
DIAMETER, HIGHEST = 3.8, 8.75
#: The most games on a sheet; the number of games to print, on at most so many sheets.
GAMES, ALL_GAMES, MOST_SHEETS = 25, 50, 4


def form_codes(kit: Kit, part: str, page: str) -> list[FormCode]:
    """Return the codes of all sheets of a part; none for a kit without boxes.

    ``RecordError`` if not even one game fits on a sheet.

    >>> from kitgen.kit.build import build_kit
    >>> [(code.first, code.last) for code in form_codes(build_kit("her"), "log-marks", "a4")]
    [(1, 25), (26, 50)]
    """
    area = Area.of(page)
    if not kit.boxes:
        return []
    if part == LOG:
        turns, longer = _turns(kit, area)
        fits = min(GAMES, int(area.rows / _log_shape(kit, turns, longer, area).least) - 1)
        if fits < 1:
            raise RecordError(f"a game of kit {kit.name!r} is too long for a sheet to be marked; print the part log")
        ends = [number * fits for number in range(1, 1 + min(MOST_SHEETS, math.ceil(ALL_GAMES / fits)))]
    else:
        counting, turns, longer, ends = _Counting.of(kit, area), 0, False, [0]
        while ends[-1] < len(kit.boxes):
            ends.append(ends[-1] + counting.fitting(ends[-1], area))
        ends = ends[1:]
    firsts = [1, *(end + 1 for end in ends)]
    return [
        form_code(kit, part, page, number, (first, last), turns, longer=longer)
        for number, (first, last) in enumerate(zip(firsts, ends, strict=False), 1)
    ]


def make_form(kit: Kit, code: FormCode) -> Form:
    """Return the sheet with a code; ``RecordError`` if the kit has no such sheet.

    >>> from kitgen.kit.build import build_kit
    >>> kit = build_kit("her")
    >>> form = make_form(kit, form_codes(kit, "log-marks", "a4")[1])
    >>> [row.name for row in form.rows][:2], len(form.bubbles)
    (['26', '27'], 800)
    """
    area = Area.of(code.page)
    cells = _log_cells(kit, code, area) if code.part == LOG else _count_cells(kit, code, area)
    bubbles = [bubble for cell in cells for bubble in cell.bubbles()]
    levels = sorted({bubble.y for bubble in bubbles})
    while levels[-1] + 1.5 * HIGHEST < area.first + area.rows:
        levels.append(levels[-1] + HIGHEST)
    return Form(
        code=code,
        width=area.page[0],
        height=area.page[1],
        corners=area.corners(),
        squares=tuple(area.squares(levels)),
        code_at=area.code_at,
        diameter=DIAMETER,
        empty=tuple(area.references[::2]),
        full=tuple(area.references[1::2]),
        rows=tuple(cell.row for cell in cells if cell.number >= 0),
        bubbles=tuple(bubble for bubble in bubbles if bubble.row >= 0),
        example_row=cells[0].row,
        example=tuple(bubble for bubble in bubbles if bubble.row < 0),
        labels=tuple(label for cell in cells for label in cell.labels()),
    )


@dataclass(frozen=True, slots=True)
class _Cell:
    """A row on its sheet: its number, from 0, -1 for the example; ``start`` is where its bubbles begin."""

    number: int
    row: FormRow
    shape: RowShape
    start: float

    def _level(self, line: int) -> float:
        """Return the height on the sheet of a line of its bubbles."""
        between = self.shape.between * self.row.height / self.shape.least
        height = (self.row.height - between) / self.shape.lines
        return round(self.row.y + between / 2 + height * (line + 0.5), 4)

    def bubbles(self) -> Iterator[Bubble]:
        for bubble in self.shape.bubbles:
            x = round(self.start + bubble.x, 4)
            yield Bubble(self.number, bubble.field, bubble.turn, bubble.value, x, self._level(bubble.line))

    def labels(self) -> Iterator[Label]:
        for group, x, width, line in self.shape.groups:
            yield Label(self.number, group.field, group.turn, self.start + x, self._level(line), width)


def _strips(area: Area, names: Sequence[str], heights: Sequence[float], x: float, width: float) -> list[FormRow]:
    """Return rows one below the other, stretched if there is room."""
    total = sum(heights)
    stretch = min(area.rows / total, HIGHEST / LINE)
    rows, y = [], area.first
    for name, height in zip(names, heights, strict=True):
        rows.append(FormRow(name, x, round(y, 4), width, round(height * stretch, 4)))
        y += height * stretch
    return rows


def _edges(area: Area) -> tuple[float, float]:
    """Return the start and the end of rows: between the timing squares."""
    inset = STRIP + SQUARE / 2 + 0.5
    return area.x + inset, area.x + area.width - inset


def _log_shape(kit: Kit, turns: int, longer: bool, area: Area) -> RowShape:
    """Return the row of a game: by its boxes if these need no more lines, otherwise by the opponent's moves."""
    first, last = before_turns(kit, longer=longer), after_turns(kit)
    by_box = box_turns(kit, turns, longer=longer)
    replies = lay_row(first, reply_turns(kit, turns, longer=longer), last, area.bubbles)
    if by_box is None:
        return replies
    boxes = lay_row(first, by_box, last, area.bubbles)
    return boxes if boxes.lines <= replies.lines else replies


def _turns(kit: Kit, area: Area) -> tuple[int, bool]:
    """Return the turns in a row, for most games and as many more as its lines hold; and whether games may have more."""
    turns, longest = usual_turns(kit)
    most = most_turns(kit)
    lines = _log_shape(kit, turns, turns != most, area).lines
    if most is not None and _log_shape(kit, most, False, area).lines <= lines:
        return most, False
    while turns < longest and _log_shape(kit, turns + 1, True, area).lines <= lines:
        turns += 1
    return turns, turns != most


def _log_cells(kit: Kit, code: FormCode, area: Area) -> list[_Cell]:
    """Return the rows of a sheet of games, the example first."""
    shape = _log_shape(kit, code.turns, code.longer, area)
    count, turns = code.last - code.first + 1, max(bubble.turn for bubble in shape.bubbles)
    if turns != code.turns or not turns or not 1 <= count <= GAMES or shape.least * (count + 1) > area.rows:
        raise RecordError(f"kit {kit.name!r} has no sheet {code.text!r}")
    names = ["", *map(str, range(code.first, code.last + 1))]
    start, end = _edges(area)
    rows = _strips(area, names, [shape.least] * len(names), start, end - start)
    return [_Cell(number, row, shape, area.x + INSET) for number, row in enumerate(rows, -1)]


@dataclass(frozen=True, slots=True)
class _Counting:
    """The layout of boxes on sheets for counting beads: columns, rows by number of slots, the slots of each box."""

    columns: int
    shapes: dict[int, RowShape]
    slots: tuple[int, ...]

    @classmethod
    def of(cls, kit: Kit, area: Area) -> "_Counting":
        """Return the layout of a kit's boxes: side by side if they would take several sheets."""
        numbers, slots = count_numbers(kit), tuple(len(box.slots) for box in kit.boxes)
        columns = 1
        if (len(slots) + 1) * LINE > area.rows:
            *most, void = counts(numbers, max(slots))
            widest = sum(block_width((slot,), letter=LETTER) + GAP for slot in most) + block_width((void,))
            columns = max(1, int((area.width - RIGHT + APART) / (widest + INSET + APART)))
        room = (area.width - RIGHT + APART) / columns - APART - INSET
        blocks = {count: counts(numbers, count) for count in sorted(set(slots))}
        narrowest = min(_lay_counts(block, room, WIDEST).pitch for block in blocks.values())
        shapes = {count: _lay_counts(block, room, narrowest) for count, block in blocks.items()}
        return cls(columns, shapes, slots)

    def fitting(self, index: int, area: Area) -> int:
        """Return how many boxes from this index on fit on a sheet, below the example."""
        remaining = len(self.slots) - index
        if self.columns > 1:
            return min(remaining, self.columns * (int(area.rows / LINE) - 1))
        room, count = area.rows - self.shapes[self.slots[0]].least, 0
        while count < remaining:
            room -= self.shapes[self.slots[index + count]].least
            if room < 0:
                break
            count += 1
        return count


def _lay_counts(block: Block, room: float, widest: float) -> RowShape:
    *slots, void = block
    return lay_row((), [(slot,) for slot in slots], (void,), room, lettered=True, widest=widest)


def _count_cells(kit: Kit, code: FormCode, area: Area) -> list[_Cell]:
    """Return the rows of a sheet for counting beads; the example is the first box of the kit as it is new."""
    counting = _Counting.of(kit, area)
    if not code.first <= code.last <= min(len(kit.boxes), code.first - 1 + counting.fitting(code.first - 1, area)):
        raise RecordError(f"kit {kit.name!r} has no sheet {code.text!r}")
    wanted = range(code.first - 1, code.last)
    each = -(-len(wanted) // counting.columns)
    pitch = (area.width - RIGHT + APART) / counting.columns
    cells: list[_Cell] = []
    for column in range(counting.columns):
        start, end = _edges(area)
        start += pitch * column
        end = min(end, start + pitch - APART)
        numbers = [0, *wanted[column * each : (column + 1) * each]]
        heights = [counting.shapes[counting.slots[number]].least for number in numbers]
        heights += [heights[-1]] * (each + 1 - len(heights))  # so that rows of all columns stand side by side
        names = [kit.boxes[number].id for number in numbers]
        rows = _strips(area, [*names, *[""] * (len(heights) - len(names))], heights, start, end - start)
        for at, row in enumerate(rows[: len(numbers)]):
            if at or not column:
                shape, number = counting.shapes[counting.slots[numbers[at]]], column * each + at - 1
                cells.append(_Cell(number, row, shape, area.x + pitch * column + INSET))
    return cells
