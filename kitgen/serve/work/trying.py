"""Machines that learn, tried many times: what came of it, and the curve, as plain data."""

from typing import Any

from kitgen.door.trials import play, trial
from kitgen.errors import TooLargeError, UsageError
from kitgen.serve.bounds import MOST_GAMES
from kitgen.serve.work.curve import POINTS, draw_curve
from kitgen.serve.work.pictures import svg
from kitgen.serve.work.printing import kit_of
from kitgen.serve.work.worker import Errand

#: Whom the machine may play, those that need no kit of their own first; "machine" is a second one, which learns too.
OPPONENTS = ("random", "winning-move", "perfect", "machine")
#: What the address says beside the kit, and what holds when it does not.
ASKED = {"against": "random", "games": "100", "machines": "100", "seed": "1"}


def curve(task: Errand) -> dict[str, Any]:
    """Return what came of the games of many machines, with their curve as SVG.

    Raises:
        UsageError: a number is none, or there is no such opponent.
        TooLargeError: there are too many games.
    """
    said = ASKED | task.more
    games, machines, seed = (_number(key, said[key]) for key in ("games", "machines", "seed"))
    if said["against"] not in OPPONENTS:
        raise UsageError(f"there is no such opponent; there are: {', '.join(OPPONENTS)}")
    if games * machines > MOST_GAMES:
        raise TooLargeError(
            f"{games:,} games of {machines:,} machines are {games * machines:,}, and no more than {MOST_GAMES:,} are "
            "played here; choose fewer, or simulate them with kitgen on a computer of your own"
        )
    tally = play(trial(kit_of(task.asked), against=said["against"], games=games, machines=machines, seed=seed))
    windows = list(tally.windows(POINTS))
    late = windows[-1]
    return {
        "games": tally.games,
        "machines": tally.machines,
        "won": sum(tally.wins),
        "drawn": sum(tally.draws),
        "lost": sum(tally.losses),
        "first": windows[0][2],
        "last": late[2],
        "losses": tally.lost[0],
        "last_loss": tally.last_loss[0],
        "curve": svg(draw_curve(tally)).decode(),
    }


def _number(key: str, text: str) -> int:
    """Return a whole number that somebody asks for."""
    if not (text.isascii() and text.isdigit() and 0 < len(text) <= 9 and int(text) >= (key != "seed")):
        raise UsageError(f"{key} is no whole number; write one such as {ASKED[key]}")
    return int(text)
