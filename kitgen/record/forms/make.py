"""Where everything lies on a sheet to be marked."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kitgen.errors import RecordError
from kitgen.kit.kit import Kit
from kitgen.record.forms.asked import (
    Block,
    after_turns,
    before_turns,
    box_turns,
    counts,
    reply_turns,
    usual_turns,
)
from kitgen.record.forms.code import LOG, FormCode, form_code
from kitgen.record.forms.form import Bubble, Corner, Form, Label, Row, Square

#: The papers, the white edge, and the strip at the foot that says of every sheet what it is.
SIZES, MARGIN, FOOT = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}, 10.0, 22.0
#: A bubble; from one to the next in a group at least and at most; between groups, and between turns.
DIAMETER, PITCH, WIDEST, GAP, APART = 3.8, 5.0, 6.0, 1.2, 2.2
#: A marker, and the room that it takes in its corner; a timing square, and where its middle lies.
MARKER, CORNER, SQUARE, STRIP = 9.0, 12.0, 2.6, 2.0
#: Where a row's name ends and its bubbles begin, and where they end, from the edges of the area.
NAME, INSET, RIGHT = 10.5, 12.0, 4.6
#: The code; what stands above the headings; the headings; the room of reference bubbles at the foot.
CODE, HEAD, HEADINGS, REFERENCES = 28.0, 36.0, 5.0, 12.0
#: The least height of a line of bubbles, the most, and what parts games of several lines; the room for a turn's letter.
LINE, HIGHEST, BETWEEN, LETTER = 6.8, 8.75, 1.6, 3.6
#: The most games on a sheet; and how many are printed, on at most so many sheets.
GAMES, ALL_GAMES, MOST_SHEETS = 25, 50, 4


@dataclass(frozen=True, slots=True)
class _Placed:
    """A bubble, or a letter, within its row.

    Attributes:
        bubble: without a row, and as seen from the row's first line and the left edge of the area.
        line: the line that it stands in, from 0.
    """

    bubble: Bubble
    line: int


@dataclass(frozen=True, slots=True)
class _Shape:
    """How a row is laid out.

    Attributes:
        bubbles: of the row.
        labels: the middles of groups, each with its width, within the row.
        lines: how many lines it has.
    """

    bubbles: tuple[_Placed, ...]
    labels: tuple[tuple[Label, int], ...]
    lines: int


def form_codes(kit: Kit, part: str, page: str) -> list[FormCode]:
    """Return the codes of all sheets of a part, as they are printed.

    >>> from kitgen.kit.build import make_kit
    >>> [(code.first, code.last) for code in form_codes(make_kit("her"), "log-marks", "a4")]
    [(1, 25), (26, 50)]
    """
    area = _Area.of(page)
    codes = []
    if part == LOG:
        turns = usual_turns(kit)
        shape = _log_shape(kit, turns, area)
        fits = min(GAMES, int(area.rows / _least(shape.lines)) - 1)
        if fits < 1:
            raise RecordError(f"a game of kit {kit.name!r} is too long for a sheet to be marked; print the part log")
        for sheet in range(min(MOST_SHEETS, math.ceil(ALL_GAMES / fits))):
            codes.append(form_code(kit, part, page, sheet + 1, (sheet * fits + 1, (sheet + 1) * fits), turns))
        return codes
    first = 1
    while first <= len(kit.boxes):
        last = first + _boxes_that_fit(kit, first - 1, area) - 1
        codes.append(form_code(kit, part, page, len(codes) + 1, (first, last)))
        first = last + 1
    return codes


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
    area = _Area.of(code.page)
    if code.part == LOG:
        shapes, names = _log_rows(kit, code, area)
    else:
        shapes, names = _count_rows(kit, code, area)
    heights = [_least(shape.lines) for shape in shapes]
    room = area.rows
    if sum(heights) > room + 1e-6 or code.last < code.first:
        raise RecordError(f"kit {kit.name!r} has no sheet {code.text!r}")
    stretch = min(room / sum(heights), max(1.0, HIGHEST * len(shapes) / sum(heights)))
    rows, bubbles, example, labels, levels = [], [], [], [], []
    y = area.first
    for number, (shape, name, least) in enumerate(zip(shapes, names, heights, strict=True)):
        row = number - 1 if code.part == LOG else number
        height = least * stretch
        between = BETWEEN * stretch if shape.lines > 1 else 0
        line = (height - between) / shape.lines
        middles = [y + between / 2 + line * (index + 0.5) for index in range(shape.lines)]
        levels += middles
        placed = [
            Bubble(row, one.bubble.field, one.bubble.turn, one.bubble.value, area.x + one.bubble.x, middles[one.line])
            for one in shape.bubbles
        ]
        labels += [
            Label(row, label.field, label.turn, area.x + label.x, middles[at], label.width)
            for label, at in shape.labels
        ]
        if row >= 0:
            rows.append(Row(name, area.x + STRIP + SQUARE / 2, y, area.width - 2 * STRIP - SQUARE, height))
            bubbles += placed
        else:
            example += placed
        y += height
    return Form(
        code=code,
        width=area.page[0],
        height=area.page[1],
        corners=area.corners(),
        squares=tuple(area.squares([*levels, area.references])),
        code_at=(area.x + area.width - STRIP - SQUARE - CODE, area.y + STRIP + SQUARE, CODE),
        diameter=DIAMETER,
        empty=tuple((x, area.references) for x in area.reference_columns()[::2]),
        full=tuple((x, area.references) for x in area.reference_columns()[1::2]),
        rows=tuple(rows),
        bubbles=tuple(bubbles),
        example=tuple(example),
        labels=tuple(labels),
        top=area.first - HEADINGS,
        bottom=y,
    )


@dataclass(frozen=True, slots=True)
class _Area:
    """The part of a page that a form fills.

    Attributes:
        page: the width and height of the paper.
        x, y, width, height: of the area.
    """

    page: tuple[float, float]
    x: float
    y: float
    width: float
    height: float

    @classmethod
    def of(cls, page: str) -> "_Area":
        """Return the area of a paper."""
        wide, high = SIZES[page]
        return cls((wide, high), MARGIN, MARGIN, wide - 2 * MARGIN, high - MARGIN - FOOT)

    @property
    def first(self) -> float:
        """The upper edge of the first row."""
        return self.y + HEAD + HEADINGS

    @property
    def rows(self) -> float:
        """The height that is left for rows."""
        return self.height - HEAD - HEADINGS - REFERENCES

    @property
    def references(self) -> float:
        """The height at which the reference bubbles stand."""
        return self.y + self.height - CORNER / 2

    @property
    def bubbles(self) -> float:
        """The width that is left for the bubbles of a row."""
        return self.width - INSET - RIGHT

    def reference_columns(self) -> list[float]:
        """Return where reference bubbles stand from left to right: empty and full ones in turn."""
        room = self.width - 2 * CORNER - 12
        return [self.x + CORNER + 6 + room * index / 11 for index in range(12)]

    def corners(self) -> tuple[Corner, Corner, Corner, Corner]:
        """Return the markers."""
        left, right = self.x + CORNER / 2, self.x + self.width - CORNER / 2
        top, bottom = self.y + CORNER / 2, self.y + self.height - CORNER / 2
        return (
            Corner(0, left, top, MARKER),
            Corner(1, right, top, MARKER),
            Corner(2, right, bottom, MARKER),
            Corner(3, left, bottom, MARKER),
        )

    def squares(self, levels: Sequence[float]) -> Iterator[Square]:
        """Yield the timing squares: along the top and the foot, and on both sides of each line and of the head."""
        count = round((self.width - 2 * CORNER) / 8.3)
        for y in (self.y + STRIP, self.y + self.height - STRIP):
            for index in range(count):
                x = self.x + CORNER + (self.width - 2 * CORNER) * (index + 0.5) / count
                yield Square(x, y, SQUARE)
        head = [self.y + CORNER + (HEAD - CORNER) * (index + 0.5) / 3 for index in range(3)]
        for y in [*head, *levels[:-1]]:
            for x in (self.x + STRIP, self.x + self.width - STRIP):
                yield Square(x, y, SQUARE)


def _least(lines: int) -> float:
    """Return the least height of a row of some lines."""
    return lines * LINE + BETWEEN if lines > 1 else LINE


def _width(block: Block, pitch: float, letter: float) -> float:
    """Return how wide the groups of a block are together."""
    return letter + sum(len(group.values) for group in block) * pitch + (len(block) - 1) * GAP


def _lay(first: Block, turns: Sequence[Block], last: Block, room: float) -> _Shape:
    """Return a row: its turns from left to right, in as many lines as they need; results at the right."""
    blocks = [block for block in (first, *turns, last) if block]
    bubbles = sum(len(group.values) for block in blocks for group in block)
    gaps = (len(blocks) - 1) * APART + sum(len(block) - 1 for block in blocks) * GAP
    pitch = min(WIDEST, (room - gaps) / bubbles)
    if pitch >= PITCH:
        lines = [[*blocks[:-1]]]
        letter, tail = 0.0, 0
    else:
        pitch, letter = PITCH, LETTER
        lines = _broken(blocks[:-1], room, bool(first))
        tail = _line_with_room(lines, last, room, bool(first))
        if tail == len(lines):
            lines.append([])
    placed: list[_Placed] = []
    labels: list[tuple[Label, int]] = []
    for number, line in enumerate(lines):
        x = INSET
        for block in line:
            x = _put(block, x, number, pitch, letter if block[0].turn else 0.0, placed, labels) + APART
    _put(last, INSET + room - _width(last, pitch, 0), tail, pitch, 0.0, placed, labels)
    return _Shape(tuple(placed), tuple(labels), len(lines))


def _broken(blocks: Sequence[Block], room: float, has_first: bool) -> list[list[Block]]:
    """Return blocks in lines, as many in each as it has room for."""
    lines: list[list[Block]] = [[]]
    x = 0.0
    for index, block in enumerate(blocks):
        width = _width(block, PITCH, LETTER if index or not has_first else 0.0)
        if lines[-1] and x + width > room:
            lines.append([])
            x = 0.0
        lines[-1].append(block)
        x += width + APART
    return lines


def _line_with_room(lines: Sequence[Sequence[Block]], last: Block, room: float, has_first: bool) -> int:
    """Return the last line that has room for what ends a row; or one more."""
    needed = _width(last, PITCH, 0)
    for number in reversed(range(len(lines))):
        used = sum(_width(block, PITCH, LETTER) + APART for block in lines[number])
        if used + needed <= room + (LETTER if has_first and not number else 0):
            return number
    return len(lines)


def _put(
    block: Block,
    x: float,
    line: int,
    pitch: float,
    letter: float,
    placed: list[_Placed],
    labels: list[tuple[Label, int]],
) -> float:
    """Place a block from x on, and return where it ends."""
    x += letter
    for index, group in enumerate(block):
        x += GAP if index else 0
        width = len(group.values) * pitch
        labels.append((Label(0, group.field, group.turn, x + width / 2, 0, width), line))
        for value in group.values:
            placed.append(_Placed(Bubble(0, group.field, group.turn, value, round(x + pitch / 2, 4), 0), line))
            x += pitch
    return x


def _log_shape(kit: Kit, turns: int, area: _Area) -> _Shape:
    """Return the row of a game: by its boxes where there are few enough, and otherwise by the opponent's moves."""
    first, last = before_turns(kit, turns), after_turns(kit)
    replies = _lay(first, reply_turns(kit, turns), last, area.bubbles)
    by_box = box_turns(kit, turns)
    if by_box is None:
        return replies
    boxes = _lay(first, by_box, last, area.bubbles)
    return boxes if boxes.lines <= replies.lines else replies


