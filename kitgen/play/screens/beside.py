"""The screen beside a real table: each click stands for a typed line, and goes to the same guide."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, VerticalScroll
from textual.widgets import Static

from kitgen.play.guide import Guide
from kitgen.play.learners import OpenBox
from kitgen.play.screens.board_view import BoardView, BoxPanel
from kitgen.play.screens.talk_screen import KeyBar, TalkApp, TalkScreen

#: How many answers can be scrolled back to.
KEPT = 100


class BesideScreen(TalkScreen):
    """The board, the open box, and the guide's answers."""

    OTHER_LINES = 8
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("pageup", "page(-1)", show=False, priority=True),
        Binding("pagedown", "page(1)", show=False, priority=True),
    ]

    talk: Guide

    def compose(self) -> ComposeResult:
        """Lay out the screen."""
        yield Static("", id="title", markup=False)
        with Container(id="beside"):
            with VerticalScroll(id="pieces", can_focus=False):
                yield BoardView(self.talk.table.game, plain=self.talk.plain)
                yield BoxPanel(self.talk)
            yield VerticalScroll(id="answers", can_focus=False)
        yield from self.bottom()

    async def on_mount(self) -> None:
        """Greet."""
        title, *lines = self.talk.greeting()
        self.query_one("#title", Static).update(title)
        self.query_one(KeyBar).show()
        await self.report("", lines)

    async def report(self, line: str, lines: list[str]) -> None:
        """Show an answer below those before it."""
        self._chosen = None
        pane = self.query_one("#answers", VerticalScroll)
        pane.query(".now").remove_class("now")
        text = "\n".join([f"> {line}", *lines] if line else lines)
        await pane.mount(Static(text, classes="answer now", markup=False))
        await pane.remove_children(pane.query(".answer")[:-KEPT])
        self.resized()
        self.show()

    def resized(self) -> None:
        """Scroll to the last answer."""
        pane = self.query_one("#answers", VerticalScroll)
        if pane.children:
            self.call_after_refresh(pane.scroll_to_widget, pane.children[-1], top=True, animate=False)

    def show(self) -> None:
        """Show the present board and box."""
        table = self.talk.table
        last = table.plies[-1] if table.plies else None
        marked = () if last is None else (last.move.source, last.move.target)
        self.query_one(BoardView).show(table.position, marked, self._chosen)
        self.query_one(BoxPanel).show(table, None if table.machine_moves else last)
        self.query_one("#typed").focus()

    async def on_board_view_cell_clicked(self, event: BoardView.CellClicked) -> None:
        """Answer the move that a click means."""
        await self.choose(event.cell)

    async def on_box_panel_slot_clicked(self, event: BoxPanel.SlotClicked) -> None:
        """Answer the pick of a bead from the open box."""
        opened = self.talk.table.open_box()
        if isinstance(opened, OpenBox):
            await self.enter(opened.box.slots[event.slot].colour.name)

    def action_page(self, pages: int) -> None:
        """Scroll the answers by pages."""
        pane = self.query_one("#answers", VerticalScroll)
        pane.scroll_relative(y=pages * max(pane.size.height - 1, 1), animate=False)


class BesideApp(TalkApp):
    """The application of ``kitgen journal play``."""

    TABLE = BesideScreen
