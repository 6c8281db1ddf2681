"""Games written in a line: a position, a colon, and the moves that were made from there.

``4,4,4,4,4,4/4,4,4,4,4,4 S: C d F`` is the start of Awari with three moves; without a position, ``: C d F``, it is the
same. A position alone, without a colon, is a game without moves. Moves are written as the game writes them. What stands
behind a semicolon is for people.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from kitgen.errors import NotationError, quoted
from kitgen.model import Game, Move, Position

#: How a written game says that it ended for the side that began; one that goes on has a star, as in chess.
RESULTS = {1: "1-0", 0: "1/2-1/2", -1: "0-1", None: "*"}


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game that was written in a line.

    Attributes:
        line: its positions, the first one and that after each move.
        moves: its moves.
        note: what stands behind the semicolon, for people.
    """

    line: tuple[Position, ...]
    moves: tuple[Move, ...]
    note: str


def parse_record(game: Game, text: str) -> GameRecord:
    """Return the game that a line says.

    Raises:
        NotationError: the position or a move is none, or a move is not legal.

    >>> from kitgen.games import make_game
    >>> record = parse_record(make_game("nim:5"), ": 1 2 ; a game just begun")
    >>> len(record.moves), record.note
    (2, 'a game just begun')
    """
    written, _, note = text.partition(";")
    board, colon, words = written.partition(":")
    line, moves = [game.parse(board.strip()) if board.strip() or not colon else game.start()], []
    for word in words.split():
        move = game.parse_move(line[-1], word)
        if move not in game.legal_moves(line[-1]):
            raise NotationError(
                f"move {quoted(word)} is not legal in '{game.text(line[-1])}'; look at the moves before it"
            )
        moves.append(move)
        line.append(game.play(line[-1], move).position)
    return GameRecord(tuple(line), tuple(moves), note.strip())


def read_record(game: Game, text: str) -> list[Position]:
    """Return the positions of a game that is written in a line, the present one last.

    Raises:
        NotationError: the position or a move is none, or a move is not legal.

    >>> from kitgen.games import make_game
    >>> game = make_game("awari:6x4")
    >>> [game.text(position) for position in read_record(game, ": C d ; a game just begun")][-1]
    '5,5,0,5,5,5/5,4,4,0,5,5 S'
    """
    return list(parse_record(game, text).line)


def write_record(game: Game, start: Position, moves: Sequence[Move]) -> str:
    """Return a game as a line that ``read_record`` reads.

    >>> from kitgen.games import make_game
    >>> game = make_game("nim:5")
    >>> write_record(game, game.start(), game.legal_moves(game.start())[:1])
    '5 F: 1'
    """
    return f"{game.text(start)}: {' '.join(map(game.move_text, moves))}".rstrip()
