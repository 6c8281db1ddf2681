"""How quickly machines learn: the compiled kernel beside the paper machine, a C program and
OpenSpiel, in one run.

Only the ratios travel to other computers. The C program (machines.c) plays exactly the same games
and is checked to win as many; it needs the system's compiler, and OpenSpiel is left out when it is
not installed.

Run it from the project's folder: python benchmarks/bench_simulate.py
"""

import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import numpy as np

from kitgen.kit.build import build_kit
from kitgen.lab.experiment import run, run_on_paper
from kitgen.lab.kernel import Work, make_arrays
from kitgen.lab.tally import Experiment
from kitgen.machine.learning import schedule_of
from kitgen.machine.match import Match, parse_policy

#: The least that each ratio may be.
ALLOWED = {"general": 1.3, "paper": 100.0, "OpenSpiel": 1000.0, "C": 0.7}
#: Kits and games of each machine whose whole processes are measured, and the least that C's time
#: over ours may be.
WHOLE = (("her", 50, 0.70), ("her", 200, 0.75), ("menace", 1000, 0.75))


def kernel_speed(experiment: Experiment, *, quick: bool = True) -> tuple[float, int]:
    """Return games per second of a compiled kernel on one core, the best of five, and how many
    were won.
    """
    work = Work(experiment, experiment.match.kit.oracle, quick=quick)
    best = float("inf")
    for _ in range(5):
        began = time.process_time()
        batch = work.play(0, experiment.machines)
        best = min(best, time.process_time() - began)
    return experiment.games * experiment.machines / best, int(batch.wins.sum())


