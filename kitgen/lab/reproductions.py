"""Published experiments done again, by name, and a Markdown page with all their figures."""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import msgspec

from kitgen.errors import UnknownNameError, UsageError, many
from kitgen.games import make_game
from kitgen.installing.extras import need
from kitgen.kit.build import build_kit
from kitgen.kit.choices import Choices, Wish
from kitgen.kit.kit import Box, Kit, always_slot, can_be_drawn, outcome_of
from kitgen.kit.rule import Rule, read_rule
from kitgen.lab.experiment import GamesDone, run
from kitgen.lab.tally import Experiment, Tally
from kitgen.machine.game_graph import list_situations
from kitgen.machine.learning import with_rule
from kitgen.machine.match import Match, parse_policy
from kitgen.model import Game, Result
from kitgen.reading.templates import Templates, read_toml
from kitgen.theory.oracle import Oracle
from kitgen.tree_search.plan import parse_plan
from kitgen.tree_search.scout import Scout
from kitgen.tree_search.scouts import make_scout

#: How many spreads a figure of one run may lie away from the mean of our runs.
WIDE = 3.0


@dataclass(frozen=True, slots=True)
class Figure:
    """A published or reference figure beside ours.

    Attributes:
        published: None where the publication gives no figure, or only words.
        ours: the mean of our runs.
        spread: the standard deviation over runs, or the standard error of a mean; 0 for an exact
            figure.
        digits: decimals of the known figure: it may be off by half a unit of the last.
        reference: from independent programs, where the publication gives none.
        words: what the publication says instead of a figure.
        holds: whether our figures agree with these words.
        unit: ``%``, nothing, or ``s`` for a time, which depends on the computer and neither agrees
            nor differs.
    """

    what: str
    published: float | None
    ours: float
    spread: float
    digits: int
    reference: float | None = None
    words: str = ""
    holds: bool | None = None
    unit: str = "%"

    @property
    def verdict(self) -> str:
        """``agrees``, ``differs``, or ``new`` where nothing was known; ``quicker`` or ``slower``
        of a time.
        """
        known, holds = self.reference if self.published is None else self.published, self.holds
        if known is not None:
            if self.unit == "s":
                return "quicker" if self.ours < known else "slower"
            holds = abs(known - self.ours) <= WIDE * self.spread + 0.5000001 * 10**-self.digits
        return "new" if holds is None else "agrees" if holds else "differs"


@dataclass(frozen=True, slots=True, repr=False)
class Reproduction(Result):
    """A publication and our figures beside its figures; ``about`` explains how they were
    reproduced.
    """

    name: str
    title: str
    source: str
    about: str
    lines: tuple[Figure, ...]

    row_labels: ClassVar = ("what",)
    bar_columns: ClassVar = ("published", "reference", "ours")

    def summary(self) -> str:
        """Return the reproduction in one line."""
        verdicts = [line.verdict for line in self.lines]
        counts = ", ".join(
            f"{verdict} {verdicts.count(verdict)}" for verdict in dict.fromkeys(verdicts)
        )
        return f"{self.title}: {many(len(self.lines), 'figure')}, {counts}"

    def table(self) -> list[dict[str, Any]]:
        """Return a row for each figure."""
        keys = ("what", "published", "reference", "ours", "spread", "verdict")
        return [{key: getattr(line, key) for key in keys} for line in self.lines]

    def report(self) -> dict[str, Any]:
        """Return all of it as plain data."""
        return {"name": self.name, "source": self.source, "figures": self.table()}


class Publication(msgspec.Struct, frozen=True):
    """A publication in ``published.toml``, which explains ``about`` and ``tables``."""

    title: str
    about: str
    source: str = ""
    tables: dict[str, tuple[tuple[int, str, str], ...]] = {}


PUBLISHED = read_toml(Path(__file__).with_name("published.toml"), dict[str, Publication])


def _reproduction(
    name: str, lines: Iterable[Figure], source: str = "", **values: int
) -> Reproduction:
    known = PUBLISHED[name]
    return Reproduction(
        name, known.title, source or known.source, known.about.format(**values), tuple(lines)
    )


