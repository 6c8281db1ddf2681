"""Help, over any screen."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Button, Static

from kitgen.play.console import Console


class OverScreen(Screen[None]):
    """A screen over the table, closed by Escape."""

    #: The text key of the title.
    title_key: ClassVar[str]
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", show=False, priority=True),
        Binding("f1", "help", show=False, priority=True),
    ]

    def __init__(self, console: Console) -> None:
        super().__init__()
        self.console = console

    def compose(self) -> ComposeResult:
        """Lay out the title, the contents and a button to close it."""
        words = self.console.words
        yield Static(words(f"screen.{self.title_key}"), classes="screen-title", markup=False)
        yield from self.inside()
        yield Button(f"Esc {words('screen.close')}", id="close", compact=True)

    def inside(self) -> ComposeResult:
        """Yield the contents."""
        raise NotImplementedError

    def action_close(self) -> None:
        """Go back to the table."""
        self.dismiss(None)

    def action_help(self) -> None:
        """Open the help."""
        if not isinstance(self, HelpScreen):
            self.app.push_screen(HelpScreen(self.console))

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Go back to the table at the button for it."""
        if event.button.id == "close":
            self.action_close()


class HelpScreen(OverScreen):
    """The keys, and all commands that can be typed."""

    title_key = "help_title"

    def inside(self) -> ComposeResult:
        """Yield the help."""
        text = "\n".join([self.console.words("screen.help"), "", *self.console.answer("help")])
        with VerticalScroll(classes="scroll"):
            yield Static(text, id="help-text", markup=False)

    def on_mount(self) -> None:
        """Let the arrow keys move the text."""
        self.query_one(VerticalScroll).focus()
