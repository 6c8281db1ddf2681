"""Each call that changes a disk, with links in its way and without what a system may lack; and how
one file is written, locked, and added to.
"""

import errno
import os
from pathlib import Path
from types import SimpleNamespace

import pytest

from kitgen.errors import OutputError
from kitgen.files import disk, whole
from kitgen.files.tree import check_names, fault_of, give_back, inside, place_of
from kitgen.files.whole import FolderUpdate, add_line, locked, recover, write_whole

fcntl = pytest.importorskip("fcntl")


@pytest.fixture
def linked(tmp_path):
    """A link with the name of a file that is written, to a file of somebody else."""
    (tmp_path / "dear.txt").write_text("dear\n")
    link = tmp_path / "a.txt"
    link.symlink_to("dear.txt")
    return link


def dear(link):
    return link.parent.joinpath("dear.txt").read_text()


def test_a_line_is_not_added_behind_a_link(linked):
    with pytest.raises(OutputError) as caught:
        add_line(linked, "more")
    message = str(caught.value).replace(str(linked.parent), "FOLDER")
    assert message.startswith("'FOLDER/a.txt' cannot be written: Too many levels of symbolic links")
    assert dear(linked) == "dear\n"
    assert linked.is_symlink()


def test_no_file_is_opened_behind_a_link_nor_made_where_it_leads(tmp_path, linked):
    for link in (linked, tmp_path / "nowhere"):
        if link != linked:
            link.symlink_to("gone")
        with pytest.raises(OSError, match="Too many levels") as caught:
            disk.open_file(link)
        assert caught.value.errno == errno.ELOOP
        with pytest.raises(FileExistsError):
            disk.write_file(link, b"new")
    assert dear(linked) == "dear\n"
    assert not (tmp_path / "gone").exists()


def test_a_lock_that_is_a_link_is_refused_and_not_waited_for(linked, monkeypatch):
    monkeypatch.setattr(whole, "MAX_WAIT_SECONDS", 0)
    with pytest.raises(OSError, match="Too many levels"), locked(linked, linked):
        pass


def test_a_draft_that_is_a_link_is_refused_and_what_it_leads_to_stays(linked):
    place = linked.with_name("b.txt")
    place.write_text("old")
    linked.with_name(".b.txt.kitgen").symlink_to("dear.txt")
    with pytest.raises(OutputError, match="cannot be written"):
        write_whole(place, b"new")
    assert (dear(linked), place.read_text()) == ("dear\n", "old")


def test_a_file_that_is_written_whole_takes_the_place_of_a_link(linked):
    write_whole(linked, b"new")
    assert (linked.is_symlink(), linked.read_text(), dear(linked)) == (False, "new", "dear\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (None, b"line\n"),
        (b"", b"line\n"),
        (b"one\n", b"one\nline\n"),
        (b"one\nha", b"one\nha\nline\n"),
        (b"\n", b"\nline\n"),
        (b"one\r\n", b"one\r\nline\n"),
        (b"one\r", b"one\r\nline\n"),
    ],
)
def test_a_line_stands_on_its_own_whatever_a_killed_process_has_left(tmp_path, before, after):
    path = tmp_path / "a.txt"
    if before is not None:
        path.write_bytes(before)
    add_line(path, "line")
    assert path.read_bytes() == after
    add_line(path, "é")
    assert path.read_bytes() == after + "é\n".encode()


def test_files_are_made_for_whoever_the_user_lets_read_them(tmp_path):
    before = os.umask(0o027)
    try:
        disk.write_file(tmp_path / "a", b"a")
        os.close(disk.open_file(tmp_path / "b"))
        write_whole(tmp_path / "c", b"c")
    finally:
        os.umask(before)
    assert [oct((tmp_path / name).stat().st_mode & 0o777) for name in "abc"] == ["0o640"] * 3


