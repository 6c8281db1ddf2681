"""Reads boxes back from a printed PDF: from the marks on its pages alone, knowing nothing of the code that drew them.

What the marks mean stands in docs/reading-a-card.md. The reader may know the game (how its board looks, which moves
are legal) and on which side of the board the machine sits; what a box says comes from the page.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pypdfium2

from kitgen.check.pdf.boards import Board, Marks, find_boards, holds
from kitgen.check.pdf.drawing import Badge, Drawing, read_drawing
from kitgen.check.pdf.page import Bounds, Letters, PageMarks, Shape, open_pdf, page_marks, turn_page
from kitgen.check.pdf.recognise import is_rectangle
from kitgen.errors import KitFileError
from kitgen.kit.kit import Kit
from kitgen.kit.kit_json import read_kit
from kitgen.model import Game, Move, Position

#: The name under which a kit travels in its PDF.
ATTACHMENT = "kit.json"
ID = re.compile(r"[A-Z]{1,2}\*?[0-9]+")


@dataclass(frozen=True, slots=True)
class PrintedSlot:
    """One slot as it is drawn.

    Attributes:
        move: the move that its arrow or badge marks.
        letter: in its badge; empty when there is no badge.
        fill: the colour of its arrow, or of its badge where moves are marked by badges alone.
        symbol: the badge's outline, one of ``kitgen.kit.palette.SYMBOLS``; empty when it is none of them.
        beads: the number in the legend; None when there is none.
    """

    move: Move
    letter: str
    fill: str
    symbol: str
    beads: int | None


@dataclass(frozen=True, slots=True)
class PrintedBox:
    """One box as it is drawn.

    Attributes:
        page: where, counted from 1.
        id: the id beside the board; None on a card without one.
        position: the pieces, in the kit's own orientation.
        slots: the coloured moves, sorted by move.
        twins: the moves drawn in grey, sorted.
        faults: what cannot be right, whatever the kit says, such as an arrow that starts at no piece.
    """

    page: int
    id: str | None
    position: Position
    slots: tuple[PrintedSlot, ...]
    twins: tuple[Move, ...]
    faults: tuple[str, ...] = ()


def attached_kit(path: Path, *, trust: bool = False) -> Kit:
    """Return the kit that travels in a PDF.

    Args:
        path: the PDF.
        trust: True to accept a kit that was changed after it was made, as ``read_kit`` does.

    Raises:
        KitFileError: the file is no PDF, is damaged or encrypted, or carries no kit.
    """
    pdf = open_pdf(path)
    try:
        for number in range(pdf.count_attachments()):
            attachment = pdf.get_attachment(number)
            if attachment.get_name() == ATTACHMENT:
                return read_kit(bytes(attachment.get_data()), f"{ATTACHMENT} in {path}", trust=trust)
    except pypdfium2.PdfiumError:
        raise KitFileError(f"{path} is a damaged PDF and its kit cannot be read; print the kit again") from None
    finally:
        pdf.close()
    raise KitFileError(f"{path} is a PDF, but not of a kit made by kitgen: it carries no {ATTACHMENT}")


def read_boxes(path: Path, kit: Kit) -> list[PrintedBox]:
    """Return every box that a PDF shows: one for each board with an id, page by page.

    Boards without an id that stand on no card (the playing board, examples) are left out.

    Args:
        path: the PDF.
        kit: says the game and the machine's side; its boxes are not looked at.

    Raises:
        KitFileError: the file is no PDF, or is damaged or encrypted.
    """
    pdf = open_pdf(path)
    try:
        return boxes_on((page_marks(pdf, index) for index in range(len(pdf))), kit)
    finally:
        pdf.close()


def boxes_on(pages: Iterable[PageMarks], kit: Kit) -> list[PrintedBox]:
    """Return every box that the marks of a PDF's pages show, as ``read_boxes`` does for a file."""
    reader = _Reader(kit)
    return [box for number, page in enumerate(pages, 1) for box in reader.read_page(page, number)]


