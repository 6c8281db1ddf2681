"""Add games from files, recognised by their contents, to a journal; export a journal; and
journals as JSON Lines.
"""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

import msgspec

from kitgen.errors import JournalError, NotationError, RecordError, located, quoted
from kitgen.journal.hexapawn_rl import write_save
from kitgen.journal.journal import Journal
from kitgen.journal.journal_lines import LINES_SCHEMA, SESSION, GameLine, JournalHead, JournalLine
from kitgen.journal.results_alone import as_tally, refuse_without_beads
from kitgen.journal.unread_parts import leave_out, refuse_unread
from kitgen.kit.file_table import FileTable, carried, other_version, read_written, schema_of
from kitgen.kit.kit import Kit
from kitgen.kit.kit_json import read_kit, write_kit
from kitgen.machine.paper_machine import Table, start_table
from kitgen.model import Move, Position
from kitgen.reading.schema import MAX_GAME_NUMBER
from kitgen.reading.templates import Templates
from kitgen.record.account import Account, ForeignNote
from kitgen.record.game_lines import NOTED, NotedLine, NotedRow, name_of, read_sheets
from kitgen.record.games_table import GamesTable, write_table
from kitgen.record.rows import (
    LETTERS,
    RESULTS,
    GameRow,
    PickedBead,
    ReadBead,
    bead_as_written,
    parse_bead,
)
from kitgen.record.table_sheets import SEPARATORS, CellSheet
from kitgen.record.table_words import (
    Vocabulary,
    known_results,
    refusal_of_unclear_letter,
    vocabularies,
)

#: The most lines that are tried as moves before a file is taken for a table without a heading.
MAX_LINES_TRIED = 20
#: The fields of a game in JSON Lines that may name people.
NAMES = {"opponent", "remark"}


@dataclass(frozen=True, slots=True)
class Added:
    """The result of adding a file of games.

    Attributes:
        noted: the games that were added.
        passed: how many games the journal already had, and passed over.
        refused: the lines that could not be added, with the reason.
        account: what was read of the file, and what was not.
    """

    noted: tuple[GameRow, ...]
    passed: int
    refused: tuple[NotedLine, ...]
    account: Account


@dataclass(frozen=True, slots=True)
class GamesFile:
    """The games of a file, unchecked, an account of all that it holds, and how many tables it
    has.
    """

    lines: tuple[NotedLine, ...]
    account: Account = field(default_factory=Account)
    tables: int = 1


def add_file(
    journal: Journal,
    path: Path,
    *,
    keep_good: bool = False,
    as_written: bool = False,
    instead: Callable[[Sequence[GameRow]], object] | None = None,
    templates: Templates | None = None,
    ignore: Collection[str] = (),
) -> Added:
    """Add the games of a file to a journal: a table, JSON Lines or moves.

    Args:
        journal: the journal, open for writing.
        path: the file; ``-`` for standard input.
        keep_good: True to add the possible games and skip the others; otherwise one impossible game
            refuses the file.
        as_written: True to add impossible games as well, for ``Journal.check`` to report.
        instead: called with the games that will replace others of their numbers; None to refuse
            them.
        templates: those that are in use; they have the words for results.
        ignore: the parts of the file that are not read, by name; others that cannot be read refuse
            the file.

    Raises:
        RecordError: a line cannot be added; the error names the first and what could be there.
    """
    words = vocabularies(templates or Templates())
    where = name_of(path)
    content = read_sheets(path, NOTED)
    file = read_games(content, where, journal.printed, words, as_written=as_written)
    account = leave_out(file.account, ignore, where)
    if not keep_good:
        refuse_unread(account, where, "nothing was noted")
    if not file.lines:
        raise RecordError(f"{where} contains no games")
    if not as_written:
        with located(where):
            refuse_without_beads(journal.passages, file.lines, journal.games())
    lines = [_as_noted(journal, line, as_written=as_written) for line in file.lines]
    refused = [line for line in lines if line.fault]
    good = [line for line in lines if not line.fault]
    rows = [line.row for line in good if line.row is not None]
    if instead is not None:
        instead(_replacing(journal, rows))
    anew = instead is not None
    noted: list[GameRow] = []
    not_noted: list[NotedLine] = []
    if keep_good:
        for line in good:
            try:
                noted += _note_lines(journal, [line], as_written=as_written, anew=anew)
            except RecordError as error:
                not_noted.append(_refused(line, error))
    else:
        _refuse_first(refused, path)
        if not as_written:
            with located(where):
                refuse_given_twice(good)
        noted += _note_lines(journal, good, as_written=as_written, anew=anew)
    _note_events(journal, content, where)
    return Added(
        noted=tuple(noted),
        passed=len(rows) - len(not_noted) - len(noted),
        refused=tuple(sorted([*refused, *not_noted], key=lambda line: line.line)),
        account=account,
    )