def test_what_exists_is_not_made_again(tmp_path):
    disk.make_folder(tmp_path / "new")
    disk.write_file(tmp_path / "a", b"a")
    with pytest.raises(FileExistsError):
        disk.make_folder(tmp_path / "new")
    with pytest.raises(FileExistsError):
        disk.write_file(tmp_path / "a", b"b")
    with pytest.raises(FileNotFoundError):
        disk.make_folder(tmp_path / "no" / "new")
    assert (tmp_path / "a").read_bytes() == b"a"


def test_a_file_that_is_opened_keeps_what_is_in_it(tmp_path):
    (tmp_path / "a").write_bytes(b"old")
    descriptor = disk.open_file(tmp_path / "a")
    assert os.read(descriptor, 9) == b"old"
    os.write(descriptor, b" new")
    os.close(descriptor)
    assert (tmp_path / "a").read_bytes() == b"old new"


def test_a_link_gets_a_second_name_as_a_link(linked):
    disk.link(linked, linked.with_name("second"))
    assert linked.with_name("second").is_symlink()
    disk.link(linked.with_name("dear.txt"), linked.with_name("third"))
    third = linked.with_name("third").stat()
    assert third.st_nlink == 2
    assert os.path.samestat(third, linked.with_name("dear.txt").stat())


def test_a_system_without_second_names_says_so(tmp_path, monkeypatch):
    monkeypatch.delattr(os, "link")
    with pytest.raises(OSError, match="not supported") as caught:
        disk.link(tmp_path / "a", tmp_path / "b")
    assert caught.value.errno == errno.EOPNOTSUPP


def test_of_a_link_the_link_is_moved_and_removed(linked):
    disk.move(linked, linked.with_name("moved"))
    assert linked.with_name("moved").is_symlink()
    disk.replace(linked.with_name("moved"), linked)
    disk.remove_file(linked)
    assert [path.name for path in linked.parent.iterdir()] == ["dear.txt"]


def test_only_an_empty_folder_is_removed(tmp_path):
    disk.make_folder(tmp_path / "a")
    (tmp_path / "a" / "mine").write_bytes(b"")
    with pytest.raises(OSError, match="not empty"):
        disk.remove_folder(tmp_path / "a")
    (tmp_path / "a" / "mine").unlink()
    disk.remove_folder(tmp_path / "a")
    assert not list(tmp_path.iterdir())


# --- two folders
# --------------------------------------------------------------------------------------------------


