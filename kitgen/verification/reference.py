"""A machine's decisions as the rules alone give them, found without the code that builds kits.

Positions are walked ply by ply and only then grouped by symmetry, so that no mistake in symmetries or turns can hide.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from functools import cached_property, partial
from graphlib import CycleError, TopologicalSorter
from typing import TypeVar

from kitgen.errors import TooLargeError
from kitgen.kit.kit import Box, Kit
from kitgen.model import Game, Move, Position

K = TypeVar("K", bound=Hashable)
#: Plain Python walks through about this many positions in a few seconds.
LIMIT = 300_000


class Reference:
    """The decisions of a kit's machine, if it plays its fixed moves and its opponent is the one that it is made for.

    Attributes:
        reached: how many positions a game can reach; mirror images count separately.
        turns: for each decision, by the least image of its position, the machine's turns on which it is met in the
            whole game, in order; only the first where positions recur.

    >>> from kitgen.kit.build import build_kit
    >>> reference = Reference(build_kit("her"))
    >>> len(reference.turns), reference.reached
    (19, 135)
    """

    def __init__(self, kit: Kit, *, limit: int = LIMIT) -> None:
        """Walk the game; raise ``TooLargeError`` if it has more positions than the limit."""
        self.kit, self.game, self._limit = kit, kit.game, limit
        self._least: dict[Position, Position] = {}
        self._always = {box.position: set(box.slots[0].moves) for box in kit.always}
        smaller = bool(self._always) or kit.choices.opponent != "any"
        reached: set[Position] = set()
        turns: defaultdict[Position, set[int]] = defaultdict(set)
        own = set[Position]()
        for player in kit.players:
            plies = walk(kit.game, limit, partial(self._followed, player)) if smaller else self._whole
            reached |= plies.keys()
            decided = (at for at in plies if at.to_move == player and self.why_not(at) is None)
            own |= {self.least(position) for position in decided}
            for position, met in self._whole.items():
                if position.to_move == player:
                    turns[self.least(position)].update(ply // 2 + 1 for ply in met)
        self.reached = len(reached)
        self.turns: Mapping[Position, tuple[int, ...]] = {least: tuple(sorted(turns[least])) for least in own}

    def _followed(self, player: int, position: Position) -> Collection[Move]:
        """Return the moves that can occur in a position when the machine plays a side."""
        if position.to_move != player:
            return replies(self.kit, position)
        moves = self.game.legal_moves(position)
        for symmetry in self.game.symmetries if self._always else ():
            always = self._always.get(symmetry.position(Position(position.cells, self._drawn(position))))
            if always is not None:
                return [move for move in moves if symmetry.move(move) in always]
        return moves

    def _drawn(self, position: Position) -> int:
        """Return the side to move on the box of a position; the first on a machine of either side."""
        return 0 if len(self.kit.players) == 2 else position.to_move

    def least(self, position: Position) -> Position:
        """Return the least image of a position; for a machine on either side, whoever is to move."""
        if position not in self._least:
            self._least[position] = least_image(self.game, Position(position.cells, self._drawn(position)))
        return self._least[position]

    def why_not(self, position: Position) -> str | None:
        """Return why a position, reachable or not, is no decision of the machine; None when it may be one."""
        if position.to_move not in self.kit.players:
            return "the other side is to move"
        if self.game.result(position) is not None:
            return "the game is over"
        if not self.game.legal_moves(position):
            return "there is no move"
        if self.kit.choices.forced == "skip" and len(orbits(self.game, position)) == 1:
            return "its only move is forced, and such positions have no box here"
        return None

    @cached_property
    def _whole(self) -> Mapping[Position, list[int]]:
        return walk(self.game, self._limit)

    @cached_property
    def _before(self) -> Mapping[Position, Mapping[Position, set[Move]]]:
        """For the least image of each position of the machine, the positions it stands for, with the moves to them."""
        before = defaultdict[Position, defaultdict[Position, set[Move]]](lambda: defaultdict(set))
        for position in self._whole:
            if 1 - position.to_move in self.kit.players:
                for move in self.game.legal_moves(position):
                    child = self.game.play(position, move).position
                    before[self.least(child)][child].add(move)
        return before

    def arrivals(self, box: Box) -> frozenset[Move]:
        """Return the moves of the opponent that lead to a box as it is drawn."""
        return frozenset(
            symmetry.move(move)
            for child, moves in self._before.get(self.least(box.position), {}).items()
            for symmetry in self.game.symmetries
            if symmetry.position(child).cells == box.position.cells
            for move in moves
        )

    @cached_property
    def draws(self) -> bool:
        """Whether some game ends without a winner."""
        repeats = self.game.repetition is not None and not self.game.repeated(self.game.start())
        return self.game.scoring or repeats or any(self.game.result(position) == 0 for position in self._whole)


def recurs(after: Mapping[K, Iterable[K]]) -> bool:
    """Return whether some position can recur, given the positions that can follow each.

    >>> recurs({1: [2], 2: [3]}), recurs({1: [2], 2: [1]})
    (False, True)
    """
    try:
        TopologicalSorter(after).prepare()
    except CycleError:
        return True
    return False


def replies(kit: Kit, position: Position) -> Collection[Move]:
    """Return the opponent's moves: all, or for a sensible one those that win at once, if there are any."""
    game, moves = kit.game, kit.game.legal_moves(position)
    if kit.choices.opponent == "any":
        return moves
    return [move for move in moves if game.result(game.play(position, move).position) == -1] or moves


def orbits(game: Game, position: Position) -> frozenset[frozenset[Move]]:
    """Return the legal moves of a position, grouped by the position's own symmetries."""
    own = [symmetry for symmetry in game.symmetries if symmetry.position(position) == position]
    return frozenset(frozenset(symmetry.move(move) for symmetry in own) for move in game.legal_moves(position))


def least_image(game: Game, position: Position) -> Position:
    """Return the least image of a position, under all symmetries of its game."""
    return min(symmetry.position(position) for symmetry in game.symmetries)


def walk(
    game: Game, limit: int, followed: Callable[[Position], Collection[Move]] | None = None
) -> dict[Position, list[int]]:
    """Return every position that a game can reach, with the plies after which it is met; the first where they recur.

    All legal moves are ``followed`` by default; ``TooLargeError`` is raised for more positions than the limit.

    >>> from kitgen.games import make_game
    >>> len(walk(make_game("hexapawn:2x2"), 100))
    3
    """
    followed = followed or game.legal_moves
    plies: dict[Position, list[int]] = {}
    level, ply = {game.start()}, 0
    while level:
        following = set()
        for position in level:
            plies.setdefault(position, []).append(ply)
            for move in followed(position):
                child = game.play(position, move).position
                if game.repetition is None or child not in plies:
                    following.add(child)
        if len(plies) > limit:
            raise TooLargeError(f"{game.called} has more than {limit:,} positions")
        level = following if game.repetition is None else following - plies.keys()
        ply += 1
    return plies
