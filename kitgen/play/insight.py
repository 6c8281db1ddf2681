"""Looking ahead for the players: the best moves with their lines, and the review of a game."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from threading import Lock

from kitgen.errors import KitgenError
from kitgen.model import Game, Move, Position
from kitgen.play.speech import Speech
from kitgen.theory.explore import Symmetries
from kitgen.tree_search.analysis import (
    Analyst,
    Judged,
    Prospect,
    Variation,
    costliest,
    decisive,
    review,
)
from kitgen.tree_search.plan import QUICK, Plan
from kitgen.tree_search.scout import Scout
from kitgen.tree_search.scouts import GradualScout, make_scout
from kitgen.tree_search.written_games import GameRecord

#: Plies to look ahead, in the compiled search and in plain Python.
COMPILED_PLIES = 14
PLAIN_PLIES = 9
#: The most seconds for a position.
MAX_SECONDS = 2.0


class Insight:
    """Looks ahead for the players, as far and as long as its ``plan`` says."""

    def __init__(self, game: Game) -> None:
        self.game = game
        if game.words is None:
            self.plan = Plan("negascout", PLAIN_PLIES, MAX_SECONDS, ())
        else:
            self.plan = Plan("negascout", COMPILED_PLIES, MAX_SECONDS, QUICK)
        self._scout: Scout | None = None
        self._alone = Lock()  # a scout does one thing at a time

    def look(self, depth: int) -> None:
        """Look so many plies ahead from now on, without a time limit."""
        self.plan = replace(self.plan, depth=depth, seconds=None)
        self._scout = None

    def hint(self, line: Sequence[Position], lines: int) -> Prospect:
        """Return the worth of the moves in the last position of a line, and the continuations of
        the best ``lines``.

        There are more of these where some of them are mirror images of each other.
        """
        legal = self.game.legal_moves(line[-1])
        mirror_images = len(legal) - len(Symmetries(self.game).orbits(line[-1], legal))
        with self._alone:
            analyst = Analyst(self._ready_scout(), line, lines + mirror_images)
            analyst.run()
        if not analyst.prospects:
            raise KitgenError(f"looking ahead in {self.game.called} was stopped")
        return analyst.prospects[-1]

    def review(self, record: GameRecord) -> Iterator[Judged]:
        """Yield the moves of a game, judged one by one."""
        scout = self._ready_scout()
        if isinstance(scout, GradualScout):  # many positions, for plain Python too many
            scout = scout.compiled
        reviewed = review(scout, record)
        while True:
            with self._alone:  # for one move only, so that hints get their turn between two
                judged = next(reviewed, None)
            if judged is None:
                return
            yield judged

    def stop(self) -> None:
        """Stop the search, from another thread."""
        if self._scout is not None:
            self._scout.stop()

    def _ready_scout(self) -> Scout:
        """Return the scout of the plan, made when first needed."""
        if self._scout is None:
            scout = make_scout if self.game.words is None else GradualScout
            self._scout = scout(self.game, self.plan)
        return self._scout


# Hints, judged moves and lost games in words.

#: How many moves of a variation are shown.
MAX_SHOWN_MOVES = 12
#: Letters for the worth of a move, so that the lines of several begin below each other.
WORTH_WIDTH = 7


def worth_text(words: Speech, value: int) -> str:
    """Return a value in words, or in points if the game has any."""
    if words.game.scoring:
        return f"{value:+d}"
    if value == 0:
        return words("worth.even")
    return words("worth.win" if value > 0 else "worth.loss")


def line_text(words: Speech, moves: Sequence[Move]) -> str:
    """Return a variation, or the beginning of a long one."""
    text = words.moves(moves[:MAX_SHOWN_MOVES])
    if len(moves) > MAX_SHOWN_MOVES:
        text += " …"
    return text


def hint_lines(words: Speech, position: Position, prospect: Prospect, most: int) -> list[str]:
    """Return the worth of moves: the best ``most`` with their lines, then the others.

    Of moves that are mirror images of each other only one is shown.
    """
    orbits = Symmetries(words.game).orbits(position, [move for move, _ in prospect.moves])
    orbit_of = {}
    for orbit in orbits:
        for move in orbit:
            orbit_of[move] = orbit
    best: dict[tuple[Move, ...], Variation] = {}
    for line in prospect.lines:
        if len(best) < most:
            best.setdefault(orbit_of[line.moves[0]], line)
    others: dict[tuple[Move, ...], tuple[Move, int]] = {}
    for move, value in sorted(prospect.moves, key=lambda pair: -pair[1]):
        if orbit_of[move] not in best:
            others.setdefault(orbit_of[move], (move, value))
    lines = [words("ahead", count=prospect.depth)]
    for line in best.values():
        worth = worth_text(words, line.value)
        lines.append(f"{worth:>{WORTH_WIDTH}}  {line_text(words, line.moves)}")
    if others:
        rest = []
        for move, value in others.values():
            rest.append(f"{words.moves([move])} {worth_text(words, value)}")
        lines.append(words("other_moves", moves=", ".join(rest)))
    if len(orbits) < len(orbit_of):
        lines.append(words("mirror_images"))
    return lines


def judged_line(words: Speech, judged: Judged) -> str:
    """Return a move that has lost value, with the better one."""
    return words(
        "judged",
        number=judged.number,
        side=words.side(judged.position.to_move),
        move=words.moves([judged.move]),
        before=worth_text(words, judged.before),
        after=worth_text(words, judged.after),
        line=line_text(words, judged.better),
    )


def summary_lines(words: Speech, judged: Sequence[Judged], outcome: int | None) -> list[str]:
    """Return the summary of a reviewed game: how far was looked ahead, how often each side lost
    value, and where the game was lost.

    ``outcome`` is that of the side that began, None for an unfinished game.
    """
    if not judged:
        return [words("no_moves_yet")]
    lines = [_depth_line(words, judged)]
    lines += [_loss_line(words, judged, side) for side in (0, 1)]
    if outcome == 1:
        lines.append(_lost_line(words, judged, 1))
    elif outcome == -1:
        lines.append(_lost_line(words, judged, 0))
    return lines


def _depth_line(words: Speech, judged: Sequence[Judged]) -> str:
    """Return how far was looked ahead."""
    depths = [move.depth for move in judged]
    least = min(depths)
    most = max(depths)
    if least == most:
        return words("looked", count=most)
    return words("looked_between", least=least, most=most)


def _loss_line(words: Speech, judged: Sequence[Judged], side: int) -> str:
    """Return how often a side lost value, or points."""
    lost = [move.lost for move in judged if move.position.to_move == side and move.lost]
    side_text = words.side(side)
    if not lost:
        return words("lost_nothing", side=side_text)
    key = "lost_points" if words.game.scoring else "lost_value"
    return words(key, side=side_text, count=len(lost), points=sum(lost))


def _lost_line(words: Speech, judged: Sequence[Judged], loser: int) -> str:
    """Return with which move the loser lost the game: the decisive one, or the costliest."""
    side = words.side(loser)
    key = "lost_with"
    move = decisive(judged, loser)
    if move is None:
        key = "lost_most"
        move = costliest(judged, loser)
    if move is None:
        return words("never_open", side=side)
    text = words.moves([move.move])
    return words(key, number=move.number, side=side, move=text, points=move.lost)
