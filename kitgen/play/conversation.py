"""A conversation in lines of text: each typed line is a command or a move, and gets an answer."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from kitgen.errors import KitgenError, UsageError, quoted
from kitgen.model import Move
from kitgen.paper.card.board import named_board_text
from kitgen.paper.texts import Texts
from kitgen.play.learners import OpenBox
from kitgen.play.sitting import Sitting
from kitgen.play.speech import Speech

#: A command takes the conversation and the words typed behind its own, and answers in lines.
CommandAction = Callable[[Any, list[str]], Iterable[str]]


def by_word(*commands: CommandAction) -> dict[str, CommandAction]:
    """Return commands by their English words, which are the names of the functions."""
    return {getattr(command, "__name__", "").removesuffix("_"): command for command in commands}


class Conversation(ABC):
    """Answers lines, in any terminal, pipe or screen reader.

    Attributes:
        COMMANDS: all commands by their English words, in the order of the help; a language has its own words for them.
        plain: True for boards in ASCII.
        screened: True if a screen shows the board, so that no answer has to.
    """

    COMMANDS: ClassVar[Mapping[str, CommandAction]]

    def __init__(self, words: Speech, *, plain: bool) -> None:
        self.words = words
        self.plain = plain
        self.screened = False
        self.over = False

    @property
    @abstractmethod
    def sitting(self) -> Sitting:
        """The game on the table."""

    @property
    @abstractmethod
    def farewell(self) -> str:
        """The last line."""

    @abstractmethod
    def greeting(self) -> list[str]:
        """Return the first lines."""

    @abstractmethod
    def entered(self) -> Iterable[str]:
        """Return the answer to an empty line."""

    @abstractmethod
    def told(self, line: str) -> Iterable[str]:
        """Return the answer to a line that is not a command."""

    @abstractmethod
    def standing(self) -> list[str]:
        """Return the board, and who has to move."""

    @property
    def texts(self) -> Texts:
        """The texts of the current language."""
        return self.words.texts

    def say(self, key: str, *, count: int | None = None, **values: object) -> str:
        """Return a text of this kind of conversation."""
        return self.words(key, count=count, **values)

    def word(self, command: str) -> str:
        """Return the word of a command in this language."""
        return self.words(f"word.{command}")

    def answer(self, line: str) -> list[str]:
        """Return the answer to a line."""
        try:
            if not line.strip():
                return list(self.entered())
            word, *rest = line.split()
            command = self.command_named(word)
            if command is not None:
                return list(self.COMMANDS[command](self, rest))
            return list(self.told(line.strip()))
        except KitgenError as error:
            return [str(error)]

    def command_named(self, word: str) -> str | None:
        """Return the command that a word names, in this language or in English; None without one."""
        word = word.casefold()
        own = {self.word(command).casefold(): command for command in self.COMMANDS}
        return own.get(word) or (word if word in self.COMMANDS else None)

    def number(self, rest: Sequence[str], usual: int, most: int, least: int = 1) -> int:
        """Return the number typed behind a command."""
        if not rest:
            return usual
        text = rest[0].replace(",", "").replace(".", "")
        if not text.isascii() or not text.isdecimal() or len(text) > 9 or not least <= int(text) <= most:
            raise UsageError(self.words("no_number", said=quoted(rest[0]), least=least, most=f"{most:,}"))
        return int(text)

    def read_move(self, line: str) -> Move:
        """Return the legal move of a typed line."""
        try:
            return self.sitting.read_move(line)
        except UsageError:
            legal = self.words.moves(self.sitting.legal)
            raise UsageError(self.words("no_move", said=quoted(line), moves=legal)) from None

    def board(self) -> str:
        """Return the board."""
        return named_board_text(self.sitting.game, self.sitting.position, plain=self.plain, counted=True)

    def lead(self) -> list[str]:
        """Return who is ahead, in a game of points."""
        words, sitting = self.words, self.sitting
        return [words("lead", side=words.side(0), points=f"{sitting.lead:+d}")] * sitting.game.scoring


# The commands of every conversation.


def help_(talk: Conversation, _rest: list[str]) -> Iterator[str]:
    """List all commands."""
    yield talk.say("help.head")
    for command in talk.COMMANDS:
        yield "  " + talk.say(f"help.{command}", command=talk.word(command))


def board_(talk: Conversation, _rest: list[str]) -> Iterator[str]:
    """Show the board, and who has to move."""
    yield from talk.standing()


def moves_(talk: Conversation, _rest: list[str]) -> Iterator[str]:
    """List the moves of the game so far, with the machine's boxes and beads."""
    words, sitting = talk.words, talk.sitting
    if not sitting.plies:
        yield words("no_moves_yet")
    for number, ply in enumerate(sitting.plies, 1):
        bead = ""
        if isinstance(ply.opened, OpenBox) and ply.slot is not None:
            bead = f"  {ply.opened.box.id} {ply.opened.box.slots[ply.slot].colour.letter}"
        yield f"{number:3}  {words.side(ply.side)}  {sitting.game.move_text(ply.move)}{bead}"


def quit_(talk: Conversation, _rest: list[str]) -> Iterator[str]:
    """Leave."""
    talk.over = True
    yield talk.farewell
