"""Verifies printed PDFs with anything changed in them for as long as told, other changes for each
seed.

The suite tries the same few every time (tests/verification/test_mangled_pdf.py); this tries many,
and says how many, what came out, and the most memory and time that any took.

    python benchmarks/mangle.py --seconds 600 --seed 1
"""

import argparse
import random
import resource
import sys
import time
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

from click.testing import CliRunner

from kitgen.cli.main import main as kitgen

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from changed_pdfs import (
    BYTES,
    OBJECTS,
    SOURCES,
    UNCHANGEABLE,
    bytes_changed,
    objects_changed,
    source,
)


def mangled(rng: random.Random) -> tuple[object, bytes | None]:
    """Return some changes to a source, and the PDF; None where the program that changes objects
    refuses to write it.
    """
    name = rng.choice(list(SOURCES))
    kinds, most, change = rng.choice([(BYTES, 4, bytes_changed), (OBJECTS, 20, objects_changed)])
    made = [
        (rng.choice(kinds), rng.randrange(2**17), rng.randrange(2**16))
        for _ in range(rng.randint(1, most))
    ]
    try:
        return (name, made), change(source(name), made)
    except UNCHANGEABLE:
        return (name, made), None


def main() -> None:
    """Run until the time is up; leave with 1 when anything but a report or a refusal came out."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    codes = Counter[int]()
    bad = 0
    unwritten = 0
    longest = 0.0
    end = time.monotonic() + options.seconds
    with TemporaryDirectory() as folder:
        path = Path(folder) / "kit.pdf"
        while time.monotonic() < end:
            made, data = mangled(rng)
            if data is None:
                unwritten += 1
                continue
            path.write_bytes(data)
            before = _worked()
            done = CliRunner().invoke(kitgen, ["verify", str(path)])
            longest = max(longest, _worked() - before)
            codes[done.exit_code] += 1
            if done.exit_code not in (0, 1, 2) or not isinstance(done.exception, SystemExit | None):
                bad += 1
                print(f"{made}: {done.exception!r}")
    most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
    print(f"{codes.total()} PDFs, and {unwritten} that could not be written")
    print(f"{dict(sorted(codes.items()))} by exit code, {bad} with another end")
    print(f"{longest:.2f} s of work and {most} MB in the process that reads, at most")
    sys.exit(bool(bad))


def _worked() -> float:
    """Return the seconds that this process and those it has started have worked."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


if __name__ == "__main__":
    main()
