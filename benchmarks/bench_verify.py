"""Measures what ``kitgen verify`` takes beside printing the same: processor time of all its
processes together, and the memory of the largest.

    python benchmarks/bench_verify.py

Prints the table of docs/reliability.md, for HER and MENACE with all parts that are usual, and for
the finder of White's machine on a board of 5 x 3, which has 858 boxes. Processor time hardly
depends on what else the machine does.
"""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import pypdfium2

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from planted_faults import saved_as


def cost(*words: str | Path) -> tuple[float, float]:
    """Return the seconds and the MB that a command of kitgen took."""
    child = subprocess.Popen([sys.executable, "-m", "kitgen", *words], stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        sys.exit(f"kitgen {words} has failed")
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


#: What is printed, by its name in the table.
PRINTS = {
    "HER": ("her",),
    "MENACE": ("menace",),
    "5 x 3": ("hexapawn:5x3", "--side", "white", "--parts", "finder", "--yes"),
}


def costs(words: Sequence[str], folder: Path) -> Iterator[tuple[str, tuple[float, float]]]:
    """Yield what was done to a print, and what it took."""
    path = folder / "kit.pdf"
    anew = folder.with_suffix(".pdf")
    yield "printed", cost("print", *words, "-o", folder)
    anew.write_bytes(saved_as(path.read_bytes(), "for the web"))
    yield "verified, untouched", cost("verify", path)
    yield "verified, saved anew", cost("verify", anew)
    yield "verified with `--marks`", cost("verify", path, "--marks")
    yield "folder verified", cost("verify", folder)


def main() -> None:
    """Print the table."""
    print("| | sheets | seconds | memory |\n|---|--:|--:|--:|")
    with TemporaryDirectory() as folder:
        for name, words in PRINTS.items():
            for what, (seconds, memory) in costs(words, Path(folder) / name):
                sheets = len(pypdfium2.PdfDocument(Path(folder) / name / "kit.pdf"))
                print(
                    f"| {name}, {what} | {sheets} | {seconds:.1f} | {memory:.0f} MB |", flush=True
                )


if __name__ == "__main__":
    main()
