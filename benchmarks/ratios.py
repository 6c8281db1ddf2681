"""All ratios in one run, beside those of earlier releases: what kitgen costs, times something near
at hand.

Run it from the project's folder: python benchmarks/ratios.py [--keep]

Each ratio is measured against something in the same run (a C program, plain Python, the print that
is verified), as the median of five pairs in turn, in CPU seconds, so that it travels to other
computers and may be compared over releases. --keep writes the ratios of this version into
ratios.csv. Returns 1 when one is half as much again as it was in the last release. The C programs
need the system's compiler. It takes some two minutes.
"""

import argparse
import csv
import os
import platform
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median

from bench_simulate import build_c, c_input, kernel_speed, paper_speed
from bench_solve import measured

import kitgen
from kitgen.kit.build import build_kit
from kitgen.lab.experiment import run, trial
from kitgen.lab.tally import Experiment
from kitgen.machine.match import Match, parse_policy
from kitgen.model import Move, Position

HERE = Path(__file__).parent
TABLE = HERE / "ratios.csv"
PAIRS = 5
#: How much worse than in the last release a ratio may be.
SLACK = 1.5


def spent(*words: str, text: str = "") -> float:
    """Return the CPU seconds of a process, with those that it starts."""
    before = os.times()
    subprocess.run(
        words,
        input=text,
        text=True,
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    after = os.times()
    return (
        after.children_user + after.children_system - before.children_user - before.children_system
    )


def own(*words: str) -> Callable[[], float]:
    """A kitgen command, to be measured."""
    return lambda: spent(sys.executable, "-m", "kitgen", *words)


def python(code: str) -> Callable[[], float]:
    """Python code, to be measured in a process of its own."""
    return lambda: spent(sys.executable, "-c", code)


def ratio(ours: Callable[[], float], theirs: Callable[[], float]) -> float:
    """Return how many times as long ours takes: the median of pairs in turn, after one that is
    not counted.
    """
    ours(), theirs()
    return median(ours() / max(theirs(), 0.01) for _ in range(PAIRS))  # the clock counts hundredths


def opponent_as_a_function() -> float:
    """Return how many times as long games take against a function that moves at random as against
    kitgen's own such opponent, both in plain Python.
    """

    def by_chance(_position: Position, legal_moves: Sequence[Move], rng: random.Random) -> Move:
        return rng.choice(legal_moves)

    asked = {"games": 50, "machines": 100}
    function = trial("her", opponent=by_chance, **asked)
    inside = trial("her", opponent="random", **asked)
    return ratio(lambda: work_of(function), lambda: work_of(inside))


def work_of(experiment: Experiment) -> float:
    """Return the CPU seconds of an experiment in plain Python, in this process."""
    began = time.process_time()
    run(experiment, engine="paper")
    return time.process_time() - began


def measure(folder: str) -> dict[str, float]:
    """Return every ratio by its name."""
    drawing = python("import PIL.Image, reportlab.pdfgen.canvas as c; c.Canvas('/dev/null').save()")
    her = ["print", "her", "-o", f"{folder}/her"]
    menace = ["print", "menace", "-o", f"{folder}/menace"]
    found = {
        "starting / an empty Python": ratio(own("--version"), python("pass")),
        "print her / an empty page by reportlab": ratio(own(*her), drawing),
        "print menace / an empty page by reportlab": ratio(own(*menace), drawing),
        "verify her / print her": ratio(own("verify", f"{folder}/her/kit.pdf"), own(*her)),
        "verify menace / print menace": ratio(
            own("verify", f"{folder}/menace/kit.pdf"), own(*menace)
        ),
    }
    kit = build_kit("her")
    experiment = Experiment(Match(kit, parse_policy("random"), kit.players[0]), 50, 40_000, 1)
    found["1,000 games by the kernel / 1 by the paper machine"] = (
        1000 * paper_speed(experiment) / kernel_speed(experiment)[0]
    )
    told = measured("told", "told:hexapawn-4x3", "hexapawn:4x3")
    found["a game told as data / the same in Python"] = told["told"] / told["written"]
    found["simulate her from Python / by the command"] = ratio(
        python("import kitgen; kitgen.simulate('her', games=200, machines=5000)"),
        own("simulate", "her", "--games", "200", "--machines", "5000"),
    )
    found["an opponent as a function / the same inside"] = opponent_as_a_function()
    machines = build_c(folder)
    if machines is not None:
        games = ["--games", "50", "--machines", "400000"]
        text = c_input(Experiment(experiment.match, 50, 400_000, 1))
        found["simulate her / C"] = ratio(
            own("simulate", "her", *games), lambda: spent(machines, text=text)
        )
        solver = f"{folder}/hexapawn"
        subprocess.run(
            ["cc", "-O3", "-march=native", HERE / "hexapawn.c", "-o", solver], check=True
        )
        solving = ratio(
            lambda: measured("compiled", "hexapawn:5x5")["seconds"], lambda: spent(solver, "5", "5")
        )
        found["solve hexapawn:5x5, without loading / C"] = solving
    return found


def main() -> int:
    """Measure, print a table with a column for each release, and return 1 when something has
    become slower.
    """
    asked = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    asked.add_argument(
        "--keep", action="store_true", help="write the ratios of this version into ratios.csv"
    )
    keep = asked.parse_args().keep
    kept = []
    if TABLE.exists():
        kept = list(csv.DictReader(TABLE.read_text(encoding="utf-8").splitlines()))
    earlier_rows = [row for row in kept if row["version"] != kitgen.__version__]
    versions = list(dict.fromkeys(row["version"] for row in earlier_rows))
    before = {(row["version"], row["what"]): float(row["ratio"]) for row in kept}
    with tempfile.TemporaryDirectory() as folder:
        found = measure(folder)
    print(f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores\n")
    print(
        f"{'CPU seconds of one, times those of the other':50}"
        + "".join(f"{name:>9}" for name in [*versions, "now"])
    )
    for what, value in found.items():
        earlier = "".join(
            f"{before.get((version, what), float('nan')):9.2f}" for version in versions
        )
        print(f"{what:50}{earlier}{value:9.2f}")
    if keep:
        rows = earlier_rows
        for what, value in found.items():
            rows.append({"version": kitgen.__version__, "what": what, "ratio": f"{value:.2f}"})
        with TABLE.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, ["version", "what", "ratio"], lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
    last = versions[-1] if versions else None
    slower = 0
    for what, value in found.items():
        if value > SLACK * before.get((last, what), float("inf")):
            slower += 1
            print(f"slower than in {last}: {what}", file=sys.stderr)
    return bool(slower)


if __name__ == "__main__":
    sys.exit(main())
