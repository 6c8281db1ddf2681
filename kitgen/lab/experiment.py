"""Experiments: many machines, each learning through many games; and how they are run.

And exact answers about the same machines.
"""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import replace
from itertools import chain, islice
from math import ceil
from operator import add
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kitgen.errors import UsageError, quoted
from kitgen.games import given_game
from kitgen.installing.extras import installed, need
from kitgen.kit.choices import Wish
from kitgen.kit.editions import plan_game, plan_kit, side_named
from kitgen.kit.kit import EITHER, Kit, KitGiven
from kitgen.kit.rule import Rule, given_rule, read_rule
from kitgen.lab.tally import (
    LONGEST_COUNTED,
    TRACKS,
    Experiment,
    Running,
    Tally,
    length_window,
    new_tally,
)
from kitgen.machine.learning import with_counts, with_rule
from kitgen.machine.match import Match, Policy, check_match, parse_policy, seats, twin_kit
from kitgen.machine.paper_machine import (
    Chooser,
    OwnOpponent,
    OwnRule,
    PaperMachine,
    Rules,
    SplitMix,
    Teacher,
    play_game,
)
from kitgen.model import GameLike
from kitgen.reading.templates import Templates
from kitgen.sources.kit_sources import is_path, load_kit
from kitgen.theory.oracle import Oracle

if TYPE_CHECKING:
    from kitgen.lab.chain_answers import Answers
    from kitgen.lab.kernel import Batch, Work


#: Called with the number of games played since its last call.
GamesDone = Callable[[int], object]
#: The most machines times games that one experiment may have: more would take too long.
MAX_GAMES_IN_ALL = 10**12


def check_experiment(experiment: Experiment) -> None:
    """Refuse an experiment that makes no sense, before anything is played."""
    for what, figure in (("games", experiment.games), ("machines", experiment.machines)):
        if figure < 1:
            raise UsageError(f"{figure} {what} cannot be played; ask for 1 or more")
    if experiment.games * experiment.machines > MAX_GAMES_IN_ALL:
        raise UsageError(
            f"{experiment.games:,} games of {experiment.machines:,} machines would take too long"
        )
    check_match(experiment.match)


def run_on_paper(
    experiment: Experiment, oracle: Oracle | None = None, progress: GamesDone | None = None
) -> Tally:
    """Run an experiment with plain Python machines; ``oracle`` is the kit's own when None."""
    game = experiment.match.kit.game
    side = experiment.match.side
    check_experiment(experiment)
    sit = seats(experiment.match, oracle or experiment.match.kit.oracle)
    rules = Rules(game)
    tally = new_tally(experiment)
    counts = (tally.draws, tally.wins, tally.losses)  # by outcome: 0, 1, and the last, -1
    beads = [*chain.from_iterable(tally.beads)]  # of all boxes in one row: quicker to add up
    for number in range(experiment.machines):
        machine, players = sit()
        rng = SplitMix(experiment.seed, number)
        track = []
        for index in range(experiment.games):
            record = play_game(game, players, rng, rules)
            outcome = record.outcome if side == 0 else -record.outcome
            counts[outcome][index] += 1
            _count_length(tally, index, len(record.moves))
            track.append(outcome)
        _count_machine(tally, track)
        if isinstance(machine, PaperMachine):
            for index, box in enumerate(machine.beads):
                if not any(box):
                    tally.emptied[index] += 1
            beads = [*map(add, beads, chain.from_iterable(machine.beads))]
        if progress is not None:
            progress(experiment.games)
    row = iter(beads)
    tally.beads = [[*islice(row, len(box))] for box in tally.beads]
    return tally


def _count_length(tally: Tally, index: int, length: int) -> None:
    """Count the moves of a game, by its index."""
    tally.plies[index] += length
    lengths = tally.length_counts[length_window(index, tally.games)]
    counted = min(length, LONGEST_COUNTED)
    lengths[counted] = lengths.get(counted, 0) + 1


