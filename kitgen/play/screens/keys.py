"""Below the table: a line to type on, and the keys as buttons for the mouse."""

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, Input

from kitgen.play.speech import Speech

#: Key, action, and its text.
KEYS = (
    ("F1", "help", "help_title"), ("F2", "gallery", "gallery"), ("F3", "settings", "settings"),
    ("F4", "machines", "saves"), ("F5", "auto", "play"), ("F6", "take", "take"), ("F7", "train", "train"),
    ("F8", "new", "new"), ("F9", "back", "back"), ("F10", "forward", "forward"), ("F11", "hint", "hint"),
    ("F12", "analyse", "analyse"),
)  # fmt: skip
#: Keys in a row.
IN_A_ROW = 4


class TypedLine(Input):
    """A line to type on, which is cleared as soon as it is sent.

    Textual handles Enter in the screen but letters here: on a busy screen, quick typing would send two lines as one.
    """

    async def on_key(self, event: events.Key) -> None:
        """Send the line."""
        if event.key == "enter":
            event.stop()
            event.prevent_default()
            await self.action_submit()
            self.clear()


class KeyRows(Vertical):
    """All keys, row by row."""

    def compose(self) -> ComposeResult:
        """Yield a button for each key; ``show`` labels them."""
        for first in range(0, len(KEYS), IN_A_ROW):
            with Horizontal(classes="keys"):
                for _, action, _ in KEYS[first : first + IN_A_ROW]:
                    button = Button("", id=f"key-{action}", compact=True)
                    button.can_focus = False
                    yield button

    def show(self, words: Speech, *, auto: bool, taken: bool) -> None:
        """Label each key with its present action."""
        now = {"auto": "stop" if auto else "play", "take": "give" if taken else "take"}
        for key, action, text in KEYS:
            self.query_one(f"#key-{action}", Button).label = f"{key} {words(f'screen.{now.get(action, text)}')}"
