"""The board and the open box as widgets: clicks on a cell or a slot are reported."""

from collections.abc import Iterable, Sequence
from string import ascii_lowercase
from typing import NamedTuple

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

#: The most columns of a board with space between its cells.
MAX_ROOMY_COLUMNS = 6
#: The most rows of a board with lines between them.
MAX_RULED_ROWS = 6
#: Cells are drawn large on screens of at least so many lines and columns.
TALL = 40
WIDE = 120
#: The column where the cells begin, behind the numbers of the rows.
MARGIN = 3
#: The most beads of a slot that are drawn one by one.
MAX_DRAWN_BEADS = 8


class Ruling(NamedTuple):
    """The characters of the lines of a board.

    ``top``, ``middle`` and ``bottom`` have a left end, a crossing, a right end and a line across.
    """

    top: str
    middle: str
    bottom: str
    side: str


BOX_RULING = Ruling("┌┬┐─", "├┼┤─", "└┴┘─", "│")
ASCII_RULING = Ruling("+++-", "+++-", "+++-", "|")


#: A piece of text, perhaps with a style.
_Part = str | tuple[str, str]


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
        self._has_points = game.diagram.cell == "points"
        self._ruled = len(self._rows) <= MAX_RULED_ROWS and not self._has_points

    def show(self, position: Position, marked: set[int], chosen: int | None) -> None:
        """Show a position with the marked cells of a move, and the cell chosen to move from."""
        self._position = position
        self._marked = marked
        self._chosen = chosen
        self.refresh(layout=True)

    @property
    def _rows(self) -> list[list[CellSign]]:
        return board_rows(self.game, self._position, plain=self.plain)

    @property
    def _width(self) -> int:
        """How many columns a cell has, without its lines."""
        rows = self._rows
        width = max(len(text) for row in rows for _, text in row)
        if len(rows[0]) <= MAX_ROOMY_COLUMNS:
            width += 2
        if self._large:
            width += 4
        return width

    @property
    def _large(self) -> bool:
        """Whether cells are drawn large."""
        rows = self._rows
        if max(len(rows), len(rows[0])) > MAX_ROOMY_COLUMNS:
            return False
        return self.app.size.height >= TALL and self.app.size.width >= WIDE

    @property
    def _height(self) -> int:
        """How many lines a cell has, its upper line included."""
        if not self._ruled:
            return 1
        return 4 if self._large else 2

    @property
    def _line_of_text(self) -> int:
        """The line of a cell, from 0, on which its text stands."""
        return self._height // 2 - 1 if self._ruled else 0

    def get_content_width(self, _container: object, _viewport: object) -> int:
        """Return the board's width in columns."""
        return MARGIN + len(self._rows[0]) * (self._width + 1) + 2

    def get_content_height(self, _container: object, _viewport: object, _width: int) -> int:
        """Return the board's height in lines."""
        height = self._height * len(self._rows)
        if self._ruled:
            height += 1
        if is_lettered(self.game):
            height += 1
        if self._edges:
            height += 2
        return height

    def render(self) -> Content:
        """Draw the board."""
        rows = self._rows
        ruling = ASCII_RULING if self.plain else BOX_RULING
        side = " " if self._has_points else ruling.side
        parts: list[_Part] = []
        if self._edges:
            parts.append((self._spread(self._edges[0]) + "\n", "dim"))
        for number, row in enumerate(rows):
            if self._ruled:
                line = ruling.top if number == 0 else ruling.middle
                parts += self._ruled_line(line, len(row))
            label = f"{len(rows) - number:>2} " if is_lettered(self.game) else ""
            parts += self._row(row, label.rjust(MARGIN), side)
        if self._ruled:
            parts += self._ruled_line(ruling.bottom, len(rows[-1]))
        if is_lettered(self.game):
            parts.append((self._spread(ascii_lowercase[: len(rows[0])]), "dim"))
        if self._edges:
            parts.append((self._spread(self._edges[1]), "dim"))
        return Content.assemble(*parts)

    def _ruled_line(self, characters: Sequence[str], cells: int) -> list[_Part]:
        """Return a line between two rows, or around the board."""
        left, crossing, right, across = characters
        line = left + crossing.join([across * self._width] * cells) + right
        return [(" " * MARGIN + line, "dim"), "\n"]

    def _row(self, row: Sequence[CellSign], label: str, side: str) -> list[_Part]:
        """Return the lines of a row of cells, with ``side`` beside each cell."""
        parts: list[_Part] = []
        for line in range(max(1, self._height - 1)):
            has_text = line == self._line_of_text
            parts.append((label if has_text else " " * MARGIN, "dim"))
            for cell, text in row:
                inside = (text if has_text else "").center(self._width)
                parts += [(side, "dim"), (inside, self._style(cell, inside))]
            parts += [(side, "dim"), "\n"]
        return parts

    def _style(self, cell: int | None, inside: str) -> str:
        if cell is not None and cell == self._chosen:
            return "reverse"
        if not inside.strip():
            return ""
        return "bold underline" if cell in self._marked else "bold"

    def _spread(self, texts: Iterable[str]) -> str:
        """Return texts above or below the columns of the board."""
        return " " * (MARGIN + 1) + " ".join(text.center(self._width) for text in texts)

    def cell_at(self, x: int, y: int) -> int | None:
        """Return the cell at a place of the widget, or None."""
        if self._edges:
            y -= 1
        number = (y - 1) // self._height if self._ruled else y
        column = (x - MARGIN - 1) // (self._width + 1)
        rows = self._rows
        if y < 0 or x <= MARGIN:
            return None
        if not 0 <= number < len(rows) or not 0 <= column < len(rows[0]):
            return None
        cell, _ = rows[number][column]
        return cell

    def on_click(self, event: events.Click) -> None:
        """Report the clicked cell."""
        cell = self.cell_at(event.x, event.y)
        if cell is not None:
            self.post_message(self.CellClicked(cell))


