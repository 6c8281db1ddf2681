"""``kitgen kits --sizes``: the figures of each board, and what is said of printing it."""

import pytest
from click.testing import CliRunner
from command_answers import result_of
from counting import at_least_one

from kitgen.cli.board_sizes import sentence
from kitgen.cli.commands.kits import command
from kitgen.errors import UsageError
from kitgen.games import make_game
from kitgen.inquiries.game_solution import SizeRow, rows_of, size_rows, sizes, survey
from kitgen.kit.build import build_kit
from kitgen.reading.templates import Templates
from kitgen.sources.kit_list import WITHOUT_KIT, kits
from kitgen.sources.kit_sources import make_kit


@pytest.mark.parametrize(
    ("spec", "black", "white", "winner", "plies"),
    [
        ("hexapawn:3x3", (19, 45, 17), (18, 37, 13), "black", 6),
        ("hexapawn:3x4", (153, 329, 107), (159, 342, 116), "black", 8),
        ("hexapawn:4x3", (114, 365, 108), (133, 376, 115), "white", 5),
        ("hexapawn:4x4", (2791, 8144, 2439), (2943, 8295, 2507), "white", 11),
    ],
)
def test_published_figures(spec, black, white, winner, plies):
    rows = {row.side: row for row in rows_of(survey(make_game(spec)))}
    assert (rows["black"].boxes, rows["black"].beads, rows["black"].choices) == black
    assert (rows["white"].boxes, rows["white"].beads, rows["white"].choices) == white
    assert {(row.winner, row.plies) for row in rows.values()} == {(winner, plies)}


def test_rows_are_those_of_the_kits():
    for spec in ("tictactoe:3x2", "awari:2x3", "nim:5"):
        kit = build_kit(spec)
        for row in at_least_one(
            row for row in rows_of(survey(make_game(spec))) if row.side == kit.choices.side
        ):
            assert (row.boxes, row.beads) == (
                len(kit.boxes),
                sum(len(box.slots) for box in kit.boxes),
            )


def test_sizes_that_a_game_does_not_have_are_passed_over():
    games = dict.fromkeys(row.game for row in size_rows("nim,take=2"))
    assert list(games) == [f"nim:{n},take=2" for n in range(1, 25)]


def test_boards_that_hold_a_board_that_is_too_large_are_not_tried(monkeypatch):
    monkeypatch.setattr("kitgen.inquiries.game_solution.MAX_LISTED_POSITIONS_PLAINLY", 800)
    tried = []
    monkeypatch.setattr(
        "kitgen.inquiries.game_solution.survey",
        lambda game, **how: tried.append(game.spec) or survey(game, **how),
    )
    sizes_counted = dict.fromkeys(row.game.partition(":")[2] for row in size_rows("tictactoe"))
    assert list(sizes_counted) == ["2x2", "2x3", "3x2", "2x4", "4x2", "3x3"]
    assert "tictactoe:3x4" in tried
    assert "tictactoe:4x4" not in tried


def test_small_sizes_come_first():
    areas = [size[0] * size[1] for _, size in sizes("any") if len(size) == 2]
    assert areas == sorted(areas)
    assert len(areas) == 64


def test_the_sentence_says_what_could_be_printed():
    rows = [
        SizeRow("g:1", "a", 19, 45, 17, -1, 6, "b", 2),
        SizeRow("g:9", "a", 9000, 9000, 9, 1, 6, "a", 500),
    ]
    assert "the largest is g:1 for a, with 19 boxes" in sentence("g", rows)
    assert "only after" in sentence("g", rows)
    assert "largest" not in sentence("g", rows[1:])


def test_the_command_lists_for_people_and_for_programs():
    done = CliRunner().invoke(command, ["--sizes", "nim"])
    assert done.exit_code == 0
    assert "nim:24  second" in done.output
    rows = result_of(CliRunner().invoke(command, ["--sizes", "nim", "--json"]).stdout)
    ladder = next(row for row in rows if row["game"] == "nim:9" and row["side"] == "second")
    assert ladder == {
        "game": "nim:9",
        "side": "second",
        "boxes": 8,
        "beads": 21,
        "choices": 7,
        "value": 1,
        "plies": 5,
        "winner": "first",
        "sheets": 1,
    }


@pytest.mark.parametrize(
    ("name", "says"), [("hexpawn", "did you mean 'hexapawn'"), ("nim:9", "leave out the one in")]
)
def test_what_is_no_game_is_refused(name, says):
    done = CliRunner().invoke(command, ["--sizes", name])
    assert isinstance(done.exception, UsageError)
    assert says in str(done.exception)


@pytest.mark.every
@pytest.mark.parametrize("name", Templates().names("games"))
def test_told_games_are_listed_if_a_kit_of_them_can_be_printed(name):
    listed = name not in WITHOUT_KIT
    assert (f"told:{name}" in {line.name for line in kits()}) == listed
    if listed:
        assert make_kit(f"told:{name}").boxes
    else:
        with pytest.raises(UsageError, match="colours"):
            make_kit(f"told:{name}")
