"""Matches of a machine with its opponent, and all opponents without boxes."""

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Flag, auto
from fractions import Fraction
from functools import cache, partial, reduce
from math import gcd, lcm
from operator import or_
from typing import TYPE_CHECKING, NamedTuple

from kitgen.errors import TooLargeError, UnknownNameError, UsageError, quoted
from kitgen.kit.build import build_kit
from kitgen.kit.choices import Wish
from kitgen.kit.kit import Kit
from kitgen.kit.rule import check_rule
from kitgen.machine.learning import Update, with_rule
from kitgen.machine.paper_machine import (
    OwnOpponent,
    OwnRule,
    PaperMachine,
    Player,
    PositionLearner,
    Shelf,
    Table,
    pick_bead,
)
from kitgen.model import Game, Move, Position, Rng
from kitgen.theory.oracle import Oracle
from kitgen.theory.solve import Value, endless_score, plies_to_the_end

if TYPE_CHECKING:
    from kitgen.machine.game_graph import Foresight
    from kitgen.tree_search.scouts import SearchPlayer

# Opponents without boxes: each says its name, what it needs to know, and among which moves it
# chooses.
#
# To add one, write a function here and enter it in ``OPPONENTS``, from which the command line,
# mixtures, the paper machine, the kernel's tables and exact answers take it.

#: Expected results closer than this are equal: sums of fractions in another order differ by
#: rounding.
NEARLY = 1e-9


class Needs(Flag):
    """What an opponent must know besides the position: values of moves, the points won so far,
    the machine's beads.
    """

    NOTHING = 0
    VALUES = auto()
    LEADS = auto()
    BEADS = auto()


class Seen(NamedTuple):
    """What an opponent sees when it must move.

    Attributes:
        position: the game is not over.
        legal: the moves among which it can choose.
        lead: its own points minus the machine's.
        worth: returns the value of a move for it; for opponents that need ``VALUES``.
        hopes: the machine's expected result after each move; empty for opponents that do not need
            ``BEADS``.
    """

    game: Game
    position: Position
    legal: tuple[Move, ...]
    lead: int
    worth: Callable[[Move], Value]
    hopes: Sequence[float]


class Opponent(NamedTuple):
    """An opponent: its help on the command line, the moves among which it picks with equal
    chances, and its needs.
    """

    help: str
    choices: Callable[[Seen], Sequence[Move]]
    needs: Needs = Needs.NOTHING


def any_move(seen: Seen) -> Sequence[Move]:
    """Return all moves."""
    return seen.legal


def best_moves(seen: Seen) -> Sequence[Move]:
    """Return the moves of best value.

    Where endless play would be worth less, a move of best value can lead round in circles, so these
    are the fastest.
    """
    scores = [seen.worth(move).score for move in seen.legal]
    best = [move for move, score in zip(seen.legal, scores, strict=True) if score == max(scores)]
    recurs = seen.game.repetition is not None and not seen.game.scoring
    if recurs and max(scores) > endless_score(seen.game, seen.position.to_move):
        return _soonest(seen, best)
    return best


def fastest_moves(seen: Seen) -> Sequence[Move]:
    """Return the moves of best value that end the game soonest."""
    return _soonest(seen, best_moves(seen))


def _soonest(seen: Seen, moves: Sequence[Move]) -> Sequence[Move]:
    """Return the moves after which the game ends in the fewest plies: all of them if it never
    ends.
    """
    plies = [plies_to_the_end(seen.worth(move)) for move in moves]
    return [move for move, number in zip(moves, plies, strict=True) if number == min(plies)]


def winning_moves(seen: Seen) -> Sequence[Move]:
    """Return the moves that win at once, or all moves when none does."""
    winning = []
    for move in seen.legal:
        step = seen.game.play(seen.position, move)
        result = seen.game.result(step.position)
        if result is not None and seen.lead + step.gain - result > 0:
            winning.append(move)
    return winning or seen.legal


def worst_moves(seen: Seen) -> Sequence[Move]:
    """Return the moves with the least expected result for the machine."""
    least = min(seen.hopes) + NEARLY
    return [move for move, hope in zip(seen.legal, seen.hopes, strict=True) if hope < least]


