"""Reads boxes back from the marks on the pages of a printed PDF, without any knowledge of the code that drew them.

docs/reading-a-card.md explains what the marks mean. The reader knows the game and on which side of the board the
machine sits; the content of a box comes from the page.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from kitgen.kit.kit import Kit
from kitgen.sandbox.page_marks import MarkIndex, PageMarks, holds, turn_page, turn_point, within
from kitgen.verification.drawn_boards import NEAR, find_boards, find_grounds, find_name, in_panel, largest
from kitgen.verification.drawn_card import CardReader, PrintedBox
from kitgen.verification.finder_key import MIRRORED, PrintedKey, read_key
from kitgen.verification.recognise import is_rectangle
from kitgen.verification.route_reading import PrintedBlock, read_route

#: An id: a letter for the row and a number; in earlier kits with a star if the move is always the same.
ID = re.compile(r"[A-Z]{1,2}\*?[0-9]{1,6}")
#: The same in a kit of a single row.
NUMBER = re.compile(r"[0-9]{1,6}")


class BoxReader:
    """Reads the boxes of one kit from the pages of one PDF."""

    def __init__(self, kit: Kit) -> None:
        self._latest: MarkIndex | None = None
        self.game = kit.game
        self._id = NUMBER if kit.choices.rows_by == "none" else ID
        self._may_have_key = len(kit.game.symmetries) > MIRRORED or kit.game.diagram.seeds
        self.to_move = kit.players[0]
        # The machine sits at the top, so its side is the one at home there, or the board is turned.
        self.turned = self.game.diagram.turns and kit.players == (0,)

    def read_page(self, page: PageMarks, number: int) -> list[PrintedBox]:
        """Return the boxes of one page: those that stand upright, then those that lie on a side or upside down."""
        boxes = [*self.read_upright(self._index(page), number)]
        turns = {round(text.turn) for text in page.letters if self._id.fullmatch(text.text)}
        for turn in sorted(turns & {90, 180, 270}):
            turned = turn_page(page, turn)
            boxes += [
                replace(box, at=turn_point(turned, 360 - turn, box.at), bounds=(0.0, 0.0, 0.0, 0.0))
                for box in self.read_upright(MarkIndex(turned), number)
            ]
        return boxes

    def read_key(self, page: PageMarks, number: int) -> Iterable[PrintedKey]:
        """Return the entries of the key on a page that was read before; none if there is no key."""
        return read_key(self._index(page), number, self.game.diagram) if self._may_have_key else []

    def read_route(self, page: PageMarks, number: int) -> Iterable[PrintedBlock]:
        """Return the blocks of the route on a page that was read before."""
        return read_route(self._index(page), number, self.game, self.to_move, turned=self.turned)

    def _index(self, page: PageMarks) -> MarkIndex:
        if self._latest is None or self._latest.page is not page:
            self._latest = MarkIndex(page)
        return self._latest

    def read_upright(self, index: MarkIndex, number: int) -> Iterator[PrintedBox]:
        """Yield the boxes of one page that stand upright on it."""
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
            at, bounds, box_id = board.frame.centre, (ground or board.frame).bounds, name.text if name else None
            yield replace(drawing, page=number, id=box_id, faults=tuple(faults), at=at, bounds=bounds)
