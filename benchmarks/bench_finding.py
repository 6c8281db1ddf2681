"""How long it takes to find a box: the printed instructions followed word by word, for every kit.

Every position that comes up in a game of a new machine against random moves is looked up, weighted
by how often it does. Run it from the project's folder: python benchmarks/bench_finding.py [KIT …]
"""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from finding_by_finder import Key, Pictures
from finding_by_help import LOOK, PAGE, TURN, Effort, Met, Route, random_play
from jobs import make_job

from kitgen.paper.finder_index import has_key
from kitgen.paper.parts import PARTS, finder

#: With the finder alone a find takes no longer on average, and 19 of 20 no longer.
MAX_MEAN_SECONDS = 7
MAX_LATE_SECONDS = 10
KITS = [
    "her",
    "her-4x3",
    "her-3x4",
    "him",
    "gardner24",
    "menace",
    "menace-second",
    "awari-mini",
    "awari-3x1",
    "ladder",
]


def percentile(values: Sequence[tuple[float, float]], share: float) -> float:
    """Return the value that a share of the weight does not exceed."""
    left = share * sum(weight for _, weight in values)
    for value, weight in sorted(values):
        left -= weight
        if left <= 1e-12:
            return value
    return values[-1][0]


def row(
    name: str, way: str, sheets: int, finds: dict[Met, float], look_up: Callable[[Met], Effort]
) -> bool:
    """Print what the finds of a kit take, and return whether that is within the goals."""
    efforts = [(look_up(met), weight) for met, weight in finds.items()]
    total = sum(weight for _, weight in efforts)
    seconds = [(effort.seconds, weight) for effort, weight in efforts]
    looks = [(float(effort.looks), weight) for effort, weight in efforts]

    def mean(what: str) -> float:
        return sum(getattr(effort, what) * weight for effort, weight in efforts) / total

    late = percentile(seconds, 0.95)
    print(
        f"| {name} | {way} | {sheets} "
        f"| {percentile(looks, 0.5):.0f} | {mean('looks'):.1f} | {max(looks)[0]:.0f} "
        f"| {mean('turns'):.1f} | {mean('pages'):.1f} | {100 * mean('wrong'):.0f}% "
        f"| {percentile(seconds, 0.5):.1f} | {mean('seconds'):.1f} | {late:.1f} "
        f"| {max(seconds)[0]:.1f} |",
        flush=True,
    )
    return mean("seconds") <= MAX_MEAN_SECONDS and late <= MAX_LATE_SECONDS


def main() -> int:
    """Measure the kits that are named, or all; return 1 where a finder does not reach the goals."""
    print(f"A look takes {LOOK} s, a turn of the sheet {TURN} s, another page {PAGE} s.\n")
    print(
        "| kit | with | sheets | looks: median | mean | worst | turns | pages | wrong "
        "letter first "
        "| seconds: median | mean | 19 of 20 | worst |"
    )
    print("|---|---|" + "---:|" * 11)
    slow = 0
    for name in sys.argv[1:] or KITS:
        job = make_job(name)
        sheets = PARTS["finder"].sheets(job)
        look_up = Key(job).find if has_key(job.kit) else Pictures(job, finder.images, sheets).find
        route = Route(job, look_up)
        finds = random_play(job.kit, route.lies)
        slow += not row(name, "finder", len(sheets), finds, look_up)
        row(name, "route", len(route.sheets), finds, route.find)
    return int(slow > 0)


if __name__ == "__main__":
    sys.exit(main())
