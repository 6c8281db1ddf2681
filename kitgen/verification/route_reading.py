"""Reads a route back: for each box as it lies, and for each of its beads, the opponent's answers
and what follows.

A block begins with large letters: an id and perhaps its sign, or a word before the first box. Below
is the picture, to the right a line for each bead: its badge, and answers in grey, each followed by
what comes next in the id's colour.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kitgen.model import Game, Move
from kitgen.papers import Point
from kitgen.sandbox.page_marks import Letters, MarkIndex, in_lines
from kitgen.verification.drawn_boards import DrawnBoard, find_boards
from kitgen.verification.drawn_boxes import CardReader, DrawnBadge, find_badges, unreadable
from kitgen.verification.finder_key import SIGN_LETTERS

#: A box's id: a letter for its row, if there are several, and a number.
ID = re.compile(r"[A-Z]{0,2}\*?[0-9]{1,6}")
#: The sizes of the letters that begin a block, and of those of answers and goals, in points; no
#: other text has them.
LARGE, SMALL = 11.2, 9.2
#: Only the letters of badges are smaller than this outside pictures, in points.
BADGES = 6.7
#: The tolerance of a line up and down from its middle, and of where columns begin, in mm.
LINE, COLUMN = 1.5, 1.0
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
    large = [text for text in index.page.letters if abs(text.size - LARGE) < 0.05]
    heads = [text for text in large if not set(text.text) <= SIGN_LETTERS]
    boards = [*find_boards(index, game.diagram, turned=turned)]
    frames = [board.frame.bounds for board in boards]
    on_boards = {shape.order for frame in frames for shape in index.shapes(frame)}
    on_boards |= {text.order for frame in frames for text in index.letters(frame)}
    outside = [shape for shape in index.page.shapes if shape.order not in on_boards]
    singles = [
        text for text in index.page.letters if text.size < BADGES and text.order not in on_boards
    ]
    faults: list[str] = []
    badges = find_badges(outside, singles, faults)
    faults += unreadable(index, badges)
    small = [text for text in index.page.letters if abs(text.size - SMALL) < 0.05]
    for head in heads:
        sign = "".join(
            text.text
            for text in large
            if text not in heads and _owner(heads, text.bounds[:2]) is head
        )
        picture = _picture(
            index, game, to_move, [b for b in boards if _owner(heads, b.frame.centre) is head]
        )
        texts = [
            text
            for text in small
            if text.bounds[0] > head.bounds[2] and _owner(heads, text.centre) is head
        ]
        faults += [
            f"{text.text} is covered"
            for text in (head, *texts)
            if index.hidden(text.centre, text.order)
        ]
        starts = sorted(
            (badge for badge in badges if _owner(heads, badge.at) is head),
            key=lambda badge: badge.at[1],
        )
        own: list[tuple[DrawnBadge | None, list[Letters]]] = [(badge, []) for badge in starts]
        own = own or [(None, [])]
        for text in texts:
            above = [
                line for badge, line in own if badge is None or badge.at[1] <= text.centre[1] + LINE
            ]
            if above:
                above[-1].append(text)
            else:
                faults.append(f"{text.text} stands above all lines")
        lines = tuple((badge, tuple(_entries(line, head.fill))) for badge, line in own)
        faults += [
            f"{answer} leads nowhere"
            for _, entries in lines
            for answer, goal in entries
            if not goal
        ]
        box_id = head.text if ID.fullmatch(head.text) else None
        yield PrintedBlock(number, box_id, sign, *picture, lines, tuple(faults))
        faults = []  # those of badges are counted once


def _owner(heads: Sequence[Letters], point: Point) -> Letters | None:
    x, y = point
    start = max((head.bounds[0] for head in heads if head.bounds[0] <= x + COLUMN), default=None)
    if start is None:
        return None
    column = [
        head
        for head in heads
        if abs(head.bounds[0] - start) < COLUMN and head.centre[1] <= y + LINE
    ]
    return max(column, key=lambda head: head.centre[1], default=None)


Picture = tuple[tuple[int, ...] | None, dict[str, Move], dict[str, int]]


def _picture(index: MarkIndex, game: Game, to_move: int, boards: Sequence[DrawnBoard]) -> Picture:
    if len(boards) != 1:
        return None, {}, {}
    (board,) = boards
    drawing = CardReader(index, board, game, to_move).drawing(None)
    moves = {slot.letter: slot.move for slot in drawing.slots if slot.letter}
    names = {letter: move.target for letter, move in moves.items()}
    for text in index.letters(board.frame.bounds):
        cell = board.cell_at(text.centre)
        if text.text.isdigit() and cell is not None and not index.hidden(text.centre, text.order):
            names[text.text] = cell
    return drawing.position.cells, moves, names


def _entries(texts: Sequence[Letters], dark: str) -> Iterator[tuple[str, str]]:
    """Yield the entries of a line, which may continue below; an answer that nothing follows has
    no goal.
    """
    for row in in_lines(texts, LINE):
        answer = ""
        for text in row:
            is_goal = text.fill == dark
            if is_goal or answer:
                yield answer, text.text if is_goal else ""
            answer = "" if is_goal else text.text
        if answer:
            yield answer, ""
