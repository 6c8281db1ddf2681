"""Published results of learning machines beside our own: the same experiment, many runs, and a verdict."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import sqrt
from typing import Any

from kitgen.experiment.experiment import Experiment, Tally
from kitgen.experiment.run import run
from kitgen.kit.build import make_kit
from kitgen.kit.choices import Choices, Wish
from kitgen.kit.findings import can_be_drawn, outcome_of
from kitgen.kit.kit import Box, Kit, always_slot
from kitgen.kit.rule import Rule, read_rule
from kitgen.machine.game_graph import list_plays
from kitgen.machine.learning import with_rule
from kitgen.machine.policies import Policy, Theory, parse_policy
from kitgen.model import Game
from kitgen.templates import Templates
from kitgen.theory.oracle import Oracle

#: How many spreads a published figure of one run may lie away from the mean of our runs.
WIDE = 3.0

Progress = Callable[[int], object]


@dataclass(frozen=True, slots=True)
class Line:
    """One published figure beside ours.

    Attributes:
        what: what was measured.
        published: the published figure; None where there is none, or only words.
        ours: the mean of our runs.
        spread: the standard deviation over runs; 0 for an exact figure.
        digits: decimals of the published figure: it may be off by half a unit of the last.
        words: what the publication says, where it gives no figure.
        holds: whether our figures bear out these words.
        unit: ``%`` or nothing.
    """

    what: str
    published: float | None
    ours: float
    spread: float
    digits: int
    words: str = ""
    holds: bool | None = None
    unit: str = "%"

    @property
    def verdict(self) -> str:
        """``agrees``, ``differs``, or ``new`` where nothing was published."""
        if self.published is None:
            return "new" if self.holds is None else "agrees" if self.holds else "differs"
        slack = 0.5000001 * 10**-self.digits
        return "agrees" if abs(self.published - self.ours) <= WIDE * self.spread + slack else "differs"


@dataclass(frozen=True, slots=True)
class Reproduction:
    """A publication and what became of its figures.

    Attributes:
        name: what a user types.
        title: whose result it is.
        source: where it was published.
        about: how it was done again, in a few sentences.
        lines: the figures.
    """

    name: str
    title: str
    source: str
    about: str
    lines: tuple[Line, ...]


def free_kit(game: Game, side: int, rule: Rule, name: str) -> Kit:
    """Return a machine that knows no symmetry: a box for each position as it comes, a slot for each move."""
    plays = list_plays(game, (None, None))
    depth = [0] * len(plays.positions)
    for place, ways in enumerate(plays.ways):
        for way in ways:
            if way.child and not depth[way.child]:
                depth[way.child] = depth[place] + 1
    boxes: list[Box] = []
    for place, position in enumerate(plays.positions):
        if position.to_move == side and plays.ways[place]:
            slots = tuple(always_slot((way.move,), 0, None) for way in plays.ways[place])
            boxes.append(Box(f"P{len(boxes) + 1}", position, depth[place] // 2 + 1, later=False, slots=slots))
    choices = Choices(game.sides[side].name, merged=False)
    oracle = Oracle(game)
    outcome, draws = outcome_of(oracle.solution), can_be_drawn(game, oracle.solution.graph)
    kit = Kit(f"{game.spec}-{side}", game.spec, game.spec, choices, rule, (), tuple(boxes), "", outcome, draws, oracle)
    return with_rule(kit, rule, name)


def _spread(figures: list[float]) -> tuple[float, float]:
    """Return the mean and the standard deviation of some runs."""
    mean = sum(figures) / len(figures)
    return mean, sqrt(sum((figure - mean) ** 2 for figure in figures) / max(1, len(figures) - 1))


def _shares(tally: Tally, place: int) -> tuple[float, float]:
    """Return mean and spread over machines of the share of games with an outcome, in per cent."""
    return _spread([100 * machine[place] / tally.games for machine in tally.by_machine])


def tris(runs: int, progress: Progress | None = None) -> Reproduction:
    """Do the tables of the Tris program again: chance and learning on either side."""
    templates = Templates()
    learner = read_rule("tris", templates)
    idle = Rule("chance", {"en": "chance"})
    game = make_kit("tictactoe").game
    theory = Theory(game)
    sides = [with_rule(make_kit("tictactoe", Wish(side=side)), learner, "tris") for side in ("first", "second")]
    chance = free_kit(game, 0, idle, "chance")
    random = parse_policy("random")
    tables: tuple[tuple[str, Kit, Policy | Kit, int, dict[int, tuple[float, int, float, int]]], ...] = (
        ("both play at random", chance, random, 0,
         {100: (59, 0, 13, 0), 1000: (57.3, 1, 12.9, 1), 10_000: (58.9, 1, 12.7, 1), 100_000: (58.4, 1, 12.6, 1)}),
        ("O learns, X plays at random", sides[0], random, 0,
         {100: (80, 0, 7, 0), 1000: (88.5, 1, 4, 0), 10_000: (92.2, 1, 3.66, 2), 100_000: (93.0, 1, 3.65, 2)}),
        ("X learns, O plays at random", sides[1], random, 1,
         {100: (55, 0, 5, 0), 1000: (27.8, 1, 12.8, 1), 10_000: (16.8, 1, 13.7, 1), 100_000: (14.2, 1, 13.7, 1)}),
        ("both learn", sides[0], sides[1], 0,
         {100: (10, 0, 84, 0), 1000: (1, 0, 98.4, 1), 10_000: (0.1, 1, 99.8, 1), 100_000: (0.01, 2, 100, 0)}),
    )  # fmt: skip
    lines = []
    for name, kit, opponent, side, published in tables:
        for games in (*published, 200_000):
            count = runs if name != "both learn" else 1
            tally = run(Experiment(kit, opponent, games, count, 1, side), theory, progress)
            for what, place, known in (("O wins", 2 if side else 0, 0), ("drawn", 1, 2)):
                mean, spread = _shares(tally, place)
                figure, digits = published[games][known : known + 2] if games in published else (None, 1)
                lines.append(Line(f"{name}: {what}, first {games:,} games", figure, mean, spread, int(digits)))
    about = (
        "A number for each position after one's own move, at first 0; after a game 1 more for each of the winner's "
        "positions and 1 less for each of the loser's; the first move of the highest number is made. The published "
        f"figures are of one run each; ours are of {runs} runs. With both sides learning nothing is left to chance."
    )
    source = "Curcio and Romani, the Tris learner"
    return Reproduction("tris", "The Tris learner", source, about, tuple(lines))


def gardner(runs: int, progress: Progress | None = None) -> Reproduction:
    """Work out Gardner's machine exactly."""
    from kitgen.markov.absorption import answer  # noqa: PLC0415 - SciPy is loaded only when needed

    del runs
    kit = make_kit("her")
    theory = Theory(kit.game)
    by_random = answer(Experiment(kit, parse_policy("random"), 1, 1, 1, 1), [1, 2, 5, 10, 20, 50, 100], theory)
    by_wins = answer(Experiment(kit, parse_policy("winning-move"), 1, 1, 1, 1), [1], theory)
    losses, length = _number(by_random.expected_losses), _number(by_random.expected_games)
    known = {1: 40.0463, 2: 42.8657, 5: 52.4021, 10: 67.7544, 20: 85.3386, 50: 95.4102, 100: 98.4872}
    lines = [
        Line("boxes of Black", 19, len(kit.boxes), 0, 0, unit=""),
        Line("boxes of Gardner's own kit", 24, len(make_kit("gardner24").boxes), 0, 0, unit=""),
        Line("expected losses against a random White", 11.172776, losses, 0, 6, unit=""),
        Line("expected games until it can never lose again", 129.2534, length, 0, 4, unit=""),
        Line("fewest losses until then", 9, _number(by_random.any_opponent[0]), 0, 0, unit=""),
        Line("most losses until then", 16, _number(by_random.any_opponent[1]), 0, 0, unit=""),
        Line("losses against a White that takes every win", 9, _number(by_wins.expected_losses), 0, 0, unit=""),
        *(Line(f"Black wins game {n}", share, 100 * _number(by_random.wins[n]), 0, 4) for n, share in known.items()),
    ]  # fmt: skip
    if progress is not None:
        progress(1)
    source = read_rule("gardner", Templates()).source
    about = (
        "Nothing is sampled: the figures come from the Markov chain over all 65,536 bead states that the 19 boxes "
        "can be in. The number of 24 boxes is Gardner's; the other figures were found by independent programs, "
        "since he gives none."
    )
    return Reproduction("gardner", "Gardner's Hexapawn machine", source, about, tuple(lines))


