"""The places of everything on a sheet to be marked, for drawing and for reading. Lengths in mm."""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, chain, pairwise
from typing import NamedTuple

from kitgen.errors import RecordError
from kitgen.forms.form import (
    COUNT,
    FORM_VERSIONS,
    LOG,
    RESULT_NAMES,
    STARTS,
    Area,
    Bubble,
    BubbleField,
    Form,
    FormCode,
    FormRow,
    Label,
)
from kitgen.kit.kit import Box, Kit
from kitgen.machine.paper_machine import SplitMix, Table, start_table
from kitgen.model import Move, Position
from kitgen.record.log_codes import kit_names
from kitgen.record.rows import Passages, sample_games

#: The most boxes of a turn that have a bubble each; with more, the opponent's move is asked.
MAX_BOXES_OF_A_TURN = 12
#: The most moves with a bubble each; more have one for each of their cells.
MAX_MOVE_BUBBLES = 12
#: If more of a turn's boxes than this share have beads for several moves, the move is asked instead
#: of the bead.
MAX_SHARE_OF_TWINS = 0.08
#: Numbers of beads, to be added up, if a rule adds beads.
ADDED_UP = (0, 1, 2, 3, 5, 10, 20, 30, 50)
#: How many beads more than at first can be marked: a bead may lie in the wrong box, or have been
#: put back by mistake.
MORE_BEADS = 2


@dataclass(frozen=True, slots=True)
class Group:
    """Bubbles side by side that answer one question."""

    field: BubbleField
    turn: int
    values: tuple[str, ...]


#: Groups that belong together: a turn of the machine, or questions about the whole game.
Block = tuple[Group, ...]
_VOID = Group("void", 0, ("",))


class Moves:
    """The marks of moves on the table: one each or, if ``paired``, one where it starts and one
    where it ends.

    >>> from kitgen.kit.build import build_kit
    >>> from kitgen.model import Move
    >>> Moves(build_kit("menace")).marks(Move(None, 0))
    ('a3',)
    >>> moves = Moves(build_kit("hexapawn:4x4"))
    >>> moves.marks(Move(12, 8)), len(moves.replies(2))
    (('a1', 'a2'), 12)
    """

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self._first = _first_replies(kit)
        arrivals = set(self._first)
        for box in kit.all_boxes:
            arrivals.update(box.arrivals)
        self._replies = self._images(arrivals)
        moves = self._replies | self._own(kit.boxes)
        self.paired = self._should_be_paired(moves)

    def _should_be_paired(self, moves: Iterable[Move]) -> bool:
        """Return whether moves are marked by both their cells: many, for which that takes fewer
        bubbles.
        """
        if any(move.source in (None, move.target) for move in moves):
            return False
        texts = {self._kit.game.move_text(move) for move in moves}
        if len(texts) <= MAX_MOVE_BUBBLES or any(len(text) % 2 for text in texts):
            return False
        halves = set(chain.from_iterable(map(_halves, texts)))
        return len(halves) < len(texts)

    def marks(self, move: Move) -> tuple[str, ...]:
        """Return the values of the bubbles for a move; in one position no two moves have the
        same.
        """
        text = self._kit.game.move_text(move)
        if self.paired:
            return _halves(text)
        return (text,)

    def replies(self, turn: int, *, longer: bool = False) -> tuple[str, ...]:
        """Return the values of all bubbles for the opponent's move before a turn of the machine, or
        before any turn if games continue in other rows.
        """
        if turn == 1 and not longer:
            return self._values(self._first)
        return self._values(self._replies)

    def own(self, boxes: Iterable[Box]) -> tuple[str, ...]:
        """Return the values of all bubbles for the machine's moves at some boxes."""
        return self._values(self._own(boxes))

    def _own(self, boxes: Iterable[Box]) -> frozenset[Move]:
        moves = set[Move]()
        for box in boxes:
            for slot in box.slots:
                moves.update(slot.moves)
        return self._images(moves)

    def _images(self, moves: Iterable[Move]) -> frozenset[Move]:
        images = set[Move]()
        for move in moves:
            images.update(symmetry.move(move) for symmetry in self._kit.symmetries.all)
        return frozenset(images)

    def _values(self, moves: Iterable[Move]) -> tuple[str, ...]:
        marks = set[str]()
        for move in moves:
            marks.update(self.marks(move))
        return tuple(sorted(marks))


