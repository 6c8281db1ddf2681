"""The figures of a report on a machine, for printing and checking.

They are computed from its kit, which holds its games.
"""

import math
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import accumulate
from statistics import fmean, pstdev

from kitgen.errors import KitgenError, TooLargeError
from kitgen.guests import ask_guest, require
from kitgen.installing.extras import need
from kitgen.journal.beads import at_first, games_of
from kitgen.kit.kit import Box, Kit, Slot
from kitgen.machine.first_games import FirstGames, band_opponents, learning_scores, percentiles
from kitgen.machine.learning import as_new
from kitgen.machine.lines import Walk, good_beads
from kitgen.machine.match import Match, parse_policy
from kitgen.paper.job import Band, Past, Rank
from kitgen.paper.parts import PARTS

#: The most games that machines are simulated for; later ones are not compared.
MAX_COMPARED_GAMES = 200
#: The games to come that the report foretells.
NEXT_GAMES = 10
#: What an exact chance is computed for, in messages.
WORK = "a report on a machine"


def past_of(kit: Kit, chosen: Sequence[str]) -> Past | None:
    """Return the figures of a trained machine if a part needs them; otherwise None."""
    if not kit.trained or not any(PARTS[name].past for name in chosen):
        return None
    ranked = any(PARTS[name].ranked for name in chosen)
    if ranked:
        need_for_rank(kit)
    first = at_first(kit)
    opponents = band_opponents(first)
    opponent = opponents[0]
    scores = tuple(accumulate(row.result for row in games_of(kit)))
    rank = None
    bands = []
    to_go = None
    if ranked:
        to_go = _to_go(kit, opponent)
    if scores and ranked:
        games = min(len(scores), MAX_COMPARED_GAMES)
        simulated = {name: learning_scores(FirstGames(first, name), games) for name in opponents}
        rank = _rank(first, opponent, scores[:games], simulated[opponent][-1])
        bands = [Band(name, *percentiles(simulated[name])) for name in opponents]
    bad_slots = list(_bad_slots(kit))
    walked, line = _line(kit)
    next_scores = learning_scores(FirstGames(kit, opponent), NEXT_GAMES)[-1]
    return Past(
        new=as_new(kit),
        opponent=opponent,
        scores=scores,
        bands=tuple(bands),
        rank=rank,
        bad=tuple((box, slot.colour.letter) for box, slot in bad_slots if slot.beads),
        bad_first=len(bad_slots),
        line=line,
        walked=walked,
        to_go=to_go,
        next_score=fmean(next_scores),
        next_error=pstdev(next_scores) / math.sqrt(len(next_scores)),
    )


def _bad_slots(kit: Kit) -> Iterator[tuple[str, Slot]]:
    """Yield each slot of a bad move, with its box by name."""
    for box in kit.boxes:
        for number, slot in enumerate(box.slots):
            if _is_bad(box, number):
                yield box.id, slot


def _is_bad(box: Box, slot: int) -> bool:
    """Return whether a move loses, or gives away what another one keeps.

    A losing move is bad also where every move of its box loses.
    """
    return box.slots[slot].value < 0 or not good_beads(box, slot)


def need_for_rank(kit: Kit) -> None:
    """Require the libraries for exact chances of a machine, if its report needs them."""
    if _has_exact_chances(kit) or _has_exact_chances(at_first(kit)):
        require("lab", WORK)
        need(WORK, "numba", "numpy", "scipy")


def _has_exact_chances(kit: Kit) -> bool:
    """Return whether a machine's chances are computed exactly, unless it is too large."""
    return kit.rule.only_takes and len(kit.players) == 1


def _rank(kit: Kit, opponent: str, scores: Sequence[int], others: Sequence[int]) -> Rank:
    """Return the rank of a machine, exact if possible, otherwise among simulated machines."""
    score = scores[-1]
    games = len(scores)
    if _has_exact_chances(kit):
        score_chances = ask_guest("lab.score_chances", WORK)
        with suppress(KitgenError):  # too large: the simulated machines are counted instead
            match = Match(kit, parse_policy(opponent), kit.players[0])
            chances: dict[int, float] = score_chances(match, games)
            worse_chance = sum(chance for other, chance in chances.items() if other < score)
            return Rank(games, 100 * worse_chance, 100 * chances.get(score, 0.0), exact=True)
    worse = sum(other < score for other in others)
    alike = sum(other == score for other in others)
    percent = 100 / len(others)
    return Rank(games, percent * worse, percent * alike, exact=False)


def _line(kit: Kit) -> tuple[bool, tuple[tuple[str, ...], tuple[str, ...], str] | None]:
    """Return whether lines that beat a machine can be searched, and the shortest; None for none."""
    if kit.game.scoring:
        return False, None

    def has_beads(box: Box, slot: int) -> bool:
        return box.slots[slot].beads > 0

    try:
        lines = [Walk(kit, side, has_beads).shortest() for side in kit.players]
    except TooLargeError:
        return False, None
    shortest = min(filter(None, lines), key=lambda line: len(line.moves), default=None)
    if shortest is None:
        return True, None
    moves = tuple(map(kit.game.move_text, shortest.moves))
    beads = []
    for box, slot in shortest.boxes:
        beads.append(f"{box} {kit.by_id[box].slots[slot].colour.letter}")
    return True, (moves, tuple(beads), shortest.empty or "")


def _to_go(kit: Kit, opponent: str) -> float | None:
    """Return the expected number of games until a machine never loses again; None if unknown."""
    if not _has_exact_chances(kit):
        return None
    games_to_go = ask_guest("lab.games_to_go", WORK)
    with suppress(KitgenError):
        games: float | None = games_to_go(Match(kit, parse_policy(opponent), kit.players[0]))
        return games
    return None
