"""A conversation in lines of text, and its commands: each typed line is a command or a move, and
gets an answer.

The screens send clicks and typed lines through it too.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

from kitgen.errors import KitgenError, UsageError, quoted
from kitgen.model import Move
from kitgen.paper.card.board import named_board_text
from kitgen.play.learners import HISTORY, Exhibit, Met, OpenBox, SideMachine
from kitgen.play.sitting import Sitting
from kitgen.play.speech import Speech, curve, signed
from kitgen.reading.templates import read_toml
from kitgen.reading.texts import Texts
from kitgen.record.rows import RESULT_WORDS


@dataclass(frozen=True, slots=True)
class TableCommand:
    """A command.

    Attributes:
        name: its English word; ``word.NAME`` in ``play.toml`` is its word in another language,
            ``help.NAME`` its help.
        key: its key on a screen, in Textual's spelling; empty without one.
        asks: whether it asks before it changes a machine for good or leaves an unfinished game.
        written: whether its key only writes its word on the line, for the rest to be typed.
        aliases: other words for it, each with its own ``word``.
    """

    name: str
    key: str = ""
    asks: bool = False
    written: bool = False
    aliases: Sequence[str] = ()

    @property
    def key_label(self) -> str:
        """The key as screens and docs show it.

        >>> TableCommand("train", "ctrl+t").key_label, TableCommand("help", "f1").key_label
        ('^T', 'F1')
        """
        return self.key.replace("ctrl+", "^").upper()


_TABLE = read_toml(Path(__file__).with_name("commands.toml"), dict[str, dict[str, Any]])
#: All commands, in the order of the help. A table has those that it can do.
COMMANDS = tuple(TableCommand(name, **settings) for name, settings in _TABLE.items())
BY_NAME = {command.name: command for command in COMMANDS}


# The conversation.

#: The largest width of a curve, and its height, in characters.
CURVE_WIDTH = 60
CURVE_HEIGHT = 4

#: The most digits of any number that is typed, and of the number of a turn.
MAX_TYPED_DIGITS = 9
MAX_TURN_DIGITS = 3
#: The longest name of a person at the table, in letters.
LONGEST_CALLED = 40


class Conversation(ABC):
    """Answers lines, in any terminal, pipe or screen reader.

    The method ``_do_NAME`` does a command, given the words typed behind it. If the command asks,
    the first line is its question, or empty if there is none this time.

    Attributes:
        SCREEN_ONLY: the commands that only a screen can do.
        TEXTS: the file of texts for ``say``.
        plain: True for boards in ASCII.
        screened: True if a screen shows the board, so that no answer has to.
        over: True once somebody has left.
    """

    SCREEN_ONLY: ClassVar[frozenset[str]] = frozenset()
    TEXTS = "play"

    def __init__(self, words: Speech, sitting: Sitting, *, plain: bool) -> None:
        self.words = words
        self.sitting = sitting
        self.plain = plain
        self.screened = False
        self.over = False
        self._pending: tuple[TableCommand, list[str]] | None = None

    @property
    @abstractmethod
    def main_side(self) -> int:
        """The side of the machine that commands mean if no side is named."""

    @property
    @abstractmethod
    def farewell(self) -> str:
        """The last line."""

    @abstractmethod
    def empty_line(self) -> Iterable[str]:
        """Return the answer to an empty line."""

    @abstractmethod
    def move_line(self, line: str) -> Iterable[str]:
        """Return the answer to a line that is not a command."""

    @abstractmethod
    def standing(self) -> list[str]:
        """Return the board, and who has to move."""

    def say(self, key: str, **values: Any) -> str:
        """Return a text of this kind of conversation."""
        return self.words.sentence(f"{self.TEXTS}.{key}", **values)

    def word(self, command: str) -> str:
        """Return the word of a command in this language."""
        return self.words(f"word.{command}")

    def help_line(self, command: TableCommand) -> str:
        """Return how a command is typed and what it does."""
        return self.words(f"help.{command.name}", command=self.word(command.name))

    @property
    def commands(self) -> list[TableCommand]:
        """The commands of this table."""
        others = self.SCREEN_ONLY if self.screened else ()
        return [
            command
            for command in COMMANDS
            if hasattr(self, f"_do_{command.name}") or command.name in others
        ]

    def command_named(self, word: str) -> TableCommand | None:
        """Return the command that a word names, in this language, in English or in any other;
        None without one.
        """
        word = "help" if word == "?" else word.casefold()
        english = {}
        for command in self.commands:
            for name in (command.name, *command.aliases):
                english[name] = command
        own = {self.word(name).casefold(): command for name, command in english.items()}
        elsewhere = self._words_elsewhere.get(word, "")
        return own.get(word) or english.get(word) or english.get(elsewhere)

    @cached_property
    def _words_elsewhere(self) -> dict[str, str]:
        """The names of commands by their words in all languages, small."""
        templates = self.words.texts.templates
        words: dict[str, str] = {}
        for language in templates.languages():
            for name, word in Texts(language, templates).raw_under("play.word.").items():
                words.setdefault(word.casefold(), name)
        return words

    def read(self, line: str) -> tuple[TableCommand | None, list[str], bool]:
        """Return the command of a line, the words behind it, and whether a last ``yes`` answers
        its question.
        """
        word, *rest = line.split() or [""]
        command = self.command_named(word)
        sure = command is not None and command.asks and bool(rest) and self.agrees(rest[-1])
        if sure:
            rest = rest[:-1]
        return command, rest, sure

    def agrees(self, line: str) -> bool:
        """Return whether a line is ``yes``, in this language or in English."""
        return line.casefold() in ("yes", self.words("yes"))

    def question(self, command: TableCommand, rest: list[str]) -> str:
        """Return the question that a command asks before it is done; empty if it asks none."""
        if not command.asks:
            return ""
        return next(iter(self._doing(command, rest)))

    def _doing(self, command: TableCommand, rest: list[str]) -> Iterable[str]:
        lines: Iterable[str] = getattr(self, f"_do_{command.name}")(rest)
        return lines

    @property
    def leaving(self) -> str:
        """The question before leaving a game that somebody would miss; empty for any other."""
        return self.words("ask.leave") if self.sitting.at_stake else ""

    @property
    def losing(self) -> str:
        """The question before leaving the table."""
        return self.leaving

    def answer(self, line: str) -> list[str]:
        """Return the answer to a line, which may be the answer to a command's question."""
        line = line.strip()
        pending = self._pending
        self._pending = None
        if pending is not None and self.agrees(line):
            return self.do(*pending)
        if pending is not None and line.casefold() in ("", "no", self.words("no")):
            return [self.words("unchanged")]
        try:
            command, rest, sure = self.read(line)
            if command is None:
                return list(self.move_line(line) if line else self.empty_line())
            question = "" if sure else self.question(command, rest)
        except KitgenError as error:
            return [self.refusal(error)]
        if question:
            self._pending = command, rest
            return [question, self.words("say_yes", yes=self.words("yes"))]
        return self.do(command, rest)

    def refusal(self, error: KitgenError) -> str:
        """Return why something is refused, in the player's language if it has words for it."""
        return self.words.refusal(error)

    def do(self, command: TableCommand, rest: list[str]) -> list[str]:
        """Do a command without asking, and return its answer."""
        try:
            return list(self._doing(command, rest))[command.asks :]
        except KitgenError as error:
            return [self.refusal(error)]

    def number(self, rest: Sequence[str], usual: int, most: int, least: int = 1) -> int:
        """Return the number typed behind a command."""
        if not rest:
            return usual
        text = rest[0].replace(",", "").replace(".", "")
        is_number = text.isascii() and text.isdecimal() and len(text) <= MAX_TYPED_DIGITS
        if not is_number or not least <= int(text) <= most:
            raise UsageError(self.words("no_number", said=quoted(rest[0]), least=least, most=most))
        return int(text)

    def side_named(self, rest: Sequence[str]) -> int:
        """Return the side typed behind a command, or that of the main machine."""
        return self.words.parse_side(rest[0]) if rest else self.main_side

    def read_move(self, line: str) -> Move:
        """Return the legal move of a typed line."""
        try:
            return self.sitting.read_move(line)
        except UsageError:
            legal = self.words.moves(self.sitting.legal)
            raise UsageError(self.words("no_move", said=quoted(line), moves=legal)) from None

    def board(self) -> str:
        """Return the board."""
        return named_board_text(
            self.sitting.game, self.sitting.position, plain=self.plain, counted=True
        )

    def lead(self) -> list[str]:
        """Return who is ahead, in a game of points."""
        if not self.sitting.game.scoring:
            return []
        points = f"{self.sitting.lead:+d}"
        return [self.words("lead", side=self.words.side(0), points=points)]

    # The commands of every conversation.

    def _do_help(self, _rest: list[str]) -> Iterator[str]:
        yield self.say("help.head")
        for command in self.commands:
            notes = []
            if self.screened and command.key:
                notes.append(command.key_label)
            if command.asks:
                notes.append(self.words("help.asks"))
            line = f"  {self.help_line(command)}"
            if notes:
                line += f" ({', '.join(notes)})"
            yield line

    def _do_board(self, _rest: list[str]) -> Iterable[str]:
        return self.standing()

    def _do_moves(self, _rest: list[str]) -> Iterator[str]:
        if not self.sitting.plies:
            yield self.words("no_moves_yet")
        for number, ply in enumerate(self.sitting.plies, 1):
            bead = ""
            if isinstance(ply.opened, OpenBox) and ply.slot is not None:
                bead = f"  {ply.opened.box.id} {ply.opened.box.slots[ply.slot].colour.letter}"
            yield (
                f"{number:3}  {self.words.side(ply.side)}  "
                f"{self.sitting.game.move_text(ply.move)}{bead}"
            )

    def _do_box(self, rest: list[str]) -> Iterable[str]:
        machine = self.sitting.machine(self.side_named(rest[1:]))
        name = rest[0].casefold()
        exhibit = next(
            (exhibit for exhibit in machine.exhibits() if exhibit.name.casefold() == name), None
        )
        if exhibit is None:
            raise UsageError(self.words("no_box", said=quoted(rest[0])))
        yield named_board_text(self.sitting.game, exhibit.position, plain=self.plain)
        if isinstance(exhibit.subject, Met):
            yield from self._position_lines(exhibit, exhibit.subject)
        if isinstance(machine, SideMachine):
            yield from self._box_lines(machine, exhibit)

    def _position_lines(self, exhibit: Exhibit, met: Met) -> Iterator[str]:
        """Yield what is known of a position that a machine without beads has met."""
        words = self.words
        yield words("position", name=exhibit.name, number=signed(exhibit.counts[0]))
        yield words("way", moves=words.moves(met.way))
        yield words("met_in", count=met.times)
        for game, result in reversed(met.games):
            yield words("met_game", game=game, result=self._result(result))

    def _box_lines(self, machine: SideMachine, exhibit: Exhibit) -> Iterator[str]:
        """Yield the beads of a box, the way to it, and the games in which it was opened."""
        words = self.words
        side = words.side(machine.side)
        yield words("box", side=side, box=exhibit.name, beads=self.exhibit_text(exhibit))
        way = machine.atlas.way(machine.kit.indices[exhibit.name])
        if way:
            yield words("way", moves=words.moves(way))
        history = machine.history(exhibit.name)
        if history:
            yield words("opened_in", count=len(history))
        for game, pick, result in reversed(history[-HISTORY:]):
            yield words("history", game=game, letter=pick.bead, result=self._result(result))

    def _result(self, result: int) -> str:
        return self.words(f"result.{RESULT_WORDS[result]}")

    def exhibit_text(self, exhibit: Exhibit) -> str:
        """Return a box's beads now and at the start; or a position's number, and how often it
        was met.
        """
        if isinstance(exhibit.subject, Met):
            return f"{signed(exhibit.counts[0]):>3}  ×{exhibit.subject.times}"
        parts = []
        for slot, count in zip(exhibit.subject.slots, exhibit.counts, strict=True):
            move = self.sitting.game.move_text(slot.moves[0])
            beads = f"×{count}" if count == slot.beads else f"{slot.beads}→{count}"
            parts.append(f"{slot.colour.letter} {move} {beads}")
        return "  ".join(parts)

    def _do_gallery(self, rest: list[str]) -> Iterator[str]:
        side = self.main_side
        turn = 0
        filters = []
        known = self.sitting.machine(side).FILTERS
        names = {name: name for name in known}
        for name in known:
            names[self.words(f"filter.{name}").casefold()] = name
        for word in rest:
            if word.isascii() and word.isdecimal() and len(word) <= MAX_TURN_DIGITS:
                turn = int(word)
            elif word.casefold() in names:
                filters.append(names[word.casefold()])
            else:
                side = self.words.parse_side(word)
        exhibits = self.sitting.machine(side).shown(tuple(filters), turn)
        for exhibit in exhibits:
            yield (
                f"{exhibit.name:4} {self.sitting.game.text(exhibit.position)}  "
                f"{self.exhibit_text(exhibit)}"
            )
        yield self.count_line(side, len(exhibits))

    def count_line(self, side: int, matches: int) -> str:
        """Return how many boxes or positions match, and how many there are."""
        machine = self.sitting.machine(side)
        if isinstance(machine, SideMachine):
            return self.words("gallery", found=matches, boxes=len(machine.kit.boxes))
        return self.words("gallery_met", found=matches, boxes=len(machine.met))

    def _do_stats(self, _rest: list[str]) -> Iterator[str]:
        words = self.words
        for machine in self.sitting.known_machines():
            yield words.figures(machine.side, machine.figures())
            if isinstance(machine, SideMachine):
                yield words("beads", beads=sum(map(sum, machine.beads)), start=machine.kit.beads)
                empty = [
                    box.id
                    for box, beads in zip(machine.kit.boxes, machine.beads, strict=True)
                    if not any(beads)
                ]
                if empty:
                    yield words("empty_boxes", boxes=", ".join(empty))

    def _do_curve(self, rest: list[str]) -> Iterator[str]:
        results = self.sitting.machine(self.side_named(rest)).results
        if not results:
            yield self.words("no_games_yet")
            return
        yield self.words("curve", games=len(results))
        all_won = self.words("percent", number=100)
        labels = (all_won, "", "", self.words("percent", number=0))
        lines = curve(results, CURVE_WIDTH, CURVE_HEIGHT, plain=self.plain)
        for label, line in zip(labels, lines, strict=True):
            yield f"{label:>{len(all_won)}} |{line}".rstrip()

    def _do_call(self, rest: list[str]) -> Iterator[str]:
        side = 1 - self.main_side
        if len(rest) > 1:
            with suppress(UsageError):  # a name of two words
                side = self.words.parse_side(rest[0])
                rest = rest[1:]
        name = " ".join(rest)[:LONGEST_CALLED]
        self.sitting.names[side] = name
        yield self.words("called", side=self.words.side(side), name=name or "–")

    def _do_quit(self, _rest: list[str]) -> Iterator[str]:
        yield self.losing
        self.over = True
        yield self.farewell
