"""Help, over any screen."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Button, Static

from kitgen.play.console import Console


class OverScreen(Screen[None]):
    """A screen that lies over the table until Escape.

    Attributes:
        console: the conversation about the sitting.
    """

    #: The key of the title among the texts of screens.
    title_key: ClassVar[str]
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", show=False, priority=True),
        Binding("f1", "help", show=False, priority=True),
    ]

    def __init__(self, console: Console) -> None:
        super().__init__()
        self.console = console

    def compose(self) -> ComposeResult:
        """Lay the screen out: its title, what is on it, and how to leave it."""
        words = self.console.words
        yield Static(words(f"screen.{self.title_key}"), classes="screen-title", markup=False)
        yield from self.inside()
        yield Button(f"Esc {words('screen.close')}", id="close", compact=True)

    def inside(self) -> ComposeResult:
        """Yield what is on the screen."""
        raise NotImplementedError

    def action_close(self) -> None:
        """Go back to the table."""
        self.dismiss(None)

    def action_help(self) -> None:
        """Open the help."""
        if not isinstance(self, HelpScreen):
            self.app.push_screen(HelpScreen(self.console))

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Go back to the table, where that was asked for."""
        if event.button.id == "close":
            self.action_close()


class HelpScreen(OverScreen):
    """What can be done, and with which keys; then all commands that can be typed."""

    title_key = "help_title"

    def inside(self) -> ComposeResult:
        """Yield the help."""
        text = "\n".join([self.console.words("screen.help"), "", *self.console.answer("help")])
        with VerticalScroll(classes="scroll"):
            yield Static(text, id="help-text", markup=False)

    def on_mount(self) -> None:
        """Let the arrow keys move the text."""
        self.query_one(VerticalScroll).focus()
