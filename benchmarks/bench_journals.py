"""How long a journal of 10,000 games takes, and explaining three slips in 200:
``python benchmarks/bench_journals.py``.

In seconds of a processor.
"""

import random
import sys
import tempfile
import time
from pathlib import Path

from kitgen.journal.audit import audit
from kitgen.journal.journal import Journal
from kitgen.kit.build import build_kit
from kitgen.record.rows import GameRow, Passages, PickedBead, sample_games

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from simulated_classes import play

GAMES = 10_000
KITS = ("her", "menace", "awari-mini", "ladder")


def games(kit):
    """Return the games of one machine, as they stand on the log."""
    for number, game in enumerate(sample_games(kit, GAMES, 1), 1):
        picks = []
        for number_of_box, slot in game.picks:
            box = kit.boxes[number_of_box]
            picks.append(PickedBead(box.id, box.slots[slot].colour.letter))
        yield GameRow(number, tuple(picks), game.outcome)


def timed(work):
    began = time.process_time()
    work()
    return time.process_time() - began


def slowest_explanation(name, journals=10):
    """Return how long the slowest of some explanations of three slips in 200 games takes."""
    passages = Passages(build_kit(name))
    slowest = 0
    for number in range(journals):
        people = play(
            name, 200, ["punishment-forgotten", "wrong-colour", "wrong-sign"], random.Random(number)
        )
        counts = dict(people.beads)
        slowest = max(slowest, timed(lambda: audit(passages, people.rows, counts)))  # noqa: B023 - called at once
    return slowest


def main():
    print(f"{GAMES:,} games     note  beads  check  MB  explained")
    for name in KITS:
        kit = build_kit(name)
        rows = list(games(kit))
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "class.kitgen"
            with Journal.create(path, kit) as journal:
                note = timed(lambda: journal.add_all(rows))  # noqa: B023 - called at once
            with Journal(path) as journal:
                beads = timed(journal.beads)
                check = timed(journal.check)
            size = path.stat().st_size / 1e6
        print(
            f"{name:12} {note:8.2f} {beads:6.2f} {check:6.2f} {size:4.1f} "
            f"{slowest_explanation(name):7.2f}"
        )


if __name__ == "__main__":
    main()
