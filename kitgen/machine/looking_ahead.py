"""Opponents that look ahead, named by a plan of ``search/``: ``negascout:6``, ``alphabeta:8,quiescence``."""

from collections.abc import Sequence
from functools import cache

from kitgen.errors import UsageError, quoted
from kitgen.machine.opponents import OPPONENTS, Opponent, Seen
from kitgen.model import Move
from kitgen.search.plan import ALGORITHMS, Plan, parse_plan
from kitgen.search.player import SearchPlayer
from kitgen.search.scout import plan_database


class LookingAhead(Opponent):
    """An opponent that plays by a plan. It sees one position at a time, not what came before.

    Attributes:
        plan: how it looks ahead.
    """

    name = "looking-ahead"
    help = "looks some plies ahead"

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._players: dict[str, SearchPlayer] = {}

    def choices(self, seen: Seen) -> Sequence[Move]:
        """Return the moves among which it leaves the choice to chance: one, unless it prefers nothing any more."""
        game = seen.game
        if game.spec not in self._players:
            self._players[game.spec] = SearchPlayer(game, self.plan, plan_database(game, self.plan))
        return self._players[game.spec].equal_best([seen.position])


def looks_ahead(text: str) -> bool:
    """Return whether a text names a plan, right or wrong, and no other opponent.

    >>> looks_ahead("negascout:6,table"), looks_ahead("random:0.3,perfect:0.7")
    (True, False)
    """
    return text.partition(",")[0].partition(":")[0] in ALGORITHMS


@cache
def opponent_named(name: str) -> Opponent:
    """Return the opponent of a name, or the one that a plan says.

    Raises:
        UsageError: the plan makes no sense, or goes by the clock, so that no game could be played again.
    """
    if not looks_ahead(name):
        return OPPONENTS[name]
    plan = parse_plan(name)
    if plan.seconds is not None:
        raise UsageError(f"opponent {quoted(name)} goes by the clock, so that no game could be repeated; name a depth")
    return LookingAhead(plan)
