"""JSON Lines: a whole session, its machine in the first line and a game in each other; or games alone."""

from collections.abc import Iterator, Sequence

import msgspec

from kitgen.errors import RecordError, SessionError, quoted
from kitgen.kit.kit import Kit
from kitgen.kit.kit_json import read_kit, write_kit
from kitgen.kit.rule import Rule
from kitgen.record.rows import RESULTS, GameRow
from kitgen.session.exchange.noted import NotedLine
from kitgen.session.noted_rows import NotedRow
from kitgen.session.understand import ReadBead, parse_bead

#: The version that is written; it goes up when a key changes its meaning or goes.
FORMAT = "kitgen/session@1"
_LETTERS = {result: letter for letter, result in RESULTS.items()}


class SessionLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The first line: which machine played.

    Attributes:
        schema: the format.
        software: the version of kitgen that began the session.
        kit_hash: the kit's hash; two files of one machine have the same.
        rule_name: what its learning rule is called.
        rule: what the rule says.
        kit: the whole ``kit.json``, as it was printed.
        marked: the rows of marked sheets from which games come, and those that are crossed out.
    """

    schema: str
    software: str
    kit_hash: str
    rule_name: str
    rule: Rule
    kit: msgspec.Raw
    marked: tuple[NotedRow, ...] = ()


class GameLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Any other line: a game.

    Attributes:
        game: its number.
        picks: the beads, each as ``B4 R``.
        result: ``W``, ``D`` or ``L``, for the machine.
        opponent, starts, when, remark: as somebody has written it.
        resigned: whether the machine gave up at an empty box, where somebody has said so.
        last_only: true where the beads are only the last ones.
    """

    game: int
    picks: list[str]
    result: str
    opponent: str = ""
    starts: str = ""
    when: str = ""
    remark: str = ""
    resigned: bool | None = None
    last_only: bool = False


def write_json_lines(
    kit: Kit, rule_name: str, rule: Rule, software: str, rows: Sequence[GameRow], marked: tuple[NotedRow, ...] = ()
) -> bytes:
    """Return a session as JSON Lines: all that there is to make it again."""
    raw = msgspec.Raw(msgspec.json.format(write_kit(kit), indent=-1))
    lines: list[msgspec.Struct] = [SessionLine(FORMAT, software, kit.hash, rule_name, rule, raw, marked)]
    for row in rows:
        picks = [pick.text for pick in row.picks]
        lines.append(
            GameLine(
                row.game, picks, _LETTERS[row.result], row.opponent, row.starts, row.when, row.remark, row.resigned,
                row.last_only,
            )
        )  # fmt: skip
    return b"".join(msgspec.json.encode(line) + b"\n" for line in lines)


def read_machine(text: str, where: str) -> tuple[SessionLine, Kit] | None:
    """Return what the first line says of the machine; None where there are games alone.

    Raises:
        SessionError: it cannot be read.
    """
    first = text.partition("\n")[0]
    if '"schema"' not in first:
        return None
    try:
        line = msgspec.json.decode(first.encode(), type=SessionLine)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise SessionError(f"{where}, line 1 cannot be read: {error}") from None
    if line.schema != FORMAT:
        raise SessionError(f"{where} is of another version ({quoted(line.schema)}); this kitgen reads {FORMAT}")
    kit = read_kit(bytes(line.kit), f"the kit in {where}")
    if line.kit_hash != kit.hash:
        raise SessionError(f"{where} says that its kit is {quoted(line.kit_hash[:8])}, but it holds {kit.short_hash}")
    return line, kit


def read_json_lines(text: str, kit: Kit, read: ReadBead = parse_bead) -> Iterator[NotedLine]:
    """Yield the games of JSON Lines.

    Args:
        text: the file; a first line about a machine is passed over.
        kit: the machine.
        read: what reads a bead.
    """
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or (number == 1 and '"schema"' in line):
            continue
        try:
            said = msgspec.json.decode(line.encode(), type=GameLine)
            yield NotedLine(number, _row(said, kit, read))
        except (msgspec.MsgspecError, UnicodeError, RecursionError, RecordError) as error:
            yield NotedLine(number, None, str(error))


def _row(said: GameLine, kit: Kit, read: ReadBead) -> GameRow:
    """Return the game that a line says."""
    if not 0 <= said.game <= 9_999_999:
        raise RecordError(f"{said.game} is not the number of a game")
    if said.result.upper() not in RESULTS:
        raise RecordError(f"result {quoted(said.result)} is not one of {', '.join(RESULTS)}")
    picks = tuple(read(kit, text, "") for text in said.picks)
    return GameRow(
        said.game, picks, RESULTS[said.result.upper()], said.opponent, said.starts, said.when, said.remark,
        said.resigned, said.last_only,
    )  # fmt: skip
