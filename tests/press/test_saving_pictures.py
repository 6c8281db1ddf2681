"""Saving a drawing or a document as files: one for each sheet, by the ending of the name; and what
cannot be saved.
"""

import pytest

from kitgen import render
from kitgen.errors import OutputError, UnknownNameError, UsageError
from kitgen.files import folder_update
from kitgen.paper.document import Document, Sheet
from kitgen.paper.marks.scene import Scene


def document(sheets):
    """Return a document whose sheets are as wide as their numbers."""
    scenes = [Scene(number, 5) for number in range(1, sheets + 1)]
    return Document("", "", "", "en", tuple(Sheet(scene, "", "") for scene in scenes))


@pytest.mark.parametrize(
    ("sheets", "name", "first", "last"),
    [
        (1, "her.svg", "her.svg", "her.svg"),
        (2, "her.svg", "her-1.svg", "her-2.svg"),
        (9, "her.PNG", "her-1.PNG", "her-9.PNG"),
        (10, "her.svg", "her-01.svg", "her-10.svg"),
        (100, "a.b.svg", "a.b-001.svg", "a.b-100.svg"),
    ],
)
def test_each_sheet_has_a_file_and_their_names_sort_as_their_numbers(
    monkeypatch, tmp_path, sheets, name, first, last
):
    monkeypatch.setattr(
        render, "_picture", lambda scene, suffix: f"{scene.width} {suffix}".encode()
    )
    files = render.save(document(sheets), tmp_path / name)
    assert [file.name for file in files] == sorted(file.name for file in tmp_path.iterdir())
    assert (files[0].name, files[-1].name, len(files)) == (first, last, sheets)
    suffix = files[0].suffix.lower()
    assert [file.read_text() for file in files] == [
        f"{number} {suffix}" for number in range(1, sheets + 1)
    ]


@pytest.mark.parametrize("suffix", [".svg", ".png", ".pdf"])
def test_a_document_without_sheets_is_no_file(tmp_path, suffix):
    with pytest.raises(UsageError, match=r"^a document without sheets cannot be saved$"):
        render.save(document(0), tmp_path / f"her{suffix}")
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize(
    ("name", "said"), [("her.gif", "'.gif'"), ("her", "'her'"), (".svg", "'.svg'")]
)
def test_a_kind_of_file_that_is_not_written_is_refused(tmp_path, name, said):
    with pytest.raises(UnknownNameError, match=rf"^unknown kind of file {said}; "):
        render.save(Scene(10, 5), tmp_path / name)


def test_a_link_where_kitgen_works_is_named(tmp_path):
    (tmp_path / ".her.kitgen").symlink_to(tmp_path)
    with pytest.raises(OutputError) as caught, folder_update(tmp_path / "her"):
        pass
    link = tmp_path / ".her.kitgen"
    assert str(caught.value) == f"'{link}' is a link; remove it: kitgen works there"
