"""The table: board, open box, figures, curve, moves, and a line to type on. All else opens over it."""

import asyncio
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import Screen
from textual.widgets import Button, Input, ProgressBar, RichLog, Static

from kitgen.errors import KitgenError
from kitgen.model import Move
from kitgen.play.commands.looking import to_analyse
from kitgen.play.console import Console
from kitgen.play.screens.analysis import AnalysisScreen
from kitgen.play.screens.board import TALL, WIDE, BoardView, clicked
from kitgen.play.screens.gallery import GalleryScreen
from kitgen.play.screens.help import HelpScreen
from kitgen.play.screens.keys import KEYS, KeyRows, TypedLine
from kitgen.play.screens.learning import Learning
from kitgen.play.screens.machines import MachinesScreen
from kitgen.play.screens.panels import BoxPanel, curve_text, figures_text, moves_text
from kitgen.play.screens.settings import SettingsScreen
from kitgen.play.screens.under_way import A_STEP, UnderWay
from kitgen.play.sitting import HUMAN, MACHINE

if TYPE_CHECKING:
    from textual.timer import Timer

    from kitgen.play.screens.app import PlayApp


class TableScreen(Screen[None]):
    """The table.

    Attributes:
        console: the conversation about the sitting.
        auto: True while the game goes on by itself.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(key.lower(), f"do('{action}')", show=False, priority=True) for key, action, _ in KEYS
    ]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (TALL, "-tall")]  # noqa: RUF012 - as Textual declares it
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDE, "-wide")]  # noqa: RUF012
    app: "PlayApp"

    def __init__(self, console: Console) -> None:
        super().__init__()
        self.console = console
        self.auto = False
        self._chosen: int | None = None
        self._timer: Timer | None = None
        self._under_way = UnderWay(console.host.sitting)
        self._learning = Learning(self)
        self._hinting = False

    def compose(self) -> ComposeResult:
        """Lay the table."""
        console, words = self.console, self.console.words
        yield Static("", id="title", markup=False)
        with Horizontal(id="body"):
            with Vertical(id="left"):
                yield BoardView(console.host.sitting.game, plain=console.plain, id="board")
            with VerticalScroll(id="middle", can_focus=False):
                yield BoxPanel(console, id="box")
            with Vertical(id="right"):
                yield Static("", id="figures", markup=False)
                yield Static("", id="curve", markup=False)
                yield Static(words("screen.moves"), id="moves-title", markup=False)
                with VerticalScroll(id="moves", can_focus=False):
                    yield Static("", id="moves-text", markup=False)
        yield Static("", id="state", markup=False)
        log = RichLog(id="log", wrap=True, max_lines=500)
        log.can_focus = False
        yield log
        yield ProgressBar(id="learning", show_eta=False)
        yield TypedLine(placeholder=words("screen.typed"), id="typed", max_length=200)
        yield KeyRows()

    def on_mount(self) -> None:
        """Greet, and let the first move be made."""
        if self.console.host.kit is None:
            self.query_one("#middle").display = False
            self.query_one("#right").styles.width = "1fr"
        self.say(self.console.greeting()[3:])
        self._under_way.notice(at_once=True)
        self.query_one("#typed").focus()
        self.show()
        self._go_on()

    def say(self, lines: list[str]) -> None:
        """Write lines below the table."""
        log = self.query_one("#log", RichLog)
        for line in lines:
            log.write(line)

    def show(self) -> None:
        """Show the table as it is now."""
        console, sitting = self.console, self.console.host.sitting
        words, host = console.words, console.host
        title = host.kit.title if host.kit is not None else sitting.game.spec
        kept = f" · {host.name}" if host.keeps else ""
        rule = f" · {host.kit.choices.rule}" if host.kit is not None else ""
        self.query_one("#title", Static).update(title + kept + rule)
        last = sitting.plies[sitting.shown - 1] if sitting.shown else None
        self._show_board()
        ply = last if sitting.looks_back or sitting.ended is not None else sitting.picked
        box = self.query_one("#box", BoxPanel)
        box.colours = self.app.colours
        box.show(sitting, ply)
        self.query_one("#figures", Static).update(figures_text(console))
        self.show_curve()
        self.query_one("#moves-text", Static).update(moves_text(console))
        moves = self.query_one("#moves")
        if sitting.looks_back:
            moves.scroll_to(y=sitting.shown // 2 - moves.size.height // 2, animate=False)
        else:
            moves.scroll_end(animate=False)
        taken = host.kit is not None and sitting.players[host.side] == HUMAN
        self.query_one(KeyRows).show(words, auto=self.auto, taken=taken)

    def _show_board(self) -> None:
        """Show the board as it is now, in the course of a move too, and how the game stands."""
        sitting, stage = self.console.host.sitting, self._under_way.stage
        last = sitting.plies[sitting.shown - 1].move if sitting.shown else None
        marked: tuple[int | None, ...] = () if last is None else (last.source, last.target)
        state = self.console.state()
        if stage is not None:
            marked, state = (stage.cell,), self.console.words("screen.hand", pieces=self._under_way.hand)
        self.query_one("#board", BoardView).show(self._under_way.position, marked, self._chosen)
        self.query_one("#state", Static).update(state)

    def show_curve(self) -> None:
        """Draw the curve as large as there is room."""
        width = max(self.query_one("#right").size.width - 3, 20)
        height = 8 if self.has_class("-tall") else 2
        self.query_one("#curve", Static).update(curve_text(self.console, width, height))

    def on_resize(self) -> None:
        """Draw anew what depends on the size of the screen."""
        if self.is_mounted:
            self.query_one(BoardView).refresh(layout=True)
            self.show_curve()

    def relabel(self) -> None:
        """Say everything in the language that has been chosen."""
        words = self.console.words
        self.query_one("#moves-title", Static).update(words("screen.moves"))
        self.query_one("#typed", Input).placeholder = words("screen.typed")
        self.show()

    def _go_on(self) -> None:
        """Let the next thing come by itself, where it should: of a move under way, or the next step."""
        sitting, step = self.console.host.sitting, max(self.app.speed, 0.01)
        self._wait()
        if self._under_way.stage is not None:
            self._timer = self.set_timer(step / A_STEP, self._sow_on)
            return
        against = HUMAN in sitting.players and sitting.ended is None and not sitting.looks_back
        stepping = self.auto and (sitting.looks_back or not sitting.waits)
        if (stepping or (against and not sitting.waits)) and not self._learning.running:
            self._timer = self.set_timer(step, self._step_alone)

    def _wait(self) -> None:
        """Let nothing come by itself."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _sow_on(self) -> None:
        """Go on with the move under way."""
        if self._under_way.go_on():
            self._show_board()
            self._go_on()
        else:
            self.after_step()

    def _step_alone(self) -> None:
        self.run_worker(self.step(), group="step", exclusive=True)

    async def step(self) -> None:
        """Do the next small thing: pick a bead, make the move that was picked, or begin a new game."""
        sitting, words = self.console.host.sitting, self.console.words
        try:
            if sitting.looks_back:
                sitting.look(1 if sitting.opened else len(sitting.plies))
            elif sitting.ended is not None and self.auto and sitting.opened:
                self.auto = False
            elif sitting.ended is not None:
                sitting.new_game()
            elif not sitting.waits and sitting.picked is None:
                if sitting.players[sitting.to_move] == MACHINE:
                    sitting.pick()
                else:  # looking ahead may take long
                    await asyncio.to_thread(sitting.pick)
            elif not sitting.waits:
                ply = sitting.make()
                self.say(words.ply(ply) if ply is not None else [])
        except KitgenError as error:
            self.auto = False
            self.say([str(error)])
        self.after_step()

    def after_step(self) -> None:
        """Show what has been done, tell of the end of a game, and go on."""
        sitting = self.console.host.sitting
        self._chosen = None
        if self._under_way.notice(at_once=not self.app.speed or self.app.animation_level == "none"):
            self.show()
            self._go_on()
            return
        if sitting.ended is not None and not self.console.is_told():
            self.console.heard()
            self.say(self.console.words.ended(sitting, sitting.ended))
        self.show()
        self._go_on()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Do what was typed; nothing lets the game go on by a step."""
        text = event.value.strip()
        if self._hurry() and not text:
            return
        if not text:
            self._step_alone()
            return
        word, *rest = text.split()
        command = self.console.command_named(word)
        if command == "quit":
            self.app.exit()
        elif command == "help":
            self.action_do("help")
        elif command == "go":
            self._step_alone()
        elif command == "train":
            self._learning.begin(rest)
        elif command == "hint":
            self._hint(rest)
        elif command == "analyse":
            self._open("analyse")
        else:
            before = self.console.words
            self.say([f"> {text}"] if command is not None else [])
            self.say(self.console.answer(text))
            if self.console.words is not before:
                self.relabel()
            self.after_step()

    def on_board_view_cell_clicked(self, event: BoardView.CellClicked) -> None:
        """Make the move that a click says: at once where the cell alone says it, else from a cell to another."""
        sitting = self.console.host.sitting
        self._hurry()
        if sitting.opened and sitting.looks_back:
            sitting.go_on_from_shown()
        if not sitting.waits or sitting.looks_back:
            self._step_alone()
            return
        move, self._chosen = clicked(sitting.legal, self._chosen, event.cell)
        if move is not None:
            self._move(move)
        else:
            self.show()

    def on_box_panel_slot_clicked(self, event: BoxPanel.SlotClicked) -> None:
        """Make the move of the bead that was clicked."""
        opened = self.console.host.sitting.open_box()
        if self.console.host.sitting.waits and opened is not None and event.slot < len(opened.moves):
            self._move(opened.moves[event.slot])

    def _hurry(self) -> bool:
        """Bring the move under way to its end, and return whether there was one."""
        under_way = self._under_way.stage is not None
        if under_way:
            self._under_way.finish()
            self.after_step()
        return under_way

    def _move(self, move: Move) -> None:
        """Make a move for whoever sits at the keyboard."""
        try:
            ply = self.console.host.sitting.play(move)
            self.say(self.console.words.ply(ply)[-1:])
        except KitgenError as error:
            self.say([str(error)])
        self.after_step()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Do what a key below the table says."""
        self.action_do((event.button.id or "").removeprefix("key-"))

    def action_do(self, what: str) -> None:
        """Do what a key says; while another screen is open, its keys mean nothing here."""
        if self.app.screen is not self:
            return
        if self._learning.running and what != "train":
            self._learning.stop()
            return
        self._hurry()
        sitting, host = self.console.host.sitting, self.console.host
        try:
            if what == "auto":
                self.auto = not self.auto
                self._go_on()
            elif what == "take":
                taken = sitting.players[host.side] == HUMAN
                said = self.console.answer(f"{'give' if taken else 'take'} {sitting.game.sides[host.side].name}")
                self.say(said)
                self.after_step()
            elif what == "train":
                self._learning.begin([])
            elif what == "hint":
                self._hint([])
            elif what == "new":
                sitting.new_game()
                self.after_step()
            elif what in ("back", "forward"):
                self.auto = False
                sitting.look(-1 if what == "back" else 1)
                self.after_step()
            else:
                self._open(what)
                return
        except KitgenError as error:
            self.say([str(error)])
        self.show()

    def _open(self, what: str) -> None:
        """Open another screen over the table."""
        self.auto = False
        self._wait()
        if what == "help":
            self.app.push_screen(HelpScreen(self.console), self._back)
        elif what == "settings":
            self.app.push_screen(SettingsScreen(self.console), self._back)
        elif what == "analyse":
            self._analyse()
        elif self.console.host.kit is None:
            self.say(self.console.answer("gallery"))
        elif what == "gallery":
            self.app.push_screen(GalleryScreen(self.console), self._back)
        else:
            self.app.push_screen(MachinesScreen(self.console), self._back)

    def _back(self, _result: None) -> None:
        """Come back to the table from another screen."""
        self.relabel()
        self._go_on()

    def _hint(self, rest: list[str]) -> None:
        """Look ahead beside the screen; asked for again meanwhile, settle on what has been found."""
        if self._hinting:
            self.console.host.insight.stop()
            return
        self._hinting = True
        self.say([self.console.words("screen.looking")])
        self.run_worker(self._look_ahead(" ".join(["hint", *rest])), group="hint")

    async def _look_ahead(self, command: str) -> None:
        """Say what looking ahead has found."""
        try:
            self.say(await asyncio.to_thread(self.console.answer, command))
        finally:
            self._hinting = False

    def _analyse(self) -> None:
        """Walk a game again, on a screen of its own."""
        if self._hinting:
            self.say([self.console.words("screen.looking")])
        elif not to_analyse(self.console)[0].moves:
            self.say([self.console.words("no_moves_yet")])
        else:
            self.app.push_screen(AnalysisScreen(self.console), self._back)