def michie(runs: int, progress: Progress | None = None) -> Reproduction:
    """Let MENACE play 220 games, as against Michie, and longer series against chance and perfect play."""
    kit, strong = make_kit("menace"), make_kit("menace", Wish(rule="mscroggs"))
    theory = Theory(kit.game)
    lines = []
    for games, known in ((100, (64.6, 12.2, 23.2)), (1000, (74.8, 10.6, 14.7))):
        tally = run(Experiment(kit, parse_policy("random"), games, 20 * runs, 1, 0), theory, progress)
        for place, (what, figure) in enumerate(zip(("won", "drawn", "lost"), known, strict=True)):
            # The known figures are means of many machines, so that ours have to come close as a mean.
            share, error = tally.share(place)
            lines.append(
                Line(f"{what} of the first {games:,} against chance, mean", figure, 100 * share, 100 * (error or 0), 1)
            )
    for name, machine, figure in (("4-3-2-1", kit, 60.8), ("8-4-2-1", strong, 13.7)):
        tally = run(Experiment(machine, parse_policy("perfect"), 1000, 20 * runs, 1, 0), theory, progress)
        dead = tally.emptied[0] / tally.machines
        error = 100 * sqrt(dead * (1 - dead) / tally.machines)
        lines.append(
            Line(f"first box empty after 1,000 games against perfect play, {name} beads", figure, 100 * dead, error, 1)
        )
    tally = run(Experiment(strong, parse_policy("perfect"), 220, 20 * runs, 1, 0), theory, progress)
    early, late = (100 * sum(tally.draws[part]) / 20 / tally.machines for part in (slice(0, 20), slice(200, 220)))
    words = "draws more and more"
    lines.append(Line("drawn of games 1 to 20 against perfect play, 8-4-2-1 beads", None, early, 0, 1))
    lines.append(Line("drawn of games 201 to 220, the same machines", None, late, 0, 1, words, late > early))
    tally = run(Experiment(kit, parse_policy("perfect"), 220, 20 * runs, 1, 0), theory, progress)
    early, late = (100 * sum(tally.draws[part]) / 20 / tally.machines for part in (slice(0, 20), slice(200, 220)))
    lines.append(Line("drawn of games 1 to 20 against perfect play, 4-3-2-1 beads", None, early, 0, 1))
    lines.append(Line("drawn of games 201 to 220, the same machines", None, late, 0, 1, words, late > early))
    about = (
        "Michie himself was the opponent for 220 games, at first with the best moves and later with odd ones. A person "
        "cannot be played again: perfect play stands for him, and what is told of the series, that the machine soon "
        "settled down to draw more often, is compared in words. The figures against chance, and of first boxes that "
        "run empty, were found by independent programs. Most machines with 4-3-2-1 beads die against perfect play. "
        f"Ours are means of {20 * runs} machines."
    )  # fmt: skip
    source = read_rule("michie", Templates()).source
    return Reproduction("michie", "MENACE and its 220 games", source, about, tuple(lines))


