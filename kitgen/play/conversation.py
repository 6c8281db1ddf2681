"""A conversation in lines of text: each one that is typed is a command, or what is done at the table, and answered."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from kitgen.errors import KitgenError, UsageError, quoted
from kitgen.paper.texts import Texts
from kitgen.play.speech import Speech

#: A command is told who converses and what was typed behind its word, and answers in lines.
Command = Callable[[Any, list[str]], Iterable[str]]


class Conversation(ABC):
    """What answers lines, in any terminal, pipe or screen reader.

    Attributes:
        words: what is said.
        plain: True for boards in ASCII.
        screened: True where a screen shows the board, so that no answer has to.
        over: True once somebody has asked to leave.
    """

    def __init__(self, words: Speech, *, plain: bool) -> None:
        self.words = words
        self.plain = plain
        self.screened = False
        self.over = False

    @property
    @abstractmethod
    def table_of_commands(self) -> Mapping[str, Command]:
        """All commands by their English words, in the order in which help tells of them."""

    @property
    @abstractmethod
    def farewell(self) -> str:
        """What is said last."""

    @abstractmethod
    def greeting(self) -> list[str]:
        """Return what is said first."""

    @abstractmethod
    def entered(self) -> Iterable[str]:
        """Return the answer to an empty line."""

    @abstractmethod
    def told(self, line: str) -> Iterable[str]:
        """Return the answer to a line that is no command."""

    @property
    def texts(self) -> Texts:
        """The texts of the language that is spoken."""
        return self.words.texts

    @property
    def commands(self) -> Sequence[str]:
        """The English words of all commands, in the order in which help tells of them."""
        return tuple(self.table_of_commands)

    def word(self, command: str) -> str:
        """Return the word of a command in this language."""
        return self.words(f"word.{command}")

    def answer(self, line: str) -> list[str]:
        """Return the answer to a line."""
        asked = line.split()
        try:
            if not asked:
                return list(self.entered())
            command = self.command_named(asked[0])
            if command is not None:
                return list(self.table_of_commands[command](self, asked[1:]))
            return list(self.told(line.strip()))
        except KitgenError as error:
            return [str(error)]

    def command_named(self, word: str) -> str | None:
        """Return the command of a word, in this language or in English; None when it is none."""
        word = word.casefold()
        own = {self.word(command).casefold(): command for command in self.commands}
        return own.get(word) or (word if word in self.table_of_commands else None)

    def number(self, rest: Sequence[str], usual: int, most: int, least: int = 1) -> int:
        """Return a number that is typed behind a command."""
        if not rest:
            return usual
        text = rest[0].replace(",", "").replace(".", "")
        if not text.isascii() or not text.isdecimal() or len(text) > 9 or not least <= int(text) <= most:
            raise UsageError(self.words("no_number", said=quoted(rest[0]), least=least, most=f"{most:,}"))
        return int(text)
