"""Every call that changes a disk, in its order, as files and folders are written, exchanged, moved,
and put right again: what waits for the disk, and what is removed, is seen nowhere else.
"""

import errno
import os
from functools import partial
from pathlib import Path

import pytest
from counting import at_least
from killed_writers import CALLS, LINKS, MINE, NEW, OLD, fill

from kitgen.errors import OutputError
from kitgen.files import disk, folder_update, recover, whole, write_whole
from kitgen.files.tree import digest, inside
from kitgen.files.whole import add_line

pytestmark = pytest.mark.skipif(
    not hasattr(os, "fork"), reason="only there folders are exchanged and files linked"
)


#: Notes are longer than all other files here, and how long they are is another matter on each disk.
LEAST_NOTE_BYTES = 400


def own(files):
    return {name: digest(data) for name, data in files.items()}


def in_order(walk, top, topdown=True, onerror=None):
    """Walk through folders in the order of their names, which on no disk is the same."""
    found = []
    for place, folders, files in walk(top, topdown=True, onerror=onerror):
        folders.sort()
        found.append((place, folders, sorted(files)))
    return sorted(found, reverse=not topdown)


@pytest.fixture
def calls(tmp_path, monkeypatch):
    """A list of the calls so far, each with its places."""
    made = []

    def shown(word):
        if isinstance(word, os.PathLike):
            return f"{word}".removeprefix(f"{tmp_path}/").replace(f"{tmp_path}", ".")
        if isinstance(word, bytes):
            return "its bytes"
        size = os.fstat(word.fileno()).st_size
        return f"of {size} bytes" if size < LEAST_NOTE_BYTES else "of a note"

    def note(name, call, *words):
        made.append(" ".join((name, *(shown(word) for word in words))))
        return call(*words)

    for name in CALLS:
        monkeypatch.setattr(disk, name, partial(note, name, getattr(disk, name)))
    copy = whole.shutil.copystat
    monkeypatch.setattr(whole.shutil, "copystat", partial(note, "copystat", copy))
    monkeypatch.setattr(os, "walk", partial(in_order, os.walk))
    return made


def refuse(*_):
    raise OSError(errno.ENOTSUP, "no")


def left_in(folder):
    """Return what lies in a folder, line for line."""
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_symlink():
            yield f"{name} -> {path.readlink()}"
        elif path.is_file():
            yield f"{name}: {path.read_bytes()[:6].decode()}"
        elif not any(path.iterdir()):
            yield f"{name}/"


def old_folder(place):
    fill(place / "kit", OLD | MINE)
    for name, target in LINKS.items():
        (place / "kit" / name).symlink_to(target)
    (place / "kit" / "empty" / "deep").mkdir(parents=True)


def put(place, files=NEW, old=OLD):
    with folder_update(place / "kit") as begun:
        begun.put(files, own(old))


def write_a_file(place, _):
    write_whole(place / "a.txt", b"one")
    write_whole(place / "a.txt", lambda file: file.write(b"two"))
    with pytest.raises(OutputError, match=r"a\.txt' cannot be written: no$"):
        write_whole(place / "a.txt", refuse)
    add_line(place / "a.txt", "three")


def write_first(place, _):
    put(place / "new" / "deep", NEW, {})


def write_nothing(place, _):
    with folder_update(place / "new" / "kit"):
        pass


def exchange(place, _):
    old_folder(place)
    put(place)


def move(place, monkeypatch):
    old_folder(place)
    monkeypatch.setattr(disk, "exchange", refuse)
    put(place)


def move_inside(place, monkeypatch):
    old_folder(place)
    monkeypatch.setattr(whole, "_work", lambda folder: folder / ".kitgen")
    put(place)


def move_without_links(place, monkeypatch):
    old_folder(place)
    monkeypatch.setattr(disk, "link", refuse)
    put(place)


def move_of_another(place, monkeypatch):
    """The new folder belongs to somebody else."""
    old_folder(place)
    monkeypatch.setattr(whole, "_owner", lambda folder: folder.name)
    put(place)


def exchange_with_as_many_others_as_may_be(place, monkeypatch):
    old_folder(place)
    monkeypatch.setattr(whole, "MAX_FILES_OF_OTHERS", len(MINE) + len(LINKS) + 1)
    put(place)


def move_with_one_other_more(place, monkeypatch):
    old_folder(place)
    monkeypatch.setattr(whole, "MAX_FILES_OF_OTHERS", len(MINE) + len(LINKS))
    put(place)


def refuse_what_is_in_the_way(place, _):
    old_folder(place)
    fill(place / "kit", {"notes/a.jpg": b"mine"})
    with pytest.raises(OutputError, match=r"a\.jpg' is in the way; move it away or choose another"):
        put(place, NEW | {"notes/a.jpg": b"new"})


def fail_while_moving(place, monkeypatch):
    """The disk is full after some files; all comes back at once."""
    old_folder(place)
    monkeypatch.setattr(disk, "exchange", refuse)
    moved = []
    moving = disk.move

    def full(path, goal):
        moved.append(path)
        if len(moved) == len(OLD) + 3:
            refuse()
        moving(path, goal)

    monkeypatch.setattr(disk, "move", full)
    with pytest.raises(OutputError, match=r"kit' cannot be written: no; nothing was changed$"):
        put(place)


def killed(place, monkeypatch, name, count):
    """Leave what a process leaves that is killed before a call of some name."""
    made = []
    call = getattr(disk, name)

    def stop(*words):
        made.append(words)
        if len(made) > count:
            raise KeyboardInterrupt
        return call(*words)

    with monkeypatch.context() as patched:
        patched.setattr(disk, name, stop)
        patched.setattr(whole, "tidy", lambda *_: None)
        with pytest.raises(KeyboardInterrupt):
            put(place)


