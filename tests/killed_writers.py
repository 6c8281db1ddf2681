"""Kills a process at each call that changes the disk: run as
``python tests/killed_writers.py WAY PLACE``.

Each try begins from the same folder in ``PLACE/NUMBER/kit`` and ends, by ``os._exit`` in a process
of its own, before one more call of ``kitgen.files.disk``, or in the middle of writing a file. What
is left is for the test to look at.
"""

import errno
import os
import sys
import traceback
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import BinaryIO

from kitgen.files import disk, folder_update, recover, whole, write_whole
from kitgen.files.tree import digest

#: The files of an old kit and of a new one: one is alike, some change, some go, some come.
OLD = {
    "kit.json": b"kit",
    "kit.pdf": b"old" * 99,
    "parts/01-a.pdf": b"a",
    "parts/02-b.pdf": b"b",
    "cards/A1.svg": b"<s/>",
    "backs/A1.svg": b"b",
}
NEW = {
    "kit.json": b"kit",
    "kit.pdf": b"new" * 99,
    "parts/01-a.pdf": b"A",
    "parts/02-c.pdf": b"c",
    "laser/tray.svg": b"t",
}
#: What is somebody's own beside them.
MINE = {"cards/my-photo.jpg": b"photo", "parts/mine.odt": b"mine", "notes/deep/a.txt": b"note"}
#: Links of somebody's own beside them: to nothing, and to a folder.
LINKS = {"notes/link": "/dev/null/nothing", "notes/to-deep": "deep"}
#: What a killed process ends with, and one that was let through.
KILLED = 77
DONE = 0
WAYS = ("exchange", "move", "inside", "first", "file")
#: The calls before which a process is killed: all that ``disk`` has.
CALLS = [
    name
    for name, one in vars(disk).items()
    if callable(one) and getattr(one, "__module__", "") == disk.__name__
]


def fill(folder: Path, files: dict[str, bytes]) -> None:
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)


def prepare(way: str, folder: Path) -> None:
    """Make what is there before."""
    if way == "first":
        folder.parent.mkdir(parents=True)
    elif way == "file":
        fill(folder, {"a.csv": OLD["kit.pdf"]})
    else:
        fill(folder, OLD | MINE)
        for name, target in LINKS.items():
            (folder / name).symlink_to(target)


def work(way: str, folder: Path) -> None:
    """Do what is to be killed."""
    if way == "file":
        write_whole(folder / "a.csv", _write_slowly)
        return
    with folder_update(folder) as begun:
        begun.put(NEW, {} if way == "first" else {name: digest(data) for name, data in OLD.items()})


def _write_slowly(file: BinaryIO) -> None:
    file.write(NEW["kit.pdf"][:99])
    disk.sync_file(file)
    file.write(NEW["kit.pdf"][99:])


def choose(way: str) -> None:
    """Take away what another way needs."""
    if way in ("move", "inside"):
        disk.exchange = _refuse
    if way == "inside":
        whole._work = lambda folder: folder / ".kitgen"


def _refuse(path: Path, place: Path) -> None:
    raise OSError(errno.ENOTSUP, "no", str(path), None, str(place))


def kill_before(number: int) -> None:
    """End this process before the call of this number, from 0; a file counts twice, once in its
    middle.
    """
    left = [number]

    def nothing(*_args: object) -> None:
        pass

    def count(
        call: Callable[..., object], half: Callable[..., object] | None, *args: object
    ) -> object:
        for last in (nothing, half) if half is not None else (nothing,):
            if left[0] == 0:
                last(*args)
                os._exit(KILLED)
            left[0] -= 1
        return call(*args)

    for name in CALLS:
        setattr(
            disk, name, partial(count, getattr(disk, name), _half if name == "write_file" else None)
        )


def _half(path: Path, data: bytes) -> None:
    path.write_bytes(data[: len(data) // 2])


def in_a_process(job: Callable[[], object]) -> int:
    """Do something in a process of its own and return its exit code."""
    pid = os.fork()
    if pid == 0:
        try:
            job()
        except BaseException:  # noqa: BLE001 - whatever it is, this process must not go on
            traceback.print_exc()
            os._exit(1)
        os._exit(DONE)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def main(way: str, place: Path) -> None:
    """Kill the work at each call, and after each fourth of them also the run that puts it right,
    at some of its own.
    """
    choose(way)
    os.fsync = lambda _file: (
        None
    )  # what is not yet on the disk outlives a process all the same, and this is quicker
    number = 0
    code = KILLED
    while code == KILLED:
        again = range(0, number, 9) if number % 4 == 0 else ()
        for name, second in (
            (f"{number:03}", None),
            *((f"{number:03}-{more:03}", more) for more in again),
        ):
            folder = place / name / "kit"
            prepare(way, folder)

            def killed(folder: Path = folder, number: int = number) -> None:
                kill_before(number)
                work(way, folder)

            def recovered(folder: Path = folder, second: int | None = second) -> None:
                kill_before(second or 0)
                recover(folder)

            code = in_a_process(killed)
            if second is not None and code == KILLED:
                in_a_process(recovered)
            if code not in (KILLED, DONE):
                raise SystemExit(f"{name} ended with {code}")
        number += 1


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
