"""What experiments, matches and exact answers say, as golden texts: each line, row and figure, and
each refusal.
"""

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

import numpy as np
from counting import at_least
from jobs import TEMPLATES, kit_of

from kitgen.errors import KitgenError
from kitgen.games import make_game
from kitgen.kit.rule import read_rule
from kitgen.lab import learning_check, reproductions, sweeps
from kitgen.lab.chain_answers import Answers, games_to_go
from kitgen.lab.chain_scores import score_chances
from kitgen.lab.experiment import (
    check_experiment,
    exact,
    machine,
    named_opponent,
    run,
    run_on_paper,
    seat,
    trial,
    with_beads,
)
from kitgen.lab.matches import Cost, Score, Sprt, match, parse_sprt, usual_opening
from kitgen.lab.policies import policy, with_policy
from kitgen.lab.result_tables import check_table, write_csv
from kitgen.lab.rules_compared import compare, planned
from kitgen.lab.tally import Experiment, Running, length_window, length_windows, new_tally
from kitgen.machine.match import Match, parse_policy


def first_move(_position, moves, _rng):
    return moves[0]


def told(function, *given, **wish) -> str:
    """Return what a function answers, or how it refuses."""
    try:
        return str(function(*given, **wish))
    except KitgenError as error:
        return f"refused: {error}"


