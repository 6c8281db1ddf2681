"""Sheets of told games are read back from their marks, whatever their boards, pieces and moves look like."""

from math import hypot

import pytest
from click.testing import CliRunner
from jobs import make_job
from sampling import few

from kitgen.cli.main import main
from kitgen.paper.card.styles import LINE
from kitgen.paper.marks.scene import Line, Text
from kitgen.paper.parts.board import sheets

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


@pytest.mark.parametrize("name", ["dawson-9", "mu-torere", "pong-hau-ki", "hare-hounds-end", "tmm-ortho"])
def test_each_point_of_the_playing_board_has_its_name_clear_of_the_lines(name):
    """Rules and moves name points, such as 7 or 1-2."""
    job = make_job(f"told:{name}", parts=("board",))
    marks = sheets(job)[0].scene.marks
    names = [mark for mark in marks if isinstance(mark, Text) and mark.text in job.kit.game.board.names]
    assert sorted(mark.text for mark in names) == sorted(job.kit.game.board.names)
    lines = [mark for mark in marks if isinstance(mark, Line) and mark.stroke.colour == LINE]
    assert len(lines) == len(job.kit.game.diagram.lines)
    for mark in names:
        x, y = mark.at[0], mark.at[1] - 1.4
        for line in lines:
            (x1, y1), (x2, y2) = line.start, line.end
            length = hypot(x2 - x1, y2 - y1)
            share = min(1, max(0, ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length**2))
            assert hypot(x - x1 - share * (x2 - x1), y - y1 - share * (y2 - y1)) > 1.9, (mark.text, line)
