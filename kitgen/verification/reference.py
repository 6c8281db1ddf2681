"""What the rules alone give: a machine's decisions and the worth of positions, without the code
that builds kits.

Positions are walked ply by ply and only then grouped by symmetry, and their worth is found by
looking ahead, or where they recur by ``settle``, without any grouping, so that no mistake in
symmetries or turns can hide.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from functools import cached_property, partial
from graphlib import CycleError, TopologicalSorter
from itertools import count, groupby
from operator import attrgetter
from typing import TypeVar

from kitgen.errors import TooLargeError
from kitgen.kit.kit import Box, Kit
from kitgen.model import Game, Move, Position, Step
from kitgen.theory.solve import Value

K = TypeVar("K", bound=Hashable)
#: Plain Python walks through about this many positions in a few seconds.
LIMIT = 300_000


class Reference:
    """The decisions of a kit's machine, if it plays its fixed moves and its opponent is the one
    that it is made for.

    Attributes:
        reached: how many positions a game can reach; mirror images count separately.
        turns: for each decision, by the least image of its position, the machine's turns on which
            it is met in the whole game, in order; only the first where positions recur.

    >>> from kitgen.kit.build import build_kit
    >>> reference = Reference(build_kit("her"))
    >>> len(reference.turns), reference.reached
    (19, 135)
    """

    def __init__(self, kit: Kit) -> None:
        """Walk the game; raise ``TooLargeError`` if it has more than ``LIMIT`` positions."""
        self.kit = kit
        self.game = kit.game
        self._least: dict[Position, Position] = {}
        # A position without a box has one slot, for the move that the machine always makes there.
        self._always = {box.position: set(box.slots[0].moves) for box in kit.always}
        some_moves_never_occur = bool(self._always) or kit.choices.expect != "any"
        reached: set[Position] = set()
        turns: defaultdict[Position, set[int]] = defaultdict(set)
        own = set[Position]()
        for player in kit.players:
            plies = self._whole
            if some_moves_never_occur:
                plies = walk(kit.game, LIMIT, partial(self._followed, player))
            reached |= plies.keys()
            decided = (at for at in plies if at.to_move == player and self.why_not(at) is None)
            own |= {self.least(position) for position in decided}
            # Boxes say on which turns they are met in the whole game, whatever an opponent does.
            for position, met in self._whole.items():
                if position.to_move == player:
                    turns[self.least(position)].update(ply // 2 + 1 for ply in met)
        self.reached = len(reached)
        self.turns: Mapping[Position, tuple[int, ...]] = {
            least: tuple(sorted(turns[least])) for least in own
        }

    def _followed(self, player: int, position: Position) -> Collection[Move]:
        """Return the moves that can occur in a position when the machine plays a side."""
        if position.to_move != player:
            return replies(self.kit, position)
        moves = self.game.legal_moves(position)
        if not self._always:
            return moves
        on_box = self._on_box(position)
        for symmetry in self.game.symmetries:
            always = self._always.get(symmetry.position(on_box))
            if always is not None:
                return [move for move in moves if symmetry.move(move) in always]
        return moves

    def _on_box(self, position: Position) -> Position:
        """Return a position as its box shows it: with the first side to move, if the machine plays
        either side.
        """
        if len(self.kit.players) == 1:
            return position
        return Position(position.cells, 0)

    def least(self, position: Position) -> Position:
        """Return the least image of a position; for a machine on either side, whoever is to
        move.
        """
        if position not in self._least:
            self._least[position] = least_image(self.game, self._on_box(position))
        return self._least[position]

    def why_not(self, position: Position) -> str | None:
        """Return why a position, reachable or not, is no decision of the machine; None when it
        may be one.
        """
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
        return walk(self.game, LIMIT)

    @cached_property
    def _before(self) -> Mapping[Position, Mapping[Position, set[Move]]]:
        """For the least image of each position of the machine, the positions it stands for, with
        the moves to them.
        """
        before = defaultdict[Position, defaultdict[Position, set[Move]]](lambda: defaultdict(set))
        for position in self._whole:
            side_after = 1 - position.to_move
            if side_after not in self.kit.players:
                continue
            for move in self.game.legal_moves(position):
                child = self.game.play(position, move).position
                before[self.least(child)][child].add(move)
        return before

    def arrivals(self, box: Box) -> frozenset[Move]:
        """Return the moves of the opponent that lead to a box as it is drawn."""
        arrivals = set[Move]()
        for child, moves in self._before.get(self.least(box.position), {}).items():
            for symmetry in self.game.symmetries:
                if symmetry.position(child).cells == box.position.cells:
                    arrivals |= {symmetry.move(move) for move in moves}
        return frozenset(arrivals)

    @cached_property
    def draws(self) -> bool:
        """Whether some game ends without a winner."""
        game = self.game
        if game.scoring:
            return True
        endless_is_a_draw = game.repetition is not None and game.repeated(game.start()) == 0
        if endless_is_a_draw:
            return True
        return any(game.result(position) == 0 for position in self._whole)


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
    """Return the opponent's moves: all, or for a sensible one those that win at once, if there
    are any.
    """
    game = kit.game
    moves = game.legal_moves(position)
    if kit.choices.expect == "any":
        return moves
    winning = [move for move in moves if game.result(game.play(position, move).position) == -1]
    return winning or moves


def orbits(game: Game, position: Position) -> frozenset[frozenset[Move]]:
    """Return the legal moves of a position, grouped by the position's own symmetries."""
    own = [symmetry for symmetry in game.symmetries if symmetry.position(position) == position]
    groups = set()
    for move in game.legal_moves(position):
        groups.add(frozenset(symmetry.move(move) for symmetry in own))
    return frozenset(groups)


