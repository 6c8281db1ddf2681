"""What is true of any position of a game, reachable or not: is it over, who wins, what each move leads to."""

from dataclasses import dataclass

from kitgen.model import Move, Position
from kitgen.theory.oracle import Oracle
from kitgen.theory.value import Value


@dataclass(frozen=True, slots=True)
class Judgement:
    """What is true of one position.

    Attributes:
        position: the position.
        reachable: whether it occurs in a game from the start; None when the game is too large to tell.
        over: True when the game is over there.
        winner: the number of the side that has won; None when nobody has, or where points decide.
        worth: what it is worth to the side to move; None when the game is too large to tell.
        moves: each legal move with what it is worth to the side that makes it.
    """

    position: Position
    reachable: bool | None
    over: bool
    winner: int | None
    worth: Value | None
    moves: tuple[tuple[Move, Value | None], ...]


def judge(oracle: Oracle, position: Position) -> Judgement:
    """Return what is true of a position.

    >>> from kitgen.games import make_game
    >>> game = make_game("hexapawn")
    >>> judge(Oracle(game), game.parse("..b/w.b/w.. b")).reachable
    False
    """
    game = oracle.game
    reachable = oracle.reached(position)
    result = game.result(position)
    winner = None
    if result and not game.scoring:
        winner = position.to_move if result > 0 else 1 - position.to_move
    moves = () if result is not None else game.legal_moves(position)
    values = tuple((move, oracle.worth_of(position, move)) for move in moves)
    return Judgement(position, reachable, result is not None, winner, oracle.worth(position), values)
