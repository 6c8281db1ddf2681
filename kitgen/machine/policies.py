"""Opponents without boxes: chance, perfect play, scripts, mixtures, and one that looks into the boxes."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import gcd, lcm

from kitgen.errors import KitgenError, UnknownNameError, UsageError
from kitgen.machine.learning import Beads, Update
from kitgen.machine.paper_machine import PaperMachine, Shelf, Table, draw_bead
from kitgen.machine.rng import Stream
from kitgen.model import Game, Move, Position
from kitgen.theory.explore import LIMIT, explore
from kitgen.theory.solve import Solution, solve

#: What each opponent does, in the words of the command line's help.
POLICIES = {
    "random": "any legal move, each as likely",
    "perfect": "any of the moves of best value, however long they take",
    "fastest": "of the moves of best value any of those with the fewest plies to the end",
    "winning-move": "random, but takes an immediate win",
    "adversary": "knows the beads, and makes the move that is worst for the machine",
}

#: Expected results that differ by less are the same: sums of fractions in another order differ by rounding.
NEARLY = 1e-9


@dataclass(frozen=True, slots=True)
class Policy:
    """How an opponent without boxes chooses its moves.

    Attributes:
        text: as the user wrote it.
        parts: names from ``POLICIES`` with whole weights; before each move one of them is drawn.
        script: moves that it makes first, one each turn; a move that is not legal is left out.
    """

    text: str
    parts: tuple[tuple[str, int], ...]
    script: tuple[str, ...] = ()

    @property
    def knows_beads(self) -> bool:
        """True when some choice depends on the machine's beads."""
        return any(name == "adversary" for name, _ in self.parts)

    @property
    def needs_values(self) -> bool:
        """True when some choice depends on the values of positions."""
        return any(name in ("perfect", "fastest") for name, _ in self.parts)