def least_image(game: Game, position: Position) -> Position:
    """Return the least image of a position, under all symmetries of its game."""
    return min(
        (symmetry.position(position) for symmetry in game.symmetries), key=attrgetter("cells")
    )


def walk(
    game: Game, limit: int, followed: Callable[[Position], Collection[Move]] | None = None
) -> dict[Position, list[int]]:
    """Return every position that a game can reach, with the plies after which it is met; the first
    where they recur.

    All legal moves are ``followed`` by default; ``TooLargeError`` is raised for more positions than
    the limit.

    >>> from kitgen.games import make_game
    >>> len(walk(make_game("hexapawn:2x2"), 100))
    3
    """
    followed = followed or game.legal_moves
    plies: dict[Position, list[int]] = {}
    level = {game.start()}
    ply = 0
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


# The worth of positions.
#
# Where positions recur, endless play brings nothing beyond the points won before. So a side has a
# win of some points only if it can force them in a number of plies; what neither side can force is
# worth 0. This is computed from the most points down, and for each number in rounds, one ply
# farther from the end in each. As points that are won stay won, positions are settled in steps,
# beginning with those after which no more points can be won.
#
# If the rules give endless play to a side, that side has whatever the other cannot force, a draw at
# least, in a number of plies.

#: The steps from each position that is not over.
Steps = Mapping[Position, tuple[Step, ...]]


def settle(game: Game, start: Position, *, limit: int) -> dict[Position, Value]:
    """Return the worth, to the side to move, of a position and of each that can follow it.

    >>> from kitgen.games import make_game
    >>> game = make_game("awari:2x3,rules=research")
    >>> settle(game, game.start(), limit=10_000)[game.start()]
    Value(score=1, plies=None)
    """
    known, steps = _follow(game, start, limit)
    may_win = {}
    for position, following in steps.items():
        may_win[position] = [(step.position, step.gain != 0) for step in following]
    wins_left = most_wins(may_win)
    by_wins_left = sorted(steps, key=wins_left.__getitem__)
    for _, group in groupby(by_wins_left, key=wins_left.__getitem__):
        _settle_group(game, [*group], steps, known)
    if game.scoring:  # the rounds in which points were settled count no plies to the end
        return {position: Value(value.score, None) for position, value in known.items()}
    return known


def _follow(
    game: Game, start: Position, limit: int
) -> tuple[dict[Position, Value], dict[Position, tuple[Step, ...]]]:
    """Return the positions that can follow: finished ones with their values, the others with
    their steps.
    """
    over: dict[Position, Value] = {}
    steps: dict[Position, tuple[Step, ...]] = {}
    waiting = [start]
    while waiting:
        position = waiting.pop()
        if position in over or position in steps:
            continue
        if len(over) + len(steps) >= limit:
            raise TooLargeError(f"{game.called} has more than {limit:,} positions from here on")
        result = game.result(position)
        if result is not None:
            over[position] = Value(result, 0)
        else:
            steps[position] = tuple(
                game.play(position, move) for move in game.legal_moves(position)
            )
            waiting += [step.position for step in steps[position]]
    return over, steps


def most_wins(steps: Mapping[K, Iterable[tuple[K, bool]]]) -> Mapping[K, int]:
    """Return the most moves that win something on the way from each position; steps lead to others,
    and may win.

    >>> most_wins({1: [(2, True), (3, False)], 2: [(3, True)]})[1]
    2
    """
    before: defaultdict[K, list[tuple[K, bool]]] = defaultdict(list)
    for position, following in steps.items():
        for child, wins in following:
            before[child].append((position, wins))
    most = defaultdict[K, int](int)
    waiting = [*before]
    while waiting:
        child = waiting.pop()
        for position, wins in before.get(child, ()):
            wins_from_here = most[child] + (1 if wins else 0)
            if most[position] < wins_from_here:
                most[position] = wins_from_here
                if wins_from_here > len(steps):
                    raise ValueError("points are won again and again without end")
                waiting.append(position)
    return most