#: All opponents without boxes, by name.
OPPONENTS = {
    "random": Opponent("any legal move, each as likely", any_move),
    "perfect": Opponent(
        "any of the best moves; the fastest of them, where a repetition would spoil it",
        best_moves,
        Needs.VALUES,
    ),
    "fastest": Opponent(
        "any of the best moves that end the game soonest",
        fastest_moves,
        Needs.VALUES,
    ),
    "winning-move": Opponent("random, but takes an immediate win", winning_moves, Needs.LEADS),
    "adversary": Opponent(
        "knows the beads, and makes the move that is worst for the machine",
        worst_moves,
        Needs.BEADS,
    ),
}


def only_hopes(name: str) -> bool:
    """Return whether an opponent knows the beads, and picks a move that is worst for the machine's
    expected result.

    The kernel and exact answers play these, and opponents without need of beads, whose moves they
    list beforehand.
    """
    known = OPPONENTS.get(name)
    # Those that look ahead are not in the list, and need no beads.
    if known is None or not known.needs & Needs.BEADS:
        return False
    if known.choices is not worst_moves:
        raise UsageError(
            f"opponent {quoted(name)} uses the beads in its own way: only paper "
            "machines can play it"
        )
    return True


def looks_ahead(text: str) -> bool:
    """Return whether a text names a plan, right or wrong, and no other opponent.

    >>> looks_ahead("negascout:6,table"), looks_ahead("random:0.3,perfect:0.7")
    (True, False)
    """
    name = text.partition(",")[0].partition(":")[0]
    if name in OPPONENTS:
        return False
    from kitgen.tree_search.plan import ALGORITHMS  # noqa: PLC0415 - most opponents do not look ahead

    return name in ALGORITHMS


def opponent_named(name: str) -> Opponent:
    """Return the opponent of a name or a plan."""
    return looking_ahead(name) if looks_ahead(name) else OPPONENTS[name]


@cache
def looking_ahead(text: str) -> Opponent:
    """Return the opponent that plays by a plan. It sees one position at a time, not the moves
    before.
    """
    from kitgen.tree_search.plan import parse_plan  # noqa: PLC0415 - as above

    plan = parse_plan(text)
    players: dict[str, SearchPlayer] = {}  # by the game's spec
    if plan.seconds is not None:
        raise UsageError(
            f"opponent {quoted(text)} plays by the clock, so no game could be repeated; set a depth"
        )

    def choices(seen: Seen) -> Sequence[Move]:
        game = seen.game
        if game.spec not in players:
            from kitgen.tree_search.scouts import SearchPlayer, plan_database  # noqa: PLC0415 - as above

            players[game.spec] = SearchPlayer(game, plan, plan_database(game, plan))
        return players[game.spec].equal_best([seen.position])

    return Opponent("looks some plies ahead", choices)


# Players by a policy: one opponent, a mixture of several, or a script.

#: Opponents that are never part of a mixture.
STAND_ALONE = ("script", "machine")


@dataclass(frozen=True, slots=True)
class Policy:
    """How a player without boxes chooses its moves.

    Attributes:
        parts: names of opponents with whole weights; before each move one of them is picked.
        script: its first moves, one each turn; an illegal move is skipped.
    """

    text: str
    parts: tuple[tuple[str, int], ...]
    script: tuple[str, ...] = ()

    @property
    def needs(self) -> Needs:
        """All that its opponents need to know."""
        return reduce(or_, (opponent_named(name).needs for name, _ in self.parts))


def parse_policy(text: str) -> Policy:
    """Return the policy of a text: a name, a mixture of names with weights, a script, or a plan to
    look ahead.

    >>> parse_policy("random:0.3,perfect:0.7").parts
    (('random', 3), ('perfect', 7))
    >>> parse_policy("script:b1b2,c1b2").script
    ('b1b2', 'c1b2')
    """
    kind, _, rest = text.partition(":")
    if kind == "script":
        moves = tuple(rest.split(","))
        if not all(moves):
            raise UsageError(
                f"opponent {quoted(text)} needs moves separated by commas, like 'script:b1b2,c1b2'"
            )
        return Policy(text, (("random", 1),), moves)
    if looks_ahead(text) or text in OPPONENTS:
        opponent_named(text)  # refuses a plan by the clock
        return Policy(text, ((text, 1),))
    return Policy(text, _mixture(text))


