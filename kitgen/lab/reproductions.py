"""Published experiments done again, by name, and a Markdown page with all their figures."""

import time
from collections import Counter
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
from kitgen.machine.match import Match, Policy, parse_policy
from kitgen.model import Game, Result
from kitgen.reading.templates import Templates, read_toml
from kitgen.theory.oracle import Oracle
from kitgen.tree_search.plan import parse_plan
from kitgen.tree_search.scout import Scout
from kitgen.tree_search.scouts import make_scout

#: How many spreads a figure of one run may lie away from the mean of our runs.
MAX_SPREADS = 3.0
#: How far a rounded figure may be off, in units of its last digit, and a little for the computer's
#: own rounding.
HALF_A_UNIT = 0.5000001


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
        """``agrees``, ``differs``, or ``new`` where nothing was known; of a time ``quicker`` or
        ``slower``.
        """
        known = self.reference if self.published is None else self.published
        if known is not None and self.unit == "s":
            return "quicker" if self.ours < known else "slower"
        holds = self.holds
        if known is not None:
            allowed = MAX_SPREADS * self.spread + HALF_A_UNIT * 10**-self.digits
            holds = abs(known - self.ours) <= allowed
        if holds is None:
            return "new"
        return "agrees" if holds else "differs"


@dataclass(frozen=True, slots=True, repr=False)
class Reproduction(Result):
    """A publication and our figures beside its own; ``about`` says how they were reproduced."""

    name: str
    title: str
    source: str
    about: str
    lines: tuple[Figure, ...]

    row_labels: ClassVar = ("what",)
    bar_columns: ClassVar = ("published", "reference", "ours")

    def summary(self) -> str:
        """Return the reproduction in one line."""
        counts = Counter(line.verdict for line in self.lines)
        words = ", ".join(f"{verdict} {count}" for verdict, count in counts.items())
        return f"{self.title}: {many(len(self.lines), 'figure')}, {words}"

    def table(self) -> list[dict[str, Any]]:
        """Return a row for each figure."""
        keys = ("what", "published", "reference", "ours", "spread", "verdict")
        rows = []
        for line in self.lines:
            rows.append({key: getattr(line, key) for key in keys})
        return rows

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
    publication = PUBLISHED[name]
    return Reproduction(
        name=name,
        title=publication.title,
        source=source or publication.source,
        about=publication.about.format(**values),
        lines=tuple(lines),
    )


def shares(tally: Tally, index: int) -> tuple[float, float]:
    """Return the share of wins (0), draws (1) or losses (2) in per cent: mean and spread over
    machines.
    """
    figure = tally.by_machine[index]
    return 100 * figure.mean / tally.games, 100 * figure.deviation / tally.games


def in_games(tally: Tally, counts: Sequence[int], first: int, last: int) -> float:
    """Return the share of what ``counts`` has by game, from game ``first`` to ``last``, in per
    cent.
    """
    return 100 * sum(counts[first - 1 : last]) / (last - first + 1) / tally.machines


def free_kit(game: Game, side: int, rule: Rule, name: str) -> Kit:
    """Return a machine that ignores symmetry: a box for each position, a slot for each move."""
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
    kit = Kit(
        name=f"{game.called}-{side}",
        title=game.spec,
        game_spec=game.spec,
        choices=choices,
        rule=rule,
        palette=(),
        boxes=tuple(boxes),
        command="",
        outcome=outcome_of(oracle.solution),
        draws=can_be_drawn(game, oracle.solution.graph),
        oracle=oracle,
    )
    return with_rule(kit, rule, name)


# Gardner's Hexapawn machine of 1962, worked out exactly.

#: The chance that Black wins a game, by its number, in per cent; from independent programs.
WINS = {1: 40.0463, 2: 42.8657, 5: 52.4021, 10: 67.7544, 20: 85.3386, 50: 95.4102, 100: 98.4872}


def gardner(_runs: int, progress: GamesDone | None = None) -> Reproduction:
    """Work out Gardner's machine exactly."""
    from kitgen.lab.chain_answers import answer  # noqa: PLC0415 - SciPy and Numba are loaded only when needed

    kit = build_kit("her")
    by_random = answer(Match(kit, parse_policy("random"), 1), list(WINS))
    by_wins = answer(Match(kit, parse_policy("winning-move"), 1), [1])

    def exact(
        what: str, reference: float, ours: float | Fraction | None, digits: int = 0, unit: str = ""
    ) -> Figure:
        return Figure(
            what=what,
            published=None,
            # Where the sum is not finite, no figure agrees.
            ours=float("inf") if ours is None else float(ours),
            spread=0,
            digits=digits,
            reference=reference,
            unit=unit,
        )

    # The only figure that Gardner gives; others are from independent programs.
    own = len(build_kit("gardner24").boxes)
    fewest, most = by_random.any_opponent
    lines = [
        exact("boxes of Black", 19, len(kit.boxes)),
        Figure("boxes of Gardner's own kit", 24, own, 0, 0, unit=""),
        exact("expected losses against a random White", 11.172776, by_random.expected_losses, 6),
        exact(
            "expected games until it can never lose again", 129.2534, by_random.expected_games, 4
        ),
        exact("fewest losses until then", 9, fewest),
        exact("most losses until then", 16, most),
        exact("losses against a White that takes every win", 9, by_wins.expected_losses),
    ]
    for game, share in WINS.items():
        lines.append(exact(f"Black wins game {game}", share, 100 * by_random.wins[game], 4, "%"))
    if progress is not None:
        progress(1)
    return _reproduction("gardner", lines, read_rule("gardner", Templates()).source)


