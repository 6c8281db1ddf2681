"""The gallery: all boxes, filtered, and one of them with its board, the way to it and its history."""

from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import DataTable, Select, Static

from kitgen.play.console import Console
from kitgen.play.gallery import FILTERS, Exhibit, exhibits
from kitgen.play.screens.help import OverScreen
from kitgen.play.screens.tick import Tick


class GalleryScreen(OverScreen):
    """All boxes of a side's machine."""

    title_key = "gallery"

    def __init__(self, console: Console) -> None:
        super().__init__(console)
        self._found: list[Exhibit] = []

    def inside(self) -> ComposeResult:
        """Yield the filters, the list, and the box that is looked at."""
        words, host = self.console.words, self.console.host
        machine = host.machine(host.side)
        with Horizontal(classes="filters"):
            for name in FILTERS:
                yield Tick(words(f"filter.{name}"), id=f"filter-{name}")
        with Horizontal(classes="filters"):
            turns = sorted({box.turn for box in machine.kit.boxes})
            yield Select(
                [(words("screen.all"), 0), *((f"{words('screen.turn')} {turn}", turn) for turn in turns)],
                value=0, allow_blank=False, id="turn", compact=True,
            )  # fmt: skip
            yield Select(
                [(words.side(side), side) for side in (0, 1)],
                value=host.side,
                allow_blank=False,
                id="side",
                compact=True,
            )
        with Horizontal():
            table: DataTable[str] = DataTable(id="boxes", cursor_type="row", zebra_stripes=True)
            table.add_columns(
                words("screen.box", box=""), words("screen.turn"), words("screen.now"), words("screen.start")
            )
            yield table
            with VerticalScroll(id="one"):
                yield Static("", id="one-text", markup=False)
        yield Static("", id="count", markup=False)

    def on_mount(self) -> None:
        """Fill the list."""
        self._fill()
        self.query_one("#boxes").focus()

    def on_checkbox_changed(self) -> None:
        """Filter anew."""
        self._fill()

    def on_select_changed(self) -> None:
        """Filter anew."""
        self._fill()

    @property
    def _side(self) -> int:
        chosen = self.query_one("#side", Select).value
        return chosen if isinstance(chosen, int) else self.console.host.side

    def _fill(self) -> None:
        """List the boxes that pass the filters."""
        machine = self.console.host.machine(self._side)
        filters = tuple(name for name in FILTERS if self.query_one(f"#filter-{name}", Tick).value)
        turn = self.query_one("#turn", Select).value
        self._found = list(exhibits(machine, filters, turn if isinstance(turn, int) else 0))
        table: DataTable[str] = self.query_one("#boxes", DataTable)
        table.clear()
        for exhibit in self._found:
            slots = exhibit.box.slots
            table.add_row(
                exhibit.box.id,
                str(exhibit.box.turn),
                " ".join(f"{slot.colour.letter}{beads}" for slot, beads in zip(slots, exhibit.beads, strict=True)),
                " ".join(f"{slot.colour.letter}{slot.beads}" for slot in slots),
            )
        self.query_one("#count", Static).update(
            self.console.words("gallery", found=len(self._found), boxes=len(machine.kit.boxes))
        )
        self._look(0)

    def on_data_table_row_highlighted(self, event: DataTable.RowHighlighted) -> None:
        """Show the box under the cursor."""
        self._look(event.cursor_row)

    def _look(self, row: int) -> None:
        """Show a box with its board, the way to it and its history."""
        text = ""
        if 0 <= row < len(self._found):
            name = self.console.host.sitting.game.sides[self._side].name
            text = "\n".join(self.console.answer(f"box {self._found[row].box.id} {name}"))
        self.query_one("#one-text", Static).update(text)
