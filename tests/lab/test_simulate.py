"""The compiled kernels play what the paper machine plays, pick for pick, and the command says
what came of it.
"""

import os
import tracemalloc

import numpy as np
import pytest
from click.testing import CliRunner
from command_answers import result_of
from jobs import kit_of
from sampling import few

from kitgen.cli.commands.simulate import command
from kitgen.cli.main import guarded
from kitgen.errors import KitgenError, UsageError
from kitgen.kit.rule import WHEN_EMPTY, Change, Rule, read_rule
from kitgen.lab import experiment as simulate
from kitgen.lab import kernel
from kitgen.lab.experiment import processors, run, run_on_paper
from kitgen.lab.kernel import Work, make_arrays, sum_up
from kitgen.lab.tally import Experiment
from kitgen.machine import learning_kernels
from kitgen.machine.learning import LAST_MOVES, starting_beads, with_rule
from kitgen.machine.match import OPPONENTS, Match, Needs, parse_policy
from kitgen.machine.paper_machine import SplitMix, mix
from kitgen.reading.templates import Templates
from kitgen.theory.oracle import Oracle

RULES = ["gardner", "gardner-reward", "michie", "mscroggs", "hexapawn-rl", "never-last"]
KITS = ["her", "him", "gardner24", "menace", "ladder", "awari:2x2", "tictactoe:3x3", "hexapawn:4x3"]


def ruled(kit, name):
    return with_rule(
        kit_of(kit) if isinstance(kit, str) else kit, read_rule(name, Templates()), name
    )


def same(experiment):
    """Check that both ways of running an experiment come to the same, and return the outcome."""
    paper = run_on_paper(experiment)
    compiled = run(experiment, engine="kernel", threads=2)
    assert compiled == paper
    return paper


@pytest.mark.parametrize("kit", KITS)
@pytest.mark.parametrize("name", few(RULES, one_in=12))
def test_every_rule_and_game_is_played_pick_for_pick(kit, name):
    made = ruled(kit, name)
    games = 60
    machines = 7
    if len(made.boxes) >= 100:
        games = 25
        machines = 4
    match = Match(made, parse_policy("random"), made.players[-1])
    tally = same(Experiment(match, games, machines, 5))
    if name != "never-last" and kit == "her":
        at_first = [machines * sum(box) for box in starting_beads(made)]
        assert [sum(box) for box in tally.beads] != at_first, "some box has learned"


@pytest.mark.parametrize("kit", ["her", "him", "tictactoe:3x3"])
@pytest.mark.parametrize(
    "opponent",
    few(
        [
            *OPPONENTS,
            "random:0.3,perfect:0.7",
            "random:2,winning-move:1,fastest:1",
            "adversary:1,random:3",
        ],
        one_in=8,
    ),
)
def test_every_opponent_is_played_pick_for_pick(kit, opponent):
    made = kit_of(kit)
    games = 12 if parse_policy(opponent).needs & Needs.BEADS and kit.startswith("tic") else 40
    machines = 1 if games == 12 else 6
    same(Experiment(Match(made, parse_policy(opponent), made.players[0]), games, machines, 3))


@pytest.mark.parametrize("opponent", OPPONENTS)
def test_each_opponent_by_itself_is_played_pick_for_pick(opponent):
    same(Experiment(Match(kit_of("her"), parse_policy(opponent), 1), 12, 2, 3))


@pytest.mark.parametrize("opponent", ["winning-move", "perfect", "winning-move:1,random:1"])
@pytest.mark.parametrize("spec", ["awari:2x2", "awari:3x1,rules=simple"])
def test_games_of_points_with_repetition_are_played_pick_for_pick(spec, opponent):
    made = ruled(kit_of(spec, side="first"), "michie")
    tally = same(Experiment(Match(made, parse_policy(opponent), 0), 40, 6, 11))
    assert sum(tally.wins) + sum(tally.losses) > 0


def test_endless_play_is_won_as_the_rules_say_pick_for_pick():
    """Hens that go on for ever win, so no game is drawn, although nobody has ended some of them."""
    made = kit_of("told:hens-on-guard", side="fox")
    tally = same(Experiment(Match(made, parse_policy("perfect"), 1), 40, 6, 4))
    assert sum(tally.wins) + sum(tally.losses) == 240
    assert {made.game.repeated(made.game.start())} == {1}


def test_scripts_are_played_pick_for_pick():
    same(Experiment(Match(kit_of("her"), parse_policy("script:b1b2,a1b2"), 1), 60, 10, 1))
    with pytest.raises(UsageError, match="can never play"):
        run(
            Experiment(Match(kit_of("her"), parse_policy("script:a3a2"), 1), 10, 1, 1),
            engine="kernel",
        )


