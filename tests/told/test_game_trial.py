"""What ``kitgen games try`` says of games: figures of others, and remarks that fit."""

import json

import pytest
from click.testing import CliRunner

from kitgen.cli.main import main
from kitgen.game_trial import try_game


@pytest.mark.parametrize(
    ("name", "winner", "plies", "boxes", "mattering", "remarks"),
    [
        ("hexapawn", "black", 6, [18, 19], [4, 10], ("good",)),
        ("fox-hounds-4x4", "hounds", 8, [41, 42], [6, 14], ("good",)),
        ("notakto", "first", 6, [25, 21], [15, 13], ("good",)),
    ],
)
def test_a_trial_has_the_figures_of_the_game(name, winner, plies, boxes, mattering, remarks):
    trial = try_game(f"told:{name}")
    assert (trial.winner, trial.plies, trial.remarks) == (winner, plies, remarks)
    assert [side.boxes for side in trial.sides] == boxes
    assert [side.mattering for side in trial.sides] == mattering


def written(tmp_path, text):
    path = tmp_path / "own.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


ONE_ROW = 'name = "Row"\nboard = "path 4"\n[side.a]\nhand = "any"\n[side.b]\nhand = "any"\n'


def test_a_dull_game_is_told_so(tmp_path):
    """Whoever fills the last of four points wins: nothing that anybody does matters."""
    trial = try_game(written(tmp_path, ONE_ROW))
    assert trial.winner == "b"
    assert [side.mattering for side in trial.sides] == [0, 0]
    assert trial.remarks == ("dull",)


def test_a_game_that_is_won_at_once_is_told_so(tmp_path):
    trial = try_game(written(tmp_path, ONE_ROW.replace("path 4", "3x3").replace("[side.a]", "lines = 2\n[side.a]")))
    assert (trial.winner, trial.plies) == ("a", 3)
    assert "at-once" in trial.remarks


THREE = (
    'name = "Three"\nboard = "3x3"\nlines = 3\n[side.x]\nhand = "any"\n[side.o]\nhand = "any"\n[end]\nstuck = "draws"'
)


def test_many_boxes_are_told(tmp_path):
    assert try_game(written(tmp_path, THREE)).remarks == ("large",)


def test_the_command_shows_the_rules_and_the_figures():
    shown = CliRunner().invoke(main, ["games", "try", "told:hexapawn", "--lang", "it"])
    assert shown.exit_code == 0, shown.output
    assert "Comincia il Bianco; poi le due parti giocano a turno." in shown.output
    assert "the game is won by black after 6 moves" in shown.output
    assert "A good game for a machine of boxes." in shown.output
    data = json.loads(CliRunner().invoke(main, ["games", "try", "told:hexapawn", "--json"]).output)
    assert [side["boxes"] for side in data["result"]["sides"]] == [18, 19]


def test_a_file_with_a_mistake_is_refused_with_its_line(tmp_path):
    path = written(tmp_path, ONE_ROW.replace("path 4", "cube"))
    refused = CliRunner().invoke(main, ["games", "try", path])
    assert refused.exit_code == 1
    assert "line 2: board 'cube'" in refused.output
