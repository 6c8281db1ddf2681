"""The screen beside a real table: each click stands for a typed line, and goes to the same guide."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, VerticalScroll
from textual.screen import Screen
from textual.widgets import Button, Input, Static

from kitgen.play.guide import Guide
from kitgen.play.learners import OpenBox
from kitgen.play.screens.board_view import TALL, WIDE, BoardView, clicked
from kitgen.play.screens.keys import TypedLine
from kitgen.play.screens.panels import BoxPanel
from kitgen.play.screens.play_app import TerminalApp

#: The commands with a key, from F1: all but ``board``, since the board is on the screen.
KEYS = tuple(command for command in Guide.COMMANDS if command != "board")
#: Commands with an argument, or that undo records: their key only writes the word.
WRITTEN = ("box", "opponent", "undo")
#: From this width on, the board is beside the answers, not above them.
BESIDE = 64
#: How many answers can be scrolled back to.
KEPT = 100


class BesideScreen(Screen[None]):
    """The board, the open box, and the guide's answers."""

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
        """Lay out the screen."""
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
        """Let the guide answer a typed line, or one that a click stands for."""
        lines = self.guide.answer(line)
        if self.guide.over:
            self.app.exit()
            return
        self._chosen = None
        await self._say([f"> {line}", *lines] if line else lines)
        self._show()

    async def _say(self, lines: list[str]) -> None:
        pane = self.query_one("#answers", VerticalScroll)
        pane.query(".now").remove_class("now")
        await pane.mount(Static("\n".join(lines), classes="answer now", markup=False))
        await pane.remove_children(pane.query(".answer")[:-KEPT])
        self._turn_to_answer()

    def _turn_to_answer(self) -> None:
        pane = self.query_one("#answers", VerticalScroll)
        self.call_after_refresh(pane.scroll_to_widget, pane.query(".answer").last(), top=True, animate=False)

    def _show(self) -> None:
        table = self.guide.table
        last = table.plies[-1] if table.plies else None
        marked = () if last is None else (last.move.source, last.move.target)
        self.query_one(BoardView).show(table.position, marked, self._chosen)
        self.query_one(BoxPanel).show(table, None if table.machine_moves else last)
        self.query_one("#typed").focus()

    def on_resize(self) -> None:
        """Redraw what depends on the size of the screen."""
        if self.is_mounted:
            self.query_one(BoardView).refresh(layout=True)
            self._turn_to_answer()

    async def on_input_submitted(self, event: Input.Submitted) -> None:
        """Answer the typed line."""
        await self.hear(event.value.strip())

    async def on_board_view_cell_clicked(self, event: BoardView.CellClicked) -> None:
        """Answer the move that a click means."""
        table = self.guide.table
        move, self._chosen = clicked(table.legal, self._chosen, event.cell)
        if move is not None:
            await self.hear(table.game.move_text(move))
        else:
            self._show()

    async def on_box_panel_slot_clicked(self, event: BoxPanel.SlotClicked) -> None:
        """Answer the pick of a bead from the open box."""
        opened = self.guide.table.open_box()
        if isinstance(opened, OpenBox):
            await self.hear(opened.box.slots[event.slot].colour.name)

    async def on_button_pressed(self, event: Button.Pressed) -> None:
        """Do what a key below the table says."""
        await self.action_do((event.button.id or "").removeprefix("key-"))

    async def action_do(self, command: str) -> None:
        """Do a command, or write its word to be completed."""
        word = self.guide.word(command)
        if command not in WRITTEN:
            await self.hear(word)
            return
        typed = self.query_one("#typed", Input)
        typed.value = f"{word} "
        typed.cursor_position = len(typed.value)
        await self._say([self.guide.say(f"help.{command}", command=word)])

    def action_page(self, pages: int) -> None:
        """Scroll the answers by pages."""
        pane = self.query_one("#answers", VerticalScroll)
        pane.scroll_relative(y=pages * max(pane.size.height - 1, 1), animate=False)


class BesideApp(TerminalApp):
    """The application of ``kitgen journal play``."""

    CSS_PATH = "style.tcss"

    def __init__(self, guide: Guide, encoding: str = "utf-8") -> None:
        super().__init__(encoding)
        self.guide = guide
        guide.screened = True

    def on_mount(self) -> None:
        """Open the screen."""
        self.push_screen(BesideScreen(self.guide))
