"""The board and the open box as widgets: clicks on a cell or a slot are reported."""

from collections.abc import Iterable, Sequence
from string import ascii_lowercase

from textual import events
from textual.content import Content
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Static

from kitgen.model import Game, Move, Position
from kitgen.paper.card.board import CellSign, board_rows, counted_edges, is_lettered
from kitgen.play.conversation import Conversation
from kitgen.play.learners import OpenBox
from kitgen.play.sitting import Ply, Sitting
from kitgen.play.speech import signed

#: Wider boards have no space between their cells, and taller ones no lines between their rows.
ROOMY, RULED = 6, 6
#: Cells are drawn large on screens of at least so many lines and columns.
TALL, WIDE = 40, 120
#: The column where the cells begin, behind the numbers of the rows.
MARGIN = 3
#: Corners, crossings and lines: top, middle, bottom; and the same in ASCII.
LINES, PLAIN_LINES = ("┌┬┐─", "├┼┤─", "└┴┘─", "│"), ("+++-", "+++-", "+++-", "|")
#: The most beads of a slot that are drawn one by one.
DRAWN = 8


class Clicked(Message):
    """A click on the cell or slot with an index."""

    def __init__(self, index: int) -> None:
        super().__init__()
        self.index = index


class BoardView(Widget):
    """A board that can be clicked."""

    class CellClicked(Clicked):
        """A click on a cell."""

    def __init__(self, game: Game, *, plain: bool) -> None:
        super().__init__(id="board")
        self.game = game
        self.plain = plain
        self._position = game.start()
        self._marked: set[int] = set()
        self._chosen: int | None = None
        self._edges = counted_edges(game)
        # Points are joined by lines of their own, which text does not show: others would mislead.
        self._joined = game.diagram.cell == "points"
        self._ruled = len(self._rows) <= RULED and not self._joined

    def show(self, position: Position, marked: set[int], chosen: int | None) -> None:
        """Show a position with the marked cells of a move, and the cell chosen to move from."""
        self._position, self._marked, self._chosen = position, marked, chosen
        self.refresh(layout=True)

    @property
    def _rows(self) -> list[list[CellSign]]:
        return board_rows(self.game, self._position, plain=self.plain)

    @property
    def _width(self) -> int:
        """How many columns a cell has, without its lines."""
        rows = self._rows
        widest = max(len(text) for row in rows for _, text in row)
        return widest + (2 if len(rows[0]) <= ROOMY else 0) + (4 if self._large else 0)

    @property
    def _large(self) -> bool:
        rows = self._rows
        return (
            self.app.size.height >= TALL
            and self.app.size.width >= WIDE
            and max(len(rows), len(rows[0])) <= ROOMY
        )

    @property
    def _high(self) -> int:
        """How many lines a cell has, its upper line included."""
        return (4 if self._large else 2) if self._ruled else 1

    def get_content_width(self, _container: object, _viewport: object) -> int:
        """Return the board's width in columns."""
        return MARGIN + len(self._rows[0]) * (self._width + 1) + 2

    def get_content_height(self, _container: object, _viewport: object, _width: int) -> int:
        """Return the board's height in lines."""
        rows = len(self._rows)
        return self._high * rows + self._ruled + is_lettered(self.game) + (2 if self._edges else 0)

    def render(self) -> Content:
        """Draw the board."""
        rows, width, named = self._rows, self._width, is_lettered(self.game)
        top, middle, bottom, side = PLAIN_LINES if self.plain else LINES
        if self._joined:
            side = " "
        parts: list[str | tuple[str, str]] = []
        if self._edges:
            parts.append((self._spread(self._edges[0]) + "\n", "dim"))
        for number, row in enumerate(rows):
            if self._ruled:
                parts += [
                    (" " * MARGIN + _line(top if number == 0 else middle, len(row), width), "dim"),
                    "\n",
                ]
            middle_line = self._high // 2 - 1 if self._ruled else 0
            for line in range(max(1, self._high - 1)):
                label = (
                    f"{len(rows) - number:>2} " if named and line == middle_line else " " * MARGIN
                )
                parts.append((label, "dim"))
                for cell, text in row:
                    chosen = cell is not None and cell == self._chosen
                    style = (
                        "reverse"
                        if chosen
                        else "bold underline"
                        if cell in self._marked
                        else "bold"
                    )
                    inside = (text if line == middle_line else "").center(width)
                    parts += [
                        (side, "dim"),
                        (inside, style if inside.strip() or style == "reverse" else ""),
                    ]
                parts += [(side, "dim"), "\n"]
        if self._ruled:
            parts += [(" " * MARGIN + _line(bottom, len(rows[-1]), width), "dim"), "\n"]
        if named:
            parts.append((self._spread(ascii_lowercase[: len(rows[0])]), "dim"))
        if self._edges:
            parts.append((self._spread(self._edges[1]), "dim"))
        return Content.assemble(*parts)

    def _spread(self, texts: Iterable[str]) -> str:
        return " " * (MARGIN + 1) + " ".join(text.center(self._width) for text in texts)

    def cell_at(self, x: int, y: int) -> int | None:
        """Return the cell at a place of the widget, or None."""
        y -= bool(self._edges)
        number = (y - 1) // self._high if self._ruled else y
        column = (x - MARGIN - 1) // (self._width + 1)
        rows = self._rows
        if y < 0 or not 0 <= number < len(rows) or not 0 <= column < len(rows[0]) or x <= MARGIN:
            return None
        return rows[number][column][0]

    def on_click(self, event: events.Click) -> None:
        """Report the clicked cell."""
        if (cell := self.cell_at(event.x, event.y)) is not None:
            self.post_message(self.CellClicked(cell))


