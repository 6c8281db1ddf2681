"""Killed while it writes: the old or the new, whole, nobody else's file touched, nothing left
after one more run.
"""

import errno
import os
import subprocess
import sys
import threading
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest
from counting import at_least_one
from killed_writers import LINKS, MINE, NEW, OLD, WAYS, fill
from places import TESTS
from sampling import few

from kitgen.errors import OutputError
from kitgen.files import disk, folder_update, recover, whole, write_whole
from kitgen.files.tree import digest, give_back

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked to be killed")
#: How many kills each way brings at the least; together more than 400.
LEAST = {"exchange": 90, "move": 150, "inside": 120, "first": 40, "file": 4}


@pytest.fixture(autouse=True)
def _quick(monkeypatch):
    """What is not yet on the disk outlives a process all the same."""
    monkeypatch.setattr(os, "fsync", lambda _file: None)


def contents(folder: Path) -> dict[str, bytes]:
    plain = (path for path in folder.rglob("*") if path.is_file() and ".kitgen" not in path.parts)
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in plain}


#: Seconds; a disk that many others write to takes minutes for thousands of small files.
PATIENCE_SECONDS = 1800


def kill(way: str, place: Path) -> list[Path]:
    """Kill the work at each call, and return where each try was made; the last one was let
    through.
    """
    place.mkdir(exist_ok=True)
    command = [sys.executable, (TESTS / "killed_writers.py"), way, place]
    subprocess.run(command, check=True, timeout=PATIENCE_SECONDS)
    tries = sorted(place.iterdir())
    assert len(tries) > LEAST[way]
    return tries


def state(folder: Path, way: str) -> str:
    """Return whether a folder is the old one, the new one, or neither."""
    old = {} if way == "first" else OLD | MINE
    new = NEW if way == "first" else NEW | MINE
    found = contents(folder)
    if found == old:
        return "old"
    if found == new:
        return "new"
    return f"torn: {sorted(found)}"


def test_the_work_is_beside_a_folder_but_inside_a_mounted_one(tmp_path, monkeypatch):
    """What lies on two disks cannot be exchanged in one step."""
    (tmp_path / "disk").mkdir()
    for mounted, name, work in ((False, "plain", ".plain.kitgen"), (True, "disk", "disk/.kitgen")):
        monkeypatch.setattr(Path, "is_mount", lambda _path, mounted=mounted: mounted)
        with folder_update(tmp_path / name) as begun:
            assert (tmp_path / work).is_dir()
            begun.put({"a.txt": b"a"}, {})
        assert contents(tmp_path / name) == {"a.txt": b"a"}
        assert not (tmp_path / work).exists()


@pytest.mark.every
@pytest.mark.parametrize("way", few([way for way in WAYS if way != "file"], one_in=10))
def test_a_folder_is_the_old_or_the_new_at_each_kill(way, tmp_path, monkeypatch):
    if way == "inside":
        monkeypatch.setattr(whole, "_work", lambda folder: folder / ".kitgen")
    seen = set()
    for number, one in enumerate(at_least_one(kill(way, tmp_path / way))):
        folder = one / "kit"
        if way != "first":
            assert {name: (folder / name).read_bytes() for name in MINE} == MINE, one
            for name, target in LINKS.items():
                assert (folder / name).readlink() == Path(target)
        at_once = state(folder, way)
        # Where one step makes the folder the new one, no kill leaves it torn.
        is_one_step = way in ("exchange", "first")
        if is_one_step:
            assert at_once in ("old", "new"), one
        # One more run, now one that changes nothing, now one that prints.
        if number % 2:
            recover(folder)
            recovered = state(folder, way)
            assert recovered in ("old", "new"), one
            assert recovered == at_once or not is_one_step, one
            seen.add(recovered)
        else:
            with folder_update(folder) as begun:
                there = files_before(state(folder, way), way)
                begun.put(NEW, {name: digest(data) for name, data in there.items()})
            assert state(folder, way) == "new", one
        assert [path.name for path in one.iterdir()] in (["kit"], []), "nothing is left beside it"
        assert not (folder / ".kitgen").exists()
        wanted = set() if way == "first" else set(map(Path, LINKS))
        for name in contents(folder):
            wanted.update([Path(name), *Path(name).parents])
        there = {path.relative_to(folder) for path in folder.rglob("*")}
        assert there == wanted - {Path()}, "no folder is left empty"
    assert seen == {"old", "new"}