def _count_machine(tally: Tally, track: list[int]) -> None:
    """Count the outcomes of all games of a machine."""
    lost = [game for game, outcome in enumerate(track, 1) if outcome == -1]
    last_loss = lost[-1] if lost else 0
    tally.lost_counts[len(lost)] += 1
    tally.last_loss_counts[last_loss] += 1
    figures = (track.count(1), track.count(0), len(lost), last_loss)
    tally.count([*map(Running.of, figures)])
    if len(tally.tracks) < TRACKS:
        tally.tracks.append(track)


#: Packages that the kernel needs.
KERNEL = ("numba", "numpy")
#: From this many games on, the kernel is worth the time that loading it takes.
MANY = 30_000
#: Games that a thread plays before it reports: a fraction of a second.
GAMES_OF_A_BATCH = 1_000_000


def run(
    experiment: Experiment,
    oracle: Oracle | None = None,
    progress: GamesDone | None = None,
    *,
    engine: str = "auto",
    threads: int | None = None,
) -> Tally:
    """Run an experiment.

    Args:
        oracle: the values of positions; the kit's own when None.
        engine: ``paper``, ``kernel``, or ``auto``: the kernel for many games where it is installed.
        threads: of the kernel; one for each processor of this process when None.

    >>> from kitgen.kit.build import build_kit
    >>> from kitgen.machine.match import Match, parse_policy
    >>> her = Match(build_kit("her"), parse_policy("random"), side=1)
    >>> run(Experiment(her, games=50, machines=20, seed=1)).lost[0] < 13
    True
    """
    oracle = oracle or experiment.match.kit.oracle
    if experiment.match.plain_only:
        if engine == "kernel":
            raise UsageError(
                "compiled code cannot call a function of your own; take 'paper' or 'auto'"
            )
        return run_on_paper(experiment, oracle, progress)
    if engine == "auto":
        few = experiment.games * experiment.machines < MANY
        engine = "paper" if few or not installed(*KERNEL) else "kernel"
    if engine == "paper":
        return run_on_paper(experiment, oracle, progress)
    need("the compiled simulation", *KERNEL)
    check_experiment(experiment)
    # Each machine has its own luck, so the results do not depend on the number of threads.
    from kitgen.lab.kernel import Work, sum_up  # noqa: PLC0415 - NumPy and Numba are loaded only when needed

    work = Work(experiment, oracle)
    threads = threads or processors()
    share_of_a_thread = ceil(experiment.machines / threads)
    size = max(1, min(GAMES_OF_A_BATCH // experiment.games, share_of_a_thread))
    return sum_up(work, _batches(work, size, threads, progress))


def processors() -> int:
    """Return how many processors this process may run on."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _batches(
    work: "Work", size: int, threads: int, progress: GamesDone | None
) -> "Iterator[Batch]":
    """Yield batches of machines as threads finish them."""
    experiment = work.experiment
    starts = iter(range(0, experiment.machines, size))
    with ThreadPoolExecutor(threads) as pool:
        # All threads are busy, and no more batches than that wait.
        running = {pool.submit(work.play, start, size) for start in islice(starts, 2 * threads)}
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            running |= {pool.submit(work.play, start, size) for start in islice(starts, len(done))}
            for batch in (future.result() for future in done):
                yield batch
                if progress is not None:
                    progress(batch.machines * experiment.games)


# Experiments as users ask for them: by names of kits, rules and opponents.


#: What a learning rule is given as: by name or file, or as data.
RuleData = str | Path | Mapping[str, object] | Rule
#: All that, or a function.
RuleGiven = RuleData | Teacher
#: What an opponent is given as: a text, or a function.
OpponentGiven = str | Chooser


def machine(
    kit: KitGiven,
    side: str | None = None,
    rule: RuleData | None = None,
    *,
    templates: Templates | None = None,
    choices: Mapping[str, Any] | None = None,
) -> tuple[Kit, int]:
    """Return the kit of a machine with a rule, and the side that it plays; see ``simulate``.

    Side 0 starts. A machine that has played keeps its beads and continues by that rule. A kit for
    either side serves both.
    """
    templates = templates or Templates()
    if not isinstance(kit, Kit):
        chosen_side = side if side is not None and _has_one_side(kit, templates) else None
        kit = load_kit(kit, templates=templates, side=chosen_side, **(choices or {}))
    if rule is not None:
        ruled = _ruled(kit, rule, templates)
        if kit.trained and ruled.rule.learns == "beads":
            ruled = replace(ruled, boxes=kit.boxes)
        kit = ruled
    return kit, seat(kit, side)


def _has_one_side(kit: str | Path | GameLike, templates: Templates) -> bool:
    """Return whether a kit that is still to be made has boxes for one side only."""
    if not isinstance(kit, str | Path):
        plan = plan_game(given_game(kit), Wish(), templates)
    elif is_path(kit, templates):
        return False
    else:
        plan = plan_kit(str(kit), Wish(), templates)
    return plan.choices.side != EITHER


def _ruled(kit: Kit, rule: RuleData, templates: Templates) -> Kit:
    """Return a kit with a rule by name, from a file, or given as data."""
    if isinstance(rule, Mapping | Rule):
        return with_rule(kit, given_rule(rule), "given")
    return with_rule(kit, read_rule(str(rule), templates), str(rule))


def seat(kit: Kit, side: str | None) -> int:
    """Return the side that a kit's machine plays: 0 starts, 1 follows."""
    if side is None or side.lower() == EITHER:
        return kit.players[0]
    number = [known.name for known in kit.game.sides].index(side_named(kit.game, side))
    if number not in kit.players:
        raise UsageError(
            f"kit {quoted(kit.name)} plays {kit.choices.side}; it has no boxes for "
            f"{kit.game.sides[number].name}"
        )
    return number


def named_opponent(
    who: OpponentGiven,
    kit: Kit,
    side: int,
    rule: RuleData | None,
    templates: Templates,
) -> Policy | OwnOpponent | Kit:
    """Return the opponent of a machine on a side of a kit; ``who`` is as for ``simulate``."""
    if not isinstance(who, str):
        if rule is not None:
            raise UsageError(
                "a function as an opponent does not learn by kitgen's rules; omit --opponent-rule"
            )
        return OwnOpponent(who)
    kind, _, name = who.partition(":")
    if kind != "machine":
        if rule is not None:
            raise UsageError(
                f"opponent {quoted(who)} does not learn; omit --opponent-rule, or choose "
                "--opponent machine"
            )
        return parse_policy(who)
    other = load_kit(name, templates=templates) if name else twin_kit(kit, side)
    return other if rule is None else _ruled(other, rule, templates)


def with_beads(kit: Kit, beads: Sequence[int]) -> Kit:
    """Return a kit whose slots start with so many beads, by the turn; the last figure repeats.

    >>> from kitgen.kit.build import build_kit
    >>> with_beads(build_kit("her"), [3, 2, 1]).beads
    81
    """
    counts = []
    for box in kit.boxes:
        of_this_turn = beads[min(box.turn, len(beads)) - 1]
        counts.append([of_this_turn] * len(box.slots))
    return with_counts(kit, counts)


def trial(
    kit: KitGiven,
    *,
    side: str | None = None,
    rule: RuleGiven | None = None,
    opponent_rule: RuleData | None = None,
    opponent: OpponentGiven = "random",
    games: int = 200,
    machines: int = 100,
    seed: int = 1,
    templates: Templates | None = None,
    choices: Mapping[str, Any] | None = None,
) -> Experiment:
    """Return the experiment that these options describe; see ``simulate``.

    ``choices`` are further ones that make the kit, as for ``make_kit``.
    """
    templates = templates or Templates()
    own_rule = None
    if rule is not None and not isinstance(rule, str | Path | Mapping | Rule):
        own_rule = OwnRule(rule)
        rule = None
    own_kit, own_side = machine(kit, side, rule, templates=templates, choices=choices)
    other = named_opponent(opponent, own_kit, own_side, opponent_rule, templates)
    return Experiment(Match(own_kit, other, own_side, own_rule), games, machines, seed)


def simulate(
    kit: KitGiven,
    *,
    side: str | None = None,
    rule: RuleGiven | None = None,
    opponent: OpponentGiven = "random",
    opponent_rule: RuleData | None = None,
    games: int = 200,
    machines: int = 100,
    seed: int = 1,
    templates: Templates | None = None,
    progress: GamesDone | None = None,
) -> Tally:
    """Train machines and return their results; the same options always give the same figures.

    Args:
        kit: a kit, an edition or game by name, a path, a told game's text, or a game as an object.
        side: the side that the machine plays: its name, ``first`` or ``second``; the kit's own when
            None.
        rule: a learning rule by name, a file of one ending in ``.toml``, or the same as data; the
            kit's own when None. A function is called after each game with what was picked
            (``PickedMove``: box, slot and its beads), in the order of play, and the result: 1, 0 or
            -1; it returns for each pick how many beads to add to its slot, a negative number to
            take some. At an empty box the machine does as the kit's rule says.
        opponent: ``random``, ``perfect``, ``fastest``, ``winning-move``, ``adversary``, a mixture
            such as ``random:0.3,perfect:0.7``, ``script:MOVE,MOVE,…``, or ``machine[:KIT]``, which
            learns at the same time. A function is called with the position, its legal moves and a
            ``random.Random`` of the machine's own luck; it returns one of the moves, or its text.
        opponent_rule: the learning rule of a second machine.
        machines: how many machines, each new at first and with its own luck.
        templates: where editions and rules are read from; those that come with kitgen when None.
        progress: called with the number of games played since its last call.

    Returns:
        The tally: ``wins``, ``draws`` and ``losses`` are lists with an entry for each of ``games``,
            how many of the ``machines`` won, drew or lost it; ``beads`` has the final beads of each
            box and slot, all machines together.

    With a function all is played in plain Python; otherwise many games are played by compiled code,
    if it is installed.

    Raises:
        UsageError: a name is unknown, or the choices do not fit each other.
        TooLargeError: the game is too large for a kit.

    >>> simulate(
    ...     "her", opponent=lambda position, moves, rng: rng.choice(moves), games=20, machines=10
    ... ).losses[0]
    7
    >>> tally = simulate("her", games=20, machines=10)
    >>> len(tally.wins), tally.wins[0] + tally.losses[0]
    (20, 10)
    """
    experiment = trial(
        kit,
        side=side,
        rule=rule,
        opponent=opponent,
        opponent_rule=opponent_rule,
        games=games,
        machines=machines,
        seed=seed,
        templates=templates,
    )
    return run(experiment, progress=progress)


def exact(
    kit: KitGiven,
    *,
    side: str | None = None,
    rule: RuleData | None = None,
    opponent: str = "random",
    opponent_rule: str | None = None,
    at: Sequence[int] = (1, 2, 5, 10, 20, 50, 100),
    fractions: bool = False,
    templates: Templates | None = None,
) -> "Answers":
    """Return exact answers about a machine that learns, without playing a game.

    It needs a rule that only takes beads away, and a kit that is not too large; ``simulate``
    answers all other cases, with standard errors.

    Args:
        kit: as for ``simulate``, and so are ``side``, ``rule`` and ``templates``.
        opponent: as for ``simulate``; one without boxes.
        opponent_rule: refused, since such an opponent does not learn.
        at: the games, counted from 1, whose chances are computed.
        fractions: True to work with fractions, which takes longer.

    Returns:
        The answers: expected losses and games, the fewest and the most losses, and for each game of
            ``at`` the chance to win, draw and lose it, as a float or a fraction.

    Raises:
        UsageError: the rule adds beads and ``at`` is not (1,), or the opponent learns.
        TooLargeError: there are too many bead states.

    >>> answers = exact("her", at=[1])
    >>> round(answers.wins[1], 6)  # 173/432
    0.400463
    """
    experiment = trial(
        kit,
        side=side,
        rule=rule,
        opponent=opponent,
        opponent_rule=opponent_rule,
        games=1,
        machines=1,
        templates=templates,
    )
    return reckon(experiment.match, at, fractions=fractions)


def reckon(match: Match, games: Sequence[int], *, fractions: bool = False) -> "Answers":
    """Return exact answers about a match's machine; see ``exact``."""
    need("an exact answer", "numba", "numpy", "scipy")
    # SciPy takes a while to load, and nothing else here needs it.
    from kitgen.lab.chain_answers import answer  # noqa: PLC0415

    return answer(match, games, exact=fractions)
