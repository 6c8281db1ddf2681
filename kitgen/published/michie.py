"""MENACE: Michie's 220 games, and longer series against chance and perfect play."""

from math import sqrt

from kitgen.experiment.experiment import Experiment
from kitgen.experiment.run import run
from kitgen.kit.build import make_kit
from kitgen.kit.choices import Wish
from kitgen.kit.rule import read_rule
from kitgen.machine.match import Match
from kitgen.machine.policies import parse_policy
from kitgen.published.common import Figure, Progress, Reproduction, in_games
from kitgen.templates import Templates

#: Games won, drawn and lost of the first so many against chance, in per cent, as means of many machines: reference.
CHANCE = {100: (64.6, 12.2, 23.2), 1_000: (74.8, 10.6, 14.7)}

#: Machines whose first box is empty after 1,000 games against perfect play, in per cent, by beads: reference.
EMPTY = {"4-3-2-1": 60.8, "8-4-2-1": 13.7}

#: The length of Michie's series, and what is told of it.
SERIES, TOLD = 220, "draws more and more"


def michie(runs: int, progress: Progress | None = None) -> Reproduction:
    """Let MENACE play 220 games, as against Michie, and longer series against chance and perfect play."""
    machines = 20 * runs
    kits = {"4-3-2-1": make_kit("menace"), "8-4-2-1": make_kit("menace", Wish(rule="mscroggs"))}
    oracle = kits["4-3-2-1"].oracle
    random, perfect = parse_policy("random"), parse_policy("perfect")
    lines = []
    for games, known in CHANCE.items():
        tally = run(Experiment(Match(kits["4-3-2-1"], random, 0), games, machines, 1), oracle, progress)
        for index, (what, figure) in enumerate(zip(("won", "drawn", "lost"), known, strict=True)):
            # The known figures are means of many machines, so that ours have to come close as a mean.
            share, error = tally.share(index)
            text = f"{what} of the first {games:,} against chance, mean"
            lines.append(Figure(text, None, 100 * share, 100 * (error or 0), 1, figure))
    for beads, figure in EMPTY.items():
        tally = run(Experiment(Match(kits[beads], perfect, 0), 1_000, machines, 1), oracle, progress)
        dead = tally.emptied[0] / tally.machines
        error = 100 * sqrt(dead * (1 - dead) / tally.machines)
        text = f"first box empty after 1,000 games against perfect play, {beads} beads"
        lines.append(Figure(text, None, 100 * dead, error, 1, figure))
    for beads in reversed(kits):
        tally = run(Experiment(Match(kits[beads], perfect, 0), SERIES, machines, 1), oracle, progress)
        early, late = (in_games(tally, tally.draws, last - 19, last) for last in (20, SERIES))
        lines += [
            Figure(f"drawn of games 1 to 20 against perfect play, {beads} beads", None, early, 0, 1),
            Figure(
                f"drawn of games {SERIES - 19} to {SERIES}, the same machines",
                None, late, 0, 1, words=TOLD, holds=late > early,
            ),
        ]  # fmt: skip
    about = (
        "Michie himself was the opponent for 220 games, at first with the best moves and later with odd ones. A person "
        "cannot be played again: perfect play stands for him, and what is told of the series, that the machine soon "
        "settled down to draw more often, is compared in words. The reference figures against chance, and of first "
        "boxes that run empty, were found by independent programs. Most machines with 4-3-2-1 beads die against "
        f"perfect play. Ours are means of {machines} machines."
    )
    source = read_rule("michie", Templates()).source
    return Reproduction("michie", "MENACE and its 220 games", source, about, tuple(lines))
