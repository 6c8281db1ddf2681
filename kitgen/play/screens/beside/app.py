"""The application of ``kitgen session play``: one screen beside a real table."""

from kitgen.play.guide.guide import Guide
from kitgen.play.screens.app import TerminalApp
from kitgen.play.screens.beside.screen import BesideScreen


class BesideApp(TerminalApp):
    """Guides the operator at a real table.

    Attributes:
        guide: who answers.
    """

    CSS_PATH = "../style.tcss"

    def __init__(self, guide: Guide, encoding: str = "utf-8") -> None:
        """Prepare to guide.

        Args:
            guide: who answers.
            encoding: what the terminal can show.
        """
        super().__init__(encoding)
        self.guide = guide
        guide.screened = True

    def on_mount(self) -> None:
        """Sit down beside the table."""
        self.push_screen(BesideScreen(self.guide))
