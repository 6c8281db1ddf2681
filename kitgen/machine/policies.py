"""How players without boxes come to a move: one opponent, a mixture of several, or a script; and one at the table."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm

from kitgen.errors import TooLargeError, UnknownNameError, UsageError, quoted
from kitgen.machine.foresight import expect, make_outlook
from kitgen.machine.game_graph import list_situations
from kitgen.machine.learning import Update
from kitgen.machine.looking_ahead import looks_ahead, opponent_named
from kitgen.machine.opponents import OPPONENTS, Needs, Seen
from kitgen.machine.paper_machine import PaperMachine, Shelf, Table, pick_bead
from kitgen.machine.rng import Rng
from kitgen.model import Game, Move, Position
from kitgen.search.plan import ALGORITHMS
from kitgen.theory.oracle import Oracle
from kitgen.theory.value import Value


@dataclass(frozen=True, slots=True)
class Policy:
    """How a player without boxes chooses its moves.

    Attributes:
        text: as the user wrote it.
        parts: names of opponents with whole weights; before each move one of them is picked.
        script: moves that it makes first, one each turn; a move that is not legal is left out.
    """

    text: str
    parts: tuple[tuple[str, int], ...]
    script: tuple[str, ...] = ()

    @property
    def needs(self) -> Needs:
        """What its opponents need to know, all together."""
        needs = Needs.NOTHING
        for name, _ in self.parts:
            needs |= opponent_named(name).needs
        return needs


def parse_policy(text: str) -> Policy:
    """Return the opponent that a text says: a name, a mixture of names with weights, a script, or a plan to look ahead.

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
            raise UsageError(f"opponent {quoted(text)} needs moves separated by commas, like 'script:b1b2,c1b2'")
        return Policy(text, (("random", 1),), moves)
    if looks_ahead(text):
        opponent_named(text)
        return Policy(text, ((text, 1),))
    if not colon and "," not in text:
        _known(text)
        return Policy(text, ((text, 1),))
    weights: list[tuple[str, Fraction]] = []
    for part in text.split(","):
        name, _, figure = part.partition(":")
        _known(name)
        weight = _weight(figure)
        if weight <= 0:
            raise UsageError(
                f"opponent {quoted(text)}: {quoted(part)} needs a weight above 0, as in 'random:0.3,perfect:0.7'"
            )
        weights.append((name, weight))
    scale = lcm(*(weight.denominator for _, weight in weights))
    common = gcd(*(int(weight * scale) for _, weight in weights))
    whole = tuple((name, int(weight * scale) // common) for name, weight in weights)
    if sum(weight for _, weight in whole) >= 1 << 31:
        raise UsageError(f"opponent {quoted(text)}: the weights need a simpler common measure, such as per cent")
    return Policy(text, whole)


def _weight(figure: str) -> Fraction:
    """Return a weight such as ``0.3``, ``2/3`` or ``3e-4``, 0 for anything else; no exponent may fill the memory."""
    if re.fullmatch(r"[0-9]{0,9}(\.[0-9]{0,9})?(e-?[0-9])?|[0-9]{1,9}/[0-9]{1,9}", figure) is None:
        return Fraction(0)
    try:
        return Fraction(figure)
    except (ValueError, ZeroDivisionError):
        return Fraction(0)


def _known(name: str) -> None:
    """Refuse a name that is no opponent's."""
    if name not in OPPONENTS:
        raise UnknownNameError("opponent", name, [*OPPONENTS, *ALGORITHMS, "script", "machine"])


def check_policy(policy: Policy, game: Game) -> None:
    """Refuse a policy that cannot play a game.

    Raises:
        UsageError: a move of its script is never legal there, or it would have to look ahead for ever.
    """
    if policy.needs & Needs.BEADS and game.repetition is not None:
        raise UsageError(
            f"opponent {quoted(policy.text)} looks ahead to the end of the game, but in {game.spec} positions recur; "
            "choose another opponent"
        )
    for move in policy.script:
        game.parse_move(game.start(), move)


class Adviser:
    """Tells which moves opponents choose among, and remembers it.

    Attributes:
        oracle: what positions of the game are worth, for opponents that need it.
    """

    def __init__(self, oracle: Oracle) -> None:
        self.oracle = oracle
        self._found: dict[tuple[str, Position, int], tuple[Move, ...]] = {}
        self._heeds_lead: dict[str, bool] = {}

    def choices(self, name: str, position: Position, lead: int) -> tuple[Move, ...]:
        """Return the moves among which an opponent picks, each as likely.

        Args:
            name: an opponent that does not need to know the beads.
            position: a position that is not over.
            lead: points of the side that began, minus those of the other.

        >>> from kitgen.games import make_game
        >>> game = make_game("hexapawn")
        >>> moves = Adviser(Oracle(game)).choices("winning-move", game.parse("b.b/.w./..w w"), 0)
        >>> [game.move_text(move) for move in moves]
        ['b2a3', 'b2b3', 'b2c3']
        """
        heeds = self._heeds_lead.get(name)
        if heeds is None:
            heeds = self.oracle.game.scoring and bool(opponent_named(name).needs & Needs.LEADS)
            self._heeds_lead[name] = heeds
        key = (name, position, lead if heeds else 0)
        found = self._found.get(key)
        if found is None:
            game = self.oracle.game
            own = lead if position.to_move == 0 else -lead

            def worth(move: Move) -> Value:
                return self.worth(position, move)

            seen = Seen(game, position, game.legal_moves(position), own, worth, ())
            found = self._found[key] = tuple(opponent_named(name).choices(seen))
        return found

    def worth(self, position: Position, move: Move) -> Value:
        """Return what a move is worth, from the whole game solved.

        Raises:
            TooLargeError: the game is too large to be solved.
        """
        self.oracle.solution  # noqa: B018 - refuses a game that is too large before any part of it is searched
        value = self.oracle.worth_of(position, move)
        if value is None:
            raise TooLargeError(
                f"the value of position {quoted(self.oracle.game.text(position))} is too much to find out"
            )
        return value


class Foresight:
    """What a machine can hope for in every situation of its games; many machines with the same boxes may share it.

    Args:
        shelf: the machine's boxes.
        side: the side that it plays.
    """

    def __init__(self, shelf: Shelf, side: int) -> None:
        shelves = [shelf if number == side else None for number in (0, 1)]
        self.graph = list_situations(shelf.kit.game, shelves, with_leads=True)
        self._outlook = make_outlook(self.graph, shelf.kit, shelf.schedule, side)
        self._indices = {key: i for i, key in enumerate(zip(self.graph.positions, self.graph.leads, strict=True))}

    def hopes(self, beads: Sequence[Sequence[int]]) -> list[float]:
        """Return for each situation what a machine with these beads can expect against the worst opponent."""
        found = [0.0] * len(self.graph.positions)
        expect(self._outlook, [count for box in beads for count in box], [sum(box) for box in beads], found)
        return found

    def after(self, position: Position, lead: int) -> dict[Move, int]:
        """Return the opponent's moves in a position, each with the situation that it leads to."""
        branches = self.graph.branches[self._indices[position, lead if self.graph.game.scoring else 0]]
        return {branch.move: branch.child for branch in branches}


class PolicyPlayer:
    """A player without boxes at the table.

    Attributes:
        policy: how it chooses.
        adviser: tells it among which moves.
        machine: the machine that sits opposite; needed where the policy needs to know its beads.
        foresight: what this machine can hope for; found out when None.
    """

    def __init__(
        self,
        policy: Policy,
        adviser: Adviser,
        machine: PaperMachine | None = None,
        foresight: Foresight | None = None,
    ) -> None:
        self.policy = policy
        self.adviser = adviser
        self.machine = machine
        self._foresight = foresight
        self._weights = tuple(weight for _, weight in policy.parts)
        self._parts = tuple((name, bool(opponent_named(name).needs & Needs.BEADS)) for name, _ in policy.parts)
        self._hopes: list[float] | None = None
        check_policy(policy, adviser.oracle.game)
        if policy.needs & Needs.BEADS and machine is None:
            raise UsageError(f"opponent {quoted(policy.text)} needs beads to know")

    def move(self, table: Table, rng: Rng) -> Move:
        """Return the script's move when it is legal; otherwise pick an opponent, then one of its moves."""
        position = table.position
        turn = len(table.moves) // 2
        if turn < len(self.policy.script):
            move = table.game.parse_move(position, self.policy.script[turn])
            if move in table.game.legal_moves(position):
                return move
        name, knows_beads = self._parts[pick_bead(self._weights, rng)]
        if knows_beads:
            choices = self._look_into_boxes(name, table)
        else:
            choices = self.adviser.choices(name, position, table.lead)
        return choices[rng.below(len(choices))]

    def finish(self, outcome: int) -> Sequence[Update]:
        """Forget what the beads were worth; there is nothing to learn."""
        del outcome
        self._hopes = None
        return ()

    def gives_up_in_draw(self) -> bool:
        """Return False: it never resigns."""
        return False

    def _look_into_boxes(self, name: str, table: Table) -> Sequence[Move]:
        """Return the moves among which an opponent picks that knows what the machine can hope for in this game."""
        machine, side = self.machine, 1 - table.position.to_move
        if machine is None:
            raise UsageError(f"opponent {quoted(name)} needs beads to know")
        if self._foresight is None:
            self._foresight = Foresight(machine.shelf, side)
        if self._hopes is None:
            self._hopes = self._foresight.hopes(machine.beads)
        position, after = table.position, self._foresight.after(table.position, table.lead)

        def worth(move: Move) -> Value:
            return self.adviser.worth(position, move)

        own = table.lead if position.to_move == 0 else -table.lead
        hopes = [self._hopes[child] for child in after.values()]
        return opponent_named(name).choices(Seen(table.game, position, tuple(after), own, worth, hopes))