def _first_replies(kit: Kit) -> tuple[Move, ...]:
    """Return the opponent's moves at the start of a game; none if the machine always begins."""
    start = kit.game.start()
    plays_both_sides = len(kit.players) == 2
    if start.to_move in kit.players and not plays_both_sides:
        return ()
    return kit.game.legal_moves(start)


def _halves(text: str) -> tuple[str, str]:
    middle = len(text) // 2
    return text[:middle], text[middle:]


def _met(kit: Kit, turn: int, *, longer: bool) -> list[Box]:
    """Return the boxes that may be opened on a turn, or on any turn if games continue in other
    rows.
    """
    if longer:
        return list(kit.boxes)
    return [box for box in kit.boxes if box.turn == turn or (box.later and box.turn < turn)]


def _beads(kit: Kit, turn: int, boxes: Iterable[Box]) -> Block:
    """Return the question about the bead of a turn; none where no box is opened."""
    used = set[str]()
    for box in boxes:
        used.update(slot.colour.key for slot in box.slots)
    if not used:
        return ()
    colours = tuple(colour.key for colour in kit.palette if colour.key in used)
    return (Group("bead", turn, colours),)


def box_turns(kit: Kit, turns: int, *, longer: bool) -> list[Block] | None:
    """Return the questions about each turn, with its box; None if a turn has too many boxes."""
    blocks: list[Block] = []
    for turn in range(1, turns + 1):
        met = _met(kit, turn, longer=longer)
        if len(met) > MAX_BOXES_OF_A_TURN:
            return None
        beads = _beads(kit, turn, met)
        if len(met) > 1:
            blocks.append((Group("box", turn, tuple(box.id for box in met)), *beads))
        else:
            blocks.append(beads)
    return blocks


def reply_turns(kit: Kit, turns: int, *, longer: bool) -> list[Block]:
    """Return the questions about each turn, with the opponent's move before it.

    If beads stand for several similar moves that matter later, the machine's own move on the table
    is asked instead: it determines the bead, and the next moves refer to the same cells.
    """
    moves = Moves(kit)
    last = max(box.turn for box in kit.boxes)
    blocks: list[Block] = []
    for turn in range(1, turns + 1):
        block: list[Group] = []
        replies = moves.replies(turn, longer=longer)
        if replies:
            block.append(Group("reply", turn, replies))
        met = _met(kit, turn, longer=longer)
        matters_later = longer or turn < last
        if matters_later and _has_many_twins(met):
            block.append(Group("move", turn, moves.own(met)))
        else:
            block += _beads(kit, turn, met)
        blocks.append(tuple(block))
    return blocks


def _has_many_twins(boxes: Sequence[Box]) -> bool:
    """Return whether in many boxes a bead stands for several moves."""
    ambiguous = [box for box in boxes if any(len(slot.moves) > 1 for slot in box.slots)]
    return len(ambiguous) > MAX_SHARE_OF_TWINS * len(boxes)


def count_numbers(kit: Kit, version: int = FORM_VERSIONS[COUNT][-1]) -> tuple[int, ...]:
    """Return the numbers of beads that can be marked on a sheet of a version.

    If the rule only takes beads, these are all numbers up to some more than a box began with; else
    they are added up.

    >>> from kitgen.kit.build import build_kit
    >>> count_numbers(build_kit("her")), count_numbers(build_kit("menace"))
    ((0, 1, 2, 3), (0, 1, 2, 3, 5, 10, 20, 30, 50))
    """
    most = 0
    for box in kit.boxes:
        for slot in box.slots:
            most = max(most, slot.beads)
    if version > 1:
        most += MORE_BEADS
    if kit.rule.only_takes and most < len(ADDED_UP):
        return tuple(range(most + 1))
    return ADDED_UP


