"""Opponents without boxes: each says its name, what it needs to know, and among which moves it chooses.

To add one, write a function here and decorate it: the command line, mixtures, the paper machine, the kernel's tables
and exact answers take it from ``OPPONENTS``.
"""

from collections.abc import Callable, Sequence
from enum import Flag, auto
from functools import cache
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from kitgen.errors import UsageError, quoted
from kitgen.model import Game, Move, Position
from kitgen.theory.solve import Value

if TYPE_CHECKING:
    from kitgen.search.player import SearchPlayer

Choices = TypeVar("Choices", bound="Callable[[Seen], Sequence[Move]]")
#: Expected results closer than this are equal: sums of fractions in another order differ by rounding.
NEARLY = 1e-9


class Needs(Flag):
    """What an opponent must know besides the position: values of moves, the points won so far, the machine's beads."""

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
        hopes: the machine's expected result after each move; empty for opponents that do not need ``BEADS``.
    """

    game: Game
    position: Position
    legal: tuple[Move, ...]
    lead: int
    worth: Callable[[Move], Value]
    hopes: Sequence[float]


class Opponent(NamedTuple):
    """An opponent: its help on the command line, the moves among which it picks with equal chances, and its needs."""

    help: str
    choices: Callable[[Seen], Sequence[Move]]
    needs: Needs = Needs.NOTHING


#: All opponents without boxes, by name.
OPPONENTS: dict[str, Opponent] = {}


def opponent(name: str, about: str, needs: Needs = Needs.NOTHING) -> Callable[[Choices], Choices]:
    """Return a decorator that registers a function of ``Seen`` as an opponent."""

    def register(choices: Choices) -> Choices:
        OPPONENTS[name] = Opponent(about, choices, needs)
        return choices

    return register


@opponent("random", "any legal move, each as likely")
def any_move(seen: Seen) -> Sequence[Move]:
    """Return all moves."""
    return seen.legal


@opponent("perfect", "any of the moves of best value, however long they take", Needs.VALUES)
def best_moves(seen: Seen) -> Sequence[Move]:
    """Return the moves of best value."""
    scores = [seen.worth(move).score for move in seen.legal]
    return [move for move, score in zip(seen.legal, scores, strict=True) if score == max(scores)]


@opponent("fastest", "of the moves of best value any of those with the fewest plies to the end", Needs.VALUES)
def fastest_moves(seen: Seen) -> Sequence[Move]:
    """Return the moves of best value that end the game soonest."""
    best = best_moves(seen)
    plies = [seen.worth(move).plies or 0 for move in best]
    return [move for move, number in zip(best, plies, strict=True) if number == min(plies)]


@opponent("winning-move", "random, but takes an immediate win", Needs.LEADS)
def winning_moves(seen: Seen) -> Sequence[Move]:
    """Return the moves that win at once, or all moves when none does."""
    winning = []
    for move in seen.legal:
        step = seen.game.play(seen.position, move)
        result = seen.game.result(step.position)
        if result is not None and seen.lead + step.gain - result > 0:
            winning.append(move)
    return winning or seen.legal


@opponent("adversary", "knows the beads, and makes the move that is worst for the machine", Needs.BEADS)
def worst_moves(seen: Seen) -> Sequence[Move]:
    """Return the moves with the least expected result for the machine."""
    least = min(seen.hopes) + NEARLY
    return [move for move, hope in zip(seen.legal, seen.hopes, strict=True) if hope < least]


def only_hopes(name: str) -> bool:
    """Return whether an opponent knows the beads, and picks a move that is worst for the machine's expected result.

    The kernel and exact answers play these, and opponents without need of beads, whose moves they list beforehand.
    """
    known = OPPONENTS.get(name)
    if known is None or not known.needs & Needs.BEADS:  # those that look ahead are not in the list, and need no beads
        return False
    if known.choices is not worst_moves:
        raise UsageError(f"opponent {quoted(name)} uses the beads in its own way: only paper machines can play it")
    return True


def looks_ahead(text: str) -> bool:
    """Return whether a text names a plan, right or wrong, and no other opponent.

    >>> looks_ahead("negascout:6,table"), looks_ahead("random:0.3,perfect:0.7")
    (True, False)
    """
    name = text.partition(",")[0].partition(":")[0]
    if name in OPPONENTS:
        return False
    from kitgen.search.plan import ALGORITHMS  # noqa: PLC0415 - most opponents do not look ahead

    return name in ALGORITHMS


def opponent_named(name: str) -> Opponent:
    """Return the opponent of a name or a plan."""
    return looking_ahead(name) if looks_ahead(name) else OPPONENTS[name]


@cache
def looking_ahead(text: str) -> Opponent:
    """Return the opponent that plays by a plan. It sees one position at a time, not the moves before."""
    from kitgen.search.plan import parse_plan  # noqa: PLC0415 - as above

    plan, players = parse_plan(text), dict[str, "SearchPlayer"]()
    if plan.seconds is not None:
        raise UsageError(f"opponent {quoted(text)} plays by the clock, so no game could be repeated; set a depth")

    def choices(seen: Seen) -> Sequence[Move]:
        game = seen.game
        if game.spec not in players:
            from kitgen.search.player import SearchPlayer  # noqa: PLC0415 - as above
            from kitgen.search.scouts import plan_database  # noqa: PLC0415

            players[game.spec] = SearchPlayer(game, plan, plan_database(game, plan))
        return players[game.spec].equal_best([seen.position])

    return Opponent("looks some plies ahead", choices)
