"""The bounds of a trial: what makes a game dull, large, won at once, or good, on both sides of
each; and the boards that may follow from a file.
"""

from dataclasses import replace

import msgspec
import pytest

from kitgen.errors import UsageError
from kitgen.games import make_game
from kitgen.games.told.told_file import game_of_text
from kitgen.inquiries import game_trial
from kitgen.inquiries.game_trial import SideTrial, largest_board
from kitgen.machine.first_games import CLEAR, Forecast


def forecast_of(opponent, gain=0, stopped=0):
    return Forecast(
        opponent, (0, 100, 0), (gain, 100 - gain, 0), (0, stopped), 9.0, 0.1, 30.0, (1.0, 0.5)
    )


def side(name="white", boxes=20, mattering=5, gain=None, stopped=(0, 100)):
    """Return a machine; with a gain one that has learned, of whose kind so many stopped against
    the random and the perfect opponent.
    """
    forecasts = ()
    if gain is not None:
        forecasts = (
            forecast_of("random", gain, stopped[0]),
            forecast_of("perfect", 0, stopped[1]),
        )
    return SideTrial(name, boxes, 9, mattering, 40, 4, "gardner", forecasts)


@pytest.mark.parametrize(
    ("one", "other", "figures"),
    [
        (side(mattering=2), side(mattering=2), {"mattering": 2, "dull": True}),
        (side(mattering=2), side(mattering=3), {"mattering": 3, "dull": False}),
        (side(boxes=121), side(boxes=121), {"large": True, "most": 120}),
        (side(boxes=121), side(boxes=120), {"large": False}),
        (side(), side(), {"flat": False, "good": False}),
        (side(gain=0), side(), {"flat": False, "good": False}),
        (side(gain=CLEAR - 1), side(gain=0), {"flat": True, "good": False}),
        (side(gain=CLEAR), side(gain=0), {"flat": False, "good": True}),
        (side(gain=CLEAR, mattering=2), side(gain=0, mattering=2), {"good": False, "flat": False}),
        (side(gain=CLEAR, boxes=121), side(gain=0, boxes=121), {"good": False, "flat": False}),
        (side(gain=0), side(gain=0), {"most_stop": True, "beginners": True}),
        (side(gain=0, stopped=(0, 62)), side(gain=0), {"most_stop": False}),
        (side(gain=0, stopped=(0, 63)), side(gain=0), {"most_stop": True}),
        (side(gain=0, stopped=(38, 100)), side(gain=0), {"beginners": False}),
        (side(gain=0, stopped=(37, 100)), side(gain=0), {"beginners": True}),
        (side(), side(gain=0), {"most_stop": False, "beginners": False}),
    ],
)
def test_each_figure_of_a_trial_has_its_bound(one, other, figures):
    for sides in ([one, other], [other, one]):
        found = game_trial._figures(sides, soon=False, plies=7)
        assert {key: found[key] for key in figures} == figures
        assert (found["soon"], found["plies"]) == (False, 7)


def test_what_is_won_soon_is_not_good():
    sides = [side(gain=CLEAR), side(gain=CLEAR)]
    found = game_trial._figures(sides, soon=True, plies=3)
    assert (found["soon"], found["plies"], found["good"]) == (True, 3, False)


@pytest.mark.parametrize(
    ("boxes", "fits"), [((120, 300), True), ((300, 120), True), ((121, 121), False), ((1, 2), True)]
)
def test_a_class_folds_the_boxes_of_the_smaller_machine(boxes, fits):
    sides = [side("white", boxes[0]), side("black", boxes[1])]
    assert game_trial._in_class(sides) == (sides if fits else ())


#: The boxes of White's and of Black's machine of told Hexapawn.
WHITE = 18
BLACK = 19


