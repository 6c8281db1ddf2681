"""Read any file of games, recognised by its contents, and check that each game is possible."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from kitgen.errors import JournalError, NotationError, RecordError, quoted
from kitgen.journal.json_lines import read_json_lines, read_machine
from kitgen.journal.understand import understood
from kitgen.kit.kit import Kit
from kitgen.machine.paper_machine import Table, start_table
from kitgen.model import Move, Position
from kitgen.record.game_lines import NOTED, NotedLine, name_of, read_text
from kitgen.record.games_table import Vocabulary, heading_index, read_table
from kitgen.record.rows import LETTERS, GameRow, Passages, PickedBead, bead_as_written, parse_bead

#: A move with the position in which it was made.
Made = tuple[Position, Move]


def read_moves(text: str, kit: Kit, words: Sequence[Vocabulary]) -> Iterator[NotedLine]:
    """Yield the games of a list of moves: per line the moves of both sides, then possibly the machine's result.

    ``#`` begins a remark, and ``12:`` before the moves is the game's number. The boxes and beads follow from the moves.

    >>> from kitgen.kit.build import build_kit
    >>> from kitgen.record.games_table import OWN
    >>> [line] = read_moves("1: a1a2 b3a2 b1a2 c3c2", build_kit("her"), [OWN])
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
    match = re.match(r"\s*([1-9][0-9]{0,6}):\s", text)
    tokens = text[match.end() if match else 0 :].replace(",", " ").split()
    tokens = [word for word in tokens if not re.fullmatch(r"[0-9]+\.+", word)]  # the numbers of moves
    results = {word: result for vocabulary in reversed(words) for word, result in vocabulary.results.items()}
    noted = None
    table = start_table(kit.game)
    made: list[Made] = []
    for number, token in enumerate(tokens, 1):
        try:
            move = _legal(kit, table, token)
        except RecordError:  # in some games a letter may be both a move and a result
            noted = results.get(token.casefold()) if number == len(tokens) else None
            if noted is None:
                raise
            break
        made.append((table.position, move))
        table.play(move)
    games = [game for side in kit.players if (game := _played(kit, side, table, made)) is not None]
    fitting = [game for game in games if noted == game.result or (noted is None and not game.resigned)]
    if not games:
        raise RecordError("the game does not end there; write its moves to the end")
    if noted is None and not fitting:
        letter = LETTERS[games[0].result]
        raise RecordError(
            f"the game does not end there; write its moves to the end, or {letter} if the machine found an empty box"
        )
    if not fitting:
        raise RecordError(f"these moves end as {LETTERS[games[0].result]}, not as {tokens[-1]}")
    if len(fitting) > 1:
        raise RecordError("the machine may have played either side; write W, D or L after the moves")
    return replace(fitting[0], game=int(match[1]) if match else 0)


def _legal(kit: Kit, table: Table, token: str) -> Move:
    game, position = kit.game, table.position
    legal = () if table.ended() is not None else game.legal_moves(position)
    try:
        move = game.parse_move(position, token)
    except NotationError:
        move = None
    if move is None or move not in legal:
        could = ", ".join(map(game.move_text, legal))
        raise RecordError(
            f"{quoted(token)} is not a legal move; " + (f"legal moves: {could}" if could else "the game is over")
        )
    return move


def _played(kit: Kit, side: int, table: Table, made: Sequence[Made]) -> GameRow | None:
    ended = table.ended()
    position = table.position
    if ended is not None:
        result = ended if side == 0 else -ended
    elif position.to_move == side and kit.locate(position) is not None and kit.rule.when_empty.outcome is not None:
        result = kit.rule.when_empty.outcome
    else:
        return None
    picks = []
    for before, move in made:
        if before.to_move != side:
            continue
        if (located := kit.locate(before)) is not None:
            box, symmetry = located
            slot = next(slot for slot in box.slots if symmetry.move(move) in slot.moves)
            picks.append(PickedBead.of(box, slot))
            continue
        only = kit.unboxed(before)  # in a position without a box the machine always plays the same
        after, usual = (kit.game.play(before, some).position for some in (move, only or move))
        if only is not None and kit.symmetries.canonical(after) != kit.symmetries.canonical(usual):
            text = kit.game.move_text
            raise RecordError(f"the machine plays {text(only)} in {quoted(kit.game.text(before))}, not {text(move)}")
    return GameRow(0, tuple(picks), result, resigned=True if ended is None else None)


def read_lines(
    text: str, where: str, kit: Kit, words: Sequence[Vocabulary], *, as_written: bool = False
) -> Iterator[NotedLine]:
    """Yield the games of a file, unchecked.

    JSON Lines begin with a brace; a table has a heading with a column for the result; anything else is a list of moves.

    Args:
        text: the file.
        where: its name, for messages.
        kit: the machine.
        words: the names of columns and results.
        as_written: True to accept beads that the kit does not have.

    Raises:
        RecordError: a table's heading cannot be read.
        JournalError: the games are those of another machine.
    """
    read = bead_as_written if as_written else parse_bead
    if text.lstrip().startswith("{"):
        machine = read_machine(text, where)
        if machine is not None and machine.kit.hash != kit.hash:
            raise JournalError(
                f"{where} is the journal of kit {quoted(machine.kit.name)} ({machine.kit.short_hash}), and this is one "
                f"of {quoted(kit.name)} ({kit.short_hash})"
            )
        if machine is not None and machine.marked:
            yield NotedLine(1, None, marked=machine.marked)
        yield from read_json_lines(text, kit, read)
    elif heading_index(text, words) is not None:
        try:
            yield from read_table(text, kit, words, read)
        except RecordError as error:
            raise RecordError(f"{where}, {error}") from None
    else:
        yield from read_moves(text, kit, words)


def read_games_for(
    path: Path, printed: Kit, passages: Passages, words: Sequence[Vocabulary], *, as_written: bool = False
) -> list[NotedLine]:
    """Return the games of a file as they are understood, or what is wrong with them.

    Args:
        path: the file; ``-`` for standard input.
        printed: the kit as it was printed.
        passages: the possible courses of its games.
        words: the names of columns and results.
        as_written: True to leave games unchecked.

    Raises:
        RecordError: it cannot be read.
        JournalError: it is the journal of another machine.
    """
    lines = list(read_lines(read_text(path, NOTED), name_of(path), printed, words, as_written=as_written))
    for number, line in enumerate(lines):
        if line.row is not None and not as_written:
            try:
                lines[number] = replace(line, row=understood(passages, line.row))
            except RecordError as error:
                lines[number] = NotedLine(line.line, None, str(error))
    return lines