def _replacing(journal: Journal, rows: Sequence[GameRow]) -> list[GameRow]:
    """Return the games that differ from those of the same numbers in a journal."""
    noted_before = {row.game: row for row in journal.games()}
    differing = []
    for row in rows:
        before = noted_before.get(row.game)
        if before is not None and before != row:
            differing.append(row)
    return differing


def _as_noted(journal: Journal, line: NotedLine, *, as_written: bool) -> NotedLine:
    """Return a line with its game as it would be noted, or with the reason why it cannot be."""
    if line.row is None or as_written:
        return line
    try:
        return replace(line, row=journal.could_be(line.row))
    except RecordError as error:
        return _refused(line, error)


def _refused(line: NotedLine, error: RecordError) -> NotedLine:
    return replace(line, row=None, fault=str(error), marked=())


def _refuse_first(refused: Sequence[NotedLine], path: Path) -> None:
    """Raise ``RecordError`` about the first line that cannot be noted, if there is one."""
    if not refused:
        return
    first = refused[0]
    message = f"{first.place}: {first.fault}"
    if str(path) != "-":
        message = f"{quoted(path)}, {message}"
    if len(refused) > 1:
        message += f" ({len(refused) - 1} more cannot be noted)"
    raise RecordError(f"{message}; nothing was noted")


def _note_lines(
    journal: Journal, lines: Sequence[NotedLine], *, as_written: bool, anew: bool
) -> tuple[GameRow, ...]:
    """Note the games of some lines, and rows of marked sheets in them; ``anew``, in place of games
    of their numbers.
    """
    games = [line.row for line in lines if line.row is not None]
    marked: list[NotedRow] = []
    for line in lines:
        marked += line.marked
    replaced = [row.game for row in games] if anew else ()
    return journal.add_all(games, as_written=as_written, instead=replaced, marked=marked)


def _note_events(journal: Journal, content: str | Sequence[CellSheet], where: str) -> None:
    """Note what an export says of the machine beside its games, if the journal does not have it."""
    machine = machine_of_export(content, where)
    if machine is None:
        return
    known = journal.events()
    for event in machine.events:
        if event not in known:
            journal.happened(event)


def refuse_given_twice(lines: Sequence[NotedLine]) -> None:
    """Raise ``RecordError`` if two lines have games of one number, with both lines."""
    first: dict[int, NotedLine] = {}
    for line in lines:
        if line.row is None or not line.row.game:
            continue
        other = first.setdefault(line.row.game, line)
        if other is not line:
            game = f"game {line.row.game} is given twice, in {other.place} and in {line.place}"
            raise RecordError(
                f"{game}; give each game a number of its own, or leave the numbers out"
            )


