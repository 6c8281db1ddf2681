"""Beside a real table: whatever is clicked is what could be typed, and goes to the same guide."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, VerticalScroll
from textual.screen import Screen
from textual.widgets import Button, Input, Static

from kitgen.play.guide.commands import COMMANDS
from kitgen.play.guide.guide import Guide
from kitgen.play.learners.side_machine import OpenBox
from kitgen.play.screens.board import TALL, WIDE, BoardView, clicked
from kitgen.play.screens.keys import TypedLine
from kitgen.play.screens.panels import BoxPanel

#: The commands that have a key, from F1 on: all but the one that shows the board, which is here to be seen.
KEYS = tuple(command for command in COMMANDS if command != "board")
#: Those that are told more, or take back what is noted: their key writes the word, and Enter does it.
WRITTEN = ("box", "opponent", "undo")
#: From this width on the board stands beside what is said, not above it.
BESIDE = 64
#: So many answers can be looked at again.
KEPT = 100


class BesideScreen(Screen[None]):
    """The board as it was told, the box that is open, and what the guide says.

    Attributes:
        guide: who answers.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(f"f{number}", f"do('{command}')", show=False, priority=True)
            for number, command in enumerate(KEYS, 1)
        ),
        Binding("ctrl+c", "do('quit')", show=False, priority=True),
        Binding("pageup", "page(-1)", show=False, priority=True),
        Binding("pagedown", "page(1)", show=False, priority=True),
    ]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (TALL, "-tall")]  # noqa: RUF012 - as Textual declares it
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (BESIDE, "-usual"), (WIDE, "-wide")]  # noqa: RUF012

    def __init__(self, guide: Guide) -> None:
        super().__init__()
        self.guide = guide
        self._chosen: int | None = None

    def compose(self) -> ComposeResult:
        """Lay the screen out."""
        guide = self.guide
        yield Static("", id="title", markup=False)
        with Container(id="beside"):
            with VerticalScroll(id="pieces", can_focus=False):
                yield BoardView(guide.table.game, plain=guide.plain, id="board")
                yield BoxPanel(guide, id="box")
            yield VerticalScroll(id="answers", can_focus=False)
        yield TypedLine(placeholder=guide.say("typed"), id="typed", max_length=200)
        with Container(id="commands"):
            for number, command in enumerate(KEYS, 1):
                button = Button(f"F{number} {guide.word(command)}", id=f"key-{command}", compact=True)
                button.can_focus = False
                button.display = command != "side" or len(guide.journal.kit.players) > 1
                yield button

    async def on_mount(self) -> None:
        """Greet."""
        title, *lines = self.guide.greeting()
        self.query_one("#title", Static).update(title)
        await self._say(lines)
        self._show()

    async def hear(self, line: str) -> None:
        """Let the guide answer a line that was typed, or that a click stands for."""
        lines = self.guide.answer(line)
        if self.guide.over:
            self.app.exit()
            return
        self._chosen = None
        await self._say([f"> {line}", *lines] if line else lines)
        self._show()

    async def _say(self, lines: list[str]) -> None:
        """Show an answer below those before it: its end, or all from its first line on where it is long."""
        pane = self.query_one("#answers", VerticalScroll)
        pane.query(".now").remove_class("now")
        await pane.mount(Static("\n".join(lines), classes="answer now", markup=False))
        await pane.remove_children(pane.query(".answer")[:-KEPT])
        self._turn_to_answer()

    def _turn_to_answer(self) -> None:
        pane = self.query_one("#answers", VerticalScroll)
        self.call_after_refresh(pane.scroll_to_widget, pane.query(".answer").last(), top=True, animate=False)

    def _show(self) -> None:
        """Show the board and the box: the open one, or that from which the last bead was picked."""
        table = self.guide.table
        last = table.plies[-1] if table.plies else None
        marked = () if last is None else (last.move.source, last.move.target)
        self.query_one(BoardView).show(table.position, marked, self._chosen)
        self.query_one(BoxPanel).show(table, None if table.machine_moves else last)
        self.query_one("#typed").focus()

    def on_resize(self) -> None:
        """Draw anew what depends on the size of the screen."""
        if self.is_mounted:
            self.query_one(BoardView).refresh(layout=True)
            self._turn_to_answer()

    async def on_input_submitted(self, event: Input.Submitted) -> None:
        """Hear what was typed."""
        await self.hear(event.value.strip())

    async def on_board_view_cell_clicked(self, event: BoardView.CellClicked) -> None:
        """Hear the move that a click says."""
        table = self.guide.table
        move, self._chosen = clicked(table.legal, self._chosen, event.cell)
        if move is not None:
            await self.hear(table.game.move_text(move))
        else:
            self._show()

    async def on_box_panel_slot_clicked(self, event: BoxPanel.SlotClicked) -> None:
        """Hear that a bead was picked from the open box."""
        opened = self.guide.table.open_box()
        if isinstance(opened, OpenBox):
            await self.hear(opened.box.slots[event.slot].colour.name)

    async def on_button_pressed(self, event: Button.Pressed) -> None:
        """Do what a key below the table says."""
        await self.action_do((event.button.id or "").removeprefix("key-"))

    async def action_do(self, command: str) -> None:
        """Do a command; of one that is told more, or takes back what is noted, write the word to go on from."""
        word = self.guide.word(command)
        if command not in WRITTEN:
            await self.hear(word)
            return
        typed = self.query_one("#typed", Input)
        typed.value = f"{word} "
        typed.cursor_position = len(typed.value)
        await self._say([self.guide.say(f"help.{command}", command=word)])

    def action_page(self, pages: int) -> None:
        """Turn to what was said before, or after."""
        pane = self.query_one("#answers", VerticalScroll)
        pane.scroll_relative(y=pages * max(pane.size.height - 1, 1), animate=False)
