"""Words for what was done to a journal: changes of its games, its log, and what was read of a file
or another program.

All are in the journal's language; reasons of refusals are not here.
"""

from collections.abc import Collection, Iterable, Sequence

from kitgen.errors import quoted
from kitgen.journal.journal_words import JournalWords, spoken_game
from kitgen.journal.store import GameChange, LogEntry
from kitgen.journal.understand import result_words
from kitgen.journal.unread_parts import listed_parts, part_text
from kitgen.reading.texts import Texts
from kitgen.record.account import Account, ForeignNote
from kitgen.record.rows import GameRow

#: What stands for an empty cell.
NOTHING = "–"


def numbers_text(texts: Texts, numbers: Collection[int]) -> str:
    """Return the numbers of some games: the only one, or the first and the last.

    >>> from kitgen.reading.templates import Templates
    >>> (
    ...     numbers_text(Texts("en", Templates()), [7]),
    ...     numbers_text(Texts("it", Templates()), [3, 4, 5]),
    ... )
    ('7', '3-5')
    """
    first = min(numbers)
    last = max(numbers)
    if first == last:
        return str(first)
    return texts("journal.change.range", first=first, last=last)


def changed_cells(texts: Texts, before: GameRow, after: GameRow) -> str:
    """Return in words what differs between two versions of a game.

    >>> from kitgen.reading.templates import Templates
    >>> changed_cells(Texts("en", Templates()), GameRow(7, (), -1), GameRow(7, (), 1, "Anna"))
    'result lost → won, opponent – → Anna'
    """
    changes = []
    cells = _cells(texts, after)
    for key, cell in _cells(texts, before).items():
        now = cells[key]
        if now != cell:
            name = texts(key)
            changes.append(
                texts("journal.change.from_to", name=name, old=cell or NOTHING, new=now or NOTHING)
            )
    return ", ".join(changes)


def _cells(texts: Texts, row: GameRow) -> dict[str, str]:
    """Return the cells of a game by the key of their heading."""
    return {
        "journal.change.number": str(row.game),
        "journal.change.beads": ", ".join(pick.text for pick in row.picks),
        "journal.column.result": result_words(texts, row.result),
        "log.column.opponent": row.opponent,
        "log.column.starts": row.starts,
        "journal.column.when": row.when,
        "journal.column.remark": row.remark,
        "journal.column.resigned": _answer(texts, row.resigned),
        "journal.column.last_only": _answer(texts, row.last_only),
    }


def _answer(texts: Texts, answer: bool | None) -> str:
    if answer is None:
        return ""
    return texts("journal.say.yes" if answer else "journal.say.no")


def change_text(texts: Texts, change: GameChange) -> str:
    """Return in a line what a step did to a game."""
    before = change.before
    after = change.after
    if before is not None and after is not None:
        what = changed_cells(texts, before, after)
        if not what:
            return texts("journal.names.left", game=before.game)
        return texts("journal.change.differs", game=before.game, what=what)
    key = "journal.change.noted" if after is not None else "journal.change.out"
    return texts(key, game=change.row.game, what=spoken_game(texts, change.row))


def log_rows(words: JournalWords, entries: Iterable[LogEntry]) -> list[tuple[str, str, str]]:
    """Return the time, the name and the changes of each step of a journal's log."""
    rows = []
    for entry in entries:
        step = words.texts(f"journal.steps.kind.{entry.kind}")
        if entry.undone:
            step = words.texts("journal.steps.undone", step=step)
        rows.append((_spoken_time(words.texts, entry.when), step, _step_text(words, entry)))
    return rows


def _spoken_time(texts: Texts, when: str) -> str:
    """Return a time of the log, in ISO 8601, to the minute and as the language writes it.

    >>> from kitgen.reading.templates import Templates
    >>> _spoken_time(Texts("fr", Templates()), "2026-11-30T06:38:59.120000+00:00")
    '30/11/2026 06:38'
    """
    if not when:
        return NOTHING
    date, _, time = when.partition("T")
    year, month, day = date.split("-")
    return texts("journal.steps.date", year=year, month=month, day=day, time=time[:5])


def _step_text(words: JournalWords, entry: LogEntry) -> str:
    """Return what a step of the log did: to one game or a few, or to a whole table of games."""
    texts = words.texts
    if entry.kind == "count":
        return texts("journal.steps.counted", game=entry.game)
    if entry.event is not None:
        return words.event(entry.event)
    changes = entry.changes
    if len(changes) < 2 or entry.kind == "insert":
        return texts.joined(change_text(texts, change) for change in changes)
    numbers = numbers_text(texts, [change.row.game for change in changes])
    return texts("journal.change.several", count=len(changes), numbers=numbers)


def curve_line(texts: Texts, results: Sequence[int], *, draws: bool) -> str:
    """Return the line below a curve: how many games were won, drawn and lost, and the score."""
    key = "games_draws" if draws else "games"
    counts = {"won": results.count(1), "drawn": results.count(0), "lost": results.count(-1)}
    return texts(f"journal.curve.{key}", count=len(results), score=f"{sum(results):+d}", **counts)


# What was read of a file.


def account_lines(texts: Texts, account: Account) -> list[str]:
    """Return the closing lines about a file: what was read, and what was not."""
    lines = []
    if account.tally:
        lines.append(texts("journal.account.tally", count=account.tally))
    if not account.cells:
        for part in account.ignored:
            lines.append(texts("journal.account.ignored", names=part_text(texts, part)))
        return lines
    read = [texts("journal.account.cells", count=account.cells)]
    if account.titles:
        read.append(texts("journal.account.titles", names=", ".join(map(quoted, account.titles))))
    if account.follows:
        read.append(texts("journal.account.follows", names=", ".join(map(quoted, account.follows))))
    if account.waiting:
        read.append(texts("journal.account.waiting", names=", ".join(account.waiting)))
    if account.ignored:
        read.append(texts("journal.account.ignored", names=listed_parts(texts, account.ignored)))
    elif not account.unread:
        read.append(texts("journal.account.nothing"))
    return [*lines, texts.joined(read)]


def note_text(texts: Texts, note: ForeignNote) -> str:
    """Return a note on how a file was read or written."""
    values = dict(note.values)
    if note.boxes:
        boxes = ", ".join(note.boxes)
        if note.more:
            boxes = texts("now.more", boxes=boxes, count=note.more)
        values["boxes"] = boxes
    return texts(f"journal.foreign.{note.key}", count=note.count, **values)
