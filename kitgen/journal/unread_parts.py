"""Parts of a file that were not read, in the journal's language; the reason of a refusal is in
English.
"""

import shlex
from collections.abc import Collection, Iterable, Sequence

from kitgen.errors import RecordError, many, quoted, shortened
from kitgen.reading.templates import USUAL_LANGUAGE
from kitgen.reading.texts import Texts, texts_in
from kitgen.record.account import Account, BoardPlace, Unread, UnreadBoard

#: The most signs of an example.
MAX_EXAMPLE_SIGNS = 40
#: The most columns, rows and sheets that a message names.
MAX_PARTS_NAMED = 40
#: The most boards that a message names; the command lists all once they are left out.
MAX_BOARDS_NAMED = 5


def part_text(texts: Texts, part: Unread) -> str:
    """Return a part of a file that was not read: its name, as ``--ignore`` takes it, and some of
    its content.

    >>> english = texts_in("en")
    >>> part_text(english, Unread("column", "weather", 14, "sun"))
    "column 'weather' (14 cells, such as 'sun')"
    >>> part_text(english, Unread("row", "line 16", 1, "* Zoë was ill"))
    "line 16 ('* Zoë was ill')"
    """
    if part.board is not None:
        return _board_text(texts, part.board)
    example = quoted(shortened(part.example, MAX_EXAMPLE_SIGNS))
    if part.kind == "row":
        return f"{part.name} ({example})"
    return texts(
        f"journal.account.{part.kind}", count=part.cells, name=quoted(part.name), example=example
    )


def _board_text(texts: Texts, board: UnreadBoard) -> str:
    values = dict(board.values)
    if board.other is not None:
        values["other"] = _place_text(texts, board.other)
    values["board"] = _place_text(texts, board.at)
    return texts(f"journal.board.{board.why}", count=None, **values)


def _place_text(texts: Texts, place: BoardPlace) -> str:
    return texts(f"journal.board.at.{place.unit}", number=place.number, signs=quoted(place.signs))


def listed_parts(texts: Texts, parts: Sequence[Unread]) -> str:
    """Return the parts that were not read in words, as many as a message can name."""
    boards = [part for part in parts if part.board is not None]
    others = [part for part in parts if part.board is None]
    named = [*others[:MAX_PARTS_NAMED], *boards[:MAX_BOARDS_NAMED]]
    names = ", ".join(part_text(texts, part) for part in named)
    more = len(parts) - len(named)
    return texts("journal.account.more", names=names, count=more) if more else names


def leave_out(account: Account, names: Collection[str], where: str) -> Account:
    """Return an account with some parts left out by name; ``RecordError`` if a name is none of a
    part.
    """
    without = account.without(names)
    ignored = {part.name.casefold() for part in without.ignored}
    for name in names:
        if " ".join(name.casefold().split()) not in ignored:
            unread = _in_english(account.unread) if account.unread else "nothing"
            raise RecordError(
                f"--ignore {quoted(name)}: {where} has no such part that is not read; not "
                f"read: {unread}"
            )
    return without


def refuse_unread(account: Account, where: str, done: str) -> None:
    """Raise ``RecordError`` if something in a file was not read, with all of it by name."""
    if not account.unread:
        return
    boards = sum(part.board is not None for part in account.unread)
    cells = sum(part.cells for part in account.unread) - boards
    counts = []
    if cells:
        counts.append(many(cells, "cell"))
    if boards:
        counts.append(many(boards, "board"))
    raise RecordError(
        f"{where}: {' and '.join(counts)} not read: {_in_english(account.unread)}; {done}; "
        f"correct the file, or leave them out: {_ignoring(account.unread)}"
    )


def _in_english(parts: Sequence[Unread]) -> str:
    return listed_parts(texts_in(USUAL_LANGUAGE), parts)


def _ignoring(unread: Iterable[Unread]) -> str:
    """Return the options that leave out some parts.

    >>> _ignoring([Unread("column", "weather", 14), Unread("row", "line 16", 1)])
    "--ignore weather --ignore 'line 16'"
    """
    names = [shlex.quote(name) for name in dict.fromkeys(part.name for part in unread)]
    options = [f"--ignore {name}" for name in names[:MAX_PARTS_NAMED]]
    if len(names) > MAX_PARTS_NAMED:
        options.append("…")
    return " ".join(options)
