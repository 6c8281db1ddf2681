"""What a machine has come to by the games that it has played: the figures of the report on it.

They are worked out from the kit alone, which says its games, when a report is printed and again when it is checked.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate

from kitgen.check.strategy.lines import Walk, good_beads
from kitgen.errors import KitgenError, TooLargeError
from kitgen.experiment.first_games import FirstGames
from kitgen.experiment.percentiles import MACHINES, band_opponents, learning_scores
from kitgen.extras import need
from kitgen.kit.kit import Kit
from kitgen.machine.match import Match
from kitgen.machine.policies import parse_policy
from kitgen.paper.job import Band, Past, Rank
from kitgen.paper.parts import PARTS
from kitgen.session.past import as_new, at_first, games_of

#: The games that machines are simulated for at most; what comes later is held against nothing.
MOST = 200
#: The games to come that are simulated.
NEXT = 10


def past_of(kit: Kit, chosen: Sequence[str]) -> Past | None:
    """Return what a machine has come to, when a part is printed that says so; None for one that is new.

    Raises:
        MissingExtraError: what reckons exactly is not installed.
    """
    if not kit.trained or not any(PARTS[name].past for name in chosen):
        return None
    new, first = as_new(kit), at_first(kit)
    scores = tuple(accumulate(row.result for row in games_of(kit)))
    opponents = band_opponents(first)
    walked, line = _line(kit)
    ahead = learning_scores(FirstGames(kit, opponents[0]), NEXT)[-1]
    past = Past(
        new=new,
        opponent=opponents[0],
        scores=scores,
        bands=(),
        rank=None,
        bad=tuple(
            (box.id, slot.colour.letter)
            for box in kit.boxes
            for n, slot in enumerate(box.slots)
            if slot.beads and not good_beads(box, n)
        ),
        bad_first=sum(not good_beads(box, n) for box in new.boxes for n in range(len(box.slots))),
        line=line,
        walked=walked,
        to_go=_to_go(kit, opponents[0]),
        next_score=sum(ahead) / len(ahead),
    )
    return past if not scores else _held_against_others(past, first, opponents)


def _held_against_others(past: Past, first: Kit, opponents: Sequence[str]) -> Past:
    """Return the same of a machine that has played here: where such curves run, and how unusual its own is.

    Args:
        past: what else there is to say.
        first: the kit as it was before its first game here.
        opponents: against whom others play.
    """
    games = min(len(past.scores), MOST)
    simulated = {one: learning_scores(FirstGames(first, one), games) for one in opponents}
    rank = _rank(first, past.opponent, past.scores[:games], simulated[past.opponent][-1])
    return replace(past, rank=rank, bands=tuple(_band(one, simulated[one]) for one in opponents))


def _band(opponent: str, scores: Sequence[Sequence[int]]) -> Band:
    """Return where eight of ten curves run."""
    tenth = MACHINES // 10
    return Band(opponent, tuple(game[tenth] for game in scores), tuple(game[-1 - tenth] for game in scores))


def _rank(kit: Kit, opponent: str, scores: Sequence[int], others: Sequence[int]) -> Rank:
    """Return how a machine stands after its games among those that are simulated, or exactly where that can be."""
    score, games = scores[-1], len(scores)
    if kit.rule.only_takes and len(kit.players) == 1:
        need("a report on a machine", "numba", "numpy", "scipy")
        # It takes a while to load, and nothing else that is printed needs it.
        from kitgen.markov.scores import score_chances  # noqa: PLC0415

        try:
            chances = score_chances(Match(kit, parse_policy(opponent), kit.players[0]), games)
            worse = sum(chance for other, chance in chances.items() if other < score)
            return Rank(games, 100 * worse, 100 * chances.get(score, 0.0), exact=True)
        except (TooLargeError, KitgenError):
            pass  # then it is simulated
    each = 100 / len(others)
    worse, alike = sum(one < score for one in others), sum(one == score for one in others)
    return Rank(games, each * worse, each * alike, exact=False)


def _line(kit: Kit) -> tuple[bool, tuple[tuple[str, ...], tuple[str, ...], str] | None]:
    """Return whether lines that beat a machine can be looked for, and the shortest; None where there is none."""
    if kit.game.scoring:
        return False, None
    found = []
    held = {(box.id, n) for box in kit.boxes for n, slot in enumerate(box.slots) if slot.beads}
    try:
        for side in kit.players:
            line = Walk(kit, side, lambda box, slot: (box.id, slot) in held).shortest()
            if line is not None:
                found.append(line)
    except TooLargeError:
        return False, None
    if not found:
        return True, None
    line = min(found, key=lambda one: len(one.moves))
    letters = {box.id: [slot.colour.letter for slot in box.slots] for box in kit.boxes}
    beads = [f"{box} {letters[box][slot]}" for box, slot in line.boxes]
    return True, (tuple(map(kit.game.move_text, line.moves)), tuple(beads), line.empty or "")


def _to_go(kit: Kit, opponent: str) -> float | None:
    """Return how many games a machine is expected to play until it never loses again; None where nobody can say."""
    if not kit.rule.only_takes or len(kit.players) == 2:
        return None
    from kitgen.markov.absorption import answer  # noqa: PLC0415 - as above

    try:
        games = answer(Match(kit, parse_policy(opponent), kit.players[0]), [1]).expected_games
    except KitgenError:
        return None
    return None if games is None else float(games)
