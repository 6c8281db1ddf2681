"""Gardner's Hexapawn machine of 1962, worked out exactly."""

from fractions import Fraction

from kitgen.kit.build import make_kit
from kitgen.kit.rule import read_rule
from kitgen.machine.match import Match
from kitgen.machine.policies import parse_policy
from kitgen.published.common import Figure, Progress, Reproduction
from kitgen.templates import Templates

#: Gardner gives the number of his boxes; all else was found by independent programs.
PUBLISHED_BOXES = 24
BOXES, LOSSES, GAMES, FEWEST, MOST, LOSSES_TO_WINS = 19, 11.172776, 129.2534, 9, 16, 9

#: The chance that Black wins a game, by its number, in per cent: also found by independent programs.
WINS = {1: 40.0463, 2: 42.8657, 5: 52.4021, 10: 67.7544, 20: 85.3386, 50: 95.4102, 100: 98.4872}


def gardner(runs: int, progress: Progress | None = None) -> Reproduction:
    """Work out Gardner's machine exactly."""
    from kitgen.markov.absorption import answer  # noqa: PLC0415 - SciPy and Numba are loaded only when needed

    del runs
    kit = make_kit("her")
    oracle = kit.oracle
    by_random = answer(Match(kit, parse_policy("random"), 1), list(WINS), oracle)
    by_wins = answer(Match(kit, parse_policy("winning-move"), 1), [1], oracle)

    def known(what: str, reference: float, ours: float | Fraction | None, digits: int = 0, unit: str = "") -> Figure:
        # Where the sum is not finite, no figure agrees.
        return Figure(what, None, float("inf") if ours is None else float(ours), 0, digits, reference, unit=unit)

    own = len(make_kit("gardner24").boxes)
    lines = (
        known("boxes of Black", BOXES, len(kit.boxes)),
        Figure("boxes of Gardner's own kit", PUBLISHED_BOXES, own, 0, 0, unit=""),
        known("expected losses against a random White", LOSSES, by_random.expected_losses, 6),
        known("expected games until it can never lose again", GAMES, by_random.expected_games, 4),
        known("fewest losses until then", FEWEST, by_random.any_opponent[0]),
        known("most losses until then", MOST, by_random.any_opponent[1]),
        known("losses against a White that takes every win", LOSSES_TO_WINS, by_wins.expected_losses),
        *(known(f"Black wins game {n}", share, 100 * by_random.wins[n], 4, "%") for n, share in WINS.items()),
    )
    if progress is not None:
        progress(1)
    about = (
        "Nothing is sampled: the figures come from the Markov chain over all 65,536 bead states that the 19 boxes "
        "can be in. The number of 24 boxes is Gardner's; he gives no other, and the reference figures were found by "
        "independent programs."
    )
    source = read_rule("gardner", Templates()).source
    return Reproduction("gardner", "Gardner's Hexapawn machine", source, about, lines)
