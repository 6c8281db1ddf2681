"""What the rules alone say about a machine's decisions, found without the code that builds kits.

Positions are walked one by one, ply by ply, and only then gathered by symmetry; so that a mistake in the canonical
form, in the orbits of moves or in the counting of turns does not hide itself.
"""

from collections.abc import Collection
from dataclasses import dataclass

from kitgen.errors import TooLargeError
from kitgen.kit.kit import Kit
from kitgen.model import Game, Move, Position
from kitgen.theory.explore import LIMIT


@dataclass(frozen=True, slots=True)
class Decision:
    """One position, up to symmetry, in which the machine has to move.

    Attributes:
        position: the least of its images.
        turns: the machine's turns on which it is met; only the first where positions recur.
    """

    position: Position
    turns: tuple[int, ...]


class Truth:
    """The decisions of a kit's machine, as the rules say.

    Attributes:
        kit: the kit whose machine it is.
        game: its game.
        reached: how many positions, mirror images apart, a game can come to.
        decisions: from the least image of a position to its decision.
    """

    def __init__(self, kit: Kit, *, limit: int = LIMIT) -> None:
        """Walk the game.

        Raises:
            TooLargeError: there are more positions than the limit.
        """
        self.kit = kit
        self.game = kit.game
        plies = walk(kit.game, limit)
        self.reached = len(plies)
        turns: dict[Position, set[int]] = {}
        for position, met in plies.items():
            if self.why_not(position) is None:
                turns.setdefault(self.least(position), set()).update(ply // 2 + 1 for ply in met)
        self.decisions = {position: Decision(position, tuple(sorted(found))) for position, found in turns.items()}

    def least(self, position: Position) -> Position:
        """Return the least image of a position; for a machine on either side, whoever is to move."""
        to_move = 0 if len(self.kit.players) == 2 else position.to_move
        return min(s.position(Position(position.cells, to_move)) for s in self.game.symmetries)

    def why_not(self, position: Position) -> str | None:
        """Return why a position, reachable or not, is no decision of the machine; None when it may be one."""
        if position.to_move not in self.kit.players:
            return "the other side is to move"
        if self.game.result(position) is not None:
            return "the game is over"
        moves = self.game.legal_moves(position)
        if not moves:
            return "there is no move"
        if self.kit.choices.forced == "skip" and len(self.orbits(position, moves)) == 1:
            return "its only move is forced, and such positions have no box here"
        return None

    def orbits(self, position: Position, moves: Collection[Move]) -> frozenset[frozenset[Move]]:
        """Return the moves in groups that the position's own symmetries exchange."""
        own = [s for s in self.game.symmetries if s.position(position) == position]
        return frozenset(frozenset(s.move(move) for s in own) for move in moves)


def walk(game: Game, limit: int) -> dict[Position, list[int]]:
    """Return every position that a game can come to with the plies after which it can be met.

    Where positions recur, only the first of these plies is given.

    Raises:
        TooLargeError: there are more positions than the limit.

    >>> from kitgen.games import make_game
    >>> len(walk(make_game("hexapawn:2x2"), 100))
    3
    """
    plies: dict[Position, list[int]] = {}
    level, ply = {game.start()}, 0
    while level:
        following = set()
        for position in level:
            plies.setdefault(position, []).append(ply)
            for move in game.legal_moves(position):
                child = game.play(position, move).position
                if game.repetition is None or child not in plies:
                    following.add(child)
        if len(plies) > limit:
            raise TooLargeError(f"{game.spec} has more than {limit:,} positions")
        level = following if game.repetition is None else following - plies.keys()
        ply += 1
    return plies
