"""The analysis of a game: it is walked move by move while a bar grows, and what lost value is listed."""

import asyncio

from textual.app import ComposeResult
from textual.widgets import DataTable, ProgressBar, Static

from kitgen.play.ahead.telling import SHOWN, line_text, summary_lines, worth_text
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
        self._left_off = False

    def inside(self) -> ComposeResult:
        """Yield the bar, the list, and what it all comes to."""
        words = self.console.words
        yield Static(words("screen.analysis_rows"), id="said", markup=False)
        table: DataTable[str] = DataTable(id="boxes", cursor_type="row", zebra_stripes=True)
        for key, width in self._widths().items():
            label = words(f"screen.{key}")
            table.add_column(label, width=max(len(label), width))
        yield table
        yield ProgressBar(total=len(self._record.moves), show_eta=False, id="walked")
        yield Static("", id="summary", markup=False)

    def _widths(self) -> dict[str, int]:
        """Return how wide each column is: rows come one by one, and none may be cut before the columns grow."""
        words, moves = self.console.words, self._record.moves
        worth = max(len(worth_text(words, value)) for value in (-10, 0, 10))
        move = max((len(words.moves([move])) for move in moves), default=0)
        return {
            "number": len(f"{len(moves)}"),
            "side": max(len(words.side(side)) for side in (0, 1)),
            "move": move,
            "before": worth,
            "after": worth,
            "better": (SHOWN + 1) * (move + 1),
        }

    def on_mount(self) -> None:
        """Begin to walk."""
        self.query_one("#boxes").focus()
        self.run_worker(self._walk())

    async def _walk(self) -> None:
        """Judge one move after the other, beside the screen."""
        walk = self.console.host.insight.review(self._record)
        while (one := await asyncio.to_thread(next, walk, None)) is not None and not self._left_off:
            self._judged.append(one)
            if one.lost:
                self._list(one)
            self.query_one("#walked", ProgressBar).update(progress=len(self._judged))
        if not self._left_off:
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
        self._left_off = True
        self.console.host.insight.stop()
        super().action_close()