def parse_policy(text: str) -> Policy:
    """Return the opponent that a text says: a name, a mixture of names with weights, or a script.

    Raises:
        UsageError: a name is unknown, a weight is no positive number, or a script is empty.

    >>> parse_policy("random:0.3,perfect:0.7").parts
    (('random', 3), ('perfect', 7))
    >>> parse_policy("script:b1b2,c1b2").script
    ('b1b2', 'c1b2')
    """
    kind, colon, rest = text.partition(":")
    if kind == "script":
        moves = tuple(rest.split(",")) if rest else ()
        if not all(moves) or not moves:
            raise UsageError(f"opponent {text!r} needs moves separated by commas, like 'script:b1b2,c1b2'")
        return Policy(text, (("random", 1),), moves)
    if not colon and "," not in text:
        _known(text)
        return Policy(text, ((text, 1),))
    weights: list[tuple[str, Fraction]] = []
    for part in text.split(","):
        name, _, figure = part.partition(":")
        _known(name)
        try:
            weight = Fraction(figure)
        except (ValueError, ZeroDivisionError):
            weight = Fraction(0)
        if weight <= 0:
            raise UsageError(f"opponent {text!r}: {part!r} needs a weight above 0, as in 'random:0.3,perfect:0.7'")
        weights.append((name, weight))
    scale = lcm(*(weight.denominator for _, weight in weights))
    common = gcd(*(int(weight * scale) for _, weight in weights))
    whole = tuple((name, int(weight * scale) // common) for name, weight in weights)
    if sum(weight for _, weight in whole) >= 1 << 31:
        raise UsageError(f"opponent {text!r}: the weights need a simpler common measure, such as per cent")
    return Policy(text, whole)


def _known(name: str) -> None:
    """Refuse a name that is no opponent's."""
    if name not in POLICIES:
        raise UnknownNameError("opponent", name, [*POLICIES, "script", "machine"])


class Theory:
    """What opponents know of a game: legal moves, values, and how soon each move ends the game.

    Attributes:
        game: the game.
        limit: the largest number of positions, up to symmetry, that may be solved.
    """

    def __init__(self, game: Game, limit: int = LIMIT) -> None:
        self.game = game
        self.limit = limit
        self._choices: dict[tuple[str, Position, int], tuple[Move, ...]] = {}

    @cached_property
    def solution(self) -> Solution:
        """The solved game.

        Raises:
            TooLargeError: it has too many positions.
        """
        return solve(explore(self.game, limit=self.limit))

    def choices(self, name: str, position: Position, lead: int) -> tuple[Move, ...]:
        """Return the moves among which a policy draws, each as likely.

        Args:
            name: a policy that does not depend on beads.
            position: a position that is not over.
            lead: points of the side that began, minus those of the other; matters for ``winning-move`` only.
        """
        key = (name, position, lead if self.game.scoring and name == "winning-move" else 0)
        found = self._choices.get(key)
        if found is None:
            legal = self.game.legal_moves(position)
            found = self._choices[key] = _CHOOSERS[name](self, position, lead, legal)
        return found

    def worth(self, position: Position, move: Move) -> tuple[int, int]:
        """Return the value of a move to its side, and the plies to the end with it (0 in games of points)."""
        step = self.game.play(position, move)
        node = self.solution.graph.find(step.position)
        if node is None:
            raise KitgenError(f"position {self.game.text(position)!r} cannot be reached; its value is not known")
        plies = self.solution.plies[node]
        return step.gain - self.solution.values[node], 0 if plies is None else plies + 1


def _random(theory: Theory, position: Position, lead: int, legal: tuple[Move, ...]) -> tuple[Move, ...]:
    """Return all moves."""
    del theory, position, lead
    return legal


def _perfect(theory: Theory, position: Position, lead: int, legal: tuple[Move, ...]) -> tuple[Move, ...]:
    """Return the moves of best value."""
    del lead
    values = [theory.worth(position, move)[0] for move in legal]
    return tuple(move for move, value in zip(legal, values, strict=True) if value == max(values))


def _fastest(theory: Theory, position: Position, lead: int, legal: tuple[Move, ...]) -> tuple[Move, ...]:
    """Return the moves of best value that end the game soonest."""
    best = _perfect(theory, position, lead, legal)
    plies = [theory.worth(position, move)[1] for move in best]
    return tuple(move for move, count in zip(best, plies, strict=True) if count == min(plies))


def _winning_move(theory: Theory, position: Position, lead: int, legal: tuple[Move, ...]) -> tuple[Move, ...]:
    """Return the moves that win at once, or all moves when none does."""
    own_lead = lead if position.to_move == 0 else -lead
    winning = []
    for move in legal:
        step = theory.game.play(position, move)
        result = theory.game.result(step.position)
        if result is not None and own_lead + step.gain - result > 0:
            winning.append(move)
    return tuple(winning) or legal


_CHOOSERS = {"random": _random, "perfect": _perfect, "fastest": _fastest, "winning-move": _winning_move}


class Opponent:
    """A player without boxes.

    Attributes:
        policy: how it chooses.
        theory: what it knows of the game.
        machine: the machine whose beads it knows, for an adversary.
    """

    def __init__(self, policy: Policy, theory: Theory, machine: PaperMachine | None = None) -> None:
        self.policy = policy
        self.theory = theory
        self.machine = machine
        self._weights = tuple(weight for _, weight in policy.parts)
        self._expected: dict[tuple[Position, int], float] = {}
        check_policy(policy, theory.game)

    def move(self, table: Table, stream: Stream) -> Move:
        """Return the script's move when it is legal; otherwise draw a policy, then one of its moves."""
        position = table.position
        turn = len(table.moves) // 2
        if turn < len(self.policy.script):
            move = self.theory.game.parse_move(position, self.policy.script[turn])
            if move in self.theory.game.legal_moves(position):
                return move
        name = self.policy.parts[draw_bead(self._weights, stream)][0]
        if name == "adversary":
            choices = self._worst(position, table.lead)
        else:
            choices = self.theory.choices(name, position, table.lead)
        return choices[stream.below(len(choices))]

    def finish(self, outcome: int) -> Sequence[Update]:
        """Forget what the beads were worth; there is nothing to learn."""
        del outcome
        self._expected.clear()
        return ()

    def gives_up_in_draw(self) -> bool:
        """Return False: it never resigns."""
        return False

    def _worst(self, position: Position, lead: int) -> tuple[Move, ...]:
        """Return the moves after which the machine has least to hope for in this game."""
        assert self.machine is not None  # noqa: S101 - whoever seats an adversary shows it the machine
        hopes = Hopes(self.machine.shelf, self.machine.beads, 1 - position.to_move, self._expected)
        return hopes.worst(position, lead)


class Hopes:
    """What a machine can expect of the game at hand when its opponent knows the beads and does its worst.

    Args:
        shelf: the machine's boxes.
        beads: its beads.
        side: the side that it plays.
        known: results found so far with these beads; more are added.
    """

    def __init__(
        self, shelf: Shelf, beads: Beads, side: int, known: dict[tuple[Position, int], float] | None = None
    ) -> None:
        self.shelf = shelf
        self.game = shelf.kit.game
        self.beads = beads
        self.side = side
        self._known = {} if known is None else known

    def expected(self, position: Position, lead: int) -> float:
        """Return the chance to win minus the chance to lose, for the machine."""
        key = (position, lead)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._expect(position, lead)
        return found

    def worst(self, position: Position, lead: int) -> tuple[Move, ...]:
        """Return the opponent's moves with the least expected result for the machine."""
        legal = self.game.legal_moves(position)
        after = [self._after(position, lead, move) for move in legal]
        return tuple(move for move, value in zip(legal, after, strict=True) if value < min(after) + NEARLY)

    def _after(self, position: Position, lead: int, move: Move) -> float:
        step = self.game.play(position, move)
        return self.expected(step.position, lead + (step.gain if position.to_move == 0 else -step.gain))

    def _expect(self, position: Position, lead: int) -> float:
        result = self.game.result(position)
        if result is not None:
            total = lead + (result if position.to_move == 0 else -result)
            sign = (total > 0) - (total < 0)
            return float(sign if self.side == 0 else -sign)
        if position.to_move != self.side:
            return min(self._after(position, lead, move) for move in self.game.legal_moves(position))
        opening = self.shelf.find(position)
        if opening.box is None:
            return self._after(position, lead, opening.moves[0])
        box = self.beads[opening.box]
        if not any(box):
            if self.shelf.kit.rule.empty != "refill":
                return 0.0 if self.shelf.kit.rule.empty == "draw" else -1.0
            box = [slot.beads for slot in self.shelf.kit.boxes[opening.box].slots]
        hope = 0.0
        for beads, move in zip(box, opening.moves, strict=True):
            if beads:
                hope += beads * self._after(position, lead, move)
        return hope / sum(box)


def check_policy(policy: Policy, game: Game) -> None:
    """Refuse an opponent that cannot play a game.

    Raises:
        UsageError: a move of its script is never legal there, or an adversary would have to look for ever.
    """
    if policy.knows_beads and game.repetition is not None:
        raise UsageError(
            f"opponent {policy.text!r} looks ahead to the end of the game, but in {game.spec} positions recur; "
            "choose another opponent"
        )
    for move in policy.script:
        game.parse_move(game.start(), move)