# HexapawnRL, a program of N. Jarry: published with its rule and without results.


def hexapawn_rl(runs: int, progress: GamesDone | None = None) -> Reproduction:
    """Let two machines with HexapawnRL's rule play each other, as its automatic learning does."""
    rule = read_rule("hexapawn-rl", Templates())
    game = build_kit("her").game
    oracle = Oracle(game)
    white = free_kit(game, 0, rule, "hexapawn-rl")
    black = free_kit(game, 1, rule, "hexapawn-rl")
    lines = [  # the references count mirror images separately, too
        Figure("positions of White, each as it comes", None, len(white.boxes), 0, 0, 33, unit=""),
        Figure("positions of Black", None, len(black.boxes), 0, 0, 37, unit=""),
    ]
    for what, opponent in (
        ("both learn", white),
        ("Black learns, White plays at random", parse_policy("random")),
    ):
        for games in (50, 200, 1000):
            match = Match(black, opponent, side=1)
            tally = run(Experiment(match, games, 20 * runs, seed=1), oracle, progress)
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
    """Let MENACE play 220 games, as against Michie, and longer series against other opponents."""
    machines = 20 * runs
    kits = {"4-3-2-1": build_kit("menace"), "8-4-2-1": build_kit("menace", Wish(rule="mscroggs"))}
    oracle = kits["4-3-2-1"].oracle
    random = parse_policy("random")
    perfect = parse_policy("perfect")

    def play(beads: str, opponent: Policy, games: int) -> Tally:
        match = Match(kits[beads], opponent, side=0)
        return run(Experiment(match, games, machines, seed=1), oracle, progress)

    lines: list[Figure] = []
    for games, known in MICHIE_CHANCE.items():
        lines += _outcomes_against_chance(play("4-3-2-1", random, games), known)
    for beads, figure in EMPTY.items():
        lines.append(_first_box_empty(play(beads, perfect, 1_000), beads, figure))
    for beads in reversed(kits):
        lines += _draws_early_and_late(play(beads, perfect, SERIES), beads)
    return _reproduction(
        "michie", lines, read_rule("michie", Templates()).source, machines=machines
    )


def _outcomes_against_chance(tally: Tally, known: tuple[float, float, float]) -> Iterator[Figure]:
    for index, (what, figure) in enumerate(zip(("won", "drawn", "lost"), known, strict=True)):
        # The known figures are means of many machines, so our mean must be close to them.
        share, error = tally.share(index)
        text = f"{what} of the first {tally.games:,} against chance, mean"
        yield Figure(text, None, 100 * share, 100 * (error or 0), 1, figure)


def _first_box_empty(tally: Tally, beads: str, known: float) -> Figure:
    empty = tally.emptied[0] / tally.machines
    error = 100 * sqrt(empty * (1 - empty) / tally.machines)
    text = f"first box empty after 1,000 games against perfect play, {beads} beads"
    return Figure(text, None, 100 * empty, error, 1, known)


def _draws_early_and_late(tally: Tally, beads: str) -> Iterator[Figure]:
    early = in_games(tally, tally.draws, 1, 20)
    late = in_games(tally, tally.draws, SERIES - 19, SERIES)
    yield Figure(f"drawn of games 1 to 20 against perfect play, {beads} beads", None, early, 0, 1)
    yield Figure(
        what=f"drawn of games {SERIES - 19} to {SERIES}, the same machines",
        published=None,
        ours=late,
        spread=0,
        digits=1,
        words="draws more and more",
        holds=late > early,
    )


# The Tris learner of Curcio and Romani: numbers for positions, and tables of up to 200,000 games.


