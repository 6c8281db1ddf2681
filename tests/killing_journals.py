"""Kills writers of a journal at random moments: run as ``python tests/killing_journals.py KILLS SEED FOLDER``.

A writer, a process of its own, notes games one by one and tables of games, and takes games back; after each it says on
a pipe what it has been told is done. It is killed by the system, with no warning, after a time drawn from the seed.
Then the journal has to hold all that was said, at most the one thing more that was being done, and never half a table.
"""

import json
import os
import random
import signal
import sys
import time
from dataclasses import replace
from pathlib import Path

from journals import rows_of

from kitgen.journal.journal import Journal
from kitgen.journal.understand import understood
from kitgen.kit.build import build_kit
from kitgen.record.rows import GameRow, Passages

KIT = build_kit("her")
PASSAGES = Passages(KIT)
ROWS = rows_of(KIT, 200)
for row in ROWS:  # what every writer would find out anew
    understood(PASSAGES, row)
#: How many games a table has, and the longest time before a kill, in seconds.
TABLE, LONGEST = 5, 0.03


def steps(start: int, seed: int):
    """Yield what a writer does, from the number of games that stand: how many stand after it."""
    rng, standing = random.Random(seed), start
    while True:
        kind = rng.choice(["one", "one", "table", "undo"]) if standing else "one"
        standing = {"one": standing + 1, "table": standing + TABLE, "undo": standing - 1}[kind]
        if standing > 150:
            kind, standing = "clear", 0
        yield kind, standing


def game(number: int) -> GameRow:
    return replace(ROWS[number % len(ROWS)], game=number)


def write(path: Path, seed: int, said: int) -> None:
    """Do steps until this process is killed."""
    with Journal(path, write=True) as journal:
        journal.passages = PASSAGES
        before = len(journal.games())
        for kind, after in steps(before, seed):
            if kind == "undo":
                journal.undo()
            elif kind == "clear":
                journal.undo(to=0)
            else:
                journal.add_all([game(number) for number in range(before + 1, after + 1)])
            before = after
            os.write(said, f"{json.dumps(after)}\n".encode())


def kill(path: Path, seed: int, start: int) -> tuple[int, int]:
    """Let a writer work for a while, kill it, and look at what it has left.

    Returns:
        How many steps it had been told are done, and how many games stand now.
    """
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            os.close(reading)
            write(path, seed, writing)
        finally:
            os._exit(1)
    os.close(writing)
    with os.fdopen(reading, "rb") as told:
        first = told.readline() if seed % 2 else b""  # every other one is killed wherever it may be
        time.sleep(random.Random(seed).uniform(0, LONGEST))
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        lines = first + told.read()
    done = [json.loads(line) for line in lines.splitlines(keepends=True) if line.endswith(b"\n")]
    course = [start]
    for (_, standing), _ in zip(steps(start, seed), range(len(done) + 1), strict=False):
        course.append(standing)
    assert done == course[1 : len(done) + 1], "the writer does what it should"
    with Journal(path) as journal:
        games = journal.games()
    allowed = {course[len(done)], course[len(done) + 1]}
    assert len(games) in allowed, f"seed {seed}: {len(games)} games, not one of {sorted(allowed)}"
    assert list(games) == [game(number) for number in range(1, len(games) + 1)], f"seed {seed}"
    return len(done), len(games)


def main(kills: int, seed: int, folder: Path) -> int:
    """Kill so many writers of one journal, and return how many steps they had done."""
    path = folder / "killed.kitgen"
    Journal.create(path, KIT).close()
    done, standing = 0, 0
    for number in range(kills):
        more, standing = kill(path, seed * 1_000_003 + number, standing)
        done += more
    return done


if __name__ == "__main__":
    began = time.monotonic()
    done = main(int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3]))
    print(f"{sys.argv[1]} kills, {done} steps confirmed before them, nothing lost, {time.monotonic() - began:.0f} s")  # noqa: T201
