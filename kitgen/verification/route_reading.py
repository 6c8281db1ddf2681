"""Reads a route back: for each box as it lies, and each bead, the answers and what follows.

A block begins with large letters: an id and perhaps its sign, or a word before the first box. Below
is the picture, to the right a line for each bead: its badge, and answers in grey, each followed by
what comes next in the id's colour.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from kitgen.model import Game, Move
from kitgen.papers import Point
from kitgen.sandbox.page_marks import Letters, MarkIndex, in_lines
from kitgen.verification.drawn_boards import DrawnBoard, find_boards
from kitgen.verification.drawn_boxes import CardReader, DrawnBadge, find_badges, unreadable
from kitgen.verification.finder_key import SIGN_LETTERS

#: A box's id: a letter for its row, if there are several, a star where the machine always plays the
#: same, and a number.
ID = re.compile(r"[A-Z]{0,2}\*?[0-9]{1,6}")

# Sizes of letters. A route is drawn in sizes that no other text has, so that they tell its texts.

#: Those that begin a block.
LARGE_PT = 11.2
#: Those of answers and goals.
SMALL_PT = 9.2
#: Only the letters of badges are smaller than this outside pictures.
BADGES_BELOW_PT = 6.7
#: Sizes that differ by less are the same.
SAME_SIZE_PT = 0.05

#: Texts of one line lie no farther up and down from its middle.
SAME_LINE_MM = 1.5
#: Blocks of one column begin no farther from each other.
SAME_COLUMN_MM = 1.0
#: A bead's badge, None before the first box, and the answers on its line, each with what follows.
PrintedLine = tuple[DrawnBadge | None, tuple[tuple[str, str], ...]]


@dataclass(frozen=True, slots=True)
class PrintedBlock:
    """The block of one box as it lies.

    Attributes:
        id: None before the first box.
        cells: the board in the picture; None where there is none.
        moves: the moves in the picture by the letters of their badges.
        names: the cells that the picture names, by a number or by the letter of a badge.
    """

    page: int
    id: str | None
    sign: str
    cells: tuple[int, ...] | None
    moves: dict[str, Move]
    names: dict[str, int]
    lines: tuple[PrintedLine, ...]
    faults: tuple[str, ...]


def read_route(
    index: MarkIndex, number: int, game: Game, to_move: int, *, turned: bool
) -> Iterator[PrintedBlock]:
    """Yield the blocks of a page; ``turned`` says that boards are turned by half."""
    boards = [*find_boards(index, game.diagram, turned=turned)]
    reader = _RoutePage(index, boards)
    faults = [*reader.badge_faults]
    for head in reader.heads:
        texts = reader.texts_of(head)
        for text in (head, *texts):
            if index.hidden(text.centre, text.order):
                faults.append(f"{text.text} is covered")
        lines = reader.lines_of(head, texts, faults)
        for _, entries in lines:
            faults += [f"{answer} leads nowhere" for answer, goal in entries if not goal]
        picture = _picture(index, game, to_move, reader.boards_of(head))
        yield PrintedBlock(
            page=number,
            id=head.text if ID.fullmatch(head.text) else None,
            sign=reader.sign_of(head),
            cells=picture.cells,
            moves=picture.moves,
            names=picture.names,
            lines=lines,
            faults=tuple(faults),
        )
        faults = []  # those of badges are counted once


class _RoutePage:
    """The marks of a page by the ``heads`` of its blocks to which they belong."""

    def __init__(self, index: MarkIndex, boards: Sequence[DrawnBoard]) -> None:
        self._boards = boards
        self._large = _in_size(index.page.letters, LARGE_PT)
        self._small = _in_size(index.page.letters, SMALL_PT)
        self.heads = [text for text in self._large if not set(text.text) <= SIGN_LETTERS]
        self.badge_faults: list[str] = []
        self._badges = self._read_badges(index)

    def _read_badges(self, index: MarkIndex) -> list[DrawnBadge]:
        """Return the badges outside pictures; add what is wrong with them to ``badge_faults``."""
        on_boards = set[int]()
        for board in self._boards:
            on_boards |= {shape.order for shape in index.shapes(board.frame.bounds)}
            on_boards |= {text.order for text in index.letters(board.frame.bounds)}
        shapes = [shape for shape in index.page.shapes if shape.order not in on_boards]
        beside = [text for text in index.page.letters if text.order not in on_boards]
        letters = [text for text in beside if text.size < BADGES_BELOW_PT]
        badges = find_badges(shapes, letters, self.badge_faults)
        self.badge_faults += unreadable(index, badges)
        return badges

    def _owner(self, point: Point) -> Letters | None:
        """Return the head of a point's block: the last one above it in its column."""
        x, y = point
        lefts = [head.bounds[0] for head in self.heads]
        column_left = max((left for left in lefts if left <= x + SAME_COLUMN_MM), default=None)
        if column_left is None:
            return None
        above = []
        for head, left in zip(self.heads, lefts, strict=True):
            is_in_column = abs(left - column_left) < SAME_COLUMN_MM
            if is_in_column and head.centre[1] <= y + SAME_LINE_MM:
                above.append(head)
        return max(above, key=lambda head: head.centre[1], default=None)

    def sign_of(self, head: Letters) -> str:
        """Return the signs behind an id."""
        signs = [text for text in self._large if text not in self.heads]
        return "".join(text.text for text in signs if self._owner(text.bounds[:2]) is head)

    def boards_of(self, head: Letters) -> list[DrawnBoard]:
        """Return the boards of a block."""
        return [board for board in self._boards if self._owner(board.frame.centre) is head]

    def texts_of(self, head: Letters) -> list[Letters]:
        """Return the answers and goals of a block, all to the right of its head."""
        _, _, right_of_head, _ = head.bounds
        texts = []
        for text in self._small:
            left, _, _, _ = text.bounds
            if left > right_of_head and self._owner(text.centre) is head:
                texts.append(text)
        return texts

    def lines_of(
        self, head: Letters, texts: Sequence[Letters], faults: list[str]
    ) -> tuple[PrintedLine, ...]:
        """Return the lines of a block with its ``texts``; add what is wrong to ``faults``."""
        badges = [badge for badge in self._badges if self._owner(badge.at) is head]
        badges.sort(key=lambda badge: badge.at[1])
        lines: list[tuple[DrawnBadge | None, list[Letters]]] = [(badge, []) for badge in badges]
        if not lines:
            lines.append((None, []))
        for text in texts:
            own_line = None  # the last line that begins above
            for badge, line in lines:
                if badge is None or badge.at[1] <= text.centre[1] + SAME_LINE_MM:
                    own_line = line
            if own_line is None:
                faults.append(f"{text.text} stands above all lines")
            else:
                own_line.append(text)
        return tuple((badge, tuple(_entries(line, head.fill))) for badge, line in lines)


