"""Games written in a line: a position, a colon, and the moves that were made from there.

``4,4,4,4,4,4/4,4,4,4,4,4 S: C d F`` is the start of Awari with three moves; without a position, ``: C d F``, it is the
same. A position alone, without a colon, is a game without moves. Moves are written as the game writes them. What stands
behind a semicolon is for people.
"""

from collections.abc import Sequence

from kitgen.errors import NotationError, quoted
from kitgen.model import Game, Move, Position


def read_record(game: Game, text: str) -> list[Position]:
    """Return the positions of a game that is written in a line, the present one last.

    Raises:
        NotationError: the position or a move is none, or a move is not legal.

    >>> from kitgen.games import make_game
    >>> game = make_game("awari:6x4")
    >>> [game.text(position) for position in read_record(game, ": C d ; a game just begun")][-1]
    '5,5,0,5,5,5/5,4,4,0,5,5 S'
    """
    board, colon, moves = text.partition(";")[0].partition(":")
    line = [game.parse(board.strip()) if board.strip() or not colon else game.start()]
    for word in moves.split():
        move = game.parse_move(line[-1], word)
        if move not in game.legal_moves(line[-1]):
            raise NotationError(
                f"move {quoted(word)} is not legal in '{game.text(line[-1])}'; look at the moves before it"
            )
        line.append(game.play(line[-1], move).position)
    return line


def write_record(game: Game, start: Position, moves: Sequence[Move]) -> str:
    """Return a game as a line that ``read_record`` reads.

    >>> from kitgen.games import make_game
    >>> game = make_game("nim:5")
    >>> write_record(game, game.start(), game.legal_moves(game.start())[:1])
    '5 F: 1'
    """
    return f"{game.text(start)}: {' '.join(map(game.move_text, moves))}".rstrip()
