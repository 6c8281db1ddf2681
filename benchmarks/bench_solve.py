"""What exploring and solving large boards costs: plain Python, compiled kernels and a plain C
program, side by side.

Run it from the project's folder: python benchmarks/bench_solve.py [--quick]

Every measurement is a process of its own, in CPU seconds; only the ratios travel to other machines.
Memory is what the work takes on top of the loaded interpreter and libraries; the whole process
stands beside it. It takes some minutes, most of them in plain Python; --quick leaves out Hexapawn
6x5 and Awari with 16 seeds. Returns 1 when a count is wrong or a ratio is not kept.
"""
# ruff: noqa: PLC0415 - each measurement is a process of its own, which loads only what it measures

import argparse
import json
import os
import platform
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).parent
#: What both sides' boxes, slots and boxes with a choice come to, value and plies: computed by
#: independent programs.
KNOWN = {
    "hexapawn:5x5": {
        "black": [478322, 1782086, 454899],
        "white": [490848, 1802037, 464611],
        "value": 1,
        "plies": 19,
    },
    "hexapawn:6x5": {
        "black": [11191568, None, None],
        "white": [11457222, None, None],
        "value": -1,
        "plies": 22,
    },
}
FASTER_THAN_PYTHON = 40  # times, at least
NEAR_C = 3  # times, at most: time and memory
WHOLE_NEAR_C = 2.5  # times, at most: whole processes, with what Python takes to start
PAIRS = 3
MENACE_SECONDS = 0.2
#: Games told as data, and the same written in Python.
TOLD = {
    "told:hexapawn-4x3": "hexapawn:4x3",
    "told:ttt": "tictactoe",
    "told:connect3-3x3": "connect:3x3,win=3",
}
TOLD_NEAR_PYTHON = 2  # times, at most


def peak() -> float:
    """Return the most memory that this process has had, in MiB."""
    unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit


def resting() -> float:
    """Return the memory that this process has now, in MiB; where that cannot be known, the most
    it has had.
    """
    pages = Path("/proc/self/statm")
    if not pages.exists():
        return peak()
    return int(pages.read_text().split()[1]) * resource.getpagesize() / (1 << 20)


def measure_plain(spec: str) -> dict:
    """Explore and solve in plain Python."""
    from kitgen.games import make_game
    from kitgen.theory.explore import explore
    from kitgen.theory.solve import solve_graph

    game = make_game(spec)
    before = resting()
    start = time.process_time()
    solution = solve_graph(explore(game, limit=2**62))
    spent = time.process_time() - start
    counts = {"black": [0, 0, 0], "white": [0, 0, 0]}
    for node in solution.graph.nodes:
        own = counts[game.sides[node.position.to_move].name]
        for index, number in enumerate((bool(node.edges), len(node.edges), len(node.edges) > 1)):
            own[index] += number
    return {
        **counts,
        "value": solution.values[0],
        "plies": solution.plies[0],
        "positions": len(solution.values),
        "seconds": spent,
        "memory": peak() - before,
        "process": peak(),
    }


def measure_compiled(spec: str) -> dict:
    """Explore and solve by compiled kernels; loading them is measured apart, on a small board."""
    start = time.process_time()
    from kitgen.games import make_game
    from kitgen.theory.packed_solver import solve_packed

    solve_packed(make_game("hexapawn:3x3"))
    load = time.process_time() - start
    before = resting()
    game = make_game(spec)
    start = time.process_time()
    ranked = solve_packed(game, limit=2**62)
    spent = time.process_time() - start
    counts = {}
    for number, side in enumerate(game.sides):
        own = [layer for layer in ranked.layers if layer.side == number]
        boxes = sum(layer.boxes for layer in own)
        slots = sum(layer.slots for layer in own)
        choices = sum(layer.choices for layer in own)
        counts[side.name] = [boxes, slots, choices]
    value, plies = ranked.worth(game.start())
    return {
        **counts,
        "value": value,
        "plies": plies,
        "positions": len(ranked),
        "seconds": spent,
        "load": load,
        "memory": peak() - before,
        "process": peak(),
    }


def measure_c(program: str, spec: str) -> dict:
    """Run the C program."""
    done = subprocess.run(
        [program, *spec.partition(":")[2].split("x")], capture_output=True, text=True, check=True
    )
    unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
    memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / unit
    return {**json.loads(done.stdout)["result"], "memory": memory, "process": memory}


