"""What the screens of ``kitgen play`` and of ``kitgen journal play`` have in common: a line to type
on, keys, help, questions, palette and app.

What a line does is decided by the conversation (``kitgen.play.conversation``); a screen only shows
its answers.
"""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar, NamedTuple, TypeVar

from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.color import Color
from textual.command import CommandPalette, DiscoveryHit, Hit, Hits, Provider
from textual.containers import Container, Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.filter import LineFilter
from textual.markup import escape
from textual.screen import ModalScreen, Screen
from textual.widgets import Button, Checkbox, DataTable, Input, Select, Static

from kitgen.errors import KitgenError
from kitgen.play.conversation import BY_NAME, COMMANDS, Conversation, TableCommand
from kitgen.play.learners import Exhibit, Met, PositionMachine
from kitgen.play.letters import in_letters
from kitgen.play.screens.board_view import TALL, WIDE, BoardView, clicked
from kitgen.play.speech import signed
from kitgen.reading.templates import capitalised

_Value = TypeVar("_Value", int, str)

#: Does a line: it is given the line, its command, and the words behind that.
Perform = Callable[[str, TableCommand | None, list[str]], Awaitable[None]]
#: Keys that small terminals show as well.
ALWAYS = ("help", "palette", "quit")
#: The lines of an answer that a screen over the table has room for.
LINES_OF_A_MESSAGE = 2
#: The fewest columns of a terminal, even where a board needs fewer.
MIN_COLUMNS = 40
#: The room at both sides of a board, in columns.
AROUND_BOARD = 2
#: The most letters of a typed line.
MAX_TYPED_LETTERS = 200
#: The place of keys that are no function keys, which stand behind F1 to F12.
BEHIND_FUNCTION_KEYS = 99


class TypedLine(Input):
    """A line to type on, which is cleared as soon as it is sent.

    Textual handles Enter in the screen but letters here: on a busy screen, quick typing would send
    two lines as one.
    """

    async def on_key(self, event: events.Key) -> None:
        """Send the line; open the help at a question mark."""
        if event.key == "enter":
            event.stop()
            event.prevent_default()
            await self.action_submit()
            self.clear()
        elif event.character == "?" and not self.value:
            event.stop()
            event.prevent_default()
            await self.screen.run_action("do('help')")


class KeyBar(Container):
    """The keys of a table as buttons for the mouse."""

    def __init__(self, talk: Conversation) -> None:
        super().__init__(id="keys")
        self.talk = talk

    def compose(self) -> ComposeResult:
        """Yield a button for each key; ``show`` labels them."""
        keyed = [command for command in self.talk.commands if command.key]
        keyed.sort(key=_order_of_key)
        *names, leaving = [command.name for command in keyed]  # to leave is the last command
        for name in [*names, "palette", leaving]:
            classes = "always" if name in ALWAYS else ""
            button = Button("", id=f"key-{name}", compact=True, classes=classes)
            button.can_focus = False
            yield button

    def show(self, now: Mapping[str, str] | None = None) -> None:
        """Label each key with the word of its command, or of the one that it has ``now``."""
        for command in self.talk.commands:
            if command.key:
                does = command.name
                if now is not None:
                    does = now.get(command.name, command.name)
                button = self.query_one(f"#key-{command.name}", Button)
                button.label = f"{command.key_label} {label(self.talk, does)}"
        self.query_one("#key-palette", Button).label = f"^P {self.talk.words('screen.palette')}"


def _order_of_key(command: TableCommand) -> int:
    """Return the place of a key below the table: function keys by their number, then others."""
    if command.key[0] == "f":
        return int(command.key[1:])
    return BEHIND_FUNCTION_KEYS


def label(talk: Conversation, name: str) -> str:
    """Return the word of a command for a key or a title."""
    return capitalised(talk.word(name))