@pytest.mark.parametrize(("most", "fits"), [(17, False), (18, True), (19, True), (0, False)])
def test_a_board_fits_where_one_of_its_machines_does(most, fits, monkeypatch):
    monkeypatch.setattr(game_trial, "MAX_BOXES_FOR_A_CLASS", most)
    found = game_trial._fitting(make_game("told:hexapawn"), None)
    boxes = [(each.side, each.boxes) for each in found]
    assert boxes == ([("white", WHITE), ("black", BLACK)] if fits else [])


def test_what_is_too_large_to_explore_or_has_no_machine_does_not_fit(monkeypatch):
    game = make_game("told:hexapawn")
    monkeypatch.setattr(game_trial, "MAX_POSITIONS", 10)
    assert game_trial._fitting(game, None) == ()
    monkeypatch.undo()

    def refuse(*_):
        raise UsageError("nothing to decide")

    monkeypatch.setattr(game_trial, "_kits", refuse)
    assert game_trial._fitting(game, None) == ()


def test_the_best_side_is_the_one_whose_machine_loses_the_fewest_games():
    trial = game_trial.try_game("told:hexapawn")
    lost = [sum(each.lost for each in one.forecasts) for one in trial.sides]
    assert trial.best_side == lost.index(min(lost))
    assert trial.summary() == (
        "Hexapawn: won by black with best play; "
        "a machine needs 18 boxes for white or 19 boxes for black"
    )
    rows = trial.table()
    assert [(row["side"], row["boxes"], row["rule"]) for row in rows] == [
        ("white", 18, "gardner"),
        ("white", 18, "gardner-reward"),
        ("white", 18, "michie"),
        ("black", 19, "gardner"),
        ("black", 19, "gardner-reward"),
        ("black", 19, "michie"),
    ]
    for row, one in zip(rows, [trial.sides[0]] * 3 + [trial.sides[1]] * 3, strict=True):
        result = one.tried[row["rule"]]
        assert row["lost"] == result.lost
        assert row["lost_error"] == result.lost_error
        assert row["last_loss"] == result.last_loss
        assert row["beads"] == one.beads
        assert row["recommended"] is (row["rule"] == one.rule)


SQUARE = (
    'name = "Square"\nboard = "4x3"\nstart = ["bbbb", "....", "wwww"]\n'
    '[side.w]\nstep = ["forward"]\n[side.b]\nstep = ["forward"]\n'
)


@pytest.mark.parametrize(
    ("changes", "is_bound"),
    [
        ({}, False),
        ({"lines": 3}, False),
        ({"lines": (("a1", "b1"),)}, True),
        ({"links": ("orthogonal",)}, False),
        ({"links": ("any", "all")}, False),
        ({"links": ("orthogonal", "a1-b2")}, True),
        ({"start": ("bbbb", ".#..", "wwww")}, True),
    ],
)
def test_a_file_that_names_points_is_bound_to_its_board(changes, is_bound):
    told = msgspec.structs.replace(game_of_text(SQUARE).told, **changes)
    assert game_trial._is_bound(told) is is_bound


@pytest.mark.parametrize(
    ("changes", "is_bound"),
    [
        ({"goal": "far"}, False),
        ({"goal": ("a3",)}, True),
        ({"lines": 3}, False),
        ({"lines": (("a1", "b1"),)}, True),
        ({"enter": ("a1",)}, True),
        ({"on": ("a1",)}, True),
        ({"not_first": ("a1",)}, True),
        ({"links": ("a1-b2",)}, True),
        ({"links": ("orthogonal",)}, False),
        ({"step": ("forward", "left")}, False),
    ],
)
@pytest.mark.parametrize("name", ["w", "b"])
def test_a_side_that_names_points_is_bound_to_its_board(name, changes, is_bound):
    told = game_of_text(SQUARE).told
    own = msgspec.structs.replace(told.side[name], **changes)
    assert game_trial._is_bound(msgspec.structs.replace(told, side=told.side | {name: own})) is (
        is_bound
    )