def counts_add_up(kit: Kit, version: int = FORM_VERSIONS[COUNT][-1]) -> bool:
    """Return whether the numbers that are marked for a bead are added up, as the sheet says."""
    numbers = count_numbers(kit, version)
    return numbers == ADDED_UP or (version == 1 and len(numbers) > 2)


#: The least and the greatest pitch of bubbles in a group.
MIN_PITCH_MM = 5.0
MAX_PITCH_MM = 6.0
#: The gap between groups.
GROUP_GAP_MM = 1.2
#: The gap between turns.
TURN_GAP_MM = 2.2
#: The least height of a line of bubbles.
MIN_LINE_MM = 6.8
#: The gap between rows of several lines.
ROW_GAP_MM = 1.6
#: The width of a turn's letter.
LETTER_MM = 3.3


def block_width(block: Block, pitch: float = MIN_PITCH_MM, letter: float = 0.0) -> float:
    """Return the width of a block's groups."""
    bubbles = sum(len(group.values) for group in block)
    gaps = len(block) - 1
    return letter + bubbles * pitch + gaps * GROUP_GAP_MM


class RowShape:
    """A row: its first block and its turns in as many lines as they need, and its last block at the
    right.

    ``room`` is the width of a line, ``widest`` the greatest pitch; with ``lettered``, each turn has
    room for its letter even in a single line.

    Attributes:
        pitch: the distance of bubbles in a group.
        between, least: the gap to the next row, and the least height of the row with this gap.
        groups: for each group where its bubbles start and the last ends, and its line, from 0.

    >>> void, bead = (Group("void", 0, ("",)),), (Group("bead", 1, ("red", "blue")),)
    >>> RowShape((), [bead] * 3, void, 60).lines, RowShape((), [bead] * 3, void, 40).lines
    (1, 2)
    """

    def __init__(
        self,
        first: Block,
        turns: Sequence[Block],
        last: Block,
        room: float,
        *,
        lettered: bool = False,
        widest: float = MAX_PITCH_MM,
    ) -> None:
        blocks = [block for block in (first, *turns) if block]
        letter = 0.0
        apart = TURN_GAP_MM
        if lettered:
            letter = LETTER_MM
            apart = GROUP_GAP_MM
        lines = [[*blocks, last]]
        if _pitch(lines, room, letter, apart) < MIN_PITCH_MM:
            letter = LETTER_MM
            lines = _in_lines(blocks, last, room, apart)
        self.lines = len(lines)
        self.pitch = min(widest, _pitch(lines, room, letter, apart))
        self.between = 0.0
        if self.lines > 1:
            self.between = ROW_GAP_MM
        self.least = self.lines * MIN_LINE_MM + self.between
        self.groups: list[tuple[Group, tuple[float, ...], int]] = []
        for number, line in enumerate(lines):
            x = 0.0
            for block in line:
                if block is last:
                    x = room - block_width(last, self.pitch)
                else:
                    x += _letter(block, letter)
                x = self._add_groups(block, x, number) + apart

    def _add_groups(self, block: Block, x: float, line: int) -> float:
        """Place the groups of a block side by side in a line from ``x`` on; return where they
        end.
        """
        for index, group in enumerate(block):
            if index:
                x += GROUP_GAP_MM
            starts = tuple(accumulate([self.pitch] * len(group.values), initial=x))
            self.groups.append((group, starts, line))
            x = starts[-1]
        return x


def _in_lines(blocks: Sequence[Block], last: Block, room: float, apart: float) -> list[list[Block]]:
    """Return the blocks in as few lines as they need, each turn with its letter; the last block
    ends the lowest line that has room for it, or has one of its own.
    """
    lines: list[list[Block]] = [[]]
    for block in blocks:
        if lines[-1] and _pitch([[*lines[-1], block]], room, LETTER_MM, apart) < MIN_PITCH_MM:
            lines.append([])
        lines[-1].append(block)
    with_room = [
        line for line in lines if _pitch([[*line, last]], room, LETTER_MM, apart) >= MIN_PITCH_MM
    ]
    if with_room:
        with_room[-1].append(last)
    else:
        lines.append([last])
    return lines