@pytest.fixture
def two(tmp_path):
    """Two folders, each with a file."""
    for name in ("new", "old"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a").write_text(name)
    return tmp_path / "new", tmp_path / "old"


def test_two_folders_change_places_in_one_step(two):
    new, old = two
    disk.exchange(new, old)
    assert [(new / "a").read_text(), (old / "a").read_text()] == ["old", "new"]


def test_a_folder_is_not_exchanged_with_none(two):
    new, old = two
    gone = old / "gone"
    with pytest.raises(FileNotFoundError) as caught:
        disk.exchange(new, gone)
    assert caught.value.filename == str(gone)
    assert (new / "a").read_text() == "new"


@pytest.mark.parametrize(
    ("has", "calls"),
    [
        ("renameat2", [(-100, b"new", -100, b"old", 2)]),
        ("renamex_np", [(b"new", b"old", 2)]),
        ("rename", None),
    ],
)
@pytest.mark.parametrize("failed", [0, -1])
def test_each_system_exchanges_folders_in_its_own_way(monkeypatch, tmp_path, has, calls, failed):
    """Linux, macOS, and others, on which it is refused with nothing changed."""
    called = []

    def exchange(*words):
        called.append(words)
        return failed

    library = SimpleNamespace(**{has: exchange})
    monkeypatch.setattr("ctypes.CDLL", lambda *_, **__: library)
    monkeypatch.setattr("ctypes.get_errno", lambda: errno.EXDEV)
    monkeypatch.chdir(tmp_path)
    paths = [Path("new"), Path("old")]
    if calls is None:
        with pytest.raises(OSError, match="folders cannot be exchanged here") as caught:
            disk.exchange(*paths)
        assert caught.value.errno == errno.ENOTSUP
    elif failed:
        with pytest.raises(OSError, match="Invalid cross-device link") as caught:
            disk.exchange(*paths)
        assert (caught.value.errno, caught.value.filename) == (errno.EXDEV, "old")
    else:
        disk.exchange(*paths)
    assert called == (calls or [])


# --- locks
# --------------------------------------------------------------------------------------------------


def test_who_waits_too_long_for_another_process_is_told_so(tmp_path, monkeypatch):
    pauses = []
    now = [0.0]

    def sleep(seconds):
        pauses.append(seconds)
        now[0] += seconds

    monkeypatch.setattr(whole, "time", SimpleNamespace(monotonic=lambda: now[0], sleep=sleep))
    path = tmp_path / "lock"
    with locked(path, path), pytest.raises(OutputError) as caught, locked(path, tmp_path / "kit"):
        pass
    message = str(caught.value).replace(str(tmp_path), "FOLDER")
    assert message == (
        "another kitgen is writing to 'FOLDER/kit'; wait until it is done, then do this again"
    )
    assert set(pauses) == {0.05}
    assert 10 < sum(pauses) < 10.2
    with locked(tmp_path / "lock", tmp_path / "kit") as file:
        file.write(b"free again")


@pytest.mark.parametrize(
    ("code", "outcome"),
    [
        (errno.ENOLCK, "nobody is kept out"),
        (errno.ENOSYS, "nobody is kept out"),
        (errno.ENOTSUP, "nobody is kept out"),
        (errno.EINVAL, "nobody is kept out"),
        (errno.EWOULDBLOCK, "busy"),
        (errno.EACCES, "busy"),
        (errno.EDEADLK, "busy"),
        (errno.EIO, "refused"),
    ],
)
def test_a_lock_that_is_refused_is_none_busy_or_a_fault(tmp_path, monkeypatch, code, outcome):
    def refuse(*_):
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(whole, "_lock", refuse)
    monkeypatch.setattr(whole, "MAX_WAIT_SECONDS", -1)
    path = tmp_path / "lock"
    before = os.open(tmp_path, os.O_RDONLY)
    os.close(before)
    if outcome == "refused":
        with pytest.raises(OSError, match=os.strerror(code)), locked(path, path):
            pass
    elif outcome == "busy":
        with pytest.raises(OutputError, match="another kitgen is writing"), locked(path, path):
            pass
    else:
        with locked(path, path) as file:
            file.write(b"x")
        assert path.read_bytes() == b"x"
    assert whole._try(path) is None if outcome == "busy" else True
    after = os.open(tmp_path, os.O_RDONLY)
    os.close(after)
    assert after == before, "no descriptor is left open"


def test_a_lock_that_its_holder_has_moved_away_is_taken_anew(tmp_path):
    """What is locked has to be what lies at its place."""
    path = tmp_path / "draft"
    lock = fcntl.flock
    moved = []

    def moving(descriptor, how):
        lock(descriptor, how)
        if not moved:
            path.rename(tmp_path / "done")
            moved.append(True)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fcntl, "flock", moving)
        with locked(path, path) as file:
            file.write(b"second")
    assert (tmp_path / "done").read_bytes() == b""
    assert path.read_bytes() == b"second"


# --- one file
# --------------------------------------------------------------------------------------------------


def test_a_file_is_written_whole_by_what_writes_it_or_not_at_all(tmp_path):
    path = tmp_path / "a.txt"
    path.with_name(".a.txt.kitgen").write_bytes(b"the longer draft of a killed process")
    write_whole(path, lambda file: file.write(b"written"))
    assert path.read_bytes() == b"written"

    def fail(file):
        file.write(b"half")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_whole(path, fail)
    assert path.read_bytes() == b"written"
    assert [one.name for one in tmp_path.iterdir()] == ["a.txt"]


def test_a_place_that_cannot_be_written_is_named_with_its_reason(tmp_path):
    (tmp_path / "file").write_bytes(b"")
    for write in (lambda path: write_whole(path, b""), lambda path: add_line(path, "")):
        for place, why in (
            ("none/a", "there is no folder 'FOLDER/none'"),
            ("file/a", "Not a directory"),
        ):
            with pytest.raises(OutputError) as caught:
                write(tmp_path / place)
            message = str(caught.value).replace(str(tmp_path), "FOLDER")
            assert message.startswith(f"'FOLDER/{place}' cannot be written: {why}")


