"""The analysis of a game: it is walked move by move while a bar grows, and what lost value is listed."""

import asyncio

from textual.app import ComposeResult
from textual.widgets import DataTable, ProgressBar, Static

from kitgen.play.ahead.telling import line_text, summary_lines, worth_text
from kitgen.play.commands.looking import to_analyse
from kitgen.play.console import Console
from kitgen.play.screens.help import OverScreen
from kitgen.search.review import Judged


class AnalysisScreen(OverScreen):
    """The game that ended last, or the one that was opened."""

    title_key = "analysis"

    def __init__(self, console: Console) -> None:
        super().__init__(console)
        self._record, self._outcome = to_analyse(console)
        self._judged: list[Judged] = []
        self._listed: list[Judged] = []
        self._closed = False

    def inside(self) -> ComposeResult:
        """Yield the bar, the list, and what it all comes to."""
        words = self.console.words
        yield Static(words("screen.analysis_rows"), id="said", markup=False)
        table: DataTable[str] = DataTable(id="boxes", cursor_type="row", zebra_stripes=True)
        table.add_columns(*(words(f"screen.{key}") for key in ("number", "side", "move", "before", "after", "better")))
        yield table
        yield ProgressBar(total=len(self._record.moves), show_eta=False, id="walked")
        yield Static("", id="summary", markup=False)

    def on_mount(self) -> None:
        """Begin to walk."""
        self.query_one("#boxes").focus()
        self.run_worker(self._walk())

    async def _walk(self) -> None:
        """Judge one move after the other, beside the screen."""
        walk = self.console.host.insight.review(self._record)
        while (one := await asyncio.to_thread(next, walk, None)) is not None and not self._closed:
            self._judged.append(one)
            if one.lost:
                self._list(one)
            self.query_one("#walked", ProgressBar).update(progress=len(self._judged))
        if not self._closed:
            lines = summary_lines(self.console.words, self._judged, self._outcome)
            self.query_one("#summary", Static).update("\n".join(lines))

    def _list(self, one: Judged) -> None:
        """Add a move that lost value."""
        words = self.console.words
        self._listed.append(one)
        self.query_one("#boxes", DataTable).add_row(
            f"{one.number}", words.side(one.position.to_move), words.moves([one.move]), worth_text(words, one.before),
            worth_text(words, one.after), line_text(words, one.better),
        )  # fmt: skip

    def on_data_table_row_selected(self, event: DataTable.RowSelected) -> None:
        """Show the board before the move under the cursor."""
        if not 0 <= event.cursor_row < len(self._listed):
            return
        sitting, number = self.console.host.sitting, self._listed[event.cursor_row].number
        if sitting.record().moves != self._record.moves:
            sitting.open_record(self._record)
            self.console.heard()
        sitting.look(number - 1 - sitting.shown)
        self.action_close()

    def action_close(self) -> None:
        """Leave off, and go back to the table."""
        self._closed = True
        self.console.host.insight.stop()
        super().action_close()