def _letter(block: Block, letter: float) -> float:
    """Return the width of a block's letter, which only turns have."""
    is_turn = block[0].turn > 0
    if not is_turn:
        return 0.0
    return letter


def _pitch(lines: Sequence[Sequence[Block]], room: float, letter: float, apart: float) -> float:
    """Return the greatest pitch of bubbles at which all lines have room for theirs."""
    pitches = []
    for line in lines:
        letters_and_gaps = sum(block_width(block, 0, _letter(block, letter)) for block in line)
        fixed = letters_and_gaps + (len(line) - 1) * apart
        bubbles = sum(len(group.values) for group in chain.from_iterable(line))
        pitches.append((room - fixed) / bubbles)
    return min(pitches)


#: The games of kits with more boxes are not searched.
MAX_BOXES_SEARCHED = 500
#: The share of games for which a row shall have turns enough.
USUAL_SHARE = 0.8


def usual_turns(kit: Kit) -> tuple[int, int]:
    """Return the most turns of the machine in 80% of its games, and in the longest of many.

    >>> from kitgen.kit.build import build_kit
    >>> usual_turns(build_kit("her"))
    (3, 3)
    """
    longest = max(box.turn for box in kit.boxes)
    if not any(box.later for box in kit.boxes):
        return longest, longest
    lengths = sorted(math.ceil(len(game.moves) / 2) for game in sample_games(kit, 20, 20))
    if not lengths:
        return longest, longest
    most_games = math.ceil(USUAL_SHARE * len(lengths))
    return lengths[most_games - 1], lengths[-1]


def most_turns(kit: Kit) -> int | None:
    """Return the last turn on which the machine may open a box in any game; None if unknown.

    >>> from kitgen.kit.build import build_kit
    >>> [most_turns(build_kit(name)) for name in ("her", "ladder", "awari-mini")]
    [3, 5, None]
    """
    if not any(box.later for box in kit.boxes):
        return max(box.turn for box in kit.boxes)
    if kit.game.repetition is not None or len(kit.boxes) > MAX_BOXES_SEARCHED:
        return None
    start = kit.symmetries.canonical(kit.game.start())
    return max(_turns_left(kit, side)(start) for side in kit.players)


def _turns_left(kit: Kit, side: int) -> Callable[[Position], int]:
    """Return what tells the most turns up to the last box that the machine, which plays a side,
    may still open.
    """

    @cache
    def turns_left(position: Position) -> int:
        later = 0
        for move in kit.game.legal_moves(position):
            after = kit.game.play(position, move).position
            later = max(later, turns_left(kit.symmetries.canonical(after)))
        if position.to_move != side:
            return later
        if later == 0 and kit.locate(position) is None:
            return 0
        return later + 1

    return turns_left


#: The diameter of a bubble.
BUBBLE_DIAMETER_MM = 3.8
#: The greatest height of a row of one line.
MAX_ROW_MM = 8.75
#: The most games on a sheet.
MAX_GAMES_ON_A_SHEET = 25
#: The number of games to print, and the most sheets for them.
GAMES_TO_PRINT = 50
MAX_SHEETS = 4


