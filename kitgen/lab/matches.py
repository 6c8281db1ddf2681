"""Matches by name: players against each other, sides swapped and openings varied."""

import multiprocessing
import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from multiprocessing.connection import Connection, wait
from typing import Any

from kitgen.errors import KitgenError, UsageError, quoted
from kitgen.games import make_game
from kitgen.kit.editions import game_of
from kitgen.kit.kit import Kit
from kitgen.kit_sources import load_kit
from kitgen.lab.contest import Arena, Bout, Contest, Entrant, Score, Sprt, Standings
from kitgen.lab.experiment import processors
from kitgen.machine.match import Match, Policy, check_match, check_policy, looks_ahead, parse_policy, twin_kit
from kitgen.model import Game
from kitgen.search.plan import Plan, parse_plan
from kitgen.search.written_games import RESULT_SIGNS, write_record
from kitgen.templates import Templates

#: Called with the number of games played and the total.
GamesPlayed = Callable[[int, int], object]
#: A pair of games to play: the numbers of its pairing and of the pair.
Task = tuple[int, int]
#: Seconds of play in this process before others are started, which takes about as long.
ALONE = 2.0
#: The message when the system ended a process, perhaps for lack of memory.
GONE = "a process that played for this match was ended; play it with --jobs 1"


def play_contest(
    contest: Contest, test: Sprt | None = None, *, jobs: int | None = None, progress: GamesPlayed | None = None
) -> Standings:
    """Return the standings after a contest; after an interrupt, as by Ctrl-C, those so far; see ``match``.

    The same games count whatever the number of processes. An interrupt before the end of the first pair of games is
    raised again.
    """
    standings, played = Standings(contest, test), 0
    pairs = ((pairing, number) for pairing in range(len(contest.couples)) for number in range(contest.games // 2))
    tasks = (task for task in pairs if standings.wanted(task[0]))

    def take(task: Task, pair: tuple[Bout, Bout]) -> None:
        nonlocal played
        standings.take(*task, pair)
        played += len(pair)
        if progress is not None:
            progress(played, contest.games * len(contest.couples))

    jobs = jobs or processors()
    began, arena = time.monotonic(), Arena(contest)
    try:
        for task in tasks:
            take(task, arena.play_pair(contest.couples[task[0]], task[1]))
            if jobs > 1 and time.monotonic() - began > ALONE:
                break
        _share_out(standings, tasks, jobs, take)
    except KeyboardInterrupt:
        if not standings.bouts:
            raise
    return standings


def _share_out(
    standings: Standings, tasks: Iterator[Task], jobs: int, take: Callable[[Task, tuple[Bout, Bout]], None]
) -> None:
    context = multiprocessing.get_context("spawn")  # the same on every system, and safe with threads
    processes = []
    workers: dict[Connection, Task] = {}
    try:
        for task in tasks:
            if len(workers) < jobs:
                worker, theirs = context.Pipe()
                process = context.Process(target=_work, args=(theirs, standings.contest), daemon=True)
                process.start()
                processes.append(process)
                theirs.close()
            else:
                worker = _collect(workers, take)
            try:
                worker.send(task)
            except OSError:
                raise KitgenError(GONE) from None
            workers[worker] = task
        while workers and not standings.complete:  # no need to wait for games after a decision
            _collect(workers, take)
    finally:
        for process in processes:
            process.terminate()
            process.join()


def _collect(workers: dict[Connection, Task], take: Callable[[Task, tuple[Bout, Bout]], None]) -> Connection:
    ready = wait(list(workers))
    worker = next(worker for worker in workers if worker in ready)
    task = workers.pop(worker)
    try:
        pair = worker.recv()
    except (EOFError, OSError):
        raise KitgenError(GONE) from None
    if isinstance(pair, str):
        raise KitgenError(pair)
    take(task, pair)
    return worker


def _work(parent: Connection, contest: Contest) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all processes; the parent decides
    arena = Arena(contest)
    while True:
        try:
            pairing, number = parent.recv()
        except EOFError:
            return
        try:
            parent.send(arena.play_pair(contest.couples[pairing], number))
        except KitgenError as error:
            parent.send(str(error))


#: The game where neither an option nor a machine names one.
USUAL = "awari:6x4"


@dataclass(frozen=True, slots=True)
class Matched:
    """A match with its standings and games."""

    game: Game
    standings: Standings

    @property
    def names(self) -> list[str]:
        """The players, as the user wrote them."""
        return [entrant.text for entrant in self.standings.contest.entrants]

    def record(self) -> str:
        """Return all games as ``kitgen search`` reads them, one per line, with the players after a ``;``."""
        lines = []
        for bout in self.standings.bouts:
            players = " - ".join(self.names[player] for player in bout.players)
            ending = "" if bout.resigned is None else f", {self.game.sides[bout.resigned].name} resigned"
            moves = write_record(self.game, self.game.start(), bout.moves)
            lines.append(f"{moves} ; {players} {RESULT_SIGNS[bout.outcome]}, {bout.opening} moves by chance{ending}\n")
        return "".join(lines)

    def report(self) -> dict[str, Any]:
        """Return plain data, as ``kitgen match --json`` writes it."""
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
                    "player": names[pairing.players[0]],
                    "against": names[pairing.players[1]],
                    **_score(pairing.score),
                    "pairs": list(pairing.score.pairs),
                    "log_ratio": pairing.ratio,
                    "decision": pairing.decision,
                }
                for pairing in standings.pairings
            ],
            "sprt": None if test is None else asdict(test) | {"bounds": list(test.bounds)},
        }


