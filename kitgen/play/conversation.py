"""A conversation in lines of text: each typed line is a command or a move, and gets an answer."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from kitgen.errors import KitgenError, UsageError, quoted
from kitgen.paper.texts import Texts
from kitgen.play.speech import Speech

#: A command takes the conversation and the words typed behind its own, and answers in lines.
Command = Callable[[Any, list[str]], Iterable[str]]


class Conversation(ABC):
    """Answers lines, in any terminal, pipe or screen reader.

    Attributes:
        plain: True for boards in ASCII.
        screened: True if a screen shows the board, so that no answer has to.
    """

    def __init__(self, words: Speech, *, plain: bool) -> None:
        self.words = words
        self.plain = plain
        self.screened = False
        self.over = False

    @property
    @abstractmethod
    def table_of_commands(self) -> Mapping[str, Command]:
        """All commands by their English words, in the order of the help."""

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

    @property
    def texts(self) -> Texts:
        """The texts of the current language."""
        return self.words.texts

    @property
    def commands(self) -> Sequence[str]:
        """The English words of all commands, in the order of the help."""
        return tuple(self.table_of_commands)

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
                return list(self.table_of_commands[command](self, rest))
            return list(self.told(line.strip()))
        except KitgenError as error:
            return [str(error)]

    def command_named(self, word: str) -> str | None:
        """Return the command that a word names, in this language or in English; None without one."""
        word = word.casefold()
        own = {self.word(command).casefold(): command for command in self.commands}
        return own.get(word) or (word if word in self.table_of_commands else None)

    def number(self, rest: Sequence[str], usual: int, most: int, least: int = 1) -> int:
        """Return the number typed behind a command."""
        if not rest:
            return usual
        text = rest[0].replace(",", "").replace(".", "")
        if not text.isascii() or not text.isdecimal() or len(text) > 9 or not least <= int(text) <= most:
            raise UsageError(self.words("no_number", said=quoted(rest[0]), least=least, most=f"{most:,}"))
        return int(text)
