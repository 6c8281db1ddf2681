"""Games in and out of a session that is there."""

from dataclasses import dataclass
from pathlib import Path

import msgspec

from kitgen.errors import RecordError
from kitgen.record.rows import GameRow
from kitgen.session.exchange.hexapawn_rl import write_save
from kitgen.session.exchange.json_lines import write_json_lines
from kitgen.session.exchange.noted import NotedLine
from kitgen.session.exchange.reading import read_games_for
from kitgen.session.exchange.table import write_table
from kitgen.session.exchange.vocabulary import vocabularies
from kitgen.session.session import Session
from kitgen.templates import Templates

#: What a session is exported as, and how the names of such files end.
FORMATS = {"csv": ".csv", "jsonl": ".jsonl", "hexapawn-rl": ".json"}
#: What of a game in JSON Lines may name people.
NAMES = {"opponent", "remark"}


@dataclass(frozen=True, slots=True)
class Added:
    """What has come of a file of games.

    Attributes:
        noted: the games that were noted now.
        passed: how many were there already, exactly so.
        refused: the lines that could not be noted, and why.
    """

    noted: tuple[GameRow, ...]
    passed: int
    refused: tuple[NotedLine, ...]


def add_file(
    session: Session,
    path: Path,
    *,
    keep_good: bool = False,
    as_written: bool = False,
    templates: Templates | None = None,
) -> Added:
    """Note the games of a file: a table, JSON Lines or moves; all of them, or none where one cannot be.

    Args:
        session: the session, open to be written.
        path: the file; ``-`` for what comes in.
        keep_good: True to note the games that can be when others cannot.
        as_written: True to note what cannot have been so as well, for ``Session.check`` to name.
        templates: where the names of columns are read from.

    Raises:
        RecordError: a line cannot be noted, and all should be; the error names the first, and what could be there.
    """
    words = vocabularies(templates or Templates())
    lines = read_games_for(path, session.printed, session.passages, words, as_written=as_written)
    bad = tuple(line for line in lines if line.fault)
    rows = [line.row for line in lines if line.row is not None]
    where = "" if str(path) == "-" else f"{path}, "
    if not lines:
        raise RecordError(f"{where}there is no game in it")
    if not keep_good:
        if bad:
            more = f" ({len(bad) - 1} more cannot be noted)" if len(bad) > 1 else ""
            raise RecordError(f"{where}line {bad[0].line}: {bad[0].fault}{more}; nothing was noted")
        noted = session.add_all(rows, as_written=as_written, marked=[one for line in lines for one in line.marked])
        return Added(noted, len(rows) - len(noted), ())
    kept: list[GameRow] = []
    refused = list(bad)
    for line in lines:
        if not line.fault:
            games = () if line.row is None else (line.row,)
            try:
                kept += session.add_all(games, as_written=as_written, marked=line.marked)
            except RecordError as error:
                refused.append(NotedLine(line.line, None, str(error)))
    refused.sort(key=lambda line: line.line)
    return Added(tuple(kept), len(rows) - len(kept) - (len(refused) - len(bad)), tuple(refused))


def without_names(journal: str) -> tuple[str, int]:
    r"""Return a session in JSON Lines without who played and what was remarked, and in how many games that was said.

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


def exported_machine(session: Session) -> tuple[bytes, list[str]]:
    """Return the machine of a session, without its games, as a save of HexapawnRL; and what of it had no place there.

    Raises:
        RecordError: it is no machine of HexapawnRL's game.
    """
    given, now = session.kit.given, session.status()
    before = (given.won, given.lost) if given is not None else (0, 0)
    return write_save(session.kit_now(), session.kit, before[0] + now.won, before[1] + now.lost)


def exported(session: Session, form: str) -> bytes:
    """Return all games of a session as a table, or the whole session as JSON Lines.

    Args:
        session: the session.
        form: ``csv`` or ``jsonl``.
    """
    rows = session.games()
    if form == "csv":
        return write_table(rows, session.marked_rows()).encode()
    return write_json_lines(
        session.printed, session.rule_name, session.kit.rule, session.software, rows, session.marked_rows()
    )
