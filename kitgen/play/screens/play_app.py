"""The screens of ``kitgen play``, and the one beside a real table."""

import asyncio
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal, Vertical, VerticalScroll
from textual.widget import Widget
from textual.widgets import (
    Button,
    Checkbox,
    DataTable,
    Input,
    Label,
    ProgressBar,
    RichLog,
    Select,
    Static,
)

from kitgen.compiling.compile_progress import listening
from kitgen.errors import KitgenError
from kitgen.machine.match import OPPONENTS, Needs
from kitgen.model import Position, Stage
from kitgen.play.console import USUAL_GAMES, Console
from kitgen.play.conversation import BY_NAME, TableCommand
from kitgen.play.guide import Guide
from kitgen.play.host import MAX_TRAINED_GAMES, by_kernel, train_by_kernel
from kitgen.play.insight import line_text, summary_lines, worth_text
from kitgen.play.learners import Figures, OpenBox, can_be_kept
from kitgen.play.screens.board_view import BoardView, BoxPanel, marked_cells
from kitgen.play.screens.talk_screen import (
    KeyBar,
    OverScreen,
    TalkApp,
    TalkScreen,
    Tick,
    box_rows,
    label,
    select,
)
from kitgen.play.sitting import (
    HUMAN,
    LEVEL,
    MACHINE,
    PLIES,
    SECONDS,
    TIME,
    Ply,
    Sitting,
    level_of,
    levels,
    plan_of,
)
from kitgen.play.speech import curve
from kitgen.tree_search.plan import DEEPEST

if TYPE_CHECKING:
    from textual.timer import Timer

    from kitgen.play.saves import Saved
    from kitgen.tree_search.analysis import Judged

#: The usual seconds for a step.
SECONDS_OF_A_STEP = 0.6
#: The most seconds for a step that somebody can set.
MAX_SECONDS_OF_A_STEP = 60.0
#: The fewest seconds for a step, where somebody has set none.
MIN_SECONDS_OF_A_STEP = 0.01
#: The fewest columns of the curve.
MIN_COLUMNS_OF_CURVE = 20
#: The lines of the curve, and on a tall screen.
LINES_OF_CURVE = 2
LINES_OF_TALL_CURVE = 8
#: How many stages of a move are shown in the time of a step.
STAGES_OF_A_STEP = 3
#: The light theme, and the dark one.
LIGHT = "textual-light"
DARK = "textual-dark"


#: Commands that have a screen of their own only with the machine of a kit.
NEED_A_KIT = ("gallery", "saves", "stats")


class UnderWay:
    """The last move of a sitting, while the screen shows it stage by stage.

    ``rest`` has the stages that are still to be shown, each with the pieces in the hand; ``hand``
    is that of the first.
    """

    def __init__(self, sitting: Sitting) -> None:
        self._sitting = sitting
        self.rest: list[tuple[Stage, int]] = []
        self._seen = sitting.shown, sitting.shown_ply

    @property
    def stage(self) -> Stage | None:
        """The present stage; None while no move is under way."""
        return self.rest[0][0] if self.rest else None

    @property
    def hand(self) -> int:
        """How many pieces are in the hand in this stage."""
        return self.rest[0][1] if self.rest else 0

    @property
    def position(self) -> Position:
        """The position on the board in this stage."""
        position = self._sitting.position
        if self.stage is None:
            return position
        return Position(self.stage.cells, 1 - position.to_move)

    def notice(self, *, at_once: bool) -> bool:
        """Begin to show a move made since the last call, and return whether it is under way.

        With ``at_once`` only its result is shown.
        """
        shown_before, _ = self._seen
        shown = self._sitting.shown
        ply = self._sitting.shown_ply
        if (shown, ply) != self._seen:
            self._seen = shown, ply
            self.rest = []
            if ply is not None and shown == shown_before + 1 and not at_once:
                self.rest = self._stages(ply)
        return bool(self.rest)

    def _stages(self, ply: Ply) -> list[tuple[Stage, int]]:
        """Return the stages of a move, each with the pieces that are then in the hand."""
        stages = []
        hand = 0
        for stage in self._sitting.game.stages(ply.position, ply.move):
            if stage.act == "lift":
                hand += stage.count
            elif stage.act == "put":
                hand -= stage.count
            stages.append((stage, hand))
        return stages

    def go_on(self) -> bool:
        """Go on to the next stage, and return whether there is one."""
        del self.rest[:1]
        return bool(self.rest)