def undo_a_killed_move(place, monkeypatch):
    old_folder(place)
    monkeypatch.setattr(disk, "exchange", refuse)
    killed(place, monkeypatch, "move", len(OLD) + 2)
    recover(place / "kit")


def finish_a_killed_move(place, monkeypatch):
    """All was moved, and the old files were still there."""
    old_folder(place)
    with monkeypatch.context() as patched:
        patched.setattr(whole, "tidy", lambda *_: None)
        patched.setattr(disk, "exchange", refuse)
        put(place)
    recover(place / "kit")


def finish_a_killed_exchange(place, monkeypatch):
    old_folder(place)
    with monkeypatch.context() as patched:
        patched.setattr(whole, "tidy", lambda *_: None)
        put(place)
    recover(place / "kit")


def forget_a_killed_exchange(place, monkeypatch):
    """The note was written, and nothing was exchanged yet."""
    old_folder(place)
    killed(place, monkeypatch, "exchange", 0)
    recover(place / "kit")


WAYS = (
    write_a_file, write_first, write_nothing, exchange, move, move_inside, move_without_links,
    move_of_another, exchange_with_as_many_others_as_may_be, move_with_one_other_more,
    refuse_what_is_in_the_way, fail_while_moving, undo_a_killed_move, finish_a_killed_move,
    finish_a_killed_exchange, forget_a_killed_exchange,
)  # fmt: skip


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_the_disk_is_changed_call_by_call_as_before(golden, tmp_path, calls, way):
    with pytest.MonkeyPatch.context() as patched:
        way(tmp_path, patched)
    name = way.__name__.replace("_", "-")
    left = [f"left: {line}" for line in left_in(tmp_path)]
    golden(f"disk/{name}", "\n".join([*calls, *left]))


def test_a_working_folder_of_somebody_else_is_left_alone(tmp_path):
    fill(tmp_path / "kit", {"a": b"a"})
    note = '{"old": {}, "new": {"../b": "x"}, "inode": 1}'
    fill(tmp_path / ".kit.kitgen", {"moving.json": note.encode()})
    with pytest.raises(OutputError) as refused:
        recover(tmp_path / "kit")
    message = str(refused.value).replace(str(tmp_path), "FOLDER")
    assert message == (
        "'FOLDER/.kit.kitgen' was not left there by kitgen ('../b' cannot be a file in "
        "'FOLDER/kit': it leads out of it; choose another name); remove it"
    )
    for note in at_least(3, ("", "{", '{"old": {}, "new": {}, "inode": 1, "more": 1}')):
        (tmp_path / ".kit.kitgen" / "moving.json").write_text(note)
        assert whole.read_note(tmp_path / ".kit.kitgen" / "moving.json") is None
    recover(tmp_path / "kit")
    assert [path.name for path in tmp_path.iterdir()] == ["kit"]


@pytest.mark.parametrize(
    ("writable", "mounted", "work"),
    [
        (True, False, ".kit.kitgen"),
        (False, False, "kit/.kitgen"),
        (True, True, "kit/.kitgen"),
        (False, True, "kit/.kitgen"),
    ],
)
def test_the_work_is_inside_a_folder_where_nothing_else_can_be_written(
    tmp_path, monkeypatch, writable, mounted, work
):
    arguments = []

    def access(place, how):
        arguments.append((place, how))
        return writable

    monkeypatch.setattr(os, "access", access)
    monkeypatch.setattr(Path, "is_mount", lambda _: mounted)
    assert whole._work(tmp_path / "kit") == tmp_path / work
    assert arguments == [(tmp_path, os.W_OK | os.X_OK)]


def test_a_folder_belongs_to_a_user_a_group_and_a_disk(tmp_path):
    about = tmp_path.stat()
    assert whole._owner(tmp_path) == (about.st_uid, about.st_gid, about.st_dev)


@pytest.mark.parametrize(
    ("files", "old"),
    [({"../a": b""}, {}), ({}, {"../a": "sha"}), ({"a": b"", "A": b""}, {}), ({"nul": b""}, {})],
)
def test_a_folder_is_not_changed_by_names_that_it_cannot_have(tmp_path, files, old):
    fill(tmp_path / "kit", {"b": b"b"})
    with (
        pytest.raises(OutputError, match=r"choose (an)?other name"),
        folder_update(tmp_path / "kit") as begun,
    ):
        begun.put(files, old)
    assert list(left_in(tmp_path)) == ["kit/b: b"]


def test_all_files_of_a_folder_can_go(tmp_path):
    fill(tmp_path / "kit", OLD | MINE)
    put(tmp_path, {}, OLD)
    assert sorted(left_in(tmp_path / "kit")) == [
        f"{name}: {data[:6].decode()}" for name, data in sorted(MINE.items())
    ]


def test_a_disk_that_gives_no_reason_is_repeated(tmp_path, monkeypatch):
    def fail(*_):
        raise OSError("no reason")

    monkeypatch.setattr(disk, "write_file", fail)
    with pytest.raises(
        OutputError, match=r"kit' cannot be written: no reason; nothing was changed$"
    ):
        put(tmp_path, NEW, {})


@pytest.mark.parametrize(
    ("name", "shown"), [("x" * 59 + "?", "x" * 59 + "?"), ("x" * 60 + "?", "x" * 60 + "…")]
)
def test_a_long_name_that_is_refused_is_shown_to_its_sixtieth_sign(tmp_path, name, shown):
    with pytest.raises(OutputError) as refused:
        inside(tmp_path, name)
    assert str(refused.value).startswith(f"'{shown}' cannot be a file in ")
