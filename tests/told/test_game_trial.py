"""What ``kitgen games try`` says of games: figures of others, and remarks that fit."""

import json
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner
from command_answers import run
from sampling import sample

from kitgen.cli.main import main
from kitgen.errors import UsageError
from kitgen.games.told.told_file import game_at
from kitgen.inquiries.game_trial import _is_bound, largest_board, try_game
from kitgen.kit.build import build_kit
from kitgen.paper.card.faces import Cards, label_for
from kitgen.paper.stock import read_stock
from kitgen.reading.templates import Templates
from kitgen.reading.texts import texts_in
from kitgen.theory.explore import explore


@pytest.mark.parametrize(
    ("name", "winner", "plies", "boxes", "mattering", "remarks"),
    sample(
        [
            ("hexapawn", "black", 6, [18, 19], [4, 10], ("good",)),
            ("fox-hounds-4x4", "hounds", 8, [41, 42], [6, 14], ("good",)),
            ("notakto", "first", 6, [25, 21], [15, 13], ("good",)),
        ],
        one_in=3,
    ),
)
def test_a_trial_has_the_figures_of_the_game(name, winner, plies, boxes, mattering, remarks):
    trial = try_game(f"told:{name}")
    assert (trial.winner, trial.plies, trial.remarks) == (winner, plies, remarks)
    assert [side.boxes for side in trial.sides] == boxes
    assert [side.mattering for side in trial.sides] == mattering


def test_a_trial_says_how_far_it_is():
    told = []
    try_game("told:hexapawn", progress=lambda *it: told.append(it))
    assert told


def written(tmp_path, text):
    path = tmp_path / "own.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


ONE_ROW = 'name = "Row"\nboard = "path 4"\n[side.a]\nhand = "any"\n[side.b]\nhand = "any"\n'


PAWNS = """name = "Pawns"
board = "3x3"
start = ["bbb", "...", "www"]
[side.white]
step = ["forward"]
take = ["forward-diagonal"]
goal = "far"
[side.black]
step = ["forward"]
take = ["forward-diagonal"]
goal = "far"
"""


def test_a_dull_game_is_told_so(tmp_path):
    """Whoever fills the last of four points wins: nothing that anybody does matters."""
    trial = try_game(written(tmp_path, ONE_ROW))
    assert trial.winner == "b"
    assert [side.mattering for side in trial.sides] == [0, 0]
    assert trial.remarks == ("dull", "flat")


def test_a_game_that_is_won_at_once_is_told_so(tmp_path):
    trial = try_game(
        written(
            tmp_path, ONE_ROW.replace("path 4", "3x3").replace("[side.a]", "lines = 2\n[side.a]")
        )
    )
    assert (trial.winner, trial.plies) == ("a", 3)
    assert "at-once" in trial.remarks


THREE = (
    'name = "Three"\nboard = "3x3"\nlines = 3\n[side.x]\nhand = "any"\n[side.o]\nhand = "any"\n'
    '[end]\nstuck = "draws"'
)


@pytest.mark.every
def test_many_boxes_are_told(tmp_path):
    assert try_game(written(tmp_path, THREE)).remarks == ("large",)


HENS = (
    'name = "Hens"\nboard = "3x3"\nstart = [".f.", "...", "hhh"]\n[side.hens]\nstep = ["forward"]\n'
    '[side.fox]\nstep = ["orthogonal"]\ngoal = "far"\n'
)


@pytest.mark.parametrize(
    ("game", "board", "start"),
    sample(
        [
            ("told:hexapawn", "4x3", ("bbbb", "....", "wwww")),  # grows
            ("told:hexapawn-back-3x4", "3x3", ("bbb", "...", "www")),  # shrinks
            ("told:clobber-4x3", "3x3", ("wbw", "bwb", "wbw")),  # stays chequered
            ("told:breakthrough-3x3-1row", "3x3", ("bbb", "...", "www")),  # is the largest
            (HENS, "3x4", (".f.", "...", "...", "hhh")),  # with one fox
            (
                HENS.replace("orthogonal", "forward-diagonal"),
                "9x4",
                ("....f....", "." * 9, "." * 9, "h" * 9),
            ),
        ],
        one_in=3,
    ),
)
def test_the_largest_board_that_fits_is_explored(tmp_path, game, board, start):
    largest, boxes = largest_board(written(tmp_path, game) if "\n" in game else game)
    assert (largest.told.board, largest.told.start) == (board, start)
    nodes = explore(largest).nodes
    for side, each in enumerate(largest.sides):
        assert boxes[each.name] == sum(
            node.position.to_move == side and bool(node.edges) for node in nodes
        )
    assert min(boxes.values()) <= 120