class AnalysisScreen(OverScreen):
    """The game that ended last, or the one that was opened."""

    command = "analyse"

    def __init__(self, talk: Console) -> None:
        super().__init__(talk)
        self._record, self._outcome = talk.to_analyse()
        self._listed: list[Judged] = []
        self._stopped = False

    def inside(self) -> ComposeResult:
        """Yield the list, the bar and the summary."""
        words = self.talk.words
        yield Static(words("screen.analysis_rows"), id="message", markup=False)
        table = box_rows()
        heads = ("number", "side", "move", "before", "after", "better")
        table.add_columns(*(words(f"screen.{head}") for head in heads))
        yield table
        yield ProgressBar(total=len(self._record.moves), show_eta=False, id="walked")
        yield Static("", id="summary", markup=False)

    def on_mount(self) -> None:
        """Begin the analysis."""
        self.run_worker(self._walk())

    async def _walk(self) -> None:
        """Judge one move after the other, in a thread, until it is stopped."""
        review = self.talk.host.insight.review(self._record)
        moves: list[Judged] = []
        judged = await asyncio.to_thread(next, review, None)
        while judged is not None and not self._stopped:
            moves.append(judged)
            if judged.lost:
                self._list(judged)
            self.query_one("#walked", ProgressBar).update(progress=len(moves))
            judged = await asyncio.to_thread(next, review, None)
        if not self._stopped:
            lines = summary_lines(self.talk.words, moves, self._outcome)
            self.query_one("#summary", Static).update("\n".join(lines))

    def _list(self, judged: "Judged") -> None:
        """List a move that has lost something."""
        words = self.talk.words
        self._listed.append(judged)
        self.query_one("#boxes", DataTable).add_row(
            f"{judged.number}",
            words.side(judged.position.to_move),
            words.moves([judged.move]),
            worth_text(words, judged.before),
            worth_text(words, judged.after),
            line_text(words, judged.better),
        )

    def on_data_table_row_selected(self, event: DataTable.RowSelected) -> None:
        """Show the board before the move under the cursor."""
        sitting = self.talk.sitting
        number = self._listed[event.cursor_row].number
        if sitting.record().moves != self._record.moves:
            sitting.open_record(self._record)
            self.talk.reported = sitting.ended
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
        table = box_rows()
        table.add_columns(label(self.talk, self.command), "")
        yield table
        yield Static("", id="message", markup=False)
        yield Input(placeholder=words("screen.file"), id="file", max_length=4000)
        with Horizontal(classes="buttons"):
            for command in ("open", "delete", "undo", "import"):
                yield Button(label(self.talk, command), id=f"do-{command}", compact=True)

    def on_mount(self) -> None:
        """Fill the list."""
        self._fill()
        if not self._saved:
            self.query_one("#message", Static).update(self.talk.words("no_saves"))

    def _fill(self) -> None:
        saves = self.talk.host.saves
        self._saved = saves.list() if saves is not None else []
        table: DataTable[str] = self.query_one("#boxes", DataTable)
        table.clear()
        table.add_rows((saved.name, self.talk.words.saved(saved)) for saved in self._saved)

    async def on_data_table_row_selected(self) -> None:
        """Open the machine under the cursor."""
        await self._enter("open")

    async def on_input_submitted(self) -> None:
        """Import the machine of the typed file."""
        await self._enter("import")

    async def on_button_pressed(self, event: Button.Pressed) -> None:
        """Do a button's command with the machine under the cursor."""
        await self._enter((event.button.id or "").removeprefix("do-"))

    async def _enter(self, name: str) -> None:
        row = self.query_one("#boxes", DataTable).cursor_row
        argument = ""
        if name == "import":
            argument = self.query_one("#file", Input).value.strip()
        elif name != "undo" and 0 <= row < len(self._saved):
            argument = self._saved[row].name
        await self.app.ask_first(f"{name} {argument}", self.perform)

    async def perform(self, line: str, command: TableCommand | None, rest: list[str]) -> None:
        """Do a command, and update the list."""
        await super().perform(line, command, rest)
        count_before = len(self._saved)
        self._fill()
        if command is not BY_NAME["import"]:
            return
        file = self.query_one("#file", Input)
        if len(self._saved) > count_before:
            file.clear()
        else:
            file.focus()


