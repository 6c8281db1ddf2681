"""A box to tick that is read without colours, too."""

from textual.widgets import Checkbox


class Tick(Checkbox):
    """A checkbox whose cross is there or not, where Textual's own only changes its colour."""

    BUTTON_LEFT = BUTTON_RIGHT = ""
    TICKED, OPEN = "[X]", "[ ]"

    def __init__(self, label: str = "", *, value: bool = False, id: str | None = None) -> None:  # noqa: A002 - Textual's word
        self.BUTTON_INNER = self.TICKED if value else self.OPEN
        super().__init__(label, value, id=id, compact=True)

    def watch_value(self) -> None:
        """Draw the cross, or leave it out."""
        self.BUTTON_INNER = self.TICKED if self.value else self.OPEN
        super().watch_value()
        self.refresh()