def _score(score: Score) -> dict[str, Any]:
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
    progress: GamesPlayed | None = None,
) -> Matched:
    """Let players play each other, every opening twice with sides swapped, and return the standings.

    Args:
        players: two or more: plans to look ahead such as ``negascout:8``, opponents such as ``random``, machines such
            as ``machine:menace``. With more than two each plays every other.
        game: a game written ``NAME[:SIZE][,option=value…]``, or an edition; that of the first machine when None, and
            without one ``awari:6x4``.
        games: games of each pairing, an even number.
        opening: random moves before the players take over.
        test: decides when enough games have been played; None to play all.
        jobs: how many processes play; one for each processor when None. They import the calling script, which must
            therefore do its own work under ``if __name__ == "__main__":``, or pass 1.
        templates: where editions are read from; those that come with kitgen when None.
        progress: called with the number of games played and the total.

    Raises:
        KitgenError: a player is unknown, or cannot play the game.

    >>> result = match("perfect", "random", game="hexapawn", games=10, opening=0)
    >>> result.standings.pairings[0].score.games
    10
    """
    templates = templates or Templates()
    if "machine" in players or "machine:" in players:
        raise UsageError("player 'machine' needs a kit, such as 'machine:menace'")
    named = {text: text.removeprefix("machine:") for text in players if text.startswith("machine:")}
    kits = {text: load_kit(name, templates=templates) for text, name in named.items()}
    if game is None:
        game = next((kit.game_spec for kit in kits.values()), USUAL)
    game = make_game(game_of(game, templates).spec)  # as every process makes it
    entrants = tuple(Entrant(text, _player(text, game, kits.get(text))) for text in players)
    contest = Contest(game.spec, entrants, games, opening, seed)
    return Matched(game, play_contest(contest, test, jobs=jobs, progress=progress))


def _player(text: str, game: Game, kit: Kit | None) -> Plan | Policy | tuple[Kit, Kit]:
    if kit is not None:
        if kit.game_spec != game.spec:
            raise UsageError(f"player {quoted(text)} plays {kit.game.called}, not {game.called}")
        side = kit.players[0]
        check_match(Match(kit, parse_policy("random"), side))
        twin = twin_kit(kit, side)
        return (kit, twin) if side == 0 else (twin, kit)
    if looks_ahead(text):
        return parse_plan(text)
    policy = parse_policy(text)
    check_policy(policy, game)
    return policy