def form_codes(kit: Kit, part: str, page: str) -> list[FormCode]:
    """Return the codes of all sheets of a part; none for a kit without boxes.

    ``RecordError`` if not even one game fits on a sheet.

    >>> from kitgen.kit.build import build_kit
    >>> [(code.first, code.last) for code in form_codes(build_kit("her"), "log-marks", "a4")]
    [(1, 25), (26, 50)]
    """
    if not kit.boxes:
        return []
    area = Area(page)
    version = FORM_VERSIONS[part][-1]
    turns = 0
    longer = False
    ends = [0]  # the last row of each sheet, after those of the sheets before
    if part == LOG:
        turns, longer = _turns(kit, area)
        games = _games_on_a_sheet(kit, turns, longer, area)
        sheets = min(MAX_SHEETS, math.ceil(GAMES_TO_PRINT / games))
        ends += [number * games for number in range(1, sheets + 1)]
    else:
        counting = _Counting(kit, area, version)
        while ends[-1] < len(kit.boxes):
            ends.append(ends[-1] + counting.fitting(ends[-1]))
    kit_name, kit_hash, rule = kit_names(kit)
    codes = []
    for sheet, (before, last) in enumerate(pairwise(ends), 1):
        code = FormCode(
            part=part,
            kit=kit_name,
            hash=kit_hash,
            rule=rule,
            page=page,
            sheet=sheet,
            first=before + 1,
            last=last,
            turns=turns,
            longer=longer,
            version=version,
        )
        codes.append(code)
    return codes


def _games_on_a_sheet(kit: Kit, turns: int, longer: bool, area: Area) -> int:
    """Return how many games a sheet has room for below the example."""
    shape = _log_shape(kit, turns, longer, area)
    if shape.pitch < MIN_PITCH_MM:
        raise RecordError(
            f"kit {kit.name!r} has more moves than a line to be marked has rings; "
            "print the part log"
        )
    rows = int(area.rows / shape.least)
    games = min(MAX_GAMES_ON_A_SHEET, rows - 1)
    if games < 1:
        raise RecordError(
            f"a game of kit {kit.name!r} is too long for a sheet to be marked; print the part log"
        )
    return games


def make_form(kit: Kit, code: FormCode) -> Form:
    """Return the sheet with a code; ``RecordError`` if the kit has no such sheet.

    >>> from kitgen.kit.build import build_kit
    >>> kit = build_kit("her")
    >>> form = make_form(kit, form_codes(kit, "log-marks", "a4")[1])
    >>> [row.name for row in form.rows][:2], len(form.bubbles)
    (['26', '27'], 800)
    """
    area = Area(code.page)
    if code.part == LOG:
        example, *filled = _log_rows(kit, code, area)
    else:
        example, *filled = _count_rows(kit, code, area)
    bubbles = []
    labels = list(example.labels)
    for row in filled:
        bubbles += row.bubbles
        labels += row.labels
    width, height = area.page
    references = area.references
    return Form(
        code=code,
        width=width,
        height=height,
        corners=area.corners(),
        squares=tuple(area.squares(_levels([*example.bubbles, *bubbles], area))),
        code_at=area.code_at,
        diameter=BUBBLE_DIAMETER_MM,
        empty=tuple(references[::2]),
        full=tuple(references[1::2]),
        rows=tuple(row.strip for row in filled),
        bubbles=tuple(bubbles),
        example_row=example.strip,
        example=tuple(example.bubbles),
        labels=tuple(labels),
    )


def _levels(bubbles: Iterable[Bubble], area: Area) -> list[float]:
    """Return the heights of the squares that help a camera to find the rows: those of all lines of
    bubbles, and more of them down to the foot.
    """
    levels = sorted({bubble.y for bubble in bubbles})
    while levels[-1] + 1.5 * MAX_ROW_MM < area.first + area.rows:
        levels.append(levels[-1] + MAX_ROW_MM)
    return levels


class _FilledRow(NamedTuple):
    """A row with its strip of the sheet, its bubbles and its labels."""

    strip: FormRow
    bubbles: list[Bubble]
    labels: list[Label]


def _filled(number: int, row: FormRow, shape: RowShape, start: float) -> _FilledRow:
    """Return a row with its bubbles, which begin at ``start``; its number is from 0, -1 for the
    example.
    """
    between = shape.between * row.height / shape.least
    height = (row.height - between) / shape.lines
    bubbles: list[Bubble] = []
    labels: list[Label] = []
    for group, starts, line in shape.groups:
        y = round(row.y + between / 2 + height * (line + 0.5), 4)
        width = len(group.values) * shape.pitch
        labels.append(Label(number, group.field, group.turn, start + round(starts[0], 4), y, width))
        for value, x in zip(group.values, starts, strict=False):
            middle = round(start + round(x + shape.pitch / 2, 4), 4)
            bubbles.append(Bubble(number, group.field, group.turn, value, middle, y))
    return _FilledRow(row, bubbles, labels)


