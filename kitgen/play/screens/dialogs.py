"""The screens over the table for analysis, saved machines and the gallery, and their parts."""

import asyncio
from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeVar

from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Button, Checkbox, DataTable, Input, ProgressBar, Select, Static

from kitgen.model import Position, Stage
from kitgen.play.commands import BY_NAME, TableCommand
from kitgen.play.console import Console
from kitgen.play.conversation import Conversation
from kitgen.play.gallery import BoxExhibit, MetExhibit, filters_of, shown
from kitgen.play.insight import SHOWN, line_text, summary_lines, worth_text
from kitgen.play.learners import PositionMachine
from kitgen.play.screens.talk_screen import OverScreen, label
from kitgen.play.sitting import Ply, Sitting
from kitgen.play.speech import signed

if TYPE_CHECKING:
    from kitgen.play.saves import Saved
    from kitgen.search.analysis import Judged

_Value = TypeVar("_Value", int, str)


class AnalysisScreen(OverScreen):
    """The game that ended last, or the one that was opened."""

    command = "analyse"

    def __init__(self, talk: Console) -> None:
        super().__init__(talk)
        self._record, self._outcome = talk.to_analyse()
        self._judged: list[Judged] = []
        self._listed: list[Judged] = []
        self._stopped = False

    def inside(self) -> ComposeResult:
        """Yield the list, the bar and the summary."""
        words = self.talk.words
        yield Static(words("screen.analysis_rows"), id="message", markup=False)
        table = _rows()
        for key, width in self._widths().items():
            heading = words(f"screen.{key}")
            table.add_column(heading, width=max(len(heading), width))
        yield table
        yield ProgressBar(total=len(self._record.moves), show_eta=False, id="walked")
        yield Static("", id="summary", markup=False)

    def _widths(self) -> dict[str, int]:
        """Return the width of each column in advance: rows come one by one, and none may be cut."""
        words, moves = self.talk.words, self._record.moves
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
        """Begin the analysis."""
        self.query_one("#boxes").focus()
        self.run_worker(self._walk())

    async def _walk(self) -> None:
        walk = self.talk.host.insight.review(self._record)
        words = self.talk.words
        while (judged := await asyncio.to_thread(next, walk, None)) is not None and not self._stopped:
            self._judged.append(judged)
            if judged.lost:
                self._listed.append(judged)
                self.query_one("#boxes", DataTable).add_row(
                    f"{judged.number}", words.side(judged.position.to_move), words.moves([judged.move]),
                    worth_text(words, judged.before), worth_text(words, judged.after), line_text(words, judged.better),
                )  # fmt: skip
            self.query_one("#walked", ProgressBar).update(progress=len(self._judged))
        if not self._stopped:
            lines = summary_lines(words, self._judged, self._outcome)
            self.query_one("#summary", Static).update("\n".join(lines))

    def on_data_table_row_selected(self, event: DataTable.RowSelected) -> None:
        """Show the board before the move under the cursor."""
        if not 0 <= event.cursor_row < len(self._listed):
            return
        sitting, number = self.talk.sitting, self._listed[event.cursor_row].number
        if sitting.record().moves != self._record.moves:
            sitting.open_record(self._record)
            self.talk.mark_reported()
        sitting.look(number - 1 - sitting.shown)
        self.action_close()

    def action_close(self) -> None:
        """Stop the analysis, and go back to the table."""
        self._stopped = True
        self.talk.host.insight.stop()
        super().action_close()