def clicked(legal: Sequence[Move], chosen: int | None, cell: int) -> tuple[Move | None, int | None]:
    """Return the move that a click on a cell means, alone or with the cell chosen before, and
    the cell chosen now.
    """
    alone = [move for move in legal if move.target == cell and move.source in (None, cell)]
    pair = [move for move in legal if move.source == chosen and move.target == cell]
    moves = alone if len(alone) == 1 else pair if chosen is not None else []
    if len(moves) == 1:
        return moves[0], None
    return None, cell if any(move.source == cell for move in legal) else None


def marked_cells(ply: Ply | None) -> set[int]:
    """Return the cells to mark for a move."""
    cells = () if ply is None else (ply.move.source, ply.move.target)
    return {cell for cell in cells if cell is not None}


def _line(signs: Sequence[str], cells: int, width: int) -> str:
    start, crossing, end, flat = signs
    return start + crossing.join([flat * width] * cells) + end


class BoxPanel(Static):
    """The open box, bead by bead; a click on a slot picks its move for a person."""

    class SlotClicked(Clicked):
        """A click on a slot."""

    def __init__(self, talk: Conversation) -> None:
        super().__init__("", id="box", markup=False)
        self.talk = talk
        self.colours = True
        self._slots = 0

    def show(self, sitting: Sitting, ply: Ply | None, *, is_own: bool = False) -> None:
        """Show the box of a picked or made move; without one, the table's open box.

        A person's own move needs no box: one beside it would be taken for the machine's.
        """
        plain, words, game = self.talk.plain, self.talk.words, sitting.game
        opened = ply.opened if ply is not None else sitting.open_box()
        self._slots = 0 if opened is None else len(opened.moves)
        if opened is None:
            self.update(Content.styled(words("screen.no_box"), "dim"))
            return
        picked = None if ply is None else ply.slot
        bead, hand = ("o", ">") if plain else ("●", "▶")
        side = words.side(sitting.to_move if ply is None else ply.side)
        if is_own:
            title = words("screen.your_moves")
        elif isinstance(opened, OpenBox):
            title = words("screen.box", side=side, box=opened.box.id)
        else:
            title = words("screen.compares")
        parts: list[str | tuple[str, str]] = [(title, "bold"), "\n"]
        for number, move in enumerate(opened.moves):
            mark, style = (hand, "reverse") if number == picked else (" ", "")
            text = f"{game.move_text(move):5}"
            if is_own:
                parts.append(f"{mark} {text}\n")
            elif isinstance(opened, OpenBox):
                colour, count = opened.box.slots[number].colour, opened.beads[number]
                beads = bead * min(count, DRAWN) + ("…" if count > DRAWN and not plain else "")
                parts += [(f"{mark} {colour.letter} {text}", style), f"{count:>3} "]
                parts += [(beads, colour.fill if self.colours else ""), "\n"]
            else:
                parts += [(f"{mark} {text}", style), f"{signed(opened.numbers[number]):>6}\n"]
        self.update(Content.assemble(*parts))

    def on_click(self, event: events.Click) -> None:
        """Report the clicked slot: they begin below the title."""
        if 1 <= event.y <= self._slots:
            self.post_message(self.SlotClicked(event.y - 1))
