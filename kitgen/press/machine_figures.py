"""The figures of a report on a machine, computed from its kit, which holds its games, for
printing and checking.
"""

import math
from collections.abc import Sequence
from contextlib import suppress
from itertools import accumulate
from statistics import fmean, pstdev

from kitgen.errors import KitgenError, TooLargeError
from kitgen.guests import ask_guest, require
from kitgen.installing.extras import need
from kitgen.journal.beads import at_first, games_of
from kitgen.kit.kit import Box, Kit
from kitgen.machine.first_games import FirstGames, band_opponents, learning_scores, percentiles
from kitgen.machine.learning import as_new
from kitgen.machine.lines import Walk, good_beads
from kitgen.machine.match import Match, parse_policy
from kitgen.paper.job import Band, Past, Rank
from kitgen.paper.parts import PARTS

#: The most games that machines are simulated for; later ones are not compared. And the future games
#: of the machine.
MOST, NEXT = 200, 10
#: What an exact chance is computed for, in messages.
WORK = "a report on a machine"


def past_of(kit: Kit, chosen: Sequence[str]) -> Past | None:
    """Return the figures of a trained machine if a part needs them; otherwise None."""
    if not kit.trained or not any(PARTS[name].past for name in chosen):
        return None
    ranked = any(PARTS[name].ranked for name in chosen)
    if ranked:
        need_for_rank(kit)
    new, first = as_new(kit), at_first(kit)
    scores = tuple(accumulate(row.result for row in games_of(kit)))
    opponents = band_opponents(first)
    rank, bands = None, []
    if scores and ranked:
        games = min(len(scores), MOST)
        simulated = {
            opponent: learning_scores(FirstGames(first, opponent), games) for opponent in opponents
        }
        rank = _rank(first, opponents[0], scores[:games], simulated[opponents[0]][-1])
        bands = [Band(opponent, *percentiles(simulated[opponent])) for opponent in opponents]
    bad = [
        (box.id, slot) for box in kit.boxes for n, slot in enumerate(box.slots) if _is_bad(box, n)
    ]
    walked, line = _line(kit)
    ahead = learning_scores(FirstGames(kit, opponents[0]), NEXT)[-1]
    return Past(
        new=new,
        opponent=opponents[0],
        scores=scores,
        bands=tuple(bands),
        rank=rank,
        bad=tuple((box, slot.colour.letter) for box, slot in bad if slot.beads),
        bad_first=len(bad),
        line=line,
        walked=walked,
        to_go=_to_go(kit, opponents[0]) if ranked else None,
        next_score=fmean(ahead),
        next_error=pstdev(ahead) / math.sqrt(len(ahead)),
    )


def _is_bad(box: Box, slot: int) -> bool:
    """Return whether a move loses, also where every move of its box does, or gives away what
    another one keeps.
    """
    return box.slots[slot].value < 0 or not good_beads(box, slot)


def need_for_rank(kit: Kit) -> None:
    """Require the libraries for exact chances of a machine, if its report needs them."""
    if _reckoned(kit) or _reckoned(at_first(kit)):
        require("lab", WORK)
        need(WORK, "numba", "numpy", "scipy")


def _reckoned(kit: Kit) -> bool:
    """Return whether a machine's chances are computed exactly, unless it is too large."""
    return kit.rule.only_takes and len(kit.players) == 1


def _rank(kit: Kit, opponent: str, scores: Sequence[int], others: Sequence[int]) -> Rank:
    """Return the rank of a machine, exact if possible, otherwise among simulated machines."""
    score, games = scores[-1], len(scores)
    if _reckoned(kit):
        score_chances = ask_guest("lab.score_chances", WORK)
        with suppress(KitgenError):  # then it is simulated
            chances: dict[int, float] = score_chances(
                Match(kit, parse_policy(opponent), kit.players[0]), games
            )
            worse = sum(chance for other, chance in chances.items() if other < score)
            return Rank(games, 100 * worse, 100 * chances.get(score, 0.0), exact=True)
    share = 100 / len(others)
    worse, alike = sum(other < score for other in others), sum(other == score for other in others)
    return Rank(games, share * worse, share * alike, exact=False)


def _line(kit: Kit) -> tuple[bool, tuple[tuple[str, ...], tuple[str, ...], str] | None]:
    """Return whether lines that beat a machine can be searched, and the shortest; None if there
    is none.
    """
    if kit.game.scoring:
        return False, None
    try:
        walks = [
            Walk(kit, side, lambda box, n: box.slots[n].beads > 0).shortest()
            for side in kit.players
        ]
    except TooLargeError:
        return False, None
    line = min(filter(None, walks), key=lambda line: len(line.moves), default=None)
    if line is None:
        return True, None
    beads = [f"{box} {kit.by_id[box].slots[n].colour.letter}" for box, n in line.boxes]
    return True, (tuple(map(kit.game.move_text, line.moves)), tuple(beads), line.empty or "")


def _to_go(kit: Kit, opponent: str) -> float | None:
    """Return the expected number of games until a machine never loses again; None if unknown."""
    if not _reckoned(kit):
        return None
    games_to_go = ask_guest("lab.games_to_go", WORK)
    with suppress(KitgenError):
        games: float | None = games_to_go(Match(kit, parse_policy(opponent), kit.players[0]))
        return games
    return None