def _settle_group(
    game: Game, group: Sequence[Position], steps: Steps, known: dict[Position, Value]
) -> None:
    """Find the values of the positions after which as many more wins are possible, as said above
    (*The worth of positions*); those after which fewer are, and finished games, are known.
    """
    own = set(group)
    outside = [step for position in group for step in steps[position] if step.position not in own]
    highest = max((abs(step.gain - known[step.position].score) for step in outside), default=0)
    remaining = list(group)
    endless: dict[Position, int] = {}
    if game.repetition is not None:
        endless = {position: game.repeated(position) for position in group}
    for points in range(highest, -1, -1):
        for plies in count(1):  # one ply farther from the end each round
            settled = {}
            for position in remaining:
                evades = endless.get(position, 0) > 0
                score = _forced(points, steps[position], known, evades=evades)
                if score is not None:
                    settled[position] = Value(score, plies)
            if not settled:
                break
            known |= settled
            remaining = [position for position in remaining if position not in settled]
    for position in remaining:
        known[position] = Value(endless.get(position, 0), None)


def _forced(
    points: int, steps: Iterable[Step], known: Mapping[Position, Value], *, evades: bool
) -> int | None:
    """Return the score of a position in which a side can force so many points; None if none can.

    With 0 points, nothing more than a draw is left to be forced, and one move to a draw is enough;
    but a side that wins endless play ``evades`` it while a move of unknown worth is left.
    """
    scores = list[int | None]()
    for step in steps:
        value = known.get(step.position)
        scores.append(None if value is None else value.before(step.gain).score)
    if points == 0:
        may_evade = evades and None in scores
        return 0 if 0 in scores and not may_evade else None
    if any(score is not None and score >= points for score in scores):
        return points
    if all(score is not None and score <= -points for score in scores):
        return -points
    return None


class Searcher:
    """Values of positions of one game, found on demand.

    >>> from kitgen.games import make_game
    >>> game = make_game("hexapawn")
    >>> {
    ...     game.move_text(move): value.score
    ...     for move, value in Searcher(game).moves(game.start()).items()
    ... }
    {'a1a2': -1, 'b1b2': -1, 'c1c2': -1}
    """

    def __init__(self, game: Game, *, limit: int = LIMIT) -> None:
        """Set how many unknown positions to search for one question, counting mirror images as
        one.
        """
        self.game = game
        self._limit = limit * len(game.symmetries)
        self._values: dict[Position, Value] = {}

    def worth(self, position: Position) -> Value | None:
        """Return the worth of a position to the side to move; None if it takes too much work to
        find out.
        """
        if position not in self._values:
            try:
                if self.game.repetition is None:
                    self._search(position)
                else:
                    self._values |= settle(self.game, position, limit=self._limit)
            except TooLargeError:
                return None
        return self._values[position]

    def moves(self, position: Position) -> dict[Move, Value | None]:
        """Return the worth of each legal move of a position to the side that makes it."""
        worth: dict[Move, Value | None] = {}
        for move in self.game.legal_moves(position):
            step = self.game.play(position, move)
            after = self.worth(step.position)
            worth[move] = None if after is None else after.before(step.gain)
        return worth

    def _search(self, start: Position) -> None:
        """Find the value of a position, depth first: it waits in ``begun``, with its steps, until
        all that can follow are known.
        """
        limit = len(self._values) + self._limit
        waiting = [start]
        begun: dict[Position, list[Step]] = {}
        while waiting:
            position = waiting[-1]
            if position in self._values:
                waiting.pop()
                continue
            if len(self._values) + len(waiting) > limit:
                raise TooLargeError(
                    f"{self.game.called} has more than {self._limit:,} positions from here on"
                )
            steps = begun.pop(position, None)
            if steps is None:
                result = self.game.result(position)
                if result is not None:
                    self._values[position] = Value(result, None if self.game.scoring else 0)
                    continue
                steps = [self.game.play(position, move) for move in self.game.legal_moves(position)]
            unknown = [step.position for step in steps if step.position not in self._values]
            if unknown:
                begun[position] = steps
                waiting += unknown
                continue
            after = [self._values[step.position].before(step.gain) for step in steps]
            self._values[position] = max(after, key=_preference)


def _preference(value: Value) -> tuple[int, int]:
    """Return the key by which a side chooses: the highest score, by the shortest way, or by the
    longest to a loss.
    """
    plies = value.plies or 0
    return value.score, plies if value.score < 0 else -plies