class OverScreen(Screen[None]):
    """A screen over the table, closed by Escape; its title is the word of its ``command``."""

    command = ""
    AUTO_FOCUS = "#boxes"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", show=False, priority=True),
        Binding("f1", "help", show=False, priority=True),
    ]
    app: "TalkApp"

    def __init__(self, talk: Any) -> None:
        super().__init__()
        self.talk = talk

    def compose(self) -> ComposeResult:
        """Lay out the title, the contents and a button to close it."""
        yield Static(label(self.talk, self.command), classes="screen-title", markup=False)
        yield from self.inside()
        yield Button(
            f"Esc {self.talk.words('screen.close')}",
            id="close",
            compact=True,
            action="screen.close",
        )

    def inside(self) -> ComposeResult:
        """Yield the contents."""
        raise NotImplementedError

    def action_close(self) -> None:
        """Go back to the table."""
        self.dismiss(None)

    def action_help(self) -> None:
        """Open the help."""
        if not isinstance(self, TextScreen):
            self.app.push_screen(TextScreen(self.talk, "help"))

    async def perform(self, _line: str, command: TableCommand | None, rest: list[str]) -> None:
        """Do a command of this screen, and show the beginning of its answer."""
        if command is not None:
            lines = self.talk.do(command, rest)
            self.query_one("#message", Static).update("\n".join(lines[:LINES_OF_A_MESSAGE]))


class TextScreen(OverScreen):
    """The answer of one command, such as the help, in full; the arrow keys move it."""

    AUTO_FOCUS = "VerticalScroll"

    def __init__(self, talk: Conversation, command: str) -> None:
        super().__init__(talk)
        self.command = command

    def inside(self) -> ComposeResult:
        """Yield the text."""
        lines = self.talk.do(BY_NAME[self.command], [])
        if self.command == "help":
            lines = [self.talk.words("screen.help"), "", *lines]
        elif self.talk.sitting.machine(self.talk.main_side).results:  # behind "stats"
            lines += ["", *self.talk.do(BY_NAME["curve"], [])]
        with VerticalScroll(classes="scroll"):
            yield Static("\n".join(lines), id="help-text", markup=False)


class Tick(Checkbox):
    """A checkbox with a cross or without: unlike Textual's own, it can be read without colours."""

    BUTTON_LEFT = ""
    BUTTON_RIGHT = ""

    def __init__(self, label: str = "", *, value: bool = False, id: str | None = None) -> None:  # noqa: A002 - Textual's word
        super().__init__(label, value, id=id, compact=True)

    @property
    def BUTTON_INNER(self) -> str:  # type: ignore[override]  # noqa: N802 - Textual's word
        """The cross."""
        return "[X]" if self.value else "[ ]"


def select(options: Iterable[tuple[str, _Value]], value: _Value, key: str) -> Select[_Value]:
    """Return a chooser, whose id is ``key``, among labelled values."""
    return Select(options, value=value, allow_blank=False, id=key, compact=True)


def box_rows() -> DataTable[str]:
    """Return the list of a screen, a row for each box, position or machine."""
    return DataTable(id="boxes", cursor_type="row", zebra_stripes=True)


#: The choice that filters no turn.
ALL_TURNS = 0