def files_before(found: str, way: str) -> dict[str, bytes]:
    """Return the files of kitgen in a folder in a state."""
    if found == "new":
        return NEW
    return {} if way == "first" else OLD


def test_a_file_is_the_old_or_the_new_at_each_kill(tmp_path):
    seen = set()
    for one in at_least_one(kill("file", tmp_path / "file")):
        place = one / "kit" / "a.csv"
        assert place.read_bytes() in (OLD["kit.pdf"], NEW["kit.pdf"])
        seen.add(len(list(place.parent.iterdir())))
        write_whole(place, b"again")
        assert contents(place.parent) == {"a.csv": b"again"}
        assert [path.name for path in place.parent.iterdir()] == ["a.csv"]
    assert seen == {1, 2}, "some kill leaves a draft"


@pytest.mark.parametrize("moved", [False, True])
def test_what_somebody_saves_meanwhile_is_kept(tmp_path, monkeypatch, moved):
    """A file that comes, and one of kitgen's that is changed, between the last look and the
    exchange.
    """
    folder = tmp_path / "kit"
    fill(folder, OLD | MINE)
    name = "move" if moved else "exchange"
    original = getattr(disk, name)

    def late(*places):
        monkeypatch.setattr(disk, name, original)
        fill(folder, {"cards/late.jpg": b"late", "kit.pdf": b"changed"})
        original(*places)

    if moved:
        monkeypatch.setattr(whole, "MAX_FILES_OF_OTHERS", 0)
    monkeypatch.setattr(disk, name, late)
    with folder_update(folder) as begun:
        begun.put(NEW, {name: digest(data) for name, data in OLD.items()})
    assert contents(folder) == NEW | MINE | {
        "cards/late.jpg": b"late",
        "kit (kept).pdf": b"changed",
    }
    assert [path.name for path in tmp_path.iterdir()] == ["kit"]


def test_whoever_stands_in_a_folder_stays_in_it(tmp_path, monkeypatch):
    folder = tmp_path / "kit"
    fill(folder, OLD)
    monkeypatch.chdir(folder)
    before = folder.stat().st_ino
    with folder_update(Path()) as begun:
        begun.put(NEW, {name: digest(data) for name, data in OLD.items()})
    assert folder.stat().st_ino == before
    assert contents(Path()) == NEW


@pytest.mark.parametrize("exchanged", [False, True])
def test_an_error_on_the_way_leaves_all_as_it_was(tmp_path, monkeypatch, exchanged):
    """Each call in turn fails, as on a full or broken disk; what cannot be undone at once is
    undone by the next run.
    """
    number = 0
    failed = True
    while failed:
        folder = tmp_path / str(number) / "kit"
        fill(folder, OLD | MINE)
        calls = []
        failed = False

        def fail(original, *places, number=number, calls=calls):
            nonlocal failed
            calls.append(places)
            if len(calls) == number + 1:
                failed = True
                raise OSError(28, "No space left on device")
            return original(*places)

        with monkeypatch.context() as patched:
            for name in (
                "make_folder",
                "write_file",
                "move",
                "exchange",
                "remove_file",
                "sync_folder",
            ):
                original = getattr(disk, name)
                patched.setattr(
                    disk, name, lambda *places, original=original: fail(original, *places)
                )
            if not exchanged:
                patched.setattr(whole, "MAX_FILES_OF_OTHERS", 0)
            try:
                with folder_update(folder) as begun:
                    begun.put(NEW, {name: digest(data) for name, data in OLD.items()})
            except OutputError as error:
                assert "No space left" in str(error)  # noqa: PT017 - some calls may fail without harm
        recover(folder)
        assert state(folder, "") in ("old", "new")
        assert [path.name for path in folder.parent.iterdir()] == ["kit"]
        number += 1
    assert number > 20


