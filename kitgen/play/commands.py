"""The commands of ``kitgen play`` and ``kitgen journal play``: one table for lines, screens, help and docs."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kitgen.templates import read_toml


@dataclass(frozen=True, slots=True)
class TableCommand:
    """A command.

    Attributes:
        name: its English word; ``word.NAME`` in ``play.toml`` is its word in another language, ``help.NAME`` its help.
        key: its key on a screen, in Textual's spelling; empty without one.
        asks: whether it asks first when it changes a machine for good, or leaves a game that is not over.
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