@pytest.mark.parametrize("side", ["black", "white"])
def test_machines_for_sensible_opponents_are_played_pick_for_pick(side):
    """Whoever plays them takes a win that is there, so that fewer positions come up."""
    made = kit_of("hexapawn:3x3", side=side, expect="sensible")
    assert len(made.boxes) < len(kit_of("hexapawn:3x3", side=side).boxes)
    same(Experiment(Match(made, parse_policy("winning-move"), made.players[0]), 60, 7, 5))
    with pytest.raises(KitgenError, match="choose an opponent that it was made for"):
        run_on_paper(Experiment(Match(made, parse_policy("random"), made.players[0]), 60, 7, 5))


@pytest.mark.parametrize(
    ("kit", "other", "side"),
    [("her", "him", 1), ("him", "her", 0), ("menace", "menace-second", 0), ("ladder", "ladder", 1)],
)
def test_two_machines_are_played_pick_for_pick(kit, other, side):
    same(Experiment(Match(kit_of(kit), kit_of(other), side), 60, 8, 2))


@pytest.mark.parametrize("opponent", few(["random", "perfect"], one_in=4))
def test_learners_of_positions_are_played_pick_for_pick(opponent):
    first = ruled(kit_of("tictactoe", side="first"), "tris")
    second = ruled(kit_of("tictactoe", side="second"), "tris")
    same(Experiment(Match(first, parse_policy(opponent), 0), 50, 4, 1))
    same(Experiment(Match(second, parse_policy(opponent), 1), 50, 4, 1))
    same(Experiment(Match(first, second, 0), 50, 2, 1))
    same(Experiment(Match(second, kit_of("menace"), 1), 50, 3, 1))


@pytest.mark.parametrize(
    ("empty", "loss"),
    few(
        list(WHEN_EMPTY),
        [
            Change(every=-1),
            Change(every=-2),
            Change(every=-1, from_end=(-2,)),
            Change(from_end=(-1,)),
            Change(every=-1, from_end=(-2, 0)),
            Change(from_end=(-1, -1)),
            # which needs a ceiling
            *(Change(last=word) for word in LAST_MOVES if word not in (None, "only")),
            Change(every=-1, last="remove"),
        ],
        one_in=14,
    ),
)
def test_odd_rules_are_played_pick_for_pick(empty, loss):
    rule = Rule(
        "source",
        {"en": "odd"},
        start=(2, 1),
        empty=empty,
        loss=loss,
        win=Change(from_end=(0, 1)),
        ceiling=4,
    )
    made = with_rule(kit_of("menace-second"), rule, "odd")
    same(Experiment(Match(made, parse_policy("winning-move"), 1), 60, 4, 8))
    free = Rule(
        "source", {"en": "odd"}, start=(3,), empty=empty if empty != "draw" else "refill", loss=loss
    )
    same(
        Experiment(
            Match(with_rule(kit_of("her"), free, "odd"), parse_policy("random"), 1), 60, 6, 8
        )
    )


def test_the_quick_kernel_plays_what_the_general_one_plays():
    experiment = Experiment(Match(kit_of("menace"), parse_policy("random"), 0), 300, 40, 6)
    played = []
    for quick in (True, False):
        work = Work(experiment, Oracle(experiment.match.kit.game), quick=quick)
        played.append((sum_up(work, [work.play(0, 40)]), work.kernel))
    assert played[0][0] == played[1][0]
    assert [played_by for _, played_by in played] == [kernel.play_course, kernel.play_machines]


@pytest.mark.parametrize("threads", [1, 2, 3, 8])
def test_threads_change_nothing(threads, monkeypatch):
    experiment = Experiment(Match(kit_of("her"), parse_policy("random"), 1), 50, 101, 4)
    whole = run(experiment, engine="kernel", threads=1)
    monkeypatch.setattr(simulate, "GAMES_OF_A_BATCH", 350)
    seen = []
    assert run(experiment, engine="kernel", threads=threads, progress=seen.append) == whole
    assert sum(seen) == 50 * 101
    assert len(seen) > 10


def test_the_kernels_luck_is_the_papers():
    for seed, machine, count in [
        (1, 0, 6),
        (2**64 - 1, 3, 1000),
        (-5, 10**6, 2**31 - 1),
        (7, 7, 3),
    ]:
        draws = SplitMix(seed, machine)
        luck = np.array([draws.key], np.uint64)
        assert [learning_kernels.below(luck, count) for _ in range(20)] == [
            draws.below(count) for _ in range(20)
        ]
    assert int(learning_kernels.mix_word(np.uint64(12345))) == mix(12345)


def test_a_single_choice_takes_no_number_of_the_kernels_luck_either():
    draws = SplitMix(3)
    luck = np.array([draws.key], np.uint64)
    counts = [1, 5, 1, 1, 2, 7, 1, 3, 1]
    numbers = [learning_kernels.below(luck, count) for count in counts]
    assert numbers == [draws.below(count) for count in counts]
    assert draws.taken == 4


@pytest.mark.every
def test_many_machines_agree_with_the_exact_figures():
    tally = run(Experiment(Match(kit_of("her"), parse_policy("random"), 1), 20_000, 1_000, 1962))
    for exact, (mean, error) in ((11.172776, tally.lost), (129.2534, tally.last_loss)):
        assert abs(mean - exact) < 3 * error
        assert error < 0.05 * mean
    assert tally.by_machine[2].least >= 9
    assert tally.by_machine[2].most <= 16


