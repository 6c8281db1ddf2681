"""What starting and printing cost, in CPU seconds of a new process, beside a Python that does
nothing.

Run it from the project's folder: python benchmarks/bench_print.py
"""

import os
import platform
import subprocess
import sys
import tempfile
from pathlib import Path

#: The most CPU seconds that each command may take.
ALLOWED = {"--version": 0.25, "print her": 1.5, "print menace": 4.0}


def cpu(*words: str, cwd: str) -> float:
    """Return the CPU seconds, user and system, of a command in a process of its own: the best of
    three.
    """
    best = float("inf")
    for _ in range(3):
        before = os.times()
        subprocess.run([sys.executable, *words], cwd=cwd, check=True, stdout=subprocess.DEVNULL)
        after = os.times()
        user = after.children_user - before.children_user
        system = after.children_system - before.children_system
        best = min(best, user + system)
    return best


def main() -> int:
    """Measure, print a table, and return 1 when something takes longer than it may."""
    os.environ["PYTHONPATH"] = str(Path(__file__).parent.parent)
    with tempfile.TemporaryDirectory() as folder:
        nothing = max(cpu("-c", "pass", cwd=folder), 0.01)  # the clock counts hundredths
        rows = [
            ("--version", cpu("-m", "kitgen", "--version", cwd=folder)),
            ("kits", cpu("-m", "kitgen", "kits", cwd=folder)),
            ("print her", cpu("-m", "kitgen", "print", "her", cwd=folder)),
            ("print menace", cpu("-m", "kitgen", "print", "menace", "--yes", cwd=folder)),
            ("verify output/her", cpu("-m", "kitgen", "verify", "output/her", cwd=folder)),
        ]
        sizes = {
            path.parent.name: path.stat().st_size for path in Path(folder).glob("output/*/kit.pdf")
        }
    print(f"Python {platform.python_version()}; python -c pass: {nothing:.3f} s of CPU\n")
    print(f"{'kitgen …':20} {'CPU s':>7} {'times python -c pass':>21} {'allowed':>8}")
    late = 0
    for name, spent in rows:
        allowed = ALLOWED.get(name)
        said = ""
        if allowed is not None:
            late += spent > allowed
            said = f"{allowed:.2f} s"
        print(f"{name:20} {spent:7.2f} {spent / nothing:21.1f} {said:>8}")
    for name, size in sorted(sizes.items()):
        print(f"\n{name}/kit.pdf: {size / 1e6:.2f} MB", end="")
    print()
    return int(late > 0)


if __name__ == "__main__":
    sys.exit(main())
