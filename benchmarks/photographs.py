"""How well marked sheets are read from photographs: simulated ones, from an office scanner to a
phone in bad hands.

    python benchmarks/photographs.py                      # the table of docs/reliability.md; some
    20 minutes python benchmarks/photographs.py --sheets 4 --seed 2  # a few others of each step,
    printed alone python benchmarks/photographs.py --steps middle --sheets 100 --kits her,menace

Sheets are printed, filled in with games of simulated machines (``tests/filled_in_sheets.py``) by
pencil and pen, ticks, crosses and marks beside the ring, some of them rubbed out, and photographed
(``tests/photographed_sheets.py``). They are read in a process of its own, whose seconds and memory
are counted together with those of the one that unpacks the picture.
"""

import argparse
import multiprocessing
import pathlib
import resource
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import replace
from itertools import islice
from multiprocessing.connection import Connection

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "tests"))
import photographed_sheets
from filled_in_sheets import filled_in, form_of
from jobs import kit_of
from prints import document

from kitgen.marked.row_games import BLANK, DOUBTFUL, VOID, MarkedRow, Paths, understand_row
from kitgen.marked.row_marks import TOUCHED, UNSEEN, UNSURE, games_on
from kitgen.marked.sheet_reading import read_pictures
from kitgen.record.rows import SampleGame, sample_games
from kitgen.render.pdf import pdf_bytes

PAGE = pathlib.Path(__file__).parent.parent / "docs" / "reliability.md"
#: Where its table stands on the page.
BEGIN = "<!-- figures -->\n"
END = "<!-- end of figures -->\n"
KITS = ("her", "menace", "her", "awari-mini")
#: The share of rows that are crossed out, and of those with a bubble that was marked and rubbed
#: out.
CROSSED = 0.04
RUBBED = 0.1
#: The states of bubbles that are neither marked nor empty.
ASKED = (UNSURE, TOUCHED, UNSEEN)
#: Games of simulated machines that sheets are filled in with.
GAMES = 400


class Filled:
    """A kit's sheets, to be filled in again and again."""

    def __init__(self, name: str) -> None:
        self.kit = kit_of(name)
        self.form = form_of(self.kit)
        drawn = document(name, ("log-marks",))
        self.page = photographed_sheets.page_of(pdf_bytes(replace(drawn, sheets=drawn.sheets[:1])))
        self.games: list[SampleGame] = [
            game for game in islice(sample_games(self.kit, 20, GAMES), GAMES) if not game.resigned
        ]
        self.paths = Paths(self.kit)

    def some(self, rng: np.random.Generator) -> tuple[np.ndarray, dict]:
        """Return a page filled in, and the true state of each bubble."""
        games = [
            self.games[index] for index in rng.integers(len(self.games), size=len(self.form.rows))
        ]
        void = {row for row in range(len(self.form.rows)) if rng.random() < CROSSED}
        void.discard(len(self.form.rows) - 1)
        states, _ = filled_in(self.kit, games, self.form, void)
        marks = []
        for row in range(len(self.form.rows)):
            own = [bubble for bubble in self.form.bubbles if bubble.row == row]
            if not any(states[bubble] == "marked" for bubble in own):
                continue
            tool = photographed_sheets.picked(
                rng, {name: one[3] for name, one in photographed_sheets.TOOLS.items()}
            )
            for bubble in own:
                if states[bubble] == "marked":
                    kind = photographed_sheets.picked(rng, photographed_sheets.KINDS)
                    marks.append(
                        photographed_sheets.Mark(bubble.x, bubble.y, self.form.diameter, kind, tool)
                    )
            empty = [
                bubble for bubble in own if states[bubble] == "empty" and bubble.field != "void"
            ]
            if tool != "pen" and rng.random() < RUBBED:
                bubble = empty[int(rng.integers(len(empty)))]
                marks.append(
                    photographed_sheets.Mark(bubble.x, bubble.y, self.form.diameter, "erased", tool)
                )
        return photographed_sheets.filled(self.page, marks, rng), states

    def understood(self, states: dict) -> dict[int, MarkedRow]:
        """Return what the rules of the game make of bubbles, by the number of the game."""
        return {
            one.number: understand_row(self.paths, one.marks, one.number, joined=one.joined)
            for one in games_on(self.form, states)
        }


def reader(pipe: Connection) -> None:
    """Read pictures, each with what its file and its kit are, until there are no more."""
    for path, name in iter(pipe.recv, None):
        kit = kit_of(name)
        before = work()
        read = list(read_pictures([pathlib.Path(path)], kit))
        seconds = work() - before
        refusals = [one for one in read if isinstance(one, str)]
        states = []
        for sheet in read:
            if not isinstance(sheet, str):
                states.append({key: one.state for key, one in sheet.readings.items()})
        pipe.send((states, refusals, seconds, memory()))


def work() -> float:
    both = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in both)


def memory() -> float:
    """Return the most memory in MB that this process has had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


#: Unpacks a picture as the reader lets it be done, from a small process, and prints the most memory
#: in kB that it took.
UNPACKED = """
import pathlib, resource, sys
from kitgen.sandbox.process import ask
from kitgen.pictures.picture_files import limits_of
path = pathlib.Path(sys.argv[1])
ask(path, "kitgen.pictures.picture_files", "", path.read_bytes(), limits_of(path.read_bytes()))
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


