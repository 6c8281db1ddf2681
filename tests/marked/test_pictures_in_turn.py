"""Every page of every file is read, and every sheet on a page, whatever becomes of those before."""

from pathlib import Path
from types import SimpleNamespace

import cv2
import pytest

from kitgen.errors import CameraError, KitFileError
from kitgen.marked import sheet_reading

CORNER = SimpleNamespace(x=10.0, y=10.0, side=5.0)
#: One model, of which only the corners are asked for.
MODELS = [SimpleNamespace(corners=[CORNER, CORNER, SimpleNamespace(x=190.0, y=280.0), CORNER])]


def test_every_page_of_every_file_is_read_in_turn(monkeypatch, tmp_path):
    folder = tmp_path / "photos"
    folder.mkdir()
    for name in ("two.png", "one.png", "notes.txt"):
        (folder / name).write_bytes(b"")

    def pictures_in(path):
        if path.stem == "bad":
            raise KitFileError("bad is no picture")
        yield f"{path.name} 1"
        yield f"{path.name} 2"

    monkeypatch.setattr(sheet_reading, "_models", lambda kit: [kit])
    monkeypatch.setattr(sheet_reading, "pictures_in", pictures_in)
    monkeypatch.setattr(sheet_reading, "_sheets_in", lambda *asked: [f"{asked} a", f"{asked} b"])
    read = list(sheet_reading.read_pictures([Path("bad.pdf"), folder, Path("scan.pdf")], "her"))
    pages = ["one.png 1", "one.png 2", "two.png 1", "two.png 2", "scan.pdf 1", "scan.pdf 2"]
    expected = ["bad is no picture"]
    for page in pages:
        expected += [f"{(page, 'her', ['her'])} {sheet}" for sheet in ("a", "b")]
    assert read == expected


def read_from(monkeypatch, sheets, fates=()):
    """Return what is said of the sheets on a page, told by the numbers of their corners."""
    fates = dict(fates)

    def read(_picture, corners, *_):
        fate = fates.get(corners)
        if fate is not None:
            raise fate
        return f"read {corners}"

    monkeypatch.setattr(sheet_reading, "find_corners", lambda *_: sheets)
    monkeypatch.setattr(sheet_reading, "no_sheet", lambda _: "shows nothing")
    monkeypatch.setattr(sheet_reading, "_read", read)
    picture = SimpleNamespace(name="one.png", grey=None)
    return list(sheet_reading._sheets_in(picture, "her", MODELS))


@pytest.mark.parametrize(
    ("sheets", "read"),
    [
        ([], ["one.png shows nothing"]),
        (["abcd", "abc"], ["read abcd", "read abc"]),
        (["abc", "ab", "a"], ["read abc", "read ab"]),
        (["ab", "a"], ["read ab", "read a"]),
        (["a"], ["read a"]),
    ],
)
def test_a_single_marker_is_a_sheet_only_where_no_sheet_is_clear(monkeypatch, sheets, read):
    assert read_from(monkeypatch, sheets) == read


def test_a_sheet_that_cannot_be_read_does_not_hide_the_next(monkeypatch):
    fates = {
        "abc": cv2.error("markers"),
        "abd": CameraError("is blurred"),
        "acd": CameraError("the corner is hidden"),
    }
    assert read_from(monkeypatch, [*fates, "abcd"], fates) == [
        f"one.png {sheet_reading.NO_SHEET}",
        "one.png is blurred",
        "one.png: the corner is hidden",
        "read abcd",
    ]


def test_corners_are_sought_at_the_shape_of_a_sheet(monkeypatch):
    calls = []
    monkeypatch.setattr(sheet_reading, "find_corners", lambda *words: calls.append(words) or ["a"])
    monkeypatch.setattr(sheet_reading, "_read", lambda *words: words)
    picture = SimpleNamespace(name="one.png", grey="grey")
    assert list(sheet_reading._sheets_in(picture, "her", MODELS)) == [(picture, "a", "her", MODELS)]
    assert calls == [("grey", 36.0, 54.0)]