def _strips(
    area: Area, names: Sequence[str], heights: Sequence[float], x: float, width: float
) -> list[FormRow]:
    """Return rows of some heights below each other, stretched over the room for them."""
    stretch = min(area.rows / sum(heights), MAX_ROW_MM / MIN_LINE_MM)
    rows = []
    y = area.first
    for name, height in zip(names, heights, strict=False):
        rows.append(FormRow(name, x, round(y, 4), width, round(height * stretch, 4)))
        y += height * stretch
    return rows


def _log_shape(kit: Kit, turns: int, longer: bool, area: Area) -> RowShape:
    """Return the row of a game: with boxes, or with the opponent's moves if these need fewer
    lines.
    """
    questions: list[Group] = []
    if longer:
        questions.append(Group("on", 0, ("",)))
    if len(kit.players) == 2:
        questions.append(Group("starts", 0, STARTS))
    first = tuple(questions)
    results = list(RESULT_NAMES.values())
    if not kit.draws:
        results.remove("draw")
    last = (Group("result", 0, tuple(results)), _VOID)
    with_replies = RowShape(first, reply_turns(kit, turns, longer=longer), last, area.bubbles)
    by_box = box_turns(kit, turns, longer=longer)
    if by_box is None:
        return with_replies
    with_boxes = RowShape(first, by_box, last, area.bubbles)
    if with_boxes.lines <= with_replies.lines:
        return with_boxes
    return with_replies


def _turns(kit: Kit, area: Area) -> tuple[int, bool]:
    """Return the turns in a row, enough for most games, and as many more as fit; and whether
    games may have more.
    """
    turns, longest = usual_turns(kit)
    most = most_turns(kit)
    lines = _log_shape(kit, turns, turns != most, area).lines
    if most is not None and _log_shape(kit, most, False, area).lines <= lines:
        return most, False
    while turns < longest and _log_shape(kit, turns + 1, True, area).lines <= lines:
        turns += 1
    return turns, turns != most


def _log_rows(kit: Kit, code: FormCode, area: Area) -> list[_FilledRow]:
    """Return the rows of a sheet for games, the example first."""
    shape = _log_shape(kit, code.turns, code.longer, area)
    count = code.last - code.first + 1
    turns = max(group.turn for group, *_ in shape.groups)
    is_known = 0 < turns == code.turns and 1 <= count <= MAX_GAMES_ON_A_SHEET
    if not is_known or shape.least * (count + 1) > area.rows:
        raise RecordError(f"kit {kit.name!r} has no sheet {code.text!r}")
    names = ["", *map(str, range(code.first, code.last + 1))]
    rows = _strips(area, names, [shape.least] * len(names), area.left, area.right - area.left)
    return [_filled(number, row, shape, area.x + area.inset) for number, row in enumerate(rows, -1)]


