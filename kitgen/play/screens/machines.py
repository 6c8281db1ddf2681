"""The machines that are kept: one is opened, deleted, brought back; one of another program is taken in."""

from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Button, DataTable, Input, Static

from kitgen.play.console import Console
from kitgen.play.screens.help import OverScreen

if TYPE_CHECKING:
    from kitgen.play.saves import Saved


class MachinesScreen(OverScreen):
    """All machines in the user's folder."""

    title_key = "saves"

    def __init__(self, console: Console) -> None:
        super().__init__(console)
        self._saved: list[Saved] = []

    def inside(self) -> ComposeResult:
        """Yield the list and what can be done."""
        words = self.console.words
        table: DataTable[str] = DataTable(id="boxes", cursor_type="row", zebra_stripes=True)
        table.add_columns(words("screen.saves"), "")
        yield table
        yield Static("", id="said", markup=False)
        yield Input(placeholder=words("screen.file"), id="file", max_length=4000)
        with Horizontal(classes="buttons"):
            for what in ("open", "delete", "undo", "import"):
                yield Button(words(f"screen.{what}"), id=f"do-{what}", compact=True)

    def on_mount(self) -> None:
        """Fill the list."""
        self._fill()
        self.query_one("#boxes").focus()

    def _fill(self) -> None:
        """List all machines."""
        saves, words = self.console.host.saves, self.console.words
        self._saved = saves.list() if saves is not None else []
        table: DataTable[str] = self.query_one("#boxes", DataTable)
        table.clear()
        for one in self._saved:
            text = one.fault or words("save", kit=one.kit, won=one.won, drawn=one.drawn, lost=one.lost)
            table.add_row(one.name, text)
        if not self._saved:
            self.query_one("#said", Static).update(words("no_saves"))

    def on_data_table_row_selected(self) -> None:
        """Open the machine under the cursor."""
        self._do("open")

    def on_input_submitted(self) -> None:
        """Take in the machine of the file that was typed."""
        self._do("import")

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Do what a button says with the machine under the cursor."""
        super().on_button_pressed(event)
        if (event.button.id or "").startswith("do-"):
            self._do((event.button.id or "").removeprefix("do-"))

    def _do(self, what: str) -> None:
        """Open, delete, bring back, or take in."""
        row = self.query_one("#boxes", DataTable).cursor_row
        name = self._saved[row].name if 0 <= row < len(self._saved) else ""
        file = self.query_one("#file", Input)
        behind = {"undo": "", "import": file.value.strip()}.get(what, name)
        said = self.console.answer(f"{what} {behind}")
        kept = len(self._saved)
        self._fill()
        self.query_one("#said", Static).update("\n".join(said[:2]))
        if what == "import" and len(self._saved) > kept:
            file.clear()
        elif what == "import":
            file.focus()
