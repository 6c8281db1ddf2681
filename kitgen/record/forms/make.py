"""Where everything lies on a sheet to be marked: the way in for whoever draws one, and for whoever reads one."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kitgen.errors import RecordError
from kitgen.kit.kit import Kit
from kitgen.record.forms.area import INSET, RIGHT, SQUARE, STRIP, Area
from kitgen.record.forms.asked import (
    Block,
    after_turns,
    before_turns,
    box_turns,
    count_numbers,
    counts,
    reply_turns,
)
from kitgen.record.forms.code import LOG, FormCode, form_code
from kitgen.record.forms.form import Bubble, Form, FormRow, Label
from kitgen.record.forms.shape import APART, GAP, LETTER, LINE, WIDEST, RowShape, block_width, lay_row
from kitgen.record.forms.turns import most_turns, usual_turns

#: A bubble, and the most height of a row of one line.
DIAMETER, HIGHEST = 3.8, 8.75
#: The most games on a sheet; and how many are printed, on at most so many sheets.
GAMES, ALL_GAMES, MOST_SHEETS = 25, 50, 4


def form_codes(kit: Kit, part: str, page: str) -> list[FormCode]:
    """Return the codes of all sheets of a part, as they are printed; none for a kit without boxes.

    Raises:
        RecordError: not even one game fits on a sheet.

    >>> from kitgen.kit.build import make_kit
    >>> [(code.first, code.last) for code in form_codes(make_kit("her"), "log-marks", "a4")]
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
    """Return the sheet with a code.

    Raises:
        RecordError: the kit has no such sheet.

    >>> from kitgen.kit.build import make_kit
    >>> kit = make_kit("her")
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
    """A row on its sheet.

    Attributes:
        number: of the row, from 0; -1 for the example.
        row: its name and its strip.
        shape: how its bubbles lie.
        start: where they begin.
    """

    number: int
    row: FormRow
    shape: RowShape
    start: float

    def _level(self, line: int) -> float:
        """Return the height of a line of its bubbles."""
        between = self.shape.between * self.row.height / self.shape.least
        height = (self.row.height - between) / self.shape.lines
        return round(self.row.y + between / 2 + height * (line + 0.5), 4)

    def bubbles(self) -> Iterator[Bubble]:
        """Yield its bubbles."""
        for one in self.shape.bubbles:
            x = round(self.start + one.x, 4)
            yield Bubble(self.number, one.field, one.turn, one.value, x, self._level(one.line))

    def labels(self) -> Iterator[Label]:
        """Yield the places of its groups."""
        for group, x, width, line in self.shape.groups:
            yield Label(self.number, group.field, group.turn, self.start + x, self._level(line), width)


def _strips(area: Area, names: Sequence[str], heights: Sequence[float], left: float, width: float) -> list[FormRow]:
    """Return rows one below the other, stretched where there is room."""
    total = sum(heights)
    stretch = min(area.rows / total, HIGHEST / LINE)
    rows, y = [], area.first
    for name, height in zip(names, heights, strict=True):
        rows.append(FormRow(name, left, round(y, 4), width, round(height * stretch, 4)))
        y += height * stretch
    return rows


def _edges(area: Area) -> tuple[float, float]:
    """Return where rows begin and end: between the timing squares."""
    inset = STRIP + SQUARE / 2 + 0.5
    return area.x + inset, area.x + area.width - inset


def _log_shape(kit: Kit, turns: int, longer: bool, area: Area) -> RowShape:
    """Return the row of a game: by its boxes where there are few enough, and otherwise by the opponent's moves."""
    first, last = before_turns(kit, longer=longer), after_turns(kit)
    by_box = box_turns(kit, turns, longer=longer)
    replies = lay_row(first, reply_turns(kit, turns, longer=longer), last, area.bubbles)
    if by_box is None:
        return replies
    boxes = lay_row(first, by_box, last, area.bubbles)
    return boxes if boxes.lines <= replies.lines else replies


