"""HexapawnRL, a program of N. Jarry: published with its rule and without results."""

from kitgen.experiment.experiment import Experiment
from kitgen.experiment.run import run
from kitgen.kit.build import make_kit
from kitgen.kit.rule import read_rule
from kitgen.machine.match import Match
from kitgen.machine.policies import parse_policy
from kitgen.published.common import Figure, Progress, Reproduction, free_kit, in_games, shares
from kitgen.templates import Templates
from kitgen.theory.oracle import Oracle

#: Positions of White and Black where mirror images count as two, as others count them: reference.
POSITIONS = (33, 37)


def hexapawn_rl(runs: int, progress: Progress | None = None) -> Reproduction:
    """Let two machines with HexapawnRL's rule play each other, as its automatic learning does."""
    rule = read_rule("hexapawn-rl", Templates())
    game = make_kit("her").game
    oracle = Oracle(game)
    white, black = (free_kit(game, side, rule, "hexapawn-rl") for side in (0, 1))
    lines = [
        Figure("positions of White, each as it comes", None, len(white.boxes), 0, 0, POSITIONS[0], unit=""),
        Figure("positions of Black", None, len(black.boxes), 0, 0, POSITIONS[1], unit=""),
    ]
    for games in (50, 200, 1000):
        tally = run(Experiment(Match(black, white, 1), games, 20 * runs, 1), oracle, progress)
        lines.append(Figure(f"both learn: Black wins, first {games:,} games", None, *shares(tally, 0), 1))
    late = in_games(tally, tally.wins, 901, 1000)
    lines.append(Figure("both learn: Black wins, games 901 to 1,000", None, late, 0, 1))
    for games in (50, 200, 1000):
        tally = run(Experiment(Match(black, parse_policy("random"), 1), games, 20 * runs, 1), oracle, progress)
        what = f"Black learns, White plays at random: Black wins, first {games:,} games"
        lines.append(Figure(what, None, *shares(tally, 0), 1))
    about = (
        "The program is published with its rule and without results, so that most figures here are new. Positions are "
        "stored as they come, mirror images apart; 33 and 37 is what others count so. "
        f"Ours are means and spreads of {20 * runs} pairs of machines."
    )
    return Reproduction("hexapawn-rl", "HexapawnRL", rule.source, about, tuple(lines))
