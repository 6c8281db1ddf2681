"""Kills writers of a journal at random moments: run as
``python tests/killed_journal_writers.py KILLS SEED FOLDER``.

A writer, a process of its own, notes games one by one and tables of games, edits, inserts and
removes some, undoes and redoes; after each it says on a pipe what it has been told is done. It is
killed by the system, with no warning, after a time drawn from the seed. Then the journal has to
hold all that was said, at most the one thing more that was being done, and never half a table.
"""

import json
import os
import random
import signal
import sys
import time
from dataclasses import replace
from itertools import islice
from pathlib import Path

from journal_games import rows_of

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
TABLE = 5
LONGEST = 0.03


def steps(start: list[GameRow], seed: int):
    """Yield what a writer does, from the games that stand: the games after it."""
    rng = random.Random(seed)
    standing = start
    before = None
    undone = None
    while True:
        last = len(standing)
        kinds = ["one", "one", "table"] + ["edit", "insert"] * (last > 0)
        kind = rng.choice(
            [*kinds, *["undo"] * (before is not None), *["redo", "redo"] * (undone is not None)]
        )
        if last > 150:
            kind = "clear"
        number = rng.randint(1, max(1, last))
        if kind == "undo":
            standing, before, undone = before, None, standing
        elif kind == "redo":
            standing, before, undone = undone, standing, None
        else:
            later = [replace(row, game=row.game + 1) for row in standing[number - 1 :]]
            before = standing
            undone = None
            standing = {
                "one": [*standing, game(last + 1)],
                "table": [*standing, *(game(last + more) for more in range(1, TABLE + 1))],
                "edit": [
                    replace(row, remark=f"{row.remark}!") if row.game == number else row
                    for row in standing
                ],
                "insert": [*standing[: number - 1], game(number), *later],
                "clear": [],
            }[kind]
        if kind == "clear":
            before = None
        yield kind, number, standing


def game(number: int) -> GameRow:
    return replace(ROWS[number % len(ROWS)], game=number)


def write(path: Path, seed: int, said: int) -> None:
    """Do steps until this process is killed."""
    with Journal(path, write=True) as journal:
        journal.passages = PASSAGES
        start = list(journal.games())
        for done, (kind, number, after) in enumerate(steps(start, seed), 1):
            if kind in ("undo", "redo"):
                getattr(journal, kind)()
            elif kind == "clear":
                journal.undo(0)
            elif kind == "edit":
                journal.edit(number, after[number - 1])
            elif kind == "insert":
                journal.insert(number, after[number - 1])
            else:
                journal.add_all(after)
            os.write(said, f"{json.dumps(done)}\n".encode())


def kill(path: Path, seed: int, start: list[GameRow]) -> tuple[int, list[GameRow]]:
    """Let a writer work for a while, kill it, and look at what it has left.

    Returns:
        How many steps it had been told are done, and the games that stand now.
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
    assert done == list(range(1, len(done) + 1)), "the writer does what it should"
    course = [start, *(standing for _, _, standing in islice(steps(start, seed), len(done) + 1))]
    with Journal(path) as journal:
        games = list(journal.games())
        log = journal.log()
    assert games in course[len(done) :], (
        f"seed {seed}: {len(games)} games are neither those before nor those after"
    )
    assert all(step.changes for step in log), "never half a step"
    return len(done), games


def main(kills: int, seed: int, folder: Path) -> int:
    """Kill so many writers of one journal, and return how many steps they had done."""
    path = folder / "killed.kitgen"
    Journal.create(path, KIT).close()
    done = 0
    standing = []
    for number in range(kills):
        more, standing = kill(path, seed * 1_000_003 + number, standing)
        done += more
    return done


if __name__ == "__main__":
    began = time.monotonic()
    done = main(int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3]))
    seconds = time.monotonic() - began
    kills = f"{sys.argv[1]} kills, {done} steps confirmed before them"
    print(f"{kills}, nothing lost, {seconds:.0f} s")  # noqa: T201
