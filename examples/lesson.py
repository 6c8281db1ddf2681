"""One lesson from print to report: a machine, its games, its beads counted, what went wrong put
right, how it is doing.

``python examples/lesson.py FOLDER`` prints HER, begins its journal, and notes the 30 games in
``lesson/games.csv``, in which three slips were made. The beads that were counted after them are in
``lesson/counts.csv``. It lets ``kitgen journal check`` explain them, counts the boxes that it names
again, answers its question, does what it says to the beads, and checks again. Then it prints the
report on the machine, and its reset sheet.
"""

import csv
import json
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent / "lesson"


def kitgen(*words: object, may_differ: bool = False) -> str:
    """Run a command of kitgen, show it and what it says, and return that."""
    print("$ kitgen", *words)
    done = subprocess.run(
        [sys.executable, "-m", "kitgen", *map(str, words)],
        check=False,
        capture_output=True,
        text=True,
    )
    print(done.stdout if len(done.stdout) < 3000 else f"{done.stdout[:3000]}…", end="")
    if done.returncode not in (
        (0, 1, 3) if may_differ else (0,)
    ):  # 3: boxes have to be counted again
        sys.exit(done.stderr)
    return done.stdout


def repaired(counts: Path, repair: list[dict[str, object]], after: Path) -> None:
    """Write what lies in the boxes after beads were put in and taken out."""
    put = {(one["box"], one["bead"]): one["put"] for one in repair}
    with counts.open(newline="") as file, after.open("w", newline="") as out:
        table = csv.DictReader(file)
        written = csv.DictWriter(out, table.fieldnames)
        written.writeheader()
        for line in table:
            written.writerow(
                line | {"beads": int(line["beads"]) + put.get((line["box"], line["bead"]), 0)}
            )


def main(folder: Path) -> None:
    """Hold the lesson, and leave all that came of it in a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    journal, after = folder / "class3b.kitgen", folder / "counts-after.csv"
    kitgen("print", "her", "-o", folder / "her", "--parts", "labels,operator,log")
    kitgen("journal", "new", "her", "-o", journal)
    kitgen("journal", "add", journal, HERE / "games.csv")
    kitgen("journal", "status", journal)
    check = "journal", "check", journal, "--counts"
    kitgen(*check, HERE / "counts.csv", may_differ=True)
    # Boxes that differ are counted again; here the second count is the same.
    twice = *check, HERE / "counts.csv", "--again", HERE / "counts.csv"
    found = json.loads(kitgen(*twice, "--json", may_differ=True))["result"]
    # Asked by check, the class says that all games were played as they are noted: no slip of the
    # pen.
    as_noted = next((case["repair"] for case in found["cases"] if [] in case["if"]), [])
    repaired(HERE / "counts.csv", found["repair"] + as_noted, after)
    kitgen(*check, after)
    kitgen("print", journal, "-o", folder / "class3b", "--parts", "report,reset")
    kitgen("journal", "export", journal, "-o", folder / "class3b.jsonl")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "output/lesson"))
