"""Any file of games: told apart by what is in it, read, and each game held against what can have been."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from kitgen.errors import RecordError, SessionError
from kitgen.kit.kit import Kit
from kitgen.record.passages import Passages
from kitgen.session.exchange.json_lines import read_json_lines, read_machine
from kitgen.session.exchange.moves import read_moves
from kitgen.session.exchange.noted import NotedLine, read_text
from kitgen.session.exchange.table import read_table
from kitgen.session.exchange.vocabulary import Vocabulary
from kitgen.session.understand import bead_as_written, parse_bead, understood


def read_lines(
    text: str, where: str, kit: Kit, words: Sequence[Vocabulary], *, as_written: bool = False
) -> Iterator[NotedLine]:
    """Yield the games of a file as they stand in it.

    JSON Lines begin with a brace; a table has a heading with a column for the result; all else are moves.

    Args:
        text: the file.
        where: its name, for refusals.
        kit: the machine.
        words: what columns and results may be called.
        as_written: True to take beads that the kit has not.

    Raises:
        RecordError: a table's heading cannot be read.
        SessionError: the games are those of another machine.
    """
    read = bead_as_written if as_written else parse_bead
    if text.lstrip().startswith("{"):
        machine = read_machine(text, where)
        if machine is not None and machine[1].hash != kit.hash:
            said = f"kit {machine[1].name!r} ({machine[1].short_hash})"
            raise SessionError(f"{where} is the journal of {said}, and this is one of {kit.name!r} ({kit.short_hash})")
        if machine is not None and machine[0].marked:
            yield NotedLine(1, None, marked=machine[0].marked)
        yield from read_json_lines(text, kit, read)
    elif _is_table(text, words):
        try:
            yield from read_table(text, kit, words, read)
        except RecordError as error:
            raise RecordError(f"{where}, {error}") from None
    else:
        yield from read_moves(text, kit, words)


def _is_table(text: str, words: Sequence[Vocabulary]) -> bool:
    """Return whether the first line is the heading of a table: one of its cells is the name of a column."""
    cells = re.split("[,;\t]", text.lstrip().partition("\n")[0].casefold())
    return any(cell.strip(' "\r') in one.columns for one in words for cell in cells)


def read_games_for(
    path: Path, printed: Kit, passages: Passages, words: Sequence[Vocabulary], *, as_written: bool = False
) -> list[NotedLine]:
    """Return the games of a file, each as it can have been; of those that cannot, what is wrong with them.

    Args:
        path: the file; ``-`` for what comes in.
        printed: the kit as it was printed.
        passages: what can follow what.
        words: what columns and results may be called.
        as_written: True to leave games as they stand.

    Raises:
        RecordError: it cannot be read.
        SessionError: it is the journal of another machine.
    """
    where = "what came in" if str(path) == "-" else str(path)
    found = []
    for noted in read_lines(read_text(path), where, printed, words, as_written=as_written):
        if noted.row is None or as_written:
            found.append(noted)
            continue
        try:
            found.append(replace(noted, row=understood(passages, noted.row)))
        except RecordError as error:
            found.append(NotedLine(noted.line, None, str(error)))
    return found