def _in_size(letters: Iterable[Letters], size: float) -> list[Letters]:
    return [text for text in letters if abs(text.size - size) < SAME_SIZE_PT]


class _Picture(NamedTuple):
    """The picture of a block.

    Attributes:
        cells: the board's content; None unless there is exactly one board.
        moves: by the letters of their badges.
        names: the cells by what names them.
    """

    cells: tuple[int, ...] | None
    moves: dict[str, Move]
    names: dict[str, int]


def _picture(index: MarkIndex, game: Game, to_move: int, boards: Sequence[DrawnBoard]) -> _Picture:
    if len(boards) != 1:
        return _Picture(None, {}, {})
    (board,) = boards
    drawing = CardReader(index, board, game, to_move).drawing(None)
    moves = {slot.letter: slot.move for slot in drawing.slots if slot.letter}
    names = {letter: move.target for letter, move in moves.items()}
    for text in index.letters(board.frame.bounds):
        cell = board.cell_at(text.centre)
        if text.text.isdigit() and cell is not None and not index.hidden(text.centre, text.order):
            names[text.text] = cell
    return _Picture(drawing.position.cells, moves, names)


def _entries(texts: Sequence[Letters], dark: str) -> Iterator[tuple[str, str]]:
    """Yield the answers of a line, which may continue below, each with its goal.

    Goals are ``dark``. An answer that nothing follows has an empty goal, and a goal that follows
    nothing an empty answer.
    """
    for row in in_lines(texts, SAME_LINE_MM):
        answer = ""
        for text in row:
            if text.fill == dark:
                yield answer, text.text
                answer = ""
                continue
            if answer:
                yield answer, ""
            answer = text.text
        if answer:
            yield answer, ""