class GalleryScreen(OverScreen):
    """All boxes of a side's machine, or all positions that it has met; one of them in full."""

    command = "gallery"

    def __init__(self, talk: Conversation) -> None:
        super().__init__(talk)
        self._exhibits: list[Exhibit] = []
        self._filters = talk.sitting.machine(talk.main_side).FILTERS

    def inside(self) -> ComposeResult:
        """Yield the filters, the list, and the box under the cursor."""
        words = self.talk.words
        sitting = self.talk.sitting
        machine = sitting.machine(self.talk.main_side)
        turns = sorted({exhibit.turn for exhibit in machine.exhibits()})
        with Horizontal(classes="filters"):
            for name in self._filters:
                yield Tick(words(f"filter.{name}"), id=f"filter-{name}")
        with Horizontal(classes="filters"):
            numbers = [(f"{words('screen.turn')} {turn}", turn) for turn in turns]
            yield select([(words("screen.all"), ALL_TURNS), *numbers], ALL_TURNS, "turn")
            sides = [side for side in (0, 1) if sitting.machines[side] is not None]
            named = [(words.side(side), side) for side in sides]
            yield select(named, self.talk.main_side, "side")
        with Horizontal():
            table = box_rows()
            heads = ("boxes", "turn", "now", "start")
            if isinstance(machine, PositionMachine):
                heads = ("number", "turn", "value", "times")
            table.add_columns(*(words(f"screen.{head}") for head in heads))
            yield table
            with VerticalScroll(id="exhibit"):
                yield Static("", id="exhibit-text", markup=False)
        yield Static("", id="count", markup=False)

    @property
    def _side(self) -> int:
        chosen = self.query_one("#side", Select).value  # no number before it is mounted
        return chosen if isinstance(chosen, int) else self.talk.main_side

    def on_mount(self) -> None:
        """Fill the list; done again when somebody changes what it should have."""
        machine = self.talk.sitting.machine(self._side)
        ticks = {name: self.query_one(f"#filter-{name}", Tick) for name in self._filters}
        filters = tuple(name for name, tick in ticks.items() if tick.value)
        turn = self.query_one("#turn", Select).value
        if not isinstance(turn, int):
            turn = ALL_TURNS
        self._exhibits = machine.shown(filters, turn)
        table: DataTable[str] = self.query_one("#boxes", DataTable)
        table.clear()
        for exhibit in self._exhibits:
            now, before = _figures_of(exhibit)
            table.add_row(exhibit.name, str(exhibit.turn), now, before)
        count = self.talk.count_line(self._side, len(self._exhibits))
        self.query_one("#count", Static).update(count)
        self._look(0)

    on_checkbox_changed = on_mount
    on_select_changed = on_mount

    def on_data_table_row_highlighted(self, event: DataTable.RowHighlighted) -> None:
        """Show the box under the cursor."""
        self._look(event.cursor_row)

    def _look(self, row: int) -> None:
        text = ""
        if 0 <= row < len(self._exhibits):
            name = self.talk.sitting.game.sides[self._side].name
            text = "\n".join(self.talk.do(BY_NAME["box"], [self._exhibits[row].name, name]))
        self.query_one("#exhibit-text", Static).update(text)


def _figures_of(exhibit: Exhibit) -> tuple[str, str]:
    """Return the beads of a box now and at the start; of a position its value, and how often it
    was met.
    """
    if isinstance(exhibit.subject, Met):
        return signed(exhibit.counts[0]), str(exhibit.subject.times)
    now = []
    at_first = []
    for slot, beads in zip(exhibit.subject.slots, exhibit.counts, strict=True):
        now.append(f"{slot.colour.letter}{beads}")
        at_first.append(f"{slot.colour.letter}{slot.beads}")
    return " ".join(now), " ".join(at_first)