@pytest.mark.parametrize(
    ("by", "boards"),
    [
        (1, [("4x4", "bbbb .... .... wwww"), ("5x3", "bbbbb ..... wwwww")]),
        (-1, [("3x3", "bbb ... www")]),
    ],
)
def test_the_next_boards_have_a_row_or_a_column_more_or_less(by, boards):
    found = game_trial._next_boards(game_of_text(SQUARE), by)
    assert [(each.told.board, " ".join(each.told.start)) for each in found] == boards


def test_lines_longer_than_a_board_lead_to_no_board():
    game = game_of_text(
        'name = "Three"\nboard = "3x3"\nlines = 3\n[side.x]\nhand = "any"\n[side.o]\nhand = "any"\n'
    )
    assert [each.told.board for each in game_trial._next_boards(game, 1)] == ["3x4", "4x3"]
    assert [each.told.board for each in game_trial._next_boards(game, -1)] == []


@pytest.mark.parametrize("name", ["her", "told:mu-torere"])
def test_a_game_that_is_no_told_grid_has_no_largest_board(name):
    assert largest_board(name) is None


def test_of_boards_with_as_many_squares_the_squarer_comes_last():
    shapes = ["6x2", "4x3", "3x4", "5x2"]
    games = [
        game_of_text(
            f'name = "Row"\nboard = "{shape}"\n[side.a]\nhand = "any"\n[side.b]\nhand = "any"\n'
        )
        for shape in shapes
    ]
    order = sorted(games, key=game_trial._size_and_squareness)
    assert [game.told.board for game in order] == ["5x2", "6x2", "4x3", "3x4"]


@pytest.fixture
def fitting(monkeypatch):
    """Lets boards fit by their squares alone; returns those that were tried."""
    tried = []
    most = []

    def fits(variant, _templates):
        columns, rows = variant.board.grid
        tried.append(variant.told.board)
        if columns * rows > most[0]:
            return ()
        mattering = 3 if columns * rows != most[1] else 2
        return [side("w", columns, mattering), side("b", rows, 0)]

    monkeypatch.setattr(game_trial, "_fitting", fits)

    def begin(squares, dull=0):
        most[:] = [squares, dull]
        tried.clear()
        return tried

    return begin


@pytest.mark.parametrize(
    ("squares", "dull", "largest"),
    [
        (12, 0, "4x3"),
        (16, 0, "4x4"),
        (20, 0, "5x4"),
        (20, 20, "6x3"),
        (11, 0, "3x3"),
        (11, 9, None),
        (9, 0, "3x3"),
        (8, 0, "2x3"),
        (5, 0, None),
    ],
)
def test_boards_grow_while_they_fit_and_shrink_until_they_do(squares, dull, largest, fitting):
    tried = fitting(squares, dull)
    told = []
    found = largest_board(SQUARE, progress=lambda *it: told.append(it))
    assert tried[0] == "4x3"
    assert told == [
        (f"trying a board of {board}", number, None) for number, board in enumerate(tried)
    ]
    assert len({*tried}) == len(tried)
    if largest is None:
        assert found is None
        return
    game, boxes = found
    columns, rows = game.board.grid
    assert game.told.board == largest
    assert boxes == {"w": columns, "b": rows}


def test_a_board_that_was_tried_before_is_not_tried_again(fitting):
    tried = fitting(16)
    known = game_trial.try_game("told:hexapawn")
    game, _ = largest_board("told:hexapawn", known=known)
    assert game.told.board == "4x4"
    assert "3x3" not in tried
    many = with_boxes(known, boxes=121)
    tried = fitting(16)
    game, _ = largest_board("told:hexapawn", known=many)
    assert (game.told.board, tried) == ("2x3", ["2x3", "3x2"])


def with_boxes(trial, *, boxes):
    """Return a trial whose machines have so many boxes."""
    sides = tuple(replace(one, boxes=boxes) for one in trial.sides)
    return replace(trial, sides=sides)
