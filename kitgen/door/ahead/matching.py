"""Matches by name: players against each other, sides swapped and openings varied."""

from dataclasses import dataclass
from typing import Any

from kitgen.contest.contest import Contest
from kitgen.contest.entrant import Boxes, Chooser, Entrant, Planner
from kitgen.contest.run import Told, play_contest
from kitgen.contest.score import Score
from kitgen.contest.sprt import Sprt
from kitgen.contest.standing import Standings, written
from kitgen.door.loading import load_kit
from kitgen.errors import UsageError, quoted
from kitgen.games import make_game
from kitgen.kit.choices import Wish
from kitgen.kit.editions import plan_kit
from kitgen.machine.looking_ahead import looks_ahead
from kitgen.machine.match import Match as Seats
from kitgen.machine.match import check_match
from kitgen.machine.policies import check_policy, parse_policy
from kitgen.machine.twin import twin_kit
from kitgen.model import Game
from kitgen.search.plan import parse_plan
from kitgen.templates import Templates

#: What is played where neither an option nor a machine says it.
USUAL = "awari:6x4"


@dataclass(frozen=True, slots=True)
class Matched:
    """What a match has come to.

    Attributes:
        game: the game.
        standings: how every pairing stands, with all games.
    """

    game: Game
    standings: Standings

    @property
    def names(self) -> list[str]:
        """The players, as they were named."""
        return [entrant.text for entrant in self.standings.contest.entrants]

    def record(self) -> str:
        """Return all games, one a line, as ``kitgen search`` reads them."""
        return written(self.game, self.standings.contest, self.standings.bouts)

    def report(self) -> dict[str, Any]:
        """Return it as plain data, as ``kitgen match --json`` writes it."""
        standings, names = self.standings, self.names
        contest, test = standings.contest, standings.test
        return {
            "game": self.game.spec,
            "games": contest.games,
            "opening": contest.opening,
            "seed": contest.seed,
            "complete": standings.complete,
            "players": [
                {
                    "player": name,
                    **_score(standings.total(number)),
                    "moves": cost.moves,
                    "seconds_per_move": cost.seconds_per_move,
                    "nodes_per_move": cost.nodes_per_move,
                }
                for number, (name, cost) in enumerate(zip(names, standings.costs, strict=True))
            ],
            "pairings": [
                {
                    "player": names[one.players[0]],
                    "against": names[one.players[1]],
                    **_score(one.score),
                    "pairs": list(one.score.pairs),
                    "log_ratio": one.ratio,
                    "decision": one.decision,
                }
                for one in standings.pairings
            ],
            "sprt": None if test is None else {
                "low": test.low, "high": test.high, "alpha": test.alpha, "beta": test.beta, "bounds": list(test.bounds)
            },
        }  # fmt: skip


def _score(score: Score) -> dict[str, Any]:
    """Return a score as plain data."""
    return {
        "played": score.games,
        "wins": score.wins,
        "draws": score.draws,
        "losses": score.losses,
        "points": score.points,
        "score": score.share if score.games else None,
        "error": score.error,
    }


def match(
    *players: str,
    game: Game | str | None = None,
    games: int = 100,
    opening: int = 4,
    seed: int = 1,
    test: Sprt | None = None,
    jobs: int | None = None,
    templates: Templates | None = None,
    progress: Told | None = None,
) -> Matched:
    """Let players play each other, every opening twice with sides swapped, and return what came of it.

    Args:
        players: two or more: plans to look ahead such as ``negascout:8``, opponents such as ``random``, machines such
            as ``machine:menace``. With more than two everybody plays everybody.
        game: a game written ``NAME[:SIZE][,option=value…]``, or an edition; that of the first machine when None, and
            without one ``awari:6x4``.
        games: games of each pairing, an even number.
        opening: how many moves are made by chance before the players take over.
        seed: where all luck comes from.
        test: says when enough games have been played; None to play all.
        jobs: how many processes play; as many as there are processors when None. They import the script that asks,
            which therefore does its own work under ``if __name__ == "__main__":``, or asks for 1.
        templates: where editions are read from; those that come with kitgen when None.
        progress: told how many games have been played, and of how many.

    Raises:
        KitgenError: a player is unknown, or cannot play the game.

    >>> found = match("perfect", "random", game="hexapawn", games=10, opening=0)
    >>> found.standings.pairings[0].score.games
    10
    """
    templates = templates or Templates()
    kits = {text: load_kit(text.partition(":")[2], templates=templates) for text in players if _is_machine(text)}
    if game is None:
        game = next((kit.game_spec for kit in kits.values()), USUAL)
    if isinstance(game, str):
        game = plan_kit(game, Wish(), templates).game
    game = make_game(game.spec)  # as every process makes it
    entrants: list[Entrant] = []
    for text in players:
        if text in kits:
            kit = kits[text]
            if kit.game_spec != game.spec:
                raise UsageError(f"player {quoted(text)} plays {kit.game_spec}, not {game.spec}")
            side = kit.players[0]
            check_match(Seats(kit, parse_policy("random"), side))
            twin = twin_kit(kit, side)
            entrants.append(Boxes(text, (kit, twin) if side == 0 else (twin, kit)))
        elif looks_ahead(text):
            entrants.append(Planner(text, parse_plan(text)))
        else:
            policy = parse_policy(text)
            check_policy(policy, game)
            entrants.append(Chooser(text, policy))
    contest = Contest(game.spec, tuple(entrants), games, opening, seed)
    return Matched(game, play_contest(contest, test, jobs=jobs, progress=progress))


def _is_machine(text: str) -> bool:
    """Return whether a text names a machine.

    Raises:
        UsageError: it does not say which.
    """
    kind, _, name = text.partition(":")
    if kind == "machine" and not name:
        raise UsageError("player 'machine' needs a kit, such as 'machine:menace'")
    return kind == "machine"
