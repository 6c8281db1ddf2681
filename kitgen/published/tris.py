"""The Tris learner of Curcio and Romani: numbers for positions, and tables of up to 200,000 games."""

from typing import NamedTuple

from kitgen.experiment.experiment import Experiment
from kitgen.experiment.run import run
from kitgen.kit.build import make_kit
from kitgen.kit.choices import Wish
from kitgen.kit.rule import Rule, read_rule
from kitgen.machine.learning import with_rule
from kitgen.machine.match import Match
from kitgen.machine.policies import parse_policy
from kitgen.published.common import Figure, Progress, Reproduction, free_kit, shares
from kitgen.templates import Templates
from kitgen.theory.oracle import Oracle


class Published(NamedTuple):
    """A published table: one run, and the shares over its first games.

    Attributes:
        name: who learns.
        rows: number of games, games that O won and drawn games in per cent, as printed: their decimals matter.
    """

    name: str
    rows: tuple[tuple[int, str, str], ...]


CHANCE = Published(
    "both play at random",
    ((100, "59", "13"), (1_000, "57.3", "12.9"), (2_000, "58.3", "13.3"), (5_000, "58.5", "12.3"),
     (10_000, "58.9", "12.7"), (20_000, "58.5", "12.6"), (50_000, "58.4", "12.6"), (100_000, "58.4", "12.6"),
     (200_000, "58.6", "12.6")),
)  # fmt: skip
O_LEARNS = Published(
    "O learns, X plays at random",
    ((100, "80", "7"), (1_000, "88.5", "4"), (2_000, "89.3", "4.15"), (5_000, "91.1", "3.88"),
     (10_000, "92.2", "3.66"), (20_000, "92.5", "3.66"), (50_000, "92.8", "3.7"), (100_000, "93.0", "3.65"),
     (200_000, "93.0", "3.69")),
)  # fmt: skip
X_LEARNS = Published(
    "X learns, O plays at random",
    ((100, "55", "5"), (1_000, "27.8", "12.8"), (2_000, "24.1", "13.3"), (5_000, "19.4", "14.2"),
     (10_000, "16.8", "13.7"), (20_000, "15.7", "13.7"), (50_000, "14.8", "13.8"), (100_000, "14.2", "13.7"),
     (200_000, "13.9", "13.7")),
)  # fmt: skip
BOTH_LEARN = Published(
    "both learn",
    ((100, "10", "84"), (1_000, "1", "98.4"), (2_000, "0.5", "99.2"), (5_000, "0.2", "99.7"),
     (10_000, "0.1", "99.8"), (20_000, "0.05", "99.9"), (50_000, "0.02", "100"), (100_000, "0.01", "100"),
     (200_000, "0.005", "100")),
)  # fmt: skip


def tris(runs: int, progress: Progress | None = None) -> Reproduction:
    """Do the tables of the Tris program again: chance and learning on either side."""
    learner = read_rule("tris", Templates())
    game = make_kit("tictactoe").game
    oracle = Oracle(game)
    first, second = (with_rule(make_kit("tictactoe", Wish(side=side)), learner, "tris") for side in ("first", "second"))
    chance = free_kit(game, 0, Rule("chance", {"en": "chance"}), "chance")
    random = parse_policy("random")
    matches = (
        (CHANCE, Match(chance, random, 0), runs),
        (O_LEARNS, Match(first, random, 0), runs),
        (X_LEARNS, Match(second, random, 1), runs),
        (BOTH_LEARN, Match(first, second, 0), 1),
    )
    lines = []
    for table, match, machines in matches:
        for games, *published in table.rows:
            tally = run(Experiment(match, games, machines, 1), oracle, progress, engine="kernel")
            for what, index, figure in zip(("O wins", "drawn"), (2 if match.side else 0, 1), published, strict=True):
                mean, spread = shares(tally, index)
                digits = len(figure.partition(".")[2])
                name = f"{table.name}: {what}, first {games:,} games"
                lines.append(Figure(name, float(figure), mean, spread, digits))
    about = (
        "A number for each position after one's own move, at first 0; after a game 1 more for each of the winner's "
        "positions and 1 less for each of the loser's; the first move of the highest number is made. The published "
        f"figures are of one run each; ours are of {runs} runs. With both sides learning nothing is left to chance."
    )
    return Reproduction("tris", "The Tris learner", "Curcio and Romani, the Tris learner", about, tuple(lines))
