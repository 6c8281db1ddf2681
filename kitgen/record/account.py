"""An account of a file: what had something in it and was not read, by name."""

import shlex
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from kitgen.errors import many, quoted, shortened

#: The most signs of an example.
MAX_EXAMPLE_SIGNS = 40

UnreadKind = Literal["sheet", "column", "row", "position"]


@dataclass(frozen=True, slots=True)
class Unread:
    """A part of a file with something in it that was not read.

    Attributes:
        name: its name, as ``--ignore`` takes it: of a sheet, the heading or letter of a column, ``line 16``.
        cells: how many of its cells are not empty.
        example: some of its content.
    """

    kind: UnreadKind
    name: str
    cells: int
    example: str = ""

    @property
    def text(self) -> str:
        """The part in words.

        >>> Unread("column", "weather", 14, "sun").text, Unread("row", "line 16", 1, "* Zoë was ill").text
        ("column 'weather' (14 cells, such as 'sun')", "line 16 ('* Zoë was ill')")
        """
        example = quoted(shortened(self.example, MAX_EXAMPLE_SIGNS)) if self.example else ""
        if self.kind == "row":
            return f"{self.name} ({example})"
        if self.kind == "position":
            return f"{self.name}: {self.example}"
        such = f", such as {example}" if example else ""
        return f"{self.kind} {quoted(self.name)} ({many(self.cells, 'cell')}{such})"


@dataclass(frozen=True, slots=True)
class Account:
    """What was read of a file, and what was not.

    Attributes:
        cells: how many cells were read.
        unread: the parts that were not read and that nobody has named.
        ignored: those that were not read because they were named.
        titles: the titles of its tables.
        follows: the columns that are not needed, since they follow from the others.
        waiting: the lines with nothing but the number of a game.
        tally: how many games have a result and no beads, because the table has no columns for them.
    """

    cells: int = 0
    unread: tuple[Unread, ...] = ()
    ignored: tuple[Unread, ...] = ()
    titles: tuple[str, ...] = ()
    follows: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    tally: int = 0

    def without(self, names: Collection[str]) -> "Account":
        """Return the account where some parts are ignored by name."""
        folded = {" ".join(name.casefold().split()) for name in names}
        ignored = tuple(part for part in self.unread if part.name.casefold() in folded)
        unread = tuple(part for part in self.unread if part not in ignored)
        return Account(
            self.cells, unread, (*self.ignored, *ignored), self.titles, self.follows, self.waiting, self.tally
        )

    def lines(self) -> list[str]:
        """Return the closing lines about a file: what was read, and what was not."""
        lines = []
        if self.tally:
            games = many(self.tally, "game")
            lines.append(f"a tally: {games} with a result and without beads; the curve is known, the beads are not")
        read = [f"{many(self.cells, 'cell')} read"]
        if self.titles:
            read.append(f"titles {', '.join(map(quoted, self.titles))}")
        if self.follows:
            read.append(f"not needed, since it follows from the games: {', '.join(map(quoted, self.follows))}")
        if self.waiting:
            read.append(f"without a game: {', '.join(self.waiting)}")
        if self.ignored:
            read.append(f"not read, as you said: {summed_up(self.ignored)}")
        elif not self.unread:
            read.append("nothing is left over")
        lines.append("; ".join(read))
        return lines


def summed_up(unread: Sequence[Unread]) -> str:
    """Return the parts that were not read in words."""
    return ", ".join(part.text for part in unread)


def ignoring(unread: Iterable[Unread]) -> str:
    """Return the options that leave out some parts.

    >>> ignoring([Unread("column", "weather", 14), Unread("row", "line 16", 1)])
    "--ignore weather --ignore 'line 16'"
    """
    names = dict.fromkeys(part.name for part in unread)
    return " ".join(f"--ignore {shlex.quote(name)}" for name in names)