class ConfirmScreen(ModalScreen[bool]):
    """A question before something is changed for good or lost."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(False)", show=False, priority=True),
        Binding("left,up", "app.focus_previous", show=False),
        Binding("right,down", "app.focus_next", show=False),
    ]

    def __init__(self, talk: Conversation, question: str) -> None:
        super().__init__()
        self.talk = talk
        self.question = question

    def compose(self) -> ComposeResult:
        """Lay out the question and its two answers."""
        with Vertical(id="confirm"):
            yield Static(self.question, id="question", markup=False)
            with Horizontal(classes="buttons"):
                for answer in ("no", "yes"):  # the first has the focus: Enter changes nothing
                    word = self.talk.words(answer).capitalize()
                    action = f"screen.dismiss({answer == 'yes'})"
                    yield Button(word, id=answer, compact=True, action=action)

    def on_key(self, event: events.Key) -> None:
        """Answer by the first letter."""
        for answer in ("no", "yes"):
            if (event.character or "").casefold() == self.talk.words(answer)[0]:
                self.dismiss(answer == "yes")


class TalkScreen(Screen[None]):
    """A table: each click or key stands for a typed line.

    ``OVER`` has the screens over it, by command; ``OTHER_LINES`` is the number of lines it needs
    beside the board's.
    """

    OTHER_LINES: ClassVar[int]
    OVER: ClassVar[dict[str, Callable[[Any], OverScreen]]] = {
        "help": partial(TextScreen, command="help"),
        "stats": partial(TextScreen, command="stats"),
        "gallery": GalleryScreen,
    }
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "stop", show=False),
        *(
            Binding(command.key, f"do('{command.name}')", show=False, priority=True)
            for command in COMMANDS
            if command.key and command.name != "quit"
        ),
    ]
    # From so many lines or columns on the rules of style.tcss for these classes hold.
    VERTICAL_BREAKPOINTS = [(0, "-short"), (24, "-low"), (TALL, "-tall")]  # noqa: RUF012 - as Textual declares it
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (64, "-usual"), (76, "-roomy"), (WIDE, "-wide")]  # noqa: RUF012
    app: "TalkApp"

    def __init__(self, talk: Any) -> None:
        super().__init__()
        self.talk = talk
        self._chosen: int | None = None

    def bottom(self) -> ComposeResult:
        """Yield the line to type on, the keys, and the words for a terminal that is too small."""
        yield TypedLine(
            placeholder=self.talk.say("typed"), id="typed", max_length=MAX_TYPED_LETTERS
        )
        yield KeyBar(self.talk)
        yield Static("", id="small", markup=False)

    def on_resize(self) -> None:
        """Redraw what depends on the size of the screen, or say that it is too small."""
        if not self.is_mounted:
            return
        board = self.query_one(BoardView)
        size = self.app.size
        width = max(MIN_COLUMNS, board.get_content_width(0, 0) + AROUND_BOARD)
        height = board.get_content_height(0, 0, 0) + self.OTHER_LINES
        text = self.talk.words(
            "screen.small", columns=size.width, lines=size.height, width=width, height=height
        )
        self.query_one("#small", Static).update(text)
        is_too_small = size.width < width or size.height < height
        self.set_class(is_too_small, "-small")
        board.refresh(layout=True)
        self.resized()

    def resized(self) -> None:
        """Redraw what else depends on the size of the screen."""

    async def on_input_submitted(self, event: Input.Submitted) -> None:
        """Answer the typed line."""
        await self.enter(event.value.strip())

    async def enter(self, line: str) -> None:
        """Do a line, after a question if its command asks one."""
        try:
            await self.app.ask_first(line, self.perform)
        except KitgenError as error:
            await self.report(line, [self.talk.refusal(error)])

    async def perform(self, line: str, command: TableCommand | None, rest: list[str]) -> None:
        """Do a line that needs no more question.

        A command with a screen of its own opens it; with words behind it, it is answered in lines.
        """
        if command is not None and command.name in self.OVER and not rest:
            over = self.OVER[command.name](self.talk)
            await self.app.push_screen(over, lambda _: self.resume())
            return
        if command is not None:
            lines = self.talk.do(command, rest)
        else:
            lines = self.talk.answer(line)
        if self.talk.over:
            self.app.exit()
        else:
            await self.report(line, lines)

    async def on_board_view_cell_clicked(self, event: BoardView.CellClicked) -> None:
        """Choose the clicked cell."""
        await self.choose(event.index)

    async def choose(self, cell: int) -> None:
        """Do the move that a click on a cell means, or choose the cell to move from."""
        sitting = self.talk.sitting
        move, self._chosen = clicked(sitting.legal, self._chosen, cell)
        if move is not None:
            await self.enter(sitting.game.move_text(move))
        else:
            self.show()

    def show(self) -> None:
        """Show the present table."""
        raise NotImplementedError

    def resume(self) -> None:
        """Go on when a screen over the table has been closed."""

    async def report(self, line: str, lines: list[str]) -> None:
        """Show the answer to a line, and what it has changed."""
        raise NotImplementedError

    async def on_button_pressed(self, event: Button.Pressed) -> None:
        """Do what a key below the table says."""
        await self.action_do((event.button.id or "").removeprefix("key-"))

    async def action_do(self, name: str) -> None:
        """Do the command of a key, or write its word to be completed."""
        if name == "palette":
            self.app.action_command_palette()
            return
        command = BY_NAME[name]
        if self.app.screen is not self or command not in self.talk.commands:
            return
        word = self.talk.word(name)
        if not command.written:
            await self.enter(word)
            return
        line = self.query_one("#typed", Input)
        line.value = f"{word} "
        line.cursor_position = len(line.value)
        await self.report("", [self.talk.help_line(command)])

    def action_stop(self) -> None:
        """Stop whatever is running."""


class PaletteRow(NamedTuple):
    """A command in the palette: how it is typed, with its key; its help; and what a choice does."""

    usage: str
    meaning: str
    action: Callable[[], Awaitable[None]]


class CommandList(Provider):
    """The commands of the table in the command palette."""

    def _rows(self) -> Iterable[PaletteRow]:
        table = self.screen
        assert isinstance(table, TalkScreen)  # noqa: S101 - the palette opens there alone
        for command in table.talk.commands:
            usage, _, meaning = table.talk.help_line(command).partition(": ")
            key = f" ({command.key_label})" if command.key else ""
            action = partial(table.action_do, command.name)
            yield PaletteRow(f"{usage.rstrip()}{key}", meaning, action)

    async def discover(self) -> Hits:
        """Yield all commands."""
        for usage, meaning, action in self._rows():
            yield DiscoveryHit(Content(usage), action, text=usage, help=escape(meaning))

    async def search(self, query: str) -> Hits:
        """Yield the commands that match a query, in their usage or their meaning."""
        matcher = self.matcher(query)
        for usage, meaning, action in self._rows():
            half_for_meaning = matcher.match(meaning) / 2  # commands that are called so come first
            score = max(matcher.match(usage), half_for_meaning)
            if score > 0:
                yield Hit(score, Content(usage), action, text=usage, help=escape(meaning))


class FewLetters(LineFilter):
    """Shows everything in the characters of the terminal's encoding."""

    def __init__(self, encoding: str) -> None:
        super().__init__()
        self.encoding = encoding

    def apply(self, segments: list[Any], _background: Color) -> list[Any]:
        """Return the segments of a line in the terminal's characters."""
        shown = []
        for segment in segments:
            shown.append(segment._replace(text=in_letters(segment.text, self.encoding)))
        return shown


