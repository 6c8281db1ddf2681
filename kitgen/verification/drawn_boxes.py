"""Reads boxes back from the marks on the pages of a printed PDF, without any knowledge of the code that drew them.

docs/reading-a-card.md explains what the marks mean. The reader knows the game and on which side of the board the
machine sits; the content of a box comes from the page.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from kitgen.kit.kit import Kit
from kitgen.sandbox.page_marks import MarkIndex, Shape, holds, turn_page, turn_point, within
from kitgen.verification.drawn_boards import NEAR, DrawnBoard, find_boards, find_grounds, find_name, in_panel, largest
from kitgen.verification.drawn_card import CardReader, PrintedBox
from kitgen.verification.recognise import is_rectangle

#: An id: a letter for the row and a number; in earlier kits with a star if the move is always the same.
ID = re.compile(r"[A-Z]{1,2}\*?[0-9]{1,6}")
#: The same in a kit of a single row.
NUMBER = re.compile(r"[0-9]{1,6}")


class BoxReader:
    """Reads the boxes of one kit from the pages of one PDF."""

    def __init__(self, kit: Kit) -> None:
        self.game = kit.game
        self._id = NUMBER if kit.choices.rows_by == "none" else ID
        self.to_move = kit.players[0]
        # The machine sits at the top, so its side is the one at home there, or the board is turned.
        self.turned = self.game.diagram.turns and kit.players == (0,)

    def read_page(self, index: MarkIndex, number: int) -> Iterator[PrintedBox]:
        """Yield the boxes of one page: those that stand upright, then those that lie on a side or upside down."""
        turns = {round(text.turn) for text in index.page.letters if self._id.fullmatch(text.text)}
        for turn in (0, *sorted(turns & {90, 180, 270})):
            view = MarkIndex(turn_page(index.page, turn)) if turn else index
            for _, _, box in self.read_upright(view, number):
                yield replace(box, at=turn_point(view.page, -turn, box.at))

    def read_upright(self, index: MarkIndex, number: int) -> Iterator[tuple[DrawnBoard, Shape | None, PrintedBox]]:
        """Yield the boxes of one page that stand upright on it, each with its board and the ground of its card."""
        boards = [*find_boards(index, self.game.diagram, turned=self.turned)]
        if not boards:
            return
        grounds = find_grounds(index, boards)
        ids = [
            text
            for text in index.page.letters
            if self._id.fullmatch(text.text)
            and not text.turn
            and text.fill.lower() != "#ffffff"  # the number of a step, in a disc, is no id
            and not any(holds(board.frame.bounds, text.centre) for board in boards)  # a number on it is no id
        ]
        panels = [shape for shape in index.page.shapes if shape.stroke is not None and is_rectangle(shape)]
        for board, ground in zip(boards, grounds, strict=True):
            faults: list[str] = []
            turns = Counter(text.turn for text in index.letters((ground or board.frame).bounds))
            if turns and turns.most_common(1)[0][0]:
                continue
            if ground is not None:
                name = largest(text for text in ids if holds(ground.bounds, text.centre))
            elif (name := find_name(in_panel(board, panels, ids), board, boards)) is None:
                continue
            if name is None:
                faults.append("the card has no id")
            elif index.hidden(name.centre, name.order):
                faults.append(f"the id {name.text} is covered")
            if not within(board.frame.bounds, (0, 0, index.page.width, index.page.height), NEAR):
                faults.append("the board leaves the page")
            drawing = CardReader(index, board, self.game, self.to_move).drawing(ground.bounds if ground else None)
            if ground is None and not (drawing.slots or drawing.twins or any(drawing.position.cells)):
                continue  # a board to play on
            faults += drawing.faults
            box_id, at = name.text if name else None, board.frame.centre
            yield board, ground, replace(drawing, page=number, id=box_id, faults=tuple(faults), at=at)