class _Counting:
    """The layout of boxes on sheets for counting beads, side by side if they would take several
    sheets.

    Attributes:
        room: the height for rows.
        pitch: from one column to the next.
        shapes: the row of each box.
    """

    def __init__(self, kit: Kit, area: Area, version: int) -> None:
        values = tuple(map(str, count_numbers(kit, version)))
        slots = [len(box.slots) for box in kit.boxes]
        self.room = area.rows
        self.columns = 1
        width = area.bubbles + area.inset + TURN_GAP_MM
        takes_several_sheets = (len(slots) + 1) * MIN_LINE_MM > area.rows
        if takes_several_sheets:
            one_slot = (Group("count", 1, values),)
            widest_box = (block_width(one_slot, letter=LETTER_MM) + GROUP_GAP_MM) * max(slots)
            column = widest_box + block_width((_VOID,)) + area.inset + TURN_GAP_MM
            self.columns = max(1, int(width / column))
        self.pitch = width / self.columns
        room = self.pitch - TURN_GAP_MM - area.inset

        def shape(count: int, widest: float) -> RowShape:
            blocks = [(Group("count", slot, values),) for slot in range(1, count + 1)]
            return RowShape((), blocks, (_VOID,), room, lettered=True, widest=widest)

        # Bubbles stand below each other, as near as those of the box with most of them.
        narrowest = min(shape(count, MAX_PITCH_MM).pitch for count in set(slots))
        shapes = {count: shape(count, narrowest) for count in set(slots)}
        self.shapes = [shapes[count] for count in slots]

    def fitting(self, index: int) -> int:
        """Return how many boxes from this index on fit on a sheet, below the example."""
        room = self.room - self.shapes[0].least
        below = 0
        for shape in self.shapes[index:]:
            room -= shape.least
            if room < 0:
                break
            below += 1
        return min(len(self.shapes) - index, self.columns * below)


def _count_rows(kit: Kit, code: FormCode, area: Area) -> list[_FilledRow]:
    """Return the rows of a sheet for counting beads; the example is the kit's first box when it
    is new.
    """
    counting = _Counting(kit, area, code.version)
    before = code.first - 1
    last_possible = min(len(kit.boxes), before + counting.fitting(before))
    if not code.first <= code.last <= last_possible:
        raise RecordError(f"kit {kit.name!r} has no sheet {code.text!r}")
    wanted = range(before, code.last)
    each = math.ceil(len(wanted) / counting.columns)
    filled: list[_FilledRow] = []
    for column in range(counting.columns):
        left = area.left + counting.pitch * column
        width = min(area.right, left + counting.pitch - TURN_GAP_MM) - left
        boxes = [0, *wanted[column * each : (column + 1) * each]]
        heights = [counting.shapes[box].least for box in boxes]
        while len(heights) < each + 1:  # so that rows of all columns stand side by side
            heights.append(heights[-1])
        names = [kit.boxes[box].id for box in boxes]
        start = area.x + counting.pitch * column + area.inset
        before_column = column * each - 1
        for place, strip in enumerate(_strips(area, names, heights, left, width)):
            if place == 0 and column > 0:  # the example stands only in the first column
                continue
            shape = counting.shapes[boxes[place]]
            filled.append(_filled(before_column + place, strip, shape, start))
    return filled


# The bubbles of a game, for the example on a sheet and for filling in sheets on trial.

#: Field, turn and value of a bubble.
Mark = tuple[str, int, str]
#: The random seed of the example.
EXAMPLE_SEED = 1961
#: The most games to try for it.
MAX_GAMES_TRIED = 60
#: How many marks are enough, so that no other game is tried.
ENOUGH_MARKS = 12


def marks_of_game(kit: Kit, side: int, moves: Sequence[Move], outcome: int) -> list[Mark]:
    """Return all possible marks of a game in which the machine played a side and had an outcome: 1,
    0 or -1.

    >>> from kitgen.kit.build import build_kit
    >>> from kitgen.model import Move
    >>> marks_of_game(build_kit("her"), 1, [Move(8, 5), Move(1, 5)], -1)[:4]
    [('reply', 1, 'c1'), ('reply', 1, 'c2'), ('box', 1, 'A1'), ('bead', 1, 'yellow')]
    """
    values = Moves(kit).marks
    table = Table(kit.game, kit.game.start())
    turn = 1
    marks: list[Mark] = []
    for move in moves:
        if table.position.to_move != side:
            marks += [("reply", turn, value) for value in values(move)]
        else:
            located = kit.locate(table.position)
            if located is not None:
                box, symmetry = located
                slot = next(slot for slot in box.slots if symmetry.move(move) in slot.moves)
                marks += [("box", turn, box.id), ("bead", turn, slot.colour.key)]
                marks += [("move", turn, value) for value in values(move)]
            turn += 1
        table.play(move)
    return [*marks, ("starts", 0, STARTS[side]), ("result", 0, RESULT_NAMES[outcome])]