def _log_rows(kit: Kit, code: FormCode, area: _Area) -> tuple[list[_Shape], list[str]]:
    """Return the rows of a sheet of games, the example first, and their names."""
    if not code.turns:
        raise RecordError(f"kit {kit.name!r} has no sheet {code.text!r}")
    shape = _log_shape(kit, code.turns, area)
    numbers = [str(number) for number in range(code.first, code.last + 1)]
    return [shape] * (len(numbers) + 1), ["", *numbers]


def _count_shape(kit: Kit, index: int, area: _Area) -> _Shape:
    """Return the row of a box."""
    *slots, void = counts(kit, kit.boxes[index])
    return _lay((), [(slot,) for slot in slots], (void,), area.bubbles)


def _boxes_that_fit(kit: Kit, index: int, area: _Area) -> int:
    """Return how many boxes from one on fit on a sheet."""
    room, count = area.rows, 0
    while index + count < len(kit.boxes):
        room -= _least(_count_shape(kit, index + count, area).lines)
        if room < -1e-6:
            break
        count += 1
    return count


def _count_rows(kit: Kit, code: FormCode, area: _Area) -> tuple[list[_Shape], list[str]]:
    """Return the rows of a sheet of boxes, and their names."""
    if code.last > len(kit.boxes):
        raise RecordError(f"kit {kit.name!r} has no sheet {code.text!r}")
    numbers = range(code.first - 1, code.last)
    return [_count_shape(kit, index, area) for index in numbers], [kit.boxes[index].id for index in numbers]
