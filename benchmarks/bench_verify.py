"""Measures what ``kitgen verify`` takes beside printing the same: processor time of all its
processes together, and the memory of the largest.

    python benchmarks/bench_verify.py

Prints the table of docs/reliability.md, for HER and MENACE with their usual parts, and for the
finder of White's machine on a board of 5 x 3, which has 858 boxes. Processor time hardly depends on
what else the computer does.
"""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pypdfium2

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from planted_faults import saved_as

#: What is printed, by its name in the table.
PRINTS = {
    "HER": ("her",),
    "MENACE": ("menace",),
    "5 x 3": ("hexapawn:5x3", "--side", "white", "--parts", "finder", "--yes"),
}


class Cost(NamedTuple):
    """What a command took: processor time, and the memory of its largest process."""

    seconds: float
    megabytes: float


def cost_of(*words: str | Path) -> Cost:
    """Return what a command of kitgen took."""
    child = subprocess.Popen([sys.executable, "-m", "kitgen", *words], stdout=subprocess.DEVNULL)
    # Unlike ``child.wait()`` it also says what the process used, with those that it waited for.
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)  # so that nobody waits for it again
    if child.returncode:
        sys.exit(f"kitgen {' '.join(map(str, words))} has failed")
    kilobytes = used.ru_maxrss  # on Linux
    return Cost(used.ru_utime + used.ru_stime, kilobytes / 1024)


def costs(words: Sequence[str], folder: Path) -> Iterator[tuple[str, Cost]]:
    """Print into a folder and verify the print in several ways; yield what was done, and what it
    took.
    """
    path = folder / "kit.pdf"
    yield "printed", cost_of("print", *words, "-o", folder)
    saved_anew = folder.with_suffix(".pdf")
    saved_anew.write_bytes(saved_as(path.read_bytes(), "for the web"))
    yield "verified, untouched", cost_of("verify", path)
    yield "verified, saved anew", cost_of("verify", saved_anew)
    yield "verified with `--marks`", cost_of("verify", path, "--marks")
    yield "folder verified", cost_of("verify", folder)


def main() -> None:
    """Print the table."""
    print("| | sheets | seconds | memory |\n|---|--:|--:|--:|")
    with TemporaryDirectory() as place:
        for name, words in PRINTS.items():
            folder = Path(place) / name
            for what, cost in costs(words, folder):
                sheets = len(pypdfium2.PdfDocument(folder / "kit.pdf"))
                figures = f"{sheets} | {cost.seconds:.1f} | {cost.megabytes:.0f} MB"
                print(f"| {name}, {what} | {figures} |", flush=True)


if __name__ == "__main__":
    main()