class _Reader:
    """Reads the boxes of one kit."""

    def __init__(self, kit: Kit) -> None:
        self.game = kit.game
        self.to_move = kit.players[0]
        # The machine sits at the top: its side is the one that is at home there, or the board is turned.
        self.turned = self.game.diagram.turns and kit.players == (0,)

    def read_page(self, marks: PageMarks, number: int) -> list[PrintedBox]:
        """Return the boxes of one page: those that stand upright, then those that lie on a side or on their heads."""
        boxes = self._read(Marks(marks), number)
        for turn in sorted({round(text.turn) for text in marks.letters if ID.fullmatch(text.text)} & {90, 180, 270}):
            boxes += self._read(Marks(turn_page(marks, turn)), number)
        return boxes

    def _read(self, marks: Marks, page: int) -> list[PrintedBox]:
        """Return the boxes that stand upright."""
        boards = find_boards(marks, self.game.diagram, turned=self.turned)
        if not boards:
            return []
        grounds = _grounds(marks, boards)
        ids = [text for text in marks.page.letters if ID.fullmatch(text.text) and not text.turn]
        boxes = []
        for board, ground in zip(boards, grounds, strict=True):
            faults: list[str] = []
            turns = Counter(text.turn for text in marks.letters((ground or board.frame).bounds))
            if turns and turns.most_common(1)[0][0]:
                continue
            if ground is not None:
                name = _largest(text for text in ids if holds(ground.bounds, text.centre))
                if name is None:
                    faults.append("the card has no id")
            else:
                name = _name(ids, board, boards)
                if name is None:
                    continue
            if name is not None and marks.hidden(name.centre, name.order):
                faults.append(f"the id {name.text} is covered")
            if not _within(board.frame.bounds, (0, 0, marks.page.width, marks.page.height)):
                faults.append("the board leaves the page")
            boxes.append(self._box(marks, board, ground, page, None if name is None else name.text, faults))
        return boxes

    def _box(
        self, marks: Marks, board: Board, ground: Shape | None, page: int, name: str | None, faults: list[str]
    ) -> PrintedBox:
        """Return what one board, and the card around it, says."""
        drawing = read_drawing(marks, board, self.game.diagram, None if ground is None else ground.bounds)
        position = Position(drawing.cells, self.to_move)
        slots, more = self._slots(position, drawing, legend=ground is not None)
        twins = sorted((_move(self.game, position, *way) for way in drawing.twins), key=_order)
        faults += [*drawing.faults, *more]
        return PrintedBox(page, name, position, tuple(slots), tuple(twins), tuple(faults))

    def _slots(self, position: Position, drawing: Drawing, *, legend: bool) -> tuple[list[PrintedSlot], list[str]]:
        """Return the coloured moves, with their beads from the legend, and what is wrong between the two."""
        faults: list[str] = []
        slots = []
        beads = {badge.letter: (badge, count) for badge, count in drawing.legend}
        if len(beads) < len(drawing.legend):
            faults.append("two lines of the legend have the same letter")
        for way in drawing.ways:
            move = _move(self.game, position, way.source, way.target)
            badge = way.badge
            entry = beads.pop(badge.letter, None) if badge is not None else None
            if badge is not None and legend:
                faults += _compare(badge, entry and entry[0])
            slots.append(
                PrintedSlot(
                    move,
                    "" if badge is None else badge.letter,
                    way.fill,
                    "" if badge is None else badge.symbol,
                    entry and entry[1],
                )
            )
        faults += [f"the legend shows {letter}, but no move does" for letter in beads]
        letters = [slot.letter for slot in slots if slot.letter]
        faults += [
            f"two moves share the letter {letter}" for letter in sorted(set(letters)) if letters.count(letter) > 1
        ]
        return sorted(slots, key=lambda slot: _order(slot.move)), faults


def _compare(badge: Badge, entry: Badge | None) -> list[str]:
    """Return what differs between a badge on the board and its line in the legend."""
    if entry is None:
        return [f"the legend has no line for {badge.letter}"]
    faults = []
    if entry.fill != badge.fill:
        faults.append(f"{badge.letter} is {badge.fill} on the board and {entry.fill} in the legend")
    if entry.symbol != badge.symbol:
        faults.append(f"{badge.letter} is a {badge.symbol} on the board and a {entry.symbol} in the legend")
    return faults


def _order(move: Move) -> tuple[int, int]:
    return -1 if move.source is None else move.source, move.target


def _move(game: Game, position: Position, source: int | None, target: int | None) -> Move:
    """Return the move that starts or ends where a mark says; a legal one if there is any.

    A mark does not always show both ends: a placed badge shows where a move ends, a sowing where it starts.
    """
    for move in game.legal_moves(position):
        if (source is None or move.source == source) and (target is None or move.target == target):
            return move
    end = target if target is not None else source
    if end is None:
        raise AssertionError("a mark shows a source or a target")
    placed = any(move.source is None for move in game.legal_moves(game.start()))
    return Move(None if placed else end if source is None else source, end)


def _grounds(marks: Marks, boards: Sequence[Board]) -> list[Shape | None]:
    """Return for each board the ground of its card: the smallest rectangle below it, if it holds no other board."""
    tinted = [
        shape for shape in marks.page.shapes if shape.fill is not None and shape.stroke is None and is_rectangle(shape)
    ]
    grounds: list[Shape | None] = []
    for board in boards:
        frame = board.frame
        under = [
            shape
            for shape in tinted
            if shape.order < frame.order
            and _within(frame.bounds, shape.bounds)
            and max(shape.size[0] - frame.size[0], shape.size[1] - frame.size[1]) > 1  # not the board's own white
        ]
        grounds.append(min(under, key=lambda shape: shape.size[0] * shape.size[1], default=None))
    shared = [ground.order for ground in grounds if ground is not None]
    return [None if ground is None or shared.count(ground.order) > 1 else ground for ground in grounds]


def _within(inner: Bounds, outer: Bounds) -> bool:
    return holds(outer, inner[:2], 0.1) and holds(outer, inner[2:], 0.1)


def _largest(texts: Iterable[Letters]) -> Letters | None:
    return max(texts, key=lambda text: (round(text.size, 3), -text.order), default=None)


def _name(ids: Sequence[Letters], board: Board, boards: Sequence[Board]) -> Letters | None:
    """Return the id of a board on the bare page, or None.

    It stands straight above, below or beside the board; or beside the board close on its left, of which this one is
    an image; or else at a corner.
    """
    name = _nearest(ids, board)
    if name is not None:
        return name
    left, top, _, _ = board.frame.bounds
    for other in boards:
        gap = left - other.frame.bounds[2]
        if 0 <= gap <= board.frame.size[0] / 4 and abs(top - other.frame.bounds[1]) <= 0.5:
            return _nearest(ids, other)
    return _nearest(ids, board, corners=True)


def _nearest(ids: Sequence[Letters], board: Board, *, corners: bool = False) -> Letters | None:
    """Return the id next to a board, at most half the board's size away."""
    left, top, right, bottom = board.frame.bounds
    best: Letters | None = None
    least = max(board.frame.size) / 2
    for text in ids:
        text_left, text_top, text_right, text_bottom = text.bounds
        across = max(left - text_right, text_left - right, 0.0)
        down = max(top - text_bottom, text_top - bottom, 0.0)
        if (corners or min(across, down) == 0) and across + down <= least:
            best, least = text, across + down
    return best
