"""The pictures in README and the docs, made anew by ``docs/make_gallery.py``."""

import subprocess
import sys

import pytest
from browsers import CHROMIUMS, needed
from counting import at_least
from PIL import Image
from places import ROOT

KEPT = ROOT / "docs" / "gallery"


@pytest.mark.guest("play")
@pytest.mark.guest("serve")
@pytest.mark.guest("web")
@pytest.mark.every
def test_the_pictures_of_the_docs_can_be_made_anew(tmp_path):
    """Drawings are the same to the byte; pixels depend on the versions of libraries and browser."""
    needed(*CHROMIUMS)
    script = ROOT / "docs" / "make_gallery.py"
    done = subprocess.run(
        [sys.executable, script, "--out", tmp_path],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert {path.name for path in tmp_path.iterdir()} == {path.name for path in KEPT.iterdir()}
    for drawing in at_least(3, tmp_path.glob("*.svg")):
        assert drawing.read_bytes() == (KEPT / drawing.name).read_bytes(), drawing.name
    for picture in at_least(12, tmp_path.glob("*.png")):
        with Image.open(picture) as made, Image.open(KEPT / picture.name) as kept:
            assert made.size == kept.size, picture.name
