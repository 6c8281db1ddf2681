"""Is the bank of beads enough? Tried with 1,000 machines that it was not taken from, each for 50
games.

Run it from the project's folder: python benchmarks/bank.py
"""

from collections.abc import Sequence
from statistics import median

from kitgen.kit.build import build_kit
from kitgen.kit.editions import Wish
from kitgen.machine.first_games import SEED, FirstGames, most_added, simulate_bank, suffices
from kitgen.paper.job import bead_totals

GAMES = 50
MACHINES = 1000
KITS = [
    ("menace", None),
    ("menace-second", None),
    ("awari-mini", None),
    ("awari-3x1", None),
    ("her", "gardner-reward"),
    ("her", "michie"),
    ("her", "hexapawn-rl"),
    ("ladder", "gardner-reward"),
]


def games_with(beads: Sequence[int], course: Sequence[Sequence[int]]) -> int:
    """Return how many games of a machine these beads are enough for."""
    return sum(suffices(beads, most_added(course[: game + 1])) for game in range(GAMES))


def main() -> None:
    """Measure, and print the table of docs/makers.md."""
    for name, rule in KITS:
        kit = build_kit(name, Wish(rule=rule))
        bank = list(simulate_bank(FirstGames(kit, "random"), GAMES).values())
        spares = [row.spare for row in bead_totals(kit)]
        fresh = FirstGames(kit, "random", SEED + 1).courses(MACHINES, GAMES)
        lasted = median(games_with(spares, course) for course in fresh)
        added = median(sum(course[-1]) for course in fresh)
        enough = sum(suffices(bank, most_added(course)) for course in fresh)
        said = f"{name} --rule {rule}" if rule else name
        print(
            f"| {said} | {kit.beads:,} | {lasted:g} games | {added:,.0f} | "
            f"{sum(bank):,} | {enough} |"
        )


if __name__ == "__main__":
    main()
