"""All ratios in one run, beside those of earlier releases: how many times as much kitgen costs as
something near at hand.

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
from typing import NamedTuple

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
#: How often each ratio is measured.
PAIRS = 5
#: How much worse than in the last release a ratio may be.
SLACK = 1.5
#: The least that the clock of processes counts.
CLOCK_STEP_SECONDS = 0.01


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
    user = after.children_user - before.children_user
    system = after.children_system - before.children_system
    return user + system


def kitgen_command(*words: str) -> Callable[[], float]:
    """A kitgen command, to be measured."""
    return lambda: spent(sys.executable, "-m", "kitgen", *words)


def python(code: str) -> Callable[[], float]:
    """Python code, to be measured in a process of its own."""
    return lambda: spent(sys.executable, "-c", code)


def ratio(ours: Callable[[], float], theirs: Callable[[], float]) -> float:
    """Return how many times as long ours takes: the median of pairs in turn, after one that is
    not counted.
    """
    ours()
    theirs()
    return median(ours() / max(theirs(), CLOCK_STEP_SECONDS) for _ in range(PAIRS))


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


def of_prints(folder: str) -> dict[str, float]:
    """Return the ratios of starting, printing and verifying; a print is verified after it was
    made.
    """
    drawing = python("import PIL.Image, reportlab.pdfgen.canvas as c; c.Canvas('/dev/null').save()")
    found = {"starting / an empty Python": ratio(kitgen_command("--version"), python("pass"))}
    for name in ("her", "menace"):
        to_print = kitgen_command("print", name, "-o", f"{folder}/{name}")
        to_verify = kitgen_command("verify", f"{folder}/{name}/kit.pdf")
        found[f"print {name} / an empty page by reportlab"] = ratio(to_print, drawing)
        found[f"verify {name} / print {name}"] = ratio(to_verify, to_print)
    return found


def games_of_her(machines: int) -> Experiment:
    """Return 50 games of each of so many new machines against random play."""
    kit = build_kit("her")
    match = Match(kit, parse_policy("random"), kit.players[0])
    return Experiment(match, games=50, machines=machines, seed=1)


def of_games() -> dict[str, float]:
    """Return the ratios of playing, in one way and another."""
    experiment = games_of_her(40_000)
    kernel_games_per_second, _ = kernel_speed(experiment)
    games_by_kernel = 1000 * paper_speed(experiment) / kernel_games_per_second
    told = measured("told", "told:hexapawn-4x3", "hexapawn:4x3")
    from_python = python("import kitgen; kitgen.simulate('her', games=200, machines=5000)")
    by_command = kitgen_command("simulate", "her", "--games", "200", "--machines", "5000")
    return {
        "1,000 games by the kernel / 1 by the paper machine": games_by_kernel,
        "a game told as data / the same in Python": told["told"] / told["written"],
        "simulate her from Python / by the command": ratio(from_python, by_command),
        "an opponent as a function / the same inside": opponent_as_a_function(),
    }


def beside_c(folder: str) -> dict[str, float]:
    """Return the ratios to C programs; none without a compiler."""
    c_machines = build_c(folder)
    if c_machines is None:
        return {}
    simulating = kitgen_command("simulate", "her", "--games", "50", "--machines", "400000")
    text = c_input(games_of_her(400_000))
    c_solver = f"{folder}/hexapawn"
    subprocess.run(["cc", "-O3", "-march=native", HERE / "hexapawn.c", "-o", c_solver], check=True)

    def solving() -> float:
        return measured("compiled", "hexapawn:5x5")["seconds"]

    return {
        "simulate her / C": ratio(simulating, lambda: spent(c_machines, text=text)),
        "solve hexapawn:5x5, without loading / C": ratio(
            solving, lambda: spent(c_solver, "5", "5")
        ),
    }


class Kept(NamedTuple):
    """The ratios of earlier releases.

    Attributes:
        rows: those of the file.
        versions: the releases, oldest first.
        ratios: each by its release and what it compares.
    """

    rows: list[dict[str, str]]
    versions: list[str]
    ratios: dict[tuple[str, str], float]


def read_kept() -> Kept:
    """Return what ``ratios.csv`` has, without this version."""
    rows = []
    if TABLE.exists():
        rows = list(csv.DictReader(TABLE.read_text(encoding="utf-8").splitlines()))
    earlier = [row for row in rows if row["version"] != kitgen.__version__]
    versions = list(dict.fromkeys(row["version"] for row in earlier))
    ratios = {(row["version"], row["what"]): float(row["ratio"]) for row in earlier}
    return Kept(earlier, versions, ratios)


def print_table(found: dict[str, float], kept: Kept) -> None:
    """Print a line for each ratio, with a column for each release."""
    print(f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores\n")
    heads = "".join(f"{name:>9}" for name in [*kept.versions, "now"])
    print(f"{'CPU seconds of one, times those of the other':50}{heads}")
    for what, value in found.items():
        line = f"{what:50}"
        for version in kept.versions:  # which may be older than the ratio
            line += f"{kept.ratios.get((version, what), float('nan')):9.2f}"
        print(f"{line}{value:9.2f}")


def keep(found: dict[str, float], kept: Kept) -> None:
    """Write the ratios of this version behind those of earlier ones."""
    rows = list(kept.rows)
    for what, value in found.items():
        rows.append({"version": kitgen.__version__, "what": what, "ratio": f"{value:.2f}"})
    with TABLE.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, ["version", "what", "ratio"], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def main() -> int:
    """Measure all ratios, print them, and return 1 when something has become slower."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument(
        "--keep", action="store_true", help="write the ratios of this version into ratios.csv"
    )
    options = parser.parse_args()
    kept = read_kept()
    with tempfile.TemporaryDirectory() as folder:
        found = of_prints(folder) | of_games() | beside_c(folder)
    print_table(found, kept)
    if options.keep:
        keep(found, kept)
    slower = slower_than_last(found, kept)
    for what in slower:
        print(f"slower than in {kept.versions[-1]}: {what}", file=sys.stderr)
    return 1 if slower else 0


def slower_than_last(found: dict[str, float], kept: Kept) -> list[str]:
    """Return what has become slower since the last release; what it had no ratio of has not."""
    if not kept.versions:
        return []
    last = kept.versions[-1]
    slower = []
    for what, value in found.items():
        before = kept.ratios.get((last, what), float("inf"))
        if value > SLACK * before:
            slower.append(what)
    return slower


if __name__ == "__main__":
    sys.exit(main())