def clicked(legal: Sequence[Move], chosen: int | None, cell: int) -> tuple[Move | None, int | None]:
    """Return the move that a click on a cell means, and the cell that is chosen now.

    A move is meant by a click alone, or with the cell that was chosen before.
    """
    moves = [move for move in legal if move.target == cell and move.source in (None, cell)]
    if len(moves) != 1:
        moves = []
        if chosen is not None:
            moves = [move for move in legal if move.source == chosen and move.target == cell]
    if len(moves) == 1:
        return moves[0], None
    if any(move.source == cell for move in legal):
        return None, cell
    return None, None


def marked_cells(ply: Ply | None) -> set[int]:
    """Return the cells to mark for a move."""
    if ply is None:
        return set()
    return {cell for cell in (ply.move.source, ply.move.target) if cell is not None}


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
        words = self.talk.words
        opened = ply.opened if ply is not None else sitting.open_box()
        self._slots = 0 if opened is None else len(opened.moves)
        if opened is None:
            self.update(Content.styled(words("screen.no_box"), "dim"))
            return
        picked = None if ply is None else ply.slot
        side = words.side(sitting.to_move if ply is None else ply.side)
        if is_own:
            title = words("screen.your_moves")
        elif isinstance(opened, OpenBox):
            title = words("screen.box", side=side, box=opened.box.id)
        else:
            title = words("screen.compares")
        parts: list[_Part] = [(title, "bold"), "\n"]
        for number, move in enumerate(opened.moves):
            mark = " "
            style = ""
            if number == picked:
                mark = ">" if self.talk.plain else "▶"
                style = "reverse"
            text = f"{sitting.game.move_text(move):5}"
            if is_own:
                parts.append(f"{mark} {text}\n")
            elif isinstance(opened, OpenBox):
                colour = opened.box.slots[number].colour
                beads = opened.beads[number]
                parts += [(f"{mark} {colour.letter} {text}", style), f"{beads:>3} "]
                parts += [(self._beads(beads), colour.fill if self.colours else ""), "\n"]
            else:
                parts += [(f"{mark} {text}", style), f"{signed(opened.numbers[number]):>6}\n"]
        self.update(Content.assemble(*parts))

    def _beads(self, count: int) -> str:
        """Return beads one by one, as far as there is room."""
        if self.talk.plain:
            return "o" * min(count, MAX_DRAWN_BEADS)
        if count > MAX_DRAWN_BEADS:
            return "●" * MAX_DRAWN_BEADS + "…"
        return "●" * count

    def on_click(self, event: events.Click) -> None:
        """Report the clicked slot: they begin below the title."""
        if 1 <= event.y <= self._slots:
            self.post_message(self.SlotClicked(event.y - 1))
