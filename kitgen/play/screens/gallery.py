"""The gallery: all boxes, or all positions met, filtered; one of them with its board, the way to it, its history."""

from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import DataTable, Select, Static

from kitgen.play.commands.boxes import counted
from kitgen.play.console import Console
from kitgen.play.gallery import Exhibit, MetExhibit, filters_of, shown, turns
from kitgen.play.learners.position_machine import PositionMachine
from kitgen.play.screens.help import OverScreen
from kitgen.play.screens.tick import Tick
from kitgen.play.speech import signed


class GalleryScreen(OverScreen):
    """All boxes of a side's machine, or all positions that it has met."""

    title_key = "gallery"

    def __init__(self, console: Console) -> None:
        super().__init__(console)
        self._found: list[Exhibit | MetExhibit] = []
        self._filters = tuple(filters_of(console.host.machine(console.host.side)))

    def inside(self) -> ComposeResult:
        """Yield the filters, the list, and the box that is looked at."""
        words, host = self.console.words, self.console.host
        machine = host.machine(host.side)
        with Horizontal(classes="filters"):
            for name in self._filters:
                yield Tick(words(f"filter.{name}"), id=f"filter-{name}")
        with Horizontal(classes="filters"):
            yield Select(
                [(words("screen.all"), 0), *((f"{words('screen.turn')} {turn}", turn) for turn in turns(machine))],
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
            if isinstance(machine, PositionMachine):
                heads = ["number", "turn", "value", "times"]
            else:
                heads = ["box", "turn", "now", "start"]
            table.add_columns(*(words(f"screen.{head}", box="") for head in heads))
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
        filters = tuple(name for name in self._filters if self.query_one(f"#filter-{name}", Tick).value)
        turn = self.query_one("#turn", Select).value
        self._found = shown(machine, filters, turn if isinstance(turn, int) else 0)
        table: DataTable[str] = self.query_one("#boxes", DataTable)
        table.clear()
        for exhibit in self._found:
            table.add_row(exhibit.name, str(exhibit.turn), *_now_and_more(exhibit))
        self.query_one("#count", Static).update(counted(self.console, self._side, len(self._found)))
        self._look(0)

    def on_data_table_row_highlighted(self, event: DataTable.RowHighlighted) -> None:
        """Show the box under the cursor."""
        self._look(event.cursor_row)

    def _look(self, row: int) -> None:
        """Show a box with its board, the way to it and its history."""
        text = ""
        if 0 <= row < len(self._found):
            name = self.console.host.sitting.game.sides[self._side].name
            text = "\n".join(self.console.answer(f"box {self._found[row].name} {name}"))
        self.query_one("#one-text", Static).update(text)


def _now_and_more(exhibit: Exhibit | MetExhibit) -> tuple[str, str]:
    """Return the beads of a box now and at first, or the number of a position and how often it was met."""
    if isinstance(exhibit, MetExhibit):
        return signed(exhibit.value), str(exhibit.met.times)
    slots = exhibit.box.slots
    return (
        " ".join(f"{slot.colour.letter}{beads}" for slot, beads in zip(slots, exhibit.beads, strict=True)),
        " ".join(f"{slot.colour.letter}{slot.beads}" for slot in slots),
    )