class MachinesScreen(OverScreen):
    """The saved machines: to open, delete, restore and import."""

    command = "saves"

    def __init__(self, talk: Console) -> None:
        super().__init__(talk)
        self._saved: list[Saved] = []

    def inside(self) -> ComposeResult:
        """Yield the list, a field for a file, and buttons."""
        words = self.talk.words
        table = _rows()
        table.add_columns(self.heading, "")
        yield table
        yield Static("", id="message", markup=False)
        yield Input(placeholder=words("screen.file"), id="file", max_length=4000)
        with Horizontal(classes="buttons"):
            for command in ("open", "delete", "undo", "import"):
                yield Button(label(self.talk, command), id=f"do-{command}", compact=True)

    def on_mount(self) -> None:
        """Fill the list."""
        self._fill()
        self.query_one("#boxes").focus()

    def _fill(self) -> None:
        saves, words = self.talk.host.saves, self.talk.words
        self._saved = saves.list() if saves is not None else []
        table: DataTable[str] = self.query_one("#boxes", DataTable)
        table.clear()
        for saved in self._saved:
            table.add_row(saved.name, words.saved(saved))
        if not self._saved:
            self.query_one("#message", Static).update(words("no_saves"))

    async def on_data_table_row_selected(self) -> None:
        """Open the machine under the cursor."""
        await self._enter("open")

    async def on_input_submitted(self) -> None:
        """Import the machine of the typed file."""
        await self._enter("import")

    async def on_button_pressed(self, event: Button.Pressed) -> None:
        """Do a button's command with the machine under the cursor."""
        name = event.button.id or ""
        if name.startswith("do-"):
            await self._enter(name.removeprefix("do-"))

    async def _enter(self, name: str) -> None:
        row, argument = self.query_one("#boxes", DataTable).cursor_row, ""
        if name == "import":
            argument = self.query_one("#file", Input).value.strip()
        elif name != "undo" and 0 <= row < len(self._saved):
            argument = self._saved[row].name
        await self.app.ask_first(f"{name} {argument}", self._perform)

    async def _perform(self, _line: str, command: TableCommand | None, rest: list[str]) -> None:
        assert command is not None  # noqa: S101 - each button stands for one
        lines, count, file = self.talk.do(command, rest), len(self._saved), self.query_one("#file", Input)
        self._fill()
        self.query_one("#message", Static).update("\n".join(lines[:2]))
        if command.name == "import" and len(self._saved) > count:
            file.clear()
        elif command.name == "import":
            file.focus()


#: How many stages of a move are shown in the time of a step.
A_STEP = 3


class UnderWay:
    """The last move of a sitting, while the screen shows it stage by stage with so many pieces in the ``hand``."""

    def __init__(self, sitting: Sitting) -> None:
        self._sitting = sitting
        self._rest: list[Stage] = []
        self._seen: tuple[int, Ply | None] = self._now()
        self.hand = 0

    @property
    def stage(self) -> Stage | None:
        """The present stage; None while no move is under way."""
        return self._rest[0] if self._rest else None

    @property
    def position(self) -> Position:
        """The position on the board in this stage."""
        stage = self.stage
        return self._sitting.position if stage is None else Position(stage.cells, 1 - self._sitting.position.to_move)

    def notice(self, *, at_once: bool) -> bool:
        """Begin to show a move if one was made since the last call, and return whether there is anything to show.

        With ``at_once``, only the result of the move is shown.
        """
        (before, _), (shown, ply) = self._seen, self._now()
        made = (shown, ply) != self._seen and shown == before + 1
        self._seen = shown, ply
        if made and ply is not None and not at_once:
            self._rest, self.hand = list(self._sitting.game.stages(ply.position, ply.move)), 0
            self._count()
        elif (shown, ply) != (before, ply):
            self.finish()
        return bool(self._rest)

    def go_on(self) -> bool:
        """Go on to the next stage, and return whether there is one."""
        self._rest = self._rest[1:]
        self._count()
        return bool(self._rest)

    def finish(self) -> None:
        """Skip the remaining stages."""
        self._rest = []

    def _count(self) -> None:
        stage = self.stage
        if stage is not None:
            self.hand += {"lift": stage.count, "put": -stage.count, "take": 0}[stage.act]

    def _now(self) -> tuple[int, Ply | None]:
        shown = self._sitting.shown
        return shown, self._sitting.plies[shown - 1] if shown else None


class Tick(Checkbox):
    """A checkbox with a cross or without, so that it can be read without colours, unlike Textual's own."""

    BUTTON_LEFT = BUTTON_RIGHT = ""
    TICKED, OPEN = "[X]", "[ ]"

    def __init__(self, label: str = "", *, value: bool = False, id: str | None = None) -> None:  # noqa: A002 - Textual's word
        self.BUTTON_INNER = self.TICKED if value else self.OPEN
        super().__init__(label, value, id=id, compact=True)

    def watch_value(self) -> None:
        """Draw or remove the cross."""
        self.BUTTON_INNER = self.TICKED if self.value else self.OPEN
        super().watch_value()
        self.refresh()