def plain(data):
    """Return data with figures rounded as far as any computer agrees."""
    if isinstance(data, float):
        return float(f"{data:.9g}")
    if isinstance(data, Fraction):
        return str(data)
    if isinstance(data, dict):
        return {str(key): plain(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [plain(value) for value in data]
    return data


def lines_of(data) -> list[str]:
    """Return data as lines: one for each key or entry."""
    data = plain(data)
    if isinstance(data, dict):
        return [f"  {key}: {json.dumps(value)}" for key, value in data.items()]
    return [f"  {json.dumps(value)}" for value in data]


TRIALS = {
    "her": {"kit": "her", "games": 12, "machines": 7, "seed": 2},
    "one machine": {"kit": "him", "games": 5, "machines": 1, "opponent": "perfect"},
    "numbers": {"kit": "tictactoe", "games": 6, "machines": 4, "rule": "tris", "seed": 5},
    "two": {"kit": "ladder", "games": 30, "machines": 3, "opponent": "machine", "side": "second"},
    "a function": {
        "kit": "her",
        "games": 3,
        "machines": 2,
        "opponent": lambda _at, moves, _: moves[0],
    },
}


def test_what_a_simulation_says(golden):
    lines = []
    for name, wish in TRIALS.items():
        tally = run_on_paper(trial(**wish))
        lines += [f"== {name}: {tally.summary()}", *lines_of(tally.table())]
        report = tally.report()
        boxes = report.pop("boxes")
        lines += [*lines_of(report), *lines_of(boxes[:3]), f"  {len(boxes)} boxes"]
        lines.append(f"  quantiles {tally.quantiles()} {tally.quantiles(0, 0.1, 0.9, 1)}")
        lines.append(f"  last loss {tally.quantiles(0.25, 0.75, of='last_loss')}")
        lines.append(f"  lengths {tally.length_quantiles()} {tally.length_quantiles(0, 1, game=1)}")
        lines.append(f"  late {tally.late_share(tally.wins)} {tally.late_share(tally.losses)}")
        for most in (1, 2, 5, 50):
            lines += lines_of(tally.windows(most))
        lines.append(f"  {plain([tally.lost, tally.last_loss, *map(tally.share, range(3))])}")
    for wrong in (
        lambda: tally.quantiles(1.5),
        lambda: tally.quantiles(-0.1),
        lambda: tally.quantiles(0.5, of="won"),
        lambda: tally.length_quantiles(game=0),
        lambda: tally.length_quantiles(game=4),
        lambda: tally.share(3),
        lambda: tally.share(-1),
        lambda: tally.late_share([1]),
        lambda: tally.count([Running.of(1)]),
    ):
        lines.append(told(wrong))
    three = Running.of(1) + Running.of(4)
    lines += [
        str(three),
        str(plain([three.mean, three.deviation, three.error])),
        str(Running.of(3).error),
    ]
    lines += [f"{games}: {length_windows(games)}" for games in (1, 999, 1000, 1001)]
    lines += [str(length_window(index, 1500)) for index in (0, 1, 2, 3, 1499)]
    golden("lab/simulations", "\n".join(lines))


def test_rules_are_compared_as_before(golden, tmp_path):
    compared = compare("her", ["gardner", "michie", "gardner-reward"], games=15, machines=5, seed=3)
    lines = [
        compared.summary(),
        *lines_of(compared.table()),
        *map(str, compared.standings.values()),
    ]
    for row in compared.report():
        lines.append(f"  {row['rule']}: {plain(row['standing'])} {row['recommended']}")
    alone = compare("her", ["gardner"], opponent=first_move, games=2, machines=1)
    lines += [alone.summary(), *lines_of(alone.table())]
    experiments = [tally.experiment for tally in compared.tallies.values()]
    lines.append(told(planned, [experiments[0], experiments[1], experiments[0]]))
    lines.append(", ".join(planned(experiments)))
    path = tmp_path / "games.csv"
    results = [(tally.experiment, tally) for tally in compared.tallies.values()]
    write_csv(path, [(experiment, tally) for experiment, tally in results[:2]])
    lines += path.read_text(encoding="utf-8").splitlines()
    for name, suffix in (
        ("a.csv", ".csv"),
        ("a.CSV", ".csv"),
        ("a.txt", ".csv"),
        ("a", ".parquet"),
    ):
        lines.append(f"{name}: {told(check_table, Path(name), suffix)}")
    golden("lab/compared", "\n".join(lines))


WISHES = [
    {"kit": "ladder", "side": "first", "at": (1, 2, 20)},
    {"kit": "ladder", "side": "second", "at": (1, 3), "opponent": "perfect"},
    {"kit": "ladder", "side": "first", "at": (2,), "fractions": True},
    {"kit": "ladder", "side": "second", "at": (1, 2), "opponent": "random:0.5,adversary:0.5"},
    {"kit": "ladder", "side": "second", "at": (3,), "fractions": True, "opponent": "adversary"},
    {"kit": "ladder", "at": (1,), "rule": "michie"},
    {"kit": "ladder", "at": (1,), "rule": "michie", "fractions": True},
]
WRONG = [
    {"kit": "ladder", "at": (0,)},
    {"kit": "ladder", "at": (100_001,)},
    {"kit": "ladder", "at": (201,), "fractions": True},
    {"kit": "ladder", "at": (2,), "rule": "michie"},
    {"kit": "ladder", "at": (2,), "opponent": "machine"},
    {"kit": "ladder", "at": (2,), "opponent_rule": "gardner"},
    {"kit": "tictactoe", "at": (1, 2)},
    {"kit": "tictactoe", "at": (1, 2), "rule": "tris"},
    {"kit": "awari-mini", "at": (1, 2)},
]


def test_exact_answers_as_before(golden):
    lines = []
    for wish in at_least(7, WISHES):
        answers = exact(**wish)
        lines += [f"== {wish}", f"  {answers.summary()}"]
        lines += [*lines_of(answers.table()), *lines_of(answers.report())]
    for wish in at_least(9, WRONG):
        lines += [f"== {wish}", f"  {told(exact, **wish)}"]
    for side in (0, 1):
        ladder = Match(kit_of("ladder"), parse_policy("random"), side)
        lines.append(f"games to go: {plain(games_to_go(ladder))}")
        for games in (1, 2, 5, 10**7):
            lines.append(f"  {games} games: {told(scores, ladder, games)}")
    tictactoe = Match(kit_of("tictactoe"), parse_policy("random"), 0)
    lines.append(told(score_chances, tictactoe, 3))
    golden("lab/exact", "\n".join(lines))


def scores(match, games):
    return plain(score_chances(match, games))


def test_what_a_machine_can_come_to_as_before(golden, monkeypatch):
    lines = []
    for name, rule in (("ladder", "michie"), ("tictactoe", "tris")):
        lines.append(str(learning_check.learning_check(kit_of(name, rule=rule))))
    ladder = kit_of("ladder")
    for ends in (
        [(None, None), (3, None)],
        [(1, 1), (4, 4)],
        [(3, 9), (0, 1)],
        [KitgenError("too many bead states")],
    ):
        answers = iter(ends)
        monkeypatch.setattr(learning_check, "reckon", lambda *_, these=answers: ending(next(these)))
        lines.append(str(learning_check.learning_check(ladder)))
    golden("lab/learning-checks", "\n".join(lines))


def ending(end):
    """Return answers about a machine that can lose from so few to so many games."""
    if isinstance(end, KitgenError):
        raise end
    return SimpleNamespace(any_opponent=end)


def test_matches_as_before(golden):
    lines = []
    for players, wish in (
        (("perfect", "random", "winning-move"), {"games": 4, "opening": 1, "game": "hexapawn"}),
        (("machine:her", "random"), {"games": 6, "opening": 0, "seed": 2}),
        (("minimax:2", "random"), {"games": 2, "opening": 2, "game": "awari:2x2"}),
        (
            ("perfect", "random"),
            {"games": 40, "opening": 0, "game": "hexapawn", "sprt": parse_sprt("50,60")},
        ),
        (("random", first_move), {"games": 2, "game": "nim:9"}),
    ):
        played = match(*players, jobs=1, **wish)
        report = played.report()
        pairings = report.pop("pairings")
        by_player = [
            {key: value for key, value in row.items() if key != "seconds_per_move"}
            for row in report.pop("players")
        ]
        lines += [f"== {played.summary()}", *lines_of(played.table()), *lines_of(report)]
        lines += [*lines_of(pairings), *lines_of(by_player), *played.record().splitlines()[:12]]
    for players, wish in (
        (("random",), {}), (("machine", "random"), {}), (("machine:", "random"), {}),
        (("machine:her", "random"), {"game": "nim"}), (("random", "perfect"), {"games": 3}),
        (("random", "perfect"), {"games": 0}), (("random", "perfect"), {"games": 1_000_002}),
        (("random", "perfect"), {"opening": -1}), (("random", "perfect"), {"opening": 101}),
        (("random", "nobody"), {}),
    ):  # fmt: skip
        lines.append(told(match, *players, **{"game": "hexapawn", "jobs": 1} | wish))
    golden("lab/matches", "\n".join(lines))


def test_scores_and_their_test_as_before(golden):
    lines = []
    score = Score()
    for outcomes in ((1, -1), (1, 1), (0, 1), (-1, -1), (0, 0), (0, -1)):
        score = score.with_pair(outcomes)
        back = score.reversed()
        lines.append(f"{score} {score.games} {score.points} {plain([score.share, score.error])}")
        lines.append(f"  {back} {plain([back.share, back.error])} {(score + back).points}")
    for text in ("50,60", "5,95.5", "0,50", "50,50", "60,50", "50,100", "50", "a,b", "50.1234,60"):
        lines.append(f"{text}: {told(parse_sprt, text)}")
    for test in (parse_sprt("50,60"), Sprt(0.4, 0.7, 0.01, 0.2)):
        lines.append(f"{plain(test.bounds)}")
        for pairs in (
            (0, 0, 0, 0, 0), (0, 0, 3, 2, 1), (0, 0, 3, 9, 30), (30, 9, 3, 0, 0), (5, 5, 5, 5, 5),
            (0, 0, 50, 0, 0), (0, 10, 20, 40, 0),
        ):  # fmt: skip
            lines.append(f"  {pairs}: {test.ratio(pairs):.7g} {test.decision(pairs)}")
    for cost in (
        Cost(),
        Cost(4, 2.0),
        Cost(4, 2.0, 12),
        Cost(4, 2.0) + Cost(1, 0.5, 3),
        Cost(0, 1.0, 5),
    ):
        lines.append(f"{cost} {cost.seconds_per_move} {cost.nodes_per_move}")
    for spec in ("hexapawn", "hexapawn:6x6", "nim:9", "tictactoe", "awari:2x2", "awari:6x4"):
        lines.append(f"{spec}: {usual_opening(make_game(spec))}")
    golden("lab/scores", "\n".join(lines))


def test_who_plays_in_an_experiment(golden):
    kit = kit_of("her")
    lines = []
    for name, side in (
        ("her", None), ("her", "black"), ("her", "white"), ("her", "second"), ("ladder", None),
        ("ladder", "either"), ("ladder", "EITHER"), ("ladder", "first"), ("ladder", "red"),
        ("him", "first"),
    ):  # fmt: skip
        lines.append(f"{name} {side}: {told(seat, kit_of(name), side)}")
    for name, side, rule in (
        ("her", None, None), ("her", "white", None), ("her", None, "michie"),
        ("ladder", "second", None),
        ("menace", "second", "tris"), ("nosuch", None, None), ("her", None, "nosuch"),
        ("her", None, {"start": [2], "loss": {"last": -1}}),
    ):  # fmt: skip
        made = told(
            lambda name=name, side=side, rule=rule: about_machine(*machine(name, side, rule))
        )
        lines.append(f"{name} {side} {rule}: {made}")
    for who, rule in (
        ("random", None), ("random", "gardner"), ("machine", None), ("machine", "michie"),
        ("machine:him", None), ("machine:him", "michie"), ("nobody", None), (max, None),
        (max, "gardner"),
    ):  # fmt: skip
        other = told(
            lambda who=who, rule=rule: about_opponent(named_opponent(who, kit, 1, rule, TEMPLATES))
        )
        lines.append(f"{who if isinstance(who, str) else 'a function'} {rule}: {other}")
    for games, machines in ((0, 1), (1, 0), (1, 1), (10**6, 10**6), (10**6, 10**6 + 1), (-3, 2)):
        tried = Experiment(Match(kit, parse_policy("random"), 1), games, machines, 1)
        lines.append(f"{games} {machines}: {told(check_experiment, tried)}")
    for beads in ([1], [3, 2, 1], [4, 1], [1, 2, 3, 4, 5]):
        lines.append(f"{beads}: {with_beads(kit, beads).beads}")
    own = Match(kit, named_opponent(min, kit, 1, None, TEMPLATES), 1)
    lines.append(told(run, Experiment(own, 1, 1, 1), engine="kernel"))
    golden("lab/players", "\n".join(lines))


def about_machine(kit, side) -> str:
    return f"{kit.name}, rule {kit.choices.rule}, {kit.beads} beads, plays {side} of {kit.players}"


def about_opponent(other) -> str:
    if hasattr(other, "boxes"):
        return f"{other.name}, {other.choices.side}, rule {other.choices.rule}"
    return getattr(other, "text", "")


def name_with(kit, given, beads):
    return with_policy(kit, given, beads=beads).name


def test_policies_as_before(golden):
    lines = []
    ladder = kit_of("ladder")
    lines += lines_of(policy(ladder).tolist())
    lines += lines_of(policy(run_on_paper(trial("ladder", games=9, machines=3))).round(9).tolist())
    numbers = run_on_paper(trial("tictactoe", rule="tris", games=1, machines=1))
    lines.append(told(policy, numbers))
    some = policy(ladder)
    some[0] = [0.5, 0.25, 0.25]
    some[1] = [0.1, 0.2, 0.7]
    for beads in (1, 2, 3, 10, 20, 10_000):
        kit = with_policy(ladder, some, beads=beads)
        lines.append(f"{beads}: {[[slot.beads for slot in box.slots] for box in kit.boxes]}")
    lines.append(f"{kit.command} {kit.given}"[:200])
    wrong = {
        "beads 0": (some, 0),
        "beads 10,001": (some, 10_001),
        "words": ("x", 5),
        "few": (some[1:], 5),
    }
    for name, row in (
        ("negative", [-0.5, 0.5, 1]), ("too much", [0.5, 0.5, 0.01]),
        ("nearly 1", [0.5, 0.5, 0.0009]),
        ("infinite", [np.inf, 0, 0]), ("no number", [np.nan, 0, 1]), ("behind", [0.5, 0.4, 0.1]),
    ):  # fmt: skip
        other = policy(ladder)
        other[1 if name == "behind" else 0] = row
        if name == "behind":
            other[-1] = [0.5, 0.4, 0.1]
        wrong[name] = (other, 5)
    for name, (given, beads) in wrong.items():
        lines.append(f"{name}: {told(name_with, ladder, given, beads)}")
    golden("lab/policies", "\n".join(lines))


def test_tasks_of_a_sweep_as_before(golden):
    plan = sweeps.Sweep(
        kits=("her", "ladder"), rules=("gardner", "michie"), opponents=("random", "machine"),
        beads=((3, 2, 1), (2,)), seeds=(1, -4), games=5, machines=2,
    )  # fmt: skip
    lines = []
    for task in at_least(32, sweeps.tasks_of(plan).values()):
        lines.append(
            f"{task.side} {task.seed} {task.opponent!r} {len(task.other) > 0} {task.games}"
        )
    rows = [sweeps.do_task(task) for task in list(sweeps.tasks_of(plan).values())[::5]]
    for row in rows:
        lines += lines_of({key: value for key, value in row_of(row).items() if key != "key"})
    own = sweeps.Sweep(kits=("him",), games=3, machines=1)
    rows += [sweeps.do_task(task) for task in sweeps.tasks_of(own).values()]
    lines += lines_of({key: value for key, value in row_of(rows[-1]).items() if key != "key"})
    swept = sweeps.Swept(tuple(rows), 3)
    lines += [swept.summary(), sweeps.Swept(tuple(rows[:1]), 0).summary()]
    keys = [task.key for task in sweeps.tasks_of(plan).values()]
    assert len(set(keys)) == 32
    assert {len(key) for key in keys} == {32}
    lines.append(told(sweeps.sweep, {"kits": ["her"], "seeds": list(range(100_001))}, "folder"))
    lines.append(told(sweeps.sweep, {"kits": []}, "folder"))
    lines.append(told(sweeps.sweep, {"kits": ["her"], "games": 0}, "folder"))
    golden("lab/sweeps", "\n".join(lines))


def test_a_sweep_says_how_far_it_is_and_keeps_fifty_points_of_a_curve(tmp_path, monkeypatch):
    plan = sweeps.Sweep(kits=("her",), seeds=(1, 2, 3), games=60, machines=1)
    tasks = sweeps.tasks_of(plan)
    monkeypatch.setattr(sweeps, "results", lambda to_do, _scheduler: map(sweeps.do_task, to_do))
    rows, before = sweeps.do_tasks(dict(list(tasks.items())[:1]), tmp_path)
    assert (len(rows), len(rows[0].curve), before) == (1, 50, 0)
    steps = []
    data = {"kits": ["her"], "seeds": [1, 2, 3], "games": 60, "machines": 1}
    swept = sweeps.sweep(data, tmp_path, progress=steps.append)
    assert steps == [1, 1, 1]
    assert [row.seed for row in swept.rows] == [1, 2, 3]
    assert swept.summary() == "3 experiments, 1 from an earlier run"


def row_of(row) -> dict:
    return {key: getattr(row, key) for key in row.__struct_fields__}


def dealt(experiment, *_, **__):
    """Return a tally that nobody has played: every machine wins, draws and loses in turn."""
    tally = new_tally(experiment)
    for number in range(3):
        wins = draws = losses = 0
        for game in range(experiment.games):
            kind = (game + number + experiment.match.side) % (3 + number)
            won, drawn = kind == 0, kind == 1
            tally.wins[game] += won
            tally.draws[game] += drawn
            tally.losses[game] += not won and not drawn
            wins += won
            draws += drawn
            losses += not won and not drawn
        tally.count([Running.of(figure) for figure in (wins, draws, losses, experiment.games)])
    tally.emptied[0] = 1
    return tally


def reckoned(_match, games):
    """Return answers that nobody has worked out."""
    shares = {game: 1 / (game + 1) for game in games}
    return Answers(
        9, 12, None if len(games) == 1 else 11.5, 129.2534, 0.0, 9, 16, None,
        shares, shares, shares, (9, 15), {},
    )  # fmt: skip


def test_the_page_of_published_results_as_before(golden, monkeypatch):
    """Of figures that nobody has worked out, so that it takes no time."""
    monkeypatch.setattr(reproductions, "run", dealt)
    monkeypatch.setattr("kitgen.lab.chain_answers.answer", reckoned)
    taken = iter(range(1, 1000))
    monkeypatch.setattr(
        reproductions, "_search", lambda _scout, depth: (5**depth + 1, next(taken) / 8)
    )
    monkeypatch.setattr(reproductions, "make_scout", lambda _game, plan: plan)
    steps = []
    made = []
    for name in ("gardner", "hexapawn-rl", "michie", "mancala"):
        made.append(reproductions.reproduce(name, runs=2, progress=steps.append))
    lines = [f"{reproduction.summary()}; {sorted(reproduction.report())}" for reproduction in made]
    lines += [str(plain(reproduction.table()[1])) for reproduction in made]
    lines += [
        f"{name}: {listed.games} {listed.once}"
        for name, listed in reproductions.REPRODUCTIONS.items()
    ]
    lines += [
        f"{name}: {plan} {reproductions.depths_of(name)}"
        for name, plan in reproductions.PLANS.items()
    ]
    lines += [
        f"{len(steps)} steps, {sum(steps)} in all",
        *reproductions.results_page(made, "kitgen reproduce"),
    ]
    lines += [
        told(reproductions.reproduce, "nosuch"),
        told(reproductions.reproduce, "gardner", runs=1),
    ]
    golden("lab/reproduced", "\n".join(lines))


def test_the_tables_of_tris_as_before(golden, monkeypatch):
    monkeypatch.setattr(
        reproductions, "run", lambda experiment, *_, **__: dealt(replace(experiment, games=60))
    )
    lines = list(reproductions.results_page([reproductions.tris(4)], "x"))[8:]
    golden("lab/tris", "\n".join(lines))


def test_a_machine_without_symmetry_as_before(golden):
    rule = read_rule("gardner", TEMPLATES)
    lines = []
    for spec, side in (("hexapawn", 0), ("hexapawn", 1), ("nim:7", 1)):
        kit = reproductions.free_kit(make_game(spec), side, rule, "gardner")
        lines.append(
            f"{kit.name} {kit.title} {kit.choices.side} {kit.outcome} {kit.draws} {kit.beads}"
        )
        for box in kit.boxes:
            moves = " ".join(kit.game.move_text(slot.moves[0]) for slot in box.slots)
            lines.append(f"  {box.id} {kit.game.text(box.position)} {box.turn}: {moves}")
    golden("lab/free-kits", "\n".join(lines))