# --- names in a folder
# --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("kit.pdf", None),
        ("parts/01-cover.pdf", None),
        ("a b (1).txt", None),
        (".hidden", None),
        ("a..b", None),
        ("", "leads out of it"),
        (".", "leads out of it"),
        ("..", "leads out of it"),
        ("a/../b", "leads out of it"),
        ("/a", "leads out of it"),
        ("a//b", "leads out of it"),
        ("a/", "leads out of it"),
        ("a\\b", "leads out of it"),
        ("C:a", "leads out of it"),
        ("c:/a", "leads out of it"),
        ("a?", "has a sign that not every system can have in a name"),
        ("a*b", "has a sign that not every system can have in a name"),
        ("a\nb", "has a sign that not every system can have in a name"),
        ("ab:c", "has a sign that not every system can have in a name"),
        ("a.", "ends in a dot or a space"),
        ("a /b", "ends in a dot or a space"),
        ("a./b", "ends in a dot or a space"),
        ("con", "is the name of a device on Windows"),
        ("parts/COM1.txt", "is the name of a device on Windows"),
        ("Nul .txt", "is the name of a device on Windows"),
        ("com10", None),
        ("é" * 100, None),
        ("é" * 130, "is longer than 255 bytes"),
    ],
)
def test_each_fault_of_a_name_is_found(tmp_path, name, fault):
    assert fault_of(name) == fault
    if fault is None:
        assert inside(tmp_path, name) == tmp_path / name
    else:
        with pytest.raises(OutputError, match=f"it {fault}; choose another name$"):
            inside(tmp_path, name)


def test_names_that_are_one_file_on_some_systems_are_refused(tmp_path):
    check_names(tmp_path, ["a", "b", "a", "a/b"])
    for names in (["é.txt", "e\u0301.txt"], ["Straße", "strasse"], ["A/b", "a/B"]):
        with pytest.raises(OutputError, match="are one file on many systems; choose other names"):
            check_names(tmp_path, names)


def test_a_folder_that_is_a_link_leads_to_no_file(tmp_path):
    (tmp_path / "others").mkdir()
    (tmp_path / "kit").mkdir()
    (tmp_path / "kit" / "parts").symlink_to("../others")
    with pytest.raises(OutputError, match="parts' is a link, maybe out of"):
        place_of(tmp_path / "kit", "parts/a")
    assert place_of(tmp_path / "kit", "parts") == tmp_path / "kit" / "parts"


def test_what_is_given_back_lies_beside_what_is_there_now(tmp_path):
    kept = []
    for number in range(4):
        (tmp_path / "mine").write_text(f"{number}")
        give_back(tmp_path / "mine", tmp_path / "deep" / "a.txt")
        kept = sorted(path.name for path in (tmp_path / "deep").iterdir())
    assert kept == ["a (kept 2).txt", "a (kept 3).txt", "a (kept).txt", "a.txt"]
    assert (tmp_path / "deep" / "a (kept 3).txt").read_text() == "3"


def test_where_nothing_was_left_unfinished_nothing_is_recovered(tmp_path):
    recover(tmp_path / "none" / "kit")
    recover(tmp_path / "kit")
    assert list(tmp_path.iterdir()) == []
    (tmp_path / ".kit.kitgen").mkdir()
    recover(tmp_path / "kit")
    assert list(tmp_path.iterdir()) == []


def test_a_file_of_somebody_in_the_way_is_named(tmp_path):
    folder = tmp_path / "kit"
    work = tmp_path / ".kit.kitgen"
    folder.mkdir()
    work.mkdir()
    (folder / "mine.txt").write_text("mine")
    with pytest.raises(OutputError, match=r"mine\.txt' is in the way; move it away or choose"):
        FolderUpdate(folder, work).put({"mine.txt": b"new"}, {})
    assert (folder / "mine.txt").read_text() == "mine"