def _mixture(text: str) -> tuple[tuple[str, int], ...]:
    """Return the opponents of a mixture with whole weights."""
    weights: list[tuple[str, Fraction]] = []
    for part in text.split(","):
        name, _, figure = part.partition(":")
        _check_part(text, name)
        weight = _weight(figure)
        if weight <= 0:
            raise UsageError(
                f"opponent {quoted(text)}: {quoted(part)} needs a weight above 0, as in "
                "'random:0.3,perfect:0.7'"
            )
        weights.append((name, weight))
    scale = lcm(*(weight.denominator for _, weight in weights))
    common = gcd(*(int(weight * scale) for _, weight in weights))
    whole = tuple((name, int(weight * scale) // common) for name, weight in weights)
    if sum(weight for _, weight in whole) >= 1 << 31:
        raise UsageError(
            f"opponent {quoted(text)}: the weights need a simpler common measure, such as per cent"
        )
    return whole


def _weight(figure: str) -> Fraction:
    if re.fullmatch(r"[0-9]{0,9}(\.[0-9]{0,9})?(e-?[0-9])?|[0-9]{1,9}/[0-9]{1,9}", figure):
        with suppress(ValueError, ZeroDivisionError):
            return Fraction(figure)
    return Fraction(0)


def _check_part(text: str, name: str) -> None:
    """Refuse what cannot be one opponent of a mixture."""
    if name in STAND_ALONE:
        raise UsageError(
            f"opponent {quoted(text)}: {quoted(name)} cannot be part of a mixture, which is "
            "written like 'random:0.3,perfect:0.7'"
        )
    if name not in OPPONENTS:
        from kitgen.tree_search.plan import ALGORITHMS  # noqa: PLC0415 - only for the error message

        raise UnknownNameError("opponent", name, [*OPPONENTS, *ALGORITHMS, *STAND_ALONE])


def check_policy(policy: Policy, game: Game) -> None:
    """Refuse a policy that cannot play a game."""
    if policy.needs & Needs.BEADS and game.repetition is not None:
        raise UsageError(
            f"opponent {quoted(policy.text)} looks ahead to the end of the game, but in "
            f"{game.called} positions recur; "
            "choose another opponent"
        )
    for move in policy.script:
        game.parse_move(game.start(), move)


class Adviser:
    """Lists the moves among which opponents choose, and remembers them; the oracle has the
    values that they need.
    """

    def __init__(self, oracle: Oracle) -> None:
        self.oracle = oracle
        self._choices: dict[tuple[str, Position, int], tuple[Move, ...]] = {}
        self._heeds_lead = cache(
            lambda name: oracle.game.scoring and bool(opponent_named(name).needs & Needs.LEADS)
        )
        #: What machines with these boxes can expect on a side, for opponents that know their beads.
        self.foresight = cache(_foresight)

    def choices(self, name: str, position: Position, lead: int) -> tuple[Move, ...]:
        """Return the moves among which an opponent that does not know beads picks with equal
        chances.

        The position is not over; ``lead`` is the points of the side that began, minus those of the
        other.

        >>> from kitgen.games import make_game
        >>> game = make_game("hexapawn")
        >>> moves = Adviser(Oracle(game)).choices("winning-move", game.parse("b.b/.w./..w w"), 0)
        >>> [game.move_text(move) for move in moves]
        ['b2a3', 'b2b3', 'b2c3']
        """
        key = (name, position, lead if self._heeds_lead(name) else 0)
        choices = self._choices.get(key)
        if choices is None:
            seen = self.seen(position, lead, self.oracle.game.legal_moves(position), ())
            choices = tuple(opponent_named(name).choices(seen))
            self._choices[key] = choices
        return choices

    def seen(
        self, position: Position, lead: int, legal: tuple[Move, ...], hopes: Sequence[float]
    ) -> Seen:
        """Return what an opponent sees in a position; ``lead`` is as in ``choices``."""
        own = lead if position.to_move == 0 else -lead
        return Seen(self.oracle.game, position, legal, own, partial(self.worth, position), hopes)

    def worth(self, position: Position, move: Move) -> Value:
        """Return the value of a move, from the whole game solved; TooLargeError when that is not
        possible.
        """
        self.oracle.solution  # noqa: B018 - refuses a game that is too large before any part of it is searched
        value = self.oracle.worth_of(position, move)
        if value is None:
            raise TooLargeError(
                f"the value of position {quoted(self.oracle.game.text(position))} takes too long"
            )
        return value


def _foresight(shelf: Shelf, side: int) -> "Foresight":
    from kitgen.machine.game_graph import Foresight  # noqa: PLC0415 - few opponents know the beads

    return Foresight(shelf, side)


class PolicyPlayer(Player):
    """A player without boxes at the table; ``machine`` is the opposite one, where the policy
    must know its beads.
    """

    def __init__(
        self, policy: Policy, adviser: Adviser, machine: PaperMachine | None = None
    ) -> None:
        self.policy = policy
        self.adviser = adviser
        self.machine = machine
        self._weights = tuple(weight for _, weight in policy.parts)
        #: The name of each opponent, and whether it knows the machine's beads.
        self._parts: list[tuple[str, bool]] = []
        for name, _ in policy.parts:
            self._parts.append((name, bool(opponent_named(name).needs & Needs.BEADS)))
        self._hopes: list[float] | None = None
        check_policy(policy, adviser.oracle.game)
        if policy.needs & Needs.BEADS and machine is None:
            raise UsageError(f"opponent {quoted(policy.text)} needs to know the beads of a machine")

    def move(self, table: Table, rng: Rng) -> Move:
        """Return the script's move when it is legal; otherwise pick an opponent, then one of its
        moves.
        """
        position = table.position
        turn = len(table.moves) // 2
        if turn < len(self.policy.script):
            move = table.game.parse_move(position, self.policy.script[turn])
            if move in table.game.legal_moves(position):
                return move
        name, knows_beads = self._parts[pick_bead(self._weights, rng)]
        if knows_beads and self.machine is not None:
            choices = self._look_into_boxes(name, table, self.machine)
        else:
            choices = self.adviser.choices(name, position, table.lead)
        return choices[rng.below(len(choices))]

    def finish(self, _outcome: int) -> Sequence[Update]:
        """Forget the hopes of this game; there is nothing to learn."""
        self._hopes = None
        return ()

    def _look_into_boxes(self, name: str, table: Table, machine: PaperMachine) -> Sequence[Move]:
        foresight = self.adviser.foresight(machine.shelf, 1 - table.position.to_move)
        if self._hopes is None:
            self._hopes = foresight.hopes(machine.beads)
        after = foresight.after(table.position, table.lead)
        hopes = [self._hopes[child] for child in after.values()]
        seen = self.adviser.seen(table.position, table.lead, tuple(after), hopes)
        return opponent_named(name).choices(seen)


class LookingPlayer(Player):
    """A player that looks ahead; it knows all positions of the game, so that repetitions count."""

    def __init__(self, searcher: "SearchPlayer") -> None:
        self.searcher = searcher

    def move(self, table: Table, rng: Rng) -> Move:
        """Return the move that looking ahead finds."""
        return self.searcher.choose([*table.earlier, table.position], rng)


@dataclass(frozen=True, slots=True)
class Match:
    """A machine that plays a side (0 begins) against a player without boxes or a second machine
    that also learns.

    With ``own_rule`` a function teaches the machine, instead of the kit's rule.
    """

    kit: Kit
    opponent: Policy | OwnOpponent | Kit
    side: int
    own_rule: OwnRule | None = None

    @property
    def opponent_text(self) -> str:
        """The opponent as a short text."""
        if isinstance(self.opponent, Kit):
            return f"machine:{self.opponent.name}"
        return self.opponent.text

    @property
    def rule_text(self) -> str:
        """The machine's learning rule as a short text."""
        return self.kit.choices.rule if self.own_rule is None else self.own_rule.text

    @property
    def plain_only(self) -> bool:
        """Whether a function of somebody's own plays or teaches, which nothing but plain Python
        can run.
        """
        return self.own_rule is not None or isinstance(self.opponent, OwnOpponent)

    @property
    def policy(self) -> Policy | None:
        """The opponent's policy, or None where it is a second machine or a function."""
        return self.opponent if isinstance(self.opponent, Policy) else None

    @property
    def kits(self) -> tuple[Kit | None, Kit | None]:
        """The kit of each side's machine, None for a player without a kit."""
        other = self.opponent if isinstance(self.opponent, Kit) else None
        return (self.kit, other) if self.side == 0 else (other, self.kit)

    @property
    def shelves(self) -> tuple[Shelf | None, Shelf | None]:
        """The boxes of each side, None for a player without boxes."""
        first, second = self.kits
        return _shelf(first), _shelf(second)


def _shelf(kit: Kit | None) -> Shelf | None:
    if kit is None or kit.rule.learns != "beads":
        return None
    return Shelf(kit)


def check_match(match: Match) -> None:
    """Refuse a match that makes no sense, before anything is played."""
    kit = match.kit
    if isinstance(match.opponent, Kit):
        _check_other_machine(match, match.opponent)
    elif isinstance(match.opponent, Policy):
        _check_opponent(match, match.opponent)
    if match.own_rule is not None and kit.rule.learns != "beads":
        raise UsageError(
            f"rule {quoted(kit.choices.rule)} of the kit keeps no beads, which your "
            "rule would change"
        )
    for machine in match.kits:
        if machine is not None and machine.rule.needs_draws:
            check_rule(machine.choices.rule, machine.rule, machine.game.called, draws=machine.draws)


def _check_other_machine(match: Match, other: Kit) -> None:
    kit = match.kit
    if other.game_spec != kit.game_spec:
        raise UsageError(
            f"opponent {quoted(other.name)} plays {other.game.called}, not {kit.game.called}"
        )
    if 1 - match.side not in other.players:
        raise UsageError(
            f"opponent {quoted(other.name)} plays {other.choices.side}, as the machine "
            "does; choose the other side's kit"
        )


def _check_opponent(match: Match, policy: Policy) -> None:
    kit = match.kit
    check_policy(policy, kit.game)
    if policy.script:
        _check_script(match, policy)
    if policy.needs & Needs.BEADS and kit.rule.learns != "beads":
        raise UsageError(
            f"opponent {quoted(policy.text)} needs to know the beads of a machine, but rule "
            f"{quoted(kit.choices.rule)} has none"
        )


def _check_script(match: Match, policy: Policy) -> None:
    """Refuse a script with a move that its side can never make."""
    from kitgen.machine.game_graph import list_situations  # noqa: PLC0415 - few opponents follow a script

    game = match.kit.game
    graph = list_situations(game, match.shelves)
    turns = []
    for position, branches in zip(graph.positions, graph.branches, strict=True):
        if position.to_move != match.side:
            turns.append((position, [branch.move for branch in branches]))
    for text in policy.script:
        if not any(game.parse_move(position, text) in moves for position, moves in turns):
            raise UsageError(
                f"opponent {quoted(policy.text)}: its side can never play {quoted(text)} in "
                f"{game.called}"
            )


#: A machine in software: with boxes, or with numbers for positions.
Machine = PaperMachine | PositionLearner


def new_machine(shelf: Shelf, own_rule: OwnRule | None = None) -> Machine:
    """Return a new machine of the kind that its rule needs."""
    if own_rule is not None:
        from kitgen.machine.own_players import OwnLearner  # noqa: PLC0415 - few machines are taught by a function

        return OwnLearner(shelf, own_rule)
    if shelf.kit.rule.learns == "positions":
        return PositionLearner(shelf.kit.game, shelf.schedule)
    return PaperMachine(shelf)


def seats(match: Match, oracle: Oracle) -> Callable[[], tuple[Machine, Sequence[Player]]]:
    """Return a function that returns a new machine and both players, first side first; all share
    what is looked up.
    """
    shelf = Shelf(match.kit)
    adviser = Adviser(oracle)
    opponent = match.opponent
    opposite = Shelf(opponent) if isinstance(opponent, Kit) else opponent

    def other_player(machine: Machine) -> Player:
        if isinstance(opposite, Shelf):
            return new_machine(opposite)
        if isinstance(opposite, OwnOpponent):
            from kitgen.machine.own_players import OwnPlayer  # noqa: PLC0415 - few opponents are functions

            return OwnPlayer(opposite)
        with_beads = machine if isinstance(machine, PaperMachine) else None
        return PolicyPlayer(opposite, adviser, with_beads)

    def sit() -> tuple[Machine, Sequence[Player]]:
        machine = new_machine(shelf, match.own_rule)
        other = other_player(machine)
        return machine, (machine, other) if match.side == 0 else (other, machine)

    return sit


def twin_kit(kit: Kit, side: int) -> Kit:
    """Return the kit of the other side than ``side``, with the same rule; the same kit where one
    serves both sides.

    >>> twin_kit(build_kit("her"), 1).choices.side
    'white'
    """
    if len(kit.players) == 2:
        return kit
    choices = kit.choices
    other = kit.game.sides[1 - side].name
    wish = Wish(side=other, merged=choices.merged, forced=choices.forced, language=choices.language)
    return with_rule(build_kit(kit.game, wish, oracle=kit.oracle), kit.rule, choices.rule)