def shares(tally: Tally, index: int) -> tuple[float, float]:
    """Return mean and spread over machines of the share of wins (0), draws (1) or losses (2), in
    per cent.
    """
    figure = tally.by_machine[index]
    return 100 * figure.mean / tally.games, 100 * figure.deviation / tally.games


def in_games(tally: Tally, counts: Sequence[int], first: int, last: int) -> float:
    """Return the share of wins, draws or losses (``counts`` by game) from game ``first`` to
    ``last``, in per cent.
    """
    return 100 * sum(counts[first - 1 : last]) / (last - first + 1) / tally.machines


def free_kit(game: Game, side: int, rule: Rule, name: str) -> Kit:
    """Return a machine that ignores symmetry: one box for each position and one slot for each
    move.
    """
    graph = list_situations(game, (None, None))
    depth = {0: 0}  # of each situation, in breadth-first order
    boxes: list[Box] = []
    for index, (position, branches) in enumerate(zip(graph.positions, graph.branches, strict=True)):
        for branch in branches:
            depth.setdefault(branch.child, depth[index] + 1)
        if position.to_move == side and branches:
            slots = tuple(always_slot((branch.move,), 0, None) for branch in branches)
            boxes.append(
                Box(f"P{len(boxes) + 1}", position, depth[index] // 2 + 1, later=False, slots=slots)
            )
    choices = Choices(game.sides[side].name, merged=False)
    oracle = Oracle(game)
    outcome, draws = outcome_of(oracle.solution), can_be_drawn(game, oracle.solution.graph)
    kit = Kit(
        f"{game.called}-{side}",
        game.spec,
        game.spec,
        choices,
        rule,
        (),
        tuple(boxes),
        "",
        outcome,
        draws,
        oracle,
    )
    return with_rule(kit, rule, name)


# Gardner's Hexapawn machine of 1962, worked out exactly.

#: The chance that Black wins a game, by its number, in per cent; from independent programs.
WINS = {1: 40.0463, 2: 42.8657, 5: 52.4021, 10: 67.7544, 20: 85.3386, 50: 95.4102, 100: 98.4872}


def gardner(_runs: int, progress: GamesDone | None = None) -> Reproduction:
    """Work out Gardner's machine exactly."""
    from kitgen.lab.chain import answer  # noqa: PLC0415 - SciPy and Numba are loaded only when needed

    kit = build_kit("her")
    by_random = answer(Match(kit, parse_policy("random"), 1), list(WINS))
    by_wins = answer(Match(kit, parse_policy("winning-move"), 1), [1])

    def known(
        what: str, reference: float, ours: float | Fraction | None, digits: int = 0, unit: str = ""
    ) -> Figure:
        # Where the sum is not finite, no figure agrees.
        return Figure(
            what,
            None,
            float("inf") if ours is None else float(ours),
            0,
            digits,
            reference,
            unit=unit,
        )

    own = len(
        build_kit("gardner24").boxes
    )  # the only figure that Gardner gives; others are from independent programs
    lines = (
        known("boxes of Black", 19, len(kit.boxes)),
        Figure("boxes of Gardner's own kit", 24, own, 0, 0, unit=""),
        known("expected losses against a random White", 11.172776, by_random.expected_losses, 6),
        known(
            "expected games until it can never lose again", 129.2534, by_random.expected_games, 4
        ),
        known("fewest losses until then", 9, by_random.any_opponent[0]),
        known("most losses until then", 16, by_random.any_opponent[1]),
        known("losses against a White that takes every win", 9, by_wins.expected_losses),
        *(
            known(f"Black wins game {n}", share, 100 * by_random.wins[n], 4, "%")
            for n, share in WINS.items()
        ),
    )
    if progress is not None:
        progress(1)
    return _reproduction("gardner", lines, read_rule("gardner", Templates()).source)


# HexapawnRL, a program of N. Jarry: published with its rule and without results.


def hexapawn_rl(runs: int, progress: GamesDone | None = None) -> Reproduction:
    """Let two machines with HexapawnRL's rule play each other, as its automatic learning does."""
    rule = read_rule("hexapawn-rl", Templates())
    game = build_kit("her").game
    oracle = Oracle(game)
    white, black = (free_kit(game, side, rule, "hexapawn-rl") for side in (0, 1))
    lines = [  # the references count mirror images separately, too
        Figure("positions of White, each as it comes", None, len(white.boxes), 0, 0, 33, unit=""),
        Figure("positions of Black", None, len(black.boxes), 0, 0, 37, unit=""),
    ]
    for what, opponent in (
        ("both learn", white),
        ("Black learns, White plays at random", parse_policy("random")),
    ):
        for games in (50, 200, 1000):
            tally = run(
                Experiment(Match(black, opponent, 1), games, 20 * runs, 1), oracle, progress
            )
            lines.append(
                Figure(f"{what}: Black wins, first {games:,} games", None, *shares(tally, 0), 1)
            )
        if opponent is white:
            late = in_games(tally, tally.wins, 901, 1000)
            lines.append(Figure(f"{what}: Black wins, games 901 to 1,000", None, late, 0, 1))
    return _reproduction("hexapawn-rl", lines, rule.source, machines=20 * runs)


# MENACE: Michie's 220 games, and longer series against chance and perfect play.

#: Shares of the first games won, drawn and lost against chance, in per cent, as means of many
#: machines: reference.
MICHIE_CHANCE = {100: (64.6, 12.2, 23.2), 1_000: (74.8, 10.6, 14.7)}
#: Machines whose first box is empty after 1,000 games against perfect play, in per cent, by beads:
#: reference.
EMPTY = {"4-3-2-1": 60.8, "8-4-2-1": 13.7}
#: The length of Michie's series.
SERIES = 220


def michie(runs: int, progress: GamesDone | None = None) -> Reproduction:
    """Let MENACE play 220 games, as against Michie, and longer series against chance and perfect
    play.
    """
    machines = 20 * runs
    kits = {"4-3-2-1": build_kit("menace"), "8-4-2-1": build_kit("menace", Wish(rule="mscroggs"))}
    oracle = kits["4-3-2-1"].oracle
    random, perfect = parse_policy("random"), parse_policy("perfect")
    lines = []
    for games, known in MICHIE_CHANCE.items():
        tally = run(
            Experiment(Match(kits["4-3-2-1"], random, 0), games, machines, 1), oracle, progress
        )
        for index, (what, figure) in enumerate(zip(("won", "drawn", "lost"), known, strict=True)):
            # The known figures are means of many machines, so our mean must be close to them.
            share, error = tally.share(index)
            text = f"{what} of the first {games:,} against chance, mean"
            lines.append(Figure(text, None, 100 * share, 100 * (error or 0), 1, figure))
    for beads, figure in EMPTY.items():
        tally = run(
            Experiment(Match(kits[beads], perfect, 0), 1_000, machines, 1), oracle, progress
        )
        dead = tally.emptied[0] / tally.machines
        error = 100 * sqrt(dead * (1 - dead) / tally.machines)
        text = f"first box empty after 1,000 games against perfect play, {beads} beads"
        lines.append(Figure(text, None, 100 * dead, error, 1, figure))
    for beads in reversed(kits):
        tally = run(
            Experiment(Match(kits[beads], perfect, 0), SERIES, machines, 1), oracle, progress
        )
        early, late = (in_games(tally, tally.draws, last - 19, last) for last in (20, SERIES))
        lines += [
            Figure(
                f"drawn of games 1 to 20 against perfect play, {beads} beads", None, early, 0, 1
            ),
            Figure(
                f"drawn of games {SERIES - 19} to {SERIES}, the same machines",
                None,
                late,
                0,
                1,
                words="draws more and more",
                holds=late > early,
            ),
        ]
    return _reproduction(
        "michie", lines, read_rule("michie", Templates()).source, machines=machines
    )


# The Tris learner of Curcio and Romani: numbers for positions, and tables of up to 200,000 games.


def tris(runs: int, progress: GamesDone | None = None) -> Reproduction:
    """Reproduce the tables of the Tris program: chance and learning on either side."""
    learner = read_rule("tris", Templates())
    game = build_kit("tictactoe").game
    oracle = Oracle(game)
    first, second = (
        with_rule(build_kit("tictactoe", Wish(side=side)), learner, "tris")
        for side in ("first", "second")
    )
    chance = free_kit(game, 0, Rule("chance", {"en": "chance"}), "chance")
    random = parse_policy("random")
    matches = (
        (Match(chance, random, 0), runs),
        (Match(first, random, 0), runs),
        (Match(second, random, 1), runs),
        (Match(first, second, 0), 1),
    )
    lines = []
    for (table, rows), (match, machines) in zip(
        PUBLISHED["tris"].tables.items(), matches, strict=True
    ):
        for games, *published in rows:
            tally = run(Experiment(match, games, machines, 1), oracle, progress, engine="kernel")
            for what, index, figure in zip(
                ("O wins", "drawn"), (2 if match.side else 0, 1), published, strict=True
            ):
                digits = len(figure.partition(".")[2])
                name = f"{table}: {what}, first {games:,} games"
                lines.append(Figure(name, float(figure), *shares(tally, index), digits))
    return _reproduction("tris", lines, runs=runs)


# The mancala programs of Ferrando, Bonanno and Repetto: how long their searches for the first move
# take.


def _by_plies(column: int) -> dict[str, dict[int, int]]:
    tables = PUBLISHED["mancala"].tables.items()
    return {
        name: {row[0]: int(row[column]) for row in rows if row[column]} for name, rows in tables
    }


#: Seconds for the first move, and positions visited from the start, by algorithm and plies.
SECONDS, MANCALA_POSITIONS = _by_plies(1), _by_plies(2)
#: How minimax grows with each ply, according to them.
GROWTH = 5
#: Their fastest program, to which refinements are added one at a time, and then all that keep the
#: value.
BASE = "negascout"
#: The most plies of all.
DEEPEST = max(SECONDS[BASE])
#: Positions and seconds, by plies.
Costs = dict[int, tuple[int, float]]


#: The plan of each search by name: the algorithms, then the refinements of the fastest.
PLANS = {name: f"{name}:{DEEPEST}" for name in SECONDS} | {
    f"{BASE} with {refinement}": f"{BASE}:{DEEPEST},{refinement}"
    for refinement in ("ordering", "table", "deepening", "quick", "quiescence")
}


def depths_of(name: str) -> list[int]:
    """Return the depths, in plies, of the searches with a plan."""
    return sorted({*SECONDS.get(name, SECONDS[BASE]), *MANCALA_POSITIONS.get(name, ())})


def mancala(
    _runs: int, progress: GamesDone | None = None, *, deepest: int = DEEPEST
) -> Reproduction:
    """Search for the first move with each of their programs, then with refinements of the fastest,
    without chance.

    Searches deeper than ``deepest`` plies are left out.
    """
    game = make_game("awari:6x4")
    lines: list[Figure] = []
    for name, plan in PLANS.items():
        published, reference = SECONDS.get(name, SECONDS[BASE]), MANCALA_POSITIONS.get(name, {})
        costs = measure(
            game, plan, [depth for depth in depths_of(name) if depth <= deepest], progress
        )
        for depth, (nodes, seconds) in costs.items():
            where = f"{name}, depth {depth}"
            lines.append(
                Figure(f"{where}: positions", None, nodes, 0, 0, reference.get(depth), unit="")
            )
            if depth - 1 in costs:
                growth = nodes / costs[depth - 1][0]
                what = f"{where}: times the positions of depth {depth - 1}"
                words, holds = (
                    (f"about {GROWTH}", round(growth) == GROWTH)
                    if name == "minimax"
                    else ("", None)
                )
                lines.append(Figure(what, None, growth, 0, 2, words=words, holds=holds, unit=""))
            if depth in published:
                lines.append(Figure(f"{where}: seconds", published[depth], seconds, 0, 0, unit="s"))
    return _reproduction("mancala", lines)


def measure(
    game: Game, plan: str, depths: Sequence[int], progress: GamesDone | None = None
) -> Costs:
    """Return positions and seconds of searches from the start; with deepening all steps are
    searched and counted.
    """
    chosen = parse_plan(plan)
    _search(make_scout(game, chosen), 2)  # compiled by now
    scout, stepwise, costs = make_scout(game, chosen), chosen.has("deepening"), Costs()
    nodes, seconds = 0, 0.0
    for depth in range(1, max(depths, default=0) + 1) if stepwise else depths:
        visited, taken = _search(scout, depth)
        nodes, seconds = (nodes + visited, seconds + taken) if stepwise else (visited, taken)
        if depth in depths:
            costs[depth] = nodes, seconds
            if progress is not None:
                progress(1)
    return costs


def _search(scout: Scout, depth: int) -> tuple[int, float]:
    began = time.perf_counter()
    with ThreadPoolExecutor(1) as pool:
        answer = pool.submit(scout.answer, [scout.game.start()], depth)
        try:
            return answer.result().nodes, time.perf_counter() - began
        except KeyboardInterrupt:
            scout.stop()
            raise


class Listed(NamedTuple):
    """How to reproduce a publication, given the number of runs, and what a progress bar needs.

    ``games`` is about how many games are played for each run, ``once`` how many steps are done
    once.
    """

    reproduce: Callable[[int, GamesDone | None], Reproduction]
    games: int
    once: int = 0


#: What can be reproduced, by name.
REPRODUCTIONS = {
    "gardner": Listed(gardner, 0, 1),
    "michie": Listed(michie, 50_000),
    "hexapawn-rl": Listed(hexapawn_rl, 50_000),
    "tris": Listed(tris, 1_165_000),
    "mancala": Listed(mancala, 0, sum(len(depths_of(name)) for name in PLANS)),
}


def reproduce(name: str, *, runs: int = 50, progress: GamesDone | None = None) -> Reproduction:
    """Repeat a published experiment, and return our figures beside the published ones.

    Args:
        name: ``gardner``, ``michie``, ``hexapawn-rl``, ``tris`` or ``mancala``.
        runs: how often each experiment is run, at least 2.
        progress: called with the number of games played since its last call.

    Raises:
        UsageError: there is no such experiment, or the runs are too few for a spread.
        MissingExtraError: the compiled simulation is not installed.

    >>> reproduce("gardner", runs=2).lines[0].verdict
    'agrees'
    """
    if name not in REPRODUCTIONS:
        raise UnknownNameError("reproduction", name, REPRODUCTIONS)
    if runs < 2:
        raise UsageError(f"{runs} runs give no spread; ask for 2 or more")
    need("reproduce()", "numba", "numpy", "scipy")
    return REPRODUCTIONS[name].reproduce(runs, progress or (lambda _games: None))


def results_page(reproductions: Sequence[Reproduction], command: str) -> Iterator[str]:
    """Yield the lines of the Markdown page."""
    yield "# Published results, done again"
    yield ""
    yield f"This page was made by `{command}`. The seed is"
    yield "always 1, so every run gives the same figures, except seconds."
    yield (
        "*Published* figures are in the publication; *reference* figures are not, and were found "
        "by independent"
    )
    yield (
        "programs. *Spread* is the standard deviation over runs, or the standard error of a mean. "
        "A figure *agrees*"
    )
    yield f"if it is within {WIDE:g} spreads of ours, plus half a unit of its last digit."
    for done in reproductions:
        yield from ("", f"## {done.title}", "", f"{done.source}.", "", done.about, "")
        yield from (f"| | {' | '.join(HEADINGS)} |", "|---|---:|---:|---:|---:|---|")
        yield from (f"| {line.what} | {' | '.join(cells(line))} |" for line in done.lines)


HEADINGS = ("published", "reference", "ours", "spread", "verdict")


def cells(line: Figure) -> tuple[str, str, str, str, str]:
    """Return the texts under ``HEADINGS``; our figure has one more decimal than the known one if
    it has a spread.
    """
    unit = f" {line.unit}" if line.unit else ""
    digits = 3 if line.unit == "s" else line.digits + (1 if line.spread else 0)
    published, reference = (
        "" if figure is None else f"{figure:,.{line.digits}f}{unit}"
        for figure in (line.published, line.reference)
    )
    spread = f"{line.spread:.{digits}f}{unit}" if line.spread else ""
    return (
        published or line.words,
        reference,
        f"{line.ours:,.{digits}f}{unit}",
        spread,
        line.verdict,
    )
