"""Games of a list of choices, ply by ply: not at random, so that what is said of them can be held
later.
"""

from collections.abc import Iterator, Sequence

from kitgen.model import Game, Move, Position


def plies(
    game: Game, choices: Sequence[int], most: int
) -> Iterator[tuple[Position, Sequence[Move], Move | None]]:
    """Yield each position with its legal moves and the one that is made: that of the next choice,
    counted round. None is made in the last position, where the game is over or has gone on for
    so many plies.
    """
    position = game.start()
    for ply in range(most):
        moves = game.legal_moves(position)
        if game.result(position) is not None or not moves:
            break
        move = moves[choices[ply % len(choices)] % len(moves)]
        yield position, moves, move
        position = game.play(position, move).position
    yield position, game.legal_moves(position), None
