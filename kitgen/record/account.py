"""An account of a file: what had something in it and was not read, by name."""

import shlex
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from kitgen.errors import RecordError, many, quoted, shortened

#: The most signs of an example.
MAX_EXAMPLE_SIGNS = 40

#: The most columns, rows and sheets that a message names.
MAX_PARTS_NAMED = 40
#: The most boards that a message names; the command lists all once they are left out.
MAX_BOARDS_NAMED = 5
UnreadKind = Literal["sheet", "column", "row", "position"]


@dataclass(frozen=True, slots=True)
class Unread:
    """A part of a file with something in it that was not read.

    Attributes:
        name: its name, as ``--ignore`` takes it: of a sheet, the heading or letter of a column, ``line 16``; all boards
            of another machine that are no boxes have one name.
        cells: how many of its cells are not empty.
        example: some of its content.
    """

    kind: UnreadKind
    name: str
    cells: int
    example: str = ""

    @property
    def text(self) -> str:
        """The part in words, for the reason of a refusal.

        >>> Unread("column", "weather", 14, "sun").text, Unread("row", "line 16", 1, "* Zoë was ill").text
        ("column 'weather' (14 cells, such as 'sun')", "line 16 ('* Zoë was ill')")
        """
        example = quoted(shortened(self.example, MAX_EXAMPLE_SIGNS)) if self.example else ""
        if self.kind == "row":
            return f"{self.name} ({example})"
        if self.kind == "position":
            return self.example
        such = f", such as {example}" if example else ""
        return f"{self.kind} {quoted(self.name)} ({many(self.cells, 'cell')}{such})"


@dataclass(frozen=True, slots=True)
class ForeignNote:
    """A note on how the machine of another program was read or written, for ``texts/LANG/journal.toml``.

    Attributes:
        key: of its text in the table ``foreign``.
        values: what is filled in there.
        count: the number by which the text is chosen; None if it has one form.
        boxes: the boxes that it names, and ``more`` how many others there are.
    """

    key: str
    values: Mapping[str, object] = field(default_factory=dict)
    count: int | None = None
    boxes: tuple[str, ...] = ()
    more: int = 0


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


def summed_up(unread: Sequence[Unread]) -> str:
    """Return the parts that were not read in words, as many as a message can name."""
    boards = [part.text for part in unread if part.kind == "position"]
    others = [part.text for part in unread if part.kind != "position"]
    return ", ".join([*_first(others, MAX_PARTS_NAMED), *_first(boards, MAX_BOARDS_NAMED)])


def _first(texts: Sequence[str], most: int) -> list[str]:
    """Return the first texts, and how many more there are.

    >>> _first(["a", "b", "c"], 2)
    ['a', 'b', 'and 1 more']
    """
    more = len(texts) - most
    return [*texts[:most], f"and {more:,} more"] if more > 0 else list(texts)


def ignoring(unread: Iterable[Unread]) -> str:
    """Return the options that leave out some parts.

    >>> ignoring([Unread("column", "weather", 14), Unread("row", "line 16", 1)])
    "--ignore weather --ignore 'line 16'"
    """
    names = [shlex.quote(name) for name in dict.fromkeys(part.name for part in unread)]
    options = [f"--ignore {name}" for name in names[:MAX_PARTS_NAMED]]
    if len(names) > MAX_PARTS_NAMED:
        options.append("…")
    return " ".join(options)


def leave_out(account: Account, names: Collection[str], where: str) -> Account:
    """Return an account with some parts left out by name; ``RecordError`` if a name is none of a part."""
    left = account.without(names)
    ignored = {part.name.casefold() for part in left.ignored}
    for name in names:
        if " ".join(name.casefold().split()) not in ignored:
            others = summed_up(account.unread) or "nothing"
            raise RecordError(f"--ignore {quoted(name)}: {where} has no such part that is not read; not read: {others}")
    return left


def refuse_unread(account: Account, where: str, done: str) -> None:
    """Raise ``RecordError`` if something in a file was not read, with all of it by name."""
    if not account.unread:
        return
    boards = sum(part.kind == "position" for part in account.unread)
    cells = sum(part.cells for part in account.unread) - boards
    counts = []
    if cells:
        counts.append(many(cells, "cell"))
    if boards:
        counts.append(many(boards, "board"))
    raise RecordError(
        f"{where}: {' and '.join(counts)} not read: {summed_up(account.unread)}; {done}; correct the file, or leave "
        f"them out: {ignoring(account.unread)}"
    )