def without_names(journal: str) -> tuple[str, int]:
    r"""Remove opponents and remarks from a journal in JSON Lines; return it and the number of games
    that had some.

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


def exported_machine(journal: Journal) -> tuple[bytes, list[ForeignNote]]:
    """Return the machine of a journal as a save of HexapawnRL, with notes, as ``write_save``
    does.
    """
    status = journal.status()
    won = status.won
    lost = status.lost
    given = journal.kit.given
    if given is not None:
        won += given.won
        lost += given.lost
    return write_save(journal.kit_now(), journal.kit, won, lost)


def exported(journal: Journal, form: str) -> bytes:
    """Return all games of a journal as a table (``csv``), or the whole journal as JSON Lines
    (``jsonl``).
    """
    rows = journal.games()
    marked = journal.marked_rows()
    if form == "csv":
        return write_table(rows, marked).encode()
    head = JournalHead(
        software=journal.software,
        rule_name=journal.rule_name,
        rule=journal.kit.rule,
        kit=journal.printed,
        marked=marked,
        events=journal.events(),
    )
    return write_json_lines(head, rows)


class MoveAt(NamedTuple):
    """A move with the position before it."""

    before: Position
    move: Move


class MovesOfGame(NamedTuple):
    """The moves of a game as they were played.

    Attributes:
        table: the table after them.
        moves: the moves of both sides.
        noted: the result that is noted after them; None if there is none.
    """

    table: Table
    moves: list[MoveAt]
    noted: int | None


def read_moves(text: str, kit: Kit, words: Sequence[Vocabulary]) -> Iterator[NotedLine]:
    """Yield the games of a list of moves: per line the moves of both sides, then possibly the
    machine's result.

    ``#`` begins a remark; ``12:`` before the moves is the game's number. Boxes and beads follow
    from the moves.

    >>> from kitgen.kit.build import build_kit
    >>> from kitgen.record.table_words import OWN_WORDS
    >>> [line] = read_moves("1: a1a2 b3a2 b1a2 c3c2", build_kit("her"), [OWN_WORDS])
    >>> [pick.text for pick in line.row.picks], line.row.result
    (['A1 Y', 'B10 R'], 1)
    """
    for number, line in enumerate(text.splitlines(), 1):
        game, _, remark = line.partition("#")
        if not game.strip():
            continue
        try:
            yield NotedLine(number, replace(_row(game, kit, words), remark=remark.strip()))
        except RecordError as error:
            yield NotedLine(number, None, str(error))


def _row(text: str, kit: Kit, words: Sequence[Vocabulary]) -> GameRow:
    """Return the game in a line of moves; ``RecordError`` if it is impossible, or either side may
    be the machine's.
    """
    numbered = re.match(r"\s*([1-9][0-9]{0,6}):\s", text)  # up to MAX_GAME_NUMBER
    number = 0
    if numbered is not None:
        number = int(numbered[1])
        text = text[numbered.end() :]
    tokens = text.replace(",", " ").split()
    tokens = [token for token in tokens if not re.fullmatch(r"[0-9]+\.+", token)]  # as in 12.
    played = _play(tokens, kit, words)
    games = []
    for side in kit.players:
        game = _game_of_side(kit, side, played)
        if game is not None:
            games.append(game)
    return replace(_only_fitting(games, played.noted, tokens), game=number)


def _only_fitting(games: Sequence[GameRow], noted: int | None, tokens: Sequence[str]) -> GameRow:
    """Return the one of the games of both sides that ends as is noted, or by itself where nothing
    is; ``RecordError`` if it is not one.
    """
    if noted is None:
        fitting = [game for game in games if not game.resigned]
    else:
        fitting = [game for game in games if game.result == noted]
        if games and not fitting:
            ends = LETTERS[games[0].result]
            raise RecordError(f"these moves end as {ends}, not as {tokens[-1]}")
    if not fitting:
        advice = "write its moves to the end"
        if games:
            advice += f", or {LETTERS[games[0].result]} if the machine found an empty box"
        raise RecordError(f"the game does not end there; {advice}")
    if len(fitting) > 1:
        raise RecordError(
            "the machine may have played either side; write W, D or L after the moves"
        )
    return fitting[0]


def _play(tokens: Sequence[str], kit: Kit, words: Sequence[Vocabulary]) -> MovesOfGame:
    """Play moves, after the last of which a result may be noted.

    In some games a letter may be both a move and a result; then it is a move if that is legal.
    """
    results = known_results(kit.choices.language, words)
    table = start_table(kit.game)
    moves: list[MoveAt] = []
    for number, token in enumerate(tokens, 1):
        try:
            move = _legal(kit, table, token)
        except RecordError:
            if number < len(tokens):
                raise
            noted = results.get(token.casefold())
            if noted is not None:
                return MovesOfGame(table, moves, noted)
            refusal = refusal_of_unclear_letter(token, kit.choices.language, words)
            if refusal:
                raise RecordError(refusal) from None
            raise
        moves.append(MoveAt(table.position, move))
        table.play(move)
    return MovesOfGame(table, moves, None)


def _legal(kit: Kit, table: Table, token: str) -> Move:
    """Return the legal move that a word names; ``RecordError`` if it names none."""
    game = kit.game
    position = table.position
    legal = () if table.ended() is not None else game.legal_moves(position)
    with suppress(NotationError):
        move = game.parse_move(position, token)
        if move in legal:
            return move
    could = "the game is over"
    if legal:
        could = f"legal moves: {', '.join(map(game.move_text, legal))}"
    raise RecordError(f"{quoted(token)} is not a legal move; {could}")


def _game_of_side(kit: Kit, side: int, played: MovesOfGame) -> GameRow | None:
    """Return the game if the machine played a side; None if it has not ended for that side."""
    result = _result_for(kit, side, played.table)
    if result is None:
        return None
    picks = []
    for before, move in played.moves:
        if before.to_move != side:
            continue
        boxed = kit.locate(before)
        if boxed is None:
            _check_unboxed(kit, before, move)
            continue
        box, symmetry = boxed
        slot = next(slot for slot in box.slots if symmetry.move(move) in slot.moves)
        picks.append(PickedBead.of(box, slot))
    row = GameRow(0, tuple(picks), result)
    if played.table.ended() is None:
        return replace(row, resigned=True)
    return row


def _result_for(kit: Kit, side: int, table: Table) -> int | None:
    """Return how a game ended for a side: by the rules, or because its box may be empty."""
    ended = table.ended()
    if ended is not None:  # as the first side sees it
        return ended if side == 0 else -ended
    position = table.position
    if position.to_move == side and kit.locate(position) is not None:
        return kit.rule.when_empty.outcome
    return None


def _check_unboxed(kit: Kit, before: Position, move: Move) -> None:
    """Raise ``RecordError`` if the machine has made another move than it always makes in a position
    without a box.
    """
    only = kit.unboxed(before)
    if only is None:
        return
    after = kit.game.play(before, move).position
    usual = kit.game.play(before, only).position
    if kit.symmetries.canonical(after) != kit.symmetries.canonical(usual):
        text = kit.game.move_text
        raise RecordError(
            f"the machine plays {text(only)} in {quoted(kit.game.text(before))}, not {text(move)}"
        )


def read_lines(
    text: str, where: str, kit: Kit, words: Sequence[Vocabulary], *, as_written: bool = False
) -> Iterator[NotedLine]:
    """Yield the games of a text, as ``read_games`` does."""
    yield from read_games(text, where, kit, words, as_written=as_written).lines


def read_games(
    content: str | Sequence[CellSheet],
    where: str,
    kit: Kit,
    words: Sequence[Vocabulary],
    *,
    as_written: bool = False,
) -> GamesFile:
    """Return the games of a file, unchecked, and an account of it; with ``as_written``, beads may
    be unknown.

    JSON Lines begin with a brace; a table has a heading, or columns that can mean only one thing;
    anything else is a list of moves.

    Raises:
        RecordError: a table cannot be read.
        JournalError: the games are those of another machine.
    """
    read = bead_as_written if as_written else parse_bead
    if not isinstance(content, str):
        return _from_sheets(content, where, GamesTable(kit, words, read))
    if content.lstrip().startswith("{"):
        return GamesFile(tuple(_from_json_lines(content, where, kit, read)))
    tables = GamesTable(kit, words, read)
    if tables.heading_line(content) is None and (
        _is_moves(content, kit, words) or not _has_columns(content)
    ):
        return GamesFile(_as_moves(content, kit, words))
    return _from_sheets(tables.sheets(content), where, tables)


def _from_json_lines(text: str, where: str, kit: Kit, read: ReadBead) -> Iterator[NotedLine]:
    """Yield the games of JSON Lines; ``JournalError`` if they are those of another machine."""
    machine = read_machine(text, where)
    if machine is not None and machine.kit.hash != kit.hash:
        other = f"{quoted(machine.kit.name)} ({machine.kit.short_hash})"
        own = f"{quoted(kit.name)} ({kit.short_hash})"
        raise JournalError(f"{where} is the journal of kit {other}, and this is one of {own}")
    if machine is not None and machine.marked:
        yield NotedLine(1, None, marked=machine.marked)
    yield from read_json_lines(text, kit, read)


def _from_sheets(sheets: Sequence[CellSheet], where: str, tables: GamesTable) -> GamesFile:
    """Return the games of tables; those of a tally have results alone."""
    try:
        reading = tables.read(sheets)
    except RecordError as error:
        raise RecordError(f"{where}, {error}") from None
    lines = reading.lines
    games_of_tally = 0
    if reading.tally:
        tally = []
        for line in reading.lines:
            if line.row is None:
                tally.append(line)
            else:
                tally.append(replace(line, row=as_tally(line.row)))
                games_of_tally += 1
        lines = tuple(tally)
    account = Account(
        cells=reading.cells,
        unread=reading.unread,
        titles=reading.titles,
        follows=reading.follows,
        waiting=reading.waiting,
        tally=games_of_tally,
    )
    return GamesFile(lines, account, reading.tables)


def _as_moves(text: str, kit: Kit, words: Sequence[Vocabulary]) -> tuple[NotedLine, ...]:
    """Return the games of a list of moves; if there is none in it, the first line says what a
    table needs.
    """
    lines = tuple(read_moves(text, kit, words))
    if not lines or any(line.row is not None for line in lines):
        return lines
    first, *others = lines
    hint = f"{first.fault}; a table needs a line of headings, such as game, A, B and result"
    return (replace(first, fault=hint), *others)


def _is_moves(text: str, kit: Kit, words: Sequence[Vocabulary]) -> bool:
    """Return whether one of the first lines is a game in moves."""
    head = "\n".join(text.splitlines()[:MAX_LINES_TRIED])
    return any(line.row is not None for line in read_moves(head, kit, words))


def _has_columns(text: str) -> bool:
    """Return whether most lines are cut into cells."""
    lines = [line for line in text.splitlines() if line.strip()]
    for separator in SEPARATORS:
        cut = sum(line.count(separator) > 1 for line in lines)
        if 2 * cut > len(lines):
            return True
    return False


# JSON Lines: a whole journal, with the machine in the first line and a game in each other line; or
# only games.


def write_json_lines(head: JournalHead, rows: Sequence[GameRow]) -> bytes:
    """Return a whole journal as JSON Lines."""
    raw = msgspec.Raw(msgspec.json.format(write_kit(head.kit), indent=-1))
    lines: list[FileTable] = [
        carried(head, JournalLine, schema=LINES_SCHEMA, kit_hash=head.kit.hash, kit=raw)
    ]
    for row in rows:
        picks = [pick.text for pick in row.picks]
        lines.append(carried(row, GameLine, picks=picks, result=LETTERS[row.result]))
    return b"".join(msgspec.json.encode(line) + b"\n" for line in lines)


def machine_of_export(content: str | Sequence[CellSheet], where: str) -> JournalHead | None:
    """Return the machine of an export in JSON Lines; None for other files, and for one of games
    alone.
    """
    if isinstance(content, str) and content.lstrip().startswith("{"):
        return read_machine(content, where)
    return None


def read_machine(text: str, where: str) -> JournalHead | None:
    """Return the machine from the first line; None if there are only games, ``JournalError`` if
    it cannot be read.
    """
    first = text.partition("\n")[0]
    if '"schema"' not in first:
        return None
    data = first.encode(errors="replace")
    schema = schema_of(data)
    if schema and schema != LINES_SCHEMA:
        raise JournalError(f"{where} {other_version(schema, [LINES_SCHEMA], before=SESSION)}")
    line = read_written(data, JournalLine, f"{where}, line 1", JournalError)
    kit = read_kit(bytes(line.kit), f"the kit in {where}")
    if line.kit_hash != kit.hash:
        raise JournalError(
            f"{where} says that its kit is {quoted(line.kit_hash[:8])}, but it holds "
            f"{kit.short_hash}"
        )
    return carried(line, JournalHead, kit=kit)


def read_json_lines(text: str, kit: Kit, read: ReadBead = parse_bead) -> Iterator[NotedLine]:
    """Yield the games of JSON Lines, without a first line about a machine."""
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or (number == 1 and '"schema"' in line):
            continue
        try:
            yield NotedLine(number, _game_of_line(line, kit, read))
        except (msgspec.MsgspecError, UnicodeError, RecursionError, RecordError) as error:
            yield NotedLine(number, None, str(error))


def _game_of_line(line: str, kit: Kit, read: ReadBead) -> GameRow:
    """Return the game in a line of JSON Lines."""
    game = read_written(line.encode(), GameLine, "a game", RecordError)
    if not 0 <= game.game <= MAX_GAME_NUMBER:
        raise RecordError(f"{game.game} is not the number of a game")
    if game.result.upper() not in RESULTS:
        raise RecordError(f"result {quoted(game.result)} is not one of {', '.join(RESULTS)}")
    picks = tuple(read(kit, text, "") for text in game.picks)
    return carried(game, GameRow, picks=picks, result=RESULTS[game.result.upper()])
