"""Measures what ``kitgen verify`` takes: processor time of all its processes together, and the memory of the largest.

    python benchmarks/bench_verify.py

Prints the table of docs/reliability.md, for HER and MENACE with all parts that are usual, as they were printed and
saved anew by pikepdf. Processor time hardly depends on what else the machine does.
"""

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pypdfium2
from planted import saved_anew

from kitgen import make_kit, print_kit


def cost(path: Path) -> tuple[float, float]:
    """Return the seconds and the MB that a check of a file took."""
    child = subprocess.Popen([sys.executable, "-m", "kitgen", "verify", path], stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        sys.exit(f"{path} does not pass")
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def main() -> None:
    """Print the table."""
    print("| | sheets | seconds | memory |\n|---|--:|--:|--:|")
    with TemporaryDirectory() as folder:
        for name in ("her", "menace"):
            path, anew = Path(folder) / f"{name}.pdf", Path(folder) / f"{name}-anew.pdf"
            with path.open("wb") as stream:
                print_kit(make_kit(name), stream)
            anew.write_bytes(saved_anew(path.read_bytes()))
            sheets = len(pypdfium2.PdfDocument(path))
            for file, what in ((path, "untouched"), (anew, "saved anew")):
                seconds, memory = cost(file)
                print(f"| {name.upper()}, {what} | {sheets} | {seconds:.1f} | {memory:.0f} MB |", flush=True)


if __name__ == "__main__":
    main()