def build_c(folder: str) -> str | None:
    """Compile the C program and return where it is, or None without a compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        return None
    program = f"{folder}/machines"
    source = Path(__file__).with_name("machines.c")
    subprocess.run([compiler, "-O3", "-march=native", str(source), "-o", program], check=True)
    return program


def c_input(experiment: Experiment) -> str:
    """Return what the C program reads: the experiment as numbers."""
    arrays = make_arrays(experiment.match, experiment.match.kit.oracle)
    schedule = schedule_of(experiment.match.kit.rule)
    parts = [
        [experiment.machines, experiment.games, experiment.seed, experiment.match.side],
        [len(arrays.result), len(arrays.child), len(arrays.totals), len(arrays.start)],
        arrays.first,
        arrays.child,
        arrays.result,
        arrays.to_move,
        arrays.box,
        arrays.slots,
        arrays.start,
        [int(max(schedule.reach) == 1), *(amounts[0] for amounts in schedule.amounts)],
    ]
    return "\n".join(" ".join(map(str, part)) for part in parts)


def c_speed(experiment: Experiment, program: str) -> tuple[float, int]:
    """Return games per second of the C program on the same experiment, the best of five, and how
    many were won.
    """
    text = c_input(experiment)
    best = float("inf")
    for _ in range(5):
        done = subprocess.run([program], input=text, capture_output=True, text=True, check=True)
        wins, _, seconds = done.stdout.split()[:3]
        best = min(best, float(seconds))
    return experiment.games * experiment.machines / best, int(wins)


def spent(words: list[str], text: str = "") -> float:
    """Return the seconds that a process runs on one core, from its start to its end."""
    core = min(os.sched_getaffinity(0))
    before = os.times()
    subprocess.run(
        words, input=text, text=True, check=True, stdout=subprocess.DEVNULL,
        preexec_fn=lambda: os.sched_setaffinity(0, {core}),
    )  # fmt: skip
    after = os.times()
    return (
        after.children_user + after.children_system - before.children_user - before.children_system
    )


def whole_processes(program: str) -> int:
    """Print how long whole processes of 100 million games take, in C and as the command, in turn on
    one core.

    Returns:
        How many ratios are below what they may be.
    """
    slow = 0
    print(
        "\nwhole processes of 100 million games on one core: seconds of CPU, and C's over ours, "
        "median of three"
    )
    for kit, games, allowed in WHOLE:
        made = build_kit(kit)
        machines = 10**8 // games
        match = Match(made, parse_policy("random"), made.players[0])
        text = c_input(Experiment(match, games, machines, 1))
        words = [sys.executable, "-m", "kitgen", "simulate", kit]
        words += ["--games", str(games), "--machines", str(machines), "--json"]
        pairs = sorted((spent([program], text), spent(words)) for _ in range(3))
        ratio = sorted(c / ours for c, ours in pairs)[1]
        seconds = f"{pairs[1][0]:.2f} s in C, {pairs[1][1]:.2f} s as the command"
        print(f"{kit}, {games} games each: {seconds}, {ratio:.2f} (at least {allowed:.2f})")
        slow += ratio < allowed
    return slow


def paper_speed(experiment: Experiment) -> float:
    """Return games per second of paper machines in plain Python."""
    few = replace(experiment, machines=1)
    oracle = experiment.match.kit.oracle
    run_on_paper(few, oracle)
    done = 0
    began = time.process_time()
    while time.process_time() - began < 1.5:
        run_on_paper(few, oracle)
        done += experiment.games
    return done / (time.process_time() - began)


def openspiel_speed() -> float | None:
    """Return games per second of OpenSpiel's tabular Q-learner against a random player on
    tic-tac-toe.
    """
    try:
        # Imported here, because the other figures can be had without it.
        from open_spiel.python import rl_environment  # noqa: PLC0415
        from open_spiel.python.algorithms import random_agent, tabular_qlearner  # noqa: PLC0415
    except ImportError:
        return None
    game = rl_environment.Environment("tic_tac_toe")
    actions = game.action_spec()["num_actions"]
    players = [tabular_qlearner.QLearner(0, actions), random_agent.RandomAgent(1, actions)]
    done = 0
    began = time.process_time()
    while time.process_time() - began < 5:
        step = game.reset()
        while not step.last():
            player = step.observations["current_player"]
            step = game.step([players[player].step(step).action])
        for player in players:
            player.step(step)
        done += 1
    return done / (time.process_time() - began)


def second_core(experiment: Experiment) -> float:
    """Return how many times quicker two threads are than one, by the clock on the wall."""
    best = {}
    for threads in (1, 2):
        best[threads] = float("inf")
        for _ in range(3):
            began = time.perf_counter()
            run(experiment, engine="kernel", threads=threads)
            best[threads] = min(best[threads], time.perf_counter() - began)
    return best[1] / best[2]


def first_call(folder: str) -> tuple[float, float]:
    """Return the CPU seconds of a new process for its first games: compiling, then with the
    cache on disk.
    """
    code = (
        "from kitgen.cli.commands.simulate import command; command(['her', '--games', "
        "'400', '--json'])"
    )
    environment = {
        **os.environ,
        "NUMBA_CACHE_DIR": f"{folder}/cache",
        "PYTHONPATH": str(Path(__file__).parent.parent),
    }
    seconds = []
    for _ in range(2):
        before = os.times()
        subprocess.run(
            [sys.executable, "-c", code], check=True, env=environment, stdout=subprocess.DEVNULL
        )
        after = os.times()
        seconds.append(
            after.children_user
            + after.children_system
            - before.children_user
            - before.children_system
        )
    return seconds[0], seconds[1]


def main() -> int:
    """Measure, print a table, and return 1 when a ratio is below what it may be."""
    print(f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores")
    print("games per second on one core; machines learn against a player that moves at random\n")
    print(f"{'work':34} {'who':22} {'games/s':>12} {'kernel is quicker by':>21} {'at least':>9}")
    slow = 0
    with tempfile.TemporaryDirectory() as folder:
        program = build_c(folder)
        for name, kit, games, machines in (
            ("Gardner's machine, 50 games each", "her", 50, 40_000),
            ("MENACE, 1,000 games each", "menace", 1000, 1_000),
        ):
            made = build_kit(kit)
            experiment = Experiment(
                Match(made, parse_policy("random"), made.players[0]), games, machines, 1
            )
            speed, wins = kernel_speed(experiment)
            general, same = kernel_speed(experiment, quick=False)
            if same != wins:
                raise SystemExit(
                    f"{name}: the general kernel won {same:,} games and the quick one {wins:,}"
                )
            others = [
                ("general", "the general kernel", general),
                ("paper", "paper machine", paper_speed(experiment)),
            ]
            if program is not None:
                rate, same = c_speed(experiment, program)
                if same != wins:
                    raise SystemExit(
                        f"{name}: the C program won {same:,} games and the kernel {wins:,}"
                    )
                others.append(("C", "C, -O3", rate))
            spiel = openspiel_speed() if kit == "menace" else None
            if spiel is not None:
                others.append(("OpenSpiel", "OpenSpiel's Q-learner", spiel))
            print(f"{name:34} {'kernel':22} {speed:12,.0f}")
            for key, who, other in others:
                slow += speed / other < ALLOWED[key]
                print(
                    f"{'':34} {who:22} {other:12,.0f} {speed / other:20.2f}x {ALLOWED[key]:8.4g}x"
                )
            arrays = make_arrays(experiment.match, made.oracle)
            own = 4 * (len(arrays.start) + len(arrays.totals))
            table = sum(array.nbytes for array in arrays if isinstance(array, np.ndarray))
            print(
                f"{'':34} memory: {own:,} bytes a machine, {table / 1024:,.0f} KiB for the "
                "table they share"
            )
        her = build_kit("her")
        gain = second_core(Experiment(Match(her, parse_policy("random"), 1), 20_000, 3_000, 1))
        print(f"\na second thread makes it {gain:.2f} times as quick")
        if program is not None:
            slow += whole_processes(program)
        compiling, cached = first_call(folder)
        print(
            f"first 40,000 games of a new process: {compiling:.1f} s of CPU with compiling, "
            f"{cached:.1f} s from then on"
        )
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
