"""The application: one table with board, open box, figures, curve, moves and a line to type on, and its settings."""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.color import Color
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.filter import LineFilter
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Button, Checkbox, Input, Label, ProgressBar, RichLog, Select, Static

from kitgen.compile_progress import listening
from kitgen.errors import KitgenError
from kitgen.machine.opponents import OPPONENTS, Needs
from kitgen.model import Move
from kitgen.play.console import Console, to_analyse
from kitgen.play.letters import in_letters
from kitgen.play.levels import LEVEL, PLIES, SECONDS, TIME, level_of, levels, plan_of
from kitgen.play.screens.board_view import TALL, WIDE, BoardView, clicked
from kitgen.play.screens.dialogs import A_STEP, AnalysisScreen, GalleryScreen, MachinesScreen, Tick, UnderWay, select
from kitgen.play.screens.help import HelpScreen, OverScreen
from kitgen.play.screens.keys import KEYS, KeyRows, TypedLine
from kitgen.play.screens.panels import BoxPanel, curve_text, figures_text, moves_text
from kitgen.play.sitting import HUMAN, MACHINE
from kitgen.play.training import CHUNK, MOST, by_kernel, check_training, train_by_kernel
from kitgen.search.plan import DEEPEST

if TYPE_CHECKING:
    from textual.timer import Timer

#: The usual seconds for a step.
SPEED = 0.6
#: The light and the dark theme.
LIGHT, DARK = "textual-light", "textual-dark"
#: How many games the key for training plays.
GAMES = 100


class FewLetters(LineFilter):
    """Shows everything in the characters of the terminal's encoding."""

    def __init__(self, encoding: str) -> None:
        super().__init__()
        self.encoding = encoding

    def apply(self, segments: list[Any], background: Color) -> list[Any]:
        """Return the segments of a line in the terminal's characters."""
        del background
        return [segment._replace(text=in_letters(segment.text, self.encoding)) for segment in segments]