@pytest.mark.every
def test_no_board_one_row_or_column_larger_than_the_largest_fits(tmp_path):
    for board, start in (("5x3", "bbbbb ..... wwwww"), ("4x4", "bbbb .... .... wwww")):
        game = PAWNS.replace("3x3", board).replace('"bbb", "...", "www"', str(start.split())[1:-1])
        assert "large" in try_game(written(tmp_path, game)).remarks


@pytest.mark.parametrize("key", ["on", "not-first"])
def test_no_board_is_named_for_a_game_that_names_its_points(tmp_path, key):
    square = ONE_ROW.replace("path 4", "3x3")
    for more, is_bound in (("", False), (f'{key} = ["a1"]\n', True)):
        path = Path(written(tmp_path, square.replace("[side.b]", f"{more}[side.b]")))
        assert _is_bound(game_at(path).told) is is_bound


@pytest.mark.parametrize("name", ["fox-hounds-4x4", "tapatan", "pong-hau-ki", "ttt"])
def test_no_board_is_named_where_none_follows_or_fits(name):
    """Holes, lines and points of one's own belong to one board, and three in a row need three
    squares.
    """
    assert largest_board(f"told:{name}") is None


@pytest.mark.every
def test_a_dull_board_is_not_recommended(tmp_path):
    assert (
        largest_board(
            written(tmp_path, PAWNS.replace('"bbb", "...", "www"', '"b..", "...", "..w"'))
        )
        is None
    )


def test_a_game_of_which_no_machine_can_be_made_says_why_and_which_board_would_do():
    refused = CliRunner().invoke(main, ["games", "try", "told:queen-5x8"])
    assert refused.exit_code == 2
    assert "needs 10 colours" in refused.output
    assert 'board = "5x5", start = ["....q", ' in refused.output


@pytest.mark.every
def test_the_command_shows_the_rules_and_the_figures():
    shown = CliRunner().invoke(main, ["games", "try", "told:hexapawn", "--language", "it"])
    assert shown.exit_code == 0, shown.output
    assert "Comincia il Bianco; poi i giocatori muovono a turno." in shown.output
    assert "the game is won by black after 6 moves" in shown.output
    assert (
        "A good game for a machine of boxes: within 50 games a machine clearly gets better."
        in shown.output
    )
    assert 'for black: board = "4x3", start = ["bbbb", "....", "wwww"].' in shown.output
    data = json.loads(CliRunner().invoke(main, ["games", "try", "told:hexapawn", "--json"]).output)
    assert [side["boxes"] for side in data["result"]["sides"]] == [18, 19]


def test_a_file_with_a_mistake_is_refused_with_its_line(tmp_path):
    path = written(tmp_path, ONE_ROW.replace("path 4", "cube"))
    refused = CliRunner().invoke(main, ["games", "try", path])
    assert refused.exit_code == 1
    assert "line 2: board 'cube'" in refused.output


#: Sixteen points in a row: their moves do not fit the usual label.
ROAD = """name = "Long road"
board = "path 16"
start = ["w..............b"]
[side.white]
step = ["links"]
[side.black]
step = ["links"]
"""


@pytest.mark.every
def test_a_label_is_proposed_that_holds_all_boxes(tmp_path):
    templates = Templates()
    usual = read_stock("matchbox", templates)
    kit = build_kit(written(tmp_path, ROAD))
    wide, high = map(int, label_for(kit, usual, texts_in("en")).split("x"))
    for box in kit.boxes:
        Cards(kit, wide, high, texts_in("en")).draw(box)
    small = Cards(kit, usual.width, usual.height, texts_in("en"))
    with pytest.raises(UsageError, match="are too small"):
        [small.draw(box) for box in kit.boxes]
    assert label_for(build_kit("told:hexapawn"), usual, texts_in("en")) == ""


@pytest.mark.every
@pytest.mark.parametrize("name", ["told:hexapawn", "told:pong-hau-ki", "told:clobber-3x3", ROAD])
def test_the_command_that_is_proposed_prints(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    tried = run("games", "try", written(tmp_path, name) if "\n" in name else name)
    command = shlex.split(re.search("Print one: kitgen (.*)", tried.stdout)[1])
    done = run(*command, "--yes", "--dry-run")
    assert done.exit_code == 0, done.output
