"""The application: one table, and the screens that open over it."""

from collections.abc import Sequence
from typing import Any, ClassVar

from textual.app import App
from textual.binding import BindingType
from textual.color import Color
from textual.filter import LineFilter

from kitgen.play.console import Console
from kitgen.play.letters import in_letters
from kitgen.play.screens.table import TableScreen

#: Seconds for a step unless somebody says otherwise.
SPEED = 0.6


class FewLetters(LineFilter):
    """Shows all in the signs that the terminal has.

    Attributes:
        encoding: the terminal's.
    """

    def __init__(self, encoding: str) -> None:
        super().__init__()
        self.encoding = encoding

    def apply(self, segments: list[Any], background: Color) -> list[Any]:
        """Return the segments of a line in signs of the terminal."""
        del background
        return [one._replace(text=in_letters(one.text, self.encoding)) for one in segments]


class TerminalApp(App[None]):
    """What both applications have of a terminal: the style, and the signs that it can show.

    Args:
        encoding: what the terminal can show.
    """

    CSS_PATH = "style.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = []

    def __init__(self, encoding: str = "utf-8") -> None:
        super().__init__()
        self._letters = FewLetters(encoding)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return what changes each line before it is shown."""
        return [*super().get_line_filters(), self._letters]


class PlayApp(TerminalApp):
    """Plays with the machines of one sitting.

    Attributes:
        talk: the conversation about it.
        speed: seconds for a step of a game that goes on by itself; 0 for as fast as it can.
    """

    def __init__(self, console: Console, encoding: str = "utf-8") -> None:
        """Prepare to play.

        Args:
            console: the conversation.
            encoding: what the terminal can show.
        """
        super().__init__(encoding)
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
