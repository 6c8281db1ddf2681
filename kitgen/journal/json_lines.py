"""JSON Lines: a whole journal, with the machine in the first line and a game in each other line; or only games."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import msgspec

from kitgen.errors import JournalError, RecordError, quoted
from kitgen.journal.lines_2 import SCHEMA, VERSIONS, GameLine, JournalLine, MarkedLine
from kitgen.kit.format_fields import frozen, other_version, schema_of, thawed
from kitgen.kit.kit import Kit
from kitgen.kit.kit_json import read_kit, rule_from_file, rule_to_file, write_kit
from kitgen.kit.rule import Rule
from kitgen.record.game_lines import NotedLine, NotedRow
from kitgen.record.rows import LETTERS, RESULTS, GameRow, ReadBead, parse_bead


@dataclass(frozen=True, slots=True)
class JournalHead:
    """The machine of a journal, from the first line.

    Attributes:
        software: the version of kitgen that began the journal.
        rule_name: the name of its learning rule.
        rule: the rule.
        kit: the kit as it was printed.
        marked: the rows of marked sheets from which games come, and those that are crossed out.
    """

    software: str
    rule_name: str
    rule: Rule
    kit: Kit
    marked: tuple[NotedRow, ...] = ()


def write_json_lines(
    kit: Kit, rule_name: str, rule: Rule, software: str, rows: Sequence[GameRow], marked: tuple[NotedRow, ...] = ()
) -> bytes:
    """Return a whole journal as JSON Lines, enough to import it again.

    Raises:
        NewVersionDueError: the format has no place for something in it.
    """
    raw = msgspec.Raw(msgspec.json.format(write_kit(kit), indent=-1))
    noted = tuple(frozen(row, MarkedLine, SCHEMA) for row in marked)
    named = rule_to_file(rule, SCHEMA)
    lines: list[msgspec.Struct] = [JournalLine(SCHEMA, software, kit.hash, rule_name, named, raw, noted)]
    for row in rows:
        picks = [pick.text for pick in row.picks]
        lines.append(frozen(row, GameLine, SCHEMA, picks=picks, result=LETTERS[row.result]))
    return b"".join(msgspec.json.encode(line) + b"\n" for line in lines)


def read_machine(text: str, where: str) -> JournalHead | None:
    """Return the machine from the first line; None if there are only games.

    Raises:
        JournalError: it cannot be read.
    """
    first = text.partition("\n")[0]
    if '"schema"' not in first:
        return None
    schema = schema_of(first.encode(errors="replace"))
    if schema and schema not in VERSIONS:
        raise JournalError(f"{where} {other_version(schema, VERSIONS)}")
    try:
        line = msgspec.json.decode(first.encode(), type=JournalLine)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise JournalError(f"{where}, line 1 cannot be read: {error}") from None
    kit = read_kit(bytes(line.kit), f"the kit in {where}")
    if line.kit_hash not in (kit.hash, kit.earlier):
        raise JournalError(f"{where} says that its kit is {quoted(line.kit_hash[:8])}, but it holds {kit.short_hash}")
    marked = tuple(thawed(row, NotedRow) for row in line.marked)
    return JournalHead(line.software, line.rule_name, rule_from_file(line.rule), kit, marked)


def read_json_lines(text: str, kit: Kit, read: ReadBead = parse_bead) -> Iterator[NotedLine]:
    """Yield the games of JSON Lines, without a first line about a machine."""
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or (number == 1 and '"schema"' in line):
            continue
        try:
            game = msgspec.json.decode(line.encode(), type=GameLine)
            yield NotedLine(number, _row(game, kit, read))
        except (msgspec.MsgspecError, UnicodeError, RecursionError, RecordError) as error:
            yield NotedLine(number, None, str(error))


def _row(game: GameLine, kit: Kit, read: ReadBead) -> GameRow:
    if not 0 <= game.game <= 9_999_999:
        raise RecordError(f"{game.game} is not the number of a game")
    if game.result.upper() not in RESULTS:
        raise RecordError(f"result {quoted(game.result)} is not one of {', '.join(RESULTS)}")
    picks = tuple(read(kit, text, "") for text in game.picks)
    return thawed(game, GameRow, picks=picks, result=RESULTS[game.result.upper()])