def test_menace_agrees_with_the_known_shares():
    tally = run(Experiment(Match(kit_of("menace"), parse_policy("random"), 0), 1000, 2000, 1))
    for name, games, share in (
        ("wins", 100, 0.646),
        ("draws", 100, 0.122),
        ("losses", 100, 0.232),
        ("wins", 1000, 0.748),
        ("draws", 1000, 0.106),
        ("losses", 1000, 0.147),
    ):
        assert sum(getattr(tally, name)[:games]) / games / 2000 == pytest.approx(
            share, abs=0.004
        ), (name, games)
    first = tally.wins[0] / 2000
    assert abs(first - 0.606828) < 3 * (0.606828 * 0.393172 / 2000) ** 0.5


def test_states_are_real_positions():
    kit = kit_of("tictactoe")
    arrays = make_arrays(Match(kit, parse_policy("random"), 1), Oracle(kit.game))
    assert len(arrays.result) <= 5478
    assert (np.diff(arrays.first) >= 0).all()
    assert arrays.child.max() < len(arrays.result)


def test_memory_does_not_grow_with_the_number_of_machines():
    peaks = []
    for machines in (2_000, 40_000):
        tracemalloc.start()
        run(
            Experiment(Match(kit_of("her"), parse_policy("random"), 1), 50, machines, 1),
            engine="kernel",
            threads=1,
        )
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < peaks[0] + 200_000  # bytes: less than 6 for each machine more


# The command


def invoke(*words):
    return CliRunner().invoke(command, words, catch_exceptions=False)


def test_the_command_shows_curve_table_seed_and_beads():
    shown = invoke("her", "--games", "60", "--machines", "30", "--seed", "7").output
    for text in (
        "seed 7",
        "share of games won",
        "100% ┤",
        "game 60",
        "wins",
        "losses",
        "±",
        "Beads left in each box (mean of all machines)",
        "A1",
        "C7",
        "b3c2",
    ):
        assert text in shown
    assert shown == invoke("her", "--games", "60", "--machines", "30", "--seed", "7").output
    assert shown != invoke("her", "--games", "60", "--machines", "30", "--seed", "8").output


def test_the_commands_json_adds_up():
    data = result_of(invoke("her", "--games", "50", "--machines", "40", "--json").stdout)
    assert data["wins"]["games"] + data["draws"]["games"] + data["losses"]["games"] == 2000
    assert data["wins"]["share"] == data["wins"]["games"] / 2000
    assert sum(data["by_game"]["wins"]) == data["wins"]["games"]
    assert len(data["boxes"]) == 19
    lost = sum(slot["start"] - slot["left"] for box in data["boxes"] for slot in box["slots"])
    assert lost == pytest.approx(data["losses_per_machine"]["mean"])  # one bead for each lost game
    assert data["seed"] == 1


def test_one_machine_has_no_standard_error():
    data = result_of(invoke("her", "--games", "20", "--machines", "1", "--json").stdout)
    assert data["wins"]["standard_error"] is None
    shown = invoke("her", "--games", "20", "--machines", "1").output
    assert "Beads left in each box\n" in shown
    assert "±" not in shown


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["her", "--games", "0"], "0 games"),
        (["her", "--machines", "-3"], "-3 machines"),
        (["her", "--rule", "gardnr"], "did you mean"),
        (["her", "--opponent", "randon"], "did you mean 'random'"),
        (["her", "--opponent", "machine:her"], "as the machine does"),
        (["her", "--opponent", "machine:menace"], "plays tictactoe"),
        (["her", "--side", "blue"], "has no side"),
        (["her", "--opponent-rule", "michie"], "does not learn"),
        (["her", "--rule", "tris", "--opponent", "adversary"], "needs to know the beads"),
        (["awari-mini", "--opponent", "adversary"], "recur"),
        (["her", "--opponent", "script:zz"], "zz"),
    ],
)
def test_wrong_requests_are_refused_in_one_line(words, says, capsys):
    code = guarded(lambda: command.main(words, standalone_mode=False))
    errors = capsys.readouterr().err
    assert code == 2
    assert says in errors
    assert errors.count("\n") == 1


def test_a_rule_of_ones_own_is_read_from_a_file(tmp_path):
    path = tmp_path / "soft.toml"
    path.write_text(
        'source = "me"\nstart = [3]\n[title]\nen = "Soft"\n[loss]\nfrom_end = [-1]\n',
        encoding="utf-8",
    )
    data = result_of(
        invoke("her", "--games", "20", "--machines", "5", "--rule", str(path), "--json").stdout
    )
    assert {slot["start"] for box in data["boxes"] for slot in box["slots"]} == {3}


def test_no_more_processors_are_used_than_this_process_may_run_on(monkeypatch):
    monkeypatch.setattr(os, "sched_getaffinity", lambda _process: {2, 3, 5}, raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: 64)
    assert processors() == 3
    monkeypatch.delattr(os, "sched_getaffinity")
    assert processors() == 64