def select(options: Iterable[tuple[str, _Value]], value: _Value, key: str) -> Select[_Value]:
    """Return a chooser, whose id is ``key``, among labelled values."""
    return Select(options, value=value, allow_blank=False, id=key, compact=True)


def _rows() -> DataTable[str]:
    return DataTable(id="boxes", cursor_type="row", zebra_stripes=True)


class GalleryScreen(OverScreen):
    """All boxes of a side's machine, or all positions that it has met, filtered; one of them in full."""

    command = "gallery"

    def __init__(self, talk: Conversation) -> None:
        super().__init__(talk)
        self._exhibits: list[BoxExhibit | MetExhibit] = []
        self._filters = filters_of(talk.sitting.machine(talk.main_side))

    def inside(self) -> ComposeResult:
        """Yield the filters, the list, and the box under the cursor."""
        words, sitting, main = self.talk.words, self.talk.sitting, self.talk.main_side
        machine = sitting.machine(main)
        turns = sorted({exhibit.turn for exhibit in shown(machine)})
        with Horizontal(classes="filters"):
            for name in self._filters:
                yield Tick(words(f"filter.{name}"), id=f"filter-{name}")
        with Horizontal(classes="filters"):
            numbers = [(f"{words('screen.turn')} {turn}", turn) for turn in turns]
            yield select([(words("screen.all"), 0), *numbers], 0, "turn")
            sides = [(words.side(side), side) for side in (0, 1) if sitting.machines[side] is not None]
            yield select(sides, main, "side")
        with Horizontal():
            table = _rows()
            met = isinstance(machine, PositionMachine)
            heads = ("number", "turn", "value", "times") if met else ("boxes", "turn", "now", "start")
            table.add_columns(*(words(f"screen.{head}") for head in heads))
            yield table
            with VerticalScroll(id="exhibit"):
                yield Static("", id="exhibit-text", markup=False)
        yield Static("", id="count", markup=False)

    def on_mount(self) -> None:
        """Fill the list."""
        self._fill()
        self.query_one("#boxes").focus()

    def on_checkbox_changed(self) -> None:
        """Filter again."""
        self._fill()

    def on_select_changed(self) -> None:
        """Filter again."""
        self._fill()

    @property
    def _side(self) -> int:
        chosen = self.query_one("#side", Select).value
        return chosen if isinstance(chosen, int) else self.talk.main_side

    def _fill(self) -> None:
        machine = self.talk.sitting.machine(self._side)
        filters = tuple(name for name in self._filters if self.query_one(f"#filter-{name}", Tick).value)
        turn = self.query_one("#turn", Select).value
        self._exhibits = shown(machine, filters, turn if isinstance(turn, int) else 0)
        table: DataTable[str] = self.query_one("#boxes", DataTable)
        table.clear()
        for exhibit in self._exhibits:
            if isinstance(exhibit, MetExhibit):
                cells = signed(exhibit.value), str(exhibit.met.times)
            else:
                slots = list(zip(exhibit.box.slots, exhibit.beads, strict=True))
                now = " ".join(f"{slot.colour.letter}{beads}" for slot, beads in slots)
                cells = now, " ".join(f"{slot.colour.letter}{slot.beads}" for slot, _ in slots)
            table.add_row(exhibit.name, str(exhibit.turn), *cells)
        self.query_one("#count", Static).update(self.talk.count_line(self._side, len(self._exhibits)))
        self._look(0)

    def on_data_table_row_highlighted(self, event: DataTable.RowHighlighted) -> None:
        """Show the box under the cursor."""
        self._look(event.cursor_row)

    def _look(self, row: int) -> None:
        text = ""
        if 0 <= row < len(self._exhibits):
            name = self.talk.sitting.game.sides[self._side].name
            text = "\n".join(self.talk.do(BY_NAME["box"], [self._exhibits[row].name, name]))
        self.query_one("#exhibit-text", Static).update(text)