class TerminalApp(App[None]):
    """The style and the characters of both applications."""

    CSS_PATH = "style.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = []

    def __init__(self, encoding: str = "utf-8") -> None:
        super().__init__()
        self._letters = FewLetters(encoding)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return the filters that change each line."""
        return [*super().get_line_filters(), self._letters]


class SettingsScreen(OverScreen):
    """The settings: players, learning, rule, language, names, speed and looks; each choice applies at once."""

    title_key = "settings"
    app: "PlayApp"

    def inside(self) -> ComposeResult:
        """Yield a row for each setting."""
        words, host, sitting = self.console.words, self.console.host, self.console.host.sitting
        with VerticalScroll(classes="scroll"):
            for side, now in enumerate(sitting.players):
                players = [(self._player(player), player) for player in dict.fromkeys([*self._players(), now])]
                chooser = select(players, now, f"player-{side}")
                yield from self._row(words("screen.opponent", side=words.side(side)), chooser)
            for side in (0, 1) if host.kit is not None else ():
                tick = Tick(value=host.machine(side).learns, id=f"learns-{side}")
                yield from self._row(words("screen.learns", side=words.side(side)), tick)
            for side, name in enumerate(sitting.names):
                field = Input(name, id=f"name-{side}", max_length=40)
                yield from self._row(words("screen.name", side=words.side(side)), field)
            if host.kit is not None:
                rule = host.kit.choices.rule
                rules = dict.fromkeys([*host.templates.names("rules"), rule])
                yield from self._row(words("screen.rule"), select([(name, name) for name in rules], rule, "rule"))
            languages = [(name, name) for name in host.templates.languages()]
            yield from self._row(words("screen.language"), select(languages, words.texts.language, "language"))
            yield from self._row(
                words("screen.ahead"), Input(str(host.insight.plan.depth), id="ahead", type="integer", max_length=3)
            )
            yield from self._row(words("screen.speed"), Input(f"{self.app.speed:g}", id="speed", type="number"))
            yield from self._row(words("screen.dark"), Tick(value=self.app.theme == DARK, id="dark"))
            yield from self._row(words("screen.colours"), Tick(value=self.app.colours, id="colours"))
        yield Static("", id="said", markup=False)

    def _players(self) -> Iterator[str]:
        """Yield all players that can be chosen here, but none that needs values or beads that do not exist."""
        kit, game = self.console.host.kit, self.console.host.sitting.game
        missing = Needs.VALUES | Needs.BEADS if kit is None else Needs(0)
        if kit is not None and kit.rule.learns != "beads":
            missing |= Needs.BEADS
        yield HUMAN
        if kit is not None:
            yield MACHINE
        yield from (name for name, opponent in OPPONENTS.items() if not opponent.needs & missing)
        yield from (plan_of(game, f"{LEVEL}:{number}") for number in levels(game))
        yield from (plan_of(game, f"{TIME}:{seconds:g}") for seconds in SECONDS)

    def _player(self, player: str) -> str:
        words = self.console.words
        level = level_of(words.game, player)
        if level is None or level[0] != LEVEL:
            return words.player(player)
        return words("screen.level_of", level=words.player(player), depth=PLIES[int(level[1]) - 1])

    def _row(self, text: str, chooser: Select[str] | Input | Tick) -> ComposeResult:
        with Horizontal(classes="row"):
            yield Label(text, markup=False)
            yield chooser

    def _say(self, command: str) -> None:
        self.query_one("#said", Static).update("\n".join(self.console.answer(command)[:2]))

    def on_select_changed(self, event: Select.Changed) -> None:
        """Change a player, the rule or the language, if the choice is new."""
        console, value = self.console, str(event.value)
        sitting, key = console.host.sitting, event.select.id or ""
        if key == "language" and value != console.words.texts.language:
            self._say(f"language {value}")
        elif key == "rule" and console.host.kit is not None and value != console.host.kit.choices.rule:
            self._say(f"rule {value}")
        elif key.startswith("player") and value != sitting.players[int(key[-1])]:
            self._say(f"player {sitting.game.sides[int(key[-1])].name} {value}")

    def on_checkbox_changed(self, event: Checkbox.Changed) -> None:
        """Switch learning, or the looks."""
        key = event.checkbox.id or ""
        if key == "dark":
            self.app.theme = DARK if event.value else LIGHT
        elif key == "colours":
            self.app.colours = event.value
        else:
            self.console.host.machine(int(key[-1])).learns = event.value

    def on_input_changed(self, event: Input.Changed) -> None:
        """Set a name, the speed, or how far to look ahead."""
        key, insight = event.input.id or "", self.console.host.insight
        if key == "speed":
            try:
                self.app.speed = min(max(float(event.value), 0.0), 60.0)
            except ValueError:
                return
        elif key == "ahead":
            depth = int(event.value) if event.value.isdecimal() else 0
            if 1 <= depth <= DEEPEST and depth != insight.plan.depth:
                insight.look(depth)
        else:
            self.console.host.sitting.names[int(key[-1])] = event.value.strip()


#: The screens over the table, by what opens them.
SCREENS: dict[str, type[OverScreen]] = {
    "help": HelpScreen,
    "settings": SettingsScreen,
    "analyse": AnalysisScreen,
    "gallery": GalleryScreen,
    "machines": MachinesScreen,
}


class TableScreen(Screen[None]):
    """The table."""

    class Compiling(Message):
        """Code is being compiled, in any thread."""

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
        self._learning = self._learning_stopped = False
        self._hinting = False
        self._compiling = False
        self._listening = ExitStack()

    def compose(self) -> ComposeResult:
        """Lay out the table."""
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
        """Greet, and begin the game."""
        self._listening.enter_context(listening(self._note_compiling))
        if self.console.host.kit is None:
            self.query_one("#middle").display = False
            self.query_one("#right").styles.width = "1fr"
        self.say(self.console.greeting()[3:])
        self._under_way.notice(at_once=True)
        self.query_one("#typed").focus()
        self.show()
        self._go_on()

    def on_unmount(self) -> None:
        """Stop listening for compilation."""
        self._listening.close()

    def _note_compiling(self, _done: int, total: int) -> None:
        """Report once that code is compiled; called in the thread that compiles."""
        if total and not self._compiling:
            self.post_message(self.Compiling())
        self._compiling = total > 0

    def on_table_screen_compiling(self, _message: Compiling) -> None:
        """Say why nothing happens for a while."""
        self.say([self.console.words("screen.compiling")])

    def say(self, lines: list[str]) -> None:
        """Write lines below the table."""
        log = self.query_one("#log", RichLog)
        for line in lines:
            log.write(line)

    def show(self) -> None:
        """Show the present table."""
        console, sitting, host = self.console, self.console.host.sitting, self.console.host
        title = [sitting.game.spec] if host.kit is None else [host.kit.title]
        title += [host.name] if host.keeps else []
        title += [host.kit.choices.rule] if host.kit is not None else []
        self.query_one("#title", Static).update(" · ".join(title))
        self._show_board()
        last = sitting.plies[sitting.shown - 1] if sitting.shown else None
        box = self.query_one("#box", BoxPanel)
        box.colours = self.app.colours
        box.show(sitting, last if sitting.looks_back or sitting.ended is not None else sitting.picked)
        self.query_one("#figures", Static).update(figures_text(console))
        self.show_curve()
        self.query_one("#moves-text", Static).update(moves_text(console))
        moves = self.query_one("#moves")
        if sitting.looks_back:
            moves.scroll_to(y=sitting.shown // 2 - moves.size.height // 2, animate=False)
        else:
            moves.scroll_end(animate=False)
        taken = host.kit is not None and sitting.players[host.side] == HUMAN
        self.query_one(KeyRows).show(console.words, auto=self.auto, taken=taken)

    def _show_board(self) -> None:
        """Show the board, also in the course of a move, and the state of the game."""
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
        """Redraw what depends on the size of the screen."""
        if self.is_mounted:
            self.query_one(BoardView).refresh(layout=True)
            self.show_curve()

    def relabel(self) -> None:
        """Show everything in the present language."""
        words = self.console.words
        self.query_one("#moves-title", Static).update(words("screen.moves"))
        self.query_one("#typed", Input).placeholder = words("screen.typed")
        self.show()

    def _go_on(self) -> None:
        """Schedule the next automatic step, of a move under way or of the game, if there should be one."""
        sitting, step = self.console.host.sitting, max(self.app.speed, 0.01)
        self._wait()
        if self._under_way.stage is not None:
            self._timer = self.set_timer(step / A_STEP, self._sow_on)
            return
        against = HUMAN in sitting.players and sitting.ended is None and not sitting.looks_back
        stepping = self.auto and (sitting.looks_back or not sitting.waits)
        if (stepping or (against and not sitting.waits)) and not self._learning:
            self._timer = self.set_timer(step, self._step_alone)

    def _wait(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _sow_on(self) -> None:
        if self._under_way.go_on():
            self._show_board()
            self._go_on()
        else:
            self.after_step()

    def _step_alone(self) -> None:
        self.run_worker(self.step(), group="step", exclusive=True)

    async def step(self) -> None:
        """Do the next small thing: pick a bead, make the picked move, or begin a new game."""
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
        """Show the result of a step, report the end of a game, and go on."""
        sitting = self.console.host.sitting
        self._chosen = None
        moving = self._under_way.notice(at_once=not self.app.speed or self.app.animation_level == "none")
        if not moving and sitting.ended is not None and not self.console.is_told():
            self.console.heard()
            self.say(self.console.words.ended(sitting, sitting.ended))
        self.show()
        self._go_on()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Do what was typed; an empty line makes one step."""
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
            self._train(rest)
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
        """Make the move that a click means, or choose the cell to move from."""
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
        """Make the move of the clicked bead."""
        sitting = self.console.host.sitting
        opened = sitting.open_box()
        if sitting.waits and opened is not None and event.slot < len(opened.moves):
            self._move(opened.moves[event.slot])

    def _hurry(self) -> bool:
        """Finish the move under way, and return whether there was one."""
        under_way = self._under_way.stage is not None
        if under_way:
            self._under_way.finish()
            self.after_step()
        return under_way

    def _move(self, move: Move) -> None:
        try:
            ply = self.console.host.sitting.play(move)
            self.say(self.console.words.ply(ply)[-1:])
        except KitgenError as error:
            self.say([str(error)])
        self.after_step()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Do what a key below the table says."""
        self.action_do((event.button.id or "").removeprefix("key-"))

    def action_do(self, action: str) -> None:
        """Do the action of a key, unless another screen is open."""
        if self.app.screen is not self:
            return
        if self._learning and action != "train":
            self._learning_stopped = True
            return
        self._hurry()
        sitting, host = self.console.host.sitting, self.console.host
        try:
            if action == "auto":
                self.auto = not self.auto
                self._go_on()
            elif action == "take":
                command = "give" if sitting.players[host.side] == HUMAN else "take"
                self.say(self.console.answer(f"{command} {sitting.game.sides[host.side].name}"))
                self.after_step()
            elif action == "train":
                self._train([])
            elif action == "hint":
                self._hint([])
            elif action == "new":
                sitting.new_game()
                self.after_step()
            elif action in ("back", "forward"):
                self.auto = False
                sitting.look(-1 if action == "back" else 1)
                self.after_step()
            else:
                self._open(action)
                return
        except KitgenError as error:
            self.say([str(error)])
        self.show()

    def _open(self, name: str) -> None:
        console = self.console
        self.auto = False
        self._wait()
        if name == "analyse" and self._hinting:
            self.say([console.words("screen.looking")])
        elif name == "analyse" and not to_analyse(console)[0].moves:
            self.say([console.words("no_moves_yet")])
        elif name in ("gallery", "machines") and console.host.kit is None:
            self.say(console.answer("gallery"))
        else:
            self.app.push_screen(SCREENS[name](console), self._back)

    def _back(self, _result: None) -> None:
        self.relabel()
        self._go_on()

    def _hint(self, rest: list[str]) -> None:
        """Look ahead beside the screen; a second request stops the search and keeps the result so far."""
        if self._hinting:
            self.console.host.insight.stop()
            return
        self._hinting = True
        self.say([self.console.words("screen.looking")])
        self.run_worker(self._look_ahead(" ".join(["hint", *rest])), group="hint")

    async def _look_ahead(self, command: str) -> None:
        try:
            self.say(await asyncio.to_thread(self.console.answer, command))
        finally:
            self._hinting = False

    def _train(self, rest: Sequence[str]) -> None:
        """Begin to play many games, or stop after the ones being played."""
        if self._learning:
            self._learning_stopped = True
            return
        try:
            games = self.console.number(rest, GAMES, MOST)
            check_training(self.console.host.sitting, games)
        except KitgenError as error:
            self.say([str(error)])
            return
        self._learning, self._learning_stopped = True, False
        self.run_worker(self._learn(games), group="step", exclusive=True)

    async def _learn(self, games: int) -> None:
        """Play many games, some at a time, so that the bar moves and they can be stopped."""
        console, host, played = self.console, self.console.host, 0
        bar = self.query_one("#learning", ProgressBar)
        bar.update(total=games, progress=0)
        bar.add_class("on")
        try:
            if by_kernel(host.sitting, games):
                bar.update(total=None)  # the kernel reports no progress
                host.go_on_with(await asyncio.to_thread(train_by_kernel, host.sitting, games))
                played = games
                self.say([console.words("trained_anew", name=host.name)])
            while played < games and not self._learning_stopped:
                played += host.train(min(CHUNK, games - played))
                bar.update(progress=played)
                self.show_curve()
                await asyncio.sleep(0)
        except KitgenError as error:
            self.say([str(error)])
        finally:
            self._learning = False
        bar.remove_class("on")
        self.say([console.words("trained", count=played)])
        self.after_step()


class PlayApp(TerminalApp):
    """Plays with the machines of one sitting.

    Attributes:
        speed: seconds for an automatic step; 0 for as fast as possible.
    """

    def __init__(self, console: Console, encoding: str = "utf-8") -> None:
        super().__init__(encoding)
        self.talk = console
        self.speed = SPEED
        self.colours = True
        console.screened = True

    def on_mount(self) -> None:
        """Open the table."""
        self.push_screen(TableScreen(self.talk))

    def on_unmount(self) -> None:
        """Stop every search."""
        self.talk.host.stop_looking()
