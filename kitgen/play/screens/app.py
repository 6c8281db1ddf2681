"""The application: one table, and the screens that open over it."""

from typing import ClassVar

from textual.app import App
from textual.binding import BindingType

from kitgen.play.console import Console
from kitgen.play.screens.table import TableScreen

#: Seconds for a step unless somebody says otherwise.
SPEED = 0.6


class PlayApp(App[None]):
    """Plays with the machines of one sitting.

    Attributes:
        talk: the conversation about it.
        speed: seconds for a step of a game that goes on by itself; 0 for as fast as it can.
    """

    CSS_PATH = "style.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = []

    def __init__(self, console: Console) -> None:
        super().__init__()
        self.talk = console
        self.speed = SPEED
        self.colours = True
        console.screened = True

    def on_mount(self) -> None:
        """Sit down at the table."""
        self.push_screen(TableScreen(self.talk))

    def on_unmount(self) -> None:
        """Wait for nobody who looks ahead."""
        self.talk.host.stop_looking()