class SettingsScreen(OverScreen):
    """The settings, such as players, rule, language and speed; each choice applies at once."""

    command = "settings"
    AUTO_FOCUS = "*"
    talk: Console
    app: "PlayApp"

    def inside(self) -> ComposeResult:
        """Yield a row for each setting."""
        with VerticalScroll(classes="scroll"):
            for text, chooser in self._rows():
                with Horizontal(classes="row"):
                    yield Label(text, markup=False)
                    yield chooser
        yield Static("", id="message", markup=False)

    def _rows(self) -> Iterator[tuple[str, Widget]]:
        """Yield the settings, each with its label."""
        words = self.talk.words
        host = self.talk.host
        sitting = self.talk.sitting
        for side, player in enumerate(sitting.players):
            players = dict.fromkeys([*self._players(), player])
            named = [(self._player(other), other) for other in players]
            heading = words("screen.opponent", side=words.side(side))
            yield heading, select(named, player, f"player-{side}")
        for machine in sitting.known_machines():
            tick = Tick(value=machine.learns, id=f"learns-{machine.side}")
            yield words("screen.learns", side=words.side(machine.side)), tick
        for side, name in enumerate(sitting.names):
            field = Input(name, id=f"name-{side}", max_length=40)
            yield words("screen.name", side=words.side(side)), field
        if host.kit is not None:
            rule = host.kit.choices.rule
            rules = dict.fromkeys([*host.templates.names("rules"), rule])
            yield words("screen.rule"), select([(name, name) for name in rules], rule, "rule")
        languages = [(name, name) for name in host.templates.languages()]
        yield words("screen.language"), select(languages, words.texts.language, "language")
        depth = Input(str(host.insight.plan.depth), id="ahead", type="integer", max_length=3)
        yield words("screen.ahead"), depth
        yield words("screen.speed"), Input(f"{self.app.speed:g}", id="speed", type="number")
        yield words("screen.dark"), Tick(value=self.app.theme == DARK, id="dark")
        yield words("screen.colours"), Tick(value=self.app.colours, id="colours")

    def _players(self) -> Iterator[str]:
        """Yield all players that can be chosen here: none that needs missing values or beads."""
        kit = self.talk.host.kit
        game = self.talk.sitting.game
        missing = Needs.VALUES | Needs.BEADS
        yield HUMAN
        if kit is not None:
            yield MACHINE
            missing = Needs(0) if can_be_kept(kit) else Needs.BEADS
        for name, opponent in OPPONENTS.items():
            if not opponent.needs & missing:
                yield name
        for number in levels(game):
            yield plan_of(game, f"{LEVEL}:{number}")
        for seconds in SECONDS:
            yield plan_of(game, f"{TIME}:{seconds:g}")

    def _player(self, player: str) -> str:
        """Return a player in words; a level with how far it looks ahead."""
        words = self.talk.words
        name = words.player(player)
        kind, number = level_of(words.game, player) or ("", 0)
        if kind != LEVEL:
            return name
        return words("screen.level_of", level=name, depth=PLIES[int(number) - 1])

    async def on_select_changed(self, event: Select.Changed) -> None:
        """Change a player, the rule or the language, if the choice is new."""
        sitting = self.talk.sitting
        key = event.select.id or ""
        value = str(event.value)
        if key == "language" and value != self.talk.words.texts.language:
            await self.app.ask_first(f"language {value}", self.perform)
        elif key == "rule":
            await self._change_rule(event.select, value)
        elif key.startswith("player"):
            side = int(key[-1])
            if value != sitting.players[side]:
                name = sitting.game.sides[side].name
                await self.app.ask_first(f"player {name} {value}", self.perform)

    async def _change_rule(self, chooser: Select[Any], rule: str) -> None:
        """Change the rule, if it is new; a refused one is shown no more."""
        kit = self.talk.host.kit
        if kit is None or rule == kit.choices.rule:
            return
        rule_before = kit.choices.rule

        def show_rule_before() -> None:
            chooser.value = rule_before

        await self.app.ask_first(f"rule {rule}", self.perform, show_rule_before)

    def on_checkbox_changed(self, event: Checkbox.Changed) -> None:
        """Switch learning, or the looks."""
        key = event.checkbox.id or ""
        if key == "dark":
            self.app.theme = DARK if event.value else LIGHT
        elif key == "colours":
            self.app.colours = event.value
        else:
            self.talk.sitting.machine(int(key[-1])).learns = event.value

    def on_input_changed(self, event: Input.Changed) -> None:
        """Set a name, the speed, or how far to look ahead."""
        key = event.input.id or ""
        insight = self.talk.host.insight
        if key == "speed":
            with suppress(ValueError):
                self.app.speed = max(0.0, min(float(event.value), MAX_SECONDS_OF_A_STEP))
        elif key == "ahead":
            depth = int(event.value) if event.value.isdecimal() else 0
            if 1 <= depth <= DEEPEST and depth != insight.plan.depth:
                insight.look(depth)
        else:
            self.talk.sitting.names[int(key[-1])] = event.value.strip()