def measure_awari(seeds: str) -> dict:
    """Build an endgame database of the usual board."""
    from kitgen.games import make_game
    from kitgen.theory.database import build_database

    game = make_game("awari:6x4")
    build_database(game, 3)
    before = resting()
    start = time.process_time()
    database = build_database(game, int(seeds))
    spent = time.process_time() - start
    found = {
        "seconds": spent,
        "positions": len(database.values),
        "memory": peak() - before,
        "process": peak(),
    }
    found["counts"] = [database.counts(level) for level in (5, 8, 10)]
    if int(seeds) >= 16:
        example = game.parse("1,1,1,1,1,2/4,2,3,0,0,0 S")
        steps = [game.play(example, move) for move in game.legal_moves(example)]
        worths = (database.worth(step.position).before(step.gain) for step in steps)
        found["example"] = [value.score for value in (database.worth(example), *worths)]
    return found


def measure_menace() -> dict:
    """Find all MENACE boxes from the rules, in plain Python."""
    from kitgen.games import make_game
    from kitgen.theory.explore import explore

    start = time.process_time()
    graph = explore(make_game("tictactoe"))
    boxes = sum(node.position.to_move == 0 and len(node.edges) > 1 for node in graph.nodes)
    return {"seconds": time.process_time() - start, "boxes": boxes}


def measure_told(told: str, written: str) -> dict:
    """Explore a game told as data and the same one written in Python, in turn, each as quickly
    as it goes.
    """
    from kitgen.games import make_game
    from kitgen.theory.explore import explore

    games = [make_game(told), make_game(written)]
    best = [float("inf")] * 2
    for _ in range(10):
        for number, game in enumerate(games):
            start = time.process_time()
            positions = len(explore(game).nodes)
            best[number] = min(best[number], time.process_time() - start)
    return {"told": best[0], "written": best[1], "positions": positions}


def measured(what: str, *words: str) -> dict:
    """Measure in a process of its own."""
    script = f"import json, bench_solve as b; print(json.dumps(b.measure_{what}(*{list(words)!r})))"
    path = os.pathsep.join((str(HERE), str(HERE.parent)))
    environment = {**os.environ, "PYTHONPATH": path, "PYTHONWARNINGS": "error"}
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout)


