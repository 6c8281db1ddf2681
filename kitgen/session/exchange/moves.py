"""A list of moves: a game a line, all moves of both sides as the game writes them, and how it ended for the machine.

Which boxes were opened and which beads were picked follows, however the board lay.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from kitgen.errors import NotationError, RecordError, quoted
from kitgen.kit.kit import Kit
from kitgen.machine.paper_machine import Table
from kitgen.model import Move, Position
from kitgen.record.rows import RESULTS, GameRow, PickedBead
from kitgen.session.exchange.noted import NotedLine
from kitgen.session.exchange.vocabulary import Vocabulary

#: A move with the position that it was made in.
Made = tuple[Position, Move]
_LETTERS = {result: letter for letter, result in RESULTS.items()}


def read_moves(text: str, kit: Kit, words: Sequence[Vocabulary]) -> Iterator[NotedLine]:
    """Yield the games of a list of moves. ``#`` begins a remark, and ``12:`` before the moves is the game's number.

    Args:
        text: the list.
        kit: the machine.
        words: what a result may be called.

    >>> from kitgen.kit.build import make_kit
    >>> from kitgen.session.exchange.vocabulary import OWN
    >>> [one] = read_moves("1: a1a2 b3a2 b1a2 c3c2", make_kit("her"), [OWN])
    >>> [pick.text for pick in one.row.picks], one.row.result
    (['A1 Y', 'B10 R'], 1)
    """
    for number, line in enumerate(text.splitlines(), 1):
        said, _, remark = line.partition("#")
        if not said.strip():
            continue
        try:
            yield NotedLine(number, replace(_row(said, kit, words), remark=remark.strip()))
        except RecordError as error:
            yield NotedLine(number, None, str(error))


def _row(said: str, kit: Kit, words: Sequence[Vocabulary]) -> GameRow:
    """Return the game of a line."""
    match = re.match(r"\s*([1-9][0-9]{0,6}):\s", said)
    tokens = said[match.end() if match else 0 :].replace(",", " ").split()
    tokens = [word for word in tokens if not re.fullmatch(r"[0-9]+\.+", word)]  # the numbers of moves
    results = {word: result for one in reversed(words) for word, result in one.results.items()}
    noted = None
    table = Table(kit.game, kit.game.start())
    if kit.game.repetition is not None:
        table.met[table.position] += 1
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
        letter = _LETTERS[games[0].result]
        raise RecordError(
            f"the game does not end there; write its moves to the end, or {letter} if the machine found an empty box"
        )
    if not fitting:
        raise RecordError(f"these moves end as {_LETTERS[games[0].result]}, not as {tokens[-1]}")
    if len(fitting) > 1:
        raise RecordError("the machine may have played either side; write W, D or L after the moves")
    return replace(fitting[0], game=int(match[1]) if match else 0)


def _legal(kit: Kit, table: Table, token: str) -> Move:
    """Return the legal move that a word says.

    Raises:
        RecordError: it says none.
    """
    game, position = kit.game, table.position
    legal = () if table.ended() is not None else game.legal_moves(position)
    try:
        move = game.parse_move(position, token)
    except NotationError:
        move = None
    if move is None or move not in legal:
        could = ", ".join(map(game.move_text, legal))
        raise RecordError(
            f"{quoted(token)} is no legal move there; " + (f"there are {could}" if could else "the game is over")
        )
    return move


def _played(kit: Kit, side: int, table: Table, made: Sequence[Made]) -> GameRow | None:
    """Return a game from its moves when the machine played a side; None when it does not end there."""
    ended = table.ended()
    position = table.position
    if ended is not None:
        result = ended if side == 0 else -ended
    elif position.to_move == side and kit.locate(position) is not None and kit.rule.when_empty.outcome is not None:
        result = kit.rule.when_empty.outcome
    else:
        return None
    picks = tuple(_pick(kit, *one) for one in made if one[0].to_move == side and kit.locate(one[0]) is not None)
    _look_at_rest(kit, side, made)
    return GameRow(0, picks, result, resigned=True if ended is None else None)


def _pick(kit: Kit, position: Position, move: Move) -> PickedBead:
    """Return the bead that stands for a move, wherever on the board its image lies."""
    found = kit.locate(position)
    assert found is not None  # noqa: S101 - the caller has looked
    box, symmetry = found
    slot = next(slot for slot in box.slots if symmetry.move(move) in slot.moves)
    return PickedBead(box.id, slot.colour.letter.upper())


def _look_at_rest(kit: Kit, side: int, made: Sequence[Made]) -> None:
    """Refuse a move of the machine that it never makes: in a position that has no box it always plays the same."""
    for position, move in made:
        only = kit.unboxed(position) if position.to_move == side and kit.locate(position) is None else move
        if only is not None and kit.symmetries.canonical(kit.game.play(position, only).position) != (
            kit.symmetries.canonical(kit.game.play(position, move).position)
        ):
            text = kit.game.move_text
            raise RecordError(f"the machine plays {text(only)} in {quoted(kit.game.text(position))}, not {text(move)}")