class TableScreen(TalkScreen):
    """The table."""

    OTHER_LINES = 6
    OVER: ClassVar[dict[str, Callable[[Any], OverScreen]]] = {
        **TalkScreen.OVER,
        "settings": SettingsScreen,
        "analyse": AnalysisScreen,
        "saves": MachinesScreen,
    }
    talk: Console
    app: "PlayApp"

    def __init__(self, talk: Console) -> None:
        super().__init__(talk)
        self.auto = False
        self._timer: Timer | None = None
        self._under_way = UnderWay(talk.sitting)
        self._learning = False
        self._learning_stopped = False
        self._hinting = False
        self._compiling = False
        self._listening = ExitStack()

    def compose(self) -> ComposeResult:
        """Lay out the table."""
        yield Static("", id="title", markup=False)
        with Horizontal(id="body"):
            with Vertical(id="left"):
                yield BoardView(self.talk.sitting.game, plain=self.talk.plain)
            with VerticalScroll(id="middle", can_focus=False):
                yield BoxPanel(self.talk)
            with Vertical(id="right"):
                for name in ("figures", "curve", "moves-title"):
                    yield Static("", id=name, markup=False)
                with VerticalScroll(id="moves", can_focus=False):
                    yield Static("", id="moves-text", markup=False)
        yield Static("", id="state", markup=False)
        log = RichLog(id="log", wrap=True, max_lines=500, min_width=20)
        log.can_focus = False
        yield log
        yield ProgressBar(id="learning", show_eta=False)
        yield from self.bottom()

    def on_mount(self) -> None:
        """Greet, and begin the game."""
        self._listening.enter_context(listening(self._note_compiling))
        self.set_class(self.talk.host.kit is None, "-unboxed")
        self.write(self.talk.greeting()[3:])
        self._under_way.notice(at_once=True)
        self.query_one("#typed").focus()
        self.resume()

    def on_unmount(self) -> None:
        """Stop listening for compilation."""
        self._listening.close()

    def _note_compiling(self, _done: int, total: int) -> None:
        """Say once why nothing happens for a while; called in the thread that compiles."""
        if total and not self._compiling:
            self.call_later(self.write, [self.talk.words("screen.compiling")])
        self._compiling = total > 0

    def write(self, lines: Iterable[str]) -> None:
        """Write lines below the table."""
        log = self.query_one("#log", RichLog)
        for line in lines:
            log.write(line)

    def show(self) -> None:
        """Show the present table, in the present language."""
        self.query_one("#moves-title", Static).update(self.talk.words("screen.moves"))
        self.query_one("#typed", Input).placeholder = self.talk.say("typed")
        self.query_one("#title", Static).update(" · ".join(self._title()))
        self._show_board()
        self._show_box()
        self.query_one("#figures", Static).update(self._figures_text())
        self.resized()
        self._show_moves()
        self.query_one(KeyBar).show(
            {
                "auto": "stop" if self.auto or self._learning else "auto",
                "take": "give" if self._is_taken else "take",
            }
        )

    def _title(self) -> list[str]:
        """Return the game; or kit, saved machine and rule."""
        host = self.talk.host
        if host.kit is None:
            return [self.talk.sitting.game.called]
        title = [self.talk.words.title(host.kit)]
        if host.keeps:
            title.append(host.name)
        title.append(host.kit.choices.rule)
        return title

    def _show_box(self) -> None:
        sitting = self.talk.sitting
        box = self.query_one("#box", BoxPanel)
        box.colours = self.app.colours
        ply = sitting.picked
        if sitting.looks_back or sitting.ended is not None:
            ply = sitting.shown_ply
        box.show(sitting, ply, is_own=ply is None and sitting.players[sitting.to_move] == HUMAN)

    def _show_moves(self) -> None:
        sitting = self.talk.sitting
        self.query_one("#moves-text", Static).update(self._moves_text())
        moves = self.query_one("#moves")
        if sitting.looks_back:
            moves.scroll_to(y=sitting.shown // 2 - moves.size.height // 2, animate=False)
        else:
            moves.scroll_end(animate=False)

    @property
    def _is_taken(self) -> bool:
        """Whether a person plays the main machine's side."""
        if self.talk.host.kit is None:
            return False
        return self.talk.sitting.players[self.talk.host.side] == HUMAN

    def _figures_text(self) -> str:
        """Return the figures of both sides, the main machine's first and in full."""
        host = self.talk.host
        sitting = self.talk.sitting
        lines = []
        for side in (host.side, 1 - host.side):
            seated = self.talk.words.seated(side, sitting.players[side])
            name = sitting.names[side]
            lines.append(f"{seated}, {name}" if name else seated)
            if host.kit is None:
                continue
            figures = sitting.machine(side).figures()
            if figures.games or side == host.side:
                lines += self._figures_of(figures, draws=host.kit.draws)
        return "\n".join([*lines, *self.talk.lead()])

    def _figures_of(self, figures: Figures, *, draws: bool) -> list[str]:
        """Return the figures of a machine: how it stands, its results, how good it is."""
        words = self.talk.words
        standing = [words.standing(figures), words("screen.games", games=figures.games)]
        results = [words("screen.won", games=figures.won)]
        if draws or figures.drawn:
            results.append(words("screen.drawn", games=figures.drawn))
        results.append(words("screen.lost", games=figures.lost))
        quality = [words.perfection(figures)]
        if figures.rate is not None:
            rate = words("percent", number=figures.rate)
            quality.insert(0, words("screen.rate", rate=rate))
        return [f"  {' · '.join(filter(None, row))}" for row in (standing, results, quality)]

    def _moves_text(self) -> str:
        """Return the moves of the game, two per line; the shown one is in brackets."""
        sitting = self.talk.sitting
        moves = [sitting.game.move_text(ply.move) for ply in sitting.plies]
        if sitting.looks_back and sitting.shown:
            moves[sitting.shown - 1] = f"[{moves[sitting.shown - 1]}]"
        lines = []
        for first in range(0, len(moves), 2):
            pair = "  ".join(f"{move:7}" for move in moves[first : first + 2])
            lines.append(f"{first // 2 + 1:>3}. {pair}".rstrip())
        return "\n".join(lines)

    def _show_board(self) -> None:
        """Show the board, also in the course of a move, and the state of the game."""
        stage = self._under_way.stage
        if stage is None:
            marked = marked_cells(self.talk.sitting.shown_ply)
            state = self.talk.state()
        else:
            marked = {stage.cell}
            state = self.talk.words("screen.hand", pieces=self._under_way.hand)
        self.query_one(BoardView).show(self._under_way.position, marked, self._chosen)
        self.query_one("#state", Static).update(state)

    def resized(self) -> None:
        """Draw the curve as large as there is room, and leave some for the log."""
        board = self.query_one(BoardView).get_content_height(0, 0, 0)
        self.query_one("#middle").styles.max_height = board if self.has_class("-short") else None
        width = max(self.query_one("#right").size.width - 3, MIN_COLUMNS_OF_CURVE)
        height = LINES_OF_TALL_CURVE if self.has_class("-tall") else LINES_OF_CURVE
        lines: list[str] = []
        if self.talk.host.kit is not None:
            results = self.talk.sitting.machine(self.talk.host.side).results
            if results:
                lines.append(self.talk.words("screen.curve"))
                lines += curve(results, width, height, plain=self.talk.plain)
        self.query_one("#curve", Static).update("\n".join(lines))

    def _go_on(self) -> None:
        """Schedule the next automatic step, of a move under way or of the game, if there is one."""
        sitting = self.talk.sitting
        seconds = max(self.app.speed, MIN_SECONDS_OF_A_STEP)
        self._wait()
        if self._under_way.stage is not None:
            self._timer = self.set_timer(seconds / STAGES_OF_A_STEP, self._sow_on)
            return
        is_played = HUMAN in sitting.players and sitting.ended is None and not sitting.looks_back
        is_machines_turn = is_played and not sitting.waits
        if (self.auto or is_machines_turn) and not self._learning:
            self._timer = self.set_timer(seconds, self._step_alone)

    def _wait(self) -> None:
        if self._timer is not None:
            self._timer.stop()

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
        sitting = self.talk.sitting
        try:
            if sitting.looks_back:
                sitting.look(1 if sitting.opened else len(sitting.plies))
            elif sitting.ended is not None and not (self.auto and sitting.opened):
                sitting.new_game()
            elif not sitting.waits and sitting.picked is None and sitting.ended is None:
                if sitting.players[sitting.to_move] == MACHINE:
                    sitting.pick()
                else:  # looking ahead may take long
                    await asyncio.to_thread(sitting.pick)
            elif not sitting.waits and sitting.ended is None:
                self.write(self.talk.ply_lines(sitting.make()))
        except KitgenError as error:
            self.auto = False
            self.write([self.talk.refusal(error)])
        self.after_step()

    def after_step(self) -> None:
        """Show the result of a step, report the end of a game, and go on."""
        sitting = self.talk.sitting
        self._chosen = None
        is_at_end = sitting.opened and sitting.ended is not None
        if not sitting.looks_back and (sitting.waits or is_at_end):
            self.auto = False  # nothing is left that plays by itself
        at_once = not self.app.speed or self.app.animation_level == "none"
        is_moving = self._under_way.notice(at_once=at_once)
        if not is_moving and sitting.ended is not None and sitting.ended is not self.talk.reported:
            self.talk.reported = sitting.ended
            self.write(self.talk.words.ended(sitting, sitting.ended))
        self.resume()

    async def enter(self, line: str) -> None:
        """Do a line; an empty one makes one step."""
        if self._learning:
            self.action_stop()
            return
        hurried = self._hurry()
        if line:
            await super().enter(line)
        elif not hurried:
            self._step_alone()

    async def perform(self, line: str, command: TableCommand | None, rest: list[str]) -> None:
        """Do a line that needs no more question, in the background if it takes long."""
        talk = self.talk
        name = "" if command is None else command.name
        if name == "go":
            self._step_alone()
        elif name == "auto":
            self._begin_auto()
        elif name == "train":
            games = talk.number(rest, USUAL_GAMES, MAX_TRAINED_GAMES)
            self.run_worker(self._learn(games), group="step", exclusive=True)
        elif name == "hint":
            self.run_worker(self._hint(line), group="hint")
        elif name == "analyse" and self._hinting:
            self.write([talk.words("screen.looking")])
        elif name == "analyse" and not talk.to_analyse()[0].moves:
            self.write([talk.words("no_moves_yet")])
        elif command is not None and name in NEED_A_KIT and talk.host.kit is None:
            self.write(talk.do(command, rest))
        else:
            if name in ("back", "forward", *self.OVER):
                self.auto = False
            self._wait()
            await super().perform(line, command, rest)

    async def report(self, line: str, lines: list[str]) -> None:
        """Write the answer to a line below the table."""
        command, *_ = self.talk.read(line)
        if command is not None:
            self.write([f"> {line}"])
        self.write(lines)
        self.after_step()

    def _begin_auto(self) -> None:
        """Let the game play by itself, or stop it; on a person's turn nothing begins."""
        sitting = self.talk.sitting
        if self.auto:
            self.auto = False
        elif not sitting.looks_back and (HUMAN in sitting.players or sitting.opened):
            self.write([self.talk.words("watch_whom")])
        else:
            self.auto = True
        self.resume()

    def action_stop(self) -> None:
        """Stop whatever is running: games by themselves, training, a search."""
        self._learning_stopped = True
        self.auto = False
        self.talk.host.insight.stop()
        self._hurry()
        self.resume()

    async def action_do(self, name: str) -> None:
        """Do the command of a key; some keys also undo what they do."""
        if self._learning and name != "palette":
            self.action_stop()
            return
        self._hurry()
        await super().action_do("give" if name == "take" and self._is_taken else name)

    async def choose(self, cell: int) -> None:
        """Make the move that a click means, or choose its first cell; on nobody's move, go on."""
        sitting = self.talk.sitting
        self._hurry()
        if sitting.opened and sitting.looks_back:
            sitting.go_on_from_shown()
        if sitting.waits and not sitting.looks_back:
            await super().choose(cell)
        else:
            self._step_alone()

    async def on_box_panel_slot_clicked(self, event: BoxPanel.SlotClicked) -> None:
        """Make the move of the clicked bead."""
        sitting = self.talk.sitting
        opened = sitting.open_box()
        if sitting.waits and opened is not None and event.index < len(opened.moves):
            await self.enter(sitting.game.move_text(opened.moves[event.index]))

    def _hurry(self) -> bool:
        """Finish the move under way, and return whether there was one."""
        under_way = self._under_way.stage is not None
        if under_way:
            self._under_way.rest.clear()
            self.after_step()
        return under_way

    def resume(self) -> None:
        """Show the table, and go on."""
        self.show()
        self._go_on()

    async def _hint(self, line: str) -> None:
        """Look ahead in the background; a second request stops it and keeps the result so far."""
        if self._hinting:
            self.talk.host.insight.stop()
            return
        self._hinting = True
        self.write([self.talk.words("screen.looking")])
        try:
            self.write(await asyncio.to_thread(self.talk.answer, line))
        finally:
            self._hinting = False

    async def _learn(self, games: int) -> None:
        """Play many games, some at a time, so that the bar moves and a key can stop them."""
        talk = self.talk
        host = talk.host
        played = 0
        self._learning = True
        self._learning_stopped = False
        bar = self.query_one("#learning", ProgressBar)
        bar.update(total=games, progress=0)
        bar.add_class("on")
        self.show()
        try:
            if by_kernel(host.sitting, games):
                bar.update(total=None)  # the kernel reports no progress
                host.begin_anew(await asyncio.to_thread(train_by_kernel, host.sitting, games))
                played = games
                self.write([talk.words("trained_anew", name=host.name)])
            else:
                for played in host.train(games):
                    bar.update(progress=played)
                    self.resized()
                    await asyncio.sleep(0)
                    if self._learning_stopped:
                        break
        except KitgenError as error:
            self.write([self.talk.refusal(error)])
        finally:
            self._learning = False
        bar.remove_class("on")
        host.sitting.new_game()
        self.write([talk.words("trained", count=played)])
        self.after_step()


class PlayApp(TalkApp):
    """Plays with the machines of one sitting; an automatic step takes ``speed`` seconds."""

    TABLE = TableScreen

    def __init__(self, talk: Console, encoding: str = "utf-8") -> None:
        super().__init__(talk, encoding)
        self.speed = SECONDS_OF_A_STEP
        self.colours = True

    def on_unmount(self) -> None:
        """Stop every search."""
        self.talk.host.stop_looking()


# The screen beside a real table: each click stands for a typed line, and goes to the same guide.

#: How many answers can be scrolled back to.
MAX_ANSWERS = 100


class BesideScreen(TalkScreen):
    """The board, the open box, and the guide's answers."""

    OTHER_LINES = 8
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("pageup", "page(-1)", show=False, priority=True),
        Binding("pagedown", "page(1)", show=False, priority=True),
    ]

    talk: Guide

    def compose(self) -> ComposeResult:
        """Lay out the screen."""
        yield Static("", id="title", markup=False)
        with Container(id="beside"):
            with VerticalScroll(id="pieces", can_focus=False):
                yield BoardView(self.talk.table.game, plain=self.talk.plain)
                yield BoxPanel(self.talk)
            yield VerticalScroll(id="answers", can_focus=False)
        yield from self.bottom()

    async def on_mount(self) -> None:
        """Greet."""
        title, *lines = self.talk.greeting()
        self.query_one("#title", Static).update(title)
        self.query_one(KeyBar).show()
        await self.report("", lines)

    async def report(self, line: str, lines: list[str]) -> None:
        """Show an answer below those before it."""
        self._chosen = None
        pane = self.query_one("#answers", VerticalScroll)
        pane.query(".now").remove_class("now")
        text = "\n".join([f"> {line}", *lines] if line else lines)
        await pane.mount(Static(text, classes="answer now", markup=False))
        await pane.remove_children(pane.query(".answer")[:-MAX_ANSWERS])
        self.resized()
        self.show()

    def resized(self) -> None:
        """Scroll to the last answer."""
        pane = self.query_one("#answers", VerticalScroll)
        if pane.children:
            self.call_after_refresh(
                pane.scroll_to_widget, pane.children[-1], top=True, animate=False
            )

    def show(self) -> None:
        """Show the present board and box."""
        table = self.talk.table
        self.query_one(BoardView).show(table.position, marked_cells(table.shown_ply), self._chosen)
        self.query_one(BoxPanel).show(table, None if table.machine_moves else table.shown_ply)
        self.query_one("#typed").focus()

    async def on_box_panel_slot_clicked(self, event: BoxPanel.SlotClicked) -> None:
        """Answer the pick of a bead from the open box."""
        opened = self.talk.table.open_box()
        if isinstance(opened, OpenBox):
            await self.enter(opened.box.slots[event.index].colour.name)

    def action_page(self, pages: int) -> None:
        """Scroll the answers by pages."""
        pane = self.query_one("#answers", VerticalScroll)
        pane.scroll_relative(y=pages * max(pane.size.height - 1, 1), animate=False)


class BesideApp(TalkApp):
    """The application of ``kitgen journal play``."""

    TABLE = BesideScreen
