"""Add games from a file to a journal, and export a journal."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from kitgen.errors import RecordError, quoted
from kitgen.journal.game_files import read_games_for
from kitgen.journal.journal import Journal
from kitgen.journal.json_lines import write_json_lines
from kitgen.journal.other_programs import write_save
from kitgen.record.game_lines import NotedLine, name_of
from kitgen.record.games_table import vocabularies, write_table
from kitgen.record.rows import GameRow
from kitgen.templates import Templates

#: The formats of an export, with the endings of file names.
FORMATS = {"csv": ".csv", "jsonl": ".jsonl", "hexapawn-rl": ".json"}
#: The fields of a game in JSON Lines that may name people.
NAMES = {"opponent", "remark"}


@dataclass(frozen=True, slots=True)
class Added:
    """The result of adding a file of games.

    Attributes:
        noted: the games that were added now.
        passed: how many identical games the journal already had.
        refused: the lines that could not be added, with the reason.
    """

    noted: tuple[GameRow, ...]
    passed: int
    refused: tuple[NotedLine, ...]


def add_file(
    journal: Journal,
    path: Path,
    *,
    keep_good: bool = False,
    as_written: bool = False,
    instead: Callable[[Sequence[GameRow]], object] | None = None,
    templates: Templates | None = None,
) -> Added:
    """Add the games of a file to a journal: a table, JSON Lines or moves.

    Args:
        journal: the journal, open for writing.
        path: the file; ``-`` for standard input.
        keep_good: True to add the possible games and skip the others; otherwise one impossible game refuses the file.
        as_written: True to add impossible games as well, for ``Journal.check`` to report.
        instead: called with the games that replace others of their numbers, before they do; None to refuse them.
        templates: where the names of columns are read from.

    Raises:
        RecordError: a line cannot be added; the error names the first and what could be there.
    """
    words = vocabularies(templates or Templates())
    lines = read_games_for(path, journal.printed, journal.passages, words, as_written=as_written)
    bad = tuple(line for line in lines if line.fault)
    rows = [line.row for line in lines if line.row is not None]
    if not lines:
        raise RecordError(f"{name_of(path)} contains no games")
    if instead is not None:
        there = {row.game: row for row in journal.games()}
        instead([row for row in rows if there.get(row.game, row) != row])
    if not keep_good:
        if bad:
            more = f" ({len(bad) - 1} more cannot be noted)" if len(bad) > 1 else ""
            where = "" if str(path) == "-" else f"{quoted(path)}, "
            raise RecordError(f"{where}line {bad[0].line}: {bad[0].fault}{more}; nothing was noted")
        noted = journal.add_all(
            rows,
            as_written=as_written,
            instead=instead is not None,
            marked=[row for line in lines for row in line.marked],
        )
        return Added(noted, len(rows) - len(noted), ())
    kept: list[GameRow] = []
    refused = list(bad)
    for line in lines:
        if not line.fault:
            try:
                kept += journal.add_all(
                    filter(None, [line.row]), as_written=as_written, instead=instead is not None, marked=line.marked
                )
            except RecordError as error:
                refused.append(NotedLine(line.line, None, str(error)))
    refused.sort(key=lambda line: line.line)
    return Added(tuple(kept), len(rows) - len(kept) - (len(refused) - len(bad)), tuple(refused))


def without_names(journal: str) -> tuple[str, int]:
    r"""Remove opponents and remarks from a journal in JSON Lines; return it and the number of games that had some.

    >>> without_names('{"schema": "..."}\n{"game":1,"opponent":"Anna"}\n{"game":2}\n')
    ('{"schema": "..."}\n{"game":1}\n{"game":2}\n', 1)
    """
    head, *lines = journal.splitlines(keepends=True)
    named = 0
    for number, line in enumerate(lines):
        game = msgspec.json.decode(line)
        if game.keys() & NAMES:
            named += 1
            kept = {key: value for key, value in game.items() if key not in NAMES}
            lines[number] = msgspec.json.encode(kept).decode() + "\n"
    return "".join([head, *lines]), named


def exported_machine(journal: Journal) -> tuple[bytes, list[str]]:
    """Return the machine of a journal as a save of HexapawnRL, and notes about what does not fit there.

    Raises:
        RecordError: the machine plays another game.
    """
    given, now = journal.kit.given, journal.status()
    before = (given.won, given.lost) if given is not None else (0, 0)
    return write_save(journal.kit_now(), journal.kit, before[0] + now.won, before[1] + now.lost)


def exported(journal: Journal, form: str) -> bytes:
    """Return all games of a journal as a table (``csv``), or the whole journal as JSON Lines (``jsonl``)."""
    rows = journal.games()
    if form == "csv":
        return write_table(rows, journal.marked_rows()).encode()
    return write_json_lines(
        journal.printed, journal.rule_name, journal.kit.rule, journal.software, rows, journal.marked_rows()
    )