def unpacked(path: pathlib.Path) -> float:
    """Return the most memory in MB that unpacking a picture takes, in the process of its own
    that does it.
    """
    done = subprocess.run(
        [sys.executable, "-c", UNPACKED, str(path)], capture_output=True, text=True, check=True
    )
    return int(done.stdout) / 1024


def measured(step: str, sheets: int, seed: int, kits: list[str], pipe: Connection) -> dict:
    """Return the figures of one step."""
    counts: Counter[str] = Counter()
    seconds = []
    most = 0.0
    unpacking = 0.0
    why: Counter[str] = Counter()
    filled = {name: Filled(name) for name in dict.fromkeys(kits)}
    with tempfile.TemporaryDirectory() as folder:
        for number in range(sheets):
            name = kits[number % len(kits)]
            one = filled[name]
            rng = np.random.default_rng(
                [seed, list(photographed_sheets.GRADES).index(step), number]
            )
            page, truth = one.some(rng)
            grade = photographed_sheets.GRADES[step]
            path = pathlib.Path(folder) / f"photo{number}.jpg"
            about = {"dpi": (200, 200)} if grade.scanned else {}
            path.write_bytes(
                photographed_sheets.jpeg(
                    photographed_sheets.photographed(page, grade, rng), grade.quality, **about
                )
            )
            pipe.send((str(path), name))
            states, refusals, spent, memory_now = pipe.recv()
            seconds.append(spent)
            unpacking = unpacking or unpacked(path)  # which the first picture tells of all
            most = max(most, memory_now + unpacking)
            path.unlink()
            counts["sheets"] += 1
            counts["straightened"] += bool(states)
            if not states:
                why[str(refusals[:1]).partition(".jpg")[2][:90]] += 1
                continue
            counts += compared(one, truth, states[0])
    return {
        "step": step,
        **counts,
        "seconds": float(np.median(seconds)),
        "memory": most,
        "why": why,
    }


def compared(one: Filled, truth: dict, read: dict) -> Counter:
    """Count what was read of a sheet, before the rules of the game help and after."""
    counts: Counter[str] = Counter(rows=len(one.form.rows), bubbles=len(truth))
    for row in range(len(one.form.rows)):
        own = [bubble for bubble in truth if bubble.row == row]
        wrong = sum(read[bubble] not in (truth[bubble], *ASKED) for bubble in own)
        unsure = any(read[bubble] in ASKED for bubble in own)
        counts["bubbles wrong"] += wrong
        counts["rows silent"] += bool(wrong) and not unsure
        counts["rows unsure"] += unsure
    should = one.understood(truth)
    for number, found in one.understood(read).items():
        meant = should.get(number)
        counts["games"] += 1
        if found.state == DOUBTFUL:
            counts["games asked"] += 1
        elif meant is None or meant.state == DOUBTFUL or _told(found) != _told(meant):
            counts["games silent"] += 1
            print(
                "  wrong in silence:",
                one.kit.name,
                number,
                found.state,
                _told(found),
                file=sys.stderr,
            )
    return counts


def _told(row: MarkedRow) -> object:
    return row.state if row.state in (VOID, BLANK) else row.game


#: The columns of the table that are a share of something, with what they are a share of.
SHARES = {
    "bubbles wrong": "bubbles",
    "rows silent": "rows",
    "rows unsure": "rows",
    "games silent": "games",
    "games asked": "games",
}


def table(found: list[dict]) -> str:
    """Return the figures as a table in Markdown."""
    heads = [
        "step",
        "sheets",
        "read",
        "bubbles wrong",
        "rows wrong in silence",
        "rows unsure",
        "games wrong in silence",
    ]
    heads += ["games asked", "seconds of CPU", "MB"]
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for one in found:
        count = Counter(one)
        share = []
        for key, of in SHARES.items():
            share.append(f"{count[key]:,} of {count[of]:,}" if count[of] else "–")
        lines.append(
            f"| {one['step']} | {count['sheets']} | {count['straightened']} | "
            f"{' | '.join(share)} | "
            f"{one['seconds']:.2f} | {one['memory']:.0f} |"
        )
    return "\n".join(lines) + "\n"


def main() -> None:
    """Print the table, and write it into the docs when nothing was asked for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("--sheets", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps", default=",".join(photographed_sheets.GRADES))
    parser.add_argument("--kits", default=",".join(KITS))
    parser.add_argument(
        "--write", action="store_true", help="write the table, although it is not of all"
    )
    asked = parser.parse_args()
    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(
        target=reader, args=(theirs,), daemon=True
    )
    process.start()
    found = []
    for step in asked.steps.split(","):
        found.append(measured(step, asked.sheets, asked.seed, asked.kits.split(","), ours))
        print(
            step,
            *(f"{times} x{said}" for said, times in found[-1]["why"].items()),
            sep="\n  ",
            flush=True,
        )
    ours.send(None)
    text = table(found)
    print(text)
    if asked.write or len(sys.argv) == 1:
        page = PAGE.read_text(encoding="utf-8")
        before, _, rest = page.partition(BEGIN)
        PAGE.write_text(before + BEGIN + text + END + rest.partition(END)[2], encoding="utf-8")


if __name__ == "__main__":
    main()
