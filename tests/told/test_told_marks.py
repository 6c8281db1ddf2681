"""Sheets of told games are read back from their marks, whatever their boards, pieces and moves look like."""

import pytest
from click.testing import CliRunner
from sampling import few

from kitgen.cli.main import main

#: Points in a row with round pieces, on a wheel, anywhere; a chequered board with holes; a falling piece.
NAMES = ["dawson-9", "mu-torere", "pong-hau-ki", "fox-hounds-4x4", "connect3-3x3", "hexapawn-4x3", "notakto"]


@pytest.mark.parametrize("name", few(NAMES, one_in=3))
def test_the_marks_say_what_the_kit_says(tmp_path, name):
    run = CliRunner()
    out = str(tmp_path / "out")
    printed = run.invoke(main, ["print", f"told:{name}", "--parts", "labels,finder,route", "-o", out])
    assert printed.exit_code == 0, printed.output
    checked = run.invoke(main, ["verify", f"{out}/kit.pdf", "--marks"])
    assert checked.exit_code == 0, checked.output
    assert "the marks on its sheets" in checked.output