def in_rows(form: Form, marks: Sequence[Mark]) -> list[list[Mark]]:
    """Return the marks of a game that a form has bubbles for, row by row: a long game continues in
    other rows.

    Replies after the last box are omitted if beads are asked as well: they have no bead beside
    them.
    """
    turns = form.code.turns
    last = max((turn for field, turn, _ in marks if field == "bead"), default=1)
    rows: list[list[Mark]] = []
    for first in range(0, last, turns):
        end = min(last, first + turns)
        row: list[Mark] = []
        if first > 0:
            row.append(("on", 0, ""))
        for field, turn, value in marks:
            if first < turn <= end:
                row.append((field, turn - first, value))
        rows.append(row)
    rows[0] += [mark for mark in marks if mark[0] == "starts"]
    rows[-1] += [mark for mark in marks if mark[0] == "result"]
    with_bubble = {_mark_of(bubble) for bubble in form.example}
    possible = []
    for row in rows:
        possible.append([mark for mark in row if mark in with_bubble])
    return possible


def _mark_of(bubble: Bubble) -> Mark:
    return bubble.field, bubble.turn, bubble.value


def example_marks(kit: Kit, form: Form) -> list[Bubble]:
    """Return the filled-in bubbles of a form's example: of a real game, or of a new box.

    >>> from kitgen.kit.build import build_kit
    >>> from kitgen.forms.places import form_codes, make_form
    >>> kit = build_kit("her")
    >>> form = make_form(kit, form_codes(kit, "log-marks", "a4")[0])
    >>> [bubble.value for bubble in example_marks(kit, form)]
    ['A2', 'blue', 'B9', 'red', 'C7', 'red', 'win']
    """
    if form.code.part == COUNT:
        return list(_counted(kit, form))
    best: list[Mark] = []
    for number in range(MAX_GAMES_TRIED):
        side, moves, outcome = random_game(kit, SplitMix(EXAMPLE_SEED, number))
        rows = in_rows(form, marks_of_game(kit, side, moves, outcome))
        if len(rows) == 1 and len(rows[0]) > len(best):
            best = rows[0]
        if len(best) >= ENOUGH_MARKS:
            break
    return [bubble for bubble in form.example if _mark_of(bubble) in best]


def _counted(kit: Kit, form: Form) -> Iterator[Bubble]:
    """Yield the bubbles for the beads of the first box when it is new."""
    for number, slot in enumerate(kit.boxes[0].slots, 1):
        bubbles = [bubble for bubble in form.example if bubble.turn == number]
        remaining = slot.beads
        for bubble in reversed(bubbles):
            is_done = remaining == 0 and slot.beads > 0
            amount = int(bubble.value)
            if amount <= remaining and not is_done:
                remaining -= amount
                yield bubble


class RandomGame(NamedTuple):
    """A game of a new machine: its side, all moves, and its outcome."""

    side: int
    moves: list[Move]
    outcome: int


def random_game(kit: Kit, rng: SplitMix) -> RandomGame:
    """Return a game of a new machine against a random opponent."""
    side = kit.players[rng.below(len(kit.players))]
    table = start_table(kit.game)
    passages = Passages(kit)
    moves: list[Move] = []
    ended = table.ended()
    while ended is None:
        choice = _possible_moves(kit, table, side, passages)
        move = choice[rng.below(len(choice))]
        moves.append(move)
        table.play(move)
        ended = table.ended()
    outcome = ended
    if side == 1:
        outcome = -ended
    return RandomGame(side, moves, outcome)


def _possible_moves(kit: Kit, table: Table, side: int, passages: Passages) -> list[Move]:
    """Return the moves of the player to move: those of its box if the machine has one."""
    located = None
    if table.position.to_move == side:
        located = kit.locate(table.position)
    if located is None:
        return list(passages.onwards(table, side))
    box, symmetry = located
    back = symmetry.inverse()
    moves = []
    for slot in box.slots:
        moves += [back.move(move) for move in slot.moves]
    return moves