def tris(runs: int, progress: GamesDone | None = None) -> Reproduction:
    """Reproduce the tables of the Tris program: chance and learning on either side."""
    learner = read_rule("tris", Templates())
    game = build_kit("tictactoe").game
    oracle = Oracle(game)
    first = with_rule(build_kit("tictactoe", Wish(side="first")), learner, "tris")
    second = with_rule(build_kit("tictactoe", Wish(side="second")), learner, "tris")
    chance = free_kit(game, 0, Rule("chance", {"en": "chance"}), "chance")
    random = parse_policy("random")
    matches = (
        (Match(chance, random, 0), runs),
        (Match(first, random, 0), runs),
        (Match(second, random, 1), runs),
        (Match(first, second, 0), 1),
    )
    tables = PUBLISHED["tris"].tables.items()
    lines = []
    for (table, rows), (match, machines) in zip(tables, matches, strict=True):
        for games, o_wins, drawn in rows:
            tally = run(Experiment(match, games, machines, 1), oracle, progress, engine="kernel")
            wins_of_o = 2 if match.side else 0  # O begins here
            for what, index, figure in (("O wins", wins_of_o, o_wins), ("drawn", 1, drawn)):
                digits = len(figure.partition(".")[2])
                name = f"{table}: {what}, first {games:,} games"
                lines.append(Figure(name, float(figure), *shares(tally, index), digits))
    return _reproduction("tris", lines, runs=runs)


# The mancala programs of Ferrando, Bonanno and Repetto: how long their searches for the first move
# take.


def _by_plies(column: int) -> dict[str, dict[int, int]]:
    by_name = {}
    for name, rows in PUBLISHED["mancala"].tables.items():
        by_name[name] = {row[0]: int(row[column]) for row in rows if row[column]}
    return by_name


#: Seconds for the first move, by algorithm and plies.
SECONDS = _by_plies(1)
#: Positions visited from the start, by algorithm and plies.
MANCALA_POSITIONS = _by_plies(2)
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
    """Search for the first move with each of their programs, then with refinements of the fastest.

    Searches deeper than ``deepest`` plies are left out.
    """
    game = make_game("awari:6x4")
    lines: list[Figure] = []
    for name, plan in PLANS.items():
        published = SECONDS.get(name, SECONDS[BASE])
        reference = MANCALA_POSITIONS.get(name, {})
        depths = [depth for depth in depths_of(name) if depth <= deepest]
        costs = measure(game, plan, depths, progress)
        for depth, (nodes, seconds) in costs.items():
            where = f"{name}, depth {depth}"
            lines.append(
                Figure(f"{where}: positions", None, nodes, 0, 0, reference.get(depth), unit="")
            )
            if depth - 1 in costs:
                growth = nodes / costs[depth - 1][0]
                what = f"{where}: times the positions of depth {depth - 1}"
                words = ""
                holds = None
                if name == "minimax":
                    words = f"about {GROWTH}"
                    holds = round(growth) == GROWTH
                lines.append(Figure(what, None, growth, 0, 2, words=words, holds=holds, unit=""))
            if depth in published:
                lines.append(Figure(f"{where}: seconds", published[depth], seconds, 0, 0, unit="s"))
    return _reproduction("mancala", lines)


def measure(
    game: Game, plan: str, depths: Sequence[int], progress: GamesDone | None = None
) -> Costs:
    """Return positions and seconds of searches from the start, by depth.

    With deepening all steps are searched and counted.
    """
    search_plan = parse_plan(plan)
    _search(make_scout(game, search_plan), 2)  # so that it is compiled before time is taken
    scout = make_scout(game, search_plan)
    stepwise = search_plan.has("deepening")
    steps = range(1, max(depths, default=0) + 1) if stepwise else depths
    costs = Costs()
    nodes = 0
    seconds = 0.0
    for depth in steps:
        if not stepwise:
            nodes = 0
            seconds = 0.0
        visited, taken = _search(scout, depth)
        nodes += visited
        seconds += taken
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
    yield f"if it is within {MAX_SPREADS:g} spreads of ours, plus half a unit of its last digit."
    for reproduction in reproductions:
        yield from ("", f"## {reproduction.title}", "", f"{reproduction.source}.", "")
        yield from (reproduction.about, "")
        yield f"| | {' | '.join(HEADINGS)} |"
        yield "|---|---:|---:|---:|---:|---|"
        for line in reproduction.lines:
            yield f"| {line.what} | {' | '.join(cells(line))} |"


HEADINGS = ("published", "reference", "ours", "spread", "verdict")


def cells(line: Figure) -> tuple[str, str, str, str, str]:
    """Return the texts under ``HEADINGS``; our figure has one more decimal if it has a spread."""
    unit = line.unit if line.unit in ("", "%") else f" {line.unit}"
    digits = line.digits
    if line.unit == "s":
        digits = 3
    elif line.spread:
        digits += 1
    spread = f"{line.spread:.{digits}f}{unit}" if line.spread else ""

    def known(figure: float | None) -> str:
        return "" if figure is None else f"{figure:,.{line.digits}f}{unit}"

    return (
        known(line.published) or line.words,
        known(line.reference),
        f"{line.ours:,.{digits}f}{unit}",
        spread,
        line.verdict,
    )
