"""Games written on a line: a position, a colon, and the moves from there.

``4,4,4,4,4,4/4,4,4,4,4,4 S: C d F`` is the start of Awari with three moves; ``: C d F`` is the
same. A position alone, without a colon, is a game without moves. Moves are in the game's notation.
Text after a semicolon is a comment.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from kitgen.errors import NotationError, quoted
from kitgen.model import Game, Move, Position

#: How a written game ended for the side that began; an unfinished one has a star, as in chess.
RESULT_SIGNS = {1: "1-0", 0: "1/2-1/2", -1: "0-1", None: "*"}


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game written on a line: its positions, the first one and that after each move; moves;
    and the comment.
    """

    line: tuple[Position, ...]
    moves: tuple[Move, ...]
    note: str


def parse_record(game: Game, text: str) -> GameRecord:
    """Return the game of a line.

    >>> from kitgen.games import make_game
    >>> game = make_game("awari:6x4")
    >>> record = parse_record(game, ": C d ; a game just begun")
    >>> game.text(record.line[-1]), len(record.moves), record.note
    ('5,5,0,5,5,5/5,4,4,0,5,5 S', 2, 'a game just begun')
    """
    written, _, note = text.partition(";")
    board, colon, words = written.partition(":")
    from_start = colon and not board.strip()
    line = [game.start() if from_start else game.parse(board.strip())]
    moves = []
    for word in words.split():
        move = game.parse_move(line[-1], word)
        if move not in game.legal_moves(line[-1]):
            raise NotationError(
                f"move {quoted(word)} is not legal in '{game.text(line[-1])}'; check the "
                "moves before it"
            )
        moves.append(move)
        line.append(game.play(line[-1], move).position)
    return GameRecord(tuple(line), tuple(moves), note.strip())


def write_record(game: Game, start: Position, moves: Sequence[Move]) -> str:
    """Return a game as a line that ``parse_record`` reads.

    >>> from kitgen.games import make_game
    >>> game = make_game("nim:5")
    >>> write_record(game, game.start(), game.legal_moves(game.start())[:1])
    '5 F: 1'
    """
    return f"{game.text(start)}: {' '.join(map(game.move_text, moves))}".rstrip()
