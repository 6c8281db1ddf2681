"""What is found, made and removed in folders: links, files of the user, and what is kitgen's."""

import zipfile
from io import BytesIO

import pytest

from kitgen.errors import OutputError
from kitgen.files.tree import (
    check_names,
    digest,
    digest_of,
    fault_of,
    files_in,
    folders_in,
    make_folders,
    place_of,
    put_away,
    remove_tree,
    zipped,
)

#: The SHA-256 of "abc", the example of the standard (FIPS 180-2, B.1).
ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


@pytest.fixture
def tree(tmp_path):
    """Return a folder with files, folders and links of all kinds, beside a folder of others."""
    (tmp_path / "others" / "deep").mkdir(parents=True)
    (tmp_path / "others" / "dear.txt").write_text("abc")
    folder = tmp_path / "kit"
    (folder / "cards" / "more").mkdir(parents=True)
    (folder / "empty").mkdir()
    (folder / "kit.pdf").write_text("abc")
    (folder / "cards" / "A1.svg").write_text("A1")
    (folder / "cards" / "more" / "B1.svg").write_text("B1")
    (folder / "to-folder").symlink_to(tmp_path / "others")
    (folder / "cards" / "to-file").symlink_to(tmp_path / "others" / "dear.txt")
    (folder / "cards" / "nowhere").symlink_to("gone")
    return folder


def test_a_link_counts_as_a_file_whatever_its_target(tree):
    assert sorted(files_in(tree)) == [
        "cards/A1.svg",
        "cards/more/B1.svg",
        "cards/nowhere",
        "cards/to-file",
        "kit.pdf",
        "to-folder",
    ]


def test_folders_are_found_the_inner_ones_first_and_no_link_is_one(tree):
    found = [path.relative_to(tree).as_posix() for path in folders_in(tree)]
    assert sorted(found) == ["cards", "cards/more", "empty"]
    assert found.index("cards/more") < found.index("cards")


@pytest.mark.parametrize("look", [files_in, folders_in])
def test_a_folder_that_is_not_there_is_not_empty(look, tmp_path):
    with pytest.raises(FileNotFoundError):
        list(look(tmp_path / "gone"))


def test_a_folder_is_removed_and_what_its_links_lead_to_stays(tree):
    remove_tree(tree)
    assert not tree.exists()
    assert sorted(files_in(tree.parent)) == ["others/dear.txt"]


def test_of_a_link_to_a_folder_only_the_link_is_removed(tmp_path):
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "a.txt").write_text("a")
    (tmp_path / "link").symlink_to("real")
    remove_tree(tmp_path / "link")
    remove_tree(tmp_path / "was-never-there")
    assert [path.name for path in tmp_path.iterdir()] == ["real"]
    assert (tmp_path / "real" / "a.txt").read_text() == "a"


def test_a_folder_put_away_leaves_what_is_not_kitgens(tmp_path):
    """Own files go; changed ones and those of the user move, beside what is there now."""
    aside = tmp_path / "aside"
    folder = tmp_path / "kit"
    for place in (aside / "cards", folder):
        place.mkdir(parents=True)
    (aside / "kit.pdf").write_text("abc")
    (aside / "cards" / "A1.svg").write_text("changed by hand")
    (aside / "cards" / "notes.txt").write_text("mine")
    (aside / "job.json").write_text("changed, too")
    (aside / "same.txt").write_text("one file")
    (folder / "same.txt").hardlink_to(aside / "same.txt")
    (folder / "job.json").write_text("new")
    put_away(aside, folder, {"kit.pdf": ABC, "cards/A1.svg": ABC, "job.json": ABC})
    assert not aside.exists()
    assert {name: (folder / name).read_text() for name in files_in(folder)} == {
        "cards/A1.svg": "changed by hand",
        "cards/notes.txt": "mine",
        "job.json": "new",
        "job (kept).json": "changed, too",
        "same.txt": "one file",
    }


def test_a_link_is_not_put_away(tree, tmp_path):
    put_away(tree / "to-folder", tmp_path / "new", {})
    assert (tree / "to-folder").is_symlink()
    assert (tmp_path / "others" / "dear.txt").read_text() == "abc"
    assert not (tmp_path / "new").exists()


def test_a_digest_is_of_a_plain_file_alone(tree):
    assert digest(b"abc") == digest_of(tree / "kit.pdf") == ABC
    others = ("empty", "to-folder", "cards/to-file", "gone", "kit.pdf/below-a-file")
    assert [digest_of(tree / name) for name in others] == [None] * 5


def test_no_file_is_looked_for_behind_a_link(tree):
    assert place_of(tree, "cards/more/B1.svg") == tree / "cards" / "more" / "B1.svg"
    assert place_of(tree, "to-folder") == tree / "to-folder"
    with pytest.raises(OutputError, match=r"to-folder' is a link, maybe out of '.*kit'; remove it"):
        place_of(tree, "to-folder/dear.txt")


def test_one_name_may_come_twice_but_not_in_other_letters(tmp_path):
    check_names(tmp_path, ["a.svg", "a.svg", "b/a.svg", "ab.svg"])
    with pytest.raises(OutputError, match=r"'Straße' and 'STRASSE' are one file on many systems"):
        check_names(tmp_path, ["Straße", "STRASSE"])


def test_a_name_may_have_255_bytes():
    assert fault_of("cards/" + "x" * 255) is None
    assert fault_of("cards/" + "x" * 256) == "is longer than 255 bytes"


def test_folders_are_made_the_outermost_first_and_only_where_they_miss(tmp_path):
    made = make_folders(tmp_path / "a" / "b" / "c")
    assert made == [tmp_path / "a", tmp_path / "a" / "b", tmp_path / "a" / "b" / "c"]
    assert make_folders(tmp_path / "a" / "b" / "d") == [tmp_path / "a" / "b" / "d"]
    assert make_folders(tmp_path / "a") == []


def test_the_same_files_make_the_same_zip_in_their_order():
    files = {"b.txt": b"2" * 1000, "a/c.txt": b"1"}
    data = zipped(files)
    assert data == zipped(files)
    with zipfile.ZipFile(BytesIO(data)) as archive:
        entries = archive.infolist()
        assert {entry.filename: archive.read(entry) for entry in entries} == files
    assert [entry.filename for entry in entries] == ["b.txt", "a/c.txt"]
    assert {entry.date_time for entry in entries} == {(1980, 1, 1, 0, 0, 0)}
    assert entries[0].compress_size < 100