def whole(*command: str) -> float:
    """Return the CPU seconds of a whole process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = {**os.environ, "PYTHONPATH": str(HERE.parent)}
    subprocess.run(
        command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def pairs(spec: str, ruler: str) -> list[str]:
    """Measure whole processes in turn with a C program that needs no words, and return whether
    ours take too long.
    """
    print(f"\n{spec}, whole processes in turn with {ruler}")
    ratios = []
    for _ in range(PAIRS):
        ours = whole(sys.executable, "-m", "kitgen", "solve", spec, "--json")
        theirs = whole(ruler)
        ratios.append(ours / theirs)
        print(f"kitgen {ours:7.2f} s, C {theirs:7.2f} s: {ratios[-1]:.2f} times")
    middle = sorted(ratios)[PAIRS // 2]
    return [f"{spec} takes {middle:.1f} times C's time"] if middle > WHOLE_NEAR_C else []


def wrong(found: dict, known: dict) -> list[str]:
    """Return what is not as it is known to be."""
    faults = []
    for key, right in known.items():
        got = found[key]
        pairs = zip(got, right, strict=True) if isinstance(right, list) else [(got, right)]
        if any(b is not None and a != b for a, b in pairs):
            faults.append(f"{key} is {got} and should be {right}")
    return faults


def row(name: str, found: dict, base: dict) -> None:
    """Print one measurement, and how it compares."""
    print(
        f"{name:34} {found['seconds']:9.2f} {found['seconds'] / base['seconds']:8.2f} "
        f"{found['memory']:9.0f} {found['memory'] / base['memory']:8.2f} {found['process']:9.0f}"
    )


def board(spec: str, program: str | None, *, plain: bool) -> list[str]:
    """Measure one board in every way there is, print it, and return what is not as it should be."""
    kernel = measured("compiled", spec)  # the first may compile
    kernel = min(kernel, measured("compiled", spec), key=lambda found: found["seconds"])
    ways = {"compiled": kernel}
    if program:
        ways["C"] = min(
            (measured("c", program, spec) for _ in range(2)), key=lambda found: found["seconds"]
        )
    if plain:
        ways["plain Python"] = measured("plain", spec)
    base = ways.get("C", kernel)
    print(f"\n{spec}: {kernel['positions']:,} positions up to symmetry")
    print(f"{'':34} {'CPU s':>9} {'times':>8} {'MiB':>9} {'times':>8} {'process':>9}")
    for name, found in ways.items():
        row(name, found, base)
    print(f"(loading the compiled kernels: {kernel['load']:.2f} s of CPU)")
    faults = []
    for name, found in ways.items():
        faults += [f"{spec}, {name}: {fault}" for fault in wrong(found, KNOWN[spec])]
    if "C" in ways:
        for what in ("seconds", "memory"):
            ratio = kernel[what] / ways["C"][what]
            if ratio > NEAR_C:
                faults.append(
                    f"{spec}: compiled takes {ratio:.1f} times the {what} of C; "
                    f"allowed are {NEAR_C}"
                )
    if plain:
        ratio = ways["plain Python"]["seconds"] / kernel["seconds"]
        print(
            f"compiled is {ratio:.0f} times faster than plain Python (at least "
            f"{FASTER_THAN_PYTHON} wanted)"
        )
        if ratio < FASTER_THAN_PYTHON:
            faults.append(f"{spec}: compiled is only {ratio:.0f} times faster than plain Python")
    return faults


def awari(seeds: int) -> list[str]:
    """Measure an endgame database and compare it with published figures."""
    found = measured("awari", str(seeds))
    print(
        f"\nawari:6x4, all positions with up to {seeds} seeds: {found['positions']:,} in "
        f"{found['seconds']:.2f} s of "
        f"CPU, {found['memory']:.0f} MiB ({found['process']:.0f} MiB the process)"
    )
    faults = []
    if found["counts"] != [[2165, 0, 2203], [37767, 8351, 29464], [157721, 93743, 101252]]:
        faults.append(f"awari: wins, draws and losses with 5, 8 and 10 seeds are {found['counts']}")
    if found.get("example", [0, -1, -1, -2, -2, -2, 0]) != [0, -1, -1, -2, -2, -2, 0]:
        faults.append(f"awari: the example and its moves are worth {found['example']}")
    return faults


def told() -> list[str]:
    """Measure games told as data, and return which take too long."""
    print("\ngames told as data and written in Python, explored: CPU ms and times")
    faults = []
    for name, written in TOLD.items():
        found = measured("told", name, written)
        times = found["told"] / found["written"]
        print(
            f"{name:20} {found['told'] * 1000:8.1f} {written:18} "
            f"{found['written'] * 1000:8.1f} {times:8.2f}"
        )
        if times > TOLD_NEAR_PYTHON:
            faults.append(
                f"{name} takes {times:.1f} times the time of {written}; allowed are "
                f"{TOLD_NEAR_PYTHON}"
            )
    return faults


def main() -> int:
    """Measure, print tables, and return 1 when something is not as it should be."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--quick", action="store_true", help="leave out Hexapawn 6x5 and Awari with 16 seeds"
    )
    parser.add_argument(
        "--ruler",
        metavar="PROGRAM",
        help="only time whole processes of 6x5 in turn with this program",
    )
    options = parser.parse_args()
    if options.ruler:
        faults = pairs("hexapawn:6x5", options.ruler)
        print(*faults, sep="\n")
        return int(bool(faults))
    quick = options.quick
    compiler = next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)
    print(
        f"Python {platform.python_version()}, C compiler: "
        f"{compiler or 'none, so that C is left out'}"
    )
    menace = min((measured("menace") for _ in range(3)), key=lambda found: found["seconds"])
    print(
        f"MENACE: {menace['boxes']} boxes from the rules in {menace['seconds']:.3f} s of "
        "CPU, plain Python"
    )
    faults = []
    if menace["seconds"] >= MENACE_SECONDS or menace["boxes"] != 304:
        faults.append(f"MENACE: {menace}")
    faults += told()
    with tempfile.TemporaryDirectory() as folder:
        program = None
        if compiler:
            program = str(Path(folder) / "hexapawn")
            source = str(HERE / "hexapawn.c")
            subprocess.run([compiler, "-O3", "-march=native", "-o", program, source], check=True)
        faults += board("hexapawn:5x5", program, plain=True)
        if not quick:
            faults += board("hexapawn:6x5", program, plain=False)
    for seeds in (12,) if quick else (12, 16):
        faults += awari(seeds)
    print()
    for fault in faults:
        print(f"NOT KEPT: {fault}")
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