@pytest.mark.parametrize("exchanged", [True, False])
def test_the_note_is_on_the_disk_before_anything_is_moved(tmp_path, monkeypatch, exchanged):
    """After a power cut the folder is put right by the note: it has to outlive what it tells of."""
    fill(tmp_path / "kit", OLD)
    if not exchanged:
        monkeypatch.setattr(whole, "MAX_FILES_OF_OTHERS", 0)
    done = []

    def noted(name, original, place, *more):
        done.append((name, place.name))
        return original(place, *more)

    for name in ("write_file", "sync_folder", "exchange", "move"):
        monkeypatch.setattr(disk, name, partial(noted, name, getattr(disk, name)))
    with folder_update(tmp_path / "kit") as begun:
        begun.put(NEW, {name: digest(data) for name, data in OLD.items()})
    note = "exchanging.json" if exchanged else "moving.json"
    written = done.index(("write_file", note))
    assert done[written + 1] == ("sync_folder", ".kit.kitgen")
    assert done[written + 2][0] == ("exchange" if exchanged else "move")
    assert not {name for name, _ in done[:written]} & {"exchange", "move"}


def test_two_at_once_wait_for_each_other(tmp_path):
    """Threads that write the same folder and file, over and over: each write is whole."""
    folder = tmp_path / "kit"
    faults = []

    def write(letter: bytes) -> None:
        try:
            for _ in range(5):
                write_whole(
                    tmp_path / "a.csv", lambda file: [file.write(letter) for _ in range(1000)]
                )
                with folder_update(folder) as begun:
                    old = {name: digest(data) for name, data in contents(folder).items()}
                    begun.put({f"parts/{number}.pdf": letter * 1000 for number in range(3)}, old)
        except Exception as error:  # noqa: BLE001 - told below
            faults.append(error)

    threads = [threading.Thread(target=write, args=(letter,)) for letter in (b"a", b"b", b"c")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
    assert len({*contents(folder).values()}) == 1
    assert len(set((tmp_path / "a.csv").read_bytes())) == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.csv", "kit"]


def test_a_lock_that_its_owner_has_just_removed_is_made_anew(tmp_path, monkeypatch):
    """Otherwise two processes could hold a lock each, of the same name."""
    path = tmp_path / "lock"
    original = whole._lock

    def late(descriptor):
        monkeypatch.setattr(whole, "_lock", original)
        path.unlink()
        path.touch()
        original(descriptor)

    monkeypatch.setattr(whole, "_lock", late)
    with whole.locked(path, path) as file:
        assert os.path.samestat(os.fstat(file.fileno()), path.stat())


def test_whoever_waits_too_long_is_told(tmp_path, monkeypatch):
    pauses = []
    monkeypatch.setattr(
        whole, "time", SimpleNamespace(monotonic=lambda: sum(pauses), sleep=pauses.append)
    )
    folder = tmp_path / "kit"
    with folder_update(folder) as begun:
        with (
            pytest.raises(
                OutputError, match=r"another kitgen is writing to '.*kit'; wait until it is done"
            ),
            folder_update(folder),
        ):
            pass
        assert (
            whole.MAX_WAIT_SECONDS < sum(pauses) < whole.MAX_WAIT_SECONDS + 2 * whole.PAUSE_SECONDS
        )
        begun.put({"a": b"a"}, {})
    assert contents(folder) == {"a": b"a"}


@pytest.mark.parametrize("note", ["exchanging.json", "done.json", "moving.json", "none"])
@pytest.mark.parametrize("part", ["", "new", "old"])
def test_a_link_where_kitgen_works_leads_nowhere(tmp_path, part, note):
    """What comes out of somebody's archive may be a trap: a working folder with links to what
    one holds dear.
    """
    fill(tmp_path / "dear", {"thesis.txt": b"mine", "new/a.txt": b"mine", "old/a.txt": b"mine"})
    folder = tmp_path / "kit"
    work = tmp_path / ".kit.kitgen"
    fill(folder, {"a.txt": b"theirs"})
    if part:
        work.mkdir()
        sha = digest(b"theirs")
        (work / note).write_text(
            f'{{"old": {{"thesis.txt": "{digest(b"mine")}"}}, "new": {{"a.txt": '
            f'"{sha}"}}, "inode": 1}}'
        )
    (work / part).symlink_to(tmp_path / "dear")
    before = contents(tmp_path / "dear")
    refused = not part or note == "moving.json"
    with pytest.raises(OutputError) if refused else nullcontext(), folder_update(folder) as begun:
        begun.put(NEW, {})
    assert contents(tmp_path / "dear") == before


@pytest.mark.parametrize("name", ["../a.txt", "/etc/a.txt", "deep/a.txt"])
def test_a_note_leads_nowhere(tmp_path, name):
    folder = tmp_path / "u" / "kit"
    work = tmp_path / "u" / ".kit.kitgen"
    fill(tmp_path / "u", {"kit/b.txt": b"b", "a.txt": b"mine", "deep/a.txt": b"mine"})
    (folder / "deep").symlink_to(tmp_path / "u" / "deep")
    work.mkdir()
    (work / "moving.json").write_text(
        f'{{"old": {{"{name}": "0"}}, "new": {{"{name}": "{digest(b"mine")}"}}, "inode": 1}}'
    )
    with pytest.raises(
        OutputError, match=r"\.kit\.kitgen' was not left there by kitgen .*; remove it"
    ):
        recover(folder)
    (work / "moving.json").unlink()
    assert contents(tmp_path / "u") == {"kit/b.txt": b"b", "a.txt": b"mine", "deep/a.txt": b"mine"}


def test_what_somebody_saves_after_a_kill_is_kept(tmp_path, monkeypatch):
    """Files were moved when the process was killed; before the next run somebody writes on a new
    one.
    """
    folder = tmp_path / "kit"
    fill(folder, OLD)

    def stop(*_places):
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(whole, "MAX_FILES_OF_OTHERS", 0)
        patched.setattr(whole, "drop_empty", stop)  # all are moved by then
        patched.setattr(whole, "tidy", lambda *_places: None)
        with pytest.raises(KeyboardInterrupt), folder_update(folder) as begun:
            begun.put(NEW, {name: digest(data) for name, data in OLD.items()})
    assert contents(folder) == NEW
    fill(folder, {"kit.pdf": b"changed"})
    recover(folder)
    assert contents(folder) == OLD | {"kit.pdf": b"changed", "kit (kept).pdf": OLD["kit.pdf"]}


@pytest.mark.parametrize("code", ["ENOSYS", "ENOTSUP", "ENOLCK", "EINVAL", "EIO"])
def test_a_disk_without_locks_is_written_to_and_one_that_fails_is_not(tmp_path, monkeypatch, code):
    """The disk of a cluster may know no locks: then nobody is kept out, and nobody is refused."""

    def refuse(_descriptor):
        raise OSError(getattr(errno, code), "refused")

    monkeypatch.setattr(whole, "_lock", refuse)
    fails = code == "EIO"
    with (
        pytest.raises(OutputError) if fails else nullcontext(),
        folder_update(tmp_path / "kit") as begun,
    ):
        begun.put({"a": b"a"}, {})
    assert contents(tmp_path / "kit") == ({} if fails else {"a": b"a"})


def test_a_lock_is_on_the_file_that_is_there(tmp_path, monkeypatch):
    """Whoever held it has moved it away between opening and locking: then the lock is worth
    nothing.
    """
    place = tmp_path / "lock"
    original = whole._lock
    met = []

    def late(descriptor):
        if not met:
            place.rename(tmp_path / "elsewhere")
            place.touch()
        met.append(descriptor)
        original(descriptor)

    monkeypatch.setattr(whole, "_lock", late)
    with whole.locked(place, place) as file:
        assert place.stat().st_ino == os.fstat(file.fileno()).st_ino
    assert len(met) == 2


def test_files_of_the_user_that_come_back_have_numbers(tmp_path):
    (tmp_path / "a.txt").write_text("new")
    for number in range(3):
        (tmp_path / "aside").write_text(str(number))
        give_back(tmp_path / "aside", tmp_path / "a.txt")
    kept = {path.name: path.read_text() for path in tmp_path.iterdir()}
    assert kept == {
        "a.txt": "new",
        "a (kept).txt": "0",
        "a (kept 2).txt": "1",
        "a (kept 3).txt": "2",
    }