def _turns(kit: Kit, area: Area) -> tuple[int, bool]:
    """Return for how many turns a row has room, and whether a game may have more.

    It is room for most games, and for as many turns more as its lines hold.
    """
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
    count, turns = code.last - code.first + 1, max(one.turn for one in shape.bubbles)
    if turns != code.turns or not turns or not 1 <= count <= GAMES or shape.least * (count + 1) > area.rows:
        raise RecordError(f"kit {kit.name!r} has no sheet {code.text!r}")
    names = ["", *map(str, range(code.first, code.last + 1))]
    left, right = _edges(area)
    rows = _strips(area, names, [shape.least] * len(names), left, right - left)
    return [_Cell(number, row, shape, area.x + INSET) for number, row in enumerate(rows, -1)]


@dataclass(frozen=True, slots=True)
class _Counting:
    """How boxes are laid out on sheets where beads are counted.

    Attributes:
        columns: how many of them stand side by side.
        shapes: the row of a box, by its number of slots.
        slots: how many each box has.
    """

    columns: int
    shapes: dict[int, RowShape]
    slots: tuple[int, ...]

    @classmethod
    def of(cls, kit: Kit, area: Area) -> "_Counting":
        """Return how the boxes of a kit are laid out: side by side where they would take several sheets."""
        numbers, slots = count_numbers(kit), tuple(len(box.slots) for box in kit.boxes)
        columns = 1
        if (len(slots) + 1) * LINE > area.rows:
            *most, void = counts(numbers, max(slots))
            widest = sum(block_width((slot,), letter=LETTER) + GAP for slot in most) + block_width((void,))
            columns = max(1, int((area.width - RIGHT + APART) / (widest + INSET + APART)))
        room = (area.width - RIGHT + APART) / columns - APART - INSET
        asked = {count: counts(numbers, count) for count in sorted(set(slots))}
        narrowest = min(_lay_counts(block, room, WIDEST).pitch for block in asked.values())
        shapes = {count: _lay_counts(block, room, narrowest) for count, block in asked.items()}
        return cls(columns, shapes, slots)

    def fitting(self, index: int, area: Area) -> int:
        """Return how many boxes from one on fit on a sheet, below the example."""
        left = len(self.slots) - index
        if self.columns > 1:
            return min(left, self.columns * (int(area.rows / LINE) - 1))
        room, count = area.rows - self.shapes[self.slots[0]].least, 0
        while count < left:
            room -= self.shapes[self.slots[index + count]].least
            if room < 0:
                break
            count += 1
        return count


def _lay_counts(asked: Block, room: float, widest: float) -> RowShape:
    """Return the row of a box."""
    *slots, void = asked
    return lay_row((), [(slot,) for slot in slots], (void,), room, lettered=True, widest=widest)


def _count_cells(kit: Kit, code: FormCode, area: Area) -> list[_Cell]:
    """Return the rows of a sheet where beads are counted, the example first: the first box of the kit as it is new."""
    counting = _Counting.of(kit, area)
    if not code.first <= code.last <= min(len(kit.boxes), code.first - 1 + counting.fitting(code.first - 1, area)):
        raise RecordError(f"kit {kit.name!r} has no sheet {code.text!r}")
    wanted = range(code.first - 1, code.last)
    each = -(-len(wanted) // counting.columns)
    pitch = (area.width - RIGHT + APART) / counting.columns
    cells: list[_Cell] = []
    for column in range(counting.columns):
        left, right = _edges(area)
        left += pitch * column
        right = min(right, left + pitch - APART)
        numbers = [0, *wanted[column * each : (column + 1) * each]]
        heights = [counting.shapes[counting.slots[number]].least for number in numbers]
        heights += [heights[-1]] * (each + 1 - len(heights))  # so that rows of all columns stand side by side
        names = [kit.boxes[number].id for number in numbers]
        rows = _strips(area, [*names, *[""] * (len(heights) - len(names))], heights, left, right - left)
        for at, row in enumerate(rows[: len(numbers)]):
            if at or not column:
                shape, number = counting.shapes[counting.slots[numbers[at]]], column * each + at - 1
                cells.append(_Cell(number, row, shape, area.x + pitch * column + INSET))
    return cells