class TalkApp(App[None]):
    """The application of a table, whose screen is ``TABLE``."""

    CSS_PATH = "style.tcss"
    COMMANDS: ClassVar[set[Any]] = {CommandList}
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c", "quit", show=False, priority=True)]
    TABLE: ClassVar[type[TalkScreen]]

    def __init__(self, talk: Any, encoding: str = "utf-8") -> None:
        super().__init__()
        self.talk = talk
        talk.screened = True
        self._letters = FewLetters(encoding)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return the filters that change each line."""
        return [*super().get_line_filters(), self._letters]

    def on_mount(self) -> None:
        """Open the table."""
        self.push_screen(self.TABLE(self.talk))

    async def action_quit(self) -> None:
        """Leave, after a question if something would be lost."""
        if not isinstance(self.screen, ConfirmScreen):
            table = next(screen for screen in self.screen_stack if isinstance(screen, TalkScreen))
            await table.enter(self.talk.word("quit"))

    async def ask_first(
        self, line: str, perform: Perform, refused: Callable[[], object] = lambda: None
    ) -> None:
        """Perform a line, after a question if its command asks one; ``KitgenError`` if it fails."""
        command, rest, is_sure = self.talk.read(line)
        question = ""
        if command is not None and not is_sure:
            question = self.talk.question(command, rest)
        if not question:
            await perform(line, command, rest)
            return

        async def answered(answer: bool | None) -> None:
            if answer:
                await perform(line, command, rest)
            else:
                refused()

        await self.push_screen(ConfirmScreen(self.talk, question), answered)

    def action_command_palette(self) -> None:
        """Open the command palette over the table."""
        if isinstance(self.screen, TalkScreen):
            # Textual's own styles know the palette by this id.
            self.push_screen(
                CommandPalette(placeholder=self.talk.words("screen.search"), id="--command-palette")
            )