def hexapawn_rl(runs: int, progress: Progress | None = None) -> Reproduction:
    """Let two machines with HexapawnRL's rule play each other, as its automatic learning does."""
    rule = read_rule("hexapawn-rl", Templates())
    game = make_kit("her").game
    theory = Theory(game)
    white, black = (free_kit(game, side, rule, "hexapawn-rl") for side in (0, 1))
    lines = [
        Line("positions of White, each as it comes", 33, len(white.boxes), 0, 0, unit=""),
        Line("positions of Black", 37, len(black.boxes), 0, 0, unit=""),
    ]
    for games in (50, 200, 1000):
        tally = run(Experiment(black, white, games, 20 * runs, 1, 1), theory, progress)
        mean, spread = _shares(tally, 0)
        lines.append(Line(f"both learn: Black wins, first {games:,} games", None, mean, spread, 1))
    late = 100 * sum(tally.wins[-100:]) / 100 / tally.machines
    lines.append(Line("both learn: Black wins, games 901 to 1,000", None, late, 0, 1))
    for games in (50, 200, 1000):
        tally = run(Experiment(black, parse_policy("random"), games, 20 * runs, 1, 1), theory, progress)
        mean, spread = _shares(tally, 0)
        lines.append(
            Line(f"Black learns, White plays at random: Black wins, first {games:,} games", None, mean, spread, 1)
        )
    about = (
        "The program is published with its rule and without results, so that most figures here are new. Positions are "
        "stored as they come, mirror images apart; 33 and 37 is what others count so. "
        f"Ours are means and spreads of {20 * runs} pairs of machines."
    )  # fmt: skip
    return Reproduction("hexapawn-rl", "HexapawnRL", rule.source, about, tuple(lines))


def _number(figure: Any) -> float:
    """Return a figure that is known to be finite."""
    return float(figure)


#: What can be reproduced, by name.
REPRODUCTIONS: dict[str, Callable[[int, Progress | None], Reproduction]] = {
    "gardner": gardner,
    "michie": michie,
    "hexapawn-rl": hexapawn_rl,
    "tris": tris,
}


def page(reproductions: list[Reproduction], command: str) -> Iterator[str]:
    """Yield the lines of a Markdown page with all figures."""
    yield "# Published results, done again"
    yield ""
    yield f"This page is made by `{command}`; the seed is always 1, so that it comes out the same each time."
    yield "*Spread* is the standard deviation over runs, or the standard error where it stands beside a mean; a"
    yield f"figure *agrees* when it lies within {WIDE:g} of these, and half a unit of its last digit, of ours."
    for done in reproductions:
        yield ""
        yield f"## {done.title}"
        yield ""
        yield f"{done.source}."
        yield ""
        yield done.about
        yield ""
        yield "| | published | ours | spread | verdict |"
        yield "|---|---:|---:|---:|---|"
        for line in done.lines:
            cells = (line.what, published_text(line), figure_text(line, line.ours), spread_text(line), line.verdict)
            yield f"| {' | '.join(cells)} |"


def figure_text(line: Line, figure: float) -> str:
    """Return a figure with as many decimals as the published one has, and one more where it has a spread."""
    digits = line.digits + (1 if line.spread else 0)
    return f"{figure:.{digits}f}{' %' if line.unit else ''}"


def spread_text(line: Line) -> str:
    """Return the spread over runs, or nothing for an exact figure."""
    return figure_text(line, line.spread) if line.spread else ""


def published_text(line: Line) -> str:
    """Return what was published."""
    if line.published is None:
        return line.words
    return f"{line.published:.{line.digits}f}{' %' if line.unit else ''}"
