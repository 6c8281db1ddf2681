"""The commands of ``kitgen play`` and ``kitgen journal play``: one table for lines, screens, help and docs."""

from dataclasses import dataclass


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
    aliases: tuple[str, ...] = ()

    @property
    def key_label(self) -> str:
        """The key as screens and docs show it.

        >>> TableCommand("train", "ctrl+t").key_label, TableCommand("help", "f1").key_label
        ('^T', 'F1')
        """
        return self.key.replace("ctrl+", "^").upper()


#: All commands, in the order of the help. A table has those that it can do.
COMMANDS = (
    TableCommand("help", "f1"),
    TableCommand("board"),
    TableCommand("moves"),
    TableCommand("go"),
    TableCommand("draw", "ctrl+r"),
    TableCommand("empty", "ctrl+g"),
    TableCommand("auto", "f5"),
    TableCommand("back", "f9"),
    TableCommand("forward", "f10"),
    TableCommand("new", "f8", asks=True),
    TableCommand("undo", "ctrl+z", asks=True),
    TableCommand("redo", "ctrl+y", asks=True),
    TableCommand("edit", asks=True, written=True),
    TableCommand("remove", asks=True, written=True),
    TableCommand("insert", asks=True, written=True),
    TableCommand("hint", "f11"),
    TableCommand("analyse", "f12"),
    TableCommand("ahead", written=True),
    TableCommand("game", asks=True, written=True),
    TableCommand("here", asks=True),
    TableCommand("watch", asks=True),
    TableCommand("take", "f6"),
    TableCommand("give"),
    TableCommand("player", written=True),
    TableCommand("side", asks=True),
    TableCommand("box", "ctrl+o", written=True),
    TableCommand("gallery", "f2"),
    TableCommand("stats", "f7", aliases=("status",)),
    TableCommand("curve"),
    TableCommand("train", "ctrl+t", asks=True),
    TableCommand("learn", written=True),
    TableCommand("rule", asks=True, written=True),
    TableCommand("saves", "f4"),
    TableCommand("open", asks=True, written=True),
    TableCommand("import", written=True),
    TableCommand("delete", asks=True, written=True),
    TableCommand("call", written=True, aliases=("opponent",)),
    TableCommand("settings", "f3"),
    TableCommand("language", written=True),
    TableCommand("quit", "ctrl+q", asks=True),
)
BY_NAME = {command.name: command for command in COMMANDS}
